"""Lines of Action for people: moves `d1-b3`, captures `g4xg1`, positions as rows and moves.

A position's text is its board when nothing could be repeated yet, row 8 first, the side
to move, the ply, and the moves since then:

    1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b 0 d1-b3 a2-c2
"""

import re
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.board_game import EMPTY, FILES, BoardGame, BoardPosition
from galo.games.game import Move, Outcome
from galo.games.options import Option, Value
from galo.games.position_view import Json
from galo.games.random_games import compiled_random_games
from galo.games.rules import lines_of_action as rules
from galo.games.rules.ending import PLAYING, Ending
from galo.games.rules.lines_of_action import MAX_MOVES
from galo.games.steps.lines_of_action import (
    CAPTURE,
    CAPTURED,
    CODES,
    COUNT,
    MOVER,
    REASON,
    WINNER,
    Row,
    row_of,
    step,
)
from galo.games.tensors.layout import TensorLayout
from galo.games.tensors.lines_of_action import LAYOUT, tensor_of
from galo.jit import lowest_bit

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, Tensor

LETTERS = "bw"  # black, white
NOTATION = re.compile(r"([a-h][1-8])\s*[-x]?\s*([a-h][1-8])")
PASS = "pass"
CONNECTED = ("connected", "both_connected")  # reasons for which a game ends


def groups(pieces: int) -> int:
    """Return how many groups *pieces* form."""
    count = 0
    while pieces:
        count += 1
        frontier = int(rules.BIT[lowest_bit(pieces)])
        while frontier:
            square = lowest_bit(frontier)
            pieces &= ~int(rules.BIT[square])
            frontier = (frontier | int(rules.NEIGHBOURS[square])) & pieces & ~int(rules.BIT[square])
    return count


def square_name(square: int) -> str:
    """Return the name of *square*, like a1."""
    return f"{FILES[square % rules.SIDE]}{square // rules.SIDE + 1}"


def _move(code: int) -> Move:
    """Return the move that `coded_moves` writes as *code*."""
    is_capture, plain_code = divmod(code, CAPTURE)
    if plain_code == rules.PASS:
        return Move(plain_code, PASS)
    source, target = divmod(plain_code, rules.SQUARES)
    text = f"{square_name(source)}{'x' if is_capture else '-'}{square_name(target)}"
    return Move(plain_code, text)


MOVES = np.empty(CODES, object)  # by what `coded_moves` writes
for _source in range(rules.SQUARES):
    for _target in set(rules.TARGET[_source].flat) - {rules.OFF_BOARD}:
        for _code in (_source * rules.SQUARES + int(_target) + k * CAPTURE for k in (0, 1)):
            MOVES[_code] = _move(_code)
MOVES[rules.PASS] = _move(rules.PASS)
NO_BOARDS = np.empty((0, 3), np.int64)


