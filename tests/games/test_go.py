"""Go: captures, kos, suicide, scoring, published counts and values, OpenSpiel's games, and a slow plain second implementation."""

from __future__ import annotations

import random
from itertools import product
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests.games.positions import positions
from zermelo.game import legal
from zermelo.games.go import Go
from zermelo.games.go.points import NONE, State
from zermelo.games.go.shapes import SHAPES
from zermelo.search.perft import perft
from zermelo.search.runner import Runner
from zermelo.wide import count, difference, intersection, members_of, some

SMALL = Go(5)
GAMES = (Go(2), Go(3), Go(4, scoring="margin"), SMALL, Go(5, suicide=False), Go(9), Go(13, komi=6.5), Go(19))


def after(game: Go, position: str, moves: str) -> State:
    """The state that these moves lead to."""
    state = game.read(position)
    for move in moves.split():
        state = game.result(state, game.parse(state, move))
    return state


def names(game: Go, actions: list[int]) -> set[str]:
    return {game.name(game.initial(), action) for action in actions}


# Captures


@pytest.mark.parametrize(
    ("before", "move", "following"),
    [
        pytest.param(".o.../o..../...../...../..... x - 0", "E1", ".o.../o..../...../...../....X o - 0", id="nothing"),
        pytest.param("ox.../...../...../...../..... x - 0", "A4", ".x.../X..../...../...../..... o - 0", id="in the corner"),
        pytest.param(".xo../..x../...../...../..... x - 0", "D5", ".x.X./..x../...../...../..... o - 0", id="at the border"),
        pytest.param("...../.xxx./xooo./.xxx./..... x - 0", "E3", "...../.xxx./x...X/.xxx./..... o - 0", id="a chain"),
        pytest.param("xo.ox/.xox./..x../...../..... x - 0", "C5", "x.X.x/.x.x./..x../...../..... o - 0", id="three at once"),
    ],
)
def test_captures(before, move, following):
    assert SMALL.write(after(SMALL, before, move)) == following


# Ko

KO = ".xo../x.xo./.xo../...../..... o - 0"


def test_a_ko_may_not_be_retaken_at_once():
    state = after(SMALL, KO, "B4")
    assert SMALL.write(state) == ".xo../xO.o./.xo../...../..... x C4 0"
    assert SMALL.show(state).endswith("\nx to move, not at C4")
    assert "C4" not in names(SMALL, list(SMALL.actions(state)))
    elsewhere = after(SMALL, SMALL.write(state), "E1 E2")
    assert "C4" in names(SMALL, list(SMALL.actions(elsewhere)))


def test_two_stones_may_be_taken_back_at_once():
    state = after(SMALL, ".xxo./xo.xo/.xxo./...../..... o - 0", "C4")
    assert SMALL.write(state) == ".xxo./xoO.o/.xxo./...../..... x - 0"
    assert SMALL.write(after(SMALL, SMALL.write(state), "D4")) == ".xxo./x..Xo/.xxo./...../..... o - 0"


def test_after_two_passes_a_ko_is_still_forbidden_by_superko():
    states = line(SMALL, KO, "B4 pass")
    white = after(SMALL, SMALL.write(states[-1]), "E1")
    assert white.ko == NONE
    assert "C4" in names(SMALL, list(SMALL.actions(white)))
    states = line(SMALL, KO, "B4 pass pass")
    assert SMALL.is_terminal(states[-1])


def line(game: Go, position: str, moves: str) -> list[State]:
    states = [game.read(position)]
    for move in moves.split():
        states.append(game.result(states[-1], game.parse(states[-1], move)))
    return states


def test_sending_two_and_returning_one_is_superko():
    states = line(SMALL, ".o.o./xxo../...../...../..... o - 0", "A5 C5")
    assert SMALL.write(states[-1]) == "..Xo./xxo../...../...../..... o - 0"
    assert "B5" in names(SMALL, list(SMALL.actions(states[-1])))  # the state alone does not forbid it
    assert "B5" not in names(SMALL, legal(SMALL, states[-1], states[:-1]))
    assert names(SMALL, list(SMALL.actions(states[-1]))) - names(SMALL, legal(SMALL, states[-1], states[:-1])) == {"B5"}


