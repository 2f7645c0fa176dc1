"""The module of a widget, as a notebook loads it: one text, with no address from which more could come.

Each module of ours is the body of a function that returns what it exports, and comes after those that it imports. All of them are made
anew for each view of the widget.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final

_PLACE: Final = files("zermelo")
_IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_COMMENT: Final = re.compile(r"^ *(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


def text_of(path: str) -> str:
    """A file of the package."""
    return (_PLACE / path).read_text(encoding="utf-8")


def bundled(entry: str, instead: Mapping[str, str] = MappingProxyType({})) -> str:
    """The text of the module of a widget, which is shown by the function `render` of the module `entry`.

    instead  modules that take the place of others
    """
    made: dict[str, str] = {}
    _add(entry, instead, made)
    bodies = "".join(made.values())
    return f'export default {{ render(notebook) {{\nconst modules = {{}};\n{bodies}return modules["{entry}"].render(notebook);\n}} }};\n'


def _add(path: str, instead: Mapping[str, str], made: dict[str, str]) -> None:
    """Put a module behind those that it imports."""
    text = _COMMENT.sub("", text_of(path))

    def imported(found: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2]))
        other = instead.get(other, other)
        if other not in made:
            _add(other, instead, made)
        return f'const {{ {found[1].strip()} }} = modules["{other}"];\n'

    body = _IMPORT.sub(imported, text)
    exported = ", ".join(_EXPORT.findall(body))
    made[path] = f'modules["{path}"] = (() => {{\n{_EXPORT.sub("", body)}return {{ {exported} }};\n}})();\n'
