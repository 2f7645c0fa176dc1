"""What pages ask for, as models that say which values are possible. What does not fit is answered with 422 and the reason."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from zermelo.draw import tree as drawing
from zermelo.explain.exercise import KINDS
from zermelo.games.tree_edit import MOST_PLAYERS
from zermelo.play.play import MOST_PLIES
from zermelo.web.catalogue import LONGEST

LONGEST_SKETCH: Final = 100_000
"""Letters of a text that is to be a tree drawn by hand; it may be JSON."""
LONGEST_PGN: Final = 100_000
"""Letters of a text with games of chess: some hundred games."""
LONGEST_NAME: Final = 40
"""Letters of the name of who plays."""
Lang = Literal["en", "es", "pt"]
Spec = Annotated[str, Field(max_length=LONGEST, examples=["connect4", "mnk(5, 5, 4)"])]
Text = Annotated[str, Field(max_length=2_000)]
Ply = Annotated[int, Field(ge=0, le=MOST_PLIES)]
Action = Annotated[str, Field(pattern=r"^-?\d{1,19}$")]
"""The number of an action, which may be too great for a number of JavaScript."""
Seconds = Annotated[float, Field(ge=0.01, le=30)]
Control = Annotated[str, Field(pattern=r"^\d{1,5}(\+\d{1,4})?$", examples=["300+3"])]
"""Seconds on a clock, and what each move adds."""
Steps = Annotated[
    list[Annotated[list[Annotated[int, Field(ge=0, le=10_000)]], Field(min_length=1, max_length=100)]], Field(min_length=1, max_length=100)
]
"""The first steps of an action, each the squares that it touches."""
Thinking = Annotated[float, Field(ge=0, le=1e6)]
"""Seconds that a move took."""
Thrower = Literal["human", "computer"]
"""Who throws the dice."""
AtThePage = Annotated[int, Field(ge=0, le=99)] | None
"""The player at whose seat the page is, for games that hide something."""


class Asked(BaseModel):
    """What has fields that we do not know is refused: it is misspelt."""

    model_config = ConfigDict(extra="forbid")


class Seat(Asked):
    """Who plays for a player: a person, or the computer at a level, for this many seconds or plies, or as another player (seats.py)."""

    kind: Literal["human", "computer"] = "human"
    player: (
        Literal["mcts", "strategy", "ismcts", "pimc", "random", "minimax", "alphabeta", "expectiminimax", "maxn", "paranoid", "best_reply"]
        | Literal["file", "known"]
        | None
    ) = None
    file: Annotated[str, Field(max_length=200)] | None = None
    level: Annotated[int, Field(ge=1, le=5)] | None = None
    seconds: Seconds | None = None
    depth: Annotated[int, Field(ge=1, le=60)] | None = None
    evaluation: Annotated[str, Field(max_length=300)] | None = None
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)] | None = None


class Begin(Asked):
    """A new game. One of a PGN begins as that says: with the moves that can be played of it."""

    game: Spec
    seats: Annotated[list[Seat], Field(min_length=1, max_length=99)]
    position: Text | None = None
    moves: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=MOST_PLIES)] = []
    pgn: Annotated[str, Field(max_length=2 * LONGEST_PGN)] | None = None
    chance: Thrower = "computer"
    seed: Annotated[str, Field(max_length=100)] | None = None
    clock: Control | None = None
    used: Annotated[list[Thinking], Field(max_length=MOST_PLIES)] = []
    seat: AtThePage = None
    lang: Lang = "en"


class Move(Asked):
    """An action, by its number as text, to be played after this many plies."""

    ply: Ply
    action: Action
    seconds: Thinking | None = None
    seat: AtThePage = None
    lang: Lang = "en"


class Back(Asked):
    """Back to where this many plies had been played."""

    ply: Ply
    seat: AtThePage = None
    lang: Lang = "en"


class Onward(Back):
    """On from where this many plies have been played, with what was taken back; or to the end of the line of this number."""

    branch: Annotated[int, Field(ge=0, le=99)] | None = None


class Reseat(Asked):
    """Others play on, or throw the dice."""

    seats: Annotated[list[Seat], Field(min_length=1, max_length=99)]
    chance: Thrower | None = None
    seat: AtThePage = None
    lang: Lang = "en"


class Halfway(Asked):
    """The board when the first steps of an action are made, which is chosen after this many plies."""

    ply: Ply
    steps: Steps
    seat: AtThePage = None
    lang: Lang = "en"


class Think(Asked):
    """Say what you think of the game as it stood after this many plies."""

    ply: Ply
    seconds: Seconds = 2.0
    seat: AtThePage = None
    lang: Lang = "en"


class Reply(Asked):
    """Let the computer play after this many plies."""

    ply: Ply
    seat: AtThePage = None
    lang: Lang = "en"


class Position(Asked):
    """A position of a game, in the game's own writing, after moves by their names."""

    game: Spec
    position: Text | None = None
    moves: Annotated[str, Field(max_length=20_000)] = ""
    lang: Lang = "en"


