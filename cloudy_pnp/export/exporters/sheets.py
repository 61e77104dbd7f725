"""`<sheet>.pdf`: the cards on sheets to print and cut; `calibration.pdf`: how far a printer shifts their backs.

Components that are not cards: boards and boxes on separate pages, tokens and figures nested on shared ones.

`<board>-a3.pdf` is on one page, `<board>-a4.pdf` and `<board>-letter.pdf` on pages to glue together; boxes
(`<box>-a4.pdf`) are cut out, folded and glued. Those for a press are in a separate folder:
`boards-cmyk/<board>-a3-cmyk.pdf`. `pieces-a4.pdf` has as few pages as possible; so has `blanks-a4.pdf`, blank cards to
write on, with what helps to fill them in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export.exporter import Exporter, Groups, Job, PlanContext
from cloudy_pnp.export.paper import CardFormat, Flip, Mode, Sheet
from cloudy_pnp.export.request import BOX, LAYOUT, LOOK, PRESS, SHEET, BuildRequest
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.game.contract import ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.draw.pdf import Duplex
    from cloudy_pnp.workspace.drawn import Copy, DrawnSet, Piece


def print_options(request: BuildRequest) -> dict[str, object]:
    """Return the options that affect a sheet, except the look of the cards."""
    without = ("languages", "sheets", "only", "printing", "export")
    plain = {name: value for name, value in asdict(request).items() if name not in without}
    printer = request.known_printer()
    return plain | {"printing": asdict(request.printing), "printer": asdict(printer) if printer else None}


def _plan_sheets(context: PlanContext) -> Groups:
    """Plan the requested sheets."""
    request, groups = context.request, Groups()
    for name in request.sheets if context.prints(ComponentKind.CARD) else ():
        request.sheet(name, context.catalogue)  # an unknown name is reported before anything is drawn
        groups[context.path(name, *SHEET, end=".pdf")] = context.key(print_options(request), name)
    return groups


def _sheets(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write every sheet with the chosen pieces."""
    from cloudy_pnp.export.things import printed_ids, select

    components, quantities = job.deck.printed.components, job.request.quantity
    ids = printed_ids((*job.request.cards, *quantities), components)
    quantity = {card: quantities[name] for name in quantities for card in ids[name]}
    chosen = [card for name in job.request.cards for card in ids[name]]
    only = _find_changed(job) if job.request.changed else chosen
    cards = [card for card in components if card.kind is ComponentKind.CARD and (not only or card.id in only)]
    job.deck.refuse_too_many(sum(quantity.get(card.id, card.copies) for card in cards))
    pieces = list(select(job.deck.copies(ComponentKind.CARD), only=only or None, quantity=quantity))
    looks = {copy.card: look_of(job.deck.drawn(copy)) for copy in pieces if copy.copy == 1}
    for path, key in groups.items():
        yield _sheet(job, path, key, pieces, looks)


def _sheet(job: Job, path: str, key: str, pieces: Sequence[Copy], looks: Mapping[str, str]) -> Artifact:
    from cloudy_pnp.export.sheets.grid import sheet_findings
    from cloudy_pnp.export.sheets.impose import Imposed, impose_all

    request, title = job.request, job.deck.printed.name
    name = path.removeprefix(f"{job.folder}/").removesuffix(f"{request.ending(*SHEET)}.pdf")
    sheet = request.sheet(name, job.catalogue)
    imposed: list[Imposed] = []
    printer = request.known_printer()
    texts = replace(job.catalogue.texts(job.lang), lang=job.folder)  # in the footer; of a pair, both
    shift = Point(*request.shift_back)
    draw = job.deck.drawn
    pages = impose_all(pieces, sheet, texts, draw, title=title, shift_back=shift, printer=printer, imposed=imposed)
    for finding in sheet_findings(sheet, {piece.size for piece in pieces}, printer):
        job.note(finding)
    made = job.pdf(path, key, pages, [], press=request.press(sheet), duplex=_duplex(sheet))
    return replace(made, cards=[{**card.as_dict(), "look": looks.get(card.card, "")} for card in imposed])


