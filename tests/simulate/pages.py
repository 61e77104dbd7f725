"""Read a report as a program sees it: tables, tiles and findings of its HTML."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """The content of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.tiles: dict[str, str] = {}
        self.findings: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._table: list[list[str]] | None = None
        self._into: list[str] | None = None
        self._tile = ""
        self._words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if tag == "table":
            self._table = self.tables[str(found["data-figure"])] = []
        elif tag == "tr" and self._table is not None:
            self._table.append([])
        elif tag in ("th", "td", "li", "dd"):
            self._words = []
        if "data-measure" in found:
            self._tile = str(found["data-measure"])

    def handle_data(self, data: str) -> None:
        self._words.append(data)

    def handle_endtag(self, tag: str) -> None:
        words = " ".join("".join(self._words).split(" "))
        if tag in ("th", "td") and self._table:
            self._table[-1].append(words)
        elif tag == "dd" and self._tile:
            self.tiles[self._tile], self._tile = words, ""
        elif tag == "li":
            self.findings.append(words)
        elif tag == "table":
            self._table = None
