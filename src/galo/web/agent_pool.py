"""The processes in which agents decide and analyse, so that the server never searches.

A process gets an observation, never a position. A process that overruns its time is killed and
replaced; its request fails with an error, and the table decides what to do. An analysis that
nobody waits for any longer ends at once, because its process is sent STOP.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from galo.arena.interrupts import blocked_interrupts
from galo.errors import AgentError
from galo.games.game import Observation
from galo.players.faults import describe
from galo.players.player import Decision, Limit, Player
from galo.players.registry import analyst_of, levels_of, make_player
from galo.stream import Stream
from galo.web.server_log import log

if TYPE_CHECKING:
    from galo.arena.warmup import Warmup, WarmupStep

SPAWN = multiprocessing.get_context("spawn")
OVERRUN_SECONDS = 60.0  # beyond the limit: a kernel may have to be compiled first
MAX_PLAYERS = 50  # kept in one process: clients choose their options
LISTENING, STOP = "listening", "stop"  # what a process says first, and what ends an analysis


class PoolState(StrEnum):
    """Whether the agents of all levels are compiled."""

    WARMING = "warming"
    READY = "ready"


@dataclass(frozen=True)
class DecisionRequest:
    """A decision that is asked of an agent."""

    game: str
    agent: str
    observation: Observation
    limit: Limit
    rng: Stream


@dataclass(frozen=True)
class AnalysisRequest:
    """A position to analyse, as the seat to move sees it."""

    agent: ClassVar[str] = "analysis"  # as errors name it
    observation: Observation
    limit: Limit


Request = DecisionRequest | AnalysisRequest


class AgentPool:
    """A few processes, and the requests that wait for a free one."""

    def __init__(self, workers: int) -> None:
        self._free: asyncio.Queue[AgentProcess] = asyncio.Queue()
        self._processes = [AgentProcess() for _ in range(workers)]
        # Analyses are many and long: one process stays free for the agents' moves.
        self._analyses = asyncio.Semaphore(max(1, workers - 1))
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="agent-pool")
        self._warmup: Warmup | None = None
        self._not_ready: set[tuple[str, str]] = set()  # games and agents still to be compiled
        self._step = asyncio.Event()  # set when the next of them is ready
        self.state = PoolState.WARMING

    async def start(self) -> None:
        """Start the processes."""
        await asyncio.gather(*map(self._start, self._processes))
        log("workers ready", workers=len(self._processes))

    async def warm_up(self, steps: "list[WarmupStep] | None" = None) -> None:
        """Start the processes; beside them, compile *steps*: every agent that a level names."""
        from galo.arena.warmup import load_rules

        loop = asyncio.get_running_loop()
        compiling = asyncio.to_thread(self._compile, steps, loop)
        await asyncio.gather(self.start(), compiling, asyncio.to_thread(load_rules))
        self.state = PoolState.READY
        log("agents ready")

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

    async def decide(self, request: DecisionRequest) -> Decision:
        """Return the decision of the agent; raise AgentError if it has none."""
        decision = await self._ask(request)
        if not isinstance(decision, Decision):
            raise AgentError(request.agent, str(decision))
        if decision.move not in request.observation.legal_moves:
            raise AgentError(request.agent, "it wanted a move that is not legal")
        return decision

    async def analyse(self, request: AnalysisRequest) -> dict[str, Any]:
        """Return the analysis as JSON; cancelling this call ends the search."""
        async with self._analyses:
            analysis = await self._ask(request)
        if not isinstance(analysis, dict):
            raise AgentError(request.agent, str(analysis))
        return analysis

    async def _ask(self, request: Request) -> Any:
        process = await self._free.get()
        loop = asyncio.get_running_loop()
        answer = loop.run_in_executor(self._threads, process.ask, request)
        # A process is free when it has answered, whether or not anybody still waits for that.
        answer.add_done_callback(lambda _: self._free.put_nowait(process))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            process.stop(request)
            raise

    def close(self) -> None:
        """End all processes."""
        if self._warmup is not None:
            self._warmup.close()
        for process in self._processes:
            process.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


class AgentProcess:
    """One process and the pipe to it, which only the thread that asks reads or closes."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._is_closed = False
        self._lifecycle = threading.Lock()  # held while a process is started or ended
        self._current: Request | None = None
        self._unwanted: Request | None = None  # perhaps before it is sent
        self._sending = threading.Lock()

    def start(self) -> None:
        """Start the process, unless this is closed, and wait until it listens."""
        with self._lifecycle:
            if self._is_closed:
                return
            ours, theirs = SPAWN.Pipe()
            process = SPAWN.Process(target=serve_requests, args=(theirs,), daemon=True)
            with blocked_interrupts():  # also while it starts
                process.start()
            theirs.close()
            self._pipe, self._process = ours, process
        self._pipe.recv()  # LISTENING

    def ask(self, request: Request) -> Any:
        """Return the answer of the process; raise AgentError if none comes in time."""
        try:
            with self._sending:
                self._current = request
                self._pipe.send(request)
                if self._unwanted is request:
                    self._pipe.send(STOP)
            if not self._pipe.poll((request.limit.seconds or 0) + OVERRUN_SECONDS):
                raise TimeoutError("it took too long")
            return self._pipe.recv()
        except (OSError, EOFError) as problem:
            if not self._is_closed:
                log("worker replaced", logging.ERROR, agent=request.agent, problem=str(problem))
            self._replace()
            raise AgentError(request.agent, str(problem) or "its process died") from None
        finally:
            with self._sending:
                self._current = None

    def stop(self, request: Request) -> None:
        """Let *request*, unless it is answered already, be answered with the best so far."""
        with self._sending, contextlib.suppress(OSError):  # its process may have died
            self._unwanted = request
            if self._current is request:
                self._pipe.send(STOP)

    def close(self) -> None:
        """End the process for good; a request under way fails."""
        with self._lifecycle:
            self._is_closed = True
            self._end()

    def _replace(self) -> None:
        with self._lifecycle:
            self._end()
        with self._sending:
            self._pipe.close()
        with contextlib.suppress(OSError, EOFError):  # the next request will try again
            self.start()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()


def serve_requests(pipe: Any) -> None:
    """Answer the requests that come through *pipe* until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to handle
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        pipe.send(LISTENING)
        while True:
            request = pipe.recv()
            if request != STOP:  # it may come after the answer that it was to end
                pipe.send(answer(request, pipe.poll))


def answer(request: Request, is_stopped: Callable[[], bool]) -> Decision | dict[str, Any] | str:
    """Return the answer to *request*, or what went wrong; an analysis ends when *is_stopped*."""
    try:
        if isinstance(request, AnalysisRequest):
            return analysis_of(request, is_stopped)
        agent = player(request.game, request.agent)
        return agent.decide(request.observation, request.limit, request.rng)
    except (Exception, SystemExit) as problem:  # an agent may be anybody's code
        return describe(problem)


def analysis_of(request: AnalysisRequest, is_stopped: Callable[[], bool]) -> dict[str, Any]:
    """Return the sharpest analysis before the limit, or before *is_stopped*, as JSON."""
    analyse = analyst_of(request.observation.game.name)
    assert analyse is not None
    *_, sharpest = analyse(request.observation.complete(), request.limit, is_stopped)
    analysis: dict[str, Any] = sharpest.to_json()
    return analysis


@lru_cache(MAX_PLAYERS)
def player(game: str, agent: str) -> Player:
    """Return *agent*, kept with everything that it has loaded."""
    return make_player(game, agent)
