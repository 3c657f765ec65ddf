"""The sockets of clients, from the first message to the last; nothing that arrives is trusted."""

import asyncio
from collections import Counter

from fastapi import WebSocket, WebSocketDisconnect

from galo.web.errors import SiteError
from galo.web.leases import ElsewhereError, Peer
from galo.web.messages import encode, refused
from galo.web.middleware import TokenBucket
from galo.web.peers import UnreachableError
from galo.web.requests import parse_hello
from galo.web.server_log import log_problem
from galo.web.session import Followed, Session, TableElsewhere, TableHere
from galo.web.table_actor import TableActor
from galo.web.table_registry import TableRegistry
from galo.web.wire import NORMAL, Line, Wire

HELLO_SECONDS = 10.0
POLICY, INTERNAL, TRY_AGAIN = 1008, 1011, 1013  # codes of closing, as RFC 6455 has them


class SocketEndpoint:
    """Serves every socket of the site, and those that other servers hand over."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._settings = registry.settings
        self._addresses: Counter[str] = Counter()  # open sockets by address

    async def serve(self, websocket: WebSocket, identity: str) -> None:
        """Serve *websocket* at the table *identity* until either side closes it."""
        await websocket.accept()
        address = websocket.client.host if websocket.client else ""
        self._addresses[address] += 1
        try:
            if self._addresses[address] > self._settings.sockets_per_address:
                raise SiteError("too_fast", "too many sockets from this address")
            line = WebSocketLine(websocket, self._settings.message_bytes)
            await self._serve(line, identity, address)
        except SiteError as error:
            await _refuse(websocket, error)
        except UnreachableError as problem:
            log_problem("server not reached", table=identity, server=str(problem))
            await websocket.close(TRY_AGAIN)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass  # closed, or not reading; to send after that is a RuntimeError
        except Exception:
            log_problem("socket broke", table=identity)
            await websocket.close(INTERNAL)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def serve_wire(self, wire: Wire, identity: str, visitor: str) -> None:
        """Serve the socket of *visitor* that another server hands over, which has limited it."""
        try:
            actor = await self._registry.actor(identity)
            await Session(wire, TableHere(actor, await wire.receive(), visitor), None).serve()
        except ElsewhereError:
            pass  # the client comes again, and is handed to that server
        except SiteError as error:
            await wire.send(encode(refused(None, error)))
            await wire.close(POLICY, error.code)

    async def _serve(self, line: Line, identity: str, visitor: str) -> None:
        hello = await _hello(line)

        async def here(actor: TableActor) -> Followed:
            return TableHere(actor, hello, visitor)

        async def elsewhere(peer: Peer) -> Followed:
            wire = await self._registry.peers.follow(peer, identity, visitor, hello)
            return TableElsewhere(wire, line)

        table = await self._registry.reach(identity, here, elsewhere)
        bucket = TokenBucket(self._settings.messages_per_second, self._settings.message_burst)
        await Session(line, table, bucket).serve()


class WebSocketLine:
    """The socket of a client, of whose messages none may be longer than *maximum*."""

    def __init__(self, websocket: WebSocket, maximum: int) -> None:
        self._websocket = websocket
        self._maximum = maximum

    async def receive(self) -> str:
        """Return the next message, which must be text."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", NORMAL))
        text: str | None = message.get("text")
        if text is None:
            raise SiteError("bad_message", "not text")
        if len(text) > self._maximum:
            raise SiteError("too_big", f"{len(text)} letters, at most {self._maximum}")
        return text

    async def send(self, text: str) -> None:
        """Send *text*."""
        await self._websocket.send_text(text)

    async def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Say why there is no more, and hang up."""
        await self._websocket.close(code, reason)


async def _hello(line: Line) -> str:
    """Return the first message of *line*, which is a hello."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await line.receive()
    except TimeoutError:
        raise SiteError("bad_message", "no hello came") from None
    parse_hello(text)
    return text


async def _refuse(websocket: WebSocket, error: SiteError) -> None:
    """Send why no session begins, and close."""
    try:
        await websocket.send_text(encode(refused(None, error)))
        await websocket.close(POLICY, error.code)
    except (WebSocketDisconnect, RuntimeError):
        pass
