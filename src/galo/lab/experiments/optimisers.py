"""MATLAB's genetic algorithm, as in 2011 and on common deals, against others at equal matches.

Vectors evolve by it, by CMA-ES, NSGA-II and CMA-MAE, and formulas by genetic programming.

The second part measures what common deals save: how much the difference between two players
scatters from block to block, on deals of their own and on the same ones from both sides.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from statistics import fmean, stdev

import numpy as np

from galo.arena.devices import Simulate
from galo.lab import figures
from galo.lab.comparison import difference_of_means, sample
from galo.lab.evolution_results import MEMBERS_SHARE
from galo.lab.evolvable import evolvable_of
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun
from galo.lab.fitness import WINS, FitnessEvaluation, evaluate, opponent_weights
from galo.lab.ranking import Ranking, ranking_of
from galo.lab.report import (
    READINGS_EXPLAINED,
    ReportFigure,
    ReportPage,
    ReportSection,
    ReportTable,
    reading_title,
    totals,
)
from galo.lab.settings import DEALS, FORMULA, GP, MAP, NSGA2, EvolutionSettings
from galo.players.dominoes4.linear import fixed_points
from galo.players.parameters import MEMBERS
from galo.stream import Stream

ABOUT = "ga, cma, gp, nsga2 and map at equal matches, and what common deals save"
RUNS = 10
ON_BOTH_DEALS = tuple(
    f"{method}, {deals} deals" for method in ("ga", "cma") for deals in ("independent", "common")
)
STUDY = ON_BOTH_DEALS[0]
GOALS = ("won", "points")  # of nsga2
OTHERS = tuple(f"{method}, common deals" for method in (NSGA2, MAP))
FORMULAS = f"{GP}, common deals"  # which have no reading
GOOD = [2.7218, 1.9627, 1.9368, 0.4226, 4.1966, 1.6344, 0.4615]
RIVALS = {  # vectors that differ from a good one of s1 by a little, more, and much
    "a child with one gene changed": [2.7218, 1.9627, 1.9368, 0.4226, 4.1966, 1.6344, 1.0],
    "the champion of another run": [2.97, 2.25, 3.41, 1.07, 4.58, 2.82, 0.76],
    "the best of strategy 2": [0.0, 0.0, 0.0, 1.4713, 3.7542, 2.4959, 0.0],
}
BLOCKS, BLOCK_PAIRS = 2000, 50
STUDY_BLOCKS = 2500 // BLOCK_PAIRS  # make the 5,000 matches of the studies


@dataclass(frozen=True)
class OptimisersSize:
    """The size of the runs; both methods play the same number of matches."""

    generations: int
    genetic: tuple[int, int]  # individuals, and matches of each in a generation; all but cma
    adaptive: tuple[int, int]
    retest: int


SIZES = {
    "quick": OptimisersSize(60, (40, 500), (20, 1000), 100_000),
    "full": OptimisersSize(200, (100, 5000), (20, 25_000), 1_000_000),
}


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Make ten runs of each method, and the blocks."""
    experiment.evolve("optimisers", [task for r in readings for task in _tasks(SIZES[size], r)])
    blocks = list(product(RIVALS, DEALS))
    for done, (rival, deals) in enumerate(blocks):
        experiment.report("blocks", done, len(blocks))
        seed = experiment.seed_of(f"{rival}, {deals}")
        make = partial(_blocks, rival, deals, seed, experiment.simulate)
        experiment.record(f"blocks of {deals} deals: {rival}", make)


def _tasks(scale: OptimisersSize, reading: str) -> list[EvolutionTask]:
    tasks = []
    for name in _methods(reading):
        method, deals = name.removesuffix(" deals").split(", ")
        population, matches = scale.adaptive if method == "cma" else scale.genetic
        settings = EvolutionSettings(
            FORMULA if method == GP else "s1",
            method=method,
            population=population,
            generations=scale.generations,
            matches=matches,
            deals=deals,
            reading=reading,
            retest=scale.retest,
            goals=GOALS if method == NSGA2 else (),
        )
        opponents = evolvable_of(settings).opponents(["basic"])
        for number in range(RUNS):
            labels = {"reading": reading, "method": name, "each": matches, "retested": scale.retest}
            unit = f"{reading} {name} run {number + 1}"
            tasks.append(EvolutionTask(unit, settings, opponents, labels))
    return tasks


def _methods(reading: str) -> tuple[str, ...]:
    """Return the methods that evolve in a *reading*."""
    return (*ON_BOTH_DEALS, *OTHERS, *([FORMULAS] if reading == "literal" else []))


