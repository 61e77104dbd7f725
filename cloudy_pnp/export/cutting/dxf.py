"""Cut paths as DXF (AutoCAD 2000, in mm): closed polylines with arcs, cuts and folds each on a separate layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cloudy_pnp.core.geometry import Point
from cloudy_pnp.export.cutting.paths import CutPath

CUT, FOLD = "cut", "fold"
_COLOURS = {CUT: 1, FOLD: 5}  # red, blue
_MODEL = "1F"  # the handle of the model space
Pair = tuple[int, str]


def dxf_text(cuts: Iterable[CutPath], folds: Iterable[Sequence[Point]], height: float) -> str:
    """Write the file; y points upwards there, so it needs the page's height."""
    layers = {CUT: _COLOURS[CUT], FOLD: _COLOURS[FOLD]}
    handle = 0x100
    entities: list[Pair] = []
    for path in cuts:
        corners = [(x, height - y, bulge) for x, y, bulge in path.corners]
        entities += _polyline(f"{handle:X}", CUT, corners, closed=True)
        handle += 1
    for fold in folds:
        entities += _polyline(f"{handle:X}", FOLD, [(at.x, height - at.y, 0.0) for at in fold], closed=False)
        handle += 1
    pairs = [
        *_section("HEADER", _header(handle)),
        *_section("CLASSES", ()),
        *_section("TABLES", _tables(layers)),
        *_section("BLOCKS", _blocks()),
        *_section("ENTITIES", entities),
        *_section("OBJECTS", _objects()),
        (0, "EOF"),
    ]
    return "".join(f"{code:>3}\n{value}\n" for code, value in pairs)


def _number(value: float) -> str:
    return f"{round(value, 6) + 0.0:.6f}".rstrip("0").rstrip(".") or "0"


def _polyline(handle: str, layer: str, corners: Sequence[tuple[float, float, float]], *, closed: bool) -> list[Pair]:
    pairs: list[Pair] = [
        (0, "LWPOLYLINE"),
        (5, handle),
        (330, _MODEL),
        (100, "AcDbEntity"),
        (8, layer),
        (100, "AcDbPolyline"),
        (90, str(len(corners))),
        (70, "1" if closed else "0"),
    ]
    for x, y, bulge in corners:
        pairs += [(10, _number(x)), (20, _number(y))]
        if bulge:
            pairs.append((42, f"{bulge:.8f}"))
    return pairs


def _section(name: str, content: Iterable[Pair]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, name))
    yield from content
    yield (0, "ENDSEC")


def _header(next_handle: int) -> Iterator[Pair]:
    yield from ((9, "$ACADVER"), (1, "AC1015"))
    yield from ((9, "$HANDSEED"), (5, f"{next_handle:X}"))
    yield from ((9, "$INSUNITS"), (70, "4"))  # mm
    yield from ((9, "$MEASUREMENT"), (70, "1"))


def _table(name: str, handle: str, entries: Sequence[Sequence[Pair]]) -> Iterator[Pair]:
    yield from ((0, "TABLE"), (2, name), (5, handle), (330, "0"), (100, "AcDbSymbolTable"), (70, str(len(entries))))
    if name == "DIMSTYLE":
        yield (100, "AcDbDimStyleTable")
    for entry in entries:
        yield from entry
    yield (0, "ENDTAB")


def _record(kind: str, handle: str, table: str, name: str, subclass: str, *more: Pair, code: int = 5) -> list[Pair]:
    head: list[Pair] = [(0, kind), (code, handle), (330, table), (100, "AcDbSymbolTableRecord"), (100, subclass)]
    return [*head, (2, name), *more]


def _tables(layers: Mapping[str, int]) -> Iterator[Pair]:
    yield from _table("VPORT", "8", ())
    line: tuple[Pair, ...] = ((70, "0"), (3, ""), (72, "65"), (73, "0"), (40, "0"))
    names = (("14", "ByBlock"), ("15", "ByLayer"), ("16", "Continuous"))
    yield from _table(
        "LTYPE", "5", [_record("LTYPE", handle, "5", name, "AcDbLinetypeTableRecord", *line) for handle, name in names]
    )
    every = {"0": 7, **layers}
    yield from _table(
        "LAYER",
        "2",
        [
            _record(
                "LAYER",
                f"{0x30 + number:X}",
                "2",
                name,
                "AcDbLayerTableRecord",
                (70, "0"),
                (62, str(colour)),
                (6, "Continuous"),
                (390, "F"),
            )
            for number, (name, colour) in enumerate(every.items())
        ],
    )
    style: tuple[Pair, ...] = ((70, "0"), (40, "0"), (41, "1"), (50, "0"), (71, "0"), (42, "2.5"), (3, "txt"), (4, ""))
    yield from _table("STYLE", "3", [_record("STYLE", "11", "3", "Standard", "AcDbTextStyleTableRecord", *style)])
    yield from _table("VIEW", "6", ())
    yield from _table("UCS", "7", ())
    yield from _table("APPID", "9", [_record("APPID", "12", "9", "ACAD", "AcDbRegAppTableRecord", (70, "0"))])
    dimension = _record("DIMSTYLE", "27", "A", "Standard", "AcDbDimStyleTableRecord", (70, "0"), code=105)
    yield from _table("DIMSTYLE", "A", [dimension])
    blocks = (("1F", "*Model_Space"), ("1B", "*Paper_Space"))
    yield from _table(
        "BLOCK_RECORD",
        "1",
        [_record("BLOCK_RECORD", handle, "1", name, "AcDbBlockTableRecord", (340, "0")) for handle, name in blocks],
    )


def _blocks() -> Iterator[Pair]:
    for owner, first, last, name in (("1F", "20", "21", "*Model_Space"), ("1B", "1C", "1D", "*Paper_Space")):
        yield from ((0, "BLOCK"), (5, first), (330, owner), (100, "AcDbEntity"), (8, "0"), (100, "AcDbBlockBegin"))
        yield from ((2, name), (70, "0"), (10, "0"), (20, "0"), (30, "0"), (3, name), (1, ""))
        yield from ((0, "ENDBLK"), (5, last), (330, owner), (100, "AcDbEntity"), (8, "0"), (100, "AcDbBlockEnd"))


def _objects() -> Iterator[Pair]:
    """Yield the root dictionary and its standard entries."""
    yield from ((0, "DICTIONARY"), (5, "C"), (330, "0"), (100, "AcDbDictionary"), (281, "1"))
    yield from ((3, "ACAD_GROUP"), (350, "D"), (3, "ACAD_PLOTSTYLENAME"), (350, "E"))
    yield from ((0, "DICTIONARY"), (5, "D"), (330, "C"), (100, "AcDbDictionary"), (281, "1"))
    yield from ((0, "ACDBDICTIONARYWDFLT"), (5, "E"), (330, "C"), (100, "AcDbDictionary"), (281, "1"))
    yield from ((3, "Normal"), (350, "F"), (100, "AcDbDictionaryWithDefault"), (340, "F"))
    yield from ((0, "ACDBPLACEHOLDER"), (5, "F"), (330, "E"))
