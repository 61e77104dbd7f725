"""Proofs: what will be printed, page by page, before it is printed.

Sheets of cards are imposed by the same function as in a build, and a page is drawn when somebody turns to it. What a
build makes beside them (the rulebook, boards, pieces, a box) is built as the command line does it, into the user's
cache, and its pages are shown as pictures.
"""

from __future__ import annotations

import io
import subprocess
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import UserError, meant, quoted
from cloudy_pnp.data.files import is_within
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.sheets.catalogue import load_catalogue
from cloudy_pnp.export.sheets.leaves import Leaves
from cloudy_pnp.export.store import read_manifest
from cloudy_pnp.games.contract import ComponentKind, PrintSet
from cloudy_pnp.studio.guard import studio_folder
from cloudy_pnp.studio.jobs import TOOL
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.drawn import DrawnSet
from cloudy_pnp.workspace.findings import has_errors
from cloudy_pnp.workspace.load import load, sound_part

KINDS = ("rulebook", "boards", "pieces", "boxes", "calibration")  # what is built to be looked at
_KEPT = 4  # decks on sheets
_KEPT_PAGES = 60
_DPI = 110  # of pages that are shown as pictures
_PATIENCE = 300  # seconds for a rulebook


@dataclass(frozen=True, slots=True)
class Wish:
    """Which sheets somebody wants to see."""

    lang: str
    sheet: str
    deck: str = ""  # the name of a pack: only what it adds; the game alone without it
    paper: str = ""
    format: str = ""
    edition: str = ""
    ink: bool = False

    def request(self, entries: tuple[str, ...] | None, options: Mapping[str, str]) -> BuildRequest:
        """The same wish to a build."""
        return BuildRequest(
            languages=(self.lang,),
            only=("sheets",),
            sheets=(self.sheet,),
            options=options,
            card_format=self.format or None,
            ink_saving=self.ink,
            paper=self.paper or None,
            entries=entries,
        )


@dataclass(frozen=True, slots=True)
class _Deck:
    """A deck on sheets, drawn as far as somebody has looked."""

    leaves: Leaves
    printed: PrintSet
    lock: threading.Lock


