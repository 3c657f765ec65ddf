"""Drawing by weight, from a stream of random numbers."""

from typing import TYPE_CHECKING

from galo.counter import draw
from galo.jit import kernel

if TYPE_CHECKING:
    import numpy as np

    from galo.games.rules.ending import Integers

    Reals = np.ndarray[tuple[int], np.dtype[np.float64]]

WORDS = float(1 << 32)  # a draw is below this


@kernel
def chance(key: int, index: int) -> float:
    """Return draw *index* of the stream *key* as a number from 0 to below 1."""
    return draw(key, index) / WORDS


@kernel
def draw_by_weight(weights: "Reals", total: float, key: int, drawn: "Integers") -> None:
    """Fill *drawn* with places in *weights*, which are *total* together: the heavier the oftener.

    They come in order, each as often as its weight says, give or take one.
    """
    # Equal steps from one random place: that wastes fewer than drawing each anew.
    step = total / len(drawn)
    reach = step * chance(key, 0)
    place, passed = 0, weights[0]
    for number in range(len(drawn)):
        while passed <= reach and place + 1 < len(weights):
            place += 1
            passed += weights[place]
        drawn[number] = place
        reach += step
