"""The board of Lines of Action: hints, choices that last, numbers of lines, the group that won."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from support.page_checks import box_of, serious_findings
from support.page_measures import measured
from support.person import PHONE, YOUR_TURN, Person
from support.visitors import Site, Ticket, visiting

Arrive = Callable[..., Person]
WON = [
    "g8-g6", "a5-c5", "c8xc5", "h6xf8", "b8-d6", "a6-c4", "c5-f2", "a4-d4", "d8xd4",
    "h3xf1", "b1-e4", "h4-h8", "c1-d2", "a7-a4", "g6-d3", "h7-g8", "e8-e5",
]  # fmt: skip
LOW = (375, 553)
TARGETS = ".marks > .dot, .marks > .ring.capture"


def seated(site: Site, who: Person) -> Ticket:
    ticket = site.set_up("lines_of_action", "me", "random", pace=0.0)
    who.sit(ticket)
    expect(who.page).to_have_title(YOUR_TURN)
    return ticket


def square(who: Person, name: str) -> Locator:
    return who.page.locator(f"[data-square={name}][role=gridcell]")


def test_hint_shows_its_move_and_no_other(site: Site, person: Arrive) -> None:
    ana = person()
    seated(site, ana)
    targets = ana.page.locator(TARGETS)
    ana.button("Dica").click()
    expect(ana.page.locator(".ring.hinted")).to_have_count(2)
    expect(ana.page.locator(".ray")).to_have_count(1)
    expect(targets).to_have_count(1)
    expect(ana.page.locator(".cell.target")).to_have_count(1)
    picked = ana.page.locator("[role=gridcell][aria-selected=true]")
    name = picked.get_attribute("data-square") or ""
    square(ana, name).click()  # put back, and taken by the person: all its moves
    expect(picked).to_have_count(0)
    square(ana, name).click()
    expect(picked).to_have_count(1)
    expect(ana.page.locator(".cell.target")).not_to_have_count(1)


def test_picked_piece_stays_when_somebody_comes_or_goes(site: Site, person: Arrive) -> None:
    ana = person()
    ticket = seated(site, ana)
    square(ana, "b1").click()
    expect(ana.page.locator(".cell.target")).to_have_count(3)
    turn = ana.page.locator(".head .turn")
    with site.watch(ticket.table):
        expect(turn).to_contain_text("1 assistindo")
        expect(square(ana, "b1")).to_have_attribute("aria-selected", "true")
    expect(turn).not_to_contain_text("assistindo")
    expect(ana.page.locator(".cell.target")).to_have_count(3)
    expect(ana.page.locator(".stone.picked")).to_have_count(1)


def test_numbers_of_the_lines_stand_around_a_picked_piece(site: Site, person: Arrive) -> None:
    ana = person()
    seated(site, ana)
    square(ana, "b1").click()
    numbers = ana.page.locator(".line-number")
    told = numbers.evaluate_all("all => all.map((one) => [one.dataset.to, one.textContent])")
    assert sorted(told) == [["b3", "2"], ["d3", "2"], ["h1", "6"]]
    expect(square(ana, "h1")).to_have_accessible_name("h1, vazia, ir para cá, 6 casas")
    ana.page.keyboard.press("Escape")
    expect(numbers).to_have_count(0)


def test_piece_is_dragged_to_its_target_and_nowhere_else(site: Site, person: Arrive) -> None:
    ana = person()
    ticket = seated(site, ana)
    for target, moves in (("b4", 0), ("b3", 2)):
        for name, button in (("b1", "down"), (target, "up")):
            box = box_of(square(ana, name))
            ana.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            getattr(ana.page.mouse, button)()
        expect(ana.page.locator(".panel [data-place]")).to_have_count(moves)
        expect(ana.page.locator("[aria-selected=true]")).to_have_count(0)
    assert site.get(f"/api/tables/{ticket.table}/record")["moves"][0] == "b1-b3"


def test_both_sides_are_counted_while_one_thinks(site: Site, person: Arrive) -> None:
    for size in (PHONE, LOW):
        ana = person(size=size, locale="en-US")
        seated(site, ana)
        counts = ana.page.locator(".duelist .counts:visible")
        expect(counts).to_have_count(2)
        for side in range(2):
            expect(counts.nth(side)).to_contain_text("2 groups")
            plate = box_of(ana.page.locator(".duelist").nth(side))
            words = box_of(counts.nth(side))
            assert words["x"] + words["width"] <= plate["x"] + plate["width"]
        assert measured(ana.page).overlaps == []


def test_group_that_won_is_lit_and_both_sides_are_counted(site: Site, person: Arrive) -> None:
    ana = person(size=PHONE)
    tickets = site.seated("lines_of_action", 2)
    with visiting(site, *tickets) as visitors:
        for number, move in enumerate(WON):
            visitors[number % 2].until_view(lambda view: view["moves"])
            visitors[number % 2].play(move)
    ana.sit(tickets[0])
    lit = ana.page.locator(".stone.connected")
    expect(lit).to_have_count(10)
    expect(square(ana, "e5")).to_have_accessible_name("e5, peça preta, no grupo que ganhou")
    counts = ana.page.locator(".duelist .colour")
    expect(counts).to_have_text(["brancas, 10 peças · 6 grupos", "pretas, 10 peças · 1 grupo"])
    assert counts.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    assert serious_findings(ana) == []
