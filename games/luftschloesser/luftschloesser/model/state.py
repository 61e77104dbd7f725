"""A game in progress as one frozen value, and the moves that lead from one to the next.

A turn has two moves: the weather card with its choices, then the action. Drawing (TURN-3) needs no decision.

Chance as a value: a small generator (`core.splitmix`), and shuffles that people wrote down.

Nothing here draws from outside. The same chance gives the same shuffles on every machine, so a record that names its
seed replays exactly. Records list how the piles lay after each shuffle; that of a game at a real table has no seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.splitmix import MASK, STEP, mixed, stepped
from luftschloesser.model.board import EIGHT, FOUR, Board, Direction, Sky
from luftschloesser.model.realm import Options, Realm


class UnknownShuffle(Exception):
    """A pile has to be shuffled, and the record does not say how it lay afterwards, or says it wrongly."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number  # of the shuffle, from 0
        self.message = message


class Chance(Struct, frozen=True):
    """The random source: first the recorded shuffles, then those of the generator.

    The generator continues as if it had made the others too.

    >>> Chance(1).shuffled(["sun-1", "rain-2", "storm", "rainbow"])[0]
    ('sun-1', 'rain-2', 'rainbow', 'storm')
    >>> Chance(None, (("storm", "sun-1"),)).shuffled(["sun-1", "storm"])[0]
    ('storm', 'sun-1')
    """

    state: int | None  # of the generator; None without one
    given: tuple[tuple[str, ...], ...] = ()  # piles as they lay after each shuffle, the next card first
    done: tuple[tuple[str, ...], ...] = ()  # the piles after each shuffle that there has been

    @property
    def used(self) -> int:
        """Return how many shuffles there have been."""
        return len(self.done)

    def below(self, count: int) -> tuple[int, Chance]:
        """Return a number from 0 to count − 1, and the chance after it."""
        if self.state is None:
            raise UnknownShuffle(self.used, "there is no seed to draw a number from")
        state = stepped(self.state)
        return (mixed(state) >> 32) * count >> 32, replace(self, state=state)

    def shuffled(self, cards: Iterable[str]) -> tuple[tuple[str, ...], Chance]:
        """Return the cards in a new order, and the chance after it."""
        pile = list(cards)
        if self.given:
            return self._as_given(pile)
        if self.state is None:
            message = f"{len(pile)} cards are shuffled here, and the record does not say how they lie then"
            raise UnknownShuffle(self.used, message)
        state = self.state
        for last in range(len(pile) - 1, 0, -1):
            state = stepped(state)
            other = (mixed(state) >> 32) * (last + 1) >> 32
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile), replace(self, state=state, done=(*self.done, tuple(pile)))

    def _as_given(self, pile: Sequence[str]) -> tuple[tuple[str, ...], Chance]:
        after = self.given[0]
        missing, added = Counter(pile) - Counter(after), Counter(after) - Counter(pile)
        if missing or added:
            lacks = f", without {', '.join(sorted(missing))}" if missing else ""
            has = f", with {', '.join(sorted(added))} too many" if added else ""
            message = f"the pile shuffled here has {len(pile)} cards; the record lists {len(after)}{lacks}{has}"
            raise UnknownShuffle(self.used, message)
        state = None if self.state is None else (self.state + max(0, len(pile) - 1) * STEP) & MASK
        return after, Chance(state, self.given[1:], (*self.done, after))


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
