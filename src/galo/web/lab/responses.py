"""What the laboratory answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from galo.web.lab.folder import JOB, PROGRESS, JobFolder
from galo.web.lab.laboratory import JobState, Laboratory


@dataclass(frozen=True)
class JobSummary:
    """A job in the list: what it is, what it is doing, and how far it is."""

    job: str
    kind: str
    game: str
    players: list[str]  # of an evolution the agent alone
    against: list[str]  # of an evolution
    state: JobState
    problem: str  # why it stopped by itself, `time`, or failed, in English
    created: float  # seconds since 1970
    done: int  # games, of an evolution generations
    total: int


@dataclass(frozen=True)
class JobAnswer:
    """A job with all that is known of it.

    *curve* has the best and the mean share of matches won of each generation. *result* is that of
    `galo match --json` or `galo tournament --json` so far, of a finished evolution a part of it.
    """

    summary: JobSummary
    request: Mapping[str, Any]
    speed: float  # games a second
    curve: list[list[float]]
    result: Mapping[str, Any] | None
    downloads: list[str]
    agent: str | None  # by which the result of an evolution sits down at a table
    can_change: bool  # whether this visitor may stop, resume and delete it


@dataclass(frozen=True)
class JobBounds:
    """How much one job may be."""

    games: int  # played move by move
    matches: int  # simulated
    minutes: float  # at once: then it stops, and can be resumed
    jobs: int  # at once, of everybody


@dataclass(frozen=True)
class LabState:
    """Whether there is a laboratory here, what this visitor may do in it, and its jobs."""

    on: bool
    can_start: bool
    reports: bool  # whether evolutions end in a report
    bounds: JobBounds
    methods: list[str]
    # game -> agents whose parameters can evolve -> whether their matches are simulated
    evolvable: Mapping[str, Mapping[str, bool]]
    jobs: list[JobSummary]


def summary_of(laboratory: Laboratory, folder: JobFolder) -> JobSummary:
    """Return the summary of the job in *folder*."""
    stored, progress = folder.read(JOB), folder.read(PROGRESS)
    request = stored["request"]
    state, problem = laboratory.state_of(folder)
    return JobSummary(
        job=folder.identity,
        kind=request["kind"],
        game=request["game"],
        players=request.get("players") or [request["agent"]],
        against=request.get("against") or [],
        state=state,
        problem=problem,
        created=stored["created"],
        done=progress.get("done", 0),
        total=progress.get("total", 0),
    )
