"""SPL: the eight spells and custom ones, all run from their steps."""

from __future__ import annotations

import pytest
from games.cloudy_kingdom.box import KINGDOM, SPELLS, after, castles, face, game, laid, lying, make_kingdom, words
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import Castles
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.cloudy_kingdom.model.steps import OfferRedraw
from cloudy_pnp.cloudy_kingdom.rules.board import Field, joined_ports, standing
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import step_to_choose
from cloudy_pnp.cloudy_kingdom.rules.state import (
    CastSpell,
    GameState,
    IllegalMove,
    Move,
    PlaceCard,
    Redraw,
    Skip,
    TargetField,
)
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, move_problem

N, E, S, W = DIRECTIONS
DECK = ["stem", "crossing", "tee-side", "bend-left", "double-bend", "tee-end", "path-ends", "rope-bridge"]
HANDS = 2  # of the deck, dealt to the players


def with_board(state: GameState, *cards: tuple[Field, str, str], sealed: Field | None = None) -> GameState:
    """The game with cards on its board; a burning crossing seals one of the fields."""
    board = laid(state.board, *cards)
    if sealed is not None:
        across = "e" if board.stack(sealed)[-1].facing in (N, S) else "n"
        board = board.placed(sealed, lying("burning-crossing", across, sealed=True))
    return replace(state, board=board, connected=standing(board))


def caster(*spells: str, edition: str = "2023", deck: list[str] | None = None) -> GameState:
    """Raven is about to cast; rose has no spells."""
    return game(deck=deck or DECK, spells=[spells, []], edition=edition)


def code(state: GameState, move: Move) -> str | None:
    problem = move_problem(state, move)
    return None if problem is None else problem.code


def casts(state: GameState) -> list[str]:
    return [move.spell for move in legal_moves(state) if isinstance(move, CastSpell)]


def test_spl_1_chop_removes_a_top_card_from_the_game() -> None:
    state = with_board(caster("chop"), ((0, 0), "stem", "n"), ((0, 0), "crossing", "e"), ((1, 1), "tee-side", "n"))
    asked = apply(state, CastSpell("chop"))
    assert legal_moves(asked) == [TargetField((0, 0)), TargetField((1, 1))]
    done = apply(asked, TargetField((0, 0)))
    assert done.board.stack((0, 0)) == (lying("stem", "n"),)
    assert done.box == ("crossing", "chop")
    assert done.discard_pile == ("stem",)
    assert code(asked, TargetField((2, 2))) == "SPL-1"
    assert code(asked, TargetField((9, 0))) == "GEO-1"


def test_spl_2_inspiration_plays_one_of_two_and_discards_the_other() -> None:
    asked = apply(caster("inspiration"), CastSpell("inspiration"))
    assert asked.casting is not None
    assert asked.casting.drawn == ("tee-side", "bend-left")
    assert {move.card for move in legal_moves(asked) if isinstance(move, PlaceCard)} == {"tee-side", "bend-left"}
    done = apply(asked, PlaceCard("bend-left", (0, 0), N))
    assert done.board.stack((0, 0)) == (lying("bend-left", "n"),)
    assert done.discard_pile == ("tee-side", "stem")  # the card that paid comes last (TURN-4)
    assert done.hands[0] == "double-bend"
    assert code(asked, PlaceCard("crossing", (0, 0), N)) == "SPL-2"
    assert code(asked, PlaceCard("tee-side", (1, 1), N)) == "GRO-2"
    assert code(asked, Skip()) == "SPL-10"


def test_spl_3_burning_crossing_lies_across_a_card_and_is_sealed() -> None:
    state = with_board(caster("burning-crossing"), ((1, 1), "path-ends", "n"))
    asked = apply(state, CastSpell("burning-crossing"))
    placings = [move for move in legal_moves(asked) if isinstance(move, PlaceCard)]
    assert [(move.at, move.facing) for move in placings] == [((1, 1), E), ((1, 1), W)]
    done = apply(asked, placings[0])
    assert done.board.stack((1, 1))[-1].sealed
    assert words(joined_ports(done.board.stack((1, 1)))) == ["nesw"]
    assert done.box == ()
    assert code(asked, PlaceCard("burning-crossing", (0, 0), N)) == "SPL-3"
    assert code(asked, PlaceCard("burning-crossing", (1, 1), N)) == "GRO-4"


