"""Other virtual tables: playingcards.io, Card Game Simulator, and a plain set of pictures."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from PIL import Image

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.scene import Symbol
from cloudy_pnp.export.tabletop.formats import CgsGame
from cloudy_pnp.export.tabletop.setting import setting_of
from cloudy_pnp.export.things import Copy, Picture, Thing
from cloudy_pnp.game.contract import Component, DrawnFace, Sketch
from export.house import HOSTILE, export, hostile_root, kinds_root

AT = "https://example.org/game"
GAMES = {"cloudy-kingdom": 90, "luftschloesser": 69, "harbour-lights": 24}  # and how many cards there are
TARGETS = ("pcio", "card-game-simulator", "picture-set")


@pytest.fixture(scope="module", params=GAMES)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, report = export(tmp_path_factory.mktemp("tables"), *TARGETS, game=request.param, lang="hu", dpi=40)
    assert report.exit_code == 0
    return folder


def game_of(made: Path) -> str:
    return made.parent.name


# --- playingcards.io ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def room(made: Path) -> tuple[list[dict[str, Any]], zipfile.ZipFile]:
    archive = zipfile.ZipFile(io.BytesIO(next(made.glob("*.pcio")).read_bytes()))
    return json.loads(archive.read("widgets.json")), archive


def test_widgets_refer_to_each_other(made: Path, room: tuple[list[dict[str, Any]], zipfile.ZipFile]) -> None:
    """The importer drops a card without its deck in silence, and stumbles over a parent that is missing."""
    widgets, _ = room
    known = {one["id"]: one for one in widgets}
    assert len(known) == len(widgets)
    cards = [one for one in widgets if one["type"] == "card"]
    assert len([one for one in cards if not _is_piece(one, known)]) == GAMES[game_of(made)]
    for card in cards:
        deck = known[card["deck"]]
        assert deck["type"] == "cardDeck"
        assert card["cardType"] in deck["cardTypes"]
        assert known[card["parent"]]["type"] == "cardPile"
    assert {one["type"] for one in widgets} <= {"hand", "board", "cardPile", "cardDeck", "card", "counter"}
    assert [one["id"] for one in widgets if one["type"] == "hand"] == ["hand"]
    assert sum(one["type"] == "counter" for one in widgets) == 4


def _is_piece(card: dict[str, Any], known: dict[str, dict[str, Any]]) -> bool:
    return f"discard-{card['parent'].removeprefix('pile-')}" not in known


def test_every_picture_is_in_the_archive_and_small(room: tuple[list[dict[str, Any]], zipfile.ZipFile]) -> None:
    widgets, archive = room
    named = set(re.findall(r"package://(userassets/[^\"]+)", json.dumps(widgets)))
    assert named == set(archive.namelist()) - {"widgets.json"}
    for name in named:
        assert archive.getinfo(name).file_size < 2_097_152, "the importer takes nothing larger"
        assert Image.open(io.BytesIO(archive.read(name))).format == "PNG"


def test_templates_name_a_key_of_the_card_types(room: tuple[list[dict[str, Any]], zipfile.ZipFile]) -> None:
    for deck in (one for one in room[0] if one["type"] == "cardDeck"):
        for side in ("faceTemplate", "backTemplate"):
            [image] = deck[side]["objects"]
            assert (image["w"], image["h"]) == (deck["cardWidth"], deck["cardHeight"])
            if image["valueType"] == "dynamic":
                assert all(image["value"] in kind for kind in deck["cardTypes"].values())
            else:
                assert image["value"].startswith("package://")


def test_nothing_lies_on_another_thing_or_beside_the_table(
    room: tuple[list[dict[str, Any]], zipfile.ZipFile],
) -> None:
    boxes = [one for one in room[0] if one["type"] in ("board", "cardPile", "counter")]
    for number, one in enumerate(boxes):
        assert 0 <= one["x"] <= one["x"] + one["width"] <= 1600
        assert 0 <= one["y"] <= one["y"] + one["height"] <= 820
        for other in boxes[:number]:
            apart = (
                one["x"] >= other["x"] + other["width"]
                or other["x"] >= one["x"] + one["width"]
                or one["y"] >= other["y"] + other["height"]
                or other["y"] >= one["y"] + one["height"]
            )
            assert apart, (one["id"], other["id"])


# --- Card Game Simulator --------------------------------------------------------------------------------------------

# What its schema knows of the keys that are written here; it allows no others.
CGS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "autoUpdate": int,
    "autoUpdateUrl": str,
    "allCardsUrl": str,
    "allSetsUrl": str,
    "cardImageUrl": str,
    "cardBackImageUrl": str,
    "cardBackFaceImageUrls": list,
    "cardImageFileType": str,
    "cardBackImageFileType": str,
    "gameBoardImageFileType": str,
    "cardNameIsUnique": bool,
    "cardPrimaryProperty": str,
    "cardProperties": list,
    "cardSize": dict,
    "deckFileType": str,
    "deckFileTxtId": str,
    "deckUrls": list,
    "gameStartDecks": list,
    "gameBoardCards": list,
    "gameBoardUrls": list,
    "setCodeDefault": str,
    "setNameDefault": str,
}


def read_cgs(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    return json.loads((folder / "cgs.json").read_text("utf-8")), json.loads(
        (folder / "AllCards.json").read_text("utf-8")
    )


def check_cgs(game: dict[str, Any]) -> None:
    assert all(isinstance(value, CGS[key]) for key, value in game.items())
    assert game["name"]
    assert game["deckFileType"] in ("dec", "hsd", "lor", "txt", "ydk")
    assert game["deckFileTxtId"] in ("id", "set")
    for one in game["cardProperties"]:
        assert set(one) == {"name", "type"}
        assert one["type"] == "string"
    assert set(game["cardSize"]) == {"x", "y"}
    for key in ("cardBackFaceImageUrls", "gameBoardUrls"):
        assert all(set(one) == {"id", "url"} for one in game.get(key, []))
    for key in ("deckUrls", "gameStartDecks"):
        assert all(set(one) == {"name", "url"} for one in game.get(key, []))
    for one in game.get("gameBoardCards", []):
        assert set(one) == {"card", "boards"}
        assert all(set(board) == {"id", "offsetMin", "size"} for board in one["boards"])


def test_cgs_cards_have_pictures_and_decks_have_cards(made: Path) -> None:
    name = game_of(made)
    folder = next(made.glob("card-game-simulator*")) / name
    game, cards = read_cgs(folder)
    check_cgs(game)
    assert game["autoUpdate"] == -1, "nothing is looked for on the web"
    assert not any(key.endswith(("Url", "Urls")) for key in game)
    ids = [card["id"] for card in cards]
    assert len(set(ids)) == len(ids)
    for card in cards:
        assert (folder / f"sets/{card['set']}/{card['id']}.png").is_file()
        assert card["name"]
    assert (folder / "CardBack.png").is_file()
    total = 0
    for file in (folder / "decks").glob("*.txt"):
        for line in file.read_text("utf-8").splitlines()[1:]:
            match = re.fullmatch(r"(\d+) \[([a-z0-9-]+)\] [^\[\]()]+ \(([a-z-]+)\)", line)
            assert match, line
            assert match[2] in ids
            assert match[3] == name
            total += int(match[1])
    assert total == GAMES[name]


def test_every_cgs_card_has_its_back(made: Path) -> None:
    """The program takes a card's back from its `backs` alone; without them all show CardBack.png."""
    folder = next(made.glob("card-game-simulator*")) / game_of(made)
    cards = read_cgs(folder)[1]
    assert all((folder / f"backs/{card['backs'][0]}.png").is_file() for card in cards)
    used = {card["backs"][0] for card in cards}
    assert used == {path.stem for path in (folder / "backs").iterdir()}
    assert len(used) == {"cloudy-kingdom": 19, "luftschloesser": 2, "harbour-lights": 2}[game_of(made)]


