"""A real server in a process of its own, and its clients with real sockets."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from support.commands import PATIENCE

Json = dict[str, Any]
# How a test opens a socket: a machine that stands still for a while is no reason to hang up.
PLAIN: Json = {"compression": None, "open_timeout": PATIENCE, "ping_interval": None}
WITHOUT_LIMITS = (
    "--messages-per-second", "1000000", "--tables-per-hour", "100000",
    "--sockets-per-address", "100000", "--reviews-per-hour", "100000",
    "--advice-per-address", "100000",
)  # fmt: skip
SECRETS = re.compile(r"[0-6]-[0-6]")  # tiles, wherever they are written


@dataclass(frozen=True)
class Ticket:
    """What the person that sets up a table or takes a seat is given."""

    table: str
    seat: int | None
    token: str


def _client(host: str) -> httpx.Client:
    """Return a client that opens a connection for every request.

    One kept open may be closed by the server, after some idle seconds, as the next request begins.
    """
    no_idle = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(base_url=f"http://{host}", timeout=PATIENCE, limits=no_idle)


class Site:
    """`galo serve` on a database of its own; it can be killed and started again."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        database: str = "",
        python: Path = Path(sys.executable),
        **environment: str,
    ) -> None:
        self._python = python
        self.file = folder / "tables.db"
        self.log_file = folder / "log"
        database = database or f"sqlite:///{self.file}"
        self._options = ("--no-browser", "--database", database, *options)
        self._environment = {**os.environ, "XDG_DATA_HOME": str(folder), **environment}
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start the server, on the port it had before, and wait until it answers."""
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    str(self._python),
                    "-m",
                    "galo",
                    "serve",
                    "--port",
                    str(self.port),
                    *self._options,
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\w.]+:(\d+)", line)
        assert found, (line, self.log_file.read_text())
        self.port = int(found[1])
        self.host = f"localhost:{self.port}"
        self.http = _client(self.host)
        try:
            self.get("/health")
        except BaseException:
            self.kill()
            raise

    @contextlib.contextmanager
    def reached_by(self, host: str) -> Iterator[Self]:
        """Let visitors come by *host*: the name and the port of a proxy, and its prefix."""
        direct = self.host, self.http
        with _client(host) as client:
            self.host, self.http = host, client
            try:
                yield self
            finally:
                self.host, self.http = direct

    def kill(self) -> None:
        """End the server as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End the server as Ctrl-C would; return its exit status."""
        return self._end(signal.SIGINT)

    def terminate(self) -> int:
        """End the server as a service manager would; return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        self.http.close()
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            ended = self.process.poll()
            self.stop()
            assert ended is None, f"the server ended by itself, {ended}: {self.logged()[-2000:]}"

    def get(self, path: str, status: int = 200) -> Any:
        """Return the JSON that *path* answers."""
        answer = self.http.get(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, content: Json, status: int = 201) -> Any:
        """Return the JSON that *path* answers to *content*."""
        answer = self.http.post(path, json=content)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    def set_up(self, game: str, *seats: str, **fields: Any) -> Ticket:
        """Set up a table of *game*, each seat `me`, `friend` or the name of an agent."""
        return Ticket(**self.post("/api/tables", table_request(game, *seats, **fields)))

    def sit(self, table: str, **fields: Any) -> Ticket:
        """Take a seat at *table*."""
        return Ticket(**self.post(f"/api/tables/{table}/seats", fields))

    def seated(self, game: str, people: int, *agents: str, **fields: Any) -> list[Ticket]:
        """Set up a table of *game* with *people* at its first seats and *agents* after them."""
        friends = ["friend"] * (people - 1)
        first = self.set_up(game, "me", *friends, *agents, listed=True, **{"pace": 0.0, **fields})
        return [first, *(self.sit(first.table) for _ in friends)]

    def visit(self, ticket: Ticket, last: int | None = None) -> "Visitor":
        """Return a socket at the seat of *ticket*, after its first state."""
        return Visitor(self, ticket.table, ticket.token, last)

    def watch(self, table: str) -> "Visitor":
        """Return a socket without a seat, after its first state."""
        return Visitor(self, table, None)

    def state(self, ticket: Ticket) -> Json:
        """Return the view of the seat of *ticket*; it takes the seat over for that moment."""
        with self.visit(ticket) as visitor:
            return visitor.view

    def logged(self) -> str:
        """Return everything that the server wrote to its log."""
        return self.log_file.read_text()


