"""`service-<name>/`: the files for a print service, and a list of the order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Severity, UserError
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.services.catalogue import Service, load_services
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.export.services.order import Order, Ordered

_HEADS = ("id", "name", "copies", "product", "front", "back", "width", "height")


class ServiceExporter:
    """A folder per requested service."""

    name = "service"

    def plan(self, context: PlanContext) -> Groups:
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
            key = fingerprint.of_data([context.look, request.export.dpi, repr(service), request.printing.ink])
            groups[f"{context.folder}/service-{service.id}{request.ending}/"] = key
        return groups

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Check everything first; write nothing for a service that would reject something."""
        from cloudy_pnp.export.pictures.things import things_of
        from cloudy_pnp.export.services.order import order_of

        services = load_services(job.home.template_folders)
        names = {f"{job.folder}/service-{name}{job.request.ending}/": name for name in job.request.export.services}
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
    from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
    from cloudy_pnp.export.services.mpc import order_xml
    from cloudy_pnp.export.services.order import on_page

    service = order.service
    times = (job.request.export.dpi or service.dpi) / service.dpi
    shots: dict[str, Shot] = {}
    for item in order.ordered:
        pixels = (round(item.product.pixels[0] * times), round(item.product.pixels[1] * times))
        for picture in (item.copy.front, item.copy.back):
            if picture is not None:
                path = _file(order, item, picture.name)
                shots[path] = Shot(on_page(picture, item.product), pixels, job.place(folder + path))
    take(list(shots.values()), PictureFormat(service.format), job.workers)
    for path, shot in shots.items():
        yield job.record(folder + path, key, 1, (shot.page.width, shot.page.height), [])
    if order.has_order_file:
        yield job.write(f"{folder}cards.xml", key, order_xml(order.cards, service.stock, _ending(service)).encode())


def _file(order: Order, item: Ordered, name: str) -> str:
    """Return the path of a picture: as required by the order file, otherwise with others of its product."""
    from cloudy_pnp.export.services.mpc import FOLDER

    return f"{FOLDER if order.has_order_file else item.product.id}/{name}.{_ending(order.service)}"


def _pdfs(job: Job, folder: str, key: str, order: Order) -> Iterator[Artifact]:
    """Write a file per product; the pages of a card are in the order of the service."""
    from cloudy_pnp.draw.pdf import write_pdf
    from cloudy_pnp.draw.press.preflight import require_valid
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
        path = f"{folder}{product.id}.pdf"
        title = f"{job.deck.printed.name} – {service.name}"
        with job.place(path).open("wb") as out:
            count = write_pdf(pages, out, title=title, lang=job.lang, press=service.press)
        if service.press is not None:
            require_valid(job.place(path), service.press)
        listed = [{"card": card.thing.id} for card in cards]
        yield job.record(path, key, count, product.page, listed)


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


EXPORTER = ServiceExporter()
