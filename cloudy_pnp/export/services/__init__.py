"""Print services: their requirements are data, and violations are reported before anything is written.

The available print services: those shipped with the tool, and the author's own in `templates/services/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, field

from cloudy_pnp.core.problems import Finding, Problem, UserError, quoted, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.entries import Entry, EntryReader, Kind, SourceFinding, unknown_reference
from cloudy_pnp.draw.inks import Press, Standard
from cloudy_pnp.game.contract import ComponentKind
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import TEMPLATES, common_schemas
from cloudy_pnp.workspace.report import problems_of

KINDS = {"service": Kind("service", single=True)}
SAME = 0.3  # mm: sizes that differ by less are equal


class Product(Struct, frozen=True):
    """A size that a service cuts, and the pixels of its picture with bleed."""

    id: str
    name: str
    kind: ComponentKind = field(name="for")
    width: float  # mm, as it is cut
    height: float
    pixels: tuple[int, int]
    dpi: float  # of the service
    round: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """The size as it is cut, in mm."""
        return self.width, self.height

    @property
    def page(self) -> tuple[float, float]:
        """The size with bleed, in mm."""
        return self.pixels[0] * 25.4 / self.dpi, self.pixels[1] * 25.4 / self.dpi

    @property
    def bleed(self) -> float:
        """The largest extent of a picture beyond the cut."""
        return max((self.page[0] - self.size[0]) / 2, (self.page[1] - self.size[1]) / 2)

    def fits(self, kind: ComponentKind, size: tuple[float, float]) -> bool:
        """Check whether the product suits a component."""
        near = all(abs(mine - other) <= SAME for mine, other in zip(self.size, size, strict=True))
        return self.kind is kind and near


class TuckBox(Struct, frozen=True):
    """A box for a number of cards of a product."""

    id: str
    name: str
    product: str
    cards: int


class Service(Struct, frozen=True, rename="kebab"):
    """A print service."""

    id: str
    name: str
    makes: str  # pictures, pdf
    dpi: float
    safe: float
    products: tuple[Product, ...]
    format: str = "png"
    boxes: tuple[TuckBox, ...] = ()
    most_cards: int | None = None
    pdfx: Standard | None = None
    ink: float = 300  # percent
    order: str = ""
    order_file: str = ""
    stock: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Service:
        """Convert the data of `service.schema.json`."""
        products = [{**product, "dpi": data["dpi"]} for product in data["products"]]
        return convert({**data, "products": products}, cls)

    @property
    def press(self) -> Press | None:
        """The press for which its files are made."""
        return Press(self.pdfx, self.ink / 100) if self.pdfx else None

    @property
    def back_first(self) -> bool:
        """Whether the back of a card comes before its front."""
        return self.order == "back-first"

    def product(self, kind: ComponentKind, size: tuple[float, float]) -> Product | None:
        """Return the first product that fits."""
        return next((product for product in self.products if product.fits(kind, size)), None)

    def box(self, product: str, cards: int) -> TuckBox | None:
        """Return the smallest box for this many cards."""
        fitting = [box for box in self.boxes if box.product == product and box.cards >= cards]
        return min(fitting, key=lambda box: box.cards, default=None)


class Services(Struct, frozen=True):
    """All services by id, and the problems of their files."""

    services: Mapping[str, Service]
    problems: tuple[Problem, ...]

    def find(self, name: str) -> Service:
        """Return a service by its id.

        >>> load_services().find("drivethrucards").back_first
        True
        """
        if name not in self.services:
            raise UserError(f"there is no print service {quoted(name)}; {suggest(name, self.services)}".rstrip("; "))
        return self.services[name]


def load_services(folders: Sequence[Path] | None = None, files: Files | None = None) -> Services:
    """Load the services of some folders; a service with the id of an earlier one replaces it."""
    reader, files = EntryReader(KINDS, (common_schemas(),)), files or Files()
    services: dict[str, Service] = {}
    problems: list[Problem] = []
    for folder in folders or [shipped_root() / TEMPLATES]:
        sources = [files.source(path, folder) for path in files.list(folder / "services", (".yaml", ".yml"))]
        entries, findings = reader.read(sources)
        for entry in entries.of("service"):
            wrong = list(_wrong(entry))
            findings += wrong
            if not wrong:
                services[entry.id] = Service.of(entry.data)
        problems += problems_of(sources, findings)
    return Services(services, tuple(sorted(problems, key=Problem.sort_key)))


def _wrong(entry: Entry) -> Iterator[SourceFinding]:
    """REF-UNKNOWN: report a box without a product. PRINT-4: report what the schema accepts but cannot be printed."""
    products = [product["id"] for product in entry.data["products"]]
    for number, box in enumerate(entry.data.get("boxes", ())):
        if box["product"] not in products:
            path = (*entry.path, "boxes", number, "product")
            yield entry.source, unknown_reference(path, box["product"], "product", products)
    for number, product in enumerate(entry.data["products"]):
        page = [side * 25.4 / entry.data["dpi"] for side in product["pixels"]]
        if page[0] < product["width"] - SAME or page[1] < product["height"] - SAME:
            size = f"{page[0]:.2f} × {page[1]:.2f} mm"
            message = f"the pixels of {quoted(product['id'])} are {size}: smaller than what is cut"
            yield entry.source, Finding("PRINT-4", (*entry.path, "products", number, "pixels"), message)
    if entry.data.get("order-file") and not entry.data.get("stock"):
        message, hint = "an order file names its stock", "add a key such as stock: (S30) Standard Smooth"
        yield entry.source, Finding("PRINT-4", (*entry.path, "order-file"), message, hint)
