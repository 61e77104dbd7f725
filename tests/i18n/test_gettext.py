"""Translations as translators expect them: small messages, the old source next to a stale one, and gettext's tools."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import polib
import pytest
import yaml
from cli.command import REPOSITORY, call

from i18n.test_languages import change, words_of

HARBOUR = REPOSITORY / "games/harbour-lights"
BOOK = Path("templates/harbour-lights/rulebook")
END = "When the last ship in the pile is turned up, everyone has one more turn."
NEW_END = "When the last ship is turned up, everyone has one more turn."


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game that is data only, from which the command is called."""
    folder = tmp_path / "harbour"
    shutil.copytree(HARBOUR, folder, ignore=shutil.ignore_patterns("docs"), symlinks=False)
    monkeypatch.chdir(folder)
    return folder


def snapshot() -> dict[str, bytes]:
    """Every file of the game."""
    return {
        str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file() and path.suffix != ".po"
    }


def exported(lang: str) -> polib.POFile:
    """The .po file of a language, read again."""
    assert call("i18n", "export", lang, f"{lang}.po").code == 0
    return polib.pofile(f"{lang}.po")


def entry_of(po: polib.POFile, start: str) -> polib.POEntry:
    """The one message that starts with some words."""
    [entry] = [entry for entry in po if entry.msgid.startswith(start)]
    return entry


def test_a_message_is_a_paragraph_or_an_item_with_its_line(harbour: Path) -> None:
    po = exported("de")
    assert all("\n" not in entry.msgid for entry in po)
    step = entry_of(po, "Shuffle the ships.")
    assert step.msgctxt == "rulebook/setup"
    assert step.msgstr.startswith("Mischt die Schiffe")
    [(file, line)] = step.occurrences
    assert "Shuffle the ships." in Path(file).read_text("utf-8").splitlines()[int(line) - 1]
    assert {entry.msgctxt for entry in po} >= {"glossary/ship/term", "ships/white-gull/name"}
    wanted = ("Project-Id-Version", "Language", "Content-Type", "Plural-Forms", "X-Generator", "PO-Revision-Date")
    assert [key for key in wanted if key not in po.metadata] == []
    assert "POT-Creation-Date" not in po.metadata  # Babel rejects an empty one


def test_one_changed_sentence_makes_one_message_fuzzy_with_its_old_source(harbour: Path) -> None:
    assert [entry for entry in exported("de") if entry.fuzzy] == []
    change(BOOK / "en.md.j2", END, NEW_END)
    po = exported("de")
    assert f"de.po: {len(po)} texts" in call("i18n", "export", "de", "de.po").out
    [fuzzy] = [entry for entry in po if entry.fuzzy]
    assert fuzzy.msgid.startswith(NEW_END)
    assert fuzzy.previous_msgid.startswith(END)
    assert "#| msgid" in Path("de.po").read_text("utf-8")
    status = call("i18n", "status", "de").out
    assert ", 1 stale, 0 not yet accepted" in status
    untouched = snapshot()
    refused = call("i18n", "import", "de.po")
    assert (refused.code, snapshot()) == (0, untouched)
    assert "skipped still marked fuzzy: rulebook/end" in refused.err
    fuzzy.flags.remove("fuzzy")
    po.save("de.po")
    accepted = call("i18n", "import", "de.po")
    assert "0 texts changed in de, 1 unchanged translation accepted" in accepted.out
    assert ", 0 stale" in call("i18n", "status", "de").out
    assert ", 1 stale" in call("i18n", "status", "fr").out
    assert [name for name, content in snapshot().items() if untouched.get(name) != content] == [f"{BOOK}/accepted.yaml"]


def test_a_new_paragraph_is_untranslated_and_the_others_stay_as_they_are(harbour: Path) -> None:
    change(BOOK / "en.md.j2", END, f"Beware of the fog.\n\n{END}")
    change(BOOK / "en.md.j2", "## The end {#end}", "## Storms {#storms}\n\nStay in port.\n\n## The end {#end}")
    po = exported("de")
    assert [entry.msgid for entry in po if not entry.msgstr] == ["Storms", "Stay in port.", "Beware of the fog."]
    assert [entry for entry in po if entry.fuzzy] == []
    assert f"  {BOOK}/en.md.j2: 3 not translated" in call("i18n", "status", "de").out
    checked = call("check", "--no-render", "--lang", "de")
    assert (checked.code, "not translated, printed in the source language (de: 3)" in checked.out) == (0, True)
    built = call("build", "--lang", "de", "--only", "rulebook")
    line = "not translated, printed in the source language (de: 3): the rulebook; `cloudy-pnp i18n status` lists them"
    assert (built.code, line in built.err) == (0, True)
    words = words_of(Path("output/harbour-lights/de/rulebook.pdf"))
    assert "Beware of the fog.°" in words
    assert words.index("Stay in port.°") < words.index("Beware of the fog.°")
    assert call("build", "--lang", "de", "--only", "rulebook", "--strict").code == 1
    entry_of(po, "Beware").msgstr = "Hütet euch vor dem Nebel."
    po.save("de.po")
    assert "1 text changed in de" in call("i18n", "import", "de.po").out
    template = (BOOK / "de.md.j2").read_text("utf-8")
    assert "\n\nHütet euch vor dem Nebel.\n\n" in template
    assert "Storms" not in template
    assert call("build", "--lang", "de", "--only", "rulebook").code == 0
    words = words_of(Path("output/harbour-lights/de/rulebook.pdf"))
    assert "Hütet euch vor dem Nebel." in words
    assert "Stay in port.°" in words


