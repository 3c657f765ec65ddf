"""Draw the pictures that messengers show of a link to a table: `python bench/docs/previews.py`."""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from galo.games.registry import game_names
from galo.web.game_features import STATIC
from galo.web.link_preview import HEIGHT, PICTURES, WIDTH

ROOT = Path(__file__).parent.parent.parent
QUALITY = 72
# A page with the rooster and, beside it, the picture *drawing*, on the green of a table.
SHOW = """drawing => {
  const rooster = '<img src="/static/rooster.svg" width="72" height="72" alt="">';
  const mark = `<p style="display:flex;gap:12px;align-items:center;margin:0">${rooster}galo</p>`;
  document.body.innerHTML = `<div class="hero" style="box-sizing:border-box;width:600px;
    height:315px;border-radius:0;padding:20px 32px;place-items:center;align-content:center;
    grid-template:none / ${drawing ? 'auto minmax(0,1fr)' : 'auto'};
    font:800 56px system-ui">${mark}<div style="width:100%">${drawing}</div></div>`;
  for (const picture of document.querySelectorAll('.picture'))
    picture.style.height = picture.style.maxHeight = '260px';
}"""


def main() -> None:
    """Save one picture a game, and one for every other page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=STATIC / PICTURES)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    sys.path.append(str(ROOT / "tests"))  # where the server of the tests lives
    from support.chromium import QUIET, chromium_path
    from support.visitors import Site

    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        page = browser.new_page(base_url=f"http://{site.host}", bypass_csp=True)
        page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        page.goto("/")
        page.wait_for_selector(".game-card .picture")
        drawings = page.locator(".game-card .picture").evaluate_all(
            "all => all.map((picture) => picture.outerHTML)"
        )
        for name, drawing in zip((*game_names(), "galo"), (*drawings, ""), strict=True):
            save(page, out / f"{name}.jpg", drawing)
        browser.close()


def save(page: Page, path: Path, drawing: str) -> None:
    """Save the picture of *drawing* as the file *path*."""
    page.evaluate(SHOW, drawing)
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    page.screenshot(path=path, type="jpeg", quality=QUALITY)


if __name__ == "__main__":
    main()
