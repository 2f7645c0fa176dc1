"""The recursion of the engine: principal variation search, written as numbered steps, each with its option.

This file is a template. `options.NAME` is a constant before it runs, so what is switched off is not there at all; a function marked
`@step` stands in the place of its calls; `thread`, `stack` and `slots` are names for words of `cells` (runtime/specialisation.py,
insertion.py, records.py). Compiled and interpreted it is the same code. Values are to the *player to move* of the state (to MAX where
chance moves), as floats, and fail-soft: for a window (alpha, beta), a value v says

    v <= alpha           the state is worth at most v
    alpha < v < beta     the state is worth v
    beta <= v            the state is worth at least v

No state given to these functions is terminal: whoever makes a child looks first whether the game is over in it. What has been won on
the way to a state (`Game.reward`) is no part of its value: an action is worth its reward and what its result is worth, so the window
for the result lies lower by the reward.

Most nodes never come to the steps 2 to 16. Where fewer than `options.order_from` plies are left, or the game has no more of them, step 1
of `search` hands the node over to `shallow`: plain alpha-beta with the game's own proofs, which goes on so down to the leaves. Not the
root, nor a game with chance, for which `order_from` is 0.

    ply        how far below the root
    top        where the children of this ply begin
    cells      the memory of the thread (layout.py)
    children   the states that wait to be searched, ply after ply
    table      the transposition table, shared by all threads (table.py)
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, NEARLY, Game, State
from zermelo.hints import BY_PIECE
from zermelo.search.engine.layout import BY_ACTION, CUT_PLACES, NOWHERE, PLIES, Frame, Outcome, Slot, Thread
from zermelo.search.engine.options import Options
from zermelo.search.engine.table import (
    NO_PLACE,
    TO_THE_END,
    belongs_to,
    bucket_of,
    entry_depth,
    entry_place,
    entry_proved,
    entry_turned,
    found,
    is_searched_elsewhere,
    least_of,
    mark_searching,
    meta_of,
    most_of,
    store,
    unmark_searching,
)
from zermelo.search.lookup import database_on, place_by_key, place_of, plies_at, worth_at
from zermelo.search.runtime.faults import BAD_CHANCES, BAD_EVALUATION, BAD_PLAYER, BAD_REWARD, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.search.runtime.insertion import step
from zermelo.search.runtime.records import Records
from zermelo.search.scored import widened
from zermelo.words import fingerprint, is_exact, length, lower_of, mix64, next_up, number_of, prefetch, upper_of, word_of, words_at

Words = Any
States = Any
options: Any = Options()  # replaced by constants
thread = Thread()
stack = Records(Frame)
slots = Records(Slot)
chances = Records(Outcome)

SOLVING = 255
"""A search that is deeper than this goes to the end of the game, however far that is."""
SHALLOW = 8
"""So near the leaves, in plies, an evaluation is taken at its word: it says what is not worth a search."""
TACTICAL = 1 << 27
QUIET = 0.6
"""What a quiet action may lose by exchange for each ply that is left, as a share of what a tactical one may."""
LOSING = 1 << 57
LOST = -(1 << 56)
"""What loses by an exchange has a score below this, whatever `order` says."""
TABLE_MOVE = 1 << 60
DEFERRED = -(1 << 61)
TAKEN = 1 << 62
"""Less by this is the score of an action that has been searched."""
LAST_PLACE = 4095
ROUNDING = 1e-12
"""What averages over chance may be wrong by for want of digits, as a share of the range of the utilities."""


def run(
    game: Game, state: State, alpha: float, beta: float, depth: int, bisecting: int, cells: Words, children: States, table: Words
) -> float:
    """The value of the root, which is known to lie between alpha and beta if `bisecting`.

    Bisecting, a null-window search each time cuts the interval (Pons 2015). Else one search with the window (alpha, beta).
    """
    if bisecting == 0:
        value = search(game, state, alpha, beta, depth, 0, 0, cells, children, table)
        lengthen(game, state, cells, table)
        return value
    if options.bounds:
        low, high = game.bounds(state)
        alpha, beta = max(alpha, low), min(beta, high)
    while alpha < beta and thread.stop == 0:
        middle = halfway(alpha, beta)
        low, high = (middle, next_up(middle)) if middle >= alpha else (alpha, beta)
        value = search(game, state, low, high, depth, 0, 0, cells, children, table)
        if thread.stop == 0:
            if value < high:
                beta = value
            if value > low:
                alpha = value
    return alpha


def halfway(alpha: float, beta: float) -> float:
    """Where to cut an interval of values: in the middle, or further from 0, where less has to be refuted.

    A whole number below `beta`; below `alpha` too if there is none between them.
    """
    middle = (alpha + beta) // 2
    if middle <= 0 and -((-alpha) // 2) < middle:
        middle = -((-alpha) // 2)
    elif middle >= 0 and beta // 2 > middle:
        middle = beta // 2
    return middle if middle < beta else -inf  # so great that their middle is rounded up to `beta`


def search(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    ply: int,
    top: int,
    cells: Words,
    children: States,
    table: Words,
) -> float:
    """The value of a state, `depth` plies ahead (1 or more), at `ply` plies below the root.

    leaning    whether the window was narrowed by what is not proved: then a value at its edge is not proved either
    floor      alpha when the actions are begun with, while alpha itself rises: a best value of no more is but a bound from above
    back       the ply above where this very position stood; NOWHERE if it stood at none
    reach      the least ply whose position came back below this state; NOWHERE if none did
    path_free  whether the value is the same whatever was played before, as no position from above this ply came back below: only such
               a value may be kept in the table
    """
    # 1. A node: count it, and see whether the search is to stop
    player = entered(game, state, ply, cells)
    if thread.stop != 0:
        return alpha
    if ply >= PLIES - 2:
        return estimate(game, state, player, cells)
    excluded = stack[ply].excluded_move
    stack[ply].excluded_move = 0
    probed = 0
    if options.star2:
        probed = stack[ply].probed
        stack[ply].probed = 0
    by_chance = game.chance and game.to_move(state) == CHANCE
    solving = depth > SOLVING
    effective_depth = min(depth, game.plies_left(state))
    if options.order_from > 0 and effective_depth < options.order_from and ply > 0 and excluded == 0:
        return shallow(game, state, alpha, beta, depth, ply, top, cells, children, table)

    # 2. A position that came back is worth what the rules say
    #    symmetries: 1.00 to 1.01 times the nodes
    key = 0
    mirrored = 0
    if options.table or options.repetition:
        key = key_of(game, state, cells)
        if options.table and options.prefetch and options.lazy_children and effective_depth >= options.table_from:
            prefetch(table, bucket_of(table, key))
    if options.repetition:
        position = fingerprint(game.position(state))
        stack[ply].key = position
        if ply == 0 and thread.excluded_count != 0 and not options.rewards:  # of its other actions: who comes back may choose among all
            stack[0].key = mix64(position)
        back = repeated_at(ply, position, excluded, cells)
        if back != NOWHERE:
            thread.repetition_ply = back
            thread.heuristic = 0
            if back >= 0 and (options.rewards or game.chance):  # it ends the game when it comes once more, and that is another value
                thread.heuristic = 1
            return repeated(game, player)
        if options.exact:
            way = way_to(ply, cells)
            key ^= way
    if options.symmetries > 0 and ply < options.symmetries:
        key, mirrored = least_image(game, state, key, cells)

    # 3. What is known of the state, by a database or a book, and what the game has proved of the state
    #    bounds: 0.22 to 1.00 times the nodes
    #    endgame_value: 1.00 times the nodes
    if options.known and ply > 0 and excluded == 0:
        known, value = known_worth(game, state, ply, cells)
        if known:
            return value
    if ply > 0 and not by_chance and (solving or not options.exact):
        alpha, beta, value = within_proofs(game, state, alpha, beta, cells)
        if alpha >= beta:
            return value
    if options.distance and ply > 0 and excluded == 0:  # a win and a loss by the next action are the best and the worst that there is
        if alpha >= options.most - options.ply_worth or beta <= options.ply_worth - options.most:
            thread.heuristic = 0
            return alpha if alpha >= options.most - options.ply_worth else beta

    # 4. The transposition table: what it knows of the value, and which action was the best
    #    table: 0.21 to 0.41 times the nodes, scores 0.40 to 0.56
    #    deeper: 0.88 to 1.00 times the nodes, scores 0.45 to 0.52
    #    quiescence_table: 0.92 to 1.03 times the nodes
    static = -inf  # the evaluation, asked for while the table's line is on its way
    if options.null_move or options.reverse_futility or options.futility or options.late_move_pruning or options.improving:
        if depth <= SOLVING and ply > 0 and excluded == 0 and not by_chance and not game.forced(state):
            static = estimate(game, state, player, cells)
    nodes_before = thread.nodes
    entry = -1
    table_move = NO_PLACE
    leaning = 0  # whether the window was narrowed by what is not proved
    at_least, at_most = -inf, inf  # by the table: what is pruned in a window that it narrowed may contradict it
    reached = TO_THE_END if solving else depth
    if options.table and effective_depth >= options.table_from and excluded == 0:
        entry, table_move, known, low, high, heuristic = looked_up(key, mirrored, reached, ply, cells, table)
        if known:
            if low >= beta or high <= alpha or low == high:
                thread.hits += 1
                thread.heuristic = heuristic
                return high if high <= alpha else low
            if low > alpha:
                alpha, at_least = low, low
                leaning = heuristic
            if high < beta:
                beta, at_most = high, high
                leaning = heuristic

    improving = 1
    if options.improving:
        improving = is_improving(player, static, excluded, ply, cells)

    # 5. Chance: the average over its outcomes
    if game.chance and by_chance:
        return chance_node(
            game, state, alpha, beta, depth, ply, top, solving, effective_depth, reached, key, mirrored, leaning, nodes_before,
            cells, children, table,
        )  # fmt: skip

    # 6. Extension: a state in which there is no quiet way out
    #    extensions: 0.99 to 1.86 times the nodes
    #    exchange: 0.71 times the nodes
    if options.extensions and depth < SOLVING and ply < 2 * thread.root_depth and game.forced(state):
        depth += 1

    # 7. Forward pruning: what the evaluation, a null move or a shallow search (ProbCut) puts outside of the window is not searched in full
    #    null_move: 0.14 to 0.96 times the nodes, scores 0.14
    #    reverse_futility: 0.06 to 0.96 times the nodes
    #    probcut: 0.14 to 1.19 times the nodes, scores 0.39
    outside, value = forward_pruned(
        game, state, alpha, beta, depth, effective_depth, ply, top, excluded, probed, static, cells, children, table
    )  # fmt: skip
    if outside != 0:
        return value

    # 8. Where no action is known to be good: internal deepening looks for one less deep, internal reduction believes that none is
    #    internal_deepening: 0.70 to 1.03 times the nodes, scores 0.50 to 0.51
    #    internal_reduction: 0.23 to 0.92 times the nodes
    if options.internal_reduction and options.table and table_move == NO_PLACE and ply > 0 and excluded == 0 and probed == 0:
        if max(2, options.internal_from) <= depth <= SOLVING:
            depth -= 1
            effective_depth = min(depth, effective_depth)
            reached = depth
    if options.internal_deepening and options.table and table_move == NO_PLACE and ply > 0 and excluded == 0 and probed == 0:
        if max(2, options.internal_from) <= effective_depth <= SOLVING and beta > next_up(alpha):
            search(game, state, alpha, beta, max(1, effective_depth - 2), ply, top, cells, children, table)
            entry = found(table, key)
            table_move = move_of(entry, mirrored, table)

    # 9. Singular extension: is the table's action alone in being good?
    #    singular_extensions: 1.11 to 1.91 times the nodes, scores 0.51 to 0.57
    extended = 0
    if options.singular_extensions and not solving and depth >= 6 and 0 < ply < 2 * thread.root_depth and excluded == 0 and probed == 0:
        if table_move != NO_PLACE and entry >= 0:
            extended = is_singular(game, state, entry, table_move, depth, ply, top, cells, children, table)

    # 10. The children, each with what says how soon it is to be searched
    #    candidates: 0.93 times the nodes
    #    order: 0.60 to 1.03 times the nodes
    #    killers: 0.79 to 1.24 times the nodes, scores 0.47 to 0.52
    #    history_heuristic: 0.82 to 1.87 times the nodes, scores 0.48 to 0.55
    #    continuation_history: 0.98 times the nodes
    #    counter_moves: 0.99 to 1.04 times the nodes, scores 0.48 to 0.51
    stack[ply].line_length = 0  # the searches of the steps before have left theirs
    are_stored = True  # the children, that is: those that `endgame_value` takes are not
    if options.endgame_value:
        are_stored = game.plies_left(state) > game.endgame_plies + 1
    count = listed(game, state, player, effective_depth, ply, top, table_move, are_stored, cells, children, table)
    if count == 0:
        return alpha
    if options.extensions and count == 1 and not solving and 0 < ply < 2 * thread.root_depth and not game.forced(state):
        extended = 1

    # 11. Does the table refute the state by one of its children?
    #    early_cutoffs: 0.99 to 1.00 times the nodes, scores 0.48 to 0.51
    if options.early_cutoffs and options.table and effective_depth >= options.early_from and ply > 0 and excluded == 0 and are_stored:
        value = refutation(game, state, player, beta, TO_THE_END if solving else depth - 1, top, count, cells, children, table)
        if value >= beta:
            thread.hits += 1
            thread.heuristic |= leaning
            return value

    # 12. One after the other, the best first
    #    n_best: 0.09 to 0.45 times the nodes, scores 0.30 to 0.55
    #    exchange_pruning: 0.99 times the nodes
    #    futility: 0.22 to 0.98 times the nodes
    #    late_move_pruning: 0.59 to 1.00 times the nodes
    #    improving: 0.47 to 0.91 times the nodes
    best = -inf
    floor = alpha
    best_place = NO_PLACE
    best_heuristic = 0
    any_heuristic = 0
    reach = NOWHERE
    i = 0
    tried = 0
    idle = False  # whether quiet actions are left out from now on
    while i < count:
        score = next_best(top, top + count, cells)
        place = LAST_PLACE - (score & LAST_PLACE)
        action = slots[top + place].action
        if options.exchange and options.tactical_first:
            if score & TACTICAL != 0 and LOST < score < TABLE_MOVE // 2 and game.exchange(state, action) < 0:
                slots[top + place].score = score - LOSING  # asked only now: many nodes end before
                continue
        if options.futility or options.late_move_pruning:
            if not idle and depth <= SHALLOW and static > -inf and tried > 0 and score & TACTICAL == 0 and beta <= next_up(alpha):
                idle = are_idle(game, player, best, static, alpha, depth, tried, improving)
                if idle:
                    out = left_out(game, state, i, top, count, cells, children)
                    any_heuristic |= min(out, 1)
                    i += out
                    continue
        slots[top + place].score = score - TAKEN
        slots[top + i].taken = place
        if excluded == place + 1 or (ply == 0 and thread.excluded_at_root[place] != 0):
            i += 1
            continue
        if options.n_best > 0 and tried >= options.n_best and ply > 0:
            any_heuristic = 1
            break
        if options.star2 and probed != 0 and tried > 0:
            break
        child = game.result(state, action) if options.lazy_children else children[top + place]
        if options.exchange_pruning:
            loses = DEFERRED < score < LOST or (static > -inf and score & TACTICAL == 0 and score < TABLE_MOVE // 2)
            if loses and depth <= SHALLOW and tried > 0 and beta <= next_up(alpha):
                hopeless = is_hopeless(game, state, action, child, player, best, alpha, depth if score & TACTICAL != 0 else QUIET * depth)
                if hopeless:
                    any_heuristic = 1
                    i += 1
                    continue
        mark = 0  # what another thread is searching now waits until the others are done (ABDADA)
        if thread.threads > 1 and effective_depth >= options.defer_from:
            mark = key ^ (action + 1) * 0x2545F491
            if tried > 0 and score > DEFERRED and is_searched_elsewhere(table, mark):
                slots[top + place].score = DEFERRED - (1 << 13) + LAST_PLACE - place
                continue
            mark_searching(table, mark)
        stack[ply].current_move = action
        if options.continuation_history:
            stack[ply].piece_to = game.piece_to(state, action) & (BY_PIECE - 1)
        plies = depth if solving else depth - 1
        if (options.extensions or options.singular_extensions) and extended != 0 and (count == 1 or place == table_move):
            plies += 1

        # 13. What it is worth
        #    late_move_reductions: 0.27 to 0.54 times the nodes, scores 0.51
        #    null_windows: 0.32 to 1.00 times the nodes, scores 0.48 to 0.59
        low, high = alpha, beta
        if options.rewards:
            gain = won(game, state, action, cells)
            low, high = less_above(alpha, gain), less_below(beta, gain)
        if options.distance:
            low, high = sooner_above(alpha), sooner_below(beta)
        value, heuristic = searched(
            game, child, player, low, high, plies, tried, score, depth, improving, ply, top + count, cells, children, table
        )
        if options.rewards:
            value = with_gain(game, child, player, gain, value, cells)
        if options.distance:
            value = a_ply_before(value)
        if options.repetition:
            reach = min(reach, thread.repetition_ply)
        if mark != 0:
            unmark_searching(table, mark)
        if thread.stop != 0:
            return max(best, alpha)
        any_heuristic |= heuristic
        if value > best:
            best = value
            best_place = place
            best_heuristic = heuristic
            if value > alpha:
                alpha = value
                # 14. The principal variation: this action and what follows; no more than the action where others may be better
                extend_line(action, ply, ply == 0 or value < beta, cells)
            if value >= beta:
                # 15. A cut-off: remember what caused it
                thread.cuts[min(tried, CUT_PLACES - 1)] += 1
                learn(game, state, player, action, score, effective_depth, ply, top, i, cells)
                break
        i += 1
        tried += 1

    # 16. What was learnt
    thread.ply = ply
    best = max(best, floor) if probed != 0 else best  # of one action: the state is worth that at least
    sooner = options.distance and best > options.undecided and any_heuristic != 0  # a win, but perhaps there is a sooner one
    heuristic = best_heuristic if best >= beta or sooner else any_heuristic
    best = min(max(best, at_least), at_most)
    thread.heuristic = heuristic if floor < best < beta else heuristic | leaning
    path_free = leave(reach, ply, cells)
    if options.table and effective_depth >= options.table_from and excluded == 0 and path_free and (ply > 0 or thread.excluded_count == 0):
        low = best if best > floor and not (options.distance and best < -options.undecided) else -inf  # lost, and perhaps sooner
        high = best if best < beta and probed == 0 and not sooner else inf
        good = best_place if best > floor and best_place < NO_PLACE else NO_PLACE
        store(table, cells, key, low, high, reached, 1 - heuristic, mirrored, good, length(thread.nodes - nodes_before))
    return best


@step
def entered(game: Game, state: State, ply: int, cells: Words) -> int:
    """Count a node. Who is to move in it; `thread.stop` says whether to go on: up to the limit, and where the game names a player."""
    thread.nodes += 1
    thread.ply = ply
    stack[ply].line_length = 0
    if thread.nodes >= thread.node_limit:
        thread.stop = 1
    player = MAX
    if thread.stop == 0:
        if ply > thread.deepest:
            thread.deepest = ply
        player = side(game, state)
        if not 0 <= player < game.players:
            thread.fault = BAD_PLAYER
            thread.stop = 1
    return player


@step
def key_of(game: Game, state: State, cells: Words) -> int:
    """What the table knows a position by: where one that came twice before the root ends the game, it is worth something else."""
    code = fingerprint(game.key(state))
    return code ^ thread.came_twice if options.repetition else code


@step
def repeated_at(ply: int, key: int, excluded: int, cells: Words) -> int:
    """The last ply at which the position stood before, below 0 one of the game before the root; NOWHERE if it did not."""
    back = ply - 1
    if ply == 0 or excluded != 0:
        return NOWHERE
    while stack[back].key != 0 and stack[back].key != key:
        back -= 1
    return back if stack[back].key != 0 else NOWHERE


@step
def way_to(ply: int, cells: Words) -> int:
    """What tells a position after these positions from the same after others: to the letter, these are two.

    Mixed, as A after B is not B after A; and never 0, as a position after none is not one whose way was not asked for.
    """
    before = 1
    back = ply - 1
    while stack[back].key != 0:
        before ^= stack[back].key
        back -= 1
    return mix64(before)


@step
def least_image(game: Game, state: State, key: int, cells: Words) -> tuple[int, int]:
    """The least fingerprint of a position and of its images by symmetry, and whether it is that of an image."""
    least = key
    for image in game.symmetries(state):
        other = key_of(game, image, cells)
        if other < least:
            least = other
    return least, 1 if least != key else 0


@step
def known_worth(game: Game, state: State, ply: int, cells: Words) -> tuple[bool, float]:
    """Whether a database knows what a state is worth, and what.

    Where positions that came twice may end the game, that proves nothing.
    """
    place = -1
    database = thread.database
    if options.ranked:
        place = place_of(game, state, words_at(database))
    if options.keyed and place < 0 and thread.desk != 0:
        database = database_on(words_at(thread.desk))
        place = place_by_key(game, state, words_at(database), words_at(thread.desk))
    known = place >= 0
    value = 0.0
    if known:
        value = worth_at(words_at(database), place)
        nearly = 0
        if options.distance and abs(value) > options.undecided:
            plies = plies_at(words_at(database), place, PLIES)
            won_so = max(options.most - plies * options.ply_worth, options.farthest)
            if abs(value) < options.most:
                nearly = 1
                won_so = options.undecided
            value = won_so if value > 0 else -won_so
        thread.known += 1
        thread.leaves += 1
        thread.heuristic = nearly
        if options.repetition and thread.came_twice != 0:
            thread.heuristic = 1
    return known, value


@step
def within_proofs(game: Game, state: State, alpha: float, beta: float, cells: Words) -> tuple[float, float, float]:
    """The window, as far as the game has not proved that the state is worth what is outside; an empty one, and the value, if it has."""
    value = alpha
    if options.endgame_value and game.plies_left(state) <= game.endgame_plies:
        value = game.endgame_value(state, alpha, beta)
        alpha, beta = value, value
    elif options.bounds:
        low, high = game.bounds(state)
        if low > alpha:
            alpha = low
        if high < beta:
            beta = high
        value = low if low >= beta else high
    if alpha >= beta:
        thread.heuristic = 0
    return alpha, beta, value


@step
def looked_up(key: int, mirrored: int, reached: int, ply: int, cells: Words, table: Words) -> tuple[int, int, bool, float, float, int]:
    """The table's entry of a position, or -1; its best action; whether it says what the state is worth, from, to, and that unproved."""
    thread.probes += 1
    place = NO_PLACE
    known = False
    least, most = -inf, inf
    unproved = 0
    at = found(table, key)
    if at >= 0:
        interval = table[at]
        meta = meta_of(table, at, interval)
        if entry_turned(meta) == mirrored:
            place = entry_place(meta)
        if ply > 0 and usable(meta, reached, options.deeper) and belongs_to(interval, meta, key):
            known = True
            unproved = 1 - entry_proved(meta)
            if options.wide:
                least, most = least_of(table, at, interval), most_of(table, at, interval)
            else:
                least, most = lower_of(interval), upper_of(interval)
    return at, place, known, least, most, unproved


