"""Two languages on one card, and in one rulebook: `--lang de+fr`."""

from __future__ import annotations

import shutil
from functools import cache
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest
from cli.command import REPOSITORY, call

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.draw.scene import Font, TextRun
from cloudy_pnp.draw.scene import Path as Drawn
from cloudy_pnp.draw.text import TextStyle, fit_text
from cloudy_pnp.export.exporter import Job
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.game.contract import Data, PrintSet, RenderOptions
from cloudy_pnp.i18n.pairs import TextPair, text_in
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

LANGUAGES = ("en", "de", "fr", "hu")
PAIR = TextPair("Ziehe zwei Karten.", "Piochez deux cartes.", "fr")
STYLE = TextStyle(Font("Alegreya Sans"), size=4.0, min_size=3.0)
HARBOUR = REPOSITORY / "games/harbour-lights"


def runs(items: Any) -> list[TextRun]:
    return [item for item in items if isinstance(item, TextRun)]


def test_the_second_text_is_smaller_below_a_thin_rule() -> None:
    setting = fit_text(PAIR, Rect(0, 0, 40, 14), STYLE, "de")
    first, second = runs(setting.items)
    [rule] = [item for item in setting.items if isinstance(item, Drawn)]
    assert (first.text, second.text) == (PAIR.first, PAIR.second)
    assert 3.0 <= second.size < first.size == 4.0
    assert first.origin.y < rule.outline.bounds.y < second.origin.y - 0.5 * second.size
    assert rule.stroke is not None
    assert rule.stroke.width < 0.2
    assert not setting.findings


def test_no_text_of_a_pair_is_smaller_than_its_style_allows() -> None:
    box = Rect(0, 0, 22, 8)
    setting = fit_text(PAIR, box, STYLE, "de")
    assert {run.size for run in runs(setting.items)} == {3.0}
    [finding] = setting.findings
    assert finding.code == "FIT-1"
    assert f"{setting.overflow:.1f} mm too" in finding.message
    assert setting.overflow == pytest.approx(max(setting.bounds.height - 8, setting.bounds.width - 22))
    assert not fit_text(PAIR, Rect(0, 0, 22, 8 + setting.overflow + 0.01), STYLE, "de").findings


def test_names_are_side_by_side_where_there_is_one_line() -> None:
    setting = fit_text(TextPair("Blitz", "Foudre", "fr"), Rect(0, 0, 40, 5), STYLE, "de")
    first, second = runs(setting.items)
    assert first.origin.y == second.origin.y
    assert first.origin.x + first.width < second.origin.x
    assert not setting.findings


def test_each_part_is_set_by_the_habits_of_its_language() -> None:
    setting = fit_text(TextPair("Halt!", "Stop !", "fr"), Rect(0, 0, 40, 14), STYLE, "de")
    assert [run.text for run in runs(setting.items)] == ["Halt!", "Stop\u202f!"]


def test_a_text_that_is_the_same_in_both_languages_is_printed_once() -> None:
    assert text_in({"de": "7", "fr": "7"}.__getitem__, "de", "fr") == "7"


@cache
def data_of(root: Path, game: str) -> Data:
    return load(home_of(game, root)).entries.data()


def printed(game: str, root: Path, lang: str, second: str) -> PrintSet:
    components = home_of(game, root).game.components
    assert components is not None
    return components.load()(data_of(root, game), RenderOptions(lang, second=second))


@pytest.mark.parametrize(("lang", "second"), [*permutations(LANGUAGES, 2)])
def test_every_pair_of_languages_fits_every_spell_card(lang: str, second: str) -> None:
    faces = [face for face in printed("cloudy-kingdom", REPOSITORY, lang, second).faces if face.text]
    assert len(faces) == 8
    assert [finding.message for face in faces for finding in face.draw().findings] == []


