"""The fingerprint of what a picture looks like: equal looks, equal fingerprints, whichever objects they are made of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from cloudy_pnp.draw.pdf_content import outline_operators
from cloudy_pnp.draw.scene import Group, Image, Item, Path, Symbol, TextRun, Use

_KNOWN: WeakKeyDictionary[Symbol, str] = WeakKeyDictionary()  # cards share most of what grows on them


def look(symbol: Symbol) -> str:
    """The SHA-256 of all that a symbol paints; its name is no part of that.

    >>> from cloudy_pnp.core.geometry import Rect
    >>> look(Symbol("leaf", (), Rect(0, 0, 1, 1))) == look(Symbol("bud", (), Rect(0, 0, 1, 1)))
    True
    """
    known = _KNOWN.get(symbol)
    if known is None:
        painted = "\n".join((repr(symbol.bounds), *_told(symbol.items)))
        known = _KNOWN[symbol] = hashlib.sha256(painted.encode()).hexdigest()
    return known


def _told(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        match item:
            case Use(symbol, transform):
                yield f"use {look(symbol)} {transform}"
            case Group(inner, transform, clip, opacity):
                yield f"group {transform} {clip} {opacity}"
                yield from _told(inner)
                yield "end"
            case Path(outline, fill, stroke, opacity, rule):
                yield f"path {outline_operators(outline)} {fill} {stroke} {opacity} {rule}"  # much faster than its repr
            case TextRun():
                yield repr(item)
            case Image(raster, box, opacity):
                yield f"image {raster.key} {box} {opacity}"
