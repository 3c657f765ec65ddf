"""A process that thinks for the site, the requests it answers, and the pipe to it.

A process gets an observation to decide on, a position that lies open to analyse, or the record of
a game that is over to review. It is sent STOP when nobody waits any longer for an analysis or a
review, which then ends early.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from galo.arena.interrupts import blocked_interrupts
from galo.arena.records import GameRecord
from galo.errors import AgentError
from galo.games.game import Observation
from galo.players.faults import describe
from galo.players.player import Limit, Player
from galo.players.registry import analyst_of, make_player
from galo.stream import Stream
from galo.web.server_log import log

SPAWN = multiprocessing.get_context("spawn")
OVERRUN_SECONDS = 60.0  # beyond the limit: a kernel may have to be compiled first
STARVED_SECONDS = 3600.0  # the same of a process that gives way: others may leave it nothing
MAX_PLAYERS = 50  # kept in one process: clients choose their options
LISTENING, STOP = "listening", "stop"  # what a process says first, and what ends an analysis
STOPPED = "nobody waits for it"


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


@dataclass(frozen=True)
class ReviewRequest:
    """A game that is over, to review; *limit* is for each position."""

    agent: ClassVar[str] = "review"
    record: GameRecord
    limit: Limit


@dataclass(frozen=True)
class Progress:
    """How many positions of a game are studied, and how many there are."""

    done: int
    total: int


Request = DecisionRequest | AnalysisRequest | ReviewRequest
OnProgress = Callable[[Progress], object]


class AgentProcess:
    """One process and the pipe to it, which only the thread that asks reads or closes."""

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness  # how far it gives way to others, where the system knows that
        self._process: Any = None
        self._pipe: Any = None
        self._is_closed = False
        self._lifecycle = threading.Lock()  # held while a process is started or ended
        self._current: Request | None = None
        self._unwanted: Request | None = None  # perhaps before it is sent
        self._sending = threading.Lock()

    @property
    def is_started(self) -> bool:
        """Whether there is a process already."""
        return self._process is not None

    def start(self) -> None:
        """Start the process, unless this is closed, and wait until it listens."""
        with self._lifecycle:
            if self._is_closed:
                raise EOFError("it was closed")
            ours, theirs = SPAWN.Pipe()
            process = SPAWN.Process(
                target=serve_requests, args=(theirs, self._niceness), daemon=True
            )
            with blocked_interrupts():  # also while it starts
                process.start()
            theirs.close()
            self._pipe, self._process = ours, process
        self._pipe.recv()  # LISTENING

    def ask(self, request: Request, on_progress: OnProgress | None = None) -> Any:
        """Return the answer of the process; raise AgentError if none comes in time."""
        try:
            if not self.is_started:
                self.start()
            with self._sending:
                self._current = request
                self._pipe.send(request)
                if self._unwanted is request:
                    self._pipe.send(STOP)
            while isinstance(answer := self._receive(request), Progress):
                if on_progress is not None:
                    on_progress(answer)
            return answer
        except (OSError, EOFError) as problem:
            if not self._is_closed:
                log("worker replaced", logging.ERROR, agent=request.agent, problem=str(problem))
            self._replace()
            raise AgentError(request.agent, str(problem) or "its process died") from None
        finally:
            with self._sending:
                self._current = None

    def _receive(self, request: Request) -> Any:
        overrun = STARVED_SECONDS if self._niceness else OVERRUN_SECONDS
        if not self._pipe.poll((request.limit.seconds or 0) + overrun):
            raise TimeoutError("it took too long")
        return self._pipe.recv()

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


def serve_requests(pipe: Any, niceness: int = 0) -> None:
    """Answer the requests that come through *pipe* until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to handle
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        pipe.send(LISTENING)
        while True:
            request = pipe.recv()
            if request != STOP:  # it may come after the answer that it was to end
                pipe.send(answer(request, pipe.poll, pipe.send))


def answer(request: Request, is_stopped: Callable[[], bool], tell: OnProgress) -> Any:
    """Return the answer to *request*, or what went wrong; some end when *is_stopped*."""
    try:
        if isinstance(request, AnalysisRequest):
            return analysis_of(request, is_stopped)
        if isinstance(request, ReviewRequest):
            return review_of(request, is_stopped, tell)
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


def review_of(
    request: ReviewRequest, is_stopped: Callable[[], bool], tell: OnProgress
) -> dict[str, Any]:
    """Return the review as JSON, after telling of each position; raise AgentError if stopped."""
    from galo.reviews.reviewing import review

    def progress(done: int, total: int) -> None:
        if is_stopped():
            raise AgentError(request.agent, STOPPED)
        tell(Progress(done, total))

    return review(request.record, limit=request.limit, progress=progress).to_json()


@lru_cache(MAX_PLAYERS)
def player(game: str, agent: str) -> Player:
    """Return *agent*, kept with everything that it has loaded."""
    return make_player(game, agent)
