"""A board to play at in a notebook: the game and the computer live here, the page shows what it is sent and says what is chosen.

The page's part is the studio's own board (web/static/board.js), and a small function that puts it into the notebook (playable.js); they
come as one module (bundle.py).

    to the page    `view`: the board, what may be played, the news, the moves, what went wrong; `words`: the words round them
    from the page  {"action": "12"}, {"undo": true} or {"new": true}; whatever else comes is answered with an error in the view
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

import anywidget
import traitlets

from zermelo.draw.board import STYLE
from zermelo.errors import ActionError, SpecError
from zermelo.game import CHANCE, Game, State
from zermelo.languages import language as spoken
from zermelo.notebook.bundle import bundled, text_of
from zermelo.play.play import MOST_PLIES, Playing, dice
from zermelo.play.search_players import LEVELS, Computer
from zermelo.user_errors import said
from zermelo.view import action_squares, board_view, legal_view, news

_WORDS: Final = {
    "squares": "board", "choose": "which", "actions": "all_actions", "undo": "undo", "again": "again", "moves": "moves",
}  # fmt: skip
"""What the page calls its words, and what the studio's catalogue calls them."""


def style() -> str:
    """The style of the board, which touches nothing else in the notebook."""
    board = text_of("web/static/board.css").replace(".playable", ".zermelo .playable")
    return "\n".join([STYLE.replace(".board", ".zermelo .board"), board, text_of("notebook/playable.css")])


