"""SPL-13: custom spells are tried out by playing, and what they do wrong is told."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from games.cloudy_kingdom.box import KINGDOM, make_kingdom
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.checks import trial
from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.checks.trial import Positions, trial_findings, try_spell
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom, Layout, castles_from_data
from cloudy_pnp.cloudy_kingdom.rules.board import FAR, Board, Placed, remaining, standing
from cloudy_pnp.cloudy_kingdom.rules.growth import Options, legal_placements
from cloudy_pnp.cloudy_kingdom.rules.state import GameState, Move
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.core.problems import Severity

PLAY = {"from": "drawn", "count": "all", "where": "growth", "may": True}


def messages(kingdom: Kingdom, spell: str) -> list[str]:
    findings = trial_findings(kingdom, spell, Positions(kingdom))
    assert all(finding.code == "SPL-13" and finding.severity is Severity.WARNING for finding in findings)
    return [finding.message for finding in findings]


def test_the_spells_of_the_rules_are_sound() -> None:
    positions = Positions(KINGDOM)
    for spell in KINGDOM.spells:
        result = try_spell(KINGDOM, spell, positions)
        assert result.casts >= 100, spell
        assert result.changed == result.casts, spell
        assert result.connected < result.casts, spell
        assert not result.broken, spell


def test_a_spell_that_nobody_can_cast() -> None:
    kingdom = make_kingdom({"greedy": [{"draw": 9}] * 6})
    [message] = messages(kingdom, "greedy")
    assert message.startswith("no player could cast this spell in ")


def test_a_spell_that_does_nothing() -> None:
    [message] = messages(make_kingdom({"idle": [{"take": {"from": "discard", "which": "top"}}]}), "idle")
    assert message.startswith("this spell does nothing: it was cast in ")


def test_a_condition_that_is_never_so_is_what_is_told() -> None:
    """The steps are sound: a family is behind only while another waits for its turn to win."""
    effect = [{"only-if": {"what": "connections-behind", "at-least": 1, "steps": [{"extra-turn": "self"}]}}]
    [message] = messages(make_kingdom({"behind": effect}), "behind")
    assert "this spell changed nothing: its only-if was never met" in message


def test_a_spell_that_seldom_does_something_is_sound() -> None:
    """Late in a game the condition holds: the trial goes on until it has seen that."""
    effect = [{"only-if": {"what": "draw-pile", "at-most": 9, "steps": [{"miss-turn": "next"}]}}]
    assert messages(make_kingdom({"late": effect}), "late") == []


def on_one_field(kingdom: Kingdom) -> Kingdom:
    """A board of one field, where a single card connects two castles."""
    castles = castles_from_data({"north": ["sun"], "east": ["rose"], "south": ["sun"], "west": ["rose"]})
    return replace(kingdom, layouts={"tiny": Layout("tiny", 1, 1, (2,), castles)})


def test_a_spell_that_always_wins() -> None:
    kingdom = on_one_field(make_kingdom({"beans": [{"draw": 9}, {"play": PLAY}]}))
    [message] = messages(kingdom, "beans")
    assert message.startswith("this spell always wins: in each of ")


@pytest.mark.parametrize(
    "effect",
    [
        [{"move": {"which": "top", "where": "growth"}}] * 20
        + [{"repeat": {"times": 4, "steps": [{"move": {"which": "top", "where": "on-card"}}] * 9}}] * 2,
        [{"repeat": {"times": 4, "steps": [{"draw": 9}, {"play": PLAY}]}}],
    ],
)
def test_the_longest_spells_are_tried_too(effect: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As many steps as a spell may have, and no time that grows with them."""
    assert all(finding.severity is not Severity.ERROR for finding in effect_findings(effect, has_face=False))
    counts = Counter[str]()

    def counted(state: GameState) -> list[Move]:
        moves = legal_moves(state)
        counts["options"] += len(moves)
        return moves

    kingdom = make_kingdom({"long": effect})
    positions = list(Positions(kingdom))
    monkeypatch.setattr(trial, "legal_moves", counted)
    result = try_spell(kingdom, "long", positions)
    assert result.casts > 0
    assert not result.broken
    assert counts["options"] < 120_000


def test_a_board_that_is_too_large_is_not_tried() -> None:
    families = [f"family-{number}" for number in range(9)]
    sides = {side: families[at:] + families[:at] for at, side in enumerate(("north", "east", "south", "west"))}
    large = Layout("large", 9, 9, (2,), castles_from_data(sides))
    assert list(Positions(replace(KINGDOM, layouts={"large": large}))) == []


