"""Workers that think: one that dies, hangs or cheats is replaced and the next question answered."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from galo.arena.warmup import WarmupStep
from galo.errors import AgentError
from galo.games.plugins import PLUGINS
from galo.web import agent_process
from galo.web.agent_pool import GIVING_WAY, AgentPool
from support.commands import PATIENCE, ROOT
from support.guests import decision_request

TESTS = str(ROOT / "tests")


def think(ask: Callable[[AgentPool], Awaitable[None]]) -> None:
    """Let *ask* speak to one warm worker."""

    async def run() -> None:
        pool = AgentPool(1)
        try:
            await pool.start()
            await ask(pool)
        finally:
            pool.close()

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _faulty_agents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let agents that make trouble be known here and in the pool."""
    monkeypatch.setenv(PLUGINS, "support.faulty_agents")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([TESTS, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("GALO_TEST_GATE", str(tmp_path / "gate"))


def test_worker_survives_what_agents_do_or_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(pool: AgentPool) -> None:
        for agent, problem in (
            ("mute", "None"),
            ("cheat", "not legal"),
            ("unborn", "no memory"),
            ("nobody", "unknown agent"),
            ("quitter", "SystemExit: enough"),
            ("waiter", "took too long"),
        ):
            with monkeypatch.context() as impatient:
                if agent == "waiter":
                    impatient.setattr(agent_process, "OVERRUN_SECONDS", 0.1)
                with pytest.raises(AgentError, match=problem):
                    await pool.decide(decision_request(agent, seconds=0.01))
            decision = await pool.decide(decision_request("random"))
            assert decision.move.text in "1234567"

    think(ask)


def test_worker_that_could_not_be_replaced_is_replaced_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_room(_: object) -> None:
        raise OSError("no more processes")

    async def ask(pool: AgentPool) -> None:
        with monkeypatch.context() as narrow:
            narrow.setattr(agent_process, "OVERRUN_SECONDS", 0.1)
            narrow.setattr(agent_process.SPAWN.Process, "start", no_room)
            with pytest.raises(AgentError, match="took too long"):
                await pool.decide(decision_request("waiter", seconds=0.01))
        with pytest.raises(AgentError):
            await pool.decide(decision_request("random"))
        assert (await pool.decide(decision_request("random"))).move.text in "1234567"

    think(ask)


def test_process_that_gives_way_is_not_ended_for_being_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(agent_process, "OVERRUN_SECONDS", 0.0)
    process = agent_process.AgentProcess(GIVING_WAY)
    request = decision_request("random", seconds=0.01)
    try:
        assert process.ask(request).move.text in "1234567"
    finally:
        process.close()


def test_strongest_ready_agent_plays_for_one_that_is_being_compiled(tmp_path: Path) -> None:
    async def ask(pool: AgentPool) -> None:
        weakest = WarmupStep("connect_four", "focused")
        steps = [WarmupStep("connect_four", "compiling"), weakest]
        warming = asyncio.create_task(pool.warm_up(steps))
        while await pool.ready_agent("connect_four", "compiling") == "compiling":
            await asyncio.sleep(0)  # until the pool knows what is to be compiled
        assert await pool.ready_agent("connect_four", "compiling") == "perfect"
        assert await pool.ready_agent("connect_four", "minimax:depth=4") == "minimax:depth=4"
        assert pool.state.value == "warming"
        (tmp_path / "gate").touch()
        await warming
        assert pool.state.value == "ready"
        assert await pool.ready_agent("connect_four", "compiling") == "compiling"

    think(ask)


def test_questions_wait_for_each_other_and_are_all_answered() -> None:
    async def ask(pool: AgentPool) -> None:
        games = ("connect_four", "dominoes4", "dominoes2", "lines_of_action")
        asked = [decision_request("random", game) for game in games * 3]
        decisions = await asyncio.gather(*map(pool.decide, asked))
        for each, decision in zip(asked, decisions, strict=True):
            assert decision.move in each.observation.legal_moves

    think(ask)


def test_process_whose_server_died_ends_without_a_word(tmp_path: Path) -> None:
    ours, theirs = agent_process.SPAWN.Pipe()
    process = agent_process.SPAWN.Process(target=agent_process.serve_requests, args=(theirs,))
    process.start()
    theirs.close()
    assert ours.recv() == agent_process.LISTENING
    ours.send(decision_request("waiter"))
    while not list(tmp_path.glob("waits-*")):
        assert process.is_alive()
    ours.close()
    (tmp_path / "gate").touch()
    process.join(PATIENCE)
    assert process.exitcode == 0


def test_closing_while_an_agent_thinks_ends_its_process_for_good(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(pool: AgentPool) -> None:
        thinking = asyncio.ensure_future(pool.decide(decision_request("waiter")))
        while not list(tmp_path.glob("waits-*")):
            await asyncio.sleep(0.01)
        [note] = tmp_path.glob("waits-*")
        pool.close()
        with pytest.raises(AgentError):
            await thinking
        pid = int(note.name.partition("-")[2])
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert not agent_process.SPAWN.active_children()
        assert "replaced" not in caplog.text

    think(ask)
