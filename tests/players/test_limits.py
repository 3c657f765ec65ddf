"""How much the thinkers of dominoes think: deals in slices, plies one by one, never deeper."""

import itertools
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

import galo
from galo.players.dominoes import sampling as slices_module
from galo.players.dominoes.iterative_deepening import COMPLETE, Deepening, Found, Search
from galo.players.dominoes.sampling import MANY_DEALS, SLICE, Slices, Thoughts
from galo.players.player import Decision
from galo.rng import Stream
from support.domino_rounds import positions

MOST_SLICES = 100
THREADS = (1, 2, 5)
GROWS = 10  # times as many nodes as the ply before, in the search of these tests


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
    if threads == 1:
        assert patient[:9] == [1, 2, 4, 8, 16, 32, 64, SLICE, SLICE]
    else:  # until one comes back nobody knows how long it takes
        assert patient[: threads + 1] == [1] * threads + [2**threads]
    assert sum(patient) == MANY_DEALS


def test_no_slice_is_begun_that_time_will_not_see_the_end_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    clock = SimpleNamespace(perf_counter=lambda: now[0])
    monkeypatch.setattr(slices_module, "time", clock)
    found: list[int] = []

    def think(count: int, _: int) -> Thoughts:
        now[0] += 0.01 * count
        found.append(count)
        return Thoughts(np.zeros(1), 0, count)

    Slices(galo.Limit(seconds=1.0), 250, first=1).add_up(think)
    assert found[:7] == [1, 2, 4, 8, 16, 32, 37]
    assert sum(found) <= 101  # rounding may leave a moment


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


def deepened(limit: galo.Limit, usual: int = 6, nap: float = 0.0) -> Found:
    """Return what comes of a search of a known size; its values are its depth, or 0 on the way."""
    values = np.full(2, -1.0)

    def go_on(depth: int, level: int, most: int) -> tuple[int, int]:
        time.sleep(nap)
        done = min(most, GROWS**depth - level)
        is_complete = level + done == GROWS**depth
        values[:] = depth if is_complete else 0
        return COMPLETE if is_complete else level + done, done

    return Deepening(limit, usual).run(Search(lambda: values.fill(0), go_on, values))


@pytest.mark.parametrize(
    ("limit", "depth", "nodes"),
    [
        (galo.Limit(), 6, 1_000_000),
        (galo.Limit(depth=3), 3, 1000),
        (galo.Limit(depth=9), 6, 1_000_000),
        (galo.Limit(seconds=1e6), 6, 1_111_110),
        (galo.Limit(seconds=1e6, depth=2), 2, 110),
        (galo.Limit(seconds=1e-9), 1, 10),
        (galo.Limit(nodes=10**9), 6, 1_111_110),
        (galo.Limit(nodes=200_000), 5, 200_000),
        (galo.Limit(nodes=111), 2, 111),
        (galo.Limit(nodes=110), 2, 110),
        (galo.Limit(nodes=109), 1, 109),
        (galo.Limit(nodes=1), 1, 10),  # one ply in any case
    ],
)
def test_depth_grows_as_far_as_the_limit_allows(limit: galo.Limit, depth: int, nodes: int) -> None:
    found = deepened(limit)
    assert (found.depth, found.nodes) == (depth, nodes)
    assert found.values.tolist() == [depth, depth]


def test_the_clock_stops_a_search_on_its_way() -> None:
    found = deepened(galo.Limit(seconds=0.05), usual=8, nap=0.001)
    assert found.depth < 8
    assert sum(GROWS**depth for depth in range(1, found.depth + 1)) < found.nodes
    assert found.values.tolist() == [found.depth] * 2


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2", "dominoes2:players=4"])
def test_expectiminimax_keeps_a_limit_of_nodes(game: str) -> None:
    player = galo.player(game.partition(":")[0], "expectiminimax")
    position = next(p for p in positions(game, 3) if len(p.plays) > 3 and len(p.legal_moves) > 1)
    assert position.mover is not None
    seen = position.observe(position.mover)

    def decide(**limit: int) -> Decision:
        return player.decide(seen, galo.Limit(deals=20, **limit), Stream.of(1))

    alone = [decide(depth=depth) for depth in (1, 2, 3)]
    sums = list(itertools.accumulate(decision.nodes or 0 for decision in alone))
    assert 0 < sums[0] < sums[1] < sums[2]
    for nodes in (1, sums[0], sums[1] - 1, sums[1], sums[2] - 1, sums[2], sums[2] + 1):
        found = decide(nodes=nodes)
        depth = sum(each <= nodes for each in sums) or 1
        assert found.depth == depth
        assert found.nodes == max(nodes, sums[0])
        assert (found.move, found.value) == (alone[depth - 1].move, alone[depth - 1].value)


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


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2"])
def test_nodes_are_positions_looked_at(game: str) -> None:
    player = galo.player(game, "pimc")
    position = next(p for p in positions(game, 3) if len(p.plays) > 3 and len(p.legal_moves) > 1)
    assert position.mover is not None
    seen, moves = position.observe(position.mover), len(position.legal_moves)
    nodes = [
        player.decide(seen, galo.Limit(deals=3, depth=depth), Stream.of(1)).nodes or 0
        for depth in (1, 2, 3)
    ]
    assert nodes[0] == 3 * moves < nodes[1] < nodes[2]
    stopped = player.decide(seen, galo.Limit(nodes=nodes[0], depth=1), Stream.of(1))
    assert nodes[0] <= (stopped.nodes or 0) < 2 * nodes[0] + moves
