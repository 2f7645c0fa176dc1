"""Analysis over HTTP: trees of moves, what every move is worth, why one is not played, and reports that go on where they were."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from tests.web.conftest import ADDRESS, begun, events, played
from zermelo.analysis import answers, thinking
from zermelo.analysis.engines import Engines
from zermelo.analysis.lines import Line
from zermelo.analysis.reports import Finding, Row, founded
from zermelo.analysis.searchers import simulations
from zermelo.analysis.searchers.engine import Searches
from zermelo.analysis.thoughts import Judged, Question, Thought
from zermelo.analysis.verdicts import cost, told, told_cost
from zermelo.game import MAX
from zermelo.languages import language
from zermelo.play.play import Playing
from zermelo.scales import share
from zermelo.search.engine.engine import Engine
from zermelo.search.solutions import solve
from zermelo.spec import Named
from zermelo.web.app import create_app
from zermelo.web.catalogue import Catalogue

OTHELLO = (
    "d3 c3 b3 e3 f3 c5 f6 g2 f5 g5 h1 e7 g7 f7 b6 d2 c4 h8 d6 f4 f2 g3 h2 e6 g8 f8 h6 g4 h4 h3 "
    "c2 h5 e1 h7 g6 g1 d8 b4 d7 c6 b5 c7 f1 e2 b8 a5 a4 b7 a6 d1 c1 a7 c8 a3 e8 a8 a2 b2 b1 a1"
)
"""A game that Black loses by 20; the last time that Black had won it, by 10, was before c8, the move 53, after which it is lost by 22."""
EARLY = ["3", "2", "3", "3", "3", "3", "5", "1", "1"]
"""Connect four after these: no longer in the book that comes with the package, and too early to be solved at once."""
ENDING = "xo./.x./..o x"
"""Tic-tac-toe: who is to move wins in three plies by two of five moves."""


def post(studio, path, **facts):
    answer = studio.post(f"/api/analyse/{path}", json=facts)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(studio, path, **facts):
    answer = studio.post(f"/api/analyse/{path}", json=facts)
    assert answer.status_code == 422, answer.text
    return answer.json()["error"]


def last(studio, path, **facts):
    *rest, (kind, found) = events(studio.post(f"/api/analyse/{path}", json=facts))
    assert kind == "done", found
    assert all(kind == "news" for kind, _ in rest)
    return found


def thoughts(studio, **facts):
    """What the engine finds, without how far it is compiled."""
    told_of = events(studio.post("/api/analyse/lines", json=facts))
    assert [kind for kind, _ in told_of] == ["news"] * (len(told_of) - 1) + ["done"], told_of[-1]
    return [found for _, found in told_of if "lines" in found]


def opened(studio, game, moves="", variations=(), **facts):
    return post(studio, "open", game=game, moves=moves, variations=list(variations), **facts)


def actions_of(found):
    return [node["action"] for node in found["nodes"]]


# Trees


def test_a_tree_is_numbered_as_it_is_written(studio):
    found = opened(studio, "othello", "f5 d6 c3", ["1 f6 e6", "4 d3"])
    assert [(node["parent"], node["word"]) for node in found["nodes"]] == [(0, "f5"), (1, "d6"), (2, "c3"), (1, "f6"), (4, "e6"), (4, "d3")]
    assert [node["player"] for node in found["nodes"]] == [0, 1, 0, 1, 0, 0]
    assert (found["initial"], found["players"]) == (True, ["MAX", "MIN"])


@pytest.mark.parametrize("moves", ["f5d6c3", "1. f5 d6 2. c3", "1.f5 d6 2... c3 0-1", "F5 D6 C3 *"])
def test_moves_are_pasted_as_games_are_written_down(studio, moves):
    assert [node["word"] for node in opened(studio, "othello", moves)["nodes"]] == ["f5", "d6", "c3"]


def test_a_game_that_is_played_here_is_opened_with_what_was_played(studio):
    view = played(studio, begun(studio, "connect4", position="......./......./......./......./......./...x... o"), "4", "3")
    found = post(studio, "open", number=view["number"], lang="es")
    assert (found["game"], found["initial"], [node["word"] for node in found["nodes"]]) == ("connect4", False, ["4", "3"])
    assert found["position"] == view["start"]


@pytest.mark.parametrize(
    ("game", "actions", "lang", "told"),
    [
        ("othello", [], "en", "MAX · x 2, o 2; x to move"),
        ("othello", [], "es", "MAX · x 2, o 2; turno: x"),
        ("chess", [], "en", "White to move"),
        ("chess", [], "pt", "Vez: Brancas"),
        ("dots_and_boxes(1, 1)", [], "en", "MAX · x to move; nobody is ahead"),
        ("sliding", [], "en", "MAX to move · put the tiles in order"),
        ("tree", [], "es", "Turno: MAX"),
    ],
)
def test_whose_turn_it_is_is_told_once(studio, game, actions, lang, told):
    assert post(studio, "look", game=game, actions=actions, lang=lang)["news"] == told


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"game": "othello", "moves": "f5 a1"}, "Move 2. a1 may not be played there; what may: f4, d6, f6."),
        (
            {"game": "othello", "moves": "f5", "variations": ["2 d6"]},
            "A variation is the number of a node (0 to 1) and its moves, not 2 d6.",
        ),
        ({"game": "othello", "position": "nothing", "lang": "es"}, "La posición no se puede leer: "),
        ({"game": "othello", "moves": "f5 a1", "lang": "pt"}, "Jogada 2. a1 não se pode jogar ali"),
        ({"game": "chess", "moves": "e4 e5 Nf6 d4"}, "Move 2. Nf6 may not be played there; what may: Ke2, "),
        ({"game": "chess", "moves": "1. e4 e5 2. Nf3 Nf3", "lang": "es"}, "Jugada 2... Nf3 no se puede jugar ahí"),
        ({"game": "chess", "moves": "e4 e5", "variations": ["1 Nf3"]}, "Move 1... Nf3 may not be played there"),
        ({"moves": "f5"}, "name a game, or the number of one that is played here"),
    ],
)
def test_what_is_no_tree_is_told(studio, facts, words):
    assert words in refused(studio, "open", **facts)


@pytest.mark.parametrize(
    ("game", "lang", "words"),
    [
        ("kuhn", "en", "hides something from its players"),
        ("goofspiel", "es", "esconde algo a sus jugadores"),
        ("kuhn(players=3)", "pt", "esconde algo dos seus jogadores"),
        ("rps", "en", "hides something from its players"),
    ],
)
def test_games_that_it_is_not_for_are_told_why(studio, game, lang, words):
    for path, facts in (("open", {}), ("look", {}), ("kept", {}), ("why", {"action": "0"})):
        assert words in refused(studio, path, game=game, lang=lang, **facts)
    ((kind, found),) = events(studio.post("/api/analyse/lines", json={"game": game, "lang": lang}))
    assert kind == "error"
    assert words in found["error"]


# Positions


def test_a_position_is_looked_at_after_its_moves(studio):
    found = opened(studio, "tictactoe", "(1,1) (0,0)")
    seen = post(studio, "look", game="tictactoe", actions=actions_of(found))
    assert (seen["mover"], len(seen["legal"]), seen["end"], seen["position"]) == (0, 7, None, "o../.x./... x")
    assert seen["board"]["svg"].count('class="last"') == 1
    over = opened(studio, "tictactoe", "(0,0) (1,0) (0,1) (1,1) (0,2)")
    seen = post(studio, "look", game="tictactoe", actions=actions_of(over), lang="es")
    assert (seen["mover"], seen["legal"], seen["news"]) == (None, [], "Ganó MAX · victoria: x")
    assert seen["end"] == {"told": "gana MAX", "share": 1.0}


def test_what_may_not_be_played_is_told_with_its_number(studio):
    assert "Move 2. 4 may not be played there" in refused(studio, "look", game="tictactoe", actions=["4", "4"])
    assert (
        refused(studio, "look", game="tictactoe", actions=["0", "3", "1", "4", "2", "5"], lang="es")
        == "La partida termina antes de la jugada 6."
    )
    pasted = refused(studio, "open", game="tictactoe", moves="(0,0) (1,0) (0,1) (1,1) (0,2) (1,2)", lang="pt")
    assert pasted == "A partida termina antes da jogada 6."


@pytest.mark.parametrize(("game", "told", "last"), [("go(7)", 41, "..."), ("hex(6)", 36, "f6")])  # of 50 actions, and of 36
def test_of_many_legal_actions_it_is_said_that_there_are_more(studio, game, told, last):
    _, _, legal = refused(studio, "open", game=game, moves="z9").removesuffix(".").partition("what may: ")
    assert (len(legal.split(", ")), legal.split(", ")[-1]) == (told, last)


def test_a_position_that_comes_for_the_third_time_ends_the_game(studio):
    there_and_back = "Nf3 Nf6 Ng1 Ng8"
    found = opened(studio, "chess", f"{there_and_back} {there_and_back}")
    seen = post(studio, "look", game="chess", actions=actions_of(found))
    assert (seen["mover"], seen["end"]["told"]) == (None, "draw")
    assert "The game is over before move 5." in refused(studio, "open", game="chess", moves=f"{there_and_back} {there_and_back} e4")


# What moves are worth


@cache
def plainly(game, state):
    """What a state is worth to MAX, and in how many plies a win comes if it is won as soon and lost as late as can be: by the book."""
    if game.is_terminal(state):
        return game.utility(state, MAX), 0
    sign = 1 if game.to_move(state) == MAX else -1
    found = []
    for action in game.actions(state):
        value, plies = plainly(game, game.result(state, action))
        found.append((sign * value, -plies if sign * value > 0 else plies, value, plies + 1))
    return max(found)[2:]


@pytest.mark.parametrize(("spec", "position"), [("tictactoe", ENDING), ("tictactoe", None), ("pawns", None), ("hexapawn", None)])
def test_every_move_has_the_value_and_the_distance_that_a_plain_search_finds(studio, spec, position):
    found = last(studio, "lines", game=spec, position=position, lines=2, seconds=30)
    game = z.load_game(spec)
    state = game.initial() if position is None else game.read(position)
    for one in found["moves"]:
        value, plies = plainly(game, game.result(state, int(one["moves"][0]["action"])))
        wins = {1: f"MAX wins in {plies + 1} plies", -1: f"MIN wins in {plies + 1} plies", 0: "draw"}[int(value)]
        assert one["told"] == wins.replace("in 1 plies", "in one ply"), one
    assert (found["settled"], len(found["lines"]), len(found["moves"])) == (True, 2, len(list(game.actions(state))))


def test_lines_are_told_deeper_and_deeper(studio):
    told_of = thoughts(studio, game="connect4", actions=EARLY, seconds=0.6, lines=3)
    depths = [found["depth"] for found in told_of]
    assert depths == sorted(depths)
    found = told_of[-1]
    assert (found["by"], len(found["lines"]), len(found["moves"])) == ("engine", 3, 7)
    assert all(one["moves"][0]["word"] == str(one["arrows"][0][0] % 7 + 1) for one in found["lines"])


@pytest.mark.parametrize("spec", ["othello", "hex(5)", "teeko", "go(5)"])
def test_moves_that_are_the_same_but_for_a_turn_or_a_mirror_have_one_value(studio, spec):
    game = z.load_game(spec)
    groups = {}
    for action in game.actions(game.initial()):
        child = game.result(game.initial(), action)
        groups.setdefault(min(str(game.key(one)) for one in (child, *game.symmetries(child))), []).append(str(action))
    assert any(len(group) > 1 for group in groups.values())
    for found in thoughts(studio, game=spec, seconds=1.2, lines=3):
        known = {one["moves"][0]["action"]: (one["value"], one["depth"], one["told"]) for one in found["moves"]}
        for group in groups.values():
            assert len({known[action] for action in group if action in known}) <= 1


@pytest.mark.parametrize("played", ["19", "26", "37", "44"])
def test_a_move_that_is_the_same_as_the_best_costs_nothing(studio, played):
    """All four first moves of Othello are the same but for a turn or a mirror."""
    why = post(studio, "why", game="othello", action=played, seconds=0.5)
    assert (why["mark"], why["played"], len(why["sentences"])) == ("", None, 1)
    (row, _) = last(studio, "report", game="othello", actions=[played], effort="quick")["rows"]
    assert (row["cost"], row["best"]["moves"][0]["action"]) == ("It costs nothing.", played)


@pytest.mark.parametrize(("moves", "sign"), [([], 1), (["4"], -1)])
def test_no_move_beside_the_lines_is_told_to_be_better_than_they_are(studio, monkeypatch, moves, sign):
    def judged(action, value, depth, proved=False):
        return Judged((action,), sign * value, depth, proved)

    best = [judged(0, 0.5, 9), judged(1, 0.2, 9)]
    others = [judged(2, 0.1, 4), judged(3, 0.4, 5), judged(5, -0.3, 6)]  # 3, looked at less deep, seems better than 1

    def thought(by):
        return Thought(by, list(best), {one.action: one for one in (*others, *best)}, 9)

    def found(by):
        monkeypatch.setattr(answers, "think", lambda *asked: thought(by))
        told_of = last(studio, "lines", game="tictactoe", actions=moves, lines=2, seconds=1)["moves"]
        return [(one["moves"][0]["action"], one["told"], one["depth"]) for one in told_of]

    of = {value: f"{sign * value:.2f}" for value in (0.5, 0.2, 0.1, 0.4, -0.3)}
    assert [action for action, *_ in found("engine")] == ["0", "1", "3", "2", "5"]
    assert found("engine")[2] == ("3", f"no better than {found('engine')[1][1]}", 9)
    assert found("engine")[3][1:] == (of[0.1], 4)
    assert [told for _, told, _ in found("mcts")] == [of[0.5], of[0.2], of[0.1], of[0.4], of[-0.3]]  # by visits, which stand beside them

    proved = thought("engine")
    proved.note(judged(6, 0.3, 3, proved=True))
    proved.note(judged(7, -1.0, 3, proved=True))
    proved.rank(sign)
    assert [one.action for one in proved.best] == [0, 6]


@pytest.mark.parametrize("game", ["three_mens_morris", "nim"])
def test_how_a_proved_move_wins_is_told_while_others_are_looked_at(studio, game):
    """Not only when the engine comes to its end, which may be never: three men's morris goes round, and no draw of it is proved."""
    told_of = thoughts(studio, game=game, seconds=2)
    later = [one for found in told_of[len(told_of) // 2 :] for one in found["lines"] if one["sure"] == "proved"]
    assert later
    assert min(len(one["moves"]) for one in later) > 3


@pytest.mark.parametrize(
    ("game", "lang", "told"),
    [
        ("connect4", "en", ["MAX wins in 41 plies", "draw", "draw", "MIN wins in 42 plies"]),
        ("connect4", "es", ["gana MAX en 41 medias jugadas", "tablas", "tablas", "gana MIN en 42 medias jugadas"]),
        ("connect4(score=True)", "en", ["MAX wins by 1 point", "draw", "draw", "MIN wins by 1 point"]),
    ],
)
def test_what_a_book_of_scores_knows_is_told(studio, game, lang, told):
    found = last(studio, "lines", game=game, seconds=1, lang=lang)
    assert (found["by"], [one["told"] for one in found["moves"]][:4]) == ("book", told)


class Pile(z.Game):
    """Take one or two; who takes the last wins. It does not say within what its utilities lie."""

    def initial(self):
        return (7, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [take for take in (1, 2) if take <= state[0]]

    def result(self, state, action):
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if state[1] != player else -1


class Prize(Pile):
    """The same, but whoever takes the last one by one gets three."""

    def initial(self):
        return (7, 0, 0)

    def result(self, state, action):
        return (state[0] - action, 1 - state[1], action)

    def utility(self, state, player):
        return super().utility(state, player) * (3 if state[2] == 1 else 1)


@pytest.mark.parametrize(("rules", "told_of"), [(Pile, ["MAX wins in 5 plies", "MIN wins in 4 plies"]), (Prize, ["MAX wins", "MIN wins"])])
def test_in_how_many_plies_a_game_is_won_is_found_also_where_it_does_not_say_what_a_win_is_worth(rules, told_of):
    """Where an end is worth more than 1, a win of 1 is not all that there is, and in how many plies it comes is not looked for."""
    game = rules()
    question = Question(Named("pile", game, 0), game.initial(), [])
    found = thinking.think(Engines(), question, None, 2, 60, lambda thought: None, lambda done: None)
    assert (found.settled, [told(game, one, language("en")) for one in found.best]) == (True, told_of)


@pytest.mark.parametrize("from_the_end", [False, True])
def test_a_report_finds_in_how_many_plies_a_game_of_one_s_own_is_decided(from_the_end):
    """A move that was played may win later, or lose sooner, than another one, also where it is known what it has led to."""
    game = Pile()
    game.mode = "interpreted"
    engines, named = Engines(), Named("pile", game, 0)
    beside = 0
    for state in ((matches, 0) for matches in range(1, 7)):
        moves = {action: plainly(game, game.result(state, action)) for action in game.actions(state)}
        for action, (value, plies) in moves.items():
            led_to = Judged((action,), float(value), proved=True, distance=plies + 1, shortest=True) if from_the_end else None
            best, other = thinking.judge(engines, Question(named, state, []), None, 60, action, lambda done: None, led_to)
            assert (best.value, best.distance, best.shortest) == (*plainly(game, state), True), (state, action)
            own = other or best
            assert (own.action, own.value, own.distance) == (action, value, plies + 1), (state, action)
            beside += other is not None
    assert beside > 1


def test_what_is_not_found_in_time_is_not_told_of_who_loses(monkeypatch):
    """In how many plies the move that was played loses is nothing that the position says: another may hold out longer."""
    game = Pile()
    game.mode = "interpreted"
    monkeypatch.setattr(Searches, "_measured", lambda *asked: None)
    for matches, wins in ((4, True), (6, False)):
        led_to = Judged((1,), 1.0 if wins else -1.0, proved=True, distance=9, shortest=True)
        question = Question(Named("pile", game, 0), (matches, 0), [])
        best, own = thinking.judge(Engines(), question, None, 60, 1, lambda done: None, led_to)
        assert (best.action, best.proved, best.distance, best.shortest, own) == (1, True, 9 if wins else None, False, None)


def test_a_position_is_lost_as_late_as_its_best_move_says(monkeypatch):
    """Also where the engine itself knows at most how many plies it takes, as that of chess: the move that was played loses sooner."""
    game = Pile()
    game.mode = "interpreted"
    longer, led_to = Judged((2,), -1.0, 12, proved=True, distance=10), Judged((1,), -1.0, 12, proved=True, distance=4)
    monkeypatch.setattr(Searches, "_can_measure", lambda *asked: False)
    monkeypatch.setattr(Searches, "_judged_alone", lambda *asked, **facts: longer)
    question = Question(Named("pile", game, 0), (6, 0), [])
    assert thinking.judge(Engines(), question, None, 60, 1, lambda done: None, led_to) == (longer, led_to)
    later = replace(led_to, distance=11)
    assert thinking.judge(Engines(), question, None, 60, 1, lambda done: None, later) == (later, None)


LEGAL = "r2qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6"
"""Legal's mate: the bishop takes on f7, the king has one square, and a knight gives mate."""


def test_a_line_of_a_proved_win_is_told_to_its_end(studio):
    """The search keeps the answer that it had found first, and no more, where the table knew the rest."""
    found = last(studio, "lines", game="chess", position=LEGAL, seconds=2, lines=2)
    best = found["lines"][0]
    assert [move["name"] for move in best["moves"]] == ["Bxf7+", "Ke7", "Nd5#"]
    assert best["told"].startswith("White wins in 3 plies")


@pytest.mark.parametrize("sign", [1, -1])
def test_of_wins_the_soonest_comes_first_and_of_losses_the_latest(sign):
    """One of which it is not known how long it takes comes last of its kind."""
    moves = [
        Judged((place,), sign * value, proved=True, distance=plies)
        for place, (value, plies) in enumerate([(1.0, 3), (1.0, 5), (1.0, None), (0.0, None), (-1.0, 6), (-1.0, 2)])
    ]
    assert sorted([moves[place] for place in (3, 5, 0, 2, 4, 1)], key=lambda one: one.rank(sign)) == moves


@pytest.mark.parametrize(("name", "word"), [("go(9)", "point"), ("chinese_checkers", "step"), ("hex(5)", "stone")])
def test_a_mean_over_simulated_games_is_a_part_of_a_win_and_not_in_units_of_an_evaluation(name, word):
    """Each game that is simulated is won or lost, by how much is not counted."""
    game, say = z.load_game(name), language("en")
    best, own = Judged((0,), 0.25, visits=900), Judged((1,), 0.1, visits=30)
    price = cost(game, 0, best, own)
    assert (told(game, best, say), price.mark, told_cost(game, price, own, say)) == (
        "+25.0% of a win", "?", "It costs 15.0% of a win (estimate, 30 simulations).")  # fmt: skip
    assert share(game, 0.25, proved=False, mean=True) == 0.625
    assert share(z.load_game("pig(30)"), 0.14, proved=False) == 0.57  # whose values are told as parts of a win, too
    assert word in told(game, Judged((0,), 0.25, depth=3), say)


def test_a_tree_of_simulations_that_is_full_proves_nothing(studio, monkeypatch):
    monkeypatch.setattr(simulations, "MEMORY", 1)
    found = last(studio, "lines", game="go(9)", seconds=20, lines=2)
    assert (found["by"], found["full"], found["settled"]) == ("mcts", True, False)
    assert {one["sure"].partition(",")[0] for one in found["lines"]} == {"estimate"}


def test_a_game_that_is_better_simulated_tells_visits(studio):
    found = last(studio, "lines", game="go(5)", seconds=0.4, lines=2)
    assert (found["by"], found["depth"], len(found["lines"])) == ("mcts", 0, 2)
    visits = [one["visits"] for one in found["lines"]]
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > 0


class Stones(z.Game):
    """Who takes the last of five stones wins. A part of its states is no plain value."""

    utility_range = (-1, 1)

    def initial(self):
        return (5, 0, 1j)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [take for take in (1, 2, 3) if take <= state[0]]

    def result(self, state, action):
        return (state[0] - action, 1 - state[1], 1j)

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 1 if player != state[1] else -1


def test_a_game_whose_states_are_no_plain_values_is_searched_by_the_textbook():
    game = Stones()
    question = Question(Named("stones", game, 0), game.initial(), [])
    found = thinking.think(Engines(), question, None, 2, 600, lambda thought: None, lambda done: None)
    assert (found.by, found.settled, found.best[0].line[0]) == ("textbook", True, 1)
    assert {action: one.value for action, one in found.moves.items()} == {1: 1, 2: -1, 3: -1}
    assert thinking.judge(Engines(), question, None, 5, 3, lambda done: None)[1].value == -1


def test_nothing_is_searched_where_the_game_is_over(studio):
    ((kind, found),) = events(studio.post("/api/analyse/lines", json={"game": "tictactoe", "actions": ["0", "3", "1", "4", "2"]}))
    assert (kind, found["status"], found["error"]) == ("error", 422, "The game is over before move 6.")


def test_what_a_database_and_a_book_know_is_not_searched(tmp_path):
    game = z.load_game("tictactoe")
    z.make_database(game, tmp_path / "base", mode="interpreted")
    z.make_book(z.load_game("connect4(4, 4)"), tmp_path / "small.book", plies=2)
    known = (tmp_path / "base", tmp_path / "small.book")
    with TestClient(create_app(tmp_path / "s.sqlite", known=known), base_url=ADDRESS) as studio:
        found = last(studio, "lines", game="tictactoe", position=ENDING, lines=1)
        assert (found["by"], found["settled"], found["nodes"]) == ("database", True, 0)
        assert found["lines"][0]["told"] == "MAX wins in 3 plies"
        assert sorted(one["end"] for one in found["moves"]) == ["drawn", "drawn", "drawn", "won", "won"]
        assert last(studio, "lines", game="connect4(4, 4)", lines=1)["by"] == "book"
        assert last(studio, "lines", game="connect4(5, 4)", lines=1, seconds=0.1)["by"] == "engine"
        assert post(studio, "why", game="tictactoe", position=ENDING, action="2")["mark"] == "??"


def test_what_is_known_is_a_hint_in_a_game_that_is_played(tmp_path):
    z.make_database(z.load_game("tictactoe"), tmp_path / "base", mode="interpreted")
    with TestClient(create_app(tmp_path / "s.sqlite", known=(tmp_path / "base",)), base_url=ADDRESS) as studio:
        seats = [{"kind": "human"}] * 2
        number = studio.post("/api/games", json={"game": "tictactoe", "seats": seats, "position": ENDING}).json()["number"]
        ((kind, found),) = events(studio.post(f"/api/games/{number}/think", json={"ply": 0}))
        assert (kind, found["known"], found["proved"], found["estimated"]) == ("done", True, True, False)
        assert found["told"] == "MAX wins in 3 plies at most"


def test_what_is_known_is_a_leaf_of_a_search_that_is_watched(tmp_path):
    z.make_database(z.load_game("tictactoe"), tmp_path / "base", mode="interpreted")
    with TestClient(create_app(tmp_path / "s.sqlite", known=(tmp_path / "base",)), base_url=ADDRESS) as studio:
        ask = {"game": "tictactoe", "algorithm": "minimax", "lang": "es"}
        assert studio.post("/api/choices", json={"game": "tictactoe"}).json()["known"] is True
        whole, known = (studio.post("/api/tree", json={**ask, "known": one, "depth": 2}).json() for one in (False, True))
        assert "conocida: tablas en 8 medias jugadas" in known["html"] + json.dumps(known["data"], ensure_ascii=False)
        assert len(json.dumps(known)) < len(json.dumps(whole))
        both = studio.post("/api/compare", json={**ask, "known": True, "against": "alphabeta"}).json()
        assert all("conocida: " in json.dumps(side, ensure_ascii=False) for side in both["sides"])
        assert studio.post("/api/choices", json={"game": "hexapawn"}).json()["known"] is False
        refused = studio.post("/api/tree", json={**ask, "game": "hexapawn", "known": True})
        assert (refused.status_code, refused.json()["error"][:47]) == (422, "Ninguna base de datos ni libro de este estudio ")
        refused = studio.post("/api/tree", json={**ask, "known": True, "evaluation": "open_lines"})
        assert (refused.status_code, refused.json()["error"][:30]) == (422, "una base de datos contiene lo ")


def test_a_computer_plays_by_what_is_known(tmp_path):
    z.make_database(z.load_game("tictactoe"), tmp_path / "base", mode="interpreted")
    seats = [{"kind": "computer", "player": "known", "seconds": 1}] * 2
    with TestClient(create_app(tmp_path / "s.sqlite", known=(tmp_path / "base",)), base_url=ADDRESS) as studio:
        game = studio.post("/api/games", json={"game": "tictactoe", "seats": seats, "position": ENDING, "lang": "es"}).json()
        assert {"known 1": "ordenador, por lo que se conoce; si no, 1 s por jugada"}.items() <= {
            one["key"]: one["name"] for one in game["choices"]
        }.items()
        replies = [events(studio.post(f"/api/games/{game['number']}/reply", json={"ply": ply}))[-1] for ply in range(3)]
        assert [(kind, found["found"]["known"]) for kind, found in replies] == [("done", True)] * 3
        assert replies[-1][1]["game"]["over"]
        refused = studio.post("/api/games", json={"game": "hexapawn", "seats": seats, "lang": "pt"})
        assert (refused.status_code, refused.json()["error"]) == (422, "nenhuma base de dados nem livro deste estúdio conhece hexapawn")
        plain = studio.post("/api/games", json={"game": "hexapawn", "seats": [{"kind": "human"}] * 2}).json()
        assert "known 1" not in {one["key"] for one in plain["choices"]}
        number = game["number"]
    with TestClient(create_app(tmp_path / "s.sqlite"), base_url=ADDRESS) as studio:  # without the database: a search plays
        game = studio.post("/api/games", json={"game": "tictactoe", "seats": [{"kind": "human"}] * 2}).json()
        assert studio.get(f"/api/games/{number}").status_code in (200, 404)
        assert "known 1" not in {one["key"] for one in game["choices"]}


def test_a_database_of_other_rules_is_told_of_and_not_used(tmp_path, caplog):
    (tmp_path / "base").mkdir()
    catalogue = Catalogue(known=(tmp_path / "base",))
    assert catalogue.known(catalogue.game("tictactoe")) is None
    assert "base" in caplog.text


def test_a_game_of_the_user_s_is_analysed_in_its_own_process(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pile.py").write_text(
        "'A pile of stones.'\n"
        "import zermelo as z\n"
        "class Pile(z.Game):\n"
        "    'Who takes the last one wins.'\n"
        "    mode = 'interpreted'\n"
        "    utility_range = (-1, 1)\n"
        "    def initial(self): return (5, 0)\n"
        "    def to_move(self, state): return state[1]\n"
        "    def actions(self, state): return [take for take in (1, 2, 3) if take <= state[0]]\n"
        "    def result(self, state, action): return (state[0] - action, 1 - state[1])\n"
        "    def is_terminal(self, state): return state[0] == 0\n"
        "    def utility(self, state, player): return 1 if state[1] != player else -1\n"
    )
    with TestClient(create_app(tmp_path / "s.sqlite", ("pile.py",)), base_url=ADDRESS) as studio:
        found = opened(studio, "pile.py", "2 1 2")
        assert [node["word"] for node in found["nodes"]] == ["2", "1", "2"]
        assert (found["title"], found["rules"]) == ("Pile()", "A pile of stones. Who takes the last one wins.")
        assert begun(studio, "pile.py")["rules"] == found["rules"]
        found = last(studio, "lines", game="pile.py", seconds=20)
        assert (found["moves"][0]["moves"][0]["word"], found["moves"][0]["told"]) == ("1", "MAX wins in 3 plies")
        report = last(studio, "report", game="pile.py", actions=["2", "1", "2"], effort="quick", lang="es")
        assert [(row["ply"], row["mark"]) for row in report["rows"]] == [(0, "??"), (1, "??"), (2, "")]
        assert report["rows"][0]["cost"] == "Convierte una victoria en derrota."


# Verdicts


@pytest.mark.parametrize(
    ("best", "own", "kind", "loss", "mark"),
    [
        ((0.0, False), (-0.5 / 64, False), "value", 0.5, "?!"),
        ((0.0, False), (-1 / 64, False), "value", 1.0, "?"),
        ((0.0, False), (-3 / 64, False), "value", 3.0, "??"),
        ((20 / 64, False), (19 / 64, False), "value", 1.0, ""),
        ((0.0, False), (1 / 64, False), "nothing", None, ""),
        ((1.0, True), (0.0, True), "won_drawn", None, "??"),
        ((1.0, True), (-1.0, True), "won_lost", None, "??"),
        ((1.0, True), (1.0, True), "nothing", None, ""),
        ((0.0, True), (-1.0, True), "drawn_lost", None, "??"),
        ((0.0, False), (-1.0, True), "open_lost", None, "??"),
        ((1.0, True), (0.5, False), "won_open", None, ""),
        ((-1.0, True), (-0.5, False), "nothing", None, ""),
    ],
)
def test_a_move_is_marked_by_what_it_loses(best, own, kind, loss, mark):
    game = z.load_game("chess")
    for mover, sign in ((0, 1), (1, -1)):
        first, other = (Judged((0,), sign * value, proved=proved) for value, proved in (best, own))
        found = cost(game, mover, first, other)
        assert (found.kind, found.loss, found.mark) == (kind, loss and loss / 64, mark)


def test_points_of_a_result_that_is_proved_are_lost_too():
    game = z.load_game("othello")
    found = cost(game, 1, Judged((0,), -10.0, proved=True), Judged((1,), -4.0, proved=True))
    assert (found.kind, found.loss, found.mark) == ("points", 6.0, "??")
    assert cost(game, 0, Judged((0,), 4.0, proved=True), Judged((1,), -4.0, proved=True)).kind == "won_lost"


@pytest.mark.parametrize("name", ["chess", "othello"])
def test_whatever_is_known_of_two_moves_what_the_one_costs_is_told(name):
    """A proved win may seem worse than an estimate: points count in Othello, and in chess no win is better than another."""
    game, say = z.load_game(name), language("en")
    looks = [Judged((0,), value, proved=proved) for value, proved in product((-20.0, -4.0, 0.0, 4.0, 20.0), (False, True))]
    for mover, best, own in product((0, 1), looks, looks):
        found = cost(game, mover, best, own)
        assert told_cost(game, found, best, say).endswith(".")
        assert found.lost >= 0
    win, better = Judged((0,), 4.0, proved=True), Judged((1,), 20.0, 12)
    expected = {"chess": "It costs nothing.", "othello": "It costs 16.00 discs (estimate, depth 12)."}
    assert told_cost(game, cost(game, 0, better, win), better, say) == expected[name]


@pytest.mark.parametrize(
    ("name", "best", "own", "mark"),
    [
        ("othello", -15.45, -51.56, "??"),  # points count to the end, also for who is behind
        ("othello", -12.6, -17.7, "?"),
        ("othello", 64, 63, "?!"),
        ("checkers", -2.19 / 64, -3.28 / 64, "?"),
        ("checkers", -12 / 64, -30 / 64, ""),  # here what is lost is lost
        ("desconecta4boom", 0, -106 / 3825, "?!"),
        ("tictactoe", 0.3, 0.2, "?"),
    ],
)
def test_what_matters_is_as_great_as_the_game_says(name, best, own, mark):
    assert cost(z.load_game(name), 0, Judged((0,), best), Judged((1,), own)).mark == mark


@pytest.mark.parametrize("mover", [0, 1])
def test_a_better_move_is_told_only_where_its_number_is_better_for_who_moves(mover):
    """Looks may be of unlike depth: the best move's own number is then no better, or differs where nobody reads it."""
    othello, sign = z.load_game("othello"), 1 if mover == 0 else -1
    for best, own in product((-1.5, -0.12, -0.1201, 0.0, 2.0), repeat=2):
        found = cost(othello, mover, Judged((0,), best, 13), Judged((1,), own, 12))
        assert (found.kind != "nothing") == (sign * (round(best, 2) - round(own, 2)) > 0)
    assert cost(othello, mover, Judged((0,), 2.0, proved=True), Judged((1,), 2.0)).kind == "nothing"


def test_values_are_told_in_units_of_the_evaluation_and_ends_in_words():
    chess, othello, say = z.load_game("chess"), z.load_game("othello"), language("es")
    assert told(chess, Judged((0,), 1.5 / 64), say) == "+1,50 peones"
    assert told(chess, Judged((0,), -1.0, proved=True, distance=4), say) == "ganan Negras en 4 medias jugadas como mucho"
    assert told(chess, Judged((0,), -1.0, depth=77), say) == "ganan Negras, sin demostrar"
    assert told(othello, Judged((0,), 12.0, proved=True), say) == "gana MAX por 12 fichas"
    assert told(othello, Judged((0,), 0.0, proved=True), say) == "tablas"
    assert told(othello, Judged((0,), 3.0), say, won=-5.0) == "-2,00 fichas"


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("en", ["After (0,2) the answer is (2,0): (2,0)", "Better is (1,0): MAX wins", "It turns a win into a draw."]),
        ("es", ["A (0,2) se responde (2,0): (2,0)", "Mejor es (1,0): gana MAX", "Convierte una victoria en tablas."]),
        ("pt", ["A (0,2) responde-se (2,0): (2,0)", "Melhor é (1,0): MAX ganha", "Transforma uma vitória em empate."]),
    ],
)
def test_why_not_this_move_is_answered_by_the_line_that_follows(studio, lang, sentences):
    found = post(studio, "why", game="tictactoe", position=ENDING, action="2", lang=lang)
    assert [sentence.startswith(begin) for sentence, begin in zip(found["sentences"], sentences, strict=True)] == [True] * 3
    assert found["mark"] == "??"
    assert found["played"]["moves"][0]["name"] == "(0,2)"


def test_the_best_move_is_not_refuted(studio):
    found = post(studio, "why", game="tictactoe", position=ENDING, action="3")
    assert (found["played"], found["mark"]) == (None, "")
    assert "(1,0) is the best" in found["sentences"][0]
    assert "4 may not be played there" in refused(studio, "why", game="tictactoe", position=ENDING, action="4")


# Reports


def test_a_report_finds_the_move_that_lost_a_game_of_othello(studio):
    whole = actions_of(opened(studio, "othello", OTHELLO))
    start = post(studio, "look", game="othello", actions=whole[:50])["position"]
    facts = {"game": "othello", "position": start, "actions": whole[50:], "effort": "quick"}
    found = last(studio, "report", **facts)
    assert (found["done"], found["plies"], found["end"]) == (10, 10, {"told": "MIN wins by 20 discs", "share": 0.0})
    rows = {row["ply"]: row for row in found["rows"]}
    lost = rows[2]
    assert (lost["mark"], lost["cost"]) == ("??", "It turns a win into a loss.")
    assert (lost["best"]["told"], lost["best"]["moves"][0]["name"]) == ("MAX wins by 10 discs", "a8")
    assert (lost["played"]["told"], lost["played"]["moves"][0]["name"]) == ("MIN wins by 22 discs", "c8")
    assert [ply for ply, row in rows.items() if row["mark"] == "??"] == [2]
    assert found["turned"] == 2
    assert post(studio, "kept", **facts) == found


def test_a_report_judges_moves_that_a_game_holds_to_be_no_candidates(studio):
    """Who does not block three in a row plays what the engine need not look at to find the best move."""
    line = ["1", "2", "1", "2", "1", "3", "1"]
    found = last(studio, "report", game="connect4(5, 4)", actions=line, effort="quick")
    assert found["done"] == found["plies"] == len(line)
    assert found["rows"][5]["played"]["told"] == "MAX wins in 2 plies"


FOURS = "4364351154275131144"
"""A game of connect four that is not over."""


def scored(moves):
    """Connect four after these columns: the score of every move to who plays it, by the solver, and the plies to the end that it tells."""
    game = z.load_game("connect4(score=True)")
    found = solve(Engine(game), game.played(moves))
    left = game.plies_left(found.state)
    plies = {action: left - 2 * abs(score) + (2 if (score > 0) == (left % 2 == 1) else 1) for action, score in found.scores.items()}
    return {str(action): (score, plies[action]) for action, score in found.scores.items()}


def test_connect_four_is_judged_by_what_is_proved_of_it(studio):
    """Where the solver answers in the time of a report, no move is judged by the evaluation, and wins have their distance."""
    line = [str(int(column) - 1) for column in FOURS]
    start = post(studio, "look", game="connect4", actions=line[:13])["position"]
    rows = last(studio, "report", game="connect4", position=start, actions=line[13:], effort="thorough")["rows"]
    for row in rows:
        ply = 13 + row["ply"]
        known = scored(FOURS[:ply])
        for one in filter(None, (row["best"], row["played"])):
            assert one["told"] == told_of(known[one["moves"][0]["action"]], ply)
        assert known[row["best"]["moves"][0]["action"]][0] == max(score for score, _ in known.values())
    found = last(studio, "lines", game="connect4", actions=line[:13], seconds=30)
    known = scored(FOURS[:13])
    assert {one["moves"][0]["action"]: one["told"] for one in found["moves"]} == {
        action: told_of(worth, 13) for action, worth in known.items()
    }
    assert (found["settled"], found["lines"][0]["told"]) == (True, told_of(max(known.values()), 13))


def told_of(worth, ply):
    """What a score to who moves after so many plies is in words, with the plies to the end."""
    score, plies = worth
    winner = ("MAX", "MIN")[ply % 2 if score > 0 else 1 - ply % 2]
    return "draw" if not score else f"{winner} wins in one ply" if plies == 1 else f"{winner} wins in {plies} plies"


def test_a_book_that_comes_with_the_package_is_asked(studio):
    found = last(studio, "report", game="connect4", actions=["3", "3"], effort="quick")
    assert [row["best"]["end"] for row in found["rows"]] == ["won", "lost", "won"]
    assert last(studio, "lines", game="connect4", seconds=1)["by"] == "book"


def test_a_report_goes_on_where_it_was_and_knows_what_lines_have_in_common(studio, tmp_path, monkeypatch):
    moves = "(0,0) (1,1) (2,2) (0,2) (2,0)"
    line = actions_of(opened(studio, "tictactoe", moves))
    facts = {"game": "tictactoe", "actions": line, "effort": "quick"}
    monkeypatch.setattr(answers, "CHUNK", 0.0)
    assert post(studio, "kept", **facts)["done"] == 0
    found = [last(studio, "report", **facts)["done"] for _ in range(2)]
    assert found == [1, 2]
    monkeypatch.setattr(answers, "CHUNK", 60.0)
    told_of = events(studio.post("/api/analyse/report", json=facts))
    assert [news["done"] for kind, news in told_of if kind == "news"] == list(range(found[1] + 1, 7))
    assert told_of[-1][1]["done"] == told_of[-1][1]["plies"] == 6
    rows = sqlite3.connect(tmp_path / "studio.sqlite").execute("SELECT key FROM judgements").fetchall()
    assert len(rows) == 18  # of each position the look, the deepest look, and what is proved
    shorter = {**facts, "actions": line[:3]}
    assert post(studio, "kept", **shorter)["done"] == 3  # the position after them was followed by another move
    assert post(studio, "kept", **{**facts, "effort": "thorough"})["done"] == 0


def test_a_report_of_a_game_that_is_over_ends_before_its_end(studio):
    line = actions_of(opened(studio, "tictactoe", "(0,0) (1,0) (0,1) (1,1) (0,2)"))
    found = last(studio, "report", game="tictactoe", actions=line, effort="quick")
    assert (found["done"], found["plies"]) == (5, 5)
    assert found["rows"][-1]["best"]["told"].startswith("MAX wins")
    assert found["end"] == {"told": "MAX wins", "share": 1.0}


def guessed(best, played):
    """A report that looked for so short a time that it proves nothing: what it says of each position."""
    return lambda scheduler, question, known, seconds, action, *others: (best, None if action is None else played)


def test_what_the_engine_has_proved_is_said_by_the_report_and_by_reasons_too(studio, monkeypatch):
    facts = {"game": "tictactoe", "position": ENDING, "actions": ["2"]}
    monkeypatch.setattr(answers, "judge", guessed(Judged((3,), 0.1, 2), Judged((2,), 0.1, 2)))
    row = last(studio, "report", **facts)["rows"][0]
    assert (row["mark"], row["best"]["end"], row["played"]["end"]) == ("", "open", "open")

    last(studio, "lines", game="tictactoe", position=ENDING, actions=["2"], seconds=20)  # the position after the move: a draw
    row = post(studio, "kept", **facts)["rows"][0]
    assert (row["best"]["end"], row["played"]["end"], row["played"]["moves"][0]["name"]) == ("open", "drawn", "(0,2)")
    last(studio, "lines", game="tictactoe", position=ENDING, seconds=20)  # the one before: a win
    row = post(studio, "kept", **facts)["rows"][0]
    assert (row["mark"], row["cost"]) == ("??", "It turns a win into a draw.")
    assert row["best"]["told"] == "MAX wins in 3 plies"
    why = post(studio, "why", game="tictactoe", position=ENDING, action="2")
    assert (why["mark"], why["sentences"][2]) == ("??", "It turns a win into a draw.")
    assert last(studio, "report", **{**facts, "effort": "quick"})["rows"][0]["mark"] == "??"  # a new one knows it at once


def test_a_move_has_one_cost_that_of_the_deepest_look_and_says_its_depth(studio, monkeypatch):
    """The report, the reasons and the engine of the page tell the same, whichever of them has looked deepest."""
    line = actions_of(opened(studio, "othello", "f5 f6"))
    best, played = actions_of(opened(studio, "othello", "f5 d6"))[1], line[1]
    facts, whose = {"game": "othello", "actions": line}, {"game": "othello", "actions": line[:1]}

    def looked(depth, loss):
        return guessed(Judged((int(best),), -2.0, depth), Judged((int(played),), -2.0 + loss, depth))

    def told_of(lang="en", **more):
        row = post(studio, "kept", **facts, effort="quick", lang=lang)["rows"][1]
        why = post(studio, "why", **whose, action=played, lang=lang, **more)
        assert row["cost"] == why["sentences"][2]
        assert {**row, "ply": 0} == {**{name: why[name] for name in row if name != "ply"}, "ply": 0}
        return row["cost"], why["sentences"]

    monkeypatch.setattr(answers, "judge", looked(4, 9.0))
    last(studio, "report", **facts, effort="quick")
    monkeypatch.setattr(answers, "judge", looked(6, 3.0))
    post(studio, "why", **whose, action=played)  # looks deeper
    price, sentences = told_of()
    assert price == "It costs 3.00 discs (estimate, depth 6)."
    assert sentences[:2] == ["After f6: +1.00 discs (estimate, depth 6).", "Better is d6: -2.00 discs (estimate, depth 6)."]
    monkeypatch.setattr(answers, "judge", looked(2, 7.0))
    last(studio, "report", **facts, effort="usual")  # looks less deep
    assert told_of()[0] == told_of(seconds=1.0)[0] == price
    assert told_of("es")[0] == "Cuesta 3,00 fichas (estimación, profundidad 6)."
    assert told_of("pt")[0] == "Custa 3,00 fichas (estimativa, profundidade 6)."
    found = Thought("engine", [Judged((int(best),), -3.0, 13)], {int(one): Judged((int(one),), worth, depth) for one, worth, depth in (
        (best, -3.0, 13), (played, 2.0, 11))}, depth=13)  # fmt: skip
    monkeypatch.setattr(answers, "think", lambda *asked: found)
    last(studio, "lines", **whose, seconds=1)
    assert told_of()[0] == "It costs 5.00 discs (estimate, depth 11)."


def test_what_a_report_proves_of_a_position_judges_the_move_before_also_after_a_shallow_look(studio, monkeypatch):
    facts, given = {"game": "tictactoe", "position": ENDING, "actions": ["2"]}, []

    def judge(scheduler, question, known, seconds, action, look, proved=None):
        """The position after the move is proved to be drawn, the one before is guessed."""
        given.append((action, None if proved is None else proved.value))
        return (Judged((3,), 0.2, 2), Judged((2,), 0.1, 2)) if action == 2 else (Judged((6,), 0.0, 5, proved=True), None)

    monkeypatch.setattr(answers, "judge", judge)
    row = last(studio, "report", **facts)["rows"][0]
    assert (row["best"]["end"], row["played"]["end"]) == ("open", "drawn")
    assert given == [(None, None), (2, 0.0)]  # from the end to the start
    shallow = Thought("engine", [Judged((6,), 0.3, 1)], {6: Judged((6,), 0.3, 1)}, depth=1)
    monkeypatch.setattr(answers, "think", lambda *asked: shallow)
    last(studio, "lines", **facts, seconds=1)
    assert post(studio, "kept", **facts)["rows"][0]["played"]["end"] == "drawn"
    assert post(studio, "why", **{**facts, "actions": []}, action="2")["played"]["end"] == "drawn"


@pytest.mark.parametrize(("worth", "others_are_better"), [(30.0, True), (-30.0, False), (-64.0, False)])
def test_where_it_is_proved_what_a_move_was_worth_the_others_alone_are_looked_at(worth, others_are_better):
    """A search that had taken a move for the best does not say so any more when what follows proves that it loses."""
    game = z.load_game("othello")
    state = game.played("f5")
    played = game.parse(state, "d6")
    proved = Judged((played,), worth, proved=True)
    question = Question(Named("othello", game, 0), state, ())
    best, own = thinking.judge(Engines(), question, None, 0.2, played, lambda done: None, proved)
    assert (best.action not in question.alike()[played], own == proved) == (others_are_better, others_are_better)
    assert best == proved or (own == proved and not best.proved)


@pytest.mark.parametrize(
    ("best", "played", "here", "after", "told"),
    [
        (("a", 0.2), ("b", 0.1), None, ("b", 1.0), (("b", 1.0), None)),  # what was played wins: it was the best
        (("a", 0.2), None, None, ("a", 1.0), (("a", 1.0), None)),
        (("a", 0.2), None, None, ("a", -1.0), (("a", 0.2), None)),  # refuted; what would have been better is not known
        (("a", 0.2), ("b", 0.1), None, ("b", -1.0), (("a", 0.2), ("b", -1.0))),
        (("a", 0.2), ("b", 0.1), (("c", 1.0), True), None, (("c", 1.0), ("b", 0.1))),
        (("a", 0.2), ("b", 0.1), (("c", 0.3), False, ("a", -1.0)), None, (("c", 0.3), ("b", 0.1))),  # the best of the report loses
        (("a", 0.2), ("b", 0.1), (("c", 0.3), False, ("d", -1.0)), None, (("a", 0.2), ("b", 0.1))),  # of another move alone
        (("a", 0.2), ("b", 0.1), (("b", 1.0), True), None, (("b", 1.0), None)),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_proved_goes_before_what_is_estimated(sign, best, played, here, after, told):
    game = z.load_game("tictactoe")
    state = game.initial() if sign == 1 else game.result(game.initial(), 4)
    named = Named("tictactoe", game, 0)
    line = Line(named, state, (), Playing(game, [None] * 2, [state], None))

    def judged(one):
        return one and Judged((ord(one[0]),), sign * one[1], proved=one[1] in (1.0, -1.0))

    proof = None
    if here is not None:
        first, exact, *others = here
        known = [one for one in map(judged, (first, *others)) if one.proved]
        proof = Finding(judged(first), exact, {one.action: one for one in known})
        assert Finding.of(proof.text()) == proof
    action = ord((played or best)[0])
    found = founded(Row(judged(best), judged(played)), line, action, proof, judged(after))
    assert (found.best, found.played) == (judged(told[0]), judged(told[1]))
