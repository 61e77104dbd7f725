"""Drawing a card by a layout: box after box, with findings about what does not fit or is missing.

From a layout and a card to a `Sketch`, for games with their own package and for data-only games.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.problems import DataPath, Finding, Severity, quoted, suggest
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.kit.pen import Items
from cloudy_pnp.draw.markup import pseudo
from cloudy_pnp.draw.scene import Group, Item, Path, Symbol, Use
from cloudy_pnp.draw.text import fit_text, icon_hint, note_fit
from cloudy_pnp.game.contract import DrawnFace, EntryRef, Sketch
from cloudy_pnp.i18n.pairs import text_in
from cloudy_pnp.layouts.icons import TextIcons, file_of, icon_items, tint_finding
from cloudy_pnp.layouts.model import Box, Layout, Layouts, Size, one_place, outline_of, share_of
from cloudy_pnp.layouts.paint import LayoutContext, Painter, merged_style
from cloudy_pnp.layouts.pictures import NoPicture
from cloudy_pnp.layouts.shapes import arc_height, arched, decorated, shape_items
from cloudy_pnp.layouts.values import (
    BadValue,
    Fields,
    Unknown,
    format_value,
    names_in,
    number,
    only_place,
    plain,
    source_of,
    with_icons,
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
    return DrawnFace(Symbol(name, items, bounds), tuple(dict.fromkeys(drawing.findings)), drawing.boxes)


class _Drawing:
    """A card while it is drawn."""

    def __init__(self, layout: Layout, entry: Mapping[str, Any], context: LayoutContext) -> None:
        self.layout = layout
        self.context = context
        self.fields = Fields(entry, context.lang, layout.values, context.optional)
        self.painter = Painter(layout, self.fields, context.ink_saving, context.fonts)
        self.findings: list[Finding] = []
        self.boxes: dict[int, DataPath] = {}  # by the id() of what they paint
        self._ends: dict[str, float] = {}  # where the texts of boxes end, by id

    def box(self, box: Box) -> Items:
        """Return the items of a box; a box with a problem is reported and omitted."""
        box = self._flow(box)
        settings = box.settings
        if "id" in settings:
            self._ends[settings["id"]] = box.rect.top
        try:
            if "when" in settings and not self.fields.holds(settings["when"]):
                return ()
            if box.rect.width <= 0 or box.rect.height < 0 or (box.rect.height == 0 and box.kind != "line"):
                return ()  # reported as LAYOUT-SIZE
            turn = float(self.fields.value(str(settings.get("turn", 0.0))) or 0.0)
            items = self._text(box) if box.kind == "text" else self._shared_items(box)
            if "id" in settings and box.kind != "text" and "repeat" not in settings:
                self._ends[settings["id"]] = box.rect.bottom
        except Unknown as error:
            self._note(box, "LAYOUT-FIELD", f"there is no field {quoted(error.name)}", self._suggest_field())
            return ()
        except (BadValue, ValueError) as error:  # the latter: an angle that is not a number
            self._note(box, "LAYOUT-VALUE", str(error), "")
            return ()
        except NoPicture as error:
            self.findings.append(replace(error.finding, path=self._source(box)))
            return ()
        self.boxes |= {id(item): (box.layout, *box.path) for item in items if box.kind != "group"}
        opacity = settings.get("opacity", 1.0)
        if items and (turn or opacity < 1):
            return (Group(items, Transform.rotation(turn, box.rect.centre) if turn else Transform(), opacity=opacity),)
        return items

    def _flow(self, box: Box) -> Box:
        """Return a box that begins where the text of an earlier one ends in its place."""
        at = box.settings["at"]
        name = at.get("below") if isinstance(at, Mapping) else None
        if name not in self._ends:
            return box
        rect = box.rect
        gap = share_of(at.get("top", 0.0), rect.height) if name else 0.0
        top = max(rect.top, self._ends[name] + gap)
        height = rect.height if "height" in at else rect.bottom - top
        if height < _LEAST_ROOM:
            self._note(box, "FIT-1", f"no room is left below the box {quoted(name)}", "shorten the text above it")
            return replace(box, rect=Rect(rect.x, top, 0.0, 0.0))
        return replace(box, rect=Rect(rect.x, top, rect.width, height))

    def _note(self, box: Box, code: str, message: str, hint: str) -> None:
        where = f"box {quoted(box.name)} of the layout {quoted(box.layout)}"
        self.findings.append(Finding(code, (), f"{where}: {message}", hint, cause=(box.layout, *box.path)))

    def _suggest_field(self) -> str:
        return suggest("", sorted((*self.fields.values, *(self.context.optional or self.fields.entry))))

    def _source(self, box: Box) -> tuple[str | int, ...]:
        return source_of(str(box.settings.get("file", "")), self.fields)

    def _text(self, box: Box) -> Items:
        settings = box.settings
        style = self.painter.style(settings.get("style"))
        icons = TextIcons(self.painter, self.context, style.colour)

        def write(lang: str) -> str:
            fields = self.fields if lang == self.fields.lang else replace(self.fields, lang=lang)
            text = fields.text(_wording(settings, lang), icons).strip()
            return pseudo(text) if self.context.pseudo else text

        text = text_in(write, self.context.lang, self.context.second)
        if not text:
            return ()
        spec = merged_style(self.layout.styles, settings.get("style"))
        arc = spec.get("arc", 0.0)
        room = box.rect.height - arc_height(box.rect, arc)
        rect = Rect(box.rect.x, box.rect.y, box.rect.width, max(room, 0.1)) if arc else box.rect
        setting = fit_text(text, rect, style, self.context.lang, icons)
        if "id" in settings:
            self._ends[settings["id"]] = setting.bounds.bottom + box.rect.height - rect.height
        path = source_of(_wording(settings, self.context.lang), self.fields)
        path = path if isinstance(text, str) else path[:1]
        note_fit(str(path[0]) if path else box.name, box.rect, style, setting)
        for finding in setting.findings:
            where = f"in the box {quoted(box.name)}, " if not path else ""
            cause = (box.layout, *box.path) if finding.code == "FIT-1" else ()
            self.findings.append(replace(finding, path=path, message=where + finding.message, cause=cause))
        written = text if isinstance(text, str) else text.first + text.second
        if "**" in written and style.font.file and style.bold_font.alone == style.font.alone:
            message = f"the font {quoted(style.font.family)} has no file for bold text: **…** is printed like the rest"
            hint = "add its bold file to fonts/, or write the text without **"
            cause = (box.layout, *box.path)
            self.findings.append(Finding("FONT-STYLE", path, message, hint, Severity.WARNING, cause=cause))
        items = arched(setting.items, box.rect, arc) if arc else setting.items
        return decorated(items, spec, self.painter)

    def _shared_items(self, box: Box) -> Items:
        """Return the items of a box. Boxes that look alike on many cards are one symbol, stored once in a file."""
        if box.kind == "group":
            return self._repeat(box) if "repeat" in box.settings else self._group(box)
        names = _names(box)
        seen = tuple(repr(plain(self.fields.look_up(name))) for name in names)
        key = (box.layout, box.path, box.rect, self.context.ink_saving, seen)
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

    def _repeat(self, box: Box) -> Items:
        """Draw a group once for each item of a list."""
        settings, rect = box.settings, box.rect
        value = self.fields.look_up(settings["repeat"])
        some = value if isinstance(value, list) else [] if value is None else [value]
        one, across = one_place(settings, rect), settings.get("direction") == "across"
        step, whole = (one.width, rect.width) if across else (one.height, rect.height)
        if step * len(some) > whole + _TINY:
            message = f"{len(some)} items of {step:.1f} mm do not fit into {whole:.1f} mm"
            self._note(box, "FIT-1", message, "use a larger box, a smaller `each`, or shorten the list")
        if "id" in settings:  # what comes below it begins after the last item
            self._ends[settings["id"]] = rect.bottom if across else min(rect.top + step * len(some), rect.bottom)
        fields, items = self.fields, list[Item]()
        for index, item in enumerate(some[:MOST_ICONS]):
            self.fields = replace(fields, entry={**fields.entry, "item": item, "number": index + 1})
            self.painter = replace(self.painter, fields=self.fields)
            move = Transform.translation(step * index, 0.0) if across else Transform.translation(0.0, step * index)
            items.append(Group(self._group(box), move))
        self.fields, self.painter = fields, replace(self.painter, fields=fields)
        return tuple(items)

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
        fit, focus = settings.get("fit", "cover"), self._focus(settings.get("focus"))
        picture = self.context.pictures.find(name)
        if "tones" in settings:  # the layout's colours, then those of the box
            named = {**self.layout.colours, **settings["tones"]}
            tones = {tone: self.painter.shade(value) for tone, value in named.items()}
            picture = picture.in_look(tones, self.context.ink_saving)
        key = (box.path, box.rect, name, focus, self.context.pictures, picture.look)
        items: Items | None = self.layout.framed.get(key)
        for finding in picture.findings(box.rect, fit) if "patch" not in settings else ():
            cause = (box.layout, *box.path) if finding.code == "PICTURE-SHAPE" else ()
            self.findings.append(replace(finding, path=self._source(box), cause=cause))
        if items is None:
            outline = outline_of(settings.get("outline"), box.rect)
            patch = settings.get("patch")
            inner = picture.patched(box.rect, **patch) if patch else picture.items(box.rect, fit, focus, outline)
            items = inner + self._rim(box)
            items = (Use(Symbol(box.name, items, box.rect.inset(-2.0))),)
            self.layout.framed[key] = items
            if len(self.layout.framed) > _CACHED_BOXES:
                self.layout.framed.clear()
        return items

    def _focus(self, spec: Any) -> tuple[float, float]:
        """Return the part of a picture that stays: of the layout, or of the card."""
        if spec is None:
            return 0.5, 0.5
        value = self.fields.value(spec) if isinstance(spec, str) else spec
        if value in (None, ""):
            return 0.5, 0.5
        if str(value).strip().lower() in _FOCUS:
            return _FOCUS[str(value).strip().lower()]
        words = re.findall(r"[0-9.]+", str(value).replace(",", " ") if isinstance(value, str) else repr(value))
        try:
            across, down = (float(word) / (100 if float(word) > 1 else 1) for word in words)
        except ValueError:
            message = f"{quoted(value)} is not a focus: two shares such as 0.5 0.2, or one of {', '.join(_FOCUS)}"
            raise BadValue(message) from None
        return min(across, 1.0), min(down, 1.0)

    def _art(self, box: Box) -> Items:
        name = format_value(self.fields.value(box.settings["art"]), self.context.lang)
        art = self.context.art.get(name)
        if art is None:
            self._note(box, "LAYOUT-ART", f"the game draws no picture {quoted(name)}", suggest(name, self.context.art))
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
        if icons and box.settings.get("wrap"):
            return tuple(self._grid(box, icons, count))
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
        wanted = "colour" in box.settings
        if wanted:
            self._check_tint(box, name)
        key = (name, colour, wanted, self.context.pictures)
        if key not in self.layout.framed:
            try:
                picture = icon_items(name, self.painter, self.context, colour, wanted=wanted)
            except KeyError:
                known = TextIcons(self.painter, self.context, colour)
                self._note(box, "LAYOUT-ICON", f"there is no icon {quoted(name)}", icon_hint(name, known))
                return None
            self.layout.framed[key] = Symbol(name or "icon", picture, Rect(-1.0, -1.0, 12.0, 12.0))
        symbol: Symbol = self.layout.framed[key]
        return symbol

    def _check_tint(self, box: Box, name: str) -> None:
        """ICON-COLOUR: a row gives a colour to an icon that has several."""
        settings = self.layout.icons.get(name, {})
        file = file_of(name, settings, self.context.pictures)
        if file and "colour" not in settings and self.context.pictures.find(file).tone is None:
            self.findings.append(tint_finding(name, (), (box.layout, *box.path, "colour")))

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
            if step < size - _TINY and gap >= 0:
                self._overlap(box, places, size)
        used = size + step * (places - 1)
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[box.settings.get("align", "centre")]
        along, across = (length - used) * share, (breadth - size) / 2
        for index, icon in enumerate(icons):
            forward = along + index * step
            x, y = (across, forward) if down else (forward, across)
            use = Use(icon, Transform(size / 10, 0.0, 0.0, size / 10, rect.x + x, rect.y + y))
            yield use if index < count else Group((use,), opacity=_FAINT)

    def _overlap(self, box: Box, places: int, size: float) -> None:
        """FIT-2: more icons than fit side by side; a negative gap says that they are meant to overlap."""
        message = f"{places} icons of {size:.1f} mm overlap in {box.rect.width:.1f} × {box.rect.height:.1f} mm"
        where = f"box {quoted(box.name)} of the layout {quoted(box.layout)}"
        hint = "use a larger box, a smaller size, wrap: true, or a gap below 0 if they should overlap"
        path = source_of(str(box.settings["icon"]), self.fields)
        cause = (box.layout, *box.path)
        self.findings.append(Finding("FIT-2", path, f"{where}: {message}", hint, Severity.WARNING, cause=cause))

    def _grid(self, box: Box, icons: list[Symbol], count: int) -> Iterator[Use | Group]:
        """In rows, as large as they fit, or as large as they are wanted."""
        rect, places = box.rect, len(icons)
        gap: float = box.settings.get("gap", 0.5)

        def fitting(rows: int) -> float:
            columns = math.ceil(places / rows)
            return min((rect.width - gap * (columns - 1)) / columns, (rect.height - gap * (rows - 1)) / rows)

        wanted = box.settings.get("size", math.inf)
        rows = max(range(1, places + 1), key=lambda number: (min(fitting(number), wanted), -number))
        size = min(fitting(rows), wanted)
        if size < _LEAST_ICON or ("size" in box.settings and fitting(rows) < wanted - _TINY):
            self._overlap(box, places, box.settings.get("size", _LEAST_ICON))
            size = max(size, _LEAST_ICON)
        columns = math.ceil(places / rows)
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[box.settings.get("align", "centre")]
        top = (rect.height - size * rows - gap * (rows - 1)) / 2
        for index, icon in enumerate(icons):
            row, column = divmod(index, columns)
            here = min(columns, places - row * columns)
            left = (rect.width - size * here - gap * (here - 1)) * share
            x, y = rect.x + left + column * (size + gap), rect.y + top + row * (size + gap)
            use = Use(icon, Transform(size / 10, 0.0, 0.0, size / 10, x, y))
            yield use if index < count else Group((use,), opacity=_FAINT)


_FOCUS = {"top": (0.5, 0.0), "bottom": (0.5, 1.0), "left": (0.0, 0.5), "right": (1.0, 0.5), "centre": (0.5, 0.5)}
_LEAST_ROOM = 0.5  # mm
_LEAST_ICON = 1.0  # mm
_TINY = 1e-6
_CACHED_BOXES = 5_000
_NAMES: dict[Box, tuple[str, ...]] = {}


def _wording(settings: Mapping[str, Any], lang: str) -> str:
    """Return the words of a text box, with places for fields."""
    return words_of(settings["words"], lang) if "words" in settings else str(settings.get("text", ""))


def _names(box: Box) -> tuple[str, ...]:
    """Return the fields on which the look of a box depends."""
    if box not in _NAMES:
        if len(_NAMES) > _CACHED_BOXES:
            _NAMES.clear()
        settings = {key: value for key, value in box.settings.items() if key not in ("when", "at")}
        _NAMES[box] = tuple(dict.fromkeys(names_in(settings)))
    return _NAMES[box]


def sketch(
    layouts: Layouts,
    layout: str,
    entry: Mapping[str, Any],
    context: LayoutContext,
    *,
    name: str = "",
    group: str = "",
    about: EntryRef | None = None,
    size: Size | None = None,
) -> Sketch:
    """Return a side of a card, drawn by a layout on demand.

    `entry` holds the card's fields as the layout names them; a game may put anything into it. `about` is the entry of
    the card data to which findings are attached; `size` overrides the layout's own size.

    >>> layouts = Layouts([{"id": "plain", "size": [60, 90], "boxes": [{"text": {"text": "{name}", "at": "safe"}}]}])
    >>> face = sketch(layouts, "plain", {"id": "mill", "name": {"en": "The Mill"}}, LayoutContext("en"))
    >>> face.name, face.title, face.draw().symbol.bounds.width
    ('mill', 'The Mill', 66.4)
    """
    chosen = layouts[layout]
    real = size or layouts.size(layout)
    called = name or str(entry.get("id", layout))
    key = fingerprint.of_data(
        [
            layouts.line_of(layout),
            entry,
            context.lang,
            real,
            context.ink_saving,
            context.pseudo,
            context.fonts.mark,
            *([context.second] if context.second else []),
        ]
    )
    title, text = (format_value(entry.get(field), context.lang) for field in ("name", "text"))
    cached: list[DrawnFace] = []

    def draw() -> DrawnFace:
        if not cached:  # equal faces are the same symbol
            cached.append(draw_face(chosen, real, entry, context, called))
        return cached[0]

    return Sketch(called, group or layout, partial(draw), key, about, title, with_icons(text), layout=layout)