class Chosen(Asked):
    """A game of which it is asked what can be chosen."""

    game: Spec
    lang: Lang = "en"


class Variant(Asked):
    """A game, whatever its parameters are now, and what stands in their fields."""

    game: Spec
    values: Annotated[dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=300)]], Field(max_length=20)]
    lang: Lang = "en"


class OpenTree(Asked):
    """Moves that are analysed: of a game by its name, of one of a text, or of one under way by its number.

    text        a PGN of chess, SGF of go, or PDN of draughts, as the game is (chess unless named)
    which       of the games of the text that can be read, from 0
    variations  each the number of the node after which it goes, and its moves (see lines.py)
    typed       whether somebody wrote the moves by hand, with the letters of their language; else they come from an address
    """

    game: Spec | None = None
    number: Annotated[str, Field(max_length=64)] | None = None
    position: Text | None = None
    text: Annotated[str, Field(max_length=LONGEST_PGN)] | None = None
    which: Annotated[int, Field(ge=0, lt=100)] = 0
    moves: Annotated[str, Field(max_length=20_000)] = ""
    variations: Annotated[list[Annotated[str, Field(max_length=20_000)]], Field(max_length=500)] = []
    typed: bool = False
    lang: Lang = "en"


class SaidOfMove(Asked):
    """What a PGN says of a move, by the number of its node."""

    number: Annotated[int, Field(ge=1)]
    before: Annotated[str, Field(max_length=LONGEST_PGN)] = ""
    nags: Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(max_length=20)] = []
    comment: Annotated[str, Field(max_length=LONGEST_PGN)] = ""
    commands: Annotated[dict[Annotated[str, Field(pattern=r"^\w+$")], str], Field(max_length=20)] = {}


class TreeFile(Asked):
    """Moves as `OpenTree` has them, to be kept as a file; with what a PGN says of them, and of the game as a whole."""

    game: Spec
    position: Text | None = None
    moves: Annotated[str, Field(max_length=20_000)] = ""
    variations: Annotated[list[Annotated[str, Field(max_length=20_000)]], Field(max_length=500)] = []
    said: Annotated[list[SaidOfMove], Field(max_length=4_000)] = []
    comment: Annotated[str, Field(max_length=LONGEST_PGN)] = ""
    headers: Annotated[dict[Annotated[str, Field(pattern=r"^\w+$")], str], Field(max_length=100)] = {}
    lang: Lang = "en"


class LineAsked(Asked):
    """The position of a game after these actions, by their numbers as text."""

    game: Spec
    position: Text | None = None
    actions: Annotated[list[Action], Field(max_length=MOST_PLIES)] = []
    lang: Lang = "en"


class HalfwayThere(LineAsked):
    """The board there when the first steps of an action are made."""

    steps: Steps


class BestLines(LineAsked):
    """The best moves there, so many, deeper and deeper for this many seconds."""

    lines: Annotated[int, Field(ge=1, le=5)] = 3
    seconds: Annotated[float, Field(ge=0.01, le=60)] = 60.0


class WhyNot(LineAsked):
    """A move there, of which it is asked why it is not played."""

    action: Action
    seconds: Annotated[float, Field(ge=0.01, le=10)] = 2.0


class Report(LineAsked):
    """Every move of a line, each position looked at for longer or shorter."""

    effort: Literal["quick", "usual", "thorough"] = "usual"


