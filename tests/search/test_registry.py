"""The registry of searchers: who is chosen for a game, by what is asked; and searchers that an installed package enters."""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path
from typing import Any

import pytest

import zermelo as z
from tests.search.wild import Wild
from zermelo.installed import Entry
from zermelo.play.players import player
from zermelo.search import registry
from zermelo.search.registry import OUR_NAMES, OURS, chosen, names, searchers
from zermelo.search.result import Result
from zermelo.search.searcher import Searcher

KUHN = z.load_game("kuhn")


@pytest.mark.parametrize(
    ("game", "asked", "name"),
    [
        (Wild(), [], "engine"),
        (Wild(), ["depth", "killers"], "engine"),
        (Wild(), ["depth", "sooner"], "alphabeta"),
        (Wild(chance=True), ["ties"], "expectiminimax"),
        (Wild(players=3), [], "engine"),
        (Wild(players=3), ["ties"], "maxn"),
        (Wild(players=3, chance=True), [], "maxn"),
    ],
)
def test_where_none_is_named_the_first_is_chosen_that_takes_all_that_is_asked(game: z.Game, asked: list[str], name: str) -> None:
    assert chosen(game, None, asked).name == name


def test_one_name_may_stand_for_two_searchers() -> None:
    """The engine of many players is another one; both are entered."""
    assert [one.make.__name__ for one in searchers() if one.name == "engine"] == ["Engine", "Maxn"]  # type: ignore[attr-defined]
    assert chosen(Wild(), "engine").has("killers")
    assert not chosen(Wild(players=3), "engine").has("killers")


@pytest.mark.parametrize("name", names())
def test_each_makes_what_searches_a_game_or_says_why_not(name: str) -> None:
    """With depth 1, or one simulation, on the first of these games that it fits."""
    fitting = [(game, state) for game, state in _games() if any(one.name == name and one.fits(game) for one in searchers())]
    game, state = fitting[0]
    limit = {"depth": 1} if chosen(game, name).has("depth") else {"simulations": 1}
    found = z.best(game, state, algorithm=name, history=_before(game), mode="interpreted", **limit)  # type: ignore[arg-type]
    assert found.action in tuple(game.actions(state))
    assert found.algorithm == name


def _games() -> list[tuple[z.Game, Any]]:
    race = z.load_game("tictactoe")
    three = z.load_game("mnk(3, 3, 3, players=3)")
    dealt = _play(KUHN, 2)
    puzzle = z.load_game("sliding")
    return [(race, race.initial()), (three, three.initial()), (KUHN, dealt[-1]), (puzzle, puzzle.read("1 . 2/3 4 5/6 7 8"))]


def _play(game: z.Game, plies: int) -> list[Any]:
    states = [game.initial()]
    for _ in range(plies):
        states.append(game.result(states[-1], next(iter(game.outcomes(states[-1])))[0]))
    return states


def _before(game: z.Game) -> list[Any]:
    return _play(game, 2)[:-1] if game is KUHN else []


class First:
    """A searcher of somebody else: it takes the first action, and looks no further."""

    def __init__(self, game: z.Game, *, shyness: float = 0.0, mode: str = "auto") -> None:
        self.game, self.shyness = game, shyness

    def search(self, state: Any, *, depth: int = 1, history: Any = (), progress: Any = None) -> Result:
        action = next(iter(self.game.actions(state)))
        return Result(self.game, state, "first", self.shyness, action, None, (action,), 1, 0, 0, depth, 0.0, "interpreted")

    def clear(self) -> None:
        """There is nothing to forget."""


