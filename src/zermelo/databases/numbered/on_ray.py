"""Workers on the machines of a Ray cluster."""

from __future__ import annotations

import logging
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection
from concurrent.futures import Future
from typing import Any, Final

from zermelo.databases.numbered.shards import Answer, Task, do
from zermelo.errors import SearchError, ZermeloError

_REACHED: Final = 60
"""Seconds in which a cluster has to answer ..."""
_READY: Final = 180
"""... and in which workers have to begin: it takes half a minute until Ray knows that a machine is lost."""
_AGAIN: Final = 0.2
"""Seconds until those are begun again who did not."""
_CONNECT: Final = "import ray; ray.init(address='auto', log_to_driver=False)"


class OnRay:
    """Actors of Ray, on each machine so many as its processors' share is. Where one is lost, another begins, on a machine that is there.

    Raises SearchError where Ray is not installed, no cluster is reached in time, by the variable RAY_ADDRESS or on this machine, or no
    worker begins there in time.
    """

    def __init__(self, workers: int) -> None:
        try:
            import ray
            from ray import exceptions
        except ImportError as error:
            raise SearchError(f"workers on ray take Ray ({error}): pip install 'zermelo[ray]'") from None
        self._ray, self.workers, self._connects = ray, workers, not ray.is_initialized()
        self.lost: type[Exception] | tuple[type[Exception], ...] = (
            exceptions.RayActorError,
            exceptions.ActorUnschedulableError,  # its machine is lost, or not known everywhere yet
            exceptions.OutOfMemoryError,
        )
        if self._connects:
            _check_cluster()
            ray.init(address="auto", log_to_driver=False, logging_level=logging.ERROR)
            ray._private.worker._worker_logs_enabled = False  # it would tell on standard output whom it lost
        self._actors: dict[int, Any] = {}
        self._nodes: dict[int, str] = {}
        self._last: dict[int, Future[Any]] = {}
        try:
            self._begin(range(workers))
        except SearchError:
            self.close()
            raise

    def submit(self, worker: int, task: Task) -> Future[Answer | ZermeloError]:
        """Let this worker do a task."""
        if worker in self._last and isinstance(self._last[worker].exception(), self.lost):
            self._begin([worker])
        begun: Future[Answer | ZermeloError] = self._actors[worker].do.remote(task).future()
        self._last[worker] = begun
        return begun

    def close(self) -> None:
        """End all of them."""
        for actor in self._actors.values():
            self._ray.kill(actor)
        if self._connects:
            self._ray.shutdown()

    def _begin(self, workers: Collection[int]) -> None:
        """Begin these workers, in place of those before, and wait until they are there."""
        ends, missing, why = time.monotonic() + _READY, {*workers}, "none of them has answered"
        while True:
            there = [node for node in self._ray.nodes() if node["Alive"]]
            if not there:
                why = "none of its machines is alive"
            ready = {worker: self._begun(worker, there).ready.remote() for worker in sorted(missing) if there}
            for worker, answer in ready.items():
                try:
                    self._ray.get(answer, timeout=max(0, ends - time.monotonic()))
                    missing.remove(worker)
                except self.lost as error:
                    why = str(error)
                except self._ray.exceptions.GetTimeoutError:
                    continue
            if not missing:
                return
            if time.monotonic() >= ends:
                raise SearchError(
                    f"{len(missing)} of {self.workers} workers did not begin on the Ray cluster in {_READY} seconds ({why}); `ray status` "
                    f"says which machines are there, and each needs the same Python and zermelo; what was found is kept, and the same "
                    f"command goes on"
                )
            time.sleep(_AGAIN)

    def _begun(self, worker: int, there: list[dict[str, Any]]) -> Any:
        """An actor for a worker, on that of the machines which are there that has the fewest for its processors."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        if worker in self._actors:
            self._ray.kill(self._actors.pop(worker))
            del self._nodes[worker]
        taken = Counter(self._nodes.values())
        shares = {node["NodeID"]: (1 + taken[node["NodeID"]]) / (node["Resources"].get("CPU") or 1) for node in there}
        place = self._nodes[worker] = min(shares, key=lambda name: (shares[name], name))
        actor = self._ray.remote(num_cpus=0, scheduling_strategy=NodeAffinitySchedulingStrategy(place, soft=False))(_Actor)
        self._actors[worker] = actor.remote()
        return self._actors[worker]


def _check_cluster() -> None:
    """Raise SearchError where there is no cluster that answers. Another process asks: Ray waits without an end where nobody does."""
    try:
        asked = subprocess.run(  # noqa: S603  nothing that a user types
            [sys.executable, "-c", _CONNECT], capture_output=True, text=True, errors="replace", timeout=_REACHED
        )
        why = "" if asked.returncode == 0 else next(iter(asked.stderr.strip().splitlines()[-1:]), "it gives no reason")
    except subprocess.TimeoutExpired:
        why = f"nobody answers within {_REACHED} seconds"
    if why:
        raise SearchError(
            f"no Ray cluster is reached ({why}): begin one with `ray start --head`, and `ray start --address=HEAD:PORT` on each other "
            f"machine; the variable RAY_ADDRESS says which one it is where the command runs on none of them"
        )


class _Actor:
    """A process that does tasks."""

    def ready(self) -> None:
        """Answer when it has begun."""

    def do(self, task: Task) -> Answer | ZermeloError:
        return do(task)
