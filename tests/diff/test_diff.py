"""Two states of a project, compared. `python tests/diff/accept.py` writes the golden files again."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cli.command import call
from diff.changes import compare_changes, golden_texts, make_changes, write_game
from msgspec.structs import replace
from PIL import Image
from simulate.coins import Coins, measured
from studio.browser import CHROMIUM, chromium

import cloudy_pnp
from cloudy_pnp.core import budget
from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.diff import boxes, compare
from cloudy_pnp.diff.formats import _marked_words, markdown_format, picture_files, text_format, word_diff
from cloudy_pnp.diff.page import html_format
from cloudy_pnp.game.contract import Game
from cloudy_pnp.simulate.base import Setting
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load_base, with_packs

GOLDEN = Path(__file__).parent / "golden"
_SIGNED = {f"GIT_{role}_{what}": "tester" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@pytest.fixture(scope="module")
def diff(tmp_path_factory: pytest.TempPathFactory) -> compare.Diff:
    return compare_changes(tmp_path_factory.mktemp("diff"))


@pytest.mark.parametrize("name", ["ten.txt", "ten.md", "ten.html", "ten.json"])
def test_ten_changes(diff: compare.Diff, name: str) -> None:
    assert golden_texts(diff)[name] == (GOLDEN / name).read_text("utf-8")


def test_each_change_is_listed(diff: compare.Diff) -> None:
    cards = {card.id: card for card in diff.cards}
    assert {name: (card.change, card.languages) for name, card in cards.items()} == {
        "ant": ("changed", ["en"]),
        "bee": ("changed", ["de"]),
        "cat": ("changed", ["en", "de"]),  # only the picture
        "dog": ("changed", ["en", "de"]),  # it can no longer be drawn
        "elk": ("removed", ["en", "de"]),
        "fox": ("changed", ["en", "de"]),
        "gnu": ("changed", ["de"]),
        "hen": ("added", ["en", "de"]),
        "eel": ("added", ["en", "de"]),
    }
    assert not cards["cat"].fields
    assert diff.counts == ({"cards": 8}, {"cards": 10})
    assert {problem.code for problem in diff.new} == {"I18N-MARKUP", "SCHEMA-VALUE", "I18N-SAME"}
    assert [problem.message for problem in diff.fixed] == ['"mon" is not allowed here']
    assert all(problem.file == "cards/meadow/cards.yaml" for problem in (*diff.new, *diff.fixed))


def test_the_change_is_outlined(diff: compare.Diff) -> None:
    """The text of the ant is in the lower half; nothing above it is outlined."""
    [face] = next(card for card in diff.cards if card.id == "ant").faces
    [box] = face.boxes
    assert box.top > 40
    assert box.bottom < 85
    assert boxes.changed_boxes(face.before.symbol, face.before.symbol) == []  # type: ignore[union-attr]


def test_an_outline_ends_at_the_cut(diff: compare.Diff) -> None:
    card = next(card for card in diff.cards if card.id == "ant")
    face = replace(card.faces[0])
    face.__dict__["boxes"] = [Rect(-3, -3, 200, 200), Rect(-9, -9, 2, 2)]
    assert '<i style="left:0.00%;top:0.00%;width:100.00%;height:100.00%"></i></div>' in html_format(
        replace(diff, cards=[replace(card, faces=[face])])
    )


def test_nothing_from_the_cards_is_markup(diff: compare.Diff) -> None:
    page, markdown = html_format(diff), markdown_format(diff, {})
    assert page.count("<script>") == 1
    assert "default-src 'none'" in page
    assert "http" not in page.replace("http-equiv", "")
    inside = re.sub(r"(`{3,})text\n.*?\n\1\n|`[^`\n]*`", "", markdown, flags=re.DOTALL)
    assert "@" not in inside
    assert "<" not in inside


def test_a_state_and_itself(tmp_path: Path) -> None:
    write_game(tmp_path)
    same = cloudy_pnp.open(tmp_path).diff(str(tmp_path), str(tmp_path))
    assert text_format(same).endswith(": no differences\n")


def test_only_changed_cards_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write_game(tmp_path) / "cards.yaml"
    repository(tmp_path)
    changed = file.read_text("utf-8").replace("cost: 3", "cost: 30")
    drawn: list[str] = []
    plain = compare._Drawing._face

    def face(self: object, lang: str, pair: object, found: object) -> object:
        result = plain(self, lang, pair, found)  # type: ignore[arg-type]
        drawn.extend([result.name] if result else [])
        return result

    spent: list[int] = []
    spend = budget.spend

    def spending(name: str, amount: int = 1) -> bool:
        spent.extend([amount] if name == "faces" else [])
        return spend(name, amount)

    monkeypatch.setattr(compare._Drawing, "_face", face)
    monkeypatch.setattr(budget, "spend", spending)
    diff = cloudy_pnp.open(tmp_path).diff(unsaved={file: changed})
    assert drawn == ["cat", "cat"]
    assert sum(spent) == 4  # before and after in two languages
    assert [(field.path, field.before, field.after) for field in diff.cards[0].fields] == [("cost", 3, 30)]


def repository(root: Path) -> None:
    """Commit everything in a folder."""
    for args in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run(["git", *args], cwd=root, check=True, env={"PATH": "/usr/bin:/bin", **_SIGNED})


def test_the_command_compares_with_git(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "project")
    repository(tmp_path / "project")
    make_changes(folder)
    root = ("--root", tmp_path / "project")
    assert call("diff", *root).out.startswith("HEAD → the work tree: 2 added, 1 removed, 6 changed")
    record = json.loads(call("diff", "HEAD", *root, "--format", "json").out)
    assert [card["id"] for card in record["cards"] if card["change"] == "added"] == ["eel", "hen"]
    result = call("diff", *root, "--format", "markdown", "--out", tmp_path / "out")
    lost = ("the look of cards/fox before: it has errors", "the look of cards/dog after: it has errors")
    assert (result.code, result.err) == (1, "".join(f"cloudy-pnp: not compared: {part}\n" for part in lost))
    text = (tmp_path / "out/diff.md").read_text("utf-8")
    named = re.findall(r"\]\((pictures/[\w-]+\.webp)\)", text)
    assert sorted(named) == sorted(f"pictures/{path.name}" for path in (tmp_path / "out/pictures").iterdir())
    wrong = call("diff", "nothing", *root)
    assert (wrong.code, wrong.out) == (2, "")
    assert "neither a file nor a git revision" in wrong.err


@pytest.mark.parametrize("name", ["evening", "packs/evening"])
def test_a_pack_is_found_by_name_and_by_path(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        call(
            "new",
            "spell",
            "Sky Hook",
            "--step",
            "look: {from: draw-pile, count: 2, sort: true}",
            "--yes",
            "--pack",
            "packs/evening",
        ).code
        == 0
    )
    repository(tmp_path)
    file = tmp_path / "packs/evening/spells/sky-hook.yaml"
    file.write_text(
        file.read_text("utf-8").replace(
            "look: {from: draw-pile, count: 2, sort: true}", "look: {from: draw-pile, count: 3, sort: true}"
        ),
        "utf-8",
    )
    assert "1 changed" in call("diff", "HEAD", "--pack", name).out


def test_the_balance_of_both_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Coins are thrown instead of a game: the first seat wins more often with an elk, which is not saved yet."""
    folder = write_game(tmp_path)
    text = (folder / "cards.yaml").read_text("utf-8").replace("suit: mon,", "suit: moon,")
    (folder / "cards.yaml").write_text(re.sub("  - {id: elk.*\n", "", text), "utf-8")

    def simulator(model: Any, setting: Setting) -> Coins:
        has_elk = any(card["id"] == "elk" for card in model["cards"])
        return Coins(setting.seed, 0.9 if has_elk else 0.5)

    fake: Any = SimpleNamespace(
        default_policy="coin",
        tolerated=(),
        tables=lambda _: (2,),
        prepare=lambda _: None,
        simulator=simulator,
        series=lambda _, results: measured(results),
    )
    need = Game.need
    monkeypatch.setattr(Game, "need", lambda game, part, lacks: need(game, part, lacks) if "print" in lacks else fake)
    compared = cloudy_pnp.open(tmp_path).diff(str(tmp_path), unsaved={folder / "cards.yaml": text}, games=300)
    [(table, comparison)] = compared.balance
    assert (table, comparison.games) == ("2 players", 300)
    assert comparison.reason.startswith("worse: gap")
    assert comparison.reason in text_format(compared)


