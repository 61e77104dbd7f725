"""`rulebook.pdf`, `rulebook-booklet.pdf` and `rulebook.html`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cloudy_pnp import rulebook
from cloudy_pnp.export.exporter import Groups, Job, PlanContext
from cloudy_pnp.export.store import Artifact, fingerprint, sha256_of
from cloudy_pnp.i18n.accepted import FILE as RECORD
from cloudy_pnp.i18n.template import ENDING


class RulebookExporter:
    """The rules in one language, where there is a template for it: the game's, or a pack's."""

    name = "rulebook"

    def plan(self, context: PlanContext) -> Groups:
        """All files of a rulebook have the same key."""
        home, lang, own = context.home, context.lang, context.books.get(context.lang)
        if home.game.book is None or (own is None and not (home.book / f"{lang}{ENDING}").is_file()):
            return {}
        files: dict[str, str] = {}
        for number, folder in enumerate((*home.book_styles, *([own.parent] if own else []))):
            for path in sorted(folder.iterdir()) if folder.is_dir() else ():
                other = path.name.endswith(ENDING) and path.name != f"{lang}{ENDING}"
                if path.is_file() and not other and path.name != RECORD:  # the record says nothing that is printed
                    files[f"{number}/{path.name}"] = sha256_of(path.read_bytes())
        code = Path(rulebook.__file__).parent
        files |= {f"code/{path.name}": sha256_of(path.read_bytes()) for path in sorted(code.glob("*.py"))}
        figures = [[*name, document] for name, (_, document) in context.documents.items()]
        key = fingerprint([context.inputs, files, figures, context.request.edition])
        return {f"{lang}/{name}": key for name in rulebook.FILES}

    def make(self, job: Job, groups: Groups) -> Iterator[Artifact]:
        """The missing files."""
        from cloudy_pnp.i18n.template import find_templates, read_template
        from cloudy_pnp.rulebook.booklet import page_count  # what books need is slow to import, and cards do without
        from cloudy_pnp.rulebook.files import make_book, rulebook_files
        from cloudy_pnp.rulebook.theme import WORDS, load_theme

        home, lang, own = job.home, job.lang, job.books.get(job.lang)
        template = read_template(own, lang) if own else find_templates(home.book, [lang])[lang]
        theme = load_theme(home.book_styles, lang, own.with_name(WORDS) if own else None)
        book = make_book(home.game, job.data, template, job.documents, job.request.edition)
        wanted = [name for name in rulebook.FILES if f"{lang}/{name}" in groups]
        for name, content in rulebook_files(book, theme, wanted):
            path = f"{lang}/{name}"
            pages, size = page_count(content) if name.endswith(".pdf") else (1, (0.0, 0.0))
            yield job.write(path, groups[path], content, pages=pages, page_size=size)


EXPORTER = RulebookExporter()
