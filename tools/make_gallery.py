"""Draw docs/gallery/: every face, one sheet of each kind, the pictures of the README, and contact sheets that show all
faces as one sees them at arm's length, in grey, and with three kinds of colour blindness. Run by `make gallery`.

The faces and sheets are also what `tests/repo/test_gallery.py` compares the drawings with.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from PIL import Image, ImageFilter

from cloudy_pnp.api import build, judge
from cloudy_pnp.cloudy_kingdom.present.components import components
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.vision import VISIONS, Matrix, seen
from cloudy_pnp.draw.pixels import pdf_images, png_bytes
from cloudy_pnp.draw.scene import Group, Page
from cloudy_pnp.draw.scene import Path as Outlined
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.sheets.impose import impose_all
from cloudy_pnp.game.contract import Data, PrintSet, RenderOptions
from cloudy_pnp.workspace.drawn import DrawnSet
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

GALLERY = Path(__file__).parents[1] / "docs/gallery"
FACE_DPI, SHEET_DPI, TABLE_DPI, ARM_DPI = 100, 40, 75, 40
CONTACT_WIDTH, CONTACT_GAP = 860, 6
LARGEST_CARD = 130  # mm
OVERVIEW = ("bend-left", "bridge-short", "crossing-block", "tee-side-hole", "bend-right", "castle-rose", "castle-raven")
SPELLS = ("chop", "inspiration", "rapid-growth", "burning-crossing", "twist", "castle-heron", "castle-sun")
PACK = (
    ("whirlwind", "april-weather", "sleeping-giant", "seven-league-boots", "lost-in-the-fog"),
    ("magic-beans", "giants-footprint", "windswept-shoot", "fallen-giant"),
)
GAMES = sorted((shipped_root() / "games").glob("*/docs/gallery.yaml"))  # what is shown of every other game
PAGES = (1, 7, 9, 12)  # of the default game's rulebook that are shown
LAYOUTS = "seven-of-hearts storm-lantern thornmail the-lighthouse owl-wood glass-lake"
TABLE = Colour.parse("#efe6d2")


def data(*packs: str) -> Data:
    """The sound data of the shipped game, with some of its packs."""
    folders = [shipped_root() / "packs" / name for name in packs]
    return load(home_of("cloudy-kingdom"), folders).entries.data()


def deck(*packs: str) -> PrintSet:
    """The shipped deck in English."""
    return components(data(*packs), RenderOptions("en"))


def faces(cards: PrintSet) -> Iterator[tuple[str, Page]]:
    """Every face as it is cut."""
    yield from ((face.name, face.page()) for face in cards.faces)


def sheets(cards: PrintSet) -> Iterator[tuple[str, Page]]:
    """The first page of each kind of sheet, with cards of every kind on it."""
    catalogue, drawn = load_catalogue(), DrawnSet(cards)
    some = [copy for copy in drawn.copies() if copy.copy == 1][::4]
    for name in catalogue.sheets:
        pages = impose_all(some, catalogue.sheet(name), catalogue.texts("en"), drawn.drawn, title=cards.name)
        yield name, next(iter(pages))


def overview(cards: PrintSet) -> Page:
    """Some cards of the box."""
    shown = dict(faces(cards))
    return table([[shown[name] for name in row] for row in (OVERVIEW, SPELLS)])


def row_of(game: str, names: Sequence[str], root: Path) -> list[Page]:
    """Some faces of a game in English."""
    loaded = load(home_of(game, root))
    components_of = loaded.game.components
    if components_of is None:
        return []
    shown = dict(faces(components_of.load()(loaded.entries.data(), RenderOptions("en"))))
    return [shown[name] for name in names]


def games() -> Iterator[tuple[Path, Page]]:
    """Some cards of every other game, and where their picture is."""
    for path in GAMES:
        root = path.parents[1]
        yield path.with_name("cards.png"), table([row_of(root.name, shown_of(path)["cards"], root)])


def shown_of(path: Path) -> dict[str, Any]:
    """Return what is shown of a game."""
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return found


def layouts() -> Page:
    """Return what the example of four layouts makes."""
    return table([row_of("four-layouts", LAYOUTS.split(), Path(__file__).parents[1] / "docs/examples/four-layouts")])


def pack() -> Page:
    """All cards of the example pack."""
    shown = dict(faces(deck("giants-and-gales")))
    return table([[shown[name] for name in row] for row in PACK])


def two_languages() -> Page:
    """Some spells in German and French."""
    shown = {face.name: face for face in components(data(), RenderOptions("de", second="fr")).faces}
    return table([[shown[name].page() for name in ("chop", "inspiration", "burning-crossing", "twist")]])


def table(rows: Sequence[Sequence[Page]]) -> Page:
    """Cards in rows, as they would lie on a table."""
    gap, items = 4.0, []
    widths = [sum(page.width + gap for page in pages) + gap for pages in rows]
    width, y = max(widths), gap
    for pages, wide in zip(rows, widths, strict=True):
        x, tallest = gap + (width - wide) / 2, max(page.height for page in pages)
        for page in pages:
            place = Transform.translation(x, y + (tallest - page.height) / 2)
            items.append(Group(page.items, place, clip=rectangle(page.media)))
            x += page.width + gap
        y += tallest + gap
    cloth = Outlined(rectangle(Rect(0.0, 0.0, width, y)), fill=TABLE)
    return Page(width, y, (cloth, *items))


def contact_sheets(pages: Iterable[Page]) -> Iterator[tuple[str, Image.Image]]:
    """All faces as small as they look at arm's length: as printed, in grey, and to colour-blind eyes."""
    small = [Image.open(io.BytesIO(png_bytes(page, ARM_DPI, oversample=3))).convert("RGB") for page in pages]
    rows: list[list[Image.Image]] = [[]]
    for face in small:
        if sum(other.width + CONTACT_GAP for other in rows[-1]) + face.width > CONTACT_WIDTH:
            rows.append([])
        rows[-1].append(face)
    down = max(face.height for face in small) + CONTACT_GAP
    sheet = Image.new("RGB", (CONTACT_WIDTH + 2 * CONTACT_GAP, down * len(rows) + CONTACT_GAP), TABLE.hex)
    for row, shown in enumerate(rows):
        x = CONTACT_GAP
        for face in shown:
            sheet.paste(face, (x, CONTACT_GAP + row * down + (down - CONTACT_GAP - face.height) // 2))
            x += face.width + CONTACT_GAP
    yield "arms-length", sheet
    yield "grey", sheet.convert("L")
    for words, matrix in VISIONS.items():
        name = words.partition("(")[2].rstrip(")")
        if name:
            yield name, sheet.filter(simulated(matrix))


def game_contact_sheets() -> Iterator[tuple[str, Image.Image]]:
    """The cards of every other game on one picture: as printed, in grey, and to eyes that do not see green."""
    for path in GAMES:
        root = path.parents[1]
        loaded = load(home_of(root.name, root))
        if loaded.game.components is None:
            continue
        printed = loaded.game.components.load()(loaded.entries.data(), RenderOptions("en"))
        cards = (page for _, page in faces(printed) if max(page.width, page.height) <= LARGEST_CARD)
        shown = dict(contact_sheets(cards))
        parts = [shown[name].convert("RGB") for name in ("arms-length", "grey", "deuteranopia")]
        whole = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)))
        for number, part in enumerate(parts):
            whole.paste(part, (0, number * part.height))
        yield root.name, whole.quantize(80, dither=Image.Dither.NONE).convert("RGB")


