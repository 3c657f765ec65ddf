"""The laboratory of a real server: jobs start, show how far they are, stop, and go on."""

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI, Request

from galo.web.lab.folder import DOWNLOADS, PROGRESS, JobFolder, find_job
from galo.web.lab.job import compute
from galo.web.lab.requests import EvolutionRequest, GamesRequest
from galo.web.lab.routes import may_compute
from galo.web.lan_access import PROXY_HEADERS
from galo.web.settings import SiteSettings
from support.commands import PATIENCE
from support.visitors import WITHOUT_LIMITS, Json, Site, play_on

MOST_KEPT = 4
LOOK_SECONDS = 0.1  # between two looks: the job needs the processor more than the server
HERE = ("127.0.0.1", 50_000)
NETWORK = "127.0.0.2"  # stands for the address of this machine in its network
# It listens at all addresses, so that strangers can come.
OPTIONS = (
    "--thinkers", "1", "--host", "0.0.0.0", "--lab", "--lab-games", "40",
    "--lab-matches", "10000000", "--lab-kept", str(MOST_KEPT),
)  # fmt: skip
SMALL: Json = {
    "kind": "evolution", "game": "dominoes4", "agent": "s4", "against": ["basic"],
    "population": 4, "generations": 3, "matches": 20, "retest": 100,
}  # fmt: skip
# Longer than any test waits: a tenth of a second a generation.
ENDLESS = {**SMALL, "population": 10, "generations": 1000, "matches": 900}
MATCH: Json = {
    "kind": "match", "game": "connect_four", "players": ["focused", "random"], "games": 4,
}  # fmt: skip


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with a laboratory."""
    folder = tmp_path_factory.mktemp("lab")
    with Site(folder, *WITHOUT_LIMITS, *OPTIONS) as site:
        yield site


def start(site: Site, wanted: Json) -> str:
    """Start a job and return its identity."""
    return str(site.post("/api/lab/jobs", wanted)["summary"]["job"])


def until(site: Site, job: str, is_it: Callable[[Json], object]) -> Json:
    """Return the first state of *job* for which *is_it*."""
    for _ in looks():
        found = dict(site.get(f"/api/lab/jobs/{job}"))
        assert found["summary"]["state"] != "failed", found["summary"]["problem"]
        if is_it(found):
            return found
    raise TimeoutError(f"job {job}: {found['summary']}")


def looks() -> Iterator[None]:
    """Yield before each look at something, as long as a test waits."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        yield
        time.sleep(LOOK_SECONDS)


def is_done(found: Json) -> bool:
    return bool(found["summary"]["state"] == "done")


def has_begun(found: Json) -> bool:
    return bool(found["summary"]["done"] > 1)


def code_of(answer: httpx.Response) -> str:
    """Return the code of the error that *answer* is."""
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["error"]["code"])


def change(site: Site, job: str, what: str) -> httpx.Response:
    return site.http.post(f"/api/lab/jobs/{job}/{what}")


def delete(site: Site, job: str) -> None:
    answer = site.http.delete(f"/api/lab/jobs/{job}")
    assert answer.status_code == 200, answer.text
    assert job not in {one["job"] for one in answer.json()["jobs"]}


def test_evolution_runs_and_what_it_found_sits_down_at_a_table(lab: Site) -> None:
    job = start(lab, SMALL)
    found = until(lab, job, is_done)
    assert [len(point) for point in found["curve"]] == [2, 2, 2]
    assert found["result"]["retest"] == pytest.approx(0.5, abs=0.5)
    assert {"result", "report"} <= set(found["downloads"]) <= set(DOWNLOADS)
    result = lab.get(f"/api/lab/jobs/{job}/files/result")
    assert result["best"] == found["result"]["best"]
    assert result["generations"] == 3
    agent = found["agent"]
    assert agent == f"evolved:run={job}"
    [ticket] = lab.seated("dominoes4", 1, agent, agent, agent, options={"target": 100})
    with lab.visit(ticket) as person:
        view = play_on([person])
    assert view["phase"] == "over"
    written = json.dumps(view) + json.dumps(lab.get(f"/api/tables/{ticket.table}/record"))
    assert agent in written
    assert str(lab.file.parent) not in written  # no visitor learns where its files lie
    assert "agent failed" not in lab.logged()
    delete(lab, job)


