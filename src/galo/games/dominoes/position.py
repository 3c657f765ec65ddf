"""A position of the domino games: the round as it began, every hand, and the public moves."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.errors import ConfigError
from galo.games.dominoes.board import public_board, revealed, table_facts
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import (
    DRAW,
    PASS,
    Played,
    Round,
    Scores,
)
from galo.games.dominoes.tiles import from_bits
from galo.games.game import Hands, Move, Outcome, Position
from galo.games.position_view import Json, Points
from galo.games.steps.dominoes import MOVER, MOVES, POINTS, Row
from galo.games.tensors.dominoes import state_tensor

if TYPE_CHECKING:
    from galo.arrays import Tensor
    from galo.games.dominoes.game import DominoGame


@dataclass(frozen=True)
class RoundStart:
    """How a round began: what all its positions share."""

    game: "DominoGame"
    scores: tuple[Scores, ...]
    opener: int | None
    dealt: Hands
    places: tuple[Mapping[str, int], ...]  # of the tiles in the hand of each seat, drawn ones last


class DominoPosition(Round, Position):
    """A round in progress with every hand known."""

    __slots__ = ("_moves", "_plays", "_points", "_row", "_start")

    def __init__(
        self, start: RoundStart, row: Row, plays: tuple[Played, ...], points: tuple[Points, ...]
    ) -> None:
        self._start, self._row, self._plays, self._points = start, row, plays, points
        self._moves: tuple[Move, ...] | None = None  # made when they are asked for

    @property
    def game(self) -> "DominoGame":  # type: ignore[override]
        return self._start.game

    @property
    def scores(self) -> tuple[Scores, ...]:  # type: ignore[override]
        return self._start.scores

    @property
    def opener(self) -> int | None:  # type: ignore[override]
        return self._start.opener

    @property
    def dealt(self) -> Hands:
        """The hands with which the round began."""
        return self._start.dealt

    @property
    def plays(self) -> tuple[Played, ...]:  # type: ignore[override]
        return self._plays

    @property
    def points(self) -> tuple[Points, ...]:  # type: ignore[override]
        return self._points

    @property
    def state(self) -> Any:
        """The round as kernels know it."""
        return self.game.state_of(self._row)

    @property
    def mover(self) -> int | None:
        return self._row[MOVER] if self._row[MOVES] else None

    @property
    def total(self) -> Scores:
        before = self.scores[-1] if self.scores else (0, 0)
        return before[0] + self._row[POINTS], before[1] + self._row[POINTS + 1]

    @property
    def is_between_rounds(self) -> bool:
        """Whether the round is over but the match is not."""
        return not self._row[MOVES] and self.outcome is None

    @property
    def is_over(self) -> bool:
        return not self._row[MOVES] and self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        if self._row[MOVES]:
            return None
        return self.game.match_outcome(self.state, self.total)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        if self._moves is None:
            self._moves = self._legal_moves()
        return self._moves

    @property
    def forced_move(self) -> Move | None:
        is_opening = not self.plays and self.mover is not None
        if self.game.opens_by_itself and is_opening and self.opener is None:
            return self.legal_moves[0]
        return super().forced_move

    @property
    def identity(self) -> Hashable:
        return self.scores, self.opener, self.dealt, self.plays

    @property
    def hands(self) -> Hands:
        """The tiles of every seat now, in the order they came."""
        return tuple(self._hand(seat) for seat in range(self.game.seats))

    def _hand(self, seat: int) -> tuple[str, ...]:
        places = self._start.places[seat]
        return tuple(sorted(from_bits(self.game.held(self._row, seat)), key=places.__getitem__))

    def _drawn(self, seat: int) -> tuple[str, ...]:
        if not self.game.stock:
            return ()
        draws = [played.seat for played in self.plays if played.text == DRAW]
        return tuple(self.dealt[-1][k] for k, drawer in enumerate(draws) if drawer == seat)

    def _legal_moves(self) -> tuple[Move, ...]:
        start, row = self._start, self._row
        return start.game.moves(row, start.places[row[MOVER]])

    def _after(self, move: Move) -> "DominoPosition":
        start, before, points = self._start, self._row, self._points
        game, seat, code = start.game, before[MOVER], move.code
        row = game.steps.step(game.rules_row, before, code)
        plays = (*self._plays, Played(seat, move.text, code))
        if not row[MOVES] or row[POINTS] + row[POINTS + 1] != before[POINTS] + before[POINTS + 1]:
            points = (*points, *game.new_points(before, row, seat))
        return DominoPosition(start, row, plays, points)

    def state_tensor(self, seat: int | None = None) -> "Tensor":
        return state_tensor(self, self._seat(seat))

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
        seat, start, row = self._seat(seat), self._start, self._row
        is_over = not row[MOVES]
        observation = DominoObservation(
            game=start.game,
            seat=seat,
            scores=start.scores,
            opener=start.opener,
            dealt=start.dealt[seat],
            drawn=self._drawn(seat),
            plays=self._plays,
            points=self._points,
            state=self.state if is_over else start.game.hidden(row, seat),
            revealed=start.dealt if is_over else None,
        )
        if seat == row[MOVER] and self._moves is not None:
            vars(observation)["legal_moves"] = self._moves  # need not be made again
        return observation

    @property
    def facts(self) -> Mapping[str, Mapping[str, object]]:
        return table_facts(self)

    def text_board(self, width: int) -> str:
        return self.game.table_drawing(self.plays, width)

    def board(self, seat: int | None, last: str | None) -> Json:
        hand = None if seat is None else self.observe(seat).hand
        hands = None if self._row[MOVES] else self.hands
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
