"""The rulebook: templates, the game's own words and judged figures → a book → PDF pages, a booklet, a web page."""

from __future__ import annotations

from pathlib import Path

FOLDER = "templates/rulebook"  # below the root
ENDING = ".md.j2"
FILES = ("rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html")  # in every language

CODES = {
    "I18N-TEMPLATE": "A template of the rulebook cannot be rendered, or is not the Markdown of rulebooks.",
    "I18N-SECTION": "The rulebook has not the same sections, figures and rules in every language.",
    "I18N-RULE": "The rulebook does not cover a rule that players need, or names one that there is not.",
    "I18N-QUOTE": "A section of the rulebook does not quote the name and the text of its card.",
    "I18N-STALE": "The source of a translated section or text has changed since the translation was accepted.",
}


def has_templates(root: Path) -> bool:
    """Whether a root has a rulebook of its own; if not, the shipped one is printed and not judged."""
    return any((root / FOLDER).glob(f"*{ENDING}"))
