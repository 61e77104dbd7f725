"""Texts in several languages: missing, empty, forgotten, off the glossary, badly set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import DataPath, Finding, Severity, nearest, quoted, suggest
from cloudy_pnp.i18n.habits import Habits, counts, habits_of, language_of, numbers_in

# The two-letter codes of ISO 639: a key of a text that is one of them is a language that the game leaves out.
_CODES = (
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el "
    "en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it "
    "iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt "
    "my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl "
    "sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo "
    "za zh zu "
)
ISO_CODES = frozenset(_CODES.split())

# Markup of other tools, which would be printed as it is. Rulebooks also know *italic*, tables and pictures.
UNKNOWN_MARKUP = (
    (re.compile(r"(?<!\\)</?[A-Za-z][^<>]*>|(?<!\\)<!--"), "HTML"),
    (re.compile(r"(?<!\\)!?\[[^\[\]\n]*\]\([^()\n]*\)"), "a link or a picture"),
    (re.compile(r"(?<!\\)`[^`\n]*`|^```", re.MULTILINE), "code"),
    (re.compile(r"(?<!\\)~~\S"), "a deletion"),
    (re.compile(r"^ *(?:-{3,}|_{3,}|\*{3,}) *$", re.MULTILINE), "a rule"),
    (re.compile(r"^ *\|.*\| *$", re.MULTILINE), "a table"),
)
_ITALIC = (re.compile(r"(?<![\w*\\])\*(?![\s*])[^*\n]+(?<![\s*])\*(?![\w*])"), "*italic*")

_EVERYWHERE = [
    (re.compile(r"\.\.\."), "three dots instead of an ellipsis", "write …"),
    (re.compile(r"(?<=\w)'(?=\w)"), "a straight apostrophe", "write ’"),
    (re.compile(r'"'), "a straight quote", ""),
    (re.compile(r"(?<! ) {2,}(?! )"), "two spaces in a row", "write one"),
    (re.compile(r"\n\Z"), "a line break at the end", 'delete it; in YAML, write "|-" instead of "|"'),
    (re.compile(r"[^\S\n]\Z|\A\s"), "a space at the beginning or the end", "delete it"),
]


RENAMED = "but this term is now"


class Term(Struct, frozen=True, dict=True):
    """A glossary term: its forms in each language, the word itself first, and the words to avoid for it.

    `*` at the end is any ending. A term that is not enforced only avoids words.
    """

    forms: Mapping[str, tuple[str, ...]]
    avoid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    enforced: bool = True
    renamed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # by language: each form that the term had before, and the new form in its place; empty if it has none
    id: str = ""

    @cached_property
    def folded(self) -> Mapping[str, tuple[str, ...]]:
        """The forms in lower case."""
        return {lang: tuple(form.casefold() for form in forms) for lang, forms in self.forms.items()}

    def found(self, lang: str, text: str) -> str:
        """Return the form of the term that a text uses, or nothing. Capital letters do not matter, whole words do.

        >>> Term({"en": ("vine", "vines")}).found("en", "Two Vines meet.")
        'vines'
        >>> Term({"hu": ("mező", "mező*")}).found("hu", "Tedd a mezőre.")
        'mező*'
        """
        return self.found_folded(lang, text.casefold())

    def found_folded(self, lang: str, text: str) -> str:
        """Do the same in a text that is in small letters already."""
        for form, folded in zip(self.forms[lang], self.folded[lang], strict=True):
            if _has_word(text, folded):
                return form
        return ""

    def without(self, lang: str, text: str) -> str:
        """Return a text with the term cut out, so that "vine" is not found in "vine card"."""
        folded = text.casefold()
        for form in sorted(self.forms[lang], key=len, reverse=True):
            folded = folded.replace(form.casefold().removesuffix("*"), "\0")
        return folded

    def avoided(self, lang: str, folded: str) -> str:
        """Return the word that a text without capital letters should not use for the term, or nothing."""
        return next((word for word in self.avoid.get(lang, ()) if _has_word(folded, word.casefold())), "")


def _has_word(text: str, form: str) -> bool:
    """Return whether a word (or, with `*`, a word that begins so) is in a text."""
    word = form.removesuffix("*")
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        begins = at == 0 or not text[at - 1].isalnum()
        if begins and (word != form or end == len(text) or not text[end].isalnum()):
            return True
        at = text.find(word, at + 1)
    return False


def terms_from_glossary(
    glossary: Iterable[Mapping[str, Any]], source: str, before: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
) -> list[Term]:
    """Return the enforced terms that have a word in the source language, the longest word first.

    "vine card" is looked for before "vine". `before` has the terms by id as they were when the texts were written.
    """
    terms = [
        Term(
            {lang: _forms(word) for lang, word in entry.items() if isinstance(word, Mapping)},
            {lang: tuple(word.get("avoid", ())) for lang, word in entry.items() if isinstance(word, Mapping)},
            entry.get("enforce", True),
            _renamed(entry, before.get(str(entry.get("id")), {})),
            str(entry.get("id", "")),
        )
        for entry in glossary
        if source in entry
    ]
    return sorted(terms, key=lambda term: -len(term.forms[source][0]))


def _renamed(entry: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return the forms that a term has lost with another word, by language.

    >>> _renamed({"en": {"term": "fort", "plural": "forts"}}, {"en": {"term": "castle", "plural": "castles"}})
    {'en': {'castle': 'fort', 'castles': 'forts'}}
    """
    found = {}
    for lang, word in entry.items():
        old = before.get(lang, word)
        if isinstance(word, Mapping) and isinstance(old, Mapping) and old["term"] != word["term"]:
            new = {old[name]: word.get(name, "") for name in ("plural", "term") if name in old}
            kept = {form.casefold() for form in _forms(word)}
            lost = {form: new.get(form, "") for form in _forms(old) if form.casefold() not in kept}
            found[lang] = dict(sorted(lost.items(), key=lambda pair: "*" in pair[0]))
    return found


