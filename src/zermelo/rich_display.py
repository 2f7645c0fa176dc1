"""What values look like in a notebook: Jupyter asks a value for its `_repr_html_` or `_repr_svg_`, and the value asks here.

The result of a search knows nothing of pictures, which stand above it. So what draws is entered here, by the type of what it
draws: `html.register(Result)`. `zermelo.notebook`, which is loaded with the package, enters all that is ours.
"""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def html(value: object) -> str | None:
    """A value as HTML; None for a type that nobody has entered, of which notebooks show the text."""
    return None


@singledispatch
def svg(value: object) -> str | None:
    """A value as a picture in SVG; None for a type that nobody has entered."""
    return None
