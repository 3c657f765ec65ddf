"""Make the icons of the installed site from the rooster: `python bench/site/icons.py`."""

import argparse
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "src" / "galo" / "web" / "static"
GREEN = "#0e3b2e"
IVORY = "#f6f1e4"
ICONS = {"192": (192, 0.8, 0.22), "512": (512, 0.8, 0.22), "maskable": (512, 0.56, 0.0)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=STATIC / "icons")
    out = parser.parse_args().out
    sys.path.append(str(ROOT / "tests"))  # where Chromium is found
    from support.chromium import QUIET, chromium_path

    rooster = (STATIC / "rooster.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(QUIET))
        for name, (size, share, corner) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<body style='margin:0;display:grid;place-items:center;height:100vh;"
                f"background:{GREEN};border-radius:{corner * size}px'>"
                f"<div style='width:{share * size}px;height:{share * size}px;display:grid;"
                f"place-items:center;background:{IVORY};border-radius:50%'>{rooster}</div>"
                f"<style>html{{background:transparent}}svg{{width:74%;height:74%}}</style>"
            )
            page.screenshot(path=out / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
