"""The step vocabulary of spells: one row per step, in the order in which authors read them.

A row defines how the step is written, read and explained; the JSON Schema of spells and docs/steps.md are made from it.
Its behaviour is defined once in `rules/spells` (choices, legality, effect) and once in `sim` (the same, compiled); its
words are a row in each table of templates/cloudy-kingdom/wording. CONTRIBUTING lists every place that a step touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from cloudy_pnp.games.cloudy_kingdom.model.step_rows import (
    JsonSchema,
    StepRow,
    fields,
    number,
    one_of,
    plain_steps,
    yes_or_no,
)
from cloudy_pnp.i18n.localized import Localized

Source: TypeAlias = Literal["drawn", "hand", "taken"]
Where: TypeAlias = Literal["growth", "empty", "on-last", "anywhere", "apart", "under"]
Count: TypeAlias = int | Literal["all"]
Counted: TypeAlias = Literal[
    "draw-pile",
    "discard-pile",
    "empty-fields",
    "tallest-stack",
    "own-connections",
    "connections-behind",
    "own-castles",
    "hand-ends",
    "own-spells",
    "coin",
    "die",
]
StepClass = TypeVar("StepClass", bound=type)

STEPS: dict[str, StepRow] = {}  # by the key in YAML
ROW_OF: dict[type, StepRow] = {}  # by the class of the step


def step(
    name: str,
    *,
    rule: str,
    schema: JsonSchema,
    example: str,
    meaning: str,
    legality: str,
    choice: str = "",
    block: bool = False,
    affects: Literal["", "card", "field"] = "",
    simulated: bool = True,
    read: Callable[[Any], Any] | None = None,
) -> Callable[[StepClass], StepClass]:
    """Add a row to the table, for the class below."""

    def add(kind: StepClass) -> StepClass:
        texts = (rule, schema, example, meaning, legality, choice)
        row = StepRow(name, kind, *texts, block, affects, simulated, read)
        STEPS[name] = ROW_OF[kind] = row
        return kind

    return add


# The rules of steps that the rulebook's spells do not use. Each has one function that names its id.
STEP_RULES: Mapping[str, str] = {
    "STEP-1": "A card that is kept becomes the caster's vine card when the spell is done, after the card that pays for"
    " it has been discarded. Who holds a vine card at the end of their turn draws none; if the draw pile is empty then,"
    " the last round begins all the same (END-5). Only a vine card can be kept, and only one.",
    "STEP-2": "When hands are passed, everyone gives the vine card in hand at the same time; left is the next player"
    " clockwise. The caster gives a card kept before (STEP-1), or else the one that pays for the spell, and keeps the"
    " one they get. Who gets no card has none.",
    "STEP-3": "A single card can be turned where it lies on top: half a turn always, a quarter turn or three only"
    " without a card below it, because cards of a stack lie crosswise (GEO-5).",
    "STEP-4": "A single break is named by its place on the card, in the card's own directions (FACE-5). From then on it"
    " does not count, as long as the card lies on the board.",
    "STEP-5": "The card that a player placed last is the one they played or a spell of theirs placed or moved last. It"
    " can be taken back while it lies on top of a stack, neither sealed nor protected. If it has left the board, there"
    " is none, until they place another card.",
    "STEP-6": "While a player forbids spells, the others cannot cast any. It ends at the start of that player's next"
    " turn, also of an extra turn.",
    "STEP-7": "A coin shows 0 (tails) or 1 (heads), a die 1 to 6. It is tossed when the steps reach the condition, so"
    " before that it is never sure that they will be carried out.",
    "STEP-8": "The castles of a family that one network of vines reaches: those that can be walked to from one of them"
    " over linked ports (CON-7), and that one itself. A castle that no vine reaches does not count.",
    "STEP-9": "A card is placed apart when its field is neither the field of the card that the spell placed before nor"
    " shares a side with it. Without such a card on the board any field will do.",
    "STEP-10": "A card is placed under a stack when it lies below all its cards, crosswise to the lowest. The top card"
    " is neither sealed nor protected; growth rules do not matter.",
    "STEP-11": "People carry out what a step says. A record holds what they decided; the computer changes nothing.",
}


# --- cards from the piles and the hand ---------------------------------------------------------------------


@step(
    "draw",
    rule="SPL-2",
    schema=number("Draw", "Draw this many vine cards from the draw pile.", 1, 9),
    example="draw: 2",
    meaning="Draw this many vine cards (1 to 9) from the draw pile; they wait to be played.",
    legality="The draw pile holds as many cards as the spell draws in all; inside a block, what there is.",
)
class Draw(Struct, frozen=True):
    """Draw vine cards from the pile; they wait as *drawn*."""

    count: int


@step(
    "play",
    rule="SPL-2",
    schema=fields(
        "Play",
        "Play vine cards onto the board.",
        {
            "from": one_of("Which cards", "", "drawn", "hand", "taken"),
            "count": {
                "title": "How many",
                "description": "A number, or the word all.",
                "type": ["integer", "string"],
                "minimum": 1,
                "maximum": 9,
                "pattern": "^all$",
                "patternErrorMessage": "a number or the word all",
                "examples": [1, "all"],
            },
            "where": one_of(
                "Where",
                "growth: following the growth rules; empty: on an empty field, following the growth rules;"
                " on-last: on the card played just before; anywhere: on any field, with nothing beside it"
                " (on cards crosswise); apart: following the growth rules, but neither on nor next to the card played"
                " just before; under: below all cards of a stack, crosswise to the lowest.",
                "growth",
                "empty",
                "on-last",
                "anywhere",
                "apart",
                "under",
            ),
            "optional": yes_or_no("May be left out", ""),
        },
        {"from": "drawn", "count": 1, "where": "growth"},
        optional=("optional",),
    ),
    example="play: {from: drawn, count: 1, where: growth}",
    meaning="Place waiting cards on the board: from the drawn ones, the taken one or the hand; count is a number or"
    " all; where is growth, empty (on an empty field), on-last (on the card placed before), anywhere (the card needs"
    " nothing beside it; on cards it lies crosswise), apart (growth, but neither on nor next to the card placed"
    " before) or under (below all cards of a stack); optional: true lets the player leave it out.",
    legality="There is a place for a card that follows the growth rules; a card without one is left out and discarded.",
    choice="{card: ID, at: [row, col], facing: n} for each card; card only where there are several",
)
class Play(Struct, frozen=True):
    """Place cards on the board; `where` narrows GRO to empty fields or to the spell's last card."""

    source: Source
    count: Count
    where: Where
    optional: bool = False


