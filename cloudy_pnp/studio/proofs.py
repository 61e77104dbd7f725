"""Proofs: the pages of a print, before it is printed.

Sheets of cards are imposed by the same function as in a build, and a page is drawn on demand. The other outputs of a
build (the rulebook, boards, pieces, a box) are built by the command line into the user's cache, and their pages are
shown as pictures.
"""

from __future__ import annotations

import io
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.packages import has_package
from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.data.files import is_within
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.export.request import PIXELS, BuildRequest
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.impose import Leaves
from cloudy_pnp.export.store import read_manifest
from cloudy_pnp.game.contract import ComponentKind, PrintSet
from cloudy_pnp.layouts.icons import icon_sheet
from cloudy_pnp.layouts.pictures import Pictures
from cloudy_pnp.studio.guard import studio_folder
from cloudy_pnp.studio.jobs import TOOL, Run, run_tool
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.drawn import DrawnSet
from cloudy_pnp.workspace.load import load, sound_part
from cloudy_pnp.workspace.report import has_errors

KINDS = ("rulebook", "boards", "pieces", "boxes", "calibration")  # outputs that are built for viewing
_CACHED_DECKS = 4  # imposed decks
_CACHED_PAGES = 60
_DPI = 110  # of pages shown as pictures


class SheetRequest(Struct, frozen=True):
    """The sheets to show."""

    lang: str = ""
    sheet: str = ""
    deck: str = ""  # the name of a pack, for its additions only; empty: the game alone
    paper: str = ""
    format: str = ""
    edition: str = ""
    ink: bool = False

    def request(self, entries: tuple[str, ...] | None, options: Mapping[str, str]) -> BuildRequest:
        """Return the equivalent request of a build."""
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


class _Deck(Struct, frozen=True):
    """A deck on sheets, drawn as far as it was viewed."""

    leaves: Leaves
    printed: PrintSet
    lock: threading.Lock


