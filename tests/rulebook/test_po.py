"""Translations to .po and back: nothing is lost, nothing else is touched."""

from __future__ import annotations

import os
from pathlib import Path

import polib
import pytest

from cloudy_pnp.api import check, translations
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.i18n.messages import Texts
from cloudy_pnp.i18n.po import Imported, change_data, compare_po, export_po
from rulebook.books import called, changed, copied


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copied(tmp_path)


def import_po(texts: Texts, content: str) -> Imported:
    """Compare a file with the texts, and change the data."""
    done = compare_po(texts, content)
    change_data(done)
    return done


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("lang", ["de", "fr", "hu"])
def test_there_and_back_changes_no_byte(root: Path, lang: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    before = snapshot(root)
    po = tmp_path_factory.mktemp("po") / "x.po"
    assert called("i18n", "export", lang, po, "--root", root) == 0
    assert called("i18n", "import", po, "--root", root) == 0
    assert snapshot(root) == before


def test_the_language_may_be_said_as_in_the_export_and_has_to_be_the_files(root: Path, tmp_path: Path) -> None:
    po = tmp_path / "hungarian.po"
    assert called("i18n", "export", "hu", po, "--root", root) == 0
    before = snapshot(root)
    assert called("i18n", "import", "hu", po, "--root", root) == 0
    assert called("i18n", "import", "de", po, "--root", root) == 2
    assert snapshot(root) == before


def test_header_and_texts(root: Path) -> None:
    po = polib.pofile(export_po(translations(root, lang="hu"), "hu"))
    assert po.metadata["Language"] == "hu"
    assert po.metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert po.percent_translated() == 100
    texts = {entry.msgctxt: (entry.msgid, entry.msgstr) for entry in po}
    assert texts["spells/chop/name"] == ("Chop It Down", "Nyissz neki")
    assert len([entry for entry in po if entry.msgctxt.startswith("rulebook/")]) > 90
    assert texts["glossary/castle/term"] == ("castle", "kastély")
    assert texts["boards/twist.board.yaml/2/title"] == ("Twist (after)", "Csavarás (utána)")
    assert texts["boards/last-cards.game.yaml/1/title"] == ("The last cards", "Az utolsó kártyák")
    assert texts["templates/sheets/texts.yaml/1/sheet-texts.back"] == ("backs", "hátlapok")
    assert texts["templates/rulebook/words.yaml/1/contents"] == ("Contents", "Tartalom")
    stories = {context.split("/")[1] for context in texts if context.startswith("boards/")}
    assert stories == {path.name for path in (root / "cards/cloudy-kingdom/boards").iterdir()}


def test_every_changed_text_arrives_and_only_those(root: Path) -> None:
    po = polib.pofile(export_po(translations(root), "hu"))
    for entry in po:
        entry.msgstr = f"{entry.msgstr} ŐŰ"
    done = import_po(translations(root), str(po))
    assert (done.unknown, done.outdated, done.changed) == ([], [], len(po))
    for path, text in done.files.items():
        path.write_text(text, "utf-8")
    again = {entry.msgctxt: entry.msgstr for entry in polib.pofile(export_po(translations(root), "hu"))}
    assert again == {entry.msgctxt: entry.msgstr for entry in po}
    assert check(root).exit_code in (0, 1)
    game = (root / "cards/cloudy-kingdom/game.yaml").read_text("utf-8")
    assert "# yaml-language-server" in game
    assert "Wolkiges Königreich" in game
    twist = (root / "cards/cloudy-kingdom/boards/twist.board.yaml").read_text("utf-8")
    assert "# SPL-8: before and after" in twist
    assert [twist.count(title) for title in ("(előtte) ŐŰ", "(utána) ŐŰ", "(vorher)")] == [1, 1, 1]


def test_a_new_language_starts_empty_and_becomes_a_template(root: Path) -> None:
    po = polib.pofile(export_po(translations(root), "it"))
    assert po.percent_translated() == 0
    for entry in po:
        if (entry.msgctxt, entry.msgid) == ("rulebook/story", "A throne above the clouds"):
            entry.msgstr = "Un trono sopra le nuvole"
        if entry.msgctxt == "families/sun/name":
            entry.msgstr = "Sole"
    done = import_po(translations(root), str(po))
    names = {path.name: text for path, text in done.files.items()}
    assert set(names) == {"it.md.j2", "families.yaml"}
    assert "## Un trono sopra le nuvole {#story}" in names["it.md.j2"]
    assert "Nobody" not in names["it.md.j2"]
    assert names["it.md.j2"].startswith("# {{ game.name }}\n")
    assert "it: Sole" in names["families.yaml"]


def test_what_is_stale_is_fuzzy_and_an_old_source_is_left_out(root: Path) -> None:
    old = export_po(translations(root), "de")
    changed(root, "en", "A castle is always the end of the route: nobody walks through it.", "A castle ends the route.")
    fuzzy = [entry.msgctxt for entry in polib.pofile(export_po(translations(root), "de")) if "fuzzy" in entry.flags]
    assert fuzzy == ["rulebook/connections"]
    done = import_po(translations(root), old.replace("Zerhacken", "Kleinhacken"))
    assert [context.split("/")[1] for context in done.outdated] == ["connections"]
    assert [path.name for path in done.files] == ["spells.yaml", "chop.board.yaml"]


def test_a_stale_text_of_a_card_is_fuzzy(root: Path) -> None:
    spells = root / "cards/cloudy-kingdom/spells.yaml"
    spells.write_text(spells.read_text("utf-8").replace("Chop It Down", "Fell It"), "utf-8")
    fuzzy = [entry.msgctxt for entry in polib.pofile(export_po(translations(root), "de")) if "fuzzy" in entry.flags]
    assert fuzzy == ["spells/chop/name"]


def test_line_ends_stay_as_they_are(root: Path) -> None:
    path = root / "cards/cloudy-kingdom/boards/twist.board.yaml"
    content = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(content)
    po = export_po(translations(root), "hu").replace("Csavarás (utána)", "Csavarás után")
    done = import_po(translations(root), po)
    assert {file.name: text.encode() for file, text in done.files.items()} == {
        "twist.board.yaml": content.replace("Csavarás (utána)".encode(), "Csavarás után".encode())
    }


def test_only_the_files_of_the_game_are_translated(tmp_path: Path) -> None:
    """A folder that adds to the shipped game never writes into the shipped files."""
    folder = tmp_path / "cards/cloudy-kingdom"
    folder.mkdir(parents=True)
    shipped = (shipped_root() / "cards/cloudy-kingdom/boards/twist.board.yaml").read_text("utf-8")
    (folder / "mine.board.yaml").write_text(shipped, "utf-8")
    texts = translations(tmp_path)
    assert texts.templates == {}
    assert {text.name.split("/")[0] for text in texts.data} == {"mine.board.yaml"}
    assert called("i18n", "accept", "--root", tmp_path) == 0
    assert called("check", "--root", tmp_path) == 0
    assert translations(tmp_path).accepted.texts.keys() == {text.name for text in texts.data}


def test_a_file_that_cannot_be_read_is_not_written_into(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    po = root / "x.po"
    assert called("i18n", "export", "de", po, "--root", root) == 0
    po.write_text(po.read_text("utf-8").replace("Zerhacken", "Kleinhacken"), "utf-8")
    spells = root / "cards/cloudy-kingdom/spells.yaml"
    spells.write_text(spells.read_text("utf-8") + "\n  - id: [\n", "utf-8")
    broken = spells.read_bytes()
    capsys.readouterr()
    assert called("i18n", "import", po, "--root", root) == 1
    assert "spells.yaml:59:9: error YAML-SYNTAX" in capsys.readouterr().err
    assert spells.read_bytes() == broken


@pytest.mark.parametrize("content", [b"no po at all", b"\xff\xfe", b'msgid ""\nmsgstr ""\n', b""])
def test_a_bad_file_is_one_line(root: Path, tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    before = snapshot(root)
    (root / "bad.po").write_bytes(content)
    assert called("i18n", "import", root / "bad.po", "--root", root) == 2
    assert capsys.readouterr().err.count("\n") == 1
    (root / "bad.po").unlink()
    assert snapshot(root) == before


@pytest.mark.parametrize(
    "lang",
    [
        "../x",
        ".htaccess",
        "de: {x: 1}",
        "DE",
        "d",
        "deutsch",
        "de_AT",
        "id",
        "same",
        "en",
        "",
        "dé",
        "{",
        "#",
        r"it\nfoo",
        r"it\nLanguage: fr",
    ],
)
def test_the_language_of_a_file_is_judged(root: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A header is as untrusted as the rest: it names files and keys."""
    content = export_po(translations(root), "it").replace('msgstr ""\n\n', 'msgstr "x"\n\n')
    assert '"Language: it\\n"' in content
    (root / "bad.po").write_text(content.replace('"Language: it\\n"', f'"Language: {lang}\\n"'), "utf-8")
    before = snapshot(root)
    assert called("i18n", "import", root / "bad.po", "--root", root) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "language" in message.lower()
    assert snapshot(root) == before


def test_languages_that_yaml_might_misread(root: Path) -> None:
    """Norwegian is `no`."""
    po = polib.pofile(export_po(translations(root), "no"))
    for entry in po:
        entry.msgstr = "Sol" if entry.msgctxt == "families/sun/name" else ""
    [text] = import_po(translations(root), str(po)).files.values()
    assert '"no": Sol' in text


@pytest.mark.parametrize("lang", ["../x", "DE", "english", "en", "d"])
def test_nothing_is_exported_for_what_is_no_language(root: Path, lang: str) -> None:
    assert called("i18n", "export", lang, root / "x.po", "--root", root) == 2
    assert not (root / "x.po").exists()


@pytest.mark.parametrize("args", [("status",), ("accept",), ("export", "de", "x.po"), ("import", "x.po")])
def test_a_broken_game_is_reported_and_nothing_is_written(
    root: Path, args: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    (root / "x.po").write_text(export_po(translations(root), "de"), "utf-8")
    game = root / "cards/cloudy-kingdom/game.yaml"
    game.write_text(game.read_text("utf-8").replace("languages:", "lang:"), "utf-8")
    before = snapshot(root)
    assert called("i18n", *args, "--root", root) == 1
    assert "game.yaml" in capsys.readouterr().err
    assert snapshot(root) == before


def test_a_text_that_is_the_name_of_a_file_does_not_open_it(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.po"
    other.write_text(export_po(translations(root), "de"))
    with pytest.raises(UserError, match=r"not a \.po file"):
        import_po(translations(root), str(other))


def test_what_is_left_out_is_counted_where_it_is_much(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = "".join(f'\nmsgctxt "c{number}"\nmsgid "a"\nmsgstr "b"\n' for number in range(2_000))
    (root / "x.po").write_text(export_po(translations(root), "de") + more)
    assert called("i18n", "import", root / "x.po", "--root", root) == 1
    said = capsys.readouterr().err
    assert said.count("\n") < 100
    assert "1,950 more" in said


def test_a_translation_that_is_no_file_is_one_line(root: Path) -> None:
    os.mkfifo(root / "pipe.po")
    (root / "zero.po").symlink_to("/dev/zero")
    for name in ("pipe.po", "zero.po"):
        assert called("i18n", "import", root / name, "--root", root) == 2
