"""What is counted and timed while the site runs, in the words of Prometheus.

One process serves one site, so the measures are those of the process. Where several servers make a
site, any of them tells those of all.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
PATIENT = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 60.0)

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

TABLES = Gauge("galo_tables", "Tables in memory.", registry=REGISTRY)
SOCKETS = Gauge("galo_sockets", "Sockets at these tables.", registry=REGISTRY)
EVENTS_SAVED = Counter(
    "galo_events", "Events of tables that were saved, by kind.", ["kind"], registry=REGISTRY
)
COMMAND_SECONDS = Histogram(
    "galo_command_seconds",
    "From a command's arrival at its table until everybody is sent what came of it.",
    ["command"],
    registry=REGISTRY,
    buckets=QUICK,
)
REFUSALS = Counter("galo_refusals", "What was refused, by code.", ["code"], registry=REGISTRY)
PROBLEMS = Counter("galo_problems", "Problems in the log, with a traceback.", registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "galo_request_seconds",
    "Answers to HTTP requests.",
    ["method", "status"],
    registry=REGISTRY,
    buckets=QUICK,
)
AGENT_REQUESTS = Gauge(
    "galo_agent_requests", "What agents are asked now, and wait for.", ["kind"], registry=REGISTRY
)
AGENT_SECONDS = Histogram(
    "galo_agent_seconds",
    "Answers of agents, the wait for a free process included.",
    ["kind"],
    registry=REGISTRY,
    buckets=PATIENT,
)
AGENT_WAIT_SECONDS = Histogram(
    "galo_agent_wait_seconds",
    "Waits for a free process.",
    ["kind"],
    registry=REGISTRY,
    buckets=PATIENT,
)
AGENT_FAILURES = Counter(
    "galo_agent_failures", "Answers of agents that did not come.", ["kind"], registry=REGISTRY
)
WRITE_SECONDS = Histogram(
    "galo_database_write_seconds",
    "Transactions that write, each for many tables.",
    registry=REGISTRY,
    buckets=QUICK,
)
WRITE_FAILURES = Counter(
    "galo_database_write_failures", "Transactions that wrote nothing.", registry=REGISTRY
)


class AgentRequest:
    """One request to agents under way, from when it was asked."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._asked = time.perf_counter()

    def begins(self) -> None:
        """Note that a process is free for it."""
        AGENT_WAIT_SECONDS.labels(self._kind).observe(time.perf_counter() - self._asked)

    def ends(self) -> None:
        """Note that it is answered."""
        AGENT_SECONDS.labels(self._kind).observe(time.perf_counter() - self._asked)


@contextmanager
def asked(kind: str) -> Iterator[AgentRequest]:
    """Time a request of this *kind* to agents, and count it if it fails."""
    request = AgentRequest(kind)
    with AGENT_REQUESTS.labels(kind).track_inprogress():
        try:
            yield request
        except Exception:
            AGENT_FAILURES.labels(kind).inc()
            raise
        request.ends()


def exposition(tables: int, sockets: int) -> str:
    """Return all measures of this process as Prometheus reads them."""
    TABLES.set(tables)
    SOCKETS.set(sockets)
    return generate_latest(REGISTRY).decode()


def joined(expositions: Iterable[tuple[str, str]]) -> str:
    """Return several *expositions* as one, each of whose samples names its server."""
    families: dict[str, Metric] = {}
    for server, text in expositions:
        for family in text_string_to_metric_families(text):
            found = families.setdefault(
                family.name, Metric(family.name, family.documentation, family.type)
            )
            for sample in family.samples:
                labels = {**sample.labels, "server": server}
                found.add_sample(sample.name, labels, sample.value)
    return generate_latest(_Families(families.values())).decode()


class _Families:
    """Families of samples, as `generate_latest` takes them."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        """Return the families."""
        return self._families
