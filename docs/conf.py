"""How Sphinx builds these pages: `make docs`."""

import zermelo

project = "Zermelo"
author = "The Zermelo developers"
copyright = f"2026, {author}"  # noqa: A001  the name that Sphinx reads
release = version = zermelo.__version__

extensions = ["myst_parser"]
exclude_patterns = ["_build", "examples", "images"]
myst_heading_anchors = 3
highlight_language = "text"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["wide.css"]
html_title = "Zermelo"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
