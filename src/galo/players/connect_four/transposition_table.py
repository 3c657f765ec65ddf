"""The transposition table: the bounds of the score of each position met.

One word of 64 bits per position, in an array that the caller owns:

    62 ........... 28 27 ....... 12 11 ...... 6 5 ....... 0
    tag (35 bits)     age (16 bits)  lower + 32  upper + 32

The key of a position is its number times an odd multiplier modulo 2^49, which loses nothing:
the top bits are the slot, the low 35 the tag. With at least 2^14 slots both together are the
whole position, so a word never answers for another one. Words of another age do not count:
a new age clears the table at once.

Most nodes have few empty squares and small trees below them. They share a late table, small
enough to stay in a core's own cache; only the early ones, far more expensive, wait for memory:

    late     2^16 words (half a MB), from EARLY stones on, one for each search
    early    2^bits words, below EARLY stones; threads may share one, for a word is whole or old
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.errors import ConfigError
from galo.jit import kernel
from galo.players.connect_four.settings import SolverSettings
from galo.players.connect_four.threats import canonical_number, position_number

if TYPE_CHECKING:
    from galo.arrays import IntVector

KEY_BITS, TAG_BITS = 49, 35
KEY_MASK, TAG_MASK = (1 << KEY_BITS) - 1, (1 << TAG_BITS) - 1
MULTIPLIER = 0x1C8E815B2D96F  # odd, so that nothing is lost

TAG_SHIFT, AGE_SHIFT, LOWER_SHIFT = 28, 12, 6
AGE_MASK, BOUND_MASK = 0xFFFF, 0x3F
OFFSET = 32  # makes a bound positive

EARLY = 23  # stones below which a tree is large
MIRRORED = 14  # stones below which positions still meet their mirror images
LATE_BITS = 16
LATE_SHIFT = KEY_BITS - LATE_BITS

WORD_BYTES = 8
SMALLEST, LARGEST = 1, 1 << 15  # megabytes, rounded down to a power of two


class Bounds(NamedTuple):
    """A score, for the mover, lies from *lower* to *upper*."""

    lower: int
    upper: int


@kernel
def key_of(mine: int, stones: int, ply: int) -> int:
    """Return the key of a position: 49 bits, its slot and its tag."""
    number = canonical_number(mine, stones) if ply < MIRRORED else position_number(mine, stones)
    return (number * MULTIPLIER) & KEY_MASK


@kernel
def is_hit(word: int, key: int, age: int) -> bool:
    """Return whether *word* was stored for *key* in this *age*."""
    return word >> TAG_SHIFT == key & TAG_MASK and word >> AGE_SHIFT & AGE_MASK == age


@kernel
def bounds_of(word: int) -> Bounds:
    """Return the bounds that *word* holds."""
    return Bounds((word >> LOWER_SHIFT & BOUND_MASK) - OFFSET, (word & BOUND_MASK) - OFFSET)


@kernel
def word_of(key: int, age: int, lower: int, upper: int) -> int:
    """Return the word that says that *lower* <= score <= *upper*."""
    tag = (key & TAG_MASK) << TAG_SHIFT | age << AGE_SHIFT
    return tag | (lower + OFFSET) << LOWER_SHIFT | (upper + OFFSET)


class TranspositionTable:
    """The early words, and the age that counts."""

    def __init__(self, megabytes: int = SolverSettings.memory) -> None:
        if not SMALLEST <= megabytes <= LARGEST:
            raise ConfigError(f"table of {megabytes} MB is not from {SMALLEST} to {LARGEST} MB")
        self.bits = ((megabytes << 20) // WORD_BYTES).bit_length() - 1
        self.words: IntVector = np.zeros(1 << self.bits, np.int64)
        self.age = 1

    def clear(self) -> None:
        """Start a new age: what was stored so far no longer counts."""
        self.age += 1
        if self.age > AGE_MASK:
            self.words[:] = 0
            self.age = 1