@step(
    "discard",
    rule="SPL-2",
    schema=one_of("Discard", "Put the rest of these cards onto the discard pile.", "drawn", "hand"),
    example="discard: drawn",
    meaning="Put the drawn cards that are left, or the card in hand (hand), on the discard pile.",
    legality="Cards were drawn before, or the card is still in hand.",
)
class Discard(Struct, frozen=True):
    """Put the remaining drawn cards, or the vine card in hand, on the discard pile."""

    source: Literal["drawn", "hand"]


@step(
    "take",
    rule="SPL-7",
    schema=one_of("Take", "Take the top card of the discard pile.", "discard-top"),
    example="take: discard-top",
    meaning="Take the top card of the discard pile; it waits to be played.",
    legality="The discard pile is not empty.",
)
class Take(Struct, frozen=True):
    """Take the top card of the discard pile; it waits as *taken*."""

    source: Literal["discard-top"]


@step(
    "keep",
    rule="SPL-10",
    schema=one_of(
        "Keep",
        "Keep one of the drawn cards, or a taken one, in hand instead of drawing at the end of the turn.",
        "drawn",
        "taken",
    ),
    example="keep: taken",
    meaning="Keep one of the waiting vine cards, drawn or taken, as the next card in hand; the caster draws none at the"
    " end of this turn. The card that pays for the spell is discarded as usual.",
    legality="Such a card waits, and no other one is kept yet.",
    choice="{keep: ID}, only where there are different cards",
)
class Keep(Struct, frozen=True):
    """Keep a card that waits as drawn or taken in hand."""

    source: Literal["drawn", "taken"]


@step(
    "offer-redraw",
    rule="SPL-6",
    schema=one_of(
        "Offer a redraw",
        "Each of the other players, clockwise, may discard their vine card and draw a new one.",
        "others",
    ),
    example="offer-redraw: others",
    meaning="Each of the others, clockwise, may discard their vine card and draw a new one.",
    legality="Always; they redraw while there are cards that the spell does not need itself.",
    choice="{redraw: [families]}",
)
class OfferRedraw(Struct, frozen=True):
    """Each of the other players, clockwise, may discard their vine card and draw a new one."""

    who: Literal["others"]


