"""Build: draw every card in every language, lay the sheets, write only what has changed.

A build has *groups* of files in every language: one PDF a sheet, the calibration page, the folder of SVG pictures. A
group has a key, the fingerprint of all that it is made from; what the manifest knows under the same key is left alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cloudy_pnp import rulebook
from cloudy_pnp.draw.pdf import Duplex, Inks, write_pdf
from cloudy_pnp.draw.scene import Page, Use
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.games import find_game
from cloudy_pnp.games.base import CardPicture, Data, Deck, DeckWish
from cloudy_pnp.geometry import Point
from cloudy_pnp.model.paper import CardFormat, Flip, Mode, Sheet
from cloudy_pnp.output import Made, fingerprint, is_current, publish, read_manifest, sha256_of, workshop
from cloudy_pnp.problems import Finding, Severity, UserError, meant
from cloudy_pnp.rulebook.accepted import FILE as RECORD
from cloudy_pnp.rulebook.booklet import page_count
from cloudy_pnp.rulebook.make import FILES as RULEBOOK_FILES
from cloudy_pnp.rulebook.make import make_book, rulebook_files
from cloudy_pnp.rulebook.stories import Documents
from cloudy_pnp.rulebook.template import ENDING, find_templates, template_folder
from cloudy_pnp.sheets.calibrate import calibration
from cloudy_pnp.sheets.catalogue import Catalogue, load_catalogue
from cloudy_pnp.sheets.impose import Placed, impose
from cloudy_pnp.sheets.safe import print_findings
from cloudy_pnp.sheets.select import select
from cloudy_pnp.shipped import shipped_root

DEFAULT_SHEETS = ("cards-a4-duplex", "cards-a4-gutterfold", "cards-letter-duplex", "cards-service")
KINDS = ("sheets", "calibration", "svg", "rulebook")
BLEED = 3.0  # mm; what a print service wants at least


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted of a build."""

    languages: tuple[str, ...] = ()  # all of the game without them
    only: tuple[str, ...] = KINDS
    sheets: tuple[str, ...] = DEFAULT_SHEETS
    edition: str | None = None
    card_format: str | None = None
    ink_saving: bool = False
    paper: str | None = None
    flip: Flip | None = None
    inks: Inks = Inks.RGB
    shift_back: tuple[float, float] = (0.0, 0.0)
    cards: tuple[str, ...] = ()  # ids; all without them
    quantity: Mapping[str, int] = field(default_factory=dict)
    changed: bool = False  # only cards that look different from the last build

    def wish(self, lang: str, catalogue: Catalogue) -> DeckWish:
        """How the deck is to be drawn."""
        card = catalogue.format(self.card_format) if self.card_format is not None else None
        return DeckWish(lang, self.edition, (card.width, card.height) if card else None, self.ink_saving)

    def sheet(self, name: str, catalogue: Catalogue) -> Sheet:
        """A sheet by its id, with the paper and the flip that are wanted."""
        sheet = catalogue.sheet(name)
        if self.paper is not None and sheet.paper is not None:
            sheet = replace(sheet, paper=catalogue.paper(self.paper))
        return replace(sheet, flip=self.flip) if self.flip is not None else sheet

    @property
    def ending(self) -> str:
        """What a sheet's file name says beyond the sheet's name, so that a special print never replaces the deck."""
        special = {
            f"-{self.card_format}": self.card_format,
            f"-{self.paper}": self.paper,
            "-selection": self.cards or self.quantity,
            "-changed": self.changed,
            "-ink-saving": self.ink_saving,
            "-cmyk": self.inks is Inks.CMYK,
        }
        return "".join(part for part, there in special.items() if there)


@dataclass(frozen=True, slots=True)
class Job:
    """What one process makes: some groups of one language."""

    game: str
    root: Path
    data: Data
    order: Order
    lang: str
    groups: Mapping[str, str]  # path: key
    place: Path
    looks: Mapping[str, str]  # how each card looked in the last build
    documents: Documents  # for the rulebook's figures


@dataclass(frozen=True, slots=True)
class Done:
    """What a job made, and what is wrong with the cards."""

    made: list[Made]
    findings: list[tuple[str, Finding]]  # card id, finding


