"""Cloudy Kingdom on squared paper: the second reading of FACE, GEO, CON and GRO.

Nothing here is looked up or computed by formula. A card is a strip of squared paper, 5 points wide and 11
long, with vines inked on it. Cards are put down on the table from the bottom of a stack to the top: a strip
hides whatever ink lies under it. What is still visible afterwards is flooded with water, and two castles are
connected when the water from one gate wets the other.

A point is `(x, y, height)`: x to the east, y to the south, the middle of a field is (0, 0), its rim 5 away.
Height 0 is the ground, 2 the deck of a rope bridge, 1 its two heads. Water goes to the four points around and
climbs one step at a time, so it walks over a bridge and never falls off it.

Data are plain: a face is `{"vines": [["n", "s"]], "bridges": [], "breaks": [{"at": "n", "kind": "hole"}]}`,
a laid card what `print_card` and `lay` make of it, a board `{"rows": 1, "cols": 1, "castles": {"north": [],
...}, "growth": "edges", "fields": {(row, col): [cards, bottom first]}}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Point = tuple[int, int, int]
Place = tuple[int, int]
Face = dict[str, Any]
Card = dict[str, Any]
Board = dict[str, Any]

CLOCKWISE = "nesw"
OUTWARD = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
PITCH = 11  # GEO-2: the long side of a card
RIM = 5  # from the middle of a field, or of a card, to the short side of a card
EDGE = 2  # from the middle of a card to its long side; also the rim of the centre square
ARM = (3, 4, 5)
ARM_BREAK = 4  # FACE-5: on the arm, so that the vine still reaches the edge
CLIMB = ((0, 1), (0, 1, 2), (1, 2))  # the heights within one step of ground, bridge head and deck
RIM_BREAK = 1  # FACE-5: just inside the centre, where a covering card hides it


def ink_of(face: Face) -> set[Point]:
    """The vines of a card that lies with its own n to the north."""
    bridges = [set(strand) for strand in face.get("bridges", [])]
    ink: set[Point] = set()
    for strand in face["vines"]:
        on_bridge = set(strand) in bridges
        for end in strand:
            out_x, out_y = OUTWARD[end]
            ink.add((out_x * EDGE, out_y * EDGE, 1 if on_bridge else 0))
            if end in "ns":  # a short side is an arm's length further out
                ink.update((0, out_y * far, 0) for far in ARM)
        ink.update((x, y, 2 if on_bridge else 0) for x, y in middle_of(strand))
    for gap in face.get("breaks", []):
        ink -= rubbed_out(gap["at"])
    return ink


def print_card(card: str, face: Face) -> Card:
    """A card as it comes out of the box, with its ink in its own directions."""
    return {"card": card, "face": face, "ink": ink_of(face)}


def middle_of(strand: list[str]) -> list[Place]:
    """The points of a strand inside the centre square: none for a path end, else a bend or a star."""
    if len(strand) == 1:
        return []
    inner = [OUTWARD[end] for end in strand]
    corner = (sum(x for x, _ in inner), sum(y for _, y in inner))
    if len(strand) == 2 and corner != (0, 0):
        return [*inner, corner]
    return [*inner, (0, 0)]


def rubbed_out(at: str) -> set[Point]:
    """FACE-5: the points a hole or a block takes away; it is on the ground, a bridge deck passes over it."""
    if at == "centre":
        return {(x, y, 0) for x in (-1, 0, 1) for y in (-1, 0, 1)}
    out_x, out_y = OUTWARD[at]
    far = ARM_BREAK if at in "ns" else RIM_BREAK
    return {(out_x * far, out_y * far, 0)}


def turned(points: Iterable[Point], facing: str) -> set[Point]:
    """GEO-3: the points after the card was turned so that its own n points to `facing`."""
    for _ in range(CLOCKWISE.index(facing)):
        points = [(-y, x, height) for x, y, height in points]
    return set(points)


def under(point: tuple[int, ...], facing: str) -> bool:
    """GEO-4: does a card with this facing lie on the point?"""
    return abs(point[0] if facing in "ns" else point[1]) <= EDGE


def visible_ink(stack: list[Card]) -> set[Point]:
    """Return what is seen of the vines of a field when its cards were laid one after the other."""
    ink: set[Point] = set()
    for card in stack:
        ink = {point for point in ink if not under(point, card["facing"])}
        ink |= turned(card["ink"], card["facing"])
    return ink


def rim_point(direction: str) -> Point:
    """The middle of one side of a field."""
    out_x, out_y = OUTWARD[direction]
    return out_x * RIM, out_y * RIM, 0


def flood(dry: set[Point], source: Point) -> set[Point]:
    """Pour water on `source`: the points that get wet. They are taken out of `dry`."""
    dry.discard(source)
    wet, edge = {source}, [source]
    while edge:
        x, y, height = edge.pop()
        for near_x, near_y in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            for near_height in CLIMB[height]:
                near = (near_x, near_y, near_height)
                if near in dry:
                    dry.discard(near)
                    wet.add(near)
                    edge.append(near)
    return wet


def joined_ports(stack: list[Card]) -> set[frozenset[str]]:
    """The ports of one field, those that hang together in one set (CON-2 to CON-5)."""
    dry = visible_ink(stack)
    ports = [direction for direction in CLOCKWISE if rim_point(direction) in dry]
    groups = set()
    for port in ports:
        if rim_point(port) in dry:
            wet = flood(dry, rim_point(port))
            groups.add(frozenset(other for other in ports if rim_point(other) in wet))
    return groups


def joined_ends(face: Face) -> set[frozenset[str]]:
    """The ends of a lone card, those that hang together in one set (FACE-7)."""
    dry = ink_of(face)
    heights = {(x, y): height for x, y, height in dry}
    tips = {}
    for end, (out_x, out_y) in OUTWARD.items():
        far = RIM if end in "ns" else EDGE
        tip = (out_x * far, out_y * far)
        if tip in heights:
            tips[end] = (*tip, heights[tip])
    return {
        frozenset(other for other in tips if tips[other] in wet)
        for wet in [flood(set(dry), tip) for tip in tips.values()]
    }


def board_ports(board: Board) -> dict[Place, set[frozenset[str]]]:
    """The joined ports of every field that has a card."""
    return {place: joined_ports(stack) for place, stack in board["fields"].items() if stack}


def gates(board: Board) -> Iterator[tuple[str, str, Point]]:
    """Family, side and gate of every castle: the point just off the board at its field (LAY-4, CON-6)."""
    east, south = board["cols"] * PITCH, board["rows"] * PITCH
    for side, families in board["castles"].items():
        for slot, family in enumerate(families):
            along = slot * PITCH + RIM
            if family is not None:
                x, y = {
                    "north": (along, -1),
                    "south": (along, south),
                    "west": (-1, along),
                    "east": (east, along),
                }[side]
                yield family, side, (x, y, 0)


def on_table(place: Place, points: Iterable[Point]) -> Iterator[Point]:
    """Points of one field where they lie on the whole table."""
    left, top = place[1] * PITCH + RIM, place[0] * PITCH + RIM
    return ((x + left, y + top, height) for x, y, height in points)


def connected(board: Board) -> set[tuple[str, str]]:
    """Every `(family, axis)` whose two castles one water wets (CON-6 to CON-8)."""
    castles = list(gates(board))
    dry = {gate for _, _, gate in castles}
    for place, stack in board["fields"].items():
        dry.update(on_table(place, visible_ink(stack)))
    found = set()
    for _, _, gate in castles:
        if gate in dry:
            wet = flood(dry, gate)
            reached = {(family, side) for family, side, other in castles if other in wet}
            for family, side in reached:
                if side == "north" and (family, "south") in reached:
                    found.add((family, "north-south"))
                if side == "west" and (family, "east") in reached:
                    found.add((family, "east-west"))
    return found


def facing_card_or_castle(board: Board, place: Place, direction: str, with_vine: bool) -> bool:
    """Is there paper right behind this side of a field: the short side of a card, or a castle (GRO-2, GEO-6)?

    With `with_vine` that paper has to show the end of a vine there (GRO-6); a castle always does.
    """
    out_x, out_y = OUTWARD[direction]
    row, col = place[0] + out_y, place[1] + out_x
    if 0 <= row < board["rows"] and 0 <= col < board["cols"]:
        stack = board["fields"].get((row, col), [])
        back = (-out_x * RIM, -out_y * RIM, 0)
        if with_vine:
            return back in visible_ink(stack)
        return any(under(back, card["facing"]) for card in stack)
    ((gate_x, gate_y, _),) = on_table(place, [(out_x * (RIM + 1), out_y * (RIM + 1), 0)])
    return any(gate == (gate_x, gate_y, 0) for _, _, gate in gates(board))


def why_not(board: Board, face: Face, place: Place, facing: str) -> str | None:
    """The first growth rule that a placement breaks, in the order of their ids, or None."""
    if not (0 <= place[0] < board["rows"] and 0 <= place[1] < board["cols"]):
        return "GRO-1"
    stack = board["fields"].get(place, [])
    untouchable = place in board.get("guarded", ())
    if stack:
        if (stack[-1]["facing"] in "ns") == (facing in "ns"):
            return "GRO-4"
        return "GRO-5" if stack[-1]["sealed"] or untouchable else None
    short_sides = "ns" if facing in "ns" else "ew"
    by_vines = board["growth"] == "vines"  # GRO-6
    shown = turned(ink_of(face), facing) if by_vines else set()
    for side in short_sides:
        if by_vines and rim_point(side) not in shown:
            continue
        if facing_card_or_castle(board, place, side, with_vine=by_vines):
            return "GRO-5" if untouchable else None
    return "GRO-2"


def legal_placements(board: Board, face: Face) -> set[tuple[Place, str]]:
    """Every `(field, facing)` where a card with this face may be laid."""
    return {
        ((row, col), facing)
        for row in range(board["rows"])
        for col in range(board["cols"])
        for facing in CLOCKWISE
        if why_not(board, face, (row, col), facing) is None
    }


def lay(board: Board, card: Card, place: Place, facing: str, sealed: bool = False) -> None:
    """Put a card on top of a field, whatever the rules say."""
    board["fields"].setdefault(place, []).append({**card, "facing": facing, "sealed": sealed})
