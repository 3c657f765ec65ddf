"""The site behind a reverse proxy: its prefix, its public address, and who is believed."""

import asyncio
import io
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import segno
from fastapi import FastAPI, Request
from starlette.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from galo.errors import ConfigError
from galo.web.assets import Assets
from galo.web.dependencies import better_address
from galo.web.lan_access import LanAccess
from galo.web.middleware import HEADERS, SecurityMiddleware
from galo.web.pages import page_at
from galo.web.proxy import ProxyMiddleware
from galo.web.public_address import parse_networks, parse_public_url, parse_root_path
from galo.web.settings import SiteSettings
from galo.web.site_api import QR_BORDER, QR_SCALE
from support.reverse_proxy import ReverseProxy
from support.visitors import Site, table_request

PREFIX = "/galo"
PUBLIC = "https://play.example/galo"
LAN = "http://192.168.1.7:8017"
VISITOR = "198.51.100.7"


def passed(
    settings: SiteSettings, path: str = "/", client: str = "127.0.0.1", **headers: str
) -> Scope:
    """Return the request that the application gets of one to *path* from *client*."""
    found: list[Scope] = []

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        found.append(scope)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: dict[str, Any] = {"type": "http", "scheme": "http", "path": path, "root_path": ""}
    scope |= {"client": (client, 5), "headers": raw}
    asyncio.run(ProxyMiddleware(app, settings)(scope, None, None))  # type: ignore[arg-type]
    return found[0]


# The prefix


@pytest.mark.parametrize(
    ("path", "whole"),
    [
        ("/", "/galo/"), ("/galo", "/galo/"), ("/galo/", "/galo/"), ("/t/1", "/galo/t/1"),
        ("/galo/t/1", "/galo/t/1"), ("/galos", "/galo/galos"), ("//x", "/galo//x"),
    ],
)  # fmt: skip
def test_prefix_is_there_whether_or_not_the_proxy_takes_it_off(path: str, whole: str) -> None:
    scope = passed(SiteSettings(root_path=PREFIX), path)
    assert (scope["path"], scope["root_path"]) == (whole, PREFIX)


@pytest.mark.parametrize(
    "text", ["galo", "/ga lo", "/galo?x", "//galo", '/"', "/é", "https://x/galo"]
)
def test_root_path_that_is_none_is_refused_with_what_was_given(text: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(repr(text))):
        parse_root_path(text, None)


def test_root_path_is_by_default_that_of_the_public_url() -> None:
    assert parse_root_path(None, PUBLIC) == parse_root_path("/galo/", PUBLIC) == PREFIX
    assert parse_root_path(None, None) == parse_root_path("/", None) == ""
    with pytest.raises(ConfigError, match="is not the path of the public URL"):
        parse_root_path("/other", PUBLIC)


# The public address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://Play.Example", "https://play.example"),
        ("https://play.example:443/", "https://play.example"),
        ("http://play.example:8080/a/b/", "http://play.example:8080/a/b"),
        ("http://[2001:DB8::1]:80/galo", "http://[2001:db8::1]/galo"),
    ],
)
def test_public_url_is_written_as_browsers_write_origins(text: str, address: str) -> None:
    assert parse_public_url(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "play.example", "ftp://play.example", "https://", "https://play.example:x",
        "https://play.example:99999", "https://me@play.example", "https://play.example/?a=1",
        "https://play.example/#a", 'https://play.example/"', "https://[::1",
    ],
)  # fmt: skip
def test_public_url_that_is_none_is_refused_with_what_was_given(text: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(repr(text))):
        parse_public_url(text)


@pytest.mark.parametrize(
    ("host", "public_url", "address"),
    [
        ("localhost:8017", None, LAN),
        ("127.0.0.1:8017", None, LAN),
        ("[::1]:8017", None, LAN),
        ("galo.local:8017", None, None),
        ("localhost:8017", PUBLIC, PUBLIC),
        ("galo.local:8017", PUBLIC, PUBLIC),
    ],
)
def test_links_for_others_have_the_public_address_or_one_that_they_can_reach(
    host: str, public_url: str | None, address: str | None
) -> None:
    app = FastAPI()
    settings = app.state.settings = SiteSettings(public_url=public_url, lan_url=LAN)
    app.state.lan = LanAccess(app, settings)
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "app": app}
    scope["headers"] = [(b"host", host.encode())]
    assert better_address(Request(scope)) == address


