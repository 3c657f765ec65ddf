"""What a seat may believe about the tiles it does not see, from everything said aloud.

A pass tells which numbers a seat does not hold, and so does a round not opened for want of a
double. What follows is exact: every deal that contradicts nothing is as likely as any other.
How players choose their tiles tells more, but that depends on who they are: see
`dominoes4.reading`.
"""

from itertools import combinations

import numpy as np

from galo.counter import Stream
from galo.errors import ConfigError
from galo.games.game import Hands
from galo.games.observation import DominoObservation
from galo.games.round import PASS
from galo.games.rules.tiles import ALL_TILES, DOUBLES, size, suits
from galo.games.tiles import from_bits, to_bits
from galo.players.boneyard import BoneyardBelief
from galo.players.hands import (
    MOST_UNSEEN,
    WAYS_SHAPE,
    Hidden,
    count_deals,
    sample_deal,
)

OTHERS = (1, 2, 3)  # the next seat, the partner, the previous seat: so many chairs further


class Belief:
    """The deals in which nothing that one seat has seen would be a lie.

    Who waits for another seat to open does not yet know that it can: ask from the opening on.
    """

    def __init__(self, seen: DominoObservation) -> None:
        self.seen = seen
        self.hidden = hidden_hands(seen)
        self.tiles = np.zeros(MOST_UNSEEN, np.int64)
        self.ways = np.zeros(WAYS_SHAPE, np.int64)
        self.count = count_deals(self.hidden, self.tiles, self.ways)
        if not self.count:
            raise ConfigError(f"no deal fits what seat {seen.seat} has seen: {self._conflict()}")

    def deal(self, rng: Stream) -> Hands:
        """Return the hands of all seats now, in one of these deals, each as likely as any."""
        hands = sample_deal(self.hidden, self.tiles, self.ways, rng.integer)
        around = (self.seen.hand, *map(from_bits, hands))
        return tuple(around[(seat - self.seen.seat) % 4] for seat in range(4))

    def _conflict(self) -> str:
        """Return why no deal fits: some of the others hold more tiles than can be theirs."""
        unseen, needs = size(self.hidden.unseen), self.hidden[4:]
        if sum(needs) != unseen:
            return f"{unseen} tiles are unseen, but the others hold {sum(needs)}"
        # By Hall's theorem there is a deal unless some of them together lack tiles.
        groups = [group for n in OTHERS for group in combinations(OTHERS, n)]
        lacking = next(group for group in groups if self._possible(group) < self._held(group))
        facts = [
            f"seat {seat} holds {self._held((away,))} and {known_of(self.seen, seat)}"
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


def belief_of(seen: DominoObservation) -> Belief | BoneyardBelief:
    """Return what the seat that has *seen* this may believe, with a boneyard or without."""
    return BoneyardBelief(seen) if seen.game.stock else Belief(seen)


def lacked(seen: DominoObservation, seat: int) -> int:
    """Return the set of numbers that *seat* has passed on in this round."""
    found = 0
    for place, play in enumerate(seen.plays):
        if play.seat == seat and play.text == PASS:
            found |= seen.game.open_numbers(seen.plays[:place])
    return found


def known_of(seen: DominoObservation, seat: int) -> str:
    """Return in words what *seat* is known not to hold."""
    numbers = lacked(seen, seat)
    passed_on = " ".join(str(number) for number in range(7) if numbers >> number & 1)
    words = [f"passed on {passed_on}"] if numbers else []
    if seat in seen.could_not_open:
        words.append("had no double")
    return " and ".join(words) or "never passed"


def hidden_hands(seen: DominoObservation) -> Hidden:
    """Return what is certain about the other three hands of a round without a boneyard."""
    shown = to_bits(play.tile for play in seen.plays if play.text != PASS)
    barred, needs = [], []
    for away in OTHERS:
        seat = (seen.seat + away) % 4
        doubles = DOUBLES if seat in seen.could_not_open else 0
        barred.append(suits(lacked(seen, seat)) | doubles)
        needs.append(seen.hand_sizes[seat])
    return Hidden(ALL_TILES & ~(shown | to_bits(seen.hand)), *barred, *needs)