TRIPLE = ".xo....../x.xo...../.xo....../.xo....../x.xo...../.xo....../.xo....../xo.o...../.xo...... o - 0"


def test_triple_ko_ends_by_superko():
    game = Go(9)
    states = line(game, TRIPLE, "B8 C2 B5 C8 B2")
    assert "C5" in names(game, list(game.actions(states[-1])))
    assert "C5" not in names(game, legal(game, states[-1], states[:-1]))
    again = game.result(states[-1], game.point("C5"))
    assert game.position(again) == game.position(states[0])


def test_the_pass_is_always_legal():
    states = line(SMALL, KO, "B4 pass")
    for number, state in enumerate(states):
        assert SMALL.pass_ in legal(SMALL, state, states[:number])


def test_games_without_superko_have_the_actions_that_they_have():
    game = z.load_game("nim")
    assert legal(game, game.initial(), [game.initial()]) == list(game.actions(game.initial()))


# Suicide


def test_a_chain_may_be_given_up_but_no_single_stone():
    position = "x.o../xo.../o..../...../..... x - 0"
    assert SMALL.write(after(SMALL, position, "B5")) == "..o../.o.../o..../...../..... o - 0"
    single = SMALL.read(".o.../o..../...../...../..... x - 0")
    assert "A5" not in names(SMALL, list(SMALL.actions(single)))


def test_elsewhere_neither_may():
    game = Go(5, suicide=False)
    state = game.read("x.o../xo.../o..../...../..... x - 0")
    assert "B5" not in names(game, list(game.actions(state)))
    assert "B5" in names(game, list(game.actions(game.read("x.o../x..../o..../...../..... x - 0"))))
    capture = game.read(".oxx./ox.../x..../...../..... x - 0")
    assert "A5" in names(game, list(game.actions(capture)))


def test_what_captures_is_no_suicide():
    assert SMALL.write(after(SMALL, ".oxx./ox.../x..../...../..... x - 0", "A5")) == "X.xx./.x.../x..../...../..... o - 0"


# Scoring


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        pytest.param("...../...../...../...../.....", 0, id="an empty board is nobody's"),
        pytest.param("...../...../..x../...../.....", 25, id="one stone has it all"),
        pytest.param("..xo./..xo./..xo./..xo./..xo.", 5, id="a wall"),
        pytest.param(".x.o./.x.o./.x.o./.x.o./.x.o.", 0, id="dame between walls are nobody's"),
        pytest.param(".x.o./.x.o./.x.o./.xoo./.xo..", 0 - 2, id="a filled dame counts"),
        pytest.param("xo.xo/xo.xo/xooxo/xxxxo/oooo.", 10 - 13, id="in a seki stones count and shared liberties do not"),
    ],
)
def test_scores_by_area(rows, points):
    game = Go(5, komi=0.5, scoring="margin")
    state = game.read(f"{rows} x - 2")
    assert game.utility(state, z.MAX) == points - 0.5 == -game.utility(state, z.MIN)
    by_win = Go(5, komi=0)
    assert by_win.utility(state, z.MAX) == (points > 0) - (points < 0)


def test_komi():
    assert [Go(size).komi for size in (5, 8, 9, 19)] == [0, 0, 7.5, 7.5]
    assert Go(5, komi=24.5).utility(SMALL.read("...../...../..x../...../..... x - 2"), z.MAX) == 1
    assert Go(5, komi=25).utility(SMALL.read("...../...../..x../...../..... x - 2"), z.MAX) == 0
    assert Go(5, komi=25).show(SMALL.read("...../...../..x../...../..... x - 2")).endswith("\ndraw")
    assert SMALL.show(SMALL.read("...../...../..x../...../..... x - 2")).endswith("\nx has won by 25")
    for komi in (26, 0.25, "7", float("nan"), inf):
        with pytest.raises(z.SpecError, match="a whole or half number of points, at most 25"):
            Go(5, komi=komi)


