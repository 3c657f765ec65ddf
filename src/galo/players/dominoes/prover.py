"""What the provers of both domino games share: likely deals in batches, or all deals solved.

A look at a few likely deals finds the move that may be best. The proof is by many others, so that
the luck which made it look best is not in them: every other move must be worse by the margin at
both ends of a 95 % interval. Where few tiles are hidden, all deals that fit are solved instead.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import halves
from galo.games.game import Move, Position
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.reasons import tile_of
from galo.players.dominoes.review import BATCHES, VALUE, DominoReviewer
from galo.players.player import Reason
from galo.players.prover import MoveValue, Proof
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealMatrix, RealVector

QUICK, THOROUGH = 8, 200  # deals in each batch of a guess, and of a proof
GUESS, PROOF, DEALS = 0, 1, 2  # streams
STUDENT = 2.093  # 95 % of Student's distribution lie within: 19 degrees of freedom
MARGIN = 0.02  # chance to win that every other move gives away, at least
FEWEST_CHOICES = 3  # different moves, where deals are estimated
MOST_DEALS = 24  # that are solved one by one
MOST_TILES = 12  # in all hands, of a deal that is solved
SAMPLES_EACH = 40  # of each deal that fits: one is missed with probability e^-40


class DominoProver(ABC):
    """Compares moves on likely deals by the reviewer of its game."""

    reviewer: DominoReviewer

    @abstractmethod
    def result_of(self, seen: DominoObservation, move: Move) -> Hashable:
        """Return the ends after *move*, the same for moves that differ in name alone."""

    @abstractmethod
    def solved(self, seen: DominoObservation, deal: "IntMatrix") -> "RealVector":
        """Return the chance to win after each legal move of *seen* in *deal*, a single row."""

    @abstractmethod
    def facts(self, seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
        """Return what speaks for *move*, certain or likely in the deals that fit."""

    @abstractmethod
    def themes(
        self, seen: DominoObservation, move: Move, facts: tuple[Reason, ...]
    ) -> Iterator[str]:
        """Yield what *move* does, by the *facts* that speak for it."""

    def guess(self, position: Position, rng: Stream) -> tuple[str, ...]:
        """Return the moves that are ahead by the margin on a few likely deals."""
        seen = _seen(position)
        groups = self._groups(seen)
        is_few = len(groups) < FEWEST_CHOICES
        if len(groups) < 2 or (is_few and all_deals(seen, Stream.of(rng.integer, DEALS)) is None):
            return ()
        means = self._batches(seen, groups, QUICK, Stream.of(rng.integer, GUESS)).mean(0)
        best, second = np.sort(means)[::-1][:2]
        return _texts(groups[int(means.argmax())]) if best - second >= MARGIN else ()

    def prove(self, position: Position, rng: Stream) -> Proof | None:
        """Return the proof by all deals where few are left, else by many likely ones."""
        seen = _seen(position)
        groups = self._groups(seen)
        deals = all_deals(seen, Stream.of(rng.integer, DEALS))
        if deals is not None:
            return self._by_all(seen, groups, deals)
        values = self._batches(seen, groups, THOROUGH, Stream.of(rng.integer, PROOF))
        best = int(values.mean(0).argmax())
        losses = values[:, [best]] - values
        mean = losses.mean(0)
        width = STUDENT * losses.std(0, ddof=1) / sqrt(BATCHES)
        effort = {"deals": BATCHES * THOROUGH}
        return self._proof(seen, groups, values.mean(0), (mean - width, mean + width), effort)

    def _by_all(
        self, seen: DominoObservation, groups: list[list[Move]], deals: "IntMatrix"
    ) -> Proof | None:
        """Return the proof by the solutions of *deals*, all that fit."""
        columns = [seen.legal_moves.index(group[0]) for group in groups]
        values = np.array([self.solved(seen, deals[[k]])[columns] for k in range(len(deals))])
        best = int(values.mean(0).argmax())
        if (values > values[:, [best]]).any():
            return None  # another move is better in one of them
        loss = values.mean(0)[best] - values.mean(0)
        return self._proof(seen, groups, values.mean(0), (loss, loss), {"deals": len(deals)})

    def _proof(
        self,
        seen: DominoObservation,
        groups: list[list[Move]],
        means: "RealVector",
        bounds: "tuple[RealVector, RealVector]",
        effort: dict[str, int],
    ) -> Proof | None:
        """Return the proof that one of *groups* is best, None if a lower bound is too low."""
        best, (low, high) = int(means.argmax()), bounds
        if (np.delete(low, best) < MARGIN).any():
            return None
        values = tuple(
            MoveValue(groups[k][0].text, float(means[k]), float(low[k]), float(high[k]))
            for k in np.argsort(-means)
        )
        is_exact = bool((low == high).all())
        facts = self.facts(seen, groups[best][0])
        found = [*self.themes(seen, groups[best][0], facts), *(["endgame"] if is_exact else [])]
        return Proof(
            "every_deal" if is_exact else "dealt",
            _texts(groups[best]),
            values,
            effort,
            tuple(found) or ("quiet",),
            facts,
        )

    def _groups(self, seen: DominoObservation) -> list[list[Move]]:
        """Return the legal moves, those together that differ in name alone."""
        groups: dict[Hashable, list[Move]] = {}
        for move in seen.legal_moves:
            groups.setdefault((tile_of(move), self.result_of(seen, move)), []).append(move)
        return list(groups.values())

    def _batches(
        self, seen: DominoObservation, groups: list[list[Move]], size: int, rng: Stream
    ) -> "RealMatrix":
        """Return [batches, groups]: the chance to win on batches of *size* likely deals."""
        make = self.reviewer.batches(seen)
        columns = [seen.legal_moves.index(group[0]) for group in groups]
        keys = [Stream.of(rng.integer, number).integer for number in range(BATCHES)]
        return np.array([make(size, key).means[columns, VALUE] for key in keys])


def all_deals(seen: DominoObservation, rng: Stream) -> "IntMatrix | None":
    """Return every deal that fits *seen*, one in each row; None if it would take too long."""
    if sum(seen.hand_sizes) > MOST_TILES or seen.stock:
        return None
    belief = belief_of(seen)
    if belief.count > MOST_DEALS:
        return None
    deals = belief.sample(int(belief.count) * SAMPLES_EACH, rng.integer)
    return np.unique(deals, axis=0)


def keeps_several(facts: tuple[Reason, ...]) -> bool:
    """Return whether by *facts* the new end fits several tiles that stay in hand."""
    return any(fact.name == "keeps" and int(fact.numbers["count"]) > 1 for fact in facts)


def is_double(move: Move) -> bool:
    """Return whether *move* places a double."""
    high, low = halves(tile_of(move))
    return high == low


def _seen(position: Position) -> DominoObservation:
    assert isinstance(position, DominoPosition)
    return position.observe()


def _texts(moves: list[Move]) -> tuple[str, ...]:
    return tuple(move.text for move in moves)
