"""Write every rule with its id and its source, and the place of every sentence of the published rules.

That is docs/reference/rules.md for Cloudy Kingdom, and a page for each other game with rules. Run by `make docs`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from cloudy_pnp.game.registry import DEFAULT, find_game, game_ids

ROOT = Path(__file__).parents[1]
HEAD = """# The rules of {name}

Every rule with its id, which code, problems, tests, scenarios and the rulebook quote; `cloudy-pnp explain ID` shows the
same. *Ours* is what the published rules leave open, with our answer, as the rulebook prints it.
Made from `cards/{id}/rules.yaml` and `docs/sources.yaml` by `make docs`.

"""
SENTENCES = """
## Sentence by sentence

What the published rules say, in our own words, with the page of our rulebook (its section), the rules, and their tests.

| source | says | page | rules | test |
|---|---|---|---|---|
"""
_HEADING = re.compile(r"^#+ .*\{#([a-z0-9-]+)", re.MULTILINE)


def pages() -> dict[Path, str]:
    """Return the text of each page by its file."""
    found = {}
    for name in game_ids():
        game = find_game(name)
        root = ROOT if name == DEFAULT else game.shipped
        data = root and root / "cards" / name / "rules.yaml"
        if root and data and data.is_file():
            described = _read(root / "cards" / name / "game.yaml")["game"]
            head = HEAD.format(name=next(iter(described["name"].values())), id=name)
            rules = "".join(map(_rule, _read(data)["rules"]))
            numbers = page_numbers(root / "templates" / name / "rulebook")
            rows = "".join(_sentence(row, numbers) for row in _read(root / "docs/sources.yaml")["sources"])
            folder = "docs/reference" if name == DEFAULT else "docs"
            found[root / folder / "rules.md"] = head + rules + SENTENCES + rows
    return found


def page_numbers(folder: Path) -> dict[str, int]:
    """Return the page of each section of a planned rulebook; the cover is page 1."""
    starts = _read(folder / "pages.yaml")["starts"]
    page, numbers = 1, {}
    for section in _HEADING.findall((folder / "en.md.j2").read_text("utf-8")):
        page += section in starts
        numbers[section] = page
    return numbers


def _read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def _rule(rule: Mapping[str, Any]) -> str:
    lines = [f"- **{rule['id']}** {rule['rule']}"]
    lines += [f"  - Source: {rule['source']}"] if "source" in rule else []
    lines += [f"  - *Ours:* {next(iter(rule['ours'].values()))}"] if "ours" in rule else []
    lines += [f"  - Why: {rule['why']}"] if "why" in rule else []
    return "\n".join(lines) + "\n"


def _sentence(row: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    place = f"{numbers[row['book']]} ({row['book']})" if "book" in row else "–"
    named = row.get("rules", "").split()
    tests = row.get("test") or ", ".join(f"test_{rule.lower().replace('-', '_')}_…" for rule in named)
    cells = (f"{row['at']} ({row['in']})", row["says"], place, ", ".join(named) or row.get("why", "–"), tests or "–")
    return f"| {' | '.join(cells)} |\n"


def main() -> None:
    """Write every page into its folder."""
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
