"""The deck as a whole: which cards there are, what is on them, and what is said about texts that do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from draw.compare import pdf_picture, share_of_different_pixels, svg_picture
from games.cloudy_kingdom.art.studio import FORMATS, kingdom, picture, style
from msgspec.structs import replace
from PIL import ImageChops

from cloudy_pnp.cloudy_kingdom.art.spell_pictures import picture_of
from cloudy_pnp.cloudy_kingdom.art.style import Style
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom, Spell
from cloudy_pnp.cloudy_kingdom.model.face import Face
from cloudy_pnp.cloudy_kingdom.model.steps import parse_steps
from cloudy_pnp.cloudy_kingdom.present.components import Wording, print_set
from cloudy_pnp.cloudy_kingdom.wording.compose import spell_text
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.draw.scene import Group, Item, Page, Symbol, TextRun, Use
from cloudy_pnp.game.contract import Sketch
from cloudy_pnp.i18n.localized import Localized
from cloudy_pnp.workspace.drawn import DrawnSet, Piece

LANGUAGES = ("en", "de", "fr", "hu")


def deck(lang: str = "en", edition: str = "2023", *, ink_saving: bool = False) -> list[Piece]:
    drawn_in = style().saving_ink() if ink_saving else style()
    return list(DrawnSet(print_set(kingdom(), drawn_in, lang, edition)).pieces())


def first_spell_card(game: Kingdom) -> Piece:
    """The card with the first spell on it."""
    drawn = DrawnSet(print_set(game, style(), "en", "2023"))
    return next(drawn.piece(card, 1) for card in drawn.printed.components if card.id == "raven-chop-twist")


def deck_findings(
    game: Kingdom, drawn_in: Style, lang: str, edition: str, wording: Wording = spell_text
) -> list[tuple[str, Finding]]:
    """Return what is wrong with the texts of spells, with the id of the spell."""
    faces = print_set(game, drawn_in, lang, edition, wording=wording).faces
    return [(face.entry.id, finding) for face in faces if face.entry for finding in face.draw().findings]


def gallery_pictures(lang: str) -> list[Symbol]:
    """Every face once."""
    return [face.draw().symbol for face in print_set(kingdom(), style(), lang, "2023").faces]


def back_of(card: Piece) -> Symbol:
    assert card.back is not None
    return card.back


def words(items: Iterable[Item]) -> Iterator[str]:
    """All text of a picture."""
    for item in items:
        match item:
            case TextRun():
                yield item.text
            case Group():
                yield from words(item.items)
            case Use(symbol):
                yield from words(symbol.items)


def with_spell(**changes: object) -> Kingdom:
    """The game with its first spell changed."""
    first, *others = kingdom().spells.values()
    spells: dict[str, Spell] = {first.id: replace(first, **changes)}
    return replace(kingdom(), spells=spells | {spell.id: spell for spell in others})


def test_a_new_spell_does_not_change_the_faces_of_others() -> None:
    """A diff listed every spell that comes after a new one as changed: it had the colours of another family."""
    spells = dict(reversed(list(kingdom().spells.items())))
    games = (kingdom(), replace(kingdom(), spells={"new": replace(spells["chop"], id="new"), **spells}))
    before, after = ({face.name: face.key for face in print_set(game, style(), "en", "2023").faces} for game in games)
    assert after.keys() - before.keys() == {"new"}
    assert {name: after[name] for name in before} == before


def test_the_edition_of_2023_has_90_cards_in_the_order_of_the_box() -> None:
    cards = deck()
    kinds = ["vine"] * 54 + ["castle"] * 16 + ["spell"] * 16 + ["blank"] * 4
    assert [_kind(card.card) for card in cards] == kinds
    assert Counter(card.card for card in cards[:54]) == {vine.id: vine.count for vine in kingdom().vines.values()}
    assert len({(card.card, card.copy) for card in cards}) == 90
    assert {card.card for card in cards[70:74]} == {
        "raven-chop-twist",
        "raven-inspiration-replant",
        "raven-burning-crossing-broken-crossing",
        "raven-rapid-growth-green-thumb",
    }


def _kind(card: str) -> str:
    if card in kingdom().vines:
        return "vine"
    return "castle" if card.startswith("castle-") else "blank" if card.endswith("-blank") else "spell"


def test_the_hungarian_edition_has_a_castle_behind_every_spell() -> None:
    cards = deck("hu", "hu")
    assert len(cards) == 54 + 32
    assert {back_of(card).name.rsplit("-", 1)[0] for card in cards[54:62]} == {"castle-raven"}
    assert "Nyissz" in " ".join(words(cards[54].front.items))


def test_all_faces_have_one_size_and_reach_the_bleed() -> None:
    wanted = Rect(-3.2, -3.2, 57.15 + 6.4, 88.9 + 6.4)
    for card in deck():
        for face in (card.front, back_of(card)):
            assert (face.bounds.x, face.bounds.y) == (wanted.x, wanted.y)
            assert (face.bounds.width, face.bounds.height) == pytest.approx((wanted.width, wanted.height))


def test_equal_faces_are_one_symbol_and_copies_are_not() -> None:
    cards = deck()
    assert len({id(card.back) for card in cards[:54]}) == 1
    assert len({id(card.front) for card in cards}) == 90
    german = deck("de")
    assert all(one.front is other.front for one, other in zip(cards[:70], german[:70], strict=True))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_spell_cards_say_what_they_are_called_and_what_they_do(lang: str) -> None:
    for card in deck(lang)[70:86]:
        spells = [spell for spell in kingdom().spells.values() if spell.id in card.card]
        assert len(spells) == 2
        said = " ".join(words((*card.front.items, *back_of(card).items)))
        for spell in spells:
            assert _plain(spell.name[lang]) in _plain(said)
            assert _plain(spell_text(spell.steps, lang)) in _plain(said)


def _plain(text: str) -> str:
    """Without what breaking lines adds or takes away."""
    return "".join(char for char in text if char.isalnum())


def test_blank_spells_say_nothing() -> None:
    for card in deck()[86:]:
        assert list(words(card.front.items)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ["2023", "hu"])
@pytest.mark.parametrize("name", FORMATS)
def test_every_text_fits_in_every_language_and_format(name: str, edition: str, lang: str) -> None:
    assert list(deck_findings(kingdom(), style(name), lang, edition)) == []


def test_a_text_that_does_not_fit_is_told_with_its_spell() -> None:
    steps = parse_steps([{"draw": 2}])
    long = with_spell(
        name=Localized.of({"de": "Ein Name, der niemals auf zwei Zeilen passt " * 6}),
        steps=steps,
    )
    found = list(deck_findings(long, style(), "de", "2023", wording=lambda _steps, _lang: "zu lang " * 90))
    of_first = [finding for spell, finding in found if spell == "chop"]
    assert [(finding.code, finding.path) for finding in of_first] == [("FIT-1", ("name", "de")), ("FIT-1", ("effect",))]
    assert all("mm too" in finding.message for finding in of_first)


def runs(items: Iterable[Item]) -> Iterator[TextRun]:
    for item in items:
        match item:
            case TextRun():
                yield item
            case Group():
                yield from runs(item.items)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_larger_than_rules_and_no_word_stands_alone_at_the_end(lang: str) -> None:
    """A long name takes two lines rather than shrink below the text that it stands over."""
    for card in deck(lang)[70:86]:
        for face in (card.front, back_of(card)):
            texts = list(runs(face.items))
            names = [run for run in texts if run.font.family == style().fonts.display]
            rules = [run for run in texts if run.font.family == style().fonts.body]
            assert min(run.size for run in names) > max(run.size for run in rules), (card.card, lang)
            assert len(rules) < 3 or " " in rules[-1].text, rules[-1].text


def test_a_short_text_is_large_and_leaves_a_tall_picture() -> None:
    """Where little is said the cloud of the rules begins lower: so the first rows of pixels of a text lie lower too."""
    for lang in ("en", "de"):
        short = deck(lang)[70].front  # Chop It Down
        rules = [run for run in runs(short.items) if run.font.family == style().fonts.body]
        assert rules[0].size == pytest.approx(3.75)
        shown = picture(short, dpi=127, grey=True)
        white = [y for y in range(shown.height) if min(shown.crop((120, y, 280, y + 1)).tobytes()) > 235]
        assert min(white) / shown.height > 0.68, "the cloud begins higher than it must"


def test_an_authors_own_text_is_printed_and_judged() -> None:
    own = with_spell(text=Localized.of({"en": "Cut it ★ down."}))
    [(spell, finding)] = deck_findings(own, style(), "en", "2023")
    assert (spell, finding.code, finding.path) == ("chop", "GLYPH-1", ("text", "en"))
    card = first_spell_card(own)
    assert "Cutitdown" in _plain(" ".join(words(card.front.items)))


def test_sizes_in_messages_are_those_of_the_real_card() -> None:
    [found] = deck_findings(with_spell(text=Localized.of({"en": "word " * 200})), style("tarot"), "en", "2023")
    assert "5.4 pt" in found[1].message  # 1.9 mm, the smallest type of the style, on every format


@pytest.mark.parametrize(
    ("effect", "shown"),
    [
        ([{"remove": {"which": "top", "to": "box"}}], "axe"),
        ([{"draw": 1}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}], "bean"),
        ([{"draw": 3}, {"discard": {"from": "drawn"}}], "bean"),
        ([{"turn": {"which": "stack", "by": "half"}}], "swirl"),
        (
            [{"take": {"from": "discard", "which": "top"}}, {"play": {"from": "taken", "count": 1, "where": "empty"}}],
            "pot",
        ),
        (
            [
                {"draw": 2},
                {"discard": {"from": "hand", "who": "others", "may": True}},
                {"play": {"from": "drawn", "count": "all", "where": "growth"}},
            ],
            "hand",
        ),
        ([{"draw": 1}, *[{"play": {"from": "drawn", "count": 1, "where": "growth"}}] * 2], "sprouts"),
        ([{"discard": {"from": "hand"}}], "wand"),
    ],
)
def test_the_illustration_follows_the_steps(effect: list[dict[str, object]], shown: str) -> None:
    assert picture_of(parse_steps(effect)) == shown


def test_a_custom_spell_with_bends_is_written_where_no_vine_runs() -> None:
    bends = Face.from_data({"vines": [["n", "e"], ["s", "w"]]})
    custom = with_spell(face=bends, steps=parse_steps([{"place-self": {"where": "growth"}}]))
    assert list(deck_findings(custom, style(), "en", "2023")) == []
    card = first_spell_card(custom)
    assert "ChopItDown" in _plain(" ".join(words(card.front.items)))


def test_backs_are_the_same_when_turned() -> None:
    backs = [symbol for symbol in gallery_pictures("en") if symbol.name.endswith("-back")]
    assert [back.name for back in backs] == ["vine-back", "castle-back", "blank-back"]
    for back in backs:
        shown = picture(back, dpi=127)
        assert share_of_different_pixels(shown, shown.rotate(180)) < 0.001


def test_saving_ink_leaves_the_lines() -> None:
    """A vine card takes about a third of the ink, every other card less than half."""
    for full, spare in zip(deck()[::9], deck(ink_saving=True)[::9], strict=True):
        share = 0.36 if full.card in kingdom().vines else 0.5
        assert _ink(spare.front) < share * _ink(full.front), full.card
        assert _ink(spare.front) > 0.01


def _ink(symbol: Symbol) -> float:
    shown = ImageChops.invert(picture(symbol, dpi=60, grey=True))
    counts = shown.histogram()
    return sum(level * count for level, count in enumerate(counts)) / 255 / sum(counts)


@pytest.mark.parametrize("face", print_set(kingdom(), style(), "hu", "2023").faces, ids=lambda face: face.name)
def test_svg_and_pdf_are_the_same_picture(face: Sketch) -> None:
    symbol, bleed = face.draw().symbol, style().frame.bleed
    page = Page(symbol.bounds.width - 2 * bleed, symbol.bounds.height - 2 * bleed, (Use(symbol),))
    pdf, svg = pdf_picture(page, dpi=60), svg_picture(page, dpi=60)
    assert share_of_different_pixels(pdf, svg) < 0.005


def test_castles_of_different_families_differ_in_grey() -> None:
    castles = [symbol for symbol in gallery_pictures("en") if symbol.name.startswith("castle-")]
    shown = [picture(castle, dpi=60, grey=True) for castle in castles[:4]]
    for index, one in enumerate(shown):
        for other in shown[:index]:
            difference = ImageChops.difference(one, other).histogram()
            assert sum(difference[40:]) / sum(difference) > 0.12
