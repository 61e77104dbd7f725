"""Translations to .po and back: nothing is lost, nothing else is touched."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from cloudy_pnp.data.rewrite import with_texts
from cloudy_pnp.pipeline import check, translations
from cloudy_pnp.rulebook.po import export_po, import_po
from rulebook.books import called, changed, copied


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copied(tmp_path)


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("lang", ["de", "fr", "hu"])
def test_there_and_back_changes_no_byte(root: Path, lang: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    before = snapshot(root)
    po = tmp_path_factory.mktemp("po") / "x.po"
    assert called("i18n", "export", lang, po, "--root", root) == 0
    assert called("i18n", "import", po, "--root", root) == 0
    assert snapshot(root) == before


def test_header_and_texts(root: Path) -> None:
    po = polib.pofile(export_po(translations(root), "hu"))
    assert po.metadata["Language"] == "hu"
    assert po.metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert po.percent_translated() == 100
    texts = {entry.msgctxt: (entry.msgid, entry.msgstr) for entry in po}
    assert texts["spells/chop/name"] == ("Chop It Down", "Nyissz neki")
    assert len([context for context in texts if context.startswith("rulebook/")]) > 60


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


def test_a_new_language_starts_empty_and_becomes_a_template(root: Path) -> None:
    po = polib.pofile(export_po(translations(root), "it"))
    assert po.percent_translated() == 0
    for entry in po:
        if entry.msgctxt == "rulebook/story/0":
            entry.msgstr = "Un trono sopra le nuvole"
        if entry.msgctxt == "families/sun/name":
            entry.msgstr = "Sole"
    done = import_po(translations(root), str(po))
    names = {path.name: text for path, text in done.files.items()}
    assert set(names) == {"it.md.j2", "families.yaml"}
    assert "## Un trono sopra le nuvole {#story}" in names["it.md.j2"]
    assert 'it: "Sole"' in names["families.yaml"]


def test_what_is_stale_is_fuzzy_and_an_old_source_is_left_out(root: Path) -> None:
    old = export_po(translations(root), "de")
    changed(root, "en", "A castle is always the end of the way: nobody walks through.", "A castle ends the way.")
    fuzzy = [entry.msgctxt for entry in polib.pofile(export_po(translations(root), "de")) if "fuzzy" in entry.flags]
    assert fuzzy
    assert all(context.startswith("rulebook/connections/") for context in fuzzy)
    done = import_po(translations(root), old.replace("Zerhacken", "Kleinhacken"))
    assert [context.split("/")[1] for context in done.outdated] == ["connections"]
    assert [path.name for path in done.files] == ["spells.yaml"]


@pytest.mark.parametrize("content", [b"no po at all", b"\xff\xfe", b'msgid ""\nmsgstr ""\n', b""])
def test_a_bad_file_is_one_line(root: Path, tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    before = snapshot(root)
    (root / "bad.po").write_bytes(content)
    assert called("i18n", "import", root / "bad.po", "--root", root) == 2
    assert capsys.readouterr().err.count("\n") == 1
    (root / "bad.po").unlink()
    assert snapshot(root) == before


def test_texts_are_changed_in_place() -> None:
    text = "# top\na:\n  - name: {en: X, de: 'Y'} # side\n    long: >-\n      one\n      two\n    last: z\n"
    new = with_texts(text, {("a", 0, "name", "de"): 'Z "q"', ("a", 0, "long"): "three", ("a", 0, "name", "fr"): "W"})
    assert new == ('# top\na:\n  - name: {en: X, de: "Z \\"q\\"", fr: "W"} # side\n    long: "three"\n    last: z\n')
