"""A root that somebody else filled: nothing outside is read, nothing is printed raw, and no check fails open."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest
from cli.command import Result, call, run

from cloudy_pnp.cli.echo import safe
from cloudy_pnp.core import cache
from cloudy_pnp.core.problems import Finding
from cloudy_pnp.core.shipped import shipped_root

PACK = "pack: {id: p, name: {en: P, de: P, fr: P, hu: P, same: [de, fr, hu]}, game: cloudy-kingdom}\n"
SECRET = "hunter2"  # noqa: S105
BOOK = "templates/cloudy-kingdom/rulebook"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The shipped game in a folder of one's own, with its rulebook."""
    for folder in ("cards/cloudy-kingdom", "templates"):
        shutil.copytree(shipped_root() / folder, tmp_path / "root" / folder)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "x.yaml").write_text(f"password: {SECRET}\n")
    (tmp_path / "secret" / "en.md.j2").write_text(f"# {SECRET}\n")
    return tmp_path / "root"


def sound(result: Result) -> Result:
    assert "Traceback" not in result.out + result.err
    assert SECRET not in result.out + result.err
    return result


def codes(result: Result) -> list[str]:
    return [item["code"] for item in json.loads(sound(result).out)["problems"]]


def check(root: Path, *options: str | Path) -> Result:
    """Check everything but the cards' looks, which costs twenty times as much in a folder that is new each time."""
    return sound(call("check", "--root", root, "--format=json", "--no-render", *options))


def errors(root: Path) -> list[str]:
    found = json.loads(check(root).out)["problems"]
    return [item["code"] for item in found if item["severity"] == "error"]


# --- links --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "folder", ["cards/cloudy-kingdom", "packs", BOOK, "templates/rulebook", "templates/sheets", "templates", "cards"]
)
def test_a_linked_folder_of_the_root_is_not_read(folder: str, root: Path) -> None:
    if (root / folder).exists():
        shutil.rmtree(root / folder)
    outside = root.parent / "secret"
    if folder in ("cards", "templates"):
        (outside / "cloudy-kingdom" / "rulebook").mkdir(parents=True)
    (root / folder).symlink_to(outside)
    (root / "cards").mkdir(exist_ok=True)
    result = sound(call("check", "--root", root))
    assert result.code == 2
    assert "is a symlink that points outside" in result.err


@pytest.mark.parametrize("name", [f"{BOOK}/en.md.j2", f"{BOOK}/accepted.yaml"])
def test_a_linked_template_is_not_read(name: str, root: Path) -> None:
    (root / name).unlink()
    (root / name).symlink_to(root.parent / "secret" / "en.md.j2")
    result = check(root)
    assert result.code == 2
    assert "is a symlink that points outside" in result.err


@pytest.mark.parametrize("name", ["book.css", "book.typ", "look.yaml", "words.yaml"])
def test_a_linked_style_is_not_read(name: str, root: Path) -> None:
    (root / "templates/rulebook" / name).unlink()
    (root / "templates/rulebook" / name).symlink_to(root.parent / "secret" / "x.yaml")
    for result in (check(root), call("build", "--root", root, "--only=rulebook", "--lang=en", "--out", root / "o")):
        assert sound(result).code == 2
        assert "is a symlink that points outside" in result.err


def test_a_linked_output_is_not_written(root: Path) -> None:
    (root / "output").mkdir()
    (root / "output/cloudy-kingdom").symlink_to(root.parent / "secret")
    assert sound(call("show", "stem", "--root", root)).code == 2
    assert sorted(path.name for path in (root.parent / "secret").iterdir()) == ["en.md.j2", "x.yaml"]


