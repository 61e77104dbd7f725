"""A fifth language without Python: from `i18n add` to printed cards, composed spells, rulebook and studio.

Only YAML, .po and template files are written (docs/how-to/translating.md). All of Harbour Lights is in Dutch, and by a
pack all of Cloudy Kingdom: cards, composed spells and the rulebook. A text whose English has changed since then is
English with other letters. Every printed word must be one of the translations, or a name.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import polib
import pytest
import yaml
from cli.command import REPOSITORY, call

from cloudy_pnp.api import open_session
from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.studio_words import words_in
from i18n.test_languages import change, words_of

DUTCH = Path(__file__).parent / "dutch"
_LETTERS = ("aeioubcdfghklmnprstvwyz", "eiouacdfghklmnbrstpwvzy")
OTHER = str.maketrans(_LETTERS[0] + _LETTERS[0].upper(), _LETTERS[1] + _LETTERS[1].upper())
CODE = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{[^{}]*\})", re.DOTALL)
NAMES = {"joeri", "hessels", "wouter", "moons", "jolly", "dutch", "fantasy", "games"}  # of authors and companies
RULES = {"box", "con", "gro", "lay", "turn", "spl", "end"}  # ids of rules, next to what we decided
FILE = "customspells"  # a file name that is broken at its hyphen
MAINTAINERS = {"the", "cloudy", "pnp", "maintainers", "harbour", "lights"}
SHEET = ("--lang", "nl", "--only", "sheets", "--sheet", "cards-a4-duplex")


def other_letters(text: str) -> str:
    """A text with other letters, but for its code and slots."""
    parts = CODE.split(text)
    parts[::2] = [part.translate(OTHER) for part in parts[::2]]
    return "".join(parts)


def in_dutch() -> Callable[[str], str]:
    """The Dutch for the texts of Cloudy Kingdom, or other letters."""
    texts: dict[str, str] = {}
    for name in ("harbour-lights", "cloudy-kingdom"):
        texts |= yaml.safe_load((DUTCH / f"{name}.yaml").read_text("utf-8"))
    starts = {text[:-1]: dutch for text, dutch in texts.items() if text.endswith("…")}

    def dutch(text: str) -> str:
        return texts.get(text) or next((starts[start] for start in starts if text.startswith(start)), "")

    return lambda text: dutch(text) or other_letters(text)


def translate(po_file: str, dutch: Callable[[str], str]) -> list[str]:
    """Translate the messages of a .po file that are not translated; return the translations."""
    po = polib.pofile(po_file)
    for entry in po:
        entry.msgstr = entry.msgstr or dutch(entry.msgid)
    po.save(po_file)
    return [entry.msgstr for entry in po]


def words(texts: Iterable[str]) -> set[str]:
    """The words of some texts, of three letters and more."""
    plain = (re.sub(CODE, " ", text).replace("\u00ad", "").casefold() for text in texts)
    return {word for text in plain for word in re.findall(r"[^\W\d_]{3,}", text)}


def assert_only(folder: Path, translations: Iterable[str], names: set[str]) -> str:
    """Every word on the printed pages of a folder is a translation or a name; return the text of the pages."""
    pages = [re.sub(r"\ufffe|-\r?\n", "", words_of(path)) for path in sorted(folder.glob("*.pdf"))]
    assert len(words(pages)) > 50
    assert words(pages) - words(translations) - names == set()
    return "\n".join(pages)


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game that is data only, from which the command is called."""
    folder = tmp_path / "harbour"
    shutil.copytree(REPOSITORY / "games/harbour-lights", folder, ignore=shutil.ignore_patterns("docs"), symlinks=False)
    monkeypatch.chdir(folder)
    return folder


def test_a_whole_game_in_dutch(harbour: Path) -> None:
    texts = yaml.safe_load((DUTCH / "harbour-lights.yaml").read_text("utf-8"))
    added = call("i18n", "add", "nl")
    assert (added.code, added.err) == (0, "")
    assert "next: cloudy-pnp i18n export nl nl.po" in added.out
    assert call("i18n", "export", "nl", "nl.po").code == 0
    translations = translate("nl.po", texts.__getitem__)
    done = call("i18n", "import", "nl.po")
    assert (done.code, done.err) == (0, "")
    assert f"{len(translations)} texts changed in nl" in done.out
    assert call("i18n", "import", "nl.po").out == "0 texts changed in nl\n"
    checked = call("check", "--strict", "--lang", "nl", "--no-render", "--format", "json")
    found = [(item["code"], item["message"]) for item in json.loads(checked.out)["problems"]]
    assert found == [("I18N-SAME", '"nl" is the same as "en": "Storm"')]
    change(Path("cards/harbour-lights/game.yaml"), "nl: Storm", "nl: Storm, same: [nl]")
    assert call("check", "--strict", "--lang", "nl", "--no-render").code == 0
    assert "0 not translated, 0 stale" in call("i18n", "status", "nl").out
    assert call("build", *SHEET, "--only", "rulebook", "--only", "calibration").code == 0
    pages = assert_only(harbour / "output/harbour-lights/nl", translations, MAINTAINERS)
    assert "achterkanten" in pages  # on the sheets, outside the cards
    assert "°" not in pages


