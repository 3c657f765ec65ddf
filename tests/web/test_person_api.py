"""The routes about people: only a person's own token shows, joins, ranks and deletes a person."""

import csv
import io
import json
import sqlite3
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from galo.arena.strength import Strength
from galo.web.person_responses import OwnStatistics
from galo.web.ranking import ranking
from galo.web.rating_store import RankedRating
from support.visitors import Site, Ticket, play_on, table_request, visiting

ROUTES = (
    ("GET", "/api/person"),
    ("GET", "/api/person/games.csv"),
    ("GET", "/api/person/games/0123456789"),
    ("POST", "/api/person/seats"),
    ("POST", "/api/person/code"),
    ("POST", "/api/person/join"),
    ("PUT", "/api/person/ranking"),
    ("DELETE", "/api/person"),
)
BODIES: dict[str, Any] = {
    "/api/person/seats": {"tokens": []},
    "/api/person/join": {"code": "AAAA-AAAA"},
    "/api/person/ranking": {"name": "Eva"},
}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def new_person(site: Site) -> str:
    token: str = site.post("/api/person", {})["token"]
    return token


def ask(site: Site, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
    return site.http.request(method, path, json=body, headers=bearer(token))


def told(site: Site, path: str, token: str) -> Any:
    answer = ask(site, "GET", path, token)
    assert answer.status_code == 200, answer.text
    return answer.json()


def sit(site: Site, token: str, *agents: str, game: str = "connect_four", **fields: Any) -> Ticket:
    """Return the seat that the person of *token* takes at a new table with *agents*."""
    request = table_request(game, "me", *agents, pace=0.0, **fields)
    answer = ask(site, "POST", "/api/tables", token, request)
    assert answer.status_code == 201, answer.text
    return Ticket(**answer.json())


def give_up(site: Site, ticket: Ticket) -> None:
    with site.visit(ticket) as visitor:
        assert visitor.code("resign") == ""


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_own_page_has_the_rating_the_share_and_every_game(site: Site) -> None:
    ana = new_person(site)
    first, second = sit(site, ana, "focused"), sit(site, ana, "mcts")
    give_up(site, first)
    with site.visit(second) as visitor:
        visitor.play("4")
        visitor.until_view(lambda view: view["moves"])
        assert visitor.code("undo") == ""
        assert visitor.code("resign") == ""
    found = told(site, "/api/person", ana)
    model = TypeAdapter(OwnStatistics)  # which would drop a field that it does not know
    assert model.dump_python(model.validate_python(found), mode="json") == found
    [curve] = found["ratings"]
    assert (curve["kind"], curve["game"], curve["options"]) == ("games", "connect_four", {})
    assert (curve["count"], curve["provisional"]) == (1, True)
    assert curve["elo"] < 1000
    assert [point["place"] for point in curve["points"]] == [first.table]
    assert [game["table"] for game in found["games"]] == [second.table, first.table]
    assert [game["assisted"] for game in found["games"]] == [True, False]
    assert [game["elo"] for game in found["games"]] == [None, curve["elo"]]
    shares = {group["opponents"][0]["level"]: group for group in found["groups"]}
    assert (shares["beginner"]["games"], shares["beginner"]["score"]) == (1, 0.0)
    table = ask(site, "GET", "/api/person/games.csv", ana).text
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["table"] for row in rows] == [second.table, first.table]
    assert rows[1]["opponents"] == "focused"


