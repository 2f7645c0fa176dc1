"""Games of other makers as games of ours."""

from __future__ import annotations

from zermelo.adapters.lecture import adapt

__all__ = ["adapt"]
