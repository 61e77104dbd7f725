"""Write every rule with its id and its source: docs/rules.md for Cloudy Kingdom, and a page for each other game that
lists its rules. Run by `make docs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from cloudy_pnp.game.registry import DEFAULT, find_game, game_ids

ROOT = Path(__file__).parents[1]
HEAD = """# The rules of {name}

Every rule with its id, which code, problems, tests, scenarios and the rulebook quote; `cloudy-pnp explain ID` shows the
same. *Ours* is what the published rules leave open, with our answer, as the rulebook prints it.
Made from `cards/{id}/rules.yaml` by `make docs`.

"""


def pages() -> dict[Path, str]:
    """Return the text of each page by its file."""
    found = {}
    for name in game_ids():
        game = find_game(name)
        root = ROOT if name == DEFAULT else game.shipped
        data = root and root / "cards" / name / "rules.yaml"
        if root and data and data.is_file():
            described = yaml.safe_load((root / "cards" / name / "game.yaml").read_text("utf-8"))["game"]
            rules = yaml.safe_load(data.read_text("utf-8"))["rules"]
            head = HEAD.format(name=next(iter(described["name"].values())), id=name)
            found[root / "docs/rules.md"] = head + "\n".join(map(_row, rules)) + "\n"
    return found


def _row(rule: Mapping[str, Any]) -> str:
    lines = [f"- **{rule['id']}** {rule['rule']}"]
    lines += [f"  - Source: {rule['source']}"] if "source" in rule else []
    lines += [f"  - *Ours:* {next(iter(rule['ours'].values()))}"] if "ours" in rule else []
    lines += [f"  - Why: {rule['why']}"] if "why" in rule else []
    return "\n".join(lines)


def main() -> None:
    """Write every page into its folder."""
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
