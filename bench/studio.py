"""How long the studio's pages, a first tree and a first move take, and what moves take when many play at once.

Everybody plays connect four against the computer at level 1, a move a second, over the network interface of this machine. A move and
the computer's reply are two requests, each timed. Nothing may fail and no move be lost: at the end every game is asked for
again and must hold all that was played. Beside them some analyse Othello: three lines of a position, deeper and deeper, and after three
seconds the next one; how long they wait until they see the first lines is timed.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import httpx2 as httpx

from _common import Limit, arguments, must_equal, show

PORT = 8497
PAGES = ("/", "/play", "/tree", "/practise", "/lessons/alphabeta")
MOST = 0.3
LOOKING = 3.0
"""Seconds for which who analyses looks at a position."""
SEATS = [{"kind": "human"}, {"kind": "computer", "level": 1}]


def slowest(seconds: list[float]) -> float:
    """What 95 of 100 do not exceed."""
    return sorted(seconds)[int(len(seconds) * 0.95)]


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


async def analyst(client: httpx.AsyncClient, number: int, seconds: float, lines: list[float]) -> int:
    """Go through a game of Othello, some seconds at each position, until the time is over; the positions looked at."""
    chooser, actions, looked = random.Random(number), list[str](), 0  # noqa: S311  games, not secrets
    until = time.perf_counter() + seconds
    client.cookies.set("zermelo_client", f"analyst {number}")
    while time.perf_counter() < until:
        asked = {"game": "othello", "actions": actions}
        seen = (await timed([], client.post("/api/analyse/look", json=asked))).json()
        if seen["mover"] is None:
            actions = []
            continue
        await first_lines(client, asked, lines)
        looked += 1
        actions = [*actions, chooser.choice(seen["legal"])["action"]]
    return looked


async def first_lines(client: httpx.AsyncClient, asked: dict, lines: list[float]) -> None:
    """Have a position searched, as long as somebody looks at it, and note how long the first lines took, asked again where all is busy."""
    begun, heard = time.perf_counter(), False
    while not heard:
        async with client.stream("POST", "/api/analyse/lines", json={**asked, "lines": 3}) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("event: error"):
                    break
                if line.startswith("event: ") and not heard:
                    lines.append(time.perf_counter() - begun)
                    heard = True
                if heard and time.perf_counter() - begun > LOOKING:
                    return


async def load(address: str, players: int, analysts: int, seconds: float) -> tuple[list[Limit], str]:
    """What moves, replies and lines take while that many play and analyse, and what was played; ends the program if a move was lost."""
    moves: list[float] = []
    replies: list[float] = []
    lines: list[float] = []
    clients = [httpx.AsyncClient(base_url=address, timeout=60) for _ in range(players + analysts)]
    analyses = asyncio.gather(*(analyst(client, number, seconds, lines) for number, client in enumerate(clients[players:])))
    games = await asyncio.gather(*(player(client, number, seconds, moves, replies) for number, client in enumerate(clients[:players])))
    looked = sum(await analyses)
    for number, plies in (game for played in games for game in played):
        must_equal(f"game {number}", (await clients[0].get(f"/api/games/{number}")).json()["plies"], plies)
    rows, who = [], f"{players} at once" + f", {analysts} analyse" * bool(analysts)
    for what, times in (("a move", moves), ("the computer's reply", replies)):
        rows += [Limit(f"{what}, {who}: half of them take at most", [median(times)])]
        rows += [Limit(f"{what}, {who}: 95 of 100 take at most", [slowest(times)], MOST)]
    if lines:
        rows += [Limit(f"the first lines of a position, {who}: half of them take at most", [median(lines)])]
        rows += [Limit(f"the first lines of a position, {who}: 95 of 100 take at most", [slowest(lines)])]
    told = f"{len(moves):,} moves and {len(replies):,} replies in {sum(map(len, games))} games: no error, no move lost."
    return rows, told + f" {looked} positions were analysed." * bool(analysts)


def pages(address: str, repeats: int) -> list[Limit]:
    """What pages take, from asking to the last byte, and the beginning of a game."""
    with httpx.Client(base_url=address, timeout=120) as client:

        def opened(page: str) -> float:
            begun = time.perf_counter()
            assert client.get(page).status_code == 200
            return time.perf_counter() - begun

        def begun() -> float:
            at = time.perf_counter()
            view = client.post("/api/games", json={"game": "connect4", "seats": SEATS}).json()
            assert client.post(f"/api/games/{view['number']}/moves", json={"ply": 0, "action": "3"}).status_code == 200
            last_event(client.post(f"/api/games/{view['number']}/reply", json={"ply": 1}).text)
            return time.perf_counter() - at

        def tree() -> float:
            seconds = opened("/tree")
            at = time.perf_counter()
            assert client.post("/api/tree", json={"game": "pawns"}).status_code == 200
            return seconds + time.perf_counter() - at

        rows = [Limit("the first tree that a new studio shows, its page and the search", [tree()])]
        rows += [Limit("the same tree again", [tree() for _ in range(repeats)])]
        begun()  # the first one loads the engine
        rows += [Limit(f"the page {page}", [opened(page) for _ in range(repeats)]) for page in PAGES]
        return [*rows, Limit("begin a game, move, and have the reply", [begun() for _ in range(repeats)])]


@contextmanager
def studio() -> Iterator[str]:
    """The address of a studio in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "s.sqlite")
        command = [sys.executable, "-m", "zermelo", "web", "--no-browser", "--port", str(PORT), "--store", file]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{PORT}"
            for _ in range(300):
                try:
                    httpx.get(address)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield address
        finally:
            server.terminate()
            server.wait(30)


def main() -> None:
    """Start a studio, measure, show."""
    reading = arguments(__doc__, repeats=20)
    reading.add_argument("--players", type=int, default=50, metavar="N", help="how many play at once (50)")
    reading.add_argument("--analysts", type=int, default=5, metavar="N", help="how many analyse beside them (5)")
    reading.add_argument("--seconds", type=float, default=60.0, metavar="S", help="for how long (60)")
    chosen = reading.parse_args()
    with studio() as address:
        rows = pages(address, chosen.repeats)
        loaded, played = asyncio.run(load(address, chosen.players, chosen.analysts, chosen.seconds))
    show("The studio", [*rows, *loaded], chosen.json, [played])


if __name__ == "__main__":
    main()
