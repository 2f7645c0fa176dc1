"""States, results, records and matches show themselves in notebooks: as well-formed pictures and text, whatever the game calls things."""

from __future__ import annotations

from base64 import b64decode
from xml.etree import ElementTree

import pytest

import zermelo as z
from tests.notebook.games import MARKUP, Markup, Race, Three
from zermelo import rich_display
from zermelo.checker import Problem, Report
from zermelo.games import CATALOGUE


def read(html):
    """The elements of an HTML text, and of the pictures in it. Raises ParseError where one is not closed or escaped."""
    whole = element(html)
    return whole, [element(b64decode(image.get("src").partition("base64,")[2])) for image in whole.iter("img")]


def element(text):
    return ElementTree.fromstring(text)  # noqa: S314  what we wrote ourselves


def kinds(picture):
    return [part.get("class", "") for part in picture.iter()]


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_shows_its_states_results_records_and_matches(name):
    game = z.load_game(name)
    shown = z.shown(game)
    drawn = game.picture(game.initial()) is not None
    assert repr(shown) == game.show(game.initial())
    assert (shown._repr_svg_() is not None) == drawn
    players = ["random"] * min(game.players, 2)
    record = z.play_game(game, players, seed=1, plies=5)
    found = [] if game.hidden else [z.best(game, depth=1, mode="interpreted", algorithm="minimax" if name == "sliding" else None)]
    for thing in (*found, record):
        whole, pictures = read(thing._repr_html_())
        assert len(pictures) == drawn == (whole.find("pre") is None)
    for thing in found:
        assert str(thing) in "".join(read(thing._repr_html_())[0].itertext())
    assert all(name in "".join(read(record._repr_html_())[0].itertext()) for name in record.names())
    read(z.match(game, players, 2, plies=5)._repr_html_())


def test_a_state_is_the_one_that_was_given():
    game = z.load_game("tictactoe")
    state = game.result(game.initial(), 4)
    assert repr(z.shown(game, state)) == game.show(state) != repr(z.shown(game))
    assert z.shown(game, state) == z.shown(game, state)
    assert "stroke p0" in z.shown(game, state)._repr_svg_()


def test_the_best_action_is_marked_where_people_would_touch_it():
    game = z.load_game("tictactoe")
    state = game.read("xx./oo./... x")
    _, (picture,) = read(z.best(game, state, mode="interpreted")._repr_html_())
    (marked,) = [part for part in picture.iter() if any(one.get("class") == "last" for one in part) and part.get("data-square")]
    assert marked.get("data-square") == "2"


def test_an_action_from_square_to_square_is_an_arrow():
    game = z.load_game("pawns")
    _, (picture,) = read(z.best(game, depth=1, mode="interpreted")._repr_html_())
    assert kinds(picture).count("arrow") == 1
    assert "last" not in kinds(picture)


def test_the_engine_says_what_is_proved_and_the_textbook_does_not():
    game = z.load_game("tictactoe")
    assert "value 0, line" in z.best(game, mode="interpreted")._repr_html_()
    assert ", proved)</p>" in z.best(game, mode="interpreted")._repr_html_()
    assert "proved" not in z.best(game, algorithm="alphabeta", depth=2, mode="interpreted")._repr_html_()
    assert "proved" not in z.best(game, depth=1, mode="interpreted")._repr_html_()


def test_where_nothing_can_be_played_nothing_is_marked():
    game = z.load_game("tictactoe")
    found = z.best(game, game.read("xxx/oo./... o"), mode="interpreted")
    whole, (picture,) = read(found._repr_html_())
    assert "last" not in kinds(picture)
    assert "line none" in "".join(whole.itertext())


@pytest.mark.parametrize("drawn", [True, False])
def test_all_that_a_game_says_is_escaped(drawn):
    game = Markup(drawn=drawn)
    record = z.play_game(game, ["random", "random"], seed=1)
    played = z.match(game, [MARKUP_PLAYER, "random"], 2)
    for html in (z.best(game, mode="interpreted")._repr_html_(), record._repr_html_(), played._repr_html_()):
        whole, pictures = read(html)
        assert "script" not in {part.tag.rpartition("}")[2] for tree in (whole, *pictures) for part in tree.iter()}
        assert "<script" not in html
    if drawn:
        element(z.shown(game)._repr_svg_())
    else:
        assert z.shown(game)._repr_svg_() is None
        assert repr(z.shown(game)) == game.show(game.initial())


