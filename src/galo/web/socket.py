"""A visitor's socket, from the hello to the good-bye: nothing that arrives is trusted."""

import asyncio
from collections import Counter

from fastapi import WebSocket, WebSocketDisconnect

from galo.web.connection import Connection
from galo.web.errors import Refused
from galo.web.logs import log_problem
from galo.web.messages import encode, id_in, parse_hello, parse_wish
from galo.web.middleware import Bucket
from galo.web.table_actor import Owner
from galo.web.table_registry import Hub
from galo.web.table_setup import hashed, new_secret

HELLO_SECONDS = 10.0
SLOW_SECONDS = 15.0  # in which a socket must take what it is sent
MOST_REFUSALS = 200  # unreadable or too many messages of one socket, then it is closed
GOOD_BYE, REFUSED, BROKEN = 1000, 1008, 1011


class Visitors:
    """Everybody who is connected to the site."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._addresses: Counter[str] = Counter()

    async def welcome(self, websocket: WebSocket, identity: str) -> None:
        """Serve *websocket* at the table *identity* until it leaves."""
        await websocket.accept()
        address = websocket.client.host if websocket.client else ""
        self._addresses[address] += 1
        try:
            if self._addresses[address] > self._hub.settings.sockets_per_address:
                raise Refused("too_fast", "too many sockets from this address")
            visit = await self._introduced(websocket, identity)
            await visit.serve()
        except Refused as refusal:
            await _say_no(websocket, refusal)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            pass  # gone, or does not read; a send after that is a RuntimeError
        except Exception:
            log_problem("socket broke", table=identity)
            await websocket.close(BROKEN)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _introduced(self, websocket: WebSocket, identity: str) -> "Visit":
        """Return the visit that the hello of *websocket* begins."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await receive_text(websocket, self._hub.settings.message_bytes)
        except TimeoutError:
            raise Refused("bad_message", "no hello came") from None
        hello = parse_hello(text)
        owner = await self._hub.owner(identity)  # only now: it may leave the memory meanwhile
        seat, is_host, name = None, False, new_secret()
        if hello.token is not None:
            name = hashed(hello.token)
            seat, is_host = owner.table.seat_of(name), owner.table.host == name
            if seat is None and not is_host:
                raise Refused("bad_token")
        connection = Connection(name, seat, is_host)
        owner.join(connection, hello.last)
        return Visit(websocket, owner, connection)


class Visit:
    """One socket at one table."""

    def __init__(self, websocket: WebSocket, owner: Owner, connection: Connection) -> None:
        self._websocket = websocket
        self._owner = owner
        self._connection = connection
        self._settings = owner.hub.settings
        self._bucket = Bucket(self._settings.messages_per_second, self._settings.message_burst)

    async def serve(self) -> None:
        """Speak and listen until either side ends it."""
        speaking = asyncio.create_task(self._speak())
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait((speaking, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._owner.quit(self._connection)
            for task in (speaking, listening):
                task.cancel()
            for result in await asyncio.gather(speaking, listening, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result

    async def _speak(self) -> None:
        while (text := await self._connection.next_text()) is not None:
            async with asyncio.timeout(SLOW_SECONDS):
                await self._websocket.send_text(text)
        await self._websocket.close(GOOD_BYE)

    async def _listen(self) -> None:
        refusals = 0
        while refusals < MOST_REFUSALS:
            text = ""
            try:
                text = await receive_text(self._websocket, self._settings.message_bytes)
                if not self._bucket.take():
                    raise Refused("too_fast")
                self._owner.wish(self._connection, parse_wish(text))
            except Refused as refusal:
                refusals += 1
                answer = {"type": "refused", "id": id_in(text), **refusal.told()}
                self._connection.send(answer)
        self._connection.close()


async def receive_text(websocket: WebSocket, most: int) -> str:
    """Return the next message, which must be text of at most *most* letters."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOOD_BYE))
    text: str | None = message.get("text")
    if text is None:
        raise Refused("bad_message", "not text")
    if len(text) > most:
        raise Refused("too_big", f"{len(text)} letters, at most {most}")
    return text


async def _say_no(websocket: WebSocket, refusal: Refused) -> None:
    """Tell why a visit ends before it began."""
    try:
        await websocket.send_text(encode({"type": "refused", "id": None, **refusal.told()}))
        await websocket.close(REFUSED, refusal.code)
    except (WebSocketDisconnect, RuntimeError):
        pass
