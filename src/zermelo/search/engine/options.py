"""What the engine does beyond plain alpha-beta: every refinement an option that can be switched off and priced."""

from __future__ import annotations

import difflib
import dis
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import ceil, inf, isfinite, log2
from typing import Any, Final

from zermelo.errors import SearchError
from zermelo.game import Game, defines, has_rewards
from zermelo.search.engine.layout import PLIES
from zermelo.search.known import Known, rows_of


@dataclass(frozen=True)
class Options:
    """The refinements of the engine; each of those that ask a game for something is used only where the game has it.

    Those that keep the minimax value:

    table                  remember positions in the transposition table
    symmetries             fold positions that are the same but for a mirror or a turn, this many plies from the root
    null_windows           principal variation search: prove with a null window that the later actions are not better; with
                           chance only where it is asked for: there such a proof takes as long as the search
    order                  the game's own `order`
    tactical_first         the game's `tactical` actions before the others
    killers                the two actions that last cut at this ply
    history_heuristic      actions that have often cut
    continuation_history   actions that have often cut as what follows each of the two actions before, by the game's `piece_to`
    counter_moves          the action that last refuted the other player's
    deepening              search 1 ply deep, then 2, 3, ..., so that the table knows a good action of most states
    aspiration             begin at each depth with a small window around the value of the depth before
    bisection              solve by null windows that halve the interval of possible values, for few and whole ones
    internal_deepening     search less deep first where no table move is known
    early_cutoffs          look whether the table already refutes the state by one of its children
    candidates, bounds, endgame_value   what the game has proved of itself
    star1                  at a move of chance, search an outcome only as far as it can still matter (Ballard 1983)
    star2                  before that, one action after each outcome: often it shows that none of them does
    wide                   keep values in full in the table; always with chance, whose averages have many digits
    repetition             value a position that comes again on the way as the game's `repetition` says, where it has one
    prefetch               have the table's line for a child fetched from memory before the child is searched
    lazy_children          make a child when it is its turn to be searched, where the game's `order` does not look at it: saves making
                           those that a cut-off leaves out, and the table cannot be asked for all of them before
    evaluation_memory      let each thread remember what the game's evaluation said of states, by their `key`, in 2 to this power places of
                           16 bytes; 0: not at all. It pays where an evaluation costs more than a look into so much memory
    exact                  at every depth the value that minimax has there: `bounds` and `endgame_value`, which look beyond the depth,
                           are asked only in a search to the end

    Those that look beyond or below the depth, and so may change the value of a search with a depth limit:

    deeper                 let a table entry from a deeper search stand in for this one
    quiescence             follow the game's `tactical` actions before evaluating
    quiescence_table       look quiescence up in the table, and keep what it found
    exchange               search tactical actions that lose by an exchange last, and not at all in quiescence; nor there what
                           gains too little to reach the window
    distance               count a decisive end (the best or the worst utility) for the less, the later it comes: a proved value then says
                           in how many plies. What the game has proved of itself is not asked: it knows no distance;
                           and an evaluation is never as good as a win
    exchange_pruning       near the leaves, leave out tactical actions that lose by an exchange more than a unit for each ply that is
                           left, and quiet ones that lose more than 0.6
    extensions             a ply more where the player is `forced`, or has one action only
    internal_reduction     a ply less where no table move is known
    singular_extensions    a ply more for an action that is much better than all others
    null_move              forward pruning: if even a pass is too good, so is the best action, where the player `may_pass`
    reverse_futility       prune near the leaves where the evaluation is too good by a margin that grows with the depth
    futility               near the leaves, leave quiet actions out where the evaluation is too bad by such a margin
    late_move_pruning      near the leaves, leave the later quiet actions out
    improving              of these twice as many, and a ply more of reductions, where the evaluation is no better than two plies before
    late_move_reductions   look less deep at what the ordering put last
    probcut                prune what a shallow search says is far outside of the window
    n_best                 forward pruning: only the first this many actions in the order; 0 for all

    And numbers that say from how many plies above the leaves something is worth its cost: `table_from`, `order_from`,
    `early_from`, `internal_from`, `probe_from` (Star2), `defer_from` (threads give way to one another). In the game's
    `evaluation_unit`s are `probcut_margin`, `futility_margin`, that of a ply, and `delta_margin`, by which an exchange may bring more
    than is foretold. With a limit of time and `bisection`, 2/5 of it go to solving the game where the end is at most `proving` times
    the depth away; 0: never.

    Facts of the game that the engine itself fills in: `least` and `most`, between which its utilities lie, to MAX; `rewards`,
    whether something is won on the way; `kinds`, whether the game tells the `kind` of an action; `ranked`, whether a database is asked
    what each state is worth by its rank; `keyed`, whether one, or a book, is by its key; `endless`, whether with
    `distance` a win may be one of no known distance: by endless play, or known without.
    """

    table: bool = True
    symmetries: int = 0
    null_windows: bool = True
    order: bool = True
    tactical_first: bool = True
    killers: bool = True
    history_heuristic: bool = True
    continuation_history: bool = True
    counter_moves: bool = True
    internal_deepening: bool = True
    early_cutoffs: bool = True
    candidates: bool = True
    bounds: bool = True
    endgame_value: bool = True
    star1: bool = True
    star2: bool = True
    wide: bool = False
    rewards: bool = False
    kinds: bool = False
    ranked: bool = False
    keyed: bool = False
    endless: bool = False
    deeper: bool = True
    quiescence: bool = True
    quiescence_table: bool = False
    exchange: bool = True
    exchange_pruning: bool = False
    extensions: bool = True
    singular_extensions: bool = False
    null_move: bool = False
    reverse_futility: bool = False
    futility: bool = False
    late_move_pruning: bool = False
    late_move_reductions: bool = False
    improving: bool = False
    internal_reduction: bool = False
    probcut: bool = False
    n_best: int = 0
    repetition: bool = True
    prefetch: bool = True
    lazy_children: bool = False
    evaluation_memory: int = 0
    distance: bool = False
    table_from: int = 2
    order_from: int = 2
    early_from: int = 5
    internal_from: int = 4
    probe_from: int = 1
    defer_from: int = 6
    probcut_margin: float = 1.5
    futility_margin: float = 1.0
    delta_margin: float = 2.0
    deepening: bool = True
    aspiration: bool = True
    bisection: bool = False
    proving: float = 0.0
    exact: bool = False
    least: float = -inf
    most: float = inf

    @staticmethod
    def usual(game: Game) -> Options:
        """Those with which a game is searched unless told otherwise: the game's own first. Raises SearchError where they are none."""
        return Options(null_windows=not game.chance).changed(**game.engine)

    def strict(self) -> Options:
        """The same without what may change the minimax value of a search with a depth limit."""
        return replace(self, **dict.fromkeys(INEXACT, False), n_best=0, candidates=False, exact=True)

    @property
    def keeps_value(self) -> bool:
        """Whether a search with these options, once they are `for_game`, finds the minimax value at every depth."""
        return self.exact and not self.n_best and not any(getattr(self, name) for name in INEXACT)

    @property
    def ply_worth(self) -> float:
        """By how much a decisive end weighs less for each ply that it is away: what short floats near the utilities can tell."""
        return 2.0 ** (ceil(log2(self.most)) - 14) if self.distance and 0 < self.most < inf else 0.0

    @property
    def undecided(self) -> float:
        """The most that a value can be that is not a win."""
        return self.most - PLIES * self.ply_worth

    @property
    def farthest(self) -> float:
        """What a win is worth of which no distance is known; without such wins, the most that is none. Plies change nothing of it."""
        return self.undecided + self.ply_worth if self.endless else self.undecided

    def within(self, least: float, most: float) -> Options:
        """The same for a game whose utilities lie in this interval."""
        return replace(self, least=least, most=most)

    def asking(self, known: Known | None) -> Options:
        """The same for a search that looks states up in what is known, where that can be."""
        rows = {one.by_key: one for one in rows_of(known, distances=self.distance)}
        endless = self.endless or (self.distance and bool(rows))
        return replace(self, ranked=False in rows, keyed=True in rows, endless=endless)

    @property
    def known(self) -> bool:
        """Whether something is asked what each state is worth."""
        return self.ranked or self.keyed

    def changed(self, **changes: Any) -> Options:
        """The same but for these. Raises SearchError for an option that there is not, or a value that it cannot have."""
        for name, value in changes.items():
            if name not in NAMES:
                near = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.7)
                raise SearchError(
                    f"the engine has no option {name!r}; {f'did you mean {near[0]}? ' if near else ''}it has: {', '.join(NAMES)}"
                )
            model = getattr(Options, name)
            fits = isinstance(value, bool) if isinstance(model, bool) else isinstance(value, (int, float)) and not isinstance(value, bool)
            most = MOST_PLACES if name == "evaluation_memory" else 512
            if not fits or (isinstance(model, int) and not isinstance(value, int)) or not 0 <= value <= most:
                wanted = (
                    "true or false"
                    if isinstance(model, bool)
                    else f"a whole number from 0 to {most}"
                    if isinstance(model, int)
                    else f"a number from 0 to {most}"
                )
                raise SearchError(f"option {name} is {wanted}, not {value!r}")
        return replace(self, **changes)

    def for_game(self, game: Game) -> Options:
        """The same without what the game has nothing for, or what its facts forbid."""
        off = {name: type(getattr(self, name))() for name, hook in HOOKS.items() if not defines(game, hook)}
        if not self.history_heuristic:
            off["continuation_history"] = False
        if not (self.table and self.quiescence and defines(game, "tactical")):
            off["quiescence_table"] = False
        if not (self.exchange and self.tactical_first and defines(game, "tactical") and defines(game, "exchange")):
            off["exchange_pruning"] = False
        if not (self.late_move_pruning or self.late_move_reductions):
            off["improving"] = False
        if not self.table:
            off["internal_reduction"] = False
        if not defines(game, "forced") and not self.extensions:
            off["extensions"] = False
        if game.repetition is None:
            off["repetition"] = False
        if self.lazy_children and self.order and _reads(type(game).order, 3):
            off["lazy_children"] = False
        elif self.lazy_children:
            off["early_cutoffs"] = False
        if defines(game, "bounds") and not self.bounds:
            off["candidates"] = False  # they are asked for only where the bounds leave the value open
        changes: dict[str, Any] = {**off, "rewards": has_rewards(game), "kinds": defines(game, "kind")}
        if has_rewards(game):
            changes |= dict.fromkeys(("exchange", "exchange_pruning", "futility"), False)  # they do not tell what an action wins at once
        if game.chance:
            changes |= {"wide": True, "bisection": False, "order_from": 0}
        if not game.chance or not all(map(isfinite, game.utility_range or (-inf, inf))):
            changes |= {"star1": False, "star2": False}  # what an outcome can be worth at most has to be known
        elif not self.star1:
            changes["star2"] = False
        if self.distance and (game.chance or has_rewards(game) or not _is_even(game) or self._nearly_won(game)):
            changes["distance"] = False
        elif self.distance:
            changes["endless"] = game.repetition is not None and abs(game.repetition) == (game.utility_range or (0, inf))[1]
            changes |= dict.fromkeys(("bounds", "endgame_value", "candidates", "early_cutoffs", "bisection"), False) | {"proving": 0.0}
        goes_round = game.repetition is not None
        pays = has_rewards(game) and goes_round  # then to go round may win something, and proofs hold for the positions before alone
        if pays:
            changes |= {"exact": True, "repetition": True}
        if pays or (self.exact and self.repetition and goes_round):  # what came before is a part of the position
            changes |= {"symmetries": 0, "early_cutoffs": False, "order_from": min(1, self.order_from)}
        return replace(self, **changes)

    def _nearly_won(self, game: Game) -> bool:
        """Whether endless play is worth so nearly a win, in an even game, that by distance it looks like one that is far away."""
        within = self.within(*(game.utility_range or (-inf, inf)))
        return game.repetition is not None and within.undecided < abs(game.repetition) < within.most


