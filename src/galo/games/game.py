"""What people's code sees of a game.

    Game          the rules with their options settled; makes and reads positions
    Position      everything there is to know at one moment; immutable
    Observation   what one seat may know of it: all that a player gets
    Move          a kernel's integer and its notation
    Outcome       how a game ended

Kernels trust their arguments, this file checks them. Until a game is over there is always a
legal move, except between the rounds of a game with chance: there `mover` is None and the
next position comes from `deal`. `galo.games.board_game` has defaults for games on a board.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from galo.errors import ConfigError, IllegalMoveError, NotationError
from galo.games.options import Option, Value, join_name, read_options
from galo.games.position_view import PositionView
from galo.games.rules.ending import NOBODY, PLAYING, Ending

if TYPE_CHECKING:
    from galo.arrays import BoolVector, Tensor
    from galo.games.actions import Actions
    from galo.games.tensors.layout import TensorLayout

FORCED = ("pass", "draw")  # where one of them is the only move, it is made by itself
DEALS, DECISIONS = 1, 2  # below a match's seed: the streams of its deals and of its players

#: The tiles of every seat, such as `(("6-4", "3-1"), …)`.
Hands = tuple[tuple[str, ...], ...]


class Move(NamedTuple):
    """One legal move: its kernel's integer and its notation."""

    code: int  #: the integer that kernels know it by
    text: str  #: its notation, such as `6-4@e`, `d1-b3` or `4`

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """How a game ended: one score per side, the winning side if any, and the reason."""

    scores: tuple[float, ...]  #: of each side: points, or 1, 0 and a half
    winner: int | None  #: the side that won; None for a draw
    reason: str  #: why it ended, such as `line` or `target`

    @classmethod
    def win(cls, side: int, reason: str) -> Self:
        """Return the win of *side* in a game for two without points: 1 and 0."""
        return cls((1.0, 0.0) if side == 0 else (0.0, 1.0), side, reason)

    @classmethod
    def draw(cls, reason: str) -> Self:
        """Return the draw of a game for two without points: a half each."""
        return cls((0.5, 0.5), None, reason)

    @classmethod
    def of_board(cls, ending: Ending, reasons: Sequence[str]) -> Self | None:
        """Return the outcome that the kernels of a board game call *ending*."""
        if ending.reason == PLAYING:
            return None
        reason = reasons[ending.reason]
        return cls.draw(reason) if ending.winner == NOBODY else cls.win(ending.winner, reason)


class Game(ABC):
    """A game with its options settled; equal to any other with the same ones."""

    name: ClassVar[str]  #: as `galo.game` and the command line know it
    seats: ClassVar[int] = 2  #: how many players sit at the table
    sides: ClassVar[int] = 2  #: how many of them compete: partners are one side
    has_chance: ClassVar[bool] = False  #: whether anything is dealt or drawn
    options_declared: ClassVar[tuple[Option, ...]] = ()  #: the options of its rules
    opening_plies: ClassVar[int] = 0  #: random plies with which fair pairs of games begin
    move_help: ClassVar[str]  #: completes "a move is …"
    texts: ClassVar[Mapping[str, Mapping[str, str]]] = {}  #: language → key → sentence
    symbols: ClassVar[Mapping[str, str]] = {}  #: what a plain grid draws for letters of `grid`
    script: ClassVar[Path | None] = None  #: a JavaScript module of its own for the browser

    def __init__(self, /, **options: Value) -> None:
        #: The value of every option.
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

    def random_deal(self, shuffle: Callable[[list[Any]], None]) -> Hands:
        """Return hands in the order that *shuffle*, which sorts a list at random, gives them."""
        raise ConfigError(f"{self.name} has nothing to deal")

    def random_games(self, count: int, seed: int) -> tuple[int, int, int]:
        """Return the wins of side 0, of side 1 and the draws in *count* random games."""
        from galo.games.random_games import random_games  # which imports Numba

        return random_games(self, count, seed)

    def action_names(self) -> Sequence[str]:
        """Return the notation of every move there can be, in the order of `actions`."""
        raise ConfigError(f"{self.name} does not number its moves: it has no action_names")

    @cached_property
    def actions(self) -> "Actions":
        """The moves there can be, numbered: the same in every position."""
        from galo.games.actions import Actions  # which imports NumPy

        return Actions(self.action_names(), self.normal_notation)

    @property
    def tensor_layout(self) -> "TensorLayout":
        """What the numbers of `Observation.tensor` mean."""
        raise ConfigError(f"{self.name} has no tensors")

    @property
    def state_layout(self) -> "TensorLayout":
        """What the numbers of `Position.state_tensor` mean."""
        return self.tensor_layout

    def check_seat(self, seat: int) -> None:
        """Raise unless *seat* is one of this game's."""
        if seat not in range(self.seats):
            raise ConfigError(f"{self.name} has no seat {seat!r}; seats are 0 to {self.seats - 1}")

    def changed_options(self) -> dict[str, Value]:
        """Return the options that differ from their defaults."""
        defaults = {option.name: option.default for option in self.options_declared}
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (type(self), dict(self.options))

    def __str__(self) -> str:
        return join_name(self.name, self.changed_options())

    def __repr__(self) -> str:
        return f"galo.game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def _game_again(kind: type[Game], options: dict[str, Value]) -> Game:
    """Return the game of this *kind* that was pickled."""
    return kind(**options)