def test_a_linked_folder_of_previews_is_not_written(root: Path) -> None:
    (root / "output/cloudy-kingdom/preview").mkdir(parents=True)
    (root / "output/cloudy-kingdom/preview/en").symlink_to(root.parent / "secret")
    assert sound(call("show", "stem", "--root", root)).code == 2
    assert sorted(path.name for path in (root.parent / "secret").iterdir()) == ["en.md.j2", "x.yaml"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("book.css", "</style><script>alert(1)</script>"),
        ("book.css", "@import 'x';"),
        ("book.css", "a { background: url(https://example.org/x) }"),
        ("look.yaml", '"x;}</style><script>alert(1)</script>": "#000000"'),
        ("words.yaml", '"x: 1), cover: (file: read(\\"/etc/passwd\\")": {en: a, de: a, fr: a, hu: a}'),
        ("words.yaml", "rules: {en: [a], de: a, fr: a, hu: a}"),
        ("words.yaml", "[" * 100_000),
        ("look.yaml", "{a: " * 100_000),
    ],
)
def test_a_style_is_no_way_to_code(name: str, text: str, root: Path) -> None:
    path = root / "templates/rulebook" / name
    old = path.read_text()
    path.write_text(
        re.sub(r"(?m)^light:\n", f"light:\n  {text}\n", old)
        if text[0] == '"' and name == "look.yaml"
        else f"{text}\n{old}"
    )
    result = check(root)
    assert result.code == 2
    assert result.err.startswith("cloudy-pnp: ")


def test_a_book_without_one_of_its_words_is_told(root: Path) -> None:
    path = root / "templates/rulebook/words.yaml"
    path.write_text(path.read_text().replace("skip:", "skipp:"))
    result = check(root)
    assert result.code == 2
    assert 'the word "skip" is missing' in result.err


# --- checks that would fail open ------------------------------------------------------------------------------------


def test_a_rulebook_without_its_source_is_an_error(root: Path) -> None:
    (root / BOOK / "en.md.j2").unlink()
    assert errors(root) == ["I18N-SECTION"]


def test_nonsense_in_a_sheet_is_an_error_for_check_and_build(root: Path) -> None:
    (root / "templates/sheets/mine.yaml").write_text("sheet: {id: mine, mode: sideways}\n")
    assert "SCHEMA-ENUM" in errors(root) or errors(root)
    assert sound(call("build", "--root", root, "--only=svg", "--lang=en", "--out", root / "o")).code == 1
    assert not (root / "o").exists()


def test_an_empty_folder_of_a_game_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cards/cloudy-kingdom").mkdir(parents=True)
    assert errors(tmp_path) == ["REF-SKIPPED"]


@pytest.mark.parametrize(
    "name",
    [
        "cards/cloudy-kingdom/x.YAML",
        "cards/cloudy-kingdom/x.yaml.txt",
        "cards/cloudy-kingdom/x.yml.bak",
        "cards/other/x.yaml",
        "cards/x.yaml",
        "packs/p1/x.yaml",
        "packs/x.yaml",
    ],
)
def test_what_looks_like_card_data_is_never_skipped_in_silence(name: str, root: Path) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text("vines: [{id: Wrong}]\n")
    assert errors(root) == ["REF-SKIPPED"]


def test_a_folder_with_almost_the_right_name_is_told(tmp_path: Path) -> None:
    (tmp_path / "Card/cloudy-kingdom").mkdir(parents=True)
    (tmp_path / "Card/cloudy-kingdom/x.yaml").write_text("vines: [{id: Wrong}]\n")
    result = run("check", cwd=tmp_path)
    assert result.code == 2
    assert "the folder Card is not read" in result.err


def test_a_named_file_that_is_not_judged_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("vines: [{id: Wrong}]\n")
    result = call("check", tmp_path / "x.txt")
    assert result.code == 1 or (result.code == 2 and "was not checked" in result.err)


# --- what reaches a terminal ------------------------------------------------------------------------------------------

EVIL = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m"
BOARD = """game: cloudy-kingdom
title: {{en: "{title}"}}
rows: 2
cols: 2
cards: []
"""


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_title_is_shown_and_not_obeyed(style: str, tmp_path: Path) -> None:
    path = tmp_path / "::stop-commands::x\x1b[2J.board.yaml"
    path.write_text(BOARD.format(title="##[error]owned \\u009b31m"))
    result = call("board", path, f"--format={style}")
    assert not re.search("[\x1b\x9b\u202e\x07]", result.out + result.err)
    assert not re.search(r"(?m)^\s*::|##\[", result.out + result.err)
    if style == "json":
        assert json.loads(result.out)["file"].endswith("::stop-commands::x\x1b[2J.board.yaml")


