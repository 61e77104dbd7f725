"""The compiled simulator: the same games as the readable engine, records, batches, and configs that cannot be."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from typing import Any, cast

import numpy as np
import pytest
from chance import SEED, examples
from games.cloudy_kingdom.sim.identity import compare, kingdoms, same_game
from msgspec.structs import replace

from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.model.cards import Castles, Kingdom, Layout
from cloudy_pnp.cloudy_kingdom.rules.board import Board
from cloudy_pnp.cloudy_kingdom.scenarios.record import replay
from cloudy_pnp.cloudy_kingdom.sim import SimulationConfig, Simulator, play
from cloudy_pnp.cloudy_kingdom.sim.deal import Chance, key, keys
from cloudy_pnp.cloudy_kingdom.sim.play import play_games
from cloudy_pnp.cloudy_kingdom.sim.reference import play_game
from cloudy_pnp.core.problems import UserError


@pytest.fixture(scope="module")
def kingdom() -> Kingdom:
    """The shipped game."""
    game: Kingdom = load("cloudy-kingdom")
    return game


# --- the same game -----------------------------------------------------------------------------------------


@pytest.mark.fuzz
@pytest.mark.parametrize(("policy", "games"), [("random", 144), ("greedy", 3), ("mixed", 4)])
def test_plays_the_same_games_as_the_readable_engine(policy: str, games: int) -> None:
    """All player counts, editions, options, varied decks, custom spells: every move is the same."""
    assert compare(policy, examples(games), seed=1 + SEED) == examples(games)


def test_every_custom_spell_is_cast() -> None:
    """Otherwise the comparison would say nothing about its steps."""
    for box in kingdoms()[1:]:
        simulator = Simulator(box, SimulationConfig(("random",) * 4, 2, spells="random"))
        results = simulator.play(0, 3000)
        cast = results["spell_held"][results["spell_turn"] > 0]
        assert set(np.unique(cast)) == set(range(len(simulator.names.spells)))


def large(kingdom: Kingdom, rows: int, cols: int) -> Kingdom:
    """A layout of any size, with two castles of a family somewhere on each side and vacant slots between."""

    def side(slots: int, places: dict[int, str]) -> tuple[str | None, ...]:
        return tuple(places.get(slot) for slot in range(slots))

    castles: Castles = {
        "north": side(cols, {0: "raven", cols - 1: "rose"}),
        "south": side(cols, {0: "rose", cols - 1: "raven"}),
        "west": side(rows, {1: "raven", 0: "rose"}),
        "east": side(rows, {0: "raven", rows - 1: "rose"}),
    }
    return replace(kingdom, layouts={"Z": Layout("Z", rows, cols, (2,), castles)})


@pytest.mark.parametrize("size", [(2, 3), (7, 7), (3, 12), (9, 8)])
def test_any_size_of_board(kingdom: Kingdom, size: tuple[int, int]) -> None:
    """Also where a word has too few bits for the rims; the greedy player measures distances otherwise there."""
    few = {**dict.fromkeys(kingdom.vines, 0), "crossing": 4, "tee-side": 3, "crossing-hole": 2}
    config = SimulationConfig(
        ("greedy", "random"), 3, layout="Z", spells=("twist", "burning-crossing", "chop"), counts=few
    )
    same_game(Simulator(large(kingdom, *size), config), 1)
    same_game(Simulator(large(kingdom, *size), replace(config, players=("random",) * 2, spells="random")), 2)


def test_a_family_that_waits(kingdom: Kingdom) -> None:
    """It sits last and misses its first turn, in both players; the others are drawn."""
    config = SimulationConfig(("random",) * 3, 3, waits="rose", spells="random")
    for number in range(6):
        same_game(Simulator(kingdom, config), number)
    same_game(Simulator(kingdom, replace(config, players=("greedy",) * 3)), 1)
    families = Simulator(kingdom, config).play(0, 200)["seat_family"]
    assert (families[:, 2] == 1).all() and set(families[:, 0]) == {0, 2}
    begin = Simulator(kingdom, config).begin(0)
    assert begin.setting.players[-1] == "rose" and begin.misses == (0, 0, 1)
    record = Simulator(kingdom, config).record(0)
    result = replay(kingdom, record)
    assert (record["waits"], result.legal) == ("rose", True)
    assert [report.player for report in result.reports[:3]] == [*record["players"][:2], record["players"][0]]


def test_keys_of_games_differ() -> None:
    """The seed and the number of a game are not simply added; any whole number is a seed."""
    assert len({key(seed, number) for seed in range(-5, 5) for number in range(100)}) == 1000
    assert key(-1, 5) == key((1 << 64) - 1, 5)
    assert keys(-7, 1000, 50).tolist() == [key(-7, number) for number in range(1000, 1050)]
    throws = [Chance(seed, 0).below(6) for seed in range(6000)]
    assert all(900 < throws.count(face) < 1100 for face in range(6))


# --- what comes out ----------------------------------------------------------------------------------------


def test_results_do_not_depend_on_batches(kingdom: Kingdom) -> None:
    """Game k is the same alone, in a batch, and in another process."""
    simulator = Simulator(
        kingdom, SimulationConfig(("greedy", "random", "mcts:4", "greedy"), 5, spells="random", vary=True)
    )
    whole = simulator.play(10, 12)
    other = pickle.loads(pickle.dumps(simulator))  # noqa: S301  (our own)
    for name, array in whole.items():
        assert np.array_equal(np.concatenate([other.play(10, 5)[name], simulator.play(15, 7)[name]]), array), name


def test_arrays(kingdom: Kingdom) -> None:
    """Shapes, and what must be true of the numbers in them."""
    simulator = Simulator(kingdom, SimulationConfig(("random",) * 3, 5, spells="random"))
    results, names = simulator.play(0, 400), simulator.names
    assert names.families == ("raven", "rose", "heron") and (names.rows, names.cols) == (3, 3)
    assert {name: array.shape[1:] for name, array in results.items()} == {
        "turns": (),
        "rule": (),
        "winners": (),
        "left": (),
        "seat_family": (3,),
        "spell_held": (3, 3),
        "spell_turn": (3, 3),
        "heights": (9,),
        "placed": (9,),
        "counts": (17,),
    }
    assert sum(array.nbytes for array in results.values()) / 400 < 80, "two million games would need too much memory"
    assert (np.sort(results["seat_family"]) == [0, 1, 2]).all()
    assert (results["counts"] == [card.count for card in kingdom.vines.values()]).all()
    assert (results["placed"] >= results["heights"]).all()
    assert ((results["winners"] == 0) == (results["rule"] == names.rules.index("END-5"))).all()
    assert (results["spell_turn"] <= results["turns"][:, None, None]).all()
    assert len(np.unique(results["spell_held"])) == len(names.spells)
    pairs = [tuple(names.spells.index(spell) for spell in pair) for pair in kingdom.editions["2023"].pairs]
    for held in results["spell_held"][:, 0]:
        assert not any(first in held and second in held for first, second in pairs), "SPL-12: both sides of a card"


def test_two_players_are_neighbours_in_the_cycle(kingdom: Kingdom) -> None:
    """LAY-6: opposite families draw far more often."""
    families = Simulator(kingdom, SimulationConfig(("random",) * 2, 5)).play(0, 300)["seat_family"].astype(int)
    assert set(np.unique((families[:, 0] - families[:, 1]) % 4)) == {1, 3}


def test_varied_decks(kingdom: Kingdom) -> None:
    """Counts vary around those of the data, the size of the deck hardly."""
    config = SimulationConfig(("random",) * 4, 5, counts={"stem": 0, "crossing": 20}, vary=True)
    counts = Simulator(kingdom, config).play(0, 500)["counts"].astype(int)
    data = np.array([config.counts.get(name, card.count) for name, card in kingdom.vines.items()])
    assert (abs(counts.sum(axis=1) - data.sum()) <= 3).all()
    assert (counts.std(axis=0) > 0.3).all() and (abs(counts.mean(axis=0) - data) < 1.5).all()


@pytest.mark.parametrize("policy", ["random", "greedy", "mcts:6"])
def test_records_replay_with_the_same_result(kingdom: Kingdom, policy: str) -> None:
    """A game of the simulator is a legal record."""
    simulator = Simulator(kingdom, SimulationConfig((policy,) * 3, 8, edition="hu", spells="random"))
    record, results = simulator.record(4), simulator.play(4, 1)
    result = replay(kingdom, record).as_dict()
    assert result["legal"] is True and result["turns"] == results["turns"][0]
    assert result["by"] == simulator.names.rules[results["rule"][0]]
    assert result["draw_pile"] == results["left"][0]


def test_better_players_win(kingdom: Kingdom) -> None:
    """Greedy beats random, and Monte Carlo beats greedy, by far more than chance."""
    for table, least in (((*["random"] * 3, "greedy"), 0.8), (("mcts:40", "greedy"), 0.55)):
        results = Simulator(kingdom, SimulationConfig(table, 9, spells="random")).play(0, 40)
        seat = [policy.split(":")[0] for policy in table].index("greedy" if len(table) == 4 else "mcts")
        won = results["winners"] >> results["seat_family"][:, seat] & 1
        assert won.mean() > least


def test_distances_are_those_of_the_readable_player(kingdom: Kingdom) -> None:
    """On an empty board of layout A every family has to change five fields on each axis."""
    from cloudy_pnp.cloudy_kingdom.rules.board import AXES, castles_of, cheapest

    board = Board.empty(4, 4, kingdom.layouts["A"].castles)
    for family in kingdom.families:
        for _, side, opposite in AXES:
            [castle], [other] = castles_of(board, family, side), castles_of(board, family, opposite)
            assert cheapest(board, castle, other, corner=1) == 5


def test_the_readable_players_can_be_told_apart(kingdom: Kingdom) -> None:
    """The comparison compares something: another seed is another game."""
    plan = Simulator(kingdom, SimulationConfig(("random",) * 2, 1)).plan
    first, second = ([index for _, index in play_game(plan, number)] for number in (0, 1))
    assert first != second


# --- configs that cannot be ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"players": ("random",)}, "a game has 2 to 4 players, not 1"),
        ({"players": ("random", "clever")}, 'there is no player "clever"'),
        ({"players": ("mcts:0", "random")}, '"mcts:0" needs a number of playouts'),
        ({"players": ("greedy:5", "random")}, 'there is no player "greedy:5"'),
        ({"players": ("random",) * 5, "layout": "A"}, "too few for 5 players"),
        ({"players": ("random",) * 5}, "no layout is for 5 players"),
        ({"layout": "Q"}, 'there is no layout "Q"'),
        ({"edition": "1999"}, 'there is no edition "1999"'),
        ({"growth": "roots"}, 'there is no growth "roots"'),
        ({"spells": ("chop", "twist")}, "every player has 3 spells, not 2"),
        ({"spells": ("chop", "twist", "chopp")}, 'there is no spell "chopp"'),
        ({"families": ("raven", "raven")}, "as many different families"),
        ({"families": ("raven", "crow")}, 'there is no family "crow"'),
        ({"counts": {"stemm": 3}}, 'there is no vine card "stemm"'),
        ({"waits": "crow"}, 'there is no family "crow"'),
        ({"waits": "rose"}, "not every family plays"),
        ({"waits": "rose", "families": ("rose", "raven")}, "sits last: rose, not raven"),
    ],
)
def test_impossible_wishes(kingdom: Kingdom, config: dict[str, Any], message: str) -> None:
    """Said in one line, before anything is played."""
    with pytest.raises(UserError, match=message.replace('"', ".")):
        Simulator(kingdom, SimulationConfig(**{"players": ("random", "random"), "seed": 1, **config}))


def test_too_small_a_deck(kingdom: Kingdom) -> None:
    """Everyone needs a card."""
    with pytest.raises(UserError, match="a deck of 1 vine cards is too small for 2 players"):
        Simulator(kingdom, SimulationConfig(("random",) * 2, 1, counts={**dict.fromkeys(kingdom.vines, 0), "stem": 1}))


# --- compiling ---------------------------------------------------------------------------------------------


def test_compiling_reports_progress_and_prepares_what_games_need(
    kingdom: Kingdom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for all players and boards."""
    lines: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(play, "_SOON", 0)
        patch.setattr(play, "_run", lambda *_, **__: wait_for(lines))
        Simulator.compile(lines.append)
    assert lines == ["compiling the simulator; the result is cached…"]
    Simulator.compile(lines.append)
    for policy in ("random", "greedy", "mcts:5"):
        Simulator(kingdom, SimulationConfig((policy, "random"), 1)).play(0, 1)
    assert len(cast(Any, play_games).signatures) == 1


def wait_for(lines: list[str]) -> None:
    """As a slow compiler."""
    while not lines:
        time.sleep(0.01)


# --- installation ------------------------------------------------------------------------------------------


def test_without_numba_one_line_says_what_to_install() -> None:
    """The simulator is an extra."""
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "from importlib.machinery import ModuleSpec\n"
        "from cloudy_pnp.core.problems import UserError\n"
        "try:\n    import cloudy_pnp.cloudy_kingdom.sim\n"
        "except UserError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("computer play needs numba: ")
    assert said.stdout.endswith("[simulate]'\n")
