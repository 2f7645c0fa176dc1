"""The floors of the house: which room may import which, who may import what is slow to load, and the public names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zermelo

HOUSE = Path(zermelo.__file__).parent
ROOT = HOUSE.parent.parent

FLOORS = {
    "errors": "",
    "interrupts": "",
    "bits": "",
    "words": "bits errors",
    "values": "bits words",
    "sharing": "bits words",
    "board": "",
    "board_text": "errors values",
    "rows": "",
    "sources": "",
    "files": "errors",
    "forms": "",
    "loaded": "errors files",
    "rich_display": "",
    "units": "",
    "hints": "units words",
    "state_text": "bits errors values words",
    "display": "board errors state_text units",
    "game": "display errors hints",
    "simultaneous": "board errors game",
    "shadows": "game simultaneous state_text units",
    "answers": "game shadows values",
    "rule_errors": "answers errors game sources values",
    "wide": "bits",
    "ranks": "bits game",
    "mirrors": "bits",
    "tiers": "errors game values",
    "games": "bits board board_text display errors files game units hints mirrors ranks rows values wide",
    "installed": "errors game games hints",
    "evaluate": "bits errors game hints installed units",
    "search": "answers bits errors evaluate files game hints installed rich_display rule_errors shadows simultaneous sources values words",
    "solving": "errors files game hints native rule_errors search simultaneous tiers values words",
    "native": "bits display errors game hints loaded rows sharing sources wide words",
    "databases": "bits errors files forms game games native rule_errors search solving spec tiers values words",
    "books": "databases errors files forms game rule_errors search spec values",
    "proofs": "databases errors files forms game rule_errors search spec words",
    "spec": "errors files game games installed loaded simultaneous sources values",
    "adapters": "errors game values",
    "checker": "answers bits board errors game hints rich_display shadows sharing simultaneous state_text tiers values words",
    "verify": "errors evaluate game hints games search solving",
    "languages": "errors values",
    "titles": "errors game games languages spec",
    "scales": "evaluate game hints languages search units",
    "explain": "scales answers board draw errors evaluate game hints games languages rich_display rule_errors search sources spec titles "
    "values words",
    "learn": "errors game games native rows search words",
    "play": "answers books databases errors evaluate game hints rich_display rule_errors search simultaneous solving spec values",
    "protocols": "scales errors files game games languages native play rule_errors search spec values wide",
    "draw": "board",
    "user_errors": "errors game rule_errors search",
    "view": "user_errors board draw errors game languages play scales",
    "notebook": "analysis books checker draw eligibility errors explain game games languages play protocols rich_display scales search "
    "simultaneous spec user_errors values view",
    "eligibility": "errors explain game languages search spec titles view",
    "analysis": "__init__ errors game games languages native play protocols scales search spec titles values view",
    "web": "__init__ analysis books databases eligibility evaluate hints rule_errors user_errors board draw errors explain game games "
    "installed languages loaded play protocols search solving sources spec titles values view scales",
    "cli": "__init__ adapters bits books user_errors checker databases draw errors evaluate explain files game games installed interrupts "
    "languages learn loaded native scales play proofs protocols rule_errors search simultaneous solving spec values verify web",
    "__main__": "cli",
    "__init__": "adapters bits books checker databases errors evaluate explain game hints interrupts notebook play proofs search "
    "simultaneous solving spec units",
}
"""The rooms from the ground up, each with those that it may import. Nobody imports `cli`."""

AT_NEED = {"search": "native", "solving": "databases", "checker": "native search", "cli": "native", "web": "native", "analysis": "native"}
"""What may be imported inside functions only: the compiler costs half a second; a game that is checked may need no search."""

SLOW = {
    "numba": "native",
    "llvmlite": "native",
    "numpy": "books databases learn native proofs",
    "zstandard": "databases",
    "ray": "databases",
    "typer": "cli",
    "fastapi": "web",
    "starlette": "web",
    "uvicorn": "web",
    "h11": "web",
    "sse_starlette": "web",
    "pydantic": "web",
    "jinja2": "web",
    "markupsafe": "web",
    "markdown_it": "web",
    "rich": "cli",
    "scipy": "learn solving verify",
    "platformdirs": "native web",
    "cairosvg": "explain",
    "sgfmill": "protocols",
    "chess": "protocols",
    "anywidget": "notebook",
    "traitlets": "notebook",
}
"""Packages of others, and the rooms that may import each."""


def room_of(file: Path) -> str:
    return file.relative_to(HOUSE).parts[0].removesuffix(".py")


def imports(file: Path) -> Iterator[tuple[str, bool, int]]:
    """The modules that a file imports: (dotted name, whether inside a function, line)."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    inside = {id(node) for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) in inside, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno} imports by a relative name; write it out"
            names = [f"zermelo.{alias.name}" for alias in node.names] if node.module == "zermelo" else [str(node.module)]
            for name in names:
                yield name, id(node) in inside, node.lineno


