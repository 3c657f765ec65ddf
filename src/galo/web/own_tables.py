"""The tables of one browser: where the person of a token sits, and how each game stands."""

import asyncio
from dataclasses import dataclass

from galo.games.game import Outcome
from galo.web.game_features import has_reviewer
from galo.web.seats import SeatKind
from galo.web.store import Store
from galo.web.table import Phase, Table

MAX_KEPT = 5000  # finished tables of which the lobby's line is kept


@dataclass(frozen=True)
class OwnSeat:
    """A seat of such a table."""

    name: str
    kind: SeatKind
    level: str | None
    away: bool
    side: int


@dataclass(frozen=True)
class OwnTable:
    """A table at which the person sits, or which they set up to watch: *you* is null then."""

    table: str
    game: str
    phase: Phase
    sides: int
    seats: list[OwnSeat]
    you: int | None
    mover: int | None
    is_turn: bool  # the person has a move to choose
    scores: list[int] | None  # of each side, where the game has points
    outcome: Outcome | None
    can_review: bool
    rematch: str | None


@dataclass(frozen=True)
class OwnTableList:
    """The tables that were asked for, in that order, without those that do not exist."""

    tables: list[OwnTable]


class FinishedTables:
    """Finished tables that are not in memory, as their people saw them last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[tuple[str, str], tuple[OwnTable, int]] = {}  # by table and token

    async def get(self, identity: str, token: str) -> OwnTable | None:
        """Return the table *identity* for *token* if it is kept and as it was."""
        kept = self._kept.get((identity, token))
        if kept is None:
            return None
        if self._store.is_shared:  # somebody may have come back to it at another server
            last = await asyncio.to_thread(self._store.last_number, identity)
            return kept[0] if last == kept[1] else None
        return kept[0]

    def add(self, token: str, own: OwnTable, number: int) -> None:
        """Keep the table of *token*, whose last event has this *number*."""
        self._kept[own.table, token] = own, number
        if len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]

    def forget(self, identity: str) -> None:
        """Let the table *identity* be read from the log again: it may not be as it was."""
        for key in [key for key in self._kept if key[0] == identity]:
            del self._kept[key]


def own_table(table: Table, token: str) -> OwnTable | None:
    """Return *table* for the person whose token has the hash *token*, None if it is not theirs."""
    seat = table.seat_of(token)
    if seat is None and token != table.host:
        return None
    position = table.match.position if table.match else None
    board = position.board(seat, None) if position else {}
    return OwnTable(
        table=table.identity,
        game=table.game.name,
        phase=table.phase,
        sides=table.game.sides,
        seats=[
            OwnSeat(each.name, each.kind, each.level, each.away, table.game.side_of(number))
            for number, each in enumerate(table.seats)
        ],
        you=seat,
        mover=table.mover,
        is_turn=seat is not None and table.mover == seat and table.forced_move is None,
        scores=list(board["scores"]) if "scores" in board else None,
        outcome=table.outcome,
        can_review=table.phase is Phase.OVER and has_reviewer(table.game),
        rematch=table.rematch,
    )
