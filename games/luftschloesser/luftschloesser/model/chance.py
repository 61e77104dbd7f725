"""Chance as a value: a small generator (`core.splitmix`), and shuffles that people wrote down.

Nothing here draws from outside. The same chance gives the same shuffles on every machine, so a record that names its
seed replays exactly. Records list how the piles lay after each shuffle; that of a game at a real table has no seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.splitmix import MASK, STEP, mixed, stepped


class UnknownShuffle(Exception):
    """A pile has to be shuffled, and the record does not say how it lay afterwards, or says it wrongly."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number  # of the shuffle, from 0
        self.message = message


class Chance(Struct, frozen=True):
    """The random source: first the recorded shuffles, then those of the generator.

    The generator continues as if it had made the others too.

    >>> Chance(1).shuffled(["sun-1", "rain-2", "storm", "rainbow"])[0]
    ('sun-1', 'rain-2', 'rainbow', 'storm')
    >>> Chance(None, (("storm", "sun-1"),)).shuffled(["sun-1", "storm"])[0]
    ('storm', 'sun-1')
    """

    state: int | None  # of the generator; None without one
    given: tuple[tuple[str, ...], ...] = ()  # piles as they lay after each shuffle, the next card first
    done: tuple[tuple[str, ...], ...] = ()  # the piles after each shuffle that there has been

    @property
    def used(self) -> int:
        """Return how many shuffles there have been."""
        return len(self.done)

    def below(self, count: int) -> tuple[int, Chance]:
        """Return a number from 0 to count − 1, and the chance after it."""
        if self.state is None:
            raise UnknownShuffle(self.used, "there is no seed to draw a number from")
        state = stepped(self.state)
        return (mixed(state) >> 32) * count >> 32, replace(self, state=state)

    def shuffled(self, cards: Iterable[str]) -> tuple[tuple[str, ...], Chance]:
        """Return the cards in a new order, and the chance after it."""
        pile = list(cards)
        if self.given:
            return self._as_given(pile)
        if self.state is None:
            message = f"{len(pile)} cards are shuffled here, and the record does not say how they lie then"
            raise UnknownShuffle(self.used, message)
        state = self.state
        for last in range(len(pile) - 1, 0, -1):
            state = stepped(state)
            other = (mixed(state) >> 32) * (last + 1) >> 32
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(pile), replace(self, state=state, done=(*self.done, tuple(pile)))

    def _as_given(self, pile: Sequence[str]) -> tuple[tuple[str, ...], Chance]:
        after = self.given[0]
        missing, added = Counter(pile) - Counter(after), Counter(after) - Counter(pile)
        if missing or added:
            lacks = f", without {', '.join(sorted(missing))}" if missing else ""
            has = f", with {', '.join(sorted(added))} too many" if added else ""
            message = f"the pile shuffled here has {len(pile)} cards; the record lists {len(after)}{lacks}{has}"
            raise UnknownShuffle(self.used, message)
        state = None if self.state is None else (self.state + max(0, len(pile) - 1) * STEP) & MASK
        return after, Chance(state, self.given[1:], (*self.done, after))
