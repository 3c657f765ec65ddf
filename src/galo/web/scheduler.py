"""What a table does by itself: deals, forced moves, agents' moves, chairs of people who are gone.

After every change `plan` looks at the table and arranges one next thing. What was arranged
before is off; an agent's decision that comes after the table has changed is thrown away.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from galo.players.player import Decision, Limit
from galo.web.agent_pool import Json, Question, Study, ThinkingError
from galo.web.errors import Refused
from galo.web.logs import log
from galo.web.table import AGENT, BETWEEN, FORCED, PERSON, PLAYING
from galo.web.table_setup import shuffled

if TYPE_CHECKING:
    from galo.web.table_actor import Owner

Act = Callable[[], Awaitable[None]]
RETRY_SECONDS = 5.0  # after the log could not be written
ROUND_PAUSES = 3.0  # how many paces agents alone look at the hands of a finished round


class Clockwork:
    """The clocks and the thinking of one table; everything it does goes through the owner."""

    def __init__(self, owner: "Owner") -> None:
        self._owner = owner
        self._table = owner.table
        self._settings = owner.hub.settings
        self._next: asyncio.TimerHandle | None = None
        self._graces: dict[int, asyncio.TimerHandle] = {}  # until a seat counts as left
        self._thinking: int | None = None  # the event number that an agent thinks about
        self._tasks: set[asyncio.Task[None]] = set()  # that wait for an agent
        self._steps = 0  # moves granted at a table that stands still

    def plan(self) -> None:
        """Arrange what comes next if nobody does anything."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._watch_chairs()
        table = self._table
        if not self._owner.audience.connections or not self._may_go_on():
            return
        if table.needs_deal:
            self._after(0.0, self.deal)
        elif table.phase == BETWEEN:
            wait = self._settings.between_seconds if table.people else ROUND_PAUSES * table.pace
            self._after(0.0 if self._steps else wait, self.deal)
        elif table.thinker() is not None:
            self._think()
        elif table.phase == PLAYING and table.match and table.match.forced_move():
            pause = min(self._settings.forced_seconds, table.pace)
            self._after(0.0 if self._steps else pause, self._force)

    def step(self) -> None:
        """Grant one more move to agents that stand still."""
        self._steps += 1
        self.plan()

    async def deal(self) -> None:
        """Deal the next round."""
        self._steps = max(0, self._steps - 1)
        await self._owner.happen("dealt", {"hands": shuffled(self._table.game)})

    async def ask(self, seat: int, agent: str, seconds: float) -> Decision:
        """Return what *agent* would do for *seat* now."""
        match = self._table.match
        assert match is not None
        seen, rng = match.position.observe(seat), match.rng(seat)
        limit = Limit(seconds=seconds)
        question = Question(self._table.game.name, agent, seen, limit, rng)
        return await self._owner.hub.thinkers.decide(question)

    async def study(self, seat: int, seconds: float) -> Json:
        """Return the analysis of the position as *seat* sees it now."""
        match = self._table.match
        assert match is not None
        seen, limit = match.position.observe(seat), Limit(seconds=seconds)
        return await self._owner.hub.thinkers.analyse(Study(seen, limit))

    def start(self, thought: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let *thought* go on beside the owner's task."""
        task = asyncio.create_task(thought)
        self._tasks.add(task)  # the event loop itself would let it vanish
        task.add_done_callback(self._tasks.discard)
        return task

    def stop(self) -> None:
        """Stop every clock and wait for no agent."""
        for timer in (self._next, *self._graces.values()):
            if timer is not None:
                timer.cancel()
        for task in self._tasks:
            task.cancel()

    def _may_go_on(self) -> bool:
        """Return whether agents alone may play: at pace 0 only as many steps as were asked for."""
        return bool(self._table.people or self._table.pace or self._steps)

    def _after(self, seconds: float, act: Act) -> None:
        """Let *act* happen in so many seconds, unless the table changes before."""
        number = self._table.number

        async def unless_changed() -> None:
            if self._table.number == number:
                try:
                    await act()
                except Refused:  # the log could not be written
                    self._after(RETRY_SECONDS, act)

        loop = asyncio.get_running_loop()
        self._next = loop.call_later(seconds, self._owner.post, unless_changed)

    async def _force(self) -> None:
        assert self._table.match is not None
        move = self._table.match.forced_move()
        assert move is not None
        await self._move(move.text, FORCED)

    async def _move(self, move: str, by: str) -> None:
        self._steps = max(0, self._steps - 1)
        await self._owner.happen("moved", {"seat": self._table.mover, "move": move, "by": by})

    # Thinking

    def _think(self) -> None:
        if self._thinking != self._table.number:
            self._thinking = self._table.number
            self._owner.audience.tell_thinking(self._table.mover)
            pause = 0.0 if self._steps else self._table.pace
            self.start(self._decide(self._table.number, pause))

    async def _decide(self, number: int, pause: float) -> None:
        """Let the agent whose turn it is at event *number* decide, not sooner than in *pause*."""
        loop = asyncio.get_running_loop()
        not_before = loop.time() + pause
        seat, agent = self._table.mover, self._table.thinker()
        assert seat is not None
        assert agent is not None
        try:
            decision = await self.ask(seat, agent, self._settings.think_seconds)
            move = decision.move.text
        except ThinkingError as problem:
            log("agent failed", logging.ERROR, agent=agent, problem=str(problem))
            move = ""
        await asyncio.sleep(max(0.0, not_before - loop.time()))
        self._owner.post(lambda: self._decided(number, move))

    async def _decided(self, number: int, move: str) -> None:
        """Make the *move* that an agent decided on, unless the table has changed meanwhile."""
        if self._thinking == number:
            self._thinking = None
        if self._table.number != number or not self._owner.audience.connections:
            self.plan()
            return
        try:
            await self._move(move or self._any_move(), AGENT)
        except Refused:
            self._after(RETRY_SECONDS, lambda: self._decided(number, move))

    def _any_move(self) -> str:
        """Return a move for an agent that has none to offer: the game must go on."""
        match = self._table.match
        assert match is not None
        moves, rng = match.position.legal_moves, match.rng(self._table.mover or 0)
        return moves[rng.randint(0, len(moves))].text

    # Chairs

    def _watch_chairs(self) -> None:
        """Run a clock for every person at the table who is not connected."""
        loop, here = asyncio.get_running_loop(), self._owner.audience.seats
        is_live = self._owner.audience.connections and self._table.phase in (PLAYING, BETWEEN)
        for number, seat in enumerate(self._table.seats):
            is_missing = seat.kind == PERSON and not seat.away and number not in here
            if is_missing and is_live and number not in self._graces:
                self._graces[number] = loop.call_later(
                    self._settings.grace_seconds, self._owner.post, self._grace_over(number)
                )
            elif not (is_missing and is_live) and number in self._graces:
                self._graces.pop(number).cancel()

    def _grace_over(self, seat: int) -> Act:
        async def act() -> None:
            self._graces.pop(seat, None)
            is_here = seat in self._owner.audience.seats
            if not is_here and not self._table.seats[seat].away:
                await self._owner.happen("left", {"seat": seat})

        return act
