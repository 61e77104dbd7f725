"""The step vocabulary: what a spell is made of.

A closed table: a new step is a dataclass, a line in `STEPS`, in `STEP_RULES` and in `steps_docs`, a case in
`effect_checks`, what may be chosen for it in `spells` and its execution in `casting`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Source: TypeAlias = Literal["drawn", "hand", "taken"]
Where: TypeAlias = Literal["growth", "empty", "on-last"]
Count: TypeAlias = int | Literal["all"]
Measure: TypeAlias = Literal["draw-pile", "discard-pile", "empty-fields", "tallest-stack"]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw so many vine cards from the pile; they wait as *drawn*."""

    count: int


@dataclass(frozen=True, slots=True)
class Play:
    """Place cards on the board; `where` narrows GRO to empty fields or to the spell's last card."""

    source: Source
    count: Count
    where: Where
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """Put what is left of the drawn cards, or the vine card in hand, on the discard pile."""

    source: Literal["drawn", "hand"]


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile; it waits as *taken*."""

    source: Literal["discard-top"]


@dataclass(frozen=True, slots=True)
class OfferRedraw:
    """Each of the other players, clockwise, may discard their vine card and draw a new one."""

    who: Literal["others"]


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a card off the board."""

    target: Literal["top-vine"]
    to: Literal["box", "discard"]


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a whole stack clockwise."""

    target: Literal["stack"]
    quarters: int


@dataclass(frozen=True, slots=True)
class PlaceSelf:
    """Place the spell card itself, by GRO or only on a card."""

    where: Literal["growth", "on-card"]
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class MoveTop:
    """Take an uncovered card off its stack and place it on another field."""

    target: Literal["top-vine"]
    where: Literal["growth", "empty", "on-card"]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two whole stacks change places."""

    target: Literal["stacks"]


@dataclass(frozen=True, slots=True)
class Clear:
    """The breaks of one kind on an uncovered card no longer count."""

    kind: Literal["blocks", "holes", "breaks"]


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at the top cards of the draw pile and put them back in any order."""

    count: int


@dataclass(frozen=True, slots=True)
class MissTurn:
    """The next player, or one whom the caster names, misses their next turn."""

    who: Literal["next", "chosen"]


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """The caster has another turn after this one."""

    who: Literal["self"]


@dataclass(frozen=True, slots=True)
class Protect:
    """Until the caster's next turn nothing is placed on a field, and no spell affects it."""

    target: Literal["field"]


PlainStep: TypeAlias = (
    Draw
    | Play
    | Discard
    | Take
    | OfferRedraw
    | Remove
    | Turn
    | PlaceSelf
    | MoveTop
    | Swap
    | Clear
    | Peek
    | MissTurn
    | ExtraTurn
    | Protect
)


@dataclass(frozen=True, slots=True)
class ChooseOne:
    """The caster chooses one of several lists of steps."""

    options: tuple[tuple[PlainStep, ...], ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same steps several times, one after the other."""

    times: int
    steps: tuple[PlainStep, ...]


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """Steps that are carried out only when a count is high, or low, enough at that moment."""

    what: Measure
    compare: Literal["at-least", "at-most"]
    number: int
    steps: tuple[PlainStep, ...]


Step: TypeAlias = PlainStep | ChooseOne | Repeat | OnlyIf

PLAIN_STEPS: Mapping[str, Callable[[Any], PlainStep]] = {
    "draw": Draw,
    "play": lambda data: Play(data["from"], data["count"], data["where"], data.get("optional", False)),
    "discard": Discard,
    "take": Take,
    "offer-redraw": OfferRedraw,
    "remove": lambda data: Remove(data["target"], data["to"]),
    "turn": lambda data: Turn(data["target"], data["quarters"]),
    "place-self": lambda data: PlaceSelf(data["where"], data.get("sealed", False)),
    "move": lambda data: MoveTop(data["target"], data["where"]),
    "swap": Swap,
    "clear": Clear,
    "peek": Peek,
    "miss-turn": MissTurn,
    "extra-turn": ExtraTurn,
    "protect": Protect,
}


def _plain(steps: Sequence[Mapping[str, Any]]) -> tuple[PlainStep, ...]:
    return tuple(PLAIN_STEPS[name](value) for entry in steps for name, value in entry.items())


def _only_if(data: Mapping[str, Any]) -> OnlyIf:
    compare: Literal["at-least", "at-most"] = "at-least" if "at-least" in data else "at-most"
    return OnlyIf(data["what"], compare, data[compare], _plain(data["steps"]))


STEPS: Mapping[str, Callable[[Any], Step]] = {
    **PLAIN_STEPS,
    "choose": lambda data: ChooseOne(tuple(_plain(option) for option in data)),
    "repeat": lambda data: Repeat(data["times"], _plain(data["steps"])),
    "only-if": _only_if,
}

# The rule that a choice breaks when it does not fit the step: where the rules introduce what the step does.
STEP_RULES: Mapping[type[Step], str] = {
    Remove: "SPL-1",
    Draw: "SPL-2",
    Play: "SPL-2",
    Discard: "SPL-2",
    PlaceSelf: "SPL-4",
    OfferRedraw: "SPL-6",
    Take: "SPL-7",
    Turn: "SPL-8",
    **dict.fromkeys((MoveTop, Swap, Clear, Peek, MissTurn, ExtraTurn, Protect, ChooseOne, Repeat, OnlyIf), "SPL-10"),
}
WHERE_RULES: Mapping[str, str] = {"empty": "SPL-5", "on-last": "SPL-5", "on-card": "SPL-3"}


def parse_steps(effect: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    """The steps of an effect that has passed the schema: a list of mappings with one key each.

    >>> parse_steps([{"draw": 2}, {"discard": "drawn"}])
    (Draw(count=2), Discard(source='drawn'))
    """
    return tuple(STEPS[name](value) for entry in effect for name, value in entry.items())
