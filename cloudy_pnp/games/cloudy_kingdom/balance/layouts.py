"""Find the fairest arrangement of the castles: all that LAY-1 to LAY-3 allow, played and ranked.

Layouts that are the same but for a quarter turn of the board, a mirror, and the names of the families make a class; one
of them is played for all. (A mirror also flips the vine cards. The shipped deck has as many of each card as of its
mirror image, and only the spell that turns a stack clockwise makes a difference.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.cloudy_kingdom.balance import measures as measured
from cloudy_pnp.games.cloudy_kingdom.model.cards import SIDES, Castles, Kingdom, Layout
from cloudy_pnp.games.cloudy_kingdom.rules.layout import legal_layouts
from cloudy_pnp.games.kit.balance import FAIR_GAP, NUMBERS, ORDINALS, UNFAIR_GAP
from cloudy_pnp.simulate.intervals import Estimate, mean, wilson
from cloudy_pnp.simulate.study import Bars, Column, Figure, Measure, Mood, Remark, Section, Study, Table, value_text

if TYPE_CHECKING:
    from cloudy_pnp.games.cloudy_kingdom.sim.config import SimulationConfig
    from cloudy_pnp.simulate.base import Results

MOST = 24  # seatings that are listed: more than four families have too many
_LARGEST = 4  # families: 5 × 5 has too many layouts


class LayoutClass(Struct, frozen=True):
    """Layouts that play alike, and one of them; the shipped one if it is among them."""

    number: int  # from 1
    example: Castles
    layouts: tuple[Castles, ...]
    shipped: str  # the id of the shipped layout, or nothing

    @property
    def name(self) -> str:
        """As the report calls it."""
        return f"class {self.number}" + (f" (with {self.shipped})" if self.shipped else "")


def shape(castles: Mapping[Any, Sequence[str | None]]) -> tuple[tuple[int, ...], ...]:
    """Return a key that is independent of turning, mirroring and renaming a layout.

    >>> north, east, south, west = "abc", "abc", "cab", "bca"
    >>> turned = {"north": "acb", "east": "abc", "south": "cba", "west": "cab"}
    >>> shape({"north": north, "east": east, "south": south, "west": west}) == shape(turned)
    True
    """
    sides = tuple(tuple(castles[side]) for side in ("north", "east", "south", "west"))
    forms = []
    for _ in range(4):
        north, east, south, west = sides
        forms += [_number_families(sides), _number_families((north[::-1], west, south[::-1], east))]
        sides = west[::-1], north, east[::-1], south
    return min(forms)


def _number_families(sides: Sequence[Sequence[str | None]]) -> tuple[tuple[int, ...], ...]:
    """Replace the families with numbers, in the order in which they appear."""
    numbers: dict[str | None, int] = {}
    return tuple(tuple(numbers.setdefault(family, len(numbers)) for family in side) for side in sides)


def classes(kingdom: Kingdom, players: int) -> list[LayoutClass]:
    """LAY-7: return every legal layout for this many families, in classes; that of the shipped layout first."""
    shipped = next((layout for layout in kingdom.layouts.values() if players in layout.players), None)
    present = {family for side in shipped.castles.values() for family in side} if shipped else set()
    families = [family for family in kingdom.families if not present or family in present]
    if len(families) != players or not 2 <= players <= _LARGEST or (shipped and shipped.rows != shipped.cols):
        raise UserError(
            f"layouts are ranked for square boards with a player for every family, not for {players} players"
        )
    layouts_by_shape: dict[tuple[tuple[int, ...], ...], list[Castles]] = {}
    for castles in legal_layouts(players, families):
        here: Any = castles
        layouts_by_shape.setdefault(shape(here), []).append(here)
    shipped_shape = shape(shipped.castles) if shipped else None
    groups = sorted(layouts_by_shape.items(), key=lambda item: item[0] != shipped_shape)
    return [
        LayoutClass(
            number,
            shipped.castles if shipped and shipped_shape == key else layouts[0],
            tuple(layouts),
            shipped.id if shipped and shipped_shape == key else "",
        )
        for number, (key, layouts) in enumerate(groups, 1)
    ]


def variants(kingdom: Kingdom, players: int) -> list[tuple[str, Kingdom]]:
    """Return the game with one layout of each class in turn."""
    return [
        (group.name, replace(kingdom, layouts={"B": Layout("B", players, players, (players,), group.example)}))
        for group in classes(kingdom, players)
    ]


def describe_castles(castles: Mapping[Any, Sequence[str | None]]) -> str:
    """Describe the places of the castles in one line."""
    return " · ".join(f"{side} {' '.join(str(family) for family in castles[side])}" for side in SIDES)


class Ranking(Struct, frozen=True):
    """A measure of how evenly the players of some games win."""

    name: str
    rates: tuple[Estimate, ...]
    gap: Estimate  # the best minus the worst
    games: int


def rank(name: str, wins: measured.Numbers) -> Ranking:
    """Rank an array of wins, one column per family or seat."""
    rates = wins.mean(axis=0)
    apart = wins[:, int(rates.argmax())] - wins[:, int(rates.argmin())]
    hits = wins.sum(axis=0)
    return Ranking(name, tuple(wilson(int(count), len(wins)) for count in hits), mean(apart), len(wins))


def by_family(results: Results, families: int) -> measured.Numbers:
    """Return the wins by family, of games in which every family is played."""
    return ((results["winners"].astype(int)[:, None] >> np.arange(families)) & 1).astype(float)


def by_seating(results: Results, families: Sequence[str]) -> Iterator[Ranking]:
    """Yield a ranking for every order in which the families can sit."""
    wins, seats = measured.seat_wins(results).astype(float), results["seat_family"]
    for order in permutations(range(len(families))):
        here = (seats == order).all(axis=1)
        if here.any():
            yield rank(", ".join(families[family] for family in order), wins[here])


def study(kingdom: Kingdom, config: SimulationConfig, every: Sequence[Results]) -> Study:
    """Return the report: classes, seatings, and the whole list."""
    players = len(config.players)
    groups = classes(kingdom, players)[: len(every)]
    present = {family for side in groups[0].example.values() for family in side}
    ids = [family for family in kingdom.families if family in present]
    names = [kingdom.name_of(kingdom.families[family]) for family in ids]
    rows = sorted(
        (
            (rank(group.name, by_family(results, players)), group, results)
            for group, results in zip(groups, every, strict=True)
        ),
        key=lambda row: row[0].gap.value,
    )
    shipped = next((row for row in rows if row[1].shipped), rows[0])
    looked_at = rows if len(rows) * len(names) <= MOST else [shipped, *(row for row in rows[:1] if row is not shipped)]
    seatings = sorted(
        ((group, seating) for _, group, results in looked_at for seating in by_seating(results, names)),
        key=lambda pair: pair[1].gap.value,
    )
    facts = (
        ("games", f"{len(every[0]['turns']):,} for each class"),
        ("players", ", ".join(config.players)),
        ("spells", config.spells if isinstance(config.spells, str) else ", ".join(config.spells)),
        ("edition", config.edition),
        ("seed", str(config.seed)),
    )
    figures = (_classes(rows, names), _seatings(seatings, players), _every(groups))
    return Study(
        id="layouts",
        title=f"All layouts of {players} × {players} fields, {NUMBERS[players]} players",
        games=sum(len(results["turns"]) for results in every),
        facts=facts,
        measures=tuple(_measures(rows, shipped, seatings)),
        remarks=tuple(_remarks(rows, shipped, seatings, names)),
        sections=(Section("ranking", "Which layout is the fairest?", _SAYS, figures),),
    )


_Row = tuple[Ranking, LayoutClass, "Results"]
_Seating = tuple[LayoutClass, Ranking]
_SAYS = (
    "Layouts that are the same but for a turn of the board, a mirror and the names of the families play alike: they "
    "make a class, and one of them was played. Families were drawn for each game. The gap is how much more often the "
    "best wins than the worst."
)


def _measures(rows: Sequence[_Row], shipped: _Row, seatings: Sequence[_Seating]) -> Iterator[Measure]:
    yield Measure("classes", "classes of layouts", "count", Estimate(len(rows), len(rows), len(rows), 0), large=True)
    yield Measure("least-gap", "family gap of the fairest class", "points", rows[0][0].gap, large=True)
    if shipped[1].shipped:
        yield Measure("family-gap", f"family gap of layout {shipped[1].shipped}", "points", shipped[0].gap, large=True)
    yield Measure("seating-gap", "gap of the fairest seating", "points", seatings[0][1].gap, large=True)


def _remarks(
    rows: Sequence[_Row], shipped: _Row, seatings: Sequence[_Seating], names: Sequence[str]
) -> Iterator[Remark]:
    number = sum(len(group.layouts) for _, group, _ in rows)
    best, group, _ = rows[0]
    yield Remark("plain", f"{number:,} layouts are legal (LAY-7); they make {len(rows)} classes that play differently.")
    wins = ", ".join(f"{name} {value_text(rate.value, 'rate')}" for name, rate in zip(names, best.rates, strict=True))
    yield Remark(_mood(best.gap), f"The fairest is {group.name}: {wins}; {_points(best.gap)}.")
    if shipped[1].shipped and shipped[1] is not group:
        sure = shipped[0].gap.low > best.gap.high
        how = "is less fair" if sure else "may be as fair"
        yield Remark("watch", f"Layout {shipped[1].shipped} {how}: {_points(shipped[0].gap)}.")
    place, seating = seatings[0]
    seats = ", ".join(value_text(rate.value, "rate") for rate in seating.rates)
    yield Remark(
        _mood(seating.gap), f"The fairest seating is {seating.name} ({place.name}): {seats}; {_points(seating.gap)}."
    )


def _points(gap: Estimate) -> str:
    text = f"{100 * gap.value:.1f} points between best and worst, {100 * gap.low:.1f} to {100 * gap.high:.1f}"
    return text.replace("-", "−")


def _mood(gap: Estimate) -> Mood:
    return "good" if gap.high < FAIR_GAP else "bad" if gap.low > UNFAIR_GAP else "watch"


def _classes(rows: Sequence[_Row], names: Sequence[str]) -> Figure:
    columns = (
        Column("class"),
        Column("layouts", "count"),
        *(Column(f"wins of {name}", "rate") for name in names),
        Column("best minus worst (points)", "points"),
        Column("draws", "rate"),
        Column("median turns", "count"),
        Column("for example"),
    )
    table = Table(
        columns,
        tuple(
            (
                group.name,
                len(group.layouts),
                *ranking.rates,
                ranking.gap,
                wilson(int(measured.draws(results).sum()), ranking.games),
                float(np.median(results["turns"])),
                describe_castles(group.example),
            )
            for ranking, group, results in rows
        ),
    )
    says = "The fairest first. The names are those of the example; in another layout of the class they are swapped."
    return Figure("classes", "Classes of layouts", says, table, Bars(2 + len(names)))


def _seatings(seatings: Sequence[_Seating], players: int) -> Figure:
    columns = (
        Column("families in turn order"),
        Column("class"),
        Column("games", "count"),
        *(Column(f"wins of the {ORDINALS[seat]} seat", "rate") for seat in range(players)),
        Column("best minus worst (points)", "points"),
    )
    table = Table(
        columns,
        tuple((seating.name, group.name, seating.games, *seating.rates, seating.gap) for group, seating in seatings),
    )
    says = "Seatings, the fairest first."
    return Figure("seatings", "Seatings", says, table, Bars(3 + players))


def _every(groups: Sequence[LayoutClass]) -> Figure:
    rows = tuple((group.name, describe_castles(castles)) for group in groups for castles in group.layouts)
    return Figure("all-layouts", "Every legal layout", "", Table((Column("class"), Column("castles")), rows[:500]))
