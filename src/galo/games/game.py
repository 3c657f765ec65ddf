"""The door: what people's code sees of a game.

    Game          the rules with their options settled; makes and reads positions
    Position      everything there is to know at one moment; immutable
    Observation   what one seat may know of it: all a player ever gets
    Move          a kernel's integer and how people write it
    Outcome       how a game ended

Kernels trust, this file checks. Until a game is over there is always a legal move,
except between the rounds of a game with chance: there `mover` is None and the next
position comes from `deal`.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.options import Option, Value, join_name, read_options
from galo.games.rules.ending import NOBODY, PLAYING, Ending

DEALS, DECISIONS = 1, 2  # below a match's seed: the streams of its deals and of its players

Hands = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Move:
    """One legal move: its kernel's integer and its notation."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """How a game ended: one score per side, the winning side if any, and why."""

    scores: tuple[float, ...]
    winner: int | None
    reason: str

    @classmethod
    def of_board(cls, ending: Ending, reasons: Sequence[str]) -> "Outcome | None":
        """Return how a game for two without points ended: 1 and 0, or a half each."""
        if ending.reason == PLAYING:
            return None
        if ending.winner == NOBODY:
            return cls((0.5, 0.5), None, reasons[ending.reason])
        scores = (1.0, 0.0) if ending.winner == 0 else (0.0, 1.0)
        return cls(scores, ending.winner, reasons[ending.reason])


class Game(ABC):
    """A game with its options settled; equal to any other with the same ones."""

    name: ClassVar[str]
    seats: ClassVar[int] = 2
    sides: ClassVar[int] = 2
    has_chance: ClassVar[bool] = False
    options_declared: ClassVar[tuple[Option, ...]] = ()
    move_help: ClassVar[str]  # completes "a move is …"

    def __init__(self, /, **options: Value) -> None:
        self.options: Mapping[str, Value] = read_options(self.options_declared, options, self.name)

    @abstractmethod
    def start(self, seed: int | None = None, deal: Hands | None = None) -> "Position":
        """Return the first position, dealt from *seed* or as *deal* says if the game has chance."""

    @abstractmethod
    def from_text(self, text: str) -> "Position":
        """Return the position that `Position.to_text` wrote."""

    @abstractmethod
    def normal_notation(self, text: str) -> str | None:
        """Return one spelling for all the ways to write the move *text*, None if it is no move."""

    def side_of(self, seat: int) -> int:
        """Return the side that *seat* plays for."""
        return seat % self.sides

    def deal(self, seed: int, round_number: int) -> Hands:
        """Return the hands of round *round_number* (from 0) in the match of *seed*."""
        raise ConfigError(f"{self.name} has nothing to deal")

    @abstractmethod
    def random_games(self, count: int, seed: int) -> tuple[int, int, int]:
        """Return the wins of side 0, of side 1 and the draws in *count* random games."""

    def check_seat(self, seat: int) -> None:
        """Raise unless *seat* is one of this game's."""
        if seat not in range(self.seats):
            raise ConfigError(f"{self.name} has no seat {seat!r}; seats are 0 to {self.seats - 1}")

    def changed_options(self) -> dict[str, Value]:
        """Return the options that differ from their defaults."""
        defaults = {option.name: option.default for option in self.options_declared}
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    def __str__(self) -> str:
        return join_name(self.name, self.changed_options())

    def __repr__(self) -> str:
        return f"galo.game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Position(ABC):
    """A moment of a game; immutable, hashable, picklable."""

    game: Game

    @property
    @abstractmethod
    def mover(self) -> int | None:
        """The seat to move; None between rounds and at the end."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @property
    @abstractmethod
    def identity(self) -> Hashable:
        """Everything that tells this position from others of its game."""

    @abstractmethod
    def _legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves of a game that is not over."""

    @abstractmethod
    def _after(self, move: Move) -> "Position":
        """Return the position after *move*, which is legal."""

    @abstractmethod
    def observe(self, seat: int) -> "Observation":
        """Return what *seat* may know."""

    @abstractmethod
    def drawing(self) -> str:
        """Return the table as people see it, without words."""

    @abstractmethod
    def to_text(self) -> str:
        """Return one line that `Game.from_text` reads."""

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The mover's moves; none when nobody is to move."""
        return () if self.mover is None else self._legal_moves()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def play(self, move: Move) -> "Position":
        """Return the position after *move*."""
        if move not in self.legal_moves:
            raise self._illegal(str(move))
        return self._after(move)

    def parse_move(self, text: str) -> Move:
        """Return the legal move that *text* writes."""
        wanted = self.game.normal_notation(text)
        if wanted is None:
            raise NotationError(
                f"{text!r} is not a move of {self.game.name}; a move is {self.game.move_help}"
            )
        for move in self.legal_moves:
            if self.game.normal_notation(move.text) == wanted:
                return move
        raise self._illegal(text)

    def deal(self, hands: Hands) -> "Position":
        """Return the next round, dealt as *hands* says."""
        raise ConfigError(f"{self.game.name} has nothing to deal")

    def perft(self, depth: int) -> list[int]:
        """Return the number of games of 1, 2, … *depth* plies from here, this round only."""
        paths = [len(self.legal_moves)] + [0] * (depth - 1)
        if depth > 1:
            for move in self.legal_moves:
                for ply, count in enumerate(self.play(move).perft(depth - 1), start=1):
                    paths[ply] += count
        return paths

    def _illegal(self, text: str) -> IllegalMoveError:
        where = f"in {self.to_text() or 'the start'}"
        if not self.legal_moves:
            state = "the game is over" if self.is_over else "the round is over"
            return IllegalMoveError(f"illegal move {text!r} {where}; {state}")
        few = ", ".join(str(move) for move in self.legal_moves[:8])
        more = ", …" if len(self.legal_moves) > 8 else ""
        return IllegalMoveError(f"illegal move {text!r} {where}; legal: {few}{more}")

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        return f"<{self.game} {self.to_text() or 'start'}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.identity == other.identity

    def __hash__(self) -> int:
        return hash((str(self.game), self.identity))


class Observation(ABC):
    """What one seat may know of a position."""

    game: Game
    seat: int

    @property
    @abstractmethod
    def mover(self) -> int | None:
        """The seat to move; None between rounds and at the end."""

    @property
    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves this seat knows to be legal: all of them when it is to move."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def complete(self, hands: Hands = ()) -> Position:
        """Return the position this would be if *hands* were the hidden ones."""

    @abstractmethod
    def to_text(self) -> str:
        """Return all of it in one line."""


@dataclass(frozen=True)
class OpenObservation(Observation):
    """The observation of a game in which nothing is hidden."""

    seat: int
    position: Position

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

    def complete(self, hands: Hands = ()) -> Position:
        if hands:
            raise ConfigError(f"{self.game.name} hides nothing, but hands {hands!r} were given")
        return self.position

    def to_text(self) -> str:
        return self.position.to_text()

    def __str__(self) -> str:
        return str(self.position)


class BoardGame(Game):
    """A game for two without chance or hidden things."""

    def start(self, seed: int | None = None, deal: Hands | None = None) -> "BoardPosition":
        """Return the one first position; *seed* changes nothing."""
        if deal is not None:
            raise ConfigError(f"{self.name} has nothing to deal, but deal {deal!r} was given")
        return self._first()

    @abstractmethod
    def _first(self) -> "BoardPosition":
        """Return the opening position."""


class BoardPosition(Position):
    """A position of a BoardGame."""

    def observe(self, seat: int) -> OpenObservation:
        """Return what *seat* may know: everything."""
        self.game.check_seat(seat)
        return OpenObservation(seat, self)
