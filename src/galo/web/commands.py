"""What people at a table may do: each wish is checked and becomes the event it asks for.

Nothing here changes a table. A wish that the table cannot grant raises `Refused`.
"""

from typing import Any

from galo.errors import GaloError
from galo.web.errors import Refused
from galo.web.table import BETWEEN, FORCED, OPEN, OVER, PERSON, PLAYING, Table

Draft = tuple[str, dict[str, Any]]  # the kind and the data of an event that may happen


def play(table: Table, seat: int | None, text: str) -> Draft:
    """Return the event of *seat* making the move *text*."""
    seat = _seated(seat)
    if table.phase != PLAYING:
        raise Refused("not_now")
    assert table.match is not None
    if table.mover != seat or table.match.forced_move() is not None:
        raise Refused("not_your_turn")
    try:
        move = table.match.position.parse_move(text)
    except GaloError:  # its own sentence would tell the tiles of others
        raise Refused("illegal_move", text) from None
    return "moved", {"seat": seat, "move": move.text, "by": PERSON}


def undo(table: Table, seat: int | None) -> Draft:
    """Return the event of *seat* taking back its last decision and the answers to it."""
    if not can_undo(table, _seated(seat)):
        raise Refused("not_now")
    return "undone", {"seat": seat}


def redo(table: Table, seat: int | None) -> Draft:
    """Return the event of *seat* making again what it took back."""
    if not can_redo(table, _seated(seat)):
        raise Refused("not_now")
    return "redone", {"seat": seat}


def leave(table: Table, seat: int | None) -> Draft:
    """Return the event of *seat* getting up."""
    seat = _seated(seat)
    if table.seats[seat].away or table.phase == OVER:
        raise Refused("not_now")
    return "left", {"seat": seat}


def pace(table: Table, is_host: bool, seconds: float) -> Draft:
    """Return the event of the host changing how fast the agents move."""
    check_watched(table, is_host)
    return "paced", {"pace": seconds}


def check_watched(table: Table, is_host: bool) -> None:
    """Refuse unless this is a table of agents alone and its host is asking."""
    if not is_host:
        raise Refused("not_host")
    if table.people or table.phase == OVER:
        raise Refused("not_now")


def check_next(table: Table, seat: int | None, is_host: bool) -> None:
    """Refuse unless the next round may be dealt at the wish of *seat* or the host."""
    if seat is None and not (is_host and not table.people):
        raise Refused("not_seated")
    if table.phase != BETWEEN:
        raise Refused("not_now")


def check_hint(table: Table, seat: int | None) -> None:
    """Refuse unless *seat* has a decision to make."""
    if table.phase != PLAYING or table.mover != _seated(seat) or _is_forced(table):
        raise Refused("not_your_turn")


def check_analysis(table: Table, seat: int | None) -> None:
    """Refuse where tiles are hidden, and whenever a hint would be refused."""
    if table.game.has_chance:
        raise Refused("no_analysis")
    check_hint(table, seat)


def check_rematch(table: Table, seat: int | None, is_host: bool) -> None:
    """Refuse unless the game is over and *seat*, or the host, took part in it."""
    if seat is None and not is_host:
        raise Refused("not_seated")
    if table.phase != OVER or table.rematch is not None:
        raise Refused("not_now")


def free_seat(table: Table, wanted: int | None, invite: str | None) -> int:
    """Return the seat that somebody with this *invite* may take."""
    if wanted is not None and wanted >= len(table.seats):
        raise Refused("no_seat", str(wanted))
    chosen = range(len(table.seats)) if wanted is None else [wanted]
    is_free = False
    for number in chosen:
        seat = table.seats[number]
        if seat.kind == OPEN:
            is_free = True
            if table.listed or (invite is not None and seat.invite == invite):
                return number
    raise Refused("bad_invite" if is_free else "seat_taken")


def controls(table: Table, seat: int | None, is_host: bool) -> list[str]:
    """Return the wishes besides a move that would be granted now."""
    found = []
    if seat is not None:
        if table.phase == PLAYING and table.mover == seat and not _is_forced(table):
            found.append("hint")
            if not table.game.has_chance:
                found.append("analyse")
        if can_undo(table, seat):
            found.append("undo")
        if can_redo(table, seat):
            found.append("redo")
        if table.phase != OVER and not table.seats[seat].away:
            found.append("leave")
    is_watched = is_host and not table.people
    if table.phase == BETWEEN and (seat is not None or is_watched):
        found.append("next")
    if is_watched and table.phase != OVER:
        found += ["pace", "step"]
    if table.phase == OVER and table.rematch is None and (seat is not None or is_host):
        found.append("rematch")
    return found


def can_undo(table: Table, seat: int) -> bool:
    """Return whether *seat* has a decision to take back, with no other person's act since."""
    if table.match is None or table.game.has_chance:
        return False
    moves = list(zip(table.match.positions, table.makers, strict=False))
    for position, maker in reversed(moves):
        if position.mover == seat and maker != FORCED:
            return True
        if maker == PERSON:
            return False
    return False


def can_redo(table: Table, seat: int) -> bool:
    """Return whether *seat* took something back that it can make again."""
    return bool(table.undone) and table.mover == seat


def _is_forced(table: Table) -> bool:
    return table.match is not None and table.match.forced_move() is not None


def _seated(seat: int | None) -> int:
    if seat is None:
        raise Refused("not_seated")
    return seat
