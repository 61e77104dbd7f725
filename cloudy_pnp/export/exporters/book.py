"""`rulebook.pdf`, `rulebook-booklet.pdf` and `rulebook.html`; and the web pages of a game, such as `scorer.html`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cloudy_pnp import rulebook
from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.packages import has_package
from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.data.files import LIMITS
from cloudy_pnp.draw.inks import Inks, Standard
from cloudy_pnp.export.exporter import Exporter, Groups, Job, PlanContext
from cloudy_pnp.export.exporters.sheets import print_options
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.sheets import Catalogue
from cloudy_pnp.export.store import Artifact
from cloudy_pnp.i18n.template import ENDING
from cloudy_pnp.rulebook.paper import page_size
from cloudy_pnp.workspace.home import Home

if TYPE_CHECKING:
    from cloudy_pnp.rulebook.book import Book
    from cloudy_pnp.rulebook.theme import Theme


def plan_book(context: PlanContext) -> Groups:
    """Plan the files of a rulebook in a language that has a template, the game's or a pack's: all with the same key."""
    home, languages = context.home, list(filter(None, (context.lang, context.second)))
    if home.game.book is None or not all(_has_template(home, context.books, lang) for lang in languages):
        return {}
    files: dict[str, str] = {}
    in_packs = dict.fromkeys(context.books[lang].parent for lang in languages if lang in context.books)
    needed = {f"{lang}{ENDING}" for lang in (*languages, context.source)}  # the source for what is not translated
    for number, folder in enumerate((*home.book_styles, *in_packs)):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            other = path.name.endswith(ENDING) and path.name not in needed
            if path.is_file() and not other:
                files[f"{number}/{path.name}"] = fingerprint.of_bytes(read_plain(path, LIMITS.file_bytes))
    code = Path(rulebook.__file__).parent
    files |= {f"code/{path.name}": fingerprint.of_bytes(path.read_bytes()) for path in sorted(code.glob("*.py"))}
    figures = [[*name, document] for name, (_, document) in context.documents.items()]
    key = fingerprint.of_data([context.inputs, files, figures, context.request.options])
    options, ending = context.request.ending("options"), _ending(context.request, context.catalogue)
    typesets = has_package("pikepdf") and has_package("typst")  # otherwise the book is only a web page
    printed = fingerprint.of_data([key, print_options(context.request)]) if ending else key
    keys = {
        name: printed if name.endswith(".pdf") else key
        for name in rulebook.FILES
        if not (context.second and name == rulebook.BOOKLET) and (typesets or name.endswith(".html"))
    }
    return {f"{context.folder}/{_file_name(name, options, ending)}": keys[name] for name in keys}


def _make_book(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write the missing files."""
    from cloudy_pnp.rulebook.compose import rulebook_files  # books are slow to import, and not needed for cards

    book, theme = _book(job)
    ending, paper, press = _ending(job.request, job.catalogue), _paper(job.request, job.catalogue), job.request.press()
    options = job.request.ending("options")
    paths = {name: f"{job.folder}/{_file_name(name, options, ending)}" for name in rulebook.FILES}
    names = [name for name in rulebook.FILES if paths[name] in groups]
    if job.request.paper is not None and paper is None:
        message = f"{quoted(job.request.paper)} is too small for a booklet: it is made for A4"
        job.note(Finding("PRINT-10", (), message, "", Severity.WARNING))
    if press is not None and press.standard is not Standard.X4:
        message = f"the rulebook is {Standard.X4.label}, not {press.standard.label}: its figures are transparent"
        hint = "most services take it; ask yours"
        job.note(Finding("PRINT-9", (), message, hint, Severity.WARNING))
    for name, content in rulebook_files(book, theme, names, paper, press):
        path = paths[name]
        pages, size = _page_count(content) if name.endswith(".pdf") else (1, (0.0, 0.0))
        yield job.write(path, groups[path], content, pages=pages, page_size=size)