def _forms(word: Mapping[str, Any]) -> tuple[str, ...]:
    return (word["term"], *([word["plural"]] if "plural" in word else []), *word.get("forms", []))


def missing_text(lang: str, source: str, what: str = "text", path: DataPath = (), hint: str = "") -> Finding:
    """Return the finding about a text that a language lacks.

    It is an error in the source, and a note in a translation, which is printed in the source language until it is
    there.
    """
    hint = hint or f"add a line {lang}: …"
    if lang == source:
        return Finding("I18N-MISSING", path, f'the {what} is missing in "{lang}"', hint, lang=lang, missing=lang)
    return untranslated(f'the {what} is not translated into "{lang}"', hint, lang, path)


def untranslated(message: str, hint: str, lang: str, path: DataPath = ()) -> Finding:
    """Return the finding about something that is not translated yet."""
    return Finding("I18N-MISSING", path, message, hint, Severity.INFO, lang=lang)


def text_findings(text: Mapping[str, Any], languages: Sequence[str], terms: Sequence[Term]) -> Iterator[Finding]:
    """Yield everything about one localized text; paths are relative to it. The first language is the source.

    That a translation does not exist yet is reported for all texts at once (`workspace/translations.py`).

    >>> [finding.code for finding in text_findings({"de": "", "fr": "Soleil"}, ["en", "de", "fr"], [])]
    ['I18N-MISSING', 'I18N-EMPTY']
    """
    unknown = [lang for lang in text if lang not in languages and lang != "same"]
    # A language whose key is misspelt is not reported as missing too.
    misspelt = {nearest(lang, (known for known in languages if known not in text)) for lang in unknown}
    for lang in languages:
        if lang in text:
            yield from _language_findings(text, lang, languages[0])
        elif lang == languages[0] and lang not in misspelt:
            yield missing_text(lang, lang)
    yield from _same_findings(text, languages)
    for lang in unknown:
        meant_another = nearest(lang, (known for known in languages if known not in text)) is not None
        yield _not_a_language((lang,), lang, languages, is_code=lang in ISO_CODES and not meant_another)
    yield from terms_used(text, languages, terms)
    yield from _words_avoided(text, languages, terms)
    yield from words_renamed(text, languages, terms)
    yield from number_findings(text, languages)
    if not any(unclosed(str(text.get(lang, ""))) for lang in languages):  # else that is the cause
        yield from _icon_findings(text, languages)
    for lang in languages:
        if text.get(lang, "").strip():
            yield from _typography(lang, text[lang])
            if lang == languages[0] or text[lang] != text.get(languages[0]):
                yield from _markup(lang, text[lang])
            yield from _foreign(lang, text[lang])


