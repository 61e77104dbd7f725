"""The rows of a card list: every component with its number of copies, its name and its text."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from msgspec import Struct

from cloudy_pnp.data.tables.write import csv_bytes
from cloudy_pnp.export.pictures.things import Thing

_HEADS = ("id", "kind", "copies", "name", "text", "width", "height")
_MARKDOWN = re.compile(r"([\\`*_\[\]#|<>~$&])")
_STYLE = """
body { font: 16px/1.4 sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% }
td { border-top: 1px solid #bbb; padding: .5rem; vertical-align: top }
td:first-child { width: 5rem } td:nth-child(2) { width: 3rem; text-align: right; white-space: nowrap }
img { max-width: 4.5rem; max-height: 7rem } p { margin: .2rem 0; white-space: pre-line }
"""


class CardList(Struct, frozen=True):
    """A game's card list, which can be written in several formats."""

    name: str  # of the game
    lang: str
    things: Sequence[Thing]

    def csv(self) -> bytes:
        """Write a table for spreadsheets; text that looks like a formula is marked as text."""
        rows = [
            [thing.id, thing.kind.value, len(thing.copies), thing.title, thing.text, *thing.size]
            for thing in self.things
        ]
        return csv_bytes(_HEADS, rows)

    def markdown(self) -> bytes:
        """Write a list that is readable as plain text; nothing in a text is treated as markup."""
        lines = [f"# {escape_markdown(self.name)}", ""]
        for thing in self.things:
            text = " ".join(thing.text.split())
            description = f": {escape_markdown(text)}" if text else ""
            lines.append(f"- {len(thing.copies)} × **{escape_markdown(thing.title)}**{description}")
        return ("\n".join(lines) + "\n").encode()

    def html(self, pictures: Sequence[str]) -> bytes:
        """Write a self-contained page with a small picture of each card (as data URI)."""
        rows = "\n".join(
            f'<tr><td><img alt="" src="{picture}"></td><td>{len(thing.copies)} ×</td>'
            f"<td><b>{html.escape(thing.title)}</b><p>{html.escape(thing.text)}</p></td></tr>"
            for thing, picture in zip(self.things, pictures, strict=True)
        )
        name = html.escape(self.name)
        return (
            f'<!DOCTYPE html>\n<html lang="{html.escape(self.lang)}">\n<head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{name}</title>\n'
            f"<style>{_STYLE}</style></head>\n"
            f"<body><h1>{name}</h1>\n<table>\n{rows}\n</table>\n</body>\n</html>\n"
        ).encode()


def escape_markdown(text: str) -> str:
    r"""Escape a text on one line so that nothing in it is markup.

    >>> print(escape_markdown("a *b* [c](d)"))
    a \*b\* \[c\](d)
    """
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
