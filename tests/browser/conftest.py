"""A real Chromium, and people who sit in front of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from support.chromium import QUIET, chromium_path
from support.person import Person
from support.visitors import Site


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Return Chromium, which `make test` finds or installs."""
    # For these tests only: while it runs, no other test of this process could use asyncio.
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
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
