"""I18N checks: whether the rulebook is complete, consistent between languages, and agrees with the cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cloudy_pnp.core.problems import Finding, Problem, Severity, escaped, quoted
from cloudy_pnp.game.contract import BookContext, Game
from cloudy_pnp.i18n.habits import counts, first_range, player_ranges
from cloudy_pnp.i18n.lint import Term, number_findings, terms_used, text_findings
from cloudy_pnp.i18n.messages import Accepted, book_messages, complete_template
from cloudy_pnp.i18n.template import UNTRANSLATED, Template, pair_units
from cloudy_pnp.rulebook.book import Book, Section, figures, is_untranslated, paragraphs, plain
from cloudy_pnp.rulebook.compose import BadTemplate, Figures, compose


class BookSetting(Struct, frozen=True):
    """The data that rulebooks are compared with."""

    game: Game[Any]
    languages: Sequence[str]  # the source first
    terms: Sequence[Term]
    context: Callable[[str], BookContext]  # by language
    figures: Callable[[str], Figures]
    accepted: Accepted


def rulebook_problems(setting: BookSetting, templates: Mapping[str, Template]) -> list[Problem]:
    """Return all problems of the rulebooks of a game, with their files."""
    problems: list[Problem] = []
    books: dict[str, Book] = {}
    source = templates[setting.languages[0]]
    whole = {lang: complete_template(source, template, setting.accepted) for lang, template in templates.items()}
    wrong: set[str] = set()  # in the source: what its translations take from it is reported once
    for lang, template in sorted(templates.items(), key=lambda item: item[1] is not source):
        try:
            books[lang] = _compose(setting, whole[lang], template)
        except BadTemplate as error:
            message = str(error).replace(escaped(UNTRANSLATED), "")
            if message not in wrong:
                problems.append(_problem(template, "I18N-TEMPLATE", error.line, message, error.hint))
            if template is source:
                wrong.add(message)
    for lang in setting.languages[1:]:
        problems += _untranslated(templates, lang, source, setting.accepted)
    for lang, book in books.items():
        problems += _literal_ids(whole[lang], templates[lang], book)
        problems += _markup(templates[lang], book)
        problems += _quotes(templates[lang], book, setting.context(lang))
        problems += _habits(templates[lang], book, setting.terms)
        problems += _players(templates[lang], book)
    if source.lang in books:
        problems += _rules(source, books[source.lang], setting.game)
        for lang, book in books.items():
            if lang != source.lang:
                problems += _same_sections(templates[lang], book, books[source.lang])
                problems += _terms(templates[lang], book, books[source.lang], setting.terms)
                problems += _numbers(templates[lang], book, books[source.lang])
                problems += _stale(source, templates[lang], setting.accepted)
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


def _untranslated(
    templates: Mapping[str, Template], lang: str, source: Template, accepted: Accepted
) -> Iterator[Problem]:
    """I18N-MISSING: report each paragraph of the source that a language lacks."""
    for message in book_messages(templates, lang, source.lang, accepted.made_from(lang)):
        if not message.translation:
            what = f'the paragraph is not translated into "{lang}": {quoted(message.text)}'
            hint = "translate it: cloudy-pnp i18n export, or add it to the template"
            section = message.context.partition("/")[2]
            yield Problem("I18N-MISSING", Severity.INFO, source.name, message.line, 1, section, what, hint, lang)


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


def _problem_of(template: Template, finding: Finding, line: int, section: str) -> Problem:
    return _problem(template, finding.code, line, finding.message, finding.hint, finding.severity, section)


def _line(template: Template, section: str) -> int:
    sections = template.sections()
    return sections[section].line if section in sections else 1


def _literal_ids(whole: Template, template: Template, book: Book) -> Iterator[Problem]:
    """I18N-TEMPLATE: ids are in the file as they are, so that a section can be found, compared and accepted."""
    written = whole.sections()
    for section in book.sections:
        if section.id not in written:
            message = f'the heading of "{section.id}" is generated by code'
            yield _problem(template, "I18N-TEMPLATE", 1, message, "write every heading with its id as plain text")


def _rules(template: Template, book: Book, game: Game[Any]) -> Iterator[Problem]:
    """I18N-RULE: require a section for every rule that players need, and no section for an unknown rule."""
    covered = {rule for section in book.sections for rule in section.rules}
    needed = game.book.rules if game.book else ()
    missing = [rule for rule in needed if rule not in covered]
    if missing:
        message = f"no section covers {', '.join(missing)}"
        yield _problem(template, "I18N-RULE", 1, message, 'name the rule where it is explained: {#id rules="…"}')
    for section in book.sections:
        for rule in section.rules:
            if rule not in needed and rule not in game.data.codes:
                message = f"there is no rule {quoted(rule)}"
                yield _problem(template, "I18N-RULE", _line(template, section.id), message, section=section.id)


def _same_sections(template: Template, book: Book, source: Book) -> Iterator[Problem]:
    """I18N-SECTION: require the same sections in the same order, each with the same figures and rules."""
    expected = {section.id: section for section in source.sections}
    sections = {section.id: section for section in book.sections}
    for name in sections:
        if name not in expected:
            message = f'there is no section "{name}" in "{source.lang}"'
            yield _problem(template, "I18N-SECTION", _line(template, name), message, section=name)
    common = [name for name in expected if name in sections]
    for mine, theirs in zip((name for name in sections if name in expected), common, strict=True):
        if mine != theirs:
            message = f'the section "{mine}" is where "{source.lang}" has "{theirs}"'
            yield _problem(template, "I18N-SECTION", _line(template, mine), message, section=mine)
            break
    for name in common:
        for part, have, want in _differences(sections[name], expected[name]):
            message = f'{part} of "{name}" are {have or "none"}; in "{source.lang}" they are {want or "none"}'
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


def _markup(template: Template, book: Book) -> Iterator[Problem]:
    """I18N-MARKUP: report markup that a rulebook doesn't know."""
    lines = template.text.splitlines()
    for text, name in book.unknown:
        line = next((number for number, line in enumerate(lines, 1) if text.splitlines()[0] in line), 0)
        if line:
            message = f"{name} is printed as it is: {quoted(text)}"
            hint = "docs/how-to/rulebook.md lists the markup; a backslash before a character prints it"
            yield _problem(template, "I18N-MARKUP", line, message, hint, Severity.WARNING)


