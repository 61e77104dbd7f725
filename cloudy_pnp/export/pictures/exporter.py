"""`png/<face>.png` and the like: every face in pixels, as it is cut with round corners, or with its bleed."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.draw.pixels import PictureFormat, Shot, pixels_for, take
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.exporters.svg import chosen_faces
from cloudy_pnp.export.pictures.shapes import CORNER, as_cut, with_bleed
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import Component, ComponentKind

DPI = 300


class PictureExporter:
    """The faces of a game in one format."""

    def __init__(self, form: PictureFormat) -> None:
        self.form = form
        self.name = form.value

    def plan(self, context: PlanContext) -> Groups:
        """One folder, whose name says what is unusual about the pictures."""
        if context.home.game.components is None:
            return {}
        request = context.request
        key = fingerprint.of_data([context.look, request.export.dpi, request.printing.bleed, request.printing.corner])
        return {f"{context.lang}/{self.name}{picture_ending(request)}/": key}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """A file for every face, or for those of the chosen cards."""
        dpi, printing = job.request.export.dpi or DPI, job.request.printing
        chosen = chosen_faces(job)
        owners = _owners(job)
        for folder, key in groups.items():
            shots: dict[str, Shot] = {}
            for face in job.drawn.printed.faces:
                if chosen and face.name not in chosen:
                    continue
                symbol, owner = face.draw().symbol, owners.get(face.name)
                if printing.bleed:
                    page = with_bleed(symbol, printing.bleed)
                else:
                    card = owner is None or owner.kind is ComponentKind.CARD
                    usual = CORNER if card else 0.0
                    corner = usual if printing.corner is None else printing.corner
                    page = as_cut(symbol, owner.outline if owner else None, corner)
                path = f"{folder}{face.name}.{self.form.ending}"
                pixels = pixels_for((page.width, page.height), dpi)
                shots[face.name] = Shot(page, pixels, job.place(path), clear=not printing.bleed)
            take(list(shots.values()), self.form, job.workers)
            for name, shot in shots.items():
                path = f"{folder}{name}.{self.form.ending}"
                yield job.written(path, key, 1, (shot.page.width, shot.page.height), [{"card": name}])


def picture_ending(request: BuildRequest) -> str:
    """What a folder of pictures is called beyond its format."""
    printing = request.printing
    special = {
        f"-bleed-{printing.bleed}": printing.bleed is not None,
        f"-corner-{printing.corner}": printing.corner is not None,
        f"-{request.card_format}": request.card_format,
        "-ink-saving": request.ink_saving,
    }
    parts = (part.removesuffix(".0") for part, applies in special.items() if applies)
    return request.export.ending + "".join(parts)


def _owners(job: Job) -> dict[str, Component]:
    """The component that a face belongs to, by the name of the face: it knows where it is cut."""
    owners: dict[str, Component] = {}
    for component in job.drawn.printed.components:
        for side in (component.front, component.back):
            if side is not None and component.copies:
                owners.setdefault(side(1).name, component)
    return owners
