"""All tables of the site: set up, loaded from the log, and dropped when nobody comes back."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Collection, Iterable
from itertools import chain
from typing import TypeVar

from pydantic import TypeAdapter
from sqlalchemy.exc import SQLAlchemyError

from galo.errors import GaloError
from galo.web.agent_pool import AgentPool
from galo.web.database import FencedError
from galo.web.errors import SiteError
from galo.web.events import Change, Event
from galo.web.leases import ElsewhereError, Lease, Leases, Peer
from galo.web.middleware import AtOnce
from galo.web.own_tables import FinishedTables, OwnTable, own_table
from galo.web.peers import Peers, UnreachableError
from galo.web.persons import Persons
from galo.web.rating_store import RatingStore
from galo.web.requests import ContinueRequest, SeatProof, SitRequest, TableRequest
from galo.web.responses import SeatSummary, SeatTicket, TableSummary
from galo.web.reviews import ReviewJobs
from galo.web.seats import SeatKind
from galo.web.server_log import log, log_problem
from galo.web.settings import SiteSettings
from galo.web.store import Store
from galo.web.table import Phase, Table
from galo.web.table_actor import TableActor
from galo.web.table_setup import (
    continuation_of,
    hash_secret,
    new_identity,
    new_secret,
    rematch_of,
    table_from,
)

IDENTITY = re.compile(r"[0-9a-f]{10}")
TAKEOVER_SECONDS = 8.0  # in which a server that does not answer must have lost its tables
ASK_AGAIN_SECONDS = 0.2
SUMMARY = TypeAdapter(TableSummary)
Reached = TypeVar("Reached")


class TableRegistry:
    """The tables in memory by identity, and the services that they share."""

    def __init__(self, settings: SiteSettings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.persons = Persons(self.store, self.reload_everywhere)
        self.ratings = RatingStore(self.store)
        self.agent_pool = AgentPool(settings.thinkers)
        self.advice = AtOnce(settings.advice_per_address)
        self.reviews = ReviewJobs(self.agent_pool, self.store, settings)
        self.actors: dict[str, TableActor] = {}
        self.leases = Leases(self.store)
        self.peers = Peers(self.leases.server)
        self._loading = asyncio.Lock()
        self._finished = FinishedTables(self.store)
        self._releasing: set[asyncio.Task[None]] = set()

    @property
    def connections(self) -> int:
        """How many sockets are open at all tables."""
        return sum(len(actor.broadcaster.connections) for actor in self.actors.values())

    async def rebuild(self) -> None:
        """Load the tables whose games go on from the log."""
        for identity in await asyncio.to_thread(self.store.unfinished):
            await self.take_over(identity)
        log("tables rebuilt", tables=len(self.actors))

    async def take_over(self, identity: str) -> None:
        """Load the table *identity*, whose server ended, unless another has it by now."""
        with contextlib.suppress(ElsewhereError):
            try:
                actor = await self.actor(identity)
                if actor.table.phase is Phase.OVER:  # the server ended before it was saved
                    await actor.save_result()
            except SiteError:
                log("table not rebuilt", table=identity)

    async def actor(self, identity: str) -> TableActor:
        """Return the actor of the table *identity*, loaded from the log if need be.

        Raise ElsewhereError if another server has the table.
        """
        await self._check_lease(identity)
        if identity not in self.actors:
            if not IDENTITY.fullmatch(identity):
                raise SiteError("no_table", identity[:20])
            async with self._loading:  # two clients must not start two actors of one table
                if identity not in self.actors:
                    self.actors[identity] = await self._acquire(identity)
                    self._finished.forget(identity)
        return self.actors[identity]

    async def _check_lease(self, identity: str) -> None:
        """Drop the table *identity* if another server has it, as may be after a long silence."""
        actor = self.actors.get(identity)
        if actor is None or self.leases.is_sure:
            return
        held = await asyncio.to_thread(self.leases.held)
        if actor.lease not in held and self.actors.get(identity) is actor:
            self.forget(identity)

    async def _acquire(self, identity: str) -> TableActor:
        if not await asyncio.to_thread(self.store.last_number, identity):
            raise SiteError("no_table", identity)
        lease = await self.leases.acquire(identity)
        if isinstance(lease, Peer):
            raise ElsewhereError(lease)
        return TableActor(await self._load(identity), self, lease)

    async def reach(
        self,
        identity: str,
        here: Callable[[TableActor], Awaitable[Reached]],
        elsewhere: Callable[[Peer], Awaitable[Reached]],
    ) -> Reached:
        """Return what is *here* or *elsewhere* at the table, wherever it is.

        If its server does not answer any more, wait until another has taken the table over.
        """
        until = asyncio.get_running_loop().time() + TAKEOVER_SECONDS
        while True:
            try:
                return await here(await self.actor(identity))
            except ElsewhereError as found:
                with contextlib.suppress(UnreachableError):
                    return await elsewhere(found.peer)
            except FencedError:
                pass  # it was here until now
            if asyncio.get_running_loop().time() > until:
                raise UnreachableError(identity)
            await asyncio.sleep(ASK_AGAIN_SECONDS)

    async def table(self, identity: str) -> Table:
        """Return the table *identity*, to be read: as it is in the log if another server has it."""
        try:
            return (await self.actor(identity)).table
        except ElsewhereError:
            return await self._load(identity)

    async def _load(self, identity: str) -> Table:
        try:
            table = await asyncio.to_thread(self._read, identity)  # a long match takes its time
            if table is not None:
                return table
        except (GaloError, AssertionError, LookupError, TypeError, ValueError, AttributeError):
            log_problem("log does not hold together", table=identity)
        raise SiteError("no_table", identity)

    def _read(self, identity: str) -> Table | None:
        events = self.store.events_of(identity)
        return Table(identity, events) if events else None

    async def create(self, request: TableRequest, person: str | None = None) -> SeatTicket:
        """Set up a table for *person*; return its identity, and the seat and token of its host."""
        token = new_secret()
        created = await asyncio.to_thread(table_from, request, token, self.settings.lab_folder)
        table = await self._set_up(created)
        log("table set up", table=table.identity, game=str(table.game))
        seat = table.seat_of(hash_secret(token))
        if seat is not None:
            await self.persons.add_seat(hash_secret(token), person, request.experience)
        return SeatTicket(table.identity, seat, token)

    async def continue_game(
        self, identity: str, request: ContinueRequest, person: str | None = None
    ) -> SeatTicket:
        """Set up a table that goes on from a moment of the game at the table *identity*."""
        token = new_secret()
        source = await self.table(identity)
        table = await self._set_up(*continuation_of(source, request, token))
        log("table continued", table=table.identity, origin=identity)
        await self.persons.add_seat(hash_secret(token), person, request.experience)
        return SeatTicket(table.identity, table.seat_of(hash_secret(token)), token)

    async def sit(
        self, identity: str, request: SitRequest, person: str | None = None
    ) -> SeatTicket:
        """Give a seat of the table *identity* to *person*; return its number and token."""
        token = new_secret()
        name, proof = request.name.strip(), hash_secret(token)

        async def here(actor: TableActor) -> int:
            return await actor.sit(request.seat, request.invite, name, proof)

        async def elsewhere(peer: Peer) -> int:
            wish = {"seat": request.seat, "invite": request.invite, "name": name, "token": proof}
            seat: int = await self.peers.ask(peer, "sit", table=identity, **wish)
            return seat

        seat = await self.reach(identity, here, elsewhere)
        await self.persons.add_seat(proof, person, request.experience)
        return SeatTicket(identity, seat, token)

    async def reload_everywhere(self, tables: Collection[str]) -> None:
        """Read *tables* from the log again, at every server: a name was deleted there."""
        await self.reload(tables)
        await self.peers.ask_all("reload", tables=tables)

    async def reload(self, tables: Collection[str]) -> None:
        """Read *tables* from the log again."""
        async with self._loading:  # what is being loaded now may have the name
            for identity in tables:
                self._finished.forget(identity)
                if identity in self.actors:
                    self.actors[identity].reload()

    async def set_up_rematch(self, table: Table) -> str:
        """Set up a table with the same people as *table*; return its identity."""
        return (await self._set_up(rematch_of(table))).identity

    async def _set_up(self, *changes: Change) -> Table:
        """Set up a table that begins with *changes*."""
        identity = new_identity()
        events = [Event(number, change) for number, change in enumerate(changes, start=1)]
        try:
            await self.store.append(identity, events)
        except SQLAlchemyError:
            log_problem("not saved", table=identity, number=1)
            raise SiteError("not_saved") from None
        return (await self.actor(identity)).table

    async def listed(self) -> list[TableSummary]:
        """Return the tables that anybody may join or watch, those with an open seat first."""
        answers = await self.peers.ask_all("listed")
        found = [
            *self.listed_here(),
            *(SUMMARY.validate_python(table) for table in chain(*answers)),
        ]
        return sorted(found, key=lambda table: not table.free)

    def listed_here(self) -> list[TableSummary]:
        """Return those of them that this server has."""
        return [
            summary(actor)
            for actor in self.actors.values()
            if actor.table.listed
            and actor.table.phase is not Phase.OVER
            and actor.broadcaster.connections
        ]

    async def summary(self, identity: str) -> TableSummary:
        """Return what a list of tables shows of the table *identity*."""

        async def here(actor: TableActor) -> TableSummary:
            return summary(actor)

        async def elsewhere(peer: Peer) -> TableSummary:
            return SUMMARY.validate_python(await self.peers.ask(peer, "summary", table=identity))

        return await self.reach(identity, here, elsewhere)

    async def own_tables(self, proofs: Iterable[SeatProof]) -> list[OwnTable]:
        """Return the tables of *proofs*, in that order; leave out what is not there or not theirs.

        None of them is taken into memory: a look from the lobby is no visit.
        """
        found = [await self._own_table(each.table, hash_secret(each.token)) for each in proofs]
        return [table for table in found if table is not None]

    async def _own_table(self, identity: str, token: str) -> OwnTable | None:
        """Return the table *identity* for *token*; a finished one is read from the log once."""
        async with self._loading:  # no name may be deleted, no table loaded meanwhile
            known = await self._finished.get(identity, token)
            if known is not None:
                return known
            table = await self.look_at(identity)
            own = own_table(table, token) if table else None
            if table and own and own.phase is Phase.OVER and identity not in self.actors:
                self._finished.add(token, own, table.number)  # until somebody comes back to it
            return own

    async def look_at(self, identity: str) -> Table | None:
        """Return the table *identity* as it is, not taken into memory; None if there is none."""
        if identity in self.actors:
            return self.actors[identity].table
        try:
            return await self._load(identity) if IDENTITY.fullmatch(identity) else None
        except SiteError:
            return None

    def forget(self, identity: str) -> None:
        """Drop the table *identity* from memory; its next visitor loads it from the log."""
        actor = self.actors.pop(identity, None)
        if actor is not None:
            actor.close()
            if not self.store.is_shared:
                return
            releasing = asyncio.create_task(self._release(actor.lease))
            self._releasing.add(releasing)  # the event loop itself would let it vanish
            releasing.add_done_callback(self._releasing.discard)

    async def _release(self, lease: Lease) -> None:
        try:
            await self.leases.release(lease)
        except SQLAlchemyError:  # this server keeps it, without harm
            log("lease not given back", table=lease.table)

    async def sweep(self) -> None:
        """Drop, again and again, the tables that nobody has been at for a while."""
        while True:
            await asyncio.sleep(self.settings.idle_seconds / 2)
            self.drop_idle()

    def drop_idle(self) -> None:
        """Drop the tables that nobody has been at for a while, after what they have to do."""
        since = asyncio.get_running_loop().time() - self.settings.idle_seconds
        for actor in self.actors.values():
            actor.drop_if_idle(since)

    def close(self) -> None:
        """Close every table, the agent pool and the log."""
        self.peers.close()
        for actor in self.actors.values():
            actor.close()
        self.actors.clear()
        self.reviews.close()
        self.agent_pool.close()
        self.store.close()


def summary(actor: TableActor) -> TableSummary:
    """Return what a list of tables shows of one."""
    table = actor.table
    return TableSummary(
        table=table.identity,
        game=table.game.name,
        options=table.game.changed_options(),
        phase=table.phase,
        seats=[SeatSummary(seat.name, seat.kind, seat.level, seat.away) for seat in table.seats],
        free=[n for n, seat in enumerate(table.seats) if seat.kind is SeatKind.OPEN],
        watchers=actor.broadcaster.watchers,
        clock=table.time.clock,
        help=table.has_help,
    )
