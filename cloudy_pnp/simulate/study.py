"""The results about some games, as data: measures, remarks, tables and pictures. Reports only print them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Literal

import numpy as np
from msgspec import Struct, field
from msgspec.structs import asdict
from numpy.typing import NDArray

from cloudy_pnp.simulate.intervals import Estimate, mean, wilson

# points: a difference of rates; fine: a small one; shift: a difference of numbers
Unit = Literal["rate", "points", "fine", "number", "shift", "count", "text"]
Mood = Literal["good", "watch", "bad", "plain"]
Goal = Literal["less", "more", "none"]
Cell = str | int | float | Estimate | None


class Series(Struct, frozen=True):
    """A value per game; their mean is a measure."""

    name: str
    label: str
    values: NDArray[np.float64]
    unit: Unit = "rate"  # rate: every value is 0 or 1
    goal: Goal = "none"  # which direction is better
    watched: bool = False  # its interval decides whether enough games were played

    @property
    def estimate(self) -> Estimate:
        """The measure."""
        return estimate_of(self.values, self.unit)


def estimate_of(values: NDArray[np.float64], unit: Unit) -> Estimate:
    """Return Wilson's interval for a rate, otherwise that of a mean."""
    return wilson(int(values.sum()), values.size) if unit == "rate" else mean(values)


class Measure(Struct, frozen=True):
    """A number about all games, by its name: for conditions, comparisons and other programs."""

    name: str
    label: str
    unit: Unit
    estimate: Estimate
    large: bool = False  # worth a large number at the top of the report


class Remark(Struct, frozen=True):
    """A finding in plain language."""

    mood: Mood
    text: str


class Column(Struct, frozen=True):
    """A column of a table and the unit of its cells."""

    title: str
    unit: Unit = "text"


class Table(Struct, frozen=True):
    """Rows of cells; every number in a picture is also in a table."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Bars(Struct, frozen=True):
    """A bar with its interval for each row of the table: the first column is the label, `column` the value."""

    column: int = 1
    reference: float | None = None  # a line across all bars
    reference_label: str = ""


class Histogram(Struct, frozen=True):
    """A narrow bar for each row: the first column is a whole number, the second its frequency."""

    mark: float | None = None  # a value marked by a line, such as the median
    mark_label: str = ""


class HeatMap(Struct, frozen=True):
    """A coloured field for each row: row, column, value."""

    rows: int
    cols: int
    edges: Mapping[str, Sequence[str]] = field(default_factory=dict)  # side: the labels along it


Picture = Bars | Histogram | HeatMap


class Figure(Struct, frozen=True):
    """A table, with or without a picture."""

    id: str  # unique in its study
    title: str
    says: str  # what is shown and how it was measured
    table: Table
    picture: Picture | None = None


class Section(Struct, frozen=True):
    """Figures that belong together."""

    id: str
    title: str
    says: str
    figures: tuple[Figure, ...]


class Study(Struct, frozen=True):
    """Everything about the games of a table."""

    id: str
    title: str
    games: int
    facts: tuple[tuple[str, str], ...]  # the setup of the games
    measures: tuple[Measure, ...]
    remarks: tuple[Remark, ...]
    sections: tuple[Section, ...]
    samples: tuple[tuple[int, str], ...] = ()  # interesting games: number, reason

    def measure(self, name: str) -> Measure:
        """Return the measure with a name."""
        return next(measure for measure in self.measures if measure.name == name)

    def figure(self, figure_id: str) -> Figure:
        """Return the figure with an id."""
        return next(figure for section in self.sections for figure in section.figures if figure.id == figure_id)

    def as_dict(self) -> dict[str, Any]:
        """Return the data for JSON: every number of the report."""
        return {
            "table": self.id,
            "title": self.title,
            "games": self.games,
            "played": dict(self.facts),
            "measures": {
                measure.name: {"label": measure.label, "unit": measure.unit, **finite(asdict(measure.estimate))}
                for measure in self.measures
            },
            "findings": [{"mood": remark.mood, "text": remark.text} for remark in self.remarks],
            "figures": {
                figure.id: {"title": figure.title, "says": figure.says, **_table_dict(figure.table)}
                for section in self.sections
                for figure in section.figures
            },
            "samples": [{"game": number, "why": why} for number, why in self.samples],
        }


def _table_dict(table: Table) -> dict[str, Any]:
    return {
        "columns": [{"title": column.title, "unit": column.unit} for column in table.columns],
        "rows": [[_plain(cell) for cell in row] for row in table.rows],
    }


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Estimate):
        return finite(asdict(cell))
    return cell if not isinstance(cell, float) or isfinite(cell) else None


def finite(values: Mapping[str, float | int]) -> dict[str, float | int | None]:
    """Replace infinite values, which JSON lacks, with None."""
    return {name: value if isfinite(value) else None for name, value in values.items()}


def value_text(value: float, unit: Unit) -> str:
    """Format a number as in the reports.

    >>> value_text(0.0372, "rate"), value_text(-0.012, "points"), value_text(27.04, "number")
    ('3.7%', '−1.2', '27.0')
    """
    if not isfinite(value):
        return "–"
    if unit == "rate":
        return f"{100 * value:.1f}%"
    if unit == "count":
        return f"{value:,.0f}"
    text = {
        "points": f"{100 * value:+.1f}",
        "fine": f"{100 * value:+.2f}",
        "shift": f"{value:+.2f}",
    }.get(unit, f"{value:.1f}")
    return text.replace("-", "−") if float(text) else text[1:] if text[0] in "+-" else text


def cell_text(cell: Cell, unit: Unit) -> str:
    """Format a cell as in the reports: an estimate with its interval.

    >>> cell_text(wilson(5, 100), "rate")
    '5.0% (2.2–11.2)'
    """
    match cell:
        case None:
            return "–"
        case str():
            return cell
        case Estimate(value=value, low=low, high=high):
            if not isfinite(value):
                return "–"
            if not isfinite(high - low):
                return value_text(value, unit)
            ends = [value_text(end, unit).removesuffix("%") for end in (low, high)]
            between = " to " if unit in ("points", "fine", "shift") or low < 0 else "–"
            return f"{value_text(value, unit)} ({between.join(ends)})"
        case _:
            return value_text(cell, unit)
