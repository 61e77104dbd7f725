"""Pictures of a project or a pack: they are printed in the place of shipped ones, and their changes are noticed."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path

import pytest
from games.cloudy_kingdom.art.studio import colour, picture, style
from pack_files import GUST, write_pack
from PIL import Image
from PIL.Image import Image as Picture

from cloudy_pnp import api
from cloudy_pnp.cloudy_kingdom.art.spell_pictures import compose_motifs
from cloudy_pnp.cloudy_kingdom.art.style import Lines, pen_for
from cloudy_pnp.cloudy_kingdom.model.cards import motif_files, shipped_art
from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.colour import Colour
from cloudy_pnp.draw.kit.art import Art, ArtFile, Tones
from cloudy_pnp.draw.scene import bounds
from cloudy_pnp.draw.svg_read import SvgDocument, UnknownClass
from cloudy_pnp.game.contract import RenderOptions, Sketch
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import Loaded, Sound, load, sound_part

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">'
WHOLE = "-28 -28 56 56"
FULL = '<path class="{}" d="M-18 -18h36v36h-36z"/></svg>'
PINK, TEAL = (255, 0, 200), (0, 160, 150)
BREEZE = {**GUST, "id": "breeze", "name": {"en": "Breeze", "de": "Lüftchen", "fr": "Petit vent", "hu": "Szellő"}}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one's own: a copy of the shipped cards, and a pack with two spells."""
    shutil.copytree(shipped_root() / "cards/cloudy-kingdom", tmp_path / "cards/cloudy-kingdom")
    write_pack(tmp_path / "packs/gales", spells=[GUST, BREEZE])
    return tmp_path


def write_svg(path: Path, classes: str, box: str = WHOLE) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD.format(box) + FULL.format(classes), "utf-8")


def write_png(path: Path, tone: tuple[int, int, int]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (600, 600), tone).save(path)


def loaded(root: Path, *packs: Path) -> Loaded:
    return load(home_of("cloudy-kingdom", root), packs)


def faces(game: Loaded) -> dict[str, Sketch]:
    sound: Sound = sound_part(game)
    assert game.game.components
    printed = game.game.components.load()(sound.data, RenderOptions("en"))
    return {sketch.name: sketch for sketch in printed.faces}


def shown(sketch: Sketch) -> Picture:
    return picture(sketch.draw().symbol)


def share(shown: Picture, tone: tuple[int, int, int]) -> float:
    """Return how much of a card has a colour."""
    close = sum(
        max(abs(a - b) for a, b in zip(colour(shown, x, y), tone, strict=True)) < 3
        for x in range(0, shown.width, 4)
        for y in range(0, shown.height, 4)
    )
    return close / (len(range(0, shown.width, 4)) * len(range(0, shown.height, 4)))


def test_a_spell_of_a_pack_has_its_own_picture(project: Path) -> None:
    pack = project / "packs/gales"
    write_svg(pack / "art/gust.svg", "fill-berry")
    write_png(pack / "art/breeze.png", TEAL)
    game = loaded(project, pack)
    assert [finding for _, finding in game.findings if finding.code.startswith("PICTURE")] == []
    berry = Colour.parse(game.entries.of("style")[0].data["colours"]["berry"])
    tone = tuple(round(part * 255) for part in berry.rgb)
    drawn = faces(game)
    assert share(shown(drawn["gust"]), tone) > 0.1  # type: ignore[arg-type]
    assert share(shown(drawn["breeze"]), TEAL) > 0.1
    assert share(shown(drawn["chop"]), TEAL) == 0


def test_a_picture_with_few_pixels_is_reported(project: Path) -> None:
    path = project / "templates/cloudy-kingdom/art/chop.png"
    path.parent.mkdir(parents=True)
    Image.new("RGB", (100, 100), TEAL).save(path)
    assert "PICTURE-DPI" in [finding.code for _, finding in loaded(project).findings]


def test_check_draws_the_pictures_of_packs(project: Path) -> None:
    write_svg(project / "packs/gales/art/gust.svg", "fill-berry")
    write_png(project / "packs/gales/art/breeze.png", TEAL)
    report = api.check(project, "cloudy-kingdom", render=True, packs=[project / "packs/gales"])
    assert {problem.code for problem in report.problems if problem.severity is not Severity.INFO} == {"DATA-SAME"}


