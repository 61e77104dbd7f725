"""`picture-set/`: every picture, sheets of them, and `cards.csv`: for Screentop, Tabletopia and others."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact

DPI = 200


class PictureSetExporter:
    """One folder."""

    name = "picture-set"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the folder, unless nothing is printed."""
        if context.home.game.components is None:
            return {}
        return {f"{context.folder}/{self.name}/": fingerprint.of_data([context.look, context.request.export.dpi])}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the pictures, then their table."""
        from cloudy_pnp.data.tables.write import csv_bytes
        from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
        from cloudy_pnp.export.pictures.things import things_of
        from cloudy_pnp.export.tabletop.picture_set import HEADS, PictureSet
        from cloudy_pnp.export.tabletop.setting import setting_of

        for folder, key in groups.items():
            things = things_of(job)
            pictures = PictureSet(job.request.export.dpi or DPI)
            setting = setting_of(job.deck.printed.name, things)
            rows = list(pictures.rows(setting, {thing.id: thing for thing in things}))
            shots = {
                path: Shot(page, pixels, job.place(folder + path), clear=True)
                for path, (page, pixels) in pictures.pictures.items()
            }
            take(list(shots.values()), PictureFormat.PNG, job.workers)
            for path, shot in shots.items():
                yield job.record(folder + path, key, 1, (shot.page.width, shot.page.height), [])
            yield job.write(f"{folder}cards.csv", key, csv_bytes(HEADS, rows))


EXPORTER = PictureSetExporter()
