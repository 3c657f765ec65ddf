"""What the reviewers of both domino games share: deals in batches, judged and counted.

A decision is judged on deals that its seat took for likely, drawn by inference. They come in
batches, each with samples of its own, so that what inference leaves to chance counts in the error
too. The same deals serve every option.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.errors import ConfigError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import INDEX, NAMES
from galo.games.game import Move, Position
from galo.players.budget import Budget
from galo.players.player import Limit, Reason
from galo.players.reviewer import (
    Judgement,
    Moment,
    OptionValue,
    Scale,
    TileChances,
    estimated_loss,
)
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealMatrix

BATCHES = 20  # even: every other one chooses the best move, the rest value it
LEAST_BATCHES, MOST_BATCHES = 4, 100  # under a clock
TILES = np.array([INDEX[name] for name in NAMES])
VALUE, POINTS = 0, 1  # the first columns of a batch
KNOWN_DEAL = 1  # the stream below a position's of what is played out with all tiles known


class Batch(NamedTuple):
    """What some likely deals say."""

    means: "RealMatrix"  # [moves, columns]: chance to win, points, and others of the game's own
    held: "RealMatrix"  # [places, tiles]: chance that a seat, or the boneyard, has a hidden tile


class DominoReviewer(ABC):
    """Judges decisions on likely deals, and known deals by rollouts."""

    scale: Scale
    usual: int  #: deals for each decision where the limit does not say

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        deals = limit.deals or self.usual
        if deals < BATCHES:
            raise ConfigError(f"{deals} deals: a review needs at least {BATCHES} for each decision")
        self._size = deals // BATCHES

    def study(self, position: Position, played: Move | None, rng: Stream) -> Moment:
        """Return what can be said of *position*, in which *played* was chosen."""
        assert isinstance(position, DominoPosition)
        # The same rollouts in all positions of a round: what they differ in is what happened.
        of_round = Stream.of(rng.key, KNOWN_DEAL, position.round_number)
        chance = self.chance(position, of_round.integer)
        if played is None:
            return Moment(chance, None)
        seen = position.observe(position.mover)  # from here on nothing else is known
        return Moment(chance, self.judge(seen, played, rng))

    @abstractmethod
    def chance(self, position: DominoPosition, key: int) -> float:
        """Return the chance of side 0 to win from *position*, with all tiles known."""

    @abstractmethod
    def batches(self, seen: DominoObservation) -> Callable[[int, int], Batch]:
        """Return what makes a batch of so many deals that *seen* makes likely, from a key."""

    @abstractmethod
    def reasons(
        self, seen: DominoObservation, moves: Sequence[Move], means: "RealMatrix"
    ) -> tuple[Reason, ...]:
        """Return what speaks for the first of *moves*, whose *means* are those of a batch."""

    def judge(self, seen: DominoObservation, played: Move, rng: Stream) -> Judgement:
        """Return the judgement of *played* by what the seat of *seen* knew."""
        make = self.batches(seen)
        batches = [make(self._size, key) for key in self._keys(rng)]
        means = np.mean([batch.means for batch in batches], 0)
        order = np.lexsort((-means[:, POINTS], -means[:, VALUE]))
        moves = [seen.legal_moves[place] for place in order]
        values = np.array([batch.means[:, VALUE] for batch in batches])
        loss, error = estimated_loss(values, seen.legal_moves.index(played))
        return Judgement(
            tuple(
                OptionValue(move, float(row[VALUE]), float(row[POINTS]))
                for move, row in zip(moves, means[order], strict=True)
            ),
            0.0 if moves[0] == played else loss,
            error,
            self.reasons(seen, moves, means[order]),
            tile_chances(np.mean([batch.held for batch in batches], 0)),
        )

    def _keys(self, rng: Stream) -> Iterator[int]:
        """Yield a key for each batch: under a clock as many as there is time for."""
        is_timed = self._limit.seconds is not None and self._limit.deals is None
        budget = Budget(Limit(seconds=self._limit.seconds if is_timed else None))
        for number in range(MOST_BATCHES if is_timed else BATCHES):
            is_even = number % 2 == 0  # as many choose as value
            if number >= LEAST_BATCHES and is_even and not budget.portion():
                return
            yield Stream(rng.integer, number).integer


def tile_chances(held: "RealMatrix") -> TileChances:
    """Return the chances in *held*, of each place and tile, by the tiles that are hidden."""
    return {
        name: tuple(round(float(chance), 3) for chance in chances)
        for name, chances in zip(NAMES, held.T, strict=True)
        if chances.any()
    }


def share_of_sets(sets: "IntMatrix") -> "RealMatrix":
    """Return [places, tiles]: the share of *sets*, [deals, places], that hold each tile."""
    holds = sets[:, :, None] >> TILES & 1
    return np.asarray(holds.mean(0))


def around_table(held: "RealMatrix", seat: int) -> "RealMatrix":
    """Return *held*, its rows counted from *seat*, by the seats of the table."""
    return np.roll(held, seat, 0)
