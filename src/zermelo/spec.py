"""The name of a game as people write it: `connect4`, `connect4(width=5, height=4)`, `my_game.py:MyGame(size=6)`.

A name alone is that of a game of ours, or of an installed package (installed.py).
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from zermelo import installed
from zermelo.errors import GameError, SpecError, ZermeloError
from zermelo.files import read_whole
from zermelo.game import Game
from zermelo.games import CATALOGUE
from zermelo.loaded import LARGEST, module_of, picklable
from zermelo.simultaneous import in_turns
from zermelo.sources import parsed
from zermelo.values import counted

__all__ = ["Named", "bound", "classes", "game_named", "load_file", "load_game", "parameters_of", "spec_of", "split_path", "unknown"]


@dataclass(frozen=True)
class Named:
    """A game by its name, and which edition of it this is: a file that was saved anew has another."""

    spec: str
    game: Game
    edition: int


def load_game(spec: str | Path) -> Game:
    """The game that `spec` names, its parameters written as in Python (plain values only; nothing is evaluated).

    A game with simultaneous moves comes in turns (see `zermelo.in_turns`).

    A game of one's own is named by its file and its class; without a class it is the file's only one, or the one that derives from
    all others. Raises SpecError for a name or a parameter that is wrong, GameError for a file that fails.
    """
    if not isinstance(spec, str | Path):
        raise SpecError(f"{spec!r} does not name a game; a name is text such as 'connect4' or 'my_game.py:MyGame'")
    spec = str(spec)
    path, name = split_path(spec.strip())
    if path is None and _LIKE_A_FILE.fullmatch(file := _CLASS.sub("", name)):
        raise SpecError(_no_file_of_games(file))
    return _make(*_making(spec), spec)


def _making(spec: str) -> tuple[Any, list[Any], dict[str, Any]]:
    """What makes the game that `spec` names, and the parameters that are given there."""
    path, name = split_path(spec.strip())
    called, positional, keywords = _parse_call(name, spec)
    maker = _catalogued(called) if path is None else _from_file(Path(path), called, plain=not (positional or keywords))
    return maker, positional, keywords


def spec_of(game: Game) -> str:
    """The name by which `load_game` makes this game, if it is one of ours; else how it is written in Python.

    >>> spec_of(load_game("connect4")), spec_of(load_game("mnk(4, 4, 3)"))
    ('connect4', 'mnk(width=4, height=4, line=3, players=2)')
    """
    kind, text = type(game), repr(game)
    for name, (module, called) in CATALOGUE.items():
        if called == kind.__name__ and f"{kind.__module__}.".startswith(f"{module}."):
            return name if repr(load_game(name)) == text else name + text.removeprefix(called)
    return text


def classes(path: Path) -> tuple[str, ...]:
    """The names of the games that a file defines: its own subclasses of Game, nothing that it imports.

    Raises SpecError where there is no file, GameError for one that fails.
    """
    return tuple(_classes(load_file(path)))


def game_named(spec: str) -> str:
    """The name in a name with parameters: `connect4` in `connect4(width=5)`. Raises SpecError where it is not written so."""
    return _parse_call(spec, spec)[0]


def bound(spec: str) -> inspect.BoundArguments:
    """The parameters of the game of ours that `spec` names, with their values there, or the usual ones; no game is made.

    Raises SpecError for another name, and where it does not take these parameters.

    >>> bound("othello(6)").arguments
    {'size': 6, 'empties_to_winner': False}
    """
    name = game_named(spec.strip())
    if name not in CATALOGUE:
        raise unknown(name, CATALOGUE)
    return parameters_of(spec)[1]


def parameters_of(spec: str) -> tuple[str, inspect.BoundArguments]:
    """What makes the game that `spec` names, one of a file or of a package, too, by its name there; and its parameters, as `bound`.

    Raises SpecError, and GameError for a file that fails.
    """
    maker, positional, keywords = _making(spec)
    try:
        found = _typed(maker).bind(*positional, **keywords)
    except TypeError as error:
        raise _not_taken(maker, keywords, spec, error) from error
    found.apply_defaults()
    return getattr(maker, "__name__", ""), found


def _typed(maker: Any) -> inspect.Signature:
    """The parameters of what makes a game, with their types where these are more than text."""
    try:
        return inspect.signature(maker, eval_str=True)
    except (NameError, SyntaxError, AttributeError, TypeError, ValueError):
        return _signature(maker) or inspect.Signature()


def unknown(name: str, there: Iterable[str], file: str | None = None) -> SpecError:
    """The error that there is no game of this name among those that are there; nor in a file, which is there if it is given."""
    near = [file] if file else difflib.get_close_matches(name, there, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return SpecError(f"there is no game {name!r}; {hint}`zermelo games` lists them, and a game of your own is `file.py:Class`")


def split_path(spec: str) -> tuple[str | None, str]:
    """The file that a name of a game or a player begins with, None where it is one of ours, and the rest."""
    path, colon, name = spec.rpartition(".py:")
    if colon:
        return path + ".py", name
    if spec.endswith(".py"):
        return spec, ""
    return None, spec


_LIKE_A_FILE: Final = re.compile(r"""[^()\[\]{}'"]*[./\\][^()\[\]{}'"]*""")
"""A text that names a file or a folder, if anything: what names a game has dots in its parameters alone."""
_CLASS: Final = re.compile(r":\w*(\(.*)?$", re.DOTALL)
"""What may follow the name of a file."""


