"""The rulebook: templates, the game's words and checked figures → a book → PDF pages, a booklet, a web page."""

from __future__ import annotations

BOOKLET = "rulebook-booklet.pdf"
FILES = ("rulebook.pdf", BOOKLET, "rulebook.html")  # in every language