@pytest.mark.parametrize(
    "agent",
    ["evolved", "evolved:run=0123456789", "evolved:run=../../etc", "evolved:file=x",
     "evolved:run=0123456789,member=x"],
)  # fmt: skip
def test_agent_of_no_evolution_here_gets_no_seat(lab: Site, agent: str) -> None:
    seats = [{"kind": "me"}, {"kind": "agent", "agent": agent}]
    answer = lab.http.post("/api/tables", json={"game": "connect_four", "seats": seats})
    assert code_of(answer) == "bad_table"


def test_match_and_tournament_leave_what_the_commands_leave(lab: Site) -> None:
    match = start(lab, MATCH)
    three = {**MATCH, "kind": "tournament", "players": ["focused", "random", "tux"], "games": 2}
    tournament = start(lab, three)
    found = until(lab, match, is_done)
    assert found["result"]["wins_a"] + found["result"]["wins_b"] + found["result"]["draws"] == 4
    assert found["downloads"] == ["result", "table", "games"]
    games = lab.http.get(f"/api/lab/jobs/{match}/files/games")
    assert len(games.text.splitlines()) == 4
    assert "attachment" in games.headers["content-disposition"]
    found = until(lab, tournament, is_done)
    assert found["result"]["games"] == 6
    assert "ratings" in found["downloads"]
    for job in (match, tournament):
        delete(lab, job)


def test_job_stops_waits_its_turn_and_goes_on_where_it_was(lab: Site) -> None:
    first, second = start(lab, ENDLESS), start(lab, SMALL)
    done = until(lab, first, has_begun)["summary"]["done"]
    assert lab.get(f"/api/lab/jobs/{second}")["summary"]["state"] == "waiting"
    assert code_of(lab.http.delete(f"/api/lab/jobs/{first}")) == "not_now"
    assert change(lab, first, "stop").status_code == 200
    until(lab, second, is_done)
    stopped = until(lab, first, lambda one: one["summary"]["state"] == "stopped")["summary"]
    assert done <= stopped["done"] < 1000
    assert code_of(change(lab, first, "stop")) == "not_now"
    assert change(lab, first, "resume").status_code == 200
    until(lab, first, lambda one: one["summary"]["done"] > stopped["done"])
    change(lab, first, "stop")
    until(lab, first, lambda one: one["summary"]["state"] == "stopped")
    for job in (first, second):
        delete(lab, job)


def test_job_survives_a_killed_server_and_goes_on_to_the_same_numbers(tmp_path: Path) -> None:
    with Site(tmp_path, "--thinkers", "1", "--lab") as site:
        job = start(site, ENDLESS)
        until(site, job, has_begun)
        site.kill()
        folder = find_job(tmp_path / "lab", job)
        assert folder is not None
        assert any(not running(folder.path) for _ in looks())  # it ends with its server
        kept = folder.read(PROGRESS)["done"]
        site.start()
        [listed] = site.get("/api/lab")["jobs"]
        assert (listed["job"], listed["state"], listed["done"]) == (job, "stopped", kept)
        assert change(site, job, "resume").status_code == 200
        found = until(site, job, lambda one: one["summary"]["done"] > kept + 1)
    curve = found["curve"]
    whole = JobFolder.new(tmp_path, EvolutionRequest(**{**ENDLESS, "generations": len(curve)}))
    compute(whole, PATIENCE, 1)
    assert whole.read(PROGRESS)["curve"] == curve