FILES = sorted(HOUSE.rglob("*.py"))
SHORT_NAMES = [str(file.relative_to(HOUSE)) for file in FILES]


@pytest.mark.parametrize("file", FILES, ids=SHORT_NAMES)
def test_a_file_imports_only_from_floors_below(file):
    room = room_of(file)
    assert room in FLOORS, f"{room} is a new room; say in FLOORS what it stands on"
    allowed, at_need = {room, *FLOORS[room].split()}, AT_NEED.get(room, "").split()
    for name, in_function, line in imports(file):
        if name.split(".")[0] != "zermelo":
            continue
        other = name.split(".")[1] if "." in name else "__init__"
        if other in at_need and other != room:
            assert in_function, f"{file}:{line} imports {name} on loading; do it in the function that needs it"
        else:
            assert other in allowed, f"{file}:{line}: {room} may not import {name}"


@pytest.mark.parametrize("file", FILES, ids=SHORT_NAMES)
def test_only_its_room_imports_a_package_of_others(file):
    for name, _, line in imports(file):
        package = name.split(".")[0]
        if package == "zermelo" or package in sys.stdlib_module_names:
            continue
        assert package in SLOW, f"{file}:{line} imports {package}, which no room is known to need"
        assert room_of(file) in SLOW[package].split(), f"{file}:{line} imports {package}; only {SLOW[package]} may"


def test_the_door_to_compiled_code_is_light():
    """`zermelo.native` itself may be imported by all who need it; it loads the compiler when that is asked."""
    assert not [
        name
        for name, in_function, _ in imports(HOUSE / "native" / "__init__.py")
        if not in_function and name not in ("__future__", "collections.abc", "contextlib", "functools", "gc", "typing", "zermelo.errors")
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "import zermelo",
        "import zermelo; zermelo.best(zermelo.load_game('tictactoe'), depth=2, mode='interpreted')",
        "import zermelo.checker as c, zermelo; c.check(zermelo.load_game('nim'), compile=False)",
        "from zermelo.adapters import adapt",
        "import zermelo.play",
        "import zermelo.explain.playthrough",
        "import zermelo as z; repr(z.shown(z.load_game('tictactoe')))",
        "import zermelo as z; z.play_game(z.load_game('tictactoe'), ['random', 'random'])._repr_html_()",
    ],
)
def test_nothing_slow_is_loaded_before_it_is_needed(statement):
    program = f"import sys; {statement}; print(*[name for name in {list(SLOW)} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_the_command_s_help_loads_no_compiler():
    program = """if True:
        import sys
        from zermelo.cli import main
        sys.argv = ["zermelo", "--help"]
        try:
            main()
        finally:
            assert "numba" not in sys.modules and "numpy" not in sys.modules
    """
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.returncode, "AssertionError" in run.stderr) == (0, False), run.stderr


PUBLIC = """
    ALL CHANCE MAX MIN
    ActionError CompileError GameError PositionError SearchError SpecError ZermeloError
    Bits Clock Engine EngineResult Evaluation Game Result SearchTree Solution Solver Strategy Unit
    adapt analyse best check check_book check_database check_proof count_states equilibrium gather_games in_turns load_game
    make_book make_database match observe open_book open_database open_games perft play_game prove read_proof replace shown solve widget
"""


