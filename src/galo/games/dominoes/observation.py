"""The observation of one seat of dominoes: its own tiles and everything that is public.

It holds nothing else, so that nothing else can leak.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from galo.errors import ConfigError, GaloError, IllegalMoveError
from galo.games.dominoes.round import PASS, Played, Round, Scores
from galo.games.game import Hands, Move, Observation, Outcome
from galo.games.position_view import Points
from galo.games.tensors.dominoes import observation_tensor

if TYPE_CHECKING:
    from galo.arrays import Tensor
    from galo.games.dominoes.game import DominoGame
    from galo.games.dominoes.position import DominoPosition


@dataclass(frozen=True, repr=False)
class DominoObservation(Round, Observation):
    """What one seat knows of a round: its own tiles and everything that is public."""

    game: "DominoGame"
    seat: int
    scores: tuple[Scores, ...]
    opener: int | None
    dealt: tuple[str, ...]  #: to this seat
    drawn: tuple[str, ...]  #: by this seat, in order
    plays: tuple[Played, ...]
    points: tuple[Points, ...]
    state: Any  # without the hands of others
    revealed: Hands | None  #: the whole deal, once the round is over

    @property
    def outcome(self) -> Outcome | None:
        return self._from_deal(self.revealed).outcome if self.revealed else None

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The seat's own tiles now, in the order they came."""
        played = {play.tile for play in self.plays if play.seat == self.seat}
        return tuple(name for name in (*self.dealt, *self.drawn) if name not in played)

    @property
    def partner(self) -> int | None:
        """The seat that plays for the same side; None in a game for two."""
        return None if self.game.seats == self.game.sides else (self.seat + 2) % self.game.seats

    def points_of(self, move: Move | str) -> int:
        """Return the points that *move* scores at once, without those for going out."""
        if isinstance(move, str):
            move = self._parse(move)
        return self.game.points_now(self.state, move.code)

    def _parse(self, text: str) -> Move:
        wanted = self.game.normal_notation(text)
        for move in self.legal_moves:
            if move.text == wanted:
                return move
        legal = ", ".join(map(str, self.legal_moves)) or "none"
        raise IllegalMoveError(f"illegal move {text!r} for seat {self.seat}; legal: {legal}")

    @property
    def could_not_open(self) -> tuple[int, ...]:
        """The seats that were to open but held no tile to open with."""
        first = self.plays[0].seat if self.plays else self.state.mover
        skipped = []
        seat = self.opener
        while seat is not None and seat != first:
            skipped.append(seat)
            seat = (seat + 1) % self.game.seats
        return tuple(skipped)

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        if self.mover != self.seat:
            return ()
        places = {name: place for place, name in enumerate(self.hand)}
        return self.game.moves(self.game.row_of(self.state), places)

    def tensor(self) -> "Tensor":
        return observation_tensor(self)

    def complete(self, hands: Hands = ()) -> "DominoPosition":
        """Return the position in which the seats hold *hands* now.

        With a boneyard *hands* are the tiles dealt to the seats and to the boneyard. Hands that
        contradict the observation are refused.
        """
        deal = hands if self.game.stock else self._dealt_before(hands)
        try:
            return self._from_deal(deal)
        except GaloError as problem:
            raise ConfigError(f"hands {hands!r} contradict what was seen: {problem}") from None

    def _from_deal(self, deal: Hands) -> "DominoPosition":
        """Return the position after the plays of this round from *deal*."""
        if len(deal) > self.seat and sorted(deal[self.seat]) != sorted(self.dealt):
            raise ConfigError(f"seat {self.seat} holds other tiles: {list(self.hand)}")
        deal = (*deal[: self.seat], self.dealt, *deal[self.seat + 1 :])  # in their order
        position = self.game.round(deal, self.opener, self.scores)
        for play in self.plays:
            if position.mover != play.seat:
                raise ConfigError(
                    f"seat {position.mover} would have moved where seat {play.seat} did"
                )
            position = position._after(position.parse_move(play.text))
        if position.mover != self.mover:
            raise ConfigError(f"seat {position.mover} would be to move, not {self.mover}")
        return position

    def _dealt_before(self, hands: Hands) -> Hands:
        """Return the deal from which *hands* are left after the plays of this round."""
        dealt = [tuple(hand) for hand in hands]
        for number, (hand, size) in enumerate(zip(dealt, self.hand_sizes, strict=False)):
            if len(hand) != size:
                raise ConfigError(
                    f"seat {number} holds {size} tiles, but {len(hand)} were given: {list(hand)}"
                )
        for play in self.plays:
            if play.text != PASS and play.seat < len(dealt):
                dealt[play.seat] = (*dealt[play.seat], play.tile)
        return tuple(dealt)

    def drawing(self) -> str:
        """Return the table as this seat sees it."""
        lines = [self.game.table_drawing(self.plays)]
        for seat, size in enumerate(self.hand_sizes):
            turn = ">" if seat == self.mover else " "
            tiles = " ".join(self.hand) if seat == self.seat else " ".join(["▒"] * size)
            lines.append(f"{turn}{seat}: {tiles}")
        return "\n".join([*lines, f"{self.total[0]}:{self.total[1]}"])

    def __str__(self) -> str:
        return self.drawing()

    def __repr__(self) -> str:
        return f"<{self.game} seen by seat {self.to_text()}>"

    def to_text(self) -> str:
        own = ",".join((*self.dealt, *(f"+{name}" for name in self.drawn)))
        deal = "/".join(own if seat == self.seat else "?" for seat in range(self.game.seats))
        if self.revealed:
            deal = "/".join(",".join(hand) for hand in self.revealed)
        return f"{self.seat} {self.line(deal)}"