# --- other players' hands ----------------------------------------------------------------------------------


@step(
    "redraw",
    rule="SPL-10",
    schema=one_of(
        "Redraw",
        "others: each of the other players discards their vine card and draws a new one; chosen: a player of the"
        " caster's choice does.",
        "others",
        "chosen",
    ),
    example="redraw: others",
    meaning="Each of the others, clockwise, or a player of the caster's choice (chosen), discards their vine card and"
    " draws a new one.",
    legality="Another player holds a vine card; they redraw while there are cards that the spell does not need itself,"
    " and the rest keep theirs.",
    choice="for chosen: {player: family}",
)
class ForceRedraw(Struct, frozen=True):
    """Each of the other players, or one of them, discards their vine card and draws a new one."""

    who: Literal["others", "chosen"]


@step(
    "steal",
    rule="SPL-10",
    schema=one_of("Steal", "Take the vine card of another player, who draws a new one.", "chosen"),
    example="steal: chosen",
    meaning="Take the vine card of another player whom the caster names; it waits to be played, like a card that is"
    " taken. They draw a new one.",
    legality="Another player holds a vine card; they draw while there are cards that the spell does not need itself.",
    choice="{player: family}",
)
class Steal(Struct, frozen=True):
    """Take another player's vine card; it waits as *taken*, and they draw a new one."""

    who: Literal["chosen"]


@step(
    "give",
    rule="SPL-10",
    schema=one_of(
        "Give",
        "Give the vine card in hand to another player, who discards theirs.",
        "hand",
    ),
    example="give: hand",
    meaning="Give the vine card in hand, which pays for the spell, to another player; they discard theirs.",
    legality="The card is still in hand, and another player holds a vine card.",
    choice="{player: family}",
)
class Give(Struct, frozen=True):
    """The vine card in hand goes to another player, who discards theirs."""

    source: Literal["hand"]


@step(
    "pass-hands",
    rule="SPL-10",
    schema=one_of(
        "Pass hands",
        "Everyone gives their vine card to the player on their left, or on their right; the caster keeps the one they"
        " get instead of drawing at the end of the turn.",
        "left",
        "right",
    ),
    example="pass-hands: left",
    meaning="Everyone, at the same time, gives the vine card in hand to the player on their left (clockwise) or right."
    " The caster's own card pays for the spell in this way; they keep the one they get and draw none at the end of this"
    " turn.",
    legality="Another player holds a vine card.",
)
class PassHands(Struct, frozen=True):
    """Everyone gives their vine card to a neighbour."""

    to: Literal["left", "right"]


# --- cards on the board ------------------------------------------------------------------------------------


@step(
    "remove",
    rule="SPL-1",
    schema=fields(
        "Remove",
        "Take an uncovered card off the board.",
        {
            "target": one_of("What", "", "top-vine"),
            "to": one_of(
                "Where to",
                "box: out of the game; discard: a vine card goes on top of the discard pile, a spell card to the box.",
                "box",
                "discard",
            ),
        },
        {"target": "top-vine", "to": "box"},
    ),
    example="remove: {target: top-vine, to: box}",
    meaning="Take an uncovered card off the board: out of the game (box), or a vine card onto the discard pile"
    " (discard).",
    legality="Some stack has a top card that is neither sealed nor protected.",
    choice="{at: [row, col]}",
    affects="card",
)
class Remove(Struct, frozen=True):
    """Take a card off the board."""

    target: Literal["top-vine"]
    to: Literal["box", "discard"]


@step(
    "turn",
    rule="SPL-8",
    schema=fields(
        "Turn",
        "Turn a stack clockwise, all its cards together, or an uncovered card alone.",
        {
            "target": one_of(
                "What",
                "stack: all its cards together; top-vine: only the uncovered card. A quarter turn is possible only for"
                " a card without cards below it: cards of a stack lie crosswise.",
                "stack",
                "top-vine",
            ),
            "quarters": number("Quarter turns", "", 1, 3),
        },
        {"target": "stack", "quarters": 1},
    ),
    example="turn: {target: stack, quarters: 1}",
    meaning="Turn a stack clockwise by this many quarters (1 to 3), all its cards together (stack), or only the"
    " uncovered card (top-vine): half a turn, or any turn for a card without cards below it.",
    legality="Some stack has a top card that is neither sealed nor protected; growth rules do not matter.",
    choice="{at: [row, col]}",
    affects="card",
)
class Turn(Struct, frozen=True):
    """Turn a whole stack or its top card clockwise."""

    target: Literal["stack", "top-vine"]
    quarters: int


