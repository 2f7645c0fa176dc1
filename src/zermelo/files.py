"""Files that are written whole or not at all, and files that are read whole, within bounds."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from zermelo.errors import SearchError, SpecError

LARGEST: Final = 256 << 20
"""Bytes of the largest file that is read, where whoever reads it states no other bound."""
_NO_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # to open a pipe waits for who writes into it


def read_whole(path: str | Path, most: int = LARGEST) -> bytes:
    """What is in a file that somebody named, of `most` bytes at most.

    Raises SpecError for what is not there or cannot be read, for a file that is larger, and for what is no regular file: a
    pipe or a device may never end.
    """
    try:
        handle = os.open(path, os.O_RDONLY | _NO_WAITING)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise SpecError(f"cannot read {path}: it is no regular file (a folder, a pipe or a device)")
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, SpecError):
            raise
        raise SpecError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > most:
        raise SpecError(f"cannot read {path}: it has more than {most:,} bytes, which is too much for what is expected here")
    return data


def write_whole(path: Path, contents: str | bytes) -> None:
    """Write a text, or bytes, beside the file and put it in its place, so that nobody ever sees a part of it.

    Raises SpecError where that cannot be done; what was there before is still there then.
    """
    try:
        with _taking_the_place_of(path, path.with_name(f".{path.name}.{os.getpid()}.part"), "xb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
    except OSError as error:
        raise SpecError(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def written_whole(path: Path, *, by: str = "", sync: bool = True) -> Iterator[IO[bytes]]:
    """A part of a long work, to be written beside the file and put in its place at the end; it takes no room where that fails.

    by    who writes, where others may write the same file at the same time
    sync  whether it has to be there after a power cut, too

    Raises what `no_room` says where it cannot be written.
    """
    try:
        with _taking_the_place_of(path, path.with_name(f"{path.name}{by}.part"), "wb", sync=sync) as file:
            yield file
    except OSError as error:
        raise no_room(path, error) from error


@contextmanager
def _taking_the_place_of(path: Path, beside: Path, mode: str, *, sync: bool = True) -> Iterator[IO[bytes]]:
    try:
        with open(beside, mode) as file:
            yield file
            file.flush()
            if sync:
                os.fsync(file.fileno())
        beside.replace(path)
    finally:
        with suppress(OSError):
            beside.unlink()


def no_room(path: Path | str, error: OSError) -> SpecError:
    """The error for a part of a long work that cannot be written, for want of room or other reasons."""
    return SpecError(f"cannot write {path}: {error.strerror or error}; what was kept before is still there, and the same command goes on")


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """A long work whose files are in a folder. Raises SpecError where one of them, or the folder, cannot be made, read or removed."""
    try:
        yield
    except OSError as error:
        if not error.filename:
            raise
        wrong = Path(os.fsdecode(error.filename))
        if folder.is_relative_to(wrong) or error.errno in (errno.ENOTDIR, errno.ENAMETOOLONG):
            raise SpecError(f"cannot use the folder {folder}: {error.strerror}; name another one") from error
        if not wrong.is_relative_to(folder):
            raise
        raise no_room(wrong, error) from error


@contextmanager
def alone_with(lock: Path, otherwise: str) -> Iterator[None]:
    """Hold a file that stands for some work, so that nobody else does it at the same time; it is removed at the end.

    Raises SearchError, saying `otherwise`, where somebody else holds it; SpecError where it cannot be made.
    """
    try:
        held = lock.open("a+b")
    except OSError as error:
        raise SpecError(f"cannot write {lock}: {error.strerror or error}") from error
    with held:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SearchError(otherwise) from None
        try:
            yield
        finally:
            with suppress(OSError):  # an open file cannot be removed everywhere
                lock.unlink()
