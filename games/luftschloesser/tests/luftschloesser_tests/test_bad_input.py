"""Whatever has the shape of a position or a record gets an answer: findings, never a traceback."""

from __future__ import annotations

from typing import Any

from chance import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from luftschloesser_tests.box import REALM, random_game
from luftschloesser_tests.test_data import validator

from luftschloesser.codes import CODES
from luftschloesser.scenarios.position import evaluate_position
from luftschloesser.scenarios.record import judge_record, record_of

COLOUR = st.sampled_from(("red", "blue", "green", "pink", ""))
FIELD = st.sampled_from((1, 2, 6, 7, 16, 17, 999))
CARD = st.sampled_from(
    ("sun-6", "sun-99", "rain-6", "sun-joker", "rain-joker", "storm", "lightning", "rainbow", "new-hands", "snow", "")
)
PLAYERS = st.one_of(st.just(["red", "blue"]), st.lists(COLOUR, min_size=1, max_size=5))
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "storm": st.sampled_from(("four", "eight")),
        "distribution": st.sampled_from(("printed", "middle", "x")),
        "castles-to-win": st.integers(1, 9),
    },
)
CONTENT = st.fixed_dictionaries(
    {"at": FIELD},
    optional={
        "clouds": st.integers(0, 5),
        "castles": st.lists(COLOUR, max_size=4),
        "beings": st.dictionaries(COLOUR, st.integers(0, 7), max_size=3),
    },
)
ACT = st.one_of(
    st.fixed_dictionaries({"put": FIELD}),
    st.fixed_dictionaries({"move": st.lists(FIELD, min_size=2, max_size=2)}),
    st.fixed_dictionaries({"build": FIELD}, optional={"castle": COLOUR}),
    st.fixed_dictionaries({"oust": FIELD}, optional={"castle": COLOUR}),
    st.just({"put": 1, "build": 1}),
)
CHOICES = {
    "at": FIELD,
    "castle": COLOUR,
    "towards": st.sampled_from(("n", "ne", "w")),
    "swap": st.lists(st.fixed_dictionaries({"being": COLOUR, "at": FIELD}), min_size=2, max_size=2),
    "pass": st.just(True),
}
MOVE = st.fixed_dictionaries({}, optional={"by": COLOUR, "play": CARD, **CHOICES, "act": ACT}).filter(bool)
EXPECT = st.fixed_dictionaries(
    {},
    optional={
        "legal": st.booleans(),
        "illegal": st.fixed_dictionaries({"code": st.just("ACT-3")}),
        "winner": st.one_of(st.none(), COLOUR),
        "ranking": st.dictionaries(COLOUR, st.integers(1, 4)),
        "clouds": st.integers(0, 20),
        "fields": st.lists(CONTENT, max_size=2),
    },
).filter(bool)
POSITION = st.fixed_dictionaries(
    {"game": st.just("luftschloesser"), "players": PLAYERS, "fields": st.lists(CONTENT, max_size=4)},
    optional={
        "options": OPTIONS,
        "hands": st.dictionaries(COLOUR, st.lists(CARD, max_size=3), max_size=2),
        "moves": st.lists(MOVE, max_size=4),
        "expect": EXPECT,
    },
)
KNOWN = {*CODES, "REF-UNKNOWN", "REF-DUPLICATE"}
POSITIONS, RECORDS = validator("position"), validator("record")
GAME = list(random_game(2, seed=21))
RECORD = record_of(GAME[0][0], [move for _, move, _ in GAME])


def sound_answer(answer: Any) -> None:
    """Findings with known codes, a text, and a verdict that fits them."""
    assert {finding.code for finding in answer.findings} <= KNOWN
    assert all(finding.message for finding in answer.findings)
    fields = answer.as_dict()
    assert fields["legal"] in (True, False, None)
    assert (fields["illegal"] is not None) == (fields["legal"] is False)
    assert fields["legal"] is not None or answer.findings
    assert answer.as_text()


@settings(max_examples=examples(120))
@given(POSITION)
def test_every_position_gets_an_answer(document: dict[str, Any]) -> None:
    assert POSITIONS.is_valid(document)
    sound_answer(evaluate_position(REALM, document))


@settings(max_examples=examples(60))
@given(st.data())
def test_every_record_gets_an_answer(data: st.DataObject) -> None:
    document = {**RECORD, "turns": list(RECORD["turns"])}
    turn = data.draw(st.integers(0, len(document["turns"]) - 1))
    document["turns"][turn] = data.draw(st.fixed_dictionaries({"play": CARD, "act": ACT}, optional=CHOICES))
    for key, values in (
        ("players", PLAYERS),
        ("options", OPTIONS),
        ("deck", st.permutations(RECORD["deck"])),
        ("shuffles", st.lists(st.lists(CARD, max_size=3), max_size=2)),
    ):
        if data.draw(st.integers(0, 3)) == 0:
            document[key] = data.draw(values)
    if data.draw(st.integers(0, 3)) == 0:
        del document["seed"]
    assert RECORDS.is_valid(document)
    sound_answer(judge_record(REALM, document))
