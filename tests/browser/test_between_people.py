"""Between people: clocks, resignations, draws, takebacks, help by consent, emotes: two windows."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from support.clocks import late_table
from support.page_checks import box_of, serious_findings
from support.person import DESKTOP, PHONE, Person
from support.visitors import Site, Ticket

Arrive = Callable[..., Person]
# Shows an emote of the person at seat 0, whose plate is above, and measures it before it is gone.
SHOW_EMOTE = """async ([name, isMuted]) => {
    const { showEmote } = await import("/static/table/emotes.js");
    localStorage.setItem("galo.emotes_muted", JSON.stringify(isMuted));
    const seats = [{ kind: "person", name: "Ana", side: 0 }, { kind: "open", side: 1 }];
    const stage = document.querySelector(".stage");
    stage.querySelector(".bubble")?.remove();
    showEmote({ seat: 0, name }, { you: 1, game: "connect_four", sides: 2, seats }, stage);
    const bubble = stage.querySelector(".bubble");
    const plate = stage.querySelector("[data-seat='0']");
    const boxOf = (node) => node.getBoundingClientRect().toJSON();
    return bubble && [bubble.textContent, boxOf(bubble), boxOf(plate)];
}"""


@pytest.fixture
def two(site: Site, person: Arrive) -> Callable[..., tuple[Person, Person]]:
    """Return a way to let Ana, on a phone, and Rui meet at a table."""

    def meet(tickets: list[Ticket]) -> tuple[Person, Person]:
        ana, rui = person(size=PHONE), person(size=DESKTOP)
        for who, ticket in zip((ana, rui), tickets, strict=True):
            who.sit(ticket)
            expect(who.page.locator(".duelist").first).to_be_visible()
        return ana, rui

    return meet


def seated(site: Site, game: str = "connect_four", **fields: object) -> list[Ticket]:
    """Return the tickets of Ana and Rui."""
    first = site.set_up(game, "me", "friend", listed=True, pace=0.0, name="Ana", **fields)
    return [first, site.sit(first.table, name="Rui")]


def menu(who: Person, choice: str) -> None:
    """Choose from the menu of the table."""
    who.button("Mais").click()
    who.page.get_by_role("dialog").get_by_role("button", name=choice).click()


def drop(who: Person, column: int) -> None:
    """Drop a disc, once it is the person's turn."""
    who.page.locator(".columns button").nth(column - 1).click()


def is_on_screen(who: Person, what: Locator) -> bool:
    """Return whether all of *what* lies within the window."""
    box, size = box_of(what), who.page.viewport_size
    assert size is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return bool(
        box["x"] >= 0 and box["y"] >= 0 and right <= size["width"] and bottom <= size["height"]
    )


