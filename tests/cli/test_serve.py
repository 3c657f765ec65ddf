"""`galo serve`: one sentence for a mistake, an address and a QR code for a phone."""

import inspect
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from galo.cli.serve import serve
from galo.web.settings import SiteSettings
from support.commands import Galo, Refusal

ADDRESS = re.compile(r"http://[\w.\-]+:\d+")


def started(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    """Return `galo` with these *words*, in a home of its own and with no browser to open."""
    return subprocess.Popen(
        [sys.executable, "-m", "galo", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,  # what a buffer had read ahead of a line would be lost to communicate()
        env={**os.environ, "XDG_DATA_HOME": str(folder), "BROWSER": "true", "PATH": ""},
    )


def ended(process: "subprocess.Popen[bytes]") -> tuple[str, str]:
    """Return what *process* said until Ctrl-C."""
    process.send_signal(signal.SIGINT)
    said, problems = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    return said.decode(), problems.decode()


def test_defaults_are_those_of_the_settings() -> None:
    options, settings = inspect.signature(serve).parameters, SiteSettings()
    for name in (
        "workers",
        "grace_seconds",
        "analysis_seconds",
        "tables_per_hour",
        "sockets_per_address",
        "messages_per_second",
        "message_bytes",
    ):
        option = name.removesuffix("_seconds")
        assert options[option].default == getattr(settings, name)


def test_port_in_use_is_told_in_one_sentence(refusal: Refusal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        sentence = refusal("serve", "--no-browser", "--port", port)
    assert f"cannot listen at 127.0.0.1:{port}" in sentence
    assert "--port" in sentence


def test_host_that_is_not_ours_is_told_in_one_sentence(refusal: Refusal) -> None:
    assert "cannot listen at" in refusal("serve", "--host", "192.0.2.1", "--port", "0")
    assert "cannot listen at" in refusal("serve", "--host", "no such host", "--port", "0")


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////no/such/folder/x.db", "oracle://x"])
def test_bad_database_is_told_in_one_sentence(refusal: Refusal, url: str) -> None:
    sentence = refusal("serve", "--no-browser", "--port", "0", "--database", url)
    assert sentence.startswith(f"galo: cannot open the database {url!r}")


@pytest.mark.parametrize(
    "words",
    [
        "--port 70000",
        "--port x",
        "--workers 0",
        "--analysis 0",
        "--messages-per-second 0",
        "--message-bytes 1",
    ],
)
def test_number_out_of_bounds_is_told_in_one_sentence(refusal: Refusal, words: str) -> None:
    assert words.split()[0] in refusal("serve", *words.split())


def test_lan_prints_an_address_for_phones_and_its_qr_code(tmp_path: Path) -> None:
    process = started(tmp_path, "serve", "--lan", "--port", "0", "--no-browser", "--workers", "1")
    assert process.stdout is not None
    first = process.stdout.readline().decode()
    found = ADDRESS.search(first)
    assert found
    assert "localhost" not in found[0]
    with urllib.request.urlopen(f"{found[0]}/health") as answer:
        assert answer.status == 200
    said, problems = ended(process)
    assert said.count("█") > 50
    assert problems == ""


def test_galo_alone_opens_the_site(tmp_path: Path) -> None:
    process = started(tmp_path)
    assert process.stdout is not None
    said = process.stdout.readline().decode()
    if not said:  # somebody else has the usual port
        assert "cannot listen at 127.0.0.1:8017" in process.communicate(timeout=60)[1].decode()
        return
    assert "http://localhost:8017" in said
    with urllib.request.urlopen("http://localhost:8017/health") as answer:
        assert answer.status == 200
    assert ended(process)[1] == ""
    assert (tmp_path / "galo" / "tables.db").exists()


def test_help_names_every_limit(galo: Galo) -> None:
    shown = galo("serve", "--help").stdout
    for option in ("--lan", "--database", "--grace", "--tables-per-hour", "--message-bytes"):
        assert option in shown
