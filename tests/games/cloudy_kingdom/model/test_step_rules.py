"""STEP-1 to STEP-15: the rules of docs/reference/steps.md, each by itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli.command import call
from games.cloudy_kingdom.model.test_grown_steps import caster, code, own
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.cards import Castles
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.cloudy_kingdom.model.steps import STEP_RULES, not_simulated, parse_steps
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Castle, castles_joined, family_at
from cloudy_pnp.cloudy_kingdom.rules.state import (
    CastSpell,
    ClearBreak,
    Decide,
    KeepCard,
    NamePlayer,
    PlaceCard,
    PlayVine,
    Roll,
    TargetField,
)
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.core.problems import Severity

N, E, S, W = DIRECTIONS
PACKAGE = Path(__file__).parents[4] / "cloudy_pnp/cloudy_kingdom"
STEM = (((0, 0), "stem", "n"),)
STACK = (((0, 0), "stem", "n"), ((0, 0), "crossing", "e"))


def play(where: str, source: str = "drawn", count: int = 1) -> dict[str, Any]:
    return {"play": {"from": source, "count": count, "where": where}}


def test_keep_replaces_the_draw_at_the_end_of_the_turn() -> None:
    """STEP-1: of the drawn cards one stays; the pile loses no other card, and the hand is paid as usual."""
    state = caster({"draw": 2}, {"keep": "drawn"}, {"discard": {"from": "drawn"}})
    casting = own(state)
    kept = KeepCard("bend-left")  # raven drew bend-left and double-bend
    assert set(legal_moves(casting)) == {kept, KeepCard("double-bend")}
    assert code(casting, KeepCard("stem")) == "SPL-10"
    done = apply(casting, kept)
    assert done.hands[0] == "bend-left"
    assert done.discard_pile == ("double-bend", "stem")
    assert len(done.draw_pile) == len(state.draw_pile) - 2


def test_the_last_round_begins_though_nothing_is_drawn() -> None:
    """STEP-1, END-5: with an empty pile the card that is kept is the last one."""
    state = caster({"draw": 1}, {"keep": "drawn"}, deck=["stem", "crossing", "tee-side", "bend-left"])
    done = own(state)
    assert (done.hands[0], done.last_turns) == ("bend-left", 3)


@pytest.mark.parametrize(
    ("to", "hands"), [("left", ("tee-side", "stem", "crossing")), ("right", ("crossing", "tee-side", "stem"))]
)
def test_hands_are_passed_at_the_same_time(to: str, hands: tuple[str, ...]) -> None:
    """STEP-2: left is the next player clockwise; the caster keeps what they get and draws nothing."""
    state = caster({"pass": to})
    done = own(state)
    assert done.hands == hands
    assert done.draw_pile == state.draw_pile
    assert done.discard_pile == ()


def test_a_single_card_turns_if_it_stays_crosswise() -> None:
    """STEP-3: half a turn always, a quarter turn only without a card below it."""
    half = own(caster({"turn": {"which": "top", "by": "half"}}, cards=STACK))
    stack = apply(half, TargetField((0, 0))).board.stack((0, 0))
    assert [card.facing for card in stack] == [N, W]
    quarter = caster({"turn": {"which": "top", "by": "quarter", "way": "right"}}, cards=(*STACK, ((1, 1), "stem", "n")))
    assert code(own(quarter), TargetField((0, 0))) == "GEO-5"
    assert own(quarter, TargetField((1, 1))).board.stack((1, 1))[0].facing == E


def test_a_single_break_is_cleared() -> None:
    """STEP-4: the break that is named, and no other."""
    state = caster(
        {"clear": {"what": "break"}}, cards=(((0, 0), "crossing-hole", "n"), ((1, 1), "crossing-crater", "n"))
    )
    casting = own(state)
    assert legal_moves(casting) == [ClearBreak((0, 0), "n"), ClearBreak((1, 1), "centre")]
    board = apply(casting, ClearBreak((0, 0), "n")).board
    assert board.stack((0, 0))[-1].face.breaks == ()
    assert board.stack((1, 1))[-1].face.breaks != ()
    assert {code(casting, ClearBreak((0, 0), "e")), code(casting, TargetField((0, 0)))} == {"SPL-10"}


def test_my_last_card_comes_back_unless_it_is_covered() -> None:
    """STEP-5: not the card that anybody placed last."""
    state = caster({"take": {"from": "board", "which": "own-last"}}, play("growth", "taken"), cards=STEM)
    assert code(state, CastSpell("own")) == "SPL-10"  # raven has placed nothing yet
    state = apply(state, PlayVine((0, 0), E))
    state = apply(state, PlayVine((0, 1), E))
    state = apply(state, next(move for move in legal_moves(state) if isinstance(move, PlayVine) and move.at == (0, 1)))
    taken = own(state)
    assert taken.casting is not None and taken.casting.taken == ("stem",)
    assert len(taken.board.stack((0, 0))) == 1
    moved = own(replace(state, board=state.board.moved((0, 0), (2, 1), E)))  # by another player
    assert moved.casting is not None and moved.casting.taken == ("stem",)
    covered = replace(state, board=state.board.placed((0, 0), state.board.stack((0, 1))[0]))
    assert code(covered, CastSpell("own")) == "SPL-10"


def test_spells_are_forbidden_until_the_next_turn() -> None:
    """STEP-6: for the others, and no longer."""
    state = own(caster({"forbid": "spells"}, cards=STEM))
    for _ in range(2):
        assert code(state, CastSpell("chop")) == "SPL-10"
        state = apply(state, next(move for move in legal_moves(state) if isinstance(move, PlayVine)))
    assert state.forbidding == frozenset()
    assert code(state, CastSpell("chop")) is None


@pytest.mark.parametrize(("what", "shown"), [("coin", range(2)), ("die", range(1, 7))])
def test_a_coin_and_a_die_are_tossed(what: str, shown: range) -> None:
    """STEP-7: what they show decides, and the record tells it."""
    state = caster({"only-if": {"what": what, "at-least": 1, "steps": [{"forbid": "spells"}]}})
    casting = own(state)
    assert legal_moves(casting) == [Roll(number) for number in shown]
    assert code(casting, Roll(7)) == "SPL-10"
    assert [bool(apply(casting, Roll(number)).forbidding) for number in shown] == [number >= 1 for number in shown]


def test_castles_that_one_network_reaches() -> None:
    """STEP-8: none without a vine; neighbouring sides count together."""
    castles: Castles = {"north": ("raven",), "east": ("rose",), "south": ("raven",), "west": ("raven",)}
    board = Board.empty(1, 1, castles)
    assert family_at(board, Castle(N, 0)) == "raven"
    assert castles_joined(board, "raven") == 0
    reached = [caster(cards=(((0, 0), card, "n"),)).board.stack((0, 0))[0] for card in ("stem", "crossing")]
    counts = [castles_joined(board.placed((0, 0), card), "raven") for card in reached]
    assert counts[0] == 2
    assert castles_joined(board.placed((0, 0), reached[0]).placed((0, 0), replace(reached[1], facing=E)), "raven") == 3


def test_apart_is_neither_on_nor_next_to_the_first() -> None:
    """STEP-9."""
    state = caster({"draw": 2}, play("growth"), play("apart"), cards=STEM)
    first = next(move for move in legal_moves(own(state)) if isinstance(move, PlaceCard) and move.at == (0, 0))
    fields = {move.at for move in legal_moves(own(state, first)) if isinstance(move, PlaceCard)}
    assert fields and not fields & {(0, 0), (0, 1), (1, 0)}
    assert any(finding.severity is Severity.ERROR for finding in effect_findings([{"draw": 1}, play("apart")], False))


def test_under_a_stack() -> None:
    """STEP-10: below all its cards, crosswise to the lowest."""
    state = caster({"draw": 1}, play("under"), cards=STACK)
    moves = [move for move in legal_moves(own(state)) if isinstance(move, PlaceCard)]
    assert {(move.at, move.facing) for move in moves} == {((0, 0), E), ((0, 0), W)}
    done = own(state, moves[0])
    assert [card.card for card in done.board.stack((0, 0))] == [moves[0].card, "stem", "crossing"]


SAY = {"say": {"en": "Sing.", "de": "Singe.", "fr": "Chantez.", "hu": "Énekelj."}}


def test_people_carry_out_a_text_among_steps() -> None:
    """STEP-11: the game waits for them, and goes on."""
    casting = own(caster(SAY, {"forbid": "spells"}))
    assert legal_moves(casting) == [Decide()]
    assert apply(casting, Decide("we sang")).forbidding == frozenset({0})
    [finding] = effect_findings([SAY], False)
    assert (finding.severity, finding.message) == (Severity.INFO, "players carry out this step themselves")


def test_a_record_tells_what_people_decided(tmp_path: Path) -> None:
    pack = tmp_path / "packs/words"
    pack.mkdir(parents=True)
    name = {"en": "Words", "de": "Worte", "fr": "Mots", "hu": "Szavak"}
    (pack / "pack.yaml").write_text(yaml.safe_dump({"pack": {"id": "words", "name": name, "game": "cloudy-kingdom"}}))
    spell = {"id": "song", "name": {**name, "en": "Song"}, "effect": [SAY, {"forbid": "spells"}]}
    (pack / "spells.yaml").write_text(yaml.safe_dump({"spells": [spell]}, allow_unicode=True), "utf-8")
    record = {
        "game": "cloudy-kingdom",
        "players": ["raven", "rose"],
        "layout": "A",
        "deck": ["stem", "crossing", "stem", "crossing"],
        "spells": [["chop", "inspiration", "song"]] * 2,
        "turns": [{"spell": "song", "steps": [{"decided": "everyone sang"}]}],
    }
    file = tmp_path / "x.game.yaml"
    file.write_text(yaml.safe_dump(record), "utf-8")
    done = call("replay", file, "--pack", pack)
    assert (done.code, done.err) == (0, "1 document found: 1 evaluated, 0 invalid\n")
    assert "everyone sang" in done.out
    shown = call("show", "song", "--pack", pack, "--root", tmp_path, "--out", tmp_path / "out")
    assert "players carry out themselves: " in shown.out
    record["turns"] = [{"spell": "song", "steps": []}]
    file.write_text(yaml.safe_dump(record), "utf-8")
    [problem] = json.loads(call("replay", file, "--pack", pack, "--format", "json").out)["problems"]
    assert "{decided: text}" in problem["message"]


def test_the_simulator_leaves_out_what_it_does_not_play() -> None:
    assert not_simulated(parse_steps([{"swap": {"which": "castles"}}])) == "swap-castles"
    assert not_simulated(parse_steps([SAY])) == "say"
    assert not_simulated(parse_steps([{"turn": {"which": "top", "by": "half"}}])) == ""


def test_others_draw_again_while_the_spell_spares_a_card() -> None:
    """STEP-12: clockwise; who would discard keeps their card then, and who is robbed has none."""
    deck = ["stem", "crossing", "tee-side", "bend-left", "double-bend"]
    redraw = caster(
        {"discard": {"from": "hand", "who": "others"}}, {"draw": 1}, {"discard": {"from": "drawn"}}, deck=deck
    )
    done = own(redraw)
    assert done.hands == (None, "bend-left", "tee-side")
    assert done.discard_pile == ("crossing", "double-bend", "stem")
    robbed = caster({"take": {"from": "hand", "who": "chosen"}}, {"draw": 2}, deck=deck)
    assert own(robbed, NamePlayer("rose")).hands[1] is None


def test_looking_changes_nothing() -> None:
    """STEP-13: neither a hand nor the order of the pile, and nothing is asked."""
    state = caster({"look": {"from": "hand", "who": "chosen"}}, {"look": {"from": "draw-pile", "count": 3}})
    done = own(state)
    assert done.casting is None
    assert (done.hands[1:], done.draw_pile) == (state.hands[1:], state.draw_pile[1:])


def test_the_neighbours_exchange_their_cards() -> None:
    """STEP-14: the players on both sides, also if there are three others; with one other player it cannot be cast."""
    swap = {"swap": {"which": "hands"}}
    assert own(caster(swap)).hands[1:] == ("tee-side", "crossing")
    four = caster(swap, players=("raven", "rose", "heron", "sun"))
    assert own(four).hands[1:] == (four.hands[3], four.hands[2], four.hands[1])
    assert code(caster(swap, players=("raven", "rose")), CastSpell("own")) == "SPL-10"


@pytest.mark.parametrize(
    ("connected", "discards"),
    [
        (set(), ()),
        ({("rose", "north-south")}, ("crossing",)),
        ({("rose", "north-south"), ("heron", "east-west")}, ("crossing", "tee-side")),
        ({("raven", "north-south"), ("heron", "east-west")}, ("tee-side",)),
        ({("rose", "north-south"), ("heron", "north-south"), ("heron", "east-west")}, ("tee-side",)),
    ],
)
def test_the_most_connected_of_the_others_redraw(connected: set[tuple[str, str]], discards: tuple[str, ...]) -> None:
    """STEP-15: as many as any other, and at least one; the caster does not count."""
    state = caster({"discard": {"from": "hand", "who": "most-connections"}})
    state = replace(state, connected=frozenset(connected))
    assert own(state).discard_pile == (*discards, "stem")


@pytest.mark.parametrize("rule", STEP_RULES)
def test_every_rule_has_a_function_and_a_test(rule: str) -> None:
    code = [path.read_text("utf-8") for path in (PACKAGE / "rules").rglob("*.py")]
    assert any(f"{rule}:" in text or f"{rule}," in text for text in code)
    assert f"{rule}" in Path(__file__).read_text("utf-8").split("test_every_rule")[0]
