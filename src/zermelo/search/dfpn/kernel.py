"""The recursion of depth-first proof-number search (df-pn).

After A. Nagai, Df-pn algorithm for searching AND/OR trees and its applications, PhD thesis, University of Tokyo, 2002; with the
1 + epsilon trick of J. Pawlewicz and L. Lew, Improving depth-first PN-search: 1 + epsilon trick, Computers and Games 2006, LNCS 4630.

One player, the *attacker*, tries to force an end that is worth at least `target` to them; a game that goes round for ever is their
failure, so a position that comes back on the way from the root is. The *proof number* of a state is the number of leaves below it that
have still to be proved, at least, to prove that they can; its *disproof number* the same, to prove that they cannot.

What holds wherever a state stands is kept by the state: a proof, which never rests on a repetition, with the plies in which the attacker
is done; and a disproof that rests on no position above the state. A disproof that does (the problem of graph history interaction: A.
Kishimoto and M. Mueller, A general solution to the graph history interaction problem, AAAI 2004) is kept by the way from the root to the
state. Proof and disproof numbers above 0 only say where to search: nothing rests on them.

Compiled and interpreted it is the same code. A child is four words: its code, then from CHILD on

    attacker to move at the parent    proof number, disproof number, note
    the other player                  disproof number, proof number, note

so that the first of the two is what the player to move wants least and the second what adds up. The *note* of a proved state is a bound
on the plies to the end, that of a disproved one the ply of the first position of the path on which it rests, FREE for none.

An entry of the table is two words: the code, and proof number, disproof number and the logarithm of the nodes that it took; where one
number is 0 the note stands in the place of the other (see zermelo.search.runtime.buckets).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from zermelo.game import MAX, MIN, Game, State
from zermelo.search.lookup import place_of, worth_at
from zermelo.search.runtime.buckets import OWN, bucket_of, entry_for, word_for
from zermelo.search.runtime.faults import BAD_PLAYER, BAD_UTILITY, NO_ACTION, TOO_MANY_ACTIONS
from zermelo.search.runtime.insertion import step
from zermelo.words import fingerprint, length, mix64, prefetch, words_at

Words = Any
States = Any


@dataclass(frozen=True)
class Options:
    """What the kernel is specialised for.

    fold   whether positions that are the same by `symmetries` are one
    known  whether states that a database knows are as ends: of tiers to which play comes from others, and never goes back
    """

    fold: bool = False
    known: bool = False


options: Any = Options()  # replaced by constants

PLIES: Final = 1000
"""The most plies that a line has; where one is longer, nothing is disproved by it."""
ENDLESS: Final = (1 << 28) - 1
"""The proof number of what is disproved, and the other way round."""
FREE: Final = ENDLESS - 1
"""The note of a disproof that rests on no position of the path: it holds wherever the state stands."""
ROOT: Final = 2
"""The ply of the root."""
TOO_DEEP: Final = ROOT - 1
"""The note of what lies deeper than PLIES: nothing that rests on it is kept by the state."""

# Cells
STOP: Final = 0
NODES: Final = 1
"""States that were made and looked at, the root among them."""
NODE_LIMIT: Final = 2
FAULT: Final = 3
ATTACKER: Final = 4
PROOF: Final = OWN
"""What the state searched last came to: its numbers, and its note."""
DISPROOF: Final = OWN + 1
NOTE: Final = OWN + 2
REPEATED: Final = OWN + 3
"""Whether a position has come back: only then is anything kept by its way."""
DATABASE: Final = OWN + 4
"""Where what is known lies (see zermelo.search.lookup)."""
ON_PATH: Final = 16
"""How many states of the path have a code with these last bits."""
LAST_BITS: Final = 1023
PATH: Final = ON_PATH + LAST_BITS + 1
"""The codes of the states of the path, by their plies."""
CHILDREN: Final = PATH + PLIES + 2
CHILD: Final = 4
UNKNOWN: Final = -1
"""In the place of a child's first number, before anything was looked up."""
BITS: Final = 28
"""Binary digits of a number in an entry."""
WORK: Final = 2 * BITS
"""From which binary digit of an entry on its nodes are told."""


