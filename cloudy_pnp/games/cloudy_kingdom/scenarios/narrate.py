"""A replayed game told turn by turn, in plain English sentences."""

from __future__ import annotations

from cloudy_pnp.games.cloudy_kingdom.model.steps import Clear, Protect, Remove, Turn
from cloudy_pnp.games.cloudy_kingdom.rules.board import Field, field_name
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.state import (
    CastSpell,
    DiscardVine,
    GameState,
    Move,
    MoveCard,
    NamePlayer,
    Order,
    Pass,
    PlaceCard,
    PlayVine,
    Redraw,
    Skip,
    SwapStacks,
    TakeOption,
    Target,
)
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import TurnReport


def turn_lines(report: TurnReport) -> list[str]:
    """What happened in one turn: each move, what it connected, the card drawn, and the end of the game."""
    lines = []
    state = report.before
    for move in report.moves:
        after = apply(state, move)
        lines.append(_move_line(state, move))
        if isinstance(move, CastSpell) and after.casting and after.casting.drawn:
            lines.append(f"draws {' and '.join(after.casting.drawn)}")
        for family, axis in sorted(after.connected - state.connected):
            lines.append(f"connects {family} {axis}")
        for family, axis in sorted(state.connected - after.connected):
            lines.append(f"cuts the connection of {family} {axis}")
        state = after
    drawn = state.hands[report.before.player]
    if drawn is not None and report.before.last_turns is None and not (state.ending and state.casting):
        lines.append(f"draws {drawn} to the hand")
    if state.last_turns is not None and report.before.last_turns is None:
        lines.append("the draw pile is empty: everyone has one last turn")
    lines += [f"{family} misses a turn" for family in state.missed]
    if not state.ending and not state.missed and state.player == report.before.player and state.others():
        lines.append("has another turn")
    return [*lines, *_end_lines(state)]


def _move_line(state: GameState, move: Move) -> str:
    match move:
        case PlayVine(at, facing):
            return f"plays {state.hand} at {field_name(at)} facing {facing.text}"
        case CastSpell(spell):
            return f"pays {state.hand} and casts {spell}"
        case DiscardVine():
            return f"has no place for {state.hand} and discards it"
        case Pass():
            return "passes" if state.hand is None else f"keeps {state.hand} and passes"
        case PlaceCard(card, at, facing):
            return f"places {card} at {field_name(at)} facing {facing.text}"
        case Target(at):
            return _target_line(state, at)
        case MoveCard(at, to, facing):
            top = state.board.stack(at)[-1].card
            return f"moves {top} from {field_name(at)} to {field_name(to)} facing {facing.text}"
        case SwapStacks(at, other):
            return f"swaps the stacks at {field_name(at)} and {field_name(other)}"
        case Order(cards):
            return f"puts {', '.join(cards)} back on the draw pile"
        case NamePlayer(family):
            return f"names {family} to miss a turn"
        case TakeOption(number):
            return f"chooses option {number}"
        case Redraw(families):
            return f"{', '.join(families) or 'nobody'} takes a new vine card"
        case Skip():
            return "leaves out a step of the spell"


def _target_line(state: GameState, at: Field) -> str:
    stack = state.board.stack(at)
    match step_to_choose(state):
        case Turn(quarters=quarters):
            return f"turns the stack at {field_name(at)} by {90 * quarters}° clockwise"
        case Clear(kind):
            return f"clears {stack[-1].card} at {field_name(at)} of its {kind}"
        case Protect():
            return f"protects the field {field_name(at)}"
        case Remove(to="discard") if stack[-1].card in state.setting.kingdom.vines:
            return f"puts {stack[-1].card} from {field_name(at)} on the discard pile"
    return f"removes {stack[-1].card} from {field_name(at)}"


def _end_lines(state: GameState) -> list[str]:
    if state.ending is None:
        return []
    ending = state.ending
    if not ending.winners:
        return [f"the game is a draw ({ending.by})"]
    played = [family for family in ending.winners if family in state.setting.players]
    lost = "" if played else ", whom nobody plays: everybody has lost"
    verb = "wins" if len(ending.winners) == 1 else "share the victory"
    return [f"{' and '.join(ending.winners)} {verb}{lost} ({ending.how}, {ending.by})"]
