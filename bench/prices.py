"""The price of each refinement of the engine: how many nodes a search takes with it, and how a match ends against the engine without.

nodes     For each game, seeded positions of random play are searched to a fixed depth by one thread with an empty table. Those
          refinements that are on by default in the game are switched off one at a time; those that are off are switched on. Counts,
          the same on every machine. `same` is the share of positions where the value is as before.
strength  The engine with the refinement plays the one without at equal time a move, from openings of four random plies, each
          played from both sides; the score, with Wilson's interval of 95 %.

What is measured is kept in `prices.json`, game by game, so one may stop and go on; `--write` brings it to the page of the refinements
(docs/algorithms/refinements.md) and into the headings of the kernel, where tests/search/engine/test_prices.py holds them together.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import zermelo
from _common import somewhere
from zermelo.files import write_whole
from zermelo.game import Game, State
from zermelo.search.engine.engine import Engine
from zermelo.search.engine.options import Options

DEPTHS = {"connect4": 14, "desconecta4boom": 11, "kalah": 12, "othello": 9, "checkers": 10, "chess": 7}
EVALUATIONS = {"desconecta4boom": "material + groups"}
SWITCHED_OFF = (
    "table", "null_windows", "order", "killers", "history_heuristic", "continuation_history", "counter_moves",
    "internal_deepening", "early_cutoffs", "aspiration", "deepening", "candidates", "bounds", "endgame_value",
    "deeper", "quiescence", "exchange", "extensions",
)  # fmt: skip
SWITCHED_ON = {
    "symmetries": 8, "quiescence_table": True, "singular_extensions": True, "null_move": True, "reverse_futility": True,
    "futility": True, "exchange_pruning": True, "late_move_pruning": True, "late_move_reductions": True, "improving": True,
    "internal_reduction": True, "probcut": True, "n_best": 4, "distance": True,
}  # fmt: skip
BESIDE: dict[str, dict[str, bool]] = {"internal_deepening": {"deepening": False}, "internal_reduction": {"internal_deepening": False}}
"""What else is so in both engines: a search that goes deeper and deeper has nothing left for internal deepening."""
STEPS = {
    2: ("symmetries",), 3: ("bounds", "endgame_value"), 4: ("table", "deeper", "quiescence_table"), 6: ("extensions", "exchange"),
    7: ("null_move", "reverse_futility", "probcut"), 8: ("internal_deepening", "internal_reduction"), 9: ("singular_extensions",),
    10: ("candidates", "order", "killers", "history_heuristic", "continuation_history", "counter_moves"), 11: ("early_cutoffs",),
    12: ("n_best", "exchange_pruning", "futility", "late_move_pruning", "improving"), 13: ("late_move_reductions", "null_windows"),
}  # fmt: skip
"""The steps of the kernel and the refinements that have their place there. The driver has `deepening` and `aspiration`, and `distance` is
in many steps."""
ROOT = Path(__file__).resolve().parents[1]
FIGURES, PAGE = ROOT / "bench" / "prices.json", ROOT / "docs" / "algorithms" / "refinements.md"
KERNEL = ROOT / "src" / "zermelo" / "search" / "engine" / "kernel.py"


@dataclass
class Price:
    """What one refinement comes to in one game.

    standard  whether it is on by default
    nodes     with it, beside without it
    same      the share of positions where the value is the same
    score     of the engine with it, in this many games against the engine without; from `low` to `high`
    """

    option: str
    game: str
    standard: bool
    nodes: float | None = None
    same: float | None = None
    games: int = 0
    score: float | None = None
    low: float | None = None
    high: float | None = None


def variants(name: str) -> list[tuple[str, bool, Options, Options]]:
    """The refinements that a game has something for, whether they are on by default, and the engine's options with and without each."""
    game = zermelo.load_game(name)
    usual = Options.usual(game)
    found = []
    for option in (*SWITCHED_OFF, *SWITCHED_ON):
        beside = usual.changed(**BESIDE.get(option, {}))
        standard = bool(getattr(usual, option))
        off = type(getattr(usual, option))()
        on = getattr(usual, option) if standard else SWITCHED_ON.get(option, True)
        ways = [beside.changed(**{option: value}) for value in (on, off)]
        if ways[0].for_game(game) != ways[1].for_game(game):
            found.append((option, standard, ways[0], ways[1]))
    return found


