"""`<sheet>.pdf`: the cards on sheets to print and cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.workspace.drawn import Copy, Piece


def print_options(request: BuildRequest) -> dict[str, object]:
    """Return the options that affect a sheet, except the look of the cards."""
    without = ("languages", "sheets", "only", "printing", "export")
    plain = {name: value for name, value in asdict(request).items() if name not in without}
    printer = request.known_printer()
    return plain | {"printing": asdict(request.printing), "printer": asdict(printer) if printer else None}


class SheetExporter:
    """One PDF per kind of sheet."""

    name = "sheets"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the requested sheets."""
        request, groups = context.request, Groups()
        for name in request.sheets if context.prints(ComponentKind.CARD) else ():
            request.sheet(name, context.catalogue)  # an unknown name is reported before anything is drawn
            key = fingerprint.of_data([context.look, print_options(request), name])
            groups[f"{context.folder}/{name}{request.ending}.pdf"] = key
        return groups

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write every sheet with the chosen pieces."""
        from cloudy_pnp.export.sheets.select import printed_ids, select

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
    from cloudy_pnp.export.sheets.findings import sheet_findings
    from cloudy_pnp.export.sheets.impose import Imposed, impose_all
    from cloudy_pnp.export.sheets.pdf import write_sheets

    request, title = job.request, job.deck.printed.name
    name = path.removeprefix(f"{job.folder}/").removesuffix(f"{request.ending}.pdf")
    sheet = request.sheet(name, job.catalogue)
    imposed: list[Imposed] = []
    printer = request.known_printer()
    texts = replace(job.catalogue.texts(job.lang), lang=job.folder)  # in the footer; of a pair, both
    shift = Point(*request.shift_back)
    draw = job.deck.drawn
    pages = impose_all(pieces, sheet, texts, draw, title=title, shift_back=shift, printer=printer, imposed=imposed)
    for finding in sheet_findings(sheet, {piece.size for piece in pieces}, printer):
        job.note(finding)
    count, size = write_sheets(job.place(path), pages, sheet, title, job.lang, request.press(sheet))
    cards = [{**card.as_dict(), "look": looks.get(card.card, "")} for card in imposed]
    return job.record(path, key, count, size, cards)


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
    from cloudy_pnp.draw.fingerprint import look

    sides = [look(symbol) for symbol in (piece.front, piece.back) if symbol is not None]
    return fingerprint.of_bytes(" ".join(sides).encode())


EXPORTER = SheetExporter()
