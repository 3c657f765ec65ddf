"""Advice for people at a table, on request: hints, and the analysis of their position.

A hint names the event it belongs to. An analysis also ends when the table changes: at most one
is under way at a table, and none is sent about a position that is gone.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from galo.errors import AgentError
from galo.web.connection import Connection
from galo.web.errors import SiteError
from galo.web.messages import AnalysisMessage, HintMessage, refused
from galo.web.scheduler import Scheduler
from galo.web.server_log import log
from galo.web.services import TableTask

Work = Callable[[Connection, str], Coroutine[Any, Any, None]]

LONGEST = 32  # times the usual time, for a position that was not solved before


@dataclass(frozen=True)
class PendingAnalysis:
    """An analysis under way: the connection that waits for it, and the id of its command."""

    connection: Connection
    identity: str
    task: asyncio.Task[None]


class Advisor:
    """The hints and the analyses of one table."""

    def __init__(self, task: TableTask, scheduler: Scheduler) -> None:
        self._table = task.table
        self._settings = task.services.settings
        self._at_once = task.services.advice
        self._scheduler = scheduler
        self._hinted: dict[int, asyncio.Task[None]] = {}  # the last hint of each seat
        self._analysis: PendingAnalysis | None = None
        self._analysed: tuple[int, int] | None = None  # the last event, and the seat
        self._patience = 1  # times the usual time

    def hint(self, connection: Connection, identity: str) -> None:
        """Send *connection*, as soon as it is known, the move of the strongest agent.

        A seat has one hint under way at a time: each keeps a process busy.
        """
        assert connection.seat is not None
        last = self._hinted.get(connection.seat)
        if last is not None and not last.done():
            raise SiteError("too_fast")
        self._hinted[connection.seat] = self._start(connection, self._hint, identity)

    def analyse(self, connection: Connection, identity: str) -> None:
        """Send *connection*, as soon as it is known, the analysis of its position."""
        self.cancel_analysis()
        task = self._start(connection, self._analyse, identity)
        self._analysis = PendingAnalysis(connection, identity, task)

    def _start(self, connection: Connection, work: Work, identity: str) -> asyncio.Task[None]:
        """Let *work* answer the command *identity*, unless its visitor has enough under way."""
        visitor, at_once = connection.visitor, self._at_once
        if not at_once.take(visitor):
            raise SiteError("too_fast", "too many hints and analyses from this address")
        task = self._scheduler.start(work(connection, identity))
        task.add_done_callback(lambda _: at_once.give_back(visitor))
        return task

    def cancel_analysis(self) -> None:
        """End the analysis under way, if any: the table has changed since its command."""
        pending, self._analysis = self._analysis, None
        if pending is not None and pending.task.cancel():
            pending.connection.send(refused(pending.identity, SiteError("stale")))

    def forget(self, connection: Connection) -> None:
        """End the analysis that *connection*, which is closed, waits for."""
        if self._analysis is not None and self._analysis.connection is connection:
            self.cancel_analysis()

    async def _hint(self, connection: Connection, identity: str) -> None:
        assert connection.seat is not None
        number = self._table.number
        agent = await self._scheduler.ready_agent(self._table.substitute)
        if self._table.number != number:
            connection.send(refused(identity, SiteError("stale")))
            return
        try:
            seconds = self._settings.hint_seconds
            decision = await self._scheduler.hint(connection.seat, agent, seconds)
        except AgentError as problem:
            log("no hint", logging.ERROR, agent=agent, problem=problem.fault)
            connection.send(refused(identity, SiteError("not_ready")))
            return
        connection.send(
            HintMessage(
                id=identity,
                number=number,
                agent=agent,
                move=decision.move.text,
                reasons=decision.reasons,
            )
        )

    async def _analyse(self, connection: Connection, identity: str) -> None:
        assert connection.seat is not None
        number = self._table.number
        try:
            seconds = self._settings.analysis_seconds * self._patience_for(connection.seat)
            analysis = await self._scheduler.analyse(connection.seat, seconds)
        except AgentError as problem:
            log("no analysis", logging.ERROR, problem=problem.fault)
            connection.send(refused(identity, SiteError("not_ready")))
            return
        connection.send(AnalysisMessage(id=identity, number=number, **analysis))

    def _patience_for(self, seat: int) -> int:
        """Return how much longer than usual the position is analysed: twice as long each time."""
        asked = (self._table.number, seat)
        self._patience = min(2 * self._patience, LONGEST) if asked == self._analysed else 1
        self._analysed = asked
        return self._patience
