"""A game's own fonts: found by family, prepared in the worker, with fallbacks; hostile files are one problem each."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from draw.pictures import pdf_of
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import Severity, UserError
from cloudy_pnp.draw import fontbook, fonts
from cloudy_pnp.draw.fontbook import FOLDER, NO_FONTS, FontBook, font_book
from cloudy_pnp.draw.hyphens import breaks
from cloudy_pnp.draw.scene import Font, Page, TextRun
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.draw.text import TextStyle, fit_text
from cloudy_pnp.game.data_game.checks import _fonts
from cloudy_pnp.layouts import LayoutContext, Layouts, sketch

SANS = Font("Alegreya Sans")


def font_bytes(family: str, text: str, weight: int = 400, *, cff: bool = False, flavor: str | None = None) -> bytes:
    """A font whose every glyph is the same triangle."""
    chars = sorted({" ", *text})
    names = [".notdef", *(f"u{ord(char):04X}" for char in chars)]
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(char): f"u{ord(char):04X}" for char in chars})
    pens = {name: T2CharStringPen(600, None) if cff else TTGlyphPen(None) for name in names}
    for name, pen in pens.items():
        if name != "u0020":
            pen.moveTo((50, 0))
            pen.curveTo((100, 300), (200, 600), (300, 700))
            pen.lineTo((550, 0))
            pen.closePath()
    if cff:
        builder.setupCFF(family, {"FullName": family}, {name: pen.getCharString() for name, pen in pens.items()}, {})
    else:
        builder.setupGlyf({name: pen.glyph() for name, pen in _quadratic(names).items()})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(usWeightClass=weight, sCapHeight=700, sxHeight=500)
    builder.setupPost()
    out = io.BytesIO()
    builder.font.flavor = flavor
    builder.save(out)
    return out.getvalue()


def _quadratic(names: list[str]) -> dict[str, TTGlyphPen]:
    pens = {name: TTGlyphPen(None) for name in names}
    for name, pen in pens.items():
        if name != "u0020":
            pen.moveTo((50, 0))
            pen.lineTo((300, 700))
            pen.lineTo((550, 0))
            pen.closePath()
    return pens


def _book(folder: Path, **spec: object) -> FontBook:
    return font_book([folder], spec)


@pytest.mark.parametrize(
    ("cff", "flavor", "ending"), [(False, None, "ttf"), (True, None, "otf"), (False, "woff", "woff")]
)
def test_a_font_file_is_found_by_its_family(cff: bool, flavor: str | None, ending: str, tmp_path: Path) -> None:
    (tmp_path / f"x.{ending}").write_bytes(font_bytes("My Face", "Жаб", cff=cff, flavor=flavor))
    book = _book(tmp_path, title="my face")
    font = book.font("title", 700)
    assert (font.family, font.weight) == ("My Face", 400)
    assert fonts.load(font).missing("Жаб Ж") == ()
    assert "glyf" in TTFont(io.BytesIO(fonts.load(font).data))
    assert [file.problem for file in book.files] == [""]


def test_a_changed_file_is_another_font(tmp_path: Path) -> None:
    (tmp_path / "x.ttf").write_bytes(font_bytes("My Face", "a"))
    before = _book(tmp_path).font("My Face")
    (tmp_path / "x.ttf").write_bytes(font_bytes("My Face", "abc"))
    after = _book(tmp_path).font("My Face")
    assert before != after
    assert fonts.load(after).missing("abc") == ()


def test_each_character_is_drawn_by_the_first_font_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "x.ttf").write_bytes(font_bytes("Symbols", "★☆"))
    font = _book(tmp_path, fallback=["Symbols"]).font("Alegreya Sans")
    setting = fit_text("Ab ★ **cd☆**", Rect(0, 0, 60, 10), TextStyle(font, 4, hyphenate=False))
    runs = [(item.text, item.font.family) for item in setting.items if isinstance(item, TextRun)]
    assert runs == [("Ab ", SANS.family), ("★ ", "Symbols"), ("cd", SANS.family), ("☆", "Symbols")]
    assert setting.findings == ()
    assert all(item.font.fallback == () for item in setting.items if isinstance(item, TextRun))
    page = Page(60, 10, setting.items)
    assert b"Symbols" in pdf_of(page)
    assert "★" in svg_text(page)


def test_a_character_that_no_font_has_is_named_with_a_way_out() -> None:
    [finding] = fit_text("★", Rect(0, 0, 60, 10), TextStyle(SANS, 4)).findings
    assert (finding.code, "fonts/" in finding.hint) == ("GLYPH-1", True)
    [finding] = fit_text("Жук", Rect(0, 0, 60, 10), TextStyle(Font("Fraunces", 600), 4)).findings
    assert "fonts: {fallback: [Alegreya Sans]}" in finding.hint


@pytest.mark.parametrize(("text", "script"), [("שלום", "Hebrew"), ("مرحبا", "Arabic"), ("さくら", "Japanese")])
def test_a_script_that_is_not_supported_is_named(text: str, script: str) -> None:
    [finding] = fit_text(text, Rect(0, 0, 60, 10), TextStyle(SANS, 4)).findings
    assert (finding.code, finding.message.startswith(f"{script} is not supported yet")) == ("GLYPH-3", True)


@pytest.mark.parametrize(
    ("text", "lang"),
    [("Достопримечательность", "ru"), ("Ηλεκτρονικός υπολογιστής", "el"), ("Nghĩa trang xa", "vi")],
)
def test_greek_cyrillic_and_vietnamese_are_broken_into_lines(text: str, lang: str) -> None:
    setting = fit_text(text, Rect(0, 0, 20, 40), TextStyle(SANS, 4), lang)
    assert (setting.findings, len(setting.lines) > 1) == ((), True)
    if lang != "vi":
        assert breaks(text.split()[0], lang)


def test_a_font_of_the_computer_is_used_only_by_its_name_and_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "MyFace-Regular.ttf").write_bytes(font_bytes("My Face", "ab"))
    monkeypatch.setitem(fontbook._SYSTEM, sys.platform, (str(tmp_path),))
    assert not font_book([], {"title": "My Face"}).is_usable("title")
    spec = {"title": {"system": "My Face"}}
    book = font_book([], spec)
    assert book.font("title").family == "My Face"
    [finding] = _fonts(book, {"fonts": spec})
    assert (finding.code, finding.severity) == ("FONT-SYSTEM", Severity.WARNING)


def deep_composites(loop: bool) -> bytes:
    """A font whose glyphs are made of each other."""
    tt = TTFont(io.BytesIO(font_bytes("Deep", "".join(map(chr, range(0x61, 0x7B))))))
    names = tt.getGlyphOrder()[2:]
    for above, below in zip(names, names[1:] + (names[:1] if loop else []), strict=False):
        pen = TTGlyphPen(tt.getGlyphSet())
        pen.addComponent(below, (1, 0, 0, 1, 0, 0))
        glyph = tt["glyf"].glyphs[above] = pen.glyph()
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    tt.recalcBBoxes = False
    tt["maxp"].recalc = lambda _font: None
    out = io.BytesIO()
    tt.save(out)
    return out.getvalue()


def _huge_table() -> bytes:
    content = bytearray(font_bytes("Huge", "ab"))
    for number in range(int.from_bytes(content[4:6])):
        at = 12 + 16 * number
        if content[at : at + 4] == b"cmap":
            content[at + 12 : at + 16] = (0xFFFFFFF0).to_bytes(4)
    return bytes(content)


def _with(tag: str, family: str = "Odd", **values: object) -> bytes:
    """A font with other values in one of its tables."""
    tt = TTFont(io.BytesIO(font_bytes(family, "ab")), recalcBBoxes=False)
    for key, value in values.items():
        setattr(tt[tag], key, value)
    out = io.BytesIO()
    tt.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "damaged"),
        (b"no font at all", "damaged"),
        (font_bytes("Cut", "abc")[:300], "damaged"),
        (_huge_table(), "damaged"),
        (b"ttcf" + bytes(40), "collection"),
        (_with("head", unitsPerEm=8), "its em has 8 units"),
        (deep_composites(loop=False), "nested too deeply"),
        (deep_composites(loop=True), "nested too deeply"),
    ],
)
def test_a_hostile_font_is_one_problem(content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "x.ttf").write_bytes(content)
    [file] = _book(tmp_path).files
    assert reason in file.problem


def _without_glyphs() -> bytes:
    """A font whose outlines end in the middle: its names and characters can be read."""
    content = bytearray(font_bytes("Odd", "ab"))
    for number in range(int.from_bytes(content[4:6])):
        at = 12 + 16 * number
        if content[at : at + 4] == b"hmtx":
            content[at + 12 : at + 16] = (2).to_bytes(4)
    return bytes(content)


@pytest.mark.parametrize(
    "content",
    [
        _without_glyphs(),
        _with("head", magicNumber=7),
        _with("head", glyphDataFormat=107),
        _with("hhea", tableVersion=7),
    ],
)
def test_a_font_that_only_drawing_rejects_is_a_problem_of_its_file(content: bytes, tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "x.ttf").write_bytes(content)
    (tmp_path / FOLDER / "good.ttf").write_bytes(font_bytes("Good", "ab"))
    book = _book(tmp_path / FOLDER)
    assert list(book.problems()) == []  # nothing uses it: it is not tried
    assert book.font("Odd").file == ""
    [(path, problem)] = book.problems()
    assert (path, "damaged" in problem) == (str(tmp_path / FOLDER / "x.ttf"), True)
    assert book.is_usable("Odd")  # one problem is enough
    assert book.font("Good").file


def test_the_font_of_a_style_that_names_none_is_tried(tmp_path: Path) -> None:
    """Its file was damaged, check was green, and the cards had the installed font of that name."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "x.ttf").write_bytes(_with("head", magicNumber=7, family=NO_FONTS.body))
    book = _book(tmp_path / FOLDER)
    assert list(book.substitutes({})) == []
    assert [problem for _, problem in book.problems()] != []


