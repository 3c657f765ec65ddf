"""What a table does by itself: deals, forced moves, agents' moves, absent people.

After every change `plan` looks at the table and schedules one next thing, in place of what was
scheduled before. An agent's decision that comes after the table has changed is thrown away.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from galo.errors import AgentError
from galo.players.player import Decision, Limit
from galo.web.agent_pool import AnalysisRequest, DecisionRequest
from galo.web.errors import SiteError
from galo.web.events import Dealt, Left, MadeBy, Moved
from galo.web.seats import SeatKind
from galo.web.server_log import log
from galo.web.services import Action, TableTask
from galo.web.table import Phase
from galo.web.table_setup import random_deal

RETRY_SECONDS = 5.0  # after the log could not be written
ROUND_PAUSES = 3.0  # paces for which agents alone show the hands of a finished round


class Scheduler:
    """The timers and the agents' decisions of one table; each change goes through its task."""

    def __init__(self, task: TableTask) -> None:
        self._task = task
        self._table = task.table
        self._settings = task.services.settings
        self._next: asyncio.TimerHandle | None = None
        self._absences: dict[int, asyncio.TimerHandle] = {}  # until an agent takes the seat over
        self._deciding: int | None = None  # the event after which an agent decides
        self._running: set[asyncio.Task[None]] = set()  # waiting for an agent
        self._steps = 0  # moves that the host has granted to agents at pace 0

    def plan(self) -> None:
        """Schedule what comes next if nobody does anything."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._watch_absences()
        table = self._table
        if not self._task.broadcaster.connections or not self._may_go_on():
            return
        if table.needs_deal:
            self._after(0.0, self.deal)
        elif table.phase is Phase.BETWEEN:
            wait = self._settings.between_seconds if table.people else ROUND_PAUSES * table.pace
            self._after(0.0 if self._steps else wait, self.deal)
        elif table.agent_to_move is not None:
            self._start_decision()
        elif table.phase is Phase.PLAYING and table.match and table.match.forced_move():
            pause = min(self._settings.forced_seconds, table.pace)
            self._after(0.0 if self._steps else pause, self._force)

    def step(self) -> None:
        """Let agents at pace 0 make one more move."""
        self._steps += 1
        self.plan()

    async def deal(self) -> None:
        """Deal the next round."""
        self._steps = max(0, self._steps - 1)
        await self._task.emit(Dealt(random_deal(self._table.game)))

    async def ready_agent(self, agent: str) -> str:
        """Return *agent*, or who plays for it while it is compiled."""
        return await self._task.services.agent_pool.ready_agent(self._table.game.name, agent)

    async def ask(self, seat: int, agent: str, seconds: float) -> Decision:
        """Return the decision of *agent* for *seat* in the position now, after *seconds*."""
        match = self._table.match
        assert match is not None
        observation, rng = match.position.observe(seat), match.rng(seat)
        limit = Limit(seconds=seconds)
        request = DecisionRequest(self._table.game.name, agent, observation, limit, rng)
        return await self._task.services.agent_pool.decide(request)

    async def analyse(self, seat: int, seconds: float) -> dict[str, Any]:
        """Return the analysis of the position now, for *seat*, as JSON after *seconds*."""
        match = self._table.match
        assert match is not None
        request = AnalysisRequest(match.position.observe(seat), Limit(seconds=seconds))
        return await self._task.services.agent_pool.analyse(request)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let *work* go on beside the task of the table."""
        running = asyncio.create_task(work)
        self._running.add(running)  # the event loop itself would let it vanish
        running.add_done_callback(self._running.discard)
        return running

    def stop(self) -> None:
        """Stop every timer and wait for no agent."""
        for timer in (self._next, *self._absences.values()):
            if timer is not None:
                timer.cancel()
        for running in self._running:
            running.cancel()

    def _may_go_on(self) -> bool:
        """Return whether agents alone may play: at pace 0 only the steps that were granted."""
        return bool(self._table.people or self._table.pace or self._steps)

    def _after(self, seconds: float, action: Action) -> None:
        """Schedule *action* in *seconds*, unless the table changes before."""
        number = self._table.number

        async def unless_changed() -> None:
            if self._table.number == number:
                try:
                    await action()
                except SiteError:  # the log could not be written
                    self._after(RETRY_SECONDS, action)

        loop = asyncio.get_running_loop()
        self._next = loop.call_later(seconds, self._task.post, unless_changed)

    async def _force(self) -> None:
        assert self._table.match is not None
        move = self._table.match.forced_move()
        assert move is not None
        await self._move(move.text, MadeBy.FORCED)

    async def _move(self, move: str, by: MadeBy) -> None:
        self._steps = max(0, self._steps - 1)
        assert self._table.mover is not None
        await self._task.emit(Moved(self._table.mover, move, by))

    # Agents' decisions

    def _start_decision(self) -> None:
        if self._deciding != self._table.number:
            self._deciding = self._table.number
            self._task.broadcaster.send_thinking(self._table.mover)
            pause = 0.0 if self._steps else self._table.pace
            self.start(self._decide(self._table.number, pause))

    async def _decide(self, number: int, pause: float) -> None:
        """Let the agent to move after event *number* decide, and move after at least *pause*."""
        loop = asyncio.get_running_loop()
        not_before = loop.time() + pause
        seat, agent = self._table.mover, self._table.agent_to_move
        assert seat is not None
        assert agent is not None
        ready = await self.ready_agent(agent)
        if ready != agent:
            self._task.broadcaster.send_thinking(seat, ready)
        move = ""  # of a table that has changed meanwhile, or of an agent that fails
        try:
            if self._table.number == number:
                decision = await self.ask(seat, ready, self._settings.think_seconds)
                move = decision.move.text
        except AgentError as problem:
            log("agent failed", logging.ERROR, agent=ready, problem=problem.fault)
        await asyncio.sleep(max(0.0, not_before - loop.time()))
        self._task.post(lambda: self._decided(number, move))

    async def _decided(self, number: int, move: str) -> None:
        """Make the *move* that an agent decided on, unless the table has changed meanwhile."""
        if self._deciding == number:
            self._deciding = None
        if self._table.number != number or not self._task.broadcaster.connections:
            self.plan()
            return
        try:
            await self._move(move or self._random_move(), MadeBy.AGENT)
        except SiteError:
            self._after(RETRY_SECONDS, lambda: self._decided(number, move))

    def _random_move(self) -> str:
        """Return a move for an agent that failed: the game must go on."""
        match = self._table.match
        assert match is not None
        moves, rng = match.position.legal_moves, match.rng(self._table.mover or 0)
        return moves[rng.randint(0, len(moves))].text

    # Absent people

    def _watch_absences(self) -> None:
        """Run a timer for every person at the table that is not connected."""
        loop, here = asyncio.get_running_loop(), self._task.broadcaster.seats
        is_live = bool(self._task.broadcaster.connections) and self._table.phase in (
            Phase.PLAYING,
            Phase.BETWEEN,
        )
        for number, seat in enumerate(self._table.seats):
            is_absent = seat.kind is SeatKind.PERSON and not seat.away and number not in here
            if is_absent and is_live and number not in self._absences:
                self._absences[number] = loop.call_later(
                    self._settings.grace_seconds, self._task.post, self._hand_over(number)
                )
            elif not (is_absent and is_live) and number in self._absences:
                self._absences.pop(number).cancel()

    def _hand_over(self, seat: int) -> Action:
        """Return the action that leaves *seat* to an agent if its person is still absent."""

        async def action() -> None:
            self._absences.pop(seat, None)
            is_here = seat in self._task.broadcaster.seats
            if not is_here and not self._table.seats[seat].away:
                await self._task.emit(Left(seat))

        return action
