"""`playtest.pdf`: all cards in black lines at half size, on as few pages as possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import Component, ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Symbol


class PlaytestExporter:
    """One file. A back with its own text is next to its front."""

    name = "playtest"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the file, unless there are no cards."""
        request = context.request
        if not context.prints(ComponentKind.CARD):
            return {}
        path = f"{context.folder}/playtest{request.ending}.pdf"
        return {path: fingerprint.of_data([context.look, request.paper, "lines"])}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the pages, drawn in the game's ink-saving look."""
        from cloudy_pnp.draw.pdf import write_pdf
        from cloudy_pnp.export.lists.playtest import playtest_pages
        from cloudy_pnp.export.sheets.select import printed_ids

        printed = job.saving_ink.printed
        chosen = {card for ids in printed_ids(job.request.cards, printed.components).values() for card in ids}
        cards = [
            card
            for card in printed.components
            if card.kind is ComponentKind.CARD and card.copies and (not chosen or card.id in chosen)
        ]
        job.deck.refuse_too_many(sum(card.copies for card in cards))
        paper = job.catalogue.paper(job.request.paper or "a4")
        for path, key in groups.items():
            faces = [(symbol, card.size) for card in cards for symbol in _faces(job, card)]
            if not faces:
                continue
            pages = list(playtest_pages(faces, paper, printed.name))
            with job.place(path).open("wb") as out:
                count = write_pdf(pages, out, title=f"{printed.name} – playtest", lang=job.lang)
            listed = [{"card": card.id, "copies": card.copies} for card in cards]
            yield job.record(path, key, count, (pages[0].width, pages[0].height), listed)


def _faces(job: Job, component: Component) -> Iterator[Symbol]:
    for copy in range(1, component.copies + 1):
        piece = job.saving_ink.piece(component, copy)
        yield piece.front
        back = component.back(copy) if component.back else None
        if back is not None and back.entry is not None and piece.back is not None:
            yield piece.back


EXPORTER = PlaytestExporter()
