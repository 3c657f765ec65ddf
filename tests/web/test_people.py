"""What people say of themselves, what is kept of it, and how they delete it."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from galo.web.errors import SiteError
from galo.web.requests import PersonRequest, SitRequest, TableRequest
from galo.web.store import Store
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret
from support.commands import PATIENCE
from support.guests import sit_down, with_registry
from support.results import add_game
from support.visitors import Json, Site, play_on, table_request, visiting

WRONG_BODIES: tuple[Any, ...] = (
    {}, {"experience": "expert"}, {"experience": None}, {"experience": ["casual"]}, [], 3, "casual",
    {"experience": "casual", "token": "x"}, {"experience": "Casual"},
)  # fmt: skip


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def say(site: Site, token: str, experience: str) -> int:
    """Send how the person of *token* plays and return the status of the answer."""
    body = {"experience": experience}
    return site.http.put("/api/person", json=body, headers=bearer(token)).status_code


def forget(site: Site, token: str) -> Json:
    """Delete the person of *token* and return what was deleted."""
    answer = site.http.delete("/api/person", headers=bearer(token))
    assert answer.status_code == 200
    deleted: Json = answer.json()
    return deleted


def counted(site: Site, opponents: str, people: str, assisted: bool = False) -> int:
    """Return how many games the results have of *people* against *opponents*."""
    groups = site.get("/api/results")["by_experience"]
    return sum(
        group["games"]
        for group in groups
        if [one["name"] for one in group["opponents"]] == [opponents]
        and (group["people"], group["assisted"]) == (people, assisted)
    )


def names(site: Site, table: str) -> list[str]:
    return [seat["name"] for seat in site.get(f"/api/tables/{table}")["seats"]]


def test_experience_comes_with_the_seat_and_groups_the_result(site: Site) -> None:
    before = counted(site, "focused", "experienced")
    ticket = site.set_up("connect_four", "me", "focused", pace=0.0, experience="experienced")
    with site.visit(ticket) as person:
        play_on([person])
    assert counted(site, "focused", "experienced") == before + 1


def test_pair_says_it_at_the_table_and_each_person_for_themselves(site: Site) -> None:
    before = counted(site, "first", "casual")
    first = site.set_up("dominoes2", "me", "first", "friend", "first", pace=0.0, listed=True,
                        options={"players": 4}, experience="casual")  # fmt: skip
    second = site.sit(first.table, experience="beginner")
    assert say(site, second.token, "casual") == 200  # in place of what came with the seat
    with visiting(site, first, second) as people:
        play_on(people)
    assert counted(site, "first", "casual") == before + 1


def test_experience_is_shown_to_nobody_at_the_table(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "random", experience="beginner")
    with site.visit(ticket) as person, site.watch(ticket.table) as watcher:
        assert say(site, ticket.token, "casual") == 200
        person.play()
        watcher.until_event("moved", seat=0)
        assert "casual" not in repr(watcher.heard + person.heard)
        assert "beginner" not in repr(watcher.heard + person.heard)


@pytest.mark.parametrize("body", WRONG_BODIES)
def test_wrong_message_about_a_person_is_refused(site: Site, body: object) -> None:
    ticket = site.set_up("connect_four", "me", "random")
    answer = site.http.put("/api/person", json=body, headers=bearer(ticket.token))
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "bad_message"


@pytest.mark.parametrize("experience", ["expert", "", 1, ["casual"], {"is": "casual"}])
def test_wrong_experience_gets_no_seat(site: Site, experience: object) -> None:
    request = table_request("connect_four", "me", "friend", experience=experience)
    answer = site.http.post("/api/tables", json=request)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_message")
    ticket = site.set_up("connect_four", "me", "friend", listed=True)
    path = f"/api/tables/{ticket.table}/seats"
    answer = site.http.post(path, json={"experience": experience})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_message")
    assert site.get(f"/api/tables/{ticket.table}")["free"] == [1]


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
@pytest.mark.parametrize("proof", ["Bearer nobody-has-this-token", "Bearer", "", "Basic eDp5", "é"])
def test_only_the_holder_of_a_token_changes_what_belongs_to_it(
    site: Site, method: str, proof: str
) -> None:
    headers = {b"Authorization": proof.encode()}
    body = {"experience": "casual"} if method == "PUT" else None
    answer = site.http.request(method, "/api/person", json=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "bad_token")


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_request_without_a_token_or_from_another_page_is_refused(site: Site, method: str) -> None:
    ticket = site.set_up("connect_four", "me", "random", name="Joana")
    body = {"experience": "casual"} if method == "PUT" else None
    answer = site.http.request(method, "/api/person", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_message")
    headers = {**bearer(ticket.token), "Origin": "https://evil.example"}
    answer = site.http.request(method, "/api/person", json=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "bad_origin")
    assert names(site, ticket.table)[0] == "Joana"


def test_host_of_a_table_to_watch_is_no_person_at_it(site: Site) -> None:
    ticket = site.set_up("connect_four", "random", "random", experience="casual")
    assert say(site, ticket.token, "casual") == 403


def test_deletion_takes_name_and_experience_and_nothing_of_others(site: Site) -> None:
    ana = site.set_up("connect_four", "me", "friend", name="Anabela", experience="casual")
    invite = site.state(ana)["seats"][1]["invite"]
    rui = site.sit(ana.table, invite=invite, name="Ruizinho", experience="beginner")
    with visiting(site, ana, rui) as (one, _):
        one.play("4")
    assert forget(site, ana.token) == {"names": 1, "experience": True}
    assert names(site, ana.table) == ["", "Ruizinho"]
    with sqlite3.connect(site.file) as database:
        rows = database.execute("SELECT data FROM events").fetchall()
        said = database.execute("SELECT token FROM people").fetchall()
    database.close()
    assert "Anabela" not in repr(rows)
    assert "Ruizinho" in repr(rows)
    assert (hash_secret(ana.token),) not in said
    assert (hash_secret(rui.token),) in said
    assert forget(site, ana.token) == {"names": 0, "experience": False}


def test_game_goes_on_after_a_deletion(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "random", name="Joana", pace=0.0)
    with site.visit(ticket) as before, site.watch(ticket.table) as watcher:
        before.play("4")
        before.until_view(lambda view: view["moves"])
        number = before.number
        assert forget(site, ticket.token)["names"] == 1
        with pytest.raises(ConnectionClosed):  # a page comes back by itself
            watcher.until(lambda _: False)
    with site.visit(ticket) as again:
        assert again.number >= number
        assert again.view["seats"][0]["name"] == ""
        again.play()


def test_deletion_follows_a_person_to_the_rematch(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "random", name="Joana", pace=0.0)
    with site.visit(ticket) as person:
        play_on([person])
        assert person.code("rematch") == ""
        rematch = person.until_view(lambda view: view["rematch"])["rematch"]
    assert forget(site, ticket.token)["names"] == 2
    assert "Joana" not in names(site, rematch) + names(site, ticket.table)


def test_result_stays_when_its_person_is_deleted_without_a_group(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "focused", pace=0.0, experience="beginner")
    with site.visit(ticket) as person:
        play_on([person])
    before = counted(site, "focused", "beginner"), counted(site, "focused", "unsaid")
    forget(site, ticket.token)
    after = counted(site, "focused", "beginner"), counted(site, "focused", "unsaid")
    assert after == (before[0] - 1, before[1] + 1)


@pytest.mark.parametrize("help", ["hint", "analyse", "undo"])
def test_game_with_help_is_kept_apart(site: Site, help: str) -> None:
    before = counted(site, "focused", "casual", assisted=True)
    ticket = site.set_up("connect_four", "me", "focused", pace=0.0, experience="casual")
    with site.visit(ticket) as person:
        person.play("4")
        person.until_view(lambda view: view["moves"])
        assert person.code(help) == ""
        play_on([person])
    assert counted(site, "focused", "casual", assisted=True) == before + 1


def test_help_that_is_refused_is_no_help(site: Site) -> None:
    before = counted(site, "focused", "beginner")
    ticket = site.set_up("connect_four", "me", "focused", pace=0.0, experience="beginner")
    with site.visit(ticket) as person:
        assert person.code("undo") == "not_now"
        assert person.code("redo") == "not_now"
        assert person.code("hint", expect=0) == "stale"
        play_on([person])
        assert person.code("undo") == ""  # after the result is known
    assert counted(site, "focused", "beginner") == before + 1


def test_agent_that_plays_for_a_person_is_help(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def act(registry: TableRegistry) -> None:
        actor, (ana, rui) = await sit_down(registry, "connect_four", "me", "friend")
        await ana.ask("play", move="4")
        actor.quit(rui.connection)
        await ana.until_event("moved", seat=1, by="agent")

    with_registry(act, warm=True, grace_seconds=0.05, database=f"sqlite:///{file}")
    with sqlite3.connect(file) as database:
        assert len(database.execute("SELECT * FROM assisted").fetchall()) == 1
    database.close()


def test_help_that_cannot_be_written_down_is_not_given(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def act(registry: TableRegistry) -> None:
        _, (ana,) = await sit_down(registry, "connect_four", "me", "random")
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            assert (await ana.ask("hint"))["code"] == "not_saved"
            other.execute("ROLLBACK")
        other.close()

    with_registry(act, database=f"sqlite:///{file}?timeout=0.1")


def test_seat_is_given_though_the_experience_could_not_be_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_: object) -> None:
        raise OperationalError("", {}, Exception("full"))

    async def act(registry: TableRegistry) -> None:
        monkeypatch.setattr(registry.store, "set_experience", fail)
        request = table_request("connect_four", "me", "friend", listed=True, experience="casual")
        made = await registry.create(TableRequest(**request))
        taken = await registry.sit(made.table, SitRequest(experience="beginner"))
        assert (made.seat, taken.seat) == (0, 1)
        with pytest.raises(SiteError, match="could not be written down"):
            await registry.persons.set_experience(hash_secret(made.token), "casual")

    with_registry(act)


def test_seat_that_is_asked_for_during_a_deletion_is_given() -> None:
    async def act(registry: TableRegistry) -> None:
        request = table_request("connect_four", "me", "friend", listed=True, name="Joana")
        made = await registry.create(TableRequest(**request))
        actor = registry.actors[made.table]
        actor.reload()
        actor.reload()  # by another person's deletion
        async with asyncio.timeout(PATIENCE):
            taken = await registry.sit(made.table, SitRequest(name="Rui"))
            while made.table in registry.actors:  # until the task has dropped the table
                await asyncio.sleep(0)
        again = await registry.actor(made.table)
        assert taken.seat == 1
        assert [seat.name for seat in again.table.seats] == ["Joana", "Rui"]

    with_registry(act)


def test_database_of_an_earlier_version_learns_whose_seats_are_whose(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    store = Store(url)
    asyncio.run(add_game(store, "connect_four", ("random",), ("casual",), 0))
    store.close()
    with sqlite3.connect(tmp_path / "tables.db") as database:
        [(token,)] = database.execute("SELECT token FROM seats").fetchall()
        for table in ("seats", "people", "assisted", "alembic_version"):
            database.execute(f"DROP TABLE {table}")
    database.close()
    store = Store(url)
    assert store.has_person(token)
    [game] = store.finished_games()
    assert (game.experiences, game.is_assisted) == ({}, False)
    store.close()


def test_help_after_the_result_changes_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    asyncio.run(store.add_result("a", "{}"))
    asyncio.run(store.mark_assisted("a"))
    asyncio.run(store.mark_assisted("b"))
    asyncio.run(store.mark_assisted("b"))
    asyncio.run(store.add_result("b", "{}"))
    assert [game.is_assisted for game in store.finished_games()] == [False, True]
    store.close()


def test_request_has_the_groups_of_the_dissertation_alone() -> None:
    schema = PersonRequest.model_json_schema()["properties"]["experience"]
    assert schema["enum"] == ["beginner", "casual", "experienced"]
