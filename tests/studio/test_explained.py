"""What schemas explain is explained in four languages: forms, completion and the line below the editor show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from cloudy_pnp.data.entries import EntryReader
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.games import registry
from cloudy_pnp.games.data_game.definition import Definition, Field, KindOf
from cloudy_pnp.games.data_game.schemas import schemas_of
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import COMMON_KINDS, TEMPLATE_KINDS
from studio.test_words import STATIC, table

Texts = dict[str, set[str]]  # "titles" and "explanations"
GAMES = sorted(registry.game_ids())
NEEDLESS = re.compile(r"\[\w+\]|[A-Z]+-\d|English|Deutsch|Français|Magyar")  # a default, a rule, a language
_CODE = re.compile(
    r"`[^`]+`|\{(?:[^{}]|\{[^{}]*\})*\}|\[[\w.]+\]|\[[\d., ]+\]|[A-Z]{3,}-\d+|#\w+|\"[^\"]+\"|\*\.[\w.]+|<\w+>|\w+\[0\]"
)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)+|(?:^|(?<=[;.] ))[a-z]+(?= ?:)")


def bundled(game: str) -> Iterator[Mapping[str, Any]]:
    """The schemas that the desk of a game asks for."""
    home = home_of(game)
    kinds = {**COMMON_KINDS, **TEMPLATE_KINDS, **{kind.name: kind for kind in home.game.data.kinds}}
    reader = EntryReader(kinds, home.schemas, home.game.data.schemas)
    yield from (reader.entry_schema(kind).bundled for kind in kinds)
    yield from (Schema.load(home.schemas, one.schema).bundled for one in home.game.scenarios.values())


def made() -> Iterator[Mapping[str, Any]]:
    """The schemas of a game of somebody's own, with fields of every type."""
    types = ("text", "words", "number", "yes-no", "picture", "colour", "reference", "list")
    fields = {one: Field(one, one) for one in types}
    fields |= {"choice": Field("choice", "choice", of="set"), "listed": Field("listed", "list", of="set")}
    definition = Definition("own", {"things": KindOf("things", fields)}, {"set": {"one": {}, "two": {}}})
    whole = schemas_of(definition)["things"]
    yield {**whole["properties"]["things"]["items"], "$defs": whole["$defs"]}


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
    """What some schemas say, made of a list or not."""
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
    """What reaches the page, by game; `common` is a game that somebody makes."""
    return {"common": said(made()), **{game: said(bundled(game)) for game in GAMES}}


@cache
def words(name: str, kind: str) -> dict[str, list[str]]:
    return table(f"explained-{name}.js", kind)


@cache
def vocabulary() -> set[str]:
    """Keys and values of all schemas: what stays as it is in every language."""
    found = [part for game in GAMES for schema in bundled(game) for part in parts(schema, schema, set())]
    keys = {key for part in found for key in part.get("properties", {})}
    return keys | {word for part in found for word in part.get("enum", ()) if isinstance(word, str)}


@pytest.mark.parametrize("kind", ["titles", "explanations"])
@pytest.mark.parametrize("game", ["common", *GAMES])
def test_everything_that_reaches_the_page_is_translated(game: str, kind: str) -> None:
    known = {
        *words("common", kind),
        *words(game, kind),
        *(table("form-words.js", "titles") if kind == "titles" else ()),
    }
    assert sorted(told()[game][kind] - known) == []


@pytest.mark.parametrize("kind", ["titles", "explanations"])
def test_no_translation_is_stale(kind: str) -> None:
    everywhere = set().union(*(texts[kind] for texts in told().values()))
    assert sorted(set(words("common", kind)) - everywhere) == []
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


def test_the_page_knows_the_games_that_have_words_of_their_own() -> None:
    listed = re.search(r"const GAMES = \[(.*?)\];", (STATIC / "explain.js").read_text("utf-8"))
    assert listed is not None
    there = {path.stem.removeprefix("explained-") for path in STATIC.glob("explained-*.js")}
    assert {*re.findall(r'"(.*?)"', listed[1]), "common"} == there
