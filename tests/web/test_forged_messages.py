"""Forged, broken and stolen messages: each is refused in words and changes nothing."""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from galo.web.errors import CODES
from support.commands import PATIENCE
from support.samples import sample
from support.visitors import PLAIN, Site, Ticket, visiting

MESSAGES = sample(800, 10_000)
HARMLESS = {"state", "presence", "thinking", "refused"}
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 3.5, 1e308, 10**40, "", "x", "x" * 50, "é", "\ud800", "²", "🐓", "\x00",
    [], [1], {}, {"a": {"b": []}}, "null", "undefined", "<script>", "' OR 1=1 --", "../../etc",
)  # fmt: skip
REFUSED = (
    "undo", "redo", "next", "rematch", "step", "hello", "hint", "analyse", "return", "accept",
    "decline", "ask_undo_now", "emote",
)  # fmt: skip
ALLOWED = ("resign", "offer_draw", "ask_undo", "help", "leave")  # to both at the table
Message = str | bytes


def forge(rng: random.Random, number: int) -> Message:
    """Return a message that a table must refuse."""
    makers: tuple[Callable[[random.Random, int], Message], ...] = (
        _noise, _binary, _cut, _bent, _bent, _bent, _deep, _long, _unknown, _stale, _crossed,
        _illegal,
    )  # fmt: skip
    return rng.choice(makers)(rng, number)


def _play(rng: random.Random, number: int) -> dict[str, Any]:
    return {"type": "play", "id": f"f{rng.getrandbits(60)}", "expect": number, "move": "4"}


def _noise(rng: random.Random, _: int) -> str:
    return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0xD000)))) for _ in range(40))


def _binary(rng: random.Random, number: int) -> bytes:
    return rng.choice((rng.randbytes(rng.randrange(200)), json.dumps(_play(rng, number)).encode()))


def _cut(rng: random.Random, number: int) -> str:
    text = json.dumps(_play(rng, number))
    return text[: rng.randrange(len(text) - 1)]


def _bent(rng: random.Random, number: int) -> str:
    message = {**_play(rng, number), "move": "8"}
    key = rng.choice(list(message))
    if rng.random() < 0.2:
        del message[key]
    else:
        message[rng.choice((key, "extra"))] = rng.choice(STRANGE)
    return json.dumps(message)


