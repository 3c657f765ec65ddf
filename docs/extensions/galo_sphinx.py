"""What Sphinx must know of galo.

- the directive `{generated} PART`, a name of PARTS, puts a part of the reference in its place;
- classes are found under the public names that `galo` gives them;
- links of a page that leave `docs/` lead to the file on GitHub;
- the example notebooks are copied to where Sphinx looks for pages.
"""

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

import galo
from program_reference import (
    commands_markdown,
    formats_markdown,
    parameters_markdown,
    requests_markdown,
)

DOCS = Path(__file__).parent.parent
ROOT = DOCS.parent
NOTEBOOKS = ROOT / "examples" / "notebooks"
SOURCES = "https://github.com/galo-games/galo/blob/main/"
LINK = re.compile(r"(?<=\]\()(\.\./[^)#\s]*)")  # the target of [text](../target#anchor)

PARTS: Mapping[str, Callable[[], str]] = {
    "commands": commands_markdown,
    "formats": formats_markdown,
    "parameters": parameters_markdown,
    "requests": requests_markdown,
}


class Generated(SphinxDirective):
    """Puts one of the generated parts in its place."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the part that the argument names."""
        text = PARTS[self.arguments[0]]()
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def public_name(target: str) -> str:
    """Return the name under which `galo` offers the object *target*, or *target* itself."""
    name = target.rpartition(".")[2]
    home = galo._HOMES.get(name)
    return f"galo.{name}" if home and target in (name, f"{home}.{name}") else target


def resolve_public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.Node | None:
    """Return the reference to a public class that a signature names by its module."""
    target = node.get("reftarget", "")
    if node.get("refdomain") != "py" or public_name(target) == target:
        return None
    return env.domains.python_domain.resolve_xref(
        env, node["refdoc"], app.builder, "obj", public_name(target), node, content
    )


def send_links_to_sources(_: Sphinx, page: str, source: list[str]) -> None:
    """Let links of *page* that leave `docs/` lead to the file on GitHub."""
    folder = (DOCS / page).parent

    def on_github(found: re.Match[str]) -> str:
        target = (folder / found[1]).resolve()
        if target.is_relative_to(DOCS):
            return found[1]
        return SOURCES + target.relative_to(ROOT).as_posix()

    source[0] = LINK.sub(on_github, source[0])


def copy_notebooks(_: Sphinx, __: Config) -> None:
    """Copy the example notebooks, as they are now, to `docs/notebooks`."""
    shutil.rmtree(DOCS / "notebooks", ignore_errors=True)
    shutil.copytree(NOTEBOOKS, DOCS / "notebooks", ignore=shutil.ignore_patterns(".*"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive and the handlers to *app*."""
    app.add_directive("generated", Generated)
    app.connect("config-inited", copy_notebooks)
    app.connect("missing-reference", resolve_public_name)
    app.connect("source-read", send_links_to_sources)
    return {"parallel_read_safe": True}