def test_spl_3_no_spell_affects_a_sealed_card() -> None:
    state = with_board(caster("chop", "twist", "burning-crossing"), ((0, 0), "stem", "n"), sealed=(0, 0))
    assert casts(state) == []
    other = with_board(state, ((1, 1), "stem", "n"))
    for spell in ("chop", "twist"):
        asked = apply(other, CastSpell(spell))
        assert legal_moves(asked) == [TargetField((1, 1))]
        assert code(asked, TargetField((0, 0))) == "SPL-3"
    asked = apply(other, CastSpell("burning-crossing"))
    assert code(asked, PlaceCard("burning-crossing", (0, 0), N)) == "GRO-5"


def test_spl_4_broken_crossing_is_placed_like_a_vine_card() -> None:
    state = with_board(caster("broken-crossing"), ((1, 1), "stem", "n"))
    asked = apply(state, CastSpell("broken-crossing"))
    assert code(asked, PlaceCard("broken-crossing", (0, 0), N)) is None
    assert code(asked, PlaceCard("broken-crossing", (2, 2), N)) == "GRO-2"
    done = apply(asked, PlaceCard("broken-crossing", (1, 1), E))
    assert words(joined_ports(done.board.stack((1, 1)))) == ["n", "e", "s", "w"]
    assert not done.board.stack((1, 1))[-1].sealed


def test_spl_5_rapid_growth_grows_and_covers_its_own_card() -> None:
    state = with_board(caster("rapid-growth"), ((0, 1), "stem", "n"))
    first = apply(state, CastSpell("rapid-growth"))
    assert code(first, PlaceCard("tee-side", (0, 1), E)) == "SPL-5"  # not empty
    second = apply(first, PlaceCard("tee-side", (1, 1), N))
    assert second.casting is not None
    assert second.casting.drawn == ("bend-left",)  # drawn only now
    assert legal_moves(second) == [PlaceCard("bend-left", (1, 1), E), PlaceCard("bend-left", (1, 1), W)]
    assert code(second, PlaceCard("bend-left", (0, 1), E)) == "SPL-5"
    assert code(second, PlaceCard("bend-left", (1, 1), N)) == "GRO-4"
    done = apply(second, PlaceCard("bend-left", (1, 1), W))
    assert [card.card for card in done.board.stack((1, 1))] == ["tee-side", "bend-left"]


def test_spl_6_green_thumb_offers_a_redraw_and_plays_both() -> None:
    state = game(["raven", "rose", "heron"], deck=DECK, spells=[["green-thumb"], [], []])
    asked = apply(state, CastSpell("green-thumb"))
    assert isinstance(step_to_choose(asked), OfferRedraw)
    assert legal_moves(asked) == [
        Redraw(()),
        Redraw(("rose",)),
        Redraw(("heron",)),
        Redraw(("rose", "heron")),
    ]
    for names in [("heron", "rose"), ("raven",), ("rose", "rose"), ("sun",)]:
        assert code(asked, Redraw(names)) == "SPL-6"
    redrawn = apply(asked, Redraw(("rose", "heron")))
    assert redrawn.discard_pile == ("crossing", "tee-side")
    assert redrawn.hands == ("stem", "tee-end", "path-ends")
    one = apply(redrawn, PlaceCard("double-bend", (0, 0), N))
    assert code(one, PlaceCard("double-bend", (0, 1), N)) == "SPL-2"
    assert code(one, Skip()) == "SPL-10"
    done = apply(one, PlaceCard("bend-left", (0, 1), N))
    assert done.discard_pile == ("crossing", "tee-side", "stem")
    assert done.player == 1


def test_spl_6_the_redraw_goes_clockwise_from_the_caster() -> None:
    state = game(["raven", "rose", "heron"], deck=DECK, spells=[[], ["green-thumb"], []])
    asked = after(state, legal_moves(state)[0], CastSpell("green-thumb"))
    assert legal_moves(asked)[-1] == Redraw(("heron", "raven"))


def test_spl_6_edition_hu_may_play() -> None:
    asked = after(caster("green-thumb", edition="hu"), CastSpell("green-thumb"), Redraw(()))
    assert legal_moves(asked)[-1] == Skip()
    done = after(asked, Skip(), Skip())
    assert done.discard_pile == ("tee-side", "bend-left", "stem")
    second = after(asked, Skip(), PlaceCard("bend-left", (0, 0), N))
    assert second.discard_pile == ("tee-side", "stem")
    assert second.casting is None


