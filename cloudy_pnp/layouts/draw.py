"""Drawing a card by a layout: box after box, with findings about what does not fit or is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import Finding, meant, quoted
from cloudy_pnp.draw import fits
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.markup import pseudo
from cloudy_pnp.draw.scene import Group, Path, Symbol, Use
from cloudy_pnp.draw.text import fit_text
from cloudy_pnp.games.contract import DrawnFace
from cloudy_pnp.layouts.context import LayoutContext
from cloudy_pnp.layouts.icons import TextIcons, icon_items
from cloudy_pnp.layouts.model import Box, Layout, Size
from cloudy_pnp.layouts.paint import BadValue, Painter
from cloudy_pnp.layouts.pictures import NoPicture
from cloudy_pnp.layouts.place import outline_of
from cloudy_pnp.layouts.shapes import shape_items
from cloudy_pnp.layouts.values import (
    Fields,
    Unknown,
    format_value,
    names_in,
    number,
    only_place,
    plain,
    source_of,
    words_of,
)

MOST_ICONS = 200  # in a row
_FAINT = 0.22


def draw_face(
    layout: Layout, size: Size, entry: Mapping[str, Any], context: LayoutContext, name: str = "face"
) -> DrawnFace:
    """Draw a side of a component. The paths of findings start at the card's entry."""
    drawing = _Drawing(layout, entry, context)
    items: Items = ()
    for box in layout.place_boxes(size):
        items += drawing.box(box)
    bounds = Rect(0.0, 0.0, *size).inset(-layout.bleed)
    return DrawnFace(Symbol(name, items, bounds), tuple(dict.fromkeys(drawing.findings)))


