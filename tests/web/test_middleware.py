"""The middleware and the limits: strange hosts, foreign pages, long bodies, high rates."""

import http.client
from collections.abc import Iterator

import pytest

from galo.web import middleware
from galo.web.middleware import HOUR, HourlyQuota, TokenBucket
from galo.web.settings import SiteSettings
from support.commands import PATIENCE
from support.visitors import Json, Site, Visitor


class Clock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock that the limits look at."""
    clock = Clock()
    monkeypatch.setattr(middleware, "time", clock)
    return clock


def test_bucket_allows_a_burst_and_then_so_many_a_second(clock: Clock) -> None:
    bucket = TokenBucket(per_second=2.0, burst=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_quota_counts_by_address_and_forgets_after_an_hour(clock: Clock) -> None:
    quota = HourlyQuota(2)
    assert [quota.take("a") for _ in range(3)] == [True, True, False]
    assert quota.take("b")
    clock.now += HOUR - 1
    assert not quota.take("a")
    clock.now += 2
    assert [quota.take("a") for _ in range(3)] == [True, True, False]


Body = bytes | Iterator[bytes] | None


def ask(site: Site, method: str, path: str, headers: Json, body: Body = None) -> tuple[int, str]:
    """Return status and body of a request with exactly these *headers*."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    try:
        connection.putrequest(method, path, skip_host=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        chunked = headers.get("Transfer-Encoding") == "chunked"
        connection.endheaders(body, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("LOCALHOST:80", 200), ("127.0.0.1:1", 200), ("192.168.1.7", 200),
        ("[::1]:80", 200), ("galo.local", 200), ("evil.example", 403), ("", 403), ("[", 403),
        ("localhost.evil.example", 403), ("local", 403), ("a@evil.example", 403), ("::", 403),
        ("x" * 3000, 403), ("127.0.0.1.evil.example", 403), ("[::1", 403), ("é", 403),
    ],
)  # fmt: skip
def test_site_answers_to_its_own_names_alone(site: Site, host: str, status: int) -> None:
    found, body = ask(site, "GET", "/health", {"Host": host})
    assert found == status
    assert ("bad_origin" in body) == (status == 403)


def test_body_of_known_length_that_is_too_long_is_refused(site: Site) -> None:
    long = b" " * (SiteSettings().body_bytes + 1)
    headers = {"Host": "localhost", "Content-Length": str(len(long))}
    assert ask(site, "POST", "/api/tables", headers, long)[0] == 413


def test_body_of_unknown_length_that_grows_too_long_is_refused(site: Site) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 1000

    headers = {"Host": "localhost", "Transfer-Encoding": "chunked"}
    status, body = ask(site, "POST", "/api/tables", headers, chunks())
    assert status == 413
    assert '"too_big"' in body