def table_request(game: str, *seats: str, **fields: Any) -> Json:
    """Return the request for a table of *game*, each seat `me`, `friend` or an agent."""
    requests = [
        {"kind": seat} if seat in ("me", "friend") else {"kind": "agent", "agent": seat}
        for seat in seats
    ]
    return {"game": game, "seats": requests, **fields}


class Visitor:
    """One socket at a table: its last view, all messages it received, and a way to ask."""

    _names = count()

    def __init__(self, site: Site, table: str, token: str | None, last: int | None = None) -> None:
        address = f"ws://{site.host}/api/tables/{table}/socket"
        self._stack = contextlib.ExitStack()
        self.socket = self._stack.enter_context(connect(address, **PLAIN, max_size=2**24))
        self.view: Json = {}
        self.number = 0
        self.heard: list[Json] = []
        with contextlib.ExitStack() as unless_greeted:
            unless_greeted.callback(self.close)
            with contextlib.suppress(ConnectionClosed):  # it may be refused before it speaks
                self.say(type="hello", token=token, last=last)
            self.until(lambda message: message["type"] in ("state", "refused"))
            unless_greeted.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._stack.close()

    def say(self, **message: Any) -> None:
        """Send *message* as it is."""
        self.socket.send(json.dumps(message))

    def hear(self) -> Json:
        """Return the next message."""
        message: Json = json.loads(self.socket.recv(PATIENCE))
        self.heard.append(message)
        if message["type"] == "state":
            self.view, self.number = message["view"], message["number"]
        return message

    def until(self, is_it: Callable[[Json], object]) -> Json:
        """Return the first message from now on for which *is_it*."""
        while not is_it(message := self.hear()):
            pass
        return message

    def until_event(self, kind: str, **data: Any) -> Json:
        """Return the first event of this *kind* and *data* that comes from now on."""
        found: list[Json] = []

        def is_it(message: Json) -> bool:
            for event in message.get("events", ()):
                if event["kind"] == kind and data.items() <= event.items():
                    found.append(event)
            return bool(found)

        self.until(is_it)
        return found[0]

    def until_view(self, is_it: Callable[[Json], object]) -> Json:
        """Return the first view for which *is_it*, the present one included."""
        while not is_it(self.view):
            self.hear()
        return self.view

    def ask(self, kind: str, **fields: Any) -> Json:
        """Return the answer to a command."""
        return self.answer_to({"expect": self.number, "type": kind, **fields})

    def answer_to(self, message: Json) -> Json:
        """Return the answer to *message*, which gets an id if it has none."""
        message = {"id": f"id-{next(self._names)}", **message}
        self.say(**message)
        kinds = ("reply", "refused", "hint", "analysis")
        return self.until(lambda m: m["type"] in kinds and m.get("id") == message["id"])

    def code(self, kind: str, **fields: Any) -> str:
        """Return the code with which a command is refused, an empty text if it is carried out."""
        return str(self.ask(kind, **fields).get("code", ""))

    def play(self, move: str | None = None) -> Json:
        """Play *move*, by default the first one that is offered."""
        answer = self.ask("play", move=move or self.view["moves"][0]["move"])
        assert answer["type"] == "reply", answer
        return answer


@contextlib.contextmanager
def visiting(site: Site, *tickets: Ticket) -> Iterator[list[Visitor]]:
    """Open a socket for every ticket, and close them in the end."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(site.visit(ticket)) for ticket in tickets]


def play_on(visitors: list[Visitor], most: int = 1000, until: str = "over") -> Json:
    """Let everybody play the first move offered *until* a phase, at most *most* moves."""
    for _ in range(most):
        catch_up(*visitors)
        view = visitors[0].view
        if view["phase"] in ("over", until):
            break
        movers = [v for v in visitors if v.view["you"] == view["mover"] and v.view["moves"]]
        if view["phase"] == "between":
            assert visitors[0].code("next") in ("", "stale")
        elif movers:
            movers[0].play()
        else:
            visitors[0].hear()
    return visitors[0].view


def catch_up(*visitors: Visitor) -> None:
    """Let every visitor receive the last event that any of them knows."""
    newest = max(visitor.number for visitor in visitors)
    for visitor in visitors:
        while visitor.number < newest:
            visitor.hear()


def pause(visitors: list[Visitor]) -> None:
    """Let everything happen that happens by itself, until somebody may choose."""
    catch_up(*visitors)
    while not any(visitor.view["moves"] for visitor in visitors):
        if visitors[0].view["phase"] == "between":
            visitors[0].ask("next")
        else:
            visitors[0].hear()
        catch_up(*visitors)
