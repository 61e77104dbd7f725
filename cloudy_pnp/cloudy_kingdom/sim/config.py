"""The configuration of a simulation, and the meaning of the numbers in its results, without numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct, field

from cloudy_pnp.cloudy_kingdom.model.cards import Edition, Kingdom, Layout
from cloudy_pnp.cloudy_kingdom.model.steps import not_simulated
from cloudy_pnp.cloudy_kingdom.sim.layout import HELD, SEATS
from cloudy_pnp.core.problems import UserError, suggest

Policy: TypeAlias = tuple[int, int]  # the kind of player and its playouts a move
RANDOM, GREEDY, MCTS = range(3)
POLICIES = ("random", "greedy", "mcts")
PLAYOUTS = 200  # of "mcts" without a number
MOST_PLAYOUTS = 100_000
SPREAD = 3  # how far the size of a varied deck may be from the data's
RULES = ("END-1", "END-3", "END-4", "END-5")

_Item = TypeVar("_Item")


class SimulationConfig(Struct, frozen=True):
    """The games to play. A value that is None or a word is drawn for each game, or follows from the rest."""

    players: tuple[str, ...]  # the policy of each seat: "random", "greedy", "mcts" or "mcts:PLAYOUTS"
    seed: int
    layout: str | None = None  # by the number of players when None
    edition: str = "2023"
    growth: str = "edges"
    spells: tuple[str, ...] | Literal["first-game", "random"] = "first-game"  # the same three for all players
    own: tuple[str, ...] = ()  # by seat: a spell that this seat holds instead of the third; empty for none
    eager: str | None = None  # who holds this spell casts it as soon as it is possible
    families: tuple[str, ...] | None = None  # by seat; two players are neighbours in the layout's cycle (LAY-6)
    waits: str | None = None  # this family sits last and misses its first turn
    counts: Mapping[str, int] = field(default_factory=dict)  # copies of vines, instead of those of the data
    vary: bool = False  # each game plays a deck whose counts are varied around the data's


class Names(Struct, frozen=True):
    """The meaning of the numbers in the arrays of a simulator."""

    families: tuple[str, ...]
    spells: tuple[str, ...]
    vines: tuple[str, ...]
    rows: int
    cols: int
    rules: tuple[str, ...] = RULES


class GamePlan(Struct, frozen=True):
    """A simulation that can be played, with the data that it needs."""

    kingdom: Kingdom
    config: SimulationConfig
    layout: Layout
    edition: Edition
    names: Names
    policies: tuple[Policy, ...]
    counts: tuple[int, ...]  # by vine
    spells: tuple[tuple[str, ...], ...] | None  # those of each seat; None to draw them
    families: tuple[int, ...] | None
    waits: int | None


def not_played(kingdom: Kingdom) -> dict[str, str]:
    """Return the spells that the simulator does not play, each with the reason."""
    reasons = {}
    for spell in kingdom.spells:
        effects = [kingdom.steps(spell, edition) for edition in kingdom.editions] or [kingdom.spells[spell].steps]
        step = next((name for steps in effects if (name := not_simulated(steps))), "")
        if kingdom.is_manual(spell):
            reasons[spell] = "only its text says what it does"
        elif step:
            why = "people carry out its step say" if step == "say" else f"the simulator does not play its step {step}"
            reasons[spell] = why
    return reasons


def plan_of(kingdom: Kingdom, config: SimulationConfig) -> GamePlan:
    """Check a configuration, skip spells that cannot be simulated; raise `UserError` if the rest is impossible."""
    left_out = not_played(kingdom)
    for spell in (*(config.spells if isinstance(config.spells, tuple) else ()), *config.own, config.eager or ""):
        if spell in left_out:
            raise UserError(f'the spell "{spell}" is not simulated: {left_out[spell]}')
    kingdom = kingdom.without_spells(left_out)
    seats = sorted({number for layout in kingdom.layouts.values() for number in layout.players}) or [2, SEATS]
    if not 2 <= len(config.players) <= SEATS:
        raise UserError(f"a game has {seats[0]} to {seats[-1]} players, not {len(config.players)}")
    if config.growth not in ("edges", "vines"):
        raise UserError(f'there is no growth "{config.growth}": edges or vines (GRO-6)')
    edition = _one_of("edition", config.edition, kingdom.editions)
    layout = _layout(kingdom, config)
    present = {family for side in layout.castles.values() for family in side if family is not None}
    families = tuple(family for family in kingdom.families if family in present)
    if len(config.players) > len(families):
        raise UserError(f"layout {layout.id} has {len(families)} families, too few for {len(config.players)} players")
    if len(families) > SEATS:
        raise UserError(f"layout {layout.id} has {len(families)} families; the simulator plays with at most {SEATS}")
    for vine in config.counts:
        _one_of("vine card", vine, kingdom.vines)
    counts = tuple(config.counts.get(vine, card.count) for vine, card in kingdom.vines.items())
    if sum(counts) - (SPREAD if config.vary else 0) < len(config.players) or min(counts) < 0:
        raise UserError(f"a deck of {sum(counts)} vine cards is too small for {len(config.players)} players")
    names = Names(families, tuple(kingdom.spells), tuple(kingdom.vines), layout.rows, layout.cols)
    return GamePlan(
        kingdom,
        config,
        layout,
        edition,
        names,
        tuple(policy_of(text) for text in config.players),
        counts,
        _hands(kingdom, edition, config),
        _families(families, config),
        _waits(families, config),
    )


def _one_of(kind: str, name: str, items: Mapping[str, _Item]) -> _Item:
    if name not in items:
        raise UserError(f'there is no {kind} "{name}"; {suggest(name, items)}'.rstrip("; "))
    return items[name]


def _layout(kingdom: Kingdom, config: SimulationConfig) -> Layout:
    if config.layout is not None:
        return _one_of("layout", config.layout, kingdom.layouts)
    for layout in kingdom.layouts.values():
        if len(config.players) in layout.players:
            return layout
    seats = sorted({number for layout in kingdom.layouts.values() for number in layout.players})
    alternatives = f"there are layouts for {', '.join(map(str, seats))}" if seats else "there is no layout"
    raise UserError(f"no layout is for {len(config.players)} players: {alternatives}")


def policy_of(text: str) -> Policy:
    """Parse the name of a player: `greedy`, `mcts:50`."""
    name, colon, number = text.partition(":")
    if name not in POLICIES or (colon and name != "mcts"):
        raise UserError(f'there is no player "{text}": random, greedy, mcts or mcts:PLAYOUTS')
    if colon and not (number.isdecimal() and 1 <= int(number) <= MOST_PLAYOUTS):
        raise UserError(f'"{text}" needs a number of playouts from 1 to {MOST_PLAYOUTS}, such as mcts:{PLAYOUTS}')
    return POLICIES.index(name), int(number) if colon else PLAYOUTS


def _hands(kingdom: Kingdom, edition: Edition, config: SimulationConfig) -> tuple[tuple[str, ...], ...] | None:
    """Return the spells of each seat, or None for three at random."""
    chosen = _spells(kingdom, edition, config)
    if config.eager is not None:
        _one_of("spell", config.eager, kingdom.spells)
    if not config.own:
        return None if chosen is None else (chosen,) * len(config.players)
    if chosen is None or len(config.own) != len(config.players):
        raise UserError(f"own spells need a spell for each of {len(config.players)} seats, and no random spells")
    for spell in filter(None, config.own):
        _one_of("spell", spell, kingdom.spells)
    both = [spell for spell in dict.fromkeys((*chosen, *kingdom.spells)) if spell not in config.own][: HELD - 1]
    return tuple((*((spell,) if spell else ()), *both) for spell in config.own)


def _spells(kingdom: Kingdom, edition: Edition, config: SimulationConfig) -> tuple[str, ...] | None:
    """TURN-1: return the spells of the first game, those that were chosen, or None for three at random."""
    if config.spells == "random":
        if len(kingdom.spells) < HELD:
            raise UserError(f"three spells cannot be drawn: the game has only {len(kingdom.spells)}")
        return None
    chosen = edition.first_game if config.spells == "first-game" else config.spells
    if len(chosen) != HELD:
        raise UserError(f"every player has {HELD} spells, not {len(chosen)} ({', '.join(chosen)})")
    for spell in chosen:
        _one_of("spell", spell, kingdom.spells)
    return tuple(chosen)


def _families(families: tuple[str, ...], config: SimulationConfig) -> tuple[int, ...] | None:
    if config.families is None:
        return None
    for family in config.families:
        _one_of("family", family, dict.fromkeys(families))
    if len(set(config.families)) != len(config.players) or len(config.families) != len(config.players):
        raise UserError(
            f"{len(config.players)} players need as many different families, not {', '.join(config.families)}"
        )
    return tuple(families.index(family) for family in config.families)


def _waits(families: tuple[str, ...], config: SimulationConfig) -> int | None:
    if config.waits is None:
        return None
    _one_of("family", config.waits, dict.fromkeys(families))
    if config.families is None and len(config.players) < len(families):
        raise UserError(f"not every family plays: list those that do in families, {config.waits} last")
    if config.families is not None and config.families[-1] != config.waits:
        raise UserError(f"the family that waits sits last: {config.waits}, not {config.families[-1]}")
    return families.index(config.waits)


SCALE = 8  # everything is multiplied by it, to leave room below it for breaking ties
FIELD = 480  # one field of distance; the numbers of opponents divide it
WIN, LOSS = 1_000_000, -1_000_000
THREAT = 2 * FIELD  # an opponent who is connected and waits for their turn
PRICE = FIELD // 2  # a spell, because it can be cast only once
UNSEEN = 3 * FIELD // 4  # each unseen card that a spell plays
TEMPO = FIELD  # an extra turn, or one that an opponent misses
