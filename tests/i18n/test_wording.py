"""Wording tables: which form is used, what fills a slot, what is wrong with a table, and that rows can be matched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from games.cloudy_kingdom.spell_strategy import Effect, spells
from hypothesis import given, settings
from hypothesis import strategies as st
from pack_files import GUST, spanish, write, write_pack

from cloudy_pnp import api
from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, Counted, parse_steps
from cloudy_pnp.cloudy_kingdom.wording.compose import FOLDER, LANGUAGES, SpellTexts
from cloudy_pnp.cloudy_kingdom.wording.phrases import ROWS, sentence_phrase
from cloudy_pnp.cloudy_kingdom.wording.plan import plan
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.i18n.habits import habits_of
from cloudy_pnp.i18n.wording import (
    NUMBERS,
    Phrase,
    Rows,
    RowUse,
    Slot,
    Table,
    lost_slots,
    parse_forms,
    shipped_rows,
    table_findings,
    with_plurals,
)
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load, sound_part

ROOT = shipped_root()
DRAW = {"draw": RowUse(frozenset({"one", "two", "later"}), frozenset({"digits"}))}
TABLE: Rows = {
    "draw": {
        "one, two later": "draw {link} a card.",
        "later": "{Link} cards.",
        "other": "{number.big} cards .",
    },
    "link": {"later": "then", "other": ""},
    "number": {"two big": "TWO", "two": "two", "other": "{digits}"},
}


def said(*words: str, digits: str = "12") -> str:
    return Table(TABLE).sentence(Phrase("draw", frozenset(words), {"digits": digits}))


def test_the_first_form_whose_words_are_all_true_is_used() -> None:
    assert said("one") == "Draw a card."
    assert said("two", "later") == "Draw then a card."
    assert said("later") == "Then cards."


def test_a_slot_adds_a_word_and_an_empty_slot_leaves_no_space() -> None:
    assert said("two") == "TWO cards."
    assert said("one", "more") == "Draw a card."
    assert said(digits="") == "Cards."


def test_a_complete_table_has_no_findings() -> None:
    assert list(table_findings(TABLE, DRAW)) == []


def problems(change: Mapping[str, Any], uses: Mapping[str, RowUse] = DRAW) -> list[tuple[str, tuple[str | int, ...]]]:
    rows = {name: row for name, row in {**TABLE, **change}.items() if row is not None}
    return [(finding.code, finding.path) for finding in table_findings(rows, uses)]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"draw": None}, [("WORDING-ROW", ()), ("WORDING-ROW", ("link",)), ("WORDING-ROW", ("number",))]),
        ({"drawn": "x"}, [("WORDING-ROW", ("drawn",))]),
        ({"link": {"latter": "x", "other": ""}}, [("WORDING-FORM", ("link", "latter"))]),
        ({"link": {"later": "x"}}, [("WORDING-FORM", ("link",))]),
        ({"link": {"later": "x", "one later": "y", "other": ""}}, [("WORDING-FORM", ("link", "one later"))]),
        ({"link": {"other": "", "later": "x"}}, [("WORDING-FORM", ("link", "later"))]),
        ({"link": "{number.small}"}, [("WORDING-FORM", ("link",))]),
        ({"link": "{digit}"}, [("WORDING-SLOT", ("link",))]),
        ({"link": "{digits.}"}, [("WORDING-SLOT", ("link",))]),
        ({"link": "a } b"}, [("WORDING-SLOT", ("link",))]),
        ({"link": "{draw}"}, [("WORDING-LOOP", ("draw",)), ("WORDING-LOOP", ("link",))]),
        ({"number": "{digits} {digits}"}, [("WORDING-FORM", ("draw", "other")), ("WORDING-SLOT", ("draw", "other"))]),
        ({"link": "{a}" * 13, "a": ""}, [("WORDING-SLOT", ("link",))]),
        ({"link": "x" * 2000}, [("WORDING-SLOT", ("draw", "one, two later")), ("WORDING-SLOT", ("draw", "later"))]),
    ],
)
def test_what_is_wrong_has_a_code_and_a_place(change: dict[str, Any], expected: list[Any]) -> None:
    assert problems(change) == expected


def test_rows_that_multiply_and_rows_in_rows_are_bounded() -> None:
    """A table of a stranger must not compose for minutes: nothing is filled to find that out."""
    many = {f"r{index}": f"{{r{index + 1}}}" * 12 for index in range(150)}
    deep = {f"r{index}": f"{{r{index + 1}}}" for index in range(150)}
    for rows in (many, deep):
        found = problems({**rows, "r150": "x", "link": "{r0}"})
        assert {code for code, _ in found} == {"WORDING-SLOT"}


@settings(max_examples=200)
@given(
    st.dictionaries(
        st.sampled_from(["draw", "link", "number", "a", "b"]),
        st.one_of(
            st.text("{}ab. digtslnk", max_size=20),
            st.dictionaries(
                st.sampled_from(["other", "one", "two one", "one, two", "x"]),
                st.sampled_from(["", "{a}", "{b.one}", "{link} {number}", "{digits}", "{draw}", "{Digits"]),
                min_size=1,
            ),
        ),
    )
)
def test_a_table_without_findings_says_everything(rows: dict[str, Any]) -> None:
    rows = {**TABLE, **rows}
    if not list(table_findings(rows, DRAW)):
        for words in ((), ("one",), ("two",), ("later",), ("two", "later")):
            assert isinstance(Table(rows).sentence(Phrase("draw", frozenset(words), {"digits": "3"})), str)


def test_the_schema_bounds_a_table() -> None:
    schema = Schema.load((ROOT / "schema/common",), "wording")
    rows: dict[str, Any]
    for rows in (
        {},
        {"A": "x"},
        {"a": {}},
        {"a": "x" * 401},
        {"a": {"one,two": "x"}},
        {f"r{i}": "" for i in range(201)},
    ):
        assert schema.findings({"wording": {"id": "de", "rows": rows}}), rows
    for lang in LANGUAGES:
        assert schema.findings(yaml.safe_load((FOLDER / f"{lang}.yaml").read_text("utf-8"))) == []


# --- a project's and a pack's own tables ---------------------------------------------------------------------------

OWN = {"wording": {"id": "de", "rows": {"swap": {"neighbours": "tausche zwei Nachbarn", "other": "tausche {stacks}"}}}}


def test_a_project_replaces_rows_of_a_table(tmp_path: Path) -> None:
    write(tmp_path / "cards/cloudy-kingdom/spells.yaml", {"spells": [GUST]})
    write(tmp_path / "templates/cloudy-kingdom/wording/de.yaml", OWN)
    assert [problem.message for problem in api.check(tmp_path, "cloudy-kingdom").problems] == []
    order = BuildRequest(languages=("de", "en"), only=("svg",))
    result, _ = api.build(tmp_path, order, out=tmp_path / "out")
    german, english = ((result.folder / f"{lang}/svg/gust.svg").read_text("utf-8") for lang in ("de", "en"))
    assert "Tausche" in german
    assert "Swap" in english


def test_a_wrong_row_of_a_project_is_an_error_at_its_line(tmp_path: Path) -> None:
    write(tmp_path / "cards/cloudy-kingdom/spells.yaml", {"spells": [GUST]})
    path = tmp_path / "templates/cloudy-kingdom/wording/de.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("wording:\n  id: de\n  rows:\n    swap: tausche {stapel}\n", "utf-8")
    [problem] = api.check(tmp_path, "cloudy-kingdom").problems
    assert (problem.code, problem.line, problem.path) == ("WORDING-SLOT", 4, "wording.rows.swap")
    assert Path(problem.file).name == "de.yaml"
    assert api.check(tmp_path, "cloudy-kingdom", paths=[path]).problems == [problem]


def test_no_text_is_composed_by_a_wrong_table(tmp_path: Path) -> None:
    """Whatever looks at a project with errors sees the shipped sentences: a row inside itself would never end."""
    write(tmp_path / "cards/cloudy-kingdom/spells.yaml", {"spells": [GUST]})
    rows = {"swap": "{dann}", "dann": "{swap}", "nothing": "nichts"}
    write(tmp_path / "templates/cloudy-kingdom/wording/de.yaml", {"wording": {"id": "de", "rows": rows}})
    write(tmp_path / "templates/cloudy-kingdom/wording/fr.yaml", {"wording": {"id": "fr", "rows": {"nothing": "rien"}}})
    loaded = load(home_of("cloudy-kingdom", tmp_path))
    assert {finding.code for _, finding in loaded.findings} == {"FACE-10", "WORDING-LOOP"}
    assert sound_part(loaded).model.wording == {"fr": {"nothing": "rien"}}


def in_spanish(row: Any) -> Any:
    return (
        {key: in_spanish(text) for key, text in row.items()} if isinstance(row, dict) else row.replace("swap", "cambia")
    )


def test_a_pack_that_adds_a_language_adds_its_table(tmp_path: Path) -> None:
    folder = spanish(tmp_path / "espanol", spells=[GUST])
    words = yaml.safe_load((folder / "words.yaml").read_text("utf-8"))["words"]
    for entry in words:
        entry.pop("text", None)  # composed now
    write(folder / "words.yaml", {"words": [*words, {"of": "gust", "name": {"es": "Ráfaga"}}]})
    missing = [found.message for found in api.check(ROOT, packs=[folder]).problems if found.code == "I18N-MISSING"]
    assert 'wording/draw/one is not translated into "es"' in missing
    rows = {name: in_spanish(row) for name, row in shipped_rows(FOLDER, "en").items()}
    write(folder / "wording/es.yaml", {"wording": {"id": "es", "rows": rows}})
    assert {found.code for found in api.check(ROOT, packs=[folder]).problems} == {"I18N-SECTION", "FACE-10"}
    order = BuildRequest(languages=("es",), only=("svg",))
    result, _ = api.build(ROOT, order, out=tmp_path / "out", packs=[folder])
    assert "Cambia" in (result.folder / "es/svg/gust.svg").read_text("utf-8")
    del rows["swap"]
    write(folder / "wording/es.yaml", {"wording": {"id": "es", "rows": rows}})
    notes = [found for found in api.check(ROOT, packs=[folder]).problems if found.code == "I18N-MISSING"]
    assert notes
    assert {found.message.split("/")[1] for found in notes} == {"swap"}
    result, _ = api.build(ROOT, order, out=tmp_path / "out", packs=[folder])
    assert "Swap" in (result.folder / "es/svg/gust.svg").read_text("utf-8")


def test_tables_of_packs_lie_over_each_other(tmp_path: Path) -> None:
    folders = [write_pack(tmp_path / name) for name in ("one", "two")]
    for folder, text in zip(folders, ("eins", "zwei"), strict=True):
        rows = {"nothing": text, **({"steal": "nimm"} if text == "eins" else {})}
        write(folder / "wording/de.yaml", {"wording": {"id": "de", "rows": rows}})
    kingdom = api.load(packs=folders)
    assert {name: kingdom.wording["de"][name] for name in ("nothing", "steal")} == {"nothing": "zwei", "steal": "nimm"}
    assert SpellTexts(kingdom.wording)(parse_steps([{"take": {"from": "hand", "who": "chosen"}}]), "de").startswith(
        "Nimm."
    )


POLISH = {
    **shipped_rows(FOLDER, "en"),
    "number": {"one": "jedną", "two": "dwie", "three": "trzy", "other": "{digits}"},
    "draw": {"one": "weź kartę", "few": "weź {number} karty", "other": "weź {number} kart"},
    "only-if": "jeśli {condition}: {steps}",
    "limit": {"at-least": "co najmniej {number}", "other": "najwyżej {number}"},
    "draw-pile": {
        "none": "stos jest pusty",
        "few": "w stosie są {limit} karty",
        "other": "w stosie jest {limit} kart",
    },
}


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "weź kartę"), (2, "weź dwie karty"), (5, "weź 5 kart"), (12, "12 kart:"), (14, "14 kart:"), (22, "22 karty:")],
)
def test_a_language_with_three_plurals_is_written_in_its_table(count: int, words: str) -> None:
    assert list(table_findings(POLISH, ROWS)) == []
    steps: list[dict[str, Any]]
    if count > 9:
        steps = [
            {
                "only-if": {
                    "what": "draw-pile",
                    "at-least": count,
                    "steps": [{"look": {"from": "draw-pile", "count": 3, "sort": True}}],
                }
            }
        ]
    else:
        steps = [{"draw": count}, {"discard": {"from": "drawn"}}]
    assert words in SpellTexts({"pl": POLISH})(parse_steps(steps), "pl").lower()


def lost(change: Mapping[str, Any]) -> list[tuple[str | int, ...]]:
    rows = {**TABLE, **change}
    return [finding.path for finding in lost_slots(TABLE, rows, change, DRAW)]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"draw": {"one": "weź kartę", "other": "weź {number} kart"}}, []),
        ({"draw": {"one": "weź kartę", "two": "weź dwie", "other": "weź {digits} kart"}}, []),
        ({"draw": {"one": "weź kartę", "few": "weź {number} karty", "other": "weź karty"}}, [("draw", "other")]),
        ({"draw": {"singular": "weź kartę", "other": "weź {number}"}}, [("draw", "singular")]),
        ({"draw": "weź karty"}, [("draw",)]),
        ({"number": "", "draw": {"one": "weź kartę", "other": "weź {digits} kart"}}, []),
        ({"link": "zatem"}, []),
    ],
)
def test_a_number_that_no_slot_and_no_form_names_is_lost(change: dict[str, Any], expected: list[Any]) -> None:
    assert lost(change) == expected


@pytest.mark.parametrize("lang", ["de", "fr", "hu"])
def test_no_shipped_table_loses_a_number(lang: str) -> None:
    rows = shipped_rows(FOLDER, lang)
    assert list(lost_slots(shipped_rows(FOLDER, "en"), rows, rows, ROWS)) == []


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("nl", ["one", "other"]),
        ("pl", ["one", "few", "other"]),
        ("ru", ["one", "singular", "few", "other"]),
        ("sl", ["one", "two", "few", "other"]),
        ("xx", ["one", "other"]),
    ],
)
def test_the_plurals_of_a_language_are_forms_to_translate(lang: str, forms: list[str]) -> None:
    rows = with_plurals(shipped_rows(FOLDER, "en"), ROWS, habits_of(lang).plurals)
    assert list(rows["take"]) == forms
    assert list(table_findings(rows, ROWS)) == []
    assert rows["number"] == shipped_rows(FOLDER, "en")["number"]


@pytest.mark.parametrize("rule", ["", "plural=", "plural=n/0;", "plural=" + "(" * 200, "plural=__import__('os')"])
def test_a_rule_for_plurals_that_cannot_be_read_adds_no_form(rule: str) -> None:
    assert with_plurals(TABLE, DRAW, rule) == TABLE


# --- the other direction -------------------------------------------------------------------------------------------


class Matcher:
    """Reads texts by the rows of a table: what a parser needs is that every alternative is listed."""

    def __init__(self, rows: Rows) -> None:
        self.forms = {name: parse_forms(row) for name, row in rows.items()}

    def ends(self, phrase: Phrase, text: str, start: int) -> Iterator[int]:
        """Yield where a phrase ends that begins at a place of a text; which form is used is not known."""
        for form in self.forms[phrase.row]:
            yield from self._parts(form.parts, phrase, text, start)

    def _parts(self, parts: tuple[str | Slot, ...], phrase: Phrase, text: str, start: int) -> Iterator[int]:
        if not parts:
            yield start
            return
        first, rest = parts[0], parts[1:]
        if isinstance(first, str):
            literal = re.escape(first).replace(r"\ ", " *")  # spaces around an empty slot vanish
            if match := re.compile(literal, re.IGNORECASE).match(text, start):
                yield from self._parts(rest, phrase, text, match.end())
            return
        inner = phrase.slots.get(first.name, Phrase(first.name, phrase.words, phrase.slots))
        if isinstance(inner, str):
            inside = [start + len(inner)] if text.startswith(inner, start) else []
        else:
            inside = list(dict.fromkeys(self.ends(inner, text, start)))
        for end in inside:
            yield from self._parts(rest, phrase, text, end)


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=25)
@given(effect=spells())
def test_a_text_can_be_read_by_the_rows_that_it_is_made_of(lang: str, effect: Effect) -> None:
    rows = shipped_rows(FOLDER, lang)
    for saying in plan(parse_steps(effect)):
        phrase = sentence_phrase(saying)
        text = Table(rows).sentence(phrase)
        assert len(text) in set(Matcher(rows).ends(phrase, text, 0)), text


def test_findings_are_the_same_each_time() -> None:
    rows: Rows = {"swapp": "x", **{name: row for name, row in shipped_rows(FOLDER, "de").items() if name != "swap"}}
    first: list[Finding] = list(table_findings(rows, ROWS))
    assert first == list(table_findings(rows, ROWS))
    assert [finding.hint for finding in first if finding.path == ("swapp",)] == ['did you mean "swap"? Known: swap.']


def test_the_translators_page_names_every_row_and_word() -> None:
    page = (ROOT / "docs/reference/wording.md").read_text("utf-8")
    named = set(re.findall(r"`\{?([a-z-]+)\}?`", page))
    numbers = {*NUMBERS} - {"zero", "nine"}
    for name, use in ROWS.items():
        words = (
            use.words if name not in STEPS or name in ("draw", "play", "discard", "take") else use.words & {"inside"}
        )
        words -= ROWS.keys() | numbers
        conditions = set(get_args(Counted)) - {"draw-pile", "empty-fields"}
        assert {name, *words, *use.slots} - conditions - STEPS.keys() <= named, name