def rulebooks() -> Image.Image:
    """Some pages of every rulebook in English."""
    shown: list[Image.Image] = []
    books = {"cloudy-kingdom": PAGES, **{path.parents[1].name: shown_of(path)["pages"] for path in GAMES}}
    for game, pages in books.items():
        if not pages:
            continue
        with tempfile.TemporaryDirectory() as folder:
            build(home_of(game).root, BuildRequest(("en",), only=("rulebook",)), game, Path(folder))
            leaves = list(pdf_images((Path(folder) / game / "en/rulebook.pdf").read_bytes(), 60))
        shown += [leaves[number - 1] for number in pages]
    high, wide = (max(size) + 10 for size in zip(*((leaf.height, leaf.width) for leaf in shown), strict=True))
    across = len(shown) // 2
    picture = Image.new("RGB", (wide * across - 10, high * 2 - 10), TABLE.hex)
    for number, leaf in enumerate(shown):
        picture.paste(leaf, (number % across * wide, number // across * high))
    return picture


def simulated(matrix: Matrix) -> ImageFilter.Color3DLUT:
    """Return how a picture looks to somebody with another colour vision."""
    return ImageFilter.Color3DLUT.generate(25, lambda red, green, blue: seen(Colour(red, green, blue), matrix).rgb)


def main() -> None:
    """Write every picture."""
    cards = deck()
    for folder, dpi, pages in (("faces", FACE_DPI, faces(cards)), ("sheets", SHEET_DPI, sheets(cards))):
        (GALLERY / folder).mkdir(parents=True, exist_ok=True)
        for name, page in pages:
            (GALLERY / folder / f"{name}.png").write_bytes(png_bytes(page, dpi))
    small = contact_sheets(page for _, page in faces(cards))
    for name, picture in (*small, *game_contact_sheets()):
        picture.quantize(200, dither=Image.Dither.NONE).save(GALLERY / f"contact-{name}.png", optimize=True)
    (GALLERY / "overview.png").write_bytes(png_bytes(overview(cards), TABLE_DPI))
    for path, page in games():
        path.write_bytes(png_bytes(page, TABLE_DPI))
    (GALLERY / "layouts.png").write_bytes(png_bytes(layouts(), TABLE_DPI))
    (GALLERY / "pack.png").write_bytes(png_bytes(pack(), TABLE_DPI))
    (GALLERY / "two-languages.png").write_bytes(png_bytes(two_languages(), TABLE_DPI))
    [story] = judge("replay", [shipped_root() / "cards/cloudy-kingdom/boards/shared-victory.game.yaml"])
    board = story.draw()
    if board is not None:
        (GALLERY / "board.png").write_bytes(png_bytes(board, 55))
    rulebooks().save(GALLERY / "rulebook.png")


if __name__ == "__main__":
    main()
