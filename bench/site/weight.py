"""Requests and bytes of a visit, first and second: `python bench/site/weight.py`.

A real server of the galo that is installed beside this Python, a real Chromium. What the browser
has stored costs neither; the worker that keeps files for later is left out.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, expect, sync_playwright

ROOT = Path(__file__).parent.parent.parent
PATIENCE_MS = 60_000
TABLES = ("dominoes4", "lines_of_action", "connect_four")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="1280x800", help="of the window, in pixels")
    width, height = map(int, parser.parse_args().size.split("x"))
    sys.path.append(str(ROOT / "tests"))  # where the person in front of a browser lives
    from support.chromium import QUIET, chromium_path
    from support.visitors import WITHOUT_LIMITS, Site

    print(f"{'page':<24}{'visit':<8}{'requests':>9}{'bytes':>9}")
    with (
        sync_playwright() as playwright,
        Site(Path(tempfile.mkdtemp()), *WITHOUT_LIMITS, "--thinkers", "1") as site,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))

        def arrive() -> BrowserContext:
            return browser.new_context(
                base_url=f"http://{site.host}",
                viewport={"width": width, "height": height},
                locale="pt-BR",
                service_workers="block",
            )

        measure(arrive(), "lobby", "/", ".game-card")
        for game in TABLES:
            ticket = site.set_up(game, *["random"] * (4 if game == "dominoes4" else 2), pace=10.0)
            measure(arrive(), game, f"/t/{ticket.table}", ".felt > *")
        browser.close()


def measure(context: BrowserContext, name: str, path: str, drawn: str) -> None:
    """Print what the page at *path* costs a new visitor, and the same visitor again."""
    from support.traffic import counted

    for visit in ("first", "second"):
        page = context.new_page()
        with counted(page) as traffic:
            page.goto(path)
            expect(page.locator(drawn).first).to_be_visible(timeout=PATIENCE_MS)
        print(f"{name:<24}{visit:<8}{len(traffic.requests):>9}{traffic.bytes:>9}")
    context.close()


if __name__ == "__main__":
    main()
