"""The dissertation's figure 21 and quadros 22 to 30 beside ours, and results on fresh deals.

Every table takes the records of one reading of the formula.
"""

import math
from collections.abc import Sequence
from itertools import combinations

from galo.arena.statistics import chi_square, student_t
from galo.lab.comparison import (
    AGREES,
    CANNOT_TELL,
    DIFFERS,
    MARGIN,
    ComparisonColumns,
    Sample,
    difference_of_best,
    difference_of_means,
    difference_of_numbers,
    difference_to_run,
    half_of_count,
    published,
    sample,
)
from galo.lab.experiment_directory import Record
from galo.lab.report import ReportTable, size_label
from galo.players.dominoes4 import FREE
from galo.players.dominoes4.linear import coefficients

OF = 5000  # matches: the dissertation counts wins out of these
STRATEGIES = tuple(FREE)
PRINTED = published("antonio2011")
PRINTED_POPULATIONS = (40, 60, 80, 100)
PRINTED_RUNS = 10
SIGNIFICANCE = 0.01  # on one side: 9 degrees of freedom make it the dissertation's t of 2.821


class ReadingRecords:
    """The records of one reading, found by part and strategy."""

    def __init__(
        self, reading: str, records: Sequence[Record], population: int, is_full: bool
    ) -> None:
        self.population = population  # of stage 1
        self.columns = ComparisonColumns(MARGIN * OF, decimals=0, has_verdict=is_full)
        self.records = [record for record in records if record.get("reading") == reading]

    def runs(self, part: str, strategy: str) -> list[Record]:
        """Return all runs of *part* for *strategy*."""
        key = part, strategy
        return [r for r in self.records if (r["part"], r.get("strategy")) == key]

    def parts(self, start: str) -> list[str]:
        """Return the parts that begin with *start*, in the order they were made."""
        return list(dict.fromkeys(r["part"] for r in self.records if r["part"].startswith(start)))

    def stages(self, strategy: str, number: int) -> list[str]:
        """Return the parts of stage *number* that evolved *strategy*."""
        return sorted(part for part in self.parts(f"stage{number}") if self.runs(part, strategy))

    def wins(self, part: str, strategy: str, name: str = "fitness") -> Sample:
        """Return the matches won of 5,000; *name* is fitness or retest, the deals they are of."""
        return sample([OF * record[name] for record in self.runs(part, strategy)])

    def best(self, part: str, strategy: str) -> Record:
        """Return the run of highest fitness, the one that the study would have chosen."""
        return max(self.runs(part, strategy), key=lambda record: float(record["fitness"]))

    def match(self, column: str, one: str, other: str, is_long: bool) -> Record:
        """Return the short or long match of *one* and *other* in a *column* of quadro 29."""
        met = [
            r
            for r in self.records
            if (r["part"], r.get("one"), r.get("other")) == (column, one, other)
        ]
        return sorted(met, key=lambda record: int(record["matches"]))[-1 if is_long else 0]


def population_parts(found: ReadingRecords) -> dict[int, str]:
    """Return the parts of the population study by the size of their population."""
    studies = {int(part.split()[1]): part for part in found.parts("population")}
    return {**studies, found.population: "stage1"}


def population(found: ReadingRecords) -> ReportTable:
    """Return figure 21: wins by size of the population."""
    rows = []
    parts = population_parts(found).items()
    for strategy in STRATEGIES:
        for printed, (size, part) in zip(PRINTED_POPULATIONS, parts, strict=True):
            ours, fresh = found.wins(part, strategy), found.wins(part, strategy, "retest")
            wins = [OF * record["fitness"] for record in found.runs(part, strategy)]
            paper = PRINTED["population"].get(f"{printed} {strategy}")
            difference = None
            if paper and printed == 100:
                difference = difference_of_best(wins, paper)
            elif paper:
                difference = difference_to_run(ours, paper, found.wins("stage1", strategy))
            cells = [str(paper or ""), f"{ours}", f"{max(wins):.0f}", _bounds(ours)]
            compared = found.columns.cells(difference)
            label = size_label(size, printed)
            rows.append([strategy, label, *cells, *compared, f"{fresh.mean:.0f}"])
    head = ["strategy", "population", "paper", "ours", "best", "95 % of ours"]
    return ReportTable(
        "Figure 21: the size of the population",
        [*head, *found.columns.head, "fresh deals"],
        rows,
        "The text gives two numbers, an average at 40 and the best at 100. The first is laid "
        "beside our mean, the second beside our best run.",
    )


