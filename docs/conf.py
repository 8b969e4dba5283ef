"""The site of the documentation: `make docs` builds it into docs/_build/html."""

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
suppress_warnings = ["misc.highlighting_failure"]
