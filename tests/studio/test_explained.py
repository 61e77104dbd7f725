"""What schemas explain is explained in four languages: forms, completion and the line below the editor show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cloudy_pnp import api
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.entries import EntryReader
from cloudy_pnp.data.source import read_source
from cloudy_pnp.game import registry
from cloudy_pnp.game.data_game.definition import Definition, Field, KindOf
from cloudy_pnp.game.data_game.make import schemas_of
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import common_schemas, home_of
from cloudy_pnp.workspace.loaded import COMMON_KINDS, TEMPLATE_KINDS
from cloudy_pnp.workspace.starting import empty_game, write_project
from cloudy_pnp.workspace.studio_words import (
    SECTIONS,
    check_words,
    game_schemas,
    read_words,
    studio_languages,
    words_in,
)
from studio.game import Served

Texts = dict[str, set[str]]  # "titles" and "explanations"
GAMES = sorted(registry.game_ids())
NEEDLESS = re.compile(r"\[\w+\]|[A-Z]+-\d|English|Deutsch|Français|Magyar")  # a default, a rule, a language
_CODE = re.compile(
    r"`[^`]+`|\{(?:[^{}]|\{[^{}]*\})*\}|\[[\w.]+\]|\[[\d., ]+\]|[A-Z]{3,}-\d+|#\w+|\"[^\"]+\"|\*\.[\w.]+|<\w+>|\w+\[0\]"
)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)+|(?:^|(?<=[;.] ))[a-z]+(?= ?:)")


def bundled(game: str) -> Iterator[Mapping[str, Any]]:
    """The schemas that the desk of a game asks for."""
    yield from game_schemas(home_of(game))


def made() -> Iterator[Mapping[str, Any]]:
    """The schemas of a user's own game, with fields of every type, and those that all games share."""
    kinds = {**COMMON_KINDS, **TEMPLATE_KINDS}
    reader = EntryReader(kinds, (common_schemas(),))
    yield from (reader.entry_schema(kind).bundled for kind in kinds)
    types = ("text", "words", "number", "yes-no", "picture", "colour", "reference", "list")
    fields = {one: Field(one, one) for one in types}
    fields |= {"choice": Field("choice", "choice", of="set"), "listed": Field("listed", "list", of="set")}
    definition = Definition("own", {"things": KindOf("things", fields)}, {"set": {"one": {}, "two": {}}})
    whole = schemas_of(definition)
    yield {**whole["game"]["properties"]["game"], "$defs": whole["game"]["$defs"]}
    yield {**whole["things"]["properties"]["things"]["items"], "$defs": whole["things"]["$defs"]}


def parts(part: Any, root: Mapping[str, Any], seen: set[str]) -> Iterator[Mapping[str, Any]]:
    """Every part of a schema that a path leads to; what stands beside a reference wins, as on the page."""
    if not isinstance(part, Mapping):
        return
    while "$ref" in part:
        named = root["$defs"][part["$ref"].rsplit("/", 1)[1]]
        part = {**named, **{key: value for key, value in part.items() if key != "$ref"}}
    if (mark := repr(part)) in seen:
        return
    seen.add(mark)
    yield part
    inside = [*part.get("anyOf", ()), *part.get("oneOf", ()), *part.get("prefixItems", ())]
    inside += [part.get("items"), part.get("additionalProperties")]
    inside += [*part.get("properties", {}).values(), *part.get("patternProperties", {}).values()]
    for one in inside:
        yield from parts(one, root, seen)


def said(schemas: Iterator[Mapping[str, Any]]) -> Texts:
    """Return what some schemas say, made of a list or not."""
    found = [part for schema in schemas for part in parts(schema, schema, set())]
    texts = {
        kind: {
            re.sub(r"^(One of:|A list of) (?!texts|steps)(.+)\.$", r"\1 {}.", part[key])
            for part in found
            if key in part
        }
        for kind, key in (("titles", "title"), ("explanations", "description"))
    }
    return {kind: {text for text in some if not NEEDLESS.fullmatch(text)} for kind, some in texts.items()}