# Published counts and values


@pytest.mark.parametrize(("size", "published"), [(2, 57), (3, 12_675)])
def test_legal_positions_are_as_many_as_published(size, published):
    """J. Tromp and G. Farnebaeck, Combinatorics of Go, 2007."""
    game = Go(size)
    points = members_of(game.board)
    found = 0
    for marks in product((0, 1, 2), repeat=len(points)):
        black, white = ([point for point, mark in zip(points, marks, strict=True) if mark == own] for own in (1, 2))
        state = game.state(black, white, z.MAX)
        empty = game.empty(state.black, state.white)
        found += not any(count(game.choked(stones, stones, empty)) for stones in (state.black, state.white))
    assert found == published


def test_all_of_them_come_up_on_2_x_2():
    game = Go(2)
    layer, seen = {game.initial()}, set()
    while layer:
        seen |= layer
        layer = {game.result(state, action) for state in layer if not game.is_terminal(state) for action in game.actions(state)} - seen
    assert len({game.position(state) for state in seen}) == 57


def test_black_wins_2_x_2_by_a_point():
    """J. Tromp: with positional superko 2 x 2 is worth 1 to Black."""
    assert solved(Go(2, scoring="margin"), [Go(2).initial()], -inf, inf) == 1


def solved(game: Go, states: list[State], alpha: float, beta: float) -> float:
    """What the game is worth to the player to move, by alpha-beta that knows what was played."""
    state = states[-1]
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    for action in reversed(legal(game, state, states[:-1])):  # the pass first
        alpha = max(alpha, -solved(game, [*states, game.result(state, action)], -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


# Other implementations


class Plain:
    """A dictionary of stones, chains by recursion, superko by every position that there was."""

    def __init__(self, size: int, suicide: bool) -> None:
        self.size, self.suicide = size, suicide
        self.stones: dict[tuple[int, int], str] = {}
        self.player, self.passes = "x", 0
        self.history = [frozenset(self.stones.items())]

    def near(self, point):
        row, column = point
        for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= place[0] < self.size and 0 <= place[1] < self.size:
                yield place

    def region(self, stones, point, seen):
        """The points of one colour, or empty, that are joined to this one."""
        seen.add(point)
        for place in self.near(point):
            if place not in seen and stones.get(place) == stones.get(point):
                self.region(stones, place, seen)
        return seen

    def cleared(self, stones, colour):
        """Without the stones of a colour that reach no empty point."""
        dead = set()
        for point in [point for point, stone in stones.items() if stone == colour]:
            chain = self.region(stones, point, set())
            if all(place in stones for each in chain for place in self.near(each)):
                dead |= chain
        return {point: stone for point, stone in stones.items() if point not in dead}

    def placed(self, point):
        """The stones after one more; None where that is not legal."""
        if point in self.stones:
            return None
        other = "xo"[self.player == "x"]
        stones = self.cleared({**self.stones, point: self.player}, other)
        after_suicide = self.cleared(stones, self.player)
        if after_suicide != stones and not self.suicide:
            return None
        return None if frozenset(after_suicide.items()) in self.history else after_suicide

    def moves(self):
        return [point for point in product(range(self.size), repeat=2) if self.placed(point) is not None]

    def play(self, point):
        self.passes = self.passes + 1 if point is None else 0
        if point is not None:
            self.stones = self.placed(point)
        self.history.append(frozenset(self.stones.items()))
        self.player = "xo"[self.player == "x"]

    def score(self):
        points = 0
        for point in product(range(self.size), repeat=2):
            region = self.region(self.stones, point, set())
            reached = (
                {self.stones.get(point)}
                if point in self.stones
                else {self.stones[p] for e in region for p in self.near(e) if p in self.stones}
            )
            points += (reached == {"x"}) - (reached == {"o"})
        return points


@given(st.sampled_from([2, 3, 4, 5, 6]), st.booleans(), st.randoms(use_true_random=False))
def test_random_games_agree_with_plain_rules(size, suicide, dice):
    game, plain = Go(size, scoring="margin", komi=0, suicide=suicide), Plain(size, suicide)
    states = [game.initial()]
    while plain.passes < 2 and len(states) < 30:
        state = states[-1]
        assert not game.is_terminal(state)
        moves = plain.moves()
        actions = legal(game, state, states[:-1])
        assert actions == [*(row * game.row + column for row, column in moves), game.pass_]
        point = dice.choice([*moves, *moves, None])
        states.append(game.result(state, game.pass_ if point is None else point[0] * game.row + point[1]))
        plain.play(point)
        rows = ["".join(plain.stones.get((row, column), ".") for column in range(size)) for row in range(size)]
        assert game.write(states[-1]).lower().startswith(f"{'/'.join(rows)} {plain.player}")
        assert game.score(states[-1]) == plain.score()
    assert game.is_terminal(states[-1]) == (plain.passes == 2)


@pytest.mark.parametrize(("size", "games"), [(5, 5), (9, 2), (13, 1)])
def test_random_games_agree_with_open_spiel(size, games):
    spiel = pytest.importorskip("pyspiel").load_game(f"go(board_size={size},komi=7.5)")
    game, dice = Go(size, komi=7.5, suicide=False), random.Random(size)
    for _ in range(games):
        states, other = [game.initial()], spiel.new_initial_state()
        while not other.is_terminal():
            state = states[-1]
            player = other.current_player()
            theirs = {other.action_to_string(player, action).split()[1].upper(): action for action in other.legal_actions()}
            assert {game.name(state, action).upper() for action in game.actions(state)} == set(theirs)
            assert game.to_move(state) == player
            action = dice.choice([action for action in game.actions(state) if not game.fills_eye(state, action)])
            states.append(game.result(state, action))
            other.apply_action(theirs[game.name(state, action).upper()])
        if game.is_terminal(states[-1]):  # else a position came back, which ends the game there
            assert [game.utility(states[-1], player) for player in (z.MAX, z.MIN)] == other.returns()
        else:
            assert len(states) > 2 * size * size or game.position(states[-1]) in map(game.position, states[:-1])


def test_a_board_of_two_words_means_the_same_in_both_modes():
    game, dice = Go(9), random.Random(4)
    compiled, interpreted = (Runner(perft, game, mode) for mode in ("compiled", "interpreted"))
    state = game.initial()
    for ply in range(130):
        if ply % 26 == 25:
            assert compiled(state, 2) == interpreted(state, 2)
        state = game.result(state, game.playout(state, dice.getrandbits(32)))
        if game.is_terminal(state):
            break


# For a search


@given(positions(GAMES), st.integers(0, 6))
def test_seen_from_elsewhere_the_rules_are_the_same(position, way):
    game, state = position
    views = {state, *game.symmetries(state)}
    other = list(game.symmetries(state))[way]
    assert {other, *game.symmetries(other)} == views
    assert game.score(other) == game.score(state)
    assert count(game.places(other)) == count(game.places(state))
    assert count(game.eyes(other)) == count(game.eyes(state))
    assert game.evaluate(other, z.MAX) == game.evaluate(state, z.MAX)


@pytest.mark.parametrize(
    ("rows", "eyes"),
    [
        pytest.param(".x.../x..../...../...../.....", "A5", id="in the corner"),
        pytest.param(".x.../xo.../...../...../.....", "", id="the corner's corner is the other's"),
        pytest.param("...../..x../.x.x./..x../.....", "C3", id="in the middle"),
        pytest.param("...../.ox../.x.x./..x../.....", "C3", id="one corner is the other's"),
        pytest.param("...../.oxo./.x.x./..x../.....", "", id="two are"),
        pytest.param("x.x../.x.../...../...../.....", "B5", id="at the border"),
        pytest.param("x.x../ox.../...../...../.....", "", id="at the border, one corner is the other's"),
    ],
)
def test_eyes(rows, eyes):
    state = SMALL.read(f"{rows} x - 0")
    assert names(SMALL, members_of(SMALL.eyes(state))) == set(eyes.split())
    assert SMALL.fills_eye(state, SMALL.point("B5")) == ("B5" in eyes)
    assert not SMALL.fills_eye(state, SMALL.pass_)
    assert not members_of(SMALL.eyes(state._replace(player=z.MIN)))


# What a player knows at a glance


@given(positions(GAMES[:6]), st.integers(-(2**63), 2**63 - 1))
def test_playouts_are_legal_fill_no_eye_and_give_no_chain_away(position, random_bits):
    game, state = position
    if game.is_terminal(state):
        return
    action = game.playout(state, random_bits)
    assert action in game.actions(state)
    assert not game.fills_eye(state, action)
    if action != game.pass_:
        after = game.result(state, action)
        assert game.sides(after)[0] != game.sides(state)[1] or action == after.last  # it takes something, or stands


def urgent(rows: str) -> set[str]:
    state = SMALL.read(f"{rows} x - 0")
    own, other = SMALL.sides(state)
    return names(SMALL, members_of(SMALL.urgent(own, other, SMALL.empty(own, other), state.last)))


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        pytest.param("...../..x../.xOx./...../.....", "C2", id="take the last stone"),
        pytest.param("...../..o../.oxO./...../.....", "C2", id="save a stone"),
        pytest.param("...../..o../.oxO./..x../.....", "", id="it has two liberties"),
        pytest.param("...../..o../.oxO./.o.o./.....", "", id="nothing saves it"),
        pytest.param("...../.xox./.oxO./...../.....", "C2 C5", id="take what threatens it"),
        pytest.param("xo.../...../...../...../....O", "", id="what is far away can wait"),
    ],
)
def test_what_is_urgent(rows, points):
    assert urgent(rows) == set(points.split())


