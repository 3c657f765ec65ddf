"""One server among those of a site on PostgreSQL: alive, known to the others, heir of the dead."""

import asyncio
import os
import socket
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import SQLAlchemyError

from galo.web.leases import RENEW_SECONDS
from galo.web.metrics import exposition
from galo.web.responses import TableSummary
from galo.web.server_log import log, log_problem
from galo.web.socket import SocketEndpoint
from galo.web.table_registry import TableRegistry, summary

THIS_MACHINE = "127.0.0.1"


class Membership:
    """What keeps the server of *registry* among the others, and answers their questions."""

    def __init__(self, registry: TableRegistry, sockets: SocketEndpoint) -> None:
        self._registry = registry
        self._sockets = sockets
        self._host = registry.settings.peer_host or host_towards(registry.settings.database)
        self._port = 0
        self._renewed = 0.0  # when, by the clock of the event loop

    async def join(self) -> None:
        """Be one of the servers from now on."""
        answers = {
            "sit": self._sit,
            "summary": self._summary,
            "listed": self._listed,
            "reload": self._reload,
            "metrics": self._metrics,
        }
        self._port = await self._registry.peers.listen(
            self._host, answers, self._sockets.serve_wire
        )
        await self._renew()
        server = self._registry.leases.server
        log("server joined", server=server, process=os.getpid(), host=self._host, port=self._port)

    async def keep(self) -> None:
        """Stay alive, and take over, again and again, the tables of servers that are not."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._renew()
                await self._inherit()
            except Exception:  # the database is gone, or a table has gone over to another server
                log_problem("not kept alive")
                if not self._registry.leases.is_sure:
                    self._drop(list(self._registry.actors))

    def leave(self) -> None:
        """Give everything back: another server may take it at once."""
        try:
            self._registry.leases.leave()
        except SQLAlchemyError:  # it will be theirs in some seconds
            log_problem("leases not given back")

    async def _renew(self) -> None:
        registry = self._registry
        secret = registry.peers.secret
        registry.peers.update(await registry.leases.renew(self._host, self._port, secret))
        self._renewed = asyncio.get_running_loop().time()
        if not registry.leases.is_sure:
            held = await asyncio.to_thread(registry.leases.held)
            self._drop([name for name, one in registry.actors.items() if one.lease not in held])
        registry.leases.be_sure()

    def _drop(self, tables: list[str]) -> None:
        """Drop *tables* from memory; their clients come back, to whoever has them then."""
        for identity in tables:
            self._registry.forget(identity)
        if tables:
            log("tables dropped", tables=len(tables))

    async def _inherit(self) -> None:
        orphans = await asyncio.to_thread(self._registry.leases.orphans)
        for identity in orphans:
            await self._registry.take_over(identity)
            if self._is_due():
                return  # the rest in a moment: this server must stay alive
        if orphans:
            log("tables taken over", tables=len(orphans))

    def _is_due(self) -> bool:
        return asyncio.get_running_loop().time() - self._renewed > RENEW_SECONDS

    # What the others ask

    async def _sit(self, wish: dict[str, Any]) -> int:
        actor = await self._registry.actor(wish["table"])
        return await actor.sit(wish["seat"], wish["invite"], wish["name"], wish["token"])

    async def _summary(self, wish: dict[str, Any]) -> TableSummary:
        return summary(await self._registry.actor(wish["table"]))

    async def _listed(self, _: dict[str, Any]) -> list[TableSummary]:
        return self._registry.listed_here()

    async def _reload(self, wish: dict[str, Any]) -> bool:
        await self._registry.reload(wish["tables"])
        return True

    async def _metrics(self, _: dict[str, Any]) -> tuple[str, str]:
        registry = self._registry
        return registry.leases.server, exposition(len(registry.actors), registry.connections)


def host_towards(database: str) -> str:
    """Return the address of this machine in the network of the *database*."""
    host = sql.make_url(database).host
    if not host or host.startswith("/"):
        return THIS_MACHINE
    family, kind, protocol, _, address = socket.getaddrinfo(host, 5432, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind, protocol) as towards:
        towards.connect(address)
        return str(towards.getsockname()[0])
