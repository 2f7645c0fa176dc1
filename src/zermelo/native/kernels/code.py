"""The machine code of a kernel: made, kept as bytes, and called from Python without the interpreter's lock.

Each kernel's is in an engine of its own, so that its memory is given back when nobody holds the callable.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import astuple, dataclass
from struct import Struct
from types import FunctionType
from typing import Any, Final

from zermelo.errors import CompileError, OutgrownError
from zermelo.native.kernels.program import ENTRY, written
from zermelo.native.kernels.rules import Rules
from zermelo.native.llvm_code import engine_of, machine_code, packed, unpacked
from zermelo.native.plain.kinds import BITS, BOOL, FLOAT, Tuple
from zermelo.native.plain.rules import Failure

_ERRORS: Final = {
    error.__name__: error for error in (OutgrownError, MemoryError, RuntimeError, OverflowError, IndexError, ZeroDivisionError)
}
_LETTERS: Final = {"f": "d", "i": "q", "b": "?7x", "w": "Q"}
"""What is taken and given, as `struct` writes it: each a word of 64 bits."""
_LETTER_OF: Final = {FLOAT: "f", BOOL: "b", BITS: "w"}


@dataclass(frozen=True)
class Code:
    """A kernel as machine code.

    name      what it is for, and the digest of all that it depends on
    takes     a letter for each word after the table, first those of the state: "f" a float, "i" an int or an address, "b" a bool, "w" a
              `Bits`
    gives     the same of what it returns: "f" and "i"
    is_tuple  whether that is a tuple
    failures  what the numbers mean that it ends with, from 1: the class of an error, its text, and of rules the place
    machine   an object file
    """

    name: str
    takes: str
    gives: str
    is_tuple: bool
    failures: tuple[tuple[str, str, str], ...]
    machine: bytes

    def packed(self) -> bytes:
        """As bytes, which `unpacked` reads."""
        return packed({name: value for name, value in vars(self).items() if name != "machine"}, self.machine)

    @classmethod
    def unpacked(cls, kept: bytes, name: str) -> Code | None:
        """What was packed under that name; None for anything else."""
        try:
            head, machine = unpacked(kept)
            failures = tuple((str(error), str(text), str(where)) for error, text, where in head["failures"])
            made = cls(head["name"], head["takes"], head["gives"], bool(head["is_tuple"]), failures, machine)
        except (ValueError, TypeError, KeyError):
            return None
        fits = made.name == name and {error for error, _, where in failures if not where} <= _ERRORS.keys()
        return made if fits and set(f"{made.takes}{made.gives}") <= _LETTERS.keys() else None


def compiled(name: str, parts: list[tuple[FunctionType, tuple[Any, ...], Any]], game: Any, rules: Rules | None) -> tuple[Code, set[str]]:
    """The machine code of a kernel for a game and its rules (None: about no game), and the attributes of the game that it reads.

    `parts` call those before them and themselves; the last one is what Python calls. Raises CompileError for what no kernel can be.
    """
    program, made = written(game, rules, parts)
    takes = "".join(_LETTER_OF.get(one, "i") for one in program.given(made))
    gives = "".join("f" if one == FLOAT else "i" for one in (made.returns.members if isinstance(made.returns, Tuple) else [made.returns]))
    told = rules.failures if rules else ()
    failures = (*map(astuple, told), *((error.__name__, text, "") for error, text in program.failures))
    machine = machine_code(program.module, *(rules.modules if rules else ()))
    return Code(name, takes, gives, isinstance(made.returns, Tuple), failures, machine), program.read


def loaded(code: Code) -> Callable[..., Any]:
    """The code as a callable: (address of the table, *words), those of the state before the others where there is one.

    Raises CompileError for code that is not whole.
    """
    engine = engine_of(code.machine)
    address = engine.get_function_address(ENTRY)
    if not address:
        raise CompileError(f"{code.name} is not whole")
    return _Callable(code, engine, address)


class FailedError(RuntimeError):
    """The rules of a game have failed within a kernel: how and where."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"{failure.error}: {failure.text}")
        self.failure = failure


class _Callable:
    """Machine code that is called as a function."""

    def __init__(self, code: Code, engine: Any, address: int) -> None:
        self._code, self._engine = code, engine
        self._function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(address)
        self._takes, self._gives = (Struct("".join(map(_LETTERS.__getitem__, letters))) for letters in ("i" + code.takes, code.gives))
        self._words = ctypes.c_int64 * max(1 + len(code.takes), len(code.gives))

    def __call__(self, table: int, *given: Any) -> Any:
        words = self._words()
        self._takes.pack_into(words, 0, table, *given)
        status = self._function(words)
        if status:
            error, text, where = self._code.failures[status - 1]
            raise FailedError(Failure(error, text, where)) if where else _ERRORS[error](text)
        answer = self._gives.unpack_from(words)
        return answer if self._code.is_tuple else answer[0]
