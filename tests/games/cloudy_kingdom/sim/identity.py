"""Whether the compiled simulator plays the same game as the readable engine, move by move.

As a script it compares as many games as asked for: `python identity.py 5000 200` (random and greedy games).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom, Spell
from cloudy_pnp.cloudy_kingdom.model.face import Face
from cloudy_pnp.cloudy_kingdom.model.steps import parse_steps
from cloudy_pnp.cloudy_kingdom.rules.state import GameState
from cloudy_pnp.cloudy_kingdom.sim import SimulationConfig, Simulator
from cloudy_pnp.cloudy_kingdom.sim.reference import play_game
from cloudy_pnp.i18n.localized import Localized

PACK = Path(__file__).parents[4] / "packs" / "giants-and-gales"
CROSS = {"vines": [["n", "e", "s", "w"]]}
_PLAY = {"from": "drawn", "count": 1, "where": "growth"}

# Every step of the vocabulary, alone and among others, in blocks and with everything that can fail on the way.
CUSTOM: dict[str, list[dict[str, Any]]] = {
    "compost": [
        {"remove": {"which": "top", "to": "discard"}},
        {"take": {"from": "discard", "which": "top"}},
        {"draw": 1},
    ],
    "carry": [{"move": {"which": "top", "where": "growth"}}],
    "carry-far": [{"move": {"which": "top", "where": "empty"}}, {"turn": {"which": "stack", "by": "half"}}],
    "carry-up": [
        {"move": {"which": "top", "where": "on-card"}},
        {"play": {"from": "hand", "count": 1, "where": "on-last"}},
    ],
    "gust": [{"swap": {"which": "stacks"}}, {"swap": {"which": "stacks"}}],
    "mend": [{"clear": {"what": "blocks"}}],
    "mend-holes": [{"repeat": {"times": 2, "steps": [{"clear": {"what": "holes"}}]}}],
    "mend-all": [{"place-self": {"where": "growth"}}, {"clear": {"what": "breaks"}}],
    "foresight": [
        {"look": {"from": "draw-pile", "count": 3, "sort": True}},
        {"draw": 1},
        {"look": {"from": "draw-pile", "count": 4, "sort": True}},
        {"play": _PLAY},
    ],
    "scarecrow": [{"miss-turn": "next"}, {"protect": {"against": "everything"}}],
    "curse": [{"miss-turn": "chosen"}, {"miss-turn": "chosen"}],
    "haste": [{"extra-turn": "self"}, {"discard": {"from": "hand"}}],
    "hedge": [
        {"protect": {"against": "everything"}},
        {"protect": {"against": "everything"}},
        {"turn": {"which": "stack", "by": "quarter", "way": "left"}},
    ],
    "crossroads": [
        {
            "choose": [
                [{"draw": 2}, {"play": {**_PLAY, "count": "all", "may": True}}],
                [{"swap": {"which": "stacks"}}, {"remove": {"which": "top", "to": "box"}}],
                [
                    {"take": {"from": "discard", "which": "top"}},
                    {"play": {"from": "taken", "count": 1, "where": "empty"}},
                ],
            ]
        },
        {"discard": {"from": "hand", "who": "others", "may": True}},
        {"draw": 1},
    ],
    "moods": [
        {
            "only-if": {
                "what": "draw-pile",
                "at-least": 20,
                "steps": [{"draw": 2}, {"play": _PLAY}, {"look": {"from": "draw-pile", "count": 2, "sort": True}}],
            }
        },
        {
            "only-if": {
                "what": "discard-pile",
                "at-most": 3,
                "steps": [{"discard": {"from": "drawn"}}, {"extra-turn": "self"}],
            }
        },
        {"only-if": {"what": "empty-fields", "at-least": 5, "steps": [{"place-self": {"where": "on-card"}}]}},
        {
            "only-if": {
                "what": "tallest-stack",
                "at-most": 3,
                "steps": [{"swap": {"which": "stacks"}}, {"miss-turn": "next"}],
            }
        },
    ],
    "storm": [
        {
            "repeat": {
                "times": 3,
                "steps": [
                    {"turn": {"which": "stack", "by": "quarter", "way": "right"}},
                    {"draw": 1},
                    {"play": {**_PLAY, "may": True}},
                ],
            }
        },
        {"choose": [[{"clear": {"what": "blocks"}}], [{"move": {"which": "top", "where": "on-card"}}]]},
    ],
    "neighbours": [{"swap": {"which": "neighbours"}}, {"take": {"from": "board", "which": "last"}}],
    "second-thoughts": [
        {"take": {"from": "board", "which": "last"}},
        {"play": {"from": "taken", "count": 1, "where": "anywhere"}},
        {"turn": {"which": "stack", "by": "quarter", "way": "right"}},
    ],
    "rethink": [
        {"place-self": {"where": "anywhere"}},
        {"take": {"from": "board", "which": "last"}},
        {"play": {"from": "taken", "count": 1, "where": "growth", "may": True}},
    ],
    "robbery": [
        {"take": {"from": "hand", "who": "chosen"}},
        {"play": {"from": "taken", "count": 1, "where": "growth", "may": True}},
        {"discard": {"from": "hand", "who": "chosen"}},
    ],
    "frost": [
        {"give": "chosen"},
        {"discard": {"from": "hand", "who": "others"}},
        {"draw": 1},
        {"play": {**_PLAY, "where": "anywhere"}},
    ],
    "scaffold": [{"protect": {"against": "cards"}}, {"move": {"which": "top", "where": "anywhere"}}],
    "charm": [
        {"protect": {"against": "spells"}},
        {"swap": {"which": "stacks"}},
        {"remove": {"which": "top", "to": "discard"}},
    ],
    "guarded": [
        {"protect": {"against": "cards"}},
        {
            "choose": [
                [{"take": {"from": "hand", "who": "chosen"}}],
                [{"protect": {"against": "spells"}}, {"give": "chosen"}],
                [{"swap": {"which": "neighbours"}}],
            ]
        },
    ],
    "underdog": [
        {"only-if": {"what": "connections-behind", "at-least": 1, "steps": [{"swap": {"which": "stacks"}}]}},
        {"only-if": {"what": "own-connections", "at-most": 0, "steps": [{"take": {"from": "board", "which": "last"}}]}},
        {"only-if": {"what": "hand-ends", "at-least": 3, "steps": [{"extra-turn": "self"}]}},
        {"only-if": {"what": "own-spells", "at-most": 1, "steps": [{"place-self": {"where": "anywhere"}}]}},
    ],
    "beacon": [{"place-self": {"where": "growth", "sealed": True}}, {"play": {**_PLAY, "where": "on-last"}}],
    "pocket": [{"draw": 3}, {"keep": "drawn"}, {"play": _PLAY}, {"keep": "drawn"}],
    "exchange": [
        {"take": {"from": "discard", "which": "top"}},
        {"take": {"from": "hand", "who": "chosen"}},
        {"keep": "taken"},
        {"pass": "left"},
    ],
    "carousel": [{"pass": "right"}, {"only-if": {"what": "hand-ends", "at-most": 0, "steps": [{"draw": 1}]}}],
    "silence": [{"forbid": "spells"}, {"play": {"from": "hand", "count": 1, "where": "growth", "may": True}}],
    "spin": [{"turn": {"which": "top", "by": "quarter", "way": "right"}}, {"turn": {"which": "top", "by": "half"}}],
    "plug": [
        {"clear": {"what": "break"}},
        {"take": {"from": "board", "which": "own-last"}},
        {"clear": {"what": "break"}},
    ],
    "regret": [
        {"take": {"from": "board", "which": "own-last"}},
        {"play": {"from": "taken", "count": 1, "where": "growth"}},
        {"take": {"from": "board", "which": "own-last"}},
        {"keep": "taken"},
    ],
    "twins": [
        {"draw": 3},
        {"play": {**_PLAY, "count": 2, "where": "apart"}},
        {"play": {**_PLAY, "where": "under", "may": True}},
        {"take": {"from": "board", "which": "own-last"}},
    ],
    "cellar": [{"play": {"from": "hand", "count": 1, "where": "under"}}, {"take": {"from": "board", "which": "last"}}],
    "root": [
        {"take": {"from": "discard", "which": "top"}},
        {"play": {"from": "taken", "count": 1, "where": "under"}},
        {"play": {"from": "hand", "count": 1, "where": "apart"}},
    ],
    "toss": [
        {"only-if": {"what": "coin", "at-least": 1, "steps": [{"extra-turn": "self"}, {"swap": {"which": "stacks"}}]}},
        {"only-if": {"what": "die", "at-most": 4, "steps": [{"move": {"which": "top", "where": "growth"}}]}},
        {"choose": [[{"forbid": "spells"}, {"keep": "taken"}], [{"clear": {"what": "break"}}]]},
    ],
    "realm": [
        {"only-if": {"what": "own-castles", "at-least": 2, "steps": [{"swap": {"which": "neighbours"}}]}},
        {
            "only-if": {
                "what": "own-castles",
                "at-most": 1,
                "steps": [{"turn": {"which": "top", "by": "quarter", "way": "left"}}],
            }
        },
    ],
}
FACES: dict[str, dict[str, Any]] = {
    "beacon": CROSS,
    "underdog": CROSS,
    "rethink": {**CROSS, "breaks": [{"at": "s", "kind": "hole"}]},
    "moods": {"vines": [["n", "s"], ["e"]]},
    "mend-all": {**CROSS, "breaks": [{"at": "n", "kind": "block"}, {"at": "e", "kind": "hole"}]},
}


def with_custom_spells(kingdom: Kingdom) -> Kingdom:
    """A game with the spells above."""
    own = {
        name: Spell(
            name,
            Localized.of({"en": name}),
            parse_steps(effect),
            face=Face.from_data(FACES[name]) if name in FACES else None,
        )
        for name, effect in CUSTOM.items()
    }
    return replace(kingdom, spells={**kingdom.spells, **own})


def configs(policy: str, seed: int) -> Iterator[SimulationConfig]:
    """Every player count, edition and option, with the first game's spells and with random ones."""
    kinds = product((2, 3, 4), ("2023", "hu"), ("edges", "vines"), ("random", "first-game"), (False, True))
    for players, edition, growth, spells, vary in kinds:
        table = (policy,) * players if policy != "mixed" else ("greedy", "random", "greedy", "random")[:players]
        yield SimulationConfig(table, seed, edition=edition, growth=growth, spells=spells, vary=vary)  # type: ignore[arg-type]