def test_a_mistake_of_the_engine_would_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets_a_card(state: GameState, move: Move) -> GameState:
        after = apply(state, move)
        return replace(after, box=after.box[:-1])

    positions = list(Positions(KINGDOM))[:20]
    monkeypatch.setattr(trial, "apply", forgets_a_card)
    [finding] = trial_findings(KINGDOM, "twist", positions)
    assert finding.severity is Severity.ERROR
    assert "a card has appeared or disappeared" in finding.message


def test_positions_are_the_same_each_time_and_for_whatever_spells_there_are() -> None:
    other = make_kingdom({"idle": [{"look": {"from": "draw-pile", "count": 2, "sort": True}}]})
    boards = [state.board for state in Positions(KINGDOM)]
    assert boards == [state.board for state in Positions(other)]
    assert len(boards) > 300
    players = {(len(state.setting.players), state.setting.edition.id) for state in Positions(KINGDOM)}
    assert players == {(number, edition) for number in (2, 3, 4) for edition in ("2023", "hu")}


def test_remaining_is_0_exactly_for_connected_families() -> None:
    for state in list(Positions(KINGDOM))[::7]:
        connected = {family for family, _ in standing(state.board)}
        for family in state.setting.players:
            assert (remaining(state.board, family) == 0) == (family in connected)


def test_one_card_brings_a_family_at_most_two_nearer() -> None:
    """A card on an empty field can make a corner cheaper by one and be one itself."""
    for state in list(Positions(KINGDOM))[::60]:
        family, board = state.family, state.board
        near = remaining(board, family)
        for card in ("crossing", "stem"):
            face = KINGDOM.face(card)
            for field, facing in legal_placements(board, face, Options()):
                after = board.placed(field, Placed(card, face, facing))
                assert near - remaining(after, family) <= 2


def test_remaining_counts_cards() -> None:
    sides = {"north": ["sun", None], "east": ["rose", None], "south": [None, "sun"], "west": [None, "rose"]}
    board = Board.empty(2, 2, castles_from_data(sides))
    assert remaining(board, "sun") == 5  # one straight on, and round two corners
    assert remaining(board, "raven") == FAR
    assert remaining(replace(board, guarded=frozenset(board.fields())), "sun") == FAR


# --- steps that do nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "path"),
    [
        ([{"extra-turn": "self"}, {"protect": {"against": "everything"}}], ("effect", 1)),
        (
            [
                {"give": "chosen"},
                {
                    "only-if": {
                        "what": "hand-ends",
                        "at-least": 1,
                        "steps": [{"look": {"from": "draw-pile", "count": 2, "sort": True}}, {"draw": 1}],
                    }
                },
            ],
            ("effect", 1),
        ),
        (
            [
                {"extra-turn": "self"},
                {
                    "repeat": {
                        "times": 2,
                        "steps": [
                            {"protect": {"against": "everything"}},
                            {"look": {"from": "draw-pile", "count": 2, "sort": True}},
                        ],
                    }
                },
            ],
            ("effect", 1, "repeat", "steps", 0),
        ),
        (
            [
                {
                    "choose": [
                        [{"swap": {"which": "stacks"}}],
                        [
                            {"take": {"from": "discard", "which": "top"}},
                            {"look": {"from": "draw-pile", "count": 2, "sort": True}},
                        ],
                    ]
                }
            ],
            ("effect", 0, "choose", 1, 0),
        ),
    ],
)
def test_a_step_without_which_nothing_changes(effect: list[Any], path: tuple[Any, ...]) -> None:
    """The cause is reported once: not the steps inside a block that does nothing."""
    kingdom = make_kingdom({"odd": effect})
    [finding] = trial_findings(kingdom, "odd", Positions(kingdom))
    assert finding.path == path and finding.severity is Severity.WARNING
    assert "does nothing here" in finding.message and "had the same result without it" in finding.message


@pytest.mark.parametrize(
    "effect",
    [
        [{"draw": 2}, {"play": {**PLAY, "count": 1}}, {"discard": {"from": "drawn"}}],  # discarded anyway, but said
        [{"say": {"en": "Sing"}}],
        [{"only-if": {"what": "coin", "at-least": 1, "steps": [{"swap": {"which": "stacks"}}, {"forbid": "spells"}]}}],
        [{"take": {"from": "board", "which": "last"}}, {"keep": "taken"}, {"pass": "left"}],
    ],
)
def test_a_step_that_does_something_or_that_people_read(effect: list[Any]) -> None:
    kingdom = make_kingdom({"fine": effect})
    assert trial_findings(kingdom, "fine", Positions(kingdom)) == []
