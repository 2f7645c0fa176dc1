"""Columns of numbers in files that only grow: what a long computation has found so far, so that it can go on after a kill."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np

from zermelo.errors import SpecError

Array = np.ndarray[Any, np.dtype[Any]]


class Column:
    """Numbers of one type in a file, to which more are added at the end.

    path  the file; None for one without a name, that goes when it is closed
    size  the bytes of a number, or of a row of them
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

    def append(self, numbers: Array) -> None:
        """Add these at the end. Raises SpecError where there is no room on the disk."""
        if not numbers.size:
            return
        try:
            self._file.seek(self.count * self.size)
            self._file.write(np.ascontiguousarray(numbers, dtype=self.dtype).data.cast("B"))
        except OSError as error:
            raise SpecError(f"cannot write {self.path or 'a temporary file'}: {error.strerror or error}; what was there is kept") from error
        self.count += numbers.size // self.row

    def read(self, first: int = 0, last: int | None = None) -> Array:
        """The numbers from `first` up to `last`, or to the end; a row of them for each place where rows are longer than 1."""
        last = self.count if last is None else last
        self._file.seek(first * self.size)
        found = self._file.read((last - first) * self.size)
        if len(found) < (last - first) * self.size:
            raise SpecError(f"{self.path} has been cut short; remove its folder and begin anew")
        made = np.frombuffer(found, dtype=self.dtype)
        return made if self.row == 1 else made.reshape(-1, self.row)

    def cut(self, count: int) -> None:
        """Leave the first ones alone. Raises SpecError where there are fewer."""
        if count > self.count:
            raise SpecError(f"{self.path} has been cut short; remove its folder and begin anew")
        self._file.truncate(count * self.size)
        self.count = count

    def sync(self) -> None:
        """Let all that was added be on the disk."""
        self._file.flush()
        if self.path is not None:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()
