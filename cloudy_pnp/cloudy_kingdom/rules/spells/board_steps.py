# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Steps that affect cards and fields of the board.

Steps that change whose turn it is or what may be done in it, and those that people carry out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.model.cards import SIDES
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTIONS, Break, BreakKind
from cloudy_pnp.cloudy_kingdom.rules.board import Board, Field, field_name, never_at_one_corner, never_opposite
from cloudy_pnp.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.cloudy_kingdom.rules.spells import step_rules as rows
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import board_changed
from cloudy_pnp.cloudy_kingdom.rules.state import (
    Casting,
    ClearBreak,
    Decide,
    ExchangeCastles,
    GameState,
    MoveCard,
    NamePlayer,
    SwapStacks,
    TargetField,
)
from cloudy_pnp.core.problems import quoted

F = TypeVar("F", kinds.Remove, kinds.Turn, kinds.Clear, kinds.Protect)

# The breaks that a step `clear` removes; for a single break the place is chosen.
CLEARED: Mapping[str, tuple[BreakKind, ...]] = {
    "blocks": ("block",),
    "holes": ("hole",),
    "breaks": ("block", "hole"),
    "break": ("block", "hole"),
}


class _OnBoard(rows.StepRules[rows.S, rows.C]):
    """SPL-10: something on the board is chosen, and there has to be something."""

    changed = rows.Changes.BOARD

    def nowhere(self, outlook: rows.Outlook, step: rows.S) -> Broken | None:
        return None if any(True for _ in self.choices(outlook.state, step)) else Broken("SPL-10", self._none(step))

    def _none(self, step: rows.S) -> str:
        return "no field has an unsealed card on top that the spell could affect"


class _OneField(_OnBoard[F, TargetField], Generic[F]):
    """SPL-1, SPL-8: the target is a field with cards; SPL-3: no spell affects a sealed card or a protected field."""

    answer = TargetField
    asked = "{at} of the target"

    def target_problem(self, board: Board, step: F, field: Field) -> Broken | None:
        """Return why a field cannot be the target."""
        return rows.no_open_stack(board, field, kinds.ROW_OF[type(step)].rule)

    def _targets(self, board: Board, step: F) -> Iterator[Field]:
        return (field for field in board.fields() if self.target_problem(board, step, field) is None)

    def choices(self, state: GameState, step: F) -> Iterator[TargetField]:
        return map(TargetField, self._targets(state.board, step))

    def problem(self, state: GameState, step: F, choice: TargetField) -> Broken | None:
        return self.target_problem(state.board, step, choice.at)


@rows.rules_for(kinds.Remove)
class RemoveRules(_OneField[kinds.Remove]):
    """SPL-1: the top card leaves the board for the box, or a vine card for the discard pile."""

    def changes(self, step: kinds.Remove) -> rows.Changes:
        return rows.Changes.BOARD | rows.Changes.DISCARD_PILE if step.to == "discard" else rows.Changes.BOARD

    def _to_discard(self, state: GameState, step: kinds.Remove, card: str) -> bool:
        return step.to == "discard" and card in state.setting.kingdom.vines

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Remove, choice: TargetField) -> GameState:
        card = state.board.stack(choice.at)[-1].card
        to_discard = self._to_discard(state, step, card)
        state = replace(
            state,
            discard_pile=(*state.discard_pile, card) if to_discard else state.discard_pile,
            box=state.box if to_discard else (*state.box, card),
            casting=replace(casting, last=None if casting.last == choice.at else casting.last),
        )
        return board_changed(state, state.board.removed(choice.at))

    def describe_choice(self, state: GameState, step: kinds.Remove, choice: TargetField) -> str:
        card = state.board.stack(choice.at)[-1].card
        if self._to_discard(state, step, card):
            return f"puts {card} from {field_name(choice.at)} on the discard pile"
        return f"removes {card} from {field_name(choice.at)}"


