"""The paper's grid: four populations, two crossovers, two mutation rates, four lengths.

It has 64 cells for each strategy, 256 runs in all, each an evolution of its own: a run of 200
generations passes through 50, 100 and 150, but the paper made them apart, and so do we.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from galo.lab import figures
from galo.lab.comparison import published, sample, verdict
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun
from galo.lab.fitness import opponent_weights
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable, totals
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4.linear import FREE, coefficients

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
            strategy=strategy,
            population=round(scale.part * population),
            generations=round(scale.part * length),
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
    sections = [
        ReportSection(
            reading,
            "",
            [_best(reading, records), _lengths(reading, records), _vectors(reading, records)],
            [_picture(reading, records)],
        )
        for reading in settings.readings
    ]
    words = [
        "The paper prints the best of sixteen runs for each population, so luck is in it sixteen "
        "times over. Beside it stands our best of the same sixteen, and what that champion wins "
        "on fresh deals.",
        totals(records),
    ]
    if settings.size != "full":
        words.append("This is the quick version: a tenth of each population and length.")
    return ReportPage("cig2011: the grid", words, sections)


def _cells(records: Sequence[Record], **wanted: object) -> list[Record]:
    return [r for r in records if all(r.get(name) == value for name, value in wanted.items())]


def _top(records: Sequence[Record]) -> Record:
    return max(records, key=lambda record: float(record["fitness"]))


def _best(reading: str, records: Sequence[Record]) -> ReportTable:
    rows = []
    for strategy, populations in published("cig2011")["best"].items():
        for population, (paper, *how) in populations.items():
            cells = _cells(records, reading=reading, strategy=strategy, population=int(population))
            best = _top(cells)
            low, high = (100 * bound for bound in best["retest_interval"])
            spread = sample([100 * record["fitness"] for record in cells])
            rows.append(
                [
                    f"{strategy}, {population}",
                    f"{paper:.2f} ({how[0]} {how[1]:g}, {how[2]})",
                    f"{100 * best['fitness']:.2f} ({best['operators']}, {best['length']})",
                    f"{spread}",
                    verdict(paper, 100 * best["fitness"], spread.half_of_one),
                    f"{100 * best['retest']:.2f} [{low:.2f}, {high:.2f}]",
                ]
            )
    head = ["population", "paper %", "ours %", "all sixteen", "verdict", "fresh deals, 95 %"]
    note = (
        "The best of sixteen runs, in brackets how it was made. The verdict asks whether the two "
        "differ by less than single runs of the sixteen do."
    )
    return ReportTable("Tables 1 to 4: the best of each population", head, rows, note)


def _lengths(reading: str, records: Sequence[Record]) -> ReportTable:
    rows = []
    for strategy, length in product(FREE, LENGTHS):
        cells = _cells(records, reading=reading, strategy=strategy, length=length)
        seen, fresh = (sample([100 * r[name] for r in cells]) for name in ("fitness", "retest"))
        low, high = fresh.interval
        shown = [f"{seen.mean:.2f}", f"{fresh.mean:.2f}", f"[{low:.2f}, {high:.2f}]"]
        rows.append([f"{strategy}, {length}", *shown])
    head = ["generations", "fitness %", "fresh deals %", "95 %"]
    note = "The paper found 100 generations best: its own luck, unless the means here say so too."
    return ReportTable("What more generations bring: means of sixteen runs", head, rows, note)


def _vectors(reading: str, records: Sequence[Record]) -> ReportTable:
    rows = []
    for strategy in FREE:
        best = _top(_cells(records, reading=reading, strategy=strategy))
        low, high = (100 * bound for bound in best["retest_interval"])
        shown = f"{100 * best['retest']:.2f} [{low:.2f}, {high:.2f}]"
        printed = [f"{value:g}" for value in coefficients(strategy, "cig2011")]
        rows.append([strategy, "paper", *printed, ""])
        rows.append(["", "ours", *(f"{value:g}" for value in best["best"]), shown])
    head = ["", "", *(f"a{k}" for k in range(1, 8)), "fresh deals, 95 %"]
    return ReportTable("ReportTable 5: the best coefficients", head, rows)


def _picture(reading: str, records: Sequence[Record]) -> ReportFigure:
    rows, marks = {}, {}
    for strategy, populations in published("cig2011")["best"].items():
        best = _top(_cells(records, reading=reading, strategy=strategy))
        rows[strategy] = (100 * best["retest"], *(100 * bound for bound in best["retest_interval"]))
        marks[strategy] = max(paper for paper, *_ in populations.values())
    figure = figures.intervals(rows, marks, "matches won against the beginner, %")
    caption = f"The best of the grid on fresh deals and as printed, {reading} reading."
    return ReportFigure(f"cig2011-{reading}", figure, caption)