def _blocks(rival: str, deals: str, seed: int, simulate: Simulate) -> Record:
    """Return mean and deviation, over blocks on such *deals*, of the difference to *rival*."""
    rows = fixed_points(np.array([GOOD, RIVALS[rival]]), "literal")
    basic = opponent_weights(["basic"])
    evaluations = [
        FitnessEvaluation(rows, basic, Stream.of(seed, block).key, deals == "common")
        for block in range(BLOCKS)
    ]
    wins = np.array([counts[0, :, WINS] for counts in evaluate(evaluations, BLOCK_PAIRS, simulate)])
    differences = (wins[:, 0] - wins[:, 1]) / (2 * BLOCK_PAIRS)
    scatter = {"mean": fmean(differences), "deviation": stdev(differences.tolist())}
    return {"rival": rival, "deals": deals, **scatter}


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page that compares the methods at equal numbers of matches."""
    sections = [
        ReportSection(
            reading_title(reading),
            _ranked(reading, records),
            [_table(reading, records)],
            [_ranks(reading, records), _picture(reading, records)],
        )
        for reading in settings.readings
    ]
    words = [
        "Ten runs of each method, all of as many matches. Judged by fresh deals: what a method "
        "says of its own champion is flattered by luck.",
        "nsga2 (goals: matches won and points) and map (CMA-MAE; styles: blocks and pips) end in "
        "many players, all of whom are measured afresh to find the best: those matches are beyond "
        "the budget, and their number stands beside it. gp grows formulas of at most 20 nodes.",
        READINGS_EXPLAINED,
        totals(records),
    ]
    saved = ReportSection("What common deals save", "", [_savings(records)])
    return ReportPage("Methods of evolution at equal matches", words, [*sections, saved])


def _runs(reading: str, method: str, records: Sequence[Record]) -> list[Record]:
    key = reading, method
    return [r for r in records if (r.get("reading"), r.get("method")) == key]


def _table(reading: str, records: Sequence[Record]) -> ReportTable:
    first = sample([100 * r["retest"] for r in _runs(reading, STUDY, records)])
    rows = []
    for method in _methods(reading):
        runs = _runs(reading, method, records)
        seen, fresh = (sample([100 * r[name] for r in runs]) for name in ("fitness", "retest"))
        more = difference_of_means(fresh, first)
        shown = (
            f"{fresh.mean:.2f} ± {fresh.deviation:.2f}",
            "[{:.2f}, {:.2f}]".format(*fresh.interval),
        )
        gain = f"{more.value:+.2f} [{more.interval[0]:+.2f}, {more.interval[1]:+.2f}]"
        best = f"{max(100 * r['retest'] for r in runs):.2f}"
        than = "" if method == STUDY else gain
        played = f"{runs[0]['matches']:,}", f"{fmean(_afterwards(r) for r in runs):,.0f}"
        rows.append([method, *played, f"{seen.mean:.2f}", *shown, best, than])
    head = [
        "method",
        "matches a run",
        "to choose",
        "fitness %",
        "fresh deals %",
        "95 %",
        "best run",
    ]
    return ReportTable("S1 against the beginner", [*head, "more than the study's way"], rows)


def _picture(reading: str, records: Sequence[Record]) -> ReportFigure:
    panels = {
        method: [(r["fitness"], r["retest"]) for r in _runs(reading, method, records)]
        for method in ON_BOTH_DEALS
    }
    caption = (
        f"Ten runs of each method: as they seemed and on fresh deals, {reading_title(reading)}."
    )
    return ReportFigure(f"optimisers-{reading}", figures.luck(panels), caption)


def _afterwards(record: Record) -> int:
    """Return the matches after an evolution that chose among its members."""
    each = max(int(record["each"]), int(record["retested"]) // MEMBERS_SHARE)
    return int(record.get(MEMBERS, 0)) * each


def _ranking(reading: str, records: Sequence[Record]) -> Ranking:
    """Return how the methods rank by their shares on fresh deals, run by run."""
    methods = _methods(reading)
    return ranking_of({m: [r["retest"] for r in _runs(reading, m, records)] for m in methods})


def _ranked(reading: str, records: Sequence[Record]) -> str:
    """Return what Friedman's test says of the methods."""
    found = _ranking(reading, records)
    return (
        f"Friedman's test over {found.blocks} runs, by the share on fresh deals: "
        f"F = {found.f_statistic:.1f}, p = {found.p_value:.2g}. Two methods differ (Nemenyi, 95 %) "
        f"if their mean ranks do by more than {found.critical_difference:.2f}."
    )


def _ranks(reading: str, records: Sequence[Record]) -> ReportFigure:
    caption = (
        f"Mean ranks of the methods, {reading_title(reading)}: what a bar joins does not differ "
        "(Friedman and Nemenyi, 95 %)."
    )
    figure = figures.critical_differences(_ranking(reading, records))
    return ReportFigure(f"optimisers-ranks-{reading}", figure, caption)


def _savings(records: Sequence[Record]) -> ReportTable:
    found = {(r["rival"], r["deals"]): r for r in records if "rival" in r}
    error = math.exp(1.96 * math.sqrt(4 / (BLOCKS - 1)))  # of a ratio of two variances
    rows = []
    for rival in RIVALS:
        apart, common = (found[rival, deals]["deviation"] for deals in ("independent", "common"))
        factor = (apart / common) ** 2
        saved = f"{factor:.1f} [{factor / error:.1f}, {factor * error:.1f}]"
        scale = 100 / math.sqrt(STUDY_BLOCKS)
        rows.append([rival, f"{scale * apart:.2f}", f"{scale * common:.2f}", saved])
    note = (
        "How much the difference to a good vector of s1, both against the beginner, scatters when "
        f"each plays 5,000 matches: standard deviations, in per cent, from {BLOCKS:,} blocks of "
        f"{2 * BLOCK_PAIRS} matches."
    )
    head = ["rival", "own deals %", "common deals %", "times fewer matches, 95 %"]
    return ReportTable("The scatter of a difference", head, rows, note)
