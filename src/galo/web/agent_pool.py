"""The processes that think, so that the server never does: agents' moves, hints, analyses.

A worker gets an observation, never a position. One that overruns its time is killed and
replaced; what it was asked is answered with an error, and the table decides what to do.
An analysis that nobody waits for any longer ends at once, because its worker hears ENOUGH.
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
from functools import lru_cache
from typing import Any

from galo.arena.warmup import decide_once
from galo.games.game import Observation
from galo.games.registry import game_names, make_game
from galo.players.player import Decision, Limit, Player
from galo.players.registry import agent_names, levels_of, make_player
from galo.rng import Stream
from galo.web.logs import log

SPAWN = multiprocessing.get_context("spawn")
PATIENCE_SECONDS = 60.0  # beyond its time: a kernel may have to be compiled first
MOST_PLAYERS = 50  # kept in one worker: their options are for strangers to choose
WARMING, READY = "warming", "ready"
ENOUGH = "enough"

Json = dict[str, Any]


@dataclass(frozen=True)
class Question:
    """What an agent is asked."""

    game: str
    agent: str
    observation: Observation
    limit: Limit
    rng: Stream


@dataclass(frozen=True)
class Study:
    """A position whose analysis is asked for, as the seat to move sees it."""

    observation: Observation
    limit: Limit


class ThinkingError(Exception):
    """An agent that did not answer, or not with a move."""


class Thinkers:
    """Some workers, and the questions waiting for them."""

    def __init__(self, workers: int) -> None:
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers = [Worker() for _ in range(workers)]
        # Studies are many and long: while they last, somebody is left for the agents' moves.
        self._studies = asyncio.Semaphore(max(1, workers - 1))
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinker")
        # Its own process: what has never been compiled here must not keep other games waiting.
        self._warmer = SPAWN.Process(target=warm, daemon=True)
        self.state = WARMING

    async def start(self) -> None:
        """Start the workers."""
        await asyncio.gather(*map(self._start, self._workers))
        log("workers ready", workers=len(self._workers))

    async def warm_up(self) -> None:
        """Start the workers; beside them, let every agent decide once for the compiler's sake."""
        await self.start()
        self._warmer.start()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._warmer.join)
        self.state = READY
        log("agents ready")

    async def _start(self, worker: "Worker") -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, worker.start)
        self._free.put_nowait(worker)

    async def decide(self, question: Question) -> Decision:
        """Return the decision of the agent that is asked; raise ThinkingError if it has none."""
        decision = await self._ask(question)
        if not isinstance(decision, Decision):
            raise ThinkingError(str(decision))
        if decision.move not in question.observation.legal_moves:
            raise ThinkingError("it wanted a move that is not legal")
        return decision

    async def analyse(self, study: Study) -> Json:
        """Return what the position of *study* is worth; whoever cancels this ends the search."""
        async with self._studies:
            analysis = await self._ask(study)
        if not isinstance(analysis, dict):
            raise ThinkingError(str(analysis))
        return analysis

    async def _ask(self, question: Question | Study) -> Any:
        worker = await self._free.get()
        loop = asyncio.get_running_loop()
        asked = loop.run_in_executor(self._threads, worker.ask, question)
        # Free is who has answered, whether or not somebody was still waiting for that.
        asked.add_done_callback(lambda _: self._free.put_nowait(worker))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            worker.hurry(question)
            raise

    def close(self) -> None:
        """Let the workers go."""
        if self._warmer.is_alive():
            self._warmer.kill()
        for worker in self._workers:
            worker.retire()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Worker:
    """One process and the pipe to it, which only the thread that asks reads or closes."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._is_retired = False
        self._living = threading.Lock()  # held while a process is born or ended
        self._asked: Question | Study | None = None
        self._unwanted: Question | Study | None = None  # perhaps before it is asked
        self._asking = threading.Lock()

    def start(self) -> None:
        """Start the process, unless this worker is retired, and wait until it listens."""
        with self._living:
            if self._is_retired:
                return
            ours, theirs = SPAWN.Pipe()
            process = SPAWN.Process(target=work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._pipe, self._process = ours, process
        self._pipe.recv()  # it says so when it is there

    def ask(self, question: Question | Study) -> Any:
        """Return the process's answer, which must come in time."""
        try:
            with self._asking:
                self._asked = question
                self._pipe.send(question)
                if self._unwanted is question:
                    self._pipe.send(ENOUGH)
            if not self._pipe.poll((question.limit.seconds or 0) + PATIENCE_SECONDS):
                raise ThinkingError("it took too long")
            return self._pipe.recv()
        except (OSError, EOFError, ThinkingError) as problem:
            if not self._is_retired:
                agent = question.agent if isinstance(question, Question) else "analysis"
                log("worker replaced", logging.ERROR, agent=agent, problem=str(problem))
            self._replace()
            raise ThinkingError(str(problem) or "its process died") from None
        finally:
            with self._asking:
                self._asked = None

    def hurry(self, question: Question | Study) -> None:
        """Let *question*, unless it is answered already, be answered with what is known."""
        with self._asking, contextlib.suppress(OSError):  # its process may have died
            self._unwanted = question
            if self._asked is question:
                self._pipe.send(ENOUGH)

    def retire(self) -> None:
        """End the process for good; whoever waits for its answer is told that it died."""
        with self._living:
            self._is_retired = True
            self._end()

    def _replace(self) -> None:
        with self._living:
            self._end()
        with self._asking:
            self._pipe.close()
        with contextlib.suppress(OSError, EOFError):  # dead again: the next question will tell
            self.start()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()


def work(pipe: Any) -> None:
    """Answer the questions that come through *pipe* until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to answer
    pipe.send(READY)
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        if question != ENOUGH:  # which may come when its answer is on the way already
            pipe.send(answer(question, pipe.poll))


def warm() -> None:
    """Let every level of every game decide once, so that all of them are compiled."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game in game_names():
        for agent in {*levels_of(game).values(), agent_names(game)[-1]}:
            decide_once(make_game(game), agent)


def answer(question: Question | Study, is_enough: Callable[[], bool]) -> Decision | Json | str:
    """Return what was asked for, or what went wrong; an analysis ends when it *is_enough*."""
    try:
        if isinstance(question, Study):
            from galo.web.analysis import analysis_of  # the server itself needs no engines

            return analysis_of(question.observation, question.limit, is_enough)
        thinker = player(question.game, question.agent)
        return thinker.decide(question.observation, question.limit, question.rng)
    except (Exception, SystemExit) as problem:  # anybody's code, and its worker must live on
        return f"{type(problem).__name__}: {problem}"


@lru_cache(MOST_PLAYERS)
def player(game: str, agent: str) -> Player:
    """Return *agent*, kept with whatever it has loaded."""
    return make_player(game, agent)
