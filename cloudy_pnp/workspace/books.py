"""The rulebook's templates of a workspace, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n.accepted import read_accepted
from cloudy_pnp.i18n.template import find_templates, read_template
from cloudy_pnp.rulebook.figures import Documents, figure_pictures
from cloudy_pnp.workspace.load import Loaded, Sound


@dataclass(frozen=True, slots=True)
class BookSources:
    """What a rulebook is judged by: the figures' documents, the edition, and templates that stand in for others."""

    documents: Documents
    edition: str | None = None
    instead: Mapping[str, Path] = field(default_factory=dict)  # by language


def book_files(loaded: Loaded, sound: Sound, sources: BookSources) -> list[SourceFile]:
    """The templates that were judged, each with everything that is wrong with it."""
    book = loaded.game.book
    known = loaded.own_languages
    more = {**loaded.books, **sources.instead}
    languages = [*known, *(lang for lang in more if lang not in known)]
    templates = find_templates(loaded.home.book, languages)
    templates |= {lang: read_template(path, lang) for lang, path in more.items()}
    if book is None or not languages or languages[0] not in templates:
        return []
    context, accepted = book.context, read_accepted(loaded.home.book)

    def judged() -> list[Problem]:
        from cloudy_pnp.rulebook.checks import BookSetting, rulebook_problems

        setting = BookSetting(
            game=loaded.game,
            languages=languages,
            terms=loaded.terms,
            context=lambda lang: context.load()(sound.data, lang, sources.edition),
            figures=lambda lang: figure_pictures(loaded.game, sound.data, sound.model, sources.documents, lang),
            accepted=accepted,
        )
        return rulebook_problems(setting, templates)

    texts = [[template.name, template.text] for template in templates.values()]
    figures = [[*name, *document] for name, document in sources.documents.items()]
    made_from = [loaded.home.mark, loaded.game.id, sound.data, figures, texts, accepted.sections, sources.edition]
    problems = cached("rulebook", made_from, Problem, judged)
    files = []
    for template in templates.values():
        stale = template.lang in loaded.books and "I18N-STALE"  # packs keep no record of what was accepted
        mine = [problem for problem in problems if problem.file == template.name and problem.code != stale]
        files.append(SourceFile(template.name, original=template.text, problems=mine))
    return files
