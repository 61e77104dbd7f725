"""The positions of values in a YAML text, from the events of the parser that also reads the data."""

from __future__ import annotations

from enum import Enum
from typing import Any

import yaml
from msgspec import Struct, field

from cloudy_pnp.data.tree import events


class Shape(Enum):
    """The kind of a value."""

    SCALAR = "scalar"
    MAP = "map"
    LIST = "list"
    ALIAS = "alias"


class Node(Struct, eq=False):
    """A value and its place in the text: from `start` up to `end`, without comments and empty lines after it."""

    shape: Shape
    start: int
    end: int
    column: int
    style: str = ""  # of a scalar: its quote, | or >; empty for a plain one
    flow: bool = False  # of a list or map: written in brackets
    anchored: bool = False
    text: str = ""  # of a key
    keys: list[Node] = field(default_factory=list)  # of a map, one for each item
    items: list[Node] = field(default_factory=list)  # the values of a map or a list

    def entry_start(self, index: int) -> int:
        """Return the start of an item of a map, with its key, or of a list in brackets."""
        return (self.keys or self.items)[index].start

    def entry_end(self, index: int) -> int:
        """Return the end of an item of a map or list."""
        return max(self.items[index].end, self.keys[index].end if self.keys else 0)

    def index(self, step: str | int) -> int | None:
        """Return the number of the item at a key or index; None if it does not exist."""
        if self.shape is Shape.MAP:
            return next((number for number, key in enumerate(self.keys) if key.text == step), None)
        return step if self.shape is Shape.LIST and isinstance(step, int) and 0 <= step < len(self.items) else None

    @property
    def is_shared(self) -> bool:
        """Return whether it has an anchor or is an alias, so that other values change with it."""
        return self.anchored or self.shape is Shape.ALIAS

    @property
    def shares(self) -> bool:
        """Return whether it or anything in it is shared."""
        return self.is_shared or any(item.shares for item in (*self.keys, *self.items))


def compose(text: str) -> list[Node]:
    """Return the documents of a valid text.

    >>> [top] = compose("a: [x, yes] # c")
    >>> [(node.start, node.end) for node in top.items[0].items]
    [(4, 5), (7, 10)]
    """
    documents: list[Node] = []
    stack: list[Node] = []
    next_event = events(text)
    while type(event := next_event()) is not yaml.StreamEndEvent:
        kind: type[Any] = type(event)
        if kind in (yaml.SequenceEndEvent, yaml.MappingEndEvent):
            _close(stack.pop(), event, text)
        elif kind in (yaml.ScalarEvent, yaml.AliasEvent, yaml.SequenceStartEvent, yaml.MappingStartEvent):
            node = _node(event, text)
            parent = stack[-1] if stack else None
            if parent is None:
                documents.append(node)
            elif parent.shape is Shape.MAP and len(parent.keys) == len(parent.items):
                parent.keys.append(node)
            else:
                parent.items.append(node)
            if node.shape in (Shape.MAP, Shape.LIST):
                stack.append(node)
    return documents


def _node(event: Any, text: str) -> Node:
    start, end, anchored = event.start_mark, event.end_mark, getattr(event, "anchor", None) is not None
    match event:
        case yaml.AliasEvent():
            return Node(Shape.ALIAS, start.index, end.index, start.column)
        case yaml.ScalarEvent():
            style = event.style or ""
            stop = _text_end(text, start.index, end.index) if style in ("|", ">") else end.index
            return Node(Shape.SCALAR, start.index, stop, start.column, style, anchored=anchored, text=event.value)
        case yaml.MappingStartEvent():
            shape = Shape.MAP
        case _:
            shape = Shape.LIST
    return Node(shape, start.index, end.index, start.column, flow=bool(event.flow_style), anchored=anchored)


def _text_end(text: str, start: int, end: int) -> int:
    """Return the end of a | or > text: empty lines after it count only if its header has a "+"."""
    header = text[start:end].split("\n", 1)[0].split("#", 1)[0]
    return end if "+" in header else start + len(text[start:end].rstrip("\r\n"))


def _close(node: Node, event: Any, text: str) -> None:
    """Set the end of a collection: at its bracket, or otherwise after its last item."""
    end: int = event.end_mark.index
    if node.flow and (not node.items or (text[end - 1] in "]}" and end > node.entry_end(-1))):
        node.end = end
    else:
        node.end = node.entry_end(-1)
