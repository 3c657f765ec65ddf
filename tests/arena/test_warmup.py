"""Compiling ahead: every step is answered for, whatever its process does, and is done once."""

import os
import threading
from pathlib import Path

import pytest

from galo.arena.warmup import DIED, SPAWN, Warmup, WarmupStep, all_steps, is_done, steps_of_levels
from galo.games.plugins import PLUGINS
from galo.games.registry import game_names
from galo.players.registry import agent_names
from support.commands import ROOT


@pytest.fixture(autouse=True)
def _faulty_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let agents that make trouble be known here and in the processes that compile."""
    paths = [str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv(PLUGINS, "support.faulty_agents")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


def test_every_step_is_answered_and_trouble_of_one_keeps_no_other_waiting() -> None:
    steps = [
        WarmupStep("connect_four", "fatal"),
        WarmupStep("connect_four", "quitter"),
        WarmupStep("connect_four", "random"),
        WarmupStep("lines_of_action", "random"),
    ]
    found = dict(Warmup(steps, processes=2).run())
    assert "SystemExit: enough" in found.pop(steps[1])
    assert found == {steps[0]: DIED, steps[2]: "", steps[3]: ""}


def test_closed_warm_up_starts_no_process_in_place_of_those_it_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GALO_TEST_GATE", str(tmp_path / "gate"))  # which never opens
    quick = WarmupStep("connect_four", "random")
    warmup = Warmup([quick, *[WarmupStep("connect_four", "compiling")] * 3], processes=1)
    done = warmup.run()
    assert next(done) == (quick, "")
    closing = threading.Timer(0, warmup.close)
    closing.start()
    assert list(done) == []
    closing.join()
    assert not SPAWN.active_children()


def test_what_is_done_is_marked_but_no_agent_of_somebody_else() -> None:
    steps = [WarmupStep("connect_four", "random"), WarmupStep("connect_four", "talker")]
    assert [problem for _, problem in Warmup(steps, processes=1).run()] == ["", ""]
    assert list(map(is_done, steps)) == [True, False]


def test_hurried_step_comes_next_and_games_take_turns() -> None:
    steps = [WarmupStep(game, "random") for game in game_names()]
    warmup = Warmup(steps, processes=1)
    warmup.hurry(steps[2])
    warmup.hurry(WarmupStep("connect_four", "unknown"))
    assert [step for step, _ in warmup.run()] == [steps[2], steps[0], steps[1], steps[3]]


def test_steps_are_every_agent_and_the_weakest_levels_first() -> None:
    for game in game_names():
        assert {WarmupStep(game, agent) for agent in agent_names(game)} < set(all_steps())
    weakest = steps_of_levels()[: len(game_names())]
    assert [step.game for step in weakest] == list(game_names())
    assert set(steps_of_levels()) < set(all_steps())
    assert len(set(steps_of_levels())) == len(steps_of_levels())
