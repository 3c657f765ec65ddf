"""The replay: its moment in words, the result and the moves on every screen, nobody thinking."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from support.page_checks import serious_findings
from support.page_measures import measured
from support.person import PHONE, Person
from support.visitors import Site, Ticket, play_on, visiting

Arrive = Callable[..., Person]
SIDEWAYS = (844, 390)
WON = ["4", "1", "4", "1", "4", "1", "4"]  # by the first seat
PRESS_ALL = """count => {
    for (let k = 0; k < count; k += 1)
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "." }));
    return document.querySelectorAll(".float").length;
}"""


def won_game(site: Site) -> Ticket:
    """Let two people without names play WON; return the ticket of the winner."""
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as visitors:
        for number, move in enumerate(WON):
            mover = visitors[number % 2]
            mover.until_view(lambda view: view["moves"])
            mover.play(move)
    return tickets[0]


def keep_token(who: Person, ticket: Ticket) -> None:
    who.sit(ticket)
    expect(who.page.locator(".call-won")).to_be_visible()


def test_replay_on_a_phone_has_the_result_and_the_moves(site: Site, person: Arrive) -> None:
    ana, anybody = person(size=PHONE), person(size=PHONE, locale="en-US")
    ticket = won_game(site)
    keep_token(ana, ticket)
    ana.page.goto(f"/r/{ticket.table}")
    anybody.page.goto(f"/r/{ticket.table}")
    for who, first, result in (
        (ana, "Você jogou na coluna 4", "Você ganhou! · quatro em linha"),
        (anybody, "Somebody (● first) played column 4", "Somebody (● first) won. · four in a line"),
    ):
        moment = who.page.locator(".moment")
        expect(moment).to_be_visible()
        who.page.keyboard.press(".")
        expect(moment).to_have_text(first)
        expect(who.page.locator(".dots")).to_have_count(0)  # nobody is thinking any more
        who.page.locator("input[type=range]").press("End")
        expect(moment).to_have_text(result)
        assert moment.evaluate("node => node.scrollWidth <= node.clientWidth")
        assert serious_findings(who) == []
    for size in (SIDEWAYS, PHONE):
        ana.resize(size)
        assert measured(ana.page).overlaps == [], size
    panel = ana.page.locator(".panel")
    expect(panel).to_be_hidden()
    ana.button("Lances").click()
    expect(panel.locator(".outcome")).to_have_text(re.compile("Você ganhou!"))
    expect(panel.locator("[data-place]")).to_have_count(len(WON))
    assert serious_findings(ana) == []
    panel.locator("[data-place='3']").click()
    expect(panel).to_be_hidden()
    expect(ana.page.locator(".disc")).to_have_count(3)


def test_replay_with_a_token_that_is_no_longer_good_is_everybodys(
    site: Site, person: Arrive
) -> None:
    ana = person()
    ticket = won_game(site)
    keep_token(ana, ticket)
    ana.context.add_init_script(
        f"localStorage.setItem('galo.tokens', JSON.stringify({{'{ticket.table}': 'x'.repeat(22)}}))"
    )
    ana.page.goto(f"/r/{ticket.table}")
    expect(ana.page.locator(".moment")).to_be_visible()
    ana.page.keyboard.press(".")
    expect(ana.page.locator(".moment")).to_have_text("Alguém (● primeiro) jogou na coluna 4")


def test_points_of_moves_before_do_not_pile_up(site: Site, person: Arrive) -> None:
    ana = person(reduced_motion="no-preference")
    ticket = site.set_up("dominoes4", "me", "s1", "s1", "s1", pace=0.0)
    with site.visit(ticket) as visitor:
        play_on([visitor])
    frames = site.get(f"/api/tables/{ticket.table}/replay")["frames"]
    scored = [
        sum(point["points"] > 0 for point in frame["event"]["points"])
        for frame in frames
        if frame["event"]
    ]
    assert sum(scored) > 2 * max(scored)
    ana.page.goto(f"/r/{ticket.table}")
    expect(ana.button("Reproduzir")).to_be_visible()
    most = 0
    for _ in range(0, len(frames), 5):
        most = max(most, ana.page.evaluate(PRESS_ALL, 5))
    assert 0 < most <= max(scored)
    ana.button("Para o começo").click()
    expect(ana.page.locator(".float")).to_have_count(0)
