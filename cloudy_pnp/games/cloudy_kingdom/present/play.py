"""Cloudy Kingdom at a table: positions and moves, as any game that can be played offers them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from cloudy_pnp.games.cloudy_kingdom.model.cards import Edition, Kingdom, Layout
from cloudy_pnp.games.cloudy_kingdom.rules.board import field_name, standing, upright
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import cards_to_place
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState, Move
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply, legal_moves, start
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import record_of
from cloudy_pnp.games.contract import Lazy, Outcome, Play

_SPELLS = 3  # of each player


def _seats(kingdom: Kingdom) -> list[int]:
    return sorted({players for layout in kingdom.layouts.values() for players in layout.players})


def layout_for(kingdom: Kingdom, players: int) -> Layout:
    """LAY-5: return the layout for this many players."""
    return next(layout for layout in kingdom.layouts.values() if players in layout.players)


def _start(kingdom: Kingdom, players: int, seed: int) -> GameState:
    """TURN-1: choose families, deck and spells by the seed."""
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    castles = layout_for(kingdom, players).castles
    families = rng.sample(sorted({family for side in castles.values() for family in side if family}), players)
    deck = [card.id for card in kingdom.vines.values() for _ in range(card.count)]
    rng.shuffle(deck)
    edition = next(iter(kingdom.editions.values()))
    spells = [three_spells(kingdom, edition, rng)] * players  # all players have the same three
    return start(kingdom, families, castles=castles, deck=deck, spells=spells, edition=edition.id)


def three_spells(kingdom: Kingdom, edition: Edition, rng: random.Random) -> list[str]:
    """SPL-12: choose three spells, only one side of each card."""
    paired = {spell for pair in edition.pairs for spell in pair}
    cards: list[tuple[str, ...]] = [*edition.pairs, *((spell,) for spell in kingdom.spells if spell not in paired)]
    cards = [some for sides in cards if (some := tuple(side for side in sides if not kingdom.is_manual(side)))]
    return [rng.choice(sides) for sides in rng.sample(cards, min(_SPELLS, len(cards)))]


def _legal(state: GameState) -> Sequence[Move]:
    return [] if state.ending else legal_moves(state)


def _outcome(state: GameState) -> Outcome | None:
    return Outcome(state.ending.winners, state.ending.by) if state.ending else None


def _broken(state: GameState) -> list[str]:
    """List the broken invariants."""
    broken = [] if state.connected == standing(state.board) else ["the connections are not those of the board"]
    stacks = {field: state.board.stack(field) for field in state.board.fields()}
    broken += [
        f"GEO-5: two cards are parallel in the stack at {field_name(field)}"
        for field, stack in stacks.items()
        if any(upright(lower.facing) == upright(upper.facing) for lower, upper in pairwise(stack))
    ]
    return broken


def _view(state: GameState) -> Mapping[str, Any]:
    board, casting = state.board, state.casting
    return {
        "player": state.family,
        "players": list(state.setting.players),
        "hands": list(state.hands),
        "spells": [list(hand) for hand in state.spells],
        "casting": casting.spell if casting else None,
        "choosing": list(dict.fromkeys(cards_to_place(state))),
        "connected": [list(connection) for connection in sorted(state.connected)],
        "last_turns": state.last_turns,
        "draw_pile": len(state.draw_pile),
        "discard_pile": list(state.discard_pile),
        "fields": {
            field_name(field): [{"card": card.card, "facing": card.facing.text} for card in board.stack(field)]
            for field in board.fields()
            if board.stack(field)
        },
    }


def _encode(begin: GameState, moves: Sequence[Move]) -> Mapping[str, Any]:
    """Encode a game; a spell not yet cast to its end is omitted."""
    state, whole = begin, 0
    for number, move in enumerate(moves, 1):
        state = apply(state, move)
        whole = number if state.casting is None or state.ending else whole
    return {"game": "cloudy-kingdom", **record_of(begin, moves[:whole])}


PLAY: Play[Kingdom, GameState, Move] = Play(
    seats=_seats,
    start=_start,
    to_move=lambda state: state.family,
    legal=_legal,
    apply=apply,
    outcome=_outcome,
    broken=_broken,
    view=_view,
    encode=_encode,
    table=Lazy("cloudy_pnp.games.cloudy_kingdom.present.table:TABLE"),
)
