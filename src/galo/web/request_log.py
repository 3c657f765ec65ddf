"""Every request has an id: in its answer, and in all that the log says while it is served."""

import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galo.web.metrics import REQUEST_SECONDS
from galo.web.server_log import REQUEST, log

ID_BYTES = 6
FAILED = 500  # what a visitor is answered when nothing was answered here


class RequestLog:
    """ASGI middleware that names, times and logs requests; of an address, its path alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        identity = secrets.token_hex(ID_BYTES)
        REQUEST.set(identity)  # of the task of this request, which ends with it
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), FAILED

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = identity
            await send(message)

        try:
            await self.app(scope, receive, sent)
        finally:
            seconds = time.perf_counter() - begun
            REQUEST_SECONDS.labels(_known(scope["method"]), f"{status // 100}xx").observe(seconds)
            # A query may hold an invitation; a path holds nothing secret.
            fields = {"method": scope["method"], "path": scope["path"], "status": status}
            log("request", **fields, ms=round(seconds * 1000, 1))


def _known(method: str) -> str:
    """Return *method*, or a dash for what a visitor has made up."""
    return method if method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "-"
