"""The site under load: 300 tables of dominoes4, two people and two agents at each.

    .venv/bin/python bench/speed/site_load.py                        a minute of play, as a table
    .venv/bin/python bench/speed/site_load.py --tables 50 --seconds 20 --json
    .venv/bin/python bench/speed/site_load.py --human --phones 0.3 --storm 20 --slow 20 --idle 200
    .venv/bin/python bench/speed/site_load.py --url http://localhost:8017 --tables 100

The bench starts a server on a temporary database and connects 600 scripted people, one socket
each. At every table there is a move about every three seconds: a person waits for two, an agent
for one. The delay is the time from a person's message until its event has reached every socket
of the table, while both people are there. The people run in one process beside the server: on two
cores they are part of the load.

With --url the people go to a site that runs already, of one process or many, which must allow so
much to one address: galo serve --tables-per-hour 1000000 --sockets-per-address 1000000. What that
costs its processes is in its /metrics.
"""

import argparse
import asyncio
import gc
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from site_people import PEOPLE, Figures, Habits, LoadedTable, storms, watch

LIMITS = ("--tables-per-hour", "1000000", "--sockets-per-address", "1000000")
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run the bench and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60.0, help="of measured play")
    parser.add_argument("--warm", type=float, default=15.0, help="seconds of play before that")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds a person thinks")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds an agent waits")
    parser.add_argument("--thinkers", type=int, default=2)
    parser.add_argument("--human", action="store_true", help="mostly quick, now and then slow")
    parser.add_argument("--phones", type=float, default=0.0, help="share that sleep at times")
    parser.add_argument("--storm", type=float, default=0.0, help="seconds until all sockets break")
    parser.add_argument("--slow", type=int, default=0, help="watchers who never read")
    parser.add_argument("--idle", type=int, default=0, help="watchers who say nothing")
    parser.add_argument("--url", help="of a site that runs already")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    if given.url:
        report(asyncio.run(load(given.url.rstrip("/"), None, given)), given.json)
        return
    with tempfile.TemporaryDirectory() as folder:
        cold, process, site = start(Path(folder), given.thinkers)
        stop(process)
        warm, process, site = start(Path(folder), given.thinkers)
        try:
            measured = asyncio.run(load(site, process.pid, given))
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
    site = f"http://{found[0]}"
    with urllib.request.urlopen(f"{site}/health") as answer:
        assert answer.status == 200
    return time.perf_counter() - begun, process, site


def stop(process: "subprocess.Popen[str]") -> None:
    """End the server."""
    process.terminate()
    process.communicate(timeout=60)


async def load(site: str, pid: int | None, given: argparse.Namespace) -> dict[str, Any]:
    """Fill the tables of *site*, let everybody play, and return the figures.

    *pid* is its process, if that runs here.
    """
    await until_ready(site)
    before = resident(pid) if pid else 0
    seen = Figures()
    tables = await set_up(site, given, seen)
    sockets = site.replace("http", "ws", 1)
    here = asyncio.Barrier(PEOPLE * len(tables) + 1)
    people = [
        asyncio.create_task(table.person(sockets, token, number, here))
        for table in tables
        for number, token in enumerate(table.tokens)
    ]
    gone = asyncio.ensure_future(asyncio.wait(people, return_when=asyncio.FIRST_COMPLETED))
    await asyncio.wait([gone, asyncio.ensure_future(here.wait())], return_when="FIRST_COMPLETED")
    others = [asyncio.create_task(storms(tables, given.storm))]
    for number in range(given.slow + given.idle):
        identity = tables[number % len(tables)].identity
        others.append(asyncio.create_task(watch(sockets, identity, reads=number >= given.slow)))
    gc.freeze()  # the collector must not halt the people either
    await asyncio.wait([gone], timeout=given.warm)
    seen.begin()
    begun, used, own = time.perf_counter(), processor(pid) if pid else 0, time.process_time()
    await asyncio.wait([gone], timeout=given.seconds)
    for person in people:
        if person.done():
            person.result()  # raises what ended a person before the end
    elapsed = time.perf_counter() - begun
    figures = {
        "tables": len(tables),
        "sockets": len(people) + given.slow + given.idle,
        "seconds": round(elapsed, 1),
        **of_delays(sorted(seen.delays)),
        **{f"back_{name}": ms for name, ms in of_delays(sorted(seen.returns)).items()},
        "returns": len(seen.returns),
        "failures": seen.failures,
        "moves_per_second": round(len(seen.delays) / elapsed, 1),
        "updates_per_second": round(seen.events / elapsed, 1),
        "refused": seen.refused,
        "people_cpu": round((time.process_time() - own) / elapsed, 2),
    }
    if pid:
        figures |= {
            "server_cpu": round((processor(pid) - used) / elapsed, 2),
            "server_mib": round(resident(pid) / 2**20, 1),
            "kib_per_table": round((resident(pid) - before) / 1024 / len(tables), 1),
        }
    thoughts = [thought for table in tables for thought in table.thoughts]
    for task in (*thoughts, *people, *others):
        task.cancel()
    await asyncio.gather(*thoughts, *people, *others, return_exceptions=True)
    return figures


async def until_ready(site: str) -> None:
    """Wait until the agents are warm."""
    async with httpx.AsyncClient() as web:
        while (await web.get(f"{site}/health")).json()["agents"] != "ready":
            await asyncio.sleep(0.1)


async def set_up(site: str, given: argparse.Namespace, seen: Figures) -> list[LoadedTable]:
    """Set the tables up and let two people sit down at each."""
    seats = [{"kind": "me"}, {"kind": "friend"}, *[{"kind": "agent", "agent": "first"}] * 2]
    request = {"game": "dominoes4", "seats": seats, "listed": True, "pace": given.pace}
    habits = Habits(given.pause, given.phones, given.human)
    tables = []
    async with httpx.AsyncClient(base_url=site, timeout=60) as web:
        for seed in range(given.tables):
            made = (await web.post("/api/tables", json=request)).json()
            path = f"/api/tables/{made['table']}/seats"
            tokens = [made["token"], (await web.post(path, json={})).json()["token"]]
            tables.append(LoadedTable(made["table"], tokens, seed, habits, seen))
    return tables


def of_delays(delays: Sequence[float]) -> dict[str, float]:
    """Return the quantiles of *delays*, which are sorted, in milliseconds."""
    places = {"median_ms": 0.5, "p95_ms": 0.95, "p99_ms": 0.99, "worst_ms": 1.0}
    last = len(delays) - 1
    if not delays:
        return {}
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
