"""Every figure of the lectures holds the numbers that are printed there; the pictures of docs/ are these figures."""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest

from zermelo.explain.figures import FIGURES
from zermelo.explain.intervals import changes
from zermelo.explain.picture import nodes
from zermelo.explain.searchtree import LEAF, NEVER, ROOT
from zermelo.game import MAX
from zermelo.languages import LANGUAGES, language
from zermelo.spec import load_game

DOCS = Path(__file__).parents[2] / "docs"


def values(found, ply):
    """What the nodes of a ply are worth, from left to right."""
    return [found.value[node] for node in sorted(range(len(found)), key=found.path) if found.ply[node] == ply]


def printed(name):
    """The numbers in the nodes of the picture, those beside them, and the small text below the leaves."""
    svg = FIGURES[name].svg()
    return (
        re.findall(r'class="value"[^>]*>([^<]*)<', svg),
        re.findall(r'class="note pale"[^>]*>([^<]+)<', svg),
        re.findall(r">(e = [^<]*)<", svg),
    )


@pytest.mark.parametrize("name", FIGURES)
def test_the_picture_of_the_page_is_the_figure(name):
    assert (DOCS / f"images/lectures/{name}.svg").read_text(encoding="utf-8") == FIGURES[name].svg()


@pytest.mark.parametrize("name", FIGURES)
def test_the_page_of_the_lectures_shows_each_figure_with_its_link(name):
    page = (DOCS / "lectures.md").read_text(encoding="utf-8")
    assert f"](images/lectures/{name}.svg)" in page
    assert f"`/edit?figure={name}`" in page or (FIGURES[name].infinite and "`/tree?game=tictactoe&" in page)


def test_the_book_s_intervals_in_eight_steps():
    found = FIGURES["book"].search()
    assert (found.value[ROOT], found.visited, found.leaves) == (3, 11, 7)
    everything = (-inf, inf)
    now = {"": everything, "B": everything, "C": everything, "D": everything}
    seen = [tuple(now.values())]
    narrowed: dict[int, list[tuple[str, tuple[float, float]]]] = {}
    for change in changes(found):
        narrowed.setdefault(change.step, []).append((" ".join(found.names(change.node)), change.interval))
    for number, step in enumerate(found.steps):
        if step.kind == LEAF:
            now |= {name: interval for name, interval in narrowed[number] if name in now}
            seen.append(tuple(now.values()))
    assert seen == [
        (everything, everything, everything, everything),
        (everything, (-inf, 3), everything, everything),
        (everything, (-inf, 3), everything, everything),
        ((3, inf), (3, 3), everything, everything),
        ((3, inf), (3, 3), (-inf, 2), everything),
        ((3, 14), (3, 3), (-inf, 2), (-inf, 14)),
        ((3, 5), (3, 3), (-inf, 2), (-inf, 5)),
        ((3, 3), (3, 3), (-inf, 2), (2, 2)),
    ]
    assert printed("book")[1] == ["[3, 3]", "[3, 3]", "[-∞, 2]", "[2, 2]"]


@pytest.mark.parametrize(("name", "cut"), [("shallow", {"c g"}), ("deep", {"c d e g"})])
def test_what_the_small_trees_leave_out(name, cut):
    found = FIGURES[name].search()
    assert {" ".join(found.names(node)) for node in range(len(found)) if found.order[node] == NEVER} == cut
    assert found.value[ROOT] == (0.03 if name == "shallow" else 0.05)


def test_three_players_each_take_what_is_best_for_themselves():
    found = FIGURES["three_players"].search()
    assert values(found, 2) == [(1, 2, 6), (6, 1, 2), (-1, 5, 2), (5, 4, 5)]
    assert values(found, 1) == [(1, 2, 6), (-1, 5, 2)]
    assert found.value[ROOT] == (1, 2, 6)
    assert printed("three_players")[0][0] == "&lt;1 2 6&gt;"


def test_chance_and_its_scale():
    coins = FIGURES["chance"].search()
    assert (values(coins, 2), values(coins, 1), coins.value[ROOT]) == ([2, 4, 0, -2], [3, -1], 3)
    for name, expected in {"scale": [2.1, 1.3], "rescaled": [21, 40.9]}.items():
        found = FIGURES[name].search()
        assert values(found, 1) == pytest.approx(expected)
        assert found.line[0] == found.children[ROOT][expected.index(max(expected))]
        assert printed(name)[0][1:3] == [f"{value:g}" for value in expected]