def _language_findings(text: Mapping[str, Any], lang: str, source: str) -> Iterator[Finding]:
    """I18N-EMPTY and I18N-SAME for one language of a text."""
    if not text[lang].strip():
        yield Finding("I18N-EMPTY", (lang,), f'the text in "{lang}" is empty', "write it, or delete the key")
    elif lang != source and text[lang] == text.get(source) and lang not in text.get("same", []):
        message = f'"{lang}" is the same as "{source}": {quoted(text[lang])}'
        hint = f"translate it; if that is intended, add same: [{lang}]"
        yield Finding("I18N-SAME", (lang,), message, hint, Severity.WARNING)
    elif other := _copied_from(text, lang, source):
        message = f'"{lang}" is the same as "{other}": {quoted(text[lang])}'
        yield Finding("I18N-SAME", (lang,), message, "translate it", Severity.WARNING)


def _copied_from(text: Mapping[str, Any], lang: str, source: str) -> str:
    """Return the earlier translation that a text of several words repeats: two languages may share a single word."""
    if text.get(source) in (None, text[lang]) or " " not in text[lang].strip():  # without a source, that is the problem
        return ""
    return next((other for other in takewhile(lambda other: other != lang, text) if text[other] == text[lang]), "")


def _same_findings(text: Mapping[str, Any], languages: Sequence[str]) -> Iterator[Finding]:
    """I18N-LANGUAGE and I18N-SAME for the languages that are marked as the same as the source."""
    source = languages[0]
    for index, lang in enumerate(text.get("same", [])):
        if lang not in languages:
            yield _not_a_language(("same", index), lang, languages, is_code=lang in ISO_CODES)
        elif lang in text and text[lang] != text.get(source, text[lang]):
            message = f'"{lang}" is marked as the same as "{source}", but differs: {quoted(text[lang])}'
            yield Finding("I18N-SAME", ("same", index), message, f"take {lang} out of same", Severity.WARNING)


def _not_a_language(path: DataPath, lang: str, languages: Sequence[str], *, is_code: bool) -> Finding:
    """Return I18N-LANGUAGE: a note for a language that the game leaves out, a warning for what is no language."""
    message = f"{quoted(lang)} is not a language of this game"
    severity = Severity.INFO if is_code else Severity.WARNING
    return Finding("I18N-LANGUAGE", path, message, suggest(lang, languages), severity, at_key=path == (lang,))


def term_findings(entry: Mapping[str, Any], languages: Sequence[str]) -> Iterator[Finding]:
    """I18N-MISSING: a term of the glossary has a word in the source language."""
    if languages[0] not in entry:
        yield missing_text(languages[0], languages[0], "term")