@rows.rules_for(kinds.Turn)
class TurnRules(_OneField[kinds.Turn]):
    """SPL-8: the whole stack turns; STEP-3: or its top card, so that it still lies crosswise."""

    def target_problem(self, board: Board, step: kinds.Turn, field: Field) -> Broken | None:
        unreachable = super().target_problem(board, step, field)
        if unreachable is None and step.target == "top-vine" and step.quarters % 2 and len(board.stack(field)) > 1:
            return Broken("GEO-5", f"the top card of {field_name(field)} would not lie crosswise any more")
        return unreachable

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Turn, choice: TargetField) -> GameState:
        turned = state.board.turned_stack if step.target == "stack" else state.board.turned_top
        return board_changed(state, turned(choice.at, step.quarters))

    def describe_choice(self, state: GameState, step: kinds.Turn, choice: TargetField) -> str:
        what = "stack" if step.target == "stack" else "card"
        return f"turns the {what} at {field_name(choice.at)} by {90 * step.quarters}° clockwise"


@rows.rules_for(kinds.Clear)
class ClearRules(_OneField[kinds.Clear]):
    """SPL-10: a card is cleared only of breaks that it shows; STEP-4: a single one is named by its place."""

    def answer_to(self, step: kinds.Clear) -> type[Any]:
        return ClearBreak if step.kind == "break" else TargetField

    def _none(self, step: kinds.Clear) -> str:
        return f"no unsealed card on top of a stack shows {self._breaks(step)}"

    def target_problem(self, board: Board, step: kinds.Clear, field: Field) -> Broken | None:
        unreachable = super().target_problem(board, step, field)
        if unreachable is not None:
            return unreachable
        top = board.stack(field)[-1]
        if any(item.kind in CLEARED[step.kind] for item in top.face.breaks):
            return None
        return Broken("SPL-10", f"the top card of {field_name(field)}, {top.card}, does not show {self._breaks(step)}")

    def _breaks(self, step: kinds.Clear) -> str:
        return "a break" if step.kind == "break" else step.kind

    def _cleared(self, board: Board, step: kinds.Clear, choice: TargetField | ClearBreak) -> list[Break]:
        """Return the breaks that no longer count."""
        breaks = board.stack(choice.at)[-1].face.breaks
        if isinstance(choice, ClearBreak):
            return [item for item in breaks if place_name(item) == choice.place]
        return [item for item in breaks if item.kind in CLEARED[step.kind]]

    def choices(self, state: GameState, step: kinds.Clear) -> Iterator[Any]:
        if step.kind != "break":
            yield from super().choices(state, step)
            return
        for field in self._targets(state.board, step):
            for item in state.board.stack(field)[-1].face.breaks:
                yield ClearBreak(field, place_name(item))

    def problem(self, state: GameState, step: kinds.Clear, choice: TargetField | ClearBreak) -> Broken | None:
        problem = self.target_problem(state.board, step, choice.at)
        if problem is None and not self._cleared(state.board, step, choice):
            return Broken("SPL-10", f"the top card of {field_name(choice.at)} has no break there")
        return problem

    def carry_out(
        self, state: GameState, casting: Casting, step: kinds.Clear, choice: TargetField | ClearBreak
    ) -> GameState:
        return board_changed(state, state.board.cleared(choice.at, self._cleared(state.board, step, choice)))

    def prompt(self, state: GameState, step: kinds.Clear) -> str:
        return "{at, break} of a break" if step.kind == "break" else super().prompt(state, step)

    def describe_choice(self, state: GameState, step: kinds.Clear, choice: TargetField | ClearBreak) -> str:
        which = f"break at {choice.place}" if isinstance(choice, ClearBreak) else step.kind
        return f"clears {state.board.stack(choice.at)[-1].card} at {field_name(choice.at)} of its {which}"


def place_name(item: Break) -> str:
    """Return the place of a break as the card's data writes it."""
    return item.at if isinstance(item.at, str) else item.at.text


@rows.rules_for(kinds.Protect)
class ProtectRules(_OneField[kinds.Protect]):
    """SPL-10: any field can be protected that is not protected in this way yet, with or without cards."""

    def _none(self, step: kinds.Protect) -> str:
        return "every field is already protected"

    def target_problem(self, board: Board, step: kinds.Protect, field: Field) -> Broken | None:
        """Reject fields protected from spells (protecting is one) and fields already protected from cards."""
        unreachable = rows.out_of_reach(board, field)
        if unreachable is None and step.target == "from-cards" and field in board.guarded:
            return Broken("SPL-10", f"the field {field_name(field)} is already protected from cards")
        return unreachable

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Protect, choice: TargetField) -> GameState:
        here = frozenset({choice.at})
        guarded, warded = state.guards[state.player], state.wards[state.player]
        guarded = guarded if step.target == "from-spells" else guarded | here
        warded = warded if step.target == "from-cards" else warded | here
        return state.guarding(state.player, guarded, warded)

    def describe_choice(self, state: GameState, step: kinds.Protect, choice: TargetField) -> str:
        against = {"field": "", "from-cards": " from cards", "from-spells": " from spells"}[step.target]
        return f"protects the field {field_name(choice.at)}{against}"


