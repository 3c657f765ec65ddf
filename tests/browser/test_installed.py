"""The site as an installed program: kept in the browser, and honest without a connection."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from support.notices import HIDE, NOTIFICATIONS, allow_notifications
from support.page_checks import serious_findings
from support.person import Person
from support.reverse_proxy import ReverseProxy
from support.visitors import WITHOUT_LIMITS, Site

Arrive = Callable[..., Person]
# Ends when the worker is there and has kept the files whose addresses end so.
KEPT = """async (ends) => {
  const isKept = async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = (await Promise.all(all.map((cache) => cache.keys()))).flat();
    return navigator.serviceWorker.controller !== null &&
      ends.every((end) => kept.some(({ url }) => url.endsWith(end)));
  };
  while (!(await isKept())) await new Promise((again) => setTimeout(again, 20));
}"""
PAGE = ["/bundle/site.js", "/bundle/site.css", "/texts/pt.json"]
LESSON = ["/bundle/lesson.js", "/bundle/connect_four.js", "/bundle/table.css", "/lessons/pt.json"]
LESSON += ["/api/lessons/connect_four"]


def test_without_a_connection_there_is_a_page_and_the_lessons_go_on(person: Arrive) -> None:
    ana = person(service_workers="allow")
    ana.page.goto("/")
    ana.page.evaluate(KEPT, PAGE)
    ana.page.goto("/learn/connect_four")
    ana.page.evaluate(KEPT, LESSON)
    ana.context.set_offline(True)
    ana.page.goto("/")
    expect(ana.page.locator(".problem h1")).to_be_visible()
    assert serious_findings(ana) == []
    ana.page.locator(".kept-lessons").get_by_role("link", name="Lig 4").click()
    expect(ana.page.locator(".column")).to_have_count(7)
    ana.page.reload()
    expect(ana.page.locator(".column")).to_have_count(7)
    ana.page.keyboard.press("2")
    expect(ana.page.locator(".answer")).to_contain_text("Isso mesmo!")
    ana.context.set_offline(False)
    ana.page.goto("/")
    expect(ana.page.locator(".game-card").first).to_be_visible()


def test_answers_of_the_server_are_never_kept(site: Site, person: Arrive) -> None:
    ana = person(service_workers="allow")
    ana.page.goto("/")
    ana.page.evaluate(KEPT, PAGE)
    ana.page.goto("/results")
    expect(ana.page.locator("h1")).to_be_visible()
    kept = ana.page.evaluate("""async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const all = await Promise.all(caches_.map((cache) => cache.keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    }""")
    assert "/offline" in kept
    assert all(path.startswith("/v/") or path == "/offline" for path in kept)


def test_page_says_when_the_server_has_a_newer_version(site: Site, person: Arrive) -> None:
    ana = person()
    ana.page.goto("/")
    expect(ana.page.locator(".game-card").first).to_be_visible()
    health = {**site.get("/health"), "files": "0123456789abcdef"}
    ana.page.route("**/health", lambda route: route.fulfill(body=json.dumps(health)))
    ana.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(ana.page.locator(".new-version")).to_contain_text("versão nova")
    assert serious_findings(ana) == []
    ana.button("Atualizar").click()
    expect(ana.page.locator(".new-version")).to_have_count(0)
    expect(ana.page.locator(".game-card").first).to_be_visible()


# What the browser sends the worker when the notification with these data is clicked; only a real
# click may bring a window to the front.
CLICK = """(data) => {
  const notification = { data, close: () => {} };
  const waitUntil = (work) => work.catch(() => {});
  dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
}"""


def test_notification_that_is_clicked_opens_its_table(site: Site, person: Arrive) -> None:
    first, second = site.seated("connect_four", 2)
    ana = person(service_workers="allow")
    ana.page.add_init_script(NOTIFICATIONS)
    allow_notifications(ana)
    ana.page.evaluate(KEPT, PAGE)
    ana.sit(second)
    expect(ana.page.locator(".column").first).to_be_visible()
    ana.page.evaluate("Notification.permission = 'granted'")
    ana.page.evaluate(HIDE, True)
    with site.visit(first) as bia:
        bia.play()
    ana.page.wait_for_function("window.shown.length")
    [shown] = ana.page.evaluate("window.shown")
    assert shown["title"] == "Sua vez: Lig 4"
    ana.page.locator("a.home").click()
    expect(ana.page.locator(".game-card").first).to_be_visible()
    [worker] = ana.context.service_workers
    worker.evaluate(CLICK, shown["data"])
    expect(ana.page).to_have_url(re.compile(f"/t/{second.table}$"))
    expect(ana.page.locator(".disc")).to_have_count(1)


def test_installed_site_stays_below_its_prefix(browser: Browser, tmp_path: Path) -> None:
    with (
        Site(tmp_path, *WITHOUT_LIMITS, "--thinkers", "1", "--root-path", "/galo") as site,
        ReverseProxy(site.port, "/galo", strips=False) as proxy,
        site.reached_by(proxy.host),
    ):
        ana = Person(browser, site, service_workers="allow")
        ana.page.goto(f"http://{proxy.host}/")
        ana.page.evaluate(KEPT, PAGE)
        scope = "async () => (await navigator.serviceWorker.ready).scope"
        assert ana.page.evaluate(scope) == f"http://{proxy.host}/"
        manifest = ana.page.locator("link[rel=manifest]").evaluate("(link) => link.href")
        read = """async (address) => {
          const manifest = await (await fetch(address)).json();
          const icons = manifest.icons.map(({ src }) => fetch(new URL(src, address)));
          const found = (await Promise.all(icons)).every(({ ok }) => ok);
          const [start, scope] = [manifest.start_url, manifest.scope];
          return [new URL(start, address).href, new URL(scope, address).href, found];
        }"""
        start, scope_, has_icons = ana.page.evaluate(read, manifest)
        assert start == scope_ == f"http://{proxy.host}/"
        assert has_icons
        ana.leave()
