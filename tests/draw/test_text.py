from __future__ import annotations

import pytest
from chance import examples
from draw.pictures import BOLD, DISPLAY, DOT, SANS, TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.markup import pseudo
from cloudy_pnp.draw.scene import Font, Group, TextRun
from cloudy_pnp.draw.text import Align, Setting, TextStyle, Vertical, fit_text, text_line, text_width

BODY = TextStyle(SANS, 3.0, 2.0)
ICONS = {"dot": DOT}


def runs(setting: Setting) -> list[TextRun]:
    return [item for item in setting.items if isinstance(item, TextRun)]


@pytest.mark.parametrize(
    ("lang", "width", "expected"),
    [
        ("de", 38, ["Lege eine weitere Rankenkarte", "an ein Wolkenkönigreich [dot] und", "mische größere Stapel."]),
        ("de", 19, None),
        ("fr", 38, None),
        ("hu", 38, None),
        ("en", 38, None),
    ],
)
def test_text_is_broken_at_spaces_and_hyphens_only(lang: str, width: float, expected: list[str] | None) -> None:
    setting = fit_text(TEXTS[lang], Rect(0, 0, width, 60), BODY, lang, ICONS)
    assert setting.findings == ()
    if expected is not None:
        assert list(setting.lines) == expected
    whole = " ".join(setting.lines).replace("- ", "")
    plain = TEXTS[lang].replace("**", "").replace("\u202f", " ")
    assert whole.replace("\u00a0", " ").replace("\u202f", " ") == plain
    assert len(setting.lines) > 1


def test_hyphens_of_four_languages() -> None:
    narrow = TextStyle(SANS, 3.0)
    cases = {
        "de": ("Unser Wolkenkönigreich wächst", 21),
        "fr": ("Voici un enchantement merveilleux", 18),
        "hu": ("Az útvonalkártya hosszúsága", 18),
        "en": ("The extraordinary connection", 20),
    }
    broken = {lang: fit_text(text, Rect(0, 0, width, 40), narrow, lang).lines for lang, (text, width) in cases.items()}
    assert broken == {
        "de": ("Unser Wolkenkö-", "nigreich wächst"),
        "fr": ("Voici un en-", "chantement", "merveilleux"),
        "hu": ("Az útvonalkár-", "tya hosszúsága"),
        "en": ("The extraordin-", "ary connection"),
    }


def test_hungarian_doubles_the_letters_again_when_it_breaks_inside_them() -> None:
    setting = fit_text("a hosszú asszonnyal", Rect(0, 0, 17, 40), TextStyle(SANS, 3.0), "hu")
    assert setting.lines == ("a hosszú asz-", "szonnyal")


def test_without_hyphenation_no_word_is_broken() -> None:
    style = TextStyle(SANS, 3.0, hyphenate=False)
    setting = fit_text("Unser Wolkenkönigreich wächst", Rect(0, 0, 24, 40), style, "de")
    assert setting.lines == ("Unser", "Wolkenkönigreich", "wächst")


def test_french_signs_never_begin_a_line() -> None:
    text = "Oh oh oh ! Ah ah ah ? Eh eh : « ih ih »"
    for width in range(6, 40):
        lines = fit_text(text, Rect(0, 0, width, 60), TextStyle(SANS, 3.0), "fr").lines
        assert not any(line[0] in "!?:»" or line[-1] == "«" for line in lines), lines


@settings(max_examples=examples(60))
@given(
    st.lists(st.text(alphabet="abcdefgőűäß", min_size=1, max_size=14), min_size=1, max_size=25),
    st.floats(10, 60),
    st.floats(5, 40),
    st.sampled_from(["de", "fr", "hu", "en"]),
    st.sampled_from(Align),
    st.sampled_from(Vertical),
)
def test_what_fits_lies_inside_its_box_and_what_does_not_is_reported(
    words: list[str], width: float, height: float, lang: str, align: Align, vertical: Vertical
) -> None:
    box = Rect(3, 4, width, height)
    style = TextStyle(SANS, 3.4, 2.0, align=align, vertical=vertical)
    setting = fit_text(" ".join(words), box, style, lang)
    assert [finding.code for finding in setting.findings] == (["FIT-1"] if setting.overflow else [])
    assert 2.0 <= setting.size <= 3.4
    if not setting.overflow:
        assert setting.bounds.inset(1e-6) in box
        for run in runs(setting):
            assert run.origin.x >= box.left - 1e-6 and run.origin.x + run.width <= box.right + 1e-6
            assert run.origin.y - 0.6 * run.size >= box.top and run.origin.y <= box.bottom


