"""I18N: whether the rulebook is whole, says the same in every language, and says what the cards say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cloudy_pnp.core.problems import Problem, Severity, quoted
from cloudy_pnp.games.contract import BookContext, Game
from cloudy_pnp.i18n.accepted import Accepted
from cloudy_pnp.i18n.lint import Term, terms_used, text_findings
from cloudy_pnp.i18n.segments import pair_units
from cloudy_pnp.i18n.template import Template, complete_template
from cloudy_pnp.rulebook.book import Book, Section, figures, is_untranslated, paragraphs, plain
from cloudy_pnp.rulebook.compose import BadTemplate, Figures, compose


@dataclass(frozen=True, slots=True)
class BookSetting:
    """What rulebooks are compared with."""

    game: Game[Any]
    languages: Sequence[str]  # the source first
    terms: Sequence[Term]
    context: Callable[[str], BookContext]  # by language
    figures: Callable[[str], Figures]
    accepted: Accepted


def rulebook_problems(setting: BookSetting, templates: Mapping[str, Template]) -> list[Problem]:
    """Everything that is wrong with the rulebooks of a game, in the files where it stands."""
    problems: list[Problem] = []
    books: dict[str, Book] = {}
    source = templates[setting.languages[0]]
    whole = {lang: complete_template(source, template, setting.accepted) for lang, template in templates.items()}
    for lang, template in templates.items():
        try:
            books[lang] = _compose(setting, whole[lang], template)
        except BadTemplate as error:
            problems.append(_problem(template, "I18N-TEMPLATE", error.line, str(error)))
    missing = [lang for lang in setting.languages if lang not in templates]
    problems += (_untranslated(source, lang, f'there is no rulebook in "{lang}"') for lang in missing)
    for lang, book in books.items():
        problems += _literal_ids(whole[lang], templates[lang], book)
        problems += _quotes(templates[lang], book, setting.context(lang))
        problems += _habits(templates[lang], book, setting.terms)
    if source.lang in books:
        problems += _rules(source, books[source.lang], setting.game)
        for lang, book in books.items():
            if lang != source.lang:
                problems += _same_sections(templates[lang], book, books[source.lang])
                problems += _terms(templates[lang], book, books[source.lang], setting.terms)
                problems += _paragraphs(source, templates[lang], setting.accepted)
    return sorted(problems, key=Problem.sort_key)


def _compose(setting: BookSetting, whole: Template, written: Template) -> Book:
    """Compose a book; what is wrong with the template itself is reported at its own line."""
    context, figures = setting.context(whole.lang), setting.figures(whole.lang)
    try:
        return compose(whole, context, figures)
    except BadTemplate:
        if whole.text != written.text:
            compose(written, context, figures)
        raise


def _untranslated(template: Template, lang: str, message: str, line: int = 1, section: str = "") -> Problem:
    hint = "translate it: cloudy-pnp i18n export, or add it to the template"
    return Problem("I18N-MISSING", Severity.INFO, template.name, line, 1, section, message, hint, lang)


def _problem(
    template: Template,
    code: str,
    line: int,
    message: str,
    hint: str = "",
    severity: Severity = Severity.ERROR,
    section: str = "",
) -> Problem:
    return Problem(code, severity, template.name, line, 1, section, message, hint, template.lang)


def _line(template: Template, section: str) -> int:
    sections = template.sections()
    return sections[section].line if section in sections else 1


def _literal_ids(whole: Template, template: Template, book: Book) -> Iterator[Problem]:
    """I18N-TEMPLATE: ids are in the file as they are, so that a section can be found, compared and accepted."""
    written = whole.sections()
    for section in book.sections:
        if section.id not in written:
            message = f'the heading of "{section.id}" is made by code'
            yield _problem(template, "I18N-TEMPLATE", 1, message, "write every heading with its id as plain text")


def _rules(template: Template, book: Book, game: Game[Any]) -> Iterator[Problem]:
    """I18N-RULE: every rule that players need is named by a section, and no section names a rule that is not."""
    named = {rule for section in book.sections for rule in section.rules}
    needed = game.book.rules if game.book else ()
    missing = [rule for rule in needed if rule not in named]
    if missing:
        message = f"no section covers {', '.join(missing)}"
        yield _problem(template, "I18N-RULE", 1, message, 'name the rule where it is explained: {#id rules="…"}')
    for section in book.sections:
        for rule in section.rules:
            if rule not in needed and rule not in game.data.codes:
                message = f"there is no rule {quoted(rule)}"
                yield _problem(template, "I18N-RULE", _line(template, section.id), message, section=section.id)


def _same_sections(template: Template, book: Book, source: Book) -> Iterator[Problem]:
    """I18N-SECTION: the same sections in the same order, each with the same figures and rules."""
    wanted = {section.id: section for section in source.sections}
    there = {section.id: section for section in book.sections}
    for name in there:
        if name not in wanted:
            message = f'there is no section "{name}" in "{source.lang}"'
            yield _problem(template, "I18N-SECTION", _line(template, name), message, section=name)
    common = [name for name in wanted if name in there]
    for mine, theirs in zip((name for name in there if name in wanted), common, strict=True):
        if mine != theirs:
            message = f'the section "{mine}" is where "{source.lang}" has "{theirs}"'
            yield _problem(template, "I18N-SECTION", _line(template, mine), message, section=mine)
            break
    for name in common:
        for what, have, want in _differences(there[name], wanted[name]):
            message = f'{what} of "{name}" are {have or "none"}; in "{source.lang}" they are {want or "none"}'
            yield _problem(template, "I18N-SECTION", _line(template, name), message, section=name)


def _differences(mine: Section, theirs: Section) -> Iterator[tuple[str, str, str]]:
    if mine.rules != theirs.rules:
        yield "the rules", ", ".join(mine.rules), ", ".join(theirs.rules)
    if _figures(mine) != _figures(theirs):
        yield "the figures", ", ".join(_figures(mine)), ", ".join(_figures(theirs))
    if mine.level != theirs.level:
        yield "the marks", "#" * mine.level, "#" * theirs.level


def _figures(section: Section) -> list[str]:
    return [name for figure in figures(section.blocks) for name in figure.names]


def _quotes(template: Template, book: Book, context: BookContext) -> Iterator[Problem]:
    """I18N-QUOTE: a section about a card has the card's own words."""
    for section in book.sections:
        text = "\n".join(_texts(section))
        for quote in context.quotes.get(section.id, ()):
            if quote not in text:
                message = f'the section "{section.id}" does not quote its card: {quoted(quote)}'
                yield _problem(template, "I18N-QUOTE", _line(template, section.id), message, section=section.id)


