"""Layouts as the rest of the package reads them: with inherited boxes, each placed for a size.

Positions of boxes: distances from the sides of the card, or of an earlier box, in millimetres or shares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.geometry import Point, Rect, Transform
from cloudy_pnp.core.problems import DataPath, UserError, quoted, suggest
from cloudy_pnp.draw.kit.frame import trace
from cloudy_pnp.draw.kit.heraldry import SHIELD
from cloudy_pnp.draw.scene import Outline
from cloudy_pnp.draw.shapes import ellipse, polygon, rectangle, rounded
from cloudy_pnp.layouts.values import Settings

CARD, SAFE, BLEED = "card", "safe", "bleed"
NAMES = (CARD, SAFE, BLEED)  # the predefined boxes


class UnknownBox(Exception):
    """A box is placed in one that does not come before it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def place(at: str | Mapping[str, Any], around: Mapping[str, Rect], inside: str = CARD) -> Rect:
    """Return the rectangle of a box.

    >>> around = {"card": Rect(0, 0, 60, 90)}
    >>> place({"left": 5, "right": 5, "top": "50%", "height": 10}, around)
    Rect(x=5, y=45.0, width=50, height=10)
    >>> place({"width": 20, "height": 10}, around)          # in the middle
    Rect(x=20.0, y=40.0, width=20, height=10)
    """
    if isinstance(at, str):
        return _look_up(at, around)
    outer = _look_up(at.get("in", inside), around)
    if "below" in at:  # as if that box were empty: where its text ends is known when it is drawn
        begin = _look_up(at["below"], around).y - outer.y
        at = {**at, "top": begin + share_of(at.get("top", 0.0), outer.height)}
    x, width = _along(at, "left", "right", "width", "x", outer.x, outer.width)
    y, height = _along(at, "top", "bottom", "height", "y", outer.y, outer.height)
    return Rect(x, y, width, height)


def _look_up(name: str, around: Mapping[str, Rect]) -> Rect:
    if name not in around:
        raise UnknownBox(name)
    return around[name]


def share_of(value: float | str, whole: float) -> float:
    """Return a length in mm; what is not one (an unknown constant) counts as 0, and is reported by the check."""
    if not isinstance(value, str):
        return value
    return whole * float(value[:-1]) / 100 if value.endswith("%") else 0.0


def _along(
    at: Mapping[str, Any], near: str, far: str, extent: str, middle: str, start: float, whole: float
) -> tuple[float, float]:
    """Return start and length along one direction.

    Two of near, far, length and middle determine them; a superfluous one is ignored here, and reported by the check.
    """

    def length(name: str) -> float | None:
        value = at.get(name)
        return None if value is None else share_of(value, whole)

    first, last, size, centre = length(near), length(far), length(extent), length(middle)
    if first is not None and last is not None:
        return start + first, whole - first - last
    if size is None:
        if centre is not None:  # as far as the nearer side allows
            half = min(centre, whole - centre)
            return start + centre - half, 2 * half
        return start + (first or 0.0), whole - (first or 0.0) - (last or 0.0)
    if first is not None:
        return start + first, size
    if last is not None:
        return start + whole - last - size, size
    return start + (whole / 2 if centre is None else centre) - size / 2, size


def too_many(at: str | Mapping[str, Any]) -> str:
    """Return the superfluous setting: left, right and a width cannot all be given."""
    if isinstance(at, Mapping):
        for names in (("left", "right", "width", "x"), ("top", "bottom", "height", "y")):
            used = [name for name in names if name in at]
            if len(used) > 2:
                return used[-1]
    return ""


def outline_of(spec: str | Mapping[str, Any] | None, box: Rect) -> Outline:
    """Return an outline that fills a box; a custom path is in mm from the top left corner of the box."""
    if isinstance(spec, Mapping):
        if "path" in spec:
            return trace(spec["path"]).moved(Transform.translation(box.x, box.y))
        return rounded(box, spec.get("corner", 0.0))
    match spec:
        case "round":
            return ellipse(box.centre, box.width / 2, box.height / 2)
        case "hexagon":  # a corner at the top
            return _shares(box, (0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
        case "hexagon-flat":  # a side at the top
            return _shares(box, (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5))
        case "diamond":
            return _shares(box, (0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
        case "octagon":
            c = 0.2929
            return _shares(box, (c, 0), (1 - c, 0), (1, c), (1, 1 - c), (1 - c, 1), (c, 1), (0, 1 - c), (0, c))
        case "shield":
            return fit_outline(SHIELD, box)
    return rectangle(box)


def _shares(box: Rect, *shares: tuple[float, float]) -> Outline:
    return polygon(*(box.at(across, down) for across, down in shares))


def fit_outline(outline: Outline, box: Rect) -> Outline:
    """Stretch an outline to fill a box."""
    old = outline.bounds
    scale = Transform.scaling(box.width / old.width, box.height / old.height)
    moved = scale(Point(old.x, old.y))
    return outline.moved(Transform.translation(box.x - moved.x, box.y - moved.y) @ scale)


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
        changes = {name: data[name] for name in ("bleed", "safe", "back") if name in data}
        for name in ("colours", "styles", "values", "icons", "constants"):
            changes[name] = {**getattr(self, name), **data.get(name, {})}
        return replace(
            self,
            id=data["id"],
            boxes=tuple(boxes),
            size=(float(size[0]), float(size[1])) if isinstance(size, list) else size,
            outline_spec=data.get("outline", self.outline_spec),
            **changes,
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