class PlayableBoard(anywidget.AnyWidget):
    """A board to play at; `zermelo.widget` makes one and says what the arguments are.

    state    where the game stands
    actions  what has been played, chance and the computer too
    names    the same in the game's own names

    Its `repr` is the state as text, for where no widget can be shown.
    """

    _esm = bundled("notebook/playable.js")
    _css = style()
    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(
        self, game: Game, *, computer: int | Collection[int] | None, level: int, state: State = None, language: str = "en"
    ) -> None:
        """Begin, and let the computer move if it is its turn."""
        super().__init__()
        self.game = game
        self._seats = _seats(game, computer)
        self._players = [_computer(game, level) if player in self._seats else _nobody for player in range(game.players)]
        self._start = game.initial() if state is None else state
        self._speech = spoken(language)
        self._told = 0
        self.words = {name: self._speech.say(f"studio.words.{message}") for name, message in _WORDS.items()}
        self.on_msg(self._heard)
        self.reset()

    @property
    def state(self) -> State:
        return self._playing.state

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(self._taken)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.game.name(state, action) for state, action in zip(self._playing.states, self._taken, strict=False))

    def __repr__(self) -> str:
        return self.game.show(self.state)

    def play(self, action: str | int) -> None:
        """Play an action, by its name or its number; the computer answers. Raises ActionError where it is not legal now."""
        self._or_not_at_all(lambda: self._take(self._legal(action)))

    def undo(self) -> None:
        """Take back what was played since a person last chose. Raises ActionError where no person has chosen."""
        chosen = [ply for ply, state in enumerate(self._playing.states[:-1]) if self._is_person(self.game.to_move(state))]
        if not chosen:
            raise ActionError("there is nothing to take back")
        self._back_to(chosen[-1])
        self._show()

    def reset(self) -> None:
        """Begin again."""
        self._playing = Playing(self.game, self._players, [self._start], dice(None))
        self._taken: list[int] = []
        self._or_not_at_all(lambda: None)

    # The game

    def _or_not_at_all(self, act: Callable[[], None]) -> None:
        """Do this, let chance and the computer go on until a person is to move, and show it; where that fails, all of it is taken back."""
        before = len(self._taken)
        try:
            act()
            if self._goes_on():
                self._show(thinking=True)
            while self._goes_on():
                action = self._playing.choose()
                assert action is not None  # nobody plays by a clock
                self._take(action)
            self._show()
        except BaseException:
            self._back_to(before)
            raise

    def _goes_on(self) -> bool:
        """Whether chance or the computer moves next."""
        return self._playing.ending is None and not self._is_person(self.game.to_move(self.state))

    def _is_person(self, player: int) -> bool:
        return player != CHANCE and player not in self._seats

    def _legal(self, action: str | int) -> int:
        if self._playing.ending is not None:
            raise ActionError("the game is over; take an action back, or begin again")
        if isinstance(action, str):
            return self.game.parse(self.state, action)
        if action not in self.game.actions(self.state):
            names = ", ".join(one["name"] for one in legal_view(self.game, self.state, self._speech))
            raise ActionError(f"{action!r} is not a legal action here; legal: {names}")
        return action

    def _take(self, action: int) -> None:
        if len(self._taken) >= MOST_PLIES:
            raise ActionError(f"a game of more than {MOST_PLIES} plies is too long for this board")
        self._playing.take(action)
        self._taken.append(action)

    def _back_to(self, ply: int) -> None:
        self._playing.take_back(ply)
        del self._taken[ply:]

    # The page

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Do what the page asks; what is wrong with it is said there."""
        try:
            self._do(message)
        except KeyboardInterrupt:
            self._show(error="The computer was interrupted, and your action taken back.")
        except Exception as error:  # a game's own code may raise anything
            self._show(error=said(error) or f"{type(error).__name__}: {error}")

    def _do(self, message: Any) -> None:
        match message:
            case {"action": str(action), **others} if not others:
                numbers = {one["action"]: int(one["action"]) for one in legal_view(self.game, self.state, self._speech)}
                if action not in numbers:
                    raise ActionError(f"{action[:40]!r} is not the number of a legal action here")
                self.play(numbers[action])
            case {"undo": True, **others} if not others:
                self.undo()
            case {"new": True, **others} if not others:
                self.reset()
            case _:
                raise ActionError('a message is {"action": "12"}, with the number of an action; or {"undo": true}; or {"new": true}')

    def _show(self, *, thinking: bool = False, error: str = "") -> None:
        """Tell the page how things stand. Each view has a number of its own: one that looks like the last is shown, too."""
        playing, game = self._playing, self.game
        over = playing.ending is not None
        mover = None if over else game.to_move(self.state)
        last = action_squares(game, playing.states[-2], self._taken[-1]) if self._taken else ()
        board = board_view(game, self.state, self._speech, last=last)
        self._told += 1
        self.view = {
            "number": self._told,
            "board": board,
            "turned": board["below"] in self._seats and not self._seats.issuperset(range(game.players)),
            "legal": [] if over or thinking else legal_view(game, self.state, self._speech),
            "news": self._news(mover, thinking=thinking),
            "moves": list(self.names),
            "over": over,
            "thinking": thinking,
            "error": error,
        }

    def _news(self, mover: int | None, *, thinking: bool) -> str:
        if thinking:
            return self._speech.say("studio.words.thinking")
        return news(
            self.game, self._speech, mover=mover, utilities=self._playing.utilities, ending=self._playing.ending, won=self._playing.won()
        )


def _seats(game: Game, computer: int | Collection[int] | None) -> frozenset[int]:
    """The players for whom the computer plays."""
    given = frozenset(() if computer is None else (computer,) if isinstance(computer, int) else computer)
    there = range(max(2, game.players))  # MIN is nobody in a game for one, and may be left as it is
    wrong = [player for player in given if player not in there]
    if wrong:
        raise SpecError(f"computer is the number of a player, from 0 to {game.players - 1}, several numbers, or None; not {wrong[0]!r}")
    if given.issuperset(range(game.players)):
        raise SpecError("the computer cannot play for everyone here; `zermelo.play_game` is for games between computers")
    return given


def _computer(game: Game, level: int) -> Computer:
    if level not in LEVELS:
        raise SpecError(f"level is a number from {min(LEVELS)} to {max(LEVELS)}, not {level!r}")
    return Computer(game, nodes=LEVELS[level])


def _nobody(state: State) -> int:
    raise AssertionError("people choose by messages")
