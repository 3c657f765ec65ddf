"""Operating the site: its measures, its readiness, its log, and how it ends."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import make_url
from websockets.exceptions import ConnectionClosed

from galo.web.metrics import joined
from support.commands import ROOT
from support.postgres import Postgres
from support.visitors import Site, play_on, visiting

TOKEN = "correct-horse-battery"
RESTARTING = 1012  # as RFC 6455 and its registry have it
DASHBOARD = ROOT / "deploy" / "grafana.json"
MEASURE = re.compile(r"\b(?:galo|process)_[a-z_]+")
OF_LINUX = {"process_resident_memory_bytes", "process_cpu_seconds_total"}  # by prometheus_client


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site whose settings lie in a file, with a token for its measures."""
    folder = tmp_path_factory.mktemp("operated")
    file = folder / "galo.toml"
    file.write_text(f'metrics-token = "{TOKEN}"\nverbose = true\nthinkers = 1\n')
    with Site(folder, "--config", str(file)) as site:
        yield site


def samples(text: str) -> dict[str, float]:
    """Return the samples of an exposition, written as in queries."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def log_of(site: Site) -> list[Any]:
    """Return the whole lines of the log of *site*."""
    return [json.loads(line) for line in site.logged().split("\n")[:-1]]


def test_measures_count_what_happened(operated: Site) -> None:
    before = samples(operated.http.get("/metrics").text)
    tickets = operated.seated("connect_four", 1, "random")
    with visiting(operated, *tickets) as people:
        play_on(people, 6)
        people[0].code("undo", expect=0)
        measured = samples(operated.http.get("/metrics").text)
    assert measured["galo_tables"] >= measured["galo_sockets"] == 1

    def grown(name: str) -> float:
        return measured[name] - before.get(name, 0.0)

    assert grown('galo_events_total{kind="created"}') == 1
    played = grown('galo_command_seconds_count{command="play"}')
    assert played >= 3
    answered = grown('galo_agent_seconds_count{kind="move"}')
    assert grown('galo_events_total{kind="moved"}') == played + answered
    assert grown('galo_refusals_total{code="stale"}') == 1
    assert grown('galo_request_seconds_count{method="POST",status="2xx"}') == 1
    assert grown("galo_database_write_seconds_count") >= 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Forwarded-For": "198.51.100.7"}, 403),
        ({"X-Forwarded-For": "198.51.100.7", "Authorization": "Bearer wrong"}, 403),
        ({"X-Forwarded-For": "198.51.100.7", "Authorization": "Bearer"}, 403),
        ({"X-Forwarded-For": "198.51.100.7", "Authorization": f"Bearer {TOKEN}"}, 200),
        ({"Host": "192.168.0.2"}, 403),
    ],
)
def test_measures_are_for_this_computer_and_for_the_token(
    operated: Site, headers: dict[str, str], status: int
) -> None:
    assert operated.http.get("/metrics", headers=headers).status_code == status


def test_every_measure_of_the_dashboard_exists(operated: Site) -> None:
    known = {name.partition("{")[0] for name in samples(operated.http.get("/metrics").text)}
    described = {
        family.name for family in text_string_to_metric_families(operated.http.get("/metrics").text)
    }
    for family in described:  # those with labels have no samples before something happens
        known |= {f"{family}{end}" for end in ("", "_total", "_bucket", "_sum", "_count")}
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    queries = [target["expr"] for panel in panels for target in panel.get("targets", ())]
    assert len(queries) > 10
    assert {name for query in queries for name in MEASURE.findall(query)} <= known | OF_LINUX


def test_measures_of_several_servers_are_told_apart() -> None:
    one = "# HELP galo_tables Tables.\n# TYPE galo_tables gauge\ngalo_tables 2.0\n"
    other = one.replace("2.0", "5.0")
    found = joined([("a", one), ("b", other)])
    assert samples(found) == {'galo_tables{server="a"}': 2.0, 'galo_tables{server="b"}': 5.0}
    assert found.count("# TYPE galo_tables gauge") == 1


def test_site_is_ready_when_its_database_answers(operated: Site) -> None:
    found = operated.get("/ready")
    assert found["ready"] is found["database"] is True
    assert found["agents"] in ("warming", "ready")


def test_site_whose_database_is_gone_lives_and_is_not_ready(
    postgres: Postgres, tmp_path: Path
) -> None:
    url, other = postgres.new_database(), postgres.new_database()
    with Site(tmp_path, "--thinkers", "1", database=url) as site, postgres.connect(other) as asked:
        assert site.get("/ready")["ready"]
        asked.execute(f'DROP DATABASE "{make_url(url).database}" WITH (FORCE)')
        found = site.get("/ready", 503)
        assert found["ready"] is found["database"] is False
        assert site.get("/health")["status"] == "ok"


def test_log_names_the_request_of_an_answer_and_no_query(operated: Site) -> None:
    answer = operated.http.get("/api/qr.svg?path=/t/0123456789%23invite=secret-secret")
    identity = answer.headers["X-Request-Id"]
    while not (found := [line for line in log_of(operated) if line.get("request") == identity]):
        operated.get("/health")  # an answer is logged once it is sent
    [request] = found
    expected = {"event": "request", "method": "GET", "path": "/api/qr.svg", "status": 200}
    assert expected.items() <= request.items()
    assert "secret-secret" not in operated.logged()
    ticket = operated.set_up("connect_four", "me", "friend")
    [made] = [line for line in log_of(operated) if line.get("table") == ticket.table]
    assert made["request"] != identity


def test_sockets_are_told_and_thinking_is_abandoned_when_the_site_ends(tmp_path: Path) -> None:
    with Site(tmp_path, "--thinkers", "1", "--analysis", "60", "--verbose") as site:
        ticket = site.seated("lines_of_action", 1, "random", help=True)[0]
        with visiting(site, ticket) as [ana]:
            ana.until_view(lambda view: view["moves"])
            ana.say(type="analyse", id="long", expect=ana.number)
            ana.until(lambda message: message["type"] == "help")
            assert site.terminate() == 0
            with pytest.raises(ConnectionClosed) as closed:
                ana.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == RESTARTING
        assert not [line for line in log_of(site) if line["level"] == "error"]
