"""People at a table in one process: no network between them and the table."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from galo.arena.match import Match
from galo.games.registry import make_game
from galo.players.player import Limit
from galo.rng import Stream
from galo.web.agent_pool import Question
from galo.web.connection import Connection
from galo.web.messages import SitWish, TableWish, parse_wish
from galo.web.settings import Settings
from galo.web.table_actor import Owner
from galo.web.table_registry import Hub
from galo.web.table_setup import hashed
from support.visitors import PATIENCE, Json, wish


class Guest:
    """Somebody at a table, without a network between."""

    def __init__(self, owner: Owner, token: str | None) -> None:
        name = hashed(token) if token else "watcher"
        seat = owner.table.seat_of(name)
        self.owner = owner
        self.connection = Connection(name, seat, owner.table.host == name)
        self.view: Json = {}
        self.number = 0
        self.asked = 0
        self.heard: list[Json] = []
        owner.join(self.connection, None)

    async def hear(self) -> Json:
        """Return the next message."""
        async with asyncio.timeout(PATIENCE):
            text = await self.connection.next_text()
        assert text is not None
        message: Json = json.loads(text)
        self.heard.append(message)
        if message["type"] == "state":
            self.view, self.number = message["view"], message["number"]
        return message

    async def catch_up(self) -> None:
        """Hear everything that has happened."""
        while self.number < self.owner.table.number:
            await self.hear()

    async def until(self, is_it: Callable[[Json], object]) -> Json:
        """Return the first message from now on for which *is_it*."""
        while not is_it(message := await self.hear()):
            pass
        return message

    async def until_event(self, kind: str, **data: Any) -> None:
        """Wait for an event of this *kind* and *data*."""
        wanted = {"kind": kind, **data}.items()
        await self.until(lambda m: any(wanted <= event.items() for event in m.get("events", ())))

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Return the answer to a wish."""
        self.asked += 1
        message = {"type": kind, "id": f"a{self.asked}", "expect": self.number, **fields}
        self.owner.wish(self.connection, parse_wish(json.dumps(message)))
        return await self.until(lambda m: m.get("id") == message["id"])


@asynccontextmanager
async def room(warm: bool = False, **settings: Any) -> AsyncIterator[Hub]:
    """Open a room of tables, with a worker only if it is *warm*."""
    hub = Hub(Settings(workers=1, **settings))
    try:
        if warm:
            await hub.thinkers.start()
        yield hub
    finally:
        hub.close()


async def sit_down(hub: Hub, game: str, *seats: str, **fields: Any) -> tuple[Owner, list[Guest]]:
    """Set up a table, let people take all its open seats, and let everybody come."""
    made = await hub.create(TableWish(**wish(game, *seats, listed=True, pace=0.0, **fields)))
    owner = await hub.owner(made["table"])
    tokens = [made["token"]]
    for _ in range(seats.count("friend")):
        tokens.append((await hub.sit(made["table"], SitWish()))["token"])
    guests = [Guest(owner, token) for token in tokens]
    for guest in guests:
        await guest.until(lambda m: m["type"] == "state")
    return owner, guests


def in_room(act: Callable[[Hub], Awaitable[None]], **settings: Any) -> None:
    """Let *act* happen in a room."""

    async def run() -> None:
        async with room(**settings) as hub:
            await act(hub)

    asyncio.run(run())


def question(agent: str, game: str = "connect_four", seconds: float = 1.0) -> Question:
    """Return what *agent* is asked at the beginning of a game."""
    match = Match(make_game(game), [None] * make_game(game).seats, seed=1)
    seat = match.position.mover
    assert seat is not None
    return Question(game, agent, match.position.observe(seat), Limit(seconds=seconds), Stream.of(1))
