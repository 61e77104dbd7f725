"""Print services: the shipped data is sound, pictures have the asked pixels, what would be rejected is said before."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from cli.command import call
from PIL import Image

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.draw.colour import BLACK
from cloudy_pnp.draw.scene import Path as Shape
from cloudy_pnp.draw.scene import Symbol
from cloudy_pnp.draw.shapes import rectangle
from cloudy_pnp.export.services import load_services
from cloudy_pnp.export.services.order import Ordered, order_of, order_xml
from cloudy_pnp.export.things import Copy, Picture, Thing
from cloudy_pnp.game.contract import Component, ComponentKind, DrawnFace, Sketch
from cloudy_pnp.workspace.home import home_of
from export.house import HOSTILE, export

SHIPPED = load_services()
FOLDER = shipped_root() / "templates/services"


def test_files_name_their_schema_and_where_the_numbers_come_from() -> None:
    files = sorted(FOLDER.glob("*.yaml"))
    assert SHIPPED.problems == ()
    assert [file.stem for file in files] == sorted(SHIPPED.services)
    assert {"the-game-crafter", "makeplayingcards", "drivethrucards", "printer-studio"} <= set(SHIPPED.services)
    for file in files:
        first = file.read_text("utf-8").splitlines()[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert match
        assert (file.parent / match[1]).is_file()
        assert re.search(r'seen: "\d{4}-\d\d-\d\d"', file.read_text("utf-8"))


def test_the_examples_of_the_schema_are_sound() -> None:
    schema = Schema.load(home_of("cloudy-kingdom").schemas, "service")
    for name in ("service", "product", "box"):
        for example in schema.bundled["$defs"][name]["examples"]:
            assert schema.part("$defs", name).findings(example) == []


@pytest.mark.parametrize(
    ("service", "size", "pixels", "bleed"),
    [
        ("the-game-crafter", (63.5, 88.9), (825, 1125), 3.175),
        ("the-game-crafter", (57.15, 88.9), (750, 1125), 3.175),
        ("makeplayingcards", (63.5, 88.9), (822, 1122), 3.048),
        ("makeplayingcards", (63.0, 88.0), (816, 1110), 3.048),
        ("printer-studio", (63.0, 88.0), (816, 1110), 3.048),
        ("drivethrucards", (63.5, 88.9), (825, 1125), 3.175),
    ],
)
def test_sizes(service: str, size: tuple[float, float], pixels: tuple[int, int], bleed: float) -> None:
    product = SHIPPED.find(service).product(ComponentKind.CARD, size)
    assert product is not None
    assert product.pixels == pixels
    assert product.bleed == pytest.approx(bleed, abs=0.06)


def test_boxes_are_large_enough() -> None:
    crafter = SHIPPED.find("the-game-crafter")
    chosen = [crafter.box("poker-deck", count) for count in (36, 37, 108, 109)]
    assert [box.cards if box else None for box in chosen] == [36, 54, 108, None]


def thing(
    size: tuple[float, float], *, copies: int = 1, title: str = "x", bleed: float = 4.0, name: str = "a"
) -> Thing:
    """A card that is painted as far as its bleed."""
    whole = Rect(0, 0, *size).inset(-bleed)
    symbol = Symbol(name, (Shape(rectangle(whole), BLACK),), whole)
    sketch = Sketch(name, "cards", lambda: DrawnFace(symbol))
    component = Component(name, size, lambda _: sketch, None, copies)
    picture = Picture(name, symbol, size, None, title, "")
    return Thing(component, title, "", (Copy(picture, None),) * copies)


def codes(service: str, *things: Thing) -> list[str]:
    return [finding.code for _, finding in order_of(SHIPPED.find(service), things).notes]


def test_what_would_be_rejected() -> None:
    poker, trading = (63.5, 88.9), (63.0, 88.0)
    assert codes("makeplayingcards", thing(poker, copies=612)) == []
    assert codes("makeplayingcards", thing(poker, copies=613)) == ["EXPORT-2"]
    assert codes("makeplayingcards", thing((57.15, 88.9)), thing((57.15, 88.9), name="b")) == ["EXPORT-1"]
    assert codes("makeplayingcards", thing(poker), thing(trading, name="b")) == ["EXPORT-6"]
    assert codes("the-game-crafter", thing(poker), thing(trading, name="b")) == []
    assert codes("the-game-crafter", thing(poker, bleed=3.0)) == ["EXPORT-3"]


def test_text_in_the_rim_is_said(tmp_path: Path) -> None:
    """The game keeps 3 mm free, the service wants a little more."""
    own = tmp_path / "templates/services"
    own.mkdir(parents=True)
    text = (FOLDER / "the-game-crafter.yaml").read_text("utf-8")
    (own / "the-game-crafter.yaml").write_text(text.replace("safe: 3.175", "safe: 12"), "utf-8")
    services = load_services([shipped_root() / "templates", tmp_path / "templates"])
    assert services.problems == ()
    from cloudy_pnp.core.geometry import Point
    from cloudy_pnp.draw.scene import Font
    from cloudy_pnp.draw.text import text_line

    line = text_line("too near", Point(5, 40), Font("Alegreya Sans"), 3)
    symbol = Symbol("a", (line,), Rect(-4, -4, 71.5, 96.9))
    made = thing((63.5, 88.9))
    picture = Picture("a", symbol, (63.5, 88.9), None, "x", "")
    near = Thing(made.component, "x", "", (Copy(picture, None),))
    said = [finding.code for _, finding in order_of(services.find("the-game-crafter"), [near]).notes]
    assert said == ["EXPORT-4"]


def test_pictures_for_the_game_crafter(tmp_path: Path) -> None:
    folder, report = export(tmp_path, "service", services=("the-game-crafter",))
    assert report.exit_code == 0
    warned = {problem.code for problem in report.problems}
    assert "EXPORT-5" in warned, "the service makes no such tokens"
    assert "EXPORT-3" not in warned, "the bleed of 3.2 mm is as wide as the service wants it"
    made = folder / "service-the-game-crafter"
    pictures = list((made / "poker-deck").glob("*.png"))
    assert len(pictures) == 24
    for path in pictures:
        with Image.open(path) as image:
            assert (image.size, image.mode) == ((825, 1125), "RGB")
    rows = list(csv.DictReader(io.StringIO((made / "order.csv").read_text("utf-8-sig"))))
    assert sum(int(row["copies"]) for row in rows if row["product"] == "PokerDeck") == 24
    assert rows[-1]["id"] == "poker-tuck-box-36"
    assert all((made / row["front"]).is_file() for row in rows if row["front"])


def read_order(text: str) -> tuple[int, dict[int, str], dict[int, str]]:
    """An order as mpc-autofill reads it: every slot with its front and its back."""
    order = ElementTree.fromstring(text)  # noqa: S314 - our own file
    quantity = int(order.findtext("details/quantity") or 0)
    sides: list[dict[int, str]] = []
    for face in ("fronts", "backs"):
        side: dict[int, str] = {}
        for card in order.findall(f"{face}/card"):
            assert card.findtext("sourceType") == "Local File"
            for slot in (card.findtext("slots") or "").split(","):
                assert int(slot) not in side
                side[int(slot)] = card.findtext("id") or ""
        sides.append(side)
    fronts, backs = sides
    usual = order.findtext("cardback") or ""
    return quantity, fronts, {slot: backs.get(slot, usual) for slot in range(quantity)}


def test_an_order_for_mpc_autofill(tmp_path: Path) -> None:
    folder, report = export(
        tmp_path, "service", game="luftschloesser", card_format="tcg", services=("makeplayingcards",), dpi=75
    )
    assert report.exit_code == 0
    made = folder / "service-makeplayingcards-75dpi-tcg"
    text = (made / "cards.xml").read_text("utf-8")
    quantity, fronts, backs = read_order(text)
    assert quantity == 69
    assert set(fronts) == set(backs) == set(range(69))
    for name in {*fronts.values(), *backs.values()}:
        with Image.open(made / name) as image:
            assert image.size == (round(816 / 4), round(1110 / 4))
    assert "<stock>(S30) Standard Smooth</stock>" in text
    assert len(set(backs.values())) == 2, "weather cards share a back, player aids have their own"


def test_mpc_autofill_orders_only_63_by_88_mm(tmp_path: Path) -> None:
    """Its desktop tool fills in one product; for pictures of another size, there is only the list."""
    folder, report = export(tmp_path, "service", services=("makeplayingcards",), cards=("white-gull",), dpi=75)
    assert report.exit_code == 0
    [made] = folder.glob("service-makeplayingcards*")
    assert not (made / "cards.xml").exists()
    [row] = csv.DictReader(io.StringIO((made / "order.csv").read_text("utf-8-sig")))
    assert (row["width"], row["height"]) == ("63.5", "88.9")
    assert (made / row["front"]).is_file()
    assert (made / row["back"]).is_file()


def test_hostile_titles_in_an_order() -> None:
    product = SHIPPED.find("makeplayingcards").products[0]
    one = thing((63.5, 88.9), title=HOSTILE + "\x00\x1b")
    text = order_xml([Ordered(one, one.copies[0], product)], "(S30) Standard Smooth", "png")
    assert ElementTree.fromstring(text).findtext("fronts/card/query") == HOSTILE  # noqa: S314


def test_a_pdf_for_drivethrucards(tmp_path: Path) -> None:
    folder, report = export(tmp_path, "service", services=("drivethrucards",), cards=("white-gull", "fresh-oil"))
    assert report.exit_code == 0
    [path] = folder.glob("service-drivethrucards*/poker.pdf")
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 6, "three cards: the back of each, then its front"
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        for page in pdf.pages:
            assert [round(float(side), 2) for side in page.mediabox] == [0, 0, 198, 270]
            assert [round(float(side), 2) for side in page.trimbox] == [9, 9, 189, 261]
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    pages = [page.render(scale=0.5).to_pil().tobytes() for page in document]
    assert pages[2] == pages[4], "both copies of one card have the same back"
    assert pages[3] == pages[5], "and the same front"
    assert pages[0] != pages[1]
    texts = [page.get_textpage().get_text_bounded() for page in document]
    assert "Fresh Oil" in texts[3]
    assert "Fresh Oil" not in texts[2]


def test_a_refused_order_writes_nothing(tmp_path: Path) -> None:
    done = call("export", "service", "--service", "makeplayingcards", "--lang", "en", "--out", tmp_path / "out")
    assert done.code == 1
    assert (
        "error EXPORT-1: en: this profile of MakePlayingCards has no product for cards of 57.15 × 88.9 mm" in done.err
    )
    assert "use --format poker or --format tcg" in done.err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_wrong_calls_are_one_line(tmp_path: Path) -> None:
    done = call("export", "service", "--out", tmp_path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "name a print service" in done.err
    done = call("export", "service", "--service", "makeplaingcards", "--out", tmp_path)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert 'did you mean "makeplayingcards"?' in done.err


OWN = """\
service:
  id: my-printer
  name: My printer
  seen: "2026-11-16"
  sources: [a letter]
  makes: pictures
  dpi: 300
  safe: 3
  products:
    - {id: poker, name: Poker, for: card, width: 63.5, height: 88.9, pixels: [825, 1125]}
