"""The end of a match: what it was made of, in both languages and on every screen; a celebration."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from support.page_checks import serious_findings
from support.person import DESKTOP, PHONE, Person
from support.shown_games import ENDINGS, TABLE, ShownGame
from support.visitors import Json, Site, Ticket, play_on

Arrive = Callable[..., Person]
WORDS = {
    "pt-BR": ("Resumo", "Mesa", "Total", "Nós", "Eles", "Melhor lance: ", "Revanche", "Rever"),
    "en-US": ("Summary", "Table", "Total", "Us", "Them", "Best move: ", "Rematch", "Replay"),
}
CELEBRATION = """async () => {
    const { celebrate } = await import("/static/table/celebration.js");
    const done = celebrate(document.body);
    const pieces = document.querySelectorAll(".celebration i").length;
    document.getAnimations().forEach((one) => one.finish());
    await done;
    return [pieces, document.querySelectorAll(".celebration").length];
}"""


# The list of moves has less room once the summary is there.
LAST_MOVE_IS_SEEN = """() => {
    const [list, last] = [".moves", ".moves .current"].map(
        (one) => document.querySelector(one).getBoundingClientRect());
    return list.top <= last.top && last.bottom <= list.bottom + 1;
}"""
# The device's own sharing, as far as a test can follow it.
SHARING = """
window.shared = [];
navigator.share = async (what) => { window.shared.push(what); };
"""


@pytest.fixture(scope="module")
def finished(site: Site) -> Iterator[tuple[Ticket, Json]]:
    """Return a seat at a finished match of dominoes, and its last view."""
    ticket = site.set_up("dominoes4", "me", "s4", "s4", "s4", pace=0.0)
    with site.visit(ticket) as visitor:
        yield ticket, play_on([visitor])


@pytest.mark.parametrize("locale", WORDS)
def test_summary_of_a_match_says_where_the_points_came_from(
    person: Arrive, finished: tuple[Ticket, Json], locale: str
) -> None:
    ticket, view = finished
    title, table, total, us, them, best, rematch, replay = WORDS[locale]
    points, scores = view["summary"]["points"], view["outcome"]["scores"]
    ana = person(size=PHONE, locale=locale)
    ana.sit(ticket)
    expect(ana.button(rematch)).to_be_visible()
    summary = ana.page.get_by_role("region", name=title, exact=True)
    expect(summary).to_be_hidden()
    ana.button(title).click()
    expect(summary).to_be_visible()
    assert summary.locator("thead th").all_inner_texts() == [us, them]
    rows = {
        row[0]: [int(number) for number in row[1:]]
        for row in (
            tr.locator("th, td").all_inner_texts() for tr in summary.locator("tbody tr").all()
        )
    }
    assert rows[table] == [kinds.get("table", 0) for kinds in points]
    assert rows[total] == scores
    expect(summary).to_contain_text(f"{best}")
    expect(summary).to_contain_text(f"+{view['summary']['best']['points']}.")
    expect(summary.get_by_role("button", name=replay)).to_be_visible()
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    box = summary.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE[0]
    assert serious_findings(ana) == []
    ana.resize(DESKTOP)  # beside the board, without a click
    ana.page.reload()
    expect(summary).to_be_visible()
    summary_replay = summary.get_by_role("button", name=replay)
    expect(summary_replay).to_have_count(0)  # the strip has it
    assert serious_findings(ana) == []
    assert ana.page.evaluate(LAST_MOVE_IS_SEEN)
    ana.button(replay).click()
    expect(ana.page.locator(".summary")).to_contain_text(f"+{view['summary']['best']['points']}.")


@pytest.mark.parametrize(("name", "locale", "words"), [
    ("dominoes2: pairs", "pt-BR", "Dominó de 2 pontas: ganhamos, 100 × 76. Veja como foi:"),
    ("lines_of_action: last", "en-US", "Lines of Action: I won. See how it went:"),
    ("dominoes4: last", "pt-BR", "Uma partida de Dominó de 4 pontas, 230 × 100. Veja como foi:"),
])  # fmt: skip
def test_friend_is_told_how_it_went(person: Arrive, name: str, locale: str, words: str) -> None:
    ana = person(locale=locale)
    ana.page.add_init_script(SHARING)
    ShownGame(ana, ENDINGS[name][1]()[1])
    ana.button("Compartilhar" if locale == "pt-BR" else "Share").click()
    [shared] = ana.page.evaluate("window.shared")
    assert shared["text"].replace("\u00a0", " ") == words
    assert shared["url"].endswith(f"/r/{TABLE}")


def test_who_wins_is_celebrated_unless_motion_is_unwelcome(person: Arrive) -> None:
    for motion, pieces in (("no-preference", 24), ("reduce", 0)):
        ana = person(reduced_motion=motion)
        ana.page.goto("/")
        assert ana.page.evaluate(CELEBRATION) == [pieces, 0]
