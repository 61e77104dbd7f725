"""The changes of an edit in the characters of a YAML text, in block style and in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

import yaml
from msgspec import Struct, field

from cloudy_pnp.data import write
from cloudy_pnp.data.tree import events
from cloudy_pnp.data.write import Plain


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


Splice = tuple[int, int, str]  # from, to, the replacement

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_EMPTY_LINES = re.compile(r"(?:[ \t]*+(?:\r\n|\r|\n))*+")
_COMMA = re.compile(r"(?:\s|#[^\r\n]*+)*+,")
_HEADER_COMMENT = re.compile(r"[|>][-+0-9]*([ \t]+#[^\r\n]*)")


def apply_splices(text: str, splices: Iterable[Splice]) -> str:
    """Replace some characters of a text.

    >>> apply_splices("abcd", [(1, 2, "X"), (4, 4, "!")])
    'aXcd!'
    """
    for start, end, new in sorted(splices, key=lambda splice: splice[:2], reverse=True):
        text = text[:start] + new + text[end:]
    return text


class Place(Struct, frozen=True):
    """A value of a document and the list or map that contains it."""

    node: Node
    parent: Node | None = None
    index: int = 0

    @property
    def in_brackets(self) -> bool:
        """Return whether it is inside [ ] or { }, where nothing can be written in block style."""
        return self.parent is not None and self.parent.flow

    @property
    def is_map(self) -> bool:
        """Return whether it is a map."""
        return self.node.shape is Shape.MAP

    @property
    def is_list(self) -> bool:
        """Return whether it is a list."""
        return self.node.shape is Shape.LIST

    @property
    def is_block(self) -> bool:
        """Return whether it is a list or map over several lines, without brackets."""
        return (self.is_map or self.is_list) and not self.node.flow


class Splicer:
    """A finder of the splices for edits of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        match = _LINE_BREAK.search(text)
        self.line_break = match.group() if match else "\n"

    # --- replace ------------------------------------------------------------------------------------------

    def replace(self, place: Place, value: Plain) -> list[Splice]:
        """Replace a value."""
        node = place.node
        if place.in_brackets:
            return [self._inline(place, write.flow_text(value, node.style))]
        if isinstance(value, str):
            new = self._text(value, node.style, self._column(place) + 2, self._header_comment(node))
        elif isinstance(value, Mapping | list | tuple) and value and not self._on_one_line(place, value):
            return [self._block(place, value)]
        else:
            new = write.line_text(value) + self._header_comment(node)
        return self._inline_for_block(place, new) if place.is_block else [self._inline(place, new)]

    def _on_one_line(self, place: Place, value: Plain) -> bool:
        """Check whether a list or map is written in brackets: like the old one, or otherwise as it reads best."""
        if place.is_block:
            return False
        return write.fits(value, self._column(place) + 4 + len(write.flow_text(value)))

    def _text(self, value: str, style: str, indent: int, comment: str = "") -> str:
        """Write a text in the style of the old one, if possible."""
        if style in ("|", ">"):
            lines = write.text_block(value, style, max(indent, 1))
            if lines:
                return self.line_break.join([lines[0] + comment, *lines[1:]])
        return write.line_text(value, style) + comment

    def _header_comment(self, node: Node) -> str:
        """Return the comment after the | or > of a text."""
        match = _HEADER_COMMENT.match(self.text, node.start) if node.style in ("|", ">") else None
        return match.group(1) if match else ""

    def _inline(self, place: Place, new: str) -> Splice:
        node, parent = place.node, place.parent
        if node.start == node.end:  # nothing is written there
            before = self.text[node.start - 1 : node.start]
            if parent and parent.keys and ":" not in self.text[parent.keys[place.index].end : node.start]:
                new = f": {new}"
            elif before and not before.isspace() and before not in "[{":
                new = f" {new}"
        elif self.text[node.end - 1] in "\r\n":
            new += self.line_break
        return node.start, node.end, new

    def _inline_for_block(self, place: Place, new: str) -> list[Splice]:
        """Write one line instead of several: it goes after the key or the dash; comments in between stay in place."""
        start = place.node.start
        if place.parent is None or not self._begins_line(start):
            return [(start, place.node.end, new + self._break_after(place.node))]
        lead = self._lead(place)
        return [(lead, lead, f" {new}"), self._cut_lines(start, place.node.end)]

    def _block(self, place: Place, value: Mapping[str, Plain] | Sequence[Plain]) -> Splice:
        """Write several lines, wherever the old value was."""
        node, parent = place.node, place.parent
        indent = self._column(place) + 2
        own_line = self._begins_line(node.start)
        if place.is_block:
            deeper = node.column > self._column(place)
            if deeper or (not isinstance(value, Mapping) and parent is not None and parent.shape is Shape.MAP):
                indent = node.column
        lines = self._lines(value, indent, node)
        if place.is_block or own_line:
            start = self._line_start(node.start) if own_line else node.start
            lines[0] = lines[0] if own_line else lines[0][indent:]
            return start, node.end, self._join_lines(lines) + self._break_after(node)
        if parent is None or node.start - self._lead(place) < 0:
            return node.start, node.end, self._join_lines(["", *lines]) + self._break_after(node)
        after = self._break_after(node)
        stop = node.end if after else self._line_end(node.end)
        comment = "" if after else self.text[node.end : stop].strip()
        if parent.shape is Shape.LIST and not comment:
            return self._lead(place), stop, " " + self._join_lines([lines[0][indent:], *lines[1:]]) + after
        return self._lead(place), stop, self._join_lines([f" {comment}" if comment else "", *lines]) + after

    def _lines(self, value: Mapping[str, Plain] | Sequence[Plain], indent: int, like: Node) -> list[str]:
        if not isinstance(value, Mapping) and _has_block_maps(like):
            return [line for item in value for line in write.item_lines(item, indent, block=True)]
        return list(write.block_lines(value, indent))

    # --- add ----------------------------------------------------------------------------------------------

    def add_key(self, place: Place, key: str, value: Plain) -> list[Splice]:
        """Write a key as the last of a map."""
        node = place.node
        style = next((item.style for item in reversed(node.items) if item.shape is Shape.SCALAR), "")
        if not node.items and not place.in_brackets and not self._has_comment(node):
            return self.replace(place, {key: value})
        if node.flow:
            quote = style if style in ("'", '"') else ""
            return self._add_in_brackets(node, f"{write.key_text(key, flow=True)}: {write.flow_text(value, quote)}")
        column = node.keys[0].column
        if isinstance(value, str):
            start = f"{' ' * column}{write.key_text(key)}: "
            if style in ("|", ">") and len(start) + len(value) <= write.WIDTH and "\n" not in value:
                style = ""
            lines = [start + self._text(value, style, column + 2)]
        else:
            lines = list(write.entry_lines(key, value, column))
        return [self._insert_lines(node.end, lines)]

    def insert(self, place: Place, at: int, value: Plain) -> list[Splice]:
        """Write an item into a list, before the item `at`."""
        node = place.node
        if not node.items and not place.in_brackets and not self._has_comment(node):
            return self.replace(place, [value])
        if node.flow and at == len(node.items):
            return self._add_in_brackets(node, write.flow_text(value))
        if node.flow:
            return [(node.items[at].start, node.items[at].start, write.flow_text(value) + ", ")]
        lines = list(write.item_lines(value, node.column, _has_block_maps(node)))
        if at:
            gap = [""] if self._is_spaced(node) else []
            return [self._insert_lines(node.entry_end(at - 1), gap + lines)]
        if self._begins_line(node.start):
            top = self._top(place)
            gap = [""] if self._is_spaced(node) else []
            return [(top, top, self._join_lines([*lines, *gap, ""]))]
        return [(node.start, node.start, self._join_lines([*lines, " " * node.column])[node.column :])]

    def _add_in_brackets(self, node: Node, new: str) -> list[Splice]:
        at = node.entry_end(-1) if node.items else node.start + 1
        return [(at, at, f", {new}" if node.items else new)]

    def _insert_lines(self, end: int, lines: Sequence[str]) -> Splice:
        """Insert lines below the end of something."""
        if end and self.text[end - 1] in "\r\n":
            return end, end, self._join_lines([*lines, ""])
        at = self._line_end(end)
        return at, at, self._join_lines(["", *lines])

    def _is_spaced(self, node: Node) -> bool:
        """Check whether empty lines separate the items of a list."""
        if len(node.items) < 2:
            return False
        between = self.text[self._line_end(node.entry_end(0)) : self._dash(node, 1)]
        return any(not line.strip() for line in _LINE_BREAK.split(between)[1:-1])

    # --- remove -------------------------------------------------------------------------------------------

    def remove(self, place: Place, index: int) -> list[Splice]:
        """Remove an item from a list or a map."""
        node = place.node
        last = index == len(node.items) - 1
        if node.flow:
            return self._remove_in_brackets(node, index)
        if len(node.items) == 1:
            return self.replace(place, {} if place.is_map else [])
        start, end = self._entry_start(node, index), node.entry_end(index)
        if last or self._begins_line(start):
            return [self._cut_lines(start, end)]
        following = self._entry_start(node, index + 1)
        if "#" in self.text[self._line_end(end) : following]:  # a comment about what follows: it keeps its line
            before = self.text[:start].rstrip(" ")
            return [(len(before), self._line_end(end), "")]
        return [(start, following, "")]

    def _remove_in_brackets(self, node: Node, index: int) -> list[Splice]:
        start, end = node.entry_start(index), node.entry_end(index)
        if comma := _COMMA.match(self.text, end):
            if comma.group().strip() == ",":
                stop = comma.end()
                if index < len(node.items) - 1 and not self._has_break(stop, node.entry_start(index + 1)):
                    stop = node.entry_start(index + 1)
                return [(start, stop, "")]
            return [(start, end, ""), (comma.end() - 1, comma.end(), "")]
        if index and (comma := _COMMA.match(self.text, node.entry_end(index - 1))):
            gap = self.text[comma.start() : start]
            if "#" not in gap:
                return [(comma.start(), end, "")]
            return [(comma.end() - 1, comma.end(), ""), (start, end, "")]
        return [(start, end, "")]

    def rename(self, place: Place, index: int, key: str) -> list[Splice]:
        """Replace a key."""
        old = place.node.keys[index]
        return [(old.start, old.end, write.key_text(key, place.node.flow))]

    # --- move ---------------------------------------------------------------------------------------------

    def move(self, place: Place, index: int, to: int) -> list[Splice]:
        """Move an item of a list."""
        node = place.node
        order = list(range(len(node.items)))
        order.insert(to, order.pop(index))
        if node.flow:
            slots = [(node.entry_start(at), node.entry_end(at)) for at in range(len(order))]
            return [(*slots[at], self.text[slice(*slots[old])]) for at, old in enumerate(order) if at != old]
        behind_dash = not self._begins_line(node.start)  # a nested list: its first item is in the line of another
        ends = [self._line_after(node.entry_end(at)) for at in range(len(order))]
        starts = [node.start if behind_dash else self._top(place), *ends[:-1]]
        starts = [_EMPTY_LINES.match(self.text, start).end() for start in starts]  # type: ignore[union-attr]
        slots = list(zip(starts, ends, strict=True))
        parts = [self.text[start:end] for start, end in slots]
        if not parts[-1].endswith(("\r", "\n")):  # the text ends here, without a line break
            parts = [part.removesuffix(self.line_break) for part in parts]
            slots = [*((start, end - len(self.line_break)) for start, end in slots[:-1]), slots[-1]]
        if behind_dash:
            parts[0] = " " * node.column + parts[0]
            parts[order[0]] = parts[order[0]].lstrip(" ")
        return [(*slots[at], parts[old]) for at, old in enumerate(order) if at != old]

    # --- positions in the text ----------------------------------------------------------------------------

    def _join_lines(self, lines: Sequence[str]) -> str:
        return self.line_break.join(lines)

    def _line_start(self, at: int) -> int:
        return max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1

    def _line_end(self, at: int) -> int:
        match = _LINE_BREAK.search(self.text, at)
        return match.start() if match else len(self.text)

    def _line_after(self, at: int) -> int:
        """Return the start of the line below; a text with kept line breaks already ends there."""
        if at and self.text[at - 1] in "\r\n":
            return at
        match = _LINE_BREAK.search(self.text, at)
        return match.end() if match else len(self.text)

    def _begins_line(self, at: int) -> bool:
        return not self.text[self._line_start(at) : at].strip(" ")

    def _has_break(self, start: int, end: int) -> bool:
        return _LINE_BREAK.search(self.text, start, end) is not None

    def _has_comment(self, node: Node) -> bool:
        return "#" in self.text[node.start : node.end]

    def _break_after(self, node: Node) -> str:
        """Return the line break that must follow a value that ends with one."""
        return self.line_break if node.end > node.start and self.text[node.end - 1] in "\r\n" else ""

    def _cut_lines(self, start: int, end: int) -> Splice:
        """Remove whole lines, without a superfluous line break at the end of the text."""
        first, after = self._line_start(start), self._line_after(end)
        if after == len(self.text) and after and self.text[after - 1] not in "\r\n" and first:
            first -= 2 if self.text[first - 2 : first] == "\r\n" else 1
        return first, after, ""

    def _dash(self, node: Node, index: int) -> int:
        """Return the position of an item's dash."""
        if index == 0:
            return node.start
        pattern = re.compile(rf"(?:\A|(?<=[\r\n])) {{{node.column}}}-")
        match = pattern.search(self.text, node.entry_end(index - 1))
        return match.end() - 1 if match else node.items[index].start

    def _entry_start(self, node: Node, index: int) -> int:
        return node.keys[index].start if node.keys else self._dash(node, index)

    def _lead(self, place: Place) -> int:
        """Return the position right after the colon or the dash before a value."""
        if place.parent is None:
            return place.node.start
        if place.parent.keys:
            return self.text.find(":", place.parent.keys[place.index].end) + 1
        return self._dash(place.parent, place.index) + 1

    def _column(self, place: Place) -> int:
        """Return the column of the key or the dash before a value; anything below it is indented further."""
        if place.parent is None:
            return -2
        return place.parent.keys[place.index].column if place.parent.keys else place.parent.column

    def _top(self, place: Place) -> int:
        """Return the start of the first item of a list, with the comments directly above it.

        Those above a whole document are not about its first item.
        """
        top = self._line_start(place.node.start)
        while place.parent is not None and top:
            above = self._line_start(top - (2 if self.text[top - 2 : top] == "\r\n" else 1))
            if not self.text[above:top].startswith(" " * place.node.column + "#"):
                break
            top = above
        return top


def _has_block_maps(node: Node) -> bool:
    return any(item.shape is Shape.MAP and not item.flow for item in node.items)
