"""Where the project lies, how long a test waits, and the types of what runs the command line."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
TESTS = ROOT / "tests"
REFERENCE = TESTS / "data"  # published games and positions
PATIENCE = 300.0  # seconds until a test that waits for something in vain fails

Galo = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]


class Finished(NamedTuple):
    """How a command line that ran in this process ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


InProcess = Callable[..., Finished]
