"""SPL-10, read from the steps alone: what makes a spell impossible or pointless on any board."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from games.cloudy_kingdom.box import SPELL_FACES, SPELLS

from cloudy_pnp.cloudy_kingdom.checks.data import check
from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.steps import (
    MANUAL,
    ROW_OF,
    STEPS,
    ChooseOne,
    Clear,
    Discard,
    Draw,
    ExtraTurn,
    ForceRedraw,
    Give,
    MissTurn,
    MoveTop,
    OfferRedraw,
    OnlyIf,
    Peek,
    PlaceSelf,
    Play,
    Protect,
    Remove,
    Repeat,
    Steal,
    StepRow,
    Swap,
    SwapCastles,
    Take,
    TakeBack,
    Turn,
    parse_steps,
)
from cloudy_pnp.data.entries import Entries, Entry
from cloudy_pnp.data.source import SourceFile


def play(source: str = "drawn", count: Any = 1, where: str = "growth", **more: Any) -> dict[str, Any]:
    return {"play": {"from": source, "count": count, "where": where, **more}}


DRAW, DROP, TAKE = {"draw": 1}, {"discard": {"from": "drawn"}}, {"take": {"from": "discard", "which": "top"}}
PLACE, SEAL = {"place-self": {"where": "growth"}}, {"place-self": {"where": "on-card", "sealed": True}}
TURN = {"turn": {"which": "stack", "by": "quarter", "way": "right"}}
BACK, STEAL = {"take": {"from": "board", "which": "last"}}, {"take": {"from": "hand", "who": "chosen"}}
SWAP, EXTRA = {"swap": {"which": "stacks"}}, {"extra-turn": "self"}
REMOVE = {"remove": {"which": "top", "to": "box"}}


def choose(*options: list[dict[str, Any]]) -> dict[str, Any]:
    return {"choose": list(options)}


def repeat(*steps: dict[str, Any], times: int = 2) -> dict[str, Any]:
    return {"repeat": {"times": times, "steps": list(steps)}}


def only_if(*steps: dict[str, Any], what: str = "draw-pile", **bound: int) -> dict[str, Any]:
    bounds = {key.replace("_", "-"): number for key, number in bound.items()} or {"at-least": 3}
    return {"only-if": {"what": what, **bounds, "steps": list(steps)}}


def test_parse_steps() -> None:
    effect = [
        {"draw": 2},
        play(count="all", may=True),
        {"discard": {"from": "hand"}},
        TAKE,
        {"discard": {"from": "hand", "who": "others", "may": True}},
        {"remove": {"which": "top", "to": "box"}},
        {"turn": {"which": "stack", "by": "quarter", "way": "left"}},
        SEAL,
        {"move": {"which": "top", "where": "on-card"}},
        SWAP,
        {"clear": {"what": "holes"}},
        {"look": {"from": "draw-pile", "count": 3, "sort": True}},
        {"miss-turn": "chosen"},
        EXTRA,
        {"protect": {"against": "everything"}},
        {"discard": {"from": "hand", "who": "chosen"}},
        {"take": {"from": "hand", "who": "chosen"}},
        {"give": "chosen"},
        {"take": {"from": "board", "which": "last"}},
        {"swap": {"which": "castles"}},
        {"choose": [[DRAW, DROP], [SWAP]]},
        {"repeat": {"times": 2, "steps": [TURN]}},
        {"only-if": {"what": "draw-pile", "at-most": 5, "steps": [SWAP]}},
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
        MoveTop("top-vine", "on-card"),
        Swap("stacks"),
        Clear("holes"),
        Peek(3),
        MissTurn("chosen"),
        ExtraTurn("self"),
        Protect("field"),
        ForceRedraw("chosen"),
        Steal("chosen"),
        Give("hand"),
        TakeBack("last-placed"),
        SwapCastles("one-side"),
        ChooseOne(((Draw(1), Discard("drawn")), (Swap("stacks"),))),
        Repeat(2, (Turn("stack", 1),)),
        OnlyIf("draw-pile", "at-most", 5, (Swap("stacks"),)),
    )
    assert parse_steps([play(), PLACE]) == (Play("drawn", 1, "growth", False), PlaceSelf("growth", False))


@pytest.mark.parametrize("row", STEPS.values(), ids=STEPS)
def test_the_example_of_every_step_is_that_step(row: StepRow) -> None:
    [step] = parse_steps([yaml.safe_load(row.example)])
    assert type(step) is row.kind
    assert ROW_OF[type(step)] is row


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
    ("none is taken", [TAKE, play("taken"), play("taken")], False, (2, "play", "from")),
    ("only 1 card", [TAKE, play("taken", 2)], False, (1, "play", "count")),
    ("which is gone", [{"discard": {"from": "hand"}}, play("hand")], False, (1, "play", "from")),
    ("which is gone", [play("hand"), {"discard": {"from": "hand"}}], False, (1, "discard")),
    ("placed no card", [DRAW, play(where="on-last")], False, (1, "play", "where")),
    ("is sealed", [SEAL, DRAW, play(where="on-last")], True, (2, "play", "where")),
    ("nothing was drawn", [DROP, TURN], False, (0, "discard")),
    ("has no face", [PLACE], False, (0, "place-self")),
    ("twice", [PLACE, SEAL], True, (1, "place-self")),
    ("none are drawn", [choose([play()], [TURN])], False, (0, "choose", 0, 0, "play", "from")),
    ("not every way", [choose([DRAW], [TURN]), play()], False, (1, "play", "from")),
    ("not every way", [only_if(DRAW), play(count="all")], False, (1, "play", "from")),
    ("not every way", [only_if(TAKE), play("taken")], False, (1, "play", "from")),
    ("for sure", [choose([DRAW], [DRAW, DRAW]), play(count=2)], False, (1, "play", "count")),
    ("placed no card", [only_if(play("hand")), DRAW, play(where="on-last")], False, (2, "play", "where")),
    ("second time around", [repeat(PLACE)], True, (0, "repeat", "steps", 0, "place-self")),
    ("second time around", [repeat(play("hand"))], False, (0, "repeat", "steps", 0, "play", "from")),
    ("has no face", [repeat(PLACE)], False, (0, "repeat", "steps", 0, "place-self")),
    ("second extra turn", [EXTRA, TURN, EXTRA], False, (2, "extra-turn")),
    ("second extra turn", [choose([EXTRA], [TURN]), EXTRA], False, (1, "extra-turn")),
    ("second time around", [repeat(TURN, EXTRA)], False, (0, "repeat", "steps", 1, "extra-turn")),
    ("which is gone", [{"give": "chosen"}, play("hand")], False, (1, "play", "from")),
    ("which is gone", [play("hand"), {"give": "chosen"}], False, (1, "give")),
    ("none has been placed since", [BACK, BACK, play("taken")], False, (1, "take")),
    ("not every way", [only_if(BACK), play("taken")], False, (1, "play", "from")),
    ("for sure", [choose([BACK], [BACK, TAKE]), play("taken", 2)], False, (1, "play", "count")),
    ("neither", [{"only-if": {"what": "draw-pile", "steps": [TURN]}}], False, (0, "only-if")),
    ("has both", [only_if(TURN, at_least=1, at_most=2)], False, (0, "only-if")),
]


@pytest.mark.parametrize(("words", "effect", "has_face", "path"), ERRORS)
def test_spl_10_impossible_effects(
    words: str, effect: list[dict[str, Any]], has_face: bool, path: tuple[Any, ...]
) -> None:
    (finding,) = effect_findings(effect, has_face)
    assert (finding.code, finding.path, finding.severity) == ("SPL-10", path, "error")
    assert words in finding.message
    assert finding.hint


def test_a_card_that_is_taken_back_is_one_card() -> None:
    (finding,) = effect_findings([BACK, play("taken", 2)], has_face=False)
    assert finding.message.endswith("only 1 card is there"), "and not: for sure"


WARNINGS: list[tuple[str, list[dict[str, Any]], bool, tuple[Any, ...]]] = [
    ("left over (1)", [{"draw": 2}, play()], False, (0, "draw")),
    ("left over (3)", [DRAW, {"draw": 2}], False, (1, "draw")),
    ("not played", [TAKE, TURN], False, (0, "take")),
    ("no step places it", [TURN], True, ()),
    ("can be left over", [choose([DRAW], [TURN])], False, (0, "choose", 0, 0, "draw")),
    ("left over (4)", [repeat({"draw": 2})], False, (0, "repeat", "steps", 0, "draw")),
    ("same as option 1", [choose([TURN], [SWAP], [TURN])], False, (0, "choose", 2)),
    ("at least 0", [only_if(TURN, at_least=0)], False, (0, "only-if", "at-least")),
    ("board is empty", [only_if(REMOVE, what="tallest-stack", at_most=0)], False, (0, "only-if", "steps", 0, "remove")),
    (
        "when it is empty",
        [only_if(TAKE, play("taken"), what="discard-pile", at_most=0)],
        False,
        (0, "only-if", "steps", 0, "take"),
    ),
    (
        "needs 3 cards",
        [only_if({"look": {"from": "draw-pile", "count": 3, "sort": True}}, at_most=2)],
        False,
        (0, "only-if", "steps", 0, "look"),
    ),
    (
        "there is none",
        [only_if({"move": {"which": "top", "where": "empty"}}, what="empty-fields", at_most=0)],
        False,
        (0, "only-if", "steps", 0, "move"),
    ),
    ("this is never so", [only_if(TURN, what="own-connections", at_least=3)], False, (0, "only-if", "at-least")),
    ("this is always so", [only_if(TURN, what="hand-ends", at_most=4)], False, (0, "only-if", "at-most")),
    (
        "put in order just before",
        [
            {"look": {"from": "draw-pile", "count": 3, "sort": True}},
            TURN,
            {"look": {"from": "draw-pile", "count": 2, "sort": True}},
        ],
        False,
        (2, "look"),
    ),
    (
        "the second time around",
        [repeat({"look": {"from": "draw-pile", "count": 3, "sort": True}})],
        False,
        (0, "repeat", "steps", 0, "look"),
    ),
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
        [{"discard": {"from": "hand"}}, TAKE, play("taken")],
        [DRAW, DRAW, play(count=2)],
        [{"draw": 3}, play(count=2), DROP],
        [TAKE, TAKE, play("taken", "all")],
        [choose([DRAW], [DRAW, DRAW, DRAW]), play(count="all")],
        [choose([DRAW, play()], [TAKE, play("taken")]), {"draw": 1}, play(where="on-last")],
        [choose([EXTRA], [EXTRA, TURN])],
        [repeat(DRAW, times=4), play(count=4)],
        [BACK, play("taken"), BACK, play("taken", where="anywhere")],
        [STEAL, STEAL, play("taken", "all")],
        [repeat({"look": {"from": "draw-pile", "count": 3, "sort": True}}, DRAW, play())],
        [only_if(REMOVE, what="tallest-stack", at_least=3), TURN],
        [only_if(play("hand"), REMOVE, what="tallest-stack", at_most=0)],
        [{"move": {"which": "top", "where": "empty"}}, DRAW, play(where="on-last")],
        [{"choose": "one"}, {"repeat": {"times": 2}}, {"only-if": []}, {"choose": []}, TURN],
        [{"unknown": 1}, TURN],
        [{"draw": "two"}, TURN],
        [{"play": {"from": "nowhere", "count": 1, "where": "growth"}}, TURN],
    ],
)
def test_sensible_or_not_ours_to_report(effect: list[dict[str, Any]]) -> None:
    assert effect_findings(effect, has_face=False) == []


def test_on_last_after_the_spell_card_itself() -> None:
    assert effect_findings([PLACE, DRAW, play(where="on-last")], has_face=True) == []


def test_spells_with_the_same_normal_form_do_the_same() -> None:
    draw, source = {"draw": 2}, SourceFile("x.yaml")
    plays = [
        {"from": "drawn", "count": 2, "where": "growth"},
        {"where": "growth", "count": "all", "from": "drawn", "may": False},
        {"from": "drawn", "count": 1, "where": "growth"},
    ]
    effects = [[draw, {"play": play}] for play in plays] + [
        [draw, {"play": plays[2]}, {"discard": {"from": "drawn"}}],
        MANUAL,
    ]
    spells = [Entry(source, ("spells", at), {"id": f"s{at}", "effect": effect}) for at, effect in enumerate(effects)]
    entries = Entries({"spells": spells}, cards={"x.yaml": 5})
    found = [finding.message for _, finding in check(entries) if finding.code == "DATA-SAME"]
    assert found == ['"s1" does the same as "s0"', '"s3" does the same as "s2"']
