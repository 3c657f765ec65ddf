"""How much the thinkers of dominoes think: deals in slices, plies one by one, never deeper."""

import itertools
import threading
import time

import numpy as np
import pytest

import galo
from galo.counter import Stream
from galo.players.deepening import depths_within
from galo.players.slices import MOST_DEALS, SLICE, Slices, Thoughts
from rounds import positions

MOST_SLICES = 100
THREADS = (1, 2, 5)


def sizes(slices: Slices, nodes_a_deal: int = 0) -> list[int]:
    """Return the slices that count when every deal costs so many nodes."""

    def think(count: int, number: int) -> Thoughts:
        if number == 1:
            time.sleep(0.05)  # other threads are done long before
        sums = np.zeros(MOST_SLICES, np.int64)
        sums[number] = count
        return Thoughts(sums, nodes_a_deal * count, count)

    sums, nodes, deals = slices.add_up(think)
    assert nodes == nodes_a_deal * deals
    assert deals == sums.sum()
    return list(sums[sums > 0])


@pytest.mark.parametrize("threads", THREADS)
def test_without_a_clock_deals_come_in_whole_slices(threads: int) -> None:
    assert sizes(Slices(galo.Limit(), 250, 1, threads)) == [SLICE, SLICE, 50]
    assert sizes(Slices(galo.Limit(deals=7), 250, 1, threads)) == [7]


@pytest.mark.parametrize("threads", THREADS)
def test_under_a_clock_the_first_look_comes_soon(threads: int) -> None:
    assert sizes(Slices(galo.Limit(seconds=1e-9), 250, 1, threads)) == [1]
    assert sizes(Slices(galo.Limit(seconds=1e-9), 250, SLICE, threads)) == [SLICE]
    patient = sizes(Slices(galo.Limit(seconds=1e6), 250, 1, threads))
    assert patient[:9] == [1, 2, 4, 8, 16, 32, 64, SLICE, SLICE]
    assert sum(patient) == MOST_DEALS


@pytest.mark.parametrize("threads", THREADS)
def test_a_limit_of_nodes_is_passed_by_no_more_than_what_was_done_before(threads: int) -> None:
    assert sizes(Slices(galo.Limit(nodes=100), 250, 1, threads), 10) == [1, 2, 4, 8]
    assert sizes(Slices(galo.Limit(nodes=1), 250, 1, threads), 10) == [1]


def test_slices_are_under_way_together_when_asked() -> None:
    together = threading.Barrier(3, timeout=60)

    def think(count: int, _: int) -> Thoughts:
        together.wait()  # raises unless two more come
        return Thoughts(np.zeros(1), 0, count)

    assert Slices(galo.Limit(deals=9 * SLICE), 1, threads=3).add_up(think).deals == 9 * SLICE


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("dominoes4", "pimc:deals=350"),
        ("dominoes4", "champion"),
        ("dominoes2", "pimc:deals=350"),
        ("dominoes2", "champion"),
        ("dominoes2:players=4", "champion"),
    ],
)
@pytest.mark.parametrize("limit", [galo.Limit(), galo.Limit(nodes=200)])
def test_threads_change_no_decision(game: str, agent: str, limit: galo.Limit) -> None:
    name, _, _ = game.partition(":")
    option = "," if ":" in agent else ":"
    alone, together = (galo.player(name, f"{agent}{option}threads={n}") for n in (1, 3))
    for position in itertools.islice(positions(game, 3), 2, 20, 4):
        assert position.mover is not None
        seen = position.observe(position.mover)
        decisions = [player.decide(seen, limit, Stream.of(1)) for player in (alone, together)]
        assert decisions[0] == decisions[1]


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