def test_the_public_names():
    assert sorted(zermelo.__all__) == sorted(PUBLIC.split())
    assert len(zermelo.__all__) == len(set(zermelo.__all__))


@pytest.mark.parametrize("name", PUBLIC.split())
def test_a_public_name_is_there_and_explains_itself(name):
    thing = getattr(zermelo, name)
    assert isinstance(thing, int) or thing.__doc__


def test_the_files_that_the_page_about_the_inside_names_are_there():
    page = (ROOT / "docs" / "inside.md").read_text()
    named = set(re.findall(r"`(src/zermelo/[\w/.]+)`", page)) | set(re.findall(r" (src/zermelo/[\w/]+\.py)$", page, re.MULTILINE))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    runtime = {f"src/zermelo/search/runtime/{file.name}" for file in (ROOT / "src/zermelo/search/runtime").glob("[a-z]*.py")}
    assert runtime <= named


def test_the_contributor_s_page_names_the_floors_that_games_stand_on():
    page = (ROOT / "CONTRIBUTING.md").read_text()
    named = re.search(r"`games` import only (.*?);", page, re.DOTALL)
    assert named is not None
    assert set(re.findall(r"`(\w+)`", named[1])) == set(FLOORS["games"].split())
    only = re.search(r"only\s+`(\w+)`\s+imports\s+numba", page)
    assert only is not None
    assert only[1] == SLOW["numba"]


UPWARDS = {
    ("native", "native.compiler"): "the light door to the compiler, which takes half a second to load",
}
"""Imports at need, inside functions, of what stands above; nothing else may close a circle."""


def test_no_file_imports_itself_by_way_of_others():
    """No circle on loading, for types, or inside functions, but for what `UPWARDS` gives a reason for."""
    modules = {".".join(file.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__"): file for file in FILES}
    graph = {name: {other for other in _imported(file, modules) if other != name} for name, file in modules.items()}
    assert [edge for edge in UPWARDS if edge[1] not in graph[edge[0]]] == []
    down = {name: {other for other in others if (name, other) not in UPWARDS} for name, others in graph.items()}
    assert [name for name in down if name in _reached(down, name)] == []


def _imported(file: Path, modules: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zermelo"):
            base = str(node.module).removeprefix("zermelo").removeprefix(".")
            for alias in node.names:
                inner = f"{base}.{alias.name}".removeprefix(".")
                yield inner if inner in modules else base or "__init__"


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for other in graph[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def test_no_public_name_shadows_a_module():
    """`import zermelo.game` and `import zermelo.play` give the modules, whatever was imported before."""
    program = (
        "import zermelo, zermelo.game, zermelo.play, zermelo.solving; print(type(zermelo.game), type(zermelo.play), zermelo.game.Game)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "<class 'module'> <class 'module'> <class 'zermelo.game.Game'>\n"
    modules = {path.stem for path in HOUSE.iterdir()}
    assert not modules & set(zermelo.__all__)


LISTED = [file for file in sorted(HOUSE.rglob("__init__.py")) if re.search(r"^[a-z_]+\.py  ", file.read_text(), re.MULTILINE)]


@pytest.mark.parametrize("file", LISTED, ids=lambda file: file.parent.name)
def test_what_a_package_lists_is_what_lies_in_it(file):
    named = set(re.findall(r"\b[a-z_]+\.py\b", ast.get_docstring(ast.parse(file.read_text()))))
    assert named == {path.name for path in file.parent.glob("*.py")} - {"__init__.py"}


def test_the_files_that_modules_name_at_their_top_are_there() -> None:
    names = {path.name for path in FILES} | {"file.py", "helper.py", "my_game.py", "greedy.py"}  # the last ones are users'
    tops = {file: ast.get_docstring(ast.parse(file.read_text())) or "" for file in FILES}
    assert {file.name: name for file, top in tops.items() for name in re.findall(r"\b[a-z_]+\.py\b", top) if name not in names} == {}
