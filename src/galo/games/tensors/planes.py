"""Planes of a board: `[plane, row, column]`, row 0 below, column 0 on the left."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SQUARES = 64
ALL_SQUARES = (1 << SQUARES) - 1


def bits_of(squares: int) -> "NDArray[np.uint8]":
    """Return the 64 bits of *squares*, lowest first."""
    octets = np.frombuffer((squares & ALL_SQUARES).to_bytes(SQUARES // 8, "little"), np.uint8)
    return np.unpackbits(octets, bitorder="little")
