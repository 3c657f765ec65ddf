"""The exact solver of Connect Four: scores, and bounds when its budget ends before.

The score of a position is, for its mover, 22 minus the stones the winner will have used;
negative when losing, 0 for a draw. It is found by null-window searches: each narrows the
bounds, until they meet or leave the window asked for.
"""

from galo.games.rules.connect_four import LAST_PLY, State
from galo.jit import kernel, no_gil_kernel, no_refcount_kernel
from galo.players.budget import Budget, endless
from galo.players.connect_four.search import score_of_losing, score_of_winning, search
from galo.players.connect_four.stack import IS_RETURNING, LEVEL, MINE, NODES, STONES, VALUE
from galo.players.connect_four.threats import playable_squares, replies_to, winning_squares
from galo.players.connect_four.transposition_table import KEY_BITS, Bounds, TranspositionTable
from galo.players.connect_four.workspace import (
    AGE,
    ALPHA,
    PLY,
    REPLIES,
    ROOT_LOWER,
    ROOT_UPPER,
    SHIFT,
    THREATS,
    WINDOW_LOWER,
    WINDOW_UPPER,
    SolverWorkspace,
    new_workspace,
)

MOST_STONES = LAST_PLY // 2 + 1  # a score is this minus the winner's stones
EVERYTHING = Bounds(-MOST_STONES, MOST_STONES)

FAR_OUT, FULL_WAY = 3, 5  # of the way from zero to a bound


@kernel
def static_bounds(state: State) -> Bounds:
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
def next_alpha(lower: int, upper: int) -> int:
    """Return the alpha of the next null window: *lower* or more, and less than *upper*.

    Far from zero a search is cheap, for only quick wins count: so the windows begin well
    out, on the losing side, and come nearer; each at least halves what is in doubt.
    """
    middle = (lower + upper) >> 1
    if middle <= 0 and lower < 0:
        return min(middle, -(-lower * FAR_OUT // FULL_WAY))
    return max(middle, min(upper - 1, upper * FAR_OUT // FULL_WAY))


@no_refcount_kernel
def next_window(workspace: SolverWorkspace) -> bool:
    """Give the root its next null window; return whether there is one."""
    status = workspace.status
    lower = max(int(status[ROOT_LOWER]), int(status[WINDOW_LOWER]))
    upper = min(int(status[ROOT_UPPER]), int(status[WINDOW_UPPER]))
    if lower < upper:
        workspace.frames[ALPHA] = next_alpha(lower, upper)
        status[LEVEL], status[IS_RETURNING] = 0, False
    return lower < upper


@no_refcount_kernel
def begin(workspace: SolverWorkspace, state: State, window: Bounds) -> bool:
    """Make *state* the root; return whether there is anything to search."""
    status, frames = workspace.status, workspace.frames
    threats = winning_squares(state.mine ^ state.stones, state.stones)
    frames[MINE], frames[STONES] = state.mine, state.stones
    frames[THREATS] = threats
    frames[REPLIES] = replies_to(threats, state.stones)
    status[PLY] = state.ply
    status[WINDOW_LOWER], status[WINDOW_UPPER] = window.lower, window.upper
    bounds = static_bounds(state)
    status[ROOT_LOWER], status[ROOT_UPPER] = bounds.lower, bounds.upper
    return next_window(workspace)


@no_gil_kernel
def solve(workspace: SolverWorkspace, most_nodes: int) -> bool:
    """Go on solving for at most *most_nodes*; return whether it is done."""
    status = workspace.status
    left = most_nodes
    while True:
        left -= search(workspace, left)
        if not (status[IS_RETURNING] and status[LEVEL] == 0):
            return False
        value = int(status[VALUE])
        if value > workspace.frames[ALPHA]:
            status[ROOT_LOWER] = max(int(status[ROOT_LOWER]), value)
        else:
            status[ROOT_UPPER] = min(int(status[ROOT_UPPER]), value)
        if not next_window(workspace):
            return True


class Solver:
    """One search at a time; its results stay in its table, which threads may share."""

    def __init__(self, table: TranspositionTable | None = None) -> None:
        self.table = table or TranspositionTable()
        self._workspace = new_workspace(self.table)

    @property
    def nodes(self) -> int:
        """All nodes searched so far."""
        return int(self._workspace.status[NODES])

    def clear(self) -> None:
        """Clear the transposition table."""
        self.table.clear()

    def score(self, state: State) -> int:
        """Return the score of *state*, a game that is not over, however long it takes."""
        return self.bounds(state, endless()).lower

    def bounds(self, state: State, budget: Budget, window: Bounds = EVERYTHING) -> Bounds:
        """Return the score of *state*, or as near as *budget* allows, as bounds.

        Outside *window* it is enough to know on which side the score lies.
        """
        workspace, status = self._workspace, self._workspace.status
        status[AGE], status[SHIFT] = self.table.age, KEY_BITS - self.table.bits
        is_open = begin(workspace, state, window)
        while is_open and (portion := budget.portion()):
            before = self.nodes
            is_open = not solve(workspace, portion)
            budget.spend(self.nodes - before)
        return Bounds(int(status[ROOT_LOWER]), int(status[ROOT_UPPER]))
