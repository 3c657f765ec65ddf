"""MATLAB's genetic algorithm, as in 2011 and on common deals, against CMA-ES at equal matches.

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
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import EvolutionTask, ExperimentRun
from galo.lab.fitness import WINS, FitnessEvaluation, evaluate, opponent_weights
from galo.lab.report import (
    READINGS_EXPLAINED,
    ReportFigure,
    ReportPage,
    ReportSection,
    ReportTable,
    reading_title,
    totals,
)
from galo.lab.settings import DEALS, EvolutionSettings
from galo.players.dominoes4.linear import fixed_points
from galo.stream import Stream

ABOUT = "the genetic algorithm against CMA-ES at equal matches, and what common deals save"
RUNS = 10
METHODS = tuple(
    f"{method}, {deals} deals" for method in ("ga", "cma") for deals in ("independent", "common")
)
STUDY = METHODS[0]
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
    genetic: tuple[int, int]  # individuals, and matches of each in a generation
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
    for name in METHODS:
        method, deals = name.removesuffix(" deals").split(", ")
        population, matches = scale.genetic if method == "ga" else scale.adaptive
        settings = EvolutionSettings(
            method=method,
            population=population,
            generations=scale.generations,
            matches=matches,
            deals=deals,
            reading=reading,
            retest=scale.retest,
        )
        for number in range(RUNS):
            labels = {"reading": reading, "method": name}
            unit = f"{reading} {name} run {number + 1}"
            tasks.append(EvolutionTask(unit, settings, opponent_weights(["basic"]), labels))
    return tasks


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
            reading_title(reading), "", [_table(reading, records)], [_picture(reading, records)]
        )
        for reading in settings.readings
    ]
    words = [
        "Ten runs of each method, all of as many matches. Judged by fresh deals: what a method "
        "says of its own champion is flattered by luck.",
        READINGS_EXPLAINED,
        totals(records),
    ]
    saved = ReportSection("What common deals save", "", [_savings(records)])
    return ReportPage("The genetic algorithm and CMA-ES", words, [*sections, saved])


def _runs(reading: str, method: str, records: Sequence[Record]) -> list[Record]:
    key = reading, method
    return [r for r in records if (r.get("reading"), r.get("method")) == key]


def _table(reading: str, records: Sequence[Record]) -> ReportTable:
    first = sample([100 * r["retest"] for r in _runs(reading, STUDY, records)])
    rows = []
    for method in METHODS:
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
        rows.append([method, f"{runs[0]['matches']:,}", f"{seen.mean:.2f}", *shown, best, than])
    head = ["method", "matches a run", "fitness %", "fresh deals %", "95 %", "best run"]
    return ReportTable("S1 against the beginner", [*head, "more than the study's way"], rows)


def _picture(reading: str, records: Sequence[Record]) -> ReportFigure:
    panels = {
        method: [(r["fitness"], r["retest"]) for r in _runs(reading, method, records)]
        for method in METHODS
    }
    caption = (
        f"Ten runs of each method: as they seemed and on fresh deals, {reading_title(reading)}."
    )
    return ReportFigure(f"optimisers-{reading}", figures.luck(panels), caption)


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
