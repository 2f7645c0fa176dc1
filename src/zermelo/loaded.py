"""The modules of games that are read from files: each folder has modules of its own, and an edited file is loaded anew.

A file is the module `zermelo.loaded.<folder>.<its name>`; to import that name loads it, also in another process that
unpickles something of it. Files beside it belong to it: `import helper` in a file means the file helper.py beside it, as it
would if Python ran that file, and no other folder ever sees that module. What was loaded is kept as a digest of each file,
so that an edit is seen, in helpers too, however quickly it was made. What was made before an edit keeps the rules that
it was made with.
"""

from __future__ import annotations

import builtins
import copyreg
import hashlib
import importlib
import importlib.util
import linecache
import re
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from zermelo.errors import GameError
from zermelo.files import read_whole

LARGEST: Final = 16 << 20
"""Bytes of the largest file that is loaded."""
__path__: list[str] = []
_PREFIX: Final = __name__ + "."
_WITH_FOLDER: Final = re.compile(re.escape(_PREFIX) + r"""[^.'"\n]*\.?""")
"""The part of a module's name that says in which folder it lies."""
_UNIT: Final = _PREFIX.count(".") + 2  # this many words of a module's name say which file or package of which folder it belongs to


@dataclass
class _Record:
    """What a module was loaded from, and what it asked for since."""

    file: str
    digest: bytes | None
    imports: set[str] = field(default_factory=set)  # files or packages beside it
    absent: set[str] = field(default_factory=set)  # names for which there was nothing beside it


_records: Final[dict[str, _Record]] = {}
_lock: Final = threading.Lock()  # held for our own lists only, never while a file is run


def module_of(file: Path) -> ModuleType:
    """The module of this file, as the file and its neighbours are now. Raises whatever the file raises."""
    name = _name_of(file)
    _refresh(name)
    return importlib.import_module(name)


def without_folder(name: str) -> str:
    """The name of a module, which is the same wherever its folder lies."""
    return name if not name.startswith(_PREFIX) else _PREFIX + ".".join(name.split(".")[_UNIT - 1 :])


def without_folders(text: str) -> str:
    """A text in which the names of loaded modules are those that users gave them."""
    return _WITH_FOLDER.sub("", text)


def picklable(kind: type) -> None:
    """Let objects of a class that comes from a file say, when they are pickled, which edition of the file they are of."""
    if kind.__module__ in _records:
        copyreg.pickle(kind, _reduced)


# Names


def _name_of(file: Path) -> str:
    file = file.resolve()
    return f"{_PREFIX}{_quoted(str(file.parent))}.{_quoted(file.stem)}"


def _quoted(text: str) -> str:
    return text.replace("%", "%25").replace(".", "%2E")


def _unquoted(text: str) -> str:
    return text.replace("%2E", ".").replace("%25", "%")


def _unit(name: str) -> str:
    return ".".join(name.split(".")[:_UNIT])


def _folder(name: str) -> str:
    return ".".join(name.split(".")[: _UNIT - 1])


# What has changed


def _refresh(name: str) -> None:
    """Forget the files of a folder that are not as they were loaded, and those that import them."""
    with _lock:
        held = {one: record for one, record in _records.items() if _folder(one) == _folder(name)}
        stale = {_unit(one) for one, record in held.items() if _is_stale(record)}
        while grown := {_unit(one) for one, record in held.items() if record.imports & stale} - stale:
            stale |= grown
        for one in [one for one in held if _unit(one) in stale]:
            del _records[one]
            sys.modules.pop(one, None)
            vars(sys.modules.get(one.rpartition(".")[0], ModuleType(""))).pop(one.rpartition(".")[2], None)
            for kind in [kind for kind in copyreg.dispatch_table if kind.__module__ == one]:
                del copyreg.dispatch_table[kind]


def _is_stale(record: _Record) -> bool:
    folder = Path(record.file).parent
    return _digest_of(record.file) != record.digest or any(_source_in(folder, name) for name in record.absent)


def _digest_of(file: str) -> bytes | None:
    """None for a file that cannot be read."""
    try:
        return hashlib.sha256(read_whole(file, LARGEST)).digest()
    except ValueError:
        return None


# How a module is found and loaded


