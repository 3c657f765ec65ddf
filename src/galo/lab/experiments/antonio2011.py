"""The dissertation's experiment: three stages of evolution, and the studies before them.

studies   which population (figure 21), which operators (quadro 22)
stage 1   each strategy against the beginner `basic`                            quadros 23, 24
stage 2   each against its own best of stage 1                                  quadros 25, 26
stage 3   each against the best of stage 2 of every other                       quadros 27, 28
cross     every two strategies, stage by stage                                  quadros 29, 30

"Best" is the study's: the run whose last generation has the highest fitness. All runs of a
stage, in every reading, advance side by side.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from galo.arena.figures import score_map
from galo.arrays import Int32Matrix
from galo.lab import figures
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun, MatchTask
from galo.lab.experiments import antonio2011_tables as tables
from galo.lab.report import (
    EQUIVALENCE,
    READINGS_EXPLAINED,
    ReportFigure,
    ReportPage,
    ReportSection,
    reading_title,
    totals,
)
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4 import COEFFICIENTS
from galo.players.dominoes4.linear import fixed_points

ABOUT = "three stages of evolution, 200 runs of 10^8 matches (dissertation, 2011)"
STRATEGIES = ("s1", "s2", "s3", "s4")
BASIC = "basic"
OPERATORS = (("twopoint", 0.01), ("twopoint", 0.05), ("scattered", 0.01))
STUDY_MATCHES = 5000
FUNCTIONS = 3  # of each strategy in stage 3: one against each other strategy


@dataclass(frozen=True)
class Antonio2011Size:
    """The size of the experiment; the dissertation does not tell the runs of its studies."""

    runs: int
    study_runs: int
    population: int
    generations: int
    matches: int
    retest: int

    @property
    def populations(self) -> tuple[int, ...]:
        """The smaller ones of the population study: 40, 60 and 80 where 100 is the whole."""
        return tuple(self.population * tenths // 10 for tenths in (4, 6, 8))

    def settings(self, strategy: str, reading: str, **changes: Any) -> EvolutionSettings:
        """Return the study's settings, with *changes*."""
        whole = {
            "agent": strategy,
            "reading": reading,
            "population": self.population,
            "generations": self.generations,
            "matches": self.matches,
            "retest": self.retest,
            "deals": "independent",
        }
        return EvolutionSettings(**{**whole, **changes})


SIZES = {
    "quick": Antonio2011Size(3, 2, population=30, generations=20, matches=400, retest=20_000),
    "full": Antonio2011Size(10, 3, population=100, generations=200, matches=5000, retest=100_000),
}

