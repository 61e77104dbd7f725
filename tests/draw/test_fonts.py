from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from draw.pictures import BOLD, DISPLAY, SANS
from fontTools.ttLib import TTFont

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.scene import Font
from cloudy_pnp.draw.shaping import shape
from cloudy_pnp.i18n.localized import Untranslated

LETTERS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,;:!?-–—…()/&%+×„“”‚‘’«»‹›"
    "äöüßÄÖÜẞàâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸáéíóöőúüűÁÉÍÓÖŐÚÜŰ\u00a0\u202f\u2009\u2011"
)


@pytest.mark.parametrize("font", [SANS, BOLD, DISPLAY, Font("Alegreya Sans", 400, italic=True)])
def test_every_letter_of_the_four_languages_is_there(font: Font) -> None:
    assert fonts.load(font).missing(LETTERS) == ()


def test_a_missing_character_is_named_once() -> None:
    assert fonts.load(SANS).missing("★ő★漢") == ("★", "漢")


def test_each_weight_has_its_own_name_and_its_own_shapes() -> None:
    """With one name for both, bold silently draws as regular."""
    regular, bold = (TTFont(io.BytesIO(fonts.load(Font("Fraunces", weight)).data)) for weight in (400, 700))
    names = [str(font["name"].getDebugName(6)) for font in (regular, bold)]
    assert names == ["Fraunces-400", "Fraunces-700"]
    assert "fvar" not in regular and "fvar" not in bold
    glyph = regular.getBestCmap()[ord("n")]
    assert regular["hmtx"][glyph] != bold["hmtx"][bold.getBestCmap()[ord("n")]]


def test_figures_are_lining() -> None:
    """Old-style figures hang below the baseline (3, 4, 5, 7, 9) or are as low as an x (0, 1, 2)."""
    face = fonts.load(SANS)
    font = TTFont(io.BytesIO(face.data))
    glyphs = font["glyf"]
    for digit in "0123456789":
        glyph = glyphs[font.getBestCmap()[ord(digit)]]
        assert glyph.yMin > -30, digit
        assert glyph.yMax > face.x_height + 100, digit


def test_the_narrow_no_break_space_is_a_narrower_space() -> None:
    for font in (SANS, DISPLAY):
        advances = fonts.load(font).advances
        assert 0.4 * advances[" "] < advances["\u202f"] < advances[" "]
        assert advances["\u00a0"] == advances[" "]


def test_there_are_no_ligatures_and_there_is_kerning() -> None:
    assert "GSUB" not in TTFont(io.BytesIO(fonts.load(SANS).data))
    piece = shape("ffi Office", SANS)
    assert piece.text == "ffi Office"
    kerned = shape("To", SANS)
    assert kerned.kerns[0] < 0
    assert kerned.width == pytest.approx(sum(fonts.load(SANS).advances[c] for c in "To") + kerned.kerns[0])


def test_a_font_that_is_not_there_is_a_user_error() -> None:
    with pytest.raises(UserError, match=r'"No Such Font" is not installed; fonts come from packages fontpkg-'):
        fonts.load(Font("No Such Font"))
    with pytest.raises(UserError, match="Alegreya Sans"):
        fonts.load(Font("Alegreya Sans", 450))


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    fonts.load.cache_clear()
    yield tmp_path / "cache"
    fonts.load.cache_clear()


def count_preparations(monkeypatch: pytest.MonkeyPatch) -> list[Font]:
    prepared: list[Font] = []
    prepare = fonts._prepare

    def counted(content: bytes, font: Font) -> bytes:
        prepared.append(font)
        return prepare(content, font)

    monkeypatch.setattr(fonts, "_prepare", counted)
    return prepared


def test_a_prepared_font_is_kept_and_is_the_same_every_time(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = count_preparations(monkeypatch)
    first = fonts.load(SANS).data
    fonts.load.cache_clear()
    assert fonts.load(SANS).data == first
    assert prepared == [SANS]
    for file in (empty_cache / "cloudy-pnp" / "fonts").iterdir():
        file.unlink()
    fonts.load.cache_clear()
    assert fonts.load(SANS).data == first
    assert prepared == [SANS, SANS]


@pytest.mark.parametrize("damage", ["font", "note", "source"])
def test_a_kept_font_that_is_no_longer_good_is_prepared_again(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    prepared = count_preparations(monkeypatch)
    first = fonts.load(SANS).data
    known = fonts._CachedFont.of(SANS)
    if damage == "font":
        known.font.write_bytes(b"torn")
    elif damage == "note":
        known.note.write_text("[]")
    else:
        known.note.write_text(known.note.read_text().replace('"size": ', '"size": 1'))
    fonts.load.cache_clear()
    assert fonts.load(SANS).data == first
    assert prepared == [SANS, SANS]


def test_a_cache_that_cannot_be_written_costs_only_time(empty_cache: Path) -> None:
    empty_cache.write_text("not a folder")
    assert fonts.load(SANS).missing("ő") == ()


@pytest.mark.parametrize("text", ["Tide", "Fl\u00fct"])
def test_a_text_that_is_not_translated_becomes_a_plain_one(text: str) -> None:
    """HarfBuzz accepts no subclass of str."""
    assert type(fonts.normal(Untranslated(text))) is str
