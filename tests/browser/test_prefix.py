"""The site in the browser, below a prefix behind a reverse proxy."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from support.person import YOUR_TURN, Person
from support.reverse_proxy import ReverseProxy
from support.visitors import WITHOUT_LIMITS, Site

PREFIX = "/galo"
PUBLIC = f"https://play.example{PREFIX}"


def test_everything_happens_below_the_prefix(browser: Browser, tmp_path: Path) -> None:
    options = (*WITHOUT_LIMITS, "--thinkers", "1", "--public-url", PUBLIC)
    with (
        Site(tmp_path, *options) as site,
        ReverseProxy(site.port, PREFIX, strips=True) as proxy,
        site.reached_by(proxy.host),  # any request outside the prefix counts as foreign
    ):
        ana, watcher = Person(browser, site), Person(browser, site)
        lobby = f"http://{proxy.host}/"
        ana.page.goto(lobby)
        ana.choose_game("Lig 4")
        ana.button("Jogo personalizado").click()
        ana.page.get_by_role("dialog").get_by_label("Joga depois").select_option("friend")
        ana.page.get_by_role("dialog").get_by_role("button", name="Montar e convidar").click()
        link = ana.page.get_by_label("Link do convite")
        expect(link).to_have_value(re.compile(f"^{PUBLIC}/t/.*#invite="))
        assert is_loaded(ana, "Código QR do convite")
        ana.page.get_by_role("link", name="Início").click()
        expect(ana.page).to_have_url(lobby)

        ana.page.get_by_role("link", name="Regras: Lig 4").click()
        expect(ana.page).to_have_url(f"{lobby}rules/connect_four")
        canonical = ana.page.locator("link[rel=canonical]")
        expect(canonical).to_have_attribute("href", f"{PUBLIC}/rules/connect_four")
        ana.page.go_back()
        ana.button("Jogar Lig 4 contra agentes").click()
        expect(ana.page).to_have_url(re.compile(f"^{lobby}t/"))
        expect(ana.page).to_have_title(YOUR_TURN)
        ana.page.keyboard.press("4")
        expect(ana.page.locator(".disc")).to_have_count(2)
        ana.page.reload()
        expect(ana.page.locator(".disc")).to_have_count(2)
        expect(ana.page).to_have_title(YOUR_TURN)

        watcher.page.goto(ana.page.url)
        expect(watcher.page.locator(".disc")).to_have_count(2)
        watcher.page.goto(ana.page.url.replace("/t/", "/r/"))
        expect(watcher.button("Para o fim")).to_be_enabled()
        watcher.page.goto(f"{lobby}no/such/page")
        watcher.page.get_by_role("link", name="Início").click()
        expect(watcher.page).to_have_url(lobby)
        for each in (ana, watcher):
            each.leave()


def is_loaded(who: Person, picture: str) -> bool:
    """Return whether the *picture* has come from the server."""
    image = who.page.get_by_alt_text(picture)
    expect(image).to_be_visible()
    return bool(image.evaluate("image => image.decode().then(() => image.naturalWidth > 0)"))
