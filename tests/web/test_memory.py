"""Tables that nobody is at leave the memory, and come back from the log."""

import asyncio
import gc
import json
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from galo.web.requests import TableRequest
from galo.web.table import Table
from galo.web.table_actor import TableActor
from galo.web.table_registry import TableRegistry
from support.commands import PATIENCE
from support.guests import Guest, serving, sit_down, with_registry
from support.visitors import Site, play_on, table_request, visiting

AT_ONCE = {"idle_seconds": 0.0}
DRAWN_OUT = "4444442222221111113333336666665555557777777"  # all columns full, or a line before


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Let nothing leave the memory by garbage collection, which a busy site does rarely."""
    gc.disable()
    yield
    gc.enable()


async def play_to_the_end(people: list[Guest]) -> None:
    """Play columns until somebody has won."""
    for column in DRAWN_OUT:
        for guest in people:
            await guest.catch_up()
        mover = next((guest for guest in people if guest.view["moves"]), None)
        if mover is None:
            break
        await mover.ask("play", move=column)
    assert people[0].actor.table.phase == "over"


async def everybody_leaves(actor: TableActor, *people: Guest) -> None:
    """Let *people* quit, and wait until the table knows it."""
    for guest in people:
        actor.quit(guest.connection)
    while any(guest.connection in actor.broadcaster.connections for guest in people):
        await asyncio.sleep(0)


async def drop_idle(registry: TableRegistry) -> None:
    """Let the tables that nobody is at leave, and their tasks end."""
    leaving = [
        actor._task for actor in registry.actors.values() if not actor.broadcaster.connections
    ]
    registry.drop_idle()
    await asyncio.wait(leaving)
    await asyncio.sleep(0)  # what ended with them is told of it


@pytest.mark.usefixtures("_no_collection")
def test_tables_that_are_over_or_abandoned_leave_nothing_in_memory() -> None:
    async def act(registry: TableRegistry) -> None:
        left: list[weakref.ref[TableActor] | weakref.ref[Table]] = []
        for number in range(6):
            opponent = "random" if number % 3 == 2 else "friend"  # an agent is asked, and waits
            actor, people = await sit_down(registry, "connect_four", "me", opponent, help=True)
            if opponent == "friend" and number % 2:
                await play_to_the_end(people)
            else:
                await people[0].ask("play", move="4")
            await everybody_leaves(actor, *people)
            left += [weakref.ref(actor), weakref.ref(actor.table)]
            del actor, people
        await drop_idle(registry)
        assert registry.actors == {}
        assert [one() for one in left if one() is not None] == []

    with_registry(act, **AT_ONCE)


@pytest.mark.usefixtures("_no_collection")
def test_socket_that_is_closed_holds_no_table() -> None:
    async def act(registry: TableRegistry) -> None:
        made = await registry.create(TableRequest(**table_request("connect_four", "me", "friend")))
        async with serving(registry) as address:
            for how in ("closed", "cut off"):
                async with connect(f"{address}/{made.table}") as browser:
                    await browser.send(json.dumps({"type": "hello", "token": made.token}))
                    await browser.recv()
                    actor = await registry.actor(made.table)
                    if how == "cut off":
                        browser.transport.abort()
                while actor.broadcaster.connections:
                    await asyncio.sleep(0)
                left = weakref.ref(actor)
                del actor
                await drop_idle(registry)
                async with asyncio.timeout(PATIENCE):
                    while left() is not None:  # the tasks of the socket end after it has left
                        await asyncio.sleep(0)
                assert registry.actors == {}

    with_registry(act, **AT_ONCE)


def test_table_with_somebody_at_it_stays() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        await everybody_leaves(actor, rui)
        registry.drop_idle()
        await ana.ask("play", move="4")  # after what was posted before
        assert registry.actors == {actor.table.identity: actor}

    with_registry(act, **AT_ONCE)


def test_somebody_who_comes_as_a_table_leaves_is_not_lost() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, [ana, rui] = await sit_down(registry, "connect_four", "me", "friend")
        await everybody_leaves(actor, ana, rui)
        registry.drop_idle()
        again = Guest(actor, None)
        await again.until(lambda message: message["type"] == "presence")
        assert registry.actors == {actor.table.identity: actor}

    with_registry(act, **AT_ONCE)


def test_finished_games_leave_a_server_and_are_found_again(tmp_path: Path) -> None:
    with Site(tmp_path, "--idle", "0.05") as site:
        tables = []
        for _ in range(5):
            tickets = site.seated("connect_four", 2)
            with visiting(site, *tickets) as people:
                play_on(people)
            tables.append(tickets[0])
        while site.get("/health")["tables"]:  # each is an answer of the server, which goes on
            pass
        for ticket in tables:
            assert site.state(ticket)["phase"] == "over"
