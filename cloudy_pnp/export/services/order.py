"""An order at a service: the product of each component, and what the service would reject.

mpc-autofill reads its order file, and fills in an order at MakePlayingCards or Printer Studio.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct, field

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.core.shipped import page_template, xml_text
from cloudy_pnp.data.tables.write import csv_bytes
from cloudy_pnp.draw.painted import white_edge
from cloudy_pnp.draw.pixels import PictureFormat, Shot
from cloudy_pnp.draw.scene import Page, Use
from cloudy_pnp.export.exporter import Groups, Job
from cloudy_pnp.export.exporters.targets import ORDER
from cloudy_pnp.export.paper import CardFormat
from cloudy_pnp.export.services import Product, Service, load_services
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.export.things import Copy, Picture, Thing, cut_of, things_of
from cloudy_pnp.game.contract import ComponentKind, EntryRef
from cloudy_pnp.workspace.print_checks import safe_zone_findings

Note = tuple[EntryRef | None, Finding]
_TINY = 0.01
_MOST_OPTIONS = 8  # in a hint
ORDER_SIZES = {"mpc-autofill": (63.0, 88.0)}  # mm: the only product that the program fills in
FOLDER = "cards"  # the program's folder for pictures, next to the order


class Ordered(Struct, frozen=True):
    """A copy of a component, as a product."""

    thing: Thing
    copy: Copy
    product: Product


class Order(Struct):
    """The orderable copies, and the notes about them."""

    service: Service
    ordered: list[Ordered] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @property
    def has_order_file(self) -> bool:
        """Return whether the program that fills in an order for the service supports the size of all cards."""
        program = self.service.order_file
        return bool(program) and all(card.product.fits(ComponentKind.CARD, ORDER_SIZES[program]) for card in self.cards)

    @property
    def cards(self) -> list[Ordered]:
        """The cards."""
        return [copy for copy in self.ordered if copy.product.kind is ComponentKind.CARD]


def order_of(service: Service, things: Sequence[Thing], formats: Iterable[CardFormat] = ()) -> Order:
    """Check EXPORT-1, EXPORT-2, EXPORT-5 and EXPORT-6 for the components of a game, and their looks."""
    order = Order(service)
    wrong_sizes: set[tuple[float, float]] = set()
    for thing in things:
        product = service.product(thing.kind, thing.size)
        if product is not None:
            order.ordered += [Ordered(thing, copy, product) for copy in thing.copies]
        elif thing.kind is ComponentKind.CARD and thing.size not in wrong_sizes:
            wrong_sizes.add(thing.size)
            order.notes.append((_about(thing), _no_product(service, thing, formats)))
        elif thing.kind not in (ComponentKind.CARD, ComponentKind.BOX):
            message = (
                f"this profile of {service.name} has nothing for {quoted(thing.id)} ({_mm(thing.size)}): it is omitted"
            )
            order.notes.append((_about(thing), Finding("EXPORT-5", (), message, "", Severity.WARNING)))
    count, most = len(order.cards), service.most_cards
    if most is not None and count > most:
        message = f"{service.name} takes at most {most} cards in an order, not {count}"
        order.notes.append((None, Finding("EXPORT-2", (), message, "order a part of the cards: --card ID")))
    sizes = dict.fromkeys(_mm(card.product.size) for card in order.cards)
    if service.order_file and len(sizes) > 1:
        message = f"an order at {service.name} is for cards of one size, not of {', '.join(sizes)}"
        order.notes.append((None, Finding("EXPORT-6", (), message, "order a part of the cards: --card ID")))
    order.notes += _looks(order)
    return order


def _looks(order: Order) -> Iterator[Note]:
    """Check EXPORT-3 once per product, and EXPORT-4 for each face."""
    seen: set[str] = set()
    short: dict[str, tuple[Ordered, float]] = {}
    for item in order.ordered:
        for picture in (item.copy.front, item.copy.back):
            if picture is None or picture.name in seen:
                continue
            seen.add(picture.name)
            missing = _missing(picture, item.product)
            if missing > max(_TINY, short.get(item.product.id, (item, 0.0))[1]):
                short[item.product.id] = (item, missing)
            yield from _texts(order.service, item, picture)
    for item, missing in short.values():
        message = (
            f"{order.service.name} takes {item.product.bleed:.2f} mm of bleed, but the pictures of"
            f" {quoted(item.thing.id)} and others end {missing:.2f} mm before it: that edge stays white"
        )
        enough = math.ceil(item.product.bleed * 10) / 10
        hint = f"paint the background out to the bleed: at: bleed, with bleed: {enough:g} in the layout"
        yield _about(item.thing), Finding("EXPORT-3", (), message, hint, Severity.WARNING)


def _texts(service: Service, item: Ordered, picture: Picture) -> Iterator[Note]:
    """EXPORT-4: report text outside the service's safe zone, though inside the card's own."""
    if service.safe <= item.thing.component.safe:
        return
    for finding in safe_zone_findings(picture.symbol, quoted(picture.name), item.thing.size, service.safe):
        hint = f"{service.name} requires {service.safe:g} mm inside the cut to be free of text"
        yield _about(item.thing), Finding("EXPORT-4", (), finding.message, hint, Severity.WARNING)


def _missing(picture: Picture, product: Product) -> float:
    """Return the mm of the required bleed that are not painted, where anything is painted at the cut."""
    edge = white_edge(picture.symbol, cut_of(picture.symbol), product.bleed, picture.outline)
    return product.bleed - edge.reach if edge is not None else 0.0


def _no_product(service: Service, thing: Thing, formats: Iterable[CardFormat]) -> Finding:
    names = {(item.width, item.height): item.id for item in reversed(list(formats))}
    sizes = dict.fromkeys(item.size for item in service.products if item.kind is ComponentKind.CARD)
    options = [f"--format {names.get(size, f'{size[0]:g}x{size[1]:g}')}" for size in sizes]
    hint = f"use {' or '.join(options[:_MOST_OPTIONS])}" if options else ""
    return Finding(
        "EXPORT-1", (), f"this profile of {service.name} has no product for cards of {_mm(thing.size)}", hint
    )


def _about(thing: Thing) -> EntryRef | None:
    return next(iter(thing.component.shows), None)


def _mm(size: tuple[float, float]) -> str:
    return f"{size[0]:g} × {size[1]:g} mm"


def on_page(picture: Picture | None, product: Product) -> Page:
    """Place a face in the middle of a service's page; a side without a picture is white."""
    width, height = product.page
    page_box = Rect(0.0, 0.0, width, height)
    cut = Rect((width - product.size[0]) / 2, (height - product.size[1]) / 2, *product.size)
    if picture is None:
        return Page(width, height, (), trim=cut, bleed=page_box)
    wide, high = cut_of(picture.symbol)
    place = Transform.translation((width - wide) / 2, (height - high) / 2)
    return Page(width, height, (Use(picture.symbol, place),), trim=cut, bleed=page_box)


