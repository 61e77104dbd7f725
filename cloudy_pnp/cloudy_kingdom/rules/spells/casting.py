# ruff: noqa: ARG002  (every step gets the same arguments, and few need all of them)
"""Carry out a spell, step by step: the choices that `choices` lists lead to the next game state.

Steps run by themselves until one needs a choice. END-3 and END-4 are checked after every step that changes
the board; when the game ends, nothing more is done.

When a block (`choose`, `repeat`, `only-if`) is reached, the steps to carry out take its place. Apart from blocks,
nothing here knows a spell or a step by its name.

A cast spell is a `Casting` in the game state: steps run by themselves until one needs a choice; `choices`
lists the options, `choose` carries one out and continues to the next choice. So a player, a record or a
simulator descends the same tree of decisions, one choice at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.steps import ROW_OF, ChooseOne, Counted, OnlyIf, Repeat, Step
from cloudy_pnp.cloudy_kingdom.rules import state as states
from cloudy_pnp.cloudy_kingdom.rules.board import Board, castles_joined, standing
from cloudy_pnp.cloudy_kingdom.rules.growth import Broken
from cloudy_pnp.cloudy_kingdom.rules.spells import step_rules as rows


def board_changed(state: states.GameState, board: Board) -> states.GameState:
    """END-3, END-4: check the connections after a step that changes the board."""
    connected = standing(board)
    new = states.newly_connected(state.connected, connected)
    claims = list(state.claims)
    claims[state.player] |= states.claimed_by_spell(new, state.family)
    ending = states.ended_by_spell(new, state.family)
    return replace(state, board=board, connected=connected, claims=tuple(claims), ending=ending)


def discarding(state: states.GameState, player: int) -> states.GameState:
    """Put a player's vine card on the discard pile, if there is one."""
    card = state.hands[player]
    pile = state.discard_pile + (() if card is None else (card,))
    return replace(state, discard_pile=pile, hands=state.with_hand(player, None))


@rows.rules_for(ChooseOne)
class ChooseRules(rows.StepRules[ChooseOne, states.TakeOption]):
    """SPL-10: the caster takes one of the options that can be carried out."""

    answer = states.TakeOption

    def draws(self, step: ChooseOne) -> int:
        return min(rows.still_drawn(option) for option in step.options)

    def obstacle(self, outlook: rows.Outlook, step: ChooseOne) -> Broken | None:
        """Require at least one possible option, and note the changes of all of them."""
        problems = [replace(outlook).problem(option) for option in step.options]
        for option in step.options:
            outlook.note(*option)
        if None in problems:
            return None
        return Broken("SPL-10", "; ".join(f"option {n}: {p.message}" for n, p in enumerate(problems, 1) if p))

    def choices(self, state: states.GameState, step: ChooseOne) -> Iterator[states.TakeOption]:
        options = (states.TakeOption(number) for number in range(1, len(step.options) + 1))
        return (option for option in options if self.problem(state, step, option) is None)

    def problem(self, state: states.GameState, step: ChooseOne, choice: states.TakeOption) -> Broken | None:
        """SPL-10: return why the steps of an option cannot be carried out now, as for a whole spell."""
        if not 1 <= choice.number <= len(step.options):
            return Broken("SPL-10", f"there is no option {choice.number}: choose from 1 to {len(step.options)}")
        spell = state.casting.spell if state.casting else ""
        return rows.steps_problem(state, spell, step.options[choice.number - 1])

    def steps(
        self, state: states.GameState, step: ChooseOne, choice: states.TakeOption | None
    ) -> tuple[Step, ...] | None:
        return None if choice is None else step.options[choice.number - 1]

    def prompt(self, state: states.GameState, step: ChooseOne) -> str:
        return f"{{option: N}} from 1 to {len(step.options)}"

    def describe_choice(self, state: states.GameState, step: ChooseOne, choice: states.TakeOption) -> str:
        return f"chooses option {choice.number}"


@rows.rules_for(Repeat)
class RepeatRules(rows.StepRules[Repeat, None]):
    """SPL-10: the steps are carried out several times."""

    def draws(self, step: Repeat) -> int:
        return step.times * rows.still_drawn(step.steps)

    def obstacle(self, outlook: rows.Outlook, step: Repeat) -> Broken | None:
        """Check the first round only; `still_drawn` counts the draws of all rounds."""
        return outlook.obstacle(step.steps)

    def steps(self, state: states.GameState, step: Repeat, choice: None) -> tuple[Step, ...]:
        return step.steps * step.times


