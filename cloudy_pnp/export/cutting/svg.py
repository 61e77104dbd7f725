"""Cut paths as SVG: hairlines in mm, cuts and folds each in a separate layer, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.export.cutting.paths import QUARTER, CutPath

_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def svg_cuts(cuts: Iterable[CutPath], folds: Iterable[Sequence[Point]], size: tuple[float, float]) -> str:
    """Write the file; layers are groups with an id, which Inkscape also treats as layers."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{_INKSCAPE}" width="{_number(size[0])}mm"'
        f' height="{_number(size[1])}mm" viewBox="0 0 {_number(size[0])} {_number(size[1])}">',
        _layer("cut", "#ff0000", [_closed_path(path) for path in cuts]),
    ]
    folded = [_open_path(fold) for fold in folds]
    if folded:
        lines.append(_layer("fold", "#0000ff", folded))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _layer(name: str, colour: str, paths: Sequence[str]) -> str:
    inside = "\n".join(f'  <path d="{path}"/>' for path in paths)
    look = f'fill="none" stroke="{colour}" stroke-width="0.1"'
    return f' <g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {look}>\n{inside}\n </g>'


def _closed_path(path: CutPath) -> str:
    """Write a path; its arcs are quarter circles."""
    corners = path.corners
    parts = [f"M{_number(corners[0][0])} {_number(corners[0][1])}"]
    for (x, _, bulge), (to_x, to_y, _) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if bulge:
            radius = abs(to_x - x) if abs(abs(bulge) - QUARTER) < 1e-9 else 0.0
            parts.append(f"A{_number(radius)} {_number(radius)} 0 0 1 {_number(to_x)} {_number(to_y)}")
        else:
            parts.append(f"L{_number(to_x)} {_number(to_y)}")
    return " ".join([*parts, "Z"])


def _open_path(fold: Sequence[Point]) -> str:
    return "M" + " L".join(f"{_number(at.x)} {_number(at.y)}" for at in fold)


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:g}"