@dataclass(frozen=True, slots=True)
class Result:
    """What a build did."""

    made: list[Made]
    current: list[str]  # groups that were left alone
    findings: list[tuple[str, str, Finding]]  # language, card id, finding


def build(
    root: Path,
    game: str,
    data: Data,
    folder: Path,
    order: Order,
    progress: Callable[[int, int], None] | None = None,
    documents: Documents = MappingProxyType({}),
) -> Result:
    """Bring the game's output `folder` up to date. With errors among the findings nothing in it is touched.

    `documents` are what the rulebook's figures are made from.
    """
    catalogue = load_catalogue(root)
    known = read_manifest(folder)
    inputs = _inputs(root, data)
    wanted = {lang: _groups(order, lang, catalogue, inputs) for lang in order.languages}
    if "rulebook" in order.only and find_game(game).handbook:
        for lang, groups in wanted.items():
            groups |= _rulebook_groups(order, root, lang, inputs, documents)
    missing = {
        lang: {path: key for path, key in groups.items() if not _is_current(folder, known, path, key)}
        for lang, groups in wanted.items()
    }
    current = [path for lang, groups in wanted.items() for path in groups if path not in missing[lang]]
    if not any(missing.values()):
        return Result([], current, [])
    with workshop(folder) as place:
        jobs = [
            Job(game, root, data, order, lang, groups, place, _looks(known, lang), dict(documents))
            for lang, groups in missing.items()
            if groups
        ]
        finished = []
        for done in _run(jobs):
            finished.append(done)
            if progress:
                progress(len(finished), len(jobs))
        findings = [
            (job.lang, card, finding)
            for job, done in zip(jobs, finished, strict=True)
            for card, finding in done.findings
        ]
        made = [item for done in finished for item in done.made]
        if any(finding.severity is Severity.ERROR for _, _, finding in findings):
            return Result([], current, findings)
        new = {item.path for item in made}
        remade = tuple(path for groups in missing.values() for path in groups)
        old = [] if order.cards else [path for path in known if path.startswith(remade) and path not in new]
        kept = [item for path, item in known.items() if path not in new and path not in old]
        publish(folder, place, made, kept, old)
    return Result(made, current, findings)


def drawn_findings(game: str, data: Data, languages: Sequence[str]) -> Iterator[tuple[str, str, Finding]]:
    """What only drawing finds (language, card id, finding), without writing anything.

    Texts are also tried 30 % longer than the source: a box that is too tight for that is a warning for translators.
    """
    for lang in languages:
        deck = find_game(game).deck(data, DeckWish(lang))
        card = CardFormat("card", *deck.size)
        yield from ((lang, *found) for found in (*deck.findings, *_print_findings(deck.pictures, card)))
    for card_id, finding in find_game(game).deck(data, DeckWish(languages[0], pseudo=True)).findings:
        if finding.code == "FIT-1":
            yield "pseudo", card_id, replace(finding, severity=Severity.WARNING)


def _run(jobs: Sequence[Job]) -> Iterator[Done]:
    """The jobs' results in their order; several processes when there is more than one job and one core."""
    workers = min(len(jobs), os.cpu_count() or 1)
    if workers == 1:
        yield from map(make, jobs)
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield from pool.map(make, jobs)


# --- what is made, and from what ---------------------------------------------------------------------------


def _inputs(root: Path, data: Data) -> str:
    """All that every group is made from: the tool, its templates and the author's, the card data."""
    package = Path(__file__).parent
    folders = dict.fromkeys((package, shipped_root() / "templates", root / "templates"))
    files = {
        f"{number}/{path.relative_to(folder).as_posix()}": sha256_of(path.read_bytes())
        for number, folder in enumerate(folders)
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".yaml") and path.is_file() and path.parent != folder / "rulebook"
    }
    return fingerprint([files, data])


