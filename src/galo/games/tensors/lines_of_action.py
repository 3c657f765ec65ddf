"""What a network reads of a position of Lines of Action."""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.lines_of_action import SIDE
from galo.games.tensors.layout import TensorLayout, TensorPart
from galo.games.tensors.planes import bits_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from galo.arrays import Tensor
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


def tensor_of(position: "LinesOfActionPosition", seat: int) -> "Tensor":
    """Return what *seat* sees of *position*."""
    state, rules = position.state, position.game.rules
    earlier = np.zeros((EARLIER, 2, SIDE, SIDE), np.float32)
    for place, before in enumerate(reversed(position.earlier[-EARLIER:])):
        earlier[place] = _board(before[seat]), _board(before[1 - seat])
    return LAYOUT.join(
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
    return bits_of(pieces).reshape(SIDE, SIDE)
