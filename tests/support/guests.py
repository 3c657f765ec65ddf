"""Clients of a table in the same process, without a network between."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from galo.arena.match import Match
from galo.games.registry import make_game
from galo.players.player import Limit
from galo.stream import Stream
from galo.web.agent_process import DecisionRequest
from galo.web.connection import Connection
from galo.web.lan_access import SecondServer
from galo.web.requests import SitRequest, TableRequest, parse_command
from galo.web.settings import SiteSettings
from galo.web.socket import SocketEndpoint
from galo.web.table_actor import TableActor
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret
from galo.web.uvicorn_config import site_config
from support.commands import PATIENCE
from support.visitors import Json, table_request


class Guest:
    """A client of a table, without a network between."""

    def __init__(self, actor: TableActor, token: str | None, visitor: str = "") -> None:
        name = hash_secret(token) if token else "watcher"
        seat = actor.table.seat_of(name)
        self.actor = actor
        self.connection = Connection(name, seat, actor.table.host == name, visitor)
        self.view: Json = {}
        self.number = 0
        self.asked = 0
        self.heard: list[Json] = []
        actor.join(self.connection, None)

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
        while self.number < self.actor.table.number:
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
        """Return the answer to a command."""
        self.asked += 1
        message = {"type": kind, "id": f"a{self.asked}", "expect": self.number, **fields}
        self.actor.command(self.connection, parse_command(json.dumps(message)))
        return await self.until(lambda m: m.get("id") == message["id"])


@asynccontextmanager
async def open_registry(warm: bool = False, **settings: Any) -> AsyncIterator[TableRegistry]:
    """Open a registry of tables, with an agent process only if it is *warm*."""
    registry = TableRegistry(SiteSettings(thinkers=1, **settings))
    try:
        if warm:
            await registry.agent_pool.start()
        yield registry
    finally:
        registry.close()


@asynccontextmanager
async def serving(registry: TableRegistry) -> AsyncIterator[str]:
    """Serve the sockets of *registry* in this process, at the address that is yielded."""
    sockets = SocketEndpoint(registry)

    async def serve(websocket: WebSocket) -> None:
        await sockets.serve(websocket, websocket.path_params["table"])

    app = Starlette(routes=[WebSocketRoute("/{table}", serve)])
    server = SecondServer(site_config(app, is_first=False))
    listening = socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(server.serve(sockets=[listening]))
    yield f"ws://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    await task


async def sit_down(
    registry: TableRegistry, game: str, *seats: str, **fields: Any
) -> tuple[TableActor, list[Guest]]:
    """Set up a table, let people take all its open seats, and let everybody come."""
    request = table_request(game, *seats, listed=True, pace=0.0, **fields)
    made = await registry.create(TableRequest(**request))
    actor = await registry.actor(made.table)
    tokens = [made.token]
    for _ in range(seats.count("friend")):
        tokens.append((await registry.sit(made.table, SitRequest())).token)
    guests = [Guest(actor, token) for token in tokens]
    for guest in guests:
        await guest.until(lambda m: m["type"] == "state")
    return actor, guests


def with_registry(act: Callable[[TableRegistry], Awaitable[None]], **settings: Any) -> None:
    """Run *act* with a registry of its own."""

    async def run() -> None:
        async with open_registry(**settings) as registry:
            await act(registry)

    asyncio.run(run())


def decision_request(
    agent: str, game: str = "connect_four", seconds: float = 1.0
) -> DecisionRequest:
    """Return the request for the first decision of *game*, asked of *agent*."""
    match = Match(make_game(game), [None] * make_game(game).seats, seed=1)
    seat = match.position.mover
    assert seat is not None
    return DecisionRequest(
        game, agent, match.position.observe(seat), Limit(seconds=seconds), Stream.of(1)
    )
