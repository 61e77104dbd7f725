"""The compiled players at a table: from any position, knowing no more than the player does."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from chance import SEED, examples
from games.cloudy_kingdom.sim.identity import with_custom_spells
from msgspec.structs import replace

from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom, Spell
from cloudy_pnp.cloudy_kingdom.model.steps import parse_steps
from cloudy_pnp.cloudy_kingdom.present.table import PLAY
from cloudy_pnp.cloudy_kingdom.rules.state import CastSpell, GameState, PlayVine, UnseenCards
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.cloudy_kingdom.sim import SimulationConfig, Simulator
from cloudy_pnp.cloudy_kingdom.sim.at_table import NotSimulated, ahead, greedy, ground_of, position_of
from cloudy_pnp.cloudy_kingdom.sim.deal import Chance
from cloudy_pnp.cloudy_kingdom.sim.play import next_move
from cloudy_pnp.cloudy_kingdom.sim.reference import pick_greedy
from cloudy_pnp.i18n.localized import Localized

# with blocks, with cards that are drawn, taken and stolen, with fields that are protected, with faces that change
THREES = [
    ("storm", "crossroads", "moods"),
    ("hedge", "second-thoughts", "mend-all"),
    ("robbery", "guarded", "underdog"),
    ("regret", "exchange", "toss"),
    ("silence", "plug", "twins"),
]


@pytest.fixture(scope="module")
def kingdom() -> Kingdom:
    """The shipped game."""
    game: Kingdom = load("cloudy-kingdom")
    return game


def wandering(begin: GameState, seed: int) -> Iterator[GameState]:
    """Every position of a game in which anything is played."""
    state, rng = begin, random.Random(seed)
    while state.ending is None:
        yield state
        state = apply(state, rng.choice(legal_moves(state)))


@pytest.mark.fuzz
def test_goes_on_from_any_position_as_the_readable_player(kingdom: Kingdom) -> None:
    """The greedy player tells positions apart by every number in them: in turns, and in the middle of spells with all
    kinds of steps and blocks."""
    casting = turns = 0
    custom = with_custom_spells(kingdom)
    for number, spells in enumerate(THREES * examples(1)):
        table = ("random",) * (2 + number % 3)
        config = SimulationConfig(table, 1 + SEED, spells=spells, growth=("edges", "vines")[number % 2])
        begin = Simulator(custom, config).begin(number)
        ground = ground_of(begin, "greedy")
        for state in wandering(begin, number):
            moves = legal_moves(state)
            if isinstance(moves[0], UnseenCards) or (state.casting is None and state.turns % 9):
                continue
            index = next_move(ground.t, ground.sizes, position_of(ground, state), seed=state.turns)
            assert index == pick_greedy(state, moves, Chance(state.turns, 0)), (number, state.turns, state.casting)
            casting, turns = casting + (state.casting is not None), turns + (state.casting is None)
    assert casting > 15 and turns > 5


def test_does_not_peek(kingdom: Kingdom) -> None:
    """Whatever the others hold and however the pile lies, as long as the player cannot know, the move is the same."""
    begin = PLAY.start(kingdom, 3, 5)
    for state in [*wandering(begin, 1)][4:16:4]:
        if state.casting is None:
            hidden = [*(state.hands[player] for player in state.others()), *state.draw_pile]
            hidden.reverse()
            hands = list(state.hands)
            for player in state.others():
                hands[player] = hidden.pop(0)
            other = replace(state, hands=tuple(hands), draw_pile=tuple(card for card in hidden if card))
            assert other.hands != state.hands
            assert ahead(other, legal_moves(other), 3) == ahead(state, legal_moves(state), 3)


def test_takes_what_wins(kingdom: Kingdom) -> None:
    """At the last card before a connection."""
    simulator = Simulator(kingdom, SimulationConfig(("greedy",) * 2, 4))
    state = simulator.begin(0)
    moves = simulator.moves(0, state)
    for move in moves[:-1]:
        state = apply(state, move)
    assert isinstance(moves[-1], PlayVine), "choose another game"
    after = apply(state, legal_moves(state)[ahead(state, legal_moves(state), 1)])
    assert after.ending is not None and after.ending.winners == (state.family,)


def test_a_spell_that_the_simulator_does_not_play(kingdom: Kingdom) -> None:
    """It is not thought about, and the others are not taken for it; once it is cast, the greedy player goes on."""
    odd = Spell("odd", Localized.of({"en": "Odd"}), parse_steps([{"swap": {"which": "castles"}}]))
    own = replace(kingdom, spells={"odd": odd, **kingdom.spells})
    start = PLAY.start(own, 2, 3)
    state = replace(start, spells=(("odd", "chop", "replant"), ("odd", "chop", "replant")))
    state = apply(state, legal_moves(state)[0])
    state = state.guarding(1 - state.player, frozenset(state.board.fields()), frozenset())  # no place for the vine card
    moves = legal_moves(state)
    assert moves.index(CastSpell("odd")) < moves.index(CastSpell("chop"))
    plain = replace(state, spells=(("chop", "replant"), ("chop", "replant")))
    for seed in range(3):
        assert moves[ahead(state, moves, seed)] == legal_moves(plain)[ahead(plain, legal_moves(plain), seed)]
    casting = apply(state, CastSpell("odd"))
    options = legal_moves(casting)
    with pytest.raises(NotSimulated, match="does not play odd"):
        position_of(ground_of(casting, "greedy"), casting)
    assert ahead(casting, options, 1) == greedy(casting, options, 1)


def test_a_board_that_the_simulator_does_not_know(kingdom: Kingdom) -> None:
    """A family with two castles on one side, or with none: the greedy player moves."""
    state = PLAY.start(kingdom, 2, 3)
    north, *others = state.board.castles
    for castles in ((north[0],) * len(north), (None, *north[1:])):
        put_up = replace(state, board=replace(state.board, castles=(castles, *others)))
        with pytest.raises(NotSimulated, match="one castle on each side"):
            ground_of(put_up, "greedy")
        moves = legal_moves(put_up)
        assert ahead(put_up, moves, 2) == greedy(put_up, moves, 2)
