"""The exact solver of Connect Four: scores, and bounds when it is stopped.

The score of a position is, for its mover, 22 minus the stones the winner will have used;
negative when losing, 0 for a draw. It is found by questions that a search answers with yes or
no; each narrows the bounds, until they meet or the answer lies outside the window asked for.
"""

from typing import TYPE_CHECKING

from galo.games.rules.connect_four import LAST_PLY, State
from galo.jit import kernel, no_gil_kernel, no_refcount_kernel
from galo.players.budget import Budget, endless
from galo.players.connect_four.search import score_of_losing, score_of_winning, search
from galo.players.connect_four.threats import playable_squares, replies_to, winning_squares
from galo.players.connect_four.transposition_table import NUMBER_BITS, Bounds, Table
from galo.players.connect_four.workspace import (
    AGE,
    ALPHA,
    CEILING,
    FLOOR,
    FRAMES,
    HIGH,
    IS_BACK,
    LEVEL,
    LOW,
    MINE,
    NODES,
    PLY,
    REPLIES,
    SHIFT,
    STONES,
    THREATS,
    VALUE,
    new_desk,
)

if TYPE_CHECKING:
    from galo.arrays import IntVector

MOST_STONES = LAST_PLY // 2 + 1  # a score is this minus the winner's stones
EVERYTHING = Bounds(-MOST_STONES, MOST_STONES)

FAR_OUT, FULL_WAY = 3, 5  # of the way from zero to a bound


@kernel
def bounds_at_sight(state: State) -> Bounds:
    """Return the bounds of the score of *state*, a game that goes on, that need no search."""
    if playable_squares(state.stones) & winning_squares(state.mine, state.stones):
        soon = score_of_winning(state.ply, 1)
        return Bounds(soon, soon)
    threats = winning_squares(state.mine ^ state.stones, state.stones)
    if replies_to(threats, state.stones) == 0:
        soon = score_of_losing(state.ply, 1)
        return Bounds(soon, soon)
    if state.ply >= LAST_PLY - 2:
        return Bounds(0, 0)
    return Bounds(score_of_losing(state.ply, 2), score_of_winning(state.ply, 2))


@kernel
def doubtful_score(lower: int, upper: int) -> int:
    """Return the score to ask about next: *lower* or more, and less than *upper*.

    Far from zero a question is cheap, for only quick wins count: so the questions begin well
    out, on the losing side, and come nearer; what is in doubt is never less than halved.
    """
    middle = (lower + upper) >> 1
    if middle <= 0 and lower < 0:
        return min(middle, -(-lower * FAR_OUT // FULL_WAY))
    return max(middle, min(upper - 1, upper * FAR_OUT // FULL_WAY))


@no_refcount_kernel
def ask(desk: "IntVector") -> bool:
    """Put the next question to the root; return whether there is one."""
    lower = max(int(desk[FLOOR]), int(desk[LOW]))
    upper = min(int(desk[CEILING]), int(desk[HIGH]))
    if lower < upper:
        desk[FRAMES + ALPHA] = doubtful_score(lower, upper)
        desk[LEVEL], desk[IS_BACK] = 0, False
    return lower < upper


@no_refcount_kernel
def begin(desk: "IntVector", state: State, window: Bounds) -> bool:
    """Put *state* on the *desk*; return whether there is anything to search."""
    threats = winning_squares(state.mine ^ state.stones, state.stones)
    desk[FRAMES + MINE], desk[FRAMES + STONES] = state.mine, state.stones
    desk[FRAMES + THREATS] = threats
    desk[FRAMES + REPLIES] = replies_to(threats, state.stones)
    desk[PLY] = state.ply
    desk[LOW], desk[HIGH] = window.lower, window.upper
    at_sight = bounds_at_sight(state)
    desk[FLOOR], desk[CEILING] = at_sight.lower, at_sight.upper
    return ask(desk)


@no_gil_kernel
def solve(desk: "IntVector", early: "IntVector", most_nodes: int) -> bool:
    """Go on solving for at most *most_nodes*; return whether it is done."""
    left = most_nodes
    while True:
        left -= search(desk, early, left)
        if not (desk[IS_BACK] and desk[LEVEL] == 0):
            return False
        value = int(desk[VALUE])
        if value > desk[FRAMES + ALPHA]:
            desk[FLOOR] = max(int(desk[FLOOR]), value)
        else:
            desk[CEILING] = min(int(desk[CEILING]), value)
        if not ask(desk):
            return True


class Solver:
    """One search at a time; what it finds stays in its table, which threads may share."""

    def __init__(self, table: Table | None = None) -> None:
        self.table = table or Table()
        self._desk = new_desk()

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

    def bounds(self, state: State, budget: Budget, window: Bounds = EVERYTHING) -> Bounds:
        """Return the score of *state*, or as near as *budget* allows, as bounds.

        Outside *window* it is enough to know on which side the score lies.
        """
        desk = self._desk
        desk[AGE], desk[SHIFT] = self.table.age, NUMBER_BITS - self.table.bits
        is_open = begin(desk, state, window)
        while is_open and (portion := budget.portion()):
            before = self.nodes
            is_open = not solve(desk, self.table.words, portion)
            budget.spend(self.nodes - before)
        return Bounds(int(desk[FLOOR]), int(desk[CEILING]))
