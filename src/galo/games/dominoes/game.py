"""What the two domino games share: deals, rounds, and positions that know all hands.

A position remembers its round as it happened, the deal and the public moves.
"""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from galo.errors import ConfigError, GaloError, NotationError
from galo.games.dominoes.board import public_board, revealed, table_facts
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import (
    DRAW,
    PASS,
    Played,
    Round,
    Scores,
    parse_opener,
    parse_scores,
)
from galo.games.dominoes.text_board import WIDTH
from galo.games.dominoes.tiles import NAMES, from_bits, normal_tile, parse_deal
from galo.games.game import Game, Hands, Move, Outcome, Position
from galo.games.position_view import Json, Points
from galo.games.random_games import compiled_random_games
from galo.games.rules.tiles import HAND


class DominoGame(Game):
    """A game of tiles; its subclass knows its kernels."""

    has_chance = True
    stock: int = 0  #: tiles that are dealt to nobody
    kernels: ClassVar[Any]  #: the module of its rules
    rules: Any  #: the options as its kernels take them
    end_letters: ClassVar[str]  #: how the ends of the table are written
    bare_arms_open: ClassVar[int]  #: arms without a tile that can be played on at a time
    opens_by_itself: ClassVar[bool] = False  #: whether a tile that must open is a forced move
    target: int | None  #: the score that wins the match, None where one round is the game

    # What a subclass answers by its kernels

    @abstractmethod
    def open_round(self, opener: int | None, dealt: Hands) -> Any:
        """Return the state of a round before its first move, dealt as *dealt* says."""

    @abstractmethod
    def notation(self, state: Any, code: int) -> str:
        """Return the notation of the move *code*."""

    @abstractmethod
    def new_points(self, before: Any, after: Any, seat: int) -> tuple[Points, ...]:
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

    def legal_codes(self, state: Any) -> int:
        """Return the set of the mover's moves, a bit for each."""
        return int(self.kernels.legal_set(state))

    def after(self, state: Any, code: int) -> Any:
        """Return the round after the move *code*."""
        return self.kernels.play(self.rules, state, code)

    def is_round_over(self, state: Any) -> bool:
        """Return whether the round has ended."""
        return bool(self.kernels.is_round_over(state))

    def held(self, state: Any, seat: int) -> int:
        """Return the tiles that *seat* holds."""
        return int(state[:4][(seat - state.mover) % self.seats])

    def hidden(self, state: Any, seat: int) -> Any:
        """Return *state* without the hands that *seat* cannot see."""
        hands = [0, 0, 0, 0]
        hands[(seat - state.mover) % self.seats] = self.held(state, seat)
        return state._replace(hand0=hands[0], hand1=hands[1], hand2=hands[2], hand3=hands[3])

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
        state = self.open_round(opener, dealt)
        points = self.new_points(None, state, state.mover)
        return DominoPosition(self, scores, opener, dealt, (), points, state)

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


