"""Belief in a draw game: the deals of the other hand and the boneyard that fit an observation.

Everything else is public. A seat that draws holds nothing that fits, so a tile in its hand came
after the last time that it would have fitted; the tile that ended a draw was played at once; and
the opening tile outranks all that was dealt. What follows is exact: every deal that contradicts
nothing is as likely as any other, counted and drawn by `boneyard_determinization`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from galo.errors import ConfigError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import DRAW, PASS
from galo.games.dominoes.tiles import INDEX, NAME_OF, NAMES, from_bits, halves, to_bits
from galo.games.game import Hands
from galo.games.rules.boneyard import STOCK_BITS, STOCK_MASK
from galo.games.rules.tiles import HAND
from galo.players.dominoes.boneyard_determinization import (
    DEALT,
    FREE_SHAPE,
    Places,
    count_ways,
    put_at,
    sample_boneyards,
    sample_places,
    some_vector,
)
from galo.players.dominoes.consistency import check, refusal, stuck_seats
from galo.players.dominoes.determinization import DEAL_FIELDS
from galo.players.dominoes.resampling import uniform
from galo.rng import fold_in
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

HALF = range(HAND)  # the places in each half of the boneyard


class BoneyardBelief:
    """The deals of a draw game that contradict nothing that one seat has seen."""

    def __init__(self, seen: DominoObservation) -> None:
        self.seen = seen
        check(seen, stuck_seats(seen))
        self._histories = [DrawHistory(seen, opening) for opening in openings(seen)]
        self._cases = [history.places() for history in self._histories]
        self._totals = np.cumsum([count_ways(places) for places in self._cases])
        if not self.count:
            raise self._histories[0].refusal()

    @property
    def count(self) -> float:
        """How many deals there are; two that differ in the place of one tile are two."""
        return float(self._totals[-1])

    def next_lacks(self, numbers: int) -> float:
        """Return the share of these deals in which the other seat has no tile of *numbers*."""
        cases = (history.places(lacking=numbers) for history in self._histories)
        return sum(map(count_ways, cases)) / self.count

    def deal(self, rng: Stream) -> Hands:
        """Return the tiles dealt to the seats and the boneyard, each deal as likely as any."""
        places = self._cases[some_vector(self._totals, uniform(rng.integer, 0))]
        hand, *stocks = sample_places(
            places, fold_in(rng.integer, 1), np.zeros(FREE_SHAPE, np.int64)
        )
        hands = (self.seen.dealt, from_bits(hand))
        order = [stock >> place * STOCK_BITS & STOCK_MASK for stock in stocks for place in HALF]
        return (*hands[:: 1 - 2 * self.seen.seat], tuple(NAME_OF[tile - 1] for tile in order))

    def sample(self, count: int, key: int) -> "IntMatrix":
        """Return *count* of these deals as they were dealt, one in each row, for `deal_at`.

        Seats are counted from the own one; row k comes from stream k below *key*. The round must
        be open.
        """
        rows = np.zeros((count, DEAL_FIELDS), np.int64)
        sample_boneyards(self._cases[0], key, np.zeros(FREE_SHAPE, np.int64), rows)
        rows[:, 0] = to_bits(self.seen.dealt)
        return rows


def opening_rank(name: str) -> tuple[bool, int, int]:
    """Return the rank of the tile *name*: the seat with the highest one opens."""
    high, low = halves(name)
    return high == low, high + low, high


def openings(seen: DominoObservation) -> list[str]:
    """Return the tiles that may open this round: one, unless the other seat is about to."""
    if seen.plays:
        return [seen.plays[0].tile]
    own = max(seen.dealt, key=opening_rank)
    if seen.mover == seen.seat:
        return [own]
    return [name for name in NAMES if opening_rank(name) > opening_rank(own)]


class DrawHistory:
    """When the other seat took its tiles, as the plays of a draw game show it."""

    def __init__(self, seen: DominoObservation, opening: str) -> None:
        self.seen, self.opening = seen, opening
        self.lacked: list[set[int]] = []  # the ends at which the other seat had nothing, in turn
        self.since = [0]  # the first of these that the tiles of each class were tried at
        self.where: list[list[int]] = [[DEALT] * HAND]
        self.known: dict[int, str] = {}  # places in the boneyard that are certain, their tiles
        self.played: list[tuple[str, int, int]] = []  # of unknown origin, and the classes it may be
        self.opened_by = seen.plays[0].seat if seen.plays else seen.mover
        if self.opened_by != seen.seat:
            self.where[0].pop()
        self._follow()

    def _follow(self) -> None:
        """Fill the lists from the plays."""
        seen = self.seen
        own = iter(seen.drawn)
        drawn: list[int] = []  # in this turn of the other seat
        taken = 0
        for number, play in enumerate(seen.plays):
            if play.seat == seen.seat:
                if play.text == DRAW:
                    self.known[taken] = next(own)
            elif play.text == DRAW:
                if not drawn:
                    self._lacks(number)
                drawn.append(taken)
            elif play.text == PASS:
                if not drawn:
                    self._lacks(number)
                self._keep(drawn, len(self.lacked) - 1)
                drawn = []
            elif drawn:
                self.known[drawn.pop()] = play.tile
                self._keep(drawn, len(self.lacked) - 1)
                drawn = []
            elif number:
                self.played.append((play.tile, self._first_class(play.tile), len(self.since) - 1))
            taken += play.text == DRAW
        if drawn:  # its turn goes on: nobody knows yet whether the last one fits
            self._keep(drawn[:-1], len(self.lacked) - 1)
            self._keep(drawn[-1:], len(self.lacked))
        self._keep(list(range(taken, seen.game.stock)), len(self.lacked), is_boneyard=True)

    def _lacks(self, number: int) -> None:
        ends = self.seen.game.open_numbers(self.seen.plays[:number])
        self.lacked.append({end for end in range(HAND) if ends >> end & 1})

    def _keep(self, places: list[int], since: int, is_boneyard: bool = False) -> None:
        """Add a class of tiles at *places*, kept, and tried at the ends *since* that number on."""
        if places or is_boneyard:
            self.where.append(places)
            self.since.append(since)

    def _first_class(self, name: str) -> int:
        """Return the first class so far that the tile *name* can have lain in."""
        fits = [n for n, ends in enumerate(self.lacked) if ends & set(halves(name))]
        last = fits[-1] if fits else -1
        is_dealt = last < 0 and opening_rank(name) < opening_rank(self.opening)
        later = (c for c in range(1, len(self.since)) if self.since[c] > last)
        return 0 if is_dealt else next(later, len(self.since))

    @property
    def unseen(self) -> list[str]:
        """The tiles that the other seat or the boneyard holds."""
        seen = self.seen
        shown = {self.opening, *seen.dealt, *seen.drawn}
        shown |= {play.tile for play in seen.plays if play.text not in (DRAW, PASS)}
        return [name for name in NAMES if name not in shown]

    def places(self, lacking: int = 0) -> Places:
        """Return the places for kernels; the other seat has no tile of the *lacking* numbers."""
        boneyard = len(self.where) - 1

        def earliest(name: str) -> int:
            fits = any(lacking >> half & 1 for half in halves(name))
            return boneyard if fits else self._first_class(name)

        sizes = [len(places) for places in self.where]
        strides = np.cumprod([1, *(size + 1 for size in sizes[:-1])])
        unseen = sorted(self.unseen, key=earliest, reverse=True)
        highest = max(self.seen.dealt, key=opening_rank)
        is_outranked = opening_rank(highest) > opening_rank(self.opening)
        if is_outranked or len(unseen) + len(self.played) != sum(sizes):
            raise self.refusal()
        known = (0, 0, 0)
        if self.opened_by != self.seen.seat:
            known = put_at(known, DEALT, INDEX[self.opening])
        for place, name in self.known.items():
            known = put_at(known, place, INDEX[name])
        return Places(
            _integers(sizes),
            _integers(strides),
            _integers([place for places in self.where for place in places]),
            _integers([INDEX[name] for name, _, _ in self.played]),
            _integers([lowest for _, lowest, _ in self.played]),
            _integers([highest for _, _, highest in self.played]),
            _integers([INDEX[name] for name in unseen]),
            _integers([earliest(name) for name in unseen]),
            np.zeros((len(self.played) + 1, strides[-1])),
            np.zeros(strides[-1]),
            known,
        )

    def refusal(self) -> ConfigError:
        """Return the error that says why no deal fits."""
        return refusal(self.seen, self._conflict())

    def _conflict(self) -> str:
        seat, other = self.seen.seat, 1 - self.seen.seat
        highest = max(self.seen.dealt, key=opening_rank)
        if opening_rank(highest) > opening_rank(self.opening):
            return f"{self.opening} opened, but seat {seat} was dealt {highest}"
        places = sum(map(len, self.where))
        if len(self.unseen) + len(self.played) != places:
            hidden = len(self.unseen) + len(self.played)
            return f"{hidden} tiles come from places of which there are {places}"
        for name, lowest, highest_class in self.played:
            if lowest > highest_class:
                return f"seat {other} played {name}, but drew or passed where it fitted"
        return f"seat {other} holds more tiles than it can have kept, drawing and passing as it did"


def _integers(values: Iterable[int]) -> "IntVector":
    return np.array(list(values), np.int64)
