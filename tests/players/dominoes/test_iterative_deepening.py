"""Iterative deepening: plies one by one, as deep as a limit allows and never deeper."""

import itertools
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

import galo
from galo.players import budget as budget_module
from galo.players.dominoes.iterative_deepening import (
    COMPLETE,
    PORTION,
    DeepeningResult,
    IterativeDeepening,
    ResumableSearch,
)
from galo.players.player import Decision
from galo.stream import Stream
from support.domino_rounds import positions

GROWS = 10  # times as many nodes as the ply before, in the search of these tests


def deepened(
    limit: galo.Limit, usual: int = 6, tick: Callable[[], None] = lambda: None
) -> DeepeningResult:
    """Return the result of a search of a known size; its values are its depth, 0 on the way.

    Each portion of it calls *tick*.
    """
    values = np.full(2, -1.0)

    def resume(depth: int, level: int, most: int) -> tuple[int, int]:
        tick()
        done = min(most, GROWS**depth - level)
        is_complete = level + done == GROWS**depth
        values[:] = depth if is_complete else 0
        return COMPLETE if is_complete else level + done, done

    return IterativeDeepening(limit, usual).run(
        ResumableSearch(lambda: values.fill(0), resume, values)
    )


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


def test_the_clock_stops_a_search_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def tick() -> None:
        nonlocal now
        now += 1.0

    monkeypatch.setattr(budget_module, "time", SimpleNamespace(perf_counter=lambda: now))
    found = deepened(galo.Limit(seconds=50.0), usual=8, tick=tick)
    # Five plies take eleven portions, the sixth would take sixty-two.
    assert (found.depth, found.nodes) == (5, 111_110 + 39 * PORTION)
    assert found.values.tolist() == [5, 5]


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
