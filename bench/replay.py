"""Raw reportlab draws what this package drew: the same paths, pictures in pictures and lines of text, with no layout.

`python -m bench.replay record ROOT FILE` writes down, as plain tuples, the pages of the vine cards of a game folder;
`python -m bench.replay draw FILE OUT.pdf` draws them with reportlab's canvas and nothing else. What is used more than
once is a form there too: raw reportlab that draws every leaf of every card again would be no match.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from cloudy_pnp.core.geometry import Transform
    from cloudy_pnp.draw.colour import Paint
    from cloudy_pnp.draw.scene import Item, Outline, Page, Stroke, Symbol

LANG = "en"
SHEET = "cards-a4-duplex"

Op = tuple[Any, ...]


def record(root: File, target: File) -> None:
    """Write down the pages that `build --sheet cards-a4-duplex` makes of the vine cards in a folder."""
    from cloudy_pnp.cloudy_kingdom.present.components import components
    from cloudy_pnp.export.sheets import load_catalogue
    from cloudy_pnp.export.sheets.impose import impose_all
    from cloudy_pnp.game.contract import RenderOptions
    from cloudy_pnp.workspace.drawn import DrawnSet
    from cloudy_pnp.workspace.home import home_of
    from cloudy_pnp.workspace.load import load

    home = home_of("cloudy-kingdom", root)
    data = load(home).entries.data()
    printed = components(data, RenderOptions(LANG))
    vines = {card["id"] for card in data["vines"]}
    catalogue = load_catalogue(home.template_folders)
    drawn = DrawnSet(printed)
    copies = [copy for copy in drawn.copies() if copy.card in vines]
    pages = impose_all(copies, catalogue.sheet(SHEET), catalogue.texts(LANG), drawn.drawn, title=printed.name)
    with target.open("wb") as out:
        recorder = _Recorder(out)
        for page in pages:
            recorder.page(page)


class _Recorder:
    """Writes `("symbol", number, box, ops)` before its first use, and `("page", width, height, ops)`."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._symbols: dict[Symbol, int] = {}

    def page(self, page: Page) -> None:
        marshal.dump(("page", page.width, page.height, self._ops(page.items)), self._out)

    def _ops(self, items: Iterable[Item]) -> tuple[Op, ...]:
        return tuple(self._op(item) for item in items)

    def _op(self, item: Item) -> Op:
        from cloudy_pnp.draw.scene import Group, Path, TextRun, Use

        match item:
            case Path(outline, fill, stroke, opacity, rule):
                return ("path", _segments(outline), _paint(fill), _pen(stroke), opacity, rule == "evenodd")
            case Group(inner, transform, clip, 1.0):
                return ("group", self._ops(inner), _matrix(transform), None if clip is None else _segments(clip))
            case Use(symbol, transform):
                return ("use", self._number(symbol), _matrix(transform))
            case TextRun(origin, text, font, size, _, colour):
                return ("text", text, origin.x, origin.y, font.family, font.weight, size, colour.rgb)
        raise ValueError(f"reportlab's canvas has nothing for {item}")

    def _number(self, symbol: Symbol) -> int:
        if symbol not in self._symbols:
            box, ops = symbol.bounds, self._ops(symbol.items)
            self._symbols[symbol] = len(self._symbols)
            corners = (box.left, box.top, box.right, box.bottom)
            marshal.dump(("symbol", self._symbols[symbol], corners, ops), self._out)
        return self._symbols[symbol]


def _segments(outline: Outline) -> tuple[tuple[float, ...], ...]:
    """A move has two numbers, a curve six, a line three of which the last says nothing, and a closing line none."""
    from cloudy_pnp.draw.scene import Cubic, Line, Move

    found: list[tuple[float, ...]] = []
    for segment in outline.segments:
        match segment:
            case Move(to):
                found.append((to.x, to.y))
            case Line(to):
                found.append((to.x, to.y, 0.0))
            case Cubic(first, second, to):
                found.append((first.x, first.y, second.x, second.y, to.x, to.y))
            case _:
                found.append(())
    return tuple(found)


def _paint(fill: Paint | None) -> Any:
    from cloudy_pnp.draw.colour import Colour, LinearGradient

    if fill is None:
        return None
    if isinstance(fill, Colour):
        return ("plain", fill.rgb)
    if any(stop.opacity < 1 for stop in fill.stops):
        raise ValueError("reportlab's canvas cannot let a gradient fade")
    stops = ([stop.colour.rgb for stop in fill.stops], [stop.offset for stop in fill.stops])
    if isinstance(fill, LinearGradient):
        return ("linear", (fill.start.x, fill.start.y, fill.end.x, fill.end.y), *stops)
    return ("radial", (fill.centre.x, fill.centre.y, fill.radius), *stops)


def _pen(stroke: Stroke | None) -> Any:
    if stroke is None:
        return None
    cap, join = ("butt", "round", "square").index(stroke.cap), ("miter", "round", "bevel").index(stroke.join)
    return (stroke.colour.rgb, stroke.width, cap, join, list(stroke.dashes), stroke.phase)


def _matrix(transform: Transform) -> tuple[float, ...]:
    return (transform.a, transform.b, transform.c, transform.d, transform.e, transform.f)


