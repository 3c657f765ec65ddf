"""The Markdown pages of the project, their code blocks, links and anchors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from support.commands import ROOT

PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if "_build" not in path.parts
)
PARSE = "<!-- run: parse -->"  # the next block's commands are checked, not run
TARGET = re.compile(r'(?:src|href)="([^"]+)"')  # of HTML inside a page


@dataclass(frozen=True)
class Block:
    """A code block: where it begins, its language, whether its commands are only parsed."""

    line: int
    language: str
    text: str
    is_parsed_only: bool


def page_name(page: Path) -> str:
    """Return the path of *page* in the project."""
    return page.relative_to(ROOT).as_posix()


@cache
def tokens(page: Path) -> list[Token]:
    """Return what *page* consists of."""
    return MarkdownIt("gfm-like", {"linkify": False}).parse(page.read_text(encoding="utf-8"))


def blocks(page: Path) -> Iterator[Block]:
    """Yield the code blocks of *page*; one that is only indented has no language."""
    start = Token("", "", 0)
    for before, token in pairwise([start, *tokens(page)]):
        if token.type in ("fence", "code_block"):
            assert token.map is not None
            is_parsed_only = before.type == "html_block" and before.content.strip() == PARSE
            yield Block(token.map[0] + 1, token.info.strip(), token.content, is_parsed_only)


def links(page: Path) -> Iterator[str]:
    """Yield the targets of all links and images of *page*."""
    for token in tokens(page):
        for child in (token, *(token.children or ())):
            if child.type in ("link_open", "image"):
                yield str(child.attrs.get("href", child.attrs.get("src", "")))
            elif child.type in ("html_inline", "html_block"):
                yield from TARGET.findall(child.content)


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of the headings of *page*, as GitHub and MyST make them."""
    found: set[str] = set()
    for before, token in pairwise(tokens(page)):
        if before.type == "heading_open":
            text = "".join(child.content for child in token.children or ())
            plain = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            numbered = (f"{plain}-{number}" for number in range(1, len(found) + 2))
            found.add(plain if plain not in found else next(n for n in numbered if n not in found))
    return frozenset(found)
