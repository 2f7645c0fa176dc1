"""Databases: counts that are published, every state against a slow plain solver, both modes, folding, and what is said of a position."""

from __future__ import annotations

import json
from itertools import product

import pytest

import zermelo as z
from tests.databases.examples import Forgetful, Heaps, Walk, Words
from tests.solve.morris import Morris
from zermelo import MAX, Game
from zermelo.databases import check_database
from zermelo.games.nim import Nim


def database_of(game, folder, **options):
    return z.make_database(game, folder, **options)


@pytest.mark.parametrize(
    ("spec", "fold", "states"),
    [
        ("tictactoe", False, 5_478),  # S. Schaefer, MathRec Solutions (Tic-Tac-Toe), 2002
        ("tictactoe", True, 765),
        ("connect4(4, 4)", False, 161_029),  # J. Tromp, John's connect four playground
    ],
)
def test_as_many_states_as_are_published(spec, fold, states):
    assert z.count_states(z.load_game(spec), fold=fold).states == states


@pytest.mark.slow
def test_a_larger_board_of_connect_four_has_as_many_states_as_are_published():
    assert z.count_states(z.load_game("connect4(5, 4)"), fold=False).states == 3_945_711  # J. Tromp
    assert z.count_states(z.load_game("connect4(4, 5)"), fold=False).states == 1_706_255


def test_states_are_counted_by_the_plies_that_lead_to_them():
    found = z.count_states(z.load_game("tictactoe"), fold=False)
    assert found.depths == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)  # Schaefer's table
    assert (found.ends, sum(found.depths)) == (958, 5_478)


class Grown(Game):
    """A number that grows is worth itself at the end, times as much as is said."""

    def __init__(self, times: int = 1) -> None:
        self.times = times

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [1, 2, 3]

    def result(self, state, action):
        return (3 * state[0] + action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] >= 100

    def utility(self, state, player):
        return self.times * (state[0] if player == MAX else -state[0])


class Listed(Game):
    """Each adds 1 or 2 to a number beyond 2**53."""

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[0] % 2

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return (state[0] + 1, state[1] + action)

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return (2**53 + state[1]) * (1 if player == MAX else -1)


class Near(Listed):
    """The same, numbered."""

    def tier(self, state):
        return state[0]

    def tier_sizes(self):
        return (1, 3, 5)

    def rank(self, state):
        return state[1]

    def unrank(self, tier, index):
        return (tier, index)

    def possible(self, state):
        return state[0] <= state[1] <= 2 * state[0]


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_states_are_counted_whatever_they_are_worth(mode):
    told = z.count_states(Grown(), mode=mode)
    assert told.ends > 120  # each is worth something else
    assert z.count_states(Grown(2**54), mode=mode) == told  # of which floats hold no neighbours


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_more_values_than_a_database_holds_are_told_with_what_to_do(mode, tmp_path):
    with pytest.raises(z.SearchError, match=r"more than 120 different utilities, .* without `--strong`, or tell fewer apart"):
        database_of(Grown(), tmp_path / "made", mode=mode)