def _deep(rng: random.Random, _: int) -> str:
    depth = rng.randrange(1, 1500)
    return rng.choice(("[" * depth, '{"id":' * (depth // 2), "[" * depth + "]" * depth))


def _long(rng: random.Random, number: int) -> str:
    return json.dumps({**_play(rng, number), "move": "4" * rng.choice((17, 5000, 60000))})


def _unknown(rng: random.Random, number: int) -> str:
    return json.dumps(
        {**_play(rng, number), "type": rng.choice(("sit", "deal", "__init__", "Play"))}
    )


def _stale(rng: random.Random, number: int) -> str:
    """Return a command that would be allowed, for a moment that is not now."""
    message = _play(rng, rng.choice([n for n in (0, 1, number - 1, number + 1, 10**9) if n >= 0]))
    message["type"] = rng.choice(("play", *ALLOWED))
    if message["type"] != "play":
        del message["move"]
    return json.dumps(message)


def _crossed(rng: random.Random, number: int) -> str:
    """Return a command that would be allowed, with a field of another one."""
    other = rng.choice(({"seat": 1}, {"seconds": 0}, {"name": "nice"}, {"token": "x" * 22}))
    message = {**_play(rng, number), "type": rng.choice(ALLOWED), **other}
    if rng.random() < 0.5:
        del message["move"]
    return json.dumps(message)


def _illegal(rng: random.Random, number: int) -> str:
    """Return a valid command that is not allowed at this table now."""
    kind = rng.choice(("play", *REFUSED))
    message = {**_play(rng, number), "type": kind}
    if kind == "emote":
        del message["move"]
        message["name"] = rng.choice((*STRANGE, "Nice", "nice "))
    elif kind == "play":
        message["move"] = rng.choice(("8", "0", "pass", "draw", "6-6", "d1-b3", "44", "²", "４"))
    else:
        del message["move"]
    return json.dumps(message)


async def bombard(
    site: Site, ticket: Ticket, token: str | None, count: int, seed: int
) -> list[str]:
    """Send forged messages until *count* were sent; return the codes of all refusals."""
    rng = random.Random(seed)
    address = f"ws://{site.host}/api/tables/{ticket.table}/socket"
    codes: list[str] = []
    sent = 0
    while sent < count:
        async with connect(address, **PLAIN) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            number = json.loads(await socket.recv())["number"]
            batch = min(rng.randrange(50, 190), count - sent)
            for _ in range(batch):
                await socket.send(forge(rng, number))
            sent += batch
            codes += await _refusals(socket, batch)
    return codes


async def _refusals(socket: ClientConnection, count: int) -> list[str]:
    codes: list[str] = []
    async with asyncio.timeout(PATIENCE):
        while len(codes) < count:
            message = json.loads(await socket.recv())
            assert message["type"] in HARMLESS, message
            if message["type"] == "refused":
                codes.append(message["code"])
    return codes


async def _nonsense_until_closed(socket: ClientConnection) -> int:
    """Return how many times nonsense was refused before the socket was closed."""
    refused = 0
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.send("nonsense")
            refused += len(await _refusals(socket, 1))
    return refused


def test_forged_messages_change_nothing(site: Site) -> None:
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as (ana, rui), site.watch(tickets[0].table) as watcher:
        ana.play("4")
        rui.until_event("moved")
        rui.play("4")
        ana.until_event("moved", seat=1)
        watcher.until_view(lambda view: view["mover"] == 0 and view["board"]["last"] == "4")
    record = site.get(f"/api/tables/{tickets[0].table}/record")
    views = [site.state(ticket) for ticket in tickets]

    async def all_at_once() -> list[list[str]]:
        viewers = (tickets[0].token, tickets[1].token, None, None)
        share = MESSAGES // len(viewers)
        return await asyncio.gather(
            *(bombard(site, tickets[0], token, share, seed) for seed, token in enumerate(viewers))
        )

    codes = [code for answers in asyncio.run(all_at_once()) for code in answers]
    assert len(codes) == MESSAGES
    assert set(codes) <= CODES.keys()
    assert {"bad_message", "too_big", "stale", "not_your_turn", "not_seated"} <= set(codes)
    assert site.get(f"/api/tables/{tickets[0].table}/record") == record
    assert [site.state(ticket) for ticket in tickets] == views
    with visiting(site, *tickets) as (ana, rui):
        ana.play("1")
        rui.until_event("moved")
        rui.play("7")
    assert "socket broke" not in site.logged()
    assert "table dropped" not in site.logged()


def test_socket_that_sends_nothing_but_nonsense_is_closed(site: Site) -> None:
    [ticket] = site.seated("connect_four", 1, "random")

    async def talk() -> int:
        address = f"ws://{site.host}/api/tables/{ticket.table}/socket"
        async with connect(address, **PLAIN) as socket:
            await socket.send(json.dumps({"type": "hello", "token": ticket.token}))
            return await _nonsense_until_closed(socket)

    assert asyncio.run(talk()) == 200
    with site.visit(ticket) as person:
        person.play("4")


@pytest.mark.parametrize("frame", ["x" * 70_000, b"\xff\xfe", "[" * 70_000])
def test_frame_beyond_all_bounds_closes_the_socket_and_nothing_else(
    site: Site, frame: Message
) -> None:
    [ticket] = site.seated("connect_four", 1, "random")

    async def talk() -> None:
        address = f"ws://{site.host}/api/tables/{ticket.table}/socket"
        async with connect(address, **PLAIN) as socket:
            await socket.send(frame, text=True)
            with pytest.raises(ConnectionClosed):
                await _refusals(socket, 1)

    asyncio.run(talk())
    with site.visit(ticket) as person:
        person.play("4")


@pytest.mark.parametrize(
    "hello",
    [
        "", "{}", '{"type": "play"}', '{"type": "hello", "last": -1}', "[" * 3000, "\x00",
        '{"type": "hello", "token": "\\ud800aaaaaaaa"}', '{"type": "hello", "last": 1e99}',
        b"\x00\x01", "x" * 5000,
    ],
)  # fmt: skip
def test_first_message_that_is_no_hello_ends_the_visit(site: Site, hello: Message) -> None:
    [ticket] = site.seated("connect_four", 1, "random")

    async def talk() -> str:
        address = f"ws://{site.host}/api/tables/{ticket.table}/socket"
        async with connect(address, **PLAIN) as socket:
            await socket.send(hello)
            answer = json.loads(await socket.recv())
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            return str(answer["code"])

    assert asyncio.run(talk()) in ("bad_message", "too_big")
