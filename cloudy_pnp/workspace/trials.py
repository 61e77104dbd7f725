"""Trials: what playing shows about cards that no rule objects to."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, partial

from cloudy_pnp.core import budget, progress
from cloudy_pnp.core.cache import cached, fingerprint
from cloudy_pnp.core.problems import Finding, Severity
from cloudy_pnp.data.entries import Found
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.workspace.load import Loaded, sound_part


def trial_findings(loaded: Loaded, names: Collection[str]) -> Iterator[Found]:
    """What playing shows about the cards of some files; a verdict is cached as long as its data is the same."""
    trials = loaded.game.data.trials
    if trials is None:
        return
    cards = [entry for entry in loaded.entries.of(trials.kind) if entry.source.name in names]
    if len(cards) > LIMITS.tried:
        message = f"{len(cards)} {trials.kind} are too many to try out by playing"
        hint = "check them file by file"
        yield cards[0].source, Finding("YAML-LIMIT", cards[0].path, message, hint, Severity.WARNING)
        return
    sound = sound_part(loaded, ("I18N-", "REF-"))  # a lone file may lack what others refer to
    begin = cache(lambda: trials.begin.load()(sound.model))
    kinds = [[entry.data for entry in loaded.entries.of(kind)] for kind in trials.depend_on]
    fixed = fingerprint([loaded.home.mark, loaded.game.id, *kinds]) if cards else ""

    def run(card: str) -> list[Finding]:
        if not budget.left("trials"):
            raise _NothingLeft
        return begin()(card)

    for number, entry in enumerate(cards):
        progress.at(f"trying the {trials.kind} by playing", number, len(cards))
        try:
            found = cached("trials", [fixed, entry.data], Finding, partial(run, entry.id))
        except _NothingLeft:
            message = f"{len(cards) - number} {trials.kind} were not tried out by playing: {budget.over('trials')}"
            yield entry.source, Finding("YAML-LIMIT", entry.path, message, budget.raising("trials"), Severity.WARNING)
            return
        for finding in found:
            yield entry.source, finding.under(*entry.path)


class _NothingLeft(Exception):
    """The run's budget for trials is spent."""