def terms_used(text: Mapping[str, Any], languages: Sequence[str], terms: Sequence[Term]) -> Iterator[Finding]:
    """I18N-TERM: where the source uses a term, each translation uses the term's translation."""
    source, *translations = languages
    rest = text.get(source, "").casefold() if translations else ""
    if rest and terms and not budget.spend("terms", len(terms) * (1 + len(rest) // 500)):
        run = budget.current()
        if run is None or run.first_over("terms"):
            yield Finding("YAML-LIMIT", (source,), budget.over("terms"), budget.raising("terms"), limit="terms")
        return
    for term in terms if rest else ():
        if not term.enforced:
            continue
        found = term.found_folded(source, rest)
        if not found:
            continue
        rest = term.without(source, rest)
        for lang in translations:
            if text.get(lang) and lang in term.forms and not term.found(lang, text[lang]):
                said = found.removesuffix("*")
                message = f'"{lang}" does not use the word for {quoted(said)}: {quoted(term.forms[lang][0])}'
                hint = "use the glossary's word, or add the form you need to the glossary"
                yield Finding("I18N-TERM", (lang,), message, hint, Severity.WARNING)


def _words_avoided(text: Mapping[str, Any], languages: Sequence[str], terms: Sequence[Term]) -> Iterator[Finding]:
    """I18N-TERM: no language uses a word that the glossary avoids: one thing or action has one word."""
    for lang in languages:
        folded = str(text.get(lang, "")).casefold()
        for term in terms if folded else ():
            if word := term.avoided(lang, folded):
                said, better = quoted(word.removesuffix("*")), quoted(term.forms[lang][0])
                hint = "use the glossary's word, or take this one out of avoid in the glossary"
                yield Finding("I18N-TERM", (lang,), f'"{lang}" says {said} instead of {better}', hint, Severity.WARNING)


def words_renamed(text: Mapping[str, Any], languages: Sequence[str], terms: Sequence[Term]) -> Iterator[Finding]:
    """I18N-TERM: no text has the former word for a term; where another term contains it, that one is meant."""
    for term in (term for term in terms if term.renamed):
        for lang in (lang for lang in languages if lang in term.renamed and text.get(lang)):
            folded = str(text[lang]).casefold()
            for old, new in term.renamed[lang].items():
                word = old.casefold()
                others = [one for one in terms if any(word.rstrip("*") in form for form in one.folded.get(lang, ()))]
                rest = folded
                for other in others if _has_word(folded, word) else ():
                    rest = other.without(lang, rest)
                if _has_word(rest, word):
                    now = quoted(term.forms[lang][0])
                    message = f'"{lang}" says {quoted(old.removesuffix("*"))}, {RENAMED} {now}'
                    hint = f'did you mean "{new}"?' if new else "use a form of the new word"
                    yield Finding("I18N-TERM", (lang,), message, hint, Severity.WARNING)
                    break


def in_pack(finding: Finding) -> Finding:
    """Return a finding about a text of a pack, whose author does not write the game's glossary."""
    if finding.code != "I18N-TERM":
        return finding
    advice = "end the line with the comment # cloudy-pnp: ignore I18N-TERM"
    return replace(finding, hint=f"use the glossary's word, or {advice}")


_UNCLOSED = re.compile(r"\{\{|\{(?![^{}\n]*\})|\[(?![^\[\]\n]*\])")


def unclosed(text: str) -> str:
    """Return a text from its first bracket that is not closed; empty without one. `{{` is a brace that is printed.

    >>> unclosed("Pay {coin} or {sun, and draw"), unclosed("Pay [coin {{")
    ('{sun, and draw', '[coin {{')
    """
    return next((text[match.start() :] for match in _UNCLOSED.finditer(text) if match[0] != "{{"), "")


def unclosed_finding(code: str, path: DataPath, text: str) -> Iterator[Finding]:
    """Report a bracket that is not closed, at its place."""
    if rest := unclosed(text):
        sign, before = rest[0], text[: len(text) - len(rest)]
        message = f"{quoted(sign)} is not closed: {quoted(rest, 30)}"
        hint = f"write {'}' if sign == '{' else ']'} after the name of the icon or field"
        yield Finding(code, path, message, hint, sign=sign, signs=before.count(sign))


def _markup(lang: str, text: str) -> Iterator[Finding]:
    """I18N-MARKUP: yield markup that card texts don't have."""
    yield from unclosed_finding("I18N-MARKUP", (lang,), text)
    for pattern, name in (*UNKNOWN_MARKUP, _ITALIC):
        if match := pattern.search(text):
            hint = "texts of cards know **bold**, [icon] and line breaks"
            message = f"{name} is printed as it is: {quoted(match.group())}"
            yield Finding("I18N-MARKUP", (lang,), message, hint, Severity.WARNING)


def _differs(lang: str, message: str) -> Finding:
    return Finding("I18N-DIFFERS", (lang,), message, "correct one of them", Severity.WARNING)


def number_findings(text: Mapping[str, Any], languages: Sequence[str]) -> Iterator[Finding]:
    """I18N-DIFFERS: where source and translation state as many numbers, require the same ones."""
    source, *translations = languages
    if not counts(source) or not text.get(source):
        return
    expected = numbers_in(text[source], source)
    for lang in translations:
        numbers = numbers_in(text.get(lang, ""), lang) if counts(lang) else expected
        if numbers != expected and numbers.total() == expected.total():
            message = f'"{lang}" says {_listed(numbers - expected)}, but "{source}" says {_listed(expected - numbers)}'
            yield _differs(lang, message)


_ICON = re.compile(r"[\[{]([a-z0-9-]++(?::[0-9]++)?)(?::[^\s\[\]{}:*]{1,6}+)?[\]}](?!\()")  # no link


def icons_in(text: str) -> set[str]:
    """Return the names of the icons in a text, with a number printed on them.

    >>> sorted(icons_in("Pay {coin:3} or [sun]."))
    ['coin:3', 'sun']
    """
    return set(_ICON.findall(text))


def _icon_findings(text: Mapping[str, Any], languages: Sequence[str]) -> Iterator[Finding]:
    """I18N-DIFFERS: require the icons of the source in every translation, as often as its grammar needs them."""
    source, *translations = languages
    expected = icons_in(text.get(source, ""))
    for lang in translations if text.get(source) else ():
        icons = icons_in(text[lang]) if text.get(lang) else expected
        for word, names in (("lacks", expected - icons), ("adds", icons - expected)):
            if names:
                listed = ", ".join(quoted(name) for name in sorted(names))
                message = f'"{lang}" {word} the icon {listed}, compared with "{source}"'
                yield _differs(lang, message)


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers))


