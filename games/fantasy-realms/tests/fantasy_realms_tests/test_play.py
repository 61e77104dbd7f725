"""Whole games: the rules of play, records that replay, players and many games."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from cli.command import call
from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from fantasy_realms.model.realm import base_realm
from fantasy_realms.play.simulate import Table
from fantasy_realms.play.state import (
    Draw,
    Keep,
    Move,
    Put,
    State,
    Stop,
    Take,
    Trade,
    Variant,
    apply,
    broken_rule,
    drafting,
    legal_moves,
    offered,
    outcome,
    start,
    turns_as_data,
)
from fantasy_realms.scenarios.record import replay

REALM = base_realm()
CARDS = list(REALM.cards)


def cards_of(state: State) -> list[str]:
    return sorted([*state.pile, *state.display, *state.drawn, *(card for hand in state.hands for card in hand)])


@pytest.mark.parametrize(
    ("variant", "players", "ends"), [("standard", 3, 10), ("standard", 6, 10), ("two", 2, 12), ("chaos", 7, 0)]
)
def test_random_games_keep_the_invariants(variant: Variant, players: int, ends: int) -> None:
    for seed in range(3 if variant == "chaos" else 12):
        chance = Random(seed)
        state = start(players, chance.sample(CARDS, 53), variant)
        moves = 0
        while state.phase != "over" and moves < 2000:
            legal = legal_moves(state)
            assert legal
            assert all(broken_rule(state, move) is None for move in legal[:50])
            state = apply(state, Stop() if moves > 40 and variant == "chaos" else chance.choice(legal))
            moves += 1
            assert cards_of(state) == sorted(CARDS)
        assert state.phase == "over"
        assert [len(hand) for hand in state.hands] == [7] * players
        assert len(state.display) >= ends
        if variant == "standard":
            assert len(state.display) == 10
        assert legal_moves(state) == []
        assert broken_rule(state, Draw()) is not None


def test_the_first_card_comes_from_the_pile() -> None:
    state = start(3, CARDS)
    assert legal_moves(state) == [Draw()]
    assert state.hands[1] == tuple(CARDS[7:14])


@pytest.mark.parametrize(
    ("players", "variant"), [(2, "standard"), (7, "standard"), (3, "two"), (8, "chaos"), (2, "chaos")]
)
def test_numbers_of_players(players: int, variant: Variant) -> None:
    with pytest.raises(UserError):
        start(players, CARDS, variant)


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ([Take("king")], "PLAY-2"),
        ([Put("mountain")], "PLAY-2"),
        ([Draw(), Draw()], "PLAY-2"),
        ([Draw(), Put("dragon")], "PLAY-2"),
        ([Draw(), Put("mountain"), Take("cavern")], "PLAY-2"),
        ([Keep("king")], "PLAY-2"),
        ([Stop()], "PLAY-2"),
    ],
)
def test_illegal_moves(moves: list[Move], code: str) -> None:
    state = start(3, CARDS)
    for move in moves[:-1]:
        state = apply(state, move)
    problem = broken_rule(state, moves[-1])
    assert problem is not None
    assert problem.code == code
    with pytest.raises(ValueError, match=code):
        apply(state, moves[-1])


def test_two_players_draft() -> None:
    state = start(2, CARDS, "two")
    assert legal_moves(state) == [Draw()]
    state = apply(state, Draw())
    assert legal_moves(state) == [Keep("mountain"), Keep("cavern")]
    state = apply(state, Keep("cavern"))
    assert (state.display, state.hands, state.turn) == (("mountain",), (("cavern",), ()), 1)
    state = apply(state, Take("mountain"))
    assert (state.display, state.hands, state.turn, state.phase) == ((), (("cavern",), ("mountain",)), 0, "take")


def test_a_draft_of_draws_only_ends_the_game() -> None:
    """PLAY-6: fourteen cards lie in the display when both have seven."""
    state = start(2, CARDS, "two")
    while state.phase != "over":
        assert drafting(state)
        state = apply(state, Draw())
        state = apply(state, Keep(state.drawn[0]))
    assert len(state.display) == 14


def test_a_trade() -> None:
    state = apply(start(3, CARDS, "chaos"), Trade(0, "mountain", 2, CARDS[14]))
    assert CARDS[14] in state.hands[0]
    assert "mountain" in state.hands[2]
    assert offered(state) == tuple(CARDS[21:24])
    assert broken_rule(state, Trade(0, "mountain", 1, CARDS[7])) is not None
    assert broken_rule(state, Trade(1, CARDS[7], 1, CARDS[8])) is not None


def test_the_necromancer_chooses_at_the_end() -> None:
    hand = ("necromancer", "warlord")
    over = State("standard", (hand, ("king",), ("queen",)), (), ("knights", "wildfire"), phase="over")
    assert outcome(REALM, over).scores[0].choices == {"necromancer": "knights"}
    chaos = State("chaos", (hand, ("king",), ("queen",)), ("swamp", "wildfire", "candle", "dragon"), phase="over")
    assert outcome(REALM, chaos).scores[0].choices == {"necromancer": "wildfire"}


def test_ties_are_won_with_less_strength() -> None:
    over = State("standard", (("king",), ("magic-wand", "fountain-of-life"), ("bell-tower",)), (), (), phase="over")
    assert outcome(REALM, over).winners == (0, 2)
    over = State("standard", (("cavern",), ("fire-elemental", "world-tree"), ("shapeshifter",)), (), (), phase="over")
    assert [score.total for score in outcome(REALM, over).scores] == [6, 56, 0]
    over = State("standard", (("elven-archers", "smoke"), ("knights",), ("hydra",)), (), (), phase="over")
    assert [score.rank for score in outcome(REALM, over).scores] == [(15, -10), (12, -20), (12, -12)]


@pytest.mark.parametrize("variant", ["standard", "two", "chaos"])
def test_a_record_replays(variant: Variant) -> None:
    players = ("random",) * (2 if variant == "two" else 3)
    table = Table(REALM, players, seed=5, variant=variant)
    record = json.loads(json.dumps(table.record(3)))
    again = replay(REALM, record)
    *_, state = table.game(3)
    assert again.findings == ()
    assert again.final is not None
    assert again.final.state == state
    shown = again.as_dict()
    assert shown["legal"] is True
    assert shown["ended"] == ("time" if variant == "chaos" else "display")
    assert len(shown["totals"]) == len(players)
    assert shown["winners"]


RECORD: dict[str, Any] = {"game": "fantasy-realms", "players": ["a", "b", "c"], "deck": CARDS, "turns": []}


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"deck": [*CARDS, "king"]}, "HAND-1", ("deck", 53)),
        ({"deck": ["kign"]}, "REF-CARD", ("deck", 0)),
        ({"deck": CARDS[:20]}, "PLAY-1", ("players",)),
        ({"players": ["a"]}, "PLAY-1", ("players",)),
        ({"turns": [{"take": "pile"}]}, "SCHEMA-RECORD", ("turns", 0)),
        ({"turns": [{"take": "king"}]}, "SCHEMA-RECORD", ("turns", 0)),
        ({"turns": [{"take": "pile", "put": "kign"}]}, "SCHEMA-RECORD", ("turns", 0)),
        ({"turns": [{"take": "king", "put": "king"}]}, "PLAY-2", ("turns", 0)),
        ({"turns": [{"take": "pile", "put": "dragon"}]}, "PLAY-2", ("turns", 0)),
        ({"turns": [{"stop": True}]}, "PLAY-2", ("turns", 0)),
    ],
)
def test_wrong_records(change: dict[str, Any], code: str, path: tuple[str | int, ...]) -> None:
    result = replay(REALM, RECORD | change)
    assert [(finding.code, finding.path) for finding in result.findings] == [(code, path)]
    assert result.as_dict()["legal"] is (False if code == "PLAY-2" else None)


def test_turns_as_data() -> None:
    state = start(3, CARDS)
    assert turns_as_data(state, [Draw(), Put("mountain"), Take("mountain"), Put("mountain")]) == [
        {"take": "pile", "put": "mountain"},
        {"take": "mountain", "put": "mountain"},
    ]


def test_greedy_beats_random_and_games_depend_on_their_number_only() -> None:
    table = Table(REALM, ("random", "greedy", "random"), seed=11)
    results = table.play(0, 8)
    assert (table.play(4, 2)["totals"] == results["totals"][4:6]).all()
    totals = results["totals"].mean(axis=0)
    assert totals[1] > max(totals[0], totals[2])
    assert results["won"].sum() == pytest.approx(results["over"].sum())


def test_looking_ahead_plays_legally() -> None:
    for variant, players in (("standard", 3), ("two", 2), ("chaos", 3)):
        table = Table(REALM, ("look-ahead",) * players, seed=2, variant=variant)  # type: ignore[arg-type]
        *_, state = table.game(0)
        assert state.phase == "over"


def test_ctrl_c_reports_the_games_that_were_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of those who look ahead takes long: each one counts when it is over."""

    def stopped_in_the_third(table: Table, first: int, count: int) -> Any:
        if first + count > 2:
            raise KeyboardInterrupt
        return play(replace(table, players=("random",) * 3), first, count)

    play = Table.play
    monkeypatch.setattr(Table, "play", stopped_in_the_third)
    words = ("simulate", "--game", "fantasy-realms", "--players", "look-ahead,look-ahead,look-ahead", "--games", "50")
    result = call(*words, "--workers", "1", "--format", "json")
    report = json.loads(result.out)
    assert (result.code, report["interrupted"], report["tables"][0]["games"]) == (130, True, 2)
    assert report["command"].split()[2:4] == ["--game", "fantasy-realms"]


def test_unknown_players() -> None:
    with pytest.raises(UserError, match="greedy"):
        Table(REALM, ("gredy", "random", "random"))
