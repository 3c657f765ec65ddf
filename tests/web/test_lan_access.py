"""Opening a site of this machine to its network from the page: who may, and what it changes."""

import io
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno
from fastapi import FastAPI, Request
from websockets.exceptions import ConnectionClosed

from galo.errors import ConfigError
from galo.web.lan_access import PROXY_HEADERS, LanAccess
from galo.web.public_address import parse_lan_address
from galo.web.settings import SiteSettings
from galo.web.site_api import QR_BORDER, QR_SCALE
from support.commands import PATIENCE
from support.samples import nightly
from support.visitors import WITHOUT_LIMITS, Site, Visitor

NETWORK = "127.0.0.2"  # stands for the address of this machine in its network


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return `galo serve` as people start it, in a network of its own."""
    folder = tmp_path_factory.mktemp("plain")
    with Site(folder, *WITHOUT_LIMITS, "--thinkers", "1", "--lan-address", NETWORK) as site:
        yield site


def switch(site: Site, is_open: Any, host: str | None = None, **headers: str) -> httpx.Response:
    """Ask the site at *host*, by default this machine's own name, to open or close itself."""
    address = f"http://{host or site.host}"
    sent = {"Origin": address, **headers}
    return httpx.put(f"{address}/api/lan", json={"open": is_open}, headers=sent, timeout=PATIENCE)


def is_reached(site: Site) -> bool:
    """Return whether anything listens in the network."""
    try:
        socket.create_connection((NETWORK, site.port), PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


def qr_code(site: Site, path: str) -> bytes:
    return site.http.get("/api/qr.svg", params={"path": path}).content


def test_switch_opens_the_site_to_the_network_and_closes_it_again(plain: Site) -> None:
    network = f"http://{NETWORK}:{plain.port}"
    assert plain.get("/api/lan") == {"can_switch": True, "open": False, "address": None}
    assert not is_reached(plain)

    opened = switch(plain, True)
    assert opened.json() == {"can_switch": True, "open": True, "address": network}
    assert switch(plain, True).json() == opened.json()  # once more changes nothing
    assert plain.get("/health")["address"] == network
    path, code = "/t/0123456789", io.BytesIO()
    segno.make(network + path).save(code, "svg", scale=QR_SCALE, border=QR_BORDER, light="#fff")
    assert qr_code(plain, path) == code.getvalue()
    assert httpx.get(f"{network}/health").json()["address"] is None  # its own will do

    ticket = plain.set_up("connect_four", "me", "random")
    with plain.reached_by(f"{NETWORK}:{plain.port}"):
        assert plain.get("/api/lan")["can_switch"] is False
        guest = Visitor(plain, ticket.table, None)
    closed = switch(plain, False)
    assert closed.json() == {"can_switch": True, "open": False, "address": None}
    assert not is_reached(plain)
    with pytest.raises(ConnectionClosed):
        guest.until(lambda _: False)
    guest.close()
    assert plain.get("/health")["address"] is None


FORGED: tuple[Any, ...] = (None, 1, 0, "true", [], {}, {"open": True})


@pytest.mark.parametrize("forged", FORGED, ids=repr)
def test_forged_switch_is_refused(plain: Site, forged: Any) -> None:
    answer = switch(plain, forged)
    assert answer.status_code == 422
    assert not is_reached(plain)


@pytest.mark.parametrize("header", PROXY_HEADERS)
def test_visitor_behind_a_proxy_may_not_switch(plain: Site, header: str) -> None:
    answer = switch(plain, True, **{header: "127.0.0.1"})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "not_this_machine"
    assert not is_reached(plain)


def test_only_a_page_of_this_site_may_switch(plain: Site) -> None:
    network = f"{NETWORK}:{plain.port}"
    for headers, code in (
        ({"Origin": "http://example.org"}, "bad_origin"),
        ({"Origin": "null"}, "bad_origin"),
        ({"Host": network, "Origin": f"http://{network}"}, "not_this_machine"),
    ):
        answer = switch(plain, True, **headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, code)
    without = plain.http.put("/api/lan", json={"open": True})
    assert without.json()["error"]["code"] == "not_this_machine"
    assert not is_reached(plain)


@pytest.mark.parametrize(
    ("visitor", "host", "port", "may"),
    [
        ("127.0.0.1", "localhost:8017", 8017, True),
        ("::1", "[::1]:8017", 8017, True),
        ("192.168.1.9", "localhost:8017", 8017, False),
        ("127.0.0.1", "192.168.1.7:8017", 8017, False),
        ("127.0.0.1", "galo.local:8017", 8017, False),
        ("127.0.0.1", "localhost:8017", None, False),  # with a proxy, or open anyway
        ("nonsense", "localhost:8017", 8017, False),
    ],
)
def test_host_is_who_sits_at_the_computer_of_the_site(
    visitor: str, host: str, port: int | None, may: bool
) -> None:
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b""}
    headers = [(b"host", host.encode())]
    request = Request({**scope, "headers": headers, "client": (visitor, 5)})
    assert LanAccess(FastAPI(), SiteSettings(lan_port=port)).is_host(request) is may


@pytest.mark.parametrize(
    "options",
    [("--public-url", "https://play.example"), nightly(("--trusted-proxies", "127.0.0.1"))],
    ids=lambda options: options[0],
)
def test_site_behind_a_proxy_is_never_opened_from_its_page(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with Site(tmp_path, "--thinkers", "1", "--lan-address", NETWORK, *options) as site:
        assert site.get("/api/lan")["can_switch"] is False
        assert switch(site, True).status_code == 403
        assert not is_reached(site)


def test_site_that_is_open_ends_in_good_order(tmp_path: Path) -> None:
    with Site(tmp_path, "--thinkers", "1", "--lan-address", NETWORK) as site:
        assert switch(site, True).json()["open"]
        assert site.terminate() == 0
        assert not is_reached(site)


def test_address_that_is_none_is_refused() -> None:
    assert parse_lan_address(" 192.168.1.5 ") == "192.168.1.5"
    with pytest.raises(ConfigError, match=r"'example\.org'"):
        parse_lan_address("example.org")
