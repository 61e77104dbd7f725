"""Plain data as YAML text, the way people write it: short values on one line, long ones below their key.

A text is written so that every YAML reader takes it for text, whether it follows YAML 1.1, 1.2 or `data.tree`: `no` and
`1e3` get quotes. Only `y` and `n` stay bare, as no reader in use takes them for truth values and card data is full of
them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TypeAlias

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.data.source import parse_source

# The types of YAML data.
Plain: TypeAlias = "bool | int | float | str | Sequence[Plain] | Mapping[str, Plain] | None"

WIDTH = 110  # a longer list or map is broken into several lines
_TEXT_WIDTH = 118  # the end of the lines of a folded text

_NOT_FIRST = frozenset("-?:,[]{}#&*!|>'\"%@`=<")
_NOT_IN_FLOW = re.compile(r"[,\[\]{}?:]")
_NOT_PLAIN = re.compile(r":(?:\s|\Z)|\s#|\A\.\.\.|[^\S \u00a0\u2000-\u200a\u202f\u3000]")
_WORDS = frozenset(("null", "~", "true", "false", "yes", "no", "on", "off"))  # not text for some readers
_NUMBER = re.compile(r"[-+.]?[0-9][-+.,_:0-9a-fA-FxXoOtTzZ ]*\Z|[-+]?\.(?:inf|nan)\Z", re.IGNORECASE)


def flow_text(value: object, style: str = "") -> str:
    """Write a value on one line, valid inside brackets.

    >>> flow_text({"at": [0, 1], "odd": "no", "text": "one, two", "blank": None})
    '{at: [0, 1], odd: "no", text: "one, two", blank: null}'
    """
    return _flow(value, flow=True, style=style)


def line_text(value: object, style: str = "") -> str:
    """Write a value on one line, after a key or a dash; `style` is the kind of quote for a text.

    >>> line_text("one, two"), line_text("one: two"), line_text("it's", "'")
    ('one, two', '"one: two"', "'it''s'")
    """
    return _flow(value, flow=False, style=style)


def _flow(value: object, flow: bool, style: str = "") -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return _quote(value, flow, style)
        case int():
            return str(value)
        case float():
            return _number(value)
        case Mapping():
            pairs = (f"{_quote(str(key), flow=True)}: {_flow(item, flow=True)}" for key, item in value.items())
            return "{" + ", ".join(pairs) + "}"
        case list() | tuple():
            return "[" + ", ".join(_flow(item, flow=True) for item in value) + "]"
    raise UserError(f"this cannot be written as YAML: {quoted(str(value))} is neither text, number, list nor map")


def _number(value: float) -> str:
    """Write a number without an exponent, which our reader does not support."""
    number = Decimal(repr(value))
    if not number.is_finite():
        raise UserError(f"this cannot be written as YAML: {value} is not a number that card data can hold")
    return format(number, "f")


def key_text(key: str, flow: bool = False) -> str:
    """Write a key of a map.

    >>> key_text("id"), key_text("two words: three")
    ('id', '"two words: three"')
    """
    return _quote(key, flow)


def _quote(text: str, flow: bool, style: str = "") -> str:
    if style == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    if style != '"' and _may_be_plain(text) and not (flow and _NOT_IN_FLOW.search(text)):
        return text
    return json.dumps(text, ensure_ascii=False)


def _may_be_plain(text: str) -> bool:
    return (
        text != ""
        and text.strip() == text
        and text[0] not in _NOT_FIRST
        and text.casefold() not in _WORDS
        and not _NOT_PLAIN.search(text)
        and not _NUMBER.match(text)
    )


def text_block(text: str, style: str, indent: int) -> list[str] | None:
    """Write a long text below its key, folded (`>`) or literal (`|`): the header, then the lines.

    Return None if that is impossible.

    >>> text_block("Once upon a time …", ">", 2)
    ['>-', '  Once upon a time …']
    """
    body = text.removesuffix("\n")
    if not body or body.endswith("\n") or body[0] in " \t\n":
        return None
    lines = list(_fold(body, _TEXT_WIDTH - indent)) if style == ">" else body.split("\n")
    written = [style + ("" if text.endswith("\n") else "-"), *(" " * indent + line if line else "" for line in lines)]
    reread = parse_source("\n".join(["text: " + written[0], *written[1:], ""]).encode("utf-8", "replace"), "")
    return written if not reread.problems and reread.documents == [{"text": text}] else None


def _fold(text: str, width: int) -> Iterator[str]:
    for number, paragraph in enumerate(text.split("\n")):
        if number:
            yield ""
        line = ""
        for word in paragraph.split(" "):
            if line and len(line) + 1 + len(word) > width:
                yield line
                line = word
            else:
                line = f"{line} {word}" if line else word
        if line:
            yield line


def list_file(kind: str, entry: Mapping[str, object], comments: Sequence[str] = (), head: Sequence[str] = ()) -> str:
    """Write a new file with one entry of a list: header lines, the key of the list, comments, the entry.

    >>> print(list_file("spells", {"id": "gust", "effect": [{"draw": 1}]}, ["A gust."]))
    spells:
      # A gust.
      - id: gust
        effect:
          - draw: 1
    <BLANKLINE>
    """
    notes = (f"  # {line}" for line in comments)
    text = "\n".join([*filter(None, head), f"{key_text(kind)}:", *notes, *item_lines(entry, 2, block=True)]) + "\n"
    written = parse_source(text.encode("utf-8", "replace"), kind)
    if written.problems or written.documents != [{kind: [entry]}]:
        why = written.problems[0].message if written.problems else "use plain texts and numbers"
        raise UserError(f"this cannot be written as YAML: {why}")
    return text


def block_lines(value: Mapping[str, object] | Sequence[object], indent: int = 0) -> Iterator[str]:
    """Yield a non-empty map or list as lines of YAML.

    >>> for line in block_lines({"id": "gust", "effect": [{"draw": 1}, {"play": {"from": "drawn", "count": 1}}]}):
    ...     print(line)
    id: gust
    effect:
      - draw: 1
      - play: {from: drawn, count: 1}
    """
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from entry_lines(key, item, indent)
    else:
        for item in value:
            yield from item_lines(item, indent)


def entry_lines(key: str, value: object, indent: int = 0) -> Iterator[str]:
    """Yield a key with its value."""
    start = f"{' ' * indent}{key_text(key)}:"
    short = f"{start} {line_text(value)}"
    if fits(value, len(short)) or not isinstance(value, Mapping | list | tuple):
        yield short
    else:
        yield start
        yield from block_lines(value, indent + 2)


def item_lines(value: object, indent: int = 0, block: bool = False) -> Iterator[str]:
    """Yield an item of a list with its dash; a card (`block`) has one line per key, however short.

    >>> list(item_lines({"id": "stem", "count": 3}, 2, block=True))
    ['  - id: stem', '    count: 3']
    """
    if isinstance(value, Mapping | list | tuple) and value and (block or _is_nested(value)):
        first, *rest = block_lines(value, indent + 2)
        yield f"{' ' * indent}- {first[indent + 2 :]}"
        yield from rest
    else:
        yield f"{' ' * indent}- {line_text(value)}"


def fits(value: object, width: int) -> bool:
    """Check whether a value of a key reads well on one line of this width."""
    return not value or (_is_flat(value) and width <= WIDTH)


def _is_nested(value: Mapping[str, object] | Sequence[object]) -> bool:
    """Check whether an item of a list reads better over several lines."""
    return len(value) == 1 if isinstance(value, Mapping) else not _is_flat(value)


def _is_flat(value: object) -> bool:
    """Check whether a value reads well on one line: no map inside a map, no map of one key in a list."""
    if isinstance(value, Mapping):
        return all(not isinstance(item, Mapping) and _is_flat(item) for item in value.values())
    if isinstance(value, list | tuple):
        return all(_is_flat(item) and (not isinstance(item, Mapping) or len(item) > 1) for item in value)
    return True
