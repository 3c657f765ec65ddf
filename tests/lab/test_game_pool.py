"""Games in worker processes, and the result of a meeting."""

import multiprocessing
import os
import signal
import threading
import time
from functools import partial

import pytest

from galo.lab.game_pool import MeetingResult, game_pool


def test_pool_keeps_the_order_of_its_tasks() -> None:
    with game_pool() as pool:
        assert list(pool.results(abs, range(-9, 9))) == list(map(abs, range(-9, 9)))


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


def test_meeting_counts_the_games_of_the_first_player() -> None:
    result = MeetingResult.of_winners([0, 0, None, 1, 1], sides=[0, 1, 0, 1, 0])
    assert result == MeetingResult(games=5, wins=2, draws=1)
    assert result.losses == 2
    assert MeetingResult.of(result.to_record()) == result
    assert result.written_counts() == ["5", "2", "1", "2"]


def test_share_has_an_interval_unless_it_is_of_a_single_game() -> None:
    score, low, high = MeetingResult(100, 60, 10).share
    assert score == pytest.approx(0.65)
    assert low < score < high
    assert MeetingResult(1, 1, 0).share == (1.0, 1.0, 1.0)
    assert MeetingResult(1, 1, 0).written_share() == ["100.0", "–"]
    assert MeetingResult(100, 60, 10).written_share()[0] == "65.0"
