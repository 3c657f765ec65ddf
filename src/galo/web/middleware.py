"""Checks before a request is served: its host and origin, its size, and its rate."""

import ipaddress
import time
from collections import Counter, deque

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galo.web.errors import SiteError
from galo.web.metrics import REFUSALS
from galo.web.public_address import split_address
from galo.web.settings import SiteSettings

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HOUR = 3600.0
REFUSED_SOCKET = 4403


class SecurityMiddleware:
    """ASGI middleware that refuses foreign pages, bounds bodies and sets security headers."""

    def __init__(self, app: ASGIApp, settings: SiteSettings) -> None:
        self.app = app
        self.settings = settings
        self._public = split_address(settings.public_url or "")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not self._answers_to(headers.get("host", "")) or not (is_safe or self._is_ours(headers)):
            await _refuse(scope, receive, send, SiteError("bad_origin"))
            return
        if int_or(headers.get("content-length"), 0) > self.settings.body_bytes:
            await _refuse(scope, receive, send, SiteError("too_big"))
            return
        if scope["type"] == "http":
            buffered = await self._buffered(receive)
            if buffered is None:
                await _refuse(scope, receive, send, SiteError("too_big"))
                return
            receive = buffered
        await self.app(scope, receive, _with_headers(send))

    def _answers_to(self, host: str) -> bool:
        """Return whether *host* means this site; anybody's domain may point to its address."""
        name = split_address(f"//{host}").hostname or ""
        own = ("localhost", self._public.hostname, *self.settings.hosts)
        if name in own or name.endswith(".local"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _is_ours(self, headers: Headers) -> bool:
        """Return whether a page of this site sends the request, or a program without an origin."""
        origin = headers.get("origin")
        if origin is None:
            return True
        page = split_address(origin)
        if self._public.netloc and page.netloc == self._public.netloc:
            return page.scheme == self._public.scheme  # whatever the proxy has put into Host
        return page.netloc == headers.get("host")

    async def _buffered(self, receive: Receive) -> Receive | None:
        """Return *receive* with the body in memory, None if it is too long."""
        messages: deque[Message] = deque()
        size, is_more = 0, True
        while is_more:
            message = await receive()
            messages.append(message)
            size += len(message.get("body", b""))
            if size > self.settings.body_bytes:
                return None
            is_more = message.get("more_body", False)

        async def again() -> Message:
            return messages.popleft() if messages else await receive()

        return again


def int_or(text: str | None, default: int) -> int:
    """Return *text* as an integer, *default* if it is not one."""
    return int(text) if text and text.isascii() and text.isdigit() else default


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


async def _refuse(scope: Scope, receive: Receive, send: Send, error: SiteError) -> None:
    REFUSALS.labels(error.code).inc()
    if scope["type"] == "websocket":
        await receive()  # the client's request to connect
        await send({"type": "websocket.close", "code": REFUSED_SOCKET, "reason": error.code})
        return
    response = JSONResponse({"error": error.to_json()}, error.status)
    await response(scope, receive, _with_headers(send))


class TokenBucket:
    """A rate limit: *burst* messages at once, then *per_second*."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Count one more message; return whether it is allowed."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class AtOnce:
    """A limit on what one address may have under way at a time."""

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._counts: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Count one more for *address*; return whether it is allowed."""
        if self._counts[address] >= self._maximum:
            return False
        self._counts[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """Count one less for *address*."""
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]


class HourlyQuota:
    """A limit on what one address may have within an hour."""

    def __init__(self, maximum: int) -> None:
        self._maximum = maximum
        self._taken: deque[tuple[float, str]] = deque()  # when and by which address, oldest first
        self._counts: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Count one more for *address*; return whether it is allowed."""
        now = time.monotonic()
        self._forget(now - HOUR)
        if self._counts[address] >= self._maximum:
            return False
        self._taken.append((now, address))
        self._counts[address] += 1
        return True

    def _forget(self, long_ago: float) -> None:
        while self._taken and self._taken[0][0] < long_ago:
            _, address = self._taken.popleft()
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]
