"""How far a compilation is said to be."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

from zermelo.native import progress


def test_what_is_left_does_not_jump_as_it_is_seen_how_fast_the_machine_is(monkeypatch):
    """Four seconds of the processor's, of which the machine gives a third of the time."""
    now = 0.0
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(progress, "used", lambda: now / 3)
    compilation = progress.Progress(4.0)
    told = []
    for tenth in range(120):
        now = tenth / 10
        told.append(compilation.left())
    assert told[0] == 4.0
    assert max(abs(after - before) for before, after in pairwise(told)) < 0.3
    assert abs(told[60] - 6.0) < 2.0  # half of it is done
    now = 12.1
    assert compilation.left() is None
