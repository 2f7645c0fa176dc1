"""Why the rules of games do not compile, kept on disk beside what does: the next process runs them interpreted at once.

Where the compiler was given up, that is kept as well, until it may take longer than it had then.

What is kept holds for the same rules, kernel and compiler, and while the files of the rules are what they were: lines are named in it,
and a file that was changed after it was loaded is a reason of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar

from zermelo.errors import CompileError, GivenUpError, SharingError
from zermelo.native import cache
from zermelo.native.patience import BusyError, limit, within_limit
from zermelo.sources import is_ours

T = TypeVar("T")
_KINDS: Final = {error.__name__: error for error in (CompileError, SharingError)}


def files_of(code: Iterable[Any]) -> str:
    """A digest of the files in which users have written these functions."""
    functions = [one for one in code if isinstance(one, FunctionType) and not is_ours(one.__module__)]
    whole = hashlib.sha256()
    for file in sorted({one.__code__.co_filename for one in functions}):
        try:
            whole.update(Path(file).read_bytes())
        except OSError:
            whole.update(b"no file")
    return whole.hexdigest()


def kept(name: str) -> CompileError | None:
    """The refusal that was kept under this name."""
    found = cache.load(name)
    if found is None:
        return None
    error, *told = json.loads(found)
    return _KINDS[error](*told)


def keep(name: str, refusal: CompileError) -> None:
    """Keep a refusal under this name."""
    cache.save(name, json.dumps([type(refusal).__name__, *refusal.told]).encode())


def patiently(work: Callable[[], T], what: str, name: str, code: Iterable[Any]) -> T:
    """What `work` returns or raises, as `patience.within_limit`. Where that was given up for this name, GivenUpError at once.

    code  in whose files lines are that may be named
    """
    name = f"given-up-{name}-{files_of(code)[:8]}"
    if found := cache.load(name):
        seconds, told = json.loads(found)
        if limit() <= seconds:
            raise GivenUpError(told)
    try:
        return within_limit(work, what)
    except BusyError:
        raise
    except GivenUpError as error:
        cache.save(name, json.dumps([limit(), str(error)]).encode())
        raise
