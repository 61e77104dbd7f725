"""A diff as one HTML page that needs nothing else: side by side or with a slider, by mouse or by keyboard."""

from __future__ import annotations

import base64
import hashlib
from functools import partial
from pathlib import Path

from markupsafe import Markup

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import escaped
from cloudy_pnp.core.shipped import page_template
from cloudy_pnp.diff.compare import CardChange, Diff, FaceChange, SectionChange
from cloudy_pnp.diff.formats import Piece, faces_of, lists_of, plain, summary, texts_of, title_of, webp_bytes, word_diff
from cloudy_pnp.draw.scene import Page, page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import DrawnFace

_HERE = Path(__file__).parent
_MOST_SVG = 20_000  # bytes


def html_format(diff: Diff) -> str:
    """Return the page. Card data is text or a picture in it, never markup or code."""
    style, script = ((_HERE / f"page.{ending}").read_text("utf-8") for ending in ("css", "js"))
    template = page_template(
        _HERE / "page.html.j2",
        shown=lambda text: "\n".join(map(escaped, text.split("\n"))),
        summary=summary,
        title=title_of,
        rows=partial(_rows, diff),
        faces=partial(faces_of, diff),
        page=_page,
        outlines=_outlines,
        picture=_picture,
        changes=_changes,
        lists=lists_of,
    )
    digest = Markup(base64.b64encode(hashlib.sha256(script.encode()).digest()).decode())  # noqa: S704
    return template.render(diff=diff, digest=digest, style=Markup(style), script=Markup(script))  # noqa: S704


def _rows(diff: Diff, card: CardChange) -> list[tuple[str, list[Piece]]]:
    """Return what changed in the fields and the texts of a card, each with its name."""
    fields = card.fields if card.change == "changed" else ()
    return [
        *((field.path, word_diff(plain(field.before), plain(field.after))) for field in fields),
        *texts_of(diff, card),
    ]


def _page(drawn: DrawnFace) -> Page:
    return page_of(drawn.symbol)


def _outlines(face: FaceChange, page: Page) -> list[Rect]:
    """Return the parts of a face that have changed, as far as they are on the page."""
    return [inside for box in face.boxes if (inside := box & Rect(0, 0, page.width, page.height))]


def _changes(section: SectionChange) -> list[Piece]:
    return word_diff(section.before, section.after)


def _picture(page: Page) -> str:
    """Return the address of a picture: lines as SVG if that is small, otherwise the pixels of a screen."""
    svg = svg_text(page, digits=2).encode()
    kind, content = ("svg+xml", svg) if len(svg) <= _MOST_SVG else ("webp", webp_bytes(page))
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