class Point:
    """An entry point of an installed package."""

    def __init__(self, name: str, loaded: Any) -> None:
        self.name, self.loaded = name, loaded

    def load(self) -> Any:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What a package with these entry points adds to the registry."""

    def install(*points: Point) -> None:
        entries = [Entry(point.name, "nimble 1.0", point) for point in points]  # type: ignore[arg-type]  # as much of one as is asked for
        monkeypatch.setattr(registry.installed, "searchers", lambda: entries)
        searchers.cache_clear()

    yield install
    monkeypatch.undo()
    searchers.cache_clear()


ENTRY = Searcher("first", "the first action", First, lambda _: None, ("depth",), ("shyness",))


def test_a_package_may_enter_a_searcher(installed: Any) -> None:
    installed(Point("first", ENTRY))
    game = z.load_game("tictactoe")
    found = z.best(game, algorithm="first", shyness=0.25)
    assert (found.algorithm, found.value, found.action) == ("first", 0.25, 0)
    assert player("first:depth=3,shyness=0.5", game)(game.initial()) == 0
    with pytest.raises(z.SearchError, match="first has no option 'seconds'; engine and mcts have it"):
        z.best(game, algorithm="first", seconds=1)


def test_a_searcher_is_tried_without_a_package() -> None:
    found = z.best(z.load_game("tictactoe"), algorithm=ENTRY, shyness=0.25)
    assert (found.algorithm, found.value, found.action) == ("first", 0.25, 0)


class WithoutMode(First):
    def __init__(self, game: z.Game) -> None:
        super().__init__(game)


class WithoutHistory(First):
    def search(self, state: Any) -> Result:  # type: ignore[override]
        return super().search(state)


class WithoutResult(First):
    def search(self, state: Any, **asked: Any) -> Any:
        return {"action": 0}


class Careless(First):
    def search(self, state: Any, **asked: Any) -> Any:
        return state + None


def of_a_package() -> Any:
    """A searcher that divides by 0, in a file of an installed package."""
    names: dict[str, Any] = {"First": First}
    code = "class Dividing(First):\n    def search(self, state, **asked):\n        return 1 / 0\n"
    exec(compile(code, f"{sysconfig.get_path('purelib')}/careless.py", "exec"), names)  # noqa: S102  # what stands above
    return names["Dividing"]


@pytest.mark.parametrize(
    ("made", "error", "says"),
    [
        (WithoutMode, z.SearchError, "the searcher 'first' cannot be asked: .*'mode'; `make` is given mode"),
        (WithoutHistory, z.SearchError, "the searcher 'first' cannot be asked: .*; `search` is given history, progress"),
        (WithoutResult, z.SearchError, "the searcher 'first' gives dict, and `best` a zermelo.Result"),
        (Careless, TypeError, "unsupported|can only concatenate"),  # a file of the user's own: it is told with its line
        (of_a_package(), z.SearchError, "the searcher 'first' failed: ZeroDivisionError: division by zero, in careless.py, line 3"),
    ],
)
def test_a_searcher_that_does_not_keep_to_the_protocol_is_named(made: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        z.best(z.load_game("tictactoe"), algorithm=Searcher("first", "", made, lambda _: None, (), ()))


@pytest.mark.parametrize(
    ("point", "why"),
    [
        (Point("first", ImportError("no such thing")), "ImportError: no such thing"),
        (Point("first", First), "is to be a zermelo.Searcher, and is <class .*First'>"),
        (Point("second", ENTRY), "calls itself 'first'; give the entry point and the Searcher one name"),
        (Point("engine", Searcher("engine", "", First, lambda _: None, (), ())), "has the name of a searcher that comes with Zermelo"),
    ],
)
def test_one_that_is_broken_is_left_out_with_a_warning(installed: Any, point: Point, why: str) -> None:
    installed(point)
    with pytest.warns(UserWarning, match=f"a searcher is left out: {point.name}, of the package nimble 1.0, .*{why}"):
        assert set(names()) == {one.name for one in OURS}
    assert z.best(z.load_game("tictactoe"), depth=1, mode="interpreted").algorithm == "engine"


def test_a_whole_state_of_a_game_that_hides_something_is_taken_for_what_its_player_sees() -> None:
    """Player 1 holds a king, whatever the other one holds."""
    holding_king = [_dealt("KJ"), _dealt("KQ")]
    found = [z.best(KUHN, states[-1], algorithm="pimc", history=states[:-1], mode="interpreted") for states in holding_king]
    assert found[0].state == found[1].state == KUHN.observe(holding_king[0][-1], 0)
    assert found[0].value == found[1].value


def _dealt(cards: str) -> list[Any]:
    states = [KUHN.initial()]
    for card in cards:
        outcomes = [action for action, _ in KUHN.outcomes(states[-1])]
        states.append(next(after for after in (KUHN.result(states[-1], one) for one in outcomes) if card in KUHN.write(after)))
    return states


def test_chance_to_move_is_said() -> None:
    with pytest.raises(z.SearchError, match="pimc searches for the player to move, and in '--' chance moves"):
        z.best(KUHN, algorithm="pimc")


def test_each_of_our_searchers_has_a_page_that_the_index_names():
    folder = Path(__file__).parents[2] / "docs" / "algorithms"
    first_cells = "\n".join(re.findall(r"^\| (.*?) \|", (folder / "index.md").read_text(), re.MULTILINE))
    pages = {name: page for names, page in re.findall(r"\[([\w, +]+)\]\((\w+\.md)\)", first_cells) for name in names.split(", ")}
    assert set(OUR_NAMES) <= set(pages)
    assert [page for page in pages.values() if not (folder / page).exists()] == []
