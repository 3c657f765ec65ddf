"""What a seat may believe: exactly the deals that fit, each as likely as any other."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

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
from galo.games.tiles import halves
from galo.players.belief import Belief
from galo.players.hands import MOST_UNSEEN, WAYS_SHAPE, Hidden, count_deals, sample_deal
from rounds import every_deal, positions, unseen_tiles

SAMPLES = 4000
SURE = 1e-6  # a correct sampler fails one test in so many


def observations(game: str, seeds: range, tiles_left: int) -> Iterator[DominoObservation]:
    """Yield what movers see in random rounds once at most so many tiles are unseen."""
    for seed in seeds:
        for position in positions(game, seed):
            assert position.mover is not None
            seen = position.observe(position.mover)
            if unseen_tiles(seen) <= tiles_left:
                yield seen
                break


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
