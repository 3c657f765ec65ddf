"""Evolving the weights of Lines of Action: three runs, each without what proved useless.

Ten individuals, everyone against everyone with the colours exchanged; the half with more wins
lives on, the rest are its children. After the first run the authors dropped two heuristics,
after the second one more, to search deeper; here those go that weigh least in the best
individual. A generation is a unit, so an experiment goes on where it was stopped.
"""

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import permutations

import numpy as np

from galo.arena.match import Match
from galo.arena.statistics import score_interval
from galo.games.registry import make_game
from galo.lab import figures
from galo.lab.laboratory import Asked, Bench, Record
from galo.lab.optimisers import Range, Survivors, Vectors
from galo.lab.report import Page, Picture, Section, Table
from galo.players.lines_of_action.fiss import Fiss, named_weights
from galo.players.lines_of_action.heuristics import NAMES
from galo.rng import Stream

Vector = tuple[float, ...]

ABOUT = "the weights of seven heuristics of Lines of Action, in three runs (report, 2010)"
PRINTED = ("run1", "run2", "run3")
DROPPED = (2, 1, 0)  # heuristics left out after each run
WEIGHTS = Range(0.0, 1.0)
MUTATION = 0.05  # the report says small
GAMES_A_TASK = 4
SEARCHED = range(1, len(NAMES))  # the heuristics; what is left of NAMES is chance


@dataclass(frozen=True)
class Size:
    """How much of it."""

    population: int
    generations: int
    depth: int
    games: int  # of the matches at the end


SIZES = {"quick": Size(6, 3, 1, 20), "full": Size(10, 30, 2, 400)}


@dataclass(frozen=True)
class Encounter:
    """One game: the weights of Black and White, how deep they look, and its chance."""

    black: Vector
    white: Vector
    depth: int
    seed: int


def outcome(encounter: Encounter) -> int | None:
    """Return the side that wins *encounter*, None for a draw."""
    sides = (encounter.black, encounter.white)
    players = [Fiss(list(weights), encounter.depth) for weights in sides]
    match = Match(make_game("lines_of_action"), players, encounter.seed)
    match.run()
    assert match.position.outcome is not None
    return match.position.outcome.winner


