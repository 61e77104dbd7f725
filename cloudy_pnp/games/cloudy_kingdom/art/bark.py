"""The look of a beanstalk: layers of bark, grooves that wind around it, and the rosette where strands join."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from cloudy_pnp.core.geometry import ORIGIN, Point
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Outline, Symbol
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen, placed
from cloudy_pnp.games.cloudy_kingdom.art.stalk import CURL_FROM, FILLET, Stalk
from cloudy_pnp.games.cloudy_kingdom.model.face import Direction

Taper = Callable[[float], float]

_PITCH = 7.6  # from groove to groove, about
_WRUNG = 0.62  # how much of a curl has grooves


def bark(pen: Pen, stalk: Stalk) -> Symbol:
    """Draw a whole strand without leaves, as one symbol for all cards that have it."""
    name = f"vine-{''.join(end.text for end in stalk.ends)}{stalk.sway:+.1f}"

    def draw() -> Symbol:
        items = layers(pen, stalk.outline, stalk.half)
        wrung: Items = ()
        for run, start, end in _stretches(stalk):
            wrung += grooves(pen, run, start, end, stalk.half, stalk.taper)
        return Symbol(name, (*items, inside(pen, stalk.outline, wrung)), pen.frame.sheet.inset(-1))

    return pen.kept(name, draw)


def layers(pen: Pen, outline: Callable[[float], Outline], half: float) -> Items:
    """Draw the layers of a cross-section, from the outline to the light in the middle; `outline` takes the inset."""
    colours, line = pen.colours, pen.lines.outline
    if pen.style.ink_saving:
        return pen.shape(outline(line / 2), colours.vine, colours.vine_line, line)
    return (
        *pen.tint(outline(0.0), colours.vine_line),
        *pen.tint(outline(line), colours.vine_shade),
        *pen.tint(outline(line + half * 0.2), colours.vine),
        *pen.tint(outline(half * 0.66), colours.vine_light),
    )


def inside(pen: Pen, outline: Callable[[float], Outline], wrung: Items) -> Group:
    """Clip grooves at the end of the bark, so that they do not notch the line around it."""
    return Group(wrung, clip=outline(pen.lines.outline))


def _stretches(stalk: Stalk) -> Iterator[tuple[Curve, float, float]]:
    """Yield the parts of each run with separate grooves.

    A groove begins and ends at the cut and at the edge of the centre, where another card may continue.
    """
    for index, run in enumerate(stalk.runs):
        marks = [*arm_marks(stalk, stalk.ends[index])]
        if len(stalk.ends) == 2:
            marks += [run.length - mark for mark in reversed([*arm_marks(stalk, stalk.ends[1])])]
        elif stalk.is_junction:
            marks.append(stalk.reach(stalk.ends[index]) - stalk.half - FILLET)
        else:
            begin = stalk.reach(stalk.ends[index]) - CURL_FROM
            marks += [begin, begin + (run.length - begin) * _WRUNG]
        for start, end in pairwise(marks):
            if end - start > 2:
                yield run, start, end


def arm_marks(stalk: Stalk, end: Direction) -> Iterator[float]:
    """Yield the distances from the end of a run to the cut, and to the edge of the centre."""
    yield stalk.frame.margin
    if end % 2 == 0 and stalk.frame.arm > 2:
        yield stalk.frame.margin + stalk.frame.arm


def grooves(pen: Pen, run: Curve, start: float, end: float, half: float, taper: Taper = lambda _t: 1.0) -> Items:
    """Draw grooves that run around the stalk from one side to the other, as if it had been wrung.

    `taper` gives the share of the width along the run.
    """
    colours, length = pen.colours, run.length
    items: Items = ()
    count = max(1, round((end - start) / _PITCH))
    pitch = (end - start) / count
    reach = half - pen.lines.outline
    for index in range(count):
        first, last = (start + index * pitch) / length, (start + (index + 1) * pitch) / length
        begin = run.at(first) + run.normal(first) * (reach * taper(first))
        finish = run.at(last) - run.normal(last) * (reach * taper(last))
        way = Curve.hermite(begin, run.direction(first) * pitch * 1.3, finish, run.direction(last) * pitch * 1.3)
        items += pen.gleam(way.outline(), colours.vine_shade, 1.0, 0.7)
        items += pen.line(way.outline(), colours.vine_line, pen.lines.fine, 0.85)
    return items


def rosette(pen: Pen, ends: int, random: Random) -> Items:
    """Draw leaves around a blossom where three or four ends meet, to show at a glance that they are joined."""
    leaves = 4 + ends // 2
    turn, step = random.between(0, 360), 360 / leaves
    around = [turn + step * index + random.between(-7, 7) for index in range(leaves)]
    rim = tuple(placed(pen.art("leaf-1"), ORIGIN + Point.polar(1.0, angle), 0.7, turn=angle) for angle in around)
    return (*rim, placed(pen.art("flower"), ORIGIN, 1.2, turn=turn / 5))
