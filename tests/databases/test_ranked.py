"""Databases of games that number their states: against those made from the rules alone, and against a slow plain solver."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
from itertools import combinations
from math import inf

import pytest

import zermelo as z
from tests.databases.examples import (
    Gather,
    Graph,
    Numbered,
    OneTier,
    RankedForgetful,
    RankedGather,
    RankedGraph,
    RankedWalk,
    Reversed,
    ReversedGraph,
    ReversedScoredGraph,
    ScoredGraph,
    Walk,
)
from tests.databases.test_certificate import Faulty, found_of
from tests.databases.test_databases import by_sweeps, states_of
from tests.kills import KilledError, killed, killed_at
from zermelo import Bits
from zermelo.bits import set_of
from zermelo.databases import check_database
from zermelo.databases.checkers.certificate import check
from zermelo.databases.files.blocks import BLOCK, Blocks, write_blocks
from zermelo.databases.numbered import rank_kernels, ranked
from zermelo.games.three_mens_morris import POINTS, STONES, ThreeMensMorris
from zermelo.ranks import choose, closed_up, opened, rank_set, rank_set_beside, unrank_set
from zermelo.tiers import broken_promises, place_of, tier_sizes

BOTH = pytest.mark.parametrize("mode", ["compiled", "interpreted"])


def made(game, folder, **options):
    """The bytes of a database that is made."""
    z.make_database(game, folder, **options).close()
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def worths(game, truth):
    """What a database should say of each state, by sweeps over all of them."""
    return [(state, truth[game.key(state)]) for state in states_of(game).values()]


# Values


SMALL = [RankedWalk(), RankedWalk(8, 1.0), RankedWalk(9, -1.0), RankedForgetful(), OneTier()]


@pytest.mark.parametrize(
    ("game", "mode"),
    [
        *itertools.product(SMALL, ("compiled", "interpreted")),
        pytest.param(Numbered(), "compiled", marks=pytest.mark.slow),
        pytest.param(Reversed(), "interpreted", marks=pytest.mark.slow),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__ + str(one.repetition),
)
def test_every_state_is_worth_what_sweeps_say(game, mode, tmp_path):
    with z.make_database(game, tmp_path / "made", mode=mode) as database:
        assert database.manifest["mode"] == mode
        for state, truth in worths(game, by_sweeps(game)):
            found = database.worth(state)
            assert (found.value, found.distance) == truth
        found = check_database(database)
        assert (found.ok, found.complete, found.states) == (True, True, database.count)


@pytest.mark.parametrize("kind", [RankedGraph, ReversedGraph])
@pytest.mark.parametrize("endless", [0.0, 1.0, -1.0])
def test_tiers_that_go_round_and_that_play_leaves(kind, endless, tmp_path):
    """Won or lost sooner by staying or by leaving: what is known of later tiers waits for its distance."""
    for seed in range(5):
        game = kind(seed, endless)
        plain = z.make_database(Graph(seed, endless), tmp_path / f"plain{seed}", mode="interpreted")
        with z.make_database(game, tmp_path / f"made{seed}", mode="interpreted") as database:
            for state in (game.initial(), *game.starts()):
                assert database.worth(state) == plain.worth(state)
            assert check_database(database).ok
        plain.close()


def test_such_a_game_compiled(tmp_path):
    for kind in (RankedGraph, ReversedGraph):
        made(kind(1, size=40), tmp_path / kind.__name__, mode="compiled")
        data = made(kind(1, size=40), tmp_path / f"{kind.__name__} plain", mode="interpreted")
        for name in data.keys() - {"manifest.json"}:
            assert (tmp_path / kind.__name__ / name).read_bytes() == data[name]


@pytest.mark.parametrize("endless", [None, 0.0])
@BOTH
def test_many_values_that_are_met_one_after_the_other(endless, mode, tmp_path):
    """With `endless` a win, a loss and a draw are taken for all that there is, until more are met."""
    game = RankedGather(6, endless)
    plain = z.make_database(Gather(6, endless), tmp_path / "plain", mode="interpreted")
    with plain, z.make_database(game, tmp_path / "made", mode=mode) as database:
        assert database.table.values == [-6, -4, -2, 0, 2, 4, 6]
        for state in states_of(game).values():
            assert database.worth(state) == plain.worth(state)


# Scores


def plain_scores(game):
    """What each state is worth to its player to move, and how far the end or a later tier is: by sweeps over all states of a tier.

    Values are those of minimax, in a tier so deep that a ply more changes nothing, and 0 beyond. Distances follow from values, None where
    these are 0.
    """
    value, plies = {}, {}

    def led(state, action):
        child = game.unrank(*place_of(game, game.result(state, action)))
        same = game.to_move(game.result(state, action)) == game.to_move(state)
        return (value[child] if same else -value[child]) + game.reward(state, action), child

    for tier, size in reversed([*enumerate(tier_sizes(game))]):
        states = [state for index in range(size) if game.possible(state := game.unrank(tier, index))]
        inner = [state for state in states if not game.is_terminal(state)]
        value.update((state, 0 if state in inner else game.utility(state, game.to_move(state))) for state in states)
        changed = inner
        while changed:
            found = {state: max(led(state, action)[0] for action in game.actions(state)) for state in inner}
            changed = [state for state in inner if found[state] != value[state]]
            value.update(found)
        plies.update((state, inf if state in inner else 0) for state in states)
        changed = inner
        while changed:
            found = {state: plies_of(game, state, [led(state, action) for action in game.actions(state)], value, plies) for state in inner}
            changed = [state for state in inner if found[state] != plies[state]]
            plies.update(found)
    return {state: (value[state], None if plies[state] == inf else plies[state]) for state in value}


def plies_of(game, state, led, value, plies):
    """One more than of the nearest, or the farthest, of the best of what a state leads to."""
    if value[state] == 0:
        return inf
    choose = min if value[state] > 0 else max
    return 1 + choose(plies[child] if game.tier(child) == game.tier(state) else 0 for worth, child in led if worth == value[state])


@pytest.mark.parametrize("kind", [ScoredGraph, ReversedScoredGraph])
@pytest.mark.parametrize("pays", [True, False])
def test_scores_where_play_goes_round(kind, pays, tmp_path):
    met = set()
    for seed in range(12):
        game = kind(seed, pays)
        with z.make_database(game, tmp_path / str(seed), mode="interpreted") as database:
            assert database.manifest["by_tier"]
            truth = plain_scores(game)
            for state in (game.initial(), *game.starts()):
                found = database.worth(state)
                assert (found.value, found.distance) == truth[state]
            met |= {*truth.values()}
            found = check_database(database)
            assert (found.ok, found.states) == (True, 3 * game.size)
    assert {value for value, _ in met} >= {*range(-4, 5)} if pays else {*range(-3, 4)}
    assert max(plies for _, plies in met if plies is not None) >= 6


def test_scores_compiled(tmp_path):
    for kind in (ScoredGraph, ReversedScoredGraph):
        made(kind(3), tmp_path / kind.__name__, mode="compiled")
        data = made(kind(3), tmp_path / f"{kind.__name__} plain", mode="interpreted")
        for name in data.keys() - {"manifest.json"}:
            assert (tmp_path / kind.__name__ / name).read_bytes() == data[name]


def test_play_by_scores_brings_what_was_said(tmp_path):
    for seed in range(3):
        game = ScoredGraph(seed)
        with z.make_database(game, tmp_path / str(seed), mode="interpreted") as database:
            for start in (game.initial(), *game.starts()):
                played = z.play_game(game, ["engine:depth=1"] * 2, start, mode="interpreted", database=database)
                assert played.utilities[game.to_move(start)] == database.worth(start).value


@pytest.mark.slow
def test_morris_is_worth_what_was_counted(tmp_path):
    """With the player to move folded, by throwaway programs in C."""
    for parameters, counts in (
        ((True, False), (3_870, 2_161, 936, 773)), ((True, True), (3_870, 2_278, 772, 820)), ((False, False), (3_910, 1_434, 2_066, 410)),
    ):  # fmt: skip
        kind = Numbered if parameters == (False, False) else Reversed
        with z.make_database(kind(*parameters), tmp_path / str(parameters)) as database:
            assert tuple(database.manifest[name] for name in ("states", "wins", "draws", "losses")) == counts
            assert sum(tier["states"] for tier in database.manifest["tiers"]) == counts[0]


def test_what_is_no_state_is_not_there(tmp_path):
    with z.make_database(RankedGather(6), tmp_path / "made", mode="interpreted") as database:
        assert database.find(database.game.initial()) is not None
        for taken, left in ((5, 4), (0, 7), (0, -1), (9, 0)):
            assert database.find(database.game.initial()._replace(first=taken, left=left)) is None


@pytest.mark.slow
def test_a_folder_holds_no_keys_and_says_how_states_are_found(tmp_path):
    made(Reversed(), tmp_path / "made")
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == [
        "manifest.json",
        *sorted(f"tier-{tier}.zst" for tier in range(7)),
    ]
    told = json.loads((tmp_path / "made" / "manifest.json").read_text())
    assert told["index"] == {"by": "rank", "first_tier": 0, "tiers": [1, 9, 72, 252, 756, 1260, 1680]}
    assert told["files"].keys() == {f"tier-{tier}.zst" for tier in range(7)}


@pytest.mark.parametrize("game", [RankedWalk(9, -1.0), RankedGather(6), ScoredGraph(2)], ids=lambda game: type(game).__name__)
def test_a_manifest_counts_by_tier_by_value_and_by_distance(game, tmp_path):
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        told = database.manifest
        places = [(tier, index) for tier, size in enumerate(tier_sizes(game)) for index in range(size)]
        found = {place: database.worth(state) for place in places if game.possible(state := game.unrank(*place))}
        for counted, tiers in [(told, range(len(told["tiers"]))), *((each, [tier]) for tier, each in enumerate(told["tiers"]))]:
            some = [worth for (tier, _), worth in found.items() if tier in tiers]
            assert counted["states"] == len(some)
            assert counted["by_value"] == [sum(worth.value == value for worth in some) for value in told["values"]]
            for name, sign in (("wins", 1), ("draws", 0), ("losses", -1)):
                plies = [worth.distance for worth in some if (worth.value > 0) - (worth.value < 0) == sign and worth.distance is not None]
                assert counted["by_distance"][name] == [plies.count(many) for many in range(max(plies, default=-1) + 1)]
        assert told["units"]["distance"].endswith("leaves the tier") == told["by_tier"] == isinstance(game, ScoredGraph)
        told["tiers"][0]["by_distance"]["wins"] += [1]
        with pytest.raises(z.SpecError, match=r"says tiers\[0\].by_distance.wins"):
            check_database(database)


# Counted


def layers_of(game):
    """The tiers and ranks of the states that are first met after so many plies, by a search of sets."""
    layers, met = [{place_of(game, state) for state in (game.initial(), *game.starts())}], set()
    while layers[-1]:
        met |= layers[-1]
        states = [game.unrank(*place) for place in layers[-1]]
        children = [game.result(state, action) for state in states if not game.is_terminal(state) for action in game.actions(state)]
        layers.append({place_of(game, child) for child in children} - met)
    return layers[:-1], met


@BOTH
@pytest.mark.parametrize("game", [RankedForgetful(), RankedGather(6), RankedGraph(3), RankedGraph(4)], ids=lambda game: type(game).__name__)
def test_states_are_counted_by_their_numbers(game, mode):
    found = z.count_states(game, mode=mode)
    layers, met = layers_of(game)
    assert found.depths == tuple(map(len, layers))
    assert found.states == len(met) == sum(found.tiers)
    states = [game.unrank(*place) for place in met]
    assert found.ends == sum(map(game.is_terminal, states))
    assert found.successors == sum(len([*game.actions(state)]) for state in states if not game.is_terminal(state))
    assert found.tiers == tuple(sum(place[0] == tier for place in met) for tier in range(len(tier_sizes(game))))


@pytest.mark.slow
def test_as_many_states_of_morris_are_counted_as_without_numbers():
    folded = {(state.own, state.other) for state in states_of(ThreeMensMorris()).values()}
    assert z.count_states(Numbered()).states == len(folded)
    assert z.count_states(Numbered(), fold=False) == z.count_states(ThreeMensMorris(), fold=False)


def test_more_memory_is_asked_for_to_count_what_does_not_fit():
    with pytest.raises(z.SearchError, match=r"numbers 847,288,609,443 states, which takes 1,616,075 MiB of memory to count"):
        z.count_states(z.load_game("quixo"))
    with pytest.raises(z.GameError, match=r"play begins in .*beyond `tier_sizes`"):
        z.count_states(StartsOutside(3), mode="interpreted")


# Threads


@pytest.fixture
def shared(monkeypatch):
    """Threads share as little as two states, which different ones own."""
    monkeypatch.setattr(ranked, "_FEW", 2)
    monkeypatch.setattr(rank_kernels, "OWNED", 0)


ROUND_AND_NOT = [
    RankedGather(6), RankedGather(6, 0.0), RankedWalk(9, -1.0), ReversedGraph(3), RankedGraph(4), ScoredGraph(5, False),
    ReversedScoredGraph(2),
]  # fmt: skip


@pytest.mark.parametrize("game", ROUND_AND_NOT, ids=lambda game: type(game).__name__)
def test_threads_make_the_same_bytes(game, shared, tmp_path):
    alone = made(game, tmp_path / "1", mode="interpreted")
    for threads in (2, 3, 5):
        assert made(game, tmp_path / str(threads), mode="interpreted", threads=threads) == alone


def test_so_they_do_where_few_notes_have_room(shared, monkeypatch, tmp_path):
    monkeypatch.setattr(ranked, "_ROOM", 1)
    for game, most in ((ReversedGraph(3), 12), (RankedGraph(4), 1)):  # what a list holds of one state is noted in pieces
        alone = made(game, tmp_path / f"{most} alone", mode="interpreted")
        for module in (ranked, rank_kernels):
            monkeypatch.setattr(module, "MOST_PREDECESSORS", most)
        assert made(game, tmp_path / str(most), mode="interpreted", threads=2) == alone


@pytest.mark.slow
@pytest.mark.parametrize("kind", [ReversedGraph, RankedGraph, ReversedScoredGraph])
def test_so_they_do_compiled(kind, monkeypatch, tmp_path):
    monkeypatch.setattr(ranked, "_FEW", 2)
    game = kind(1, size=40) if kind is ReversedScoredGraph else kind(1, size=1500)
    alone = made(game, tmp_path / "1", mode="compiled")
    assert made(game, tmp_path / "3", mode="compiled", threads=3) == alone


def test_blocks_are_compressed_by_threads_to_the_same_bytes(tmp_path):
    draw = random.Random(1)
    some = [bytes(draw.choices(range(9), k=draw.randrange(1, BLOCK))) for _ in range(20)]
    for threads in (1, 3):
        write_blocks(tmp_path / str(threads), iter(some), threads)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()
    blocks = Blocks(tmp_path / "3")
    assert [*map(blocks.read, range(blocks.count))] == some


def test_threads_are_for_games_that_number_their_states(tmp_path):
    with pytest.raises(z.SearchError, match=r"does not number its states \(`rank`\).*, not 2"):
        z.make_database(Gather(6, 0.0), tmp_path, threads=2)
    with pytest.raises(z.SearchError, match=r"threads is a whole number from 1 to 256, not 0"):
        z.make_database(RankedGather(6), tmp_path, threads=0)


# Kept


@pytest.mark.parametrize(
    "game", [RankedGather(6, 0.0), ReversedGraph(3), RankedGraph(4), ScoredGraph(5, False)], ids=lambda game: type(game).__name__
)
def test_work_that_is_stopped_at_any_time_ends_in_the_same_bytes(game, shared, tmp_path):
    undisturbed, stops = made(game, tmp_path / "undisturbed", mode="interpreted"), 0
    for times in (1, 2, 3, 4, 5, 6, 8, 10, 13):
        folder = tmp_path / str(times)
        try:
            made(game, folder, mode="interpreted", every=0, threads=1 + times % 2, progress=killed_at(times))
        except KilledError:
            stops += 1
            assert made(game, folder, mode="interpreted", threads=1 + times % 3) == undisturbed
    assert stops >= 4


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="has no SIGKILL")
def test_a_killed_process_loses_little_and_the_files_are_the_same(tmp_path):
    folder = tmp_path / "made"
    for times in (2, 3, 5):
        killed(
            "from tests.databases.examples import Reversed\nz.make_database(Reversed(), place, every=0, progress=progress)", folder, times
        )
    assert any((folder / "work").glob("*.npz")) or any(folder.glob("tier-*.zst"))
    assert made(Reversed(), folder) == made(Reversed(), tmp_path / "undisturbed")


@pytest.mark.parametrize("game", [ReversedGraph(2), RankedWalk(9, -1.0), ScoredGraph(2)], ids=["graph", "walk", "scores"])
def test_every_single_fault_is_found(game, tmp_path):
    with z.make_database(game, tmp_path / "made", mode="interpreted") as database:
        table = Faulty(database.table)
        assert check(game, table).ok
        assert found_of(game, table, 50, 1, check) == [50]


# What is wrong with numbers


class Colliding(Numbered):
    """Forgets the other player's stones."""

    def rank(self, state):
        return super().rank(state._replace(other=state.own)) if state.own.count() == state.other.count() else super().rank(state)


