"""Several servers on one PostgreSQL: any of them serves any table, and none is lost with one."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from galo.web.database import FencedError
from galo.web.events import Event, MadeBy, Moved
from galo.web.leases import Lease, Leases, Peer
from galo.web.store import Store
from support.guests import open_registry, sit_down
from support.postgres import Postgres
from support.visitors import WITHOUT_LIMITS, Site, Ticket, Visitor, catch_up, visiting

OPTIONS = (*WITHOUT_LIMITS, "--thinkers", "1", "--verbose")


class Pair:
    """Two servers of one site, and what their database says."""

    def __init__(self, postgres: Postgres, folder: Path, stack: ExitStack) -> None:
        self.url = postgres.new_database()
        self.servers = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            self.servers.append(
                stack.enter_context(Site(folder / name, *OPTIONS, database=self.url))
            )
        self._database = stack.enter_context(postgres.connect(self.url))

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return what the database answers."""
        return self._database.execute(query, values).fetchall()

    def numbers(self, table: str) -> list[int]:
        """Return the numbers of the events of *table*, in order."""
        query = "SELECT number FROM events WHERE table_id = %s ORDER BY number"
        return [row[0] for row in self.rows(query, table)]

    def seated(self) -> tuple[Ticket, Ticket]:
        """Return the seats of a table of the first server, one of them given by the second."""
        one, two = self.servers
        first = one.set_up("connect_four", "me", "friend", listed=True)
        return first, two.sit(first.table)


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Return two servers that the tests of this file share."""
    with ExitStack() as stack:
        yield Pair(postgres, tmp_path_factory.mktemp("pair"), stack)


def moves(number: int) -> list[Event]:
    """Return an event with this *number*."""
    return [Event(number, Moved(0, "1", MadeBy.PERSON))]


def play_round(*people: Visitor) -> None:
    """Let each of *people* make one move, as their turns come."""
    for _ in people:
        catch_up(*people)
        next(person for person in people if person.view["moves"]).play()
    catch_up(*people)


def test_people_at_two_servers_play_at_one_table(pair: Pair) -> None:
    one, two = pair.servers
    first, second = pair.seated()
    with one.visit(first) as ana, two.visit(second) as rui, two.watch(first.table) as eva:
        ana.until(lambda m: m["type"] == "presence" and m["connected"] == [True, True])
        play_round(ana, rui, ana, rui)
        rui.ask("emote", name="nice")
        ana.until(lambda m: m["type"] == "emote")
        catch_up(ana, eva)
        assert eva.view["board"] == ana.view["board"] == rui.view["board"]
        assert rui.code("play", move="99") == "not_your_turn"
        here, there = one.get("/api/tables"), two.get("/api/tables")
        assert here == there
        assert here["tables"][0]["watchers"] == 1
        assert two.get(f"/api/tables/{first.table}") == one.get(f"/api/tables/{first.table}")
        with two.visit(first) as again:  # the same seat, through the other server
            assert ana.until(lambda m: m["type"] == "replaced")
            assert again.view == ana.view
    for server in pair.servers:
        answer = server.http.get(f"/api/tables/{first.table}/record").json()
        assert len(answer["moves"]) == 4
    assert two.http.post(f"/api/tables/{first.table}/seats", json={}).status_code == 409


def test_any_server_tells_the_measures_of_all(pair: Pair) -> None:
    first, second = pair.seated()
    names = {name for (name,) in pair.rows("SELECT server FROM servers")}
    with pair.servers[0].visit(first):
        for server in pair.servers:
            text = server.http.get("/metrics").text
            [tables] = [
                one for one in text_string_to_metric_families(text) if one.name == "galo_tables"
            ]
            found = {sample.labels["server"]: sample.value for sample in tables.samples}
            assert found.keys() == names
            assert sum(found.values()) >= 1


def test_name_that_is_deleted_at_one_server_is_gone_at_the_other(pair: Pair) -> None:
    one, two = pair.servers
    first = one.set_up("connect_four", "me", "friend", listed=True, name="Ana")
    with one.watch(first.table) as eva:
        assert eva.view["seats"][0]["name"] == "Ana"
        proof = {"Authorization": f"Bearer {first.token}"}
        assert two.http.delete("/api/person", headers=proof).json()["names"] == 1
    with one.watch(first.table) as eva:
        assert eva.view["seats"][0]["name"] == ""


def test_code_of_one_server_carries_a_person_through_the_other(pair: Pair) -> None:
    one, two = pair.servers
    proofs = [
        {"Authorization": f"Bearer {server.post('/api/person', {})['token']}"}
        for server in pair.servers
    ]
    code = one.http.post("/api/person/code", headers=proofs[0]).json()["code"]
    joined, refused = (
        server.http.post("/api/person/join", json={"code": code}, headers=proofs[1]).json()
        for server in (two, one)
    )
    assert joined == {"name": None}
    assert refused["error"]["code"] == "bad_code"


def test_lease_of_an_earlier_holder_writes_nothing(pair: Pair) -> None:
    async def act() -> None:
        stores = [Store(pair.url), Store(pair.url)]
        early, late = map(Leases, stores)
        await early.renew("host", 1, "")
        first = await early.acquire("table")
        assert isinstance(first, Lease)
        assert await late.acquire("table") == Peer(early.server, "host", 1, "")
        await stores[0].append("table", moves(1), first)
        early.leave()  # as if it had been silent for long
        second = await late.acquire("table")
        assert isinstance(second, Lease)
        with pytest.raises(FencedError):
            await stores[0].append("table", moves(2), first)
        await stores[1].append("table", moves(2), second)
        assert stores[0].events_of("table") == [*moves(1), *moves(2)]
        late.leave()
        for store in stores:
            store.close()

    asyncio.run(act())


def test_server_that_was_silent_shows_nothing_that_is_out_of_date(postgres: Postgres) -> None:
    async def act() -> None:
        url = postgres.new_database()
        async with open_registry(database=url) as silent, open_registry(database=url) as heir:
            before, _ = await sit_down(silent, "connect_four", "me", "friend")
            identity = before.table.identity
            after = await heir.actor(identity)  # the other one is not known to be alive
            await after.emit(Moved(0, "4", MadeBy.PERSON))
            assert before.table.number < after.table.number
            again = await silent.actor(identity)
            assert again is not before
            assert again.table.events == after.table.events
            with pytest.raises(FencedError):
                await after.emit(Moved(1, "4", MadeBy.PERSON))

    asyncio.run(act())


def test_server_that_stood_still_finds_its_table_taken_over(pair: Pair) -> None:
    one, two = pair.servers
    first, second = pair.seated()
    with one.visit(first) as ana, two.visit(second) as rui:
        play_round(ana, rui)
        one.process.send_signal(signal.SIGSTOP)
        try:
            ana.say(type="play", id="late", expect=ana.number, move="1")
            with visiting(two, first, second) as people:  # once the server counts as dead
                assert people[0].number == ana.number
                play_round(*people)
        finally:
            one.process.send_signal(signal.SIGCONT)
        with pytest.raises(ConnectionClosed):
            ana.until(lambda m: m.get("id") == "late")
    assert pair.numbers(first.table) == list(range(1, ana.number + 3))


def test_table_goes_on_at_another_server_when_its_own_is_killed(pair: Pair) -> None:
    one, two = pair.servers
    first, second = pair.seated()
    with one.visit(first) as ana, two.visit(second) as rui:
        play_round(ana, rui)
        known = ana.number
        last = {"id": "lost", "type": "play", "expect": known - 2, "move": "1"}
        one.kill()
    with visiting(two, first, second) as (ana, rui):
        assert ana.number == known
        assert ana.answer_to(last)["code"] == "stale"
        play_round(ana, rui)
        assert pair.numbers(first.table) == list(range(1, known + 3))


def test_workers_that_die_are_replaced_and_their_tables_go_on(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.new_database()
    with Site(tmp_path, *OPTIONS, "--workers", "2", database=url) as site:
        tickets = site.seated("connect_four", 2)
        with visiting(site, *tickets) as people:
            play_round(*people)
            for worker in workers(site):
                os.kill(worker, signal.SIGKILL)
        with visiting(site, *tickets) as people:
            play_round(*people)
        assert site.stop() == 128 + signal.SIGINT
        with postgres.connect(url) as database:  # those that ended as they were asked to are gone
            alive = "SELECT 1 FROM servers WHERE until > extract(epoch FROM clock_timestamp())"
            assert database.execute(alive).fetchall() == []
        assert "Traceback" not in site.logged()


def workers(site: Site) -> list[int]:
    """Return the processes of the servers that have joined *site*."""
    lines = map(json.loads, site.logged().splitlines())
    return [line["process"] for line in lines if line["event"] == "server joined"]
