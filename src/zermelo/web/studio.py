"""What work on games needs, in the server and in the process of a user's file alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.web.catalogue import Catalogue
from zermelo.web.scheduler import Scheduler
from zermelo.web.sessions import Sessions

Facts = dict[str, Any]


@dataclass(frozen=True)
class Studio:
    """The games that can be played in this process, those that are under way, and who searches."""

    catalogue: Catalogue
    sessions: Sessions
    scheduler: Scheduler