@pytest.mark.parametrize(
    ("rows", "good"),
    [
        pytest.param("...../.xox./...../...../.....", True, id="hane around a stone"),
        pytest.param("...../.oxo./...../...../.....", True, id="with the colours exchanged"),
        pytest.param("...../.x.../.o.../.x.../.....", True, id="turned"),
        pytest.param("...../.xo../.o.../...../.....", True, id="a cut"),
        pytest.param("...../...../...../...../.....", False, id="nothing near"),
        pytest.param("xxxxx/x...x/x...x/x...x/xxxxx", False, id="among one's own"),
    ],
)
def test_shapes(rows, good):
    state = SMALL.read(f"{rows} x - 0")
    assert SMALL.is_shape(*SMALL.sides(state), SMALL.point("C3")) == good


def test_shapes_at_the_border():
    state = SMALL.read("...../...../...../.xx../oo... x - 0")
    assert SMALL.is_shape(*SMALL.sides(state), SMALL.point("C1"))


@given(positions(GAMES[:6]), st.data())
def test_shapes_are_those_that_are_drawn(position, data):
    """The table against the drawings themselves, read mark by mark around a point."""
    game, state = position
    own, other = game.sides(state)
    empty = members_of(game.empty(own, other))
    point = data.draw(st.sampled_from(empty)) if empty else None
    if point is not None:
        marks = dict.fromkeys(members_of(game.board), ".") | dict.fromkeys(members_of(own), "X") | dict.fromkeys(members_of(other), "O")
        row, column = divmod(point, game.row)
        inside = range(game.size)
        around = {
            (down, right): marks[(row + down) * game.row + column + right] if row + down in inside and column + right in inside else "#"
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        assert game.is_shape(own, other, point) == any(drawn(shape, around) for shape in SHAPES)


def drawn(shape: tuple[str, str, str], around: dict[tuple[int, int], str]) -> bool:
    """Whether what lies around a point is a shape, seen from any side, in either colouring."""
    turns = [lambda d, r: (d, r), lambda d, r: (-d, r), lambda d, r: (d, -r), lambda d, r: (-d, -r)]
    turns += [lambda d, r, turn=turn: turn(r, d) for turn in turns[:4]]
    means = {"?": "XO.#", "x": "O.#", "o": "X.#"}
    for colours in ("XO", "OX"):
        seen = {place: mark.translate(str.maketrans("XO", colours)) for place, mark in around.items()}
        for turn in turns:
            if all(
                (d, r) == (0, 0) or seen[turn(d, r)] in means.get(shape[d + 1][r + 1], shape[d + 1][r + 1])
                for d in (-1, 0, 1)
                for r in (-1, 0, 1)
            ):
                return True
    return False


@pytest.mark.parametrize(
    ("better", "worse", "rows"),
    [
        pytest.param("C2", "A1", "...../..x../.xOx./...../.....", id="taking"),
        pytest.param("C2", "A1", "...../..o../.oxO./...../.....", id="saving"),
        pytest.param("E1", "A5", ".x.../xx.../...../...../.....", id="not into an eye"),
        pytest.param("C3", "A5", ".o.../...../...../...../.....", id="not where it is taken"),
        pytest.param("D3", "E1", "...../..O../...../...../.....", id="near the last stone"),
        pytest.param("C3", "pass", "...../...../...../...../.....", id="not the pass"),
    ],
)
def test_what_is_tried_first(better, worse, rows):
    state = SMALL.read(f"{rows} x - 0")
    assert SMALL.prior(state, SMALL.parse(state, better)) > SMALL.prior(state, SMALL.parse(state, worse))


@given(positions(GAMES[:6]), st.integers(0, 6))
def test_what_is_known_does_not_depend_on_the_view(position, way):
    game, state = position
    other = list(game.symmetries(state))[way]
    priors, others = (sorted(game.prior(one, action) for action in game.actions(one)) for one in (state, other))
    assert priors == pytest.approx(others)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        pytest.param(".x.x./xxxx./...../...../.....", "A5 B5 C5 D5 A4 B4 C4 D4", id="two eyes in the corner"),
        pytest.param(".x.../xx.../...../...../.....", "", id="one eye"),
        pytest.param(".x.x./xxox./..xx./...../.....", "", id="one of the eyes is false"),
        pytest.param("..x.x/xxxxx/...../...../.....", "A5 B5 C5 D5 E5 A4 B4 C4 D4 E4", id="an eye of two points"),
        pytest.param("o.x.x/xxxxx/...../...../.....", "C5 D5 E5 A4 B4 C4 D4 E4", id="a stone in it is not taken yet"),
        pytest.param(".xx.x/xx.xx/.xxx./...../.....", "A5 B5 C5 D5 E5 A4 B4 C4 D4 E4 B3 C3 D3", id="chains that share their eyes"),
    ],
)
def test_what_is_safe(rows, points):
    state = SMALL.read(f"{rows} x - 0")
    assert names(SMALL, members_of(SMALL.safe(state.black, state.white))) == set(points.split())