class _Drawing:
    """A card while it is drawn."""

    def __init__(self, layout: Layout, entry: Mapping[str, Any], context: LayoutContext) -> None:
        self.layout = layout
        self.context = context
        self.fields = Fields(entry, context.lang, layout.values, context.optional)
        self.painter = Painter(layout, self.fields, context.ink_saving)
        self.findings: list[Finding] = []

    def box(self, box: Box) -> Items:
        """Return the items of a box; a box with a problem is reported and omitted."""
        settings = box.settings
        try:
            if "when" in settings and not self.fields.holds(settings["when"]):
                return ()
            if box.rect.width <= 0 or box.rect.height < 0 or (box.rect.height == 0 and box.kind != "line"):
                return ()  # reported as LAYOUT-SIZE
            items = self._text(box) if box.kind == "text" else self._shared_items(box)
        except Unknown as error:
            self._note(box, "LAYOUT-FIELD", f"there is no field {quoted(error.name)}", self._suggest_field())
            return ()
        except BadValue as error:
            self._note(box, "LAYOUT-VALUE", str(error), "")
            return ()
        except NoPicture as error:
            self.findings.append(replace(error.finding, path=self._source(box)))
            return ()
        turn, opacity = settings.get("turn", 0.0), settings.get("opacity", 1.0)
        if items and (turn or opacity < 1):
            return (Group(items, Transform.rotation(turn, box.rect.centre) if turn else Transform(), opacity=opacity),)
        return items

    def _note(self, box: Box, code: str, message: str, hint: str) -> None:
        where = f"box {quoted(box.name)} of the layout {quoted(box.layout)}"
        self.findings.append(Finding(code, (), f"{where}: {message}", hint))

    def _suggest_field(self) -> str:
        return meant("", sorted((*self.fields.values, *(self.context.optional or self.fields.entry))))

    def _source(self, box: Box) -> tuple[str | int, ...]:
        return source_of(str(box.settings.get("file", "")), self.fields)

    def _text(self, box: Box) -> Items:
        settings = box.settings
        style = self.painter.style(settings.get("style"))
        wording = words_of(settings["words"], self.context.lang) if "words" in settings else settings.get("text", "")
        icons = TextIcons(self.painter, self.context, style.colour)
        text = self.fields.text(wording, icons).strip()
        if not text:
            return ()
        if self.context.pseudo:
            text = pseudo(text)
        setting = fit_text(text, box.rect, style, self.context.lang, icons)
        path = source_of(wording, self.fields)
        fits.note(str(path[0]) if path else box.name, box.rect, style, setting)
        for finding in setting.findings:
            where = f"in the box {quoted(box.name)}, " if not path else ""
            self.findings.append(replace(finding, path=path, message=where + finding.message))
        return setting.items

    def _shared_items(self, box: Box) -> Items:
        """Return the items of a box. Boxes that look alike on many cards are one symbol, stored once in a file."""
        if box.kind == "group":
            return self._group(box)
        names = _names(box)
        seen = tuple(repr(plain(self.fields.look_up(name))) for name in names)
        key = (box, self.context.ink_saving, seen)
        shared = self.layout.shared.get(key) if box.kind not in ("art", "picture", "icons") else None
        if shared is None:
            items = self._items(box)
            if box.kind in ("art", "picture", "icons") or not items:
                return items
            symbol = Symbol(box.name, items, box.rect.inset(-12.0))
            shared = self.layout.shared[key] = Use(symbol)
            if len(self.layout.shared) > _CACHED_BOXES:
                self.layout.shared.clear()
        return (shared,)

    def _items(self, box: Box) -> Items:
        match box.kind:
            case "picture":
                return self._picture(box)
            case "art":
                return self._art(box)
            case "icons":
                return self._icons(box)
        return shape_items(box.kind, box.settings, box.rect, self.painter)

    def _group(self, box: Box) -> Items:
        items: Items = ()
        for inner in box.inner:
            items += self.box(inner)
        if "outline" in box.settings:
            return (Group(items, clip=outline_of(box.settings["outline"], box.rect)),)
        return items

    def _picture(self, box: Box) -> Items:
        settings = box.settings
        name = format_value(self.fields.value(settings["file"]), self.context.lang)
        if not name:
            return ()
        fit, focus = settings.get("fit", "cover"), tuple(settings.get("focus", (0.5, 0.5)))
        key = (box, name, self.context.pictures)
        items: Items | None = self.layout.framed.get(key)
        picture = self.context.pictures.find(name)
        for finding in picture.findings(box.rect, fit):
            self.findings.append(replace(finding, path=self._source(box)))
        if items is None:
            outline = outline_of(settings.get("outline"), box.rect)
            items = picture.items(box.rect, fit, (focus[0], focus[1]), outline) + self._rim(box)
            items = (Use(Symbol(box.name, items, box.rect.inset(-2.0))),)
            self.layout.framed[key] = items
            if len(self.layout.framed) > _CACHED_BOXES:
                self.layout.framed.clear()
        return items

    def _art(self, box: Box) -> Items:
        name = format_value(self.fields.value(box.settings["art"]), self.context.lang)
        art = self.context.art.get(name)
        if art is None:
            self._note(box, "LAYOUT-ART", f"the game draws no picture {quoted(name)}", meant(name, self.context.art))
            return ()
        outline = outline_of(box.settings.get("outline"), box.rect)
        return (Group(art(box.rect, self.fields.entry), clip=outline), *self._rim(box))

    def _rim(self, box: Box) -> Items:
        stroke = self.painter.stroke(box.settings.get("line"))
        return (Path(outline_of(box.settings.get("outline"), box.rect), stroke=stroke),) if stroke else ()

    def _icons(self, box: Box) -> Items:
        """Draw a repeated icon, or the icons of everything in a list."""
        settings = box.settings
        count, total = (self._count(settings.get(key, default)) for key, default in (("count", 1), ("of", 0)))
        field = only_place(settings["icon"])
        value = settings["icon"] if field is None else self.fields.look_up(field)
        values = value if isinstance(value, list) else [value]
        icons = [icon for item in values[:MOST_ICONS] if (icon := self._icon(box, item)) is not None]
        if not icons:
            return ()
        if not isinstance(value, list):
            icons *= max(count, total)
        else:
            count = len(icons)
        return tuple(self._row(box, icons, count)) if icons else ()

    def _icon(self, box: Box, value: Any) -> Symbol | None:
        """Return the icon of a name or of a choice, in its colour unless the box has one."""
        if value is None:
            return None
        name, default = format_value(value, self.context.lang), None
        if isinstance(value, Mapping):
            name, default = str(value.get("icon", value.get("id", ""))), value.get("colour")
        colour_name = box.settings.get("colour") or default
        colour = self.painter.colour(colour_name) if colour_name else BLACK
        key = (name, colour, self.context.pictures)
        if key not in self.layout.framed:
            try:
                picture = icon_items(name, self.painter, self.context, colour)
            except KeyError:
                names = TextIcons(self.painter, self.context, colour)
                self._note(box, "LAYOUT-ICON", f"there is no icon {quoted(name)}", meant(name, names))
                return None
            self.layout.framed[key] = Symbol(name or "icon", picture, Rect(-1.0, -1.0, 12.0, 12.0))
        symbol: Symbol = self.layout.framed[key]
        return symbol

    def _count(self, value: Any) -> int:
        amount = self.fields.value(value) if isinstance(value, str) else value
        if amount is None:
            return 0
        count = number(amount)
        if count is None or not 0 <= count <= MOST_ICONS:
            raise BadValue(f"{quoted(amount)} is not a number of icons from 0 to {MOST_ICONS}")
        return count

    def _row(self, box: Box, icons: list[Symbol], count: int) -> Iterator[Use | Group]:
        """Draw icons as large as fits, or in the requested size; if there are too many, they are set closer."""
        places = len(icons)
        rect, gap, down = box.rect, box.settings.get("gap", 0.5), box.settings.get("direction") == "down"
        length, breadth = (rect.height, rect.width) if down else (rect.width, rect.height)
        size = min(box.settings.get("size", breadth), breadth)
        if "size" not in box.settings:
            size = max(min(size, (length - gap * (places - 1)) / places), min(breadth, 0.5))
        step = size + gap
        if places > 1 and size + step * (places - 1) > length:
            step = max((length - size) / (places - 1), 0.0)
        used = size + step * (places - 1)
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[box.settings.get("align", "centre")]
        along, across = (length - used) * share, (breadth - size) / 2
        for index, icon in enumerate(icons):
            forward = along + index * step
            x, y = (across, forward) if down else (forward, across)
            use = Use(icon, Transform(size / 10, 0.0, 0.0, size / 10, rect.x + x, rect.y + y))
            yield use if index < count else Group((use,), opacity=_FAINT)


_CACHED_BOXES = 5_000
_NAMES: dict[Box, tuple[str, ...]] = {}


def _names(box: Box) -> tuple[str, ...]:
    """Return the fields on which the look of a box depends."""
    if box not in _NAMES:
        if len(_NAMES) > _CACHED_BOXES:
            _NAMES.clear()
        settings = {key: value for key, value in box.settings.items() if key not in ("when", "at")}
        _NAMES[box] = tuple(dict.fromkeys(names_in(settings)))
    return _NAMES[box]
