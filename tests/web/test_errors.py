"""What goes wrong is told in the reader's language: each error that a page can show has its phrases, and none falls back to English."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import zermelo
from tests.web.conftest import begun, events
from zermelo import load_game
from zermelo.errors import GameError, PositionError
from zermelo.games import CATALOGUE
from zermelo.games.mnk import TicTacToe
from zermelo.languages import LANGUAGES, language
from zermelo.play.play import Playing
from zermelo.user_errors import said

HOUSE = Path(zermelo.__file__).parent
OTHERS = [code for code in LANGUAGES if code != "en"]
SHOWN = (
    "web", "games", "spec.py", "evaluate", "display.py", "board_text.py", "state_text.py", "play/play.py", "play/file_player.py",
    "protocols/pgn.py", "protocols/pdn.py", "protocols/sgf.py",
    "explain/compare.py",
    "explain/determinizations.py", "explain/exercise.py", "explain/exercise_order.py", "explain/observe.py", "explain/opened.py",
    "explain/orders.py", "explain/page", "explain/printing.py", "explain/questions.py", "explain/quiet.py", "explain/scale.py",
    "explain/sheet.py", "explain/simulations.py", "explain/taken.py", "explain/worksheet.py", "search/algorithm.py", "search/ladder.py",
    "search/textbook.py", "search/registry.py", "search/runner.py", "search/mcts/search.py", "search/multiplayer/perspective.py",
    "search/engine/engine.py",
)  # fmt: skip
"""What the routes call, whose errors pages show."""
ELSEWHERE = ("web/hosts.py", "web/lessons", "web/store.py", "games/chess/weights.py", "games/chess/net_file.py",
             "games/backgammon/weights.py", "games/backgammon/evaluation.py", "games/chess/ending.py", "games/tree")  # fmt: skip
"""What is said in the terminal, when the studio or a program begins; and trees, whose game brings its phrases along."""
KINDS = {"SpecError", "PositionError", "ActionError", "SearchError", "NotNowError", "BusyError", "NoSuchSessionError", "NoSuchSheetError",
         "TreeTooLargeError", "MoveError"}  # fmt: skip
"""Errors that speak of what was asked. For what rules of one's own do wrong see the last test."""
AT_THE_START = ("two files are called", "0 is no file; name the Python file")


def raised() -> Iterator[tuple[str, str]]:
    """Each message of an error, with marks for what varies, and the line where it is made."""
    for name in SHOWN:
        for file in sorted((HOUSE / name).rglob("*.py")) if (HOUSE / name).is_dir() else [HOUSE / name]:
            where = file.relative_to(HOUSE).as_posix()
            if where.startswith(ELSEWHERE):
                continue
            written = file.read_text(encoding="utf-8")
            if not any(f"{kind}(" in written for kind in KINDS):
                continue
            tree = ast.parse(written)
            helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS and node.args:
                    for text in messages(node.args[0], helpers):
                        if not text.startswith(AT_THE_START):
                            yield f"{where}:{node.lineno}", text


def messages(written: ast.expr | None, helpers: dict[str, ast.FunctionDef]) -> Iterator[str]:
    """The messages that an expression may be, written there or in a function of the same file, with the marks 0, 1, ... for what varies."""
    if isinstance(written, ast.Constant) and isinstance(written.value, str):
        yield written.value
    elif isinstance(written, ast.JoinedStr):
        marks = iter("0123456789")
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else next(marks) for part in written.values)
    elif isinstance(written, ast.IfExp):
        yield from messages(written.body, helpers)
        yield from messages(written.orelse, helpers)
    elif isinstance(written, ast.Call) and isinstance(written.func, ast.Name) and written.func.id in helpers:
        for node in ast.walk(helpers[written.func.id]):
            if isinstance(node, ast.Return):
                yield from messages(node.value, helpers)


def test_no_error_that_a_page_can_show_falls_back_to_english():
    messages = [(where, text) for where, text in raised() if any(letter.isalpha() for letter in text)]
    assert len(messages) > 300
    for speech in map(language, OTHERS):
        told = [(where, text, speech.trouble(text)) for where, text in messages]
        assert [(where, text) for where, text, found in told if found == text] == []
        assert [one for one in told if sorted(filter(str.isdecimal, one[1])) != sorted(filter(str.isdecimal, one[2]))] == []


def test_phrases_of_errors_are_the_same_in_each_language():
    found = [language(code).errors for code in OTHERS]
    assert [list(one) for one in found] == [list(found[0])] * len(OTHERS)
    for phrases in found:
        assert all(told.count("{}") <= text.count("{}") and told.strip() for text, told in phrases.items())


