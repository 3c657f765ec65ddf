"""What a seat may believe about the tiles it does not see, from everything said aloud.

A pass tells which numbers a seat does not hold, and so does a round not opened for want of a
double. What follows is exact: every deal that contradicts nothing is as likely as any other.
How players choose their tiles tells more, but that depends on who they are: see
`dominoes4.reading`.
"""

from itertools import combinations

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import PASS
from galo.games.dominoes.tiles import from_bits, to_bits
from galo.games.game import Hands
from galo.games.rules.tiles import ALL_TILES, DOUBLES, size, suits
from galo.players.dominoes.boneyard_belief import BoneyardBelief
from galo.players.dominoes.determinization import (
    MOST_UNSEEN,
    WAYS_SHAPE,
    Hidden,
    count_deals,
    sample_deal,
)
from galo.players.dominoes.public_history import Stuck, check, lacked, listed, refusal, stuck_seats
from galo.rng import Stream

OTHERS = (1, 2, 3)  # the next seat, the partner, the previous seat: so many chairs further


class Belief:
    """The deals in which nothing that one seat has seen would be a lie.

    Who waits for another seat to open does not yet know that it can: ask from the opening on.
    """

    def __init__(self, seen: DominoObservation) -> None:
        self.seen = seen
        self.stuck = stuck_seats(seen)
        check(seen, self.stuck)
        self.hidden = hidden_hands(seen, self.stuck)
        self.tiles = np.zeros(MOST_UNSEEN, np.int64)
        self.ways = np.zeros(WAYS_SHAPE, np.int64)
        self.count = count_deals(self.hidden, self.tiles, self.ways)
        if not self.count:
            raise refusal(seen, self._conflict())

    def deal(self, rng: Stream) -> Hands:
        """Return the hands of all seats now, in one of these deals, each as likely as any."""
        hands = sample_deal(self.hidden, self.tiles, self.ways, rng.integer)
        around = (self.seen.hand, *map(from_bits, hands))
        return tuple(around[(seat - self.seen.seat) % 4] for seat in range(4))

    def next_lacks(self, numbers: int) -> float:
        """Return the share of these deals in which the next seat has no tile of *numbers*."""
        barred = self.hidden.barred1 | suits(numbers)
        ways = np.zeros(WAYS_SHAPE, np.int64)
        return count_deals(self.hidden._replace(barred1=barred), self.tiles, ways) / self.count

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
    """Return what the seat that has *seen* this may believe, with a boneyard or without."""
    return BoneyardBelief(seen) if seen.game.stock else Belief(seen)


def hidden_hands(seen: DominoObservation, stuck: list[Stuck]) -> Hidden:
    """Return what is certain about the other three hands of a round without a boneyard."""
    shown = to_bits(play.tile for play in seen.plays if play.text != PASS)
    barred, needs = [], []
    for away in OTHERS:
        seat = (seen.seat + away) % 4
        doubles = DOUBLES if seat in seen.could_not_open else 0
        barred.append(suits(lacked(stuck, seat)) | doubles)
        needs.append(seen.hand_sizes[seat])
    return Hidden(ALL_TILES & ~(shown | to_bits(seen.hand)), *barred, *needs)
