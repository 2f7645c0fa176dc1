"""Games that hide something, in the studio: no page is sent what who sits there may not see."""

from __future__ import annotations

import itertools
import random
import re

import pytest

import zermelo as z
from tests.web.conftest import HUMAN, begun, events
from zermelo.web.errors import discreet

RANDOM = {"kind": "computer", "player": "random"}


class Spy:
    """Asks the studio whatever a page may ask, and keeps every byte of its answers."""

    def __init__(self, studio, number, seat=None):
        self.studio, self.number, self.facts = studio, number, {} if seat is None else {"seat": seat}
        self.heard = ""

    def get(self, what="", **facts):
        return self.listen(self.studio.get(f"/api/games/{self.number}{what}", params={**self.facts, **facts}))

    def post(self, what, **facts):
        return self.listen(self.studio.post(f"/api/games/{self.number}/{what}", json={**self.facts, **facts}))

    def listen(self, answer):
        self.heard += (answer.text + str(answer.headers)).replace(self.number, "N").replace("Kuhn", "")  # whose letter is a card's
        return answer

    def ask_everything(self, plies):
        """Every address, with good requests and bad ones; left out is what changes the game, and a hint, which is drawn by lot."""
        for ply in range(plies + 2):
            self.get(ply=ply)
            if ply != plies or not self.get().json()["legal"]:
                self.post("think", ply=ply, seconds=0.05)
            self.post("halfway", ply=ply, steps=[[0]])
            for action in (0, 1, 2, 3, 99):
                if ply != plies or action > 90:
                    self.post("moves", ply=ply, action=str(action))
        self.get("/file")
        self.post("back", ply=99)
        self.post("seats", seats=[HUMAN])


def deal(studio, game, seats, cards, seat=None):
    """A game in which these were dealt."""
    view, number = None, 0
    while view is None or not dealt(studio, view["number"]).startswith(cards):
        view, number = begun(studio, game, seats=seats, seed=str(number), seat=seat), number + 1
    return view


def dealt(studio, number):
    """The cards, which no page is told."""
    with studio.app.state.dispatcher.studio.sessions.at(number) as session:
        return session.game.write(session.state)


def test_the_other_hand_is_in_no_byte_that_is_sent(studio):
    """The same is sent, byte for byte, whichever card the computer holds."""
    heard = {}
    for other in "QJ":
        view = deal(studio, "kuhn", [HUMAN, RANDOM], f"K{other}")
        spy = Spy(studio, view["number"])
        spy.ask_everything(view["plies"])
        heard[other] = spy.heard
        assert view["position"] == "K?"
        assert [move["name"] for move in view["moves"]] == ["K", None]
        assert view["board"]["svg"].count("<title>player 1 to move") == 1
    assert heard["Q"] == heard["J"]


@pytest.mark.parametrize("game", ["kuhn", "kuhn(3)", "leduc", "liars_dice", "liars_dice(dice=2)", "rps", "goofspiel(3)"])
def test_a_page_is_sent_what_its_seat_sees_to_the_end_of_the_game(studio, game):
    """A whole game: at each ply the page knows the observation, and nothing that could have been otherwise."""
    rules = z.load_game(game)
    view = begun(studio, game, seats=[HUMAN, *[RANDOM] * (rules.players - 1)], seed="4")
    spy, chooser = Spy(studio, view["number"]), random.Random(2)
    while not view["over"]:
        with studio.app.state.dispatcher.studio.sessions.at(view["number"]) as session:
            whole = session.state
        assert view["position"] == rules.write(rules.observe(whole, 0))
        assert view["board"]["text"] == rules.show(rules.observe(whole, 0))
        assert whole == rules.observe(whole, 0) or rules.write(whole) not in spy.heard  # before the other has chosen, nothing is hidden
        assert view["eyes"] == 0
        if view["computer"]:
            view = events(spy.post("reply", ply=view["plies"]))[-1][1]["game"]
        else:
            assert spy.get("/file").json()["complete"] is False
            view = spy.post("moves", ply=view["plies"], action=chooser.choice(view["legal"])["action"]).json()
    kept = spy.get("/file").json()
    with studio.app.state.dispatcher.studio.sessions.at(view["number"]) as session:
        assert kept["final"] == view["position"] == rules.write(session.state)
    assert None not in [move["action"] for move in kept["moves"]]
    answer = spy.post("back", ply=0)
    assert (answer.status_code, answer.json()["error"]) == (409, "the game is over, and what was hidden has been shown; begin another one")
    again = begun(studio, kept["game"], seats=kept["seats"], moves=[move["action"] for move in kept["moves"]], position=kept["start"])
    assert again["over"]


