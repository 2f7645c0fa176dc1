"""A search tree in words: what each step does, and why each node was cut off, in the language of the reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Any, Final

from zermelo.evaluate.terms import Term, terms
from zermelo.explain.searchtree import (
    ANSWER,
    BACK,
    CUT,
    ENTER,
    EVALUATION,
    EXACT,
    LEAF,
    LOWER,
    NEVER,
    NO_NODE,
    NOBODY,
    ROOT,
    UPPER,
    WINDOW,
    SearchTree,
    Step,
)
from zermelo.explain.why import GIVEN, Reason, reasons
from zermelo.game import CHANCE, MAX, MIN, Game, defines
from zermelo.languages import Language, language
from zermelo.scales import counted_in, scale_of, seat, short, units
from zermelo.search.alphabeta import alphabeta_hard
from zermelo.search.known import Worth
from zermelo.search.textbook import BOOK
from zermelo.titles import titled

_WHY: Final = {
    (MIN, False): "step.cut.why.min",
    (MAX, False): "step.cut.why.max",
    (MIN, True): "step.cut.why.min_given",
    (MAX, True): "step.cut.why.max_given",
}
"""The message by who holds a node, and whether the bound came with the window of the search."""
_CHANCE_WHY: Final = {
    (True, False): "step.cut.why.chance_most",
    (False, False): "step.cut.why.chance_least",
    (True, True): "step.cut.why.chance_most_given",
    (False, True): "step.cut.why.chance_least_given",
}
"""Where chance moves, by whether the average is too low, and whether the bound came with the window of the search."""
_MOST_NAMED: Final = 4
"""Of more nodes than this that were cut off together, the first are named and the others counted."""


class Narration:
    """The words for one tree in one language.

    >>> import zermelo as z
    >>> tree = z.observe(z.load_game("tree('(b=.03 c=(d=-.05 g=?))')"))
    >>> print(Narration(tree).why()[0])
    g is not searched: MIN can already hold c to -0.05, and MAX has 0.03 at the root by playing b.
    """

    def __init__(self, tree: SearchTree, code: str = "en") -> None:
        self.tree = tree = tree.told_in(code)
        self.language = language(code)
        self.reasons = {reason.step: reason for reason in reasons(tree)}
        self._hard = tree.function is alphabeta_hard
        self._unvalued = unvalued(tree)
        names = [tree.name(node) for node in range(len(tree))]
        times = Counter(names)
        self._sides: dict[str, Any] = {"max": player_name(tree.game, MAX, self.language), "min": player_name(tree.game, MIN, self.language)}
        self._alone = tuple(name if times[name] == 1 and not name.isdecimal() else "" for name in names)

    def why(self) -> tuple[str, ...]:
        """A sentence for each cut-off after which something was left unsearched, in the order of the search."""
        return tuple(self.reason(reason) for reason in self.reasons.values() if reason.unvisited)

    def steps(self) -> tuple[str, ...]:
        """A sentence for each step."""
        return tuple(self.step(number) for number in range(len(self.tree.steps)))

    def label(self, node: int) -> str:
        """What a node is called in a sentence: its name where no other has it, else the moves that lead there."""
        if node == ROOT:
            return self.language.say("root")
        name = self._alone[node] or " ".join(self.tree.names(node))
        return name if self.tree.again[node] == NO_NODE else f"{name} ({self.language.say('again')})"

    def at(self, node: int) -> str:
        """Where a node is: `at c`, `at the root`."""
        return self.language.say("at_root") if node == ROOT else self.language.say("at", node=self.label(node))

    def mover(self, node: int) -> str:
        """Who is to move."""
        return player_name(self.tree.game, self.tree.player[node], self.language)

    def step(self, number: int) -> str:
        """What a step does."""
        step = self.tree.steps[number]
        tell = {
            ENTER: self._enter, LEAF: self._leaf, ANSWER: self._answer, BACK: self._back, WINDOW: self._window, CUT: self._cut,
        }.get(step.kind, self._leave)  # fmt: skip
        told = tell(number, step)
        return told[:1].upper() + told[1:] if step.node == ROOT and told.startswith(self.language.say("root")) else told

    def _enter(self, _: int, step: Step) -> str:
        tree, node = self.tree, self.label(step.node)
        if tree.player[step.node] == NOBODY:
            return self.language.say("step.enter.over", node=node)
        if tree.player[step.node] == CHANCE:
            return self.language.say("step.enter.chance", node=node)
        window = interval(tree, self.language, step.alpha, step.beta)
        return self.language.say(
            "step.enter.window" if tree.windowed else "step.enter.plain", node=node, mover=self.mover(step.node), window=window
        )

    def _leaf(self, _: int, step: Step) -> str:
        facts = {"node": self.label(step.node), "value": self._worth(self.tree.value[step.node])}
        known = self.tree.known[step.node]
        if known is not None:
            return self.language.say("step.leaf.known", None, how=self._known(known, self.mover(step.node)), **facts)
        if self.tree.origin[step.node] != EVALUATION:
            return self.language.say("step.leaf.utility", None, **facts)
        if self._unvalued:
            return self.language.say("step.leaf.unvalued", None, **facts)
        added = " + ".join(self._term(term) for term in terms(self.tree.game, self.tree.state[step.node]))
        return self.language.say("step.leaf.terms" if added else "step.leaf.evaluation", None, terms=added, **facts)

    def _known(self, known: Worth, mover: str) -> str:
        """What a database or a book knows of a state, for its player to move."""
        if not known.is_exact:
            return self.language.say("known.value.within", error=f"{known.error:.1g}")
        how = "drawn" if known.value == 0 else "worth" if known.scored else "won" if known.value > 0 else "lost"
        if known.by_tier:
            return self.language.say("known.value.worth", mover=mover)
        if known.distance is None:
            how = "worth" if known.between is not None else how
            return self.language.say(f"known.{'endless' if known.endless else 'value'}.{how}", mover=mover)
        return self.language.say(f"known.{how}", known.distance, mover=mover)

    def _answer(self, _: int, step: Step) -> str:
        return self.answer(step.node)

    def answer(self, node: int) -> str:
        """Which entry of the table answered at a node, what it says, and what it took to find that out."""
        tree, entry = self.tree, self.tree.entry[node]
        message = {UPPER: "step.answer.at_most", LOWER: "step.answer.at_least"}.get(tree.bound[node], "step.answer.value")
        low, high = tree.alpha_in[node], tree.beta_in[node]
        return self.language.say(
            message,
            node=self.label(node),
            entry=self.label(entry),
            value=self._worth(tree.value[node]),
            bound=self._worth(low if tree.bound[node] == UPPER else high),
            saved=self.language.say("step.answer.saved", count=tree.below[entry] - 1),
        )

    def _term(self, term: Term) -> str:
        weight = "" if term.weight == 1 else f"{self.language.number(term.weight)} · "
        return f"{weight}{term.name} {self._worth(term.value)}"

    def _back(self, number: int, step: Step) -> str:
        tree, came = self.tree, self.tree.returned[step.child]
        facts: dict[str, Any] = {
            "child": self.label(step.child),
            "node": self.label(step.node),
            "at_node": self.at(step.node),
            "value": self._worth(came),
            "best": self._worth(step.value),
            "mover": self.mover(step.node),
            "bound": self._worth(step.alpha if tree.player[step.node] == MAX else step.beta),
            "probability": self.language.probability(tree.probability[step.child]),
        }
        if tree.player[step.node] == CHANCE:
            sign = {UPPER: "≤", LOWER: "≥"}.get(tree.bound[step.child], "")
            return self.language.say("step.back.chance", **{**facts, "value": sign + facts["value"]})
        if self._hard:
            ends = (tree.alpha_in[step.child], tree.beta_in[step.child])
            return self.language.say("step.back.end" if came in ends else "step.back.better", **facts)
        bound = tree.bound[step.child]
        taken = came == step.value and (not tree.windowed or step.alpha < came < step.beta or bound == EXACT)
        if bound == EXACT or taken:
            return self.language.say("step.back.better" if taken and not self._had(number, step) else "step.back.worse", **facts)
        cuts = came == step.value and bound == (LOWER if tree.player[step.node] == MAX else UPPER)
        if bound == UPPER:
            return self.language.say("step.back.enough_most" if cuts else "step.back.at_most", **facts)
        return self.language.say("step.back.enough_least" if cuts else "step.back.at_least", **facts)

    def _had(self, number: int, step: Step) -> bool:
        """Whether the node was worth as much before the child came back."""
        earlier = map(self.tree.steps.__getitem__, range(number - 1, -1, -1))
        before = next(one for one in earlier if one.node == step.node and one.kind in (BACK, ENTER))
        return before.kind == BACK and bool(before.value == step.value)

    def _window(self, _: int, step: Step) -> str:
        is_max = self.tree.player[step.node] == MAX
        value = step.alpha if is_max else step.beta
        return self.language.say(
            "step.window.alpha" if is_max else "step.window.beta", at_node=self.at(step.node), value=self._worth(value), **self._sides
        )

    def _cut(self, number: int, step: Step) -> str:
        reason = self.reasons[number]
        if not reason.unvisited:
            return self.language.say("step.cut.nothing_left", node=self.label(step.node))
        return f"{self.reason(reason)} {self.kind(reason)}".rstrip()

    def _leave(self, _: int, step: Step) -> str:
        message = {UPPER: "step.leave.at_most", LOWER: "step.leave.at_least"}.get(self.tree.bound[step.node], "step.leave.value")
        return self.language.say(message, node=self.label(step.node), value=self._worth(step.value))

    def reason(self, reason: Reason) -> str:
        """Why nodes were not searched: the bound, the ancestor that set it, and the action that secured it there."""
        given = reason.ancestor == GIVEN
        message = _WHY.get((reason.holder, given)) or self._chance_why(reason)
        least, most = self.tree.game.utility_range or (-inf, inf)
        why = self.language.say(
            message,
            limit=self._worth(most if reason.value <= reason.bound else least),
            node=self.label(reason.node),
            at_node=self.at(reason.node),
            value=self._worth(reason.value),
            bound=self._worth(reason.bound),
            at_ancestor="" if given else self.at(reason.ancestor),
            action="" if given else self.tree.name(reason.secured),
            **self._sides,
        )
        return self.language.say("step.cut.searched", count=len(reason.unvisited), nodes=self._several(reason.unvisited), why=why)

    def _chance_why(self, reason: Reason) -> str:
        """The message where chance moves: the average is too low, or too high, whatever the other outcomes are worth."""
        return _CHANCE_WHY[reason.value <= reason.bound, reason.ancestor == GIVEN]

    def kind(self, reason: Reason) -> str:
        """Whether a cut-off is shallow or deep; empty where the window of the search made it."""
        if reason.ancestor == GIVEN:
            return ""
        if not reason.deep:
            return self.language.say("step.cut.kind.shallow")
        return self.language.say("step.cut.kind.deep", plies=self.tree.ply[reason.node] - self.tree.ply[reason.ancestor])

    def _several(self, nodes: Sequence[int]) -> str:
        named = [self.label(node) for node in nodes[: _MOST_NAMED if len(nodes) > _MOST_NAMED + 1 else len(nodes)]]
        if len(named) < len(nodes):
            named.append(self.language.say("list.more", count=len(nodes) - len(named)))
        if len(named) == 1:
            return named[0]
        return self.language.say("list.and", first=", ".join(named[:-1]), last=named[-1])

    def _worth(self, value: Any) -> str:
        return worth(self.tree, value, self.language, digits=6)

    def title(self) -> str:
        """What was searched, and how."""
        tree, say = self.tree, self.language.say
        depth = say("summary.to_the_end") if tree.depth is None else say("summary.depth", count=tree.depth)
        return f"{say('summary.title', algorithm=self._algorithm(), game=titled(tree.game, self.language))}, {depth}"

    def _algorithm(self) -> str:
        """What the algorithm is called; one of the reader's own by its own name."""
        is_ours = BOOK.get(self.tree.algorithm) is self.tree.function
        return self.language.say(f"algorithm.{self.tree.algorithm}") if is_ours else self.tree.algorithm

    @property
    def _tells_winners(self) -> bool:
        """Whether a value in the tree is written as won or lost."""
        words = {self.language.say("worth.won"), self.language.say("worth.lost")}
        return any(worth(self.tree, value, self.language) in words for value in self.tree.value)

    def summary(self) -> str:
        """What came of it, and what it took."""
        tree, say = self.tree, self.language.say
        spared = sum(number == NEVER for number in tree.order)
        facts = [
            *self._outcome(tree.returned[ROOT]),
            say("count.nodes", count=tree.visited),
            say("count.leaves", count=tree.leaves),
            *([self._cutoffs(), say("count.not_searched", count=spared)] if tree.windowed else []),
            *([say("count.answered", count=tree.answered)] if tree.function.remembers else []),
            *([say("summary.line", line=" ".join(tree.name(node) for node in tree.line))] if tree.line else []),
            *([say("worth.measured", unit=unit)] if (unit := measured(tree, self.language)) else []),
            *([say("worth.sides", **self._sides)] if self._tells_winners else []),
            *([say("summary.unvalued", game=titled(tree.game, self.language))] if self._unvalued else []),
        ]
        return "; ".join(facts)

    def _cutoffs(self) -> str:
        """How many nodes were left early; among them those after whose last child that was: the search looks at the window there, too."""
        idle = sum(not reason.unvisited for reason in self.reasons.values())
        told = self.language.say("count.cutoffs", count=self.tree.cutoffs)
        return f"{told} ({self.language.say('count.idle', count=idle)})" if idle else told

    def _outcome(self, value: Any) -> list[str]:
        """The value of the root; of three players or more what each of them gets."""
        say = self.language.say
        if not isinstance(value, tuple):
            return [say("summary.value", value=self._worth(value))]
        parts = [units(self.tree.game, part) if EVALUATION in self.tree.origin else part for part in value]
        return [
            say("summary.gets", player=player_name(self.tree.game, player, self.language), value=self.language.worth(part, digits=4))
            for player, part in enumerate(parts)
        ]


