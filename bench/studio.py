"""The studio under load: how long a page and a first move take, and what happens when many play at once.

    python bench/studio.py                          50 players, each a move a second, for a minute
    python bench/studio.py --players 200 --seconds 20

Everybody plays connect four against the computer at level 1, over the network interface of this machine. A player's move and the
computer's reply are two requests, each timed. Nothing may fail and no move be lost: at the end every game is asked for again
and must hold all that was played.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx2 as httpx

import zermelo as z
from zermelo.explain.export import exported

PORT = 8497
SEATS = [{"kind": "human"}, {"kind": "computer", "level": 1}]


def percentiles(seconds: list[float]) -> str:
    """In milliseconds."""
    ordered = sorted(seconds)
    return "  ".join(f"p{part} {1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]:7.1f} ms" for part in (50, 95, 99))


async def timed(times: list[float], asking):
    """The answer to a request, whose time is noted."""
    begun = time.perf_counter()
    answer = await asking
    times.append(time.perf_counter() - begun)
    if answer.status_code != 200:
        raise RuntimeError(f"{answer.status_code}: {answer.text[:200]}")
    return answer


def last_event(text: str) -> dict:
    """The facts of the event that ends a stream."""
    kind, facts = "", {}
    for line in text.replace("\r\n", "\n").splitlines():
        if line.startswith("event: "):
            kind = line[7:]
        elif line.startswith("data: "):
            facts = json.loads(line[6:])
    if kind != "done":
        raise RuntimeError(f"{kind}: {facts}")
    return facts


async def player(client: httpx.AsyncClient, number: int, seconds: float, moves: list[float], replies: list[float]) -> list[tuple[str, int]]:
    """Play a move a second until the time is over; the games played, each with its plies."""
    chooser, games = random.Random(number), []  # noqa: S311  games, not secrets
    until = time.perf_counter() + seconds
    client.cookies.set("zermelo_client", f"player {number}")
    await asyncio.sleep(number % 50 / 50)
    view = None
    while time.perf_counter() < until:
        begun = time.perf_counter()
        if view is None or view["over"]:
            view = (await client.post("/api/games", json={"game": "connect4", "seats": SEATS})).json()
            games.append((view["number"], 0))
        move = {"ply": view["ply"], "action": chooser.choice(view["legal"])["action"]}
        view = (await timed(moves, client.post(f"/api/games/{view['number']}/moves", json=move))).json()
        if not view["over"]:
            answer = await timed(replies, client.post(f"/api/games/{view['number']}/reply", json={"ply": view["ply"]}))
            view = last_event(answer.text)["game"]
        games[-1] = view["number"], view["plies"]
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - begun)))
    return games


async def load(address: str, players: int, seconds: float) -> bool:
    """Whether all that many players played at once was kept."""
    moves: list[float] = []
    replies: list[float] = []
    clients = [httpx.AsyncClient(base_url=address, timeout=60) for _ in range(players)]
    games = await asyncio.gather(*(player(client, number, seconds, moves, replies) for number, client in enumerate(clients)))
    lost = 0
    for played in games:
        for number, plies in played:
            lost += (await clients[0].get(f"/api/games/{number}")).json()["plies"] != plies
    print(
        f"{players} players, a move a second, for {seconds:g} s: {len(moves)} moves, {len(replies)} replies, {sum(map(len, games))} games"
    )
    print(f"  a move    {percentiles(moves)}")
    print(f"  a reply   {percentiles(replies)}")
    print(f"  errors 0, games that lost a move {lost}")
    return lost == 0


def pages(address: str, runs: int) -> None:
    """Time pages, and the beginning of a game."""
    with httpx.Client(base_url=address, timeout=120) as client:
        for page in ("/", "/play", "/tree", "/practise", "/lessons/alphabeta"):
            times = []
            for _ in range(runs):
                begun = time.perf_counter()
                assert client.get(page).status_code == 200
                times.append(time.perf_counter() - begun)
            print(f"  {page:<20} {percentiles(times)}")
        times = []
        for _ in range(runs):
            begun = time.perf_counter()
            view = client.post("/api/games", json={"game": "connect4", "seats": SEATS}).json()
            answer = client.post(f"/api/games/{view['number']}/moves", json={"ply": 0, "action": "3"})
            assert last_event(client.post(f"/api/games/{view['number']}/reply", json={"ply": 1}).text), answer.text
            times.append(time.perf_counter() - begun)
        print(f"  begin, move, reply   {percentiles(times)}")


def step_page(runs: int) -> None:
    """Time the page that goes through the steps of a search."""
    game, times = z.game("connect4(width=6, height=5)"), []
    for _ in range(runs):
        begun = time.perf_counter()
        tree = z.observe(game, algorithm="alphabeta", depth=5)
        searched = time.perf_counter()
        exported(tree, "html")
        times.append((time.perf_counter() - searched, searched - begun))
    page, search = (statistics.median(part) for part in zip(*times, strict=True))
    print(f"the step page of a tree of {len(tree):,} nodes: {page:.2f} s, after {search:.2f} s for the search that it shows")


def main() -> None:
    """Start a studio, and measure it."""
    reading = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reading.add_argument("--players", type=int, default=50)
    reading.add_argument("--seconds", type=float, default=60.0)
    reading.add_argument("--runs", type=int, default=20)
    given = reading.parse_args()
    address = f"http://127.0.0.1:{PORT}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "zermelo", "web", "--no-browser", "--port", str(PORT), "--store", str(Path(folder) / "s.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    httpx.get(address)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            print("pages, from asking to the last byte")
            pages(address, given.runs)
            kept = asyncio.run(load(address, given.players, given.seconds))
        finally:
            server.terminate()
            server.wait(30)
    step_page(3)
    sys.exit(not kept)


if __name__ == "__main__":
    main()
