"""Write docs/reference/layouts.md, its pictures and docs/reference/tables.md from the schemas. Run by `make docs`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from cloudy_pnp.core.shipped import shared_pictures, shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.columns import COUNTS, NO, YES
from cloudy_pnp.draw.scene import page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.layouts import LayoutContext, Layouts, Pictures, sketch

DOCS = Path(__file__).parents[1] / "docs"
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

A layout is a list of boxes, painted in order, in millimetres. `tools/make_reference.py` writes this page from
[the schema](../../schema/common/layout.schema.json) and [the examples](../layouts.yaml).
[Your own game](../tutorials/your-own-game.md) is the tutorial.
"""


CELLS = {
    "text": "as it is; a leading apostrophe marks text that looks like a formula",
    "words": "the same, in one language; see above",
    "number": "`7`; with `decimals: 2` also `2,50` or `2.5`",
    "yes-no": "{yes}; {no}",
    "choice": "the id or the name in any language, in any case",
    "list": "several values with `;`; values of a set also with `,`",
    "reference": "the id of the other card, or its name in the first language",
    "picture": "the name of a file next to `game.yaml`; upper and lower case matter",
    "colour": "`#a8322d`",
}
TABLES = """# Tables: every heading

The cards of a kind may be in a table: `.csv`, `.tsv`, `.xlsx` or `.ods`, in the game's folder, named after the kind
or with `from` in `game.yaml`. The first row names the fields, every other row is a card. Formulas are not computed:
their saved results are read. CSV may be UTF-8, UTF-16 or, where that is unambiguous, Windows-1252 or Windows-1250;
commas, semicolons and tabs separate cells.
`tools/make_reference.py` writes this page from [the schema](../../schema/common/data-game.schema.json).

| heading | meaning |
|---|---|
| `id` | the card's id; without this column it is made from the name |
| {counts} | the number of copies, in any case, with or without accents |
| `cost`, `Cost`, `COST` | a field, in any case; `Stärke` is also the field `staerke` or `starke` |
| `full name`, `Full-Name` | the field `full-name` |
| `name` | a text in the first language of the game |
| `name_de`, `name:de`, `name.de`, `Name DE`, `name (de)`, `Name Deutsch` | the same text in another language |
| `name_same` | the languages in which the text is rightly the same, such as `de; fr` |
| `face.vines` | a field inside another one, for games with code |

A column that is no field is reported: as a warning if cards lack a field or the heading is close to one, otherwise as
information. Name columns that have other headings in `game.yaml`, for all kinds or for one:

```yaml
game:
  columns: {{Anzahl: count, "Name der Karte": name.de}}
  kinds:
    heroes:
      columns: {{Macht: strength}}
```

## Cells

| type of the field | cell |
|---|---|
{cells}

An error such as `#REF!`, a date, and a formula whose result was not saved are reported at their cell.

## Fields

{fields}

## Several kinds in one table

Sheets of a workbook: `from: cards.xlsx#Heroes`. One list for everything: name the column that decides, and its words.

```yaml
game:
  kinds:
    heroes: {{layout: hero, from: cards.xlsx, rows: {{Type: hero}}, fields: {{name: words}}}}
    quests: {{layout: quest, from: cards.xlsx, rows: {{Type: [quest, side quest]}}, fields: {{name: words}}}}
```

{kinds}

`cloudy-pnp table export heroes heroes.ods` writes any kind as `.csv`, `.ods`, or `.xlsx` with drop-downs.
"""


def schema(name: str = "layout") -> dict[str, Any]:
    """Return a schema, by default that of layouts."""
    content: dict[str, Any] = json.loads((shipped_root() / f"schema/common/{name}.schema.json").read_text("utf-8"))
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
                f"![{example['shows']}](../layouts/{name})\n\n{example['shows']}\n\n```yaml\n{before}boxes:\n{text}```\n"
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
        stop = "" if words.endswith(".") else "."
        options = f"{stop} One of: {', '.join(setting['enum'])}." if "enum" in setting else ""
        yield f"| `{name}`{' (required)' if name in required else ''} | {words}{options} |".replace("\n", " ")


def _picture(example: Mapping[str, Any]) -> str:
    more = {key: example[key] for key in ("constants", "styles") if key in example}
    ground = {"rectangle": {"at": "card", "fill": "#fbf5e6"}}
    data = {"id": "example", "size": list(SIZE), "bleed": 0, "boxes": [ground, *example["boxes"]], **more}
    wrong = Schema.load((shipped_root() / "schema/common",), "layout").part("properties", "layout").findings(data)
    if wrong:
        raise SystemExit(f"{example['shows']}: {wrong[0].message}")
    context = LayoutContext("en", pictures=Pictures([DOCS, shared_pictures()]))
    face = sketch(Layouts([data]), "example", CARD, context).draw()
    if any(finding.code != "PICTURE-SHAPE" for finding in face.findings):
        raise SystemExit(f"{example['shows']}: {face.findings[0].message}")
    return svg_text(page_of(face.symbol), title=example["shows"])


def tables() -> str:
    """Return docs/reference/tables.md. Raises SystemExit if a type of field has no description of its cells."""
    definitions = schema("data-game")["$defs"]
    field = definitions["kind"]["properties"]["fields"]["additionalProperties"]
    kinds = field["properties"]["type"]["enum"]
    if missing := set(kinds) ^ set(CELLS):
        raise SystemExit(f"CELLS does not match the types of fields: {', '.join(sorted(missing))}")
    table_keys = {key: definitions["kind"]["properties"][key] for key in ("from", "rows", "columns")}
    return TABLES.format(
        counts=_code(COUNTS),
        cells="\n".join(f"| `{kind}` | {CELLS[kind].format(yes=_code(YES), no=_code(NO))} |" for kind in kinds),
        fields="\n".join(_rows(field, definitions)),
        kinds="\n".join(_rows({"properties": table_keys}, definitions)),
    )


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


def main() -> None:
    """Write the page, its pictures and the table of headings."""
    text, pictures = page()
    (DOCS / "reference/layouts.md").write_text(text, "utf-8")
    folder = DOCS / "layouts"
    folder.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        (folder / name).write_text(picture, "utf-8")
    (DOCS / "reference/tables.md").write_text(tables(), "utf-8")


if __name__ == "__main__":
    main()
