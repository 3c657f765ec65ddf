"""Rates: measured in slices, so that nobody waits long for the end of one."""

import time

import pytest

from galo.arena import speed


def test_rate_is_measured_in_slices_of_what_a_person_can_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, longest = 0.0, 0.0

    def play(turns: int) -> None:
        nonlocal clock, longest
        seconds = turns / 1000 + 0.001
        clock, longest = clock + seconds, max(longest, seconds)

    monkeypatch.setattr(time, "perf_counter", lambda: clock)
    rate = speed._rate(play, seconds=60.0)
    assert longest < 2 * speed.SLICE_SECONDS
    assert 60 <= clock < 61
    assert rate == pytest.approx(1000, rel=0.01)
