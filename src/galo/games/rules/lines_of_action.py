"""Lines of Action: bring all your pieces together (Winands 2000; variants as options).

One bit per square, a1 is bit 0, h8 is bit 63:

    8   56 57 58 59 60 61 62 63        . b b b b b b .     black  b1-g1, b8-g8
    7   48 49 50 51 52 53 54 55        w . . . . . . w     white  a2-a7, h2-h7
    6   40 41 42 43 44 45 46 47        w . . . . . . w
    5   32 33 34 35 36 37 38 39        w . . . . . . w     the eight directions, and
    4   24 25 26 27 28 29 30 31        w . . . . . . w     the line each lies on:
    3   16 17 18 19 20 21 22 23        w . . . . . . w
    2    8  9 10 11 12 13 14 15        w . . . . . . w         3  2  1      lines
    1    0  1  2  3  4  5  6  7        . b b b b b b .         4  .  0      0 1 2 3
         a  b  c  d  e  f  g  h                                5  6  7      are d % 4

Bit 63 is the sign of an int64. So that plain Python and compiled code agree, kernels
look squares up in tables and combine them with & | ^ ~ and never shift to the left.
A move is source * 64 + target, or PASS. Seat 0 is Black, seat 1 White.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.ending import NOBODY, PLAYING, Ending
from galo.jit import kernel, long_kernel, lowest_bit, popcount
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


SIDE, SQUARES = 8, 64
BLACK, WHITE = 0, 1
PIECES = 12  # of each side at the start
MAX_MOVES = PIECES * 8
PASS = SQUARES * SQUARES
OFF_BOARD = -1
LONGEST_QUIET = 4096  # plies without a capture after which a random_game gives up
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # file, rank

REASONS = ("", "connected", "both_connected", "no_move", "repetition", "max_plies")
CONNECTED, BOTH_CONNECTED, NO_MOVE, REPETITION, MAX_PLIES = 1, 2, 3, 4, 5


class Rules(NamedTuple):
    white_starts: int = 0
    both_connected_draws: int = 0  # else the mover wins
    no_move_loses: int = 0  # else it passes
    repetition: int = 3  # this occurrence is a draw; 0: never
    by_board: int = 0  # repetition ignores whose move it is
    max_plies: int = 0  # a draw then; 0: never


class State(NamedTuple):
    black: int  # squares as drawn above
    white: int
    mover: int
    ply: int
    times: int  # the position has occurred; 1 after `play`, which keeps no history


def mask(squares: list[int]) -> int:
    """Return *squares* as the int64 that has their bits."""
    bits = sum(1 << square for square in squares)
    return bits - (1 << 64) if bits >> 63 else bits


def _ray(square: int, direction: int) -> list[int]:
    """Return the squares from *square* (not included) to the edge, nearest first."""
    squares: list[int] = []
    file, rank = square % SIDE, square // SIDE
    while True:
        file, rank = file + STEPS[direction][0], rank + STEPS[direction][1]
        if not (0 <= file < SIDE and 0 <= rank < SIDE):
            return squares
        squares.append(rank * SIDE + file)


BIT = np.array([mask([square]) for square in range(SQUARES)])
LINE = np.zeros((SQUARES, 4), np.int64)  # all squares of a line through the square
NEIGHBOURS = np.zeros(SQUARES, np.int64)
# By direction and distance; 8 bits, as a GPU has 64 KB for all constants of a kernel.
TARGET = np.full((SQUARES, 8, SIDE + 1), OFF_BOARD, np.int8)
BETWEEN = np.zeros((SQUARES, 8, SIDE + 1), np.int64)  # squares jumped on the way there
for _square in range(SQUARES):
    for _direction in range(8):
        _squares = _ray(_square, _direction)
        LINE[_square, _direction % 4] |= mask([_square, *_squares])
        NEIGHBOURS[_square] |= mask(_squares[:1])
        for _distance, _target in enumerate(_squares, start=1):
            TARGET[_square, _direction, _distance] = _target
            BETWEEN[_square, _direction, _distance] = mask(_squares[: _distance - 1])

START_BLACK = mask([*range(1, 7), *range(57, 63)])
START_WHITE = mask([*range(8, 56, 8), *range(15, 63, 8)])


@kernel
def start(rules: Rules, key: int) -> State:
    """Return the first position; nothing is drawn from *key*."""
    return State(START_BLACK, START_WHITE, rules.white_starts, 0, 1)


@kernel
def landing(own: int, enemy: int, source: int, direction: int) -> int:
    """Return where the piece of *own* on *source* lands in *direction*, or OFF_BOARD if nowhere."""
    distance = popcount((own | enemy) & int(LINE[source, direction % 4]))
    target = int(TARGET[source, direction, distance])
    if target == OFF_BOARD or own & int(BIT[target]):
        return OFF_BOARD
    return OFF_BOARD if enemy & int(BETWEEN[source, direction, distance]) else target


@kernel
def can_move(own: int, enemy: int) -> bool:
    """Return whether any piece of *own* has a move."""
    pieces = own
    while pieces:
        source = lowest_bit(pieces)
        pieces ^= int(BIT[source])
        for direction in range(8):
            if landing(own, enemy, source, direction) != OFF_BOARD:
                return True
    return False


@kernel
def sides(state: State) -> tuple[int, int]:
    """Return the mover's pieces and the other side's."""
    return (state.black, state.white) if state.mover == BLACK else (state.white, state.black)


@kernel
def legal_moves(rules: Rules, state: State, moves: "IntVector") -> int:
    """Write the mover's moves, or PASS, into *moves*, return how many; 0 only if it is over."""
    own, enemy = sides(state)
    count = 0
    pieces = own
    while pieces:
        source = lowest_bit(pieces)
        pieces ^= int(BIT[source])
        for direction in range(8):
            target = landing(own, enemy, source, direction)
            if target != OFF_BOARD:
                moves[count] = source * SQUARES + target
                count += 1
    if count == 0 and not rules.no_move_loses and can_move(enemy, own):
        moves[0] = PASS
        count = 1
    return count


