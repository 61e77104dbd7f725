"""`<box>-a4.pdf`, `<box>-letter.pdf`: boxes to cut out, fold and glue."""

from __future__ import annotations

from cloudy_pnp.export.exporters.boards import LargeExporter
from cloudy_pnp.games.contract import ComponentKind

EXPORTER = LargeExporter("boxes", ComponentKind.BOX, ("a4", "letter"))
