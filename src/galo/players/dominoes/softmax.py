"""The softmax of opponent models: how likely a player takes an option of a certain value.

A model takes an option with a probability proportional to exp(value / temperature), so

    chance of what was chosen = 1 / (sum of exp((value - value of what was chosen) / temperature))

The exponential is read from a table in steps, rounded: the same on every machine.
"""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import RealVector

STEPS = 16  # entries of the table for each unit of its argument
LARGEST = 16  # the table goes from exp(-LARGEST) to exp(LARGEST)
MIDDLE = LARGEST * STEPS  # the entry of exp(0)
DIGITS = 9  # far fewer than the exponential has, so that all machines agree on them


@cache
def exponentials() -> "RealVector":
    """Return the table of exp from -LARGEST to LARGEST, STEPS entries for each unit."""
    return np.exp(np.linspace(-LARGEST, LARGEST, 2 * MIDDLE + 1)).round(DIGITS)


def sharpness_of(temperature: float) -> float:
    """Return the steps of the table for each unit of value at *temperature*."""
    return STEPS / temperature


@kernel
def exponential(table: "RealVector", sharpness: float, difference: int) -> float:
    """Return exp(*difference* / temperature), read from *table*, of `exponentials`."""
    step = int(difference * sharpness + (MIDDLE + 0.5))
    return float(table[max(0, min(2 * MIDDLE, step))])
