"""The value of a position for a player, in whole numbers: castles, and beings on the way to one.

The numbers were chosen by hand and not tuned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from luftschloesser.model.board import Field, Sky
from luftschloesser.model.state import Action, Move, Table
from luftschloesser.rules.actions import apply_action

CASTLE = 100
SHELTERED = 6  # a castle next to an empty cloud: the next rain takes that one (WEA-2)
WON = 100_000
# The value of 0, 1, 2 … beings of a player on one field: next to an empty cloud, else next to another player's castle,
# else without anything to build on.
CLOUD = (0, 14, 42, 47, 56, 60, 62)
OTHERS = (0, 4, 10, 20, 42, 45, 47)
NOTHING = (0, 3, 9, 10, 11, 11, 11)
OWN, LEADER, OTHER = 4, 3, 1  # how much counts: oneself, the strongest of the others, each of the others


def field_worth(field: Field, player: int) -> int:
    """Return the value of one field for a player.

    >>> field_worth(Field(1, (), (2, 0)), 0), field_worth(Field(1, (0,), (0, 0)), 0)
    (42, 106)
    """
    castles = field.castles.count(player)
    prospects = CLOUD if field.empty else OTHERS if len(field.castles) > castles else NOTHING
    beings = min(field.beings[player], len(prospects) - 1)
    return castles * (CASTLE + (SHELTERED if field.empty else 0)) + prospects[beings]


def worths(table: Table, sky: Sky) -> list[int]:
    """Return the value of the whole sky for each player separately."""
    return [
        sum(field_worth(field, player) for field in sky.fields)
        + (WON if table.board.castles - sky.castles[player] >= table.to_win else 0)
        for player in range(len(table.players))
    ]


def balance(each: Sequence[int], player: int) -> int:
    """Return a player's value against that of the others, the strongest of them most of all.

    >>> balance([10, 4, 6], 0)
    12
    """
    others = [worth for other, worth in enumerate(each) if other != player]
    return OWN * each[player] - LEADER * max(others) - OTHER * sum(others)


def values(table: Table, sky: Sky, player: int, actions: Iterable[Action]) -> list[int]:
    """Return the balance after each action; only the fields that it touches are valued again."""
    before = worths(table, sky)
    balances = []
    for action in actions:
        after = apply_action(sky, player, action)
        touched = (action.at, action.to) if isinstance(action, Move) else (action.at,)
        each = [
            worth + sum(field_worth(after[at], owner) - field_worth(sky[at], owner) for at in touched)
            for owner, worth in enumerate(before)
        ]
        if table.board.castles - after.castles[player] >= table.to_win:
            each[player] += WON
        balances.append(balance(each, player))
    return balances
