"""Components that are not cards: boards and boxes on separate pages, tokens and figures nested on shared ones.

`<board>-a3.pdf` is on one page, `<board>-a4.pdf` and `<board>-letter.pdf` on pages to glue together; boxes
(`<box>-a4.pdf`) are cut out, folded and glued. Those for a press are in a separate folder:
`boards-cmyk/<board>-a3-cmyk.pdf`. `pieces-a4.pdf` has as few pages as possible; so has `blanks-a4.pdf`, blank cards to
write on, with what helps to fill them in.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from cloudy_pnp.export.exporter import Exporter, Groups, Job, PlanContext
from cloudy_pnp.export.request import LOOK, PRESS
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.game.contract import ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.workspace.drawn import DrawnSet

SMALL = (ComponentKind.TOKEN, ComponentKind.STANDEE, ComponentKind.PAD)
PAPERS = ("a4", "letter")
_OPTIONS = (*LOOK, "selection", *PRESS)


def _plan_large(kind: ComponentKind, name: str, context: PlanContext) -> Groups:
    """Plan a folder: the number of files is known when they are drawn."""
    path = context.path(name, *LOOK, *PRESS)
    return {path: context.key(path, context.request.paper)} if context.prints(kind) else {}


def _large(kind: ComponentKind, papers: tuple[str, ...], job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write every such component on every paper, or on the requested one."""
    from cloudy_pnp.export.sheets.tiles import tiled_pages

    chosen, request, printed = job.request.cards, job.request, job.deck.printed
    press = request.press()
    numbered, ending = job.catalogue.texts(job.lang).sheet, request.ending(*LOOK, *PRESS)
    for folder, key in groups.items():
        for component in printed.components:
            if component.kind is not kind or not component.copies or (chosen and component.id not in chosen):
                continue
            piece = job.deck.piece(component, 1)
            for name in (request.paper,) if request.paper else papers:
                pages = tiled_pages(piece, job.catalogue.paper(name), printed.name, numbered, for_press=bool(press))
                path = f"{folder}{component.id}-{name}{ending}.pdf"
                yield job.pdf(path, key, pages, [{"card": component.id}], press=press)


def _plan_small(name: str, context: PlanContext) -> Groups:
    """Plan a file for the chosen paper, or for each of the usual ones, unless a game has only cards."""
    papers = (context.request.paper,) if context.request.paper else PAPERS
    paths = [context.path(f"{name}-{paper}", *_OPTIONS, end=".pdf") for paper in papers]
    planned = context.prints(*SMALL) if name == "pieces" else context.home.game.blanks
    return {path: context.key(path) for path in paths} if planned else {}


def _pieces(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write all tokens and figures, or the chosen ones."""
    yield from _small(job, groups, "pieces", job.deck)


def _blanks(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write the blanks, also for a pack: they are for cards that do not exist yet. Note texts that do not fit."""
    from cloudy_pnp.workspace.drawn import DrawnSet

    make = job.home.game.need(job.home.game.blanks, "has no blanks")
    deck = DrawnSet(make(job.data, job.request.render_options(job.lang, job.catalogue)))
    yield from _small(job, groups, "blanks", deck)
    for about, finding in deck.findings():
        job.note(finding, about)


def _small(job: Job, groups: Groups, name: str, deck: DrawnSet) -> Iterator[Artifact]:
    """Write the small pieces of a set, or the chosen ones."""
    from cloudy_pnp.export.sheets.nest import lost_bleed, nested_pages

    request, title = job.request, deck.printed.name
    chosen = request.cards
    components = [item for item in deck.printed.components if item.kind in SMALL and (not chosen or item.id in chosen)]
    deck.refuse_too_many(sum(item.copies for item in components))
    pieces = [piece for piece in deck.pieces(*SMALL) if not chosen or piece.card in chosen]
    shows = {item.id: next(iter(item.shows), None) for item in components}
    for path, key in groups.items() if pieces else ():
        file = path.removeprefix(f"{job.folder}/").removesuffix(".pdf")
        paper = file.removeprefix(f"{name}-").removesuffix(request.ending(*_OPTIONS))
        numbered, press = job.catalogue.texts(job.lang).sheet, request.press()
        pages = list(nested_pages(pieces, job.catalogue.paper(paper), title, numbered, for_press=press is not None))
        for card, finding in lost_bleed([item for _, items in pages for item in items], paper):
            job.note(finding, shows[card])
        cards = [
            {"card": item.piece.card, "copy": item.piece.copy, "page": number, "turned": item.turned}
            for number, (_, items) in enumerate(pages, 1)
            for item in items
        ]
        yield job.pdf(path, key, (page for page, _ in pages), cards, title=f"{title} – {file}", press=press)


EXPORTERS = (
    *(
        Exporter(name, partial(_plan_large, kind, name), partial(_large, kind, papers), in_every_build=True)
        for name, kind, papers in (
            ("boards", ComponentKind.BOARD, ("a3", *PAPERS)),
            ("boxes", ComponentKind.BOX, PAPERS),
        )
    ),
    Exporter("pieces", partial(_plan_small, "pieces"), _pieces, in_every_build=True),
    Exporter("blanks", partial(_plan_small, "blanks"), _blanks, "blank cards to write on, for games that have them"),
)