@step
def move_of(entry: int, mirrored: int, table: Words) -> int:
    """The best action of an entry of the table, as a place among the actions."""
    place = NO_PLACE
    if entry >= 0:
        meta = meta_of(table, entry, table[entry])
        if entry_turned(meta) == mirrored:
            place = entry_place(meta)
    return place


@step
def chance_node(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    ply: int,
    top: int,
    solving: bool,
    effective_depth: int,
    reached: int,
    key: int,
    mirrored: int,
    leaning: int,
    nodes_before: int,
    cells: Words,
    children: States,
    table: Words,
) -> float:
    """The average over the outcomes of chance. What is known of each, and so of the average, is an interval.

    Star1 searches an outcome only as far as it can still matter; Star2 probes one action after each before (Ballard 1983).
    """
    count = outcomes(game, state, top, cells, children)
    if thread.stop != 0:
        return alpha
    plies = depth if solving else depth - 1
    low, high = -inf, inf
    spare = 0.0
    if options.star1:
        low, high = average(top, count, 0, cells), average(top, count, 1, cells)
        spare = ROUNDING * (options.most - options.least)
        if options.rewards:
            spare *= 3
    probing = options.star2 and plies >= max(1, options.probe_from)
    cut = low - spare >= beta or high + spare <= alpha
    total = 0.0
    any_heuristic = 0
    reach = NOWHERE
    place = 0
    while place < count and not cut:
        child = children[top + place]
        probability = number_of(chances[top + place].probability)
        least, most = number_of(chances[top + place].least), number_of(chances[top + place].most)
        stack[ply].current_move = chances[top + place].action
        at_least, at_most = least, most
        floor, ceiling = least, most
        gain = 0.0
        if options.rewards:
            gain = won(game, state, chances[top + place].action, cells)
        if options.star1:
            floor = max(least, most - (high + 2 * spare - alpha) / probability)
            ceiling = min(most, least + (beta + 2 * spare - low) / probability)
            if floor >= ceiling:
                floor, ceiling = least, most
        mover = game.to_move(child)
        if least < most and plies <= 0:
            thread.nodes += 1
            if options.rewards:
                floor, ceiling = less_above(floor, gain), less_below(ceiling, gain)
            value = leaf(game, child, MAX, floor, ceiling, ply + 1, top + count, cells, children, table)
            if options.rewards:
                value += gain
            any_heuristic |= thread.heuristic
            at_least, at_most = value, value
        elif least < most and not (probing and mover == CHANCE):
            if probing:
                stack[ply + 1].probed = 1
                floor, ceiling = (least, ceiling) if mover == MAX else (floor, most)
            if options.rewards:
                floor, ceiling = less_above(floor, gain), less_below(ceiling, gain)
            thread.repetition_ply = NOWHERE
            if mover == MIN:
                value = -search(game, child, -ceiling, -floor, plies, ply + 1, top + count, cells, children, table)
            else:
                value = search(game, child, floor, ceiling, plies, ply + 1, top + count, cells, children, table)
            if thread.stop != 0:
                return alpha
            if options.rewards:
                value += gain
            any_heuristic |= thread.heuristic
            reach = min(reach, thread.repetition_ply)
            value = max(least, min(most, value))
            if not probing or mover == MAX:
                at_least = value
            if not probing or mover == MIN:
                at_most = value
        if options.star1:
            low += probability * (at_least - least)
            high -= probability * (most - at_most)
            cut = low - spare >= beta or high + spare <= alpha
            chances[top + place].least, chances[top + place].most = word_of(at_least), word_of(at_most)
        if not probing:
            total += probability * at_least
        place += 1
        if probing and place == count and not cut:
            probing, place = False, 0
    thread.ply = ply
    value = low - spare
    if not cut:
        value, low, high = total, total, total
    elif value >= beta:
        low, high = value, inf
    else:
        value = high + spare
        low, high = -inf, value
    thread.heuristic = any_heuristic if low == high else any_heuristic | leaning
    path_free = leave(reach, ply, cells)
    if options.table and effective_depth >= options.table_from and path_free:
        store(table, cells, key, low, high, reached, 1 - thread.heuristic, mirrored, NO_PLACE, length(thread.nodes - nodes_before))
    return value


