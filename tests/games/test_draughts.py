"""Draughts: published counts, the rules one by one, and slow plain rules that must agree on random positions.

The counts: A. Bik, Perft for checkers (OEIS A133046; his count every way of a capture, ours each capture once, so they
differ from depth 12 on); R. Halbersma and others, Perft for all recognized draughts variants (FMJD forum, 2010), as
also in the tests of DCTL. The positions of the international rules: FMJD, Annex 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from zermelo.games.draughts import RULES, Checkers, Draughts, State
from zermelo.games.draughts.notation import Position, read_position, write_position
from zermelo.search.perft import perft
from zermelo.search.runner import Runner

CHECKERS, INTERNATIONAL, SPANISH, BRAZILIAN = Checkers(), Draughts(), Draughts("spanish"), Draughts("brazilian")
GAMES = (CHECKERS, INTERNATIONAL, SPANISH, BRAZILIAN)


def names(game: Draughts, position: str) -> list[str]:
    state = game.read(position)
    return sorted(game.name(state, action) for action in game.actions(state))


def after(game: Draughts, position: str, *moves: str) -> State:
    return game.played(" ".join(moves), game.read(position))


# Published counts

COUNTS = {
    "english": [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128],
    "international": [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423],
    "spanish": [7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200],
    "brazilian": [7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022, 105491257],
}
COUNTS_OF_POSITIONS = {  # international
    "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46": [14, 55, 1168, 5432, 87195, 629010],
    "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38": [6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436],
    "W:W6-10:B41-45": [9, 81, 795, 7578, 86351, 936311],
    f"W:W{','.join(f'K{n}' for n in range(31, 51))}:B{','.join(f'K{n}' for n in range(1, 21))}": [17, 79, 352, 1399, 7062, 37589, 217575],
}


def counted(game: Draughts, state: State, depths: int) -> list[int]:
    return [Runner(perft, game, "compiled")(state, depth)[0] for depth in range(1, depths + 1)]


@pytest.mark.parametrize("rules", COUNTS)
def test_perft(rules):
    game = Draughts(rules)
    assert counted(game, game.initial(), 8) == COUNTS[rules][:8]


@pytest.mark.slow
@pytest.mark.parametrize("rules", COUNTS)
def test_perft_to_the_end(rules):
    game = Draughts(rules)
    assert counted(game, game.initial(), len(COUNTS[rules])) == COUNTS[rules]


@pytest.mark.parametrize("position", COUNTS_OF_POSITIONS)
def test_perft_of_positions_with_kings_and_long_captures(position):
    counts = COUNTS_OF_POSITIONS[position]
    assert counted(INTERNATIONAL, INTERNATIONAL.read(position), len(counts)) == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        (next(iter(COUNTS_OF_POSITIONS)), 7, 9041010),
        ("W:W6-10:B41-45", 7, 11448262),
    ],
)
def test_perft_of_positions_further(position, depth, count):
    assert Runner(perft, INTERNATIONAL)(INTERNATIONAL.read(position), depth)[0] == count


# How men and kings move


@pytest.mark.parametrize(
    ("game", "position", "moves"),
    [
        pytest.param(CHECKERS, "B:B14:W32", "14-17 14-18", id="black men go down"),
        pytest.param(CHECKERS, "W:W14:B12", "14-10 14-9", id="white men go up"),
        pytest.param(CHECKERS, "W:W13:B12", "13-9", id="at the side there is one way"),
        pytest.param(CHECKERS, "W:WK14:B4", "14-10 14-17 14-18 14-9", id="a king of checkers steps all ways"),
        pytest.param(INTERNATIONAL, "W:W28:B1", "28-22 28-23", id="a white man"),
        pytest.param(INTERNATIONAL, "B:B13:W50", "13-18 13-19", id="a black man"),
        pytest.param(
            INTERNATIONAL,
            "W:WK28:B6",
            "28-10 28-11 28-14 28-17 28-19 28-22 28-23 28-32 28-33 28-37 28-39 28-41 28-44 28-46 28-5 28-50",
            id="a king flies",
        ),
        pytest.param(INTERNATIONAL, "B:BK1:W7,12", "1-6", id="but not over two pieces"),
        pytest.param(SPANISH, "W:W1:B32", "1-5", id="spanish: square 1 is a corner"),
        pytest.param(SPANISH, "W:W4:B32", "4-7 4-8", id="spanish: square 4 is not"),
        pytest.param(SPANISH, "B:B32:W4", "32-28", id="spanish black men go down to 1"),
        pytest.param(SPANISH, "W:WK1:B31", "1-10 1-14 1-19 1-23 1-28 1-32 1-5", id="spanish: the river runs from 1 to 32"),
    ],
)
def test_moves_without_capture(game, position, moves):
    assert names(game, position) == moves.split()


def test_who_begins_and_where():
    assert CHECKERS.write(CHECKERS.initial()) == "B:W21-32:B1-12"
    assert INTERNATIONAL.write(INTERNATIONAL.initial()) == "W:W31-50:B1-20"
    assert SPANISH.write(SPANISH.initial()) == "W:W1-12:B21-32"
    assert BRAZILIAN.write(BRAZILIAN.initial()) == "W:W21-32:B1-12"
    assert names(CHECKERS, "B:W21-32:B1-12") == ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    assert names(SPANISH, "W:W1-12:B21-32") == ["10-13", "10-14", "11-14", "11-15", "12-15", "12-16", "9-13"]


def test_a_man_on_the_last_row_becomes_a_king():
    assert CHECKERS.write(after(CHECKERS, "B:B25:W12", "25-29")) == "W:W12:BK29"
    assert INTERNATIONAL.write(after(INTERNATIONAL, "W:W7:B41", "7-1")) == "B:WK1:B41"
    assert SPANISH.write(after(SPANISH, "B:B8:W20", "8-4")) == "W:W20:BK4"


# How they capture


@pytest.mark.parametrize(
    ("game", "position", "moves"),
    [
        pytest.param(CHECKERS, "B:B1,14:W18", "14x23", id="a capture is a duty"),
        pytest.param(CHECKERS, "B:B2,3:W7,16,32", "2x20 3x10", id="in checkers any of them, the shorter one too"),
        pytest.param(CHECKERS, "B:B3:W7,14,22", "3x26", id="once begun it goes to its end"),
        pytest.param(CHECKERS, "B:B14:W10,9", "14-17 14-18", id="men of checkers capture forwards only"),
        pytest.param(CHECKERS, "B:BK14:W10,9,32", "14x5 14x7", id="kings backwards too"),
        pytest.param(CHECKERS, "B:B22:W26,27,18", "22x31", id="a man that is crowned by a capture stops there"),
        pytest.param(INTERNATIONAL, "W:W28,32:B23", "28x19", id="international: a capture is a duty"),
        pytest.param(INTERNATIONAL, "W:W35:B30,K40", "35x24 35x44", id="men capture backwards"),
        pytest.param(INTERNATIONAL, "W:WK46:B23", "46x10 46x14 46x19 46x5", id="a king lands on any square behind"),
        pytest.param(INTERNATIONAL, "W:W15:B8,19,20", "15x2", id="on and on"),
        pytest.param(INTERNATIONAL, "W:WK47:B9,12,33", "47x17 47x21 47x26", id="a king takes all three"),
        pytest.param(INTERNATIONAL, "W:WK41,49:B9,10,12,19,38", "41x43", id="a king turns where it can go on"),
        pytest.param(INTERNATIONAL, "W:W47:B13,14,22,24,31,34,K41,44", "47x49", id="a man round the board"),
        pytest.param(INTERNATIONAL, "W:W48:B24,K31,34,K42,43", "48x19", id="three men before two kings"),
        pytest.param(INTERNATIONAL, "W:W26:B12,K21,31,32", "26x28 26x8", id="kings count no more than men"),
        pytest.param(INTERNATIONAL, "W:W15:B9,10", "15x13", id="a man that goes on over the last row"),
        pytest.param(INTERNATIONAL, "B:W27,28,38,39,42:BK25", "25x33", id="captured pieces still stand in the way"),
        pytest.param(SPANISH, "W:W10,12:B13,14,16,22", "10x26", id="spanish: most pieces"),
        pytest.param(SPANISH, "W:W10:B13,K14", "10x19", id="spanish: of equally many, the king"),
        pytest.param(SPANISH, "W:W18:B14,13", "18-21 18-22", id="spanish men capture forwards only"),
        pytest.param(BRAZILIAN, "W:W18:B22", "18x25", id="brazilian men do both"),
    ],
)
def test_captures(game, position, moves):
    assert names(game, position) == moves.split()


def test_captured_pieces_stand_in_the_way_until_the_capture_is_over():
    # over 39 to 48, 42 to 31, 27 to 22, 28 to 33; over 38 it could go on if 42 were gone already
    assert INTERNATIONAL.write(after(INTERNATIONAL, "B:W27,28,38,39,42:BK25", "25x48x31x22x33")) == "W:W38:BK33"


def test_no_piece_is_jumped_twice():
    # round the four and past where it began; the pieces stand there still, but are not captured again
    position = "W:WK14:B8,9,22,23,45"
    assert names(INTERNATIONAL, position) == ["14x10", "14x14", "14x19", "14x20", "14x25", "14x5"]
    assert INTERNATIONAL.write(after(INTERNATIONAL, position, "14x5")) == "B:WK5:B45"


def test_a_man_that_goes_on_over_the_last_row_stays_a_man():
    assert INTERNATIONAL.write(after(INTERNATIONAL, "W:W15:B9,10,36", "15x13")) == "B:W13:B36"


def test_a_capture_in_a_circle_ends_where_it_began_and_is_one_action_whichever_way_round():
    assert names(INTERNATIONAL, "W:W28:B12,13,22,23") == ["28x28"]
    assert INTERNATIONAL.write(after(INTERNATIONAL, "W:W28:B12,13,22,23,45", "28x19x8x17x28")) == "B:W28:B45"


def test_a_king_may_land_anywhere_between_two_pieces_of_a_diagonal_and_that_is_one_action():
    assert names(INTERNATIONAL, "W:WK46:B37,19") == ["46x10", "46x14", "46x5"]


# The end


def test_who_cannot_move_has_lost():
    for game, position in (
        (CHECKERS, "B:B21:W25,30"),
        (INTERNATIONAL, "W:W46:B41,37"),
        (SPANISH, "W:W16:B20,23"),
    ):
        state = game.read(position)
        assert game.is_terminal(state)
        assert (game.utility(state, state.player), game.utility(state, 1 - state.player)) == (-1, 1)


def test_who_has_no_pieces_has_lost():
    state = after(CHECKERS, "B:B14:W18", "14x23")
    assert CHECKERS.is_terminal(state)
    assert CHECKERS.utility(state, z.MAX) == 1
    assert CHECKERS.show(state).endswith("black has won")


@pytest.mark.parametrize(("game", "plies"), [(CHECKERS, 80), (INTERNATIONAL, 50), (SPANISH, 40), (BRAZILIAN, 40)])
def test_many_moves_of_kings_only_are_a_draw(game, plies):
    state = game.read(f"W:WK1,K2,K3:BK31,K32:H{plies - 1}")
    assert not game.is_terminal(state)
    drawn = game.result(state, next(iter(game.actions(state))))
    assert game.write(drawn).endswith(f":H{plies}")
    assert game.is_terminal(drawn)
    assert [game.utility(drawn, player) for player in (z.MAX, z.MIN)] == [0, 0]
    assert game.show(drawn).endswith("draw")


def told(game: Draughts, position: str, *moves: str) -> int:
    """The plies that are counted after the moves."""
    return read_position(game.write(after(game, position, *moves)), len(game._numbers)).quiet


def test_a_move_of_a_man_and_a_capture_begin_the_count_anew():
    assert told(CHECKERS, "W:WK1,24:BK29,5:H70", "1-6") == 71
    assert told(CHECKERS, "W:WK1,24:BK29,5:H70", "24-20") == 0
    assert told(CHECKERS, "W:WK1:B6,K29:H70", "1x10") == 0


def test_who_cannot_move_has_lost_even_if_the_count_is_full():
    state = INTERNATIONAL.read("W:W46:B41,37:H50")
    assert INTERNATIONAL.utility(state, z.MAX) == -1


@pytest.mark.parametrize(
    ("position", "plies"),
    [
        pytest.param("W:WK1,K2,K3:BK50", 32, id="three kings"),
        pytest.param("B:WK50:B1,2,K3", 32, id="two men and a king"),
        pytest.param("W:WK1,K2:BK50", 10, id="two kings"),
        pytest.param("W:WK1,40:BK50", 10, id="a man and a king"),
        pytest.param("W:WK1:BK50", 10, id="a king"),
        pytest.param("W:W31,32,33:BK50", 50, id="three men are not counted"),
        pytest.param("W:WK1:B2", 50, id="nor a king against a man"),
        pytest.param("W:WK1,K2:BK49,K50", 50, id="nor two against two"),
    ],
)
def test_endings_against_one_king_last_16_moves_or_5(position, plies):
    assert not INTERNATIONAL.is_terminal(INTERNATIONAL.read(f"{position}:H{plies - 1}"))
    assert INTERNATIONAL.is_terminal(INTERNATIONAL.read(f"{position}:H{plies}"))
    with pytest.raises(z.PositionError, match=f"H{plies + 1} is too many; here the game is drawn after {plies} plies"):
        INTERNATIONAL.read(f"{position}:H{plies + 1}")


def test_in_such_an_ending_every_move_counts():
    assert told(INTERNATIONAL, "W:WK1,40,K3:BK50:H7", "40-34") == 8
    assert told(INTERNATIONAL, "W:WK1,40,K3:BK50:H7", "1-6") == 8


def test_such_an_ending_begins_with_the_move_that_leads_there():
    assert told(INTERNATIONAL, "W:W6,7,31:BK50:H9", "7-2") == 0
    assert told(INTERNATIONAL, "W:WK1,K2,K3:B33,K50:H40", "2-19") == 41
    assert told(INTERNATIONAL, "B:WK1,K2,K3,44:BK50:H40", "50x39") == 0


def test_a_capture_within_it_leaves_no_more_moves_than_there_were():
    # 25 plies of 32 are played, 6 are left after the capture: with two kings against one, it would be 10
    assert told(INTERNATIONAL, "B:WK1,K2,K44:BK50:H25", "50x39") == 10 - 6
    assert told(INTERNATIONAL, "B:WK1,K2,K44:BK50:H3", "50x39") == 0


def test_the_other_draughts_have_no_such_endings():
    assert not CHECKERS.is_terminal(CHECKERS.read("W:WK1:BK29:H79"))


# Slow plain rules


class Capture(NamedTuple):
    end: int
    captured: frozenset[int]
    kings: int


class Plain:
    """The board as a dict of squares, by row from the top and column from the left; white is below and goes up."""

    def __init__(self, rules: str, position: Position) -> None:
        self.rules, self.size = RULES[rules], RULES[rules].size
        self.numbers = {self.cell(number, rules == "spanish"): number for number in range(1, self.size**2 // 2 + 1)}
        self.cells = {number: cell for cell, number in self.numbers.items()}
        self.pieces, self.turn = {self.cells[number]: piece for number, piece in position.pieces.items()}, position.turn

    def cell(self, number: int, mirrored: bool) -> tuple[int, int]:
        row, place = divmod(number - 1, self.size // 2)
        if mirrored:  # 1 is below at the right, in the corner
            return self.size - 1 - row, self.size - 1 - 2 * place - row % 2
        return row, 2 * place + (row + 1) % 2

    def ways(self, piece: str, capturing: bool) -> list[tuple[int, int]]:
        forward = -1 if piece == "w" else 1
        rows = (-1, 1) if piece.isupper() or (capturing and self.rules.backward) else (forward,)
        return [(row, column) for row in rows for column in (-1, 1)]

    def ray(self, start: tuple[int, int], way: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for distance in range(1, self.size):
            cell = start[0] + distance * way[0], start[1] + distance * way[1]
            if cell not in self.numbers:
                return
            yield cell

    def jumps(
        self, piece: str, at: tuple[int, int], captured: frozenset[tuple[int, int]]
    ) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Each piece that can be jumped next, with each square behind it."""
        flies = piece.isupper() and self.rules.flying
        for way in self.ways(piece, capturing=True):
            over = None
            for distance, cell in enumerate(self.ray(at, way), 1):
                standing = self.pieces.get(cell)
                if over is None and standing is None and flies:
                    continue
                if over is None:
                    if standing is None or standing.upper() == self.turn or cell in captured:
                        break
                    over = cell
                elif standing is not None or (distance > 2 and not flies):
                    break
                else:
                    yield over, cell

    def captures(self, piece: str, at: tuple[int, int], captured: frozenset[tuple[int, int]] = frozenset()) -> set[Capture]:
        found: set[Capture] = set()
        for over, end in self.jumps(piece, at, captured):
            found |= self.captures(piece, end, captured | {over})
        if captured and not found:
            numbers = frozenset(self.numbers[cell] for cell in captured)
            found = {Capture(self.numbers[at], numbers, sum(self.pieces[cell].isupper() for cell in captured))}
        return found

    def moves(self) -> set[tuple[int, int, frozenset[int]]]:
        """Start, end and captured squares of every move."""
        captures, steps = [], set()
        for start, piece in list(self.pieces.items()):
            if piece.upper() != self.turn:
                continue
            del self.pieces[start]
            captures += [(self.numbers[start], capture) for capture in self.captures(piece, start)]
            for way in self.ways(piece, capturing=False):
                for distance, cell in enumerate(self.ray(start, way), 1):
                    if cell in self.pieces or (distance > 1 and not (piece.isupper() and self.rules.flying)):
                        break
                    steps.add((self.numbers[start], self.numbers[cell], frozenset[int]()))
            self.pieces[start] = piece
        if not captures:
            return steps
        if self.rules.most:
            most = max(len(capture.captured) for _, capture in captures)
            captures = [(start, capture) for start, capture in captures if len(capture.captured) == most]
        if self.rules.quality:
            kings = max(capture.kings for _, capture in captures)
            captures = [(start, capture) for start, capture in captures if capture.kings == kings]
        return {(start, capture.end, capture.captured) for start, capture in captures}

    def play(self, start: int, end: int, captured: frozenset[int]) -> None:
        piece = self.pieces.pop(self.cells[start])
        for number in captured:
            del self.pieces[self.cells[number]]
        last = 0 if self.turn == "W" else self.size - 1
        self.pieces[self.cells[end]] = piece.upper() if self.cells[end][0] == last else piece
        self.turn = "B" if self.turn == "W" else "W"

    def position(self) -> Position:
        return Position(self.turn, {self.numbers[cell]: piece for cell, piece in self.pieces.items()}, 0)


