"""TURN and the last round of END: start a game, list the legal moves, apply one.

>>> from cloudy_pnp.cloudy_kingdom.model.cards import Edition, Kingdom, VineCard
>>> from cloudy_pnp.cloudy_kingdom.model.face import Face
>>> from cloudy_pnp.i18n.localized import Localized
>>> edition = Edition("2023", Localized.of({}), "all", "must", (), (), {})
>>> stem = VineCard("stem", 4, Face.from_data({"vines": [["n", "s"]]}))
>>> kingdom = Kingdom({}, {}, {"2023": edition}, {"stem": stem}, {})
>>> castles = {"north": ("sun",), "east": ("rose",), "south": ("sun",), "west": ("rose",)}
>>> state = start(kingdom, ["rose", "sun"], castles=castles, deck=["stem"] * 4, spells=[[], []])
>>> [(move.at, move.facing.text) for move in legal_moves(state)]
[((0, 0), 'n'), ((0, 0), 'e'), ((0, 0), 's'), ((0, 0), 'w')]
>>> apply(state, legal_moves(state)[0]).ending
Ending(how='connected', winners=('sun',), by='END-1')
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import SIDES, Castles, Kingdom
from cloudy_pnp.cloudy_kingdom.rules import state as states
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Placed, field_name, standing
from cloudy_pnp.cloudy_kingdom.rules.growth import Broken, Options, legal_placements, placement_problem
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import cast, cast_problem, choice_problem, choices, choose

DEFAULT_EDITION = "2023"


def start(
    kingdom: Kingdom,
    players: Sequence[str],
    *,
    castles: Castles,
    deck: Sequence[str],
    spells: Sequence[Sequence[str]],
    edition: str = DEFAULT_EDITION,
    options: Options | None = None,
) -> states.GameState:
    """TURN-1: deal one vine card each from the deck in turn order, and give everyone their spells.

    `castles` are those of a layout or any others; in an edition that lays only the players' own, the slots of
    the other families stay vacant (LAY-5). TURN-6: the order of `players` is the order of play.
    """
    if len(deck) < len(players) or len(spells) != len(players):
        raise ValueError(f"{len(players)} players need a vine card each and a list of spells each")
    setting = states.GameSetup(kingdom, kingdom.editions[edition], options or Options(), tuple(players))
    laid = castles_laid(castles, setting)
    board = Board.empty(len(laid["west"]), len(laid["north"]), laid)
    return states.GameState(
        setting,
        board,
        connected=standing(board),
        draw_pile=tuple(deck[len(players) :]),
        discard_pile=(),
        hands=tuple(deck[: len(players)]),
        spells=tuple(tuple(hand) for hand in spells),
        claims=(frozenset(),) * len(players),
        guards=(frozenset(),) * len(players),
        wards=(frozenset(),) * len(players),
        misses=(0,) * len(players),
        newest=(0,) * len(players),
    )


def castles_laid(castles: Castles, setting: states.GameSetup) -> Castles:
    """LAY-5: return all castles of the layout, or only those of the families in play."""
    if setting.edition.castles == "all":
        return castles
    return {side: tuple(family if family in setting.players else None for family in castles[side]) for side in SIDES}


# --- moves -------------------------------------------------------------------------------------------------


def legal_moves(state: states.GameState) -> list[states.Move]:
    """TURN-2: list the legal moves: the first moves of a turn, or the next choices of a spell."""
    if state.ending is not None:
        return []
    if state.casting is not None:
        return list(choices(state))
    others: list[states.Move] = [states.CastSpell(spell) for spell in dict.fromkeys(state.spells[state.player])]
    others += [states.DiscardVine(), states.Pass()]
    return [*_placements(state), *(move for move in others if move_problem(state, move) is None)]


def _placements(state: states.GameState) -> list[states.PlayVine]:
    if state.hand is None:
        return []
    face = state.setting.kingdom.face(state.hand)
    return [
        states.PlayVine(field, facing) for field, facing in legal_placements(state.board, face, state.setting.options)
    ]


def move_problem(state: states.GameState, move: states.Move) -> Broken | None:
    """Return the rule that a move breaks, with the position in the message, or None if it is legal."""
    if state.ending is not None:
        return Broken(state.ending.by, f"the game has ended ({state.ending.how})")
    if state.casting is not None and isinstance(
        move, states.PlayVine | states.CastSpell | states.DiscardVine | states.Pass
    ):
        return Broken("TURN-2", f"the spell {state.casting.spell} is being cast and asks for a choice")
    match move:
        case states.PlayVine():
            return _vine_problem(state, move)
        case states.CastSpell(spell):
            return _spell_problem(state, spell)
        case states.DiscardVine():
            return _discard_problem(state)
        case states.Pass():
            return _pass_problem(state)
        case _:
            return choice_problem(state, move)


def _vine_problem(state: states.GameState, move: states.PlayVine) -> Broken | None:
    """TURN-2: check the placement of the vine card in hand by GRO."""
    if state.hand is None:
        return Broken("END-5", f"{state.family} has no vine card left")
    face = state.setting.kingdom.face(state.hand)
    return placement_problem(state.board, face, move.at, move.facing, state.setting.options)


def _spell_problem(state: states.GameState, spell: str) -> Broken | None:
    """TURN-3: reject a spell cast before; SPL-10: an impossible one; END-5 (reading): any in the last turns."""
    if state.last_turns is not None:
        return Broken("END-5", f"no spell can be cast in a last turn, not even {spell}")
    if spell not in state.spells[state.player]:
        return Broken("TURN-3", f"{state.family} does not hold the spell {spell} (any more)")
    return cast_problem(state, spell)


def _discard_problem(state: states.GameState) -> Broken | None:
    """TURN-5 (reading): reject discarding a vine card that has a legal placement."""
    if state.hand is None:
        return Broken("END-5", f"{state.family} has no vine card left")
    for move in _placements(state):
        place = f"{field_name(move.at)} facing {move.facing.text}"
        return Broken("TURN-5", f"{state.hand} can be placed, for example at {place}")
    return None


def _pass_problem(state: states.GameState) -> Broken | None:
    """TURN-2: reject passing; END-5: allow it in a last turn, without a card or where the edition allows it."""
    if state.last_turns is None:
        return Broken("TURN-2", f"{state.family} must play the vine card or cast a spell")
    if state.hand is not None and state.setting.edition.last_card == "must":
        return Broken("END-5", f"{state.family} holds {state.hand} and must play it")
    return None


# --- applying them -----------------------------------------------------------------------------------------


def apply(state: states.GameState, move: states.Move) -> states.GameState:
    """Return the state after a move; raise `IllegalMove` with the rule that an illegal one breaks."""
    broken = move_problem(state, move)
    if broken is not None:
        raise states.IllegalMove(broken)
    match move:
        case states.PlayVine():
            after = _play(state, move)
        case states.CastSpell(spell):
            after = cast(state, spell)
        case states.DiscardVine():
            pile = state.discard_pile + (() if state.hand is None else (state.hand,))
            after = replace(state, discard_pile=pile, hands=state.with_hand(state.player, None))
        case states.Pass():
            after = state
        case _:
            after = choose(state, move)
    if after.ending is not None:
        return replace(after, turns=after.turns + 1)
    return after if after.casting is not None else _turn_done(after)


def _play(state: states.GameState, move: states.PlayVine) -> states.GameState:
    """TURN-2: put the vine card on the board; END-1, END-2: end the game if it connects a family."""
    if state.hand is None:
        return state
    placed = Placed(state.hand, state.setting.kingdom.face(state.hand), move.facing)
    board = state.board.placed(move.at, placed)
    connected = standing(board)
    ending = states.ended_by_vine(states.newly_connected(state.connected, connected), state.family)
    hands = state.with_hand(state.player, None)
    return replace(state.placing(board), board=board, connected=connected, hands=hands, ending=ending)


def _turn_done(state: states.GameState) -> states.GameState:
    """TURN-2: draw a vine card, and the next player clockwise follows, unless a spell gave an extra turn.

    SPL-10: at the start of an extra turn claims still wait, because the others must have had their chance; the
    last round takes it away.
    """
    state = _draw(state) if state.last_turns is None else replace(state, last_turns=state.last_turns - 1)
    again = state.extra_turn and state.last_turns is None
    state = replace(state, turns=state.turns + 1, extra_turn=False, missed=())
    return _lift_protection(state) if again else _next_begins(state)


def _draw(state: states.GameState) -> states.GameState:
    """END-5: draw a card; if the pile is empty then, give every player one last turn.

    STEP-1: a player who kept a card draws none.
    """
    if state.draw_pile and state.hand is None:
        hands = state.with_hand(state.player, state.draw_pile[0])
        state = replace(state, hands=hands, draw_pile=state.draw_pile[1:])
    return state if state.draw_pile else replace(state, last_turns=len(state.setting.players))


def _next_begins(state: states.GameState) -> states.GameState:
    """TURN-2: pass the turn clockwise; SPL-10: begin and end the turns that are missed."""
    while True:
        following = (state.player + 1) % len(state.setting.players)
        state = _turn_begins(replace(state, player=following))
        if state.ending is not None or not state.misses[following]:
            return state
        state = replace(state.missing(following, -1), missed=(*state.missed, state.family))
        if state.last_turns is not None:
            state = replace(state, last_turns=state.last_turns - 1)


def _turn_begins(state: states.GameState) -> states.GameState:
    """END-3: resolve claims at the start of their player's turn; END-5: end the game after the last turns."""
    if state.last_turns == 0:
        return replace(state, ending=states.ended_without_winner())
    ending = states.ended_by_claim(state.claims[state.player], state.connected, state.family)
    claims = (*state.claims[: state.player], frozenset(), *state.claims[state.player + 1 :])
    return _lift_protection(replace(state, claims=claims, ending=ending))


def _lift_protection(state: states.GameState) -> states.GameState:
    """SPL-10: lift a player's protection at the start of their next turn; STEP-6: allow spells again."""
    if state.player in state.forbidding:
        state = replace(state, forbidding=state.forbidding - {state.player})
    if not state.guards[state.player] and not state.wards[state.player]:
        return state
    return state.guarding(state.player, frozenset(), frozenset())