class Pasted(Asked):
    """A PGN that somebody brings."""

    text: Annotated[str, Field(max_length=LONGEST_PGN)]
    lang: Lang = "en"


class PutTogether(Asked):
    """A position as pieces on the squares and what else is said of it; or as text; or the initial one."""

    game: Spec
    text: Text | None = None
    rows: Annotated[list[Annotated[str, Field(max_length=100)]], Field(min_length=1, max_length=100)] | None = None
    facts: Annotated[dict[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=100)]], Field(max_length=20)] = {}
    lang: Lang = "en"


Watched = Literal["minimax", "alphabeta", "alphabeta_hard", "expectiminimax", "star1", "maxn", "alphabeta_table", "paranoid", "best_reply"]
"""A search that can be watched."""


class Looked(Position):
    """A search to be shown."""

    algorithm: Watched | None = None
    depth: Annotated[int, Field(ge=1, le=100)] | None = None
    evaluation: Annotated[str, Field(max_length=300)] | None = None
    order: Literal["given", "own"] = "given"
    fold: bool = False
    known: bool = False
    """Whether what a database or a book of the studio knows is a leaf."""
    boards: bool = False
    most: Annotated[int, Field(ge=1, le=drawing.MOST)] = drawing.MOST
    """Nodes that are drawn; of more the deepest are folded away."""


Path = Annotated[list[Action], Field(max_length=100)]
"""Actions and outcomes from the root of a search to a node."""


class NodeOpened(Looked):
    """A node of a search to be opened: where it is, and the window with which it was searched; the whole one unless given."""

    path: Path = []
    window: tuple[float, float] | None = None


class NodeSeen(Looked):
    """A node of a search whose board is to be shown."""

    path: Path = []


class Compared(Looked):
    """A search to be shown beside another: by this algorithm, or in this order of the children."""

    against: Watched | Literal["given", "own"]


class Ordered(Position):
    """Orders to be counted."""

    depth: Annotated[int, Field(ge=1, le=40)] | None = None
    evaluation: Annotated[str, Field(max_length=300)] | None = None


class Climbed(Position):
    """A ladder to be climbed."""

    depth: Annotated[int, Field(ge=1, le=16)] | None = None
    evaluation: Annotated[str, Field(max_length=300)] | None = None


class Simulated(Position):
    """Simulations to be shown one by one."""

    simulations: Annotated[int, Field(ge=1, le=200)] = 20
    exploration: Annotated[float, Field(ge=0, le=100)] = 1.0
    seed: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class Weighed(Position):
    """A position of which features are added up; all of the game's, with the weight 1, unless some are named."""

    weights: Annotated[dict[Annotated[str, Field(max_length=100)], Annotated[float, Field(ge=-100, le=100)]], Field(max_length=50)] = {}


class Horizon(Position):
    """Searches that stop after this many plies, and judge by this evaluation."""

    depth: Annotated[int, Field(ge=1, le=10)] = 3
    evaluation: Annotated[str, Field(max_length=100)] = "material"


class Scaled(Asked):
    """A tree whose leaves are rescaled."""

    tree: Text
    to: Annotated[list[Annotated[float, Field(allow_inf_nan=False)]], Field(max_length=200)] | None = None
    lang: Lang = "en"


class Sketch(Asked):
    """A tree that is drawn by hand, as text or as JSON, and how it is searched and shown."""

    tree: Annotated[str, Field(max_length=LONGEST_SKETCH)]
    algorithm: Literal["minimax", "alphabeta", "alphabeta_hard", "expectiminimax", "star1", "maxn"] | None = None
    notes: Literal["windows", "intervals", "nothing"] = "windows"
    lang: Lang = "en"


class Sketched(Sketch):
    """A change to such a tree at a node, by its number: to another place, player, text, texts or number of players; or to another order."""

    change: Literal["add", "remove", "move", "mover", "worth", "name", "odds", "players", "best", "worst"] | None = None
    node: Annotated[int, Field(ge=0)] = 0
    to: Annotated[int, Field(ge=0)] | None = None
    mover: Annotated[int, Field(ge=-1, lt=MOST_PLAYERS)] | None = None
    text: Annotated[str, Field(max_length=LONGEST_SKETCH)] | None = None
    texts: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=1000)] | None = None
    count: Annotated[int, Field(ge=2, le=MOST_PLAYERS)] | None = None


