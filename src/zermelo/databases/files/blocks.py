"""Files of blocks: numbers in pieces of 16 or 64 kB, each compressed by itself, so that one can be read without the others.

    block, block, ..., where each begins (compressed, too), three words: where that begins, how many blocks there are, MAGIC

Each piece has a checksum of its own (that of zstandard's frames): a byte that was changed is noticed where it is read.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
import zstandard

from zermelo.errors import SpecError
from zermelo.files import written_whole

Array = np.ndarray[Any, np.dtype[Any]]

BLOCK: Final = 1 << 14
"""Bytes of a block before it is compressed, ..."""
LARGE: Final = 4 * BLOCK
"""... and of one of keys, or of intervals, which take more room in smaller ones."""
LEVEL: Final = 12
"""How hard it is compressed."""
MAGIC: Final = 0x32424F4C454D525A  # "ZRMELOB2"
_AT_ONCE: Final = 512
"""Blocks that are compressed at once."""
_TAIL: Final = struct.Struct("<3q")
_DESCRIPTOR: Final = 4
_RESERVED: Final = 0b11000
"""In the header of a frame the byte that says what is in it, and the bits of that which mean nothing and are 0 (RFC 8878, 3.1.1.1.1)."""
AGAIN: Final = "remove the folder and make the database again"
"""What to do where it is not known what a folder holds: it is never written over."""
MADE_AGAIN: Final = "the command that made the database makes it again, and leaves the other files as they are"
"""What to do where a file is not there."""


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
        file.write(_TAIL.pack(at, len(begins) - 1, MAGIC))


def packed_size(block: bytes) -> int:
    """The bytes that a block takes once it is compressed."""
    return len(zstandard.ZstdCompressor(level=LEVEL).compress(block))


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file. Raises SpecError where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(path, error) from error


def check_size(path: Path, found: int, size: int) -> None:
    """Raise SpecError where a file, of which so many bytes were found, does not have as many as it had when it was made."""
    if found != size:
        raise damaged(path, f"it has {found:,} bytes, and had {size:,}")


def damaged(path: Path, how: str) -> SpecError:
    """The error for a file that is not what was written."""
    return SpecError(f"{path} is damaged ({how}): remove it; {MADE_AGAIN}")


def unreadable(path: Path, error: OSError) -> SpecError:
    """The error for a file that cannot be read."""
    again = f"; {MADE_AGAIN}" if isinstance(error, FileNotFoundError) else ""
    return SpecError(f"cannot read {path}: {error.strerror or error}{again}")


class _OfThread(threading.local):
    """What unpacks blocks: of each thread its own, as it serves one at a time, and made once, which takes as long as a small block."""

    def __init__(self) -> None:
        self.unpack = zstandard.ZstdDecompressor().decompress


_OWN: Final = _OfThread()


class Blocks:
    """A file of blocks, to be read.

    size  how many bytes it should have, where that is known

    Raises SpecError for what is no whole file of blocks, then and when a block is read.
    """

    def __init__(self, path: Path, size: int | None = None) -> None:
        self.path = path
        try:
            with path.open("rb", buffering=0) as file:
                self.bytes = os.fstat(file.fileno()).st_size
                if size is not None:
                    check_size(path, self.bytes, size)
                if self.bytes < _TAIL.size:
                    raise self.damaged("its end")
                self._mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise unreadable(path, error) from error
        at, self.count, magic = _TAIL.unpack(self._bytes(self.bytes - _TAIL.size, _TAIL.size))
        if magic != MAGIC or not 0 <= at <= self.bytes - _TAIL.size or not 0 <= self.count <= self.bytes:
            raise self.damaged("its end")
        index = self._unpacked(at, self.bytes - _TAIL.size - at, "its index", 8 * (self.count + 1))
        self._begins = np.frombuffer(index, dtype="<i8")

    def read(self, number: int, size: int | None = None) -> bytes:
        """A block, which has to be of so many bytes, where that is known, or of no more than blocks have."""
        first, last = self._begins[number : number + 2].tolist()
        return self._unpacked(first, last - first, f"block {number:,}", size)

    def check_count(self, count: int) -> None:
        """Raise SpecError where there are not so many blocks."""
        if self.count != count:
            raise self.damaged("how many states it holds")

    def close(self) -> None:
        """Close the file."""
        self._mapped.close()

    def damaged(self, what: str) -> SpecError:
        """The error for a file of which this is not what was written."""
        return damaged(self.path, f"{what} is not what was written")

    def _bytes(self, first: int, count: int) -> bytes:
        return self._mapped[first : first + count]

    def _unpacked(self, first: int, count: int, what: str, size: int | None) -> bytes:
        packed = self._bytes(first, count)
        try:
            told = zstandard.frame_content_size(packed)
            odd = packed[_DESCRIPTOR] & _RESERVED  # which zstandard leaves out of account
            if odd or (told > LARGE if size is None else told != size):  # before there is room made for it
                raise self.damaged(what)
            return _OWN.unpack(packed)
        except zstandard.ZstdError:
            raise self.damaged(what) from None
