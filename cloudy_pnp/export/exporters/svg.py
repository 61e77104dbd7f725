"""`svg/<card-id>.svg`: every face as it is cut, and further looks of a card by their own names."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact


class SvgExporter:
    """Pictures of all faces."""

    name = "svg"

    def plan(self, context: PlanContext) -> Groups:
        """Plan a folder."""
        return {f"{context.folder}/svg/": context.look} if context.home.game.components else {}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write a file for every face, or only for the chosen cards."""
        from cloudy_pnp.draw.scene import page_of
        from cloudy_pnp.draw.svg import svg_text  # svgwrite is slow to import, and not needed for sheets
        from cloudy_pnp.export.pictures.things import faces_of

        for folder, key in groups.items():
            for face in faces_of(job):
                page, name = page_of(face.picture.symbol), face.picture.name
                content = svg_text(page, title=name).encode()
                path, size = f"{folder}{name}.svg", (page.width, page.height)
                yield job.write(path, key, content, page_size=size, cards=[{"card": face.card}])


EXPORTER = SvgExporter()
