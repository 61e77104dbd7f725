"""The selection of printed cards and their numbers of copies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, cycle, groupby, islice
from typing import TypeVar

from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.game.contract import Component
from cloudy_pnp.workspace.drawn import Copy, Piece

MOST_COPIES = 999
Printed = TypeVar("Printed", Piece, Copy)  # already drawn, or not


def select(
    pieces: Iterable[Printed],
    *,
    only: Collection[str] | None = None,
    quantity: Mapping[str, int] | None = None,
) -> Iterator[Printed]:
    """Yield the pieces of some cards (by id; None: all), with other numbers of copies than in the deck.

    If more copies are requested than exist, the pieces of the card are repeated. Raises UserError for an unknown id;
    because pieces may come from a generator, only after the last one.

    >>> from cloudy_pnp.draw.scene import Symbol
    >>> from cloudy_pnp.core.geometry import Rect
    >>> face = Symbol("face", (), Rect(0, 0, 1, 1))
    >>> deck = [Piece("stem", 1, face, face, (1, 1)), Piece("tee", 1, face, face, (1, 1))]
    >>> [(piece.card, piece.copy) for piece in select(deck, quantity={"stem": 2})]
    [('stem', 1), ('stem', 2), ('tee', 1)]
    """
    numbers = dict(quantity or {})
    for card, copies in numbers.items():
        if not 0 <= copies <= MOST_COPIES:
            raise UserError(f"{copies} copies of {quoted(card)} are not possible: from 0 to {MOST_COPIES}")
    return _select(pieces, only, numbers)


def printed_ids(names: Iterable[str], components: Sequence[Component]) -> dict[str, tuple[str, ...]]:
    """Return the components selected by some names.

    The id of a component selects that one, the id of an entry everything that shows it, so that a spell is all its
    printed cards.
    """
    component_ids = {component.id for component in components}
    showing: dict[str, list[str]] = {}
    for component in components:
        for entry in component.shows:
            showing.setdefault(entry.id, []).append(component.id)
    selected = {}
    for name in names:
        if name not in component_ids and name not in showing:
            names = sorted({*component_ids, *showing})
            raise UserError(f"there is no card {quoted(name)} to print; {suggest(name, names)}".rstrip("; "))
        selected[name] = (name,) if name in component_ids else tuple(showing[name])
    return selected


def _select(pieces: Iterable[Printed], only: Collection[str] | None, numbers: Mapping[str, int]) -> Iterator[Printed]:
    seen: set[str] = set()
    for card, run in groupby(pieces, key=lambda piece: piece.card):
        met = card in seen
        seen.add(card)
        if only is not None and card not in only:
            continue
        if card not in numbers:
            yield from run
        elif not met:  # the whole number at once, so that the copies of a card stay together
            yield from _copies(run, numbers[card])
    for card in dict.fromkeys(chain(only or (), numbers)):
        if card not in seen:
            raise UserError(f"there is no card {quoted(card)} to print; {suggest(card, sorted(seen))}".rstrip("; "))


def _copies(run: Iterable[Printed], number: int) -> Iterator[Printed]:
    available = list(run)
    for copy, piece in enumerate(islice(cycle(available), number), start=1):
        yield piece if copy <= len(available) else replace(piece, copy=copy)
