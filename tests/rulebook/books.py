"""A copy of the shipped game to change, and its rulebooks made once for all tests."""

from __future__ import annotations

import io
import shutil
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from cloudy_pnp.api import check
from cloudy_pnp.cli.main import main
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.rulebook import FILES
from cloudy_pnp.rulebook.book import Book
from cloudy_pnp.rulebook.compose import PAGES, make_book, rulebook_files
from cloudy_pnp.rulebook.theme import Theme, load_theme
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load
from cloudy_pnp.workspace.scenarios import figure_documents, figure_files

LANGUAGES = ("en", "de", "fr", "hu")
GAME = "cloudy-kingdom"
BOOKS = (GAME, "fantasy-realms", "luftschloesser")


def copied(folder: Path) -> Path:
    """The shipped cards and rulebook in a folder of their own."""
    for name in ("cards", "templates"):
        shutil.copytree(shipped_root() / name, folder / name)
    return folder


def book_of(root: Path, lang: str, edition: str | None = None, game: str = GAME) -> Book:
    """The rulebook of a game's folder."""
    home = home_of(game, root)
    loaded = load(home)
    template = find_templates(home.book, LANGUAGES)[lang]
    documents = figure_documents(loaded, figure_files(loaded))
    return make_book(home.game, loaded.entries.data(), template, documents, home.game.first_option(edition or ""))


def shipped_theme(lang: str, game: str = GAME) -> Theme:
    """Return how the shipped rulebook looks."""
    return load_theme(home_of(game).book_styles, lang)


def shipped_book(lang: str, game: str = GAME) -> Book:
    """The rulebook as it is shipped."""
    return _book(lang, game)


@cache
def _book(lang: str, game: str) -> Book:
    return book_of(home_of(game).root, lang, game=game)


def shipped_files(lang: str, game: str = GAME) -> dict[str, bytes]:
    """Its files, made once; of other games than the first the pages only, because no test looks at the rest."""
    return _files(lang, game)


@cache
def _files(lang: str, game: str) -> dict[str, bytes]:
    wanted = FILES if game == GAME else (PAGES,)
    return dict(rulebook_files(shipped_book(lang, game), shipped_theme(lang, game), wanted))


def changed(root: Path, lang: str, old: str, new: str) -> None:
    """Change a template; `old` must stand in it exactly once."""
    path = root / f"templates/cloudy-kingdom/rulebook/{lang}.md.j2"
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {lang}"
    path.write_text(text.replace(old, new), "utf-8")


def problems(root: Path) -> list[Problem]:
    """Return what `check` says about the rulebook's templates."""
    return [problem for problem in check(root).problems if problem.file.endswith(".md.j2")]


@cache
def page_texts(pdf: bytes) -> tuple[str, ...]:
    """The text of every page, spaces made plain."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return tuple(plain_text(page.get_textpage().get_text_bounded()) for page in document)
    finally:
        document.close()


def plain_text(text: str) -> str:
    """Text as it can be compared: no hyphens at line ends, all spaces alike."""
    joined = text.replace("\ufffe", "").replace("\u00ad", "").replace("\r", "").replace("\x02", "")
    return " ".join(joined.replace("\u202f", " ").replace("\u00a0", " ").split())


def opened(pdf: bytes) -> pikepdf.Pdf:
    """A PDF to look into."""
    return pikepdf.open(io.BytesIO(pdf))


def called(*args: str | Path) -> int:
    """Call the command in this process; its exit code."""
    with pytest.raises(SystemExit) as ended:
        main([str(arg) for arg in args])
    return int(ended.value.code or 0)
