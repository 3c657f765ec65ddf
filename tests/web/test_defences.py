"""What one visitor could do to all others, and what is done about it."""

import asyncio
import json

import pytest

from galo.web import commands
from galo.web.agent_pool import AgentPool
from galo.web.requests import parse_command
from galo.web.table_registry import TableRegistry
from support.commands import PATIENCE
from support.guests import decision_request, sit_down, with_registry
from support.visitors import Json


def test_seat_has_one_hint_under_way_at_a_time() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, (ana, _) = await sit_down(registry, "connect_four", "me", "friend", help=True)
        hint = {"type": "hint", "id": "first", "expect": ana.number}
        actor.command(ana.connection, parse_command(json.dumps(hint)))
        assert (await ana.ask("hint"))["code"] == "too_fast"
        await registry.agent_pool.start()  # which can answer only now
        await ana.until(lambda message: message.get("id") == "first")
        assert (await ana.ask("hint"))["type"] == "hint"

    with_registry(act, hint_seconds=0.05)


def test_agents_move_while_many_ask_for_hints() -> None:
    async def run() -> None:
        pool = AgentPool(2)
        endless = decision_request("minimax:depth=42", seconds=3600)
        try:
            await pool.start()
            hints = [asyncio.create_task(pool.hint(endless)) for _ in range(3)]
            await asyncio.sleep(0)  # all of them ask
            async with asyncio.timeout(PATIENCE):
                for _ in range(3):
                    await pool.decide(decision_request("random"))
            assert not any(hint.done() for hint in hints)
        finally:
            pool.close()
        await asyncio.gather(*hints, return_exceptions=True)

    asyncio.run(run())


def test_log_of_a_table_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_EVENTS", 9)

    async def act(registry: TableRegistry) -> None:
        actor, (ana, _) = await sit_down(registry, "connect_four", "me", "friend", help=True)
        answers: list[Json] = []
        while not answers or answers[-1]["type"] == "reply":
            await ana.catch_up()
            kind = "undo" if ana.view["mover"] == 1 else "play"
            fields = {"move": "4"} if kind == "play" else {}
            answers.append(await ana.ask(kind, **fields))
        assert answers[-1]["code"] == "not_now"
        assert "9 events" in answers[-1]["detail"]
        assert actor.table.number in (9, 10)
        if ana.view["mover"] == 0:  # the game itself goes on
            assert (await ana.ask("play", move="4"))["type"] == "reply"

    with_registry(act)