def operators(found: ReadingRecords) -> ReportTable:
    """Return quadro 22: crossovers and mutation rates."""
    rows = []
    for name, paper in PRINTED["operators"].items():
        part, strategy = name.rsplit(" ", 1)
        if part == "scattered 0.05":
            part = "stage1"  # the same settings
        ours = found.wins(part, strategy)
        # How much runs scatter is known best from the runs of stage 1.
        difference = difference_to_run(ours, paper, found.wins("stage1", strategy))
        fresh = found.wins(part, strategy, "retest").mean
        shown = [str(paper), f"{ours}", _bounds(ours), *found.columns.cells(difference)]
        rows.append([name, *shown, f"{fresh:.0f}"])
    return ReportTable(
        f"Quadro 22: crossover and mutation, population {found.population}",
        ["operators", "paper", "ours", "95 % of ours", *found.columns.head, "fresh deals"],
        rows,
        "One number was printed for each; how often it was repeated is not said, and it is taken "
        "as one run. With a rate of 0.01 and three genes 97 of 100 mutants are clones of their "
        "parent.",
    )


def stage(found: ReadingRecords, number: int) -> ReportTable:
    """Return quadro 23, 25 or 27: the runs of each strategy."""
    rows = []
    expected = [2500, 3300] if number == 1 else [2500]
    for name, (mean, deviation) in PRINTED["stages"].items():
        part, strategy = name.rsplit(" ", 1)
        if not part.startswith(f"stage{number}"):
            continue
        paper, ours = Sample(mean, deviation, PRINTED_RUNS), found.wins(part, strategy)
        compared = found.columns.cells(difference_of_means(ours, paper))
        tests = [cell for even in expected for cell in _tests(paper, ours, even)]
        fresh = found.wins(part, strategy, "retest")
        luck = f"{ours.mean - fresh.mean:+.0f}"
        title = f"{strategy}{part.removeprefix(f'stage{number}').replace('-v', ' against ')}"
        cells = [f"{paper}", f"{ours}", _bounds(ours), *compared, *tests]
        rows.append([title, *cells, f"{fresh.mean:.0f} {_bounds(fresh)}", luck])
    head = ["strategy", "paper", "ours", "95 % of ours", *found.columns.head]
    for even in expected:
        head += [f"t({even}) paper", "ours", "significant"]
    return ReportTable(
        f"Quadro {21 + 2 * number}: stage {number}",
        [*head, "champions on fresh deals", "luck"],
        rows,
        "Mean ± deviation of the runs' best in the last generation, matches won of 5,000. The "
        "t are computed from the printed means and deviations. Significant, paper / ours: t is "
        "beyond 2.821 on either side, the dissertation's critical value for ten runs, or beyond "
        "that of our number of runs.",
    )


def vectors(found: ReadingRecords, number: int) -> ReportTable:
    """Return quadro 24, 26 or 28: the coefficients of the best run."""
    rows = []
    for strategy in STRATEGIES:
        for part in found.stages(strategy, number):
            best = found.best(part, strategy)
            low, high = (100 * bound for bound in best["retest_interval"])
            shown = f"{100 * best['fitness']:.2f}", f"{100 * best['retest']:.2f}"
            printed = [f"{value:g}" for value in coefficients(strategy, part)]
            rows.append([f"{strategy} {part}", "paper", *printed, "", "", ""])
            ours = [f"{value:g}" for value in best["best"]]
            rows.append(["", "ours", *ours, *shown, f"[{low:.2f}, {high:.2f}]"])
    return ReportTable(
        f"Quadro {22 + 2 * number}: coefficients of stage {number}",
        ["", "", *(f"a{k}" for k in range(1, 8)), "fitness %", "fresh deals %", "95 %"],
        rows,
        "Coefficients are not compared one by one: many vectors play alike.",
    )


def cross(found: ReadingRecords, place: int) -> ReportTable:
    """Return one column of quadros 29 and 30: every two strategies."""
    column = found.parts("cross")[place]
    rows = []
    for one, other in combinations((*STRATEGIES, "basic"), 2):
        paper = PRINTED["cross"][f"{one} {other}"][place]
        short, long = (found.match(column, one, other, is_long) for is_long in (False, True))
        low, high = (OF * bound for bound in long["interval"])
        ours = OF * long["wins"] / long["matches"]
        difference = difference_of_numbers(ours, paper, half_of_count(paper, OF), (high - low) / 2)
        tests = [chi_square(won, OF - won).statistic for won in (paper, short["wins"])]
        shown = [str(paper), str(short["wins"]), f"{ours:.0f}", f"[{low:.0f}, {high:.0f}]"]
        shown += found.columns.cells(difference)
        rows.append([f"{one} × {other}", *shown, *(f"{statistic:.1f}" for statistic in tests)])
    long_matches = found.match(column, "s1", "basic", True)["matches"]
    head = ["pairing", "paper", "ours", f"of {long_matches:,}", "95 % of ours"]
    limit = (
        "One count of 5,000 has an interval of ± 69, wider than the margin of 50: it can be "
        "refuted, not confirmed. "
        if found.columns.has_verdict
        else ""
    )
    return ReportTable(
        f"Quadros 29 and 30, {column.removeprefix('cross ')}",
        [*head, *found.columns.head, "χ² paper", "χ² ours"],
        rows,
        f"Matches won by the first named: once of {short['matches']:,}, as in the study, and of "
        f"{long_matches:,}, scaled to 5,000, which the difference is about. {limit}χ² above 10.827 "
        "is significant at 0.1 %.",
    )