@pytest.mark.parametrize(
    ("path", "asked", "told"),
    [
        (
            "tree",
            {"game": "connect4", "moves": "9"},
            ("'9', jugada 1: '9' no es una jugada legal", "'9', jogada 1: '9' não é uma"),
        ),
        ("tree", {"game": "connet4"}, ("¿querías decir connect4?", "querias dizer connect4?")),
        ("tree", {"game": "nim(heaps=(0, 2))"}, ("heaps=(0, 2) no es posible; cada uno", "heaps=(0, 2) não é possível; cada um")),
        ("tree", {"game": "tictactoe", "depth": 900}, ("depth: ha de ser 100 como mucho", "depth: tem de ser 100 no máximo")),
        ("tree", {"game": "tree('(1 2')"}, ("árbol, línea 1, columna 1: ( no se cierra nunca", "árvore, linha 1")),
        ("order", {"game": "tictactoe", "depth": 9}, ("el árbol tiene más de 5.000 nodos", "a árvore tem mais de 5.000 nós")),
        (
            "tree",
            {"game": "chess", "position": "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"},
            ("blancas: 2 reyes; pon", "brancas: 2 reis; põe"),
        ),
        ("tree", {"game": "othello", "position": "x"}, ("'x' tiene 1 parte; una posición es", "'x' tem 1 parte; uma posição é")),
        (
            "pgn",
            {"text": "1. e4 e5\n2. Ke5 *"},
            ("partida 1, línea 2: 2. Ke5: 'Ke5' no es una jugada legal", "partida 1, linha 2: 2. Ke5: 'Ke5' não é uma"),
        ),
        (
            "pgn",
            {"text": '[FEN "x"]\n\n1. e4 *'},
            ("partida 1, línea 1: la cabecera FEN: 'x' tiene 1 campo", "partida 1, linha 1: o cabeçalho FEN: 'x' tem 1 campo"),
        ),
        ("pgn", {"text": "\n{x"}, ("línea 2: '{x' empieza un comentario", "linha 2: '{x' começa um comentário")),
        (
            "simulations",
            {"game": "pawns", "simulations": 0},
            ("ha de ser 1 como mínimo", "tem de ser 1 no mínimo"),
        ),
    ],
)
def test_a_page_is_told_in_its_language(studio, path, asked, told):
    english = studio.post(f"/api/{path}", json=asked)
    assert english.status_code == 422
    for code, words in zip(("es", "pt"), told, strict=True):
        error = studio.post(f"/api/{path}", json={**asked, "lang": code}).json()["error"]
        assert words in error
        assert error != english.json()["error"]


@pytest.mark.parametrize(
    ("code", "told"), [("en", "A2, B2, A1, B1, pass"), ("es", "A2, B2, A1, B1, pasar"), ("pt", "A2, B2, A1, B1, passar")]
)
def test_legal_actions_are_named_in_the_reader_s_language(studio, code, told):
    """Where moves are typed, where a page plays, and on the page of analysis."""
    asked = {"game": "go(2)", "moves": "z9", "lang": code}
    assert told in studio.post("/api/tree", json=asked).json()["error"]
    assert told in studio.post("/api/analyse/open", json=asked).json()["error"]
    number = begun(studio, "go(2)")["number"]
    assert told in studio.post(f"/api/games/{number}/moves", json={"ply": 0, "action": "77", "lang": code}).json()["error"]


def test_what_streams_and_guards_refuse_is_told_so_too(studio):
    answer = studio.post("/api/ladder", json={"game": "tictactoe", "evaluation": "kings", "lang": "es"})
    assert "no tiene la evaluación 'kings'" in events(answer)[-1][1]["error"]
    answer = studio.post("/api/tree", content=b" " * 300_000, headers={"accept-language": "pt"})
    assert answer.json()["error"] == "é grande demais: aceitam-se 256 KiB no máximo"


def test_a_game_of_ones_own_brings_the_phrases_of_its_errors_along(studio, monkeypatch):
    def refused(game, text):
        raise PositionError(f"{text!r} is too odd")

    monkeypatch.setattr(TicTacToe, "read", refused)
    monkeypatch.setattr(TicTacToe, "phrases", {"es": {"{} is too odd": "{} es demasiado raro"}, "pt": {}})
    for code, told in (("es", "'x' es demasiado raro"), ("pt", "'x' is too odd"), ("en", "'x' is too odd")):
        assert studio.post("/api/tree", json={"game": "tictactoe", "position": "x", "lang": code}).json()["error"] == told


def test_a_hostile_text_is_told_without_trying_all_ways_to_part_it():
    inner = "' has " * 2_000 + " in " * 2_000
    assert language("es").trouble(f"{inner} is not a legal action here; legal: {inner}").count("no es una jugada legal") == 1


@pytest.mark.parametrize("lang", OTHERS)
def test_what_a_position_consists_of_is_told_in_the_readers_language(lang):
    for name in CATALOGUE:
        game = load_game(name)
        with pytest.raises(PositionError) as raised:
            game.read("")
        told = language(lang).trouble(str(raised.value), game.phrases)
        assert not re.search(r"\b(the|who|is|not|written|reads)\b", told.partition(" como ")[0]), (name, told)


