"""The owner of a table: the one task that changes it, and tells everybody who is connected.

Whatever happens at a table goes through its owner's inbox, one thing after the other:

    a wish from a socket ─┐
    an agent's decision  ─┼─→ inbox ─→ check ─→ log ─→ apply ─→ tell everybody ─→ what is next?
    a clock that ran out ─┘

Nothing happens at a table that nobody is connected to: agents wait for people.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from galo.players.player import Limit
from galo.web import wishes
from galo.web.connection import Connection
from galo.web.logs import log, log_problem
from galo.web.messages import Plain, Play, SetPace, encode
from galo.web.refusals import Refused
from galo.web.setup import shuffled
from galo.web.table import AGENT, BETWEEN, FORCED, OVER, PERSON, PLAYING, Table
from galo.web.thinkers import Question, ThinkingError
from galo.web.view import view_of
from galo.web.wishes import Draft

if TYPE_CHECKING:
    from galo.web.hub import Hub

Act = Callable[[], Awaitable[None]]
ANSWERS_KEPT = 64  # wishes of one seat that are recognised when they come again
RETRY_SECONDS = 5.0  # after the log could not be written


class Owner:
    """The life of one table in memory."""

    def __init__(self, table: Table, hub: "Hub") -> None:
        self.table = table
        self.hub = hub
        self.connections: list[Connection] = []
        self.empty_since = asyncio.get_running_loop().time()
        self._inbox: asyncio.Queue[Act] = asyncio.Queue()
        self._answered: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        self._clock: asyncio.TimerHandle | None = None  # until the table goes on by itself
        self._graces: dict[int, asyncio.TimerHandle] = {}  # until a seat counts as left
        self._thinking: int | None = None  # the event number that an agent thinks about
        self._tasks: set[asyncio.Task[None]] = set()  # that wait for an agent
        self._steps = 0  # moves granted at a table that stands still
        self._task = asyncio.create_task(self._run(), name=f"table {table.identity}")

    # From outside

    def join(self, connection: Connection, last: int | None) -> None:
        """Let *connection* follow the table from event *last* on."""
        self._post(lambda: self._joined(connection, last))

    def quit(self, connection: Connection) -> None:
        """Forget *connection*."""
        self._post(lambda: self._gone(connection))

    def wish(self, connection: Connection, wish: Play | Plain | SetPace) -> None:
        """Grant or refuse what *connection* wants."""
        self._post(lambda: self._wished(connection, wish))

    async def sit(self, wanted: int | None, invite: str | None, name: str, token: str) -> int:
        """Give a free seat to whoever proves it with the hash *token*; return its number."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def act() -> None:
            try:
                seat = wishes.free_seat(self.table, wanted, invite)
                await self._happen(("sat", {"seat": seat, "name": name, "token": token}))
                done.set_result(seat)
            except Refused as refusal:
                done.set_exception(refusal)

        self._post(act)
        return await done

    def close(self) -> None:
        """Stop owning the table: it is in the log."""
        for timer in (self._clock, *self._graces.values()):
            if timer is not None:
                timer.cancel()
        for task in (self._task, *self._tasks):
            task.cancel()
        for connection in self.connections:
            connection.close()

    # The task

    async def _run(self) -> None:
        while True:
            act = await self._inbox.get()
            try:
                await act()
            except Exception:
                # What is in the log is right, what is in memory may not be: start again from it.
                log_problem("table dropped", table=self.table.identity)
                self.hub.forget(self)

    def _post(self, act: Act) -> None:
        self._inbox.put_nowait(act)

    def _start(self, thought: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(thought)
        self._tasks.add(task)  # the event loop itself would let it vanish
        task.add_done_callback(self._tasks.discard)

    async def _happen(self, *drafts: Draft) -> None:
        """Let events happen: in the log first, then at the table, then for everybody."""
        before = self.table.number
        for kind, data in drafts:
            event = self.table.next_event(kind, data)
            try:
                await self.hub.store.append(self.table.identity, [event])
            except SQLAlchemyError:
                log_problem("not saved", table=self.table.identity, number=event.number)
                raise Refused("not_saved") from None
            self.table.apply(event)
        self._tell(self.connections, before)
        if self.table.phase == OVER and drafts[-1][0] == "moved":
            await self._finish()
        self._plan()

    async def _finish(self) -> None:
        outcome = self.table.record().result
        log("game over", table=self.table.identity, game=self.table.game.name, outcome=outcome)
        try:
            await self.hub.store.add_result(self.table.identity, self.table.record().to_line())
        except SQLAlchemyError:  # the log has it all the same
            log_problem("result not saved", table=self.table.identity)

    # People come and go

    async def _joined(self, connection: Connection, last: int | None) -> None:
        for other in [c for c in self.connections if c.seat is not None]:
            if other.seat == connection.seat:
                other.send({"type": "replaced"})
                other.close()
                self.connections.remove(other)
        self.connections.append(connection)
        seat = connection.seat
        self._tell([connection], 0 if last is None or last > self.table.number else last)
        if seat is not None and self.table.seats[seat].away:
            await self._happen(("returned", {"seat": seat}))
        self._tell_presence()
        self._plan()

    async def _gone(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.remove(connection)
            self.empty_since = asyncio.get_running_loop().time()
            self._tell_presence()
            self._plan()

    async def _missing(self, seat: int) -> None:
        """Let an agent play for *seat*, whose person has been away too long."""
        self._graces.pop(seat, None)
        is_back = any(c.seat == seat for c in self.connections)
        if not is_back and not self.table.seats[seat].away and self.connections:
            await self._happen(("left", {"seat": seat}))

    # Wishes

    async def _wished(self, connection: Connection, wish: Play | Plain | SetPace) -> None:
        key = (connection.identity, wish.id)
        if key not in self._answered:
            self._answered[key] = await self._answer(connection, wish)
            while len(self._answered) > ANSWERS_KEPT * len(self.table.seats):
                self._answered.popitem(last=False)
        answer = self._answered[key]
        if answer.get("code") == "stale":
            self._tell([connection], wish.expect)
        if answer:  # a hint comes later
            connection.send(answer)

    async def _answer(self, connection: Connection, wish: Play | Plain | SetPace) -> dict[str, Any]:
        try:
            if wish.expect != self.table.number:
                raise Refused("stale")
            if wish.type == "hint":
                wishes.check_hint(self.table, connection.seat)
                self._start(self._hint(connection, wish.id))
                return {}
            await self._grant(connection, wish)
        except Refused as refusal:
            return {"type": "refused", "id": wish.id, **refusal.told()}
        return {"type": "reply", "id": wish.id, "number": self.table.number}

    async def _grant(self, connection: Connection, wish: Play | Plain | SetPace) -> None:
        """Do what is asked for, or raise Refused."""
        table, seat, is_host = self.table, connection.seat, connection.is_host
        if isinstance(wish, Play):
            await self._happen(wishes.play(table, seat, wish.move))
        elif isinstance(wish, SetPace):
            await self._happen(wishes.pace(table, is_host, wish.seconds))
        elif wish.type == "undo":
            await self._happen(wishes.undo(table, seat))
        elif wish.type == "redo":
            await self._happen(wishes.redo(table, seat))
        elif wish.type == "leave":
            await self._happen(wishes.leave(table, seat))
        elif wish.type == "next":
            wishes.check_next(table, seat, is_host)
            await self._deal()
        elif wish.type == "step":
            wishes.check_watched(table, is_host)
            self._steps += 1
            self._plan()
        elif wish.type == "rematch":
            wishes.check_rematch(table, seat, is_host)
            await self._happen(("rematch", {"table": await self.hub.rematch(table)}))

    async def _hint(self, connection: Connection, identity: str) -> None:
        """Send *connection* what the strongest agent would do."""
        assert connection.seat is not None
        agent = self.table.substitute
        try:
            limit = Limit(seconds=self.hub.settings.hint_seconds)
            decision = await self.hub.thinkers.decide(self._question(connection.seat, agent, limit))
        except ThinkingError as problem:
            log("no hint", logging.ERROR, agent=agent, problem=str(problem))
            refusal = Refused("not_ready").told()
            connection.send({"type": "refused", "id": identity, **refusal})
            return
        reasons = [{"name": r.name, "numbers": dict(r.numbers)} for r in decision.reasons]
        move = decision.move.text
        connection.send(
            {"type": "hint", "id": identity, "move": move, "agent": agent, "reasons": reasons}
        )

    # What the table does by itself

    def _plan(self) -> None:
        """Arrange what comes next if nobody does anything."""
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._watch_chairs()
        table, settings = self.table, self.hub.settings
        if not self.connections or not self._may_go_on():
            return
        if table.needs_deal:
            self._after(0.0, self._deal)
        elif table.phase == BETWEEN:
            wait = settings.between_seconds if table.people else 3 * table.pace
            self._after(0.0 if self._steps else wait, self._deal)
        elif table.phase == PLAYING:
            if table.thinker() is not None:
                self._think()
            elif table.match is not None and table.match.forced_move() is not None:
                pause = min(settings.forced_seconds, table.pace)
                self._after(0.0 if self._steps else pause, self._force)

    def _may_go_on(self) -> bool:
        """Return whether agents alone may play: at pace 0 only as many steps as were asked for."""
        return bool(self.table.people or self.table.pace or self._steps)

    def _after(self, seconds: float, act: Act) -> None:
        number = self.table.number

        async def unless_changed() -> None:
            if self.table.number == number:
                try:
                    await act()
                except Refused:  # the log could not be written
                    self._after(RETRY_SECONDS, act)

        loop = asyncio.get_running_loop()
        self._clock = loop.call_later(seconds, self._post, unless_changed)

    async def _deal(self) -> None:
        self._steps = 0
        await self._happen(("dealt", {"hands": shuffled(self.table.game)}))

    async def _force(self) -> None:
        assert self.table.match is not None
        move = self.table.match.forced_move()
        assert move is not None
        self._steps = max(0, self._steps - 1)
        data = {"seat": self.table.mover, "move": move.text, "by": FORCED}
        await self._happen(("moved", data))

    def _think(self) -> None:
        if self._thinking != self.table.number:
            self._thinking = self.table.number
            for connection in self.connections:
                connection.send({"type": "thinking", "seat": self.table.mover})
            pause = 0.0 if self._steps else self.table.pace
            self._start(self._decide(self.table.number, pause))

    async def _decide(self, number: int, pause: float) -> None:
        """Let the agent whose turn it is at event *number* decide, not sooner than *pause*."""
        table, seat, agent = self.table, self.table.mover, self.table.thinker()
        assert seat is not None
        assert agent is not None
        assert table.match is not None
        limit = Limit(seconds=self.hub.settings.think_seconds)
        begun = asyncio.get_running_loop().time()
        try:
            decision = await self.hub.thinkers.decide(self._question(seat, agent, limit))
            move = decision.move.text
        except ThinkingError as problem:
            log("agent failed", logging.ERROR, agent=agent, problem=str(problem))
            legal = table.match.position.observe(seat).legal_moves
            move = legal[table.match.rng(seat).below(0, len(legal))].text if legal else ""
        await asyncio.sleep(max(0.0, begun + pause - asyncio.get_running_loop().time()))
        self._post(lambda: self._thought(number, seat, move))

    async def _thought(self, number: int, seat: int, move: str) -> None:
        """Make the *move* that an agent decided on, unless the table has changed meanwhile."""
        self._thinking = None
        if self.table.number != number or not self.connections:
            self._plan()
            return
        self._steps = max(0, self._steps - 1)
        try:
            await self._happen(("moved", {"seat": seat, "move": move, "by": AGENT}))
        except Refused:
            self._after(RETRY_SECONDS, lambda: self._thought(number, seat, move))

    def _question(self, seat: int, agent: str, limit: Limit) -> Question:
        match = self.table.match
        assert match is not None
        seen = match.position.observe(seat)
        return Question(self.table.game.name, agent, seen, limit, match.rng(seat))

    def _watch_chairs(self) -> None:
        """Run a clock for every person at the table who is not connected."""
        here = {connection.seat for connection in self.connections}
        for number, seat in enumerate(self.table.seats):
            is_missing = seat.kind == PERSON and not seat.away and number not in here
            if is_missing and self.connections and self.table.phase in (PLAYING, BETWEEN):
                if number not in self._graces:
                    self._graces[number] = asyncio.get_running_loop().call_later(
                        self.hub.settings.grace_seconds, self._post, self._grace_over(number)
                    )
            elif number in self._graces:
                self._graces.pop(number).cancel()

    def _grace_over(self, seat: int) -> Act:
        return lambda: self._missing(seat)

    # Telling

    def _tell(self, connections: Iterable[Connection], since: int) -> None:
        """Send *connections* the table as each may see it, and the events after *since*."""
        events = self.table.told[since:]
        views: dict[tuple[int | None, bool], str] = {}
        for connection in connections:
            viewer = connection.seat, connection.is_host
            if viewer not in views:
                views[viewer] = encode(
                    {
                        "type": "state",
                        "number": self.table.number,
                        "view": view_of(self.table, *viewer),
                        "events": events,
                    }
                )
            connection.send_text(views[viewer])

    def _tell_presence(self) -> None:
        here = {connection.seat for connection in self.connections}
        message = {
            "type": "presence",
            "connected": [number in here for number in range(len(self.table.seats))],
            "watchers": sum(connection.seat is None for connection in self.connections),
        }
        for connection in self.connections:
            connection.send(message)