class Beyond(Numbered):
    """Gives numbers that are too great."""

    def rank(self, state):
        return super().rank(state) + (1680 if state.own.count() == STONES else 0)


class Back(Numbered):
    """Calls later parts of the game earlier ones."""

    def tier(self, state):
        return 2 * STONES - super().tier(state)

    def tier_sizes(self):
        return [*super().tier_sizes()][::-1]

    def unrank(self, tier, index):
        return super().unrank(2 * STONES - tier, index)


class Astray(Numbered):
    """Does not bring numbers back."""

    def unrank(self, tier, index):
        return super().unrank(tier, index // 2)


class Few(Reversed):
    """Leaves out predecessors."""

    def predecessors(self, state):
        for number, one in enumerate(super().predecessors(state)):
            if number != 2:
                yield one


class Many(Reversed):
    """Gives predecessors from which no action leads here."""

    def predecessors(self, state):
        if state.own.count() == STONES:
            free = Bits((1 << POINTS) - 1) & ~(state.own | state.other)
            for stone in state.other:
                for point in free:
                    yield type(state)(state.other & ~(Bits(1) << stone) | Bits(1) << point, state.own, 1 - state.player)


class Elsewhere(Reversed):
    """Gives predecessors of another tier."""

    def predecessors(self, state):
        for one in super().predecessors(state):
            yield one._replace(own=one.own & (one.own - 1))


class Impossible(Numbered):
    """Calls impossible what play comes to."""

    def possible(self, state):
        return super().possible(state) and 4 not in state.other


WRONG = [
    (Colliding(), "rank", "does not lead to the same"),
    (Beyond(), "rank", "in tier 6 they go from 0 to 1679"),
    (Back(), "tier", "play never goes back"),
    (Astray(), "unrank", "whose tier and rank are"),
    (Few(), "predecessors", "do not give this state"),
    (Many(), "predecessors", "its actions lead here never"),
    (Elsewhere(), "predecessors", "which is of tier 5"),
    (Impossible(), "possible", "play comes to"),
]


@pytest.mark.parametrize(("game", "method", "why"), WRONG, ids=lambda one: type(one).__name__ if isinstance(one, ThreeMensMorris) else "")
def test_a_broken_promise_is_told_by_the_method_that_breaks_it(game, method, why):
    sizes, states = tier_sizes(game), [*states_of(ThreeMensMorris()).values()]
    told = (found for state in states[::10] for found in broken_promises(game, sizes, state))
    assert any(one == method and why in message for one, message in told)
    assert not any([*broken_promises(Reversed(), tier_sizes(Reversed()), state)] for state in states[::90])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "mode"),
    [*((game, "interpreted") for game, _, _ in WRONG), (Beyond(), "compiled"), (Few(), "compiled"), (Impossible(), "compiled")],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)
