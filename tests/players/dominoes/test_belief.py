"""What a seat may believe: exactly the deals that fit, each as likely as any other."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from scipy.stats import chisquare

import galo
from galo.errors import ConfigError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.round import PASS, Played
from galo.games.dominoes.tiles import from_bits, halves, to_bits
from galo.games.game import Hands
from galo.games.rules.tiles import ALL_TILES, size, suits
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.determinization import (
    HiddenHands,
    count_deals,
    sample_hands,
    uncounted,
)
from galo.stream import Stream
from support.domino_rounds import every_deal, positions, unseen_tiles
from support.samples import sample

SAMPLES = sample(1500, 4000)
SURE = 1e-6  # share of tests in which a correct sampler fails
FORGED = (
    "6-6,5-1,1-1,4-0,3-3,2-0,1-0/6-5,6-4,6-3,6-2,6-1,6-0,5-5/"
    "5-4,5-3,5-2,5-0,4-4,4-3,4-2/4-1,3-2,3-1,3-0,2-2,2-1,0-0"
)


def observations(game: str, seeds: range, tiles_left: int) -> Iterator[DominoObservation]:
    """Yield what movers see in random rounds once at most that many tiles are unseen."""
    for seed in seeds:
        for position in positions(game, seed):
            assert position.mover is not None
            seen = position.observe(position.mover)
            if unseen_tiles(seen) <= tiles_left:
                yield seen
                break


def as_sets(hands: Hands) -> tuple[frozenset[str], ...]:
    return tuple(map(frozenset, hands))


def test_every_deal_is_listed_once() -> None:
    several = 0
    for seen in observations("dominoes4", range(9), 7):
        placed = to_bits(play.tile for play in seen.plays if play.text != PASS)
        rows = Belief(seen).every()
        listed = {tuple(from_bits(int(hand) & ~placed) for hand in row[1:4]) for row in rows}
        around = [(seen.seat + away) % 4 for away in (1, 2, 3)]
        possible = {
            tuple(map(frozenset, (hands[seat] for seat in around))) for hands in every_deal(seen)
        }
        assert {tuple(map(frozenset, hands)) for hands in listed} == possible
        assert len(rows) == len(possible)
        assert set(map(int, rows[:, 0])) == {to_bits(seen.dealt)}
        several += len(rows) > 3
    assert several > 3


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
    hidden = HiddenHands(ALL_TILES & ~suits(1), 0, 0, 0, 7, 7, 7)
    assert size(hidden.unseen) == 21
    deals = uncounted(hidden)
    assert count_deals(deals) == 399_072_960  # 21! / 7!^3
    hands = sample_hands(deals, 5)
    assert sum(map(size, hands)) == 21
    assert hands[0] | hands[1] | hands[2] == hidden.unseen


def seen_of(text: str) -> DominoObservation:
    """Return what seat 0 has seen of a round in which it holds the tiles of FORGED."""
    position = galo.game("dominoes4").from_text(f"- - {FORGED} {text}")
    assert isinstance(position, DominoPosition)
    return position.observe(0)


def lied(seen: DominoObservation, *lies: str) -> DominoObservation:
    """Return *seen* with the moves *lies*, `seat:move` each, after its own."""
    arms = {"e": 0, "w": 1, "n": 2, "s": 3}
    plays = list(seen.plays)
    for each in lies:
        seat, _, text = each.partition(":")
        tile, _, arm = text.partition("@")
        far = int(tile[2]) if arm else 0
        plays.append(Played(int(seat), text, 60 if text == "pass" else 8 * arms[arm] + far))
    return replace(seen, plays=tuple(plays))


def test_lies_about_tiles_in_sight_are_named() -> None:
    seen = seen_of("6-6")
    after_pass = ("1:pass", "2:6-5@e", "3:6-4@w", "0:5-1@e")
    for forged, named in (
        (replace(seen, dealt=()), "seat 0 was dealt 0 tiles instead of 7"),
        (replace(seen, dealt=(*seen.dealt, "6-0")), "seat 0 was dealt 8 tiles instead of 7"),
        (replace(seen, dealt=(*seen.dealt[:6], "5-1")), "5-1 is in two places"),
        (replace(seen, dealt=(*seen.dealt[:6], "9-1")), "there is no tile 9-1"),
        (replace(seen, dealt=("6-3", *seen.dealt[1:])), "seat 0 placed 6-6, which it never held"),
        (replace(seen, drawn=("6-0",)), "seat 0 drew 0 tiles, but knows ['6-0']"),
        (lied(seen, "1:5-1@e"), "5-1 is in two places"),
        (lied(seen, "1:6-5@e", "2:6-5@w"), "6-5 is in two places"),
        (lied(seen, *after_pass, "1:6-2@n"), "seat 1 could not play on 6, but held 6-2"),
        (lied(seen, "1:6-5@e", "2:6-4@w", "3:pass", "0:pass"), "seat 0 could not play on 4 5 6"),
        (lied(seen, *[f"1:6-{n}@e" for n in (5, 4, 3, 2, 0)], "1:5-4@e", "1:5-3@e", "1:5-2@e"),
         "seat 1 placed more tiles than it held"),
    ):  # fmt: skip
        with pytest.raises(ConfigError) as refused:
            Belief(forged)
        assert str(refused.value).startswith("no deal fits what seat 0 has seen: ")
        assert named in str(refused.value)
    assert Belief(lied(seen, *after_pass)).count > 0


def test_double_of_a_seat_that_could_not_open_is_named() -> None:
    seen = replace(seen_of("6-6"), opener=2)
    assert seen.could_not_open == (2, 3)
    assert Belief(seen).count > 0
    with pytest.raises(ConfigError, match="seat 2 had no double to open with, but held 5-5"):
        Belief(lied(seen, "1:6-5@e", "2:5-5@e"))


def test_what_no_deal_satisfies_is_refused_with_the_contradiction() -> None:
    position = galo.game("dominoes4").start(seed=3)
    assert isinstance(position, DominoPosition)
    while len(position.plays) < 9:
        position = position.play(position.legal_moves[0])
    seat = position.mover
    assert seat is not None
    seen = position.observe(seat)
    # The next seat passes after every tile: it has nothing left that it could hold.
    liar = (seat + 1) % 4
    lies = [play if play.seat != liar else Played(liar, "pass", 60) for play in position.plays]
    named = "only 6 of the unseen tiles can be theirs, but seat 0 holds 7 and passed on 2 5 6"
    with pytest.raises(ConfigError, match=f"no deal fits what seat 3 has seen: {named}"):
        Belief(replace(seen, plays=tuple(lies)))
