"""A connection between two servers of a site, and what else a session may speak through.

On the wire: four bytes of length, then text in UTF-8, whose first letter says what it is, `t` for a
message, `c` for the last one, a code of closing and a reason.
"""

import asyncio
import contextlib
from typing import Protocol

MESSAGE, CLOSING = "t", "c"
LENGTH_BYTES = 4
LONGEST = 2**26  # bytes of one text
NORMAL = 1000  # as RFC 6455 has it
BROKEN = ConnectionError, EOFError, ValueError


class Line(Protocol):
    """What texts come and go through, whoever is at its other end."""

    async def receive(self) -> str:
        """Return the next text; raise SiteError if it is not one that is taken."""
        ...

    async def send(self, text: str) -> None:
        """Send *text*."""
        ...

    async def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Say why there is no more, and hang up."""
        ...


class ClosedError(ConnectionError):
    """The other server has hung up, with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Wire:
    """A line to another server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._waited: str | None = None  # what has come and was not received yet

    async def wait(self) -> None:
        """Wait until a text has come; raise one of BROKEN when there is none."""
        self._waited = await self._get()

    async def receive(self) -> str:
        """Return the next text; raise one of BROKEN when there is none."""
        text, self._waited = self._waited, None
        return await self._get() if text is None else text

    async def _get(self) -> str:
        length = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES))
        if length > LONGEST:
            raise ValueError("no text of a server is so long")
        text = (await self._reader.readexactly(length)).decode()
        if text.startswith(CLOSING):
            code, _, reason = text.removeprefix(CLOSING).partition(" ")
            raise ClosedError(int(code), reason)
        return text.removeprefix(MESSAGE)

    async def send(self, text: str) -> None:
        """Send *text*."""
        await self._put(MESSAGE + text)

    async def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Say why there is no more, and hang up."""
        with contextlib.suppress(*BROKEN):
            await self._put(f"{CLOSING}{code} {reason}")
        self.cut()

    def cut(self) -> None:
        """Hang up without a word."""
        self._writer.close()

    async def _put(self, text: str) -> None:
        content = text.encode()
        self._writer.write(len(content).to_bytes(LENGTH_BYTES) + content)
        await self._writer.drain()
