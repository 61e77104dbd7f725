"""Which cards are printed, and how often."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, cycle, groupby, islice

from cloudy_pnp.core.problems import UserError, meant, quoted
from cloudy_pnp.games.contract import CardPicture

MOST_COPIES = 999


def select(
    pictures: Iterable[CardPicture],
    *,
    only: Collection[str] | None = None,
    quantity: Mapping[str, int] | None = None,
) -> Iterator[CardPicture]:
    """The pictures of some cards (by id; None: all), with other numbers of copies than the deck has.

    Where more copies are wanted than there are, the pictures of the card are repeated. An id that no picture has
    is a `UserError`; because pictures may come from a long way off, it is raised when the last one is through.

    >>> from cloudy_pnp.draw.scene import Symbol
    >>> from cloudy_pnp.core.geometry import Rect
    >>> face = Symbol("face", (), Rect(0, 0, 1, 1))
    >>> deck = [CardPicture("stem", 1, face, face), CardPicture("tee", 1, face, face)]
    >>> [(picture.card, picture.copy) for picture in select(deck, quantity={"stem": 2})]
    [('stem', 1), ('stem', 2), ('tee', 1)]
    """
    wanted = dict(quantity or {})
    for card, copies in wanted.items():
        if not 0 <= copies <= MOST_COPIES:
            raise UserError(f"{copies} copies of {quoted(card)} are not possible: from 0 to {MOST_COPIES}")
    return _selected(pictures, only, wanted)


def _selected(
    pictures: Iterable[CardPicture], only: Collection[str] | None, wanted: Mapping[str, int]
) -> Iterator[CardPicture]:
    seen: set[str] = set()
    for card, run in groupby(pictures, key=lambda picture: picture.card):
        met = card in seen
        seen.add(card)
        if only is not None and card not in only:
            continue
        if card not in wanted:
            yield from run
        elif not met:  # the whole number at once, so that the copies of a card stay together
            yield from _copies(run, wanted[card])
    for card in dict.fromkeys(chain(only or (), wanted)):
        if card not in seen:
            raise UserError(f"there is no card {quoted(card)} to print; {meant(card, sorted(seen))}".rstrip("; "))


def _copies(run: Iterable[CardPicture], number: int) -> Iterator[CardPicture]:
    available = list(run)
    for copy, picture in enumerate(islice(cycle(available), number), start=1):
        yield picture if copy <= len(available) else replace(picture, copy=copy)
