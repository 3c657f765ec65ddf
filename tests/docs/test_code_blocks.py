"""Every code block of the README and the documentation works, page by page from top to bottom.

A page has one directory and one Python namespace. Python is run, and so are the commands of
`galo`; a block below `<!-- run: parse -->` (clusters, GPUs, minutes of computing) has its
commands read by the command line without being run, and so has a command that serves the site.
A block whose first line is a comment
with the name of a file is that file.
"""

import doctest
import io
import json
import os
import re
import runpy
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from galo.cli import main
from galo.games import registry as games
from galo.players import registry as agents
from support.commands import ROOT
from support.hexapawn import install_entry_points, install_hexapawn
from support.markdown import PAGES, Block, blocks, page_name
from support.samples import nightly
from support.shell_lines import ShellLine, check_form, parse_galo, shell_lines

FILE_NAME = re.compile(r"# (\w+\.(?:py|toml))\n")
SHELL = ("sh", "console")
DIRECTIVES = ("{toctree}", "{eval-rst}", "{generated}")  # of Sphinx, checked by `make docs`
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
# They compute longest; each time their commands are read alone.
LONG_PAGES = [
    ROOT / "docs" / name
    for name in ("guides/formulas.md", "guides/styles.md", "tournaments.md", "tutorial/pit.md")
]
TYPED = "quit\n"  # at the prompt of a game in the terminal


class PageRunner:
    """Runs the blocks of one page in the current directory."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: Path
    ) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.page = page
        self.namespace: dict[str, Any] = {"__name__": "__main__"}

    def run(self, block: Block) -> None:
        """Run *block*, or fail because its language says nothing about how."""
        language, _, _ = block.language.partition(" ")
        run: dict[str, Callable[[Block], None]] = {
            "python": self._run_python,
            "json": _check_json,
            "toml": _check_toml,
            "text": lambda _: None,
            **dict.fromkeys(SHELL, self._run_shell),
            **dict.fromkeys(DIRECTIVES, lambda _: None),
        }
        assert language in run, f"a code block without a known language: {block.language!r}"
        assert language in SHELL or not block.is_parsed_only, "only commands can be parsed"
        named = FILE_NAME.match(block.text)
        if named:
            Path(named[1]).write_text(block.text, encoding="utf-8")
        else:
            run[language](block)

    def _run_python(self, block: Block) -> None:
        if block.text.startswith(">>>"):
            self._run_doctest(block)
        else:
            source = "\n" * block.line + block.text  # errors show the line of the page
            exec(compile(source, page_name(self.page), "exec"), self.namespace)

    def _run_doctest(self, block: Block) -> None:
        name = page_name(self.page)
        test = doctest.DocTestParser().get_doctest(block.text, {}, name, name, block.line)
        test.globs = self.namespace
        said: list[str] = []
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        assert not runner.run(test, out=said.append, clear_globs=False).failed, "".join(said)

    def _run_shell(self, block: Block) -> None:
        language = block.language.partition(" ")[0]
        for line in shell_lines(language, block.text):
            if line.program == "galo" and (block.is_parsed_only or line.serves):
                parse_galo(line.words)
            elif line.program == "galo":
                self._check_output(line, self._run_galo(line))
            elif line.program == "python" and Path(line.words[0]).is_file():
                self.capsys.readouterr()
                runpy.run_path(line.words[0], run_name="__main__")
                self._check_output(line, self.capsys.readouterr().out)
            else:
                check_form(line)
                self._install(line)

    def _install(self, line: ShellLine) -> None:
        """Do what `pip install` would with the package here, or with the example."""
        if line.program != "pip":
            return
        folder = Path("packages").absolute()
        folder.mkdir(exist_ok=True)
        if "." in line.words:
            project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
            install_entry_points(folder, project["name"], project["entry-points"])
        elif "./examples/hexapawn" in line.words:
            install_hexapawn(folder)
        self.import_from(folder)

    def import_from(self, folder: Path) -> None:
        """Let this process and its workers import from *folder* too."""
        self.monkeypatch.syspath_prepend(folder)
        path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))

    def _run_galo(self, line: ShellLine) -> str:
        """Return what `galo` prints for *line*, which it must not refuse."""
        variables = {**line.variables, "PYTHONPATH": os.environ["PYTHONPATH"]}  # here is in it
        with self.monkeypatch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            patch.setattr("sys.argv", ["galo", *line.words])
            patch.setattr("sys.stdin", io.StringIO(TYPED))
            for registry in (agents, games):  # a new process knows nothing of this one
                patch.setattr(registry, "_registered", {})
            handler = signal.getsignal(signal.SIGINT)  # which commands with kernels replace
            self.capsys.readouterr()
            with pytest.raises(SystemExit) as ended:
                main()
            signal.signal(signal.SIGINT, handler)
        said = self.capsys.readouterr()
        assert ended.value.code in (0, None), f"{line}: {said.err}"
        return said.out

    def _check_output(self, line: ShellLine, printed: str) -> None:
        wanted = (line.output or "").strip()
        if wanted:
            checker = doctest.OutputChecker()
            shown = checker.output_difference(doctest.Example("", wanted + "\n"), printed, LOOSELY)
            assert checker.check_output(wanted + "\n", printed.strip() + "\n", LOOSELY), shown


def _check_toml(block: Block) -> None:
    tomllib.loads(block.text)


def _check_json(block: Block) -> None:
    if "…" not in block.text:  # which stands for more of the same
        json.loads(block.text)


@pytest.fixture
def runner(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[PageRunner]:
    """Return a runner for the page of the test, in a directory and a home of its own."""
    known = set(sys.modules)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("GALO_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
    # One worker process is enough for a few games, and starts sooner than one for each core.
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    monkeypatch.chdir(tmp_path)
    runner = PageRunner(monkeypatch, capsys, request.getfixturevalue("page"))
    runner.import_from(tmp_path)  # as Python does that is started there
    yield runner
    for name in set(sys.modules) - known:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize(
    "page", [nightly(page) if page in LONG_PAGES else page for page in PAGES], ids=page_name
)
def test_code_blocks_of_a_page_work(page: Path, runner: PageRunner) -> None:
    for block in blocks(page):
        try:
            runner.run(block)
        except (Exception, SystemExit) as problem:
            problem.add_note(f"in the block at {page_name(page)}:{block.line}")
            raise


@pytest.mark.parametrize("page", LONG_PAGES, ids=page_name)
def test_commands_of_a_long_page_can_be_read(page: Path, runner: PageRunner) -> None:
    for block in blocks(page):
        if block.language.partition(" ")[0] in SHELL:
            runner.run(replace(block, is_parsed_only=True))