def order_xml(cards: Sequence[Ordered], stock: str, ending: str) -> str:
    """Write the order: each picture once, with its slots (from 0). The most common back fills all other slots."""
    backs = [card.copy.back.name if card.copy.back else "" for card in cards]
    usual = max(dict.fromkeys(backs), key=backs.count, default="")
    fronts = _slots([card.copy.front.name for card in cards])
    other_backs = _slots([back if back != usual else "" for back in backs])
    titles = {card.copy.front.name: card.copy.front.title or card.thing.title for card in cards}
    titles |= {card.copy.back.name: card.copy.back.title for card in cards if card.copy.back}
    template = page_template(Path(__file__).with_name("order.xml.j2"), text=xml_text, title_of=_in_one_line)
    sides = {"fronts": fronts, "backs": other_backs, "usual": usual, "titles": titles}
    return template.render(quantity=len(cards), stock=stock, folder=FOLDER, ending=ending, **sides)


def _slots(names: Sequence[str]) -> dict[str, list[int]]:
    slots_by_name: dict[str, list[int]] = {}
    for slot, name in enumerate(names):
        if name:
            slots_by_name.setdefault(name, []).append(slot)
    return slots_by_name


def _in_one_line(text: str) -> str:
    """Return a title on one line, without characters that XML cannot represent."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


_HEADS = ("id", "name", "copies", "product", "front", "back", "width", "height")


def write_order(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Check everything first; write nothing for a service that would reject something."""
    services = load_services(job.home.template_folders)
    ending = job.request.ending(*ORDER)
    names = {f"{job.folder}/service-{name}{ending}/": name for name in job.request.export.services}
    things = things_of(job)
    formats = job.catalogue.formats.values()
    orders = {folder: order_of(services.find(names[folder]), things, formats) for folder in groups}
    for order in orders.values():
        for about, finding in order.notes:
            job.note(finding, about)
    if any(finding.severity is Severity.ERROR for _, finding in job.notes):
        return
    for folder, order in orders.items():
        service = order.service
        if service.makes == "pdf":
            yield from _pdfs(job, folder, groups[folder], order)
        else:
            yield from _pictures(job, folder, groups[folder], order)
        yield job.write(f"{folder}order.csv", groups[folder], _list(order))


