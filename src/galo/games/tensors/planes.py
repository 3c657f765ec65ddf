"""Planes of a board: `[plane, row, column]`, row 0 below, column 0 on the left."""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules import connect_four, lines_of_action
from galo.games.tensors.layout import TensorLayout, TensorPart

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from galo.arrays import Tensor
    from galo.games.connect_four import ConnectFourPosition
    from galo.games.lines_of_action import LinesOfActionPosition

SQUARES = 64
ALL_SQUARES = (1 << SQUARES) - 1
SIDE = lines_of_action.SIDE
EARLIER = 3  # boards since the last capture: a network sees what is about to be repeated

_CELLS = connect_four.HEIGHT, connect_four.WIDTH
CONNECT_FOUR = TensorLayout(
    (
        TensorPart("own", (1, *_CELLS), "1 where a disc of the observer lies"),
        TensorPart("other", (1, *_CELLS), "1 where a disc of the other side lies"),
        TensorPart("to_move", (1, *_CELLS), "1 everywhere if the observer is to move"),
    ),
    _CELLS,
)
_BOARD = SIDE, SIDE
LINES_OF_ACTION = TensorLayout(
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


def connect_four_tensor(position: "ConnectFourPosition", seat: int) -> "Tensor":
    """Return what *seat* sees of *position*."""
    state = position.state
    others = state.stones ^ state.mine
    own, other = (state.mine, others) if state.ply % 2 == seat else (others, state.mine)
    return CONNECT_FOUR.join(
        {"own": _cells(own), "other": _cells(other), "to_move": position.mover == seat}
    )


def lines_of_action_tensor(position: "LinesOfActionPosition", seat: int) -> "Tensor":
    """Return what *seat* sees of *position*."""
    state, rules = position.state, position.game.rules
    earlier = np.zeros((EARLIER, 2, SIDE, SIDE), np.float32)
    for place, before in enumerate(reversed(position.earlier[-EARLIER:])):
        earlier[place] = _board(before[seat]), _board(before[1 - seat])
    return LINES_OF_ACTION.join(
        {
            "own": _board(state[seat]),
            "other": _board(state[1 - seat]),
            "to_move": position.mover == seat,
            "times": state.times - 1,
            "plies_left": 1 - state.ply / rules.max_plies if rules.max_plies else 1,
            "earlier": earlier,
        }
    )


def _board(pieces: int) -> "NDArray[np.uint8]":
    """Return the squares of *pieces* by rank and file."""
    return _bits(pieces).reshape(SIDE, SIDE)


def _cells(discs: int) -> "NDArray[np.uint8]":
    """Return the cells of *discs* by row and column."""
    columns = _bits(discs)[: connect_four.COLUMN * connect_four.WIDTH]
    return columns.reshape(connect_four.WIDTH, connect_four.COLUMN)[:, : connect_four.HEIGHT].T


def _bits(squares: int) -> "NDArray[np.uint8]":
    """Return the 64 bits of *squares*, lowest first."""
    octets = np.frombuffer((squares & ALL_SQUARES).to_bytes(SQUARES // 8, "little"), np.uint8)
    return np.unpackbits(octets, bitorder="little")