def _is_even(game: Game) -> bool:
    """Whether a win is worth to one of two players what it costs the other, and how much is known."""
    least, most = game.utility_range or (-inf, inf)
    return game.players == 2 and least == -most and 0 < most < inf


def _reads(function: Callable[..., Any], place: int) -> bool:
    """Whether a function looks at its parameter at this place; where that cannot be seen, it does."""
    code = getattr(function, "__code__", None)
    if code is None or place >= code.co_argcount:
        return True
    name = code.co_varnames[place]
    read = (step.argval if isinstance(step.argval, tuple) else (step.argval,) for step in dis.get_instructions(code))
    return any(name in names for names in read)


MOST_PLACES: Final = 24
"""The greatest `evaluation_memory`: 256 MiB for each thread."""
FACTS: Final = ("least", "most", "rewards", "kinds", "ranked", "keyed", "endless")
"""What the kernel has to know of the game; no one chooses these."""
NAMES: Final = tuple(field.name for field in fields(Options) if field.name not in FACTS)
"""The options that can be asked for."""
INEXACT: Final = (
    "deeper", "quiescence", "quiescence_table", "exchange", "exchange_pruning", "extensions", "singular_extensions", "null_move",
    "reverse_futility", "futility", "late_move_pruning", "late_move_reductions", "improving", "internal_reduction", "probcut", "distance",
)  # fmt: skip
"""The options that may change the value of a search with a depth limit."""
DRIVERS: Final = ("deepening", "aspiration", "bisection", "proving")
"""The options that the driver follows: the kernel does not depend on them."""
HOOKS: Final = {
    "symmetries": "symmetries",
    "order": "order",
    "continuation_history": "piece_to",
    "tactical_first": "tactical",
    "quiescence": "tactical",
    "exchange": "exchange",
    "candidates": "candidates",
    "bounds": "bounds",
    "endgame_value": "endgame_value",
    "null_move": "null_move",
    "reverse_futility": "evaluate",
    "futility": "evaluate",
    "late_move_pruning": "evaluate",
    "improving": "evaluate",
    "evaluation_memory": "evaluate",
}
"""Options that need a method of the game."""
