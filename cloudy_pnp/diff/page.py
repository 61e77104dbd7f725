"""A diff as one HTML page that needs nothing else: side by side or with a slider, by mouse or by keyboard."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from pathlib import Path

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import escaped
from cloudy_pnp.diff.compare import CardChange, Diff, FaceChange
from cloudy_pnp.diff.formats import Piece, faces_of, lists_of, plain, summary, texts_of, title_of, webp_bytes, word_diff
from cloudy_pnp.draw.scene import Page, page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import DrawnFace

_HERE = Path(__file__).parent
_MOST_SVG = 20_000  # bytes
_TAGS = {"same": "{}", "old": "<del>{}</del>", "new": "<ins>{}</ins>"}


def html_format(diff: Diff) -> str:
    """Return the page. Card data is text or a picture in it, never markup or code."""
    style, script = ((_HERE / f"page.{ending}").read_text("utf-8") for ending in ("css", "js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    title = f"{_text(diff.base)} → {_text(diff.head)}"
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{_text(diff.game)}: {title}</title><style>{style}</style></head><body>",
        f"<header><h1>{_text(diff.game)}: {title}</h1><p>{_text(summary(diff))}</p><p>",
        '<button data-key="s" aria-pressed="false">Slider (s)</button> ',
        '<button data-key="o" aria-pressed="false">Hide outlines (o)</button> ',
        '<button data-key="k">Previous (k)</button> <button data-key="j">Next (j)</button></p></header><main>',
        *(part for card in diff.cards for part in _card(diff, card)),
        *_rulebook(diff),
        *_lists(diff),
        f"</main><script>{script}</script></body></html>\n",
    ]
    return "\n".join(parts)


def _text(text: str) -> str:
    return escape("\n".join(escaped(line) for line in text.split("\n")))


def _pieces(pieces: list[Piece]) -> str:
    return "".join(_TAGS[kind].format(_text(text)) for kind, text in pieces)


def _card(diff: Diff, card: CardChange) -> Iterator[str]:
    yield f'<article tabindex="0"><h2>{_text(title_of(card))}</h2>'
    fields = card.fields if card.change == "changed" else ()
    rows = [(field.path, _pieces(word_diff(plain(field.before), plain(field.after)))) for field in fields]
    rows += [(lang, _pieces(pieces)) for lang, pieces in texts_of(diff, card)]
    if rows:
        yield "<dl>" + "".join(f"<dt>{_text(name)}</dt><dd>{value}</dd>" for name, value in rows) + "</dl>"
    if card.faces:
        shown = (_face(lang, face, card.change) for lang, _, face in faces_of(diff, card))
        yield '<div class="faces">' + "".join(shown) + "</div>"
    yield "</article>"


def _face(lang: str, face: FaceChange, change: str) -> str:
    both = " both" if face.before and face.after else ""
    states = ((face.before, "before"), (face.after, "after"))
    sides = "".join(_side(face, drawn, label, change) for drawn, label in states)
    name = _text(f"{lang}: {face.name}")
    slider = f'<input type="range" aria-label="{name}: before or after" value="50">' if both else ""
    return f'<figure><figcaption>{name}</figcaption><div class="pair{both}">{sides}</div>{slider}</figure>'


def _side(face: FaceChange, drawn: DrawnFace | None, label: str, change: str) -> str:
    if drawn is None:
        reason = {"added": "new", "removed": "removed"}.get(change, "not drawn")  # a changed card with an error
        return f'<div class="side none">{reason}</div>'
    page = page_of(drawn.symbol)
    boxes = "".join(
        f'<i style="left:{100 * box.x / page.width:.2f}%;top:{100 * box.y / page.height:.2f}%;'
        f'width:{100 * box.width / page.width:.2f}%;height:{100 * box.height / page.height:.2f}%"></i>'
        for box in (box & Rect(0, 0, page.width, page.height) for box in face.boxes)
        if box
    )
    alt = _text(f"{face.name}, {face.lang}, {label}")
    return f'<div class="side"><img alt="{alt}" src="{_picture(page)}">{boxes}</div>'


def _picture(page: Page) -> str:
    """Return the address of a picture: lines as SVG if that is small, otherwise the pixels of a screen."""
    svg = svg_text(page, digits=2).encode()
    kind, content = ("svg+xml", svg) if len(svg) <= _MOST_SVG else ("webp", webp_bytes(page))
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def _rulebook(diff: Diff) -> Iterator[str]:
    for section in diff.rulebook:
        pieces = _pieces(word_diff(section.before, section.after))
        name = _text(f"Rulebook, {section.lang}: {section.section}")
        yield f'<article tabindex="0"><h2>{name}</h2><dl><dt>{_text(section.lang)}</dt><dd>{pieces}</dd></dl></article>'


def _lists(diff: Diff) -> Iterator[str]:
    for title, rows in lists_of(diff):
        if rows:
            items = "".join(f"<li>{_text(row)}</li>" for row in rows)
            yield f'<article tabindex="0"><h2>{title}</h2><ul>{items}</ul></article>'