def test_the_studio_in_dutch(harbour: Path) -> None:
    texts = yaml.safe_load((DUTCH / "studio.yaml").read_text("utf-8"))
    assert call("i18n", "export", "nl", "studio.po", "--studio").code == 0
    translations = [text for text in translate("studio.po", lambda text: texts.get(text, "")) if text]
    assert set(translations) == set(texts.values())
    done = call("i18n", "import", "studio.po")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("templates/harbour-lights/studio/nl.yaml\n")
    assert call("check", "--no-render").code == 0
    shown = words_in(home_of("harbour-lights", harbour), ["nl", "en"])
    assert (shown["lang"], ["nl", "Nederlands"] in [list(pair) for pair in shown["languages"]]) == ("nl", True)
    assert shown["texts"]["Cards"] == "Kaarten"
    assert shown["choices"]["centre"] == "midden"
    assert shown["explanations"]["Points for whoever brings it home."] == "Punten voor wie het binnenhaalt."
    assert call("i18n", "import", "studio.po").out == "0 texts changed in nl\n"


def test_sheets_in_a_language_that_a_game_lists_by_itself(harbour: Path) -> None:
    change(Path("cards/harbour-lights/game.yaml"), "languages: [en, de, fr, hu]", "languages: [en, ru]")
    assert call("i18n", "export", "ru", "ru.po").code == 0
    russian = {"sheet {number}": "лист {number}", "fronts": "лицевые стороны", "backs": "оборотные стороны"}
    assert len([text for text in translate("ru.po", lambda text: russian.get(text, "")) if text]) == 3
    assert call("i18n", "import", "ru.po").code == 0
    assert call("build", "--lang", "ru", *SHEET[2:]).code == 0
    pages = words_of(harbour / "output/harbour-lights/ru/cards-a4-duplex.pdf")
    assert ("лист" in pages, "оборотные стороны" in pages, "fronts" in pages) == (True, True, False)


def test_a_pack_translates_a_game_that_is_not_yours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("i18n", "add", "nl", "--pack", "nederlands").code == 0
    assert re.findall("^[a-z]+:", call("i18n", "status").out, re.MULTILINE) == ["nl:"]
    Path("packs/nederlands/wording").mkdir()
    shutil.copyfile(DUTCH / "wording.yaml", "packs/nederlands/wording/nl.yaml")
    assert call("check", "--pack", "nederlands", "--no-render").code == 0
    assert call("i18n", "export", "nl", "nl.po", "--pack", "nederlands").code == 0
    translations = translate("nl.po", in_dutch())
    done = call("i18n", "import", "nl.po", "--pack", "nederlands")
    assert (done.code, done.err) == (0, "")
    sentences = [text.msgid for text in polib.pofile("nl.po") if text.msgctxt.startswith("wording/")]
    assert f"{len(translations) - len(sentences) - 1} texts changed in nl" in done.out  # and the pack's name
    checked = call("check", "--strict", "--lang", "nl", "--pack", "nederlands", "--no-render")
    assert checked.code == 0, checked.out
    assert call("i18n", "import", "nl.po", "--pack", "nederlands").out == "0 texts changed in nl\n"
    built = call("build", "--pack", "nederlands", "--merged", *SHEET, "--only", "rulebook")
    assert built.code == 0, built.err
    pages = assert_only(tmp_path / "output/cloudy-kingdom/merged/nederlands/nl", translations, NAMES | RULES | {FILE})
    assert "°" not in pages
    for text in (
        "Draaien (erna)",  # the title of a figure
        "Een touwbrug is een rank als elke andere",  # in the rulebook
        "Met de klok mee mag elke andere speler de eigen rankkaart afleggen en een nieuwe trekken.",  # composed
        "Trek twee rankkaarten. Speel één ervan volgens de groeiregels en leg de andere af.",
        "Kies een rankkaart waar geen andere kaart op ligt en neem haar uit het spel.",
    ):
        assert text in " ".join(pages.split())


