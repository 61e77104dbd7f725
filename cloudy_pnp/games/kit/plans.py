"""Plans of custom positions: players in turn order, their hands, and the rows of choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from cloudy_pnp.games.contract import choice
from cloudy_pnp.games.kit.words import TableWords

T = TypeVar("T")
Row = dict[str, Any]


def rotate(items: Sequence[T], first: int) -> list[T]:
    """Return the items in turn order from `first` on.

    >>> rotate(["red", "blue", "green"], 1)
    ['blue', 'green', 'red']
    """
    return [*items[first:], *items[:first]]


def put_first(plan: Mapping[str, Any], player: str, keys: Iterable[str]) -> dict[str, Any]:
    """Return the plan with this player to move; `keys` have an item per player."""
    first = plan["players"].index(player)
    return {**plan, **{key: rotate(plan[key], first) for key in keys}}


def replace_item(items: Sequence[T], index: int, item: T) -> list[T]:
    """Return the items with another one at an index. Raises ValueError if the index does not exist.

    >>> replace_item(["sun", "rain"], 1, "storm")
    ['sun', 'storm']
    """
    if not 0 <= index < len(items):
        raise ValueError("there is no such player")
    return [*items[:index], item, *items[index + 1 :]]


def count_choice(words: TableWords, lang: str, counts: Iterable[int], chosen: int) -> Row:
    """Return the row that chooses the number of players; its act is `{"many": True}`."""
    options = [(str(count), str(count)) for count in counts]
    return choice(words.say("many", lang), {"many": True}, str(chosen), options)


def first_choice(words: TableWords, lang: str, players: Sequence[tuple[str, str]]) -> Row:
    """Return the row that chooses the player to move, of ids with names; its act is `{"first": True}`."""
    return choice(words.say("first", lang), {"first": True}, players[0][0], players)


def hand_choices(
    words: TableWords,
    lang: str,
    players: Sequence[str],
    hands: Sequence[Sequence[str]],
    cards: Iterable[tuple[str, str]],
) -> Iterator[Row]:
    """Yield a row for every card of every hand, an empty text being a random one.

    Its act is `{"hand": seat, "place": place}`. Players are written as {id}, to be replaced by their names.
    """
    options = [("", words.say("chance", lang)), *cards]
    for seat, (player, hand) in enumerate(zip(players, hands, strict=True)):
        for place, card in enumerate(hand):
            label = words.say("hand", lang, number=place + 1, player=f"{{{player}}}")
            yield choice(label, {"hand": seat, "place": place}, card, options, group=player)
