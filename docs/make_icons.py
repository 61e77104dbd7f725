"""Draw docs/icons.svg: every icon that layouts can name. Run by `make docs`."""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.layouts.icon_sheet import icon_sheet
from cloudy_pnp.layouts.pictures import Pictures

FILE = Path(__file__).with_name("icons.svg")


def picture() -> str:
    """The picture as it should be."""
    return svg_text(icon_sheet(Pictures()), title="Icons")


if __name__ == "__main__":
    FILE.write_text(picture(), "utf-8")
