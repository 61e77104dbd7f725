"""`simulate --verdicts`: whether a custom spell is worth casting, and how it compares with the shipped ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from cli.command import call
from games.cloudy_kingdom.sim.identity import same_game

from cloudy_pnp.api import load
from cloudy_pnp.cloudy_kingdom.balance.measures import Verdict, pairs, shipped_spells, verdicts, worth_remark
from cloudy_pnp.cloudy_kingdom.sim import SimulationConfig, Simulator
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.simulate.intervals import Estimate

SPELLS = {
    "idle-fence": [{"extra-turn": "self"}, {"protect": {"against": "everything"}}],
    "mere-look": [{"look": {"from": "draw-pile", "count": 2, "sort": True}}],
    "two-for-one": [
        {"extra-turn": "self"},
        {"draw": 2},
        {"play": {"from": "drawn", "count": "all", "where": "growth"}},
    ],
    "guard": [{"swap": {"which": "castles"}}],
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with a spell that has an idle step, one never and one always worth casting, one that is not simulated."""
    folder = tmp_path_factory.mktemp("verdicts") / "mine"
    folder.mkdir()
    about = {"id": "mine", "name": {"en": "Mine"}, "game": "cloudy-kingdom"}
    (folder / "pack.yaml").write_text(yaml.safe_dump({"pack": about}), "utf-8")
    spells = [{"id": id, "name": {"en": id}, "effect": effect} for id, effect in SPELLS.items()]
    (folder / "spells.yaml").write_text(yaml.safe_dump({"spells": spells}), "utf-8")
    return folder


LESS, SAME, MORE = Estimate(-0.16, -0.28, -0.04, 240), Estimate(-0.05, -0.17, 0.07, 240), Estimate(0.2, 0.1, 0.3, 240)


@pytest.mark.parametrize(
    ("cast", "gain", "at_once", "against", "words"),
    [
        (0.8, LESS, SAME, {"chop": LESS, "twist": SAME}, "is hard to cast at the right moment"),
        (0.8, LESS, SAME, {"chop": LESS, "twist": LESS}, "is never worth casting"),
        (0.8, LESS, MORE, {"chop": LESS, "twist": SAME}, "is always worth casting"),
        (0.0, SAME, LESS, {"chop": LESS, "twist": SAME}, "is never worth casting"),
        (0.0, SAME, MORE, {"chop": LESS, "twist": SAME}, "is worth more than these players see"),
        (0.8, SAME, SAME, {"chop": SAME, "twist": SAME}, "hardly changes who wins"),
        (0.8, MORE, SAME, {"chop": SAME, "twist": SAME}, "is worth casting at the right moment"),
    ],
)
def test_what_is_said_about_a_spell(
    cast: float, gain: Estimate, at_once: Estimate, against: dict[str, Estimate], words: str
) -> None:
    """Rapid Growth was never worth casting: greedy players cast it blindly, and it is as good as other spells."""
    verdict = Verdict("mine", against, Estimate(cast, cast, cast, 240), gain, at_once, (0, ""))
    remark = worth_remark(load(), "Mine", verdict)
    assert f"Mine {words}" in remark.text
    assert ("but it wins at least as often as Twist" in remark.text) == ("hard to cast" in words)


def test_a_verdict_on_each_custom_spell(pack: Path, tmp_path: Path) -> None:
    """Three findings an author can act on, and the record of a game that shows one of them."""
    asked = ("simulate", "--pack", pack, "--games", "40", "--workers", "1")
    report = json.loads(call(*asked, "--verdicts", "--format", "json").out)["tables"][0]
    remarks = [finding["text"] for finding in report["findings"]]
    assert any("idle-fence: the step protect does nothing here" in text for text in remarks)
    assert any("mere-look is never worth casting: 0.0% of its holders cast it" in text for text in remarks)
    assert any("two-for-one is always worth casting" in text for text in remarks)
    [strong] = [text for text in remarks if text.startswith("two-for-one wins")]
    assert "points more often than Rapid Growth" in strong
    assert len(report["figures"]["against-two-for-one"]["rows"]) == 8
    assert report["measures"]["two-for-one-at-once"]["low"] > 0 > report["measures"]["mere-look-at-once"]["high"]
    [sample] = [sample for sample in report["samples"] if sample["why"].startswith("two-for-one is cast and wins")]
    options = sample["why"].partition("(")[2].rstrip(")").split()
    record = tmp_path / "shown.game.yaml"
    call(*asked, *options, "--record", str(sample["game"]), record)
    shown = yaml.safe_load(record.read_text("utf-8"))
    assert [hand[0] for hand in shown["spells"]] == options[-1].split(",")
    assert "two-for-one" in [turn.get("spell") for turn in shown["turns"]]
    assert json.loads(call("replay", record, "--pack", pack, "--format", "json").out)["legal"] is True


def test_only_custom_spells_that_the_computer_plays(pack: Path) -> None:
    kingdom = load("cloudy-kingdom", packs=[pack])
    assert len(shipped_spells(kingdom)) == 8
    assert {pair.spell for pair in pairs(kingdom, 2)} == set(SPELLS) - {"guard"}
    with pytest.raises(UserError, match="two-player games"):
        pairs(kingdom, 3)
    with pytest.raises(UserError, match="there is no custom spell to compare"):
        pairs(load("cloudy-kingdom"), 2)
    alone = kingdom.without_spells(set(SPELLS) - {"guard"})
    with pytest.raises(UserError, match="guard is not simulated: the simulator does not play its step swap-castles"):
        pairs(alone, 2)
    assert verdicts([]) == []


def test_own_spells_by_seat(pack: Path) -> None:
    """The compiled games are those of the readable engine; an eager player casts at once."""
    kingdom = load("cloudy-kingdom", packs=[pack])
    config = SimulationConfig(("random", "greedy"), 5, own=("mere-look", ""))
    simulator = Simulator(kingdom, config)
    same_game(simulator, 3)
    assert simulator.begin(0).spells == (("mere-look", "chop", "inspiration"), ("chop", "inspiration"))
    eager = Simulator(kingdom, SimulationConfig(("greedy", "greedy"), 5, own=("chop", "mere-look"), eager="mere-look"))
    assert set(eager.play(0, 30)["spell_turn"][:, 1, 0]) == {2}
    with pytest.raises(UserError, match="a spell for each of 3 seats"):
        Simulator(kingdom, SimulationConfig(("random",) * 3, 5, own=("chop", "twist")))
    with pytest.raises(UserError, match='there is no spell "chopp"'):
        Simulator(kingdom, SimulationConfig(("random",) * 2, 5, own=("chopp", "twist")))
