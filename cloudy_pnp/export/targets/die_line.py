"""`die-line/`: everything that is cut, with the cutting line on a separate layer; and the line alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Outline, Page
    from cloudy_pnp.export.cutting.paths import CutPath
    from cloudy_pnp.export.pictures.things import Thing


class DieLineExporter:
    """A PDF of all shapes, each on a page of its size; and for each shape DXF and SVG."""

    name = "die-line"

    def plan(self, context: PlanContext) -> Groups:
        """Plan a folder."""
        if context.home.game.components is None:
            return {}
        printing = context.request.printing
        key = fingerprint.of_data([context.look, printing.corner, printing.bleed])
        return {f"{context.folder}/{self.name}/": key}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the files; components of one shape share them."""
        from cloudy_pnp.draw.pdf import write_pdf
        from cloudy_pnp.export.cutting.dxf import dxf_text
        from cloudy_pnp.export.cutting.paths import lines_of
        from cloudy_pnp.export.cutting.svg import svg_cuts
        from cloudy_pnp.export.pictures.things import things_of

        printing, printed = job.request.printing, job.deck.printed
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
            path = f"{folder}die-line.pdf"
            with job.place(path).open("wb") as out:
                count = write_pdf(pages, out, title=f"{printed.name} – die line", lang=job.lang)
            yield job.record(path, key, count, (pages[0].width, pages[0].height), [])


def _corner(thing: Thing, corner: float | None) -> float:
    from cloudy_pnp.export.pictures.shapes import CORNER
    from cloudy_pnp.games.contract import ComponentKind

    usual = CORNER if thing.kind is ComponentKind.CARD else 0.0
    return usual if corner is None else corner


def _cuts(thing: Thing, corner: float | None) -> list[CutPath]:
    from cloudy_pnp.core.geometry import Rect
    from cloudy_pnp.export.cutting.paths import cuts_of, rounded_cut

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


EXPORTER = DieLineExporter()
