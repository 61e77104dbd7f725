"""Tabletop Simulator: every rule that is known of its saved objects, on what is exported of real games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.scene import Symbol
from cloudy_pnp.export.tabletop.setting import Limits, atlas_for, setting_of, split_cards
from cloudy_pnp.export.tabletop.simulator import SavedObject
from cloudy_pnp.export.things import Copy, Picture, Thing
from cloudy_pnp.game.contract import Component, ComponentKind, DrawnFace, Sketch
from export.house import HOSTILE, export, hostile_root, kinds_root

AT = "https://example.org/game/"
COMMON = {
    "GUID",
    "Name",
    "Transform",
    "Nickname",
    "Description",
    "GMNotes",
    "ColorDiffuse",
    "LayoutGroupSortIndex",
    "Value",
    "Locked",
    "Grid",
    "Snap",
    "IgnoreFoW",
    "MeasureMovement",
    "DragSelectable",
    "Autoraise",
    "Sticky",
    "Tooltip",
    "GridProjection",
    "HideWhenFaceDown",
    "Hands",
    "LuaScript",
    "LuaScriptState",
    "XmlUI",
}
OUTER = {
    "SaveName",
    "Date",
    "VersionNumber",
    "GameMode",
    "GameType",
    "GameComplexity",
    "Table",
    "Sky",
    "Note",
    "LuaScript",
    "LuaScriptState",
    "XmlUI",
}
EXTRA: dict[str, dict[str, type]] = {
    "Card": {"CardID": int, "SidewaysCard": bool, "CustomDeck": dict},
    "Deck": {"SidewaysCard": bool, "DeckIDs": list, "CustomDeck": dict, "ContainedObjects": list},
    "Custom_Tile": {"CustomImage": dict},
    "Custom_Token": {"CustomImage": dict},
    "Figurine_Custom": {"CustomImage": dict},
    "Custom_PDF": {"CustomPDF": dict},
    "Bag": {"MaterialIndex": int, "MeshIndex": int, "Bag": dict, "ContainedObjects": list},
}


@pytest.fixture(scope="module", params=["cloudy-kingdom", "luftschloesser", "harbour-lights"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Coarse pictures; those of the shapes are the same."""
    out = tmp_path_factory.mktemp("tts")
    made, report = export(out, "tabletop-simulator", game=request.param, lang="de", dpi=40, images_at=AT)
    assert report.exit_code == 0
    return next(made.glob("tabletop-simulator*"))


@pytest.fixture(scope="module")
def saved(folder: Path) -> dict[str, Any]:
    [file] = folder.glob("*.json")
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return data


