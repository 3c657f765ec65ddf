"""A Chromium for the tests: one of this machine, or Playwright's own.

Run as a program, this makes sure that there is one: `make test` does.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip
# Where the net does not allow the first, Debian's package may come another way.
INSTALL = (
    [[sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]],
    [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]],
)
DOWNLOAD_SECONDS = 300


def chromium_path() -> str | None:
    """Return where this machine has a Chromium, None if Playwright is to take its own."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def is_there() -> bool:
    """Return whether there is any Chromium that the tests can drive."""
    if chromium_path():
        return True
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def install() -> None:
    """Get a Chromium, or leave with a sentence that says which."""
    for commands in INSTALL:
        for command in commands:
            if shutil.which(command[0]) is None or (command[0] == "apt-get" and os.geteuid()):
                break
            sys.stderr.write(f"no browser yet: {' '.join(command[-3:])}\n")
            try:
                subprocess.run(command, check=True, timeout=DOWNLOAD_SECONDS)
            except (subprocess.SubprocessError, OSError):
                break
        if is_there():
            return
    sys.exit("make test drives a real browser: install Chromium or Google Chrome, and run it again")


if __name__ == "__main__":
    if not is_there():
        install()
