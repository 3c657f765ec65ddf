"""Invitations: what they say on a site of one computer, and after it was opened to the house."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from support.page_checks import serious_findings
from support.person import PHONE, SCHEMES, YOUR_TURN, Person
from support.visitors import WITHOUT_LIMITS, Site

NETWORK = "127.0.0.2"  # stands for the address of this machine in its network
WORDS = {
    "pt-BR": ("Com um amigo", "só abre neste computador", "Abrir para os aparelhos da casa"),
    "en-US": (
        "With a friend",
        "opens on this computer only",
        "Open it to the devices in the house",
    ),
}
SHARED = """
window.shared = [];
navigator.share = async (what) => { window.shared.push(what.url); };
"""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return `galo serve` as people start it, in a network of its own."""
    folder: Path = tmp_path_factory.mktemp("plain")
    with Site(folder, *WITHOUT_LIMITS, "--thinkers", "1", "--lan-address", NETWORK) as site:
        yield site


@pytest.mark.parametrize("locale", ["pt-BR", pytest.param("en-US", marks=pytest.mark.long)])
def test_host_opens_the_site_to_the_house_from_the_invitation(
    browser: Browser, plain: Site, locale: str
) -> None:
    friend, only_here, open_house = WORDS[locale]
    ana = Person(browser, plain, locale=locale)
    ana.page.add_init_script(SHARED)
    ana.page.goto("/")
    ana.page.locator(".game-card").last.click()
    ana.button(friend).click()
    invite, link = ana.page.locator(".invite"), ana.page.locator(".invite input[type=text]")
    code, whatsapp = invite.locator("img.code"), invite.get_by_role("link", name="WhatsApp")
    expect(invite).to_contain_text(only_here)
    expect(link).to_have_value(re.compile(f"^http://{plain.host}/t/.*#invite="))
    expect(code).to_have_count(0)
    expect(whatsapp).to_have_count(0)
    switch = ana.page.get_by_role("switch", name=open_house)
    expect(switch).not_to_be_checked()
    findings: dict[str, Any] = {scheme: look(ana, scheme) for scheme in SCHEMES}

    switch.check()
    expect(link).to_have_value(re.compile(f"^http://{NETWORK}:{plain.port}/t/.*#invite="))
    expect(switch).to_be_focused()
    expect(invite).not_to_contain_text(only_here)
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    address = re.escape("https://wa.me/?text=") + f".*{NETWORK}"
    expect(whatsapp).to_have_attribute("href", re.compile(address))
    invite.locator("button.primary").click()
    assert ana.page.evaluate("window.shared") == [link.input_value()]
    findings |= {f"open {scheme}": look(ana, scheme) for scheme in SCHEMES}

    bia = Person(browser, guest_of(plain), size=PHONE, locale=locale)
    bia.page.goto(link.input_value())
    bia.page.locator("button[type=submit]").click()
    expect(ana.page).to_have_title(YOUR_TURN)
    ana.page.keyboard.press("4")
    expect(bia.page).to_have_title(YOUR_TURN)

    ana.page.goto("/")
    ana.button(friend).click()
    switch.uncheck()
    expect(invite).to_contain_text(only_here)
    expect(bia.page.locator(".call-wait, .call-stop")).to_be_visible()  # her connection is gone
    assert findings == dict.fromkeys(findings, [])
    for each in (ana, bia):
        each.leave()


def look(who: Person, scheme: Any) -> list[tuple[str, str]]:
    who.prefer(scheme)
    return serious_findings(who)


def guest_of(site: Site) -> Any:
    """Return *site* as somebody in the network reaches it."""
    return SimpleNamespace(host=f"{NETWORK}:{site.port}")
