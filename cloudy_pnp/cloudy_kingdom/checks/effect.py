# ruff: noqa: ARG001  (every reader gets the same arguments, and few need all of them)
"""Check that the steps of a spell make sense in their order, from the data alone, whatever the board.

The steps are read from first to last, tracking the cards that the spell has available. A block is a fork: each of its
branches is read separately, and afterwards only the minimum that every branch leaves behind counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, operation, written_path
from cloudy_pnp.core.problems import DataPath, Finding, Severity

Effect = Sequence[Mapping[str, Any]]

# Steps of a spell, with every repeat and every drawn card: far more than any player would play out.
MOST_STEPS = 99


class _Walk(Struct):
    """The cards available to a spell at one point of its steps; `most` is the best case, the others are certain."""

    findings: list[Finding] = field(default_factory=list)
    drawn: int = 0  # cards drawn and not yet played or discarded
    most_drawn: int = 0
    drew: DataPath | None = None  # the last step that drew
    taken: int = 0
    most_taken: int = 0
    took: DataPath | None = None
    hand: int = 1  # the vine card that pays for the spell stays in hand until the spell is done (TURN-4)
    last: Literal["nothing", "sealed", "card"] = "nothing"  # the card it placed last, from worst to best
    placed_self: bool = False
    extra_turns: int = 0
    kept: bool = False  # a card stays in hand after the spell
    took_back: bool = False  # the card placed last, and nothing has been placed since
    in_order: int = 0  # cards on top of the pile that a peek has put in order
    repeated: bool = False  # reading the steps of a repeat for the second time

    def report(self, path: DataPath, message: str, hint: str, severity: Severity = Severity.ERROR) -> None:
        if self.repeated:
            if any(finding.path == path for finding in self.findings):
                return  # it was wrong the first time already
            message, hint = f"the second time around, {message}", "take this step out of the repeat"
        self.findings.append(Finding("SPL-10", path, message, hint, severity))


def effect_findings(effect: Effect, has_face: bool) -> list[Finding]:
    """SPL-10: report steps that make a spell impossible or pointless on any board; paths start at `effect`.

    Unknown steps and wrong values are the schema's to report; they are passed over here.

    >>> [finding.message for finding in effect_findings([{"discard": {"from": "drawn"}}], has_face=False)]
    ['this discards drawn cards, but nothing was drawn before']
    """
    walk, steps = _Walk(), _operations(effect)
    walk = _read_all(walk, (), steps, has_face)
    _read_length(walk, steps)
    _read_end(walk, steps, has_face)
    return [replace(finding, path=written_path(effect, finding.path)) for finding in walk.findings]


def _operations(effect: Any) -> Any:
    """Return an effect by the names of the steps, also in blocks; parts that the schema rejects stay as they are."""
    match effect:
        case [*entries]:
            return [_operations(entry) for entry in entries]
        case {"steps": steps}:
            return {**effect, "steps": _operations(steps)}
        case Mapping():
            return {
                step: _operations(value) if step in ("choose", "repeat", "only-if") else value
                for step, value in (operation(str(name), value) for name, value in effect.items())
            }
    return effect


def _read_all(walk: _Walk, path: DataPath, steps: Effect, has_face: bool) -> _Walk:
    for index, entry in enumerate(steps):
        for name, value in entry.items():
            walk = _read(walk, (*path, index, name), name, value, has_face)
    return walk


Reader = Callable[[_Walk, DataPath, Any, bool], _Walk | None]  # a block gives back another walk

# By the key of the step. Steps that neither need nor leave anything at hand are not here.
_READERS: dict[str, Reader] = {}


def _reads(name: str) -> Callable[[Reader], Reader]:
    """Read a step with the function below."""

    def add(reader: Reader) -> Reader:
        _READERS[name] = reader
        return reader

    return add


def _read(walk: _Walk, path: DataPath, name: str, value: Any, has_face: bool) -> _Walk:
    """Read one step; skip values that the schema rejects."""
    reader = _READERS.get(name)
    return walk if reader is None else reader(walk, path, value, has_face) or walk


# --- blocks ------------------------------------------------------------------------------------------------


def _merge_branches(ways: Sequence[_Walk]) -> _Walk:
    """Return the minimum that every branch of a fork leaves behind."""
    order = ("nothing", "sealed", "card")
    return _Walk(
        findings=ways[0].findings,
        drawn=min(way.drawn for way in ways),
        most_drawn=max(way.most_drawn for way in ways),
        drew=next((way.drew for way in reversed(ways) if way.drew is not None), None),
        taken=min(way.taken for way in ways),
        most_taken=max(way.most_taken for way in ways),
        took=next((way.took for way in reversed(ways) if way.took is not None), None),
        hand=min(way.hand for way in ways),
        last=min((way.last for way in ways), key=order.index),
        placed_self=any(way.placed_self for way in ways),
        extra_turns=max(way.extra_turns for way in ways),
        kept=any(way.kept for way in ways),
        took_back=any(way.took_back for way in ways),
        in_order=min(way.in_order for way in ways),
        repeated=ways[0].repeated,
    )


@_reads("choose")
def _read_choose(walk: _Walk, path: DataPath, value: Any, has_face: bool) -> _Walk:
    """Read each option separately; report two equal options."""
    match value:
        case [[*_], *_]:
            options: Sequence[Effect] = value
        case _:
            return walk
    ways = []
    for index, option in enumerate(options):
        if option in options[:index]:
            message = f"option {index + 1} is the same as option {options.index(option) + 1}"
            hint = "change one of the two, or delete it"
            walk.report((*path, index), message, hint, Severity.WARNING)
        ways.append(_read_all(replace(walk), (*path, index), option, has_face))
    return _merge_branches(ways)


@_reads("repeat")
def _read_repeat(walk: _Walk, path: DataPath, value: Any, has_face: bool) -> _Walk:
    """Read the steps once per repetition; report a problem only the first time."""
    match value:
        case {"times": int(times), "steps": [*steps]}:
            path = (*path, "steps")
        case _:
            return walk
    walk = _read_all(walk, path, steps, has_face)
    for _ in range(times - 1):
        walk = _read_all(replace(walk, repeated=True), path, steps, has_face)
    return replace(walk, repeated=False)


@_reads("only-if")
def _read_only_if(walk: _Walk, path: DataPath, value: Any, has_face: bool) -> _Walk:
    """Read the branch with the steps and the branch without them."""
    match value:
        case {"steps": [*steps]}:
            pass
        case _:
            return walk
    bounds = [key for key in ("at-least", "at-most") if key in value]
    if len(bounds) != 1:
        fault = "has neither at-least nor at-most" if not bounds else "has both at-least and at-most"
        hint = "write how many it takes, such as at-least: 3" if not bounds else "keep one of the two"
        walk.report(path, f"this only-if {fault}", hint)
    elif value.get("what") == "coin" and value.get("at-least") != 1 and value.get("at-most") != 0:
        hint = "write at-least: 1 for heads, or at-most: 0 for tails"
        walk.report((*path, bounds[0]), f"a coin shows 0 or 1, not {bounds[0]} {value[bounds[0]]}", hint)
    elif _beyond(value):
        sure = "never" if bounds == ["at-least"] else "always"
        message = f"this is {sure} so: there are at most {_MOST[value['what']]} {value['what']}"
        walk.report((*path, bounds[0]), message, "write a lower number", Severity.WARNING)
    elif value.get("at-least") == 0:
        message = "at least 0 is always so: the steps would be carried out every time"
        walk.report((*path, "at-least"), message, "write a higher number, or write the steps alone", Severity.WARNING)
    elif isinstance(most := value.get("at-most"), int) and steps:
        _read_too_little(walk, (*path, "steps", 0), value.get("what"), most, steps[0])
    done = _read_all(replace(walk), (*path, "steps"), steps, has_face)
    return _merge_branches([walk, done])


# The highest possible values of some measures of an `only-if`.
_MOST = {"own-connections": 2, "connections-behind": 2, "own-castles": 4, "hand-ends": 4, "die": 6, "coin": 1}


def _beyond(value: Mapping[str, Any]) -> bool:
    """Return whether a condition exceeds the possible maximum, so that it is never or always met."""
    most = _MOST.get(value.get("what", ""), 99)
    least, limit = value.get("at-least"), value.get("at-most")
    return (isinstance(least, int) and least > most) or (isinstance(limit, int) and most < 99 and limit >= most)


def _read_too_little(walk: _Walk, path: DataPath, measure: Any, most: int, first: Mapping[str, Any]) -> None:
    """Report a first step that can never be carried out when the condition holds."""
    message = ""
    match measure, first:
        case "draw-pile", {"draw": int(count)} | {"peek": {"count": int(count)}} if count > most:
            message = f"this needs {count} cards of the draw pile, but is done only when it has at most {most}"
        case "discard-pile", {"take": _} if most == 0:
            message = "this takes a card of the discard pile, but is done only when it is empty"
        case "empty-fields", {"move": {"where": "empty"}} | {"play": {"where": "empty"}} if most == 0:
            message = "this needs an empty field, but is done only when there is none"
        case "tallest-stack", _ if most == 0 and any(name in STEPS and STEPS[name].affects == "card" for name in first):
            message = "this needs a card on the board, but is done only when the board is empty"
    if message:
        hint = "write at-least instead of at-most, or another number"
        walk.report((*path, *first), message, hint, Severity.WARNING)


# --- plain steps -------------------------------------------------------------------------------------------


@_reads("draw")
def _read_draw(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    if isinstance(value, int):
        walk.drawn, walk.most_drawn, walk.drew = walk.drawn + value, walk.most_drawn + value, path
        walk.in_order = max(0, walk.in_order - value)


@_reads("take")
def _read_take(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    if value == "discard-top":
        walk.taken, walk.most_taken, walk.took = walk.taken + 1, walk.most_taken + 1, path


@_reads("offer-redraw")
@_reads("redraw")
def _read_redraw(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    walk.in_order = 0


@_reads("steal")
def _read_steal(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    walk.taken, walk.most_taken, walk.took, walk.in_order = walk.taken + 1, walk.most_taken + 1, path, 0


@_reads("give")
def _read_give(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    if not walk.hand:
        walk.report(path, "this gives away the card in hand, which is gone", "delete this step")
    walk.hand = 0


@_reads("keep")
def _read_keep(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    """STEP-1: one card stays in hand, and it has to wait there for sure."""
    if value not in ("drawn", "taken"):
        return
    if walk.kept:
        walk.report(path, "this keeps a second card in hand", "delete this step: only one card can stay in hand")
    elif not (walk.drawn if value == "drawn" else walk.taken):
        message, hint = _nothing_to_play(walk, value)
        walk.report(path, message.replace("plays", "keeps"), hint)
    walk.kept = True
    if value == "drawn":
        walk.drawn, walk.most_drawn = max(0, walk.drawn - 1), max(0, walk.most_drawn - 1)
    else:
        walk.taken, walk.most_taken = max(0, walk.taken - 1), max(0, walk.most_taken - 1)


@_reads("pass-hands")
def _read_pass_hands(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    """STEP-2: the caster passes the card that pays for the spell, or the one kept before."""
    if not walk.hand and not walk.kept:
        walk.report(path, "this passes on the card in hand, which is gone", "delete the step that uses it before")
    walk.hand, walk.kept = walk.hand if walk.kept else 0, True


@_reads("say")
def _read_say(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    """STEP-11: where people decide is reported, so that authors do not look for it in a simulation."""
    if not walk.repeated:
        hint = "game records hold what they decided; the simulator skips the spell"
        walk.report(path, "players carry out this step themselves", hint, Severity.INFO)


@_reads("take-back")
def _read_take_back(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    """Report a second take-back with no card placed in between."""
    if walk.took_back:
        message = "this takes back the card placed last, but none has been placed since one was taken back"
        walk.report(path, message, "delete one of the two steps take")
    else:
        walk.taken, walk.most_taken = walk.taken + 1, walk.most_taken + 1
    walk.took, walk.took_back = path, True
    walk.last = "nothing"


@_reads("move")
def _read_move(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    walk.last, walk.took_back = "card", False


@_reads("extra-turn")
def _read_extra_turn(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    if value == "self":
        if walk.extra_turns:
            hint = "delete one of the two steps extra-turn: only one extra turn can wait"
            walk.report(path, "this gives a second extra turn", hint)
        walk.extra_turns += 1


@_reads("play")
def _read_play(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    match value:
        case {"from": str(source), "count": count, "where": where}:
            pass
        case _:
            return
    have = {"drawn": walk.drawn, "taken": walk.taken, "hand": walk.hand}.get(source)
    if have is None:
        return
    if have == 0:
        message, hint = _nothing_to_play(walk, source)
        walk.report((*path, "from"), message, hint)
    elif isinstance(count, int) and count > have:
        cards = "1 card is" if have == 1 else f"{have} cards are"
        sure = " for sure" if count <= {"drawn": walk.most_drawn, "taken": walk.most_taken}.get(source, 0) else ""
        hint = f"write count: {have}" + (" or count: all" if sure else "")
        walk.report((*path, "count"), f"this plays {count} cards, but only {cards} there{sure}", hint)
    if where in ("on-last", "apart") and walk.last == "nothing":
        hint = "put a step before it that plays or places a card, or choose where: growth"
        walk.report((*path, "where"), f'this plays "{where}", but the spell has placed no card before', hint)
    elif where == "on-last" and walk.last == "sealed":
        hint = "omit sealed: true, or choose where: growth"
        walk.report((*path, "where"), 'this plays "on-last", but the card placed last is sealed', hint)
    played = count if isinstance(count, int) else 99
    match source:
        case "drawn":
            walk.drawn, walk.most_drawn = max(0, walk.drawn - played), max(0, walk.most_drawn - played)
        case "taken":
            walk.taken, walk.most_taken = max(0, walk.taken - played), max(0, walk.most_taken - played)
        case "hand":
            walk.hand = 0
    walk.last, walk.took_back = "card", False


def _nothing_to_play(walk: _Walk, source: str) -> tuple[str, str]:
    """Return the message and the hint for a step that may have no card to play."""
    inside = "put this step into the same block, right after the step that gets the card"
    match source:
        case "drawn" if walk.most_drawn:
            return "this plays drawn cards, but not every way through the steps before draws one", inside
        case "drawn":
            return "this plays drawn cards, but none are drawn before it", "add a step draw: 1 before it"
        case "taken" if walk.most_taken:
            return "this plays a taken card, but not every way through the steps before takes one", inside
        case "taken":
            hint = "add a step take: {from: discard, which: top} before it"
            return "this plays a taken card, but none is taken before it", hint
    return "this plays the card in hand, which is gone", "delete this step"


@_reads("discard")
def _read_discard(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    if value == "drawn":
        if walk.drew is None:
            hint = "add a step draw: 1 before it, or delete this step"
            walk.report(path, "this discards drawn cards, but nothing was drawn before", hint)
        walk.drawn = walk.most_drawn = 0
    elif value == "hand":
        if not walk.hand:
            walk.report(path, "this discards the card in hand, which is gone", "delete this step")
        walk.hand = 0


@_reads("place-self")
def _read_place_self(walk: _Walk, path: DataPath, value: Any, has_face: bool) -> None:
    match value:
        case {"where": str(), **more}:
            sealed = more.get("sealed") is True
        case _:
            return
    if walk.placed_self:
        message = "this spell has already placed itself" if walk.repeated else "this spell places itself twice"
        walk.report(path, message, "delete one of the two steps place-self")
    elif not has_face:
        hint = "add face: {vines: …} to the spell to say what the card shows on the board"
        walk.report(path, "this spell places itself on the board, but has no face", hint)
    walk.placed_self, walk.last, walk.took_back = True, "sealed" if sealed else "card", False


@_reads("peek")
def _read_peek(walk: _Walk, path: DataPath, value: Any, _: bool) -> None:
    match value:
        case {"count": int(count), **more} if not more:
            pass
        case _:
            return
    if count <= walk.in_order:
        message = "the cards on top of the pile were put in order just before, and none was drawn since"
        walk.report(path, message, "delete one of the two steps look", Severity.WARNING)
    walk.in_order = max(walk.in_order, count)


# --- the whole spell ---------------------------------------------------------------------------------------


def _read_length(walk: _Walk, effect: Effect) -> None:
    """Report a spell that takes longer than the game, with the first step that is too many."""
    lengths = list(accumulate(_length([entry]) for entry in effect))
    too_long = [at for at, length in enumerate(lengths) if length > MOST_STEPS]
    if too_long:
        message = f"this spell takes too long: {lengths[-1]} steps, with every repeat and every drawn card"
        hint = f"remove steps, or repeat them less often: at most {MOST_STEPS} are possible"
        walk.report((too_long[0], *effect[too_long[0]]), message, hint)


def _length(steps: Effect) -> int:
    """Return the number of steps on the longest branch; a drawn card counts as one, as it can be played."""
    length = 0
    for name, value in ((name, value) for entry in steps for name, value in entry.items()):
        match name, value:
            case "choose", [[*_], *_] as options:
                length += 1 + max(map(_length, options))
            case "repeat", {"times": int(times), "steps": [*inner]}:
                length += times * _length(inner)
            case "only-if", {"steps": [*inner]}:
                length += _length(inner)
            case "draw", int(count):
                length += count
            case _:
                length += 1
    return length


def _read_end(walk: _Walk, effect: Effect, has_face: bool) -> None:
    if not effect:
        walk.report((), "this spell does nothing: its effect [] has no steps", "add at least one step")
    if effect and all(step == {"extra-turn": "self"} for step in effect):
        message = "this spell only exchanges your vine card: you spend one, and have another turn with the next"
        walk.report((), message, "add a step that changes something", Severity.WARNING)
    if walk.most_drawn and walk.drew is not None:
        sure = f"are left over ({walk.drawn})" if walk.drawn == walk.most_drawn else "can be left over"
        message = f"drawn cards {sure}; they go to the discard pile"
        walk.report(walk.drew, message, "add a step play, or discard: {from: drawn}, that says so", Severity.WARNING)
    if walk.most_taken and walk.took is not None:
        message = "the taken card is not played; it goes back to the discard pile"
        walk.report(walk.took, message, "add a step play with from: taken", Severity.WARNING)
    if has_face and not walk.placed_self and effect:
        message = "this spell has a face, but no step places it on the board"
        walk.report((), message, "add a step place-self, or delete the face", Severity.WARNING)
