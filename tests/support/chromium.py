"""Where a Chromium is, and the flags that keep it quiet."""

import shutil

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip


def chromium_path() -> str | None:
    """Return where this machine has a Chromium."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)
