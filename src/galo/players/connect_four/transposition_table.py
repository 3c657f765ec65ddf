"""The solver's memory: for each position met, between which bounds its score lies.

One word of 64 bits per position, in an array that the caller owns:

    62 ........... 28 27 ....... 12 11 ...... 6 5 ....... 0
    tag (35 bits)     age (16 bits)  lower + 32  upper + 32

The number of a position is scrambled by an odd multiplier modulo 2^49, which loses nothing:
the top bits are the slot, the low 35 the tag. With at least 2^14 slots both together are the
whole position, so a word never speaks for another one. Words of another age do not count:
a new age forgets everything at once.

Most nodes have few empty squares and small trees below them. They share a late table, small
enough to stay in a core's own cache; only the early ones, far more expensive, wait for memory:

    late     2^16 words (half a MB), from EARLY stones on, one for each searcher
    early    2^bits words, below EARLY stones; threads may share one, for a word is whole or old
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.errors import ConfigError
from galo.jit import kernel
from galo.players.connect_four.threats import canonical_number, position_number

if TYPE_CHECKING:
    from galo.arrays import IntVector

NUMBER_BITS, TAG_BITS = 49, 35
NUMBER, TAG = (1 << NUMBER_BITS) - 1, (1 << TAG_BITS) - 1
MULTIPLIER = 0x1C8E815B2D96F  # odd, so that nothing is lost

TAG_SHIFT, AGE_SHIFT, LOWER_SHIFT = 28, 12, 6
AGE, BOUND = 0xFFFF, 0x3F
OFFSET = 32  # makes a bound positive

EARLY = 23  # stones below which a tree is large
MIRRORED = 14  # stones below which positions still meet their mirror images
LATE_BITS = 16
LATE_SHIFT = NUMBER_BITS - LATE_BITS

WORD_BYTES = 8
SMALLEST, DEFAULT, LARGEST = 1, 64, 1 << 15  # megabytes, rounded down to a power of two


class Bounds(NamedTuple):
    lower: int
    upper: int


@kernel
def scrambled(mine: int, stones: int, ply: int) -> int:
    """Return the position's number in another order, every slot as likely as the others."""
    number = canonical_number(mine, stones) if ply < MIRRORED else position_number(mine, stones)
    return (number * MULTIPLIER) & NUMBER


@kernel
def is_about(word: int, code: int, age: int) -> bool:
    """Return whether *word* was written for the scrambled number *code* in this *age*."""
    return word >> TAG_SHIFT == code & TAG and word >> AGE_SHIFT & AGE == age


@kernel
def bounds_in(word: int) -> Bounds:
    """Return the bounds that *word* holds."""
    return Bounds((word >> LOWER_SHIFT & BOUND) - OFFSET, (word & BOUND) - OFFSET)


@kernel
def word_of(code: int, age: int, lower: int, upper: int) -> int:
    """Return the word that says that *lower* <= score <= *upper*."""
    tag = (code & TAG) << TAG_SHIFT | age << AGE_SHIFT
    return tag | (lower + OFFSET) << LOWER_SHIFT | (upper + OFFSET)


class Table:
    """The early words, and the age that counts."""

    def __init__(self, megabytes: int = DEFAULT) -> None:
        if not SMALLEST <= megabytes <= LARGEST:
            raise ConfigError(f"table of {megabytes} MB is not from {SMALLEST} to {LARGEST} MB")
        self.bits = ((megabytes << 20) // WORD_BYTES).bit_length() - 1
        self.words: IntVector = np.zeros(1 << self.bits, np.int64)
        self.age = 1

    def forget(self) -> None:
        """Start a new age: what was found so far no longer counts."""
        self.age += 1
        if self.age > AGE:
            self.words[:] = 0
            self.age = 1