@step
def is_improving(player: int, static: float, excluded: int, ply: int, cells: Words) -> int:
    """Whether the evaluation is better, to who moves, than two plies before; 1 too where it was not asked then, 0 where not now."""
    if excluded == 0:
        stack[ply].static = word_of(static if player == MAX else -static)
    improving = 1
    now = number_of(stack[ply].static)
    if not -inf < now < inf:
        improving = 0
    elif ply >= 2:
        before = number_of(stack[ply - 2].static)
        if -inf < before < inf:
            improving = int(now > before if player == MAX else now < before)
    return improving


@step
def forward_pruned(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    effective_depth: int,
    ply: int,
    top: int,
    excluded: int,
    probed: int,
    static: float,
    cells: Words,
    children: States,
    table: Words,
) -> tuple[int, float]:
    """Whether the state is held to be worth what is outside of the window, and what it is then said to be worth.

    `static` is what the evaluation says of it, -inf where that was not asked.
    """
    outside, value = 0, alpha
    if depth <= SOLVING and ply > 0 and excluded == 0:
        if options.reverse_futility and depth <= SHALLOW and beta <= next_up(alpha):
            if static - options.futility_margin * game.evaluation_unit * depth >= beta:
                outside, value = 1, static
        if options.null_move and outside == 0 and static >= beta:
            passed = null_move(game, state, beta, depth, static, ply, top, cells, children, table)
            if passed >= beta:
                outside, value = 1, beta
        if options.probcut and outside == 0 and effective_depth >= 5 and probed == 0:
            outside = probcut(game, state, alpha, beta, depth, ply, top, cells, children, table)
            if outside != 0:
                thread.heuristic = 1
                value = beta if outside > 0 else alpha
    return outside, value


