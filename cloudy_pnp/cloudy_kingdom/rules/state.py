"""A game in progress as one frozen value, and the moves that lead from one to the next.

END: the end of a game and its winners. Connections are pairs of family and axis (CON-8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import Edition, Kingdom
from cloudy_pnp.cloudy_kingdom.model.face import Direction
from cloudy_pnp.cloudy_kingdom.model.steps import Step
from cloudy_pnp.cloudy_kingdom.rules.board import Axis, Board, Field
from cloudy_pnp.cloudy_kingdom.rules.growth import Broken, Options

# --- moves that begin a turn -------------------------------------------------------------------------------


class PlayVine(Struct, frozen=True):
    """TURN-2: play the vine card in hand."""

    at: Field
    facing: Direction


class CastSpell(Struct, frozen=True):
    """TURN-2: pay the vine card and cast a spell; its choices follow as separate moves."""

    spell: str


class DiscardVine(Struct, frozen=True):
    """TURN-5: discard a vine card that has no legal placement."""


class Pass(Struct, frozen=True):
    """END-5: a last turn without a card."""


# --- choices that a spell asks for, one after the other ----------------------------------------------------


class PlaceCard(Struct, frozen=True):
    """Place a card that the spell plays, or the spell card itself."""

    card: str
    at: Field
    facing: Direction


class TargetField(Struct, frozen=True):
    """The field whose card or stack the spell affects."""

    at: Field


class Redraw(Struct, frozen=True):
    """The players who discard their vine card and draw a new one, clockwise from the caster."""

    families: tuple[str, ...]


class MoveCard(Struct, frozen=True):
    """The field whose top card is moved, and where it goes."""

    at: Field
    to: Field
    facing: Direction


class SwapStacks(Struct, frozen=True):
    """The two fields whose stacks change places."""

    at: Field
    other: Field


class ExchangeCastles(Struct, frozen=True):
    """The side of the board on which two castles change places, and their families."""

    side: str
    families: tuple[str, ...]


class Order(Struct, frozen=True):
    """The cards that go back on top of the draw pile, the next to be drawn first."""

    cards: tuple[str, ...]


class NamePlayer(Struct, frozen=True):
    """The player whom the caster names."""

    family: str


class TakeOption(Struct, frozen=True):
    """The option that the caster chooses, counted from 1."""

    number: int


class ClearBreak(Struct, frozen=True):
    """STEP-4: the field whose top card is cleared of one break, and the place of the break on the card."""

    at: Field
    place: str


class KeepCard(Struct, frozen=True):
    """STEP-1: the card that stays in hand."""

    name: str


class Roll(Struct, frozen=True):
    """STEP-7: what a coin (0 or 1) or a die (1 to 6) shows."""

    number: int


class Decide(Struct, frozen=True):
    """STEP-11: what people did or decided, in their words."""

    text: str = ""


class Skip(Struct, frozen=True):
    """Skip the current step of the spell, because it is optional or impossible."""


UnseenCards: TypeAlias = Redraw | Order  # choices about cards not seen yet
Choice: TypeAlias = (
    PlaceCard
    | TargetField
    | ClearBreak
    | Redraw
    | MoveCard
    | SwapStacks
    | ExchangeCastles
    | Order
    | NamePlayer
    | TakeOption
    | KeepCard
    | Roll
    | Decide
    | Skip
)
Move: TypeAlias = PlayVine | CastSpell | DiscardVine | Pass | Choice


class IllegalMove(Exception):
    """A move that breaks a rule; the position is in the message."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(f"{broken.code}: {broken.message}")
        self.broken = broken


# --- the game ----------------------------------------------------------------------------------------------


class GameSetup(Struct, frozen=True):
    """The facts that stay the same for a whole game."""

    kingdom: Kingdom
    edition: Edition
    options: Options
    players: tuple[str, ...]  # families in turn order
    define: Mapping[str, Any] = field(default_factory=dict)  # faces of this game alone, as its record writes them


class Casting(Struct, frozen=True):
    """A spell that is being cast and waits for the next choice."""

    spell: str
    steps: tuple[Step, ...]  # a block that has been reached is replaced by the steps that are carried out
    index: int = 0  # the step that is being carried out
    plays_left: int | None = None  # of the step `play` at `index`; None before it begins
    drawn: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    last: Field | None = None  # where the spell placed its last card
    placed_self: bool = False
    kept: str | None = None  # STEP-1: the card that the caster holds when the spell is done


class Ending(Struct, frozen=True):
    """The reason why a game ended, its winners, and the rule that ended it."""

    how: Literal["connected", "pending-connection", "draw"]
    winners: tuple[str, ...]
    by: str


