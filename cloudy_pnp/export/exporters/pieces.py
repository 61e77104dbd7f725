"""`pieces-a4.pdf`, `pieces-letter.pdf`: tokens and figures, nested on as few pages as possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.workspace.drawn import DrawnSet

KINDS = (ComponentKind.TOKEN, ComponentKind.STANDEE, ComponentKind.PAD)
PAPERS = ("a4", "letter")


class PieceExporter:
    """One file per paper."""

    name = "pieces"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the files, unless a game has only cards."""
        return plan_papers(context, self.name) if context.prints(*KINDS) else {}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write all tokens and figures, or the chosen ones."""
        yield from write_papers(job, groups, self.name, job.deck)


def plan_papers(context: PlanContext, name: str) -> Groups:
    """Plan a file for the chosen paper, or for each of the usual ones."""
    request = context.request
    key = fingerprint.of_data([context.look, request.press_ending])
    papers = (request.paper,) if request.paper else PAPERS
    names = {paper: f"{context.folder}/{name}-{paper}{request.press_ending}.pdf" for paper in papers}
    return {names[paper]: fingerprint.of_data([key, paper]) for paper in papers}


def write_papers(job: Job, groups: Groups, name: str, deck: DrawnSet) -> Iterator[Artifact]:
    """Write the small pieces of a set, or the chosen ones."""
    from cloudy_pnp.export.sheets.nest import lost_bleed, nested_pages
    from cloudy_pnp.export.sheets.pdf import write_sheets

    request, printed = job.request, deck.printed
    chosen = request.cards
    components = [item for item in printed.components if item.kind in KINDS and (not chosen or item.id in chosen)]
    deck.refuse_too_many(sum(item.copies for item in components))
    pieces = [piece for piece in deck.pieces(*KINDS) if not chosen or piece.card in chosen]
    if not pieces:
        return
    for path, key in groups.items():
        paper = path.removeprefix(f"{job.folder}/{name}-").removesuffix(f"{request.press_ending}.pdf")
        numbered = job.catalogue.texts(job.lang).sheet
        pages = list(nested_pages(pieces, job.catalogue.paper(paper), printed.name, numbered))
        shows = {item.id: next(iter(item.shows), None) for item in components}
        for card, finding in lost_bleed([item for _, items in pages for item in items], paper):
            job.note(finding, shows[card])
        drawn_pages = (page for page, _ in pages)
        count, size = write_sheets(job.place(path), drawn_pages, None, printed.name, job.lang, request.press())
        cards = [
            {"card": item.piece.card, "copy": item.piece.copy, "page": number, "turned": item.turned}
            for number, (_, items) in enumerate(pages, 1)
            for item in items
        ]
        yield job.record(path, key, count, size, cards)


EXPORTER = PieceExporter()
