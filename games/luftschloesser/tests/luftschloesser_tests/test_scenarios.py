"""Positions and records: the shipped ones hold, and what is wrong with one is found at its place."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from luftschloesser_tests.box import CARDS, REALM, random_game
from luftschloesser_tests.test_data import validator

from cloudy_pnp.core.problems import path_text
from cloudy_pnp.draw.scene import Group, Item, TextRun
from luftschloesser.present.boards import board_page
from luftschloesser.scenarios.narrate import turn_lines
from luftschloesser.scenarios.position import evaluate_position
from luftschloesser.scenarios.record import judge_record, record_of, replay

BOARDS = sorted((CARDS / "boards").glob("*.board.yaml"))
GAMES = sorted((CARDS / "boards").glob("*.game.yaml"))
DOCUMENTS = [
    pytest.param(document, id=f"{path.name.split('.')[0]}-{number}")
    for path in BOARDS
    for number, document in enumerate(yaml.load_all(path.read_bytes(), yaml.CSafeLoader))
]


def test_there_are_figures_for_the_rulebook() -> None:
    assert len(BOARDS) >= 12
    assert len(DOCUMENTS) >= 30
    assert GAMES


@pytest.mark.parametrize("document", DOCUMENTS)
def test_shipped_positions_hold(document: dict[str, Any]) -> None:
    assert not list(validator("position").iter_errors(document))
    result = evaluate_position(REALM, document)
    assert result.findings == []
    assert result.expected is True
    assert "as expected" in result.as_text()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_shipped_records_hold(path: Any) -> None:
    document = yaml.safe_load(path.read_text("utf-8"))
    assert not list(validator("record").iter_errors(document))
    story = judge_record(REALM, document)
    assert story.findings == []
    assert story.expected is True
    assert "ranking: 1." in story.as_text()


# --- positions ---------------------------------------------------------------------------------------------


def position(**changes: Any) -> dict[str, Any]:
    """A position of two players with something in it."""
    fields = [{"at": 6, "clouds": 2, "castles": ["red"], "beings": {"red": 2, "blue": 4}}]
    return {"game": "luftschloesser", "players": ["red", "blue"], "fields": fields, **changes}


def found(document: dict[str, Any]) -> list[tuple[str, tuple[str | int, ...]]]:
    """Codes and paths of what is wrong with a position."""
    assert not list(validator("position").iter_errors(document))
    return [(finding.code, finding.path) for finding in evaluate_position(REALM, document).findings]


def test_air_2_twenty_one_clouds() -> None:
    fields = [{"at": at, "clouds": 3} for at in range(1, 8)]
    assert found(position(fields=fields)) == [("AIR-2", ("fields", 6, "clouds"))]
    assert found(position(fields=[{"at": 1, "clouds": 4}])) == [("AIR-2", ("fields", 0, "clouds"))]


def test_air_3_a_castle_without_a_cloud() -> None:
    assert found(position(fields=[{"at": 1, "castles": ["red"]}])) == [("AIR-3", ("fields", 0, "castles"))]


def test_air_3_more_pieces_than_the_box_has() -> None:
    crowd = [{"at": 1, "beings": {"red": 4}}, {"at": 2, "beings": {"red": 3}}]
    assert found(position(fields=crowd)) == [("AIR-3", ("fields", 1, "beings"))]
    castles = [{"at": 1, "clouds": 3, "castles": ["red"] * 3}, {"at": 2, "clouds": 2, "castles": ["red"] * 2}]
    assert found(position(fields=castles)) == [("AIR-3", ("fields", 1, "castles"))]


def test_air_1_unknown_fields_and_all_problems_at_once() -> None:
    fields = [{"at": 17, "clouds": 1}, {"at": 3, "clouds": 1, "castles": ["gren"]}, {"at": 3, "beings": {"bleu": 1}}]
    assert found(position(fields=fields)) == [
        ("AIR-1", ("fields", 0, "at")),
        ("REF-UNKNOWN", ("fields", 1, "castles", 0)),
        ("AIR-1", ("fields", 2, "at")),
        ("REF-UNKNOWN", ("fields", 2, "beings", "bleu")),
    ]


def test_end_1_two_winners_cannot_be() -> None:
    fields = [{"at": 1, "clouds": 3, "castles": ["red"] * 3}, {"at": 2, "clouds": 3, "castles": ["blue"] * 3}]
    assert found(position(fields=fields, options={"castles-to-win": 3})) == [("END-1", ("fields",))]


def test_set_1_players_of_a_position() -> None:
    assert found(position(players=["red"])) == [("SET-1", ("players",))]
    assert found(position(players=["red", "red"])) == [("SET-1", ("players", 1))]
    assert found(position(players=["red", "bleu"])) == [("REF-UNKNOWN", ("players", 1))]


def test_options_of_a_position() -> None:
    assert found(position(options={"distribution": "nowhere"})) == [("REF-UNKNOWN", ("options", "distribution"))]
    assert found(position(options={"castles-to-win": 5})) == [("END-1", ("options", "castles-to-win"))]


def test_set_2_hands_of_a_position() -> None:
    hands = {"red": ["sun-1", "new-hands", "sun-99"], "pink": []}
    assert found(position(hands=hands)) == [
        ("REF-UNKNOWN", ("hands", "red", 2)),
        ("SET-2", ("hands", "red", 1)),
        ("REF-UNKNOWN", ("hands", "pink")),
    ]


@pytest.mark.parametrize(
    ("move", "code", "path"),
    [
        ({"play": "rain-6", "castle": "red"}, "WEA-2", ("castle",)),
        ({"play": "sun-joker"}, "WEA-7", ("play",)),
        ({"play": "storm"}, "WEA-7", ("play",)),
        ({"play": "rainbow"}, "WEA-7", ("play",)),
        ({"play": "new-hands"}, "TURN-4", ("play",)),
        ({"play": "sun-6", "at": 7}, "WEA-1", ("at",)),
        ({"act": {"put": 17}}, "AIR-1", ("act", "put")),
        ({"act": {"oust": 6}}, "ACT-4", ("act", "oust")),
        ({"by": "blue", "act": {"oust": 6, "castle": "blue"}}, "ACT-4", ("act", "castle")),
        ({"play": "sun-66"}, "REF-UNKNOWN", ("play",)),
        ({"play": "sun-6", "towards": "n"}, "SCHEMA-TURN", ("towards",)),
        ({"play": "rainbow", "pass": True, "swap": [{"being": "red", "at": 6}] * 2}, "SCHEMA-TURN", ("pass",)),
        ({"by": "pink", "play": "sun-6"}, "REF-UNKNOWN", ("by",)),
        ({"play": "rain-6", "castle": "pink"}, "REF-UNKNOWN", ("castle",)),
        ({"play": "rainbow", "swap": [{"being": "pink", "at": 6}] * 2}, "REF-UNKNOWN", ("swap", 0, "being")),
        ({"act": {"put": 1, "build": 6}}, "SCHEMA-TURN", ("act",)),
        ({"act": {"castle": "red"}}, "SCHEMA-TURN", ("act",)),
        ({"at": 6}, "SCHEMA-TURN", ()),
        ({"by": "red"}, "SCHEMA-TURN", ()),
    ],
)
def test_wrong_moves_are_told_at_their_place(move: dict[str, Any], code: str, path: tuple[str, ...]) -> None:
    good = {"play": "sun-1", "act": {"put": 1}}
    other = "red" if move.get("by") == "blue" else "blue"
    assert found(position(moves=[{**good, "by": other}, move, good])) == [(code, ("moves", 1, *path))]


def test_the_first_illegal_move_and_nothing_after_it() -> None:
    moves = [{"act": {"build": 6}}, {"by": "blue", "act": {"build": 6}}, {"play": "sun-1"}]
    result = evaluate_position(REALM, position(moves=moves)).as_dict()
    assert result["illegal"] == {"index": 1, "code": "ACT-3"}
    assert result["legal"] is False
    assert result["fields"] == [{"at": 6, "clouds": 2, "castles": ["red", "red"], "beings": {"blue": 4}}]


def test_turn_1_turn_2_act_5_one_card_and_one_action_a_turn() -> None:
    fields = [{"at": 6, "clouds": 3, "beings": {"red": 6}}]
    build, put = {"act": {"build": 6}}, {"act": {"put": 1}}
    play = {"play": "sun-1"}
    cases = [([play, play], "TURN-1"), ([build, put], "TURN-2"), ([build, build], "ACT-5")]
    for moves, code in cases:
        result = evaluate_position(REALM, position(fields=fields, moves=moves))
        assert result.illegal is not None
        assert (result.illegal[0], result.illegal[1].code) == (1, code)
    fine = [play, build, {**play, **build}, {"by": "blue", **put}, build]
    assert evaluate_position(REALM, position(fields=fields, moves=fine)).legal is True


def test_turn_1_a_known_hand_is_kept_to() -> None:
    hands = {"red": ["sun-1", "sun-2"]}
    moves = [{"play": "sun-1", "act": {"put": 1}}, {"play": "sun-1"}]
    result = evaluate_position(REALM, position(hands=hands, moves=moves))
    assert result.illegal is not None
    assert (result.illegal[0], result.illegal[1].code) == (1, "TURN-1")


@pytest.mark.parametrize(
    "expect",
    [
        {"legal": False},
        {"illegal": {"index": 0}},
        {"winner": "red"},
        {"ranking": {"red": 2, "blue": 1}},
        {"clouds": 17},
        {"fields": [{"at": 6, "clouds": 1}]},
        {"fields": [{"at": 6, "castles": ["blue"]}]},
        {"fields": [{"at": 6, "beings": {"red": 2}}]},
    ],
)
def test_a_claim_that_does_not_hold_is_told(expect: dict[str, Any]) -> None:
    result = evaluate_position(REALM, position(expect=expect))
    assert result.expected is False
    assert [finding.code for finding in result.findings] == ["REF-EXPECT"]
    assert result.findings[0].path[:2] == ("expect", next(iter(expect)))


def test_an_illegal_move_that_was_not_claimed_is_told_twice() -> None:
    result = evaluate_position(REALM, position(moves=[{"play": "storm", "towards": "ne"}], expect={"legal": True}))
    assert [finding.code for finding in result.findings] == ["WEA-4", "REF-EXPECT"]


# --- records -----------------------------------------------------------------------------------------------


@pytest.fixture
def record() -> dict[str, Any]:
    """A whole random game."""
    steps = list(random_game(3, seed=11))
    return record_of(steps[0][0], [move for _, move, _ in steps])


def test_the_json_of_a_replay(record: dict[str, Any]) -> None:
    assert not list(validator("record").iter_errors(record))
    answer = replay(REALM, record).as_dict()
    assert list(answer) == [
        "legal", "illegal", "winners", "ended", "by", "turns", "ranking", "draw_pile", "played_pile",
    ]  # fmt: skip
    assert answer["legal"] is True
    assert (answer["ended"], answer["by"], answer["turns"]) == ("castles", "END-1", len(record["turns"]))
    assert answer["ranking"][0] == {**answer["ranking"][0], "player": answer["winners"][0], "rank": 1, "castles": 4}
    assert answer["draw_pile"] + len(answer["played_pile"]) == 65 - 8


def test_end_1_a_turn_after_the_end_is_illegal(record: dict[str, Any]) -> None:
    turns = len(record["turns"])
    record["turns"].append(record["turns"][-1])
    result = replay(REALM, record)
    assert (result.legal, result.illegal) == (False, (turns, "END-1"))
    assert result.findings[0].path == ("turns", turns)


def test_an_unfinished_game_has_no_winner(record: dict[str, Any]) -> None:
    record["turns"] = record["turns"][:10]
    answer = replay(REALM, record).as_dict()
    assert (answer["legal"], answer["winners"], answer["ended"], answer["by"], answer["turns"]) == (
        True,
        [],
        None,
        None,
        10,
    )


def test_an_illegal_turn_stops_the_replay(record: dict[str, Any]) -> None:
    record["turns"][5]["act"] = {"move": [1, 16]}
    result = replay(REALM, record)
    assert (result.legal, result.illegal) == (False, (5, "ACT-2"))
    assert result.findings[0].path == ("turns", 5, "act", "move")
    assert result.as_dict()["turns"] == 5


def test_a_turn_that_is_wrong_as_data(record: dict[str, Any]) -> None:
    record["turns"][5]["play"] = "snow"
    result = replay(REALM, record)
    assert (result.legal, result.illegal) == (None, None)
    assert (result.findings[0].code, result.findings[0].path) == ("REF-UNKNOWN", ("turns", 5, "play"))


def test_turn_3_missing_and_wrong_shuffles(record: dict[str, Any]) -> None:
    del record["seed"], record["shuffles"]
    missing = replay(REALM, record)
    assert missing.legal is None
    assert missing.findings[0].code == "TURN-3"
    wrong = replay(REALM, {**record, "shuffles": [["storm"]]})
    assert wrong.findings[0].path == ("shuffles", 0)
    assert "TURN-3" in [finding.code for finding in wrong.findings]


def test_turn_3_shuffles_that_nobody_needs_are_told(record: dict[str, Any]) -> None:
    deck = [card for card in record["deck"] if card != "new-hands"]
    result = replay(REALM, {**record, "deck": deck, "turns": [], "shuffles": [["storm"], ["sun-1"]]})
    assert [(finding.code, finding.path) for finding in result.findings] == [
        ("AIR-4", ("deck",)),
        ("TURN-3", ("shuffles", 0)),
    ]
    assert result.legal is True


def test_the_set_up_of_a_record(record: dict[str, Any]) -> None:
    def codes(**changes: Any) -> list[tuple[str, tuple[str | int, ...]]]:
        return [(finding.code, finding.path) for finding in replay(REALM, {**record, **changes}).findings]

    assert codes(players=["red"]) == [("SET-1", ("players",))]
    assert codes(deck=["sun-1"] * 9) == [("TURN-5", ("deck",))]
    assert codes(deck=["sun-1", "snow"]) == [("REF-UNKNOWN", ("deck", 1))]
    assert codes(shuffles=[["snow"]]) == [("REF-UNKNOWN", ("shuffles", 0, 0))]
    bare = {key: value for key, value in record.items() if key not in ("deck", "seed")}
    assert [(finding.code, finding.path) for finding in replay(REALM, bare).findings] == [("SET-1", ())]


def test_claims_about_a_record(record: dict[str, Any]) -> None:
    winner = replay(REALM, record).as_dict()["winners"]
    assert judge_record(REALM, {**record, "expect": {"winners": winner, "legal": True}}).expected is True
    wrong = judge_record(REALM, {**record, "expect": {"turns": 1}})
    assert (wrong.expected, [finding.code for finding in wrong.findings]) == (False, ["REF-EXPECT"])
    record["turns"][3]["play"] = "storm"
    record["turns"][3].update(towards="ne", at=None)
    del record["turns"][3]["at"]
    meant = judge_record(REALM, {**record, "expect": {"illegal": {"turn": 3}}})
    assert meant.expected in (True, None)


def test_a_game_told_in_sentences(record: dict[str, Any]) -> None:
    result = replay(REALM, record)
    lines = [line for report in result.reports for line in turn_lines(report)]
    assert lines[-1].endswith("wins (END-1)")
    for part in ("plays Sun ", "places a being on field", "builds a castle on field", "draws ", "shuffled into a new"):
        assert any(part in line for line in lines), part
    drawn = [line for line in lines if line.startswith("draws")]
    assert len(drawn) == len(result.reports) - 1
    story = judge_record(REALM, record).as_text()
    assert story.count("\n") > len(result.reports)
    assert "the game is not over" not in story


def test_a_record_of_a_position_that_was_put_up() -> None:
    fields = [{"at": 2, "clouds": 1, "castles": [], "beings": {"red": 2}}]
    turn = {"play": "sun-7", "act": {"build": 2}}
    deck = ["sun-7", *(card for card in REALM.deck() if card != "sun-7")]
    data = {"players": ["red", "blue"], "deck": deck, "seed": 1, "setup": {"fields": fields}, "turns": [turn]}
    result = replay(REALM, data)
    assert result.legal is True
    report = result.reports[0]
    written = record_of(report.before, report.moves)
    assert written["setup"] == {"fields": fields}
    assert replay(REALM, written).as_dict() == result.as_dict()


@pytest.mark.parametrize(
    ("field", "code", "path"),
    [
        ({"at": 99, "clouds": 1}, "AIR-1", "setup.fields[0].at"),
        ({"at": 2, "clouds": 0, "castles": ["red"]}, "AIR-3", "setup.fields[0].castles"),
        ({"at": 2, "clouds": 4}, "AIR-2", "setup.fields[0].clouds"),
    ],
)
def test_what_cannot_be_put_up(field: dict[str, Any], code: str, path: str) -> None:
    result = replay(REALM, {"players": ["red", "blue"], "seed": 1, "setup": {"fields": [field]}, "turns": []})
    assert result.legal is None
    assert [(finding.code, path_text(finding.path)) for finding in result.findings] == [(code, path)]


def test_nobody_has_won_before_the_first_turn() -> None:
    fields = [{"at": at, "clouds": 2, "castles": ["red", "red"]} for at in (1, 2)]
    result = replay(REALM, {"players": ["red", "blue"], "seed": 1, "setup": {"fields": fields}, "turns": []})
    assert [finding.code for finding in result.findings] == ["END-1"]


# --- pictures ----------------------------------------------------------------------------------------------


COLOURS = yaml.safe_load((CARDS / "colours.yaml").read_text("utf-8"))["colours"]


def numbers(items: tuple[Item, ...]) -> list[str]:
    """Every text in a picture."""
    found = []
    for item in items:
        if isinstance(item, TextRun):
            found.append(item.text)
        elif isinstance(item, Group):
            found += numbers(item.items)
    return found


def test_a_part_of_the_board_shows_whole_numbers_only() -> None:
    """Half the number of a field that is cut off was left at the edge."""
    shown = board_page({"colours": COLOURS}, evaluate_position(REALM, position(detail=True)))
    assert shown is not None
    assert numbers(shown.items) == ["6", "7"]
    whole = board_page({"colours": COLOURS}, evaluate_position(REALM, position()))
    assert whole is not None
    assert len(numbers(whole.items)) == 16
