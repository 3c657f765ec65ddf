"""Several servers on one PostgreSQL under load, while they are killed, halted or lose the database.

    .venv/bin/python bench/site/servers.py --servers 2 --tables 300 --seconds 60
    .venv/bin/python bench/site/servers.py --servers 3 --tables 20 --seconds 300 --kill-every 20
    .venv/bin/python bench/site/servers.py --tables 20 --halt-at 15 --restart-database-at 40

Four people sit at every table of dominoes4. Each has one socket, to a server that chance chooses at
every connection, and comes back like a browser: after 0.4 seconds, then twice as long, with the
command that nobody has answered. The delay is the time from a move until its event has reached all
four screens. In the end the log in the database is compared with what the people were told: a move
that was acknowledged and is not there is lost, one with two numbers or two texts is doubled. The
pause is the time from a kill or a halt to the next event of each table of that server, or from the
start of the database to the next event of each table. The people run in one process beside the
servers; its processor time is printed too.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.postgres import Postgres, running_postgres
from support.visitors import WITHOUT_LIMITS, Json, Site, table_request

TICKS = os.sysconf("SC_CLK_TCK")
FIRST_WAIT, LONGEST_WAIT = 0.4, 8.0  # as in static/lib/connection.js
BACK_SECONDS = 2.0  # until a server that was killed is started again
HALT_SECONDS = 8.0  # longer than a lease
LONGEST_PAUSE = 30.0  # after which a table counts as stuck
SEATS = 4
NEVER = float("inf")


class Sitting:
    """Four people, one game after the other: what they were told, and when."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.tables = [table]
        self.people = [Person(self, seat, token) for seat, token in enumerate(tokens)]
        self.told: dict[tuple[str, int], str] = {}  # the move of each event, once acknowledged
        self.doubled = 0
        self.place = (0, 0)  # the game, and the last event that anybody knows
        self.place_at = 0.0
        self.awaited: tuple[tuple[int, int], float, set[int]] | None = None  # a move on its way
        self.delays: list[float] = []

    def asked(self, seat: int, place: tuple[int, int]) -> None:
        """Note that *seat* has just sent the move that becomes the event at *place*."""
        self.awaited = place, time.perf_counter(), {seat}

    def heard(self, seat: int, place: tuple[int, int]) -> None:
        """Note that *seat* knows all events up to *place*."""
        if place > self.place:
            self.place, self.place_at = place, time.perf_counter()
        if self.awaited is not None and place >= self.awaited[0]:
            self.awaited[2].add(seat)
            if len(self.awaited[2]) == SEATS:
                self.delays.append(time.perf_counter() - self.awaited[1])
                self.awaited = None

    def acknowledged(self, game: int, number: int, move: str) -> None:
        """Note that the server says *move* is event *number*."""
        told = self.told.setdefault((self.tables[game], number), move)
        self.doubled += told != move

    def go_on(self, game: int, table: str) -> None:
        """Note that *table* comes after the *game*."""
        if len(self.tables) == game + 1:
            self.tables.append(table)


class Person:
    """Somebody at one seat, who plays any move that is offered, and then another game."""

    def __init__(self, sitting: Sitting, seat: int, token: str) -> None:
        self._sitting = sitting
        self._seat = seat
        self._token = token
        self._game = 0
        self._known: dict[int, Json] = {}  # the events of this game
        self._pending: Json | None = None  # a command that was not answered
        self._asked = 0
        self._attempts = 0
        self._rng = random.Random(token)
        self.sockets = 0
        self.received = 0  # letters

    async def play(self, hosts: list[str], pause: float) -> None:
        """Be at the table, whatever happens, until cancelled."""
        while True:
            table = self._sitting.tables[self._game]
            address = f"ws://{self._rng.choice(hosts)}/api/tables/{table}/socket"
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
                async with connect(address, compression=None, max_size=None) as socket:
                    await self._stay(socket, pause)
                    continue
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self._attempts)
            self._attempts += 1
            await asyncio.sleep(wait * self._rng.uniform(0.75, 1.25))

    async def _stay(self, socket: ClientConnection, pause: float) -> None:
        """Play until the game has another after it; raise when the connection ends before."""
        self.sockets += 1
        last = max(self._known, default=None)
        await socket.send(json.dumps({"type": "hello", "token": self._token, "last": last}))
        is_welcome = False
        while True:
            text = await socket.recv()
            self.received += len(text)
            message = json.loads(text)
            if message["type"] == "state":
                self._learn(message)
                if not is_welcome and self._pending is not None:
                    await socket.send(json.dumps(self._pending))
                is_welcome, self._attempts = True, 0
                if message["view"]["rematch"] is not None:
                    self._sitting.go_on(self._game, message["view"]["rematch"])
                    self._game, self._known, self._pending = self._game + 1, {}, None
                    return
                await self._act(message, socket, pause)
            elif self._pending is not None and message.get("id") == self._pending["id"]:
                self._answered(message)

    def _learn(self, message: Json) -> None:
        """Check that *message* has every event that was not known, and none that was otherwise."""
        for event in message["events"]:
            assert self._known.setdefault(event["number"], event) == event, event
        assert sorted(self._known) == list(range(1, message["number"] + 1)), sorted(self._known)
        self._sitting.heard(self._seat, (self._game, message["number"]))

    def _answered(self, message: Json) -> None:
        pending, self._pending = self._pending, None
        if pending is not None and message["type"] == "reply" and pending["type"] == "play":
            self._sitting.acknowledged(self._game, message["number"], pending["move"])

    async def _act(self, message: Json, socket: ClientConnection, pause: float) -> None:
        command = self._wish(message["view"])
        if command is None or self._pending is not None:
            return
        await asyncio.sleep(self._rng.uniform(0.5, 1.5) * pause)
        self._asked += 1
        name = f"{self._seat}-{self._asked}"
        self._pending = {**command, "id": name, "expect": message["number"]}
        if command["type"] == "play":
            self._sitting.asked(self._seat, (self._game, message["number"] + 1))
        await socket.send(json.dumps(self._pending))

    def _wish(self, view: Json) -> Json | None:
        if view["moves"]:
            return {"type": "play", "move": self._rng.choice(view["moves"])["move"]}
        if self._seat == 0 and view["phase"] in ("between", "over"):
            return {"type": "next" if view["phase"] == "between" else "rematch"}
        return None


