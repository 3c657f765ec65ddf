"""How Connect Four is reviewed: by the solver, so that nothing is estimated.

The chance to win is 1, a half or 0. Points are the score of the position, as everywhere: 22 less
the stones that the winner will have used, negative for the side that loses.
"""

from threading import local

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Move, Position
from galo.games.rules.connect_four import WIDTH, State, is_open
from galo.players.budget import Budget
from galo.players.connect_four.analysis import CENTRE, BookSolver, shared_solver
from galo.players.connect_four.reasons import reasons_for
from galo.players.connect_four.solver import EVERYTHING, Solver
from galo.players.connect_four.transposition_table import Bounds
from galo.players.player import Limit, position_for
from galo.players.reviewer import Judgement, Moment, OptionValue, Scale
from galo.stream import Stream

WON, LOST, DRAWN = 1.0, 0.0, 0.5


class Reviewer:
    """Compares the exact score of the column played with that of the best one."""

    scale = Scale(inaccuracy=0.25, mistake=0.5, blunder=1.0, spread=0.5, inaccuracy_points=4)

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._shared = shared_solver()
        self._own = local()

    def study(self, position: Position, played: Move | None, rng: Stream) -> Moment:
        """Return the outcome of *position* by best play, and the loss of the column *played*."""
        position = position_for(position, ConnectFourPosition, "the reviewer of connect_four")
        state, solver, budget = position.state, self._solver(), Budget(self._limit)
        if played is None:
            return Moment(_chance_of_first(state, _score(solver.bounds(state, budget))), None)
        options = self._options(state, played.code, budget)
        best, own = options[0], next(option for option in options if option.move == played)
        score = int(best.points or 0)
        return Moment(
            _chance_of_first(state, score),
            Judgement(
                options, best.value - own.value, 0.0, reasons_for(state, Bounds(score, score))
            ),
        )

    def _options(self, state: State, played: int, budget: Budget) -> tuple[OptionValue, ...]:
        """Return the best column, of equals the one played or the most central, and *played*."""
        solver = self._solver()
        own = _score(solver.after(state, played, budget, EVERYTHING))
        most = solver.bounds(state, budget, Bounds(own, EVERYTHING.upper)).lower
        if most <= own:
            return (_option(played, own),)
        others = [column for column in range(WIDTH) if column != played and is_open(state, column)]
        others.sort(key=lambda column: abs(column - CENTRE))
        reach = Bounds(most - 1, most)
        best = next(
            (one for one in others if solver.after(state, one, budget, reach).lower >= most),
            others[0],
        )
        return _option(best, most), _option(played, own)

    def _solver(self) -> BookSolver:
        """Return the solver of this thread; all share the table of what is known."""
        if not hasattr(self._own, "solver"):
            shared = self._shared
            self._own.solver = BookSolver(Solver(shared.solver.table), shared.book)
        solver: BookSolver = self._own.solver
        return solver


def _option(column: int, score: int) -> OptionValue:
    return OptionValue(MOVES[column], _chance(score), score)


def _score(bounds: Bounds) -> int:
    """Return the score that *bounds* enclose; where time ran out, what is sure of the outcome."""
    return max(bounds.lower, 0) or min(bounds.upper, 0)


def _chance(score: int) -> float:
    return WON if score > 0 else LOST if score < 0 else DRAWN


def _chance_of_first(state: State, score: int) -> float:
    """Return the chance of the side that began, by the *score* of the side to move."""
    return _chance(score if state.ply % 2 == 0 else -score)
