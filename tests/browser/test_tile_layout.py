"""Where the site lays tiles: the real script, over random rounds and real sizes."""

import json
import math
import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import galo
from galo.games.dominoes.tiles import halves

STATIC = Path(galo.__file__).parent / "web" / "static"
SCRIPT = "/static/games/dominoes/tile_layout.js"
PHONE = (344, 330)
LOW_PHONE = (343, 185)  # 375 × 553, the lowest
SIZES = [PHONE, LOW_PHONE, (374, 480), (740, 560), (600, 240), (1500, 700)]
READABLE = 12  # pixels: the side of half a tile, on any table
APART = 0.3  # halves between tiles that are not neighbours
CLOSE = 1e-6

Table = dict[str, Any]
Layout = dict[str, Any]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Return a page that can import the script."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    page.route(f"**{SCRIPT}", lambda route: route.fulfill(path=STATIC.parent / SCRIPT[1:]))
    page.goto("http://galo.test/")
    yield page
    page.close()


def table_of(game: Any, plays: Any) -> Table:
    """Return the tiles of *plays* as the site's board has them."""
    arms: dict[str, list[tuple[int, int]]] = {arm: [] for arm in game.end_letters}
    first: tuple[int, int] | None = None
    ends: dict[str, int] = {}
    for move in (played.text for played in plays if played.text not in ("pass", "draw")):
        tile, _, arm = move.partition("@")
        high, low = halves(tile)
        if first is None:
            first = high, low
            ends = {arm: low if arm == "r" else high for arm in arms}
        else:
            outer = low if high == ends[arm] else high
            arms[arm].append((ends[arm], outer))
            ends[arm] = outer
    return {"first": first, "arms": arms}


def random_tables(name: str, rounds: int, favourite: str = "", **options: Any) -> Iterator[Table]:
    """Yield tables of random rounds, amid and ended; a *favourite* arm gets all that fits it."""
    game = galo.game(name, **options)
    for seed in range(rounds):
        rng = random.Random(seed)
        position: Any = game.start(seed=seed)
        while not position.is_over and not position.is_between_rounds:
            moves = position.legal_moves
            liked = [move for move in moves if favourite and move.text.endswith(f"@{favourite}")]
            position = position.play(rng.choice(liked or list(moves)))
        yield table_of(game, position.plays)
        yield table_of(game, position.plays[: rng.randrange(1, len(position.plays))])


def one_long_arm() -> Table:
    """Return all 28 tiles in one arm, doubles wherever they come, as no round could have it."""
    tiles = [(a, b) for a in range(7) for b in range(a + 1) if (a, b) != (6, 6)]
    return {"first": (6, 6), "arms": {"e": tiles, "w": [], "n": [], "s": []}}


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    return [
        *random_tables("dominoes4", 80),
        *random_tables("dominoes4", 40, favourite="e"),
        *random_tables("dominoes4", 20, favourite="n"),
        *random_tables("dominoes2", 40),
        *random_tables("dominoes2", 20, favourite="l"),
        *random_tables("dominoes2", 20, players=4),
    ]


def lay(page: Page, tables: list[Table], size: tuple[int, int]) -> list[Layout]:
    """Return how the site lays *tables* in *size*."""
    script = """async ([script, tables, width, height]) => {
        const { layTiles } = await import(script);
        const place = ({ first, arms }) => layTiles(first, arms, width, height);
        const layouts = JSON.parse(tables).map(place);
        return JSON.stringify(layouts); // many times faster than the driver's own way
    }"""
    layouts: list[Layout] = json.loads(page.evaluate(script, [SCRIPT, json.dumps(tables), *size]))
    return layouts


Box = tuple[float, float, float, float]  # left, top, right, bottom, in halves


def box(layout: Layout, place: dict[str, Any]) -> Box:
    wide, high = (0.5, 1.0) if place["turn"] % 180 == 0 else (1.0, 0.5)
    x, y = place["x"] / layout["half"], place["y"] / layout["half"]
    return x - wide, y - high, x + wide, y + high


