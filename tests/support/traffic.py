"""What a page asks of the server, and the bytes that come."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page


class Traffic:
    """The requests of a page that reached the server, with the bytes of each answer."""

    def __init__(self, page: Page) -> None:
        self._bytes: dict[str, int] = {}
        self._addresses: dict[str, str] = {}
        self._stored: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.requestServedFromCache", lambda e: self._stored.add(e["requestId"]))
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        self._addresses[event["requestId"]] = event["request"]["url"]

    def _received(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache") or event["response"].get("fromServiceWorker"):
            self._stored.add(event["requestId"])

    def _finished(self, event: dict[str, Any]) -> None:
        self._bytes[event["requestId"]] = int(event["encodedDataLength"])

    @property
    def requests(self) -> list[str]:
        """The addresses asked of the server."""
        return [self._addresses[one] for one in self._addresses if one not in self._stored]

    @property
    def bytes(self) -> int:
        """The bytes of all answers of the server, their headers too."""
        return sum(size for one, size in self._bytes.items() if one not in self._stored)


# What a page asks again and again, after a while, is no part of the visit.
NO_POLLING = """
  const later = window.setTimeout;
  window.setTimeout = (call, ms, ...values) => (ms < 5000 ? later(call, ms, ...values) : 0);
"""
PICTURES = "() => Promise.all([...document.images].map((image) => image.decode()))"


@contextmanager
def counted(page: Page) -> Iterator[Traffic]:
    """Count what *page* asks for until what is awaited here is there, and its pictures."""
    page.add_init_script(NO_POLLING)
    traffic = Traffic(page)
    yield traffic
    page.evaluate(PICTURES)