def run(game: Game, state: State, target: float, cells: Words, children: States) -> int:
    """Search the root until it is proved or disproved; 1 if it is, 0 if the search was stopped before."""
    code = fingerprint(game.key(state))
    if options.fold:
        for image in game.symmetries(state):
            code = min(code, fingerprint(game.key(image)))
    cells[NODES] += 1
    return search(game, state, code, ENDLESS, ENDLESS, target, ROOT, 0, mix64(code), cells, children)


def search(
    game: Game, state: State, code: int, most_least: int, most_total: int, target: float, ply: int, top: int, way: int, cells: Words,
    children: States,
) -> int:  # fmt: skip
    """Search a state, not terminal, until its numbers reach these bounds: the one that its player to move wants least, and the other.

    Leaves its numbers and its note in PROOF, DISPROOF and NOTE, and returns 1; 0 if the search was stopped. `way` tells the path from the
    root to the state from others.
    """
    player = game.to_move(state)
    if player != MAX and player != MIN:
        cells[FAULT] = BAD_PLAYER
        cells[STOP] = 1
        return 0
    attacks = 1 if player == cells[ATTACKER] else 0
    begun = cells[NODES]
    cells[PATH + ply] = code
    cells[ON_PATH + (code & LAST_BITS)] += 1

    # 1. The children, as far as rules, path and table know them; none after an end that is what the player to move wants
    count, first = 0, CHILDREN + CHILD * top
    for action in game.actions(state):
        if count >= game.max_actions:
            cells[FAULT] = TOO_MANY_ACTIONS
            cells[STOP] = 1
            return 0
        child = game.result(state, action)
        cells[NODES] += 1
        at = first + CHILD * count
        count += 1
        over, worth = known_worth(game, child, cells)
        if over == 1:
            if worth != worth:
                cells[FAULT] = BAD_UTILITY
                cells[STOP] = 1
                return 0
            done = 1 if (worth if cells[ATTACKER] == MAX else -worth) >= target else 0
            wanted = 1 if done == attacks else 0
            cells[at + 1] = 0 if wanted == 1 else ENDLESS
            cells[at + 2] = ENDLESS if wanted == 1 else 0
            cells[at + 3] = 0 if done == 1 else FREE
            if wanted == 1:
                break
        else:
            children[top + count - 1] = child
            known = fingerprint(game.key(child))
            if options.fold:
                for image in game.symmetries(child):
                    known = min(known, fingerprint(game.key(image)))
            prefetch(cells, bucket_of(known, cells))
            if cells[REPEATED] != 0:
                prefetch(cells, bucket_of(mix64(way ^ known), cells))
            cells[at] = known
            cells[at + 1] = UNKNOWN
    if count == 0:
        cells[FAULT] = NO_ACTION
        cells[STOP] = 1
        return 0
    for at in range(first, first + CHILD * count, CHILD):
        if cells[at + 1] == UNKNOWN:
            look_up(at, attacks, ply, way, cells)

    # 2. The most promising child, as long as it keeps within the bounds and is not less so than the second one by more than 1 + epsilon
    least, total, note = 0, 0, 0
    while True:
        least, second, total, best = ENDLESS, ENDLESS, 0, first
        for at in range(first, first + CHILD * count, CHILD):
            number = cells[at + 1]
            if number < least:
                least, second, best = number, least, at
            elif number < second:
                second = number
            total += cells[at + 2]
        total = 0 if least == ENDLESS else ENDLESS if least == 0 else min(total, ENDLESS - 1)
        if least >= most_least or total >= most_total:
            break
        if look_up(best, attacks, ply, way, cells) == 1:  # other searches have found out more of it
            continue
        if cells[NODES] >= cells[NODE_LIMIT]:
            cells[STOP] = 1
        if cells[STOP] != 0:
            return 0
        number = cells[best + 2]
        within = min(most_least, second + second // 8 + 1)
        apart = min(ENDLESS, most_total - total + number)
        child = children[top + (best - first) // CHILD]
        child_attacks = 1 if game.to_move(child) == cells[ATTACKER] else 0
        if child_attacks != attacks:
            within, apart = apart, within
        way_on = mix64(way ^ cells[best])
        if search(game, child, cells[best], within, apart, target, ply + 1, top + count, way_on, cells, children) == 0:
            return 0
        cells[best + 1] = cells[PROOF] if attacks == 1 else cells[DISPROOF]
        cells[best + 2] = cells[DISPROOF] if attacks == 1 else cells[PROOF]
        cells[best + 3] = cells[NOTE]

    # 3. What the state comes to
    cells[ON_PATH + (code & LAST_BITS)] -= 1
    proof = least if attacks == 1 else total
    disproof = total if attacks == 1 else least
    if proof == 0:
        note = noted(least, first, count, 1, cells) + 1
    elif disproof == 0:
        note = noted(least, first, count, 0, cells)
        note = FREE if note >= ply else note
    store(code if proof == 0 or disproof != 0 or note == FREE else way, proof, disproof, note, cells[NODES] - begun, cells)
    cells[PROOF], cells[DISPROOF], cells[NOTE] = proof, disproof, note
    return 1


@step
def known_worth(game: Game, state: State, cells: Words) -> tuple[int, float]:
    """Whether the game is over in a state, or a database knows the state, 1 or 0; and what it is worth to MAX."""
    over, worth = 0, 0.0
    if game.is_terminal(state):
        over, worth = 1, game.utility(state, MAX)
    elif options.known:
        place = place_of(game, state, words_at(cells[DATABASE]))
        if place >= 0:
            over, worth = 1, worth_at(words_at(cells[DATABASE]), place)
            worth = worth if game.to_move(state) == MAX else -worth
    return over, worth


def look_up(at: int, attacks: int, ply: int, way: int, cells: Words) -> int:
    """Write down what path and table know of a child; 1 if that is anything new."""
    known = cells[at]
    proof, disproof, note = 1, 1, 0
    word = word_for(known, cells)
    if is_settled(word) == 0:
        back = came_at(known, ply, cells)
        if back != 0:
            word = back << BITS
            cells[REPEATED] = 1
        elif cells[REPEATED] != 0:
            by_way = word_for(mix64(way ^ known), cells)
            word = by_way if by_way != 0 else word
    if ply >= PLIES and is_settled(word) == 0:
        word = TOO_DEEP << BITS
    if word != 0:
        proof, disproof = proof_of(word), disproof_of(word)
        if proof == 0:
            note, disproof = disproof, ENDLESS
        elif disproof == 0:
            note, proof = proof, ENDLESS
    elif cells[at + 1] != UNKNOWN:  # the table has forgotten it
        return 0
    own = proof if attacks == 1 else disproof
    other = disproof if attacks == 1 else proof
    new = 1 if cells[at + 1] != own or cells[at + 2] != other else 0
    cells[at + 1], cells[at + 2], cells[at + 3] = own, other, note
    return new


def came_at(code: int, ply: int, cells: Words) -> int:
    """The ply at which a state stands on the path; 0 if it does not."""
    if cells[ON_PATH + (code & LAST_BITS)] != 0:
        for back in range(ROOT, ply + 1):
            if cells[PATH + back] == code:
                return back
    return 0


def noted(least: int, first: int, count: int, proved: int, cells: Words) -> int:
    """The note of a state that is settled, from those of its children: those with which the player to move has what they want, or all.

    Of proofs that the attacker chooses the shortest counts, of those that they answer the longest. Of disproofs that the other player
    chooses the one counts that rests on the least of the path, of those that they answer all.
    """
    won = 1 if least == 0 else 0
    wants_most = 1 - won if proved == 1 else won
    note = 0 if wants_most == 1 else ENDLESS
    for at in range(first, first + CHILD * count, CHILD):
        if cells[at + 1] == 0 or won == 0:
            note = max(note, cells[at + 3]) if wants_most == 1 else min(note, cells[at + 3])
    return note


def is_settled(word: int) -> int:
    """1 if an entry says that its state is proved or disproved."""
    return 1 if word != 0 and (proof_of(word) == 0 or disproof_of(word) == 0) else 0


def proof_of(word: int) -> int:
    """The proof number in an entry; of one that is disproved, its note."""
    return word >> BITS & ENDLESS


def disproof_of(word: int) -> int:
    """The disproof number in an entry; of one that is proved, its note."""
    return word & ENDLESS


def store(code: int, proof: int, disproof: int, note: int, work: int, cells: Words) -> None:
    """Keep what was found."""
    upper = note if disproof == 0 else proof
    lower = note if proof == 0 else disproof
    place = entry_for(code, cells, WORK)
    cells[place] = code
    cells[place + 1] = length(work) << WORK | upper << BITS | lower
