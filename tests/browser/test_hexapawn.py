"""The example package at a table: a game that galo has never heard of, played in the browser."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from support.commands import TESTS
from support.hexapawn import install_hexapawn
from support.page_checks import serious_findings
from support.person import DESKTOP, PHONE, Person
from support.visitors import WITHOUT_LIMITS, Site


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site of its own, with the example package installed beside galo."""
    folder = tmp_path_factory.mktemp("club")
    packages = folder / "packages"
    packages.mkdir()
    install_hexapawn(packages)
    path = os.pathsep.join([str(packages), str(TESTS), os.environ.get("PYTHONPATH", "")])
    with Site(folder, *WITHOUT_LIMITS, PYTHONPATH=path) as site:
        yield site


@pytest.mark.parametrize(("size", "locale", "name"), [
    (DESKTOP, "en-US", "Play Hexapawn against agents"),
    pytest.param(PHONE, "pt-BR", "Jogar Hexapawn contra agentes", marks=pytest.mark.long),
])  # fmt: skip
def test_game_of_another_package_is_played_from_the_lobby_to_its_end(
    browser: Browser, club: Site, size: tuple[int, int], locale: str, name: str
) -> None:
    ana = Person(browser, club, size=size, locale=locale)
    ana.page.goto("/")
    ana.choose_game("Hexapawn")
    ana.button(name).click()
    expect(ana.page).to_have_url(re.compile("/t/"))
    expect(ana.page.locator(".cell.live").first).to_be_visible()
    assert serious_findings(ana) == []
    assert ana.play_on() > 1
    ana.page.goto(ana.page.url.replace("/t/", "/r/"))
    expect(ana.page.locator(".cell").first).to_be_visible()
    ana.leave()


def test_its_rules_have_a_page(browser: Browser, club: Site) -> None:
    ana = Person(browser, club, locale="pt-BR")
    ana.page.goto("/rules/hexapawn")
    expect(ana.page.locator("h1")).to_have_text("Hexapawn")
    expect(ana.page.locator("article")).to_contain_text("Um peão avança para uma casa vazia")
    ana.leave()


def test_its_agents_have_pages_and_take_seats(browser: Browser, club: Site) -> None:
    ana = Person(browser, club, locale="pt-BR")
    ana.page.goto("/agents/hexapawn")
    links = ana.page.locator(".agents a")
    expect(links).not_to_have_count(0)
    links.first.click()
    expect(ana.page.get_by_text("Ainda não foi medido")).to_be_visible()
    assert serious_findings(ana) == []
    ana.button(re.compile("^Jogar contra")).click()
    expect(ana.page).to_have_url(re.compile("/t/"))
    ana.leave()
