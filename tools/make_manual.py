"""Write three pages of the reference from the code: commands, keys of files, and limits. Run by `make docs`."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from cloudy_pnp.cli.main import cli
from cloudy_pnp.core.budget import LIMITS

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs/reference"
COMMANDS = """# Commands

`cloudy-pnp COMMAND`, the same as `python -m cloudy_pnp COMMAND`. No progress is shown when the output is piped;
`NO_COLOR` is respected. `make docs` writes this page from `--help`.

| exit code | meaning |
|---|---|
| 0 | done; no problem is an error |
| 1 | the data has errors, and all of them were reported |
| 2 | incorrect usage, a file that cannot be read or written, or a missing package: one line on stderr |
| 3 | the tool itself failed: one line and how to report it; `--debug` shows the traceback |
| 130, 141 | stopped with Ctrl-C; the reader of the output has closed the pipe |
"""
FILES = """# Files and their keys

Every file of card data is YAML in UTF-8 and starts with a line that names its schema, so that editors complete and
explain each key. `make docs` writes this page from the schemas; layouts have [a page with pictures](layouts.md), tables
[another](tables.md), and steps of spells [a third](steps.md).
"""
# The file, what people write in it, and its schema.
SCHEMAS = {
    "game.yaml": "common/data-game",
    "pack.yaml": "common/pack",
    "vines.yaml": "cloudy-kingdom/vines",
    "spells.yaml": "cloudy-kingdom/spells",
    "families.yaml": "cloudy-kingdom/families",
    "castles.yaml": "cloudy-kingdom/castles",
    "layouts.yaml": "cloudy-kingdom/layouts",
    "editions.yaml": "cloudy-kingdom/editions",
    "style.yaml": "cloudy-kingdom/style",
    "*.board.yaml": "cloudy-kingdom/board",
    "*.game.yaml": "cloudy-kingdom/record",
    "glossary.yaml": "common/glossary",
    "formats.yaml": "common/formats",
    "papers.yaml": "common/papers",
    "sheets/*.yaml": "common/sheet",
    "services/*.yaml": "common/service",
}
ELSEWHERE = {"effect", "layout", "fields", "boxes"}  # keys that have pages of their own
DEEPEST = 4
SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 98}
BEGIN, END = "<!-- limits, from the code -->\n", "<!-- end of limits -->"


def commands() -> str:
    """Return the help of every command."""
    context = click.Context(cli, info_name="cloudy-pnp", terminal_width=98, **SETTINGS)
    parts = [COMMANDS]
    with contextlib.chdir(ROOT):  # the commands of a game are those of the folder's game
        for name in cli.list_commands(context):
            parts.extend(_command(cli.get_command(context, name), name, context, 2))
    return "\n".join(parts)


def _command(command: click.Command | None, name: str, parent: click.Context, level: int) -> Iterator[str]:
    if command is None:
        raise SystemExit(f"{name} is listed, but there is no such command")
    context = click.Context(command, info_name=name, parent=parent, terminal_width=98, **SETTINGS)
    text = re.sub(r" +$", "", command.get_help(context), flags=re.MULTILINE)
    yield f"{'#' * level} `{context.command_path.removeprefix('cloudy-pnp ')}`\n\n```text\n{text}\n```\n"
    if isinstance(command, click.Group):
        for sub in command.list_commands(context):
            yield from _command(command.get_command(context, sub), sub, context, level + 1)


def files() -> str:
    """Return a table of keys for every file that has a schema."""
    parts = [FILES]
    for file, name in SCHEMAS.items():
        path = ROOT / f"schema/{name}.schema.json"
        content = json.loads(path.read_text("utf-8"))
        address = f"../../schema/{name}.schema.json"
        parts.append(f"## `{file}`\n\n{content.get('description', content['title'])} [Schema]({address}).\n")
        rows = [f"| `{key}` | {kind} | {words} |" for key, kind, words in _keys(content, path, "", 0)]
        parts.append("\n".join(["| key | value | meaning |", "|---|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def _keys(part: Mapping[str, Any], path: Path, prefix: str, depth: int) -> Iterator[tuple[str, str, str]]:
    """Yield each key with its type and description, lists as `key[]` and free keys as `key.*`."""
    part, path = _resolved(part, path)
    required = part.get("required", ())
    for key, value in part.get("properties", {}).items():
        target, place = _resolved(value, path)
        name = f"{prefix}{key}"
        words = value.get("description") or target.get("description") or value.get("title") or target.get("title", "")
        mark = " (required)" if key in required else ""
        yield name, _type(target) + mark, words.replace("\n", " ").replace("|", "\\|")
        if depth < DEEPEST and key not in ELSEWHERE and not _is_localized(target):
            yield from _keys(target, place, f"{name}.", depth + 1)
            yield from _keys(target.get("items", {}), place, f"{name}[].", depth + 1)
    free = part.get("additionalProperties")
    if isinstance(free, Mapping) and depth < DEEPEST:
        yield from _keys(free, path, f"{prefix}*.", depth + 1)


def _resolved(part: Mapping[str, Any], path: Path) -> tuple[Mapping[str, Any], Path]:
    while reference := part.get("$ref"):
        file, _, pointer = reference.partition("#")
        path = (path.parent / file).resolve() if file else path
        part = json.loads(path.read_text("utf-8"))
        for step in pointer.strip("/").split("/") if pointer.strip("/") else ():
            part = part[step]
    return part, path


def _is_localized(part: Mapping[str, Any]) -> bool:
    """Check whether a part is a text with a key for each language."""
    return {"en", "same"} <= set(part.get("properties", {}))


def _type(part: Mapping[str, Any]) -> str:
    if _is_localized(part):
        return "text in each language"
    if "enum" in part:
        return ", ".join(f"`{json.dumps(value, ensure_ascii=False).strip(chr(34))}`" for value in part["enum"])
    kinds = part.get("type", "")
    words = {"object": "map", "array": "list", "string": "text", "boolean": "true, false", "integer": "whole number"}
    return " or ".join(words.get(kind, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def configuration(text: str) -> str:
    """Return the page of the configuration with the table of limits of the code."""
    rows = [f"| `{name}` | {limit.most:,} | {limit.what} |" for name, limit in LIMITS.items()]
    table = "\n".join(["| name | default | what it limits |", "|---|---|---|", *rows])
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table}\n\n{END}{rest.partition(END)[2]}"


def pages() -> dict[Path, str]:
    """Return the text of each page."""
    path = PAGES / "configuration.md"
    return {
        PAGES / "commands.md": commands(),
        PAGES / "files.md": files(),
        path: configuration(path.read_text("utf-8")),
    }


def main() -> None:
    """Write the pages."""
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
