"""Any bytes either load or give problems: hypothesis looks for the exception."""

from __future__ import annotations

import math
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from chance import examples
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cloudy_pnp import api
from cloudy_pnp.cli.reporters import REPORTERS
from cloudy_pnp.core.problems import Problem
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, parse_source
from cloudy_pnp.data.text import lines, unwanted_in
from cloudy_pnp.game.registry import find_game
from cloudy_pnp.workspace.files import Readings
from cloudy_pnp.workspace.home import home_of

SHIPPED = sorted((shipped_root() / "cards" / "cloudy-kingdom").rglob("*.yaml"))
KINDS = ["game", "glossary", *(kind.name for kind in find_game("cloudy-kingdom").data.kinds)]
READINGS = Readings()  # the game around a file is parsed once
quick = settings(
    max_examples=examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cards of the shipped game alone: its boards and packs are never in question here."""
    root = tmp_path_factory.mktemp("root")
    folder = Path(shutil.copytree(shipped_root() / "cards/cloudy-kingdom", root / "cards/cloudy-kingdom"))
    shutil.rmtree(folder / "boards")
    return root


def assert_sound(source: SourceFile) -> None:
    """Whatever was wrong stands somewhere in the file and is said in words."""
    assert_in_the_file(source.problems, source)
    if not source.problems:
        assert source.whole


def assert_in_the_file(problems: list[Problem], source: SourceFile) -> None:
    """Every problem is at a line of the file, at a column of that line or right behind it."""
    text = lines(source.original)
    for problem in problems:
        assert 1 <= problem.line <= len(text), problem
        assert 1 <= problem.column <= len(text[problem.line - 1]) + 1, problem
        assert problem.message
        assert problem.message == problem.message.strip()
        assert "\n" not in problem.message + problem.hint


# --- any text -----------------------------------------------------------------------------------------------

YAML_WORDS = (
    *"~-:[]{}|>#*@`=xé😀",
    *("vines", "id", "n", "no", "012", "1:30", "0x1f", "1e5", "-.inf", "true", "2024-12-24", "*a"),
    *("- ", ": ", "? ", ", ", '"', "'", "|-\n", " # x\n", "&a ", "!!str ", "!x ", "%YAML 1.1\n", "---\n", "...\n"),
    *("\n", "\n  ", "\n    ", "\t", " ", "\r\n", "\r", "\\", "\\u202e", "\ufeff", "\0", "\x85", "\u2028", "\ufffd"),
    *("<<: ", "<<<<<<< HEAD\n", "=======\n", ">>>>>>> x\n"),
)
yaml_words = st.sampled_from(YAML_WORDS)


@quick
@given(st.binary(max_size=300))
def test_any_bytes_load_or_give_problems(raw: bytes) -> None:
    assert_sound(parse_source(raw, "x.yaml"))


@quick
@given(st.text(max_size=200))
def test_any_text_loads_or_gives_problems(text: str) -> None:
    assert_sound(parse_source(text.encode("utf-8", "surrogatepass"), "x.yaml"))


@settings(quick, max_examples=examples(400))
@given(st.lists(yaml_words, max_size=40).map("".join))
@example("vines:\n- id: [\n- <<<<<<< HEAD\n=======\n")
@example("- a\n- \ufffdlost\n- [\n")
@example("--- |\n---\n>\n...\n]")
@example("? [a\n: - b\n---\n")
@example("%YAML 1.1\n#")
def test_anything_that_looks_like_yaml_loads_or_gives_problems(text: str) -> None:
    assert_sound(parse_source(text.encode(), "x.yaml"))


# --- the shipped files, damaged --------------------------------------------------------------------------------


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str]:
    """The name and the text of a shipped file with a few lines and characters deleted, doubled, moved or put in."""
    path = draw(st.sampled_from(SHIPPED))
    text = path.read_text("utf-8").splitlines(keepends=True)
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(text) - 1)) if text else 0
        match draw(st.sampled_from(["delete", "double", "swap", "insert", "character", "indent"])):
            case "delete":
                del text[at : at + 1]
            case "double":
                text[at:at] = text[at : at + 1]
            case "swap":
                text[at : at + 2] = reversed(text[at : at + 2])
            case "insert":
                text.insert(at, draw(yaml_words))
            case "character" if text:
                column = draw(st.integers(0, len(text[at])))
                text[at] = text[at][:column] + draw(yaml_words) + text[at][column + draw(st.integers(0, 2)) :]
            case "indent" if text:
                text[at] = " " * draw(st.integers(1, 5)) + text[at]
    return path.name, "".join(text)


@settings(quick, max_examples=examples(40))
@given(damaged())
def test_a_damaged_shipped_file_is_judged(root: Path, tmp_path: Path, case: tuple[str, str]) -> None:
    name, text = case
    path = tmp_path / name
    path.write_text(text, "utf-8", newline="")
    report = api.check(root, paths=[path], readings=READINGS)
    assert report.files == 1
    assert_in_the_file(report.problems, next(iter(report.sources.values())))
    for style in REPORTERS.values():
        style(report).encode()
    path.unlink()


# --- any structure ------------------------------------------------------------------------------------------

SCHEMAS = [path.read_text("utf-8") for path in sorted((shipped_root() / "schema").rglob("*.json"))]
KNOWN_WORDS = sorted({word for schema in SCHEMAS for word in re.findall(r'"([\w#-]+)"', schema)})
known_words = st.sampled_from([*KNOWN_WORDS, "", " ", "stem\n", "<b>", "../x", "x" * 70])
scalars = st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | known_words | st.text(max_size=8)
structures = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(known_words | st.text(max_size=5), inner, max_size=6),
    max_leaves=25,
)


@pytest.mark.parametrize("kind", KINDS)
@settings(quick, max_examples=examples(10))
@given(value=structures)
def test_any_structure_of_a_kind_is_judged(root: Path, kind: str, tmp_path: Path, value: Any) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(yaml.safe_dump({kind: value}, allow_unicode=True), "utf-8")
    report = api.check(root, paths=[path], readings=READINGS)
    assert_in_the_file(report.problems, next(iter(report.sources.values())))


@st.composite
def nearly_sound(draw: st.DrawFn) -> Any:
    """Shipped card data of one kind with one value somewhere in it replaced."""
    path = draw(st.sampled_from([path for path in SHIPPED if path.parent.name == "cloudy-kingdom"]))
    data = parse_source(path.read_bytes(), path.name).documents[0]
    place: Any = data
    key: Any = next(iter(data))
    while isinstance(place[key], dict | list) and place[key] and draw(st.integers(0, 9)):
        place = place[key]
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
    place[key] = draw(structures)
    return data


@settings(quick, max_examples=examples(50))
@given(nearly_sound())
def test_nearly_sound_data_is_judged(root: Path, tmp_path: Path, data: Any) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    report = api.check(root, paths=[path], readings=READINGS)
    assert_in_the_file(report.problems, next(iter(report.sources.values())))


@pytest.mark.parametrize("kind", KINDS)
@settings(quick, max_examples=examples(60))
@given(value=structures)
def test_both_validators_agree(kind: str, value: Any) -> None:
    """The fast one decides whether the reference is asked at all, so neither may know better."""
    schema = Schema.load(home_of("cloudy-kingdom").schemas, kind)
    assert schema._fast.is_valid({kind: value}) == schema._reference.is_valid({kind: value})


# --- what is read -------------------------------------------------------------------------------------------

readable = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12).filter(
    lambda text: not unwanted_in(text) and "\ufffd" not in text
)
plain_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | readable,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(readable, inner, max_size=5),
    max_leaves=30,
)


@settings(quick, max_examples=examples(100))
@given(plain_data, st.booleans())
def test_load_dump_load_is_stable(data: Any, flow: bool) -> None:
    written = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, default_flow_style=flow)
    source = parse_source(written.encode(), "x.yaml")
    assert source.problems == []
    assert source.documents == [data]
    again = parse_source(yaml.safe_dump(source.documents[0], allow_unicode=True).encode(), "x.yaml")
    assert again.documents == source.documents


# The examples of the YAML 1.2 core schema, and what we make of each: as there, or plain text where a card author
# would be surprised (octal and hexadecimal numbers, exponents, infinity).
CORE: list[tuple[str, Any]] = [
    ("null", None), ("Null", None), ("NULL", None), ("~", None), ("", None),
    ("true", True), ("True", True), ("TRUE", True), ("false", False), ("False", False), ("FALSE", False),
    ("0", 0), ("-19", -19), ("+12", 12), ("7", 7), ("-0", 0), ("0.", "0."), ("-0.0", 0), ("1.5", 1.5), ("-2.25", -2.25),
    ("4.0", 4), ("0o7", "0o7"), ("0x3A", "0x3A"), (".5", ".5"), ("12e03", "12e03"), ("-2E+05", "-2E+05"),
    (".inf", ".inf"), ("-.Inf", "-.Inf"), ("+.INF", "+.INF"), (".nan", ".nan"),
    ("n", "n"), ("N", "N"), ("y", "y"), ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("Yes", "Yes"),
    ("012", "012"), ("0o12", "0o12"), ("1:30", "1:30"), ("190:20:30", "190:20:30"), ("1_000", "1_000"),
    ("2024-12-24", "2024-12-24"), ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
    ("nULL", "nULL"), ("tRUE", "tRUE"), ("=", "="), ("1 2", "1 2"), ("--1", "--1"), ("1.2.3", "1.2.3"), ("00", "00"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), CORE)
def test_plain_scalars_are_read_as_in_yaml_1_2(written: str, meant: Any) -> None:
    for text in (f"- {written}\n", f"[{written},]\n" if written else "[~]\n", f"{{a: {written}}}\n"):
        source = parse_source(text.encode(), "x.yaml")
        assert source.problems == []
        (value,) = source.documents[0].values() if isinstance(source.documents[0], dict) else source.documents[0]
        assert (type(value), value) == (type(meant), meant)


@pytest.mark.parametrize("written", [word for word, _ in CORE if word])
def test_quoted_scalars_are_always_text(written: str) -> None:
    for text in (f'- "{written}"\n', f"- '{written}'\n", f"- |-\n  {written}\n"):
        assert parse_source(text.encode(), "x.yaml").documents == [[written]]


def is_safe_word(word: str) -> bool:
    """Return whether YAML 1.1, as PyYAML knows it, and we read a plain word alike."""
    return isinstance(yaml.safe_load(word), str) and parse_source(word.encode(), "x").documents == [word]


safe_words = st.from_regex(r"[a-z][a-z0-9äéő-]{0,8}", fullmatch=True).filter(is_safe_word)
numbers = st.integers(-999, 999).map(str) | st.floats(-99, 99).filter(math.isfinite).map(lambda x: f"{x:.3f}")
words = safe_words | numbers.filter(lambda text: text.lstrip("-+") == "0" or not text.lstrip("-+").startswith("00"))


@st.composite
def handwritten(draw: st.DrawFn, depth: int = 0) -> str:
    """YAML as an author writes it by hand: block and flow style, comments, quotes, block texts, anchors."""
    pad = "  " * depth
    out = ""
    for key in draw(st.lists(safe_words, min_size=1, max_size=4, unique=True)):
        comment = draw(st.sampled_from(["", "", " # why"]))
        match draw(st.sampled_from(["word", "flow", "quote", "block", "map", "list"])):
            case "word":
                out += f"{pad}{key}: {draw(words)}{comment}\n"
            case "flow":
                out += f"{pad}{key}: [{', '.join(draw(st.lists(words, max_size=4)))}]{comment}\n"
            case "quote":
                out += f'{pad}{key}: "{draw(safe_words)}: \\"{draw(words)}\\""{comment}\n'
            case "block":
                style = draw(st.sampled_from(["|", ">-", "|+", ">"]))
                text = "\n".join(f"{pad}    {word}" for word in draw(st.lists(words, min_size=1, max_size=3)))
                out += f"{pad}{key}: {style}\n{text}\n"
            case "map" if depth < 3:
                out += f"{pad}{key}:\n{draw(handwritten(depth + 1))}"
            case _:
                out += f"{pad}{key}:\n" + "".join(f"{pad}- {draw(words)}\n" for _ in range(draw(st.integers(1, 3))))
    return out


@settings(quick, max_examples=examples(100))
@given(handwritten())
def test_the_tree_is_that_of_pyyaml(text: str) -> None:
    source = parse_source(text.encode(), "x.yaml")
    assert source.problems == []
    assert source.documents == [yaml.load(text, yaml.CSafeLoader)]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_the_shipped_files_are_read_as_pyyaml_reads_them(path: Path) -> None:
    text = path.read_text("utf-8")
    theirs = list(yaml.load_all(text, yaml.CSafeLoader))
    assert parse_source(text.encode(), path.name).documents == theirs