class LinesOfAction(BoardGame):
    """Bring all your pieces together."""

    name = "lines_of_action"
    opening_plies = 6
    symbols: ClassVar[Mapping[str, str]] = {"b": "●", "w": "○"}
    move_help = "two squares, such as d1-b3, or g4xg1 when it captures, or pass"
    options_declared = (
        Option("first", "black", choices=("black", "white")),
        Option("simultaneous", "mover", choices=("mover", "draw")),
        Option("no_move", "pass", choices=("pass", "loss")),
        Option("repetition", 3, choices=(3, 2, None)),
        Option("repetition_counts", "position", choices=("position", "board")),
        Option("max_plies", None, minimum=1, optional=True),
    )

    def __init__(self, /, **options: Value) -> None:
        super().__init__(**options)
        repetition, max_plies = self.options["repetition"], self.options["max_plies"]
        if repetition is None and max_plies is None:
            raise ConfigError("lines_of_action with repetition=none needs max_plies, such as 500")
        self.rules = rules.Rules(
            white_starts=int(self.options["first"] == "white"),
            both_connected_draws=int(self.options["simultaneous"] == "draw"),
            no_move_loses=int(self.options["no_move"] == "loss"),
            repetition=int(repetition or 0),
            by_board=int(self.options["repetition_counts"] == "board"),
            max_plies=int(max_plies or 0),
        )
        self.rules_row = tuple(self.rules)  #: as the kernels of one ply take them

    def _first(self) -> "LinesOfActionPosition":
        return self._begin(rules.start(self.rules, 0))

    def _begin(self, state: rules.State) -> "LinesOfActionPosition":
        """Return the position of *state* with nothing before it."""
        codes = np.empty(MAX_MOVES, np.int64)
        row = row_of(self.rules, state, 0, codes)
        return LinesOfActionPosition(self, row, codes, NO_BOARDS, ())

    def random_games(self, count: int, seed: int) -> tuple[int, int, int]:
        return compiled_random_games(rules, self.rules, count, seed)

    def action_names(self) -> tuple[str, ...]:
        quiet: list[Move | None] = MOVES[:CAPTURE].tolist()
        return tuple(move.text for move in quiet if move is not None)

    @property
    def tensor_layout(self) -> TensorLayout:
        return LAYOUT

    def from_text(self, text: str) -> "LinesOfActionPosition":
        try:
            if len(text.split()) < 3:
                raise NotationError("it is not a board, a side to move and a number of plies")
            board, mover, ply, *moves = text.split()
            black, white = _read_board(board)
            position = self._begin(self._read_state(black, white, mover, ply))
            for move in moves:
                position = position._after(position.parse_move(move))
        except (NotationError, IllegalMoveError) as problem:
            raise NotationError(
                f"impossible position {text!r}: {problem}; the start is {self._first().to_text()!r}"
            ) from None
        return position

    def _read_state(self, black: int, white: int, mover: str, ply: str) -> rules.State:
        if mover not in ("b", "w"):
            raise NotationError(f"{mover!r} after the board is not b or w")
        if not (ply.isascii() and ply.isdigit() and len(ply) < 10):
            raise NotationError(f"{ply!r} after the side to move is not a number of plies")
        to_move = LETTERS.index(mover)
        if (self.rules.white_starts + int(ply)) % 2 != to_move:
            raise NotationError(f"after {ply} plies it is not the turn of {mover!r}")
        return rules.State(black, white, to_move, int(ply), times=1)

    def normal_notation(self, text: str) -> str | None:
        text = text.strip().lower()
        if text == PASS:
            return PASS
        match = NOTATION.fullmatch(text)
        return "".join(match.groups()) if match else None


def _read_board(text: str) -> tuple[int, int]:
    """Return the black and the white squares of eight rows like `w6w`, row 8 first."""
    rows = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in text.split("/")]
    if len(rows) != rules.SIDE or any(len(row) != rules.SIDE for row in rows):
        raise NotationError(f"the board {text!r} does not have eight rows of eight squares")
    squares = "".join(reversed(rows))
    unknown = set(squares) - {*LETTERS, "."}
    if unknown:
        raise NotationError(f"the board {text!r} has {min(unknown)!r} where b, w or a digit stands")
    masks = []
    for letter, side in zip(LETTERS, ("black", "white"), strict=True):
        count = squares.count(letter)
        if not 1 <= count <= rules.PIECES:
            raise NotationError(f"{side} has {count} pieces where 1 to {rules.PIECES} are possible")
        masks.append(rules.mask([k for k, piece in enumerate(squares) if piece == letter]))
    return masks[0], masks[1]