def running(folder: Path) -> bool:
    """Return whether any process computes the job in *folder*."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if str(folder).encode() in file.read_bytes():
                return True
    return False


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"games": 42}, "too_large"),
        ({"players": ["focused"] * 2}, "bad_job"),
        ({"players": ["focused", "nobody"]}, "bad_job"),
        ({"players": ["focused", "perfect:memory=1024"]}, "bad_job"),
        ({"players": ["focused", "random", "tux"]}, "bad_job"),
        ({"game": "go"}, "bad_job"),
        ({"seconds": 1.0, "nodes": 5}, "bad_job"),
        ({"options": {"no": 1}}, "bad_job"),
        ({"games": "4"}, "bad_message"),
        ({"more": 1}, "bad_message"),
        ({**SMALL, "players": None}, "bad_message"),
        ({"kind": "evolution", "agent": "focused", "against": ["random"]}, "bad_message"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_match_beyond_the_bounds_is_refused(lab: Site, changes: Json, code: str) -> None:
    assert code_of(lab.http.post("/api/lab/jobs", json={**MATCH, **changes})) == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"agent": "basic"}, "bad_job"),
        ({"agent": "strategy:file=/etc/passwd"}, "bad_job"),
        ({"agent": "s4:weights=/etc/passwd"}, "bad_job"),
        ({"against": ["s1:weights=/etc/passwd"]}, "bad_job"),
        ({"method": "magic"}, "bad_job"),
        ({"against": []}, "bad_message"),
        ({"population": 1000, "matches": 10_000}, "too_large"),
        ({"agent": "champion", "matches": 40}, "too_large"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_evolution_beyond_the_bounds_is_refused(lab: Site, changes: Json, code: str) -> None:
    assert code_of(lab.http.post("/api/lab/jobs", json={**SMALL, **changes})) == code


@pytest.fixture
def kept(lab: Site) -> Iterator[str]:
    """Return a job that nobody computes."""
    folder = JobFolder.new(lab.file.parent / "lab", GamesRequest(**MATCH))
    yield folder.identity
    folder.delete()


def test_no_more_jobs_are_kept_than_the_site_allows(lab: Site) -> None:
    folders = [
        JobFolder.new(lab.file.parent / "lab", GamesRequest(**MATCH)) for _ in range(MOST_KEPT)
    ]
    assert code_of(lab.http.post("/api/lab/jobs", json=MATCH)) == "too_many_jobs"
    for folder in folders:
        delete(lab, folder.identity)
        assert not folder.path.exists()


def test_stranger_may_look_but_not_compute(lab: Site, kept: str) -> None:
    strangers: list[Json] = [{"base_url": f"http://{NETWORK}:{lab.port}"}]
    strangers += [
        {"base_url": f"http://{lab.host}", "headers": {name: "1.2.3.4"}} for name in PROXY_HEADERS
    ]
    for stranger in strangers:
        with httpx.Client(timeout=PATIENCE, **stranger) as client:
            assert client.get("/api/lab").json()["can_start"] is False
            found = client.get(f"/api/lab/jobs/{kept}").json()
            assert found["can_change"] is False
            answers = [
                client.post("/api/lab/jobs", json=MATCH),
                client.post(f"/api/lab/jobs/{kept}/stop"),
                client.post(f"/api/lab/jobs/{kept}/resume"),
                client.delete(f"/api/lab/jobs/{kept}"),
                client.get(f"/api/lab/jobs/{kept}/files/result"),
            ]
            assert {code_of(answer) for answer in answers} == {"not_this_machine"}
    [listed] = lab.get("/api/lab")["jobs"]
    assert (listed["job"], listed["state"]) == (kept, "stopped")


def test_foreign_page_starts_nothing(lab: Site) -> None:
    answer = lab.http.post("/api/lab/jobs", json=MATCH, headers={"Origin": "http://evil.example"})
    assert code_of(answer) == "bad_origin"


@pytest.mark.parametrize(
    ("settings", "is_allowed"),
    [
        (SiteSettings(lab=True), True),
        (SiteSettings(lab=True, public_url="https://a.example"), False),
        (SiteSettings(lab=True, root_path="/galo"), False),
        (SiteSettings(lab=True, lab_open=True, public_url="https://a.example"), True),
        (SiteSettings(lab_open=True), False),
    ],
    ids=["plain", "public", "prefix", "open", "off"],
)
def test_who_may_compute_where_everybody_seems_to_be_at_this_machine(
    settings: SiteSettings, is_allowed: bool
) -> None:
    app = FastAPI()
    app.state.settings = settings
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "app": app}
    headers = [(b"host", b"localhost:8017")]
    assert may_compute(Request({**scope, "headers": headers, "client": HERE})) is is_allowed


def test_site_without_a_laboratory_says_so(site: Site) -> None:
    state = site.get("/api/lab")
    assert (state["on"], state["can_start"], state["jobs"]) == (False, False, [])
    assert code_of(site.http.post("/api/lab/jobs", json=MATCH)) == "no_lab"
    assert code_of(site.http.get("/api/lab/jobs/0123456789")) == "no_lab"
    assert site.http.get("/lab").status_code == 200


def test_job_is_named_by_its_digits_alone(lab: Site) -> None:
    for name in ("0123456789", "%2e%2e%2f%2e%2e", "0123456789x", "tables.db"):
        assert code_of(lab.http.get(f"/api/lab/jobs/{name}")) in ("no_job", "bad_path")
