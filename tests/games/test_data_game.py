"""Games that are data only: found by their file, judged with line and column, printed, and what they cannot do said."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import call
from PIL import Image

from cloudy_pnp import api
from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.scene import Outline
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.game.contract import ComponentKind, RenderOptions
from cloudy_pnp.game.registry import find_game, game_ids
from cloudy_pnp.layouts import pictures
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.inspect import show
from cloudy_pnp.workspace.load import load, load_base
from cloudy_pnp.workspace.starting import schema_bytes

GAME = """game:
  id: tiny
  name: {en: Tiny, de: Winzig}
  languages: [en, de]
  choices:
    suits:
      flame: {name: {en: Flame, de: Flamme}, colour: "#cc4433", icon: flame}
      tide: {name: {en: Tide, de: Flut}, colour: "#2266aa", icon: wave}
  kinds:
    heroes:
      layout: hero
      fields:
        name: words
        suit: {type: choice, of: suits}
        strength: {type: number, least: 0, most: 9}
        friend: {type: reference, to: heroes, optional: true}
        picture: {type: picture, optional: true}
        tags: {type: list, of: text, optional: true}
    coins:
      component: token
      layout: {by: worth, cases: {1: small, 5: large}, else: small}
      copies: 3
      fields: {worth: number}
"""
HEROES = """heroes:
  - {id: ann, name: {en: Ann, de: Anna}, suit: flame, strength: 3, friend: bob}
  - {id: bob, name: {en: Bob, de: Robert}, suit: tide, strength: 5, count: 2}
"""
COINS = "id,worth\none,1\nfive,5\n"
HERO = """layout:
  id: hero
  size: poker
  back: back
  boxes:
    - rectangle: {at: bleed, fill: "{suit.colour}"}
    - text: {text: "{name} {friend.name}", at: {left: 5, right: 5, top: 5, height: 8}}
    - text: {words: {en: "Strength {strength}", de: "Stärke {strength}"}, at: {left: 5, right: 5, bottom: 5, height: 8}}
