"""One visitor's socket as a table sees it: a seat, or none, and a queue of what to say."""

import asyncio
from typing import Any

from galo.web.messages import encode

MOST_WAITING = 200  # messages that a slow reader may fall behind by
END = None


class Connection:
    """Somebody connected to a table."""

    def __init__(self, identity: str, seat: int | None, is_host: bool) -> None:
        self.identity = identity  # whose wishes these are: the same in a reconnect
        self.seat = seat
        self.is_host = is_host
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_closed = False

    def send(self, message: dict[str, Any]) -> None:
        """Say *message* as soon as the socket takes it."""
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """Say *text*, which is encoded already."""
        if self._waiting.qsize() >= MOST_WAITING:
            self.close()  # it reconnects and gets the state as it is then
        if not self._is_closed:
            self._waiting.put_nowait(text)

    def close(self) -> None:
        """Say nothing more."""
        if not self._is_closed:
            self._is_closed = True
            self._waiting.put_nowait(END)

    async def next_text(self) -> str | None:
        """Return the next thing to say, None when there will be no more."""
        return await self._waiting.get()
