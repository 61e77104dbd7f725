"""The cards on a few pages: `card-list.pdf`, `.html`, `.md`, `.csv`, and `playtest.pdf`, all in black lines.

Every face as a picture: `svg/<card-id>.svg`, `png/<face>.png`, `jpeg/<face>.jpg`, `webp/<face>.webp`.

Further looks of a card have their own names.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cloudy_pnp.export.exporter import Exporter, Groups, Job, PlanContext, planned
from cloudy_pnp.export.request import LOOK, PIXELS
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.game.contract import Component, ComponentKind

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Symbol
    from cloudy_pnp.export.things import Thing


DPI = 300


def _svg(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write a file for every face as it is cut, or only for the chosen cards."""
    from cloudy_pnp.draw.scene import page_of
    from cloudy_pnp.draw.svg import svg_text  # svgwrite is slow to import, and not needed for sheets
    from cloudy_pnp.export.things import faces_of

    for folder, key in groups.items():
        for face in faces_of(job):
            page, name = page_of(face.picture.symbol), face.picture.name
            content = svg_text(page, title=name).encode()
            path, size = f"{folder}{name}.svg", (page.width, page.height)
            yield job.write(path, key, content, page_size=size, cards=[{"card": face.card}])


def _pictures(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write a file for every face, or for those of the chosen cards."""
    from cloudy_pnp.draw.pixels import PictureFormat, Shot, pixels_for
    from cloudy_pnp.export.things import CORNER, faces_of

    dpi, printing = job.request.export.dpi or DPI, job.request.printing
    for folder, key in groups.items():
        form = PictureFormat(folder.removeprefix(f"{job.folder}/").partition("-")[0].rstrip("/"))
        shots: dict[str, Shot] = {}
        cards: dict[str, str] = {}
        for face in faces_of(job):
            if printing.bleed:
                page = face.picture.beyond(printing.bleed)
            else:
                usual = CORNER if face.kind is ComponentKind.CARD else 0.0
                page = face.picture.page(usual if printing.corner is None else printing.corner)
            path = f"{folder}{face.picture.name}.{form.ending}"
            pixels = pixels_for((page.width, page.height), dpi)
            shots[path] = Shot(page, pixels, job.place(path), clear=not printing.bleed)
            cards[path] = face.card
        yield from job.pictures(shots, key, form, cards)


_PIXELS = 72  # the width of a picture on the web page


def _plan_list(context: PlanContext) -> Groups:
    """Plan four files with the same content; the paper matters only for one of them."""
    stem = context.path("card-list", *LOOK, "selection", "paper", end="")
    key = context.key(stem)
    return {f"{stem}.{ending}": key for ending in ("pdf", "html", "md", "csv") if context.prints()}


def _list(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write the missing files: the cards of the game with their numbers and texts."""
    from cloudy_pnp.export.lists import CardList, list_pages
    from cloudy_pnp.export.things import things_of

    things = things_of(job)
    name = job.deck.printed.name
    cards = CardList(name, job.lang, things)
    listed = [{"card": thing.id, "copies": len(thing.copies)} for thing in things]
    for path, key in groups.items():
        match path.rpartition(".")[2]:
            case "pdf":
                pages = list_pages(things, job.catalogue.paper(job.request.paper or "a4"), name, job.lang)
                yield job.pdf(path, key, pages, listed, title=name)
            case "html":
                yield job.write(path, key, cards.html(_small(things)), cards=listed)
            case "md":
                yield job.write(path, key, cards.markdown(), cards=listed)
            case "csv":
                yield job.write(path, key, cards.csv(), cards=listed)


def _small(things: Sequence[Thing]) -> list[str]:
    """Return a small picture of each card, as data URI."""
    import pypdfium2

    from cloudy_pnp.draw.pdf import write_pdf
    from cloudy_pnp.draw.pixels import picture

    pages = [thing.copies[0].front.page() for thing in things]
    out = io.BytesIO()
    write_pdf(pages, out)
    document = pypdfium2.PdfDocument(out.getvalue())
    addresses = []
    for page, rendered in zip(pages, document, strict=True):
        image = picture(rendered, (_PIXELS, max(round(_PIXELS * page.height / page.width), 1)), 72, clear=True)
        packed = io.BytesIO()
        image.save(packed, "WEBP", quality=80, method=2)
        addresses.append(f"data:image/webp;base64,{base64.b64encode(packed.getvalue()).decode('ascii')}")
    document.close()
    return addresses


def _playtest(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write all cards at half size, on as few pages as possible, drawn in the game's ink-saving look."""
    from cloudy_pnp.export.lists import playtest_pages
    from cloudy_pnp.export.things import chosen_components

    printed = job.saving_ink.printed
    cards = chosen_components(job, job.saving_ink, ComponentKind.CARD)
    paper = job.catalogue.paper(job.request.paper or "a4")
    faces = [(symbol, card.size) for card in cards for symbol in _faces(job, card)]
    listed = [{"card": card.id, "copies": card.copies} for card in cards]
    for path, key in groups.items() if faces else ():
        pages = playtest_pages(faces, paper, printed.name)
        yield job.pdf(path, key, pages, listed, title=f"{printed.name} – playtest")


def _faces(job: Job, component: Component) -> Iterator[Symbol]:
    """Yield the faces of a component: a back with its own text is next to its front."""
    for copy in range(1, component.copies + 1):
        piece = job.saving_ink.piece(component, copy)
        yield piece.front
        back = component.back(copy) if component.back else None
        if back is not None and back.entry is not None and piece.back is not None:
            yield piece.back


_PLAYTEST = planned("playtest", "selection", "paper", needs=(ComponentKind.CARD,), end=".pdf")
EXPORTERS = (
    Exporter("svg", planned("svg"), _svg, in_every_build=True),
    *(
        Exporter(form, planned(form, "dpi", "bleed", "corner"), _pictures, f"every face as a {label}", needs=(PIXELS,))
        for form, label in (("png", "PNG"), ("jpeg", "JPEG"), ("webp", "WebP"))
    ),
    Exporter("card-list", _plan_list, _list, "all cards as PDF, HTML, Markdown and CSV", needs=(PIXELS,)),
    Exporter("playtest", _PLAYTEST, _playtest, "half-size outlines, as many per page as fit"),
)