def test_a_font_whose_characters_only_one_of_two_readers_finds_is_rejected() -> None:
    with pytest.raises(UserError, match="no space"):
        fonts.prepare_font(_with("cmap", tableVersion=16), Font("Odd", 400, False, "x", "y"))


def test_a_font_that_changes_before_it_is_prepared_is_not_kept_as_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "x.ttf"
    file.write_bytes(font_bytes("Swapped", "abc"))
    [found] = _book(tmp_path).files
    file.write_bytes(font_bytes("Swapped", "xyz"))
    with pytest.raises(UserError, match="has changed in the meantime"):
        fonts.load(Font("Swapped", 400, False, found.path, found.sha256))


def test_a_font_outside_the_project_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "else.ttf").write_bytes(font_bytes("Else", "ab"))
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "else.ttf").write_bytes(font_bytes("Else", "ab"))
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / FOLDER).mkdir()
    (tmp_path / "one" / FOLDER / "x.ttf").symlink_to(tmp_path / "else.ttf")
    (tmp_path / "two" / FOLDER).symlink_to(tmp_path / "all")
    for name in ("one", "two"):
        [file] = _book(tmp_path / name / FOLDER).files
        assert (file.family, "points outside" in file.problem) == ("", True)


def test_font_files_beyond_the_limit_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fontbook, "_MOST_FILES", 2)
    for name in "abcd":
        (tmp_path / f"{name}.ttf").write_bytes(font_bytes(f"Face {name}", "ab"))
    assert [(Path(path).name, problem) for path, problem in _book(tmp_path).problems()] == [
        ("c.ttf", "there are 4 font files; at most 2 are read")
    ]


