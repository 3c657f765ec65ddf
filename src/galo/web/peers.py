"""The other servers of the site: asking them, and handing them sockets whose tables they have.

Each server listens at an address of its own for the others alone. Whoever calls shows the secret
that lies in the database, says who it is and what it wants:

    {"secret": …, "server": …, "ask": "sit", "with": {…}}   → {"answer": …} or {"error": …}
    {"secret": …, "server": …, "follow": "0123456789", "visitor": …}   → a socket, from its hello on
"""

import asyncio
import contextlib
import hmac
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any
from weakref import WeakSet

from galo.web.database import FencedError
from galo.web.errors import SiteError
from galo.web.leases import ElsewhereError, Peer
from galo.web.messages import encode
from galo.web.server_log import log_problem
from galo.web.table_setup import new_secret
from galo.web.wire import BROKEN, Wire

CALL_SECONDS = 2.0  # in which a server that is alive takes a call, and answers a question

Answer = Callable[[Any], Awaitable[Any]]
Follow = Callable[[Wire, str, str], Awaitable[None]]


class UnreachableError(Exception):
    """A server that should be alive does not answer."""


class Peers:
    """The other servers that are alive, and the wires to them."""

    def __init__(self, own: str) -> None:
        self.secret = new_secret()
        self._own = own
        self._answers: Mapping[str, Answer] = {}
        self._follow: Follow | None = None
        self._alive: dict[str, Peer] = {}
        self._wires: defaultdict[str, WeakSet[Wire]] = defaultdict(WeakSet)  # by server
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, answers: Mapping[str, Answer], follow: Follow) -> int:
        """Take calls at *host*: questions, and sockets to *follow*; return the port."""
        self._answers, self._follow = answers, follow
        self._server = await asyncio.start_server(self._take, host, 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def update(self, alive: Iterable[Peer]) -> None:
        """Note which servers are *alive*, and hang up on all others."""
        self._alive = {peer.server: peer for peer in alive}
        for server in self._wires.keys() - self._alive.keys():
            for wire in self._wires.pop(server):
                wire.cut()

    async def follow(self, peer: Peer, table: str, visitor: str, hello: str) -> Wire:
        """Return a wire to *table*, which *peer* has, once it has answered *hello*."""
        wire = await self._call(peer, follow=table, visitor=visitor)
        self._wires[peer.server].add(wire)
        try:
            await wire.send(hello)
            await wire.wait()
        except BROKEN:
            wire.cut()
            raise UnreachableError(peer.server) from None
        return wire

    async def ask(self, peer: Peer, question: str, **fields: Any) -> Any:
        """Return what *peer* answers; raise SiteError if that is an error."""
        wire = await self._call(peer, ask=question, **{"with": fields})
        try:
            async with asyncio.timeout(CALL_SECONDS):
                answer = json.loads(await wire.receive())
        except (*BROKEN, TimeoutError):
            raise UnreachableError(peer.server) from None
        finally:
            wire.cut()
        if "error" in answer:
            raise SiteError(*answer["error"])
        return answer["answer"]

    async def ask_all(self, question: str, **fields: Any) -> list[Any]:
        """Return what every server that is alive answers; leave out those that do not."""
        asked = [self.ask(peer, question, **fields) for peer in self._alive.values()]
        found = await asyncio.gather(*asked, return_exceptions=True)
        return [answer for answer in found if not isinstance(answer, BaseException)]

    def close(self) -> None:
        """Take no more calls, and hang up."""
        if self._server is not None:
            self._server.close()
        self.update(())

    async def _call(self, peer: Peer, **wish: Any) -> Wire:
        """Return a wire to *peer*, which has been told what is wanted."""
        try:
            async with asyncio.timeout(CALL_SECONDS):
                wire = Wire(*await asyncio.open_connection(peer.host, peer.port))
                await wire.send(encode({"secret": peer.secret, "server": self._own, **wish}))
        except (OSError, TimeoutError):
            raise UnreachableError(peer.server) from None
        return wire

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one call."""
        wire = Wire(reader, writer)
        try:
            async with asyncio.timeout(CALL_SECONDS):
                wish = json.loads(await wire.receive())
            if not hmac.compare_digest(str(wish["secret"]), self.secret):
                return
            if "ask" in wish:
                with contextlib.suppress(ElsewhereError, FencedError):  # asked again, of that one
                    await wire.send(encode(await self._answer(wish["ask"], wish["with"])))
            else:
                assert self._follow is not None
                self._wires[wish["server"]].add(wire)
                await self._follow(wire, wish["follow"], wish["visitor"])
        except (*BROKEN, TimeoutError, LookupError, TypeError):
            pass  # hung up, or no server of this site
        except asyncio.CancelledError:
            pass  # this server ends: asyncio would log it
        finally:
            wire.cut()

    async def _answer(self, question: str, fields: Any) -> Any:
        try:
            return {"answer": await self._answers[question](fields)}
        except SiteError as error:
            return {"error": [error.code, error.detail]}
        except (ElsewhereError, FencedError):
            raise
        except Exception:
            log_problem("no answer", question=question)
            return {"error": ["trouble", ""]}
