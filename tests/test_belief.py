"""What a seat may believe: exactly the deals that fit, each as likely as any other."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

import galo
from galo.counter import Stream
from galo.errors import ConfigError
from galo.games.dominoes import DominoPosition
from galo.games.game import Hands
from galo.games.observation import DominoObservation
from galo.games.round import Played
from galo.games.rules.tiles import ALL_TILES, size, suits
from galo.games.tiles import from_bits, halves
from galo.players.belief import Belief
from galo.players.hands import MOST_UNSEEN, WAYS_SHAPE, Hidden, count_deals, sample_deal

SAMPLES = 4000
SURE = 1e-6  # a correct sampler fails one test in so many


def observations(game: str, seeds: range, tiles_left: int) -> list[DominoObservation]:
    """Return what movers see in random rounds once at most so many tiles are unseen."""
    found = []
    for seed in seeds:
        position = galo.game(game).start(seed=seed)
        rng = Stream.of(seed, 1)
        for ply in range(80):
            assert isinstance(position, DominoPosition)
            if position.mover is None:
                break
            seen = position.observe(position.mover)
            if sum(seen.hand_sizes) - len(seen.hand) <= tiles_left:
                found.append(seen)
                break
            moves = position.legal_moves
            position = position.play(moves[rng.below(ply, len(moves))])  # type: ignore[assignment]
    return found


def every_deal(seen: DominoObservation) -> set[Hands]:
    """Return all hands that the round as it was told allows, by trying every one."""
    shown = {play.tile for play in seen.plays} | set(seen.hand)
    unseen = [name for name in from_bits(ALL_TILES) if name not in shown]
    one, two, three = ((seen.seat + away) % 4 for away in (1, 2, 3))
    found = set()
    for first in combinations(unseen, seen.hand_sizes[one]):
        rest = [name for name in unseen if name not in first]
        for second in combinations(rest, seen.hand_sizes[two]):
            third = tuple(name for name in rest if name not in second)
            around = {seen.seat: seen.hand, one: first, two: second, three: third}
            hands = tuple(around[seat] for seat in range(4))
            try:
                seen.complete(hands)
            except ConfigError:
                continue
            found.add(hands)
    return found


def as_sets(hands: Hands) -> tuple[frozenset[str], ...]:
    return tuple(map(frozenset, hands))


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2:players=4"])
def test_deals_are_those_that_fit_each_as_often(game: str) -> None:
    several = 0
    for seen in observations(game, range(9), 6):
        possible = every_deal(seen)
        belief = Belief(seen)
        assert belief.count == len(possible)
        names = {as_sets(hands) for hands in possible}
        counts = Counter(as_sets(belief.deal(Stream.of(1, n))) for n in range(SAMPLES))
        assert set(counts) <= names
        if 1 < len(names) <= SAMPLES // 10:
            several += 1
            assert chisquare([counts[name] for name in names]).pvalue > SURE
    assert several >= 4


def test_deals_of_a_whole_round_contradict_nothing() -> None:
    skipped = 0
    for seen in observations("dominoes4", range(40), 17):
        belief = Belief(seen)
        for number in range(5):
            seen.complete(belief.deal(Stream.of(1, number)))
    for seed in range(200):
        position = galo.game("dominoes4").start(seed=seed)
        assert isinstance(position, DominoPosition)
        second = position.game.round(position.dealt, 1)
        assert second.mover is not None
        seen = second.observe(second.mover)
        if seen.could_not_open:
            skipped += 1
            hands = Belief(seen).deal(Stream.of(seed))
            for seat in seen.could_not_open:
                assert not any(len(set(halves(name))) == 1 for name in hands[seat])
    assert skipped


def test_the_first_deal_of_a_round_is_counted_by_the_formula() -> None:
    hidden = Hidden(ALL_TILES & ~suits(1), 0, 0, 0, 7, 7, 7)
    assert size(hidden.unseen) == 21
    tiles, ways = np.zeros(MOST_UNSEEN, np.int64), np.zeros(WAYS_SHAPE, np.int64)
    assert count_deals(hidden, tiles, ways) == 399_072_960  # 21! / 7!^3
    hands = sample_deal(hidden, tiles, ways, 5)
    assert sum(map(size, hands)) == 21
    assert hands[0] | hands[1] | hands[2] == hidden.unseen


def test_what_no_deal_satisfies_is_refused_with_the_contradiction() -> None:
    position = galo.game("dominoes4").start(seed=3)
    assert isinstance(position, DominoPosition)
    while len(position.plays) < 9:
        position = position.play(position.legal_moves[0])  # type: ignore[assignment]
    seat = position.mover
    assert seat is not None
    seen = position.observe(seat)
    # The next seat passes after every tile: it has nothing left that it could hold.
    liar = (seat + 1) % 4
    lies = [play if play.seat != liar else Played(liar, "pass", 60) for play in position.plays]
    told = "only 6 of the unseen tiles can be theirs, but seat 0 holds 7 and passed on 2 5 6"
    with pytest.raises(ConfigError, match=f"no deal fits what seat 3 has seen: {told}"):
        Belief(replace(seen, plays=tuple(lies)))
