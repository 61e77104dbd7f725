"""Faces are drawn once and only on demand; what they show wrongly is reported once per cause, where it is caused."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from cloudy_pnp.core import budget
from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.core.problems import DataPath, Finding, Severity, UserError
from cloudy_pnp.data.entries import Entries, Entry, SourceFinding
from cloudy_pnp.data.source import SourceFile, parse_source
from cloudy_pnp.draw.colour import BLACK, WHITE
from cloudy_pnp.draw.scene import Font, Group, Path, Symbol, TextRun
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.game.contract import KEPT_COPIES, Component, ComponentKind, DrawnFace, EntryRef, PrintSet, Sketch
from cloudy_pnp.i18n.localized import Untranslated
from cloudy_pnp.workspace.drawn import LAYER, PSEUDO, Drawn, DrawnSet, placed, proof_set

CARD = Rect(0, 0, 60, 90)
FAR = TextRun(Point(1, 40), "Far", Font("Alegreya Sans"), 4, 20, BLACK)  # 2 mm outside the safe zone
TIGHT = Finding("FIT-1", ("name", "en"), '"Far" is 3.0 mm too wide')


class Studio:
    """Makes sketches, and counts what is drawn."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def sketch(
        self,
        name: str,
        *items: TextRun,
        findings: Sequence[Finding] = (),
        entry: EntryRef | None = None,
        layout: str = "",
    ) -> Sketch:
        whole = CARD.inset(-3)
        symbol = Symbol(name, (Path(rectangle(whole), fill=WHITE), *items), whole)

        def draw() -> DrawnFace:
            self.drawn.append(name)
            return DrawnFace(symbol, findings)

        return Sketch(name, "cards", draw, entry=entry, layout=layout)


def component(front: Sketch, back: Sketch | None = None, copies: int = 1, **more: object) -> Component:
    return Component(front.name, (60.0, 90.0), front, back, copies, **more)  # type: ignore[arg-type]


def drawn_set(*components: Component, findings: Sequence[tuple[EntryRef | None, Finding]] = ()) -> DrawnSet:
    return DrawnSet(PrintSet("game", components, [], findings))


# --- what is drawn -------------------------------------------------------------------------------------------------


def test_nothing_is_drawn_before_it_is_asked_for_and_nothing_twice() -> None:
    studio = Studio()
    back = studio.sketch("back")
    pieces = drawn_set(component(studio.sketch("a"), back, 2), component(studio.sketch("b"), None))
    assert [(copy.card, copy.copy, copy.size) for copy in pieces.copies()] == [
        ("a", 1, (60.0, 90.0)),
        ("a", 2, (60.0, 90.0)),
        ("b", 1, (60.0, 90.0)),
    ]
    assert studio.drawn == []
    first, second, other = pieces.pieces()
    assert studio.drawn == ["a", "back", "a", "back", "b"]
    assert (first.card, first.copy, second.copy, other.card, other.back) == ("a", 1, 2, "b", None)
    assert first.front is second.front
    assert first.back is second.back is not None
    assert list(pieces.pieces()) == [first, second, other]
    assert len(studio.drawn) == 5


def test_only_some_kinds_may_be_asked_for() -> None:
    studio = Studio()
    pieces = drawn_set(
        component(studio.sketch("card")),
        component(studio.sketch("token"), kind=ComponentKind.TOKEN),
        component(studio.sketch("board"), kind=ComponentKind.BOARD),
    )
    assert [piece.card for piece in pieces.pieces(ComponentKind.TOKEN, ComponentKind.BOARD)] == ["token", "board"]
    assert studio.drawn == ["token", "board"]


def test_of_very_many_copies_only_the_first_are_kept_and_checked() -> None:
    studio = Studio()
    pieces = drawn_set(component(studio.sketch("a"), None, KEPT_COPIES + 2), component(studio.sketch("b"), None, 3))
    assert len(list(pieces.copies())) == KEPT_COPIES + 5
    assert [(copy.card, copy.copy) for copy in pieces.first_copies()] == [
        *(("a", number) for number in range(1, KEPT_COPIES + 1)),
        *(("b", number) for number in (1, 2, 3)),
    ]
    for _ in range(2):
        assert [piece.copy for piece in pieces.pieces()][-5:-3] == [KEPT_COPIES + 1, KEPT_COPIES + 2]
    assert studio.drawn.count("a") == KEPT_COPIES + 4  # the last two each time
    assert studio.drawn.count("b") == 3


def test_too_many_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "copies=1000")
    pieces = drawn_set()
    pieces.refuse_too_many(1000)
    with pytest.raises(UserError, match=r'1,001 pieces are too many: .*the limit "copies"'):
        pieces.refuse_too_many(1001)


# --- what is found -------------------------------------------------------------------------------------------------


