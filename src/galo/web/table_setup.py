"""Setting a table up: from the request to the change that its log begins with."""

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from galo.arena.match import Match
from galo.errors import GaloError
from galo.games.game import Game, Hands
from galo.games.options import split_name
from galo.games.registry import make_game
from galo.players.registry import agent_names, game_agents, levels_of, make_player
from galo.stream import LARGEST_SEED
from galo.web.clock import Clock
from galo.web.errors import SiteError
from galo.web.events import Change, Created, Dealt, MadeBy, Moved
from galo.web.lab.evolved import evolved_from, is_evolved
from galo.web.requests import ContinueRequest, SeatRequest, TableRequest
from galo.web.seats import Seat, SeatKind
from galo.web.table import Phase, Table

OPERATOR_OPTIONS = {"memory", "threads"}  # by which a client could exhaust the machine
LARGEST = {"playouts": 100_000}  # of options that take memory at once, however short a move is


def new_secret() -> str:
    """Return a secret that nobody guesses."""
    return secrets.token_urlsafe(18)


def new_identity() -> str:
    """Return an identity for a table, short enough to read out."""
    return secrets.token_hex(5)


def hash_secret(secret: str) -> str:
    """Return the hash that is stored in place of *secret*."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_seed() -> int:
    """Return a seed for the agents of a table, which nobody guesses."""
    return secrets.randbelow(LARGEST_SEED + 1)


def table_from(request: TableRequest, token: str, lab: Path | None = None) -> Created:
    """Return the change that sets up the table of *request*, whose host has *token*.

    Agents that evolved here have their files in the folder *lab*.
    """
    try:
        game = make_game(request.game, **request.options)
    except GaloError as problem:
        raise SiteError("bad_table", str(problem)) from None
    if len(request.seats) != game.seats:
        seats = f"{game.name} has {game.seats} seats, not {len(request.seats)}"
        raise SiteError("bad_table", seats)
    if sum(seat.kind == "me" for seat in request.seats) > 1:
        raise SiteError("bad_table", "you can sit at one seat only")
    if game.name != request.game:
        raise SiteError("bad_table", f"{request.game!r} is not just a name")
    people = sum(seat.kind != "agent" for seat in request.seats)
    host = Seat(SeatKind.PERSON, request.name.strip(), token=hash_secret(token))
    return Created(
        game=game.name,
        options=game.changed_options(),
        seats=tuple(_seat(game, seat, host, lab) for seat in request.seats),
        seed=new_seed(),
        listed=request.listed,
        pace=request.pace,
        host=hash_secret(token),
        clock=_clock(request),
        help=people <= 1 if request.help is None else request.help,
    )


def _clock(request: TableRequest) -> Clock | None:
    clock = request.clock
    return None if clock is None else Clock(clock.per, clock.seconds)


def _seat(game: Game, request: SeatRequest, host: Seat, lab: Path | None) -> Seat:
    if request.kind == "agent" and is_evolved(request.agent or ""):
        name = evolved_from(lab, game.name, request.agent or "")
        return Seat(SeatKind.AGENT, name, agent=request.agent)
    if request.kind == "agent":
        agent = parse_agent(game.name, request.agent or "")
        levels = levels_of(game.name)
        level = request.agent if levels.get(request.agent or "") == agent else None
        return Seat(SeatKind.AGENT, agent, agent=agent, level=level)
    if request.kind == "friend":
        return Seat(SeatKind.OPEN, invite=new_secret())
    return host


def parse_agent(game: str, text: str) -> str:
    """Return the agent of *game* that *text*, a level or a name with options, describes."""
    if text not in agent_names(game):
        text = levels_of(game).get(text, text)
    try:
        name, written = split_name(text)
        if any(agent.name == name for agent in game_agents(game).from_files):
            raise SiteError("bad_table", f"{name!r} runs files of the host: no client may name one")
        for key in written.keys() & OPERATOR_OPTIONS:
            raise SiteError("bad_table", f"{key!r} in {text!r}")
        for key in written.keys() & LARGEST.keys():
            if not written[key].isdecimal() or int(written[key]) > LARGEST[key]:
                raise SiteError("bad_table", f"{key!r} in {text!r} is more than {LARGEST[key]}")
        for value in written.values():
            # An option may name a file, and no client may have files opened here.
            if not value.replace("-", "").replace(".", "").isalnum() or Path(value).exists():
                raise SiteError("bad_table", f"{value!r} in {text!r}")
        make_player(game, text)
    except SiteError:
        raise
    except GaloError as problem:
        raise SiteError("bad_table", str(problem)) from None
    return text


def continuation_of(table: Table, wanted: ContinueRequest, token: str) -> list[Change]:
    """Return the changes of a table that goes on from a moment of the game at *table*.

    The host, who has *token*, sits at the seat to move. Agents keep their seats, and the strongest
    level plays for people.
    """
    if table.phase is not Phase.OVER or table.match is None:
        raise SiteError("not_over")
    match, place = table.match, wanted.place
    seat = match.positions[place].mover if place < len(match.positions) else None
    if seat is None:
        raise SiteError("not_now")
    host = Seat(SeatKind.PERSON, wanted.name.strip(), token=hash_secret(token))
    seats = [
        each if each.kind is SeatKind.AGENT else _strongest(table.game.name) for each in table.seats
    ]
    seats[seat] = host
    first = Created(
        game=table.game.name,
        options=table.game.changed_options(),
        seats=tuple(seats),
        seed=new_seed(),
        listed=False,
        pace=wanted.pace,
        host=hash_secret(token),
        origin=table.identity,
    )
    return [first, *_changes_until(match, place)]


def _changes_until(match: Match, place: int) -> Iterator[Change]:
    """Yield the deals and moves of *match* that led to its position *place*."""
    deals = iter(match.deals)
    if match.game.has_chance:
        yield Dealt(next(deals))
    for position, move in zip(match.positions[:place], match.moves, strict=False):
        if move is None:
            yield Dealt(next(deals))
        else:
            assert position.mover is not None
            yield Moved(position.mover, move.text, MadeBy.ORIGIN)


def _strongest(game: str) -> Seat:
    """Return a seat for the agent of the strongest level of *game*."""
    levels = levels_of(game)
    level = list(levels)[-1] if levels else None
    agent = agent_names(game)[-1] if level is None else levels[level]
    return Seat(SeatKind.AGENT, agent, agent=agent, level=level)


def rematch_of(table: Table) -> Created:
    """Return the change that sets up the same table again; in games for two, seats swap."""
    seats = [replace(seat, away=False) for seat in table.seats]
    if table.game.seats == 2:
        seats.reverse()
    first = table.events[0].change
    assert isinstance(first, Created)
    return replace(first, seats=tuple(seats), seed=new_seed(), origin=None)


def random_deal(game: Game) -> Hands:
    """Return a deal from the operating system's randomness."""
    return game.random_deal(secrets.SystemRandom().shuffle)
