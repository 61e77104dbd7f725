"""Fantasy Realms as the tool's commands show it: the contracts, packs, pictures, and calls that are wrong."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
import yaml
from cli.command import call
from fantasy_realms_tests.helpers import CARDS, ROOT, vectors
from numpy.typing import NDArray

from cloudy_pnp import api
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.pdf import write_pdf
from cloudy_pnp.draw.pixels import pdf_images
from cloudy_pnp.draw.scene import Path as Shape
from cloudy_pnp.draw.scene import TextRun, page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import RenderOptions
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load
from fantasy_realms.art.pictures import PICTURES
from fantasy_realms.model.realm import base_realm
from fantasy_realms.present.pages import pad

GAME = ("--game", "fantasy-realms")
KEYS = ["file", "document", "legal", "total", "base", "cards", "blanked", "choices", "expected", "problems"]
GUIDE = (ROOT / "docs/fantasy-realms.md").read_text("utf-8")
PACK = dict(re.findall(r"`packs/coast/([a-z.]+)`\n```yaml\n(.*?)```", GUIDE, re.DOTALL))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "coast"
    folder.mkdir()
    for name, text in PACK.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_score_answers_every_document_with_the_keys_of_the_contract(tmp_path: Path) -> None:
    file = tmp_path / "some.hand.yaml"
    hands = [{"hand": one["hand"], "mode": "given", "choices": one.get("choices", {})} for one in vectors()[:20]]
    wrong = {"hand": ["kinghts"], "title": {"en": "misspelt"}}
    file.write_text(yaml.safe_dump_all([*hands, wrong], allow_unicode=True), "utf-8")
    done = call("score", *GAME, str(file), "--format", "json")
    assert done.code == 1
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [list(line) for line in lines] == [KEYS] * len(lines)
    assert [line["document"] for line in lines] == list(range(21))
    assert [line["total"] for line in lines[:2]] == [260, 380]
    assert lines[-1]["legal"] is None
    assert lines[-1]["problems"][0]["hint"] == 'did you mean "knights"?'


def test_a_hand_on_the_command_line() -> None:
    done = call("score", *GAME, "Gebirge", "Rauch,", "Grande", "wildfire")
    assert done.code == 1
    assert "there is no card" in done.out
    done = call("score", *GAME, "Gebirge", "smoke", "Futótűz", "mirage", "mirage=great-flood")
    assert done.code == 0
    assert "Mirage chooses Great Flood." in done.out
    assert "   59  Mountain  Strength 9. Bonus +50 from Smoke, Wildfire." in done.out
    answer = json.loads(call("score", *GAME, "king", "knights", "--format", "json").out)
    assert list(answer) == KEYS
    assert (answer["file"], answer["total"]) == ("-", 33)


def test_best_answers_as_in_the_contract() -> None:
    words = ("candle", "book of changes", "--with", "Schild von Keth", "--with", "gem-of-order", "--with", "queen")
    done = call("best", *GAME, *words, "--with", "sword-of-keth", "--format", "json")
    answer = json.loads(done.out)
    assert list(answer) == ["total", "hands", "proved", "searched"]
    assert (answer["total"], answer["proved"], answer["searched"]) == (380, True, 47)
    assert all({"hand", "choices"} == set(hand) for hand in answer["hands"])
    again = call("best", *GAME, *words, "--with", "sword-of-keth")
    assert again.out.startswith("380 points, proved")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("best", *GAME, "--with", "dragn"), 'did you mean "dragon"?'),
        (("best", *GAME, "--size", "9"), "not a whole number from 1 to 8"),
        (("best", *GAME, "--size", "8", "--without", "necromancer"), "no hand has 8 cards without the necromancer"),
        (("best", *GAME, "king", "--without", "king"), "both with and without king"),
        (("odds", *GAME, "--hands", "many"), "not a whole number"),
        (("best",), "cloudy-kingdom has no best"),
        (("simulate", *GAME, "--quantity", "king=2"), "there is only one of each card"),
        (("simulate", *GAME, "--variant", "tow", "--seats", "3"), 'did you mean "two"?'),
        (("score", *GAME, "missing.hand.yaml"), "missing.hand.yaml"),
    ],
)
def test_a_wrong_call_is_one_line(words: tuple[str, ...], message: str) -> None:
    done = call(*words)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_odds_have_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "odds.svg"
    done = call("odds", *GAME, "--hands", "500", "--draw", str(out), "--format", "json")
    assert sum(json.loads(done.out)["counts"].values()) == 500
    assert out.read_text("utf-8").startswith("<svg")


def test_simulate_tells_seats_and_cards() -> None:
    done = call("simulate", *GAME, "--seats", "2,3", "--games", "6", "--workers", "1", "--format", "json")
    answer = json.loads(done.out)
    assert [study["table"] for study in answer["tables"]] == ["overview", "players-2", "players-3"]
    assert {"seats", "cards", "totals"} <= set(answer["tables"][2]["figures"])


def test_a_pack_gets_text_check_score_and_cards_for_free(pack: Path) -> None:
    report = api.check(home_of("fantasy-realms").root, "fantasy-realms", packs=[pack], render=True)
    assert report.problems == []
    done = call("score", *GAME, "--pack", str(pack), "Leuchtturm", "kraken", "swamp", "warship", "--format", "json")
    answer = json.loads(done.out)
    assert answer["cards"] == {"lighthouse": 13, "kraken": 28, "swamp": 18, "warship": 0}
    assert answer["blanked"] == ["warship"]
    loaded = load(home_of("fantasy-realms"), [pack])
    make = loaded.game.components
    assert make is not None
    faces = {face.name: face for face in make.load()(loaded.entries.data(), RenderOptions("de")).faces}
    assert faces["kraken"].text == "Strafe: Ist ohne Flut blockiert. Blockiert „Kriegsschiff“."
    assert faces["kraken"].text in GUIDE
    assert faces["lighthouse"].draw().findings == ()


def test_every_card_has_a_picture_of_its_own() -> None:
    assert set(PICTURES) == set(base_realm().cards)


def test_a_project_has_its_own_picture_of_a_card(tmp_path: Path) -> None:
    folder = tmp_path / "templates/fantasy-realms/art"
    folder.mkdir(parents=True)
    (tmp_path / "cards/fantasy-realms").mkdir(parents=True)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80">'
    (folder / "dragon.svg").write_text(f'{head}<path class="fill-accent" d="M0 0h100v80h-100z"/></svg>')
    (folder / "swamp.svg").write_text(f'{head}<path class="fill-gold" d="M0 0h100v80h-100z"/></svg>')
    loaded = load(home_of("fantasy-realms", tmp_path))
    assert [(finding.code, source.name[-9:]) for source, finding in loaded.findings] == [("PICTURE-TONE", "swamp.svg")]
    make = loaded.game.components
    assert make is not None
    for data in (loaded.entries.data(), load(home_of("fantasy-realms")).entries.data()):
        printed = make.load()(data, RenderOptions("en"))
        faces = {face.name: face for face in printed.faces}
        own = sum(1 for _ in re.finditer("M0 0L100 0L100 80L0 80Z", svg_text(faces["dragon"].page())))
        assert own == (1 if "art" in data else 0)


@pytest.mark.parametrize("lang", ["en", "de", "fr", "hu"])
@pytest.mark.parametrize("pseudo", [False, True])
def test_every_text_fits_its_card(lang: str, pseudo: bool) -> None:
    loaded = load(home_of("fantasy-realms"))
    make = loaded.game.components
    assert make is not None
    printed = make.load()(loaded.entries.data(), RenderOptions(lang, pseudo=pseudo))
    assert [finding for face in printed.faces for finding in face.draw().findings] == []


def test_suits_are_told_apart_without_colour() -> None:
    suits = yaml.safe_load((CARDS / "suits.yaml").read_text("utf-8"))["suits"]
    assert len({suit["emblem"] for suit in suits}) == len(suits) == 11


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "**Wild cards** have their own suit, Wild."),
        ("de", "**Joker** haben eine eigene Farbe: Joker."),
        ("fr", "Les **Jokers** ont leur propre couleur\u202f: Joker."),
        ("hu", "A **Jokereknek** saját színük van: a Joker."),
    ],
)
def test_the_books_give_wild_cards_their_own_suit(lang: str, sentence: str) -> None:
    """RES-1: an unused wild card keeps its suit, as the scorers count it (see lessons.hand.yaml)."""
    book = ROOT / "templates" / "fantasy-realms" / "rulebook" / f"{lang}.md.j2"
    assert sentence in book.read_text("utf-8")


@pytest.mark.parametrize("lang", ["en", "de", "fr", "hu"])
def test_the_books_show_in_which_order_cards_blank_themselves(lang: str) -> None:
    """RES-5: Smoke without a Flame is gone before it could blank the War Dirigible."""
    hands = (ROOT / "cards/fantasy-realms/hands/rulebook.hand.yaml").read_text("utf-8").split("\n---\n")
    (number,) = [number for number, hand in enumerate(hands, 1) if "[smoke, war-dirigible," in hand]
    book = (ROOT / "templates/fantasy-realms/rulebook" / f"{lang}.md.j2").read_text("utf-8")
    (order,) = re.findall(r"\{#order .*?(?=\n##)", book, re.DOTALL)
    assert f'figure("rulebook", {number})' in order


def _picture(card: str, lang: str, dpi: int) -> tuple[NDArray[np.float64], float]:
    """Return how light each pixel of a cut card is, from 0 to 255, and how many pixels make a mm."""
    loaded = load(home_of("fantasy-realms"))
    make = loaded.game.components
    assert make is not None
    printed = make.load()(loaded.entries.data(), RenderOptions(lang))
    face = next(component for component in printed.components if component.id == card).front(1).draw().symbol
    out = io.BytesIO()
    write_pdf([page_of(face)], out)
    (image,) = pdf_images(out.getvalue(), dpi)
    return np.asarray(image.convert("L"), dtype=np.float64), dpi / 25.4


@pytest.mark.parametrize("dpi", [130, 300, 600])
@pytest.mark.parametrize("card", ["wildfire", "swamp"])
def test_no_hairline_around_the_frame(card: str, dpi: int) -> None:
    """The rim of a card is darker than paper all around its frame."""
    light, mm = _picture(card, "de", dpi)
    rim, edge = light[2, 2], round(3.2 * mm)
    for _ in range(4):
        light = np.rot90(light)
        assert light[: edge + 1, edge:-edge].max() <= rim + 12


@pytest.mark.parametrize("lang", ["de", "hu"])
def test_the_longest_text_keeps_away_from_plate_and_foot(lang: str) -> None:
    light, mm = _picture("wildfire", lang, 300)
    column = light[:, round(8 * mm) : round(55 * mm)].min(axis=1)
    paper = np.flatnonzero(column > 240) / mm  # rows without any ink
    top, bottom = paper.min(), paper.max()
    for start in (top, bottom - 1.0):
        assert (np.abs(paper - start - 0.5) < 0.5).sum() > 0.9 * mm


@pytest.mark.parametrize("lang", ["en", "de", "fr", "hu"])
def test_no_word_of_the_pad_leaves_its_cell(lang: str) -> None:
    loaded = load(home_of("fantasy-realms"))
    box = Rect(8, 8, 134, 194)
    items = pad(box, lang, loaded.entries.data()["game"][0]["name"])
    texts = [item for item in items if isinstance(item, TextRun)]
    rules = [item.outline.bounds for item in items if isinstance(item, Shape)]
    upright = [rule for rule in rules if rule.width < 0.01]
    assert len(texts) == 3 + 2 * (8 + 1 + 4 * 3)  # numbers of the cards, totals, three headings for each player
    assert len(upright) == 2 * 4 * 3
    for text in texts:
        left, right = text.origin.x, text.origin.x + text.width
        assert box.x <= left < right <= box.right, text.text
        for rule in upright:
            assert not (rule.y < text.origin.y < rule.bottom and left < rule.x < right), text.text
