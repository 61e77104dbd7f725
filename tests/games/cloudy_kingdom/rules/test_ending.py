"""END: winning, sharing, claims, the last turns, the draw."""

from __future__ import annotations

from collections.abc import Sequence

from games.cloudy_kingdom.box import after, castles, game, laid
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import Castles
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS
from cloudy_pnp.cloudy_kingdom.rules.board import Axis, Field, standing
from cloudy_pnp.cloudy_kingdom.rules.state import (
    CastSpell,
    DiscardVine,
    Ending,
    GameState,
    Move,
    Pass,
    PlaceCard,
    PlayVine,
    Redraw,
    TargetField,
    ended_by_claim,
)
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, move_problem

N, E, S, W = DIRECTIONS
ONE = castles("a", "b", "a", "b")  # one field: a north and south, b east and west
TWO = castles("ab", "-", "ab", "-")  # two fields side by side: a over and under the first, b the second
FIRST, SECOND = (0, 0), (0, 1)


def table(
    players: str,
    around: Castles,
    *cards: tuple[Field, str, str],
    deck: Sequence[str] = ("path-end",) * 12,
    spells: Sequence[Sequence[str]] | None = None,
    edition: str = "2023",
) -> GameState:
    """A game of families with one letter, in which cards lie already."""
    own = spells or [["twist"]] * len(players)
    state = game(tuple(players), deck=deck, spells=own, around=around, edition=edition)
    board = laid(state.board, *cards)
    return replace(state, board=board, connected=standing(board))


def code(state: GameState, move: Move) -> str | None:
    problem = move_problem(state, move)
    return None if problem is None else problem.code


def test_end_1_a_vine_card_that_connects_ends_the_game() -> None:
    state = table("ab", ONE, deck=["stem"] * 9)
    won = apply(state, PlayVine(FIRST, N))
    assert won.ending == Ending("connected", ("a",), "END-1")
    assert (won.turns, won.draw_pile, won.hands[0]) == (1, state.draw_pile, None)  # nothing is drawn any more
    assert legal_moves(won) == []
    assert code(won, PlayVine(FIRST, E)) == "END-1"


def test_end_1_also_for_somebody_else() -> None:
    assert apply(table("ab", ONE, deck=["stem"] * 9), PlayVine(FIRST, E)).ending == Ending("connected", ("b",), "END-1")


def test_end_1_only_what_was_not_connected_before_counts() -> None:
    state = table("bc", TWO, (FIRST, "stem", "n"), deck=["path-end"] * 9)
    assert state.connected == {("a", "north-south")}
    assert apply(state, PlayVine(SECOND, N)).ending is None


def test_end_1_another_axis_of_the_same_family_counts() -> None:
    around = castles("a", "a", "a", "a")
    state = table("ab", around, (FIRST, "stem", "n"), deck=["crossing"] * 9)
    won = apply(state, PlayVine(FIRST, E))
    assert won.connected == {("a", "north-south"), ("a", "east-west")}
    assert won.ending == Ending("connected", ("a",), "END-1")


def test_end_2_of_several_the_player_wins_alone() -> None:
    state = table("ab", ONE, (FIRST, "path-ends", "n"), deck=["crossing"] * 9)
    assert apply(state, PlayVine(FIRST, E)).ending == Ending("connected", ("a",), "END-1")


def test_end_2_without_the_player_the_others_share() -> None:
    state = table("cba", ONE, (FIRST, "path-ends", "n"), deck=["crossing"] * 9)
    assert apply(state, PlayVine(FIRST, E)).ending == Ending("connected", ("a", "b"), "END-1")


def test_end_2_a_family_that_nobody_plays_shares_or_beats_everybody() -> None:
    shared = table("ca", ONE, (FIRST, "path-ends", "n"), deck=["crossing"] * 9)
    assert apply(shared, PlayVine(FIRST, E)).ending == Ending("connected", ("a", "b"), "END-1")
    lost = table("cd", ONE, deck=["stem"] * 9)
    assert apply(lost, PlayVine(FIRST, N)).ending == Ending("connected", ("a",), "END-1")


CLAIM: tuple[Move, ...] = (CastSpell("twist"), TargetField(FIRST))


def test_end_3_the_caster_wins_at_the_start_of_their_next_turn() -> None:
    claimed = after(table("abc", TWO, (FIRST, "stem", "e")), *CLAIM)
    assert claimed.ending is None
    assert claimed.claims == (frozenset({"north-south"}), frozenset(), frozenset())
    around = after(claimed, PlayVine(SECOND, N))
    assert around.ending is None
    won = after(around, PlayVine(SECOND, E))
    assert won.ending == Ending("pending-connection", ("a",), "END-3")
    assert won.turns == 3


def test_end_3_a_claim_lapses_when_the_connection_is_cut() -> None:
    cut = after(table("ab", TWO, (FIRST, "stem", "e")), *CLAIM, PlayVine(FIRST, E))
    assert cut.ending is None
    assert (cut.player, cut.claims) == (0, (frozenset(), frozenset()))


def test_end_3_the_claim_is_for_that_axis() -> None:
    claim: frozenset[Axis] = frozenset({"north-south"})
    assert ended_by_claim(claim, frozenset({("a", "east-west"), ("b", "north-south")}), "a") is None
    assert ended_by_claim(claim, frozenset({("a", "north-south")}), "a") is not None


