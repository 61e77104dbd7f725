"""For machines that cut: `silhouette-<paper>/`, sheets with registration marks; `die-line/`, the line alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloudy_pnp.export.exporter import Exporter, Groups, Job, PlanContext, planned
from cloudy_pnp.export.request import LOOK, PRESS
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.game.contract import ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Outline, Page
    from cloudy_pnp.export.cutting import CutPath
    from cloudy_pnp.export.things import Thing


def _plan_silhouette(context: PlanContext) -> Groups:
    """Plan a folder for the paper."""
    paper = context.request.paper or "a4"
    if not context.prints(ComponentKind.CARD):
        return {}
    context.catalogue.paper(paper)  # an unknown one is reported before anything is drawn
    path = context.path(f"silhouette-{paper}", *LOOK, "selection", "marks", "corner")
    return {path: context.key(path)}


def _silhouette(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write for each size of cards a PDF to print, and the cut paths of the machine as DXF and SVG.

    All pages of a file share the paths: on a partly empty page, extra cuts do no harm.
    """
    from cloudy_pnp.draw.pdf import Duplex
    from cloudy_pnp.export.cutting import CORNER, cut_sheet, dxf_text, need_dxf, svg_cuts
    from cloudy_pnp.export.things import chosen_components
    from cloudy_pnp.workspace.drawn import Piece

    need_dxf("silhouette")
    request = job.request
    paper = job.catalogue.paper(request.paper or "a4")
    corner = CORNER if request.printing.corner is None else request.printing.corner
    chosen = {card.id for card in chosen_components(job, job.deck, ComponentKind.CARD)}
    by_size: dict[tuple[float, float], list[Piece]] = {}
    for piece in job.deck.pieces(ComponentKind.CARD):
        if piece.card in chosen:
            by_size.setdefault(piece.size, []).append(piece)
    for folder, key in groups.items():
        for size, pieces in by_size.items():
            sheet = cut_sheet(size, paper, request.export.marks)
            stem = f"{folder}cards-{size[0]:g}x{size[1]:g}"
            listed = [{"card": piece.card, "copy": piece.copy} for piece in pieces]
            yield job.pdf(f"{stem}.pdf", key, sheet.pages(pieces), listed, duplex=Duplex.LONG_EDGE)
            cuts = sheet.cuts(corner)
            yield job.write(f"{stem}.dxf", key, dxf_text(cuts, (), sheet.page[1]).encode())
            yield job.write(f"{stem}-cuts.svg", key, svg_cuts(cuts, (), sheet.page).encode())


def _die_line(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write a PDF of all shapes, each on a page of its size; and for each shape DXF and SVG.

    Components of one shape share them.
    """
    from cloudy_pnp.export.cutting import dxf_text, lines_of, need_dxf, svg_cuts
    from cloudy_pnp.export.things import things_of

    need_dxf("die-line")
    printing = job.request.printing
    bleed = 3.0 if printing.bleed is None else printing.bleed
    shapes: dict[tuple[tuple[float, float], Outline | None], list[Thing]] = {}
    for thing in things_of(job):
        shapes.setdefault((thing.size, thing.component.outline), []).append(thing)
    for folder, key in groups.items():
        pages = []
        for (size, _), things in shapes.items():
            first = things[0]
            pages.append(_page(first, bleed, printing.corner))
            cuts = _cuts(first, printing.corner)
            folds = lines_of(first.component.folds) if first.component.folds else []
            stem = f"{folder}{first.id}"
            cards = [{"card": thing.id} for thing in things]
            yield job.write(f"{stem}.dxf", key, dxf_text(cuts, folds, size[1]).encode(), cards=cards)
            yield job.write(f"{stem}-cuts.svg", key, svg_cuts(cuts, folds, size).encode(), cards=cards)
        yield job.pdf(f"{folder}die-line.pdf", key, pages, [], press=job.request.press())


def _corner(thing: Thing, corner: float | None) -> float:
    from cloudy_pnp.export.things import CORNER

    usual = CORNER if thing.kind is ComponentKind.CARD else 0.0
    return usual if corner is None else corner


def _cuts(thing: Thing, corner: float | None) -> list[CutPath]:
    from cloudy_pnp.core.geometry import Rect
    from cloudy_pnp.export.cutting import cuts_of, rounded_cut

    if thing.component.outline is not None:
        return cuts_of(thing.component.outline)
    return [rounded_cut(Rect(0.0, 0.0, *thing.size), _corner(thing, corner))]


def _page(thing: Thing, bleed: float, corner: float | None) -> Page:
    """Draw the face with its bleed, and on top the lines to cut and to fold, in separate inks."""
    from cloudy_pnp.core.geometry import Rect, Transform
    from cloudy_pnp.draw.scene import Group, Page
    from cloudy_pnp.draw.shapes import rounded
    from cloudy_pnp.export.sheets.marks import contour

    plain = thing.copies[0].front.beyond(bleed)
    outline = thing.component.outline or rounded(Rect(0.0, 0.0, *thing.size), _corner(thing, corner))
    lines = contour(outline, thing.component.folds)
    items = (*plain.items, Group(lines, Transform.translation(bleed, bleed)))
    return Page(plain.width, plain.height, items, trim=plain.trim, bleed=plain.media)


_LINES = planned("die-line", "selection", "bleed", "corner", *PRESS)
_DXF = ("ezdxf",)
EXPORTERS = (
    Exporter(
        "silhouette", _plan_silhouette, _silhouette, "sheets with registration marks and cut paths", needs=("ezdxf",)
    ),
    Exporter("die-line", _LINES, _die_line, "cut lines as PDF, DXF and SVG", needs=("ezdxf",)),
)
