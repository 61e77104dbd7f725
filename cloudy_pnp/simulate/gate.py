"""Conditions on measures, for CI: `draws > 5%`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite

from msgspec import Struct

from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.simulate.study import Measure, Study, cell_text, value_text

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