def _quotes(template: Template, book: Book, context: BookContext) -> Iterator[Problem]:
    """I18N-QUOTE: require the card's own words in a section about it."""
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
    """I18N-TYPOGRAPHY, I18N-TERM: check the conventions of the language and words to avoid in every paragraph."""
    for name, text in _all_texts(book):
        for finding in text_findings({book.lang: text}, [book.lang], terms):
            if finding.code == "I18N-MARKUP":  # rulebooks know more markup
                continue
            yield _problem_of(template, finding, _line_of_text(template, name, text), name)


def _all_texts(book: Book) -> Iterator[tuple[str, str]]:
    """Yield every text with its section; the name is empty below the title."""
    yield from (("", text) for text in paragraphs(book.intro))
    yield from ((section.id, text) for section in book.sections for text in _texts(section))


def _players(template: Template, book: Book) -> Iterator[Problem]:
    """I18N-NUMBERS: a book names no more players than the game is for, and below its title no fewer."""
    box = [int(number) for number in re.findall(r"\d+", book.facts.players)]
    if not box or not counts(book.lang):
        return
    for number, (name, text) in enumerate(_all_texts(book)):
        ranges = player_ranges if name else first_range  # the text without a section is below the title
        for least, most in ranges(text, book.lang):
            is_other = not (name or number) and [least, most] != box
            if least < box[0] or most > box[-1] or is_other:
                line = _line_of_text(template, name, text)
                message = f"the book says {least} to {most} players, the game is for {book.facts.players}"
                hint = "correct the text, or players in game.yaml"
                yield _problem(template, "I18N-NUMBERS", line, message, hint, Severity.WARNING, name)


def _line_of_text(template: Template, section: str, text: str) -> int:
    """Return the line of a section that contains a paragraph, found by its first words."""
    start = _line(template, section)
    lines = template.text.splitlines()[start - 1 :]
    words = text[:25]
    return next((start + number for number, line in enumerate(lines) if words in line.replace("*", "")), start)


def _terms(template: Template, book: Book, source: Book, terms: Sequence[Term]) -> Iterator[Problem]:
    """I18N-TERM: require the glossary's word for each term of the source."""
    sections = {section.id: section for section in book.sections}
    for section in source.sections:
        if section.id in sections and not is_untranslated(sections[section.id]):
            pair = {source.lang: " ".join(_texts(section)), book.lang: " ".join(_texts(sections[section.id]))}
            for finding in terms_used(pair, [source.lang, book.lang], terms):
                yield _problem_of(template, finding, _line(template, section.id), section.id)


def _numbers(template: Template, book: Book, source: Book) -> Iterator[Problem]:
    """I18N-DIFFERS: require the numbers of the source in every paragraph."""
    sections = {section.id: section for section in book.sections}
    for section in source.sections:
        pairs = list(_texts(section)), list(_texts(sections[section.id])) if section.id in sections else []
        for original, text in zip(*pairs, strict=True) if len(pairs[0]) == len(pairs[1]) else ():
            for finding in number_findings({source.lang: original, book.lang: text}, [source.lang, book.lang]):
                yield _problem_of(template, finding, _line_of_text(template, section.id, text), section.id)


def _stale(source: Template, template: Template, accepted: Accepted) -> Iterator[Problem]:
    """I18N-STALE: paragraphs whose source has changed."""
    known = accepted.made_from(template.lang)
    for section, pairs in pair_units(source.text, template.text, known).items():
        line, name = _line(template, section), section or "title"
        if any(pair.is_stale and pair.made_from for pair in pairs):
            message = f'the source of "{name}" has changed since this translation was accepted'
            hint = f"bring it up to date, then: cloudy-pnp i18n accept {template.lang} --section {section}"
            yield _problem(template, "I18N-STALE", line, message, hint, Severity.WARNING, section)
