"""The records of any game, shown with a game of counters: a turn takes some, and whoever takes the last one wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from cloudy_pnp.core.problems import Finding, UserError
from cloudy_pnp.game.kit.records import Records, Stopped, TurnReport


def check(most: int, data: Mapping[str, Any]) -> Iterator[Finding]:
    if data["counters"] > most:
        yield Finding("NIM-1", ("counters",), "there are not so many counters")


def play(left: int, data: Mapping[str, Any], turn: int) -> TurnReport[int, int]:
    taken = data["turns"][turn]
    if not isinstance(taken, int):
        raise Stopped(Finding("SCHEMA-TURN", ("turns", turn), "this is not a number"))
    if taken > left:
        raise Stopped(Finding("NIM-2", ("turns", turn), "so many are not left"), code="NIM-2")
    return TurnReport(turn, "AB"[turn % 2], (taken,), (left, left - taken))


NIM: Records[int, int, int] = Records(
    check=check,
    start=lambda _most, data: data["counters"],
    play=play,
    describe=lambda left: {"left": left, "winners": ["A"] if left == 0 else []},
    tell_turn=lambda report: f"{report.player} takes {report.moves[0]} of {report.before}",
    tell_end=lambda left: [f"{left} left"],
)


def game(*turns: object, counters: int = 5, **more: object) -> dict[str, Any]:
    return {"counters": counters, "turns": list(turns), **more}


def test_a_legal_game() -> None:
    story = NIM.judge(9, game(2, 3, expect={"left": 0, "winners": ["A"]}))
    assert story.as_dict() == {"legal": True, "illegal": None, "left": 0, "winners": ["A"], "expected": True}
    assert story.as_text() == "  0 A takes 2 of 5\n  1 B takes 3 of 3\n0 left\nas expected\n"
    assert story.findings == []


def test_an_illegal_turn_ends_the_replay() -> None:
    result = NIM.replay(9, game(2, 4, 1))
    assert (result.legal, result.illegal, result.final, len(result.reports)) == (False, (1, "NIM-2"), 3, 1)
    assert "turn 1 is illegal (NIM-2): so many are not left\n3 left" in NIM.judge(9, game(2, 4, 1)).as_text()


@pytest.mark.parametrize(
    ("claims", "codes", "expected"),
    [
        ({"illegal": {"turn": 1}}, [], True),
        ({"legal": False}, [], True),
        ({"illegal": {"code": "NIM-1"}}, ["REF-EXPECT"], False),
        ({"left": 0}, ["NIM-2"], False),  # the end differs because the game stopped
        ({"legal": True, "left": 0}, ["NIM-2", "REF-EXPECT"], False),
    ],
)
def test_claims_about_an_illegal_game(claims: dict[str, Any], codes: list[str], expected: bool) -> None:
    story = NIM.judge(9, game(2, 4, expect=claims))
    assert [finding.code for finding in story.findings] == codes
    assert story.expected is expected


@pytest.mark.parametrize("data", [game(counters=10), game("two")])
def test_invalid_data_has_no_verdict(data: dict[str, Any]) -> None:
    story = NIM.judge(9, {**data, "expect": {"left": 0}})
    assert (story.result.legal, story.expected, len(story.findings)) == (None, None, 1)
    with pytest.raises(UserError, match=story.findings[0].message):
        NIM.read(9, data)


def test_a_document_that_fails_its_schema() -> None:
    story = NIM.invalid([Finding("SCHEMA-TYPE", (), "wrong")])
    assert (story.as_dict()["legal"], story.as_text()) == (None, "the record is not valid data\n")


def test_positions_and_moves_of_a_record() -> None:
    assert NIM.read(9, game(2, 3)) == (5, [2, 3])
    assert NIM.begin(9, game("two")) == 5  # turns do not matter here
    with pytest.raises(UserError, match="NIM-1: there are not so many counters"):
        NIM.begin(9, game(counters=10))
