"""Cards on a board from the start: the rules that apply even to them, and how they are placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cloudy_pnp.core.problems import Finding
from cloudy_pnp.data.entries import unknown_reference
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.games.cloudy_kingdom.model.steps import PlaceSelf
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, Placed, on_board, upright


def is_sealed(kingdom: Kingdom, card: str) -> bool:
    """SPL-3: return whether a card is a spell that seals the card it is placed on."""
    spell = kingdom.spells.get(card)
    return spell is not None and any(isinstance(step, PlaceSelf) and step.sealed for step in spell.steps)


def impossible(board: Board, card: Placed, place: tuple[int, int]) -> Iterator[Finding]:
    """Report violations of GEO-1 and GEO-5, which apply even to a card that is only set up."""
    if not on_board(board, place):
        message = f"[{place[0]}, {place[1]}] is not a field of this board of {board.rows} × {board.cols}"
        yield Finding("GEO-1", ("at",), message, "fields are [row, column], from 0")
    elif (stack := board.stack(place)) and upright(stack[-1].facing) == upright(card.facing):
        message = f"the card is parallel to the one below it, which faces {stack[-1].facing.text}"
        yield Finding("GEO-5", ("facing",), message, "turn it by a quarter")


def placeable(kingdom: Kingdom) -> list[str]:
    """List every card that can be on a board: vine cards, and spells with a face."""
    return [*kingdom.vines, *(name for name, spell in kingdom.spells.items() if spell.face)]


def placed_card(kingdom: Kingdom, entry: Mapping[str, Any]) -> tuple[tuple[int, int], Placed]:
    """Return the field and the placed card of an entry."""
    name, (row, col) = entry["card"], entry["at"]
    return (row, col), Placed(name, kingdom.face(name), DIRECTION[entry["facing"]], is_sealed(kingdom, name))


def laid_findings(kingdom: Kingdom, board: Board, cards: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Report invalid cards that are laid one after the other, without GRO; paths start at the list."""
    cards_to_lay = placeable(kingdom)
    for index, entry in enumerate(cards):
        if entry["card"] not in cards_to_lay:
            yield unknown_reference((index, "card"), entry["card"], "card to lay", cards_to_lay)
            continue
        place, card = placed_card(kingdom, entry)
        wrong = [finding.under(index) for finding in impossible(board, card, place)]
        yield from wrong
        if not wrong:
            board = board.placed(place, card)


def lay_cards(kingdom: Kingdom, board: Board, cards: Sequence[Mapping[str, Any]]) -> Board:
    """Return the board with cards in which `laid_findings` found nothing wrong."""
    for entry in cards:
        board = board.placed(*placed_card(kingdom, entry))
    return board


def cards_on(board: Board) -> list[dict[str, Any]]:
    """List every card on a board, in an order in which they can be laid."""
    return [
        {"card": card.card, "at": list(field), "facing": card.facing.text}
        for field in board.fields()
        for card in board.stack(field)
    ]