def test_a_project_replaces_a_shipped_picture(project: Path) -> None:
    before = faces(loaded(project))
    write_svg(project / "templates/cloudy-kingdom/art/spell-axe.svg", "fill-gold-mix-50-white")
    after = faces(loaded(project))
    assert before["chop"].key != after["chop"].key
    gold = Colour.parse(loaded(project).entries.of("style")[0].data["colours"]["gold"]).lighter(0.5)
    tone = tuple(round(part * 255) for part in gold.rgb)
    assert share(shown(before["chop"]), tone) < 0.02  # type: ignore[arg-type]
    assert share(shown(after["chop"]), tone) > 0.1  # type: ignore[arg-type]


def test_the_picture_of_a_pack_comes_before_that_of_the_project(project: Path) -> None:
    write_png(project / "templates/cloudy-kingdom/art/chop.png", PINK)
    assert share(shown(faces(loaded(project))["chop"]), PINK) > 0.1
    write_png(project / "packs/gales/art/chop.png", TEAL)
    assert share(shown(faces(loaded(project, project / "packs/gales"))["chop"]), TEAL) > 0.1


def test_a_changed_picture_changes_whatever_depends_on_the_data(project: Path) -> None:
    path = project / "templates/cloudy-kingdom/art/leaf-0.svg"
    marks = []
    for classes in ("fill-leaf", "fill-berry"):
        write_svg(path, classes)
        game = loaded(project)
        marks.append((sound_part(game).mark, faces(game)["stem"].key))
    assert len({mark for mark, _ in marks}) == len({key for _, key in marks}) == 2
    assert str(project) not in repr(marks)
    assert json.dumps(sound_part(loaded(project)).data["art"])
    assert pickle.loads(pickle.dumps(file := loaded(project).entries.of("art")[0].data["file"])) == file  # noqa: S301


def test_data_with_a_picture_does_not_depend_on_its_place(project: Path, tmp_path: Path) -> None:
    write_svg(project / "templates/cloudy-kingdom/art/leaf-0.svg", "fill-leaf")
    other = tmp_path / "elsewhere"
    shutil.copytree(project, other, ignore=shutil.ignore_patterns("elsewhere"))
    assert sound_part(loaded(project)).mark == sound_part(loaded(other)).mark


def test_a_spell_that_shows_a_face_has_no_picture(project: Path) -> None:
    write_svg(project / "templates/cloudy-kingdom/art/burning-crossing.svg", "fill-leaf")
    assert [finding.code for _, finding in loaded(project).findings if finding.code != "FACE-10"] == ["PICTURE-UNUSED"]


# --- how classes are read -------------------------------------------------------------------------------------------


def tones(*, saving: bool = False) -> Tones:
    colours = {"leaf": Colour(0.0, 0.5, 0.0), "ink": Colour(0.1, 0.1, 0.1)}
    return Tones(colours, Lines(1.0, 0.5, 0.3, 0.2), colours["ink"], saving)


def paths(body: str, *, saving: bool = False) -> tuple[object, ...]:
    return SvgDocument((HEAD.format("0 0 9 9") + body + "</svg>").encode()).symbol("x", tones(saving=saving)).items


MANY = "leaf" + "-mix-1-ink" * 9
SQUARE = '<path class="{}" d="M0 0h9v9z"/>'


def test_a_shape_is_white_with_a_line_when_ink_is_saved() -> None:
    [plain] = paths(SQUARE.format("shape fill-leaf"))
    [saved] = paths(SQUARE.format("shape fill-leaf"), saving=True)
    assert plain.fill == Colour(0.0, 0.5, 0.0) and plain.stroke is None  # type: ignore[attr-defined]
    assert saved.fill == Colour(1.0, 1.0, 1.0)  # type: ignore[attr-defined]
    assert saved.stroke.colour == Colour(0.1, 0.1, 0.1) and saved.stroke.width == 0.2  # type: ignore[attr-defined]


@pytest.mark.parametrize(("role", "full", "saving"), [("tint", 1, 0), ("saving", 0, 1), ("line line-ink", 1, 1)])
def test_what_is_shown_when_ink_is_saved(role: str, full: int, saving: int) -> None:
    body = "<style>.saving{display:none}</style>" + SQUARE.format(role)
    assert (len(paths(body)), len(paths(body, saving=True))) == (full, saving)


