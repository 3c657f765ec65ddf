"""A person in front of a browser: sees what is drawn, clicks what can be clicked."""

import contextlib
import json
import re
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Locator, Request, expect

from galo.games.registry import game_names
from support.commands import PATIENCE
from support.visitors import Site, Ticket

PATIENCE_MS = PATIENCE * 1000
QUICK_MS = 20_000.0  # for a click to change something; after that another thing is tried
NO_COMPLAINT = ("Failed to load resource", "WebSocket connection")  # what the server refused
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
DESKTOP, PHONE = (1280, 800), (360, 640)
YOUR_TURN = re.compile("^●")
ANSWERS = {game: {"answer": "unsaid"} for game in (*game_names(), "hexapawn")}
WAS_ASKED = f"localStorage.setItem('galo.experience', {json.dumps(json.dumps(ANSWERS))})"
# Boards are drawn anew when their size was observed, before a frame: the second comes after that.
# Colours may take their time to change.
LAID_OUT = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map((one) => one.finished));
}"""
# What the page says goes away by itself, on a busy machine before anybody looks.
RECORDED = """(() => {
    window.said = [];
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            const place = target instanceof Element && target.closest("#note, #live, #now");
            if (place && place.textContent) window.said.push(place.textContent);
        }
    }).observe(document, { subtree: true, childList: true });
})()"""
MOST_CLICKS = 600  # in one game, after which a test has gone astray

expect.set_options(timeout=PATIENCE_MS)


class Person:
    """One browser window, with storage of its own."""

    def __init__(
        self,
        browser: Browser,
        site: Site,
        size: tuple[int, int] = DESKTOP,
        is_new: bool = False,
        **options: Any,
    ) -> None:
        """Open a window; unless the person *is_new*, they were asked before how they play."""
        self.site = site
        self.context = browser.new_context(
            base_url=f"http://{site.host}",
            viewport={"width": size[0], "height": size[1]},
            **{
                "locale": "pt-BR",
                "reduced_motion": "reduce",
                "service_workers": "block",  # which would answer in place of the server
                **options,
            },
        )
        self.context.set_default_timeout(PATIENCE_MS)
        if not is_new:
            self.context.add_init_script(WAS_ASKED)
        self.context.add_init_script(RECORDED)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        self.choice = 0  # varied, so that it is not always the first of several things
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console",
            lambda message: (
                self.complaints.append(message.text)
                if message.type == "error" and not message.text.startswith(NO_COMPLAINT)
                else None
            ),
        )
        self.page.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        if not re.match(rf"(http|ws)://{self.site.host}/|data:|blob:", url):
            self.foreign.append(url)

    def leave(self) -> None:
        """Close the window; nothing may have gone wrong in it, nothing come from elsewhere."""
        self.context.close()
        assert self.complaints == []
        assert self.foreign == []

    def has_said(self, pattern: str) -> None:
        """Wait until this page has told its person something that fits *pattern*."""
        told = "pattern => window.said.some((text) => new RegExp(pattern).test(text))"
        self.page.wait_for_function(told, arg=pattern)

    def sit(self, ticket: Ticket) -> None:
        """Sit down at the table of *ticket* with its token, as the browser that set it up does."""
        tokens = json.dumps(json.dumps({ticket.table: ticket.token}))
        self.context.add_init_script(f"localStorage.setItem('galo.tokens', {tokens})")
        self.page.goto(f"/t/{ticket.table}")

    def resize(self, size: tuple[int, int]) -> None:
        """Make the window as large as *size*, and wait until the page is laid out anew."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate(LAID_OUT)

    def prefer(self, scheme: Scheme) -> None:
        """Ask for a light or a dark page, and wait until it is."""
        self.page.emulate_media(color_scheme=scheme)
        self.page.evaluate(LAID_OUT)

    def choose_game(self, name: str) -> None:
        """Choose the game called *name* on the front page."""
        self.page.locator(".game-card", has_text=name).click()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the button called *name*."""
        return self.page.get_by_role("button", name=name)

    @property
    def is_over(self) -> bool:
        """Whether the game at this table has ended."""
        return self.page.locator(OVER).is_visible()

    def act(self) -> bool:
        """Do one thing that can be done now; return whether there was one."""
        thing = self.page.evaluate(MOST_URGENT)
        if thing is None:
            return False
        self.choice += 1
        changed = counted(*HEARD) if thing in SENDS else counted(*HEARD, *SENDS)
        before = self.page.evaluate(changed)
        found = self.page.query_selector_all(thing)
        with contextlib.suppress(Error, IndexError):  # gone between the look and the click
            found[self.choice % max(len(found), 1)].click(force=True, timeout=QUICK_MS)
            self.page.wait_for_function(
                f"before => ({changed}) !== before", arg=before, timeout=QUICK_MS
            )
        return True

    def play_on(self, moves: int = MOST_CLICKS) -> int:
        """Click until the game is over or *moves* clicks were made; return the clicks."""
        clicks = 0
        while clicks < moves and not self.is_over:
            self.page.wait_for_selector(", ".join((*CAN_BE_CLICKED, OVER)))
            clicks += self.act()  # what could be clicked may be gone by now
        return clicks


def sets_up_a_table(request: Request) -> bool:
    """Return whether *request* sets up a table; the lobby asks for a list at the same address."""
    return request.method == "POST" and request.url.endswith("/api/tables")


OVER = ".call-won, .call-over"
CAN_BE_CLICKED = (  # the most urgent first
    ".call-next button.primary",
    "button.end-choice",
    ".cell.target",
    ".hand-tile[data-state=playable]",
    ".column[aria-disabled=false]",
    ".cell.live",
)
# In one question: each would be a way to the browser and back.
MOST_URGENT = f"{json.dumps(CAN_BE_CLICKED)}.find((thing) => document.querySelector(thing)) ?? null"
# What a click changes: the moves made and what the table says, which comes from the server; before
# a move is sent, what is offered.
HEARD = (".panel [data-place]", ".call-next", ".call-over")
SENDS = ("button.end-choice", ".cell.target")


def counted(*things: str) -> str:
    """Return the script that counts *things* on the page."""
    return f"{json.dumps(things)}.map((thing) => document.querySelectorAll(thing).length).join()"
