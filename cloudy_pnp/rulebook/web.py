"""A book → one HTML file that needs nothing else: for phones, by day and night, for screen readers, for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape

from cloudy_pnp.games.contract import Picture
from cloudy_pnp.rulebook.arrange import Arranged, Beside, Plates, Row, Wide, arranged
from cloudy_pnp.rulebook.book import Block, Book, Listing, Paragraph, Section, Span, Spans, Tip, plain
from cloudy_pnp.rulebook.drawing import COVER, Drawn
from cloudy_pnp.rulebook.theme import Theme

# The page needs nothing else: no script runs in it and nothing is fetched, whatever a style or a text may say.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"


def html_page(book: Book, drawn: Drawn, theme: Theme) -> str:
    """The whole page. Everything that is text is escaped; only our own tags are markup."""
    writer = _Writer(drawn, theme)
    title = escape(plain(book.title))
    chapters = list(book.chapters())
    contents = "\n".join(
        f'<li><a href="#{escape(chapter.id)}">{_spans(chapter.title)}</a></li>' for chapter, _ in chapters
    )
    body = "\n".join(writer.chapter(chapter, parts) for chapter, parts in chapters)
    words = {name: escape(text) for name, text in theme.words.items()}
    return f"""<!DOCTYPE html>
<html lang="{escape(book.lang)}">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{title} – {words["rules"]}</title>
<style>
{_colours(theme)}
{theme.style}</style>
</head>
<body>
<a class="skip" href="#main">{words["skip"]}</a>
<header>
<h1>{_spans(book.title)}</h1>
<p class="rules">{words["rules"]}</p>
<div class="cover">{writer.picture(COVER, book.cover)}</div>
{writer.blocks(book.intro)}
</header>
<nav aria-labelledby="contents">
<h2 id="contents">{words["contents"]}</h2>
<ol>
{contents}
</ol>
</nav>
<main id="main">
{body}
</main>
{writer.sprite}
</body>
</html>
"""


def _colours(theme: Theme) -> str:
    def properties(colours: Mapping[str, str]) -> str:
        return " ".join(f"--{name}: {value};" for name, value in colours.items())

    return (
        f":root {{ {properties(theme.light)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {properties(theme.dark)} }} }}"
    )


class _Writer:
    def __init__(self, drawn: Drawn, theme: Theme) -> None:
        self.drawn = drawn
        self.theme = theme
        inner = drawn.vectors.sprite.replace("xlink:href", "href")
        self.sprite = f'<svg class="sprite" aria-hidden="true" width="0" height="0">{inner}</svg>'

    def chapter(self, chapter: Section, parts: Iterable[Section]) -> str:
        inner = "\n".join(f"{self._section(part)}\n</section>" for part in parts)
        return f"{self._section(chapter)}\n{inner}\n</section>"

    def _section(self, section: Section) -> str:
        rules = f' data-rules="{escape(" ".join(section.rules))}"' if section.rules else ""
        name = escape(section.id)
        heading = f'<h{section.level} id="{name}">{_spans(section.title)}</h{section.level}>'
        return f'<section aria-labelledby="{name}"{rules}>\n{heading}\n{self.blocks(section.blocks)}'

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(self._arranged(item) for item in arranged(list(blocks)))

    def picture(self, name: str, picture: Picture) -> str:
        """A picture of the sprite that stands at the end of the page."""
        page = self.drawn.pages[name]
        size = f'width="{page.width:g}" height="{page.height:g}"'
        return (
            f'<svg role="img" aria-label="{escape(picture.alt)}" viewBox="0 0 {page.width:g} {page.height:g}">'
            f'<use href="#{self.drawn.vectors.ids[name]}" {size}/></svg>'
        )

    def _figure(self, name: str, picture: Picture) -> str:
        title = f"<b>{escape(picture.title)}</b>" if picture.title else ""
        words = "<br/>".join(part for part in (title, escape(picture.caption)) if part)
        caption = f"\n<figcaption>{words}</figcaption>" if words else ""
        return f"<figure>{self.picture(name, picture)}{caption}</figure>"

    def _arranged(self, item: Arranged) -> str:
        match item:
            case Paragraph(spans):
                says = ' class="says"' if spans and all(span.emphasis for span in spans) else ""
                return f"<p{says}>{_spans(spans)}</p>"
            case Listing(items, ordered):
                tag = "ol" if ordered else "ul"
                parts = "\n".join(f"<li>{self.blocks(part)}</li>" for part in items)
                return f"<{tag}>\n{parts}\n</{tag}>"
            case Tip(inner):
                label = escape(self.theme.words["tip"])
                return f'<aside class="tip" role="note" aria-label="{label}">\n{self.blocks(inner)}\n</aside>'
            case Plates(names, pictures):
                one = " one" if len(names) == 1 else ""
                return f'<div class="plates{one}">\n{self._each(self._figure, names, pictures)}\n</div>'
            case Row(names, pictures):
                return f'<div class="row">\n{self._each(self._in_row, names, pictures)}\n</div>'
            case Wide(name, picture):
                return f'<div class="wide">\n{self._figure(name, picture)}\n</div>'
            case Beside(name, picture, inner):
                card = f'<div class="card">{self.picture(name, picture)}</div>'
                return f'<div class="beside">\n{card}\n<div>\n{self.blocks(inner)}\n</div>\n</div>'

    def _in_row(self, name: str, picture: Picture) -> str:
        return f"<div>{self.picture(name, picture)}</div>"

    @staticmethod
    def _each(write: Callable[[str, Picture], str], names: Iterable[str], pictures: Iterable[Picture]) -> str:
        return "\n".join(write(name, picture) for name, picture in zip(names, pictures, strict=True))


def _spans(spans: Spans) -> str:
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    text = escape(span.text, quote=False)
    text = f"<em>{text}</em>" if span.emphasis else text
    return f"<strong>{text}</strong>" if span.strong else text