@step
def null_move(
    game: Game, state: State, beta: float, depth: int, static: float, ply: int, top: int, cells: Words, children: States, table: Words
) -> float:
    """At least what a state is worth whose player passes, searched less deep; -inf where a pass would say nothing.

    By four plies, one more for every three that are left and for every two units by which the evaluation is above the window, up to three.
    """
    value = -inf
    if depth >= 3 and stack[ply - 1].current_move >= 0 and beta < inf and game.may_pass(state):
        child = game.null_move(state)
        if not game.is_terminal(child):
            stack[ply].current_move = -1
            if options.continuation_history:
                stack[ply].piece_to = 0
            plies = depth - 4 - depth // 3
            for step in range(1, 4):
                plies -= static - 2 * step * game.evaluation_unit >= beta
            value = -search(game, child, -next_up(beta), -beta, max(1, plies), ply + 1, top, cells, children, table)
            thread.heuristic = 1
    return value


@step
def probcut(
    game: Game, state: State, alpha: float, beta: float, depth: int, ply: int, top: int, cells: Words, children: States, table: Words
) -> int:
    """Whether a search of half the depth puts a state far above the window (1) or below it (-1) (Buro 1995)."""
    margin = options.probcut_margin * game.evaluation_unit
    plies = depth // 2 - (depth // 2 + depth) % 2
    outside = 0
    if beta < inf:
        stack[ply].excluded_move = -1
        if search(game, state, beta + margin, next_up(beta + margin), plies, ply, top, cells, children, table) > beta + margin:
            outside = 1
    if outside == 0 and alpha > -inf:
        stack[ply].excluded_move = -1
        if search(game, state, alpha - margin, next_up(alpha - margin), plies, ply, top, cells, children, table) <= alpha - margin:
            outside = -1
    return outside


