"""What a network reads of a position of Lines of Action."""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.lines_of_action import BIT, SIDE, SQUARES, Rules, State
from galo.games.tensors.layout import TensorLayout, TensorPart
from galo.jit import float_kernel, kernel, lowest_bit

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, Tensor
    from galo.games.lines_of_action import LinesOfActionPosition

EARLIER = 3  # boards since the last capture: a network sees what is about to be repeated
_BOARD = SIDE, SIDE
LAYOUT = TensorLayout(
    (
        TensorPart("own", (1, *_BOARD), "1 where a piece of the observer stands"),
        TensorPart("other", (1, *_BOARD), "1 where a piece of the other side stands"),
        TensorPart("to_move", (1, *_BOARD), "1 everywhere if the observer is to move"),
        TensorPart("times", (1, *_BOARD), "how often the position has occurred, less one"),
        TensorPart("plies_left", (1, *_BOARD), "share of `max_plies` that is left, 1 without it"),
        TensorPart(
            "earlier",
            (EARLIER, 2, *_BOARD),
            "own and other of one, two and three plies before, 0 before the last capture",
        ),
    ),
    _BOARD,
)


@kernel
def write_pieces(pieces: int, out: "Tensor", plane: int) -> None:
    """Write 1 for each of *pieces* into *plane* of *out*."""
    while pieces:
        square = lowest_bit(pieces)
        out[plane * SQUARES + square] = 1
        pieces ^= int(BIT[square])


@kernel
def write_plane(value: float, out: "Tensor", plane: int) -> None:
    """Write *value* into all of *plane* of *out*."""
    for square in range(SQUARES):
        out[plane * SQUARES + square] = value


@float_kernel
def write_observation(  # noqa: PLR0913 (a position is a state and the boards before it)
    rules: Rules,
    state: State,
    boards: "IntMatrix",
    length: int,
    seat: int,
    is_over: bool,
    out: "Tensor",
) -> None:
    """Write what *seat* sees of *state*, after *boards*[:length], into *out*: flat and all 0."""
    own, other = (state.black, state.white) if seat == 0 else (state.white, state.black)
    write_pieces(own, out, 0)
    write_pieces(other, out, 1)
    write_plane(1.0 if state.mover == seat and not is_over else 0.0, out, 2)
    write_plane(state.times - 1.0, out, 3)
    write_plane(1.0 - state.ply / rules.max_plies if rules.max_plies else 1.0, out, 4)
    for back in range(min(length, EARLIER)):
        board = length - 1 - back
        write_pieces(int(boards[board, seat]), out, 5 + 2 * back)
        write_pieces(int(boards[board, 1 - seat]), out, 6 + 2 * back)


def tensor_of(position: "LinesOfActionPosition", seat: int) -> "Tensor":
    """Return what *seat* sees of *position*."""
    tensor, boards = np.zeros(LAYOUT.shape, np.float32), position.boards
    write_observation(
        position.game.rules,
        position.state,
        boards,
        len(boards),
        seat,
        position.is_over,
        tensor.reshape(-1),
    )
    return tensor
