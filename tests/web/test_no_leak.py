"""No client sees the tiles of others: every byte that the site sends is searched for them.

A dozen matches each time, five hundred every night.
"""

import asyncio
import json
import random
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from galo.games.registry import make_game
from support.commands import PATIENCE
from support.samples import sample
from support.visitors import PLAIN, Json, Site, Ticket, table_request

MATCHES = sample(5, 500)
AT_ONCE = 10
KINDS: tuple[tuple[str, int, tuple[str, ...], dict[str, int]], ...] = (
    ("dominoes4", 4, (), {}),
    ("dominoes2", 2, (), {"target": 100}),
    ("dominoes2", 4, (), {"players": 4}),
    ("dominoes4", 2, ("random", "s1"), {}),
    ("dominoes2", 2, ("first", "random"), {"players": 4, "target": 100}),
    ("dominoes2", 1, ("random",), {}),
)
AFTERWARDS = ("/review", "/moves.txt", "/branch?place=0&move=6-6")
TILE = re.compile(r"([0-6])\s*[-|/:]\s*([0-6])")
ALL = frozenset(f"{a}-{b}" for a in range(7) for b in range(a + 1))


def named(text: str) -> set[str]:
    """Return every tile that *text* writes, whichever half comes first."""
    return {"{1}-{0}".format(*sorted(pair)) for pair in TILE.findall(text)}


