"""Game records: replayed by the rules, written by the engine, and told turn by turn."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from games.cloudy_kingdom.box import KINGDOM, LAYOUT_A, make_kingdom, random_game

from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.cloudy_kingdom.model.steps import Peek
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.cloudy_kingdom.rules.state import GameState, Move
from cloudy_pnp.cloudy_kingdom.scenarios.ascii import turn_lines
from cloudy_pnp.cloudy_kingdom.scenarios.record import record_of, replay
from cloudy_pnp.core.problems import path_text
from cloudy_pnp.game.kit.records import ReplayResult

SEEDS = [*range(40), 80, 99, 105]  # the last ones end by END-3, which is rare
FIRST_GAME = ["chop", "inspiration", "burning-crossing"]


@cache
def played(seed: int) -> tuple[GameState, list[Move], GameState]:
    return random_game(random.Random(seed))


def record(*turns: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "players": ["raven", "rose"],
        "layout": "A",
        "deck": ["stem", "path-ends", "tee-side", "bend-left", "crossing", "stem", "stem"],
        "spells": [FIRST_GAME, ["green-thumb", "rapid-growth", "twist"]],
        "turns": list(turns),
        **more,
    }


def vine(row: int, col: int, facing: str) -> dict[str, Any]:
    return {"vine": {"at": [row, col], "facing": facing}}


def errors(result: ReplayResult[GameState, Move]) -> list[tuple[str, str]]:
    return [(item.code, path_text(item.path)) for item in result.findings if item.severity == "error"]


@pytest.mark.parametrize("seed", SEEDS)
def test_round_trip(seed: int) -> None:
    begin, moves, final = played(seed)
    data = json.loads(json.dumps(record_of(begin, moves)))
    result = replay(KINGDOM, data)
    assert errors(result) == []
    assert result.legal is True
    assert result.final == final
    assert [move for report in result.reports for move in report.moves] == moves
    assert final.ending is not None
    answer = result.as_dict()
    assert list(answer) == [
        "legal", "illegal", "winners", "ended", "by", "turns", "draw_pile", "discard_pile", "connected",
    ]  # fmt: skip
    assert (answer["winners"], answer["by"]) == (list(final.ending.winners), final.ending.by)
    assert answer["turns"] == len(data["turns"]) == final.turns
    assert answer["draw_pile"] == len(final.draw_pile)
    assert all(turn_lines(report) for report in result.reports)
    assert json.loads(json.dumps(answer)) == answer


def test_random_games_end_in_every_way() -> None:
    """The round trip above must meet all endings, or it proves little."""
    endings = [played(seed)[2].ending for seed in SEEDS]
    assert {ending.by for ending in endings if ending} == {"END-1", "END-3", "END-4", "END-5"}


def test_an_unfinished_game() -> None:
    result = replay(KINGDOM, record(vine(0, 0, "n")))
    assert result.as_dict() == {
        "legal": True,
        "illegal": None,
        "winners": [],
        "ended": None,
        "by": None,
        "turns": 1,
        "draw_pile": 4,
        "discard_pile": [],
        "connected": [],
    }


def test_choices_as_the_contracts_write_them() -> None:
    turns = [
        vine(0, 0, "n"),
        {"spell": "rapid-growth", "steps": [{"at": [0, 1], "facing": "n"}, {"at": [0, 1], "facing": "e"}]},
        {"spell": "chop", "steps": [{"at": [0, 0]}]},
        {"spell": "twist", "steps": [{"at": [0, 1]}]},
    ]
    result = replay(KINGDOM, record(*turns, deck=["path-ends"] * 9))
    assert (errors(result), result.legal) == ([], True)
    green: dict[str, Any] = {"spell": "green-thumb", "steps": [{"redraw": ["raven"]}]}
    green["steps"] += [
        {"card": "crossing", "at": [0, 1], "facing": "n"},
        {"card": "bend-left", "at": [0, 2], "facing": "n"},
    ]
    inspired = {"spell": "inspiration", "steps": [{"card": "tee-side", "at": [0, 0], "facing": "n"}]}
    first = replay(KINGDOM, record(vine(0, 0, "n"), green))
    assert (errors(first), first.legal) == ([], True)
    assert first.as_dict()["discard_pile"] == ["tee-side", "path-ends"]
    second = replay(KINGDOM, record(inspired))
    assert second.as_dict()["discard_pile"] == ["bend-left", "stem"]


OWN: dict[str, list[dict[str, Any]]] = {
    "tidy": [
        {
            "choose": [
                [{"clear": {"what": "breaks"}}],
                [{"swap": {"which": "stacks"}}],
                [{"move": {"which": "top", "where": "empty"}}],
            ]
        },
        {"miss-turn": "chosen"},
        {"protect": {"against": "everything"}},
        {"look": {"from": "draw-pile", "count": 2, "sort": True}},
        {"remove": {"which": "top", "to": "discard"}},
    ],
    "hurry": [{"extra-turn": "self"}],
    "look": [
        {"draw": 2},
        {
            "choose": [
                [{"play": {"from": "drawn", "count": 1, "where": "growth"}}],
                [{"look": {"from": "draw-pile", "count": 2, "sort": True}}],
            ]
        },
    ],
}


def own_record(*turns: dict[str, Any]) -> dict[str, Any]:
    deck = ["crossing-hole", *["stem"] * 3, "crossing", "tee-side", *["stem"] * 4]
    return record(*turns, deck=deck, spells=[list(OWN)] * 2)


def tidy(*first: dict[str, Any]) -> dict[str, Any]:
    rest = [{"player": "rose"}, {"at": [3, 3]}, {"order": ["tee-side", "crossing"]}, {"at": [0, 0]}]
    return {"spell": "tidy", "steps": [*first, *rest]}


@pytest.mark.parametrize(
    ("effect", "steps", "last"),
    [
        ([{"draw": 2}, {"keep": "drawn"}, {"discard": {"from": "drawn"}}], [{"keep": "crossing"}], "discards stem"),
        ([{"pass": "left"}], [], "everyone passes their vine card to the left, and raven gets stem"),
    ],
)
def test_a_card_that_is_kept_is_not_drawn(effect: list[dict[str, Any]], steps: list[dict[str, Any]], last: str) -> None:
    """STEP-1, STEP-2: the caster draws none at the end of the turn."""
    deck = ["tee-side", "stem", "crossing", *["stem"] * 6]
    turn = {"spell": "mine", "steps": steps}
    data = record(turn, deck=deck, spells=[["mine", "chop", "twist"]] * 2)
    result = replay(make_kingdom({"mine": effect}), data)
    assert (errors(result), result.legal) == ([], True)
    assert turn_lines(result.reports[-1])[-1] == last


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        (({"option": 1}, {"at": [0, 0]}), "clears crossing-hole at [0, 0] of its breaks"),
        (({"option": 2}, {"at": [0, 1], "with": [0, 0]}), "swaps the stacks at [0, 1] and [0, 0]"),
        (
            ({"option": 3}, {"at": [0, 1], "to": [0, 2], "facing": "s"}),
            "moves stem from [0, 1] to [0, 2] facing s",
        ),
    ],
)
def test_choices_of_the_grown_vocabulary(first: tuple[dict[str, Any], ...], answer: str) -> None:
    result = replay(make_kingdom(OWN), own_record(vine(0, 0, "n"), vine(0, 1, "n"), tidy(*first)))
    assert (errors(result), result.legal) == ([], True)
    lines = turn_lines(result.reports[-1])
    assert lines[1:4] == [f"chooses option {first[0]['option']}", answer, "names rose to miss a turn"]
    assert lines[4:6] == ["protects the field [3, 3]", "puts tee-side, crossing back on the draw pile"]
    assert lines[6] == f"puts {'stem' if first[0]['option'] == 2 else 'crossing-hole'} from [0, 0] on the discard pile"
    assert lines[-2:] == ["draws tee-side to the hand", "rose misses a turn"]
    final = result.final
    assert final is not None
    assert (final.family, final.turns) == ("raven", 3)
    again = replay(make_kingdom(OWN), own_record(vine(0, 0, "n"), {"spell": "hurry", "steps": []}))
    assert turn_lines(again.reports[-1])[-1] == "has another turn"


def test_a_card_is_named_where_an_option_has_several() -> None:
    """The step after a choice of options has its own cards to choose from."""
    kingdom = make_kingdom(OWN)
    look = {"spell": "look", "steps": [{"option": 1}, {"card": "stem", "at": [0, 0], "facing": "n"}]}
    result = replay(kingdom, own_record(look))
    assert (errors(result), result.legal) == ([], True)
    report = result.reports[0]
    assert record_of(report.before, report.moves)["turns"] == [look]


WRONG_CHOICES: list[tuple[list[dict[str, Any]], str, str]] = [
    ([{"option": 4}], "SPL-10", "turns[2].steps[0]"),
    ([{"option": 2}, {"at": [0, 0]}], "SCHEMA-CHOICE", "turns[2].steps[1]"),
    ([{"option": 2}, {"at": [0, 0], "with": [3, 3]}], "SPL-10", "turns[2].steps[1].at"),
    ([{"option": 3}, {"at": [0, 0], "facing": "n"}], "SCHEMA-CHOICE", "turns[2].steps[1]"),
    ([{"option": 3}, {"at": [0, 0], "to": [0, 1], "facing": "n"}], "SPL-5", "turns[2].steps[1].at"),
    ([{"option": 1}, {"at": [0, 0]}, {"player": "raven"}], "SPL-10", "turns[2].steps[2]"),
    ([{"option": 1}, {"at": [0, 0]}, {"player": "rose"}, {"at": [1, 1]}, {"skip": True}], "SCHEMA-CHOICE",
     "turns[2].steps[4]"),
    ([{"option": 1}, {"at": [0, 0]}, {"player": "rose"}, {"at": [0, 0]}, {"order": ["tee-side", "crossing"]},
      {"at": [0, 0]}], "SPL-3", "turns[2].steps[5].at"),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "code", "path"), WRONG_CHOICES)
def test_wrong_choices_of_the_grown_vocabulary(steps: list[dict[str, Any]], code: str, path: str) -> None:
    turns = [vine(0, 0, "n"), vine(0, 1, "n"), {"spell": "tidy", "steps": steps}]
    assert errors(replay(make_kingdom(OWN), own_record(*turns))) == [(code, path)]


def test_the_engine_writes_choices_as_the_contracts_do() -> None:
    """A card is named where there was more than one to choose from when the step began."""
    for seed in SEEDS:
        begin, moves, _ = played(seed)
        for turn in record_of(begin, moves)["turns"]:
            placings = [step for step in turn.get("steps", []) if "at" in step and "facing" in step]
            named = {"card" in step for step in placings}
            if turn.get("spell") in ("inspiration", "green-thumb"):
                assert named <= {True}
            elif turn.get("spell") in ("rapid-growth", "replant", "burning-crossing", "broken-crossing"):
                assert named <= {False}


def test_cards_defined_in_the_record() -> None:
    data = record(vine(0, 0, "n"), define={"odd": {"vines": [["n", "e"], ["s"]]}}, deck=["odd"] * 5)
    assert replay(KINGDOM, data).legal is True


def test_a_header_may_be_added() -> None:
    begin, moves, _ = random_game(random.Random(1))
    assert record_of(begin, moves, {"title": {"en": "One"}})["title"] == {"en": "One"}


ILLEGAL: list[tuple[list[dict[str, Any]], int, str, str]] = [
    ([vine(1, 1, "n")], 0, "GRO-2", "turns[0].vine.at"),
    ([vine(0, 0, "n"), vine(0, 0, "s")], 1, "GRO-4", "turns[1].vine.at"),
    ([vine(7, 0, "n")], 0, "GRO-1", "turns[0].vine.at"),
    ([{"spell": "chop", "steps": [{"at": [0, 0]}]}], 0, "SPL-10", "turns[0].spell"),
    ([{"spell": "twist", "steps": []}], 0, "TURN-3", "turns[0].spell"),
    ([vine(0, 0, "n"), {"spell": "twist", "steps": [{"at": [1, 0]}]}], 1, "SPL-8", "turns[1].steps[0].at"),
    ([{"discard": True}], 0, "TURN-5", "turns[0].discard"),
    ([{"pass": True}], 0, "TURN-2", "turns[0].pass"),
    ([{"spell": "inspiration", "steps": [{"skip": True}]}], 0, "SPL-10", "turns[0].steps[0]"),
]


@pytest.mark.parametrize(("turns", "turn", "code", "path"), ILLEGAL)
def test_illegal_moves(turns: list[dict[str, Any]], turn: int, code: str, path: str) -> None:
    result = replay(KINGDOM, record(*turns))
    assert result.as_dict()["illegal"] == {"turn": turn, "code": code}
    assert result.legal is False
    assert errors(result) == [(code, path)]
    assert result.as_dict()["turns"] == turn == len(result.reports)


CHOICE = "SCHEMA-CHOICE"
WRONG: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    (record(deck=["stem", "stme", "stem"]), [("REF-UNKNOWN", "deck[1]")]),
    (record(deck=["stem"]), [("TURN-1", "deck")]),
    (record(players=["raven", "ravne"]), [("REF-UNKNOWN", "players[1]")]),
    (record(players=["raven", "raven"]), [("TURN-6", "players[1]")]),
    (record(players=[], spells=[]), [("TURN-6", "players")]),
    (record(spells=[FIRST_GAME]), [("TURN-1", "spells")]),
    (record(spells=[FIRST_GAME, ["chop"]]), [("TURN-1", "spells[1]")]),
    (record(spells=[FIRST_GAME, ["chop", "chopp", "inspiration"]]), [("REF-UNKNOWN", "spells[1][1]")]),
    (record(layout="C"), [("REF-UNKNOWN", "layout")]),
    (record(castles=LAYOUT_A), [("LAY-5", "")]),
    (record(edition="1999"), [("REF-UNKNOWN", "edition")]),
    (record(define={"odd": {"vines": [["e", "w"]]}}), [("FACE-8", "define.odd.vines")]),
    (record(define={"stem": {"vines": [["n"]]}}), [("REF-DUPLICATE", "define.stem")]),
    (record({"fly": True}), [("SCHEMA-TURN", "turns[0]")]),
    (record({"vine": {"at": [0, 0], "facing": "up"}}), [("SCHEMA-TURN", "turns[0]")]),
    (record({"vine": {"at": [0], "facing": "n"}}), [("SCHEMA-TURN", "turns[0]")]),
    (record({"discard": True, "pass": True}), [("SCHEMA-TURN", "turns[0]")]),
    (record({"spell": "inspiration", "steps": [{}]}), [(CHOICE, "turns[0].steps[0]")]),
    (record({"spell": "inspiration", "steps": [{"at": [0, 0], "facing": "?"}]}), [(CHOICE, "turns[0].steps[0]")]),
    (record({"spell": "inspiration", "steps": []}), [(CHOICE, "turns[0].steps")]),
    (record({"spell": "inspiration", "steps": [{"at": [0, 0]}]}), [(CHOICE, "turns[0].steps[0]")]),
    (record({"spell": "inspiration", "steps": [{"at": [0, 0], "facing": "n"}]}), [(CHOICE, "turns[0].steps[0]")]),
    (record({"spell": "inspiration", "steps": [{"redraw": []}]}), [(CHOICE, "turns[0].steps[0]")]),
    (
        record(vine(0, 0, "n"), {"spell": "twist", "steps": [{"at": [0, 0]}, {"at": [0, 0]}]}),
        [(CHOICE, "turns[1].steps[1]")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), WRONG)
def test_wrong_as_data(data: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    result = replay(KINGDOM, data)
    assert (result.legal, result.illegal) == (None, None)
    assert errors(result) == expected
    assert all(item.message for item in result.findings)


def test_nothing_was_played_when_the_set_up_is_wrong() -> None:
    answer = replay(KINGDOM, record(layout="C")).as_dict()
    assert (answer["turns"], answer["draw_pile"], answer["discard_pile"], answer["connected"]) == (0, 0, [], [])


SEALING = {"spell": "burning-crossing", "steps": [{"at": [0, 0], "facing": "e"}]}


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        (5, [vine(0, 0, "n"), SEALING, {"discard": True}, {"discard": True}, {"discard": True}]),
        (3, [vine(0, 0, "n"), vine(0, 0, "e"), vine(0, 0, "n"), {"pass": True}]),
    ],
)
def test_every_kind_of_turn_is_written_as_it_is_read(cards: int, turns: list[dict[str, Any]]) -> None:
    around = {"north": ["raven"], "east": [None], "south": ["rose"], "west": [None]}
    data = one_field(*turns, deck=["path-ends"] * cards, castles=around, edition="2023", options={"growth": "vines"})
    data["players"], data["spells"] = ["raven", "rose", "sun"], [FIRST_GAME] * 3
    result = replay(KINGDOM, data)
    assert (errors(result), result.legal, result.as_dict()["ended"]) == ([], True, "draw")
    first, moves = result.reports[0].before, [move for report in result.reports for move in report.moves]
    assert record_of(first, moves) == data


def test_castles_of_a_record() -> None:
    own = {**LAYOUT_A, "north": ["raven", "rose", "heron", "snu"], "east": ["rose", "heron", "sun"]}
    data = record(castles=own)
    del data["layout"]
    assert errors(replay(KINGDOM, data)) == [("LAY-4", "castles.east"), ("REF-UNKNOWN", "castles.north[3]")]
    del data["castles"]
    assert errors(replay(KINGDOM, data)) == [("LAY-5", "")]


def test_all_data_problems_at_once() -> None:
    result = replay(KINGDOM, record(deck=["x", "y"], layout="C", players=["nobody", "rose"]))
    assert len(errors(result)) == 4


def test_warnings_do_not_stop_a_game() -> None:
    spells = [["chop", "twist", "inspiration"], FIRST_GAME, FIRST_GAME]
    result = replay(KINGDOM, record(players=["raven", "rose", "sun"], spells=spells))
    assert [(item.code, item.severity.value) for item in result.findings] == [
        ("LAY-5", "warning"),
        ("SPL-12", "warning"),
    ]
    assert result.legal is True


ONE_FIELD = {"north": ["raven"], "east": ["rose"], "south": ["raven"], "west": ["rose"]}


def one_field(*turns: dict[str, Any], **more: Any) -> dict[str, Any]:
    data = record(*turns, **{"castles": ONE_FIELD, **more})
    del data["layout"]
    return data


def test_entries_after_the_end_of_the_game() -> None:
    result = replay(KINGDOM, one_field(vine(0, 0, "n"), vine(0, 0, "e"), {"fly": True}))
    assert errors(result) == [("END-1", "turns[1]")]
    answer = result.as_dict()
    assert (answer["legal"], answer["illegal"]) == (False, {"turn": 1, "code": "END-1"})
    assert (answer["winners"], answer["turns"]) == (["raven"], 1)
    assert answer["connected"] == [{"family": "raven", "axis": "north-south", "route": [[0, 0]]}]


def test_choices_after_the_end_of_the_game() -> None:
    placing = {"at": [0, 0], "facing": "n"}
    grown = {"spell": "rapid-growth", "steps": [placing, placing]}
    data = one_field(grown, players=["rose", "raven"], spells=[["rapid-growth", "chop", "twist"], FIRST_GAME])
    data["deck"] = ["path-ends", "path-ends", "stem", "stem"]
    result = replay(KINGDOM, data)
    assert errors(result) == [("END-4", "turns[0].steps[1]")]
    assert (result.illegal, result.as_dict()["winners"]) == ((0, "END-4"), ["raven"])


def test_a_turn_is_told_move_by_move() -> None:
    turns = [
        vine(0, 0, "n"),
        {"spell": "green-thumb", "steps": [
            {"redraw": ["raven"]},
            {"card": "crossing", "at": [0, 1], "facing": "n"},
            {"card": "bend-left", "at": [0, 2], "facing": "s"},
        ]},
        {"spell": "chop", "steps": [{"at": [0, 2]}]},
        {"spell": "twist", "steps": [{"at": [0, 1]}]},
    ]  # fmt: skip
    reports = replay(KINGDOM, record(*turns)).reports
    assert [(report.turn, report.player, report.before.hand, turn_lines(report)) for report in reports] == [
        (0, "raven", "stem", ["plays stem at [0, 0] facing n", "draws tee-side to the hand"]),
        (
            1,
            "rose",
            "path-ends",
            [
                "pays path-ends and casts green-thumb",
                "draws bend-left and crossing",
                "raven takes a new vine card",
                "places crossing at [0, 1] facing n",
                "places bend-left at [0, 2] facing s",
                "draws stem to the hand",
                "the draw pile is empty: everyone has one last turn",
            ],
        ),
    ]


@pytest.mark.parametrize(
    ("effect", "steps", "answer"),
    [
        ([{"draw": 2}, {"discard": {"from": "drawn"}}], [], ["draws stem and crossing", "discards stem and crossing"]),
        ([{"draw": 1}], [], ["draws stem", "discards stem"]),
        ([{"discard": {"from": "hand"}}], [], ["discards tee-side"]),
        (
            [{"take": {"from": "discard", "which": "top"}}, {"play": {"from": "taken", "count": 1, "where": "growth"}}],
            [{"at": [0, 1], "facing": "n"}],
            ["takes bend-left from the discard pile", "places bend-left at [0, 1] facing n"],
        ),
        ([{"take": {"from": "board", "which": "last"}}], [], ["takes stem back from [0, 0]", "discards stem"]),
        ([{"discard": {"from": "hand", "who": "others"}}], [], ["raven and sun take new vine cards"]),
        ([{"miss-turn": "next"}], [], ["raven is to miss a turn"]),
        ([{"extra-turn": "self"}], [], ["is to have another turn"]),
        (
            [{"only-if": {"what": "draw-pile", "at-least": 3, "steps": [{"draw": 1}]}}],
            [],
            ["counts draw pile: 5, at least 3", "draws stem", "discards stem"],
        ),
        (
            [{"only-if": {"what": "discard-pile", "at-most": 0, "steps": [{"draw": 1}]}}],
            [],
            ["counts discard pile: 1, not at most 0, so nothing happens"],
        ),
        (
            [{"only-if": {"what": "coin", "at-least": 1, "steps": [{"draw": 1}]}}],
            [{"roll": 1}],
            ["the coin shows heads", "draws stem", "discards stem"],
        ),
        (
            [{"only-if": {"what": "coin", "at-least": 1, "steps": [{"draw": 1}]}}],
            [{"roll": 0}],
            ["the coin shows tails, so nothing happens"],
        ),
        (
            [
                {"turn": {"which": "stack", "by": "quarter", "way": "right"}},
                {"draw": 1},
                {"discard": {"from": "drawn"}},
            ],
            [{"at": [0, 0]}],
            ["turns the stack at [0, 0] by 90° clockwise", "draws stem", "discards stem"],
        ),
    ],
)
def test_steps_without_a_choice_are_told(
    effect: list[dict[str, Any]], steps: list[dict[str, Any]], answer: list[str]
) -> None:
    """Who reads a replay knows where each card went."""
    kingdom = make_kingdom({"own": effect})
    data = record(
        {"spell": "own", "steps": steps},
        players=["rose", "raven", "sun"],
        deck=["tee-side", "path-ends", "path-ends", "stem", "crossing", *["stem"] * 3],
        spells=[["own", "chop", "twist"]] * 3,
        setup={"cards": [{"card": "stem", "at": [0, 0], "facing": "n"}], "discard": ["bend-left"]},
    )
    result = replay(kingdom, data)
    assert (errors(result), result.legal) == ([], True)
    lines = turn_lines(result.reports[-1])
    assert lines[0] == "pays tee-side and casts own"
    assert lines[1 : 1 + len(answer)] == answer
    assert lines[1 + len(answer)].startswith("draws ")


def test_a_redraw_with_few_cards_is_reported_as_it_was() -> None:
    data = record(
        {"spell": "own", "steps": []},
        players=["rose", "raven", "sun"],
        deck=["tee-side", "path-ends", "path-ends", "stem"],
        spells=[["own", "chop", "twist"]] * 3,
    )
    result = replay(make_kingdom({"own": [{"discard": {"from": "hand", "who": "others"}}]}), data)
    assert turn_lines(result.reports[-1])[1] == "raven takes a new vine card"


def test_the_end_is_told() -> None:
    won = replay(KINGDOM, one_field(vine(0, 0, "n"))).reports[-1]
    assert turn_lines(won)[-2:] == ["connects raven north-south", "raven wins (connected, END-1)"]
    lost = replay(KINGDOM, one_field(vine(0, 0, "e"), players=["raven", "sun"])).reports[-1]
    assert turn_lines(lost)[-1] == "rose wins, which has no player: everyone has lost (connected, END-1)"
    drawn = one_field(vine(0, 0, "n"), vine(0, 0, "e"), {"pass": True}, deck=["path-ends"] * 2)
    lines = [line for report in replay(KINGDOM, drawn).reports for line in turn_lines(report)]
    assert lines[-2:] == ["passes", "the game is a draw (END-5)"]


def test_custom_spells_replay_too() -> None:
    kingdom = make_kingdom({"free": [{"play": {"from": "hand", "count": 1, "where": "growth"}}]})
    for seed in range(10):
        begin, moves, final = random_game(random.Random(seed), kingdom)
        assert replay(kingdom, record_of(begin, moves)).final == final


# --- positions that were put up --------------------------------------------------------------------------------

_COLUMN = [{"card": "stem", "at": [row, 1], "facing": "n"} for row in range(3)]


def test_a_position_that_was_put_up_is_played_on() -> None:
    castles = {side: list(LAYOUT_A[side]) for side in ("north", "east", "south", "west")}
    castles["south"][1] = castles["north"][1]
    setup = {"cards": _COLUMN, "discard": ["bend-left"]}
    data = {**record(vine(3, 1, "n"), setup=setup, castles=castles), "spells": [[], ["twist"]]}
    del data["layout"]
    result = replay(KINGDOM, data)
    assert result.legal is True
    assert result.as_dict()["ended"] == "connected"
    assert result.as_dict()["discard_pile"] == ["bend-left"]
    begin = result.reports[0].before
    written = record_of(begin, result.reports[0].moves)
    assert written["setup"] == setup
    assert replay(KINGDOM, written).as_dict() == result.as_dict()


def test_a_connection_that_was_put_up_wins_nothing() -> None:
    castles = {side: [None] * 4 for side in ("north", "east", "south", "west")} | {"north": ["sun"], "south": ["sun"]}
    castles |= {"east": [None], "west": [None]}
    data = record(setup={"cards": [{"card": "stem", "at": [0, 0], "facing": "n"}]}, castles=castles)
    del data["layout"]
    result = replay(KINGDOM, data)
    assert result.legal is True
    assert result.final is not None
    assert result.final.ending is None
    assert result.as_dict()["connected"], "it is there"


@pytest.mark.parametrize(
    ("setup", "code", "path"),
    [
        ({"cards": [*_COLUMN, _COLUMN[0]]}, "GEO-5", "setup.cards[3].facing"),
        ({"cards": [{"card": "stem", "at": [4, 0], "facing": "n"}]}, "GEO-1", "setup.cards[0].at"),
        ({"cards": [{"card": "twist", "at": [0, 0], "facing": "n"}]}, "REF-UNKNOWN", "setup.cards[0].card"),
        ({"discard": ["twist"]}, "REF-UNKNOWN", "setup.discard[0]"),
    ],
)
def test_what_cannot_be_put_up(setup: dict[str, Any], code: str, path: str) -> None:
    result = replay(KINGDOM, record(setup=setup))
    assert result.legal is None
    assert [(finding.code, path_text(finding.path)) for finding in result.findings] == [(code, path)]


def test_fewer_spells_need_a_position_that_was_put_up() -> None:
    few = {"spells": [["chop"], []]}
    assert [finding.code for finding in replay(KINGDOM, {**record(), **few}).findings] == ["TURN-1", "TURN-1"]
    assert replay(KINGDOM, {**record(setup={"cards": []}), **few}).legal is True
    many = {"spells": [["chop", "twist", "inspiration", "replant"], []]}
    assert "TURN-1" in [finding.code for finding in replay(KINGDOM, {**record(setup={"cards": []}), **many}).findings]


GOLDEN = Path(__file__).parents[1] / "golden"


@cache
def ideas() -> Kingdom:
    entries = yaml.safe_load((GOLDEN / "ideas.yaml").read_bytes())["spells"]
    return make_kingdom({entry["id"]: entry["effect"] for entry in entries})


def ideas_played(turn: int = 0, **other: Any) -> ReplayResult[GameState, Move]:
    """Replay the record of the ideas; one turn may be another one."""
    data = yaml.safe_load((GOLDEN / "ideas.game.yaml").read_bytes())
    if other:
        data["turns"][turn] = other
    return replay(ideas(), data)


def test_the_ideas_of_the_third_trial_are_played() -> None:
    """The effect of each spell was checked by hand, on the board."""
    result = ideas_played()
    assert (errors(result), result.legal) == ([], True)
    casts = [line for report in result.reports for line in ["; ".join(turn_lines(report))] if " casts " in line]
    assert [line.split(" casts ")[1] for line in casts] == [
        "crystal-ball; puts crossing, stem, tee-side back on the draw pile; draws crossing to the hand",
        "wind-borne-seeds; draws tee-side and bend-left; places tee-side at [0, 2] facing n; "
        "places bend-left at [0, 0] facing n; draws crossing to the hand",
        "about-face; turns the card at [0, 2] by 180° clockwise; draws stem to the hand",
        "barter; takes crossing from the discard pile; keeps crossing in hand",
        "undergrowth; draws stem; places stem at [0, 1] facing e; draws tee-side to the hand",
        "silence; forbids the others to cast spells; draws crossing to the hand",
        "darning; clears crossing-hole at [0, 3] of its break at n; draws crossing to the hand",
        "family-ties; counts own castles: 1, not at least 2, so nothing happens; draws crossing to the hand",
        "change-of-heart; takes tee-side back from [3, 2]; places tee-side at [1, 3] facing n; draws stem to the hand",
        "heads-or-tails; the coin shows heads; removes crossing from [3, 3]; draws tee-end to the hand",
        "merry-go-round; everyone passes their vine card to the left, and heron gets tee-end",
        "spoilsport; forbids the others to cast spells; people carry out "
        '"Choose a family. It cannot win before the start of your nex…": the heron family; draws crossing to the hand',
    ]


@pytest.mark.parametrize(
    ("turn", "spell", "steps", "code"),
    [
        (0, "crystal-ball", [{"order": ["crossing", "stem", "stem"]}], "SPL-10"),
        (
            2,
            "wind-borne-seeds",
            [{"card": "tee-side", "at": [0, 2], "facing": "n"}, {"at": [0, 3], "facing": "n"}],
            "SPL-10",
        ),
        (4, "about-face", [{"at": [1, 2]}], "SPL-8"),
        (5, "barter", [{"keep": "stem"}], "SCHEMA-CHOICE"),  # there is nothing to choose
        (7, "undergrowth", [{"at": [0, 1], "facing": "n"}], "GRO-4"),
        (7, "undergrowth", [{"at": [2, 2], "facing": "e"}], "SPL-10"),
        (9, "darning", [{"at": [0, 3], "break": "n"}], "SPL-10"),  # raven forbids spells
        (13, "darning", [{"at": [0, 3], "break": "centre"}], "SPL-10"),
        (15, "change-of-heart", [{"at": [3, 2], "facing": "e"}], "GRO-2"),
        (17, "heads-or-tails", [{"roll": 2}], "SPL-10"),
        (17, "heads-or-tails", [{"roll": 0}, {"at": [3, 3]}], "SCHEMA-CHOICE"),
        (19, "spoilsport", [], "SCHEMA-CHOICE"),
    ],
)
def test_a_wrong_choice_for_an_idea_is_illegal(turn: int, spell: str, steps: list[dict[str, Any]], code: str) -> None:
    [(found, path)] = errors(ideas_played(turn, spell=spell, steps=steps))
    assert (found, path.startswith(f"turns[{turn}]")) == (code, True)


def test_a_record_names_the_first_player_and_one_who_sits_out() -> None:
    players = ["raven", "rose", "heron"]
    begins = {"players": players, "layout": "B", "spells": [FIRST_GAME] * 3, "first": "heron", "waits": "rose"}
    turns = [vine(0, 0, "n"), vine(0, 1, "n"), vine(0, 2, "n"), vine(1, 0, "n"), vine(1, 1, "n")]
    result = replay(KINGDOM, record(*turns, **begins, deck=["stem"] * 12))
    assert [report.player for report in result.reports] == ["heron", "raven", "heron", "raven", "rose"]
    written = record_of(result.reports[0].before, [])
    assert (written["first"], written["waits"]) == ("heron", "rose")


@pytest.mark.parametrize(
    ("begins", "code"),
    [
        ({"first": "sun"}, "REF-UNKNOWN"),
        ({"waits": "sun"}, "REF-UNKNOWN"),
        ({"waits": "raven"}, "TURN-6"),
        ({"first": "rose", "waits": "rose"}, "TURN-6"),
    ],
)
def test_a_start_that_is_impossible(begins: dict[str, str], code: str) -> None:
    result = replay(KINGDOM, record(vine(0, 0, "n"), **begins))
    assert (result.legal, [finding.code for finding in result.findings]) == (None, [code])


def test_a_peek_names_only_the_cards_it_sees() -> None:
    """The whole draw pile was named, with nothing between the cards."""
    state = played(0)[0]
    for count, cards in ((1, state.draw_pile[0]), (2, " and ".join(state.draw_pile[:2]))):
        step = Peek(count)
        assert rules_of(step).describe_result(state, state, step) == f"looks at {cards}"
