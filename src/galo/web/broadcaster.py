"""Everybody who is connected to a table, and what they are told."""

from collections.abc import Iterable

from galo.web.connection import Connection
from galo.web.messages import encode
from galo.web.table import Table
from galo.web.view import view_of


class Audience:
    """The connections of one table: at most one for each seat, any number of watchers."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.connections: list[Connection] = []

    @property
    def seats(self) -> set[int]:
        """The seats whose people are connected."""
        return {c.seat for c in self.connections if c.seat is not None}

    def add(self, connection: Connection) -> None:
        """Let *connection* listen, in place of whoever had its seat."""
        for other in list(self.connections):
            if connection.seat is not None and other.seat == connection.seat:
                other.send({"type": "replaced"})
                other.close()
                self.connections.remove(other)
        self.connections.append(connection)

    def remove(self, connection: Connection) -> bool:
        """Forget *connection*; return whether it was still listening."""
        if connection not in self.connections:
            return False
        self.connections.remove(connection)
        return True

    def close(self) -> None:
        """Say good-bye to everybody."""
        for connection in self.connections:
            connection.close()

    def tell_events(self, since: int, only: Iterable[Connection] | None = None) -> None:
        """Send the table as each may see it, and the events after number *since*."""
        views: dict[tuple[int | None, bool], str] = {}
        for connection in self.connections if only is None else only:
            viewer = connection.seat, connection.is_host
            if viewer not in views:
                views[viewer] = self._state(*viewer, since)
            connection.send_text(views[viewer])

    def _state(self, seat: int | None, is_host: bool, since: int) -> str:
        return encode(
            {
                "type": "state",
                "number": self._table.number,
                "view": view_of(self._table, seat, is_host),
                "events": self._table.told[since:],
            }
        )

    def tell_presence(self) -> None:
        """Tell who is connected."""
        here = self.seats
        message = {
            "type": "presence",
            "connected": [number in here for number in range(len(self._table.seats))],
            "watchers": sum(connection.seat is None for connection in self.connections),
        }
        for connection in self.connections:
            connection.send(message)

    def tell_thinking(self, seat: int | None) -> None:
        """Tell that the agent at *seat* has begun to think."""
        for connection in self.connections:
            connection.send({"type": "thinking", "seat": seat})
