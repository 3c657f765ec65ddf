"""Running an experiment: evolutions and matches that are not recorded yet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from time import perf_counter
from typing import NamedTuple, TypeVar

import numpy as np

from galo.arena.devices import Simulate
from galo.arena.game_pool import GamePool
from galo.arena.statistics import paired_interval
from galo.arrays import Int32Matrix
from galo.lab.checkpoints import load, save
from galo.lab.evolution import Checkpointing, EvolutionProgress, finish_runs
from galo.lab.evolution_run import EvolutionRun, new_run
from galo.lab.evolvable import Opponents
from galo.lab.experiment_directory import ExperimentDirectory, Record
from galo.lab.fitness import PAIRS, FitnessEvaluation, evaluate
from galo.lab.settings import FORMULA, STYLED, EvolutionSettings
from galo.players.parameters import MEMBERS

SAVE_SECONDS = 20.0  # at most this much work is lost with a process, and repeated bit for bit
MATCHES_A_CALL = 100_000  # at least, between two records: enough to keep a GPU busy

Game = TypeVar("Game")
Played = TypeVar("Played")


@dataclass(frozen=True)
class EvolutionTask:
    """An evolution to make: the name of its unit, its settings without the seed, its opponents."""

    unit: str
    settings: EvolutionSettings
    opponents: Opponents
    labels: Record  # fields of the record by which the report finds it


@dataclass(frozen=True)
class MatchTask:
    """A match to play between two rows of weights."""

    unit: str
    one: Int32Matrix
    other: Int32Matrix
    labels: Record


class StageProgress(NamedTuple):
    """How far a stage of an experiment is; the part under way counts by its share."""

    stage: str
    done: float
    total: int
    matches_per_second: float = 0.0


@dataclass
class ExperimentRun:
    """An experiment under way: its directory, its simulator, and a callback for its progress."""

    directory: ExperimentDirectory
    simulate: Simulate
    progress: Callable[[StageProgress], None]
    _part: StageProgress = field(default=StageProgress("", 0, 0), init=False)  # last reported

    def seed_of(self, unit: str) -> int:
        """Return the seed of *unit*."""
        return self.directory.settings.seed_of(unit)

    def report(self, stage: str, done: int, total: int) -> None:
        """Report that *done* of *total* parts of *stage* are complete."""
        self._part = StageProgress(stage, done, total)
        self.progress(self._part)

    def evolve(self, stage: str, tasks: Sequence[EvolutionTask]) -> list[Record]:
        """Return the records of *tasks*; those of equal length advance side by side."""
        missing = [task for task in tasks if task.unit not in self.directory.records]
        missing.sort(key=_length)
        for length, group in groupby(missing, key=_length):
            self._evolve(f"{stage}, {length[0]} generations", list(group))
        return [self.directory.records[task.unit] for task in tasks]

    def _evolve(self, stage: str, tasks: list[EvolutionTask]) -> None:
        """Finish and record the evolutions *tasks*, of equal length."""
        units = [task.unit for task in tasks]
        runs, before = self._stored(units) or (list(map(self._new_run, tasks)), 0.0)
        begin = perf_counter()

        def keep() -> None:
            save(self.directory.path, (units, runs, before + perf_counter() - begin))

        def report(progress: EvolutionProgress) -> None:
            done, total = progress.generation, progress.generations
            self.progress(StageProgress(stage, done, total, progress.matches_per_second))

        results = finish_runs(runs, self.simulate, Checkpointing(keep, SAVE_SECONDS), report)
        seconds = before + perf_counter() - begin
        matches = sum(run.matches for run in runs)
        time = {"unit": f"time of {stage}, {units[0]}", "seconds": seconds, "matches": matches}
        self.directory.add([*map(_evolution_record, tasks, runs, results), time])

    def _new_run(self, task: EvolutionTask) -> EvolutionRun:
        seed = self.seed_of(task.unit)
        settings = EvolutionSettings(**{**vars(task.settings), "seed": seed})
        return new_run(settings, 0, task.opponents)

    def _stored(self, units: list[str]) -> tuple[list[EvolutionRun], float] | None:
        """Return the runs of *units* in the checkpoint, and the seconds they have taken."""
        stored = load(self.directory.path)
        return (stored[1], stored[2]) if stored and stored[0] == units else None

    def play_matches(self, stage: str, tasks: Sequence[MatchTask], matches: int) -> list[Record]:
        """Return the records of *tasks*, each of at least *matches* in pairs."""
        missing = [task for task in tasks if task.unit not in self.directory.records]
        together = max(1, MATCHES_A_CALL // matches)
        for first in range(0, len(missing), together):
            self.report(stage, len(tasks) - len(missing) + first, len(tasks))
            self._play(missing[first : first + together], matches)
        self.report(stage, len(tasks), len(tasks))
        return [self.directory.records[task.unit] for task in tasks]

    def _play(self, tasks: Sequence[MatchTask], matches: int) -> None:
        """Play and record the matches *tasks*."""
        evaluations = [
            FitnessEvaluation(task.one, task.other, self.seed_of(task.unit), True) for task in tasks
        ]
        counted = evaluate(evaluations, -(-matches // 2), self.simulate)
        self.directory.add(
            [
                {"unit": task.unit, **task.labels, **_match_record(counts[0, 0].tolist())}
                for task, counts in zip(tasks, counted, strict=True)
            ]
        )

    def play_games(
        self, pool: GamePool, unit: str, play: Callable[[Game], Played], games: Sequence[Game]
    ) -> list[Played]:
        """Return *play* of each of *games* of *unit*, in their order; *play* must be picklable.

        Those that an interrupted run has played are taken from its checkpoint.
        """
        stored = load(self.directory.path)
        played: list[Played] = stored[1] if stored and stored[0] == unit else []
        saved = perf_counter()
        try:
            for result in pool.results(play, games[len(played) :]):
                played.append(result)
                self.progress(self._part._replace(done=self._part.done + len(played) / len(games)))
                if perf_counter() - saved >= SAVE_SECONDS:
                    save(self.directory.path, (unit, played))
                    saved = perf_counter()
        except BaseException:
            save(self.directory.path, (unit, played))
            raise
        return played

    def record(self, unit: str, compute: Callable[[], Record]) -> Record:
        """Return the record of *unit*; *compute* makes it if it is not there yet."""
        if unit not in self.directory.records:
            self.directory.add([{"unit": unit, **compute()}])
        return self.directory.records[unit]


def _length(task: EvolutionTask) -> tuple[int, int, int, bool, bool]:
    """Return what must be equal for runs side by side: their length, and how they are played."""
    settings = task.settings
    length = settings.generations, settings.matches, settings.retest
    return *length, settings.method in STYLED, settings.agent == FORMULA


def _match_record(counts: list[int]) -> Record:
    """Return matches, wins of the first named and the interval of its share, from *counts*."""
    lost, split, won = (counts[column] for column in PAIRS)
    pairs = lost + split + won
    interval = list(paired_interval((lost, 0, split, 0, won)))
    return {"matches": 2 * pairs, "wins": split + 2 * won, "interval": interval}


def _evolution_record(task: EvolutionTask, run: EvolutionRun, result: Record) -> Record:
    """Return the record of *run*: its *result* without the best of every generation."""
    kept = {name: value for name, value in result.items() if name not in ("fame", "curve")}
    if MEMBERS in kept:
        kept[MEMBERS] = len(kept[MEMBERS])
    curve = np.round(np.array(run.curve).T, 5).tolist()
    seed = run.settings.seed
    return {"unit": task.unit, **task.labels, **kept, "seed": seed, "curve": curve}
