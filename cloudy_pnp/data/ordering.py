"""The keys of card data in the order of its schema, so that files look alike and diffs are small.

Only the order of keys changes: values, comments and quotes stay, and a map that cannot be reordered without harm
(shared by an anchor, or with a comment in the way) is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import yaml

from cloudy_pnp.data.nodes import Node, Shape, compose
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.data.splices import Splice, apply_splices

SAME = "same"  # after the languages of a text


def in_order(text: str, kinds: Mapping[str, Sequence[str]], languages: Sequence[str]) -> str:
    r"""Order the keys of the entries in a file of card data, and languages as in the game.

    >>> in_order("vines:\n  - count: 2 # two\n    id: tee\n", {"vines": ["id", "count"]}, ["en"])
    'vines:\n  - id: tee\n    count: 2 # two\n'
    """
    source = parse_source(text.encode("utf-8", "surrogatepass"), "")
    if source.problems or len(source.documents) != 1:
        return text
    for _ in range(2):  # languages inside entries first, then the entries
        try:
            [root] = compose(text)
        except (ValueError, yaml.YAMLError):
            return text
        maps = _ordered_maps(root, kinds, languages)
        splices = [splice for node, order in maps for splice in [_sort_keys(text, node, order)] if splice is not None]
        inner = [splice for splice in splices if not any(_holds(splice, container) for container in splices)]
        changed = apply_splices(text, inner)
        reread = parse_source(changed.encode("utf-8", "surrogatepass"), "")
        if reread.problems or reread.documents != source.documents or _comments(changed) != _comments(text):
            return text
        text = changed
    return text


def _holds(outer: Splice, inner: Splice) -> bool:
    return outer is not inner and outer[0] <= inner[0] and inner[1] <= outer[1]


def _comments(text: str) -> list[str]:
    return sorted(line.partition("#")[2].strip() for line in text.splitlines() if "#" in line)


def _ordered_maps(
    root: Node, kinds: Mapping[str, Sequence[str]], languages: Sequence[str]
) -> Iterator[tuple[Node, Sequence[str]]]:
    """Yield the maps that have a defined order."""
    if root.shape is not Shape.MAP or root.shares:
        return
    for key, value in zip(root.keys, root.items, strict=True):
        entries = value.items if value.shape is Shape.LIST else [value]
        for entry in entries:
            if entry.shape is Shape.MAP and key.text in kinds:
                yield entry, kinds[key.text]
            yield from ((text, (*languages, SAME)) for text in _texts(entry, {*languages, SAME}, len(languages)))


def _texts(node: Node, languages: set[str], number: int) -> Iterator[Node]:
    """Yield texts in several languages, wherever they are nested."""
    for item in node.items:
        keys = {key.text for key in item.keys}
        if item.shape is Shape.MAP and len(item.keys) >= min(number, 2) and keys <= languages:
            yield item
        else:
            yield from _texts(item, languages, number)


def _sort_keys(text: str, node: Node, order: Sequence[str]) -> Splice | None:
    """Return the replacement of a map; None if it is in order, or should stay unchanged."""
    place = {key: number for number, key in enumerate(order)}
    now = list(range(len(node.keys)))
    then = sorted(now, key=lambda index: (place.get(node.keys[index].text, len(place)), index))
    if then == now:
        return None
    return _in_brackets(text, node, then) if node.flow else _in_lines(text, node, then)


def _in_brackets(text: str, node: Node, then: Sequence[int]) -> Splice | None:
    start, end = node.entry_start(0), node.entry_end(len(then) - 1)
    if "#" in text[start:end] or "\n" in text[start:end]:
        return None
    return start, end, ", ".join(text[node.entry_start(index) : node.entry_end(index)] for index in then)


def _in_lines(text: str, node: Node, then: Sequence[int]) -> Splice | None:
    """Reorder every key with its lines and the comments above it."""
    indent = " " * node.keys[0].column
    starts = [node.entry_start(0)]
    for index in range(1, len(then)):
        start = text.rfind("\n", 0, node.entry_start(index)) + 1
        while (above := text.rfind("\n", 0, start - 1) + 1) > starts[-1] and text[above:start].lstrip().startswith("#"):
            start = above
        starts.append(start)
    end = text.find("\n", node.entry_end(len(then) - 1))
    end = len(text) if end < 0 else end + 1
    parts = [text[begin:stop] for begin, stop in zip(starts, [*starts[1:], end], strict=True)]
    parts[0] = indent + parts[0]
    parts = [part if part.endswith("\n") else f"{part}\n" for part in parts]
    if not all(part.lstrip().startswith(node.keys[index].text) for index, part in enumerate(parts) if index == then[0]):
        return None  # a comment above the key that would come first
    new = "".join(parts[index] for index in then)[len(indent) :]
    return starts[0], end, new if text[end - 1 : end] == "\n" else new.removesuffix("\n")