def test_spl_7_replant_plays_the_top_of_the_discard_pile() -> None:
    assert casts(caster("replant")) == []
    assert code(caster("replant"), CastSpell("replant")) == "SPL-10"
    state = replace(caster("replant"), discard_pile=("crossing", "tee-end"))
    asked = apply(state, CastSpell("replant"))
    done = apply(asked, PlaceCard("tee-end", (0, 0), N))
    assert done.board.stack((0, 0)) == (lying("tee-end", "n"),)
    assert done.discard_pile == ("crossing", "stem")


def test_spl_8_twist_turns_the_whole_stack_a_quarter_clockwise() -> None:
    state = with_board(caster("twist"), ((0, 1), "stem", "n"), ((0, 1), "tee-side", "w"), ((1, 1), "stem", "n"))
    asked = apply(state, CastSpell("twist"))
    assert legal_moves(asked) == [TargetField((0, 1)), TargetField((1, 1))]
    done = apply(asked, TargetField((0, 1)))
    assert done.board.stack((0, 1)) == (lying("stem", "e"), lying("tee-side", "n"))
    lone = apply(asked, TargetField((1, 1)))  # GRO is ignored: nothing supports it now
    assert lone.board.stack((1, 1)) == (lying("stem", "e"),)
    assert code(asked, TargetField((3, 3))) == "SPL-8"
    assert done.box == ("twist",)


def test_spl_9_placed_spell_cards_are_vine_cards() -> None:
    state = with_board(caster("chop", "twist", "burning-crossing"), ((0, 0), "broken-crossing", "n"))
    assert casts(state) == ["chop", "twist", "burning-crossing"]
    assert after(state, CastSpell("chop"), TargetField((0, 0))).box == ("broken-crossing", "chop")
    covered = after(state, CastSpell("burning-crossing"), PlaceCard("burning-crossing", (0, 0), E))
    assert len(covered.board.stack((0, 0))) == 2


@pytest.mark.parametrize(("spell", "needs"), [("inspiration", 2), ("rapid-growth", 2), ("green-thumb", 2)])
def test_spl_10_the_pile_holds_as_many_cards_as_are_drawn_in_all(spell: str, needs: int) -> None:
    assert casts(caster(spell, deck=DECK[: HANDS + needs])) == [spell]
    short = caster(spell, deck=DECK[: HANDS + needs - 1])
    assert casts(short) == []
    assert code(short, CastSpell(spell)) == "SPL-10"


def test_spl_10_there_is_a_target() -> None:
    bare = caster("chop", "twist", "burning-crossing")
    assert casts(bare) == []
    assert [code(bare, CastSpell(spell)) for spell in bare.spells[0]] == ["SPL-10"] * 3


def test_spl_10_rapid_growth_needs_an_empty_field_to_grow_to() -> None:
    around: Castles = castles("a", "b", "a", "b")
    state = game(deck=DECK, spells=[["rapid-growth", "inspiration"], []], around=around)
    assert casts(state) == ["rapid-growth", "inspiration"]
    full = with_board(state, ((0, 0), "path-ends", "n"))
    assert casts(full) == ["inspiration"]
    sealed = with_board(full, sealed=(0, 0))
    assert casts(sealed) == []


def test_spl_10_a_card_that_cannot_be_placed_is_discarded() -> None:
    """With `growth: vines` the first card finds no place, so nothing can be laid on it either."""
    kingdom = make_kingdom()
    odd = replace(kingdom.vines["path-ends"], face=face("ew"))
    kingdom = replace(kingdom, vines={**kingdom.vines, "path-ends": odd})
    deck = ["stem", "stem", "path-ends", "stem", "crossing"]
    around = castles("a", "-", "-", "-")
    state = game(deck=deck, spells=[["rapid-growth"], []], around=around, growth="vines", kingdom=kingdom)
    asked = apply(state, CastSpell("rapid-growth"))
    assert legal_moves(asked) == [Skip()]
    again = apply(asked, Skip())
    assert legal_moves(again) == [Skip()]
    done = apply(again, Skip())
    assert done.discard_pile == ("path-ends", "stem", "stem")
    assert done.casting is None


def test_spl_10_the_others_redraw_while_cards_last() -> None:
    state = game(["raven", "rose", "heron"], deck=DECK[:6], spells=[["green-thumb"], [], []])
    asked = apply(state, CastSpell("green-thumb"))
    assert legal_moves(asked) == [Redraw(()), Redraw(("rose",)), Redraw(("heron",))]
    assert code(asked, Redraw(("rose", "heron"))) == "SPL-10"
    assert apply(asked, Redraw(("heron",))).draw_pile == ()


