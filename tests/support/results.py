"""Finished games in a database, with people who said how they play."""

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from galo.players.registry import HUMAN
from galo.web.events import Created, Event
from galo.web.people import Experience
from galo.web.seats import Seat, SeatKind
from galo.web.store import Store
from galo.web.table_setup import hash_secret, new_identity, new_secret


async def add_game(
    store: Store,
    game: str,
    agents: Sequence[str],
    said: Sequence[Experience | None],
    winner: int | None,
    is_assisted: bool = False,
) -> None:
    """Save a finished game of people, each with what it *said*, against *agents*, seat by seat."""
    identity, seats, tokens = new_identity(), [], []
    for agent in agents:
        tokens.append(hash_secret(new_secret()))
        seats += [Seat(SeatKind.PERSON, token=tokens[-1])]
        seats += [Seat(SeatKind.AGENT, agent, agent=agent)]
    first = Created(game, {}, tuple(seats), 1, False, 1.0, tokens[0])
    await store.append(identity, [Event(1, first)])
    for token, experience in zip(tokens, said, strict=True):
        if experience is not None:
            await store.set_experience(token, experience)
    if is_assisted:
        await store.mark_assisted(identity)
    result: dict[str, Any] = {"scores": [0, 0], "winner": winner, "reason": "target"}
    names = [seat.agent or HUMAN for seat in seats]
    await store.add_result(identity, json.dumps({"game": game, "seats": names, "result": result}))


def fill_database(url: str) -> None:
    """Save games of dominoes4 in the shares of the dissertation, and some of other kinds.

    Two agents s1 win 24 of 75 against experienced pairs, 63 of 100 against casual ones and 39 of
    50 against beginners.
    """
    pairs: tuple[tuple[Experience, int, int], ...] = (
        ("experienced", 24, 75),
        ("casual", 63, 100),
        ("beginner", 39, 50),
    )

    async def add_all() -> None:
        s1 = ("s1", "s1")
        for said, won, games in pairs:
            for number in range(games):
                await add_game(store, "dominoes4", s1, (said, said), int(number < won))
        await add_game(store, "dominoes4", s1, ("casual", "casual"), 0, is_assisted=True)
        await add_game(store, "dominoes4", s1, ("casual", "beginner"), 0)
        await add_game(store, "dominoes4", s1, ("casual", None), 1)
        for winner in (0, 1, None):
            await add_game(store, "connect_four", ("perfect",), ("beginner",), winner)

    store = Store(url)
    with ThreadPoolExecutor(1) as thread:  # in tests of a browser this one has a loop already
        thread.submit(asyncio.run, add_all()).result()
    store.close()
