"""Write docs/layouts.md and its pictures, and the tables of docs/tables.md, from the schemas. Run by `make docs`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.columns import COUNTS
from cloudy_pnp.draw.scene import page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.layouts import LayoutContext, Layouts, Pictures, sketch

DOCS = Path(__file__).parent
EXAMPLES = DOCS / "layouts.yaml"
SIZE = (60.0, 40.0)
CARD = {
    "id": "lantern",
    "name": {"en": "Storm Lantern"},
    "text": {"en": "Draw two cards {card:2}."},
    "flavour": {"en": "It never goes out."},
    "cost": 3,
    "suit": {"id": "fire", "name": {"en": "Fire"}, "icon": "flame", "colour": "#c4502f"},
    "elements": [
        {"id": "fire", "name": {"en": "Fire"}, "icon": "flame", "colour": "#c4502f"},
        {"id": "tide", "name": {"en": "Tide"}, "icon": "drop", "colour": "#2f6fa5"},
    ],
    "focus": "left",
}
HEAD = """# Layouts: every box with a picture

A layout is a list of boxes, painted in order, in millimetres. `docs/make_reference.py` writes this page from
[the schema](../schema/common/layout.schema.json) and [the examples](layouts.yaml).
[Your own game](your-own-game.md) is the tutorial.
"""


def schema() -> dict[str, Any]:
    """The schema of layouts."""
    content: dict[str, Any] = json.loads((shipped_root() / "schema/common/layout.schema.json").read_text("utf-8"))
    return content


def page() -> tuple[str, dict[str, str]]:
    """The page, and its pictures by file name."""
    definitions = schema()["$defs"]
    examples = yaml.safe_load(EXAMPLES.read_text("utf-8"))
    parts, pictures = [HEAD], {}
    for kind, reference in definitions["boxes"]["items"]["properties"].items():
        box = definitions[reference["$ref"].rsplit("/", 1)[1]]
        parts.append(f"## `{kind}`: {box['title'].lower()}\n\n{box.get('description', '')}\n".replace("\n\n\n", "\n"))
        for number, example in enumerate(examples.get(kind, ()), 1):
            name = f"{kind}-{number}.svg"
            pictures[name] = _picture(example)
            text = yaml.safe_dump(
                example["boxes"], sort_keys=False, allow_unicode=True, width=118, default_flow_style=None
            )
            settings = {key: example[key] for key in ("constants", "styles") if key in example}
            before = yaml.safe_dump(settings, sort_keys=False, width=118, default_flow_style=None) if settings else ""
            parts.append(
                f"![{example['shows']}](layouts/{name})\n\n{example['shows']}\n\n```yaml\n{before}boxes:\n{text}```\n"
            )
        parts.append("\n".join(_rows(box, definitions)) + "\n")
    parts.append(
        "## Places\n\n"
        + definitions["at"]["description"]
        + "\n\n"
        + "\n".join(_rows(definitions["at"], definitions))
        + "\n"
    )
    parts.append("## Styles of text\n\n" + "\n".join(_rows(definitions["style"], definitions)) + "\n")
    return "\n".join(parts), pictures


def _rows(box: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[str]:
    yield "| setting | meaning |"
    yield "|---|---|"
    required = box.get("required", ())
    for name, setting in box["properties"].items():
        reference = setting.get("$ref", "")
        target = definitions.get(reference.rsplit("/", 1)[1], {}) if reference.startswith("#") else {}
        words = (
            setting.get("description") or target.get("description") or target.get("title") or setting.get("title", "")
        )
        options = f" One of: {', '.join(setting['enum'])}." if "enum" in setting else ""
        yield f"| `{name}`{' (required)' if name in required else ''} | {words}{options} |".replace("\n", " ")


def _picture(example: Mapping[str, Any]) -> str:
    more = {key: example[key] for key in ("constants", "styles") if key in example}
    ground = {"rectangle": {"at": "card", "fill": "#fbf5e6"}}
    data = {"id": "example", "size": list(SIZE), "bleed": 0, "boxes": [ground, *example["boxes"]], **more}
    wrong = Schema.load((shipped_root() / "schema/common",), "layout").part("properties", "layout").findings(data)
    if wrong:
        raise SystemExit(f"{example['shows']}: {wrong[0].message}")
    context = LayoutContext("en", pictures=Pictures([DOCS]))
    face = sketch(Layouts([data]), "example", CARD, context).draw()
    if any(finding.code != "PICTURE-SHAPE" for finding in face.findings):
        raise SystemExit(f"{example['shows']}: {face.findings[0].message}")
    return svg_text(page_of(face.symbol), title=example["shows"])


def tables(committed: str) -> str:
    """docs/tables.md with the words for the number of copies that the tool knows."""
    words = ", ".join(f"`{word}`" for word in sorted(COUNTS))
    return re.sub(r"(?<=<!-- counts -->)[^|]*(?=\|)", f" {words} ", committed)


def main() -> None:
    """Write the page, its pictures and the table of headings."""
    text, pictures = page()
    (DOCS / "layouts.md").write_text(text, "utf-8")
    folder = DOCS / "layouts"
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        (folder / name).write_text(picture, "utf-8")
    file = DOCS / "tables.md"
    file.write_text(tables(file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
