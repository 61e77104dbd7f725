"""`blanks-a4.pdf`, `blanks-letter.pdf`: blank cards to write on, and what helps to fill them in."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.exporters.pieces import plan_papers, write_papers
from cloudy_pnp.export.store import Artifact


class BlankExporter:
    """The blanks of a game that has them; a pack adds none."""

    name = "blanks"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the files."""
        if context.home.game.blanks is None or context.request.entries is not None:
            return {}
        return plan_papers(context, self.name)

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write them, and note texts that do not fit."""
        from cloudy_pnp.workspace.drawn import DrawnSet

        make = job.home.game.need(job.home.game.blanks, "has no blanks")
        deck = DrawnSet(make(job.data, job.request.render_options(job.lang, job.catalogue)))
        yield from write_papers(job, groups, self.name, deck)
        for about, finding in deck.findings():
            job.note(finding, about)


EXPORTER = BlankExporter()
