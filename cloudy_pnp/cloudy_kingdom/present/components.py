"""The printed parts of this game: vine cards, castles, spells and blanks, with their backs.

The tuck box for the whole deck: castles on its front, a beanstalk on its back, the name all around.

PRINT-1: are parts of the pictures that must not be confused distinct, with every kind of colour vision?
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from hashlib import sha256
from typing import Any
from zlib import crc32

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.art import backs
from cloudy_pnp.cloudy_kingdom.art.breaks import plank_colour
from cloudy_pnp.cloudy_kingdom.art.castle_face import castle_face
from cloudy_pnp.cloudy_kingdom.art.castles import arms_of
from cloudy_pnp.cloudy_kingdom.art.marks import text_icons
from cloudy_pnp.cloudy_kingdom.art.spell_face import blank_spell, board_spell, spell_face
from cloudy_pnp.cloudy_kingdom.art.spell_pictures import BOX
from cloudy_pnp.cloudy_kingdom.art.style import Pen, Style, art_of, pen_for, pictured_spells, style_from_data
from cloudy_pnp.cloudy_kingdom.art.vine_face import vine_face
from cloudy_pnp.cloudy_kingdom.model.cards import (
    MOTIF,
    Edition,
    Family,
    Kingdom,
    Spell,
    VineCard,
    kingdom_from_data,
    unpaired,
)
from cloudy_pnp.cloudy_kingdom.model.steps import PlaceSelf, Step
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES, SpellTexts
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted, suggest
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.heraldry import ribbon, tones_of
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.kit.nets import Net
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.draw.markup import pseudo
from cloudy_pnp.draw.scene import Font, Group, Item, Symbol, Use
from cloudy_pnp.game.contract import (
    KEPT_COPIES,
    ArtPart,
    Component,
    ComponentKind,
    Data,
    DrawnFace,
    EntryRef,
    PrintSet,
    RenderOptions,
    Sketch,
)
from cloudy_pnp.game.kit.printing import BoxLabels, box_net, close_colours, label_box
from cloudy_pnp.i18n.localized import name_of
from cloudy_pnp.i18n.pairs import Words, text_in


def style_findings(style: Style, families: Iterable[Family]) -> Iterator[Finding]:
    """PRINT-1: compare colours that a player must distinguish at arm's length.

    A bridge and a vine, a torn end and every sky, a route and its casing. The findings belong to the style, not to a
    card.
    """
    colours = style.colours
    plank = plank_colour(colours)
    yield from _style_finding("wood", plank, "the planks of a bridge", colours.vine, "a vine")
    for sky in style.skies:
        yield from _style_finding("torn", colours.torn, "a torn end", sky.edge, f"the {sky.weather} sky")
    for family in families:
        colour = Colour.parse(family.colour)
        yield from _style_finding(
            "route", colours.route, "the casing of a route", colour, f"the family {quoted(family.id)}"
        )


def _style_finding(key: str, colour: Colour, part: str, other: Colour, than: str) -> Iterator[Finding]:
    reason = too_close(colour, other)
    if reason:
        message = f"{part} ({colour.hex}) and {than} ({other.hex}) are hard to tell apart: {reason}"
        yield Finding("PRINT-1", ("colours", key), message, "make one of the two lighter or darker", Severity.WARNING)


def deck_box(pen: Pen, letterer: Letterer, name: str, net: Net, labels: BoxLabels, label: str = "") -> Component:
    """Return the box for the deck; the label is on its base, instead of the name."""
    sketch = Sketch(
        "tuck-box",
        "boxes",
        lambda: label_box(_draw_box(pen, letterer, net, name, label or name), net, labels),
        title=name,
    )
    return Component(
        "tuck-box", net.size, lambda _: sketch, None, 1, ComponentKind.BOX, outline=net.cut, folds=net.folds
    )


def _draw_box(pen: Pen, letterer: Letterer, net: Net, name: str, label: str) -> DrawnFace:
    unit, colours = pen.frame.unit, pen.colours
    front, side, lid = net.faces["front"], net.faces["left"], net.faces["lid"]
    title = _draw_name(pen, letterer, name, Rect(0, 0, front.width / unit - 14, 11.5))
    colour = pen.ink if pen.style.ink_saving else colours.paper
    spine = letterer.name(name, Rect(4, 0, side.height / unit - 8, side.width / unit), colour, 7.5)
    upwards = Transform(0.0, -unit, unit, 0.0, 0.0, side.height)
    across = letterer.name(name, Rect(4, 0, lid.width / unit - 8, lid.height / unit), colour, 7.5)
    below = letterer.name(label, Rect(4, 0, lid.width / unit - 8, lid.height / unit), colour, 4.2, lines=3)
    flat = Transform.scaling(unit)
    upper = Transform.translation(7 * unit, front.height - 22 * unit) @ flat
    art: dict[str, tuple[Item, ...]] = {
        "front": (*_fill(pen, backs.castle_back(pen), front), Group(title.items, upper)),
        "back": _fill(pen, backs.vine_back(pen), net.faces["back"]),
        "left": (Group(spine.items, upwards),),
        "right": (Group(spine.items, upwards),),
        "lid": (Group(across.items, flat),),
        "base": (Group(below.items, flat),),
    }
    ground = () if pen.style.ink_saving else (net.ground(colours.night_light, pen.frame.bleed),)
    findings = (*title.findings, *spine.findings, *across.findings, *below.findings)
    return DrawnFace(net.symbol("tuck-box", ground, art, pen.frame.bleed), findings)


def _fill(pen: Pen, picture: Symbol, face: Rect) -> tuple[Item, ...]:
    """Fill a face with a card's picture; the face is a little larger, and the bleed covers the difference."""
    middle = Transform.translation((face.width - pen.frame.width) / 2, (face.height - pen.frame.height) / 2)
    return (Use(picture, middle),)


