"""Random numbers by counter: a key and an index in, the same 32 bits out, everywhere.

There is no state to carry or to share: draw *index* of the stream *key* is a pure
function, so a match can be dealt on any thread, device or machine in any order.

    key    62 .......... 32 31 ........... 0      a 63-bit int, never negative
           high (31 bits)   low (32 bits)

Words of 32 bits are mixed inside int64. Both multipliers are below 2^31, so no product
reaches 2^63 and the compiled code, a GPU and plain Python agree on every bit.
The mixer is the two-multiply permutation of the hash-prospector search (bias 0.107).
"""

from galo.jit import kernel

WORD = 0xFFFFFFFF
HIGH = 0x7FFFFFFF
WEYL = 0x9E3779B9  # 2^32 / golden ratio: keeps small indices and words apart before mixing
FIRST_MULTIPLIER, SECOND_MULTIPLIER = 0x21F0AAAD, 0x735A2D97


@kernel
def mix(word: int) -> int:
    """Return a fixed permutation of the 32-bit *word* in which every bit depends on every bit."""
    word = ((word ^ (word >> 16)) * FIRST_MULTIPLIER) & WORD
    word = ((word ^ (word >> 15)) * SECOND_MULTIPLIER) & WORD
    return word ^ (word >> 15)


@kernel
def fold_in(key: int, word: int) -> int:
    """Return the key of substream number *word* (63 bits, not negative) of the stream *key*."""
    # The key is mixed before it meets the word: neighbouring keys and words must not cancel.
    low = mix(mix(((key & WORD) + WEYL) & WORD) ^ (word & WORD))
    high = mix(((key >> 32) + low) & WORD ^ (word >> 32))
    low = mix((low + high) & WORD)
    return (high & HIGH) << 32 | low


@kernel
def random_bits(key: int, index: int) -> int:
    """Return 32 random bits: draw number *index* (32 bits) of the stream *key*."""
    return mix((mix((index + WEYL) & WORD ^ (key & WORD)) + (key >> 32)) & WORD)


@kernel
def randint(key: int, index: int, limit: int) -> int:
    """Return draw *index* of the stream *key* as a number in 0..limit-1, for limits below 2^31."""
    return (random_bits(key, index) * limit) >> 32
