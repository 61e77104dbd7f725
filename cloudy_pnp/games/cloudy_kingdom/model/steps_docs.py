"""The step vocabulary for authors: data from which the table of the guide is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepDoc:
    """One step: how it is written, what it does, when it is possible, and its entry in a game record."""

    name: str
    example: str  # YAML of one entry of `effect`
    meaning: str
    legality: str
    choice: str  # empty when nothing is chosen


_DOCS = (
    StepDoc(
        "draw",
        "draw: 2",
        "Draw so many vine cards (1 to 9) from the draw pile; they wait to be played.",
        "The draw pile holds as many cards as the spell draws in all; inside a block, what there is.",
        "",
    ),
    StepDoc(
        "play",
        "play: {from: drawn, count: 1, where: growth}",
        "Place waiting cards on the board: from the drawn ones, the taken one or the hand; count is a number or all;"
        " where is growth, empty (on an empty field) or on-last (on the card placed before); optional: true lets the"
        " player leave it out.",
        "There is a place for a card by the growth rules; a card without one is left out and discarded.",
        "{card: ID, at: [row, col], facing: n} for each card; card only where there are several",
    ),
    StepDoc(
        "discard",
        "discard: drawn",
        "Put the drawn cards that are left, or the card in hand (hand), on the discard pile.",
        "Cards were drawn before, or the card is still in hand.",
        "",
    ),
    StepDoc(
        "take",
        "take: discard-top",
        "Take the top card of the discard pile; it waits to be played.",
        "The discard pile is not empty.",
        "",
    ),
    StepDoc(
        "offer-redraw",
        "offer-redraw: others",
        "Each of the others, clockwise, may discard their vine card and draw a new one.",
        "Always; they redraw while there are cards that the spell does not need itself.",
        "{redraw: [families]}",
    ),
    StepDoc(
        "remove",
        "remove: {target: top-vine, to: box}",
        "Take an uncovered card off the board: out of the game (box), or a vine card onto the discard pile (discard).",
        "Some stack has a top card that is neither sealed nor protected.",
        "{at: [row, col]}",
    ),
    StepDoc(
        "turn",
        "turn: {target: stack, quarters: 1}",
        "Turn a stack clockwise by so many quarters (1 to 3), all its cards together.",
        "Some stack has a top card that is neither sealed nor protected; growth rules do not matter.",
        "{at: [row, col]}",
    ),
    StepDoc(
        "place-self",
        "place-self: {where: growth}",
        "Place the spell card itself, with its face: like a vine card (growth) or only on a card (on-card); with"
        " sealed: true nothing is placed on it and no spell affects it.",
        "There is a place for it by the growth rules; once a spell.",
        "{at: [row, col], facing: n}",
    ),
    StepDoc(
        "move",
        "move: {target: top-vine, where: growth}",
        "Take an uncovered card off its stack and place it on another field, turned freely: growth, empty or on-card.",
        "The growth rules hold on the board without the card; neither field is protected, and no card sealed.",
        "{at: [row, col], to: [row, col], facing: n}",
    ),
    StepDoc(
        "swap",
        "swap: stacks",
        "Two whole stacks change places; their cards keep their facings.",
        "Two fields have cards, neither sealed nor protected; growth rules do not matter.",
        "{at: [row, col], with: [row, col]}",
    ),
    StepDoc(
        "clear",
        "clear: holes",
        "The blocks, the holes, or all breaks of one uncovered card no longer count while it lies on the board.",
        "Some top card, neither sealed nor protected, shows such a break.",
        "{at: [row, col]}",
    ),
    StepDoc(
        "peek",
        "peek: 3",
        "Look at so many cards (2 to 4) on top of the draw pile and put them back in any order.",
        "The draw pile holds so many; later in a spell, what there is.",
        "{order: [IDs]}, the next to be drawn first",
    ),
    StepDoc(
        "miss-turn",
        "miss-turn: next",
        "The next player, or one whom the caster names (chosen), misses their next turn.",
        "Somebody else plays.",
        "for chosen: {player: family}",
    ),
    StepDoc(
        "extra-turn",
        "extra-turn: self",
        "After this turn the caster has another one.",
        "Always, once a spell; it lapses when the last round begins.",
        "",
    ),
    StepDoc(
        "protect",
        "protect: field",
        "Until the caster's next turn nothing is placed on one field, and no spell affects it.",
        "Some field is not protected yet.",
        "{at: [row, col]}",
    ),
    StepDoc(
        "choose",
        "choose: [[{swap: stacks}], [{draw: 1}, {play: {from: drawn, count: 1, where: growth}}]]",
        "The caster chooses one of two or three lists of steps and does it.",
        "At least one of them is possible; only those can be chosen.",
        "{option: N}, counted from 1",
    ),
    StepDoc(
        "repeat",
        "repeat: {times: 2, steps: [{turn: {target: stack, quarters: 1}}]}",
        "The same steps so many times (2 to 4), one after the other.",
        "The steps are possible the first time, and the pile holds what they draw in all.",
        "those of its steps, each time",
    ),
    StepDoc(
        "only-if",
        "only-if: {what: draw-pile, at-least: 5, steps: [{peek: 3}]}",
        "The steps are carried out only when there are at-least or at-most so many: cards in the draw-pile or the"
        " discard-pile, empty-fields, or cards in the tallest-stack.",
        "Always; its steps must be possible when it is sure that they will be carried out.",
        "those of its steps",
    ),
)

STEP_DOCS: Mapping[str, StepDoc] = {doc.name: doc for doc in _DOCS}
