"""The site as its visitors find it: tables, sockets and answers of a real server."""

import csv
import io
import json
import re
import socket
from xml.etree import ElementTree

import pytest
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from galo import __version__
from galo.arena.records import parse_record
from galo.players.registry import agent_names
from galo.texts import load
from galo.web.errors import CODES
from galo.web.lab.responses import LabState
from galo.web.ladder_list import LadderList
from galo.web.middleware import HEADERS
from galo.web.offer_commands import COMMANDS as OFFERS
from galo.web.person_responses import Ranking, ResultList
from galo.web.responses import GameList, Health, RecordAnswer, Replay, TableList, TableSummary
from support.visitors import (
    SECRETS,
    Site,
    Ticket,
    Visitor,
    catch_up,
    pause,
    play_on,
    visiting,
)

GAMES = ("connect_four", "dominoes2", "dominoes4", "lines_of_action")


def finished(site: Site, game: str = "connect_four", opponent: str = "random") -> Ticket:
    """Return a ticket to a game that a person has played to the end against an agent."""
    [ticket] = site.seated(game, 1, opponent)
    with site.visit(ticket) as person:
        play_on([person])
    return ticket


FOCUSED = {"name": "focused", "level": "beginner"}
COSTA = {"name": "costa", "level": "strong"}


# HTTP


def test_health_has_version_agents_tables_and_sockets(site: Site) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    before = site.get("/health")
    assert {"status", "version", "agents", "tables", "sockets"} <= before.keys()
    assert before["status"] == "ok"
    assert before["version"] == __version__
    assert before["agents"] in ("warming", "ready")
    with site.visit(ticket):
        assert site.get("/health")["sockets"] == before["sockets"] + 1


def test_openapi_lists_every_route_of_the_json_part(site: Site) -> None:
    paths = site.get("/api/openapi.json")["paths"]
    assert {path: sorted(methods) for path, methods in paths.items()} == {
        "/health": ["get"],
        "/ready": ["get"],
        "/api/games": ["get"],
        "/api/tables": ["get", "post"],
        "/api/lessons/{game}": ["get"],
        "/api/puzzles": ["get"],
        "/api/puzzles/{game}": ["get"],
        "/api/puzzles/{game}/{puzzle}": ["get", "post"],
        "/api/mine": ["post"],
        "/api/lan": ["get", "put"],
        "/api/tables/{table}": ["get"],
        "/api/tables/{table}/seats": ["post"],
        "/api/tables/{table}/record": ["get"],
        "/api/tables/{table}/moves.txt": ["get"],
        "/api/tables/{table}/replay": ["get"],
        "/api/tables/{table}/review": ["get", "post"],
        "/api/tables/{table}/branch": ["get"],
        "/api/tables/{table}/continue": ["post"],
        "/api/person": ["delete", "get", "post", "put"],
        "/api/person/games.csv": ["get"],
        "/api/person/games/{table}": ["get"],
        "/api/person/seats": ["post"],
        "/api/person/code": ["post"],
        "/api/person/join": ["post"],
        "/api/person/ranking": ["put"],
        "/api/ranking": ["get"],
        "/api/ladder": ["get"],
        "/api/lab": ["get"],
        "/api/lab/jobs": ["post"],
        "/api/lab/jobs/{job}": ["delete", "get"],
        "/api/lab/jobs/{job}/stop": ["post"],
        "/api/lab/jobs/{job}/resume": ["post"],
        "/api/lab/jobs/{job}/files/{name}": ["get"],
        "/api/qr.svg": ["get"],
        "/api/results": ["get"],
        "/api/results.csv": ["get"],
    }


def test_games_are_listed_with_seats_options_agents_and_levels(site: Site) -> None:
    games = {game["name"]: game for game in site.get("/api/games")["games"]}
    assert sorted(games) == sorted(GAMES)
    assert games["dominoes4"]["seats"] == 4
    assert games["dominoes4"]["has_chance"] is True
    assert games["connect_four"]["has_chance"] is False
    for game in games.values():
        agents = {agent["name"] for agent in game["agents"]}
        assert {level.partition(":")[0] for level in game["levels"].values()} <= agents
    players = next(o for o in games["dominoes2"]["options"] if o["name"] == "players")
    assert players["choices"] == [2, 4]


