"""Castle cards: as many of each family as a layout lays, and each with its own sky."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import call

from cloudy_pnp import open as open_project
from cloudy_pnp.cloudy_kingdom.present.components import components
from cloudy_pnp.game.contract import RenderOptions
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load_base

CARDS = Path(__file__).parents[4] / "cards/cloudy-kingdom/castles.yaml"


def problems(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    path = tmp_path / "castles.yaml"
    path.write_text(text, "utf-8")
    done = call("check", str(path))
    return [(word, line) for line in done.out.splitlines() for word in ("LAY-1", "REF-UNKNOWN") if f" {word}: " in line]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("  - {id: castle-rose-4, family: rose, sky: 4}\n", "", ["LAY-1 4 rose 3"]),
        ("sky: 4}\n", "sky: 4}\n  - {id: castle-raven-5, family: raven, sky: 5}\n", ["LAY-1 4 raven 5"]),
        ("castle-sun-1, family: sun", "castle-sun-1, family: moon", ["REF-UNKNOWN moon", "LAY-1 4 sun 3"]),
        ("castle-sun-1, family: sun", "castle-sun-1, family: rose", ["LAY-1 4 rose 5", "LAY-1 4 sun 3"]),
    ],
)
def test_each_family_has_as_many_as_its_layouts_need(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    text = CARDS.read_text("utf-8")
    assert not problems(tmp_path, text)
    found = problems(tmp_path, text.replace(old, new, 1))
    assert len(found) == len(expected)
    for words in expected:
        code, *rest = words.split()
        assert any(
            code == of and all(f'"{word}"' in line or f" {word} " in line for word in rest) for of, line in found
        )


def test_without_castle_cards_every_family_lacks_its_castles(tmp_path: Path) -> None:
    assert call("init", str(tmp_path / "game")).code == 0
    root = tmp_path / "game"
    assert open_project(root).check().exit_code == 0
    (root / "cards/cloudy-kingdom/castles.yaml").unlink()
    problems = open_project(root).check().problems
    lacking = [problem for problem in problems if problem.code == "LAY-1"]
    assert [problem.message.partition(" castles of ")[2] for problem in lacking] == [
        f'"{family}", there are 0 cards' for family in ("raven", "rose", "heron", "sun")
    ]


def test_each_card_is_printed_with_its_own_sky() -> None:
    data = load_base(home_of("cloudy-kingdom", None, or_shipped=True)).entries.data()
    skies = [{**castle, "sky": 1} for castle in data["castles"]]

    def looks(given: object) -> list[str]:
        printed = components({**data, "castles": given}, RenderOptions("en"))  # type: ignore[dict-item]
        [card] = [item for item in printed.components if item.id == "castle-rose"]
        return [repr(card.front(copy).draw().symbol) for copy in range(1, card.copies + 1)]

    assert len(set(looks(data["castles"]))) == 4
    assert len(set(looks(skies))) == 1
    assert len(looks(data["castles"][:6])) == 2, "two roses among the first six cards"


def test_new_list_and_show_know_castles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "castle-heron-3" in call("list", "castles").out
    shown = call("show", "castle-heron-3", "--out", str(tmp_path)).out
    assert "castle-heron-3 (castles)" in shown
    assert "family: heron" in shown
    monkeypatch.chdir(tmp_path)
    assert call("init", "--pack", "my-pack").code == 0
    monkeypatch.chdir(tmp_path / "my-pack")
    made = call("new", "castle", "castle-rose-5", "--family", "rose", "--sky", "9")
    assert made.code == 0, made.err
    assert "family: rose\n    sky: 9" in (tmp_path / "my-pack/packs/my-pack/castles/castle-rose-5.yaml").read_text(
        "utf-8"
    )
    assert call("new", "castle", "castle-moon-1", "--family", "moon").code == 1
