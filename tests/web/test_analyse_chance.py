"""Analysis of games with chance, and of more than two players: what is to be expected, whose luck it was, what each player gets."""

from __future__ import annotations

import random
from functools import cache
from operator import mul
from typing import ClassVar

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS, begun, played
from tests.web.test_analyse import last, opened, post, refused
from zermelo.analysis import thinking
from zermelo.analysis.engines import Engines
from zermelo.analysis.lines import Lines
from zermelo.analysis.reports import Finding, Row, founded
from zermelo.analysis.thoughts import Judged, Question, sign_of
from zermelo.analysis.verdicts import cost, luck, outcome, told, told_to_each, whose_luck
from zermelo.game import CHANCE, MAX
from zermelo.games.backgammon.text import COLUMNS
from zermelo.games.pig import Pig
from zermelo.languages import language
from zermelo.play.play import play_game
from zermelo.scales import shares
from zermelo.spec import Named
from zermelo.view import arrows
from zermelo.web.app import create_app

COINS = "tree('MAX(chance(1/2: MIN(4 6) 1/4: -4 1/4: MAX(0 2)) 1)')"
"""By the first action 4, -4 or 2 come, which is 1.5 in the mean; by the other 1."""
THREE = "tree('(((<1 2 6> <4 2 3>) (<6 1 2> <7 4 -1>)) ((<5 -1 -1> <-1 5 2>) (<7 7 -1> <5 4 5>)))')"
TWO_LEFT = "nim([2], players=3)"
"""Who takes both wins; who takes one lets the next win."""
PIG = "pig(12)"


def lines_of(studio, game, actions=(), **facts):
    return last(studio, "lines", game=game, actions=[*map(str, actions)], seconds=20, **facts)


def by_name(found):
    return {one["moves"][0]["name"]: one for one in found["moves"]}


def test_where_chance_moves_it_is_told_what_is_to_be_expected_and_what_each_outcome_leads_to(studio):
    found = lines_of(studio, COINS, [1])
    (expected,) = found["lines"]
    assert (found["by"], found["settled"], expected["value"], expected["moves"], expected["sure"]) == ("engine", True, 1.5, [], "proved")
    assert [(one["chance"], one["value"]) for one in found["moves"]] == [(0.5, 4), (0.25, -4), (0.25, 2)]
    assert [[move["name"] for move in one["moves"]] for one in found["moves"]] == [["1", "1"], ["2"], ["3", "2"]]  # with the best answer


def test_a_play_of_two_men_is_two_arrows():
    game = z.load_game("backgammon")
    state = game.read(game.write(game.result(game.initial(), game.parse(game.initial(), "3-1"))))
    point = {number: 2 * COLUMNS + column for number, column in ((8, 4), (6, 7), (5, 8))}
    made = arrows(game, state, game.parse(state, "8/5 6/5"))
    assert sorted(made) == [(point[8], point[5]), (point[6], point[5])]


@pytest.mark.parametrize(
    ("lang", "label", "news"),
    [
        ("en", "white 6, black 1", "MIN to move · black plays 6-1; pips: white 167, black 167"),
        ("es", "blancas 6, negras 1", "MIN · turno: negras, con 6-1; puntos: blancas 167, negras 167"),
        ("pt", "brancas 6, pretas 1", "MIN · vez: pretas, com 6-1; pontos: brancas 167, pretas 167"),
    ],
)
def test_the_throw_that_begins_says_whose_die_is_whose(studio, lang, label, news):
    seen, later = (post(studio, "look", game="backgammon", actions=actions, lang=lang) for actions in ([], ["16"]))
    assert {one["name"]: one["label"] for one in seen["legal"]}["6-1"] == label
    assert later["news"] == news
    thrown = post(studio, "look", game="backgammon", actions=["16", later["legal"][0]["action"]])["legal"]
    assert [one["label"] for one in thrown] == [one["name"] for one in thrown]


def test_a_play_is_made_step_by_step_as_where_it_is_played(studio):
    view = played(studio, begun(studio, "backgammon", chance="human"), "6-5")
    way = next(one for one in view["legal"] if one["name"] == "24/18 13/8")["ways"][0]
    there = {"game": "backgammon", "actions": ["65"]}
    half = post(studio, "halfway", steps=way[:1], **there)
    assert half == studio.post(f"/api/games/{view['number']}/halfway", json={"ply": 1, "steps": way[:1]}).json()
    assert half["board"]["svg"].count('rx="6" fill') == 1  # the die that is left
    for steps in ([[0, 1]], [way[0]] * 2, [[]]):
        refused(studio, "halfway", steps=steps, **there)
    assert "[[0, 1]]" in refused(studio, "halfway", steps=[[0, 1]], lang="es", **there)
    assert post(studio, "halfway", game="tictactoe", steps=[[4]]) == {"board": None}


