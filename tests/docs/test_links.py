"""Links of the pages: files and headings that exist, addresses that are well formed."""

import re
import tomllib
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from support.commands import ROOT
from support.markdown import PAGES, anchors, links, page_name

PICTURES = "https://raw.githubusercontent.com/galo-games/galo/main/"
SOURCES = "https://github.com/galo-games/galo/blob/main/"
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]


def problem_of(page: Path, target: str) -> str | None:
    """Return what is wrong with the link *target* of *page*, None if nothing is."""
    for prefix in (PICTURES, SOURCES):
        if target.startswith(prefix):
            return _problem_of_file(ROOT / target.removeprefix(prefix), "")
    if target.startswith(URLS["Documentation"]):
        return _problem_of_page(target.removeprefix(URLS["Documentation"]))
    address = urlsplit(target)
    if address.scheme:
        is_well_formed = address.scheme in ("http", "https") and "." in address.netloc
        return None if is_well_formed else "is no address"
    path = (page.parent / unquote(address.path)).resolve() if address.path else page
    return _problem_of_file(path, address.fragment)


def _problem_of_page(address: str) -> str | None:
    """Return what is wrong with *address*, a page of the documentation site; "" is its front."""
    path = (address or "index.html").removesuffix(".html")
    return _problem_of_file(ROOT / "docs" / f"{path}.md", "")


def _problem_of_file(path: Path, anchor: str) -> str | None:
    if not path.is_relative_to(ROOT):
        return "leaves the project"
    if not path.exists():
        return "does not exist"
    if anchor and anchor not in anchors(path):
        return f"has no heading {anchor!r}"
    return None


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    problems = {target: problem_of(page, target) for target in links(page)}
    assert {target: problem for target, problem in problems.items() if problem} == {}


def test_a_broken_link_is_noticed() -> None:
    readme = ROOT / "README.md"
    assert problem_of(readme, "docs/nowhere.md") == "does not exist"
    assert problem_of(readme, "docs/site.md#nothing") == "has no heading 'nothing'"
    assert problem_of(readme, "../elsewhere.md") == "leaves the project"
    assert problem_of(readme, PICTURES + "docs/images/none.jpg") == "does not exist"
    assert problem_of(readme, "https://nowhere") == "is no address"
    assert problem_of(readme, URLS["Documentation"] + "none.html") == "does not exist"
    assert problem_of(readme, URLS["Documentation"] + "peers.html") is None
    assert problem_of(readme, "docs/statistics.md#elo") is None


def test_pictures_of_the_readme_are_shown_on_every_host() -> None:
    pictures = re.findall(
        r'(?:!\[[^\]]*\]\(|src=")([^")]+)', (ROOT / "README.md").read_text(encoding="utf-8")
    )
    assert len(pictures) >= 3
    assert [one for one in pictures if not one.startswith(PICTURES)] == []


def test_readme_names_the_documentation() -> None:
    assert URLS["Documentation"] in (ROOT / "README.md").read_text(encoding="utf-8")


def test_site_links_to_pages_of_the_documentation_that_are_there() -> None:
    script = (ROOT / "src/galo/web/static/lab/studies.js").read_text(encoding="utf-8")
    assert f'"{URLS["Documentation"]}"' in script
    pages = re.findall(r'"([\w-]+\.md)(?:#([\w-]+))?"', script)
    assert len(pages) > 4
    for file, part in pages:
        assert _problem_of_file(ROOT / "docs" / file, part) is None
