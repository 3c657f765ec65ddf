"""The owner of a table: the one task that changes it.

Whatever happens at a table goes through its owner's inbox, one thing after the other:

    a wish from a socket ─┐
    an agent's decision  ─┼─→ inbox ─→ check ─→ log ─→ apply ─→ tell everybody ─→ plan what is next
    a clock that ran out ─┘

Nothing happens at a table that nobody is connected to: agents wait for people.
"""

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from galo.web import commands
from galo.web.advice import Advice
from galo.web.broadcaster import Audience
from galo.web.connection import Connection
from galo.web.errors import Refused
from galo.web.logs import log, log_problem
from galo.web.messages import Plain, Play, SetPace
from galo.web.scheduler import Act, Clockwork
from galo.web.table import OVER, Table

if TYPE_CHECKING:
    from galo.web.table_registry import Hub

ANSWERS_KEPT = 64  # wishes of one seat that are recognised when they come again


class Owner:
    """The life of one table in memory."""

    def __init__(self, table: Table, hub: "Hub") -> None:
        self.table = table
        self.hub = hub
        self.audience = Audience(table)
        self.empty_since = asyncio.get_running_loop().time()
        self.clockwork = Clockwork(self)
        self._advice = Advice(self)
        self._inbox: asyncio.Queue[Act] = asyncio.Queue()
        self._answered: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        self._task = asyncio.create_task(self._run(), name=f"table {table.identity}")

    # From outside

    def join(self, connection: Connection, last: int | None) -> None:
        """Let *connection* follow the table from event *last* on."""
        self.post(lambda: self._joined(connection, last))

    def quit(self, connection: Connection) -> None:
        """Forget *connection*."""
        self.post(lambda: self._gone(connection))

    def wish(self, connection: Connection, wish: Play | Plain | SetPace) -> None:
        """Grant or refuse what *connection* wants."""
        self.post(lambda: self._wished(connection, wish))

    async def sit(self, wanted: int | None, invite: str | None, name: str, token: str) -> int:
        """Give a free seat to whoever proves it with the hash *token*; return its number."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def act() -> None:
            try:
                seat = commands.free_seat(self.table, wanted, invite)
                await self.happen("sat", {"seat": seat, "name": name, "token": token})
                done.set_result(seat)
            except Exception as problem:
                done.set_exception(problem)
                if not isinstance(problem, Refused):
                    raise

        self.post(act)
        return await done

    def close(self) -> None:
        """Stop owning the table: it is in the log."""
        self.clockwork.stop()
        self._task.cancel()
        self.audience.close()

    # The task

    def post(self, act: Act) -> None:
        """Put *act* into the inbox."""
        self._inbox.put_nowait(act)

    async def _run(self) -> None:
        while True:
            act = await self._inbox.get()
            try:
                await act()
            except Refused:  # nobody asked for it, so nobody is waiting for an answer
                log("not done", logging.WARNING, table=self.table.identity)
            except Exception:
                # What is in the log is right, what is in memory may not be: start again from it.
                log_problem("table dropped", table=self.table.identity)
                self.hub.forget(self)

    async def happen(self, kind: str, data: dict[str, Any]) -> None:
        """Let an event happen: in the log first, then at the table, then for everybody."""
        event = self.table.next_event(kind, data)
        try:
            await self.hub.store.append(self.table.identity, [event])
        except SQLAlchemyError:
            log_problem("not saved", table=self.table.identity, number=event.number)
            raise Refused("not_saved") from None
        self.table.apply(event)
        self._advice.outdated()
        self.audience.tell_events(event.number - 1)
        if kind == "moved" and self.table.phase == OVER:
            await self.finish()
        self.clockwork.plan()

    async def finish(self) -> None:
        """Write down how the game, which is over, ended."""
        log("game over", table=self.table.identity, game=self.table.game.name)
        try:
            await self.hub.store.add_result(self.table.identity, self.table.record().to_line())
        except SQLAlchemyError:  # the log has it all the same
            log_problem("result not saved", table=self.table.identity)

    # People come and go

    async def _joined(self, connection: Connection, last: int | None) -> None:
        self.audience.add(connection)
        known = 0 if last is None or last > self.table.number else last
        self.audience.tell_events(known, [connection])
        try:
            if connection.seat is not None and self.table.seats[connection.seat].away:
                await self.happen("returned", {"seat": connection.seat})
        finally:  # even if that could not be written
            self.audience.tell_presence()
            self.clockwork.plan()

    async def _gone(self, connection: Connection) -> None:
        self._advice.forget(connection)
        if self.audience.remove(connection):
            self.empty_since = asyncio.get_running_loop().time()
            self.audience.tell_presence()
            self.clockwork.plan()

    # Wishes

    async def _wished(self, connection: Connection, wish: Play | Plain | SetPace) -> None:
        key = (connection.identity, wish.id)
        answer = self._answered.get(key) or await self._answer(connection, wish)
        if answer is None:  # advice comes later
            return
        self._answered[key] = answer
        while len(self._answered) > ANSWERS_KEPT * len(self.table.seats):
            self._answered.popitem(last=False)
        if answer.get("code") == "stale":
            self.audience.tell_events(min(wish.expect, self.table.number), [connection])
        connection.send(answer)

    async def _answer(
        self, connection: Connection, wish: Play | Plain | SetPace
    ) -> dict[str, Any] | None:
        """Return what *connection* is told about its *wish*, None if that comes later."""
        try:
            if wish.expect != self.table.number:
                raise Refused("stale")
            if wish.type == "hint":
                commands.check_hint(self.table, connection.seat)
                self._advice.hint(connection, wish.id)
                return None
            if wish.type == "analyse":
                commands.check_analysis(self.table, connection.seat)
                self._advice.analyse(connection, wish.id)
                return None
            await self._grant(connection, wish)
        except Refused as refusal:
            return {"type": "refused", "id": wish.id, **refusal.told()}
        return {"type": "reply", "id": wish.id, "number": self.table.number}

    async def _grant(self, connection: Connection, wish: Play | Plain | SetPace) -> None:
        """Do what is asked for, or raise Refused."""
        table, seat, is_host = self.table, connection.seat, connection.is_host
        if isinstance(wish, Play):
            await self.happen(*commands.play(table, seat, wish.move))
        elif isinstance(wish, SetPace):
            await self.happen(*commands.pace(table, is_host, wish.seconds))
        elif wish.type == "undo":
            await self.happen(*commands.undo(table, seat))
        elif wish.type == "redo":
            await self.happen(*commands.redo(table, seat))
        elif wish.type == "leave":
            await self.happen(*commands.leave(table, seat))
        elif wish.type == "next":
            commands.check_next(table, seat, is_host)
            await self.clockwork.deal()
        elif wish.type == "step":
            commands.check_watched(table, is_host)
            self.clockwork.step()
        elif wish.type == "rematch":
            commands.check_rematch(table, seat, is_host)
            await self.happen("rematch", {"table": await self.hub.rematch(table)})
