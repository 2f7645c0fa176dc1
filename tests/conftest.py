"""What every test has in common."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("zermelo", deadline=None)  # a first call compiles
settings.load_profile("zermelo")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and so would all that a test starts
