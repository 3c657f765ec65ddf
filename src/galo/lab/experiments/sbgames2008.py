"""The sweep over α: how much strategy should weigh beside points (paper, 2008).

The paper states K1 = K2 = K3 = 2; its curve fits K = 1 better from α = 2.5 on, so both are
played. The fitted formula of the other studies is not about it. The dissertation adds that K3
does not matter: K3 is varied at our best α of K = 2, at the paper's best, and at a large one.
"""

from collections.abc import Sequence

from galo.lab import figures
from galo.lab.comparison import (
    MARGIN,
    ComparisonColumns,
    Difference,
    difference_of_numbers,
    half_of_count,
    published,
)
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import ExperimentRun, MatchTask
from galo.lab.fitness import opponent_weights
from galo.lab.report import (
    EQUIVALENCE,
    ReportFigure,
    ReportPage,
    ReportSection,
    ReportTable,
)

ABOUT = "the sweep over α, 100,000 matches for each value, and over K3 (paper, 2008)"
MATCHES = {"quick": 20_000, "full": 100_000}
PRINTED_MATCHES = 100_000
FACTORS = (2.0, 1.0)
LATE_FACTORS = (0.0, 1.0, 2.0, 4.0, 8.0)  # values of K3, the paper's 2 among them
LATE_ALPHAS = (1.0, 2.25, 5.0)
PRINTED_FACTOR = 2.0


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Play every α of the paper against the beginner, and every K3."""
    sweep = [
        _task(f"alpha {alpha:g}, k {k:g}", {"alpha": alpha, "k": k})
        for k in FACTORS
        for alpha in _alphas()
    ]
    late = [
        _task(f"alpha {alpha:g}, k3 {k3:g}", {"alpha": alpha, "k3": k3})
        for alpha in LATE_ALPHAS
        for k3 in LATE_FACTORS
    ]
    experiment.play_matches("sweep", [*sweep, *late], MATCHES[size])


def _task(unit: str, options: dict[str, float]) -> MatchTask:
    """Return the match of the evaluation with *options* against the beginner."""
    spelled = ",".join(f"{name}={value:g}" for name, value in options.items())
    one, basic = (opponent_weights([name]) for name in (f"sbgames2008:{spelled}", "basic"))
    return MatchTask(unit, one, basic, dict(options))


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with the paper's curve beside ours."""
    is_full = settings.size == "full"
    columns = ComparisonColumns(100 * MARGIN, decimals=2, has_verdict=is_full)
    tables = [_table(k, records, columns) for k in FACTORS]
    lines = {f"ours, K = {k:g}": (_alphas(), _points(k, records)) for k in FACTORS}
    wins = [wins / PRINTED_MATCHES for *_, wins in published("sbgames2008")["alphas"]]
    lines["printed (K = 2)"] = (_alphas(), [(share, share, share) for share in wins])
    caption = "Matches won against the beginner by α, with 95 % intervals."
    picture = ReportFigure("sbgames2008", figures.sweep("α", lines), caption)
    words = [
        "One pair of players weighs strategy α times as much as points, the other looks at "
        "points only. Where the paper prints one number for a range of α, ours is its middle.",
        "E1 and E2 are of V0 + V1 + V2, as the dissertation prints them; the paper itself prints "
        "V1 + V2 + V3.",
        EQUIVALENCE if is_full else _quick(),
    ]
    sections = [
        ReportSection("The sweep", "", tables, [picture]),
        ReportSection("Does K3 matter?", "", [_late_table(records, columns)]),
    ]
    return ReportPage("sbgames2008: the sweep over α", words, sections)


def _quick() -> str:
    return (
        f"This is the quick version: {MATCHES['quick']:,} matches in place of "
        f"{PRINTED_MATCHES:,} for each value. It gives no verdict."
    )


def _alphas() -> list[float]:
    return [(low + high) / 2 for low, high, _ in published("sbgames2008")["alphas"]]


def _points(k: float, records: Sequence[Record]) -> list[figures.Point]:
    found = {record["alpha"]: record for record in records if record.get("k") == k}
    return [_point(found[alpha]) for alpha in _alphas()]


def _point(record: Record) -> figures.Point:
    """Return the share won in *record* and the ends of its interval."""
    low, high = record["interval"]
    return record["wins"] / record["matches"], low, high


def _table(k: float, records: Sequence[Record], columns: ComparisonColumns) -> ReportTable:
    rows = []
    points = _points(k, records)
    for (low, high, wins), point in zip(published("sbgames2008")["alphas"], points, strict=True):
        name = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        share, bottom, top = (100 * value for value in point)
        paper = 100 * wins / PRINTED_MATCHES
        error = 100 * half_of_count(wins, PRINTED_MATCHES) / PRINTED_MATCHES
        difference = difference_of_numbers(share, paper, error, (top - bottom) / 2)
        shown = [f"{paper:.2f}", f"{share:.2f}", f"[{bottom:.2f}, {top:.2f}]"]
        rows.append([name, *shown, *columns.cells(difference)])
    return ReportTable(f"K = {k:g}", ["α", "paper %", "ours %", "95 %", *columns.head], rows)


def _late_table(records: Sequence[Record], columns: ComparisonColumns) -> ReportTable:
    found = {(r["alpha"], r["k3"]): _point(r) for r in records if "k3" in r}
    rows = []
    for (alpha, k3), point in found.items():
        share, low, high = (100 * value for value in point)
        cells = columns.cells(
            None if k3 == PRINTED_FACTOR else _difference(point, found[alpha, PRINTED_FACTOR])
        )
        rows.append([f"{alpha:g}", f"{k3:g}", f"{share:.2f}", f"[{low:.2f}, {high:.2f}]", *cells])
    note = (
        "The dissertation says that K3, the weight of E3 in a hand of at most three tiles, did "
        "not affect the result, and prints no numbers. K1 = K2 = 2; the difference is to K3 = 2."
    )
    head = ["α", "K3", "ours %", "95 %", *columns.head]
    return ReportTable("K3 of the evaluation", head, rows, note)


def _difference(one: figures.Point, other: figures.Point) -> Difference:
    """Return the difference of two shares in percentage points."""
    halves = [50 * (high - low) for _, low, high in (one, other)]
    return difference_of_numbers(100 * one[0], 100 * other[0], *halves)
