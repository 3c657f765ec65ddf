"""Drawing by weight, from a stream of random numbers."""

from typing import TYPE_CHECKING

from galo.jit import kernel
from galo.rng import random_bits

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealVector


WORDS = float(1 << 32)  # a draw is below this


@kernel
def uniform(key: int, index: int) -> float:
    """Return draw *index* of the stream *key* as a number from 0 to below 1."""
    return random_bits(key, index) / WORDS


@kernel
def resample(weights: "RealVector", total: float, key: int, drawn: "IntVector") -> None:
    """Fill *drawn* with indices of *weights*, in order, by systematic resampling.

    Each index comes in proportion to its weight, give or take one; *total* is the sum of all.
    """
    # Equal steps from one random place: that wastes fewer than drawing each anew.
    step = total / len(drawn)
    reach = step * uniform(key, 0)
    place, passed = 0, weights[0]
    for number in range(len(drawn)):
        while passed <= reach and place + 1 < len(weights):
            place += 1
            passed += weights[place]
        drawn[number] = place
        reach += step