class SketchFile(Sketch):
    """Such a tree as a file."""

    ending: Literal["txt", "json", "svg", "png", "pdf", "tex"]


class RandomSketch(Asked):
    """A tree at random, such as an exercise of this kind and level has."""

    kind: Literal["alphabeta", "expectiminimax", "maxn"] = "alphabeta"
    level: Annotated[int, Field(ge=1, le=5)] = 2
    seed: Annotated[int, Field(ge=0, le=10**9)] = 0
    lang: Lang = "en"


class TakenSketch(Position):
    """A game's own tree, as deep as is said, or to the end."""

    depth: Annotated[int, Field(ge=1, le=40)] | None = None
    evaluation: Annotated[str, Field(max_length=300)] | None = None
    fold: bool = False


class Dealt(Asked):
    """A tree with information sets, and the node at which one stands."""

    tree: Text
    at: Text = "/1"
    lang: Lang = "en"


class Solved(Asked):
    """A game whose strategies are shown, as this algorithm finds them."""

    game: Spec
    algorithm: Literal["cfr", "cfr+", "mccfr"] = "cfr"
    lang: Lang = "en"


class Policy(Asked):
    """The optimal policy of pig to a goal, when the other has this many points."""

    goal: Annotated[int, Field(ge=3, le=60)] = 40
    other: Annotated[int, Field(ge=0, le=59)] = 0
    lang: Lang = "en"


def _known(kind: str) -> str:
    if kind not in KINDS:
        raise ValueError(f"there is no exercise of the kind {kind!r}; there are {', '.join(KINDS)}")
    return kind


Kind = Annotated[str, Field(max_length=40), AfterValidator(_known)]
"""A kind of exercises."""


class Exercise(Asked):
    """An exercise."""

    kind: Kind = "alphabeta"
    level: Annotated[int, Field(ge=1, le=5)] = 1
    seed: Annotated[int, Field(ge=0, le=10**9)] = 0
    game: Spec | None = None
    depth: Annotated[int, Field(ge=1, le=6)] | None = None
    lang: Lang = "en"


Given = Annotated[
    dict[
        str,
        bool
        | float
        | Annotated[str, Field(max_length=100)]
        | Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=100)],
    ],
    Field(max_length=200),
]
"""Answers to the blanks of an exercise, by their names."""


class Answers(Exercise):
    """Answers to an exercise."""

    answers: Given


class HelpAsked(Answers):
    """Help with an exercise, as far as it is answered."""

    stage: Annotated[int, Field(ge=1, le=3)]


class SheetAsked(Asked):
    """A sheet of exercises for a class, as for `zermelo sheet`; `lang` is what is wrong with it told in."""

    kinds: Annotated[list[Kind], Field(min_length=1, max_length=20)] = ["alphabeta"]
    count: Annotated[int, Field(ge=1, le=20)] = 4
    level: Annotated[int, Field(ge=1, le=5)] = 1
    seed: Annotated[int, Field(ge=0, le=10**9)] = 0
    title: Annotated[str, Field(max_length=100)] = ""
    game: Spec | None = None
    depth: Annotated[int, Field(ge=1, le=6)] | None = None
    language: Lang = "en"
    lang: Lang = "en"


class OfSheet(Asked):
    """Answers so far to an exercise of a sheet, by its place from 0."""

    place: Annotated[int, Field(ge=0, le=19)]
    answers: Given
    lang: Lang = "en"


class HelpOfSheet(OfSheet):
    """Help with an exercise of a sheet."""

    stage: Annotated[int, Field(ge=1, le=3)]


class SheetHandedIn(Asked):
    """A sheet that is handed in: the answers to each exercise, and how often help was asked for."""

    name: Annotated[str, Field(max_length=200)]
    answers: Annotated[list[Given], Field(max_length=20)]
    help: Annotated[int, Field(ge=0, le=10_000)] = 0
    lang: Lang = "en"
