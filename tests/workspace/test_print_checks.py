"""What print checks say of one face, to the tenth of a millimetre and to the word."""

from __future__ import annotations

import pytest

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import DataPath, Finding, Severity
from cloudy_pnp.draw import fonts
from cloudy_pnp.draw.colour import BLACK, WHITE, Colour
from cloudy_pnp.draw.scene import Font, Group, Item, Outline, Path, Symbol, TextRun, Use
from cloudy_pnp.draw.shapes import circle, rectangle
from cloudy_pnp.game.contract import DrawnFace
from cloudy_pnp.workspace.print_checks import face_findings, safe_zone_findings

SANS, SIZE = Font("Alegreya Sans"), (60.0, 90.0)
CARD = Rect(0, 0, *SIZE)
POINT = 25.4 / 72
RED = Colour.parse("#c02020")
GROUND = Path(rectangle(CARD.inset(-3)), fill=WHITE)


def findings(
    *items: Item,
    boxes: dict[int, DataPath] | None = None,
    bleed: float = 3.0,
    safe: float = 3.0,
    outline: Outline | None = None,
) -> list[Finding]:
    face = DrawnFace(Symbol("face", items, CARD.inset(-3)), boxes=boxes or {})
    found = list(face_findings(face, 'front of "x"', SIZE, bleed, safe, outline))
    assert all(finding.severity is Severity.WARNING and finding.path == () and finding.hint for finding in found)
    return found


def said(*items: Item, **options: object) -> list[str]:
    return [f"{finding.code} {finding.message}" for finding in findings(*items, **options)]  # type: ignore[arg-type]


def words(text: str, x: float, y: float, points: float = 10, colour: Colour = BLACK, width: float = 20) -> TextRun:
    """A text whose width is known: what is measured is not how a font sets it."""
    return TextRun(Point(x, y), text, SANS, points * POINT, width, colour)


# --- PRINT-2: the safe zone ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "width", "told"),
    [
        (3.0, 20, ""),
        (2.99, 20, "0.0 mm outside the safe zone"),
        (1.0, 20, "2.0 mm outside the safe zone"),
        (0.0, 20, "3.0 mm outside the safe zone"),
        (-0.5, 20, "0.5 mm beyond the cut"),
        (37.0, 20, ""),
        (39.2, 20, "2.2 mm outside the safe zone"),
        (42.0, 20, "2.0 mm beyond the cut"),
        (3.0, 54, ""),
        (2.0, 60, "2.0 mm beyond the cut"),  # on both sides; the worse one is told
    ],
)
def test_a_text_across(x: float, width: float, told: str) -> None:
    lines = said(GROUND, words("Hi", x, 40, width=width))
    assert lines == ([f'PRINT-2 on the front of "x", "Hi" goes {told}'] if told else [])


def test_a_text_up_and_down() -> None:
    """Capitals reach up to their height; letters such as g go 0.22 em below the line."""
    tall = fonts.load(SANS).cap_height * 10 * POINT / 1000
    below = 0.22 * 10 * POINT
    assert said(GROUND, words("Hi", 20, 3 + tall), words("Hi", 20, 87 - below)) == []
    [top] = said(GROUND, words("Hi", 20, 3 + tall - 0.5))
    assert top.endswith("0.5 mm outside the safe zone")
    [bottom] = said(GROUND, words("Hi", 20, 87 - below + 0.4))
    assert bottom.endswith("0.4 mm outside the safe zone")
    [cut] = said(GROUND, words("Hi", 20, 90 - below + 1.2))
    assert cut.endswith("1.2 mm beyond the cut")


def test_the_safe_zone_is_that_of_the_component() -> None:
    text = words("Hi", 5, 40)
    assert said(GROUND, text, safe=5.0) == []
    [finding] = findings(GROUND, text, safe=6.5)
    assert finding.message.endswith("1.5 mm outside the safe zone")
    assert finding.hint == "keep text 6.5 mm inside the cut"
    card = DrawnFace(Symbol("face", (GROUND, words("Hi", 3, 40), words("Ho", 2.5, 50)), CARD.inset(-3)))
    assert [finding.message for finding in face_findings(card, "card", SIZE, 3.0)] == [
        'on the card, "Ho" goes 0.5 mm outside the safe zone'  # 3 mm, if a component has none of its own
    ]
    [alone] = safe_zone_findings(Symbol("face", (text,), CARD), "card", SIZE, 6.5)
    assert alone.message == 'on the card, "Hi" goes 1.5 mm outside the safe zone'


def test_blank_texts_and_texts_that_are_clipped_away_are_not_printed() -> None:
    far = words("Hi", -9, 40)
    assert said(GROUND, words("   ", -9, 40)) == []
    assert said(GROUND, Group((far,), clip=rectangle(Rect(3, 3, 54, 84)))) == []
    nested = Group((Group((far,), clip=rectangle(Rect(-9, 0, 30, 90))),), clip=rectangle(Rect(1, 0, 50, 90)))
    assert said(GROUND, nested) == ['PRINT-2 on the front of "x", "Hi" goes 2.0 mm outside the safe zone']
    apart = Group((Group((far,), clip=rectangle(Rect(-9, 0, 5, 90))),), clip=rectangle(Rect(30, 0, 9, 90)))
    assert said(GROUND, apart) == []


def test_a_clip_moves_with_its_group() -> None:
    inner = Group((words("Hi", 0, 40, width=9),), clip=rectangle(Rect(0, 0, 9, 90)))
    assert said(GROUND, Group((inner,), Transform.translation(20, 0))) == []
    assert said(GROUND, Group((inner,), Transform.translation(1, 0)))[0].endswith("2.0 mm outside the safe zone")


