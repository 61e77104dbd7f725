"""One budget for a whole run: many small files cost no more than one large one, and one problem says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cli.command import Result, call, run

from cloudy_pnp import api
from cloudy_pnp.cloudy_kingdom.checks.trial import Positions, try_spell
from cloudy_pnp.core import budget
from cloudy_pnp.core.cache import cached_values, store_values
from cloudy_pnp.core.problems import Finding, Severity, UserError, nearest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data import source as sources
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.data.tree import events
from cloudy_pnp.i18n import habits
from cloudy_pnp.workspace.files import Readings

PACK = "pack: {id: p, name: {en: P, de: P, fr: P, hu: P, same: [de, fr, hu]}, game: cloudy-kingdom}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with one pack."""
    (tmp_path / "packs" / "p").mkdir(parents=True)
    (tmp_path / "packs" / "p" / "pack.yaml").write_text(PACK)
    return tmp_path


def problems(result: Result) -> list[tuple[str, str]]:
    return [(item["code"], item["message"]) for item in json.loads(result.out)["problems"]]


def check(root: Path) -> list[tuple[str, str]]:
    return problems(call("check", "--root", root, "--format=json"))


@pytest.mark.parametrize("name", ["bytes", "nodes", "documents", "cards"])
def test_many_files_share_one_limit_and_it_is_told_once(name: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api.check(root)  # the first check of a process also reads what later ones find in memory
    with budget.run() as spent:
        api.check(root)
    monkeypatch.setenv(budget.VARIABLE, f"{name}={spent.spent[name] + 40}")
    for number in range(100):
        (root / "packs" / "p" / f"v{number}.yaml").write_text(
            f"vines:\n  - {{id: v{number}, count: 1, vines: [[n, s]]}}\n"
        )
    told = [message for code, message in check(root) if code == "YAML-LIMIT"]
    assert len(told) == 1
    assert f'the limit "{name}"' in told[0]


def test_the_hint_says_how_to_raise_the_limit_and_that_works(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vines = "".join(f"  - {{id: v{number}, count: 1, vines: [[n, s]]}}\n" for number in range(60))
    (root / "packs" / "p" / "v.yaml").write_text(f"vines:\n{vines}")
    with budget.run() as spent:
        api.check(root)
    monkeypatch.setenv(budget.VARIABLE, f"cards={spent.spent['cards'] // 2}")
    result = call("check", "--root", root, "--format=json")
    [hint] = [item["hint"] for item in json.loads(result.out)["problems"] if item["code"] == "YAML-LIMIT"]
    monkeypatch.setenv(budget.VARIABLE, hint.split("CLOUDY_PNP_LIMITS=")[1])
    assert "YAML-LIMIT" not in dict(check(root))


@pytest.mark.parametrize(
    "value", ["crads=3", "cards", "cards=", "cards=²", "cards=-1", "cards=9e9", "cards=" + "9" * 99]
)
def test_a_wrong_limit_is_one_line(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, value)
    result = call("check")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "CLOUDY_PNP_LIMITS" in result.err


def test_outside_of_a_run_nothing_is_counted() -> None:
    assert budget.current() is None
    assert budget.spend("cards", 10**9)


def test_runs_do_not_share_what_they_spend() -> None:
    with budget.run() as first:
        budget.spend("hints", 5)
    with budget.run() as second, budget.run() as inner:
        assert (first.spent["hints"], second.spent, inner is second) == (5, {}, True)


def test_a_run_made_step_by_step_is_over_between_its_steps() -> None:
    def steps() -> Iterator[int]:
        for _ in range(3):
            budget.spend("hints")
            current = budget.current()
            assert current is not None
            yield current.spent["hints"]

    seen = []
    for number in budget.running(steps()):
        assert budget.current() is None
        seen.append(number)
    assert seen == [1, 2, 3]


# --- hints, terms, trials ----------------------------------------------------------------------------------------


def test_hints_stop_when_they_have_cost_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "hints=250")
    known = [f"card-{number}" for number in range(100)]
    with budget.run():
        assert [nearest("card-7x", known) for _ in range(3)] == ["card-7", "card-7", None]


def test_nobody_is_compared_with_a_million_words() -> None:
    assert nearest("a", (str(number) for number in range(10**9))) is None


def test_thousands_of_unknown_references(root: Path) -> None:
    lines = [
        f"  - {{id: s{n}, name: {{en: A, de: B, fr: C, hu: D}}, effect: [{{nothing{n}: 1}}]}}" for n in range(2_000)
    ]
    (root / "packs" / "p" / "s.yaml").write_text("spells:\n" + "\n".join(lines) + "\n")
    assert run("check", "--root", root).code == 1


def test_a_glossary_without_end_is_one_problem(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "terms=100")
    lines = [f"  - {{id: s{n}, name: {{en: A{n}, de: B, fr: C, hu: D}}, effect: [{{draw: 1}}]}}" for n in range(20)]
    (root / "packs" / "p" / "s.yaml").write_text("spells:\n" + "\n".join(lines) + "\n")
    assert [code for code, _ in check(root)].count("YAML-LIMIT") == 1


def test_a_huge_deck_is_tried_with_a_small_one(root: Path) -> None:
    """A pack of 1 KB made every position of a game with 19,980 cards be kept: 4.8 GB."""
    vines = "".join(f"  - {{id: v{number}, count: 999, vines: [[n, s]]}}\n" for number in range(20))
    (root / "packs" / "p" / "v.yaml").write_text(f"vines:\n{vines}")
    (root / "packs" / "p" / "s.yaml").write_text(
        "spells:\n  - {id: zz, name: {en: Aa, de: Ab, fr: Ac, hu: Ad}, effect: [{clear: {what: holes}}]}\n"
    )
    kingdom = api.load("cloudy-kingdom", root, packs=[root / "packs" / "p"])
    positions = Positions(kingdom)
    seen = list(positions)
    assert 100 < len(seen) <= 1_500
    assert max(len(state.draw_pile) for state in seen) < 200
    assert list(positions) == seen
    assert try_spell(kingdom, "zz", seen).positions


def test_spells_that_were_not_tried_are_told(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv(budget.VARIABLE, "trials=10")
    names = "{en: Aa%d, de: Ab%d, fr: Ac%d, hu: Ad%d}"
    lines = [
        f"  - {{id: s{n}, name: {names % (n, n, n, n)}, effect: [{{protect: {{against: everything}}}}]}}"
        for n in range(5)
    ]
    (root / "packs" / "p" / "s.yaml").write_text("spells:\n" + "\n".join(lines) + "\n")
    [told] = [message for code, message in check(root) if code == "YAML-LIMIT" and "not test-played" in message]
    assert told.startswith("4 spells were not test-played")


# --- drawing, boards, memory ----------------------------------------------------------------------------------------


def test_cards_that_were_not_drawn_are_told_and_nothing_is_begun(
    root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Twenty cards with 999 copies each kept a check busy until its time was over: all of them were drawn."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    vines = "".join(f"  - {{id: v{number}, count: 999, vines: [[n, s]]}}\n" for number in range(20))
    (root / "packs" / "p" / "v.yaml").write_text(f"vines:\n{vines}")
    monkeypatch.setenv(budget.VARIABLE, "faces=300")
    drawn = []
    monkeypatch.setattr("cloudy_pnp.workspace.drawn.DrawnSet.drawn", lambda _, copy: drawn.append(copy))
    result = call("check", "--root", root, "--format=json", "--pack", root / "packs/p")
    told = [item for item in json.loads(result.out)["problems"] if item["code"] == "YAML-LIMIT"]
    assert [item["severity"] for item in told] == ["warning"]
    assert "cards were not drawn" in told[0]["message"]
    assert drawn == []
    monkeypatch.setenv(budget.VARIABLE, "faces=100000")
    call("check", "--root", root, "--pack", root / "packs/p")
    assert max(copy.copy for copy in drawn) == 20


@pytest.mark.parametrize("words", [("build", "--only=sheets"), ("export", "card-list"), ("export", "silhouette")])
def test_a_build_refuses_more_pieces_than_it_prints_before_it_draws(
    words: tuple[str, ...], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(budget.VARIABLE, "copies=53")
    monkeypatch.setattr("cloudy_pnp.workspace.drawn.DrawnSet.piece", None)
    result = call(*words, "--lang=en", "--out", root / "o")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert 'the limit "copies"' in result.err
    assert not list((root / "o").rglob("*.*"))


def test_boards_share_one_limit(root: Path) -> None:
    """A stack of 200,000 cards took 8 GB: the board after each card is kept."""
    cards = "".join(f"  - {{card: stem, at: [0, 0], facing: {'ne'[n % 2]}, setup: true}}\n" for n in range(9_000))
    path = root / "x.board.yaml"
    path.write_text(f"game: cloudy-kingdom\nrows: 4\ncols: 4\ncards:\n{cards}" + "---\ngame: cloudy-kingdom\n")
    result = call("board", path, "--format=json")
    first, *_ = [json.loads(line) for line in result.out.splitlines()]
    assert (result.code, first["legal"]) == (1, None)
    assert ["the limit" in item["message"] for item in first["problems"]] == [True]


def test_hands_share_one_limit(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of wild cards take a third of a second each: thousands of them kept `score` busy for an hour."""
    monkeypatch.setenv(budget.VARIABLE, "hands=20")
    path = root / "x.hand.yaml"
    path.write_text("---\nhand: [book-of-changes, king, queen]\n" * 9 + "---\nhand: [king, queen]\nmode: given\n")
    result = call("score", path, "--game=fantasy-realms", "--format=json")
    stories = [json.loads(line) for line in result.out.splitlines()]
    assert (result.code, stories[0]["legal"], stories[8]["legal"], stories[9]["legal"]) == (1, True, None, True)
    assert [len(story["problems"]) for story in stories] == [story["legal"] is None for story in stories]
    told = stories[8]["problems"][0]
    assert 'the limit "hands"' in told["message"]
    assert "CLOUDY_PNP_LIMITS=hands=80" in told["hint"]


def test_a_check_has_no_more_memory_than_it_is_given(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> list[object]:
        return [bytes(50_000_000) for _ in range(40)]

    monkeypatch.setattr("cloudy_pnp.workspace.check.stale_findings", greedy)
    monkeypatch.setenv(budget.VARIABLE, "megabytes=100")
    [(code, message)] = check(root)
    assert code == "YAML-LIMIT"
    assert 'the limit "megabytes"' in message


def test_only_what_is_found_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A problem in the first line of a file of millions of values was looked for to its end."""
    source = parse_source(b"a: 1\nb: [" + b"1, " * 5_000 + b"1]\n", "x.yaml")
    seen = []

    def counted(text: str) -> object:
        following = events(text)

        def one() -> object:
            seen.append(1)
            return following()

        return one

    monkeypatch.setattr(sources, "events", counted)
    [problem] = source.problems_at([Finding("X", ("a",), "wrong")])
    assert (problem.line, problem.column) == (1, 4)
    assert len(seen) < 20


def test_a_configuration_hides_no_limit(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (root / "cloudy-pnp.toml").write_text('ignore = ["YAML", "SPL", "FIT", "FACE"]\n')
    monkeypatch.setenv(budget.VARIABLE, "faces=2")
    (root / "packs/p/v.yaml").write_text("vines:\n  - {id: v1, count: 1, vines: [[n, s]]}\n")
    result = call("check", "--root", root, "--warnings-as-errors", "--format=json", "--pack", root / "packs/p")
    assert [(item["code"], item["severity"]) for item in json.loads(result.out)["problems"]] == [
        ("YAML-LIMIT", "error")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 90_000,
        "ignore = [" + '"X",' * 20_000 + "]",
        "[per-file-ignores]\n" + "".join(f'"*{n}*" = ["FIT"]\n' for n in range(300)),
        "x" * 200_000,
        "a." * 40_000 + "b = 1",
    ],
    ids=["deep", "codes", "patterns", "long", "dots"],
)
def test_a_hostile_configuration_is_one_line(text: str, root: Path) -> None:
    (root / "cloudy-pnp.toml").write_text(text)
    result = call("check", "--root", root, "--no-render")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert ("a line with more than 1,000 dots" in result.err) == text.startswith("a.")


def test_a_configuration_is_not_read_through_a_link(root: Path) -> None:
    (root / "cloudy-pnp.toml").symlink_to("/etc/passwd")
    result = call("check", "--root", root, "--no-render")
    assert result.code == 2
    assert "is a symlink that points outside" in result.err


def test_everything_at_once(root: Path, tmp_path: Path) -> None:
    """A pull request with a little of all attacks: it ends, with problems, whatever it is looked at with."""
    pack = root / "packs/p"
    vines = "".join(f"  - {{id: v{number}, count: 999, vines: [[n, s]]}}\n" for number in range(60))
    (pack / "v.yaml").write_text(f"vines:\n{vines}")
    names = "{en: Aa%d, de: Ab%d, fr: Ac%d, hu: Ad%d}"
    effect = "[{draw: 5}, {play: {from: drawn, count: 2, where: growth}}, {discard: {from: drawn}}]"
    spells = "".join(f"  - {{id: s{n}, name: {names % (n, n, n, n)}, effect: {effect}}}\n" for n in range(30))
    (pack / "s.yaml").write_text(f"spells:\n{spells}")
    (pack / "x.board.yaml").write_text("---\ngame: cloudy-kingdom\nrows: 64\ncols: 64\ncards: []\n" * 300)
    (pack / "y.board.yaml").write_text("a: [" + "1, " * 300_000 + "1]\n")
    (pack / "z.yaml").write_text("&a [" * 40_000)
    (pack / "vines.csv").write_text("id,count\n" + "x,y\n" * 9_000)
    (root / "cloudy-pnp.toml").write_text('ignore = ["YAML", "SPL", "FIT", "I18N"]\n')
    result = run("check", "--root", root, "--format=json", env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert result.code == 1
    assert "Traceback" not in result.err


STAGES = ["check.stale_findings", "check.scenario_findings", "check.trial_findings", "check._drawn"]


def in_a_thread(work: Callable[[], None]) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("call", [lambda work: work(), in_a_thread], ids=["main", "thread"])
def test_a_check_whose_time_is_over_reports_what_it_found(
    stage: str, call: Callable[[Callable[[], None]], None], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "packs/p/v.yaml").write_text("vines:\n  - {id: v1, count: 1, vines: [[n, s]]}\n")
    clock = budget.Clock(1000)

    def never_ends(*_: object) -> Iterator[object]:
        clock.used = clock.most
        while True:
            budget.tick()
            yield from ()

    monkeypatch.setattr(f"cloudy_pnp.workspace.{stage}", never_ends)

    def work() -> None:
        report = api.check(root, "cloudy-kingdom", render=True, packs=[root / "packs/p"], clock=clock)
        assert {"FACE-9", "YAML-LIMIT"} <= {problem.code for problem in report.problems}
        [told] = [problem for problem in report.problems if 'the limit "seconds"' in problem.message]
        assert (told.code, told.severity) == ("YAML-LIMIT", Severity.ERROR)

    call(work)


def test_a_check_without_memory_ends_with_a_problem(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cloudy_pnp.workspace.check.stale_findings", too_large)
    assert [code for code, _ in check(root)] == ["YAML-LIMIT"]


def test_the_shipped_game_needs_a_tenth_of_every_limit() -> None:
    with budget.run() as spent:
        api.check(shipped_root())
    for name, amount in spent.spent.items():
        assert amount * 4 < budget.limit(name), name


def test_limits_of_files_are_user_errors_not_tracebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "nope=1")
    with pytest.raises(UserError, match="there is no limit"):
        budget.limit("cards")


@pytest.mark.parametrize("name", ["bytes", "nodes", "documents"])
def test_tables_of_the_tool_are_read_after_a_limit_is_exceeded(name: str) -> None:
    """A file with too many documents was an internal error, as the words for numbers were not read after it."""
    with budget.run() as run:
        assert not budget.spend(name, 10**9)
        habits.shipped_habits.cache_clear()
        assert "en" in habits.shipped_habits()
        assert run.spent == {name: 10**9}


def test_nothing_is_kept_of_a_run_that_exceeds_its_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says how to raise the limit: with it raised, the old verdict came from the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    readings, raw = Readings(), b"spells: []\n"
    with budget.run():
        assert not budget.spend("documents", 10**9)
        store_values("x", "key", {"complete": False})
        assert readings.parsed(raw, "x.yaml").documents == []
    assert cached_values("x", "key") == {}
    with budget.run():
        store_values("x", "key", {"complete": True})
        assert readings.parsed(raw, "x.yaml").documents == [{"spells": []}]
    assert cached_values("x", "key") == {"complete": True}
