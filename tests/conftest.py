"""What every test has in common."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("zermelo", deadline=None)  # a first call compiles
settings.load_profile("zermelo")
