"""Packs for tests: small ones, and a whole further language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from cloudy_pnp.core.shipped import shipped_root

CARDS = shipped_root() / "cards/cloudy-kingdom"
SHEETS = shipped_root() / "templates/sheets/texts.yaml"
GUST = {
    "id": "gust",
    "name": {"en": "Gust", "de": "Böe", "fr": "Rafale", "hu": "Széllökés"},
    "effect": [{"swap": {"which": "stacks"}}],
}
LADDER = {
    "id": "ladder",
    "count": 2,
    "vines": [["n", "e", "s"]],
    "breaks": [{"at": "n", "kind": "hole"}],
}


def write_pack(folder: Path, about: Mapping[str, Any] | None = None, **kinds: list[Any]) -> Path:
    """A pack with some entries; `about` adds to what its pack.yaml says."""
    folder.mkdir(parents=True, exist_ok=True)
    name = {"en": "Gales", "de": "Böen", "fr": "Rafales", "hu": "Szelek"}
    pack = {"id": folder.name, "name": name, "game": "cloudy-kingdom", **(about or {})}
    write(folder / "pack.yaml", {"pack": pack})
    for kind, entries in kinds.items():
        write(folder / f"{kind}.yaml", {kind: entries})
    return folder


def write(path: Path, data: Any) -> None:
    """Plain data as a YAML file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")


def spanish(folder: Path, **more: list[Any]) -> Path:
    """A pack that adds Spanish (English words, marked) to the whole game."""
    words = []
    for name in ("game", "editions", "families", "spells", "glossary", "rules"):
        [(kind, entries)] = yaml.safe_load((CARDS / f"{name}.yaml").read_text("utf-8")).items()
        for entry in entries if isinstance(entries, list) else [entries]:
            if kind == "rules" and "ours" not in entry:
                continue  # only our decisions are printed
            text = {"text": {"es": f"Texto de {entry['id']}."}} if kind == "spells" else {}
            words.append({"of": entry["id"], "kind": kind, **_in_spanish(entry), **text})
    words.append({"of": "sheet-texts", **_in_spanish(yaml.safe_load(SHEETS.read_text("utf-8"))["sheet-texts"])})
    about = {"languages": ["es"], "name": {"en": "S", "de": "Sp", "fr": "E", "hu": "Spa", "es": "Es"}}
    return write_pack(folder, about, words=words, **more)


def _in_spanish(value: Any) -> Any:
    """The same keys, with a Spanish text wherever there is an English one."""
    if isinstance(value, list):
        return [_in_spanish(item) for item in value]
    english = value.get("en")
    if isinstance(english, str):
        return {"es": "«{}»".format(re.sub("[“”]", "", english))}
    if english:
        return {"es": {key: english[key] for key in ("term", "plural") if key in english}}
    return {
        key: _in_spanish(item)
        for key, item in value.items()
        if isinstance(item, dict | list) and "en" in str(item) and _has_text(item)
    }


def _has_text(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_text, value))
    return isinstance(value, dict) and ("en" in value or any(map(_has_text, value.values())))
