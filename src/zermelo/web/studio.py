"""What work on games needs, in the server and in the process of a user's file alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.analysis.lines import Lines
from zermelo.web.catalogue import Catalogue
from zermelo.web.scheduler import Scheduler
from zermelo.web.sessions import Sessions

Facts = dict[str, Any]


@dataclass(frozen=True)
class Studio:
    """The games that can be played in this process, those that are under way and those that are analysed, and who searches."""

    catalogue: Catalogue
    sessions: Sessions
    scheduler: Scheduler
    lines: Lines = field(default_factory=Lines)
