"""The processes that think, so that the server never does: agents' moves and hints.

A worker gets an observation, never a position. One that overruns its time is killed and
replaced; what it was asked is answered with an error, and the table decides what to do.
"""

import asyncio
import logging
import multiprocessing
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from galo.arena.match import Match
from galo.counter import Stream
from galo.games.game import Observation
from galo.games.registry import make_game
from galo.players.player import Decision, Limit, Player
from galo.players.registry import LEVELS, agent_names, make_player
from galo.web.logs import log

SPAWN = multiprocessing.get_context("spawn")
PATIENCE_SECONDS = 60.0  # beyond its time: a kernel may have to be compiled first
MOST_PLAYERS = 50  # kept in one worker: their options are for strangers to choose
WARMING, READY = "warming", "ready"


@dataclass(frozen=True)
class Question:
    """What an agent is asked."""

    game: str
    agent: str
    observation: Observation
    limit: Limit
    rng: Stream


class ThinkingError(Exception):
    """An agent that did not answer, or not with a move."""


class Thinkers:
    """Some workers, and the questions waiting for them."""

    def __init__(self, workers: int) -> None:
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers = [Worker() for _ in range(workers)]
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
        worker = await self._free.get()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, worker.ask, question)
        finally:
            self._free.put_nowait(worker)

    def close(self) -> None:
        """Let the workers go."""
        if self._warmer.is_alive():
            self._warmer.kill()
        for worker in self._workers:
            worker.retire()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._is_retired = False

    def start(self) -> None:
        """Start the process and wait until it listens."""
        self._pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._pipe.recv()  # it says so when it is there

    def ask(self, question: Question) -> Decision:
        """Return the process's answer, which must come in time."""
        try:
            self._pipe.send(question)
            if not self._pipe.poll((question.limit.seconds or 0) + PATIENCE_SECONDS):
                raise ThinkingError("it took too long")
            answer = self._pipe.recv()
        except (OSError, EOFError, ThinkingError) as problem:
            log("worker replaced", logging.ERROR, agent=question.agent, problem=str(problem))
            self.stop()
            if not self._is_retired:
                self.start()
            raise ThinkingError(str(problem) or "its process died") from None
        if not isinstance(answer, Decision):
            raise ThinkingError(str(answer))
        if answer.move not in question.observation.legal_moves:
            raise ThinkingError("it wanted a move that is not legal")
        return answer

    def retire(self) -> None:
        """End the process for good."""
        self._is_retired = True
        self.stop()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()


def work(pipe: Any) -> None:
    """Answer the questions that come through *pipe* until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to answer
    pipe.send(READY)
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        pipe.send(answer(question))


def warm() -> None:
    """Let every level of every game decide once, so that all of them are compiled."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for game, levels in LEVELS.items():
        for agent in {*levels.values(), agent_names(game)[-1]}:
            table = make_game(game)
            players = [make_player(game, agent)] * table.seats
            Match(table, players, seed=0, limit=Limit(nodes=1, deals=1)).step()


def answer(question: Question) -> Decision | str:
    """Return the decision that was asked for, or what went wrong."""
    try:
        thinker = player(question.game, question.agent)
        return thinker.decide(question.observation, question.limit, question.rng)
    except (Exception, SystemExit) as problem:  # anybody's code, and its worker must live on
        return f"{type(problem).__name__}: {problem}"


@lru_cache(MOST_PLAYERS)
def player(game: str, agent: str) -> Player:
    """Return *agent*, kept with whatever it has loaded."""
    return make_player(game, agent)