# --- two fields --------------------------------------------------------------------------------------------


@rows.rules_for(kinds.MoveTop)
class MoveTopRules(_OnBoard[kinds.MoveTop, MoveCard]):
    """SPL-10: an uncovered card goes to another field, by GRO on the board without it."""

    answer = MoveCard
    asked = "{at, to, facing} of a card to move"

    def _none(self, step: kinds.MoveTop) -> str:
        return f'no card can be moved to where the spell wants it ("{step.where}")'

    def choices(self, state: GameState, step: kinds.MoveTop) -> Iterator[MoveCard]:
        """Yield the moves in order of the card's field, then of its destination."""
        board = state.board
        for at in board.fields():
            if rows.no_open_stack(board, at, "SPL-10") is None:
                without, face = board.removed(at), board.stack(at)[-1].face
                for to, facing in rows.places(without, face, step.where, None, state.setting.options):
                    if to != at:
                        yield MoveCard(at, to, facing)

    def problem(self, state: GameState, step: kinds.MoveTop, choice: MoveCard) -> Broken | None:
        board, at = state.board, choice.at
        unreachable = rows.no_open_stack(board, at, kinds.ROW_OF[kinds.MoveTop].rule)
        if unreachable is not None:
            return unreachable
        if choice.to == at:
            return Broken("SPL-10", f"the card of {field_name(at)} must go to another field")
        face, options = board.stack(at)[-1].face, state.setting.options
        return rows.place_problem(board.removed(at), face, step.where, None, choice.to, choice.facing, options)

    def carry_out(self, state: GameState, casting: Casting, step: kinds.MoveTop, choice: MoveCard) -> GameState:
        board = state.board.moved(choice.at, choice.to, choice.facing)
        return board_changed(replace(state.placing(board), casting=replace(casting, last=choice.to)), board)

    def describe_choice(self, state: GameState, step: kinds.MoveTop, choice: MoveCard) -> str:
        card = state.board.stack(choice.at)[-1].card
        goal = f"{field_name(choice.to)} facing {choice.facing.text}"
        return f"moves {card} from {field_name(choice.at)} to {goal}"


@rows.rules_for(kinds.Swap)
class SwapRules(_OnBoard[kinds.Swap, SwapStacks]):
    """SPL-10: two different stacks change places, whatever GRO says, and with them the card that was placed last."""

    answer = SwapStacks
    asked = "{at, with} of the two stacks"

    def _none(self, step: kinds.Swap) -> str:
        beside = " that lie side by side and" if step.target == "neighbours" else " that"
        return f"there are no two stacks{beside} could change places"

    def choices(self, state: GameState, step: kinds.Swap) -> Iterator[SwapStacks]:
        board = state.board
        fields = [field for field in board.fields() if rows.no_open_stack(board, field, "SPL-10") is None]
        pairs = (SwapStacks(at, other) for at, other in combinations(fields, 2))
        return (pair for pair in pairs if self._apart(step, pair) is None)

    def problem(self, state: GameState, step: kinds.Swap, choice: SwapStacks) -> Broken | None:
        rule = kinds.ROW_OF[kinds.Swap].rule
        if choice.at == choice.other:
            return Broken(rule, f"{field_name(choice.at)} cannot change places with itself")
        return (
            rows.no_open_stack(state.board, choice.at, rule)
            or rows.no_open_stack(state.board, choice.other, rule)
            or self._apart(step, choice)
        )

    def _apart(self, step: kinds.Swap, choice: SwapStacks) -> Broken | None:
        """Reject two stacks whose fields do not share a side, if the step asks for neighbours."""
        (row, col), (other_row, other_col) = choice.at, choice.other
        if step.target == "stacks" or abs(row - other_row) + abs(col - other_col) == 1:
            return None
        return Broken("SPL-10", f"{field_name(choice.at)} and {field_name(choice.other)} do not lie side by side")

    def carry_out(self, state: GameState, casting: Casting, step: kinds.Swap, choice: SwapStacks) -> GameState:
        at, other = choice.at, choice.other
        last = {at: other, other: at}.get(casting.last, casting.last) if casting.last else None
        return board_changed(replace(state, casting=replace(casting, last=last)), state.board.swapped(at, other))

    def describe_choice(self, state: GameState, step: kinds.Swap, choice: SwapStacks) -> str:
        return f"swaps the stacks at {field_name(choice.at)} and {field_name(choice.other)}"


