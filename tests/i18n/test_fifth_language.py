"""A fifth language without Python: from `i18n add` to printed cards, composed spells and the rulebook (translating.md).

Only YAML, .po and template files are written. "Dutch" is English with other letters, so that every word of it can be
told from an English one.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import polib
import pytest
from cli.command import REPOSITORY, call

from i18n.test_languages import words_of

_LETTERS = ("aeioubcdfghklmnprstvwyz", "eiouacdfghklmnbrstpwvzy")
OTHER = str.maketrans(_LETTERS[0] + _LETTERS[0].upper(), _LETTERS[1] + _LETTERS[1].upper())
CODE = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{[^{}]*\})", re.DOTALL)
NAMES = {"joeri", "hessels", "wouter", "moons", "jolly", "dutch"}  # of authors and their company
MAINTAINERS = {"the", "cloudy", "pnp", "maintainers"}


def dutch(text: str) -> str:
    """A text with other letters, but for its code and slots."""
    parts = CODE.split(text)
    parts[::2] = [part.translate(OTHER) for part in parts[::2]]
    return "".join(parts)


def translate(po_file: str) -> int:
    """Translate every message of a .po file; return their number."""
    po = polib.pofile(po_file)
    for entry in po:
        entry.msgstr = dutch(entry.msgid)
    po.save(po_file)
    return len(po)


def words(folder: Path, lang: str) -> set[str]:
    """Every word on the printed pages of a language."""
    pages = [words_of(path) for path in sorted((folder / lang).glob("*.pdf"))]
    assert pages
    return {word for page in pages for word in re.findall(r"[^\W\d_]{3,}", page.replace("\u00ad", "").casefold())}


def assert_no_english(folder: Path, names: set[str]) -> None:
    """Compare the pages with the English ones: they share names, and no other word."""
    english, other = words(folder, "en"), words(folder, "nl")
    assert len(other) > 50
    assert (other & english) - {dutch(word) for word in english} - names == set()


CARDS = ("--lang", "en", "--lang", "nl", "--only", "sheets", "--sheet", "cards-a4-duplex")
BUILD = (*CARDS, "--only", "rulebook")


@pytest.fixture
def kingdom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of Cloudy Kingdom, as `init` makes it."""
    monkeypatch.chdir(tmp_path)
    assert call("init", "kingdom").code == 0
    monkeypatch.chdir(tmp_path / "kingdom")
    return tmp_path / "kingdom"


def test_dutch_in_the_game_itself(kingdom: Path) -> None:
    result = call("i18n", "add", "nl")
    assert result.code == 0, result.err
    assert "next: cloudy-pnp i18n export nl nl.po" in result.out
    assert call("check", "--no-render").code == 0
    assert call("i18n", "export", "nl", "nl.po").code == 0
    number = translate("nl.po")
    assert number > 350
    done = call("i18n", "import", "nl.po")
    assert (done.code, done.err) == (0, "")
    assert f"{number} texts changed in nl" in done.out
    checked = call("check", "--strict", "--lang", "nl", "--no-render")
    assert checked.code == 0, checked.out
    assert "0 not translated, 0 stale" in call("i18n", "status", "nl").out
    assert call("build", *BUILD).code == 0
    assert_no_english(kingdom / "output/cloudy-kingdom", NAMES)


def test_dutch_in_a_pack_for_a_game_that_is_not_yours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("i18n", "add", "nl", "--pack", "nederlands").code == 0
    assert call("check", "--pack", "nederlands", "--no-render").code == 0
    assert call("i18n", "export", "nl", "nl.po", "--pack", "nederlands").code == 0
    number = translate("nl.po")
    done = call("i18n", "import", "nl.po", "--pack", "nederlands")
    assert (done.code, done.err) == (0, "")
    assert f"{number} texts changed in nl" in done.out
    checked = call("check", "--strict", "--lang", "nl", "--pack", "nederlands", "--no-render")
    assert checked.code == 0, checked.out
    again = call("i18n", "import", "nl.po", "--pack", "nederlands")
    assert again.out == "0 texts changed in nl\n"
    built = call("build", "--pack", "nederlands", "--merged", *CARDS)
    assert built.code == 0, built.err
    assert_no_english(tmp_path / "output/cloudy-kingdom/merged/nederlands", NAMES)


def test_dutch_in_a_game_that_is_data_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harbour = REPOSITORY / "games/harbour-lights"
    shutil.copytree(harbour, tmp_path / "harbour", ignore=shutil.ignore_patterns("docs"), symlinks=False)
    monkeypatch.chdir(tmp_path / "harbour")
    assert call("i18n", "add", "nl").code == 0
    assert call("i18n", "export", "nl", "nl.po").code == 0
    translate("nl.po")
    assert call("i18n", "import", "nl.po").code == 0
    assert call("check", "--strict", "--lang", "nl").code == 0
    assert call("build", *BUILD).code == 0
    assert_no_english(tmp_path / "harbour/output/harbour-lights", MAINTAINERS)


def test_a_language_that_exists_or_is_none_is_refused(kingdom: Path) -> None:
    for lang in ("de", "en", "Dutch", "../x"):
        assert call("i18n", "add", lang).code == 2