@step
def is_singular(
    game: Game, state: State, entry: int, place: int, depth: int, ply: int, top: int, cells: Words, children: States, table: Words
) -> int:
    """Whether all actions but the table's are worse than it by more than a unit, as far as a search of half the depth sees."""
    alone = 0
    interval = table[entry]
    low = lower_of(interval)
    if entry_depth(meta_of(table, entry, interval)) >= depth - 3 and low > -inf and low < inf:
        target = low - game.evaluation_unit
        stack[ply].excluded_move = place + 1
        if search(game, state, target, next_up(target), depth // 2, ply, top, cells, children, table) <= target:
            alone = 1
    return alone


@step
def listed(
    game: Game,
    state: State,
    player: int,
    effective_depth: int,
    ply: int,
    top: int,
    table_move: int,
    are_stored: bool,
    cells: Words,
    children: States,
    table: Words,
) -> int:
    """How many children there are: each is laid out with its score, which says how soon it is to be searched, and its action.

    0 where the game breaks its contract.
    """
    count = 0
    for action in game.candidates(state):
        if count >= game.max_actions:
            thread.fault = TOO_MANY_ACTIONS
            count = 0
            break
        child = state  # in its place where `order` does not look at it
        if not options.lazy_children:
            child = game.result(state, action)
            children[top + count] = child
            if options.table and options.prefetch and effective_depth > options.table_from and are_stored:
                key = key_of(game, child, cells)
                prefetch(table, bucket_of(table, key))
        score = (max(-(1 << 27), min(1 << 27, game.order(state, action, child))) << 16) if options.order else 0
        if options.history_heuristic:
            piece_to = game.piece_to(state, action) & (BY_PIECE - 1) if options.continuation_history else 0
            learned = learned_of(player, action, piece_to, ply, cells)
            score += min(4095, (learned + 4096) >> 1 if options.kinds else learned)
        if options.killers:
            if stack[ply].killer == action + 1:
                score += 1 << 14
            elif stack[ply].second_killer == action + 1:
                score += 1 << 13
        if options.counter_moves:
            if ply > 0 and thread.counter_moves[player * BY_ACTION + (stack[ply - 1].current_move & (BY_ACTION - 1))] == action + 1:
                score += 1 << 12
        slots[top + count].score = (score << 12) + LAST_PLACE - count + (TABLE_MOVE if count == table_move else 0)
        slots[top + count].action = int(action)
        if options.tactical_first and options.kinds:
            if game.kind(state, action) > 0:
                slots[top + count].score += TACTICAL
        count += 1
    if options.tactical_first and not options.kinds:
        for action in game.tactical(state):
            one = top
            while one < top + count and slots[one].action != action:
                one += 1
            if one < top + count:
                slots[one].score += TACTICAL
    if count == 0:
        thread.stop = 1
        if thread.fault == 0:
            thread.fault = NO_ACTION
    return count


@step
def refutation(
    game: Game, state: State, player: int, beta: float, reached: int, top: int, count: int, cells: Words, children: States, table: Words
) -> float:
    """What the table says of the first child that is worth beta or more to who moves there; -inf where it says so of none."""
    best = -inf
    place = 0
    while place < count and best < beta:
        child = children[top + place]
        if not game.is_terminal(child):
            code = key_of(game, child, cells)
            at = found(table, code)
            if at >= 0:
                interval = table[at]
                meta = meta_of(table, at, interval)
                if usable(meta, reached, options.deeper) and belongs_to(interval, meta, code):
                    best = lower_of(interval) if side(game, child) == player else -upper_of(interval)
                    if options.rewards:
                        best += won(game, state, slots[top + place].action, cells)
                    thread.heuristic = 1 - entry_proved(meta)
        place += 1
    return best


@step
def is_hopeless(game: Game, state: State, action: int, child: State, player: int, best: float, alpha: float, most: float) -> bool:
    """Whether an action so near the leaves is left out, as the exchange loses more than `most` units.

    Not one that ends the game, and none where all others lose.
    """
    out = game.exchange(state, action) < -most
    if options.distance:
        out = out and -options.undecided < best and alpha < options.undecided
    else:
        out = out and best > (options.least if player == MAX else -options.most)
    return out and not game.is_terminal(child)


@step
def are_idle(game: Game, player: int, best: float, static: float, alpha: float, depth: int, tried: int, improving: int) -> bool:
    """Whether the quiet actions that come now are left out, so near the leaves: so late in the order, or where the evaluation lies so
    far below the window; not where all before them lose. It is true of the later ones then, too.
    """
    out = False
    if options.late_move_pruning:
        out = tried >= (3 + depth * depth) // (2 - improving)
    if options.futility and not out:
        out = static + options.futility_margin * game.evaluation_unit * (depth + 1) <= alpha
    if options.distance:
        out = out and -options.undecided < best and alpha < options.undecided
    else:
        out = out and best > (options.least if player == MAX else -options.most)
    return out


@step
def left_out(game: Game, state: State, i: int, top: int, count: int, cells: Words, children: States) -> int:
    """Take the quiet actions that are left, all at once, as if they had been searched; how many they are.

    Not those that end the game or leave the other player forced.
    """
    out = 0
    for one in range(top, top + count):
        score = slots[one].score
        if score > DEFERRED and score & TACTICAL == 0:
            child = game.result(state, slots[one].action) if options.lazy_children else children[one]
            if not game.forced(child) and not game.is_terminal(child):
                slots[one].score = score - TAKEN
                slots[top + i + out].taken = one - top
                out += 1
    return out


@step
def next_best(first: int, last: int, cells: Words) -> int:
    """The greatest score of the slots from the first up to the last."""
    score = slots[first].score
    for one in range(first + 1, last):
        score = max(score, slots[one].score)
    return score


@step
def searched(
    game: Game,
    child: State,
    player: int,
    alpha: float,
    beta: float,
    plies: int,
    tried: int,
    score: int,
    depth: int,
    improving: int,
    ply: int,
    top: int,
    cells: Words,
    children: States,
    table: Words,
) -> tuple[float, int]:
    """What a child is worth to the player who moves to it, and whether that depends on an evaluation.

    The later actions are searched less deep (late move reductions), and against a null window; then again if they are better. How much
    less grows with the logarithms of the depth and of the place in the order, here four times the binary ones: by half a ply more where
    it is looked whether the evaluation improves, and by a whole one more where it does not; less where the action has cut, and where the
    window is open.
    """
    heuristic = 0
    if options.repetition:
        thread.repetition_ply = NOWHERE
    if game.is_terminal(child):
        thread.nodes += 1
        stack[ply + 1].line_length = 0
        value = worth(game, child, player, cells)
        if options.distance:
            heuristic = thread.heuristic
    elif plies <= 0:
        thread.nodes += 1
        stack[ply + 1].line_length = 0
        value = leaf(game, child, player, alpha, beta, ply + 1, top, cells, children, table)
        heuristic = thread.heuristic
    else:
        mover = side(game, child)
        less = 0
        if options.late_move_reductions and depth <= SOLVING:
            if tried >= 2 and plies >= 2 and ply > 0 and score & TACTICAL == 0 and not game.forced(child):
                shares = length(depth * depth * depth * depth) * length(tried * tried * tried * tried)  # in 75ths of a ply
                less = (shares + (75 if options.improving else 37)) // 75 + 1 - improving
                if options.history_heuristic:
                    learned = learned_of(player, stack[ply].current_move, stack[ply].piece_to, ply, cells)
                    less -= learned // (1365 if options.continuation_history else 2048)  # a mean of three is seldom as far from 0
                less = max(0, min(plies - 1, less - (beta > next_up(alpha))))
        ceiling = next_up(alpha) if options.null_windows and tried > 0 and alpha > -inf else beta
        while True:
            thread.repetition_ply = NOWHERE
            if mover == player:
                value = search(game, child, alpha, ceiling, plies - less, ply + 1, top, cells, children, table)
            else:
                value = -search(game, child, -ceiling, -alpha, plies - less, ply + 1, top, cells, children, table)
            if thread.stop != 0 or value <= alpha or (less == 0 and (value >= beta or ceiling == beta)):
                break
            if less > 0:
                less = 0
            else:
                ceiling = beta
        heuristic = thread.heuristic
    return value, heuristic


@step
def extend_line(action: int, ply: int, goes_on: bool, cells: Words) -> None:
    """Put an action before the principal variation of the next ply, or make it all there is."""
    follows = stack[ply + 1].line_length if goes_on else 0
    stack[ply].line_length = follows + 1
    stack[ply].line[0] = action
    for place in range(follows):
        stack[ply].line[place + 1] = stack[ply + 1].line[place]


@step
def lengthen(game: Game, root: State, cells: Words, table: Words) -> None:
    """Let the root's principal variation go on with the table's actions where the table cut it short; one that is proved ends as it is."""
    if options.table and thread.fault == 0 and thread.heuristic != 0 and stack[0].line_length > 0:
        state = root
        first = count = stack[0].line_length
        for place in range(count):
            state = game.result(state, stack[0].line[place])
        goes_on = True
        while goes_on:
            goes_on = False
            if count < PLIES - 1 and not game.is_terminal(state) and not (game.chance and game.to_move(state) == CHANCE):
                code = key_of(game, state, cells)
                entry = found(table, code)
                for before in range(first, count):
                    if stack[1].line[before] == code:  # what stood there is needed no more
                        entry = -1
                stack[1].line[count] = code
                wanted = move_of(entry, 0, table)
                if wanted != NO_PLACE:
                    for action in game.candidates(state):
                        if wanted == 0:
                            stack[0].line[count] = action
                            goes_on = True
                            break
                        wanted -= 1
            if goes_on:
                state = game.result(state, stack[0].line[count])
                count += 1
        stack[0].line_length = count


@step
def learned_of(player: int, action: int, piece_to: int, ply: int, cells: Words) -> int:
    """How good an action has been elsewhere, from -4096 to 4096: of itself, and as what follows each of the two actions before."""
    learned = thread.history[player * BY_ACTION + (int(action) & (BY_ACTION - 1))]
    if options.continuation_history:
        for back in range(1, 3):
            learned += thread.continuations[((back - 1) * BY_PIECE + stack[ply - back].piece_to) * BY_PIECE + piece_to]
        learned //= 3
    return learned


@step
def remember(game: Game, state: State, player: int, action: int, bonus: int, ply: int, cells: Words) -> None:
    """Add a bonus, or take one away where it is below 0: the less, the nearer what is known already is to 4096 or -4096."""
    size = abs(bonus)
    at = player * BY_ACTION + (action & (BY_ACTION - 1))
    thread.history[at] += bonus - thread.history[at] * size // 4096
    if options.continuation_history:
        piece_to = game.piece_to(state, action) & (BY_PIECE - 1)
        for back in range(1, 3):
            at = ((back - 1) * BY_PIECE + stack[ply - back].piece_to) * BY_PIECE + piece_to
            thread.continuations[at] += bonus - thread.continuations[at] * size // 4096


@step
def learn(
    game: Game, state: State, player: int, action: int, score: int, effective_depth: int, ply: int, top: int, tried: int, cells: Words
) -> None:
    """Remember an action that has cut, for the order of those after it; where the game tells kinds, quiet ones alone, and that those
    before it have not cut, and several times as much. Elsewhere what is tactical may be all there is, and what failed once is often what
    cuts next.
    """
    if (options.killers or options.history_heuristic or options.counter_moves) and (not options.kinds or score & TACTICAL == 0):
        if options.killers and stack[ply].killer != action + 1:
            stack[ply].second_killer = stack[ply].killer
            stack[ply].killer = action + 1
        if options.history_heuristic:
            height = min(effective_depth, 30)
            bonus = min(140 * height - 100, 1200) if options.kinds else min(height * height, 400)
            remember(game, state, player, action, bonus, ply, cells)
            if options.kinds:
                for one in range(top, top + tried):
                    before = top + slots[one].taken
                    if slots[before].score & TACTICAL == 0 and slots[before].score + TAKEN > score:
                        remember(game, state, player, slots[before].action, -bonus, ply, cells)
        if options.counter_moves and ply > 0:
            thread.counter_moves[player * BY_ACTION + (stack[ply - 1].current_move & (BY_ACTION - 1))] = action + 1


@step
def leave(reach: int, ply: int, cells: Words) -> bool:
    """Whether what was found does not depend on the positions before; the ply above learns how far back it does."""
    if options.repetition:
        thread.repetition_ply = NOWHERE if reach >= ply else reach
        return reach >= ply
    return True


def shallow(
    game: Game, state: State, alpha: float, beta: float, depth: int, ply: int, top: int, cells: Words, children: States, table: Words
) -> float:
    """Near the leaves, where a table and an order cost more than they save: plain alpha-beta, one child after the other."""
    if thread.nodes >= thread.node_limit:
        thread.stop = 1
    if thread.stop != 0:
        return alpha
    if ply >= PLIES - 2:
        thread.deepest = ply
        return estimate(game, state, game.to_move(state), cells)
    if options.known:
        known, value = known_worth(game, state, ply, cells)
        if known:
            return value
    solving = depth > SOLVING
    if solving or not options.exact:
        alpha, beta, value = within_proofs(game, state, alpha, beta, cells)
        if alpha >= beta:
            return value
    player = game.to_move(state)
    plies = depth if solving else depth - 1
    best = -inf
    best_heuristic = 0
    any_heuristic = 0
    tried = 0
    for action in game.candidates(state):
        if options.n_best > 0 and tried >= options.n_best:
            any_heuristic = 1
            break
        child = game.result(state, action)
        thread.nodes += 1
        stack[ply].current_move = action
        thread.heuristic = 0
        low, high = alpha, beta
        if options.rewards:
            gain = won(game, state, action, cells)
            low, high = less_above(alpha, gain), less_below(beta, gain)
        if options.distance:
            low, high = sooner_above(alpha), sooner_below(beta)
        if game.is_terminal(child):
            value = worth(game, child, player, cells)
        elif plies <= 0:
            value = leaf(game, child, player, low, high, ply + 1, top, cells, children, table)
        elif game.to_move(child) == player:
            value = shallow(game, child, low, high, plies, ply + 1, top, cells, children, table)
        else:
            value = -shallow(game, child, -high, -low, plies, ply + 1, top, cells, children, table)
        if options.rewards:
            value = with_gain(game, child, player, gain, value, cells)
        if options.distance:
            value = a_ply_before(value)
        heuristic = thread.heuristic
        any_heuristic |= heuristic
        if value > best:
            best = value
            best_heuristic = heuristic
            if value > alpha:
                alpha = value
            if value >= beta:
                thread.cuts[min(tried, CUT_PLACES - 1)] += 1
                break
        tried += 1
    if best == -inf and tried == 0:
        thread.fault = NO_ACTION
        thread.stop = 1
    thread.heuristic = best_heuristic if best >= beta or (options.distance and best > options.undecided) else any_heuristic
    return best


def quiesce(game: Game, state: State, alpha: float, beta: float, ply: int, top: int, cells: Words, children: States, table: Words) -> float:
    """The value of a state once its tactical actions have been played out; a player who is not forced may stand pat.

    What the table says of the state is looked at only where there is something to play out; its memory is on the way meanwhile.
    """
    thread.ply = ply
    if ply > thread.deepest:
        thread.deepest = ply
    if thread.nodes >= thread.node_limit:
        thread.stop = 1
    if thread.stop != 0:
        return alpha
    if game.chance and game.to_move(state) == CHANCE:
        return estimate(game, state, MAX, cells)
    if options.known:
        known, value = known_worth(game, state, ply, cells)
        if known:
            return value
    player = game.to_move(state)
    best = -inf
    floor = alpha
    if ply >= PLIES - 2 or not game.forced(state):
        best = estimate(game, state, player, cells)
        if best >= beta or ply >= PLIES - 2:
            return best
        alpha = max(alpha, best)
    key = 0
    if options.quiescence_table:
        key = key_of(game, state, cells)
        if options.prefetch:
            prefetch(table, bucket_of(table, key))
    count = 0
    for action in game.tactical(state):
        if count >= game.max_actions:
            thread.fault = TOO_MANY_ACTIONS
            thread.stop = 1
            return alpha
        if options.exchange and best > -inf:
            gain = game.exchange(state, action)
            if gain < 0 or best + (gain + options.delta_margin) * game.evaluation_unit <= alpha:
                continue
        child = state if options.lazy_children else game.result(state, action)
        if not options.lazy_children:
            children[top + count] = child
        score = game.order(state, action, child) if options.order else 0
        slots[top + count].score = (score << 12) + LAST_PLACE - count
        slots[top + count].action = int(action)
        count += 1
    if count == 0:
        return best if best > -inf else estimate(game, state, player, cells)
    searched_depth = 0
    if options.quiescence_table:
        at = found(table, key)
        if at >= 0:
            interval = table[at]
            meta = meta_of(table, at, interval)
            searched_depth = entry_depth(meta)
            if usable(meta, 0, options.deeper) and belongs_to(interval, meta, key):
                least, most = lower_of(interval), upper_of(interval)
                if least >= beta or most <= alpha or least == most:
                    thread.hits += 1
                    thread.heuristic = 1
                    return most if most <= alpha else least
    for _ in range(count):
        score = next_best(top, top + count, cells)
        place = LAST_PLACE - (score & LAST_PLACE)
        slots[top + place].score = score - TAKEN
        action = slots[top + place].action
        child = game.result(state, action) if options.lazy_children else children[top + place]
        stack[ply].current_move = action
        thread.nodes += 1
        low, high = alpha, beta
        if options.rewards:
            gain = won(game, state, action, cells)
            low, high = less_above(alpha, gain), less_below(beta, gain)
        if options.distance:
            low, high = sooner_above(alpha), sooner_below(beta)
        if game.is_terminal(child):
            value = worth(game, child, player, cells)
        elif side(game, child) == player:
            value = quiesce(game, child, low, high, ply + 1, top + count, cells, children, table)
        else:
            value = -quiesce(game, child, -high, -low, ply + 1, top + count, cells, children, table)
        if options.rewards:
            value = with_gain(game, child, player, gain, value, cells)
        if options.distance:
            value = a_ply_before(value)
        if thread.stop != 0:
            return alpha
        if value > best:
            best = value
            alpha = max(alpha, value)
            if value >= beta:
                break
    thread.heuristic = 1
    if options.quiescence_table and searched_depth == 0:  # an entry of a search tells more
        store(table, cells, key, best if best > floor else -inf, best if best < beta else inf, 0, 0, 0, NO_PLACE, 0)
    return best


def leaf(
    game: Game, state: State, player: int, alpha: float, beta: float, ply: int, top: int, cells: Words, children: States, table: Words
) -> float:
    """What a state at the depth limit is worth to `player`, who moved into it."""
    if options.quiescence:
        if side(game, state) == player:
            return quiesce(game, state, alpha, beta, ply, top, cells, children, table)
        return -quiesce(game, state, -beta, -alpha, ply, top, cells, children, table)
    thread.ply = ply
    if options.known:
        known, value = known_worth(game, state, ply, cells)
        if known:
            return value if side(game, state) == player else -value
    return estimate(game, state, player, cells)


def outcomes(game: Game, state: State, top: int, cells: Words, children: States) -> int:
    """How many outcomes chance has. Of each are laid out its state, its probability, its action, and the ends of what it is worth."""
    count = 0
    total = 0.0
    for action, probability in game.outcomes(state):
        if count >= game.max_actions:
            thread.fault = TOO_MANY_ACTIONS
            thread.stop = 1
            return count
        total += probability if probability >= 0 else inf
        if probability > 0:
            child = game.result(state, action)
            children[top + count] = child
            least, most = options.least, options.most
            if options.rewards:
                gain = won(game, state, action, cells)
                least, most = widened(least, most)
                least, most = gain + least, gain + most
            if game.is_terminal(child):
                thread.nodes += 1
                least = worth(game, child, MAX, cells)
                if options.rewards:
                    least = with_gain(game, child, MAX, gain, least, cells)
                most = least
            chances[top + count].probability, chances[top + count].action = word_of(probability), action
            chances[top + count].least, chances[top + count].most = word_of(least), word_of(most)
            count += 1
    if not 1 - NEARLY <= total <= 1 + NEARLY:
        thread.fault = BAD_CHANCES
        thread.stop = 1
    return count


def average(top: int, count: int, upper: int, cells: Words) -> float:
    """The average over the outcomes of what they are known to be worth at least; at most, if `upper`."""
    total = 0.0
    for one in range(top, top + count):
        total += number_of(chances[one].probability) * number_of(chances[one].most if upper else chances[one].least)
    return total


def side(game: Game, state: State) -> int:
    """The player from whose point of view the value of a state is given: who is to move, or MAX where chance is."""
    player = int(game.to_move(state))
    if game.chance and player == CHANCE:
        return MAX
    return player


def estimate(game: Game, state: State, player: int, cells: Words) -> float:
    """What the game's evaluation says of a state, to `player`."""
    value = evaluated(game, state, cells)
    thread.leaves += 1
    thread.heuristic = 1
    if not options.least <= value <= options.most or not is_exact(value):
        thread.fault = BAD_EVALUATION
        thread.stop = 1
    if options.distance:
        value = min(max(value, -options.undecided), options.undecided)
    return value if player == MAX else -value


@step
def evaluated(game: Game, state: State, cells: Words) -> float:
    """What the game's evaluation says of a state, to MAX: what this thread remembers, or else what the game says now.

    The lower bits of the fingerprint give the place. The last one is set in what is kept there: it tells nothing that the place does not,
    and a place where nothing was kept yet, which is 0, is no state's.
    """
    if options.evaluation_memory > 0:
        evaluations = words_at(thread.evaluations)
        code = fingerprint(game.key(state))
        at = (code & (1 << options.evaluation_memory) - 1) * 2
        value = number_of(evaluations[at + 1])
        if evaluations[at] != code | 1:
            value = game.evaluate(state, MAX)
            evaluations[at], evaluations[at + 1] = code | 1, word_of(value)
    else:
        value = game.evaluate(state, MAX)
    return value


def worth(game: Game, state: State, player: int, cells: Words) -> float:
    """What the end of the game is worth to `player`."""
    value = game.utility(state, MAX)
    thread.leaves += 1
    if not options.least <= value <= options.most or not is_exact(value):
        thread.fault = BAD_UTILITY
        thread.stop = 1
    if options.distance:  # what is nearly a win looks like one that is far away: it counts for less, and nothing is proved by it
        thread.heuristic = 1 if options.undecided < abs(value) < options.most else 0
        if thread.heuristic != 0:
            value = min(max(value, -options.undecided), options.undecided)
    return value if player == MAX else -value


def won(game: Game, state: State, action: int, cells: Words) -> float:
    """What an action wins who is to move, or MAX where chance is."""
    gain: float = game.reward(state, action)
    if not -inf < gain < inf or not is_exact(gain):
        thread.fault = BAD_REWARD
        thread.stop = 1
        return 0.0
    return gain


def with_gain(game: Game, child: State, player: int, gain: float, value: float, cells: Words) -> float:
    """What an action is worth to the player whom it wins `gain`, and to whom the child is worth `value`."""
    value = gain + value
    to_max = value if player == MAX else -value
    if game.is_terminal(child) and not options.least <= to_max <= options.most:
        thread.fault = BAD_REWARD
        thread.stop = 1
    return value


def a_ply_before(value: float) -> float:
    """What a value is worth a ply before: a win and a loss weigh the less, the farther off they are, if that is known."""
    nearer: float = options.ply_worth
    if value > options.farthest:
        return value - nearer
    return value + nearer if value < -options.farthest else value


def sooner_above(alpha: float) -> float:
    """The lower end of the window for a child: what is no better there makes no more than alpha a ply before."""
    nearer: float = options.ply_worth
    if alpha >= options.farthest:
        return less_above(alpha, -nearer)
    return less_above(alpha, nearer) if alpha < -options.farthest else alpha


def sooner_below(beta: float) -> float:
    """The upper end of it."""
    nearer: float = options.ply_worth
    if beta > options.farthest:
        return less_below(beta, -nearer)
    return less_below(beta, nearer) if beta <= -options.farthest else beta


def less_above(alpha: float, gain: float) -> float:
    """The lower end of the window for what follows a gain: whatever is worth no more than this makes no more than alpha.

    Rounding must not move it up, or a window between two neighbours would close, and bounds be taken for the wrong side.
    """
    low = alpha - gain
    return -next_up(-low) if gain + low > alpha else low


def less_below(beta: float, gain: float) -> float:
    """The upper end: whatever is worth no less than this makes no less than beta."""
    high = beta - gain
    return next_up(high) if gain + high < beta else high


def repeated(game: Game, player: int) -> float:
    """What a game that repeats a position is worth to `player`."""
    value: float = game.repetition  # type: ignore[assignment]  # asked only where the game has one
    if options.endless:
        value = min(max(value, -options.farthest), options.farthest)
    return value if player == MAX else -value


def usable(meta: int, depth: int, deeper: bool) -> bool:
    """Whether a table entry says what a search of this depth would; `deeper`: or what a deeper search would."""
    if entry_proved(meta):
        return depth >= entry_depth(meta)  # a proof holds in every search that would have found it
    return depth == entry_depth(meta) or (deeper and entry_depth(meta) >= depth)
