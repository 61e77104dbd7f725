"""Trials: what playing shows about cards that no rule objects to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from typing import Any

from cloudy_pnp.core import budget, fingerprint, progress
from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Finding, Severity
from cloudy_pnp.data.entries import Entry, SourceFinding
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.workspace.load import Loaded, sound_part


def trial_findings(loaded: Loaded, names: Collection[str]) -> Iterator[SourceFinding]:
    """Test-play the cards of some files and report the findings.

    A verdict is cached as long as its data, without texts, is the same.
    """
    trials = loaded.game.data.trials
    if trials is None:
        return
    cards = [entry for entry in loaded.entries.of(trials.kind) if entry.source.name in names]
    if len(cards) > LIMITS.trials:
        message = f"{len(cards)} {trials.kind} are too many to test-play"
        hint = "check them file by file"
        yield cards[0].source, Finding("YAML-LIMIT", cards[0].path, message, hint, Severity.WARNING)
        return
    sound = sound_part(loaded, ("I18N-", "REF-"))  # a lone file may lack what others refer to
    begin = cache(lambda: trials.begin.load()(sound.model))

    def played(kind: str, entries: Sequence[Entry]) -> list[object]:
        texts = loaded.reader.entry_schema(kind).localized_paths if entries else ()
        return [reduce(_without, texts, entry.data) for entry in entries]

    kinds = [played(kind, loaded.entries.of(kind)) for kind in trials.depend_on]
    fixed = fingerprint.of_data([loaded.home.mark, loaded.game.id, *kinds]) if cards else ""

    def run(card: str) -> list[Finding]:
        if not budget.left("trials"):
            raise _NothingLeft
        return begin()(card)

    for number, (entry, known) in enumerate(zip(cards, played(trials.kind, cards), strict=True)):
        progress.at(f"test-playing the {trials.kind}", number, len(cards))
        try:
            findings = cached("trials", [fixed, known], Finding, partial(run, entry.id))
        except _NothingLeft:
            message = f"{len(cards) - number} {trials.kind} were not test-played: {budget.over('trials')}"
            hint, severity = budget.raising("trials"), Severity.WARNING
            yield entry.source, Finding("YAML-LIMIT", entry.path, message, hint, severity, limit="trials")
            return
        for finding in findings:
            yield entry.source, finding.under(*entry.path)


def _without(value: Any, path: Sequence[str]) -> Any:
    """Return data without the value at a path, in which `*` is any index or key."""
    if not path:
        return None
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {key: _without(item, rest) if step in ("*", key) else item for key, item in value.items()}
    return [_without(item, rest) for item in value] if isinstance(value, list) and step == "*" else value


class _NothingLeft(Exception):
    """The run's budget for trials is spent."""