@pytest.mark.parametrize(("suicide", "safe"), [(False, "D4 A3 B3 C3 D3 C2 D2"), (True, "")])
def test_a_region_whose_stones_may_be_given_up_is_no_eye(suicide, safe):
    """White gives A4 B4 C4 up, plays C4 again, and D3 takes D4."""
    game = Go(4, scoring="margin", suicide=suicide)
    state = game.read("oo.x/xxx./ooxx/.... o - 0")
    assert names(game, members_of(game.safe(state.black, state.white))) == set(safe.split())


@given(positions(GAMES[:5]), st.randoms(use_true_random=False))
def test_safe_stones_stay_though_their_owner_only_passes(position, dice):
    game, state = position
    stones = intersection(game.safe(state.black, state.white), state.black)
    for _ in range(40):
        state = state._replace(player=z.MIN, passes=0, last=NONE)
        state = game.result(state, dice.choice(list(game.actions(state))))
        assert not some(difference(stones, state.black))


@pytest.mark.slow
def test_bounds_change_no_value():
    """Positions of 3 x 3 that are searched to the end without them are worth the same with them, and that lies between them."""
    game, dice, searched = Go(3, scoring="margin"), random.Random(3), 0
    plain, bounded = (z.Engine(game, table=16, bounds=on) for on in (False, True))
    for _ in range(30):
        state = game.initial()
        for _ in range(dice.randrange(12, 30)):
            following = game.result(state, dice.choice(list(game.actions(state))[:-1] or [game.pass_]))
            state = state if game.is_terminal(following) else following
        low, high = game.bounds(state)
        found = plain.search(state, nodes=30_000)
        if found.stopped == "solved":
            searched += 1
            again = bounded.search(state, nodes=30_000)
            assert (again.value, again.stopped) == (found.value, "solved")
            assert low <= (found.value if game.to_move(state) == z.MAX else -found.value) <= high
    assert searched > 10


