"""Other numbers of copies as a patch of the data files: comments, order and line ends stay as they are."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

import yaml

from cloudy_pnp.core.problems import DataPath, UserError

_MARK = "\ufeff"


def with_numbers(text: str, changes: Mapping[DataPath, int]) -> str:
    """A YAML file of one document with the plain numbers at some paths replaced, and nothing else.

    >>> with_numbers("cards:\\n  - {id: a, count: 3} # few\\n", {("cards", 0, "count"): 5})
    'cards:\\n  - {id: a, count: 5} # few\\n'
    """
    mark = _MARK if text.startswith(_MARK) else ""
    body = text.removeprefix(_MARK)
    root = yaml.compose(body, yaml.SafeLoader)
    edits = []
    for path, number in changes.items():
        node = _at(root, path)
        old = body[node.start_mark.index : node.end_mark.index] if node else ""
        if not isinstance(node, yaml.ScalarNode) or not old.isdigit():
            raise UserError(f"cannot change {'.'.join(map(str, path))}: no plain number stands there")
        edits.append((node.start_mark.index, node.end_mark.index, str(number)))
    for start, end, new in sorted(edits, reverse=True):
        body = body[:start] + new + body[end:]
    return mark + body


def _at(node: yaml.Node | None, path: DataPath) -> yaml.Node | None:
    for step in path:
        if isinstance(node, yaml.MappingNode):
            node = next((value for key, value in node.value if key.value == str(step)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
        else:
            return None
    return node


def unified_patch(name: str, before: str, after: str) -> str:
    """The change of one file as `git apply` and `patch -p1` read it."""
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}")
    return "".join(_ended(lines))


def _lines(text: str) -> list[str]:
    """Only "\\n" ends a line, as it does for git."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