def test_no_database_is_made_by_numbers_that_are_wrong(game, mode, tmp_path):
    with pytest.raises(z.GameError, match=r"breaks a promise in position"):
        made(game, tmp_path / mode, mode=mode)


class Shared(RankedWalk):
    """Numbers no player to move, on whom it depends what can be done."""

    def tier_sizes(self):
        return [self.length]

    def rank(self, state):
        return state[0]

    def unrank(self, tier, index):
        return (index, 0)


def test_one_number_for_two_states_is_found_before_anything_is_solved(tmp_path):
    with pytest.raises(z.GameError, match=r"`rank` of Shared.* breaks a promise in position .*: one number for two$"):
        made(Shared(), tmp_path / "made", mode="interpreted")


class NoOnesIndex(RankedForgetful):
    """Has an index for who does not move, and does not say that it stands for no state."""

    def rank(self, state):
        return 0


def test_an_index_that_comes_back_as_another_is_told_by_its_number(tmp_path):
    with pytest.raises(z.GameError, match=r"`unrank` breaks a promise .*: unrank\(9, 1\) gives 0 1 0, whose tier and rank are \(9, 0\)"):
        made(NoOnesIndex(), tmp_path / "made", mode="interpreted")


class StuckAndNumbered(RankedForgetful):
    """Has no action in a state that is not the end."""

    def actions(self, state):
        if state.left != 4:
            yield 1


