"""Games in worker processes."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

import pytest

from galo.arena.game_pool import CHUNKS_EACH, FIRST_TASKS, GROWTH, GamePool, game_pool, results_of
from galo.errors import GaloError
from support.experiments import ThisProcess


def test_pool_keeps_the_order_of_its_tasks() -> None:
    with game_pool() as pool:
        assert list(pool.results(abs, range(-9, 9))) == list(map(abs, range(-9, 9)))


def test_tasks_go_out_in_larger_and_larger_chunks_and_come_back_in_order() -> None:
    handed_out: list[int] = []

    class Noting(ThisProcess):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            handed_out.append(len(args[1]))
            return super().submit(fn, *args, **kwargs)

    pool = GamePool(Noting(), lambda: 1)
    assert list(pool.results(abs, range(-200, 0))) == list(range(200, 0, -1))
    assert sum(handed_out) == 200
    assert handed_out[:3] == [FIRST_TASKS] * CHUNKS_EACH  # ahead, before anything is known
    assert handed_out[3] == GROWTH * FIRST_TASKS


def test_a_worker_that_dies_is_reported_in_one_sentence() -> None:
    with pytest.raises(GaloError, match="a worker process died"), game_pool(1) as pool:
        list(pool.results(os._exit, [3]))


def interrupted() -> None:
    """Press Ctrl-C while the workers sleep for ever, never reached by it themselves."""
    with game_pool() as pool:
        (blocked,) = pool.results(partial(signal.pthread_sigmask, signal.SIG_BLOCK), [()])
        assert signal.SIGINT in blocked
        for _ in pool.results(time.sleep, [0, 0, *[10**6] * 4]):
            raise KeyboardInterrupt


def test_workers_end_at_once_with_an_interrupted_pool() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not multiprocessing.active_children()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def interrupted_while_waiting() -> None:
    """Press Ctrl-C while workers sleep for ever and further tasks wait for them."""
    with game_pool() as pool:
        for place, _ in enumerate(pool.results(time.sleep, [0, 0, *[10**6] * 40])):
            if place == 1:
                threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()


def test_interrupted_pool_says_nothing_of_what_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []
    monkeypatch.setattr(threading, "excepthook", said.append)
    with pytest.raises(KeyboardInterrupt):
        interrupted_while_waiting()
    assert not said


def test_results_come_in_order_from_processes_and_from_this_one() -> None:
    for jobs in (1, 2):
        assert list(results_of(abs, range(-3, 5), jobs)) == [3, 2, 1, 0, 1, 2, 3, 4]
