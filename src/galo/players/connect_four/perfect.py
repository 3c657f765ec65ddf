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
from galo.players.connect_four.analysis import (
    CENTRE,
    FIRST_ROUND,
    GROWTH,
    Analyst,
    analyst,
    moves_to_end,
)
from galo.players.connect_four.threats import playable_squares, winning_squares
from galo.players.connect_four.transposition_table import Bounds
from galo.players.player import Decision, Limit, Reason, check_turn
from galo.rng import Stream

ON_SCORE = 1, 2  # of the nodes or seconds, for the score itself; the rest compares columns
ON_TRAPS = 1 << 21  # nodes, a fraction of a second
FROM_CENTRE = sorted(range(WIDTH), key=lambda column: abs(column - CENTRE))


class Perfect:
    """Never drops a won or drawn position, if its limit lets it finish."""

    name = "perfect"

    def __init__(self, memory: int, book: str) -> None:
        self._memory = memory
        self._with_book = book == "yes"

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = observation.complete()
        assert isinstance(position, ConnectFourPosition)
        check_turn(observation)
        solved = analyst(self._memory, self._with_book)
        before = solved.solver.nodes
        if limit.nodes is not None:
            solved.solver.forget()  # what was found earlier must not change what so many nodes find
        column, bounds = choose(solved, position.state, Budget(limit))
        reasons = reasons_for(position.state, bounds)
        nodes = solved.solver.nodes - before
        return Decision(MOVES[column], float(bounds.lower), nodes=nodes, reasons=reasons)


def choose(solved: Analyst, state: State, budget: Budget) -> tuple[int, Bounds]:
    """Return the column to play and what it is worth."""
    score = solved.bounds(state, budget.share(*ON_SCORE))
    if score.lower == score.upper:
        column = trappiest(solved, state, score.lower, budget)
        if column is not None:
            return column, score
    *_, last = solved.analyses(state, budget)
    bounds = last.columns[last.best]
    assert bounds is not None
    return last.best, bounds


def trappiest(solved: Analyst, state: State, score: int, budget: Budget) -> int | None:
    """Return the column that keeps *score* and sets most traps, None if *budget* ends before."""
    undecided = [column for column in FROM_CENTRE if is_open(state, column)]
    if not solved.has(state.ply + 1):
        # Searched from here, one move that keeps the score is found soonest, and remembered.
        solved.solver.bounds(state, budget, Bounds(score - 1, score))
    nodes, keeping = FIRST_ROUND, list[int]()
    while not keeping and budget.portion():
        keeping = [c for c in undecided if keeps(solved, state, c, score, budget.part(nodes))]
        nodes *= GROWTH
    spare = budget.part(ON_TRAPS)
    for column in undecided:
        if column not in keeping and keeps(solved, state, column, score, spare):
            keeping.append(column)
    if len(keeping) < 2:
        return keeping[0] if keeping else None
    return max(keeping, key=lambda column: traps(solved, play(RULES, state, column), score, spare))


def keeps(solved: Analyst, state: State, column: int, score: int, budget: Budget) -> bool:
    """Return whether *column* is known to keep *score*, after a search within *budget*."""
    return solved.after(state, column, budget, Bounds(score - 1, score)).lower == score


def traps(solved: Analyst, state: State, score: int, budget: Budget) -> tuple[int, int]:
    """Return how many moves of the other side, to move in *state*, help who has *score* now.

    First those that change who wins, then all that are not the best.
    """
    if has_line(state.mine ^ state.stones):
        return 0, 0
    turning = mistaken = 0
    for column in range(WIDTH):
        if is_open(state, column):
            # A mistake is a move worth less to the other side than minus our score.
            worth = solved.after(state, column, budget, Bounds(-score - 1, -score))
            mistaken += worth.upper < -score
            if score < 0:
                worth = solved.after(state, column, budget, Bounds(0, 1))
                turning += worth.upper <= 0
    return turning, mistaken


def reasons_for(state: State, worth: Bounds) -> tuple[Reason, ...]:
    """Return why the best move, worth so much, is the one to play."""
    if playable_squares(state.stones) & winning_squares(state.mine, state.stones):
        return (Reason("wins_now", {}),)
    found = []
    if playable_squares(state.stones) & winning_squares(state.mine ^ state.stones, state.stones):
        found.append(Reason("must_block", {}))
    if worth.lower == worth.upper:
        found.append(_prospect(state, worth.lower))
    return tuple(found)


def _prospect(state: State, score: int) -> Reason:
    """Return how the game ends from *state*, which has *score*, if both play as well as can be."""
    moves = moves_to_end(state, score)
    if moves is None:
        return Reason("draws", {})
    return Reason("wins_in" if score > 0 else "holds_out", {"moves": moves})
