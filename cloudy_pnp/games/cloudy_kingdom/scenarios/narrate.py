"""Describe a replayed game turn by turn, in plain English sentences."""

from __future__ import annotations

from collections.abc import Iterator

from cloudy_pnp.games.cloudy_kingdom.rules.board import field_name
from cloudy_pnp.games.cloudy_kingdom.rules.spells.casting import automatic_steps, begin_cast, carry_out_choice
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import step_to_choose
from cloudy_pnp.games.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.games.cloudy_kingdom.rules.state import CastSpell, DiscardVine, GameState, Move, Pass, PlayVine, Skip
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply
from cloudy_pnp.games.kit.records import TurnReport


def turn_lines(report: TurnReport[GameState, Move]) -> list[str]:
    """Describe one turn: each move, its connections, the card drawn, and the end of the game."""
    lines: list[str] = []
    state, kept = report.before, False
    for move in report.moves:
        lines += _move_lines(state, move)
        kept = _keeps_card(state, move)
        state = apply(state, move)
    drawn = state.hands[report.before.player]
    if drawn is not None and not kept and report.before.last_turns is None and not (state.ending and state.casting):
        lines.append(f"draws {drawn} to the hand")
    if state.last_turns is not None and report.before.last_turns is None:
        lines.append("the draw pile is empty: everyone has one last turn")
    lines += [f"{family} misses a turn" for family in state.missed]
    if not state.ending and not state.missed and state.player == report.before.player and state.others():
        lines.append("has another turn")
    return [*lines, *_end_lines(state)]


def _move_lines(state: GameState, move: Move) -> Iterator[str]:
    """Describe a move, its connections and cuts, and the steps of a spell that follow automatically."""
    yield move_line(state, move)
    now = _carried_out(state, move)
    if not isinstance(move, CastSpell):
        yield from _connection_lines(state, now or apply(state, move))
    if now is None:
        return
    for before, step, after in automatic_steps(now):
        yield from filter(None, [rules_of(step).describe_result(before, after, step)])
        yield from _connection_lines(before, after)
        now = after
    casting = now.casting
    if casting and casting.index == len(casting.steps) and not now.ending and (rest := casting.drawn + casting.taken):
        yield f"discards {' and '.join(rest)}"


def _carried_out(state: GameState, move: Move) -> GameState | None:
    """Return the state after a move of a spell, before the steps that follow automatically."""
    match move:
        case PlayVine() | DiscardVine() | Pass():
            return None
        case CastSpell(spell):
            return begin_cast(state, spell)
    return carry_out_choice(state, move)


def _keeps_card(state: GameState, move: Move) -> bool:
    """STEP-1: return whether the caster holds a card when the spell is done, and so draws none."""
    now = _carried_out(state, move)
    for _, _, after in automatic_steps(now) if now else ():
        now = after
    return now is not None and now.casting is not None and now.casting.kept is not None


def _connection_lines(before: GameState, after: GameState) -> Iterator[str]:
    for family, axis in sorted(after.connected - before.connected):
        yield f"connects {family} {axis}"
    for family, axis in sorted(before.connected - after.connected):
        yield f"cuts the connection of {family} {axis}"


def move_line(state: GameState, move: Move) -> str:
    """Describe a move."""
    match move:
        case PlayVine(at, facing):
            return f"plays {state.hand} at {field_name(at)} facing {facing.text}"
        case CastSpell(spell):
            return f"pays {state.hand} and casts {spell}"
        case DiscardVine():
            return f"has no place for {state.hand} and discards it"
        case Pass():
            return "passes" if state.hand is None else f"keeps {state.hand} and passes"
        case Skip():
            return "leaves out a step of the spell"
    step = step_to_choose(state)
    return "" if step is None else rules_of(step).describe_choice(state, step, move)


def _end_lines(state: GameState) -> list[str]:
    if state.ending is None:
        return []
    ending = state.ending
    if not ending.winners:
        return [f"the game is a draw ({ending.by})"]
    played = [family for family in ending.winners if family in state.setting.players]
    lost = "" if played else ", which has no player: everyone has lost"
    verb = "wins" if len(ending.winners) == 1 else "share the victory"
    return [f"{' and '.join(ending.winners)} {verb}{lost} ({ending.how}, {ending.by})"]
