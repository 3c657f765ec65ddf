"""Opening a site that listens on this machine alone to the other devices of its network.

The person at this machine switches it: a second socket then serves the same application, at the
machine's address in the network and the port that the site has.
"""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Iterator

import uvicorn
from fastapi import Request
from starlette.types import ASGIApp

from galo.web.errors import SiteError
from galo.web.public_address import own_lan_address, split_address
from galo.web.server_log import log
from galo.web.settings import SiteSettings
from galo.web.uvicorn_config import site_config

LOCAL = ("localhost", "127.0.0.1", "::1")
# What a proxy adds: behind one everybody seems to be at this machine.
PROXY_HEADERS = (
    "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
)  # fmt: skip


class LanAccess:
    """Whether other devices may come to a site, and the server that lets them."""

    def __init__(self, app: ASGIApp, settings: SiteSettings) -> None:
        self._app = app
        self._settings = settings
        self._changing = asyncio.Lock()
        self._server: SecondServer | None = None
        self._task: asyncio.Task[None] | None = None
        self.url: str | None = None  # the address for other devices, while they may come

    def is_host(self, request: Request) -> bool:
        """Return whether *request* comes from this machine itself, to a site that may be opened."""
        return self._settings.lan_port is not None and is_this_machine(request, self._settings)

    async def switch(self, is_open: bool) -> None:
        """Let other devices come, or no longer."""
        async with self._changing:
            if is_open and self.url is None:
                await self._open()
            elif not is_open:
                await self.close()

    async def _open(self) -> None:
        port = self._settings.lan_port
        address = self._settings.lan_address or own_lan_address()
        if port is None or address is None:
            raise SiteError("no_network")
        listening = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((address, port))
            listening.listen()
        except OSError as problem:
            listening.close()
            raise SiteError("no_network", str(problem.strerror)) from None
        self._server = SecondServer(site_config(self._app, is_first=False))
        self._task = asyncio.create_task(self._server.serve(sockets=[listening]))
        name = f"[{address}]" if ":" in address else address
        self.url = f"http://{name}:{port}"
        log("open to the network", address=self.url)

    async def close(self) -> None:
        """Let other devices come no longer, if they could."""
        if self._server is None or self._task is None:
            return
        self._server.should_exit = True
        await asyncio.wait([self._task])
        self._server = self._task = self.url = None
        log("closed to the network")


class SecondServer(uvicorn.Server):
    """A server beside the first one, which alone is told to end by signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def is_this_machine(request: Request, settings: SiteSettings) -> bool:
    """Return whether *request* comes from this machine itself, through no proxy."""
    if settings.is_behind_proxy or request.client is None:
        return False
    if any(name in request.headers for name in PROXY_HEADERS):
        return False
    return _is_loopback(request.client.host) and is_local(request)


def is_local(request: Request) -> bool:
    """Return whether *request* names this machine in a way that no other device can use."""
    return split_address(str(request.base_url)).hostname in LOCAL


def _is_loopback(address: str) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback
