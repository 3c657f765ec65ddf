"""How the documentation site is built: `make docs`.

Sphinx checks every reference, reads the docstrings, and renders the same Markdown that GitHub
shows. The references of commands, formats and requests are made from the command line, the
schemas and the site's own description by `extensions/program_reference.py`.
"""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS / "extensions"), str(DOCS.parent / "src")]

from galo import __version__  # noqa: E402  (the path comes first)

project = "galo"
author = "The galo developers"
copyright = author
version = release = __version__

extensions = ["sphinx.ext.autodoc", "myst_nb", "galo_sphinx"]
exclude_patterns = ["_build", "extensions", "**/.ipynb_checkpoints"]
nitpicky = True
nitpick_ignore_regex = [
    # Types of Python and NumPy: a build without a network cannot look them up.
    ("py:class", r"(collections\.abc|pathlib|abc|typing|np\.random)\..*"),
    # States and endings of the kernels, integers for compiled code: docs/architecture.md.
    ("py:class", r"galo\.games\.rules\..*"),
    ("py:class", r"galo\.games\.board_game\.Kind"),  # a type variable
    ("py:class", r"IntMatrix|RealMatrix|BoolVector|Tensor"),  # NumPy arrays
    # Classes of other libraries, and what only says which methods something needs.
    ("py:class", r"(gymnasium|pettingzoo)\..*|AECEnv|SpielGame|BotMaker"),
    ("py:class", r"galo\.games\.actions\.HasMoves"),
]
default_role = "code"  # docstrings write `names` as Markdown does
smartquotes = False  # two hyphens begin an option

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
nb_execution_mode = "force"
nb_execution_timeout = 600
nb_execution_raise_on_error = True
# JSON in which "…" stands for more of the same.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = "galo"
html_logo = html_favicon = "../src/galo/web/static/rooster.svg"
html_static_path = ["_static"]
html_css_files = ["galo.css"]
html_theme_options = {
    "source_repository": "https://github.com/galo-games/galo/",
    "source_branch": "main",
    "source_directory": "docs/",
    "light_css_variables": {"color-brand-primary": "#14503f", "color-brand-content": "#14503f"},
    "dark_css_variables": {"color-brand-primary": "#7fd1b3", "color-brand-content": "#7fd1b3"},
}
linkcheck_ignore = [r"http://(localhost|127\.0\.0\.1)"]