def test_page_names_its_public_address_and_nothing_that_was_put_into_its_path() -> None:
    settings = SiteSettings(root_path=PREFIX, public_url=PUBLIC)
    page = partial(page_at, assets=Assets(), answers={})
    assert f'<link rel="canonical" href="{PUBLIC}/t/1">' in page("/t/1", settings)
    assert '"><script>' not in page('/t/"><script>', settings)
    assert "canonical" not in page(None, settings) + page("/", SiteSettings())


# Who is believed


FORGED = {
    "x_forwarded_for": VISITOR,
    "x_forwarded_proto": "https",
    "x_forwarded_host": "play.example",
}


@pytest.mark.parametrize("client", ["127.0.0.2", "192.0.2.1", "::1", "testclient"])
@pytest.mark.parametrize("trusted", [(), ("127.0.0.1", "10.0.0.0/8")])
def test_forwarded_headers_of_strangers_are_not_believed(
    trusted: tuple[str, ...], client: str
) -> None:
    settings = SiteSettings(trusted_proxies=parse_networks(trusted))
    scope = passed(settings, client=client, host="localhost", **FORGED)
    assert (scope["client"][0], scope["scheme"]) == (client, "http")
    assert (b"host", b"localhost") in scope["headers"]


@pytest.mark.parametrize("client", ["10.1.2.3", "::ffff:10.1.2.3", "fd00::1"])
def test_forwarded_headers_of_a_trusted_proxy_are_believed(client: str) -> None:
    settings = SiteSettings(trusted_proxies=parse_networks(["10.0.0.0/8", "fd00::1"]))
    scope = passed(settings, client=client, host="localhost", **FORGED)
    assert (scope["client"][0], scope["scheme"]) == (VISITOR, "https")
    assert [value for name, value in scope["headers"] if name == b"host"] == [b"play.example"]


@pytest.mark.parametrize(
    ("hops", "visitor"),
    [
        ("203.0.113.9, 198.51.100.7", VISITOR),  # the first was sent by the visitor itself
        ("198.51.100.7, 10.0.0.2", VISITOR),
        ("10.0.0.3,10.0.0.2", "10.0.0.3"),
        ("198.51.100.7, unknown, 10.0.0.2", "10.0.0.2"),
        ("nonsense", "10.0.0.1"),
        ("", "10.0.0.1"),
        ("2001:db8::7", "2001:db8::7"),
    ],
)
def test_visitor_is_the_last_hop_that_is_no_proxy(hops: str, visitor: str) -> None:
    settings = SiteSettings(trusted_proxies=parse_networks(["10.0.0.0/8"]))
    scope = passed(settings, client="10.0.0.1", x_forwarded_for=hops)
    assert scope["client"][0] == visitor


@pytest.mark.parametrize("text", ["", "proxy", "10.0.0.0/33", "127.0.0.1,10.0.0.0/8"])
def test_trusted_proxy_that_is_no_address_is_refused_with_what_was_given(text: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(repr(text))):
        parse_networks([text])


# Origins


def status_of(settings: SiteSettings, method: str, host: str, origin: str | None) -> int:
    """Return 200 if a request passes, else the status of the refusal."""
    statuses: list[int] = []

    async def app(_: Scope, __: Receive, ___: Send) -> None:
        statuses.append(200)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    headers = [(b"host", host.encode()), *([(b"origin", origin.encode())] if origin else [])]
    scope = {"type": "http", "method": method, "path": "/", "headers": headers}
    asyncio.run(SecurityMiddleware(app, settings)(scope, receive, send))
    return statuses[0]


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("play.example", "https://play.example", 200),
        ("127.0.0.1:8017", "https://play.example", 200),  # a proxy that does not send Host on
        ("play.example", "http://play.example", 403),
        ("play.example", "https://play.example:444", 403),
        ("play.example", "https://evil.example", 403),
        ("evil.example", "https://play.example", 403),
        ("play.example", "null", 403),
        ("localhost:8017", "http://localhost:8017", 200),
        ("play.example", None, 200),
    ],
)
def test_pages_of_the_public_address_may_change_things(
    host: str, origin: str | None, status: int
) -> None:
    assert status_of(SiteSettings(public_url=PUBLIC), "POST", host, origin) == status


