"""The simulations of Monte Carlo tree search: select, expand, play out, back up (Coulom 2006; Kocsis and Szepesvari 2006).

This file is a template. `options.NAME` is a constant before it runs; compiled and interpreted it is the same code.
Where things lie is said in places.py. Rewards are utilities, one to each player, and each node keeps those to the
player who chooses it: so any number of players is as good as two. At a move of chance an outcome is drawn.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

from zermelo.game import CHANCE, MAX, NEARLY, Game, State
from zermelo.search.mcts.layout import (
    ACTION,
    AMAF,
    AMAF_VISITS,
    BEFORE,
    BONUS,
    BY_ACTION,
    CAPACITY,
    CHILDREN,
    COUNT,
    COUNTED,
    DEEPEST,
    DIGITS,
    EQUIVALENCE,
    EXACT,
    EXPLORATION,
    FAULT,
    FORBIDDEN,
    HEAD,
    HISTORY,
    INV_SQRT_VISITS,
    LEAST,
    LEFT,
    LOTS,
    MARKS,
    MOST,
    MOST_DEPTH,
    MOVES,
    NEXT,
    NODE,
    OPEN,
    PATH,
    PLAYER,
    PLAYOUT,
    PLIES,
    POSITION,
    PRIOR,
    REWARD,
    ROOT,
    SCALE,
    SIMULATIONS,
    SOLVED,
    SQRT_LOG_VISITS,
    STATUS,
    STOP,
    SUM,
    TOTAL,
    UNSEEN,
    USED,
    VISITS,
    WORTH,
)
from zermelo.search.mcts.options import Options
from zermelo.search.runtime.faults import BAD_CHANCES, BAD_EVALUATION, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.words import fingerprint, is_exact, length, splitmix64

Words = Any
Floats = Any
States = Any
options: Any = Options()  # replaced by constants

UNTRIED = 1e9
"""What UCT takes an action to be worth that was never tried."""
NEVER = -1e30
"""What a forbidden action is worth."""
LIMIT = 1e300
"""No utility may be beyond this: means would say nothing."""


def run(game: Game, state: State, simulations: int, cells: Words, nodes: Words, floats: Floats, states: States) -> int:
    """Simulate so many games from the root, one at least, or until it is solved; how many there were. `state` is that of the root."""
    if nodes[HEAD + ROOT * NODE + STATUS] == UNSEEN:
        states[ROOT] = state
        seen(game, ROOT, 0, cells, nodes, floats, states)
    done = 0
    while done < simulations and (cells[STOP] == 0 or done == 0) and nodes[HEAD + ROOT * NODE + STATUS] == OPEN:
        done += 1
        cells[SIMULATIONS] += 1
        depth = descended(game, cells, nodes, floats, states)
        if cells[FAULT] != 0:
            break
        back_up(game, depth, cells, nodes, floats, states)
    return done


def descended(game: Game, cells: Words, nodes: Words, floats: Floats, states: States) -> int:
    """Go down the tree to a node that is solved or new, and leave what it brings each player; how deep it is."""
    node = ROOT
    depth = 0
    cells[PATH] = node
    while True:
        at = HEAD + node * NODE
        if nodes[at + STATUS] == SOLVED:
            for player in range(game.players):
                floats[REWARD + player] = floats[cells[EXACT] + node * game.players + player]
            break
        if (nodes[at + VISITS] == 0 and depth > 0) or depth >= MOST_DEPTH:
            play_out(game, states[node], cells, floats)
            break
        if nodes[at + CHILDREN] == 0 and not expanded(game, depth, cells, nodes, floats, states):
            if cells[FAULT] == 0:
                play_out(game, states[node], cells, floats)
            break
        child = drawn_child(node, cells, nodes, floats) if game.chance and nodes[at + PLAYER] == CHANCE else nodes[at + NEXT]
        if nodes[HEAD + child * NODE + STATUS] == UNSEEN:
            states[child] = game.result(states[node], nodes[cells[ACTION] + child])
            seen(game, child, depth, cells, nodes, floats, states)
            if cells[FAULT] != 0:
                break
            if options.superko and nodes[HEAD + child * NODE + STATUS] == FORBIDDEN:
                nodes[cells[LEFT] + node] -= 1
                choose(game, depth, depth, cells, nodes, floats)
                continue
        node = child
        depth += 1
        cells[PATH + depth] = node
    if depth > cells[DEEPEST]:
        cells[DEEPEST] = depth
    cells[PLIES] += depth
    return depth


def seen(game: Game, node: int, depth: int, cells: Words, nodes: Words, floats: Floats, states: States) -> None:
    """Find out what is to be known of a node whose state was just made: whether the game is over in it, and who is to move."""
    at = HEAD + node * NODE
    state = states[node]
    nodes[at + STATUS] = OPEN
    if options.superko:
        nodes[cells[POSITION] + node] = fingerprint(game.position(state))
        if node != ROOT and came_before(nodes[cells[POSITION] + node], depth, cells, nodes):
            nodes[at + STATUS] = FORBIDDEN
            floats[at + WORTH] = NEVER
            floats[at + BONUS] = 0.0
            return
    if game.is_terminal(state):
        rewards(game, state, cells, floats)
        for player in range(game.players):
            floats[cells[EXACT] + node * game.players + player] = floats[REWARD + player]
        nodes[at + STATUS] = SOLVED
    else:
        nodes[at + PLAYER] = game.to_move(state)


def came_before(position: int, depth: int, cells: Words, nodes: Words) -> bool:
    """Whether a move at this depth brings back a position of the path or of the game; one that changes nothing does not."""
    if nodes[cells[POSITION] + cells[PATH + depth]] == position:
        return False
    for back in range(depth):
        if nodes[cells[POSITION] + cells[PATH + back]] == position:
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
        at = HEAD + cells[PATH + depth] * NODE
        if game.chance and nodes[at + PLAYER] == CHANCE:
            continue
        factor = scale * (sqrt(float(nodes[at + VISITS])) if options.puct else floats[SQRT_LOG_VISITS + step(nodes[at + VISITS])])
        best = -inf
        chosen: int = nodes[at + CHILDREN]
        for child in range(nodes[at + CHILDREN], nodes[at + CHILDREN] + nodes[at + COUNT]):
            value = floats[HEAD + child * NODE + WORTH] + factor * floats[HEAD + child * NODE + BONUS]
            if value > best:
                best = value
                chosen = child
        nodes[at + NEXT] = chosen


def step(visits: int) -> int:
    """The entry of a table for so many visits: one of its own up to 2 ** DIGITS, then one for all that agree in their first digits."""
    beyond = max(0, length(visits) - DIGITS - 1)
    return (beyond << DIGITS) + (visits >> beyond)


def drawn_child(node: int, cells: Words, nodes: Words, floats: Floats) -> int:
    """An outcome of chance, drawn by its probability."""
    at = HEAD + node * NODE
    last = nodes[at + CHILDREN] + nodes[at + COUNT] - 1
    left = share(cells)
    child: int = nodes[at + CHILDREN]
    while child < last:
        left -= floats[cells[PRIOR] + child]
        if left < 0:
            break
        child += 1
    return child


def expanded(game: Game, depth: int, cells: Words, nodes: Words, floats: Floats, states: States) -> bool:
    """Give the node of the path at this depth its children, if there is room for them."""
    node = cells[PATH + depth]
    state = states[node]
    at = HEAD + node * NODE
    first = cells[USED] + 1
    room = cells[CAPACITY] - first
    count = 0
    total = 0.0
    if game.chance and nodes[at + PLAYER] == CHANCE:
        for action, probability in game.outcomes(state):
            total += probability if probability >= 0 else inf
            if probability > 0:
                if count >= room or count >= game.max_actions:
                    count += 1
                    break
                new_node(game, first + count, action, probability, cells, nodes, floats)
                count += 1
        if count <= room and count <= game.max_actions and not 1 - NEARLY <= total <= 1 + NEARLY:
            cells[FAULT] = BAD_CHANCES
            return False
    else:
        for action in game.actions(state):
            if count >= room or count >= game.max_actions:
                count += 1
                break
            prior = 0.0
            if options.puct:
                prior = game.prior(state, action)
                total += prior
            new_node(game, first + count, action, prior, cells, nodes, floats)
            count += 1
    if count > game.max_actions:
        cells[FAULT] = TOO_MANY_ACTIONS
        return False
    if count > room:
        return False
    if count == 0:
        cells[FAULT] = NO_ACTION
        return False
    if not (game.chance and nodes[at + PLAYER] == CHANCE):
        if options.puct:
            for child in range(first, first + count):
                prior = floats[cells[PRIOR] + child] / total if total > 0 else 1.0 / count
                floats[cells[PRIOR] + child] = prior
                floats[HEAD + child * NODE + BONUS] = prior
        else:
            for child in range(first + count - 1, first, -1):  # in any order: of those never tried the first is taken
                other = first + random_bits(cells, child - first + 1)
                action = nodes[cells[ACTION] + child]
                nodes[cells[ACTION] + child] = nodes[cells[ACTION] + other]
                nodes[cells[ACTION] + other] = action
    nodes[at + CHILDREN] = first
    nodes[at + COUNT] = count
    nodes[at + NEXT] = first
    if options.puct:
        choose(game, depth, depth, cells, nodes, floats)
    nodes[cells[LEFT] + node] = count
    cells[USED] += count
    return True


def new_node(game: Game, node: int, action: int, prior: float, cells: Words, nodes: Words, floats: Floats) -> None:
    """A new node, of which nothing is known."""
    at = HEAD + node * NODE
    floats[at + WORTH] = 0.0 if options.puct else UNTRIED
    floats[at + BONUS] = 0.0
    nodes[at + VISITS] = 0
    nodes[at + CHILDREN] = 0
    nodes[at + COUNT] = 0
    nodes[at + STATUS] = UNSEEN
    nodes[cells[ACTION] + node] = action
    floats[cells[SUM] + node] = 0.0
    if game.chance or options.puct:
        floats[cells[PRIOR] + node] = prior
    if options.rave > 0:
        floats[cells[AMAF] + node] = 0.0
        floats[cells[AMAF_VISITS] + node] = 0.0


def play_out(game: Game, state: State, cells: Words, floats: Floats) -> None:
    """Play a game to its end, or for so many plies, and leave what it brings each player."""
    plies = 0
    while not game.is_terminal(state) and plies < cells[PLAYOUT]:
        plies += 1
        player = game.to_move(state)
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
            return
        state = game.result(state, action)
    cells[PLIES] += plies
    rewards(game, state, cells, floats)


def any_of(game: Game, state: State, cells: Words) -> int:
    """One of the actions, each as likely as the others."""
    count = 0
    for action in game.actions(state):
        if count >= game.max_actions:
            cells[FAULT] = TOO_MANY_ACTIONS
            return 0
        cells[MOVES + count] = action
        count += 1
    if count == 0:
        cells[FAULT] = NO_ACTION
        return 0
    chosen: int = cells[MOVES + random_bits(cells, count)]
    return chosen


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
        if not -LIMIT < reward < LIMIT or not is_exact(reward):
            cells[FAULT] = BAD_UTILITY if over else BAD_EVALUATION
        if reward < floats[LEAST] or reward > floats[MOST]:
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
        at = HEAD + node * NODE
        visits = nodes[at + VISITS] + 1
        nodes[at + VISITS] = visits
        if options.solver and news and nodes[at + STATUS] == OPEN:
            nodes[cells[LEFT] + node] -= 1
            solve(game, node, cells[PATH + step + 1], cells, nodes, floats, states)
            news = nodes[at + STATUS] == SOLVED
        else:
            news = visits == 1 and nodes[at + STATUS] == SOLVED
        if step > 0:
            above = HEAD + cells[PATH + step - 1] * NODE
            player = nodes[above + PLAYER]
            if game.chance:
                player = max(MAX, player)
            reward = floats[REWARD + player]
            total = floats[cells[SUM] + node] + reward
            floats[cells[SUM] + node] = total
            if options.rave > 0:
                cells[MARKS + player * BY_ACTION + (nodes[cells[ACTION] + node] & (BY_ACTION - 1))] = cells[SIMULATIONS]
                for child in range(nodes[above + CHILDREN], nodes[above + CHILDREN] + nodes[above + COUNT]):
                    action = nodes[cells[ACTION] + child]
                    if cells[MARKS + player * BY_ACTION + (action & (BY_ACTION - 1))] == cells[SIMULATIONS]:
                        floats[cells[AMAF] + child] += reward
                        floats[cells[AMAF_VISITS] + child] += 1.0
                        judge(game, child, player, nodes[HEAD + child * NODE + VISITS], floats[cells[SUM] + child], cells, nodes, floats)
            else:
                judge(game, node, player, visits, total, cells, nodes, floats)
    choose(game, 0, depth - 1, cells, nodes, floats)


def judge(game: Game, node: int, player: int, visits: int, total: float, cells: Words, nodes: Words, floats: Floats) -> None:
    """Work out what selection needs to know of a node, to the player who may choose it."""
    at = HEAD + node * NODE
    if nodes[at + STATUS] == SOLVED:
        floats[at + WORTH] = floats[cells[EXACT] + node * game.players + player]
        floats[at + BONUS] = 0.0
        return
    if options.superko and nodes[at + STATUS] == FORBIDDEN:
        return
    mean = total / visits if visits > 0 else 0.0
    if options.rave > 0:
        later = floats[cells[AMAF_VISITS] + node]
        if later > 0:
            share_of_later = sqrt(floats[EQUIVALENCE] / (3 * visits + floats[EQUIVALENCE]))
            mean += share_of_later * (floats[cells[AMAF] + node] / later - mean)
    floats[at + WORTH] = mean
    if options.puct:
        floats[at + BONUS] = floats[cells[PRIOR] + node] / (1.0 + visits)
    else:
        floats[at + BONUS] = floats[INV_SQRT_VISITS + step(visits)]


def solve(game: Game, node: int, child: int, cells: Words, nodes: Words, floats: Floats, states: States) -> None:
    """See whether a node is solved now that one more of its children is, the one given."""
    at = HEAD + node * NODE
    player = nodes[at + PLAYER]
    children = range(nodes[at + CHILDREN], nodes[at + CHILDREN] + nodes[at + COUNT])
    exact = cells[EXACT]
    if game.chance and player == CHANCE:
        if nodes[cells[LEFT] + node] == 0:
            nodes[at + STATUS] = SOLVED
            for who in range(game.players):
                total = 0.0
                for one in children:
                    total += floats[cells[PRIOR] + one] * floats[exact + one * game.players + who]
                floats[exact + node * game.players + who] = total
        return
    best = child
    if options.win_known and floats[exact + child * game.players + player] >= greatest(game, player):
        nodes[at + STATUS] = SOLVED
    elif nodes[cells[LEFT] + node] == 0:
        nodes[at + STATUS] = SOLVED
        for one in children:
            if (
                nodes[HEAD + one * NODE + STATUS] == SOLVED
                and floats[exact + one * game.players + player] > floats[exact + best * game.players + player]
            ):
                best = one
        if options.many:
            best = first_as_good(game, states[node], node, floats[exact + best * game.players + player], cells, nodes, floats)
    if nodes[at + STATUS] == SOLVED:
        for who in range(game.players):
            floats[exact + node * game.players + who] = floats[exact + best * game.players + who]


def greatest(game: Game, player: int) -> float:
    """The greatest utility that a player may have, where `utility_range` is known: of two players, what one wins the other loses."""
    if game.players == 2 and player != MAX:
        return -float(game.utility_range[0])  # type: ignore[index]  # there is one where wins are known
    return float(game.utility_range[1])  # type: ignore[index]


def first_as_good(game: Game, state: State, node: int, worth: float, cells: Words, nodes: Words, floats: Floats) -> int:
    """The first child, in the game's order, that is worth so much to the player to move: equals may bring the others different shares."""
    at = HEAD + node * NODE
    player, exact = nodes[at + PLAYER], cells[EXACT]
    chosen = 0
    for action in game.actions(state):
        for child in range(nodes[at + CHILDREN], nodes[at + CHILDREN] + nodes[at + COUNT]):
            is_solved = nodes[HEAD + child * NODE + STATUS] == SOLVED
            as_good = is_solved and floats[exact + child * game.players + player] == worth
            if chosen == 0 and as_good and nodes[cells[ACTION] + child] == action:
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
        at = HEAD + node * NODE
        first = nodes_2[at + CHILDREN]
        if first > 0:
            nodes_2[at + CHILDREN] = last + 1
            nodes_2[at + NEXT] += last + 1 - first
            for child in range(first, first + nodes_2[at + COUNT]):
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
    here, there = HEAD + node * NODE, HEAD + place * NODE
    floats_2[there + WORTH] = floats[here + WORTH]
    floats_2[there + BONUS] = floats[here + BONUS]
    for word in range(VISITS, NODE):
        nodes_2[there + word] = nodes[here + word]
    nodes_2[cells[ACTION] + place] = nodes[cells[ACTION] + node]
    nodes_2[cells[LEFT] + place] = nodes[cells[LEFT] + node]
    floats_2[cells[SUM] + place] = floats[cells[SUM] + node]
    for player in range(game.players):
        floats_2[cells[EXACT] + place * game.players + player] = floats[cells[EXACT] + node * game.players + player]
    if game.chance or options.puct:
        floats_2[cells[PRIOR] + place] = floats[cells[PRIOR] + node]
    if options.rave > 0:
        floats_2[cells[AMAF] + place] = floats[cells[AMAF] + node]
        floats_2[cells[AMAF_VISITS] + place] = floats[cells[AMAF_VISITS] + node]
    if options.superko:
        nodes_2[cells[POSITION] + place] = nodes[cells[POSITION] + node]
    if nodes[here + STATUS] != UNSEEN:
        states_2[place] = states[node]