def _foreign(lang: str, text: str) -> Iterator[Finding]:
    other = language_of(text) if habits_of(lang).common else ""
    if other and other != lang:
        message = f'the text in "{lang}" seems to be written in "{other}"'
        yield Finding("I18N-FOREIGN", (lang,), message, "translate it", Severity.WARNING)


def _repeated(text: str, habits: Habits) -> str:
    """Return a word that is written twice in a row; empty without one."""
    words = text.split()
    return next(
        (word for word, after in pairwise(words) if word == after and word.isalpha() and word not in habits.may_repeat),
        "",
    )


def _typography(lang: str, text: str) -> Iterator[Finding]:
    habits = habits_of(lang)
    for pattern, what, hint in [*_EVERYWHERE, *habits.rules]:
        match = pattern.search(text)
        if match:
            around = text[max(0, match.start() - 10) : match.end() + 10]
            message = f"{what}: {quoted(around)}"
            yield Finding(
                "I18N-TYPOGRAPHY", (lang,), message, hint or f"write {'…'.join(habits.marks)}", Severity.WARNING
            )
    if word := _repeated(text, habits):
        message = f"the word {quoted(word)} twice in a row"
        yield Finding("I18N-TYPOGRAPHY", (lang,), message, "delete one", Severity.WARNING)
    if text.count("**") % 2:
        message, hint = "** begins bold text that does not end", "write ** after its last word"
        yield Finding("I18N-TYPOGRAPHY", (lang,), message, hint, Severity.WARNING)


def texts_at(value: Any, pattern: Sequence[str], path: DataPath = ()) -> Iterator[tuple[DataPath, Mapping[str, Any]]]:
    """Yield the localised texts of an entry at a path in which `*` is any index or key."""
    if not pattern:
        if isinstance(value, Mapping):
            yield path, value
        return
    step, rest = pattern[0], pattern[1:]
    if step == "*":
        items: Iterable[tuple[str | int, Any]] = (
            value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, item in items:
            yield from texts_at(item, rest, (*path, key))
    elif isinstance(value, Mapping) and step in value:
        yield from texts_at(value[step], rest, (*path, step))
