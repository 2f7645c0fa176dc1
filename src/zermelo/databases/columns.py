"""Columns of numbers in files that only grow: what a long computation has found so far, so that it can go on after a kill."""

from __future__ import annotations

import mmap
import os
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from zermelo.errors import SpecError
from zermelo.files import no_room, read_whole, written_whole
from zermelo.forms import check_form, read_object

Array = np.ndarray[Any, np.dtype[Any]]
_AT_ONCE: Final = 1 << 20
"""Bytes that are read at once."""


def damaged(path: Path | None, how: str) -> SpecError:
    """The error for a file of what was found so far that is not what was written."""
    return SpecError(f"{path} has been {how}; remove its folder, and the same command begins anew")


def kept_facts(path: Path, form: Any) -> dict[str, Any]:
    """What a file of such a work says, of this form (see `zermelo.forms`). Raises SpecError where it is damaged."""
    data = read_whole(path)
    try:
        facts = read_object(data)
        check_form(facts, form)
    except ValueError as error:
        raise damaged(path, f"changed ({error})") from None
    return facts


def keep_rows(path: Path, rows: Sequence[Array]) -> None:
    """Let these rows of numbers be on the disk, all in one file, or leave it as it was. Raises SpecError where there is no room."""
    checksum = 0
    with written_whole(path) as file:
        for row in rows:
            file.write(row.data)
            checksum = zlib.crc32(row.data.cast("B"), checksum)
        file.write(checksum.to_bytes(4, "little"))


def read_rows(path: Path, rows: Sequence[Array]) -> None:
    """Fill these rows with what `keep_rows` has written. Raises SpecError for a file that is not so."""
    checksum = 0
    with path.open("rb") as file:
        for row in rows:
            if file.readinto(row.data) < row.nbytes:
                raise damaged(path, "cut short")
            checksum = zlib.crc32(row.data.cast("B"), checksum)
        if file.read() != checksum.to_bytes(4, "little"):
            raise damaged(path, "changed")


class Column:
    """Numbers of one type in a file, to which more are added at the end.

    path  the file; None for one without a name, that goes when it is closed
    size  the bytes of a number, or of a row of them
    checksum  of all that was added, by CRC-32
    """

    def __init__(self, path: Path | None, dtype: Any, row: int = 1) -> None:
        self.path, self.dtype, self.row = path, np.dtype(dtype), row
        self.size = self.dtype.itemsize * row
        try:
            handle = tempfile.TemporaryFile() if path is None else path.open("r+b" if path.exists() else "w+b")  # noqa: SIM115  kept open
            self._file: IO[bytes] = handle
        except OSError as error:
            raise SpecError(f"cannot write {path or 'a temporary file'}: {error.strerror or error}") from error
        self.count = os.fstat(self._file.fileno()).st_size // self.size
        self.checksum = 0

    def append(self, numbers: Array) -> None:
        """Add these at the end. Raises SpecError where there is no room on the disk."""
        if not numbers.size:
            return
        added = np.ascontiguousarray(numbers, dtype=self.dtype).data.cast("B")
        try:
            self._file.seek(self.count * self.size)
            self._file.write(added)
            self._file.flush()
        except OSError as error:
            raise no_room(self.path or "a temporary file", error) from error
        self.count += numbers.size // self.row
        self.checksum = zlib.crc32(added, self.checksum)

    def read(self, first: int = 0, last: int | None = None) -> Array:
        """The numbers from `first` up to `last`, or to the end; a row of them for each place where rows are longer than 1."""
        last = self.count if last is None else last
        self._file.seek(first * self.size)
        found = self._file.read((last - first) * self.size)
        if len(found) < (last - first) * self.size:
            raise damaged(self.path, "cut short")
        made = np.frombuffer(found, dtype=self.dtype)
        return made if self.row == 1 else made.reshape(-1, self.row)

    def cut(self, count: int, checksum: int) -> None:
        """Leave the first ones, whose checksum this is. Raises SpecError where there are fewer, or others."""
        if count > self.count:
            raise damaged(self.path, "cut short")
        self._file.truncate(count * self.size)
        self.count, self.checksum = count, checksum
        found, each = 0, max(1, _AT_ONCE // self.size)
        for first in range(0, count, each):
            found = zlib.crc32(self.read(first, min(count, first + each)).data.cast("B"), found)
        if found != checksum:
            raise damaged(self.path, "changed")

    def sync(self) -> None:
        """Let all that was added be on the disk. Raises SpecError where there is no room."""
        if self.path is not None:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                raise no_room(self.path, error) from error

    def mapped(self) -> Array:
        """All numbers, read from the file as they are asked for; there is one at least, and none is added any more."""
        return np.frombuffer(mmap.mmap(self._file.fileno(), self.count * self.size, access=mmap.ACCESS_READ), dtype=self.dtype)

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()
