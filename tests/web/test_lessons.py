"""The lessons: the same in every language, and everything in them that can be clicked does something."""

from __future__ import annotations

import functools
import re
from collections import Counter

import pytest

import zermelo
from zermelo.errors import SpecError
from zermelo.explain.determinizations import deals
from zermelo.explain.exercise import exercise
from zermelo.explain.orders import orders
from zermelo.explain.quiet import quiescence
from zermelo.explain.scale import scaled
from zermelo.explain.searchtree import NEVER
from zermelo.explain.simulations import watched
from zermelo.explain.steps import animation
from zermelo.game import MAX
from zermelo.games.pig import HOLD, Pig
from zermelo.games.tree import Tree
from zermelo.languages import LANGUAGES
from zermelo.languages import language as language_of
from zermelo.search.positions import states_after
from zermelo.solving.convergence import convergence
from zermelo.solving.solver import equilibrium
from zermelo.solving.value_iteration import ValueIteration
from zermelo.spec import load_game
from zermelo.web.lessons import KINDS, OPTIONS, Activity, Prose, activity, lesson, lessons, read

SLUGS = [
    "game",
    "minimax",
    "cost",
    "alphabeta",
    "ordering",
    "evaluation",
    "weighted-sum",
    "pawns",
    "desconecta",
    "horizon",
    "horizon-chess",
    "many-players",
    "chance",
    "monte-carlo",
    "hidden-hands",
    "regret",
    "going-round",
]
MOST_NODES = 149
"""Visited ones, in a tree that can still be read."""
ALL = [(one.slug, language) for language in LANGUAGES for one in lessons(language)]
ACTIVITIES = [
    pytest.param(part, id=f"{one.slug}-{place}-{part.show}") for one in lessons("en") for place, part in enumerate(one.activities, 1)
]


def tree_of(options):
    rules = load_game(options["game"])
    state = states_after(rules, state_of(options), options.get("moves", ""))[-1]
    chosen = {name: options[name] for name in ("algorithm", "depth", "evaluation", "order", "fold") if name in options}
    return zermelo.observe(rules, state, **chosen)


def state_of(options):
    rules = load_game(options["game"])
    return rules.initial() if "position" not in options else rules.read(options["position"])


@functools.cache
def optimal(goal):
    return {one.state: one.action for one in ValueIteration(Pig(goal)).run().values()}


def run(part):
    """Do what a page does with an activity, as far as that can fail."""
    given = part.options
    if part.show == "tree":
        return tree_of(given)
    if part.show == "order":
        return orders(load_game(given["game"]), depth=given.get("depth"), evaluation=given.get("evaluation"), samples=5)
    if part.show == "simulations":
        chosen = {name: given[name] for name in ("simulations", "exploration", "seed") if name in given}
        return animation(watched(load_game(given["game"]), state_of(given), **chosen))
    if part.show == "sum":
        rules = load_game(given["game"])
        state = states_after(rules, state_of(given), given.get("moves", ""))[-1]
        named = given["features"].split()
        return quiescence(rules, state, lambda one: sum(rules.evaluations[name].value(rules, one, MAX) for name in named))
    if part.show == "worlds":
        rules = Tree(given["tree"])
        return deals(rules, rules.read(given["at"]))
    if part.show == "policy":
        return optimal(given["goal"])
    if part.show == "strategy":
        return convergence(load_game(given["game"]), given["algorithm"])
    if part.show == "scale":
        return scaled(Tree(given["tree"]))
    if part.show == "exercise":
        rules = load_game(given["game"]) if "game" in given else None
        return exercise(given["kind"], given["level"], given["seed"], game=rules, depth=given.get("depth"))
    rules = load_game(given["game"])
    assert "evaluation" not in given or given["evaluation"] in rules.evaluations
    return rules