def test_three_in_a_row_with_its_open_lines():
    found = FIGURES["open_lines"].search()
    ones = found.children[ROOT]
    assert [(found.name(node), found.value[node]) for node in ones] == [("(0,0)", -1), ("(0,1)", -2), ("(1,1)", 1)]
    assert [[found.value[child] for child in found.children[node]] for node in ones] == [[1, 0, -1, 1, 0], [-1, 0, -2, -1, 0], [1, 2]]
    lines = printed("open_lines")[2]
    assert [eval(line.removeprefix("e = ")) for line in lines] == values(found, 2)  # noqa: S307  two numbers and a minus
    assert lines[0] == "e = 6 - 5"


def test_the_second_and_the_third_move_of_x():
    second = FIGURES["open_lines_second"].search()
    worth = {second.name(node): second.value[node] for node in second.children[ROOT]}
    assert worth == {"(0,0)": 1, "(1,0)": 0, "(2,0)": 1, "(2,1)": 0}  # of mirror images the first
    third = FIGURES["open_lines_third"].search()
    assert {third.name(node): third.value[node] for node in third.children[ROOT]} == {
        "(0,0)": 1, "(1,0)": -inf, "(1,2)": -inf, "(2,1)": -inf, "(2,2)": -inf
    }  # fmt: skip


def test_the_pawns_tree_level_by_level():
    found = FIGURES["pawns"].search()
    assert [values(found, ply) for ply in range(6)] == [
        [1], [1, -1], [1, 1, 1, 0, -1], [1, -1, 1, 1, 1, -1, 1, -1, 0, -1], [1, -1, -1, 1, 1, -1, 1, 1, 1, -1, -1, 1, -1], [1] * 8
    ]  # fmt: skip
    cut = FIGURES["pawns_alphabeta"].search()
    assert (cut.visited, cut.leaves, cut.cutoffs) == (17, 6, 5)
    shown = [node.note for node in nodes(cut, language("en")) if node.note]
    assert printed("pawns_alphabeta")[1] == shown
    assert shown[:3] == ["[-∞, ∞]", "[-∞, ∞]", "[1, ∞]"]


def test_four_plays_of_six_five_and_the_rolls_after_them():
    found = FIGURES["backgammon"].search()
    assert [found.name(node) for node in found.children[ROOT]] == ["20/14 6/1", "20/9", "20/15* 20/14", "20/15*/9"]
    for play in found.children[ROOT]:
        chances = sorted(found.probability[roll] for roll in found.children[play])
        assert chances == pytest.approx([1 / 36] * 6 + [1 / 18] * 15)
    assert "pips: white 139, black 93" in found.game.show(found.state[ROOT])
    svg = FIGURES["backgammon"].svg()
    assert svg.count('class="node chance"') == 4
    assert svg.count("21 more") == 4


def test_what_the_figure_folds_away_is_folded_where_it_is_drawn_on_too():
    """The four plays, worth what the figure prints, and no throws below."""
    taken = load_game(f"tree('{FIGURES['backgammon'].tree(language('en')).text}')")
    search = FIGURES["backgammon"].search()
    plays = list(taken.actions(taken.initial()))
    assert [taken.utility(taken.result(taken.initial(), play), MAX) for play in plays] == pytest.approx(
        [search.value[play] for play in search.children[ROOT]]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_play_of_the_lectures_is_told_in_the_notation_of_the_figure(lang):
    """The lectures count the points up from White's side, backgammon down."""
    game, state = FIGURES["backgammon"].start()
    told = re.findall(r"\((\d+)-(\d+),(\d+)-(\d+)\) = ([^;]*)[;.]", language(lang).say("studio.lectures.said.backgammon"))
    plays = [(25 - int(a), 25 - int(b), 25 - int(c), 25 - int(d)) for a, b, c, d, _ in told]
    counted = [game.parse(state, f"{a}/{b} {c}/{d}") for a, b, c, d in plays]
    assert counted == [game.parse(state, play) for *_, play in told]
    assert sorted(counted) == sorted(game.actions(state))
