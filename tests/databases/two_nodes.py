"""A database made by workers on two nodes of Ray, of which a worker, and later a node, is killed; all of it on loopback alone.

python -m tests.databases.two_nodes FOLDER TEMPORARY

Prints the places of the workers, process and node, in JSON: before the worker is killed, before the node is, and at the end.
"""

from __future__ import annotations

import json
import os
import signal
import sys

import zermelo as z
from tests.databases.examples import ReversedGraph
from zermelo.databases.numbered import backends, sharded

OWN = {"node_ip_address": "127.0.0.1", "num_cpus": 1, "include_dashboard": False, "object_store_memory": 80_000_000}
WORKER_KILLED_AT, NODE_KILLED_AT = 20, 60
"""So many times it has told how far it is."""


def places_of(workers):
    """The process and the node of each worker."""
    import ray

    def place(_):
        return os.getpid(), ray.get_runtime_context().get_node_id()

    return ray.get([workers._actors[worker].__ray_call__.remote(place) for worker in range(workers.workers)], timeout=60)


def main(folder, temporary):
    from ray.cluster_utils import Cluster

    sharded._FEWEST = 2
    cluster = Cluster(initialize_head=True, head_node_args={**OWN, "temp_dir": temporary})
    second = cluster.add_node(**OWN)
    os.environ["RAY_ADDRESS"] = cluster.address
    begun, begin, calls, places = [], backends.BACKENDS["ray"], [0], []

    def kept(workers):
        backend = begin(workers)
        close = backend.close

        def closed():
            places.append(places_of(backend))
            close()

        backend.close = closed
        begun.append(backend)
        return backend

    backends.BACKENDS["ray"] = kept

    def progress(_):
        calls[0] += 1
        if calls[0] in (WORKER_KILLED_AT, NODE_KILLED_AT):
            places.append(places_of(begun[0]))
            own = next(process for process, node in places[-1] if node == second.node_id)
            if calls[0] == NODE_KILLED_AT:
                cluster.remove_node(second, allow_graceful=False)
            os.kill(own, signal.SIGKILL)

    z.make_database(ReversedGraph(3), folder, mode="interpreted", workers=2, on="ray", progress=progress).close()
    cluster.shutdown()
    print(json.dumps(places))


if __name__ == "__main__":
    main(*sys.argv[1:])
