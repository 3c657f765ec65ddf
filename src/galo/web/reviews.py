"""The reviews that people wait for: one for each table, and one after the other.

ask ─→ ReviewJob: waiting ─→ working ─→ done, kept in the database
                      └────────┴──→ cancelled once nobody follows it any longer
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Literal

from sqlalchemy.exc import SQLAlchemyError

from galo.errors import AgentError
from galo.web.agent_pool import AgentPool
from galo.web.agent_process import Progress, ReviewRequest
from galo.web.errors import SiteError
from galo.web.game_features import has_reviewer
from galo.web.middleware import HourlyQuota
from galo.web.server_log import log, log_problem
from galo.web.settings import SiteSettings
from galo.web.store import Store
from galo.web.table import Phase, Table

AT_ONCE = 3  # reviews that wait or are made for one address
HEARTBEAT_SECONDS = 5.0  # between two words to a follower, so that one who left is noticed

State = Literal["waiting", "working", "done", "failed"]


@dataclass(frozen=True)
class ReviewProgress:
    """How far a review has come: *done* of *total* positions, and *ahead* reviews before it."""

    state: State
    ahead: int = 0
    done: int = 0
    total: int = 0


@dataclass
class ReviewJob:
    """A review that is asked for, by the address that did so first."""

    table: str
    address: str
    followers: int = 0
    state: State = "waiting"
    progress: Progress = field(default_factory=lambda: Progress(0, 0))
    task: asyncio.Task[None] | None = None


class ReviewJobs:
    """The reviews under way, in the order in which they were asked for."""

    def __init__(self, agent_pool: AgentPool, store: Store, settings: SiteSettings) -> None:
        self._agent_pool = agent_pool
        self._store = store
        self._limit = settings.review_limit
        self._quota = HourlyQuota(settings.reviews_per_hour)
        self._jobs: dict[str, ReviewJob] = {}  # by table, the first to be made first
        self._news = asyncio.Event()  # set, and replaced, when any of them has come further

    async def kept(self, table: Table) -> str | None:
        """Return the review of the game at *table* as JSON, None if nobody has asked for one."""
        check_reviewable(table)
        return await asyncio.to_thread(self._store.review_of, table.identity, table.turn)

    def ask(self, table: Table, address: str) -> ReviewJob:
        """Return the job that reviews the game at *table*; begin one if there is none."""
        check_reviewable(table)
        job = self._jobs.get(table.identity)
        if job is None:
            own = sum(other.address == address for other in self._jobs.values())
            if own >= AT_ONCE or not self._quota.take(address):
                raise SiteError("too_many_reviews")
            job = self._jobs[table.identity] = ReviewJob(table.identity, address)
            request = ReviewRequest(table.record(), self._limit)
            job.task = asyncio.create_task(self._review(job, request, table.turn))
        return job

    async def follow(self, job: ReviewJob) -> AsyncGenerator[ReviewProgress, None]:
        """Yield how far *job* has come, again and again until it is done or has failed.

        The job is cancelled when the last of its followers leaves.
        """
        job.followers += 1
        try:
            while True:
                news = self._news
                yield self._progress_of(job)
                if job.state in ("done", "failed"):
                    return
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await news.wait()
        finally:
            job.followers -= 1
            if not job.followers and job.task is not None:
                self._forget(job)
                job.task.cancel()

    def close(self) -> None:
        """Cancel every review."""
        for job in list(self._jobs.values()):
            if job.task is not None:
                job.task.cancel()

    def _progress_of(self, job: ReviewJob) -> ReviewProgress:
        ahead = list(self._jobs).index(job.table) if job.state == "waiting" else 0
        return ReviewProgress(job.state, ahead, job.progress.done, job.progress.total)

    async def _review(self, job: ReviewJob, request: ReviewRequest, turn: int) -> None:
        """Make and keep the review of *job*, whose game ended with event *turn*."""

        def tell(progress: Progress) -> None:
            job.state, job.progress = "working", progress
            self._tell()

        try:
            review = await self._agent_pool.review(request, tell)
            await self._store.set_review(job.table, turn, json.dumps(review))
            job.state = "done"
            log("game reviewed", table=job.table, moves=len(request.record.moves))
        except AgentError as problem:
            log("no review", logging.ERROR, table=job.table, problem=problem.fault)
            job.state = "failed"
        except SQLAlchemyError:
            log_problem("review not saved", table=job.table)
            job.state = "failed"
        finally:
            self._forget(job)

    def _forget(self, job: ReviewJob) -> None:
        """Let the next one who asks for the review of this table begin another job."""
        if self._jobs.get(job.table) is job:
            del self._jobs[job.table]
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()


def check_reviewable(table: Table) -> None:
    """Raise unless the game at *table* is over and can be reviewed."""
    if not has_reviewer(table.game):
        raise SiteError("no_reviewer")
    if table.phase is not Phase.OVER:
        raise SiteError("not_over")