NAMES = {
    "cloudy-kingdom": {"Útvonalkártyák", "Kastélykártyák", "Varázskártyák", "Üres varázskártyák"},
    "luftschloesser": {"Időjárás-kártyák", "Segédkártyák"},
    "harbour-lights": {"Hajók", "Parancsok"},
}


def test_decks_and_cards_have_names_in_the_language(
    made: Path, room: tuple[list[dict[str, Any]], zipfile.ZipFile]
) -> None:
    game, folder = game_of(made), next(made.glob("card-game-simulator*")) / game_of(made)
    assert {path.stem for path in (folder / "decks").iterdir()} == NAMES[game]
    cards = read_cgs(folder)[1]
    assert {card["deck"] for card in cards} == NAMES[game]
    piles = {one["label"] for one in room[0] if one["type"] == "cardPile" and one["label"]}
    assert piles >= NAMES[game]
    rows = list(csv.DictReader(io.StringIO(next(made.glob("picture-set*/cards.csv")).read_text("utf-8-sig"))))
    assert {row["deck"] for row in rows if row["component"] == "card"} == NAMES[game]
    ids = {row["id"] for row in rows} | {card["id"] for card in cards}
    names = {row["name"] for row in rows} | {card["name"] for card in cards} | piles
    names |= {kind["label"] for one in room[0] if one["type"] == "cardDeck" for kind in one["cardTypes"].values()}
    assert not names & ids, "an id is not a name"
    if game == "cloudy-kingdom":
        assert {"Útvonalkártya", "Kastélykártya – Holló", "Üres varázskártya – Holló"} <= names
    elif game == "luftschloesser":
        assert {"Vár – Piros", "Felhőlény – Kék", "Felhő", "Tábla"} <= names


