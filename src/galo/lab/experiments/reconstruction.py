"""Which program did the authors of the studies run? A search over readings of their formula.

The printed coefficients lose in the printed formula, so the program that evolved them was
another one. Every reading of `candidate_readings` says what the printed coefficients would have
won in it. The nearest to the printed results is searched for:

grid      combinations of the choices that matter most, by the functions of stages 1 and 2
search    from the best of them, one choice after the other, while it gets nearer
check     the functions of stage 3 and those of cig2011, which the search has not seen
reach     what each strategy can reach at best, whatever the printed coefficients are

"Nearer" is likelihood. All matches of a printed table seem to have been of the same deals, so a
row of it errs as a whole, as a count of 5,000 does, and its numbers scatter little within it.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

import numpy as np

from galo.arena.batch import Contest, Job
from galo.lab import figures
from galo.lab.candidate_readings import (
    CHOICES,
    EARLIER,
    FITTED,
    LITERAL,
    RECONSTRUCTED,
    Reading,
    grid,
)
from galo.lab.comparison import published
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun
from galo.lab.fitness import opponent_weights
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable, reading_title
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4.linear import READINGS, coefficients

ABOUT = "which program the authors ran: readings of the formula by likelihood (ours)"
OF = 5000  # matches of a printed number
STRATEGIES = ("s1", "s2", "s3", "s4")
BEGINNER = "basic"
STAGES = ("stage1", "stage2")  # the columns of quadro 29 that the search sees
FUNCTIONS = ("function 1", "function 2", "function 3")  # and those that it does not
PAPER = "cig2011"
WITHIN = 0.003  # the scatter of the printed numbers within a row: 15 of 5,000
DEALS = "deals"  # the unit whose seed is that of all matches: readings differ by themselves alone
SEVERAL = 32  # readings of one call of the simulator
POINT = 0.01
RETEST = 40  # times the matches of an individual
SHOWN = 12  # readings of the ranking

SWEEPS = tuple(
    (factor, ties, passes)
    for factor in (2, 1)
    for ties in ("any option", "the first option")
    for passes in ("that are certain", "never")
)
NAMES = {
    LITERAL: "literal formula",
    FITTED: "fitted formula (published)",
    RECONSTRUCTED: "reconstructed formula",
    EARLIER: "an earlier program?",
}
FEW = {
    "a4 counts": CHOICES["a4 counts"],
    "V1 counts": ("tiles in hand", "tiles dealt"),
    "a1 counts": CHOICES["a1 counts"],
    "E1 is": CHOICES["E1 is"],
    "T2 is divided by": ("1", "2"),
}
MANY = {
    **FEW,
    "T2 is divided by": CHOICES["T2 is divided by"],
    "V2 counts the opening double": (
        "once, until two sides are covered",
        "once for every bare side",
    ),
    "a strategy expects passes": ("that are certain", "never"),
    "the beginner expects passes": ("that are certain", "never"),
}


@dataclass(frozen=True)
class ReconstructionSize:
    """The choices of the grid, and how many pairs of matches each number is of."""

    choices: Mapping[str, Sequence[str]]
    pairs: int
    starts: int  # readings from which the search begins
    checked_pairs: int
    generations: int  # of what each strategy can reach
    matches: int


SIZES = {
    "quick": ReconstructionSize(FEW, 100, 1, 400, generations=5, matches=500),
    "full": ReconstructionSize(MANY, 4000, 5, 50_000, generations=40, matches=5000),
}


class PrintedNumber(NamedTuple):
    """Who met whom, with the coefficients of which column, and the share the first one won."""

    one: str
    other: str
    column: str
    share: float


class Fit(NamedTuple):
    """A reading, and the shares that were found for some printed numbers, of so many matches."""

    reading: Reading
    shares: tuple[float, ...]
    matches: int


def printed_numbers(columns: Sequence[str]) -> list[PrintedNumber]:
    """Return the numbers of those *columns* of quadro 29, row by row; PAPER is cig2011."""
    cross = published("antonio2011")["cross"]
    found = []
    for name, row in cross.items():
        one, other = name.split()
        for column, wins in zip((*STAGES, *FUNCTIONS), row, strict=True):
            if column in columns:
                found.append(PrintedNumber(one, other, column, wins / OF))
    if PAPER in columns:
        best = published("cig2011")["best"]
        for strategy in STRATEGIES:
            share = max(share for share, *_ in best[strategy].values()) / 100
            found.append(PrintedNumber(strategy, BEGINNER, PAPER, share))
    return found


def misfit(numbers: Sequence[PrintedNumber], fit: Fit, columns: Sequence[str]) -> float:
    """Return how far *fit* is from the printed *numbers* of some *columns*: -2 log likelihood.

    The difference of a row's means counts in standard errors of 5,000 matches, that of a number
    from its row's in those of the scatter within a row; our own matches add to both. A constant
    is left out.
    """
    total = 0.0
    found_all = zip(numbers, fit.shares, strict=True)
    pairs = [pair for pair in found_all if pair[0].column in columns]
    errors = 1 + OF / fit.matches
    for _, row in groupby(pairs, key=lambda pair: pair[0][:2]):
        found = list(row)
        differences = [share - number.share for number, share in found]
        mean, printed = fmean(differences), fmean(number.share for number, _ in found)
        total += mean**2 / (errors * printed * (1 - printed) / OF)
        total += sum((one - mean) ** 2 for one in differences) / (errors * WITHIN**2)
    return total


def vector(strategy: str, column: str) -> list[float]:
    """Return the printed coefficients of *strategy* that *column* is about."""
    if column not in FUNCTIONS:
        return coefficients(strategy, column)
    others = [other for other in STRATEGIES if other != strategy]
    return coefficients(strategy, f"stage3-v{others[FUNCTIONS.index(column)]}")


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Make everything that is not there yet; the readings of other studies are not its matter."""
    scale = SIZES[size]
    first = printed_numbers(STAGES)
    fits = measure(experiment, "grid", grid(scale.choices), first, scale.pairs)
    for start in _nearest(first, fits)[: scale.starts]:
        fits += _search(experiment, start, first, scale.pairs)
    every = printed_numbers((*STAGES, *FUNCTIONS, PAPER))
    known = dict.fromkeys([*NAMES, *(fit.reading for fit in _nearest(first, fits)[:SHOWN])])
    checked = measure(experiment, "check", list(known), every, scale.checked_pairs)
    best = _nearest(every, checked)[0].reading
    measure(experiment, "one choice", best.neighbours(), every, scale.pairs)
    _sweep(experiment, scale.pairs)
    experiment.evolve("reach", [_reach(scale, r, s) for r in READINGS for s in STRATEGIES])


