"""The sweep over α: how much strategy should weigh beside points (paper, 2008).

The paper states K1 = K2 = K3 = 2; its curve fits K = 1 better from α = 2.5 on, so both are
played. Its formula has one reading.
"""

from collections.abc import Sequence

from galo.lab import figures
from galo.lab.comparison import half_of_count, published, verdict
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import ExperimentRun, MatchTask
from galo.lab.fitness import opponent_weights
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable

ABOUT = "the sweep over α, 100,000 matches for each value (paper, 2008)"
MATCHES = {"quick": 20_000, "full": 100_000}
PRINTED_MATCHES = 100_000
FACTORS = (2.0, 1.0)


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Play every α of the paper against the beginner."""
    tasks = [
        MatchTask(
            f"alpha {alpha:g}, k {k:g}",
            opponent_weights([f"sbgames2008:alpha={alpha:g},k={k:g}"]),
            opponent_weights(["basic"]),
            {"alpha": alpha, "k": k},
        )
        for k in FACTORS
        for alpha in _alphas()
    ]
    experiment.play_matches("sweep", tasks, MATCHES[size])


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with the paper's curve beside ours."""
    tables = [_table(k, records) for k in FACTORS]
    lines = {f"ours, K = {k:g}": (_alphas(), _points(k, records)) for k in FACTORS}
    wins = [wins / PRINTED_MATCHES for *_, wins in published("sbgames2008")["alphas"]]
    lines["printed (K = 2)"] = (_alphas(), [(share, share, share) for share in wins])
    caption = "Matches won against the beginner by α, with 95 % intervals."
    picture = ReportFigure("sbgames2008", figures.sweep("α", lines), caption)
    words = [
        "One pair of players weighs strategy α times as much as points, the other looks at "
        "points only. Where the paper prints one number for a range of α, ours is its middle.",
    ]
    return ReportPage(
        "sbgames2008: the sweep over α", words, [ReportSection("The sweep", "", tables, [picture])]
    )


def _alphas() -> list[float]:
    return [(low + high) / 2 for low, high, _ in published("sbgames2008")["alphas"]]


def _points(k: float, records: Sequence[Record]) -> list[figures.Point]:
    found = {record["alpha"]: record for record in records if record.get("k") == k}
    return [
        (found[alpha]["wins"] / found[alpha]["matches"], *found[alpha]["interval"])
        for alpha in _alphas()
    ]


def _table(k: float, records: Sequence[Record]) -> ReportTable:
    rows = []
    points = _points(k, records)
    for (low, high, wins), point in zip(published("sbgames2008")["alphas"], points, strict=True):
        name = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        share, bottom, top = (100 * value for value in point)
        paper = 100 * wins / PRINTED_MATCHES
        error = 100 * half_of_count(wins, PRINTED_MATCHES) / PRINTED_MATCHES
        judged = verdict(paper, share, error, (top - bottom) / 2)
        rows.append([name, f"{paper:.2f}", f"{share:.2f}", f"[{bottom:.2f}, {top:.2f}]", judged])
    return ReportTable(f"K = {k:g}", ["α", "paper %", "ours %", "95 %", "verdict"], rows)