@cache
def told() -> dict[str, Texts]:
    """Return what reaches the page, by game; `common` is a game that somebody makes."""
    return {"common": said(made()), **{game: said(bundled(game)) for game in GAMES}}


@cache
def words(name: str, section: str) -> dict[str, list[str]]:
    """A section of the files of a game, or of those that all games share, in the three other languages."""
    folder = (
        shipped_root() / "templates/studio" if name == "common" else home_of(name).shipped / f"templates/{name}/studio"
    )
    files = {lang: read_source(folder / f"{lang}.yaml", lang).documents[0]["studio"] for lang in ("de", "fr", "hu")}
    german, french, hungarian = (texts.get(section, {}) for texts in files.values())
    assert list(german) == list(french) == list(hungarian), (name, section)
    return {key: [german[key], french[key], hungarian[key]] for key in german}


@cache
def vocabulary() -> set[str]:
    """Keys and values of all schemas: what stays as it is in every language."""
    found = [part for game in GAMES for schema in bundled(game) for part in parts(schema, schema, set())]
    keys = {key for part in found for key in part.get("properties", {})}
    return keys | {word for part in found for word in part.get("enum", ()) if isinstance(word, str)}


@pytest.mark.parametrize("kind", ["titles", "explanations"])
@pytest.mark.parametrize("game", ["common", *GAMES])
def test_everything_that_reaches_the_page_is_translated(game: str, kind: str) -> None:
    known = {*words("common", kind), *(words(game, kind) if game != "common" else ())}
    assert sorted(told()[game][kind] - known) == []


@pytest.mark.parametrize("kind", ["titles", "explanations"])
def test_no_translation_is_stale(kind: str) -> None:
    shared = {text for text in words("common", kind) if kind == "explanations" or not text.islower()}  # or it is a key
    assert sorted(shared - told()["common"][kind]) == []
    for game in GAMES:
        assert sorted(set(words(game, kind)) - told()[game][kind]) == [], game


@pytest.mark.parametrize("kind", ["titles", "explanations"])
@pytest.mark.parametrize("name", ["common", *GAMES])
def test_code_is_the_same_in_every_language(name: str, kind: str) -> None:
    def code(text: str) -> set[str]:
        return {*_CODE.findall(text), *(set(_WORD.findall(text)) & vocabulary())}

    for english, texts in words(name, kind).items():
        assert len(texts) == 3, english
        assert all(text.strip() for text in texts), english
        for text in texts:
            assert code(text) == code(english), text


@pytest.mark.parametrize("name", ["common", *GAMES])
def test_texts_are_written_as_they_should_be(name: str) -> None:
    for texts in (*words(name, "titles").values(), *words(name, "explanations").values()):
        german, french, hungarian = (_CODE.sub("", text) for text in texts)
        assert not re.search(r"[^\s][!?;:](\s|$)", re.sub(r"from: game", "", french)), french
        assert "'" not in re.sub(r"'[-*]'", "", german + french + hungarian), texts
        assert not re.search(r"[õûÕÛ]", hungarian), hungarian


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_has_words_in_every_language_or_in_none(game: str) -> None:
    home = home_of(game)
    german, *others = (read_words(home, lang)["choices"] for lang in ("en", "de", "fr", "hu"))
    assert all(set(texts) == set(german) for texts in others)


@pytest.mark.parametrize("game", GAMES)
def test_a_kind_of_card_has_a_name(game: str) -> None:
    home = home_of(game)
    if home.game.described_in is None:  # else its author names them in game.yaml
        named = read_words(home, "hu")["kinds"]
        assert [kind.name for kind in home.game.data.kinds if kind.name not in named] == []


def test_the_page_has_the_languages_that_files_are_named_after(own: Path) -> None:
    home = home_of("tides", own)
    assert studio_languages(home) == {"en": "English", "de": "Deutsch", "fr": "Français", "hu": "Magyar"}
    write(own, "studio:\n  texts: {Cards: Kaarten}\n", "nl.yaml")
    words = words_in(home, ["xx", "nl", "en"])
    assert (words["lang"], words["texts"]["Cards"]) == ("nl", "Kaarten")
    assert ("nl", "Nederlands") in words["languages"]
    assert words_in(home, ["../de", ""])["lang"] == "en"
    assert problems(own) == []


