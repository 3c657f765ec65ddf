"""Requests that come through a reverse proxy: the visitor's address, and the prefix of the site."""

import ipaddress
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from galo.web.public_address import Network
from galo.web.settings import SiteSettings

SECURE = {"http": "https", "websocket": "wss"}
PLAIN = {"http": "http", "websocket": "ws"}


class ProxyMiddleware:
    """ASGI middleware that undoes what a proxy did to a request.

    The prefix is put where ASGI has it, whether or not the proxy took it off. Headers about the
    visitor are believed from trusted proxies alone.
    """

    def __init__(self, app: ASGIApp, settings: SiteSettings) -> None:
        self.app = app
        self._root = settings.root_path
        self._trusted = settings.trusted_proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = {**scope, **self._path(scope["path"])}
            if scope["client"] and is_within(scope["client"][0], self._trusted):
                _forward(scope, self._trusted)
        await self.app(scope, receive, send)

    def _path(self, path: str) -> dict[str, str]:
        """Return *path*, with or without the prefix, as ASGI has it: always with the prefix."""
        if path == self._root:
            path = f"{path}/"
        elif not path.startswith(f"{self._root}/"):
            path = self._root + path
        return {"root_path": self._root, "path": path}


def _forward(scope: Scope, trusted: Sequence[Network]) -> None:
    """Change *scope*, which a trusted proxy sent, to what the visitor sent to the proxy."""
    headers = Headers(scope=scope)
    hops = _values(headers, "x-forwarded-for")
    scope["client"] = (visitor_address(hops, scope["client"][0], trusted), 0)
    # Of several values the last is the word of the proxy that is trusted.
    for scheme in _values(headers, "x-forwarded-proto")[-1:]:
        scope["scheme"] = (SECURE if scheme.lower() == "https" else PLAIN)[scope["type"]]
    for host in _values(headers, "x-forwarded-host")[-1:]:
        scope["headers"] = list(scope["headers"])
        MutableHeaders(scope=scope)["host"] = host


def visitor_address(hops: Sequence[str], proxy: str, trusted: Sequence[Network]) -> str:
    """Return the last of *hops* before *proxy* that is not trusted: all before may be forged."""
    address = proxy
    for hop in reversed(hops):
        if _parse(hop) is None:
            break
        address = hop
        if not is_within(hop, trusted):
            break
    return address


def is_within(address: str, networks: Sequence[Network]) -> bool:
    """Return whether *address* lies in one of *networks*."""
    parsed = _parse(address)
    return parsed is not None and any(parsed in network for network in networks)


def _parse(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return *address*, that of version 4 where it is written in version 6, None if it is none."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def _values(headers: Headers, name: str) -> list[str]:
    """Return the values of all headers *name*, each of which may be a list."""
    values = ",".join(headers.getlist(name)).split(",")
    return [value.strip() for value in values if value.strip()]