@pytest.mark.parametrize(
    ("path", "asked", "told"),
    [
        ("pgn", {"text": ""}, "el texto no contiene ninguna partida; un PGN es así: 1. e4 e5 2. Nf3 *"),
        ("analyse/open", {"text": ""}, "el texto no contiene ninguna partida; un PGN es así: 1. e4 e5 2. Nf3 *"),
        ("scale", {"tree": ""}, "un texto vacío no es un árbol; escribe uno como ((3 12 8) (2 4 6) (14 5 2))"),
        ("worlds", {"tree": ""}, "un texto vacío no es un árbol; escribe uno como ((3 12 8) (2 4 6) (14 5 2))"),
        ("board", {"game": ""}, "no hay ningún juego ''; `zermelo games` los enumera, y un juego tuyo es `file.py:Class`"),
        ("pgn", {"text": "x" * 100_001}, "text: se aceptan 100000 letras como mucho, y estas son 100001; omite algunas"),
    ],
)
def test_a_box_that_is_empty_or_too_full_is_answered_with_what_is_expected(studio, path, asked, told):
    answer = studio.post(f"/api/{path}", json={**asked, "lang": "es"}, headers={"accept-language": "es"})
    assert (answer.status_code, answer.json()["error"]) == (422, told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rank 1, 'RNBQKBN', has fewer than 8 squares", "la fila 1, 'RNBQKBN', tiene menos de 8 casillas"),
        (
            "'z' is not the player to move, w or b; a position reads as '8/8 w'",
            "'z' no es el jugador que mueve, w o b; una posición se escribe como '8/8 w'",
        ),
        (
            "TicTacToe() has no evaluation 'e'; it has: open_lines, result; to give it one, write `class Mine(zermelo.Evaluation)` with "
            '`value(self, game, state, player)`, and `evaluations = {"e": Mine()}` in the game\'s class',
            "TicTacToe() no tiene la evaluación 'e'; tiene: open_lines, result; para darle una, escribe "
            "`class Mine(zermelo.Evaluation)` con "
            '`value(self, game, state, player)` y `evaluations = {"e": Mine()}` en la clase del juego',
        ),
    ],
)
def test_of_phrases_that_fit_that_is_told_which_says_the_most(text, told):
    assert language("es").trouble(text) == told


RIGHT = """
import zermelo as z

class Five(z.Game):
    def initial(self): return (0, z.MAX)
    def to_move(self, state): return state[1]
    def actions(self, state): return [1, 2]
    def result(self, state, action): return (state[0] + action, 1 - state[1])
    def is_terminal(self, state): return state[0] >= 5
    def utility(self, state, player): return -1 if player == state[1] else 1
"""


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("(self): return (0", "(self) return (0", "no se puede cargar: SyntaxError: expected ':' (línea 5)"),
        ("import zermelo", "import zermelos", "no se puede cargar: ModuleNotFoundError: No module named 'zermelos' (línea 2)"),
        ("def utility", "def worth", "Five no define `utility(self, state, player)`, y todo juego ha de hacerlo"),
        ("1 - state[1])", "1 / 0)", "línea 8, en result: ZeroDivisionError: division by zero; posición: (0,0)"),
        (": return (state[0]", ": (state[0]", "da None para 1, y ha de dar el estado que sigue; ¿falta un `return`?; posición: (0,0)"),
        ("[1, 2]", "[]", "`actions` no da nada, y la partida no ha terminado, en la posición '(0,0)' de Five()"),
        ("[1, 2]", "['a']", "`actions` de Five() da 'a' (de tipo str); una acción es un int, y `name(self, state, action)` dice"),
        ("return state[1]", "return 5", "`to_move` devuelve 5 en la posición '(0,0)' de Five(), y el juego es para 2 jugadores"),
        ("return -1", "return None", "da None, y ha de dar un número; ¿falta un `return`?; posición: (5,1)"),
    ],
)
def test_what_rules_of_ones_own_do_wrong_is_told_in_the_reader_s_language(tmp_path, right, wrong, told):
    assert right in RIGHT
    (tmp_path / "five.py").write_text(RIGHT.replace(right, wrong))
    with pytest.raises((GameError, NotImplementedError, ZeroDivisionError)) as raised:
        zermelo.observe(load_game(f"{tmp_path / 'five.py'}"), algorithm="minimax")
    words = said(raised.value)
    assert told in language("es").trouble(words)
    assert not re.search(r"\b(and|must|loaded|line|position|gives|the)\b", language("pt").trouble(words))


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("[1, 2]", "[]", "`actions` gives nothing, and the game is not over"),
        ("return state[1]", "return 5", "`to_move` returns 5 in position"),
        (": return (state[0]", ": (state[0]", r"gives None for 1, and must give the state that follows; is a `return` missing\?"),
    ],
)
def test_a_game_that_nobody_can_go_on_with_is_not_shown_as_one_under_way(tmp_path, right, wrong, told):
    (tmp_path / "five.py").write_text(RIGHT.replace(right, wrong))
    game = load_game(f"{tmp_path / 'five.py'}")
    playing = Playing(game, [], [game.initial()], random.Random(1))
    with pytest.raises(GameError, match=told):
        _go_on(playing)


def _go_on(playing):
    assert playing.mover == zermelo.MAX
    playing.take(playing.legal[0])
