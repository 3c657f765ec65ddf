"""Games for two on a board, without chance or hidden things; defaults for plain Python.

A game has to say `_first`; a position `outcome`, `_legal_moves`, `_after`, `grid`, and
`played`, the moves that led to it. A position without `played` writes its own `mover`,
`to_text` and `from_text`.
"""

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.game import Game, Hands, Move, Observation, Outcome, Position

if TYPE_CHECKING:
    from galo.arrays import Tensor

EMPTY, EMPTY_SYMBOL = ".", "·"  # of a grid, and how it is drawn
FILES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class OpenObservation(Observation):
    """The observation of a game in which nothing is hidden."""

    seat: int  #: who observes
    position: "BoardPosition"  #: all of it, as nothing is hidden

    @property
    def game(self) -> Game:  # type: ignore[override]
        return self.position.game

    @property
    def mover(self) -> int | None:
        return self.position.mover

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        return self.position.legal_moves

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    def tensor(self) -> "Tensor":
        return self.position.tensor(self.seat)

    def complete(self, hands: Hands = ()) -> Position:
        if hands:
            raise ConfigError(f"{self.game.name} hides nothing, but hands {hands!r} were given")
        return self.position

    def to_text(self) -> str:
        return self.position.to_text()

    def __str__(self) -> str:
        return str(self.position)


Kind = TypeVar("Kind", bound="BoardPosition", covariant=True)


class _Starts(Protocol[Kind]):
    """A game that starts in a position of one *Kind*: `start` returns what `_first` does."""

    name: ClassVar[str]

    def _first(self) -> Kind: ...


class BoardGame(Game):
    """A game for two without chance or hidden things."""

    def start(self: _Starts[Kind], seed: int | None = None, deal: Hands | None = None) -> Kind:
        """Return the one first position; *seed* changes nothing."""
        if deal is not None:
            raise ConfigError(f"{self.name} has nothing to deal, but deal {deal!r} was given")
        return self._first()

    @abstractmethod
    def _first(self) -> "BoardPosition":
        """Return the first position."""

    def from_text(self: _Starts[Kind], text: str) -> Kind:
        position = self._first()
        try:
            for move in text.split():
                position = position.play(move)
        except (NotationError, IllegalMoveError) as problem:
            raise NotationError(
                f"impossible position {text!r}: {problem}; write the moves from the start"
            ) from None
        return position

    def normal_notation(self, text: str) -> str | None:
        return "".join(text.split()).lower() or None


class BoardPosition(Position):
    """A position of a BoardGame."""

    __slots__ = ()

    game: BoardGame  #: whose position it is
    played: tuple[str, ...]  #: the moves that led here, where the subclass keeps them

    @property
    def mover(self) -> int | None:
        return None if self.is_over else len(self.played) % self.game.seats

    @property
    def identity(self) -> Hashable:
        return tuple(self.grid()), self.mover

    def observe(self, seat: int | None = None) -> OpenObservation:
        """Return what *seat*, by default the seat to move, may know: everything."""
        return OpenObservation(self._seat(seat), self)

    def tensor(self, seat: int) -> "Tensor":
        """Return what *seat* sees, in the order of `Game.tensor_layout`."""
        raise ConfigError(f"{self.game.name} has no tensors")

    def to_text(self) -> str:
        return " ".join(self.played)

    def drawing(self) -> str:
        rows, symbols = self.grid(), {EMPTY: EMPTY_SYMBOL, **self.game.symbols}
        margin = len(str(len(rows)))
        lines = [
            f"{rank:>{margin}}  {' '.join(symbols.get(letter, letter) for letter in row)}"
            for rank, row in zip(range(len(rows), 0, -1), rows, strict=True)
        ]
        return "\n".join([*lines, f"{'':{margin}}  {' '.join(FILES[: len(rows[0])])}"])