def test_moves_before_chance_are_worth_what_is_to_be_expected(studio):
    found = lines_of(studio, COINS)
    assert [(one["value"], one["end"]) for one in found["lines"]] == [(1.5, "expected"), (1, "expected")]
    assert found["settled"]
    why = post(studio, "why", game=COINS, action=found["lines"][1]["moves"][0]["action"])
    assert (why["cost"], why["mark"]) == ("It costs 0.5 (proved).", "?")


def test_an_outcome_is_chosen_by_hand_and_stands_among_the_moves(studio):
    seen = post(studio, "look", game="backgammon")
    assert (seen["mover"], len(seen["legal"]), seen["legal"][0]["name"]) == (CHANCE, 30, "1-2")
    assert "dice" in seen["news"]
    found = opened(studio, "backgammon", '6-1 "13/7 8/7"', ["0 3-1"])
    assert [(one["name"], one["player"], one["parent"]) for one in found["nodes"]] == [
        ("6-1", CHANCE, 0),
        ("13/7 8/7", 0, 1),
        ("3-1", CHANCE, 0),
    ]
    assert "chance moves, which cannot err" in refused(studio, "why", game="backgammon", action="61")
    assert "le toca al azar" in refused(studio, "why", game="backgammon", action="61", lang="es")


@cache
def plainly(game, state):
    """What a state is worth to each player, by the book."""
    if game.is_terminal(state):
        return game.utilities(state)
    mover = game.to_move(state)
    if mover == CHANCE:
        parts = [[odds * part for part in plainly(game, game.result(state, action))] for action, odds in game.outcomes(state)]
        return tuple(map(sum, zip(*parts, strict=True)))
    return max((plainly(game, game.result(state, action)) for action in game.actions(state)), key=lambda values: values[mover])


@pytest.mark.parametrize("spec", [THREE, "nim([1, 2, 2], players=3)", "mnk(2, 2, 2, players=3)", "nim([2, 2], players=4)"])
def test_each_player_gets_what_a_plain_search_finds(studio, spec):
    game = z.load_game(spec)
    found, state = lines_of(studio, spec, lines=5), game.initial()
    assert (found["by"], found["settled"], len(found["moves"])) == ("engine", True, len(list(game.actions(state))))
    speech = language("en")
    for one in found["moves"]:
        worth = plainly(game, game.result(state, int(one["moves"][0]["action"])))
        assert (one["told"], one["share"], one["value"]) == (
            told_to_each(game, worth, speech),
            shares(game, worth, proved=True),
            round(worth[0], 6),
        )
    best = [one["value"] for one in found["lines"]]
    assert best == sorted(best, reverse=True)


def test_three_players_and_chance(studio):
    spec = "tree('(chance(1/2: <1 2 6> 1/4: <4 2 3> 1/4: <0 0 0>) <2 9 1>)')"
    found = lines_of(studio, spec)
    assert (found["by"], found["settled"]) == ("textbook", True)
    assert [one["told"] for one in found["moves"]] == ["<2 9 1>", "<1.5 1.5 3.75>"]
    thrown = lines_of(studio, spec, [1])
    assert (thrown["lines"][0]["told"], [one["told"] for one in thrown["moves"]]) == ("<1.5 1.5 3.75>", ["<1 2 6>", "<4 2 3>", "<0 0 0>"])
    report = last(studio, "report", game=spec, actions=["1", "2"], effort="quick")
    assert [row["mark"] for row in report["rows"]] == ["?", ""]
    assert (report["rows"][1]["cost"], report["luck"]) == (
        "Luck for player 1: 2.5 (proved).",
        "All the luck together, as far as it is judged: 2.5 for player 1.",
    )


class Slope(z.Game):
    """Alone, down a slope of three steps: each is worth what one makes of it."""

    players = 1
    utility_range = None

    def initial(self):
        return 0

    def to_move(self, state):
        return MAX

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + 1

    def reward(self, state, action):
        return float(action * (state + 1))

    def is_terminal(self, state):
        return state == 3

    def utility(self, state, player):
        return 0.0


