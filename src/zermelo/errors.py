"""What can go wrong, as exceptions whose text says what, where and what to do instead.

    ZermeloError                 all of ours
    ├── SpecError                the name of a game, player or evaluation that cannot be read
    ├── PositionError            a text that is not a position of the game
    ├── ActionError              a text or number that is not a legal action
    ├── SearchError              a search asked for what it cannot do (depth 0, chance under minimax)
    └── GameError                a game's own methods broke the contract
        └── CompileError         a game that the compiler does not take; it still runs interpreted
            ├── OutgrownError    a position holds more than the compiled rules have room for; the next search has more
            │   └── ReshapedError    a key has another form than that of the initial state, or takes more room
            ├── SharingError     a state holds one list twice, as compiled states cannot; the game runs interpreted
            └── GivenUpError     the compiler took longer than it may; the game runs interpreted

All are `ValueError`s too, so that a program which expects one of those is served.
"""

from __future__ import annotations


class ZermeloError(ValueError):
    """The base of every error that this package raises on purpose."""


class SpecError(ZermeloError):
    """The name of a game, player or evaluation cannot be read."""


class PositionError(ZermeloError):
    """A text is not a position of the game."""


class ActionError(ZermeloError):
    """A text or a number is not a legal action of the state."""


class SearchError(ZermeloError):
    """A search was asked for something that it cannot do."""


class GameError(ZermeloError):
    """A game's own methods broke the contract of `zermelo.Game`."""


class CompileError(GameError):
    """A game (or an evaluation) that does not compile; it still runs interpreted. It is `told` why, one thing after the other."""

    def __init__(self, *told: str) -> None:
        super().__init__("; ".join(dict.fromkeys(told)))
        self.told = tuple(dict.fromkeys(told))


class OutgrownError(CompileError):
    """A position holds more than the compiled rules have room for; those that are compiled next have more."""


class ReshapedError(OutgrownError):
    """A key has another form than that of the initial state, or takes more room than there is for it."""


class SharingError(CompileError):
    """A part of a state that may change is met on two ways (see `zermelo.sharing`); the game runs interpreted."""


class GivenUpError(CompileError):
    """The compiler took longer than it may (see `zermelo.native.patience`); the game runs interpreted."""
