"""Sending messages to every connection of a table."""

from collections.abc import Iterable
from typing import Literal

from galo.web.connection import Connection
from galo.web.messages import (
    EmoteMessage,
    HelpMessage,
    OpinionMessage,
    PresenceMessage,
    ReplacedMessage,
    ServerMessage,
    StateMessage,
    ThinkingMessage,
    encode,
)
from galo.web.requests import Emote
from galo.web.table import Table
from galo.web.table_clock import TableClock
from galo.web.view import view_of


class Broadcaster:
    """The connections of one table: at most one for each seat, any number of watchers."""

    def __init__(self, table: Table, clock: TableClock) -> None:
        self._table = table
        self._clock = clock
        self._opinion: OpinionMessage | None = None  # the last one, for those that come later
        self.connections: list[Connection] = []

    @property
    def seats(self) -> set[int]:
        """The seats whose people are connected."""
        return {c.seat for c in self.connections if c.seat is not None}

    @property
    def watchers(self) -> int:
        """How many connections have no seat."""
        return sum(connection.seat is None for connection in self.connections)

    def add(self, connection: Connection) -> None:
        """Send to *connection* too, and no longer to another connection of its seat."""
        for other in list(self.connections):
            if connection.seat is not None and other.seat == connection.seat:
                other.send(ReplacedMessage())
                other.close()
                self.connections.remove(other)
        self.connections.append(connection)

    def remove(self, connection: Connection) -> bool:
        """Send nothing more to *connection*; return whether it was still connected."""
        if connection not in self.connections:
            return False
        self.connections.remove(connection)
        return True

    def close(self) -> None:
        """Close every connection."""
        for connection in self.connections:
            connection.close()

    def send_events(self, since: int, only: Iterable[Connection] | None = None) -> None:
        """Send each viewer its view of the table and the events after number *since*."""
        encoded: dict[tuple[int | None, bool], str] = {}  # once for all with the same view
        for connection in self.connections if only is None else only:
            viewer = connection.seat, connection.is_host
            if viewer not in encoded:
                encoded[viewer] = self._state(*viewer, since)
            connection.send_text(encoded[viewer])

    def _state(self, seat: int | None, is_host: bool, since: int) -> str:
        view = view_of(self._table, seat, is_host, self._clock.view())
        events = self._table.public_events[since:]
        return encode(StateMessage(number=self._table.number, view=view, events=events))

    def send_presence(self) -> None:
        """Send which seats are connected."""
        here = self.seats
        connected = [number in here for number in range(len(self._table.seats))]
        self._send(PresenceMessage(connected=connected, watchers=self.watchers))

    def send_thinking(self, seat: int | None, stand_in: str | None = None) -> None:
        """Send that the agent at *seat*, or *stand_in* for it, has begun to think."""
        self._send(ThinkingMessage(seat=seat, stand_in=stand_in))

    def send_opinion(self, opinion: OpinionMessage) -> None:
        """Send what an agent thought of its move."""
        self._opinion = opinion
        self._send(opinion)

    def send_last_opinion(self, connection: Connection) -> None:
        """Send *connection* the opinion that everybody else has seen, if there is one."""
        if self._opinion is not None:
            connection.send(self._opinion)

    def send_emote(self, seat: int, name: Emote) -> None:
        """Send that the person at *seat* shows the emote *name*."""
        self._send(EmoteMessage(seat=seat, name=name))

    def send_help(self, seat: int, kind: Literal["hint", "analyse"]) -> None:
        """Send that the person at *seat* has asked for help."""
        self._send(HelpMessage(seat=seat, kind=kind))

    def _send(self, message: ServerMessage) -> None:
        text = encode(message)
        for connection in self.connections:
            connection.send_text(text)
