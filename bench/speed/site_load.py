"""The site under load: 300 tables of dominoes4, two people and two agents at each.

    .venv/bin/python bench/speed/site_load.py                        a minute of play, as a table
    .venv/bin/python bench/speed/site_load.py --tables 50 --seconds 20 --json

The bench starts a server on a temporary database and connects 600 scripted people, one socket
each. At every table there is a move about every three seconds: a person waits for two, an agent
for one. The delay is the time from a person's message until its event has reached every socket
of the table. The people run in one process beside the server: on two cores they are part of the
load.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

NUMBER = re.compile(r'"number":(\d+)')
REMATCH = re.compile(r'"rematch":"(\w+)"')
PEOPLE = 2
LIMITS = ("--tables-per-hour", "1000000", "--sockets-per-address", "1000000")
TICKS = os.sysconf("SC_CLK_TCK")


class LoadedTable:
    """Two people at a table, with the times at which each event was asked for and received."""

    def __init__(self, identity: str, tokens: list[str], seed: int, pause: float) -> None:
        self.identity = identity
        self.tokens = tokens
        self.rng = random.Random(seed)
        self.pause = pause
        self.sent: dict[int, float] = {}  # event number → when a person asked for it
        self.reached: defaultdict[int, int] = defaultdict(int)
        self.delays: list[float] = []
        self.events = 0
        self.refused = 0
        self.is_measured = False
        self.thoughts: set[asyncio.Task[None]] = set()

    async def person(self, host: str, token: str, number: int, here: asyncio.Barrier) -> None:
        """Play at the table, and then at its rematch."""
        identity, names = self.identity, count()
        is_first = True
        while True:
            address = f"ws://{host}/api/tables/{identity}/socket"
            async with connect(address, compression=None, max_size=None, open_timeout=60) as socket:
                await socket.send(json.dumps({"type": "hello", "token": token, "last": None}))
                if is_first:
                    await here.wait()
                is_first = False
                async for text in socket:
                    assert isinstance(text, str)
                    if text.startswith('{"type":"state"'):
                        self._heard(socket, text, f"{number}-{next(names)}")
                    elif text.startswith('{"type":"refused"'):
                        self.refused += 1
                    if found := REMATCH.search(text):
                        identity = found[1]
                        self.sent.clear()
                        break

    def _heard(self, socket: ClientConnection, text: str, name: str) -> None:
        now = time.perf_counter()
        found = NUMBER.search(text)
        assert found
        number = int(found[1])
        self.events += 1
        if number in self.sent:
            self.reached[number] += 1
            if self.reached[number] == PEOPLE:
                delay = now - self.sent.pop(number)
                if self.is_measured:
                    self.delays.append(delay)
        # Parsed only for a person that answers: the others need two numbers.
        if '"moves":[]' not in text:
            moves = json.loads(text)["view"]["moves"]
            command = {"type": "play", "move": self.rng.choice(moves)["move"]}
        elif '"phase":"between"' in text and name.startswith("0"):
            command = {"type": "next"}
        elif '"phase":"over"' in text and name.startswith("0"):
            command = {"type": "rematch"}
        else:
            return
        thought = asyncio.create_task(self._say(socket, number, name, command))
        self.thoughts.add(thought)
        thought.add_done_callback(self.thoughts.discard)

    async def _say(self, socket: ClientConnection, number: int, name: str, command: Any) -> None:
        await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pause)
        self.sent[number + 1] = time.perf_counter()
        await socket.send(json.dumps({**command, "id": name, "expect": number}))


def main() -> None:
    """Run the bench and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60.0, help="of measured play")
    parser.add_argument("--warm", type=float, default=15.0, help="seconds of play before that")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds a person thinks")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds an agent waits")
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        cold, process, host = start(Path(folder), given.thinkers)
        stop(process)
        warm, process, host = start(Path(folder), given.thinkers)
        try:
            measured = asyncio.run(load(host, process.pid, given))
        finally:
            stop(process)
    report({"ready_s": round(warm, 2), "ready_first_s": round(cold, 2), **measured}, given.json)


