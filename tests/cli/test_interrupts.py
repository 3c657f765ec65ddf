"""Ctrl-C and closed pipes: commands end without a traceback, at every moment of their lives."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# Runs the command line, ignoring Ctrl-C so far if IGNORED as `nohup` and `&` start a process,
# and presses Ctrl-C when the module MODULE is about to be imported.
PRESS = """
import signal, sys

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == MODULE:
            signal.raise_signal(signal.SIGINT)

MODULE, IGNORED = sys.argv.pop(1), sys.argv.pop(1)
if IGNORED == "True":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
sys.meta_path.insert(0, Press())
from galo.cli import main
main()
"""


@pytest.mark.parametrize(
    ("module", "is_ignored", "command"),
    [
        ("typer", False, "games"),
        ("galo.cli.commands", True, "serve"),
        ("galo.web.server", False, "serve --no-browser --port 0 --database sqlite://"),
        ("numba", True, "perft connect_four 3"),
    ],
)
def test_interrupt_in_the_first_moments_ends_without_a_word(
    module: str, is_ignored: bool, command: str
) -> None:
    finished = subprocess.run(
        [sys.executable, "-c", PRESS, module, str(is_ignored), *command.split()],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (finished.stdout, finished.stderr) == ("", "")
    assert finished.returncode == 130


def test_interrupted_study_keeps_what_was_played(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    command = f"{sys.executable} -m galo lab run sbgames2008 --full --out {tmp_path}"
    playing = subprocess.Popen(  # as a script starts it in the background: Ctrl-C is ignored
        ["sh", "-c", f"trap '' INT; exec {command}"], stderr=subprocess.PIPE, text=True
    )
    try:
        for _ in range(6000):
            if results.exists() and results.stat().st_size:
                break
            time.sleep(0.01)
        playing.send_signal(signal.SIGINT)
        _, said = playing.communicate(timeout=60)
    finally:
        playing.kill()
    assert said == "stopped; the same command goes on from here\n"
    assert playing.returncode == 130
    assert 0 < len(results.read_text().splitlines()) < 68
