"""Take the pictures of the site that the README shows: `make pictures`.

A real server, a real Chromium: a person plays each game a little, and then the picture is taken.

python bench/docs/screenshots.py --archive DIR
        the archive of styles instead, from the report of the `galo evolve --method map` in DIR
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent.parent
DESKTOP, PHONE = (1280, 800), (390, 844)
LEVELS = ("medium", "strong", "medium")
TABLES = [  # name of the picture, game, agents, size of the window, clicks before the picture
    ("dominoes4", "dominoes4", 3, DESKTOP, 5),
    ("dominoes4-phone", "dominoes4", 3, PHONE, 5),
    ("dominoes2", "dominoes2", 1, PHONE, 6),
    ("lines_of_action", "lines_of_action", 1, DESKTOP, 13),
    ("connect_four", "connect_four", 1, PHONE, 5),
]
QUALITY = 80  # the grain of the cloth would make large PNG files
SETTLE_MS = 3500  # until tiles lie still and banners are gone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--archive", type=Path)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    sys.path.append(str(ROOT / "tests"))  # where the person in front of a browser lives
    if chosen.archive:
        take_archive(chosen.archive, chosen.out / "styles-archive.png")
    else:
        take_pictures(chosen.out)


def take_archive(evolution: Path, picture: Path) -> None:
    """Write the figure of the archive in the report of *evolution* to *picture*."""
    from support.chromium import QUIET, chromium_path

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        page = browser.new_page(color_scheme="light", viewport={"width": 900, "height": 900})
        page.goto((evolution / "report.html").resolve().as_uri())
        page.locator("figure svg").first.screenshot(path=picture)
        browser.close()


def take_pictures(out: Path) -> None:
    """Write every picture into the folder *out*."""
    from support.chromium import QUIET, chromium_path
    from support.person import Person
    from support.visitors import Site

    folder = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright, Site(folder) as site:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        while site.get("/health")["agents"] != "ready":  # the page would say that they are not
            time.sleep(1)
        visitor = Person(browser, site, DESKTOP)
        visitor.page.goto("/")
        visitor.page.wait_for_timeout(SETTLE_MS)
        visitor.page.screenshot(path=out / "lobby.jpg", type="jpeg", quality=QUALITY)
        for name, game, agents, size, clicks in TABLES:
            person = Person(browser, site, size)
            person.sit(site.set_up(game, "me", *LEVELS[:agents], name="Ana", pace=0.2))
            person.play_on(clicks)
            person.page.wait_for_timeout(SETTLE_MS)
            person.page.screenshot(path=out / f"{name}.jpg", type="jpeg", quality=QUALITY)
            person.leave()
        browser.close()


if __name__ == "__main__":
    main()