def test_body_of_unknown_length_that_stays_short_is_read(site: Site) -> None:
    seats = b'[{"kind": "me"}, {"kind": "friend"}]'
    body = iter([b'{"game": "connect_four", ', b'"seats": ' + seats, b"}"])
    headers = {"Host": "localhost", "Transfer-Encoding": "chunked"}
    headers["Content-Type"] = "application/json"
    assert ask(site, "POST", "/api/tables", headers, body)[0] == 201


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"null", b"[]", b"\xff\xfe", b"[" * 16000, b"9" * 16000, b'"\xed\xa0\x80"',
        b'{"game": "\\ud800", "seats": [{"kind": "me"}]}',
        b'{"game": "connect_four", "name": "\\ud800", "seats": [{"kind": "me"}]}',
        b'{"game": "connect_four", "seats": [{"kind": "agent", "agent": "\\udfff"}]}',
        b'{"game": "connect_four", "options": {"\\ud800": 1}, "seats": [{"kind": "me"}]}',
        b'{"game": "connect_four", "options": {"x": "\\ud800"}, "seats": [{"kind": "me"}]}',
    ],
)  # fmt: skip
def test_body_that_is_no_request_is_refused_in_words(site: Site, body: bytes) -> None:
    answer = site.http.post(
        "/api/tables", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["code"] in ("bad_message", "bad_name", "bad_table")


def test_page_from_elsewhere_may_read_nothing_secret_and_change_nothing(site: Site) -> None:
    headers = {"Host": "localhost", "Origin": "http://evil.example", "Content-Length": "2"}
    for method in ("POST", "PUT", "DELETE"):
        assert ask(site, method, "/api/tables", headers, b"{}")[0] == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_method_that_is_not_served_is_refused(site: Site, method: str) -> None:
    answer = site.http.request(method, "/api/tables")
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "bad_path"


# Limits, of a site that has tight ones


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with tight limits."""
    with Site(
        tmp_path_factory.mktemp("strict"), "--lan", "--tables-per-hour", "3",
        "--sockets-per-address", "4", "--messages-per-second", "0.1",
        "--message-bytes", "256", "--thinkers", "1",
    ) as site:  # fmt: skip
        yield site


@pytest.mark.parametrize(
    "name", ["evil.example", "127.0.0.1.evil.example", "local", "10.0.0.1.nip.io"]
)
def test_name_that_somebody_points_at_a_site_in_the_house_reaches_nothing(
    strict: Site, name: str
) -> None:
    host = {"Host": f"{name}:{strict.port}"}
    origin = {"Origin": f"http://{name}:{strict.port}"}
    assert strict.http.get("/health", headers=host).status_code == 403
    content = {"game": "connect_four", "seats": []}
    for headers in (host | origin, origin):  # its own page, and a page on another device
        assert strict.http.post("/api/tables", json=content, headers=headers).status_code == 403
        path = "/api/tables/0123456789/socket"
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        answer = strict.http.get(path, headers={**upgrade, **key, **headers})
        assert answer.status_code == 403


def test_limits_of_new_people_and_of_guessed_codes(strict: Site) -> None:
    tokens = [strict.post("/api/person", {})["token"] for _ in range(3)]
    assert strict.post("/api/person", {}, 429)["error"]["code"] == "too_many_people"
    headers = {"Authorization": f"Bearer {tokens[0]}"}
    found = []
    for _ in range(21):
        answer = strict.http.post("/api/person/join", json={"code": "AAAA"}, headers=headers)
        found.append(answer.json()["error"]["code"])
    assert found == ["bad_code"] * 20 + ["too_many_codes"]


def test_limits_of_tables_sockets_messages_and_lengths(strict: Site) -> None:
    tickets = [strict.set_up("connect_four", "me", "friend") for _ in range(3)]
    seats = [{"kind": "me"}, {"kind": "friend"}]
    refused = strict.post("/api/tables", {"game": "connect_four", "seats": seats}, 429)
    assert refused["error"]["code"] == "too_many_tables"
    forged = {"X-Forwarded-For": "198.51.100.7", "Forwarded": "for=198.51.100.7"}
    content = {"game": "connect_four", "seats": seats}
    assert strict.http.post("/api/tables", json=content, headers=forged).status_code == 429

    visitors = [strict.watch(tickets[0].table) for _ in range(4)]
    with Visitor(strict, tickets[0].table, None) as fifth:
        assert fifth.heard[0]["code"] == "too_fast"
    for visitor in visitors[1:]:
        visitor.close()

    with visitors[0] as visitor:
        visitor.say(type="undo", expect=0, more="x" * 300)
        assert visitor.until(lambda m: m["type"] == "refused")["code"] == "too_big"
        codes = [visitor.code("undo") for _ in range(SiteSettings().message_burst + 5)]
        assert set(codes) == {"not_seated", "too_fast"}
        assert codes[-1] == "too_fast"
        assert codes.index("too_fast") >= SiteSettings().message_burst - 1