def worth(tree: SearchTree, value: Any, speech: Language, digits: int = 4) -> str:
    """A value as it is written into the tree: in the scale of the game where the search has used its evaluation, else as it is."""
    return short(tree.game, value, speech, digits) if EVALUATION in tree.origin else speech.worth(value, digits)


def interval(tree: SearchTree, speech: Language, low: float, high: float) -> str:
    """A window or an interval of values, as these are written."""
    return speech.between(worth(tree, low, speech), worth(tree, high, speech))


def measured(tree: SearchTree, speech: Language) -> str:
    """What the numbers in the tree count: seeds, % of a win; empty where nobody knows a word, and of bare utilities."""
    return counted_in(tree.game, speech) if EVALUATION in tree.origin or not scale_of(tree.game).squeezed else ""


def unvalued(tree: SearchTree) -> bool:
    """Whether the search stops where the game has no evaluation: all such leaves are worth 0."""
    return EVALUATION in tree.origin and not defines(tree.game, "evaluate")


def player_name(game: Game, player: int, speech: Language) -> str:
    """What a player of a tree is called: MAX and MIN of two, behind the game's own names where it has such, as in White (MAX); MAX alone;
    player 1, 2, ... of more; chance.
    """
    if player == CHANCE:
        return speech.say("player.chance")
    if game.players > 2:
        return speech.say("player.other", number=player + 1)
    role = speech.say("player.max" if player == MAX else "player.min")
    return role if game.hidden or not game.player_names else f"{seat(game, player, speech)} ({role})"
