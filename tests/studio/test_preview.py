"""What the page shows after a save: only what has changed is drawn, and what is broken keeps its last good picture."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cloudy_pnp.api import check
from cloudy_pnp.core import fingerprint
from cloudy_pnp.game.contract import RenderOptions, Sketch
from cloudy_pnp.game.registry import find_game
from cloudy_pnp.studio import preview as module
from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.preview import Preview
from cloudy_pnp.studio.problems import Checker
from cloudy_pnp.studio.project import Project
from cloudy_pnp.studio.snapshot import Drawing, Snapshot
from cloudy_pnp.workspace.config import as_configured
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load
from studio.game import GAME, GameFolder


@pytest.fixture
def game(tmp_path: Path) -> GameFolder:
    return GameFolder(tmp_path)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the faces that are drawn, as it happens; to save time nothing is really drawn."""
    names: list[str] = []

    def noting(sketch: Sketch) -> Drawing:
        names.append(sketch.name)
        return Drawing(sketch.key, fingerprint.of_bytes(sketch.key.encode()), (1, 1), bytes)

    monkeypatch.setattr(module, "draw_face", noting)
    return names


@pytest.fixture
def preview(game: GameFolder, drawn: list[str]) -> Preview:
    """Looked at once, in English."""
    made = Preview(home_of(GAME, game.root))
    made.want("en")
    last(made)
    drawn.clear()
    return made


def last(preview: Preview) -> Snapshot:
    """Everything that there is to be seen."""
    *_, snapshot = preview.look()
    return snapshot


def errors(snapshot: Snapshot) -> set[tuple[str, str]]:
    return {(problem["code"], problem["entry"]) for problem in snapshot.problems if problem["severity"] == "error"}


def test_every_face_is_shown_once_under_its_name(game: GameFolder) -> None:
    preview = Preview(home_of(GAME, game.root))
    preview.want("de")
    snapshot = last(preview)
    data = load(home_of(GAME, game.root)).entries.data()
    components = find_game(GAME).components
    assert components
    faces = components.load()(data, RenderOptions("de")).faces
    assert list(snapshot.faces["de"]) == [face.name for face in faces]
    assert {face.group for face in snapshot.faces["de"].values()} == {"vines", "castles", "spells", "backs"}
    assert snapshot.faces["de"]["chop"].title == "Zerhacken"
    assert snapshot.faces["de"]["chop"].says.startswith("Wähle")
    assert snapshot.names["de"] == "Wolkiges Königreich"
    assert list(snapshot.faces) == ["de"], "nobody looks at the other languages"


def test_problems_are_those_of_check(game: GameFolder) -> None:
    game.change("spells.yaml", "en: Twist", "en: Inspiration")
    game.change("vines.yaml", "count: 4", "count: many")
    found = last(Preview(home_of(GAME, game.root))).problems
    assert [{**problem, "entry": ""} for problem in found] == [
        {**problem.as_dict(), "entry": ""} for problem in as_configured(check(game.root), game.root).problems
    ]
    assert found


@pytest.mark.parametrize(
    ("file", "old", "new", "names"),
    [
        ("spells.yaml", "en: Inspiration", "en: Inspired", ["inspiration"]),
        ("spells.yaml", "hu: Inspiráció", "hu: Ihlet", []),
        ("spells.yaml", "remove: {which: top, to: box}", "draw: 3", ["chop"]),
        ("vines.yaml", "count: 4", "count: 5", []),
        ("families.yaml", "en: Raven", "en: Crow", []),
    ],
    ids=["name", "another language", "steps", "count", "title only"],
)
def test_only_what_has_changed_is_drawn(
    game: GameFolder, preview: Preview, drawn: list[str], file: str, old: str, new: str, names: list[str]
) -> None:
    game.change(file, old, new)
    last(preview)
    assert drawn == names
    drawn.clear()
    last(preview)
    assert drawn == []


def test_a_colour_changes_every_picture_and_old_ones_are_forgotten(
    game: GameFolder, preview: Preview, drawn: list[str]
) -> None:
    before = last(preview).faces["en"]
    game.change("style.yaml", 'ink: "#2b2a38"', 'ink: "#2b2a39"')
    after = last(preview).faces["en"]
    assert drawn == list(before)
    assert after["chop"].drawing.sha256 != before["chop"].drawing.sha256
    assert set(preview._drawings) == {face.drawing.key for face in after.values()}


