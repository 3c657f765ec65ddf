"""Ctrl-C and closed pipes: commands end without a traceback, at every moment of their lives."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from galo.cli import interrupts
from galo.cli.common import ending_on_interrupt
from support.commands import PATIENCE
from support.samples import nightly

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
        ("galo.cli.report", False, "match connect_four focused random"),
        nightly("galo.cli.report", False, "tournament connect_four focused random"),
    ],
)
def test_interrupt_in_the_first_moments_ends_without_a_word(
    module: str, is_ignored: bool, command: str
) -> None:
    finished = subprocess.run(
        [sys.executable, "-c", PRESS, module, str(is_ignored), *command.split()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (finished.stdout, finished.stderr) == ("", "")
    assert finished.returncode == 130


def test_interrupt_while_figures_are_drawn_leaves_them_out(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = f"tournament connect_four focused random --games 2 --jobs 1 --quiet --out {out}"
    finished = subprocess.run(
        [sys.executable, "-c", PRESS, "galo.arena.figures", "False", *command.split()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert finished.stderr == f"stopped; all but the figures is in '{out}'\n"
    assert finished.returncode == 130
    kept = {"games.jsonl", "results.json", "results.csv", "ratings.csv"}
    assert {path.name for path in out.iterdir()} == kept


# Runs the command line with a cache of kernels that does HOW when code of the module MODULE first
# asks it for one.
COMPILE = """
import ctypes, hashlib, os, signal, sys, threading, traceback
from galo import jit

def callback():
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()

def long_call():
    threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
    hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)  # some minutes, in which other threads go on

HOW, MODULE, load = globals()[sys.argv.pop(1)], sys.argv.pop(1), jit.KernelCache.load_overload

def load_overload(*arguments):
    if any(frame.f_globals["__name__"] == MODULE for frame, _ in traceback.walk_stack(None)):
        jit.KernelCache.load_overload = load
        HOW()
    return load(*arguments)

jit.KernelCache.load_overload = load_overload
from galo.cli import main
main()
"""


@pytest.mark.parametrize("how", ["callback", nightly("long_call")])
@pytest.mark.parametrize(
    ("module", "command", "said"),
    [
        (
            "galo.players.connect_four.openings",
            "book build connect_four --plies 2",
            "stopped; go on with the same command\n",
        ),
        (
            "galo.players.connect_four.solver",
            "book build connect_four --plies 2",
            "stopped; go on with the same command\n",
        ),
        ("galo.players.connect_four.solve", "solve connect_four 4453", ""),
        (
            "galo.players.connect_four.minimax",
            "play connect_four --seat minimax --seat minimax --record games.jsonl",
            "",
        ),
    ],
)
def test_interrupt_while_a_kernel_is_made_ends_at_once(
    tmp_path: Path, how: str, module: str, command: str, said: str
) -> None:
    # An exception in a callback of LLVM would be lost, or come out as another one.
    finished = subprocess.run(
        [sys.executable, "-c", COMPILE, how, module, *command.split()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
    )
    assert finished.stderr == said
    assert finished.returncode == 130
    if command.startswith("play"):
        assert "galo replay games.jsonl" in finished.stdout
        assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 1


def test_interrupt_while_a_kernel_runs_has_the_usual_exit_code() -> None:
    counting = subprocess.Popen(
        [sys.executable, "-m", "galo", "perft", "connect_four", "20"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert counting.stdout is not None
        for line in counting.stdout:
            if line.startswith("  10 "):  # those after take long, then minutes, then hours
                break
        counting.send_signal(signal.SIGINT)
        _, said = counting.communicate(timeout=PATIENCE)
    finally:
        counting.kill()
    assert (counting.returncode, said) == (130, "")


# Ends while a pool has semaphores, which the process of multiprocessing that removes them counts.
LEFT_POOL = """
import os
from galo.arena.game_pool import game_pool

with game_pool():
    os._exit(130)