def test_a_text_inside_symbols_is_found_where_they_are_used() -> None:
    text = Symbol("text", (words("Hi", 0, 0),), CARD)
    outer = Symbol("outer", (Group((Use(text, Transform.translation(0, 40)),)),), CARD)
    plain = Symbol("plain", (Path(circle(Point(1, 1), 1), fill=RED),), CARD)
    used = Use(outer, Transform.translation(1, 0))
    assert said(GROUND, Use(plain), used) == ['PRINT-2 on the front of "x", "Hi" goes 2.0 mm outside the safe zone']
    assert said(GROUND, Use(plain), Use(outer, Transform.translation(20, 0))) == []


def test_a_turned_text_has_a_turned_place() -> None:
    upright = Group((words("Hi", 0, 0),), Transform.translation(20, 1) @ Transform.rotation(90))
    assert said(GROUND, upright)[0].endswith("2.0 mm outside the safe zone")


# --- PRINT-7: small texts ------------------------------------------------------------------------------------------


def test_the_smallest_text_is_named() -> None:
    assert said(GROUND, words("Big", 20, 40), words("Least", 20, 50, points=6.5)) == []
    texts = words("Small", 20, 30, points=6.4), words("Tiny", 20, 40, points=5.04), words("Big", 20, 50)
    assert said(GROUND, *texts) == ['PRINT-7 on the front of "x", "Tiny" is 5.0 points high']


def test_a_text_that_is_scaled_has_its_printed_size() -> None:
    text = words("Hi", 0, 0, points=8)
    for scale, told in ((1.0, []), (0.5, ['PRINT-7 on the front of "x", "Hi" is 4.0 points high'])):
        place = Transform.translation(20, 40) @ Transform.rotation(30) @ Transform.scaling(scale)
        assert said(GROUND, Group((text,), place)) == told
    wide = Transform.translation(20, 40) @ Transform(0.5, 0, 0, 2, 0, 0)  # half as wide, twice as high
    assert said(GROUND, Group((text,), wide)) == []


def test_a_face_without_a_text_has_no_small_one() -> None:
    assert said(GROUND) == []


# --- PRINT-11, PRINT-12: texts that cannot be read ----------------------------------------------------------------


def test_texts_that_cannot_be_read() -> None:
    lost, hidden, shape = words("Lost", 20, 20, colour=WHITE), words("Under", 20, 40), Path(rectangle(CARD), fill=RED)
    crossed = words("One", 20, 60), words("Other", 20, 60)
    boxes: dict[int, DataPath] = {id(crossed[0]): ("boxes", 1), id(crossed[1]): ("boxes", 2)}
    assert said(GROUND, lost) == ['PRINT-11 on the front of "x", "Lost" has almost the same colour as its background']
    assert said(GROUND, hidden, shape)[0] == (
        'PRINT-12 on the front of "x", "Under" is hidden by a shape painted over it'
    )
    [finding] = [finding for finding in findings(GROUND, *crossed, boxes=boxes) if finding.code == "PRINT-12"]
    assert finding.message in (
        'on the front of "x", "One" and "Other" are printed over each other',
        'on the front of "x", "Other" and "One" are printed over each other',
    )
    assert finding.cause in boxes.values()


def test_one_text_of_each_box_is_told() -> None:
    texts = [words(name, 20, 20 + 10 * at, colour=WHITE) for at, name in enumerate(("One", "Two", "Three", "Four"))]
    boxes: dict[int, DataPath] = {id(text): ("boxes", at // 2) for at, text in enumerate(texts)}
    found = findings(GROUND, *texts, boxes=boxes)
    assert [(finding.code, finding.cause) for finding in found] == [
        ("PRINT-11", ("boxes", 0)),
        ("PRINT-11", ("boxes", 1)),
    ]
    assert ['"One"' in found[0].message, '"Three"' in found[1].message] == [True, True]


# --- PRINT-3: colour that ends too early --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "where"),
    [
        (3, ""),
        (2, ""),  # as exact as it is measured
        (1.5, "1.5 mm beyond"),
        (1, "1.0 mm beyond"),
        (0.5, "at"),
        (0, "at"),
        (-0.5, "at"),
        (-1, "1.0 mm inside"),
        (-2, ""),  # a frame, which no cut can spoil
    ],
)
def test_colour_that_ends_before_the_bleed(by: float, where: str) -> None:
    shape = Path(rectangle(CARD.inset(-by)), fill=RED)
    found = findings(GROUND, shape, boxes={id(shape): ("boxes", 4)})
    assert [(finding.code, finding.cause) for finding in found] == [("PRINT-3", ("boxes", 4))] * bool(where)
    for finding in found:
        assert finding.message == f'the colour of the front of "x" ends {where} the cut, not 3 mm beyond it'
        assert finding.hint == "paint the background 3 mm further than the card"


@pytest.mark.parametrize(("bleed", "told"), [(0.0, []), (0.7, []), (1.5, ["not 1.5 mm beyond it"])])
def test_a_layout_with_hardly_any_bleed_has_a_warning_of_its_own(bleed: float, told: list[str]) -> None:
    found = said(GROUND, Path(rectangle(CARD), fill=RED), bleed=bleed)
    assert [line.rpartition(", ")[2] for line in found] == told


def test_colour_follows_the_outline_of_a_token() -> None:
    token, around = circle(CARD.centre, 20), Path(circle(CARD.centre, 23.5), fill=RED)
    assert said(GROUND, around, outline=token) == []
    assert [line[:7] for line in said(GROUND, Path(token, fill=RED), outline=token)] == ["PRINT-3"]