class Servers:
    """The servers of one site, each at a port of its own, and what is done to them."""

    def __init__(self, number: int, url: str, folder: Path, stack: ExitStack) -> None:
        self.sites = []
        for place in range(number):
            (folder / str(place)).mkdir()
            options = (*WITHOUT_LIMITS, "--thinkers", "1", "--verbose")
            site = Site(folder / str(place), *options, database=url)
            self.sites.append(stack.enter_context(site))
        self.pauses: list[float] = []

    @property
    def hosts(self) -> list[str]:
        """Where the servers are."""
        return [site.host for site in self.sites]

    def held(self, site: Site, postgres: Postgres, url: str) -> set[str]:
        """Return the tables that *site* has."""
        joined = [line for line in site.logged().splitlines() if '"server joined"' in line]
        with postgres.connect(url) as database:
            rows = database.execute(
                "SELECT table_id FROM leases WHERE server = %s", (json.loads(joined[-1])["server"],)
            )
            return {row[0] for row in rows.fetchall()}

    def usage(self) -> tuple[float, float]:
        """Return the processor time and the memory of all servers, in seconds and megabytes."""
        seconds = memory = 0.0
        for site in self.sites:
            fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / TICKS
            status = Path(f"/proc/{site.process.pid}/status").read_text()
            memory += int(status.partition("VmRSS:")[2].split()[0]) / 1024
        return seconds, memory


async def disturb(
    given: argparse.Namespace,
    servers: Servers,
    sittings: list[Sitting],
    postgres: Postgres,
    url: str,
) -> None:
    """Do to the servers what was asked for, at its time."""
    begun = time.perf_counter()
    kills = iter(range(given.kill_every, given.seconds, given.kill_every or given.seconds))
    todo = [(float(at), "kill") for at in kills if given.kill_every]
    todo += [(given.halt_at, "halt"), (given.restart_database_at, "restart")]
    for at, what in sorted(one for one in todo if one[0] < given.seconds):
        await asyncio.sleep(max(0.0, begun + at - time.perf_counter()))
        if what == "restart":
            await asyncio.to_thread(postgres.stop)
            await asyncio.sleep(given.database_away)
            watching = asyncio.create_task(watch(servers, sittings, None, time.perf_counter()))
            await asyncio.to_thread(postgres.start)
            await watching
            continue
        site = random.choice(servers.sites)
        held = await asyncio.to_thread(servers.held, site, postgres, url)
        struck = time.perf_counter()
        site.process.send_signal(signal.SIGKILL if what == "kill" else signal.SIGSTOP)
        watching = asyncio.create_task(watch(servers, sittings, held, struck))
        if what == "kill":
            await asyncio.to_thread(site.process.wait)
            await asyncio.sleep(BACK_SECONDS)
            await asyncio.to_thread(site.start)
        else:
            await asyncio.sleep(HALT_SECONDS)
            site.process.send_signal(signal.SIGCONT)
        await watching


