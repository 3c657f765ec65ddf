"""Shared by the tests and the examples of the documentation."""

import gc
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from galo.games import registry as games
from galo.players import registry as agents
from support.samples import IS_LONG

# Files of tests that go to one process together, because they share what takes long to start:
# browsers, sites, an environment with the package in it, finished experiments, the kernels of a
# game. The first pattern that fits counts; what takes longest comes first.
TOGETHER = (
    "tests/browser/test_[a-d]",
    "tests/browser/",
    "tests/lab/(test_experiments|test_missing_units|experiments/)",
    "tests/cli/test_match",
    "tests/package/",
    "tests/web/test_a",
    "tests/web/test_[f-r]",
    "tests/players/dominoes4/",
    "tests/arena/",
    "tests/lab/",
    "tests/players/dominoes2?/",
    "tests/players/lines_of_action/",
    "tests/players/connect_four/",
    "tests/games/",
)

# What trains needs PyTorch, which takes gigabytes.
HAS_TORCH = find_spec("torch") is not None
collect_ignore = [] if HAS_TORCH else ["tests/training/test_training.py"]

# Collecting makes a million objects that all stay: looking for garbage among them again and again
# would take as long as all the rest of it.
gc.disable()

# Examples are the same every time, others every night; how long one takes says how busy the machine
# is.
settings.register_profile(
    "galo", deadline=None, derandomize=not IS_LONG, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("galo")

# A shell that starts the tests in the background lets them, and all that they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _environment() -> Iterator[None]:
    """Give every test the same environment: no width of a terminal, nothing of another test."""
    before = dict(os.environ)
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        os.environ.pop(name, None)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(autouse=True)
def _registries() -> Iterator[None]:
    """Forget the games and agents that a test or an example has registered or installed."""
    yield
    games._registered.clear()
    games._from_plugin.cache_clear()  # a test may have imported its module anew
    agents._registered.clear()


@pytest.fixture(autouse=True)
def _interrupts() -> Iterator[None]:
    """Give Ctrl-C back to the tests after a command line that ran in this process."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # of untyped parts
    """Gives tests out file by file, and all that fit a pattern of TOGETHER to one process."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return next((pattern for pattern in TOGETHER if re.match(pattern, file)), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """Let xdist give out the tests as `Scheduling` does, in their order."""
    config.option.loadscopereorder = False
    return Scheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked long to the nights, and begin with what takes longest of the rest.

    The patterns of TOGETHER come in their order: the last to end should be short.
    """
    if not IS_LONG and not config.option.markexpr:
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]

    def place(item: pytest.Item) -> int:
        fits = (re.match(pattern, item.nodeid) for pattern in TOGETHER)
        return next((number for number, found in enumerate(fits) if found), len(TOGETHER))

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Look for garbage from now on, among what the tests make."""
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what ran, folder by folder, so that nothing is left out in silence."""
    ran: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        if report.when == "call":
            ran[_part_of(report.nodeid)] += 1
    skipped = len(terminalreporter.stats.get("skipped", []))
    parts = ", ".join(f"{part} {count}" for part, count in sorted(ran.items()))
    terminalreporter.write_line(f"ran {sum(ran.values())} tests, skipped {skipped}: {parts}")
    if not IS_LONG:
        terminalreporter.write_line("tests marked long run every night: make test-long")
    if not HAS_TORCH:
        terminalreporter.write_line("tests that need PyTorch: make test-train")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a run fail in which a test was skipped: on Linux everything is there to run all."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(session.config, "workerinput"):
        return
    if sys.platform == "linux" and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _part_of(test: str) -> str:
    """Return the folder of tests that *test* belongs to, or its file."""
    path = Path(test.partition("::")[0])
    return path.parts[1] if path.parts[0] == "tests" and len(path.parts) > 2 else path.name