def pairs(value: Any, key: str = "") -> Iterator[str]:
    """Return every pair of numbers in *value* that could be a tile: not of scores, not of seats."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from pairs(item, name)
    elif isinstance(value, list):
        if len(value) == 2 and all(type(n) is int and 0 <= n <= 6 for n in value):
            if key not in ("scores", "passed"):
                yield "{}-{}".format(*sorted(value, reverse=True))
            return
        for item in value:
            yield from pairs(item, key)


@dataclass
class Moment:
    """The truth after one event: the hand of each seat, and the tiles that lay open."""

    hands: list[set[str]]
    open: set[str]
    is_frame: bool  # whether a replay has a frame of it

    def allowed(self, seat: int | None) -> set[str]:
        """Return the tiles that *seat* may know of."""
        return self.open | (self.hands[seat] if seat is not None else set())


def moments(site: Site, table: str) -> list[Moment]:
    """Return the truth about *table* after each event, from its log."""
    with sqlite3.connect(site.file) as database:
        rows = database.execute(
            "SELECT kind, data FROM events WHERE table_id = ? ORDER BY number", (table,)
        ).fetchall()
    database.close()
    first = json.loads(rows[0][1])
    game = make_game(first["game"], **first["options"])
    found: list[Moment] = []
    position: Any = None  # of a domino game
    for kind, text in rows:
        data = json.loads(text)
        if kind == "dealt":
            deal = tuple(map(tuple, data["hands"]))
            position = position.deal(deal) if position else game.start(deal=deal)
        elif kind == "moved":
            position = position.play(position.parse_move(data["move"]))
        if position is None:
            found.append(Moment([set()] * game.seats, set(), False))
            continue
        is_over = position.mover is None
        hands = [set() if is_over else set(hand) for hand in position.hands]
        laid = set(ALL) if is_over else {play.tile for play in position.plays}
        found.append(Moment(hands, laid, kind in ("dealt", "moved")))
    return found


@dataclass
class Heard:
    """All that was sent at one table, by receiver."""

    texts: dict[int | None, list[str]] = field(default_factory=lambda: defaultdict(list))
    answers: list[tuple[int, str, str]] = field(default_factory=list)  # event known before, path
    replays: list[tuple[int | None, str]] = field(default_factory=list)  # seat that asked
    asked: dict[str, int] = field(default_factory=dict)  # id → the event at which it was asked
    tokens: list[str] = field(default_factory=list)  # of the seats, and of their people


class Seat:
    """A person that plays at random, or a watcher; keeps every byte that it receives."""

    def __init__(self, ticket: Ticket, seat: int | None, heard: Heard, seed: int) -> None:
        self.ticket = ticket
        self.seat = seat
        self.heard = heard
        self.rng = random.Random(seed)
        self.asked = 0
        self.done: set[str] = set()

    def _is_time_for(self, thing: str) -> bool:
        """Return whether to do *thing* now: the first time it can be done, then one in twenty."""
        is_first = thing not in self.done
        self.done.add(thing)
        return is_first or self.rng.random() < 0.05

    async def play(self, site: Site) -> None:
        """Play until the match is over."""
        address = f"ws://{site.host}/api/tables/{self.ticket.table}/socket"
        async with connect(address, **PLAIN, max_size=2**24) as socket:
            token = self.ticket.token if self.seat is not None else None
            await socket.send(json.dumps({"type": "hello", "token": token}))
            while True:
                async with asyncio.timeout(PATIENCE):
                    text = await socket.recv()
                assert isinstance(text, str)
                self.heard.texts[self.seat].append(text)
                message = json.loads(text)
                if message["type"] == "state":
                    if message["view"]["phase"] == "over":
                        return
                    await self._answer(socket, message)

    def _may_resign(self, view: Json) -> bool:
        """Return whether the partner, a person, can decline."""
        own = view["you"] is not None and view["seats"][view["you"]]["side"]
        partners = [n for n, s in enumerate(view["seats"]) if s["side"] == own and n != view["you"]]
        has_partner = any(view["seats"][n]["kind"] == "person" for n in partners)
        return has_partner and "resign" in view["controls"]

    async def _answer(self, socket: ClientConnection, message: Json) -> None:
        view = message["view"]
        commands: list[Json] = []
        if view["moves"]:
            if self._is_time_for("guess"):  # at what others hold
                commands.append({"type": "play", "move": "{}-{}@e".format(*self._tile())})
            if self._is_time_for("hint"):
                commands.append({"type": "hint"})
            commands.append({"type": "play", "move": self.rng.choice(view["moves"])["move"]})
            if self._is_time_for("emote"):
                commands.insert(0, {"type": "emote", "name": "lucky"})
        elif "decline" in view["controls"]:
            commands.append({"type": "decline"})
        elif self._may_resign(view) and self._is_time_for("resign"):
            commands.append({"type": "resign"})
        elif view["phase"] == "between" and self.seat == 0:
            commands.append({"type": "next"})
        for each in commands:
            self.asked += 1
            each |= {"id": f"w{self.seat}x{self.asked}", "expect": message["number"]}
            self.heard.asked[each["id"]] = message["number"]
            await socket.send(json.dumps(each))

    def _tile(self) -> list[int]:
        return sorted((self.rng.randrange(7), self.rng.randrange(7)), reverse=True)


async def one_match(site: Site, number: int) -> tuple[str, Heard]:
    """Play a match with every seat and a watcher listening, and ask HTTP at random moments."""
    game, people, agents, options = KINDS[number % len(KINDS)]
    heard = Heard()
    async with httpx.AsyncClient(base_url=f"http://{site.host}", timeout=PATIENCE) as web:
        friends = ["friend"] * (people - 1)
        clock = {"per": "game", "seconds": 7200}
        content = table_request(
            game, "me", *friends, *agents,
            options=options, listed=True, pace=0.0, help=True, clock=clock,
        )  # fmt: skip
        owners = [(await web.post("/api/person")).json()["token"] for _ in range(people)]
        proofs = [{"Authorization": f"Bearer {token}"} for token in owners]
        made = await web.post("/api/tables", json=content, headers=proofs[0])
        tickets = [Ticket(**made.json())]
        table = tickets[0].table
        for proof in proofs[1:]:
            taken = await web.post(f"/api/tables/{table}/seats", json={}, headers=proof)
            tickets.append(Ticket(**taken.json()))
        heard.tokens = [*owners, *(ticket.token for ticket in tickets)]
        seats = [Seat(ticket, ticket.seat, heard, number) for ticket in tickets]
        seats.append(Seat(tickets[0], None, heard, number))
        playing = asyncio.gather(*(seat.play(site) for seat in seats))
        rng = random.Random(number)
        while not playing.done():
            for path in ("", "/replay", "/record", *AFTERWARDS):
                known = max(
                    (json.loads(t).get("number", 0) for t in heard.texts[None][-1:]), default=0
                )
                answer = await web.get(f"/api/tables/{table}{path}")
                heard.answers.append((known, path, answer.text))
            for ticket in tickets:
                asked = {"Authorization": f"Bearer {ticket.token}"}
                answer = await web.get(f"/api/tables/{table}/replay", headers=asked)
                heard.replays.append((ticket.seat, answer.text))
            listed = await web.get("/api/tables")
            heard.answers.append((0, "listed", listed.text))
            await asyncio.wait([playing], timeout=rng.uniform(0.2, 3.0))
        await playing
    return table, heard


def check_socket(
    text: str, seat: int | None, truth: list[Moment], now: int, asked: dict[str, int]
) -> int:
    """Search one message; return the number of the event that the socket knows afterwards."""
    message = json.loads(text)
    now = message.get("number", now)
    allowed = truth[now - 1].allowed(seat) if now else set()
    events = message.get("events", [])
    for event in events:
        place = event["number"] - 1
        before = truth[max(0, place - 1)]
        laid = truth[place].open - before.open
        public = named(event.get("move") or "")
        assert named(json.dumps(event)) == public <= (laid or ALL), (event, seat)
    if len(events) > 1:  # of rounds before this one too: searched already
        text = json.dumps({**message, "events": []})
    if message["type"] == "refused":
        allowed = named(message["detail"])  # one's own words
    elif message["type"] == "hint" and seat is not None:  # may come when a new round has begun
        allowed = truth[asked[message["id"]] - 1].hands[seat]
    assert named(text) <= allowed, (message, seat)
    assert set(pairs(message.get("view", {}).get("board"))) <= allowed, (message, seat)
    return now


def check_answer(known: int, path: str, text: str, truth: list[Moment]) -> None:
    """Search an answer that anybody can have."""
    if path == "/moves.txt" and text.startswith("1. "):
        return  # it was over by then: the room for a leak is closed
    content = json.loads(text)
    if path in ("", "listed"):
        assert not named(text)
    elif path in AFTERWARDS:
        is_over = content.get("view", {}).get("phase") == "over"
        code = content.get("error", {}).get("code")
        assert is_over or code in ("secret", "not_now", "not_over", "no_review", "illegal_move")
        assert is_over or not named(text) - named(content["error"]["detail"])
    elif path == "/record":
        assert "error" in content or content["result"] is not None
        assert "result" in content or content["error"]["code"] in ("secret", "not_now")
    elif content["view"]["phase"] != "over":
        for frame in content["frames"]:
            board = frame["view"]["board"]
            laid = {play["move"].partition("@")[0] for play in board["plays"]}
            allowed = ALL if board["revealed"] else laid
            assert named(json.dumps(frame)) <= allowed
            assert set(pairs(board)) <= allowed
        shown = content["view"]["board"]
        if shown and not shown["revealed"]:
            later = [moment.open for moment in truth[max(0, known - 1) :]]
            assert any(named(json.dumps(content["view"])) <= laid for laid in later)


def check_replay(seat: int | None, text: str, truth: list[Moment]) -> int:
    """Search a replay that *seat* asked for; return how many of its own tiles it was shown."""
    content = json.loads(text)
    shown = 0
    if content["view"]["phase"] == "over":
        return 0
    moments = [moment for moment in truth if moment.is_frame]
    for frame, moment in zip(content["frames"], moments, strict=False):
        board = frame["view"]["board"]
        assert named(json.dumps(frame)) <= moment.allowed(seat), (frame, seat)
        assert set(pairs(board)) <= moment.allowed(seat), (frame, seat)
        if seat is not None and not board["revealed"]:
            assert set(board["hand"]) == moment.hands[seat], (frame, seat)
            shown += len(board["hand"])
    return shown


def test_no_byte_sent_to_anybody_names_a_tile_of_somebody_else(site: Site) -> None:
    async def play_all() -> list[tuple[str, Heard]]:
        limit = asyncio.Semaphore(AT_ONCE)

        async def play(number: int) -> tuple[str, Heard]:
            async with limit:
                return await one_match(site, number)

        return await asyncio.gather(*map(play, range(MATCHES)))

    searched = messages = hints = offers = guesses = shown = 0
    for table, heard in asyncio.run(play_all()):
        truth = moments(site, table)
        for seat, texts in heard.texts.items():
            now = 0
            for text in texts:
                now = check_socket(text, seat, truth, now, heard.asked)
                hints += '"type":"hint"' in text
                offers += '"kind":"offered"' in text
                guesses += '"code":"illegal_move"' in text
                searched += len(text.encode())
            messages += len(texts)
        sent = [text for texts in heard.texts.values() for text in texts]
        sent += [text for _, _, text in heard.answers] + [text for _, text in heard.replays]
        assert not any(token in text for token in heard.tokens for text in sent)
        for known, path, text in heard.answers:
            check_answer(known, path, text, truth)
            searched += len(text.encode())
        for seat, text in heard.replays:
            shown += check_replay(seat, text, truth)
            searched += len(text.encode())
    assert hints
    assert offers
    assert shown
    assert guesses
    assert messages > 300 * MATCHES
    print(f"{MATCHES} matches, {messages} messages, {searched} bytes searched")  # noqa: T201


@pytest.mark.parametrize("seat", [None, 1])
def test_search_finds_a_leak_where_there_is_one(seat: int | None) -> None:
    truth = [Moment([{"6-4"}, {"3-1"}], {"5-5"}, True)]
    view = {"board": {"first": [5, 5], "hand": ["3-1"] if seat == 1 else None}}
    text = json.dumps({"type": "state", "number": 1, "view": view})
    assert check_socket(text, seat, truth, 0, {})
    for leak in (
        {"view": {"board": {"hand": ["6-4"]}}},
        {"view": {"board": {"arms": {"e": [[4, 6]]}}}},
        {"view": {"board": {"first": [6, 4]}}},
        {"view": {"seats": [{"name": "4-6"}]}},
        {"view": {}, "events": [{"number": 1, "kind": "dealt", "hands": [["6-4"]]}]},
    ):
        with pytest.raises(AssertionError):
            check_socket(json.dumps({"type": "state", "number": 1, **leak}), seat, truth, 0, {})


def test_search_finds_a_leak_in_a_replay() -> None:
    truth = [Moment([{"6-4"}, {"3-1"}], {"5-5"}, True)]

    def replay(**board: object) -> str:
        view = {"board": {"first": [5, 5], "hand": ["3-1"], "revealed": None, **board}}
        return json.dumps({"view": {"phase": "playing"}, "frames": [{"event": None, "view": view}]})

    assert check_replay(1, replay(), truth) == 1
    leaks: tuple[Json, ...] = (
        {"hand": ["6-4"]}, {"hand": []}, {"arms": {"e": [[4, 6]]}}, {"note": "6-4"},
    )  # fmt: skip
    for leak in leaks:
        with pytest.raises(AssertionError):
            check_replay(1, replay(**leak), truth)
