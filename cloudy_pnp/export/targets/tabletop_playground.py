"""`tabletop-playground/<game>/`: a package with a template for every deck, board and piece."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact

DPI = 300


class PlaygroundExporter:
    """One folder to copy."""

    name = "tabletop-playground"

    def plan(self, context: PlanContext) -> Groups:
        """Nothing where nothing is printed."""
        if context.home.game.components is None:
            return {}
        return {f"{context.lang}/{self.name}/": fingerprint.of_data([context.look, context.request.export.dpi])}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Templates and textures."""
        from cloudy_pnp.draw.pixels import PictureFormat, Shot, take
        from cloudy_pnp.export.pictures.things import things_of
        from cloudy_pnp.export.tabletop.playground import Package, empty_folders
        from cloudy_pnp.export.tabletop.setting import setting_of

        for top, key in groups.items():
            folder = f"{top}{job.game_id}/"
            setting = setting_of(job.drawn.printed.name, things_of(job))
            package = Package(job.game_id, job.lang, job.request.export.dpi or DPI)
            package.fill(setting)
            shots = [
                Shot(page, pixels, job.place(f"{folder}Textures/{name}"))
                for name, (page, pixels) in package.textures.items()
            ]
            take(shots, PictureFormat.JPEG, job.workers)
            for shot in shots:
                path = f"{folder}Textures/{shot.target.name}"
                yield job.written(path, key, 1, (shot.page.width, shot.page.height), [])
            texts = {"manifest.json": package.manifest(setting.name)}
            texts |= {f"Templates/{name}.json": template for name, template in package.templates.items()}
            for path, content in texts.items():
                yield job.write(folder + path, key, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())
            for path in empty_folders():
                yield job.write(folder + path, key, b"")


EXPORTER = PlaygroundExporter()
