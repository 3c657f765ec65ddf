"""Connect Four for people: columns 1 to 7, a position is the string of columns played."""

from collections.abc import Hashable, Mapping
from functools import cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from galo.errors import NotationError
from galo.games.board_game import EMPTY, EMPTY_SYMBOL, BoardGame, BoardPosition
from galo.games.game import Move, Outcome
from galo.games.position_view import Json
from galo.games.random_games import compiled_random_games
from galo.games.rules import connect_four as rules
from galo.games.rules.ending import PLAYING, Ending
from galo.games.steps.connect_four import OPEN, PLY, REASON, WINNER, Row, row_of, step
from galo.games.tensors.connect_four import LAYOUT, tensor_of
from galo.games.tensors.layout import TensorLayout
from galo.jit import direct

if TYPE_CHECKING:
    from galo.arrays import Tensor

LETTERS, DISCS = "xo", "●○"  # of seat 0, of seat 1

MOVES = tuple(Move(column, str(column + 1)) for column in range(rules.WIDTH))
OPEN_MOVES = tuple(  # by the set of open columns
    tuple(move for move in MOVES if columns >> move.code & 1) for columns in range(1 << rules.WIDTH)
)


class ConnectFour(BoardGame):
    """Seven columns, six rows, four in a line wins."""

    name = "connect_four"
    opening_plies = 4
    move_help = "a column from 1 to 7, such as 4"
    symbols: ClassVar[Mapping[str, str]] = dict(zip(LETTERS, DISCS, strict=True))

    def _first(self) -> "ConnectFourPosition":
        return ConnectFourPosition(self, "", _first_row())

    def random_games(self, count: int, seed: int) -> tuple[int, int, int]:
        return compiled_random_games(rules, rules.RULES, count, seed)

    def action_names(self) -> tuple[str, ...]:
        return tuple(move.text for move in MOVES)

    @property
    def tensor_layout(self) -> TensorLayout:
        return LAYOUT

    def from_text(self, text: str) -> "ConnectFourPosition":
        position = self._first()
        for ply, column in enumerate(text.strip(), start=1):
            if self.normal_notation(column) is None:
                problem = f"{column!r} is not a column from 1 to 7"
            elif position.is_over:
                problem = "the game is already over"
            elif MOVES[int(column) - 1] not in position.legal_moves:
                problem = f"column {column} is full"
            else:
                position = position._after(MOVES[int(column) - 1])
                continue
            raise NotationError(
                f"impossible position {text!r}: {problem} at ply {ply}; "
                "write the columns played, such as 4453"
            )
        return position

    def normal_notation(self, text: str) -> str | None:
        column = text.strip()
        return column if len(column) == 1 and column in "1234567" else None


class ConnectFourPosition(BoardPosition):
    """The discs on the board, and the columns they were dropped into."""

    __slots__ = ("_columns", "_game", "_row")

    def __init__(self, game: ConnectFour, columns: str, row: Row) -> None:
        self._game, self._columns, self._row = game, columns, row

    @property
    def game(self) -> ConnectFour:  # type: ignore[override]
        return self._game

    @property
    def columns(self) -> str:
        """The columns played so far, such as `4453`."""
        return self._columns

    @property
    def state(self) -> rules.State:
        """The board as kernels know it."""
        return rules.State(*self._row[:REASON])

    @property
    def mover(self) -> int | None:
        row = self._row
        return row[PLY] % 2 if row[REASON] == PLAYING else None

    @property
    def is_over(self) -> bool:
        return self._row[REASON] != PLAYING

    @property
    def outcome(self) -> Outcome | None:
        ending = Ending(self._row[REASON], self._row[WINNER])
        return Outcome.of_board(ending, rules.REASONS)

    @property
    def identity(self) -> Hashable:
        return self._row

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        return OPEN_MOVES[self._row[OPEN]]

    def _legal_moves(self) -> tuple[Move, ...]:
        return self.legal_moves

    def play(self, move: Move | str) -> "ConnectFourPosition":
        if move not in OPEN_MOVES[self._row[OPEN]]:
            return super().play(move)
        # A call of __init__ would take as long as all that follows but the kernel.
        after = _new(ConnectFourPosition)
        after._game = self._game
        after._columns = self._columns + move.text
        after._row = _step(self._row, move.code)
        return after

    def _after(self, move: Move) -> "ConnectFourPosition":
        return self.play(move)

    def perft(self, depth: int) -> list[int]:
        paths = np.zeros(depth, np.int64)
        rules.perft(rules.RULES, self.state, paths)
        return [int(count) for count in paths]

    def tensor(self, seat: int) -> "Tensor":
        return tensor_of(self, seat)

    def _letter(self, column: int, row: int) -> str:
        """Return the letter of what lies in *column* and *row*, both from 0 at the bottom left."""
        bit = 1 << (column * rules.COLUMN + row)
        if not self.state.stones & bit:
            return EMPTY
        is_movers = bool(self.state.mine & bit)
        return LETTERS[self.state.ply % 2 if is_movers else 1 - self.state.ply % 2]

    def disc(self, column: int, row: int) -> str:
        """Return how what lies in *column* and *row*, both from 0, is drawn."""
        return self.game.symbols.get(self._letter(column, row), EMPTY_SYMBOL)

    def grid(self) -> list[str]:
        return [
            "".join(self._letter(column, row) for column in range(rules.WIDTH))
            for row in reversed(range(rules.HEIGHT))
        ]

    def board(self, seat: int | None, last: str | None) -> Json:
        """Return `cells` from the bottom left, row by row, and the winning `line` in them."""
        cells = "".join(reversed(self.grid()))
        line = [row * rules.WIDTH + column for column, row in self.winning_cells()]
        return {"cells": cells, "last": last, "line": line}

    def winning_cells(self) -> list[tuple[int, int]]:
        """Return the columns and rows of the discs that stand in a winning line."""
        if self.state.ply == 0:
            return []
        stones = self.state.stones & ~self.state.mine  # of the side that moved last
        found = 0
        for shift in (rules.VERTICAL, rules.HORIZONTAL, rules.SLASH, rules.BACKSLASH):
            pairs = stones & (stones >> shift)
            starts = pairs & (pairs >> (2 * shift))
            for place in range(4):
                found |= starts << (place * shift)
        bits = [bit for bit in range(rules.COLUMN * rules.WIDTH) if found >> bit & 1]
        return [divmod(bit, rules.COLUMN) for bit in bits]

    def drawing(self) -> str:
        rows = []
        for row in reversed(range(rules.HEIGHT)):
            discs = " ".join(self.disc(column, row) for column in range(rules.WIDTH))
            rows.append(f"│ {discs} │")
        return "\n".join([*rows, "└ 1 2 3 4 5 6 7 ┘"])

    def to_text(self) -> str:
        return self._columns


@cache
def _first_row() -> Row:
    return row_of(rules.RULES, rules.start(rules.RULES, 0))


def _compile_step(row: Row, move: int) -> Row:
    """Do as `step` does, and let its compiled form take this one's place."""
    global _step
    _step = direct(step, row, move)
    return _step(row, move)


_step, _new = _compile_step, object.__new__
