"""LAY: where the castles lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

import pytest
from games.cloudy_kingdom.box import KINGDOM, LAYOUT_A, LAYOUT_B, castles, game

from cloudy_pnp.cloudy_kingdom.rules.board import layout_findings


def find_codes(north: str, east: str, south: str, west: str) -> list[tuple[str, tuple[Any, ...]]]:
    sides = castles(north, east, south, west)
    entry = {"id": "X", "rows": len(west), "cols": len(north), "players": [2], "castles": sides}
    findings = layout_findings(entry)
    assert all(finding.message and finding.hint for finding in findings)
    return [(finding.code, finding.path) for finding in findings]


# A legal layout to spoil: letters stand for families.
NORTH, EAST, SOUTH, WEST = "abc", "abc", "cab", "bca"


def test_lay_1_one_castle_on_each_side() -> None:
    assert find_codes(NORTH, EAST, SOUTH, WEST) == []
    assert find_codes(NORTH, EAST, SOUTH, "bc-") == [("LAY-1", ("castles", "west"))]
    assert find_codes("abb", "a-b", "-a-", "b-a") == [
        ("LAY-1", ("castles", "north", 2)),
        ("LAY-1", ("castles", "south")),
    ]


def test_lay_1_tells_a_family_once_however_many_sides_it_misses() -> None:
    assert find_codes("dbc", EAST, SOUTH, WEST) == [
        ("LAY-1", ("castles", "east")),  # d is missing in the east, the south and the west
        ("LAY-1", ("castles", "north")),  # a is missing there
    ]


def test_lay_2_never_directly_opposite() -> None:
    assert ("LAY-2", ("castles", "south", 1)) in find_codes(NORTH, EAST, "cba", WEST)
    assert ("LAY-2", ("castles", "east", 1)) in find_codes(NORTH, "cab", SOUTH, "bac")
    assert [code for code, _ in find_codes("ab", "--", "ba", "--") if code == "LAY-2"] == []


def test_lay_3_never_at_one_corner() -> None:
    assert ("LAY-3", ("castles", "west", 0)) in find_codes(NORTH, EAST, SOUTH, "acb")
    assert ("LAY-3", ("castles", "east", 0)) in find_codes(NORTH, "cba", SOUTH, WEST)
    assert ("LAY-3", ("castles", "west", 2)) in find_codes(NORTH, EAST, SOUTH, "bac")
    assert ("LAY-3", ("castles", "east", 2)) in find_codes(NORTH, "acb", SOUTH, WEST)


def test_lay_2_and_3_ignore_vacant_slots() -> None:
    assert find_codes("--", "--", "--", "--") == []


def test_lay_4_as_many_slots_as_fields() -> None:
    entry = {"rows": 3, "cols": 2, "castles": castles("abc", "abc", "cab", "bca")}
    assert [(finding.code, finding.path) for finding in layout_findings(entry)] == [
        ("LAY-4", ("castles", "north")),
        ("LAY-4", ("castles", "south")),
    ]


def test_lay_4_comes_alone_when_sides_cannot_be_compared() -> None:
    entry = {"rows": 2, "cols": 2, "castles": castles("ab", "ab", "a", "ba")}
    assert {finding.code for finding in layout_findings(entry)} == {"LAY-4", "LAY-1"}


def test_lay_1_does_not_hide_the_others() -> None:
    assert {code for code, _ in find_codes("ac", "a-", "ab", "b-")} == {"LAY-1", "LAY-2"}


def test_lay_4_north_to_south_and_west_to_east() -> None:
    board = game(around=castles("ab", "cd", "ef", "gh")).board
    assert board.castles == (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"))


@pytest.mark.parametrize(("players", "vacant"), [(["raven", "rose"], 8), (["sun"], 12)])
def test_lay_5_edition_hu_lays_only_the_players_castles(players: list[str], vacant: int) -> None:
    slots = Counter(family for side in game(players, edition="hu").board.castles for family in side)
    assert slots.pop(None) == vacant
    assert slots == dict.fromkeys(players, 4)


def test_lay_5_edition_2023_lays_all_castles() -> None:
    slots = Counter(family for side in game(["raven", "rose"]).board.castles for family in side)
    assert slots == dict.fromkeys(["raven", "rose", "heron", "sun"], 4)


@pytest.mark.parametrize(("size", "sides"), [(4, LAYOUT_A), (3, LAYOUT_B)])
def test_lay_6_our_arrangements_are_legal(size: int, sides: dict[str, list[str]]) -> None:
    assert layout_findings({"rows": size, "cols": size, "castles": sides}) == []
    assert {side: tuple(families) for side, families in sides.items()} in legal_layouts(size, sides["north"])


def test_lay_6_layout_a_treats_all_families_alike() -> None:
    """A quarter turn of the board is the same layout with the families renamed in a cycle of four."""
    sides = KINGDOM.layouts["A"].castles
    turned = {
        "north": tuple(reversed(sides["west"])),
        "east": sides["north"],
        "south": tuple(reversed(sides["east"])),
        "west": sides["south"],
    }
    rename = dict(zip(sides["north"], turned["north"], strict=True))
    assert all(
        tuple(rename[family] for family in sides[side]) == turned[side] for side in ("north", "east", "south", "west")
    )
    cycle = [rename["raven"]]
    while cycle[-1] != "raven":
        cycle.append(rename[cycle[-1]])
    assert len(cycle) == 4


def legal_layouts(size: int, families: Sequence[Any]) -> Iterator[dict[str, tuple[Any, ...]]]:
    """LAY-7: every arrangement of `size` families around a `size × size` board that LAY-1 to LAY-3 allow."""
    orders = list(permutations(families))
    for north in orders:
        wests = [west for west in orders if west[0] != north[0]]
        easts = [east for east in orders if east[0] != north[-1]]
        for south in orders:
            if meet(north, south):
                continue
            fitting = [east for east in easts if east[-1] != south[-1]]
            for west in wests:
                if west[-1] != south[0]:
                    for east in fitting:
                        if not meet(west, east):
                            yield {"north": north, "east": east, "south": south, "west": west}


def meet(side: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return any(family == facing for family, facing in zip(side, other, strict=True))


@pytest.mark.parametrize(("size", "count"), [(1, 0), (2, 2), (3, 48), (4, 17_040)])
def test_lay_7_number_of_legal_layouts(size: int, count: int) -> None:
    layouts = list(legal_layouts(size, range(size)))
    assert len(layouts) == count
    assert len({tuple(sorted(layout.items())) for layout in layouts}) == count


@pytest.mark.parametrize("size", [2, 3])
def test_lay_7_agrees_with_the_single_rules(size: int) -> None:
    """Of all arrangements, exactly the enumerated ones pass the rules one by one."""
    legal = [tuple(layout.values()) for layout in legal_layouts(size, range(size))]
    for sides in product(permutations(range(size)), repeat=4):
        named = dict(zip(("north", "east", "south", "west"), sides, strict=True))
        clean = not layout_findings({"rows": size, "cols": size, "castles": named})
        assert clean == (sides in legal)