@settings(max_examples=examples(40))
@given(st.lists(st.text(alphabet="abcdefgé", min_size=1, max_size=12), min_size=1, max_size=20), st.floats(15, 50))
def test_widths_are_those_of_the_whole_line(words: list[str], width: float) -> None:
    """Runs are made of remembered words: together they must be as wide as the line measured at once."""
    setting = fit_text(" ".join(words), Rect(0, 0, width, 500), TextStyle(SANS, 3.0), "en")
    for run in runs(setting):
        assert run.width == pytest.approx(text_width(run.text, SANS, 3.0), abs=0.06)
        assert len(run.kerns) == len(run.text)


def test_a_long_text_is_shrunk_only_as_far_as_needed() -> None:
    text = " ".join([TEXTS["en"]] * 3)
    large = fit_text(text, Rect(0, 0, 50, 100), BODY, icons=ICONS)
    small = fit_text(text, Rect(0, 0, 50, 16), BODY, icons=ICONS)
    assert large.size == 3.0 and 2.0 < small.size < 3.0
    assert small.findings == () and small.bounds.height <= 16
    bigger = TextStyle(SANS, small.size / 0.97)
    assert fit_text(text, Rect(0, 0, 50, 16), bigger, icons=ICONS).overflow > 0


def test_what_does_not_fit_says_by_how_much() -> None:
    box = Rect(0, 0, 30, 4)
    setting = fit_text(TEXTS["en"], box, BODY, icons=ICONS)
    (finding,) = setting.findings
    missing = setting.bounds.height - 4
    assert setting.overflow == pytest.approx(missing) and missing > 0
    assert finding.code == "FIT-1" and setting.size == 2.0
    assert f"{missing:.1f} mm too high for its box of 30.0 × 4.0 mm at 5.7 pt" in finding.message
    assert TEXTS["en"][:20] in finding.message


def test_a_word_too_long_for_its_box_says_by_how_much() -> None:
    setting = fit_text("12345678901234567890", Rect(0, 0, 10, 10), TextStyle(SANS, 3.0))
    width = text_width("12345678901234567890", SANS, 3.0)
    assert setting.overflow == pytest.approx(width - 10)
    assert f"{width - 10:.1f} mm too wide" in setting.findings[0].message


def test_a_title_stays_on_one_line() -> None:
    style = TextStyle(DISPLAY, 6, 3, one_line=True)
    fits = fit_text("Győzelmi fűzér", Rect(0, 0, 30, 8), style, "hu")
    assert len(fits.lines) == 1 and not fits.findings and 3 < fits.size < 6
    (finding,) = fit_text("Győzelmi fűzér", Rect(0, 0, 10, 8), style, "hu").findings
    assert "mm too wide" in finding.message


def test_missing_glyphs_are_named_with_font_and_number() -> None:
    setting = fit_text("Ein ★ und **ein ☃**", Rect(0, 0, 60, 10), BODY, "de")
    assert [finding.code for finding in setting.findings] == ["GLYPH-1", "GLYPH-1"]
    assert 'the font "Alegreya Sans" (weight 400) has no glyph for ★ (U+2605)' in setting.findings[0].message
    assert "(weight 700) has no glyph for ☃ (U+2603)" in setting.findings[1].message


def test_accents_may_be_written_apart() -> None:
    assert fit_text("tu\u030bz", Rect(0, 0, 60, 10), BODY, "hu").lines == ("tűz",)


def test_an_unknown_icon_is_reported_with_the_nearest_one() -> None:
    setting = fit_text("Pay [dott].", Rect(0, 0, 60, 10), BODY, icons=ICONS)
    (finding,) = setting.findings
    assert finding.code == "GLYPH-2" and '"dott"' in finding.message
    assert 'did you mean "dot"?' in finding.hint


def test_bold_and_icons_stand_one_after_the_other() -> None:
    setting = fit_text("a **b** [dot] c", Rect(10, 0, 60, 10), TextStyle(SANS, 10), icons=ICONS)
    first, bold, icon, last = setting.items
    assert isinstance(first, TextRun) and isinstance(bold, TextRun) and isinstance(last, TextRun)
    assert (first.text, bold.text, last.text) == ("a ", "b ", " c")
    assert (first.font, bold.font) == (SANS, BOLD)
    assert isinstance(icon, Group)
    assert first.origin.x == 10
    assert bold.origin.x == pytest.approx(first.origin.x + first.width)
    assert icon.transform.e == pytest.approx(bold.origin.x + bold.width)
    assert last.origin.x == pytest.approx(icon.transform.e + DOT.width * 10)