def test_person_alone_is_told_what_a_game_did_to_the_rating(site: Site) -> None:
    ana, rui = new_person(site), new_person(site)
    ticket = sit(site, ana, "focused")
    give_up(site, ticket)
    path = f"/api/person/games/{ticket.table}"
    found = told(site, path, ana)
    assert found["why"] is None
    assert found["before"] == {"elo": 1000, "margin": 882}
    assert found["after"]["elo"] < 1000
    assert found["after"]["margin"] < 882
    assert error(ask(site, "GET", path, rui)) == (403, "bad_token")
    helped = sit(site, ana, "focused")
    with site.visit(helped) as visitor:
        assert visitor.code("hint") == ""
        assert visitor.code("resign") == ""
    assert told(site, f"/api/person/games/{helped.table}", ana)["why"] == "assisted"
    unmeasured = sit(site, ana, "minimax:depth=3")
    give_up(site, unmeasured)
    assert told(site, f"/api/person/games/{unmeasured.table}", ana)["why"] == "unrated"


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_forged_token_or_a_seats_token_is_no_persons_token(
    site: Site, method: str, path: str
) -> None:
    ana = new_person(site)
    seat = sit(site, ana, "focused")
    body = BODIES.get(path)
    wanted = "bad_token" if method == "DELETE" else "bad_person"
    for forged in ("Bearer " + "x" * 24, f"Bearer {seat.token}", "Bearer", "", "é", "Basic eDp5"):
        proof = {b"Authorization": forged.encode()}
        answer = site.http.request(method, path, json=body, headers=proof)
        assert error(answer) == (403, wanted), forged
    answer = site.http.request(method, path, json=body)
    assert error(answer) == (422, "bad_message")
    assert site.http.request(method, f"{path}?token={ana}", json=body).status_code == 422
    if method != "GET":
        headers = {**bearer(ana), "Origin": "https://evil.example"}
        answer = site.http.request(method, path, json=body, headers=headers)
        assert error(answer) == (403, "bad_origin")
    assert told(site, "/api/person", ana)["name"] is None


FORGED: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("/api/person/seats", ({}, [], {"tokens": None}, {"tokens": ["short"]},
                           {"tokens": ["x" * 24] * 501}, {"tokens": [], "more": 1})),
    ("/api/person/join", ({}, "AAAA", {"code": None}, {"code": "x" * 25})),
    ("/api/person/ranking", ({}, {"name": ""}, {"name": "  "}, {"name": "x" * 25}, {"name": 3},
                             {"name": "a\nb"})),
)  # fmt: skip


@pytest.mark.parametrize(("path", "bodies"), FORGED)
def test_forged_request_about_a_person_is_refused(
    site: Site, path: str, bodies: tuple[Any, ...]
) -> None:
    method, ana = "PUT" if path.endswith("ranking") else "POST", new_person(site)
    for body in bodies:
        answer = ask(site, method, path, ana, body)
        assert answer.status_code == 422, body
        assert answer.json()["error"]["code"] in ("bad_message", "bad_name"), body


def test_person_without_a_known_token_gets_no_seat(site: Site) -> None:
    request = table_request("connect_four", "me", "friend", listed=True)
    assert error(ask(site, "POST", "/api/tables", "x" * 24, request)) == (403, "bad_person")
    ticket = site.set_up("connect_four", "me", "friend", listed=True)
    answer = ask(site, "POST", f"/api/tables/{ticket.table}/seats", "x" * 24, {})
    assert error(answer) == (403, "bad_person")
    assert site.get(f"/api/tables/{ticket.table}")["free"] == [1]


def test_nothing_that_is_sent_has_a_persons_token_identity_or_rating(site: Site) -> None:
    ana, rui = new_person(site), new_person(site)
    one = sit(site, ana, "friend", listed=True, name="Ana")
    answer = ask(site, "POST", f"/api/tables/{one.table}/seats", rui, {"name": "Rui"})
    two = Ticket(**answer.json())
    with visiting(site, one, two) as visitors, site.watch(one.table) as watcher:
        play_on(visitors)
        watcher.until_view(lambda view: view["phase"] == "over")
        sent = json.dumps([each.heard for each in (watcher, *visitors)])
    paths = ("", "/record", "/replay")
    sent += "".join(site.http.get(f"/api/tables/{one.table}{path}").text for path in paths)
    sent += json.dumps([told(site, "/api/person", token) for token in (ana, rui)])
    sent += ask(site, "PUT", "/api/person/ranking", ana, {"name": "Ana"}).text
    sent += site.http.get("/api/ranking").text + site.http.get("/api/results").text
    for secret in (ana, rui, one.token, two.token):
        assert secret not in sent
        assert secret not in site.logged()
    with sqlite3.connect(site.file) as database:
        people = database.execute("SELECT person FROM persons").fetchall()
    database.close()
    assert not any(person in sent for (person,) in people)