def test_a_state_without_actions_that_is_no_end_is_told(tmp_path):
    with pytest.raises(z.GameError, match=r"`actions` gives none in position '4 1 1' .* which is not terminal"):
        made(StuckAndNumbered(), tmp_path / "made", mode="interpreted")


class FewEdges(ReversedGraph):
    """Leaves out predecessors."""

    def predecessors(self, state):
        yield from list(super().predecessors(state))[1:]


class ManyEdges(ReversedGraph):
    """Gives predecessors that lead elsewhere."""

    def predecessors(self, state):
        yield from super().predecessors(state)
        yield self.unrank(self.tier(state), 0)


@pytest.mark.parametrize("kind", [FewEdges, ManyEdges])
def test_predecessors_that_are_wrong_make_no_database(kind, tmp_path):
    for seed in range(4):
        with pytest.raises(z.GameError, match=r"`predecessors` .*breaks a promise in position"):
            made(kind(seed), tmp_path / str(seed), mode="interpreted")


def test_the_check_of_a_game_looks_at_numbers():
    told = z.check(Astray()).problems
    assert {problem.rule for problem in told} == {"numbers", "indices"}
    assert all("whose tier and rank are" in problem.message for problem in told)


class StartsOutside(RankedGraph):
    """Begins in what has no number."""

    def starts(self):
        yield self.initial()._replace(number=1000)


