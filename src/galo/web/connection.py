"""One client's socket as a table sees it: its seat, if any, and a queue of messages to send."""

import asyncio

from galo.web.messages import ServerMessage, encode

MAX_QUEUED = 200  # messages that a slow reader may fall behind by
END = None


class Connection:
    """A client that follows a table."""

    def __init__(self, identity: str, seat: int | None, is_host: bool, visitor: str = "") -> None:
        self.identity = identity  # the same before and after a reconnect
        self.visitor = visitor  # the address that it comes from
        self.seat = seat
        self.is_host = is_host
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_closed = False

    def send(self, message: ServerMessage) -> None:
        """Queue *message*."""
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """Queue *text*, an encoded message."""
        if self._queue.qsize() >= MAX_QUEUED:
            self.close()  # the client reconnects and gets the state as it is then
        if not self._is_closed:
            self._queue.put_nowait(text)

    def close(self) -> None:
        """Queue nothing more, and end the socket after what is queued."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put_nowait(END)

    async def next_text(self) -> str | None:
        """Return the next encoded message, None when there will be no more."""
        return await self._queue.get()
