"""Games that number their states: solved tier by tier, in one process or by many workers.

rank_kernels.py  what is done to every state of a tier and to what it leads to
ranked_game.py   what every solver of such a game needs
solver.py        ... and the files of the tiers that are done
ranked.py        solved in one process
sharded.py       solved by many workers, who are given the tasks of shards.py
backends.py      who the workers are: processes on this machine
on_ray.py        or, on many machines, those of Ray
"""
