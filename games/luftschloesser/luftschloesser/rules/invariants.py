"""The invariants of every game between two moves: if one is broken, the engine is wrong, not the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from luftschloesser.model.board import Sky
from luftschloesser.model.realm import HAND
from luftschloesser.model.state import Broken, GameState, Table
from luftschloesser.rules.turns import is_new_hands, legal_moves


def sky_problems(table: Table, sky: Sky) -> Iterator[Broken]:
    """AIR-2, AIR-3: report pieces that are lost, added, or in an impossible place."""
    board = table.board
    on_board = sum(field.clouds for field in sky.fields)
    if on_board + sky.clouds != board.clouds or sky.clouds < 0:
        yield Broken("AIR-2", f"{on_board} clouds on the board and {sky.clouds} in the supply, of {board.clouds}")
    for at, field in enumerate(sky.fields, 1):
        if field.clouds > board.clouds_per_field:
            yield Broken("AIR-2", f"field {at} has {field.clouds} clouds, more than {board.clouds_per_field}")
        if field.empty < 0 or list(field.castles) != sorted(field.castles):
            yield Broken("AIR-3", f"field {at} has {field.empty} empty clouds and the castles {field.castles}")
        if min(field.beings) < 0:
            yield Broken("AIR-3", f"field {at} has {field.beings} beings")
    for player, name in enumerate(table.players):
        for kind, standing, left, all_of_them in (
            ("beings", sky.beings_standing(player), sky.beings[player], board.beings),
            ("castles", sky.castles_standing(player), sky.castles[player], board.castles),
        ):
            if standing + left != all_of_them or left < 0:
                yield Broken("AIR-3", f"{name} has {standing} {kind} standing and {left} left, of {all_of_them}")


def state_problems(state: GameState) -> list[Broken]:
    """Return the broken invariants of the rules; empty for a valid state.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.rules.turns import start
    >>> state_problems(start(base_realm(), ["red", "blue"], seed=1))
    []
    """
    return [*sky_problems(state.table, state.sky), *_card_problems(state), *_turn_problems(state)]


def _card_problems(state: GameState) -> Iterator[Broken]:
    """AIR-4: report cards lost or added; SET-1: hands without three cards; TURN-4, TURN-5: held *new hands*."""
    cards = state.table.realm.cards
    cards_now = Counter((*state.draw_pile, *state.played, *(card for hand in state.hands for card in hand)))
    if cards_now != Counter(state.beginning.deck):
        yield Broken("AIR-4", f"{cards_now.total()} cards in hands and piles, {len(state.beginning.deck)} in the deck")
    for player, hand in enumerate(state.hands):
        short = player == state.player and (state.weather_done or state.ending is not None)
        if len(hand) != HAND - short:
            yield Broken("TURN-3", f"{state.table.players[player]} holds {len(hand)} cards: {', '.join(hand)}")
        if any(is_new_hands(cards, card) for card in hand):
            yield Broken("SET-2", f"{state.table.players[player]} holds {', '.join(hand)}")
    if not state.draw_pile and not state.played:
        yield Broken("TURN-5", "the draw pile and the played cards are both empty")


def _turn_problems(state: GameState) -> Iterator[Broken]:
    """TURN-2: require a legal action; END-1: require that a player with enough castles has won."""
    if state.ending is None and not legal_moves(state):
        yield Broken("TURN-2" if state.weather_done else "TURN-1", f"{state.colour} has no legal move")
    enough = [
        player for player in range(len(state.table.players)) if state.sky.castles_standing(player) >= state.table.to_win
    ]
    if enough != ([] if state.ending is None else [state.ending.winner]):
        names = ", ".join(state.table.players[player] for player in enough)
        yield Broken("END-1", f"enough castles: {names or 'none'}; ending: {state.ending}")
