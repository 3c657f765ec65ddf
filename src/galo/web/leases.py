"""Which server may change which table.

Every server of a site on PostgreSQL has a row that says until when it is alive, by the clock of the
database, and renews it every second. A lease gives a table to one of them; another takes it over
once its holder is no longer alive. The number of a lease grows with every holder, and every write
about the table proves it: a server that stood still and wakes up writes nothing.
"""

import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql

from galo.web.database import NOW, Database, FencedError
from galo.web.database_tables import LEASES, SERVERS

# With a table that a server is just writing about, when it stands still.
PATIENCE = sql.text("SET LOCAL lock_timeout = 2000")
RENEW_SECONDS = 1.0
ALIVE_SECONDS = 3.0  # from a renewal on


ONLY = 0  # the number of every lease where there is no other server


@dataclass(frozen=True)
class Lease:
    """The right to change *table*, until a holder has a higher *number*."""

    table: str
    number: int

    def check(self, connection: sql.Connection) -> None:
        """Raise FencedError if another server has the table; else none gets it before a commit."""
        if self.number == ONLY:
            return
        here = (LEASES.c.table_id == self.table) & (LEASES.c.number == self.number)
        query = sql.select(LEASES.c.number).where(here, LEASES.c.server.is_not(None))
        if connection.scalar(query.with_for_update(read=True)) is None:
            raise FencedError(self.table)


@dataclass(frozen=True)
class Peer:
    """Another server of the site: where it is reached, and what it wants to be shown there."""

    server: str
    host: str
    port: int
    secret: str


class ElsewhereError(Exception):
    """Another server has the table: *peer*."""

    def __init__(self, peer: Peer) -> None:
        super().__init__(peer.server)
        self.peer = peer


class Leases:
    """The leases of one server; on SQLite it is the only one, and has every table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.server = secrets.token_hex(8)
        self._alive_until = self._sure_until = 0.0  # at least, by the clock of this process

    @property
    def is_sure(self) -> bool:
        """Whether no other server can have taken over what this one has."""
        return not self._database.is_shared or time.monotonic() < self._sure_until

    async def renew(self, host: str, port: int, secret: str) -> list[Peer]:
        """Be alive for some seconds more, at this address; return the others that are alive."""
        alive_until = time.monotonic() + ALIVE_SECONDS  # the row is written later than this
        until = NOW + ALIVE_SECONDS
        row = {"server": self.server, "host": host, "port": port, "secret": secret}
        put = postgresql.insert(SERVERS).values(**row, until=until)
        put = put.on_conflict_do_update(index_elements=["server"], set_={"until": until})
        others = sql.select(SERVERS).where(SERVERS.c.until > NOW, SERVERS.c.server != self.server)
        found: list[Peer] = []

        def write(connection: sql.Connection) -> None:
            connection.execute(put)
            found.extend(map(_peer, connection.execute(others)))

        await self._database.write_apart(write)
        self._alive_until = alive_until
        return found

    def be_sure(self) -> None:
        """Note that what was lost while this server was not alive is known."""
        self._sure_until = self._alive_until

    async def acquire(self, table: str) -> Lease | Peer:
        """Return the lease of *table*, or the server that has it."""
        if not self._database.is_shared:
            return Lease(table, ONLY)
        holder: Peer | None = None
        number: int | None = None

        def write(connection: sql.Connection) -> None:
            nonlocal holder, number
            connection.execute(PATIENCE)
            while holder is None and number is None:  # another server may be the first
                row = connection.execute(self._holder_of(table)).first()
                if row is not None:
                    holder = _peer(row)
                else:
                    number = connection.scalar(self._taking(table))

        await self._database.write_apart(write)
        if holder is not None:
            return holder
        assert number is not None
        return Lease(table, number)

    async def release(self, lease: Lease) -> None:
        """Give *lease* back."""
        here = (LEASES.c.table_id == lease.table) & (LEASES.c.number == lease.number)
        released = sql.update(LEASES).where(here).values(server=None)
        await self._database.write(lambda connection: _run(connection, released))

    def held(self) -> set[Lease]:
        """Return the leases that this server has, also those of tables not in its memory."""
        query = sql.select(LEASES.c.table_id, LEASES.c.number)
        query = query.where(LEASES.c.server == self.server)
        with self._database.reading() as connection:
            return {Lease(row.table_id, row.number) for row in connection.execute(query)}

    def orphans(self) -> Collection[str]:
        """Return the tables whose servers are no longer alive, in random order."""
        query = (
            sql.select(LEASES.c.table_id)
            .where(LEASES.c.server.is_not(None), LEASES.c.server.not_in(self._alive()))
            .order_by(sql.func.random())  # so that the servers share them out
        )
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def leave(self) -> None:
        """Give every lease back and be alive no longer."""
        released = sql.update(LEASES).where(LEASES.c.server == self.server).values(server=None)
        gone = sql.delete(SERVERS).where(SERVERS.c.server == self.server)
        self._database.transact(lambda connection: _run(connection, released, gone))

    def _alive(self) -> sql.Select[tuple[str]]:
        return sql.select(SERVERS.c.server).where(SERVERS.c.until > NOW)

    def _holder_of(self, table: str) -> sql.Select[tuple[str, str, int, str, float]]:
        """Return the query for the other server, alive, that has *table*."""
        return (
            sql.select(SERVERS)
            .join(LEASES, LEASES.c.server == SERVERS.c.server)
            .where(
                LEASES.c.table_id == table,
                SERVERS.c.server != self.server,
                SERVERS.c.until > NOW,
            )
        )

    def _taking(self, table: str) -> sql.Executable:
        """Return the statement that takes *table*, unless another server alive has it."""
        put = postgresql.insert(LEASES)
        put = put.values(table_id=table, server=self.server, number=1)
        is_free = sql.or_(
            LEASES.c.server.is_(None),
            LEASES.c.server == self.server,
            LEASES.c.server.not_in(self._alive()),
        )
        return put.on_conflict_do_update(
            index_elements=["table_id"],
            set_={"server": self.server, "number": LEASES.c.number + 1},
            where=is_free,
        ).returning(LEASES.c.number)


def _peer(row: sql.Row[tuple[str, str, int, str, float]]) -> Peer:
    return Peer(row.server, row.host, row.port, row.secret)


def _run(connection: sql.Connection, *statements: sql.Executable) -> None:
    for statement in statements:
        connection.execute(statement)