def test_spl_11_a_sealed_card_supports_and_keeps_what_lies_below() -> None:
    state = with_board(caster("chop"), ((0, 0), "crossing-hole", "s"), sealed=(0, 0))
    assert words(joined_ports(state.board.stack((0, 0)))) == ["new", "s"]  # the hole below still cuts
    missing = with_board(caster("chop"), ((0, 0), "path-end", "n"), sealed=(0, 0))
    assert words(joined_ports(missing.board.stack((0, 0)))) == ["new"]  # no arm below, no port


def test_spl_12_pairs_are_data_of_the_edition() -> None:
    assert KINGDOM.editions["2023"].pairs == (("chop", "twist"),)
    assert KINGDOM.editions["hu"].pairs == ()


def test_spl_13_custom_spells_run_from_their_steps() -> None:
    kingdom = make_kingdom(
        {
            "double-chop": [SPELLS["chop"][0], SPELLS["chop"][0]],
            "whirl": [
                {"turn": {"which": "stack", "by": "quarter", "way": "left"}},
                {"turn": {"which": "stack", "by": "half"}},
            ],
            "free": [{"play": {"from": "hand", "count": 1, "where": "growth"}}],
            "swap": [{"discard": {"from": "hand"}}, {"draw": 1}, *SPELLS["replant"]],
        }
    )
    spells = ["double-chop", "whirl", "free", "swap"]
    state = game(deck=DECK, spells=[spells, []], kingdom=kingdom)
    assert casts(state) == ["free", "swap"]
    free = after(state, CastSpell("free"), PlaceCard("stem", (0, 0), N))
    assert (free.discard_pile, free.hands[0]) == ((), "tee-side")
    swap = after(state, CastSpell("swap"), PlaceCard("stem", (0, 0), N))
    assert (swap.discard_pile, swap.hands[0]) == (("tee-side",), "bend-left")
    board = with_board(state, ((0, 0), "stem", "n"))
    whirled = after(board, CastSpell("whirl"), TargetField((0, 0)), TargetField((0, 0)))
    assert whirled.board.stack((0, 0)) == (lying("stem", "e"),)
    chopped = after(board, CastSpell("double-chop"), TargetField((0, 0)))
    assert legal_moves(chopped) == [Skip()]  # nothing is left for the second step
    assert apply(chopped, Skip()).box == ("stem", "double-chop")


def test_spl_13_a_spell_keeps_the_cards_that_it_still_draws() -> None:
    kingdom = make_kingdom(
        {
            "late": [
                {"discard": {"from": "hand", "who": "others", "may": True}},
                {"draw": 2},
                {"discard": {"from": "drawn"}},
            ]
        }
    )
    state = game(deck=DECK[:5], spells=[["late"], []], kingdom=kingdom)
    asked = apply(state, CastSpell("late"))
    assert legal_moves(asked) == [Redraw(()), Redraw(("rose",))]
    fewer = apply(game(deck=DECK[:4], spells=[["late"], []], kingdom=kingdom), CastSpell("late"))
    assert legal_moves(fewer) == [Redraw(())]


def test_spl_13_on_last_forgets_a_card_that_was_removed() -> None:
    again = {"play": {"from": "drawn", "count": 1, "where": "on-last"}}
    kingdom = make_kingdom({"undo": [{"draw": 2}, SPELLS["inspiration"][1], SPELLS["chop"][0], again]})
    state = game(deck=DECK, spells=[["undo"], []], kingdom=kingdom)
    board = with_board(state, ((0, 0), "stem", "n"))
    placed = after(board, CastSpell("undo"), PlaceCard("tee-side", (0, 0), E))
    assert legal_moves(apply(placed, TargetField((0, 0)))) == [Skip()]


def test_choices_come_only_in_a_spell_and_moves_only_outside() -> None:
    state = with_board(caster("chop"), ((0, 0), "stem", "n"))
    assert code(state, TargetField((0, 0))) == "TURN-2"
    asked = apply(state, CastSpell("chop"))
    assert code(asked, CastSpell("chop")) == "TURN-2"
    assert code(asked, Redraw(())) == "SPL-1"
    with pytest.raises(IllegalMove, match=r"SPL-1: .*\[2, 2\]"):
        apply(asked, TargetField((2, 2)))