def kingdoms() -> list[Kingdom]:
    """The shipped game, the same with the example pack, and with custom spells of every kind."""
    shipped, pack = load("cloudy-kingdom"), load("cloudy-kingdom", packs=[PACK])
    assert len(pack.spells) > len(shipped.spells)
    return [shipped, pack, with_custom_spells(shipped)]


def compare(policy: str, games: int, seed: int) -> int:
    """Compare so many games; raises AssertionError at the first difference.

    Custom spells take turns, so that few games play them all.
    """
    *boxes, custom = kingdoms()
    threes = cycle(zip(*[iter(CUSTOM)] * 3, strict=False))
    simulators = []
    for config in configs(policy, seed):
        simulators += [Simulator(kingdom, config) for kingdom in boxes]
        own = replace(config, spells=next(threes)) if config.spells == "random" else config
        simulators.append(Simulator(custom, own))
    for number in range(games):
        same_game(simulators[number % len(simulators)], number)
    return games


def same_game(simulator: Simulator, number: int) -> None:
    """One game, played by both."""
    where = f"{simulator.plan.config}, game {number}"
    state = None
    for turn, ((readable, index), row) in enumerate(
        zip(play_game(simulator.plan, number), simulator.log(number), strict=True)
    ):
        assert index == row[0], f"{where}: move {turn}, turn {readable.turns}: {index} is not {row}"
        state = readable
    assert state is not None
    result = {name: array[0] for name, array in simulator.play(number, 1).items()}
    assert same_end(simulator, state, result), f"{where}: the ends differ"


def same_end(simulator: Simulator, state: GameState, result: dict[str, Any]) -> bool:
    """Return whether the readable engine's last state is what the results say."""
    names, ending = simulator.names, state.ending
    winners = {family for index, family in enumerate(names.families) if result["winners"] >> index & 1}
    return (
        ending is not None
        and ending.by == names.rules[result["rule"]]
        and set(ending.winners) == winners
        and state.turns == result["turns"]
        and len(state.draw_pile) == result["left"]
        and [len(stack) for stack in state.board.stacks] == list(result["heights"])
    )


if __name__ == "__main__":
    for policy, games in zip(("random", "greedy", "mixed"), map(int, sys.argv[1:]), strict=False):
        begin = time.perf_counter()
        print(f"{policy}: {compare(policy, games, seed=games)} games identical, {time.perf_counter() - begin:.0f} s")
