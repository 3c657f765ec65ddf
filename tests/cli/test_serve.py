"""`galo serve`: one sentence for a mistake, an address and a QR code for a phone."""

import inspect
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

from galo.cli import app, main
from galo.cli.serve import PORT, serve
from galo.web.settings import SiteSettings
from galo.web.site_lock import only_server
from galo.web.store import Store
from support.commands import PATIENCE, ROOT, Galo, Refusal

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
    said, problems = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGINT
    return said.decode(), problems.decode()


def test_defaults_are_those_of_the_settings() -> None:
    options, settings = inspect.signature(serve).parameters, SiteSettings()
    for name in (
        "workers",
        "thinkers",
        "grace_seconds",
        "analysis_seconds",
        "tables_per_hour",
        "sockets_per_address",
        "messages_per_second",
        "message_bytes",
        "lab",
        "lab_open",
        "lab_jobs",
        "lab_games",
        "lab_matches",
        "lab_minutes",
        "lab_kept",
    ):
        option = name.removesuffix("_seconds")
        assert options[option].default == getattr(settings, name)


@dataclass
class Run:
    """What the site would have been run with."""

    settings: SiteSettings
    address: tuple[str, int]
    opened: str | None
    verbose: bool
    said: str


Try = Callable[..., Run]


@pytest.fixture
def tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Try:
    """Return a function that gives what `galo` would run with these words and variables."""

    def start(*words: str, **variables: str) -> Run:
        runs: list[Run] = []

        def run(
            listening: socket.socket, settings: SiteSettings, opened: str | None, verbose: bool
        ) -> None:
            with listening:
                address = listening.getsockname()[:2]
            runs.append(Run(settings, address, opened, verbose, capsys.readouterr().out))

        monkeypatch.setattr("galo.web.server.run", run)
        monkeypatch.setattr("sys.argv", ["galo", *words])
        for name, value in {"XDG_DATA_HOME": str(tmp_path), **variables}.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit):
            main()
        [ran] = runs
        return ran

    return start


def serve_options() -> list[Any]:
    """Return the options of `galo serve`, as the command line knows them."""
    command: Any = typer.main.get_command(app)
    return list(command.commands["serve"].params)


def test_every_option_has_a_variable_of_its_name_and_a_line_in_the_documentation() -> None:
    documented = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    options = serve_options()
    assert len(options) > 15
    for option in options:
        variable = f"GALO_{option.name.upper()}"
        assert option.envvar in (variable, [variable])
        assert option.help
        assert re.search(rf"^\| `{option.opts[0]}[` ].*\| `{variable}` \|", documented, re.M), (
            variable
        )


def test_container_unit_and_proxies_name_variables_and_the_port_as_they_are() -> None:
    files = [ROOT / "Dockerfile", ROOT / "compose.yaml", *(ROOT / "deploy").iterdir()]
    texts = {file.name: file.read_text(encoding="utf-8") for file in files}
    named = set(re.findall(r"GALO_[A-Z_]+", " ".join(texts.values())))
    known = {f"GALO_{option.name.upper()}" for option in serve_options()}
    assert named - known == {"GALO_SITE", "GALO_UPSTREAM"}  # of the proxy
    for name in ("Dockerfile", "compose.yaml", "nginx.conf", "Caddyfile"):
        assert re.search(rf"\b{PORT}\b", texts[name]), name


def test_variables_say_what_options_say(tried: Try) -> None:
    run = tried(
        "serve", GALO_HOST="127.0.0.2", GALO_PORT="0", GALO_BROWSER="0", GALO_VERBOSE="1",
        GALO_DATABASE="sqlite://", GALO_ALLOW_HOST="a.example B.example", GALO_THINKERS="3",
        GALO_TRUSTED_PROXIES="127.0.0.1 10.0.0.0/8", GALO_TABLES_PER_HOUR="7", GALO_GRACE="1.5",
        GALO_PUBLIC_URL="https://play.example/galo/",
    )  # fmt: skip
    assert run.address[0] == "127.0.0.2"
    assert (run.opened, run.verbose) == (None, True)
    settings = run.settings
    assert settings.database == "sqlite://"
    assert settings.hosts == ("a.example", "b.example")
    assert list(map(str, settings.trusted_proxies)) == ["127.0.0.1/32", "10.0.0.0/8"]
    assert (settings.thinkers, settings.tables_per_hour, settings.grace_seconds) == (3, 7, 1.5)
    assert (settings.public_url, settings.root_path) == ("https://play.example/galo", "/galo")
    local = f"http://127.0.0.2:{run.address[1]}/galo"
    assert run.said == f"galo: https://play.example/galo, here {local}  (Ctrl-C ends it)\n"


def test_command_line_wins_over_variables(tried: Try) -> None:
    words = ("--thinkers", "1", "--allow-host", "c.example", "--browser", "--port", "0")
    run = tried("serve", *words, GALO_THINKERS="5", GALO_ALLOW_HOST="a.example", GALO_BROWSER="no")
    assert (run.settings.thinkers, run.settings.hosts) == (1, ("c.example",))
    assert run.opened == f"http://localhost:{run.address[1]}"