def test_a_sentence_in_an_added_language_is_read_as_it_is_composed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("i18n", "add", "nl", "--pack", "nederlands").code == 0
    new = ("new", "spell", "Wens", "--name", "en=Wish", "--pack", "nederlands", "--lang", "nl", "--yes", "--text")
    text = "Trek twee rankkaarten. Speel één ervan volgens de groeiregels en leg de andere af."
    refused = call(*new, text)
    assert (refused.code, '"nl" has no wording table' in refused.err) == (2, True)
    Path("packs/nederlands/wording").mkdir()
    shutil.copyfile(DUTCH / "wording.yaml", "packs/nederlands/wording/nl.yaml")
    asked = call(*new, "Trek twee kaarten en speel er één van.")
    assert (asked.code, "free sentences are not understood in nl" in asked.err) == (1, True)
    assert text in asked.err  # the composed sentence that is nearest
    home, pack = home_of("cloudy-kingdom", tmp_path), tmp_path / "packs/nederlands"
    assert home.game.authoring is not None
    sentence = home.game.authoring.load().sentence
    assert sentence is not None
    read = sentence(text, "nl", Desk(Project(home), [pack]).data())  # as the studio asks
    assert (read["sure"], read["readings"][0]["text"]) == (True, text)
    session, file = open_session(tmp_path), pack / "spells/wens.yaml"  # as an editor asks
    session.put(file, f"spells:\n  - id: wens\n    name: {{en: Wish}}\n    effect: {text}\n")
    [(doubt, written)] = session.with_steps(file, 4, 15)
    assert (doubt, yaml.safe_load(written)["spells"][0]["effect"]) == ("", read["readings"][0]["value"])
    assert call(*new, text).code == 0
    play = {"play": {"from": "drawn", "count": 1, "where": "growth"}}
    [spell] = yaml.safe_load(Path("packs/nederlands/spells/wens.yaml").read_text("utf-8"))["spells"]
    assert spell["effect"] == [{"draw": 2}, play, {"discard": {"from": "drawn"}}]


def test_a_table_with_its_own_rows_and_forms_is_whole_and_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("init", "kingdom").code == 0
    monkeypatch.chdir(tmp_path / "kingdom")
    assert call("i18n", "add", "nl").code == 0
    assert call("i18n", "export", "nl", "nl.po").code == 0
    skipped = ("the draw pile holds {limit} card", "castle")
    translate("nl.po", lambda text: "" if text in skipped else other_letters(text))
    done = call("i18n", "import", "nl.po")
    assert (done.code, done.err.count("\n")) == (1, 4)
    assert "skipped needs its other forms translated too: wording/draw-pile/none" in done.err
    assert "skipped needs its other forms translated too: glossary/castle/plural" in done.err
    sentence = "Choose a vine card that no other card covers and remove it from the game."
    assert other_letters(sentence) in call("show", "chop", "--lang", "nl").out
    table = Path("templates/cloudy-kingdom/wording/nl.yaml")
    shutil.copyfile(DUTCH / "wording.yaml", table)
    checked = call("check", "--lang", "nl", "--no-render")
    assert (checked.code, "WORDING" in checked.out) == (0, False), checked.out
    assert "wording/en.yaml" not in call("i18n", "status", "nl").out
    assert call("i18n", "export", "nl", "nl.po").code == 0
    before = yaml.safe_load(table.read_text("utf-8"))
    change(Path("nl.po"), "doe niets", "doe helemaal niets")
    change(Path("nl.po"), "de trekstapel leeg is", "de trekstapel op is")
    assert "2 texts changed in nl" in call("i18n", "import", "nl.po").out
    rows = before["wording"]["rows"]
    rows["nothing"], rows["draw-pile"]["none"] = "doe helemaal niets", "de trekstapel op is"
    assert yaml.safe_load(table.read_text("utf-8")) == before


def test_a_language_that_exists_or_is_none_is_refused(harbour: Path) -> None:
    for lang in ("de", "en", "Dutch", "../x"):
        assert call("i18n", "add", lang).code == 2


def test_steps_in_another_order_say_what_is_missing(harbour: Path) -> None:
    assert "cloudy-pnp i18n add nl" in call("i18n", "export", "nl", "nl.po").err
    before = {path: path.read_bytes() for path in harbour.rglob("*") if path.is_file()}
    refused = call("i18n", "import", "nl.po")
    assert (refused.code, "to add it: cloudy-pnp i18n add nl" in refused.err) == (2, True)
    assert {path: path.read_bytes() for path in harbour.rglob("*") if path.is_file()} == before
    assert call("i18n", "add", "nl").code == 0
    empty = call("i18n", "import", "nl.po")
    assert (empty.code, "no message of nl.po is translated yet" in empty.err) == (1, True)
    translate("nl.po", lambda text: " ")
    assert (call("i18n", "import", "nl.po").code, call("check", "--no-render").code) == (1, 0)
    po = polib.pofile("nl.po")
    for entry in po:
        entry.msgstr = other_letters(entry.msgid)
    po.save("nl.po")
    assert call("i18n", "import", "nl.po").err == ""
    states = call("i18n", "status").out
    assert states.count(" 0 not yet accepted") == 4  # though the words on sheets are now in the project
    assert "0 not translated, 0 stale" in call("i18n", "status", "nl").out
