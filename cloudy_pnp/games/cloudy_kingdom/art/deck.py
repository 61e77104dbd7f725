"""The whole deck as pictures: vine cards, castles, spells and blanks, with their backs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from hashlib import sha256

from cloudy_pnp.core.problems import Finding
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Symbol
from cloudy_pnp.games.cloudy_kingdom.art import backs
from cloudy_pnp.games.cloudy_kingdom.art.board_spell import board_spell
from cloudy_pnp.games.cloudy_kingdom.art.castle_face import castle_face
from cloudy_pnp.games.cloudy_kingdom.art.heraldry import arms_of
from cloudy_pnp.games.cloudy_kingdom.art.icons import text_icons
from cloudy_pnp.games.cloudy_kingdom.art.pen import Pen, pen_for
from cloudy_pnp.games.cloudy_kingdom.art.spell_face import blank_spell, spell_face
from cloudy_pnp.games.cloudy_kingdom.art.style import Style
from cloudy_pnp.games.cloudy_kingdom.art.vine_face import vine_face
from cloudy_pnp.games.cloudy_kingdom.model.cards import SIDES, Edition, Family, Kingdom, Spell, VineCard
from cloudy_pnp.games.cloudy_kingdom.model.steps import PlaceSelf, Step
from cloudy_pnp.games.cloudy_kingdom.wording.compose import VOICES, spell_text
from cloudy_pnp.games.contract import CardPicture, Sketch

Wording = Callable[[Sequence[Step], str], str]  # the rules text of some steps in a language


def deck_pictures(
    kingdom: Kingdom,
    style: Style,
    lang: str,
    edition: str,
    *,
    ink_saving: bool = False,
    wording: Wording = spell_text,
    only: Collection[str] | None = None,
) -> Iterator[CardPicture]:
    """Every card of an edition in one language, in the order of a fresh box; or those that show one of some ids.

    Pictures without words are drawn once a style and shared by all languages.
    """
    deck = _Deck(kingdom, style.saving_ink() if ink_saving else style, lang, kingdom.editions[edition], wording)
    yield from deck.vines(only)
    yield from deck.castles_and_spells(only)


def gallery(
    kingdom: Kingdom, style: Style, lang: str, edition: str, *, wording: Wording = spell_text
) -> Iterator[Sketch]:
    """One sketch of every face as one looks at it: castles lie, the families take turns with the spells.

    A card whose name or text is missing in the language is left out.
    """
    deck = _Deck(kingdom, style, lang, kingdom.editions[edition], wording)
    families = list(kingdom.families.values())
    for card in kingdom.vines.values():
        yield deck.sketch(card.id, "vines", partial(deck.vine, card, 1), card.face, entry=card.id)
    for family in families:
        if lang in family.name:
            yield deck.castle_sketch(family)
    for index, spell in enumerate(kingdom.spells.values()):
        if lang in spell.name and (lang in VOICES or spell.own_text(lang)):
            yield deck.spell_sketch(spell, families[index % len(families)])
    first = families[0]
    yield deck.sketch("blank", "spells", partial(deck.blank, first, "blank"), first.id, first.colour, first.emblem)
    for name, draw in (("vine", backs.vine_back), ("castle", backs.castle_back), ("blank", backs.blank_back)):
        yield deck.sketch(f"{name}-back", "backs", partial(draw, deck.pen))


def gallery_pictures(kingdom: Kingdom, style: Style, lang: str, edition: str) -> Iterator[Symbol]:
    """The gallery, drawn."""
    for sketch in gallery(kingdom, style, lang, edition):
        yield sketch.draw()[0]


def deck_findings(
    kingdom: Kingdom, style: Style, lang: str, edition: str, *, wording: Wording = spell_text
) -> Iterator[tuple[str, Finding]]:
    """FIT-1 and GLYPH-1: what is wrong with the texts of a deck, with the id of the spell. Nothing else is drawn."""
    deck = _Deck(kingdom, style, lang, kingdom.editions[edition], wording)
    family = next(iter(kingdom.families.values()))
    for spell in kingdom.spells.values():
        yield from ((spell.id, finding) for finding in _findings(spell, deck.drawn_spell(spell, family)))


def _findings(spell: Spell, drawn: Drawn) -> Iterator[Finding]:
    """What is wrong with a spell's texts: a path leads to the name, to the author's own text, or to the steps that the
    text was composed of.
    """
    for finding in drawn.findings:
        composed = finding.path[0] == "text" and spell.text is None  # else its words are the author's, or a pack's
        yield replace(finding, path=("effect",)) if composed else finding


def _shown(only: Collection[str] | None, *ids: str) -> bool:
    """Whether a card that shows some entries is wanted."""
    return only is None or any(name in only for name in ids)


class _Deck:
    """One edition in one language."""

    def __init__(self, kingdom: Kingdom, style: Style, lang: str, edition: Edition, wording: Wording) -> None:
        self.kingdom = kingdom
        self.lang = lang
        self.edition = edition
        self.pen: Pen = pen_for(style)
        self.letterer = Letterer(self.pen, lang, text_icons(self.pen))
        self.wording = wording

    @cached_property
    def looks(self) -> str:
        """The style and the language in a word, for the keys of sketches."""
        return sha256(repr((self.pen.style, self.lang)).encode()).hexdigest()

    def vines(self, only: Collection[str] | None) -> Iterator[CardPicture]:
        back = backs.vine_back(self.pen)
        for card in self.kingdom.vines.values():
            if only is not None and card.id not in only:
                continue
            for copy in range(1, card.count + 1):
                yield CardPicture(card.id, copy, self.vine(card, copy), back)

    def castles_and_spells(self, only: Collection[str] | None) -> Iterator[CardPicture]:
        """Castle cards and spell cards, which are double-sided (SPL-12); or cards with a castle and a spell each."""
        families, spells = self.kingdom.families.values(), self.kingdom.spells
        if not self.edition.pairs:
            for family in families:
                for copy, spell in enumerate(spells.values(), 1):
                    if _shown(only, family.id, spell.id):
                        front = self.spell(spell, family)
                        yield CardPicture(f"{family.id}-{spell.id}", 1, front, self.castle(family, copy))
            return
        back = backs.castle_back(self.pen)
        for family in families:
            for copy in range(1, len(SIDES) + 1) if _shown(only, family.id) else ():
                yield CardPicture(f"castle-{family.id}", copy, self.castle(family, copy), back)
        for family in families:
            for pair in self.edition.pairs:
                if _shown(only, family.id, *pair):
                    front, back = (self.spell(spells[spell], family) for spell in pair)
                    yield CardPicture(f"{family.id}-{'-'.join(pair)}", 1, front, back)
            for spell in self.single_spells():
                if _shown(only, family.id, spell.id):
                    front = self.spell(spell, family)
                    yield CardPicture(f"{family.id}-{spell.id}", 1, front, backs.blank_back(self.pen))
        for family in families:
            if _shown(only, family.id):
                name = f"{family.id}-blank"
                yield CardPicture(name, 1, self.blank(family, name), backs.blank_back(self.pen))

    def single_spells(self) -> list[Spell]:
        """The spells that share their card with no other one: its back is that of the blank cards."""
        paired = {spell for pair in self.edition.pairs for spell in pair}
        return [spell for spell in self.kingdom.spells.values() if spell.id not in paired]

    def vine(self, card: VineCard, copy: int) -> Symbol:
        def draw() -> Symbol:
            items = vine_face(self.pen, card.face, Random(card.id, copy))
            return self.pen.frame.symbol(f"{card.id}-{copy}", items)

        return self.pen.kept(f"vine {card.id} {copy} {card.face}", draw)

    def castle(self, family: Family, copy: int) -> Symbol:
        def draw() -> Symbol:
            items = castle_face(self.pen, family, Random("castle", family.id, copy))
            return self.pen.frame.turned(f"castle-{family.id}-{copy}", items)

        return self.pen.kept(f"castle {family.id} {family.colour} {family.emblem} {copy}", draw)

    def blank(self, family: Family, name: str) -> Symbol:
        def draw() -> Symbol:
            return self.pen.frame.symbol(name, blank_spell(self.pen, arms_of(self.pen, family)))

        return self.pen.kept(f"{name} {family.id} {family.colour} {family.emblem}", draw)

    def spell(self, spell: Spell, family: Family) -> Symbol:
        return self.pen.frame.symbol(f"{family.id}-{spell.id}", self.drawn_spell(spell, family).items)

    def drawn_spell(self, spell: Spell, family: Family) -> Drawn:
        """A spell with its texts; one that has a face shows it."""
        arms, name = arms_of(self.pen, family), spell.name[self.lang]
        steps, text = self.steps_and_text(spell)
        if spell.face is None:
            return spell_face(self.pen, self.letterer, arms, name, steps, text, spell.id)
        sealed = any(isinstance(step, PlaceSelf) and step.sealed for step in steps)
        return board_spell(self.pen, self.letterer, arms, spell.face, sealed, name, text, spell.id)

    def steps_and_text(self, spell: Spell) -> tuple[tuple[Step, ...], str]:
        """What a spell does in this edition, and how its card says it."""
        steps = self.kingdom.steps(spell.id, self.edition.id)
        return steps, spell.own_text(self.lang) or self.wording(steps, self.lang)

    def sketch(self, name: str, group: str, draw: Callable[[], Symbol], *made_of: object, entry: str = "") -> Sketch:
        """A face without words."""
        return Sketch(name, group, entry, name, "", f"{self.looks} {name} {made_of}", lambda: (draw(), ()))

    def castle_sketch(self, family: Family) -> Sketch:
        def draw() -> Symbol:
            return self.pen.frame.lying(name, castle_face(self.pen, family, Random("castle", family.id, 1)))

        name = f"castle-{family.id}"
        plain = self.sketch(name, "castles", draw, family.colour, family.emblem, entry=family.id)
        return replace(plain, title=family.name[self.lang])

    def spell_sketch(self, spell: Spell, family: Family) -> Sketch:
        def draw() -> tuple[Symbol, Sequence[Finding]]:
            drawn = self.drawn_spell(spell, family)
            return self.pen.frame.symbol(spell.id, drawn.items), list(_findings(spell, drawn))

        name, (steps, text) = spell.name[self.lang], self.steps_and_text(spell)
        arms = (family.id, family.colour, family.emblem)
        key = f"{self.looks} {spell.id} {(arms, name, steps, text, spell.face)}"
        return Sketch(spell.id, "spells", spell.id, name, text, key, draw)
