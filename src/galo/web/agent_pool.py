"""The processes in which agents decide, analyse and review, so that the server never searches.

A process that overruns its time is killed and replaced; its request fails with an error, and the
table decides what to do. Games are reviewed in a process of their own, one after the other: it has
threads on all cores and gives way to every other process, so no agent's move waits for a review,
however few processes there are.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from galo.errors import AgentError
from galo.players.player import Decision
from galo.players.registry import levels_of
from galo.web.agent_process import (
    AgentProcess,
    AnalysisRequest,
    DecisionRequest,
    OnProgress,
    Progress,
    Request,
    ReviewRequest,
)
from galo.web.metrics import AgentRequest, asked
from galo.web.server_log import log

if TYPE_CHECKING:
    from galo.arena.warmup import Warmup, WarmupStep

GIVING_WAY = 10  # the niceness of a reviewer: beside others it gets a tenth of what they do


class PoolState(StrEnum):
    """Whether the agents of all levels are compiled."""

    WARMING = "warming"
    READY = "ready"


class AgentPool:
    """A few processes, and the requests that wait for a free one."""

    def __init__(self, workers: int) -> None:
        self._free: asyncio.Queue[AgentProcess] = asyncio.Queue()
        self._workers = [AgentProcess() for _ in range(workers)]
        # Hints and analyses are many and long: one process stays free for the agents' moves.
        self._advice = asyncio.Semaphore(max(1, workers - 1))
        self._reviewer = AgentProcess(GIVING_WAY)  # started when all else is ready
        self._free_reviewer: asyncio.Queue[AgentProcess] = asyncio.Queue()
        self._free_reviewer.put_nowait(self._reviewer)
        self._threads = ThreadPoolExecutor(workers + 1, thread_name_prefix="agent-pool")
        self._warmup: Warmup | None = None
        self._not_ready: set[tuple[str, str]] = set()  # games and agents still to be compiled
        self._step = asyncio.Event()  # set when the next of them is ready
        self.state = PoolState.WARMING

    async def start(self) -> None:
        """Start the processes."""
        await asyncio.gather(*map(self._start, self._workers))
        log("workers ready", workers=len(self._workers))

    async def warm_up(self, steps: "list[WarmupStep] | None" = None) -> None:
        """Start the processes; beside them, compile *steps*: every agent that a level names."""
        from galo.arena.warmup import load_rules

        loop = asyncio.get_running_loop()
        compiling = asyncio.to_thread(self._compile, steps, loop)
        await asyncio.gather(self.start(), compiling, asyncio.to_thread(load_rules))
        self.state = PoolState.READY
        log("agents ready")
        await self._start_reviewer()

    def _compile(self, steps: "list[WarmupStep] | None", loop: asyncio.AbstractEventLoop) -> None:
        """Compile, in other processes, what is not on disk yet: nobody's move waits for it."""
        from galo.arena.warmup import Warmup, is_done, steps_of_levels

        todo = [step for step in steps or steps_of_levels() if not is_done(step)]
        self._not_ready.update(todo)
        self._warmup = Warmup(todo)
        for step, problem in self._warmup.run():
            if problem:
                log("not compiled", logging.ERROR, step=str(step), problem=problem)
            loop.call_soon_threadsafe(self._compiled, step)

    def _compiled(self, step: "WarmupStep") -> None:
        self._not_ready.discard(step)
        waiting, self._step = self._step, asyncio.Event()
        waiting.set()

    async def ready_agent(self, game: str, agent: str) -> str:
        """Return *agent*, or who plays for it while it is compiled: the strongest that is ready."""
        from galo.arena.warmup import WarmupStep, agent_of

        wanted = WarmupStep(game, agent_of(agent))
        if wanted in self._not_ready and self._warmup is not None:
            self._warmup.hurry(wanted)
        while wanted in self._not_ready:
            levels = levels_of(game).values()
            ready = [one for one in levels if (game, agent_of(one)) not in self._not_ready]
            if ready:
                return ready[-1]
            await self._step.wait()
        return agent

    async def _start(self, process: "AgentProcess") -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, process.start)
        self._free.put_nowait(process)

    async def _start_reviewer(self) -> None:
        """Start the process that reviews, so that the first review need not wait for it."""
        reviewer = await self._free_reviewer.get()
        if not reviewer.is_started:
            await asyncio.get_running_loop().run_in_executor(self._threads, reviewer.start)
        self._free_reviewer.put_nowait(reviewer)

    async def decide(self, request: DecisionRequest) -> Decision:
        """Return the decision of the agent; raise AgentError if it has none."""
        with asked("move") as asking:
            return await self._decide(request, asking)

    async def _decide(self, request: DecisionRequest, asking: AgentRequest) -> Decision:
        decision = await self._ask(request, self._free, asking)
        if not isinstance(decision, Decision):
            raise AgentError(request.agent, str(decision))
        if decision.move not in request.observation.legal_moves:
            raise AgentError(request.agent, "it wanted a move that is not legal")
        return decision

    async def hint(self, request: DecisionRequest) -> Decision:
        """Return what the agent would do in a person's place, behind the moves of agents."""
        with asked("hint") as asking:
            async with self._advice:
                return await self._decide(request, asking)

    async def analyse(self, request: AnalysisRequest) -> dict[str, Any]:
        """Return the analysis as JSON; cancelling this call ends the search."""
        with asked("analysis") as asking:
            async with self._advice:
                analysis = await self._ask(request, self._free, asking)
            if not isinstance(analysis, dict):
                raise AgentError(request.agent, str(analysis))
            return analysis

    async def review(self, request: ReviewRequest, on_progress: OnProgress) -> dict[str, Any]:
        """Return the review as JSON; cancelling this call ends it. *on_progress* is called here."""
        with asked("review") as asking:
            review = await self._ask(request, self._free_reviewer, asking, on_progress)
            if not isinstance(review, dict):
                raise AgentError(request.agent, str(review))
            return review

    async def _ask(
        self,
        request: Request,
        free: "asyncio.Queue[AgentProcess]",
        asking: AgentRequest,
        on_progress: OnProgress | None = None,
    ) -> Any:
        process = await free.get()
        asking.begins()
        loop = asyncio.get_running_loop()

        def tell(progress: Progress) -> None:
            if on_progress is not None:
                loop.call_soon_threadsafe(on_progress, progress)

        answer = loop.run_in_executor(self._threads, process.ask, request, tell)

        def answered(answer: asyncio.Future[Any]) -> None:
            """Free the process, whether or not anybody still waits for its answer."""
            free.put_nowait(process)
            if not answer.cancelled():
                answer.exception()  # nobody is told of it who does not wait

        answer.add_done_callback(answered)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            process.stop(request)
            raise

    def close(self) -> None:
        """End all processes."""
        if self._warmup is not None:
            self._warmup.close()
        for process in (*self._workers, self._reviewer):
            process.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
