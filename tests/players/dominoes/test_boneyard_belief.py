"""The belief of the draw game: exact, never a lie, and it says what cannot be."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from math import comb, perm

import numpy as np
import pytest
from scipy.stats import chisquare

import galo
from galo.arena.match import Match
from galo.errors import ConfigError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.round import Played
from galo.games.dominoes.tiles import NAME_OF, NAMES, from_bits, halves
from galo.games.rules.boneyard import STOCK_BITS, STOCK_MASK
from galo.games.rules.dominoes2 import PASS
from galo.players.dominoes.belief import Belief, belief_of
from galo.players.dominoes.boneyard_belief import BoneyardBelief, DrawHistory, openings
from galo.players.dominoes.boneyard_determinization import DEALT, count_ways
from galo.stream import Stream
from support.positions import mover_of

SIGNIFICANCE = 1e-4
SAMPLES = 20_000
Case = tuple[frozenset[str], tuple[str, ...]]  # the hand dealt, what lies where it drew
FEWEST, MOST = 30, 800  # deals to try, so that a case is small and yet says something


def observations(seeds: range) -> Iterator[DominoObservation]:
    """Yield what both seats see in every position of games played at random."""
    game, player = galo.game("dominoes2"), galo.player("dominoes2", "random")
    for seed in seeds:
        match = Match(game, [player, player], seed)
        while not match.is_over:
            assert isinstance(match.position, DominoPosition)
            yield from map(match.position.observe, (0, 1))
            match.step()


def free_tiles(history: DrawHistory) -> list[str]:
    return [*history.unseen, *(name for name, _, _ in history.played)]


def drawn_places(history: DrawHistory) -> list[int]:
    return [place for places in history.where[1:-1] for place in places]


def cases_to_try(history: DrawHistory) -> int:
    tiles, hand = len(free_tiles(history)), len(history.where[0])
    return comb(tiles, hand) * perm(tiles - hand, len(drawn_places(history)))


def enumerated(seen: DominoObservation) -> set[Case]:
    """Return every hand dealt to the other seat, with what lies where it drew, that can be."""
    history = DrawHistory(seen, openings(seen)[0])
    tiles, places = free_tiles(history), drawn_places(history)
    opened = [history.opening] if history.opened_by != seen.seat else []
    found = set()
    for hand in combinations(tiles, len(history.where[0])):
        rest = [name for name in tiles if name not in hand]
        for drawn in permutations(rest, len(places)):
            left = iter(name for name in rest if name not in drawn)
            stock = {**history.known, **dict(zip(places, drawn, strict=True))}
            order = tuple(stock[k] if k in stock else next(left) for k in range(14))
            hands = (seen.dealt, (*opened, *hand))
            try:
                seen.complete((*(hands if seen.seat == 0 else hands[::-1]), order))
            except ConfigError:
                continue
            found.add((frozenset((*opened, *hand)), drawn))
    return found


@cache
def small_cases() -> list[DominoObservation]:
    """Return positions in which tiles played may have come from here or there, not equally likely.

    One from each of some games.
    """
    found: dict[tuple[str, ...], DominoObservation] = {}
    for seen in observations(range(40)):
        history = DrawHistory(seen, openings(seen)[0])
        is_small = len(history.where) > 2 and FEWEST <= cases_to_try(history) <= MOST
        if is_small and seen.plays:
            places = history.places()
            count_ways(places)
            ways = [way for way in np.diff(places.totals, prepend=0.0) if way]
            if len(ways) > 1 and max(ways) > 1.5 * min(ways):
                found.setdefault(seen.dealt, seen)
    return list(found.values())


@pytest.mark.parametrize("number", range(3))
def test_frequencies_are_those_of_full_enumeration(number: int) -> None:
    seen = small_cases()[number]
    expected = enumerated(seen)
    places = drawn_places(DrawHistory(seen, openings(seen)[0]))
    counts: Counter[Case] = Counter()
    deals = BoneyardBelief(seen).sample(SAMPLES, 7 + number).tolist()
    for _, hand, _, _, stock0, stock1 in deals:
        stock = [
            NAME_OF[(half >> place * STOCK_BITS & STOCK_MASK) - 1]
            for half in (stock0, stock1)
            for place in range(7)
        ]
        counts[frozenset(from_bits(hand)), tuple(stock[place] for place in places)] += 1
    assert set(counts) == expected
    assert chisquare([counts[case] for case in expected]).pvalue > SIGNIFICANCE


def test_chance_to_lack_numbers_is_that_of_full_enumeration() -> None:
    found: dict[tuple[str, ...], DominoObservation] = {}
    for seen in observations(range(40)):
        if seen.plays and FEWEST <= cases_to_try(DrawHistory(seen, openings(seen)[0])) <= MOST:
            found.setdefault(seen.dealt, seen)
    shares = set()
    for seen in list(found.values())[:8]:
        played = {play.tile for play in seen.plays}
        hands = [({*dealt, *drawn} - played) for dealt, drawn in enumerated(seen)]
        belief = BoneyardBelief(seen)
        for numbers in range(1, 1 << 7):
            wanted = {half for half in range(7) if numbers >> half & 1}
            lacking = sum(not any(wanted & set(halves(name)) for name in hand) for hand in hands)
            assert belief.next_lacks(numbers) == pytest.approx(lacking / len(hands))
            shares.add(lacking / len(hands))
    assert len(shares) > 8


def test_no_sample_contradicts_what_was_seen() -> None:
    for number, seen in enumerate(observations(range(100, 108))):
        belief = belief_of(seen)
        assert isinstance(belief, BoneyardBelief)
        assert belief.count >= 1
        for sample in range(3):
            position = seen.complete(belief.deal(Stream.of(number, sample)))
            assert position.observe(seen.seat) == seen


def test_opening_still_to_come_may_be_any_tile_that_ranks_higher() -> None:
    position = galo.game("dominoes2").start(seed=3)
    other = 1 - mover_of(position)
    seen = position.observe(other)
    assert set(openings(seen)) >= {position.legal_moves[0].text}
    belief = BoneyardBelief(seen)
    opened = {seen.complete(belief.deal(Stream.of(k))).legal_moves[0].text for k in range(300)}
    assert len(opened) > 1
    assert opened <= set(openings(seen))


def test_pairs_have_the_belief_of_three_hands() -> None:
    position = galo.game("dominoes2", players=4).start(seed=1)
    assert isinstance(belief_of(position.observe(position.mover)), Belief)


def test_played_tile_that_nobody_can_have_held_is_named() -> None:
    seen, place, name = next(forgeries())
    plays = list(seen.plays)
    plays[place] = plays[place]._replace(text=f"{name}@l")
    other = 1 - seen.seat
    with pytest.raises(ConfigError, match=f"seat {other} played {name}, but drew or passed where"):
        BoneyardBelief(replace(seen, plays=tuple(plays)))


def forgeries() -> Iterator[tuple[DominoObservation, int, str]]:
    """Yield a play of the other seat, and a tile that its draws say it cannot have held then."""
    for seen in observations(range(40)):
        history = DrawHistory(seen, openings(seen)[0])
        if not (history.lacked and history.played):
            continue
        last = history.played[-1][0]
        place = next(k for k, play in enumerate(seen.plays) if play.tile == last)
        drew = [k for k, play in enumerate(seen.plays) if play.seat != seen.seat]
        if max((k for k in drew if seen.plays[k].text == "draw"), default=place) < place:
            for name in history.unseen:
                if history.lacked[-1] & set(halves(name)):
                    yield seen, place, name


def test_tile_that_should_have_opened_is_named() -> None:
    seen = next(s for s in observations(range(40)) if s.plays and s.plays[0].tile == "5-5")
    dealt = tuple("6-6" if name == seen.dealt[0] else name for name in seen.dealt)
    with pytest.raises(ConfigError, match=f"5-5 opened, but seat {seen.seat} was dealt 6-6"):
        BoneyardBelief(replace(seen, dealt=dealt))


def test_more_kept_than_can_have_been_is_refused() -> None:
    # The other seat passes on every number in turn, and yet it holds tiles.
    seen = next(s for s in observations(range(40)) if len(s.plays) == 1 and s.mover != s.seat)
    other = 1 - seen.seat
    lies = [
        play
        for number in range(7)
        for play in (Played(seen.seat, f"6-{number}@l", number), Played(other, "pass", PASS))
    ]
    shown = {play.tile for play in (*seen.plays, *lies)}
    dealt = tuple(name for name in NAMES if name not in shown and not name.startswith("6"))[:7]
    with pytest.raises(ConfigError, match="no deal fits"):
        BoneyardBelief(replace(seen, plays=(*seen.plays, *lies), dealt=dealt))


def test_draws_that_are_not_told_are_refused() -> None:
    seen = next(s for s in observations(range(5)) if s.drawn)
    with pytest.raises(ConfigError, match=rf"seat {seen.seat} drew \d+ tiles, but knows \[\]"):
        BoneyardBelief(replace(seen, drawn=()))


def test_places_are_those_of_the_deal() -> None:
    seen = next(s for s in observations(range(5)) if len(s.plays) > 12)
    history = DrawHistory(seen, openings(seen)[0])
    assert all(place == DEALT for place in history.where[0])
    known = {*history.known, *(place for places in history.where[1:] for place in places)}
    assert known == set(range(14))
