"""The paper's grid: four populations, two crossovers, two mutation rates, four lengths.

It has 64 cells for each strategy, 256 runs in all, each an evolution of its own: a run of 200
generations passes through 50, 100 and 150, but the paper made them apart, and so do we.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from galo.lab import figures
from galo.lab.comparison import (
    MARGIN,
    ComparisonColumns,
    difference_of_best,
    published,
    sample,
)
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun
from galo.lab.fitness import opponent_weights
from galo.lab.report import (
    EQUIVALENCE,
    READINGS_EXPLAINED,
    ReportFigure,
    ReportPage,
    ReportSection,
    ReportTable,
    reading_title,
    size_label,
    totals,
)
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4 import FREE
from galo.players.dominoes4.linear import coefficients

ABOUT = "a grid of 256 evolutions: populations, operators, lengths (paper, 2011)"
POPULATIONS = (40, 60, 80, 100)
CROSSOVERS, MUTATIONS = ("twopoint", "scattered"), (0.1, 0.5)
LENGTHS = (50, 100, 150, 200)


@dataclass(frozen=True)
class Cig2011Size:
    """The size of the experiment: a part of every population and length."""

    part: float
    matches: int
    retest: int

    def of(self, printed: int) -> int:
        """Return our population or length where the paper has *printed*."""
        return round(self.part * printed)

    def label(self, printed: int) -> str:
        """Return our population or length, and the paper's in brackets if that is another."""
        return size_label(self.of(printed), printed)


SIZES = {"quick": Cig2011Size(0.1, 400, 20_000), "full": Cig2011Size(1.0, 5000, 100_000)}


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Make every cell of the grid."""
    scale = SIZES[size]
    experiment.evolve("grid", [task for reading in readings for task in _tasks(scale, reading)])


def _tasks(scale: Cig2011Size, reading: str) -> Iterator[EvolutionTask]:
    basic = opponent_weights(["basic"])
    grid = product(FREE, POPULATIONS, CROSSOVERS, MUTATIONS, LENGTHS)
    for strategy, population, crossover, mutation, length in grid:
        settings = EvolutionSettings(
            agent=strategy,
            population=scale.of(population),
            generations=scale.of(length),
            crossover=crossover,
            mutation=mutation,
            matches=scale.matches,
            retest=scale.retest,
            deals="independent",
            reading=reading,
        )
        labels = {
            "reading": reading,
            "strategy": strategy,
            "population": population,
            "operators": f"{crossover} {mutation:g}",
            "length": length,
        }
        name = f"{population} {crossover} {mutation:g} {length}"
        yield EvolutionTask(f"{reading} {strategy} {name}", settings, basic, labels)


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with tables 1 to 5 beside ours."""
    scale, is_full = SIZES[settings.size], settings.size == "full"
    columns = ComparisonColumns(100 * MARGIN, decimals=2, has_verdict=is_full)
    sections = [
        ReportSection(
            reading_title(reading),
            "",
            [
                _overall(reading, records, columns),
                _best(reading, records, scale, columns),
                _lengths(reading, records, scale),
                _vectors(reading, records),
            ],
            [_picture(reading, records)],
        )
        for reading in settings.readings
    ]
    words = [
        "The paper prints the best of sixteen runs for each population, so luck is in it sixteen "
        "times over. Beside it stands our best of the same sixteen, and what that champion wins "
        "on fresh deals.",
        EQUIVALENCE if is_full else _quick(scale),
        READINGS_EXPLAINED,
        totals(records),
    ]
    return ReportPage("cig2011: the grid", words, sections)


def _quick(scale: Cig2011Size) -> str:
    populations, lengths = (
        ", ".join(str(scale.of(size)) for size in sizes) for sizes in (POPULATIONS, LENGTHS)
    )
    return (
        f"This is the quick version: populations of {populations} in place of 40, 60, 80 and 100; "
        f"{lengths} generations in place of 50, 100, 150 and 200; {scale.matches:,} matches of "
        "each individual in place of 5,000. It shows how the study goes and can confirm or "
        "refute no printed number: there is no verdict."
    )


def _cells(records: Sequence[Record], **wanted: object) -> list[Record]:
    return [r for r in records if all(r.get(name) == value for name, value in wanted.items())]


def _top(records: Sequence[Record]) -> Record:
    return max(records, key=lambda record: float(record["fitness"]))