def test_an_import_reports_what_it_refuses(harbour: Path) -> None:
    po = exported("hu")
    last = [entry for entry in po if entry.msgctxt.startswith("ships/") and entry.msgctxt.endswith("/name")][-1]
    gull = entry_of(po, "The White Gull")
    gull.msgstr = "A Fehér Csér"
    gull.flags.append("fuzzy")
    entry_of(po, "The Little Otter").msgid = "The Tiny Otter"
    po.append(polib.POEntry(msgctxt="ships/no-ship/name", msgid="x", msgstr="y"))
    po.append(polib.POEntry(msgctxt=last.msgctxt, msgid=last.msgid, msgstr="Második"))
    po.save("hu.po")
    result = call("i18n", "import", "hu.po")
    assert (result.code, "0 texts changed in hu" in result.out) == (1, True)
    assert f"3 of {len(po)} translations could not be imported" in result.err
    for line in (
        "skipped still marked fuzzy: ships/white-gull/name",
        "skipped changed since the export: ships/little-otter/name",
        "skipped does not exist: ships/no-ship/name",
        f"skipped appears twice: {last.msgctxt}",
    ):
        assert line in result.err


def test_a_copied_game_keeps_the_record_of_shared_words_that_it_has_no_copy_of(harbour: Path) -> None:
    shared = '  "templates/rulebook/words.yaml/1/tip":\n    - langs: ["de"]\n      source: "Tip"\n'
    change(BOOK / "accepted.yaml", "texts:\n", f"texts:\n{shared}")
    change(Path("cards/harbour-lights/ships.yaml"), "  - id: white-gull", "  - id: grey-gull")
    assert call("i18n", "accept").code == 0
    record = (BOOK / "accepted.yaml").read_text("utf-8")
    assert shared in record
    assert ("ships/grey-gull/name" in record, "ships/white-gull/name" in record) == (True, False)


needs_gettext = pytest.mark.skipif(shutil.which("msgmerge") is None, reason="gettext is not installed")


@needs_gettext
@pytest.mark.parametrize("options", [["--no-wrap"], ["--width=40"], ["--sort-output"], ["--no-location"]])
def test_other_tools_rewrite_the_file_and_nothing_changes(harbour: Path, options: list[str]) -> None:
    exported("hu")
    before = snapshot()
    subprocess.run(["msgfmt", "--check-format", "--check-domain", "-o", "/dev/null", "hu.po"], check=True)
    subprocess.run(["msgcat", *options, "-o", "other.po", "hu.po"], check=True)
    text = Path("other.po").read_bytes().replace(b"\n", b"\r\n")
    Path("other.po").write_bytes(text)
    result = call("i18n", "import", "other.po")
    assert (result.code, result.out, result.err) == (0, "0 texts changed in hu\n", "")
    assert snapshot() == before


@needs_gettext
def test_msgmerge_carries_a_translator_over_to_a_changed_game(harbour: Path) -> None:
    mine = exported("hu")
    entry_of(mine, "The White Gull").msgstr = "A Fehér Csér"
    mine.save("mine.po")
    change(BOOK / "en.md.j2", END, NEW_END)
    exported("hu")
    command = ["msgmerge", "--previous", "--quiet", "-o", "merged.po", "mine.po", "hu.po"]
    subprocess.run(command, check=True)
    result = call("i18n", "import", "merged.po")
    assert result.code == 0
    assert "1 text changed in hu" in result.out
    ships = yaml.safe_load(Path("cards/harbour-lights/ships.yaml").read_text("utf-8"))["ships"]
    assert ships[0]["name"]["hu"] == "A Fehér Csér"
    assert ", 1 stale" in call("i18n", "status", "hu").out


@needs_gettext
def test_a_lost_number_is_reported_by_msgfmt_import_and_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("init", "kingdom").code == 0
    monkeypatch.chdir(tmp_path / "kingdom")
    assert call("i18n", "add", "pl").code == 0
    po = exported("pl")
    assert [entry.msgctxt for entry in po if entry.msgctxt.startswith("wording/peek/")] == [
        "wording/peek/few unsorted",
        "wording/peek/unsorted",
        "wording/peek/few",
        "wording/peek/other",
    ]
    texts = {"few": "obejrzyj {number} wierzchnie karty talii", "other": "obejrzyj wierzchnie karty talii"}
    texts |= {"few unsorted": texts["few"], "unsorted": "obejrzyj {number} wierzchnich kart talii"}
    for entry in po:
        if entry.msgctxt.startswith("wording/peek/"):
            entry.msgstr = texts[entry.msgctxt.rpartition("/")[2]]
    po.save("pl.po")
    checked = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", "pl.po"], capture_output=True, text=True, check=False)
    assert (checked.returncode, "argument 'number' doesn't exist" in checked.stderr) == (1, True)
    done = call("i18n", "import", "pl.po")
    assert done.err.count("\n") == 1
    assert "wording/peek/other: the text lacks {number}, which the source has" in done.err
    report = call("check", "--no-render").out
    assert (report.count("WORDING-SLOT"), "wording.rows.peek.other" in report) == (1, True)
