"""The 46 lines of the board as numbers in base three, and the moves counted on each.

Where a piece may go along a line depends on that line alone, so the moves of a line, and
what is blocked on it, can be looked up:

    rank 3   a b c d e f g h        digit 0 empty, 1 black, 2 white; a is the lowest digit
             . 1 . 2 . . . .        code 1·3 + 2·27 = 57, plus where lines of this shape begin

A move changes at most eight codes. Lines of one shape share their entries: inner lines by
length, where both ends lie at the board's edge, and the four edges, where every square does.
Every count is Black's less White's.

    inward, edge      quiet moves to inner squares, to edge squares
    takes, edge_takes captures there
    walled            pieces at the edge whose way along the line is shut by an enemy next to it
"""

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.lines_of_action import SIDE, SQUARES

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

EMPTY, BLACK, WHITE = 0, 1, 2
COUNTS = ("inward", "edge", "takes", "edge_takes", "walled")
WALLED = COUNTS.index("walled")
LINES = 2 * SIDE + 2 * (2 * SIDE - 1)
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1))  # as the rules number lines: file, rank


def _lines() -> list[tuple[int, list[int]]]:
    """Return every line: which of STEPS it follows, and its squares from one end to the other."""
    found = []
    for step, (file_step, rank_step) in enumerate(STEPS):
        for square in range(SQUARES):
            file, rank = square % SIDE, square // SIDE
            if 0 <= file - file_step < SIDE and 0 <= rank - rank_step < SIDE:
                continue  # not where its line begins
            squares = []
            while 0 <= file < SIDE and 0 <= rank < SIDE:
                squares.append(rank * SIDE + file)
                file, rank = file + file_step, rank + rank_step
            found.append((step, squares))
    return found


def _is_edge(square: int) -> bool:
    return square % SIDE in (0, SIDE - 1) or square // SIDE in (0, SIDE - 1)


def _counts(digits: tuple[int, ...], edges: tuple[bool, ...]) -> list[int]:
    """Return the COUNTS of a line with these *digits*, of which *edges* lie at the edge."""
    counts = [0] * len(COUNTS)
    distance = sum(digit != EMPTY for digit in digits)
    for place, piece in enumerate(digits):
        if piece == EMPTY:
            continue
        enemy, sign = BLACK + WHITE - piece, 1 if piece == BLACK else -1
        for step in (1, -1):
            target = place + step * distance
            way = digits[place + step : target : step] if 0 <= target < len(digits) else ()
            if 0 <= target < len(digits) and digits[target] != piece and enemy not in way:
                counts[2 * (digits[target] == enemy) + edges[target]] += sign
        if not all(edges) and len(digits) > 2:
            inside = {0: 1, len(digits) - 1: len(digits) - 2}.get(place)
            counts[WALLED] += sign * (inside is not None and digits[inside] == enemy)
    return counts


LINE_OF = np.zeros((SQUARES, len(STEPS)), np.int64)
PLACE = np.zeros((SQUARES, len(STEPS)), np.int64)  # 3 to the power of the place on that line
BEGIN = np.zeros(LINES, np.int64)  # the code of each line when it is empty
_shapes: dict[tuple[bool, ...], int] = {}
_rows: list[list[int]] = []
for _number, (_step, _squares) in enumerate(_lines()):
    for _place, _square in enumerate(_squares):
        LINE_OF[_square, _step] = _number
        PLACE[_square, _step] = 3**_place
    _edges = tuple(map(_is_edge, _squares))
    if _edges not in _shapes:
        _shapes[_edges] = len(_rows)
        for _digits in product(range(3), repeat=len(_squares)):
            _rows.append(_counts(_digits[::-1], _edges))
    BEGIN[_number] = _shapes[_edges]
COUNTED: "IntMatrix" = np.array(_rows, np.int64)  # code, count
