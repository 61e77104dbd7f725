"""The naive code by hand-made examples, so that a comparison with it means something."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from naive import paper
from naive.random_games import random_board, random_face

STEM: paper.Face = {"vines": [["n", "s"]]}
BEND: paper.Face = {"vines": [["n", "e"]]}
TEE: paper.Face = {"vines": [["n", "e", "s"]]}
CROSSING: paper.Face = {"vines": [["n", "e", "s", "w"]]}
BRIDGE: paper.Face = {"vines": [["n", "s"], ["e", "w"]], "bridges": [["n", "s"]]}
PATH_ENDS: paper.Face = {"vines": [["n"], ["e"], ["s"], ["w"]]}


def broken(face: paper.Face, *places: str) -> paper.Face:
    return {**face, "breaks": [{"at": at, "kind": "hole"} for at in places]}


def stack(*cards: tuple[paper.Face, str]) -> list[paper.Card]:
    """A stack from the bottom up."""
    board = table()
    for face, facing in cards:
        paper.lay(board, paper.print_card("any", face), (0, 0), facing)
    return list(board["fields"][0, 0])


def table(rows: int = 1, cols: int = 1, growth: str = "edges", **castles: list[str | None]) -> paper.Board:
    sides = {"north": cols, "east": rows, "south": cols, "west": rows}
    vacant: dict[str, list[str | None]] = {side: [None] * slots for side, slots in sides.items()}
    return {"rows": rows, "cols": cols, "castles": {**vacant, **castles}, "growth": growth, "fields": {}}


def laid(board: paper.Board, *cards: tuple[paper.Face, paper.Place, str], sealed: bool = False) -> paper.Board:
    for face, place, facing in cards:
        paper.lay(board, paper.print_card("any", face), place, facing, sealed)
    return board


def ports(*cards: tuple[paper.Face, str]) -> list[str]:
    """The joined ports of a stack, written short: ['ns', 'e']."""
    groups = ("".join(sorted(group, key="nesw".index)) for group in paper.joined_ports(stack(*cards)))
    return sorted(groups, key=lambda group: "nesw".index(group[0]))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        # One card: only its short sides reach the rim of the field (CON-2, CON-3).
        ([(STEM, "n")], ["ns"]),
        ([(STEM, "e")], ["ew"]),
        ([(CROSSING, "n")], ["ns"]),
        ([(BEND, "n")], ["n"]),
        ([(BEND, "e")], ["e"]),
        ([(BEND, "s")], ["s"]),
        ([(BEND, "w")], ["w"]),
        ([({"vines": [["e", "w"], ["n"]]}, "n")], ["n"]),
        # A card on top of another: the arms of the lower one go on into its ends (CON-5).
        ([(STEM, "n"), (CROSSING, "e")], ["nesw"]),
        ([(STEM, "n"), (STEM, "e")], ["n", "ew", "s"]),
        ([(STEM, "n"), (BEND, "e")], ["n", "es"]),  # turned a quarter, n points east and e south
        ([(STEM, "n"), (BEND, "w")], ["nw", "s"]),
        ([(BEND, "n"), (CROSSING, "e")], ["new"]),  # the bend has no end in the south
        # A bridge passes over the strand that it crosses.
        ([(STEM, "n"), (BRIDGE, "e")], ["ns", "ew"]),
        ([(STEM, "n"), ({**BRIDGE, "bridges": [["e", "w"]]}, "e")], ["ns", "ew"]),
        ([(BRIDGE, "n"), (CROSSING, "e")], ["nesw"]),  # it does not reach over the card on it
        # Breaks on the arm cut under a cover, those in the centre are hidden by it (FACE-5, CON-5).
        ([(broken(CROSSING, "n"), "n"), (CROSSING, "e")], ["n", "esw"]),
        ([(broken(CROSSING, "centre"), "n"), (CROSSING, "e")], ["nesw"]),
        ([(broken(CROSSING, "e"), "n"), (CROSSING, "e")], ["nesw"]),
        ([(STEM, "n"), (broken(CROSSING, "e"), "e")], ["new", "s"]),  # local e of the top lies in the south
        ([(STEM, "n"), (broken(CROSSING, "centre"), "e")], ["n", "e", "s", "w"]),
        ([(STEM, "n"), (broken(BRIDGE, "centre"), "e")], ["n", "ew", "s"]),  # the bridge is left whole
        # The arms of path ends go on into the card above, the ends on top stay apart.
        ([(PATH_ENDS, "n"), (CROSSING, "w")], ["nesw"]),
        ([(CROSSING, "n"), (PATH_ENDS, "w")], ["n", "e", "s", "w"]),
        # The third card is hidden and matters again when the top is gone.
        ([(broken(STEM, "n"), "n"), (CROSSING, "e"), (CROSSING, "n")], ["nesw"]),
        ([(CROSSING, "n"), (BEND, "e"), (CROSSING, "n")], ["nes"]),
        # Two bends and two path ends keep clear of each other.
        ([(STEM, "e"), ({"vines": [["n", "e"], ["s", "w"]]}, "n")], ["ne", "sw"]),
        ([(STEM, "e"), ({"vines": [["n", "s"], ["e"], ["w"]]}, "n")], ["ns", "e", "w"]),
        ([(STEM, "e"), ({"vines": [["n", "e", "s"], ["w"]]}, "n")], ["nes", "w"]),
    ],
)
def test_ports(cards: list[tuple[paper.Face, str]], expected: list[str]) -> None:
    assert ports(*cards) == expected


def test_turning_a_stack_turns_its_ports() -> None:
    quarter = dict(zip("nesw", "eswn", strict=True))
    for seed in range(300):
        for cards in random_board(seed)["fields"].values():
            after = [{**card, "facing": quarter[card["facing"]]} for card in cards]
            expected = {frozenset(quarter[port] for port in group) for group in paper.joined_ports(cards)}
            assert paper.joined_ports(after) == expected


def test_same_face_turned_half_round() -> None:
    """FACE-9: a card facing s is the face turned by 180° facing n."""
    half = dict(zip("nesw", "swne", strict=True)) | {"centre": "centre"}
    for seed in range(300):
        face = random_face(seed)
        other: dict[str, Any] = {
            "vines": [[half[end] for end in strand] for strand in face["vines"]],
            "bridges": [[half[end] for end in strand] for strand in face["bridges"]],
            "breaks": [{**gap, "at": half[gap["at"]]} for gap in face["breaks"]],
        }
        assert paper.turned(paper.ink_of(face), "s") == paper.ink_of(other)


def test_connected_over_one_field_and_along_a_row() -> None:
    board = table(1, 1, north=["raven"], south=["raven"], east=["rose"], west=["rose"])
    assert paper.connected(board) == set()
    laid(board, (STEM, (0, 0), "n"))
    assert paper.connected(board) == {("raven", "north-south")}
    laid(board, (STEM, (0, 0), "e"))
    assert paper.connected(board) == {("rose", "east-west")}  # the cover has cut the way of the raven
    laid(board, (BRIDGE, (0, 0), "s"))
    assert paper.connected(board) == {("raven", "north-south"), ("rose", "east-west")}

    row = table(1, 3, west=["sun"], east=["sun"])
    laid(row, (STEM, (0, 0), "e"), (STEM, (0, 2), "w"))
    assert paper.connected(row) == set()
    laid(row, (broken(STEM, "s"), (0, 1), "e"))
    assert paper.connected(row) == set()
    row["fields"].pop((0, 1))
    laid(row, (BRIDGE, (0, 1), "w"))
    assert paper.connected(row) == {("sun", "east-west")}


def test_neighbouring_sides_never_count_and_castles_let_nobody_through() -> None:
    corner = table(1, 1, north=["raven"], east=["raven"])
    laid(corner, (STEM, (0, 0), "n"), (CROSSING, (0, 0), "e"))
    assert paper.connected(corner) == set()
    # Each column leads from one family to another; nothing joins the columns behind the castles.
    apart = table(1, 2, north=["rose", "sun"], south=["sun", "rose"])
    laid(apart, (STEM, (0, 0), "n"), (STEM, (0, 1), "n"))
    assert paper.connected(apart) == set()
    joined = laid(apart, (CROSSING, (0, 0), "e"), (CROSSING, (0, 1), "e"))
    assert paper.connected(joined) == {("rose", "north-south"), ("sun", "north-south")}


def placements(board: paper.Board, face: paper.Face) -> list[str]:
    """Legal placements written short: '01e' is row 0, column 1, facing e."""
    found = sorted(paper.legal_placements(board, face), key=lambda spot: (spot[0], "nesw".index(spot[1])))
    return [f"{place[0]}{place[1]}{facing}" for place, facing in found]


def test_growth_from_a_castle_and_from_a_short_side() -> None:
    board = table(2, 2, north=["raven", None])
    assert placements(board, STEM) == ["00n", "00s"]  # GRO-2 (a); the vacant slot supports nothing
    laid(board, (BEND, (0, 0), "n"))
    # On top only crosswise (GRO-4); below its short side, although the bend has no end there (GRO-6).
    assert placements(board, STEM) == ["00e", "00w", "10n", "10s"]
    laid(board, (STEM, (0, 0), "e"))
    assert placements(board, STEM) == [
        "00n",
        "00s",
        "01e",
        "01w",
        "10n",
        "10s",
    ]  # both cards reach the rim (GEO-6)
    assert paper.why_not(board, STEM, (0, 1), "n") == "GRO-2"
    assert paper.why_not(board, STEM, (1, 1), "e") == "GRO-2"
    assert paper.why_not(board, STEM, (0, 0), "w") == "GRO-4"
    assert paper.why_not(board, STEM, (0, 2), "e") == "GRO-1"
    assert paper.why_not(board, STEM, (-1, 0), "n") == "GRO-1"


def test_growth_by_vines() -> None:
    board = table(2, 2, growth="vines", north=["raven", None])
    assert placements(board, STEM) == ["00n", "00s"]
    assert placements(board, BEND) == ["00n"]  # turned, it shows the castle no end
    laid(board, (BEND, (0, 0), "n"))
    assert placements(board, STEM) == ["00e", "00w"]
    assert paper.why_not(board, STEM, (1, 0), "n") == "GRO-2"
    laid(board, (BEND, (0, 0), "e"))
    assert placements(board, BEND) == ["00n", "00s", "01w"]
    laid(board, (broken(STEM, "s"), (0, 1), "e"))
    assert "10e" not in placements(board, STEM)
    assert placements(laid(table(1, 2, growth="vines"), (broken(STEM, "s"), (0, 1), "w")), BEND) == [
        "00e",  # a break does not take the end away: the vine still reaches the edge
        "01n",
        "01s",
    ]


def test_nothing_grows_on_a_sealed_card_but_beside_it() -> None:
    board = table(1, 2)
    laid(board, (STEM, (0, 0), "n"))
    assert placements(board, STEM) == ["00e", "00w"]
    laid(board, (CROSSING, (0, 0), "e"), sealed=True)
    assert placements(board, STEM) == ["01e", "01w"]
    assert paper.why_not(board, STEM, (0, 0), "n") == "GRO-5"


@pytest.mark.parametrize(("size", "expected"), [(2, 2), (3, 48), (4, 17_040)])
def test_layouts_counted_by_trying_slot_after_slot(size: int, expected: int) -> None:
    """LAY-7. Castles are put down one by one; the next one must get on with all before it."""
    far = paper.PITCH
    slots = [
        *((slot * far, -far) for slot in range(size)),
        *((size * far, slot * far) for slot in range(size)),
        *((slot * far, size * far) for slot in range(size)),
        *((-far, slot * far) for slot in range(size)),
    ]

    def quarrel(one: paper.Place, other: paper.Place) -> bool:
        (x, y), (u, v) = one, other
        same_side = (x == u and x in (-far, size * far)) or (y == v and y in (-far, size * far))
        return same_side or x == u or y == v or (abs(x - u) == far and abs(y - v) == far)

    quarrels = [
        [earlier for earlier in range(slot) if quarrel(slots[earlier], slots[slot])] for slot in range(4 * size)
    ]

    def count(chosen: list[int]) -> int:
        if len(chosen) == 4 * size:
            return 1
        taken = {chosen[earlier] for earlier in quarrels[len(chosen)]}
        return sum(count([*chosen, family]) for family in range(size) if family not in taken)

    assert count([]) == expected


def test_random_faces_are_legal_and_of_every_kind() -> None:
    faces = [random_face(seed) for seed in range(3000)]
    for face in faces:
        ends = list(itertools.chain(*face["vines"]))
        assert len(set(ends)) == len(ends)
        assert {"n", "s"} & set(ends)
        assert all(bridge in face["vines"] and len(bridge) == 2 for bridge in face["bridges"])
        strands = {frozenset(strand) for strand in face["vines"]}
        if {frozenset("ns"), frozenset("ew")} <= strands:
            assert len(face["bridges"]) == 1
        fragile = [strand for strand in face["vines"] if len(strand) > 1 and strand not in face["bridges"]]
        places = [gap["at"] for gap in face["breaks"]]
        assert len(set(places)) == len(places)
        assert all(any(at in strand for strand in fragile) or (at == "centre" and fragile) for at in places)
    assert {len(face["vines"]) for face in faces} == {1, 2, 3, 4}
    assert {gap["at"] for face in faces for gap in face["breaks"]} == {"n", "e", "s", "w", "centre"}
    assert {"".join(bridge) for face in faces for bridge in face["bridges"]} >= {"ns", "ne", "we"}