def start(folder: Path, thinkers: int) -> tuple[float, "subprocess.Popen[str]", str]:
    """Start the server; return the seconds until it was healthy, its process and its address."""
    begun = time.perf_counter()
    words = ["serve", "--port", "0", "--no-browser", "--thinkers", str(thinkers), *LIMITS]
    process = subprocess.Popen(
        [sys.executable, "-m", "galo", *words, "--database", f"sqlite:///{folder / 'load.db'}"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r"localhost:\d+", process.stdout.readline())
    assert found
    with urllib.request.urlopen(f"http://{found[0]}/health") as answer:
        assert answer.status == 200
    return time.perf_counter() - begun, process, found[0]


def stop(process: "subprocess.Popen[str]") -> None:
    """End the server."""
    process.terminate()
    process.communicate(timeout=60)


async def load(host: str, pid: int, given: argparse.Namespace) -> dict[str, Any]:
    """Fill the tables, let everybody play, and return the figures."""
    await until_ready(host)
    before = resident(pid)
    tables = await set_up(host, given)
    here = asyncio.Barrier(PEOPLE * len(tables) + 1)
    people = [
        asyncio.create_task(table.person(host, token, number, here))
        for table in tables
        for number, token in enumerate(table.tokens)
    ]
    gone = asyncio.ensure_future(asyncio.wait(people, return_when=asyncio.FIRST_COMPLETED))
    await asyncio.wait([gone, asyncio.ensure_future(here.wait())], return_when="FIRST_COMPLETED")
    gc.freeze()  # the collector must not halt the people either
    await asyncio.wait([gone], timeout=given.warm)
    for table in tables:
        table.is_measured, table.events, table.refused = True, 0, 0
    begun, used, own = time.perf_counter(), processor(pid), time.process_time()
    await asyncio.wait([gone], timeout=given.seconds)
    for person in people:
        if person.done():
            person.result()  # raises what ended a person before the end
    elapsed = time.perf_counter() - begun
    figures = {
        "tables": len(tables),
        "sockets": len(people),
        "seconds": round(elapsed, 1),
        **of_delays(sorted(delay for table in tables for delay in table.delays)),
        "moves_per_second": round(sum(len(table.delays) for table in tables) / elapsed, 1),
        "updates_per_second": round(sum(table.events for table in tables) / elapsed, 1),
        "refused": sum(table.refused for table in tables),
        "server_cpu": round((processor(pid) - used) / elapsed, 2),
        "people_cpu": round((time.process_time() - own) / elapsed, 2),
        "server_mib": round(resident(pid) / 2**20, 1),
        "kib_per_table": round((resident(pid) - before) / 1024 / len(tables), 1),
    }
    thoughts = [thought for table in tables for thought in table.thoughts]
    for task in (*thoughts, *people):
        task.cancel()
    await asyncio.gather(*thoughts, *people, return_exceptions=True)
    return figures


async def until_ready(host: str) -> None:
    """Wait until the agents are warm."""
    async with httpx.AsyncClient() as web:
        while (await web.get(f"http://{host}/health")).json()["agents"] != "ready":
            await asyncio.sleep(0.1)


async def set_up(host: str, given: argparse.Namespace) -> list[LoadedTable]:
    """Set the tables up and let two people sit down at each."""
    seats = [{"kind": "me"}, {"kind": "friend"}, *[{"kind": "agent", "agent": "first"}] * 2]
    request = {"game": "dominoes4", "seats": seats, "listed": True, "pace": given.pace}
    tables = []
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as web:
        for seed in range(given.tables):
            made = (await web.post("/api/tables", json=request)).json()
            path = f"/api/tables/{made['table']}/seats"
            tokens = [made["token"], (await web.post(path, json={})).json()["token"]]
            tables.append(LoadedTable(made["table"], tokens, seed, given.pause))
    return tables


def of_delays(delays: Sequence[float]) -> dict[str, float]:
    """Return the quantiles of *delays*, which are sorted, in milliseconds."""
    places = {"median_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "worst_ms": 1.0}
    last = len(delays) - 1
    return {name: round(delays[round(last * q)] * 1000, 1) for name, q in places.items()}


def resident(pid: int) -> int:
    """Return the bytes of memory that *pid* itself holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """Return the seconds of processor time that *pid* itself has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def report(measured: dict[str, Any], as_json: bool) -> None:
    """Print the figures."""
    if as_json:
        print(json.dumps(measured))
        return
    for name, value in measured.items():
        print(f"{name:>20}  {value}")


if __name__ == "__main__":
    main()