Key = tuple[str, str, str]  # reading, part, strategy


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Make everything that is not there yet."""
    scale = SIZES[size]
    found = experiment.evolve("studies and stage 1", _tasks(_first(scale, r) for r in readings))
    best = champions(found)
    found += experiment.evolve("stage 2", _tasks(_second(scale, r, best) for r in readings))
    best = champions(found)
    found += experiment.evolve("stage 3", _tasks(_third(scale, r, best) for r in readings))
    best = champions(found)
    for matches in (STUDY_MATCHES, scale.retest):
        tasks = [task for r in readings for task in _cross(r, best, matches)]
        experiment.play_matches(f"cross table of {matches:,} matches", tasks, matches)


def champions(records: Iterable[Record]) -> dict[Key, Record]:
    """Return the record with the highest fitness of each reading, part and strategy."""
    best: dict[Key, Record] = {}
    for record in records:
        key = record["reading"], record["part"], record["strategy"]
        if key not in best or record["fitness"] > best[key]["fitness"]:
            best[key] = record
    return best


def functions(strategy: str) -> list[str]:
    """Return the parts of stage 3 that gave *strategy* its functions 1, 2 and 3."""
    return [f"stage3-v{other}" for other in STRATEGIES if other != strategy]


def _tasks(readings: Iterable[Iterator[EvolutionTask]]) -> list[EvolutionTask]:
    return [task for tasks in readings for task in tasks]


def _first(scale: Antonio2011Size, reading: str) -> Iterator[EvolutionTask]:
    """Yield the evolutions of both studies, and those of stage 1, the last cell of both."""
    rows = _row(reading, None)
    for strategy in STRATEGIES:
        for population in scale.populations:
            settings = scale.settings(strategy, reading, population=population)
            yield from _repeats(f"population {population}", settings, rows, scale.study_runs)
        for crossover, mutation in OPERATORS:
            changes = {"crossover": crossover, "mutation": mutation}
            settings = scale.settings(strategy, reading, **changes)
            yield from _repeats(f"{crossover} {mutation}", settings, rows, scale.study_runs)
        yield from _repeats("stage1", scale.settings(strategy, reading), rows, scale.runs)


def _second(
    scale: Antonio2011Size, reading: str, best: dict[Key, Record]
) -> Iterator[EvolutionTask]:
    for strategy in STRATEGIES:
        rows = _row(reading, best[reading, "stage1", strategy])
        yield from _repeats("stage2", scale.settings(strategy, reading), rows, scale.runs)


def _third(
    scale: Antonio2011Size, reading: str, best: dict[Key, Record]
) -> Iterator[EvolutionTask]:
    for strategy in STRATEGIES:
        others = (other for other in STRATEGIES if other != strategy)
        for part, other in zip(functions(strategy), others, strict=True):
            rows = _row(reading, best[reading, "stage2", other])
            yield from _repeats(part, scale.settings(strategy, reading), rows, scale.runs)


def _repeats(
    part: str, settings: EvolutionSettings, opponents: Int32Matrix, runs: int
) -> Iterator[EvolutionTask]:
    for number in range(runs):
        labels = {"part": part, "strategy": settings.agent, "reading": settings.reading}
        unit = f"{settings.reading} {part} {settings.agent} run {number + 1}"
        yield EvolutionTask(unit, settings, opponents, labels)


def _cross(reading: str, best: dict[Key, Record], matches: int) -> Iterator[MatchTask]:
    """Yield the matches of every two strategies with the functions of each stage.

    The text does not say whose stage-3 functions met: here number k of one meets number k of
    the other.
    """
    columns = ["stage1", "stage2", *(f"function {k + 1}" for k in range(FUNCTIONS))]
    for place, column in enumerate(columns):
        rows = {BASIC: _row(reading, None)}
        for strategy in STRATEGIES:
            part = column if place < 2 else functions(strategy)[place - 2]
            rows[strategy] = _row(reading, best[reading, part, strategy])
        for one, other in combinations((*STRATEGIES, BASIC), 2):
            labels = {"part": f"cross {column}", "reading": reading, "one": one, "other": other}
            unit = f"{reading} {column}: {one} {other}, {matches} matches"
            yield MatchTask(unit, rows[one], rows[other], labels)


def _row(reading: str, record: Record | None) -> Int32Matrix:
    """Return the weights of the champion in *record*, or of the beginner."""
    vector = record["best"] if record else [0.0] * COEFFICIENTS
    return fixed_points(np.array([vector]), reading)


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with the dissertation's tables beside ours."""
    scale, is_full = SIZES[settings.size], settings.size == "full"
    sections: list[ReportSection] = []
    verdicts = []
    for reading in settings.readings:
        found = tables.ReadingRecords(reading, records, scale.population, is_full)
        made = list(_reading(reading, found))
        agreement = tables.agreement([table for section in made for table in section.tables])
        verdicts.append(f"{reading_title(reading).capitalize()}: {agreement}")
        sections += made
    words = [
        "Each number that the dissertation printed stands beside ours. “Fresh deals” are matches "
        "that no optimiser saw.",
        *([*verdicts, EQUIVALENCE] if is_full else [_quick(scale)]),
        READINGS_EXPLAINED,
        totals(records),
    ]
    return ReportPage("antonio2011: three stages of evolution", words, sections)


