"""`show`: what the tool knows of a card."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cli.command import REPOSITORY, call


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)


def test_a_spell_with_its_texts_and_uses(tmp_path: Path) -> None:
    result = call("show", "chop", "--out", tmp_path)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "chop (spells), cards/cloudy-kingdom/spells.yaml:4"
    assert "  hu  Nyissz neki: Válassz egy útvonalkártyát" in result.out
    assert "    - remove: {which: top, to: box}" in lines
    assert "  cards/cloudy-kingdom/editions.yaml:13 editions[0].pairs[0][0]" in lines
    assert any("last-cards.game.yaml" in line for line in lines)
    assert "check: no problems" in lines
    picture = tmp_path / "cloudy-kingdom/preview/en/chop.svg"
    assert lines[-1] == f"picture: {picture}"
    assert picture.stat().st_size > 1000


def test_a_face_in_characters(tmp_path: Path) -> None:
    result = call("show", "bridge-long-hole", "--out", tmp_path)
    assert "━━━○╫○━━━" in result.out


@pytest.mark.parametrize(("card", "middle"), [("giants-footprint", "━━━━○━━━━"), ("windswept-shoot", "━━━╸┣━━━━")])
def test_a_card_of_a_pack(tmp_path: Path, card: str, middle: str) -> None:
    result = call("show", card, "--pack", "giants-and-gales", "--out", tmp_path)
    assert f"{card} (vines, pack giants-and-gales), packs/giants-and-gales/vines.yaml:" in result.out
    assert middle in result.out
    assert call("show", card, "--out", tmp_path).out == result.out  # a pack beside the game need not be named


def test_as_json(tmp_path: Path) -> None:
    result = call(
        "show", "whirlwind", "--pack", "giants-and-gales", "--format", "json", "--lang", "de", "--out", tmp_path
    )
    data = json.loads(result.out)
    assert data["words"]["de"]["name"] == "Wirbelwind"
    assert data["data"]["effect"] == [{"swap": {"which": "stacks"}}]
    assert data["pack"] == "giants-and-gales"
    assert re.fullmatch(r"editions\[0\]\.pairs\[\d+\]\[[01]\] \(follows from the packs\)", data["used"][0]["path"])
    assert Path(data["pictures"][0]).name == "whirlwind.svg"


def test_several_cards(tmp_path: Path) -> None:
    """In the order of the call, each once; text has an empty line between them."""
    result = call("show", "twist", "chop", "twist", "--out", tmp_path)
    one, two = (call("show", name, "--out", tmp_path).out for name in ("twist", "chop"))
    assert (result.code, result.out) == (0, f"{one}\n{two}")
    lines = call("show", "twist", "chop", "--format", "json", "--out", tmp_path).out.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["twist", "chop"]
    assert call("show", "twist", "twyst", "--out", tmp_path).code == 2


def test_an_unknown_id_has_the_nearest_one_as_hint() -> None:
    result = call("show", "twyst")
    assert result.code == 2
    assert 'there is no "twyst" in cloudy-kingdom; did you mean "twist"?' in result.err


def test_an_unknown_language_is_a_wrong_call() -> None:
    assert call("show", "twist", "--lang", "xx").code == 2


def test_a_card_with_errors_shows_them(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "cards", tmp_path / "cards")
    path = tmp_path / "cards/cloudy-kingdom/spells.yaml"
    path.write_text(path.read_text("utf-8").replace("by: quarter", "by: thirds"), "utf-8")
    result = call("show", "twist", "--root", tmp_path)
    assert result.code == 1
    assert "SCHEMA-VALUE" in result.out


def test_a_spell_that_leaves_something_over_is_told(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "cards", tmp_path / "cards")
    path = tmp_path / "cards/cloudy-kingdom/spells.yaml"
    path.write_text(path.read_text("utf-8").replace("      - discard: {from: drawn}\n", ""), "utf-8")
    result = call("show", "inspiration", "--root", tmp_path)
    assert result.code == 0
    assert "warning SPL-10: drawn cards are left over (1)" in result.out


def test_icons_have_their_names_in_each_language() -> None:
    shown = call("show", "second-wick", "--root", "games/harbour-lights").out
    assert "Tonight [red light] shines" in shown
    assert "Ce soir, [feu rouge] brille" in shown
    assert "ruby" not in shown.split("count:")[0]


def test_a_family_is_shown_too(tmp_path: Path) -> None:
    result = call("show", "heron", "--out", tmp_path)
    assert "heron (families), cards/cloudy-kingdom/families.yaml:" in result.out
    assert "  fr  Héron" in result.out


def test_a_printed_card_is_known_by_its_own_id(tmp_path: Path) -> None:
    """People read it on sheets and in the names of pictures."""
    done = call("show", "raven-chop-twist", "--out", tmp_path)
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines() if "(spells)" in line] == ["chop", "twist"]


def test_what_a_line_asks_to_ignore_is_not_shown(tmp_path: Path) -> None:
    done = call("show", "rope-bridge", "--out", tmp_path)
    assert "ignore FACE-10" in (REPOSITORY / "cards/cloudy-kingdom/vines.yaml").read_text("utf-8")
    assert "check: no problems" in done.out