def _draw_name(pen: Pen, letterer: Letterer, name: str, box: Rect) -> Drawn:
    tones = tones_of(pen.colours.gold, pen.ink, pen.colours.paper)
    text = letterer.name(name, box.inset(2.5, 1.2), tones.figure, 8.0)
    return Drawn(ribbon(pen, tones, box)) + text


_LEAST_RATIO = 1.25  # of a card's sides
Wording = Callable[[Sequence[Step], str], str]  # the rules text of some steps in a language
_EVENLY = 2946  # the start of a checksum by which the families take turns with the spells of the rulebook


def components(data: Data, options: RenderOptions) -> PrintSet:
    """Return the parts of an edition in one language, in the order of a fresh box, or those that show some entries.

    Pictures without words are drawn once per style and shared by all languages.
    """
    kingdom = kingdom_from_data(data)
    [game] = data.get("game") or [{}]
    chosen = options.options.get("edition") or game.get("edition", "")
    if options.partial and (not data.get("style") or chosen not in kingdom.editions or not kingdom.families):
        return PrintSet("", (), ())
    if chosen not in kingdom.editions:
        raise UserError(f'there is no edition "{chosen}"; {suggest(chosen, kingdom.editions)}')
    return print_set(
        kingdom,
        style_for(data, options),
        options.lang,
        chosen,
        name=game["name"].get(options.lang, "") if options.partial else game["name"][options.lang],
        label=game.get("label", {}).get(options.lang, ""),
        wording=_longer(kingdom) if options.pseudo else None,
        only=options.entries,
        faces_only=options.partial,
        data=data,
        box=options.box,
        second=options.second,
    )


def print_set(
    kingdom: Kingdom,
    style: Style,
    lang: str,
    edition: str,
    *,
    name: str = "",
    label: str = "",
    wording: Wording | None = None,
    only: Collection[str] | None = None,
    faces_only: bool = False,
    data: Data | None = None,
    box: Mapping[str, Any] | None = None,
    second: str = "",
) -> PrintSet:
    """Return the same from the game's model; `faces_only` if missing parts allow no whole deck."""
    data = data or {}
    glossary = data.get("glossary", ())
    texts = wording or SpellTexts(kingdom.wording)
    deck = _Deck(kingdom, style, lang, kingdom.editions[edition], texts, glossary, second)
    cards = [] if faces_only else [*deck.vines(only), *deck.castles_and_spells(only)]
    boxes = []
    if name and cards and not only:
        labels = BoxLabels.of(data, cards, lang, Font(style.fonts.display, style.fonts.display_weight))
        net = box_net(data, RenderOptions(lang, box=box or {}), cards)
        boxes = [deck_box(deck.pen, deck.letterer, name, net, labels, label)]
    families = kingdom.families.values()
    colours = [(family.id, family.colour) for family in families]
    findings = [(EntryRef("families", family), finding) for family, finding in close_colours(colours)]
    of_style = [(None, finding) for finding in style_findings(style, families)] if only is None else []
    of_style += [(None, finding) for finding in _shape_findings(style)]
    return PrintSet(
        name,
        components=[*cards, *boxes],
        faces=[sketch for sketch in deck.faces() if only is None or (sketch.entry and sketch.entry.id in only)],
        findings=[*((about, item) for about, item in findings if only is None or about.id in only), *of_style],
        second=second,
    )