# --- history and castles -----------------------------------------------------------------------------------


@rows.rules_for(kinds.TakeBack)
class TakeBackRules(rows.StepRules[kinds.TakeBack, None]):
    """SPL-10: the card that was placed last leaves the board and waits as taken.

    STEP-5: or the card that the caster placed last. SPL-9 (reading): a placed spell is a vine card like others.
    """

    changed = rows.Changes.BOARD

    def nowhere(self, outlook: rows.Outlook, step: kinds.TakeBack) -> Broken | None:
        return self._stays(outlook.state, step)

    def _newest(self, state: GameState, step: kinds.TakeBack) -> Field | None:
        """Return where the card lies on top that was placed last."""
        board, number = state.board, state.newest[state.player]
        if step.target == "last-placed":
            return board.newest
        tops = (field for field in board.fields() if number and board.stack(field))
        return next((field for field in tops if board.stack(field)[-1].number == number), None)

    def _stays(self, state: GameState, step: kinds.TakeBack) -> Broken | None:
        board, at = state.board, self._newest(state, step)
        if at is None:
            return Broken("SPL-10", "the card that was placed last does not lie uncovered on the board any more")
        problem = rows.no_open_stack(board, at, "SPL-10")
        return None if problem is None else Broken("SPL-10", problem.message)

    def run(self, state: GameState, casting: Casting, step: kinds.TakeBack) -> GameState:
        at = self._newest(state, step)
        if at is None or self._stays(state, step) is not None:
            return state
        taken = (*casting.taken, state.board.stack(at)[-1].card)
        last = None if casting.last == at else casting.last
        state = replace(state, casting=replace(casting, taken=taken, last=last))
        return board_changed(state, state.board.removed(at))

    def describe_result(self, before: GameState, after: GameState, step: kinds.TakeBack) -> str:
        at, stays = self._newest(before, step), self._stays(before, step)
        if at is None or stays is not None:
            return f"takes no card back{'' if stays is None else f': {stays.message}'}"
        return f"takes {before.board.stack(at)[-1].card} back from {field_name(at)}"


@rows.rules_for(kinds.SwapCastles)
class SwapCastlesRules(_OnBoard[kinds.SwapCastles, ExchangeCastles]):
    """SPL-10: two castles of one side change places; LAY-2 and LAY-3 hold afterwards."""

    answer = ExchangeCastles
    asked = "{side, castles: [family, family]} of two castles on one side"

    def _none(self, step: kinds.SwapCastles) -> str:
        return "no two castles of one side could change places without breaking LAY-2 or LAY-3"

    def choices(self, state: GameState, step: kinds.SwapCastles) -> Iterator[ExchangeCastles]:
        """Yield the swaps by side, then by slot; a family with several castles on one side cannot be named."""
        for side, slots in zip(SIDES, state.board.castles, strict=True):
            families = [family for family in slots if family is not None and slots.count(family) == 1]
            for pair in combinations(families, 2):
                choice = ExchangeCastles(side, pair)
                if self.problem(state, step, choice) is None:
                    yield choice

    def problem(self, state: GameState, step: kinds.SwapCastles, choice: ExchangeCastles) -> Broken | None:
        if choice.side not in SIDES:
            return Broken("LAY-4", f'"{choice.side}" is not a side of the board: {", ".join(SIDES)}')
        slots = state.board.castles[SIDES.index(choice.side)]
        if len(set(choice.families)) != 2 or len(choice.families) != 2:
            return Broken("LAY-1", f"[{', '.join(map(str, choice.families))}] are not two different families")
        for family in choice.families:
            if slots.count(family) != 1:
                return Broken("LAY-1", f"{family} does not have one castle in the {choice.side}")
        castles: dict[str, Sequence[str | None]] = dict(
            zip(SIDES, self._after(state.board, choice).castles, strict=True)
        )
        for finding in (*never_opposite(castles), *never_at_one_corner(castles)):
            return Broken(finding.code, f"afterwards {finding.message}")
        return None

    def _after(self, board: Board, choice: ExchangeCastles) -> Board:
        side = DIRECTIONS[SIDES.index(choice.side)]
        slots = board.castles[side]
        first, second = choice.families
        return board.castles_swapped(side, slots.index(first), slots.index(second))

    def carry_out(
        self, state: GameState, casting: Casting, step: kinds.SwapCastles, choice: ExchangeCastles
    ) -> GameState:
        return board_changed(state, self._after(state.board, choice))

    def describe_choice(self, state: GameState, step: kinds.SwapCastles, choice: ExchangeCastles) -> str:
        return f"swaps the castles of {' and '.join(choice.families)} in the {choice.side}"


