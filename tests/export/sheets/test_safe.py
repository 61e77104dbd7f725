"""Text too near to the cut, colour that ends too early."""

from __future__ import annotations

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.draw.scene import Font, Group, Item, Symbol, Use
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.draw.text import Align, text_line
from cloudy_pnp.game.contract import DrawnFace
from cloudy_pnp.workspace.print_checks import face_findings
from export.sheets.deck import BRIDGE

SANS = Font("Alegreya Sans")


def judged(*items: Item, bleed: float = 3.0) -> list[str]:
    whole = Rect(0, 0, BRIDGE.width, BRIDGE.height).inset(-bleed)
    size = (BRIDGE.width, BRIDGE.height)
    findings = face_findings(DrawnFace(Symbol("front", items, whole)), 'front of "stem"', size, 3.0)
    return [f"{finding.code} {finding.message}" for finding in findings]


def test_text_well_inside_is_fine() -> None:
    assert judged(text_line("Őrült tűz", Point(20, 40), SANS, 4)) == []


def test_text_at_the_rim_of_the_safe_zone() -> None:
    assert judged(text_line("Hi", Point(3.0, 40), SANS, 4)) == []
    assert judged(text_line("Hi", Point(2.9, 40), SANS, 4)) == [
        'PRINT-2 on the front of "stem", "Hi" goes 0.1 mm outside the safe zone'
    ]
    right = Point(BRIDGE.width - 2.5, 40)
    assert judged(text_line("Hi", right, SANS, 4, align=Align.RIGHT))[0].endswith("0.5 mm outside the safe zone")
    bottom = Point(20, BRIDGE.height - 3)
    assert judged(text_line("Hi", bottom, SANS, 5))[0].endswith("1.1 mm outside the safe zone")


def test_text_beyond_the_cut() -> None:
    assert judged(text_line("Hi", Point(-1.5, 40), SANS, 4)) == [
        'PRINT-2 on the front of "stem", "Hi" goes 1.5 mm beyond the cut'
    ]


def test_text_that_was_moved_into_the_rim() -> None:
    text = text_line("Hi", Point(0, 0), SANS, 4)
    inner = Symbol("inner", (Group((text,), Transform.translation(1, 0)),), Rect(-5, -5, 100, 100))
    assert judged(Use(inner, Transform.translation(0, 40)))[0].endswith("2.0 mm outside the safe zone")
    assert judged(Use(inner, Transform.translation(20, 40))) == []


def test_text_that_is_clipped_away_counts_only_where_it_is_seen() -> None:
    text = text_line("Hi", Point(2, 40), SANS, 4)
    assert judged(Group((text,), clip=rectangle(Rect(3, 0, 40, 80)))) == []
    assert judged(Group((Group((text,), clip=rectangle(Rect(0, 0, 9, 9))),), clip=rectangle(Rect(20, 20, 9, 9)))) == []