@pytest.mark.parametrize(
    "name",
    [
        "fill-lef",
        "line-",
        "stop-leaf-mix",
        "fill-leaf-mix-101-ink",
        "fill-leaf-mix--ink",
        "glossy",
        "fill-leaf" + "-mix-1-ink" * 9,
    ],
)
def test_an_unknown_class_is_refused(name: str) -> None:
    with pytest.raises(UnknownClass):
        paths(SQUARE.format(name))


def test_a_class_of_its_own_style_sheet_is_known() -> None:
    [path] = paths("<style>.cls-1{fill:#ff0000}</style>" + SQUARE.format("cls-1"))
    assert path.fill == Colour(1.0, 0.0, 0.0)  # type: ignore[attr-defined]


def test_a_picture_of_another_size_is_fitted(tmp_path: Path) -> None:
    path = tmp_path / "gust.svg"
    path.write_text(HEAD.format("0 0 200 100") + '<path class="fill-leaf" d="M0 0h200v100h-200z"/></svg>')
    art = Art(shipped_art(), portraits=(ArtFile("gust", fingerprint.of_file(path), path),))
    symbol = art.portrait("gust", tones(), Rect(-22, -21, 44, 42), Rect(-28, -28, 56, 56))
    assert bounds(symbol.items) == Rect(-22.0, -11.0, 44.0, 22.0)


@pytest.mark.parametrize("path", sorted(shipped_art().glob("*.svg")), ids=lambda path: path.stem)
def test_every_shipped_picture_has_known_tones_and_looks_the_same_in_a_browser(path: Path) -> None:
    """Its own style sheet, which a browser follows, has the colours of the shipped style."""
    pen = pen_for(style())
    known = pen.tones(figure=pen.colours.ink, ground=pen.colours.paper)
    document = SvgDocument(path.read_bytes())
    assert document.symbol(path.stem, known).items
    for line in path.read_text("utf-8").splitlines():
        name, brace, rule = line.strip().partition(" {fill:")
        if brace and name.startswith(".fill-") and name[6:] not in ("figure", "ground"):
            assert known.colour(name[6:]).hex == rule.rstrip("}"), line


def test_motifs_compose_the_picture_of_a_spell(project: Path) -> None:
    pack = project / "packs/gales"
    plain = faces(loaded(project, pack))["gust"]
    write_pack(pack, spells=[{**GUST, "picture": ["kite", "cloud"]}, {**BREEZE, "picture": ["cloud", "kite"]}])
    drawn = faces(loaded(project, pack))
    assert len({plain.key, drawn["gust"].key}) == 2
    pictures = [
        compose_motifs(pen_for(style()), motifs) for motifs in (("kite", "cloud"), ("cloud", "kite"), ("kite", "key"))
    ]
    assert [len(items) for items in pictures] == [2, 2, 2]
    assert pictures[0] == pictures[1][::-1]  # from back to front
    both = [box for item in pictures[2] if (box := bounds([item]))]
    assert len(both) == 2
    assert both[0].right <= both[1].left  # side by side
    assert all(box.left >= -22.5 and box.right <= 22.5 and box.bottom <= 22.5 for box in both)


def test_a_pack_adds_a_motif(project: Path) -> None:
    pack = write_pack(project / "packs/gales", spells=[{**GUST, "picture": ["unicorn", "cloud"]}])
    missing = [finding for _, finding in loaded(project, pack).findings if finding.code == "REF-UNKNOWN"]
    assert [finding.path for finding in missing] == [("spells", 0, "picture", 0)]
    write_svg(pack / "art/motif-unicorn.svg", "fill-berry", "0 0 30 30")
    game = loaded(project, pack)
    assert [finding for _, finding in game.findings if finding.code.startswith(("PICTURE", "REF"))] == []
    assert share(shown(faces(game)["gust"]), (216, 67, 59)) > 0.03  # berry
    write_pack(pack, spells=[{**GUST, "picture": ["cloud"]}])
    assert "PICTURE-UNUSED" in [finding.code for _, finding in loaded(project, pack).findings]


def test_each_motif_is_whole_in_every_look() -> None:
    assert len(motif_files()) > 60
    for look in (style(), style().saving_ink()):
        for name, file in motif_files().items():
            symbol = pen_for(look).art(file)
            box, room = bounds(symbol.items), symbol.bounds
            assert box and box.width > 0.3 * room.width and box.height > 0.12 * room.height, name
