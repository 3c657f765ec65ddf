"""The budget of a search: nodes, seconds, a stop from outside, parts and shares."""

import threading
from collections.abc import Callable
from types import SimpleNamespace

import pytest

import galo
from galo.players import budget as budget_module
from galo.players.budget import PORTION, Budget, endless


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(budget_module, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    return clock


def test_without_a_limit_every_portion_is_whole() -> None:
    budget = endless()
    for _ in range(3):
        assert budget.portion() == PORTION
        budget.spend(budget.portion())
    assert budget.used == 3 * PORTION
    assert budget.seconds_left() is None


def test_nodes_are_handed_out_in_portions_until_none_is_left() -> None:
    budget, portions = Budget(galo.Limit(nodes=25), portion=10), []
    while portion := budget.portion():
        portions.append(portion)
        budget.spend(portion)
    assert portions == [10, 10, 5]
    assert budget.used == 25


def test_more_nodes_than_allowed_leave_nothing() -> None:
    budget = Budget(galo.Limit(nodes=25), portion=10)
    budget.spend(40)
    assert (budget.portion(), budget.used) == (0, 40)


def test_a_deadline_ends_it(clock: Clock) -> None:
    budget = Budget(galo.Limit(seconds=2))
    assert (budget.seconds_left(), budget.portion()) == (2, PORTION)
    clock.now += 1.5
    assert (budget.seconds_left(), budget.portion()) == (0.5, PORTION)
    clock.now += 0.5
    assert (budget.seconds_left(), budget.portion()) == (0, 0)
    clock.now += 1
    assert budget.seconds_left() == -1


def test_whoever_stops_it_or_ends_it_leaves_nothing() -> None:
    stop = threading.Event()
    stopped, ended = Budget(galo.Limit(), stop.is_set), endless()
    part = ended.part(5)
    assert stopped.portion() == ended.portion() == PORTION
    stop.set()
    ended.end()
    assert (stopped.portion(), ended.portion(), part.portion()) == (0, 0, 0)


def test_a_part_spends_the_whole() -> None:
    whole = Budget(galo.Limit(nodes=100))
    part = whole.part(60)
    part.spend(50)
    assert (part.portion(), whole.portion()) == (10, 50)
    assert (part.used, whole.used) == (50, 50)
    whole.spend(45)
    assert part.portion() == 5


def test_a_part_keeps_the_clock_and_the_portion_of_the_whole(clock: Clock) -> None:
    whole = Budget(galo.Limit(seconds=2), portion=7)
    part = whole.part(60)
    assert (part.portion(), part.seconds_left()) == (7, 2)
    clock.now += 2
    assert part.portion() == 0


def test_a_share_is_of_what_is_left(clock: Clock) -> None:
    whole = Budget(galo.Limit(nodes=100, seconds=4))
    whole.spend(20)
    clock.now += 2
    share = whole.share(1, 4)
    assert (share.portion(), share.seconds_left()) == (20, 0.5)
    share.spend(20)
    assert (share.portion(), whole.portion()) == (0, 60)
    late = whole.share(1, 2)
    clock.now += 1
    assert (late.portion(), whole.portion()) == (0, 60)


@pytest.mark.parametrize("narrowed", [lambda one: one.part(10), lambda one: one.share(1, 2)])
def test_a_share_of_a_part_ends_with_the_whole(
    clock: Clock, narrowed: Callable[[Budget], Budget]
) -> None:
    whole = Budget(galo.Limit(seconds=4))
    share = narrowed(whole).share(1, 2)
    seconds = share.seconds_left()
    assert seconds is not None
    assert seconds < 4
    clock.now += seconds
    assert share.portion() == 0


def test_threads_lose_no_node() -> None:
    budget = endless()

    def spend() -> None:
        for _ in range(10_000):
            budget.spend(1)

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert budget.used == 40_000
