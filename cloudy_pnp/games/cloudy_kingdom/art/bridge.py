"""FACE-3: rope bridges. The vine comes in from both edges; between two pairs of posts hangs the bridge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import CLOSE, Cubic, Group, Line, Move, Outline, Symbol
from cloudy_pnp.draw.shapes import circle, line, polygon
from cloudy_pnp.games.cloudy_kingdom.art import bark
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.art.stalk import Stalk
from cloudy_pnp.games.cloudy_kingdom.model.face import Direction

LANDING = HALF - 6.6  # how far from the middle the vine ends and the bridge begins
_DECK = 4.5  # half the length of a plank
_RAIL = 5.7  # how far from the middle the hand ropes begin, at the posts
_BELLY = 1.5  # how much further out they hang half-way
_PITCH = 2.75  # from plank to plank


def stub_outline(stalk: Stalk, end: Direction, inset: float = 0.0) -> Outline:
    """The vine from the edge to the landing, with a rounded end."""
    out, right, rail = OUT[end], RIGHT[end], stalk.half - inset
    tip = out * (LANDING - 1.8 + inset)
    near, far = tip + out * (rail * 0.5), out * stalk.reach(end)
    return Outline(
        (
            Move(far + right * rail),
            Line(near + right * rail),
            Cubic(near + right * rail - out * (rail * 0.35), tip + right * (rail * 0.6), tip),
            Cubic(tip - right * (rail * 0.6), near - right * rail - out * (rail * 0.35), near - right * rail),
            Line(far - right * rail),
            CLOSE,
        )
    )


def stubs(pen: Pen, stalk: Stalk) -> Symbol:
    """The two ends of the vine that carry the bridge."""
    name = f"stubs-{''.join(end.text for end in stalk.ends)}"

    def draw() -> Symbol:
        items: Items = ()
        for end in stalk.ends:
            items += bark.layers(pen, partial(stub_outline, stalk, end), stalk.half)
            run = Curve.straight(OUT[end] * stalk.reach(end), Point(0.0, 0.0))
            start, *rim = bark.arm_marks(stalk, end)
            stop = rim[0] if rim else stalk.reach(end) - LANDING - 1.5
            items += bark.grooves(pen, run, start, stop, stalk.half)
            for place in (LANDING + 0.9, LANDING + 2.5):  # ropes that lash the bridge to the vine
                at, side = OUT[end] * place, RIGHT[end] * (stalk.half + 0.1)
                items += pen.cord(line(at - side, at + side), pen.colours.rope, pen.colours.wood_line, 0.7)
        return Symbol(name, items, pen.frame.sheet.inset(-1))

    return pen.kept(name, draw)


@lru_cache(maxsize=256)
def span(stalk: Stalk) -> Curve:
    """The line in the middle of the bridge, from post to post."""
    (run,) = stalk.runs
    first, last = (stalk.reach(end) - LANDING for end in stalk.ends)
    return run.part(first / run.length, 1 - last / run.length)


def bridge(pen: Pen, stalk: Stalk, crossed: Sequence[Outline], random: Random) -> Items:
    """Planks and ropes between the posts, with a shadow on whatever lies below."""
    colours, lines = pen.colours, pen.lines
    way = span(stalk)
    items: Items = ()
    shade = pen.gleam(way.outline(), colours.vine_line, 2 * _DECK + 3.6, 0.4)
    if shade:
        items += tuple(Group(shade, clip=outline) for outline in crossed)
    planks = max(3, round(way.length / _PITCH))
    rails = [_rope(way, hand) for hand in (1, -1)]
    for hand in (1, -1):
        items += pen.line(way.offset(hand * 3.0).outline(), colours.wood_line, 0.8)
    for index in range(2, planks, 2):
        at = way.at(index / planks)
        for rail in rails:
            knot = rail.at(index / planks)
            items += pen.line(line(at + (knot - at).unit * (_DECK - 0.4), knot), colours.wood_line, lines.detail)
    for index in range(planks):
        items += _plank(pen, way, (index + 0.5) / planks, way.length / planks * 0.76, random)
    for rail in rails:
        items += pen.cord(rail.outline(), colours.rope, colours.wood_line, 0.6)
    for t in (0.0, 1.0):
        for hand in (1, -1):
            post = way.at(t) + way.normal(t) * (_RAIL * hand)
            items += pen.shape(circle(post, 1.6), colours.wood, colours.wood_line, lines.outline)
            items += pen.line(circle(post, 0.75), colours.wood_line, lines.fine)
    return items


def _rope(way: Curve, hand: int) -> Curve:
    """A hand rope: it bellies out between the posts."""
    points = []
    for step in range(7):
        t = step / 6
        points.append(way.at(t) + way.normal(t) * (hand * (_RAIL + 4 * _BELLY * t * (1 - t))))
    return Curve.through(*points)


def _plank(pen: Pen, way: Curve, t: float, thick: float, random: Random) -> Items:
    at = way.at(t)
    along = way.direction(t).turned(random.between(-4, 4))
    across = along.left * (_DECK + random.between(-0.35, 0.35))
    deep = along * (thick / 2)
    board = polygon(at - deep - across, at + deep - across, at + deep + across, at - deep + across)
    fill = pen.colours.wood.mixed(pen.colours.wood_line, random.between(0.0, 0.2))
    return (
        *pen.shape(board, fill, pen.colours.wood_line, pen.lines.detail),
        *pen.line(
            line(at - across * 0.6, at + across * random.between(0.1, 0.7)), pen.colours.wood_line, pen.lines.fine, 0.6
        ),
    )
