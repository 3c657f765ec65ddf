"""The transposition table: the results of earlier searches of a position.

A row is a bucket of two entries, each a key and a word. The first is kept while it is deeper,
the second is always replaced:

    row     key, word of the deepest | key, word of the latest
    word    39…40 bound | 32…38 depth | 13…31 value, never negative here | 0…12 move

Values of won and lost games count plies from the position itself, not from the root.
Keys are Zobrist keys: random bits for each side and square, and for the side to move.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.lines_of_action import SQUARES
from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

EMPTY = 0  # the word of an unused entry
LOWER, UPPER, EXACT = 1, 2, 3
VALUE, DEPTH, BOUND = 13, 32, 39  # where the fields of a word begin
MOVE_MASK, VALUE_MASK, DEPTH_MASK = (1 << 13) - 1, (1 << 19) - 1, 127
BIAS = 1 << 18
NO_MOVE = MOVE_MASK

WIN = 30_000  # less the plies until then
PROVEN = WIN - 1000  # a value beyond this is a proven win
MAX_LEVEL = 126  # plies from the root that the search can reach

_random = np.random.Philox(key=9).random_raw(2 * SQUARES + 1 + MAX_LEVEL) >> np.uint64(1)
_words = _random.astype(np.int64)
KEYS = _words[: 2 * SQUARES].reshape(2, SQUARES)
TURN = int(_words[2 * SQUARES])  # White to move
LEVEL_KEYS = _words[2 * SQUARES + 1 :]


def new_table(entries: int) -> "IntMatrix":
    """Return an empty table with room for *entries*, rounded up to a power of two."""
    buckets = 1 << max(0, (entries - 1).bit_length() - 1)
    return np.zeros((buckets, 4), np.int64)


@kernel
def probe(table: "IntMatrix", key: int) -> int:
    """Return the word stored under *key*, or EMPTY."""
    row = key & (len(table) - 1)
    if table[row, 0] == key:
        return int(table[row, 1])
    if table[row, 2] == key:
        return int(table[row, 3])
    return EMPTY


@kernel
def store(table: "IntMatrix", key: int, word: int) -> None:
    """Store *word* under *key*: over its own entry, over one no deeper, or over the latest."""
    row = key & (len(table) - 1)
    slot = 2
    if table[row, 0] == key or depth_of(word) >= depth_of(int(table[row, 1])):
        slot = 0
        if table[row, 0] != key:
            table[row, 2] = table[row, 0]
            table[row, 3] = table[row, 1]
    table[row, slot] = key
    table[row, slot + 1] = word


@kernel
def pack(value: int, bound: int, depth: int, move: int) -> int:
    """Return the result of a search as one word."""
    return move + ((value + BIAS) << VALUE) + (max(depth, 0) << DEPTH) + (bound << BOUND)


@kernel
def depth_of(word: int) -> int:
    """Return the depth, in plies, of the search behind *word*."""
    return (word >> DEPTH) & DEPTH_MASK


@kernel
def value_from_table(word: int, level: int) -> int:
    """Return the value in *word* for a node at *level*: a win in plies from the root."""
    value = ((word >> VALUE) & VALUE_MASK) - BIAS
    if value > PROVEN:
        return value - level
    return value + level if value < -PROVEN else value


@kernel
def value_to_table(value: int, level: int) -> int:
    """Return *value*, of a node at *level*, as the table keeps it: a win in plies from the node."""
    if value > PROVEN:
        return value + level
    return value - level if value < -PROVEN else value


@kernel
def is_cutoff(word: int, value: int, alpha: int, beta: int) -> bool:
    """Return whether *word*, with its *value*, settles a search between *alpha* and *beta*."""
    bound = word >> BOUND
    if bound == EXACT:
        return True
    return value >= beta if bound == LOWER else value <= alpha