def _search(
    experiment: ExperimentRun, start: Fit, numbers: Sequence[PrintedNumber], pairs: int
) -> list[Fit]:
    """Return the fits of all readings that were looked at from *start* on."""
    tried, here = [start], start
    while True:
        around = measure(experiment, "search", here.reading.neighbours(), numbers, pairs)
        tried += around
        nearest = _nearest(numbers, [here, *around])[0]
        if nearest.reading == here.reading:
            return tried
        here = nearest


def _nearest(numbers: Sequence[PrintedNumber], fits: Sequence[Fit]) -> list[Fit]:
    """Return *fits*, each reading once, the nearest to the printed *numbers* first."""
    once = {fit.reading: fit for fit in fits}
    return sorted(once.values(), key=lambda fit: misfit(numbers, fit, STAGES))


def measure(
    experiment: ExperimentRun,
    stage: str,
    readings: Sequence[Reading],
    numbers: Sequence[PrintedNumber],
    pairs: int,
) -> list[Fit]:
    """Return the fit of each of *readings*, from the records where it is there already."""
    units = {reading: _unit(reading, numbers, pairs) for reading in readings}
    missing = [one for one, unit in units.items() if unit not in experiment.directory.records]
    missing.sort(key=lambda reading: reading.rules)
    for rules, group in groupby(missing, key=lambda reading: reading.rules):
        same = list(group)
        for first in range(0, len(same), SEVERAL):
            experiment.report(stage, len(readings) - len(missing), len(readings))
            some = same[first : first + SEVERAL]
            key = experiment.seed_of(DEALS)
            rows, contests = _contests(some, numbers, key)
            counted = experiment.simulate(rows, contests, Job(0, pairs), rules)
            wins = np.array([counts.wins for counts in counted]).reshape(len(some), -1)
            experiment.directory.add(
                [
                    {
                        "unit": units[reading],
                        "part": stage,
                        "reading": list(reading.alternatives),
                        "columns": sorted({number.column for number in numbers}),
                        "matches": 2 * pairs,
                        "wins": won.tolist(),
                    }
                    for reading, won in zip(some, wins, strict=True)
                ]
            )
            missing = [reading for reading in missing if reading not in some]
    experiment.report(stage, len(readings), len(readings))
    return [_fit(experiment.directory.records[unit]) for unit in units.values()]


def _sweep(experiment: ExperimentRun, pairs: int) -> None:
    """Play the sweep of sbgames2008 over α in every way of SWEEPS."""
    alphas = [(low + high) / 2 for low, high, _ in published("sbgames2008")["alphas"]]
    for done, (factor, ties, passes) in enumerate(SWEEPS):
        reading = LITERAL.with_changes(
            {
                "ties go to": ties,
                "a strategy expects passes": passes,
                "the beginner expects passes": passes,
            }
        )
        unit = f"sweep of {pairs} pairs: K = {factor}, ties go to {ties}, passes {passes}"
        if unit in experiment.directory.records:
            continue
        experiment.report("sweep over α", done, len(SWEEPS))
        key = experiment.seed_of(DEALS)
        rows = [reading.beginner(), *(reading.sweep(factor * alpha) for alpha in alphas)]
        contests = [Contest(1 + place, 0, key, key) for place in range(len(alphas))]
        counted = experiment.simulate(rows, contests, Job(0, pairs))
        shares = [counts.wins / (2 * pairs) for counts in counted]
        way = {"factor": factor, "ties": ties, "passes": passes}
        experiment.directory.add([{"unit": unit, "part": "sweep", **way, "shares": shares}])