@pytest.mark.parametrize("numbered", [False, True])
def test_values_that_floats_do_not_tell_apart_make_no_database(numbered, tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.search.tried._PLIES", 1)  # so that no end is met before
    with pytest.raises(z.GameError, match=r"`utility` gives -?[0-9]+, and beyond 2\*\*53 floats do not tell .* in position"):
        database_of((Near if numbered else Listed)(), tmp_path / "made", mode="interpreted")


# By a slow plain solver


def states_of(game):
    """Every state, by its key."""
    found = {game.key(game.initial()): game.initial()}
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        for action in [] if game.is_terminal(state) else game.actions(state):
            child = game.result(state, action)
            if game.key(child) not in found:
                found[game.key(child)] = child
                waiting.append(child)
    return found


def by_sweeps(game):
    """What each state is worth to its player to move, and the plies to the end: sweeps over all of them until nothing changes.

    None in the place of plies where play goes on for ever, and of draws where it may.
    """
    states = states_of(game)
    known = {}
    for key, state in states.items():
        if game.is_terminal(state):
            known[key] = (game.utility(state, game.to_move(state)), 0)
    rounds = 0
    while True:
        rounds += 1
        new = {}
        for key, state in states.items():
            if key in known:
                continue
            children = [game.result(state, action) for action in game.actions(state)]
            told = []
            for child in children:
                worth = known.get(game.key(child))
                told.append(worth and (worth[0] if game.to_move(child) == game.to_move(state) else -worth[0], worth[1]))
            if won := [plies for worth in told if worth for value, plies in [worth] if value > 0]:
                new[key] = (1, min(won) + 1)
            elif all(worth and worth[0] < 0 for worth in told):
                new[key] = (-1, max(plies for _, plies in told) + 1)
        if not new:
            break
        known |= new
    endless = game.repetition or 0
    return {key: known.get(key, (endless if game.to_move(state) == 0 else -endless, None)) for key, state in states.items()}


@pytest.mark.parametrize(
    ("game", "mode"),
    [
        (Walk(), "compiled"),
        (Walk(), "interpreted"),
        (Walk(8, 1.0), "interpreted"),
        (Walk(9, -1.0), "interpreted"),
        (Words(), "interpreted"),
        (Heaps(), "interpreted"),
        (Forgetful(), "compiled"),
        (Forgetful(), "interpreted"),
        (z.load_game("hexapawn"), "compiled"),
    ],
    ids=lambda one: repr(one) if not isinstance(one, str) else one,
)
def test_every_state_is_worth_what_sweeps_say(game, mode, tmp_path):
    truth, states = by_sweeps(game), states_of(game)
    with database_of(game, tmp_path / "made", mode=mode) as database:
        assert database.manifest["mode"] == mode
        folded = {database.table.number(state) for state in states.values()}
        assert folded == set(range(database.count))
        for key, state in states.items():
            worth = database.worth(state)
            assert (worth.value, worth.distance) == truth[key]


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [(True, False), (False, False), (True, True)])
def test_every_state_of_morris_is_worth_what_sweeps_say(parameters, tmp_path):
    game = Morris(*parameters)
    truth, states = by_sweeps(game), states_of(game)
    with database_of(game, tmp_path / "made") as database:
        for key, state in states.items():
            worth = database.worth(state)
            assert (worth.value, worth.distance) == truth[key]


@pytest.mark.parametrize("spec", ["kalah(2, 2)", "kalah(3, 1)", "othello(4)"])
def test_scores_are_those_of_the_engine(spec, tmp_path):
    game = z.load_game(spec)
    with database_of(game, tmp_path / "made") as database:
        found = database.probe()
        assert found.value == z.solve(game, mode="compiled").value * (1 if game.to_move(game.initial()) == 0 else -1)
        state = game.initial()
        for action in found.line:
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert (len(found.line), game.utility(state, 0)) == (found.distance, found.value)


@pytest.mark.parametrize(("spec", "words"), [("tictactoe", 1), ("hexapawn(2, 18)", 2)])
def test_both_modes_make_the_same_bytes(spec, words, tmp_path):
    folders = [tmp_path / mode for mode in ("compiled", "interpreted")]
    for folder in folders:
        with database_of(z.load_game(spec), folder, mode=folder.name) as database:
            assert database.table.index.fields.words == words
    for name in ("keys.zst", "tier-0.zst"):
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()


# What is said of a position


def test_a_probe_tells_the_value_the_distance_and_every_action_the_best_first(tmp_path):
    game = z.load_game("hexapawn")
    with database_of(game, tmp_path / "made") as database:
        found = database.probe()
        assert (found.value, found.distance, str(found)) == (-1, 6, "lost in 6 plies")  # M. Gardner 1962: the second player wins
        assert len(found.line) == 6
        assert [move.distance for move in found.moves] == [6, 4, 4]
        reply = database.probe(game.result(game.initial(), found.moves[0].action))
        assert (reply.value, reply.distance) == (1, 5)
        over = game.initial()
        for action in found.line:
            over = game.result(over, action)
        assert database.probe(over).as_dict() == {"position": game.write(over), "value": -1, "distance": 0, "moves": [], "line": []}


