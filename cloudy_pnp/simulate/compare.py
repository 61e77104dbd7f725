"""Two decks, the same seeds: is one better?

Better is meant by goals that a game sets for its measures (fewer draws, seats that win alike): a deck is better when at
least one goal is met better, as surely as 95 of 100, and none is met worse. Measures without a goal are only shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cloudy_pnp.simulate.intervals import LEVEL, Estimate, mean
from cloudy_pnp.simulate.study import Column, Figure, Mood, Remark, Section, Series, Table, cell_text

Verdict = Literal["better", "worse", "cannot tell"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure of both decks, and how far apart they are, game by game."""

    series: Series  # of this deck
    other: Series
    change: Estimate  # this deck minus the other
    verdict: Verdict | None  # None: the measure has no goal


@dataclass(frozen=True, slots=True)
class Comparison:
    """All measures, and what they say together."""

    differences: tuple[Difference, ...]
    verdict: Verdict
    reason: str
    games: int

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "verdict": self.verdict,
            "reason": self.reason,
            "games": self.games,
            "differences": {
                one.series.name: {
                    "label": one.series.label,
                    "unit": one.series.unit,
                    "goal": one.series.goal,
                    "this": one.series.estimate.value,
                    "other": one.other.estimate.value,
                    "change": one.change.as_dict(),
                    "verdict": one.verdict,
                }
                for one in self.differences
            },
        }


def compare(this: Mapping[str, Series], other: Mapping[str, Series]) -> Comparison:
    """Pair the games of equal number. Both must hold equally many; measures that only one deck has are left out."""
    shared = [name for name in this if name in other]
    goals = [name for name in shared if this[name].goal != "none"]
    surer = 1 - (1 - LEVEL) / max(len(goals), 1)  # several looks must not find more than one would
    differences = tuple(_difference(this[name], other[name], surer) for name in shared)
    better = [one for one in differences if one.verdict == "better"]
    worse = [one for one in differences if one.verdict == "worse"]
    games = len(next(iter(this.values())).values) if this else 0
    if better and not worse:
        return Comparison(differences, "better", _told("better", better), games)
    if worse and not better:
        return Comparison(differences, "worse", _told("worse", worse), games)
    if better:
        reason = f"{_told('better', better)}, but {_told('worse', worse)}"
        return Comparison(differences, "cannot tell", reason, games)
    names = ", ".join(this[name].label for name in goals)
    return Comparison(differences, "cannot tell", f"no significant difference in {names}", games)


def _difference(this: Series, other: Series, surer: float) -> Difference:
    change = mean(this.values - other.values)
    sure = mean(this.values - other.values, surer).sign
    verdict: Verdict | None = None
    if this.goal != "none":
        wanted = -1 if this.goal == "less" else 1
        verdict = "cannot tell" if sure == 0 else "better" if sure == wanted else "worse"
    return Difference(this, other, change, verdict)


def _told(word: str, differences: list[Difference]) -> str:
    return f"{word}: " + ", ".join(
        f"{one.series.label} {cell_text(one.other.estimate.value, one.series.unit)}"
        f" → {cell_text(one.series.estimate.value, one.series.unit)}"
        for one in differences
    )


def changed_counts(before: Mapping[str, int], after: Mapping[str, int], against: str) -> Remark:
    """Which cards the two decks have other numbers of, in plain words."""
    cards = [card for card in {**before, **after} if before.get(card, 0) != after.get(card, 0)]
    told = ", ".join(f"{card} {before.get(card, 0)} → {after.get(card, 0)}" for card in cards)
    same = "all card counts are unchanged; any difference comes from something else"
    return Remark("plain", f"Changes since {against}: {told or same}.")


_MEANING: Mapping[Verdict, str] = {
    "better": "this deck is better",
    "worse": "this deck is worse",
    "cannot tell": "it is undecided which deck is better",
}


def compared_section(comparison: Comparison, against: str) -> tuple[Remark, Section]:
    """The comparison as a part of a report: what it means, and the numbers."""
    rows = tuple(
        (
            one.series.label,
            cell_text(one.other.estimate, one.series.unit),
            cell_text(one.series.estimate, one.series.unit),
            cell_text(one.change, "points" if one.series.unit in ("rate", "points") else "shift"),
            {"less": "less is better", "more": "more is better", "none": "–"}[one.series.goal],
            one.verdict or "–",
        )
        for one in comparison.differences
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
    told = f"Meaning: {_MEANING[comparison.verdict]}: {reason} ({comparison.games:,} games)."
    return Remark(moods[comparison.verdict], told), Section("compared", "Comparison", "", (figure,))
