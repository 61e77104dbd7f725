"""The motifs that an author composes the picture of a spell from (`picture: [giant, sleeping, cloud]`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from cloudy_pnp.core.shipped import shipped_root

MOTIF = "motif-"  # `motif-giant.svg`; a project or a pack adds motifs in such files
# Of two pictures for one name the first counts. Without a prefix, `bee.svg` is a motif and `leaf-0.svg` is not.
_PREFIXES = (MOTIF, "spell-", "")
_TITLE = re.compile(r"<title>([^<]*)</title>")


def shipped_art() -> Path:
    """Return the folder with the pictures of the game."""
    return shipped_root() / "templates" / "cloudy-kingdom" / "art"


def motif_files(own: Iterable[str] = ()) -> dict[str, str]:
    """Map the name of each motif to that of its picture; `own` names the pictures of a project and of packs."""
    added = {name.removeprefix(MOTIF): name for name in own if name.startswith(MOTIF)}
    return dict(sorted({**_shipped_motifs(shipped_art()), **added}.items()))


def describe_motifs() -> list[tuple[str, str]]:
    """Return the shipped motifs, each with the title of its picture."""
    folder = shipped_art()
    texts = {name: (folder / f"{file}.svg").read_text("utf-8") for name, file in motif_files().items()}
    return [(name, title[1] if (title := _TITLE.search(text)) else "") for name, text in texts.items()]


@lru_cache(4)
def _shipped_motifs(folder: Path) -> dict[str, str]:
    motifs: dict[str, str] = {}
    names = sorted(path.stem for path in folder.glob("*.svg"))
    for prefix in _PREFIXES:
        for name in names:
            if name.startswith(prefix) and (prefix or "-" not in name):
                motifs.setdefault(name.removeprefix(prefix), name)
    return motifs
