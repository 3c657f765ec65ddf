"""What stands at the door: who may speak to the site, how much and how fast."""

import ipaddress
import time
from collections import Counter, deque
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galo.web.errors import Refused
from galo.web.settings import Settings

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
# The interactive description of the API brings scripts of its own.
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HOUR = 3600.0
REFUSED_SOCKET = 4403


class Guard:
    """ASGI middleware: foreign pages are refused, bodies bounded, answers get their headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not self._answers_to(headers.get("host", "")) or not (is_safe or same_origin(headers)):
            await _refuse(scope, receive, send, Refused("bad_origin"))
            return
        if int_or(headers.get("content-length"), 0) > self.settings.body_bytes:
            await _refuse(scope, receive, send, Refused("too_big"))
            return
        if scope["type"] == "http":
            whole = await self._whole(receive)
            if whole is None:
                await _refuse(scope, receive, send, Refused("too_big"))
                return
            receive = whole
        await self.app(scope, receive, _with_headers(send))

    def _answers_to(self, host: str) -> bool:
        """Return whether *host* means this site: a name of a stranger's may point here too."""
        name = (_split(f"//{host}").hostname or "").lower()
        if name == "localhost" or name in self.settings.hosts or name.endswith(".local"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    async def _whole(self, receive: Receive) -> Receive | None:
        """Return *receive* with the body read already, None if it is too long."""
        messages: deque[Message] = deque()
        taken, is_more = 0, True
        while is_more:
            message = await receive()
            messages.append(message)
            taken += len(message.get("body", b""))
            if taken > self.settings.body_bytes:
                return None
            is_more = message.get("more_body", False)

        async def again() -> Message:
            return messages.popleft() if messages else await receive()

        return again


def same_origin(headers: Headers) -> bool:
    """Return whether a page of this site is asking; a program that is no browser says nothing."""
    origin = headers.get("origin")
    return origin is None or _split(origin).netloc == headers.get("host")


def _split(address: str) -> SplitResult:
    """Return the parts of *address*, all empty if it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def int_or(text: str | None, default: int) -> int:
    """Return the number that *text* writes, *default* if it writes none."""
    return int(text) if text and text.isascii() and text.isdigit() else default


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refused) -> None:
    if scope["type"] == "websocket":
        await receive()  # the client's request to connect
        await send({"type": "websocket.close", "code": REFUSED_SOCKET, "reason": refusal.code})
        return
    response = JSONResponse({"error": refusal.told()}, refusal.status)
    await response(scope, receive, _with_headers(send))


class Bucket:
    """A right to speak that fills up again: *burst* at once, then so many a second."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = float(burst)
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Return whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Quota:
    """How many of something each address has had within the last hour."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: deque[tuple[float, str]] = deque()  # by whom and when, oldest first
        self._counts: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Return whether *address* may have one more."""
        now = time.monotonic()
        self._forget(now - HOUR)
        if self._counts[address] >= self._most:
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