@pytest.mark.slow
def test_3_x_3_is_black_s_altogether_without_superko_below_the_root():
    """E. van der Werf, 2003: 9 points, by the middle. Not proved, as superko may forbid what that rests on."""
    found = z.best(Go(3, scoring="margin"), algorithm="engine")
    assert (found.value, found.stopped, found.line[0]) == (9, "solved", Go(3).point("B2"))
    assert not found.proved


def test_the_last_stone_counts_for_no_rule_and_is_written_large():
    state = SMALL.result(SMALL.initial(), SMALL.point("C3"))
    assert SMALL.read(SMALL.write(state)) == state
    forgotten = state._replace(last=NONE)
    assert SMALL.key(forgotten) == SMALL.key(state)
    assert SMALL.position(forgotten) == SMALL.position(state)
    assert list(SMALL.actions(forgotten)) == list(SMALL.actions(state))
    suicide = SMALL.result(SMALL.read("x.o../xo.../o..../...../..... x - 0"), SMALL.point("B5"))
    assert (suicide.last, SMALL.result(state, SMALL.pass_).last) == (NONE, NONE)


def test_playouts_come_to_an_end():
    dice = random.Random(1)
    for size in (2, 5, 9):
        game = Go(size)
        state, plies = game.initial(), 0
        while not game.is_terminal(state):
            state = game.result(state, game.playout(state, dice.getrandbits(32)))
            plies += 1
            assert plies < 20 * size * size


