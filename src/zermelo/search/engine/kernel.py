"""The recursion of the engine: principal variation search, written as numbered steps, each with its option.

This file is a template. `options.NAME` is a constant before it runs, so what is switched off is not there at all
(specialised.py); compiled and interpreted it is the same code. Values are to the *player to move* of the state (to MAX where chance
moves), as floats, and fail-soft: for a window (alpha, beta), a value v says

    v <= alpha           the state is worth at most v
    alpha < v < beta     the state is worth v
    beta <= v            the state is worth at least v

No state given to these functions is terminal: whoever makes a child looks first whether the game is over in it.

    cells      the memory of the thread (places.py)
    children   the states that wait to be searched, ply after ply, from `top` up
    table      the transposition table, shared by all threads (table.py)
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, NEARLY, Game, State
from zermelo.search.engine.layout import (
    BY_ACTION,
    COUNTERS,
    CURRENT_MOVE,
    CUT_PLACES,
    CUTS,
    DEEPEST,
    ENDS,
    EXCLUDED_AT_ROOT,
    EXCLUDED_COUNT,
    EXCLUDED_MOVE,
    FAULT,
    HERE,
    HEURISTIC,
    HISTORY,
    HITS,
    KILLERS,
    LEAVES,
    LINE,
    LINE_ROOM,
    NODE_LIMIT,
    NODES,
    NOWHERE,
    ORDERED,
    PATH,
    PLIES,
    PROBED,
    PROBES,
    REPETITION_PLY,
    ROOT_CHOICE,
    ROOT_DEPTH,
    STOP,
    THREADS,
)
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
from zermelo.search.runtime.faults import BAD_CHANCES, BAD_EVALUATION, BAD_PLAYER, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.words import fingerprint, is_exact, length, lower_of, mix64, next_up, number_of, prefetch, upper_of, word_of

Words = Any
States = Any
options: Any = Options()  # replaced by constants

SOLVING = 255
"""A search that is deeper than this goes to the end of the game, however far that is."""
TACTICAL = 1 << 27
TABLE_MOVE = 1 << 60
DEFERRED = -(1 << 61)
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
        return search(game, state, alpha, beta, depth, 0, 0, cells, children, table)
    if options.bounds:
        low, high = game.bounds(state)
        alpha, beta = max(alpha, low), min(beta, high)
    while alpha < beta and cells[STOP] == 0:
        middle = halfway(alpha, beta)
        low, high = (middle, next_up(middle)) if middle >= alpha else (alpha, beta)
        value = search(game, state, low, high, depth, 0, 0, cells, children, table)
        if cells[STOP] == 0:
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
    """The value of a state, `depth` plies ahead (1 or more), at `ply` plies below the root."""
    # 1. A node: count it, and see whether the search is to stop
    cells[NODES] += 1
    cells[LINE + ply * LINE_ROOM] = 0
    cells[HERE] = ply
    if cells[NODES] >= cells[NODE_LIMIT]:
        cells[STOP] = 1
    if cells[STOP] != 0:
        return alpha
    if ply > cells[DEEPEST]:
        cells[DEEPEST] = ply
    player = side(game, state)
    if not 0 <= player < game.players:
        cells[FAULT] = BAD_PLAYER
        cells[STOP] = 1
        return alpha
    if ply >= PLIES - 2:
        return estimate(game, state, player, cells)
    skipped = cells[EXCLUDED_MOVE + ply]
    cells[EXCLUDED_MOVE + ply] = 0
    probed = 0
    if options.star2:
        probed = cells[PROBED + ply]
        cells[PROBED + ply] = 0
    by_chance = game.chance and game.to_move(state) == CHANCE
    solving = depth > SOLVING
    effective_depth = min(depth, game.plies_left(state))
    if options.order_from > 0 and effective_depth < options.order_from and ply > 0 and skipped == 0:
        return shallow(game, state, alpha, beta, depth, ply, top, cells, children)

    # 2. A position that came back is worth what the rules say
    code = 0
    mirrored = 0
    if options.table or options.repetition:
        code = fingerprint(game.key(state))
    if options.repetition:
        cells[PATH + ply] = code
        before = 0
        back = PATH + ply - 1
        while cells[back] != 0 and (options.exact or (ply > 0 and skipped == 0)):
            if cells[back] == code and ply > 0 and skipped == 0:
                cells[REPETITION_PLY] = back - PATH
                cells[HEURISTIC] = 0
                return repeated(game, player)
            if options.exact:
                before ^= cells[back]
            back -= 1
        if options.exact:
            # To the letter: in the table a position is the same only after the same positions. Scrambled, as A after B is not B after A;
            # and never 0, as a position after none is not one whose way was not asked for
            code ^= mix64(before ^ 1)
    if options.symmetries > 0 and ply < options.symmetries:
        for image in game.symmetries(state):
            other = fingerprint(game.key(image))
            if other < code:
                code = other
                mirrored = 1

    # 3. What the game has proved of the state
    if (
        options.endgame_value
        and not by_chance
        and game.plies_left(state) <= game.endgame_plies
        and ply > 0
        and (solving or not options.exact)
    ):
        cells[HEURISTIC] = 0
        return game.endgame_value(state, alpha, beta)
    if options.bounds and not by_chance and ply > 0 and (solving or not options.exact):
        low, high = game.bounds(state)
        if low > alpha:
            alpha = low
        if high < beta:
            beta = high
        if alpha >= beta:
            cells[HEURISTIC] = 0
            return low if low >= beta else high

    # 4. The transposition table
    chosen = NO_PLACE
    nodes_before = cells[NODES]
    at = -1
    leaning = 0  # whether the window was narrowed by what is not proved
    reached = TO_THE_END if solving else depth
    if options.table and effective_depth >= options.table_from and skipped == 0:
        cells[PROBES] += 1
        at = found(table, code)
        if at >= 0:
            interval = table[at]
            meta = meta_of(table, at, interval)
            if entry_turned(meta) == mirrored:
                chosen = entry_place(meta)
            if ply > 0 and usable(meta, reached, options.deeper) and belongs_to(interval, meta, code):
                low, high = lower_of(interval), upper_of(interval)
                if options.wide:
                    low, high = least_of(table, at, interval), most_of(table, at, interval)
                if low >= beta or high <= alpha or low == high:
                    cells[HITS] += 1
                    cells[HEURISTIC] = 1 - entry_proved(meta)
                    return high if high <= alpha else low
                if low > alpha:
                    alpha = low
                    leaning = 1 - entry_proved(meta)
                if high < beta:
                    beta = high
                    leaning = 1 - entry_proved(meta)

    # 5. Chance: the average over its outcomes. What is known of each, and so of the average, is an interval. Star1 searches an
    #    outcome only as far as it can still matter; Star2 probes one action after each before (Ballard 1983)
    if game.chance and by_chance:
        count = outcomes(game, state, top, cells, children)
        if cells[STOP] != 0:
            return alpha
        plies = depth if solving else depth - 1
        slots, ends = ORDERED + 2 * top, cells[ENDS] + 2 * top
        low, high = -inf, inf
        spare = 0.0
        if options.star1:
            low, high = average(cells, slots, ends, count), average(cells, slots, ends + 1, count)
            spare = ROUNDING * (options.most - options.least)
        probing = options.star2 and plies >= max(1, options.probe_from)
        cut = low - spare >= beta or high + spare <= alpha
        total = 0.0
        limited = 0
        reach = NOWHERE
        place = 0
        while place < count and not cut:
            child = children[top + place]
            probability = number_of(cells[slots + 2 * place])
            least, most = number_of(cells[ends + 2 * place]), number_of(cells[ends + 2 * place + 1])
            cells[CURRENT_MOVE + ply] = cells[slots + 2 * place + 1]
            at_least, at_most = least, most
            floor, ceiling = least, most
            if options.star1:
                floor = max(least, most - (high + 2 * spare - alpha) / probability)
                ceiling = min(most, least + (beta + 2 * spare - low) / probability)
                if floor >= ceiling:
                    floor, ceiling = least, most
            mover = game.to_move(child)
            if least < most and plies <= 0:
                cells[NODES] += 1
                value = leaf(game, child, MAX, floor, ceiling, ply + 1, top + count, cells, children)
                limited |= cells[HEURISTIC]
                at_least, at_most = value, value
            elif least < most and not (probing and mover == CHANCE):
                if probing:
                    cells[PROBED + ply + 1] = 1
                    floor, ceiling = (least, ceiling) if mover == MAX else (floor, most)
                cells[REPETITION_PLY] = NOWHERE
                if mover == MIN:
                    value = -search(game, child, -ceiling, -floor, plies, ply + 1, top + count, cells, children, table)
                else:
                    value = search(game, child, floor, ceiling, plies, ply + 1, top + count, cells, children, table)
                if cells[STOP] != 0:
                    return alpha
                limited |= cells[HEURISTIC]
                reach = min(reach, cells[REPETITION_PLY])
                value = max(least, min(most, value))
                if not probing or mover == MAX:
                    at_least = value
                if not probing or mover == MIN:
                    at_most = value
            if options.star1:
                low += probability * (at_least - least)
                high -= probability * (most - at_most)
                cut = low - spare >= beta or high + spare <= alpha
                cells[ends + 2 * place], cells[ends + 2 * place + 1] = word_of(at_least), word_of(at_most)
            if not probing:
                total += probability * at_least
            place += 1
            if probing and place == count and not cut:
                probing, place = False, 0
        cells[HERE] = ply
        value = low - spare
        if not cut:
            value, low, high = total, total, total
        elif value >= beta:
            low, high = value, inf
        else:
            value = high + spare
            low, high = -inf, value
        cells[HEURISTIC] = limited if low == high else limited | leaning
        path_free = True
        if options.repetition:
            path_free = reach >= ply
            cells[REPETITION_PLY] = NOWHERE if path_free else reach
        if options.table and effective_depth >= options.table_from and path_free:
            store(table, cells, code, low, high, reached, 1 - cells[HEURISTIC], mirrored, NO_PLACE, length(cells[NODES] - nodes_before))
        return value

    # 6. Extensions
    if options.extensions and depth < SOLVING and ply < 2 * cells[ROOT_DEPTH] and game.forced(state):
        depth += 1

    # 7. Forward pruning: the null move, and a shallow search far outside of the window (ProbCut)
    if (
        options.null_move
        and (
            not solving
            and depth >= 3
            and ply > 0
            and skipped == 0
            and cells[CURRENT_MOVE + ply - 1] >= 0
            and beta < inf
            and not game.forced(state)
        )
        and estimate(game, state, player, cells) >= beta
    ):
        child = game.null_move(state)
        if not game.is_terminal(child):
            cells[CURRENT_MOVE + ply] = -1
            value = -search(game, child, -next_up(beta), -beta, max(1, depth - 3 - depth // 4), ply + 1, top, cells, children, table)
            cells[HEURISTIC] = 1
            if value >= beta:
                return beta
    if options.probcut and not solving and effective_depth >= 5 and ply > 0 and skipped == 0 and probed == 0:
        margin = options.probcut_margin * game.evaluation_unit
        plies = depth // 2 - (depth // 2 + depth) % 2
        if beta < inf:
            cells[EXCLUDED_MOVE + ply] = -1
            value = search(game, state, beta + margin, next_up(beta + margin), plies, ply, top, cells, children, table)
            if value > beta + margin:
                cells[HEURISTIC] = 1
                return beta
        if alpha > -inf:
            cells[EXCLUDED_MOVE + ply] = -1
            value = search(game, state, alpha - margin, next_up(alpha - margin), plies, ply, top, cells, children, table)
            if value <= alpha - margin:
                cells[HEURISTIC] = 1
                return alpha

    # 8. No action known to be good: look for one less deep
    if options.internal_deepening and options.table:
        if (
            chosen == NO_PLACE
            and ply > 0
            and skipped == 0
            and probed == 0
            and max(2, options.internal_from) <= effective_depth <= SOLVING
            and beta > next_up(alpha)
        ):
            search(game, state, alpha, beta, max(1, effective_depth - 2), ply, top, cells, children, table)
            at = found(table, code)
            if at >= 0:
                meta = meta_of(table, at, table[at])
                if entry_turned(meta) == mirrored:
                    chosen = entry_place(meta)

    # 9. Singular extension: is the table's action alone in being good?
    longer = 0
    if options.singular_extensions:
        searched = not solving and depth >= 6 and ply > 0 and skipped == 0 and probed == 0 and ply < 2 * cells[ROOT_DEPTH]
        if searched and chosen != NO_PLACE and at >= 0:
            interval = table[at]
            low = lower_of(interval)
            if entry_depth(meta_of(table, at, interval)) >= depth - 3 and low > -inf and low < inf:
                target = low - game.evaluation_unit
                cells[EXCLUDED_MOVE + ply] = chosen + 1
                value = search(game, state, target, next_up(target), depth // 2, ply, top, cells, children, table)
                if value <= target:
                    longer = 1

    # 10. The children, with what is known of each
    cells[LINE + ply * LINE_ROOM] = 0  # the searches of the steps before have left theirs
    looked_up = game.plies_left(state) > game.endgame_plies + 1  # the children, that is: those that `endgame_value` takes are not
    count = 0
    for action in game.candidates(state):
        if count >= game.max_actions:
            cells[FAULT] = TOO_MANY_ACTIONS
            cells[STOP] = 1
            return alpha
        child = game.result(state, action)
        children[top + count] = child
        if options.table and options.prefetch and effective_depth > options.table_from and (not options.endgame_value or looked_up):
            prefetch(table, bucket_of(table, fingerprint(game.key(child))))
        slot = ORDERED + 2 * (top + count)
        score = (max(-(1 << 27), min(1 << 27, game.order(state, action, child))) << 16) if options.order else 0
        if options.history_heuristic:
            score += min(4095, cells[HISTORY + player * BY_ACTION + (action & (BY_ACTION - 1))])
        if options.killers:
            if cells[KILLERS + 2 * ply] == action + 1:
                score += 1 << 14
            elif cells[KILLERS + 2 * ply + 1] == action + 1:
                score += 1 << 13
        if options.counter_moves:
            if ply > 0 and cells[COUNTERS + player * BY_ACTION + (cells[CURRENT_MOVE + ply - 1] & (BY_ACTION - 1))] == action + 1:
                score += 1 << 12
        cells[slot] = (score << 12) + LAST_PLACE - count + (TABLE_MOVE if count == chosen else 0)
        cells[slot + 1] = action
        count += 1
    if options.tactical_first:
        for action in game.tactical(state):
            slot = ORDERED + 2 * top
            while slot < ORDERED + 2 * (top + count) and cells[slot + 1] != action:
                slot += 2
            if slot < ORDERED + 2 * (top + count):
                cells[slot] += TACTICAL
    if count == 0:
        cells[FAULT] = NO_ACTION
        cells[STOP] = 1
        return alpha
    if options.extensions and count == 1 and not solving and ply > 0 and ply < 2 * cells[ROOT_DEPTH] and not game.forced(state):
        longer = 1

    # 11. Does the table refute the state by one of its children?
    if (
        options.early_cutoffs
        and options.table
        and (not options.endgame_value or looked_up)
        and effective_depth >= options.early_from
        and ply > 0
        and skipped == 0
    ):
        for place in range(count):
            child = children[top + place]
            if not game.is_terminal(child):
                theirs_code = fingerprint(game.key(child))
                theirs = found(table, theirs_code)
                if theirs >= 0:
                    interval = table[theirs]
                    meta = meta_of(table, theirs, interval)
                    if usable(meta, TO_THE_END if solving else depth - 1, options.deeper) and belongs_to(interval, meta, theirs_code):
                        value = lower_of(interval) if side(game, child) == player else -upper_of(interval)
                        if value >= beta:
                            cells[HITS] += 1
                            cells[HEURISTIC] = 1 - entry_proved(meta) | leaning
                            return value

    # 12. One after the other, the best first
    best = -inf
    floor = alpha
    place_of_best = NO_PLACE
    best_limited = 0
    any_limited = 0
    reach = NOWHERE
    i = 0
    tried = 0
    while i < count:
        first = ORDERED + 2 * (top + i)
        largest = first
        for slot in range(first + 2, ORDERED + 2 * (top + count), 2):
            if cells[slot] > cells[largest]:
                largest = slot
        word, action = cells[largest], cells[largest + 1]
        if largest != first:
            cells[largest], cells[largest + 1] = cells[first], cells[first + 1]
        place = LAST_PLACE - (word & LAST_PLACE)
        child = children[top + place]
        if skipped == place + 1 or (ply == 0 and cells[EXCLUDED_AT_ROOT + place] != 0):
            i += 1
            continue
        if options.n_best > 0 and tried >= options.n_best and ply > 0:
            any_limited = 1
            break
        if options.star2 and probed != 0 and tried > 0:
            break
        given = 0
        if cells[THREADS] > 1 and effective_depth >= options.defer_from:
            given = code ^ (action + 1) * 0x2545F491
            if tried > 0 and word > DEFERRED and is_searched_elsewhere(table, given):
                cells[first], cells[first + 1] = DEFERRED - (1 << 13) + LAST_PLACE - place, action
                continue
            mark_searching(table, given)
        cells[CURRENT_MOVE + ply] = action
        cells[first], cells[first + 1] = word, action
        plies = depth if solving else depth - 1
        if (options.extensions or options.singular_extensions) and longer != 0 and (count == 1 or place == chosen):
            plies += 1
        limited = 0
        if game.is_terminal(child):
            cells[NODES] += 1
            cells[LINE + (ply + 1) * LINE_ROOM] = 0
            value = worth(game, child, player, cells)
        elif plies <= 0:
            cells[NODES] += 1
            cells[LINE + (ply + 1) * LINE_ROOM] = 0
            value = leaf(game, child, player, alpha, beta, ply + 1, top + count, cells, children)
            limited = cells[HEURISTIC]
        else:
            # 13. The later actions: less deep (late move reductions), against a null window; then again if they are better
            mover = side(game, child)
            less = 0
            if options.late_move_reductions:
                if not solving and tried >= 3 and plies >= 2 and ply > 0 and word & TACTICAL == 0 and not game.forced(child):
                    less = min(plies - 1, 1 + (tried >= 8) + depth // 8)
            ceiling = next_up(alpha) if options.null_windows and tried > 0 and alpha > -inf else beta
            while True:
                cells[REPETITION_PLY] = NOWHERE
                if mover == player:
                    value = search(game, child, alpha, ceiling, plies - less, ply + 1, top + count, cells, children, table)
                else:
                    value = -search(game, child, -ceiling, -alpha, plies - less, ply + 1, top + count, cells, children, table)
                if cells[STOP] != 0 or value <= alpha or (less == 0 and (value >= beta or ceiling == beta)):
                    break
                if less > 0:
                    less = 0
                else:
                    ceiling = beta
            limited = cells[HEURISTIC] | (less > 0)
            if options.repetition:
                reach = min(reach, cells[REPETITION_PLY])
        if given != 0:
            unmark_searching(table, given)
        if cells[STOP] != 0:
            return max(best, alpha)
        any_limited |= limited
        if value > best:
            best = value
            place_of_best = place
            best_limited = limited
            if value > alpha:
                alpha = value
                # 14. The principal variation: this action and what follows; no more than the action where others may be better
                if ply == 0:
                    cells[ROOT_CHOICE] = place
                follows = cells[LINE + (ply + 1) * LINE_ROOM] if ply == 0 or value < beta else 0
                cells[LINE + ply * LINE_ROOM] = follows + 1
                cells[LINE + ply * LINE_ROOM + 1] = action
                for step in range(follows):
                    cells[LINE + ply * LINE_ROOM + 2 + step] = cells[LINE + (ply + 1) * LINE_ROOM + 1 + step]
            if value >= beta:
                # 15. A cut-off: remember what caused it
                cells[CUTS + min(tried, CUT_PLACES - 1)] += 1
                if options.killers and cells[KILLERS + 2 * ply] != action + 1:
                    cells[KILLERS + 2 * ply + 1] = cells[KILLERS + 2 * ply]
                    cells[KILLERS + 2 * ply] = action + 1
                if options.history_heuristic:
                    reward(cells, HISTORY + player * BY_ACTION + (action & (BY_ACTION - 1)), min(effective_depth, 30))
                if options.counter_moves and ply > 0:
                    cells[COUNTERS + player * BY_ACTION + (cells[CURRENT_MOVE + ply - 1] & (BY_ACTION - 1))] = action + 1
                break
        i += 1
        tried += 1

    # 16. What was learnt
    cells[HERE] = ply
    best = max(best, floor) if probed != 0 else best  # of one action: the state is worth that at least
    limited = best_limited if best >= beta else any_limited
    cells[HEURISTIC] = limited if floor < best < beta else limited | leaning
    path_free = True
    if options.repetition:
        path_free = reach >= ply
        cells[REPETITION_PLY] = NOWHERE if path_free else reach
    if options.table and effective_depth >= options.table_from and skipped == 0 and path_free and (ply > 0 or cells[EXCLUDED_COUNT] == 0):
        low = best if best > floor else -inf
        high = best if best < beta and probed == 0 else inf
        good = place_of_best if best > floor and place_of_best < NO_PLACE else NO_PLACE
        store(table, cells, code, low, high, reached, 1 - limited, mirrored, good, length(cells[NODES] - nodes_before))
    return best


def shallow(game: Game, state: State, alpha: float, beta: float, depth: int, ply: int, top: int, cells: Words, children: States) -> float:
    """Near the leaves, where a table and an order cost more than they save: plain alpha-beta, one child after the other."""
    if cells[NODES] >= cells[NODE_LIMIT]:
        cells[STOP] = 1
    if cells[STOP] != 0:
        return alpha
    if ply >= PLIES - 2:
        cells[DEEPEST] = ply
        return estimate(game, state, game.to_move(state), cells)
    solving = depth > SOLVING
    if options.endgame_value and game.plies_left(state) <= game.endgame_plies and (solving or not options.exact):
        cells[HEURISTIC] = 0
        return game.endgame_value(state, alpha, beta)
    if options.bounds and (solving or not options.exact):
        low, high = game.bounds(state)
        if low > alpha:
            alpha = low
        if high < beta:
            beta = high
        if alpha >= beta:
            cells[HEURISTIC] = 0
            return low if low >= beta else high
    player = game.to_move(state)
    plies = depth if solving else depth - 1
    best = -inf
    best_limited = 0
    any_limited = 0
    tried = 0
    for action in game.candidates(state):
        if options.n_best > 0 and tried >= options.n_best:
            any_limited = 1
            break
        child = game.result(state, action)
        cells[NODES] += 1
        cells[CURRENT_MOVE + ply] = action
        cells[HEURISTIC] = 0
        if game.is_terminal(child):
            value = worth(game, child, player, cells)
        elif plies <= 0:
            value = leaf(game, child, player, alpha, beta, ply + 1, top, cells, children)
        elif game.to_move(child) == player:
            value = shallow(game, child, alpha, beta, plies, ply + 1, top, cells, children)
        else:
            value = -shallow(game, child, -beta, -alpha, plies, ply + 1, top, cells, children)
        limited = cells[HEURISTIC]
        any_limited |= limited
        if value > best:
            best = value
            best_limited = limited
            if value > alpha:
                alpha = value
            if value >= beta:
                cells[CUTS + min(tried, CUT_PLACES - 1)] += 1
                break
        tried += 1
    if best == -inf and tried == 0:
        cells[FAULT] = NO_ACTION
        cells[STOP] = 1
    cells[HEURISTIC] = best_limited if best >= beta else any_limited
    return best


def quiesce(game: Game, state: State, alpha: float, beta: float, ply: int, top: int, cells: Words, children: States) -> float:
    """The value of a state once its tactical actions have been played out; a player who is not forced may stand pat."""
    cells[HERE] = ply
    if ply > cells[DEEPEST]:
        cells[DEEPEST] = ply
    if cells[NODES] >= cells[NODE_LIMIT]:
        cells[STOP] = 1
    if cells[STOP] != 0:
        return alpha
    if game.chance and game.to_move(state) == CHANCE:
        return estimate(game, state, MAX, cells)
    player = game.to_move(state)
    best = -inf
    if ply >= PLIES - 2 or not game.forced(state):
        best = estimate(game, state, player, cells)
        if best >= beta or ply >= PLIES - 2:
            return best
        alpha = max(alpha, best)
    count = 0
    for action in game.tactical(state):
        if count >= game.max_actions:
            cells[FAULT] = TOO_MANY_ACTIONS
            cells[STOP] = 1
            return alpha
        child = game.result(state, action)
        children[top + count] = child
        score = game.order(state, action, child) if options.order else 0
        cells[ORDERED + 2 * (top + count)] = (score << 12) + LAST_PLACE - count
        cells[ORDERED + 2 * (top + count) + 1] = action
        count += 1
    if count == 0 and best == -inf:
        return estimate(game, state, player, cells)
    for i in range(count):
        first = ORDERED + 2 * (top + i)
        largest = first
        for slot in range(first + 2, ORDERED + 2 * (top + count), 2):
            if cells[slot] > cells[largest]:
                largest = slot
        child = children[top + LAST_PLACE - (cells[largest] & LAST_PLACE)]
        cells[CURRENT_MOVE + ply] = cells[largest + 1]
        cells[largest], cells[largest + 1] = cells[first], cells[first + 1]
        cells[NODES] += 1
        if game.is_terminal(child):
            value = worth(game, child, player, cells)
        elif side(game, child) == player:
            value = quiesce(game, child, alpha, beta, ply + 1, top + count, cells, children)
        else:
            value = -quiesce(game, child, -beta, -alpha, ply + 1, top + count, cells, children)
        if cells[STOP] != 0:
            return alpha
        if value > best:
            best = value
            alpha = max(alpha, value)
            if value >= beta:
                break
    cells[HEURISTIC] = 1
    return best


def leaf(game: Game, state: State, player: int, alpha: float, beta: float, ply: int, top: int, cells: Words, children: States) -> float:
    """What a state at the depth limit is worth to `player`, who moved into it."""
    if options.quiescence:
        if side(game, state) == player:
            return quiesce(game, state, alpha, beta, ply, top, cells, children)
        return -quiesce(game, state, -beta, -alpha, ply, top, cells, children)
    cells[HERE] = ply
    return estimate(game, state, player, cells)


def outcomes(game: Game, state: State, top: int, cells: Words, children: States) -> int:
    """How many outcomes chance has. Of each are laid out its state, its probability, its action, and the ends of what it is worth."""
    count = 0
    total = 0.0
    for action, probability in game.outcomes(state):
        if count >= game.max_actions:
            cells[FAULT] = TOO_MANY_ACTIONS
            cells[STOP] = 1
            return count
        total += probability if probability >= 0 else inf
        if probability > 0:
            child = game.result(state, action)
            children[top + count] = child
            least, most = options.least, options.most
            if game.is_terminal(child):
                cells[NODES] += 1
                least = worth(game, child, MAX, cells)
                most = least
            slot, ends = ORDERED + 2 * (top + count), cells[ENDS] + 2 * (top + count)
            cells[slot], cells[slot + 1] = word_of(probability), action
            cells[ends], cells[ends + 1] = word_of(least), word_of(most)
            count += 1
    if not 1 - NEARLY <= total <= 1 + NEARLY:
        cells[FAULT] = BAD_CHANCES
        cells[STOP] = 1
    return count


def average(cells: Words, slots: int, ends: int, count: int) -> float:
    """The average over so many outcomes of one of their ends."""
    total = 0.0
    for place in range(0, 2 * count, 2):
        total += number_of(cells[slots + place]) * number_of(cells[ends + place])
    return total


def side(game: Game, state: State) -> int:
    """The player to whom the value of a state is told: who is to move, or MAX where chance is."""
    player = game.to_move(state)
    if game.chance and player == CHANCE:
        return MAX
    return player


def estimate(game: Game, state: State, player: int, cells: Words) -> float:
    """What the game's evaluation says of a state, to `player`."""
    value = game.evaluate(state, MAX)
    cells[LEAVES] += 1
    cells[HEURISTIC] = 1
    if not options.least <= value <= options.most:
        cells[FAULT] = BAD_EVALUATION
        cells[STOP] = 1
    return value if player == MAX else -value


def worth(game: Game, state: State, player: int, cells: Words) -> float:
    """What the end of the game is worth to `player`."""
    value = game.utility(state, MAX)
    cells[LEAVES] += 1
    if not options.least <= value <= options.most or not is_exact(value):
        cells[FAULT] = BAD_UTILITY
        cells[STOP] = 1
    return value if player == MAX else -value


def repeated(game: Game, player: int) -> float:
    """What a game that repeats a position is worth to `player`."""
    value: float = game.repetition  # type: ignore[assignment]  # asked only where the game has one
    return value if player == MAX else -value


def usable(meta: int, depth: int, deeper: bool) -> bool:
    """Whether a table entry says what a search of this depth would; `deeper`: or what a deeper search would."""
    if entry_proved(meta):
        return depth >= entry_depth(meta)  # a proof holds in every search that would have found it
    return depth == entry_depth(meta) or (deeper and entry_depth(meta) >= depth)


def reward(cells: Words, at: int, effective_depth: int) -> None:
    """Raise a history count, the more the higher in the tree, towards 4096."""
    bonus = min(effective_depth * effective_depth, 400)
    cells[at] += bonus - cells[at] * bonus // 4096