"""


def test_ended_pool_leaves_nothing_to_be_told() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", LEFT_POOL], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (finished.stderr, finished.returncode) == ("", 130)


def press_and(answer: Callable[[], None]) -> None:
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        answer()
        raise


def fail() -> None:
    raise RuntimeError("no compiled object yet")


def test_interrupt_that_comes_out_as_another_exception_is_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(typer.Exit) as ended, ending_on_interrupt("stopped"):
        press_and(fail)
    assert ended.value.exit_code == 130
    assert capsys.readouterr().err == "stopped\n"
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(RuntimeError), ending_on_interrupt("stopped"):
        fail()


def test_second_interrupt_does_not_disturb_what_the_first_has_begun() -> None:
    kept: list[str] = []

    def keep() -> None:
        signal.raise_signal(signal.SIGINT)
        kept.append("the games played")

    with pytest.raises(typer.Exit), ending_on_interrupt("stopped"):
        press_and(keep)
    assert kept == ["the games played"]


def test_interrupt_in_executed_text_has_the_usual_exit_code(tmp_path: Path) -> None:
    # Python remembers a KeyboardInterrupt in such text, as of every named tuple, and would end a
    # module that it was asked to run by the signal.
    press = PRESS.replace(
        "signal.raise_signal(signal.SIGINT)",
        "exec('signal.raise_signal(signal.SIGINT); [None for _ in range(1000)]')",
    )
    (tmp_path / "press.py").write_text(press)
    finished = subprocess.run(
        [sys.executable, "-m", "press", "galo.lab.devices", "False", "lab", "run", "sbgames2008"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
    )
    assert finished.stderr == "stopped; the same command goes on from here\n"
    assert finished.returncode == 130


def test_interrupted_study_keeps_what_was_played(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    command = f"{sys.executable} -m galo lab run sbgames2008 --full --out {tmp_path}"
    playing = subprocess.Popen(  # as a script starts it in the background: Ctrl-C is ignored
        ["sh", "-c", f"trap '' INT; exec {command}"], stderr=subprocess.PIPE, text=True
    )
    try:
        while not (results.exists() and results.stat().st_size):
            assert playing.poll() is None
            time.sleep(0.01)
        playing.send_signal(signal.SIGINT)
        _, said = playing.communicate(timeout=PATIENCE)
    finally:
        playing.kill()
    assert said == "stopped; the same command goes on from here\n"
    assert playing.returncode == 130
    assert 0 < len(results.read_text().splitlines()) < 68


# What is kept waits until the watching thread has looked: it must leave a called handler alone.
SLOW_KEEPING = """
import signal, threading
from galo.cli import interrupts

looked, end_if_stuck = threading.Event(), interrupts.InterruptHandler.end_if_stuck

def look(handler):
    while not handler.is_pressed:
        pass
    end_if_stuck(handler)
    looked.set()

interrupts.InterruptHandler.end_if_stuck = look
with interrupts.InterruptWatch().running():
    with interrupts.InterruptHandler(lambda: None).installed():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            looked.wait()
            print("kept")
"""


def test_what_is_kept_after_an_interrupt_may_take_its_time() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", SLOW_KEEPING], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (finished.stdout, finished.returncode) == ("kept\n", 0), finished.stderr


# The watching thread reads of the interrupt only when the command has answered it and goes on.
LATE_WATCH = """
import signal, socket, threading
import galo.cli
from galo.cli import interrupts
from galo.cli.arena import ctrl_c

answered, read, receive = threading.Event(), threading.Event(), socket.socket.recv

class LateSocket(socket.socket):
    def recv(self, size):
        numbers = receive(self, size)
        answered.wait()
        return numbers

def looked(number):
    found = signal_of(number)
    read.set()
    return found

signal_of, signal.getsignal = signal.getsignal, looked
pair = [LateSocket(fileno=one.detach()) for one in socket.socketpair()]
interrupts.socket.socketpair = lambda: pair
signal.signal(signal.SIGINT, galo.cli.leave)
with interrupts.InterruptWatch().running():
    try:
        with {block}:
            signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        pass
    answered.set()
    read.wait()
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join(0.05)  # it would end the process at once
    print("kept")
"""


@pytest.mark.parametrize(
    "block", ["interrupts.InterruptHandler(lambda: None).installed()", "ctrl_c()"]
)
def test_watch_that_comes_late_lets_the_command_keep_what_it_has(block: str) -> None:
    script = LATE_WATCH.replace("{block}", block)
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (finished.stdout, finished.returncode) == ("kept\n", 0), finished.stderr


def test_watch_may_end_before_its_thread_has_begun_to_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # An exception in the thread would fail this test, as it fails whichever test is running then.
    has_ended = threading.Event()

    class LateSocket(socket.socket):
        def recv(self, size: int, flags: int = 0) -> bytes:
            has_ended.wait()
            return super().recv(size, flags)

    watching, signalled = (LateSocket(fileno=one.detach()) for one in socket.socketpair())
    monkeypatch.setattr(socket, "socketpair", lambda: (watching, signalled))
    before = set(threading.enumerate())
    with interrupts.InterruptWatch().running():
        [thread] = set(threading.enumerate()) - before
    has_ended.set()
    thread.join()
    assert (watching.fileno(), signalled.fileno()) == (-1, -1)
