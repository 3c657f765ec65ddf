"""Measure tables in windows of every size: tiles, cells, buttons, layout shifts, overlaps.

`.venv/bin/python bench/site/phone_measures.py`, with `--whole` every moment of whole games too,
with `--pictures FOLDER` also pictures. A real server and a real Chromium show games that were
played beforehand: the last two moments of rounds and games, and hands that lie open. The table has
the smallest half of a tile that is seen from its front, the smallest cell or column, the smallest
button, how far the page shifted when the round or the game ended (the sum of the browser's
layout-shift entries), and what lies over what or is cut; below it the worst of every size.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from support.page_measures import Measures
    from support.person import Person
    from support.shown_games import Moment, ShownGame

ROOT = Path(__file__).parent.parent.parent
Size = tuple[int, int]
SIZES: tuple[Size, ...] = (
    (667, 375),
    (1366, 650), (1280, 800), (390, 844), (390, 664), (375, 553), (360, 640), (844, 390),
)  # fmt: skip
COLUMNS = "{:<9} {:<17} {:<22} {:>6} {:>6} {:>7} {:>7}  {}"
WORST = ("half", "cell", "button")
Found = tuple["Measures", float | None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, help="write a picture of every state there")
    parser.add_argument("--whole", action="store_true", help="every moment of whole games, too")
    parser.add_argument("--locale", default="pt-BR")
    parser.add_argument("--scheme", default="light")
    parser.add_argument("--only", default="", help="a part of the name of the states to measure")
    measure(parser.parse_args())


def measure(wanted: argparse.Namespace) -> None:
    """Print the tables."""
    sys.path.append(str(ROOT / "tests"))  # where the person in front of a browser lives
    from support.chromium import QUIET, chromium_path
    from support.person import Person
    from support.shown_games import ENDINGS, OPENED, WHOLE, ShownGame
    from support.visitors import Site

    ends = {name: list(moments()) for name, (_, moments) in ENDINGS.items()}
    hands = {name: [moment()] for name, (_, moment) in OPENED.items()}
    games = {name: moments() for name, moments in WHOLE.items()} if wanted.whole else {}
    all_found: dict[Size, list[Found]] = defaultdict(list)
    print(COLUMNS.format("size", "game", "state", "half", "cell", "button", "shift", "overlaps"))
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder)) as site,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        for name, moments in (ends | hands | games).items():
            if wanted.only not in name:
                continue
            person = Person(browser, site, locale=wanted.locale, color_scheme=wanted.scheme)
            shown = ShownGame(person, moments[0])
            for size in SIZES:
                person.resize(size)
                found = list(seen(shown, person, moments, is_end=name in ends))
                all_found[size] += found
                if name in games:
                    print_worst(size, name, found)
                    continue
                for moment, (one, shift) in zip(moments, found, strict=True):
                    print_row(size, f"{name}, {moment.phase}", one, shift)
            if wanted.pictures:
                take_pictures(shown, person, wanted.pictures / name.replace(": ", "-"), moments)
            person.leave()
        browser.close()
    print("\nthe worst of every size")
    for size in SIZES:
        print_worst(size, "all: ", all_found[size])


def seen(
    shown: "ShownGame", person: "Person", moments: "list[Moment]", *, is_end: bool
) -> Iterator[Found]:
    """Return the measures of each of *moments*; of an end also how far the page shifted."""
    from support.page_measures import measured, shift_of

    for place, moment in enumerate(moments):
        shift = None
        if is_end and place:
            shift = shift_of(person.page, lambda: shown.show(moment, with_event=True))  # noqa: B023
        else:
            shown.show(moment)
        yield measured(person.page), shift


def print_row(size: Size, name: str, found: "Measures", shift: float | None) -> None:
    """Print one line."""
    game, state = name.split(": ")
    numbers: list[Any] = [*(getattr(found, part) for part in WORST), shift]
    print(
        COLUMNS.format(
            "×".join(map(str, size)), game, state[:22],
            *("-" if one is None else f"{one:.3g}" for one in numbers),
            ", ".join(found.overlaps),
        ),
        flush=True,
    )  # fmt: skip


def print_worst(size: Size, name: str, found: list[Found]) -> None:
    """Print the smallest of all sizes of *found*, the largest shift, and all overlaps."""
    from support.page_measures import Measures

    smallest = {
        part: min((n for one, _ in found if (n := getattr(one, part)) is not None), default=None)
        for part in WORST
    }
    overlaps = sorted({what for one, _ in found for what in one.overlaps})
    shift = max((one for _, one in found if one is not None), default=None)
    print_row(size, f"{name}{len(found)} moments", Measures(**smallest, overlaps=overlaps), shift)


def take_pictures(
    shown: "ShownGame", person: "Person", folder: Path, moments: "list[Moment]"
) -> None:
    """Write a picture of each of *moments* at every size."""
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        person.resize(size)
        for place, moment in enumerate(moments):
            shown.show(moment, with_event=place > 0)
            person.page.screenshot(path=folder / f"{place}-{size[0]}x{size[1]}.png")


if __name__ == "__main__":
    main()
