"""How much the thinkers of dominoes think: deals in slices, plies one by one, never deeper."""

import pytest

import galo
from galo.counter import Stream
from galo.players.deepening import depths_within
from galo.players.slices import MOST_DEALS, SLICE, Slices
from rounds import positions


def sizes(slices: Slices, nodes_a_deal: int = 0) -> list[int]:
    """Return the slices that are asked for when every deal costs so many nodes."""
    found: list[int] = []
    while count := slices.next(nodes_a_deal * sum(found)):
        found.append(count)
    return found


def test_without_a_clock_deals_come_in_whole_slices() -> None:
    assert sizes(Slices(galo.Limit(), 250, first=1)) == [SLICE, SLICE, 50]
    assert sizes(Slices(galo.Limit(deals=7), 250, first=1)) == [7]


def test_under_a_clock_the_first_look_comes_soon() -> None:
    assert sizes(Slices(galo.Limit(seconds=1e-9), 250, first=1)) == [1]
    assert sizes(Slices(galo.Limit(seconds=1e-9), 250)) == [SLICE]
    patient = sizes(Slices(galo.Limit(seconds=1e6), 250, first=1))
    assert patient[:9] == [1, 2, 4, 8, 16, 32, 64, SLICE, SLICE]
    assert sum(patient) == MOST_DEALS


def test_a_limit_of_nodes_is_passed_by_no_more_than_what_was_done_before() -> None:
    assert sizes(Slices(galo.Limit(nodes=100), 250, first=1), 10) == [1, 2, 4, 8]
    assert sizes(Slices(galo.Limit(nodes=1), 250, first=1), 10) == [1]


def test_depth_grows_only_under_a_clock() -> None:
    assert list(depths_within(galo.Limit(), 6)) == [6]
    assert list(depths_within(galo.Limit(depth=3), 6)) == [3]
    assert list(depths_within(galo.Limit(depth=9), 6)) == [6]
    assert list(depths_within(galo.Limit(seconds=1e6), 6)) == [1, 2, 3, 4, 5, 6]
    assert list(depths_within(galo.Limit(seconds=1e6, depth=2), 6)) == [1, 2]
    assert list(depths_within(galo.Limit(seconds=1e-9), 6)) == [1]


@pytest.mark.parametrize(
    ("game", "agent", "own"),
    [
        ("dominoes4", "pimc:depth=4", 4),
        ("dominoes4", "expectiminimax:depth=4", 4),
        ("dominoes2", "pimc:depth=4", 4),
        ("dominoes2", "expectiminimax:depth=4", 4),
        ("dominoes2", "champion", 4),
    ],
)
def test_a_limit_makes_nobody_look_deeper(game: str, agent: str, own: int) -> None:
    player = galo.player(game, agent)
    position = next(p for p in positions(game, 3) if len(p.plays) > 3 and len(p.legal_moves) > 1)
    assert position.mover is not None
    seen = position.observe(position.mover)
    for wanted, depth in ((1, 1), (3, 3), (8, own)):
        decision = player.decide(seen, galo.Limit(deals=3, depth=wanted), Stream.of(1))
        assert decision.depth == depth
