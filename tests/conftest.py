"""Shared by all tests: where the reference data lies, and a way to run the command line."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from galo.cli import main
from support.commands import PATIENCE, REFERENCE, Finished, Galo, InProcess, Refusal
from support.visitors import WITHOUT_LIMITS, Site


@pytest.fixture
def reference() -> Path:
    """Return the folder of published games and positions."""
    return REFERENCE


@pytest.fixture
def galo(tmp_path: Path) -> Galo:
    """Return a function that runs `galo` with the given arguments, in a home of its own."""

    def run(
        *arguments: str, typed: str = "", **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "galo", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "GALO_LANG": "en", **environment},
            timeout=PATIENCE,
        )

    return run


@pytest.fixture
def in_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> InProcess:
    """Return a function that runs `galo` with the given arguments in this process."""

    def run(*arguments: str, typed: str = "") -> Finished:
        monkeypatch.setattr("sys.argv", ["galo", *arguments])
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Finished(ended.value.code, said.out, said.err)

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("GALO_LANG", "en")
    # One worker process is enough for a few games, and starts sooner than one for each core.
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    return run


@pytest.fixture
def refusal(in_process: InProcess) -> Refusal:
    """Return a function that gives the one sentence with which `galo` refuses its arguments."""

    def run(*arguments: str) -> str:
        said = in_process(*arguments)
        assert said.returncode == 2
        assert said.stdout == ""
        assert said.stderr.startswith("galo: ")
        assert said.stderr.count("\n") == 1
        return said.stderr.strip()

    return run


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site that all tests share: without limits, and with agents that make trouble."""
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    folder = tmp_path_factory.mktemp("site")
    with Site(
        folder,
        *WITHOUT_LIMITS,
        "--review-seconds=0.01",
        "--verbose",
        GALO_PLUGINS="support.faulty_agents",
        PYTHONPATH=path,
    ) as site:
        yield site
