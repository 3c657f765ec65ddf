"""The sockets of clients, from the first message to the last; nothing that arrives is trusted."""

import asyncio
from collections import Counter

from fastapi import WebSocket, WebSocketDisconnect

from galo.web.connection import Connection
from galo.web.errors import SiteError
from galo.web.messages import encode, refused
from galo.web.middleware import TokenBucket
from galo.web.requests import find_id, parse_command, parse_hello
from galo.web.server_log import log_problem
from galo.web.settings import SiteSettings
from galo.web.table_actor import TableActor
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret, new_secret

HELLO_SECONDS = 10.0
SEND_SECONDS = 15.0  # in which a client must take a message
MAX_ERRORS = 200  # invalid or too many messages of one socket, then it is closed
NORMAL, POLICY, INTERNAL = 1000, 1008, 1011  # codes of closing, as RFC 6455 has them


class SocketEndpoint:
    """Serves every socket of the site."""

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
            session = await self._open(websocket, identity)
            await session.serve()
        except SiteError as error:
            await _refuse(websocket, error)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass  # closed, or not reading; to send after that is a RuntimeError
        except Exception:
            log_problem("socket broke", table=identity)
            await websocket.close(INTERNAL)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _open(self, websocket: WebSocket, identity: str) -> "SocketSession":
        """Return the session that the first message of *websocket* opens."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await receive_text(websocket, self._settings.message_bytes)
        except TimeoutError:
            raise SiteError("bad_message", "no hello came") from None
        hello = parse_hello(text)
        actor = await self._registry.actor(identity)  # only now: it may be dropped meanwhile
        seat, is_host, name = None, False, new_secret()
        if hello.token is not None:
            name = hash_secret(hello.token)
            seat, is_host = actor.table.seat_of(name), actor.table.host == name
            if seat is None and not is_host:
                raise SiteError("bad_token")
        connection = Connection(name, seat, is_host)
        actor.join(connection, hello.last)
        return SocketSession(websocket, actor, connection, self._settings)


class SocketSession:
    """One socket at one table."""

    def __init__(
        self,
        websocket: WebSocket,
        actor: TableActor,
        connection: Connection,
        settings: SiteSettings,
    ) -> None:
        self._websocket = websocket
        self._actor = actor
        self._connection = connection
        self._message_bytes = settings.message_bytes
        self._bucket = TokenBucket(settings.messages_per_second, settings.message_burst)

    async def serve(self) -> None:
        """Send and receive until either side closes the socket."""
        sending = asyncio.create_task(self._send())
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._actor.quit(self._connection)
            for task in (sending, receiving):
                task.cancel()
            for result in await asyncio.gather(sending, receiving, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result

    async def _send(self) -> None:
        while (text := await self._connection.next_text()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._websocket.send_text(text)
        await self._websocket.close(NORMAL)

    async def _receive(self) -> None:
        errors = 0
        while errors < MAX_ERRORS:
            text = ""
            try:
                text = await receive_text(self._websocket, self._message_bytes)
                if not self._bucket.take():
                    raise SiteError("too_fast")
                self._actor.command(self._connection, parse_command(text))
            except SiteError as error:
                errors += 1
                self._connection.send(refused(find_id(text), error))
        self._connection.close()


async def receive_text(websocket: WebSocket, maximum: int) -> str:
    """Return the next message, which must be text of at most *maximum* letters."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", NORMAL))
    text: str | None = message.get("text")
    if text is None:
        raise SiteError("bad_message", "not text")
    if len(text) > maximum:
        raise SiteError("too_big", f"{len(text)} letters, at most {maximum}")
    return text


async def _refuse(websocket: WebSocket, error: SiteError) -> None:
    """Send why no session begins, and close."""
    try:
        await websocket.send_text(encode(refused(None, error)))
        await websocket.close(POLICY, error.code)
    except (WebSocketDisconnect, RuntimeError):
        pass
