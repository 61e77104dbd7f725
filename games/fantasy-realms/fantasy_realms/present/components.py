"""The printed parts: 53 cards, their back, a tuck box, a score pad, and a sheet with all cards by suit.

The layout is data (`templates/fantasy-realms/layouts/`); the contents are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.scene import Font
from cloudy_pnp.game.contract import ArtPart, Component, ComponentKind, Data, EntryRef, PrintSet, RenderOptions, Sketch
from cloudy_pnp.game.kit.printing import BoxLabels, deck_box
from cloudy_pnp.i18n.localized import colon
from cloudy_pnp.layouts import LayoutContext, Layouts, sketch
from cloudy_pnp.layouts.paint import Art
from fantasy_realms.art.pictures import TONES, back, border, emblem, picture
from fantasy_realms.model.realm import Realm, realm_from_data
from fantasy_realms.present.pages import pad, reference
from fantasy_realms.present.words import words_in
from fantasy_realms.wording import card_text, has_text

Fields = dict[str, Any]
_PAPER = ("pad", "reference")
_BOX, _COVER = "#3a2f4f", "dragon"
PANEL = Colour.parse("#fbf6ea")  # the paper of the layout
_PLAIN = {"colour": "#8a8378", "emblem": "spiral"}  # of a suit in a pack that does not say


def components(data: Data, options: RenderOptions) -> PrintSet:
    """Return all parts in one language."""
    [game] = data.get("game") or [{"name": {}}]
    layouts = Layouts(data.get("layout", ()))
    cards = list(card_fields(data, options.lang))
    below = {fields["id"]: fields["text"] for fields in card_fields(data, options.second)} if options.second else {}
    art: dict[str, Art] = {
        "picture": partial(_picture, saving=options.ink_saving),
        "emblem": _emblem,
        "border": partial(_border, saving=options.ink_saving),
        "watermark": lambda box, fields: () if options.ink_saving else watermark(box, fields),
        "back": lambda box, _fields: back(box, [str(suit["emblem"]) for suit in suits_of(data).values()]),
        "pad": lambda box, _fields: pad(box, options.lang, game["name"]),
        "reference": lambda box, _fields: reference(box, options.lang, game["name"], suits_of(data), cards),
    }
    context = LayoutContext(
        options.lang, art, ink_saving=options.ink_saving, pseudo=options.pseudo, second=options.second
    )
    parts: list[Component] = []
    faces: list[Sketch] = []
    if "card" in layouts:
        size = options.card_size or layouts.size("card")
        behind = sketch(layouts, "card-back", {"id": "back"}, context, name="back", group="backs", size=size)
        for fields in cards:
            if options.entries is None or fields["id"] in options.entries:
                about = EntryRef("cards", fields["id"])
                if options.second:
                    text = {options.lang: fields["text"], options.second: below[fields["id"]]}
                    fields = {**fields, "text": text}
                front = sketch(layouts, "card", fields, context, group="cards", about=about, size=size)
                front = replace(front, text=front.text.replace("**", ""))
                faces.append(front)
                safe, bleed = layouts["card"].safe, layouts["card"].bleed
                parts.append(
                    Component(front.name, size, _always(front), _always(behind), safe=safe, bleed=bleed, shows=(about,))
                )
        faces += [behind] if parts else []
        if parts and options.entries is None:
            labels = BoxLabels.of(data, parts, options.lang, Font("Fraunces", 600))
            cover = next((fields for fields in cards if fields["id"] == _COVER), cards[0])
            drawn = partial(_box_front, layouts, {**cover, "name": game["name"]}, context) if "box" in layouts else None
            parts.append(deck_box(data, options, parts, labels, _COVER, _BOX, drawn))
    for name in _PAPER if options.entries is None else ():
        if name in layouts:
            fields = {"id": name, "name": words_in(options.lang)[name], "cards": [card["text"] for card in cards]}
            page = sketch(layouts, name, fields, context, name=name, group="paper")
            layout = layouts[name]
            faces.append(page)
            parts.append(
                Component(
                    name,
                    layouts.size(name),
                    _always(page),
                    None,
                    1,
                    ComponentKind.PAD,
                    safe=layout.safe,
                    bleed=layout.bleed,
                )
            )
    return PrintSet(game["name"].get(options.lang, ""), parts, faces, second=options.second)


def _always(face: Sketch) -> Callable[[int], Sketch]:
    return lambda _copy: face


def suits_of(data: Data) -> dict[str, Mapping[str, Any]]:
    """Return the suits by their ids, with a default colour and sign if a pack has none."""
    return {suit["id"]: {**_PLAIN, **suit} for suit in data.get("suits", ())}


def card_fields(data: Data, lang: str) -> Iterator[Fields]:
    """Yield the fields for the layout of a card; skip a card that cannot be read (the check reports it)."""
    suits = suits_of(data)
    pictures = {entry["id"]: entry["file"] for entry in data.get("art", ())}
    cards = [card for card in data.get("cards", ()) if card["suit"] in suits]
    realm = realm_from_data({"suits": list(suits.values()), "cards": cards})
    for card in cards:
        try:
            text = marked_text(realm, card["id"], lang)
        except KeyError:  # it refers to a card or suit that does not exist
            continue
        suit = suits[card["suit"]]
        shown = {"id": suit["id"], "name": suit["name"], "colour": suit["colour"], "emblem": suit["emblem"]}
        own_fields = {"id": card["id"], "name": card["name"], "strength": card["strength"], "text": text, "suit": shown}
        name = card.get("picture", card["id"])
        yield {**own_fields, "picture": pictures.get(card["id"]) or pictures.get(name, name)}


def marked_text(realm: Realm, card: str, lang: str) -> str:
    """Return the text of a card: bonus and penalty as paragraphs, each with its word in bold."""
    custom = realm[card].text
    if not has_text(realm, realm[card], lang):
        return ""
    words, text = words_in(lang), card_text(realm, realm[card], lang)
    if custom is not None and lang in custom:
        return text.bonus
    parts = (("bonus", text.bonus), ("penalty", text.penalty))
    return "\n".join(
        f"**{words[part]}{colon(lang)}** {_after_colon(sentences, lang)}" for part, sentences in parts if sentences
    )


def _after_colon(sentence: str, lang: str) -> str:
    """Return a sentence as it follows a colon: French continues in lower case."""
    return sentence[:1].lower() + sentence[1:] if lang == "fr" else sentence


def _box_front(layouts: Layouts, fields: Fields, context: LayoutContext, size: tuple[float, float]) -> Sketch:
    return sketch(layouts, "box", fields, context, size=size)


def _picture(box: Rect, fields: Mapping[str, Any], *, saving: bool) -> Items:
    suit = fields["suit"]
    return picture(fields["picture"], suit["id"], suit["colour"], suit["emblem"], box, saving=saving)


def _border(box: Rect, fields: Mapping[str, Any], *, saving: bool) -> Items:
    suit = fields["suit"]
    return border(suit["emblem"], suit["id"], suit["colour"], box, saving=saving)


def watermark(box: Rect, fields: Mapping[str, Any]) -> Items:
    """Draw the sign of a suit behind the text, hardly darker than the paper."""
    return emblem(fields["suit"]["emblem"], box, Colour.parse(fields["suit"]["colour"]).mixed(PANEL, 0.93))


def _emblem(box: Rect, fields: Mapping[str, Any]) -> Items:
    return emblem(fields["suit"]["emblem"], box, Colour.parse(fields["suit"]["colour"]).darker(0.25))


ART = ArtPart(
    tones=lambda _data: TONES,
    entries=lambda data: {card["id"] for card in data.get("cards", ())},
    size=(56.7, 45.4),
)
