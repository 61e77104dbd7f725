"""Faces in pixels: size, corners, bleed, formats, and the same bytes however many processes draw them."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import call
from PIL import Image

from cloudy_pnp.core.geometry import Point, Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.pixels import PictureFormat, Shot, pixels_for, take
from cloudy_pnp.draw.scene import Page, Symbol
from cloudy_pnp.draw.scene import Path as Drawn
from cloudy_pnp.draw.shapes import circle, rectangle
from cloudy_pnp.export.request import ExportOptions, PrintOptions
from cloudy_pnp.export.things import as_cut, grid_page, with_bleed
from export.house import export, hostile_root

RED, BLUE = Colour(1, 0, 0), Colour(0, 0, 1)
WHOLE = Rect(-3, -3, 69.5, 94.9)
# Red as far as the bleed, blue inside the cut.
FACE = Symbol("face", (Drawn(rectangle(WHOLE), fill=RED), Drawn(rectangle(Rect(0, 0, 63.5, 88.9)), fill=BLUE)), WHOLE)


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


def shot(place: Path, page: Page, dpi: float = 300, form: PictureFormat = PictureFormat.PNG) -> Image.Image:
    target = place / f"x.{form.ending}"
    take([Shot(page, pixels_for((page.width, page.height), dpi), target, clear=True)], form)
    return opened(target)


@pytest.mark.parametrize("dpi", [72, 150, 300, 600])
def test_a_picture_has_exactly_its_pixels(tmp_path: Path, dpi: int) -> None:
    image = shot(tmp_path, as_cut(FACE), dpi)
    assert image.size == (round(2.5 * dpi), round(3.5 * dpi))
    corners = [(0, 0), (image.width - 1, 0), (0, image.height - 1), (image.width - 1, image.height - 1)]
    assert [image.getpixel(at) for at in corners] == [(0, 0, 255)] * 4, "no rim is left, nothing of the bleed seen"


def test_round_corners_are_transparent(tmp_path: Path) -> None:
    image = shot(tmp_path, as_cut(FACE, corner=3))
    assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]
    inside = round(3 * (1 - 0.5**0.5) * 300 / 25.4) + 2  # where the arc meets the diagonal
    assert image.getpixel((inside, inside)) == (0, 0, 255, 255)
    assert image.getpixel((inside - 4, inside - 4))[3] == 0  # type: ignore[index]
    assert image.getpixel((image.width // 2, 0)) == (0, 0, 255, 255)


def test_an_outline_is_cut_out(tmp_path: Path) -> None:
    image = shot(tmp_path, as_cut(FACE, circle(Point(31.75, 44.45), 30)))
    assert image.getpixel((1, 1))[3] == 0  # type: ignore[index]
    assert image.getpixel((375, 525)) == (0, 0, 255, 255)


def test_bleed_is_what_is_painted_beyond_the_cut(tmp_path: Path) -> None:
    page = with_bleed(FACE, 3)
    image = shot(tmp_path, page, 254)  # ten pixels in a mm
    assert image.size == (695, 949)
    assert [image.getpixel((x, 400))[:3] for x in (0, 28, 31, 663, 666, 694)] == [  # type: ignore[index]
        (255, 0, 0), (255, 0, 0), (0, 0, 255), (0, 0, 255), (255, 0, 0), (255, 0, 0)
    ]  # fmt: skip


@pytest.mark.parametrize("form", PictureFormat)
def test_formats(tmp_path: Path, form: PictureFormat) -> None:
    image = shot(tmp_path, as_cut(FACE, corner=3), form=form)
    assert image.format == form.name
    red, green, blue, *alpha = image.getpixel((0, 0))  # type: ignore[misc]
    if form is PictureFormat.JPEG:
        assert image.mode == "RGB"
        assert min(red, green, blue) > 240, "white where nothing is painted"
    else:
        assert alpha == [0]


def test_cells_of_a_sheet_do_not_touch_each_other(tmp_path: Path) -> None:
    page = grid_page([with_bleed(FACE, 0), None, with_bleed(FACE, 0)], 2, 2, (63.5, 88.9))
    image = shot(tmp_path, page, 254)
    assert image.getpixel((634, 100)) == (0, 0, 255, 255)
    assert image.getpixel((635, 100))[3] == 0  # type: ignore[index]
    assert image.getpixel((10, 889)) == (0, 0, 255, 255)


def test_any_number_of_processes_gives_the_same_bytes(tmp_path: Path) -> None:
    pages = [as_cut(FACE, corner=number) for number in range(1, 13)]
    for workers in (1, 3):
        (tmp_path / str(workers)).mkdir()
        shots = [Shot(page, (75, 105), tmp_path / f"{workers}/{number}.png") for number, page in enumerate(pages)]
        take(shots, PictureFormat.PNG, workers)
    names = sorted(path.name for path in (tmp_path / "1").iterdir())
    assert len(names) == 12
    for name in names:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


def test_an_unwritable_place_is_one_line(tmp_path: Path) -> None:
    pages = [as_cut(FACE)] * 8
    (tmp_path / "x").mkdir()  # a folder where a file should be
    shots = [Shot(page, (8, 11), tmp_path / "x") for page in pages]
    with pytest.raises(UserError, match="cannot write pictures"):
        take(shots, PictureFormat.PNG, 2)


def test_every_face_of_a_game(tmp_path: Path) -> None:
    folder, report = export(tmp_path, "png", dpi=40)
    assert report.exit_code == 0
    made = {path.stem: opened(path).size for path in (folder / "png-40dpi").glob("*.png")}
    assert len(made) == 30
    assert made["white-gull"] == (100, 140)
    assert made["amber-light"] == (35, 35)
    light = opened(folder / "png-40dpi/amber-light.png")
    assert light.getpixel((0, 0))[3] == 0, "a token is cut along its outline"  # type: ignore[index]


def test_special_pictures_do_not_replace_the_usual_ones(tmp_path: Path) -> None:
    printing = PrintOptions(bleed=3, corner=0)
    folder, _ = export(tmp_path, "jpeg", dpi=30, printing=printing, cards=("white-gull",))
    assert [path.relative_to(folder).as_posix() for path in folder.rglob("*.*")] == [
        "jpeg-30dpi-bleed-3-corner-0/white-gull.jpg"
    ]


@pytest.mark.parametrize("dpi", [0, 29, 1201, -1])
def test_impossible_dpi(dpi: int) -> None:
    with pytest.raises(UserError, match="dpi is not possible"):
        ExportOptions(dpi=dpi)


@pytest.mark.parametrize("address", ["x", "file:///etc/", "https://a b", 'https://a"b', "javascript:alert(1)"])
def test_an_address_is_a_web_address(address: str) -> None:
    with pytest.raises(UserError, match="is not a web address"):
        ExportOptions(images_at=address)


def test_wrong_calls_are_one_line(tmp_path: Path) -> None:
    for words in (["export"], ["export", "pgn"], ["export", "png", "--dpi", "7"], ["export", "png", "--lang", "xx"]):
        done = call(*words, "--out", tmp_path)
        assert done.code == 2
        assert done.out == ""
        assert done.err.count("\n") <= 1 or words == ["export"], done.err


@pytest.fixture(scope="module")
def every_look(tmp_path_factory: pytest.TempPathFactory) -> Path:
    targets = ("png", "svg", "picture-set")
    folder, report = export(tmp_path_factory.mktemp("looks"), *targets, game="cloudy-kingdom", dpi=30)
    assert report.exit_code == 0
    return folder


def stems(folder: Path) -> set[str]:
    return {path.stem for path in folder.iterdir()}


def test_every_look_is_a_picture_with_the_name_that_picture_set_uses(every_look: Path) -> None:
    printed = stems(every_look / "picture-set-30dpi/fronts") | stems(every_look / "picture-set-30dpi/backs")
    families, spells = ("raven", "rose", "heron", "sun"), ("chop", "twist", "inspiration", "green-thumb")
    assert {f"{family}-{spell}" for family in families for spell in spells} <= printed
    assert {f"{family}-blank" for family in families} | {"stem", "stem-2", "stem-6"} <= printed
    assert printed <= stems(every_look / "svg")
    assert stems(every_look / "png-30dpi") == stems(every_look / "svg")
    assert {"chop", "twist", "blank", "castle-raven", "vine-back"} <= stems(every_look / "svg"), "the ids stay"


def test_the_families_of_a_spell_differ(every_look: Path) -> None:
    faces = [opened(every_look / f"png-30dpi/{family}-chop.png") for family in ("raven", "rose", "heron", "sun")]
    assert len({face.tobytes() for face in faces}) == 4
    assert opened(every_look / "png-30dpi/chop.png").tobytes() == faces[0].tobytes(), "the first look"


def test_further_looks_are_the_same_way_up_as_the_first(every_look: Path) -> None:
    first, second = (opened(every_look / f"png-30dpi/{name}.png") for name in ("castle-raven", "castle-raven-2"))
    assert first.size == second.size
    assert first.width > first.height
    pairs = list(zip(first.convert("L").tobytes(), second.convert("L").tobytes(), strict=True))
    upside_down = zip(first.convert("L").tobytes(), second.rotate(180).convert("L").tobytes(), strict=True)
    assert sum(abs(a - b) for a, b in pairs) < sum(abs(a - b) for a, b in upside_down)


def test_a_chosen_card_brings_its_looks_and_no_others(tmp_path: Path) -> None:
    folder, _ = export(tmp_path, "svg", game="cloudy-kingdom", cards=("chop",))
    [made] = folder.glob("svg*")
    families = ("raven", "rose", "heron", "sun")
    assert stems(made) == {"chop"} | {f"{family}-{spell}" for family in families for spell in ("chop", "twist")}


def test_a_card_with_the_name_of_a_back_keeps_it_in_every_target(tmp_path: Path) -> None:
    root = hostile_root(tmp_path)
    face = root / "templates/deck/layouts/face.yaml"
    text = face.read_text("utf-8")
    face.write_text(text.replace("id: face", "id: face\n  back: plain"), "utf-8")
    back = text.replace("id: face", "id: plain").replace("#a0c0e0", "#203040")
    face.with_name("plain.yaml").write_text(back, "utf-8")
    cards = "  - {id: first, name: {en: First}, text: {en: x}}\n  - {id: back-plain, name: {en: Back}, text: {en: y}}\n"
    (root / "cards/deck/cards.yaml").write_text(f"cards:\n{cards}", "utf-8")
    folder, report = export(tmp_path / "out", "png", "svg", "picture-set", game="deck", root=root, dpi=30)
    assert report.exit_code == 0
    assert stems(folder / "png-30dpi") == stems(folder / "svg") == {"first", "back-plain", "back-plain-2"}
    for name, place in (("first", "fronts"), ("back-plain-2", "backs")):
        alone = opened(folder / f"png-30dpi/{name}.png").resize((8, 8)).tobytes()
        assert alone == opened(folder / f"picture-set-30dpi/{place}/{name}.png").resize((8, 8)).tobytes()
