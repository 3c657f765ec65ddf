"""Tables without a server: set up, filled, and played on at random."""

import json
import random
from typing import Any

from galo.web import commands
from galo.web.errors import SiteError
from galo.web.events import Change, Dealt, Event, MadeBy, Moved, Returned, Sat
from galo.web.messages import encode
from galo.web.requests import TableRequest
from galo.web.seats import SeatKind
from galo.web.table import Phase, Table
from galo.web.table_setup import hash_secret, random_deal, table_from
from galo.web.view import frames_of, view_of
from support.visitors import Json, table_request

TOKEN = "t" * 24
GAMES: tuple[tuple[str, int, dict[str, int]], ...] = (
    ("connect_four", 2, {}),
    ("lines_of_action", 2, {}),
    ("dominoes2", 2, {"target": 100}),
    ("dominoes2", 4, {"players": 4}),
    ("dominoes4", 4, {}),
)


def sent(content: Any) -> Any:
    """Return *content* as a client reads it."""
    return json.loads(encode(content))


def seen(table: Table, seat: int | None, is_host: bool = False) -> Json:
    """Return what *seat*, or a watcher, sees of *table*, as a client reads it."""
    view: Json = sent(view_of(table, seat, is_host))
    return view


def replayed(table: Table, seat: int | None = None) -> list[Json]:
    """Return the frames of *table* for *seat*, or a watcher, as a client reads them."""
    frames: list[Json] = sent(frames_of(table, seat))
    return frames


def new_table(game: str, *seats: str, **fields: Any) -> Table:
    """Return a table of *game*, each seat `me`, `friend` or the name of an agent."""
    first = table_from(TableRequest(**table_request(game, *seats, **fields)), TOKEN)
    table = Table("0123456789", [Event(1, first)])
    deal_first(table)
    return table


def change(table: Table, *changes: Change) -> None:
    """Make *changes* at *table*, and deal the first tiles once every seat is taken."""
    for each in changes:
        table.apply(table.next_event(each))
        deal_first(table)


def deal_first(table: Table) -> None:
    """Deal the first tiles if every seat is taken."""
    if table.needs_deal:
        change(table, Dealt(random_deal(table.game)))


def people_sit(table: Table) -> None:
    """Let a person take every open seat."""
    for number, seat in enumerate(table.seats):
        if seat.kind is SeatKind.OPEN:
            change(table, Sat(number, "", hash_secret(f"token-of-{number}")))


def full_table(game: str, people: int, *agents: str, **fields: Any) -> Table:
    """Return a table with *people* at its first seats, and *agents* after them."""
    table = new_table(game, "me", *["friend"] * (people - 1), *agents, **fields)
    people_sit(table)
    return table


def play(table: Table, *moves: str) -> None:
    """Make *moves* for the seats to move."""
    for move in moves:
        mover = table.mover
        assert mover is not None
        if table.seats[mover].kind is SeatKind.AGENT:
            change(table, Moved(mover, move, MadeBy.AGENT))
        else:
            change(table, commands.play(table, mover, move))


def until_choice(table: Table) -> None:
    """Make forced moves until the seat to move has a choice."""
    while table.match and (move := table.match.forced_move()):
        assert table.mover is not None
        change(table, Moved(table.mover, move.text, MadeBy.FORCED))


def go_on(table: Table, rng: random.Random) -> None:
    """Make one random change at *table*: mostly a move, sometimes something else."""
    assert table.match is not None
    if table.phase is Phase.BETWEEN:
        change(table, Dealt(random_deal(table.game)))
        return
    seat = rng.randrange(len(table.seats))
    others: list[Change] = []
    for make in (commands.undo, commands.redo, commands.leave):
        try:
            others.append(make(table, seat))
        except SiteError:
            continue
    if table.seats[seat].away:
        others.append(Returned(seat))
    if others and (table.phase is Phase.OVER or rng.random() < 0.3):
        change(table, rng.choice(others))
    elif table.phase is Phase.PLAYING:
        forced = table.match.forced_move()
        move = forced or rng.choice(table.match.position.legal_moves)
        agent = MadeBy.AGENT if table.agent_to_move else MadeBy.PERSON
        assert table.mover is not None
        change(table, Moved(table.mover, move.text, MadeBy.FORCED if forced else agent))
