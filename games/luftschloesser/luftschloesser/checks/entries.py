"""The checks of the data, reported with the entries that the tool has read."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.data.entries import Entries, SourceFinding
from luftschloesser.checks.data import data_findings


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Check the data of the game; entries are valid by their schemas."""
    for kind, index, finding in data_findings(entries.data(), whole=entries.whole):
        entry = entries.of(kind)[index]
        yield entry.source, finding.under(*entry.path)
