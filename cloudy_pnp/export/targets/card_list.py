"""`card-list.pdf`, `.html`, `.md`, `.csv`: the cards of the game with their numbers and texts."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.pictures.things import Thing
from cloudy_pnp.export.store import Artifact

_ENDINGS = ("pdf", "html", "md", "csv")
_PIXELS = 72  # the width of a picture on the web page


class CardListExporter:
    """Four files with the same content."""

    name = "card-list"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the files; the paper matters only for one of them."""
        if context.home.game.components is None:
            return {}
        stem = f"{context.folder}/card-list{context.request.ending}"
        key = fingerprint.of_data([context.look, context.request.paper])
        return {f"{stem}.{ending}": key for ending in _ENDINGS}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the missing files."""
        from cloudy_pnp.export.lists.rows import CardList
        from cloudy_pnp.export.pictures.things import things_of

        things = things_of(job)
        name = job.deck.printed.name
        cards = CardList(name, job.lang, things)
        listed = [{"card": thing.id, "copies": len(thing.copies)} for thing in things]
        for path, key in groups.items():
            match path.rpartition(".")[2]:
                case "pdf":
                    yield _pdf(job, path, key, things, name)
                case "html":
                    yield job.write(path, key, cards.html(_small(things)), cards=listed)
                case "md":
                    yield job.write(path, key, cards.markdown(), cards=listed)
                case "csv":
                    yield job.write(path, key, cards.csv(), cards=listed)


def _pdf(job: Job, path: str, key: str, things: Sequence[Thing], name: str) -> Artifact:
    from cloudy_pnp.draw.pdf import write_pdf
    from cloudy_pnp.export.lists.pages import list_pages

    pages = list(list_pages(things, job.catalogue.paper(job.request.paper or "a4"), name, job.lang))
    with job.place(path).open("wb") as out:
        count = write_pdf(pages, out, title=name, lang=job.lang)
    cards = [{"card": thing.id, "copies": len(thing.copies)} for thing in things]
    return job.record(path, key, count, (pages[0].width, pages[0].height), cards)


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


EXPORTER = CardListExporter()