# The course


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_lessons_with_the_same_activities(language):
    assert [one.slug for one in lessons(language)] == SLUGS
    assert [one.activities for one in lessons(language)] == [one.activities for one in lessons("en")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_come_in_the_same_order_in_every_language(language):
    def shapes(code):
        return [[type(part) for part in one.parts] for one in lessons(code)]

    assert shapes(language) == shapes("en")


@pytest.mark.parametrize(("slug", "language"), ALL)
def test_a_lesson_has_all_that_it_needs(slug, language):
    one = lesson(slug, language)
    assert one.title
    assert one.summary.endswith(".")
    assert any(isinstance(part, Activity) for part in one.parts[:-1])
    assert [part.show for part in one.activities].count("exercise") == 1
    assert one.activities[-1].show == "exercise"
    assert isinstance(one.parts[0], Prose), "a lesson begins with something to read"


@pytest.mark.parametrize(("slug", "language"), ALL)
def test_prose_is_whole(slug, language):
    """No mark is left over that was meant as one: a table that is none, an emphasis that never ends."""
    one = lesson(slug, language)
    texts = [one.title, one.summary, *(part.html for part in one.parts if isinstance(part, Prose))]
    for text in texts:
        assert "**" not in text
        assert "| " not in text
        assert "```" not in text
        assert "&lt;" not in text
    assert "<h1" not in "".join(texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_language_tells_the_same_numbers(slug, language):
    assert numbers(slug, language) == numbers(slug, "en")


def numbers(slug, code):
    """How often each number stands in a lesson, however the language writes it: 1,999.5, or 1 999,5 with a blank that never breaks."""
    one = lesson(slug, code)
    text = " ".join([one.title, one.summary, *(part.html for part in one.parts if isinstance(part, Prose))])
    thousands, decimal = (",", r"\.") if language_of(code).decimal == "." else ("\u00a0", ",")
    text = re.sub(rf"(?<=\d){thousands}(?=\d{{3}})", "", text)
    return Counter(re.sub(decimal, ".", number) for number in re.findall(rf"\d+(?:{decimal}\d+)?", text))


@pytest.mark.parametrize("part", ACTIVITIES)
def test_an_activity_runs(part):
    found = run(part)
    if part.show == "tree":
        assert found.visited <= MOST_NODES


def test_the_course_shows_every_kind_of_activity():
    assert {part.show for one in lessons("en") for part in one.activities} == set(KINDS)


# What the lessons say of what one clicks


def found_in(slug, show):
    return [run(part) for part in lesson(slug, "en").activities if part.show == show]


def test_trees_have_the_nodes_and_values_that_the_text_tells():
    told = {
        "game": [(12, 5, 1)],
        "minimax": [(13, 9, 3)],
        "cost": [(16, 12, 0)],
        "alphabeta": [(11, 7, 3), (7, 3, 0.05)],
        "ordering": [(9, 5, 3)],
        "evaluation": [(16, 12, 1), (26, 20, 1)],
        "weighted-sum": [],
        "pawns": [(39, 18, 1), (17, 6, 1)],
        "desconecta": [(8, 7, 18), (64, 56, float("inf"))],
        "horizon": [(91, 61, 2), (38, 25, -0.25)],
        "horizon-chess": [],
        "many-players": [(15, 8, (1, 2, 6)), (12, 5, (-0.5, 1, -0.5)), (15, 8, (6, 5, 5)), (12, 6, 3), (12, 4, 0), (16, 6, 1)],
        "chance": [(15, 8, 3), (14, 7, 3), (11, 5, 3)],
        "monte-carlo": [],
        "hidden-hands": [],
        "regret": [],
        "going-round": [],
    }
    assert {slug: [(tree.visited, tree.leaves, tree.value[0]) for tree in found_in(slug, "tree")] for slug in SLUGS} == told


def test_max_n_and_paranoid_search_play_differently_on_the_same_tree():
    _, _, selfish, joined, _, _ = found_in("many-players", "tree")
    assert selfish.name(selfish.best(0)) == "B"
    assert joined.name(joined.best(0)) == "A"
    assert len(joined) - joined.visited == 1


def test_two_threats_are_met_by_two_and_not_by_one():
    *_, joined, replied = found_in("many-players", "tree")
    assert (joined.value[0], replied.value[0]) == (0, 1)
    assert replied.name(replied.best(0)) == "(1,0)"
    replies = {replied.name(node) for node in range(len(replied)) if replied.parent[node] == replied.best(0)}
    assert replies == {"(1,2)", "(2,0)", "\u2013 (1,2)", "\u2013 (2,0)"}


def test_star1_cuts_what_the_text_tells():
    _, one, two = found_in("chance", "tree")
    by_moves = {" ".join(one.names(node)): node for node in range(len(one))}
    assert one.alpha_in[by_moves["2 2"]] == 6
    assert one.order[by_moves["2 2 2"]] == NEVER
    assert two.game.utility_range[1] == 7
    assert two.order[next(node for node in range(len(two)) if two.names(node) == ("2", "2"))] == NEVER


def test_simulations_find_what_the_text_tells():
    doors, crosses = (part.options for part in lesson("monte-carlo", "en").activities if part.show == "simulations")

    def visited(options, simulations, exploration=0.3):
        found = watched(
            load_game(options["game"]), state_of(options), simulations=simulations, seed=options["seed"], exploration=exploration
        )
        known = found.after(simulations)
        return {found.name(node): known[node] for node in known if found.parent[node] == 0}

    assert visited(doors, doors["simulations"])["D"] == (6, 8)
    assert max(visited(doors, 12).values()) == (6, 8)
    later = visited(doors, 100)
    assert (later["B"][0], later["D"][0]) == (43, 34)
    assert visited(doors, 40, 0.0)["B"] == (1, 3)
    counts = {name: visits for name, (visits, _) in visited(crosses, 40).items()}
    assert max(counts, key=counts.get) == "(1,2)"
    assert counts["(1,2)"] == 23


def test_deals_mislead_as_the_text_tells():
    coin, quits = (
        {rules.name(rules.read(part.options["at"]), one.action): one for one in found.actions} for part, rules, found in worlds()
    )
    assert (coin["s"].mean, coin["g"].mean, coin["g"].worlds) == (0.5, 1, (1, 1))
    assert coin["s"].visits > coin["g"].visits
    assert quits["a"].mean > quits["b"].mean
    assert quits["a"].visits > quits["b"].visits
    shares = [equilibrium(rules, mode="interpreted").at(rules.read(part.options["at"])) for part, rules, _ in worlds()]
    assert [round(one[1], 3) for one in shares] == [1, 0]  # stop; and never guess a


def worlds():
    for part in lesson("hidden-hands", "en").activities:
        if part.show == "worlds":
            yield part, Tree(part.options["tree"]), run(part)


def test_regret_finds_the_bluffs_that_the_text_tells():
    [stages] = found_in("regret", "strategy")
    assert round(stages[0].judgement.exploitability, 3) == 0.458
    assert (stages[-1].iterations, stages[-1].judgement.exploitability < 0.001) == (1000, True)
    assert stages[-1].judgement.values[0] == pytest.approx(-1 / 18, abs=0.001)
    shares = {seen: list(found.values())[1] for seen, found in stages[-1].strategy.rows()}  # of betting, or calling
    assert shares["K?"] == pytest.approx(3 * shares["J?"], abs=0.02)
    assert [shares[seen] for seen in ("?J p", "?Q b")] == pytest.approx([1 / 3, 1 / 3], abs=0.01)


def test_pig_is_played_as_the_text_tells():
    [best] = found_in("going-round", "policy")
    game = Pig(60)
    holds = {
        (own, other): [state.points for state in row if best.get(state) == HOLD]
        for other in range(60)
        for own, row in enumerate(game.decisions(other))
    }
    assert min(holds[0, 0]) == 21
    assert not any(found for (own, other), found in holds.items() if other >= 40 or own >= 32)
    assert any(found for (own, other), found in holds.items() if other == 0 and own == 31)
    least, most = -1.0, 1.0
    rounds = [(least, most)]
    for _ in range(4):
        least, most = (1 - most) / 2, (1 - least) / 2
        rounds.append((least, most))
    assert rounds == [(-1, 1), (0, 1), (0, 0.5), (0.25, 0.5), (0.25, 0.375)]


def test_the_order_is_worth_what_the_text_tells():
    [found] = found_in("ordering", "order")
    assert (found.best, found.given.nodes, found.worst, found.plain.nodes) == (14, 17, 38, 39)
    assert round(orders(load_game("pawns")).mean, 1) == 24.3


def asked(studio, slug, show, **facts):
    """What the studio answers to each activity of a kind: to its options, and these."""
    for part in lesson(slug, "en").activities:
        if part.show == show:
            given = {name: value for name, value in part.options.items() if name != "features"}
            answer = studio.post(f"/api/{show}", json={**given, **facts})
            assert answer.status_code == 200, answer.text
            yield answer.json()


def test_the_weighted_sum_is_wrong_in_the_middle_of_an_exchange(studio):
    named = next(part.options["features"].split() for part in lesson("weighted-sum", "en").activities if part.show == "sum")
    still, exchange = asked(studio, "weighted-sum", "sum", weights=dict.fromkeys(named, 1))
    values = {one["name"]: round(one["value"], 2) for one in still["features"]}
    assert (values["material"], values["mobility"], values["pawns"]) == (-0.21, 0.22, -0.23)
    assert (round(still["sum"], 2), still["quiet"], len(still["steps"])) == (-0.14, still["sum"], 1)
    without, _ = asked(studio, "weighted-sum", "sum", weights={**dict.fromkeys(named, 1), "mobility": 0})
    assert without["sum"] == pytest.approx(-0.36, abs=0.006)
    assert (round(exchange["sum"], 2), round(exchange["quiet"], 2)) == (2.61, 0.39)
    assert [step["name"] for step in exchange["steps"]] == ["", "dxc6", "Nxe5"]


def beliefs(studio, depth):
    [found] = asked(studio, "horizon-chess", "horizon", depth=depth)
    return {row["name"]: (row["steps"][1]["name"], round(row["value"], 2)) for row in found["rows"]}, found["rows"]


def test_each_search_believes_what_the_text_tells(studio):
    believed, rows = beliefs(studio, 3)
    right = ("Bxb6", -3.41)
    assert believed == {"plain": ("e6+", -0.47), "quiescence": right, "extensions": right, "singular": right}
    assert [step["name"] for step in rows[0]["steps"]] == ["", "e6+", "Kxe6", "Bxb6", "cxb6"]
    assert (rows[0]["believed"], round(rows[0]["quiet"], 1), round(rows[0]["steps"][-1]["value"], 1)) == (3, -4.6, -4.6)
    assert round(rows[0]["steps"][0]["value"], 2) == -0.42
    believed, _ = beliefs(studio, 2)
    fooled = ("e6+", -1.57)
    assert believed == {"plain": fooled, "quiescence": fooled, "extensions": right, "singular": right}


def test_the_bishop_is_lost_whatever_is_played_and_the_pawn_is_thrown_away():
    [options] = [part.options for part in lesson("horizon-chess", "en").activities if part.show == "horizon"]
    game, state = load_game("chess"), state_of(options)
    unit = game.evaluation_unit
    values = {}
    for action in game.actions(state):
        child = game.result(state, action)
        values[game.name(state, action)] = zermelo.best(game, child, depth=3, evaluation=unit * game.evaluations["material"]).value / unit
    assert max(values, key=values.get) == "Bxb6"
    assert values["Bxb6"] - values["e6+"] > 0.9


@pytest.mark.slow
def test_singular_extension_costs_nodes_and_changes_no_choice(studio):
    believed, rows = beliefs(studio, 6)
    assert believed["singular"] == believed["extensions"]
    assert rows[3]["nodes"] > rows[2]["nodes"]


def test_the_exercises_are_those_that_the_text_speaks_of():
    [cost], [horizon] = found_in("cost", "exercise"), found_in("horizon", "exercise")
    assert (cost.tree.leaves, len(cost.tree)) == (16, 31)
    firsts = [horizon.tree.value[children[0]] for children, ply in zip(horizon.tree.children, horizon.tree.ply, strict=True) if ply == 2]
    assert sorted(firsts) == [0, 3, 4, 7]
    assert horizon.tree.name(horizon.tree.best(0)) == "A"


# The loader


def test_a_lesson_is_prose_and_activities_in_turn():
    block = "```zermelo\nshow = 'order'\ngame = 'pawns'\n```"
    made = read("07-try.md", f"# A *title*\n\nIn\nshort.\n\nBefore.\n\n{block}\n\n```\nno activity\n```\n")
    assert (made.slug, made.title, made.summary) == ("try", "A title", "In short.")
    assert made.parts == (
        Prose("<p>Before.</p>\n"),
        Activity("order", {"game": "pawns"}),
        Prose("<pre><code>no activity\n</code></pre>\n"),
    )
    assert made.activities == (made.parts[1],)


def test_raw_html_is_text():
    [part] = read("01-try.md", "# Title\n\nShort.\n\n<script>alert(1)</script>\n").parts
    assert "<script" not in part.html


def test_an_unknown_lesson_or_language_is_an_error():
    with pytest.raises(SpecError, match="there is no lesson 'chess'; there are game, minimax"):
        lesson("chess", "en")
    with pytest.raises(SpecError, match="no language"):
        lessons("../en")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("## Title\n\nShort.\n", "begins with"),
        ("# Title\n", "begins with"),
        ("# Title\n\nShort.\n\n- in a list\n\n  ```zermelo\n  show = 'order'\n  game = 'pawns'\n  ```\n", "01-try.md: .*by itself"),
        ("# Title\n\nShort.\n\n```zermelo\nshow = 'film'\n```\n", "01-try.md: .*'film'"),
    ],
)
def test_a_file_that_is_no_lesson_is_an_error(text, error):
    with pytest.raises(SpecError, match=error):
        read("01-try.md", text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("show = ", "TOML"),
        ("game = 'pawns'", "one of tree, play"),
        ("show = ['tree']", "one of tree, play"),
        ("show = 'order'", "needs the option 'game'"),
        ("show = 'order'\ngame = 'pawns'\nlevel = 1", "'order' has no option 'level'; it has game, depth, evaluation"),
        ("show = 'order'\ngame = 3", "of the type str"),
        ("show = 'tree'\ngame = 'pawns'\nalgorithm = 'engine'", "one of minimax"),
        ("show = 'tree'\ngame = 'pawns'\nalgorithm = 'minimax'\nfold = 1", "of the type bool"),
        ("show = 'order'\ngame = 'pawns'\ndepth = 0", "from 1 to 512"),
        ("show = 'play'\ngame = 'pawns'\nlevel = 6\nside = 0", "from 1 to 5"),
        ("show = 'play'\ngame = 'pawns'\nlevel = 1\nside = true", "one of 0, 1"),
        ("show = 'play'\ngame = 'pawns'\nlevel = 1.0\nside = 0", "from 1 to 5"),
    ],
)
def test_an_activity_that_there_is_not_is_an_error(text, error):
    with pytest.raises(SpecError, match=error):
        activity(text)


def test_every_option_of_a_kind_is_described():
    assert {option for kind in KINDS.values() for option in kind.needs + kind.takes} == set(OPTIONS)
