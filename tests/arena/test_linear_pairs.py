"""Pairs of linear dominoes2 players by kernels: the games of ordinary play, one by one."""

import pytest

from galo.arena.linear_pairs import is_linear, play_linear_pairs
from galo.arena.pairing import Plan, play_pair
from galo.arena.tally import Tally

PAIRS = 25  # of one round; a match takes as long as several


@pytest.mark.parametrize(
    "game",
    [
        "dominoes2",
        "dominoes2:players=4",
        "dominoes2:target=100",
        "dominoes2:players=4,target=100",
    ],
)
@pytest.mark.parametrize("players", [("costa", "hoffmann"), ("offensive", "defensive")])
def test_every_pair_ends_as_it_is_played(game: str, players: tuple[str, str]) -> None:
    pairs = PAIRS // 5 if "target" in game else PAIRS
    plan = Plan(game, players, 2 * pairs, seed=11)
    assert is_linear(plan)
    played = [play_pair(plan, number).tally for number in range(pairs)]
    assert [play_linear_pairs(plan, number, 1).tally for number in range(pairs)] == played
    assert play_linear_pairs(plan, 0, pairs).tally == sum(played, Tally())
    assert len(set(played)) > 1


def test_evolved_weights_are_better_than_the_described_by_a_whole_interval() -> None:
    for opponent in ("costa", "hoffmann", "offensive"):
        plan = Plan("dominoes2", ("costa:weights=evolved", opponent), 40_000, seed=12)
        assert play_linear_pairs(plan, 0, plan.pairs).tally.interval.low > 0.51


def test_others_are_not_linear() -> None:
    assert not is_linear(Plan("dominoes2", ("costa", "first"), 2))
    assert not is_linear(Plan("dominoes4", ("s1", "basic"), 2))
    assert not is_linear(Plan("connect_four", ("focused", "random"), 2))
