"""The fit of all cards' texts in all languages: texts that must be shortened come first."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cloudy_pnp.draw.text import Fit, noting
from cloudy_pnp.game.contract import EntryRef, RenderOptions
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.load import Sound, load, sound_part

Row = dict[str, Any]


class Fitting:
    """The table of a project; unchanged texts are not set again."""

    def __init__(self, project: Project, packs: Sequence[Path] = ()) -> None:
        self._project = project
        self._packs = packs
        self._cached: dict[tuple[str, str], list[Fit]] = {}  # language and key of a face
        self._lock = threading.Lock()

    def table(self) -> dict[str, Any]:
        """Return every text of every card in every language, the tightest first."""
        with self._lock:
            loaded = load(self._project.home, self._packs)
            sound = sound_part(loaded, ("I18N-", "REF-UNKNOWN"))
            rows: dict[tuple[EntryRef, str], Row] = {}
            cached: dict[tuple[str, str], list[Fit]] = {}
            for lang in loaded.languages:
                for about, title, key, fits in self._faces(sound, lang):
                    cached[lang, key] = fits
                    for fit in {fit.what: fit for fit in fits}.values():  # the last one is printed
                        row = rows.setdefault((about, fit.what), _row(about, fit.what))
                        row["titles"][lang] = title
                        row["fits"][lang] = _record(fit)
            self._cached = cached
        tightest = [row for row in rows.values() if row["fits"]]
        tightest.sort(key=lambda row: min((fit["reserve"], -fit["fill"]) for fit in row["fits"].values()))
        return {"languages": loaded.languages, "rows": tightest}

    def _faces(self, sound: Sound, lang: str) -> Iterator[tuple[EntryRef, str, str, list[Fit]]]:
        if sound.game.components is None:
            return
        for sketch in sound.game.printed(sound.data, RenderOptions(lang, partial=True)).faces:
            if sketch.entry is None:
                continue
            fits = self._cached.get((lang, sketch.key)) if sketch.key else None
            if fits is None:
                with noting() as fits:
                    sketch.draw()
            yield sketch.entry, sketch.title, sketch.key or sketch.name, fits


def _row(about: EntryRef, field: str) -> Row:
    return {"kind": about.kind, "id": about.id, "titles": {}, "what": field, "fits": {}}


def _record(fit: Fit) -> dict[str, Any]:
    return {
        "points": round(fit.points, 2),
        "share": round(fit.size / fit.full, 3),
        "reserve": round(fit.reserve, 3),
        "fill": round(fit.fill, 3),
        "overflow": round(fit.overflow, 2),
        "lines": fit.lines,
    }
