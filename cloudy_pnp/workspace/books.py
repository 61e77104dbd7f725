"""The rulebook's templates of a workspace, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.data.files import display_path
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n.template import ENDING, find_templates, read_template
from cloudy_pnp.rulebook.book import Documents, figure_pictures
from cloudy_pnp.workspace.findings import has_errors
from cloudy_pnp.workspace.load import Loaded, Sound, sound_part
from cloudy_pnp.workspace.report import Part
from cloudy_pnp.workspace.scenarios import figure_documents, figure_files, scenario_findings


class BookSources(Struct, frozen=True):
    """The context of a rulebook's check: the figures' documents, the game's options, and templates under test."""

    documents: Documents
    options: Mapping[str, str] = field(default_factory=dict)
    instead: Mapping[str, Path] = field(default_factory=dict)  # in the place of those of their language


def _without_source(folder: Path, source: str) -> list[SourceFile]:
    """I18N-SECTION: there are translations, but nothing that they could be compared with."""
    first = next(iter(sorted(folder.glob(f"*{ENDING}"))), None)
    if first is None:
        return []
    message = f'there is no rulebook in "{source}", the language that the others are translated from'
    problem = Problem("I18N-SECTION", Severity.ERROR, display_path(first), 1, 1, "", message, f"add {source}{ENDING}")
    return [SourceFile(display_path(first), problems=[problem], whole=False)]


def theme_errors(loaded: Loaded) -> list[str]:
    """Report errors in the colours, fixed words, style and layout of the rulebook, where the root has its own."""
    from cloudy_pnp.rulebook.theme import THEME_FILES, load_theme

    home = loaded.home
    if not any((folder / name).exists() for folder in home.book_styles for name in THEME_FILES if home.owns(folder)):
        return []
    errors: dict[str, None] = {}
    for lang in loaded.own_languages:
        try:
            load_theme(home.book_styles, lang)
        except UserError as error:
            errors[str(error)] = None
    return list(errors)


def book_files(loaded: Loaded, sound: Sound, sources: BookSources) -> list[SourceFile]:
    """Return the checked templates, each with its problems."""
    book = loaded.game.book
    wanted = loaded.needed_languages
    known = [lang for lang in loaded.own_languages if lang in wanted]
    more = {**{lang: path for lang, path in loaded.books.items() if lang in wanted}, **sources.instead}
    languages = [*known, *(lang for lang in more if lang not in known)]
    unsaved = loaded.files.unsaved
    templates = find_templates(loaded.home.book, languages, unsaved)
    templates |= {lang: read_template(path, lang, unsaved) for lang, path in more.items()}
    if book is None or not languages:
        return []
    if languages[0] not in templates:
        return _without_source(loaded.home.book, languages[0])
    accepted = loaded.accepted

    def check() -> list[Problem]:
        from cloudy_pnp.rulebook.checks import BookSetting, rulebook_problems

        setting = BookSetting(
            game=loaded.game,
            languages=languages,
            terms=loaded.terms,
            context=lambda lang: book.texts(sound.data, lang, sources.options),
            figures=lambda lang: figure_pictures(loaded.game, sound.data, sound.model, sources.documents, lang),
            accepted=accepted,
        )
        with loaded.speaking():
            return rulebook_problems(setting, templates)

    texts = [[template.name, template.text] for template in templates.values()]
    figures = [[*name, *document] for name, document in sources.documents.items()]
    written = [texts, accepted.sections, languages]
    made_from = [loaded.home.mark, loaded.game.id, sound.data, figures, written, sources.options]
    problems = cached("rulebook", made_from, Problem, check)
    files = []
    for template in templates.values():
        mine = [problem for problem in problems if problem.file == template.name]
        files.append(SourceFile(template.name, original=template.text, problems=mine))
    return files


def check_figures(loaded: Loaded, options: Mapping[str, str]) -> tuple[Documents, Part]:
    """Return the documents that the rulebook's figures are made from, and what is wrong with them or the templates."""
    if loaded.game.book is None:
        return {}, Part((), (), {})
    valid, sources = sound_part(loaded), figure_files(loaded)
    found = scenario_findings(loaded, valid, sources)
    findings = tuple((source, finding) for source, finding in found if loaded.concerns(source, finding))
    documents = figure_documents(loaded, sources)
    if not has_errors(sources, findings):
        sources = sources + book_files(loaded, valid, BookSources(documents, options))
    return documents, Part(tuple(sources), findings, loaded.entries.cards, tuple(loaded.files.unreadable))
