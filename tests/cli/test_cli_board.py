"""Which letters of a picture are pieces."""

import pytest

from zermelo.cli.board import COLOURS, coloured

MAX, MIN = COLOURS[:2]


def spans(text):
    return [(text[span.start : span.end], span.style) for span in coloured(text).spans]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        (". x o .", [("x", MAX), ("o", MIN)]),
        (".bb\nww.", [("b", MIN), ("b", MIN), ("w", MAX), ("w", MAX)]),
        ("X|O|.", [("X", MAX), ("O", MIN)]),
        (". X x", [("X", f"{MAX} reverse"), ("x", MAX)]),
        ("1 2 3\nround 6, player 2 (o) to move", []),
        ("x to move", []),
        ("2 . b\n  a b c", [("b", MIN)]),
        ("0 x o #", [("x", MAX), ("o", MIN), ("#", COLOURS[2])]),
    ],
)
def test_marks_are_coloured_and_words_are_not(text, marks):
    assert spans(text) == marks


def test_the_text_stays_as_it_was():
    assert coloured("[bold]x[/bold] o").plain == "[bold]x[/bold] o"
