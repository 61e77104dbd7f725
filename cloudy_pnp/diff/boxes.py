"""Rectangles around everything that only one of two drawn faces paints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce

from cloudy_pnp.core.geometry import IDENTITY, Rect, Transform
from cloudy_pnp.draw.pdf_content import look
from cloudy_pnp.draw.scene import Group, Item, Symbol, Use, bounds

_GAP = 1.2  # mm: rectangles that are nearer become one
_MOST = 8  # rectangles; more of them become one
_MOST_ITEMS = 20_000

_Placed = tuple[str, Item, Transform, Rect]  # how it looks, what it is, where, and the part that is not clipped away


def changed_boxes(before: Symbol, after: Symbol) -> list[Rect]:
    """Return rectangles, in mm, around what has changed; none where the two look alike.

    Groups are opened only where they differ, so that a moved word is outlined, not the box that it is in.
    """
    if look(before) == look(after):
        return []
    whole = before.bounds | after.bounds
    sides = [[*_placed(symbol.items, IDENTITY, whole)] for symbol in (before, after)]
    while True:
        counts = [Counter(token for token, *_ in side) for side in sides]
        sides = [[*_unmatched(side, other)] for side, other in zip(sides, reversed(counts), strict=True)]
        opened = [[*_open(side)] for side in sides]
        if opened == sides or sum(map(len, opened)) > _MOST_ITEMS:
            break
        sides = opened
    boxes = [clip & box for side in sides for _, item, place, clip in side if (box := _bounds(item, place))]
    return _merged([box for box in boxes if box is not None])


def _placed(items: Iterable[Item], place: Transform, clip: Rect) -> Iterator[_Placed]:
    for item in items:
        yield f"{look(Symbol('', (item,), Rect(0, 0, 0, 0)))} {place}", item, place, clip


def _unmatched(side: list[_Placed], other: Counter[str]) -> Iterator[_Placed]:
    left = Counter(other)
    for placed in side:
        if left[placed[0]] > 0:
            left[placed[0]] -= 1
        else:
            yield placed


def _open(side: list[_Placed]) -> Iterator[_Placed]:
    for placed in side:
        _, item, place, clip = placed
        match item:
            case Group(items, transform, outline):
                part = place.bounds(transform.bounds(outline.bounds)) & clip if outline else clip
                if part is not None:
                    yield from _placed(items, place @ transform, part)
            case Use(symbol, transform):
                yield from _placed(symbol.items, place @ transform, clip)
            case _:
                yield placed


def _bounds(item: Item, place: Transform) -> Rect | None:
    box = bounds([item])
    return None if box is None else place.bounds(box)


def _merged(boxes: list[Rect]) -> list[Rect]:
    """Join rectangles that touch, from the top."""
    done: list[Rect] = []
    for box in sorted(set(boxes), key=lambda box: (box.y, box.x, box.width, box.height)):
        near = [other for other in done if other.inset(-_GAP) & box is not None]
        done = [other for other in done if other not in near]
        done.append(reduce(Rect.__or__, near, box))
    if len(done) < len(boxes):
        return _merged(done)  # a larger rectangle may touch others
    return done if len(done) <= _MOST else [reduce(Rect.__or__, done)]
