"""A game in progress as one frozen value, and the moves that lead from one to the next.

A turn has two moves: the weather card with its choices, then the action. Drawing (TURN-3) needs no decision.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from luftschloesser.model.board import EIGHT, FOUR, Board, Direction, Sky
from luftschloesser.model.chance import Chance
from luftschloesser.model.realm import Options, Realm

# --- TURN-1: the weather card and its player's choices -----------------------------------------------------


class Sun(Struct, frozen=True):
    """WEA-1, WEA-3: a cloud comes."""

    card: str
    at: int


class Rain(Struct, frozen=True):
    """WEA-2, WEA-3: a cloud goes; `castle` is the owner of the castle that goes with it."""

    card: str
    at: int
    castle: int | None = None


class Storm(Struct, frozen=True):
    """WEA-4: all empty clouds move."""

    card: str
    towards: Direction


class Lightning(Struct, frozen=True):
    """WEA-5: the beings of a field return."""

    card: str
    at: int


class Being(Struct, frozen=True):
    """A being on the board: whose, and where."""

    player: int
    at: int


class Rainbow(Struct, frozen=True):
    """WEA-6: two beings change places; None: the player lets it be."""

    card: str
    swap: tuple[Being, Being] | None = None


# --- TURN-2: the action ------------------------------------------------------------------------------------


class Put(Struct, frozen=True):
    """ACT-1: a being from the supply onto a field."""

    at: int


class Move(Struct, frozen=True):
    """ACT-2: a being to a neighbouring field."""

    at: int
    to: int


class Build(Struct, frozen=True):
    """ACT-3: two beings for a castle on an empty cloud."""

    at: int


class Oust(Struct, frozen=True):
    """ACT-4: four beings for a castle in the place of another player's."""

    at: int
    castle: int


Play: TypeAlias = Sun | Rain | Storm | Lightning | Rainbow
Action: TypeAlias = Put | Move | Build | Oust
AnyMove: TypeAlias = Play | Action


class Broken(Struct, frozen=True):
    """A rule that a move would break, and how, with the position; `key` is the part of the move that is wrong."""

    code: str
    message: str
    key: str = ""


class IllegalMove(Exception):
    """A move that breaks a rule."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(f"{broken.code}: {broken.message}")
        self.broken = broken


# --- the game ----------------------------------------------------------------------------------------------


class Table(Struct, frozen=True):
    """The facts that stay the same for a whole game: the game, the players in turn order, and the options."""

    realm: Realm
    players: tuple[str, ...]  # colours in turn order
    options: Options

    @property
    def board(self) -> Board:
        """The board of the realm."""
        return self.realm.board

    @property
    def to_win(self) -> int:
        """END-1: how many castles have to stand at this table."""
        return self.realm.to_win(len(self.players), self.options)

    @property
    def directions(self) -> tuple[Direction, ...]:
        """WEA-4: where a storm can blow to."""
        return EIGHT if self.options.storm == "eight" else FOUR


class Beginning(Struct, frozen=True):
    """The facts that a record needs to begin the same game again."""

    deck: tuple[str, ...]  # the first card is dealt first
    chance: Chance  # that every shuffle after the first comes from


class Rank(Struct, frozen=True):
    """END-2: the rank of a player; equal players share a rank."""

    player: int
    rank: int  # from 1
    castles: int
    beings: int


class Ending(Struct, frozen=True):
    """The winner of a game, and the rule that ended it."""

    winner: int
    ranking: tuple[Rank, ...]
    how: str = "castles"
    by: str = "END-1"


class GameState(Struct, frozen=True):
    """A position between two moves; players are counted from 0 in turn order."""

    table: Table
    beginning: Beginning
    sky: Sky
    draw_pile: tuple[str, ...]  # the next card first
    played: tuple[str, ...]  # the top card last
    hands: tuple[tuple[str, ...], ...]
    chance: Chance
    player: int = 0  # whose turn it is
    turns: int = 0  # turns done
    weather_done: bool = False  # TURN-1 is over, TURN-2 comes
    ending: Ending | None = None

    @property
    def colour(self) -> str:
        """The colour of the player whose turn it is."""
        return self.table.players[self.player]

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards of the player whose turn it is."""
        return self.hands[self.player]

    def with_hand(self, player: int, cards: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return all hands, with other cards in one of them."""
        return (*self.hands[:player], cards, *self.hands[player + 1 :])

    def clockwise(self) -> tuple[int, ...]:
        """Return all players, from the current one."""
        return (*range(self.player, len(self.hands)), *range(self.player))