async def watch(
    servers: Servers, sittings: list[Sitting], held: set[str] | None, struck: float
) -> None:
    """Note how long after *struck* each of the tables *held*, or each of all, goes on."""
    waiting = {
        sitting: sitting.place for sitting in sittings if held is None or sitting.tables[-1] in held
    }
    while waiting and time.perf_counter() - struck < LONGEST_PAUSE:
        await asyncio.sleep(0.02)
        for sitting in [one for one, place in waiting.items() if one.place > place]:
            servers.pauses.append(sitting.place_at - struck)
            del waiting[sitting]
    servers.pauses += [NEVER] * len(waiting)


def seat_everybody(servers: Servers, tables: int) -> list[Sitting]:
    """Return full tables, set up at each of the servers in turn."""
    found = []
    for place in range(tables):
        site = servers.sites[place % len(servers.sites)]
        request = table_request("dominoes4", "me", *["friend"] * 3, listed=True)
        first = site.post("/api/tables", request)
        others = [site.post(f"/api/tables/{first['table']}/seats", {}) for _ in range(3)]
        tokens = [first["token"], *(other["token"] for other in others)]
        found.append(Sitting(first["table"], tokens))
    return found


def lost(sittings: list[Sitting], postgres: Postgres, url: str) -> tuple[int, int, int]:
    """Return how many events there are, how many are lost, and how many doubled."""
    events = missing = doubled = 0
    with postgres.connect(url) as database:
        for sitting in sittings:
            doubled += sitting.doubled
            for game, table in enumerate(sitting.tables):
                query = "SELECT number, data FROM events WHERE table_id = %s ORDER BY number"
                rows = database.execute(query, (table,)).fetchall()
                events += len(rows)
                doubled += [number for number, _ in rows] != list(range(1, len(rows) + 1))
                missing += sitting.place[0] == game and sitting.place[1] > len(rows)
                moves = {(table, number): json.loads(data).get("move") for number, data in rows}
                told = {place: move for place, move in sitting.told.items() if place[0] == table}
                missing += sum(moves.get(place) != move for place, move in told.items())
    return events, missing, doubled


@contextmanager
def open_files() -> Iterator[None]:
    """Allow as many open sockets as the system does."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    yield


async def measure(
    given: argparse.Namespace, servers: Servers, postgres: Postgres, url: str
) -> Json:
    """Let everybody play, and return the figures."""
    sittings = await asyncio.to_thread(seat_everybody, servers, given.tables)
    people = [person for sitting in sittings for person in sitting.people]
    playing = [asyncio.create_task(one.play(servers.hosts, given.pause)) for one in people]
    await asyncio.sleep(given.warm)
    for sitting in sittings:
        sitting.delays.clear()
    before, own = servers.usage()[0], time.process_time()
    await asyncio.gather(
        asyncio.sleep(given.seconds), disturb(given, servers, sittings, postgres, url)
    )
    seconds, memory = servers.usage()
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    broken = [problem for problem in ended if isinstance(problem, Exception)]
    assert not broken, broken[0]
    events, missing, doubled = await asyncio.to_thread(lost, sittings, postgres, url)
    delays = sorted(delay * 1000 for sitting in sittings for delay in sitting.delays)
    finite = sorted(servers.pauses)
    return {
        "servers": given.servers,
        "sockets": len(people),
        "moves": len(delays),
        "p50_ms": round(statistics.median(delays)),
        "p95_ms": round(delays[int(len(delays) * 0.95)]),
        "p99_ms": round(delays[int(len(delays) * 0.99)]),
        "servers_cpu": None if given.kill_every else round((seconds - before) / given.seconds, 2),
        "generator_cpu": round((time.process_time() - own) / given.seconds, 2),
        "memory_mb": round(memory),
        "events": events,
        "bytes_per_event": round(sum(person.received for person in people) / events),
        "lost": missing,
        "doubled": doubled,
        "reconnects": sum(person.sockets - 1 for person in people),
        "struck_tables": len(finite),
        "pause_median_s": round(statistics.median(finite), 2) if finite else None,
        "pause_worst_s": round(finite[-1], 2) if finite else None,
    }


def main() -> None:
    """Run the bench and print its figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60, help="of measured play")
    parser.add_argument("--warm", type=float, default=10.0, help="seconds of play before that")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds a person thinks")
    parser.add_argument("--kill-every", type=int, default=0, help="seconds between two kills")
    parser.add_argument("--halt-at", type=float, default=NEVER, help="second of a halt")
    parser.add_argument("--restart-database-at", type=float, default=NEVER)
    parser.add_argument("--database-away", type=float, default=2.0, help="seconds of a restart")
    given = parser.parse_args()
    with (
        open_files(),
        tempfile.TemporaryDirectory() as folder,
        running_postgres() as postgres,
        ExitStack() as stack,
    ):
        url = postgres.new_database()
        servers = Servers(given.servers, url, Path(folder), stack)
        print(json.dumps(asyncio.run(measure(given, servers, postgres, url))))


if __name__ == "__main__":
    main()
