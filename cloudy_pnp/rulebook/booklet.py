"""Pages → a booklet: two pages on each side of a sheet, in the order needed for folding and stapling."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf

from cloudy_pnp.rulebook.paper import A4

_MM = 72 / 25.4


def booklet_order(pages: int, last: int = 1) -> list[tuple[int | None, int | None]]:
    """Return the left and the right page (from 0) of each side of each sheet, None for a blank one.

    `last` pages stay at the end: blank pages come before them. Sides are front, back, front, back, from the outermost
    sheet to the innermost; print them duplex, flipped on the short edge.

    >>> booklet_order(4)
    [(3, 0), (1, 2)]
    >>> booklet_order(3), booklet_order(3, 0)
    ([(2, 0), (1, None)], [(None, 0), (1, 2)])
    """
    blanks = -pages % 4
    order: list[int | None] = [*range(pages - last), *[None] * blanks, *range(pages - last, pages)]
    sides = []
    for sheet in range(len(order) // 4):
        low, high = 2 * sheet, len(order) - 1 - 2 * sheet
        sides += [(order[high], order[low]), (order[low + 1], order[high - 1])]
    return sides


def last_pages(pdf: bytes) -> int:
    """Return the number of pages of the last chapter: from the target of its bookmark to the end."""
    with pikepdf.open(io.BytesIO(pdf)) as document, document.open_outline() as outline:
        if not outline.root:
            return 1
        target = outline.root[-1].destination
        if not isinstance(target, pikepdf.Array):
            return 1
        numbers = [number for number, page in enumerate(document.pages) if page.obj == target[0]]
        return len(document.pages) - numbers[0] if numbers else 1


def booklet(
    pdf: bytes, size: tuple[float, float], title: str, lang: str, paper: tuple[float, float] = A4, *, aid: bool = True
) -> bytes:
    """Impose the pages of `size` (mm) two by two on sheets of paper, at the fold, the same bytes every time.

    The last chapter is at the back if it is a player `aid`; otherwise pages follow each other, and the back is free.
    """
    with pikepdf.open(io.BytesIO(pdf)) as source, pikepdf.new() as target:
        width, height = (length * _MM for length in size)
        high, wide = (length * _MM for length in sorted(paper))
        corner = (wide / 2 - width, (high - height) / 2)
        faces = [_face(source, page, target) for page in source.pages]
        for sides in booklet_order(len(faces), last_pages(pdf) if aid else 0):
            page = target.add_blank_page(page_size=(wide, high))
            page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary())
            page.obj.Contents = target.make_stream(_content(sides, width, corner))
            for number in sides:
                if number is not None:
                    page.obj.Resources.XObject[f"/P{number}"] = faces[number]
        target.docinfo["/Title"] = title
        target.Root.Lang = pikepdf.String(lang)
        target.Root.ViewerPreferences = pikepdf.Dictionary(
            DisplayDocTitle=True, Duplex=pikepdf.Name.DuplexFlipShortEdge, PrintScaling=pikepdf.Name("/None")
        )
        out = io.BytesIO()
        target.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _face(source: pikepdf.Pdf, page: pikepdf.Page, target: pikepdf.Pdf) -> pikepdf.Object:
    """Return a page as a form that another document can show.

    Its content stays compressed as it is: packing it again, as `Page.as_form_xobject` does, would take longer than
    everything else.
    """
    page.contents_coalesce()
    face = target.copy_foreign(page.obj.Contents)
    face.Type, face.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    face.BBox = pikepdf.Array(page.mediabox)
    for name in ("/Resources", "/Group"):
        if name in page.obj:
            face[name] = target.copy_foreign(source.make_indirect(page.obj[name]))
    return face


def _content(sides: Sequence[int | None], width: float, corner: tuple[float, float]) -> bytes:
    parts = (
        f"q 1 0 0 1 {corner[0] + place * width:.4f} {corner[1]:.4f} cm /P{number} Do Q"
        for place, number in enumerate(sides)
        if number is not None
    )
    return "\n".join(parts).encode()


def page_count(pdf: bytes) -> tuple[int, tuple[float, float]]:
    """Return the number of pages of a PDF, and the size of the first in mm."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        left, bottom, right, top = (float(number) for number in document.pages[0].mediabox)
        return len(document.pages), (round((right - left) / _MM, 2), round((top - bottom) / _MM, 2))
