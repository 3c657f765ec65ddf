"""A process that computes one job: `python -m galo.web.lab.job DIRECTORY SECONDS PROCESSES`.

It is no part of the server: it may be killed at any moment, and goes on from what it has kept. When
the server ends, however that happens, its standard input closes and it ends too.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from galo.errors import GaloError
from galo.games.options import join_name
from galo.web.lab.folder import PROGRESS, JobFolder
from galo.web.lab.requests import EvolutionRequest, GamesRequest

SHOWN_SECONDS = 0.3  # between two looks at how far it is
SAVED_SECONDS = 2.0  # of games that are played again after the process was killed
MOST_RECORDS = 10_000  # games of one job that are kept one by one
NICENESS = 10  # people at the tables come first
DONE, STOPPED, FAILED = "done", "stopped", "failed"
STDIN = 0
TIME = "time"  # why a job stopped by itself

Play = Callable[[str, dict[str, Any]], None]


class TimeIsUpError(Exception):
    """The job has had the time that the site allows at once."""


class Reporter:
    """Keeps how far a job is, not more often than anybody looks."""

    def __init__(self, folder: JobFolder, seconds: float) -> None:
        self._folder = folder
        self._deadline = time.monotonic() + seconds
        self._shown = 0.0

    def report(self, progress: Callable[[], dict[str, Any]], is_last: bool = False) -> None:
        """Keep *progress*; raise TimeIsUpError when the time for this job is over."""
        now = time.monotonic()
        if is_last or now - self._shown >= SHOWN_SECONDS:
            self._folder.write(PROGRESS, progress())
            self._shown = now
        if now > self._deadline and not is_last:
            raise TimeIsUpError


def compute(folder: JobFolder, seconds: float, processes: int) -> None:
    """Compute the job in *folder*, for at most so many *seconds*, and keep how it ended."""
    request, reporter = folder.request, Reporter(folder, seconds)
    try:
        if isinstance(request, EvolutionRequest):
            _evolve(folder, request, reporter)
        else:
            _play(folder, request, reporter, processes)
    except TimeIsUpError:
        folder.end(STOPPED, TIME)
    except GaloError as problem:
        folder.end(FAILED, str(problem))
    except OSError as problem:
        folder.end(FAILED, problem.strerror or str(problem))
    else:
        folder.end(DONE)


def plan_of(request: GamesRequest) -> Any:
    """Return the plan of the games that *request* asks for."""
    from galo.arena.pairing import Plan
    from galo.players.player import Limit

    game = join_name(request.game, request.options)
    limit = Limit(seconds=request.seconds, nodes=request.nodes)
    return Plan(game, tuple(request.players), request.games, request.seed, None, limit)


def _play(folder: JobFolder, request: GamesRequest, reporter: Reporter, processes: int) -> None:
    """Play a match or a tournament, from where it was."""
    from galo.arena.match_result import match_result, tournament_result
    from galo.arena.results import GAMES, Folder
    from galo.arena.simulated import can_record, can_simulate
    from galo.arena.tournament import Tournament
    from galo.lab.checkpoints import load, save

    plan = plan_of(request)
    keeps = 2 * plan.total_pairs <= MOST_RECORDS
    device = "cpu" if can_simulate(plan) and (not keeps or can_record(plan)) else None
    stored: tuple[Tournament, int] | None = load(folder.results)
    tournament, length = stored or (Tournament(plan), 0)

    def result() -> dict[str, Any]:
        is_match = request.kind == "match"
        return match_result(tournament).to_json() if is_match else tournament_result(tournament)

    def progress() -> dict[str, Any]:
        total = 2 * plan.total_pairs
        speed = tournament.games_per_second
        return {"done": tournament.games, "total": total, "speed": speed, "result": result()}

    with _appended(folder.results / GAMES, length) as stream:

        def keep(record: str) -> None:
            stream.write(record.encode() + b"\n")

        saved = time.monotonic()
        for _ in tournament.play(processes, keep=keep if keeps else None, device=device):
            if time.monotonic() - saved >= SAVED_SECONDS:
                stream.flush()
                save(folder.results, (tournament, stream.tell()))
                saved = time.monotonic()
            reporter.report(progress)
    if not keeps:
        (folder.results / GAMES).unlink()
    written = Folder(folder.results)
    write = written.write_match if request.kind == "match" else written.write_tournament
    write(result())
    reporter.report(progress, is_last=True)


@contextmanager
def _appended(path: Path, length: int) -> Iterator[Any]:
    """Give the file *path*, cut to *length* bytes, to write on at its end."""
    path.touch()
    with path.open("r+b") as stream:
        stream.truncate(length)
        stream.seek(length)
        yield stream


def _evolve(folder: JobFolder, request: EvolutionRequest, reporter: Reporter) -> None:
    """Evolve an agent, from the last generation that is kept."""
    from galo.extras import installed
    from galo.lab.checkpoints import load
    from galo.lab.evolution import EvolutionProgress, evolve

    runs = load(folder.results)
    curve = [list(map(float, point)) for point in runs[0].curve] if runs else []

    def progress(found: EvolutionProgress) -> None:
        curve.append([found.best, found.mean])
        reporter.report(lambda: shown(found.matches_per_second))

    def shown(speed: float, result: dict[str, Any] | None = None) -> dict[str, Any]:
        kept = None if result is None else {name: result.get(name) for name in SUMMARY}
        total = request.generations
        return {
            "done": len(curve), "total": total, "speed": speed, "curve": curve, "result": kept,
        }  # fmt: skip

    fields = request.model_dump(exclude={"kind", "game", "agent", "against"})
    result = evolve(
        request.game,
        request.agent,
        against=request.against,
        out=folder.results,
        progress=progress,
        **fields,
    )
    if "lab" in installed():
        from galo.lab.evolution_report import write_evolution_report

        write_evolution_report(folder.results)
    speed = result["matches"] / max(result["seconds"], 1e-9)
    reporter.report(lambda: shown(speed, result), is_last=True)


# Of the result of an evolution: what its page shows.
SUMMARY = (
    "best", "parameters", "formula", "fitness", "retest", "retest_interval", "luck", "matches",
    "seconds",
)  # fmt: skip


def _end_with_server() -> None:
    """End this process, and those it has started, when its standard input closes."""
    while os.read(STDIN, 1):  # not by `sys.stdin`, whose lock would be held when Python ends
        pass
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def main() -> None:
    """Compute the job that the command line names."""
    path, seconds, processes = Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    threading.Thread(target=_end_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    compute(JobFolder(path.parent, path.name), seconds, processes)


if __name__ == "__main__":
    main()
