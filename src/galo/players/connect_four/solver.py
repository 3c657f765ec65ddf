"""The exact solver of Connect Four: scores, and bounds when it is stopped.

The score of a position is, for its mover, 22 minus the stones the winner will have used;
negative when losing, 0 for a draw.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.connect_four import LAST_PLY, State
from galo.players.connect_four.budget import Budget, endless
from galo.players.connect_four.search import (
    AGE,
    ALPHA,
    DESK,
    FRAMES,
    IS_BACK,
    LEVEL,
    MINE,
    NODES,
    PLY,
    REPLIES,
    SHIFT,
    SQUARES,
    STONES,
    THREATS,
    VALUE,
    score_of_losing,
    score_of_winning,
    search,
    square_ranks,
)
from galo.players.connect_four.table import NUMBER_BITS, Bounds, Table
from galo.players.connect_four.threats import playable_squares, replies_to, winning_squares

if TYPE_CHECKING:
    from galo.games.rules.ending import Integers

FAR_OUT, FULL_WAY = 3, 5  # of the way from zero to a bound


class Solver:
    """One search at a time; what it finds stays in its table, which may be shared by threads."""

    def __init__(self, table: Table | None = None) -> None:
        self.table = table or Table()
        self._desk: Integers = np.zeros(DESK, np.int64)
        ranks = square_ranks()
        self._desk[SQUARES : SQUARES + len(ranks)] = ranks

    @property
    def nodes(self) -> int:
        """All nodes searched so far."""
        return int(self._desk[NODES])

    def forget(self) -> None:
        """Forget everything found so far."""
        self.table.forget()

    def score(self, state: State) -> int:
        """Return the score of *state*, a game that is not over, however long it takes."""
        return self.bounds(state, endless()).lower

    def bounds(self, state: State, budget: Budget) -> Bounds:
        """Return the score of *state*, or as near as *budget* allows, as bounds."""
        known = bounds_at_sight(state)
        while known.lower < known.upper:
            narrower = self.narrowed(state, known, doubtful_score(known), budget)
            if narrower is None:
                break
            known = narrower
        return known

    def narrowed(self, state: State, known: Bounds, alpha: int, budget: Budget) -> Bounds | None:
        """Return *known* after asking whether the score is above *alpha*, None if stopped."""
        value = self._ask(state, alpha, budget)
        if value is None:
            return None
        if value > alpha:
            return Bounds(max(known.lower, value), known.upper)
        return Bounds(known.lower, min(known.upper, value))

    def _ask(self, state: State, alpha: int, budget: Budget) -> int | None:
        """Return a bound of the score of *state* on its side of *alpha*, None if stopped."""
        desk, threats = self._desk, winning_squares(state.mine ^ state.stones, state.stones)
        desk[FRAMES + MINE], desk[FRAMES + STONES] = state.mine, state.stones
        desk[FRAMES + THREATS], desk[FRAMES + ALPHA] = threats, alpha
        desk[FRAMES + REPLIES] = replies_to(threats, state.stones)
        desk[LEVEL], desk[IS_BACK], desk[PLY] = 0, False, state.ply
        desk[AGE], desk[SHIFT] = self.table.age, NUMBER_BITS - self.table.bits
        while most := budget.slice():
            before = self.nodes
            is_done = search(desk, self.table.words, most)
            budget.spend(self.nodes - before)
            if is_done:
                return int(desk[VALUE])
        return None


def bounds_at_sight(state: State) -> Bounds:
    """Return the bounds of the score of *state* that need no search."""
    if playable_squares(state.stones) & winning_squares(state.mine, state.stones):
        quickest = score_of_winning(state.ply, 1)
        return Bounds(quickest, quickest)
    threats = winning_squares(state.mine ^ state.stones, state.stones)
    if state.ply < LAST_PLY and replies_to(threats, state.stones) == 0:
        soonest = score_of_losing(state.ply, 1)
        return Bounds(soonest, soonest)
    if state.ply >= LAST_PLY - 2:
        return Bounds(0, 0)
    return Bounds(score_of_losing(state.ply, 2), score_of_winning(state.ply, 2))


def doubtful_score(known: Bounds) -> int:
    """Return the score to ask about next: at or above the lower bound, below the upper one.

    Far from zero a question is cheap, for only quick wins count: so the questions begin well
    out, on the losing side, and come nearer; what is in doubt is never less than halved.
    """
    middle = (known.lower + known.upper) // 2
    if middle <= 0 and known.lower < 0:
        return min(middle, -(-known.lower * FAR_OUT // FULL_WAY))
    return max(middle, min(known.upper - 1, known.upper * FAR_OUT // FULL_WAY))