@pytest.mark.parametrize("weight", [100, 600, 700, 900])
def test_a_lone_file_of_any_weight_serves_a_style_that_names_none(weight: int, tmp_path: Path) -> None:
    (tmp_path / "lone.ttf").write_bytes(font_bytes("My Face", "Bold", weight))
    assert list(_book(tmp_path).substitutes({"font": "My Face", "size": 5})) == []


def test_a_weight_or_slant_that_no_file_has_is_reported(tmp_path: Path) -> None:
    (tmp_path / "plain.ttf").write_bytes(font_bytes("My Face", "Bold"))
    book = _book(tmp_path, body="My Face", title="My Face")
    assert list(book.substitutes({"weight": 700, "italic": True})) == [("italic", "My Face"), ("weight", "My Face")]
    assert list(book.substitutes({"font": "title", "weight": 500})) == []
    assert list(book.substitutes({"font": "Fraunces", "weight": 900})) == []
    assert list(book.substitutes({"weight": 700})) == [("weight", "My Face")]
    layouts = Layouts([{"id": "x", "size": [60, 40], "boxes": [{"text": {"text": "{text}", "at": "safe"}}]}])

    def codes(text: str) -> list[str]:
        face = sketch(layouts, "x", {"id": "a", "text": text}, LayoutContext("en", fonts=book)).draw()
        return [finding.code for finding in face.findings]

    assert (codes("**Bold**"), codes("Bold")) == (["FONT-STYLE"], [])
    (tmp_path / "bold.ttf").write_bytes(font_bytes("My Face", "Bold", 700))
    book = _book(tmp_path, body="My Face")
    assert codes("**Bold**") == []