class Proofs:
    """The proofs of a project."""

    def __init__(self, project: Project, packs: Sequence[Path] = (), run: Run | None = None) -> None:
        self._project = project
        self._packs = packs
        self._run = run or run_tool
        self._decks: OrderedDict[str, _Deck] = OrderedDict()
        self._pages: OrderedDict[tuple[str, int], tuple[bytes, list[dict[str, Any]]]] = OrderedDict()
        self._lock = threading.Lock()
        self._building = threading.Lock()

    # --- sheets of cards ---

    def options(self, lang: str = "") -> dict[str, Any]:
        """Return the available options."""
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
            "formats": [
                {"id": size.id, "width": size.width, "height": size.height} for size in catalogue.formats.values()
            ],
            "editions": [[entry["id"], entry.get("name", {}).get(lang, entry["id"])] for entry in editions],
            "packs": [pack.id for pack in loaded.packs],
            "files": files if has_package(PIXELS) else [],
            "typesets": has_package("pikepdf"),
            "book": game.book is not None,
            "languages": loaded.languages,
        }

    def sheets(self, request: SheetRequest) -> dict[str, Any]:
        """Return the sizes of the pages, and the key under which they can be viewed."""
        key = self._ready(request)
        deck = self._decks[key]
        sizes = [deck.leaves.size(index) for index in range(len(deck.leaves))]
        return {"key": key, "pages": sizes, "sheets": deck.leaves.sheets}

    def page(self, key: str, index: int) -> tuple[bytes, list[dict[str, Any]]] | None:
        """Return a page as a picture, and the positions of its cards; None if it does not exist."""
        deck = self._decks.get(key)
        if deck is None or not 0 <= index < len(deck.leaves):
            return None
        cached = self._pages.get((key, index))
        if cached is None:
            with deck.lock:
                page, imposed = deck.leaves.page(index)
            shows = {component.id: component.shows for component in deck.printed.components}
            cards = [
                {
                    **face.as_dict(),
                    "entry": next(({"kind": ref.kind, "id": ref.id} for ref in shows.get(face.card, ())), None),
                }
                for face in imposed
            ]
            svg = svg_text(page, title=f"{deck.printed.name} {index + 1}").encode()
            with self._lock:
                self._pages[key, index] = (svg, cards)
                while len(self._pages) > _CACHED_PAGES:
                    self._pages.popitem(last=False)
            return svg, cards
        return cached

    def _ready(self, sheets: SheetRequest) -> str:
        home = self._project.home
        chosen = [pack for pack in self._packs if sheets.deck and pack.name == sheets.deck]
        if sheets.deck and not chosen:
            raise UserError(
                f"there is no pack {quoted(sheets.deck)}; {suggest(sheets.deck, [pack.name for pack in self._packs])}"
            )
        loaded = load(home, chosen)
        if loaded.files.unreadable or has_errors(loaded.sources, loaded.findings):
            raise UserError("the cards have errors: fix them before printing")
        sound = sound_part(loaded)
        catalogue = load_catalogue(home.template_folders, sound.data.get("sheet-texts"))
        entries = tuple(card for pack in loaded.packs for card in pack.ids) if chosen else None
        request = sheets.request(entries, self._project.home.game.first_option(sheets.edition))
        sheet = request.sheet(sheets.sheet, catalogue)
        if sheets.lang not in loaded.languages:
            raise UserError(
                f"{quoted(sheets.lang)} is not a language of {home.game.id}; {suggest(sheets.lang, loaded.languages)}"
            )
        key = fingerprint.of_data([sound.mark, astuple(sheets), repr(sheet)])
        with self._lock:
            if key not in self._decks:
                deck = DrawnSet(home.game.printed(sound.data, request.render_options(sheets.lang, catalogue)))
                pieces = list(deck.copies(ComponentKind.CARD))
                texts = catalogue.texts(sheets.lang)
                leaves = Leaves(pieces, sheet, texts, deck.drawn, deck.printed.name)
                self._decks[key] = _Deck(leaves, deck.printed, threading.Lock())
            self._decks.move_to_end(key)
            while len(self._decks) > _CACHED_DECKS:
                old, _ = self._decks.popitem(last=False)
                for page in [page for page in self._pages if page[0] == old]:
                    del self._pages[page]
        return key

    def icons(self) -> bytes:
        """Return a picture of all icons that texts and layouts can name."""
        pictures = Pictures(self._project.home.picture_folders)
        return svg_text(icon_sheet(pictures), title="Icons").encode()

    # --- outputs built for viewing ---

    @property
    def _folder(self) -> Path:
        return studio_folder(self._project.home.root) / "proofs"

    def build(self, kind: str, lang: str) -> dict[str, Any]:
        """Build the rulebook, boards, … as far as they have changed; return the files with their pages."""
        if kind not in KINDS:
            raise UserError(f"there is no {quoted(kind)} to show; {suggest(kind, KINDS)}")
        home = self._project.home
        if not lang[:1].isalnum():
            raise UserError(f"{quoted(lang)} is not a language")
        place = ["--game", home.game.id, "--root", str(home.root), "--out", str(self._folder)]
        with self._building:
            code, output = self._run([*TOOL, "build", "--only", kind, "--lang", lang, *place])
        if code:
            raise UserError(output.strip() or "this cannot be built")
        folder = home.output(self._folder)
        files = [item for item in read_manifest(folder).files.values() if _is_of(item.path, kind, lang)]
        return {
            "files": [
                {"name": item.path, "mark": item.sha256[:16], "pages": item.pages, "size": item.page_size}
                for item in sorted(files, key=lambda item: item.path)
            ]
        }

    def file(self, name: str) -> Path | None:
        """Return a file that was built for viewing."""
        folder = self._project.home.output(self._folder)
        path = folder / name
        return path if "\0" not in name and is_within(path, folder) and path.is_file() else None

    def picture(self, name: str, index: int) -> bytes | None:
        """Return a page of such a file as PNG."""
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

    with _PDFIUM:  # it is not thread-safe
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
