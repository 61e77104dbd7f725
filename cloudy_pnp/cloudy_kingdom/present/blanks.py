"""Blank spells for the table: cards with lines to write on, step icons as stickers, and a page that explains the steps.

It needs no words of its own: the texts are composed from the steps, so that any language with a wording table has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cloudy_pnp.cloudy_kingdom.art.castles import arms_of
from cloudy_pnp.cloudy_kingdom.art.spell_face import blank_spell
from cloudy_pnp.cloudy_kingdom.art.spell_pictures import illustration
from cloudy_pnp.cloudy_kingdom.art.style import Items, Pen, pen_for
from cloudy_pnp.cloudy_kingdom.model.cards import Family, Kingdom, kingdom_from_data
from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, parse_steps
from cloudy_pnp.cloudy_kingdom.present.components import style_for
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES, SpellTexts
from cloudy_pnp.core.geometry import ORIGIN, Point, Rect, Transform
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.draw.scene import Font, Group, Item, Symbol, Use
from cloudy_pnp.draw.shapes import circle, rounded
from cloudy_pnp.draw.text import Align, Setting, TextStyle, fit_text
from cloudy_pnp.game.contract import Component, ComponentKind, Data, DrawnFace, PrintSet, RenderOptions, Sketch
from cloudy_pnp.i18n.localized import name_of

_PAGE = (188.0, 261.0)  # mm: fits on A4 and on Letter
_STICKER = 19.0  # mm
_COPIES, _STICKERS = 2, 4  # blank cards per family, stickers per step
_SIZES = (4.3, 4.1, 3.9, 3.7, 3.5, 3.3, 3.1, 2.9, 2.7, 2.5, 2.3, 2.1, 1.9)  # mm, of the type on the page
_GAP = 6.0  # mm between columns

# The icon of a step, as motifs; a step without one has the picture of a spell with this step.
_ICONS: Mapping[str, tuple[str, ...]] = {
    "draw": ("sack",),
    "take": ("jar",),
    "keep": ("chest",),
    "offer-redraw": ("card", "question"),
    "redraw": ("wind", "card"),
    "give": ("hand",),
    "pass-hands": ("card", "arrows"),
    "place-self": ("book",),
    "take-back": ("hook",),
    "forbid": ("lock",),
    "turn": ("windmill",),
    "choose": ("wanderer", "question"),
    "repeat": ("bean", "arrows"),
    "only-if": ("coin",),
}


def step_examples() -> Iterator[tuple[tuple[str, ...], list[dict[str, Any]]]]:
    """Yield some steps, and an effect that shows their words on a card; cards that are drawn or taken are played."""
    play, top = {"count": 1, "where": "growth"}, {"take": {"from": "discard", "which": "top"}}
    yield (
        ("draw", "play", "discard"),
        [{"draw": 2}, {"play": {"from": "drawn", **play}}, {"discard": {"from": "drawn"}}],
    )
    yield ("take", "play"), [top, {"play": {"from": "taken", **play}}]
    for row in STEPS.values():
        if row.name == "keep":
            yield ("take", "keep"), [top, {"keep": "taken"}]
        elif row.name not in ("draw", "play", "discard", "take"):
            yield (row.name,), list(parse_source(row.example.encode(), row.name).documents)


def blanks(data: Data, options: RenderOptions) -> PrintSet:
    """Return the page with the steps, blank cards of each family, and stickers."""
    kingdom = kingdom_from_data(data)
    pen = pen_for(style_for(data, options))
    title = name_of(data.get("glossary", ()), "spell-card", options.lang, plural=True)
    icons = {names: _icon(pen, names, effect) for names, effect in step_examples() if names != ("say",)}
    components = [_blank(pen, family) for family in kingdom.families.values()]
    components += [_sticker(names[-1], icon) for names, icon in icons.items()]
    if options.lang in LANGUAGES or options.lang in kingdom.wording:
        components.insert(0, _reference(pen, kingdom, options.lang, title, list(icons.values())))
    return PrintSet(title, components, ())


def _icon(pen: Pen, names: Sequence[str], effect: Sequence[Mapping[str, Any]]) -> Symbol:
    """Draw the icon of a step: its picture on a round sky, 40 mm wide around the origin."""
    key = "keep" if "keep" in names else names[0]
    sky = pen.colours.dusk.mixed(pen.colours.cloud, 0.45)
    picture = Use(illustration(pen, parse_steps(effect), motifs=_ICONS.get(key, ())), Transform.scaling(0.78))
    disc = circle(ORIGIN, 20.0)
    items: Items = (*pen.shape(disc, sky), Group((picture,), clip=disc), *pen.line(disc, pen.colours.ink, 0.9))
    return Symbol(f"icon-{key}", items, Rect(-20.5, -20.5, 41.0, 41.0))


def _blank(pen: Pen, family: Family) -> Component:
    name, frame = f"{family.id}-blank", pen.frame
    sketch = Sketch(
        name, "spells", lambda: DrawnFace(frame.symbol(name, blank_spell(pen, arms_of(pen, family)))), title=name
    )
    return Component(name, (frame.width, frame.height), lambda _: sketch, None, _COPIES, ComponentKind.PAD)


def _sticker(step: str, icon: Symbol) -> Component:
    middle = Point(_STICKER / 2, _STICKER / 2)
    place = Transform.translation(middle.x, middle.y) @ Transform.scaling((_STICKER + 1.0) / 40)
    room = Rect(0.0, 0.0, _STICKER, _STICKER).inset(-1.0)
    sketch = Sketch(f"step-{step}", "stickers", lambda: DrawnFace(Symbol(f"step-{step}", (Use(icon, place),), room)))
    cut = circle(middle, _STICKER / 2)
    return Component(
        f"step-{step}", (_STICKER, _STICKER), lambda _: sketch, None, _STICKERS, ComponentKind.TOKEN, cut, bleed=1.0
    )


def _reference(pen: Pen, kingdom: Kingdom, lang: str, title: str, icons: Sequence[Symbol]) -> Component:
    def draw() -> DrawnFace:
        texts = [words(parse_steps(effect), lang) for names, effect in step_examples() if names != ("say",)]
        items, findings = _draw_page(pen, lang, title, list(zip(icons, texts, strict=True)))
        return DrawnFace(Symbol("steps", items, Rect(0.0, 0.0, *_PAGE)), findings)

    words = SpellTexts(kingdom.wording)
    sketch = Sketch("steps", "pages", draw, title=title)
    return Component("steps", _PAGE, lambda _: sketch, None, 1, ComponentKind.PAD, bleed=0.0)


def _draw_page(
    pen: Pen, lang: str, title: str, rows: Sequence[tuple[Symbol, str]]
) -> tuple[tuple[Item, ...], Sequence[Finding]]:
    """Set the steps in two columns, as large as fits."""
    fonts, colours = pen.style.fonts, pen.colours
    font = Font(fonts.display, fonts.display_weight)
    head = TextStyle(font, 9.0, 4.0, colour=pen.ink, align=Align.CENTRE, one_line=True)
    heading = fit_text(title, Rect(6.0, 5.0, _PAGE[0] - 12.0, 14.0), head, lang)
    frame = pen.line(rounded(Rect(0.0, 0.0, *_PAGE).inset(1.0), 3.0), colours.gold, pen.lines.outline)
    top, column = 23.0, (_PAGE[0] - 12.0 - _GAP) / 2
    half = -(-len(rows) // 2)
    for size in _SIZES:
        icon = size * 3.9
        style = TextStyle(Font(fonts.body), size, colour=pen.ink, leading=1.14)
        settings = [fit_text(text, Rect(0.0, 0.0, column - icon - 2.0, _PAGE[1]), style, lang) for _, text in rows]
        heights = [max(icon, setting.bounds.height) for setting in settings]
        if max(sum(heights[:half]) + half * 1.6, sum(heights[half:]) + half * 1.6) <= _PAGE[1] - top - 5.0:
            break
    items: list[Item] = [*frame, *heading.items]
    for index, ((symbol, _), setting, height) in enumerate(zip(rows, settings, heights, strict=True)):
        first = half if index >= half else 0
        y = top + sum(heights[first:index]) + 1.6 * (index - first)
        items += _row(symbol, setting, Point(6.0 + (column + _GAP if first else 0.0), y), height, icon)
    return tuple(items), [finding for setting in (heading, *settings) for finding in setting.findings]


def _row(symbol: Symbol, setting: Setting, at: Point, height: float, icon: float) -> Iterator[Item]:
    place = Transform.translation(at.x + icon / 2, at.y + height / 2) @ Transform.scaling(icon / 41.0)
    yield Use(symbol, place)
    down = at.y + (height - setting.bounds.height) / 2 - setting.bounds.top
    yield Group(setting.items, Transform.translation(at.x + icon + 2.0, down))
