"""A search tree as it is drawn: which shape, text and stroke each node has, in the language of the reader."""

from __future__ import annotations

from zermelo.board import Board
from zermelo.draw import tree as drawing
from zermelo.evaluate.terms import told
from zermelo.explain.intervals import intervals
from zermelo.explain.narration import Narration, interval, worth
from zermelo.explain.searchtree import CUT, EVALUATION, NEVER, NO_NODE, NOBODY, ROOT, SearchTree, Step
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.languages import Language
from zermelo.search.multiplayer.perspective import Paranoid

WINDOWS = "windows"
"""Beside each node the window, alpha and beta, with which it was searched."""
INTERVALS = "intervals"
"""Beside each node the interval in which its value is known to lie."""
NOTHING = "nothing"
BOUND_SIGNS = {"upper": "≤", "lower": "≥"}
"""What stands before a value that is but a bound."""
NOTES = (WINDOWS, INTERVALS, NOTHING)
MOST_SQUARES = 400
"""Squares of a board that is drawn below a node."""


def picture(
    tree: SearchTree, *, language: str = "en", notes: str | None = None, boards: bool = False, most: int = drawing.MOST
) -> drawing.Drawing:
    """The tree as SVG.

    notes   WINDOWS, INTERVALS or NOTHING beside the nodes; unless given, windows of an algorithm that has them; with more than
            two players who moves stands there
    boards  draw the state below each node
    most    nodes in the picture; more are folded away, the deepest first
    """
    telling = Narration(tree, language)
    return drawing.tree(
        nodes(tree, telling.language, notes=notes, boards=boards),
        title=telling.title(),
        folded_note=lambda count: telling.language.say("folded", count=count),
        most=most,
    )


def nodes(tree: SearchTree, speech: Language, *, notes: str | None = None, boards: bool = False) -> list[drawing.Node]:
    """Every node as it is drawn. Where one player sees all others as one opponent, leaves say beside them what all get."""
    tree = tree.told_in(speech.code)
    beside = notes or (WINDOWS if tree.windowed else NOTHING)
    known = intervals(tree) if beside == INTERVALS else ()
    best, telling = set(tree.line), Narration(tree, speech.code)
    made = []
    for node in range(len(tree)):
        visited = tree.order[node] != NEVER
        note = ""
        if visited and isinstance(tree.game, Paranoid) and tree.game.is_terminal(tree.state[node]):
            note = speech.worth(tree.game.game.utilities(tree.state[node].state), digits=4)
        if visited and tree.children[node]:
            ends = known[node] if known else (tree.alpha_in[node], tree.beta_in[node])
            note = "" if beside == NOTHING else interval(tree, speech, *ends)
        name = tree.name(node)
        if node != ROOT and tree.player[tree.parent[node]] == CHANCE:
            name = f"{name}: {speech.probability(tree.probability[node])}"
        if tree.again[node] != NO_NODE:
            name += f" ({speech.say('again')})"
        if tree.twins[node] > 1:
            name += f" (x{tree.twins[node]})"
        how = f"e = {formula}" if tree.origin[node] == EVALUATION and (formula := told(tree.game, tree.state[node])) else ""
        if tree.entry[node] != NO_NODE:
            how = speech.say("step.answer.short", entry=telling.label(tree.entry[node]))
        made.append(
            drawing.Node(
                tree.parent[node],
                shape(tree, node),
                value_text(tree, node, speech),
                name,
                note or player_note(tree.player[node], shape(tree, node)),
                visited=visited,
                cut=not visited and tree.cut_at[node] != NEVER and tree.steps[tree.cut_at[node]].kind == CUT,
                best=node in best,
                board=board_below(tree.game, tree.state[node], speech) if boards else (),
                caption=how,
            )
        )
    return made


def board_below(game: Game, state: State, speech: Language) -> Board | tuple[str, ...]:
    """The state of a node as a board; as text where the game has none, or too large a one to be told in a tree."""
    shown = game.picture(state)
    if shown is not None and len(shown.rows) * shown.columns <= MOST_SQUARES:
        return shown.told(lambda text: speech.spoken(text, game.phrases))
    return tuple(text_lines(game, state, speech))


def text_lines(game: Game, state: State, speech: Language) -> list[str]:
    """The state as the game shows it in text, line by line, with what it says in the language."""
    return [speech.spoken(line, game.phrases) for line in game.show(state).splitlines()]


def shape(tree: SearchTree, node: int) -> str:
    """The shape of a node: a player's triangle where something may follow, even if it was not looked at."""
    player = tree.player[node]
    if tree.order[node] != NEVER and not tree.children[node] and tree.entry[node] == NO_NODE:
        return drawing.LEAF
    return shape_of(player, tree.game.players)


def shape_of(player: int, players: int) -> str:
    """The shape of a node where this one moves among so many; of a leaf for NOBODY."""
    if player == CHANCE:
        return drawing.CHANCE
    if player == NOBODY:
        return drawing.LEAF
    if players > 2:
        return drawing.PLAYER
    return drawing.MAX if player == MAX else drawing.MIN


def player_note(player: int, shape: str) -> str:
    """What stands beside a node where one of more than two moves, of whom shapes say nothing."""
    return f"P{player + 1}" if shape == drawing.PLAYER else ""


def value_text(tree: SearchTree, node: int, speech: Language) -> str:
    """The value in a node, with a sign where it is but a bound."""
    if tree.order[node] == NEVER:
        return ""
    return BOUND_SIGNS.get(tree.bound[node], "") + worth(tree, tree.value[node], speech)


def steps_shown(tree: SearchTree) -> list[tuple[int, Step]]:
    """The steps that a reader goes through, with their numbers: to enter a leaf and to leave it are one."""
    return [(number, step) for number, step in enumerate(tree.steps) if not (step.kind == "enter" and not tree.children[step.node])]
