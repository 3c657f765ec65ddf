"""The actor of a table, in one process: grace, hanging agents, a log that cannot be written."""

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from galo.games.plugins import PLUGINS
from galo.web import agent_process, scheduler
from galo.web.connection import MAX_QUEUED, Connection
from galo.web.errors import SiteError
from galo.web.requests import TableRequest
from galo.web.table_registry import TableRegistry
from support.commands import PATIENCE, ROOT
from support.guests import Guest, sit_down, with_registry
from support.visitors import table_request

TESTS = str(ROOT / "tests")


def test_agent_takes_over_after_the_grace_and_gives_back() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        await ana.ask("play", move="4")
        actor.quit(rui.connection)
        await ana.until_event("left", seat=1)
        await ana.until_event("moved", seat=1, by="agent")
        token = rui.connection.identity
        assert actor.table.seats[1].token == token
        back = Connection(token, 1, False)
        actor.join(back, None)
        await ana.until_event("returned", seat=1)

    with_registry(act, warm=True, grace_seconds=0.05)


def test_nobody_counts_as_gone_while_nobody_else_waits() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        for guest in (ana, rui):
            actor.quit(guest.connection)
        watcher = Guest(actor, None)
        await watcher.until_event("left", seat=0)  # now somebody waits
        await watcher.until_event("left", seat=1)

    with_registry(act, warm=True, grace_seconds=0.0)


def test_who_hears_that_a_game_is_over_finds_its_result() -> None:
    async def act(registry: TableRegistry) -> None:
        _, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        for _ in range(3):
            for guest, column in ((ana, "1"), (rui, "2")):
                await guest.catch_up()
                await guest.ask("play", move=column)
        await ana.catch_up()
        last = asyncio.create_task(ana.ask("play", move="1"))
        while rui.view["phase"] != "over":
            await rui.hear()
        assert len(registry.store.finished_games()) == 1
        await last

    with_registry(act)


def test_next_round_is_dealt_when_nobody_asks_for_it() -> None:
    async def act(registry: TableRegistry) -> None:
        options = {"target": 200}
        actor, people = await sit_down(registry, "dominoes2", "me", "friend", options=options)
        while not actor.table.match or not people[0].view["board"]["round"] > 1:
            for guest in people:
                await guest.catch_up()
            movers = [guest for guest in people if guest.view["moves"]]
            if movers:
                await movers[0].ask("play", move=movers[0].view["moves"][0]["move"])
            else:
                await people[0].hear()

    with_registry(act, between_seconds=0.0)


