"""Layouts as the rest of the package reads them: with inherited boxes, each placed for a size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import DataPath, UserError, quoted, suggest
from cloudy_pnp.draw.scene import Outline
from cloudy_pnp.layouts.place import BLEED, CARD, SAFE, UnknownBox, outline_of, place, share_of
from cloudy_pnp.layouts.values import Settings

Size = tuple[float, float]

MOST_BOXES = 500  # in a layout, with everything it extends and all groups
MOST_EXTENDS = 8
DEFAULT_SIZE: Size = (63.5, 88.9)
DEFAULT_BLEED, DEFAULT_SAFE = 3.2, 3.0  # what print services ask for, in mm


class Box(Struct, frozen=True, eq=False):
    """A placed box. `path` is its location in the file of the layout `layout`."""

    kind: str
    settings: Settings
    rect: Rect
    layout: str
    path: DataPath
    inner: tuple[Box, ...] = ()  # of a group

    @property
    def name(self) -> str:
        """The name used in messages."""
        return str(self.settings.get("id", self.kind))


class Layout(Struct, frozen=True, dict=True):
    """A layout with everything it extends."""

    id: str
    boxes: tuple[tuple[str, DataPath, str, Settings], ...] = ()  # layout, path, kind, settings
    size: Size | str | None = None
    outline_spec: str | Mapping[str, Any] | None = None
    bleed: float = DEFAULT_BLEED
    safe: float = DEFAULT_SAFE
    back: str | None = None
    colours: Mapping[str, str] = field(default_factory=dict)
    styles: Mapping[str, Settings] = field(default_factory=dict)
    values: Mapping[str, Settings] = field(default_factory=dict)
    icons: Mapping[str, Settings] = field(default_factory=dict)
    constants: Mapping[str, float] = field(default_factory=dict)

    def extend(self, data: Mapping[str, Any]) -> Layout:
        """Apply the data of a layout that extends this one."""
        without = set(data.get("without", ()))
        boxes = [box for box in self.boxes if box[3].get("id") not in without]
        for index, item in enumerate(data.get("boxes", ())):
            for kind, settings in item.items():
                new = (data["id"], ("boxes", index, kind), kind, settings)
                same = [at for at, box in enumerate(boxes) if "id" in settings and box[3].get("id") == settings["id"]]
                if same and boxes[same[0]][0] != data["id"]:
                    boxes[same[0]] = new
                else:
                    boxes.append(new)
        size = data.get("size", self.size)
        return Layout(
            data["id"],
            tuple(boxes),
            (float(size[0]), float(size[1])) if isinstance(size, list) else size,
            data.get("outline", self.outline_spec),
            data.get("bleed", self.bleed),
            data.get("safe", self.safe),
            data.get("back", self.back),
            {**self.colours, **data.get("colours", {})},
            {**self.styles, **data.get("styles", {})},
            {**self.values, **data.get("values", {})},
            {**self.icons, **data.get("icons", {})},
            {**self.constants, **data.get("constants", {})},
        )

    def with_constants(self) -> Layout:
        """Return the layout with numbers in place of `$names`; an unknown one stays, and is reported by the check."""
        if not self.constants:
            return self
        boxes = tuple((where, path, kind, _filled(box, self.constants)) for where, path, kind, box in self.boxes)
        return replace(self, boxes=boxes, styles=_filled(self.styles, self.constants))

    @cached_property
    def shared(self) -> dict[Any, Any]:
        """Cached items that look alike on many cards."""
        return {}

    @cached_property
    def framed(self) -> dict[Any, Any]:
        """Cached pictures in their boxes."""
        return {}

    @cached_property
    def _boxes_by_size(self) -> dict[Size, tuple[Box, ...]]:
        return {}

    def place_boxes(self, size: Size) -> tuple[Box, ...]:
        """Return every box placed on a component of a size; a box inside an unknown one is omitted (see `check`)."""
        if size not in self._boxes_by_size:
            self._boxes_by_size[size] = tuple(self._place(size))
        return self._boxes_by_size[size]

    def around(self, size: Size) -> dict[str, Rect]:
        """Return the predefined boxes that other boxes can be placed in."""
        card = Rect(0.0, 0.0, *size)
        return {CARD: card, SAFE: card.inset(self.safe), BLEED: card.inset(-self.bleed)}

    def _place(self, size: Size) -> Iterator[Box]:
        around = self.around(size)
        for layout, path, kind, settings in self.boxes[:MOST_BOXES]:
            box = _place_box(layout, path, kind, settings, around, CARD)
            if box is not None:
                yield box

    def outline(self, size: Size) -> Outline | None:
        """Return the cutting line of a component of a size; None: a rectangle."""
        if self.outline_spec in (None, "rectangle"):
            return None
        return outline_of(self.outline_spec, Rect(0.0, 0.0, *size))


def _filled(value: Any, constants: Mapping[str, float]) -> Any:
    match value:
        case str() if value[:1] == "$":
            return constants.get(value[1:], value)
        case Mapping():
            return {key: _filled(item, constants) for key, item in value.items()}
        case list():
            return [_filled(item, constants) for item in value]
    return value


def one_place(settings: Settings, rect: Rect) -> Rect:
    """Return the place of a group, or of its first item where it is repeated."""
    if "repeat" not in settings:
        return rect
    across = settings.get("direction") == "across"
    whole = rect.width if across else rect.height
    length = share_of(settings.get("each", whole), whole)
    return Rect(rect.x, rect.y, length, rect.height) if across else Rect(rect.x, rect.y, rect.width, length)


def _place_box(
    layout: str, path: DataPath, kind: str, settings: Settings, around: dict[str, Rect], inside: str
) -> Box | None:
    try:
        rect = place(settings["at"], around, inside)
    except UnknownBox:
        return None
    if "id" in settings:
        around[settings["id"]] = rect
    inner: list[Box] = []
    if kind == "group":
        inner_around = {**around, "": one_place(settings, rect)}
        for index, item in enumerate(settings["boxes"]):
            for inner_kind, inner_settings in item.items():
                inner_path = (*path, "boxes", index, inner_kind)
                box = _place_box(layout, inner_path, inner_kind, inner_settings, inner_around, "")
                if box is not None:
                    inner.append(box)
    return Box(kind, settings, rect, layout, path, tuple(inner))


class Layouts:
    """The layouts of a game by id, from valid data: `Layouts(data["layout"])`.

    >>> layouts = Layouts([{"id": "base", "size": [60, 90]}, {"id": "hero", "extends": "base", "bleed": 2}])
    >>> layouts["hero"].bleed, layouts.size("hero")
    (2, (60.0, 90.0))
    """

    def __init__(self, data: Iterable[Mapping[str, Any]]) -> None:
        self.data = {str(layout["id"]): layout for layout in data}
        self._layouts: dict[str, Layout] = {}

    def __contains__(self, name: object) -> bool:
        return name in self.data

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __getitem__(self, name: str) -> Layout:
        """Return a layout with everything it extends. Raises UserError if it does not exist or extends itself."""
        if name not in self._layouts:
            layout = Layout("")
            for data in reversed(self.line_of(name)):
                layout = layout.extend(data)
            self._layouts[name] = layout.with_constants()
        return self._layouts[name]

    def line_of(self, name: str) -> list[Mapping[str, Any]]:
        """Return the layout, the one it extends, and so on."""
        line: list[Mapping[str, Any]] = []
        current: str | None = name
        while current is not None:
            if current not in self.data:
                raise UserError(f"there is no layout {quoted(current)}; {suggest(current, self.data)}".rstrip("; "))
            if any(layout["id"] == current for layout in line) or len(line) > MOST_EXTENDS:
                raise UserError(f"the layout {quoted(name)} extends itself, or more than {MOST_EXTENDS} others")
            line.append(self.data[current])
            current = self.data[current].get("extends")
        return line

    def size(self, name: str) -> Size:
        """Return the cut size of a layout in mm."""
        return self.size_of(self[name].size) or DEFAULT_SIZE

    def size_of(self, size: Size | str | None) -> Size | None:
        """Return a size in numbers; None for an unknown format (known ones are numbers by now)."""
        if not isinstance(size, str):
            return size
        try:
            width, height = (float(part) for part in size.split("x"))
        except ValueError:
            return None
        return (width, height) if 5 <= width <= 1200 and 5 <= height <= 1200 else None