def test_a_game_that_is_new(tmp_path: Path) -> None:
    write_game(tmp_path)
    (tmp_path / "cards/meadow").rename(tmp_path / "meadow")
    (tmp_path / "cards/other").mkdir()
    (tmp_path / "cards/other/notes.txt").write_text("nothing\n", "utf-8")
    repository(tmp_path)
    (tmp_path / "meadow").rename(tmp_path / "cards/meadow")
    diff = cloudy_pnp.open(tmp_path, "meadow").diff()
    assert {card.change for card in diff.cards} == {"added"}


def test_no_git(tmp_path: Path) -> None:
    write_game(tmp_path)
    with pytest.raises(UserError, match="not a git repository"):
        cloudy_pnp.open(tmp_path).diff()


def state_of(unsaved: dict[Path, str]) -> compare.State:
    """Load Cloudy Kingdom with unsaved text, unchecked."""
    home = home_of("cloudy-kingdom")
    return compare.State("x", home, {"": with_packs(load_base(home, Files(unsaved)))})


def test_verdicts_and_rulebook_of_a_game_with_rules() -> None:
    """A stem without its vine: scenarios turn out differently; nothing else about them is listed."""
    vines = shipped_root() / "cards/cloudy-kingdom/vines.yaml"
    text = vines.read_text("utf-8")
    changed = re.sub(r"(- id: stem\n(?:    .*\n)*?    vines: )\[\[n, s\]\]", r"\1[[n], [s]]", text)
    assert changed != text
    before, after = state_of({}), state_of({vines: changed})
    changes = list(compare._scenario_changes(before, after))
    assert changes
    for change in changes:
        assert change.before
        assert change.after
        assert change.before != change.after
        assert all(change.before[key] != change.after[key] for key in change.before)
    assert not list(compare._rulebook_changes(before, state_of({}), compare._Drawing(before, before)))