def run(bench: Bench, size: str, readings: Sequence[str]) -> None:
    """Evolve three times, and let what came out meet the printed weights."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as executor:
        study = Study(bench, executor, SIZES[size])
        kept = list(SEARCHED)
        for number, dropped in enumerate(DROPPED, start=1):
            best = study.evolve(number, kept)
            useless = sorted(kept, key=lambda gene: best[gene])[:dropped]
            kept = [gene for gene in kept if gene not in useless]
        for printed in PRINTED:
            bench.tell("against the report's weights", 0, SIZES[size].games, 0.0)
            bench.note(f"evolved against {printed}", partial(study.meet, best, printed))


@dataclass(frozen=True)
class Study:
    """The experiment under way: where it is kept, who plays the games, how much of it."""

    bench: Bench
    executor: Executor
    scale: Size

    def evolve(self, number: int, kept: list[int]) -> list[float]:
        """Return the best individual of run *number*, whose heuristics are those *kept*."""
        free = np.isin(np.arange(len(NAMES)), [0, *kept])
        rng = np.random.default_rng(self._seed(f"run {number}"))
        drawn = WEIGHTS.draw(rng, self.scale.population, len(NAMES))
        population: Vectors = np.where(free, drawn, 0.0)
        best: list[float] = []
        for generation in range(1, self.scale.generations + 1):
            unit = f"run {number}, generation {generation}"
            self.bench.tell(f"run {number}", generation, self.scale.generations, 0.0)
            record = self.bench.note(unit, partial(self._round_robin, population, unit))
            wins = np.array(record["wins"], np.float64)
            best = population[int(np.argmax(wins))].tolist()
            children = np.random.default_rng(self._seed(f"{unit}: children"))
            survivors = Survivors(population, children, MUTATION, WEIGHTS)
            survivors.tell(wins, 2 * (self.scale.population - 1))
            population = np.where(free, survivors.ask(), 0.0)
        self.bench.note(f"run {number}", lambda: {"run": number, "best": best, "kept": [0, *kept]})
        return best

    def _seed(self, unit: str) -> int:
        return self.bench.laboratory.asked.seed_of(unit)

    def _round_robin(self, population: Vectors, unit: str) -> Record:
        """Return how many games each of *population* wins, everyone having both colours."""
        rows = [tuple(row) for row in population.tolist()]
        pairs = list(permutations(range(len(rows)), 2))
        games = [(rows[one], rows[other]) for one, other in pairs]
        wins = [0] * len(rows)
        for pair, winner in zip(pairs, self._outcomes(games, unit), strict=True):
            if winner is not None:
                wins[pair[winner]] += 1
        return {"wins": wins, "population": population.tolist(), "games": len(games)}

    def meet(self, best: list[float], printed: str) -> Record:
        """Return how *best* does against the weights called *printed*, colours exchanged."""
        ours, theirs = tuple(best), tuple(named_weights(printed))
        games = [(ours, theirs), (theirs, ours)] * (self.scale.games // 2)
        winners = self._outcomes(games, f"evolved against {printed}")
        won = sum(winner == number % 2 for number, winner in enumerate(winners))
        drawn = winners.count(None)
        return {"meets": printed, "games": len(games), "wins": won, "draws": drawn}

    def _outcomes(self, games: list[tuple[Vector, Vector]], unit: str) -> list[int | None]:
        """Return who wins each of *games*, given as the weights of Black and White."""
        encounters = [
            Encounter(black, white, self.scale.depth, Stream.of(self._seed(unit), number).key)
            for number, (black, white) in enumerate(games)
        ]
        return list(self.executor.map(outcome, encounters, chunksize=GAMES_A_TASK))


def report(asked: Asked, records: Sequence[Record]) -> Page:
    """Return tables 2.2 to 2.4 beside ours, and how our weights do against theirs."""
    runs = {record["run"]: record for record in records if "run" in record}
    tables = [_weights(number, runs[number]) for number in sorted(runs)]
    meetings = [record for record in records if "meets" in record]
    head = ["weights", "games", "won", "drawn", "score %", "95 %"]
    against = Table("Against the report's weights", head, [_meeting(one) for one in meetings])
    shares = {record["meets"]: _share(record) for record in meetings}
    label = "points won by what our last run found"
    picture = Picture("fiss2010", figures.intervals(shares, {}, label), f"{label.capitalize()}.")
    scale = SIZES[asked.size]
    words = [
        f"{scale.population} individuals, {scale.generations} generations, {scale.depth} plies "
        "ahead; wins of everyone against everyone, colours exchanged. The report drops the two "
        "heuristics of least weight after its first run and one after its second; so do we, by "
        "our own weights. Only ratios of weights matter, and with ten individuals chance "
        "decides much: single weights need not agree.",
    ]
    sections = [Section("Weights", "", tables), Section("Strength", "", [against], [picture])]
    return Page("fiss2010: evolved weights for Lines of Action", words, sections)


def _weights(number: int, record: Record) -> Table:
    printed, kept = named_weights(f"run{number}"), record["kept"]
    rows = []
    for gene, name in enumerate(NAMES):
        paper = f"{printed[gene]:.5f}" if printed[gene] else "–"
        rows.append([name, paper, f"{record['best'][gene]:.5f}" if gene in kept else "–"])
    return Table(f"Run {number} (table 2.{number + 1})", ["heuristic", "paper", "ours"], rows)


def _share(record: Record) -> figures.Point:
    """Return the score of a meeting, and its interval."""
    lost = record["games"] - record["wins"] - record["draws"]
    score = (record["wins"] + record["draws"] / 2) / record["games"]
    return (score, *score_interval(record["wins"], record["draws"], lost))


def _meeting(record: Record) -> list[str]:
    counts = [str(record[name]) for name in ("games", "wins", "draws")]
    score, low, high = (100 * share for share in _share(record))
    return [record["meets"], *counts, f"{score:.1f}", f"[{low:.1f}, {high:.1f}]"]