@rows.rules_for(OnlyIf)
class OnlyIfRules(rows.StepRules[OnlyIf, states.Roll]):
    """SPL-10: the steps are carried out when the condition holds at that moment; STEP-7: a coin or a die is tossed."""

    answer = states.Roll
    skippable = False

    def asks(self, state: states.GameState, step: OnlyIf) -> bool:
        return step.what in SIDES_UP

    def choices(self, state: states.GameState, step: OnlyIf) -> Iterator[states.Roll]:
        return map(states.Roll, SIDES_UP[step.what])

    def problem(self, state: states.GameState, step: OnlyIf, choice: states.Roll) -> Broken | None:
        if choice.number in SIDES_UP[step.what]:
            return None
        return Broken("SPL-10", f"a {step.what} shows {_SIDES[step.what]}, not {choice.number}")

    def prompt(self, state: states.GameState, step: OnlyIf) -> str:
        return f"{{roll: N}}, what the {step.what} shows: {_SIDES[step.what]}"

    def describe_choice(self, state: states.GameState, step: OnlyIf, choice: states.Roll) -> str:
        if step.what == "coin":
            side = "heads" if choice.number else "tails"
            return f"the coin shows {side}" + ("" if _enough(step, choice.number) else ", so nothing happens")
        return f"the {step.what} shows {choice.number}, {_verdict(step, choice.number)}"

    def obstacle(self, outlook: rows.Outlook, step: OnlyIf) -> Broken | None:
        """Its steps are asked for when it is sure that they will be carried out; their draws never are."""
        if outlook.changed != rows.Changes.NOTHING or step.what in SIDES_UP:
            outlook.note(*step.steps)
            return None
        return outlook.obstacle(step.steps) if holds(outlook.state, step) else None

    def steps(self, state: states.GameState, step: OnlyIf, choice: states.Roll | None) -> tuple[Step, ...] | None:
        if step.what in SIDES_UP:
            return None if choice is None else step.steps if _enough(step, choice.number) else ()
        return step.steps if holds(state, step) else ()

    def describe_result(self, before: states.GameState, after: states.GameState, step: OnlyIf) -> str:
        count = _count(before, step.what)
        return f"counts {step.what.replace('-', ' ')}: {count}, {_verdict(step, count)}"


SIDES_UP: Mapping[str, range] = {"coin": range(2), "die": range(1, 7)}  # STEP-7: what they can show
_SIDES = {"coin": "0 (tails) or 1 (heads)", "die": "1 to 6"}


def _verdict(step: OnlyIf, count: int) -> str:
    wanted = f"{step.compare.replace('-', ' ')} {step.number}"
    return wanted if _enough(step, count) else f"not {wanted}, so nothing happens"


def _enough(step: OnlyIf, count: int) -> bool:
    return count >= step.number if step.compare == "at-least" else count <= step.number


def holds(state: states.GameState, step: OnlyIf) -> bool:
    """Return whether the condition of an `only-if` is met now."""
    return _enough(step, _count(state, step.what))


def _count(state: states.GameState, measure: Counted) -> int:
    """Return the count an `only-if` compares."""
    match measure:
        case "draw-pile":
            return len(state.draw_pile)
        case "discard-pile":
            return len(state.discard_pile)
        case "empty-fields":
            return sum(not stack for stack in state.board.stacks)
        case "tallest-stack":
            return max(len(stack) for stack in state.board.stacks)
        case "own-connections":
            return connections(state)[state.family]
        case "connections-behind":
            counts = connections(state)
            return max((0, *counts.values())) - counts[state.family]
        case "own-castles":
            return castles_joined(state.board, state.family)
        case "hand-ends":
            return 0 if state.hand is None else len(state.setting.kingdom.face(state.hand).ends)
        case "own-spells":
            own = 1 if state.casting is None else 0  # the spell that is asked about, before it is cast
            return len(state.spells[state.player]) - own
        case "coin" | "die":
            raise ValueError(f"a {measure} is tossed, not counted")


def connections(state: states.GameState) -> Counter[str]:
    """CON-8: return the number of axes on which each family is connected."""
    return Counter(family for family, _ in state.connected)


def cast_problem(state: states.GameState, spell: str) -> Broken | None:
    """SPL-10 (reading): return why a spell cannot be cast: an impossible step, as far as known now, or only a text."""
    if state.setting.kingdom.is_manual(spell):
        return Broken("SPL-10", f"the spell {spell} is not played by the computer: only its text says what it does")
    return forbidden(state, spell) or rows.steps_problem(
        state, spell, state.setting.kingdom.steps(spell, state.setting.edition.id)
    )


def forbidden(state: states.GameState, spell: str) -> Broken | None:
    """STEP-6: another player forbids spells."""
    for player in sorted(state.forbidding - {state.player}):
        return Broken("SPL-10", f"{state.setting.players[player]} forbids spells, so {spell} cannot be cast")
    return None


def step_to_choose(state: states.GameState) -> Step | None:
    """Return the step of the spell that waits for a choice; None when no spell is being cast."""
    if state.casting is None or state.ending is not None:
        return None
    step = state.casting.steps[state.casting.index]
    return step if rows.rules_of(step).answer is not None else None


def choices(state: states.GameState) -> list[states.Choice]:
    """List the choices for the spell being cast, in a fixed order."""
    step = step_to_choose(state)
    if step is None:
        return []
    rules = rows.rules_of(step)
    possible: list[states.Choice] = list(rules.choices(state, step))
    return [*possible, states.Skip()] if not possible or rules.optional(step) else possible


