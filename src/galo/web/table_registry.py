"""All tables of the site: set up, loaded from the log, and dropped when nobody comes back."""

import asyncio
import contextlib
import re
from collections.abc import Collection, Iterable

from sqlalchemy.exc import SQLAlchemyError

from galo.errors import GaloError
from galo.web.agent_pool import AgentPool
from galo.web.carry_codes import CarryCodes
from galo.web.errors import SiteError
from galo.web.events import Change, Event
from galo.web.own_tables import OwnTable, own_table
from galo.web.people import Experience, Removed
from galo.web.person_store import PersonStore
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
MAX_FINISHED = 5000  # finished tables of which the lobby's line is kept


class TableRegistry:
    """The tables in memory by identity, and the services that they share."""

    def __init__(self, settings: SiteSettings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.people = PersonStore(self.store)
        self.ratings = RatingStore(self.store)
        self.codes = CarryCodes()
        self.agent_pool = AgentPool(settings.thinkers)
        self.reviews = ReviewJobs(self.agent_pool, self.store, settings)
        self.actors: dict[str, TableActor] = {}
        self._finished: dict[tuple[str, str], OwnTable] = {}  # not in memory; by table and token
        self._loading = asyncio.Lock()

    @property
    def connections(self) -> int:
        """How many sockets are open at all tables."""
        return sum(len(actor.broadcaster.connections) for actor in self.actors.values())

    async def rebuild(self) -> None:
        """Load the tables whose games go on from the log."""
        for identity in await asyncio.to_thread(self.store.unfinished):
            try:
                actor = await self.actor(identity)
                if actor.table.phase is Phase.OVER:  # the server ended before it was saved
                    await actor.save_result()
            except SiteError:
                log("table not rebuilt", table=identity)
        log("tables rebuilt", tables=len(self.actors))

    async def actor(self, identity: str) -> TableActor:
        """Return the actor of the table *identity*, loaded from the log if need be."""
        if identity not in self.actors:
            if not IDENTITY.fullmatch(identity):
                raise SiteError("no_table", identity[:20])
            async with self._loading:  # two clients must not start two actors of one table
                if identity not in self.actors:
                    table = await self._load(identity)
                    self.actors[identity] = TableActor(table, self)
                    self._forget_finished(identity)
        return self.actors[identity]

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
            await self._add_person(hash_secret(token), person, request.experience)
        return SeatTicket(table.identity, seat, token)

    async def continue_game(
        self, identity: str, request: ContinueRequest, person: str | None = None
    ) -> SeatTicket:
        """Set up a table that goes on from a moment of the game at the table *identity*."""
        token = new_secret()
        source = (await self.actor(identity)).table
        table = await self._set_up(*continuation_of(source, request, token))
        log("table continued", table=table.identity, origin=identity)
        await self._add_person(hash_secret(token), person, request.experience)
        return SeatTicket(table.identity, table.seat_of(hash_secret(token)), token)

    async def sit(
        self, identity: str, request: SitRequest, person: str | None = None
    ) -> SeatTicket:
        """Give a seat of the table *identity* to *person*; return its number and token."""
        token = new_secret()
        actor = await self.actor(identity)
        name, proof = request.name.strip(), hash_secret(token)
        seat = await actor.sit(request.seat, request.invite, name, proof)
        await self._add_person(proof, person, request.experience)
        return SeatTicket(identity, seat, token)

    async def set_experience(self, token: str, experience: Experience) -> None:
        """Save how the person whose token has the hash *token* plays."""
        await self._check_person(token)
        try:
            await self.store.set_experience(token, experience)
        except SQLAlchemyError:
            log_problem("experience not saved")
            raise SiteError("not_saved") from None

    async def person_of(self, token: str) -> str:
        """Return the person whose token has the hash *token*."""
        person = await asyncio.to_thread(self.people.person_of, token)
        if person is None:
            raise SiteError("bad_person")
        return person

    async def forget_person(self, token: str) -> Removed:
        """Delete all that is kept of the person whose token has the hash *token*.

        The token is a person's own, or that of a seat that belongs to no person.
        """
        person = await asyncio.to_thread(self.people.person_of, token)
        if person is None:
            await self._check_free(token)
            return await self._forget_seats([token])
        self.codes.forget(person)
        removed = await self._forget_seats(
            await asyncio.to_thread(self.people.seat_tokens_of, person)
        )
        try:
            await self.people.forget(person)
        except SQLAlchemyError:
            log_problem("person not deleted")
            raise SiteError("not_saved") from None
        return removed

    async def _forget_seats(self, tokens: Collection[str]) -> Removed:
        async with self._loading:  # no table may be loaded with the name meanwhile
            try:
                removed = await self.store.forget_seats(tokens)
            except SQLAlchemyError:
                log_problem("person not deleted")
                raise SiteError("not_saved") from None
            for identity in removed.tables:
                self._forget_finished(identity)
                if identity in self.actors:
                    self.actors[identity].reload()
        log("person deleted", tables=len(removed.tables))
        return removed

    async def _add_person(
        self, token: str, person: str | None, experience: Experience | None
    ) -> None:
        """Save what came with a seat, if anything; a seat that is given stays given."""
        if person is not None:
            try:
                await self.people.add_seats(person, [token])
            except SQLAlchemyError:
                log_problem("person not saved")
        if experience is not None:
            with contextlib.suppress(SiteError):  # which is in the server's log
                await self.set_experience(token, experience)

    async def _check_free(self, token: str) -> None:
        await self._check_person(token)
        if await asyncio.to_thread(self.people.has_seat, token):
            raise SiteError("bad_token")

    async def _check_person(self, token: str) -> None:
        if not await asyncio.to_thread(self.store.has_person, token):
            raise SiteError("bad_token")

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
        table = await asyncio.to_thread(Table, identity, events)
        self.actors[identity] = TableActor(table, self)
        return table

    def listed(self) -> list[TableSummary]:
        """Return the tables that anybody may join or watch, those with an open seat first."""
        found = [
            summary(actor)
            for actor in self.actors.values()
            if actor.table.listed
            and actor.table.phase is not Phase.OVER
            and actor.broadcaster.connections
        ]
        return sorted(found, key=lambda table: not table.free)

    async def own_tables(self, proofs: Iterable[SeatProof]) -> list[OwnTable]:
        """Return the tables of *proofs*, in that order; leave out what is not there or not theirs.

        None of them is taken into memory: a look from the lobby is no visit.
        """
        found = [await self._own_table(each.table, hash_secret(each.token)) for each in proofs]
        return [table for table in found if table is not None]

    async def _own_table(self, identity: str, token: str) -> OwnTable | None:
        """Return the table *identity* for *token*; a finished one is read from the log once."""
        key = (identity, token)
        async with self._loading:  # no name may be deleted, no table loaded meanwhile
            if key in self._finished:
                return self._finished[key]
            table = await self.look_at(identity)
            own = own_table(table, token) if table else None
            if own is not None and own.phase is Phase.OVER and identity not in self.actors:
                self._finished[key] = own  # until somebody comes back to the table
                if len(self._finished) > MAX_FINISHED:
                    del self._finished[next(iter(self._finished))]
            return own

    def _forget_finished(self, identity: str) -> None:
        """Let the table *identity* be read from the log again: it may not be as it was."""
        for key in [key for key in self._finished if key[0] == identity]:
            del self._finished[key]

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
        for identity in list(self.actors):
            self.forget(identity)
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