WORD = f"::stop-commands::x\n##[error]owned{EVIL}"
NAMED = (
    ("diff", WORD),
    ("lsp", WORD),
    ("explain", WORD),
    ("show", WORD),
    ("list", WORD),
    ("new", "vine", WORD, "--vines", WORD, "--yes"),
    ("check", WORD),
    ("check", "--pack", WORD),
    ("build", "--card", WORD),
    ("build", "--only", WORD),
    ("build", "--sheet", WORD),
    ("build", "--printer", WORD),
    ("export", WORD),
    ("export", "service", "--service", WORD),
    ("table", "export", WORD, "x.csv"),
    ("table", "import", WORD, "vines"),
    ("table", "fetch", WORD, "x.csv"),
    ("calibrate", "--name", WORD, "--measured", "0,0"),
    ("schema", "--game", WORD),
    ("i18n", "export", WORD, "x.po"),
    ("i18n", "import", WORD),
    ("init", "x", "--game", WORD),
    ("board", WORD),
    ("replay", WORD),
    ("score", WORD, "--game=fantasy-realms"),
    ("best", "--size", WORD, "--game=fantasy-realms"),
    ("odds", "--hands", WORD, "--game=fantasy-realms"),
    ("simulate", "--games", WORD),
    ("watch", "--port", WORD),
    (WORD,),
    ("--root", WORD),
)


@pytest.mark.parametrize("words", NAMED, ids=lambda words: " ".join(words[:2])[:20].partition(":")[0] or "command")
def test_no_command_obeys_a_word_of_its_call(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*words)
    assert result.code in (1, 2), result
    assert not re.search("[\x07\x9b\u202e]|\x1b(?!\\[[0-9;]*m)", result.out + result.err)
    assert not re.search(r"(?m)^\s*::|##\[", result.out + result.err)


def test_every_command_is_among_them() -> None:
    from cloudy_pnp.cli.main import _COMMANDS, _OTHER_NAMES

    assert {*_COMMANDS, *_OTHER_NAMES} - {words[0] for words in NAMED} == {"studio"}


def test_nothing_that_is_echoed_is_obeyed() -> None:
    shown = safe(f"a {EVIL}\n ::stop-commands::x\n\x1b[31mred\x1b[0m ##[group]x\ttab")
    assert shown.splitlines()[1:] == [" \\x3a:stop-commands::x", "\x1b[31mred\x1b[0m # #[group]x\ttab"]
    assert not re.search("[\x07\x9b\u202e]|\x1b[^\\[]", shown)


def test_only_one_module_prints() -> None:
    package = Path(__file__).parents[2] / "cloudy_pnp"
    printing = re.compile(r"click\.(?:echo|secho)\(|sys\.std(?:out|err)\.write\(")
    found = [path.name for path in package.rglob("*.py") if printing.search(path.read_text("utf-8"))]
    assert found == ["echo.py"]


