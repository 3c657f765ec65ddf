"""Watching agents: pause, step and speed, open hands, what each agent thinks of its move."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from support.page_checks import box_of, serious_findings
from support.person import DESKTOP, PHONE, Person
from support.shown_games import AGENTS, ShownGame, played
from support.visitors import Site

Arrive = Callable[..., Person]
NAME = 80  # pixels: the longest word of a name
FACES = ".player-hand.faces"


def assert_on_screen(who: Person, size: tuple[int, int]) -> None:
    """Assert that every button of the player bar can be seen and tapped."""
    for button in who.page.locator(".call-host button:visible").all():
        box = box_of(button)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["height"] >= 40


def test_agents_stop_step_and_go_on(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("connect_four", "random", "random", pace=0.0))
    discs = ana.page.locator(".disc")
    step = ana.button("Um lance")
    expect(step).to_be_enabled()
    step.click()
    expect(discs).to_have_count(1)
    step.click()
    expect(discs).to_have_count(2)
    ana.button("Lento").click()
    expect(ana.button("Lento")).to_have_attribute("aria-pressed", "true")
    expect(step).to_be_disabled()
    ana.button("Pausa").click()
    expect(step).to_be_enabled()
    expect(ana.button("Continuar")).to_be_visible()
    ana.button("Rápido").click()
    expect(discs.nth(3)).to_be_attached()


def test_hands_of_agents_are_opened_and_closed(site: Site, person: Arrive) -> None:
    ana = person()
    ana.sit(site.set_up("dominoes4", "random", "random", "random", "random", pace=0.0))
    ana.button("Um lance").click()  # the deal
    switch = ana.button("Mãos abertas")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(ana.page.locator(FACES)).to_have_count(0)
    switch.click()
    expect(ana.page.locator(FACES)).to_have_count(4)
    expect(ana.page.locator(f"{FACES} .tile, .hand-tile .tile").nth(20)).to_be_attached()
    for size in (DESKTOP, PHONE):
        ana.resize(size)
        assert_on_screen(ana, size)
        assert serious_findings(ana) == [], size
    switch.click()
    expect(ana.page.locator(FACES)).to_have_count(0)


def test_hands_are_not_offered_where_a_person_plays(site: Site, person: Arrive) -> None:
    ticket = site.set_up("dominoes4", "me", "random", "random", "random", pace=0.0, listed=True)
    ana, watcher = person(), person()
    ana.sit(ticket)
    watcher.page.goto(f"/t/{ticket.table}")
    for who in (ana, watcher):
        expect(who.page.locator(".player").first).to_be_visible()
        expect(who.button("Mãos abertas")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_agent_says_why_it_plays_and_who_it_thinks_will_win(
    site: Site, person: Arrive, size: tuple[int, int]
) -> None:
    ana = person(size=size)
    ana.sit(site.set_up("connect_four", "perfect", "random", pace=0.0))
    step, board = ana.button("Um lance"), ana.page.locator(".frame-box")
    expect(step).to_be_enabled()
    room = box_of(board)
    step.click()
    bar = ana.page.locator(".chances")
    expect(bar).to_contain_text("Na opinião de perfect:")
    expect(bar.locator(".chance").first).to_contain_text("100%")
    expect(ana.page.locator(".call-host p")).to_contain_text("Ganha em")
    filled = bar.evaluate(
        "node => node.querySelector('i').offsetWidth / node.querySelector('.share').offsetWidth"
    )
    assert filled == 1
    assert_on_screen(ana, size)
    assert serious_findings(ana) == []
    assert box_of(board) == room
    step.click()
    expect(ana.page.locator(".disc")).to_have_count(2)  # of an agent that has no estimate
    expect(bar.locator(".chance").first).to_contain_text("100%")
    assert box_of(board) == room


def test_names_have_room_beside_points_of_the_other_pair(person: Arrive) -> None:
    galo = played("dominoes4", 6, *AGENTS, seat=None)[81]
    ana = person(size=DESKTOP)
    ShownGame(ana, galo).show(galo, with_event=True)
    row = ana.page.locator(".moves button")
    expect(row).to_contain_text("+50 Tucano + Harpia")
    assert box_of(row.locator(".who"))["width"] >= NAME
