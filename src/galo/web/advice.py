"""What people at a table are told on request: hints, and the analysis of their position.

A hint says which event it belongs to. An analysis goes further: it ends with its position, so
that at most one is under way at a table, and none speaks of a position that is gone.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galo.web.agent_pool import ThinkingError
from galo.web.connection import Connection
from galo.web.errors import Refused
from galo.web.logs import log
from galo.web.messages import told_reasons

if TYPE_CHECKING:
    from galo.web.table_actor import Owner


@dataclass(frozen=True)
class Asked:
    """An analysis under way: who waits for it, under which id."""

    connection: Connection
    identity: str
    task: asyncio.Task[None]


class Advice:
    """The hints and the analyses of one table."""

    def __init__(self, owner: "Owner") -> None:
        self._owner = owner
        self._table = owner.table
        self._analysis: Asked | None = None

    def hint(self, connection: Connection, identity: str) -> None:
        """Tell *connection*, as soon as it is known, what the strongest agent would do."""
        self._owner.clockwork.start(self._hint(connection, identity))

    def analyse(self, connection: Connection, identity: str) -> None:
        """Tell *connection*, as soon as it is known, what its position is worth."""
        self.outdated()
        task = self._owner.clockwork.start(self._analyse(connection, identity))
        self._analysis = Asked(connection, identity, task)

    def outdated(self) -> None:
        """Refuse the analysis under way, if any: something has happened since it was asked for."""
        asked, self._analysis = self._analysis, None
        if asked is not None and asked.task.cancel():
            _refuse(asked.connection, asked.identity, "stale")

    def forget(self, connection: Connection) -> None:
        """Think no longer for *connection*, which is gone."""
        if self._analysis is not None and self._analysis.connection is connection:
            self.outdated()

    async def _hint(self, connection: Connection, identity: str) -> None:
        assert connection.seat is not None
        agent, number = self._table.substitute, self._table.number
        try:
            seconds = self._owner.hub.settings.hint_seconds
            decision = await self._owner.clockwork.ask(connection.seat, agent, seconds)
        except ThinkingError as problem:
            log("no hint", logging.ERROR, agent=agent, problem=str(problem))
            _refuse(connection, identity, "not_ready")
            return
        found = {"move": decision.move.text, "reasons": told_reasons(decision.reasons)}
        _send(connection, "hint", identity, number, {"agent": agent, **found})

    async def _analyse(self, connection: Connection, identity: str) -> None:
        assert connection.seat is not None
        number = self._table.number
        try:
            seconds = self._owner.hub.settings.analysis_seconds
            found = await self._owner.clockwork.study(connection.seat, seconds)
        except ThinkingError as problem:
            log("no analysis", logging.ERROR, problem=str(problem))
            _refuse(connection, identity, "not_ready")
            return
        _send(connection, "analysis", identity, number, found)


def _send(
    connection: Connection, kind: str, identity: str, number: int, found: dict[str, Any]
) -> None:
    connection.send({"type": kind, "id": identity, "number": number, **found})


def _refuse(connection: Connection, identity: str, code: str) -> None:
    connection.send({"type": "refused", "id": identity, **Refused(code).told()})