def test_alignment() -> None:
    box = Rect(10, 10, 80, 40)
    text = "Eine Zeile"
    width = text_width(text, SANS, 5)
    for align, left in ((Align.LEFT, 10), (Align.CENTRE, 50 - width / 2), (Align.RIGHT, 90 - width)):
        (run,) = runs(fit_text(text, box, TextStyle(SANS, 5, align=align), "de"))
        assert run.origin.x == pytest.approx(left)
    heights = {
        place: runs(fit_text(text, box, TextStyle(SANS, 5, vertical=place), "de"))[0].origin.y for place in Vertical
    }
    assert heights[Vertical.TOP] == pytest.approx(10 + 0.8 * 5)
    assert heights[Vertical.BOTTOM] == pytest.approx(50 - 0.2 * 5)
    assert heights[Vertical.MIDDLE] == pytest.approx(30 + 0.641 * 5 / 2)  # capitals centred


def test_text_that_just_fits_is_not_pushed_out_by_centring() -> None:
    style = TextStyle(SANS, 5, vertical=Vertical.MIDDLE)
    setting = fit_text("Ágnes", Rect(0, 10, 40, 5), style, "hu")
    assert setting.findings == () and setting.bounds.top == 10


def test_centred_text_does_not_end_in_a_lone_word() -> None:
    text = "one two three four five six seven eight nine ten so"
    centred = fit_text(text, Rect(0, 0, 56, 40), TextStyle(SANS, 3.0, align=Align.CENTRE))
    assert len(centred.lines) == 2
    widths = [run.width for run in runs(centred)]
    assert max(widths) / min(widths) < 1.2


def test_a_lone_word_gets_company_when_that_costs_no_line() -> None:
    text = "one two three four five six seven eight nine ten so"
    assert fit_text(text, Rect(0, 0, 56, 40), TextStyle(SANS, 3.0)).lines == (
        "one two three four five six seven eight",
        "nine ten so",
    )
    assert fit_text("Donaudampfschiff ja", Rect(0, 0, 24, 40), TextStyle(SANS, 3.0)).lines == ("Donaudampfschiff", "ja")


def test_paragraphs_stand_further_apart_than_lines() -> None:
    setting = fit_text("eins\nzwei", Rect(0, 0, 50, 50), TextStyle(SANS, 3.0, leading=1.2, gap=0.5), "de")
    first, second = runs(setting)
    assert second.origin.y - first.origin.y == pytest.approx(3.0 * 1.7)


def test_an_empty_text_is_nothing() -> None:
    setting = fit_text("  \n ", Rect(0, 0, 50, 50), BODY)
    assert setting.items == () and setting.findings == ()


def test_the_pseudo_language_finds_a_tight_box() -> None:
    style = TextStyle(SANS, 3.0, 2.7)
    box = Rect(0, 0, 42, 7.7)
    assert fit_text(TEXTS["en"], box, style, icons=ICONS).findings == ()
    (finding,) = fit_text(pseudo(TEXTS["en"]), box, style, icons=ICONS).findings
    assert finding.code == "FIT-1"


def test_a_line_by_itself() -> None:
    run = text_line("50 mm", Point(30, 5), SANS, 2.0, align=Align.CENTRE)
    assert run.origin.x == pytest.approx(30 - run.width / 2)
    with pytest.raises(UserError, match=r"GLYPH-1: .* \(U\+2605\)"):
        text_line("★", Point(0, 0), SANS, 2.0)


def test_fonts_of_a_style() -> None:
    assert TextStyle(Font("EB Garamond", 400, italic=True), 3).bold_font == Font("EB Garamond", 700, italic=True)
    assert TextStyle(SANS, 3, bold=DISPLAY).bold_font is DISPLAY


@pytest.mark.parametrize(
    ("lang", "word", "first"),
    [
        ("fr", "retirez-la", "puis"),
        ("fr", "Posez-les-y,", "puis"),
        ("fr", "sur-le-champ", "puis sur-le-"),
        ("hu", "nyertél-e", "puis"),
        ("en", "retirez-la", "puis retirez-"),
    ],
)
def test_a_short_word_stays_with_the_verb_and_its_hyphen(lang: str, word: str, first: str) -> None:
    style = TextStyle(SANS, 3.0)
    [run] = fit_text(f"puis {word[: word.rindex('-') + 1]}", Rect(0, 0, 99, 40), style, lang).items
    assert isinstance(run, TextRun)
    lines = fit_text(f"puis {word} or et car donc", Rect(0, 0, run.width + 0.1, 40), style, lang).lines
    assert lines[0] == first
    assert "\u2011" not in "".join(lines)
