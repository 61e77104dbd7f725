"""Players: random, greedy, and one that looks ahead. They know only what their seat can see.

Chance: a small generator (`core.splitmix`) whose numbers depend only on a seed and the number of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from cloudy_pnp.core.splitmix import MASK, STEP, mixed, stepped
from fantasy_realms.model.realm import Realm
from fantasy_realms.play import state as st
from fantasy_realms.rules.seats import HAND_SIZE

Item = TypeVar("Item")


class Chance:
    """A generator for one game.

    >>> chance = Chance(seed=1, number=0)
    >>> [chance.below(6) for _ in range(8)]
    [1, 0, 1, 3, 4, 3, 1, 2]
    """

    def __init__(self, seed: int, number: int) -> None:
        self.state = mixed((mixed(seed & MASK) + number * STEP) & MASK)

    def below(self, count: int) -> int:
        """Return a number from 0 to count − 1."""
        self.state = stepped(self.state)
        return (mixed(self.state) >> 32) * count >> 32

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """Return this many of the items, in a random order; all of them if there are fewer."""
        left = list(items)
        for place in range(min(count, len(left))):
            other = place + self.below(len(left) - place)
            left[place], left[other] = left[other], left[place]
        return left[:count]


Values = Callable[[Sequence[Sequence[str]]], list[int]]  # the best totals of some hands of equal size
SAMPLE = 12  # unseen cards that the player that looks ahead imagines
TRIES = 20  # trades that are thought of in Chaos


class Player(Protocol):
    """Chooses one of the legal moves."""

    def __call__(self, realm: Realm, state: st.State, values: Values, chance: Chance) -> st.Move: ...


def random_player(realm: Realm, state: st.State, values: Values, chance: Chance) -> st.Move:  # noqa: ARG001
    """Make any legal move, each equally likely."""
    if state.phase == "trade":
        return _random_trade(state, chance)
    return chance.pick(st.legal_moves(state))


def greedy_player(realm: Realm, state: st.State, values: Values, chance: Chance) -> st.Move:  # noqa: ARG001
    """Take a card of the display if that improves the hand at once, and discard the least useful card."""
    match state.phase:
        case "put":
            return st.Put(_least(state.hand, values)[0])
        case "keep":
            totals = values([(*state.hand, card) for card in state.drawn])
            return st.Keep(state.drawn[totals.index(max(totals))])
        case "trade":
            return _good_trade(state, values, chance)
    here = values([state.hand])[0] if state.hand else 0
    worth = {card: _value_with(state.hand, card, values) for card in state.display}
    best = max(worth, key=lambda card: worth[card], default=None)
    if best is not None and (worth[best] > here or len(state.pile) < 2):
        return st.Take(best)
    return st.Draw()


def looking_player(realm: Realm, state: st.State, values: Values, chance: Chance) -> st.Move:
    """Weigh a card of the display against the average card of the pile, and keep hands that can still grow."""
    hidden = chance.some(st.unseen(realm, state, state.turn), SAMPLE)
    match state.phase:
        case "put":
            options = [tuple(other for other in state.hand if other != card) for card in state.hand]
            futures = [_future(option, hidden, values) for option in options]
            return st.Put(state.hand[futures.index(max(futures))])
        case "keep":
            futures = [_future((*state.hand, card), hidden, values) for card in state.drawn]
            return st.Keep(state.drawn[futures.index(max(futures))])
        case "trade":
            return _good_trade(state, values, chance)
    if len(state.pile) < 2 and state.display:
        return greedy_player(realm, state, values, chance)
    pile = sum(_value_with(state.hand, card, values) for card in hidden) / max(1, len(hidden))
    worth = {card: _value_with(state.hand, card, values) for card in state.display}
    best = max(worth, key=lambda card: worth[card], default=None)
    return st.Take(best) if best is not None and worth[best] > pile else st.Draw()


PLAYERS: Mapping[str, tuple[Player, str]] = {
    "random": (random_player, "plays any legal move"),
    "greedy": (greedy_player, "takes what makes the hand better at once"),
    "look-ahead": (looking_player, "weighs the display against the pile and keeps hands that can still grow"),
}


def _least(hand: Sequence[str], values: Values) -> tuple[str, int]:
    """Return the least useful card, and the value of the others."""
    totals = values([tuple(other for other in hand if other != card) for card in hand])
    best = max(totals)
    return hand[totals.index(best)], best


def _value_with(hand: Sequence[str], card: str, values: Values) -> int:
    """Return the value of a hand once a card has been taken: without another one if it is full."""
    if len(hand) < HAND_SIZE:
        return values([(*hand, card)])[0]
    return _least((*hand, card), values)[1]


def _future(hand: Sequence[str], hidden: Sequence[str], values: Values) -> float:
    """Return the value of a hand now, plus half of the average gain from one more card."""
    now = values([hand])[0]
    if not hidden or len(hand) < 2:
        return now
    better = [max(now, _value_swapped(hand, card, values)) for card in hidden[: SAMPLE // 3]]
    return now + (sum(better) / len(better) - now) / 2


def _value_swapped(hand: Sequence[str], card: str, values: Values) -> int:
    return max(values([(*hand[:place], card, *hand[place + 1 :]) for place in range(len(hand))]))


def _random_trade(state: st.State, chance: Chance) -> st.Move:
    if state.turns >= TRIES * len(state.hands):
        return st.Stop()
    first = chance.below(len(state.hands))
    second = (first + 1 + chance.below(len(state.hands) - 1)) % len(state.hands)
    return st.Trade(first, chance.pick(state.hands[first]), second, chance.pick(state.hands[second]))


def _good_trade(state: st.State, values: Values, chance: Chance) -> st.Move:
    """Return a trade by which both gain, out of some random ones; stop if there is none."""
    for _ in range(TRIES if state.turns < TRIES * len(state.hands) else 0):
        trade = _random_trade(state, chance)
        if not isinstance(trade, st.Trade):
            break
        first_hand, second_hand = state.hands[trade.first], state.hands[trade.second]
        now = values([first_hand, second_hand])
        then = values(
            [
                (*(card for card in first_hand if card != trade.gives), trade.gets),
                (*(card for card in second_hand if card != trade.gets), trade.gives),
            ]
        )
        if then[0] >= now[0] and then[1] >= now[1] and then != now:
            return trade
    return st.Stop()