"""
BACK = 'layout: {id: back, size: poker, boxes: [{rectangle: {at: bleed, fill: "#222233"}}]}\n'
SMALL = 'layout: {id: small, size: [20, 20], outline: round, boxes: [{rectangle: {at: bleed, fill: "#ccaa33"}}]}\n'
LARGE = "layout: {id: large, extends: small, size: [30, 26], outline: hexagon}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    cards, layouts = tmp_path / "cards" / "tiny", tmp_path / "templates" / "tiny" / "layouts"
    cards.mkdir(parents=True)
    layouts.mkdir(parents=True)
    for name, text in (("game.yaml", GAME), ("heroes.yaml", HEROES), ("coins.csv", COINS)):
        (cards / name).write_text(text, "utf-8")
    for name, text in (("hero", HERO), ("back", BACK), ("small", SMALL), ("large", LARGE)):
        (layouts / f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path


def _problems(root: Path) -> list[str]:
    return [f"{Path(p.file).name}:{p.line}:{p.column} {p.code}" for p in api.check(root).problems]


def test_it_is_sound_and_found_without_its_name(root: Path) -> None:
    report = api.check(root)
    assert (report.problems, report.cards, report.files) == ([], 4, 7)
    assert home_of(None, root).game.id == "tiny"
    assert "tiny" in game_ids(root)
    assert "tiny" not in game_ids()


def test_report_a_wording_table_of_a_game_without_composed_texts(root: Path) -> None:
    folder = root / "templates" / "tiny" / "wording"
    folder.mkdir()
    (folder / "en.yaml").write_text("wording: {id: en, rows: {}}\n", "utf-8")
    assert _problems(root) == ["en.yaml:1:1 REF-SKIPPED"]
    folder.rename(folder.with_name("words"))
    assert _problems(root) == ["en.yaml:1:1 REF-SKIPPED"]


def test_packages_win_over_data_of_the_same_name(root: Path) -> None:
    (root / "cards" / "cloudy-kingdom").mkdir()
    (root / "cards" / "cloudy-kingdom" / "game.yaml").write_text(GAME, "utf-8")
    assert find_game("cloudy-kingdom", root).described_in is None
    for name in ("../cards/tiny", "no-such-game", ".."):
        with pytest.raises(UserError, match="there is no game"):
            find_game(name, root)


def test_components_have_the_size_outline_and_copies_of_their_layouts(root: Path) -> None:
    home = home_of("tiny", root)
    assert home.game.components is not None
    printed = home.game.components.load()(load(home).entries.data(), RenderOptions("de"))
    found = {one.id: one for one in printed.components}
    assert {name: (one.size, one.copies, one.kind) for name, one in found.items()} == {
        "ann": ((63.5, 88.9), 1, ComponentKind.CARD),
        "bob": ((63.5, 88.9), 2, ComponentKind.CARD),
        "one": ((20, 20), 3, ComponentKind.TOKEN),
        "five": ((30, 26), 3, ComponentKind.TOKEN),
    }
    assert found["ann"].outline is None
    assert isinstance(found["one"].outline, Outline)
    assert found["one"].back is None
    assert found["ann"].back is not None
    assert found["bob"].back is not None
    assert found["ann"].back(1) is found["bob"].back(1), "equal backs are one"
    larger = home.game.components.load()(load(home).entries.data(), RenderOptions("de", card_size=(70.0, 120.0)))
    assert [one.size for one in larger.components] == [(70, 120), (70, 120), (20, 20), (30, 26)]


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("heroes.yaml", "suit: flame", "suit: flam", "heroes.yaml:2:48 SCHEMA-VALUE"),
        ("heroes.yaml", "strength: 3", "strength: 12", "heroes.yaml:2:65 SCHEMA-RANGE"),
        ("heroes.yaml", "friend: bob", "friend: bop", "heroes.yaml:2:76 REF-UNKNOWN"),
        ("heroes.yaml", ", de: Anna", "", "heroes.yaml:2:21 I18N-MISSING"),
        ("heroes.yaml", "strength: 3", "strenght: 3", "heroes.yaml:2:55 SCHEMA-KEY"),
        ("heroes.yaml", "id: bob", "id: one", "coins.csv:2:1 REF-DUPLICATE"),
        ("heroes.yaml", "friend: bob", "picture: no.png", "heroes.yaml:2:77 PICTURE-MISSING"),
        ("coins.csv", "five,5", "five,much", "coins.csv:3:6 SCHEMA-TYPE"),
        ("game.yaml", "layout: hero", "layout: heroo", "game.yaml:11:15 REF-UNKNOWN"),
        ("game.yaml", "of: suits}", "of: suit}", "game.yaml:14:34 REF-UNKNOWN"),
        ("game.yaml", "to: heroes", "to: villains", "game.yaml:16:39 REF-UNKNOWN"),
        ("game.yaml", "{type: choice, of: suits}", "{type: choice}", "game.yaml:14:15 KIND-FIELD"),
        ("game.yaml", "fields: {worth: number}", "fields: {worth: number, id: text}", "game.yaml:23:31 KIND-NAME"),
        ("game.yaml", "fields: {worth: number}", "fields: {worth: figure}", "game.yaml:23:23 SCHEMA-PATTERN"),
        ("game.yaml", "copies: 3", "copies: 0", "game.yaml:22:15 DATA-COUNT"),
        ("game.yaml", "copies: 3", "copies: 3\n      from: gold.csv", "game.yaml:23:13 TABLE-MISSING"),
    ],
)
def test_mistakes_are_told_where_they_are(root: Path, file: str, old: str, new: str, problem: str) -> None:
    path = root / "cards" / "tiny" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert problem in _problems(root)


def test_a_broken_kind_is_told_once_and_its_cards_are_left_in_peace(root: Path) -> None:
    path = root / "cards" / "tiny" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("type: number, least", "type: numbr, least"), "utf-8")
    assert _problems(root) == ["game.yaml:15:26 SCHEMA-VALUE"]


def test_a_field_that_no_card_has_is_told_in_the_layout(root: Path) -> None:
    path = root / "templates" / "tiny" / "layouts" / "hero.yaml"
    path.write_text(path.read_text("utf-8").replace("{name} {friend.name}", "{nmae}"), "utf-8")
    assert _problems(root) == ["hero.yaml:7:20 LAYOUT-FIELD"]


def test_words_of_a_layout_are_wanted_in_every_language(root: Path) -> None:
    path = root / "templates" / "tiny" / "layouts" / "hero.yaml"
    path.write_text(path.read_text("utf-8").replace(', de: "Stärke {strength}"', ""), "utf-8")
    assert _problems(root) == ["hero.yaml:8:21 I18N-MISSING"]


def test_pictures_are_judged_and_unused_ones_mentioned(root: Path) -> None:
    folder = root / "cards" / "tiny"
    Image.new("RGB", (100, 100)).save(folder / "ann.png")
    Image.new("RGB", (100, 100)).save(folder / "forgotten.png")
    heroes = (folder / "heroes.yaml").read_text("utf-8").replace("friend: bob", "picture: ann.png")
    (folder / "heroes.yaml").write_text(heroes, "utf-8")
    layout = root / "templates" / "tiny" / "layouts" / "hero.yaml"
    layout.write_text(
        layout.read_text("utf-8") + '    - picture: {file: "{picture}", at: {width: 50, height: 50}}\n', "utf-8"
    )
    assert _problems(root) == ["game.yaml:1:1 PICTURE-UNUSED"]
    drawn = [f"{Path(p.file).name}:{p.line}:{p.column} {p.code}" for p in api.check(root, render=True).problems]
    assert "heroes.yaml:2:77 PICTURE-DPI" in drawn


def test_pictures_above_the_limit_are_one_problem(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """200 ordinary pictures were 74 errors."""
    folder = root / "cards" / "tiny"
    heroes = "heroes:\n"
    for number in range(12):
        Image.new("RGB", (100, 100 + number)).save(folder / f"{number}.png")
        name = f"{{en: A{number}, de: B{number}}}"
        heroes += f"  - {{id: h{number}, name: {name}, suit: tide, strength: 1, picture: {number}.png}}\n"
    (folder / "heroes.yaml").write_text(heroes, "utf-8")
    assert _problems(root) == []
    pictures._CACHE.clear()
    monkeypatch.setenv(budget.VARIABLE, "pictures=50000")
    [problem] = api.check(root).problems
    assert (problem.code, 'the limit "pictures"' in problem.message) == ("YAML-LIMIT", True)


def test_an_unsaved_game_file_counts(root: Path) -> None:
    home = home_of("tiny", root)
    path = root / "cards" / "tiny" / "game.yaml"
    unsaved = Files({path: GAME.replace("strength: {type: number, least: 0, most: 9}", "strength: text")})
    findings = load_base(home, unsaved).findings
    assert {finding.code for _, finding in findings} == {"SCHEMA-TYPE"}


def test_show_and_build_and_pack(root: Path, tmp_path: Path) -> None:
    [ann] = show(home_of("tiny", root), ["ann"], languages=("de",))
    assert (ann.words["de"][0], ann.kind, list(ann.pages)) == ("Anna", "heroes", ["de"])
    pack = root / "packs" / "more"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text("pack: {id: more, game: tiny, name: {en: More, de: Mehr}}\n", "utf-8")
    (pack / "heroes.csv").write_text("id,name_en,name_de,suit,strength\ncid,Cid,Zid,tide,1\n", "utf-8")
    assert api.check(root).problems == []
    result, report = api.build(
        root, BuildRequest(("en",), only=("svg",)), out=tmp_path / "out", packs=[pack], merged=True
    )
    assert report.exit_code == 0
    assert "en/svg/cid.svg" in {made.path for made in result.artifacts}


def _run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cloudy_pnp", *words], cwd=root, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("simulate",), "tiny"),
        (("build", "--only", "rulebook"), ""),
        (("replay", "x.game.yaml"), "tiny has no replay"),
    ],
)
def test_what_the_game_cannot_do_is_said_in_one_line(root: Path, words: tuple[str, ...], says: str) -> None:
    done = _run(root, *words)
    assert done.returncode in (0, 2), done.stderr
    assert "Traceback" not in done.stderr
    assert says in done.stderr
    assert done.stderr.count("\n") <= 1


def test_the_schemas_for_the_editor_are_what_the_check_judges_by(root: Path) -> None:
    done = _run(root, "schema")
    assert done.returncode == 0, done.stderr
    written = json.loads((root / "schema" / "tiny" / "heroes.schema.json").read_text("utf-8"))
    assert written["properties"]["heroes"]["items"]["properties"]["suit"]["enum"] == ["flame", "tide"]
    assert written == home_of("tiny", root).game.data.schemas["heroes"]


def test_a_new_card_is_started_from_the_fields(root: Path) -> None:
    done = _run(root, "new", "heroes", "Dora Day", "--suit", "tide", "--strength", "4", "--name", "de=Dora", "--yes")
    assert done.returncode == 0, done.stderr
    [written] = (root / "packs" / "my-pack").rglob("dora-day.yaml")
    assert "suit: tide" in written.read_text("utf-8")
    wrong = _run(root, "new", "heroes", "Eve", "--suit", "tyde", "--strength", "4", "--yes")
    assert wrong.returncode == 2
    assert 'did you mean "tide"?' in wrong.stderr


def test_a_root_without_the_game_has_the_tables_of_the_shipped_one(tmp_path: Path) -> None:
    """A pack for a game that is installed has all its cards."""
    pack = tmp_path / "packs/mine"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text("pack: {id: mine, name: {en: Mine}, game: harbour-lights}\n", "utf-8")
    loaded = load(home_of("harbour-lights", tmp_path))
    assert [finding.message for _, finding in loaded.findings] == []
    assert "fog-bell" in loaded.entries.ids("orders")


def test_the_shipped_schemas_are_those_of_the_game_file() -> None:
    """`cloudy-pnp schema` in the game's folder writes them."""
    home = home_of("harbour-lights")
    made = load_base(home).game.data.schemas
    folder = home.root / "schema/harbour-lights"
    assert {path.name for path in folder.iterdir()} == {f"{name}.schema.json" for name in made}
    for name, schema in made.items():
        assert (folder / f"{name}.schema.json").read_bytes() == schema_bytes(schema), name


def test_the_example_of_four_layouts_is_sound() -> None:
    report = api.check(shipped_root() / "docs/examples/four-layouts", render=True)
    assert (report.problems, report.cards) == ([], 8)


def test_a_card_may_be_called_like_a_back(tmp_path: Path) -> None:
    """Two faces would be one file, and one picture in the studio: the card keeps its name."""
    root = tmp_path / "mine"
    assert call("init", root, "--empty").code == 0
    with (root / "cards/mine/cards.csv").open("a", encoding="utf-8") as cards:
        cards.write("Back Back,sun,1,1,Hello.\nBack Back 2,sun,1,1,Hello.\n")
    assert call("build", "--only=svg", "--root", root).code == 0
    names = {path.stem for path in (root / "output/mine/en/svg").iterdir()}
    assert {"back-back", "back-back-2", "back-back-3"} <= names
    assert "Hello" in (root / "output/mine/en/svg/back-back.svg").read_text("utf-8")
    assert call("export", "png", "--dpi=30", "--root", root).code == 0
    assert {path.stem for path in (root / "output/mine/en").glob("png*/*.png")} == names
