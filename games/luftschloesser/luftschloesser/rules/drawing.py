"""SET-1, SET-2, TURN-3, TURN-4: how cards are dealt, drawn, and shuffled.

The piles and hands are small tuples; each function returns new ones, with the chance that is left.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from luftschloesser.model.chance import Chance
from luftschloesser.model.realm import HAND, Card
from luftschloesser.model.state import GameState


class Piles(Struct, frozen=True):
    """The draw pile (next card first), the played cards (top card last), and the chance that shuffles them."""

    draw: tuple[str, ...]
    played: tuple[str, ...]
    chance: Chance


def draw_card(piles: Piles) -> tuple[str, Piles]:
    """TURN-3: draw one card; if the pile is empty, shuffle the played cards into a new one first.

    >>> draw_card(Piles(("storm",), (), Chance(1)))[0]
    'storm'
    >>> card, after = draw_card(Piles((), ("sun-1",), Chance(1)))
    >>> card, after.draw, after.played
    ('sun-1', (), ())
    """
    if not piles.draw:
        pile, chance = piles.chance.shuffled(piles.played)
        piles = Piles(pile, (), chance)
    return piles.draw[0], Piles(piles.draw[1:], piles.played, piles.chance)


def replace_new_hands(cards: Mapping[str, Card], card: str, piles: Piles) -> tuple[str, Piles]:
    """SET-2: shuffle *new hands* back into the pile and draw another card, until it is an ordinary one.

    TURN-4: if the pile holds nothing but *new hands*, the played cards are shuffled in with it.

    >>> from luftschloesser.model.example import example_realm
    >>> piles = Piles(("storm",), (), Chance(None, (("storm", "new-hands"),)))
    >>> card, after = replace_new_hands(example_realm().cards, "new-hands", piles)
    >>> card, after.draw, after.chance.used
    ('storm', ('new-hands',), 1)
    """
    while is_new_hands(cards, card):
        pile, played = (*piles.draw, card), piles.played
        if all(is_new_hands(cards, other) for other in pile):
            pile, played = pile + played, ()
        shuffled, chance = piles.chance.shuffled(pile)
        card, piles = draw_card(Piles(shuffled, played, chance))
    return card, piles


def is_new_hands(cards: Mapping[str, Card], card: str) -> bool:
    """AIR-4: return whether a card gives all players a new hand."""
    return cards[card].does == "new-hands"


def deal_hands(
    cards: Mapping[str, Card], players: int, deck: tuple[str, ...], chance: Chance
) -> tuple[tuple[tuple[str, ...], ...], Piles]:
    """SET-1: deal three cards each in turn order, the rest is the draw pile; then apply SET-2 in the same order."""
    piles = Piles(deck[HAND * players :], (), chance)
    hands = []
    for player in range(players):
        hand = []
        for card in deck[HAND * player : HAND * (player + 1)]:
            ordinary, piles = replace_new_hands(cards, card, piles)
            hand.append(ordinary)
        hands.append(tuple(hand))
    return tuple(hands), piles


def after_the_turn(state: GameState) -> GameState:
    """TURN-3: draw one card; TURN-4: if it is *new hands*, give all players a new hand."""
    card, piles = draw_card(Piles(state.draw_pile, state.played, state.chance))
    if is_new_hands(state.table.realm.cards, card):
        return _new_hands(state, replace(piles, played=(*piles.played, card)))
    return _with_piles(state, state.with_hand(state.player, (*state.hand, card)), piles)


def _new_hands(state: GameState, piles: Piles) -> GameState:
    """TURN-4: put all hands under the played cards; deal three cards each, clockwise from the current player."""
    cards, order = state.table.realm.cards, state.clockwise()
    under = tuple(card for player in order for card in state.hands[player])
    piles = replace(piles, played=under + piles.played)
    hands = list(state.hands)
    for player in order:
        three = []
        for _ in range(HAND):
            card, piles = draw_card(piles)
            three.append(card)
        for place, card in enumerate(three):
            three[place], piles = replace_new_hands(cards, card, piles)
        hands[player] = tuple(three)
    return _with_piles(state, tuple(hands), piles)


def _with_piles(state: GameState, hands: tuple[tuple[str, ...], ...], piles: Piles) -> GameState:
    return replace(state, hands=hands, draw_pile=piles.draw, played=piles.played, chance=piles.chance)