def _no_file_of_games(path: str) -> str:
    """What to say of a path that does not end in .py: whether it is there, and what it may have been meant for."""
    if os.path.isdir(path):
        return f"{path} is a folder; name a file in it, as {os.path.join(path, 'my_game.py')}"
    if os.path.exists(path):
        return f"{path} is no file of games: the name of one ends in .py"
    folder, name = os.path.split(path)
    near = difflib.get_close_matches(name, os.listdir(folder or ".") if os.path.isdir(folder or ".") else (), n=1)
    return f"there is no file {path}" + (f"; did you mean {os.path.join(folder, near[0])}?" if near else "")


def _parse_call(text: str, spec: str) -> tuple[str, list[Any], dict[str, Any]]:
    if not text:
        return "", [], {}
    before = "_" if text[0].isdigit() else ""  # Python has no names such as 2048
    try:
        tree = parsed(before + text, mode="eval").body
        if isinstance(tree, ast.Name):
            return tree.id.removeprefix(before), [], {}
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and all(k.arg for k in tree.keywords):
            positional = [ast.literal_eval(argument) for argument in tree.args]
            return tree.func.id.removeprefix(before), positional, {str(k.arg): ast.literal_eval(k.value) for k in tree.keywords}
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        pass
    if ".py" in spec:
        raise SpecError(f"{spec!r} does not name a game; write it as `my_game.py` or `my_game.py:MyGame(width=5)`, with plain values")
    raise SpecError(f"{spec!r} does not name a game; write it as `connect4` or `connect4(width=5, height=4)`, with plain values")


def _catalogued(name: str) -> Any:
    if name in CATALOGUE:
        module, attribute = CATALOGUE[name]
        return getattr(importlib.import_module(module), attribute)
    others = {entry.name: entry for entry in installed.games()}
    if name not in others:
        file = f"{name}.py"
        raise unknown(name, [*CATALOGUE, *others], file if os.path.isfile(file) else None)
    return others[name].maker()


def _from_file(path: Path, name: str, *, plain: bool) -> Any:
    """What makes the game of this name in a file: a class of games, or an object that is one. Nothing else is ever called."""
    module = load_file(path)
    if not name:
        return _only_game(path, module)
    named = vars(module).get(name)
    if _is_game_class(named):
        return named
    if isinstance(named, Game):
        if not plain:
            raise SpecError(f"{name} of {path} is a game already, and takes no parameters; name it as {path}:{name}")
        return lambda: named
    has = ", ".join(_names_of_games(module)) or "none"
    if name not in vars(module):
        raise SpecError(f"{path} has no game {name!r}; it has: {has}")
    if inspect.isclass(named) and named.__module__ == module.__name__:
        raise SpecError(
            f"{name} of {path} is no subclass of zermelo.Game; "
            f"for a class of another maker write `game = zermelo.adapt({name})` in the file, and name {path}:game"
        )
    raise SpecError(
        f"{name} of {path} is a {type(named).__name__}, not a game: a name calls subclasses of zermelo.Game and nothing else; "
        f"for any other game write `game = ...` in the file, and name {path}:game. Games there: {has}"
    )