def luck(found: ReadingRecords) -> ReportTable:
    """Return the wins of each champion in its last generation and on fresh deals."""
    rows = []
    for number in (1, 2, 3):
        for strategy in STRATEGIES:
            rows += [_luck(found, part, strategy) for part in found.stages(strategy, number)]
    return ReportTable(
        "How much is luck",
        ["strategy", "fitness", "fresh deals", "luck", "95 % of luck", "best run", "fresh deals"],
        rows,
        "Means of the runs, matches won of 5,000; the last two columns are the one run that the "
        "study would have chosen. Who is best of a hundred on 5,000 matches was also lucky.",
    )


def _luck(found: ReadingRecords, part: str, strategy: str) -> list[str]:
    runs, best = found.runs(part, strategy), found.best(part, strategy)
    lucky = sample([OF * (record["fitness"] - record["retest"]) for record in runs])
    seen, fresh = (found.wins(part, strategy, name).mean for name in ("fitness", "retest"))
    chosen = [f"{OF * best[name]:.0f}" for name in ("fitness", "retest")]
    name = f"{strategy} {part}"
    return [name, f"{seen:.0f}", f"{fresh:.0f}", f"{lucky.mean:+.0f}", _bounds(lucky), *chosen]


def gains(found: ReadingRecords) -> ReportTable:
    """Return the gains of stages 2 and 3, as the optimiser saw them and on fresh deals."""
    rows = []
    for strategy in STRATEGIES:
        for number in (2, 3):
            for part in found.stages(strategy, number):
                before, error = OF / 2, 0.0
                if number == 3:
                    before, error = _before(found, strategy, part[-2:])
                seen, fresh = (found.wins(part, strategy, name) for name in ("fitness", "retest"))
                gain, half = fresh.mean - before, math.hypot(fresh.half, error)
                real = f"{gain:+.0f}", f"[{gain - half:+.0f}, {gain + half:+.0f}]"
                name = f"{strategy} {part}"
                rows.append([name, f"{before:.0f}", f"{seen.mean - before:+.0f}", *real])
    return ReportTable(
        "What stages 2 and 3 add",
        ["strategy", "before", "seemed to add", "on fresh deals", "95 %"],
        rows,
        "Matches won of 5,000 against the opponent of that stage, means of the runs. Before stage "
        "2 a strategy meets itself: 2,500. Before stage 3 it meets the other with both functions "
        "of stage 2.",
    )


def _before(found: ReadingRecords, strategy: str, other: str) -> tuple[float, float]:
    """Return the wins, of 5,000, between the functions of stage 2, and half their interval."""
    one, two = sorted((strategy, other))
    record = found.match("cross stage2", one, two, is_long=True)
    low, high = record["interval"]
    won = OF * record["wins"] / record["matches"]
    return won if one == strategy else OF - won, OF * (high - low) / 2


def agreement(tables: Sequence[ReportTable]) -> str:
    """Return a sentence that counts the verdicts in *tables*."""
    cells = [cell for table in tables for row in table.rows for cell in row]
    agree, differ, unknown = (
        sum(cell.startswith(word) for cell in cells) for word in (AGREES, DIFFERS, CANNOT_TELL)
    )
    return (
        f"of {agree + differ + unknown} printed numbers {agree} agree within {MARGIN * OF:.0f} "
        f"matches of {OF:,}, {differ} differ by more, and {unknown} cannot be told."
    )


def _tests(paper: Sample, ours: Sample, expected: int) -> list[str]:
    """Return the t of both against *expected*, and whether each is significant."""
    tests = [student_t(one.mean, one.deviation, one.runs, expected) for one in (paper, ours)]
    significant = ["yes" if test.p_value / 2 <= SIGNIFICANCE else "no" for test in tests]
    return [*(f"{test.statistic:.2f}" for test in tests), " / ".join(significant)]


def _bounds(found: Sample) -> str:
    low, high = found.interval
    return f"[{low:.0f}, {high:.0f}]" if found.runs > 1 else ""
