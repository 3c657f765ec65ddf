"""The dissertation's figure 21 and quadros 22 to 30 beside ours, and results on fresh deals."""

import math
from collections.abc import Sequence
from itertools import combinations

from galo.arena.statistics import chi_square, student_t
from galo.lab.comparison import Sample, half_of_count, published, sample, verdict
from galo.lab.experiment_directory import Record
from galo.lab.report import ReportTable
from galo.players.dominoes4.linear import FREE, coefficients

OF = 5000  # matches: the dissertation counts wins out of these
STRATEGIES = tuple(FREE)
PRINTED = published("antonio2011")
HEAD = ("paper", "ours", "95 % of ours", "verdict")


class ReadingRecords:
    """The records of one reading, found by part and strategy."""

    def __init__(self, reading: str, records: Sequence[Record]) -> None:
        self.reading = reading
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


def population(found: ReadingRecords) -> ReportTable:
    """Return figure 21: wins by size of the population."""
    rows = []
    parts = [*found.parts("population"), "stage1"]
    for strategy in STRATEGIES:
        for place, part in enumerate(parts):
            name = ("40", "60", "80", "100")[place]
            ours, fresh = found.wins(part, strategy), found.wins(part, strategy, "retest")
            paper = PRINTED["population"].get(f"{name} {strategy}")
            best = OF * found.best(part, strategy)["fitness"]
            compared = best if name == "100" else ours.mean
            judged = verdict(paper, compared, ours.half_of_one) if paper else ""
            cells = [str(paper or ""), f"{ours}", f"{best:.0f}", _bounds(ours), judged]
            rows.append([strategy, name, *cells, f"{fresh.mean:.0f}"])
    return ReportTable(
        "Figure 21: the size of the population",
        ["strategy", "population", *HEAD[:2], "best", *HEAD[2:], "fresh deals"],
        rows,
        "The text gives two numbers: an average at 40, the best at 100. Each is laid beside ours "
        "of its kind.",
    )


def operators(found: ReadingRecords) -> ReportTable:
    """Return quadro 22: crossovers and mutation rates."""
    rows = []
    for name, paper in PRINTED["operators"].items():
        part, strategy = name.rsplit(" ", 1)
        if part == "scattered 0.05":
            part = "stage1"  # the same settings
        ours = found.wins(part, strategy)
        spread = found.wins("stage1", strategy)._replace(runs=ours.runs)  # of ten runs, not three
        fresh = found.wins(part, strategy, "retest").mean
        judged = verdict(paper, ours.mean, spread.half_of_one)
        shown = [str(paper), f"{ours}", _bounds(ours), judged, f"{fresh:.0f}"]
        rows.append([name, *shown])
    return ReportTable(
        "Quadro 22: crossover and mutation",
        ["operators", *HEAD, "fresh deals"],
        rows,
        "One number was printed for each; how often it was repeated is not said. With a rate of "
        "0.01 and three genes 97 of 100 mutants are clones of their parent.",
    )


def stage(found: ReadingRecords, number: int) -> ReportTable:
    """Return quadro 23, 25 or 27: ten runs of each strategy."""
    rows = []
    for name, (mean, deviation) in PRINTED["stages"].items():
        part, strategy = name.rsplit(" ", 1)
        if not part.startswith(f"stage{number}"):
            continue
        paper, ours = Sample(mean, deviation, 10), found.wins(part, strategy)
        judged = verdict(mean, ours.mean, paper.half, ours.half)
        tests = [
            f"{_t(one, even)}"
            for even in ([2500, 3300] if number == 1 else [2500])
            for one in (paper, ours)
        ]
        fresh = found.wins(part, strategy, "retest")
        luck = f"{ours.mean - fresh.mean:+.0f}"
        title = f"{strategy}{part.removeprefix(f'stage{number}').replace('-v', ' against ')}"
        cells = [f"{paper}", f"{ours}", _bounds(ours), judged, *tests]
        rows.append([title, *cells, f"{fresh.mean:.0f} {_bounds(fresh)}", luck])
    tested = ["t(2500) paper", "ours"] + (["t(3300) paper", "ours"] if number == 1 else [])
    return ReportTable(
        f"Quadro {21 + 2 * number}: stage {number}",
        ["strategy", *HEAD, *tested, "champions on fresh deals", "luck"],
        rows,
        "Mean ± deviation of the runs' best in the last generation, matches won of 5,000. The "
        "t are computed from the printed means and deviations.",
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
        judged = verdict(paper, ours, half_of_count(paper, OF), (high - low) / 2)
        tests = [chi_square(won, OF - won).statistic for won in (paper, short["wins"])]
        shown = [str(paper), str(short["wins"]), f"{ours:.0f}", f"[{low:.0f}, {high:.0f}]", judged]
        rows.append([f"{one} × {other}", *shown, *(f"{statistic:.1f}" for statistic in tests)])
    long_matches = found.match(column, "s1", "basic", True)["matches"]
    return ReportTable(
        f"Quadros 29 and 30, {column.removeprefix('cross ')}",
        ["pairing", "paper", "ours", f"of {long_matches:,}", *HEAD[2:], "χ² paper", "χ² ours"],
        rows,
        f"Matches won by the first named: once of {short['matches']:,}, as in the study, and of "
        f"{long_matches:,}, scaled to 5,000, which the verdict is about. χ² above 10.827 is "
        "significant at 0.1 %.",
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
    """Return a sentence: how many of the verdicts in *tables* agree."""
    verdicts = [cell for table in tables for row in table.rows for cell in row]
    same, other = (
        sum(cell.startswith(word) for cell in verdicts) for word in ("agrees", "differs")
    )
    return f"{same} of {same + other} printed numbers agree within their 95 % intervals."


def _t(one: Sample, even: int) -> str:
    return f"{student_t(one.mean, one.deviation, one.runs, even).statistic:.2f}"


def _bounds(found: Sample) -> str:
    low, high = found.interval
    return f"[{low:.0f}, {high:.0f}]" if found.runs > 1 else ""
