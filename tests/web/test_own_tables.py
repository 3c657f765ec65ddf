"""The tables of one browser: what its lobby is told, and that nobody else is told it."""

import asyncio
import json
from typing import Any

import pytest

from galo.web.events import MadeBy, Moved
from galo.web.requests import MAX_OWN_TABLES, SeatProof, TableRequest
from galo.web.settings import SiteSettings
from galo.web.table import Phase
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret
from support.visitors import SECRETS, Site, Ticket, play_on, table_request, visiting

NOBODYS = "x" * 24  # a token of no seat


def proof(ticket: Ticket, **changed: Any) -> dict[str, Any]:
    return {"table": ticket.table, "token": ticket.token, **changed}


def mine(site: Site, *proofs: dict[str, Any], status: int = 200) -> Any:
    answer = site.post("/api/mine", {"seats": list(proofs)}, status)
    return answer["tables"] if status == 200 else answer["error"]["code"]


def test_own_tables_come_in_the_order_asked_with_turn_score_and_result(site: Site) -> None:
    over, going = site.seated("connect_four", 1, "random"), site.seated("connect_four", 1, "random")
    waiting = site.set_up("dominoes4", "me", "friend", "first", "first", name="Ana")
    with site.visit(over[0]) as visitor:
        outcome = play_on([visitor])["outcome"]
    found = mine(site, proof(waiting), proof(over[0]), proof(going[0]))
    assert [table["table"] for table in found] == [waiting.table, over[0].table, going[0].table]
    assert [table["phase"] for table in found] == ["seating", "over", "playing"]
    assert [table["is_turn"] for table in found] == [False, False, True]
    assert [table["outcome"] for table in found] == [None, outcome, None]
    assert found[0]["seats"][0]["name"] == "Ana"
    assert found[0]["you"] == 0
    assert found[0]["scores"] is None  # nothing is dealt yet


def test_turn_is_told_to_the_seat_that_has_it_alone(site: Site) -> None:
    first, second = site.seated("lines_of_action", 2)
    assert [mine(site, proof(each))[0]["is_turn"] for each in (first, second)] == [True, False]
    with visiting(site, first, second) as visitors:
        visitors[0].play()
    assert [mine(site, proof(each))[0]["is_turn"] for each in (first, second)] == [False, True]


def test_points_of_a_match_are_told_and_no_tile_is(site: Site) -> None:
    tickets = site.seated("dominoes4", 2, "first", "first")
    with visiting(site, *tickets) as visitors:
        scores = play_on(visitors, until="between")["board"]["scores"]
    answer = mine(site, *map(proof, tickets))
    assert [table["scores"] for table in answer] == [scores, scores]
    assert not SECRETS.search(json.dumps(answer))
    assert "UserWarning" not in site.logged()  # left by answers that are not what they say


def test_table_that_is_gone_or_not_theirs_is_left_out(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "random")
    other = site.set_up("connect_four", "me", "random")
    found = mine(
        site,
        proof(ticket, table="0123456789"),
        proof(ticket, token=NOBODYS),
        proof(ticket, token=other.token),
        proof(other),
    )
    assert [table["table"] for table in found] == [other.table]


def test_host_of_a_watched_table_finds_it_again(site: Site) -> None:
    ticket = site.set_up("connect_four", "random", "random")
    [table] = mine(site, proof(ticket))
    assert table["you"] is None
    assert not table["is_turn"]


def test_look_from_the_lobby_takes_no_table_into_memory(site: Site) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    site.http.delete("/api/person", headers={"Authorization": f"Bearer {ticket.token}"})
    before = site.get("/health")["tables"]  # the deletion has dropped the table
    assert mine(site, proof(ticket))[0]["table"] == ticket.table
    assert site.get("/health")["tables"] <= before


def test_finished_table_is_read_once_and_again_after_it_may_have_changed() -> None:
    async def run() -> None:
        registry = TableRegistry(SiteSettings(thinkers=1))
        try:
            await look(registry)
        finally:
            registry.close()

    async def look(registry: TableRegistry) -> None:
        request = TableRequest(**table_request("connect_four", "me", "random", name="Ana"))
        ticket = await registry.create(request)
        seat = SeatProof(table=ticket.table, token=ticket.token)
        actor = registry.actors[ticket.table]
        while actor.table.phase is not Phase.OVER:
            assert actor.table.match is not None
            assert actor.table.mover is not None
            move = actor.table.match.position.legal_moves[0].text
            await actor.emit(Moved(actor.table.mover, move, MadeBy.PERSON))
        registry.forget(ticket.table)
        [first], [second] = [await registry.own_tables([seat]) for _ in range(2)]
        assert first.phase is Phase.OVER
        assert first is second
        await registry.persons.forget(hash_secret(ticket.token))
        [nameless] = await registry.own_tables([seat])
        assert [first.seats[0].name, nameless.seats[0].name] == ["Ana", ""]
        await registry.actor(ticket.table)  # somebody comes back, and may take moves back
        [back] = await registry.own_tables([seat])
        assert back is not nameless

    asyncio.run(run())


FORGED: tuple[Any, ...] = (
    None, 1, "x", [], {}, {"seats": None}, {"seats": {}}, {"seats": [1]}, {"seats": [[]]},
    {"seats": [{"table": "0123456789"}]},
    {"seats": [{"token": NOBODYS}]},
    {"seats": [{"table": "0123456789", "token": None}]},
    {"seats": [{"table": "0123456789", "token": "short"}]},
    {"seats": [{"table": "0123456789", "token": "<script>alert"}]},
    {"seats": [{"table": "../../../etc", "token": NOBODYS}]},
    {"seats": [{"table": "0123456789", "token": NOBODYS, "seat": 0}]},
    {"seats": [{"table": "0123456789", "token": NOBODYS}] * (MAX_OWN_TABLES + 1)},
    {"seats": [], "more": 1},
)  # fmt: skip


@pytest.mark.parametrize("forged", FORGED, ids=repr)
def test_forged_request_is_refused_in_words(site: Site, forged: Any) -> None:
    answer = site.http.post("/api/mine", json=forged)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "bad_message"


def test_token_in_the_address_is_not_read(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "random")
    answer = site.http.post(f"/api/mine?table={ticket.table}&token={ticket.token}")
    assert answer.status_code == 422
    assert site.http.get(f"/api/mine?token={ticket.token}").status_code == 404
