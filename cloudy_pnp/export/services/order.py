"""What is ordered of a service: which product each thing becomes, and what the service would not take."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.draw.scene import Page, Use
from cloudy_pnp.export.paper import CardFormat
from cloudy_pnp.export.pictures.shapes import cut_of
from cloudy_pnp.export.pictures.things import Copy, Picture, Thing
from cloudy_pnp.export.services.catalogue import Product, Service
from cloudy_pnp.games.contract import ComponentKind, EntryRef
from cloudy_pnp.workspace.print_checks import symbol_findings

Said = tuple[EntryRef | None, Finding]
_TINY = 0.01
_MOST_OPTIONS = 8  # in a hint
ORDER_SIZES = {"mpc-autofill": (63.0, 88.0)}  # mm: the one product that the program fills in


@dataclass(frozen=True, slots=True)
class Ordered:
    """One copy of a thing, as a product."""

    thing: Thing
    copy: Copy
    product: Product


@dataclass(slots=True)
class Order:
    """What can be ordered, and what is to be said about it."""

    service: Service
    ordered: list[Ordered] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)

    @property
    def has_order_file(self) -> bool:
        """Whether the program that fills in an order for the service knows the size of all cards."""
        program = self.service.order_file
        return bool(program) and all(one.product.fits(ComponentKind.CARD, ORDER_SIZES[program]) for one in self.cards)

    @property
    def cards(self) -> list[Ordered]:
        """Only the cards."""
        return [one for one in self.ordered if one.product.kind is ComponentKind.CARD]


def order_of(service: Service, things: Sequence[Thing], formats: Iterable[CardFormat] = ()) -> Order:
    """EXPORT-1 to EXPORT-5 for the things of a game."""
    order = Order(service)
    wrong_sizes: set[tuple[float, float]] = set()
    for thing in things:
        product = service.product(thing.kind, thing.size)
        if product is not None:
            order.ordered += [Ordered(thing, copy, product) for copy in thing.copies]
        elif thing.kind is ComponentKind.CARD and thing.size not in wrong_sizes:
            wrong_sizes.add(thing.size)
            order.said.append((_about(thing), _no_product(service, thing, formats)))
        elif thing.kind not in (ComponentKind.CARD, ComponentKind.BOX):
            message = (
                f"this profile of {service.name} has nothing for {quoted(thing.id)} ({_mm(thing.size)}): it is omitted"
            )
            order.said.append((_about(thing), Finding("EXPORT-5", (), message, "", Severity.WARNING)))
    count, most = len(order.cards), service.most_cards
    if most is not None and count > most:
        message = f"{service.name} takes at most {most} cards in an order, not {count}"
        order.said.append((None, Finding("EXPORT-2", (), message, "order a part of the cards: --card ID")))
    sizes = dict.fromkeys(_mm(one.product.size) for one in order.cards)
    if service.order_file and len(sizes) > 1:
        message = f"an order at {service.name} is for cards of one size, not of {', '.join(sizes)}"
        order.said.append((None, Finding("EXPORT-6", (), message, "order a part of the cards: --card ID")))
    order.said += _looks(order)
    return order


def _looks(order: Order) -> Iterator[Said]:
    """EXPORT-3 once for each product, EXPORT-4 for each face."""
    seen: set[str] = set()
    short: dict[str, tuple[Ordered, float]] = {}
    for one in order.ordered:
        for picture in (one.copy.front, one.copy.back):
            if picture is None or picture.name in seen:
                continue
            seen.add(picture.name)
            missing = _missing(picture, one.product)
            if missing > max(_TINY, short.get(one.product.id, (one, 0.0))[1]):
                short[one.product.id] = (one, missing)
            yield from _texts(order.service, one, picture)
    for one, missing in short.values():
        message = (
            f"{order.service.name} takes {one.product.bleed:.2f} mm of bleed, but the pictures of"
            f" {quoted(one.thing.id)} and others end {missing:.2f} mm before it: that edge stays white"
        )
        hint = f"paint further beyond the cut: bleed: {math.ceil(one.product.bleed * 10) / 10:g} in the layout"
        yield _about(one.thing), Finding("EXPORT-3", (), message, hint, Severity.WARNING)


def _texts(service: Service, one: Ordered, picture: Picture) -> Iterator[Said]:
    """EXPORT-4: what lies outside the service's safe zone, though inside the card's own."""
    if service.safe <= one.thing.component.safe:
        return
    size, bleed = one.thing.size, 0.0
    for finding in symbol_findings(picture.symbol, quoted(picture.name), size, bleed, service.safe):
        if finding.code == "PRINT-2":
            hint = f"{service.name} requires {service.safe:g} mm inside the cut to be free of text"
            yield _about(one.thing), Finding("EXPORT-4", (), finding.message, hint, Severity.WARNING)


def _missing(picture: Picture, product: Product) -> float:
    """How many mm of the wanted bleed are not painted."""
    box = picture.symbol.bounds
    return max(
        (product.page[0] - product.size[0]) / 2 + min(box.left, 0.0),
        (product.page[1] - product.size[1]) / 2 + min(box.top, 0.0),
    )


def _no_product(service: Service, thing: Thing, formats: Iterable[CardFormat]) -> Finding:
    names = {(one.width, one.height): one.id for one in reversed(list(formats))}
    sizes = dict.fromkeys(one.size for one in service.products if one.kind is ComponentKind.CARD)
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
    """A face in the middle of the page that a service wants; a side without a picture is white."""
    width, height = product.page
    whole = Rect(0.0, 0.0, width, height)
    cut = Rect((width - product.size[0]) / 2, (height - product.size[1]) / 2, *product.size)
    if picture is None:
        return Page(width, height, (), trim=cut, bleed=whole)
    wide, high = cut_of(picture.symbol)
    place = Transform.translation((width - wide) / 2, (height - high) / 2)
    return Page(width, height, (Use(picture.symbol, place),), trim=cut, bleed=whole)
