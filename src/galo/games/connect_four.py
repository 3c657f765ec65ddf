"""Connect Four at the door: columns 1 to 7, a position is the string of columns played."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from galo.errors import NotationError
from galo.games.game import BoardGame, BoardPosition, Move, Outcome
from galo.games.rules import connect_four as rules
from galo.rng import Stream

DISCS = "●○"  # seat 0, seat 1
EMPTY = "·"

MOVES = tuple(Move(column, str(column + 1)) for column in range(rules.WIDTH))


class ConnectFour(BoardGame):
    """Seven columns, six rows, four in a line wins."""

    name = "connect_four"
    move_help = "a column from 1 to 7, such as 4"

    def _first(self) -> "ConnectFourPosition":
        return ConnectFourPosition(self, rules.start(rules.RULES, 0), "")

    def random_games(self, count: int, seed: int) -> tuple[int, int, int]:
        tally = np.zeros(3, np.int64)
        rules.playouts(rules.RULES, Stream.of(seed).key, count, tally)
        return int(tally[0]), int(tally[1]), int(tally[2])

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


@dataclass(frozen=True, eq=False, repr=False)
class ConnectFourPosition(BoardPosition):
    """The stones on the board, and the columns that put them there."""

    game: ConnectFour
    state: rules.State
    columns: str

    @property
    def mover(self) -> int | None:
        return None if self.is_over else self.state.ply % 2

    @cached_property
    def outcome(self) -> Outcome | None:
        return Outcome.of_board(rules.ending(rules.RULES, self.state), rules.REASONS)

    @property
    def identity(self) -> Hashable:
        return self.state

    def _legal_moves(self) -> tuple[Move, ...]:
        codes = np.empty(rules.MAX_MOVES, np.int64)
        count = rules.legal_moves(rules.RULES, self.state, codes)
        return tuple(MOVES[code] for code in codes[:count])

    def _after(self, move: Move) -> "ConnectFourPosition":
        state = rules.play(rules.RULES, self.state, move.code)
        return ConnectFourPosition(self.game, state, self.columns + move.text)

    def perft(self, depth: int) -> list[int]:
        paths = np.zeros(depth, np.int64)
        rules.perft(rules.RULES, self.state, paths)
        return [int(count) for count in paths]

    def disc(self, column: int, row: int) -> str:
        """Return what lies in *column* and *row*, both from 0."""
        bit = 1 << (column * rules.COLUMN + row)
        if not self.state.stones & bit:
            return EMPTY
        is_movers = bool(self.state.mine & bit)
        return DISCS[self.state.ply % 2 if is_movers else 1 - self.state.ply % 2]

    def winning_cells(self) -> list[tuple[int, int]]:
        """Return the columns and rows of the discs that stand in a winning line."""
        if self.state.ply == 0:
            return []
        stones = self.state.stones & ~self.state.mine  # of who moved last
        found = 0
        for step in (rules.VERTICAL, rules.HORIZONTAL, rules.SLASH, rules.BACKSLASH):
            pairs = stones & (stones >> step)
            starts = pairs & (pairs >> (2 * step))
            for place in range(4):
                found |= starts << (place * step)
        bits = [bit for bit in range(rules.COLUMN * rules.WIDTH) if found >> bit & 1]
        return [divmod(bit, rules.COLUMN) for bit in bits]

    def drawing(self) -> str:
        rows = []
        for row in reversed(range(rules.HEIGHT)):
            discs = " ".join(self.disc(column, row) for column in range(rules.WIDTH))
            rows.append(f"│ {discs} │")
        return "\n".join([*rows, "└ 1 2 3 4 5 6 7 ┘"])

    def to_text(self) -> str:
        return self.columns