def test_a_spell_in_four_languages_is_the_only_one_drawn() -> None:
    spells = shipped_root() / "cards/cloudy-kingdom/spells.yaml"
    text = spells.read_text("utf-8")
    changed = text.replace("by: quarter, way: right", "by: half")
    assert changed != text
    before, after = state_of({}), state_of({spells: changed})
    cards = list(compare._Drawing(before, after).cards())
    assert [(card.id, card.languages) for card in cards] == [
        ("twist", ["en", "de", "fr", "hu"]),
        ("spell-card", []),  # a figure of the rulebook shows it
    ]
    assert all(face.texts[0] != face.texts[1] and face.boxes for face in cards[0].faces)
    sections = compare._rulebook_changes(before, after, compare._Drawing(before, after))
    assert "twist" in {section.section for section in sections}


def compare_edited(root: Path, edit: Callable[[Path], None]) -> compare.Diff:
    """Compare a copy of a folder before and after an edit."""
    after = root.with_name("after")
    shutil.copytree(root, after)
    edit(after)
    return cloudy_pnp.open(after).diff(str(root), str(after))


def replace_in(file: str, *pairs: tuple[str, str]) -> Callable[[Path], None]:
    def edit(root: Path) -> None:
        text = (root / file).read_text("utf-8")
        for before, after in pairs:
            assert before in text, before
            text = text.replace(before, after)
        (root / file).write_text(text, "utf-8")

    return edit


@pytest.fixture
def kingdom(tmp_path: Path) -> Path:
    assert call("init", tmp_path / "before").code == 0
    return tmp_path / "before"


def test_a_figure_of_the_rulebook_is_shown_with_its_caption(kingdom: Path) -> None:
    edit = replace_in(
        "cards/cloudy-kingdom/boards/goal.board.yaml",
        ("bridge-long", "crossing"),
        ("From castle", "Straight from castle"),
    )
    diff = compare_edited(kingdom, edit)
    [figure] = [card for card in diff.cards if card.kind == "figure"]
    assert figure.id == "goal"
    [face] = figure.faces
    assert face.before and face.after and face.boxes, "a picture of it before and after"
    assert {field.path for field in figure.fields} == {"caption.en", "cards[2].card"}
    assert "figure/goal" in text_format(diff)
    assert "<figcaption>all languages: goal</figcaption>" in html_format(diff)
    pictures = {key: name for key, name, _ in picture_files(diff)}
    assert "| all languages | ![before]" in markdown_format(diff, pictures)


def test_a_castle_layout_is_shown(kingdom: Path) -> None:
    castles = ("[raven, rose, heron, sun]", "[rose, raven, heron, sun]")
    edit = replace_in("cards/cloudy-kingdom/layouts.yaml", castles)
    diff = compare_edited(kingdom, edit)
    [layout] = [card for card in diff.cards if card.faces and card.kind == "layouts"]
    assert layout.fields and [face.lang for face in layout.faces] == [""]