@step(
    "place-self",
    rule="SPL-4",
    schema=fields(
        "Place this card",
        "The spell card itself is placed on the board and shows its face.",
        {
            "where": one_of(
                "Where",
                "growth: like a vine card; on-card: only on a card that lies there; anywhere: on any field, with"
                " nothing beside it (on cards crosswise).",
                "growth",
                "on-card",
                "anywhere",
            ),
            "sealed": yes_or_no("Sealed", "Nothing is placed on it and no spell affects it."),
        },
        {"where": "growth"},
        optional=("sealed",),
    ),
    example="place-self: {where: growth}",
    meaning="Place the spell card itself, with its face: like a vine card (growth), only on a card (on-card) or"
    " anywhere; with sealed: true nothing is placed on it and no spell affects it.",
    legality="There is a place for it that follows the growth rules; once per spell.",
    choice="{at: [row, col], facing: n}",
)
class PlaceSelf(Struct, frozen=True):
    """Place the spell card itself, by GRO or only on a card."""

    where: Literal["growth", "on-card", "anywhere"]
    sealed: bool = False


@step(
    "move",
    rule="SPL-10",
    schema=fields(
        "Move a card",
        "Take an uncovered card off its stack and place it on another field, following the growth rules.",
        {
            "target": one_of("What", "", "top-vine"),
            "where": one_of(
                "Where to",
                "growth: like a vine card; empty: on an empty field; on-card: only on a card that lies there;"
                " anywhere: on any other field, with nothing beside it (on cards crosswise).",
                "growth",
                "empty",
                "on-card",
                "anywhere",
            ),
        },
        {"target": "top-vine", "where": "growth"},
    ),
    example="move: {target: top-vine, where: growth}",
    meaning="Take an uncovered card off its stack and place it on another field, turned freely: growth, empty,"
    " on-card or anywhere.",
    legality="The growth rules hold on the board without the card; neither field is protected, and no card sealed.",
    choice="{at: [row, col], to: [row, col], facing: n}",
    affects="card",
)
class MoveTop(Struct, frozen=True):
    """Take an uncovered card off its stack and place it on another field."""

    target: Literal["top-vine"]
    where: Literal["growth", "empty", "on-card", "anywhere"]


@step(
    "swap",
    rule="SPL-10",
    schema=one_of(
        "Swap",
        "Two whole stacks change places; neighbours: two that lie side by side.",
        "stacks",
        "neighbours",
    ),
    example="swap: stacks",
    meaning="Two whole stacks change places; their cards keep their facings. With neighbours, two stacks whose fields"
    " lie side by side.",
    legality="Two fields have cards, neither sealed nor protected; growth rules do not matter.",
    choice="{at: [row, col], with: [row, col]}",
    affects="card",
)
class Swap(Struct, frozen=True):
    """Two whole stacks change places."""

    target: Literal["stacks", "neighbours"]


@step(
    "clear",
    rule="SPL-10",
    schema=one_of(
        "Clear",
        "The blocks, the holes, or all breaks of one uncovered card no longer count; break: a single one.",
        "blocks",
        "holes",
        "breaks",
        "break",
    ),
    example="clear: holes",
    meaning="The blocks, the holes, all breaks, or a single break of one uncovered card no longer count while it lies"
    " on the board.",
    legality="Some top card, neither sealed nor protected, shows such a break.",
    choice="{at: [row, col]}; for break {at: [row, col], break: n}, the place of the break as in the card's data",
    affects="card",
)
class Clear(Struct, frozen=True):
    """The breaks of one kind on an uncovered card, or a single one, no longer count."""

    kind: Literal["blocks", "holes", "breaks", "break"]


@step(
    "take-back",
    rule="SPL-10",
    schema=one_of(
        "Take back",
        "Take the vine card that was placed last off the board. last-placed: by any player; own-last: by the caster.",
        "last-placed",
        "own-last",
    ),
    example="take-back: last-placed",
    meaning="Take the vine card that was placed last, by any player (last-placed) or by the caster (own-last), off the"
    " board; it waits to be played, like a card that is taken. A placed spell card counts as a vine card; if it is not"
    " played again, it goes to the box.",
    legality="The card that was placed last is still on the board, uncovered, neither sealed nor protected.",
    affects="card",
)
class TakeBack(Struct, frozen=True):
    """Take the card that was placed last off the board; it waits as *taken*."""

    target: Literal["last-placed", "own-last"]


