"""The package as people get it: built, installed without the sources, and used elsewhere."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from galo.extras import EXTRAS, LARGE
from support.commands import ROOT
from support.samples import nightly
from support.visitors import Site

RECORDS = "records.jsonl"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    [found] = built.glob("*.whl")
    return found


class Environment:
    """A virtual environment with galo from a wheel, and nothing of this one's."""

    def __init__(self, folder: Path, requirement: str) -> None:
        uv = [sys.executable, "-m", "uv"]
        subprocess.run([*uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
        self.python = folder / "bin" / "python"
        install = [*uv, "pip", "install", "--quiet", "--python", str(self.python), requirement]
        subprocess.run(install, check=True)
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()
        self.environment = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}

    def galo(self, words: str, status: int = 0) -> str:
        """Return what the command prints, on standard error where it fails."""
        finished = subprocess.run(
            [self.python.with_name("galo"), *words.split()],
            cwd=self.elsewhere,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert finished.returncode == status, (words, finished.stdout, finished.stderr)
        return finished.stderr if status else finished.stdout


@pytest.fixture(scope="module")
def base(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return what `pip install galo` gives."""
    return Environment(tmp_path_factory.mktemp("base"), str(wheel))


@pytest.fixture(scope="module")
def lab(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return what `pip install galo[lab]` gives."""
    return Environment(tmp_path_factory.mktemp("lab"), f"galo[lab] @ {wheel.as_uri()}")


def test_wheel_has_the_package_alone_and_the_sources_have_its_tests(built: Path) -> None:
    [wheel] = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"galo"}
    assert "galo/py.typed" in names
    assert "galo/players/connect_four/book.bin" in names
    assert "galo/web/static/index.html" in names
    assert "galo/players/dominoes4/neural.npz" in names
    assert wheel.stat().st_size < 2_950_000  # 1.3 MB of it are networks, 130 kB puzzles
    [sources] = built.glob("*.tar.gz")
    with tarfile.open(sources) as archive:
        files = {name.partition("/")[2] for name in archive.getnames()}
    assert {"tests/package/test_package.py", "Makefile", "LICENSE", "CHANGELOG.md"} <= files


def test_extras_of_the_package_are_those_that_the_sentences_name(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert set(extras) == {*EXTRAS, "all"}
    together = [name for name in EXTRAS if name not in LARGE]
    assert extras["all"] == [f"galo[{','.join(together)}]"]
    for name, modules in EXTRAS.items():
        packages = [line.partition(">")[0].partition("[")[0] for line in extras[name]]
        assert sorted(packages) == sorted(module.replace("_", "-") for module in modules)


def test_installed_package_runs_from_anywhere(base: Environment) -> None:
    code = "import galo, sys; print(galo.__file__); assert 'scipy' not in sys.modules"
    where = subprocess.check_output([base.python, "-c", code], text=True, cwd=base.elsewhere)
    assert str(ROOT / "src") not in where
    assert base.galo("--version").strip()
    assert "dominoes4" in base.galo("games")
    assert "perfect" in base.galo("agents connect_four --lang pt")


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("match connect_four focused random --games 4 --seed 1 --json --out kept", "games", 4),
        nightly("match dominoes4 s1 basic --games 4 --json", "games", 4),
        nightly("tournament connect_four random focused tux --games 2 --json", "game",
                "connect_four"),
        ("solve connect_four 4453 --json", "score", -2),
        ("perft lines_of_action 2 --json", "nodes", [36, 1244]),
        nightly("evolve dominoes4 s1 --against basic --population 4 --generations 2 --matches 20 "
                "--out evolved --json", "matches", 0),
    ],
    ids=lambda value: str(value).split()[0],
)  # fmt: skip
def test_command_of_the_installed_package(
    base: Environment, words: str, field: str, value: object
) -> None:
    found = json.loads(base.galo(words))[field]
    assert found == value or (field == "matches" and found > 0)


def test_record_of_the_installed_package_is_replayed(base: Environment) -> None:
    code = "import galo; print(galo.play('connect_four', ['focused', 'random'], seed=1).to_line())"
    record = subprocess.check_output([base.python, "-c", code], text=True, cwd=base.elsewhere)
    (base.elsewhere / RECORDS).write_text(record)
    assert "focused" in base.galo(f"replay {RECORDS}")


@pytest.mark.parametrize(
    "words",
    [
        nightly("tournament connect_four random focused --games 2 --out somewhere"),
        "evolve dominoes4 s1 --against basic --method cma --generations 1 --out more",
    ],
    ids=lambda words: str(words).split()[0],
)
def test_missing_extra_is_named_before_anything_is_played(base: Environment, words: str) -> None:
    sentence = base.galo(words, status=2)
    assert "pip install 'galo[lab]'" in sentence
    assert sentence.count("\n") == 1


def test_site_of_the_installed_package_plays(base: Environment, tmp_path: Path) -> None:
    with Site(tmp_path, python=base.python) as site:
        page = site.http.get("/").text
        for address in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            file = site.http.get(address)
            assert file.status_code == 200
            if address.endswith((".js", ".css")):
                assert "immutable" in file.headers["cache-control"]
                assert file.headers["content-encoding"] == "gzip"
        assert "/bundle/site.js" in page
        assert site.get("/texts/pt.json")["hint"]
        [ticket] = site.seated("connect_four", 1, "focused")
        with site.visit(ticket) as person:
            person.play("4")
            person.until_event("moved", seat=1)


@pytest.mark.long
def test_study_of_the_installed_package_becomes_a_report(lab: Environment) -> None:
    page = Path(lab.galo("lab run sbgames2008 --quick --out study").strip().splitlines()[-1])
    assert "<svg" in (lab.elsewhere / page).read_text()