class GameState(Struct, frozen=True):
    """A position between two moves; players are counted from 0 in turn order."""

    setting: GameSetup
    board: Board
    connected: frozenset[tuple[str, Axis]]  # CON-8 on this board
    draw_pile: tuple[str, ...]  # the next card first
    discard_pile: tuple[str, ...]  # the top card last
    hands: tuple[str | None, ...]
    spells: tuple[tuple[str, ...], ...]  # not yet cast
    player: int = 0  # whose turn it is
    turns: int = 0  # turns done
    claims: tuple[frozenset[Axis], ...] = ()  # END-3, by player
    last_turns: int | None = None  # END-5: how many are left; None before the pile is empty
    guards: tuple[frozenset[Field], ...] = ()  # by player: fields protected from vine cards; the board has them all
    wards: tuple[frozenset[Field], ...] = ()  # by player: fields protected from spells; the board has them all
    misses: tuple[int, ...] = ()  # how many of their next turns each player misses
    missed: tuple[str, ...] = ()  # who missed a turn just before this one
    newest: tuple[int, ...] = ()  # STEP-5, by player: the number of the card that they placed last; 0: none
    forbidding: frozenset[int] = frozenset()  # STEP-6: the players who forbid spells
    extra_turn: bool = False  # the player has another turn after this one
    box: tuple[str, ...] = ()  # cards out of the game
    casting: Casting | None = None
    ending: Ending | None = None

    @property
    def family(self) -> str:
        """The family of the player whose turn it is."""
        return self.setting.players[self.player]

    @property
    def hand(self) -> str | None:
        """The vine card of the player whose turn it is; one that pays for a spell stays until it is done."""
        return self.hands[self.player]

    def with_hand(self, player: int, card: str | None) -> tuple[str | None, ...]:
        """Return all hands, with another card in one of them."""
        return (*self.hands[:player], card, *self.hands[player + 1 :])

    def others(self) -> tuple[int, ...]:
        """Return the other players, clockwise from the current one."""
        return (*range(self.player + 1, len(self.hands)), *range(self.player))

    def guarding(self, player: int, guarded: frozenset[Field], warded: frozenset[Field]) -> GameState:
        """Return the game in which a player protects these fields from cards and from spells, and no others."""
        guards = (*self.guards[:player], guarded, *self.guards[player + 1 :])
        wards = (*self.wards[:player], warded, *self.wards[player + 1 :])
        none: frozenset[Field] = frozenset()
        board = replace(self.board, guarded=none.union(*guards), warded=none.union(*wards))
        return replace(self, guards=guards, wards=wards, board=board)

    def placing(self, board: Board) -> GameState:
        """STEP-5: return the game in which the player whose turn it is has just placed or moved the newest card."""
        number = board.number if board.newest is None else board.stack(board.newest)[-1].number
        newest = (*self.newest[: self.player], number, *self.newest[self.player + 1 :])
        return replace(self, newest=newest)

    def missing(self, player: int, turns: int) -> GameState:
        """Return the game in which a player misses this many more, or fewer, turns."""
        misses = (*self.misses[:player], self.misses[player] + turns, *self.misses[player + 1 :])
        return replace(self, misses=misses)


Connections: TypeAlias = frozenset[tuple[str, Axis]]


def newly_connected(before: Connections, after: Connections) -> Connections:
    """END-1: return the connections that did not exist before."""
    return after - before


def ended_by_vine(new: Connections, player: str) -> Ending | None:
    """END-1: end the game if the vine card just played connects a family."""
    return Ending("connected", winners_by_vine(new, player), "END-1") if new else None


def winners_by_vine(new: Connections, player: str) -> tuple[str, ...]:
    """END-2 (reading): return the winners among the connected families: the current player alone, otherwise all.

    A family without a player wins or shares like any other.

    >>> winners_by_vine(frozenset({("rose", "north-south"), ("sun", "east-west")}), "raven")
    ('rose', 'sun')
    """
    connected = {family for family, _ in new}
    return (player,) if player in connected else tuple(sorted(connected))


def claimed_by_spell(new: Connections, caster: str) -> frozenset[Axis]:
    """END-3: return the caster's new connections as claims: in a turn with a spell the caster cannot win."""
    return frozenset(axis for family, axis in new if family == caster)


def ended_by_claim(claims: frozenset[Axis], standing: Connections, player: str) -> Ending | None:
    """END-3 (reading): let the caster win at the start of their next turn if a claimed connection still exists."""
    if any((player, axis) in standing for axis in claims):
        return Ending("pending-connection", (player,), "END-3")
    return None


def ended_by_spell(new: Connections, caster: str) -> Ending | None:
    """END-4 (reading): let other families that a spell connects win at once, whatever it does for the caster."""
    others = tuple(sorted({family for family, _ in new if family != caster}))
    return Ending("connected", others, "END-4") if others else None


def ended_without_winner() -> Ending:
    """END-5: return a draw, for last turns without a winner."""
    return Ending("draw", (), "END-5")