class Half(Walk):
    """Says how many there are, and no more."""

    def tier_sizes(self):
        return [14]


class Sizes(RankedWalk):
    """Gives any sizes of tiers."""

    def __init__(self, *given):
        super().__init__()
        self.given = given

    def tier_sizes(self):
        return self.given[0]


class FloatTier(RankedWalk):
    """Gives a float for a tier."""

    def tier(self, state):
        return 0.0


class FloatRank(RankedWalk):
    """Gives a float for a rank."""

    def rank(self, state):
        return super().rank(state) / 1


class Before(RankedWalk):
    """Gives anything for predecessors."""

    def __init__(self, given):
        super().__init__()
        self.given = given

    def predecessors(self, state):
        return self.given


class NoReturn(RankedWalk):
    """Forgets to return a state."""

    def unrank(self, tier, index):
        super().unrank(tier, index)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (NoReturn(), "gives None, and gives a state; is a `return` missing"),
        (Before(5), "predecessors gives 5, and gives states one after the other"),
        (Before(itertools.repeat((1, 0))), "predecessors gives more than 65,536 states"),
        (Half(), "defines `tier_sizes` and not `rank`"),
        (Sizes([3.5]), "whole numbers from 0 up"),
        (Sizes(162), "gives 162; it gives how many"),
        (Sizes(None), "gives None; it gives how many"),
        (Sizes(itertools.repeat(14)), "gives more than 65,536 tiers, and databases have no room"),
        (Sizes([10**30]), "gives 1e\\+30 indices, and databases have no room"),
        (FloatTier(), "tier gives 0.0 of .*, and is a whole number"),
        (FloatRank(), "rank gives .*0 of .*, and is a whole number"),
    ],
)
def test_numbers_that_are_not_all_there(game, why, tmp_path):
    assert any(re.search(why, problem.message) for problem in z.check(game).problems)
    with pytest.raises(z.GameError, match=why):
        made(game, tmp_path / "made")


