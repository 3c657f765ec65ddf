"""How long a new visitor waits to play, by size of the screen: `python bench/site/first_move.py`.

From the first request to the front page, and from one tap there to a table with the own hand or
board on it: milliseconds, the median of a few visits. A real server of the galo that is installed
beside this Python, a real Chromium; every visit is the first of a new browser.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

if TYPE_CHECKING:
    from support.person import Person

ROOT = Path(__file__).parent.parent.parent
SIZES = ((1366, 650), (1280, 800), (390, 844), (390, 664), (375, 553), (360, 640), (844, 390))
# The name of a game in the lobby, and what shows that its table can be played at.
GAMES = {"Dominó de 4 pontas": ".hand-tile", "Lig 4": ".columns button"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=3, help="of each size and game")
    visits = parser.parse_args().visits
    sys.path.append(str(ROOT / "tests"))  # where the person in front of a browser lives
    from support.chromium import QUIET, chromium_path
    from support.person import Person
    from support.visitors import WITHOUT_LIMITS, Site

    print(f"{'size':<12}{'game':<22}{'front page':>12}{'table':>8}")
    with (
        sync_playwright() as playwright,
        Site(Path(tempfile.mkdtemp()), *WITHOUT_LIMITS) as site,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        for width, height in SIZES:
            for game, playable in GAMES.items():
                waits = []
                for _ in range(visits):
                    person = Person(browser, site, size=(width, height))
                    waits.append(visit(person, game, playable))
                    person.leave()
                page, table = (statistics.median(column) for column in zip(*waits, strict=True))
                print(
                    f"{f'{width}x{height}':<12}{game:<22}{1000 * page:>12.0f}{1000 * table:>8.0f}"
                )
        browser.close()


def visit(person: "Person", game: str, playable: str) -> tuple[float, float]:
    """Return the seconds until the front page is there, and then until *game* can be played."""
    begin = time.perf_counter()
    person.page.goto("/")
    expect(person.page.locator(".game-card").first).to_be_visible()
    shown = time.perf_counter()
    person.choose_game(game)
    chosen = time.perf_counter()
    person.button(f"Jogar {game} contra agentes").click()
    expect(person.page.locator(playable).first).to_be_visible()
    return shown - begin, time.perf_counter() - chosen


if __name__ == "__main__":
    main()
