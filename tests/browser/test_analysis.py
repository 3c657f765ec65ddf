"""The analysis at a table: scores over the columns, the best line, never of another position."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from support.page_checks import serious_findings
from support.person import PHONE, YOUR_TURN, Person
from support.visitors import Site

Arrive = Callable[..., Person]
FIRST_MOVES = ["▼20", "▼21", "=", "▲21", "=", "▼21", "▼20"]
OPEN = {"low": -18, "high": 18, "moves": 0}
SCORES = ".worth text"


def sit_at(site: Site, who: Person, game: str) -> None:
    who.sit(site.set_up(game, "me", "random", pace=0.0))
    expect(who.page).to_have_title(YOUR_TURN)


def test_scores_stand_over_the_columns_and_follow_the_game(site: Site, person: Arrive) -> None:
    ana = person()
    sit_at(site, ana, "connect_four")
    scores, columns = ana.page.locator(SCORES), ana.page.locator(".column")
    ana.button("Análise").focus()
    ana.page.keyboard.press("Enter")
    expect(scores).to_have_text(FIRST_MOVES)
    expect(ana.page.locator(".worth.best")).to_have_text("▲21")
    expect(columns.nth(3)).to_have_attribute(
        "aria-label", re.compile("^coluna 4: vence em 21 lance")
    )
    expect(columns.nth(0)).to_have_attribute(
        "aria-label", re.compile("^coluna 1: perde em 20 lanc")
    )
    ana.has_said("Melhor: coluna 4.")
    assert serious_findings(ana) == []
    ana.page.keyboard.press("1")
    expect(ana.page.locator(".disc")).to_have_count(2)
    expect(scores).not_to_have_text(FIRST_MOVES)
    expect(scores).to_have_count(7)
    ana.button("Lance anterior").first.click()  # whose scores nobody has asked for
    expect(scores).to_have_count(0)
    ana.button("Voltar ao jogo").click()
    expect(scores).to_have_count(7)
    ana.button("Análise").click()
    expect(scores).to_have_count(0)
    expect(ana.page.locator(".call-analysis")).to_have_count(0)
    expect(columns.nth(3)).to_have_attribute("aria-label", re.compile("^coluna 4, "))


def check_phone(who: Person) -> None:
    """Check that nothing scrolls, nothing is cut off, and everything is said in words."""
    assert serious_findings(who) == []
    width, height = who.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert width <= PHONE[0]
    assert height <= PHONE[1]
    for box in (node.bounding_box() for node in who.page.locator(".tool:visible, .call").all()):
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert box["y"] + box["height"] <= PHONE[1]
    text = who.page.locator("body").inner_text()
    assert not re.findall(r"\b[a-z]+\.[a-z_]+\b|\{\w+\}", text)  # a key, or a gap not filled in


def test_scores_fit_a_phone(site: Site, person: Arrive) -> None:
    ana = person(size=PHONE, locale="en-US", color_scheme="dark")
    sit_at(site, ana, "connect_four")
    ana.button("Analysis").click()
    expect(ana.page.locator(SCORES)).to_have_text(FIRST_MOVES)
    expect(ana.page.locator(".call-analysis")).to_contain_text("Best: column 4. Wins in 21 moves.")
    check_phone(ana)


def test_best_line_is_drawn_and_told_on_a_phone(site: Site, person: Arrive) -> None:
    ana = person(size=PHONE, locale="en-US", color_scheme="dark")
    sit_at(site, ana, "lines_of_action")
    ana.button("Analysis").click()
    best = ana.page.locator(".lines li").first.locator("> span")
    # How many moves follow depends on how busy the machine is.
    expect(best).to_have_text(re.compile(r"^[a-h][1-8]–[a-h][1-8]( |$)"))
    expect(ana.page.locator(".call-analysis h2")).to_contain_text(best.inner_text().split()[0])
    expect(ana.page.locator(".best-move")).to_have_count(1)
    ana.has_said(r"chance of winning: \d+ %\. (One ply|\d+ plies) ahead.*Line: ")
    check_phone(ana)
    ana.button("Analysis").click()
    expect(ana.page.locator(".best-move")).to_have_count(0)


def test_late_answer_is_not_shown_on_the_next_position(site: Site, person: Arrive) -> None:
    ana = person()
    held: list[str] = []
    sockets: list[WebSocketRoute] = []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def pass_on(message: str | bytes) -> None:
            if not held and json.loads(message)["type"] == "analysis":
                held.append(str(message))
            else:
                socket.send(message)

        server.on_message(pass_on)

    ana.page.route_web_socket(re.compile("/socket$"), hold)
    sit_at(site, ana, "connect_four")
    ana.button("Análise").click()
    while not held:
        ana.page.wait_for_timeout(20)
    ana.page.keyboard.press("1")
    expect(ana.page.locator(".disc")).to_have_count(2)
    scores = ana.page.locator(SCORES)
    expect(scores).to_have_count(7)
    now = scores.all_text_contents()
    sockets[-1].send(held[0])
    ana.page.wait_for_timeout(100)
    assert scores.all_text_contents() == now != FIRST_MOVES


def test_analysis_goes_on_until_it_is_exact(site: Site, person: Arrive) -> None:
    ana = person(locale="en-US")
    answers: list[str] = []
    seen: list[list[str]] = []

    def vague_at_first(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            content = json.loads(message)
            if content["type"] == "analysis":
                answers.append(content["id"])
                if len(answers) == 1:
                    wins = {"low": 1, "high": 18, "moves": 21}
                    vague = {"columns": [OPEN] * 3 + [wins] + [OPEN] * 3, "best_moves": []}
                    message = json.dumps({**content, **vague, "exact": False})
            socket.send(message)

        server.on_message(pass_on)

    ana.page.route_web_socket(re.compile("/socket$"), vague_at_first)
    ana.page.expose_function("see", lambda signs: seen.append(signs))
    sit_at(site, ana, "connect_four")
    ana.page.evaluate(
        """() => new MutationObserver(() => {
            const signs = [...document.querySelectorAll(".worth text")];
            if (signs.length) window.see(signs.map((sign) => sign.textContent));
        }).observe(document.querySelector(".heads"), { childList: true })"""
    )
    ana.button("Analysis").click()
    expect(ana.page.locator(SCORES)).to_have_text(FIRST_MOVES)
    assert len(set(answers)) == 2  # asked once more, without a click
    assert seen[0] == ["…", "…", "…", "▲…", "…", "…", "…"]
    assert not any("?" in sign for signs in seen for sign in signs)


def test_analysis_stays_on_at_its_table_alone(site: Site, person: Arrive) -> None:
    ana = person()
    sit_at(site, ana, "connect_four")
    ana.button("Análise").click()
    expect(ana.page.locator(SCORES)).to_have_count(7)
    ana.button("Ajustes").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="English").click()
    expect(ana.page.locator(".column").nth(3)).to_have_attribute(
        "aria-label", re.compile("^column 4: wins in 21 moves, best")
    )
    ana.page.goto("/")
    ana.choose_game("Connect Four")
    ana.button("Play Connect Four against agents").click()
    expect(ana.button("Analysis")).to_have_attribute("aria-pressed", "false")
