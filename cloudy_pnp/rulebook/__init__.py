"""The rulebook: templates, the game's words and checked figures → a book → PDF pages, a booklet, a web page."""

from __future__ import annotations

BOOKLET = "rulebook-booklet.pdf"
FILES = ("rulebook.pdf", BOOKLET, "rulebook.html")  # in every language

CODES = {
    "I18N-TEMPLATE": "A template of the rulebook cannot be rendered, or is not the Markdown of rulebooks.",
    "I18N-SECTION": "The rulebook does not have the same sections, figures and rules in every language.",
    "I18N-RULE": "The rulebook does not cover a required rule, or names one that does not exist.",
    "I18N-QUOTE": "A section of the rulebook does not quote the name and the text of its card.",
    "I18N-STALE": "The source of a translated section or text has changed since the translation was accepted.",
}