def test_seats_of_this_browser_are_claimed_once(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "focused", pace=0.0)
    give_up(site, ticket)
    ana, rui = new_person(site), new_person(site)
    body: Any = {"tokens": [ticket.token, "x" * 24]}
    assert ask(site, "POST", "/api/person/seats", ana, body).json() == {"seats": 1}
    assert ask(site, "POST", "/api/person/seats", rui, body).json() == {"seats": 0}
    assert told(site, "/api/person", ana)["ratings"][0]["count"] == 1
    assert told(site, "/api/person", rui)["games"] == []
    answer = ask(site, "DELETE", "/api/person", ticket.token)
    assert error(answer) == (403, "bad_token")  # a seat's token deletes no person


def test_code_joins_two_devices_once(site: Site) -> None:
    phone, desk, other = (new_person(site) for _ in range(3))
    for token in (phone, desk):
        give_up(site, sit(site, token, "focused"))
    made = ask(site, "POST", "/api/person/code", phone)
    assert made.status_code == 201
    assert made.json()["picture"].startswith("data:image/svg+xml")
    body = {"code": made.json()["code"]}
    assert ask(site, "POST", "/api/person/join", desk, body).json() == {"name": None}
    assert error(ask(site, "POST", "/api/person/join", other, body)) == (403, "bad_code")
    both = [told(site, "/api/person", token) for token in (phone, desk)]
    assert both[0] == both[1]
    assert both[0]["ratings"][0]["count"] == 2
    assert ask(site, "DELETE", "/api/person", desk).status_code == 200
    for token in (phone, desk):
        assert error(ask(site, "GET", "/api/person", token)) == (403, "bad_person")
    assert told(site, "/api/person", other)["games"] == []


def test_deletion_takes_ranking_ratings_and_games(site: Site) -> None:
    ana = new_person(site)
    ticket = sit(site, ana, "focused", name="Anabela", experience="casual")
    give_up(site, ticket)
    assert ask(site, "PUT", "/api/person/ranking", ana, {"name": "Anabela"}).status_code == 200
    answer = ask(site, "DELETE", "/api/person", ana)
    assert answer.json() == {"names": 1, "experience": True}
    assert error(ask(site, "GET", "/api/person", ana)) == (403, "bad_person")
    assert site.get(f"/api/tables/{ticket.table}")["seats"][0]["name"] == ""
    with site.visit(ticket) as visitor:  # the seat stays
        assert visitor.view["you"] == 0
    again = new_person(site)
    body = {"tokens": [ticket.token]}
    assert ask(site, "POST", "/api/person/seats", again, body).json() == {"seats": 1}
    assert told(site, "/api/person", again)["ratings"] == []


def test_ranking_has_people_that_want_it_and_played_enough_between_fixed_agents(
    site: Site,
) -> None:
    ana = new_person(site)
    for _ in range(10):
        assert all(not pool["people"] for pool in site.get("/api/ranking")["pools"])
        give_up(site, sit(site, ana, "focused"))
    assert all(not pool["people"] for pool in site.get("/api/ranking")["pools"])  # nobody asked
    ask(site, "PUT", "/api/person/ranking", ana, {"name": " Ana "})
    [pool] = [pool for pool in site.get("/api/ranking")["pools"] if pool["people"]]
    [row] = pool["people"]
    assert (row["name"], row["count"], row["you"]) == ("Ana", 10, False)
    assert row.keys() == {"name", "elo", "margin", "count", "you"}
    assert [agent["elo"] for agent in pool["agents"]] == [2167, 1801, 1607, 1000]
    mine = ask(site, "GET", "/api/ranking", ana).json()
    assert [row["you"] for pool in mine["pools"] for row in pool["people"]] == [True]
    ask(site, "PUT", "/api/person/ranking", ana, {"name": None})
    assert all(not pool["people"] for pool in site.get("/api/ranking")["pools"])


def test_ranking_is_ordered_and_leaves_out_who_played_little() -> None:
    rated = [
        RankedRating(name, name, "dominoes2:players=4", count, Strength(elo, 40.0))
        for name, count, elo in (("Ana", 10, 1040.0), ("Rui", 9, 1900.0), ("Eva", 80, 1200.0))
    ]
    [pool] = [pool for pool in ranking(rated, "Eva").pools if pool.people]
    assert (pool.game, pool.options) == ("dominoes2", {"players": "4"})
    assert [(one.name, one.elo, one.margin, one.you) for one in pool.people] == [
        ("Eva", 1200, 78, True),
        ("Ana", 1040, 78, False),
    ]
