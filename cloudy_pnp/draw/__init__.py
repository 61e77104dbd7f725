"""One drawing, several formats: a scene in millimetres, and what turns it into SVG, PDF and PNG.

Read in this order: `inks`, `colour` and `scene` (what can be drawn), `shapes` and `curves` (short ways to make
outlines), `fonts`, `shaping`, `hyphens`, `lines`, `markup` and `text` (from strings to positioned text runs), then the
back ends `svg`, `pdf_content`, `pdf_file` and `pdf`, `png`; `look` tells pictures apart.
"""
