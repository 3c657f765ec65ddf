"""`minimax`: looks a fixed number of plies ahead with alpha-beta, without a transposition table.

At the horizon it counts lines that may still become four: its own minus the other side's.
A win is worth more the sooner it comes. Of equal moves it plays any.
"""

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Observation
from galo.games.rules.connect_four import LAST_PLY, RULES, WIDTH, State, has_line, is_open, play
from galo.jit import no_gil_kernel, no_refcount_kernel
from galo.players.budget import Budget
from galo.players.checked_player import CheckedPlayer
from galo.players.connect_four.focused import forced_moves
from galo.players.connect_four.stack import (
    ALPHA,
    BEST,
    BETA,
    IS_RETURNING,
    LEVEL,
    NODES,
    TRIED,
    VALUE,
    SearchStack,
    frame_of,
    new_stack,
    push,
    state_at,
)
from galo.players.connect_four.threats import promising_lines
from galo.players.player import Decision, Limit, Reason, position_for
from galo.stream import Stream

WON = 10_000  # minus the stones on the board
INFINITE = 20_000
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


@no_refcount_kernel
def leaf_value(state: State, depth: int) -> int:
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
def open_node(stack: SearchStack, level: int, state: State, alpha: int, beta: int) -> None:
    """Put *state* on the *stack* at *level*, to be searched between *alpha* and *beta*."""
    push(stack, level, state)
    frame = frame_of(level)
    stack.frames[frame + ALPHA], stack.frames[frame + BETA] = alpha, beta
    stack.frames[frame + BEST] = -INFINITE


@no_refcount_kernel
def next_column(stack: SearchStack, level: int) -> int:
    """Return the next open column of *level*, the centre first, -1 if all were tried."""
    state = state_at(stack, level)
    frame = frame_of(level)
    tried = int(stack.frames[frame + TRIED])
    column = -1
    while column < 0 and tried < WIDTH:
        column = CENTRE_FIRST[tried] if is_open(state, CENTRE_FIRST[tried]) else -1
        tried += 1
    stack.frames[frame + TRIED] = tried
    return column


@no_gil_kernel
def search(stack: SearchStack, depth: int, most_nodes: int) -> bool:
    """Search the *stack* on to *depth* plies for at most *most_nodes*; return whether it is done.

    Then status[VALUE] is the value of the root for its mover.
    """
    status, frames = stack.status, stack.frames
    level, is_returning, value = int(status[LEVEL]), bool(status[IS_RETURNING]), int(status[VALUE])
    nodes = 0
    while nodes < most_nodes and not (is_returning and level == 0):
        # Step 1. A child returns its value; a new node may be a leaf.
        if is_returning:
            level -= 1
            frame = frame_of(level)
            frames[frame + BEST] = max(int(frames[frame + BEST]), -value)
        else:
            nodes += 1
            frame = frame_of(level)
            value = leaf_value(state_at(stack, level), depth - level)
            if value != INFINITE:
                is_returning = True
                continue
        # Step 2. The next child, unless the best value so far is a beta cut-off.
        best, beta = int(frames[frame + BEST]), int(frames[frame + BETA])
        column = -1 if best >= beta else next_column(stack, level)
        if column < 0:
            value, is_returning = best, True
            continue
        child = play(RULES, state_at(stack, level), column)
        level += 1
        open_node(stack, level, child, -beta, -max(best, int(frames[frame + ALPHA])))
        is_returning = False
    status[LEVEL], status[IS_RETURNING], status[VALUE] = level, is_returning, value
    status[NODES] += nodes
    return is_returning and level == 0


def reasons_for_value(state: State, value: int) -> tuple[Reason, ...]:
    """Return the facts behind the best move in *state*, which is worth *value* to its mover."""
    _, forced = forced_moves(state)
    if abs(value) < WON - LAST_PLY or forced == (Reason("wins_now", {}),):
        return forced
    plies = WON - abs(value) - state.ply
    if value > 0:
        return (*forced, Reason("wins_in", {"moves": (plies + 1) // 2}))
    return (*forced, Reason("holds_out", {"moves": plies // 2}))


class Minimax(CheckedPlayer):
    """Looks *depth* plies ahead."""

    name = "minimax"

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._stack = new_stack()

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = position_for(observation, ConnectFourPosition, self.name)
        budget, depth = Budget(limit), 0
        best, value = [move.code for move in position.legal_moves], 0
        for plies in range(1, min(limit.depth or self._depth, self._depth) + 1):
            found = self._best(position.state, plies, budget)
            if found is None:
                break
            (best, value), depth = found, plies
        move = MOVES[best[rng.randint(0, len(best))]]
        why = reasons_for_value(position.state, value)
        return Decision(move, float(value), depth, budget.used, why)

    def _best(self, state: State, plies: int, budget: Budget) -> tuple[list[int], int] | None:
        """Return the best columns *plies* ahead and their value, None if *budget* ends before."""
        best, columns = -INFINITE, list[int]()
        for column in CENTRE_FIRST:
            if not is_open(state, column):
                continue
            # The window is one wider than usual: a move equal to the best must not fail low.
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
        status = self._stack.status
        open_node(self._stack, 0, state, -INFINITE, beta)
        status[LEVEL], status[IS_RETURNING] = 0, False
        while portion := budget.portion():
            before = int(status[NODES])
            is_done = search(self._stack, depth, portion)
            budget.spend(int(status[NODES]) - before)
            if is_done:
                return int(status[VALUE])
        return None
