"""How the documentation site is built: `make docs`.

Sphinx checks every reference, reads the docstrings, and renders the same Markdown that GitHub
shows. The references of commands, formats and requests are made by `extensions/reference.py`
from the command line, the schemas and the site's own description.
"""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS / "extensions"), str(DOCS.parent / "src")]

from galo import __version__  # noqa: E402  (the path comes first)

project = "galo"
author = "The galo developers"
copyright = author  # noqa: A001  (Sphinx's own name)
version = release = __version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "myst_nb",
    "reference",
]
exclude_patterns = ["_build", "extensions"]
nitpicky = True
# Types of others that have no page, or none that a build without a network can look up.
nitpick_ignore = [
    ("py:class", "abc.ABC"),
]
default_role = "code"  # docstrings write `names` as Markdown does

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
nb_execution_mode = "force"
nb_execution_timeout = 120
nb_execution_raise_on_error = True
# JSON in which "…" stands for more of the same.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "galo"
html_static_path = ["_static"]
html_css_files = ["galo.css"]
html_theme_options = {
    "source_repository": "https://github.com/galo-games/galo/",
    "source_branch": "main",
    "source_directory": "docs/",
}
linkcheck_ignore = [r"http://(localhost|127\.0\.0\.1)"]
