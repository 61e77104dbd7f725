"""The components of a data-only game: its cards, tokens and boards, each drawn by its layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.game.contract import Component, ComponentKind, Data, EntryRef, PrintSet, RenderOptions, Sketch
from cloudy_pnp.game.data_game.definition import COMPONENTS, Definition, Field, KindOf
from cloudy_pnp.game.kit.box import deck_box
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
        parts.append(deck_box(game["box"], cards, game.get("cover", ""), name, font, options.lang))
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

    def _component(self, kind: KindOf, entry: Mapping[str, Any], text_fields: Sequence[str]) -> Iterator[Component]:
        layout = self._choose_layout(kind.layout, entry)
        if layout is None or layout not in self.layouts:
            return  # reported by the check; only previews come here
        about, chosen = EntryRef(kind.name, entry["id"]), self.layouts[layout]
        size = self._size(kind, layout)
        context = LayoutContext(
            self.options.lang,
            pictures=self.pictures,
            fonts=self.definition.fonts,
            optional=kind.names,
            ink_saving=self.options.ink_saving,
            pseudo=self.options.pseudo,
            second=self.options.second,
        )
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