def test_the_cause_comes_first_and_equal_pictures_once(tmp_path: Path) -> None:
    write_game(tmp_path / "before")
    diff = compare_edited(tmp_path / "before", replace_in("templates/meadow/layouts/card.yaml", ("top: 18", "top: 19")))
    first, *rest = diff.cards
    assert (first.kind, first.id, first.effects) == ("layout", "card", len(rest))
    assert f"layout/card changed: {len(rest)} cards look different" in text_format(diff)


def test_a_card_without_words_is_shown_once(tmp_path: Path) -> None:
    write_game(tmp_path / "before")
    textless = "layout:\n  id: card\n  size: [60, 90]\n  boxes:\n    - rectangle: {at: bleed, fill: '%s'}\n"
    layout = tmp_path / "before/templates/meadow/layouts/card.yaml"
    layout.write_text(textless % "#ff0000", "utf-8")
    diff = compare_edited(tmp_path / "before", replace_in("templates/meadow/layouts/card.yaml", ("#ff0000", "#00ff00")))
    shown = [card for card in diff.cards if card.faces]
    assert shown and all([face.lang for face in card.faces] == ["en", "de"] for card in shown)
    assert html_format(diff).count("<figure>") == len(shown)
    assert html_format(diff).count("all languages") >= len(shown)
    assert len(list(picture_files(diff))) == 2 * len(shown)


def test_a_photo_deck_has_a_page_that_opens(tmp_path: Path) -> None:
    """A photo of a megabyte on each card: the page has the pixels of a screen."""
    folder = write_game(tmp_path / "before")
    noise = Image.effect_noise((1200, 900), 90).convert("RGB")
    noise.save(folder / "cat.png")
    assert (folder / "cat.png").stat().st_size > 1_000_000
    diff = compare_edited(tmp_path / "before", replace_in("cards/meadow/cards.yaml", ("id: cat", "id: kit")))
    pages = [html_format(diff), *(content for _, _, content in picture_files(diff))]
    assert all(len(page) < 200_000 * max(1, sum(len(card.faces) for card in diff.cards)) for page in pages)


def test_changed_words_wrap_and_are_no_markup() -> None:
    pieces = word_diff("Pay 2 coins, see www.a.b", "Pay *3* coins @all #12 <b>, see https://a.b")
    text = _marked_words(pieces)
    assert "~~2~~" in text and "**" in text
    assert not re.search(r"@\w|#\w+ |<|www\.|://|(?<!\*)\*3", text.replace("&#", ""))


@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine (Debian: apt-get install chromium)")
def test_a_page_fits_on_a_phone(diff: compare.Diff, tmp_path: Path) -> None:
    (tmp_path / "diff.html").write_text(html_format(diff), "utf-8")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 390, "height": 800})
        page.goto((tmp_path / "diff.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("error", "limit"), [(budget.OverTime, "seconds"), (MemoryError, "megabytes")])
def test_a_comparison_that_needs_too_much_names_the_limit(
    error: type[BaseException], limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compare(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("cloudy_pnp.diff.compare.compare", compare)
    result = call("diff", "--root", shipped_root())
    assert result.code == 2
    assert f'(the limit "{limit}" of one run)' in result.err


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        (lambda text: text.replace("  - id: white-gull", "  - id: white-gull\n    xx: [", 1), "parts of"),
        (lambda text: "\x00" * 99, "parts of"),
        (lambda text: text.replace("figure: gull", "figure: swan", 1), "the look of ships/white-gull after"),
    ],
    ids=["a card", "a file", "a picture"],
)
@pytest.mark.parametrize("style", ["text", "json", "markdown", "html"])
def test_what_cannot_be_compared_is_never_green(
    change: Callable[[str], str], lost: str, style: str, tmp_path: Path
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        shutil.copytree(home_of("harbour-lights").root, folder, ignore=shutil.ignore_patterns("docs", "output"))
        game = folder / "cards/harbour-lights/game.yaml"
        game.write_text(game.read_text("utf-8").replace("figures: {", "figures: {swan: {}, "), "utf-8")  # unseen
    assert call("diff", before, after, "--root", before, "--format", style).code == 0
    ships = after / "cards/harbour-lights/ships.yaml"
    ships.write_text(change(ships.read_text("utf-8")), "utf-8")
    for pair in ((before, after), (after, before)):
        result = call("diff", *pair, "--root", before, "--format", style)
        assert result.code == 1, result.err
        assert (lost if pair[0] is before else lost.replace("after", "before")) in result.out + result.err
