"""How Sphinx builds these pages: `make docs`."""

import re
from itertools import groupby

import zermelo

project = "Zermelo"
author = "The Zermelo developers"
copyright = f"2026, {author}"  # noqa: A001  the name that Sphinx reads
release = version = zermelo.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100
python_use_unqualified_type_names = True
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


_COLUMN = re.compile(r"(\S.*?) {2,}(\S.*)")


def _as_rst(_app, _what, _name, _thing, _options, lines):
    """Docstrings as they are read in the source, for Sphinx: `columns  of names and what they mean` become a list of definitions."""
    made = []
    for inside, part in groupby(lines, key=bool):
        if not inside:
            continue
        block = [line.replace("`", "``").replace("*", "\\*") for line in part]
        if block[0].startswith(">>> "):
            made += block
        elif not all(line.startswith(" ") or _COLUMN.match(line) for line in block):
            made += [line.strip() for line in block]
        else:
            for line in block:
                column = _COLUMN.match(line)
                made += [f"``{column[1]}``", f"    {column[2]}"] if column else [f"    {line.strip()}"]
        made.append("")
    lines[:] = made


def setup(app):
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _as_rst)
