"""Belief without a boneyard: the deals of the hidden tiles that fit an observation.

A pass shows which numbers a seat does not hold, and so does a round not opened for want of a
double. What follows is exact: every deal that contradicts nothing is as likely as any other.
How players choose their tiles says more, but that depends on a model of them: see `inference`.
"""

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import PASS
from galo.games.dominoes.tiles import from_bits, to_bits
from galo.games.game import Hands
from galo.games.rules.tiles import ALL_TILES, DOUBLES, size, suits
from galo.players.dominoes.boneyard_belief import BoneyardBelief
from galo.players.dominoes.consistency import Stuck, check, lacked, listed, refusal, stuck_seats
from galo.players.dominoes.determinization import (
    DEAL_FIELDS,
    HiddenHands,
    count_deals,
    list_deals,
    sample_deals,
    sample_hands,
    uncounted,
)
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

OTHERS = (1, 2, 3)  # the next seat, the partner, the previous seat, counted from the own one


class Belief:
    """The deals that contradict nothing that one seat has seen.

    A seat that waits for another to open does not know yet that it can: ask from the opening on.
    """

    def __init__(self, seen: DominoObservation) -> None:
        self.seen = seen
        self.stuck = stuck_seats(seen)
        check(seen, self.stuck)
        self.restrict(hidden_hands(seen, self.stuck))
        if not self.count:
            raise refusal(seen, self._conflict())

    def restrict(self, hidden: HiddenHands) -> None:
        """Keep the deals that fit *hidden* alone."""
        self.deals = uncounted(hidden)
        self.count = count_deals(self.deals)

    @property
    def hidden(self) -> HiddenHands:
        """What is certain about the hands of the others."""
        return self.deals.hidden

    def deal(self, rng: Stream) -> Hands:
        """Return the hands of all seats now in one of these deals, each as likely as any."""
        hands = sample_hands(self.deals, rng.integer)
        around = (self.seen.hand, *map(from_bits, hands))
        return tuple(around[(seat - self.seen.seat) % 4] for seat in range(4))

    def sample(self, count: int, key: int) -> "IntMatrix":
        """Return *count* of these deals as they were dealt, one in each row, for `deal_at`.

        Seats are counted from the own one; row k comes from stream k below *key*.
        """
        rows = np.zeros((count, DEAL_FIELDS), np.int64)
        sample_deals(self.deals, key, rows)
        return self._as_dealt(rows)

    def every(self) -> "IntMatrix":
        """Return all of these deals, each once, as `sample` returns some."""
        rows = np.zeros((self.count, DEAL_FIELDS), np.int64)
        list_deals(self.deals, rows)
        return self._as_dealt(rows)

    def _as_dealt(self, rows: "IntMatrix") -> "IntMatrix":
        """Return *rows* with the own hand and all tiles that were placed added."""
        rows[:, 0] = to_bits(self.seen.dealt)
        for away in OTHERS:
            seat = (self.seen.seat + away) % 4
            placed = (play for play in self.seen.plays if play.seat == seat and play.text != PASS)
            rows[:, away] |= to_bits(play.tile for play in placed)
        return rows

    def next_lacks(self, numbers: int) -> float:
        """Return the share of these deals in which the next seat has no tile of *numbers*."""
        barred = self.hidden.barred1 | suits(numbers)
        return count_deals(uncounted(self.hidden._replace(barred1=barred))) / self.count

    def _conflict(self) -> str:
        """Return why no deal fits: some of the others hold more tiles than can be theirs."""
        # By Hall's theorem there is a deal unless some of them together lack tiles.
        groups = [group for n in OTHERS for group in combinations(OTHERS, n)]
        lacking = next(group for group in groups if self._possible(group) < self._held(group))
        facts = [
            f"seat {seat} holds {self._held((away,))} and {self._known_of(seat)}"
            for away in lacking
            for seat in [(self.seen.seat + away) % 4]
        ]
        possible = self._possible(lacking)
        return f"only {possible} of the unseen tiles can be theirs, but {', '.join(facts)}"

    def _possible(self, group: tuple[int, ...]) -> int:
        """Return how many of the unseen tiles one of *group* may hold."""
        barred = self.hidden.unseen
        for away in group:
            barred &= self.hidden[away]
        return size(self.hidden.unseen & ~barred)

    def _held(self, group: tuple[int, ...]) -> int:
        """Return how many tiles *group* hold together."""
        return sum(self.hidden[3 + away] for away in group)

    def _known_of(self, seat: int) -> str:
        """Return in words what *seat* is known not to hold."""
        numbers = lacked(self.stuck, seat)
        words = [f"passed on {listed(numbers)}"] if numbers else []
        if seat in self.seen.could_not_open:
            words.append("had no double")
        return " and ".join(words) or "never passed"


def belief_of(seen: DominoObservation) -> Belief | BoneyardBelief:
    """Return the belief of the seat of *seen*, with a boneyard or without."""
    return BoneyardBelief(seen) if seen.game.stock else Belief(seen)


def hidden_hands(seen: DominoObservation, stuck: list[Stuck]) -> HiddenHands:
    """Return what is certain about the other three hands of a round without a boneyard."""
    shown = to_bits(play.tile for play in seen.plays if play.text != PASS)
    barred, needs = [], []
    for away in OTHERS:
        seat = (seen.seat + away) % 4
        doubles = DOUBLES if seat in seen.could_not_open else 0
        barred.append(suits(lacked(stuck, seat)) | doubles)
        needs.append(seen.hand_sizes[seat])
    return HiddenHands(ALL_TILES & ~(shown | to_bits(seen.hand)), *barred, *needs)