def _overall(reading: str, records: Sequence[Record], columns: ComparisonColumns) -> ReportTable:
    rows = []
    for strategy, populations in published("cig2011")["best"].items():
        cells = _cells(records, reading=reading, strategy=strategy)
        paper = max(share for share, *_ in populations.values())
        shares = [100 * record["fitness"] for record in cells]
        compared = columns.cells(difference_of_best(shares, paper))
        shown = [f"{paper:.2f}", f"{max(shares):.2f}", *compared, _fresh(_top(cells))]
        rows.append([strategy, *shown])
    note = (
        "One number for each strategy: the best of all 64 runs, and what that champion of ours "
        "wins on fresh deals. The paper's is the largest of its tables 1 to 4."
    )
    head = ["strategy", "paper %", "ours %", *columns.head, "fresh deals, 95 %"]
    return ReportTable("The best of the whole grid", head, rows, note)


def _best(
    reading: str, records: Sequence[Record], scale: Cig2011Size, columns: ComparisonColumns
) -> ReportTable:
    rows = []
    for strategy, populations in published("cig2011")["best"].items():
        for population, (paper, *how) in populations.items():
            cells = _cells(records, reading=reading, strategy=strategy, population=int(population))
            best, shares = _top(cells), [100 * record["fitness"] for record in cells]
            ours = f"{best['operators']}, {scale.of(best['length'])}"
            rows.append(
                [
                    f"{strategy}, {scale.label(int(population))}",
                    f"{paper:.2f} ({how[0]} {how[1]:g}, {how[2]})",
                    f"{max(shares):.2f} ({ours})",
                    f"{sample(shares)}",
                    *columns.cells(difference_of_best(shares, paper)),
                    _fresh(best),
                ]
            )
    head = ["population", "paper %", "ours %", "all sixteen", *columns.head, "fresh deals, 95 %"]
    note = (
        "The best of sixteen runs, in brackets how it was made. The interval of the difference "
        "is that of two bests of sixteen runs which scatter as ours do."
    )
    return ReportTable("Tables 1 to 4: the best of each population", head, rows, note)


def _fresh(record: Record) -> str:
    """Return what the champion in *record* wins on fresh deals, with its interval."""
    low, high = (100 * bound for bound in record["retest_interval"])
    return f"{100 * record['retest']:.2f} [{low:.2f}, {high:.2f}]"


def _lengths(reading: str, records: Sequence[Record], scale: Cig2011Size) -> ReportTable:
    rows = []
    for strategy, length in product(FREE, LENGTHS):
        cells = _cells(records, reading=reading, strategy=strategy, length=length)
        seen, fresh = (sample([100 * r[name] for r in cells]) for name in ("fitness", "retest"))
        low, high = fresh.interval
        shown = [f"{seen.mean:.2f}", f"{fresh.mean:.2f}", f"[{low:.2f}, {high:.2f}]"]
        rows.append([f"{strategy}, {scale.label(length)}", *shown])
    head = ["generations", "fitness %", "fresh deals %", "95 %"]
    note = (
        "The paper found 100 generations best for strategy 1 at every population. Here the means "
        "of sixteen runs stand beside each other."
    )
    return ReportTable("What more generations bring: means of sixteen runs", head, rows, note)


def _vectors(reading: str, records: Sequence[Record]) -> ReportTable:
    rows = []
    for strategy in FREE:
        best = _top(_cells(records, reading=reading, strategy=strategy))
        printed = [f"{value:g}" for value in coefficients(strategy, "cig2011")]
        rows.append([strategy, "paper", *printed, ""])
        rows.append(["", "ours", *(f"{value:g}" for value in best["best"]), _fresh(best)])
    head = ["", "", *(f"a{k}" for k in range(1, 8)), "fresh deals, 95 %"]
    return ReportTable("Table 5: the best coefficients", head, rows)


def _picture(reading: str, records: Sequence[Record]) -> ReportFigure:
    rows, marks = {}, {}
    for strategy, populations in published("cig2011")["best"].items():
        best = _top(_cells(records, reading=reading, strategy=strategy))
        rows[strategy] = (100 * best["retest"], *(100 * bound for bound in best["retest_interval"]))
        marks[strategy] = max(paper for paper, *_ in populations.values())
    figure = figures.intervals(rows, marks, "matches won against the beginner, %")
    caption = f"The best of the grid on fresh deals and as printed, {reading_title(reading)}."
    return ReportFigure(f"cig2011-{reading}", figure, caption)
