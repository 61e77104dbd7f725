"""`png/<face>.png` and the like: every look of every face, as it is cut with round corners, or with its bleed."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.draw.pixels import PictureFormat, Shot, pixels_for, take
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.pictures.shapes import CORNER
from cloudy_pnp.export.pictures.things import faces_of
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind

DPI = 300


class PictureExporter:
    """The faces of a game in one format."""

    def __init__(self, form: PictureFormat) -> None:
        self.form = form
        self.name = form.value

    def plan(self, context: PlanContext) -> Groups:
        """Plan a folder, whose name contains unusual settings of the pictures."""
        if context.home.game.components is None:
            return {}
        request = context.request
        key = fingerprint.of_data([context.look, request.export.dpi, request.printing.bleed, request.printing.corner])
        return {f"{context.folder}/{self.name}{picture_ending(request)}/": key}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write a file for every face, or for those of the chosen cards."""
        dpi, printing = job.request.export.dpi or DPI, job.request.printing
        for folder, key in groups.items():
            shots: dict[str, tuple[Shot, str]] = {}
            for face in faces_of(job):
                if printing.bleed:
                    page = face.picture.beyond(printing.bleed)
                else:
                    usual = CORNER if face.kind is ComponentKind.CARD else 0.0
                    page = face.picture.page(usual if printing.corner is None else printing.corner)
                path = f"{folder}{face.picture.name}.{self.form.ending}"
                pixels = pixels_for((page.width, page.height), dpi)
                shots[path] = (Shot(page, pixels, job.place(path), clear=not printing.bleed), face.card)
            take([shot for shot, _ in shots.values()], self.form, job.workers)
            for path, (shot, card) in shots.items():
                yield job.record(path, key, 1, (shot.page.width, shot.page.height), [{"card": card}])


def picture_ending(request: BuildRequest) -> str:
    """Return the suffix of a folder of pictures."""
    printing = request.printing
    special = {
        f"-bleed-{printing.bleed}": printing.bleed is not None,
        f"-corner-{printing.corner}": printing.corner is not None,
        f"-{request.card_format}": request.card_format,
        "-ink-saving": request.ink_saving,
    }
    parts = (part.removesuffix(".0") for part, applies in special.items() if applies)
    return request.export.ending + "".join(parts)