@step(
    "swap-castles",
    rule="LAY-2",
    schema=one_of(
        "Swap castles",
        "Two castles on one side of the board change places; LAY-2 and LAY-3 hold afterwards.",
        "one-side",
    ),
    example="swap-castles: one-side",
    meaning="Two castles on one side of the board change places. Afterwards no two castles of a family lie opposite"
    " each other or meet at a corner.",
    legality="Some two castles of a side can change places in this way.",
    choice="{side: north, castles: [family, family]}",
    simulated=False,
)
class SwapCastles(Struct, frozen=True):
    """Two castles on one side of the board change places."""

    where: Literal["one-side"]


# --- the draw pile, turns and fields -----------------------------------------------------------------------


@step(
    "peek",
    rule="SPL-10",
    schema=number("Peek", "Look at this many cards on top of the draw pile and put them back in any order.", 2, 4),
    example="peek: 3",
    meaning="Look at this many cards (2 to 4) on top of the draw pile and put them back in any order.",
    legality="The draw pile holds this many; later in a spell, what there is.",
    choice="{order: [IDs]}, the next to be drawn first",
)
class Peek(Struct, frozen=True):
    """Look at the top cards of the draw pile and put them back in any order."""

    count: int


@step(
    "miss-turn",
    rule="SPL-10",
    schema=one_of(
        "Miss a turn",
        "next: the next player misses a turn; chosen: the caster names another player.",
        "next",
        "chosen",
    ),
    example="miss-turn: next",
    meaning="The next player, or one whom the caster names (chosen), misses their next turn.",
    legality="There is another player.",
    choice="for chosen: {player: family}",
)
class MissTurn(Struct, frozen=True):
    """The next player, or one whom the caster names, misses their next turn."""

    who: Literal["next", "chosen"]


@step(
    "extra-turn",
    rule="SPL-10",
    schema=one_of("Extra turn", "The caster has another turn after this one.", "self"),
    example="extra-turn: self",
    meaning="After this turn the caster has another one.",
    legality="Always, once per spell; it lapses when the last round begins.",
)
class ExtraTurn(Struct, frozen=True):
    """The caster has another turn after this one."""

    who: Literal["self"]


@step(
    "protect",
    rule="SPL-10",
    schema=one_of(
        "Protect",
        "Until the caster's next turn. field: nothing is placed on one field and no spell affects it; from-cards:"
        " no vine card is played there, but spells may do anything; from-spells: no spell affects it, but vine cards"
        " may be played there.",
        "field",
        "from-cards",
        "from-spells",
    ),
    example="protect: field",
    meaning="Until the caster's next turn nothing is placed on one field, and no spell affects it (field); or no vine"
    " card is played there, except by a spell (from-cards); or no spell affects it, but vine cards may be played"
    " there (from-spells).",
    legality="Some field is not protected in this way yet, and no spell keeps spells from it.",
    choice="{at: [row, col]}",
    affects="field",
)
class Protect(Struct, frozen=True):
    """Until the caster's next turn nothing is placed on a field, or no spell affects it, or both."""

    target: Literal["field", "from-cards", "from-spells"]


@step(
    "forbid",
    rule="SPL-10",
    schema=one_of("Forbid", "Until the caster's next turn the others cast no spells.", "spells"),
    example="forbid: spells",
    meaning="Until the caster's next turn nobody else casts a spell.",
    legality="Somebody else plays.",
)
class Forbid(Struct, frozen=True):
    """Until the caster's next turn nobody else casts a spell."""

    what: Literal["spells"]


# --- what people carry out ---------------------------------------------------------------------------------


@step(
    "say",
    rule="SPL-10",
    schema={
        "title": "Say",
        "description": "A sentence that the players carry out themselves, in every language.",
        "$ref": "../common/common.schema.json#/$defs/localized",
    },
    example="say: {en: Stand up, de: Steh auf, fr: Levez-vous, hu: Állj fel}",
    meaning="The card says this text, and the players carry it out; the computer goes on with the next step. The text"
    " must not change the board, the piles or a hand, if a record is to be replayed: the computer does not know of it.",
    legality="Always.",
    choice="{decided: text}: what the players did or decided, in any words",
    simulated=False,
    read=lambda data: Say(Localized.of(data)),
)
class Say(Struct, frozen=True):
    """A sentence that people carry out."""

    text: Localized


