"""What one visitor could do to all others, and what is done about it."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect

from galo.web import commands
from galo.web import socket as sockets
from galo.web.agent_pool import AgentPool
from galo.web.requests import TableRequest, parse_command
from galo.web.table_registry import TableRegistry
from support.commands import PATIENCE
from support.guests import Guest, decision_request, serving, sit_down, with_registry
from support.samples import sample
from support.visitors import Json, table_request


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


def test_address_has_so_many_hints_under_way_at_a_time() -> None:
    async def act(registry: TableRegistry) -> None:
        guests = []
        for visitor in ("one", "one", "two"):
            actor, (ana, _) = await sit_down(registry, "connect_four", "me", "friend", help=True)
            guests.append(Guest(actor, None, visitor))
            guests[-1].connection.seat = 0  # of somebody who comes from there
            await guests[-1].until(lambda message: message["type"] == "state")
        hint = {"type": "hint", "id": "first", "expect": guests[0].number}
        for guest in (guests[0], guests[2]):
            guest.actor.command(guest.connection, parse_command(json.dumps(hint)))
        assert "from this address" in (await guests[1].ask("hint"))["detail"]
        await registry.agent_pool.start()
        for guest in (guests[0], guests[2]):
            await guest.until(lambda message: message["type"] == "hint")
        assert (await guests[1].ask("hint"))["type"] == "hint"

    with_registry(act, hint_seconds=0.05, advice_per_address=1)


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


def test_socket_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.05)

    async def act(registry: TableRegistry) -> None:
        async with serving(registry) as address:
            silent = [await connect(f"{address}/0123456789") for _ in range(sample(20, 2000))]
            for each in silent:
                assert json.loads(await each.recv())["detail"] == "no hello came"
                await each.wait_closed()
                assert each.close_code == sockets.POLICY
        assert not registry.actors

    with_registry(act, sockets_per_address=5000)


def test_guessed_seat_says_no_more_than_a_wrong_one() -> None:
    async def act(registry: TableRegistry) -> None:
        made = await registry.create(TableRequest(**table_request("connect_four", "me", "friend")))
        async with serving(registry) as address:
            for token in (made.token[:-1] + "!", made.token[:-1], made.token.swapcase(), "t" * 24):
                async with connect(f"{address}/{made.table}") as browser:
                    await browser.send(json.dumps({"type": "hello", "token": token}))
                    answer = json.loads(await browser.recv())
                    assert answer["code"] in ("bad_token", "bad_message")
                    assert made.token not in json.dumps(answer)
        assert len(made.token) * 6 >= 128  # bits that a guess would have to hit

    with_registry(act)


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
