"""What a network reads of a position of Connect Four."""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.connect_four import COLUMN, HEIGHT, WIDTH, State
from galo.games.tensors.layout import TensorLayout, TensorPart
from galo.jit import kernel, lowest_bit

if TYPE_CHECKING:
    from galo.arrays import Tensor
    from galo.games.connect_four import ConnectFourPosition

_CELLS = HEIGHT, WIDTH
CELLS = HEIGHT * WIDTH
LAYOUT = TensorLayout(
    (
        TensorPart("own", (1, *_CELLS), "1 where a disc of the observer lies"),
        TensorPart("other", (1, *_CELLS), "1 where a disc of the other side lies"),
        TensorPart("to_move", (1, *_CELLS), "1 everywhere if the observer is to move"),
    ),
    _CELLS,
)


@kernel
def write_discs(discs: int, out: "Tensor", first: int) -> None:
    """Write 1 for each of *discs* into the plane of *out* that begins at *first*."""
    while discs:
        cell = lowest_bit(discs)
        out[first + cell % COLUMN * WIDTH + cell // COLUMN] = 1
        discs &= discs - 1


@kernel
def write_observation(state: State, seat: int, is_over: bool, out: "Tensor") -> None:
    """Write what *seat* sees of *state* into *out*, which is flat and all 0."""
    own, other = state.mine, state.stones ^ state.mine
    is_mover = state.ply % 2 == seat
    if not is_mover:
        own, other = other, own
    write_discs(own, out, 0)
    write_discs(other, out, CELLS)
    if is_mover and not is_over:
        for cell in range(2 * CELLS, 3 * CELLS):
            out[cell] = 1


def tensor_of(position: "ConnectFourPosition", seat: int) -> "Tensor":
    """Return what *seat* sees of *position*."""
    tensor = np.zeros(LAYOUT.shape, np.float32)
    write_observation(position.state, seat, position.is_over, tensor.reshape(-1))
    return tensor
