"""Hand-made games for the naive code: each shows one rule of TURN, SPL or END."""

from __future__ import annotations

from typing import Any

from naive import game
from naive.box import BOX
from naive.random_games import random_game, spoilt_game

Castles = dict[str, list[str | None]]

RAVEN_COLUMN: Castles = {"north": ["raven"], "east": ["rose"], "south": ["raven"], "west": ["rose"]}
SUN_COLUMN: Castles = {**RAVEN_COLUMN, "north": ["sun"], "south": ["sun"]}
APART: Castles = {"north": ["sun"], "east": ["sun"], "south": ["rose"], "west": ["raven"]}
FIRST_GAME = ["chop", "inspiration", "burning-crossing"]


def vine(row: int, col: int, facing: str) -> dict[str, Any]:
    return {"vine": {"at": [row, col], "facing": facing}}


def spell(name: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"spell": name, "steps": list(steps)}


def played(deck: str, *turns: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The result of a game of raven and rose on one field, unless told otherwise."""
    record = {
        "players": ["raven", "rose"],
        "castles": RAVEN_COLUMN,
        "deck": deck.split(),
        "spells": [FIRST_GAME, FIRST_GAME],
        "turns": list(turns),
    }
    return game.replay(BOX, {**record, **changes})


def end(outcome: dict[str, Any]) -> tuple[list[str], str | None, str | None, int]:
    assert outcome["legal"], outcome["illegal"]
    return outcome["winners"], outcome["ended"], outcome["by"], outcome["turns"]


def test_a_vine_that_connects_wins_at_once_and_nothing_is_drawn() -> None:
    outcome = played("stem stem stem stem", vine(0, 0, "n"))
    assert end(outcome) == (["raven"], "connected", "END-1", 1)
    assert outcome["draw_pile"] == 2
    assert outcome["connected"] == {("raven", "north-south")}


def test_the_others_family_wins_when_only_it_is_connected() -> None:
    assert end(played("stem stem stem stem", vine(0, 0, "e"))) == (["rose"], "connected", "END-1", 1)


def test_several_at_once() -> None:
    turns = vine(0, 0, "n"), vine(0, 0, "e")
    outcome = played("path-ends crossing stem stem", *turns, players=["raven", "heron"], castles=SUN_COLUMN)
    assert end(outcome) == (["rose", "sun"], "connected", "END-1", 2)
    outcome = played("path-ends crossing stem stem", *turns, castles=SUN_COLUMN)
    assert end(outcome) == (["rose"], "connected", "END-1", 2)


def test_edition_hu_lays_only_the_castles_of_the_players() -> None:
    outcome = played("stem stem stem", vine(0, 0, "n"), castles=SUN_COLUMN, edition="hu")
    assert outcome["illegal"] == {"turn": 0, "code": "GRO-2"}
    assert end(played("stem stem stem", vine(0, 0, "n"), castles=SUN_COLUMN))[0] == ["sun"]


def test_who_connects_by_a_spell_wins_at_the_start_of_the_next_turn() -> None:
    castles = {**RAVEN_COLUMN, "east": [None]}
    turns = [vine(0, 0, "e"), vine(0, 0, "n"), spell("burning-crossing", {"at": [0, 0], "facing": "e"})]
    deck = "path-ends path-ends stem stem stem stem"
    waiting = played(deck, *turns, castles=castles)
    assert end(waiting) == ([], None, None, 3)
    assert waiting["connected"] == {("raven", "north-south")}
    assert waiting["discard_pile"] == ["stem"]
    # The only field is sealed: the rose has to give up the vine (TURN-5), and then it is the raven's turn.
    assert played(deck, *turns, vine(0, 0, "n"), castles=castles)["illegal"] == {"turn": 3, "code": "GRO-5"}
    won = played(deck, *turns, {"discard": True}, castles=castles)
    assert end(won) == (["raven"], "pending-connection", "END-3", 4)
    late = played(deck, *turns, {"discard": True}, {"pass": True}, castles=castles)
    assert late["illegal"] == {"turn": 4, "code": "END-3"}
    assert late["winners"] == ["raven"]


def test_a_claim_stands_only_while_the_connection_does() -> None:
    castles = {"north": ["raven"], "east": [None], "south": ["raven"], "west": ["rose"]}
    three = [["twist", "inspiration", "burning-crossing"]] * 2
    # Two cards, both cut north to south; a quarter turn makes it one whole stem across a broken one.
    opening = [vine(0, 0, "n"), vine(0, 0, "e"), spell("twist", {"at": [0, 0]})]
    deck = "path-ends stem stem path-ends crossing crossing crossing"
    assert played(deck, *opening, castles=castles, spells=three)["connected"] == {("raven", "north-south")}
    cut = played(deck, *opening, vine(0, 0, "e"), castles=castles, spells=three)
    assert end(cut) == ([], None, None, 4)
    assert cut["connected"] == set()
    again = played(deck, *opening, vine(0, 0, "e"), vine(0, 0, "n"), castles=castles, spells=three)
    assert end(again) == (["raven"], "connected", "END-1", 5)


def test_a_spell_that_connects_others_ends_the_game_at_once() -> None:
    opening = [vine(0, 0, "n"), vine(0, 0, "e")]
    burn = spell("burning-crossing", {"at": [0, 0], "facing": "n"})
    deck = "path-ends path-ends stem stem stem"
    outcome = played(deck, *opening, burn)
    assert end(outcome) == (["rose"], "connected", "END-4", 3)  # although the raven is connected too
    assert outcome["connected"] == {("raven", "north-south"), ("rose", "east-west")}
    assert (outcome["draw_pile"], outcome["discard_pile"]) == (1, [])


def test_the_last_round_with_and_without_a_card() -> None:
    deck = "path-ends path-ends path-ends"
    turns = [vine(0, 0, "n"), vine(0, 0, "e"), vine(0, 0, "n")]
    assert end(played(deck, *turns[:2])) == ([], None, None, 2)
    assert end(played(deck, *turns)) == ([], "draw", "END-5", 3)
    assert played(deck, turns[0], {"pass": True})["illegal"] == {"turn": 1, "code": "END-5"}
    assert end(played(deck, turns[0], {"pass": True}, {"pass": True}, edition="hu"))[1] == "draw"
    assert played(deck, turns[0], spell("chop", {"at": [0, 0]}))["illegal"] == {"turn": 1, "code": "END-5"}

    inspired = spell("inspiration", {"card": "stem", "at": [0, 0], "facing": "n"})
    turns = [inspired, vine(0, 0, "e"), {"pass": True}]
    outcome = played("path-ends path-ends crossing stem", *turns, castles=APART)
    assert end(outcome) == ([], "draw", "END-5", 3)
    assert outcome["discard_pile"] == ["crossing", "path-ends"]  # TURN-4: the card that paid comes last
    assert played("stem stem stem", inspired, castles=APART)["illegal"] == {"turn": 0, "code": "SPL-10"}


def test_spells_are_cast_once_and_only_those_one_has() -> None:
    opening = [vine(0, 0, "n"), vine(0, 0, "e"), vine(0, 0, "n"), vine(0, 0, "e")]
    chop = spell("chop", {"at": [0, 0]})
    deck = " ".join(["path-ends"] * 12)
    twice = [*opening, chop, vine(0, 0, "n"), chop]
    assert played(deck, *twice)["illegal"] == {
        "turn": 5,
        "code": "GRO-4",
    }  # an upright card is open
    twice[5] = vine(0, 0, "e")
    assert played(deck, *twice)["illegal"] == {"turn": 6, "code": "TURN-3"}
    assert played(deck, *opening, spell("twist", {"at": [0, 0]}))["illegal"] == {"turn": 4, "code": "TURN-3"}
    assert played(deck, *opening, spell("chop"))["illegal"]["turn"] == 4
    assert played(deck, *opening, spell("chop", *chop["steps"] * 2))["illegal"]["turn"] == 4
    assert played(deck, {"discard": True})["illegal"] == {"turn": 0, "code": "TURN-5"}
    assert played(deck, {"pass": True})["illegal"] == {"turn": 0, "code": "TURN-2"}


def test_replant_takes_what_lay_on_the_pile_before_it_was_paid_for() -> None:
    three = [["inspiration", "replant", "chop"], ["replant", "chop", "twist"]]
    replant = spell("replant", {"at": [0, 0], "facing": "e"})
    deck = "bend stem tee-end crossing stem stem stem"
    assert played(deck, replant, castles=APART, spells=three)["illegal"] == {"turn": 0, "code": "SPL-10"}
    inspired = spell("inspiration", {"card": "tee-end", "at": [0, 0], "facing": "n"})
    outcome = played(deck, inspired, replant, castles=APART, spells=three)
    assert outcome["discard_pile"] == ["crossing", "stem"]  # the bend of the raven was taken


def test_green_thumb_lets_the_others_redraw_while_cards_last() -> None:
    three = [["green-thumb", "chop", "replant"]] * 3
    game_of_three: dict[str, Any] = {
        "players": ["raven", "rose", "heron"],
        "spells": three,
        "castles": APART,
    }
    plays = {"card": "stem", "at": [0, 0], "facing": "n"}, {"card": "bend", "at": [0, 0], "facing": "e"}
    deck = "tee-end tee-side crossing stem bend path-ends"
    one = played(deck, spell("green-thumb", {"redraw": ["heron"]}, *plays), **game_of_three)
    assert end(one)[3] == 1
    assert (one["draw_pile"], one["discard_pile"]) == (0, ["crossing", "tee-end"])
    for wrong in (["rose", "heron"], ["raven"]):  # only one card is left; nobody redraws on their own turn
        outcome = played(deck, spell("green-thumb", {"redraw": wrong}, *plays), **game_of_three)
        assert outcome["illegal"]["turn"] == 0
    both = played(deck + " stem", spell("green-thumb", {"redraw": ["rose", "heron"]}, *plays), **game_of_three)
    assert both["discard_pile"] == ["tee-side", "crossing", "tee-end"]
    skips = {"skip": True}, {"skip": True}
    assert not played(deck, spell("green-thumb", {"redraw": []}, *skips), **game_of_three)["legal"]
    kept = played(deck, spell("green-thumb", {"redraw": []}, *skips), **game_of_three, edition="hu")
    assert kept["discard_pile"] == ["stem", "bend", "tee-end"]


def test_rapid_growth_lays_two_cards_on_an_empty_field() -> None:
    three = [["rapid-growth", "chop", "inspiration"]] * 2
    castles = {"north": ["sun", None], "east": ["sun"], "south": ["rose", "heron"], "west": ["raven"]}
    rapid = spell("rapid-growth", {"at": [0, 0], "facing": "n"}, {"at": [0, 0], "facing": "w"})
    deck = "stem stem bend tee-end stem stem"
    assert end(played(deck, rapid, castles=castles, spells=three)) == ([], None, None, 1)
    occupied = played(deck, vine(0, 0, "e"), rapid, castles=castles, spells=three)
    assert occupied["illegal"]["turn"] == 1
    elsewhere = spell("rapid-growth", {"at": [0, 0], "facing": "n"}, {"at": [0, 1], "facing": "w"})
    assert played(deck, elsewhere, castles=castles, spells=three)["illegal"]["turn"] == 0


def test_random_games_replay_to_the_same_result_and_cover_the_rules() -> None:
    rare = {None, "END-1", "END-3", "END-4", "END-5", "vine", "discard", "pass", *BOX["spells"]}
    for seed in range(100):
        record, outcome = random_game(seed)
        assert game.replay(BOX, record) == outcome
        rare -= {outcome["by"], *(turn.get("spell", next(iter(turn))) for turn in record["turns"])}
        if not rare:
            break
    assert rare == set()


def test_spoilt_games_break_many_rules() -> None:
    rare = {"GRO-1", "GRO-2", "GRO-4", "TURN-2", "TURN-3", "TURN-5", "SPL-10", "END-5", "END-1"}
    for seed in range(150):
        outcome = game.replay(BOX, spoilt_game(seed))
        rare -= set() if outcome["legal"] else {outcome["illegal"]["code"]}
        if not rare:
            break
    assert rare == set()