@pytest.mark.parametrize("game", ["fantasy-realms", "luftschloesser", "harbour-lights"])
def test_a_pair_fits_the_cards_of_every_game(game: str) -> None:
    pair = printed(game, REPOSITORY / "games" / game, "de", "fr")
    single = {face.name: face for face in printed(game, REPOSITORY / "games" / game, "de", "").faces}
    faces = [face for face in pair.faces if face.title][::8]
    assert pair.second == "fr"
    assert faces
    for face in faces:
        drawn = face.draw()
        assert not drawn.findings
        assert drawn.symbol != single[face.name].draw().symbol
        assert face.key != single[face.name].key


def test_a_game_that_ignores_the_second_language_is_reported() -> None:
    game = SimpleNamespace(id="old", printed=lambda _data, _options: PrintSet("", (), ()))
    job: Any = SimpleNamespace(home=SimpleNamespace(game=game), data={}, request=BuildRequest(), lang="de", second="fr")
    with pytest.raises(UserError, match="old cannot print two languages"):
        Job._draw_deck(job, RenderOptions("de", second="fr"))


@pytest.mark.parametrize(
    ("lang", "reason"),
    [
        ("de+de", "not a pair of two different languages"),
        ("de+", "not a pair of two different languages"),
        ("+de", "not a pair of two different languages"),
        ("de+xx", '"xx" is not a language'),
        ("de+fr+hu", "has 3 languages"),
    ],
)
def test_a_wrong_pair_is_wrong_usage(lang: str, reason: str, tmp_path: Path) -> None:
    for command in (["build", "--out", tmp_path], ["show", "white-gull", "--out", tmp_path], ["check"]):
        result = call(*command, "--root", HARBOUR, "--lang", lang)
        assert result.code == 2
        assert reason in result.err
    assert not any(tmp_path.iterdir())


def test_a_pair_is_built_next_to_its_languages(tmp_path: Path) -> None:
    root = tmp_path / "harbour"
    shutil.copytree(HARBOUR, root, ignore=shutil.ignore_patterns("docs"), symlinks=False)
    what = ("--only", "sheets", "--sheet", "cards-a4-duplex", "--only", "rulebook", "--root", root)
    assert call("build", "--lang", "en+de", *what).code == 0
    folder = root / "output/harbour-lights"
    assert sorted(path.name for path in folder.iterdir()) == ["en+de", "manifest.json"]
    assert sorted(path.name for path in (folder / "en+de").iterdir()) == [
        "cards-a4-duplex.pdf",
        "rulebook.html",
        "rulebook.pdf",
    ]
    cards = words_of(folder / "en+de/cards-a4-duplex.pdf")
    assert "The Lost Umbrella" in cards
    assert "Der Verlorene Schirm" in cards
    assert " · en+de" in cards  # on the sheets, outside the cards
    assert "up to date" in call("build", "--lang", "en+de", *what).out
    book = (folder / "en+de/rulebook.html").read_text("utf-8")
    assert book.index('<h2 id="setup">Setting up') < book.index('<h2 id="setup-de">Aufbau') < book.index('id="turn"')


def test_a_pair_that_does_not_fit_is_reported_with_the_missing_millimetres(tmp_path: Path) -> None:
    root = tmp_path / "harbour"
    shutil.copytree(HARBOUR, root, ignore=shutil.ignore_patterns("docs"), symlinks=False)
    base = root / "templates/harbour-lights/layouts/base.yaml"
    base.write_text(base.read_text("utf-8").replace("size: 5, smallest: 2.8", "size: 5, smallest: 3.2"), "utf-8")
    checked = call("check", "--lang", "en+de", "--render", "--root", root)
    assert checked.code == 1
    assert " mm too high for its box" in checked.out
    assert "en+de: " in checked.out
    assert call("check", "--lang", "en", "--lang", "de", "--render", "--root", root).code == 0
    result = call("build", "--lang", "en+de", "--only", "svg", "--root", root)
    assert result.code == 1
    assert "FIT-1" in result.err
    assert "en+de: " in result.err
    assert " mm too high for its box" in result.err
    assert not (root / "output/harbour-lights/en+de").exists()


def words_of(pdf: Path) -> str:
    """Return the text of all pages."""
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))
