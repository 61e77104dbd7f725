"""`--pack` on the command line: found, refused, watched."""

from __future__ import annotations

from pathlib import Path

import pytest
from pack_files import GUST, LADDER, write, write_pack

from cli.command import REPOSITORY, call
from cloudy_pnp.cli.check import _is_data, _watched
from cloudy_pnp.data import source
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.workspace import files
from cloudy_pnp.workspace.home import home_of


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)


def test_check_of_the_game_with_a_pack_by_name_and_one_by_path(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "gales", spells=[{**GUST, "id": "whirlwind"}])
    result = call("check", "--pack", "giants-and-gales", "--pack", folder)
    assert result.code == 1
    assert 'REF-DUPLICATE: the pack "giants-and-gales" already has "whirlwind"' in result.out


WRONG = {
    "unknown pack": (["check", "--pack", "giants-and-gails"], 'did you mean "giants-and-gales"?'),
    "no pack": (["check", "--pack", "cards"], "cards is not a pack: it has no file pack.yaml"),
    "a card that the pack has not": (
        ["build", "--pack", "giants-and-gales", "--lang", "en", "--only", "sheets", "--card", "stem"],
        'there is no card "stem" to print',
    ),
}


@pytest.mark.parametrize(("args", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_call_says_what_is_wrong_in_one_line(tmp_path: Path, args: list[str], words: str) -> None:
    result = call(*args, *(("--out", str(tmp_path)) if args[0] == "build" else ()))
    assert result.code == 2
    assert words in result.err
    assert result.err.count("\n") == 1


def test_merged_where_there_is_no_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("build", "--merged")
    assert (result.code, result.err) == (2, "cloudy-pnp: --merged needs a pack: name one with --pack\n")


def test_a_board_with_cards_of_a_pack(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "gales", vines=[LADDER])
    castles = {side: ["rose" if side == "north" else None] for side in ("north", "east", "south", "west")}
    cards = [{"card": "ladder", "at": [0, 0], "facing": "n"}]
    write(
        tmp_path / "one.board.yaml",
        {"game": "cloudy-kingdom", "rows": 1, "cols": 1, "castles": castles, "cards": cards},
    )
    assert call("board", tmp_path / "one.board.yaml", "--pack", folder).code == 0
    assert call("board", tmp_path / "one.board.yaml").code == 1
    inside = (tmp_path / "one.board.yaml").rename(folder / "one.board.yaml")
    assert call("board", inside).code == 0  # with its own pack, as check judges it
    assert call("board", inside, "--pack", folder).code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--games", "1", "--spells", "chop,twist,whirlwind"),
        ("simulate", "--games", "1", "--quantity", "giants-footprint=2"),
    ],
    ids=" ".join,
)
def test_a_card_that_only_a_pack_has_is_told_with_its_pack(words: tuple[str, ...]) -> None:
    done = call(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(" It is in a pack: add --pack giants-and-gales\n")


def test_a_scenario_with_a_card_that_only_a_pack_has_is_told_with_its_pack(tmp_path: Path) -> None:
    board = tmp_path / "one.board.yaml"
    card = "cards: [{card: giants-footprint, at: [0, 0], facing: n, setup: true}]"
    board.write_text(f"game: cloudy-kingdom\nrows: 2\ncols: 2\n{card}\n", "utf-8")
    done = call("board", board)
    assert (done.code, done.err) == (
        1,
        "hint: It is in a pack: add --pack giants-and-gales\n1 document found: 0 evaluated, 1 invalid\n",
    )
    assert call("board", board, "--pack", "giants-and-gales").code == 0


def test_watch_looks_at_cards_templates_and_packs(tmp_path: Path) -> None:
    for name in ("cards/cloudy-kingdom", "templates", "packs"):
        (tmp_path / name).mkdir(parents=True)
    pack = write_pack(tmp_path / "elsewhere" / "gales")
    watched = _watched(
        [home_of("cloudy-kingdom", tmp_path)], (tmp_path / "other/spells.yaml", pack / "pack.yaml"), (pack,)
    )
    assert watched == {*(tmp_path / name for name in ("cards/cloudy-kingdom", "templates", "packs")), pack}
    assert _is_data(None, "templates/rulebook/de.md.j2")
    assert not _is_data(None, "templates/rulebook/book.css~")


def test_a_build_parses_each_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build of the game and of a pack next to it loads the game three times."""
    folder = tmp_path / "lights"
    assert call("init", folder, "--from", "harbour-lights").code == 0
    write(folder / "packs/more/pack.yaml", {"pack": {"id": "more", "name": {"en": "More"}, "game": "harbour-lights"}})
    parsed: list[str] = []

    def parse(raw: bytes, name: str) -> source.SourceFile:
        parsed.append(name)
        return parse_source(raw, name)

    monkeypatch.setattr(source, "parse_source", parse)
    monkeypatch.setattr(files, "parse_source", parse)
    monkeypatch.chdir(folder)
    assert call("build", "--only", "calibration", "--lang", "en").code == 0
    assert "packs/more/pack.yaml" in parsed
    cards = [name for name in parsed if name.startswith(("cards/", "packs/"))]
    assert sorted(cards) == sorted(set(cards))


def test_a_build_in_the_language_of_another_edition_mentions_it(tmp_path: Path) -> None:
    """Owners of that box find it; those who have chosen an edition, or asked for another language, are left alone."""
    build = ("build", "--only", "svg", "--card", "stem", "--out", str(tmp_path))
    hint = "hint: the box of Magyar kiadás is another one: --edition hu\n"
    assert hint in call(*build, "--lang", "hu").err
    for others in (("--lang", "hu", "--edition", "hu"), ("--lang", "hu", "--edition", "2023"), ("--lang", "de"), ()):
        assert "edition" not in call(*build, *others).err
