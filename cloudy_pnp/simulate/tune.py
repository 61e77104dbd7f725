"""A search for numbers of copies that bring measures near their targets, within the author's limits.

Random decks within the limits are played; a quadratic surface is fitted to the measurements; decks that look best on
the surface are played again with other random numbers, twice; the best of them is played once more with games that were
not used to choose it. Only those numbers are reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.simulate.intervals import Estimate
from cloudy_pnp.simulate.regression import least_squares
from cloudy_pnp.simulate.study import Unit, value_text

Counts = tuple[int, ...]
_TARGET = re.compile(r"([a-z][a-z0-9-]*)\s*([=<>])\s*(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)(%?)", re.ASCII)
_LIMIT = re.compile(r"([a-z0-9-]+)=([0-9]{1,3})\.\.([0-9]{1,3})", re.ASCII)
_SHARES = ("rate", "points", "fine")
_TRIES = 4000  # decks that are evaluated on the surface
_CANDIDATES = 8
_PER_CHANGE = 0.002  # of two decks equally near the targets, the one with fewer changes wins


class Target(Struct, frozen=True):
    """The target of a measure: equal, below or above a value."""

    name: str
    sign: str
    value: float

    def miss(self, measured: float, unit: Unit) -> float:
        """Return the distance from the target: one percentage point counts like one unit of a number."""
        gap = measured - self.value
        if (self.sign == "<" and gap < 0) or (self.sign == ">" and gap > 0):
            return 0.0
        return abs(gap) * (100 if unit in _SHARES else 1)

    def text(self, unit: Unit) -> str:
        """Format the target as it was requested."""
        limit_text = value_text(self.value, "rate" if unit in _SHARES else unit)
        return f"{self.name} {self.sign} {limit_text}"


class Limit(Struct, frozen=True):
    """The minimum and maximum number of copies of a card."""

    card: str
    low: int
    high: int


def parse_target(text: str) -> Target:
    """Parse `draws=3%`, `turns=25`, `draws<3%`.

    >>> parse_target("draws<3%")
    Target(name='draws', sign='<', value=0.03)
    """
    match = _TARGET.fullmatch(text.strip())
    if match is None:
        raise UserError(f"the target {quoted(text)} is not MEASURE=NUMBER, such as draws=3% or turns=25 or draws<3%")
    name, sign, number, percent = match.groups()
    return Target(name, sign, float(number) / 100 if percent else float(number))


def parse_limit(text: str, counts: Mapping[str, int]) -> Limit:
    """Parse `stem=2..8`, for an existing card."""
    match = _LIMIT.fullmatch(text.strip())
    if match is None:
        raise UserError(f"the limits {quoted(text)} are not CARD=LOW..HIGH, such as {next(iter(counts), 'card')}=2..8")
    card, low, high = match.group(1), int(match.group(2)), int(match.group(3))
    if card not in counts:
        raise UserError(f"there is no card {quoted(card)} to vary; {suggest(card, counts)}".rstrip("; "))
    if low > high:
        raise UserError(f"the limits {quoted(text)} begin above their end")
    return Limit(card, low, high)


class Space(Struct, frozen=True):
    """The decks to choose from."""

    limits: tuple[Limit, ...]
    now: Counts  # of the varied cards, in the data
    same_size: bool  # the deck keeps its number of cards

    def check(self) -> None:
        """Check that there is a choice. Raises UserError."""
        cards = [limit.card for limit in self.limits]
        for card in cards:
            if cards.count(card) > 1:
                raise UserError(f"the card {quoted(card)} has limits twice")
        low, high = sum(limit.low for limit in self.limits), sum(limit.high for limit in self.limits)
        if self.same_size and not low <= sum(self.now) <= high:
            sizes = f"the varied cards are {sum(self.now)} of the deck and can be {low} to {high}"
            raise UserError(f"no deck within the limits keeps its size: {sizes}; change them or use --any-size")
        if self.same_size and len(cards) < 2:
            raise UserError("a deck that keeps its size needs two cards to vary: name another, or use --any-size")
        if low == high or (self.same_size and sum(self.now) in (low, high)):
            raise UserError(f"only one deck is within the limits: widen them{', or use --any-size' * (low < high)}")

    def random(self, dice: np.random.Generator) -> Counts:
        """Return a random deck within the limits."""
        counts = [int(dice.integers(limit.low, limit.high + 1)) for limit in self.limits]
        while self.same_size and sum(counts) != sum(self.now):
            step = 1 if sum(counts) < sum(self.now) else -1
            free = [n for n, limit in enumerate(self.limits) if limit.low <= counts[n] + step <= limit.high]
            counts[int(dice.choice(free))] += step
        return tuple(counts)

    def neighbours(self, counts: Counts) -> Iterator[Counts]:
        """Yield decks that differ by one card: one more, one less, or one replaced."""
        steps = [(n, change) for n in range(len(counts)) for change in (1, -1)]
        ways = [((n, 1), (m, -1)) for n in range(len(counts)) for m in range(len(counts)) if n != m]
        every: list[tuple[tuple[int, int], ...]] = [*ways, *(() if self.same_size else ((step,) for step in steps))]
        for way in every:
            changed = list(counts)
            for number, step in way:
                changed[number] += step
            if all(limit.low <= count <= limit.high for count, limit in zip(changed, self.limits, strict=True)):
                yield tuple(changed)

    def changes(self, counts: Counts) -> int:
        """Return the number of copies added and removed."""
        return sum(abs(count - now) for count, now in zip(counts, self.now, strict=True))


class Trial(Struct, frozen=True):
    """A deck that was played."""

    counts: Counts
    measured: Mapping[str, Estimate]
    games: int
    step: str  # of the search: "present", "explored", "candidate"


class SearchResult(Struct, frozen=True):
    """The result of the search."""

    trials: tuple[Trial, ...]
    present: Trial  # the data's deck and the proposed one, with games that were not part of the search
    best: Trial
    shifts: Mapping[str, tuple[Estimate, ...]]  # by target: the effect of a copy of each varied card

    @property
    def changed(self) -> bool:
        """Return whether anything better than the present deck was found."""
        return self.best.counts != self.present.counts


Play = Callable[[Counts, int, int], Mapping[str, Estimate]]  # counts, games, number of the seed


def search(
    space: Space, targets: Sequence[Target], units: Mapping[str, Unit], play: Play, games: int, decks: int, seed: int
) -> SearchResult:
    """Search the deck nearest to the targets; the same for the same seed."""
    dice = np.random.default_rng(seed)
    inside = space.random(dice) if not _within(space, space.now) else space.now
    explored = list(dict.fromkeys([inside, *(space.random(dice) for _ in range(decks))]))
    trials = [Trial(counts, play(counts, games, 0), games, "explored") for counts in explored]

    def loss(counts: Counts, measured: Mapping[str, float]) -> float:
        misses = sum(target.miss(measured[target.name], units[target.name]) ** 2 for target in targets)
        return misses + _PER_CHANGE * space.changes(counts)

    for round_number in (1, 2):
        surface = _surface(trials, targets)
        candidates = {trial.counts for trial in trials if trial.step == "candidate"}
        promising = _promising(space, surface, loss, dice, candidates)
        trials += [Trial(item, play(item, 4 * games, round_number), 4 * games, "candidate") for item in promising]
    present = Trial(space.now, play(space.now, 4 * games, 3), 4 * games, "present")

    def measured_loss(trial: Trial) -> float:
        return loss(trial.counts, {name: item.value for name, item in trial.measured.items()})

    chosen = min((trial for trial in trials if trial.step == "candidate"), key=measured_loss)
    best = Trial(chosen.counts, play(chosen.counts, 4 * games, 3), 4 * games, "candidate")
    if _within(space, space.now) and measured_loss(present) <= measured_loss(best):
        best = present
    return SearchResult(tuple(trials), present, best, _shifts(trials, targets))


def _within(space: Space, counts: Counts) -> bool:
    return all(limit.low <= count <= limit.high for count, limit in zip(counts, space.limits, strict=True))


def _features(counts: Sequence[Counts]) -> NDArray[np.float64]:
    table = np.array(counts, dtype=float)
    return np.hstack([table, table**2])


Surface = Callable[[Sequence[Counts]], Mapping[str, NDArray[np.float64]]]


def _surface(trials: Sequence[Trial], targets: Sequence[Target]) -> Surface:
    """Return a predictor of measurements, from previous ones; decks with more games have more weight."""
    decks, weights = [trial.counts for trial in trials], [float(trial.games) for trial in trials]
    curved = len(decks) > 4 * len(decks[0])  # few decks do not show a curve
    shape: Callable[[Sequence[Counts]], Any] = _features if curved else lambda rows: np.array(rows, dtype=float)
    fits = {
        target.name: least_squares(shape(decks), [trial.measured[target.name].value for trial in trials], weights)
        for target in targets
    }
    return lambda rows: {name: fit.predict(shape(rows)) for name, fit in fits.items()}


def _shifts(trials: Sequence[Trial], targets: Sequence[Target]) -> dict[str, tuple[Estimate, ...]]:
    decks, weights = [trial.counts for trial in trials], [float(trial.games) for trial in trials]
    shifts = {}
    for target in targets:
        fit = least_squares(decks, [trial.measured[target.name].value for trial in trials], weights)
        shifts[target.name] = tuple(fit.shift(row) for row in np.eye(len(decks[0])))
    return shifts


def _promising(
    space: Space,
    surface: Surface,
    loss: Callable[[Counts, Mapping[str, float]], float],
    dice: np.random.Generator,
    played: set[Counts],
) -> list[Counts]:
    """Return the decks that look best on the surface: many at random, then the neighbours of the best."""

    def evaluate(decks: Sequence[Counts]) -> list[tuple[float, Counts]]:
        expected = surface(decks)
        return [
            (loss(counts, {name: float(values[n]) for name, values in expected.items()}), counts)
            for n, counts in enumerate(decks)
        ]

    pool = {counts: value for value, counts in evaluate([space.random(dice) for _ in range(_TRIES)])}
    for start in sorted(pool, key=lambda counts: (pool[counts], counts))[:_CANDIDATES]:
        counts = start
        while True:
            near = evaluate(list(space.neighbours(counts)))
            pool.update((other, value) for value, other in near)
            value, other = min(near, default=(pool[counts], counts))
            if value >= pool[counts]:
                break
            counts = other
    return [counts for counts in sorted(pool, key=lambda counts: (pool[counts], counts)) if counts not in played][
        :_CANDIDATES
    ]
