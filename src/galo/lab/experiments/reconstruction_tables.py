"""The tables and the figure of the reconstruction."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from statistics import fmean

from galo.lab import figures
from galo.lab.candidate_readings import EARLIER, FITTED, LITERAL, RECONSTRUCTED, Reading
from galo.lab.comparison import published
from galo.lab.experiment_directory import Record
from galo.lab.experiments.reconstruction_fit import (
    BEGINNER,
    FUNCTIONS,
    OF,
    PAPER,
    STAGES,
    STRATEGIES,
    Fit,
    PrintedNumber,
    misfit,
    printed_numbers,
)
from galo.lab.report import ReportFigure, ReportTable, reading_title
from galo.players.dominoes4.linear import READINGS

POINT = 0.01
NAMES = {
    LITERAL: "literal formula",
    FITTED: "fitted formula (published)",
    RECONSTRUCTED: "reconstructed formula",
    EARLIER: "an earlier program?",
}


def _name(reading: Reading) -> str:
    """Return what a *reading* is called, or where it is not the literal one."""
    return NAMES.get(reading) or reading.differences(LITERAL)


def ranking(numbers: Sequence[PrintedNumber], ranked: Sequence[Fit]) -> ReportTable:
    """Return the nearest readings, each with its misfit on what was searched and held out."""
    rows = []
    for place, fit in enumerate(ranked, 1):
        differences = [
            share - number.share
            for number, share in zip(numbers, fit.shares, strict=True)
            if number.column != PAPER
        ]
        near = sum(abs(difference) <= POINT for difference in differences)
        spread = 100 * math.sqrt(fmean(difference**2 for difference in differences))
        misfits = [misfit(numbers, fit, columns) for columns in (STAGES, FUNCTIONS)]
        cells = [f"{misfits[0]:.0f}", f"{misfits[1]:.0f}", f"{near}", f"{spread:.2f}"]
        rows.append([f"{place}. {_name(fit.reading)}", *cells])
    head = ["reading: where it is not literal", "misfit, searched (20)"]
    head += ["misfit, held out (30)", "within a point (of 50)", "rms, points"]
    return ReportTable("The nearest readings, and the ones that have a name", head, rows)


def every_number(numbers: Sequence[PrintedNumber], fit: Fit) -> ReportTable:
    """Return every printed number beside ours."""
    rows = []
    found = zip(numbers, fit.shares, strict=True)
    for (one, other), row in groupby(found, key=lambda pair: pair[0][:2]):
        cells = [f"{100 * number.share:.1f} / {100 * share:.1f}" for number, share in row]
        is_paper = len(cells) == 1
        shown = ["", "", "", "", "", *cells] if is_paper else [*cells, ""]
        rows.append([f"{one} × {other}", *shown])
    note = (
        "Per cent won by the first named, printed / ours. Held out: the three functions of stage "
        "3, and cig2011, whose numbers are the luckiest of 64 runs each."
    )
    head = ["pairing", *STAGES, *FUNCTIONS, PAPER]
    return ReportTable(f"Every number, {_name(fit.reading)}", head, rows, note)


def orders(numbers: Sequence[PrintedNumber], fits: Sequence[Fit]) -> Iterator[ReportTable]:
    """Yield how strong each strategy is against the beginner, in the dissertation and the paper."""
    columns = {
        "Per cent won against the beginner, mean of quadro 29": (*STAGES, *FUNCTIONS),
        "Per cent won against the beginner, coefficients of cig2011": (PAPER,),
    }
    printed = Fit(LITERAL, tuple(number.share for number in numbers), OF)
    for title, shown in columns.items():
        rows = [["printed", *_against_beginner(numbers, printed, shown)]]
        for fit in fits:
            if fit.reading in NAMES:
                name = f"{_name(fit.reading)}: {fit.reading.differences(LITERAL) or 'as printed'}"
                rows.append([name, *_against_beginner(numbers, fit, shown)])
        yield ReportTable(title, ["reading", *STRATEGIES, "order"], rows)


def _against_beginner(
    numbers: Sequence[PrintedNumber], fit: Fit, columns: Sequence[str]
) -> list[str]:
    means = {
        strategy: fmean(
            share
            for number, share in zip(numbers, fit.shares, strict=True)
            if number[:2] == (strategy, BEGINNER) and number.column in columns
        )
        for strategy in STRATEGIES
    }
    order = sorted(STRATEGIES, key=lambda strategy: -means[strategy])
    return [*(f"{100 * means[strategy]:.1f}" for strategy in STRATEGIES), " > ".join(order)]


def moves(numbers: Sequence[PrintedNumber], best: Fit, around: Sequence[Fit]) -> ReportTable:
    """Return what changing one choice of *best* does to the mean of each row of quadro 29."""
    whole = (*STAGES, *FUNCTIONS)
    means = _row_means(numbers, best)
    rows = [["(the nearest)", f"{misfit(numbers, best, whole):.0f}", *_points(means.values())]]
    for fit in sorted(around, key=lambda fit: misfit(numbers, fit, whole)):
        moved = _row_means(numbers, fit)
        changes = [moved[name] - means[name] for name in means]
        cells = [f"{misfit(numbers, fit, whole):.0f}", *_points(changes)]
        rows.append([fit.reading.differences(best.reading), *cells])
    note = (
        "The first row is how far the nearest reading is from the printed numbers, in percentage "
        "points; the others are how much one other choice moves it."
    )
    names = [" × ".join(name) for name in means]
    return ReportTable("One choice at a time", ["choice", "misfit (50)", *names], rows, note)


def _row_means(numbers: Sequence[PrintedNumber], fit: Fit) -> dict[tuple[str, str], float]:
    """Return the mean difference to the printed numbers of each row of quadro 29."""
    found: dict[tuple[str, str], list[float]] = {}
    for number, share in zip(numbers, fit.shares, strict=True):
        if number.column != PAPER:
            found.setdefault(number[:2], []).append(share - number.share)
    return {name: fmean(differences) for name, differences in found.items()}


def _points(differences: Iterable[float]) -> list[str]:
    return [f"{100 * one:+.1f}".replace("-", "−") for one in differences]


def reached(records: Sequence[Record]) -> ReportTable:
    """Return what each strategy can reach in each reading."""
    reached = {(r["reading"], r["strategy"]): r for r in records if r.get("part") == "reach"}
    printed = {n.one: n.share for n in printed_numbers(STAGES[:1]) if n.other == BEGINNER}
    rows = [["printed, stage 1 on fresh deals", *(f"{100 * printed[s]:.1f}" for s in STRATEGIES)]]
    for reading in READINGS:
        cells = [f"{100 * reached[reading, s]['retest']:.1f}" for s in STRATEGIES]
        rows.append([reading_title(reading), *cells])
    note = (
        "Per cent won against the beginner, on fresh deals, after CMA-ES: about the best that "
        "coefficients can do in each reading. A genetic algorithm ends somewhat below."
    )
    return ReportTable("What each strategy can reach", ["reading", *STRATEGIES], rows, note)


def swept(records: Sequence[Record]) -> ReportTable:
    """Return how far the curve of sbgames2008 is in every way that it was played."""
    printed = [wins / 100_000 for *_, wins in published("sbgames2008")["alphas"]]
    rows = []
    for record in records:
        if record.get("part") == "sweep":
            pairs = zip(record["shares"], printed, strict=True)
            differences = [100 * (share - paper) for share, paper in pairs if paper != printed[0]]
            spread = math.sqrt(fmean(one**2 for one in differences))
            largest = max(differences, key=abs)
            way = [str(record["factor"]), record["ties"], record["passes"]]
            rows.append([*way, f"{spread:.2f}", f"{largest:+.1f}".replace("-", "−")])
    rows.sort(key=lambda row: float(row[3]))
    note = (
        "Differences over the 33 values of α above 0, in percentage points. α = 0 is the beginner "
        "against itself."
    )
    head = ["K", "ties go to", "passes are expected", "rms, points", "largest"]
    return ReportTable("sbgames2008 in eight ways", head, rows, note)


def picture(numbers: Sequence[PrintedNumber], best: Fit, checked: Sequence[Fit]) -> ReportFigure:
    """Return the rows of quadro 29 as printed, and as the named readings have them."""
    named = {_name(fit.reading): fit for fit in checked if fit.reading in (LITERAL, FITTED)}
    series = {**named, "nearest": best}
    printed = _row_means(numbers, Fit(LITERAL, tuple(0.0 for _ in numbers), 1))  # less zero
    rows = {"printed": {" × ".join(name): -share for name, share in printed.items()}}
    for title, fit in series.items():
        means = _row_means(numbers, fit)
        rows[title] = {" × ".join(name): means[name] - printed[name] for name in printed}
    caption = "Matches won by the first named: mean of the five columns of quadro 29."
    return ReportFigure("reconstruction", figures.marks(rows, "matches won"), caption)
