"""The result of a search as a study: the proposal first, then the trade-off and the effect of each card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cloudy_pnp.simulate.study import (
    Bars,
    Cell,
    Column,
    Figure,
    Measure,
    Mood,
    Remark,
    Scatter,
    Section,
    Study,
    Table,
    Unit,
    value_text,
)
from cloudy_pnp.simulate.tune import Counts, SearchResult, Space, Target, Trial

_NEAR = 0.5  # a target is met when it is missed by less: half a point, half a turn
_SHOWN = 8


def tuned_study(
    result: SearchResult,
    space: Space,
    targets: Sequence[Target],
    measures: Mapping[str, Measure],
    facts: Mapping[str, str],
) -> Study:
    """Return the study of a search."""
    units: dict[str, Unit] = {target.name: measures[target.name].unit for target in targets}
    sections = [
        Section("proposal", "The proposal", "", (_proposal(result, targets, measures),)),
        Section("trade-off", "The trade-off", "", tuple(_trade_off(result, space, targets, measures, units))),
        Section("cards", "Effect of one copy", "", tuple(_shifts(result, space, targets, measures))),
    ]
    decks = len(result.trials)
    games = sum(trial.games for trial in result.trials) + result.best.games + result.present.games
    all_facts = (("decks", str(decks)), ("games", f"{games:,}"), *facts.items())
    remarks = tuple(_remarks(result, space, targets, units, measures))
    return Study("tuned", "Search for card counts", games, all_facts, (), remarks, tuple(sections))


def changes_text(space: Space, counts: Counts) -> str:
    """Describe changed counts, such as "stem 6 → 4, crossing 12 → 14"."""
    parts = [
        f"{limit.card} {now} → {new}"
        for limit, now, new in zip(space.limits, space.now, counts, strict=True)
        if now != new
    ]
    return ", ".join(parts) or "no change"


def _remarks(
    result: SearchResult,
    space: Space,
    targets: Sequence[Target],
    units: Mapping[str, Unit],
    measures: Mapping[str, Measure],
) -> Iterator[Remark]:
    if result.changed:
        yield Remark("good", f"Proposed: {changes_text(space, result.best.counts)}.")
    else:
        yield Remark("plain", "No deck within the limits is closer to the targets than the present one.")
    for target in targets:
        unit = units[target.name]
        before, after = (trial.measured[target.name].value for trial in (result.present, result.best))
        miss = target.miss(after, unit)
        mood: Mood = "good" if miss < _NEAR else "watch"
        met = "met" if miss < _NEAR else "not met: no deck comes closer without missing the other targets"
        yield Remark(
            mood,
            f"{measures[target.name].label}: {value_text(before, unit)} → {value_text(after, unit)}; "
            f"target {target.text(unit)}, {met}.",
        )


def _proposal(result: SearchResult, targets: Sequence[Target], measures: Mapping[str, Measure]) -> Figure:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (trial_name, *(trial.measured[target.name] for target in targets))
        for trial_name, trial in (("present deck", result.present), ("proposed deck", result.best))
    )
    columns = (Column("deck"), *(Column(measures[target.name].label, measures[target.name].unit) for target in targets))
    says = f"{result.best.games:,} games each that were not part of the search, with the same random numbers."
    return Figure("proposal", "Before and after", says, Table(columns, rows))


def _trade_off(
    result: SearchResult,
    space: Space,
    targets: Sequence[Target],
    measures: Mapping[str, Measure],
    units: Mapping[str, Unit],
) -> Iterator[Figure]:
    def row(name: str, trial: Trial) -> tuple[Cell, ...]:
        values = (trial.measured[target.name] for target in targets)
        return (name, *values, space.changes(trial.counts), changes_text(space, trial.counts))

    columns = (
        Column("deck"),
        *(Column(measures[target.name].label, measures[target.name].unit) for target in targets),
        Column("copies changed", "count"),
        Column("changes"),
    )
    ends = (("present", result.present), *((("proposed", result.best),) if result.changed else ()))
    rows = (
        *(row(name, trial) for name, trial in ends),
        *(row(f"deck {number}", trial) for number, trial in enumerate(result.trials, 1)),
    )
    across, up = (1, 2) if len(targets) > 1 else (2, 1)
    aims = (targets[0].value, targets[1].value) if len(targets) > 1 else (None, targets[0].value)
    says = "Each point is a deck that was played. The dashed lines are the targets."
    picture = Scatter(across, up, tuple(range(len(ends))), aims)
    yield Figure("trade-off", "Decks played", says, Table(columns, rows), picture)
    candidates = [trial for trial in result.trials if trial.step == "candidate"]

    def distance(trial: Trial) -> float:
        return sum(aim.miss(trial.measured[aim.name].value, units[aim.name]) ** 2 for aim in targets)

    nearest = sorted(candidates, key=distance)
    best = tuple(row(str(number), trial) for number, trial in enumerate(nearest[:_SHOWN], 1))
    says = "Other decks that come close, if you do not like the proposal. Their own games were used to select them."
    yield Figure("candidates", "The nearest decks", says, Table(columns, best))


def _shifts(
    result: SearchResult, space: Space, targets: Sequence[Target], measures: Mapping[str, Measure]
) -> Iterator[Figure]:
    instead = " instead of an average varied card" if space.same_size else ""
    for target in targets:
        measure = measures[target.name]
        share = measure.unit in ("rate", "points", "fine")
        rows = tuple(
            (limit.card, now, shift)
            for limit, now, shift in zip(space.limits, space.now, result.shifts[target.name], strict=True)
        )
        columns = (Column("card"), Column("copies now", "count"), Column("shift", "fine" if share else "shift"))
        unit = "points" if share else measure.label
        says = f"What one copy more{instead} does to {measure.label} ({unit}), estimated from all decks played."
        yield Figure(f"shift-{target.name}", f"A copy more: {measure.label}", says, Table(columns, rows), Bars(2))