def _texts(section: Section) -> Iterator[str]:
    yield plain(section.title)
    yield from paragraphs(section.blocks)


def _habits(template: Template, book: Book, terms: Sequence[Term]) -> Iterator[Problem]:
    """I18N-TYPOGRAPHY, I18N-TERM: every paragraph follows the habits of its language, without words to avoid."""
    for section in book.sections:
        for text in _texts(section):
            for finding in text_findings({book.lang: text}, [book.lang], terms):
                line = _line_of_text(template, section.id, text)
                yield _problem(
                    template, finding.code, line, finding.message, finding.hint, finding.severity, section.id
                )


def _line_of_text(template: Template, section: str, text: str) -> int:
    """The line of a section in which a paragraph is written, known by the words that it starts with."""
    start = _line(template, section)
    lines = template.text.splitlines()[start - 1 :]
    words = text[:25]
    return next((start + number for number, line in enumerate(lines) if words in line.replace("*", "")), start)


def _terms(template: Template, book: Book, source: Book, terms: Sequence[Term]) -> Iterator[Problem]:
    """I18N-TERM: a section uses the glossary's word for each term of its source."""
    there = {section.id: section for section in book.sections}
    for section in source.sections:
        if section.id in there and not is_untranslated(there[section.id]):
            pair = {source.lang: _whole(_texts(section)), book.lang: _whole(_texts(there[section.id]))}
            for finding in terms_used(pair, [source.lang, book.lang], terms):
                line = _line(template, section.id)
                yield _problem(
                    template, finding.code, line, finding.message, finding.hint, finding.severity, section.id
                )


def _whole(texts: Iterable[str]) -> str:
    return " ".join(texts)


def _paragraphs(source: Template, template: Template, accepted: Accepted) -> Iterator[Problem]:
    """I18N-STALE and I18N-MISSING: paragraphs whose source has changed, and paragraphs that are not translated."""
    known = accepted.made_from(template.lang)
    for section, pairs in pair_units(source.text, template.text, known).items():
        line, name = _line(template, section), section or "title"
        words = [pair for pair in pairs if pair.source.has_words]
        missing = [pair for pair in words if pair.translated is None or pair.made_from == ""]
        if missing and len(missing) == len(words):
            message = f'the section "{name}" is not translated into "{template.lang}"'
            yield _untranslated(template, template.lang, message, line, section)
        elif missing:
            message = f'{len(missing)} of {len(words)} paragraphs of "{name}" are not translated into "{template.lang}"'
            yield _untranslated(template, template.lang, message, line, section)
        if any(pair.is_stale and pair.made_from for pair in pairs):
            message = f'the source of "{name}" has changed since this translation was accepted'
            hint = f"bring it up to date, then: cloudy-pnp i18n accept {template.lang} --section {section}"
            yield _problem(template, "I18N-STALE", line, message, hint, Severity.WARNING, section)