def test_findings_come_with_their_entry_and_once() -> None:
    studio, entry, whole = Studio(), EntryRef("cards", "a"), Finding("PRINT-1", ("tones",), "too alike")
    front = studio.sketch("a", FAR, findings=[Finding("GLYPH-1", ("name",), "no ő")], entry=entry, layout="card")
    pieces = drawn_set(component(front, studio.sketch("back", FAR), 3), findings=[(None, whole), (None, whole)])
    assert pieces.findings() == [(None, whole)]
    list(pieces.pieces())
    found = [(about, finding.code, finding.cause) for about, finding in pieces.findings()]
    assert found == [
        (None, "PRINT-1", ()),
        (entry, "GLYPH-1", ()),
        (entry, "PRINT-2", ("card",)),
        (None, "PRINT-2", ()),  # the back belongs to no entry
    ]
    sides = [finding.message.partition(",")[0] for _, finding in pieces.findings()[2:]]
    assert sides == ['on the front of "a"', 'on the back of "a"']


def test_a_side_without_an_entry_is_about_the_first_that_the_component_shows() -> None:
    studio, entry = Studio(), EntryRef("cards", "a")
    pieces = drawn_set(component(studio.sketch("a", FAR), shows=(entry, EntryRef("cards", "b"))))
    list(pieces.pieces())
    assert [(about, finding.code) for about, finding in pieces.findings()] == [(entry, "PRINT-2")]


def test_a_text_that_does_not_fit_is_not_also_outside_the_safe_zone() -> None:
    studio, entry, other = Studio(), EntryRef("cards", "a"), EntryRef("cards", "b")
    pieces = drawn_set(
        component(studio.sketch("a", FAR, findings=[TIGHT], entry=entry)),
        component(studio.sketch("b", FAR, entry=other)),
    )
    list(pieces.pieces())
    assert [(about, finding.code) for about, finding in pieces.findings()] == [(entry, "FIT-1"), (other, "PRINT-2")]


@pytest.mark.parametrize(("bleed", "safe", "codes"), [(3.0, 1.0, []), (0.0, 3.0, ["PRINT-2"])])
def test_the_component_says_where_it_is_cut(bleed: float, safe: float, codes: list[str]) -> None:
    pieces = drawn_set(component(Studio().sketch("a", FAR), bleed=bleed, safe=safe))
    list(pieces.pieces())
    assert [finding.code for _, finding in pieces.findings()] == codes


# --- where it is reported ------------------------------------------------------------------------------------------


def source(name: str) -> SourceFile:
    return parse_source(b"a: 1\n", name)


def entries(cards: int, layout: bool = True) -> Entries:
    game, file = source("game.yaml"), source("cards.yaml")
    by_kind = {"cards": [Entry(file, ("cards", at), {"id": f"c{at}", "name": {"en": "C"}}) for at in range(cards)]}
    by_kind["game"] = [Entry(game, ("game",), {"id": "g"})]
    if layout:
        by_kind["layout"] = [Entry(source("card.yaml"), ("layout",), {"id": "card"})]
    return Entries(by_kind)


def reported(
    drawn: list[Drawn], cards: int = 20, own: Sequence[str] = ("card.yaml",)
) -> list[tuple[str, DataPath, str]]:
    results: list[SourceFinding] = placed(entries(cards), drawn, own)
    return [(where.name, finding.path, finding.message) for where, finding in results]


def on(lang: str, card: int | None, code: str, message: str, path: DataPath = ("name", "en"), **more: object) -> Drawn:
    about = None if card is None else EntryRef("cards", f"c{card}")
    return lang, about, Finding(code, path, message, "a hint", **more)  # type: ignore[arg-type]


def test_a_finding_is_reported_at_its_entry_and_one_about_none_at_the_game() -> None:
    assert reported([on("en", 1, "GLYPH-1", "no ő"), on("en", None, "PRINT-1", "too alike", ("tones",))]) == [
        ("cards.yaml", ("cards", 1, "name", "en"), "en: no ő"),
        ("game.yaml", ("game", "tones"), "en: too alike"),
    ]


def test_languages_are_joined_and_two_of_one_card_are_not() -> None:
    near, far = 'on the front of "a", "X" is near', 'on the front of "a", "Y" is near'
    drawn = [on(lang, 1, "PRINT-2", message, ()) for lang in ("en", "de") for message in (near, far)]
    assert [message for *_, message in reported(drawn)] == [f"en, de: {near}", f"en, de: {far}"]


def test_cards_that_show_the_same_entry_are_one() -> None:
    drawn = [on("en", 1, "PRINT-2", f'on the front of "{card}", "X" is near', ()) for card in ("a", "b")]
    assert [message for *_, message in reported(drawn)] == ['en: on the front of "a", "X" is near']


def test_what_follows_from_a_text_that_does_not_fit_is_not_reported() -> None:
    small, longer = (
        on("de", 1, "PRINT-7", "it is small", ()),
        on(PSEUDO, 1, "FIT-1", "longer", severity=Severity.WARNING),
    )
    assert [message for *_, message in reported([on("en", 1, "FIT-1", "too wide"), small, longer])] == ["en: too wide"]
    assert [message for *_, message in reported([small, longer])] == ["de: it is small", "longer"]
    assert len(reported([on("en", 2, "FIT-1", "too wide"), small, longer])) == 3  # that is another card
    warning = on("en", 1, "FIT-1", "nearly", severity=Severity.WARNING)
    assert len(reported([warning, small])) == 2