CardStep: TypeAlias = Draw | Play | Discard | Take | Keep  # the text about them depends on which cards are at hand
SingleStep: TypeAlias = (
    OfferRedraw
    | ForceRedraw
    | Steal
    | Give
    | PassHands
    | Remove
    | Turn
    | PlaceSelf
    | MoveTop
    | Swap
    | Clear
    | TakeBack
    | SwapCastles
    | Peek
    | MissTurn
    | ExtraTurn
    | Protect
    | Forbid
    | Say
)
PlainStep: TypeAlias = CardStep | SingleStep

# --- blocks: they hold plain steps -------------------------------------------------------------------------


def _plain(steps: Sequence[Mapping[str, Any]]) -> tuple[PlainStep, ...]:
    return tuple(STEPS[name].parse(value) for entry in steps for name, value in entry.items())


def _only_if(data: Mapping[str, Any]) -> OnlyIf:
    compare: Literal["at-least", "at-most"] = "at-least" if "at-least" in data else "at-most"
    return OnlyIf(data["what"], compare, data[compare], _plain(data["steps"]))


@step(
    "choose",
    rule="SPL-10",
    schema={
        "title": "Choose one",
        "description": "The caster chooses one of two or three lists of steps.",
        "type": "array",
        "items": plain_steps(
            "An option",
            "A list of steps in its own brackets.",
            examples=[[{"draw": 1}, {"discard": "drawn"}]],
        ),
        "minItems": 2,
        "maxItems": 3,
        "examples": [
            [[{"draw": 1}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}], [{"swap": "stacks"}]],
        ],
    },
    example="choose: [[{swap: stacks}], [{draw: 1}, {play: {from: drawn, count: 1, where: growth}}]]",
    meaning="The caster chooses one of two or three lists of steps and does it.",
    legality="At least one of them is possible; only those can be chosen.",
    choice="{option: N}, counted from 1",
    block=True,
    read=lambda options: ChooseOne(tuple(map(_plain, options))),
)
class ChooseOne(Struct, frozen=True):
    """The caster chooses one of several lists of steps."""

    options: tuple[tuple[PlainStep, ...], ...]


@step(
    "repeat",
    rule="SPL-10",
    schema=fields(
        "Repeat",
        "The same steps several times, one after the other.",
        {"times": number("How often", "", 2, 4), "steps": plain_steps("Steps", "What is done each time.")},
        {"times": 2, "steps": [{"turn": {"target": "stack", "quarters": 1}}]},
    ),
    example="repeat: {times: 2, steps: [{turn: {target: stack, quarters: 1}}]}",
    meaning="The same steps this many times (2 to 4), one after the other.",
    legality="The steps are possible the first time, and the pile holds what they draw in all.",
    choice="those of its steps, each time",
    block=True,
    read=lambda data: Repeat(data["times"], _plain(data["steps"])),
)
class Repeat(Struct, frozen=True):
    """The same steps several times, one after the other."""

    times: int
    steps: tuple[PlainStep, ...]