def test_the_computer_s_thoughts_are_not_told(studio):
    view = begun(studio, "kuhn", seats=[{"kind": "computer", "player": "ismcts"}, HUMAN])
    told = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": 2}))
    assert [kind for kind, _ in told] == ["done"]
    assert told[-1][1]["found"] is None


def test_a_hint_is_for_who_is_to_move_and_knows_no_more(studio):
    view = deal(studio, "kuhn", [HUMAN, HUMAN], "KJ", seat=0)
    found = events(Spy(studio, view["number"], seat=0).post("think", ply=2))[-1]
    assert (found[0], found[1]["action"] in "01") == ("done", True)
    assert Spy(studio, view["number"], seat=1).post("think", ply=2).status_code == 409
    assert Spy(studio, view["number"]).post("think", ply=2).status_code == 409


def test_where_it_is_best_to_mix_a_thought_says_how_and_no_value(studio):
    """Simulations by who sees nothing had said that rock loses, as if the other saw it."""
    view = deal(studio, "kuhn", [HUMAN, HUMAN], "QJ", seat=0)
    found = events(Spy(studio, view["number"], seat=0).post("think", ply=2))[-1][1]
    assert (found["mixed"], found["share"], found["value"]) == (True, None, None)
    assert found["line"] == ["check"]  # Kuhn 1950: the queen is never bet
    assert re.match(r"To be hard to exploit, play here: check (9\d|100)%", found["told"])
    view = begun(studio, "rps")
    found = events(studio.post(f"/api/games/{view['number']}/think", json={"ply": 0, "seat": 0, "seconds": 0.1, "lang": "es"}))[-1][1]
    assert re.match(r"Para que cueste explotarte, juega aquí: (\w+ 3[1-5]%,? ?){3}\.$", found["told"])


def test_of_a_large_game_that_hides_something_a_thought_is_an_estimate(studio):
    view = begun(studio, "liars_dice(3)", seed="1")
    found = events(studio.post(f"/api/games/{view['number']}/think", json={"ply": view["ply"], "seat": 0, "seconds": 0.1}))[-1][1]
    assert (found["mixed"], found["estimated"], found["proved"]) == (False, True, False)


# Two at one screen


def test_a_page_at_which_nobody_is_known_to_sit_is_sent_nothing(studio):
    heard = set()
    for cards in ("KQ", "KJ", "QK", "QJ", "JK", "JQ"):
        view = deal(studio, "kuhn", [HUMAN, HUMAN], cards)
        assert view["covered"]
        assert (view["legal"], view["moves"], view["board"]["svg"], view["position"], view["mover"]) == ([], [], "", "", 0)
        spy = Spy(studio, view["number"])
        spy.ask_everything(view["plies"])
        heard.add(spy.heard)
    assert len(heard) == 1


def test_each_of_two_sees_the_own_hand(studio):
    view = deal(studio, "kuhn", [HUMAN, HUMAN], "KQ")
    first, second = (Spy(studio, view["number"], seat=seat) for seat in (0, 1))
    assert [spy.get().json()["position"] for spy in (first, second)] == ["K?", "?Q"]
    assert [bool(spy.get().json()["legal"]) for spy in (first, second)] == [True, False]
    assert second.post("moves", ply=2, action="1").status_code == 409
    assert first.post("moves", ply=2, action="1").json()["position"] == "K? b"
    assert second.get().json()["position"] == "?Q b"
    over = second.post("moves", ply=3, action="1").json()
    assert (over["over"], over["position"], over["utilities"], over["news"]) == (True, "KQ bb", [2, -2], "player 1 has won")
    assert "Q" not in first.heard
    assert "K" not in second.heard.replace("KQ bb", "").partition('"over":true')[0]


def test_nobody_takes_over_a_hidden_hand(studio):
    view = begun(studio, "kuhn", seats=[HUMAN, RANDOM])
    for seats in ([HUMAN, HUMAN], [RANDOM, HUMAN]):
        answer = studio.post(f"/api/games/{view['number']}/seats", json={"seats": seats})
        assert (answer.status_code, "hidden from others" in answer.json()["error"]) == (409, True)
    changed = studio.post(f"/api/games/{view['number']}/seats", json={"seats": [HUMAN, {"kind": "computer", "player": "pimc"}]})
    assert changed.json()["seated"] == ["human", "pimc"]
    answer = Spy(studio, view["number"], seat=1).get()
    assert (answer.status_code, answer.json()["error"]) == (409, "no person plays for player 2")


def test_who_watches_computers_sees_all(studio):
    view = begun(studio, "kuhn", seats=[RANDOM, RANDOM], seed="1")
    assert "?" not in view["position"]


