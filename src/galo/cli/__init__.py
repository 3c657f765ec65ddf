"""The command line: a thin skin over the layers below.

This file is read before Ctrl-C can be answered in our own way, so it imports next to nothing.
The commands are in `commands.py`; what is heavy is imported inside the command that needs it.
"""

import os
import signal
import sys
from typing import Any, NoReturn

INTERRUPTED = 130  # exit code after Ctrl-C, as shells have it


def main() -> NoReturn:
    """Run the command line as this process: from here on Ctrl-C ends it without a word.

    A process started with Ctrl-C ignored, as by `nohup` or `&`, no longer ignores it.
    """
    signal.signal(signal.SIGINT, leave)
    from galo.cli.interrupts import InterruptWatch

    watch = InterruptWatch()
    with watch.running():
        from galo.cli.commands import run

        code = run()
        if watch.has_seen or code == INTERRUPTED:
            os._exit(code)  # Python would take half a second, and sometimes an exit code of its own
        sys.exit(code)


def leave(*_: object) -> NoReturn:
    """End the process at once; a command with something to keep answers Ctrl-C itself."""
    os._exit(INTERRUPTED)  # an exception could be caught, or printed, wherever it is raised


def __getattr__(name: str) -> Any:
    if name != "app":
        raise AttributeError(f"module 'galo.cli' has no attribute {name!r}")
    from galo.cli.commands import app

    return app
