"""The simulations of Monte Carlo tree search: select, expand, play out, back up (Coulom 2006; Kocsis and Szepesvari 2006).

This file is a template. `options.NAME` is a constant before it runs, and `tree[node].visits` a word of `nodes`; compiled and interpreted
it is the same code. Where things lie is said in layout.py. Rewards are utilities, one to each player, and each node keeps those to the
player who chooses it: so any number of players is as good as two. At a move of chance an outcome is drawn.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

from zermelo.game import CHANCE, MAX, NEARLY, Game, State
from zermelo.search.lookup import database_on, place_by_key, place_of, worth_at
from zermelo.search.mcts.layout import (
    BEFORE,
    BY_ACTION,
    CAPACITY,
    COUNTED,
    CUT,
    DATABASE,
    DEEPEST,
    DESK,
    DIGITS,
    ENDED_PLIES,
    EQUIVALENCE,
    EXACT,
    EXPLORATION,
    FAULT,
    FEW_ACTIONS,
    FORBIDDEN,
    HISTORY,
    INV_SQRT_VISITS,
    LEAST,
    LOTS,
    MARKS,
    MOST,
    MOST_DEPTH,
    MOVES,
    OPEN,
    PATH,
    PLAYED,
    PLAYOUT,
    PLIES,
    REWARD,
    ROOT,
    SCALE,
    SIMULATIONS,
    SOLVED,
    SQRT_LOG_VISITS,
    STOP,
    TOTAL,
    UNLIMITED,
    UNSEEN,
    USED,
    WIDEST,
    Node,
)
from zermelo.search.mcts.options import Options
from zermelo.search.playouts import LONG, longest
from zermelo.search.runtime.faults import BAD_CHANCES, BAD_EVALUATION, BAD_PLAYER, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.search.runtime.records import Records, in_memories
from zermelo.words import fingerprint, is_exact, length, splitmix64, words_at

Words = Any
Floats = Any
States = Any
options: Any = Options()  # replaced by constants
tree = Records(Node)
kept = Records(in_memories(Node, {"nodes": "nodes_2", "floats": "floats_2"}))
"""The tree in a second memory, which takes what is kept of the first."""

UNTRIED = 1e9
"""What UCT takes an action to be worth that was never tried."""
NEVER = -1e30
"""What a forbidden action is worth."""
BROKEN_OFF = -1
"""The depth of a simulation that says nothing: a rule was broken in it, or the search was stopped."""
LIMIT = 1e300
"""No utility may be beyond this: means would say nothing."""


def run(game: Game, state: State, simulations: int, cells: Words, nodes: Words, floats: Floats, states: States) -> int:
    """Simulate this many games from the root, or until it is solved; how many there were. `state` is that of the root.

    Once the search is stopped a playout is broken off, the first one when it is long, and its simulation does not count.
    """
    if tree[ROOT].status == UNSEEN:
        states[ROOT] = state
        seen(game, ROOT, 0, cells, nodes, floats, states)
    done = 0
    while done < simulations and (cells[STOP] == 0 or done == 0) and tree[ROOT].status == OPEN:
        cells[SIMULATIONS] += 1
        depth = descended(game, cells, nodes, floats, states)
        if depth == BROKEN_OFF:
            break
        done += 1
        back_up(game, depth, cells, nodes, floats, states)
    return done


def descended(game: Game, cells: Words, nodes: Words, floats: Floats, states: States) -> int:
    """Go down the tree to a node that is solved or new, and leave what it brings each player; how deep it is, or BROKEN_OFF."""
    node = ROOT
    depth = 0
    whole = True
    cells[PATH] = node
    while True:
        if tree[node].status == SOLVED:
            for player in range(game.players):
                floats[REWARD + player] = floats[cells[EXACT] + node * game.players + player]
            break
        if (tree[node].visits == 0 and depth > 0) or depth >= MOST_DEPTH:
            whole = play_out(game, states[node], cells, floats)
            break
        if tree[node].first_child == 0 and not expanded(game, depth, cells, nodes, floats, states):
            if cells[FAULT] == 0:
                whole = play_out(game, states[node], cells, floats)
            break
        child = drawn_child(node, cells, nodes, floats) if game.chance and tree[node].player == CHANCE else tree[node].selected
        if tree[child].status == UNSEEN:
            states[child] = game.result(states[node], tree[child].action)
            seen(game, child, depth, cells, nodes, floats, states)
            if cells[FAULT] != 0:
                break
            if options.superko and tree[child].status == FORBIDDEN:
                tree[node].unsolved -= 1
                choose(game, depth, depth, cells, nodes, floats)
                continue
        node = child
        depth += 1
        cells[PATH + depth] = node
    if depth > cells[DEEPEST]:
        cells[DEEPEST] = depth
    cells[PLIES] += depth
    return depth if whole and cells[FAULT] == 0 else BROKEN_OFF


def seen(game: Game, node: int, depth: int, cells: Words, nodes: Words, floats: Floats, states: States) -> None:
    """Find out what is to be known of a node whose state was just made: whether the game is over in it, and who is to move."""
    state = states[node]
    tree[node].status = OPEN
    if options.superko:
        tree[node].position = fingerprint(game.position(state))
        if node != ROOT and came_before(tree[node].position, depth, cells, nodes):
            tree[node].status = FORBIDDEN
            tree[node].worth = NEVER
            tree[node].bonus = 0.0
            return
    if game.is_terminal(state):
        rewards(game, state, cells, floats)
        for player in range(game.players):
            floats[cells[EXACT] + node * game.players + player] = floats[REWARD + player]
        tree[node].status = SOLVED
    else:
        player = int(game.to_move(state))
        tree[node].player = player
        if not 0 <= player < game.players and not (game.chance and player == CHANCE):
            cells[FAULT] = BAD_PLAYER
        elif options.known and node != ROOT and is_known(game, state, cells, floats):
            floats[cells[EXACT] + 2 * node], floats[cells[EXACT] + 2 * node + 1] = floats[REWARD], floats[REWARD + 1]
            tree[node].status = SOLVED


def is_known(game: Game, state: State, cells: Words, floats: Floats) -> bool:
    """Whether it is known what a state is worth; then that, with what was won before, is left as what it brings each of the two players."""
    place = -1
    database = cells[DATABASE]
    if options.ranked and database != 0:
        place = place_of(game, state, words_at(database))
    if options.keyed and place < 0 and cells[DESK] != 0:
        database = database_on(words_at(cells[DESK]))
        place = place_by_key(game, state, words_at(database), words_at(cells[DESK]))
    if place < 0:
        return False
    worth = worth_at(words_at(database), place)
    floats[REWARD] = worth if game.to_move(state) == MAX else -worth
    if options.scored:
        floats[REWARD] += game.won_so_far(state, MAX)  # type: ignore[attr-defined]  # a view, which says so
    floats[REWARD + 1] = -floats[REWARD]
    return True


def came_before(position: int, depth: int, cells: Words, nodes: Words) -> bool:
    """Whether a move at this depth brings back a position of the path or of the game; one that changes nothing does not."""
    if tree[cells[PATH + depth]].position == position:
        return False
    for back in range(depth):
        if tree[cells[PATH + back]].position == position:
            return True
    back = HISTORY
    while back < HISTORY + cells[BEFORE] and cells[back] != position:
        back += 1
    return bool(back < HISTORY + cells[BEFORE])


def choose(game: Game, first: int, last: int, cells: Words, nodes: Words, floats: Floats) -> None:
    """Choose what selection takes next at the nodes of the path from one depth to another.

    That is the child with the most of what it is worth and what it may be worth for all one knows.
    """
    scale = floats[EXPLORATION] * floats[SCALE]
    for depth in range(first, last + 1):
        node = cells[PATH + depth]
        if game.chance and tree[node].player == CHANCE:
            continue
        factor = scale * (sqrt(float(tree[node].visits)) if options.puct else floats[SQRT_LOG_VISITS + step(tree[node].visits)])
        best = -inf
        chosen: int = tree[node].first_child
        for child in range(tree[node].first_child, tree[node].first_child + tree[node].children):
            value = tree[child].worth + factor * tree[child].bonus
            if value > best:
                best = value
                chosen = child
        tree[node].selected = chosen


def step(visits: int) -> int:
    """The entry of a table for this many visits: one of its own up to 2 ** DIGITS, then one for all that agree in their first digits."""
    beyond = max(0, length(visits) - DIGITS - 1)
    return (beyond << DIGITS) + (visits >> beyond)


def drawn_child(node: int, cells: Words, nodes: Words, floats: Floats) -> int:
    """An outcome of chance, drawn by its probability."""
    last = tree[node].first_child + tree[node].children - 1
    left = share(cells)
    child: int = tree[node].first_child
    while child < last:
        left -= tree[child].prior
        if left < 0:
            break
        child += 1
    return child


def expanded(game: Game, depth: int, cells: Words, nodes: Words, floats: Floats, states: States) -> bool:
    """Give the node of the path at this depth its children, if there is room for them."""
    node = cells[PATH + depth]
    state = states[node]
    first = cells[USED] + 1
    room = cells[CAPACITY] - first
    most = widest(game, cells)
    count = 0
    total = 0.0
    if game.chance and tree[node].player == CHANCE:
        for action, probability in game.outcomes(state):
            total += probability if probability >= 0 else inf
            if probability > 0:
                if count >= room or count >= most:
                    count += 1
                    break
                new_node(game, first + count, action, probability, cells, nodes, floats)
                count += 1
        if count <= room and count <= most and not 1 - NEARLY <= total <= 1 + NEARLY:
            cells[FAULT] = BAD_CHANCES
            return False
    else:
        for action in game.actions(state):
            if count >= room or count >= most:
                count += 1
                break
            prior = 0.0
            if options.puct:
                prior = game.prior(state, action)
                total += prior
            new_node(game, first + count, action, prior, cells, nodes, floats)
            count += 1
    if count > most:
        cells[FAULT] = TOO_MANY_ACTIONS
        return False
    if count > room:
        return False
    if count == 0:
        cells[FAULT] = NO_ACTION
        return False
    if not (game.chance and tree[node].player == CHANCE):
        if options.puct:
            for child in range(first, first + count):
                prior = tree[child].prior / total if total > 0 else 1.0 / count
                tree[child].prior = prior
                tree[child].bonus = prior
        else:
            for child in range(first + count - 1, first, -1):  # in any order: of those never tried the first is taken
                other = first + random_bits(cells, child - first + 1)
                action = tree[child].action
                tree[child].action = tree[other].action
                tree[other].action = action
    tree[node].first_child = first
    tree[node].children = count
    tree[node].selected = first
    if options.puct:
        choose(game, depth, depth, cells, nodes, floats)
    tree[node].unsolved = count
    cells[USED] += count
    return True


def new_node(game: Game, node: int, action: int, prior: float, cells: Words, nodes: Words, floats: Floats) -> None:
    """A new node, of which nothing is known."""
    tree[node].worth = 0.0 if options.puct else UNTRIED
    tree[node].bonus = 0.0
    tree[node].visits = 0
    tree[node].first_child = 0
    tree[node].children = 0
    tree[node].status = UNSEEN
    tree[node].action = action
    tree[node].reward_sum = 0.0
    if game.chance or options.puct:
        tree[node].prior = prior
    if options.rave > 0:
        tree[node].amaf_sum = 0.0
        tree[node].amaf_visits = 0.0


def play_out(game: Game, state: State, cells: Words, floats: Floats) -> bool:
    """Play a game to its end, or as long as a playout may go on, and leave what it brings each player; whether it was not broken off."""
    plies = 0
    unlimited = cells[PLAYOUT] == UNLIMITED
    most = longest(cells[PLAYED], cells[ENDED_PLIES]) if unlimited else cells[PLAYOUT]
    over = game.is_terminal(state)
    while not over and plies < most:
        if options.known and is_known(game, state, cells, floats):
            cells[PLIES] += plies
            return True
        floats[REWARD] = 0.0  # what is written in the loop may be STOP for all that LLVM knows, which so reads it at every ply
        if cells[STOP] != 0 and (floats[COUNTED] > 0 or plies >= LONG):
            return False
        plies += 1
        player = int(game.to_move(state))
        action = 0
        if game.chance and player == CHANCE:
            left = share(cells)
            for outcome, probability in game.outcomes(state):
                if left >= 0:
                    action = outcome
                left -= probability
        else:
            action = game.playout(state, lots(cells)) if options.guided else any_of(game, state, cells)
            if options.rave > 0:
                cells[MARKS + player * BY_ACTION + (action & (BY_ACTION - 1))] = cells[SIMULATIONS]
        if cells[FAULT] != 0:
            return False
        state = game.result(state, action)
        over = game.is_terminal(state)
    cells[PLIES] += plies
    if unlimited:
        cells[PLAYED] += 1
        if over:
            cells[ENDED_PLIES] += plies
        else:
            cells[CUT] += 1
    if options.endless and not over:
        going_round(game, state, floats)
    else:
        rewards(game, state, cells, floats)
    return True


def widest(game: Game, cells: Words) -> int:
    """How many actions a state has at most: a constant that LLVM sees where it is small (see WIDEST)."""
    most: int = game.max_actions if game.max_actions < FEW_ACTIONS else cells[WIDEST]
    return most


def any_of(game: Game, state: State, cells: Words) -> int:
    """One of the actions, each as likely as the others."""
    count, most = 0, widest(game, cells)
    for action in game.actions(state):
        if count >= most:
            cells[FAULT] = TOO_MANY_ACTIONS
            return 0
        cells[MOVES + count] = action
        count += 1
    if count == 0:
        cells[FAULT] = NO_ACTION
        return 0
    chosen: int = cells[MOVES + random_bits(cells, count)]
    return chosen


def going_round(game: Game, state: State, floats: Floats) -> None:
    """Leave what a game that goes round for ever brings each of the two players, by what its rules say of a repetition."""
    floats[REWARD] = game.repetition
    if options.scored:
        floats[REWARD] += game.won_so_far(state, MAX)  # type: ignore[attr-defined]  # a view, which says so
    floats[REWARD + 1] = -floats[REWARD]


def rewards(game: Game, state: State, cells: Words, floats: Floats) -> None:
    """Leave what a state brings each player: its utility where the game is over, else its evaluation."""
    over = game.is_terminal(state)
    if game.players == 2:
        floats[REWARD] = game.utility(state, MAX) if over else game.evaluate(state, MAX)
        floats[REWARD + 1] = -floats[REWARD]
    else:
        worths = game.utilities(state) if over else game.estimates(state)
        for player in range(game.players):
            floats[REWARD + player] = worths[player]
    for player in range(game.players):
        reward = floats[REWARD + player]
        if not is_exact(reward) or not -LIMIT < reward < LIMIT:
            cells[FAULT] = BAD_UTILITY if over else BAD_EVALUATION
        elif reward < floats[LEAST] or reward > floats[MOST]:
            floats[LEAST] = min(reward, floats[LEAST])
            floats[MOST] = max(reward, floats[MOST])
            floats[SCALE] = (floats[MOST] - floats[LEAST]) / 2


def back_up(game: Game, depth: int, cells: Words, nodes: Words, floats: Floats, states: States) -> None:
    """Tell all nodes of the path what the simulation brought, from the last to the root, and what selection takes there next.

    Only simulations through a node change what selection sees there, so its choice can be made now: what lies on the path is
    known, and the levels do not wait for each other, as they do on the way down.
    """
    floats[COUNTED] += 1.0
    for player in range(game.players):
        floats[TOTAL + player] += floats[REWARD + player]
    news = False  # whether the node below has just been solved
    for step in range(depth, -1, -1):
        node = cells[PATH + step]
        visits = tree[node].visits + 1
        tree[node].visits = visits
        if options.solver and news and tree[node].status == OPEN:
            tree[node].unsolved -= 1
            solve(game, node, cells[PATH + step + 1], cells, nodes, floats, states)
            news = tree[node].status == SOLVED
        else:
            news = visits == 1 and tree[node].status == SOLVED
        if step > 0:
            parent = cells[PATH + step - 1]
            player = tree[parent].player
            if game.chance:
                player = max(MAX, player)
            reward = floats[REWARD + player]
            total = tree[node].reward_sum + reward
            tree[node].reward_sum = total
            if options.rave > 0:
                cells[MARKS + player * BY_ACTION + (tree[node].action & (BY_ACTION - 1))] = cells[SIMULATIONS]
                for child in range(tree[parent].first_child, tree[parent].first_child + tree[parent].children):
                    action = tree[child].action
                    if cells[MARKS + player * BY_ACTION + (action & (BY_ACTION - 1))] == cells[SIMULATIONS]:
                        tree[child].amaf_sum += reward
                        tree[child].amaf_visits += 1.0
                        judge(game, child, player, tree[child].visits, tree[child].reward_sum, cells, nodes, floats)
            else:
                judge(game, node, player, visits, total, cells, nodes, floats)
    choose(game, 0, depth - 1, cells, nodes, floats)


def judge(game: Game, node: int, player: int, visits: int, total: float, cells: Words, nodes: Words, floats: Floats) -> None:
    """Work out what selection needs to know of a node, to the player who may choose it."""
    if tree[node].status == SOLVED:
        tree[node].worth = floats[cells[EXACT] + node * game.players + player]
        tree[node].bonus = 0.0
        return
    if options.superko and tree[node].status == FORBIDDEN:
        return
    mean = total / visits if visits > 0 else 0.0
    if options.rave > 0:
        later = tree[node].amaf_visits
        if later > 0:
            share_of_later = sqrt(floats[EQUIVALENCE] / (3 * visits + floats[EQUIVALENCE]))
            mean += share_of_later * (tree[node].amaf_sum / later - mean)
    tree[node].worth = mean
    if options.puct:
        tree[node].bonus = tree[node].prior / (1.0 + visits)
    else:
        tree[node].bonus = floats[INV_SQRT_VISITS + step(visits)]


def solve(game: Game, node: int, child: int, cells: Words, nodes: Words, floats: Floats, states: States) -> None:
    """See whether a node is solved now that one more of its children is, the one given."""
    player = tree[node].player
    children = range(tree[node].first_child, tree[node].first_child + tree[node].children)
    exact = cells[EXACT]
    if game.chance and player == CHANCE:
        if tree[node].unsolved == 0:
            tree[node].status = SOLVED
            for who in range(game.players):
                total = 0.0
                for one in children:
                    total += tree[one].prior * floats[exact + one * game.players + who]
                floats[exact + node * game.players + who] = total
        return
    best = child
    if options.win_known and floats[exact + child * game.players + player] >= greatest(game, player):
        tree[node].status = SOLVED
    elif tree[node].unsolved == 0:
        tree[node].status = SOLVED
        for one in children:
            if tree[one].status == SOLVED and floats[exact + one * game.players + player] > floats[exact + best * game.players + player]:
                best = one
        if options.many:
            best = first_as_good(game, states[node], node, floats[exact + best * game.players + player], cells, nodes, floats)
    if tree[node].status == SOLVED:
        for who in range(game.players):
            floats[exact + node * game.players + who] = floats[exact + best * game.players + who]


def greatest(game: Game, player: int) -> float:
    """The greatest utility that a player may have, where `utility_range` is known: of two players, what one wins the other loses."""
    if game.players == 2 and player != MAX:
        return -float(game.utility_range[0])  # type: ignore[index]  # there is one where wins are known
    return float(game.utility_range[1])  # type: ignore[index]


def first_as_good(game: Game, state: State, node: int, worth: float, cells: Words, nodes: Words, floats: Floats) -> int:
    """The first child, in the game's order, that is worth so much to the player to move: equals may bring the others different shares."""
    player, exact = tree[node].player, cells[EXACT]
    chosen = 0
    for action in game.actions(state):
        for child in range(tree[node].first_child, tree[node].first_child + tree[node].children):
            is_solved = tree[child].status == SOLVED
            as_good = is_solved and floats[exact + child * game.players + player] == worth
            if chosen == 0 and as_good and tree[child].action == action:
                chosen = child
    return chosen