def test_a_hidden_game_begins_at_its_beginning_and_is_dealt_by_the_studio(studio):
    for facts, told in (({"position": "KQ"}, "begin at the beginning"), ({"chance": "human"}, "the studio deals")):
        answer = studio.post("/api/games", json={"game": "kuhn", "seats": [HUMAN, HUMAN], **facts})
        assert (answer.status_code, told in answer.json()["error"]) == (422, True)


def test_what_goes_wrong_in_a_hidden_game_is_for_the_log(studio, caplog):
    with pytest.raises(z.GameError, match="in the studio's log"), discreet(z.load_game("kuhn")):
        raise KeyError("the other holds the queen")
    assert "the queen" in caplog.text
    with pytest.raises(KeyError), discreet(z.load_game("nim")):
        raise KeyError("open")


@pytest.mark.parametrize(
    ("game", "player"),
    [
        *itertools.product(["kuhn", "kuhn(3)", "leduc"], ["strategy", "ismcts", "pimc", "random"]),
        ("liars_dice", "ismcts"),
        ("liars_dice", "pimc"),
        *itertools.product(["rps", "goofspiel(3)"], ["strategy", "ismcts"]),
    ],
)
def test_every_computer_plays_every_hidden_game(studio, game, player):
    view = begun(studio, game, seats=[{"kind": "computer", "player": player}] * z.load_game(game).players)
    for _ in range(40):
        if view["over"]:
            break
        told = events(studio.post(f"/api/games/{view['number']}/reply", json={"ply": view["plies"]}))
        assert told[-1][0] == "done", told[-1]
        view = told[-1][1]["game"]
    assert view["over"]
    assert len(view["utilities"]) == len(view["players"])


# Pages that look into searches


@pytest.mark.parametrize(
    ("page", "game", "told"),
    [
        ("tree", "kuhn", "Póker de Kuhn oculta algo"),
        ("order", "kuhn", "Póker de Kuhn oculta algo"),
        ("ladder", "leduc", "ker de Leduc oculta algo"),
        ("order", "backgammon", "Backgammon tiene azar"),
        ("ladder", "backgammon", "Backgammon tiene azar"),
        ("order", "nim(players=3)", "(Nim, 3 jugadores) es para 3"),
        ("ladder", "nim(players=3)", "(Nim, 3 jugadores) es para 3"),
        ("exercise", "kuhn", "Póker de Kuhn oculta algo"),
        ("exercise", "backgammon", "Backgammon tiene azar"),
    ],
)
def test_a_game_that_a_page_cannot_take_is_refused_in_its_language(studio, page, game, told):
    answer = studio.post(f"/api/{page}", json={"game": game, "lang": "es"})
    assert told in answer.text
    assert answer.status_code == (200 if page == "ladder" else 422)


@pytest.mark.parametrize("page", ["tree", "order", "ladder", "practise"])
def test_a_page_offers_the_games_that_it_takes(studio, page):
    text = studio.get("/api/cards?page=trees" if page == "tree" else f"/{page}").text
    assert "connect4" in text
    assert "kuhn" not in text
    assert ("backgammon" in text) == (page in ("tree", "practise"))


@pytest.mark.parametrize(
    ("game", "lang", "seen"),
    [
        ("kuhn", "en", {"J", "J, check, bet", "Q, bet", "K, check"}),
        ("kuhn", "es", {"J", "J, pasar, apostar", "Q, apostar", "K, pasar"}),
        ("kuhn", "pt", {"J, passar, apostar"}),
        ("liars_dice(1, 2)", "en", {"1,?"}),
    ],
)
def test_what_a_player_sees_is_told_in_the_words_of_the_game(studio, game, lang, seen):
    sets = studio.post("/api/strategy", json={"game": game, "lang": lang}).json()["sets"]
    told = [one["seen"] for one in sets]
    assert len(set(told)) == len(told)
    assert seen <= set(told)


def test_what_is_seen_in_leduc_has_the_card_on_the_table_between_the_rounds():
    game = z.load_game("leduc")
    state = game.read("JhKh cc Qs r")
    assert list(game.sees(game.observe(state, game.to_move(state)))) == ["Kh", "check", "check", "Qs", "raise"]


def test_a_game_that_is_too_large_for_its_strategy_is_told_by_its_title(studio):
    answer = studio.post("/api/strategy", json={"game": "goofspiel", "lang": "es"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("El árbol de Goofspiel tiene unos ")
    assert re.search(
        r"unos \d+(\.\d{3})+ nodos; se muestran estrategias de árboles de hasta 20\.000\. Puede caber una variante", answer.json()["error"]
    )
