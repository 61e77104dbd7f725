"""`silhouette-<paper>/`: sheets with registration marks, and the cut paths of the machine."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind


class SilhouetteExporter:
    """For each size of cards a PDF to print, and its paths as DXF and SVG."""

    name = "silhouette"

    def plan(self, context: PlanContext) -> Groups:
        """Plan a folder for the paper."""
        request = context.request
        if not context.prints(ComponentKind.CARD):
            return {}
        context.catalogue.paper(request.paper or "a4")  # an unknown one is reported before anything is drawn
        marks = f"-{request.export.marks}-marks" if request.export.marks != 3 else ""
        key = fingerprint.of_data([context.look, request.paper, request.export.marks, request.printing.corner])
        name = f"{self.name}-{request.paper or 'a4'}{marks}"
        return {f"{context.folder}/{name}/": key}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the files. All pages of a file share the paths: on a partly empty page, extra cuts do no harm."""
        from cloudy_pnp.draw.pdf import Duplex, write_pdf
        from cloudy_pnp.export.cutting.dxf import dxf_text
        from cloudy_pnp.export.cutting.register import CORNER, cut_sheet
        from cloudy_pnp.export.cutting.svg import svg_cuts
        from cloudy_pnp.export.sheets.select import printed_ids
        from cloudy_pnp.workspace.drawn import Piece

        request, printed = job.request, job.deck.printed
        paper = job.catalogue.paper(request.paper or "a4")
        corner = CORNER if request.printing.corner is None else request.printing.corner
        chosen = {card for cards in printed_ids(request.cards, printed.components).values() for card in cards}
        cards = [card for card in printed.components if card.kind is ComponentKind.CARD]
        job.deck.refuse_too_many(sum(card.copies for card in cards if not chosen or card.id in chosen))
        by_size: dict[tuple[float, float], list[Piece]] = {}
        for piece in job.deck.pieces(ComponentKind.CARD):
            if not chosen or piece.card in chosen:
                by_size.setdefault(piece.size, []).append(piece)
        for folder, key in groups.items():
            for size, pieces in by_size.items():
                sheet = cut_sheet(size, paper, request.export.marks)
                stem = f"{folder}cards-{size[0]:g}x{size[1]:g}"
                with job.place(f"{stem}.pdf").open("wb") as out:
                    title = f"{printed.name} – {stem.rpartition('/')[2]}"
                    count = write_pdf(sheet.pages(pieces), out, title=title, lang=job.lang, duplex=Duplex.LONG_EDGE)
                listed = [{"card": piece.card, "copy": piece.copy} for piece in pieces]
                yield job.record(f"{stem}.pdf", key, count, sheet.page, listed)
                cuts = sheet.cuts(corner)
                yield job.write(f"{stem}.dxf", key, dxf_text(cuts, (), sheet.page[1]).encode())
                yield job.write(f"{stem}-cuts.svg", key, svg_cuts(cuts, (), sheet.page).encode())


EXPORTER = SilhouetteExporter()
