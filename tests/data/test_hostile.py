"""Files of strangers who mean harm: one clear problem or one line on stderr, bounded memory and time, no traceback.

What could need too much runs in a process of its own with 2 GiB of address space. Nothing is timed; what hangs is
killed, and the test fails.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.command import Result, call, run

from cloudy_pnp import api
from cloudy_pnp.cli.reporters import REPORTERS
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.files import Limits
from cloudy_pnp.data.source import parse_source

CARD = "  - {id: stem, count: 6, vines: [[n, s]]}\n"
FORMATS = ("text", "json", "github", "sarif", "junit")


def check(path: Path, content: str | bytes | None = None, *options: str) -> Result:
    """Check a file (written first, if its content is given) in a process of its own."""
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return sound(run("check", path, *options))


def check_here(path: Path, content: str | bytes | None = None, *options: str) -> Result:
    """The same in this process, which is much faster."""
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return sound(call("check", path, *options))


def sound(result: Result) -> Result:
    """The result, looked through for what must never happen."""
    assert "Traceback" not in result.out + result.err
    assert result.code in (0, 1, 2)
    assert "\x1b" not in result.out + result.err
    return result


def problems(result: Result) -> list[tuple[str, int, int]]:
    """Code, line and column of each problem of a report as JSON."""
    return [(item["code"], item["line"], item["column"]) for item in json.loads(result.out)["problems"]]


def only_problem(result: Result) -> tuple[str, int, int]:
    """The one problem of a report as JSON."""
    assert result.code == 1
    found = problems(result)
    assert len(found) == 1, found
    return found[0]


# --- too much ----------------------------------------------------------------------------------------------


def alias_bomb() -> str:
    """Ten names, each for ten of the one before: 10^10 values in half a kilobyte."""
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 10)]
    return "\n".join(lines)


TOO_MUCH: dict[str, Callable[[], str | bytes]] = {
    "alias bomb": alias_bomb,
    "quadratic alias bomb": lambda: f"a: &a [{'x, ' * 20_000}]\nvines: [{'*a, ' * 20_000}]\n",
    "alias bomb of maps": lambda: f"a: &a {{{', '.join(f'k{n}: 1' for n in range(5_000))}}}\nb: [{'*a, ' * 5_000}]\n",
    "depth 10,000 in flow style": lambda: "vines: " + "[" * 10_000 + "]" * 10_000,
    "depth 10,000 in flow style, never closed": lambda: "{a: " * 10_000,
    "depth 10,000 in block style": lambda: "- " * 10_000 + "x",
    "depth 5,000 in indented block style": lambda: "".join(f"{' ' * n}a:\n" for n in range(5_000)),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_one_problem(name: str, tmp_path: Path) -> None:
    assert only_problem(check(tmp_path / "x.yaml", TOO_MUCH[name](), "--format=json"))[0] == "YAML-LIMIT"


def test_more_values_than_card_data_has() -> None:
    source = parse_source(b"vines: [" + b"a," * 1_000 + b"]", "x.yaml", Limits(nodes=1_000))
    assert [(problem.code, problem.line, problem.column) for problem in source.problems] == [("YAML-LIMIT", 1, 2003)]


def test_a_file_of_100_megabytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    with path.open("wb") as stream:
        stream.truncate(100 * 1024 * 1024)
    assert only_problem(check(path, None, "--format=json")) == ("YAML-LIMIT", 1, 1)


@pytest.mark.parametrize("card", ["  - {}\n", "  - stem\n"], ids=["empty", "text"])
def test_a_file_with_more_problems_than_anybody_reads_says_so(card: str, tmp_path: Path) -> None:
    found = problems(check(tmp_path / "x.yaml", "vines:\n" + card * 15_000, "--format=json"))
    assert len(found) == 10_000
    assert [code for code, _, _ in found].count("YAML-LIMIT") == 1


def test_more_duplicate_keys_than_anybody_reads(tmp_path: Path) -> None:
    found = problems(check(tmp_path / "x.yaml", "vines:\n- {" + "a: 1, " * 100_000 + "}\n", "--format=json"))
    assert [code for code, _, _ in found].count("YAML-LIMIT") == 1
    assert [code for code, _, _ in found].count("YAML-DUPLICATE") == 10_000


def test_more_unknown_keys_than_anybody_reads(tmp_path: Path) -> None:
    keys = ", ".join(f"k{number}: 1" for number in range(20_000))
    found = problems(check(tmp_path / "x.yaml", f"vines:\n- {{{keys}}}\n", "--format=json"))
    assert len(found) == 10_000
    assert [code for code, _, _ in found].count("YAML-LIMIT") == 1


def test_10_000_problems_in_every_format(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("vines:\n" + "  - {}\n" * 10_000)
    report = api.check(shipped_root(), paths=[tmp_path / "x.yaml"])
    for style in FORMATS:
        assert len(REPORTERS[style](report).splitlines()) >= 10_000


def test_a_million_tiny_cards(tmp_path: Path) -> None:
    assert check(tmp_path / "x.yaml", "vines:\n" + "  - {}\n" * 1_000_000).code == 1


def test_many_cards_of_one_id(tmp_path: Path) -> None:
    assert check(tmp_path / "x.yaml", "vines:\n" + CARD * 10_000, "--format=json").code == 1


def test_many_broken_cards(tmp_path: Path) -> None:
    found = problems(check(tmp_path / "x.yaml", "vines:\n" + '- id: "a" b\n' * 20_000, "--format=json"))
    assert {code for code, _, _ in found} == {"YAML-SYNTAX"}


def test_lists_without_end_are_compared_in_one_pass(tmp_path: Path) -> None:
    mixed = ", ".join(f"{{a: {number}}}, {number}" for number in range(10_000))
    content = f"layouts:\n- {{id: A, rows: 1, cols: 1, players: [{mixed}, 7], castles: {{}}}}\n"
    assert check(tmp_path / "x.yaml", content, "--format=json").code == 1


@pytest.mark.parametrize("style", FORMATS)
def test_a_very_long_line(style: str, tmp_path: Path) -> None:
    result = check_here(tmp_path / "x.yaml", "vines: [{id: " + "x" * 10_000_000 + "}]\n", f"--format={style}")
    assert result.code == 1
    assert len(result.out) < 10_000


@pytest.mark.parametrize(
    "number", ["9" * 100_000, "-" + "9" * 5_000, "0." + "1" * 100_000, "1e999999999", "0x" + "f" * 100_000, "1" * 15]
)
def test_a_huge_number_is_one_problem(number: str, tmp_path: Path) -> None:
    content = f"vines:\n  - id: stem\n    count: {number}\n    vines: [[n, s]]\n"
    code, line, column = only_problem(check_here(tmp_path / "x.yaml", content, "--format=json"))
    assert code in ("YAML-NUMBER", "SCHEMA-TYPE", "SCHEMA-RANGE")
    assert (line, column) == (3, 12)


# --- not text ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [b"\0" * 1_000, b"vines:\0\0\0" * 1_000, bytes(range(256)) * 4_000, b"\x89PNG\r\n\x1a\n" + b"\0\1\2" * 999],
    ids=["zeros", "many zeros", "every byte", "picture"],
)
def test_what_is_not_text_is_one_problem(content: bytes, tmp_path: Path) -> None:
    assert only_problem(check_here(tmp_path / "x.yaml", content, "--format=json"))[0] == "YAML-ENCODING"


def test_a_zero_byte_is_found_where_it_stands(tmp_path: Path) -> None:
    content = b"vines:\n  - id: stem\n    count: 6\0\n    vines: [[n, s]]\n"
    assert only_problem(check_here(tmp_path / "x.yaml", content, "--format=json")) == ("YAML-CONTROL", 3, 13)


@pytest.mark.parametrize("escape", ["\x1b", "\\e"], ids=["raw", "written"])
def test_a_colour_of_a_terminal_is_one_problem(tmp_path: Path, escape: str) -> None:
    text = f'{{en: "{escape}[1;31mred", de: "rot.", fr: "rouge.", hu: "piros."}}'
    name = "name: {en: Red, de: Rot, fr: Rouge, hu: Piros}"
    spell = f"id: red\n    {name}\n    effect: [{{draw: 1}}, {{discard: {{from: drawn}}}}]"
    content = f"spells:\n  - {spell}\n    text: {text}\n"
    assert only_problem(check_here(tmp_path / "x.yaml", content, "--format=json"))[:2] == ("YAML-CONTROL", 5)


def test_invisible_characters_without_end(tmp_path: Path) -> None:
    content = "vines:\n" + "- \u200b\u202e\n" * 10_000
    assert check_here(tmp_path / "x.yaml", content).code == 1


# --- not a file --------------------------------------------------------------------------------------------


def refused(result: Result) -> str:
    """The one line on stderr of a call that could not read what it was asked to."""
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert result.err.startswith("cloudy-pnp: ")
    return result.err


def test_a_pipe_that_nobody_writes_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "not a plain file" in refused(check(tmp_path / "pipe.yaml"))


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/random"])
def test_a_device(device: str) -> None:
    assert "not a plain file" in refused(check(Path(device)))


def test_a_folder_with_the_name_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").mkdir()
    assert "no card data" in refused(check_here(tmp_path / "x.yaml"))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no file" in refused(check_here(tmp_path / "x.yaml"))


def test_a_link_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").symlink_to("nowhere.yaml")
    assert "No such file" in refused(check_here(tmp_path / "x.yaml"))


def test_a_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").symlink_to("x.yaml")
    assert "symbolic links" in refused(check_here(tmp_path / "x.yaml"))


def test_a_name_longer_than_any_file_can_have(tmp_path: Path) -> None:
    refused(check_here(tmp_path / ("x" * 5_000 + ".yaml")))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder for cards that add to the shipped game."""
    folder = tmp_path / "root" / "cards" / "cloudy-kingdom"
    folder.mkdir(parents=True)
    return folder


