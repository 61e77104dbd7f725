"""SPL-10: the steps beyond the eight spells, each by itself: what may be chosen, and what becomes of it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from games.cloudy_kingdom.box import after, castles, game, laid, lying, make_kingdom
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import SIDES, Castles
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.cloudy_kingdom.rules.board import Field, Placed, standing
from cloudy_pnp.cloudy_kingdom.rules.state import (
    CastSpell,
    ExchangeCastles,
    GameState,
    Move,
    MoveCard,
    NamePlayer,
    Order,
    PlaceCard,
    PlayVine,
    Redraw,
    Skip,
    SwapStacks,
    TakeOption,
    TargetField,
)
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, move_problem

N, E, S, W = DIRECTIONS
DECK = [
    "stem",
    "crossing",
    "tee-side",
    "bend-left",
    "double-bend",
    "tee-end",
    "path-ends",
    "rope-bridge",
    "stem",
    "stem",
]
SWAP, PEEK, EXTRA, PROTECT = (
    {"swap": {"which": "stacks"}},
    {"look": {"from": "draw-pile", "count": 3, "sort": True}},
    {"extra-turn": "self"},
    {"protect": {"against": "everything"}},
)
CHOP = {"remove": {"which": "top", "to": "box"}}
TWIST = {"turn": {"which": "stack", "by": "quarter", "way": "right"}}
DRAW, TAKE = {"draw": 1}, {"take": {"from": "discard", "which": "top"}}
PLAY_ON_LAST = {"play": {"from": "drawn", "count": 1, "where": "on-last"}}


def caster(
    *effect: dict[str, Any],
    cards: tuple[tuple[Field, str, str], ...] = (),
    players: tuple[str, ...] = ("raven", "rose", "heron"),
    deck: list[str] | None = None,
    around: Castles | None = None,
) -> GameState:
    """Raven holds a custom spell `own`, and everybody chop; some cards lie on the board."""
    kingdom = make_kingdom({"own": list(effect)})
    state = game(players, deck=deck or DECK, spells=[["own", "chop"]] * len(players), kingdom=kingdom, around=around)
    board = laid(state.board, *cards)
    return replace(state, board=board, connected=standing(board))


def test_castles_of_one_side_change_places_in_pairs() -> None:
    """Every pair of a side that LAY-2 and LAY-3 allow is offered, and nothing else."""
    casting = own(caster({"swap": {"which": "castles"}}))
    sides = dict(zip(SIDES, casting.board.castles, strict=True))
    pairs = [ExchangeCastles(side, pair) for side in SIDES for pair in combinations(filter(None, sides[side]), 2)]
    offered = list(legal_moves(casting))
    assert offered == [choice for choice in pairs if code(casting, choice) is None]
    assert 0 < len(offered) < len(pairs)


def sealed(state: GameState, field: Field) -> GameState:
    """The game with a sealed card on top of a field."""
    board = state.board.placed(field, lying("burning-crossing", "e", sealed=True))
    return replace(state, board=board, connected=standing(board))


def own(state: GameState, *moves: Move) -> GameState:
    """The game after the custom spell and some choices for it."""
    return after(state, CastSpell("own"), *moves)


def code(state: GameState, move: Move) -> str | None:
    problem = move_problem(state, move)
    return None if problem is None else problem.code


STEM, TWO = (((0, 0), "stem", "n"),), (((0, 0), "stem", "n"), ((1, 1), "crossing", "e"))


def test_remove_to_the_discard_pile() -> None:
    state = caster({"remove": {"which": "top", "to": "discard"}}, cards=STEM)
    done = own(state, TargetField((0, 0)))
    assert done.board.stack((0, 0)) == ()
    assert done.discard_pile == ("stem", "stem")  # first the removed card, then the one that paid
    assert done.box == ("own",)


def test_a_spell_card_never_goes_to_the_discard_pile() -> None:
    state = caster({"remove": {"which": "top", "to": "discard"}}, cards=(((0, 0), "broken-crossing", "n"),))
    done = own(state, TargetField((0, 0)))
    assert (done.discard_pile, done.box) == (("stem",), ("broken-crossing", "own"))


def move(where: str = "growth") -> dict[str, Any]:
    return {"move": {"which": "top", "where": where}}


def test_move_goes_to_another_field_by_the_growth_rules() -> None:
    asked = own(caster(move(), cards=TWO))
    assert code(asked, MoveCard((0, 0), (0, 3), N)) is None
    assert code(asked, MoveCard((0, 0), (1, 1), S)) is None
    assert code(asked, MoveCard((0, 0), (1, 1), E)) == "GRO-4"
    assert code(asked, MoveCard((0, 0), (0, 0), E)) == "SPL-10"
    assert code(asked, MoveCard((2, 2), (0, 1), N)) == "SPL-10"
    assert code(asked, MoveCard((9, 9), (0, 1), N)) == "GEO-1"
    assert code(asked, MoveCard((0, 0), (9, 9), N)) == "GRO-1"
    assert code(asked, Skip()) == "SPL-10"
    assert code(asked, TargetField((0, 0))) == "SPL-10"
    done = after(asked, MoveCard((0, 0), (1, 1), S))
    assert done.board.stack((0, 0)) == ()
    assert done.board.stack((1, 1)) == (lying("crossing", "e"), lying("stem", "s"))


def test_move_judges_the_board_without_the_card() -> None:
    """GRO-2: a card cannot support itself."""
    asked = own(caster(move("empty"), cards=(((1, 1), "stem", "n"),)))
    assert code(asked, MoveCard((1, 1), (2, 1), N)) == "GRO-2"
    assert MoveCard((1, 1), (2, 1), N) not in legal_moves(asked)
    assert code(asked, MoveCard((1, 1), (0, 1), N)) is None


def test_move_narrows_where() -> None:
    assert code(own(caster(move("empty"), cards=TWO)), MoveCard((0, 0), (1, 1), N)) == "SPL-5"
    assert code(own(caster(move("on-card"), cards=TWO)), MoveCard((0, 0), (0, 1), N)) == "SPL-3"


def test_move_lists_by_source_then_destination_then_facing() -> None:
    listed = [choice for choice in legal_moves(own(caster(move(), cards=TWO))) if isinstance(choice, MoveCard)]
    assert listed == sorted(listed, key=lambda one: (one.at, one.to, one.facing))
    assert {one.at for one in listed} == {(0, 0), (1, 1)}


def test_a_moved_card_is_the_last_one() -> None:
    asked = own(caster(move(), DRAW, PLAY_ON_LAST, cards=TWO), MoveCard((0, 0), (0, 3), N))
    assert {choice.at for choice in legal_moves(asked) if isinstance(choice, PlaceCard)} == {(0, 3)}


def test_swap_exchanges_whole_stacks_and_keeps_facings() -> None:
    cards = (*TWO, ((0, 0), "tee-side", "e"))
    asked = own(caster(SWAP, cards=cards))
    assert legal_moves(asked) == [SwapStacks((0, 0), (1, 1))]
    assert code(asked, SwapStacks((1, 1), (0, 0))) is None  # a pair has no order
    assert code(asked, SwapStacks((0, 0), (0, 0))) == "SPL-10"
    assert code(asked, SwapStacks((0, 0), (2, 2))) == "SPL-10"
    done = after(asked, SwapStacks((1, 1), (0, 0)))
    assert done.board.stack((0, 0)) == (lying("crossing", "e"),)
    assert done.board.stack((1, 1)) == (lying("stem", "n"), lying("tee-side", "e"))


def test_swap_carries_the_last_card_along() -> None:
    play = {"play": {"from": "hand", "count": 1, "where": "growth"}}
    asked = own(caster(play, SWAP, DRAW, PLAY_ON_LAST, cards=TWO), PlaceCard("stem", (0, 2), N))
    asked = after(asked, SwapStacks((0, 2), (1, 1)))
    assert {choice.at for choice in legal_moves(asked) if isinstance(choice, PlaceCard)} == {(1, 1)}


@pytest.mark.parametrize("step", [CHOP, TWIST, SWAP, move(), {"clear": {"what": "breaks"}}])
def test_no_step_affects_a_sealed_card(step: dict[str, Any]) -> None:
    """SPL-3."""
    cards = (((0, 0), "crossing-hole", "n"), ((1, 1), "crossing-hole", "n"), ((2, 2), "crossing-hole", "n"))
    asked = own(sealed(caster(step, cards=cards), (1, 1)))
    assert legal_moves(asked)
    for choice in legal_moves(asked):
        assert (1, 1) not in (getattr(choice, "at", None), getattr(choice, "other", None), getattr(choice, "to", None))
    wrong: dict[str, Move] = {
        "swap": SwapStacks((0, 0), (1, 1)),
        "move": MoveCard((1, 1), (0, 1), N),
    }
    assert code(asked, wrong.get(next(iter(step)), TargetField((1, 1)))) == "SPL-3"


@pytest.mark.parametrize(("kind", "left"), [("holes", ["block"]), ("blocks", ["hole"]), ("breaks", [])])
def test_clear_takes_breaks_off_the_card_that_lies_there(kind: str, left: list[str]) -> None:
    state = caster({"clear": {"what": kind}}, cards=STEM)
    both = replace(lying("crossing-hole", "n").face, breaks=())
    breaks = (*lying("crossing-block", "n").face.breaks, *lying("crossing-hole", "n").face.breaks)
    torn = Placed("crossing-hole", replace(both, breaks=breaks), E)
    state = replace(state, board=state.board.placed((0, 0), torn))
    asked = own(state)
    assert legal_moves(asked) == [TargetField((0, 0))]
    top = after(asked, TargetField((0, 0))).board.stack((0, 0))[-1]
    assert (top.card, top.facing, [item.kind for item in top.face.breaks]) == ("crossing-hole", E, left)


def test_clear_opens_a_way_and_can_end_the_game() -> None:
    """END-4: rose is connected by it, and wins at once."""
    around = castles("-", "-", "-", "-")
    around = {**around, "north": ("rose",), "south": ("rose",)}
    state = caster({"clear": {"what": "holes"}}, EXTRA, cards=(((0, 0), "crossing-hole", "n"),), around=around)
    done = own(state, TargetField((0, 0)))
    assert done.ending is not None
    assert (done.ending.winners, done.ending.by) == (("rose",), "END-4")
    assert not done.extra_turn


def test_clear_needs_a_break_that_can_be_seen() -> None:
    cards = (((0, 0), "crossing-hole", "n"), ((0, 0), "stem", "e"), ((1, 1), "crossing-block", "n"))
    assert code(caster({"clear": {"what": "holes"}}, cards=cards), CastSpell("own")) == "SPL-10"
    asked = own(caster({"clear": {"what": "blocks"}}, cards=cards))
    assert legal_moves(asked) == [TargetField((1, 1))]
    assert code(asked, TargetField((0, 0))) == "SPL-10"


def test_a_cleared_card_stays_cleared_when_it_is_turned_and_moved() -> None:
    state = caster({"clear": {"what": "holes"}}, TWIST, move(), cards=(((0, 0), "crossing-hole", "n"),))
    done = own(state, TargetField((0, 0)), TargetField((0, 0)), MoveCard((0, 0), (0, 2), S))
    assert done.board.stack((0, 2))[-1].face.breaks == ()


def test_a_cleared_card_has_its_breaks_again_when_it_comes_back() -> None:
    """The token lies on the board, not in the deck."""
    back = {"remove": {"which": "top", "to": "discard"}}
    again = {"play": {"from": "taken", "count": 1, "where": "growth"}}
    state = caster({"clear": {"what": "holes"}}, back, TAKE, again, cards=(((0, 0), "crossing-hole", "n"),))
    done = own(state, TargetField((0, 0)), TargetField((0, 0)), PlaceCard("crossing-hole", (0, 0), N))
    assert done.board.stack((0, 0)) == (lying("crossing-hole", "n"),)


def test_peek_puts_the_cards_back_in_any_order() -> None:
    asked = own(caster(PEEK))
    top = ("bend-left", "double-bend", "tee-end")
    orders = [choice.cards for choice in legal_moves(asked) if isinstance(choice, Order)]
    assert orders[:3] == [top, (top[0], top[2], top[1]), (top[1], top[0], top[2])]
    assert len(orders) == len(set(orders)) == 6
    assert code(asked, Order(("bend-left", "stem", "tee-end"))) == "SPL-10"
    assert code(asked, Order(top[:2])) == "SPL-10"
    assert code(asked, Skip()) == "SPL-10"
    done = after(asked, Order(tuple(reversed(top))))
    assert done.hands[0] == "tee-end"
    assert done.draw_pile[:2] == ("double-bend", "bend-left")


def test_peek_lists_equal_cards_once() -> None:
    asked = own(caster(PEEK, deck=["stem"] * 4 + ["bend-left", "stem", *DECK]))
    assert [choice.cards for choice in legal_moves(asked) if isinstance(choice, Order)] == [
        ("stem", "bend-left", "stem"),
        ("stem", "stem", "bend-left"),
        ("bend-left", "stem", "stem"),
    ]


def test_peek_needs_so_many_cards_to_be_cast_and_later_takes_what_there_is() -> None:
    assert code(caster(PEEK, deck=DECK[:5]), CastSpell("own")) == "SPL-10"
    drawing = ({"draw": 2}, PEEK, {"discard": {"from": "drawn"}})
    assert legal_moves(own(caster(*drawing, deck=DECK[:7]))) == [
        Order(("tee-end", "path-ends")),
        Order(("path-ends", "tee-end")),
    ]
    assert own(caster(*drawing, deck=DECK[:6])).casting is None  # one card has no order


def test_miss_turn_of_the_next_player() -> None:
    done = own(caster({"miss-turn": "next"}))
    assert (done.family, done.missed, done.turns, done.misses) == ("heron", ("rose",), 1, (0, 0, 0))
    assert done.hands[1] == "crossing"  # rose neither played nor drew


def test_miss_turn_of_a_player_who_is_named() -> None:
    asked = own(caster({"miss-turn": "chosen"}))
    assert legal_moves(asked) == [NamePlayer("rose"), NamePlayer("heron")]
    assert code(asked, NamePlayer("raven")) == "SPL-10"
    assert code(asked, NamePlayer("nobody")) == "SPL-10"
    named = after(asked, NamePlayer("heron"))
    assert (named.family, named.misses) == ("rose", (0, 0, 1))
    played = after(named, PlayVine((0, 0), N))
    assert (played.family, played.missed) == ("raven", ("heron",))


def test_misses_add_up() -> None:
    done = own(caster({"repeat": {"times": 2, "steps": [{"miss-turn": "next"}]}}, players=("raven", "rose")))
    assert (done.family, done.misses) == ("raven", (0, 1))
    assert after(done, PlayVine((0, 0), N)).family == "raven"
    assert after(done, PlayVine((0, 0), N), PlayVine((0, 1), N)).family == "rose"


def test_nobody_alone_misses_a_turn() -> None:
    assert code(caster({"miss-turn": "next"}, players=("raven",)), CastSpell("own")) == "SPL-10"
    later = {"only-if": {"what": "draw-pile", "at-least": 1, "steps": [{"miss-turn": "next"}, {"miss-turn": "chosen"}]}}
    asked = own(caster(TWIST, later, players=("raven",), cards=STEM), TargetField((0, 0)))
    assert legal_moves(asked) == [Skip()]
    assert after(asked, Skip()).misses == (0,)


def test_a_missed_turn_in_the_last_round_is_that_players_last() -> None:
    """END-5: rose misses, heron and raven still play."""
    state = own(caster({"miss-turn": "next"}, deck=["stem"] * 4))
    assert (state.family, state.last_turns) == ("heron", 2)
    over = after(state, PlayVine((0, 0), N), PlayVine((0, 1), N))
    assert over.ending is not None
    assert over.ending.by == "END-5"


def test_a_claim_is_won_at_the_start_of_a_missed_turn() -> None:
    """END-3: the claim of rose still stands when her turn begins, missed or not."""
    state = caster({"miss-turn": "next"})
    board = laid(state.board, ((0, 0), "stem", "n"))
    won = replace(
        state,
        board=board,
        connected=frozenset({("rose", "north-south")}),
        claims=(frozenset(), frozenset({"north-south"}), frozenset()),
    )
    done = own(won)
    assert done.ending is not None
    assert (done.ending.winners, done.ending.by) == (("rose",), "END-3")


def test_extra_turn_comes_after_the_draw() -> None:
    done = own(caster(EXTRA))
    assert (done.family, done.turns, done.extra_turn, done.hands[0]) == ("raven", 1, False, "bend-left")
    assert after(done, PlayVine((0, 0), N)).family == "rose"


def test_claims_wait_while_an_extra_turn_is_taken() -> None:
    """END-3: the others must have had their chance."""
    around = {**castles("-", "-", "-", "-"), "north": ("raven",), "south": ("raven",)}
    state = caster({"clear": {"what": "holes"}}, EXTRA, cards=(((0, 0), "crossing-hole", "n"),), around=around)
    done = own(state, TargetField((0, 0)))
    assert (done.family, done.ending, done.claims[0]) == ("raven", None, frozenset({"north-south"}))


def test_an_extra_turn_lapses_when_the_last_round_begins() -> None:
    done = own(caster(EXTRA, deck=["stem"] * 4))
    assert (done.family, done.last_turns, done.extra_turn) == ("rose", 3, False)


def test_protect_keeps_cards_and_spells_off_a_field() -> None:
    state = own(caster(PROTECT, cards=TWO), TargetField((0, 0)))
    assert (state.family, state.board.guarded) == ("rose", frozenset({(0, 0)}))
    assert code(state, PlayVine((0, 0), E)) == "GRO-5"
    assert code(after(state, CastSpell("chop")), TargetField((0, 0))) == "SPL-3"
    assert legal_moves(after(state, CastSpell("chop"))) == [TargetField((1, 1))]
    free = after(state, PlayVine((0, 1), N), PlayVine((0, 2), N))
    assert (free.family, free.board.guarded) == ("raven", frozenset())
    assert code(free, PlayVine((0, 0), E)) is None


def test_protect_takes_any_field_once() -> None:
    asked = own(caster(PROTECT, PROTECT, cards=STEM))
    assert len(legal_moves(asked)) == 16
    again = after(asked, TargetField((3, 3)))
    assert len(legal_moves(again)) == 15
    assert code(again, TargetField((3, 3))) == "SPL-3"
    assert code(again, TargetField((4, 4))) == "GEO-1"


@pytest.mark.parametrize("step", [SWAP, move()])
def test_a_protected_field_is_no_end_of_a_move_or_a_swap(step: dict[str, Any]) -> None:
    cards = (*TWO, ((2, 2), "stem", "n"))
    asked = own(caster(PROTECT, step, cards=cards), TargetField((1, 1)))
    assert legal_moves(asked)
    for choice in legal_moves(asked):
        assert (1, 1) not in (getattr(choice, "at", None), getattr(choice, "other", None), getattr(choice, "to", None))


def test_a_missed_turn_ends_protection() -> None:
    state = own(caster(PROTECT, cards=STEM), TargetField((0, 0)))
    state = state.missing(0, 1)
    done = after(state, PlayVine((0, 1), N), PlayVine((0, 2), N))
    assert (done.family, done.missed, done.board.guarded) == ("rose", ("raven",), frozenset())


def test_choose_offers_the_options_that_are_possible() -> None:
    choose = {"choose": [[SWAP], [CHOP], [TAKE, {"play": {"from": "taken", "count": 1, "where": "growth"}}]]}
    asked = own(caster(choose, cards=STEM))
    assert legal_moves(asked) == [TakeOption(2)]
    assert [code(asked, TakeOption(number)) for number in (0, 1, 3, 4)] == ["SPL-10"] * 4
    assert legal_moves(after(asked, TakeOption(2))) == [TargetField((0, 0))]
    assert code(caster(choose), CastSpell("own")) == "SPL-10"


def test_choose_draws_the_least_of_its_options() -> None:
    drop = {"discard": {"from": "drawn"}}
    choose = {"choose": [[{"draw": 5}, drop], [DRAW, drop]]}
    asked = own(caster(choose, deck=DECK[:6]))
    assert legal_moves(asked) == [TakeOption(2)]
    assert code(caster(choose, DRAW, drop, {"draw": 2}, deck=DECK[:6]), CastSpell("own")) == "SPL-10"


def test_an_impossible_choose_is_skipped_later_in_a_spell() -> None:
    asked = own(caster(CHOP, {"choose": [[CHOP], [TWIST]]}, EXTRA, cards=STEM), TargetField((0, 0)))
    assert legal_moves(asked) == [Skip()]
    assert after(asked, Skip()).family == "raven"


def test_repeat_asks_every_time() -> None:
    asked = own(caster({"repeat": {"times": 3, "steps": [TWIST]}}, cards=STEM))
    for _ in range(3):
        assert legal_moves(asked) == [TargetField((0, 0))]
        asked = after(asked, TargetField((0, 0)))
    assert asked.board.stack((0, 0)) == (lying("stem", "w"),)
    assert asked.casting is None


def test_repeat_counts_its_draws() -> None:
    effect = {"repeat": {"times": 4, "steps": [DRAW, {"discard": {"from": "drawn"}}]}}
    assert code(caster(effect, deck=DECK[:6]), CastSpell("own")) == "SPL-10"
    assert code(caster(effect, deck=DECK[:7]), CastSpell("own")) is None


@pytest.mark.parametrize(
    ("what", "number"), [("draw-pile", 7), ("discard-pile", 0), ("empty-fields", 14), ("tallest-stack", 2)]
)
def test_only_if_counts(what: str, number: int) -> None:
    cards = (*TWO, ((0, 0), "tee-side", "e"))
    for bound, lower, same, higher in (("at-least", True, True, False), ("at-most", False, True, True)):
        for difference, expected in ((-1, lower), (0, same), (1, higher)):
            effect = {"only-if": {"what": what, bound: number + difference, "steps": [PROTECT]}}
            assert (own(caster(effect, cards=cards)).casting is not None) == expected, (bound, difference)


def test_only_if_is_asked_for_when_it_is_sure_to_hold() -> None:
    """SPL-10: its steps are demanded when nothing before them can change what is counted; its draws never are."""
    full = {"only-if": {"what": "draw-pile", "at-least": 1, "steps": [SWAP]}}
    assert code(caster(full, cards=STEM), CastSpell("own")) == "SPL-10"
    changing: list[list[dict[str, Any]]] = [
        [TWIST],
        [DRAW, {"discard": {"from": "drawn"}}],
        [{"discard": {"from": "hand"}}],
        [PROTECT],
    ]
    for before in changing:
        assert code(caster(*before, full, cards=STEM), CastSpell("own")) is None
    harmless: list[dict[str, Any]] = [EXTRA, PEEK, {"miss-turn": "next"}]
    for step in harmless:
        assert code(caster(step, full, cards=STEM), CastSpell("own")) == "SPL-10"
    never = {"only-if": {"what": "draw-pile", "at-most": 1, "steps": [SWAP]}}
    assert code(caster(never, cards=STEM), CastSpell("own")) is None
    greedy = {"only-if": {"what": "draw-pile", "at-least": 1, "steps": [{"draw": 9}, {"discard": {"from": "drawn"}}]}}
    assert len(own(caster(greedy)).discard_pile) == 8  # all seven that there are, and the card that paid


def test_redraws_leave_the_cards_that_the_spell_will_draw() -> None:
    later = {"repeat": {"times": 2, "steps": [DRAW, {"discard": {"from": "drawn"}}]}}
    asked = own(caster({"discard": {"from": "hand", "who": "others", "may": True}}, later, deck=DECK[:6]))
    assert [len(getattr(choice, "families", ())) for choice in legal_moves(asked)] == [0, 1, 1]


def test_an_extra_turn_ends_protection() -> None:
    done = own(caster(PROTECT, EXTRA), TargetField((0, 0)))
    assert (done.family, done.board.guarded) == ("raven", frozenset())


def test_nobody_redraws_when_the_spell_needs_more_than_there_is() -> None:
    drop = {"discard": {"from": "drawn"}}
    greedy = {"choose": [[{"draw": 3}, drop], [SWAP]]}
    state = caster(
        greedy, {"discard": {"from": "hand", "who": "others", "may": True}}, {"draw": 2}, drop, deck=DECK[:7]
    )
    asked = own(state, TakeOption(1))
    assert len(asked.draw_pile) == 1
    assert legal_moves(asked) == [Redraw(())]


def test_blocks_keep_what_was_drawn_to_the_end_of_the_spell() -> None:
    done = own(caster({"choose": [[{"draw": 2}], [SWAP]]}), TakeOption(1))
    assert done.discard_pile == ("bend-left", "double-bend", "stem")


def test_apply_refuses_a_vine_card_while_a_choice_waits() -> None:
    assert code(own(caster({"choose": [[PROTECT], [EXTRA]]})), PlayVine((0, 0), N)) == "TURN-2"
    assert apply(own(caster({"choose": [[PROTECT], [EXTRA]]})), TakeOption(2)).family == "raven"


BACK = {"take": {"from": "board", "which": "last"}}
PLAY_TAKEN = {"play": {"from": "taken", "count": 1, "where": "growth", "may": True}}
BROKEN = (((0, 0), "broken-crossing", "n"),)


def test_a_placed_spell_is_taken_back_like_a_vine_card() -> None:
    """SPL-9: it can be played again."""
    done = own(caster(BACK, PLAY_TAKEN, cards=BROKEN), PlaceCard("broken-crossing", (0, 2), N))
    assert done.board.stack((0, 0)) == ()
    assert [placed.card for placed in done.board.stack((0, 2))] == ["broken-crossing"]
    assert (done.discard_pile, done.box) == (("stem",), ("own",))


def test_a_spell_taken_back_and_not_played_goes_to_the_box() -> None:
    """TURN-3: no spell card is ever on the discard pile."""
    done = own(caster(BACK, PLAY_TAKEN, cards=BROKEN), Skip())
    assert (done.discard_pile, done.box) == (("stem",), ("broken-crossing", "own"))


def test_take_back_needs_the_last_card_on_the_board_and_unsealed() -> None:
    assert code(caster(BACK), CastSpell("own")) == "SPL-10"
    chopped = caster(BACK, cards=TWO)
    chopped = replace(chopped, board=chopped.board.removed((1, 1)))
    assert code(chopped, CastSpell("own")) == "SPL-10"
    assert code(sealed(caster(BACK, cards=STEM), (0, 0)), CastSpell("own")) == "SPL-10"


def test_a_forced_redraw_reaches_as_many_players_as_there_are_cards() -> None:
    """SPL-10: as with `offer-redraw`, nobody loses a card without getting a new one."""
    players = ("raven", "rose", "heron", "sun")
    done = own(caster({"discard": {"from": "hand", "who": "others"}}, players=players, deck=DECK[:5]))
    assert done.hands == (None, "double-bend", "tee-side", "bend-left")
    assert done.discard_pile == ("crossing", "stem")
    kept = own(
        caster(
            {"discard": {"from": "hand", "who": "others"}},
            {"draw": 1},
            {"discard": {"from": "drawn"}},
            players=players,
            deck=DECK[:6],
        )
    )
    assert kept.hands == (None, "double-bend", "tee-side", "bend-left")
    assert kept.discard_pile == ("crossing", "tee-end", "stem")


def test_no_player_can_be_named_for_a_redraw_without_a_card() -> None:
    named = caster(
        {"discard": {"from": "hand", "who": "chosen"}}, {"draw": 1}, {"discard": {"from": "drawn"}}, deck=DECK[:4]
    )
    asked = own(named)
    assert legal_moves(asked) == [Skip()]
    assert code(asked, NamePlayer("rose")) == "SPL-10"
    assert own(named, Skip()).hands == (None, "crossing", "tee-side")
