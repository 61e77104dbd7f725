"""Which languages must be complete: `--lang`, `languages` of a project and of a pack, and untranslated texts."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import polib
import pypdfium2
import pytest
import yaml
from cli.command import REPOSITORY, call
from pack_files import write_pack

from cloudy_pnp import api
from cloudy_pnp.workspace.drawn import MARK

HARBOUR = REPOSITORY / "games/harbour-lights"
SHIPS = "cards/harbour-lights/ships.yaml"
GAME = "cards/harbour-lights/game.yaml"
ENGLISH = {"id": "north-wind", "name": {"en": "North Wind"}, "effect": "manual", "text": {"en": "Blow out a candle."}}
FOUR = {"en": "A gust", "de": "Eine Bö", "fr": "Une rafale", "hu": "Egy szélroham"}
SHEET = ("--only", "sheets", "--sheet", "cards-a4-duplex")


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game that is data only, from which the command is called."""
    folder = tmp_path / "harbour"
    shutil.copytree(HARBOUR, folder, ignore=shutil.ignore_patterns("docs"), symlinks=False)
    monkeypatch.chdir(folder)
    return folder


def change(path: Path, old: str, new: str, count: int = 1) -> None:
    """Replace a text of a file, which must be there."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, count), "utf-8")


def words_of(pdf: Path) -> str:
    """The text of all pages, without hyphens at line ends."""
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_range() for page in document).replace("\ufffe\r\n", "")


def drop(folder: Path, lang: str) -> None:
    """Delete the texts of one language from the ships."""
    path = folder / SHIPS
    data = yaml.safe_load(path.read_text("utf-8"))
    for ship in data["ships"]:
        ship["name"].pop(lang)
        ship["name"].pop("same", None)
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")


# --- untranslated ------------------------------------------------------------------------------------------


def test_an_untranslated_text_is_neither_an_error_nor_a_warning(harbour: Path) -> None:
    drop(harbour, "hu")
    result = call("check", "--format", "json", "--no-render")
    report = json.loads(result.out)
    assert (result.code, report["summary"]["errors"], report["summary"]["warnings"]) == (0, 0, 0)
    assert {(problem["code"], problem["severity"]) for problem in report["problems"]} == {("I18N-MISSING", "info")}
    strict = call("check", "--strict", "--no-render")
    assert strict.code == 1
    assert "I18N-MISSING" in strict.out


def test_the_source_text_is_never_untranslated(harbour: Path) -> None:
    drop(harbour, "en")
    result = call("check", "--no-render")
    assert result.code == 1
    assert 'the text is missing in "en"' in result.out


def test_an_untranslated_text_is_printed_in_the_source_language(harbour: Path) -> None:
    drop(harbour, "hu")
    change(harbour / GAME, ", hu: Szélcsend", "")
    result = call("build", "--lang", "hu", *SHEET)
    assert result.code == 0, result.err
    assert re.search(r"not translated, printed in the source language \(hu: \d+\)", result.err)
    words = words_of(harbour / "output/harbour-lights/hu/cards-a4-duplex.pdf")
    assert "White Gull" in words
    assert "Kikötői fények" in words
    strict = call("build", "--lang", "hu", *SHEET, "--strict")
    assert strict.code == 1
    assert "I18N-MISSING" in strict.err


def test_only_untranslated_cards_have_a_mark_on_proofs(harbour: Path) -> None:
    path = harbour / SHIPS
    data = yaml.safe_load(path.read_text("utf-8"))
    first, second = data["ships"][:2]
    first["name"].pop("hu")
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    marked = {}
    for lang in ("en", "hu"):
        assert call("build", "--lang", lang, "--only", "svg").code == 0
        folder = harbour / f"output/harbour-lights/{lang}/svg"
        marked[lang] = [MARK in (folder / f"{ship['id']}.svg").read_text("utf-8") for ship in (first, second)]
    assert marked == {"en": [False, False], "hu": [True, False]}


def test_status_counts_untranslated_texts_by_file(harbour: Path) -> None:
    drop(harbour, "hu")
    change(harbour / GAME, ", hu: Szélcsend", "")
    result = call("i18n", "status", "hu")
    number = len(yaml.safe_load((harbour / SHIPS).read_text("utf-8"))["ships"])
    assert f"  {SHIPS}: {number} not translated" in result.out
    assert f"  {GAME}: 1 not translated" in result.out
    assert f"{number + 1} not translated" in result.out.splitlines()[0]


GULL = {
    "id": "storm-gull",
    "name": {"en": "The Storm Gull"},
    "lamps": ["jade"],
    "worth": 1,
    "weather": "calm",
    "hull": "clipper",
    "rig": "schooner",
    "paint": "white",
    "figure": "gull",
}


def storm(folder: Path) -> Path:
    """A pack with one English ship."""
    pack = {"id": "storm", "name": {"en": "Storm"}, "game": "harbour-lights"}
    (folder / "packs/storm").mkdir(parents=True)
    for name, data in (("pack.yaml", {"pack": pack}), ("ships.yaml", {"ships": [GULL]})):
        (folder / "packs/storm" / name).write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    return folder / "packs/storm"


def test_status_and_a_strict_check_count_the_same_texts(harbour: Path) -> None:
    assert call("i18n", "add", "nl").code == 0
    drop(harbour, "hu")
    storm(harbour)
    assert call("i18n", "add", "es", "--pack", "espanol").code == 0
    status: Counter[tuple[str, str]] = Counter()
    for part in re.split(r"^(?=\w)", call("i18n", "status").out, flags=re.MULTILINE)[1:]:
        for file, number in re.findall("^  (.*): ([0-9]+) not translated$", part, re.MULTILINE):
            status[part[:2], "" if part.startswith("es") else file] += int(number)
    problems = [problem for problem in api.check(harbour).problems if problem.code == "I18N-MISSING"]
    # what a pack adds a language to is reported where the pack lists it
    assert Counter((item.lang, "" if item.lang == "es" else item.file) for item in problems) == status
    assert status["nl", "templates/harbour-lights/rulebook/en.md.j2"] > 10
    assert status["nl", "templates/sheets/texts.yaml"] > 10
    assert (status["hu", SHIPS], status["hu", "packs/storm/ships.yaml"]) == (12, 1)
    assert call("check", "--strict", "--no-render").out.count(" error I18N-MISSING") == status.total()


def test_a_game_with_one_language_has_nothing_to_accept(harbour: Path) -> None:
    change(harbour / GAME, "languages: [en, de, fr, hu]", "languages: [en]")
    assert "cloudy-pnp i18n add" in call("i18n", "status").out
    before = (harbour / "templates/harbour-lights/rulebook/accepted.yaml").read_bytes()
    refused = call("i18n", "accept")
    assert (refused.code, "no translations to accept" in refused.err) == (2, True)
    assert (harbour / "templates/harbour-lights/rulebook/accepted.yaml").read_bytes() == before


def test_a_changed_text_of_a_pack_makes_its_translation_stale(harbour: Path) -> None:
    ships = storm(harbour) / "ships.yaml"

    def exported() -> polib.POFile:
        assert call("i18n", "export", "de", "de.po", "--pack", "storm").code == 0
        return polib.pofile("de.po")

    po = exported()
    for entry in po:
        entry.msgstr = f"{entry.msgid} auf Deutsch"
    po.save("de.po")
    assert "2 texts changed in de" in call("i18n", "import", "de.po", "--pack", "storm").out
    assert [entry for entry in exported() if entry.fuzzy] == []
    change(ships, "The Storm Gull\n", "The Gale Gull\n")
    [stale] = [item for item in api.check(harbour).problems if item.code == "I18N-STALE"]
    assert (stale.file, stale.lang) == ("packs/storm/ships.yaml", "de")
    assert "cloudy-pnp i18n accept de --text ships/storm-gull/name --pack storm" in stale.hint
    assert ", 1 stale" in call("i18n", "status", "de").out
    po = exported()
    [fuzzy] = [entry for entry in po if entry.fuzzy]
    assert (fuzzy.msgid, fuzzy.previous_msgid) == ("The Gale Gull", "The Storm Gull")
    fuzzy.flags.remove("fuzzy")
    po.save("de.po")
    assert "1 unchanged translation accepted" in call("i18n", "import", "de.po", "--pack", "storm").out
    assert ", 0 stale" in call("i18n", "status", "de").out
    change(ships, "The Gale Gull", "The Grey Gull")
    assert call("i18n", "accept", "de", "--text", "ships/storm-gull/name", "--pack", "storm").code == 0
    assert [item for item in api.check(harbour).problems if item.code == "I18N-STALE"] == []


def test_new_writes_one_language_and_no_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(REPOSITORY / "cards", tmp_path / "cards", ignore=shutil.ignore_patterns("boards"))
    result = call("new", "spell", "Gust", "--step", "draw: 1", "--name", "de=Böe", "--yes")
    assert result.code == 0, result.err
    entry = yaml.safe_load(Path("packs/my-pack/spells/gust.yaml").read_text("utf-8"))["spells"][0]
    assert entry["name"] == {"en": "Gust", "de": "Böe"}
    assert yaml.safe_load(Path("packs/my-pack/pack.yaml").read_text("utf-8"))["pack"]["name"] == {"en": "My Pack"}
    assert "Not translated yet: fr, hu." in Path("packs/my-pack/spells/gust.yaml").read_text("utf-8")


# --- the languages that are asked for ----------------------------------------------------------------------


def test_an_english_pack_is_printed_without_other_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pack = write_pack(tmp_path / "packs/mine", {"languages": ["en"], "name": {"en": "Mine"}}, spells=[ENGLISH])
    checked = call("check", "--format", "json")
    assert [problem for problem in json.loads(checked.out)["problems"] if problem["code"].startswith("I18N")] == []
    built = call("build", "--pack", pack, *SHEET)
    assert built.code == 0, built.err
    languages = tmp_path / "output/cloudy-kingdom/packs/mine"
    assert [path.name for path in sorted(languages.iterdir()) if path.is_dir()] == ["en"]
    assert "candle" in words_of(languages / "en/cards-a4-duplex.pdf")


def test_the_name_of_a_pack_is_translated_with_its_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pack = write_pack(tmp_path / "packs/mine", {"name": {"en": "Mine"}}, spells=[ENGLISH])
    assert "packs/mine/pack.yaml: 1 not translated" in call("i18n", "status", "hu", "--pack", pack).out
    assert call("i18n", "export", "hu", "hu.po", "--pack", pack).code == 0
    change(tmp_path / "hu.po", 'msgid "Mine"\nmsgstr ""', 'msgid "Mine"\nmsgstr "Az enyém"')
    assert "1 text changed in hu" in call("i18n", "import", "hu.po", "--pack", pack).out
    assert yaml.safe_load((tmp_path / "packs/mine/pack.yaml").read_text("utf-8"))["pack"]["name"]["hu"] == "Az enyém"


def test_a_project_may_have_fewer_languages_than_its_texts(harbour: Path) -> None:
    change(harbour / GAME, "languages: [en, de, fr, hu]", "languages: [en]")
    change(harbour / SHIPS, "hu:", "zz:")
    result = call("check", "--no-render", "--format", "json")
    problems = json.loads(result.out)["problems"]
    assert {problem["code"] for problem in problems} == {"I18N-LANGUAGE"}
    warnings = [problem["message"] for problem in problems if problem["severity"] != "info"]
    assert warnings == ['"zz" is not a language of this game']
    assert call("build", *SHEET).code == 0
    assert [path.name for path in sorted((harbour / "output/harbour-lights").iterdir()) if path.is_dir()] == ["en"]


def test_problems_of_other_languages_are_only_counted(harbour: Path) -> None:
    change(harbour / SHIPS, "hu: A Fehér Sirály", "hu: ''")
    change(harbour / SHIPS, ", hu: A Kis Vidra", "")  # not translated: no problem
    assert call("build", *SHEET).code == 1
    result = call("build", "--lang", "en", "--lang", "de", *SHEET)
    assert result.code == 0, result.err
    assert "1 problem in other languages (hu: 1)" in result.err
    checked = call("check", "--lang", "en")
    assert (checked.code, "I18N-EMPTY" in checked.out) == (0, False)
    assert "1 problem in other languages (hu: 1)" in checked.out
    assert call("check", "--lang", "hu").code == 1
    assert call("check", "--lang", "xx").code == 2
    shown = call("show", "white-gull", "--lang", "de")
    assert shown.code == 0, shown.out
    exported = call("export", "tabletop-simulator", "--lang", "fr")
    assert exported.code == 0, exported.err
    assert api.load("harbour-lights", harbour)  # for simulations: no language but the source


def test_a_translated_rulebook_that_is_wrong_does_not_stop_the_source(tmp_path: Path) -> None:
    root = tmp_path / "kingdom"
    shutil.copytree(REPOSITORY / "cards", root / "cards", ignore=shutil.ignore_patterns("boards"))
    shutil.copytree(REPOSITORY / "templates/cloudy-kingdom", root / "templates/cloudy-kingdom")
    (root / "templates/cloudy-kingdom/rulebook/de.md.j2").write_text("# Titel\n{{ nothing }\n", "utf-8")
    result = call("build", "--root", root, "--lang", "en", "--only", "rulebook")
    assert result.code == 0, result.err
    assert call("build", "--root", root, "--only", "rulebook").code == 1


@pytest.mark.parametrize("wrong", ["", "1984", "[1, 2]"])
def test_a_card_with_an_invalid_translation_is_printed_in_the_other_languages(harbour: Path, wrong: str) -> None:
    change(harbour / SHIPS, "hu: A Fehér Sirály", f"hu: {wrong}")
    change(harbour / "cards/harbour-lights/glossary.yaml", "hu: {term: hajó", "hu: {trem: hajó")
    assert call("check", "--no-render").out.count(": error SCHEMA-") == 2
    result = call("build", "--lang", "en", *SHEET)
    assert (result.code, "problems in other languages (hu: " in result.err) == (0, True), result.err
    assert "The White Gull" in words_of(harbour / "output/harbour-lights/en/cards-a4-duplex.pdf")
    assert call("build", "--lang", "hu", *SHEET).code == 1


@pytest.mark.parametrize("folder", ["wording", "studio"])
def test_a_file_of_another_language_that_cannot_be_read_is_only_counted(harbour: Path, folder: str) -> None:
    path = harbour / f"templates/harbour-lights/{folder}/hu.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("rows: [\n", "utf-8")
    assert call("check", "--no-render").code == 1
    checked = call("check", "--no-render", "--lang", "en")
    assert (checked.code, "1 problem in other languages (hu: 1)" in checked.out) == (0, True), checked.out
    assert call("check", "--no-render", "--lang", "hu").code == 1
    assert call("build", "--lang", "de", *SHEET).code == 0


@pytest.mark.parametrize("command", [["status"], ["export", "de", "de.po"], ["accept"], ["import", "hu.po"]])
def test_texts_that_cannot_be_read_are_reported_not_skipped(harbour: Path, command: list[str]) -> None:
    assert call("i18n", "export", "hu", "hu.po").code == 0
    change(harbour / SHIPS, "id: white-gull", "id: [white-gull")
    before = {path: path.read_bytes() for path in harbour.rglob("*") if path.is_file()}
    refused = call("i18n", *command)
    assert (refused.code, "ships.yaml:3:" in refused.out + refused.err) == (1, True), refused.out
    assert {path: path.read_bytes() for path in harbour.rglob("*") if path.is_file()} == before


def test_show_marks_a_text_that_is_not_translated(harbour: Path) -> None:
    change(harbour / SHIPS, ", hu: A Fehér Sirály", "")
    lines = call("show", "white-gull").out.splitlines()
    assert "  hu  The White Gull  (not translated)" in lines
    assert "  en  The White Gull" in lines


def test_show_does_not_mark_a_translated_text_for_its_name(harbour: Path) -> None:
    change(harbour / "cards/harbour-lights/orders.csv", "Nachtschicht,", ",")
    shown = call("show", "night-shift").out
    assert "  de  Night Shift  (not translated): Du bist nach diesem Zug noch einmal dran." in shown
    assert shown.count("(not translated)") == 1


def test_a_pack_gets_one_more_of_the_games_languages(harbour: Path) -> None:
    pack = storm(harbour) / "pack.yaml"
    change(pack, "  game: harbour-lights", "  game: harbour-lights\n  languages: [en]")
    add = "cloudy-pnp i18n add de --pack storm"
    assert add in call("i18n", "export", "de", "de.po", "--pack", "storm").err
    assert call("i18n", "add", "de", "--pack", "storm").code == 0
    assert yaml.safe_load(pack.read_text("utf-8"))["pack"]["languages"] == ["en", "de"]
    assert call("i18n", "export", "de", "de.po", "--pack", "storm").err == ""
    again = call("i18n", "add", "de", "--pack", "storm")
    assert (again.code, "cloudy-pnp i18n export de de.po --pack storm" in again.err) == (2, True)


def test_the_line_about_untranslated_texts_names_them(harbour: Path) -> None:
    assert call("i18n", "add", "ru").code == 0
    drop(harbour, "hu")
    [line] = [line for line in call("check", "--no-render").out.splitlines() if line.startswith("not translated")]
    assert re.search(
        r"\(hu: 12, ru: \d+\): the tool's words on sheets and in books, ships, orders, the rulebook, …", line
    )
    assert line.endswith("; `cloudy-pnp i18n status` lists them")


def test_the_line_about_untranslated_texts_names_the_name_of_a_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pack(tmp_path / "packs/gales", {"name": {"en": "Gales"}}, spells=[dict(ENGLISH, name=FOUR, text=FOUR)])
    monkeypatch.chdir(tmp_path)
    assert "(de: 1, fr: 1, hu: 1): the name of a pack;" in call("check", "--no-render").out
