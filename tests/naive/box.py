"""What is in the box, written down once more by hand from the rules."""

from __future__ import annotations

from typing import Any

VINES: dict[str, dict[str, Any]] = {
    "stem": {"vines": [["n", "s"]]},
    "bend": {"vines": [["n", "e"]]},
    "double-bend": {"vines": [["n", "w"], ["s", "e"]]},
    "tee-side": {"vines": [["n", "s", "e"]]},
    "tee-end": {"vines": [["n", "e", "w"]]},
    "crossing": {"vines": [["n", "e", "s", "w"]]},
    "bridge-long": {"vines": [["n", "s"], ["e", "w"]], "bridges": [["n", "s"]]},
    "bridge-short": {"vines": [["n", "s"], ["e", "w"]], "bridges": [["e", "w"]]},
    "path-ends": {"vines": [["n"], ["s"]]},
    "rung-ends": {"vines": [["e", "w"], ["n"], ["s"]]},
    "crossing-hole": {"vines": [["n", "e", "s", "w"]], "breaks": [{"at": "n", "kind": "hole"}]},
    "crossing-block": {"vines": [["n", "e", "s", "w"]], "breaks": [{"at": "e", "kind": "block"}]},
    "bridge-hole": {
        "vines": [["n", "s"], ["e", "w"]],
        "bridges": [["n", "s"]],
        "breaks": [{"at": "centre", "kind": "hole"}],
    },
}

SPELLS: dict[str, dict[str, Any]] = {
    "chop": {"effect": [{"remove": {"which": "top", "to": "box"}}]},
    "inspiration": {
        "effect": [
            {"draw": 2},
            {"play": {"from": "drawn", "count": 1, "where": "growth"}},
            {"discard": {"from": "drawn"}},
        ]
    },
    "burning-crossing": {
        "effect": [{"place-self": {"where": "on-card", "sealed": True}}],
        "face": {"vines": [["n", "e", "s", "w"]]},
    },
    "broken-crossing": {
        "effect": [{"place-self": {"where": "growth"}}],
        "face": {"vines": [["n"], ["e"], ["s"], ["w"]]},
    },
    "rapid-growth": {
        "effect": [
            {"draw": 1},
            {"play": {"from": "drawn", "count": 1, "where": "empty"}},
            {"draw": 1},
            {"play": {"from": "drawn", "count": 1, "where": "on-last"}},
        ]
    },
    "green-thumb": {
        "effect": [
            {"draw": 2},
            {"discard": {"from": "hand", "who": "others", "may": True}},
            {"play": {"from": "drawn", "count": "all", "where": "growth"}},
        ]
    },
    "replant": {
        "effect": [
            {"take": {"from": "discard", "which": "top"}},
            {"play": {"from": "taken", "count": 1, "where": "growth"}},
        ],
    },
    "twist": {"effect": [{"turn": {"which": "stack", "by": "quarter", "way": "right"}}]},
}

PAIRS = [
    ("chop", "twist"),
    ("inspiration", "replant"),
    ("burning-crossing", "broken-crossing"),
    ("rapid-growth", "green-thumb"),
]

EDITIONS: dict[str, dict[str, Any]] = {
    "2023": {"castles": "all", "last-card": "must"},
    "hu": {
        "castles": "players",
        "last-card": "may",
        "effects": {
            "green-thumb": [
                {"draw": 2},
                {"discard": {"from": "hand", "who": "others", "may": True}},
                {"play": {"from": "drawn", "count": "all", "where": "growth", "may": True}},
            ]
        },
    },
}

LAYOUTS: dict[str, dict[str, Any]] = {
    "A": {
        "north": ["raven", "rose", "heron", "sun"],
        "east": ["rose", "heron", "sun", "raven"],
        "south": ["rose", "raven", "sun", "heron"],
        "west": ["heron", "rose", "raven", "sun"],
    },
    "B": {
        "north": ["raven", "rose", "heron"],
        "east": ["raven", "rose", "heron"],
        "south": ["heron", "raven", "rose"],
        "west": ["rose", "heron", "raven"],
    },
}

FAMILIES = ["raven", "rose", "heron", "sun"]

BOX: dict[str, Any] = {"vines": VINES, "spells": SPELLS, "editions": EDITIONS, "layouts": LAYOUTS}