def _shape_findings(style: Style) -> Iterator[Finding]:
    """PRINT-6: warn about a card too short to show the ends of the card that it crosses."""
    short, long = style.frame.width, style.frame.height
    if long < short * _LEAST_RATIO:
        message = f"cards of {short:g} × {long:g} mm hide each other: this game lays cards crosswise over others"
        hint = f"use cards whose longer side is at least {_LEAST_RATIO:g} times the shorter one"
        yield Finding("PRINT-6", (), message, hint, Severity.WARNING)


def _longer(kingdom: Kingdom) -> Wording:
    texts = SpellTexts(kingdom.wording)
    return lambda steps, lang: pseudo(texts(steps, lang))


def _findings(spell: Spell, drawn: Drawn) -> Iterator[Finding]:
    """Yield the findings about a spell's texts, with a path to the name, the text or the steps of a composed text."""
    for finding in drawn.findings:
        composed = finding.path[0] == "text" and spell.text is None  # else its words are the author's, or a pack's
        if composed and finding.code == "FIT-1":
            hint = "remove a step, or write your own shorter text: text: {en: …}, in every language"
            finding = replace(finding, hint=hint)
        yield replace(finding, path=("effect",)) if composed else finding


def _is_shown(only: Collection[str] | None, *ids: str) -> bool:
    """Return whether a card that shows some entries is requested."""
    return only is None or any(name in only for name in ids)