def _ending(service: Service) -> str:
    return PictureFormat(service.format).ending


def _pictures(job: Job, folder: str, key: str, order: Order) -> Iterator[Artifact]:
    service = order.service
    times = (job.request.export.dpi or service.dpi) / service.dpi
    shots: dict[str, Shot] = {}
    for item in order.ordered:
        pixels = (round(item.product.pixels[0] * times), round(item.product.pixels[1] * times))
        for picture in (item.copy.front, item.copy.back):
            if picture is not None:
                path = folder + _file(order, item, picture.name)
                shots[path] = Shot(on_page(picture, item.product), pixels, job.place(path))
    yield from job.pictures(shots, key, PictureFormat(service.format))
    if order.has_order_file:
        yield job.write(f"{folder}cards.xml", key, order_xml(order.cards, service.stock, _ending(service)).encode())


def _file(order: Order, item: Ordered, name: str) -> str:
    """Return the path of a picture: as required by the order file, otherwise with others of its product."""
    return f"{FOLDER if order.has_order_file else item.product.id}/{name}.{_ending(order.service)}"


def _pdfs(job: Job, folder: str, key: str, order: Order) -> Iterator[Artifact]:
    """Write a file per product; the pages of a card are in the order of the service."""
    service = order.service
    products = dict.fromkeys(card.product for card in order.cards)
    for product in products:
        cards = [card for card in order.cards if card.product == product]
        pages = [
            on_page(picture, product)
            for card in cards
            for picture in (card.copy.front, card.copy.back)[:: -1 if service.back_first else 1]
        ]
        title = f"{job.deck.printed.name} – {service.name}"
        listed = [{"card": card.thing.id} for card in cards]
        yield job.pdf(f"{folder}{product.id}.pdf", key, pages, listed, title=title, press=service.press)


def _list(order: Order) -> bytes:
    """Write the order as a table, with a box that is large enough."""
    service = order.service
    rows: dict[tuple[str, str, str, str], list[object]] = {}
    counts: dict[tuple[str, str, str, str], int] = {}
    cards: dict[str, int] = {}
    for item in order.ordered:
        pdf = f"{item.product.id}.pdf"
        front = pdf if service.makes == "pdf" else _file(order, item, item.copy.front.name)
        behind = item.copy.back
        back = "" if behind is None else pdf if service.makes == "pdf" else _file(order, item, behind.name)
        key = (item.thing.id, item.product.id, front, back)
        counts[key] = counts.get(key, 0) + 1
        rows[key] = [item.thing.id, item.thing.title, 0, item.product.name, front, back, *item.product.size]
        cards[item.product.id] = cards.get(item.product.id, 0) + 1
    table = [[*row[:2], counts[key], *row[3:]] for key, row in rows.items()]
    for product, count in cards.items():
        if box := service.box(product, count):
            table.append([box.id, box.name, 1, box.name, "", "", "", ""])
    return csv_bytes(_HEADS, table)