@pytest.mark.parametrize(
    ("code", "cards", "of", "lines"),
    [
        ("PRINT-2", 2, 20, 2),
        ("PRINT-2", 3, 20, 1),
        ("FIT-1", 10, 20, 10),
        ("FIT-1", 11, 20, 1),
        ("FIT-1", 4, 4, 4),
        ("FIT-1", 5, 5, 1),  # no card has a text that fits
        ("FIT-1", 5, 6, 5),
        ("PRINT-3", 1, 20, 1),
        ("ICON-COLOUR", 2, 20, 1),
    ],
)
def test_what_a_layout_does_to_many_cards_is_reported_there(code: str, cards: int, of: int, lines: int) -> None:
    drawn = [on("en", card, code, "wrong", cause=("card", "boxes", 2)) for card in range(cards)]
    found = reported(drawn, of)
    assert len(found) == lines
    at_layout = lines == 1
    assert {name for name, *_ in found} == {"card.yaml" if at_layout else "cards.yaml"}
    if at_layout:
        more = {1: "", 2: " (and 1 more card)"}.get(cards, f" (and {cards - 1} more cards)")
        assert found == [("card.yaml", ("layout", "boxes", 2), f"en: wrong{more}")]
    assert len(reported(drawn, of, own=())) == cards  # a layout of the tool: the author can change only the cards


def test_the_hint_says_what_to_do_in_the_layout() -> None:
    drawn = [on("en", card, "PRINT-2", "wrong", cause=("card", "boxes", 2)) for card in range(3)]
    [(_, finding)] = placed(entries(9), drawn, ["card.yaml"])
    assert (finding.hint, finding.at_key) == ("move the box away from the edge of the card", True)
    [(_, icon)] = placed(entries(9), [on("en", 1, "ICON-COLOUR", "wrong", cause=("card",))], ["card.yaml"])
    assert icon.hint == "a hint"


def test_faults_with_different_causes_are_not_one() -> None:
    drawn = [on("en", card, "PRINT-2", "wrong", cause=("card", "boxes", card % 2)) for card in range(6)]
    assert [path for _, path, _ in reported(drawn)] == [("layout", "boxes", 0), ("layout", "boxes", 1)]


def test_a_missing_style_of_a_font_is_one_problem_for_all_layouts() -> None:
    drawn = [on("en", card, "FONT-STYLE", "no italic", cause=("card", "boxes", card)) for card in (3, 4)]
    assert reported(drawn) == [("cards.yaml", ("cards", 3, "name", "en"), "en: no italic")]
    many = [on("en", card, "FONT-STYLE", "no italic", cause=("card", "boxes", card)) for card in range(5)]
    assert reported(many) == [("card.yaml", ("layout", "boxes", 0), "en: no italic (and 4 more cards)")]


def test_a_text_that_is_not_translated_is_reported_at_its_source() -> None:
    some = entries(1)
    [card] = some.by_kind["cards"]
    filled = {"id": "c0", "name": {"en": "C", "de": Untranslated("C"), "fr": "C"}}
    some.by_kind["cards"] = [Entry(card.source, card.path, filled)]
    drawn = [on(lang, 0, "GLYPH-1", "no C", ("name", lang)) for lang in ("en", "de", "fr")]
    assert [(finding.path[-1], finding.message) for _, finding in placed(some, drawn)] == [
        ("en", "en, de: no C"),
        ("fr", "fr: no C"),
    ]


# --- proofs --------------------------------------------------------------------------------------------------------


def test_a_proof_marks_the_cards_that_are_not_translated() -> None:
    studio, game = Studio(), SimpleNamespace(data=SimpleNamespace(composed={}))
    first, second = EntryRef("cards", "a"), EntryRef("cards", "b")
    data: Any = {
        "cards": [
            {"id": "a", "name": {"en": "A", "de": Untranslated("A")}},
            {"id": "b", "name": {"en": "B", "de": "B"}},
        ]
    }
    printed = PrintSet(
        "game",
        [
            component(studio.sketch("a"), studio.sketch("back"), 2, shows=(first,)),
            component(studio.sketch("b"), None, shows=(second,)),
        ],
        [studio.sketch("a", entry=first), studio.sketch("b", entry=second)],
    )

    def marked(symbol: Symbol | None) -> bool:
        assert symbol is not None
        return any(isinstance(item, Group) and item.layer == LAYER for item in symbol.items)

    proof = proof_set(game, printed, data, "de")  # type: ignore[arg-type]
    pieces = list(DrawnSet(proof).pieces())
    assert [(piece.card, marked(piece.front)) for piece in pieces] == [("a", True), ("a", True), ("b", False)]
    assert not marked(pieces[0].back)
    assert pieces[0].front is pieces[1].front
    assert [marked(face.draw().symbol) for face in proof.faces] == [True, False]
    assert proof_set(game, printed, data, "en") is printed  # type: ignore[arg-type]
