"""The actor of a table: the one task that changes it.

Every change of a table goes through the inbox of its actor, one after the other:

    a command from a socket ─┐
    an agent's decision     ─┼─→ inbox ─→ check ─→ log ─→ apply ─→ broadcast ─→ schedule the next
    a timer that ran out    ─┘

Nothing happens at a table without connections: agents wait for people.
"""

import asyncio
import contextlib
import logging
import time
import weakref
from collections import OrderedDict
from contextvars import Context
from typing import Literal

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from galo.web import commands, offer_commands
from galo.web.advice import Advisor
from galo.web.broadcaster import Broadcaster
from galo.web.connection import Connection
from galo.web.database import FencedError
from galo.web.errors import SiteError
from galo.web.events import Change, Event, Left, MadeBy, Moved, Rematched, Sat, Undone
from galo.web.leases import Lease
from galo.web.messages import RefusedMessage, ReplyMessage, refused
from galo.web.metrics import COMMAND_SECONDS
from galo.web.rated_results import game_at, is_loss_on_time
from galo.web.requests import Emote, EmoteCommand, PaceCommand, PlayCommand, TableCommand
from galo.web.scheduler import Scheduler
from galo.web.seats import SeatKind
from galo.web.server_log import log, log_problem
from galo.web.services import Action, TableServices
from galo.web.table import Phase, Table
from galo.web.table_clock import TableClock

MAX_ANSWERS = 64  # kept for each seat, for commands that come again

OFFERS = {command: kind for kind, command in offer_commands.COMMANDS.items()}

Answer = ReplyMessage | RefusedMessage


