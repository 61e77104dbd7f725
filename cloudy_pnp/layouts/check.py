"""Checks of layouts before anything is drawn: unknown names, loops, boxes outside the card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import DataPath, Finding, UserError, meant, quoted
from cloudy_pnp.data.entries import Entry, Found
from cloudy_pnp.draw.fonts import is_installed
from cloudy_pnp.draw.kit.icons import icon_names
from cloudy_pnp.draw.scene import Font
from cloudy_pnp.layouts.model import DEFAULT_SIZE, MOST_BOXES, Layout, Layouts
from cloudy_pnp.layouts.paint import FONT, MOST_LIKE, merged_style
from cloudy_pnp.layouts.place import NAMES, UnknownBox, place, too_many
from cloudy_pnp.layouts.values import Settings, names_in, only_place, places

CODES = {
    "LAYOUT-REF": "A layout names a layout, format, style, colour, icon or box that does not exist.",
    "LAYOUT-LOOP": "A layout extends itself, or a style is based on itself, directly or through others.",
    "LAYOUT-FIELD": "A layout uses a field that the cards do not have.",
    "LAYOUT-VALUE": "A setting of a layout cannot be used: it is superfluous or incomplete, or does not match a field.",
    "LAYOUT-OUTSIDE": "A box goes beyond the bleed of its card.",
    "LAYOUT-SIZE": "A box has no area.",
    "LAYOUT-LIMIT": "A layout has too many boxes.",
    "LAYOUT-FONT": "A font is not installed.",
    "LAYOUT-ICON": "A row of icons names an icon that does not exist.",
    "LAYOUT-ART": "A layout names a picture that the game does not draw.",
}
_TINY = 0.01  # mm
_COLOURS = ("colour", "fill")


def layout_findings(
    entries: Iterable[Entry],
    formats: Collection[str] = (),
    fields: Mapping[str, Collection[str]] | None = None,
    icons: Collection[str] = (),
) -> Iterator[Found]:
    """Yield the findings about some layouts.

    `formats` are the sizes that have a name; `fields` maps a layout to the fields of its cards, where these are known;
    `icons` are those the game adds.
    """
    by_id: dict[str, Entry] = {}
    for entry in entries:
        first = by_id.setdefault(entry.id, entry)
        if first is not entry:
            message = f"the layout {quoted(entry.id)} is already in {first.source.name}"
            path = (*entry.path, "id")
            yield entry.source, Finding("REF-DUPLICATE", path, message, "choose another id")
    layouts = Layouts(entry.data for entry in by_id.values())
    findings: dict[tuple[str, Finding], None] = {}
    for name in by_id:
        for about, finding in _Check(layouts, name, (fields or {}).get(name), icons, formats).findings():
            findings[about, finding] = None
    for about, finding in findings:
        entry = by_id[about]
        yield entry.source, finding.under(*entry.path)


class _Check:
    """A layout with everything it extends; a finding belongs to the layout in which the box is written."""

    def __init__(
        self,
        layouts: Layouts,
        name: str,
        fields: Collection[str] | None,
        icons: Collection[str],
        formats: Collection[str],
    ) -> None:
        self.layouts, self.name, self.formats = layouts, name, formats
        self.fields = None if fields is None else frozenset(fields)
        self.icons = icons

    def findings(self) -> Iterator[tuple[str, Finding]]:
        data = self.layouts.data[self.name]
        unknown = self._extends(data)
        if unknown is not None:
            yield self.name, unknown
            return
        layout = self.layouts[self.name]
        yield from ((self.name, finding) for finding in self._head(data, layout))
        yield from self._boxes(layout)

    def _extends(self, data: Mapping[str, Any]) -> Finding | None:
        try:
            self.layouts.line_of(self.name)
        except UserError as error:
            parent = data.get("extends", "")
            if parent in self.layouts:  # further up, or in a circle
                return Finding("LAYOUT-LOOP", ("extends",), str(error), "make one of them independent")
            return _unknown(("extends",), parent, "layout", self.layouts)
        return None

    def _head(self, data: Mapping[str, Any], layout: Layout) -> Iterator[Finding]:
        if "size" in data and self.layouts.size_of(layout.size) is None:
            yield _unknown(("size",), str(data["size"]), "format", self.formats)
        if "back" in data and data["back"] not in self.layouts:
            yield _unknown(("back",), data["back"], "layout", self.layouts)
        if "extends" in data:
            inherited = {box[3].get("id") for box in self.layouts[data["extends"]].boxes} - {None}
            for index, name in enumerate(data.get("without", ())):
                if name not in inherited:
                    yield _unknown(("without", index), name, "box", sorted(map(str, inherited)))
        for name, style in data.get("styles", {}).items():
            yield from self._style(("styles", name), style, layout)
        for name, table in data.get("values", {}).items():
            yield from self._fields(("values", name, "by"), [table["by"]], {})
            if table["by"] in layout.values:
                message = f"the value {quoted(name)} depends on the value {quoted(table['by'])}"
                yield Finding("LAYOUT-VALUE", ("values", name, "by"), message, "name a field of the cards")
        for name, icon in data.get("icons", {}).items():
            like = icon.get("like")
            if like is not None and like not in icon_names():
                yield _unknown(("icons", name, "like"), like, "icon", icon_names())
            if "colour" in icon:
                yield from self._colour(("icons", name, "colour"), icon["colour"], layout)

    def _style(self, path: DataPath, style: Settings, layout: Layout) -> Iterator[Finding]:
        seen: list[str] = []
        like = style.get("like")
        while like is not None:
            if like not in layout.styles:
                yield _unknown((*path, "like"), like, "style", layout.styles)
                return
            if like in seen or len(seen) > MOST_LIKE:
                yield Finding("LAYOUT-LOOP", (*path, "like"), f"the style is based on itself by way of {quoted(like)}")
                return
            seen.append(like)
            like = layout.styles[like].get("like")
        if "colour" in style:
            yield from self._colour((*path, "colour"), style["colour"], layout)
        merged = merged_style(layout.styles, style)
        if "font" in style and not is_installed(Font(merged.get("font", FONT), merged.get("weight", 400))):
            package = "fontpkg-" + style["font"].lower().replace(" ", "-")
            message = f"the font {quoted(style['font'])} is not installed"
            yield Finding("LAYOUT-FONT", (*path, "font"), message, f"choose another one, or try: pip install {package}")

    def _boxes(self, layout: Layout) -> Iterator[tuple[str, Finding]]:
        size = self.layouts.size_of(layout.size) or DEFAULT_SIZE
        around = layout.around(size)
        bleed = around["bleed"].inset(-_TINY)
        walk = _BoxCheck(self, layout, bleed)
        for about, path, kind, settings in layout.boxes:
            for finding in walk.box(path, kind, settings, around, "card"):
                yield about, finding
            if walk.count > MOST_BOXES:
                message = f"the layout has more than {MOST_BOXES} boxes, with those that it extends"
                yield about, Finding("LAYOUT-LIMIT", path, message, "draw their contents as one picture")
                return

    def _fields(self, path: DataPath, names: Iterable[str], values: Collection[str]) -> Iterator[Finding]:
        for name in names if self.fields is not None else ():
            first = name.partition(".")[0]
            if name not in values and self.fields is not None and first not in self.fields:
                yield Finding(
                    "LAYOUT-FIELD",
                    path,
                    f"there is no field {quoted(name)}",
                    meant(name, [*sorted(self.fields), *values]),
                )

    def _colour(self, path: DataPath, text: str, layout: Layout) -> Iterator[Finding]:
        if text.startswith("{"):
            yield from self._fields(path, [only_place(text) or text], layout.values)
        elif not text.startswith("#") and text not in layout.colours:
            yield _unknown(path, text, "colour", layout.colours)


class _BoxCheck:
    """A check of the boxes of a layout in their order, which counts them."""

    def __init__(self, check: _Check, layout: Layout, bleed: Rect) -> None:
        self.check, self.layout, self.bleed, self.count = check, layout, bleed, 0

    def box(
        self, path: DataPath, kind: str, settings: Settings, around: dict[str, Rect], inside: str
    ) -> Iterator[Finding]:
        """Yield the findings about a box and its inner boxes."""
        self.count += 1
        if self.count > MOST_BOXES:
            return
        yield from self._place(path, kind, settings, around, inside)
        yield from self._settings(path, kind, settings)
        if kind == "group":
            inner_around = {**around, "": self.bleed}
            with suppress(UnknownBox):
                inner_around[""] = place(settings["at"], around, inside)
            for index, item in enumerate(settings["boxes"]):
                for inner_kind, inner in item.items():
                    yield from self.box((*path, "boxes", index, inner_kind), inner_kind, inner, inner_around, "")

    def _place(
        self, path: DataPath, kind: str, settings: Settings, around: dict[str, Rect], inside: str
    ) -> Iterator[Finding]:
        at, where = settings["at"], (*path, "at")
        extra = too_many(at)
        if extra:
            message = f"{quoted(extra)} is superfluous: two settings determine a direction"
            yield Finding("LAYOUT-VALUE", (*where, extra), message, f"omit {extra}, or another one", at_key=True)
            return
        try:
            rect = place(at, around, inside)
        except UnknownBox as error:
            ref_path = where if isinstance(at, str) else (*where, "in")
            names = [name for name in around if name]
            message = f"there is no box {quoted(error.name)} before this one"
            yield Finding("LAYOUT-REF", ref_path, message, meant(error.name, names))
            return
        if "id" in settings:
            if settings["id"] in NAMES:
                message = f"the id {quoted(settings['id'])} has a special meaning"
                yield Finding("LAYOUT-VALUE", (*path, "id"), message, "choose another id")
            else:
                around[settings["id"]] = rect
        if rect.width <= 0 or rect.height < 0 or (rect.height == 0 and kind != "line"):
            size = f"{rect.width:.1f} × {rect.height:.1f} mm"
            yield Finding("LAYOUT-SIZE", where, f"the box has no area: {size}", "change its distances from the sides")
        elif rect not in self.bleed:
            beyond = max(
                self.bleed.left - rect.left,
                self.bleed.top - rect.top,
                rect.right - self.bleed.right,
                rect.bottom - self.bleed.bottom,
            )
            message = f"the box goes {beyond:.1f} mm beyond the bleed"
            yield Finding("LAYOUT-OUTSIDE", where, message, "everything there is cut off: move it in")

    def _settings(self, path: DataPath, kind: str, settings: Settings) -> Iterator[Finding]:
        check, layout = self.check, self.layout
        icons = {*icon_names(), *layout.icons, *check.icons}
        for key in _COLOURS:
            if key in settings:
                yield from self._fill((*path, key), settings[key])
        if isinstance(settings.get("line"), Mapping):
            yield from check._colour((*path, "line", "colour"), settings["line"]["colour"], layout)
        yield from check._fields((*path, "when"), settings.get("when", ()), layout.values)
        match kind:
            case "text":
                yield from self._text(path, settings, icons)
            case "icons":
                name = settings["icon"]
                if "{" not in name and name not in icons:
                    yield Finding(
                        "LAYOUT-ICON", (*path, "icon"), f"there is no icon {quoted(name)}", meant(name, sorted(icons))
                    )
                for key in ("icon", "count", "of"):
                    yield from check._fields((*path, key), names_in(settings.get(key)), layout.values)
            case "picture" | "art":
                key = "file" if kind == "picture" else "art"
                yield from check._fields((*path, key), places(settings[key]), layout.values)

    def _fill(self, path: DataPath, spec: str | Settings) -> Iterator[Finding]:
        if isinstance(spec, str):
            yield from self.check._colour(path, spec, self.layout)
            return
        if ("colour" in spec) == ("gradient" in spec):
            yield Finding("LAYOUT-VALUE", path, "a fill has a colour or a gradient", "use one of the two")
        if "colour" in spec:
            yield from self.check._colour((*path, "colour"), spec["colour"], self.layout)
        for index, part in enumerate(spec.get("gradient", ())):
            where = (*path, "gradient", index)
            text, place_of = (part, where) if isinstance(part, str) else (part["colour"], (*where, "colour"))
            yield from self.check._colour(place_of, text, self.layout)

    def _text(self, path: DataPath, settings: Settings, icons: Collection[str]) -> Iterator[Finding]:
        if ("text" in settings) == ("words" in settings):
            message = "a text box has a text with fields, or fixed words in every language"
            yield Finding("LAYOUT-VALUE", path, message, "use one of the two: text or words", at_key=True)
        style = settings.get("style")
        if isinstance(style, str):
            if style not in self.layout.styles:
                yield _unknown((*path, "style"), style, "style", self.layout.styles)
        elif style is not None:
            yield from self.check._style((*path, "style"), style, self.layout)
        texts: list[tuple[DataPath, str]] = [(("text",), settings["text"])] if "text" in settings else []
        texts += [(("words", lang), text) for lang, text in settings.get("words", {}).items() if isinstance(text, str)]
        for where, text in texts:
            names = [name for name in places(text) if name not in icons]
            yield from self.check._fields((*path, *where), names, self.layout.values)


def _unknown(path: DataPath, word: str, kind: str, names: Iterable[str]) -> Finding:
    return Finding("LAYOUT-REF", path, f"there is no {kind} {quoted(word)}", meant(word, names))