def test_a_game_that_goes_round_has_to_say_what_that_is_worth(tmp_path):
    with pytest.raises(z.SearchError, match=r"goes round: .* of tier 0 may come back; .*`repetition`"):
        made(RankedWalk(7, None), tmp_path / "made", mode="interpreted")


@pytest.mark.slow
def test_more_memory_is_asked_for_where_it_does_not_suffice(tmp_path):
    with pytest.raises(z.SearchError, match=r"4,030 states, which take 0\.02 MiB of memory, and 0\.001 are allowed"):
        made(Reversed(), tmp_path / "made", memory=0.001)
    with pytest.raises(z.SearchError, match=r"tier 6 .* with .* successors in it, .* A game that gives `predecessors`"):
        made(Numbered(), tmp_path / "other", memory=0.022)
    assert made(Numbered(), tmp_path / "other") == made(Numbered(), tmp_path / "anew")


def test_sets_are_numbered_in_their_order():
    for cells, count in ((7, 0), (7, 3), (9, 4), (64, 1)):
        found = sorted(map(set_of, combinations(range(cells), count)), key=int)
        assert [rank_set(one) for one in found] == list(range(choose(cells, count)))
        assert [unrank_set(rank, count, cells) for rank in range(len(found))] == found
    draw = random.Random(1)
    for _ in range(200):
        cells = draw.sample(range(64), 20)
        taken, members = set_of(cells[:9]), set_of(cells[9:])
        left = [cell for cell in range(64) if cell not in taken]
        assert closed_up(members, taken) == set_of(map(left.index, cells[9:]))
        assert opened(closed_up(members, taken), taken) == members
        assert rank_set_beside(members, taken) == rank_set(closed_up(members, taken))