def _unit(reading: Reading, numbers: Sequence[PrintedNumber], pairs: int) -> str:
    return f"{len(numbers)} numbers, {pairs} pairs: {reading.differences(LITERAL) or 'literal'}"


def _fit(record: Record) -> Fit:
    shares = tuple(won / record["matches"] for won in record["wins"])
    return Fit(Reading(tuple(record["reading"])), shares, record["matches"])


def _contests(
    readings: Sequence[Reading], numbers: Sequence[PrintedNumber], key: int
) -> tuple[list[list[int]], list[Contest]]:
    """Return the rows of all players of *readings*, and the contests of each of *numbers*."""
    rows: list[list[int]] = []
    contests = []
    for reading in readings:
        places: dict[tuple[str, str], int] = {}
        for number in numbers:
            for name in (number.one, number.other):
                player = (name, "" if name == BEGINNER else number.column)
                if player not in places:
                    places[player] = len(rows)
                    is_beginner = name == BEGINNER
                    row = reading.beginner() if is_beginner else reading.strategy(vector(*player))
                    rows.append(row)
            one = places[number.one, number.column]
            other = places[number.other, "" if number.other == BEGINNER else number.column]
            contests.append(Contest(one, other, key, key))
    return rows, contests


def _reach(scale: ReconstructionSize, reading: str, strategy: str) -> EvolutionTask:
    """Return the evolution of *strategy* against the beginner, as far as it goes."""
    settings = EvolutionSettings(
        strategy=strategy,
        reading=reading,
        method="cma",
        population=30,
        generations=scale.generations,
        matches=scale.matches,
        retest=RETEST * scale.matches,
    )
    labels = {"part": "reach", "strategy": strategy, "reading": reading}
    return EvolutionTask(
        f"reach {reading} {strategy}", settings, opponent_weights(["basic"]), labels
    )


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with the ranking, its check, and what each choice moves."""
    checked = [_fit(record) for record in records if record.get("part") == "check"]
    every = printed_numbers((*STAGES, *FUNCTIONS, PAPER))
    ranked = _nearest(every, checked)
    best = ranked[0]
    around = [_fit(record) for record in records if record.get("part") == "one choice"]
    shipped = next(fit for fit in checked if fit.reading == RECONSTRUCTED)
    further = misfit(every, shipped, STAGES) - misfit(every, best, STAGES)
    pages = [
        ReportSection(
            "Ranking",
            "Misfit is −2 log likelihood: about one for each independent number if a reading is "
            "true. The search saw the columns of stages 1 and 2 alone.",
            [_ranking(every, ranked)],
            [_picture(every, best, checked)],
        ),
        ReportSection("Check", "", [*_orders(every, checked), _numbers(every, shipped)]),
        ReportSection(
            "What each choice moves",
            "",
            [_moves(every, best, around)],
        ),
        ReportSection("What each strategy can reach", "", [_reached(records)]),
        ReportSection("The sweep of 2008", "", [_swept(records)]),
    ]
    return ReportPage(
        "reconstruction: which program did the authors run?",
        list(_words(settings, records, best, further)),
        pages,
    )


def _words(
    settings: ExperimentSettings, records: Sequence[Record], best: Fit, further: float
) -> Iterator[str]:
    matches = sum(r["matches"] * len(r["wins"]) for r in records if "wins" in r)
    readings = len({tuple(r["reading"]) for r in records if "wins" in r})
    yield (
        f"{readings:,} readings of the formula were looked at, by {matches:,} matches of the "
        "printed coefficients on the same deals."
    )
    yield f"The nearest reading is the literal one but for: {best.reading.differences(LITERAL)}."
    if best.reading != RECONSTRUCTED:
        yield (
            f"The option value “reconstructed”, {RECONSTRUCTED.differences(LITERAL)}, differs from "
            f"it in: {RECONSTRUCTED.differences(best.reading)}. Its misfit is "
            f"{further:.0f} more; by less than 4 two readings cannot be told apart."
        )
    if settings.size != "full":
        yield "This is the quick version: a small grid, few matches. It shows how the study goes."


def _name(reading: Reading) -> str:
    """Return what a *reading* is called, or where it is not the literal one."""
    return NAMES.get(reading) or reading.differences(LITERAL)


def _ranking(numbers: Sequence[PrintedNumber], ranked: Sequence[Fit]) -> ReportTable:
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


def _numbers(numbers: Sequence[PrintedNumber], fit: Fit) -> ReportTable:
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


def _orders(numbers: Sequence[PrintedNumber], fits: Sequence[Fit]) -> Iterator[ReportTable]:
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


def _moves(numbers: Sequence[PrintedNumber], best: Fit, around: Sequence[Fit]) -> ReportTable:
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


def _reached(records: Sequence[Record]) -> ReportTable:
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


def _swept(records: Sequence[Record]) -> ReportTable:
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


def _picture(numbers: Sequence[PrintedNumber], best: Fit, checked: Sequence[Fit]) -> ReportFigure:
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
