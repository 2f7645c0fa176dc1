"""Files of blocks: numbers in pieces of 64 kB, each compressed by itself, so that one can be read without the others.

    block, block, ..., where each begins (compressed, too), three words: where that begins, how many blocks there are, MAGIC

Each piece has a checksum of its own (that of zstandard's frames): a byte that was changed is noticed where it is read.
"""

from __future__ import annotations

import hashlib
import mmap
import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
import zstandard

from zermelo.errors import SpecError
from zermelo.files import written_whole

Array = np.ndarray[Any, np.dtype[Any]]

BLOCK: Final = 1 << 16
"""Bytes of a block before it is compressed."""
LEVEL: Final = 9
"""How hard it is compressed."""
MAGIC: Final = 0x31424F4C454D525A  # "ZRMELOB1"
_CACHED: Final = 128
"""Blocks of a file that are kept in memory, 8 MiB of them."""
_AT_ONCE: Final = 256
"""Blocks that are compressed at once."""
_TAIL: Final = 24
AGAIN: Final = "remove the folder and make the database again"
"""What to do where a file is not what was written: a folder that holds a database is never written over."""


def write_blocks(path: Path, blocks: Iterator[bytes], threads: int = 1) -> None:
    """Write a file of these blocks, beside its place first, compressed by so many threads. Raises SpecError where that cannot be done."""
    pack = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
    begins, at = [0], 0
    with written_whole(path) as file:
        while some := list[bytes | bytearray | memoryview](islice(blocks, _AT_ONCE)):
            packed = pack.multi_compress_to_buffer(some, threads=threads)
            for number in range(len(packed)):
                at += file.write(packed[number].tobytes())
                begins.append(at)
        file.write(pack.compress(np.array(begins, dtype="<i8").tobytes()))
        file.write(np.array([at, len(begins) - 1, MAGIC], dtype="<i8").tobytes())


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Blocks:
    """A file of blocks, to be read.

    size  how many bytes it should have

    Raises SpecError for what is no whole file of blocks, then and when a block is read.
    """

    def __init__(self, path: Path, size: int) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self.bytes = os.fstat(file.fileno()).st_size
                if self.bytes != size:
                    raise SpecError(f"{path} has {self.bytes:,} bytes, and {size:,} when it was made: it is damaged; {AGAIN}")
                self._mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise SpecError(f"cannot read {path}: {error.strerror or error}") from error
        at, self.count, magic = np.frombuffer(self._bytes(self.bytes - _TAIL, _TAIL), dtype="<i8").tolist()
        if magic != MAGIC or not 0 <= at <= self.bytes - _TAIL:
            raise self._damaged("its end")
        self._begins = np.frombuffer(self._unpacked(at, self.bytes - _TAIL - at, "its index"), dtype="<i8")
        if len(self._begins) != self.count + 1:
            raise self._damaged("its index")
        self.block = lru_cache(_CACHED)(self.read)

    def read(self, number: int) -> bytes:
        """A block; `block` keeps those that were asked for last."""
        first, last = self._begins[number : number + 2].tolist()
        return self._unpacked(first, last - first, f"block {number:,}")

    def __iter__(self) -> Iterator[bytes]:
        return map(self.read, range(self.count))

    def sha256(self) -> str:
        """The SHA-256 of the file."""
        return sha256_of(self.path)

    def close(self) -> None:
        """Close the file."""
        self._mapped.close()

    def _bytes(self, first: int, count: int) -> bytes:
        if first < 0:
            raise self._damaged("it is cut short:")
        return self._mapped[first : first + count]

    def _unpacked(self, first: int, count: int, what: str) -> bytes:
        try:
            return zstandard.ZstdDecompressor().decompress(self._bytes(first, count))
        except zstandard.ZstdError:
            raise self._damaged(what) from None

    def _damaged(self, what: str) -> SpecError:
        return SpecError(f"{self.path} is damaged ({what} is not what was written); {AGAIN}")