def test_games_are_listed_with_sides_tools_and_a_script_that_is_served(site: Site) -> None:
    for game in site.get("/api/games")["games"]:
        assert game["sides"] == 2
        assert ("undo" in game["tools"]) == (not game["has_chance"])
        ticket = site.set_up(game["name"], "me", *["random"] * (game["seats"] - 1))
        view = site.state(ticket)
        assert (view["script"], view["tools"]) == (game["script"], game["tools"])
        assert game["script"] == f"/static/games/{game['name']}.js"
        assert "javascript" in site.http.get(game["script"]).headers["content-type"]


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/health", Health),
        ("/api/games", GameList),
        ("/api/tables", TableList),
        ("/api/tables/{table}", TableSummary),
        ("/api/tables/{table}/record", RecordAnswer),
        ("/api/tables/{table}/replay", Replay),
        ("/api/results", ResultList),
        ("/api/ranking", Ranking),
        ("/api/ladder", LadderList),
        ("/api/lab", LabState),
    ],
)
def test_answer_is_what_openapi_says(site: Site, path: str, answer: type) -> None:
    ticket = finished(site, opponent="focused")
    schema = site.get("/api/openapi.json")["paths"][path]["get"]["responses"]["200"]
    reference = schema["content"]["application/json"]["schema"]["$ref"]
    assert reference == f"#/components/schemas/{answer.__name__}"
    content = site.get(path.format(table=ticket.table))
    model: TypeAdapter[object] = TypeAdapter(
        answer
    )  # which would drop a field that it does not know
    assert model.dump_python(model.validate_python(content), mode="json") == content


def test_every_json_route_and_every_error_has_a_model(site: Site) -> None:
    description = site.get("/api/openapi.json")
    for path, methods in description["paths"].items():
        for route in methods.values():
            good = next(answer for code, answer in route["responses"].items() if code < "400")
            if not path.endswith((".svg", ".csv", ".txt", "/files/{name}")):
                assert "$ref" in good["content"]["application/json"]["schema"], path
            for code, answer in route["responses"].items():
                if code >= "4":
                    reference = answer["content"]["application/json"]["schema"]["$ref"]
                    assert reference.endswith("/ErrorAnswer")


