"""One card at a terminal: its words, its picture in characters, and the picture as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import escaped
from cloudy_pnp.data.files import require_inside
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n.localized import colon
from cloudy_pnp.workspace.home import Home
from cloudy_pnp.workspace.inspect import CardInfo


def preview_folder(home: Home, out: Path | None) -> Path:
    """Return the folder for previews, next to the output of `build`."""
    return home.output(out) / "preview"


def write_previews(card: CardInfo, folder: Path, endings: Sequence[str]) -> list[Path]:
    """Write the faces of a card to files, `<lang>/<id>.svg` or `.png`."""
    written = []
    for lang, page in card.pages.items():
        for ending in endings:
            path = folder / lang / f"{card.id}{ending}"
            require_inside(path.parent, folder.parent)
            if ending == ".png":
                from cloudy_pnp.draw.png import png_bytes

                write_atomic(path, png_bytes(page, 200))
            else:
                from cloudy_pnp.draw.svg import svg_text

                write_atomic(path, svg_text(page, title=card.id).encode())
            written.append(path)
    return written


def card_lines(card: CardInfo) -> Iterator[str]:
    """Describe a card for people: its name, text, effect and faces."""
    pack = f", pack {card.pack}" if card.pack else ""
    yield click.style(escaped(card.id), bold=True) + escaped(f" ({card.kind}{pack}), {card.file}:{card.line}")
    for lang, (name, text) in card.words.items():
        if name != card.id or text:
            mark = "  (not translated)" if lang in card.untranslated else ""
            yield f"  {lang}  {escaped(f'{name}{colon(lang)} {text}' if text else name)}{mark}"
    rest = {key: value for key, value in card.data.items() if key not in ("id", "name", "text")}
    if rest:
        yield from (escaped(line) for line in block_lines(rest, 2))
    yield from (f"      {line}" for line in card.portrait)