def test_a_data_game_names_its_decks_in_game_yaml_or_the_glossary(tmp_path: Path) -> None:
    root = hostile_root(tmp_path)
    cards = root / "cards/deck"
    (cards / "game.yaml").write_text(
        "game:\n  id: deck\n  name: {en: Deck, de: Stapel}\n  languages: [en, de]\n  kinds:\n"
        "    cards: {name: {en: Heroes, de: Helden}, layout: face, fields: {}}\n"
        "    tasks: {layout: task, fields: {}}\n"
        "    coins: {component: token, layout: face, fields: {}}\n",
        "utf-8",
    )
    (cards / "cards.yaml").write_text("cards:\n  - {id: one, count: 2}\n", "utf-8")
    (cards / "tasks.yaml").write_text("tasks:\n  - {id: two, count: 2}\n", "utf-8")
    (cards / "coins.yaml").write_text("coins:\n  - {id: three}\n", "utf-8")
    (cards / "glossary.yaml").write_text(
        "glossary:\n"
        "  - {id: tasks, en: {term: task, plural: tasks}, de: {term: Aufgabe, plural: Aufgaben}}\n"
        "  - {id: coins, en: {term: coin, plural: coins}, de: {term: Münze, plural: Münzen}}\n",
        "utf-8",
    )
    face = root / "templates/deck/layouts/face.yaml"
    task = face.read_text("utf-8").replace("id: face", "id: task").replace("[63.5, 88.9]", "[50, 50]")
    face.with_name("task.yaml").write_text(task, "utf-8")
    folder, report = export(tmp_path / "out", "pcio", game="deck", lang="de", root=root, dpi=30)
    assert report.exit_code == 0
    widgets = json.loads(zipfile.ZipFile(next(folder.glob("*.pcio"))).read("widgets.json"))
    assert [one["label"] for one in widgets if one.get("hasShuffleButton")] == ["Helden", "Aufgaben", "Münze"]
    types = [one["cardTypes"] for one in widgets if one["type"] == "cardDeck"]
    assert [kind["label"] for one in types for kind in one.values()] == ["Helden", "Aufgabe", "Münze"]


def test_a_room_has_a_pile_per_kind_and_one_for_pieces_with_one_back(tmp_path: Path) -> None:
    folder, _ = export(tmp_path / "out", "pcio", game="deck", root=kinds_root(tmp_path), dpi=30)
    widgets = json.loads(zipfile.ZipFile(next(folder.glob("*.pcio"))).read("widgets.json"))
    piles = {one["id"]: one["label"] for one in widgets if one["type"] == "cardPile" and one["label"]}
    counts = Counter(piles[one["parent"]] for one in widgets if one["type"] == "card")
    assert counts == {"Heroes": 4, "Monsters": 4, "Lands": 4, "Coins": 4, "marks 1": 2, "marks 2": 2}