def searched(game: Game, states: list[State], depth: int, evaluation: str | None, options: Options) -> tuple[int, list[float]]:
    """All nodes together, and the values."""
    engine = Engine(game, table=16, evaluation=evaluation, options=options)
    nodes, values = 0, []
    for state in states:
        engine.clear()
        found = engine.search(state, depth=depth)
        nodes += found.nodes
        values.append(float(found.value))
    return nodes, values


def measure_nodes(price: Price, ways: tuple[Options, Options], count: int) -> None:
    """Count the nodes with it and without."""
    game, evaluation = zermelo.load_game(price.game), EVALUATIONS.get(price.game)
    states = somewhere(game, count, 1, latest=14)
    (theirs, values), (nodes, others) = (searched(game, states, DEPTHS[price.game], evaluation, way) for way in ways)
    price.nodes = theirs / nodes
    price.same = sum(one == other for one, other in zip(values, others, strict=True)) / count


def measure_strength(price: Price, ways: tuple[Options, Options], games: int, seconds: float) -> None:
    """Play the two against one another."""
    game, evaluation = zermelo.load_game(price.game), EVALUATIONS.get(price.game)
    engines = [Engine(game, table=16, evaluation=evaluation, options=way) for way in ways]

    def player(engine: Engine) -> Callable[[State], int]:
        def choose(state: State) -> int:
            action = engine.search(state, seconds=seconds).action
            assert action is not None, "a player is to move"
            return action

        return choose

    for engine in engines:
        engine.search(depth=1)  # which compiles
    score = zermelo.match(game, [player(engine) for engine in engines], games, seed=1).score(0)
    price.games, price.score = games, score.share
    price.low, price.high = score.interval


def read() -> dict[tuple[str, str], Price]:
    """What was measured before."""
    rows = json.loads(FIGURES.read_text())["rows"] if FIGURES.exists() else []
    return {(row["option"], row["game"]): Price(**row) for row in rows}


def kept(prices: dict[tuple[str, str], Price]) -> None:
    """Keep what is measured."""
    write_whole(FIGURES, json.dumps({"rows": [vars(price) for price in prices.values()]}, indent=1) + "\n")


def cells(prices: dict[tuple[str, str], Price], option: str, games: Iterable[str], words: Callable[[Price], str]) -> list[str]:
    """A row of a table: what there is to say of an option in each game."""
    return [words(prices[option, game]) if (option, game) in prices else "" for game in games]


def nodes_in_words(price: Price) -> str:
    """A cell of the first table."""
    if price.nodes is None or price.same is None:
        return ""
    return f"{price.nodes:.2f}" + (f" ({price.same:.0%})" if price.same < 1 else "")


def score_in_words(price: Price) -> str:
    """A cell of the second table."""
    return "" if price.score is None else f"{price.score:.2f} ({price.low:.2f} to {price.high:.2f})"


def page_tables(prices: dict[tuple[str, str], Price]) -> str:
    """The two tables of the page."""
    options = [option for option in (*SWITCHED_OFF, *SWITCHED_ON) if any(option == known for known, _ in prices)]
    lines = []
    for title, words in (("nodes", nodes_in_words), ("score", score_in_words)):
        games = [game for game in DEPTHS if any(words(prices[key]) for key in prices if key[1] == game)]
        heads = [f"{game}, depth {DEPTHS[game]}" if title == "nodes" else game for game in games]
        if not games:
            continue
        lines += ["", f"| {title} with it | on | {' | '.join(heads)} |", "|---" * (len(games) + 2) + "|"]
        for option in options:
            row = cells(prices, option, games, words)
            on = "".join(sorted({"yes" if price.standard else "no" for price in prices.values() if price.option == option}))
            if any(row):
                lines.append(f"| `{option}` | {on.replace('noyes', 'in some')} | {' | '.join(row)} |")
    return "\n".join([*lines, ""])


