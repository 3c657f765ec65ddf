"""What people at a table may do: each command is checked and becomes the change it asks for.

Nothing here changes a table. A command that is not allowed now raises `SiteError`.
"""

from galo.errors import GaloError
from galo.web.errors import SiteError
from galo.web.events import Left, MadeBy, Moved, Paced, Redone, Returned, Undone
from galo.web.offer_commands import offer_controls
from galo.web.seats import SeatKind
from galo.web.table import Phase, Table

MAX_EVENTS = 20_000  # of one table: a game has some hundreds, and its log is kept


def check_length(table: Table) -> None:
    """Raise if so much has happened at *table* that its game may only go on to its end."""
    if table.number >= MAX_EVENTS:
        raise SiteError("not_now", f"this table has had {MAX_EVENTS} events")


def play(table: Table, seat: int | None, text: str) -> Moved:
    """Return the change in which *seat* makes the move *text*."""
    seat = _seated(seat)
    if table.phase is not Phase.PLAYING:
        raise SiteError("not_now")
    assert table.match is not None
    if table.mover != seat or table.forced_move is not None:
        raise SiteError("not_your_turn")
    try:
        move = table.match.position.parse_move(text)
    except GaloError:  # its own sentence would name the tiles of others
        raise SiteError("illegal_move", text) from None
    return Moved(seat, move.text, MadeBy.PERSON)


def undo(table: Table, seat: int | None) -> Undone:
    """Return the change in which *seat* takes back its last decision and the answers to it."""
    seat = _seated(seat)
    check_help(table)
    if not can_undo(table, seat):
        raise SiteError("not_now")
    return Undone(seat)


def redo(table: Table, seat: int | None) -> Redone:
    """Return the change in which *seat* makes again the moves that it took back."""
    seat = _seated(seat)
    check_help(table)
    if not can_redo(table, seat):
        raise SiteError("not_now")
    return Redone(seat)


def leave(table: Table, seat: int | None) -> Left:
    """Return the change in which *seat* is left to an agent."""
    seat = _seated(seat)
    if table.seats[seat].away or table.phase is Phase.OVER:
        raise SiteError("not_now")
    return Left(seat)


def come_back(table: Table, seat: int | None) -> Returned:
    """Return the change in which the person at *seat* plays again."""
    seat = _seated(seat)
    if not can_return(table, seat):
        raise SiteError("not_now")
    return Returned(seat)


def pace(table: Table, is_host: bool, seconds: float) -> Paced:
    """Return the change in which the host sets the seconds before each move of the agents."""
    check_step(table, is_host)
    return Paced(seconds)


def check_step(table: Table, is_host: bool) -> None:
    """Raise unless the host asks at a table where agents alone play."""
    if not is_host:
        raise SiteError("not_host")
    if table.people or table.phase is Phase.OVER:
        raise SiteError("not_now")


def check_next(table: Table, seat: int | None, is_host: bool) -> None:
    """Raise unless *seat*, or the host, may have the next round dealt."""
    if seat is None and not (is_host and not table.people):
        raise SiteError("not_seated")
    if table.phase is not Phase.BETWEEN:
        raise SiteError("not_now")


def check_help(table: Table) -> None:
    """Raise where hints, analyses and undo are not allowed."""
    if not table.has_help:
        raise SiteError("no_help")


def check_hint(table: Table, seat: int | None) -> None:
    """Raise unless *seat* has a decision to make, at a table with help."""
    seat = _seated(seat)
    check_help(table)
    if table.phase is not Phase.PLAYING or not _has_decision(table, seat):
        raise SiteError("not_your_turn")


def check_analysis(table: Table, seat: int | None) -> None:
    """Raise where a game has no analysis, and whenever a hint would be refused."""
    if "analyse" not in table.tools:
        raise SiteError("no_analysis")
    check_hint(table, seat)


def check_rematch(table: Table, seat: int | None, is_host: bool) -> None:
    """Raise unless the game is over and *seat*, or the host, took part in it."""
    if seat is None and not is_host:
        raise SiteError("not_seated")
    if table.phase is not Phase.OVER or table.rematch is not None:
        raise SiteError("not_now")


def open_seat(table: Table, wanted: int | None, invite: str | None) -> int:
    """Return the seat that a person with this *invite* may take."""
    if wanted is not None and wanted >= len(table.seats):
        raise SiteError("no_seat", str(wanted))
    numbers = range(len(table.seats)) if wanted is None else [wanted]
    is_open = False
    for number in numbers:
        seat = table.seats[number]
        if seat.kind is SeatKind.OPEN:
            is_open = True
            if table.listed or (invite is not None and seat.invite == invite):
                return number
    raise SiteError("bad_invite" if is_open else "seat_taken")


def controls(table: Table, seat: int | None, is_host: bool) -> list[str]:
    """Return the commands, besides a move, that are allowed now."""
    found, phase = [], table.phase
    if seat is not None:
        if table.has_help and _has_decision(table, seat):
            found.append("hint")
            if "analyse" in table.tools:
                found.append("analyse")
        if can_undo(table, seat):
            found.append("undo")
        if can_redo(table, seat):
            found.append("redo")
        if phase is not Phase.OVER and not table.seats[seat].away:
            found.append("leave")
        if can_return(table, seat):
            found.append("return")
        found += offer_controls(table, seat)
    is_watched = is_host and not table.people
    if phase is Phase.BETWEEN and (seat is not None or is_watched):
        found.append("next")
    if is_watched and phase is not Phase.OVER:
        found += ["pace", "step"]
    if phase is Phase.OVER and table.rematch is None and (seat is not None or is_host):
        found.append("rematch")
    return found


def can_undo(table: Table, seat: int) -> bool:
    """Return whether *seat* has a decision to take back, with no other person's move since."""
    if table.match is None or table.game.has_chance or table.settled or not table.has_help:
        return False
    moves = list(zip(table.match.positions, table.made, strict=False))
    for position, made in reversed(moves):
        if made.by is MadeBy.ORIGIN:
            return False
        if position.mover == seat and made.by is not MadeBy.FORCED:
            return True
        if made.by is MadeBy.PERSON:
            return False
    return False


def can_redo(table: Table, seat: int) -> bool:
    """Return whether *seat* took moves back that it can make again."""
    return bool(table.undone) and table.has_help and table.mover == seat


def can_return(table: Table, seat: int) -> bool:
    """Return whether an agent plays for the person at *seat*, whose time is not used up."""
    is_away = table.seats[seat].away and table.phase is not Phase.OVER
    return is_away and seat not in table.time.out


def _has_decision(table: Table, seat: int) -> bool:
    """Return whether *seat* is to move and has a choice."""
    return table.mover == seat and table.forced_move is None


def _seated(seat: int | None) -> int:
    if seat is None:
        raise SiteError("not_seated")
    return seat
