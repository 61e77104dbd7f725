"""Write the steps of a spell into the JSON Schema of spells, from the table in the code. Run by `make docs`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cloudy_pnp.cloudy_kingdom.model.steps import step_definitions

WIDTH = 160  # what fits on a line stays on one


def schema_file() -> Path:
    """The one schema of spells in this repository."""
    (path,) = (Path(__file__).parent.parent / "schema").rglob("spells.schema.json")
    return path


def schema_text(committed: str) -> str:
    """The schema with the steps of the table; everything else stays as it is."""
    content = json.loads(committed)
    others = {name: part for name, part in content["$defs"].items() if name.split("-")[0] not in ("step", "plain")}
    return f"{_formatted({**content, '$defs': {**others, **step_definitions()}}, 0, 0)}\n"


def _formatted(value: Any, indent: int, used: int) -> str:
    """JSON that is easy to read: a line for what fits on one. `used` columns of the line are taken already."""
    flat = _flat(value)
    if not isinstance(value, dict | list) or not value or used + len(flat) + 1 <= WIDTH:
        return flat
    margin = " " * (indent + 2)
    if isinstance(value, list):
        parts = [f"{margin}{_formatted(item, indent + 2, indent + 2)}" for item in value]
        return "[\n" + ",\n".join(parts) + f"\n{' ' * indent}]"
    parts = []
    for key, item in value.items():
        head = f"{margin}{json.dumps(key)}: "
        parts.append(head + _formatted(item, indent + 2, len(head)))
    return "{\n" + ",\n".join(parts) + f"\n{' ' * indent}}}"


def _flat(value: Any) -> str:
    match value:
        case dict() if value:
            return "{ " + ", ".join(f"{json.dumps(key)}: {_flat(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_flat, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    """Write the schema where it is."""
    path = schema_file()
    path.write_text(schema_text(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
