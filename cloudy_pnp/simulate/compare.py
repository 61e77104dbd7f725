"""Two decks, the same seeds: is one better?

"Better" depends on the goals that a game sets for its measures (fewer draws, seats that win alike): a deck is better
when at least one goal improves, with 95% confidence, and none gets worse. Measures without a goal are only shown.

Conditions on measures, for CI: `draws > 5%`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.simulate.intervals import LEVEL, Estimate, mean
from cloudy_pnp.simulate.study import (
    Column,
    Figure,
    Measure,
    Mood,
    Remark,
    Section,
    Series,
    Study,
    Table,
    cell_text,
    value_text,
)

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


_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_FORM = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(>=|<=|>|<)\s*(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(%?)\s*", re.ASCII)
_SHARES = ("rate", "points", "fine")  # units that are written in percent


class Condition(Struct, frozen=True):
    """A measure, a comparison, and the limit as it was written."""

    name: str
    sign: str
    number: float
    percent: bool

    def limit(self, measure: Measure) -> float:
        """Return the limit in the unit of the measure. Raises UserError if the two do not fit together."""
        if self.percent and measure.unit not in _SHARES:
            raise UserError(f'"{self.name}" is not a share: write its limit without %')
        if not self.percent and measure.unit in _SHARES:
            raise UserError(f'"{self.name}" is a share: write its limit in percent, such as {self.number:g}%')
        return self.number / 100 if self.percent else self.number


def parse_condition(text: str) -> Condition:
    """Parse a condition.

    >>> parse_condition("draws > 5%")
    Condition(name='draws', sign='>', number=5.0, percent=True)
    """
    match = _FORM.fullmatch(text)
    if match is None:
        raise UserError(f'the condition {quoted(text)} is not "MEASURE > NUMBER", such as "draws > 5%"')
    name, sign, number, percent = match.groups()
    return Condition(name, sign, float(number), bool(percent))


def find_measure(name: str, measures: Iterable[Measure]) -> Measure:
    """Return the measure with a name, also in the singular: "draw" is "draws". Raises UserError listing all."""
    by_name = {measure.name: measure for measure in measures}
    measure = by_name.get(name) or by_name.get(f"{name}s")
    if measure is None:
        few = suggest(name, by_name)
        listed = few if "Known:" in few else f"{few} Known: {', '.join(by_name)}.".strip()
        raise UserError(f"there is no measure {quoted(name)}; {listed}")
    return measure


def failures(conditions: Sequence[Condition], studies: Sequence[Study]) -> list[str]:
    """Return a line for each condition that holds at a table. The measured value decides, not its interval."""
    lines = []
    for condition in conditions:
        for study in studies:
            measure = find_measure(condition.name, study.measures)
            limit, estimate = condition.limit(measure), measure.estimate
            if isfinite(estimate.value) and _COMPARE[condition.sign](estimate.value, limit):
                measured = cell_text(estimate, measure.unit)
                limit_text = value_text(limit, "rate" if condition.percent else measure.unit)
                lines.append(f"{measure.name} {measured} {condition.sign} {limit_text}: {study.title}")
    return lines


def check_names(conditions: Sequence[Condition], measures: Sequence[Measure]) -> None:
    """Check that every condition uses an existing measure, in its unit. Raises UserError."""
    for condition in conditions:
        condition.limit(find_measure(condition.name, measures))
