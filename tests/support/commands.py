"""Where the project lies, and the types of the fixtures that run its command line."""

import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TESTS = ROOT / "tests"
REFERENCE = TESTS / "data"  # published games and positions

Galo = Callable[..., "subprocess.CompletedProcess[str]"]
Refusal = Callable[..., str]
