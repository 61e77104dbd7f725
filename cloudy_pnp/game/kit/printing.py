"""The tuck box of a deck: the name, a fan of cards and facts on the front, the contents behind, the name on the sides.

Helpers for the rulebooks of several games: terms of the glossary, names that templates use, faces of cards.

PRINT-1: are the players' colours distinct, in grey and with every kind of colour vision?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import yaml
from msgspec import Struct
from msgspec.structs import astuple, replace

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.colour import WHITE, Colour
from cloudy_pnp.draw.kit import nets
from cloudy_pnp.draw.kit.figures import fanned
from cloudy_pnp.draw.kit.vision import too_close
from cloudy_pnp.draw.scene import Font, Group, Item, Path, Stroke, Use
from cloudy_pnp.draw.shapes import rounded
from cloudy_pnp.draw.text import Align, TextStyle, Vertical, fit_text
from cloudy_pnp.game.contract import (
    Component,
    ComponentKind,
    Components,
    Data,
    DrawnFace,
    Facts,
    Lazy,
    RenderOptions,
    Sketch,
)
from cloudy_pnp.i18n.localized import colon, name_of

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page


_GROUND, _PAPER, _INK = "#2f4a6d", "#fffdf8", "#2b2a38"
_LIGHT = 0.4
_INSET = 4.0  # mm
_NARROWEST = 5.0  # mm of a side with text
_FREE = nets.NOTCH + 3.0  # mm from the top of the front: the thumb's notch, and some air
_TITLE, _STRIP, _LINE = 15.0, 5.2, 4.6  # mm: heights of the title, of the facts, and of a line of the contents
_FAN, _LARGEST_SPINE = 1.08, 0.62  # of the front's width, and of a narrow side's


class BoxLabels(Struct, frozen=True):
    """The texts on a box besides the name of the game: a line of facts, and the contents below a heading."""

    facts: str
    contents: str
    font: Font
    lang: str

    @classmethod
    def of(cls, data: Data, parts: Sequence[Component], lang: str, font: Font) -> BoxLabels:
        """Read the facts from the game's entry, and count the parts by the players' names for them."""
        facts, words, counts = Facts.of(_game(data)), box_words(lang), Counter[str]()
        shown = [_fact(words[name], value) for name, value in zip(_FACTS, astuple(facts), strict=True) if value]
        for part in parts:
            name = part.pile or name_of(data.get("glossary", ()), part.front(1).group, lang, plural=True)
            counts[name or (words["cards"] if part.kind is ComponentKind.CARD else "")] += part.copies
        lines = [f"{name}{colon(lang)} {count}" for name, count in counts.items() if name]
        return cls("  ·  ".join(shown), "\n".join([f"**{words['inside']}**", *lines]), font, lang)


_FACTS = ("players", "years", "minutes")


def _game(data: Data) -> Mapping[str, Any]:
    """Return the entry of the game; while it is invalid, one without contents."""
    return next(iter(data.get("game", ())), {"name": {}})


@cache
def box_words(lang: str) -> Mapping[str, str]:
    """Return the words of a rulebook's cover, which a box has too, in a language; in English where it has none."""
    words = yaml.load((shipped_root() / "templates/rulebook/words.yaml").read_bytes(), yaml.CSafeLoader)
    return {name: str(text.get(lang, text["en"])) for name, text in words.items()}


def _fact(word: str, value: str) -> str:
    """Write a fact as on a box.

    >>> _fact("players", "2–4"), _fact("ab {number} Jahren", "8+")
    ('2–4 players', 'ab 8 Jahren')
    """
    return word.replace("{number}", value.rstrip("+")) if "{number}" in word else f"{value} {word}"


def box_net(data: Data, options: RenderOptions, cards: Sequence[Component]) -> nets.Net:
    """Return the net of a box for all copies of the cards: as game.yaml has it (`box`), or as the options say."""
    settings = {**_game(data).get("box", {}), **options.box}
    size = (max(card.size[0] for card in cards), max(card.size[1] for card in cards))
    made, count = settings.get("cards", nets.BOUGHT), sum(card.copies for card in cards)
    return nets.deck_box(size, count, made, sleeves=settings.get("sleeves", False), paper=settings.get("paper"))


