"""A strategy as data: for each observation of a player, with which probability to choose each action.

In a file it is JSON, a line for each observation, in the game's own words. So a person can read it, and write one:

    {"format": "zermelo strategy", "version": 1, "game": "Kuhn(players=2)", "found": {}, "progress": null, "sets": [
    ["K?", {"check": 0.25, "bet": 0.75}],
    ...
    ]}
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from math import isclose
from pathlib import Path
from typing import Any, Final

from zermelo.errors import SearchError, SpecError, ZermeloError
from zermelo.files import read_whole, write_whole
from zermelo.game import Game, State
from zermelo.simultaneous import in_turns

FORMAT: Final = "zermelo strategy"
VERSION: Final = 1
LARGEST: Final = 1 << 30
"""Bytes of the largest file of a strategy that is read."""
_NEAR: Final = 1e-6  # how far the probabilities of an observation may be from 1, all together


class Strategy:
    """What players do who may mix their actions: for each observation, a probability for each action.

    mixed  by observation of the player to move (`Game.observe`), by action; the probabilities of one sum to 1
    found  facts of where it comes from, in JSON's types

    Raises SpecError for probabilities that are none, or do not sum to 1.

    >>> from zermelo.games.kuhn import Kuhn
    >>> game = Kuhn()
    >>> bluff = Strategy(game, {game.read("J?"): {0: 0.75, 1: 0.25}})
    >>> bluff.at(game.read("JQ"))
    {0: 0.75, 1: 0.25}
    >>> print(bluff)
    J?  check 0.75  bet 0.25
    """

    def __init__(self, game: Game, mixed: Mapping[State, Mapping[int, float]], found: Mapping[str, Any] | None = None) -> None:
        self.game, self.mixed, self.found = in_turns(game), {seen: dict(shares) for seen, shares in mixed.items()}, dict(found or {})
        for seen, shares in self.mixed.items():
            if wrong := wrong_shares(shares.values()):
                raise SpecError(f"the probabilities in {self.game.write(seen)!r} {wrong}")

    def at(self, state: State) -> dict[int, float]:
        """The probability of each action in a state. Raises SearchError where the strategy does not say it."""
        seen = self.game.observe(state, self.game.to_move(state))
        if seen not in self.mixed:
            raise SearchError(f"the strategy does not say what to do in {self.game.write(seen)!r}")
        return self.mixed[seen]

    def rows(self) -> Iterator[tuple[str, dict[str, float]]]:
        """Each observation as the game writes it, with the probability of each action by its name."""
        for seen, shares in self.mixed.items():
            yield self.game.write(seen), {self.game.name(seen, action): share for action, share in shares.items()}

    def __str__(self) -> str:
        return "\n".join(table(list(self.rows())))

    def __repr__(self) -> str:
        return f"<a strategy for {self.game!r}: {len(self.mixed):,} information sets>"

    def save(self, path: str | Path, progress: Mapping[str, Any] | None = None) -> None:
        """Write it to a file, which has the whole of it or stays as it was; `progress` is kept for who goes on with it later.

        Raises SpecError where that fails.
        """
        head = {"format": FORMAT, "version": VERSION, "game": repr(self.game), "found": self.found, "progress": progress}
        lines = ",\n".join(json.dumps([seen, shares], ensure_ascii=False) for seen, shares in self.rows())
        write_whole(Path(path), f'{json.dumps(head, ensure_ascii=False)[:-1]}, "sets": [\n{lines}\n]}}\n')

    @classmethod
    def load(cls, path: str | Path, game: Game) -> Strategy:
        """The strategy for a game that a file holds. Raises SpecError for a file that is damaged, or of another game."""
        held, game = read_file(path), in_turns(game)
        if held["game"] != repr(game):
            raise SpecError(f"{path} is a strategy for {held['game']}, not for {game!r}")
        mixed: dict[State, dict[int, float]] = {}
        for seen, shares in held["sets"]:
            try:
                state = game.read(seen)
                mixed[state] = {game.parse(state, name): share for name, share in shares.items()}
            except ZermeloError as error:
                raise SpecError(f"{path}, {seen!r}: {error}") from error
            missing = [game.name(state, action) for action in game.actions(state) if action not in mixed[state]]
            if missing:
                raise SpecError(f"{path}, {seen!r}: there is no probability for {missing[0]!r}")
        try:
            return cls(game, mixed, held["found"])
        except SpecError as error:
            raise SpecError(f"{path}: {error}") from error


def table(rows: list[tuple[str, dict[str, float]]]) -> list[str]:
    """A line of text for each observation: what the player sees, and each action with its probability."""
    wide = max((len(seen) for seen, _ in rows), default=0)
    return [f"{seen:<{wide}}  {'  '.join(f'{name} {_short(share)}' for name, share in shares.items())}" for seen, shares in rows]


def _short(share: float) -> str:
    """A probability to four places: 0.3333, 1."""
    return f"{share:.4f}".rstrip("0").rstrip(".")


def read_file(path: str | Path) -> dict[str, Any]:
    """What a file of a strategy holds: `game`, `found`, `progress`, and `sets`, pairs of an observation and what to do.

    Raises SpecError for a file that is not one, is damaged, or comes from a later version.
    """
    try:
        held = json.loads(read_whole(path, LARGEST))
    except SpecError:
        raise
    except (ValueError, RecursionError) as error:
        raise SpecError(f"{path} is not a strategy, or is damaged; `zermelo cfr GAME --output FILE` writes one") from error
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise SpecError(f"{path} is not a strategy; `zermelo cfr GAME --output FILE` writes one")
    if held.get("version") != VERSION:
        raise SpecError(f"{path} is a strategy of version {held.get('version')!r}, and this program knows version {VERSION}")
    held.setdefault("progress", None)
    kinds = {"game": str, "found": dict, "progress": (dict, type(None)), "sets": list}
    for name, kind in kinds.items():
        if not isinstance(held.get(name), kind):  # type: ignore[arg-type]
            raise SpecError(f"{path} is damaged: it has no {name!r}, or what is there is something else")
    for one in held["sets"]:
        if not (isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and _is_mixed(one[1])):
            raise SpecError(f'{path} is damaged: {json.dumps(one)} is not an observation and its actions, such as ["K?", {{"bet": 1.0}}]')
    return held


def wrong_shares(shares: Collection[float]) -> str:
    """What is wrong with the probabilities of the actions of one information set; empty where nothing is."""
    if all(0 <= share <= 1 for share in shares) and isclose(sum(shares), 1, abs_tol=_NEAR):
        return ""
    return f"are {', '.join(f'{share:g}' for share in shares)}; each is from 0 to 1, and they sum to 1"


def _is_mixed(shares: Any) -> bool:
    return isinstance(shares, dict) and all(isinstance(share, (int, float)) and not isinstance(share, bool) for share in shares.values())