def test_endless_play_is_told_as_such_and_a_line_ends_where_a_state_comes_back(tmp_path):
    with database_of(Walk(9, -1.0), tmp_path / "made") as database:
        found = database.probe()
        assert (found.value, found.distance, str(found)) == (-1, None, "lost by endless play")
        assert len(found.line) >= 2
    with database_of(Walk(9, 0.0), tmp_path / "drawn") as database:
        assert str(database.probe()) == "drawn"


def test_a_position_that_play_does_not_come_to_is_refused(tmp_path):
    with database_of(Walk(), tmp_path / "made") as database, pytest.raises(z.PositionError, match="no game from the initial position"):
        database.probe((1000, 0))


def test_a_database_that_is_there_is_opened_and_not_made_again(tmp_path):
    game = z.load_game("hexapawn")
    database_of(game, tmp_path / "made").close()
    before = (tmp_path / "made" / "manifest.json").stat().st_mtime_ns
    again = database_of(game, tmp_path / "made")
    assert (again.count, (tmp_path / "made" / "manifest.json").stat().st_mtime_ns) == (71, before)
    assert z.open_database(tmp_path / "made").game.width == 3


# What databases are not for


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("kuhn", "hides"),
        ("nim((1, 2), players=3)", "has 3 players"),
        ("go(3)", "superko"),
        ("dots_and_boxes", "rewards"),
    ],
)
def test_other_games_are_refused(game, why, tmp_path):
    with pytest.raises(z.SearchError, match=why):
        database_of(z.load_game(game), tmp_path / "made")


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_a_game_that_goes_round_has_to_say_what_that_is_worth(mode, tmp_path):
    with pytest.raises(z.SearchError, match=r"goes round: .* may come back; .*`repetition`"):
        database_of(Walk(7, None), tmp_path / "made", mode=mode)


def test_more_states_than_memory_end_the_work_and_what_was_found_is_kept(tmp_path):
    game = z.load_game("connect4(4, 3)")
    with pytest.raises(z.SearchError, match=r"more states than fit into 0\.05 MiB"):
        database_of(game, tmp_path / "made", memory=0.05)
    kept = (tmp_path / "made" / "work" / "listing.json").read_text()
    with pytest.raises(
        z.SearchError, match=r"more states than fit into 0\.01 MiB: [0-9,]+ were found so far"
    ) as told:  # not even those kept
        database_of(game, tmp_path / "made", memory=0.01)
    assert f"{json.loads(kept)['known']:,} were found so far" in str(told.value)
    assert (tmp_path / "made" / "work" / "listing.json").read_text() == kept
    with database_of(game, tmp_path / "made", memory=100) as database, database_of(game, tmp_path / "anew") as other:
        assert database.manifest == other.manifest


class Lying(Forgetful):
    """Says that a player moves who is not there."""

    def to_move(self, state):
        return 7 if state.left == 3 else state.player


class Stuck(Forgetful):
    """Has no action in a state that is not the end."""

    def actions(self, state):
        if state.left != 4:
            yield 1


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
@pytest.mark.parametrize(("game", "why"), [(Lying(), "`to_move`.* in position"), (Stuck(), "`actions`.* gives none in position")])
def test_broken_rules_are_told_with_the_position(game, why, mode, tmp_path):
    with pytest.raises(z.GameError, match=why):
        database_of(game, tmp_path / "made", mode=mode)


# From more states than one


class Mirrored(Forgetful):
    """Calls states the same that lead elsewhere."""

    def symmetries(self, state):
        yield state._replace(left=9 - state.left)


class Both(Forgetful):
    """Both win."""

    def utility(self, state, player):
        return 1


class Nowhere(Forgetful):
    """Forgets to return a state."""

    def result(self, state, action):
        return super().result(state, action) if state.left > 3 else None


class Unnamed(Forgetful):
    """Writes nothing."""

    def write(self, state):
        return None


class StartsWithNone(Forgetful):
    """Gives no states to begin in."""

    def starts(self):
        return None


class OneWay(Forgetful):
    """Names symmetric states that do not name it."""

    def symmetries(self, state):
        if state.left == 8:
            yield state._replace(left=9)


class Boundless(Forgetful):
    """Never comes to an end of symmetric states."""

    def symmetries(self, state):
        while True:
            yield state


