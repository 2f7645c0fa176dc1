"""Boards: every game has one that shows what its text shows, legible without colours, and nothing from a game becomes markup."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest

import zermelo as z
from zermelo.board import (
    ANIMAL,
    BACKGAMMON,
    BARE,
    CHECKERED,
    CHECKERED_FROM_DARK,
    CHESS_KING,
    CHESS_KNIGHT,
    CHESSBOARD,
    CHIPS,
    CLOTH,
    DIE,
    DISC,
    DOT,
    GOBAN,
    HANDS,
    HARE,
    HEXAGONS,
    HOLE,
    HOLES,
    HOUND,
    LINES,
    LYING,
    PITS,
    POINTS_AND_LINES,
    SEEDS,
    STACK,
    STANDING,
    STAR,
    STONE,
    TILE,
    Board,
    Piece,
)
from zermelo.draw import board as drawing
from zermelo.games import CATALOGUE
from zermelo.languages import language
from zermelo.view import board_view

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [name for name in CATALOGUE if name != "tree" and not z.load_game(name).hidden] + [
    "mnk(4, 3, 3, players=3)",
    "draughts('spanish')",
    "desconecta4boom(period=2)",
]


def along(game, plies=30):
    chooser, state = random.Random(5), game.initial()
    states = [state]
    while len(states) < plies and not game.is_terminal(state):
        chance = game.to_move(state) == z.CHANCE
        choices = [action for action, _ in game.outcomes(state)] if chance else list(game.actions(state))
        state = game.result(state, chooser.choice(choices))
        states.append(state)
    return states


def drawn(board, **options):
    return ElementTree.fromstring(drawing.board(board, **options))  # noqa: S314  what we wrote ourselves


def groups(root):
    return {int(group.get("data-square")): group for group in root.iter(f"{SVG}g")}


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_s_board_shows_what_its_text_shows(spec):
    game = z.load_game(spec)
    for state in along(game):
        board = game.picture(state)
        assert len({len(row) for row in board.rows}) == 1
        pieces = [piece for row in board.rows for piece in row if piece is not None]
        text = game.show(state)
        assert board.news.lower() in text.lower()
        if board.look == BACKGAMMON:
            assert sum(int(piece.text) for piece in pieces if piece.form == STACK) == 30
            assert [piece.text for piece in pieces if piece.form == DIE] == [die for die in f"{state.dice:02}" if state.dice > 1]
            continue
        if board.look == PITS:
            assert sorted(piece.text for piece in pieces) == sorted(map(str, state.pits if spec == "awari" else state.cells))
            assert {piece.form for piece in pieces} == {SEEDS}
            continue
        lines = text.splitlines()[: -1 if board.news else None]
        if board.look == HANDS:
            told = "".join(lines[:4]).replace(".", "") + lines[5].replace("in hand:", "").replace("-", "")
            letters = "".join(piece.text.lower() if piece.player else piece.text for piece in pieces)
            assert Counter(letters) == Counter(re.sub(r"[1-4 ]", "", told))
            continue
        if any(piece.form == CHIPS for piece in pieces):
            assert [piece.text for piece in pieces if piece.form == CHIPS] == re.findall(r"\d+", re.sub("player .", "", "\n".join(lines)))
            continue
        if any(piece.form == DOT for piece in pieces):
            drawn_as = Counter(piece.form for piece in pieces)
            told = "\n".join(lines[1:])
            assert (drawn_as[DOT], drawn_as[LYING], drawn_as[STANDING]) == (told.count("o"), told.count("---"), told.count("|"))
            continue
        if board.look == STAR:
            assert sorted(piece.text or "." for piece in pieces) == sorted(mark for line in lines for mark in line[4:] if mark != " ")
            continue
        if any(piece.form == TILE for piece in pieces):
            numbers = "\n".join(line for line in lines if not line.startswith("score"))
            assert [piece.text for piece in pieces] == re.findall(r"\d+", numbers)
            continue
        if any(piece.form == CHESS_KING for piece in pieces):
            letters = [("N" if piece.form == CHESS_KNIGHT else piece.form[len("chess ")].upper(), piece.player) for piece in pieces]
            told = "".join(line[2:] for line in lines[:8]).replace(" ", "").replace(".", "")
            assert "".join(letter if player else letter.lower() for letter, player in letters) == told
            continue
        if board.look == POINTS_AND_LINES:
            told = Counter("".join(line[2:] for line in lines[:-1]).replace(" ", ""))
            assert Counter({STONE: "xo"[piece.player], HOUND: "x", HARE: "o", HOLE: "."}[piece.form] for piece in pieces) == told
            continue
        marks = re.findall(
            r"\|" if board.look == BARE else r"[xoXO#bwBW](?![a-z])", "\n".join(line for line in lines if "a b" not in line.casefold())
        )
        assert len(marks) == len(pieces)


def middles(root):
    """The middle of the floor of each square, by its number."""
    floors = {number: next(iter(group)) for number, group in groups(root).items()}
    return {number: [float(floor.get(axis)) + float(floor.get(side)) / 2 for axis, side in (("x", "width"), ("y", "height"))]
            for number, floor in floors.items()}  # fmt: skip


@pytest.mark.parametrize("spec", [spec for spec in GAMES if z.load_game(spec).picture(z.load_game(spec).initial()).below is not None])
def test_a_board_that_is_turned_is_seen_from_the_other_side_and_nothing_stands_on_its_head(spec):
    game = z.load_game(spec)
    board = game.picture(along(game)[-1])
    as_it_is, turned = drawn(board), drawn(board, turned=True)
    assert {root.get("viewBox") for root in (as_it_is, turned)} == {as_it_is.get("viewBox")}
    before, after = middles(as_it_is), middles(turned)
    most = max(before)
    assert [after[square] for square in before] == [before[most - square] for square in before]
    looks = [[(child.tag, child.get("class")) for child in groups(root)[square]] for root in (as_it_is, turned) for square in before]
    assert looks[: most + 1] == looks[most + 1 :]  # each square has what it had: its colour, and its piece

    def labels(root):
        return [(text.text, float(text.get("x")), float(text.get("y"))) for text in root.iter(f"{SVG}text") if text.get("class") == "pale"]

    for (text, x, y), (again, x_turned, y_turned) in zip(labels(as_it_is), labels(turned), strict=True):
        assert text == again
        if any(x == middle_x for middle_x, _ in before.values()):  # below its column, which stands where another did
            assert (y, x_turned) == (y_turned, before[most][0] + before[0][0] - x)
        else:
            assert x == x_turned
            assert y + y_turned == pytest.approx(before[most][1] + before[0][1] + 9)  # letters stand 4.5 below the middle


def test_an_animal_points_away_from_whose_it_is_also_on_a_board_that_is_turned():
    board = Board(((Piece(ANIMAL, 1, "L"),), (Piece(ANIMAL, 0, "L"),)), HANDS, below=0)

    def tips(root):
        """Whether the point of each animal lies above its letters."""
        made = []
        for _, group in sorted(groups(root).items()):
            outline, letters = group.find(f"{SVG}path").get("d"), group.find(f"{SVG}text")
            made.append(float(outline.split("L")[2].split()[1]) < float(letters.get("y")))
        return made

    assert (tips(drawn(board)), tips(drawn(board, turned=True))) == ([False, True], [True, False])


@pytest.mark.parametrize("spec", ["go", "connect4", "backgammon", "hex"])
def test_a_board_without_sides_is_not_turned(spec):
    game = z.load_game(spec)
    board = game.picture(game.initial())
    assert drawing.board(board, turned=True) == drawing.board(board)
    view = board_view(game, game.initial(), language("en"))
    assert (view["turned"], view["below"]) == ("", None)


@pytest.mark.parametrize("spec", GAMES)
def test_an_action_begins_and_ends_on_squares_that_it_changes(spec):
    game = z.load_game(spec)
    for state in along(game):
        before = [piece for row in game.picture(state).rows for piece in row]
        for action in () if game.is_terminal(state) or game.to_move(state) == z.CHANCE else game.actions(state):
            squares = game.action_squares(state, action)
            if not squares:
                assert game.name(state, action) == "pass" or spec == "2048"  # where all tiles slide
                continue
            after = [piece for row in game.picture(game.result(state, action)).rows for piece in row]
            goes_round = squares[0] == squares[-1] and len(squares) > 1  # a capture that ends where it began
            given_up = spec == "go" and before[squares[0]] is None is after[squares[0]] and before != after  # the stone goes with its chain
            pushed = spec == "quixo"  # a cube may be blank before, and all may look as before
            assert goes_round or given_up or pushed or all(before[square] != after[square] for square in (squares[0], squares[-1]))
            takes = "morris" in spec and after[squares[-1]].form == HOLE  # the last square that is touched is that of a man of the other
            laid = spec == "domineering"  # on two cells that were free
            if len(squares) > 1 and not (pushed or takes or laid):
                assert before[squares[0]].player == after[squares[-1]].player


@pytest.mark.parametrize("spec", GAMES)
def test_every_square_is_a_group_with_its_number_and_its_piece(spec):
    game = z.load_game(spec)
    for state in along(game, 12):
        board = game.picture(state)
        found = groups(drawn(board))
        assert sorted(found) == list(range(len(board.rows) * board.columns))
        for number, group in found.items():
            piece = board.rows[number // board.columns][number % board.columns]
            if piece is not None:
                assert len(group) >= 2 or board.look in (BARE, PITS, STAR)


def test_pieces_of_draughts_stand_on_dark_squares():
    for spec, look in (("checkers", CHECKERED), ("draughts", CHECKERED), ("draughts('spanish')", CHECKERED_FROM_DARK)):
        game = z.load_game(spec)
        board = game.picture(game.initial())
        assert board.look == look
        for number, group in groups(drawn(board)).items():
            if board.rows[number // board.columns][number % board.columns] is not None:
                assert group[0].get("class") == "dark"


def test_a_tree_and_a_game_of_one_s_own_have_none():
    assert z.load_game("tree").picture(0) is None


def test_last_action_targets_and_arrows_are_marked():
    board = z.load_game("tictactoe").picture(z.load_game("tictactoe").initial())
    root = drawn(board, last=(4,), targets={0, 8}, arrows=((0, 4),))
    marked = {number: {mark.get("class") for mark in group} - {"grid"} for number, group in groups(root).items()}
    assert {number: marks for number, marks in marked.items() if marks} == {4: {"last"}, 0: {"target"}, 8: {"target"}}
    assert [path.get("class") for path in root.iter(f"{SVG}path") if path.get("class")] == ["arrow"]
    assert drawn(board).find(f"{SVG}defs") is None


@pytest.mark.parametrize(
    ("spec", "points", "lines"), [("hare_and_hounds", 11, 22), ("six_mens_morris", 16, 20), ("nine_mens_morris", 24, 32)]
)
def test_points_are_drawn_and_the_lines_between_them_by_which_pieces_go(spec, points, lines):
    game = z.load_game(spec)
    board = game.picture(game.initial())
    root = drawn(board)
    assert len([circle for circle in root.iter(f"{SVG}circle") if circle.get("class") == "point"]) == points
    (path,) = (path.get("d") for path in root.iter(f"{SVG}path") if path.get("class") == "line")
    middles = {
        tuple(group[0].get(axis) for axis in ("cx", "cy")): number
        for number, group in groups(root).items()
        if group[0].get("cx") is not None
    }
    ends = re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", path)
    assert len(ends) == lines
    joined = {frozenset((middles[x0, y0], middles[x1, y1])) for x0, y0, x1, y1 in ends}
    for state in along(game):
        for action in () if game.is_terminal(state) else game.actions(state):
            squares = game.action_squares(state, action)
            if "-" in game.name(state, action):
                assert frozenset(squares[:2]) in joined


def test_hounds_and_the_hare_are_told_apart_and_have_the_colours_of_their_players():
    game = z.load_game("hare_and_hounds")
    shown = board_view(game, game.initial(), language("en"))
    assert shown["colours"][:2] == ["s0", "s1"]
    assert [shown["labels"][square] for square in (1, 9)] == ["b 3: hound (dark)", "e 2: hare (light)"]
    found = groups(ElementTree.fromstring(shown["svg"]))  # noqa: S314  what we wrote ourselves
    assert {part.get("class") for part in found[1]} >= {"s0"}
    assert {part.get("class") for part in found[9]} >= {"s1"}
    assert [part.tag for part in found[1]] != [part.tag for part in found[9]]


def test_a_king_in_check_is_marked():
    game = z.load_game("chess")
    for moves, square in (("e4 e5", None), ("f3 e5 g4 Qh4#", 60), ("e4 f5 Qh5+", 4)):
        found = groups(drawn(game.picture(game.played(moves))))
        assert [number for number, group in found.items() if group.get("class") == "threatened"] == ([] if square is None else [square])


@pytest.mark.parametrize(
    "look", [LINES, CHECKERED, CHECKERED_FROM_DARK, CHESSBOARD, HOLES, CLOTH, PITS, HEXAGONS, GOBAN, STAR, POINTS_AND_LINES, BARE]
)
@pytest.mark.parametrize("form", drawing._FORMS)
def test_every_form_stands_on_every_ground(look, form):
    root = drawn(Board(((Piece(form, 0, "3"), None), (None, Piece(form, 1, "4"))), look))
    assert len(groups(root)) == 4


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_players_differ_in_light_and_dark_and_letters_are_legible():
    light, dark = (
        dict(re.findall(r"--(\w+): (#\w{6})", part)) for part in (drawing.STYLE.split("@media")[0], drawing.STYLE.split("@media")[1])
    )
    dark = {**light, **dark}
    for colours in (light, dark):
        assert contrast(colours["ink"], colours["paper"]) > 7
        assert contrast(colours["pale"], colours["paper"]) > 4.5
        assert contrast(colours["ink"], colours["pit"]) > 4.5
    assert contrast(light["first"], light["second"]) > 4.5
    assert contrast(dark["first"], dark["second"]) > 2


def test_what_a_game_writes_stays_text():
    hostile = "</text><script>alert(1)</script>"
    text = drawing.board(Board(((Piece(SEEDS, 0, hostile), Piece(DISC)),), LINES, (hostile, ""), (hostile,), hostile), title=hostile)
    assert "<script" not in text
    assert hostile in "".join(ElementTree.fromstring(text).itertext())  # noqa: S314


def test_without_its_style_a_board_is_for_pages_that_have_it_once():
    board = z.load_game("connect4").picture(z.load_game("connect4").initial())
    assert "<style>" in drawing.board(board)
    assert "<style>" not in drawing.board(board, style=False)


@pytest.mark.parametrize(
    ("game", "position", "lit"),
    [
        ("tictactoe", "xxx/oo./... o", {0, 1, 2}),
        ("tictactoe", "xo./xo./... x", set()),
        ("mnk(4, 4, 3)", "xxxx/oo.o/..../.... o", {0, 1, 2, 3}),
        ("three_mens_morris", "xxx/o.o/.o. o", {0, 1, 2}),
        ("teeko", "xx.../xx.../ooo../...o./..... o", {0, 1, 5, 6}),
        ("hex(4)", "oxx./oxo./xo../xo.x o", {1, 2, 5, 8, 12}),
        ("hex(3)", "xx./ooo/..x x", {3, 4, 5}),
        ("hex(3)", "xx./oo./..x o", set()),
        ("six_mens_morris", "o#o#o/#...#/..#../#...#/x#.#x 0 x", {0, 2, 4}),
        ("six_mens_morris", "o#o#o/#x..#/..#../#...#/x#.#x 0 x", set()),
        ("connect4", "......./......./......./...o.../..oxo../.oxxxx. o", {38, 39, 40, 37}),
    ],
)
def test_the_line_that_decides_is_lit_and_told(game, position, lit):
    made = z.load_game(game)
    shown = made.picture(made.read(position))
    assert set(shown.lit) == lit
    assert drawing.board(shown).count('class="lit"') == len(lit)
    labels = board_view(made, made.read(position), language("en"))["labels"]
    assert {square for square, label in enumerate(labels) if label.endswith("part of the line that decides")} == lit


def test_a_line_that_loses_is_lit_as_well():
    game = z.load_game("desconecta4boom")
    state = game.initial()
    for action in (0, 6, 1, 6, 2, 6, 3):
        state = game.result(state, action)
    assert game.utility(state, z.MAX) == -1
    assert set(game.picture(state).lit) == {42, 43, 44, 45}