def test_messages_of_the_socket_are_described(site: Site) -> None:
    description = site.get("/api/openapi.json")
    [[path, ways]] = description["x-sockets"].items()
    assert path == "/api/tables/{table}/socket"
    schemas = description["components"]["schemas"]

    def types(way: str) -> set[str]:
        found = set()
        for one in ways[way].get("anyOf", [ways[way]]):
            kind = schemas[one["$ref"].rpartition("/")[2]]["properties"]["type"]
            found |= set(kind.get("enum", [kind.get("const")]))
        return found

    assert types("first") == {"hello"}
    assert {"play", "pace", "undo", "analyse", "rematch"} <= types("client")
    assert types("server") == {
        "state", "presence", "thinking", "reply", "refused", "hint", "analysis", "replaced",
        "emote", "help", "opinion",
    }  # fmt: skip
    referred = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(description)))
    assert referred <= schemas.keys()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/t/0123456789", 200),
        ("/health", 200),
        ("/texts/en.json", 200),
        ("/static/lib/connection.js", 200),
        ("/api/qr.svg?path=/t/0123456789", 200),
        ("/api/results.csv", 200),
        ("/api/tables/0123456789", 404),
        ("/nowhere", 404),
        ("/static/nothing.js", 404),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/api/qr.svg?path=//elsewhere", 422),
    ],
)
def test_every_answer_carries_the_security_headers(site: Site, path: str, status: int) -> None:
    answer = site.http.get(path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    if status != 200 and path.startswith("/api"):
        assert answer.json()["error"]["code"] in CODES


def test_refusals_at_the_door_carry_the_security_headers_too(site: Site) -> None:
    answer = site.http.get("/health", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 403
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize("language", ["en", "pt"])
def test_texts_hold_the_sites_words_and_the_terminals(site: Site, language: str) -> None:
    texts = site.get(f"/texts/{language}.json")
    common = load(language)
    assert common.keys() < texts.keys()


def test_language_that_nobody_wrote_is_not_found(site: Site) -> None:
    assert site.http.get("/texts/xx.json").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_record_of_a_finished_game_is_what_galo_replay_reads(site: Site, game: str) -> None:
    opponents = ("first", "first", "first") if game == "dominoes4" else ("random",)
    [ticket] = site.seated(game, 1, *opponents)
    with site.visit(ticket) as person:
        if game == "lines_of_action":
            play_on([person], 12)
        else:
            play_on([person])
        events = person.heard
    record = parse_record(site.http.get(f"/api/tables/{ticket.table}/record").text)
    moved = [e for m in events for e in m.get("events", ()) if e["kind"] == "moved"]
    assert [event["move"] for event in moved] == list(record.moves)
    assert record.seats == ("human", *opponents)
    assert (record.result is None) == (game == "lines_of_action")


def test_record_of_hidden_tiles_stays_secret_until_the_match_is_over(site: Site) -> None:
    tickets = site.seated("dominoes4", 4)
    path = f"/api/tables/{tickets[0].table}/record"
    with visiting(site, *tickets) as people:
        play_on(people, 5)
        assert site.get(path, 403)["error"]["code"] == "secret"
        play_on(people)
        parse_record(site.http.get(path).text)


def test_record_of_a_table_that_waits_for_people_is_refused(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "friend")
    assert site.get(f"/api/tables/{ticket.table}/record", 409)["error"]["code"] == "not_now"
    assert site.get(f"/api/tables/{ticket.table}/replay")["frames"] == []


def test_replay_has_a_frame_for_every_moment_and_open_hands_at_the_end(site: Site) -> None:
    tickets = site.seated("dominoes2", 2, options={"target": 100})
    path = f"/api/tables/{tickets[0].table}/replay"
    with visiting(site, *tickets) as people:
        play_on(people, 4)
        assert all(frame["view"]["board"]["revealed"] is None for frame in site.get(path)["frames"])
        play_on(people)
        events = [e for m in people[0].heard for e in m.get("events", ())]
    frames = site.get(path)["frames"]
    moves = [event["move"] for event in events if event["kind"] == "moved"]
    assert [f["event"]["move"] for f in frames if f["event"]] == moves
    assert all(frame["view"]["board"]["revealed"] for frame in frames)
    assert frames[-1]["view"]["outcome"] == site.get(path)["view"]["outcome"] is not None


def test_replay_with_a_token_shows_the_hand_of_its_seat(site: Site) -> None:
    tickets = site.seated("dominoes2", 2, options={"target": 100})
    path = f"/api/tables/{tickets[0].table}/replay"
    with visiting(site, *tickets) as people:
        play_on(people, 4)
        pause(people)
        for ticket, person in zip(tickets, people, strict=True):
            bearer = {"Authorization": f"Bearer {ticket.token}"}
            replay = site.http.get(path, headers=bearer).json()
            assert replay["view"]["you"] == ticket.seat
            assert replay["frames"][-1]["view"]["board"]["hand"] == person.view["board"]["hand"]
            assert len(replay["frames"][0]["view"]["board"]["hand"]) == 7
    assert all(frame["view"]["board"]["hand"] is None for frame in site.get(path)["frames"])


@pytest.mark.parametrize(
    "authorization",
    ["Bearer nobody-has-this-token", "Bearer", "", "Basic dXNlcjpwYXNz", "Bearer é"],
)
def test_replay_with_a_token_of_no_seat_is_refused(site: Site, authorization: str) -> None:
    ticket = site.set_up("connect_four", "me", "random")
    headers = {b"Authorization": authorization.encode()}
    answer = site.http.get(f"/api/tables/{ticket.table}/replay", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "bad_token"


def test_results_count_games_of_people_against_agents(site: Site) -> None:
    def games() -> int:
        groups = site.get("/api/results")["groups"]
        return sum(g["games"] for g in groups if g["opponents"] == [FOCUSED])

    before = games()
    finished(site, opponent="focused")
    assert games() == before + 1
    rows = list(csv.DictReader(io.StringIO(site.http.get("/api/results.csv").text)))
    groups = site.get("/api/results")["by_experience"]
    for row in groups:
        row["opponents"] = " + ".join(opponent["name"] for opponent in row["opponents"])
    written = [{k: "" if v is None else str(v) for k, v in row.items()} for row in groups]
    assert written == rows


def test_results_keep_the_forms_of_a_game_apart(site: Site) -> None:
    def counted() -> dict[int, int]:
        groups = site.get("/api/results")["groups"]
        asked = [g for g in groups if g["game"] == "dominoes2" and g["opponents"] == [COSTA]]
        return {g["players"]: g["games"] for g in asked}

    before = counted()
    for others, options in ((["costa"], {}), (["costa"] * 3, {"players": 4})):
        [ticket] = site.seated("dominoes2", 1, *others, options=options)
        with site.visit(ticket) as person:
            play_on([person])
    assert counted() == {players: before.get(players, 0) + 1 for players in (2, 4)}


def test_game_finished_again_after_an_undo_counts_once(site: Site) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    before = site.http.get("/api/results.csv").text
    with site.visit(ticket) as person:
        play_on([person])
        after = site.http.get("/api/results.csv").text
        assert person.code("undo") == ""
        play_on([person])
    assert before != after
    assert site.http.get("/api/results.csv").text == after
    assert "result not saved" not in site.logged()


def test_qr_code_is_drawn_for_a_page_of_this_site_alone(site: Site) -> None:
    answer = site.http.get("/api/qr.svg", params={"path": "/t/0123456789#invite=abcdefgh12"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    for path in ("/", "//other.example", "https://other.example", "/t/0123456789\n", "/t/x"):
        refused = site.http.get("/api/qr.svg", params={"path": path})
        assert refused.json()["error"]["code"] == "bad_path"


# Sitting down


def test_table_begins_when_the_last_open_seat_is_taken(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "friend", name="Ana")
    assert ticket.seat == 0
    with site.visit(ticket) as ana:
        assert ana.view["phase"] == "seating"
        invite = ana.view["seats"][1]["invite"]
        guest = site.sit(ticket.table, seat=1, invite=invite, name="Rui")
        assert guest.seat == 1
        assert ana.until_event("sat")["name"] == "Rui"
        assert ana.view["phase"] == "playing"
        assert [seat["name"] for seat in ana.view["seats"]] == ["Ana", "Rui"]
        assert ana.view["seats"][1]["invite"] is None


def test_invitation_is_shown_to_people_at_the_table_and_not_to_watchers(site: Site) -> None:
    ticket = site.set_up("connect_four", "me", "friend")
    invite = site.state(ticket)["seats"][1]["invite"]
    with site.watch(ticket.table) as watcher:
        assert invite not in json.dumps(watcher.heard)
    assert invite not in site.http.get(f"/api/tables/{ticket.table}").text


def test_seat_is_not_given_without_its_invitation_nor_twice(site: Site) -> None:
    ticket = site.set_up("dominoes4", "me", "friend", "friend", "first")
    path = f"/api/tables/{ticket.table}/seats"
    seats = site.state(ticket)["seats"]

    def code(status: int, **fields: object) -> str:
        return str(site.post(path, dict(fields), status)["error"]["code"])

    assert code(403) == "bad_invite"
    assert code(403, seat=1) == "bad_invite"
    assert code(403, seat=1, invite="x" * 24) == "bad_invite"
    assert code(403, seat=2, invite=seats[1]["invite"]) == "bad_invite"
    assert code(409, seat=0, invite=seats[1]["invite"]) == "seat_taken"
    assert code(409, seat=3) == "seat_taken"
    assert site.sit(ticket.table, invite=seats[1]["invite"]).seat == 1
    assert code(409, seat=1, invite=seats[1]["invite"]) == "seat_taken"
    assert code(403, invite=seats[1]["invite"]) == "bad_invite"
    two = site.set_up("connect_four", "me", "friend")
    refused = site.post(f"/api/tables/{two.table}/seats", {"seat": 2}, 404)
    assert refused["error"]["code"] == "no_seat"


def test_listed_table_is_listed_while_somebody_is_there_and_free_to_join(site: Site) -> None:
    def listed() -> dict[str, list[int]]:
        return {table["table"]: table["free"] for table in site.get("/api/tables")["tables"]}

    secret = site.set_up("connect_four", "me", "friend")
    ticket = site.set_up("dominoes4", "friend", "me", "friend", "first", listed=True)
    assert ticket.table not in listed()
    with visiting(site, secret, ticket):
        assert listed()[ticket.table] == [0, 2]
        assert secret.table not in listed()
        assert site.sit(ticket.table).seat == 0
        assert listed()[ticket.table] == [2]
        assert site.sit(ticket.table, seat=2).seat == 2
        assert listed()[ticket.table] == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "bad_table"),
        ({"game": "connect_four:x=1"}, "bad_table"),
        ({"game": "lines_of_action:repetition=2"}, "bad_table"),
        ({"seats": [{"kind": "me"}]}, "bad_table"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "bad_table"),
        ({"seats": [{"kind": "me"}, {"kind": "agent", "agent": "nobody"}]}, "bad_table"),
        ({"seats": [{"kind": "me"}, {"kind": "agent"}]}, "bad_table"),
        ({"seats": [{"kind": "me"}, {"kind": "agent", "agent": "human"}]}, "bad_table"),
        ({"options": {"depth": 3}}, "bad_table"),
        ({"seats": []}, "bad_message"),
        ({"seats": [{"kind": "me"}] * 5}, "bad_message"),
        ({"seats": [{"kind": "queen"}] * 2}, "bad_message"),
        ({"pace": -1}, "bad_message"),
        ({"pace": "fast"}, "bad_message"),
        ({"pace": True}, "bad_message"),
        ({"pace": 1e9}, "bad_message"),
        ({"listed": "yes"}, "bad_message"),
        ({"extra": 1}, "bad_message"),
        ({"options": {"a": [1]}}, "bad_message"),
        ({"name": "x" * 25}, "bad_name"),
        ({"name": "a\nb"}, "bad_name"),
        ({"name": 3}, "bad_name"),
    ],
)
def test_table_that_cannot_be_is_refused(site: Site, fields: dict[str, object], code: str) -> None:
    tables = site.get("/health")["tables"]
    seats = [{"kind": "me"}, {"kind": "friend"}]
    content = {"game": "connect_four", "seats": seats, **fields}
    answer = site.http.post("/api/tables", json=content)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code
    assert site.get("/health")["tables"] == tables


@pytest.mark.parametrize(
    "agent",
    [
        "s1:weights=/etc/passwd",
        "s1:weights=../../../etc/passwd",
        "s1:weights=..",
        "s1:weights=pyproject.toml",
        "s1:weights=~",
        "s1:weights=tests",
        "s1:weights=C:\\x",
        "s1:weights=http://x",
        "s1:weights=a%2fb",
        "s1:weights=\x00",
        "s1:weights=/dev/zero",
    ],
)
def test_agent_whose_option_names_a_file_is_refused(site: Site, agent: str) -> None:
    seats = [{"kind": "me"}, *[{"kind": "agent", "agent": agent}] * 3]
    refused = site.post("/api/tables", {"game": "dominoes4", "seats": seats}, 422)
    assert refused["error"]["code"] == "bad_table"


def test_level_stands_for_the_agent_behind_it(site: Site) -> None:
    ticket = site.set_up("dominoes4", "me", "strong", "beginner", "s1:reading=published")
    assert [s["agent"] for s in site.state(ticket)["seats"]] == [
        None, "s1", "basic", "s1:reading=published",
    ]  # fmt: skip


# At the table


def test_move_is_sent_to_everybody_and_then_answered(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as (ana, rui), site.watch(tickets[0].table) as watcher:
        number = ana.number
        assert ana.play("4") == {"type": "reply", "id": ana.heard[-1]["id"], "number": number + 1}
        for visitor in (ana, rui, watcher):
            visitor.until_view(lambda view: view["board"]["last"] == "4")
            assert visitor.number == number + 1
        assert [move["move"] for move in rui.view["moves"]] == list("1234567")
        assert ana.view["moves"] == watcher.view["moves"] == []


def test_same_id_twice_is_answered_twice_and_played_once(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as (ana, rui):
        message = {"id": "same", "type": "play", "expect": ana.number, "move": "4"}
        first = ana.answer_to(message)
        rui.until_event("moved")
        rui.play("4")
        assert ana.answer_to(message) == first
        assert ana.answer_to({**message, "move": "1", "expect": ana.number}) == first
        rui.ask("play", move="1")  # whatever ana said is done when this is answered
        assert rui.view["board"]["cells"].count("x") == 1
    with site.visit(tickets[0]) as ana:  # and after a reconnect too
        number = ana.number
        assert ana.answer_to(message) == first
        assert ana.number == number


def test_stale_command_is_refused_with_the_state_as_it_is(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as (ana, rui):
        ana.play("4")
        rui.until_event("moved")
        rui.play("5")
        stale = ana.number - 1
        answer = ana.ask("play", move="1", expect=stale)
        assert answer["code"] == "stale"
        [state] = [m for m in ana.heard[-2:] if m["type"] == "state"]
        assert [event["number"] for event in state["events"]] == [stale + 1, stale + 2]
        assert ana.ask("play", move="1", expect=10**6)["code"] == "stale"
        assert ana.view["board"]["cells"].count("x") == 1


def test_what_is_not_ones_right_is_refused_and_changes_nothing(site: Site) -> None:
    tickets = site.seated("connect_four", 2, help=True)
    with visiting(site, *tickets) as (ana, rui), site.watch(tickets[0].table) as watcher:
        view = ana.view
        assert rui.code("play", move="4") == "not_your_turn"
        assert ana.code("play", move="8") == "illegal_move"
        assert ana.code("play", move="pass") == "illegal_move"
        assert rui.code("hint") == "not_your_turn"
        for command in ("return", "help", "accept", "decline", "ask_undo"):
            assert ana.code(command) == "not_now"
        assert ana.code("undo") == "not_now"
        assert ana.code("redo") == "not_now"
        assert ana.code("next") == "not_now"
        assert ana.code("rematch") == "not_now"
        assert ana.code("step") == "not_now"
        assert rui.code("step") == "not_host"
        assert rui.code("pace", seconds=1.0) == "not_host"
        for command in (
            "undo",
            "redo",
            "hint",
            "leave",
            "next",
            "rematch",
            "return",
            *OFFERS.values(),
        ):
            assert watcher.code(command) == "not_seated"
        assert watcher.code("play", move="4") == "not_seated"
        assert watcher.code("pace", seconds=0.0) == "not_host"
        assert ana.view == view
        assert {m["number"] for m in ana.heard if m["type"] == "state"} == {ana.number}
        ana.play("4")


def test_undo_never_takes_back_another_persons_move(site: Site) -> None:
    tickets = site.seated("connect_four", 2, help=True)
    with visiting(site, *tickets) as (ana, rui):
        ana.play("4")
        assert ana.code("undo") == ""
        assert ana.view["board"]["cells"].count("x") == 0
        assert ana.code("redo") == ""
        rui.until_event("redone")
        assert rui.code("undo") == "not_now"  # it is Ana's move
        rui.play("5")
        ana.until_event("moved", seat=1)
        assert ana.code("undo") == "not_now"
        assert rui.code("undo") == ""
        ana.until_event("undone")
        assert ana.code("undo") == ""
        assert "redo" in ana.view["controls"]
        assert ana.code("redo") == ""
        # What Rui took back is Rui's to make again.
        assert ana.view["board"]["cells"].count("o") == 0
        assert ana.view["mover"] == 1


def test_agent_answers_again_after_an_undo_and_redo_brings_its_answer_back(site: Site) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    with site.visit(ticket) as person:
        person.play("4")
        person.until_event("moved", by="agent")
        after = person.view
        assert person.code("undo") == ""
        assert set(person.view["board"]["cells"]) == {"."}
        assert person.code("redo") == ""
        assert {**person.view, "controls": []} == {**after, "controls": []}
        assert person.code("undo") == ""
        person.play("1")
        person.until_event("moved", by="agent")
        assert person.view["board"]["cells"][0] == "x"
        assert "redo" not in person.view["controls"]


def test_hidden_tiles_cannot_be_taken_back(site: Site) -> None:
    tickets = site.seated("dominoes4", 1, "first", "first", "first")
    with site.visit(tickets[0]) as person:
        person.until_view(lambda view: view["moves"])
        person.play()
        assert "undo" not in person.view["controls"]
        assert person.code("undo") in ("not_now", "stale")
        assert "undone" not in json.dumps(person.heard)


def test_hint_is_a_move_that_is_offered(site: Site) -> None:
    [ticket] = site.seated("dominoes4", 1, "first", "first", "first")
    with site.visit(ticket) as person:
        person.until_view(lambda view: view["moves"])
        hint = person.ask("hint")
        assert hint["type"] == "hint"
        assert hint["agent"] == agent_names("dominoes4")[-1]
        assert hint["move"] in [move["move"] for move in person.view["moves"]]


def test_agent_plays_for_a_person_that_left_until_the_token_comes_back(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as (ana, rui):
        ana.play("4")
        rui.until_event("moved")
        assert rui.code("leave") == ""
        assert "leave" not in rui.view["controls"]
        assert ana.until_event("moved", seat=1)["by"] == "agent"
        catch_up(ana, rui)
        assert rui.code("leave") == "not_now"
        assert ana.view["seats"][1]["away"] is True
        rui.close()
        with site.visit(tickets[1]) as back:
            back.until_event("returned")
            assert back.view["seats"][1]["away"] is False
            ana.until_event("returned")
            ana.play()
            back.until_event("moved", seat=0)
            back.play()
            assert ana.until_event("moved", seat=1)["by"] == "person"


def test_rematch_swaps_seats_for_two_and_keeps_the_tokens(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as (ana, rui):
        for column in "1212121":
            mover = (ana, rui)[ana.view["mover"] or 0]
            mover.play(column)
            catch_up(ana, rui)
        assert ana.view["outcome"] == {"scores": [1.0, 0.0], "winner": 0, "reason": "line"}
        assert "rematch" in rui.view["controls"]
        assert rui.code("rematch") == ""
        table = ana.until_event("rematch")["table"]
        assert ana.view["rematch"] == rui.view["rematch"] == table
        assert ana.code("rematch") == "not_now"
    again = [Ticket(table, None, ticket.token) for ticket in tickets]
    with visiting(site, *again) as (ana, rui):
        assert (ana.view["you"], rui.view["you"]) == (1, 0)
        assert ana.view["phase"] == "playing"
        rui.play("4")


def test_rematch_of_four_keeps_the_seats(site: Site) -> None:
    tickets = site.seated("dominoes2", 2, "first", "first", options={"players": 4})
    with visiting(site, *tickets) as people:
        play_on(people)
        assert people[1].code("rematch") == ""
        table = people[0].until_event("rematch")["table"]
    again = [Ticket(table, None, ticket.token) for ticket in tickets]
    with visiting(site, *again) as people:
        assert [person.view["you"] for person in people] == [0, 1]
        assert people[0].view["options"] == {"players": 4}


def test_next_round_is_dealt_when_a_person_asks_for_it(site: Site) -> None:
    tickets = site.seated("dominoes4", 4)
    with visiting(site, *tickets) as people, site.watch(tickets[0].table) as watcher:
        view = play_on(people, until="between")
        assert all(tiles is not None for tiles in view["board"]["revealed"])
        watcher.until_view(lambda v: v["phase"] == "between")
        assert watcher.code("next") == "not_seated"
        assert people[0].code("play", move="pass") == "not_now"
        assert "next" in view["controls"]
        assert people[2].code("next") in ("", "stale")
        dealt = people[0].until_event("dealt")
        assert dealt["round"] == view["board"]["round"] + 1
        assert people[0].view["board"]["revealed"] is None


def test_forced_pass_is_made_by_the_table_and_not_by_its_person(site: Site) -> None:
    forced = 0
    while not forced:
        tickets = site.seated("dominoes4", 4)
        with visiting(site, *tickets) as people:
            play_on(people)
            for person in people:
                for message in person.heard:
                    if message["type"] == "state" and message["view"]["forced"]:
                        assert message["view"]["forced"] == "pass"
                        assert message["view"]["moves"] == []
                        assert "hint" not in message["view"]["controls"]
            events = [e for m in people[0].heard for e in m.get("events", ())]
            passes = [e for e in events if e.get("move") == "pass"]
            assert {event["by"] for event in passes} <= {"forced"}
            forced = len(passes)


def test_tile_that_must_open_is_played_by_the_table(site: Site) -> None:
    (ticket,) = site.seated("dominoes2", 1, "random")
    with site.visit(ticket) as person:
        person.until_view(lambda view: view["moves"])
        events = [e for m in person.heard for e in m.get("events", ()) if e["kind"] == "moved"]
        assert events[0]["by"] == "forced"
        assert {"seat": events[0]["seat"], "move": events[0]["move"]} == person.view["board"][
            "plays"
        ][0]


def test_agents_alone_move_at_the_hosts_pace_and_step_by_step(site: Site) -> None:
    ticket = site.set_up("connect_four", "random", "random", pace=0.0)
    assert ticket.seat is None
    with site.visit(ticket) as host, site.watch(ticket.table) as watcher:
        assert host.view["host"] is True
        assert watcher.view["host"] is False
        assert {"pace", "step"} <= set(host.view["controls"])
        assert watcher.view["controls"] == []
        for discs in (1, 2, 3):
            assert host.code("step") == ""
            host.until_event("moved")
            assert 42 - host.view["board"]["cells"].count(".") == discs
        catch_up(host, watcher)
        assert watcher.code("step") == "not_host"
        assert host.code("play", move="4") == "not_seated"
        assert host.code("pace", seconds=0.001) == ""
        host.until_view(lambda view: view["phase"] == "over")
        assert host.code("step") == "not_now"
        assert host.code("rematch") == ""


def test_agents_alone_stop_when_the_pace_is_nought(site: Site) -> None:
    ticket = site.set_up("lines_of_action", "random", "random", pace=0.3)
    with site.visit(ticket) as host:
        host.until_event("moved")
        while (code := host.code("pace", seconds=0.0)) == "stale":
            pass
        assert code == ""
        number = host.number
        assert host.view["pace"] == 0.0
        assert host.code("step") == ""  # and nothing came in between
        host.until_event("moved")
        assert host.number == number + 1


def test_agents_wait_while_nobody_looks(site: Site) -> None:
    ticket = site.set_up("connect_four", "random", "random", pace=0.01)
    with site.visit(ticket) as host:
        host.until_event("moved")
    while site.get(f"/api/tables/{ticket.table}")["watchers"]:
        pass
    stands = [site.get(f"/api/tables/{ticket.table}/record")["moves"] for _ in range(30)]
    assert len(stands[-1]) - len(stands[0]) <= 1  # one that was decided on already
    with site.visit(ticket) as host:
        host.until_view(lambda view: view["phase"] == "over")


@pytest.mark.parametrize("agent", ["crasher", "quitter", "cheat", "mute", "killer", "talker"])
def test_game_goes_on_whatever_an_agent_does(site: Site, agent: str) -> None:
    [ticket] = site.seated("connect_four", 1, agent)
    with site.visit(ticket) as person:
        if agent == "quitter":  # a new process for every move
            play_on([person], 6)
        else:
            play_on([person])
            assert person.view["phase"] == "over"
        assert any(
            e["by"] == "agent" for m in person.heard for e in m.get("events", ()) if "by" in e
        )
    parse_record(site.http.get(f"/api/tables/{ticket.table}/record").text)
    assert "table dropped" not in site.logged()


# Sockets


def test_second_tab_takes_the_seat_over(site: Site) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    with site.visit(ticket) as first, site.visit(ticket) as second:
        first.until(lambda message: message["type"] == "replaced")
        with pytest.raises(ConnectionClosed):
            first.hear()
        second.play("4")
        presence = [m for m in second.heard if m["type"] == "presence"]
        assert presence[-1]["connected"] == [True, False]


def test_presence_says_which_seats_are_connected(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with site.visit(tickets[0]) as ana:
        presence = ana.until(lambda m: m["type"] == "presence")
        assert presence == {"type": "presence", "connected": [True, False], "watchers": 0}
        with site.visit(tickets[1]), site.watch(tickets[0].table):
            ana.until(lambda m: m.get("connected") == [True, True] and m["watchers"] == 1)
        ana.until(lambda m: m.get("connected") == [True, False] and m["watchers"] == 0)


@pytest.mark.parametrize("token", ["x" * 24, "short", 7, "", "é" * 24, ["a"], {"a": 1}])
def test_wrong_token_is_refused_and_the_socket_closed(site: Site, token: object) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    with Visitor(site, ticket.table, token) as stranger:  # type: ignore[arg-type]
        assert stranger.heard[0]["code"] in ("bad_token", "bad_message")
        assert stranger.view == {}
        with pytest.raises(ConnectionClosed):
            stranger.hear()


def test_token_of_one_table_opens_no_other(site: Site) -> None:
    mine, other = (site.seated("connect_four", 1, "random")[0] for _ in range(2))
    with Visitor(site, other.table, mine.token) as stranger:
        assert stranger.heard[0]["code"] == "bad_token"


@pytest.mark.parametrize("table", ["0123456789", "nothing", "%2e%2e", "a" * 500])
def test_table_that_is_not_there_is_refused(site: Site, table: str) -> None:
    with Visitor(site, table, None) as visitor:
        assert visitor.heard[0]["code"] == "no_table"
    assert site.get(f"/api/tables/{table}", 404)["error"]["code"] == "no_table"


def test_reconnect_brings_exactly_what_was_missed(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as (ana, rui):
        ana.play("4")
        rui.until_event("moved")
        last = ana.number
        ana.close()
        rui.play("5")
        known = rui.number
    for asked, numbers in ((last, [known]), (known, []), (None, range(1, known + 1))):
        with site.visit(tickets[0], asked) as back:
            state = back.heard[0]
            assert [event["number"] for event in state["events"]] == list(numbers)
            assert state["number"] == known
            assert back.view["board"]["last"] == "5"
    with site.visit(tickets[0], 10**6) as confused:
        assert len(confused.heard[0]["events"]) == known


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "http://localhost", "http://[", "file://"]
)
def test_page_from_elsewhere_opens_no_socket_and_no_table(site: Site, origin: str) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    address = f"ws://{site.host}/api/tables/{ticket.table}/socket"
    refused = pytest.raises(InvalidStatus, match="403")
    with refused, connect(address, additional_headers={"Origin": origin}):
        pass
    answer = site.http.post("/api/tables", json={}, headers={"Origin": origin})
    assert answer.json()["error"]["code"] == "bad_origin"


def test_page_from_here_opens_a_socket(site: Site) -> None:
    [ticket] = site.seated("connect_four", 1, "random")
    address = f"ws://{site.host}/api/tables/{ticket.table}/socket"
    with connect(address, additional_headers={"Origin": f"http://{site.host}"}) as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(60))["type"] == "state"


def test_log_is_json_and_names_no_token_and_no_tile(site: Site) -> None:
    tickets = site.seated("dominoes4", 1, "cheat", "first", "first")
    with visiting(site, *tickets) as people:
        play_on(people, 40)
    with socket.create_connection(("127.0.0.1", site.port)) as stranger:
        stranger.sendall(b"\x00\x01 nonsense\r\n\r\n")
        assert stranger.recv(1000).startswith(b"HTTP/1.1 400")
    lines = site.logged().splitlines()
    events = [json.loads(line) for line in lines]
    assert {"site ready", "table set up", "agent failed"} <= {event["event"] for event in events}
    assert all({"at", "level", "event"} <= event.keys() for event in events)
    assert tickets[0].token not in site.logged()
    assert not [line for line in lines if SECRETS.search(re.sub(r'"at": "[^"]*"', "", line))]