# --- a game that is not ours ---------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A project with a game that is only data."""
    write_project(tmp_path, empty_game("tides"))
    (tmp_path / "templates/tides/studio").mkdir(parents=True)
    return tmp_path


def write(root: Path, text: str, name: str = "de.yaml") -> None:
    (root / "templates/tides/studio" / name).write_text(text, "utf-8")


def problems(root: Path, *paths: Path) -> list[tuple[str, str, int, str]]:
    report = api.check(root, "tides", paths)
    return [(each.severity, each.code, each.line, Path(each.file).name) for each in report.problems]


def test_a_game_without_python_explains_itself(own: Path) -> None:
    write(own, "studio:\n  kinds: {cards: Gezeitenkarten}\n  titles: {Id: Kennung}\n")
    words = read_words(home_of("tides", own), "de")
    assert words["kinds"]["cards"] == "Gezeitenkarten"
    assert words["titles"]["Id"] == "Kennung"  # its own word wins
    assert words["titles"]["Languages"] == "Sprachen"  # shared by all games
    assert read_words(home_of("tides", own), "fr")["kinds"]["cards"] == "cartes"
    assert read_words(home_of("tides", own), "../de") == {section: {} for section in SECTIONS}
    assert problems(own) == []
    assert problems(own, own / "templates/tides/studio/de.yaml") == []


def test_wrong_texts_are_problems_and_the_rest_is_shown(own: Path) -> None:
    write(own, "studio:\n  titles:\n    Id: [1]\n    Languages: Zungen\n  choices: no\n  colours: {a: b}\n")
    found = [("error", "SCHEMA-TYPE", 3), ("error", "SCHEMA-TYPE", 5), ("error", "SCHEMA-KEY", 6)]
    assert problems(own) == [(*each, "de.yaml") for each in found]
    assert problems(own, own / "templates/tides/studio/de.yaml") == problems(own)
    assert read_words(home_of("tides", own), "de")["titles"]["Languages"] == "Zungen"
    assert read_words(home_of("tides", own), "de")["titles"]["Id"] == "Id"
    write(own, "studio: [\n")
    assert [each[1] for each in problems(own)] == ["YAML-SYNTAX"]
    assert read_words(home_of("tides", own), "de")["titles"]["Languages"] == "Sprachen"


def test_a_text_that_no_schema_says_is_a_warning(own: Path) -> None:
    write(own, "studio:\n  explanations:\n    Nothing says this.: Das sagt niemand.\n")
    assert problems(own) == [("warning", "I18N-UNUSED", 3, "de.yaml")]


def test_a_file_that_is_not_named_after_a_language_is_reported(own: Path) -> None:
    write(own, "studio: {titles: {Id: Id}}\n", "italian.yaml")
    assert problems(own) == [("error", "REF-SKIPPED", 1, "italian.yaml")]


def test_a_file_that_links_outside_the_project_is_not_read(own: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.yaml"
    secret.write_text("studio: {titles: {Id: geheim}}\n")
    (own / "templates/tides/studio/de.yaml").symlink_to(secret)
    assert read_words(home_of("tides", own), "de")["titles"]["Id"] == "Id"
    assert [each[1] for each in problems(own)] == ["REF-LINK"]


def test_texts_of_the_studio_are_no_files_of_cards(own: Path) -> None:
    before = api.check(own, "tides").files
    write(own, "studio: {titles: {Id: Kennung}}\n")
    assert api.check(own, "tides").files == before
    assert check_words(home_of("tides", own), Files()).sources == ()


def test_the_server_gives_a_page_the_words_of_its_game(running: Served) -> None:
    status, words = running.call("GET", "/api/words?lang=hu")
    assert status == 200
    assert words["kinds"]["vines"] == "útvonalak"
    assert words["titles"]["Effect"] == "Hatás"
    assert words["choices"]["drawn"] == "a húzott kártyák"
    status, words = running.call("GET", "/api/words?lang=..%2Fhu")
    assert (status, words["lang"]) == (200, "en")
