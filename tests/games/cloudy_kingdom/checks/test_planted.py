"""Independent faults of one card are reported together: nothing waits until another one is fixed."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from chance import SEED, examples
from cli.command import call


class Fault(NamedTuple):
    """One mistake that can be made in a card, the part of the card it is made in, and its code."""

    code: str
    part: str
    plant: Callable[[dict[str, Any]], object]


def vine() -> dict[str, Any]:
    """A valid card with a part for every fault: the strand e-s, the bridge n-w, a break on the strand."""
    return {
        "id": "planted",
        "count": 2,
        "vines": [["e", "s"], ["n", "w"]],
        "bridges": [["n", "w"]],
        "breaks": [{"at": "e", "kind": "hole"}],
    }


def replace_end(card: dict[str, Any], end: str) -> None:
    card["vines"][0][1] = end


VINE_FAULTS = (
    Fault("FACE-1", "strand", lambda card: replace_end(card, "north")),
    Fault("FACE-2", "strand", lambda card: replace_end(card, "e")),
    Fault("FACE-2", "another strand", lambda card: card["vines"].append([])),
    Fault("FACE-3", "bridge", lambda card: card["bridges"].append(["n", "w"])),
    Fault("FACE-3", "bridge", lambda card: card["bridges"].append(["n", "w", "s"])),
    Fault("FACE-5", "place", lambda card: card["breaks"].append({"at": "left", "kind": "hole"})),
    Fault("FACE-5", "kind", lambda card: card["breaks"][0].update(kind="hoel")),
    Fault("FACE-6", "break", lambda card: card["breaks"].append({"at": "n", "kind": "block"})),
    Fault("SCHEMA-REQUIRED", "another break", lambda card: card["breaks"].append({"at": "centre"})),
    Fault("SCHEMA-KEY", "key", lambda card: card.update(coun=2)),
    Fault("SCHEMA-TYPE", "count", lambda card: card.update(count="two")),
    Fault("REF-DUPLICATE", "id", lambda card: card.update(id="twin")),
)


def spell() -> dict[str, Any]:
    names = {"en": "Planted", "de": "Gepflanzt", "fr": "Planté", "hu": "Elültetve"}
    return {"id": "planted", "name": names, "effect": [{"draw": 2}, {"discard": {"from": "drawn"}}], "picture": ["sun"]}


SPELL_FAULTS = (
    Fault("SPL-10", "effect", lambda card: card["effect"].reverse()),
    Fault("SCHEMA-KEY", "key", lambda card: card.update(pictur=["sun"])),
    Fault("REF-UNKNOWN", "picture", lambda card: card["picture"].append("sunn")),
    Fault("I18N-EMPTY", "another language", lambda card: card["name"].update(hu="")),
    Fault("REF-DUPLICATE", "id", lambda card: card.update(id="twin")),
    Fault("FACE-2", "face", lambda card: card.update(face={"vines": [["n", "n"]]})),
)


def layout() -> dict[str, Any]:
    """A valid layout for two, whose castles are those of layout A."""
    sides = {
        "north": ["raven", "rose", "heron", "sun"],
        "east": ["rose", "heron", "sun", "raven"],
        "south": ["rose", "raven", "sun", "heron"],
        "west": ["heron", "rose", "raven", "sun"],
    }
    return {"id": "P", "players": [2, 4], "rows": 4, "cols": 4, "castles": sides}


LAYOUT_FAULTS = (
    Fault("REF-UNKNOWN", "family", lambda card: card["castles"]["north"].__setitem__(0, "rabbit")),
    Fault("SCHEMA-TYPE", "players", lambda card: card.update(players="two")),
    Fault("SCHEMA-KEY", "key", lambda card: card.update(colour="red")),
    Fault("REF-DUPLICATE", "id", lambda card: card.update(id="T")),
)


KINDS: dict[str, tuple[Callable[[], dict[str, Any]], tuple[Fault, ...]]] = {
    "vines": (vine, VINE_FAULTS),
    "spells": (spell, SPELL_FAULTS),
    "layouts": (layout, LAYOUT_FAULTS),
}


def reported(folder: Path, kind: str, card: dict[str, Any]) -> list[str]:
    """Check one card and a valid twin; return the codes of its problems."""
    path, twin = folder / "planted.yaml", {**KINDS[kind][0](), "id": "T" if kind == "layouts" else "twin"}
    if kind == "layouts":
        twin["players"] = [3]
    path.write_text(yaml.safe_dump({kind: [twin, card]}, allow_unicode=True), "utf-8")
    answer = json.loads(call("check", "--no-render", path, "--format", "json").out)
    return [problem["code"] for problem in answer["problems"] if problem["severity"] == "error"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_planted_fault_is_reported_at_once(kind: str, tmp_path: Path) -> None:
    make, faults = KINDS[kind]
    chance = random.Random(f"{kind} {SEED}")
    for _ in range(examples(25)):
        card, planted = make(), dict[str, Fault]()
        for fault in chance.sample(faults, chance.randint(2, 4)):
            if planted.setdefault(fault.part, fault) is fault:
                fault.plant(card)
        missing = Counter(fault.code for fault in planted.values()) - Counter(reported(tmp_path, kind, card))
        assert not missing, (missing, card)


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_alone_is_reported_once(kind: str, tmp_path: Path) -> None:
    make, faults = KINDS[kind]
    assert reported(tmp_path, kind, make()) == []
    for fault in faults:
        card = make()
        fault.plant(card)
        assert reported(tmp_path, kind, card) == [fault.code], card
