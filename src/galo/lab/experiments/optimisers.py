"""MATLAB's genetic algorithm, as in 2011 and on common deals, against CMA-ES at equal matches.

The second part measures what common deals save: how much the difference between two players
scatters from block to block, on deals of their own and on the same ones from both sides.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, stdev

import numpy as np

from galo.lab import figures
from galo.lab.comparison import difference, sample
from galo.lab.evolve import WINS
from galo.lab.fitness import Simulate, Trial, play
from galo.lab.laboratory import Asked, Bench, Case, Record
from galo.lab.report import Page, Picture, Section, Table, totals
from galo.lab.settings import DEALS, Settings, opponents
from galo.players.dominoes4.linear import fixed_points
from galo.rng import Stream

ABOUT = "the genetic algorithm against CMA-ES at equal matches, and what common deals save"
RUNS = 10
METHODS = tuple(
    f"{method}, {deals} deals" for method in ("ga", "cma") for deals in ("independent", "common")
)
STUDY = METHODS[0]
GOOD = [2.7218, 1.9627, 1.9368, 0.4226, 4.1966, 1.6344, 0.4615]
RIVALS = {  # who differs from a good vector of s1, and how much
    "a child with one gene changed": [2.7218, 1.9627, 1.9368, 0.4226, 4.1966, 1.6344, 1.0],
    "the champion of another run": [2.97, 2.25, 3.41, 1.07, 4.58, 2.82, 0.76],
    "the best of strategy 2": [0.0, 0.0, 0.0, 1.4713, 3.7542, 2.4959, 0.0],
}
BLOCKS, BLOCK_PAIRS = 2000, 50
STUDY_BLOCKS = 2500 // BLOCK_PAIRS  # make the 5,000 matches of the studies


@dataclass(frozen=True)
class Size:
    """How large the runs are; both methods play the same number of matches."""

    generations: int
    genetic: tuple[int, int]  # individuals, and matches of each in a generation
    adaptive: tuple[int, int]
    retest: int


SIZES = {
    "quick": Size(60, (40, 500), (20, 1000), 100_000),
    "full": Size(200, (100, 5000), (20, 25_000), 1_000_000),
}


def run(bench: Bench, size: str, readings: Sequence[str]) -> None:
    """Make ten runs of each method, and the blocks."""
    bench.evolve("optimisers", [case for r in readings for case in _cases(SIZES[size], r)])
    for rival in RIVALS:
        for deals in DEALS:
            seed = bench.laboratory.asked.seed_of(f"{rival}, {deals}")
            make = partial(_blocks, rival, deals, seed, bench.simulate)
            bench.note(f"blocks of {deals} deals: {rival}", make)


def _cases(scale: Size, reading: str) -> list[Case]:
    cases = []
    for name in METHODS:
        method, deals = name.removesuffix(" deals").split(", ")
        population, matches = scale.genetic if method == "ga" else scale.adaptive
        settings = Settings(
            method=method,
            population=population,
            generations=scale.generations,
            matches=matches,
            deals=deals,
            reading=reading,
            retest=scale.retest,
        )
        for number in range(RUNS):
            told = {"reading": reading, "method": name}
            unit = f"{reading} {name} run {number + 1}"
            cases.append(Case(unit, settings, opponents(["basic"]), told))
    return cases


def _blocks(rival: str, deals: str, seed: int, simulate: Simulate) -> Record:
    """Return how the difference to the *rival* scatters over blocks on such *deals*."""
    rows = fixed_points(np.array([GOOD, RIVALS[rival]]), "literal")
    basic = opponents(["basic"])
    trials = [
        Trial(rows, basic, Stream.of(seed, block).key, deals == "common") for block in range(BLOCKS)
    ]
    wins = np.array([counts[0, :, WINS] for counts in play(trials, BLOCK_PAIRS, simulate)])
    differences = (wins[:, 0] - wins[:, 1]) / (2 * BLOCK_PAIRS)
    scatter = {"mean": fmean(differences), "deviation": stdev(differences.tolist())}
    return {"rival": rival, "deals": deals, **scatter}


def report(asked: Asked, records: Sequence[Record]) -> Page:
    """Return which method finds more in as many matches."""
    sections = [
        Section(reading, "", [_table(reading, records)], [_picture(reading, records)])
        for reading in asked.readings
    ]
    words = [
        "Ten runs of each method, all of as many matches. Judged by fresh deals: what a method "
        "says of its own champion is flattered by luck.",
        totals(records),
    ]
    saved = Section("What common deals save", "", [_savings(records)])
    return Page("The genetic algorithm and CMA-ES", words, [*sections, saved])


def _runs(reading: str, method: str, records: Sequence[Record]) -> list[Record]:
    key = reading, method
    return [r for r in records if (r.get("reading"), r.get("method")) == key]


def _table(reading: str, records: Sequence[Record]) -> Table:
    first = sample([100 * r["retest"] for r in _runs(reading, STUDY, records)])
    rows = []
    for method in METHODS:
        runs = _runs(reading, method, records)
        seen, fresh = (sample([100 * r[name] for r in runs]) for name in ("fitness", "retest"))
        more = difference(fresh, first)
        shown = (
            f"{fresh.mean:.2f} ± {fresh.deviation:.2f}",
            "[{:.2f}, {:.2f}]".format(*fresh.interval),
        )
        gain = f"{more.mean:+.2f} [{more.interval[0]:+.2f}, {more.interval[1]:+.2f}]"
        best = f"{max(100 * r['retest'] for r in runs):.2f}"
        than = "" if method == STUDY else gain
        rows.append([method, f"{runs[0]['matches']:,}", f"{seen.mean:.2f}", *shown, best, than])
    head = ["method", "matches a run", "fitness %", "fresh deals %", "95 %", "best run"]
    return Table("S1 against the beginner", [*head, "more than the study's way"], rows)


def _picture(reading: str, records: Sequence[Record]) -> Picture:
    panels = {
        method: [(r["fitness"], r["retest"]) for r in _runs(reading, method, records)]
        for method in METHODS
    }
    caption = f"Ten runs of each method: as they seemed and on fresh deals, {reading} reading."
    return Picture(f"optimisers-{reading}", figures.luck(panels), caption)


def _savings(records: Sequence[Record]) -> Table:
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
    return Table("The scatter of a difference", head, rows, note)