class _Finder(MetaPathFinder):
    """Finds folders, the files in them and the files of packages in them, by the names that they have here."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not fullname.startswith(_PREFIX):
            return None
        word = _unquoted(fullname.rpartition(".")[2])
        if fullname.count(".") == _PREFIX.count("."):
            return _package(fullname, word) if Path(word).is_dir() else None
        return next((found for folder in path or () if (found := _found(fullname, Path(folder), word))), None)


def _found(fullname: str, folder: Path, word: str) -> ModuleSpec | None:
    file = _source_in(folder, word)
    if file is None:
        return _package(fullname, str(folder / word)) if (folder / word).is_dir() else None
    if file.suffix != ".py":
        return importlib.util.spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, str(file)))
    within = [str(file.parent)] if file.name == "__init__.py" else None
    return importlib.util.spec_from_file_location(fullname, file, loader=_Source(fullname, str(file)), submodule_search_locations=within)


def _package(fullname: str, folder: str) -> ModuleSpec:
    """A folder that is a package without code of its own."""
    made = ModuleSpec(fullname, None, is_package=True)
    made.submodule_search_locations = [folder]
    return made


def _source_in(folder: Path, word: str) -> Path | None:
    """The file that is the module of this name in a folder."""
    names = (f"{word}.py", f"{word}/__init__.py", *(word + suffix for suffix in EXTENSION_SUFFIXES))
    return next((folder / name for name in names if (folder / name).is_file()), None)


class _Source(SourceFileLoader):
    """Reads the file itself, never what an earlier run kept of it: that is distinguished by the second in which it was written only."""

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(read_whole(self.path, LARGEST), self.path)

    def exec_module(self, module: ModuleType) -> None:
        data = read_whole(self.path, LARGEST)
        record = _Record(self.path, hashlib.sha256(data).digest())
        with _lock:
            _records[module.__name__] = record
        code = self.source_to_code(data, self.path)
        # without a date: whoever asks for the source of a function gets what was loaded, also when the file was edited since
        lines = importlib.util.decode_source(data).splitlines(keepends=True)
        linecache.cache[self.path] = (len(data), None, lines, self.path)
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": _importer(module.__name__, record)}
        exec(code, vars(module))  # noqa: S102  # the user's own file


def _importer(importer: str, record: _Record) -> Callable[..., Any]:
    """What `import` means in a module: the files beside it come first, and once imported they stay the same for it."""
    known: dict[tuple[str, int, tuple[str, ...]], Any] = {}
    folder = _folder(importer)

    def importing(name: str, of: Any = None, own: Any = None, fromlist: Iterable[str] | None = (), level: int = 0) -> Any:
        wanted = tuple(fromlist or ())
        key = name, level, wanted
        if key in known:
            return known[key]
        if level:
            base = importlib.util.resolve_name("." * level + name, (of or {}).get("__package__") or folder)
        elif not _is_itself(importer, name) and _is_beside(folder, name.partition(".")[0], record):
            base, of, level = f"{folder}.{name}", {"__package__": folder, "__name__": folder}, 1
        else:
            return builtins.__import__(name, of, own, wanted, level)
        record.imports.update([f"{base}.{one}" for one in wanted] if base == folder else [_unit(base)])
        known[key] = found = builtins.__import__(name, of, own, wanted, level)
        return found

    return importing


def _is_itself(importer: str, name: str) -> bool:
    """Whether a file that has the name of a module of Python's library asks for that name: it means the library's, never itself."""
    word = name.partition(".")[0]
    return word in sys.stdlib_module_names and _unquoted(importer.rpartition(".")[2]) == word


def _is_beside(folder: str, word: str, record: _Record) -> bool:
    """Whether a name that a file imports is that of a neighbour: as where Python runs a file, what lies beside it comes first.

    But a folder without code is nobody's neighbour while there is a module of that name elsewhere.
    """
    if word == "zermelo" or word in sys.builtin_module_names:
        return False
    place = Path(_unquoted(folder.rpartition(".")[2]))
    if _source_in(place, word):
        return True
    record.absent.add(word)
    if not (place / word).is_dir():
        return False
    elsewhere = importlib.util.find_spec(word)
    return elsewhere is None or elsewhere.origin is None


# What is pickled


def _reduced(thing: Any) -> str | tuple[Any, ...]:
    reduced = thing.__reduce_ex__(4)
    if isinstance(reduced, str):  # it is found by its name
        return reduced
    make, arguments, *rest = reduced
    return (_made, (_files_of(type(thing).__module__), make, arguments), *rest)


def _files_of(name: str) -> tuple[tuple[str, bytes | None], ...]:
    """The files that a module rests on, with the digests of what was loaded."""
    with _lock:
        units, found = [_unit(name)], {}
        for unit in units:
            for record in (record for one, record in _records.items() if _unit(one) == unit):
                found[record.file] = record.digest
                units += sorted(record.imports.difference(units))
    return tuple(sorted(found.items()))


def _made(files: tuple[tuple[str, bytes | None], ...], make: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """An object that was pickled, unless this process has other rules than the one that pickled it."""
    made = make(*arguments)
    here = {record.file: record.digest for record in list(_records.values())}
    for file, digest in files:
        if (here[file] if file in here else _digest_of(file)) != digest:
            raise GameError(f"{type(made).__name__} was pickled before {file} was edited; make it anew, with zermelo.load_game")
    picklable(type(made))
    return made


sys.meta_path.insert(0, _Finder())
