"""The pictures: sixteen scenes from parts, faces told apart in grey too, whole to the bleed, free of transparency."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from luftschloesser_tests.box import shipped
from PIL import Image, ImageChops, ImageStat

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.geometry import Rect, Transform
from cloudy_pnp.draw.kit.art import ArtFile
from cloudy_pnp.draw.pixels import png_bytes
from cloudy_pnp.draw.scene import Group, Item, Page, Symbol, Use
from cloudy_pnp.draw.scene import Path as Shape
from cloudy_pnp.game.contract import RenderOptions
from luftschloesser.art.board import field_rect
from luftschloesser.art.look import LOOK, Light, Pen, look_for, table
from luftschloesser.model.realm import realm_from_data
from luftschloesser.present.components import components

PARTS = sorted(path.stem for path in LOOK.art.shipped.glob("*.svg"))
TIMES, LANDS = list(table().times), list(table().lands)
BOUND = [f"{kind}-{at}" for kind in ("sun", "rain") for at in range(1, 17)]
PICTURE = (0, 20, 57, 48)  # mm: what a weather card shows between its clouds
DPI = 40
RED = "#a02048"


@cache
def symbols(*, saving: bool = False) -> dict[str, Symbol]:
    faces = components(shipped(), RenderOptions("en", ink_saving=saving)).faces
    return {face.name: face.draw().symbol for face in faces}


def picture(symbol: Symbol, dpi: int = DPI) -> Image.Image:
    """A face with its bleed."""
    box = symbol.bounds
    page = Page(box.width, box.height, (Use(symbol, Transform.translation(-box.x, -box.y)),))
    return Image.open(io.BytesIO(png_bytes(page, dpi))).convert("RGB")


@cache
def scene(name: str) -> Image.Image:
    """The picture of a weather card alone, without number, map and text."""
    whole = picture(symbols()[name])
    left, top, right, bottom = (round((side + 3) * DPI / 25.4) for side in PICTURE)
    return whole.crop((left, top, right, bottom))


def difference(first: Image.Image, second: Image.Image) -> float:
    """Return the mean difference of two pictures, 0 to 255."""
    stat = ImageStat.Stat(ImageChops.difference(first, second))
    return sum(stat.mean) / len(stat.mean)


def paths(items: Iterable[Item]) -> Iterator[tuple[Item, float]]:
    """Every item with its opacity."""
    for item in items:
        match item:
            case Group(inner, opacity=opacity):
                yield item, opacity
                yield from paths(inner)
            case Use(symbol):
                yield from paths(symbol.items)
            case Shape(opacity=opacity):
                yield item, opacity


@pytest.mark.parametrize("kind", ["sun", "rain"])
def test_sixteen_fields_have_sixteen_scenes_in_colour_and_in_grey(kind: str) -> None:
    for first, second in combinations(range(1, 17), 2):
        one, other = scene(f"{kind}-{first}"), scene(f"{kind}-{second}")
        assert difference(one, other) > 8, (first, second)
        assert difference(one.convert("L"), other.convert("L")) > 5, (first, second)


def test_sun_and_rain_on_one_field_are_told_apart_in_grey() -> None:
    for at in range(1, 17):
        sun, rain = (scene(f"{kind}-{at}").convert("L") for kind in ("sun", "rain"))
        assert difference(sun, rain) > 12, at


def test_fields_of_a_row_share_the_time_of_day_and_those_of_a_column_the_landscape() -> None:
    skies, lands = symbols(), {}
    for at in range(1, 17):
        used = set(parts(skies[f"sun-{at}"].items))
        lands[at] = {name for name in used if name.startswith("land-")}, {n for n in used if n.startswith("sky-")}
    for at, (land, sky) in lands.items():
        row, col = divmod(at - 1, 4)
        assert land == {f"land-{LANDS[col]}"}
        assert sky == {f"sky-{TIMES[row]}"}


def parts(items: Iterable[Item]) -> Iterator[str]:
    """The names of the symbols in some items."""
    for item in items:
        match item:
            case Group(inner):
                yield from parts(inner)
            case Use(symbol):
                yield symbol.name
                yield from parts(symbol.items)


def test_four_suns_and_four_rain_clouds_have_faces_and_shapes_of_their_own() -> None:
    suns = [
        next(name for name in parts(symbols()[f"sun-{at}"].items) if name.startswith("face-")) for at in (1, 5, 9, 13)
    ]
    rains = [set(parts(symbols()[f"rain-{at}"].items)) for at in (1, 5, 9, 13)]
    assert len(set(suns)) == 4
    for prefix in ("face-", "cloud-", "rain-"):
        assert len({name for rain in rains for name in rain if name.startswith(prefix)}) == 4, prefix


def test_faces_are_told_apart_in_grey() -> None:
    pen = Pen(LOOK)
    faces = [name for name in PARTS if name.startswith("face-")]
    drawn = {}
    for name in faces:
        box = Rect(-14, -17, 28, 29)
        whole = Symbol(name, (*pen.draw("sun"), *pen.draw(name)), box)
        drawn[name] = picture(whole).convert("L")
    for first, second in combinations(faces, 2):
        assert difference(drawn[first], drawn[second]) > 1.5, (first, second)


def test_number_and_map_have_nothing_but_paper_under_them() -> None:
    paper = tuple(round(part * 255) for part in Pen(LOOK).tone("paper").rgb)
    for name in BOUND:
        face = picture(symbols()[name], 100)
        scale = 100 / 25.4
        for x, y in ((4, 4), (4, 14), (14.5, 4), (14.5, 14), (39.5, 4), (39.5, 14), (55.8, 4), (55.8, 12), (28, 5)):
            shown = face.getpixel((round((x + 3) * scale), round((y + 3) * scale)))
            assert isinstance(shown, tuple)
            assert max(abs(a - b) for a, b in zip(shown, paper, strict=True)) < 4, (name, x, y)


def test_castles_and_beings_are_drawn_from_behind_on_their_back() -> None:
    pen = Pen(LOOK)
    for shape in ("round", "square", "pointed", "star"):
        for piece in ("castle", "being"):
            front, behind = (
                pen.draw(f"standing-{piece}{side}", light=Light(looks=((RED, shape),))) for side in ("", "-back")
            )
            box = Rect(-10, -30, 20, 30)
            assert difference(picture(Symbol("a", front, box)), picture(Symbol("b", behind, box))) > 2, (piece, shape)


def test_castles_and_beings_are_lighter_on_the_left() -> None:
    """The light comes from the upper left: towers and heads have a light side there."""
    pen = Pen(LOOK)
    for name in (part for part in PARTS if part.startswith("castle-") and not part.endswith("back")):
        box = Rect(-9, -34, 18, 34)
        drawn = picture(Symbol(name, pen.draw(name, light=Light(looks=((RED, "round"),))), box)).convert("L")
        left, right = (
            drawn.crop((x, 0, x + drawn.width // 2, drawn.height)) for x in (0, drawn.width - drawn.width // 2)
        )
        assert ImageStat.Stat(left).mean[0] > ImageStat.Stat(right).mean[0] + 1, name


FORMATS = [((57.15, 88.9), 37), ((63.5, 88.9), 37), ((44, 68), 28), ((70, 120), 50), ((70, 80), 27.5)]


@pytest.mark.parametrize(("size", "height"), FORMATS)
def test_pictures_reach_the_bleed_on_every_format(size: tuple[float, float], height: float) -> None:
    """At a height (in mm from the upper cut) where the picture is between its clouds."""
    faces = {face.name: face for face in components(shipped(), RenderOptions("en", card_size=size)).faces}
    for name in ("sun-7", "sun-13", "rain-1", "storm", "lightning"):
        face = picture(faces[name].draw().symbol)
        middle = round((height + 3) * DPI / 25.4)
        paper = {(255, 255, 255), tuple(round(part * 255) for part in Pen(LOOK).tone("paper").rgb)}
        assert {face.getpixel((x, middle)) for x in (1, face.width - 2)}.isdisjoint(paper), name


def test_the_back_is_the_same_both_ways_round() -> None:
    back = picture(symbols()["weather-back"], 60)
    assert difference(back, back.rotate(180)) < 3


def test_cards_are_free_of_transparency_so_that_every_press_prints_them_quickly() -> None:
    for saving in (False, True):
        for name, symbol in symbols(saving=saving).items():
            assert all(opacity == 1 for _, opacity in paths(symbol.items)), name


def test_every_part_is_used_and_every_step_can_be_drawn() -> None:
    listed, content = set[str](), table()
    shapes = ("round", "square", "pointed", "star")
    lights = [Light(time, land, looks=((RED, shape),)) for time in TIMES for land in LANDS for shape in shapes]
    for step in (step for steps in content.pictures.values() for step in steps):
        listed |= {step.part.format(**light.names) for light in lights}
    for name in listed:
        assert name in content.pictures or name in PARTS, name
    code = "".join(
        path.read_text("utf-8") for path in Path(__file__).parents[2].joinpath("luftschloesser").rglob("*.py")
    )
    for part in PARTS:
        stem = part.rpartition("-")[0]
        assert part in listed or f'"{part}"' in code or f'"{stem}-{{' in code, part


def test_every_line_of_the_player_aids_has_its_number_or_its_figure() -> None:
    pictures = table().pictures
    for entry in shipped()["aids"]:
        assert all(f"figure-{name}" in pictures for name in entry["figures"])
        for text in entry["text"].values():
            lines = [line for line in text.splitlines() if not line.startswith(("**1.", "**2.", "**3."))]
            assert len(lines) == len(entry["figures"]), entry["id"]


def test_a_picture_of_a_project_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    file = tmp_path / "face-beaming.svg"
    file.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-13 -16 26 28"><circle class="fill-red" r="7"/></svg>'
    )
    own = ArtFile("face-beaming", fingerprint.of_bytes(file.read_bytes()), file)
    pen = Pen(look_for({"art": [{"id": "face-beaming", "file": own}]}))
    assert pen.part("face-beaming").items != Pen(LOOK).part("face-beaming").items
    red = Pen(LOOK).tone("red")
    assert [item.fill for item, _ in paths(pen.part("face-beaming").items) if isinstance(item, Shape)] == [red]


def test_the_board_shows_the_scenes_of_the_cards() -> None:
    board = realm_from_data(shipped()).board
    whole = picture(symbols()["board"], 20)
    scale = 20 / 25.4
    fields = []
    for at in board.fields:
        box = field_rect(board, at).inset(4)
        left, top, right, bottom = (round((side + 3) * scale) for side in (box.x, box.y, box.right, box.bottom))
        fields.append(whole.crop((left, top, right, bottom)).resize((40, 40)))
    for first, second in combinations(range(16), 2):
        assert difference(fields[first], fields[second]) > 8, (first + 1, second + 1)
