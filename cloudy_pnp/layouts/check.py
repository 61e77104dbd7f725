"""Checks of layouts before anything is drawn: unknown names, loops, boxes outside the card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import DataPath, Finding, Severity, UserError, nearest, quoted, suggest
from cloudy_pnp.data.entries import Entry, SourceFinding
from cloudy_pnp.draw.fontbook import NO_FONTS, FontBook
from cloudy_pnp.draw.kit.icons import icon_names
from cloudy_pnp.draw.text import icon_hint
from cloudy_pnp.i18n.lint import unclosed_finding
from cloudy_pnp.layouts import model
from cloudy_pnp.layouts.icons import tint_finding
from cloudy_pnp.layouts.paint import MOST_LIKE, merged_style
from cloudy_pnp.layouts.pictures import NoPicture, Pictures
from cloudy_pnp.layouts.values import Settings, names_in, only_place, places

_TINY = 0.01  # mm
_LEAST_BLEED = 1.0  # mm
_ICONS = " `cloudy-pnp list icons` shows all icons."
_ADD_FONT = "To add one, put its file into fonts/ and use the name of its family."
_COLOURS = ("colour", "fill")


def layout_findings(
    entries: Iterable[Entry],
    formats: Collection[str] = (),
    fields: Mapping[str, Mapping[str, Collection[str]]] | None = None,
    icons: Collection[str] = (),
    fonts: FontBook = NO_FONTS,
    pictures: Pictures | None = None,
) -> Iterator[SourceFinding]:
    """Yield the findings about some layouts.

    `formats` are the sizes that have a name; `fields` maps a layout to the fields of its cards, where these are known,
    each with the values it can have, if they are listed; `icons` are those the game adds, `pictures` its files.
    """
    by_id: dict[str, Entry] = {}
    for entry in entries:
        first = by_id.setdefault(entry.id, entry)
        if first is not entry:
            message = f"the layout {quoted(entry.id)} is already in {first.source.name}"
            path = (*entry.path, "id")
            yield entry.source, Finding("REF-DUPLICATE", path, message, "choose another id")
    layouts = model.Layouts(entry.data for entry in by_id.values())
    findings: dict[tuple[str, Finding], None] = {}
    for name in by_id:
        for about, finding in _Check(
            layouts, name, (fields or {}).get(name), icons, formats, fonts, pictures
        ).findings():
            findings[about, finding] = None
    for about, finding in findings:
        entry = by_id[about]
        yield entry.source, finding.under(*entry.path)


class _Check:
    """A layout with everything it extends; a finding belongs to the layout in which the box is written."""

    def __init__(
        self,
        layouts: model.Layouts,
        name: str,
        fields: Mapping[str, Collection[str]] | None,
        icons: Collection[str],
        formats: Collection[str],
        fonts: FontBook,
        pictures: Pictures | None,
    ) -> None:
        self.layouts, self.name, self.formats = layouts, name, formats
        self.fields = None if fields is None else frozenset(fields)
        self.options = fields or {}
        self.icons = icons
        self.fonts = fonts
        self.pictures = pictures

    def findings(self) -> Iterator[tuple[str, Finding]]:
        data = self.layouts.data[self.name]
        unknown = self._extends(data)
        if unknown is not None:
            yield self.name, unknown
            return
        layout = self.layouts[self.name]
        yield from ((self.name, finding) for finding in self._head(data, layout))
        yield from self._boxes(layout)

    @contextmanager
    def repeating(self, repeats: bool) -> Iterator[None]:
        """Let boxes inside a repeated group name the item and its number."""
        before = self.fields
        if repeats and before is not None:
            self.fields = before | {"item", "number"}
        try:
            yield
        finally:
            self.fields = before

    def _extends(self, data: Mapping[str, Any]) -> Finding | None:
        try:
            self.layouts.line_of(self.name)
        except UserError as error:
            parent = data.get("extends", "")
            if parent in self.layouts:  # further up, or in a circle
                return Finding("LAYOUT-LOOP", ("extends",), str(error), "make one of them independent")
            return _unknown(("extends",), parent, "layout", self.layouts)
        return None

    def _head(self, data: Mapping[str, Any], layout: model.Layout) -> Iterator[Finding]:
        if "size" in data and self.layouts.size_of(layout.size) is None:
            yield _unknown(("size",), str(data["size"]), "format", self.formats)
        if "back" in data and data["back"] not in self.layouts:
            yield _unknown(("back",), data["back"], "layout", self.layouts)
        yield from self._back(data, layout)
        if data.get("bleed", _LEAST_BLEED) < _LEAST_BLEED:
            message = f"the bleed is {data['bleed']:g} mm: a slightly misaligned cut may leave a white edge"
            yield Finding("LAYOUT-BLEED", ("bleed",), message, "use 3", Severity.WARNING)
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
            yield from self._value(("values", name, "cases"), table["by"], table["cases"], at_key=True)
        for name, icon in data.get("icons", {}).items():
            like = icon.get("like")
            if like is not None and like not in icon_names():
                yield _unknown(("icons", name, "like"), like, "icon", icon_names())
            if "colour" in icon:
                yield from self._colour(("icons", name, "colour"), icon["colour"], layout)
                with suppress(NoPicture):  # reported where it is drawn
                    if self.pictures and "file" in icon and self.pictures.find(icon["file"]).tone is None:
                        yield tint_finding(name, ("icons", name, "colour"))

    def _back(self, data: Mapping[str, Any], layout: model.Layout) -> Iterator[Finding]:
        """LAYOUT-VALUE: require a back as large as its front."""
        key = next((key for key in ("back", "size") if key in data), None)
        if key is None or layout.back not in self.layouts or layout.back is None:
            return
        with suppress(UserError):
            front, back = (self.layouts.size_of(size) for size in (layout.size, self.layouts[layout.back].size))
            if front and back and front != back:
                message = f"the back {quoted(layout.back)} is not as large as this front"
                yield Finding("LAYOUT-VALUE", (key,), message, "give both layouts the same size")

    def _value(self, path: DataPath, field: str, condition: Any, *, at_key: bool = False) -> Iterator[Finding]:
        """LAYOUT-VALUE: require values that the field can have."""
        options = sorted(self.options.get(field, ()))
        if isinstance(condition, Mapping) and not at_key:
            if "not" in condition:
                yield from self._value((*path, "not"), field, condition["not"])
            return
        words = condition if isinstance(condition, list | Mapping) else [condition]
        for index, word in enumerate(words):
            if options and word not in options:
                where = (*path, word) if at_key else (*path, index) if isinstance(condition, list) else path
                message = f"{quoted(field)} is never {quoted(word)}"
                yield Finding("LAYOUT-VALUE", where, message, suggest(str(word), options), at_key=at_key)

    def _style(self, path: DataPath, style: Settings, layout: model.Layout) -> Iterator[Finding]:
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
        for key in ("outline", "shadow"):
            if key in style:
                yield from self._colour((*path, key, "colour"), style[key]["colour"], layout)
        for key in ("size", "smallest"):
            if isinstance(style.get(key), str) and style[key][1:] not in layout.constants:
                yield _unknown((*path, key), style[key][1:], "constant", layout.constants)
        merged = merged_style(layout.styles, style)
        own = sorted(style.keys() & {"size", "smallest"})
        match merged.get("size"), merged.get("smallest"):
            case (int() | float()) as size, (int() | float()) as least if own and least > size:
                message = f"the smallest size, {least:g} mm, is larger than the size, {size:g} mm"
                yield Finding("LAYOUT-VALUE", (*path, own[-1]), message, f"write smallest: {size:g}, or less")
        named = style.get("font") in self.fonts.roles  # then game.yaml is the cause
        if "font" in style and not named and not self.fonts.is_usable(style["font"], merged.get("weight", 400)):
            known = [*self.fonts.roles, *self.fonts.families()]
            hint = f"{suggest(style['font'], known)} {_ADD_FONT}".strip()
            yield Finding("LAYOUT-FONT", (*path, "font"), f"there is no font {quoted(style['font'])}", hint)
            return
        for key, name in self.fonts.substitutes(merged):
            if not style.keys() & {"font", key}:
                continue  # reported at the style that this one is based on
            message = f"the font {quoted(name)} has no file for {key} {str(merged[key]).lower()}"
            hint = f"add that file to fonts/, or omit {key}"
            where = (*path, key if key in style else "font")
            yield Finding("FONT-STYLE", where, message, hint, Severity.WARNING)

    def _boxes(self, layout: model.Layout) -> Iterator[tuple[str, Finding]]:
        size = self.layouts.size_of(layout.size) or model.DEFAULT_SIZE
        around = layout.around(size)
        bleed = around["bleed"].inset(-_TINY)
        walk = _BoxCheck(self, layout, bleed)
        for about, path, kind, settings in layout.boxes:
            for finding in walk.box(path, kind, settings, around, "card"):
                yield about, finding
            if walk.count > model.MOST_BOXES:
                message = f"the layout has more than {model.MOST_BOXES} boxes, with those that it extends"
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
                    suggest(name, [*sorted(self.fields), *values]),
                )

    def _colour(self, path: DataPath, text: str, layout: model.Layout) -> Iterator[Finding]:
        if text.startswith("{"):
            yield from self._fields(path, [only_place(text) or text], layout.values)
        elif not text.startswith("#") and text not in layout.colours:
            yield _unknown(path, text, "colour", layout.colours)


class _BoxCheck:
    """A check of the boxes of a layout in their order, which counts them."""

    def __init__(self, check: _Check, layout: model.Layout, bleed: Rect) -> None:
        self.check, self.layout, self.bleed, self.count = check, layout, bleed, 0

    def box(
        self, path: DataPath, kind: str, settings: Settings, around: dict[str, Rect], inside: str
    ) -> Iterator[Finding]:
        """Yield the findings about a box and its inner boxes."""
        self.count += 1
        if self.count > model.MOST_BOXES:
            return
        yield from self._place(path, kind, settings, around, inside)
        yield from self._settings(path, kind, settings)
        if kind == "group":
            inner_around = {**around, "": self.bleed}
            with suppress(model.UnknownBox):
                inner_around[""] = model.one_place(settings, model.place(settings["at"], around, inside))
            with self.check.repeating("repeat" in settings):
                for index, item in enumerate(settings["boxes"]):
                    for one, inner in item.items():
                        yield from self.box((*path, "boxes", index, one), one, inner, inner_around, "")

    def _place(
        self, path: DataPath, kind: str, settings: Settings, around: dict[str, Rect], inside: str
    ) -> Iterator[Finding]:
        at, where = settings["at"], (*path, "at")
        yield from self._constants(where, at)
        extra = model.too_many(at)
        if extra:
            message = f"{quoted(extra)} is superfluous: two settings determine a direction"
            yield Finding("LAYOUT-VALUE", (*where, extra), message, f"omit {extra}, or another one", at_key=True)
            return
        try:
            rect = model.place(at, around, inside)
        except model.UnknownBox as error:
            named = where if isinstance(at, str) else (*where, "below" if at.get("below") == error.name else "in")
            known = [name for name in around if name]
            yield Finding(
                "LAYOUT-REF", named, f"there is no box {quoted(error.name)} before this one", suggest(error.name, known)
            )
            return
        if "id" in settings:
            if settings["id"] in model.NAMES:
                message = f"the id {quoted(settings['id'])} has a special meaning"
                yield Finding("LAYOUT-VALUE", (*path, "id"), message, "choose another id")
            elif settings["id"] in around:
                message = f"the id {quoted(settings['id'])} is used twice"
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

    def _constants(self, path: DataPath, value: Any) -> Iterator[Finding]:
        """LAYOUT-REF: a place names a constant that does not exist."""
        for key, length in value.items() if isinstance(value, Mapping) else ():
            if isinstance(length, str) and length[:1] == "$":
                yield _unknown((*path, key), length[1:], "constant", self.layout.constants)

    def _settings(self, path: DataPath, kind: str, settings: Settings) -> Iterator[Finding]:
        check, layout = self.check, self.layout
        icons = {*icon_names(), *layout.icons, *check.icons}
        for key in _COLOURS:
            if key in settings:
                yield from self._fill((*path, key), settings[key])
        if isinstance(settings.get("line"), Mapping):
            yield from check._colour((*path, "line", "colour"), settings["line"]["colour"], layout)
        yield from check._fields((*path, "when"), settings.get("when", ()), layout.values)
        yield from check._fields((*path, "turn"), names_in(settings.get("turn")), layout.values)
        for field, condition in settings.get("when", {}).items():
            yield from check._value((*path, "when", field), field, condition)
        match kind:
            case "text":
                yield from self._text(path, settings, icons)
            case "icons":
                name = settings["icon"]
                if "{" not in name and name not in icons:
                    yield Finding(
                        "LAYOUT-ICON",
                        (*path, "icon"),
                        f"there is no icon {quoted(name)}",
                        icon_hint(name, sorted(icons)),
                    )
                for key in ("icon", "count", "of"):
                    yield from check._fields((*path, key), names_in(settings.get(key)), layout.values)
            case "group" if "repeat" in settings:
                yield from check._fields((*path, "repeat"), [settings["repeat"]], layout.values)
                yield from self._constants(path, {"each": settings.get("each")})
            case "picture" | "art":
                yield from check._fields((*path, "focus"), names_in(settings.get("focus")), layout.values)
                key = "file" if kind == "picture" else "art"
                yield from check._fields((*path, key), places(settings[key]), layout.values)
                for name, tone in settings.get("tones", {}).items():
                    yield from self._fill((*path, "tones", name), tone)
                if kind == "picture" and check.pictures and "{" not in settings["file"]:
                    yield from check.pictures.problem((*path, "file"), settings["file"])

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
        elif not settings.get("text", "words").strip():
            message, hint = "the text is empty, so the box prints nothing", "write a text, or delete the box"
            yield Finding("LAYOUT-VALUE", (*path, "text"), message, hint, Severity.WARNING)
        style = settings.get("style")
        if isinstance(style, str):
            if style not in self.layout.styles:
                yield _unknown((*path, "style"), style, "style", self.layout.styles)
        elif style is not None:
            yield from self.check._style((*path, "style"), style, self.layout)
        texts: list[tuple[DataPath, str]] = [(("text",), settings["text"])] if "text" in settings else []
        texts += [(("words", lang), text) for lang, text in settings.get("words", {}).items() if isinstance(text, str)]
        for where, text in texts:
            if where[0] == "text":
                yield from unclosed_finding("LAYOUT-VALUE", (*path, *where), text)
            names = [name for name in places(text) if name not in icons]
            for finding in self.check._fields((*path, *where), names, self.layout.values):
                word = finding.message.partition('"')[2][:-1]
                close = nearest(word, icons)
                also = "" if nearest(word, self.check.fields or ()) else f' Or the icon "{close}"?' if close else _ICONS
                message = finding.message.replace("no field", "no field or icon")
                yield replace(finding, message=message, hint=finding.hint + also)


def _unknown(path: DataPath, word: str, kind: str, names: Iterable[str]) -> Finding:
    return Finding("LAYOUT-REF", path, f"there is no {kind} {quoted(word)}", suggest(word, names))
