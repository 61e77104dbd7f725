"""Edits of some values of a YAML text that leave comments, quotes, order, indentation and line ends unchanged.

An edit is a value, so that it can come from a command, a browser or a test. Edits are applied in order, each to the
result of those before it. The result is parsed again and compared with the expected data: an edit that would do harm
raises `EditError`, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import yaml
from msgspec import Struct, structs

from cloudy_pnp.core.problems import DataPath, UserError, path_text, quoted
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.data.splices import Node, Place, Shape, Splice, Splicer, apply_splices, compose
from cloudy_pnp.data.write import Plain

_HARM = "the way it is written, the rest of it would change too; edit it by hand"
_BYTE_ORDER_MARK = "\ufeff"


class EditError(UserError):
    """The edit is not possible; the text is unchanged."""


class Set(Struct, frozen=True):
    """Set the value at a path; a new key becomes the last of its map."""

    path: DataPath
    value: Plain
    document: int = 0  # from 0, where a file has several


class Remove(Struct, frozen=True):
    """Remove the value at a path, with its key."""

    path: DataPath
    document: int = 0


class Insert(Struct, frozen=True):
    """Insert a value into the list at a path, before the item `at`, or at the end."""

    path: DataPath
    value: Plain
    at: int | None = None
    document: int = 0


class Rename(Struct, frozen=True):
    """Rename the last key of a path; it keeps its value and its position."""

    path: DataPath
    key: str
    document: int = 0


class Move(Struct, frozen=True):
    """Move the item of a list at a path, with the comments above it, so that it becomes the item `to`."""

    path: DataPath
    to: int
    document: int = 0


Edit: TypeAlias = Set | Remove | Insert | Rename | Move


def apply_edits(text: str, edits: Iterable[Edit], name: str = "the text", target: tuple[str, str] | None = None) -> str:
    """Apply some edits to a YAML text.

    With a `target`, paths begin in the entry of that kind and id, wherever it is in its list by now.

    Raises EditError if the text is not valid YAML (`name` is its name in the message), if the target is not there
    exactly once, if a path does not exist, or if an anchor or an alias is in the way.

    >>> text = "spells:\\n  - {id: gust, name: {en: Gust}} # windy\\n"
    >>> print(apply_edits(text, [Set(("spells", 0, "name", "de"), "Bö"), Insert(("spells",), {"id": "calm"})]))
    spells:
      - {id: gust, name: {en: Gust, de: Bö}} # windy
      - id: calm
    <BLANKLINE>
    """
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    body = text.removeprefix(_BYTE_ORDER_MARK)
    data = _parse(body, name)
    batch = _Batch(body)
    place = _place_of(data, *target, name) if target else ()
    for edit in (structs.replace(edit, path=(*place, *edit.path)) for edit in edits):
        try:
            scope = _scope(data, edit)
            if batch.meets(scope):
                batch = _Batch(batch.text_after())
            if _changes_something(data, edit):
                batch.add(edit, scope)
                _apply(data, edit)
        except _Rejected as error:
            raise EditError(f"cannot edit {name} at {_place(edit)}: {error}") from error
    after = batch.text_after()
    if after != body and not _same(_parse(after, name), data):
        raise EditError(f"cannot edit {name}: {_HARM}")
    return mark + after


def _place_of(data: list[Any], kind: str, name: str, file: str) -> DataPath:
    """Return the path of an entry; one without an id is called like its kind."""
    value = data[0].get(kind) if data and isinstance(data[0], dict) else None
    items = {(kind, at): item for at, item in enumerate(value)} if isinstance(value, list) else {(kind,): value}
    places = [at for at, item in items.items() if isinstance(item, dict) and str(item.get("id", kind)) == name]
    if len(places) != 1:
        number = f"{len(places)} entries have" if places else "no entry has"
        raise EditError(f"cannot edit {quoted(name)} in {file}: {number} this id in {kind}")
    return places[0]


class _Rejected(Exception):
    """An edit is not possible; the message says why."""


def _parse(text: str, name: str) -> list[Any]:
    source = parse_source(text.encode("utf-8", "replace"), name)
    if source.problems:
        first = source.problems[0]
        raise EditError(f"cannot edit {name}: line {first.line}: {first.message}")
    return [_copy(document) for document in source.documents]


def _copy(value: Any) -> Any:
    """Copy a value without sharing: the reader gives an anchor and its aliases the same object."""
    if isinstance(value, Mapping):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list | tuple) else value


def _same(first: Any, second: Any) -> bool:
    """Check whether two values are equal, including the order of keys; YAML, unlike Python, has `true` != 1."""
    if isinstance(first, dict) and isinstance(second, dict):
        return list(first) == list(second) and all(_same(item, second[key]) for key, item in first.items())
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(_same, first, second))
    return bool(first == second) and isinstance(first, bool) == isinstance(second, bool)


def _place(edit: Edit) -> str:
    return quoted(path_text(edit.path)) + (f" of document {edit.document + 1}" if edit.document else "")


# --- Changes of the data ----------------------------------------------------------------------------------


def _at(data: list[Any], document: int, path: DataPath) -> Any:
    if not 0 <= document < len(data):
        raise _Rejected(f"there is no document {document + 1}")
    value = data[document]
    for length, step in enumerate(path):
        if not _has(value, step):
            raise _Rejected(f"there is no {quoted(path_text(path[: length + 1]))}")
        value = value[step]
    return value


def _has(container: Any, step: str | int) -> bool:
    if isinstance(container, dict):
        return step in container
    return isinstance(container, list) and isinstance(step, int) and 0 <= step < len(container)


def _scope(data: list[Any], edit: Edit) -> DataPath:
    """Return the path of the smallest value that contains everything an edit changes; starts with the document."""
    path = (edit.document, *edit.path)
    if isinstance(edit, Insert) or not edit.path:
        return path
    if isinstance(edit, Set) and _has(_at(data, edit.document, edit.path[:-1]), edit.path[-1]):
        return path
    return path[:-1]


def _changes_something(data: list[Any], edit: Edit) -> bool:
    match edit:
        case Set(path, value, document):
            if not path:
                return not _same(_at(data, document, path), _copy(value))
            holder = _at(data, document, path[:-1])
            return not _has(holder, path[-1]) or not _same(holder[path[-1]], _copy(value))
        case Rename(path, key):
            return path[-1:] != (key,)
        case Move(path, to):
            return path[-1:] != (to,)
    return True


def _apply(data: list[Any], edit: Edit) -> None:
    """Apply an edit to the data; whether it is possible was checked when its place in the text was looked up."""
    last = edit.path[-1] if edit.path else None
    match edit:
        case Set(path, value, document) if not path:
            data[document] = _copy(value)
        case Set(path, value, document):
            _at(data, document, path[:-1])[last] = _copy(value)
        case Insert(path, value, at, document):
            items = _at(data, document, path)
            items.insert(len(items) if at is None else at, _copy(value))
        case Remove():
            del _at(data, edit.document, edit.path[:-1])[last]
        case Rename(path, new, document):
            renamed = _at(data, document, path[:-1])
            pairs = [(new if key == last else key, value) for key, value in renamed.items()]
            renamed.clear()
            renamed.update(pairs)
        case Move(path, to, document):
            moved = _at(data, document, path[:-1])
            moved.insert(to, moved.pop(last))


# --- Changes of the text ----------------------------------------------------------------------------------


class _Batch:
    """Edits of separate values, located in the text in one pass and applied all at once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.splices: list[Splice] = []
        self.scopes: set[DataPath] = set()
        self.around: set[DataPath] = set()  # every value that contains a scope
        self._splicer: Splicer | None = None
        self._documents: list[Node] = []

    def meets(self, scope: DataPath) -> bool:
        """Check whether an edit of a value would touch the same text as another edit of the batch."""
        inside = any(scope[:length] in self.scopes for length in range(1, len(scope) + 1))
        return inside or scope in self.around

    def add(self, edit: Edit, scope: DataPath) -> None:
        """Determine the changes of an edit in the text."""
        try:
            if self._splicer is None:
                self._splicer, self._documents = Splicer(self.text), compose(self.text)
            self.splices += self._splices(self._splicer, edit)
        except UserError as error:  # a value that YAML cannot represent
            raise _Rejected(str(error)) from error
        except yaml.YAMLError as error:  # an earlier edit has done harm
            raise _Rejected(_HARM) from error
        self.scopes.add(scope)
        self.around |= {scope[:length] for length in range(1, len(scope) + 1)}

    def text_after(self) -> str:
        """Return the text with all edits applied."""
        return apply_splices(self.text, self.splices)

    def _splices(self, splicer: Splicer, edit: Edit) -> list[Splice]:
        match edit:
            case Set(path, value) if not path:
                return splicer.replace(self._find(edit, path, whole=True), value)
            case Set(path, value):
                holder = self._find(edit, path[:-1])
                if holder.node.index(path[-1]) is not None:
                    return splicer.replace(self._find(edit, path, whole=True), value)
                if not holder.is_map or not isinstance(path[-1], str):
                    raise _Rejected(f"there is no {quoted(path_text(path))}")
                return splicer.add_key(holder, path[-1], value)
            case Insert(path, value, at):
                holder = self._find(edit, path)
                if not holder.is_list:
                    raise _Rejected("it is not a list")
                return splicer.insert(holder, self._check_index(holder, at, 1), value)
            case Remove(path):
                holder, index = self._holder(edit)
                self._find(edit, path, whole=True)
                return splicer.remove(holder, index)
            case Rename(path, key):
                holder, index = self._holder(edit)
                if not holder.is_map:
                    raise _Rejected("it is not in a map")
                if holder.node.index(key) is not None:
                    raise _Rejected(f"there already is {quoted(path_text((*path[:-1], key)))}")
                if holder.node.keys[index].shares:
                    raise _Rejected("the key has an anchor; edit it by hand")
                return splicer.rename(holder, index, key)
            case Move(_, to):
                holder, index = self._holder(edit)
                if not holder.is_list:
                    raise _Rejected("it is not in a list")
                if holder.node.shares:  # an alias must not come before its anchor
                    raise _Rejected("an anchor or an alias is in the list; edit it by hand")
                return splicer.move(holder, index, self._check_index(holder, to, 0))

    def _holder(self, edit: Edit) -> tuple[Place, int]:
        if not edit.path:
            raise _Rejected("this is the whole document")
        holder = self._find(edit, edit.path[:-1])
        index = holder.node.index(edit.path[-1])
        if index is None:
            raise _Rejected(f"there is no {quoted(path_text(edit.path))}")
        return holder, index

    def _check_index(self, holder: Place, at: int | None, more: int) -> int:
        length = len(holder.node.items)
        if at is None:
            return length
        if not 0 <= at < length + more:
            raise _Rejected(f"the list has no place {at}; it has {length} items, counted from 0")
        return at

    def _find(self, edit: Edit, path: DataPath, whole: bool = False) -> Place:
        """Return the place of a value; nothing on the way to it, and (`whole`) nothing inside it, may be shared."""
        place = Place(self._documents[edit.document])
        for step in path:
            if place.node.is_shared:
                break
            index = place.node.index(step)
            if index is None:
                raise _Rejected(f"there is no {quoted(path_text(path))}")
            place = Place(place.node.items[index], place.node, index)
        if place.node.is_shared or (whole and place.node.shares):
            raise _Rejected("an anchor (&) or an alias (*) is there, so other values would change too; edit it by hand")
        return place


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
