"""Cut paths as DXF (AutoCAD 2000, in mm): closed polylines with arcs, cuts and folds each on a separate layer."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.export.cutting.paths import CutPath
from cloudy_pnp.simulate.base import need_extra

CUT, FOLD = "cut", "fold"
_COLOURS = {CUT: 1, FOLD: 5}  # red, blue


def need_dxf(target: str) -> None:
    """Raise UserError, with the command that helps, if the package that writes DXF is not installed."""
    need_extra("ezdxf", to=f"export {target}", extra="cutting")


def dxf_text(cuts: Iterable[CutPath], folds: Iterable[Sequence[Point]], height: float) -> str:
    """Write the file; y points upwards there, so it needs the page's height."""
    lines = [(CUT, path.corners, True) for path in cuts]
    lines += [(FOLD, tuple((at.x, at.y, 0.0) for at in fold), False) for fold in folds]
    with _fixed_metadata():
        from ezdxf import units  # an extra
        from ezdxf.filemanagement import new

        drawing, text = new("R2000", units=units.MM), io.StringIO()
        for layer, colour in _COLOURS.items():
            drawing.layers.add(layer, color=colour)
        for layer, corners, closed in lines:
            points = [(round(x, 6), round(height - y, 6), bulge) for x, y, bulge in corners]
            drawing.modelspace().add_lwpolyline(points, format="xyb", close=closed, dxfattribs={"layer": layer})
        drawing.write(text)
    return text.getvalue()


@contextmanager
def _fixed_metadata() -> Iterator[None]:
    """Keep the time and random ids out of the file: the same input gives the same bytes."""
    from ezdxf import options  # type: ignore[attr-defined]

    usual, options.write_fixed_meta_data_for_testing = options.write_fixed_meta_data_for_testing, True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = usual
