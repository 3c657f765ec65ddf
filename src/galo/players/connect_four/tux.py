"""`tux`: JogadorTux of tux2007, in three stages.

1. Its first three moves are fixed: moving first, the middle column three times; moving second,
   when the other side opened in the middle, the column right of it and then the middle twice.
2. Its fourth move comes from the database of all positions of eight stones: +2 for each that it
   wins, +1 for each draw, -2 for each that it loses, over its 7 moves, or, moving first, over
   the 49 continuations of a move and an answer.
3. From then on it looks seven plies ahead. Only ends of the game count, +1 and -1, and *near*
   times that within three plies; **each parent is the sum of its children**, and the largest sum
   is played.

The report gives the ends within three plies "um peso maior", a larger weight, and no figure. Two
things that it only names are options: *double* is the weight of a position with a double threat,
which the authors wished for; `search=rows` is our guess at their first idea, weights for two and
for three stones in a row. The options *four*, *three*, *two*, *win*, *draw* and *loss* give other
weights than these.

It wins at once if it can and blocks if it must, whatever the stage says: the report does not say
so. Where a stage does not apply (the column is full, the other side opened elsewhere, there is no
database) the next does.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Observation
from galo.games.rules.connect_four import (
    BACKSLASH,
    HORIZONTAL,
    LAST_PLY,
    RULES,
    SLASH,
    VERTICAL,
    WIDTH,
    State,
    has_line,
    is_open,
    play,
)
from galo.jit import kernel, no_gil_kernel, popcount
from galo.players.budget import Budget
from galo.players.checked_player import CheckedPlayer
from galo.players.connect_four.book import Book, shipped_book
from galo.players.connect_four.focused import forced_moves
from galo.players.connect_four.stack import (
    LEVEL,
    NODES,
    TRIED,
    SearchStack,
    frame_of,
    new_stack,
    push,
    state_at,
)
from galo.players.connect_four.threats import playable_squares, winning_squares
from galo.players.player import Decision, Limit, position_for
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntVector

MIDDLE = WIDTH // 2
FIXED_MOVES = 3
DATABASE_STONES = 8
DEPTH = 7
NEAR_PLIES = 3
# By *search*: the weights of four, three and two in a row. The report has only the four of `ends`.
ROW_WEIGHTS = {"ends": (1, 0, 0), "rows": (100, 10, 1)}


class DatabaseWeights(NamedTuple):
    """What a position of the database counts for the side that moves."""

    win: int
    draw: int
    loss: int


class SumWeights(NamedTuple):
    """What a position counts for the side that made the pattern, and against the other."""

    four: int  # an end of the game
    three: int  # three stones in a row, at the horizon
    two: int  # two stones in a row, at the horizon; a three holds two of them
    near: int  # times this for an end within NEAR_PLIES
    double: int  # a double threat, at any ply


class SumWorkspace(NamedTuple):
    """What the search that sums its children works in."""

    stack: SearchStack
    sums: "IntVector"  # (WIDTH,): of what counts below each column of the root
    weights: SumWeights


@kernel
def rows_value(weights: SumWeights, own: int) -> int:
    """Return the weights of all twos and threes in a row of the stones *own*."""
    value = 0
    for step in (VERTICAL, HORIZONTAL, SLASH, BACKSLASH):
        twos = own & (own >> step)
        threes = twos & (own >> (2 * step))
        value += weights.two * popcount(twos) + weights.three * popcount(threes)
    return value


@kernel
def has_double_threat(state: State) -> bool:
    """Return whether the side that moved last can win in two columns, and the mover in none."""
    playable = playable_squares(state.stones)
    wins = winning_squares(state.mine ^ state.stones, state.stones) & playable
    if wins & (wins - 1) == 0:
        return False
    return winning_squares(state.mine, state.stones) & playable == 0


@kernel
def unfinished_value(weights: SumWeights, state: State, is_leaf: bool) -> int:
    """Return what *state*, without a four, counts for the side that moved last."""
    value = 0
    if weights.double and has_double_threat(state):
        value += weights.double
    if is_leaf and (weights.two or weights.three):
        other = state.mine ^ state.stones
        value += rows_value(weights, other) - rows_value(weights, state.mine)
    return value


@no_gil_kernel
def add_up(workspace: SumWorkspace, depth: int, most_nodes: int) -> bool:
    """Go on adding up what counts within *depth* plies; return whether it is done.

    Parents sum their children: what counts anywhere below a column of the root adds to the sum
    of that column, positive for the side to move at the root.
    """
    stack, weights = workspace.stack, workspace.weights
    level, nodes = int(stack.status[LEVEL]), 0
    while nodes < most_nodes and level >= 0:
        # Step 1. The next open column of this level; after the last one its parent goes on.
        frame = frame_of(level)
        column = int(stack.frames[frame + TRIED])
        if column == WIDTH:
            level -= 1
            continue
        stack.frames[frame + TRIED] = column + 1
        state = state_at(stack, level)
        if not is_open(state, column):
            continue
        nodes += 1
        after = play(RULES, state, column)
        # Step 2. What the new position counts for the side that moved.
        is_won = has_line(after.mine ^ after.stones)
        is_leaf = is_won or level + 1 == depth or after.ply == LAST_PLY
        if is_won:
            value = weights.four * weights.near if level < NEAR_PLIES else weights.four
        else:
            value = unfinished_value(weights, after, is_leaf)
        first = int(stack.frames[TRIED]) - 1
        workspace.sums[first] += value if level % 2 == 0 else -value
        # Step 3. A position above the horizon is searched on.
        if not is_leaf:
            level += 1
            push(stack, level, after)
    stack.status[LEVEL] = level
    stack.status[NODES] += nodes
    return level < 0


class Tux(CheckedPlayer):
    """Fixed moves, a database, then a search in which parents sum their children."""

    name = "tux"

    def __init__(  # noqa: PLR0913 (its options, by keyword)
        self,
        database: str,
        near: int,
        double: int,
        search: str,
        *,
        four: int | None,
        three: int | None,
        two: int | None,
        win: int,
        draw: int,
        loss: int,
    ) -> None:
        self._book = shipped_book() if database == "yes" else None
        self._database_weights = DatabaseWeights(win, draw, loss)
        rows = zip(ROW_WEIGHTS[search], (four, three, two), strict=True)
        own = [usual if given is None else given for usual, given in rows]
        weights = SumWeights(own[0], own[1], own[2], near, double)
        self._workspace = SumWorkspace(new_stack(), np.zeros(WIDTH, np.int64), weights)
        add_up(self._workspace, DEPTH, 0)  # loads the kernel before any clock starts

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = position_for(observation, ConnectFourPosition, self.name)
        state = position.state
        forced, reasons = forced_moves(state)
        if forced:
            return Decision(forced[0], reasons=reasons)
        column = fixed_column(position)
        if column is not None and is_open(state, column):
            return Decision(MOVES[column])
        weights = database_weights(state, self._book, self._database_weights)
        if weights is not None:
            return Decision(MOVES[_largest(weights)], float(max(weights.values())))
        return self._search(state, Budget(limit))

    def _search(self, state: State, budget: Budget) -> Decision:
        """Return the move of the largest sum, as deep as *budget* allows."""
        stack, columns = self._workspace.stack, self._workspace.sums
        sums, reached = dict.fromkeys(open_columns(state), 0), 0
        for depth in range(1, DEPTH + 1):
            stack.status[LEVEL], columns[:] = 0, 0
            push(stack, 0, state)
            if not self._finish(depth, budget):
                break
            sums, reached = {column: int(columns[column]) for column in sums}, depth
        return Decision(MOVES[_largest(sums)], float(max(sums.values())), reached, budget.used)

    def _finish(self, depth: int, budget: Budget) -> bool:
        """Search on to *depth* and return True, or False where *budget* ends before."""
        status = self._workspace.stack.status
        while portion := budget.portion():
            before = int(status[NODES])
            is_done = add_up(self._workspace, depth, portion)
            budget.spend(int(status[NODES]) - before)
            if is_done:
                return True
        return False


def open_columns(state: State) -> list[int]:
    """Return the columns that take one more stone."""
    return [column for column in range(WIDTH) if is_open(state, column)]


def fixed_column(position: ConnectFourPosition) -> int | None:
    """Return the fixed move of *position*, None after the first three of either side."""
    own_moves, second = divmod(position.state.ply, 2)
    if own_moves >= FIXED_MOVES:
        return None
    answers_middle = second and position.columns[0] == MOVES[MIDDLE].text
    return MIDDLE + 1 if answers_middle and own_moves == 0 else MIDDLE


def database_weights(
    state: State, book: Book | None, weights: DatabaseWeights
) -> dict[int, int] | None:
    """Return the weight of each column by the database, None if a position is not in it."""
    if book is None or not DATABASE_STONES - 2 <= state.ply < DATABASE_STONES:
        return None
    sums = {}
    for column in open_columns(state):
        after = play(RULES, state, column)
        continuations = [after]
        if after.ply < DATABASE_STONES:
            continuations = [play(RULES, after, answer) for answer in open_columns(after)]
        found = [database_weight(one, state.ply, book, weights) for one in continuations]
        if None in found:
            return None
        sums[column] = sum(filter(None, found))
    return sums


def database_weight(state: State, ply: int, book: Book, weights: DatabaseWeights) -> int | None:
    """Return the weight of *state* for the side to move at *ply*, None if it is not known."""
    score = -1 if has_line(state.mine ^ state.stones) else book.score(state)
    if score is None:
        return None
    own = score if (state.ply - ply) % 2 == 0 else -score
    return weights.win if own > 0 else weights.loss if own < 0 else weights.draw


def _largest(weights: dict[int, int]) -> int:
    """Return the column of the largest weight, the most central of equals."""
    return max(weights, key=lambda column: (weights[column], -abs(column - MIDDLE), -column))
