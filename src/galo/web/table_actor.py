"""The actor of a table: the one task that changes it.

Every change of a table goes through the inbox of its actor, one after the other:

    a command from a socket ─┐
    an agent's decision     ─┼─→ inbox ─→ check ─→ log ─→ apply ─→ broadcast ─→ schedule the next
    a timer that ran out    ─┘

Nothing happens at a table without connections: agents wait for people.
"""

import asyncio
import logging
from collections import OrderedDict

from sqlalchemy.exc import SQLAlchemyError

from galo.web import commands
from galo.web.advice import Advisor
from galo.web.broadcaster import Broadcaster
from galo.web.connection import Connection
from galo.web.errors import SiteError
from galo.web.events import Change, MadeBy, Moved, Rematched, Returned, Sat, Undone
from galo.web.messages import RefusedMessage, ReplyMessage, refused
from galo.web.requests import PaceCommand, PlayCommand, TableCommand
from galo.web.scheduler import Scheduler
from galo.web.seats import SeatKind
from galo.web.server_log import log, log_problem
from galo.web.services import Action, TableServices
from galo.web.table import Phase, Table

MAX_ANSWERS = 64  # kept for each seat, for commands that come again

Answer = ReplyMessage | RefusedMessage


class TableActor:
    """One table in memory, with its connections and its timers."""

    def __init__(self, table: Table, services: TableServices) -> None:
        self.table = table
        self.services = services
        self.broadcaster = Broadcaster(table)
        self.empty_since = asyncio.get_running_loop().time()
        self._scheduler = Scheduler(self)
        self._advisor = Advisor(self, self._scheduler)
        self._inbox: asyncio.Queue[Action] = asyncio.Queue()
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._is_assisted = False  # as far as this task knows: the database knows more
        self._is_dropping = False
        self._task = asyncio.create_task(self._run(), name=f"table {table.identity}")

    # For others to call

    def join(self, connection: Connection, last: int | None) -> None:
        """Let *connection* follow the table; *last* is the last event that it knows."""
        self.post(lambda: self._join(connection, last))

    def quit(self, connection: Connection) -> None:
        """Forget *connection*."""
        self.post(lambda: self._quit(connection))

    def command(self, connection: Connection, command: TableCommand) -> None:
        """Carry out *command* of *connection*, or refuse it."""
        self.post(lambda: self._command(connection, command))

    async def sit(self, wanted: int | None, invite: str | None, name: str, token: str) -> int:
        """Give an open seat to the person whose token has the hash *token*; return its number."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def action() -> None:
            try:
                seat = commands.open_seat(self.table, wanted, invite)
                await self.emit(Sat(seat, name, token))
                done.set_result(seat)
            except Exception as problem:
                done.set_exception(problem)
                if not isinstance(problem, SiteError):
                    raise

        self.post(action)
        return await done

    def reload(self) -> None:
        """Drop the table after everything posted before; its connections come back by themselves.

        The log has lost a name that the memory still has.
        """
        if not self._is_dropping:  # two would wait for each other
            self._is_dropping = True
            self.post(self._drop)

    def close(self) -> None:
        """End the task and close every connection; the table is in the log."""
        self._scheduler.stop()
        self._task.cancel()
        self.broadcaster.close()

    # The task

    def post(self, action: Action) -> None:
        """Put *action* into the inbox."""
        self._inbox.put_nowait(action)

    async def _run(self) -> None:
        while True:
            action = await self._inbox.get()
            try:
                await action()
            except SiteError:  # a timer's action: no client waits for an answer
                log("not done", logging.WARNING, table=self.table.identity)
            except Exception:
                # The log is right, the memory may not be: start again from the log.
                log_problem("table dropped", table=self.table.identity)
                self.services.forget(self.table.identity)

    async def _drop(self) -> None:
        if self._inbox.empty():
            self.services.forget(self.table.identity)
        else:  # what was posted meanwhile must not be lost: a person may wait for a seat
            self.post(self._drop)

    async def emit(self, change: Change) -> None:
        """Make *change*: first in the log, then at the table, then for every connection."""
        event = self.table.next_event(change)
        if self._is_help(change):
            await self._mark_assisted()
        try:
            await self.services.store.append(self.table.identity, [event])
        except SQLAlchemyError:
            log_problem("not saved", table=self.table.identity, number=event.number)
            raise SiteError("not_saved") from None
        self.table.apply(event)
        self._advisor.cancel_analysis()
        self.broadcaster.send_events(event.number - 1)
        if isinstance(change, Moved) and self.table.phase is Phase.OVER:
            await self.save_result()
        self._scheduler.plan()

    async def save_result(self) -> None:
        """Save the result of the game, which is over."""
        log("game over", table=self.table.identity, game=self.table.game.name)
        record = self.table.record().to_line()
        try:
            await self.services.store.add_result(self.table.identity, record)
        except SQLAlchemyError:  # the log of events has it all the same
            log_problem("result not saved", table=self.table.identity)

    def _is_help(self, change: Change) -> bool:
        """Return whether *change* takes a person's move back, or an agent moves for a person."""
        if isinstance(change, Moved) and change.by is MadeBy.AGENT:
            return self.table.seats[change.seat].kind is SeatKind.PERSON
        return isinstance(change, Undone)

    async def _mark_assisted(self) -> None:
        """Note that a person has help in this game: its result is kept apart."""
        if self._is_assisted:
            return
        try:
            await self.services.store.mark_assisted(self.table.identity)
        except SQLAlchemyError:
            log_problem("help not saved", table=self.table.identity)
            raise SiteError("not_saved") from None
        self._is_assisted = True

    # Connections

    async def _join(self, connection: Connection, last: int | None) -> None:
        self.broadcaster.add(connection)
        known = 0 if last is None or last > self.table.number else last
        self.broadcaster.send_events(known, [connection])
        try:
            if connection.seat is not None and self.table.seats[connection.seat].away:
                await self.emit(Returned(connection.seat))
        finally:  # even if the log could not be written
            self.broadcaster.send_presence()
            self._scheduler.plan()

    async def _quit(self, connection: Connection) -> None:
        self._advisor.forget(connection)
        if self.broadcaster.remove(connection):
            self.empty_since = asyncio.get_running_loop().time()
            self.broadcaster.send_presence()
            self._scheduler.plan()

    # Commands

    async def _command(self, connection: Connection, command: TableCommand) -> None:
        key = (connection.identity, command.id)
        answer = self._answers.get(key) or await self._answer(connection, command)
        if answer is None:  # the advisor answers later
            return
        self._answers[key] = answer
        while len(self._answers) > MAX_ANSWERS * len(self.table.seats):
            self._answers.popitem(last=False)
        if isinstance(answer, RefusedMessage) and answer.code == "stale":
            self.broadcaster.send_events(min(command.expect, self.table.number), [connection])
        connection.send(answer)

    async def _answer(self, connection: Connection, command: TableCommand) -> Answer | None:
        """Return the answer to *command*, None if the advisor sends it later."""
        try:
            if command.expect != self.table.number:
                raise SiteError("stale")
            if command.type == "hint":
                commands.check_hint(self.table, connection.seat)
                await self._mark_assisted()
                self._advisor.hint(connection, command.id)
                return None
            if command.type == "analyse":
                commands.check_analysis(self.table, connection.seat)
                await self._mark_assisted()
                self._advisor.analyse(connection, command.id)
                return None
            await self._carry_out(connection, command)
        except SiteError as error:
            return refused(command.id, error)
        return ReplyMessage(id=command.id, number=self.table.number)

    async def _carry_out(self, connection: Connection, command: TableCommand) -> None:
        """Do what *command* asks for; raise SiteError if that is not allowed."""
        table, seat, is_host = self.table, connection.seat, connection.is_host
        if isinstance(command, PlayCommand):
            await self.emit(commands.play(table, seat, command.move))
        elif isinstance(command, PaceCommand):
            await self.emit(commands.pace(table, is_host, command.seconds))
        elif command.type == "undo":
            await self.emit(commands.undo(table, seat))
        elif command.type == "redo":
            await self.emit(commands.redo(table, seat))
        elif command.type == "leave":
            await self.emit(commands.leave(table, seat))
        elif command.type == "next":
            commands.check_next(table, seat, is_host)
            await self._scheduler.deal()
        elif command.type == "step":
            commands.check_step(table, is_host)
            self._scheduler.step()
        elif command.type == "rematch":
            commands.check_rematch(table, seat, is_host)
            await self.emit(Rematched(await self.services.set_up_rematch(table)))
