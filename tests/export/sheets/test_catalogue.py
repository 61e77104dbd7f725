"""The shipped data is sound; an author's own is read the same way and reported like card data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.export.paper import DEFAULT_FORMAT, DEFAULT_SHEET, CardFormat, Flip, Marks, Mode, Paper, Sheet
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.grid import best_grid
from cloudy_pnp.i18n.lint import text_findings, texts_at
from cloudy_pnp.workspace.home import home_of

SHIPPED = load_catalogue()
LANGUAGES = ["en", "de", "fr", "hu"]


def test_shipped_data_is_sound() -> None:
    assert SHIPPED.problems == ()
    assert {format.id: (format.width, format.height) for format in SHIPPED.formats.values()} == {
        "bridge": (57.15, 88.9),
        "poker": (63.5, 88.9),
        "tcg": (63, 88),
        "mini-euro": (44, 68),
        "tarot": (70, 120),
        "domino": (44.45, 88.9),
        "square": (70, 70),
    }
    assert set(SHIPPED.papers) == {"a4", "letter", "a3", "legal", "tabloid", "arch-b"}
    assert {sheet.mode for sheet in SHIPPED.sheets.values()} == set(Mode)
    assert DEFAULT_FORMAT in SHIPPED.formats


def test_default_sheet_takes_nine_bridge_cards() -> None:
    sheet = SHIPPED.sheet(DEFAULT_SHEET)
    assert sheet == Sheet("cards-a4-duplex", Mode.DUPLEX, Paper("a4", 210, 297), 5, 6, 3, Marks.CARD, Flip.LONG)
    grid = best_grid(sheet, SHIPPED.format(DEFAULT_FORMAT))
    assert (grid.capacity, grid.real_bleed) == (9, 2.775)


@pytest.mark.parametrize("sheet", [sheet for sheet in SHIPPED.sheets.values() if sheet.paper])
@pytest.mark.parametrize("card", SHIPPED.formats.values())
def test_every_format_fits_on_every_sheet(sheet: Sheet, card: CardFormat) -> None:
    assert best_grid(sheet, card).capacity >= 2


def test_file_names_are_ids_and_name_their_schema() -> None:
    templates = shipped_root() / "templates"
    tables = {*templates.glob("*.yaml")} - {templates / "codes.yaml"}  # the tool's own, which no author changes
    files = sorted(tables) + sorted((templates / "sheets").glob("*.yaml"))
    assert len(files) >= 11
    for path in files:
        first = path.read_text("utf-8").splitlines()[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert match and (path.parent / match.group(1)).is_file(), path
    assert {path.stem for path in files if path.stem.startswith("cards-")} == set(SHIPPED.sheets)


def test_texts_are_there_and_well_set_in_every_language() -> None:
    schema = Schema.load(home_of("cloudy-kingdom").schemas, "sheet-texts").part("properties", "sheet-texts")
    texts = [text for pattern in schema.localized_paths for _, text in texts_at(SHIPPED.texts_data, pattern)]
    assert len(texts) == 15
    for text in texts:
        assert list(text_findings(text, LANGUAGES, [])) == []
    for lang in LANGUAGES:
        found = SHIPPED.texts(lang)
        assert "{number}" in found.sheet
        assert "{flip}" in found.steps[0]


def test_texts_that_are_not_translated_are_in_the_source_language() -> None:
    assert SHIPPED.texts("it").front == SHIPPED.texts("en").front


def test_names_and_own_sizes() -> None:
    assert SHIPPED.format("60x90") == CardFormat("60x90", 60, 90)
    assert SHIPPED.paper("letter").width == 215.9
    with pytest.raises(UserError, match=r'there is no card format "porker"; did you mean "poker"\?'):
        SHIPPED.format("porker")
    with pytest.raises(UserError, match=r'there is no paper "a44"; did you mean "a4"\?'):
        SHIPPED.paper("a44")
    with pytest.raises(UserError, match=r'there is no sheet "cards-a4-duplx"; did you mean "cards-a4-duplex"\?'):
        SHIPPED.sheet("cards-a4-duplx")
    with pytest.raises(UserError, match='the width of the card "6x90" is 6 mm'):
        SHIPPED.format("6x90")


def own(tmp_path: Path, **files: str) -> Path:
    folder = tmp_path / "templates"
    (folder / "sheets").mkdir(parents=True)
    for name, text in files.items():
        place = folder if name in ("formats", "papers") else folder / "sheets"
        (place / f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path


def folders(root: Path) -> list[Path]:
    return [shipped_root() / "templates", root / "templates"]


def test_own_entries_add_to_and_replace_the_shipped_ones(tmp_path: Path) -> None:
    root = own(
        tmp_path,
        formats="formats: [{id: mini-euro, width: 45, height: 68}, {id: coaster, width: 93, height: 93, safe: 5}]",
        papers="papers: [{id: sra3, width: 320, height: 450}]",
        big="sheet: {id: big, mode: duplex, paper: sra3, flip: short}",
        odd="sheet: {id: odd, mode: fronts, paper: 300x300, gutter: 4, marks: card}",
    )
    found = load_catalogue(folders(root))
    assert found.problems == ()
    assert found.format("mini-euro").width == 45
    assert found.format("coaster") == CardFormat("coaster", 93, 93, 5)
    assert found.format("tarot") == SHIPPED.format("tarot")
    assert found.sheet("big") == Sheet("big", Mode.DUPLEX, Paper("sra3", 320, 450), flip=Flip.SHORT)
    assert found.sheet("odd").paper == Paper("300x300", 300, 300)
    assert found.sheet(DEFAULT_SHEET) == SHIPPED.sheet(DEFAULT_SHEET)
    assert found.texts("hu") == SHIPPED.texts("hu")


def test_all_problems_with_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = own(
        tmp_path,
        formats="formats:\n  - {id: a, width: 5, height: 90}\n  - {id: b, width: 12, height: 90, safe: 9}\n",
        papers="papers:\n  - {id: p, width: 100}\n",
        one="sheet:\n  id: one\n  mode: doublex\n",
        three="sheet:\n  id: three\n  mode: duplex\n",
        tight="sheet:\n  id: tight\n  mode: fronts\n  paper: a4\n  margin: 100\n",
        two="sheet:\n  id: two\n  mode: duplex\n  paper: a44\n  margin: -1\n",
        two_b="sheet:\n  id: two\n  mode: fronts\n  paper: a44\n",
        two_c="sheet:\n  id: two\n  mode: fronts\n  paper: a4\n  marks: card\n",
    )
    monkeypatch.chdir(tmp_path)
    found = [(Path(p.file).name, p.line, p.column, p.code, p.message) for p in load_catalogue(folders(root)).problems]
    assert found == [
        ("formats.yaml", 2, 20, "SCHEMA-RANGE", "5 is too small"),
        ("formats.yaml", 3, 5, "PRINT-4", 'the safe zone of the card "b" is 9 mm: it must be from 0 to 6 mm'),
        ("papers.yaml", 2, 5, "SCHEMA-REQUIRED", 'the key "height" is missing'),
        ("one.yaml", 3, 9, "SCHEMA-VALUE", '"doublex" is not allowed here'),
        ("three.yaml", 2, 3, "PRINT-4", 'the sheet "three" needs a paper, such as a4'),
        (
            "tight.yaml",
            2,
            3,
            "PRINT-4",
            'the margin of the sheet "tight" is 100 mm: it leaves no room on paper of 210 × 297 mm',
        ),
        ("two.yaml", 5, 11, "SCHEMA-RANGE", "-1 is too small"),
        ("two_b.yaml", 4, 10, "REF-UNKNOWN", 'there is no paper "a44"'),
        (
            "two_c.yaml",
            2,
            3,
            "PRINT-4",
            'the sheet "two" marks every card, but its gutter of 0 mm has no room for marks: make it at least 2 mm,'
            " or mark only the edge",
        ),
        ("two_c.yaml", 2, 7, "REF-DUPLICATE", 'the id "two" is already used (templates/sheets/two_b.yaml)'),
    ]  # fmt: skip


def test_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    root = own(tmp_path / "repo")
    secret = tmp_path / "secret.yaml"
    secret.write_text("sheet: {id: secret, mode: service}", "utf-8")
    (root / "templates/sheets/link.yaml").symlink_to(secret)
    found = load_catalogue(folders(root))
    assert [problem.code for problem in found.problems] == ["REF-LINK"]
    assert "secret" not in found.sheets


def test_folder_without_templates(tmp_path: Path) -> None:
    assert load_catalogue(folders(tmp_path)).sheets == SHIPPED.sheets


@pytest.mark.parametrize("kind", ["formats", "papers", "sheet"])
def test_examples_of_the_schemas_are_sound(kind: str) -> None:
    schema = Schema.load(home_of("cloudy-kingdom").schemas, kind)
    [(name, part)] = [(name, part) for name, part in schema.bundled["$defs"].items() if kind.startswith(name)]
    assert part["examples"]
    for example in part["examples"]:
        assert schema.part("$defs", name).findings(example) == []
