"""`<board>-a3.pdf` on one page, `<board>-a4.pdf` and `<board>-letter.pdf` on pages to glue together.

Those for a press are in a separate folder: `boards-cmyk/<board>-a3-cmyk.pdf`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind

PAPERS = ("a3", "a4", "letter")


class LargeExporter:
    """Components on separate pages: one file per component and paper."""

    def __init__(self, name: str, kind: ComponentKind, papers: tuple[str, ...]) -> None:
        self.name = name
        self.kind = kind
        self.papers = papers

    def plan(self, context: PlanContext) -> Groups:
        """Plan a folder: the number of files is known when they are drawn."""
        if not context.prints(self.kind):
            return {}
        request = context.request
        key = fingerprint.of_data([context.look, request.press_ending, request.paper])
        return {f"{context.folder}/{self.name}{request.press_ending}/": key}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write every such component on every paper, or on the requested one."""
        from cloudy_pnp.export.sheets.pdf import write_sheets
        from cloudy_pnp.export.sheets.tiles import tiled_pages

        chosen, request, printed = job.request.cards, job.request, job.deck.printed
        numbered = job.catalogue.texts(job.lang).sheet
        for folder, key in groups.items():
            for component in printed.components:
                if component.kind is not self.kind or not component.copies or (chosen and component.id not in chosen):
                    continue
                piece = job.deck.piece(component, 1)
                for name in (request.paper,) if request.paper else self.papers:
                    pages = tiled_pages(piece, job.catalogue.paper(name), printed.name, numbered)
                    path = f"{folder}{component.id}-{name}{request.press_ending}.pdf"
                    count, size = write_sheets(job.place(path), pages, None, printed.name, job.lang, request.press())
                    yield job.record(path, key, count, size, [{"card": component.id}])


EXPORTER = LargeExporter("boards", ComponentKind.BOARD, PAPERS)
