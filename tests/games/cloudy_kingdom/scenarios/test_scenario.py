"""Board scenarios and game records as files: the contracts' JSON, claims, and what is wrong as data."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cloudy_pnp.api import check, judge, load
from cloudy_pnp.cloudy_kingdom.scenarios.board import evaluate_board
from cloudy_pnp.core.shipped import shipped_root

BOARDS = shipped_root() / "cards/cloudy-kingdom/boards"
KINGDOM = load()
OPEN_SIDES = {"north": ["raven"], "east": [None], "south": ["raven"], "west": [None]}


def lay(*cards: dict[str, Any], **rest: Any) -> Any:
    return evaluate_board(KINGDOM, {"game": "cloudy-kingdom", "castles": OPEN_SIDES, **rest, "cards": list(cards)})


def card(name: str, facing: str = "n", at: tuple[int, int] = (0, 0), **rest: Any) -> dict[str, Any]:
    return {"card": name, "at": list(at), "facing": facing, **rest}


def run(command: str, *args: str | Path) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "cloudy_pnp", command, *map(str, args)]
    return subprocess.run(call, capture_output=True, text=True, check=False)


def test_every_shipped_scenario_turns_out_as_its_author_claims() -> None:
    boards = [story.verdict for story in judge("board", sorted(BOARDS.glob("*.board.yaml")))]
    games = [story.verdict for story in judge("replay", sorted(BOARDS.glob("*.game.yaml")))]
    assert {path.name.split(".")[0] for path in BOARDS.iterdir()} >= {
        *(f"example-{letter}" for letter in "abcdef"),
        *("twist", "chop", "burning-crossing", "win-by-axis", "diagonal"),
        *("shared-victory", "pending-won", "pending-lost", "last-cards"),
    }
    assert len(boards) >= 18
    assert len(games) == 4
    for verdict in (*boards, *games):
        assert verdict.evaluation.as_dict()["expected"] is True, f"{verdict.source.name} #{verdict.number}"


def test_json_of_a_board_has_the_keys_of_the_contracts(tmp_path: Path) -> None:
    path = tmp_path / "one.board.yaml"
    path.write_text(
        "game: cloudy-kingdom\ntitle: {en: One}\n"
        "castles: {north: [raven], east: [rose], south: [raven], west: [null]}\n"
        "cards:\n  - {card: stem, at: [0, 0], facing: n}\n  - {card: tee-side-hole, at: [0, 0], facing: e}\n"
    )
    done = run("board", path, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "file": str(path),
        "document": 0,
        "title": {"en": "One"},
        "legal": True,
        "illegal": None,
        "connected": [],
        "ports": {"0,0": [["e", "w"], ["n"], ["s"]]},
        "expected": None,
        "problems": [],
    }


def test_a_connection_has_its_route() -> None:
    result = lay(card("crossing-block", "n"))
    assert result.as_dict()["connected"] == [{"family": "raven", "axis": "north-south", "route": [[0, 0]]}]


def test_nothing_is_laid_after_the_first_illegal_card() -> None:
    result = lay(card("path-ends"), card("stem", "n"), card("stem", "e"))
    answer = result.as_dict()
    assert (answer["legal"], answer["illegal"]) == (False, {"index": 1, "code": "GRO-4"})
    assert answer["ports"] == {"0,0": [["n"], ["s"]]}
    [problem] = result.findings
    assert (problem.code, problem.path) == ("GRO-4", ("cards", 1, "at"))
    assert "[0, 0]" in problem.message


def test_an_illegal_card_that_was_claimed_is_no_problem() -> None:
    cards = [card("stem"), card("stem")]
    assert lay(*cards, expect={"legal": False}).findings == []
    assert lay(*cards, expect={"illegal": {"index": 1, "code": "GRO-4"}}).expected is True
    assert lay(*cards, expect={"illegal": {"code": "GRO-2"}}).expected is False
    assert [finding.code for finding in lay(*cards, expect={"legal": True}).findings] == ["GRO-4"]
    assert lay(*cards, expect={"legal": True}).expected is False


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ({"legal": True}, True),
        ({"legal": False}, False),
        ({"connected": [["raven", "north-south"]]}, True),
        ({"connected": []}, False),
        ({"connected": [["raven", "north-south"], ["raven", "east-west"]]}, False),
        ({"illegal": {"code": "GRO-4"}}, False),
    ],
)
def test_claims_are_compared(claims: dict[str, Any], expected: bool) -> None:
    result = lay(card("stem"), expect=claims)
    assert result.expected is expected
    assert {finding.code for finding in result.findings} == (set() if expected else {"REF-EXPECT"})


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"cards": [card("stme")]}, "REF-UNKNOWN", ("cards", 0, "card")),
        ({"cards": [card("chop")]}, "REF-UNKNOWN", ("cards", 0, "card")),
        ({"edition": "1999"}, "REF-UNKNOWN", ("edition",)),
        ({"layout": "Z"}, "REF-UNKNOWN", ("layout",)),
        ({"castles": {**OPEN_SIDES, "east": ["wolf"]}}, "REF-UNKNOWN", ("castles", "east", 0)),
        ({"castles": {**OPEN_SIDES, "east": [None, None]}}, "LAY-4", ("castles", "east")),
        ({"options": {"layout": "strict"}}, "LAY-1", ("castles", "east")),
        ({"define": {"odd": {"vines": [["n", "s"], ["e", "w"]]}}}, "FACE-4", ("define", "odd", "vines", 1)),
        (
            {"define": {"odd": {"vines": [["n", "s"]], "breaks": [{"at": "n", "kind": "hole"}] * 2}}},
            "FACE-6",
            ("define", "odd", "breaks", 1, "at"),
        ),
        ({"cards": [card("stem", at=(0, 5), setup=True)]}, "GEO-1", ("cards", 0, "at")),
        ({"cards": [card("stem"), card("stem", setup=True)]}, "GEO-5", ("cards", 1, "facing")),
    ],
)
def test_wrong_as_data_is_neither_legal_nor_illegal(change: dict[str, Any], code: str, path: tuple[Any, ...]) -> None:
    result = evaluate_board(KINGDOM, {"castles": OPEN_SIDES, "cards": [], **change})
    assert result.as_dict() == {"legal": None, "illegal": None, "connected": [], "ports": {}, "expected": None}
    assert (code, path) in {(finding.code, finding.path) for finding in result.findings}


def test_size_comes_from_rows_and_cols_castles_or_layout() -> None:
    off = card("stem", at=(3, 3), setup=True)
    assert evaluate_board(KINGDOM, {"rows": 4, "cols": 4, "cards": [off]}).legal is True
    assert evaluate_board(KINGDOM, {"layout": "A", "cards": [off]}).legal is True
    assert evaluate_board(KINGDOM, {"layout": "B", "cards": [off]}).legal is None
    assert evaluate_board(KINGDOM, {"rows": 4, "cards": []}).findings[0].code == "GEO-1"
    assert evaluate_board(KINGDOM, {"layout": "A", "rows": 5, "cards": []}).findings[0].code == "LAY-4"


def test_layout_lays_its_castles_and_other_castles_must_then_obey_lay() -> None:
    board = evaluate_board(KINGDOM, {"layout": "B", "cards": []}).board
    assert board is not None
    assert board.castles[0] == ("raven", "rose", "heron")
    same = {side: ["raven", "rose", "heron"] for side in ("north", "east", "south", "west")}
    assert {
        finding.code for finding in evaluate_board(KINGDOM, {"layout": "B", "castles": same, "cards": []}).findings
    } == {
        "LAY-2",
        "LAY-3",
    }


def test_a_face_defined_in_the_scenario_counts_there() -> None:
    cut = {"vines": [["n"], ["s"]]}
    result = lay(card("stem"), define={"stem": cut})
    assert (result.legal, result.connections) == (True, [])
    assert [(finding.code, finding.severity) for finding in result.findings] == [("REF-DUPLICATE", "warning")]


def test_spells_on_the_board_say_where_they_go_and_seal() -> None:
    assert lay(card("burning-crossing")).as_dict()["illegal"] == {"index": 0, "code": "SPL-3"}
    sealed = lay(card("stem"), card("burning-crossing", "e"), card("stem", "n"))
    assert sealed.as_dict()["illegal"] == {"index": 2, "code": "GRO-5"}
    assert lay(card("broken-crossing")).legal is True


def test_growth_option_vines() -> None:
    sides = {"north": ["raven"], "east": [None, None], "south": [None], "west": [None, None]}
    cards = [card("stem"), card("bend-right", "s", (1, 0))]
    assert evaluate_board(KINGDOM, {"castles": sides, "cards": cards}).legal is True
    strict = evaluate_board(KINGDOM, {"castles": sides, "cards": cards, "options": {"growth": "vines"}})
    assert strict.as_dict()["illegal"] == {"index": 1, "code": "GRO-2"}


def test_ten_thousand_documents_and_a_bad_one_among_them(tmp_path: Path) -> None:
    good = "game: cloudy-kingdom\nrows: 1\ncols: 1\ncards: [{card: stem, at: [0, 0], facing: n, setup: true}]\n"
    documents = [good] * 10_000
    documents[4_000] = "game: cloudy-kingdom\nrows: 1\ncols: 1\ncards: [{card: stem, at: [0, 0], facing: x}]\n"
    documents[7_000] = "game: cloudy-kingdom\ncards: [{card\n"
    path = tmp_path / "many.board.yaml"
    path.write_text("---\n".join(documents))
    done = run("board", path, "--format", "json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [line["document"] for line in lines] == list(range(10_000))
    assert [line["document"] for line in lines if line["legal"] is not True] == [4_000, 7_000]
    [problem] = lines[4_000]["problems"]
    assert (problem["code"], problem["path"]) == ("SCHEMA-VALUE", "cards[0].facing")
    [problem] = lines[7_000]["problems"]
    assert problem["code"] == "YAML-SYNTAX"


def test_json_of_a_replay_has_the_keys_of_the_contracts() -> None:
    done = run("replay", BOARDS / "pending-won.game.yaml", "--format", "json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer.keys() >= {
        *("file", "legal", "illegal", "winners", "ended", "by"),
        *("turns", "draw_pile", "discard_pile", "connected"),
    }
    assert (answer["winners"], answer["ended"], answer["by"]) == (["rose"], "pending-connection", "END-3")


def test_replay_reads_json_too(tmp_path: Path) -> None:
    record = {
        "players": ["raven"],
        "castles": OPEN_SIDES,
        "deck": ["stem", "stem"],
        "spells": [["chop", "inspiration", "twist"]],
        "turns": [{"vine": {"at": [0, 0], "facing": "n"}}, {"pass": True}],
        "expect": {"winners": ["raven"]},
    }
    path = tmp_path / "win.game.json"
    path.write_text(json.dumps(record, indent="\t"))
    done = run("replay", path, "--format", "json")
    answer = json.loads(done.stdout)
    assert done.returncode == 1
    assert (answer["legal"], answer["illegal"], answer["winners"]) == (False, {"turn": 1, "code": "END-1"}, ["raven"])


def test_check_runs_the_scenarios_of_the_game(tmp_path: Path) -> None:
    shutil.copytree(shipped_root() / "cards", tmp_path / "cards")
    board = tmp_path / "cards/cloudy-kingdom/boards/diagonal.board.yaml"
    board.write_text(board.read_text("utf-8").replace("connected: []", "connected: [[raven, east-west]]"), "utf-8")
    game = tmp_path / "cards/cloudy-kingdom/boards/last-cards.game.yaml"
    game.write_text(game.read_text("utf-8").replace("ended: draw", "ended: connected"), "utf-8")
    problems = [problem for problem in check(tmp_path).problems if problem.severity == "error"]
    assert [(Path(problem.file).name, problem.code, problem.path) for problem in problems] == [
        ("diagonal.board.yaml", "REF-EXPECT", "expect.connected[0]"),
        ("last-cards.game.yaml", "REF-EXPECT", "expect.ended"),
    ]


def test_text_shows_board_route_and_reasons() -> None:
    done = run("board", BOARDS / "win-by-axis.board.yaml")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "      sun ─────╋━━━━━━━━━━╋─────                       raven" in done.stdout
    assert "raven is connected north-south: [0, 0] [1, 0] [2, 0] [3, 0] [3, 1]" in done.stdout
    assert "rose is not connected north-south: at [0, 1] n: the field is empty" in done.stdout
    assert done.stdout.rstrip().endswith("as expected")


def test_text_of_a_replay_tells_every_turn() -> None:
    done = run("replay", BOARDS / "shared-victory.game.yaml")
    assert (
        " 13 heron: plays tee-side at [0, 1] facing n; connects raven east-west; connects rose north-south; "
        in done.stdout
    )
    assert "raven and rose share the victory" in done.stdout


def test_wrong_calls(tmp_path: Path) -> None:
    for args in (("board",), ("board", tmp_path / "no.board.yaml"), ("replay", tmp_path / "x", "--game", "chess")):
        done = run(*map(str, args))
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
