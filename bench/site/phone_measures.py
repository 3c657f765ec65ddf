"""Measure tables in windows of every size: tiles, cells, buttons, layout shifts, overlaps.

`.venv/bin/python bench/site/phone_measures.py`, with `--pictures FOLDER` also pictures. A real
server and a real Chromium show the last moves of games that were played beforehand. The table has
the smallest half of a tile that is seen from its front, the smallest cell or column, the smallest
button, how far the page shifted when the round or the game ended (the sum of the browser's
layout-shift entries), and what lies over what.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent.parent
SIZES = (
    (667, 375),
    (1366, 650), (1280, 800), (390, 844), (390, 664), (375, 553), (360, 640), (844, 390),
)  # fmt: skip
COLUMNS = "{:<9} {:<17} {:<22} {:>6} {:>6} {:>7} {:>6}  {}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, help="write a picture of every state there")
    parser.add_argument("--locale", default="pt-BR")
    parser.add_argument("--scheme", default="light")
    parser.add_argument("--only", default="", help="a part of the name of the states to measure")
    measure(parser.parse_args())


def measure(wanted: argparse.Namespace) -> None:
    """Print the table."""
    sys.path.append(str(ROOT / "tests"))  # where the person in front of a browser lives
    from support.chromium import QUIET, chromium_path
    from support.page_measures import measured, shift_of
    from support.person import Person
    from support.shown_games import ENDINGS, ShownGame
    from support.visitors import Site

    print(COLUMNS.format("size", "game", "state", "half", "cell", "button", "shift", "overlaps"))
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder)) as site,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        for name, (game, moments) in ENDINGS.items():
            if wanted.only not in name:
                continue
            before, after = moments()
            person = Person(browser, site, locale=wanted.locale, color_scheme=wanted.scheme)
            shown = ShownGame(person, before)
            for size in SIZES:
                person.resize(size)
                for state, moment in (("playing", before), (after.phase, after)):
                    is_end = moment is after
                    shift = shift_of(person.page, lambda: shown.show(moment, with_event=is_end))  # noqa: B023
                    found = measured(person.page)
                    row = (found.half, found.cell, found.button, shift if is_end else None)
                    print(
                        COLUMNS.format(
                            "×".join(map(str, size)), game, f"{name.split(': ')[1]}, {state}"[:22],
                            *("-" if one is None else f"{one:.4g}" for one in row),
                            ", ".join(found.overlaps),
                        ),
                        flush=True,
                    )  # fmt: skip
                    if wanted.pictures:
                        wanted.pictures.mkdir(parents=True, exist_ok=True)
                        file = f"{name} {state} {size[0]}x{size[1]}.png".replace(": ", " ").replace(
                            " ", "-"
                        )
                        person.page.screenshot(path=wanted.pictures / file)
            person.leave()
        browser.close()


if __name__ == "__main__":
    main()