def test_public_host_is_answered_and_no_other() -> None:
    assert status_of(SiteSettings(public_url=PUBLIC), "GET", "PLAY.example", None) == 200
    assert status_of(SiteSettings(), "GET", "play.example", None) == 403


# A real server, a real proxy


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site below a prefix, which believes the proxies on this machine."""
    with Site(
        tmp_path_factory.mktemp("site"), "--thinkers", "1", "--tables-per-hour", "4",
        GALO_PUBLIC_URL=PUBLIC, GALO_TRUSTED_PROXIES="127.0.0.1 ::1",
    ) as site:  # fmt: skip
        yield site


@pytest.fixture(params=["stripped", "kept"])
def site(server: Site, request: pytest.FixtureRequest) -> Iterator[Site]:
    """Return the site behind a proxy that takes the prefix off, or leaves it."""
    proxy = ReverseProxy(server.port, PREFIX, strips=request.param == "stripped")
    with proxy, server.reached_by(proxy.host):
        yield server


@pytest.mark.parametrize("path", ["/", "", "/t/0123456789", "/nowhere/at/all"])
def test_page_below_the_prefix_loads_its_files_from_there(site: Site, path: str) -> None:
    answer = site.http.get(f"http://{site.host}{path}")
    assert answer.status_code == (404 if "nowhere" in path else 200)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "set-cookie" not in answer.headers
    addresses = re.findall(r'(?:src|href)="(/[^"]*)"', answer.text)
    assert len(addresses) >= 3
    for address in addresses:
        assert address.startswith(f"{PREFIX}/v/")
        assert site.http.get(address.removeprefix(PREFIX)).status_code == 200


def test_table_below_the_prefix_has_its_socket_record_and_public_links(site: Site) -> None:
    assert site.get("/health")["address"] == PUBLIC
    ticket = site.set_up("connect_four", "me", "friend")
    with site.visit(ticket) as person:
        path = f"/t/{ticket.table}#invite={person.view['seats'][1]['invite']}"
    assert site.get(f"/api/tables/{ticket.table}")["phase"] == "seating"
    shown = site.http.get("/api/qr.svg", params={"path": path}).content
    assert shown == qr_code(PUBLIC + path)
    assert site.get("/api/openapi.json")["servers"] == [{"url": PREFIX}]


def qr_code(address: str) -> bytes:
    """Return the picture of *address* that the site draws."""
    picture = io.BytesIO()
    segno.make(address).save(picture, kind="svg", scale=QR_SCALE, border=QR_BORDER, light="#fff")
    return picture.getvalue()


def test_pages_of_the_public_address_open_sockets_and_others_do_not(site: Site) -> None:
    address = f"ws://{site.host}/api/tables/0123456789/socket"
    with connect(address, origin=Origin("https://play.example")):
        pass
    evil = Origin("https://evil.example")
    with pytest.raises(InvalidStatus), connect(address, origin=evil):
        pass


def test_limits_are_those_of_the_visitor_that_the_proxy_names(server: Site) -> None:
    def set_up(visitor: str) -> int:
        content = table_request("connect_four", "me", "friend")
        headers = {"X-Forwarded-For": visitor}
        return server.http.post("/api/tables", json=content, headers=headers).status_code

    assert [set_up("192.0.2.1") for _ in range(5)] == [201] * 4 + [429]
    assert set_up("192.0.2.2") == 201


def test_service_manager_ends_the_site_without_an_error(server: Site) -> None:
    # The last here: nobody can visit the server after this.
    ticket = server.http.post("/api/tables", json=table_request("connect_four", "me", "friend"))
    with server.watch(ticket.json()["table"]):
        assert server.terminate() == 0
    assert "trace" not in server.logged()