def _rulebook_groups(order: Order, root: Path, lang: str, inputs: str, documents: Documents) -> dict[str, str]:
    """The files of a rulebook, where there is a template for it."""
    folder = template_folder(root)
    if not (folder / f"{lang}{ENDING}").is_file():
        return {}
    files = {
        path.name: sha256_of(path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.is_file() and (not path.name.endswith(ENDING) or path.name == f"{lang}{ENDING}")
    }
    code = Path(rulebook.__file__).parent
    files |= {f"code/{path.name}": sha256_of(path.read_bytes()) for path in sorted(code.glob("*.py"))}
    files.pop(RECORD, None)  # says nothing that is printed
    figures = [[*name, document] for name, (_, document) in documents.items()]
    key = fingerprint([inputs, files, figures, order.edition])
    return {f"{lang}/{name}": key for name in RULEBOOK_FILES}


def _groups(order: Order, lang: str, catalogue: Catalogue, inputs: str) -> dict[str, str]:
    """The groups of one language (paths below the game's output folder) with their keys."""
    for kind in order.only:
        if kind not in KINDS:
            raise UserError(f'"{kind}" is nothing that can be built; {meant(kind, KINDS)}')
    look = fingerprint([inputs, asdict(order.wish(lang, catalogue)), list(order.cards)])
    print_options = {**asdict(order), "languages": None, "sheets": None, "only": None}
    groups = {}
    if "sheets" in order.only:
        for name in order.sheets:
            order.sheet(name, catalogue)  # an unknown name is told before anything is drawn
            groups[f"{lang}/{name}{order.ending}.pdf"] = fingerprint([look, print_options, name])
    if "calibration" in order.only and _duplex_sheet(order, catalogue):
        groups[f"{lang}/calibration.pdf"] = fingerprint([look, print_options])
    if "svg" in order.only:
        groups[f"{lang}/svg/"] = look
    return groups


def _is_current(folder: Path, known: Mapping[str, Made], group: str, key: str) -> bool:
    """Whether every file of a group is there as it was made, from the same input."""
    members = [made for path, made in known.items() if path.startswith(group)]
    return bool(members) and all(is_current(folder, made, key) for made in members)


def _looks(known: Mapping[str, Made], lang: str) -> dict[str, str]:
    """Card id: what it looked like when its sheets were last made."""
    return {
        card["card"]: card["look"]
        for path, made in known.items()
        if path.startswith(f"{lang}/") and path.endswith(".pdf")
        for card in made.cards
        if card["side"] == "front" and card["copy"] == 1
    }


# --- making ------------------------------------------------------------------------------------------------


def make(job: Job) -> Done:
    """Draw the deck of one language and write the groups that are missing to the job's place."""
    made = list(_rulebook(job))
    if len(made) == len(job.groups):
        return Done(made, [])
    order, catalogue = job.order, load_catalogue(job.root)
    deck = find_game(job.game).deck(job.data, order.wish(job.lang, catalogue))
    card = CardFormat(f"{deck.size[0]:g}x{deck.size[1]:g}", *deck.size)
    findings = [*deck.findings, *_print_findings(deck.pictures, card)]
    looks = {picture.card: look_of(picture) for picture in deck.pictures if picture.copy == 1}
    pictures = list(select(deck.pictures, only=_chosen(job, looks), quantity=order.quantity))
    printer = _Printer(job, catalogue, deck, card, looks)
    for path in job.groups:
        if path in {item.path for item in made}:
            continue
        if path.endswith("/"):
            made += printer.faces(path)
        elif path.endswith("/calibration.pdf"):
            made.append(printer.calibration(path))
        else:
            made.append(printer.sheet(pictures, path))
    return Done(made, findings)


def _rulebook(job: Job) -> Iterator[Made]:
    """The missing files of a language's rulebook."""
    wanted = {name: f"{job.lang}/{name}" for name in RULEBOOK_FILES if f"{job.lang}/{name}" in job.groups}
    if not wanted:
        return
    [template] = find_templates(job.root, [job.lang]).values()
    book = make_book(find_game(job.game), job.data, template, job.documents, job.order.edition)
    for name, content in rulebook_files(book, job.root, wanted):
        path = wanted[name]
        target = job.place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        pages, size = page_count(content) if name.endswith(".pdf") else (1, (0.0, 0.0))
        yield Made(path, job.groups[path], sha256_of(content), pages, size)


def _chosen(job: Job, looks: Mapping[str, str]) -> tuple[str, ...] | None:
    if not job.order.changed:
        return job.order.cards or None
    changed = tuple(card for card, look in looks.items() if job.looks.get(card) != look)
    if not changed:
        raise UserError(f"no card looks different from the last build in {job.lang}")
    return changed


def _print_findings(pictures: Iterable[CardPicture], card: CardFormat) -> Iterator[tuple[str, Finding]]:
    faces = {(picture.front, picture.back): picture for picture in pictures}
    for picture in faces.values():
        yield from ((picture.card, finding) for finding in print_findings(picture, card, BLEED))


def _duplex_sheet(order: Order, catalogue: Catalogue) -> Sheet | None:
    sheets = (order.sheet(name, catalogue) for name in order.sheets)
    return next((sheet for sheet in sheets if sheet.mode is Mode.DUPLEX), None)


def look_of(picture: CardPicture) -> str:
    """The fingerprint of what a card looks like on both sides."""
    return sha256_of(repr((picture.front.items, picture.back.items)).encode())


@dataclass(frozen=True, slots=True)
class _Printer:
    """Writes the files of one language."""

    job: Job
    catalogue: Catalogue
    deck: Deck
    card: CardFormat
    looks: Mapping[str, str]

    def faces(self, folder: str) -> Iterator[Made]:
        """`svg/<card-id>.svg` for every face as it is cut."""
        chosen = self.job.order.cards
        for name, symbol in self.deck.faces.items():
            if not chosen or name in chosen:
                size = (symbol.bounds.width + 2 * symbol.bounds.x, symbol.bounds.height + 2 * symbol.bounds.y)
                text = svg_text(Page(*size, (Use(symbol),)), title=name)
                yield self._write(f"{folder}{name}.svg", folder, text.encode(), size, [{"card": name}])

    def calibration(self, path: str) -> Made:
        """Two pages to find out how far the printer shifts backs."""
        sheet = _duplex_sheet(self.job.order, self.catalogue)
        if sheet is None:
            raise AssertionError("planned without a duplex sheet")
        texts, shift = self.catalogue.texts(self.job.lang), Point(*self.job.order.shift_back)
        pages = calibration(sheet, self.card, texts, title=self.deck.name, shift_back=shift)
        return self._write_pdf(path, pages, sheet, [])

    def sheet(self, pictures: Sequence[CardPicture], path: str) -> Made:
        """The deck on one kind of sheet."""
        order = self.job.order
        name = path.removeprefix(f"{self.job.lang}/").removesuffix(f"{order.ending}.pdf")
        sheet = order.sheet(name, self.catalogue)
        placed: list[Placed] = []
        pages = impose(
            pictures,
            sheet,
            self.card,
            self.catalogue.texts(self.job.lang),
            title=self.deck.name,
            shift_back=Point(*order.shift_back),
            placed=placed,
        )
        return self._write_pdf(path, pages, sheet, placed)

    def _write_pdf(self, path: str, pages: Iterable[Page], sheet: Sheet, placed: list[Placed]) -> Made:
        target = self.job.place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        duplex = {Flip.LONG: Duplex.LONG_EDGE, Flip.SHORT: Duplex.SHORT_EDGE}[sheet.flip]
        size = (0.0, 0.0)

        def measured() -> Iterator[Page]:
            nonlocal size
            for page in pages:
                size = (page.width, page.height)
                yield page

        with target.open("wb") as out:
            count = write_pdf(
                measured(),
                out,
                inks=self.job.order.inks,
                title=f"{self.deck.name} – {path.rsplit('/', 1)[-1].removesuffix('.pdf')}",
                lang=self.job.lang,
                duplex=duplex if sheet.mode is Mode.DUPLEX else None,
            )
        cards = [{**card.as_dict(), "look": self.looks.get(card.card, "")} for card in placed]
        return Made(path, self.job.groups[path], sha256_of(target.read_bytes()), count, size, cards)

    def _write(
        self, path: str, group: str, content: bytes, size: tuple[float, float], cards: list[dict[str, Any]]
    ) -> Made:
        target = self.job.place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return Made(path, self.job.groups[group], sha256_of(content), 1, size, cards)