def MARKUP_PLAYER(state):  # noqa: N802  a player is called what the function is called
    return 1


MARKUP_PLAYER.__name__ = MARKUP


def test_a_game_without_a_picture_is_shown_as_text():
    whole, pictures = read(z.best(Race(), mode="interpreted")._repr_html_())
    assert pictures == []
    assert whole.find("pre").text == "5 0"


def test_a_record_tells_who_played_what_and_how_it_ended():
    game = z.load_game("tictactoe")
    record = z.play_game(game, ["minimax", "minimax"], game.read("xx./oo./... x"), mode="interpreted")
    whole, (picture,) = read(record._repr_html_())
    assert [part.text for part in whole.findall("p")] == ["MAX: minimax, MIN: minimax", "(0,2)", "utility 1, MAX won"]
    assert kinds(picture).count("last") == 1


def test_a_record_of_nothing_and_one_that_was_left_unfinished():
    game = z.load_game("tictactoe")
    whole, _ = read(z.play_game(game, ["random", "random"], plies=0)._repr_html_())
    assert [part.text for part in whole.findall("p")][1:] == [None, "unfinished"]


def test_many_actions_are_folded():
    whole, _ = read(z.play_game(z.load_game("draughts"), ["random", "random"], seed=1, plies=61)._repr_html_())
    assert whole.find("details/summary").text == "61 actions"


def test_a_match_is_a_table_of_points():
    whole, _ = read(z.match(z.load_game("tictactoe"), ["random", "random"], 6, seed=1)._repr_html_())
    rows = [[cell.text for cell in row] for row in whole.iter("tr")]
    assert rows[0][:6] == ["player", "games", "won", "drawn", "lost", "points"]
    assert [row[1] for row in rows[1:]] == ["6", "6"]
    assert sum(float(row[5]) for row in rows[1:]) == 6


def test_a_match_says_what_was_left_unfinished():
    text = "".join(read(z.match(z.load_game("tictactoe"), ["random", "random"], 2, plies=1)._repr_html_())[0].itertext())
    assert "2 of the games unfinished" in text


def test_games_for_three_are_shown_too():
    whole, _ = read(z.play_game(Three(), ["random"] * 3, seed=1)._repr_html_())
    assert "player 3: random" in "".join(whole.itertext())
    assert "value (" in z.best(Three(), mode="interpreted")._repr_html_()


def test_a_report_lists_its_problems_and_its_repr_is_the_whole_of_it():
    report = z.check(Markup(), compile=False)
    assert repr(report) == str(report)
    whole, _ = read(report._repr_html_())
    text = "".join(whole.itertext())
    assert text.startswith(report.verdict)
    assert len(list(whole.iter("li"))) == len(report.problems)
    assert all(note in text for note in report.notes)
    broken = Report("Odd()", (Problem("raises", "a <tag>", "x & y", ("a<b",)), Problem("facts", "none")), ("10 states",))
    whole, _ = read(broken._repr_html_())
    first, second = ("".join(item.itertext()) for item in whole.iter("li"))
    assert (first, second) == ("raises: a <tag>in x & y, after a<b", "facts: none")


def test_a_count_is_a_table_of_the_first_actions():
    count = z.perft(z.load_game("nim((1, 2))"), 2)
    assert repr(count) == f"<{count}>" == "<5 sequences of length 2, 2 finished games among them>"
    whole, _ = read(count._repr_html_())
    assert [[cell.text for cell in row] for row in whole.iter("tr")] == [
        ["first action", "sequences"],
        *([name, str(share)] for name, share in count.divide.items()),
    ]
    assert "finished" not in repr(z.perft(z.load_game("tictactoe"), 2, bulk=True))
    assert "<details><summary>64 first actions</summary><table>" in z.perft(z.load_game("mnk(8, 8)"), 1)._repr_html_()


def test_what_nobody_has_entered_shows_its_text():
    assert rich_display.html(3) is rich_display.svg(3) is None