def gap(one: Box, other: Box) -> float:
    """Return how far apart two boxes are, negative where they overlap."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    along = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, along)


def middles(layout: Layout, tile: dict[str, Any]) -> list[tuple[float, float, int]]:
    """Return the middle and the number of both halves of *tile*, the inner one first."""
    angle = math.radians(tile["turn"])
    x, y = tile["x"] / layout["half"], tile["y"] / layout["half"]
    right, down = math.sin(angle) / 2, -math.cos(angle) / 2
    inner, outer = tile["halves"]
    return [(x + right, y + down, inner), (x - right, y - down, outer)]


def touch(one: tuple[float, float, int], other: tuple[float, float, int]) -> bool:
    """Return whether two halves share at least half an edge, and their number."""
    near, far = sorted((abs(one[0] - other[0]), abs(one[1] - other[1])))
    return abs(far - 1) < CLOSE and near <= 0.5 + CLOSE and one[2] == other[2]


def arms_of(layout: Layout) -> Iterator[list[dict[str, Any]]]:
    """Yield the tiles of each arm, the first tile of the table before them."""
    first, *others = layout["tiles"]
    for arm in layout["ends"]:
        yield [first, *(tile for tile in others if tile["arm"] == arm)]


@pytest.mark.parametrize("size", SIZES)
def test_tiles_stay_on_the_table_and_apart(
    page: Page, tables: list[Table], size: tuple[int, int]
) -> None:
    for layout in lay(page, [*tables, one_long_arm()], size):
        width, height = layout["width"] / layout["half"], layout["height"] / layout["half"]
        ends = [place for end in layout["ends"].values() for place in end.values()]
        for place in (*layout["tiles"], *ends):
            left, top, right, bottom = box(layout, place)
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height
        neighbours = {
            frozenset((one["name"], other["name"]))
            for arm in arms_of(layout)
            for one, other in pairwise(arm)
        }
        boxes = [(tile["name"], box(layout, tile)) for tile in layout["tiles"]]
        for (name, one), (other_name, other) in combinations(boxes, 2):
            is_near = frozenset((name, other_name)) in neighbours
            assert gap(one, other) >= (-CLOSE if is_near else APART)


@pytest.mark.parametrize("size", SIZES)
def test_equal_halves_touch(page: Page, tables: list[Table], size: tuple[int, int]) -> None:
    for layout in lay(page, tables, size):
        for arm in arms_of(layout):
            for one, other in pairwise(arm):
                inner = middles(layout, other)[0]
                assert any(touch(half, inner) for half in middles(layout, one))


def test_next_tile_has_room_that_nothing_covers(page: Page, tables: list[Table]) -> None:
    for layout in lay(page, tables, PHONE):
        taken = [box(layout, tile) for tile in layout["tiles"]]
        for end in layout["ends"].values():
            for place in end.values():
                assert min(gap(box(layout, place), other) for other in taken) >= -CLOSE


def test_doubles_lie_across_their_arm(page: Page, tables: list[Table]) -> None:
    for layout in lay(page, tables, PHONE):
        for before, double in (
            (one, other)
            for arm in arms_of(layout)
            for one, other in pairwise(arm[1:])
            if other["halves"][0] == other["halves"][1]
        ):
            assert (before["turn"] - double["turn"]) % 180 == 90


@pytest.mark.parametrize("size", [PHONE, LOW_PHONE])
def test_tiles_stay_readable_on_a_phone(
    page: Page, tables: list[Table], size: tuple[int, int]
) -> None:
    layouts = lay(page, tables, size)
    assert min(layout["half"] for layout in layouts) >= READABLE
    assert {(layout["width"], layout["height"]) for layout in layouts} == {size}  # all in sight


def test_arm_without_room_makes_the_table_larger_instead_of_the_tiles_smaller(page: Page) -> None:
    for size in (*SIZES, (120, 80), (40, 300)):
        (layout,) = lay(page, [one_long_arm()], size)
        assert len(layout["tiles"]) == 28
        assert layout["half"] >= READABLE
        assert layout["width"] >= size[0]
    assert layout["height"] > size[1]


GROWING = """async ([script, tables, width, height]) => {
    const { layTiles } = await import(script);
    let kept = null;
    return JSON.parse(tables).map(({ first, arms }) => {
        kept = layTiles(first, arms, width, height, kept);
        return [kept.half, ...kept.origin];
    });
}"""


@pytest.mark.parametrize("size", [PHONE, (960, 380)])
def test_chain_that_grows_keeps_its_scale_and_its_middle(page: Page, size: tuple[int, int]) -> None:
    game = galo.game("dominoes4")
    for seed in range(20):
        rng = random.Random(seed)
        position: Any = game.start(seed=seed)
        rows: list[Table] = []
        while not position.is_over and not position.is_between_rounds:
            position = position.play(rng.choice(list(position.legal_moves)))
            rows.append(table_of(game, position.plays))
        rows = [row for row in rows if row["first"]]
        found = page.evaluate(GROWING, [SCRIPT, json.dumps(rows), *size])
        halves_seen = [half for half, *_ in found]
        assert halves_seen == sorted(halves_seen, reverse=True)
        moves_of_the_middle = sum(one[1:] != other[1:] for one, other in pairwise(found))
        assert moves_of_the_middle <= 2, seed
        alone = lay(page, rows[-1:], size)[0]["half"]
        assert halves_seen[-1] >= 0.6 * alone, seed
