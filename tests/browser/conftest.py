"""A real Chromium, and people who sit in front of it."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.people import Person
from visitors import Site

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip


def chromium_path() -> str | None:
    """Return where this machine has a Chromium."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return Chromium; a machine without one skips, but never where everything must be shown."""
    path = chromium_path()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium here, and CI must have one")
        pytest.skip("there is no Chromium here")
    # For a module only: while it runs, no other test of this process could use asyncio.
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def person(browser: Browser, site: Site) -> Iterator[Callable[..., Person]]:
    """Return a way to let people come; each must leave without an error in the console."""
    people: list[Person] = []

    def arrive(**options: Any) -> Person:
        people.append(Person(browser, site, **options))
        return people[-1]

    yield arrive
    for each in people:
        each.leave()
