"""SPL: which spells may be cast, and what may be chosen for them. Nothing here knows a spell by its name.

A cast spell is a `Casting` in the game state: steps run by themselves until one needs a choice; `choices`
lists what may be chosen, `casting` carries the choice out and runs on to the next. So a player, a record or a
simulator walks the same tree of decisions, one choice at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from cloudy_pnp.games.cloudy_kingdom.board import Board, Field, on_board
from cloudy_pnp.games.cloudy_kingdom.face import DIRECTIONS, Direction, Face
from cloudy_pnp.games.cloudy_kingdom.growth import Broken, off_the_board, placement_problem
from cloudy_pnp.games.cloudy_kingdom.state import (
    Choice,
    GameState,
    PlaceCard,
    Redraw,
    Skip,
    Target,
)
from cloudy_pnp.games.cloudy_kingdom.steps import (
    STEP_RULES,
    WHERE_RULES,
    Discard,
    Draw,
    OfferRedraw,
    PlaceSelf,
    Play,
    Remove,
    Step,
    Take,
    Turn,
)

_ALL_ENDS = Face((DIRECTIONS,))  # before a card is drawn, a place counts when any card could be placed there


# --- may it be cast? ---------------------------------------------------------------------------------------


def cast_problem(state: GameState, spell: str) -> Broken | None:
    """SPL-10: a spell can be cast when each of its steps can be carried out, as far as that can be known now.

    Once a step may have changed the board or the piles, the steps after it are judged when they come.
    """
    steps = state.setting.kingdom.steps(spell, state.setting.edition.id)
    draws = still_drawn(steps)
    if draws > len(state.draw_pile):
        message = f"the spell draws {draws} cards, but the draw pile has only {len(state.draw_pile)}"
        return Broken("SPL-10", message)
    board_changed = pile_changed = False
    for step in steps:
        if isinstance(step, Take) and not pile_changed and not state.discard_pile:
            return Broken("SPL-10", "the discard pile is empty, so no card can be taken from it")
        if not board_changed and (problem := _nowhere(state, spell, step)) is not None:
            return problem
        pile_changed |= isinstance(step, Discard | OfferRedraw)
        board_changed |= isinstance(step, Play | Remove | Turn | PlaceSelf)
    return None


def still_drawn(steps: Sequence[Step]) -> int:
    """SPL-10: how many cards the steps draw in all."""
    return sum(step.count for step in steps if isinstance(step, Draw))


def _nowhere(state: GameState, spell: str, step: Step) -> Broken | None:
    """SPL-10: a step that needs a target or a place where a card could go, on a board that has none."""
    board = state.board
    match step:
        case Remove() | Turn():
            if all(target_problem(board, step, field) for field in board.fields()):
                return Broken("SPL-10", "no field has an unsealed card on top that the spell could affect")
        case Play(optional=False, where=where) | PlaceSelf(where=where):
            face = _face(state, spell) if isinstance(step, PlaceSelf) else _ALL_ENDS
            if not any(_places(state, face, where, None)):
                return Broken("SPL-10", f'the board has no place for a card where the spell wants it ("{where}")')
    return None


# --- what may be chosen? -----------------------------------------------------------------------------------


def choices(state: GameState) -> list[Choice]:
    """Everything that may be chosen next for the spell that is being cast, in a fixed order."""
    match step_to_choose(state):
        case None:
            return []
        case OfferRedraw():
            offered = _others_with_a_card(state)
            most = min(len(offered), _cards_for_redraw(state))
            return [Redraw(some) for count in range(most + 1) for some in combinations(offered, count)]
        case Remove() | Turn() as step:
            fields = [at for at in state.board.fields() if target_problem(state.board, step, at) is None]
            targets: list[Choice] = [Target(at) for at in fields]
            return targets or [Skip()]
        case Play() | PlaceSelf() as step:
            placings: list[Choice] = list(_placings(state, step))
            return [*placings, Skip()] if not placings or _is_optional(step) else placings


def step_to_choose(state: GameState) -> Play | PlaceSelf | Remove | Turn | OfferRedraw | None:
    """The step of the spell that waits for a choice; None when no spell is being cast."""
    if state.casting is None or state.ending is not None:
        return None
    step = state.casting.steps[state.casting.index]
    return None if isinstance(step, Draw | Discard | Take) else step


def choice_problem(state: GameState, choice: Choice) -> Broken | None:
    """The rule that a choice breaks, or None when it may be made."""
    step = step_to_choose(state)
    if step is None:
        return Broken("TURN-2", "no spell is being cast that would ask for a choice")
    match step, choice:
        case Play() | PlaceSelf(), PlaceCard(card, at, facing):
            if card not in cards_to_place(state, step):
                rule = "SPL-7" if isinstance(step, Play) and step.source == "taken" else STEP_RULES[type(step)]
                return Broken(rule, f"{card} is none of the cards that the spell plays now")
            return _place_problem(state, _face(state, card), step.where, _last(state), at, facing)
        case Remove() | Turn(), Target(at):
            return target_problem(state.board, step, at)
        case OfferRedraw(), Redraw(names):
            return _redraw_problem(state, names)
        case Play() | PlaceSelf() | Remove() | Turn(), Skip():
            if Skip() in choices(state):
                return None
            return Broken("SPL-10", "the spell can do what it asks for, so it must not be skipped")
    return Broken(STEP_RULES[type(step)], f"{choice} is no answer to the step {step}")


def target_problem(board: Board, step: Remove | Turn, field: Field) -> Broken | None:
    """SPL-1, SPL-8: the target is a field with cards; SPL-3: no spell affects a sealed card."""
    if not on_board(board, field):
        return Broken("GEO-1", f"{_name(field)} is not a field of this board")
    stack = board.stack(field)
    if not stack:
        return Broken(STEP_RULES[type(step)], f"there is no card on {_name(field)}")
    if stack[-1].sealed:
        return Broken("SPL-3", f"the top card of {_name(field)}, {stack[-1].card}, is sealed")
    return None


def _redraw_problem(state: GameState, names: tuple[str, ...]) -> Broken | None:
    """SPL-6: every other player may redraw, clockwise; SPL-10: while cards last."""
    offered = _others_with_a_card(state)
    if names != tuple(family for family in offered if family in names):
        message = f"[{', '.join(names)}] are not other players in clockwise order, each named once"
        return Broken("SPL-6", f"{message} ({', '.join(offered)})")
    if len(names) > _cards_for_redraw(state):
        return Broken("SPL-10", f"{len(names)} players redraw, but the pile has {_cards_for_redraw(state)} cards")
    return None


def where_problem(board: Board, where: str, last: Field | None, field: Field) -> Broken | None:
    """SPL-3, SPL-5: the spell narrows where its card may be placed."""
    wrong = {
        "empty": ("is not empty", bool(board.stack(field))),
        "on-last": ("is not where the spell placed its last card", field != last),
        "on-card": ("has no card to place this one on", not board.stack(field)),
    }
    text, broken = wrong.get(where, ("", False))
    return Broken(WHERE_RULES[where], f"{_name(field)} {text}") if broken else None


def _place_problem(
    state: GameState, face: Face, where: str, last: Field | None, field: Field, facing: Direction
) -> Broken | None:
    board, options = state.board, state.setting.options
    return (
        off_the_board(board, field)
        or where_problem(board, where, last, field)
        or placement_problem(board, face, field, facing, options)
    )


def _places(state: GameState, face: Face, where: str, last: Field | None) -> Iterator[tuple[Field, Direction]]:
    for field in state.board.fields():
        if where_problem(state.board, where, last, field) is None:
            for facing in DIRECTIONS:
                if placement_problem(state.board, face, field, facing, state.setting.options) is None:
                    yield field, facing


def _placings(state: GameState, step: Play | PlaceSelf) -> Iterator[PlaceCard]:
    for card in dict.fromkeys(cards_to_place(state, step)):
        for field, facing in _places(state, _face(state, card), step.where, _last(state)):
            yield PlaceCard(card, field, facing)


def _is_optional(step: Play | PlaceSelf) -> bool:
    return isinstance(step, Play) and step.optional


def cards_to_place(state: GameState, step: Play | PlaceSelf) -> tuple[str, ...]:
    """The cards that a step can place now."""
    casting = state.casting
    if casting is None:
        return ()
    if isinstance(step, PlaceSelf):
        return (casting.spell,)
    match step.source:
        case "drawn":
            return casting.drawn
        case "taken":
            return casting.taken
        case "hand":
            return () if state.hand is None else (state.hand,)


def _face(state: GameState, card: str) -> Face:
    return state.setting.kingdom.face(card)


def _last(state: GameState) -> Field | None:
    return state.casting.last if state.casting else None


def _others_with_a_card(state: GameState) -> list[str]:
    players = state.setting.players
    order = (*range(state.player + 1, len(players)), *range(state.player))
    return [players[player] for player in order if state.hands[player] is not None]


def _cards_for_redraw(state: GameState) -> int:
    """SPL-10: the others redraw while cards last; what the spell itself still draws is kept for it."""
    rest = state.casting.steps[state.casting.index :] if state.casting else ()
    return len(state.draw_pile) - still_drawn(rest)


def _name(field: Field) -> str:
    return f"[{field[0]}, {field[1]}]"
