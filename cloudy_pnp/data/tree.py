"""YAML text to plain data: our own small composer over libyaml's events.

Why not `yaml.load`: it follows YAML 1.1 (`no` is false, `012` is ten, `1:30` is ninety), silently keeps the last
of two equal keys, expands alias bombs, and its C composer overflows the stack on deep input. Working on events is
also several times faster. The rules for plain words here: `null`, `~` and nothing are null; `true` and `false` are
truth values; whole and decimal numbers without leading zeros are numbers (`4.0` is the whole number 4, as in JSON
Schema); everything else is text. `n`, `no`, `on`, `1:30` and `012` are text, and the schema reports them where a number
or a truth value is expected.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import yaml
from msgspec import Struct, field
from msgspec.structs import replace
from yaml.cyaml import CParser  # type: ignore[attr-defined]

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import DataPath, Problem, Severity, path_text, quoted
from cloudy_pnp.data.files import LIMITS, Limits
from cloudy_pnp.data.text import LOST, REPLACED, unwanted_in, unwanted_message, without_unwanted

_EXACT = 2**53 - 1  # the largest whole number that every JSON reader keeps: it has a digit more than the others may


_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(\.[0-9]+)?\Z")
_MAY_BE_TYPED = frozenset("-+0123456789tTfFnN~")
_WORDS: dict[str, Any] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_STANDARD = "tag:yaml.org,2002:"
_NO_KEY = object()  # the map waits for a key
_DROP = object()  # the value that follows is dropped: its key was reported


class TooMuch(Exception):
    """A limit was exceeded; the problem is reported, reading of this file ends."""


class _Anchor(Struct):
    value: Any
    nodes: int  # the number of values it represents, with aliases expanded
    closed: bool


class Composer(Struct):
    """A builder of the documents of a text; problems are collected, never raised."""

    file: str
    limits: Limits = LIMITS
    problems: list[Problem] = field(default_factory=list)
    _stack: list[tuple[Any, Any]] = field(default_factory=list)  # open containers around the current one, keys
    _container: Any = None
    _key: Any = None
    _anchors: dict[str, _Anchor] = field(default_factory=dict)  # of the current document
    _open_anchors: list[tuple[int, _Anchor, int]] = field(default_factory=list)  # depth, anchor, nodes before it
    nodes: int = 0  # values so far
    from_aliases: int = 0
    _most: int = 0  # values, of this file and of the whole run

    def documents(self, text: str) -> Iterator[Any]:
        """Yield each document as plain data. Raises yaml.YAMLError if the text is not YAML.

        >>> list(Composer("x.yaml").documents("{at: n, odd: no, count: 012}"))
        [{'at': 'n', 'odd': 'no', 'count': '012'}]
        """
        next_event = events(text)
        self._most = min(self.limits.nodes, budget.left("nodes"))
        while True:
            event = next_event()
            kind: Any = type(event)
            if kind is yaml.StreamEndEvent:
                return
            if kind is yaml.DocumentStartEvent:
                yield self._document(next_event)

    def _document(self, next_event: Callable[[], Any]) -> Any:
        top: list[Any] = []
        self._container, self._key, self._stack = top, _NO_KEY, []
        self._anchors, self._open_anchors = {}, []
        scalar_event, sequence_start, mapping_start = (
            yaml.ScalarEvent,
            yaml.SequenceStartEvent,
            yaml.MappingStartEvent,
        )
        while True:
            event = next_event()
            kind = type(event)
            if kind is scalar_event:
                self.nodes += 1
                if self._key is _NO_KEY and type(self._container) is dict:
                    self._take_key(event)
                    continue
                self._put(self._scalar(event))
            elif kind is sequence_start or kind is mapping_start:
                self.nodes += 1
                self._open(event, [] if kind is sequence_start else {})
            elif kind is yaml.SequenceEndEvent or kind is yaml.MappingEndEvent:
                self._close()
            elif kind is yaml.AliasEvent:
                self._alias(event, self._anchors.get(event.anchor))
            else:  # the document ends
                return top[0] if top else None
            if self.nodes > self._most:
                if self._most < self.limits.nodes:
                    self._over("nodes", event)
                message = f"the file holds more than {self.limits.nodes:,} values"
                self._too_much(event, message, "split it into several files")

    def _scalar(self, event: Any) -> Any:
        """Return the value of a scalar."""
        value = event.value
        if not event.style:
            if not value or value[0] in _MAY_BE_TYPED:
                value = self._plain(event, value)
        elif event.style == '"' and not value.isprintable():
            self._look_for_unwanted(event)
            value = event.value
        if event.tag is not None and event.tag != "!":
            value = self._check_tag(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchor(value, 1, True)
        return value

    def _put(self, value: Any) -> None:
        """Add a value to the current list, or under the current key of a map."""
        if type(self._container) is list:
            self._container.append(value)
            return
        if self._key is not _DROP:
            self._container[self._key] = value
        self._key = _NO_KEY

    def _open(self, event: Any, value: Any) -> None:
        """Add a new list or map to the current container and enter it."""
        if event.tag is not None and event.tag not in ("!", _STANDARD + "seq", _STANDARD + "map"):
            self._report_tag(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = anchor = _Anchor(value, 0, False)
            self._open_anchors.append((len(self._stack), anchor, self.nodes + self.from_aliases))
        if len(self._stack) >= self.limits.depth:
            message = f"lists and maps are nested more than {self.limits.depth} deep"
            self._too_much(event, message, "card data is at most a handful of levels deep")
        if self._key is _NO_KEY and type(self._container) is dict:
            message = f"a {'map' if type(value) is dict else 'list'} is used as a key"
            self._report("YAML-KEY", event, message, 'a key is a word; text with "[" or "{" needs quotes')
            self._key = _DROP  # the key is read now; its value is dropped
        else:
            self._put(value)
        self._stack.append((self._container, self._key))
        self._container, self._key = value, _NO_KEY

    def _close(self) -> None:
        """Leave the current list or map."""
        self._container, self._key = self._stack.pop()
        if self._open_anchors and self._open_anchors[-1][0] == len(self._stack):
            _, anchor, before = self._open_anchors.pop()
            anchor.nodes, anchor.closed = self.nodes + self.from_aliases - before + 1, True

    def _take_key(self, event: Any) -> None:
        key = event.value
        if event.style == '"' and not key.isprintable() and self._look_for_unwanted(event):
            self._key = _DROP
        elif key == "<<" and not event.style:
            self._report("YAML-MERGE", event, "the merge key << is not supported", "write the keys out")
            self._key = _DROP
        elif key in self._container:
            message = f"the key {quoted(key)} appears twice"
            self._report("YAML-DUPLICATE", event, message, "keep one of the two", key)
            self._key = _DROP
        else:
            self._key = key

    def _look_for_unwanted(self, event: Any) -> bool:
        """Report an invisible character that a quoted text contains as an escape."""
        if not (char := unwanted_in(event.value)):
            return False
        self._report(unwanted_message(char)[0], event, *unwanted_message(char)[1:])
        event.value = without_unwanted(event.value)
        return True

    def _plain(self, event: Any, value: str) -> Any:
        if value in _WORDS:
            return _WORDS[value]
        match = _NUMBER.match(value)
        if not match:
            return value
        digits = sum(map(str.isdecimal, value))
        exact = value.isdecimal() and digits == self.limits.digits + 1 and int(value) <= _EXACT
        if digits > self.limits.digits and not exact:
            message = f"the number {quoted(value, 24)} has {digits:,} digits"
            self._report("YAML-NUMBER", event, message, "put it in quotes if it is text")
            return value
        if not match.group(1):
            return int(value)
        number = float(value)
        return int(number) if number.is_integer() else number

    def _check_tag(self, event: Any) -> Any:
        if event.tag != _STANDARD + "str":
            self._report_tag(event)
        return event.value

    def _report_tag(self, event: Any) -> None:
        tag = event.tag.replace(_STANDARD, "!!")
        self._report("YAML-TAG", event, f"the YAML tag {quoted(tag)} is not allowed", "delete the tag")

    def _alias(self, event: Any, anchor: _Anchor | None) -> None:
        value = None
        if anchor is None:
            self._report("YAML-ALIAS", event, f"the alias {quoted(event.anchor)} has no anchor", "define it above")
        elif not anchor.closed:
            self._report("YAML-ALIAS", event, f"the anchor {quoted(event.anchor)} contains itself", "write it out")
        else:
            value = anchor.value
            self.from_aliases += anchor.nodes
            if self.from_aliases > self.limits.alias_nodes:
                message = f"aliases expand to more than {self.limits.alias_nodes:,} values"
                self._too_much(event, message, "write the cards out")
        if self._key is _NO_KEY and type(self._container) is dict:
            self._report("YAML-KEY", event, "an alias is used as a key", "write the key out")
            self._key = _DROP
        else:
            self._put(value)

    def _over(self, limit: str, event: Any) -> None:
        """Report, once, that the run's budget is exceeded, and end the file."""
        run = budget.current()
        if run is None or run.first_over(limit):
            self._report("YAML-LIMIT", event, budget.over(limit) + "; nothing more is read", budget.raising(limit))
            self.problems[-1] = replace(self.problems[-1], limit=limit)
        raise TooMuch

    def _too_much(self, event: Any, message: str, hint: str) -> None:
        self._report("YAML-LIMIT", event, message, hint)
        raise TooMuch

    def _report(self, code: str, event: Any, message: str, hint: str, key: str | None = None) -> None:
        mark = event.start_mark
        path = path_text(self._path() + ((key,) if key is not None else ()))
        if len(self.problems) == self.limits.problems and code != "YAML-LIMIT":
            message = f"the file has more than {self.limits.problems:,} problems"
            self._too_much(event, message, "fix those listed; the rest of the file is not read")
        self.problems.append(
            Problem(code, Severity.ERROR, self.file, mark.line + 1, mark.column + 1, path, message, hint)
        )

    def _path(self) -> DataPath:
        """Return the path of the value being read, from the open containers; only needed for a problem."""
        path: list[str | int] = []
        outer = [*self._stack[1:], (self._container, self._key)] if self._stack else []
        for depth, (container, key) in enumerate(outer):
            innermost = depth == len(outer) - 1
            if type(container) is list:
                path.append(len(container) if innermost else len(container) - 1)
            elif innermost and isinstance(key, str):
                path.append(key)
            elif not innermost:
                path.append(next(reversed(container), "?"))
        return tuple(path)


def events(text: str) -> Callable[[], Any]:
    """Return a function that returns the next event of a text, with replaced characters removed from values.

    >>> next_event = events("a\ufffdb")
    >>> [next_event() for _ in range(3)][-1].value
    'ab'
    """
    parser = CParser(text)
    if REPLACED not in text:
        return parser.get_event

    def next_event() -> Any:
        event: Any = parser.get_event()
        if type(event) is yaml.ScalarEvent and event.value != LOST:
            event.value = event.value.replace(REPLACED, "")
        return event

    return next_event


@contextmanager
def without_gc() -> Iterator[None]:
    """Disable the garbage collector: reading builds millions of small objects and no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