def _quick(scale: Antonio2011Size) -> str:
    populations = ", ".join(str(size) for size in (*scale.populations, scale.population))
    return (
        f"This is the quick version: populations of {populations} in place of 40, 60, 80 and 100; "
        f"{scale.generations} generations in place of 200; {scale.matches:,} matches of each "
        f"individual in place of 5,000; {scale.runs} runs in place of 10. Shares of so few matches "
        "are scaled to 5,000. It shows how the study goes and can confirm or refute no printed "
        "number: there is no verdict."
    )


def _reading(reading: str, found: tables.ReadingRecords) -> Iterator[ReportSection]:
    """Yield the sections of one *reading* of the formula."""
    title = reading_title(reading)
    studies = [tables.population(found), tables.operators(found)]
    stages = [table(found, k) for k in (1, 2, 3) for table in (tables.stage, tables.vectors)]
    crossed = [tables.cross(found, place) for place in range(len(found.parts("cross")))]
    yield ReportSection(f"{title}: studies", "", studies, [_populations(reading, found)])
    yield ReportSection(f"{title}: stages", "", stages, list(_curves(reading, found)))
    yield ReportSection(f"{title}: cross table", "", crossed, [_map(reading, found)])
    unseen = [tables.luck(found), tables.gains(found)]
    yield ReportSection(f"{title}: luck", "", unseen, [_luck(reading, found)])


def _populations(reading: str, found: tables.ReadingRecords) -> ReportFigure:
    """Return figure 21: the best and the mean run of each size of the population."""
    panels = {
        strategy: {
            size: [record["fitness"] for record in found.runs(part, strategy)]
            for size, part in tables.population_parts(found).items()
        }
        for strategy in STRATEGIES
    }
    caption = (
        f"As figure 21, {reading_title(reading)}: matches won in the last generation by size of "
        "the population, the best run and the mean of the runs. The largest has more runs than "
        "the others, and so a luckier best."
    )
    return ReportFigure(f"antonio2011-{reading}-21", figures.populations(panels), caption)


def _curves(reading: str, found: tables.ReadingRecords) -> Iterator[ReportFigure]:
    """Yield figures 22 to 27."""
    shown: dict[int, tuple[str, tuple[str, ...]]]
    shown = {22: ("stage1", STRATEGIES), 23: ("stage2", STRATEGIES)}
    shown |= {24 + place: ("stage3", (name,)) for place, name in enumerate(STRATEGIES)}
    for number, (stage, strategies) in shown.items():
        panels = {
            f"{strategy} {part}": [found.best(part, strategy)["curve"]]
            + [record["curve"] for record in found.runs(part, strategy)]
            for part in found.parts(stage)
            for strategy in strategies
            if found.runs(part, strategy)
        }
        caption = (
            f"As figure {number}, {reading_title(reading)}: best and mean of each generation; the "
            "line is the run with the best end, the band all runs."
        )
        yield ReportFigure(f"antonio2011-{reading}-{number}", figures.evolutions(panels), caption)


def _map(reading: str, found: tables.ReadingRecords) -> ReportFigure:
    """Return the map of shares won with the functions of stage 1, row against column."""
    names = (*STRATEGIES, BASIC)
    shares = {(name, name): None for name in names}
    for one, other in combinations(names, 2):
        record = found.match("cross stage1", one, other, is_long=True)
        share = record["wins"] / record["matches"]
        shares |= {(one, other): share, (other, one): 1 - share}
    table = [[shares[row, column] for column in names] for row in names]
    result = {"game": "stage 1", "players": [{"name": name} for name in names], "table": table}
    caption = (
        f"Everybody against everybody with the functions of stage 1, {reading_title(reading)}."
    )
    return ReportFigure(f"antonio2011-{reading}-cross", score_map(result), caption)


def _luck(reading: str, found: tables.ReadingRecords) -> ReportFigure:
    parts = {strategy: ("stage1", "stage2", functions(strategy)[0]) for strategy in ("s1",)}
    panels = {
        f"{strategy} {part}": [(r["fitness"], r["retest"]) for r in found.runs(part, strategy)]
        for strategy, names in parts.items()
        for part in names
    }
    caption = f"What the runs seemed to win and won on fresh deals, {reading_title(reading)}."
    return ReportFigure(f"antonio2011-{reading}-luck", figures.luck(panels), caption)
