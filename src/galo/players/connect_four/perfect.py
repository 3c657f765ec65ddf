"""`perfect`: exact play. Wins soonest, loses latest, and sets traps among equal moves.

Within its limit it knows the score of the position and which moves keep it. Of those it plays
the one after which most replies of the other side are mistakes: first those that give away a
win or a draw, then those that lose time. When the limit ends too soon it plays what is best
for all it knows.
"""

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Observation
from galo.games.rules.connect_four import RULES, WIDTH, State, has_line, is_open, play
from galo.players.budget import Budget
from galo.players.checked_player import CheckedPlayer
from galo.players.connect_four.analysis import (
    CENTRE,
    FIRST_ROUND,
    GROWTH,
    BookSolver,
    shared_solver,
)
from galo.players.connect_four.reasons import reasons_for
from galo.players.connect_four.transposition_table import Bounds
from galo.players.player import Decision, Limit, position_for
from galo.stream import Stream

ON_SCORE = 1, 2  # of the nodes or seconds, for the score itself; the rest compares columns
ON_TRAPS = 1 << 21  # nodes, a fraction of a second
FROM_CENTRE = sorted(range(WIDTH), key=lambda column: abs(column - CENTRE))


class Perfect(CheckedPlayer):
    """Never drops a won or drawn position, if its limit lets it finish."""

    name = "perfect"

    def __init__(self, memory: int, book: str) -> None:
        self._memory = memory
        self._with_book = book == "yes"

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = position_for(observation, ConnectFourPosition, self.name)
        solver = shared_solver(self._memory, self._with_book)
        if limit.nodes is not None:
            solver.solver.clear()  # the same limit gives the same decision, whatever came before
        budget = Budget(limit)
        column, bounds = choose(solver, position.state, budget)
        reasons, nodes = reasons_for(position.state, bounds), budget.used
        return Decision(MOVES[column], float(bounds.lower), nodes=nodes, reasons=reasons)


def choose(solver: BookSolver, state: State, budget: Budget) -> tuple[int, Bounds]:
    """Return the column to play and the bounds of its score."""
    score = solver.bounds(state, budget.share(*ON_SCORE))
    if score.lower == score.upper:
        column = trappiest(solver, state, score.lower, budget)
        if column is not None:
            return column, score
    *_, last = solver.analyses(state, budget)
    bounds = last.columns[last.best_column]
    assert bounds is not None
    return last.best_column, bounds


def trappiest(solver: BookSolver, state: State, score: int, budget: Budget) -> int | None:
    """Return the column that keeps *score* and sets most traps, None if *budget* ends before."""
    undecided = [column for column in FROM_CENTRE if is_open(state, column)]
    if not solver.has(state.ply + 1):
        # Searched from here, one move that keeps the score is found soonest, and remembered.
        solver.solver.bounds(state, budget, Bounds(score - 1, score))
    nodes, keeping = FIRST_ROUND, list[int]()
    while not keeping and budget.portion():
        keeping = [c for c in undecided if keeps(solver, state, c, score, budget.part(nodes))]
        nodes *= GROWTH
    spare = budget.part(ON_TRAPS)
    for column in undecided:
        if column not in keeping and keeps(solver, state, column, score, spare):
            keeping.append(column)
    if len(keeping) < 2:
        return keeping[0] if keeping else None
    return max(keeping, key=lambda column: traps(solver, play(RULES, state, column), score, spare))


def keeps(solver: BookSolver, state: State, column: int, score: int, budget: Budget) -> bool:
    """Return whether *column* is known to keep *score*, after a search within *budget*."""
    return solver.after(state, column, budget, Bounds(score - 1, score)).lower == score


def traps(solver: BookSolver, state: State, score: int, budget: Budget) -> tuple[int, int]:
    """Return how many moves of the other side, to move in *state*, give more than *score* to us.

    First those that change the result of the game, then all that are not the best.
    """
    if has_line(state.mine ^ state.stones):
        return 0, 0
    turning = mistaken = 0
    for column in range(WIDTH):
        if is_open(state, column):
            # A mistake scores less for the other side than minus our score.
            bounds = solver.after(state, column, budget, Bounds(-score - 1, -score))
            mistaken += bounds.upper < -score
            if score < 0:
                bounds = solver.after(state, column, budget, Bounds(0, 1))
                turning += bounds.upper <= 0
    return turning, mistaken
