"""Matches in slices are the same matches, and what was played before Ctrl-C is kept."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galo.arena import batch
from galo.arena.batch import Contest, Counts, Job
from galo.arena.game_pool import GamePool
from galo.lab.experiment_run import StageProgress
from galo.lab.experiments import experiment
from galo.lab.fitness import opponent_weights
from galo.lab.sliced_simulator import SlicedSimulator
from support.experiments import BOTH, ThisProcess, make, new_run, shrink_experiments, untimed

CONTESTS = [Contest(0, 1, 5, 5), Contest(1, 2, 5, 9), Contest(2, 0, 7, 7), Contest(0, 2, 1, 2)]


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_experiments(monkeypatch)


@pytest.mark.parametrize("size", [1, 3, 10, 11, 25, 1000])
def test_slices_of_any_size_add_up_to_the_same_counts(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    weights, job = opponent_weights(["basic", "s1", "s2"]), Job(3, 10, chunk=4)
    calls: list[int] = []
    shares: list[float] = []

    def counted(rows: Any, contests: Any, part: Job, rules: Any) -> list[Counts]:
        calls.append(len(contests) * part.pairs)
        return batch.simulate(rows, contests, part, rules)

    sliced = SlicedSimulator(counted, shares.append)
    monkeypatch.setattr(sliced, "_pairs", size)
    monkeypatch.setattr(SlicedSimulator, "_adapt", lambda self, pairs, seconds: None)
    assert sliced(weights, np.array(CONTESTS), job) == batch.simulate(weights, CONTESTS, job)
    assert max(calls) <= size
    assert sum(calls) == 40
    assert shares == pytest.approx(np.cumsum(calls) / 40)


def test_slices_grow_while_they_are_quick_and_shrink_when_they_are_slow() -> None:
    sliced = SlicedSimulator(batch.simulate)
    sliced._adapt(4096, 0.001)
    assert sliced._pairs == 8 * 4096
    sliced._adapt(4096, 2.5)
    assert sliced._pairs == 163
    sliced._adapt(1, 60.0)
    assert sliced._pairs == 1


def test_interrupted_sweep_keeps_what_was_played_and_shows_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make(tmp_path / "whole", "sbgames2008")
    monkeypatch.setattr("galo.lab.experiment_run.MATCHES_A_CALL", 100)  # two values of α
    calls: list[Any] = []
    shown: list[StageProgress] = []

    def mortal(*work: Any) -> list[Counts]:
        calls.append(work)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return batch.simulate(*work)

    run = new_run(tmp_path / "cut", "sbgames2008", mortal, shown.append)
    with pytest.raises(KeyboardInterrupt):
        experiment("sbgames2008").run(run, "quick", BOTH)
    assert untimed(tmp_path / "cut") == whole[:6]
    assert [progress.done for progress in shown] == [0, 2, 4, 6]
    assert {progress.total for progress in shown} == {len(whole)}
    assert make(tmp_path / "cut", "sbgames2008") == whole


def test_interrupted_games_of_a_meeting_are_not_played_again(tmp_path: Path) -> None:
    played: list[int] = []
    pool = GamePool(ThisProcess())

    def play(game: int) -> int:
        if len(played) == 4:
            raise KeyboardInterrupt
        played.append(game)
        return game * game

    shown: list[StageProgress] = []
    run = new_run(tmp_path, "tux2007", progress=shown.append)
    run.report("against somebody", 1, 2)
    with pytest.raises(KeyboardInterrupt):
        run.play_games(pool, "a meeting", play, range(6))
    assert [6 * progress.done for progress in shown] == pytest.approx([6, 7, 8, 9, 10])
    again = new_run(tmp_path, "tux2007")
    assert again.play_games(pool, "another", abs, [-3]) == [3]
    assert again.play_games(pool, "a meeting", lambda game: game + 0.5, range(6)) == [
        0, 1, 4, 9, 4.5, 5.5,
    ]  # fmt: skip
