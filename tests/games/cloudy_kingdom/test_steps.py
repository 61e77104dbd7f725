"""SPL-10, read from the steps alone: what makes a spell impossible or pointless on any board."""

from __future__ import annotations

from typing import Any

import pytest
from games.cloudy_kingdom.box import SPELL_FACES, SPELLS

from cloudy_pnp.games.cloudy_kingdom.steps import (
    STEP_RULES,
    STEPS,
    Discard,
    Draw,
    OfferRedraw,
    PlaceSelf,
    Play,
    Remove,
    Take,
    Turn,
    effect_findings,
    parse_steps,
)


def play(source: str = "drawn", count: Any = 1, where: str = "growth", **more: Any) -> dict[str, Any]:
    return {"play": {"from": source, "count": count, "where": where, **more}}


DRAW, DROP, TAKE = {"draw": 1}, {"discard": "drawn"}, {"take": "discard-top"}
PLACE, SEAL = {"place-self": {"where": "growth"}}, {"place-self": {"where": "on-card", "sealed": True}}
TURN = {"turn": {"target": "stack", "quarters": 1}}


def test_parse_every_step() -> None:
    effect = [
        {"draw": 2},
        play(count="all", optional=True),
        {"discard": "hand"},
        TAKE,
        {"offer-redraw": "others"},
        {"remove": {"target": "top-vine", "to": "box"}},
        {"turn": {"target": "stack", "quarters": 3}},
        SEAL,
    ]
    steps = parse_steps(effect)
    assert steps == (
        Draw(2),
        Play("drawn", "all", "growth", optional=True),
        Discard("hand"),
        Take("discard-top"),
        OfferRedraw("others"),
        Remove("top-vine", "box"),
        Turn("stack", 3),
        PlaceSelf("on-card", sealed=True),
    )
    assert {next(iter(entry)) for entry in effect} == set(STEPS)
    assert {type(step) for step in steps} == set(STEP_RULES)
    assert parse_steps([play(), PLACE]) == (Play("drawn", 1, "growth", False), PlaceSelf("growth", False))


@pytest.mark.parametrize("spell", SPELLS)
def test_the_eight_spells_are_sound(spell: str) -> None:
    assert effect_findings(SPELLS[spell], spell in SPELL_FACES) == []


ERRORS: list[tuple[str, list[dict[str, Any]], bool, tuple[Any, ...]]] = [
    ("does nothing", [], False, ()),
    ("none are drawn", [play()], False, (0, "play", "from")),
    ("none are drawn", [play(count="all")], False, (0, "play", "from")),
    ("only 1 card is", [DRAW, play(count=2)], False, (1, "play", "count")),
    ("only 2 cards are", [{"draw": 2}, play(count=3)], False, (1, "play", "count")),
    ("none are drawn", [DRAW, play(), play()], False, (2, "play", "from")),
    ("none are drawn", [DRAW, DROP, play()], False, (2, "play", "from")),
    ("none is taken", [play("taken")], False, (0, "play", "from")),
    ("only 1 card", [TAKE, play("taken", 2)], False, (1, "play", "count")),
    ("which is gone", [{"discard": "hand"}, play("hand")], False, (1, "play", "from")),
    ("which is gone", [play("hand"), {"discard": "hand"}], False, (1, "discard")),
    ("placed no card", [DRAW, play(where="on-last")], False, (1, "play", "where")),
    ("is sealed", [SEAL, DRAW, play(where="on-last")], True, (2, "play", "where")),
    ("nothing was drawn", [DROP, TURN], False, (0, "discard")),
    ("has no face", [PLACE], False, (0, "place-self")),
    ("twice", [PLACE, SEAL], True, (1, "place-self")),
]


@pytest.mark.parametrize(("words", "effect", "has_face", "path"), ERRORS)
def test_spl_10_impossible_effects(
    words: str, effect: list[dict[str, Any]], has_face: bool, path: tuple[Any, ...]
) -> None:
    (finding,) = effect_findings(effect, has_face)
    assert (finding.code, finding.path, finding.severity) == ("SPL-10", path, "error")
    assert words in finding.message
    assert finding.hint


WARNINGS: list[tuple[str, list[dict[str, Any]], bool, tuple[Any, ...]]] = [
    ("left over (1)", [{"draw": 2}, play()], False, (0, "draw")),
    ("left over (3)", [DRAW, {"draw": 2}], False, (1, "draw")),
    ("not played", [TAKE, TURN], False, (0, "take")),
    ("no step places it", [TURN], True, ()),
]


@pytest.mark.parametrize(("words", "effect", "has_face", "path"), WARNINGS)
def test_spl_10_pointless_effects(
    words: str, effect: list[dict[str, Any]], has_face: bool, path: tuple[Any, ...]
) -> None:
    (finding,) = effect_findings(effect, has_face)
    assert (finding.code, finding.path, finding.severity) == ("SPL-10", path, "warning")
    assert words in finding.message


@pytest.mark.parametrize(
    "effect",
    [
        [play("hand"), DRAW, play(where="on-last")],
        [{"discard": "hand"}, TAKE, play("taken")],
        [DRAW, DRAW, play(count=2)],
        [{"draw": 3}, play(count=2), DROP],
        [TAKE, TAKE, play("taken", "all")],
        [{"unknown": 1}, TURN],
        [{"draw": "two"}, TURN],
        [{"play": {"from": "nowhere", "count": 1, "where": "growth"}}, TURN],
    ],
)
def test_sensible_or_not_ours_to_report(effect: list[dict[str, Any]]) -> None:
    assert effect_findings(effect, has_face=False) == []


def test_on_last_after_the_spell_card_itself() -> None:
    assert effect_findings([PLACE, DRAW, play(where="on-last")], has_face=True) == []
