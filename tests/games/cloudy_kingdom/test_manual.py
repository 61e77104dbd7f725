"""Spells that only their text tells: printed, never played by the computer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli.command import call
from msgspec.structs import replace

from cloudy_pnp import api
from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom
from cloudy_pnp.cloudy_kingdom.present.table import PLAY
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root

GUIDE = (shipped_root() / "docs/tutorials/custom-spells.md").read_text("utf-8")
[SPELL] = yaml.safe_load(re.findall(r"```\n(spells:\n.*?)```", GUIDE, re.DOTALL)[0])["spells"]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with the manual spell of the guide."""
    folder = tmp_path / "packs/words"
    folder.mkdir(parents=True)
    name = {"en": "Words", "de": "Worte", "fr": "Mots", "hu": "Szavak"}
    about = {"pack": {"id": "words", "name": name, "game": "cloudy-kingdom"}}
    (folder / "pack.yaml").write_text(yaml.safe_dump(about, allow_unicode=True), "utf-8")
    (folder / "spells.yaml").write_text(yaml.safe_dump({"spells": [SPELL]}, allow_unicode=True), "utf-8")
    return folder


def kingdom(pack: Path) -> Kingdom:
    """The game with it."""
    loaded: Kingdom = api.load("cloudy-kingdom", packs=[pack])
    return loaded


def test_it_passes_and_is_printed_in_every_language(pack: Path, tmp_path: Path) -> None:
    done = call("check", "--pack", pack, "--root", tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "0 errors, 0 warnings" in done.out
    out = tmp_path / "out"
    built = call("build", "--pack", pack, "--root", tmp_path, "--only", "svg", "--out", out)
    assert (built.code, built.err) == (0, "")
    assert len(list(out.rglob("staring-match.svg"))) == 4


def test_show_marks_it(pack: Path, tmp_path: Path) -> None:
    done = call("show", "staring-match", "--pack", pack, "--root", tmp_path, "--out", tmp_path / "out")
    assert done.code == 0
    assert "not played by the computer" in done.out
    assert "Have a staring match with another player. Whoever blinks first misses a turn." in done.out


@pytest.mark.parametrize("change", [{"text": None}, {"face": {"vines": [["n", "s"]]}}])
def test_what_it_needs_is_told(pack: Path, change: dict[str, Any], tmp_path: Path) -> None:
    spell = {key: value for key, value in {**SPELL, **change}.items() if value is not None}
    (pack / "spells.yaml").write_text(yaml.safe_dump({"spells": [spell]}, allow_unicode=True), "utf-8")
    problems = json.loads(call("check", "--pack", pack, "--root", tmp_path, "--format", "json").out)["problems"]
    assert [problem["code"] for problem in problems] == ["SPL-10"]


def test_it_is_never_dealt_and_never_cast(pack: Path) -> None:
    game = kingdom(pack)
    assert game.is_manual("staring-match")
    for seed in range(30):
        assert "staring-match" not in PLAY.start(game, 2, seed).spells[0]
    played = game.played
    assert "staring-match" not in played.spells
    assert played.played is played


def test_the_simulator_leaves_it_out_and_says_so_when_asked(pack: Path) -> None:
    from cloudy_pnp.cloudy_kingdom.sim.config import SimulationConfig, plan_of

    chosen = SimulationConfig(("random",) * 2, 1, spells=("chop", "twist", "staring-match"))
    with pytest.raises(UserError, match='"staring-match" is not simulated: only its text'):
        plan_of(kingdom(pack), chosen)
    drawn = plan_of(kingdom(pack), SimulationConfig(("random",) * 2, 1, spells="random"))
    assert "staring-match" not in drawn.names.spells


def test_a_record_that_casts_it_is_an_error_and_one_that_does_not_is_none(pack: Path, tmp_path: Path) -> None:
    record: dict[str, Any] = {
        "game": "cloudy-kingdom",
        "players": ["raven", "rose"],
        "layout": "A",
        "deck": ["stem", "crossing", "stem", "crossing"],
        "spells": [["chop", "inspiration", "staring-match"], ["chop", "inspiration", "staring-match"]],
        "turns": [],
    }
    file = tmp_path / "x.game.yaml"
    file.write_text(yaml.safe_dump(record), "utf-8")
    assert call("replay", file, "--pack", pack).code == 0
    record["turns"] = [{"spell": "staring-match", "steps": []}]
    file.write_text(yaml.safe_dump(record), "utf-8")
    done = call("replay", file, "--pack", pack, "--format", "json")
    assert done.code == 1
    [problem] = json.loads(done.out)["problems"]
    assert problem["code"] == "SPL-10"
    assert "not played by the computer" in problem["message"]


def test_a_step_that_the_simulator_does_not_play_is_named() -> None:
    """`swap-castles`: the castles are part of what the compiled games have in common."""
    from cloudy_pnp.cloudy_kingdom.model.steps import SwapCastles
    from cloudy_pnp.cloudy_kingdom.sim.config import SimulationConfig, not_played, plan_of

    kingdom = load("cloudy-kingdom")
    guard = replace(kingdom.spells["chop"], id="guard", steps=(SwapCastles("one-side"),))
    kingdom = replace(kingdom, spells={**kingdom.spells, "guard": guard})
    assert not_played(kingdom) == {"guard": "the simulator does not play its step swap-castles"}
    assert "guard" not in plan_of(kingdom, SimulationConfig(("random",) * 2, 1, spells="random")).names.spells
    with pytest.raises(UserError, match='"guard" is not simulated: the simulator does not play its step swap-castles'):
        plan_of(kingdom, SimulationConfig(("random",) * 2, 1, spells=("chop", "twist", "guard")))
