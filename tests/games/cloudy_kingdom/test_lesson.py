"""What a figure points out: only what is there, and a card that may not be laid points itself out."""

from __future__ import annotations

from typing import Any

import pytest

from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.present.boards import _lesson
from cloudy_pnp.cloudy_kingdom.scenarios.board import evaluate_board

CASTLES = {"north": [None, None], "east": [None], "south": [None, None], "west": ["sun"]}
CARDS = [{"card": "stem", "at": [0, 0], "facing": "e"}]


def evaluate(show: dict[str, Any], *more: dict[str, Any]) -> Any:
    return evaluate_board(load("cloudy-kingdom"), {"castles": CASTLES, "cards": [*CARDS, *more], "show": show})


@pytest.mark.parametrize(
    ("show", "code"),
    [
        ({"new": [1]}, "REF-EXPECT"),
        ({"touch": [[0, 2, "w"]]}, "GEO-1"),
        ({"stops": [[1, 0]]}, "GEO-1"),
        ({"turned": [[-1, 0]]}, "GEO-1"),
    ],
)
def test_what_is_not_there_cannot_be_pointed_out(show: dict[str, Any], code: str) -> None:
    assert [finding.code for finding in evaluate(show).findings] == [code]


def test_a_place_is_a_side_or_the_middle() -> None:
    lesson = _lesson(evaluate({"new": [0], "numbers": [[0, 0, "w"], [0, 1]], "verdict": True}))
    assert [side for _, side in lesson.numbers] == [3, None]
    assert [field for field, _ in lesson.new] == [(0, 0)]
    assert (lesson.verdict, lesson.wrong) == (True, None)


def test_a_card_that_may_not_be_laid_points_itself_out() -> None:
    lesson = _lesson(evaluate({}, {"card": "crossing", "at": [0, 0], "facing": "w"}))
    assert lesson.wrong is not None
    assert (lesson.wrong[0], lesson.wrong[1].card, lesson.verdict) == ((0, 0), "crossing", False)