def test_end_3_another_player_may_win_first() -> None:
    state = table("ab", TWO, (FIRST, "stem", "e"), deck=["path-end", "stem", "stem", "stem"])
    assert after(state, *CLAIM, PlayVine(SECOND, N)).ending == Ending("connected", ("b",), "END-1")


def test_end_4_a_spell_that_connects_another_family_makes_it_win_at_once() -> None:
    state = table("ba", TWO, (FIRST, "stem", "e"))
    won = after(state, *CLAIM)
    assert won.ending == Ending("connected", ("a",), "END-4")
    assert won.turns == 1
    assert won.discard_pile == ()  # nothing more is done, not even the payment
    assert won.hands[0] == "path-end"


def test_end_4_also_when_the_caster_is_connected_too() -> None:
    state = table("ac", ONE, (FIRST, "path-ends", "n"), spells=[["burning-crossing"], []])
    won = after(state, CastSpell("burning-crossing"), PlaceCard("burning-crossing", FIRST, E))
    assert won.ending == Ending("connected", ("b",), "END-4")


def test_end_4_several_others_share() -> None:
    state = table("cab", ONE, (FIRST, "path-ends", "n"), spells=[["burning-crossing"], [], []])
    won = after(state, CastSpell("burning-crossing"), PlaceCard("burning-crossing", FIRST, E))
    assert won.ending == Ending("connected", ("a", "b"), "END-4")


def test_end_4_is_checked_after_every_step_and_ends_the_spell() -> None:
    state = table("ab", TWO, deck=["path-end", "path-end", "stem", "stem", "path-end"], spells=[["green-thumb"], []])
    won = after(state, CastSpell("green-thumb"), Redraw(()), PlaceCard("stem", SECOND, N))
    assert won.ending == Ending("connected", ("b",), "END-4")
    assert won.casting is not None
    assert won.casting.drawn == ("stem",)  # the rest of the spell is not carried out
    claimed = after(state, CastSpell("green-thumb"), Redraw(()), PlaceCard("stem", FIRST, N))
    assert claimed.ending is None
    assert claimed.claims[0] == {"north-south"}


def test_end_5_one_last_turn_for_everybody_from_the_next_player_on() -> None:
    state = table("abc", TWO, deck=["path-end"] * 4)
    last = after(state, PlayVine(FIRST, N))
    assert (last.last_turns, last.draw_pile, last.hands) == (3, (), ("path-end",) * 3)
    two = after(last, PlayVine(FIRST, E), PlayVine(SECOND, N))
    assert (two.last_turns, two.player, two.ending, two.hands) == (1, 0, None, ("path-end", None, None))
    over = after(two, PlayVine(SECOND, E))
    assert over.ending == Ending("draw", (), "END-5")
    assert over.turns == 4


def test_end_5_a_player_without_a_card_passes() -> None:
    state = after(table("ab", TWO, deck=["path-end"] * 2), PlayVine(FIRST, N))
    assert (state.last_turns, state.hands) == (2, (None, "path-end"))
    assert code(state, Pass()) == "END-5"
    bare = apply(state, PlayVine(FIRST, E))
    assert legal_moves(bare) == [Pass()]
    assert code(bare, PlayVine(SECOND, N)) == code(bare, DiscardVine()) == "END-5"
    assert apply(bare, Pass()).ending == Ending("draw", (), "END-5")


def test_end_5_no_spells_in_a_last_turn() -> None:
    state = after(table("ab", TWO, deck=["path-end"] * 3), PlayVine(FIRST, N))
    assert code(state, CastSpell("twist")) == "END-5"
    assert not any(isinstance(move, CastSpell) for move in legal_moves(state))


def test_end_5_edition_hu_may_play_the_last_card() -> None:
    around = castles("ab", "-", "ab", "-")
    state = after(table("ab", around, deck=["path-end"] * 3, edition="hu"), PlayVine(FIRST, N))
    assert legal_moves(state)[-1] == Pass()
    kept = apply(state, Pass())
    assert (kept.hands[1], kept.discard_pile) == ("path-end", ())


def test_end_5_a_last_card_can_win() -> None:
    state = after(table("ab", TWO, deck=["path-end", "stem"]), PlayVine(FIRST, N))
    assert apply(state, PlayVine(SECOND, N)).ending == Ending("connected", ("b",), "END-1")


def test_end_5_claims_are_checked_also_for_a_player_without_a_card() -> None:
    state = after(table("ab", TWO, (FIRST, "stem", "e"), deck=["path-end"] * 2), *CLAIM)
    assert (state.last_turns, state.hands) == (2, (None, "path-end"))
    assert apply(state, PlayVine(SECOND, N)).ending == Ending("pending-connection", ("a",), "END-3")


def test_end_5_a_last_card_that_cannot_be_placed_is_discarded() -> None:
    state = table(
        "ab",
        castles("-", "-", "-", "a"),
        (FIRST, "stem", "e"),
        spells=[["burning-crossing"], []],
        deck=["path-end"] * 2,
    )
    sealed = after(state, CastSpell("burning-crossing"), PlaceCard("burning-crossing", FIRST, N))
    assert legal_moves(sealed) == [DiscardVine()]
    assert apply(sealed, DiscardVine()).discard_pile == ("path-end", "path-end")