# --- drawing: from here on only reportlab ------------------------------------------------------------------


def draw(recording: File, target: File) -> None:
    """Draw a recording."""
    from reportlab.lib.colors import Color
    from reportlab.pdfbase import pdfdoc, pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    class Raw(Canvas):  # type: ignore[misc]  # reportlab has no types
        """reportlab's forms forget gradients and opacities: give them what pages have."""

        def endForm(self, **attributes: Any) -> None:
            resources = pdfdoc.PDFResourceDictionary()
            resources.basicFonts()
            resources.XObject = self._doc.xobjDict(self._formsinuse)
            resources.ExtGState = self._extgstate.getState() or {}
            resources.setShading(self._shadingUsed)
            super().endForm(Resources=resources, **attributes)

    canvas = Raw(str(target), pageCompression=1, invariant=1)
    mm = 72 / 25.4
    fonts: dict[tuple[str, int], str] = {}

    def font(family: str, weight: int) -> str:
        import fontpkg

        if (family, weight) not in fonts:
            fonts[family, weight] = f"{family} {weight}"
            pdfmetrics.registerFont(TTFont(f"{family} {weight}", str(fontpkg.path(family, weight))))
        return fonts[family, weight]

    def outline(segments: Iterable[tuple[float, ...]]) -> Any:
        path = canvas.beginPath()
        for segment in segments:
            match len(segment):
                case 6:
                    path.curveTo(*segment)
                case 3:
                    path.lineTo(segment[0], segment[1])
                case 2:
                    path.moveTo(*segment)
                case _:
                    path.close()
        return path

    def path(segments: Any, fill: Any, pen: Any, opacity: float, even: bool) -> None:
        shape = outline(segments)
        if opacity < 1:
            canvas.saveState()
            canvas.setFillAlpha(opacity)
            canvas.setStrokeAlpha(opacity)
        if fill and fill[0] != "plain":
            kind, place, colours, offsets = fill
            canvas.saveState()
            canvas.clipPath(shape, stroke=0, fill=0)
            shade = canvas.linearGradient if kind == "linear" else canvas.radialGradient
            shade(*place, [Color(*colour) for colour in colours], offsets)
            canvas.restoreState()
            fill = None
        if fill:
            canvas.setFillColorRGB(*fill[1])
        if pen:
            colour, width, cap, join, dashes, phase = pen
            canvas.setStrokeColorRGB(*colour)
            canvas.setLineWidth(width)
            canvas.setLineCap(cap)
            canvas.setLineJoin(join)
            canvas.setDash(dashes, phase)
        if fill or pen:
            canvas.drawPath(shape, stroke=1 if pen else 0, fill=1 if fill else 0, fillMode=0 if even else 1)
        if opacity < 1:
            canvas.restoreState()

    def group(ops: Iterable[Op], matrix: tuple[float, ...], clip: Any) -> None:
        canvas.saveState()
        canvas.transform(*matrix)
        if clip is not None:
            canvas.clipPath(outline(clip), stroke=0, fill=0)
        replay(ops)
        canvas.restoreState()

    def use(number: int, matrix: tuple[float, ...]) -> None:
        canvas.saveState()
        canvas.transform(*matrix)
        canvas.doForm(f"s{number}")
        canvas.restoreState()

    def text(words: str, x: float, y: float, family: str, weight: int, size: float, colour: Any) -> None:
        canvas.saveState()
        canvas.transform(1, 0, 0, -1, x, y)
        canvas.setFillColorRGB(*colour)
        canvas.setFont(font(family, weight), size)
        canvas.drawString(0, 0, words)
        canvas.restoreState()

    primitives: dict[str, Callable[..., None]] = {"path": path, "group": group, "use": use, "text": text}

    def replay(ops: Iterable[Op]) -> None:
        for op in ops:
            primitives[op[0]](*op[1:])

    for kind, first, second, ops in _recorded(recording):
        if kind == "symbol":
            canvas.beginForm(f"s{first}", *second)
            replay(ops)
            canvas.endForm()
        else:
            canvas.setPageSize((first * mm, second * mm))
            canvas.transform(mm, 0, 0, -mm, 0, second * mm)
            replay(ops)
            canvas.showPage()
    canvas.save()


def _recorded(recording: File) -> Iterator[tuple[str, Any, Any, Any]]:
    with recording.open("rb") as source:
        while True:
            try:
                yield marshal.load(source)  # noqa: S302  # a file that `record` wrote just before
            except EOFError:
                return


def difference(one: File, other: File) -> float:
    """The share of the first page's pixels in which two files differ; they must have as many pages."""
    import pypdfium2
    from PIL import ImageChops

    documents = [pypdfium2.PdfDocument(file) for file in (one, other)]
    first, second = (document[0].render(scale=1).to_pil().convert("L") for document in documents)
    assert len(documents[0]) == len(documents[1])
    counts = ImageChops.difference(first, second).histogram()
    return float(sum(counts[32:]) / sum(counts))


if __name__ == "__main__":
    {"record": record, "draw": draw}[sys.argv[1]](File(sys.argv[2]), File(sys.argv[3]))
