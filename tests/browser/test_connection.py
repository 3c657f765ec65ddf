"""Connections that break: the page comes back by itself, to the same table, with one move made."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from support.page_checks import box_of, overlap
from support.person import PHONE, YOUR_TURN, Person
from support.visitors import WITHOUT_LIMITS, Site

Arrive = Callable[..., Person]
LONGEST_WAIT_MS = 10_000  # between two attempts to come back


def test_reload_shows_the_same_table(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("dominoes4", "me", "s1", "s1", "s1", pace=0.0))
    ana.play_on(2)
    expect(ana.page).to_have_title(YOUR_TURN)
    hand = ana.page.locator(".hand-tile").evaluate_all("all => all.map(t => t.dataset.tile)")
    table = ana.page.locator("[aria-label^='Mesa:']").get_attribute("aria-label")
    ana.page.reload()
    expect(ana.page).to_have_title(YOUR_TURN)
    again = ana.page.locator(".hand-tile").evaluate_all("all => all.map(t => t.dataset.tile)")
    assert again == hand
    expect(ana.page.locator("[aria-label^='Mesa:']")).to_have_attribute("aria-label", str(table))


@pytest.mark.parametrize("lost", ["the move", "the answer"])
def test_connection_cut_in_mid_move_makes_the_move_once(
    site: Site, person: Arrive, lost: str
) -> None:
    ana = person()
    cuts: list[str] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_server(message: str | bytes) -> None:
            is_play = '"play"' in str(message)
            if is_play and not cuts:
                cuts.append(str(message))
                if lost == "the answer":
                    server.send(message)
                route.close(code=1012)
                server.close()
            else:
                server.send(message)

        route.on_message(to_server)

    ana.page.route_web_socket("**/socket", between)
    ticket = site.set_up("connect_four", "me", "random", pace=0.0)
    ana.sit(ticket)
    expect(ana.page).to_have_title(YOUR_TURN)
    ana.page.keyboard.press("4")
    expect(ana.page.locator(".disc")).to_have_count(2)
    assert len(cuts) == 1
    expect(ana.page).to_have_title(YOUR_TURN)
    moves = site.get(f"/api/tables/{ticket.table}/record")["moves"]
    assert moves[0] == "4"
    assert len(moves) == 2


def test_page_goes_on_by_itself_after_the_server_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    with Site(tmp_path, *WITHOUT_LIMITS, "--thinkers", "1") as site:
        ana = Person(browser, site)
        ana.sit(site.set_up("connect_four", "me", "random", pace=0.0))
        ana.play_on(1)
        expect(ana.page.locator(".disc")).to_have_count(2)
        site.kill()
        expect(ana.page.get_by_role("heading", name="Reconectando")).to_be_visible()
        site.start()
        expect(ana.page).to_have_title(YOUR_TURN)
        ana.play_on(1)
        expect(ana.page.locator(".disc")).to_have_count(4)
        ana.leave()


def test_lost_connection_is_told_on_a_phone_without_hiding_or_moving_a_tile(
    site: Site, person: Arrive
) -> None:
    ana = person(size=PHONE)
    ways: list[WebSocketRoute] = []

    def between(route: WebSocketRoute) -> None:
        if ways:
            route.close(code=1012)
        else:
            route.connect_to_server()
        ways.append(route)

    ana.page.route_web_socket("**/socket", between)
    ana.page.clock.install()
    ana.sit(site.set_up("dominoes4", "me", "s1", "s1", "s1", pace=0.0))
    expect(ana.page).to_have_title(YOUR_TURN)
    felt = ana.page.locator(".felt")
    before = box_of(felt)
    ways[0].close(code=1012)
    expect(ana.page.get_by_role("heading", name="Reconectando…")).to_be_visible()
    strip = ana.page.locator(".call")
    assert not overlap(strip, felt)
    assert box_of(felt) == before
    assert box_of(strip)["x"] + box_of(strip)["width"] <= PHONE[0]
    assert not overlap(strip, ana.page.get_by_role("link", name="Início"))
    gone = ana.page.get_by_role("heading", name="O servidor não responde")
    while not gone.is_visible():
        ana.page.clock.fast_forward(LONGEST_WAIT_MS)
        ana.page.wait_for_timeout(50)
    assert not overlap(strip, felt)
    expect(ana.page.locator(".dominoes.low")).to_have_count(0)


def test_second_tab_takes_the_seat_over_and_gives_it_back(site: Site, person: Arrive) -> None:
    ana = person()
    ticket = site.set_up("connect_four", "me", "random", pace=0.0)
    ana.sit(ticket)
    expect(ana.page).to_have_title(YOUR_TURN)
    second = ana.context.new_page()
    second.goto(f"/t/{ticket.table}")
    expect(second).to_have_title(YOUR_TURN)
    expect(ana.page.get_by_text("Você abriu a mesa em outra aba")).to_be_visible()
    ana.button("Jogar aqui").click()
    expect(second.get_by_text("Você abriu a mesa em outra aba")).to_be_visible()
    ana.page.keyboard.press("4")
    expect(ana.page.locator(".disc")).to_have_count(2)


def in_round(text: str) -> set[int]:
    """Return the rounds that the message *text* tells of; of none if it is of no moment."""
    message = json.loads(text)
    if message["type"] != "state":
        return set()
    moments = [message["view"]["board"] or {}, *message["events"]]
    return {moment["round"] for moment in moments if "round" in moment}


def test_watcher_sees_the_table_and_no_tile_of_anybody(site: Site, person: Arrive) -> None:
    ana, watcher = person(), person()
    ticket = site.set_up("dominoes4", "me", "s1", "s1", "s1", pace=0.0)
    heard: list[str] = []
    watcher.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))),
    )
    ana.sit(ticket)
    watcher.page.goto(f"/t/{ticket.table}")
    ana.play_on(3)
    expect(ana.page).to_have_title(YOUR_TURN)
    expect(watcher.page.locator(".hand-tile[data-state=still]")).not_to_have_count(0)
    assert watcher.page.locator("button.hand-tile").count() == 0
    hand = ana.page.locator(".hand-tile").evaluate_all("all => all.map(t => t.dataset.tile)")
    assert hand
    assert heard
    rounds = [in_round(text) for text in heard]
    for tile in hand:  # of this round: in one before, everybody may have seen it
        assert not any(
            f'"{tile}' in text
            for text, rounds_told in zip(heard, rounds, strict=True)
            if rounds_told <= {max(set().union(*rounds))}
        )
