"""`<game>.pcio`: a table for playingcards.io and VirtualTabletop, set up to play."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact

DPI = 150
MOST_PIXELS = 1600  # the maximum size of a board: files above 2 MB are rejected


class PcioExporter:
    """One file with everything in it."""

    name = "pcio"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the file, unless nothing is printed."""
        if context.home.game.components is None:
            return {}
        game = context.home.game.id
        return {f"{context.folder}/{game}.pcio": fingerprint.of_data([context.look, context.request.export.dpi])}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write widgets, and their pictures."""
        from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
        from cloudy_pnp.export.pictures.things import things_of
        from cloudy_pnp.export.tabletop.archive import zip_members
        from cloudy_pnp.export.tabletop.room import Room
        from cloudy_pnp.export.tabletop.setting import setting_of

        for path, key in groups.items():
            room = Room()
            things = things_of(job)
            widgets = room.widgets(setting_of(job.deck.printed.name, things))
            shots = []
            for file, picture in room.pictures.items():
                page = picture.page()
                fine = min((job.request.export.dpi or DPI) / 25.4, MOST_PIXELS / max(page.width, page.height))
                pixels = (max(round(page.width * fine), 1), max(round(page.height * fine), 1))
                shots.append(Shot(page, pixels, job.place(f"{path}.parts/{file}"), clear=True))
            take(shots, PictureFormat.PNG, job.workers)
            members = {"widgets.json": json.dumps(widgets, ensure_ascii=False, indent=1).encode()}
            for shot in shots:
                members[f"userassets/{shot.target.name}"] = shot.target.read_bytes()
            shutil.rmtree(job.staging / f"{path}.parts")
            yield job.write(path, key, zip_members(members), cards=[{"card": thing.id} for thing in things])


EXPORTER = PcioExporter()
