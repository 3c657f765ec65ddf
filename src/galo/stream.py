"""Streams of random numbers for Python code: a seed and a purpose in, the same draws everywhere.

The numbers are those of the kernels in `galo.rng`, imported when the first is drawn: whatever only
passes a stream on, like the site when it starts, need not wait for the compiler.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from galo.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np

LARGEST_SEED = (1 << 63) - 1
BLOCK_BITS = 16


def check_seed(seed: int) -> None:
    """Raise unless *seed* is one that a stream can have."""
    if not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
        raise ConfigError(f"seed {seed!r} is not a whole number from 0 to {LARGEST_SEED}")


@dataclass(frozen=True)
class Stream:
    """A stream of random numbers for one purpose: the draws of *key* from *first* on."""

    key: int
    first: int = 0

    @classmethod
    def of(cls, seed: int, *words: int) -> "Stream":
        """Return the stream of *seed*, or its substream numbered by *words*: one a purpose."""
        check_seed(seed)
        from galo.rng import fold_in

        key = fold_in(0, seed)
        for word in words:
            key = fold_in(key, word)
        return cls(key)

    def block(self, number: int) -> "Stream":
        """Return part *number* of this stream: 2^16 draws that no other part has."""
        return Stream(self.key, number << BLOCK_BITS)

    def randint(self, index: int, limit: int) -> int:
        """Return draw *index* of this stream as a number in 0..limit-1."""
        from galo.rng import randint

        return randint(self.key, self.first + index, limit)

    @property
    def integer(self) -> int:
        """A key of this stream's own, for kernels."""
        from galo.rng import fold_in

        return fold_in(self.key, self.first)

    def generator(self) -> "np.random.Generator":
        """Return a NumPy generator on this stream's key."""
        import numpy as np

        return np.random.Generator(np.random.Philox(key=self.integer))
