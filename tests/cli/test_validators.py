"""`board`, `replay` and `score` answer for every document, whatever is wrong with the file around it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from chance import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.command import Result, call
from cloudy_pnp import api
from cloudy_pnp.core import budget
from cloudy_pnp.data import source
from cloudy_pnp.data.files import Limits

SIDES = "game: cloudy-kingdom, castles: {north: [raven], east: [null], south: [raven], west: [null]}"
SPELLS = "[twist, replant, green-thumb]"
START = f"players: [raven, sun], {SIDES}, deck: [stem, stem, stem], spells: [{SPELLS}, {SPELLS}]"
VALID: Mapping[str, Sequence[str]] = {  # documents by command, each without its `---`
    "board": (
        f"{{{SIDES}, cards: [{{card: stem, at: [0, 0], facing: n}}]}}\n",
        f"{SIDES.replace(', castles', chr(10) + 'castles')}\ncards:\n  - {{card: stem, at: [0, 0], facing: n}}\n",
        f"# with a comment\r\n{SIDES.replace(', castles', chr(13) + 'castles')}\r\ncards: []\r\n...\r\n",
    ),
    "replay": (
        f"{{{START}, turns: []}}\n",
        f"{START.replace('}, deck', '}, title: {en: A --- B}, deck')}, turns: []\n".join("{}").replace("\n}", "}\n"),
    ),
    "score": (
        "{game: fantasy-realms, hand: [king, queen]}\n",
        "game: fantasy-realms\nhand:\n  - king\n  - queen\nmode: given\n",
    ),
}
EMPTY = ("", "\n", "# a comment\n", "\r\n  # one\r\n\r\n", "...\n")
DAMAGE = (  # at most places
    b"]", b"}", b"\x01", b"\xff", b'a: "', b"[", b"'", b"\t- [", b"\nx: [\n", b": : :", b"@", b"\xe2\x80\xae",
    b"\n<<<<<<< x\n",
    b"!!python/object:x ", b"*x ", "\ufffd".encode(), b"\r@\r",
)  # fmt: skip
GAMES = {"board": "cloudy-kingdom", "replay": "cloudy-kingdom", "score": "fantasy-realms"}
ENDINGS = {"board": "board", "replay": "game", "score": "hand"}


def answers(command: str, path: Path) -> tuple[Result, list[dict[str, object]]]:
    result = call(command, path, "--format=json", f"--game={GAMES[command]}")
    return result, [json.loads(line) for line in result.out.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("validators")


@pytest.mark.fuzz
@pytest.mark.parametrize("command", VALID)
@settings(max_examples=examples(25))
@given(data=st.data())
def test_answers_are_as_many_as_documents_and_damage_is_an_error(
    command: str, folder: Path, data: st.DataObject
) -> None:
    documents = data.draw(st.lists(st.sampled_from([*VALID[command], *EMPTY]), min_size=1, max_size=6))
    raw, changed, unreadable, expected = b"", False, False, 0
    for number, text in enumerate(documents):
        content = text.encode()
        if text not in EMPTY:
            expected += 1
            if data.draw(st.booleans()):
                at = data.draw(st.integers(0, len(content)))
                content = content[:at] + data.draw(st.sampled_from(DAMAGE)) + content[at:]
                changed = True
                unreadable |= source.parse_source(content, "").problems != []  # not in a comment, say
        first = not raw and data.draw(st.booleans())
        start = b"" if first else b"--- " if text.startswith("{") and data.draw(st.booleans()) else b"---\n"
        raw += b"\n" * (number > 0 and not raw.endswith((b"\n", b"\r"))) + start + content
    path = folder / f"x.{ENDINGS[command]}.yaml"
    path.write_bytes(raw)
    result, lines = answers(command, path)
    assert [line["document"] for line in lines] == list(range(expected))
    assert all(line["problems"] for line in lines if line["legal"] is None)
    assert result.code == 1 or not unreadable
    assert result.code == (not expected) or changed
    assert f"{expected} document" in result.err


def test_documents_after_a_broken_one_are_judged(tmp_path: Path) -> None:
    path = tmp_path / "x.board.yaml"
    good, bad, illegal = "[0, 0], facing: n}]", "[0, 0] facing: n}]", "[9, 0], facing: n}]"
    path.write_text(
        "".join(
            f"--- {{game: cloudy-kingdom, layout: A, cards: [{{card: stem, at: {end}}}\n"
            for end in (good, bad, illegal)
        )
    )
    result, lines = answers("board", path)
    codes = [[(problem["code"], problem["line"]) for problem in line["problems"]] for line in lines]  # type: ignore[attr-defined]
    assert [line["legal"] for line in lines] == [True, None, False]
    assert codes == [[], [("YAML-SYNTAX", 2)], [("GRO-1", 3)]]
    assert result.code == 1
    assert result.err == "3 documents found: 2 evaluated (1 illegal), 1 invalid\n"
    checked = call("check", path, "--format=json")
    assert [problem["code"] for problem in json.loads(checked.out)["problems"] if problem["severity"] == "error"] == [
        "YAML-SYNTAX",
        "GRO-1",
    ]


@pytest.mark.parametrize("command", VALID)
def test_limits_of_reading_are_those_of_a_document(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"x.{ENDINGS[command]}.yaml"
    content = VALID[command][0]
    path.write_text(f"--- {content}" * 60 + f"---\n[{'1, ' * 2_000}1]\n--- {content}")
    limits = "nodes=2000,documents=50,bytes=8000"
    monkeypatch.setattr(api, "require_readable", lambda *_: monkeypatch.setenv(budget.VARIABLE, limits))  # game is read
    result, lines = answers(command, path)
    assert [line["legal"] for line in lines] == [True] * 60 + [None, True]
    assert [problem["code"] for line in lines for problem in line["problems"]] == ["YAML-LIMIT"]  # type: ignore[attr-defined]
    assert result.code == 1


def test_a_document_that_is_too_large_is_skipped_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_BLOCK", 700)
    small = Limits(file_bytes=1_000)
    monkeypatch.setattr(api, "require_readable", lambda *_: monkeypatch.setattr(source, "LIMITS", small))
    path = tmp_path / "x.board.yaml"
    good = f"---\n{{{SIDES},\ncards: [{{card: odd, at: [0, 0], facing: n}}]}}\n"
    path.write_text(good + "---\ngame: cloudy-kingdom\ncards:\n" + "  # nothing\n" * 900 + good)
    _, lines = answers("board", path)
    assert [[(problem["code"], problem["line"]) for problem in line["problems"]] for line in lines] == [  # type: ignore[attr-defined]
        [("REF-UNKNOWN", 3)],
        [("YAML-LIMIT", 4)],
        [("REF-UNKNOWN", 909)],
    ]


@pytest.mark.parametrize(("content", "code"), [("", "YAML-DOCUMENT"), ("---\n# \x01\n---\n", "YAML-CONTROL")])
def test_a_problem_in_no_document_is_an_error(content: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "x.board.yaml"
    path.write_text(content)
    result, lines = answers("board", path)
    assert (lines, result.code) == ([], 1)
    assert code in result.err
    assert "0 documents found" in result.err


@pytest.mark.parametrize("command", VALID)
def test_a_file_that_cannot_be_opened_is_a_wrong_call(command: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{ENDINGS[command]}.yaml"
    path.mkdir()
    (path / f"y.{ENDINGS[command]}.yaml").mkdir()
    good = tmp_path / f"good.{ENDINGS[command]}.yaml"
    good.write_text(VALID[command][0])
    result = call(command, good, path, f"--game={GAMES[command]}")
    assert (result.code, result.out, len(result.err.splitlines())) == (2, "", 1)


def test_the_summary_can_be_omitted(tmp_path: Path) -> None:
    path = tmp_path / "x.board.yaml"
    path.write_text(VALID["board"][0])
    assert call("board", path, "--quiet").err == ""
