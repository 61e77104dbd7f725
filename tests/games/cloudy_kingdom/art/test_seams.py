"""Wherever two cards may touch, the vine goes on without a step and without a change of colour."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from games.cloudy_kingdom.art.studio import FORMATS, Chords, chords, cut, drawn, face, kingdom, picture, pixel, style
from PIL.Image import Image as Picture

from cloudy_pnp.cloudy_kingdom.art.breaks import stub_outline
from cloudy_pnp.cloudy_kingdom.art.castle_face import castle_face, way_outline
from cloudy_pnp.cloudy_kingdom.art.style import pen_for
from cloudy_pnp.cloudy_kingdom.art.vine_face import strands
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Direction, Face, face_findings
from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT, Frame
from cloudy_pnp.draw.kit.random import Random

HALF_WIDTH = 4.8
TOLERANCE = 0.1  # mm


def all_faces() -> list[Face]:
    """Every sound face without breaks: all partitions of all sets of ends, with every choice of bridges."""
    found = []
    for size in range(1, 5):
        for ends in combinations("nesw", size):
            for parts in _partitions(list(ends)):
                pairs = [strand for strand in parts if len(strand) == 2]
                for count in range(len(pairs) + 1):
                    for bridges in combinations(pairs, count):
                        data = {"vines": [list(part) for part in parts], "bridges": [list(b) for b in bridges]}
                        if not face_findings(data, short_side=False):
                            found.append(Face.from_data(data))
    return found


def _partitions(ends: list[str]) -> list[list[list[str]]]:
    if not ends:
        return [[]]
    first, *rest = ends
    found = []
    for others in _partitions(rest):
        found.append([[first], *others])
        for index, part in enumerate(others):
            found.append([*others[:index], [first, *part], *others[index + 1 :]])
    return found


def outline_at(frame: Frame, what: Face, end: Direction, sway: float) -> Chords:
    """The outline of the strand that leaves the card at an end."""
    stalk = next(stalk for stalk in strands(frame, what, HALF_WIDTH, sway) if end in stalk.ends)
    return chords(stub_outline(stalk, end) if stalk.is_bridge else stalk.outline())


def edges(outline: Chords, end: Direction, distance: float) -> tuple[float, float]:
    """Return where the two edges of a vine lie on the line across the end's axis at a distance from the middle."""
    middle, across = OUT[end] * distance, RIGHT[end] * (HALF_WIDTH + 2)
    found = [place - HALF_WIDTH - 2 for place in cut(outline, middle - across, middle + across)]
    assert len(found) == 2, f"the vine has {len(found)} edges at {end.text}, {distance} mm from the middle"
    return found[0], found[1]


def test_every_sound_face_is_there() -> None:
    assert len(all_faces()) > 60
    assert {vine.face.vines for vine in kingdom().vines.values()} <= {what.vines for what in all_faces()}


@pytest.mark.parametrize("name", FORMATS)
def test_vines_meet_at_every_cut_and_at_every_rim(name: str) -> None:
    """Short side to short side, and a lower arm to the long side of the card above it: all edges lie within 0.1 mm."""
    frame = style(name).frame
    left, right = [], []
    for what in all_faces():
        for end in what.ends:
            for sway in (-2.0, 2.0):
                outline = outline_at(frame, what, end, sway)
                places = [frame.edge(end), frame.edge(end) + frame.margin * 0.99]
                if end % 2 == 0:  # along the whole arm, and where a card that lies across begins
                    steps = 12
                    places += [HALF + frame.arm * step / steps for step in range(steps)]
                for place in places:
                    near, far = edges(outline, end, place)
                    left.append(near * frame.unit)
                    right.append(far * frame.unit)
    gate = cut(chords(way_outline(pen_for(style(name)))), *_gate(frame))
    left.append((min(gate) - HALF_WIDTH - 2) * frame.unit)
    right.append((max(gate) - HALF_WIDTH - 2) * frame.unit)
    assert len(left) > 1000
    assert max(left) - min(left) < TOLERANCE and max(right) - min(right) < TOLERANCE
    assert abs(max(left) + max(right)) < TOLERANCE, "the vine is not in the middle of the side"
    assert max(right) == pytest.approx(HALF_WIDTH * frame.unit, abs=TOLERANCE / 2)


def _gate(frame: Frame) -> tuple[Point, Point]:
    """The line along the long side of a castle card where its gate is."""
    return Point(-HALF_WIDTH - 2, HALF + frame.margin / 2), Point(HALF_WIDTH + 2, HALF + frame.margin / 2)


@cache
def enlarged(what: Face) -> Picture:
    return picture(drawn(what), dpi=254)


def cross_section(what: Face, end: Direction, distance: float) -> list[tuple[int, int, int]]:
    shown = enlarged(what)
    places = [step / 4 for step in range(-19, 20)]
    return [pixel(shown, OUT[end] * distance + RIGHT[end] * place, dpi=254) for place in places]


def same_colours(one: list[tuple[int, int, int]], other: list[tuple[int, int, int]]) -> bool:
    """Equal but for a few places: grooves begin at the cut, and edges of pixels differ a little."""
    far = sum(max(abs(a - b) for a, b in zip(p, q, strict=True)) > 40 for p, q in zip(one, other, strict=True))
    return far <= 6


@pytest.mark.parametrize("what", [vine.face for vine in kingdom().vines.values()], ids=list(kingdom().vines))
def test_the_cross_section_has_the_same_colours_at_every_end(what: Face) -> None:
    stem = cross_section(face(vines=["ns"]), Direction.N, style().frame.top - 0.3)
    for end in what.ends:
        section = cross_section(what, end, style().frame.edge(end) - 0.3)
        assert same_colours(section, stem), f"another cross-section at {end.text}"
        assert same_colours(section, section[::-1]), f"not symmetric at {end.text}: a turned card would not fit"


def test_the_vine_at_a_castle_gate_has_the_same_colours() -> None:
    pen = pen_for(style())
    family = kingdom().families["rose"]
    castle = picture(pen.frame.lying("castle", castle_face(pen, family, Random("castle", 1))), dpi=254)
    places = [step / 4 for step in range(-19, 20)]
    section = [pixel(castle, Point(place, HALF - 0.3), dpi=254) for place in places]
    assert same_colours(section, cross_section(face(vines=["ns"]), Direction.N, style().frame.top - 0.3))


def test_where_no_vine_ends_there_is_sky() -> None:
    shown = picture(drawn(face(vines=["n"])))
    for end in DIRECTIONS[1:]:
        red, green, blue = pixel(shown, OUT[end] * (style().frame.edge(end) - 0.5))
        assert blue > red and blue >= green - 8