"""


def test_a_service_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "templates/services"
    own.mkdir(parents=True)
    (own / "mine.yaml").write_text(OWN, "utf-8")
    found = load_services([shipped_root() / "templates", tmp_path / "templates"])
    assert found.problems == ()
    assert found.find("my-printer").products[0].pixels == (825, 1125)
    with pytest.raises(UserError, match="there is no print service"):
        load_services().find("my-printer")


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("dpi: 300", "dpi: many", 7, "SCHEMA-TYPE"),
        ("makes: pictures", "makes: paper", 6, "SCHEMA-VALUE"),
        ('seen: "2026-11-16"', "seen: yesterday", 4, "SCHEMA-PATTERN"),
        ("pixels: [825, 1125]", "pixels: [600, 1125]", 10, "PRINT-4"),
        ("makes: pictures", "makes: pictures\n  order-file: mpc-autofill", 7, "PRINT-4"),
        (OWN[-1:], "\n  boxes: [{id: b, name: B, product: pokker, cards: 5}]\n", 11, "REF-UNKNOWN"),
    ],
)
def test_what_is_wrong_with_a_service_is_said_at_its_line(
    tmp_path: Path, old: str, new: str, line: int, code: str
) -> None:
    own = tmp_path / "templates/services"
    own.mkdir(parents=True)
    text = OWN[:-1] + new if old == "\n" else OWN.replace(old, new)
    (own / "mine.yaml").write_text(text, "utf-8")
    [problem] = load_services([tmp_path / "templates"]).problems
    assert (problem.line, problem.code) == (line, code)
