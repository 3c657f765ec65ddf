"""The review of a game: asked for at its end, read on a phone and on a desk, and played on from."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect

from galo.arena.records import parse_record
from support.page_checks import serious_findings
from support.page_measures import measured
from support.person import DESKTOP, PHONE, Person
from support.visitors import Site, Ticket, play_on, visiting

Arrive = Callable[..., Person]
SIDEWAYS = (844, 390)
BADLY_PLAYED = ["4", "1", "4", "1", "4", "7", "4"]  # the second seat never blocks the fourth column


def played_game(site: Site) -> Ticket:
    """Let two people without names play BADLY_PLAYED; return the ticket of the winner."""
    tickets = site.seated("connect_four", 2)
    with visiting(site, *tickets) as visitors:
        for number, move in enumerate(BADLY_PLAYED):
            mover = visitors[number % 2]
            mover.until_view(lambda view: view["moves"])
            mover.play(move)
    return tickets[0]


def test_review_is_asked_for_at_the_end_and_read_on_a_phone(site: Site, person: Arrive) -> None:
    ana = person(size=PHONE)
    ticket = played_game(site)
    ana.sit(ticket)
    ana.button("Analisar").click()
    expect(ana.page).to_have_url(re.compile(r"/r/\w+#review$"))
    curve = ana.page.get_by_role("figure", name=re.compile("Chance de vencer de Você: de 100%"))
    expect(curve).to_be_visible()
    ana.button("Próximo erro").click()
    better = ana.page.locator(".decision-strip button")
    expect(better).to_contain_text(re.compile("(erro|imprecisão).*Melhor: coluna"))
    slider = ana.page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("(erro|imprecisão)"))
    before = ana.page.locator(".disc").count()
    better.click()
    expect(better).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator(".moment")).to_contain_text("E se…")
    expect(ana.page.locator(".disc")).to_have_count(before)  # one other disc, and not one more
    better.click()
    expect(ana.page.locator(".moment")).not_to_contain_text("E se…")
    for size in (SIDEWAYS, PHONE):
        ana.resize(size)
        assert measured(ana.page).overlaps == [], size
        assert serious_findings(ana) == [], size
    ana.button("Análise").click()
    panel = ana.page.locator(".panel")
    expect(panel.get_by_role("heading", name="O que decidiu a partida")).to_be_visible()
    expect(panel.locator(".moves .mark").first).to_be_visible()
    assert serious_findings(ana) == []


def test_anybody_reads_a_review_by_its_link_and_steps_with_keys(site: Site, person: Arrive) -> None:
    ticket = played_game(site)
    anybody = person(size=DESKTOP, locale="en-US")
    anybody.page.goto(f"/r/{ticket.table}#review")
    card = anybody.page.locator(".decision")
    expect(anybody.page.locator(".curve")).to_be_visible()
    expect(card).to_have_count(0)  # nothing is decided at the beginning
    anybody.page.keyboard.press("ArrowRight")
    expect(card).to_contain_text("Move 1: Somebody")
    anybody.button("Next mistake").click()
    played = card.locator(".options button", has_text="played")
    best = card.locator(".options button", has_text="best")
    expect(played).to_have_attribute("aria-pressed", "true")
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(best).to_be_focused()
    for scheme in ("light", "dark"):
        anybody.prefer(scheme)
        assert serious_findings(anybody) == [], scheme


def test_hands_are_shown_as_they_were_and_as_they_could_be_believed(
    site: Site, person: Arrive
) -> None:
    options = {"target": 100}
    [ticket] = site.seated("dominoes4", 1, "random", "random", "random", options=options)
    with site.visit(ticket) as visitor:
        play_on([visitor])
    ana = person(size=DESKTOP)
    ana.page.goto(f"/r/{ticket.table}#review")
    expect(ana.page.locator(".curve")).to_be_visible()
    ana.button("Próximo erro").click()
    hands = ana.page.locator(".beliefs")
    hands.get_by_text("As mãos, e o que").click()
    expect(hands.locator("section")).to_have_count(3)  # those of the others
    expect(hands.locator(".there").first).to_contain_text(re.compile(r"✓.*\d-\d.*\d+%"))
    assert serious_findings(ana) == []
    balance = ana.page.locator(".balance")
    expect(balance).to_contain_text(re.compile("A vitória veio"))
    ana.button("Jogar daqui").click()
    ana.page.get_by_role("button", name="Jogar", exact=True).click()
    expect(ana.page).to_have_url(re.compile("/t/(?!" + ticket.table + r")\w+$"))
    expect(ana.page.locator(".player[data-place=bottom]")).to_be_visible()


def test_game_is_downloaded_as_a_record_and_in_its_notation(site: Site, person: Arrive) -> None:
    tickets = site.seated("lines_of_action", 2)
    with visiting(site, *tickets) as visitors:
        visitors[0].play("c1-e3")
        visitors[1].until_view(lambda view: view["moves"])
        assert visitors[1].code("resign") == ""
    ana = person(size=DESKTOP)
    ana.page.goto(f"/r/{tickets[0].table}")
    texts = []
    for name in ("Baixar (JSON)", "Lances em texto"):
        with ana.page.expect_download() as found:
            ana.page.get_by_role("link", name=name).click()
        texts.append((found.value.suggested_filename, found.value.path().read_text()))
    (record_file, record), (moves_file, moves) = texts
    assert record_file.endswith(".jsonl")
    assert parse_record(record.strip()).moves == ("c1-e3",)
    assert json.loads(record)["result"]["reason"] == "resigned"
    assert (moves_file.endswith(".txt"), moves) == (True, "1. c1-e3\n")