def check_game(game: Path) -> Result:
    """Check the whole folder."""
    return sound(call("check", "--root", game.parent.parent, "--format=json"))


def test_a_link_out_of_the_folder_is_not_followed(game: Path) -> None:
    (game.parents[1] / "secret.yaml").write_text("password: hunter2\n")
    (game / "x.yaml").symlink_to("../../secret.yaml")
    (game / "passwd.yaml").symlink_to("/etc/passwd")
    result = check_game(game)
    assert problems(result) == [("REF-LINK", 1, 1)] * 2
    assert "hunter2" not in result.out
    assert "root:" not in result.out


def test_a_linked_folder_is_not_entered(game: Path) -> None:
    (game / "up").symlink_to("..")
    (game / "root").symlink_to("/")
    (game / "loop").symlink_to("loop")
    (game / "x.yaml").write_text("vines: []\n")
    result = check_game(game)
    assert result.code == 1
    assert [code for code, _, _ in problems(result)] == ["REF-SKIPPED"] * 3


def test_an_unreadable_file_hides_nothing(game: Path) -> None:
    (game / "a.yaml").symlink_to("nowhere.yaml")
    (game / "folder.yaml").mkdir()
    os.mkfifo(game / "pipe.yaml")
    (game / "z.yaml").write_text("vines:\n  - id: Stem\n    count: 1\n    vines: [[n, s]]\n")
    result = check_game(game)
    assert result.code == 2
    assert len(result.err.splitlines()) == 3
    assert ("SCHEMA-PATTERN", 2, 9) in problems(result)


