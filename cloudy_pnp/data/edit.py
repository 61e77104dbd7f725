"""Change single texts of a YAML file and nothing else: comments, order and line breaks stay as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping

import yaml

from cloudy_pnp.core.problems import DataPath


def with_texts(text: str, changes: Mapping[DataPath, str]) -> str:
    """A file with the texts at some paths replaced, or added as the last key of their map.

    A path starts with the number of the document, from 0. Raises YAMLError or KeyError for a file that is not as it was
    when the paths were found.

    >>> with_texts("name: {en: Sun} # hot\\n", {(0, "name", "de"): "Sonne", (0, "name", "en"): "The Sun"})
    'name: {en: "The Sun", de: "Sonne"} # hot\\n'
    """
    documents = list(yaml.compose_all(text, yaml.SafeLoader))
    edits = [_edit(text, documents, path, value) for path, value in changes.items()]
    for start, end, new in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _edit(text: str, documents: list[yaml.Node], path: DataPath, value: str) -> tuple[int, int, str]:
    """From where to where, and what stands there instead."""
    number = path[0]
    parent = documents[number] if isinstance(number, int) and number < len(documents) else None
    for step in path[1:-1]:
        parent = _child(parent, step)
    new = json.dumps(value, ensure_ascii=False)
    node = _child(parent, path[-1])
    if node is not None:
        start, end = node.start_mark.index, node.end_mark.index
        old = text[start:end]
        return start, start + len(old.rstrip()), new
    if not isinstance(parent, yaml.MappingNode) or not parent.value:
        raise KeyError(path)
    key, last = parent.value[-1]
    end = last.start_mark.index + len(text[last.start_mark.index : last.end_mark.index].rstrip())
    line_break = "\r\n" if "\r\n" in text else "\n"
    between = ", " if parent.flow_style else line_break + " " * key.start_mark.column
    return end, end, f"{between}{path[-1]}: {new}"


def _child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child: yaml.Node = node.value[step]
        return child
    return None
