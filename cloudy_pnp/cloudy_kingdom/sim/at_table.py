"""The computer players of the simulator, at a table with people: one move at a time, from any position.

The player that looks ahead is the Monte Carlo player of the simulator (`greedy`), as compiled code, in turns and in the
choices of spells alike. Its number of playouts takes a fraction of a second per move and does not depend on the
clock: the same game is reproducible. Spells that the simulator does not play are ignored; in a position that it cannot
play at all (`NotSimulated`), the greedy player moves instead.

A position of the readable engine in compiled form, so that the compiled functions can continue any game at a table.

Cards that the current player cannot know (the other hands, the order of the draw pile) are sorted by name: no result
can depend on more than the player knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import SIDES, Kingdom, Layout
from cloudy_pnp.cloudy_kingdom.model.steps import ChooseOne, OnlyIf, Step, expand_repeats
from cloudy_pnp.cloudy_kingdom.rules.board import Axis, Field, Placed
from cloudy_pnp.cloudy_kingdom.rules.state import Casting, CastSpell, GameState, Move, Roll, UnseenCards
from cloudy_pnp.cloudy_kingdom.sim import layout as m
from cloudy_pnp.cloudy_kingdom.sim.config import GamePlan, SimulationConfig, not_played, plan_of
from cloudy_pnp.cloudy_kingdom.sim.deal import Chance
from cloudy_pnp.cloudy_kingdom.sim.play import next_move
from cloudy_pnp.cloudy_kingdom.sim.position import field_at, lay, open_facings, seat_at
from cloudy_pnp.cloudy_kingdom.sim.reference import pick_greedy
from cloudy_pnp.cloudy_kingdom.sim.tables import Faces, Sizes, tables_of
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.numba_code import Ints

_AXIS: Mapping[Axis, int] = {"east-west": 1, "north-south": 2}  # bits, as in CONNECTED
_HERE = "here"  # the layout of a board as it lies


class NotSimulated(Exception):
    """A position that the simulator does not know how to play on from."""


class Ground(Struct, frozen=True):
    """The facts that stay the same for a whole game at a table."""

    plan: GamePlan
    t: Ints
    sizes: Sizes
    faces: Faces
    left_out: frozenset[str]  # spells that the simulator does not play


def ground_of(state: GameState, policy: str) -> Ground:
    """Build the tables for a game; raise NotSimulated if there are none."""
    setting, board = state.setting, state.board
    families = {family for side in board.castles for family in side if family}
    if any(side.count(family) != 1 for side in board.castles for family in families):
        raise NotSimulated("a family does not have one castle on each side")
    castles = dict(zip(SIDES, board.castles, strict=True))
    here = Layout(_HERE, board.rows, board.cols, (len(setting.players),), castles)
    kingdom = replace(setting.kingdom, layouts={_HERE: here})
    config = SimulationConfig(
        (policy,) * len(setting.players),
        seed=0,
        layout=_HERE,
        edition=setting.edition.id,
        growth=setting.options.growth,
        spells="random",
        families=setting.players,
        counts=counts_of(state),
    )
    try:
        plan = plan_of(kingdom, config)
    except UserError as error:
        raise NotSimulated(str(error)) from error
    return Ground(plan, *tables_of(plan), Faces(plan), frozenset(not_played(kingdom)))


def counts_of(state: GameState) -> dict[str, int]:
    """Count each vine card in this game, wherever it is."""
    casting = state.casting or Casting("", ())
    lying = (placed.card for stack in state.board.stacks for placed in stack)
    waiting = (*casting.drawn, *casting.taken, casting.kept)
    piles = (state.draw_pile, state.discard_pile, state.hands, waiting, state.box, lying)
    counts = Counter(card for pile in piles for card in pile)
    return {vine: counts[vine] for vine in state.setting.kingdom.vines}


class _PositionWriter:
    """A position as it is written down."""

    def __init__(self, ground: Ground, state: GameState) -> None:
        self.ground, self.state, self.t = ground, state, ground.t
        self.p = np.zeros(ground.sizes.position, np.int64)
        names = ground.plan.names
        self.vines = {vine: number for number, vine in enumerate(names.vines)}
        self.spells = {spell: number for number, spell in enumerate(names.spells)}
        self.families = {family: number for number, family in enumerate(names.families)}

    def written(self) -> Ints:
        """Write the whole position."""
        p, state, board = self.p, self.state, self.state.board
        p[m.SPELL] = p[m.FREE] = p[m.KEPT] = m.NONE
        p[m.PLAYER], p[m.TURNS], p[m.EXTRA_TURN] = state.player, state.turns, int(state.extra_turn)
        p[m.LAST_TURNS] = m.NONE if state.last_turns is None else state.last_turns
        p[m.LAID] = sum(1 << number for number in self.families.values())
        for family, axis in state.connected:
            p[m.CONNECTED] |= _AXIS[axis] << 2 * self.families[family]
        self._seats()
        self._board()
        p[m.NEWEST] = self._field(board.newest)
        p[m.FORBIDDING] = sum(1 << player for player in state.forbidding)
        self._pile(self.t[m.DISCARD], m.DISCARDS, state.discard_pile)
        if state.casting is not None:
            self._casting(state.casting)
        return p

    def _seats(self) -> None:
        """Write the hands and the pile; cards unknown to the player are sorted, as they are only known together."""
        state, others = self.state, [player for player in self.state.others() if self.state.hands[player] is not None]
        unseen = sorted([*(card for player in others if (card := state.hands[player])), *state.draw_pile])
        hands = {player: unseen.pop() for player in others} | {state.player: state.hand}
        self._pile(self.t[m.PILE], m.PILE_END, unseen)
        for player, family in enumerate(state.setting.players):
            seat, hand = seat_at(player), hands.get(player)
            self.p[seat + m.HAND] = m.NONE if hand is None else self.vines[hand]
            self.p[seat + m.FAMILY] = self.families[family]
            self.p[seat + m.CLAIMS] = sum(_AXIS[axis] for axis in state.claims[player])
            self.p[seat + m.MISSES] = state.misses[player]
            held = [self.spells[spell] for spell in state.spells[player] if spell in self.spells]
            if len(held) > m.HELD:
                raise NotSimulated(f"a player holds more than {m.HELD} spells")
            for place in range(m.HELD):
                self.p[seat + m.HELD_AT + place] = held[place] if place < len(held) else m.NONE

    def _board(self) -> None:
        state, fields = self.state, range(int(self.t[m.FIELDS]))
        spells = [placed for stack in state.board.stacks for placed in stack if placed.card not in self.vines]
        if len(spells) + sum(map(len, state.spells)) > m.HELD * len(state.hands):
            raise NotSimulated("there are more spell cards than players have")
        for field in fields:
            self.p[field_at(field) + m.TOP] = m.NONE
        for field in fields:
            self.p[field_at(field) + m.OPEN] = open_facings(self.t, self.p, field)
        nodes: dict[int, int] = {}
        for field, stack in enumerate(state.board.stacks):
            for placed in stack:
                lay(self.t, self.p, field, 4 * self._face(placed) + placed.facing)
                nodes[placed.number] = int(self.p[field_at(field) + m.TOP])
        for player, number in enumerate(state.newest):
            self.p[seat_at(player) + m.OWN_NEWEST] = nodes.get(number, m.NONE) if number else m.NONE
        for mask_at, protected in ((m.GUARDS, state.guards), (m.WARDS, state.wards)):
            for player, places in enumerate(protected):
                for place in places:
                    self.p[field_at(self._field(place)) + mask_at] |= 1 << player
                    self.p[m.PROTECTORS] |= 1 << player

    def _face(self, placed: Placed) -> int:
        card = self.vines.get(placed.card)
        if card is None and placed.card in self.spells:
            card = len(self.vines) + self.spells[placed.card]
        number = None if card is None else self.ground.faces.numbers.get((card, placed.face, placed.sealed))
        if number is None:
            raise NotSimulated(f"the simulator does not know the card {placed.card} in its position")
        return number

    def _field(self, field: Field | None) -> int:
        return m.NONE if field is None else field[0] * self.state.board.cols + field[1]

    def _pile(self, first: int, size: int, cards: Sequence[str]) -> None:
        for place, card in enumerate(cards):
            vine = self.vines.get(card)
            self.p[first + place] = self.ground.faces.number_of_spell[card, False] if vine is None else vine
        self.p[size] = len(cards)

    def _casting(self, casting: Casting) -> None:
        if casting.spell not in self.spells:
            raise NotSimulated(f"the simulator does not play {casting.spell}")
        spell, left = self.spells[casting.spell], expand_repeats(casting.steps[casting.index :])
        plan = self.ground.plan
        rows = [*_rows(expand_repeats(plan.kingdom.steps(casting.spell, plan.edition.id)), ()), ()]
        if left not in rows:
            raise NotSimulated(f"{casting.spell} cannot continue this way")
        self.p[m.SPELL] = spell
        self.p[m.PC] = self.t[self.t[m.SPELLS_AT] + m.SPELL_SIZE * spell + m.START] + rows.index(left)
        self.p[m.PLAYS_LEFT] = m.NONE if casting.plays_left is None else casting.plays_left
        self.p[m.LAST] = self._field(casting.last)
        self.p[m.PLACED_ITSELF] = int(casting.placed_self)
        self.p[m.KEPT] = m.NONE if casting.kept is None else self.vines[casting.kept]
        self._pile(self.t[m.DRAWN_AT], m.DRAWN, casting.drawn)
        self._pile(self.t[m.TAKEN_AT], m.TAKEN, casting.taken)


def _rows(steps: Sequence[Step], after: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """Yield the remaining steps for each row of a spell's code (`bytecode.Code`).

    Rows with the same steps continue in the same way.
    """
    for index, step in enumerate(steps):
        rest = (*steps[index + 1 :], *after)
        yield step, *rest
        match step:
            case ChooseOne(options):
                for option in options:
                    yield from _rows(option, rest)
                    yield rest  # the jump
            case OnlyIf(steps=inner):
                yield from _rows(inner, rest)


def position_of(ground: Ground, state: GameState) -> Ints:
    """Return the array of a position in which a player has to move; raise NotSimulated if there is none."""
    return _PositionWriter(ground, state).written()


PLAYOUTS, FEW_PLAYOUTS = 1000, 100  # a move; on boards on which distances take longer to measure

_Key = tuple[object, ...]
_last: tuple[Kingdom, _Key, Ground] | None = None  # the game at the table, mostly the same as before


def greedy(position: GameState, moves: Sequence[Move], seed: int) -> int:
    """Return the index of the greedy player's move."""
    return pick_greedy(position, moves, Chance(seed, position.turns))


def ahead(position: GameState, moves: Sequence[Move], seed: int) -> int:
    """Return the index of the move of the player that looks ahead."""
    if len(moves) == 1 or isinstance(moves[0], UnseenCards | Roll):
        return greedy(position, moves, seed)
    try:
        ground = _ground(position)
        given = position_of(ground, position)
    except NotSimulated:
        return greedy(position, moves, seed)
    playable = [
        index for index, move in enumerate(moves) if not (isinstance(move, CastSpell) and move.spell in ground.left_out)
    ]
    return playable[next_move(ground.t, ground.sizes, given, seed)]


def _ground(position: GameState) -> Ground:
    global _last
    setting, board = position.setting, position.board
    key = (board.castles, setting.players, setting.edition.id, setting.options, tuple(counts_of(position).items()))
    last = _last
    if last is None or last[0] is not setting.kingdom or last[1] != key:
        small = (board.rows + 1) * (board.cols + 1) <= 64
        ground = ground_of(position, f"mcts:{PLAYOUTS if small else FEW_PLAYOUTS}")
        _last = last = setting.kingdom, key, ground
    return last[2]
