"""The enhancement ladder as a picture: nodes over depth, one curve a rung, in the language of the reader."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.draw.chart import Curve, chart
from zermelo.languages import Language
from zermelo.languages import language as speech_of
from zermelo.search.ladder import Climb, Measured


def picture(climb: Climb, measured: Sequence[Measured], *, game: str, position: str = "", language: str = "en") -> str:
    """The rungs as an SVG. `game` is what its title calls the game; `position` where the search began, if not at the start."""
    speech = speech_of(language)
    say = speech.say
    curves = [
        Curve(
            say(f"ladder.rungs.{one.rung.name}"),
            tuple((step.depth, step.nodes) for step in one.steps),
            one.expected,
            speech.grouped(one.last.nodes) if one.last else f"~{rounded(one.expected[-1][1], speech)}",
            dashed=not one.rung.keeps_value,
        )
        for one in measured
    ]
    depths, b = range(1, climb.depth + 1), climb.branching.b
    guides = [
        Curve(name, tuple((depth, b ** (share * depth)) for depth in depths))
        for name, share in (("b^{m}", 1.0), *((("b^{3m/4}", 0.75), ("b^{m/2}", 0.5)) if climb.has_cutoffs else ()))
    ]
    notes = [say("ladder.dashed")] if any(curve.dashed for curve in curves) else []
    notes += [say("ladder.dotted")] if any(curve.guessed for curve in curves) else []
    return chart(
        curves,
        title=say("ladder.title", game=game),
        subtitle=say("ladder.subtitle_from", position=position) if position else say("ladder.subtitle"),
        across=say("ladder.across"),
        upwards=say("ladder.nodes"),
        footnote="; ".join([f"b = {speech.decimals(b, 2)}", *notes]),
        guides=guides,
    )


def rounded(number: float, speech: Language) -> str:
    """With two digits that mean something: 3,200,000, or 3.2e+21."""
    return speech.grouped(float(f"{number:.1e}")) if number < 1e15 else f"{number:.1e}".replace(".", speech.decimal)
