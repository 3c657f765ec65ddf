"""What tests measure of a table on a page: sizes of tiles and targets, overlaps, shifts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

PARTS = {  # what no other part may lie over
    "chain": ".cloth-tiles .tile",
    "plate": ".player, .duelist",
    "hand": ".own-hand .hand-tile",
    "sum": ".ends-sum, .stock",
    "count": ".hands-count",
    "board": ".square, .frame-box",
    "strip": ".call",
    "button": ".controls .tool",
    "head": ".head .side, .head .turn",
    "banner": ".banner",
}
# Words that must be seen whole
WORDS = ", ".join(
    (
        ".player-name",
        ".player-note",
        ".duelist .name",
        ".duelist .state",
        ".whose",
        ".whose-turn",
        ".tool span",
        ".who",
    )
)
MEASURE = """([parts, words]) => {
  const SLACK = 1; // a border may lie on a border
  const boxesOf = (chosen) => [...document.querySelectorAll(chosen)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => node.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const smallest = (chosen) => {
    const lengths = boxesOf(chosen).map(({ width, height }) => Math.min(width, height));
    return lengths.length ? Math.min(...lengths) : null;
  };
  const isOver = (a, b) => a.left + SLACK < b.right && b.left + SLACK < a.right &&
    a.top + SLACK < b.bottom && b.top + SLACK < a.bottom;
  const boxOf = (node) => node.getBoundingClientRect();
  const isIn = (a, b) => a.left > b.left - SLACK && a.right < b.right + SLACK &&
    a.top > b.top - SLACK && a.bottom < b.bottom + SLACK;
  const isOut = (a) => a.left < -SLACK || a.top < -SLACK ||
    a.right > innerWidth + SLACK || a.bottom > innerHeight + SLACK;
  const boxes = Object.entries(parts).map(([part, chosen]) => [part, boxesOf(chosen)]);
  const overlaps = boxes.flatMap(([part, some], k) => boxes.slice(k)
    .filter(([other]) => part !== other || part !== 'chain') // neighbours touch
    .filter(([other, more]) => some.some((a, i) =>
      more.some((b, j) => (part !== other || i < j) && isOver(a, b))))
    .map(([other]) => `${part}/${other}`));
  const names = [...document.querySelectorAll(words)].filter((node) => node.checkVisibility());
  const opened = [...document.querySelectorAll('.player.shown:not([data-place=bottom])')].flatMap(
    (plate) => {
      const place = plate.getBoundingClientRect();
      const tiles = [...plate.querySelectorAll('.player-hand .tile')].map(boxOf);
      const said = [...plate.querySelectorAll('.player-name, .player-pips')].map(boxOf);
      return [
        tiles.some((tile) => said.some((word) => isOver(tile, word))) && 'opened/words',
        tiles.some((tile) => !isIn(tile, place)) && 'opened/plate',
      ].filter(Boolean);
    });
  const crowded = [...document.querySelectorAll('.duelist')].flatMap((plate) => {
    const place = plate.getBoundingClientRect();
    const said = [...plate.querySelectorAll(':scope > span')].map(boxOf)
      .filter(({ width }) => width > 0);
    return [
      said.some((word) => !isIn(word, place)) && 'words/plate',
      said.some((a, i) => said.some((b, j) => i < j && isOver(a, b))) && 'words/words',
    ].filter(Boolean);
  });
  return {
    half: smallest('.dominoes .tile:not(.tile-back)'),
    cell: smallest('.cell, .column'),
    button: smallest('button:not(.cell, .column)'),
    overlaps: [
      ...overlaps,
      ...opened,
      ...crowded,
      ...boxes.filter(([, some]) => some.some(isOut)).map(([part]) => `${part}/window`),
      ...names.filter((name) => name.scrollWidth > name.clientWidth).map(({ textContent }) =>
        `cut: ${textContent}`),
    ],
  };
}"""
WATCH = """() => {
  globalThis.shifts ??= [];
  globalThis.shifts.length = 0;
  globalThis.observer ??= new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  globalThis.observer.takeRecords();
  globalThis.observer.observe({ type: 'layout-shift' });
}"""
SHIFTED = """() => [...globalThis.shifts, ...globalThis.observer.takeRecords()]
  .reduce((sum, entry) => sum + entry.value, 0)"""


@dataclass(frozen=True)
class Measures:
    """The smallest half of a tile, cell and button in pixels, and what lies over what."""

    half: float | None
    cell: float | None
    button: float | None
    overlaps: list[str]


def measured(page: Page) -> Measures:
    """Return the measures of what *page* shows."""
    found: dict[str, Any] = page.evaluate(MEASURE, [PARTS, WORDS])
    return Measures(**found)


def shift_of(page: Page, change: Callable[[], None]) -> float:
    """Return the sum of the layout shifts that *change* brings about."""
    page.evaluate(WATCH)
    change()
    shifted: float = page.evaluate(SHIFTED)
    return shifted