def test_who_plays_alone_for_points_is_told_points():
    game, engines = Slope(), Engines()
    line = Lines().line(Named("slope", game, 0), None, [1])
    thought = thinking.think(engines, line.question, None, 2, 2.0, lambda thought: None, lambda done=0: None)
    best, other = thought.best
    assert (thought.by, best.line, line.whole(best).value, other.value) == ("engine", (2, 2), 11, 8)
    assert told(game, line.whole(best), language("en")) == "11"
    assert cost(game, MAX, best, other, line.won).loss == 2
    assert outcome(game, best, line.won, MAX) == "expected"  # the best that there is, and no win
    assert outcome(game, best, -20, MAX) == "expected"  # nor a loss, where one pays for all
    puzzle = z.load_game("sliding")
    assert outcome(puzzle, Judged((0,), 1, proved=True), 0, MAX) == "won"


class Heap(z.Game):
    """Who takes the last stone wins, and what an end is worth is said by `utility` alone."""

    mode = "interpreted"
    utility_range = None

    def initial(self):
        return (5, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [take for take in (1, 2, 3) if take <= state[0]]

    def result(self, state, action):
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if state[1] != player else -1


def test_a_game_that_does_not_say_what_an_end_is_worth_is_decided_in_so_many_plies():
    question = Lines().line(Named("heap", Heap(), 0), None, []).question
    thought = thinking.think(Engines(), question, None, 3, 60.0, lambda thought: None, lambda done=0: None)
    words = {action: told(question.game, one, language("en")) for action, one in thought.moves.items()}
    assert words == {1: "MAX wins in 3 plies", 2: "MIN wins in 2 plies", 3: "MIN wins in 2 plies"}


def test_a_move_of_one_of_three_costs_who_plays_it(studio):
    why = post(studio, "why", game=TWO_LEFT, action=worst(studio, TWO_LEFT))
    assert (why["mark"], why["cost"]) == ("??", "It turns a win into a loss.")


def worst(studio, game):
    return lines_of(studio, game)["moves"][-1]["moves"][0]["action"]


def test_a_report_marks_moves_and_tells_the_luck_of_outcomes(studio):
    game = z.load_game(PIG)
    record = play_game(game, ["random", "random"], seed=4)
    actions = [*map(str, record.actions)]
    found = last(studio, "report", game=PIG, actions=actions, effort="quick")
    assert (found["done"], found["plies"], found["turned"]) == (len(actions), len(actions), None)
    brought = 0.0
    for row, turn in zip(found["rows"], record.turns, strict=True):
        if turn.player == CHANCE:
            assert (row["mark"], row["lost"], row["best"]["moves"]) == ("", 0, [])
            assert row["played"]["moves"][0]["action"] == str(turn.action)
            brought += row["played"]["value"] - row["best"]["value"]
            assert ("Luck for MAX" in row["cost"]) == (row["played"]["value"] > row["best"]["value"])
        else:
            assert row["best"]["moves"]
    assert any(row["mark"] for row in found["rows"])  # who plays at random errs
    assert found["luck"].endswith("for MAX." if brought > 0 else "for MIN.")
    assert f"{abs(100 * brought):.1f}% of a win" in found["luck"]
    lost = [0.0, 0.0]
    for row, turn in zip(found["rows"], record.turns, strict=True):
        if turn.player != CHANCE and row["played"]:
            lost[turn.player] += max(0.0, (1 - 2 * turn.player) * (row["best"]["value"] - row["played"]["value"]))
    assert [float(one.split("%")[0]) for one in found["costs"]] == pytest.approx([100 * one for one in lost], abs=0.0501)
    assert post(studio, "kept", game=PIG, actions=actions, effort="quick") == found


def test_a_report_of_three_players_marks_the_moves_that_cost_who_plays_them(studio):
    actions = [worst(studio, TWO_LEFT)]
    found = last(studio, "report", game=TWO_LEFT, actions=actions, effort="quick")
    assert ([row["mark"] for row in found["rows"]], found["turned"], found["luck"], found["costs"]) == (["??", ""], None, "", [])
    assert len(found["rows"][0]["best"]["share"]) == 3
    assert post(studio, "kept", game=TWO_LEFT, actions=actions, effort="quick") == found


def test_the_end_of_a_game_of_three_is_told_and_shared(studio):
    record = play_game(z.load_game("nim([1, 1], players=3)"), ["random"] * 3, seed=0)
    seen = post(studio, "look", game="nim([1, 1], players=3)", actions=[*map(str, record.actions)])
    winner = record.utilities.index(max(record.utilities))
    assert seen["end"] == {"told": f"player {winner + 1} wins", "share": [float(player == winner) for player in range(3)]}


def test_simulations_tell_what_it_is_worth_to_who_moves(studio):
    found = last(studio, "lines", game="chinese_checkers(players=3)", seconds=0.5, lines=2)
    best, second = found["lines"]
    assert (found["by"], len(best["share"]), second["share"]) == ("mcts", 3, None)
    assert second["told"].startswith("player 1: ")
    assert float(best["told"].strip("<>").split()[0]) == round(best["value"], 2)  # a mean over games, not in steps


def test_a_game_that_is_played_with_dice_is_analysed(studio):
    view = begun(studio, "pig", seed="7")
    while view["ply"] < 6:
        view = studio.post(f"/api/games/{view['number']}/moves", json={"ply": view["ply"], "action": view["legal"][0]["action"]}).json()
    found = post(studio, "open", number=view["number"])
    assert [one["player"] for one in found["nodes"]][:2] == [0, CHANCE]
    assert len(found["nodes"]) == view["ply"]


def test_squares_that_are_others_now_are_not_those_of_the_last_move(studio):
    """The third square of pig is the cup; when the die is thrown, the die that shows 1 stands there."""
    thrown = post(studio, "look", game="pig", actions=["0"])
    shown = post(studio, "look", game="pig", actions=["0", "3"])
    played_too = studio.post(
        "/api/games", json={"game": "pig", "seats": [{"kind": "human"}] * 2, "moves": ["roll"], "chance": "human"}
    ).json()
    assert [one["board"]["last"] for one in (thrown, shown, played_too)] == [[], [], []]
    assert post(studio, "look", game="nim(players=3)", actions=["7"])["board"]["last"] != []


def test_one_player_and_chance_have_a_value_and_no_bar(studio):
    found = last(studio, "lines", game="2048", seconds=0.5)
    assert (found["lines"][0]["share"], found["lines"][0]["told"].endswith(" points"), len(found["moves"])) == (None, True, 32)


# What is said of it


def test_what_is_expected_is_no_end():
    pig, backgammon, speech = z.load_game("pig"), z.load_game("backgammon"), language("en")
    assert told(pig, Judged((0,), 0.0, proved=True), speech) == "0.0% of a win"
    assert told(pig, Judged((0,), 0.25, proved=True), speech) == "+25.0% of a win"
    assert told(pig, Judged((0,), 1.0, proved=True), speech) == "MAX wins"
    assert told(backgammon, Judged((0,), -3.0, proved=True), speech) == "MIN wins by 3 points"
    assert [outcome(pig, Judged((0,), value, proved=True), 0.0, MAX) for value in (1, 0.5, 0, -1)] == [
        "won",
        "expected",
        "expected",
        "lost",
    ]
    assert outcome(pig, Judged((0,), 0.5), 0.0, MAX) == "open"


@pytest.mark.parametrize(("lost", "mark"), [(0.03, ""), (0.05, "?!"), (0.1, "?"), (0.3, "??")])
def test_of_points_that_are_expected_few_matter(lost, mark):
    game = z.load_game("backgammon")
    assert cost(game, MAX, Judged((0,), 0.2, 3), Judged((1,), 0.2 - lost, 3)).mark == mark
    assert cost(game, 1, Judged((0,), -0.2, 3), Judged((1,), lost - 0.2, 3)).mark == mark


def test_luck_is_told_for_whom_it_was():
    pig, speech = z.load_game("pig"), language("en")
    assert whose_luck(pig, luck(Judged((), 0.1), Judged((3,), 0.4)), speech) == {"player": "MAX", "points": "30.0% of a win"}
    assert whose_luck(pig, luck(Judged((), 0.1), Judged((1,), -0.4)), speech) == {"player": "MIN", "points": "50.0% of a win"}
    assert whose_luck(pig, luck(Judged((), 0.1), Judged((1,), 0.1)), speech) is None
    game, alone = z.load_game(THREE), z.load_game("2048")
    three = luck(Judged((), 0, values=(0.0, 1.0, 2.0)), Judged((0,), 0, values=(1.0, 3.0, -1.0)))
    assert whose_luck(game, three, speech) == {"player": "player 2", "points": "2"}
    assert whose_luck(alone, (-4.0,), speech) == {"player": "MAX", "points": "-4.0 points"}


def test_parts_of_more_players_add_up_to_the_whole_bar():
    game, draw = z.load_game("nim(players=3)"), random.Random(1)
    for _ in range(20):
        values = tuple(draw.uniform(-0.5, 1) for _ in range(3))
        parts = shares(game, values, proved=False)
        assert sum(parts) == pytest.approx(1, abs=1e-3)
        assert sorted(range(3), key=values.__getitem__) == sorted(range(3), key=parts.__getitem__)
    assert shares(game, (0.25, 0.25, -0.5), proved=True) == [0.5, 0.5, 0]


def test_values_are_turned_for_min_of_two_alone():
    two, three = z.load_game("pig"), z.load_game("nim(players=3)")
    assert [sign_of(two, player) for player in (0, 1, CHANCE)] == [1, -1, 1]
    assert [sign_of(three, player) for player in (0, 1, 2)] == [1, 1, 1]


def test_what_is_found_of_an_outcome_later_is_told_of_it(studio):
    game = z.load_game(PIG)
    line = Lines().line(Named(PIG, game, 0), None, [0])
    expected, fell = Judged((), 0.1, 4), Judged((3,), 0.2, 4)
    deeper = Finding(replace_depth(expected), False, {3: replace_depth(fell)})
    assert founded(Row(expected, fell), line, 3, deeper) == Row(replace_depth(expected), replace_depth(fell))
    assert founded(Row(expected, fell), line, 3, None) == Row(expected, fell)
    assert founded(Row(expected, None), line, None, deeper) == Row(replace_depth(expected), None)
    assert Row.of(Row(expected, fell).text()) == Row(expected, fell)


def replace_depth(judged):
    return Judged(judged.line, judged.value + 0.01, judged.depth + 2)


def test_what_a_database_knows_of_a_game_with_chance_is_not_searched(tmp_path):
    game = z.load_game("pig(6)")
    z.make_database(game, tmp_path / "base", mode="interpreted")
    with TestClient(create_app(tmp_path / "s.sqlite", known=(tmp_path / "base",)), base_url=ADDRESS) as studio:
        start, thrown = (last(studio, "lines", game="pig(6)", actions=actions) for actions in ([], ["0"]))
        assert [(one["by"], one["settled"]) for one in (start, thrown)] == [("database", True)] * 2
        (expected,) = thrown["lines"]
        odds, values = ([one[name] for one in thrown["moves"]] for name in ("chance", "value"))
        assert expected["value"] == pytest.approx(sum(map(mul, odds, values)), abs=1e-5) == start["lines"][0]["value"]
        assert {one["sure"] for one in (*start["moves"], *thrown["moves"])} == {"proved"}
        assert by_name(thrown)["6"]["told"] == "MAX wins"
        report = last(studio, "report", game="pig(6)", actions=["0", "6", "1"], effort="quick")
        assert [row["mark"] for row in report["rows"]] == ["", "", ""]
        assert report["luck"].endswith("for MAX.")


class Simulated(Pig):
    """Pig that is simulated, as a game may ask for that nobody can judge."""

    monte_carlo: ClassVar = {"exploration": 1.0}


@pytest.mark.parametrize(("position", "chance"), [("0-0 0 1 roll", True), ("0-0 5 2", False)])
def test_a_game_with_chance_is_simulated(position, chance):
    game = Simulated(20)
    state, engines = game.read(position), Engines()
    question = Question(Named("simulated", game, 0), state, ())
    thought = thinking.think(engines, question, None, 3, 0.3, lambda thought: None, lambda done: None)
    best, fell = thinking.judge(engines, question, None, 0.1, 1, lambda done=0: None)
    assert thought.by == "mcts"
    assert fell is not None
    assert fell.action == 1
    if chance:
        assert (thought.best, thought.expected.line, len(thought.moves), best.line) == ([], (), 6, ())
        assert {len(one.line) for one in thought.moves.values()} <= {1, 2}  # the next throw says what follows
        assert thought.expected.visits == sum(one.visits for one in thought.moves.values())
    else:
        assert (thought.expected, best.action, best.value < fell.value) == (None, 0, True)  # MIN rolls on
