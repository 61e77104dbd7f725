"""The game as its data describes it: weather, colours, board and options, once they are valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct, convert, field
from msgspec.structs import replace

from cloudy_pnp.core.shipped import shipped_entries
from luftschloesser.model.board import Board

Effect: TypeAlias = Literal["sun", "rain", "storm", "lightning", "rainbow", "new-hands"]
Storm: TypeAlias = Literal["four", "eight"]
PRINTED = "printed"  # the distribution of fields that `fields:` of the data lists
HAND = 3  # SET-1: cards in a hand
PLAYERS = (2, 3, 4)  # SET-1


class Weather(Struct, frozen=True):
    """AIR-4: a kind of weather card. With `fields` each card is bound to one of them; without, the player chooses."""

    id: str
    does: Effect
    count: int
    fields: tuple[int, ...] = ()
    distributions: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # AIR-5: other lists, by name

    def fields_of(self, distribution: str) -> tuple[int, ...]:
        """AIR-5 (reading): return the fields of its cards in a distribution; a kind without that one keeps its own."""
        return self.distributions.get(distribution, self.fields)


class Card(Struct, frozen=True):
    """One weather card: its kind, its effect, and the field it is bound to, if any."""

    id: str
    kind: str
    does: Effect
    at: int | None = None


class Options(Struct, frozen=True, rename="kebab"):
    """The options that the sources leave open, as chosen at one table."""

    storm: Storm = "four"  # WEA-4
    distribution: str = PRINTED  # AIR-5
    castles_to_win: int | None = None  # END-1; None: by the number of players


class Realm(Struct, frozen=True, dict=True):
    """The realm of clouds: everything in the data. `options` are the defaults."""

    board: Board
    weather: Mapping[str, Weather]
    colours: Mapping[str, str]  # id: "#rrggbb"
    options: Options = Options()
    castles_to_win: Mapping[int, int] = field(default_factory=lambda: {2: 4, 3: 4, 4: 3})

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The cards by id, whatever the distribution."""
        return _cards(self)

    def deck(self, distribution: str | None = None) -> tuple[str, ...]:
        """AIR-4: return every card of the box, in the order of the data.

        >>> from luftschloesser.model.realm import base_realm
        >>> deck = base_realm().deck()
        >>> len(deck), deck[0], deck[-1]
        (65, 'sun-1', 'new-hands')
        """
        name = self.options.distribution if distribution is None else distribution
        ids: list[str] = []
        for kind in self.weather.values():
            fields = kind.fields_of(name)
            ids += [card_id(kind.id, at) for at in fields] if fields else [kind.id] * kind.count
        return tuple(ids)

    def to_win(self, players: int, options: Options) -> int:
        """END-1: return how many castles a player needs."""
        return options.castles_to_win or self.castles_to_win[players]


def card_id(kind: str, at: int | None) -> str:
    """Return the name of a card in decks and records.

    >>> card_id("sun", 7), card_id("storm", None)
    ('sun-7', 'storm')
    """
    return kind if at is None else f"{kind}-{at}"


def _cards(realm: Realm) -> dict[str, Card]:
    cards = {}
    for kind in realm.weather.values():
        bound: list[int | None] = [*sorted({*kind.fields}.union(*kind.distributions.values()))]
        for at in bound or [None]:
            cards[card_id(kind.id, at)] = Card(card_id(kind.id, at), kind.id, kind.does, at)
    return cards


# --- from data ---------------------------------------------------------------------------------------------


def realm_from_data(data: Mapping[str, Sequence[Mapping[str, Any]]]) -> Realm:
    """Build the realm from the entries of each kind, which `checks` found valid.

    Missing kinds have the defaults of the rules: a board of 4 × 4, a storm in four directions.
    """
    board, options = data.get("board") or [{}], data.get("options") or ()
    realm = Realm(
        convert(board[0], Board, strict=False),
        {entry["id"]: convert(entry, Weather, strict=False) for entry in data.get("weather", ())},
        {entry["id"]: entry["colour"] for entry in data.get("colours", ())},
    )
    for entry in options[:1]:
        to_win = {row["players"]: row["castles"] for row in entry["castles-to-win"]}
        realm = replace(realm, options=Options(entry["storm"], entry["distribution"]), castles_to_win=to_win)
    return realm


@cache
def base_realm() -> Realm:
    """Return the game as it is shipped, for examples and tests.

    >>> sum(kind.count for kind in base_realm().weather.values())
    65
    """
    return realm_from_data(shipped_entries(Path(__file__).parents[1], "luftschloesser"))