class _Deck:
    """One edition in one language, or with a second one below it."""

    def __init__(
        self,
        kingdom: Kingdom,
        style: Style,
        lang: str,
        edition: Edition,
        wording: Wording,
        glossary: Sequence[Mapping[str, Any]],
        second: str,
    ) -> None:
        self.kingdom = kingdom
        self.glossary = glossary
        self.lang, self.second = lang, second
        self.edition = edition
        self.pen: Pen = pen_for(style)
        self.letterer = Letterer(self.pen, lang, text_icons(self.pen))
        self.wording = wording

    @cached_property
    def looks(self) -> str:
        """The style and the language in a word, for the keys of sketches."""
        return sha256(repr((self.pen.style, self.lang, *filter(None, [self.second]))).encode()).hexdigest()

    def vines(self, only: Collection[str] | None) -> Iterator[Component]:
        """Yield the vine cards; each copy is drawn a little differently."""
        for card in self.kingdom.vines.values():
            if _is_shown(only, card.id):
                about = EntryRef("vines", card.id)
                front = partial(self.vine_side, card)
                yield self.named(self.card(card.id, front, self.back("vine"), card.count, about), "vine-card")

    def castles_and_spells(self, only: Collection[str] | None) -> Iterator[Component]:
        """Yield castle cards and double-sided spell cards (SPL-12), or cards with a castle and a spell each."""
        families, spells = self.kingdom.families.values(), self.kingdom.spells
        if not self.edition.pairs:
            for family in families:
                for copy, spell in enumerate(spells.values(), 1):
                    if _is_shown(only, family.id, spell.id):
                        castle = self.same_side(self.castle_side(family, copy))
                        yield self.spell_card(family, [spell], castle, "family-card")
            return
        for family in families:
            castles = [castle for castle in self.kingdom.castles.values() if castle.family == family.id]
            if castles and _is_shown(only, family.id, *(castle.id for castle in castles)):
                shown = (EntryRef("families", family.id), *(EntryRef("castles", castle.id) for castle in castles))
                sides = {copy: self.castle_side(family, castle.sky) for copy, castle in enumerate(castles, 1)}
                card = self.card(f"castle-{family.id}", sides.__getitem__, self.back("castle"), len(castles), *shown)
                yield self.named(card, "castle-card", family)
        for family in families:
            for pair in self.edition.pairs:
                if _is_shown(only, family.id, *pair):
                    first, second = (spells[spell] for spell in pair)
                    back = partial(self.spell_side, second, family)
                    yield self.spell_card(family, [first, second], back)
            for spell in self.single_spells():
                if _is_shown(only, family.id, spell.id):
                    yield self.spell_card(family, [spell], self.back("blank"))
        for family in families:
            if _is_shown(only, family.id):
                name, about = f"{family.id}-blank", EntryRef("families", family.id)
                blank = self.card(name, partial(self.blank_side, family, name), self.back("blank"), 1, about)
                yield self.named(blank, "blank-card", family)

    def named(self, card: Component, term: str, family: Family | None = None) -> Component:
        """Name a card that has no name on it, and its pile, by a word of the glossary."""
        name = name_of(self.glossary, term, self.lang)
        owner = family.name[self.lang] if family and self.lang in family.name else ""
        return replace(
            card,
            name=f"{name} – {owner}" if name and owner else name,
            pile=name_of(self.glossary, term, self.lang, plural=True),
        )

    def card(
        self, name: str, front: Callable[[int], Sketch], back: Callable[[int], Sketch], copies: int, *shows: EntryRef
    ) -> Component:
        """Return a card of the deck's size."""
        size = (self.pen.frame.width, self.pen.frame.height)
        return Component(name, size, front, back, copies, shows=shows)

    def spell_card(
        self, family: Family, spells: Sequence[Spell], back: Callable[[int], Sketch], term: str = "spell-card"
    ) -> Component:
        """Return a card with the first of some spells on its front."""
        name = "-".join((family.id, *(spell.id for spell in spells)))
        shows = [EntryRef("spells", spell.id) for spell in spells]
        card = self.card(name, partial(self.spell_side, spells[0], family), back, 1, *shows)
        return replace(card, pile=name_of(self.glossary, term, self.lang, plural=True))

    def faces(self) -> Iterator[Sketch]:
        """Yield every face once, as seen by a reader: castles sideways, a spell in the colours of one family.

        The id of a spell decides which: a new spell must not change the pictures of others. A card whose name or text
        is missing in the language is skipped.
        """
        kingdom, lang = self.kingdom, self.lang
        families = list(kingdom.families.values())
        for card in kingdom.vines.values():
            about = EntryRef("vines", card.id)
            yield self.sketch(card.id, "vines", partial(self.vine, card, 1), card.face, entry=about)
        for family in families:
            if lang in family.name:
                yield self.castle_sketch(family)
        for spell in kingdom.spells.values() if families else ():
            if lang in spell.name and (lang in LANGUAGES or lang in kingdom.wording or spell.own_text(lang)):
                yield self.spell_sketch(spell, families[crc32(spell.id.encode(), _EVENLY) % len(families)])
        for first in families[:1]:
            blank = partial(self.blank, first, "blank")
            yield self.sketch("blank", "spells", blank, first.id, first.colour, first.emblem)
        for name, draw in _BACKS.items():
            yield self.sketch(f"{name}-back", "backs", partial(draw, self.pen))

    def back(self, name: str) -> Callable[[int], Sketch]:
        """Return the back of some cards, the same for every copy."""
        return self.same_side(Sketch(f"{name}-back", "backs", lambda: DrawnFace(_BACKS[name](self.pen))))

    @staticmethod
    def same_side(sketch: Sketch) -> Callable[[int], Sketch]:
        """Return a side that all copies share."""
        return lambda _copy: sketch

    def vine_side(self, card: VineCard, copy: int) -> Sketch:
        draw = partial(self.vine, card, copy)
        return Sketch(card.id, "vines", lambda: DrawnFace(draw()), entry=EntryRef("vines", card.id))

    def castle_side(self, family: Family, copy: int) -> Sketch:
        draw = partial(self.castle, family, copy)
        about = EntryRef("families", family.id)
        return Sketch(f"castle-{family.id}", "castles", lambda: DrawnFace(draw()), entry=about, quarters=1)

    def blank_side(self, family: Family, name: str, _copy: int) -> Sketch:
        return Sketch(name, "spells", lambda: DrawnFace(self.blank(family, name)))

    def spell_side(self, spell: Spell, family: Family, _copy: int) -> Sketch:
        name = f"{family.id}-{spell.id}"
        return Sketch(name, "spells", lambda: self.spell(spell, family, name), entry=EntryRef("spells", spell.id))

    def single_spells(self) -> list[Spell]:
        """List the spells that share their card with no other one: its back is that of the blank cards."""
        return [self.kingdom.spells[spell] for spell in unpaired(self.edition.pairs, self.kingdom.spells)]

    def vine(self, card: VineCard, copy: int) -> Symbol:
        def draw() -> Symbol:
            items = vine_face(self.pen, card.face, Random(card.id, copy))
            return self.pen.frame.symbol(f"{card.id}-{copy}", items)

        return self.pen.kept(f"vine {card.id} {copy} {card.face}", draw) if copy <= KEPT_COPIES else draw()

    def castle(self, family: Family, copy: int) -> Symbol:
        def draw() -> Symbol:
            items = castle_face(self.pen, family, Random("castle", family.id, copy))
            return self.pen.frame.turned(f"castle-{family.id}-{copy}", items)

        return self.pen.kept(f"castle {family.id} {family.colour} {family.emblem} {copy}", draw)

    def blank(self, family: Family, name: str) -> Symbol:
        def draw() -> Symbol:
            return self.pen.frame.symbol(name, blank_spell(self.pen, arms_of(self.pen, family)))

        return self.pen.kept(f"{name} {family.id} {family.colour} {family.emblem}", draw)

    def spell(self, spell: Spell, family: Family, name: str) -> DrawnFace:
        drawn = self.drawn_spell(spell, family)
        return DrawnFace(self.pen.frame.symbol(name, drawn.items), tuple(_findings(spell, drawn)))

    def drawn_spell(self, spell: Spell, family: Family) -> Drawn:
        """Draw a spell with its texts; one that has a face shows it."""
        arms, name = arms_of(self.pen, family), text_in(spell.name.__getitem__, self.lang, self.second)
        steps, text = self.steps_and_text(spell)
        if spell.face is None:
            return spell_face(self.pen, self.letterer, arms, name, steps, text, spell.id, spell.picture)
        sealed = any(isinstance(step, PlaceSelf) and step.sealed for step in steps)
        return board_spell(self.pen, self.letterer, arms, spell.face, sealed, name, text, spell.id)

    def steps_and_text(self, spell: Spell) -> tuple[tuple[Step, ...], Words]:
        """Return the steps of a spell in this edition, and the text on its card."""
        steps = self.kingdom.steps(spell.id, self.edition.id)
        return steps, text_in(lambda lang: spell.own_text(lang) or self.wording(steps, lang), self.lang, self.second)

    def sketch(
        self, name: str, group: str, draw: Callable[[], Symbol], *made_of: object, entry: EntryRef | None = None
    ) -> Sketch:
        """Return a face without words."""
        key = f"{self.looks} {name} {made_of}"
        return Sketch(name, group, lambda: DrawnFace(draw()), key, entry, title=name)

    def castle_sketch(self, family: Family) -> Sketch:
        def draw() -> Symbol:
            return self.pen.frame.lying(name, castle_face(self.pen, family, Random("castle", family.id, 1)))

        name, about = f"castle-{family.id}", EntryRef("families", family.id)
        plain = self.sketch(name, "castles", draw, family.colour, family.emblem, entry=about)
        return replace(plain, title=family.name[self.lang])

    def spell_sketch(self, spell: Spell, family: Family) -> Sketch:
        name, (steps, text) = spell.name[self.lang], self.steps_and_text(spell)
        main = text if isinstance(text, str) else text.first
        arms = (family.id, family.colour, family.emblem)
        key = f"{self.looks} {spell.id} {(arms, name, steps, text, spell.face, spell.picture)}"
        about = EntryRef("spells", spell.id)
        return Sketch(spell.id, "spells", lambda: self.spell(spell, family, spell.id), key, about, name, main)


_BACKS: Mapping[str, Callable[[Pen], Symbol]] = {
    "vine": backs.vine_back,
    "castle": backs.castle_back,
    "blank": backs.blank_back,
}


def style_of(data: Data) -> Style:
    """Return the look of the game's cards."""
    if not data.get("style"):
        raise UserError("the game has no style: add a file with the key style")
    return replace(style_from_data(data["style"][0]), art=art_of(data))


def style_for(data: Data, options: RenderOptions) -> Style:
    """Return that look on the chosen card format, in outlines to save ink."""
    style = style_of(data)
    if options.card_size is not None:
        style = style.sized(*options.card_size)
    return style.saving_ink() if options.ink_saving else style


def art_tones(data: Data) -> Collection[str]:
    """Return every tone that a picture may use; `figure` and `ground` are those of emblems."""
    return {tone for style in data.get("style", ()) for tone in (*style["colours"], "figure", "ground")}


def named_motifs(data: Data) -> Collection[str]:
    """Return the names of the pictures for all motifs that spells name."""
    return {f"{MOTIF}{motif}" for spell in data.get("spells", ()) for motif in spell.get("picture", ())}


ART = ArtPart(art_tones, pictured_spells, (BOX.width, BOX.height), named_motifs)
