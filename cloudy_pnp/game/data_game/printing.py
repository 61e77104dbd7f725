"""The components of a data-only game: its cards, tokens and boards, each drawn by its layout.

The rulebook context of a data-only game: its name and credits, its cards, and their pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Transform
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.kit.figures import fanned
from cloudy_pnp.draw.scene import Group, Item, Outline, Page
from cloudy_pnp.game.contract import (
    CARD_SCALE,
    BookContext,
    Component,
    ComponentKind,
    Data,
    EntryRef,
    Facts,
    Picture,
    PrintSet,
    RenderOptions,
    Sketch,
    game_texts,
)
from cloudy_pnp.game.data_game.definition import COMPONENTS, Definition, Field, KindOf
from cloudy_pnp.game.kit.printing import BoxLabels, deck_box
from cloudy_pnp.layouts import LayoutContext, Layouts, Pictures, sketch
from cloudy_pnp.layouts.model import Size
from cloudy_pnp.layouts.values import Rounded, format_value, names_in, plain, with_icons

BOX_FONT = "Fraunces"


def components(definition: Definition, folders: Sequence[Path], data: Data, options: RenderOptions) -> PrintSet:
    """Return all components, kind after kind; or those that show some entries."""
    deck = _Deck(definition, Pictures(folders), data, options)
    parts = list(deck.components())
    [game] = data.get("game") or [{"name": {}}]
    name = game["name"].get(options.lang, "")
    cards = [part for part in parts if part.kind is ComponentKind.CARD and part.copies]
    if "box" in game and cards and options.entries is None:
        font = definition.fonts.font("title" if "title" in definition.fonts.roles else BOX_FONT, 600)
        labels = BoxLabels.of(data, parts, options.lang, font)
        front = deck.box_front(game) if game["box"].get("layout") in deck.layouts else None
        parts.append(deck_box(data, options, cards, labels, game.get("cover", ""), front=front))
    return PrintSet(name, parts, [*deck.fronts, *deck.backs.values()], second=options.second)


class _Deck:
    """The components of a language."""

    def __init__(self, definition: Definition, pictures: Pictures, data: Data, options: RenderOptions) -> None:
        self.definition, self.data, self.options = definition, data, options
        self.layouts = Layouts(data.get("layout", ()))
        self.expander = Expander(definition, data)
        self.pictures = pictures
        self.fronts: list[Sketch] = []
        self.backs: dict[object, Sketch] = {}

    def components(self) -> Iterator[Component]:
        for kind in self.definition.kinds.values():
            text_fields = self._text_fields(kind)
            for entry in self.data.get(kind.name, ()) if kind.is_printed else ():
                if self.options.entries is None or entry["id"] in self.options.entries:
                    yield from self._component(kind, entry, text_fields)

    def box_front(self, game: Mapping[str, Any]) -> Callable[[Size], Sketch]:
        """Return a function that draws the front of the box by its layout, which may use the name of the game."""
        fields = {"id": "box", "name": game["name"]}
        return lambda size: sketch(self.layouts, game["box"]["layout"], fields, self._context(fields.keys()), size=size)

    def _context(self, names: Collection[str]) -> LayoutContext:
        return LayoutContext(
            self.options.lang,
            pictures=self.pictures,
            fonts=self.definition.fonts,
            optional=frozenset(names),
            ink_saving=self.options.ink_saving,
            pseudo=self.options.pseudo,
            second=self.options.second,
        )

    def _component(self, kind: KindOf, entry: Mapping[str, Any], text_fields: Sequence[str]) -> Iterator[Component]:
        layout = self._choose_layout(kind.layout, entry)
        if layout is None or layout not in self.layouts:
            return  # reported by the check; only previews come here
        about, chosen = EntryRef(kind.name, entry["id"]), self.layouts[layout]
        size = self._size(kind, layout)
        context = self._context(kind.names)
        fields = self.expander.fields(kind, entry)
        front = sketch(self.layouts, layout, fields, context, group=kind.name, about=about, size=size)
        texts = [format_value(entry.get(field), self.options.lang) for field in text_fields]
        front = replace(front, text=with_icons("\n".join(filter(None, texts))))
        self.fronts.append(front)
        back_layout = self._choose_layout(kind.back, entry) or chosen.back
        back = self._back(kind, back_layout, fields, context, size) if back_layout in self.layouts else None
        yield Component(
            front.name,
            size,
            _always(front),
            _always(back) if back else None,
            entry.get("count", kind.copies),
            COMPONENTS[kind.component],
            chosen.outline(size),
            chosen.safe,
            chosen.bleed,
            (about,),
            pile=self._name_of(kind),
        )

    def _text_fields(self, kind: KindOf) -> list[str]:
        """Return the fields with a card's texts besides its name; those with the longest texts of the kind first."""
        words = [name for name, field in kind.fields.items() if field.type == "words" and name != "name"]
        entries = self.data.get(kind.name, ())
        return sorted(words, key=lambda name: -sum(len(str(entry.get(name, ""))) for entry in entries))

    def _name_of(self, kind: KindOf) -> str:
        """Return the name of all cards of a kind, if game.yaml has one."""
        game: Mapping[str, Any] = next(iter(self.data.get("game", ())), {})
        name = game.get("kinds", {}).get(kind.name, {}).get("name", {}).get(self.options.lang, "")
        return str(name)

    def _choose_layout(self, spec: str | Mapping[str, Any] | None, entry: Mapping[str, Any]) -> str | None:
        if isinstance(spec, str) or spec is None:
            return spec
        value = plain(entry.get(spec["by"]))
        word = ("true" if value else "false") if isinstance(value, bool) else str(value)
        layout: str | None = spec["cases"].get(word, spec.get("else"))
        return layout

    def _size(self, kind: KindOf, layout: str) -> Size:
        card_size = self.options.card_size if kind.component == "card" else None
        return card_size or self.layouts.size(layout)

    def _back(
        self, kind: KindOf, layout: str | None, fields: Mapping[str, Any], context: LayoutContext, size: Size
    ) -> Sketch | None:
        """Return a back. Equal backs are one sketch: it depends on the card only if the layout uses a field."""
        if layout is None:
            return None
        boxes = self.layouts[layout].boxes
        used_fields = dict.fromkeys(name for box in boxes for name in (*names_in(box[3]), *box[3].get("when", ())))
        is_individual = bool(used_fields) or bool(self.layouts[layout].values)
        key = (layout, size, fields["id"] if is_individual else "")
        if key not in self.backs:
            name = f"{fields['id']}-back" if is_individual else f"back-{layout}"
            if not is_individual and any(back.name == name for back in self.backs.values()):
                name = f"back-{layout}-{len(self.backs)}"  # the same layout in another size
            about = EntryRef(kind.name, fields["id"]) if is_individual else None
            self.backs[key] = sketch(
                self.layouts,
                layout,
                fields if is_individual else {"id": name},
                context,
                name=name,
                group="backs",
                about=about,
                size=size,
            )
        return self.backs[key]