@dataclass(frozen=True, eq=False, repr=False)
class DominoPosition(Round, Position):
    """A round in progress with every hand known."""

    game: DominoGame
    scores: tuple[Scores, ...]
    opener: int | None
    dealt: Hands  #: the hands with which the round began
    plays: tuple[Played, ...]
    points: tuple[Points, ...] = field()
    state: Any

    @property
    def is_between_rounds(self) -> bool:
        """Whether the round is over but the match is not."""
        return self.game.is_round_over(self.state) and self.outcome is None

    @cached_property
    def outcome(self) -> Outcome | None:
        if not self.game.is_round_over(self.state):
            return None
        return self.game.match_outcome(self.state, self.total)

    @property
    def forced_move(self) -> Move | None:
        is_opening = not self.plays and self.mover is not None
        if self.game.opens_by_itself and is_opening and self.opener is None:
            return self.legal_moves[0]
        return super().forced_move

    @property
    def identity(self) -> Hashable:
        return self.scores, self.opener, self.dealt, self.plays

    @cached_property
    def hands(self) -> Hands:
        """The tiles of every seat now, in the order they came."""
        return tuple(self._hand(seat) for seat in range(self.game.seats))

    def _hand(self, seat: int) -> tuple[str, ...]:
        held = set(from_bits(self.game.held(self.state, seat)))
        return tuple(name for name in (*self.dealt[seat], *self._drawn(seat)) if name in held)

    def _drawn(self, seat: int) -> tuple[str, ...]:
        draws = [played.seat for played in self.plays if played.text == DRAW]
        return tuple(self.dealt[-1][k] for k, drawer in enumerate(draws) if drawer == seat)

    def _legal_moves(self) -> tuple[Move, ...]:
        return self.moves_from(self._hand(self.state.mover))

    def _after(self, move: Move) -> "DominoPosition":
        seat = self.state.mover
        state = self.game.after(self.state, move.code)
        points = self.game.new_points(self.state, state, seat)
        return DominoPosition(
            self.game, self.scores, self.opener, self.dealt,
            (*self.plays, Played(seat, move.text, move.code)), (*self.points, *points), state,
        )  # fmt: skip

    def perft(self, depth: int) -> list[int]:
        """Return the number of games of 1, 2, … *depth* plies from here, this round only."""
        paths = np.zeros(depth, np.int64)
        self.game.kernels.perft(self.game.rules, self.state, paths)
        return [int(count) for count in paths]

    def deal(self, hands: Hands) -> "DominoPosition":
        """Return the next round, dealt as *hands* says."""
        if not self.is_between_rounds:
            over = "the match is over" if self.is_over else "the round goes on"
            raise ConfigError(f"nothing can be dealt now: {over}")
        opener = self.game.next_opener(self.state)
        return self.game.round(hands, opener, (*self.scores, self.total))

    def observe(self, seat: int | None = None) -> DominoObservation:
        """Return what *seat*, by default the seat to move, may know: the table and its own tiles.

        Once the round is over that is every hand.
        """
        seat = self._seat(seat)
        is_over = self.game.is_round_over(self.state)
        return DominoObservation(
            game=self.game,
            seat=seat,
            scores=self.scores,
            opener=self.opener,
            dealt=self.dealt[seat],
            drawn=self._drawn(seat),
            plays=self.plays,
            points=self.points,
            state=self.state if is_over else self.game.hidden(self.state, seat),
            revealed=self.dealt if is_over else None,
        )

    @property
    def facts(self) -> Mapping[str, Mapping[str, object]]:
        return table_facts(self)

    def text_board(self, width: int) -> str:
        return self.game.table_drawing(self.plays, width)

    def board(self, seat: int | None, last: str | None) -> Json:
        hand = None if seat is None else self.observe(seat).hand
        hands = self.hands if self.game.is_round_over(self.state) else None
        return {**public_board(self), "hand": hand, **revealed(self, hands)}

    def revealed_board(self, seat: int | None, last: str | None) -> Json:
        return {**self.board(seat, last), **revealed(self, self.hands)}

    def move_details(self, move: Move) -> Json:
        """Return *move* with its `tile`, the `end` it is placed at, and its `points`."""
        tile, _, end = move.text.partition("@")
        return {
            "move": move.text,
            "tile": None if tile in (PASS, DRAW) else tile,
            "end": end or None,
            "points": self.game.points_now(self.state, move.code),
        }

    def drawing(self) -> str:
        lines = [self.game.table_drawing(self.plays)]
        for seat, hand in enumerate(self.hands):
            turn = ">" if seat == self.mover else " "
            lines.append(f"{turn}{seat}: {' '.join(hand)}")
        return "\n".join([*lines, f"{self.total[0]}:{self.total[1]}"])

    def to_text(self) -> str:
        deal = "/".join(",".join(hand) for hand in self.dealt)
        return self.line(deal)
