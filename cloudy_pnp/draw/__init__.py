"""Drawings in several formats: a scene in millimetres, and the back ends that write it as SVG, PDF and PNG.

Read in this order: `inks`, `colour` and `scene` (what can be drawn), `shapes` and `curves` (helpers for outlines),
`fonts`, `shaping`, `hyphens`, `markup` and `text` (from strings to positioned text runs), then the back ends
`svg`, `pdf_content` (which also compares pictures), `pdf`, `pixels`.
"""
