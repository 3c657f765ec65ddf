"""The sampling loop: deals in portions, on any number of threads, within every limit."""

import itertools
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

import galo
from galo.players import budget as budget_module
from galo.players.dominoes.sampling import MANY_DEALS, PORTION, MoveSums, SamplingLoop
from galo.stream import Stream
from support.commands import PATIENCE
from support.domino_rounds import positions

MOST_PORTIONS = 100
THREADS = (1, 2, 5)


def sizes(loop: SamplingLoop, nodes_a_deal: int = 0) -> list[int]:
    """Return the portions that count when every deal costs *nodes_a_deal* nodes."""

    def evaluate(count: int, number: int) -> MoveSums:
        if number == 1:
            time.sleep(0.05)  # other threads are done long before
        sums = np.zeros(MOST_PORTIONS, np.int64)
        sums[number] = count
        return MoveSums(sums, nodes_a_deal * count, count)

    sums, nodes, deals = loop.run(evaluate)
    assert nodes == nodes_a_deal * deals
    assert deals == sums.sum()
    return list(sums[sums > 0])


@pytest.mark.parametrize("threads", THREADS)
def test_without_a_clock_deals_come_in_whole_portions(threads: int) -> None:
    assert sizes(SamplingLoop(galo.Limit(), 250, 1, threads)) == [PORTION, PORTION, 50]
    assert sizes(SamplingLoop(galo.Limit(deals=7), 250, 1, threads)) == [7]


@pytest.mark.parametrize("threads", THREADS)
def test_under_a_clock_the_first_look_comes_soon(threads: int) -> None:
    assert sizes(SamplingLoop(galo.Limit(seconds=1e-9), 250, 1, threads)) == [1]
    assert sizes(SamplingLoop(galo.Limit(seconds=1e-9), 250, PORTION, threads)) == [PORTION]
    patient = sizes(SamplingLoop(galo.Limit(seconds=1e6), 250, 1, threads))
    if threads == 1:
        assert patient[:9] == [1, 2, 4, 8, 16, 32, 64, PORTION, PORTION]
    else:  # until one comes back nobody knows how long it takes
        assert patient[: threads + 1] == [1] * threads + [2**threads]
    assert sum(patient) == MANY_DEALS


def test_no_portion_is_begun_that_time_will_not_see_the_end_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    clock = SimpleNamespace(perf_counter=lambda: now[0])
    monkeypatch.setattr(budget_module, "time", clock)
    found: list[int] = []

    def evaluate(count: int, _: int) -> MoveSums:
        now[0] += 0.01 * count
        found.append(count)
        return MoveSums(np.zeros(1), 0, count)

    SamplingLoop(galo.Limit(seconds=1.0), 250, first=1).run(evaluate)
    assert found[:7] == [1, 2, 4, 8, 16, 32, 37]
    assert sum(found) <= 101  # rounding may leave a moment


@pytest.mark.parametrize("threads", THREADS)
def test_a_limit_of_nodes_is_passed_by_no_more_than_what_was_done_before(threads: int) -> None:
    assert sizes(SamplingLoop(galo.Limit(nodes=100), 250, 1, threads), 10) == [1, 2, 4, 8]
    assert sizes(SamplingLoop(galo.Limit(nodes=1), 250, 1, threads), 10) == [1]


def test_portions_are_under_way_together_when_asked() -> None:
    together = threading.Barrier(3, timeout=PATIENCE)

    def evaluate(count: int, _: int) -> MoveSums:
        together.wait()  # raises unless two more come
        return MoveSums(np.zeros(1), 0, count)

    assert (
        SamplingLoop(galo.Limit(deals=9 * PORTION), 1, threads=3).run(evaluate).deals == 9 * PORTION
    )


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