def objects(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every object, those inside others too."""
    waiting = list(data["ObjectStates"])
    while waiting:
        one = waiting.pop()
        yield one
        waiting += one.get("ContainedObjects", [])


def test_outer_fields_are_empty(saved: dict[str, Any]) -> None:
    assert all(saved[name] == "" for name in OUTER)
    assert (saved["Tags"], saved["Gravity"], saved["PlayArea"], saved["TabStates"]) == ([], 0.5, 0.5, {})
    assert set(saved) == {*OUTER, "Tags", "Gravity", "PlayArea", "TabStates", "ObjectStates"}


def test_every_object_has_its_fields(saved: dict[str, Any]) -> None:
    some = list(objects(saved))
    assert len(some) > 20
    for one in some:
        wanted = EXTRA[one["Name"]]
        assert set(one) - {"AttachedSnapPoints"} == {*COMMON, *wanted}
        assert all(isinstance(one[name], kind) for name, kind in wanted.items())
        assert len(one["GUID"]) == 6
        assert int(one["GUID"], 16) >= 0
        assert set(one["Transform"]) == {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}


def test_rule_1_a_card_id_names_its_sheet(saved: dict[str, Any]) -> None:
    for one in objects(saved):
        for number in one.get("DeckIDs", []) + ([one["CardID"]] if "CardID" in one else []):
            assert str(number // 100) in one["CustomDeck"]


def test_rule_2_an_index_lies_on_the_sheet(saved: dict[str, Any]) -> None:
    for one in objects(saved):
        for number in one.get("DeckIDs", []):
            sheet = one["CustomDeck"][str(number // 100)]
            assert number % 100 < sheet["NumWidth"] * sheet["NumHeight"]
            assert 1 <= sheet["NumWidth"] <= 10
            assert 1 <= sheet["NumHeight"] <= 7


def test_rule_3_ids_are_in_the_order_of_the_cards(saved: dict[str, Any]) -> None:
    decks = [one for one in objects(saved) if one["Name"] == "Deck"]
    assert decks
    for deck in decks:
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]


def test_rule_4_one_card_is_no_deck(saved: dict[str, Any], tmp_path: Path) -> None:
    assert all(len(one["ContainedObjects"]) > 1 for one in objects(saved) if one["Name"] == "Deck")
    alone, _ = export(tmp_path, "tabletop-simulator", dpi=40, cards=("white-gull",))
    [file] = alone.glob("tabletop-simulator*/*.json")
    assert "Deck" not in [one["Name"] for one in objects(json.loads(file.read_text("utf-8")))]


def test_rule_5_no_two_sheets_have_one_key(saved: dict[str, Any]) -> None:
    sheets: dict[str, str] = {}
    for one in objects(saved):
        for key, sheet in one.get("CustomDeck", {}).items():
            assert sheets.setdefault(key, sheet["FaceURL"]) == sheet["FaceURL"]
            assert 100_000 <= int(key) < 1_000_000
    assert len(set(sheets.values())) == len(sheets)


def test_rule_6_no_slot_is_lost_as_hidden_face(saved: dict[str, Any]) -> None:
    sheets = [sheet for one in objects(saved) for sheet in one.get("CustomDeck", {}).values()]
    assert sheets
    assert all(sheet["BackIsHidden"] is True for sheet in sheets)


def test_rule_7_pictures_are_rgb_and_small_enough(folder: Path) -> None:
    pictures = [path for path in folder.iterdir() if path.suffix in (".png", ".jpg")]
    assert len(pictures) > 3
    for path in pictures:
        with Image.open(path) as image:
            assert image.mode in ("RGB", "RGBA")
            assert max(image.size) < 4096


@pytest.mark.parametrize("count", [1, 2, 7, 54, 69, 70, 71, 200])
@pytest.mark.parametrize("size", [(57.15, 88.9), (88.9, 63.5), (70.0, 70.0), (20.0, 30.0), (300.0, 400.0)])
def test_sheets_stay_within_the_limits_at_any_fineness(count: int, size: tuple[float, float]) -> None:
    for dpi in (30, 300, 1200):
        parts = split_cards(list(range(count)), size, dpi, Limits())
        assert [one for part in parts for one in part] == list(range(count))
        for part in parts:
            atlas = atlas_for(len(part), size, dpi, Limits())
            assert len(part) <= atlas.columns * atlas.rows <= 70
            assert max(atlas.pixels) <= 4095
            assert atlas.cell[0] / atlas.cell[1] == pytest.approx(size[0] / size[1], rel=0.03)


def test_rule_8_decks_lie_face_down(saved: dict[str, Any]) -> None:
    for one in objects(saved):
        if one["Name"] in ("Deck", "Card"):
            assert (one["Transform"]["rotY"], one["Transform"]["rotZ"]) == (180.0, 180.0)


def test_rule_9_cards_have_their_size(saved: dict[str, Any], folder: Path) -> None:
    width = 63.5 if "harbour" in str(folder) else 57.15
    scales = {
        (one["Transform"]["scaleX"], one["Transform"]["scaleZ"]) for one in objects(saved) if one["Name"] == "Card"
    }
    assert scales == {(round(width / 56, 5), round(88.9 / 80, 5))}


def test_every_address_is_a_file_that_is_there(saved: dict[str, Any], folder: Path) -> None:
    named = set()
    for one in objects(saved):
        for sheet in one.get("CustomDeck", {}).values():
            named |= {sheet["FaceURL"], sheet["BackURL"]}
        named |= (
            {one["CustomImage"]["ImageURL"], one["CustomImage"]["ImageSecondaryURL"]} - {""}
            if "CustomImage" in one
            else set()
        )
        named |= {one["CustomPDF"]["PDFUrl"]} if "CustomPDF" in one else set()
    assert all(address.startswith(AT) for address in named)
    files = {path.name for path in folder.iterdir()}
    [file] = folder.glob("*.json")
    assert {address.removeprefix(AT) for address in named} == files - {file.name, file.with_suffix(".png").name}


def test_a_sheet_shows_the_cards_in_order(folder: Path, saved: dict[str, Any]) -> None:
    """As many different cells as there are different cards; what is left over is white."""
    for deck in (one for one in objects(saved) if one["Name"] == "Deck"):
        for key, sheet in deck["CustomDeck"].items():
            used = {number % 100 for number in deck["DeckIDs"] if str(number // 100) == key}
            assert used == set(range(len(used)))
            with Image.open(folder / sheet["FaceURL"].removeprefix(AT)) as image:
                wide, high = image.width // sheet["NumWidth"], image.height // sheet["NumHeight"]
                for index in range(sheet["NumWidth"] * sheet["NumHeight"]):
                    row, column = divmod(index, sheet["NumWidth"])
                    cell = image.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))
                    middle = cell.crop((wide // 4, high // 4, wide * 3 // 4, high * 3 // 4))
                    lightest = min(low for low, _ in middle.getextrema())  # type: ignore[misc]
                    assert (lightest > 250) == (index not in used)


def test_cards_have_names_and_texts_in_the_language(saved: dict[str, Any], folder: Path) -> None:
    told = {one["Nickname"]: one["Description"] for one in objects(saved)}
    if "cloudy" in str(folder):
        assert told["Zerhacken / Verdrehen"].startswith("Zerhacken: ")
    elif "harbour" in str(folder):
        assert "Die Weiße Möwe" in told
    else:
        assert told["Sonne"].startswith("Lege eine Wolke")


def test_decks_and_pieces_have_names_in_the_language(saved: dict[str, Any], folder: Path) -> None:
    decks = {one["Nickname"] for one in saved["ObjectStates"] if one["Name"] == "Deck"}
    names = {one["Nickname"] for one in objects(saved)}
    if "cloudy" in str(folder):
        kinds = ("Rankenkarten", "Burgkarten", "Zauberkarten", "Blankokarten")
        assert decks == {f"Wolkiges Königreich – {kind}" for kind in kinds}
        assert {"Rankenkarte", "Burgkarte – Rabe", "Blankokarte – Sonne"} <= names
        assert not {"stem", "castle-raven", "raven-blank"} & names
    elif "harbour" in str(folder):
        assert decks == {"Hafenlichter – Schiffe", "Hafenlichter – Aufträge"}
    else:
        assert decks == {"Luftschlösser – Wetterkarten", "Luftschlösser – Übersichtskarten"}
        assert {"Spielplan", "Wolke", "Schloss – Rot", "Wolkenwesen – Blau", "Beuteletikett"} <= names


def test_boards_bags_and_snap_points(saved: dict[str, Any], folder: Path) -> None:
    tiles = {one["Nickname"]: one for one in saved["ObjectStates"] if one["Name"] == "Custom_Tile"}
    decks = [one for one in saved["ObjectStates"] if one["Name"] in ("Deck", "Card")]
    mat = next(one for one in tiles.values() if one["Locked"] and "mat-" in one["CustomImage"]["ImageURL"])
    snaps = mat["AttachedSnapPoints"]
    assert len(snaps) == 2 * len(decks)
    scale = mat["Transform"]["scaleX"]
    there = {(-snap["Position"]["x"] * scale, -snap["Position"]["z"] * scale) for snap in snaps}
    for deck in decks:  # each lies on one of them
        x, z = deck["Transform"]["posX"], deck["Transform"]["posZ"]
        assert min(abs(x - a) + abs(z - b) for a, b in there) < 0.01
    if "luft" in str(folder):
        board = tiles["Spielplan"]
        assert len(board["AttachedSnapPoints"]) == 16
        bags = [one for one in saved["ObjectStates"] if one["Name"] == "Bag"]
        assert sorted(len(bag["ContainedObjects"]) for bag in bags) == [4, 4, 4, 4, 6, 6, 6, 6, 20]
        assert {one["Name"] for bag in bags for one in bag["ContainedObjects"]} == {"Custom_Token", "Figurine_Custom"}


def extent(tile: dict[str, Any], folder: Path) -> tuple[float, float]:
    """Half the width and half the height of a tile on the table, as the program draws it: a tile of scale 1 is two
    units high, and its width follows the picture (SCED and Spirit Island have snap points as far as that).
    """
    with Image.open(folder / tile["CustomImage"]["ImageURL"].removeprefix(AT)) as image:
        return tile["Transform"]["scaleX"] * image.width / image.height, tile["Transform"]["scaleZ"]


def test_tiles_have_their_size_and_snap_points_lie_on_them(saved: dict[str, Any], folder: Path) -> None:
    tiles = [one for one in saved["ObjectStates"] if one["Name"] == "Custom_Tile"]
    [mat] = [one for one in tiles if "/mat-" in one["CustomImage"]["ImageURL"]]
    for tile in tiles:
        wide, high = extent(tile, folder)
        for snap in tile.get("AttachedSnapPoints", []):
            x, z = (abs(snap["Position"][axis]) * tile["Transform"]["scaleX"] for axis in "xz")
            assert x < wide
            assert z < high
    wide, high = extent(mat, folder)
    decks = [one for one in saved["ObjectStates"] if one["Name"] in ("Deck", "Card")]
    for deck in decks:
        place = deck["Transform"]
        assert abs(place["posX"]) + place["scaleX"] * 56 / 50.8 < wide
        assert abs(place["posZ"]) + place["scaleZ"] * 80 / 50.8 < high
    columns = min(len(decks), 3) * 2
    width = 63.5 if "harbour" in str(folder) else 57.15
    assert 2 * wide * 25.4 == pytest.approx(columns * (width + 10) + 10, rel=0.01), "places and gaps of 10 mm"


@pytest.mark.parametrize("size", [(300.0, 100.0), (100.0, 300.0), (80.0, 80.0)])
def test_a_tile_of_any_shape_is_as_large_as_the_board(size: tuple[float, float]) -> None:
    symbol = Symbol("board", (), Rect(0, 0, *size))
    sketch = Sketch("board", "boards", lambda: DrawnFace(symbol))
    places = ((5.0, 5.0), (size[0] - 5.0, size[1] - 5.0))
    component = Component("board", size, lambda _: sketch, None, kind=ComponentKind.BOARD, places=places)
    board = Thing(component, "Board", "", (Copy(Picture("board", symbol, size, None, "", ""), None),))
    [tile] = SavedObject(str, 60).contents(setting_of("Toy", [board]), None)["ObjectStates"]
    scale = tile["Transform"]["scaleZ"]
    assert scale * 50.8 == pytest.approx(size[1], abs=0.01)
    for snap, (x, y) in zip(tile["AttachedSnapPoints"], places, strict=True):
        assert -snap["Position"]["x"] * scale * 25.4 == pytest.approx(x - size[0] / 2, abs=0.01)
        assert snap["Position"]["z"] * scale * 25.4 == pytest.approx(y - size[1] / 2, abs=0.01)


def test_nothing_lies_on_another_thing(saved: dict[str, Any], folder: Path) -> None:
    tiles = [one for one in saved["ObjectStates"] if one["Name"] == "Custom_Tile"]
    boxes = [(one["Transform"]["posX"], one["Transform"]["posZ"], *extent(one, folder)) for one in tiles]
    boxes += [
        (one["Transform"]["posX"], one["Transform"]["posZ"], 0.9, 0.9)
        for one in saved["ObjectStates"]
        if one["Name"] in ("Bag", "Custom_Token", "Figurine_Custom")
    ]
    for number, (x, z, wide, high) in enumerate(boxes):
        for other_x, other_z, other_wide, other_high in boxes[:number]:
            assert abs(x - other_x) >= wide + other_wide or abs(z - other_z) >= high + other_high


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    place = tmp_path_factory.mktemp("kinds")
    folder, report = export(
        place / "out", "tabletop-simulator", game="deck", root=kinds_root(place), dpi=40, images_at=AT
    )
    assert report.exit_code == 0
    [file] = folder.glob("tabletop-simulator*/*.json")
    return file.parent, json.loads(file.read_text("utf-8"))["ObjectStates"]


def test_every_kind_is_a_deck_with_its_name(kinds: tuple[Path, list[dict[str, Any]]]) -> None:
    decks = {one["Nickname"]: len(one["DeckIDs"]) for one in kinds[1] if one["Name"] == "Deck"}
    assert decks == {"Deck – Heroes": 4, "Deck – Monsters": 4}, "the backs are equal, the kinds are not"


def test_texts_are_those_of_any_field_of_words(kinds: tuple[Path, list[dict[str, Any]]]) -> None:
    told = {one["Nickname"]: one["Description"] for one in objects({"ObjectStates": kinds[1]})}
    assert told["heroes 1"] == "Draw 1 cards and choose one.\nBrave."
    assert told["lands 2"] == "Draw 2 cards and choose one.\nBrave."


def test_pieces_keep_their_backs_and_those_alike_are_drawn_from_one_bag(
    kinds: tuple[Path, list[dict[str, Any]]],
) -> None:
    folder, told = kinds
    bags = {one["Nickname"]: one for one in told if one["Name"] == "Bag"}
    assert {name: (len(bag["ContainedObjects"]), bag["Bag"]["Order"]) for name, bag in bags.items()} == {
        "Lands": (4, 2),
        "Coins": (4, 2),
        "marks 1": (2, 0),
        "marks 2": (2, 0),
    }
    for name, shape in (("Lands", 0), ("Coins", 2)):
        pieces = bags[name]["ContainedObjects"]
        assert len({piece["GUID"] for piece in pieces}) == 4
        assert len({piece["CustomImage"]["ImageURL"] for piece in pieces}) == 2
        [back] = {piece["CustomImage"]["ImageSecondaryURL"] for piece in pieces}
        with Image.open(folder / back.removeprefix(AT)) as image:
            middle = image.convert("RGB").getpixel((image.width // 2, image.height // 2))
        assert middle == pytest.approx((0x60, 0x40, 0x20), abs=3), "the back, not the front"
        for piece in pieces:
            assert piece["Name"] == "Custom_Tile"
            assert piece["CustomImage"]["CustomTile"]["Type"] == shape
            assert piece["Transform"]["rotZ"] == 180.0, "face down"
            assert piece["HideWhenFaceDown"] is True, "its name would give it away"
    for piece in bags["marks 1"]["ContainedObjects"]:
        assert (piece["Name"], piece["CustomImage"]["ImageSecondaryURL"]) == ("Custom_Token", "")


def test_the_rulebook_comes_along(saved: dict[str, Any], folder: Path) -> None:
    [book] = [one for one in saved["ObjectStates"] if one["Name"] == "Custom_PDF"]
    assert book["CustomPDF"]["PDFUrl"] == f"{AT}rulebook.pdf"
    assert (folder / "rulebook.pdf").read_bytes().startswith(b"%PDF")


def test_the_thumbnail_has_the_name_of_the_file(folder: Path) -> None:
    [file] = folder.glob("*.json")
    with Image.open(file.with_suffix(".png")) as image:
        assert image.size == (256, 256)
        assert image.getextrema()[3][1] == 255  # type: ignore[misc]


def test_local_pictures_are_named_by_their_place(tmp_path: Path) -> None:
    folder, _ = export(tmp_path, "tabletop-simulator", dpi=40, cards=("fresh-oil",))
    [file] = folder.glob("tabletop-simulator*/*.json")
    [deck] = [one for one in objects(json.loads(file.read_text("utf-8"))) if one["Name"] == "Deck"]
    [sheet] = deck["CustomDeck"].values()
    assert sheet["FaceURL"].startswith("file:///")
    assert Path(sheet["FaceURL"].removeprefix("file://")).is_file()


def test_a_pack_alone_has_no_rulebook(tmp_path: Path) -> None:
    pack = shipped_root() / "packs/giants-and-gales"
    folder, report = export(tmp_path, "tabletop-simulator", game="cloudy-kingdom", dpi=40, packs=(pack,))
    assert report.exit_code == 0
    [file] = folder.glob("tabletop-simulator*/*.json")
    names = {one["Name"] for one in objects(json.loads(file.read_text("utf-8")))}
    assert "Deck" in names
    assert "Custom_PDF" not in names


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    folder, report = export(
        tmp_path / "out", "tabletop-simulator", game="deck", root=hostile_root(tmp_path), dpi=40, images_at=AT
    )
    assert report.exit_code == 0
    [file] = folder.glob("tabletop-simulator*/*.json")
    cards = [one for one in objects(json.loads(file.read_text("utf-8"))) if one["Name"] == "Card"]
    assert {card["Nickname"] for card in cards} == {HOSTILE.translate(str.maketrans("[]", "()"))}
