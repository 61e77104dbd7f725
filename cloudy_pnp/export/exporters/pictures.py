"""Every face as a picture: `svg/<card-id>.svg`, `png/<face>.png`, `jpeg/<face>.jpg`, `webp/<face>.webp`.

Further looks of a card have their own names.
"""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.export.exporter import Exporter, Groups, Job, planned
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.game.contract import ComponentKind

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


EXPORTERS = (
    Exporter("svg", planned("svg"), _svg, in_every_build=True),
    *(
        Exporter(form, planned(form, "dpi", "bleed", "corner"), _pictures, f"every face as a {label}")
        for form, label in (("png", "PNG"), ("jpeg", "JPEG"), ("webp", "WebP"))
    ),
)