# --- caches, arguments, environment --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b"[1]", b'[{"path": 3}]', b"\xff", b"{}", b"null", b'[{"code": [], "path": [], "message": 1}]'],
)
def test_a_hostile_verdict_is_judged_anew(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    good = [Finding("FACE-2", ("vines", 0), "m")]
    assert cache.cached("x", 1, Finding, lambda: good) == good
    [path] = (tmp_path / "cloudy-pnp" / "x").iterdir()
    path.write_bytes(content)
    assert cache.cached("x", 1, Finding, lambda: good) == good


def test_a_verdict_of_the_wrong_shape_is_judged_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    good = [Finding("FACE-2", ("vines", 0), "m")]
    cache.cached("x", 1, Finding, lambda: good)
    [path] = (tmp_path / "cloudy-pnp" / "x").iterdir()
    for key, value in {"message": 3, "at_key": "yes", "document": "0", "hint": None, "path": [1.5], "code": []}.items():
        path.write_text(json.dumps([{**json.loads(path.read_text())[0], key: value}]))
        assert cache.cached("x", 1, Finding, lambda: good) == good


def test_a_verdict_that_is_a_device_is_judged_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.cached("x", 1, Finding, list)
    [path] = (tmp_path / "cloudy-pnp" / "x").iterdir()
    path.unlink()
    path.symlink_to("/dev/zero")
    assert cache.cached("x", 1, Finding, list) == []


@pytest.mark.parametrize(
    "words",
    [
        ["--quantity", "stem=²"],
        ["--quantity", "stem=" + "9" * 5000],
        ["--card", os.fsdecode(b"a\xff")],
        ["--shift-back", "nan,inf"],
        ["--shift-back", "1e999,0"],
        ["--format", "1e9x1e9"],
        ["--paper", "9" * 5000 + "x1"],
        ["--edition", os.fsdecode(b"a\xff")],
        ["--lang", os.fsdecode(b"a\xff")],
    ],
)
def test_a_wrong_argument_of_build_is_one_line(words: list[str], tmp_path: Path) -> None:
    result = call("build", "--only=sheets", "--lang=en", "--out", tmp_path, *words)
    assert result.code == 2, result.err
    assert result.err.count("\n") == 1
    assert len(result.err) < 12_000


def test_an_address_that_is_none_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is compiled, which takes long."""
    monkeypatch.setattr("cloudy_pnp.api.load", None)
    result = call("simulate", "--games=10", "--cluster", "http://x")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "is not the address of a scheduler" in result.err


def test_a_picture_of_a_huge_board_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    """An empty board of 64 × 64 fields took 7.8 GB."""
    path = tmp_path / "x.board.yaml"
    path.write_text(BOARD.format(title="x").replace("rows: 2\ncols: 2", "rows: 64\ncols: 64"))
    result = call("board", path, "--draw", tmp_path / "x.png")
    assert result.code == 2
    assert 'the limit "pixels"' in result.err
    assert not (tmp_path / "x.png").exists()


# --- the tool itself --------------------------------------------------------------------------------------------------


def test_a_fault_of_the_tool_is_one_line_with_a_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("gone\x1b[2J")

    monkeypatch.setattr("cloudy_pnp.api.check", fails)
    result = call("check")
    assert (result.code, result.err.count("\n")) == (3, 1)
    assert "please report it" in result.err
    assert "Traceback" not in result.err
    assert "\x1b" not in result.err
    for told in (call("check", "--debug"), call("--debug", "check")):
        assert told.code == 3
        assert "Traceback" in told.err


def test_debug_is_a_file_name_after_two_dashes() -> None:
    assert "there is no file --debug" in call("check", "--", "--debug").err


def test_a_date_from_outside_changes_nothing(tmp_path: Path) -> None:
    made = set()
    for number, date in enumerate(("", "abc", "1", "9" * 99)):
        words = ("build", "--only=calibration", "--lang=en", "--out", tmp_path / str(number))
        assert run(*words, env={"SOURCE_DATE_EPOCH": date} if date else None).code == 0
        made.add((tmp_path / str(number) / "cloudy-kingdom/en/calibration.pdf").read_bytes())
    assert len(made) == 1


# --- ordinary mistakes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts.yaml", "north: [raven, rose, heron, sun]", "north: [raven, rose, heron, sun, raven]"),
        ("game.yaml", '  edition: "2023"\n', ""),
        ("game.yaml", "game:\n", "gaem:\n"),
        ("game.yaml", "languages: [en, de, fr, hu]", "languages: []"),
        ("editions.yaml", "editions:", "editiones:"),
        ("layouts.yaml", "layouts:", "layout:"),
        ("families.yaml", "families:", "famili:"),
    ],
)
@pytest.mark.parametrize("render", [(), ("--render",)], ids=["plain", "render"])
def test_an_ordinary_mistake_beside_a_pack_is_reported(
    file: str, old: str, new: str, render: tuple[str, ...], root: Path
) -> None:
    pack = root / "packs/p"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text(PACK)
    (pack / "s.yaml").write_text(
        "spells:\n  - {id: zz1, name: {en: Aa, de: Ab, fr: Ac, hu: Ad}, effect: [{protect: {against: everything}}]}\n"
    )
    path = root / "cards/cloudy-kingdom" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    assert check(root, *render).code == 1


def test_links_to_nowhere_do_not_hide_what_should_be_judged(tmp_path: Path) -> None:
    shutil.copytree(shipped_root() / "cards/cloudy-kingdom", tmp_path / "cards/cloudy-kingdom")
    (tmp_path / "packs").mkdir()
    for name in ("packs/p", "cards/cloudy-kingdom/more"):
        (tmp_path / name).symlink_to(tmp_path / name)
    result = call("check", "--no-render", "--root", tmp_path)
    assert result.code == 1
    assert result.out.count("REF-SKIPPED") == 2