def heading(prices: dict[tuple[str, str], Price], option: str) -> str:
    """The line in the kernel that says what an option comes to."""
    found = [price for price in prices.values() if price.option == option]
    nodes = [price.nodes for price in found if price.nodes is not None]
    scores = [price.score for price in found if price.score is not None]
    scored = f", scores {_span(scores)}" if scores else ""
    return f"    #    {option}: {_span(nodes)} times the nodes{scored}"


def _span(numbers: list[float]) -> str:
    least, most = f"{min(numbers):.2f}", f"{max(numbers):.2f}"
    return least if least == most else f"{least} to {most}"


def with_headings(source: str, prices: dict[tuple[str, str], Price]) -> str:
    """The kernel with the prices below the heading of each step."""
    source = re.sub(r"^ +#    \w+: .* times the nodes.*\n", "", source, flags=re.MULTILINE)
    for number, options in STEPS.items():
        lines = [heading(prices, option) + "\n" for option in options if any(option == known for known, _ in prices)]
        source, made = re.subn(
            rf"^( +)# {number}\. .*\n", lambda found, made=lines: found[0] + _indented(made, found[1]), source, flags=re.MULTILINE
        )
        if made != 1:
            raise SystemExit(f"prices.py: the kernel has {made} headings of step {number}")
    return source


def _indented(lines: list[str], indent: str) -> str:
    return "".join(indent + line.lstrip() for line in lines)


def with_tables(page: str, prices: dict[tuple[str, str], Price]) -> str:
    """The page with the tables between its marks."""
    before, mark, rest = page.partition("<!-- prices.py -->\n")
    _, end, after = rest.partition("<!-- end of prices.py -->")
    if not end:
        raise SystemExit(f"prices.py: {PAGE.name} has lost the marks that the tables stand between")
    return before + mark + page_tables(prices) + "\n" + end + after


def main() -> None:
    """Measure, and print the tables; or write them where they belong."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("games", nargs="*", default=list(DEPTHS), help="the games (all of them)")
    options.add_argument("--options", nargs="*", metavar="NAME", help="the refinements (all of them)")
    options.add_argument(
        "--positions", type=int, default=12, metavar="N", help="positions a game to count nodes of (12; 0: leave that out)"
    )
    options.add_argument("--matches", type=int, default=0, metavar="N", help="games a match (0: leave matches out)")
    options.add_argument("--seconds", type=float, default=0.01, help="time for a move in matches (0.01)")
    options.add_argument("--write", action="store_true", help="write what is kept into the page and the kernel")
    options.add_argument("--repeats", type=int, default=1, metavar="N", help="counts are the same in every run (1)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON, and keep nothing")
    chosen = options.parse_args()
    unknown = [name for name in chosen.games if name not in DEPTHS]
    if unknown:
        raise SystemExit(f"prices.py: {unknown[0]!r} is not among {', '.join(DEPTHS)}")
    prices = {} if chosen.json else read()
    if chosen.write:
        write_whole(PAGE, with_tables(PAGE.read_text(), prices))
        write_whole(KERNEL, with_headings(KERNEL.read_text(), prices))
        return
    for name in chosen.games:
        for option, standard, *ways in variants(name):
            if chosen.options and option not in chosen.options:
                continue
            print(f"{name}: {option}", file=sys.stderr)
            price = prices.setdefault((option, name), Price(option, name, standard))
            price.standard = standard
            if chosen.positions:
                measure_nodes(price, (ways[0], ways[1]), chosen.positions)
            if chosen.matches:
                measure_strength(price, (ways[0], ways[1]), chosen.matches, chosen.seconds)
            if not chosen.json:
                kept(prices)
    print(json.dumps({"rows": [vars(price) for price in prices.values()]}, indent=2) if chosen.json else page_tables(prices))


if __name__ == "__main__":
    main()
