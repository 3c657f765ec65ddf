"""The people of site_load.py: they think, put phones away, lose the net all at once, do not read.

Each has one socket at a time and comes back like a browser: with the last event that was seen,
after a moment of its own.
"""

import asyncio
import contextlib
import json
import math
import random
import re
import time
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

NUMBER = re.compile(r'"number":(\d+)')
REMATCH = re.compile(r'"rematch":"(\w+)"')
PEOPLE = 2
COME_BACK_SECONDS = 0.4  # after the first failure, as in static/lib/connection.js
AWAKE_SECONDS = 60.0  # on average, before a phone is put away
ASLEEP_SECONDS = (5.0, 30.0)
SPREAD = 0.6  # of the logarithm of the time that a person thinks


@dataclass(frozen=True)
class Habits:
    """How people behave: seconds to think, and the share with phones that sleep."""

    pause: float
    phones: float = 0.0
    is_human: bool = False  # mostly quick, now and then slow

    def thought(self, rng: random.Random) -> float:
        """Return for how many seconds somebody thinks."""
        if self.is_human:
            return rng.lognormvariate(math.log(self.pause), SPREAD)
        return rng.uniform(0.5, 1.5) * self.pause


@dataclass
class Figures:
    """What all people have seen."""

    is_measured: bool = False
    delays: list[float] = field(default_factory=list)
    returns: list[float] = field(
        default_factory=list
    )  # seconds from coming back to the first state
    failures: int = 0  # to connect
    events: int = 0
    refused: int = 0

    def begin(self) -> None:
        """Forget what was seen, and measure from now on."""
        self.is_measured, self.events, self.refused, self.failures = True, 0, 0, 0


class LoadedTable:
    """Two people at a table, with the times at which each event was asked for and received."""

    def __init__(
        self, identity: str, tokens: list[str], seed: int, habits: Habits, figures: Figures
    ) -> None:
        self.identity = identity
        self.tokens = tokens
        self.rng = random.Random(seed)
        self.habits = habits
        self.figures = figures
        self.sent: dict[int, float] = {}  # event number → when a person asked for it
        self.reached: defaultdict[int, int] = defaultdict(int)
        self.sockets: set[ClientConnection] = set()
        self.thoughts: set[asyncio.Task[None]] = set()

    async def person(self, site: str, token: str, number: int, here: asyncio.Barrier) -> None:
        """Play at the table, and then at its rematch; *site* is the address of sockets."""
        identity, names, last = self.identity, count(), None
        is_first, sleeps = True, self.rng.random() < self.habits.phones
        while True:
            begun, is_back = time.perf_counter(), last is not None
            address = f"{site}/api/tables/{identity}/socket"
            try:
                async with connect(
                    address, compression=None, max_size=None, open_timeout=60
                ) as socket:
                    self.sockets.add(socket)
                    hello = {"type": "hello", "token": token, "last": last}
                    await socket.send(json.dumps(hello))
                    if is_first:
                        is_first = False
                        await here.wait()
                    away = asyncio.create_task(self._put_away(socket)) if sleeps else None
                    try:
                        async for text in socket:
                            assert isinstance(text, str)
                            if text.startswith('{"type":"state"'):
                                if is_back and self.figures.is_measured:
                                    self.figures.returns.append(time.perf_counter() - begun)
                                begun, is_back = 0.0, False
                                last = self._heard(socket, text, f"{number}-{next(names)}")
                            elif text.startswith('{"type":"refused"'):
                                self.figures.refused += 1
                            if found := REMATCH.search(text):
                                identity, last, begun = found[1], None, 0.0
                                self.sent.clear()
                                break
                    finally:
                        self._lost(socket)
                        if away is not None:
                            away.cancel()
            except (OSError, WebSocketException, TimeoutError):
                self.figures.failures += begun > 0
            if last is not None:  # not on the way to a rematch
                await asyncio.sleep(COME_BACK_SECONDS * self.rng.uniform(0.75, 1.25))
                if sleeps:
                    await asyncio.sleep(self.rng.uniform(*ASLEEP_SECONDS))

    async def _put_away(self, socket: ClientConnection) -> None:
        """Cut *socket* without a word after a while, as a phone does that goes to sleep."""
        await asyncio.sleep(self.rng.expovariate(1 / AWAKE_SECONDS))
        socket.transport.abort()

    def _lost(self, socket: ClientConnection) -> None:
        """Wait for no event to reach everybody: somebody is away."""
        self.sockets.discard(socket)
        self.sent.clear()

    def _heard(self, socket: ClientConnection, text: str, name: str) -> int:
        """Note what everybody sees, think about an answer, and return the number of the event."""
        now = time.perf_counter()
        found = NUMBER.search(text)
        assert found
        number = int(found[1])
        self.figures.events += 1
        if number in self.sent:
            self.reached[number] += 1
            if self.reached[number] == PEOPLE:
                delay = now - self.sent.pop(number)
                if self.figures.is_measured:
                    self.figures.delays.append(delay)
        # Parsed only for a person that answers: the others need two numbers.
        if '"moves":[]' not in text:
            moves = json.loads(text)["view"]["moves"]
            command = {"type": "play", "move": self.rng.choice(moves)["move"]}
        elif '"phase":"between"' in text and name.startswith("0"):
            command = {"type": "next"}
        elif '"phase":"over"' in text and name.startswith("0"):
            command = {"type": "rematch"}
        else:
            return number
        thought = asyncio.create_task(self._say(socket, number, name, command))
        self.thoughts.add(thought)
        thought.add_done_callback(self.thoughts.discard)
        return number

    async def _say(self, socket: ClientConnection, number: int, name: str, command: Any) -> None:
        await asyncio.sleep(self.habits.thought(self.rng))
        if len(self.sockets) == PEOPLE:
            self.sent[number + 1], self.reached[number + 1] = time.perf_counter(), 0
        with contextlib.suppress(ConnectionClosed):  # it is said again once its person is back
            await socket.send(json.dumps({**command, "id": name, "expect": number}))


async def storms(tables: list[LoadedTable], seconds: float) -> None:
    """Cut all sockets of *tables* at once, every so many *seconds*, as a net that fails does."""
    while seconds:
        await asyncio.sleep(seconds)
        for socket in [socket for table in tables for socket in table.sockets]:
            socket.transport.abort()


async def watch(site: str, identity: str, reads: bool) -> None:
    """Watch a table in silence; whoever does not read is let go, and comes back."""
    while True:
        try:
            async with connect(
                f"{site}/api/tables/{identity}/socket",
                compression=None,
                max_size=None,
                max_queue=None if reads else 1,
                open_timeout=60,
            ) as socket:
                await socket.send(json.dumps({"type": "hello", "token": None, "last": None}))
                if reads:
                    async for _ in socket:
                        pass
                else:
                    await socket.wait_closed()
        except (OSError, WebSocketException, TimeoutError):
            pass
        await asyncio.sleep(COME_BACK_SECONDS)
