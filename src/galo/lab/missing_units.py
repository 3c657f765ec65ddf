"""What an experiment lacks: its own `run` on the records alone, up to the first that is missing."""

import shlex
from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from galo.arena.devices import simulator_on
from galo.lab.experiment_directory import ExperimentDirectory, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun, MatchTask
from galo.lab.experiments import experiment
from galo.players.dominoes4.linear import HONEST_READINGS


class MissingUnits(NamedTuple):
    """The units without a record: how many, of how many in the stage under way, and the first."""

    missing: int
    total: int
    first: str

    def __str__(self) -> str:
        verb = "is" if self.missing == 1 else "are"
        what = f"{self.missing:,} of {self.total:,} units of the stage under way {verb} missing"
        return what + (
            f", the first is {self.first!r}" if self.missing > 1 else f": {self.first!r}"
        )


class MissingUnitsError(BaseException):  # no `except Exception` in an experiment may keep it
    """A unit is asked for that has no record."""

    def __init__(self, missing: MissingUnits) -> None:
        super().__init__(str(missing))
        self.missing = missing


class RecordedRun(ExperimentRun):
    """An experiment that plays nothing: it raises at the first unit without a record."""

    def __post_init__(self) -> None:
        self.simulate = self._play_nothing

    def evolve(self, stage: str, tasks: Sequence[EvolutionTask]) -> list[Record]:
        """Return the records of *tasks*."""
        self._require(tasks)
        return super().evolve(stage, tasks)

    def play_matches(self, stage: str, tasks: Sequence[MatchTask], matches: int) -> list[Record]:
        """Return the records of *tasks*."""
        self._require(tasks)
        return super().play_matches(stage, tasks, matches)

    def record(self, unit: str, compute: Callable[[], Record]) -> Record:
        """Return the record of *unit*."""
        if unit not in self.directory.records:
            raise self._missing(unit)
        return super().record(unit, compute)

    def _play_nothing(self, *arguments: object) -> NoReturn:
        raise self._missing(self._part.stage)

    def _missing(self, first: str) -> MissingUnitsError:
        """Return the error at *first*: it was reported just before how many units are done."""
        left = self._part.total - int(self._part.done)
        return MissingUnitsError(MissingUnits(left, self._part.total, first))

    def _require(self, tasks: Sequence[EvolutionTask] | Sequence[MatchTask]) -> None:
        missing = [task.unit for task in tasks if task.unit not in self.directory.records]
        if missing:
            raise MissingUnitsError(MissingUnits(len(missing), len(tasks), missing[0]))


def missing_units(directory: ExperimentDirectory) -> MissingUnits | None:
    """Return the units that the experiment in *directory* lacks, None if it is finished."""
    settings = directory.settings
    run = RecordedRun(directory, simulator_on("cpu"), lambda progress: None)
    try:
        experiment(settings.experiment).run(run, settings.size, settings.readings)
    except MissingUnitsError as end:
        return end.missing
    return None


def command_to_finish(directory: ExperimentDirectory) -> str:
    """Return the command that goes on with the experiment in *directory*."""
    settings = directory.settings
    words = ["galo", "lab", "run", settings.experiment]
    words += ["--full"] if settings.size == "full" else []
    words += ["--reading", *settings.readings] if settings.readings != HONEST_READINGS else []
    words += ["--seed", str(settings.seed)] if settings.seed else []
    return shlex.join([*words, "--out", str(directory.path)])
