"""Two decks, the same seeds: is one better?

"Better" depends on the goals that a game sets for its measures (fewer draws, seats that win alike): a deck is better
when at least one goal improves, with 95% confidence, and none gets worse. Measures without a goal are only shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from cloudy_pnp.simulate.intervals import LEVEL, Estimate, mean
from cloudy_pnp.simulate.study import Column, Figure, Mood, Remark, Section, Series, Table, cell_text

Verdict = Literal["better", "worse", "cannot tell"]


class Difference(Struct, frozen=True):
    """A measure of both decks, and their difference, game by game."""

    series: Series  # of this deck
    other: Series
    change: Estimate  # this deck minus the other
    verdict: Verdict | None  # None: the measure has no goal


class Comparison(Struct, frozen=True):
    """All measures, and their overall verdict."""

    differences: tuple[Difference, ...]
    verdict: Verdict
    reason: str
    games: int

    def as_dict(self) -> dict[str, object]:
        """Return the data for JSON."""
        return {
            "verdict": self.verdict,
            "reason": self.reason,
            "games": self.games,
            "differences": {
                difference.series.name: {
                    "label": difference.series.label,
                    "unit": difference.series.unit,
                    "goal": difference.series.goal,
                    "this": difference.series.estimate.value,
                    "other": difference.other.estimate.value,
                    "change": asdict(difference.change),
                    "verdict": difference.verdict,
                }
                for difference in self.differences
            },
        }


def compare(this: Mapping[str, Series], other: Mapping[str, Series]) -> Comparison:
    """Pair the games of equal number. Both decks need equally many; measures of only one deck are omitted."""
    shared = [name for name in this if name in other]
    goals = [name for name in shared if this[name].goal != "none"]
    surer = 1 - (1 - LEVEL) / max(len(goals), 1)  # several tests must not find more than one would
    differences = tuple(_difference(this[name], other[name], surer) for name in shared)
    better = [difference for difference in differences if difference.verdict == "better"]
    worse = [difference for difference in differences if difference.verdict == "worse"]
    games = len(next(iter(this.values())).values) if this else 0
    if better and not worse:
        return Comparison(differences, "better", _describe("better", better), games)
    if worse and not better:
        return Comparison(differences, "worse", _describe("worse", worse), games)
    if better:
        reason = f"{_describe('better', better)}, but {_describe('worse', worse)}"
        return Comparison(differences, "cannot tell", reason, games)
    names = ", ".join(this[name].label for name in goals)
    return Comparison(differences, "cannot tell", f"no significant difference in {names}", games)


def _difference(this: Series, other: Series, surer: float) -> Difference:
    change = mean(this.values - other.values)
    sure = mean(this.values - other.values, surer).sign
    verdict: Verdict | None = None
    if this.goal != "none":
        goal_sign = -1 if this.goal == "less" else 1
        verdict = "cannot tell" if sure == 0 else "better" if sure == goal_sign else "worse"
    return Difference(this, other, change, verdict)


def _describe(word: str, differences: list[Difference]) -> str:
    return f"{word}: " + ", ".join(
        f"{difference.series.label} {cell_text(difference.other.estimate.value, difference.series.unit)}"
        f" → {cell_text(difference.series.estimate.value, difference.series.unit)}"
        for difference in differences
    )


def changed_counts(before: Mapping[str, int], after: Mapping[str, int], against: str) -> Remark:
    """Describe in plain words which cards have different numbers in the two decks."""
    cards = [card for card in {**before, **after} if before.get(card, 0) != after.get(card, 0)]
    changes = ", ".join(f"{card} {before.get(card, 0)} → {after.get(card, 0)}" for card in cards)
    same = "all card counts are unchanged; any difference comes from something else"
    return Remark("plain", f"Changes since {against}: {changes or same}.")


_MEANING: Mapping[Verdict, str] = {
    "better": "this deck is better",
    "worse": "this deck is worse",
    "cannot tell": "it is undecided which deck is better",
}


def compared_section(comparison: Comparison, against: str) -> tuple[Remark, Section]:
    """Return the comparison as a part of a report: its meaning, and the numbers."""
    rows = tuple(
        (
            difference.series.label,
            cell_text(difference.other.estimate, difference.series.unit),
            cell_text(difference.series.estimate, difference.series.unit),
            cell_text(difference.change, "points" if difference.series.unit in ("rate", "points") else "shift"),
            {"less": "less is better", "more": "more is better", "none": "–"}[difference.series.goal],
            difference.verdict or "–",
        )
        for difference in comparison.differences
    )
    columns = tuple(map(Column, ("measure", against, "this deck", "change (95% interval)", "goal", "verdict")))
    says = (
        f"{comparison.games:,} games with the same random numbers on both decks; the change is measured game by game. "
        "The deck is better overall when at least one goal improves and none gets worse, with the chance of a wrong "
        "verdict below 5% for all goals together."
    )
    figure = Figure("comparison", f"Compared with {against}", says, Table(columns, rows))
    moods: dict[Verdict, Mood] = {"better": "good", "worse": "bad", "cannot tell": "plain"}
    reason = comparison.reason.removeprefix(f"{comparison.verdict}: ")
    meaning = f"Meaning: {_MEANING[comparison.verdict]}: {reason} ({comparison.games:,} games)."
    return Remark(moods[comparison.verdict], meaning), Section("compared", "Comparison", "", (figure,))
