"""Which program did the authors of the studies run? A search over readings of their formula.

The printed coefficients lose in the printed formula, so the program that evolved them was
another one. Every reading of `candidate_readings` says what the printed coefficients would have
won in it. The nearest to the printed results is searched for:

grid      combinations of the choices that matter most, by the functions of stages 1 and 2
search    from the best of them, one choice after the other, while it gets nearer
check     the functions of stage 3 and those of cig2011, which the search has not seen
reach     what each strategy can reach at best, whatever the printed coefficients are

"Nearer" is likelihood.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from galo.arena.batch import Contest, Job
from galo.lab.candidate_readings import (
    CHOICES,
    LITERAL,
    RECONSTRUCTED,
    Reading,
    grid,
)
from galo.lab.comparison import published
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun
from galo.lab.experiments import reconstruction_tables as tables
from galo.lab.experiments.reconstruction_fit import (
    BEGINNER,
    FUNCTIONS,
    PAPER,
    STAGES,
    STRATEGIES,
    Fit,
    PrintedNumber,
    misfit,
    printed_numbers,
    vector,
)
from galo.lab.fitness import opponent_weights
from galo.lab.report import ReportPage, ReportSection
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4.linear import READINGS

ABOUT = "which program the authors ran: readings of the formula by likelihood (ours)"
DEALS = "deals"  # the unit whose seed is that of all matches: readings differ by themselves alone
SEVERAL = 32  # readings of one call of the simulator
RETEST = 40  # times the matches of an individual
SHOWN = 12  # readings of the ranking

SWEEPS = tuple(
    (factor, ties, passes)
    for factor in (2, 1)
    for ties in ("any option", "the first option")
    for passes in ("that are certain", "never")
)
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


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Make everything that is not there yet; the readings of other studies are not its matter."""
    scale = SIZES[size]
    first = printed_numbers(STAGES)
    fits = measure(experiment, "grid", grid(scale.choices), first, scale.pairs)
    for start in _nearest(first, fits)[: scale.starts]:
        fits += _search(experiment, start, first, scale.pairs)
    every = printed_numbers((*STAGES, *FUNCTIONS, PAPER))
    known = dict.fromkeys([*tables.NAMES, *(fit.reading for fit in _nearest(first, fits)[:SHOWN])])
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
        agent=strategy,
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
            [tables.ranking(every, ranked)],
            [tables.picture(every, best, checked)],
        ),
        ReportSection(
            "Check", "", [*tables.orders(every, checked), tables.every_number(every, shipped)]
        ),
        ReportSection(
            "What each choice moves",
            "",
            [tables.moves(every, best, around)],
        ),
        ReportSection("What each strategy can reach", "", [tables.reached(records)]),
        ReportSection("The sweep of 2008", "", [tables.swept(records)]),
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
