"""`simulate --layouts`: classes of layouts, and the ranking of them and of who sits where."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp import api
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.cloudy_kingdom.balance.layouts import (
    by_family,
    by_seating,
    classes,
    describe_castles,
    shape,
    study,
    variants,
)
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTIONS, Direction, Face
from cloudy_pnp.games.cloudy_kingdom.rules.layout import legal_layouts
from cloudy_pnp.games.cloudy_kingdom.sim.config import SimulationConfig
from cloudy_pnp.simulate.report import html_report, text_report

FAMILIES = ("raven", "rose", "heron")
LAYOUTS = [*legal_layouts(3, FAMILIES)]


@pytest.fixture(scope="module")
def kingdom() -> Kingdom:
    """The shipped game."""
    game: Kingdom = api.load("cloudy-kingdom")
    return game


def cells(castles: Any) -> dict[tuple[int, int], str]:
    """A layout as places around a board, for another way to turn it."""
    size = len(castles["north"])
    around = {}
    for slot in range(size):
        around[slot, -1], around[slot, size] = castles["north"][slot], castles["south"][slot]
        around[-1, slot], around[size, slot] = castles["west"][slot], castles["east"][slot]
    return around


def castles_of(around: dict[tuple[int, int], str]) -> dict[str, tuple[str, ...]]:
    size = len(around) // 4
    return {
        "north": tuple(around[slot, -1] for slot in range(size)),
        "south": tuple(around[slot, size] for slot in range(size)),
        "west": tuple(around[-1, slot] for slot in range(size)),
        "east": tuple(around[size, slot] for slot in range(size)),
    }


@given(st.sampled_from(LAYOUTS), st.integers(0, 3), st.booleans(), st.permutations(FAMILIES))
def test_turned_mirrored_and_named_otherwise_it_is_the_same(
    castles: Any, turns: int, mirrored: bool, names: list[str]
) -> None:
    around = cells(castles)
    for _ in range(turns):
        around = {(2 - row, col): family for (col, row), family in around.items()}
    if mirrored:
        around = {(2 - col, row): family for (col, row), family in around.items()}
    renamed = dict(zip(FAMILIES, names, strict=True))
    assert shape(castles_of({place: renamed[family] for place, family in around.items()})) == shape(castles)


def test_classes(kingdom: Kingdom) -> None:
    """LAY-6, LAY-7: 48 layouts in two classes, 17,040 in 126; the shipped one stands for its own."""
    three, four = classes(kingdom, 3), classes(kingdom, 4)
    assert [len(one.layouts) for one in three] == [24, 24]
    assert (len(four), sum(len(one.layouts) for one in four)) == (126, 17_040)
    assert three[0].shipped == "B" and three[0].example == kingdom.layouts["B"].castles and not three[1].shipped
    assert four[0].shipped == "A" and sum(bool(one.shipped) for one in four) == 1
    assert [name for name, _ in variants(kingdom, 3)] == ["class 1 (with B)", "class 2"]
    with pytest.raises(UserError, match="not for 2 players"):
        classes(kingdom, 2)


def test_the_deck_is_its_own_mirror_image(kingdom: Kingdom) -> None:
    """Otherwise mirrored layouts would not play alike."""
    swap = {Direction.N: Direction.N, Direction.S: Direction.S, Direction.E: Direction.W, Direction.W: Direction.E}
    words = dict(zip("nesw", DIRECTIONS, strict=True))

    def key(face: Face, turn: int, mirror: bool) -> Any:
        def at(end: Direction) -> int:
            return ((swap[end] if mirror else end) + turn) % 4

        strands = frozenset(frozenset(at(end) for end in strand) for strand in face.vines)
        bridges = frozenset(frozenset(at(end) for end in strand) for strand in face.bridges)
        breaks = frozenset((at(words[one.at]) if one.at in words else one.at, one.kind) for one in face.breaks)
        return strands, bridges, breaks

    def counted(mirror: bool) -> dict[Any, int]:
        found: dict[Any, int] = {}
        for card in kingdom.vines.values():
            both = frozenset((key(card.face, 0, mirror), key(card.face, 2, mirror)))
            found[both] = found.get(both, 0) + card.count
        return found

    assert counted(mirror=True) == counted(mirror=False)


def played(games: int, favourite: int, chance: float, seed: int) -> dict[str, Any]:
    """Games in which one family wins more often."""
    dice = np.random.default_rng(seed)
    orders = np.array([*permutations(range(3))])
    winner = np.where(dice.random(games) < chance, favourite, dice.integers(0, 3, games))
    return {
        "winners": (1 << winner).astype(np.uint8),
        "seat_family": orders[dice.integers(0, 6, games)].astype(np.uint8),
        "turns": dice.integers(10, 30, games).astype(np.int16),
    }


def test_ranking(kingdom: Kingdom) -> None:
    """The fairer class first, with the numbers of its games; every seating of both; all layouts listed."""
    every = [played(6000, 1, 0.3, 1), played(6000, 2, 0.1, 2)]
    config = SimulationConfig(("greedy",) * 3, 1)
    report = study(kingdom, config, every)
    rows = report.figure("classes").table.rows
    assert [row[0] for row in rows] == ["class 2", "class 1 (with B)"]
    wins = by_family(every[1], 3)
    assert [one.value for one in rows[0][2:5]] == wins.mean(axis=0).tolist()  # type: ignore[union-attr]
    assert rows[1][-1] == describe_castles(kingdom.layouts["B"].castles)
    seatings = report.figure("seatings").table.rows
    assert len(seatings) == 12 and sum(row[2] for row in seatings) == 12_000  # type: ignore[misc]
    gaps = [row[-1].value for row in seatings]  # type: ignore[union-attr]
    assert gaps == sorted(gaps)
    seated = (every[0]["seat_family"] == (2, 0, 1)).all(axis=1)
    [one] = [one for one in by_seating(every[0], FAMILIES) if one.name == "heron, raven, rose"]
    assert one.games == seated.sum()
    assert one.rates[2].value == ((every[0]["winners"][seated] >> 1) & 1).mean()
    assert len(report.figure("all-layouts").table.rows) == 48
    assert report.measure("family-gap").estimate.value > report.measure("least-gap").estimate.value
    text = text_report([report])
    assert "48 layouts are legal (LAY-7); they make 2 classes" in text
    assert "~ Layout B is less fair: " in text
    assert "Every legal layout" in html_report("Cloudy Kingdom", [report], "cloudy-pnp simulate --layouts")
