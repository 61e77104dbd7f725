"""The texts of the studio's forms for a game, from its own files: `templates/<game>/studio/<lang>.yaml`.

Schemas are written in English. A game translates their titles and explanations, and gives words to its kinds of cards
and to values that can be chosen. The texts that all games share are in `templates/studio/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.data.entries import EntryReader, Kind, SourceFinding
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, parse_source, read_source
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n.habits import Habits, habits_of, using
from cloudy_pnp.i18n.messages import LocalText
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import CARD_ENDINGS, Home
from cloudy_pnp.workspace.loaded import COMMON_KINDS, TEMPLATE_KINDS, own_habits
from cloudy_pnp.workspace.report import Part

SECTIONS = ("kinds", "titles", "explanations", "choices", "texts")
_BY_KEY = ("kinds", "choices")  # sections whose keys are not texts
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_KIND = Kind("studio", single=True)
_LISTED = re.compile(r"^(One of:|A list of) .+\.$")  # made from the choices of a game file
_WORD = re.compile(r"[\w-]+")

Words = dict[str, dict[str, str]]  # by section, then by what is translated


def read_words(home: Home, lang: str) -> Words:
    """Return the texts of a game in a language of the studio; a later folder wins, and what is invalid is skipped."""
    words: Words = {section: {} for section in SECTIONS}
    for folder in home.studio_folders if _LANGUAGE.fullmatch(lang) else ():
        for section, texts in studio_file(folder / f"{lang}.yaml").items():
            words[section] |= texts
    spaced = _habits(home, [lang])[lang].well_spaced
    return {section: {key: spaced(text) for key, text in texts.items()} for section, texts in words.items()}


def studio_languages(home: Home) -> dict[str, str]:
    """Return the languages that the studio has words in, with their names: English, and each that has a file."""
    stems = [path.stem for folder in home.studio_folders if folder.is_dir() for path in sorted(folder.glob("*.yaml"))]
    codes = [stem for stem in dict.fromkeys(("en", *stems)) if _LANGUAGE.fullmatch(stem)]
    return {code: habits.name or code for code, habits in _habits(home, codes).items()}


def _habits(home: Home, languages: Sequence[str]) -> dict[str, Habits]:
    """Return the habits of languages in a project, read without its cards."""
    own = [
        entry.data for layer in own_habits(home, Files()) for kind in layer.entries.by_kind.values() for entry in kind
    ]
    with using(own):
        return {lang: habits_of(lang) for lang in languages}


def words_in(home: Home, wanted: Sequence[str]) -> dict[str, Any]:
    """Return the words in the first of some languages that the studio has, and the languages to choose from."""
    known = studio_languages(home)
    lang = next((lang for lang in wanted if lang in known), "en")
    return {"lang": lang, "languages": list(known.items()), **read_words(home, lang)}


def studio_file(path: Path) -> Words:
    """Return the texts in a file by section; what is invalid is skipped."""
    sources = Files().read([path], path.parent) if path.is_file() else []
    return _texts_in(sources[0].original) if sources else {}


@lru_cache(maxsize=32)
def _texts_in(content: str) -> Words:
    documents = parse_source(content.encode(), "studio").documents
    texts = documents[0].get(_KIND.name) if documents and isinstance(documents[0], dict) else None
    return {section: _plain(texts.get(section)) for section in SECTIONS} if isinstance(texts, dict) else {}


def _plain(texts: object) -> dict[str, str]:
    items = texts.items() if isinstance(texts, dict) else ()
    return {key: text for key, text in items if isinstance(key, str) and isinstance(text, str) and text}


def studio_texts(home: Home, lang: str) -> Iterator[LocalText]:
    """Yield every text of the studio for a translator, English and in a language: of its pages, and of the forms."""
    english, known = read_words(home, "en"), read_words(home, lang)
    seen: set[tuple[str, str]] = set()
    for folder in home.studio_folders:
        for code in (*studio_languages(home), "en"):
            path = folder / f"{code}.yaml"
            source = read_source(path, "/".join(path.parts[-3:])) if path.is_file() else SourceFile("")
            for section, texts in studio_file(path).items():
                for key in texts:
                    if (section, key) not in seen:
                        seen.add((section, key))
                        text = english[section].get(key, key)
                        name = f"{_KIND.name}/{section}" + ("" if text == key and section not in _BY_KEY else f"/{key}")
                        both = {"en": text, **({lang: known[section][key]} if key in known[section] else {})}
                        place = (_KIND.name, section, key)
                        yield LocalText(name, source, 0, place, both, is_recorded=False)


def with_studio_texts(path: Path, texts: Sequence[tuple[LocalText, str]]) -> str:
    """Return the file of a language with new translations."""
    words = {section: dict(known) for section, known in studio_file(path).items()}
    for text, translation in texts:
        _, section, key = text.path
        words.setdefault(str(section), {})[str(key)] = translation
    whole = {section: words[section] for section in SECTIONS if words.get(section)}
    return "\n".join(block_lines({_KIND.name: whole}, 0)) + "\n"


def check_words(home: Home, files: Files, paths: Sequence[Path] | None = None) -> Part:
    """Check the user's own texts of the studio, or some files of them.

    Without `paths` the report lists only files with problems: they are not card data.
    """
    folder, unreadable = home.own_studio, set(files.unreadable)
    inside = files.list(folder, CARD_ENDINGS) if paths is None and folder.is_dir() else paths or ()
    sources = files.read(inside, folder)
    valid, findings = [], list[SourceFinding]()
    for source in sources:
        name = Path(source.name)
        if _LANGUAGE.fullmatch(name.stem) and name.parent.name == folder.name and name.suffix == CARD_ENDINGS[0]:
            valid.append(source)
        else:
            message = "the studio does not read this file"
            hint = "name it after a language, such as de.yaml"
            findings.append((source, Finding("REF-SKIPPED", (), message, hint)))
    entries, wrong = EntryReader({_KIND.name: _KIND}, home.schemas).read(valid)
    findings += wrong
    if entries.of(_KIND.name):
        texts = schema_texts(home)
        for entry in entries.of(_KIND.name):
            findings += ((entry.source, finding.under(*entry.path)) for finding in _unused(entry.data, texts))
    named = {source.name for source, _ in findings}
    listed = tuple(source for source in sources if paths or source.problems or source.name in named)
    return Part(listed, tuple(findings), {}, tuple(line for line in files.unreadable if line not in unreadable))


def _unused(words: Mapping[str, Any], texts: Mapping[str, set[str]]) -> Iterator[Finding]:
    """I18N-UNUSED: a text whose source no schema has; perhaps the source has changed."""
    for section, known in texts.items():
        for text in words.get(section, {}):
            if text not in known:
                message = f"no schema of the game contains {quoted(text)}"
                hint = "copy the text of the schema exactly, or delete this line"
                yield Finding("I18N-UNUSED", (section, text), message, hint, Severity.WARNING, at_key=True)


def schema_texts(home: Home) -> dict[str, set[str]]:
    """Return what the schemas of a game say, by the section that translates it.

    Kinds are not included, because faces may be grouped by any word.
    """
    texts: dict[str, set[str]] = {section: set() for section in SECTIONS[1:]}
    for schema in game_schemas(home):
        _collect(schema, texts)
    for lang in studio_languages(home):  # what the studio itself says, and forms that all games share
        for section in SECTIONS[1:]:
            path = home.studio_folders[0] / f"{lang}.yaml"
            texts[section] |= studio_file(path).get(section, {}).keys()
    texts["explanations"] |= {_LISTED.sub(r"\1 {}.", text) for text in texts["explanations"]}
    return texts


def game_schemas(home: Home) -> Iterator[Mapping[str, Any]]:
    """Return every schema that a form or the editor may show: of cards, layouts and scenarios."""
    kinds = {**COMMON_KINDS, **TEMPLATE_KINDS, **{kind.name: kind for kind in home.game.data.kinds}}
    reader = EntryReader(kinds, home.schemas, home.game.data.schemas)
    yield from (reader.entry_schema(kind).bundled for kind in kinds)
    yield from (Schema.load(home.schemas, scenario.schema).bundled for scenario in home.game.scenarios.values())


def _collect(part: object, texts: Mapping[str, set[str]]) -> None:
    if isinstance(part, list):
        for item in part:
            _collect(item, texts)
    elif isinstance(part, Mapping):
        for key, value in part.items():
            _collect(value, texts)
            texts["titles"].add(key)  # a field without a title is called by its key
            match key, value:
                case "title", str():
                    texts["titles"].add(value)
                case "description", str():
                    texts["explanations"].add(value)
                case (("pattern" | "const"), str()):
                    texts["choices"].update(_WORD.findall(value))
                case "enum", list():
                    texts["choices"].update(str(word) for word in value)
