"""What the two domino games share: deals, rounds, notation, and what they ask of their kernels."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from galo.errors import ConfigError, GaloError, NotationError
from galo.games.dominoes.moves import Placements, moves_in
from galo.games.dominoes.position import DominoPosition, RoundStart
from galo.games.dominoes.round import (
    DRAW,
    PASS,
    Played,
    Scores,
    parse_opener,
    parse_scores,
)
from galo.games.dominoes.text_board import WIDTH
from galo.games.dominoes.tiles import NAMES, normal_tile, parse_deal
from galo.games.game import Game, Hands, Move, Outcome
from galo.games.position_view import Points
from galo.games.random_games import compiled_random_games
from galo.games.rules.tiles import HAND
from galo.games.steps.dominoes import MOVER, MOVES, Row
from galo.games.tensors.dominoes import observation_layout, state_layout
from galo.games.tensors.layout import TensorLayout
from galo.jit import plain


class DominoGame(Game):
    """A game of tiles; its subclass knows its kernels."""

    has_chance = True
    stock: int = 0  #: tiles that are dealt to nobody
    kernels: ClassVar[Any]  #: the module of its rules
    steps: ClassVar[Any]  #: the module of its plies in one call
    rules: Any  #: the options as its kernels take them
    rules_row: tuple[int, ...]  #: the same as those of one ply take them
    end_letters: ClassVar[str]  #: how the ends of the table are written
    placements: ClassVar[Placements]  #: the moves at those ends
    bare_arms_open: ClassVar[int]  #: arms without a tile that can be played on at a time
    opens_by_itself: ClassVar[bool] = False  #: whether a tile that must open is a forced move
    counts_ends: ClassVar[bool] = False  #: whether the ends of the table are added up
    target: int | None  #: the score that wins the match, None where one round is the game

    # What a subclass answers by its kernels

    @abstractmethod
    def open_round(self, opener: int | None, dealt: Hands) -> Any:
        """Return the state of a round before its first move, dealt as *dealt* says."""

    @abstractmethod
    def ends_of(self, row: Row) -> int:
        """Return the numbers to match, 4 bits for each arm, NOT_BEGUN before the first tile."""

    @abstractmethod
    def new_points(self, before: Row | None, after: Row, seat: int) -> tuple[Points, ...]:
        """Return the points that the move of *seat* from *before* to *after* scored."""

    @abstractmethod
    def match_outcome(self, state: Any, scores: Scores) -> Outcome | None:
        """Return how the match ended with this round at *scores*, None if it goes on."""

    @abstractmethod
    def open_numbers(self, plays: Sequence[Played]) -> int:
        """Return the set of numbers that could be played on after *plays* of a round."""

    @abstractmethod
    def first_ends(self, first: str) -> dict[str, int]:
        """Return the number to match at each arm of the first tile *first*."""

    @abstractmethod
    def table_drawing(self, plays: Sequence[Played], width: int = WIDTH) -> str:
        """Return a picture of the tiles that *plays* laid, *width* characters wide at most."""

    def points_now(self, state: Any, code: int) -> int:
        """Return the points of the move *code* itself, without those for going out."""
        return 0

    def ends_sum(self, state: Any) -> int | None:
        """Return the sum of the ends on the table, None in a game that does not count it."""
        return None

    def sum_scores(self, total: int) -> bool:
        """Return whether ends that add up to *total* score."""
        return False

    # What follows for both games

    @abstractmethod
    def openings(self) -> Sequence[str]:
        """Return the tiles that can open a round."""

    def action_names(self) -> tuple[str, ...]:
        placed = (f"{tile}@{end}" for end in self.end_letters for tile in NAMES)
        return (*self.openings(), *placed, PASS, *((DRAW,) if self.stock else ()))

    @cached_property
    def tensor_layout(self) -> TensorLayout:
        return observation_layout(self)

    @cached_property
    def state_layout(self) -> TensorLayout:
        return state_layout(self)

    def random_games(self, count: int, seed: int) -> tuple[int, int, int]:
        return compiled_random_games(self.kernels, self.rules, count, seed)

    def round_scores(self, state: Any) -> Scores:
        """Return the points of each side in this round."""
        points = self.kernels.round_points
        return points(self.rules, state, 0), points(self.rules, state, 1)

    def next_opener(self, state: Any) -> int | None:
        """Return the seat that opens the next round, None where the tiles decide."""
        opener = self.kernels.next_opener(self.rules, state)
        return None if opener == self.kernels.NO_OPENER else opener

    def row_of(self, state: Any) -> Row:
        """Return the row of *state*."""
        row: Row = self.steps.row_of(self.rules, state)
        return row

    def state_of(self, row: Row) -> Any:
        """Return the state that *row* was made of."""
        return plain(self.kernels.unpack)(row)

    def is_round_over(self, state: Any) -> bool:
        """Return whether the round has ended."""
        return bool(plain(self.kernels.is_round_over)(state))

    def held(self, row: Row, seat: int) -> int:
        """Return the tiles that *seat* holds."""
        return row[(seat - row[MOVER]) % self.seats]

    def hidden(self, row: Row, seat: int) -> Any:
        """Return the state of *row* without the hands that *seat* cannot see."""
        hands = [0, 0, 0, 0]
        hands[(seat - row[MOVER]) % self.seats] = self.held(row, seat)
        return self.state_of((*hands, *row[len(hands) :]))

    def moves(self, row: Row, places: Mapping[str, int]) -> tuple[Move, ...]:
        """Return the mover's moves in the order of its hand, in which tiles have these *places*."""
        return moves_in(row[MOVES], self.ends_of(row), self.placements, places)

    @property
    def deal_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat is dealt, and the boneyard if there is one."""
        return (HAND,) * self.seats + ((self.stock,) if self.stock else ())

    def random_deal(self, shuffle: Callable[[list[Any]], None]) -> Hands:
        tiles = list(NAMES)
        shuffle(tiles)
        hands = []
        for size in self.deal_sizes:
            hands.append(tuple(tiles[:size]))
            tiles = tiles[size:]
        return tuple(hands)

    def start(self, seed: int | None = None, deal: Hands | None = None) -> "DominoPosition":
        if deal is None:
            if seed is None:
                raise ConfigError(f"{self.name} must be dealt: give a seed or a deal")
            deal = self.deal(seed, 0)
        return self.round(deal)

    def round(
        self, deal: Hands, opener: int | None = None, scores: tuple[Scores, ...] = ()
    ) -> "DominoPosition":
        """Return the beginning of a round after rounds that ended in *scores*."""
        dealt = parse_deal(deal, self.deal_sizes)
        row = self.row_of(self.open_round(opener, dealt))
        stock = dealt[-1] if self.stock else ()
        places = tuple(
            {name: place for place, name in enumerate((*hand, *stock))}
            for hand in dealt[: self.seats]
        )
        start = RoundStart(self, scores, opener, dealt, places)
        return DominoPosition(start, row, (), self.new_points(None, row, row[MOVER]))

    def from_text(self, text: str) -> "DominoPosition":
        try:
            if len(text.split()) < 3:
                raise NotationError("it is not scores, an opener and a deal")
            scores, opener, deal, *moves = text.split()
            hands = tuple(tuple(hand.split(",")) for hand in deal.split("/"))
            position = self.round(hands, parse_opener(opener, self.seats), parse_scores(scores))
            for move in moves:
                position = position._after(position.parse_move(move))
        except GaloError as problem:
            raise NotationError(
                f"impossible position {text!r}: {problem}; a start is {self.example()!r}"
            ) from None
        return position

    def example(self) -> str:
        """Return the text of a first position, for messages."""
        return self.start(seed=0).to_text()

    def normal_notation(self, text: str) -> str | None:
        text = text.strip().lower()
        if text in (PASS, DRAW):
            return text
        tile, at, end = text.partition("@")
        name = normal_tile(tile)
        if name is None or (at and end.strip() not in set(self.end_letters)):
            return None
        return f"{name}@{end.strip()}" if at else name
