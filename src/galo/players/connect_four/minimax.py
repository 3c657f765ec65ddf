"""`minimax`: looks a fixed number of plies ahead, alpha-beta, no table.

At the horizon it counts lines that may still become four: its own minus the other side's.
A win is worth more the sooner it comes. Of equal moves it plays any.

    stack    0 level, is back, value, nodes        8 + 8k  frame k:
                                                   mine, stones, alpha, beta, best, tried
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Observation
from galo.games.rules.connect_four import LAST_PLY, RULES, WIDTH, State, has_line, is_open, play
from galo.jit import no_gil_kernel, no_refcount_kernel, popcount
from galo.players.budget import Budget
from galo.players.connect_four.threats import promising_lines
from galo.players.player import Decision, Limit, check_turn
from galo.rng import Stream

if TYPE_CHECKING:
    from galo.arrays import IntVector

LEVEL, IS_BACK, VALUE, NODES = range(4)
FRAMES = FRAME = 8
MINE, STONES, ALPHA, BETA, BEST, TRIED = range(6)
STACK = FRAMES + FRAME * (LAST_PLY + 1)
NOT_NEGATIVE = 63  # lets the compiler see that no index is negative

WON = 10_000  # minus the stones on the board
INFINITE = 20_000
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


@no_refcount_kernel
def value_at_sight(state: State, depth: int) -> int:
    """Return the mover's value of *state* if the game or the *depth* ends there, else INFINITE."""
    other = state.mine ^ state.stones
    if has_line(other):
        return state.ply - WON
    if state.ply == LAST_PLY:
        return 0
    if depth == 0:
        return promising_lines(state.mine, other) - promising_lines(other, state.mine)
    return INFINITE


@no_refcount_kernel
def open_frame(stack: "IntVector", level: int, state: State, alpha: int, beta: int) -> None:
    """Put *state* on the *stack*, to be valued between *alpha* and *beta*."""
    frame = FRAMES + FRAME * (level & NOT_NEGATIVE)
    stack[frame + MINE], stack[frame + STONES] = state.mine, state.stones
    stack[frame + ALPHA], stack[frame + BETA] = alpha, beta
    stack[frame + BEST], stack[frame + TRIED] = -INFINITE, 0


@no_refcount_kernel
def next_child(stack: "IntVector", frame: int) -> int:
    """Return the next open column of *frame*, -1 if all were tried."""
    stones = int(stack[frame + STONES])
    state = State(int(stack[frame + MINE]), stones, popcount(stones))
    tried = int(stack[frame + TRIED])
    column = -1
    while column < 0 and tried < WIDTH:
        column = CENTRE_FIRST[tried] if is_open(state, CENTRE_FIRST[tried]) else -1
        tried += 1
    stack[frame + TRIED] = tried
    return column


@no_gil_kernel
def value(stack: "IntVector", depth: int, most_nodes: int) -> bool:
    """Go on valuing the *stack* to *depth* plies for at most *most_nodes*; return if done."""
    level, is_back, result = int(stack[LEVEL]), bool(stack[IS_BACK]), int(stack[VALUE])
    nodes = 0
    while nodes < most_nodes and not (is_back and level == 0):
        # Step 1. Where the game or the depth ends, the value is known.
        if is_back:
            level -= 1
            frame = FRAMES + FRAME * (level & NOT_NEGATIVE)
            stack[frame + BEST] = max(int(stack[frame + BEST]), -result)
        else:
            nodes += 1
            frame = FRAMES + FRAME * (level & NOT_NEGATIVE)
            stones = int(stack[frame + STONES])
            state = State(int(stack[frame + MINE]), stones, popcount(stones))
            result = value_at_sight(state, depth - level)
            if result != INFINITE:
                is_back = True
                continue
        # Step 2. The next child, unless the other side would not let it come to this.
        best, beta = int(stack[frame + BEST]), int(stack[frame + BETA])
        column = -1 if best >= beta else next_child(stack, frame)
        if column < 0:
            result, is_back = best, True
            continue
        stones = int(stack[frame + STONES])
        child = play(RULES, State(int(stack[frame + MINE]), stones, popcount(stones)), column)
        level += 1
        open_frame(stack, level, child, -beta, -max(best, int(stack[frame + ALPHA])))
        is_back = False
    stack[LEVEL], stack[IS_BACK], stack[VALUE] = level, is_back, result
    stack[NODES] += nodes
    return is_back and level == 0


class Minimax:
    """Looks *depth* plies ahead."""

    name = "minimax"

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._stack = np.zeros(STACK, np.int64)

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = observation.complete()
        assert isinstance(position, ConnectFourPosition)
        check_turn(observation)
        self._stack[NODES] = 0
        budget, depth = Budget(limit), 0
        best, worth = [move.code for move in position.legal_moves], 0
        for plies in range(1, min(limit.depth or self._depth, self._depth) + 1):
            found = self._best(position.state, plies, budget)
            if found is None:
                break
            (best, worth), depth = found, plies
        move = MOVES[best[rng.randint(0, len(best))]]
        return Decision(move, float(worth), depth, int(self._stack[NODES]))

    def _best(self, state: State, plies: int, budget: Budget) -> tuple[list[int], int] | None:
        """Return the best columns *plies* ahead and their value, None if *budget* ends before."""
        best, columns = -INFINITE, list[int]()
        for column in CENTRE_FIRST:
            if not is_open(state, column):
                continue
            # The window lets a move that equals the best so far be told from a worse one.
            found = self._value(play(RULES, state, column), plies - 1, -best + 1, budget)
            if found is None:
                return None
            if -found > best:
                best, columns = -found, []
            if -found == best:
                columns.append(column)
        return columns, best

    def _value(self, state: State, depth: int, beta: int, budget: Budget) -> int | None:
        """Return the mover's value of *state*, exact below *beta*, None if *budget* ends before."""
        open_frame(self._stack, 0, state, -INFINITE, beta)
        self._stack[LEVEL], self._stack[IS_BACK] = 0, False
        while portion := budget.portion():
            before = int(self._stack[NODES])
            is_done = value(self._stack, depth, portion)
            budget.spend(int(self._stack[NODES]) - before)
            if is_done:
                return int(self._stack[VALUE])
        return None
