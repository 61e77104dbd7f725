"""The step vocabulary: what a spell is made of, and whether its steps make sense in their order.

A closed table: a new step is a dataclass, a line in `STEPS` and in `STEP_RULES`, a case in `effect_findings`,
and its execution in `spells`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from cloudy_pnp.problems import DataPath, Finding, Severity

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

STEPS: Mapping[str, Callable[[Any], Step]] = {
    "draw": Draw,
    "play": lambda data: Play(data["from"], data["count"], data["where"], data.get("optional", False)),
    "discard": Discard,
    "take": Take,
    "offer-redraw": OfferRedraw,
    "remove": lambda data: Remove(data["target"], data["to"]),
    "turn": lambda data: Turn(data["target"], data["quarters"]),
    "place-self": lambda data: PlaceSelf(data["where"], data.get("sealed", False)),
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
}
WHERE_RULES: Mapping[str, str] = {"empty": "SPL-5", "on-last": "SPL-5", "on-card": "SPL-3"}


def parse_steps(effect: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
    """The steps of an effect that has passed the schema: a list of mappings with one key each.

    >>> parse_steps([{"draw": 2}, {"discard": "drawn"}])
    (Draw(count=2), Discard(source='drawn'))
    """
    return tuple(STEPS[name](value) for entry in effect for name, value in entry.items())


@dataclass(slots=True)
class _Walk:
    """What a spell has at hand while its steps are read from first to last."""

    findings: list[Finding] = field(default_factory=list)
    drawn: int = 0  # cards drawn and not yet played or discarded
    drew: DataPath | None = None  # the last step that drew
    taken: int = 0
    took: DataPath | None = None
    hand: int = 1  # the vine card that pays for the spell stays in hand until the spell is done (TURN-4)
    last: Literal["nothing", "card", "sealed"] = "nothing"  # what this spell placed last
    placed_self: bool = False

    def report(self, path: DataPath, message: str, hint: str, severity: Severity = Severity.ERROR) -> None:
        self.findings.append(Finding("SPL-10", path, message, hint, severity))


def effect_findings(effect: Sequence[Mapping[str, Any]], has_face: bool) -> list[Finding]:
    """SPL-10: what makes a spell impossible or pointless whatever the board; paths start at `effect`.

    Unknown steps and wrong values are the schema's to report; they are passed over here.

    >>> [finding.message for finding in effect_findings([{"discard": "drawn"}], has_face=False)]
    ['this discards drawn cards, but nothing was drawn before']
    """
    walk = _Walk()
    for index, entry in enumerate(effect):
        for name, value in entry.items():
            _read(walk, index, name, value, has_face)
    _read_end(walk, effect, has_face)
    return walk.findings


def _read(walk: _Walk, index: int, name: str, value: Any, has_face: bool) -> None:
    path: DataPath = (index, name)
    match name, value:
        case "draw", int(count):
            walk.drawn, walk.drew = walk.drawn + count, path
        case "play", {"from": str(source), "count": count, "where": where}:
            _read_play(walk, path, source, count, where)
        case "discard", "drawn":
            _read_discard_drawn(walk, path)
        case "discard", "hand":
            if not walk.hand:
                walk.report(path, "this discards the card in hand, which is gone", "delete this step")
            walk.hand = 0
        case "take", "discard-top":
            walk.taken, walk.took = walk.taken + 1, path
        case "place-self", {"where": str(), **rest}:
            _read_place_self(walk, path, rest.get("sealed") is True, has_face)


def _read_play(walk: _Walk, path: DataPath, source: str, count: Any, where: Any) -> None:
    have = {"drawn": walk.drawn, "taken": walk.taken, "hand": walk.hand}.get(source)
    if have is None:
        return
    if have == 0:
        message, hint = {
            "drawn": ("this plays drawn cards, but none are drawn before it", "add a step draw: 1 before it"),
            "taken": (
                "this plays a taken card, but none is taken before it",
                "add a step take: discard-top before it",
            ),
            "hand": ("this plays the card in hand, which is gone", "delete this step"),
        }[source]
        walk.report((*path, "from"), message, hint)
    elif isinstance(count, int) and count > have:
        cards = "1 card is" if have == 1 else f"{have} cards are"
        walk.report((*path, "count"), f"this plays {count} cards, but only {cards} there", f"write count: {have}")
    if where == "on-last" and walk.last == "nothing":
        hint = "put a step before it that plays or places a card, or choose where: growth"
        walk.report((*path, "where"), 'this plays "on-last", but the spell has placed no card before', hint)
    elif where == "on-last" and walk.last == "sealed":
        hint = "leave out sealed: true, or choose where: growth"
        walk.report((*path, "where"), 'this plays "on-last", but the card placed last is sealed', hint)
    left = max(0, have - count) if isinstance(count, int) else 0
    match source:
        case "drawn":
            walk.drawn = left
        case "taken":
            walk.taken = left
        case "hand":
            walk.hand = left
    walk.last = "card"


def _read_discard_drawn(walk: _Walk, path: DataPath) -> None:
    if walk.drew is None:
        hint = "add a step draw: 1 before it, or delete this step"
        walk.report(path, "this discards drawn cards, but nothing was drawn before", hint)
    walk.drawn = 0


def _read_place_self(walk: _Walk, path: DataPath, sealed: bool, has_face: bool) -> None:
    if walk.placed_self:
        walk.report(path, "this spell places itself twice", "delete one of the two steps place-self")
    elif not has_face:
        hint = "add face: {vines: …} to the spell to say what the card shows on the board"
        walk.report(path, "this spell places itself on the board, but has no face", hint)
    walk.placed_self, walk.last = True, "sealed" if sealed else "card"


def _read_end(walk: _Walk, effect: Sequence[Mapping[str, Any]], has_face: bool) -> None:
    if not effect:
        walk.report((), "this spell does nothing: its effect [] has no steps", "add at least one step")
    if walk.drawn and walk.drew is not None:
        message = f"drawn cards are left over ({walk.drawn}); they go to the discard pile"
        walk.report(walk.drew, message, "add a step play or discard: drawn that says so", Severity.WARNING)
    if walk.taken and walk.took is not None:
        message = "the taken card is not played; it goes back to the discard pile"
        walk.report(walk.took, message, "add a step play with from: taken", Severity.WARNING)
    if has_face and not walk.placed_self and effect:
        message = "this spell has a face, but no step places it on the board"
        walk.report((), message, "add a step place-self, or delete the face", Severity.WARNING)
