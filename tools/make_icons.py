"""Draw docs/icons.svg, every icon that layouts can name, docs/motifs.svg, every motif of a spell's picture, and
docs/parts.svg, every motif for layouts.

Run by `make docs`.
"""

from __future__ import annotations

from pathlib import Path

from cloudy_pnp.cloudy_kingdom.art.spell_pictures import compose_motifs
from cloudy_pnp.cloudy_kingdom.art.style import pen_for
from cloudy_pnp.cloudy_kingdom.model.cards import motif_files
from cloudy_pnp.cloudy_kingdom.present.components import style_of
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.shipped import shared_pictures
from cloudy_pnp.draw.scene import Group
from cloudy_pnp.draw.scene import Path as Outlined
from cloudy_pnp.draw.shapes import rectangle, rounded
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.layouts.icons import icon_sheet, named_sheet
from cloudy_pnp.layouts.pictures import Pictures
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

DOCS = Path(__file__).parents[1] / "docs"
SIDE = 56.0  # mm, of a motif


def pictures() -> dict[Path, str]:
    """The pictures as they should be."""
    pen = pen_for(style_of(load(home_of("cloudy-kingdom")).entries.data()))
    ground = Outlined(rounded(Rect(0.0, 0.0, SIDE, SIDE), 4.0), fill=pen.colours.dusk.mixed(pen.colours.cloud, 0.35))
    motifs = {
        name: (ground, Group(compose_motifs(pen, [name]), Transform.translation(SIDE / 2, SIDE / 2)))
        for name in motif_files()
    }
    found = Pictures([shared_pictures()])
    square = Rect(0.0, 0.0, SIDE, SIDE)
    parts = {
        Path(name).stem: (ground, *found.find(name).items(square, "contain", (0.5, 0.5), rectangle(square)))
        for name in sorted(found.names())
    }
    return {
        DOCS / "parts.svg": svg_text(named_sheet(parts, SIDE, 25.0), title="Motifs for layouts"),
        DOCS / "icons.svg": svg_text(icon_sheet(Pictures()), title="Icons"),
        DOCS / "motifs.svg": svg_text(named_sheet(motifs, SIDE, 25.0), title="Motifs"),
    }


if __name__ == "__main__":
    for path, text in pictures().items():
        path.write_text(text, "utf-8")
