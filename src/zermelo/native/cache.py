"""Where compiled code is kept between processes, and how: whole files, checked before use.

The directory is $ZERMELO_CACHE_DIR or the platform's cache directory for "zermelo". A cache that cannot be read or
written, or that is damaged, costs a compilation and nothing else.

What is kept is machine code, and whoever can write it can run what they like as who runs it. So nothing is taken from a
directory or a file that others own or may write, and nothing but plain files; the first that is refused is reported.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

SUFFIX: Final = ".kernel"
VARIABLE: Final = "ZERMELO_CACHE_DIR"
_MAGIC: Final = b"zermelo kernel 2\n"
_KEPT: Final = 60 * 24 * 3600  # seconds that a file nobody asks for is kept
_LARGEST: Final = 1 << 28  # bytes of a file
_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH
_told: set[str] = set()


class CacheWarning(UserWarning):
    """The cache, or something in it, is not used."""


class _RefusedError(Exception):
    """What is not used, and why."""


def directory() -> Path:
    """Where the cache is (or would be): the environment variable, else as the platform has it."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        try:
            return Path(chosen).expanduser()
        except RuntimeError:
            _tell("home", f"{VARIABLE} is {chosen!r}, and there is no such user; compiled rules are kept in the usual place")
    import platformdirs

    return Path(platformdirs.user_cache_dir("zermelo", appauthor=False))


def entries() -> list[Path]:
    """The files of the cache, by name."""
    try:
        return sorted(path for path in directory().iterdir() if path.suffix == SUFFIX)
    except OSError:
        return []


def clear() -> int:
    """Remove every file of the cache; how many there were."""
    removed = 0
    for path in entries():
        try:
            path.unlink()
            removed += 1
        except OSError:
            continue  # another process was faster, or it is not ours to remove
    return removed


def load(name: str) -> bytes | None:
    """What `save` kept under that name; None where there is nothing whole, or nothing to be trusted."""
    try:
        with _opened(directory()) as folder:
            data = _read(name + SUFFIX, folder)
    except OSError:
        return None
    except _RefusedError as error:
        _tell("refused", f"{error}; compiled rules are not read from there")
        return None
    if not data.startswith(_MAGIC):
        return None
    check, payload = data[len(_MAGIC) :][:32], data[len(_MAGIC) + 32 :]
    return payload if hashlib.sha256(payload).digest() == check else None


def save(name: str, payload: bytes) -> None:
    """Keep the payload under that name, whole or not at all. Failing is no error."""
    temporary = None
    try:
        folder = directory()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _opened(folder):
            handle, temporary = tempfile.mkstemp(dir=folder, prefix=name[:40], suffix=".part")
            with os.fdopen(handle, "wb") as file:
                file.write(_MAGIC + hashlib.sha256(payload).digest() + payload)
            os.replace(temporary, folder / (name + SUFFIX))
        _forget_old(folder)
    except _RefusedError:
        return  # it was told when it was read
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


@contextmanager
def _opened(folder: Path) -> Iterator[int | None]:
    """The directory, held open while it is used. Raises _RefusedError for one that others could fill or put another in the place of."""
    if not hasattr(os, "getuid"):  # Windows keeps it within the user's profile
        yield None
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _check(os.fstat(handle), f"the directory {folder}")
        for parent in Path(os.path.realpath(folder)).parents:
            found = os.stat(parent)
            if not found.st_mode & stat.S_ISVTX:  # as /tmp, where nobody can move what is another's
                _check(found, f"{parent}, in which the cache lies,", of_group=found.st_gid != os.getegid())
        yield handle
    finally:
        os.close(handle)


def _read(name: str, folder: int | None) -> bytes:
    """The contents of a plain file of ours. A pipe is not waited for, a link not followed."""
    if folder is None:
        return (directory() / name).read_bytes()
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _RefusedError(f"{name} is a link; remove it") from None
        raise
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            raise _RefusedError(f"{name} is no plain file; remove it")
        _check(found, name)
        with suppress(OSError):
            os.utime(handle)  # it is in use
        with os.fdopen(handle, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(handle)


def _check(found: os.stat_result, what: str, *, of_group: bool = True) -> None:
    if found.st_uid not in (os.getuid(), 0):
        raise _RefusedError(f"{what} belongs to another user")
    if found.st_mode & (_OTHERS if of_group else stat.S_IWOTH):
        raise _RefusedError(f"{what} may be written by other users; `chmod go-w` ends that")


def _tell(kind: str, text: str) -> None:
    """Warn once in a process of each kind of trouble."""
    if kind not in _told:
        _told.add(kind)
        warnings.warn(text, CacheWarning, stacklevel=2)


def _forget_old(folder: Path) -> None:
    """Remove what nobody asked for in a long time: rules that were edited since, other versions, files half written."""
    for path in folder.iterdir():
        with suppress(OSError):
            if path.suffix in (SUFFIX, ".part") and time.time() - path.lstat().st_mtime > _KEPT:
                path.unlink()