def _duplex(sheet: Sheet) -> Duplex | None:
    """Return how a printer should turn the paper of a sheet."""
    from cloudy_pnp.draw.pdf import Duplex

    turned = {Flip.LONG: Duplex.LONG_EDGE, Flip.SHORT: Duplex.SHORT_EDGE}
    return turned[sheet.flip] if sheet.mode is Mode.DUPLEX else None


def _find_changed(job: Job) -> list[str]:
    """Return the cards that look different from the last build."""
    components = job.deck.printed.components
    cards = [card for card in components if card.copies and card.kind is ComponentKind.CARD]
    firsts = [job.deck.piece(card, 1) for card in cards]
    changed = [first.card for first in firsts if job.looks.get(first.card) != look_of(first)]
    if not changed:
        raise UserError(f"no card looks different from the last build in {job.lang}")
    return changed


def look_of(piece: Piece) -> str:
    """Return the fingerprint of the look of a card on both sides."""
    from cloudy_pnp.draw.pdf_content import look

    sides = [look(symbol) for symbol in (piece.front, piece.back) if symbol is not None]
    return fingerprint.of_bytes(" ".join(sides).encode())


def _plan_calibration(context: PlanContext) -> Groups:
    """Plan the pages for the first duplex sheet, unless nothing is printed on both sides."""
    request, catalogue = context.request, context.catalogue
    sheet, usual = request.duplex_sheet(catalogue), BuildRequest().duplex_sheet(catalogue)
    if not context.prints(ComponentKind.CARD) or sheet is None:
        return {}
    name = "calibration" if usual and sheet.id == usual.id else f"calibration-{sheet.id}"
    return {context.path(name, *LAYOUT, end=".pdf"): context.key(print_options(request))}


def _calibration(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write the two pages."""
    from cloudy_pnp.export.sheets.calibrate import calibration

    request, printed = job.request, job.deck.printed
    sheet = request.duplex_sheet(job.catalogue)
    first = next((component for component in printed.components if component.kind is ComponentKind.CARD), None)
    if sheet is None or first is None:
        return
    width, height = first.size
    card = CardFormat(f"{width:g}x{height:g}", width, height)
    texts, shift = job.catalogue.texts(job.lang), Point(*request.shift_back)
    for path, key in groups.items():
        printer = request.known_printer()
        pages = calibration(sheet, card, texts, title=printed.name, shift_back=shift, printer=printer)
        yield job.pdf(path, key, pages, [], press=request.press(sheet), duplex=_duplex(sheet))


SMALL = (ComponentKind.TOKEN, ComponentKind.STANDEE, ComponentKind.PAD)
PAPERS = ("a4", "letter")
_OPTIONS = (*LOOK, "selection", *PRESS)


def _plan_large(kind: ComponentKind, name: str, context: PlanContext) -> Groups:
    """Plan a folder: the number of files is known when they are drawn."""
    path = context.path(name, *_look_of(kind))
    return {path: context.key(path, context.request.paper)} if context.prints(kind) else {}


def _look_of(kind: ComponentKind) -> tuple[str, ...]:
    """Return the options that change the look of a large component."""
    return (*LOOK, *(BOX if kind is ComponentKind.BOX else ()), *PRESS)


def _large(kind: ComponentKind, papers: tuple[str, ...], job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write every such component on every paper, or on the requested one."""
    from cloudy_pnp.export.sheets.tiles import tiled_pages

    chosen, request, printed = job.request.cards, job.request, job.deck.printed
    press = request.press()
    numbered, ending = job.catalogue.texts(job.lang).sheet, request.ending(*_look_of(kind))
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
    from cloudy_pnp.export.sheets.tiles import lost_bleed, nested_pages

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
    Exporter("sheets", _plan_sheets, _sheets, in_every_build=True),
    Exporter("calibration", _plan_calibration, _calibration, in_every_build=True),
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