class Position(PositionView):
    """A moment of a game; immutable, hashable, picklable."""

    __slots__ = ()

    game: Game  #: whose position it is

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
        """Everything that distinguishes this position from others of its game."""

    @abstractmethod
    def _legal_moves(self) -> Sequence[Move | str]:
        """Return the legal moves of a game that is not over; a text is numbered by its place."""

    @abstractmethod
    def _after(self, move: Move) -> Self:
        """Return the position after *move*, which is legal."""

    @abstractmethod
    def observe(self, seat: int | None = None) -> "Observation":
        """Return what *seat*, by default the seat to move, may know."""

    @abstractmethod
    def to_text(self) -> str:
        """Return one line that `Game.from_text` reads."""

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The mover's moves; none when nobody is to move."""
        if self.mover is None:
            return ()
        return tuple(
            Move(number, move) if isinstance(move, str) else move
            for number, move in enumerate(self._legal_moves())
        )

    @property
    def forced_move(self) -> Move | None:
        """The move that the rules make for the mover, such as a pass; None where it decides."""
        moves = self.legal_moves
        return moves[0] if len(moves) == 1 and moves[0].text in FORCED else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def play(self, move: Move | str) -> Self:
        """Return the position after *move*, a legal move or its notation."""
        if isinstance(move, str):
            move = self.parse_move(move)
        elif move not in self.legal_moves:
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

    def deal(self, hands: Hands) -> Self:
        """Return the next round, dealt as *hands* says."""
        raise ConfigError(f"{self.game.name} has nothing to deal")

    def state_tensor(self, seat: int | None = None) -> "Tensor":
        """Return what `observe(seat).tensor()` does and all that is hidden: for training only."""
        return self.observe(seat).tensor()

    def perft(self, depth: int) -> list[int]:
        """Return the number of games of 1, 2, … *depth* plies from here, this round only."""
        from galo.games.perft import perft

        return perft(self, depth)

    def _seat(self, seat: int | None) -> int:
        """Return *seat*, or the seat to move if it is None, once it is known to exist."""
        if seat is None:
            if self.mover is None:
                raise ConfigError(f"nobody is to move in {self!r}: name a seat to observe")
            return self.mover
        self.game.check_seat(seat)
        return seat

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

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # as nothing can change it


class Observation(ABC):
    """What one seat may know of a position."""

    game: Game  #: whose position it is of
    seat: int  #: who observes

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

    def mask(self) -> "BoolVector":
        """Return for every action of the game whether it is one of the legal moves."""
        return self.game.actions.mask(self)

    def tensor(self) -> "Tensor":
        """Return this observation as numbers, in the order of `Game.tensor_layout`."""
        raise ConfigError(f"{self.game.name} has no tensors")

    @abstractmethod
    def complete(self, hands: Hands = ()) -> Position:
        """Return the position this would be if *hands* were the hidden ones."""

    @abstractmethod
    def to_text(self) -> str:
        """Return all of it in one line."""