def test_file_says_what_options_say_and_is_the_weakest(tried: Try, tmp_path: Path) -> None:
    file = tmp_path / "galo.toml"
    file.write_text(
        "thinkers = 5\ntables-per-hour = 9\ngrace = 7\nbrowser = false\nport = 0\n"
        'allow-host = ["a.example", "B.example"]\ndatabase = "sqlite://"\n'
    )
    run = tried("serve", "--config", str(file), "--thinkers", "1", GALO_TABLES_PER_HOUR="8")
    settings = run.settings
    assert (settings.thinkers, settings.tables_per_hour, settings.grace_seconds) == (1, 8, 7.0)
    assert (settings.hosts, settings.database) == (("a.example", "b.example"), "sqlite://")
    assert run.opened is None
    assert tried("serve", GALO_CONFIG=str(file)).settings.thinkers == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("thinkers = ", "is not TOML"),
        ("thinker = 2", "'thinker'"),
        ("port = 70000", "--port"),
        ("[serve]", "'serve'"),
    ],
)
def test_file_that_is_wrong_is_told_in_one_sentence(
    refusal: Refusal, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "galo.toml"
    file.write_text(text)
    assert said in refusal("serve", "--config", str(file))
    assert "cannot read" in refusal("serve", "--config", str(tmp_path / "none.toml"))


def test_galo_alone_heeds_the_variables(tried: Try) -> None:
    run = tried(GALO_PORT="0", GALO_ROOT_PATH="/galo", GALO_THINKERS="4", GALO_HOST="")
    assert (run.settings.thinkers, run.settings.trusted_proxies) == (4, ())
    assert run.opened == f"http://localhost:{run.address[1]}/galo"


def test_variable_that_is_wrong_is_named(refusal: Refusal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALO_PORT", "x")
    assert "GALO_PORT" in refusal("serve")


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (("--public-url", "play.example"), "'play.example'"),
        (("--root-path", "galo"), "'galo'"),
        (("--trusted-proxies", "proxy"), "'proxy'"),
        (("--public-url", "https://x.example/a", "--root-path", "/b"), "'/b'"),
    ],
)
def test_address_that_cannot_be_is_quoted(
    refusal: Refusal, words: tuple[str, ...], quoted: str
) -> None:
    assert quoted in refusal("serve", "--port", "0", *words)


def test_laboratory_is_off_by_default_and_lies_beside_the_database(
    tried: Try, tmp_path: Path
) -> None:
    plain = tried("serve", "--port", "0").settings
    assert not plain.lab
    assert plain.lab_folder == tmp_path / "galo" / "lab"
    beside = tried("serve", "--port", "0", "--lab", "--database", f"sqlite:///{tmp_path}/x.db")
    assert beside.settings.lab
    assert not beside.settings.lab_open
    assert beside.settings.lab_folder == tmp_path / "lab"
    opened = tried("serve", "--port", "0", "--lab-open", GALO_LAB_FOLDER=str(tmp_path / "mine"))
    assert opened.settings.lab
    assert opened.settings.lab_open
    assert opened.settings.lab_folder == tmp_path / "mine"


def test_second_server_of_a_file_is_refused(refusal: Refusal, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    words = ("serve", "--port", "0", "--no-browser", "--database", url)
    with only_server(url):
        assert "another galo serve has the database" in refusal(*words)


def test_several_workers_need_a_database_that_is_shared(refusal: Refusal, tmp_path: Path) -> None:
    assert "PostgreSQL" in refusal("serve", "--workers", "2")
    shared = ("--workers", "2", "--database", "postgresql+psycopg://h/galo")
    assert "laboratory" in refusal("serve", *shared, "--lab")


def test_folder_that_no_agent_could_name_is_refused(refusal: Refusal) -> None:
    assert "--lab-folder" in refusal("serve", "--lab", "--lab-folder", "a,b")


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
    ("harm", "said"),
    [
        ("nonsense", "file is not a database"),
        ("pages", "it is damaged, restore a backup"),
        ("cut", "malformed"),
        ("locked", "database is locked"),
        ("read-only", "attempt to write a readonly database"),
    ],
)
def test_database_that_cannot_be_used_is_told_in_one_sentence(
    refusal: Refusal, tmp_path: Path, harm: str, said: str
) -> None:
    file = tmp_path / "tables.db"
    url, other = f"sqlite:///{file}?timeout=0.1", None
    if harm == "nonsense":
        file.write_bytes(b"\x8f" * 5000)
    elif harm == "locked":
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
    elif harm == "read-only":
        sqlite3.connect(file).close()
        url = f"sqlite:///file:{file}?mode=ro&uri=true"
    else:
        Store(url).close()
        with sqlite3.connect(file) as database:
            rows = [(f"{number:010x}", 1, "paced", "{}", 0.0, 1) for number in range(5000)]
            database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        database.close()
        content = bytearray(file.read_bytes())
        content[-100_000:] = b"\xff" * (100_000 if harm == "pages" else 0)
        file.write_bytes(content)
    sentence = refusal("serve", "--no-browser", "--port", "0", "--database", url)
    assert sentence.startswith("galo: cannot open the database")
    assert said in sentence
    if other is not None:
        other.close()


@pytest.mark.parametrize(
    "words",
    [
        "--port 70000",
        "--port x",
        "--workers 0",
        "--thinkers 0",
        "--analysis 0",
        "--messages-per-second 0",
        "--message-bytes 1",
    ],
)
def test_number_out_of_bounds_is_told_in_one_sentence(refusal: Refusal, words: str) -> None:
    assert words.split()[0] in refusal("serve", *words.split())


def test_lan_prints_an_address_for_phones_and_its_qr_code(tmp_path: Path) -> None:
    process = started(tmp_path, "serve", "--lan", "--port", "0", "--no-browser", "--thinkers", "1")
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
        _, problems = process.communicate(timeout=PATIENCE)
        assert "cannot listen at 127.0.0.1:8017" in problems.decode()
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
