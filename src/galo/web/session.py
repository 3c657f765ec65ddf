"""One client at one table: what it says is checked and carried out, what happens is sent to it.

browser ⇄ Line ⇄ Session ⇄ TableHere ⇄ actor
browser ⇄ Line ⇄ Session ⇄ TableElsewhere ⇄ Wire ⇄ Session ⇄ TableHere ⇄ actor
"""

import asyncio
from typing import Protocol

from galo.web.connection import Connection
from galo.web.errors import SiteError
from galo.web.messages import RefusedMessage, encode, refused
from galo.web.middleware import TokenBucket
from galo.web.requests import find_id, parse_command, parse_hello
from galo.web.table_actor import TableActor
from galo.web.table_setup import hash_secret, new_secret
from galo.web.wire import BROKEN, NORMAL, ClosedError, Line, Wire

SEND_SECONDS = 15.0  # in which a client must take a message
MAX_ERRORS = 200  # invalid or too many messages of one socket, then it is closed


class Followed(Protocol):
    """A table that a session follows."""

    async def next_text(self) -> str | None:
        """Return the next message for the client, None when there will be no more."""
        ...

    async def say(self, text: str) -> None:
        """Let the table do what the client's message *text* asks for."""
        ...

    async def refuse(self, message: RefusedMessage) -> None:
        """Let *message* be among those for the client."""
        ...

    async def end(self) -> None:
        """Let there be no more messages after those that are under way."""
        ...

    async def leave(self) -> None:
        """Follow the table no longer."""
        ...

    def ending(self) -> tuple[int, str]:
        """Return with which code and reason the client's socket closes after the last message."""
        ...


class TableHere:
    """A table of this server."""

    def __init__(self, actor: TableActor, hello: str, visitor: str) -> None:
        first = parse_hello(hello)
        seat, is_host, name = None, False, new_secret()
        if first.token is not None:
            name = hash_secret(first.token)
            seat, is_host = actor.table.seat_of(name), actor.table.host == name
            if seat is None and not is_host:
                raise SiteError("bad_token")
        self._actor = actor
        self._connection = Connection(name, seat, is_host, visitor)
        actor.join(self._connection, first.last)

    async def next_text(self) -> str | None:
        """Return the next message for the client, None when there will be no more."""
        return await self._connection.next_text()

    async def say(self, text: str) -> None:
        """Let the table do what the client's message *text* asks for."""
        self._actor.command(self._connection, parse_command(text))

    async def refuse(self, message: RefusedMessage) -> None:
        """Let *message* be among those for the client."""
        self._connection.send(message)

    async def end(self) -> None:
        """Let there be no more messages after those that are under way."""
        self._connection.close()

    async def leave(self) -> None:
        """Follow the table no longer."""
        self._actor.quit(self._connection)

    def ending(self) -> tuple[int, str]:
        """Return with which code and reason the client's socket closes after the last message."""
        return NORMAL, ""


class TableElsewhere:
    """A table of another server, which checks what is said there and says what may be heard."""

    def __init__(self, wire: Wire, line: Line) -> None:
        self._wire = wire
        self._line = line
        self._ending = NORMAL, ""

    async def next_text(self) -> str | None:
        """Return the next message for the client, None when there will be no more."""
        try:
            return await self._wire.receive()
        except ClosedError as closed:
            self._ending = closed.code, closed.reason
        except BROKEN:
            pass  # the client comes back, to whichever server has the table then
        return None

    async def say(self, text: str) -> None:
        """Let the table do what the client's message *text* asks for."""
        await self._wire.send(text)

    async def refuse(self, message: RefusedMessage) -> None:
        """Let *message* be among those for the client."""
        await self._line.send(encode(message))

    async def end(self) -> None:
        """Let there be no more messages after those that are under way."""
        await self._line.close()

    async def leave(self) -> None:
        """Follow the table no longer."""
        self._wire.cut()

    def ending(self) -> tuple[int, str]:
        """Return with which code and reason the client's socket closes after the last message."""
        return self._ending


class Session:
    """A client at the end of *line* that follows a table, as fast as *bucket* allows."""

    def __init__(self, line: Line, followed: Followed, bucket: TokenBucket | None) -> None:
        self._line = line
        self._followed = followed
        self._bucket = bucket

    async def serve(self) -> None:
        """Send and receive until either side hangs up."""
        tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._followed.leave()
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            try:
                for result in results:
                    if isinstance(result, Exception):
                        raise result
            finally:  # else the exception holds this frame, which holds it, and both hold the table
                del tasks, task, results, result

    async def _send(self) -> None:
        while (text := await self._followed.next_text()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self._line.send(text)
        await self._line.close(*self._followed.ending())

    async def _receive(self) -> None:
        errors = 0
        while errors < MAX_ERRORS:
            text = ""
            try:
                text = await self._line.receive()
                if self._bucket is not None and not self._bucket.take():
                    raise SiteError("too_fast")
                await self._followed.say(text)
            except SiteError as error:
                errors += 1
                await self._followed.refuse(refused(find_id(text), error))
        await self._followed.end()