BROKEN = {
    "step": ("spells.yaml", "- draw: 2", "- drow: 2"),
    "syntax": ("spells.yaml", "effect:", 'effect: ["'),
    "name of no text": ("spells.yaml", "en: Inspiration", "en: [Inspiration]"),
    "style": ("style.yaml", "style:", "stile:"),
    "game": ("game.yaml", "languages:", "languges:"),
    "family": ("families.yaml", "colour:", "color:"),
    "half a file": ("spells.yaml", "en: Inspiration", "en: Inspiration}}}\n - ["),
    "translation": ("spells.yaml", "en: Inspiration, ", ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_keeps_its_last_good_picture(
    game: GameFolder, preview: Preview, drawn: list[str], name: str
) -> None:
    sound = last(preview)
    file, old, new = BROKEN[name]
    text = game.read(file)
    game.change(file, old, new)
    broken = last(preview)
    assert broken.errors
    assert set(broken.faces["en"]) == set(sound.faces["en"])
    for face, before in sound.faces["en"].items():
        assert broken.faces["en"][face].drawing is before.drawing
    assert broken.is_worse_than(sound)
    assert drawn == []

    game.write(file, text)
    mended = last(preview)
    assert mended.faces == sound.faces
    assert not mended.errors
    assert drawn == []


def test_a_broken_card_is_marked_and_the_others_live_on(game: GameFolder, preview: Preview, drawn: list[str]) -> None:
    game.change("spells.yaml", "- remove: {which: top", "- remove: {which: tip")
    game.change("spells.yaml", "en: Twist", "en: Twirl")
    faces = last(preview).faces["en"]
    assert [name for name, face in faces.items() if face.stale] == ["chop"]
    assert faces["twist"].title == "Twirl"
    assert drawn == ["twist"]
    game.change("spells.yaml", "en: Twirl", "en: [Twirl]")
    assert last(preview).faces["en"]["twist"].title == "Twirl", "the last good one, although another was broken"
    assert ("SCHEMA-TYPE", "twist") in errors(last(preview))


def test_a_card_that_is_taken_out_is_gone(game: GameFolder, preview: Preview) -> None:
    game.write("more.yaml", "vines:\n  - {id: odd, count: 1, vines: [[n], [e, s, w]]}\n")
    with_it = last(preview)
    assert "odd" in with_it.faces["en"]
    (game.folder / "more.yaml").unlink()
    without = last(preview)
    assert "odd" not in without.faces["en"]
    assert without.is_worse_than(with_it), "perhaps an editor has only not written it yet"
    assert not without.errors


def test_a_card_that_is_gone_is_not_kept_for_the_error_of_another(game: GameFolder, preview: Preview) -> None:
    game.change("vines.yaml", "- id: crossing ", "- id: crossing-x ")
    game.change("spells.yaml", "- draw: 2", "- drow: 2")
    faces = last(preview).faces["en"]
    assert "crossing-x" in faces
    assert "crossing" not in faces
    assert faces["inspiration"].stale
    game.change("vines.yaml", "vines:", "vines: [")
    assert last(preview).faces["en"]["crossing-x"].stale, "a file that cannot be read may still hold it"


@pytest.mark.parametrize("file", ["game.yaml", "style.yaml", "editions.yaml", "families.yaml", "spells.yaml"])
def test_data_that_is_broken_from_the_start_is_told(game: GameFolder, file: str) -> None:
    game.write(file, "[")
    preview = Preview(home_of(GAME, game.root))
    preview.want("en")
    snapshot = last(preview)
    assert snapshot.errors
    assert ("stem" in snapshot.faces.get("en", {})) == (file == "spells.yaml")


def test_a_card_of_a_broken_edition_is_shown_from_the_start(game: GameFolder, drawn: list[str]) -> None:
    game.write("more.yaml", "vines:\n  - {id: odd, count: 1, vines: [[n], [e, s, w]]}\n")
    game.change("editions.yaml", "term: vine-card", "term: vine-kard")
    preview = Preview(home_of(GAME, game.root))
    preview.want("en")
    snapshot = last(preview)
    assert snapshot.errors
    assert "odd" in snapshot.faces["en"]


def test_a_text_that_does_not_fit_is_a_problem_of_its_card(game: GameFolder) -> None:
    game.change(
        "spells.yaml",
        "en: Inspiration",
        "en: " + "An Inspiration That Is Much Too Long For Any Ribbon " * 3,
    )
    preview = Preview(home_of(GAME, game.root))
    preview.want("en")
    snapshot = last(preview)
    assert errors(snapshot) == {("FIT-1", "inspiration")}
    assert not snapshot.faces["en"]["inspiration"].stale


def test_packs_are_shown_with_the_game(game: GameFolder, drawn: list[str], tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        f"pack: {{id: mine, game: {GAME}, name: {{en: Mine, de: Meins, fr: Le mien, hu: Enyém}}}}\n"
    )
    (pack / "vines.yaml").write_text("vines:\n  - {id: odd, count: 1, vines: [[n], [e, s, w]]}\n")
    preview = Preview(home_of(GAME, game.root), [pack])
    preview.want("en")
    assert "odd" in last(preview).faces["en"]
    assert pack in preview.folders


def test_much_to_draw_is_shown_bit_by_bit(
    game: GameFolder, preview: Preview, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PATIENCE", -1)
    before = last(preview).faces["en"]
    game.change("style.yaml", 'ink: "#2b2a38"', 'ink: "#2b2a39"')
    seen = [snapshot.faces["en"] for snapshot in preview.look()]
    assert len(seen) == len(before)
    for number, faces in enumerate(seen, start=1):
        assert [name for name in faces if faces[name] != before[name]] == list(before)[:number]


def test_nothing_is_told_twice_however_slow_the_machine_is(
    game: GameFolder, preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PATIENCE", -1)
    game.change("spells.yaml", "en: Twist", "en: Twirl")
    [snapshot] = preview.look()
    assert snapshot.faces["en"]["twist"].title == "Twirl"


BOARD = """\
game: cloudy-kingdom
title: {en: A Board, de: Ein Plan, fr: Un plateau, hu: Egy tábla}
rows: 1
cols: 1
cards:
  - {card: tee-side, at: [0, 0], facing: n}
"""


def test_scenarios_are_judged_and_drawn_after_the_cards_are_shown(
    game: GameFolder, preview: Preview, drawn: list[str]
) -> None:
    game.write("one.board.yaml", f"{BOARD}---\n{BOARD.replace('A Board', 'Another')}")
    before, after = preview.look()
    assert list(after.faces["en"])[len(before.faces["en"]) :] == ["board-one-1", "board-one-2"]
    board = after.faces["en"]["board-one-2"]
    assert (board.group, board.title) == ("boards", "Another")
    assert board.drawing.svg().count(b"<svg") == 1

    game.change("spells.yaml", "en: Twist", "en: Twirl")
    [renamed] = preview.look()
    assert renamed.faces["en"]["board-one-2"].drawing is board.drawing, "no name stands on a board"

    game.change("one.board.yaml", "Another, de: Ein Plan, fr: Un plateau, hu: Egy tábla}\nrows: 1", "Wide}\nrows: 2")
    _, grown = preview.look()
    assert grown.faces["en"]["board-one-2"].drawing.key != board.drawing.key

    game.change("one.board.yaml", "card: tee-side", "card: tea-side")
    _, wrong = preview.look()
    assert wrong.faces["en"]["board-one-2"] == grown.faces["en"]["board-one-2"], "the last good picture"
    codes = {(problem["code"], problem["entry"]) for problem in wrong.problems if problem["severity"] == "error"}
    assert codes == {
        ("REF-UNKNOWN", face.as_dict()["entry"]) for name, face in wrong.faces["en"].items() if name.startswith("board")
    }
    assert not wrong.faces["en"]["chop"].stale, "the cards are sound"

    game.change("spells.yaml", "- draw: 2", "- drow: 2")
    [broken] = preview.look()
    assert not [problem for problem in broken.problems if problem["file"].endswith("board.yaml")]
    assert "board-one-2" in broken.faces["en"]


def test_cards_that_layouts_draw_are_shown_and_their_layouts_are_watched(tmp_path: Path) -> None:
    for folder in ("cards/harbour-lights", "templates/harbour-lights"):
        shutil.copytree(home_of("harbour-lights").root / folder, tmp_path / folder)
    preview = Preview(home_of("harbour-lights", tmp_path))
    assert tmp_path / "templates/harbour-lights/layouts" in preview.folders
    *_, _ = preview.look()
    preview.want(preview.languages()[0])
    *_, snapshot = preview.look()
    faces = snapshot.faces[preview.languages()[0]]
    assert snapshot.errors == 0
    assert "ships" in {face.about.kind for face in faces.values() if face.about}


def test_no_note_is_shown_that_check_takes_back(tmp_path: Path) -> None:
    """A comment and a configuration hide notes: nothing may flash up before the whole check is done."""
    game = GameFolder(tmp_path)
    game.change("spells.yaml", "en: Twist, ", "")
    preview = Preview(home_of(GAME, game.root))
    preview.want("de")
    project = Project(preview.home)
    text = game.read("vines.yaml")
    for config in ("", 'ignore = ["I18N"]\n', "warnings-as-errors = true\n"):
        (game.root / "cloudy-pnp.toml").write_text(config, "utf-8")
        final, _ = Checker(project).check_saved()
        known = {(problem["code"], problem["line"], problem["severity"]) for problem in final}
        for snapshot in preview.look():
            shown = {(problem["code"], problem["line"], problem["severity"]) for problem in snapshot.problems}
            assert shown <= known, config
        typed = Desk(project).look(f"cards/{GAME}/vines.yaml", text, "").problems
        assert [problem["code"] for problem in typed] == [], config


def test_a_configuration_that_cannot_be_read_is_told_and_hides_no_card(tmp_path: Path) -> None:
    game = GameFolder(tmp_path)
    (game.root / "cloudy-pnp.toml").write_text('ignore = ["NO-SUCH"]\n', "utf-8")
    preview = Preview(home_of(GAME, game.root))
    preview.want("en")
    last(preview)
    snapshot = last(preview)
    assert snapshot.faces["en"]
    assert ['no code "NO-SUCH"' in failure for failure in snapshot.failures] == [True]
