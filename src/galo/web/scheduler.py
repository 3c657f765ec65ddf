"""What a table does by itself: deals, forced moves, agents' moves, absent people, clocks.

After every change `plan` looks at the table and schedules one next thing, in place of what was
scheduled before. An agent's decision that comes after the table has changed is thrown away.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from galo.errors import AgentError
from galo.players.player import Decision, Limit
from galo.web.agent_process import AnalysisRequest, DecisionRequest
from galo.web.clock import LeftReason
from galo.web.errors import SiteError
from galo.web.events import Dealt, Left, MadeBy, Moved
from galo.web.lab.evolved import is_evolved, playable
from galo.web.opinions import opinion_of
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
        self._time_out: asyncio.TimerHandle | None = None  # until the running clock has run out
        self._deciding: int | None = None  # the event after which an agent decides
        self._running: set[asyncio.Task[None]] = set()  # waiting for an agent
        self._steps = 0  # moves that the host has granted to agents at pace 0

    def plan(self) -> None:
        """Schedule what comes next if nobody does anything."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._watch_absences()
        self._watch_clock()
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
        elif table.forced_move is not None:
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
        request = await self._request(seat, agent, seconds)
        return await self._task.services.agent_pool.decide(request)

    async def hint(self, seat: int, agent: str, seconds: float) -> Decision:
        """Return what *agent* would do at *seat* in the position now, after *seconds*."""
        request = await self._request(seat, agent, seconds)
        return await self._task.services.agent_pool.hint(request)

    async def _request(self, seat: int, agent: str, seconds: float) -> DecisionRequest:
        match = self._table.match
        assert match is not None
        observation, rng = match.position.observe(seat), match.rng(seat)
        game = self._table.game.name
        if is_evolved(agent):
            agent = await asyncio.to_thread(playable, self._settings.lab_folder, game, agent)
        return DecisionRequest(game, agent, observation, Limit(seconds=seconds), rng)

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
        for timer in (self._next, self._time_out, *self._absences.values()):
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

        self._next = self._later(seconds, unless_changed)

    async def _force(self) -> None:
        move = self._table.forced_move
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
        decision = None  # of a table that has changed meanwhile, or of an agent that fails
        try:
            if self._table.number == number:
                decision = await self.ask(seat, ready, self._settings.think_seconds)
        except AgentError as problem:
            log("agent failed", logging.ERROR, agent=ready, problem=problem.fault)
        await asyncio.sleep(max(0.0, not_before - loop.time()))
        self._task.post(lambda: self._decided(number, ready, decision))

    async def _decided(self, number: int, agent: str, decision: Decision | None) -> None:
        """Make the move that *agent* decided on, unless the table has changed meanwhile."""
        if self._deciding == number:
            self._deciding = None
        if self._table.number != number or not self._task.broadcaster.connections:
            self.plan()
            return
        seat = self._table.mover
        assert seat is not None
        try:
            await self._move(decision.move.text if decision else self._random_move(), MadeBy.AGENT)
        except SiteError:
            self._after(RETRY_SECONDS, lambda: self._decided(number, agent, decision))
            return
        if decision is not None and self._table.has_only_agents:
            self._task.broadcaster.send_opinion(opinion_of(number + 1, seat, agent, decision))

    def _random_move(self) -> str:
        """Return a move for an agent that failed: the game must go on."""
        match = self._table.match
        assert match is not None
        moves, rng = match.position.legal_moves, match.rng(self._table.mover or 0)
        return moves[rng.randint(0, len(moves))].text

    # Absent people

    def _watch_absences(self) -> None:
        """Run a timer for every person at the table that is not connected."""
        here = self._task.broadcaster.seats
        is_live = bool(self._task.broadcaster.connections) and self._table.phase in (
            Phase.PLAYING,
            Phase.BETWEEN,
        )
        for number, seat in enumerate(self._table.seats):
            is_absent = seat.kind is SeatKind.PERSON and not seat.away and number not in here
            if is_absent and is_live and number not in self._absences:
                grace = self._settings.grace_seconds
                self._absences[number] = self._later(grace, self._hand_over(number))
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

    # Clocks

    def _watch_clock(self) -> None:
        """Run a timer for the person whose time goes by."""
        if self._time_out is not None:
            self._time_out.cancel()
            self._time_out = None
        seat = self._task.clock.running
        if seat is not None:
            left = max(0.0, self._task.clock.left(seat))
            self._time_out = self._later(left, self._run_out(seat))

    def _run_out(self, seat: int) -> Action:
        """Return the action that leaves *seat* to an agent if its time is used up."""

        async def action() -> None:
            if self._task.clock.running != seat:
                return
            if self._task.clock.left(seat) > 0:
                self._watch_clock()
                return
            try:
                await self._task.emit(Left(seat, LeftReason.TIME))
            except SiteError:  # the log could not be written
                self._time_out = self._later(RETRY_SECONDS, action)

        return action

    def _later(self, seconds: float, action: Action) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._task.post, action)
