"""All tables of the site: set up, found again in the log, and let go when nobody comes."""

import asyncio
import re
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from galo.errors import GaloError
from galo.web.agent_pool import Thinkers
from galo.web.errors import Refused
from galo.web.logs import log, log_problem
from galo.web.messages import SitWish, TableWish
from galo.web.settings import Settings
from galo.web.store import Store
from galo.web.table import OPEN, OVER, Event, Seat, Table
from galo.web.table_actor import Owner
from galo.web.table_setup import again, created, hashed, new_identity, new_secret

IDENTITY = re.compile(r"[0-9a-f]{10}")
SWEEP_SECONDS = 30.0


class Hub:
    """The room that the tables stand in."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.thinkers = Thinkers(settings.workers)
        self.owners: dict[str, Owner] = {}
        self._loading = asyncio.Lock()

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return sum(len(owner.audience.connections) for owner in self.owners.values())

    async def rebuild(self) -> None:
        """Take the tables whose games go on from the log."""
        for identity in await asyncio.to_thread(self.store.unfinished):
            try:
                owner = await self.owner(identity)
                if owner.table.phase == OVER:  # killed before it was written down
                    await owner.finish()
            except Refused:
                log("table not rebuilt", table=identity)
        log("tables rebuilt", tables=len(self.owners))

    async def owner(self, identity: str) -> Owner:
        """Return the owner of the table *identity*."""
        if identity not in self.owners:
            if not IDENTITY.fullmatch(identity):
                raise Refused("no_table", identity[:20])
            async with self._loading:  # two visitors must not wake two owners
                if identity not in self.owners:
                    events = await asyncio.to_thread(self.store.events_of, identity)
                    self.owners[identity] = Owner(_rebuilt(identity, events), self)
        return self.owners[identity]

    async def create(self, wish: TableWish) -> dict[str, Any]:
        """Set up a table; return its name, the author's seat and token."""
        token = new_secret()
        owner = await self._set_up(created(wish, token))
        identity, game = owner.table.identity, owner.table.game
        log("table set up", table=identity, game=str(game))
        return {"table": identity, "seat": owner.table.seat_of(hashed(token)), "token": token}

    async def sit(self, identity: str, wish: SitWish) -> dict[str, Any]:
        """Give a seat of the table *identity* away; return its number and token."""
        token = new_secret()
        owner = await self.owner(identity)
        seat = await owner.sit(wish.seat, wish.invite, wish.name.strip(), hashed(token))
        return {"table": identity, "seat": seat, "token": token}

    async def rematch(self, table: Table) -> str:
        """Set up the same table once more; return its name."""
        return (await self._set_up(again(table))).table.identity

    async def _set_up(self, first: dict[str, Any]) -> Owner:
        identity = new_identity()
        event = Event(1, "created", first)
        try:
            await self.store.append(identity, [event])
        except SQLAlchemyError:
            log_problem("not saved", table=identity, number=event.number)
            raise Refused("not_saved") from None
        self.owners[identity] = Owner(Table(identity, [event]), self)
        return self.owners[identity]

    def listed(self) -> list[dict[str, Any]]:
        """Return the tables that anybody may join or watch, those with a free seat first."""
        found = [
            summary(owner)
            for owner in self.owners.values()
            if owner.table.listed and owner.table.phase != OVER and owner.audience.connections
        ]
        return sorted(found, key=lambda table: not table["free"])

    def forget(self, owner: Owner) -> None:
        """Let a table go; whoever comes next finds it in the log."""
        self.owners.pop(owner.table.identity, None)
        owner.close()

    async def sweep(self) -> None:
        """Let go, again and again, of the tables that nobody has come back to."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            long_ago = asyncio.get_running_loop().time() - self.settings.idle_seconds
            for owner in list(self.owners.values()):
                if not owner.audience.connections and owner.empty_since < long_ago:
                    self.forget(owner)

    def close(self) -> None:
        """Close every table, the log and the workers."""
        for owner in list(self.owners.values()):
            self.forget(owner)
        self.thinkers.close()
        self.store.close()


def summary(owner: Owner) -> dict[str, Any]:
    """Return what a list of tables says about one."""
    table = owner.table
    return {
        "table": table.identity,
        "game": table.game.name,
        "options": table.game.changed_options(),
        "phase": table.phase,
        "seats": [_chair(seat) for seat in table.seats],
        "free": [n for n, seat in enumerate(table.seats) if seat.kind == OPEN],
        "watchers": sum(connection.seat is None for connection in owner.audience.connections),
    }


def _chair(seat: Seat) -> dict[str, Any]:
    return {"name": seat.name, "kind": seat.kind, "level": seat.level, "away": seat.away}


def _rebuilt(identity: str, events: list[Event]) -> Table:
    """Return the table that *events* tell of."""
    if not events:
        raise Refused("no_table", identity)
    try:
        return Table(identity, events)
    except (GaloError, AssertionError, LookupError, TypeError, AttributeError):
        log_problem("log does not hold together", table=identity)
        raise Refused("no_table", identity) from None
