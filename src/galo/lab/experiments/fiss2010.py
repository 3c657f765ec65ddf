"""Evolving the weights of Lines of Action: three runs, each with fewer heuristics.

Ten individuals, everyone against everyone with the colours exchanged; the half with more wins
survives, the rest are its children. After the first run the authors dropped two heuristics,
after the second one more, to search deeper; here those of least weight in the best individual
are dropped. A generation is a unit, so an interrupted experiment goes on with the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations

import numpy as np

from galo.arena.game_pool import GamePool, game_pool
from galo.arrays import RealMatrix
from galo.lab import figures
from galo.lab.experiment_directory import ExperimentSettings, Record
from galo.lab.experiment_run import ExperimentRun
from galo.lab.games import Contestant, GameTask, winner
from galo.lab.meeting import MeetingResult
from galo.lab.optimisers import TruncationSelection
from galo.lab.report import ReportFigure, ReportPage, ReportSection, ReportTable, open_choices
from galo.lab.scores import Scores
from galo.lab.settings import Range
from galo.players.lines_of_action.weights import HEURISTICS, fiss_weights
from galo.stream import Stream

ABOUT = "the weights of seven heuristics of Lines of Action, in three runs (report, 2010)"
PRINTED = ("run1", "run2", "run3")
DROPPED = (2, 1, 0)  # heuristics left out after each run
WEIGHTS = Range(0.0, 1.0)
MUTATION = 0.05  # our choice: the report has a parameter and no value
SEARCHED = range(1, len(HEURISTICS))  # the heuristics; the first of HEURISTICS is randomness


@dataclass(frozen=True)
class Fiss2010Size:
    """The size of the experiment; games are those of each match at the end."""

    population: int
    generations: int
    depth: int
    games: int


SIZES = {"quick": Fiss2010Size(6, 3, 1, 20), "full": Fiss2010Size(10, 30, 2, 400)}


def run(experiment: ExperimentRun, size: str, readings: Sequence[str]) -> None:
    """Evolve three times, and play the last champion against the printed weights."""
    with game_pool() as pool:
        evolution = FissEvolution(experiment, pool, SIZES[size])
        kept = list(SEARCHED)
        for number, dropped in enumerate(DROPPED, start=1):
            best = evolution.evolve(number, kept)
            useless = sorted(kept, key=lambda gene: best[gene])[:dropped]
            kept = [gene for gene in kept if gene not in useless]
        for number, printed in enumerate(PRINTED):
            experiment.report("against the report's weights", number, len(PRINTED))
            experiment.record(f"evolved against {printed}", partial(evolution.meet, best, printed))


@dataclass(frozen=True)
class FissEvolution:
    """The evolution under way: its experiment, the pool that plays its games, and its size."""

    experiment: ExperimentRun
    pool: GamePool
    scale: Fiss2010Size

    def evolve(self, number: int, kept: list[int]) -> list[float]:
        """Return the best individual of run *number*, whose heuristics are those *kept*."""
        free = np.isin(np.arange(len(HEURISTICS)), [0, *kept])
        rng = np.random.default_rng(self._seed(f"run {number}"))
        drawn = WEIGHTS.draw(rng, self.scale.population, len(HEURISTICS))
        optimiser = TruncationSelection(drawn, rng, MUTATION, WEIGHTS)
        best: list[float] = []
        for generation in range(1, self.scale.generations + 1):
            unit = f"run {number}, generation {generation}"
            self.experiment.report(f"run {number}", generation - 1, self.scale.generations)
            population: RealMatrix = np.where(free, optimiser.ask(), 0.0)
            record = self.experiment.record(unit, partial(self._round_robin, population, unit))
            wins = np.array(record["wins"], np.float64)
            best = population[int(np.argmax(wins))].tolist()
            # Of its own, so that a generation may be the first that is not recorded.
            optimiser.rng = np.random.default_rng(self._seed(f"{unit}: children"))
            optimiser.tell(Scores.of_shares(wins, 2 * (self.scale.population - 1)))
        self.experiment.record(
            f"run {number}", lambda: {"run": number, "best": best, "kept": [0, *kept]}
        )
        return best

    def _seed(self, unit: str) -> int:
        return self.experiment.seed_of(unit)

    def _round_robin(self, population: RealMatrix, unit: str) -> Record:
        """Return the record of a round robin of *population*: wins of each, with both colours."""
        field = [self._contestant(row) for row in population.tolist()]
        pairs = list(permutations(range(len(field)), 2))
        games = [(field[one], field[other]) for one, other in pairs]
        wins = [0] * len(field)
        for pair, side in zip(pairs, self._winners(games, unit), strict=True):
            if side is not None:
                wins[pair[side]] += 1
        return {"wins": wins, "population": population.tolist(), "games": len(games)}

    def meet(self, best: list[float], printed: str) -> Record:
        """Return the record of *best* against the weights called *printed*, colours exchanged."""
        ours, theirs = self._contestant(best), self._contestant(fiss_weights()[printed])
        games = [(ours, theirs), (theirs, ours)] * (self.scale.games // 2)
        winners = self._winners(games, f"evolved against {printed}")
        result = MeetingResult.of_winners(winners, [0, 1] * (self.scale.games // 2))
        return {"meets": printed, **result.to_record()}

    def _contestant(self, weights: Sequence[float]) -> Contestant:
        return Contestant(f"fiss:depth={self.scale.depth}", tuple(weights))

    def _winners(self, games: list[tuple[Contestant, Contestant]], unit: str) -> list[int | None]:
        """Return the winning side of each of *games*, given as Black and White."""
        tasks = [
            GameTask("lines_of_action", sides, Stream.of(self._seed(unit), number).key)
            for number, sides in enumerate(games)
        ]
        return self.experiment.play_games(self.pool, unit, winner, tasks)


def report(settings: ExperimentSettings, records: Sequence[Record]) -> ReportPage:
    """Return the page with tables 2.2 to 2.4 beside ours, and the games between both weights."""
    runs = {record["run"]: record for record in records if "run" in record}
    tables = [_weights(number, runs[number]) for number in sorted(runs)]
    meetings = [record for record in records if "meets" in record]
    head = ["weights", "games", "won", "drawn", "score %", "95 %"]
    against = ReportTable(
        "Against the report's weights", head, [_cells(record) for record in meetings]
    )
    shares = {record["meets"]: MeetingResult.of(record).share for record in meetings}
    label = "points won by what our last run found"
    picture = ReportFigure(
        "fiss2010", figures.intervals(shares, {}, label), f"{label.capitalize()}."
    )
    scale = SIZES[settings.size]
    words = [
        f"{scale.population} individuals, {scale.generations} generations, {scale.depth} plies "
        "ahead; wins of everyone against everyone, colours exchanged. The report drops the two "
        "heuristics of least weight after its first run and one after its second; so do we, by "
        "our own weights. Only ratios of weights matter, and with ten individuals chance "
        "decides much: single weights need not agree.",
    ]
    sections = [
        ReportSection("Weights", "", tables),
        ReportSection("Strength", "", [against], [picture]),
        open_choices(_choices(scale)),
    ]
    return ReportPage("fiss2010: evolved weights for Lines of Action", words, sections)


def _choices(scale: Fiss2010Size) -> list[str]:
    """Return what the report leaves open, in its own words where it has any, and our choice."""
    return [
        "Parameters: the text breaks off after “uma população de 10 indivíduos, uma porcentagem "
        "de seleção de 50”. The chance of a mutation (“uma certa porcentagem de chance”), the "
        "generations (“uma certa quantidade de iterações”) and the plies searched in these games "
        f"are not given. Here: mutation {100 * MUTATION:.0f} % for each weight of a child, "
        f"generations {scale.generations}, plies {scale.depth}.",
        "Scales: each heuristic is the difference of both sides, “normalizada entre 0 e 1”, "
        "without constants. Here each side's value is scaled to 0 to 1 and one is subtracted from "
        "the other; docs/lines_of_action.md has the scales.",
        "Concentration: for three pieces the report calls the least mean distance “um”; by its "
        "formula it is 2/3, which is used.",
        "Quads: how the two squares to the centre of mass are measured is not said. Here from the "
        "middle of the quad, along files and along ranks.",
        "Random factor: “variando entre 0 e 1”. Here a position has one such number for the whole "
        "search of a move, added for the side that moved there.",
        "Which individual a table prints is not said. Here the one with most wins in the last "
        "generation, the first of equals; a draw counts for nobody.",
        "The rule of repetition is not given. Here the third occurrence is a draw.",
        "A side's value is kept while the other moves; where it loses a piece, which the report "
        "does not mention, it is computed again.",
    ]


def _weights(number: int, record: Record) -> ReportTable:
    printed, kept = fiss_weights()[f"run{number}"], record["kept"]
    rows = []
    for gene, name in enumerate(HEURISTICS):
        paper = f"{printed[gene]:.5f}" if printed[gene] else "–"
        rows.append([name, paper, f"{record['best'][gene]:.5f}" if gene in kept else "–"])
    return ReportTable(f"Run {number} (table 2.{number + 1})", ["heuristic", "paper", "ours"], rows)


def _cells(record: Record) -> list[str]:
    result = MeetingResult.of(record)
    return [record["meets"], *result.written_counts()[:3], *result.written_share()]