class TableActor:
    """One table in memory, with its connections and its timers."""

    def __init__(self, table: Table, services: TableServices, lease: Lease) -> None:
        self.table = table
        self.services = services
        self.lease = lease
        self._now = asyncio.get_running_loop().time
        self.clock = TableClock(table, self._now)
        self.broadcaster = Broadcaster(table, self.clock)
        self.empty_since = self._now()
        # Its parts do not hold it: a table that is dropped leaves the memory without a collection.
        self._scheduler = Scheduler(weakref.proxy(self))
        self._advisor = Advisor(weakref.proxy(self), self._scheduler)
        self._inbox: asyncio.Queue[Action] = asyncio.Queue()
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._emoted: dict[int, float] = {}  # when each seat last showed an emote
        self._helped: tuple[int, int, str] | None = None  # the last event, seat and kind of help
        self._is_assisted = False  # as far as this task knows: the database knows more
        self._is_dropping = False
        self._task = asyncio.create_task(
            self._run(),
            name=f"table {table.identity}",
            context=Context(),  # the request that has begun it is soon over
        )

    # For others to call

    def join(self, connection: Connection, last: int | None) -> None:
        """Let *connection* follow the table; *last* is the last event that it knows."""
        self.post(lambda: self._join(connection, last))

    def quit(self, connection: Connection) -> None:
        """Forget *connection*."""
        self.post(lambda: self._quit(connection))

    def command(self, connection: Connection, command: TableCommand) -> None:
        """Carry out *command* of *connection*, or refuse it."""
        arrived = time.perf_counter()
        self.post(lambda: self._command(connection, command, arrived))

    async def sit(self, wanted: int | None, invite: str | None, name: str, token: str) -> int:
        """Give an open seat to the person whose token has the hash *token*; return its number."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def action() -> None:
            try:
                seat = self.table.seat_of(token)  # it may be asked for again
                if seat is None:
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

        The log is not, or no longer, as the memory has it.
        """
        if not self._is_dropping:  # two would wait for each other
            self._is_dropping = True
            self.post(self._drop)

    def drop_if_idle(self, since: float) -> None:
        """Drop the table, after everything posted before, if nobody has been here *since* then."""

        async def action() -> None:
            is_empty = self._inbox.empty() and not self.broadcaster.connections
            if is_empty and self.empty_since <= since:
                self.services.forget(self.table.identity)

        self.post(action)

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
        with contextlib.suppress(asyncio.CancelledError):  # whose traceback would hold the table
            await self._act()

    async def _act(self) -> None:
        while True:
            action = await self._inbox.get()
            try:
                await action()
            except SiteError:  # a timer's action: no client waits for an answer
                log("not done", logging.WARNING, table=self.table.identity)
            except FencedError:  # a command without an answer comes again, to who has the table
                log("table is another server's", logging.WARNING, table=self.table.identity)
                self.reload()
            except Exception:
                # The log is right, the memory may not be: start again from the log.
                log_problem("table dropped", table=self.table.identity)
                self.services.forget(self.table.identity)

    async def _drop(self) -> None:
        if self._inbox.empty():
            self.services.forget(self.table.identity)
        else:  # what was posted meanwhile must not be lost: a person may wait for a seat
            self.post(self._drop)

    async def emit(self, *changes: Change) -> None:
        """Make *changes*: first in the log, then at the table, then for every connection."""
        known, was_over = self.table.number, self.table.phase is Phase.OVER
        events = [Event(known + place, change) for place, change in enumerate(changes, start=1)]
        if any(map(self._is_help, changes)):
            await self._mark_assisted()
        try:
            await self.services.store.append(self.table.identity, events, self.lease)
        except IntegrityError:  # an event that was taken for lost: its answer was
            raise FencedError(self.table.identity) from None
        except SQLAlchemyError:
            log_problem("not saved", table=self.table.identity, number=known + 1)
            raise SiteError("not_saved") from None
        for event in events:
            self.table.apply(event)
            if isinstance(event.change, Moved):
                self.clock.saved(event.change)
        self._advisor.cancel_analysis()
        self._follow_clock()
        for change in changes:
            if isinstance(change, Left) and is_loss_on_time(self.table, change):
                await self._rate(1 - self.table.game.side_of(change.seat))
        if self.table.phase is Phase.OVER and not was_over:
            await self.save_result()  # whoever hears that the game is over finds its result
        self.broadcaster.send_events(known)
        self._scheduler.plan()

    def _follow_clock(self) -> None:
        self.clock.follow(bool(self.broadcaster.connections))

    async def save_result(self) -> None:
        """Save the result of the game, which is over."""
        log("game over", table=self.table.identity, game=self.table.game.name)
        record = self.table.record().to_line()
        try:
            await self.services.store.add_result(self.table.identity, record, self.lease)
        except SQLAlchemyError:  # the log of events has it all the same
            log_problem("result not saved", table=self.table.identity)
        assert self.table.outcome is not None
        await self._rate(self.table.outcome.winner)

    async def _rate(self, winner: int | None) -> None:
        """Let the game count for the ratings of its people, who had no help in it."""
        game = game_at(self.table, winner)
        try:
            if game is not None:
                await self.services.ratings.add_game(game, self.lease)
        except SQLAlchemyError:
            log_problem("game not rated", table=self.table.identity)

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
            await self.services.store.mark_assisted(self.table.identity, self.lease)
        except SQLAlchemyError:
            log_problem("help not saved", table=self.table.identity)
            raise SiteError("not_saved") from None
        self._is_assisted = True

    # Connections

    async def _join(self, connection: Connection, last: int | None) -> None:
        self.broadcaster.add(connection)
        self._follow_clock()
        known = 0 if last is None or last > self.table.number else last
        self.broadcaster.send_events(known, [connection])
        self.broadcaster.send_last_opinion(connection)
        seat = connection.seat
        try:
            if seat is not None and commands.can_return(self.table, seat):
                await self.emit(commands.come_back(self.table, seat))
        finally:  # even if the log could not be written
            self.broadcaster.send_presence()
            self._scheduler.plan()

    async def _quit(self, connection: Connection) -> None:
        self._advisor.forget(connection)
        if self.broadcaster.remove(connection):
            self.empty_since = self._now()
            self._follow_clock()
            self.broadcaster.send_presence()
            self._scheduler.plan()

    # Commands

    async def _command(self, connection: Connection, command: TableCommand, arrived: float) -> None:
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
        COMMAND_SECONDS.labels(command.type).observe(time.perf_counter() - arrived)

    async def _answer(self, connection: Connection, command: TableCommand) -> Answer | None:
        """Return the answer to *command*, None if the advisor sends it later."""
        try:
            if isinstance(command, EmoteCommand):  # whatever has happened meanwhile
                self._emote(connection.seat, command.name)
                return ReplyMessage(id=command.id, number=self.table.number)
            if command.expect != self.table.number:
                raise SiteError("stale")
            if command.type == "hint" or command.type == "analyse":
                await self._help(connection, command.type, command.id)
                return None
            await self._carry_out(connection, command)
        except SiteError as error:
            return refused(command.id, error)
        return ReplyMessage(id=command.id, number=self.table.number)

    async def _help(
        self, connection: Connection, kind: Literal["hint", "analyse"], identity: str
    ) -> None:
        """Let the advisor answer the command *identity*; everybody sees who has asked."""
        check = commands.check_hint if kind == "hint" else commands.check_analysis
        check(self.table, connection.seat)
        await self._mark_assisted()
        assert connection.seat is not None
        helped = (self.table.number, connection.seat, kind)
        if helped != self._helped:  # an analysis is asked for again until it is exact
            self._helped = helped
            self.broadcaster.send_help(connection.seat, kind)
        answer = self._advisor.hint if kind == "hint" else self._advisor.analyse
        answer(connection, identity)

    def _emote(self, seat: int | None, name: Emote) -> None:
        if seat is None:
            raise SiteError("not_seated")
        last = self._emoted.get(seat)
        if last is not None and self._now() - last < self.services.settings.emote_seconds:
            raise SiteError("too_fast")
        self._emoted[seat] = self._now()
        self.broadcaster.send_emote(seat, name)

    async def _carry_out(self, connection: Connection, command: TableCommand) -> None:
        """Do what *command* asks for; raise SiteError if that is not allowed."""
        table, seat, is_host = self.table, connection.seat, connection.is_host
        if command.type not in ("play", "next"):
            commands.check_length(table)
        if isinstance(command, PlayCommand):
            await self.emit(self.clock.timed(commands.play(table, seat, command.move)))
        elif isinstance(command, PaceCommand):
            await self.emit(commands.pace(table, is_host, command.seconds))
        elif command.type == "undo":
            await self.emit(commands.undo(table, seat))
        elif command.type == "redo":
            await self.emit(commands.redo(table, seat))
        elif command.type == "leave":
            await self.emit(commands.leave(table, seat))
        elif command.type == "return":
            await self.emit(commands.come_back(table, seat))
        elif command.type in OFFERS:
            await self.emit(offer_commands.offer(table, seat, OFFERS[command.type]))
        elif command.type == "accept":
            await self.emit(*offer_commands.accept(table, seat))
        elif command.type == "decline":
            await self.emit(offer_commands.decline(table, seat))
        elif command.type == "next":
            commands.check_next(table, seat, is_host)
            await self._scheduler.deal()
        elif command.type == "step":
            commands.check_step(table, is_host)
            self._scheduler.step()
        elif command.type == "rematch":
            commands.check_rematch(table, seat, is_host)
            await self.emit(Rematched(await self.services.set_up_rematch(table)))
