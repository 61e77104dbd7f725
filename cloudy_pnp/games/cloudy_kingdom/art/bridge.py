"""FACE-3: rope bridges. The vine comes in from both edges; between two pairs of posts hangs the bridge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.curves import Curve
from cloudy_pnp.draw.kit.frame import HALF, OUT, RIGHT
from cloudy_pnp.draw.kit.random import Random
from cloudy_pnp.draw.scene import Group, Outline, Symbol
from cloudy_pnp.draw.shapes import circle, line, polygon, polyline
from cloudy_pnp.games.cloudy_kingdom.art import bark
from cloudy_pnp.games.cloudy_kingdom.art.pen import Items, Pen
from cloudy_pnp.games.cloudy_kingdom.art.stalk import Stalk
from cloudy_pnp.games.cloudy_kingdom.art.style import Colours
from cloudy_pnp.games.cloudy_kingdom.model.face import Direction

LANDING = HALF - 7.0  # how far from the middle the vine ends and the bridge begins
_DECK = 4.5  # half the length of a plank
_RAIL = 5.7  # how far from the middle the hand ropes begin, at the posts
_BELLY = 1.5  # how much further out they hang half-way
_PITCH = 2.75  # from plank to plank


def stub_outline(stalk: Stalk, end: Direction, inset: float = 0.0) -> Outline:
    """Return the outline of the vine from the edge to the beam where the bridge begins."""
    out, right, rail = OUT[end], RIGHT[end], stalk.half - inset
    tip, far = out * (LANDING + inset), out * stalk.reach(end)
    return polyline((far + right * rail, tip + right * rail, tip - right * rail, far - right * rail), closed=True)


def stubs(pen: Pen, stalk: Stalk) -> Symbol:
    """Draw the two ends of the vine that carry the bridge."""
    name = f"stubs-{''.join(end.text for end in stalk.ends)}"

    def draw() -> Symbol:
        items: Items = ()
        for end in stalk.ends:
            items += bark.layers(pen, partial(stub_outline, stalk, end), stalk.half)
            run = Curve.straight(OUT[end] * stalk.reach(end), Point(0.0, 0.0))
            start, *rim = bark.arm_marks(stalk, end)
            stop = rim[0] if rim else stalk.reach(end) - LANDING - 1.5
            wrung = bark.grooves(pen, run, start, stop, stalk.half)
            items += (bark.inside(pen, partial(stub_outline, stalk, end), wrung),)
            for place in (LANDING + 2.3, LANDING + 3.5):  # ropes that lash the beam to the vine
                at, side = OUT[end] * place, RIGHT[end] * (stalk.half + 0.1)
                items += pen.cord(line(at - side, at + side), pen.colours.rope, pen.colours.wood_line, 0.7)
        return Symbol(name, items, pen.frame.sheet.inset(-1))

    return pen.kept(name, draw)


@lru_cache(maxsize=256)
def span(stalk: Stalk) -> Curve:
    """Return the middle line of the bridge, from post to post."""
    (run,) = stalk.runs
    first, last = (stalk.reach(end) - LANDING for end in stalk.ends)
    return run.part(first / run.length, 1 - last / run.length)


def plank_colour(colours: Colours) -> Colour:
    """Return a sun-bleached colour, much lighter than a vine, so that it differs without green and brown."""
    return colours.wood.mixed(colours.rope, 0.85).mixed(colours.paper, 0.25)


def bridge(pen: Pen, stalk: Stalk, crossed: Sequence[Outline], random: Random) -> Items:
    """Draw planks and ropes between two beams, with a shadow on everything below."""
    colours, lines = pen.colours, pen.lines
    way = span(stalk)
    items: Items = ()
    shade = pen.gleam(way.outline(), colours.ink, 2 * _DECK + 4.4, 0.42)
    if shade:
        items += tuple(Group(shade, clip=outline) for outline in crossed)
    planks = max(3, round(way.length / _PITCH))
    rails = [_rope(way, hand) for hand in (1, -1)]
    for hand in (1, -1):  # the ropes that carry the planks
        items += pen.line(way.offset(hand * 3.0).outline(), colours.wood_line, 0.8)
    for index in range(planks):
        items += _plank(pen, way, (index + 0.5) / planks, way.length / planks * 0.74, random)
    for index in range(1, planks - 1, 2):  # every second plank hangs from both hand ropes
        t = (index + 0.5) / planks
        for rail, hand in zip(rails, (1, -1), strict=True):
            tie, knot = way.at(t) + way.normal(t) * (hand * (_DECK - 0.7)), rail.at(t)
            items += pen.line(line(tie, knot), colours.wood_line, lines.outline)
            items += pen.solid(circle(tie, 0.5), colours.wood_line)
    for rail in rails:
        items += pen.cord(rail.outline(), colours.wood, colours.wood_line, 0.75)
    for t in (0.0, 1.0):
        items += _landing(pen, way, t)
    return items


def _landing(pen: Pen, way: Curve, t: float) -> Items:
    """Draw a beam across the end of the vine, with a post at each end."""
    colours, lines = pen.colours, pen.lines
    at, across = way.at(t), way.normal(t) * _RAIL
    beam = line(at - across, at + across)
    items = pen.cord(beam, colours.wood, colours.wood_line, 2.3)
    items += pen.gleam(line(at - across * 0.7, at + across * 0.6), plank_colour(colours), 0.5, 0.8)
    for hand in (1, -1):
        post = at + across * hand
        items += pen.shape(circle(post, 1.9), plank_colour(colours), colours.wood_line, lines.outline)
        items += pen.line(circle(post, 0.95), colours.wood_line, lines.fine)
    return items


def _rope(way: Curve, hand: int) -> Curve:
    """Return the curve of a hand rope, which bellies out between the posts."""
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
    fill = plank_colour(pen.colours).mixed(pen.colours.wood, random.between(0.0, 0.28))
    return (
        *pen.shape(board, fill, pen.colours.wood_line, pen.lines.detail * 1.2),
        *pen.line(
            line(at - across * 0.6, at + across * random.between(0.1, 0.7)), pen.colours.wood_line, pen.lines.fine, 0.6
        ),
    )
