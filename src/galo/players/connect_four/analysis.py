"""The score of every column: exact, or bounds when the limit ends before.

    for analysis in analyse(position, Limit(seconds=2)):
        show(analysis.columns)      # seven: Bounds for the mover, None where the column is full

Each analysis is at least as sharp as the one before; the last is exact unless the limit ended it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from galo.errors import ConfigError
from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Move, Observation
from galo.games.rules.connect_four import RULES, WIDTH, State, has_line, is_open, play, start
from galo.players.budget import Budget
from galo.players.connect_four.book import Book, shipped_book
from galo.players.connect_four.reasons import moves_to_end, reasons_for
from galo.players.connect_four.search import score_of_winning
from galo.players.connect_four.settings import SolverSettings
from galo.players.connect_four.solver import EVERYTHING, Solver
from galo.players.connect_four.transposition_table import Bounds, TranspositionTable
from galo.players.player import Limit, Reason, position_for

FIRST_ROUND = 8  # nodes for each column; later rounds have GROWTH times as many
GROWTH = 4
CENTRE = WIDTH // 2


def score_of(columns: tuple[Bounds | None, ...]) -> Bounds:
    """Return the bounds of a position's score, that of the best of its *columns*."""
    known = [column for column in columns if column is not None]
    return Bounds(max(one.lower for one in known), max(one.upper for one in known))


@dataclass(frozen=True)
class ColumnAnalysis:
    """What is known of a position: bounds of the score of each column, for the mover."""

    state: State  #: the board
    columns: tuple[Bounds | None, ...]  #: None where the column is full
    nodes: int  #: positions that the search entered

    @property
    def is_exact(self) -> bool:
        """Whether every score is known."""
        return all(column is None or column.lower == column.upper for column in self.columns)

    @property
    def score(self) -> Bounds:
        """The score of the position."""
        return score_of(self.columns)

    @property
    def best_column(self) -> int:
        """The column, from 0, that is best for all that is known; of equals the most central."""
        ranks = [
            (one.lower, one.upper, -abs(column - CENTRE), column)
            for column, one in enumerate(self.columns)
            if one is not None
        ]
        return max(ranks)[-1]

    @property
    def best(self) -> tuple[Move, ...]:
        """The columns that no other can be better than, whatever is still unknown."""
        known = {column: one for column, one in enumerate(self.columns) if one is not None}
        return tuple(
            MOVES[column]
            for column, one in known.items()
            if all(one.lower >= other.upper for place, other in known.items() if place != column)
        )

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The facts behind the best column."""
        bounds = self.columns[self.best_column]
        assert bounds is not None
        return reasons_for(self.state, bounds)

    def to_json(self) -> dict[str, Any]:
        """Return the columns, the best ones, the reasons and whether all is exact, for screens."""
        return {
            "columns": [None if one is None else self._column(one) for one in self.columns],
            "best_moves": [move.text for move in self.best],
            "reasons": [reason.to_json() for reason in self.reasons],
            "exact": self.is_exact,
        }

    def _column(self, bounds: Bounds) -> dict[str, Any]:
        # The nearer bound to zero says at the latest when the winner has won.
        sure = max(bounds.lower, 0) or min(bounds.upper, 0)
        moves = moves_to_end(self.state, sure)
        return {"low": bounds.lower, "high": bounds.upper, "moves": moves}


class BookSolver:
    """A solver that looks into a book first."""

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
        """Return the mover's score of *column*, *known* before, as near as *budget* allows."""
        child = play(RULES, state, column)
        if has_line(child.mine ^ child.stones):
            wins = score_of_winning(state.ply, 1)
            return Bounds(wins, wins)
        found = self.bounds(child, budget, Bounds(-known.upper, -known.lower))
        return Bounds(max(known.lower, -found.upper), min(known.upper, -found.lower))

    def analyses(self, state: State, budget: Budget) -> Iterator[ColumnAnalysis]:
        """Yield what is known of *state*, sharper each time, until exact or *budget* is spent."""
        before = self.solver.nodes
        known = {column: EVERYTHING for column in range(WIDTH) if is_open(state, column)}
        nodes = FIRST_ROUND
        while True:
            for column, bounds in known.items():
                if bounds.lower < bounds.upper:
                    known[column] = self.after(state, column, budget.part(nodes), bounds)
            columns = tuple(known.get(column) for column in range(WIDTH))
            analysis = ColumnAnalysis(state, columns, self.solver.nodes - before)
            yield analysis
            if analysis.is_exact or not budget.portion():
                return
            nodes *= GROWTH


def shared_solver(megabytes: int = SolverSettings.memory, with_book: bool = True) -> BookSolver:
    """Return the solver of this process; only the last one asked for keeps its table."""
    return _shared_solver(megabytes, with_book)


@lru_cache(maxsize=1)
def _shared_solver(megabytes: int, with_book: bool) -> BookSolver:
    solver = Solver(TranspositionTable(megabytes))
    first = start(RULES, 0)
    solver.bounds(first, Budget(Limit(nodes=1)))  # loads the kernels before any clock starts
    return BookSolver(solver, shipped_book() if with_book else None)


def analyse(
    position: ConnectFourPosition | Observation,
    limit: Limit,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[ColumnAnalysis]:
    """Yield analyses of *position*, a game that goes on, until exact, at *limit* or *stopped*."""
    position = position_for(position, ConnectFourPosition, "the solver of connect_four")
    if position.is_over:
        raise ConfigError(f"the game is over after {position.to_text()!r}: nothing to analyse")
    yield from shared_solver().analyses(position.state, Budget(limit, stopped))
