"""Tables in the hand: sizes of what is touched, nothing hidden or moved at the end, no motion."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from support.page_checks import box_of, serious_findings
from support.page_measures import measured, shift_of
from support.person import LAID_OUT, Person, Scheme
from support.samples import nightly
from support.shown_games import ENDINGS, FOUR, OPENED, Moment, ShownGame, played
from support.visitors import Json

Arrive = Callable[..., Person]
UPRIGHT = [(390, 844), (390, 664), (375, 553), (360, 640)]
SIDEWAYS = [(844, 390), (740, 360), (667, 375)]
DESKS = [(1366, 650), (1280, 800)]
SMALL_DESK = (1024, 768)
THUMB, SIDEWAYS_THUMB = 44, 36  # pixels
MOST_SHIFT = 0.05
READABLE = 12  # pixels: half a tile
NARROW_TILE = 32  # pixels: a tile of a crowded hand
BOARD_GAMES = ["lines_of_action", "connect_four"]
DOMINO_ENDINGS = [name for name in ENDINGS if name.startswith("dominoes")]
WITHOUT_BANNERS = "document.querySelectorAll('.banner').forEach((banner) => banner.remove())"
WATCH_COUNT = """() => {
  globalThis.counted = [];
  const count = document.querySelector('.hands-count');
  new MutationObserver(() => counted.push(count.textContent)).observe(count, { childList: true });
}"""
# Before anything of the page runs: whatever begins to move is written down.
WATCH_MOTION = """
globalThis.motions = [];
for (const kind of ['animationstart', 'transitionrun'])
  addEventListener(kind, (event) => motions.push(`${kind} ${event.target.className}`), true);
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  motions.push(`animate ${this.className}`);
  return animate.apply(this, how);
};
"""


@pytest.mark.parametrize("game", BOARD_GAMES)
def test_board_fills_the_window_and_keeps_its_place_at_the_end(person: Arrive, game: str) -> None:
    before, after = ENDINGS[f"{game}: last"][1]()
    ana = person()
    shown = ShownGame(ana, before)
    for size in (*UPRIGHT, *SIDEWAYS, *DESKS):
        ana.resize(size)
        shown.show(before)
        playing = measured(ana.page)
        shift = shift_of(ana.page, lambda: shown.show(after, with_event=True))
        ended = measured(ana.page)
        assert playing.overlaps == ended.overlaps == [], size
        assert shift < MOST_SHIFT, size
        assert playing.cell == ended.cell, size
        assert (playing.cell or 0) >= (SIDEWAYS_THUMB if size in SIDEWAYS else THUMB), size
        assert min(playing.button or 0, ended.button or 0) >= THUMB, size


@pytest.mark.parametrize("name", DOMINO_ENDINGS)
@pytest.mark.parametrize("locale", ["pt-BR", pytest.param("en-US", marks=pytest.mark.long)])
def test_tiles_stay_large_and_in_their_place_at_the_end(
    person: Arrive, name: str, locale: str
) -> None:
    before, after = ENDINGS[name][1]()
    ana = person(locale=locale)
    shown = ShownGame(ana, before)
    cloth = ana.page.locator(".cloth")
    for size in (*UPRIGHT, *SIDEWAYS, *DESKS):
        ana.resize(size)
        shown.show(before)
        playing, room = measured(ana.page), box_of(cloth)
        shift = shift_of(ana.page, lambda: shown.show(after, with_event=True))
        ended = measured(ana.page)
        assert playing.overlaps == ended.overlaps == [], size
        assert min(playing.half or 0, ended.half or 0) >= READABLE, size
        assert shift < MOST_SHIFT, size
        assert box_of(cloth) == room, size
        assert min(playing.button or 0, ended.button or 0) >= NARROW_TILE, size
        ana.page.evaluate(WITHOUT_BANNERS)  # they would stay for seconds


@pytest.mark.parametrize("name", OPENED)
def test_opened_hands_stay_large_and_on_their_plates(person: Arrive, name: str) -> None:
    moment = OPENED[name][1]()
    ana = person()
    shown = ShownGame(ana, moment)
    for size in (*UPRIGHT, *SIDEWAYS, *DESKS, SMALL_DESK):
        ana.resize(size)
        shown.show(moment)
        found = measured(ana.page)
        assert found.overlaps == [], size
        assert (found.half or 0) >= READABLE, size


def test_chain_without_room_is_panned_to_its_last_tile(person: Arrive) -> None:
    before, _ = ENDINGS["dominoes4: blocked"][1]()
    ana = person(size=(375, 553), is_new=True)  # whom the page asks a question meanwhile
    ShownGame(ana, before)
    cloth = ana.page.locator(".cloth")
    expect(ana.page.locator(".call-ask")).to_be_visible()
    expect(cloth).to_have_class(re.compile("panned"))
    assert (measured(ana.page).half or 0) >= READABLE
    room, tile = box_of(cloth), box_of(ana.page.locator(".cloth-tiles .last"))
    for start, length in (("x", "width"), ("y", "height")):
        assert room[start] <= tile[start] < room[start] + room[length]


def test_full_hand_and_a_sum_of_two_digits_lie_beside_each_other(person: Arrive) -> None:
    moments = played("dominoes4", 1, *FOUR)
    full = next(one.view for one in moments if is_full(one.view["board"]))
    ana = person()
    shown = ShownGame(ana, Moment(full, {}))
    for size in (*UPRIGHT, *SIDEWAYS, *DESKS):
        ana.resize(size)
        shown.show(Moment(full, {}))
        assert measured(ana.page).overlaps == [], size


def test_hand_of_twelve_tiles_is_still_touched_by_a_thumb(person: Arrive) -> None:
    moments = played("dominoes2", 58, "me", "first")
    crowded = next(one for one in moments if len(one.view["board"]["hand"] or ()) == 12)
    ana = person()
    shown = ShownGame(ana, crowded)
    for size in (*UPRIGHT, SIDEWAYS[0], *DESKS):
        ana.resize(size)
        shown.show(crowded)
        found = measured(ana.page)
        assert found.overlaps == [], size
        assert (found.button or 0) >= (SIDEWAYS_THUMB if size in SIDEWAYS else THUMB), size
        assert (found.half or 0) >= READABLE, size


def is_full(board: Json) -> bool:
    """Return whether the own hand has seven tiles, while the ends score ten points or more."""
    return len(board["hand"] or ()) == 7 and board["sum_scores"] and board["sum"] >= 10


@pytest.mark.parametrize(
    "name", [name if name.endswith(": last") else nightly(name) for name in ENDINGS]
)
def test_ends_are_accessible_in_the_hand(person: Arrive, name: str) -> None:
    before, after = ENDINGS[name][1]()
    ana = person(size=UPRIGHT[-1])
    shown = ShownGame(ana, before)
    shown.show(after, with_event=True)
    looks: list[tuple[tuple[int, int], Scheme]] = [(UPRIGHT[-1], "light"), (SIDEWAYS[0], "dark")]
    for size, scheme in looks:
        ana.resize(size)
        ana.prefer(scheme)
        assert serious_findings(ana) == []


def test_every_line_of_a_count_is_true(person: Arrive) -> None:
    before, after = ENDINGS["dominoes4: blocked"][1]()
    ana = person(reduced_motion="no-preference")
    shown = ShownGame(ana, before)
    ana.page.evaluate(WATCH_COUNT)
    shown.show(after, with_event=True)
    count = after.view["board"]["count"]
    one, other = count["hands"]
    last = f"Trancado: {one} + {other} = {one + other} → +{count['points']}"
    expect(ana.page.locator(".hands-count")).to_have_text(last)
    assert ana.page.evaluate("counted") == [
        "Trancado",
        f"Trancado: {one}",
        f"Trancado: {one} + {other}",
        last,
    ]


@pytest.mark.parametrize("game", ["dominoes4", *BOARD_GAMES])
def test_nothing_moves_where_motion_is_not_wanted(person: Arrive, game: str) -> None:
    seats = FOUR if game == "dominoes4" else ("me", "random")
    moments = played(game, 1, *seats, name="Francisca")
    thinking = next(
        moment
        for moment in moments
        if moment.view["mover"] not in (0, None)
        and (game in BOARD_GAMES or moment.event.get("points"))  # which rise from the table
    )
    ana = person(reduced_motion="reduce")
    ana.page.add_init_script(WATCH_MOTION)
    shown = ShownGame(ana, moments[0])
    for moment in (thinking, moments[-1]):
        shown.show(moment, with_event=True)
        assert ana.page.evaluate("document.getAnimations().length") == 0
        expect(ana.page.locator(".banner, .float")).to_have_count(0)  # they are gone at once, later
        picture = ana.page.screenshot()
        ana.page.evaluate(LAID_OUT)
        assert ana.page.screenshot() == picture
    ana.resize((390, 844))
    assert ana.page.evaluate("motions") == []
