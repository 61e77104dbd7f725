"""`service-<name>/`: the files for a print service, and a list of the order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloudy_pnp.core.problems import Severity, UserError
from cloudy_pnp.export.exporter import Exporter, Groups, Job, PlanContext
from cloudy_pnp.export.request import LOOK, PIXELS
from cloudy_pnp.export.services import Service, load_services
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.game.contract import ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.export.services.order import Order, Ordered

_OPTIONS = (*LOOK, "selection", "dpi")
_HEADS = ("id", "name", "copies", "product", "front", "back", "width", "height")


def _plan(context: PlanContext) -> Groups:
    """Plan the folders. Raises UserError if no service is named, or an unknown one."""
    if not context.prints(ComponentKind.CARD):
        return {}
    request = context.request
    services = load_services(context.home.template_folders)
    if not request.export.services:
        raise UserError(f"name a print service: --service {', --service '.join(services.services)}")
    groups = Groups()
    for name in request.export.services:
        service = services.find(name)
        path = context.path(f"service-{service.id}", *_OPTIONS)
        groups[path] = context.key(path, repr(service))
    return groups


def _make(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Check everything first; write nothing for a service that would reject something."""
    from cloudy_pnp.export.services.order import order_of
    from cloudy_pnp.export.things import things_of

    services = load_services(job.home.template_folders)
    ending = job.request.ending(*_OPTIONS)
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
    from cloudy_pnp.draw.pixels import PictureFormat

    return PictureFormat(service.format).ending


def _pictures(job: Job, folder: str, key: str, order: Order) -> Iterator[Artifact]:
    from cloudy_pnp.draw.pixels import PictureFormat, Shot
    from cloudy_pnp.export.services.order import on_page, order_xml

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
    from cloudy_pnp.export.services.order import FOLDER

    return f"{FOLDER if order.has_order_file else item.product.id}/{name}.{_ending(order.service)}"


def _pdfs(job: Job, folder: str, key: str, order: Order) -> Iterator[Artifact]:
    """Write a file per product; the pages of a card are in the order of the service."""
    from cloudy_pnp.export.services.order import on_page

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
    from cloudy_pnp.data.tables.write import csv_bytes

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


EXPORTERS = (Exporter("service", _plan, _make, "an order for a print service", needs=(PIXELS,)),)
