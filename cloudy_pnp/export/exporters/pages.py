"""Web pages of a game, each a file that works without a network: `scorer.html`."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact


class PageExporter:
    """The pages of a game in one language; a pack alone has none."""

    name = "pages"

    def plan(self, context: PlanContext) -> Groups:
        """Plan a file per page."""
        if context.request.entries is not None:
            return {}
        key = fingerprint.of_data([context.inputs, context.lang])
        return {f"{context.folder}/{name}": key for name in context.home.game.pages}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the missing pages."""
        for path, key in groups.items():
            page = job.home.game.pages[path.removeprefix(f"{job.folder}/")].load()
            yield job.write(path, key, page(job.data, job.lang).encode())


EXPORTER = PageExporter()