def _page_count(pdf: bytes) -> tuple[int, tuple[float, float]]:
    from cloudy_pnp.rulebook.booklet import page_count  # of a PDF; the web page does without

    return page_count(pdf)


def pages_of_book(job: Job) -> bytes | None:
    """Return the rulebook as a PDF for the screen, for exports that include it; None if there is none."""
    from cloudy_pnp.rulebook.compose import PAGES, rulebook_files

    languages = filter(None, (job.lang, job.second))
    if job.home.game.book is None or not all(_has_template(job.home, job.books, lang) for lang in languages):
        return None
    book, theme = _book(job)
    return dict(rulebook_files(book, theme, [PAGES]))[PAGES]


def _has_template(home: Home, books: Mapping[str, Path], lang: str) -> bool:
    return lang in books or (home.book / f"{lang}{ENDING}").is_file()


def _book(job: Job) -> tuple[Book, Theme]:
    """Return the rulebook of a job, in one language or in two columns, and its theme."""
    from cloudy_pnp.rulebook.book import in_columns

    book, theme = _book_in(job, job.lang)
    if not job.second:
        return book, theme
    second, words = _book_in(job, job.second)
    return in_columns(book, second), replace(theme, second=words.words)


def _book_in(job: Job, lang: str) -> tuple[Book, Theme]:
    """Return the rulebook of a language, and its theme."""
    from cloudy_pnp.i18n.messages import complete_template, read_accepted
    from cloudy_pnp.i18n.template import find_templates, read_template
    from cloudy_pnp.rulebook.compose import make_book
    from cloudy_pnp.rulebook.theme import WORDS, load_theme

    home, pack_template = job.home, job.books.get(lang)
    template = read_template(pack_template, lang) if pack_template else find_templates(home.book, [lang])[lang]
    source = job.data["game"][0]["languages"][0]
    if source_template := find_templates(home.book, [source]).get(source):
        folder = pack_template.parent if pack_template else home.book
        template = complete_template(source_template, template, read_accepted(folder))
    theme = load_theme(home.book_styles, lang, pack_template.with_name(WORDS) if pack_template else None)
    return make_book(home.game, job.data, template, job.documents, job.request.options), theme


def _paper(request: BuildRequest, catalogue: Catalogue) -> tuple[float, float] | None:
    """Return the paper of the booklet, in mm; None: the default."""
    if request.paper is None:
        return None
    paper = catalogue.paper(request.paper)
    size = (paper.width, paper.height)
    return size if page_size(size) else None


def _ending(request: BuildRequest, catalogue: Catalogue) -> str:
    """Return the suffix of a book's file name, like those of sheets; PDF/X-4 is always implied."""
    press = replace(request, inks=Inks.CMYK).ending("inks", "ink") if request.press() else ""
    return request.ending(*(["paper"] if _paper(request, catalogue) else [])) + press


def _file_name(name: str, options: str, ending: str) -> str:
    """Return the name of a file; the web page is the same on all paper and in all inks."""
    stem, dot, kind = name.rpartition(".")
    return f"{stem}{options}{ending if kind == 'pdf' else ''}{dot}{kind}"


def _plan_web(context: PlanContext) -> Groups:
    """Plan a file per web page of a game, each working without a network; a pack alone has none."""
    if context.request.entries is not None:
        return {}
    key = fingerprint.of_data([context.inputs, context.lang])
    return {f"{context.folder}/{name}": key for name in context.home.game.pages}


def _make_web(job: Job, groups: Groups) -> Iterator[Artifact]:
    """Write the missing pages."""
    for path, key in groups.items():
        page = job.home.game.pages[path.removeprefix(f"{job.folder}/")].load()
        yield job.write(path, key, page(job.data, job.lang).encode())


EXPORTERS = (
    Exporter("rulebook", plan_book, _make_book, in_every_build=True, has_book=True),
    Exporter("pages", _plan_web, _make_web, in_every_build=True),
)