class Proofs:
    """What is shown of one project."""

    def __init__(self, project: Project, packs: Sequence[Path] = ()) -> None:
        self._project = project
        self._packs = packs
        self._decks: OrderedDict[str, _Deck] = OrderedDict()
        self._pages: OrderedDict[tuple[str, int], tuple[bytes, list[dict[str, Any]]]] = OrderedDict()
        self._lock = threading.Lock()
        self._building = threading.Lock()

    # --- sheets of cards ---

    def offered(self, lang: str) -> dict[str, Any]:
        """What can be asked for."""
        loaded = load(self._project.home, self._packs)
        catalogue = load_catalogue(self._project.home.template_folders)
        editions = [entry.data for option in loaded.game.options[:1] for entry in loaded.entries.of(option.kind)]
        game = loaded.game
        kinds = {"boards": ComponentKind.BOARD, "boxes": ComponentKind.BOX}
        pieces = (ComponentKind.TOKEN, ComponentKind.STANDEE, ComponentKind.PAD)
        files = [
            *(name for name, kind in kinds.items() if kind in game.prints),
            *(["pieces"] if any(kind in game.prints for kind in pieces) else []),
            *(["calibration"] if ComponentKind.CARD in game.prints else []),
        ]
        return {
            "sheets": [
                {"id": name, "mode": str(sheet.mode), "paper": sheet.paper.id if sheet.paper else ""}
                for name, sheet in sorted(catalogue.sheets.items())
            ],
            "papers": list(catalogue.papers),
            "formats": [{"id": one.id, "width": one.width, "height": one.height} for one in catalogue.formats.values()],
            "editions": [[entry["id"], entry.get("name", {}).get(lang, entry["id"])] for entry in editions],
            "packs": [pack.id for pack in loaded.packs],
            "files": files,
            "book": game.book is not None,
            "languages": loaded.languages,
        }

    def sheets(self, wish: Wish) -> dict[str, Any]:
        """How many pages there are, and under which key they can be looked at."""
        key = self._ready(wish)
        deck = self._decks[key]
        sizes = [deck.leaves.size(index) for index in range(len(deck.leaves))]
        return {"key": key, "pages": sizes, "sheets": deck.leaves.sheets}

    def page(self, key: str, index: int) -> tuple[bytes, list[dict[str, Any]]] | None:
        """A page as a picture, and what lies where on it; None when there is none."""
        deck = self._decks.get(key)
        if deck is None or not 0 <= index < len(deck.leaves):
            return None
        known = self._pages.get((key, index))
        if known is None:
            with deck.lock:
                page, imposed = deck.leaves.page(index)
            shows = {component.id: component.shows for component in deck.printed.components}
            cards = [
                {
                    **one.as_dict(),
                    "entry": next(({"kind": ref.kind, "id": ref.id} for ref in shows.get(one.card, ())), None),
                }
                for one in imposed
            ]
            svg = svg_text(page, title=f"{deck.printed.name} {index + 1}").encode()
            with self._lock:
                self._pages[key, index] = (svg, cards)
                while len(self._pages) > _KEPT_PAGES:
                    self._pages.popitem(last=False)
            return svg, cards
        return known

    def _ready(self, wish: Wish) -> str:
        home = self._project.home
        chosen = [pack for pack in self._packs if wish.deck and pack.name == wish.deck]
        if wish.deck and not chosen:
            raise UserError(
                f"there is no pack {quoted(wish.deck)}; {meant(wish.deck, [one.name for one in self._packs])}"
            )
        loaded = load(home, chosen)
        if loaded.files.unreadable or has_errors(loaded.sources, loaded.findings):
            raise UserError("the cards have errors: fix them before printing")
        sound = sound_part(loaded)
        catalogue = load_catalogue(home.template_folders, sound.data.get("sheet-texts"))
        entries = tuple(card for pack in loaded.packs for card in pack.ids) if chosen else None
        request = wish.request(entries, self._project.home.game.first_option(wish.edition))
        sheet = request.sheet(wish.sheet, catalogue)
        if wish.lang not in loaded.languages:
            raise UserError(
                f"{quoted(wish.lang)} is not a language of {home.game.id}; {meant(wish.lang, loaded.languages)}"
            )
        key = fingerprint.of_data([sound.mark, [getattr(wish, name) for name in wish.__slots__], repr(sheet)])
        with self._lock:
            if key not in self._decks:
                make = home.game.need(home.game.components, "has nothing to print")
                drawn = DrawnSet(make(sound.data, request.render_options(wish.lang, catalogue)))
                pieces = list(drawn.copies(ComponentKind.CARD))
                texts = catalogue.texts(wish.lang)
                leaves = Leaves(pieces, sheet, texts, drawn.drawn, drawn.printed.name)
                self._decks[key] = _Deck(leaves, drawn.printed, threading.Lock())
            self._decks.move_to_end(key)
            while len(self._decks) > _KEPT:
                old, _ = self._decks.popitem(last=False)
                for page in [page for page in self._pages if page[0] == old]:
                    del self._pages[page]
        return key

    # --- what is built to be looked at ---

    @property
    def _folder(self) -> Path:
        return studio_folder(self._project.home.root) / "proofs"

    def built(self, kind: str, lang: str) -> dict[str, Any]:
        """Build the rulebook, boards, …, as far as they have changed; returns the files with their pages."""
        if kind not in KINDS:
            raise UserError(f"there is no {quoted(kind)} to show; {meant(kind, KINDS)}")
        home = self._project.home
        if not lang[:1].isalnum():
            raise UserError(f"{quoted(lang)} is not a language")
        place = ["--game", home.game.id, "--root", str(home.root), "--out", str(self._folder)]
        with self._building:
            try:
                done = subprocess.run(
                    [*TOOL, "build", "--only", kind, "--lang", lang, *place],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    errors="replace",
                    timeout=_PATIENCE,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise UserError(f"this was not built within {_PATIENCE} seconds") from None
        if done.returncode:
            raise UserError(done.stdout.strip() or "this cannot be built")
        folder = home.output(self._folder)
        files = [one for one in read_manifest(folder).files.values() if _is_of(one.path, kind, lang)]
        return {
            "files": [
                {"name": one.path, "mark": one.sha256[:16], "pages": one.pages, "size": one.page_size}
                for one in sorted(files, key=lambda one: one.path)
            ]
        }

    def file(self, name: str) -> Path | None:
        """A file that was built to be looked at."""
        folder = self._project.home.output(self._folder)
        path = folder / name
        return path if "\0" not in name and is_within(path, folder) and path.is_file() else None

    def picture(self, name: str, index: int) -> bytes | None:
        """A page of such a file as PNG."""
        path = self.file(name)
        if path is None or path.suffix != ".pdf":
            return None
        return _png(path, path.stat().st_mtime_ns, index)


def _is_of(path: str, kind: str, lang: str) -> bool:
    name = path.removeprefix(f"{lang}/")
    return name != path and (name.startswith(f"{kind}/") or name.partition(".")[0].startswith(kind))


@lru_cache(maxsize=80)
def _png(path: Path, _saved: int, index: int) -> bytes | None:
    import pypdfium2

    with _PDFIUM:  # it is not made for threads
        document = pypdfium2.PdfDocument(path)
        try:
            if not 0 <= index < len(document):
                return None
            picture = document[index].render(scale=_DPI / 72).to_pil()
        finally:
            document.close()
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


_PDFIUM = threading.Lock()


def wish_of(asked: Mapping[str, str]) -> Wish:
    """A wish as an address tells it."""
    texts = {name: asked.get(name, "") for name in ("lang", "sheet", "deck", "paper", "format", "edition")}
    return Wish(**texts, ink=asked.get("ink") == "1")
