"""`calibration.pdf`: two pages to measure how far a printer shifts backs."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.exporters.sheets import print_options
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.games.contract import ComponentKind


class CalibrationExporter:
    """The calibration pages, for the first duplex sheet."""

    name = "calibration"

    def plan(self, context: PlanContext) -> Groups:
        """Plan the pages, unless nothing is printed on both sides."""
        if not context.prints(ComponentKind.CARD) or context.request.duplex_sheet(context.catalogue) is None:
            return {}
        return {
            f"{context.folder}/calibration.pdf": fingerprint.of_data([context.look, print_options(context.request)])
        }

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """Write the two pages."""
        from cloudy_pnp.export.paper import CardFormat
        from cloudy_pnp.export.sheets.calibrate import calibration
        from cloudy_pnp.export.sheets.pdf import write_sheets

        sheet = job.request.duplex_sheet(job.catalogue)
        printed = job.deck.printed
        first = next((component for component in printed.components if component.kind is ComponentKind.CARD), None)
        if sheet is None or first is None:
            return
        width, height = first.size
        card = CardFormat(f"{width:g}x{height:g}", width, height)
        texts, shift = job.catalogue.texts(job.lang), Point(*job.request.shift_back)
        for path, key in groups.items():
            printer = job.request.known_printer()
            pages = calibration(sheet, card, texts, title=printed.name, shift_back=shift, printer=printer)
            count, size = write_sheets(job.place(path), pages, sheet, printed.name, job.lang, job.request.press(sheet))
            yield job.record(path, key, count, size, [])


EXPORTER = CalibrationExporter()