def _only_game(path: Path, module: ModuleType) -> Any:
    own = list(dict.fromkeys(_classes(module).values()))
    most = [one for one in own if all(issubclass(one, other) for other in own)]
    if most:
        return most[0]
    names = _names_of_games(module)
    if not own and len(names) == 1:
        return lambda: vars(module)[names[0]]
    if not names:
        like = next((key for key, value in vars(module).items() if _is_like_a_game(value, module)), None)
        if like is None:
            raise SpecError(f"{path} holds no games (subclasses of zermelo.Game)")
        raise SpecError(
            f"{path} holds no games (subclasses of zermelo.Game); "
            f"for {like}, a class of another maker, write `game = zermelo.adapt({like})` in the file"
        )
    count = counted(len(names), "game")
    raise SpecError(f"{path} holds {count} ({', '.join(names)}); name one, as {path}:{names[-1]}")


def _names_of_games(module: ModuleType) -> list[str]:
    """What can be named in a file: classes of its own, and objects."""
    return [*_classes(module), *(key for key, value in vars(module).items() if isinstance(value, Game))]


def _classes(module: ModuleType) -> dict[str, type[Game]]:
    return {key: value for key, value in vars(module).items() if _is_game_class(value) and value.__module__ == module.__name__}


def _is_game_class(value: object) -> bool:
    return inspect.isclass(value) and issubclass(value, Game) and value is not Game


def _is_like_a_game(value: object, module: ModuleType) -> bool:
    """Whether this is a class of the file with the methods that every maker of games writes."""
    return inspect.isclass(value) and value.__module__ == module.__name__ and hasattr(value, "actions") and hasattr(value, "result")


def load_file(path: Path) -> ModuleType:
    """The module that a file is. Raises SpecError where there is no file, GameError for one that fails."""
    if not os.path.lexists(path):
        raise SpecError(f"there is no file {path}")
    read_whole(path, LARGEST)  # else whatever is wrong with it would be told as of the code in it
    try:
        return module_of(path)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise GameError(f"{path} cannot be loaded: {type(error).__name__}: {_words(error)}{_where(error, path.resolve())}") from error


def _words(error: BaseException) -> str:
    return str(error.msg if isinstance(error, SyntaxError) else error)  # whose text names the line, as we do


def _where(error: BaseException, path: Path) -> str:
    if isinstance(error, SyntaxError):
        return f" (line {error.lineno}{'' if error.filename == str(path) else f' of {error.filename}'})"
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
    except (ZermeloError, KeyboardInterrupt):
        raise
    except TypeError as error:
        raise _not_taken(maker, keywords, spec, error) from error
    except BaseException as error:
        raise SpecError(f"{spec!r}: {type(error).__name__}: {error}") from error
    if not isinstance(made, Game):  # a class may make what it likes
        raise SpecError(f"{spec!r} makes a {type(made).__name__}, not a zermelo.Game")
    picklable(type(made))
    return in_turns(made)


def _not_taken(maker: Any, keywords: Iterable[str], spec: str, error: TypeError) -> SpecError:
    """The error that these are no parameters of what makes a game."""
    return SpecError(f"{spec!r}: {_no_parameter(maker, keywords) or error}{_takes(maker)}")


def _no_parameter(maker: Any, keywords: Iterable[str]) -> str:
    """What to say of the first keyword that is none of the maker's; nothing where all are."""
    signature = _signature(maker)
    if signature is None or any(one.kind is one.VAR_KEYWORD for one in signature.parameters.values()):
        return ""
    wrong = next((keyword for keyword in keywords if keyword not in signature.parameters), None)
    if wrong is None:
        return ""
    near = difflib.get_close_matches(wrong, signature.parameters, n=1)
    return f"there is no parameter {wrong!r}{f' (did you mean {near[0]}?)' if near else ''}"


def _takes(maker: Any) -> str:
    signature = _signature(maker)
    return "" if signature is None else f"; it takes {signature}"


def _signature(maker: Any) -> inspect.Signature | None:
    """The parameters of what makes a game, without their types; None where it does not say."""
    try:
        signature = inspect.signature(maker)
    except (TypeError, ValueError):
        return None
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()]
    return signature.replace(parameters=bare, return_annotation=inspect.Signature.empty)
