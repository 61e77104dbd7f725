"""Draw who imports whom, between the packages and inside Cloudy Kingdom, to docs/imports.svg. Run by `make docs`.

Rooms stand in reading order, and every line leads upwards: a test enforces that it stays so.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from cloudy_pnp.cloudy_kingdom import ROOMS
from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.scene import Cubic, Font, Item, Move, Outline, Page, Stroke
from cloudy_pnp.draw.scene import Path as Shape
from cloudy_pnp.draw.shapes import rectangle, rounded
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.draw.text import Align, text_line

PICTURE = Path(__file__).parents[1] / "docs/imports.svg"
PACKAGE = Path(__file__).parents[1] / "cloudy_pnp"
PACKAGES = (
    *(
        "core",
        "data",
        "i18n",
        "draw",
        "simulate",
        "game",
        "layouts",
        "rulebook",
        "workspace",
        "export",
        "api",
        "diff",
        "studio",
    ),
    *("lsp", "cli"),
)
WIDE, HIGH, GAP, MARGIN = 30.0, 8.0, 5.0, 8.0  # mm
INK, BOX = Colour.parse("#2b2a38"), Colour.parse("#e4f0fb")
LINES = tuple(map(Colour.parse, ("#5b8db8", "#7a9a5b", "#b5793d", "#9a5b8d", "#4f9a97")))
LETTERS = Font("Alegreya Sans")


def edges(folder: Path, prefix: str, rooms: Sequence[str]) -> set[tuple[str, str]]:
    """Return which room imports which other one."""
    found = set()
    for path in folder.rglob("*.py"):
        own = path.relative_to(folder).parts[0].removesuffix(".py")
        for name in _imported(path):
            if name.startswith(f"{prefix}."):
                other = name.removeprefix(f"{prefix}.").split(".")[0]
                if own in rooms and other in rooms and own != other:
                    found.add((own, other))
    return found


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def column(rooms: Sequence[str], lines: set[tuple[str, str]], left: float, title: str) -> Iterator[Item]:
    """Rooms from top to bottom, and an arc for every import, from right to right."""
    yield text_line(title, Point(left, MARGIN), LETTERS, 4.0)
    tops = {room: MARGIN + 5 + number * (HIGH + GAP) for number, room in enumerate(rooms)}
    for own, other in sorted(lines, key=lambda line: (tops[line[0]], tops[line[1]])):
        rows = rooms.index(own) - rooms.index(other)
        begin = Point(left + WIDE, tops[own] + HIGH * 0.35)
        end = Point(left + WIDE, tops[other] + HIGH * 0.65)
        out = 5.0 + 4.2 * abs(rows)
        bend = Cubic(Point(begin.x + out, begin.y), Point(end.x + out, end.y), end)
        yield Shape(Outline((Move(begin), bend)), stroke=Stroke(LINES[rooms.index(other) % len(LINES)], 0.35))
    for room, top in tops.items():
        yield Shape(rounded(Rect(left, top, WIDE, HIGH), 1.6), fill=BOX, stroke=Stroke(INK, 0.3))
        yield text_line(room, Point(left + WIDE / 2, top + HIGH * 0.66), LETTERS, 4.0, align=Align.CENTRE)


def picture() -> str:
    """Both columns as SVG."""
    game = PACKAGE / "cloudy_kingdom"
    packages = edges(PACKAGE, "cloudy_pnp", PACKAGES)
    rooms = edges(game, "cloudy_pnp.cloudy_kingdom", ROOMS)
    size = (190.0, MARGIN * 2 + 3 + len(PACKAGES) * (HIGH + GAP))
    items = (
        Shape(rectangle(Rect(0, 0, *size)), fill=Colour.parse("#ffffff")),
        *column(PACKAGES, packages, MARGIN, "cloudy_pnp"),
        *column(ROOMS, rooms, 105.0, "cloudy_kingdom"),
    )
    return svg_text(Page(*size, items), title="Who imports whom")


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