class LinesOfActionPosition(BoardPosition):
    """The board, and what has stood on it since the last capture."""

    __slots__ = ("_boards", "_codes", "_game", "_moves", "_quiet_moves", "_row")

    def __init__(
        self,
        game: LinesOfAction,
        row: Row,
        codes: "IntVector",
        boards: "IntMatrix",
        quiet_moves: tuple[str, ...],
    ) -> None:
        self._game, self._row, self._codes = game, row, codes
        self._boards, self._quiet_moves = boards, quiet_moves
        self._moves: tuple[Move, ...] | None = None  # made when they are asked for

    @property
    def game(self) -> LinesOfAction:  # type: ignore[override]
        return self._game

    @property
    def state(self) -> rules.State:
        """The board as kernels know it."""
        return rules.State(*self._row[:REASON])

    @property
    def boards(self) -> "IntMatrix":
        """The boards since the last capture, oldest first: black, white, mover."""
        return self._boards

    @property
    def earlier(self) -> tuple[rules.State, ...]:
        """The boards since the last capture, oldest first."""
        first_ply, states = self.state.ply - len(self._boards), []
        for number, (black, white, mover) in enumerate(self._boards.tolist()):
            state = rules.State(black, white, mover, first_ply + number, times=1)
            counted = rules.count_occurrences(self._game.rules, state, self._boards, number)
            states.append(counted)
        return tuple(states)

    @property
    def quiet_moves(self) -> tuple[str, ...]:
        """The moves that lead from the oldest of the earlier boards to here."""
        return self._quiet_moves

    @property
    def mover(self) -> int | None:
        return self._row[MOVER] if self._row[REASON] == PLAYING else None

    @property
    def is_over(self) -> bool:
        return self._row[REASON] != PLAYING

    @property
    def outcome(self) -> Outcome | None:
        ending = Ending(self._row[REASON], self._row[WINNER])
        return Outcome.of_board(ending, rules.REASONS)

    @property
    def identity(self) -> Hashable:
        here = self.state._replace(times=1)  # what may be repeated is all that counts
        if not self._game.rules.repetition:
            return here
        return here, frozenset(Counter(map(tuple, self._boards.tolist())).items())

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        if self._moves is None:
            self._moves = self._legal_moves()
        return self._moves

    def _legal_moves(self) -> tuple[Move, ...]:
        return tuple(MOVES.take(self._codes[: self._row[COUNT]]).tolist())

    def _after(self, move: Move) -> "LinesOfActionPosition":
        game, before = self._game, self._boards
        boards, codes = np.empty((len(before) + 1, 3), np.int64), np.empty(MAX_MOVES, np.int64)
        row = step(game.rules_row, self._row, move.code, before, boards, codes)
        if row[CAPTURED]:
            return LinesOfActionPosition(game, row, codes, NO_BOARDS, ())
        quiet_moves = (*self._quiet_moves, move.text)
        return LinesOfActionPosition(game, row, codes, boards, quiet_moves)

    def perft(self, depth: int) -> list[int]:
        paths, length = np.zeros(depth, np.int64), len(self._boards)
        history = np.zeros((length + depth, 3), np.int64)
        history[:length] = self._boards
        rules.perft_with_history(self._game.rules, self.state, history, length, paths)
        return [int(count) for count in paths]

    def tensor(self, seat: int) -> "Tensor":
        return tensor_of(self, seat)

    def grid(self) -> list[str]:
        return _rows(self.state)

    def cells(self) -> str:
        """Return what stands on a1, b1, … h8: b, w or a point."""
        return "".join(reversed(self.grid()))

    def board(self, seat: int | None, last: str | None) -> Json:
        """Return what a browser draws: the `cells`, the move that led to them, and counts.

        `pieces` and `groups` are those of Black and of White; `connected` are the squares of the
        group that ended the game, empty as long as it goes on.
        """
        cells = self.cells()
        return {
            "cells": cells,
            "last": last,
            "pieces": [cells.count(letter) for letter in LETTERS],
            "groups": [groups(pieces) for pieces in (self.state.black, self.state.white)],
            "connected": [square_name(square) for square in self._connected()],
        }

    def _connected(self) -> list[int]:
        """Return the squares of the side or sides that won by being connected."""
        if self.outcome is None or self.outcome.reason not in CONNECTED:
            return []
        both = (self.state.black, self.state.white)
        won = both if self.outcome.winner is None else (both[self.outcome.winner],)
        return [k for k in range(rules.SQUARES) if any(pieces >> k & 1 for pieces in won)]

    def move_details(self, move: Move) -> Json:
        """Return *move* as a browser offers it; `line` is how many pieces stand on its line."""
        details = super().move_details(move)
        if move.code != rules.PASS:  # a piece moves as far as there are pieces on its line
            (rank, file), (to_rank, to_file) = (
                divmod(square, rules.SIDE) for square in divmod(move.code, rules.SQUARES)
            )
            details["line"] = max(abs(to_rank - rank), abs(to_file - file))
        return details

    def to_text(self) -> str:
        anchor = self.state
        if len(self._boards):
            black, white, mover = self._boards[0].tolist()
            anchor = rules.State(black, white, mover, anchor.ply - len(self._boards), times=1)
        board = "/".join(_rows(anchor))
        text = re.sub(f"{re.escape(EMPTY)}+", lambda empties: str(len(empties[0])), board)
        return " ".join([text, LETTERS[anchor.mover], str(anchor.ply), *self.quiet_moves])


def _rows(state: rules.State) -> list[str]:
    """Return the rows of the board, row 8 first, as b, w or a point for each square."""
    squares = "".join(_letter(state, square) for square in range(rules.SQUARES))
    return [squares[k : k + rules.SIDE] for k in reversed(range(0, rules.SQUARES, rules.SIDE))]


def _letter(state: rules.State, square: int) -> str:
    if state.black >> square & 1:
        return LETTERS[rules.BLACK]
    return LETTERS[rules.WHITE] if state.white >> square & 1 else EMPTY
