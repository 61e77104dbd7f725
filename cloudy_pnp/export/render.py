"""Making: draw the deck of a language and write its files. Only a build that has something to do loads this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cloudy_pnp import rulebook
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.core.problems import Finding, Severity, UserError
from cloudy_pnp.draw.fingerprint import look
from cloudy_pnp.draw.pdf import Duplex, write_pdf
from cloudy_pnp.draw.scene import Page, Use
from cloudy_pnp.export.paper import CardFormat, Flip, Mode, Sheet
from cloudy_pnp.export.request import Order
from cloudy_pnp.export.sheets.calibrate import calibration
from cloudy_pnp.export.sheets.catalogue import Catalogue, load_catalogue
from cloudy_pnp.export.sheets.impose import Placed, impose
from cloudy_pnp.export.sheets.print_checks import print_findings
from cloudy_pnp.export.sheets.select import select
from cloudy_pnp.export.store import Made, sha256_of, sha256_of_file
from cloudy_pnp.games import find_game
from cloudy_pnp.games.contract import CardPicture, Data, Deck, DeckWish
from cloudy_pnp.rulebook.figures import Documents

BLEED = 3.0  # mm; what a print service wants at least


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
    books: Mapping[str, Path]  # language: a pack's template of the rulebook


@dataclass(frozen=True, slots=True)
class Done:
    """What a job made, and what is wrong with the cards."""

    made: list[Made]
    findings: list[tuple[str, Finding]]  # card id, finding


def make(job: Job) -> Done:
    """Draw the deck of one language and write the groups that are missing to the job's place."""
    made = list(_rulebook(job))
    if len(made) == len(job.groups):
        return Done(made, [])
    order, catalogue = job.order, catalogue_for(job.root, job.data)
    deck = find_game(job.game).deck(job.data, order.wish(job.lang, catalogue))
    card = CardFormat(f"{deck.size[0]:g}x{deck.size[1]:g}", *deck.size)
    findings = [*deck.findings, *_print_findings(deck.pictures, card)]
    pictures = list(select(deck.pictures, only=_chosen(job, deck.pictures), quantity=order.quantity))
    looks = {picture.card: look_of(picture) for picture in pictures if picture.copy == 1}
    printer = _Printer(job, catalogue, deck, card, looks)
    done = {item.path for item in made}
    for path in job.groups:
        if path in done:
            continue
        if path.endswith("/"):
            made += printer.faces(path)
        elif path.endswith("/calibration.pdf"):
            made.append(printer.calibration(path))
        else:
            made.append(printer.sheet(pictures, path))
    return Done(made, findings)


def catalogue_for(root: Path, data: Data) -> Catalogue:
    """Sheets, papers and formats; with what a pack says on sheets in a further language."""
    catalogue = load_catalogue(root)
    texts = data.get("sheet-texts")
    return replace(catalogue, texts_data=texts[0]) if texts else catalogue


def _rulebook(job: Job) -> Iterator[Made]:
    """The missing files of a language's rulebook."""
    wanted = {name: f"{job.lang}/{name}" for name in rulebook.FILES if f"{job.lang}/{name}" in job.groups}
    if not wanted:
        return
    from cloudy_pnp.i18n.template import find_templates, read_template
    from cloudy_pnp.rulebook.booklet import page_count  # what books need is slow to import, and cards do without
    from cloudy_pnp.rulebook.files import make_book, rulebook_files
    from cloudy_pnp.rulebook.theme import WORDS

    own = job.books.get(job.lang)
    [template] = [read_template(own, job.lang)] if own else find_templates(job.root, [job.lang]).values()
    book = make_book(find_game(job.game), job.data, template, job.documents, job.order.edition)
    for name, content in rulebook_files(book, job.root, wanted, own.with_name(WORDS) if own else None):
        path = wanted[name]
        target = job.place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        pages, size = page_count(content) if name.endswith(".pdf") else (1, (0.0, 0.0))
        yield Made(path, job.groups[path], sha256_of(content), pages, size)


def drawn_findings(
    game: str, data: Data, languages: Sequence[str], cards: tuple[str, ...] | None = None
) -> Iterator[tuple[str, str, Finding]]:
    """What only drawing finds (language, card id, finding), without writing anything; of some entries, or of all.

    Texts are also tried 30 % longer than the source: a box that is too tight for that is a warning for translators.
    """
    for lang in languages:
        deck = find_game(game).deck(data, DeckWish(lang, cards=cards))
        card = CardFormat("card", *deck.size)
        yield from ((lang, *found) for found in (*deck.findings, *_print_findings(deck.pictures, card)))
    for card_id, finding in find_game(game).deck(data, DeckWish(languages[0], pseudo=True, cards=cards)).findings:
        if finding.code == "FIT-1":
            yield "pseudo", card_id, replace(finding, severity=Severity.WARNING)


def _chosen(job: Job, pictures: Iterable[CardPicture]) -> tuple[str, ...] | None:
    if not job.order.changed:
        return job.order.cards or None
    firsts = [picture for picture in pictures if picture.copy == 1]
    changed = tuple(first.card for first in firsts if job.looks.get(first.card) != look_of(first))
    if not changed:
        raise UserError(f"no card looks different from the last build in {job.lang}")
    return changed


def _print_findings(pictures: Iterable[CardPicture], card: CardFormat) -> Iterator[tuple[str, Finding]]:
    faces = {(picture.front, picture.back): picture for picture in pictures}
    for picture in faces.values():
        yield from ((picture.card, finding) for finding in print_findings(picture, card, BLEED))


def look_of(picture: CardPicture) -> str:
    """The fingerprint of what a card looks like on both sides."""
    return sha256_of(f"{look(picture.front)} {look(picture.back)}".encode())


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
        from cloudy_pnp.draw.svg import svg_text  # svgwrite is slow to import, and sheets do without

        chosen = self.job.order.cards
        for name, symbol in self.deck.faces.items():
            if not chosen or name in chosen:
                size = (symbol.bounds.width + 2 * symbol.bounds.x, symbol.bounds.height + 2 * symbol.bounds.y)
                text = svg_text(Page(*size, (Use(symbol),)), title=name)
                yield self._write(f"{folder}{name}.svg", folder, text.encode(), size, [{"card": name}])

    def calibration(self, path: str) -> Made:
        """Two pages to find out how far the printer shifts backs."""
        sheet = self.job.order.duplex_sheet(self.catalogue)
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
        return Made(path, self.job.groups[path], sha256_of_file(target), count, size, cards)

    def _write(
        self, path: str, group: str, content: bytes, size: tuple[float, float], cards: list[dict[str, Any]]
    ) -> Made:
        target = self.job.place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return Made(path, self.job.groups[group], sha256_of(content), 1, size, cards)