@st.composite
def crowded(draw, games):
    """A game, with any pieces on any squares."""
    game = draw(st.sampled_from(games))
    half, men = RULES[game.rules].size // 2, RULES[game.rules].men
    squares = range(1, 2 * half * half + 1)
    low, high = squares[:half], squares[-half:]
    white_up = game.rules != "spanish"
    pieces = draw(st.dictionaries(st.sampled_from(squares), st.sampled_from("wwwWbbbB"), min_size=1, max_size=men + men // 2))
    for number, piece in pieces.items():
        if number in (low if (piece == "w") == white_up else high):
            pieces[number] = piece.upper()
    for kind in "WB":
        for number in [number for number, piece in pieces.items() if piece.upper() == kind][men:]:
            del pieces[number]
    return game, Position(draw(st.sampled_from("WB")), pieces, 0)


def plain_form(game: Draughts, action: int) -> tuple[int, int, frozenset[int]]:
    captured = (action >> 12) << game._near
    places = {place: number for number, place in enumerate(game._numbers, 1)}
    return places[action & 63], places[action >> 6 & 63], frozenset(places[i] for i in range(64) if captured >> i & 1)


@given(crowded(GAMES))
def test_moves_of_any_position_are_those_of_the_plain_rules(drawn):
    game, position = drawn
    state = game.read(write_position(position))
    actions = [plain_form(game, action) for action in game.actions(state)]
    assert len(set(actions)) == len(actions)
    assert set(actions) == Plain(game.rules, position).moves()
    if not actions:
        assert game.is_terminal(state)
        assert game.utility(state, state.player) == -1


@given(st.sampled_from(GAMES), st.data())
def test_random_games_agree_with_the_plain_rules(game, data):
    state = game.initial()
    plain = Plain(game.rules, read_position(game.write(state), len(game._numbers)))
    for _ in range(60):
        assert write_position(plain.position()) == game.write(state).split(":H")[0]
        if game.is_terminal(state):
            break
        moves = {plain_form(game, action): action for action in game.actions(state)}
        assert set(moves) == plain.moves()
        move = data.draw(st.sampled_from(sorted(moves, key=str)))
        before = tuple(state)
        after = game.result(state, moves[move])
        assert tuple(state) == before
        plain.play(*move)
        state = after


# Help for a search


@given(crowded(GAMES))
def test_tactical_are_the_captures_and_they_are_forced(drawn):
    game, position = drawn
    state = game.read(write_position(position))
    actions = list(game.actions(state))
    captures = [action for action in actions if action >> 12]
    assert captures in ([], actions)
    assert list(game.tactical(state)) == captures
    assert game.forced(state) == bool(captures)


@given(crowded(GAMES))
def test_evaluations_are_of_both_sides_and_less_than_a_win(drawn):
    game, position = drawn
    state = game.read(write_position(position))
    assert -1 < game.evaluate(state, z.MAX) < 1
    assert game.evaluate(state, z.MIN) == -game.evaluate(state, z.MAX)
    for evaluation in game.evaluations.values():
        assert evaluation.value(game, state, z.MIN) == -evaluation.value(game, state, z.MAX)


def values(game: Draughts, position: str) -> dict[str, float]:
    state = game.read(position)
    return {name: evaluation.value(game, state, z.MAX) for name, evaluation in game.evaluations.items()}


def test_evaluations_by_hand():
    # black (MAX): a king on 17, a man on 1 (the first row) and one on 22, four rows beyond the second; white: men on 32 and 27
    found = values(CHECKERS, "B:BK17,1,22:W27,32")
    assert found == {"material": 2 + 1.25 - 2, "advancement": 4 - 0, "back_row": 1 - 1, "centre": 2 - 1, "mobility": 7 - 3}
    assert values(INTERNATIONAL, "W:WK28:B1")["material"] == 2
    assert values(INTERNATIONAL, "W:WK28,50:BK1")["back_row"] == 0


def test_a_man_is_worth_the_unit():
    two, one = (CHECKERS.evaluate(CHECKERS.read(f"B:B9,10{more}:W24"), z.MAX) for more in (",11", ""))
    assert two - one == pytest.approx(CHECKERS.evaluation_unit, rel=0.2)


def test_order_puts_long_captures_and_crowning_first_and_gifts_last():
    def best(game: Draughts, position: str) -> list[str]:
        state = game.read(position)
        return [game.name(state, a) for a in sorted(game.actions(state), key=lambda a: -game.order(state, a, game.result(state, a)))]

    assert best(CHECKERS, "B:B2,3:W7,16,32")[0] == "2x20"
    assert best(CHECKERS, "B:B25,3:W32")[0] in ("25-29", "25-30")
    assert best(CHECKERS, "B:B10:W18,17")[-1] in ("10-14", "10-15")


def test_rules_that_are_not_there():
    with pytest.raises(
        z.SpecError, match="there are no rules 'turkish' of draughts; there are: international, brazilian, spanish, english"
    ):
        Draughts("turkish")


def test_the_catalogue_knows_them():
    assert repr(z.load_game("checkers")) == "Checkers()"
    assert repr(z.load_game("draughts")) == "Draughts(rules='international')"
    assert repr(z.load_game("draughts(rules='spanish')")) == "Draughts(rules='spanish')"
    assert isinstance(z.load_game("checkers").initial(), State)
