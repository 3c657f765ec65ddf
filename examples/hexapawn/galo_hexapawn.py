"""Hexapawn for galo: a row of pawns a side; reach the last row, or leave the other no move.

3  ♟ ♟ ♟      A pawn steps forward onto an empty square, a1-a2,
2  · · ·      or captures diagonally forward, a1xb2.
1  ♙ ♙ ♙      White, at the bottom, moves first.
   a b c
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from galo.games.board_game import FILES, BoardGame, BoardPosition
from galo.games.game import Move, Observation, Outcome, Position
from galo.games.options import Option
from galo.players.player import Decision, Limit
from galo.players.registry import RANDOM, Agent, GameAgents
from galo.stream import Stream

PAWNS = "wb"  # seat 0, seat 1
EMPTY = "."


class Hexapawn(BoardGame):
    """Pawns on a small board."""

    name = "hexapawn"
    move_help = "two squares, such as a1-a2, or a1xb2 when it captures"
    options_declared = (Option("size", 3, choices=(3, 4, 5)),)
    symbols: ClassVar[Mapping[str, str]] = {"w": "♙", "b": "♟"}
    texts: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "en": {
            "game.hexapawn": "Hexapawn",
            "game.hexapawn.line": "pawns on a small board: reach the last row",
            "agent.lookahead": "looks a few plies ahead",
            "seat.hexapawn.0": "♙ White",
            "seat.hexapawn.1": "♟ Black",
            "move_help.hexapawn": "Type two squares, such as a1-a2, or a1xb2 to capture.",
            "rules.hexapawn": "A pawn steps forward onto an empty square or captures diagonally. "
            "A pawn on the last row wins, and so does a side whose opponent cannot move.",
            "rule.hexapawn.size.3": "The board has 3×3 squares.",
            "rule.hexapawn.size.4": "The board has 4×4 squares.",
            "rule.hexapawn.size.5": "The board has 5×5 squares.",
            "reason.last_row": "a pawn reached the last row",
        },
        "pt": {
            "game.hexapawn": "Hexapawn",
            "game.hexapawn.line": "peões num tabuleiro pequeno: chegue à última fila",
            "agent.lookahead": "olha alguns lances à frente",
            "seat.hexapawn.0": "♙ Brancas",
            "seat.hexapawn.1": "♟ Pretas",
            "move_help.hexapawn": "Digite duas casas, por exemplo a1-a2, ou a1xb2 para capturar.",
            "rules.hexapawn": "Um peão avança para uma casa vazia ou captura na diagonal. Ganha "
            "o peão que chega à última fila, ou o lado cujo adversário não pode jogar.",
            "rule.hexapawn.size.3": "O tabuleiro tem 3×3 casas.",
            "rule.hexapawn.size.4": "O tabuleiro tem 4×4 casas.",
            "rule.hexapawn.size.5": "O tabuleiro tem 5×5 casas.",
            "reason.last_row": "um peão chegou à última fila",
        },
    }

    def _first(self) -> "HexapawnPosition":
        size = int(self.options["size"] or 0)
        empty = [EMPTY * size] * (size - 2)
        return HexapawnPosition(self, (PAWNS[0] * size, *empty, PAWNS[1] * size))


@dataclass(frozen=True, eq=False, repr=False)
class HexapawnPosition(BoardPosition):
    """The rows of the board, row 1 first, and the moves that led here."""

    game: Hexapawn
    rows: tuple[str, ...]
    played: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        if PAWNS[0] in self.rows[-1] or PAWNS[1] in self.rows[0]:
            return Outcome.win(1 - self._side, "last_row")
        return None if self._moves else Outcome.win(1 - self._side, "no_move")

    @property
    def _side(self) -> int:
        """The side whose turn it would be."""
        return len(self.played) % 2

    @cached_property
    def _moves(self) -> list[str]:
        own, enemy = PAWNS[self._side], PAWNS[1 - self._side]
        step = 1 if self._side == 0 else -1
        found = []
        for row, pawns in enumerate(self.rows):
            for file in (file for file, pawn in enumerate(pawns) if pawn == own):
                for shift, sign, wanted in ((0, "-", EMPTY), (-1, "x", enemy), (1, "x", enemy)):
                    if self._at(file + shift, row + step) == wanted:
                        squares = (_name(file, row), _name(file + shift, row + step))
                        found.append(sign.join(squares))
        return found

    def _at(self, file: int, row: int) -> str:
        size = len(self.rows)
        return self.rows[row][file] if 0 <= row < size and 0 <= file < size else ""

    def _legal_moves(self) -> list[str]:
        return self._moves

    def _after(self, move: Move) -> "HexapawnPosition":
        board = [list(row) for row in self.rows]
        (file, row), (to_file, to_row) = _place(move.text[:2]), _place(move.text[3:])
        board[row][file], board[to_row][to_file] = EMPTY, board[row][file]
        rows = tuple("".join(pawns) for pawns in board)
        return HexapawnPosition(self.game, rows, (*self.played, move.text))

    def grid(self) -> list[str]:
        return list(reversed(self.rows))


def _name(file: int, row: int) -> str:
    return f"{FILES[file]}{row + 1}"


def _place(name: str) -> tuple[int, int]:
    return FILES.index(name[0]), int(name[1]) - 1


class Lookahead:
    """Looks *depth* plies ahead; moves of equal value are drawn by lot."""

    name = "lookahead"

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = observation.complete()
        values = [-_value(position.play(move), self.depth - 1) for move in position.legal_moves]
        best = [place for place, value in enumerate(values) if value == max(values)]
        place = best[rng.randint(0, len(best))]
        return Decision(position.legal_moves[place], value=values[place], depth=self.depth)


def _value(position: Position, depth: int) -> int:
    """Return how surely the side to move wins (> 0) or loses (< 0) within *depth* plies."""
    if position.is_over:
        return -1 - depth  # the side that has just moved has won; the sooner, the better
    if depth == 0:
        return 0
    return max(-_value(position.play(move), depth - 1) for move in position.legal_moves)


AGENTS = GameAgents(
    agents=(
        RANDOM,
        Agent("lookahead", __name__, "Lookahead", (Option("depth", 4, minimum=1, maximum=10),)),
    ),
    levels={
        "beginner": "random",
        "medium": "lookahead:depth=1",
        "strong": "lookahead:depth=2",
        "champion": "lookahead",
    },
)