def choice_problem(state: states.GameState, choice: states.Choice) -> Broken | None:
    """Return the rule that a choice breaks, or None if it is legal."""
    step = step_to_choose(state)
    if step is None:
        return Broken("TURN-2", "no spell is being cast that would ask for a choice")
    rules = rows.rules_of(step)
    answer = rules.answer_to(step)
    if answer is not None and isinstance(choice, answer):
        return rules.problem(state, step, choice)
    if not isinstance(choice, states.Skip) or not rules.skippable:
        return Broken(ROW_OF[type(step)].rule, f"{choice} is not an answer to the step {step}")
    if choice in choices(state):
        return None
    return Broken("SPL-10", "the spell can do what it asks for, so it must not be skipped")


def cards_to_place(state: states.GameState) -> tuple[str, ...]:
    """Return the cards that the waiting step can place now."""
    step = step_to_choose(state)
    return () if step is None else rows.rules_of(step).cards(state, step)


def cast(state: states.GameState, spell: str) -> states.GameState:
    """TURN-3: begin to cast a spell, and run to its first choice."""
    return _run(begin_cast(state, spell))


def begin_cast(state: states.GameState, spell: str) -> states.GameState:
    """TURN-3: use up the spell, before any of its steps is done."""
    spells_left = list(state.spells[state.player])
    spells_left.remove(spell)
    spells = (*state.spells[: state.player], tuple(spells_left), *state.spells[state.player + 1 :])
    steps = state.setting.kingdom.steps(spell, state.setting.edition.id)
    return replace(state, spells=spells, casting=states.Casting(spell, steps))


def choose(state: states.GameState, choice: states.Choice) -> states.GameState:
    """Carry out a legal choice and run on; the game may end on the way (END-4), or the spell be done."""
    return _run(carry_out_choice(state, choice))


def carry_out_choice(state: states.GameState, choice: states.Choice) -> states.GameState:
    """Carry out a legal choice, and nothing after it."""
    casting, step = state.casting, step_to_choose(state)
    if casting is None or step is None:
        return state
    after = state
    if not isinstance(choice, states.Skip):
        rules = rows.rules_of(step)
        steps = rules.steps(state, step, choice)
        if steps is not None:
            return _splice(state, casting, steps)
        after = rules.carry_out(state, casting, step, choice)
    return _step_done(after)


def _splice(state: states.GameState, casting: states.Casting, steps: tuple[Step, ...]) -> states.GameState:
    """Replace the current block with the steps to carry out."""
    before, after = casting.steps[: casting.index], casting.steps[casting.index + 1 :]
    return replace(state, casting=replace(casting, steps=(*before, *steps, *after)))


def _step_done(state: states.GameState) -> states.GameState:
    """Go to the next play of the same step, or to the next step."""
    casting = state.casting
    if casting is None:
        return state
    if casting.plays_left is not None and casting.plays_left > 1:
        return replace(state, casting=replace(casting, plays_left=casting.plays_left - 1))
    return replace(state, casting=replace(casting, index=casting.index + 1, plays_left=None))


def _run(state: states.GameState) -> states.GameState:
    """Carry out steps that need no choice, up to the next one that does or to the end of the spell."""
    for _, _, after in automatic_steps(state):
        state = after
    casting = state.casting
    if casting is None or state.ending is not None:
        return state
    if casting.index == len(casting.steps):
        return _finish(state)
    step = casting.steps[casting.index]
    return rows.rules_of(step).begin(state, casting, step)


def automatic_steps(state: states.GameState) -> Iterator[tuple[states.GameState, Step, states.GameState]]:
    """Yield the steps that need no choice, up to the next one that does: each with the game before and after it."""
    while state.ending is None and (casting := state.casting) is not None and casting.index < len(casting.steps):
        step = casting.steps[casting.index]
        rules = rows.rules_of(step)
        steps = rules.steps(state, step, None)
        if steps is not None:
            after = _splice(state, casting, steps)
        elif rules.asks(state, step):
            return
        else:
            after = _step_done(rules.run(state, casting, step))
        yield state, step, after
        state = after


def _finish(state: states.GameState) -> states.GameState:
    """SPL-10: discard the cards that the spell has not placed.

    TURN-3: put it into the box unless it stays on the board, with any spell card it took back; TURN-4 (reading): last,
    discard the vine card that paid for it; STEP-1: the card that was kept is in hand then.
    """
    casting = state.casting
    if casting is None:
        return state
    vines = state.setting.kingdom.vines
    spells = tuple(card for card in casting.taken if card not in vines)
    done = replace(
        state,
        discard_pile=state.discard_pile + casting.drawn + tuple(card for card in casting.taken if card in vines),
        box=state.box + spells + (() if casting.placed_self else (casting.spell,)),
        casting=None,
    )
    done = discarding(done, state.player)
    return done if casting.kept is None else replace(done, hands=done.with_hand(state.player, casting.kept))
