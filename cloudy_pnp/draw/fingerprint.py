"""Fingerprints of pictures: equal looks have equal fingerprints, whichever objects they consist of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from cloudy_pnp.draw.pdf_content import outline_operators
from cloudy_pnp.draw.scene import Group, Image, Item, Path, Symbol, TextRun, Use

_FINGERPRINTS: WeakKeyDictionary[Symbol, str] = WeakKeyDictionary()  # cards share most of their symbols


def look(symbol: Symbol) -> str:
    """Return the SHA-256 of everything a symbol paints, without its name.

    >>> from cloudy_pnp.core.geometry import Rect
    >>> look(Symbol("leaf", (), Rect(0, 0, 1, 1))) == look(Symbol("bud", (), Rect(0, 0, 1, 1)))
    True
    """
    digest = _FINGERPRINTS.get(symbol)
    if digest is None:
        painted = "\n".join((repr(symbol.bounds), *_describe(symbol.items)))
        digest = _FINGERPRINTS[symbol] = hashlib.sha256(painted.encode()).hexdigest()
    return digest


def _describe(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        match item:
            case Use(symbol, transform):
                yield f"use {look(symbol)} {transform}"
            case Group(inner, transform, clip, opacity):
                yield f"group {transform} {clip} {opacity}"
                yield from _describe(inner)
                yield "end"
            case Path(outline, fill, stroke, opacity, rule):
                yield f"path {outline_operators(outline)} {fill} {stroke} {opacity} {rule}"  # much faster than its repr
            case TextRun():
                yield repr(item)
            case Image(raster, box, opacity):
                yield f"image {raster.key} {box} {opacity}"