def test_agent_plays_for_a_person_whose_time_has_run_out_and_all_see_why(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(late_table(site, left=1.0))
    drop(rui, 4)  # from now on her time goes by
    rui.has_said("O tempo acabou para Ana")
    plate = rui.page.locator(".duelist", has_text="Ana")
    expect(plate).to_contain_text("tempo esgotado")
    expect(plate.locator(".clock")).to_have_count(0)
    expect(rui.page.locator(".duelist", has_text="Você").locator(".clock")).to_have_count(1)
    expect(ana.page.locator(".call")).to_contain_text("Seu tempo acabou")
    expect(ana.button("Voltar a jogar")).to_have_count(0)  # her hour is used up


def test_clock_counts_down_beside_the_name_of_the_person_to_move(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(seated(site, clock={"per": "move", "seconds": 600}))
    for who in (ana, rui):
        running = who.page.locator(".clock.running")
        expect(running).to_have_count(1)
        expect(who.page.locator(".duelist.moving .clock.running")).to_have_count(1)
        before = running.inner_text()
        who.page.wait_for_function(
            "before => document.querySelector('.clock.running').textContent !== before", arg=before
        )
    assert serious_findings(ana) == []


def test_resignation_is_confirmed_and_told_to_both(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(seated(site))
    menu(ana, "Desistir")
    question = ana.page.get_by_role("dialog", name="Desistir da partida?")
    question.get_by_role("button", name="Cancelar").click()
    expect(question).to_have_count(0)
    expect(rui.page.locator(".call-won")).to_have_count(0)
    menu(ana, "Desistir")
    question.get_by_role("button", name="Desistir").click()
    rui.has_said("Ana desistiu")
    expect(rui.page.locator(".call-won")).to_contain_text("Você ganhou!")
    expect(ana.page.locator(".call-over")).to_contain_text("Rui ganhou")
    expect(ana.page.locator(".call-over")).to_contain_text("desistência")


def test_draw_is_offered_and_accepted_by_keyboard(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(seated(site, "lines_of_action"))
    more = ana.button("Mais")
    more.focus()
    ana.page.keyboard.press("Enter")
    offer = ana.page.get_by_role("dialog").get_by_role("button", name="Oferecer empate")
    offer.focus()
    ana.page.keyboard.press("Enter")
    rui.has_said("Ana oferece empate")
    strip = rui.page.locator(".call-offer")
    expect(strip).to_contain_text("Ana oferece empate")
    for size in (PHONE, DESKTOP):
        rui.resize(size)
        for name in ("Aceitar", "Recusar"):
            assert is_on_screen(rui, rui.button(name)), (size, name)
        assert serious_findings(rui) == [], size
    rui.button("Aceitar").focus()
    rui.page.keyboard.press("Enter")
    for who in (ana, rui):
        expect(who.page.locator(".call-over")).to_contain_text("Empate")
        expect(who.page.locator(".call-over")).to_contain_text("empate combinado")


def test_move_is_taken_back_if_the_other_agrees(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(seated(site))
    discs = ana.page.locator(".disc")
    drop(ana, 4)
    expect(rui.page.locator(".disc")).to_have_count(1)
    drop(rui, 1)
    expect(discs).to_have_count(2)
    menu(ana, "Pedir para voltar o lance")
    rui.button("Recusar").click()
    ana.has_said("Rui preferiu não voltar o lance")
    expect(discs).to_have_count(2)
    drop(ana, 4)
    expect(discs).to_have_count(3)
    menu(ana, "Pedir para voltar o lance")
    rui.button("Aceitar").click()
    for who in (ana, rui):
        expect(who.page.locator(".disc")).to_have_count(2)


def test_offer_can_be_taken_back_and_lapses_with_a_move(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(seated(site))
    menu(ana, "Oferecer empate")
    expect(rui.button("Aceitar")).to_be_visible()
    ana.button("Retirar").click()
    expect(rui.page.locator(".call-offer")).to_have_count(0)
    drop(ana, 4)
    menu(ana, "Oferecer empate")
    expect(rui.button("Aceitar")).to_be_visible()
    drop(rui, 4)
    expect(ana.page.locator(".call-offer")).to_have_count(0)


def test_table_between_people_has_no_hints_until_both_agree_and_then_all_see_them_used(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(seated(site))
    for name in ("Dica", "Análise", "Desfazer", "Refazer"):
        expect(ana.button(name)).to_have_count(0)
    expect(ana.button("Sair")).to_be_visible()
    menu(ana, "Pedir para liberar dicas")
    rui.button("Aceitar").click()
    ana.has_said("liberados nesta mesa")
    expect(ana.button("Desfazer")).to_be_visible()
    ana.button("Dica").click()
    rui.has_said("Ana pediu uma dica")
    expect(ana.page.locator(".call-hint")).to_contain_text(re.compile(r"Sugestão: coluna \d\."))
    expect(rui.page.locator(".call-hint")).to_have_count(0)
    assert all(is_on_screen(ana, tool) for tool in ana.page.locator(".tool:visible").all())


def test_emote_appears_at_its_seat_and_can_be_hidden(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, rui = two(seated(site))
    ana.button("Reagir").click()
    choices = ana.page.locator(".popover .emotes button")
    expect(choices).to_have_count(6)
    for choice in choices.all():
        assert is_on_screen(ana, choice)
        assert box_of(choice)["height"] >= 44
        assert choice.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert serious_findings(ana) == []
    ana.page.keyboard.press("Escape")
    expect(choices.first).to_be_hidden()
    ana.button("Reagir").click()
    ana.page.keyboard.press("Enter")  # the first one has the focus
    bubble = rui.page.locator(".bubble")
    expect(bubble).to_have_text("Boa!")
    rui.has_said("Ana: Boa!")
    assert rui.page.evaluate(SHOW_EMOTE, ["lucky", True]) is None
    words, at, plate = rui.page.evaluate(SHOW_EMOTE, ["lucky", False])
    assert words == "Que sorte!"
    assert plate["bottom"] <= at["top"] <= plate["bottom"] + at["height"]
    assert plate["left"] <= at["left"] < at["right"] <= plate["right"]


def test_menu_fits_a_phone_and_has_no_serious_accessibility_finding(
    site: Site, two: Callable[..., tuple[Person, Person]]
) -> None:
    ana, _ = two(seated(site, help=True))
    expect(ana.button("Reagir")).to_have_count(0)  # eight buttons would not fit
    assert all(is_on_screen(ana, tool) for tool in ana.page.locator(".tool:visible").all())
    ana.button("Mais").click()
    box = ana.page.get_by_role("dialog")
    for choice in box.get_by_role("button").all():
        assert is_on_screen(ana, choice)
    expect(box.locator(".emotes button")).to_have_count(6)
    assert serious_findings(ana) == []
    ana.page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(ana.button("Mais")).to_be_focused()


def test_partner_is_asked_before_a_pair_resigns(site: Site, person: Arrive) -> None:
    first = site.set_up(
        "dominoes4", "me", "random", "friend", "random", listed=True, pace=0.0, name="Ana"
    )
    second = site.sit(first.table, name="Rui")
    ana, rui = person(size=PHONE), person()
    ana.sit(first)
    rui.sit(second)
    menu(ana, "Desistir")
    ana.page.get_by_role("dialog").get_by_role("button", name="Desistir").click()
    expect(rui.page.locator(".call-offer")).to_contain_text("quer desistir. Você concorda?")
    rui.button("Aceitar").click()
    for who in (ana, rui):
        expect(who.page.locator(".call-over")).to_contain_text("Eles ganharam")
        expect(who.page.locator(".player-hand.faces").first).to_be_attached()


def test_terms_of_a_table_are_told_before_one_sits_down(site: Site, person: Arrive) -> None:
    ticket = site.set_up("connect_four", "me", "friend", clock={"per": "move", "seconds": 30})
    ana, rui = person(), person(size=PHONE)
    ana.sit(ticket)
    terms = "30 s por lance · sem dica, análise nem desfazer"
    expect(ana.page.locator(".terms")).to_have_text(terms)
    invite = site.state(ticket)["seats"][1]["invite"]
    rui.page.goto(f"/t/{ticket.table}#invite={invite}")
    expect(rui.page.locator(".invitation")).to_contain_text(terms)
