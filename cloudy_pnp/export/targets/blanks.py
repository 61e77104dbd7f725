"""`blanks-a4.pdf`, `blanks-letter.pdf`: blank cards to write on, and what helps to fill them in."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.exporters.pieces import plan_papers, write_papers
from cloudy_pnp.export.store import Artifact


class BlankExporter:
    """The blanks of a game that has them, also for a pack: they are for cards that do not exist yet."""

    name = "blanks"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the files."""
        return plan_papers(context, self.name) if context.home.game.blanks else {}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write them, and note texts that do not fit."""
        from cloudy_pnp.workspace.drawn import DrawnSet

        make = job.home.game.need(job.home.game.blanks, "has no blanks")
        deck = DrawnSet(make(job.data, job.request.render_options(job.lang, job.catalogue)))
        yield from write_papers(job, groups, self.name, deck)
        for about, finding in deck.findings():
            job.note(finding, about)


EXPORTER = BlankExporter()