def test_one_front_with_two_backs_is_two_cgs_cards() -> None:
    size, box = (50.0, 70.0), Rect(-3, -3, 56, 76)
    front, *backs = (Picture(name, Symbol(name, (), box), size, None, "", "") for name in ("face", "day", "night"))

    def card(back: Picture) -> Thing:
        sketches = [Sketch(picture.name, "cards", lambda: DrawnFace(front.symbol)) for picture in (front, back)]
        component = Component(f"of-{back.name}", size, lambda _: sketches[0], lambda _: sketches[1])
        return Thing(component, "Face", "", (Copy(front, back),))

    game = CgsGame("toy", "en", setting_of("Toy", [card(back) for back in backs]), AT)
    assert [(one["id"], one["backs"]) for one in game.cards()] == [("face", ["day"]), ("face--night", ["night"])]
    assert set(game.fronts()) == {"face", "face--night"}
    assert [deck.name for deck in game.setting.decks] == ["Cards", "Cards 2"], "without a word for it, its group"
    assert [one["name"] for one in game.definition()["gameStartDecks"]] == ["Cards", "Cards 2"]


def test_cgs_with_an_address_names_what_is_there(tmp_path: Path) -> None:
    out, _ = export(tmp_path, "card-game-simulator", game="luftschloesser", dpi=30, images_at=AT)
    folder = next(out.glob("card-game-simulator*/luftschloesser"))
    game, cards = read_cgs(folder)
    check_cgs(game)
    filled = game["cardImageUrl"].format(
        cardSet=cards[0]["set"], cardId=cards[0]["id"], cardImageFileType=game["cardImageFileType"]
    )
    urls = [filled, *(value for key, value in game.items() if key.endswith("Url") and key != "cardImageUrl")]
    urls += [one["url"] for key in game if key.endswith(("Urls", "Decks")) for one in game[key]]
    assert len(urls) > 6
    for url in urls:
        assert (folder / unquote(url).removeprefix(f"{AT}/")).is_file(), url
    assert game["gameStartDecks"] == game["deckUrls"], "every deck lies on the table"
    assert {one["name"] for one in game["deckUrls"]} == {path.stem for path in (folder / "decks").iterdir()}


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_the_csv_of_a_picture_set_names_what_is_there(made: Path) -> None:
    folder = next(made.glob("picture-set*"))
    rows = list(csv.DictReader(io.StringIO((folder / "cards.csv").read_text("utf-8-sig"))))
    assert sum(int(row["copies"]) for row in rows if row["component"] == "card") == GAMES[game_of(made)]
    for row in rows:
        assert (folder / row["front"]).is_file()
        assert not row["back"] or (folder / row["back"]).is_file()
        if row["sheet"]:
            with Image.open(folder / row["sheet"]) as sheet, Image.open(folder / row["front"]) as front:
                wide = round(sheet.width / front.width)
                assert 1 <= int(row["column"]) <= wide
                assert max(sheet.size) < 4096
    named = {row[key] for row in rows for key in ("front", "back", "sheet") if row[key]}
    assert named == {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    folder, report = export(tmp_path / "out", *TARGETS, game="deck", root=hostile_root(tmp_path), dpi=40)
    assert report.exit_code == 0
    archive = zipfile.ZipFile(io.BytesIO(next(folder.glob("*.pcio")).read_bytes()))
    decks = [one for one in json.loads(archive.read("widgets.json")) if one["type"] == "cardDeck"]
    assert [kind["label"] for deck in decks for kind in deck["cardTypes"].values()] == [HOSTILE]
    game = next(folder.glob("card-game-simulator*/deck"))
    assert read_cgs(game)[1][0]["name"] == HOSTILE
    [deck] = (game / "decks").glob("*.txt")
    assert re.fullmatch(r"2 \[evil\] [^\[\]()]+ \(deck\)", deck.read_text("utf-8").splitlines()[1])
    [row] = csv.DictReader(io.StringIO(next(folder.glob("picture-set*/cards.csv")).read_text("utf-8-sig")))
    assert row["name"].startswith("'=")
