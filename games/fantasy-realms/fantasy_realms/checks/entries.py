"""The checks of cards and suits, reported with the entries and files that they are about."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cloudy_pnp.data.entries import Entries, SourceFinding, duplicate_ids
from fantasy_realms.checks.cards import realm_findings

_KINDS = ("suits", "cards")


def check(entries: Entries) -> Iterator[SourceFinding]:
    """Check the data of the game; entries are valid by their schemas."""
    for kind in (*_KINDS, "glossary"):
        yield from duplicate_ids(entries, (kind,))
    among = {kind: entries.of(kind) for kind in _KINDS}
    for finding in realm_findings({kind: [entry.data for entry in of_kind] for kind, of_kind in among.items()}):
        name, index, *rest = finding.path
        entry = among[str(name)][int(index)]
        doubled = finding.code == "CARD-1" and rest == ["id"]  # reported already, with the other file
        unread = finding.code.startswith("REF-") and not entries.whole  # it may be in a file that could not be read
        if not doubled and not unread:
            yield entry.source, replace(finding, path=(*entry.path, *rest))
