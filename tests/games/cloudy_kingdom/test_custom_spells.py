"""What stays true whatever spell is cast: random spells in random games."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from typing import Any

from chance import examples
from games.cloudy_kingdom.box import make_kingdom, random_game
from games.cloudy_kingdom.spell_strategy import Effect, places_itself, spell_data, spells
from games.cloudy_kingdom.test_invariants import counted
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.steps import ROW_OF, STEPS, every_step, parse_steps
from cloudy_pnp.cloudy_kingdom.rules.board import standing, upright
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import choice_problem, choices
from cloudy_pnp.cloudy_kingdom.rules.state import GameState, Move, PlayVine
from cloudy_pnp.cloudy_kingdom.rules.turns import apply
from cloudy_pnp.cloudy_kingdom.scenarios.ascii import board_picture, turn_lines
from cloudy_pnp.cloudy_kingdom.scenarios.record import record_of, replay
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.workspace.home import home_of

# `SPELL_GAMES=2000 pytest …` plays so many games.
EXAMPLES = int(os.environ.get("SPELL_GAMES", examples(40)))
THREE = st.lists(spells(), min_size=3, max_size=3)
SCHEMA = Schema.load(home_of("cloudy-kingdom").schemas, "spells")


def whole_game(effects: list[Effect], seed: int) -> tuple[list[GameState], list[Move]]:
    """A random game in which everybody holds the custom spells, with every position in it."""
    kingdom = make_kingdom({f"own-{index}": effect for index, effect in enumerate(effects)})
    begin, moves, _ = random_game(random.Random(seed), kingdom, held=[f"own-{index}" for index in range(len(effects))])
    states = [begin]
    for move in moves:
        states.append(apply(states[-1], move))
    return states, moves


SEEDS = (13, 24, 54)  # games in which spells and cards meet both protections
PROTECTING: list[Effect] = [
    [{"remove": {"which": "top", "to": "box"}}],
    [{"protect": {"against": "cards"}}],
    [{"protect": {"against": "spells"}}],
]


def assert_sound(before: GameState, move: Move, after: GameState) -> None:
    """What holds for every position, and from one to the next."""
    assert counted(after) == counted(before)
    assert after.connected == standing(after.board)
    assert after.board.guarded == frozenset().union(*after.guards)
    assert after.board.warded == frozenset().union(*after.wards)
    protected = before.board.guarded if isinstance(move, PlayVine) else before.board.warded
    assert all(number >= 0 for number in after.misses)
    for field in after.board.fields():
        stack, old = after.board.stack(field), before.board.stack(field)
        assert all(upright(one.facing) != upright(other.facing) for one, other in pairwise(stack))
        assert not any(card.sealed for card in stack[:-1])
        if (old and old[-1].sealed) or field in protected:
            assert stack == old


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(THREE, st.integers(0, 2**32))
def test_no_spell_breaks_the_game(effects: list[Effect], seed: int) -> None:
    """GEO-5, SPL-3 and the number of cards hold after every choice; records give the same game again."""
    states, moves = whole_game(effects, seed)
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        assert_sound(before, move, after)
        if before.casting:
            offered = choices(before)
            assert offered
            assert len(offered) == len(set(offered))
            assert all(choice_problem(before, choice) is None for choice in offered[:: max(1, len(offered) // 5)])
    begin, final = states[0], states[-1]
    data: dict[str, Any] = record_of(begin, moves)
    result = replay(begin.setting.kingdom, data)
    assert (result.legal, result.findings) == (True, ())
    assert result.final == final
    assert [report.moves for report in result.reports] == _by_turn(moves, states)
    assert all(turn_lines(report) for report in result.reports)
    assert board_picture(final.board)


def test_a_field_is_protected_from_vine_cards_or_from_spells() -> None:
    """Each protection holds against what it names, and against nothing else: games in which both are seen."""
    seen = set[str]()
    for seed in SEEDS:
        states, moves = whole_game(PROTECTING, seed)
        for (before, after), move in zip(pairwise(states), moves, strict=True):
            assert_sound(before, move, after)
            changed = {field for field in after.board.fields() if after.board.stack(field) != before.board.stack(field)}
            if changed & before.board.guarded:
                seen.add("a spell changes what is protected from cards")
            if changed & before.board.warded:
                seen.add("a card changes what is protected from spells")
    assert len(seen) == 2


def _by_turn(moves: list[Move], states: list[GameState]) -> list[tuple[Move, ...]]:
    turns: list[list[Move]] = []
    for move, before in zip(moves, states, strict=False):
        if before.casting is None:
            turns.append([])
        turns[-1].append(move)
    return [tuple(turn) for turn in turns]


@settings(max_examples=examples(100))
@given(spells())
def test_random_spells_are_sound(effect: Effect) -> None:
    """The strategy keeps its promise: the schema and the checks find no error."""
    assert SCHEMA.findings({"spells": [spell_data("own", effect)]}) == []
    errors = [
        finding for finding in effect_findings(effect, places_itself(effect)) if finding.severity is Severity.ERROR
    ]
    assert errors == []
    assert parse_steps(effect)


def test_random_spells_use_every_step() -> None:
    """A strategy that never makes some step would prove nothing about it."""
    seen: set[str] = set()

    @settings(max_examples=200, database=None, derandomize=True)
    @given(spells())
    def look(effect: Effect) -> None:
        seen.update(ROW_OF[type(step)].name for step, _ in every_step(parse_steps(effect)))

    look()
    assert seen == set(STEPS)
