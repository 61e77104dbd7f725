"""What is printed of a data-only game: its cards, tokens and boards, each drawn by its layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cloudy_pnp.games.contract import Component, Data, EntryRef, PrintSet, RenderOptions, Sketch
from cloudy_pnp.games.data_game.definition import COMPONENTS, Definition, Field, KindOf
from cloudy_pnp.layouts import LayoutContext, Layouts, Pictures, sketch
from cloudy_pnp.layouts.model import Size
from cloudy_pnp.layouts.values import names_in, plain


def components(definition: Definition, folders: Sequence[Path], data: Data, options: RenderOptions) -> PrintSet:
    """Everything, kind after kind; or what shows one of some entries."""
    deck = _Deck(definition, Pictures(folders), data, options)
    parts = list(deck.components())
    [game] = data.get("game") or [{"name": {}}]
    return PrintSet(game["name"].get(options.lang, ""), parts, [*deck.fronts, *deck.backs.values()])


class _Deck:
    """The components of one language."""

    def __init__(self, definition: Definition, pictures: Pictures, data: Data, options: RenderOptions) -> None:
        self.definition, self.data, self.options = definition, data, options
        self.layouts = Layouts(data.get("layout", ()))
        self.expander = Expander(definition, data)
        self.pictures = pictures
        self.fronts: list[Sketch] = []
        self.backs: dict[object, Sketch] = {}

    def components(self) -> Iterator[Component]:
        for kind in self.definition.kinds.values():
            for entry in self.data.get(kind.name, ()) if kind.is_printed else ():
                if self.options.entries is None or entry["id"] in self.options.entries:
                    yield from self._component(kind, entry)

    def _component(self, kind: KindOf, entry: Mapping[str, Any]) -> Iterator[Component]:
        layout = self._chosen(kind.layout, entry)
        if layout is None or layout not in self.layouts:
            return  # reported by the check; only previews come here
        about, made = EntryRef(kind.name, entry["id"]), self.layouts[layout]
        size = self._size(kind, layout)
        context = LayoutContext(
            self.options.lang,
            pictures=self.pictures,
            optional=kind.names,
            ink_saving=self.options.ink_saving,
            pseudo=self.options.pseudo,
        )
        fields = self.expander.fields(kind, entry)
        front = sketch(self.layouts, layout, fields, context, group=kind.name, about=about, size=size)
        self.fronts.append(front)
        back_layout = self._chosen(kind.back, entry) or made.back
        back = self._back(kind, back_layout, fields, context, size) if back_layout in self.layouts else None
        yield Component(
            front.name,
            size,
            _always(front),
            _always(back) if back else None,
            entry.get("count", kind.copies),
            COMPONENTS[kind.component],
            made.outline(size),
            made.safe,
            made.bleed,
            (about,),
            pile=self._name_of(kind),
        )

    def _name_of(self, kind: KindOf) -> str:
        """Return the name of all cards of a kind, if game.yaml has one."""
        game: Mapping[str, Any] = next(iter(self.data.get("game", ())), {})
        name = game.get("kinds", {}).get(kind.name, {}).get("name", {}).get(self.options.lang, "")
        return str(name)

    def _chosen(self, spec: str | Mapping[str, Any] | None, entry: Mapping[str, Any]) -> str | None:
        if isinstance(spec, str) or spec is None:
            return spec
        value = plain(entry.get(spec["by"]))
        word = ("true" if value else "false") if isinstance(value, bool) else str(value)
        found: str | None = spec["cases"].get(word, spec.get("else"))
        return found

    def _size(self, kind: KindOf, layout: str) -> Size:
        wanted = self.options.card_size if kind.component == "card" else None
        return wanted or self.layouts.size(layout)

    def _back(
        self, kind: KindOf, layout: str | None, fields: Mapping[str, Any], context: LayoutContext, size: Size
    ) -> Sketch | None:
        """Equal backs are one sketch: it depends on the card only where the layout asks for a field."""
        if layout is None:
            return None
        boxes = self.layouts[layout].boxes
        asked = dict.fromkeys(name for box in boxes for name in (*names_in(box[3]), *box[3].get("when", ())))
        own = bool(asked) or bool(self.layouts[layout].values)
        key = (layout, size, fields["id"] if own else "")
        if key not in self.backs:
            name = f"{fields['id']}-back" if own else f"back-{layout}"
            if not own and any(other.name == name for other in self.backs.values()):
                name = f"back-{layout}-{len(self.backs)}"  # the same layout in another size
            about = EntryRef(kind.name, fields["id"]) if own else None
            self.backs[key] = sketch(
                self.layouts,
                layout,
                fields if own else {"id": name},
                context,
                name=name,
                group="backs",
                about=about,
                size=size,
            )
        return self.backs[key]


def _always(sketch: Sketch) -> Callable[[int], Sketch]:
    return lambda _copy: sketch


@dataclass(frozen=True)
class Expander:
    """Puts what fields refer to in their place, so that layouts can look it up: a choice with its name and colour,
    another card with its fields.
    """

    definition: Definition
    data: Data

    @cached_property
    def _by_id(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        return {kind: {entry["id"]: entry for entry in self.data.get(kind, ())} for kind in self.definition.kinds}

    def fields(self, kind: KindOf, entry: Mapping[str, Any]) -> dict[str, Any]:
        """A card's fields with all that they refer to, one step far."""
        found = {"count": kind.copies, **entry}
        for name, one in kind.fields.items():
            if name in entry:
                found[name] = self._value(one, entry[name])
        return found

    def _value(self, one: Field, value: Any) -> Any:
        if isinstance(value, list):
            return [self._one(one, item) for item in value]
        return self._one(one, value)

    def _one(self, one: Field, value: Any) -> Any:
        if one.to is not None and one.type in ("reference", "list"):
            return self._by_id.get(one.to, {}).get(value, {"id": value})
        options = self.definition.choices.get(one.of or "") if one.type in ("choice", "list") else None
        return {"id": value, **options.get(value, {})} if options is not None else value
