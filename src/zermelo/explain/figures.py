"""The figures of the lectures from which this toolkit grew, each as a search of a game.

`python -m zermelo.explain.figures FOLDER` draws them all; docs/lectures.md shows them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from zermelo.draw import tree as drawing
from zermelo.explain.observe import MOST, observe
from zermelo.explain.picture import INTERVALS, NOTHING, WINDOWS, picture
from zermelo.explain.searchtree import SearchTree
from zermelo.explain.taken import Taken, taken
from zermelo.game import Game, State
from zermelo.games.tree import Tree
from zermelo.languages import Language
from zermelo.search.positions import states_after
from zermelo.spec import load_game


@dataclass(frozen=True)
class Figure:
    """A figure: a search by `algorithm` of a game that is named, from a position after moves, to a depth (None: to the end).

    evaluation  what leaves are worth before the end of the game, in place of the game's own
    notes       what stands beside the nodes
    fold        of symmetric children the first only
    boards      the states stand below the nodes
    most        nodes that are drawn; of more the deepest are folded away
    infinite    some leaves are worth an infinite number, which no text of a tree can say
    """

    game: str
    algorithm: str
    notes: str = NOTHING
    position: str | None = None
    moves: str = ""
    depth: int | None = None
    evaluation: str | None = None
    fold: bool = False
    boards: bool = False
    most: int = drawing.MOST
    infinite: bool = False

    def start(self) -> tuple[Game, State]:
        """The game, and the state from which it is searched."""
        game = load_game(self.game)
        first = game.initial() if self.position is None else game.read(self.position)
        return game, states_after(game, first, self.moves)[-1]

    def search(self) -> SearchTree:
        """The search."""
        game, state = self.start()
        return observe(game, state, algorithm=self.algorithm, depth=self.depth, evaluation=self.evaluation, fold=self.fold)

    def tree(self, speech: Language) -> Taken:
        """The tree as it is drawn, to be drawn on, with its moves named in a language. Raises SearchError where it is `infinite`."""
        game, state = self.start()
        if isinstance(game, Tree):
            return Taken(game.tree, "")
        return taken(
            game, state, depth=self.depth, evaluation=self.evaluation, fold=self.fold, most=MOST, drawn=self.most, speech=speech
        )  # fmt: skip

    def svg(self, language: str = "en") -> str:
        """The picture."""
        return picture(self.search(), language=language, notes=self.notes, boards=self.boards, most=self.most).svg


def _tree(text: str) -> str:
    return f"tree({text!r})"


_OPEN_LINES: Final = Figure("tictactoe", "minimax", depth=2, evaluation="open_lines", boards=True)
_PLIES: Final = ("(<1 2 6> <4 2 3>) (<6 1 2> <7 4 -1>)", "(<5 -1 -1> <-1 5 2>) (<7 7 -1> <5 4 5>)")

FIGURES: Final = {
    "book": Figure(_tree("(B=(3 12 8) C=(2 4 6) D=(14 5 2))"), "alphabeta", INTERVALS),
    "shallow": Figure(_tree("(b=.03 c=(d=-.05 g=?))"), "alphabeta", WINDOWS),
    "deep": Figure(_tree("(b=.03 c=(d=(e=(f=-.1 g=?) h=.05)))"), "alphabeta", WINDOWS),
    "three_players": Figure(_tree(f"(({_PLIES[0]}) ({_PLIES[1]}))"), "maxn"),
    "chance": Figure(_tree("(chance(.5: (2 4) .5: (7 4)) chance(.5: (6 0) .5: (5 -2)))"), "expectiminimax"),
    "scale": Figure(_tree("(chance(.9: 2 .1: 3) chance(.9: 1 .1: 4))"), "expectiminimax"),
    "rescaled": Figure(_tree("(chance(.9: 20 .1: 30) chance(.9: 1 .1: 400))"), "expectiminimax"),
    "open_lines": replace(_OPEN_LINES, fold=True),
    "open_lines_second": replace(_OPEN_LINES, moves="(1,1) (0,1)", fold=True),
    "open_lines_third": replace(_OPEN_LINES, moves="(1,1) (0,1) (2,0) (0,2)", infinite=True),
    "pawns": Figure("pawns", "minimax", boards=True),
    "pawns_alphabeta": Figure("pawns", "alphabeta", WINDOWS),
    "backgammon": Figure("backgammon", "expectiminimax", position="Y+62AADdZgBgDg white 6-5", depth=2, boards=True, most=5),
}
"""By their names."""


def main(arguments: list[str]) -> int:
    """Draw all figures into the folder that the arguments name."""
    if len(arguments) != 1:
        print("usage: python -m zermelo.explain.figures FOLDER", file=sys.stderr)
        return 2
    for name, figure in FIGURES.items():
        (Path(arguments[0]) / f"{name}.svg").write_text(figure.svg(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
