"""Connect Four: seven columns, six rows, four in a line wins.

Each column takes seven bits; the seventh stays empty so that lines cannot
wrap from one column into the next.

     6 13 20 27 34 41 48   <- always empty
     5 12 19 26 33 40 47      after 4 4 5:   mine    bit 22            (second player)
     4 11 18 25 32 39 46                     stones  bits 21 22 28
     3 10 17 24 31 38 45                     ply     3
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

A move is a column, 0 to 6; people write 1 to 7. Seat 0 moves first.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.ending import NOBODY, PLAYING, Ending
from galo.jit import kernel, long_kernel
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import IntVector

WIDTH, HEIGHT = 7, 6
COLUMN = HEIGHT + 1  # bits per column
VERTICAL, HORIZONTAL, SLASH, BACKSLASH = 1, COLUMN, COLUMN + 1, COLUMN - 1
MAX_MOVES = WIDTH
LAST_PLY = WIDTH * HEIGHT

REASONS = ("", "line", "full")
LINE, FULL = 1, 2


class Rules(NamedTuple):
    """The options of the game: it has none."""


class State(NamedTuple):
    mine: int  # the mover's stones
    stones: int  # all stones
    ply: int


RULES = Rules()


@kernel
def start(rules: Rules, key: int) -> State:
    """Return the empty board; nothing is drawn from *key*."""
    return State(0, 0, 0)


@kernel
def is_open(state: State, column: int) -> bool:
    """Return whether *column* takes one more stone."""
    return state.stones >> (column * COLUMN + HEIGHT - 1) & 1 == 0


@kernel
def legal_moves(rules: Rules, state: State, moves: "IntVector") -> int:
    """Write the mover's moves into *moves*, return how many: the open columns."""
    count = 0
    for column in range(WIDTH):
        if is_open(state, column):
            moves[count] = column
            count += 1
    return count


@kernel
def play(rules: Rules, state: State, move: int) -> State:
    """Return the position after the mover drops a stone in the column *move*."""
    stones = state.stones | (state.stones + (1 << (move * COLUMN)))
    return State(state.mine ^ state.stones, stones, state.ply + 1)  # the opponent moves next


@kernel
def has_line(stones: int) -> bool:
    """Return whether *stones*, of one side, hold four in a line."""
    for step in (VERTICAL, HORIZONTAL, SLASH, BACKSLASH):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


@kernel
def ending(rules: Rules, state: State) -> Ending:
    """Return how the last stone ended the game, the reason PLAYING if it did not."""
    if has_line(state.mine ^ state.stones):
        return Ending(LINE, (state.ply - 1) & 1)
    if state.ply == LAST_PLY:
        return Ending(FULL, NOBODY)
    return Ending(PLAYING, NOBODY)


@kernel
def random_game(rules: Rules, state: State, key: int) -> Ending:
    """Return how the game ends when both sides play at random from *state*."""
    draws = 0
    over = ending(rules, state)
    while over.reason == PLAYING:
        column = randint(key, draws, WIDTH)
        draws += 1
        if is_open(state, column):  # drawing again for a full column leaves the rest equal
            state = play(rules, state, column)
            over = ending(rules, state)
    return over


@kernel
def random_games(rules: Rules, key: int, games: int, tally: "IntVector") -> None:
    """Play *games* random games and add each to *tally*: wins of seat 0, of seat 1, draws."""
    for game in range(games):
        stream = fold_in(key, game)
        tally[random_game(rules, start(rules, stream), stream).winner] += (
            1  # NOBODY is the last entry
        )


@long_kernel
def perft(rules: Rules, state: State, paths: "IntVector") -> None:
    """Add to paths[k] the games of k+1 plies from *state*, for every k that *paths* has."""
    # The stack holds, for each ply above the current one, its state and its next column.
    depth = len(paths)
    mine = np.zeros(depth, np.int64)
    stones = np.zeros(depth, np.int64)
    column = np.zeros(depth, np.int64)
    mine[0], stones[0] = state.mine, state.stones
    level = 0 if ending(rules, state).reason == PLAYING else -1
    while level >= 0:
        if column[level] == WIDTH:
            level -= 1
            continue
        here = State(mine[level], stones[level], state.ply + level)
        move = column[level]
        column[level] += 1
        if not is_open(here, move):
            continue
        paths[level] += 1
        after = play(rules, here, move)
        if level + 1 < depth and ending(rules, after).reason == PLAYING:
            level += 1
            mine[level], stones[level], column[level] = after.mine, after.stones, 0