def test_agent_that_hangs_is_replaced_by_any_move(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(agent_process, "OVERRUN_SECONDS", 0.1)
    monkeypatch.setenv(PLUGINS, "support.faulty_agents")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([TESTS, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("GALO_TEST_GATE", str(tmp_path / "gate"))

    async def act(registry: TableRegistry) -> None:
        _, [ana] = await sit_down(registry, "connect_four", "me", "waiter")
        await ana.ask("play", move="4")
        await ana.until_event("moved", seat=1, by="agent")
        assert ana.view["moves"]

    with_registry(act, warm=True, think_seconds=0.1)


def test_late_answer_of_an_agent_is_thrown_away_after_an_undo() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, [ana] = await sit_down(registry, "connect_four", "me", "random")
        await ana.ask("play", move="4")  # the agent cannot think yet
        await ana.ask("undo")
        await ana.ask("play", move="1")
        await registry.agent_pool.start()
        await ana.until_event("moved", seat=1)
        assert str(actor.table.match.moves[0]) == "1"  # type: ignore[union-attr]
        await ana.ask("play", move="1")
        await ana.until_event("moved", seat=1)
        assert len(actor.table.match.moves) == 4  # type: ignore[union-attr]
        assert sum(message["type"] == "thinking" for message in ana.heard) == 3  # asked once each

    with_registry(act)


def test_slow_reader_is_let_go_and_the_others_go_on() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend", help=True)
        for _ in range(MAX_QUEUED // 2):  # each brings Rui two messages, which Rui never reads
            await ana.ask("play", move="4")
            assert (await ana.ask("undo"))["type"] == "reply"
        heard = 0
        async with asyncio.timeout(PATIENCE):
            while await rui.connection.next_text() is not None:
                heard += 1
        assert heard <= MAX_QUEUED
        assert (await ana.ask("play", move="1"))["type"] == "reply"

    with_registry(act)


def locked(file: Path) -> sqlite3.Connection:
    """Return a connection that lets nobody else write to *file*."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_move_that_cannot_be_written_did_not_happen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "RETRY_SECONDS", 0.1)

    async def act(registry: TableRegistry) -> None:
        actor, people = await sit_down(registry, "dominoes4", "me", "friend", "friend", "friend")
        for guest in people:
            await guest.until(lambda m: m["type"] == "state" and m["view"]["phase"] == "playing")
        mover = people[people[0].view["mover"]]
        before, number = mover.view, mover.number
        move = before["moves"][0]["move"]
        other = locked(tmp_path / "tables.db")
        for kind, fields in (("play", {"move": move}), ("leave", {})):
            answer = await mover.ask(kind, **fields)
            assert answer["code"] == "not_saved"
        with pytest.raises(SiteError, match="could not be written"):
            await registry.create(TableRequest(**table_request("connect_four", "me", "friend")))
        assert (mover.view, mover.number, actor.table.number) == (before, number, number)
        assert registry.store.events_of(actor.table.identity) == actor.table.events
        other.execute("ROLLBACK")
        other.close()
        assert (await mover.ask("play", move=move))["type"] == "reply"
        assert registry.store.events_of(actor.table.identity) == actor.table.events
        assert actor.table.number == number + 1

    with_registry(act, database=f"sqlite:///{tmp_path / 'tables.db'}?timeout=0.1")
    assert "not saved" in caplog.text
    assert '"hands"' not in caplog.text


def test_table_goes_on_by_itself_when_the_log_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "RETRY_SECONDS", 0.05)

    async def act(registry: TableRegistry) -> None:
        made = await registry.create(
            TableRequest(**table_request("dominoes4", "me", "first", "first", "first"))
        )
        actor = await registry.actor(made.table)
        other = locked(tmp_path / "tables.db")
        ana = Guest(actor, made.token)  # the first deal cannot be written
        await ana.until(lambda m: m["type"] == "presence")
        await asyncio.to_thread(lambda: None)
        assert actor.table.phase == "seating"
        other.execute("ROLLBACK")
        other.close()
        await ana.until_event("dealt")

    with_registry(act, database=f"sqlite:///{tmp_path / 'tables.db'}?timeout=0.05")


def test_person_comes_back_although_the_log_cannot_be_written(tmp_path: Path) -> None:
    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        await rui.ask("leave")
        await ana.until_event("left", seat=1)
        actor.quit(rui.connection)
        other = locked(tmp_path / "tables.db")
        back = Connection(rui.connection.identity, 1, False)
        actor.join(back, None)
        await ana.until(lambda m: m.get("connected") == [True, False])
        await ana.until(lambda m: m.get("connected") == [True, True])
        other.execute("ROLLBACK")
        other.close()
        assert registry.actors == {actor.table.identity: actor}
        assert (await ana.ask("play", move="4"))["type"] == "reply"

    with_registry(act, database=f"sqlite:///{tmp_path / 'tables.db'}?timeout=0.05")


def test_full_disk_refuses_moves_and_keeps_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend", help=True)

        def allow(pages: int) -> None:
            with registry.store._engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

        allow(1)  # it cannot be less than what there is
        refused = 0
        for _ in range(400):
            answer = await ana.ask("play", move="4")
            if answer.get("code") == "not_saved":
                refused += 1
                break
            answer = await ana.ask("undo")
            if answer.get("code") == "not_saved":
                refused += 1
                break
        assert refused == 1
        assert registry.store.events_of(actor.table.identity) == actor.table.events
        allow(1_000_000)
        kind = "play" if ana.view["mover"] == 0 else "undo"
        fields = {"move": "1"} if kind == "play" else {}
        assert (await ana.ask(kind, **fields))["type"] == "reply"
        assert registry.store.events_of(actor.table.identity) == actor.table.events

    with_registry(act, database=f"sqlite:///{file}")


def test_log_that_does_not_hold_together_is_no_table(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def begin(registry: TableRegistry) -> None:
        await sit_down(registry, "connect_four", "me", "friend")

    with_registry(begin, database=url)
    with sqlite3.connect(tmp_path / "tables.db") as file:
        file.execute("UPDATE events SET number = 7 WHERE number = 2")
    file.close()

    async def again(registry: TableRegistry) -> None:
        [identity] = registry.store.unfinished()
        await registry.rebuild()
        assert registry.actors == {}
        with pytest.raises(SiteError, match="no such table"):
            await registry.actor(identity)

    with_registry(again, database=url)


def test_game_that_ended_as_the_server_died_is_counted_at_the_next_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def play(registry: TableRegistry) -> None:
        _, people = await sit_down(registry, "connect_four", "me", "friend")
        for turn, column in enumerate("1212121"):
            guest = people[turn % 2]
            await guest.catch_up()
            await guest.ask("play", move=column)
        assert guest.view["phase"] == "over"

    with_registry(play, database=url)
    with sqlite3.connect(tmp_path / "tables.db") as file:
        file.execute("DELETE FROM results")
    file.close()

    async def again(registry: TableRegistry) -> None:
        await registry.rebuild()
        assert len(registry.store.finished_games()) == 1
        assert registry.store.unfinished() == []

    with_registry(again, database=url)