def _always(sketch: Sketch) -> Callable[[int], Sketch]:
    return lambda _copy: sketch


class Expander(Struct, frozen=True, dict=True):
    """An expander of references, so that layouts can look up their fields.

    A choice has its name and colour, another card its fields.
    """

    definition: Definition
    data: Data

    @cached_property
    def _by_id(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        return {kind: {entry["id"]: entry for entry in self.data.get(kind, ())} for kind in self.definition.kinds}

    def fields(self, kind: KindOf, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return a card's fields with their targets, one level deep."""
        fields = {"count": kind.copies, **entry}
        for name, field in kind.fields.items():
            if name in entry:
                fields[name] = self._value(field, entry[name])
        return fields

    def _value(self, field: Field, value: Any) -> Any:
        if isinstance(value, list):
            return [self._expand(field, item) for item in value]
        return self._expand(field, value)

    def _expand(self, field: Field, value: Any) -> Any:
        if field.decimals and isinstance(value, int | float):
            return Rounded(value, field.decimals)
        if field.to is not None and field.type in ("reference", "list"):
            return self._by_id.get(field.to, {}).get(value, {"id": value})
        options = self.definition.choices.get(field.of or "") if field.type in ("choice", "list") else None
        return {"id": value, **options.get(value, {})} if options is not None else value


_GAP = 4.0  # mm between the pieces of the cover
_MOST_PIECES = 5
_WIDE, _HIGH, _PIECE = 104.0, 108.0, 17.0  # mm: the picture of the cover, and a piece in it
_FAN = 0.8  # of the size that a fan has


def book_context(
    definition: Definition, folders: Sequence[Path], data: Data, lang: str, _options: Mapping[str, str]
) -> BookContext:
    """Return the context in one language. Templates call `card("mill")` for a picture, and list `kinds.boats`."""
    [game] = data["game"]
    printed = components(definition, folders, data, RenderOptions(lang))
    outlines = {part.id: part.outline for part in printed.components}
    faces = [face for face in printed.faces if face.group != "boxes"]
    pictures = {
        face.name: Picture(
            partial(_cut_out, face, outlines.get(face.name)), face.title or face.name, beside=True, scale=CARD_SCALE
        )
        for face in faces
    }
    if not pictures:
        raise UserError(f"{definition.id} has nothing to print, and so no cover for a rulebook")
    expander = Expander(definition, data)
    kinds = {
        name: [_plain(expander.fields(kind, entry), lang) for entry in data.get(name, ())]
        for name, kind in definition.kinds.items()
    }
    name = game["name"][lang]
    return BookContext(
        name=name,
        context={
            "game": game_texts(game, lang),
            "kinds": kinds,
            "count": {name: sum(entry["count"] for entry in entries) for name, entries in kinds.items()},
            "contents": [
                {"count": sum(entry["count"] for entry in kinds[name]), "name": _kind_name(game, name, lang)}
                for name, kind in definition.kinds.items()
                if kind.is_printed and kinds[name]
            ],
            "choices": {
                name: [
                    {"id": key, "name": format_value({"id": key, **option}, lang)} for key, option in options.items()
                ]
                for name, options in definition.choices.items()
            },
        },
        pictures={"card": pictures, "cards": pictures},
        cover=Picture(partial(_cover, faces, outlines, game.get("cover", "")), name),
        quotes={},
        facts=Facts.of(game),
        fonts=[font.alone for font in definition.fonts.font("").fallback],
    )


def _kind_name(game: Mapping[str, Any], kind: str, lang: str) -> str:
    """Return the players' name of a kind, or its key."""
    return str(game["kinds"][kind].get("name", {}).get(lang, kind.replace("-", " ")))


def _cut_out(face: Sketch, outline: Outline | None) -> Page:
    """Return a picture of a face in the shape it is cut in: a round token is round."""
    page = face.page()
    return page if outline is None else Page(page.width, page.height, (Group(page.items, clip=outline),))


def _cover(faces: Sequence[Sketch], outlines: Mapping[str, Outline | None], first: str) -> Page:
    """Draw a fan of cards, the one named by the game on top, and a row of pieces below it."""
    fronts = [face for face in faces if face.entry is not None]
    at = next((number for number, face in enumerate(fronts) if face.name == first), 0)
    kinds = [face for face in fronts if face.group == fronts[at].group]
    inside = kinds.index(fronts[at])
    others = [kinds[(inside + step) % len(kinds)] for step in (2, 1) if len(kinds) > step]
    fan = fanned([face.page() for face in (*others, fronts[at])])
    pieces = [_cut_out(face, outlines[face.name]) for face in fronts if outlines.get(face.name) is not None]
    pieces = pieces[:_MOST_PIECES]
    middle = Transform(_FAN, 0.0, 0.0, _FAN, (_WIDE - fan.width * _FAN) / 2, 0.0)
    items: list[Item] = [Group(fan.items, middle)]
    scales = [_PIECE / max(page.width, page.height) for page in pieces]
    x = (_WIDE - len(pieces) * (_PIECE + _GAP) + _GAP) / 2
    for page, scale in zip(pieces, scales, strict=True):
        items.append(Group(page.items, Transform(scale, 0.0, 0.0, scale, x, _HIGH - _PIECE)))
        x += _PIECE + _GAP
    return Page(_WIDE, _HIGH, tuple(items))


def _plain(fields: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return a card's fields as words and numbers."""
    return {
        name: value if isinstance(value, int | float) else format_value(value, lang) for name, value in fields.items()
    }
