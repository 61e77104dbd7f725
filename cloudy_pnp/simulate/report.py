"""Studies → a self-contained HTML file, lines for a terminal, or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.simulate.plots import picture_svg
from cloudy_pnp.simulate.study import Cell, Column, Figure, HeatMap, Measure, Study, Table, cell_text

VERSION = 1


def html_report(title: str, studies: Sequence[Study], command: str, folder: Path | None = None) -> str:
    """Write the whole page. Untrusted data is escaped; only our own pictures are markup."""
    templates = folder or shipped_root() / "templates/report"
    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["cell"] = _html_cell
    environment.filters["interval"] = _html_interval
    environment.globals["picture"] = lambda figure, study: Markup(picture_svg(figure, study.id))  # noqa: S704
    return environment.get_template("report.html.j2").render(
        title=title,
        studies=studies,
        games=sum(study.games for study in studies),
        command=command,
        style=Markup((templates / "report.css").read_text("utf-8")),  # noqa: S704
    )


def _html_cell(cell: Cell, column: Column) -> str:
    return cell_text(cell, column.unit)


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
