"""What a visit costs: requests that reach the server, and bytes on the line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from galo.web import bundles
from galo.web.bundles import Bundles
from support.modules import MODULES, TWO_BUNDLES
from support.person import Person
from support.traffic import counted
from support.visitors import Site

Arrive = Callable[..., Person]


def test_lobby_is_light_and_a_second_visit_asks_for_the_page_alone(person: Arrive) -> None:
    ana = person()
    with counted(ana.page) as first:
        ana.page.goto("/")
        expect(ana.page.locator(".game-card")).not_to_have_count(0)
    assert len(first.requests) <= 12, first.requests
    assert 10_000 < first.bytes < 60_000
    page = ana.context.new_page()
    with counted(page) as second:
        page.goto("/")
        expect(page.locator(".game-card")).not_to_have_count(0)
    assert second.requests == [page.url]
    assert second.bytes < 5_000


def test_table_needs_few_requests(site: Site, person: Arrive) -> None:
    ana = person()
    with counted(ana.page) as first:
        ana.sit(site.set_up("connect_four", "me", "random", pace=0.0))
        expect(ana.page.locator(".columns")).to_be_visible()
    assert len(first.requests) <= 12, first.requests
    assert first.bytes < 110_000


def test_only_the_language_in_use_is_loaded(person: Arrive) -> None:
    ana = person(locale="en-US")
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.page.goto("/")
    expect(ana.page.locator(".game-card")).not_to_have_count(0)
    assert [url.rpartition("/")[2] for url in asked if "/texts/" in url] == ["en.json"]


def test_module_is_the_same_by_every_path(person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    expect(ana.page.locator(".game-card")).not_to_have_count(0)
    digest = ana.page.locator("link[rel=stylesheet]").get_attribute("href")
    assert digest is not None
    versioned = digest.removesuffix("static/bundle/site.css")
    same = """async (root) => {
      const one = await import('/static/lib/texts.js');
      const two = await import(root + 'static/lib/texts.js');
      return one.say === two.say && one.say('hint') !== 'hint';
    }"""
    assert ana.page.evaluate(same, versioned)


def test_bundle_does_what_its_modules_do(person: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "SCRIPTS", TWO_BUNDLES)
    made = Bundles(MODULES)
    ana = person()
    ana.page.goto("/results")
    ana.page.route(
        "**/made/**",
        lambda route: route.fulfill(
            body=made.file(route.request.url.partition("/made/")[2]), content_type="text/javascript"
        ),
    )
    tried = """async () => {
      const main = await import('/made/main.js');
      const { one } = await import('/made/lib/numbers.js');
      const { far } = await import('/made/pages/far.js');
      return [Object.keys(main).join(' '), main.sum, main.three, main.word, main.allWords.word,
        main.address.endsWith('/made/main.js'), await main.later(), one, far];
    }"""
    assert ana.page.evaluate(tried) == [
        "Own address allWords later sum three word", 3, 3, "word", "word", True, 42, 1, 41,
    ]  # fmt: skip