# --- names -------------------------------------------------------------------------------------------------

EVIL_NAMES = {
    "line break": "a\n::error file=b.yaml::owned\n.yaml",
    "carriage return": "a\r::error::owned\r.yaml",
    "command": "::error::owned.yaml",
    "percent": "%0A::error::owned%0D.yaml",
    "markup": '<b a="1">&]]>.yaml',
    "escape sequence": "\x1b[31mred\x1b[0m\x07\x9b31m.yaml",
    "reading direction": "\u202elmay.yaml",
    "comma and colon": "a,line=7,col=8:b.yaml",
    "spaces and quotes": " a \"b\" 'c' .yaml",
    "not UTF-8": os.fsdecode(b"a\xff\xfe.yaml"),
    "leading dashes": "--format=json.yaml",
}
GITHUB = re.compile(r"::(error|warning|notice) file=[^,:]+,line=\d+,col=\d+,title=[A-Z0-9-]+::[^\r\n]*")


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_an_evil_name_reaches_no_reader_raw(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / EVIL_NAMES[name]
    try:
        path.write_text("vines:\n  - id: Stem\n    count: 1\n    vines: [[n, s]]\n")
    except OSError:
        pytest.skip("this file system refuses the name")
    for style in FORMATS:
        result = check_here(path, None, f"--format={style}")
        assert result.code == 1
        assert "\u202e" not in result.out or style in ("json", "sarif")
        assert not [line for line in result.out.splitlines() if line.startswith("::")] or style == "github"
        if style == "github":
            assert [bool(GITHUB.fullmatch(line)) for line in result.out.split("\n")[:-1]] == [True]
        elif style == "junit":
            suites = ElementTree.fromstring(result.out)  # noqa: S314 - our own output
            assert len(suites.findall(".//failure")) == 1
        elif style == "sarif":
            assert len(json.loads(result.out)["runs"][0]["results"]) == 1
        elif style == "json":
            assert json.loads(result.out)["problems"][0]["file"] == EVIL_NAMES[name]


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_an_evil_name_of_a_missing_file_is_one_line(name: str, tmp_path: Path) -> None:
    refused(call("check", tmp_path / EVIL_NAMES[name]))


# --- contents that aim at the reader of the report -------------------------------------------------------------


@pytest.mark.parametrize("style", FORMATS)
def test_an_evil_value_reaches_no_reader_raw(style: str, tmp_path: Path) -> None:
    content = (
        'vines:\n  - id: "\\e[31m\\n::error::owned"\n    count: "]]><x>&"\n    "\\e]0;owned\\a": 1\n'
        '    "a\\n::error::owned": 1\n    vines: [["\\u202e", "%0A::error::owned"]]\n'
    )
    result = check_here(tmp_path / "x.yaml", content, f"--format={style}")
    assert result.code == 1
    if style == "github":
        assert all(GITHUB.fullmatch(line) for line in result.out.split("\n")[:-1])
    elif style == "junit":
        ElementTree.fromstring(result.out)  # noqa: S314 - our own output
    elif style in ("json", "sarif"):
        json.loads(result.out)
    else:
        assert "\u202e" not in result.out
        assert not re.search(r"^::", result.out, re.MULTILINE)
