"""Where players sit on the page: play goes clockwise, to the seat on the left of the last one."""

import math
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from support.page_checks import box_of
from support.person import DESKTOP, PHONE, Person
from support.visitors import Site

Arrive = Callable[..., Person]
OPTIONS: dict[str, dict[str, Any]] = {"dominoes4": {}, "dominoes2": {"players": 4}}
AGENTS = {  # no two alike, to be told apart by their names
    "dominoes4": ("random", "first", "basic", "s1"),
    "dominoes2": ("random", "first", "costa", "hoffmann"),
}
SIZES = (PHONE, (740, 360), DESKTOP)  # the second is a phone held sideways
WHOLE_TURN = 2 * math.pi


def middle(what: Locator) -> tuple[float, float]:
    """Return the middle of *what*, to the right and down the page."""
    box = box_of(what)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def plate(who: Person, name: str) -> Locator:
    """Return the plate of the player called *name*."""
    label = who.page.locator(".player-name", has_text=re.compile(f"^{name}$"))
    return who.page.locator(".player", has=label)


@pytest.mark.parametrize("viewer", ["player", "watcher", "replay"])
@pytest.mark.parametrize("game", AGENTS)
def test_next_player_is_on_the_left_and_the_previous_one_on_the_right(
    site: Site, person: Arrive, game: str, viewer: str
) -> None:
    own = 2 if viewer == "player" else 0  # watchers look from the first seat
    names = AGENTS[game]
    seats = [*names[:own], "me", *names[own + 1 :]]
    ticket = site.set_up(game, *seats, options=OPTIONS[game], name="Ana", pace=0.0)
    who = person()
    if viewer == "player":
        who.sit(ticket)
        expect(who.page.locator("button.hand-tile")).not_to_have_count(0)
    else:
        with site.visit(ticket):  # tiles are dealt when its person comes
            who.page.goto(f"/{'t' if viewer == 'watcher' else 'r'}/{ticket.table}")
    before, after = names[(own - 1) % 4], names[(own + 1) % 4]
    expect(plate(who, after)).to_be_visible()
    for size in SIZES:
        who.resize(size)
        centre, _ = middle(who.page.locator(".dominoes"))
        assert middle(plate(who, after))[0] < centre < middle(plate(who, before))[0], size
        partner = plate(who, names[(own + 2) % 4])
        own_plate = who.page.locator(".player[data-place=bottom]")
        assert middle(partner)[1] < middle(own_plate)[1], size


def clockwise(around: tuple[float, float], points: list[tuple[float, float]]) -> float:
    """Return by how much one turns clockwise to look at *points* in their order, one by one."""
    angles = [math.atan2(y - around[1], x - around[0]) for x, y in points]  # y is down the page
    return sum((after - before) % WHOLE_TURN for before, after in pairwise(angles))


@pytest.mark.parametrize("game", AGENTS)
def test_turn_goes_clockwise_around_the_table(site: Site, person: Arrive, game: str) -> None:
    ana = person()
    ana.sit(site.set_up(game, *AGENTS[game], options=OPTIONS[game], pace=0.0))
    step, mover = ana.button("Um lance"), ana.page.locator(".player.turn")
    step.click()  # which deals
    expect(mover).to_have_count(1)
    seen: dict[tuple[int, int], list[tuple[float, float]]] = {size: [] for size in SIZES}
    rows = ana.page.locator(".panel [data-place]")
    for moves in range(5):
        if moves:
            step.click()
            expect(rows).to_have_count(moves)
        for size in SIZES:
            ana.resize(size)
            seen[size].append(middle(mover))
    for size in SIZES:
        ana.resize(size)
        around = middle(ana.page.locator(".cloth"))
        # A plate that loses a tile shifts a little; the other way around is three whole turns.
        assert clockwise(around, seen[size]) == pytest.approx(WHOLE_TURN, abs=0.5), size
