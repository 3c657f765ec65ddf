"""What every column is worth: exact scores, or bounds when time runs out.

    for analysis in analyse(position, Limit(seconds=2)):
        show(analysis.columns)      # seven: Bounds for the mover, None where the column is full

Each analysis is at least as sharp as the one before; the last is exact unless the limit ended it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from galo.errors import ConfigError
from galo.games.connect_four import ConnectFourPosition
from galo.games.game import Observation
from galo.games.rules.connect_four import RULES, WIDTH, State, has_line, is_open, play, start
from galo.players.budget import Budget
from galo.players.connect_four.book import Book, shipped_book
from galo.players.connect_four.search import score_of_winning
from galo.players.connect_four.solver import EVERYTHING, MOST_STONES, Solver
from galo.players.connect_four.transposition_table import DEFAULT, Bounds, Table
from galo.players.player import Limit

FIRST_ROUND = 8  # nodes for each column; later rounds have GROWTH times as many
GROWTH = 4
CENTRE = WIDTH // 2

Columns = tuple[Bounds | None, ...]


@dataclass(frozen=True)
class Analysis:
    """What is known of a position: the worth of each column for the mover."""

    columns: Columns
    nodes: int

    @property
    def is_exact(self) -> bool:
        """Whether every score is known."""
        return all(column is None or column.lower == column.upper for column in self.columns)

    @property
    def score(self) -> Bounds:
        """The score of the position: that of its best column."""
        known = [column for column in self.columns if column is not None]
        return Bounds(max(one.lower for one in known), max(one.upper for one in known))

    @property
    def best(self) -> int:
        """The column, from 0, that is best for all that is known; of equals the most central."""
        ranks = [
            (one.lower, one.upper, -abs(column - CENTRE), column)
            for column, one in enumerate(self.columns)
            if one is not None
        ]
        return max(ranks)[-1]


class Analyst:
    """A solver with a book."""

    def __init__(self, solver: Solver, book: Book | None) -> None:
        self.solver = solver
        self.book = book

    def has(self, ply: int) -> bool:
        """Return whether positions of *ply* stones are in the book."""
        return self.book is not None and ply <= self.book.plies

    def bounds(self, state: State, budget: Budget, window: Bounds = EVERYTHING) -> Bounds:
        """Return the score of *state*, a game that goes on, as near as *budget* allows."""
        score = None if self.book is None else self.book.score(state)
        if score is not None:
            return Bounds(score, score)
        return self.solver.bounds(state, budget, window)

    def after(self, state: State, column: int, budget: Budget, known: Bounds) -> Bounds:
        """Return what *column* is worth to the mover, *known* before, as *budget* allows."""
        child = play(RULES, state, column)
        if has_line(child.mine ^ child.stones):
            wins = score_of_winning(state.ply, 1)
            return Bounds(wins, wins)
        found = self.bounds(child, budget, Bounds(-known.upper, -known.lower))
        return Bounds(max(known.lower, -found.upper), min(known.upper, -found.lower))

    def analyses(self, state: State, budget: Budget) -> Iterator[Analysis]:
        """Yield what is known of *state*, sharper each time, until exact or *budget* is spent."""
        before = self.solver.nodes
        known = {column: EVERYTHING for column in range(WIDTH) if is_open(state, column)}
        nodes = FIRST_ROUND
        while True:
            for column, bounds in known.items():
                if bounds.lower < bounds.upper:
                    known[column] = self.after(state, column, budget.part(nodes), bounds)
            columns = tuple(known.get(column) for column in range(WIDTH))
            analysis = Analysis(columns, self.solver.nodes - before)
            yield analysis
            if analysis.is_exact or not budget.portion():
                return
            nodes *= GROWTH


def moves_to_end(state: State, score: int) -> int | None:
    """Return how many moves whoever wins *state*, which has *score*, still makes; None if drawn."""
    if score == 0:
        return None
    played = state.ply // 2 if score > 0 else (state.ply + 1) // 2
    return MOST_STONES - abs(score) - played


def analyst(megabytes: int = DEFAULT, with_book: bool = True) -> Analyst:
    """Return the analyst of this process; only the last one asked for keeps its table."""
    return _analyst(megabytes, with_book)


@lru_cache(maxsize=1)
def _analyst(megabytes: int, with_book: bool) -> Analyst:
    solver = Solver(Table(megabytes))
    solver.bounds(
        start(RULES, 0), Budget(Limit(nodes=1))
    )  # loads the kernels before any clock starts
    return Analyst(solver, shipped_book() if with_book else None)


def analyse(
    seen: ConnectFourPosition | Observation,
    limit: Limit,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[Analysis]:
    """Yield analyses of *seen*, a game that goes on, until exact or *limit* or *stopped* ends."""
    position = seen.complete() if isinstance(seen, Observation) else seen
    assert isinstance(position, ConnectFourPosition)
    if position.is_over:
        raise ConfigError(f"the game is over after {position.to_text()!r}: nothing to analyse")
    yield from analyst().analyses(position.state, Budget(limit, stopped))
