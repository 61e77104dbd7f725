"""Components and a sheet description (data) to pages: imposition, marks, bleed, duplex backs.

The available formats, papers, sheets and texts: those shipped with the tool, and the author's own.

The author's own are in `templates/` next to `cards/` and have the same format as the shipped ones. An entry with the id
of a shipped one replaces it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.problems import Finding, Problem, UserError, quoted, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.entries import Entries, Entry, EntryReader, Kind, SourceFinding, duplicate_ids, unknown_reference
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.draw.inks import Standard
from cloudy_pnp.export.paper import CardFormat, Flip, Marks, Mode, Paper, Sheet
from cloudy_pnp.i18n.localized import Localized
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import TEMPLATES, common_schemas
from cloudy_pnp.workspace.loaded import SHEET_TEXTS
from cloudy_pnp.workspace.report import problems_of

KINDS = {
    kind.name: kind
    for kind in (
        Kind("formats"),
        Kind("papers"),
        Kind("sheet", single=True),
        SHEET_TEXTS,
    )
}
_Record = TypeVar("_Record")


class Catalogue(Struct, frozen=True):
    """All records by id, and the problems of their files."""

    formats: Mapping[str, CardFormat]
    papers: Mapping[str, Paper]
    sheets: Mapping[str, Sheet]
    texts_data: Mapping[str, Any]
    problems: tuple[Problem, ...]

    def format(self, name: str) -> CardFormat:
        """Return a format by its id, or a custom one: `60x90`.

        >>> load_catalogue().format("tarot").height
        120
        """
        return _look_up(self.formats, name, "card format", CardFormat.custom)

    def paper(self, name: str) -> Paper:
        """Return a paper by its id, or a custom one: `200x300`."""
        return _look_up(self.papers, name, "paper", Paper.custom)

    def sheet(self, name: str) -> Sheet:
        """Return a sheet by its id."""
        if name not in self.sheets:
            raise UserError(f"there is no sheet {quoted(name)}; {suggest(name, self.sheets)}".rstrip("; "))
        return self.sheets[name]

    def texts(self, lang: str) -> SheetTexts:
        """Return the texts on sheets in a language."""
        return SheetTexts.of(self.texts_data, lang)


def _look_up(records: Mapping[str, _Record], name: str, kind: str, custom: Callable[[str], _Record]) -> _Record:
    if name in records:
        return records[name]
    if name[:1].isdigit():
        return custom(name)
    raise UserError(f"there is no {kind} {quoted(name)}; {suggest(name, records)}".rstrip("; "))


def load_catalogue(
    folders: Sequence[Path] | None = None,
    texts: Sequence[Mapping[str, Any]] | None = None,
    files: Files | None = None,
) -> Catalogue:
    """Load the catalogue of some folders, each completing those before it; by default, the shipped ones.

    `texts` are the texts on sheets, if a pack adds a language.
    """
    reading = _Reading(files or Files())
    for folder in folders or [shipped_root() / TEMPLATES]:
        reading.read(folder)
    catalogue = reading.catalogue()
    return replace(catalogue, texts_data=texts[0]) if texts else catalogue


class _Reading:
    """A reader of several folders; later entries replace earlier ones with the same id."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.reader = EntryReader(KINDS, (common_schemas(),))
        self.formats: dict[str, CardFormat] = {}
        self.papers: dict[str, Paper] = {}
        self.sheets: dict[str, Sheet] = {}
        self.texts: Mapping[str, Any] = {}
        self.problems: list[Problem] = []

    def read(self, templates: Path) -> None:
        sources = [self.files.source(path, templates) for path in _files(templates, self.files)]
        entries, findings = self.reader.read(sources)
        findings += duplicate_ids(entries, ("formats", "papers"))
        findings += _duplicate_sheets(entries)
        findings += self._add(entries.of("formats"), self.formats, lambda data: CardFormat(**data))
        findings += self._add(entries.of("papers"), self.papers, lambda data: Paper(**data))
        for entry in entries.of("sheet"):
            findings += self._add([entry], self.sheets, self._sheet)
        for entry in entries.of("sheet-texts"):
            self.texts = entry.data
        self.problems += problems_of(sources, findings)

    def _add(
        self, entries: Iterable[Entry], into: dict[str, _Record], make: Callable[[Mapping[str, Any]], _Record]
    ) -> Iterator[SourceFinding]:
        """PRINT-4: report what the schema accepts but cannot be printed."""
        for entry in entries:
            try:
                into[entry.id] = make(entry.data)
            except _UnknownPaper as error:
                finding = unknown_reference((*entry.path, "paper"), error.name, "paper", self.papers)
                yield entry.source, finding
            except UserError as error:
                yield entry.source, Finding("PRINT-4", entry.path, str(error))

    def _sheet(self, data: Mapping[str, Any]) -> Sheet:
        readers: dict[str, Callable[[Any], Any]] = {
            "mode": Mode,
            "paper": self._paper,
            "marks": Marks,
            "flip": Flip,
            "pdfx": Standard,
        }
        return Sheet(**{name: readers[name](value) if name in readers else value for name, value in data.items()})

    def _paper(self, name: str) -> Paper:
        if name not in self.papers and not name[:1].isdigit():
            raise _UnknownPaper(name)
        return self.papers.get(name) or Paper.custom(name)

    def catalogue(self) -> Catalogue:
        problems = tuple(sorted(self.problems, key=Problem.sort_key))
        return Catalogue(self.formats, self.papers, self.sheets, self.texts, problems)


class _UnknownPaper(Exception):
    def __init__(self, name: str) -> None:
        self.name = name


def _files(templates: Path, files: Files) -> list[Path]:
    paths = [templates / name for name in ("formats.yaml", "papers.yaml")]
    return [path for path in paths if path.is_file()] + files.list(templates / "sheets", (".yaml", ".yml"))


def _duplicate_sheets(entries: Entries) -> Iterator[SourceFinding]:
    """REF-DUPLICATE: report two files of a folder that describe a sheet with the same id."""
    first: dict[str, SourceFile] = {}
    for entry in entries.of("sheet"):
        source = first.setdefault(entry.id, entry.source)
        if source is not entry.source:
            message = f"the id {quoted(entry.id)} is already used ({source.name})"
            yield entry.source, Finding("REF-DUPLICATE", (*entry.path, "id"), message, "choose another id")


class SheetTexts(Struct, frozen=True):
    """The texts of a language; `{number}` in `sheet` and `{flip}` in the steps are placeholders."""

    lang: str
    sheet: str
    front: str
    back: str
    fold: str
    flip_long: str
    flip_short: str
    title: str
    steps: tuple[str, ...]
    calibration_back: str
    patches: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any], lang: str) -> SheetTexts:
        """Read the data of `sheet-texts.schema.json`; what is not translated is in the source language."""

        def translate(text: Mapping[str, Any]) -> str:
            localized = Localized.of(text)
            return localized.texts.get(lang) or next(iter(localized.texts.values()))

        page = data["calibration"]
        names = ("sheet", "front", "back", "fold", "flip-long", "flip-short")
        sheet, front, back, fold, flip_long, flip_short = (translate(data[name]) for name in names)
        patches = translate(page["patches"]) if "patches" in page else ""
        steps = tuple(map(translate, page["steps"]))
        title, behind = translate(page["title"]), translate(page["back"])
        return cls(lang, sheet, front, back, fold, flip_long, flip_short, title, steps, behind, patches)

    def flip(self, flip: Flip) -> str:
        """Return the words for a way to turn the paper."""
        return self.flip_long if flip is Flip.LONG else self.flip_short
