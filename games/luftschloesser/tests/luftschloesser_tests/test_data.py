"""AIR-4, AIR-5 and the rest: the shipped data is the game of the rules, and what is wrong with other data is found."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
import yaml
from luftschloesser_tests.box import CARDS, REALM, SCHEMA, shipped
from luftschloesser_tests.example import example_realm

from cloudy_pnp.data.entries import Entries, Entry
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile
from luftschloesser.checks.data import check, data_findings
from luftschloesser.codes import CODES, FOR_PLAYERS

LANGUAGES = ("en", "de", "fr", "hu")


def validator(name: str) -> Any:
    """A schema of the game, with what it refers to."""
    bundled = Schema.load((SCHEMA / "luftschloesser", SCHEMA / "common"), name).bundled
    return jsonschema.Draft202012Validator(bundled)


def test_air_4_the_shipped_data_is_the_game_of_the_rules() -> None:
    assert data_findings(shipped()) == []
    assert example_realm() == REALM
    assert len(REALM.deck()) == 65


def test_air_1_the_board_has_sixteen_fields_row_by_row() -> None:
    assert [REALM.board.place(field) for field in (1, 4, 5, 16)] == [(0, 0), (0, 3), (1, 0), (3, 3)]
    assert len(REALM.board.fields) == 16


def test_air_2_air_3_the_pieces() -> None:
    board = REALM.board
    assert (board.clouds, board.clouds_per_field, board.beings, board.castles) == (20, 3, 6, 4)


def test_air_3_each_colour_has_its_own_shape() -> None:
    assert len({entry["shape"] for entry in shipped()["colours"]}) == 4


@pytest.mark.parametrize(
    ("name", "twice", "thrice"),
    [
        ("printed", (1, 4, 6, 7, 10, 11, 13, 16), ()),
        ("edges", (2, 3, 5, 8, 9, 12, 14, 15), ()),
        ("middle", (), (6, 7, 10, 11)),
    ],
)
def test_air_5_the_distributions_are_what_they_say(name: str, twice: tuple[int, ...], thrice: tuple[int, ...]) -> None:
    suns = Counter(REALM.weather["sun"].fields_of(name))
    assert {field for field, count in suns.items() if count == 2} == set(twice)
    assert {field for field, count in suns.items() if count == 3} == set(thrice)
    assert set(suns) == set(range(1, 17))
    assert suns.total() == 24
    assert len(REALM.deck(name)) == 65
    assert Counter(REALM.weather["rain"].fields_of(name)) == Counter(range(1, 17))


@pytest.mark.parametrize("path", sorted(CARDS.glob("*.yaml")), ids=lambda path: path.stem)
def test_data_files_pass_their_schemas(path: Any) -> None:
    assert not list(validator(path.stem).iter_errors(yaml.safe_load(path.read_text("utf-8"))))


def localized(part: Any) -> Any:
    """Every localised text of a document."""
    if isinstance(part, dict):
        if "en" in part:
            yield part
        for value in part.values():
            yield from localized(value)
    elif isinstance(part, list):
        for value in part:
            yield from localized(value)


FILES = sorted(path for path in CARDS.rglob("*.yaml") if path.name != "glossary.yaml")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_texts_are_there_in_four_languages_with_native_typography(path: Any) -> None:
    for document in yaml.safe_load_all(path.read_text("utf-8")):
        for text in localized(document):
            assert set(text) - {"same"} == set(LANGUAGES), text
            assert len({text[lang] for lang in LANGUAGES}) == 4 - len(text.get("same", ())), text
            assert not any(mark in text[lang] for lang in LANGUAGES for mark in ("'", '"')), text
            french = text["fr"]
            for mark, space in ((":", "\u00a0"), (";", "\u202f"), ("!", "\u202f"), ("?", "\u202f")):
                assert all(french[at - 1] == space for at, char in enumerate(french) if char == mark), french


# --- wrong data --------------------------------------------------------------------------------------------


def codes(change: Callable[[dict[str, Any]], None]) -> list[tuple[str, str, tuple[str | int, ...]]]:
    """Return what is found after a change: kind, code, path."""
    data: dict[str, Any] = copy.deepcopy(dict(shipped()))
    change(data)
    return [(kind, finding.code, (index, *finding.path)) for kind, index, finding in data_findings(data)]


def test_air_4_another_number_of_cards_is_told() -> None:
    assert codes(lambda data: data["weather"][4].update(count=7)) == [("weather", "AIR-4", (7, "count"))]


def test_air_4_a_kind_without_cards_is_told() -> None:
    located = codes(lambda data: data["weather"][5].update(count=0))
    assert ("weather", "AIR-4", (5, "count")) in located


def test_air_5_as_many_cards_as_fields() -> None:
    assert codes(lambda data: data["weather"][1].update(count=15)) == [("weather", "AIR-5", (1, "count"))]
    located = codes(lambda data: data["weather"][0]["distributions"]["edges"].pop())
    assert located == [("weather", "AIR-5", (0, "distributions", "edges"))]


def test_air_5_a_storm_has_no_field() -> None:
    located = codes(lambda data: data["weather"][4].update(fields=[1, 2, 3, 4, 5, 6]))
    assert located == [("weather", "AIR-5", (4, "fields"))]


def test_air_5_distributions_need_fields() -> None:
    located = codes(lambda data: data["weather"][0].pop("fields"))
    assert located == [("weather", "AIR-5", (0, "distributions"))]


def test_air_1_fields_are_on_the_board() -> None:
    located = codes(lambda data: data["weather"][1]["fields"].__setitem__(3, 17))
    assert located == [("weather", "AIR-1", (1, "fields", 3))]
    smaller = codes(lambda data: data["board"][0].update(rows=3))
    assert {code for _, code, _ in smaller} == {"AIR-1"}
    assert len(smaller) > 10


def test_air_4_rain_that_no_cloud_can_reach_is_dead() -> None:
    def only_one_sun(data: dict[str, Any]) -> None:
        del data["weather"][0]["distributions"]
        data["weather"][0].update(count=24, fields=[6] * 24)
        del data["weather"][4]  # no storm
        del data["weather"][2]  # no sun joker

    dead = [path for _, code, path in codes(only_one_sun) if code == "AIR-4" and "fields" in path]
    assert len(dead) == 15


def test_air_4_no_sun_no_game() -> None:
    def no_sun(data: dict[str, Any]) -> None:
        data["weather"] = [entry for entry in data["weather"] if entry["does"] != "sun"]

    assert ("weather", "AIR-4", (5,)) in codes(no_sun)


def test_turn_5_too_few_cards() -> None:
    def few(data: dict[str, Any]) -> None:
        data["weather"] = [
            entry for entry in data["weather"] if entry["id"] in ("sun-joker", "rain-joker", "new-hands")
        ]
        data["weather"][0]["count"] = 9

    assert [code for _, code, _ in codes(few)] == ["AIR-4", "TURN-5"]

    def enough(data: dict[str, Any]) -> None:
        few(data)
        data["weather"][0]["count"] = 10

    assert [code for _, code, _ in codes(enough)] == ["AIR-4"]


def test_set_1_four_colours_told_apart() -> None:
    assert codes(lambda data: data["colours"].pop()) == [("colours", "SET-1", (2,))]
    assert codes(lambda data: data["colours"][3].update(shape="round")) == [("colours", "AIR-3", (3, "shape"))]


def test_end_1_castles_to_win() -> None:
    assert codes(lambda data: data["options"][0]["castles-to-win"].pop()) == [
        ("options", "END-1", (0, "castles-to-win"))
    ]
    located = codes(lambda data: data["options"][0]["castles-to-win"][0].update(castles=5))
    assert located == [("options", "END-1", (0, "castles-to-win", 0, "castles"))]
    located = codes(lambda data: data["options"][0]["castles-to-win"][1].update(players=2))
    assert [code for _, code, _ in located] == ["END-1", "END-1"]


def test_unknown_distribution_and_names_used_twice() -> None:
    located = codes(lambda data: data["options"][0].update(distribution="midle"))
    assert located == [("options", "REF-UNKNOWN", (0, "distribution"))]
    assert codes(lambda data: data["weather"][4].update(id="sun-7"))[0] == ("weather", "REF-DUPLICATE", (4, "id"))


@pytest.mark.parametrize("kind", ["weather", "colours", "aids"])
def test_an_id_is_used_once(kind: str) -> None:
    entries = Entries(cards={f"{name}.yaml": 0 for name in shipped()})
    for name, items in shipped().items():
        source = SourceFile(f"{name}.yaml")
        entries.by_kind[name] = [Entry(source, (name, index), item) for index, item in enumerate(items)]
    assert list(check(entries)) == []
    first, second, *_ = entries.of(kind)
    entries.by_kind[kind].append(Entry(second.source, (kind, 99), {**second.data, "id": first.id}))
    found = [(finding.code, finding.path) for _, finding in check(entries)]
    assert ("REF-DUPLICATE", (kind, 99, "id")) in found


def test_pieces_that_cannot_play() -> None:
    assert codes(lambda data: data["board"][0].update(beings=1)) == [("board", "AIR-3", (0, "beings"))]
    assert codes(lambda data: data["board"][0].update(beings=3)) == [("board", "AIR-3", (0, "beings"))]


def test_codes_have_a_sentence_and_players_know_the_rules() -> None:
    assert all(sentence.endswith(".") for sentence in CODES.values())
    assert len(set(FOR_PLAYERS)) == len(FOR_PLAYERS)