def lots(cells: Words) -> int:
    """A random word."""
    cells[LOTS] += 1
    return splitmix64(cells[LOTS])


def random_bits(cells: Words, count: int) -> int:
    """A random number from 0 up to count."""
    return (lots(cells) & 0xFFFFFFFF) * count >> 32


def share(cells: Words) -> float:
    """A random number from 0 up to 1."""
    return float(lots(cells) & 0x1FFFFFFFFFFFFF) / 9007199254740992.0


def moved(
    game: Game, state: State, root: int, cells: Words, nodes: Words, floats: Floats, states: States,
    nodes_2: Words, floats_2: Floats, states_2: States,
) -> int:  # fmt: skip
    """Copy what lies below a node into a second memory, the node as its root; how many nodes these are. O(that many)."""
    for place in range(TOTAL):
        floats_2[place] = floats[place]
    floats_2[COUNTED] = 0.0
    last = ROOT
    copied(game, root, ROOT, cells, nodes, floats, states, nodes_2, floats_2, states_2)
    node = ROOT
    while node <= last:
        first = kept[node].first_child
        if first > 0:
            kept[node].first_child = last + 1
            kept[node].selected += last + 1 - first
            for child in range(first, first + kept[node].children):
                last += 1
                copied(game, child, last, cells, nodes, floats, states, nodes_2, floats_2, states_2)
        node += 1
    cells[USED] = last
    return last


def copied(
    game: Game, node: int, place: int, cells: Words, nodes: Words, floats: Floats, states: States,
    nodes_2: Words, floats_2: Floats, states_2: States,
) -> None:  # fmt: skip
    """Copy one node to a place of the second memory."""
    kept[place].worth, kept[place].bonus = tree[node].worth, tree[node].bonus
    kept[place].visits, kept[place].status = tree[node].visits, tree[node].status
    kept[place].first_child, kept[place].children = tree[node].first_child, tree[node].children
    kept[place].selected, kept[place].player = tree[node].selected, tree[node].player
    kept[place].action = tree[node].action
    kept[place].unsolved = tree[node].unsolved
    kept[place].reward_sum = tree[node].reward_sum
    for player in range(game.players):
        floats_2[cells[EXACT] + place * game.players + player] = floats[cells[EXACT] + node * game.players + player]
    if game.chance or options.puct:
        kept[place].prior = tree[node].prior
    if options.rave > 0:
        kept[place].amaf_sum = tree[node].amaf_sum
        kept[place].amaf_visits = tree[node].amaf_visits
    if options.superko:
        kept[place].position = tree[node].position
    if tree[node].status != UNSEEN:
        states_2[place] = states[node]
