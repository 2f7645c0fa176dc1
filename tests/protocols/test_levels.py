"""Playing below one's strength: the scale, and what is drawn among."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

import zermelo as z
from tests.protocols.talking import Talk
from zermelo.protocols.levels import LEAST, MOST, SCALE, drawn, level
from zermelo.protocols.uci import Conversation


def test_the_scale_rises_and_so_does_what_lies_between():
    assert (SCALE[0].elo, SCALE[-1].elo) == (LEAST, MOST)
    for low, high in pairwise([level(elo) for elo in range(LEAST, MOST + 1)]):
        assert low.nodes <= high.nodes
        assert low.margin >= high.margin
    assert [level(one.elo) for one in SCALE] == list(SCALE)
    for low, high in pairwise(SCALE):
        between = level((low.elo + high.elo) // 2)
        assert between.nodes == pytest.approx((low.nodes * high.nodes) ** 0.5, rel=0.02)
        assert between.margin == pytest.approx((low.margin + high.margin) / 2, abs=1)


def test_moves_within_the_margin_are_drawn_alike_and_others_never():
    lot = random.Random(1)
    counts = Counter(drawn([50, 40, 20, -10, -11, -500], 60, lot) for _ in range(4000))
    assert set(counts) == {0, 1, 2, 3}
    assert min(counts.values()) > 850  # of 1000, sigma 27
    assert {drawn([50, 50, 49], 0, lot) for _ in range(100)} == {0, 1}


@pytest.fixture(scope="module")
def talk():
    talk = Talk(Conversation, z.load_game("chess"))
    talk.say("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {LEAST}", "isready").until("readyok")
    yield talk
    talk.conversation.close()


def moves(talk, count, *, go="go wtime 60000 btime 60000"):
    """As many moves that are made in the initial position, and the most nodes of a search."""
    made, most = [], 0
    for _ in range(count):
        told = talk.say("ucinewgame", "position startpos", go).until("bestmove")
        made.append(told[-1].split()[1])
        most = max([most, *(int(line.split(" nodes ")[1].split()[0]) for line in told if " nodes " in line)])
        assert not [line for line in told if " multipv 2 " in line]
    return made, most


def test_a_weak_player_looks_at_few_nodes_and_makes_other_moves_each_time_but_for_the_seed(talk):
    first, most = moves(talk.say("setoption name Seed value 7"), 12)
    assert most < 2 * SCALE[0].nodes
    assert len(set(first)) > 2
    assert moves(talk.say("setoption name Seed value 7"), 12)[0] == first
    assert moves(talk.say("setoption name Seed value 8"), 12)[0] != first


def test_a_limit_that_is_told_is_kept_too(talk):
    assert moves(talk, 2, go="go depth 1")[1] < SCALE[0].nodes


def test_at_full_strength_nothing_is_drawn(talk):
    talk.say("setoption name UCI_LimitStrength value false")
    made, most = moves(talk, 3, go="go depth 6")
    talk.say("setoption name UCI_LimitStrength value true")
    assert len(set(made)) == 1
    assert most > SCALE[0].nodes
