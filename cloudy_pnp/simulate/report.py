"""Studies → a self-contained HTML file, lines for a terminal, or JSON.

Pictures of tables as SVG: colours come from the page's style sheet, for light and dark mode.

Each picture has a title and a description for people who cannot see it; its numbers are in the table next to it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from math import ceil, floor, isfinite, log10
from typing import Any

from markupsafe import Markup

from cloudy_pnp.core.shipped import page_template, shipped_root
from cloudy_pnp.simulate.intervals import Estimate
from cloudy_pnp.simulate.study import (
    Bars,
    Cell,
    Figure,
    HeatMap,
    Histogram,
    Measure,
    Study,
    Table,
    cell_text,
    value_text,
)

WIDTH = 440.0
_ROW = 30.0
_CHARACTER = 7.6  # the approximate width of a character, to leave room for labels


def picture_svg(figure: Figure, prefix: str) -> str:
    """Return the picture of a figure; `prefix` makes its ids unique in the page."""
    match figure.picture:
        case Bars() as bars:
            height, parts = _bars(figure.table, bars)
        case Histogram() as histogram:
            height, parts = _histogram(figure.table, histogram)
        case HeatMap() as heat:
            height, parts = _heat_map(figure.table, heat)
        case None:
            return ""
    name = escape(f"{prefix}-{figure.id}")
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {height:g}" role="img" aria-labelledby="{name}-t {name}-d">'
        f'<title id="{name}-t">{escape(figure.title)}</title><desc id="{name}-d">{escape(_describe(figure))}</desc>'
        f"{''.join(parts)}</svg>"
    )


def _describe(figure: Figure) -> str:
    """Describe the values in a sentence if they are few; otherwise say where they are."""
    if isinstance(figure.picture, Bars) and len(figure.table.rows) <= 8:
        column = figure.picture.column
        unit = figure.table.columns[column].unit
        return "; ".join(f"{row[0]}: {value_text(_value(row[column]), unit)}" for row in figure.table.rows)
    return "The numbers are in the table below."


def _value(cell: Cell) -> float:
    if isinstance(cell, Estimate):
        return cell.value
    return float(cell) if isinstance(cell, int | float) else float("nan")


def _ends(cell: Cell) -> tuple[float, float]:
    """Return the interval of a cell, or the value twice."""
    if isinstance(cell, Estimate) and isfinite(cell.high - cell.low):
        return cell.low, cell.high
    return _value(cell), _value(cell)


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    kinds = f' class="{kind}"' if kind else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}"{kinds}{where}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _rect(x: float, y: float, width: float, height: float, kind: str, extra: str = "") -> str:
    size = f'width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} class="{kind}"{extra}/>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return a few round numbers between two ends.

    >>> ticks(0, 1, 6)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    >>> ticks(7, 23, 6)
    [10.0, 15.0, 20.0]
    """
    span = high - low
    if not isfinite(span) or span <= 0:
        return [low] if isfinite(low) else []
    raw = span / max(most - 1, 1)
    power = 10.0 ** floor(log10(raw) + 1e-9)
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * (1 - 1e-9))
    return [round(number * step, 12) for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _bars(table: Table, bars: Bars) -> tuple[float, list[str]]:
    column, unit = bars.column, table.columns[bars.column].unit
    shown = [(str(row[0]), row[column]) for row in table.rows if isfinite(_value(row[column]))]
    ends = [end for _, cell in shown for end in _ends(cell)] + [0.0]
    ends += [bars.reference] if bars.reference is not None else []
    low, high = min(ends), max(ends)
    span = (high - low) or 1.0
    left = min(max((len(label) for label, _ in shown), default=0) * _CHARACTER + 12, 190.0)
    right = WIDTH - 62.0
    top = 22.0 if bars.reference is not None else 6.0

    def across(value: float) -> float:
        return left + (value - low) / span * (right - left)

    parts = [_line(across(0), top - 4, across(0), top + _ROW * len(shown), "axis")]
    for number, (label, cell) in enumerate(shown):
        y = top + _ROW * number
        value, (start, end) = _value(cell), _ends(cell)
        parts.append(_text(left - 8, y + 19, label, anchor="end"))
        parts.append(
            _rect(across(min(value, 0)), y + 5, across(max(value, 0)) - across(min(value, 0)), 18, "bar", ' rx="3"')
        )
        if end > start:
            middle = y + 14
            parts.append(_line(across(start), middle, across(end), middle, "whisker"))
            parts += [_line(across(at), middle - 4, across(at), middle + 4, "whisker") for at in (start, end)]
        parts.append(_text(WIDTH - 4, y + 19, value_text(value, unit), "value", "end"))
    if bars.reference is not None:
        x = across(bars.reference)
        parts.append(_line(x, top - 4, x, top + _ROW * len(shown), "mark"))
        anchor = "end" if x > WIDTH * 0.6 else "start"
        parts.append(_text(x, 12, bars.reference_label, "note", anchor))
    return top + _ROW * len(shown) + 4, parts


def _histogram(table: Table, histogram: Histogram) -> tuple[float, list[str]]:
    pairs = [(_value(row[0]), _value(row[1])) for row in table.rows]
    height, left, right, top, bottom = 220.0, 8.0, WIDTH - 8.0, 24.0, 192.0
    if not pairs:
        return height, []
    first, last = pairs[0][0] - 0.5, pairs[-1][0] + 0.5
    most = max(count for _, count in pairs) or 1.0

    def across(value: float) -> float:
        return left + (value - first) / (last - first) * (right - left)

    wide = (right - left) / (last - first)
    gap = min(1.0, wide * 0.15)
    parts = [
        _rect(
            across(value - 0.5) + gap / 2,
            bottom - count / most * (bottom - top),
            wide - gap,
            count / most * (bottom - top),
            "bar",
        )
        for value, count in pairs
        if count
    ]
    parts.append(_line(left, bottom, right, bottom, "axis"))
    parts += [
        _text(across(tick), bottom + 17, f"{tick:g}", "note", "middle")
        for tick in ticks(first, last, 9)
        if tick % 1 == 0
    ]
    if histogram.mark is not None:
        x = across(histogram.mark)
        parts.append(_line(x, top - 8, x, bottom, "mark"))
        end = x > WIDTH * 0.7
        parts.append(_text(x + (-5 if end else 5), top - 8, histogram.mark_label, "note", "end" if end else "start"))
    return height, parts


def _heat_map(table: Table, heat: HeatMap) -> tuple[float, list[str]]:
    rim = 34.0 if heat.edges else 4.0
    size = min(74.0, (WIDTH - 2 * rim - 100) / heat.cols)
    left = (WIDTH - size * heat.cols) / 2
    values = {(int(_value(row[0])), int(_value(row[1]))): _value(row[2]) for row in table.rows}
    low, high = min(values.values(), default=0.0), max(values.values(), default=1.0)
    unit = table.columns[2].unit
    parts = []
    for (row, col), value in values.items():
        share = (value - low) / (high - low) if high > low else 0.5
        x, y = left + col * size, rim + row * size
        parts.append(_rect(x + 1.5, y + 1.5, size - 3, size - 3, "field", ' rx="6"'))
        parts.append(
            _rect(x + 1.5, y + 1.5, size - 3, size - 3, "heat", f' rx="6" fill-opacity="{0.06 + 0.94 * share:.3f}"')
        )
        kind = "on-heat" if share > 0.6 else "in-field"
        parts.append(_text(x + size / 2, y + size / 2 + 5, value_text(value, unit), kind, "middle"))
    right, bottom = left + size * heat.cols, rim + size * heat.rows
    for side, names in heat.edges.items():
        for number, name in enumerate(names):
            along = (number + 0.5) * size
            x, y, anchor = {
                "north": (left + along, rim - 10, "middle"),
                "south": (left + along, bottom + 20, "middle"),
                "west": (left - 8, rim + along + 4, "end"),
                "east": (right + 8, rim + along + 4, "start"),
            }[side]
            parts.append(_text(x, y, name, "note", anchor))
    return bottom + rim, parts


VERSION = 1


def html_report(title: str, studies: Sequence[Study], command: str) -> str:
    """Write the whole page. Untrusted data is escaped; only our own pictures are markup."""
    folder = shipped_root() / "templates/report"
    filters = {
        "cell": lambda cell, column: cell_text(cell, column.unit),
        "interval": _html_interval,
        "picture": lambda figure, study: Markup(picture_svg(figure, study.id)),  # noqa: S704
    }
    return page_template(folder / "report.html.j2", **filters).render(
        title=title,
        studies=studies,
        games=sum(study.games for study in studies),
        command=command,
        style=Markup((folder / "report.css").read_text("utf-8")),  # noqa: S704
    )


def _html_interval(measure: Measure) -> str:
    """Return the interval alone, for the line below a large number."""
    value = cell_text(measure.estimate.value, measure.unit)
    interval = cell_text(measure.estimate, measure.unit).removeprefix(value).strip(" ()")
    return f"95%: {interval}" if interval else ""


def json_report(studies: Sequence[Study], command: str, extra: dict[str, Any]) -> str:
    """Write every number of the report for other programs; no clock, so that equal runs give equal bytes."""
    content = {"version": VERSION, "command": command, **extra, "tables": [study.as_dict() for study in studies]}
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def text_report(studies: Sequence[Study]) -> str:
    """Write the findings in words; then the numbers, every table in columns."""
    return "\n".join(_text_study(study) for study in studies)


_SIGNS = {"good": "+", "watch": "~", "bad": "!", "plain": "·"}


def _text_study(study: Study) -> str:
    facts = "; ".join(f"{name}: {value}" for name, value in study.facts)
    lines = [study.title, *([facts] if facts else []), ""]
    lines += [f"{_SIGNS[remark.mood]} {remark.text}" for remark in study.remarks]
    figures = [figure for section in study.sections for figure in section.figures if _as_text(figure)]
    if figures:
        lines += ["", "The numbers", "-----------"]
    for figure in figures:
        lines += ["", figure.title, *_text_figure(figure)]
    if study.samples:
        lines += ["", "Interesting games (--record NUMBER FILE)"]
        lines += [f"  {number}  {why}" for number, why in study.samples]
    return "\n".join(lines) + "\n"


_MOST_LINES = 24


def _as_text(figure: Figure) -> bool:
    """Check whether a figure is useful as text; a long histogram is only shown on the page."""
    return isinstance(figure.picture, HeatMap) or 0 < len(figure.table.rows) <= _MOST_LINES


def _text_figure(figure: Figure) -> list[str]:
    """Write a heat map as on the table, anything else in columns."""
    rows, columns = figure.table.rows, figure.table.columns
    if isinstance(figure.picture, HeatMap):
        cells = [cell_text(row[2], columns[2].unit) for row in rows]
        wide, across = max(map(len, cells)), figure.picture.cols
        return [
            "  " + "  ".join(cell.rjust(wide) for cell in cells[start : start + across])
            for start in range(0, len(cells), across)
        ]
    return _text_table(figure.table)


def _text_table(table: Table) -> list[str]:
    heads = [column.title for column in table.columns]
    cells = [
        [cell_text(cell, column.unit) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows
    ]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    return [
        "  " + "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in (heads, *cells)
    ]
