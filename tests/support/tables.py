"""Tables without a server: set up, filled, and played on at random."""

import random
from typing import Any

from galo.web import commands
from galo.web.errors import Refused
from galo.web.messages import TableWish
from galo.web.table import AGENT, BETWEEN, FORCED, OVER, PLAYING, Event, Table
from galo.web.table_setup import created, hashed, shuffled
from support.visitors import wish

TOKEN = "t" * 24
GAMES = (
    ("connect_four", 2, {}),
    ("lines_of_action", 2, {}),
    ("dominoes2", 2, {"target": 100}),
    ("dominoes2", 4, {"players": 4}),
    ("dominoes4", 4, {}),
)


def new_table(game: str, *seats: str, **fields: Any) -> Table:
    """Return a table of *game*, each seat `me`, `friend` or the name of an agent."""
    first = created(TableWish(**wish(game, *seats, **fields)), TOKEN)
    table = Table("0123456789", [Event(1, "created", first)])
    settle(table)
    return table


def happen(table: Table, kind: str, **data: Any) -> None:
    """Let an event happen at *table*, and what follows from it by itself."""
    table.apply(table.next_event(kind, data))
    settle(table)


def settle(table: Table) -> None:
    """Deal the first tiles if everybody sits."""
    if table.needs_deal:
        happen(table, "dealt", hands=shuffled(table.game))


def people_sit(table: Table) -> None:
    """Let somebody take every open seat."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            happen(table, "sat", seat=number, name="", token=hashed(f"token-of-{number}"))


def full_table(game: str, people: int, *agents: str, **fields: Any) -> Table:
    """Return a table with so many people at its first seats, and *agents* after them."""
    table = new_table(game, "me", *["friend"] * (people - 1), *agents, **fields)
    people_sit(table)
    return table


def play(table: Table, *moves: str) -> None:
    """Make *moves*, by whoever is to move."""
    for move in moves:
        mover = table.mover
        assert mover is not None
        if table.seats[mover].kind == AGENT:
            happen(table, "moved", seat=mover, move=move, by=AGENT)
        else:
            kind, data = commands.play(table, mover, move)
            happen(table, kind, **data)


def go_on(table: Table, rng: random.Random) -> None:
    """Let one thing happen at *table* that could: mostly a move, sometimes something else."""
    assert table.match is not None
    if table.phase == BETWEEN:
        happen(table, "dealt", hands=shuffled(table.game))
        return
    seat = rng.randrange(len(table.seats))
    drafts = []
    for make in (commands.undo, commands.redo, commands.leave):
        try:
            drafts.append(make(table, seat))
        except Refused:
            continue
    if table.seats[seat].away:
        drafts.append(("returned", {"seat": seat}))
    if drafts and (table.phase == OVER or rng.random() < 0.3):
        kind, data = rng.choice(drafts)
        happen(table, kind, **data)
    elif table.phase == PLAYING:
        forced = table.match.forced_move()
        move = forced or rng.choice(table.match.position.legal_moves)
        by = FORCED if forced else AGENT if table.thinker() else "person"
        happen(table, "moved", seat=table.mover, move=move.text, by=by)
