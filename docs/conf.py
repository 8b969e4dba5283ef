"""The site of the documentation: `make docs` builds it into docs/_build/html."""

import re

from sphinx.application import Sphinx

from fivedice.version import __version__

project, author, release = "fivedice", "fivedice contributors", __version__
copyright = "fivedice contributors, MIT licence"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_copybutton"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"fivedice {__version__}"
html_static_path = ["_static"]
html_css_files = ["fivedice.css"]
html_show_sourcelink = False

# Tutorials are executed when the site is built, from a clean state; an error in a cell fails the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_in_temp = True
nb_execution_timeout = 600
nb_merge_streams = True
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "dollarmath"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
default_role = "code"  # docstrings set names between single backticks


def setup(app: Sphinx) -> None:
    """Register what this site does to docstrings."""
    app.connect("autodoc-process-docstring", keep_columns)


def keep_columns(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Set the paragraphs of docstrings that are laid out in columns, such as `values : float64[n]`, as they are."""
    shown: list[str] = []
    for paragraph in "\n".join(lines).split("\n\n"):
        rows = paragraph.splitlines()
        columns = any(re.match(r"[\w, .*]{1,40} : ", row) for row in rows) or any(row[:1] == " " for row in rows)
        shown += ["::", "", *(f"    {row}" for row in rows), ""] if columns else [*rows, ""]
    lines[:] = shown