# Texts


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "has 0 parts"),
        ("...../...../...../...../..... z - 0", "'z' is not the player to move, x or o"),
        ("...../...../...../...../..... x - 3", "'3' is not how many passes came last"),
        ("...../...../...../..... x - 0", "has 4 rows; 5 are needed"),
        ("..../...../...../...../..... x - 0", "row 5, '....', has 4 points; 5 are needed"),
        ("...../..q../...../...../..... x - 0", "row 4, '..q..', has 'q' in column C; a point is x, o or ."),
        ("xo.../o..../...../...../..... x - 0", "the x on A5 has no liberty"),
        ("...../...../...../...../..... x I5 0", "'I5' is no point; they are A1 to E5"),
        ("...../...../...../...../..... x A6 0", "'A6' is no point"),
        ("...../...../...../...../..... x A5 0", "there is no ko on A5"),
        (".xo../xo.o./.xo../...../..... x C4 1", "there is no ko on C4"),
        ("O.O../...../...../...../..... x - 0", "A5 and C5 are both written large"),
        ("O..../...../...../...../..... o - 0", "the stone on A5 was not placed last"),
        ("O..../...../...../...../..... x - 1", "the stone on A5 was not placed last"),
    ],
)
def test_read_says_what_is_wrong(text, complaint):
    with pytest.raises(z.PositionError) as caught:
        SMALL.read(text)
    assert complaint in str(caught.value)


def test_names_leave_out_i_and_count_from_below():
    game = Go(19)
    assert [game.name(game.initial(), game.point(name)) for name in ("a1", "H8", "j8", "t19")] == ["A1", "H8", "J8", "T19"]
    assert (game.point("A19"), game.point("T19"), game.point("A18")) == (0, 18, 20)
    assert game.parse(game.initial(), "PASS") == game.pass_


@pytest.mark.parametrize(
    ("parameters", "complaint"), [((1,), "2 x 2 to 19 x 19 are"), ((20,), "2 x 2"), ((9, 7.5, "area"), 'it is "win" or "margin"')]
)
def test_other_parameters_are_refused(parameters, complaint):
    with pytest.raises(z.SpecError, match=complaint):
        Go(*parameters)
