"""States on their way to compiled code and back."""

from __future__ import annotations

import zermelo as z
from zermelo.search.perft import perft
from zermelo.search.runner import Runner


def test_states_come_back_and_where_a_game_begins_is_set_up_once(monkeypatch):
    game, asked = z.load_game("hexapawn"), []
    kernel, begun = Runner(perft, game, "compiled").kernel, game.initial()
    monkeypatch.setattr(game, "initial", lambda: asked.append(1) or begun)
    states = [begun, *(game.result(begun, action) for action in game.actions(begun))]
    assert [kernel.unpacked(game, bytes(kernel.packed(game, state))) for state in states] == states
    assert len(asked) == 1
