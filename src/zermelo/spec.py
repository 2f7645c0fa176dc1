"""The name of a game as people write it: `connect4`, `connect4(width=5, height=4)`, `my_game.py:MyGame(size=6)`."""

from __future__ import annotations

import ast
import difflib
import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import GameError, SpecError, ZermeloError
from zermelo.game import Game
from zermelo.games import CATALOGUE
from zermelo.sources import parsed


def game(spec: str | Path) -> Game:
    """The game that `spec` names, its parameters written as in Python (plain values only; nothing is evaluated).

    A game of one's own is named by its file and, where the file holds more than one, its class. Raises SpecError for
    a name or a parameter that is wrong, GameError for a file that fails.
    """
    if not isinstance(spec, str | Path):
        raise SpecError(f"{spec!r} does not name a game; a name is text such as 'connect4' or 'my_game.py:MyGame'")
    spec = str(spec)
    path, name = split_path(spec.strip())
    called, positional, keywords = _parse_call(name, spec)
    maker = _catalogued(called) if path is None else _from_file(Path(path), called)
    return _make(maker, positional, keywords, spec)


def forget(path: Path) -> None:
    """Load this file anew when one of its games is next named."""
    name = _module_name(path)
    if getattr(sys.modules.get(name), "__file__", None) == str(path.resolve()):
        del sys.modules[name]


def split_path(spec: str) -> tuple[str | None, str]:
    """The file that a name of a game begins with, None where it is one of ours, and the rest."""
    path, colon, name = spec.rpartition(".py:")
    if colon:
        return path + ".py", name
    if spec.endswith(".py"):
        return spec, ""
    return None, spec


def _parse_call(text: str, spec: str) -> tuple[str, list[Any], dict[str, Any]]:
    if not text:
        return "", [], {}
    try:
        tree = parsed(text, mode="eval").body
        if isinstance(tree, ast.Name):
            return tree.id, [], {}
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and all(k.arg for k in tree.keywords):
            positional = [ast.literal_eval(argument) for argument in tree.args]
            return tree.func.id, positional, {str(k.arg): ast.literal_eval(k.value) for k in tree.keywords}
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        pass
    raise SpecError(f"{spec!r} does not name a game; write it as `connect4` or `connect4(width=5, height=4)`, with plain values")


def _catalogued(name: str) -> Any:
    if name not in CATALOGUE:
        near = difflib.get_close_matches(name, CATALOGUE, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise SpecError(f"there is no game {name!r}; {hint}`zermelo games` lists them, and a game of your own is `file.py:Class`")
    module, attribute = CATALOGUE[name]
    return getattr(importlib.import_module(module), attribute)


def _from_file(path: Path, name: str) -> Any:
    module = _load(path)
    found = {key: value for key, value in vars(module).items() if _is_game_class(value) and value.__module__ == module.__name__}
    if name:
        maker = getattr(module, name, None)
        if isinstance(maker, Game):
            return lambda: maker
        if not callable(maker):
            raise SpecError(f"{path} has no game {name!r}; it has: {', '.join(found) or 'none'}")
        return maker
    if len(found) != 1:
        raise SpecError(
            f"{path} holds {len(found) or 'no'} games ({', '.join(found) or 'subclasses of zermelo.Game'}); name one as {path}:Class"
        )
    return next(iter(found.values()))


def _is_game_class(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, Game)


def _load(path: Path) -> ModuleType:
    if not path.is_file():
        raise SpecError(f"there is no file {path}")
    path = path.resolve()
    name = _module_name(path)
    loaded = sys.modules.get(name)
    if loaded is not None and getattr(loaded, "__file__", None) == str(path):
        return loaded
    made = importlib.util.spec_from_file_location(name, path)
    if made is None or made.loader is None:
        raise SpecError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(made)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))  # a game's file may import its neighbours
    try:
        made.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise GameError(f"{path} cannot be loaded: {type(error).__name__}: {_words(error)}{_where(error, path)}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _module_name(path: Path) -> str:
    return f"zermelo_file_{path.stem}"


def _words(error: BaseException) -> str:
    return str(error.msg if isinstance(error, SyntaxError) else error)  # whose text names the line, as we do


def _where(error: BaseException, path: Path) -> str:
    if isinstance(error, SyntaxError):
        return f" (line {error.lineno})"
    lines = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return f" (line {lines[-1]})" if lines else ""


def _make(maker: Any, positional: list[Any], keywords: dict[str, Any], spec: str) -> Game:
    try:
        made = maker(*positional, **keywords)
    except ZermeloError:
        raise
    except TypeError as error:
        takes = inspect.signature(maker)
        raise SpecError(f"{spec!r}: {error}; it takes {takes}") from error
    except (Exception, SystemExit) as error:
        raise SpecError(f"{spec!r}: {type(error).__name__}: {error}") from error
    if not isinstance(made, Game):
        kind = type(made).__name__
        raise SpecError(
            f"{spec!r} makes a {kind}, not a zermelo.Game; "
            f"for a class of another maker write `game = zermelo.adapt({kind})` in the file, and name file.py:game"
        )
    return made
