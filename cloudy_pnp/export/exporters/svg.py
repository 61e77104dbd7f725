"""`svg/<card-id>.svg`: every face as it is cut."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact


class SvgExporter:
    """Pictures of all faces."""

    name = "svg"

    def plan(self, context: PlanContext) -> Groups:
        """One folder."""
        return {f"{context.lang}/svg/": context.look} if context.home.game.components else {}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """A file for every face, or for the chosen cards alone."""
        from cloudy_pnp.draw.svg import svg_text  # svgwrite is slow to import, and sheets do without

        chosen = chosen_faces(job)
        for folder, key in groups.items():
            for face in job.drawn.printed.faces:
                if not chosen or face.name in chosen:
                    page = face.page()
                    content = svg_text(page, title=face.name).encode()
                    path, size = f"{folder}{face.name}.svg", (page.width, page.height)
                    yield job.write(path, key, content, page_size=size, cards=[{"card": face.name}])


def chosen_faces(job: Job) -> set[str]:
    """The names of the faces on the cards that were asked for; empty: all faces."""
    asked = set(job.request.cards)
    shown = {entry for part in job.drawn.printed.components if part.id in asked for entry in part.shows}
    return asked | {face.name for face in job.drawn.printed.faces if face.entry in shown}


EXPORTER = SvgExporter()