def deck_box(
    data: Data,
    options: RenderOptions,
    cards: Sequence[Component],
    labels: BoxLabels,
    cover: str = "",
    colour: str = _GROUND,
    front: Callable[[tuple[float, float]], Sketch] | None = None,
) -> Component:
    """Return a box with the name of the game above a fan of cards, or with the `front` that is made for its size."""
    net, name = box_net(data, options, cards), _game(data)["name"].get(options.lang, "")
    at = next((index for index, card in enumerate(cards) if card.id == cover), 0)
    card, fan = cards[at], [*cards[at + 1 : at + 3], cards[at]]
    ground = Colour.parse(_PAPER if options.ink_saving else _game(data).get("box", {}).get("colour", colour))
    ink = WHITE if ground.luminance < _LIGHT else Colour.parse(_INK)
    title = TextStyle(labels.font, 9.0, 2.5, colour=ink, align=Align.CENTRE, vertical=Vertical.MIDDLE, one_line=True)

    def draw() -> DrawnFace:
        face, side, lid = net.faces["front"], net.faces["left"], net.faces["lid"]
        head = Rect(_INSET, _FREE, face.width - 2 * _INSET, _TITLE)
        around = "" if side.width < _NARROWEST else name  # a thin deck has no room for a name there
        small = replace(title, size=min(title.size, max(side.width * _LARGEST_SPINE, 2.5)))
        above = fit_text("" if front else name, head, title, labels.lang)
        spine = fit_text(around, Rect(_INSET, 0.0, side.height - 2 * _INSET, side.width), small, labels.lang)
        edge = fit_text(around, Rect(_INSET, 0.0, lid.width - 2 * _INSET, lid.height), small, labels.lang)
        upwards = Transform(0.0, -1.0, 1.0, 0.0, 0.0, side.height)
        picture = (Use(front((face.width, face.height)).draw().symbol),) if front else _fanned(fan, face)
        art: dict[str, tuple[Item, ...]] = {
            "front": (*picture, *above.items),
            "back": _face((card.back or card.front)(1), card.size, net.faces["back"]),
            **dict.fromkeys(("left", "right"), (Group(spine.items, upwards),)),
            **dict.fromkeys(("lid", "base"), edge.items),
        }
        findings = (*above.findings, *spine.findings, *edge.findings)
        return label_box(DrawnFace(net.symbol("tuck-box", (net.ground(ground),), art), findings), net, labels)

    sketch = Sketch("tuck-box", "boxes", draw, title=name)
    return Component("tuck-box", net.size, sketch, None, 1, ComponentKind.BOX, outline=net.cut, folds=net.folds)


def _fanned(cards: Sequence[Component], face: Rect) -> tuple[Item, ...]:
    """Draw some cards as a fan that rises from the lower edge."""
    fan = fanned([card.front(1).page() for card in cards])
    scale = face.width * _FAN / fan.width
    return (Group(fan.items, Transform(scale, 0.0, 0.0, scale, face.width * (1 - _FAN) / 2, _FREE + _TITLE)),)


def label_box(drawn: DrawnFace, net: nets.Net, labels: BoxLabels) -> DrawnFace:
    """Add the facts to the front of a box, and the contents to its back."""
    front, back, high = net.faces["front"], net.faces["back"], (labels.contents.count("\n") + 1) * _LINE + 2.4
    strip = Rect(front.x + _INSET, front.bottom - _STRIP - 2.2, front.width - 2 * _INSET, _STRIP)
    panel = Rect(back.x + 2 * _INSET, back.bottom - high - 2 * _INSET, back.width - 4 * _INSET, high)
    ink, bold, middle = Colour.parse(_INK), replace(labels.font, weight=700), Vertical.MIDDLE
    style = TextStyle(labels.font, 2.9, 2.0, bold, ink, 1.2, 0.3, Align.CENTRE, middle, hyphenate=False)
    items, findings = drawn.symbol.items, drawn.findings
    for box, text in ((strip, labels.facts), (panel, labels.contents)):
        if text:
            setting = fit_text(text, box.inset(2.0, 0.4), style, labels.lang)
            items += (Path(rounded(box, 1.8), Colour.parse(_PAPER), Stroke(ink, 0.25)), *setting.items)
            findings = (*findings, *setting.findings)
    return DrawnFace(replace(drawn.symbol, items=items), findings, drawn.boxes)


def _face(sketch: Sketch, size: tuple[float, float], face: Rect) -> tuple[Item, ...]:
    """Fill a face with a card, enlarged to cover it; the card's bleed is clipped at the edges."""
    scale = max(face.width / size[0], face.height / size[1])
    middle = Transform.translation((face.width - size[0] * scale) / 2, (face.height - size[1] * scale) / 2)
    return (Use(sketch.draw().symbol, middle @ Transform.scaling(scale)),)


Faces = Callable[[], Mapping[str, Sketch]]


def look_up(items: Mapping[str, Any], kind: str, name: str) -> Any:
    """Return the item with a name. Raises UserError with the nearest name.

    >>> look_up({"chop": 1}, "spell", "chop")
    1
    """
    if name not in items:
        raise UserError(f'there is no {kind} "{name}"; {suggest(name, items)}'.rstrip("; "))
    return items[name]


def glossary_terms(data: Data, lang: str) -> Callable[..., str]:
    """Return the function `t` of templates: a term of the glossary by its id, in the plural unless the count is 1."""
    words = {entry["id"]: entry[lang] for entry in data["glossary"]}

    def term(name: str, count: int = 1) -> str:
        word = look_up(words, "term", name)
        return str(word["term"] if count == 1 else word.get("plural", word["term"]))

    return term


def faces_by_name(components: Lazy[Components], data: Data, options: RenderOptions) -> Faces:
    """Return a function for all faces by name, which are created on first use."""

    @cache
    def faces() -> Mapping[str, Sketch]:
        return {face.name: face for face in components.load()(data, options).faces}

    return faces


def draw_face(faces: Faces, name: str) -> Page:
    """Return a picture of the face with this name."""
    return faces()[name].page()


def close_colours(colours: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Finding]]:
    """Yield every pair of colours, given with the ids of their entries, that are too close, with the second id."""
    for (entry, colour), (other, other_colour) in combinations(colours, 2):
        reason = too_close(Colour.parse(colour), Colour.parse(other_colour))
        if reason:
            pair = f"{quoted(other_colour)} of {quoted(other)} and {quoted(colour)} of {quoted(entry)}"
            message = f"the colours {pair} are hard to tell apart: {reason}"
            hint = "make one of the two lighter or darker"
            yield other, Finding("PRINT-1", ("colour",), message, hint, Severity.WARNING)