@step(
    "only-if",
    rule="SPL-10",
    schema=fields(
        "Only if",
        "Steps that are carried out only when there is enough, or little enough, of something at that moment; write"
        " at-least or at-most.",
        {
            "what": one_of(
                "What is counted",
                "draw-pile or discard-pile: its cards; empty-fields: fields without a card;"
                " tallest-stack: the cards of the highest stack; own-connections: the axes on which the caster's family"
                " is connected; connections-behind: how many more another family has; own-castles: the most castles of"
                " the caster's family that one network of vines reaches; hand-ends: the edges that the vines of the"
                " card in hand reach; own-spells: the caster's other spells; coin: a coin is tossed, 1 is heads and 0"
                " is tails; die: a die is rolled, 1 to 6.",
                "draw-pile",
                "discard-pile",
                "empty-fields",
                "tallest-stack",
                "own-connections",
                "connections-behind",
                "own-castles",
                "hand-ends",
                "own-spells",
                "coin",
                "die",
            ),
            "at-least": number("At least", "The steps are carried out when there are this many or more.", 0, 99),
            "at-most": number("At most", "The steps are carried out when there are this many or fewer.", 0, 99),
            "steps": plain_steps("Steps", "What is done then."),
        },
        {
            "what": "draw-pile",
            "at-least": 5,
            "steps": [{"draw": 1}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}],
        },
        optional=("at-least", "at-most"),
    ),
    example="only-if: {what: draw-pile, at-least: 5, steps: [{peek: 3}]}",
    meaning="The steps are carried out only when there are at-least or at-most this many: cards in the draw-pile or the"
    " discard-pile, empty-fields, cards in the tallest-stack, own-connections (0 to 2), connections-behind (how many"
    " more another family has), own-castles (the most castles of the caster's family that one network of vines reaches,"
    " 0 to 4), hand-ends (edges that the vines of the card in hand reach), or own-spells (others that the caster still"
    " has); or when a tossed coin (at-least: 1 is heads, at-most: 0 is tails) or a rolled die shows it.",
    legality="Always; its steps must be possible when it is sure that they will be carried out.",
    choice="for coin and die {roll: N}; then those of its steps",
    block=True,
    read=_only_if,
)
class OnlyIf(Struct, frozen=True):
    """Steps that are carried out only when a count is high, or low, enough at that moment."""

    what: Counted
    compare: Literal["at-least", "at-most"]
    number: int
    steps: tuple[PlainStep, ...]


Step: TypeAlias = PlainStep | ChooseOne | Repeat | OnlyIf


MANUAL = "manual"  # in place of steps: players carry the spell out by its text, the computer does not


def parse_steps(effect: Sequence[Mapping[str, Any]] | str) -> tuple[Step, ...]:
    """Parse an effect that has passed the schema: a list of mappings with one key each; a manual effect has no steps.

    >>> parse_steps([{"draw": 2}, {"discard": "drawn"}])
    (Draw(count=2), Discard(source='drawn'))
    """
    steps: Sequence[Mapping[str, Any]] = () if isinstance(effect, str) else effect
    return tuple(STEPS[name].parse(value) for entry in steps for name, value in entry.items())


def steps_data(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return steps as an effect in YAML, as `parse_steps` reads it. What is false or left out is not written.

    >>> steps_data([Draw(2), Repeat(2, (Play("drawn", 1, "growth"),))])[1]
    {'repeat': {'times': 2, 'steps': [{'play': {'from': 'drawn', 'count': 1, 'where': 'growth'}}]}}
    """
    return [{ROW_OF[type(item)].name: _value(item)} for item in steps]


def _value(item: Step) -> Any:
    match item:
        case ChooseOne(options):
            return [steps_data(option) for option in options]
        case Repeat(times, inner):
            return {"times": times, "steps": steps_data(inner)}
        case OnlyIf(what, compare, number, inner):
            return {"what": what, compare: number, "steps": steps_data(inner)}
        case Say(text):
            return dict(text.texts)
    values = astuple(item)
    parts = ROW_OF[type(item)].schema.get("properties")
    if parts is None:
        return values[0]
    return {name: value for name, value in zip(parts, values, strict=True) if value is not False}


def every_step(steps: Sequence[Step]) -> Iterator[tuple[Step, int]]:
    """Yield each step, including those inside blocks, with the most times it is carried out.

    >>> list(every_step([Repeat(2, (Draw(1),))]))[1]
    (Draw(count=1), 2)
    """
    for item in steps:
        yield item, 1
        match item:
            case Repeat(times, inner):
                yield from ((step, times) for step in inner)
            case OnlyIf(steps=inner):
                yield from ((step, 1) for step in inner)
            case ChooseOne(options):
                yield from ((step, 1) for option in options for step in option)


def not_simulated(steps: Sequence[Step]) -> str:
    """Return the key of the first step that the compiled simulator does not play; empty if it plays them all.

    >>> not_simulated([Draw(1), SwapCastles("one-side")])
    'swap-castles'
    """
    rows = (ROW_OF[type(item)] for item, _ in every_step(steps))
    return next((row.name for row in rows if not row.simulated), "")


def expand_repeats(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Expand each `repeat` into its steps.

    >>> expand_repeats([Repeat(2, (Draw(1),)), Draw(3)])
    (Draw(count=1), Draw(count=1), Draw(count=3))
    """
    flat: list[Step] = []
    for item in steps:
        flat += item.steps * item.times if isinstance(item, Repeat) else (item,)
    return tuple(flat)