@rows.rules_for(kinds.MissTurn)
class MissTurnRules(rows.StepRules[kinds.MissTurn, NamePlayer]):
    """SPL-10: the next player, or another one whom the caster names, misses a turn."""

    answer = NamePlayer
    asked = "{player: family} of another player"

    def missing(self, outlook: rows.Outlook, step: kinds.MissTurn) -> Broken | None:
        return None if outlook.state.others() else Broken("SPL-10", "there is no other player who could miss a turn")

    def asks(self, state: GameState, step: kinds.MissTurn) -> bool:
        return step.who == "chosen"

    def run(self, state: GameState, casting: Casting, step: kinds.MissTurn) -> GameState:
        for player in state.others()[:1]:
            state = state.missing(player, 1)
        return state

    def choices(self, state: GameState, step: kinds.MissTurn) -> Iterator[NamePlayer]:
        return (NamePlayer(state.setting.players[player]) for player in state.others())

    def problem(self, state: GameState, step: kinds.MissTurn, choice: NamePlayer) -> Broken | None:
        others = [state.setting.players[player] for player in state.others()]
        if choice.family in others:
            return None
        return Broken("SPL-10", f"{choice.family} is not one of the others: {', '.join(others)}")

    def carry_out(self, state: GameState, casting: Casting, step: kinds.MissTurn, choice: NamePlayer) -> GameState:
        return state.missing(state.setting.players.index(choice.family), 1)

    def describe_choice(self, state: GameState, step: kinds.MissTurn, choice: NamePlayer) -> str:
        return f"names {choice.family} to miss a turn"

    def describe_result(self, before: GameState, after: GameState, step: kinds.MissTurn) -> str:
        return " and ".join(f"{before.setting.players[player]} is to miss a turn" for player in before.others()[:1])


@rows.rules_for(kinds.ExtraTurn)
class ExtraTurnRules(rows.StepRules[kinds.ExtraTurn, None]):
    """SPL-10: the caster has another turn after this one."""

    result = "is to have another turn"

    def run(self, state: GameState, casting: Casting, step: kinds.ExtraTurn) -> GameState:
        return replace(state, extra_turn=True)


@rows.rules_for(kinds.Forbid)
class ForbidRules(rows.StepRules[kinds.Forbid, None]):
    """STEP-6: nobody else casts a spell until the caster's next turn."""

    result = "forbids the others to cast spells"

    def missing(self, outlook: rows.Outlook, step: kinds.Forbid) -> Broken | None:
        return None if outlook.state.others() else Broken("SPL-10", "there is no other player who could cast a spell")

    def run(self, state: GameState, casting: Casting, step: kinds.Forbid) -> GameState:
        return replace(state, forbidding=state.forbidding | {state.player})


@rows.rules_for(kinds.Say)
class SayRules(rows.StepRules[kinds.Say, Decide]):
    """STEP-11: people carry out a text; a record holds what they decided."""

    answer = Decide
    skippable = False

    def choices(self, state: GameState, step: kinds.Say) -> Iterator[Decide]:
        yield Decide()

    def prompt(self, state: GameState, step: kinds.Say) -> str:
        return f"{{decided: text}} for what people carry out: {quoted(self._text(state, step))}"

    def describe_choice(self, state: GameState, step: kinds.Say, choice: Decide) -> str:
        decided = f": {choice.text}" if choice.text else ""
        return f"people carry out {quoted(self._text(state, step))}{decided}"

    def _text(self, state: GameState, step: kinds.Say) -> str:
        source = state.setting.kingdom.source
        return step.text[source] if source in step.text else next(iter(step.text.texts.values()), "")
