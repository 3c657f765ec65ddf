"""What people at a table may propose to each other, and how they answer.

Nothing here changes a table. A command that is not allowed now raises `SiteError`.
"""

from galo.web.errors import SiteError
from galo.web.events import (
    Accepted,
    Agreed,
    Change,
    Declined,
    HelpAllowed,
    MadeBy,
    Offered,
    Resigned,
    Undone,
)
from galo.web.offers import OfferKind, seats_asked
from galo.web.table import Phase, Table

COMMANDS = {  # by the kind of the offer that each makes
    OfferKind.RESIGN: "resign",
    OfferKind.DRAW: "offer_draw",
    OfferKind.UNDO: "ask_undo",
    OfferKind.HELP: "help",
}
ALONE = {OfferKind.RESIGN, OfferKind.HELP}  # need nobody else's consent where nobody else is asked


def offer(table: Table, seat: int | None, kind: OfferKind) -> Change:
    """Return the change in which *seat* proposes *kind*; where nobody must agree, it happens."""
    if seat is None:
        raise SiteError("not_seated")
    if not can_offer(table, seat, kind):
        raise SiteError("not_now")
    if seats_asked(kind, seat, table.seats, table.game):
        return Offered(seat, kind)
    return _effect(kind, seat)


def accept(table: Table, seat: int | None) -> tuple[Change, ...]:
    """Return the changes in which *seat* accepts: with the last one, what was offered too."""
    if seat is None:
        raise SiteError("not_seated")
    if not can_answer(table, seat):
        raise SiteError("not_now")
    found = table.offers.open
    assert found is not None
    if found.waiting == (seat,):
        return Accepted(seat), _effect(found.kind, found.seat)
    return (Accepted(seat),)


def decline(table: Table, seat: int | None) -> Declined:
    """Return the change in which *seat* declines the offer, or takes its own back."""
    if seat is None:
        raise SiteError("not_seated")
    if not can_decline(table, seat):
        raise SiteError("not_now")
    return Declined(seat)


def offer_controls(table: Table, seat: int) -> list[str]:
    """Return the commands of this file that *seat* is allowed now."""
    found = [command for kind, command in COMMANDS.items() if can_offer(table, seat, kind)]
    if can_answer(table, seat):
        found.append("accept")
    if can_decline(table, seat):
        found.append("decline")
    return found


def can_answer(table: Table, seat: int) -> bool:
    """Return whether an offer waits for *seat*."""
    return table.offers.open is not None and seat in table.offers.open.waiting


def can_decline(table: Table, seat: int) -> bool:
    """Return whether an offer waits for *seat*, or is its own."""
    found = table.offers.open
    return found is not None and seat in (found.seat, *found.waiting)


def can_offer(table: Table, seat: int, kind: OfferKind) -> bool:
    """Return whether *seat* may propose *kind* now."""
    if table.phase not in (Phase.PLAYING, Phase.BETWEEN) or table.seats[seat].away:
        return False
    if table.offers.open is not None or (seat, kind) in table.offers.declined:
        return False
    if kind not in ALONE and not seats_asked(kind, seat, table.seats, table.game):
        return False
    if kind is OfferKind.HELP:
        return not table.has_help
    if COMMANDS[kind] not in table.tools:
        return False
    return kind is not OfferKind.UNDO or _has_moved(table, seat)


def _effect(kind: OfferKind, seat: int) -> Change:
    """Return what happens when everybody agrees to what *seat* proposed."""
    match kind:
        case OfferKind.RESIGN:
            return Resigned(seat)
        case OfferKind.DRAW:
            return Agreed()
        case OfferKind.UNDO:
            return Undone(seat)
        case OfferKind.HELP:
            return HelpAllowed()


def _has_moved(table: Table, seat: int) -> bool:
    """Return whether there is a decision of *seat* to take back."""
    assert table.match is not None
    moves = zip(table.match.positions, table.made, strict=False)
    fixed = (MadeBy.FORCED, MadeBy.ORIGIN)
    return any(p.mover == seat and made.by not in fixed for p, made in moves)
