"""Long works that are killed as they tell how far they are: by an error in this process, or by SIGKILL in another one."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

_KILLED = """
import os, signal, sys
import zermelo as z
left = [int(sys.argv[1])]
def progress(_):
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
place = sys.argv[2]
"""


class KilledError(Exception):
    """In the place of a kill: nothing is done after it."""


def killed_at(times):
    """A progress that ends the work when it is called for this time."""
    left = [times]

    def progress(_):
        left[0] -= 1
        if left[0] == 0:
            raise KilledError

    return progress


def killed(work: str, place: Path, times: int) -> None:
    """Run code that works on a `place` and tells `progress` how far it is, in a process that is killed when it is told for this time."""
    run = subprocess.run([sys.executable, "-c", _KILLED + work, str(times), str(place)], check=False)
    assert run.returncode == -signal.SIGKILL
