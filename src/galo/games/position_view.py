"""What screens ask of a position: nothing outside `games/` and `players/` tests for a game.

The defaults suit a game in which nothing is hidden, played on a grid of squares.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from galo.errors import ConfigError

if TYPE_CHECKING:
    from galo.games.game import Game, Hands, Move

SQUARES = re.compile(r"([a-z]\d+)(?:([-x])([a-z]\d+))?")  # b2, a1-a2, a1xb2

Json = dict[str, Any]


@dataclass(frozen=True)
class Points:
    """Points scored: the kind, the seat whose move scored, the side (None: no side) it is for."""

    kind: str  #: what they are for, such as `table` or `pass`
    seat: int  #: whose move scored
    side: int | None  #: that gets them; None where no side does
    points: int  #: how many
    passer: int | None = None  #: the seat whose pass is paid for, the first of several

    def to_json(self) -> Json:
        """Return the fields as a browser reads them, `passer` only where there is one."""
        fields = dict(vars(self))
        if self.passer is None:
            del fields["passer"]
        return fields


class PositionView(ABC):
    """The part of a position that screens show."""

    __slots__ = ()

    game: "Game"  #: whose position it is
    points: tuple[Points, ...] = ()  #: scored in this round, in order

    @abstractmethod
    def drawing(self) -> str:
        """Return the table as people see it, without words."""

    @property
    def hands(self) -> "Hands | None":
        """The tiles of every seat now; None in a game without hands."""
        return None

    @property
    def hand_sizes(self) -> tuple[int, ...] | None:
        """How many tiles every seat holds; None in a game without hands."""
        return None

    @property
    def total(self) -> tuple[int, ...] | None:
        """The score of each side so far; None in a game without points."""
        return None

    @property
    def round_number(self) -> int:
        """The number of the round, from 1."""
        return 1

    @property
    def facts(self) -> Mapping[str, Mapping[str, object]]:
        """Sentences to show beside the table: keys below `table.` and the values they need."""
        return {}

    def text_board(self, width: int) -> str:
        """Return the table without hands, at most *width* characters wide where it can be."""
        return self.drawing()

    def grid(self) -> list[str]:
        """Return the rows of the board, top first, a letter for each square, "." if empty."""
        raise ConfigError(f"{self.game.name} is not played on a grid")

    def board(self, seat: int | None, last: str | None) -> Json:
        """Return what a browser draws for *seat*, None for a watcher, after the move *last*."""
        return {"rows": self.grid(), "symbols": dict(self.game.symbols), "last": last}

    def revealed_board(self, seat: int | None, last: str | None) -> Json:
        """Return `board` with all hands open, for the replay of a finished game."""
        return self.board(seat, last)

    def move_details(self, move: "Move") -> Json:
        """Return *move* as a browser offers it: `move`, and `from`, `to`, `capture` of squares."""
        squares = SQUARES.fullmatch(move.text)
        if squares is None:
            return {"move": move.text}
        source, sign, target = squares.groups()
        if target is None:
            return {"move": move.text, "to": source}
        return {"move": move.text, "from": source, "to": target, "capture": sign == "x"}
