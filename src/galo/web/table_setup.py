"""Setting a table up: from what somebody asked for to the event it begins with."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from galo.errors import GaloError
from galo.games.dominoes.game import DominoGame
from galo.games.dominoes.tiles import NAMES
from galo.games.game import Game
from galo.games.options import split_name
from galo.games.registry import make_game
from galo.players.registry import levels_of, make_player
from galo.rng import LARGEST_SEED
from galo.web.errors import Refused
from galo.web.messages import SeatWish, TableWish
from galo.web.table import AGENT, OPEN, PERSON, Table

Created = dict[str, Any]
FOR_THE_HOUSE = {"memory", "threads"}  # options by which a stranger could fill the machine


def new_secret() -> str:
    """Return a secret that nobody guesses."""
    return secrets.token_urlsafe(18)


def new_identity() -> str:
    """Return a name for a table, short enough to read out."""
    return secrets.token_hex(5)


def hashed(secret: str) -> str:
    """Return what is stored in place of *secret*."""
    return hashlib.sha256(secret.encode()).hexdigest()


def created(wish: TableWish, token: str) -> Created:
    """Return the event that sets up the table of *wish*, whose author proves it with *token*."""
    try:
        game = make_game(wish.game, **wish.options)
    except GaloError as problem:
        raise Refused("bad_table", str(problem)) from None
    if len(wish.seats) != game.seats:
        raise Refused("bad_table", f"{game.name} has {game.seats} seats, not {len(wish.seats)}")
    if sum(seat.kind == "me" for seat in wish.seats) > 1:
        raise Refused("bad_table", "you can sit at one seat only")
    if game.name != wish.game:
        raise Refused("bad_table", f"{wish.game!r} is not just a name")
    return _created(
        game,
        [_seat(game, seat, wish.name.strip(), hashed(token)) for seat in wish.seats],
        wish,
        hashed(token),
    )


def _created(game: Game, seats: list[dict[str, Any]], wish: TableWish, host: str) -> Created:
    return {
        "game": game.name,
        "options": game.changed_options(),
        "seats": seats,
        "seed": secrets.randbelow(LARGEST_SEED + 1),
        "listed": wish.listed,
        "pace": wish.pace,
        "host": host,
    }


def _seat(game: Game, wish: SeatWish, name: str, token: str) -> dict[str, Any]:
    if wish.kind == "agent":
        agent = checked_agent(game.name, wish.agent or "")
        level = wish.agent if wish.agent in levels_of(game.name) else None
        return {"kind": AGENT, "name": agent, "agent": agent, "level": level}
    if wish.kind == "friend":
        return {"kind": OPEN, "invite": new_secret()}
    return {"kind": PERSON, "name": name, "token": token}


def checked_agent(game: str, text: str) -> str:
    """Return the agent of *game* that *text*, a level or a name with options, describes."""
    text = levels_of(game).get(text, text)
    try:
        _, written = split_name(text)
        for key in written.keys() & FOR_THE_HOUSE:
            raise Refused("bad_table", f"{key!r} in {text!r}")
        for value in written.values():
            # An option may name a file, and what a stranger writes opens no files here.
            if not value.replace("-", "").replace(".", "").isalnum() or Path(value).exists():
                raise Refused("bad_table", f"{value!r} in {text!r}")
        make_player(game, text)
    except Refused:
        raise
    except GaloError as problem:
        raise Refused("bad_table", str(problem)) from None
    return text


def again(table: Table) -> Created:
    """Return the event that sets up the same table once more; games for two change seats."""
    seats = [{**asdict(seat), "away": False} for seat in table.seats]
    if table.game.seats == 2:
        seats.reverse()
    first = table.events[0].data
    return {**first, "seats": seats, "seed": secrets.randbelow(LARGEST_SEED + 1)}


def shuffled(game: Game) -> list[list[str]]:
    """Return a deal from the operating system's randomness."""
    assert isinstance(game, DominoGame)
    tiles = list(NAMES)
    secrets.SystemRandom().shuffle(tiles)
    return _cut(tiles, game.deal_sizes)


def _cut(tiles: list[str], sizes: Sequence[int]) -> list[list[str]]:
    hands = []
    for size in sizes:
        hands.append(tiles[:size])
        tiles = tiles[size:]
    return hands
