"""Experiments of the laboratory in sizes that a test can wait for."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from galo.arena import batch
from galo.lab.experiment_directory import ExperimentDirectory, ExperimentSettings, read_records
from galo.lab.experiment_run import ExperimentRun, StageProgress
from galo.lab.experiments import (
    antonio2011,
    cig2011,
    experiment,
    fiss2010,
    hoffmann2020,
    ladder,
    optimisers,
    reconstruction,
    sbgames2008,
    tux2007,
)

#: Gives the directory of an experiment that was made and reported, to be read only.
FinishedExperiment = Callable[[str], Path]

BOTH = ("literal", "published")
SIMULATED = 40  # matches of a pairing of the ladder


class TinyLadder(ladder.LadderSize):
    """Two games of every two players, whatever the game asks for."""

    def games(self, game: str) -> int:
        return 2


class ThisProcess(Executor):
    """An executor that does every task itself, when its result is asked for, and counts them."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Return the promise of *fn* of its arguments."""

        def result() -> Any:
            self.tasks += 1
            return fn(*args, **kwargs)

        promise: Future[Any] = Future()
        promise.result = result  # type: ignore[method-assign, assignment]
        return promise


def shrink_experiments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the quick version of every experiment a matter of seconds."""
    sizes = {
        cig2011: cig2011.Cig2011Size(0.1, 6, 20),
        antonio2011: antonio2011.Antonio2011Size(2, 1, 10, generations=2, matches=6, retest=20),
        hoffmann2020: hoffmann2020.Hoffmann2020Size(2, 2),
        fiss2010: fiss2010.Fiss2010Size(4, 1, 1, 2),
        tux2007: tux2007.Tux2007Size(2),
        optimisers: optimisers.OptimisersSize(2, (10, 6), (6, 10), 20),
        ladder: TinyLadder(1, SIMULATED),
        reconstruction: reconstruction.ReconstructionSize(
            {"a4 counts": ("tiles on the table", "nothing")}, 2, 1, 3, generations=1, matches=2
        ),
    }
    # One process plays a few games, and starts sooner than one for each core.
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    for module, size in sizes.items():
        monkeypatch.setitem(module.SIZES, "quick", size)
    monkeypatch.setitem(sbgames2008.MATCHES, "quick", 40)
    monkeypatch.setattr(optimisers, "BLOCKS", 20)
    monkeypatch.setattr(optimisers, "RUNS", 2)
    monkeypatch.setattr(tux2007, "SETTINGS", ("near=2", "double=10"))
    monkeypatch.setattr(hoffmann2020, "PLAYERS", ("first", "hoffmann", "costa"))
    monkeypatch.setattr(ladder, "rated_games", lambda: ("dominoes4", "connect_four"))


def new_run(
    path: Path,
    name: str,
    simulate: Callable[..., list[batch.Counts]] = batch.simulate,
    progress: Callable[[StageProgress], None] = lambda progress: None,
) -> ExperimentRun:
    """Return the quick version of an experiment in the directory *path*."""
    directory = ExperimentDirectory(path, ExperimentSettings(name, "quick", BOTH, seed=3))
    return ExperimentRun(directory, simulate, progress)


def make(
    path: Path, name: str, simulate: Callable[..., list[batch.Counts]] = batch.simulate
) -> list[dict[str, Any]]:
    """Run the quick version of an experiment and return its records without times."""
    experiment(name).run(new_run(path, name, simulate), "quick", BOTH)
    return untimed(path)


def untimed(path: Path) -> list[dict[str, Any]]:
    """Return the records in the directory *path* without those of times."""
    return [record for unit, record in read_records(path).items() if not unit.startswith("time of")]