@kernel
def play(rules: Rules, state: State, move: int) -> State:
    """Return the position after the mover makes *move*."""
    ply = state.ply + 1
    if move == PASS:
        return State(state.black, state.white, 1 - state.mover, ply, 1)
    source, target = int(BIT[move // SQUARES]), int(BIT[move % SQUARES])
    if state.mover == BLACK:
        return State(state.black ^ source | target, state.white & ~target, WHITE, ply, 1)
    return State(state.black & ~target, state.white ^ source | target, BLACK, ply, 1)


@kernel
def is_connected(pieces: int) -> bool:
    """Return whether *pieces* (at least one) touch each other in one group."""
    frontier = int(BIT[lowest_bit(pieces)])
    unreached = pieces ^ frontier
    while frontier:
        square = lowest_bit(frontier)
        frontier ^= int(BIT[square])
        near = int(NEIGHBOURS[square]) & unreached
        unreached ^= near
        frontier |= near
    return unreached == 0


@kernel
def count_occurrences(rules: Rules, state: State, history: "IntMatrix", length: int) -> State:
    """Return *state* with the times it has occurred, in *history*[:length] and now."""
    times = 1
    for k in range(length):
        if history[k, 0] == state.black and history[k, 1] == state.white:
            times += 1 if rules.by_board or history[k, 2] == state.mover else 0
    return State(state.black, state.white, state.mover, state.ply, times)


@kernel
def ending(rules: Rules, state: State) -> Ending:
    """Return how the last move ended the game, the reason PLAYING if it did not."""
    # 1. Connection, the aim of the game, goes before every kind of draw.
    last = 1 - state.mover
    black, white = is_connected(state.black), is_connected(state.white)
    if black and white:
        return Ending(BOTH_CONNECTED, NOBODY if rules.both_connected_draws else last)
    if black or white:
        return Ending(CONNECTED, BLACK if black else WHITE)
    # 2. Nothing to play: a draw if neither side can move, a loss where the rules say so.
    own, enemy = sides(state)
    if not can_move(own, enemy):
        if not can_move(enemy, own):
            return Ending(NO_MOVE, NOBODY)
        if rules.no_move_loses:
            return Ending(NO_MOVE, last)
    # 3. Play that does not get on.
    if rules.repetition and state.times >= rules.repetition:
        return Ending(REPETITION, NOBODY)
    if rules.max_plies and state.ply >= rules.max_plies:
        return Ending(MAX_PLIES, NOBODY)
    return Ending(PLAYING, NOBODY)


@kernel
def remember(state: State, history: "IntMatrix", length: int) -> None:
    """Write *state* into *history* at *length*, for `count_occurrences` to find."""
    history[length, 0] = state.black
    history[length, 1] = state.white
    history[length, 2] = state.mover


@kernel
def is_capture(before: State, after: State) -> bool:
    """Return whether a piece left the board between *before* and *after*, one ply apart."""
    return popcount(before.black | before.white) != popcount(after.black | after.white)


@kernel
def random_game(rules: Rules, state: State, key: int) -> Ending:
    """Return how the game ends when both sides play at random from *state*."""
    moves = np.empty(MAX_MOVES, np.int64)
    history = np.empty((LONGEST_QUIET, 3), np.int64)
    length = 0
    draws = 0
    over = ending(rules, state)
    while over.reason == PLAYING and length < LONGEST_QUIET:
        count = legal_moves(rules, state, moves)
        remember(state, history, length)
        length += 1
        after = play(rules, state, moves[randint(key, draws, count)])
        draws += 1
        if is_capture(state, after):
            length = 0  # no earlier position can come back
        state = count_occurrences(rules, after, history, length)
        over = ending(rules, state)
    return over


@kernel
def random_games(rules: Rules, key: int, games: int, tally: "IntVector") -> None:
    """Play *games* random games and add each to *tally*: wins of Black, of White, draws."""
    for game in range(games):
        stream = fold_in(key, game)
        tally[random_game(rules, start(rules, stream), stream).winner] += (
            1  # NOBODY is the last entry
        )


@long_kernel
def perft(rules: Rules, state: State, paths: "IntVector") -> None:
    """Add to paths[k] the games of k+1 plies from *state*, for every k that *paths* has."""
    perft_with_history(rules, state, np.empty((len(paths), 3), np.int64), 0, paths)


@long_kernel
def perft_with_history(
    rules: Rules, state: State, history: "IntMatrix", length: int, paths: "IntVector"
) -> None:
    """Do as `perft` after the earlier positions *history*[:length].

    Below them *history* has a row for each ply of *paths*.
    """
    # The stack holds, for each ply above the current one, its state, moves and next move.
    depth = len(paths)
    moves = np.empty((depth, MAX_MOVES), np.int64)
    left = np.zeros(depth, np.int64)
    level = 0
    remember(state, history, length)
    if ending(rules, count_occurrences(rules, state, history, length)).reason == PLAYING:
        left[0] = legal_moves(rules, state, moves[0])
    paths[0] += left[0]
    while level >= 0:
        if left[level] == 0 or level + 1 == depth:
            level -= 1
            continue
        left[level] -= 1
        row = length + level
        here = State(history[row, 0], history[row, 1], history[row, 2], state.ply + level, 1)
        after = play(rules, here, moves[level, left[level]])
        after = count_occurrences(rules, after, history, row + 1)
        if ending(rules, after).reason == PLAYING:
            level += 1
            remember(after, history, row + 1)
            left[level] = legal_moves(rules, after, moves[level])
            paths[level] += left[level]