class Short(Forgetful):
    """A key that forgets too much."""

    def key(self, state):
        return (state.left // 2, state.player)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Mirrored(), "are the same by `symmetries`, .* do not lead to the same"),
        (Both(), "`utility` gives 1 to player 0 and 1 to player 1"),
        (Nowhere(), r"`result` of Nowhere .* gives None for 1, and must give the state that follows"),
        (Unnamed(), "`write` of .* gives None, and gives one line of text"),
        (StartsWithNone(), "`starts` of .* gives None, and gives states one after the other"),
        (OneWay(), "and not the other way round"),
        (Boundless(), "`symmetries` of .* gives more than 1,024 states in position"),
        (Short(), "have one key, or .* do not lead to the same"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_keys_and_symmetries_that_are_wrong_make_no_database(game, why, tmp_path):
    with pytest.raises(z.GameError, match=why):
        z.make_database(game, tmp_path / "made", mode="interpreted")
    assert not (tmp_path / "made" / "manifest.json").exists()


class Anywhere(Nim):
    """Nim in which play may begin with any two heaps that are no greater; those of the same sizes are one."""

    def starts(self):
        for heaps in product(*(range(size + 1) for size in self.heaps)):
            yield self.initial()._replace(heaps=heaps)


class Astray(Anywhere):
    """It begins in what is no state of the game."""

    def starts(self):
        yield ((1, 2, 3), 0)


@pytest.mark.parametrize("mode", ["compiled", "interpreted"])
def test_play_from_every_start_is_in_a_database(tmp_path, mode):
    """From 4 and 3 matches alone, with the first player to move, fewer states come about."""
    assert z.count_states(Nim((4, 3)), mode=mode).depths[0] == 1
    game = Anywhere((4, 3))
    told = list[str]()
    with z.make_database(game, tmp_path / mode, mode=mode, progress=told.append) as database:
        assert told[0] == "20 states found in which play may begin"
        for state in game.starts():
            xor = state.heaps[0] ^ state.heaps[1]
            assert database.worth(state).value == (1 if xor else -1)  # C. L. Bouton, Nim, a game with a complete theory, 1901
        assert check_database(database).complete
        assert check_database(database).ok


def test_a_start_of_another_form_is_refused(tmp_path):
    with pytest.raises(z.GameError, match=r"starts.*another form"):
        z.make_database(Astray((4, 3)), tmp_path / "made", mode="compiled")


def test_where_a_state_stands_is_remembered(tmp_path, monkeypatch):
    with database_of(Walk(), tmp_path / "made", mode="interpreted") as database:
        found = database.find((3, 0))
        with monkeypatch.context() as patch:
            patch.setattr(database.table.index.keys, "least", None)
            assert [database.find((3, 0)) for _ in range(5)] == [found] * 5
        assert database.find((1, 0)) != found


class InLists(Walk):
    """Its states are lists, which nothing can be remembered by."""

    def initial(self):
        return [*super().initial()]

    def result(self, state, action):
        return [*super().result(state, action)]

    def key(self, state):
        return tuple(state)


def test_states_of_which_nothing_can_be_remembered_are_found_as_well(tmp_path):
    with database_of(InLists(), tmp_path / "made", mode="interpreted") as database:
        for state, (value, _) in by_sweeps(Walk()).items():
            assert database.worth([*state]).value == value


class GiveUp(z.Game):
    """Either may go on, or give up and lose so many points; of endless play nothing is said, unless `endless` does."""

    def __init__(self, points=(1, 1), endless=None):
        self.points, self.repetition = points, endless

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[0] % 2

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return (2, state[0]) if action else (1 - state[0], 0)

    def is_terminal(self, state):
        return state[0] == 2

    def utility(self, state, player):
        return self.points[state[1]] * (-1 if player == state[1] else 1)


@pytest.mark.parametrize("mode", ["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "why"), [(GiveUp(), "let `repetition` say"), (GiveUp((2, 3), 0.0), "more values than a win, a loss")])
def test_a_round_is_not_left_by_what_is_known_of_a_part_of_its_ways(game, why, mode, tmp_path):
    """Each state of it has a way out, so that each has a value that is not the last word."""
    with pytest.raises(z.SearchError, match=why):
        z.make_database(game, tmp_path / "made", mode=mode)
