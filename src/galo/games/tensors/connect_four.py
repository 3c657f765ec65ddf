"""What a network reads of a position of Connect Four."""

from typing import TYPE_CHECKING

from galo.games.rules.connect_four import COLUMN, HEIGHT, WIDTH
from galo.games.tensors.layout import TensorLayout, TensorPart
from galo.games.tensors.planes import bits_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from galo.arrays import Tensor
    from galo.games.connect_four import ConnectFourPosition

_CELLS = HEIGHT, WIDTH
LAYOUT = TensorLayout(
    (
        TensorPart("own", (1, *_CELLS), "1 where a disc of the observer lies"),
        TensorPart("other", (1, *_CELLS), "1 where a disc of the other side lies"),
        TensorPart("to_move", (1, *_CELLS), "1 everywhere if the observer is to move"),
    ),
    _CELLS,
)


def tensor_of(position: "ConnectFourPosition", seat: int) -> "Tensor":
    """Return what *seat* sees of *position*."""
    state = position.state
    others = state.stones ^ state.mine
    own, other = (state.mine, others) if state.ply % 2 == seat else (others, state.mine)
    return LAYOUT.join(
        {"own": _cells(own), "other": _cells(other), "to_move": position.mover == seat}
    )


def _cells(discs: int) -> "NDArray[np.uint8]":
    """Return the cells of *discs* by row and column."""
    columns = bits_of(discs)[: COLUMN * WIDTH]
    return columns.reshape(WIDTH, COLUMN)[:, :HEIGHT].T
