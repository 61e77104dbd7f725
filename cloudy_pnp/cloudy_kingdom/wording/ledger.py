"""Compare what a text says with what its steps say, in both directions: a difference is a doubt.

Frames explain words clause by clause, and a frame may explain a word that changes nothing. So the finished steps are
compared with the text as a whole: a word that names a value (`empty`, `may`, `next`) needs a step with that value, and
a step with such a value needs the word. Numbers are compared clause by clause. Which words name which values is data:
`tells` in templates/cloudy-kingdom/synonyms/frames.yaml.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Any

from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.wording.readings import Waiting

_COUNTED = {"number", "all", "them", "rest", "the-others"}  # words that tell how many cards are played
_CARD = {"card", "uncovered", "top"}
_TURNED = {"number", "quarter", "half", "three-quarters"}


def values(data: Any) -> Iterator[str]:
    """Yield the names of steps and the values that steps have.

    >>> sorted(values([{"turn": {"target": "stack", "quarters": 2}}]))
    ['quarters', 'quarters-2', 'stack', 'target', 'turn']
    """
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield name
            yield from [f"{name}-{value}"] if isinstance(value, int) else values(value)
    elif isinstance(data, list):
        for item in data:
            yield from values(item)
    else:
        yield str(data)


def differences(
    names: Collection[str], steps: Sequence[kinds.Step], tells: Mapping[str, Sequence[str]]
) -> tuple[set[str], set[str]]:
    """Return the concepts that no step has, and the values that no concept tells.

    `tells` has for each concept the value that it names, and then others that explain it as well. Nobody has to cast a
    spell: where it has one step, "may" says nothing.

    >>> from cloudy_pnp.cloudy_kingdom.model.steps import ExtraTurn, MissTurn
    >>> tells = {"next": ["next"], "extra-turn": ["extra-turn"]}
    >>> differences(["extra-turn"], [MissTurn("next")], tells)
    ({'extra-turn'}, {'next'})
    """
    said = set(values(kinds.operations(steps)))
    told = {value for name in names for value in tells.get(name, ())}
    named = {listed[0] for listed in tells.values()}
    unsaid = {name for name in names if name in tells and said.isdisjoint(tells[name])}
    return unsaid - ({"may"} if len(steps) == 1 else set()), (said & named) - told


def idle(steps: Sequence[kinds.Step]) -> bool:
    """Return whether cards are drawn and nothing is done with them: no text means that, unless it says so.

    >>> idle([kinds.Draw(1)]), idle([kinds.Draw(1), kinds.Discard("drawn")])
    (True, False)
    """
    said = set(values(kinds.operations(steps)))
    return "draw" in said and "drawn" not in said


def counts(steps: Sequence[kinds.Step], waiting: Waiting) -> set[int]:
    """Return the numbers that a clause with these steps may name; `waiting`: the cards before it."""
    numbers = {len(steps)}
    for step in steps:
        match step:
            case kinds.Draw(number) | kinds.Peek(number):
                numbers.add(number)
            case kinds.Play(source, count):
                have = waiting.taken if source == "taken" else waiting.drawn
                numbers |= {have, have if count == "all" else count}
            case kinds.Keep():
                numbers.add(1)
            case kinds.Discard():
                numbers |= {waiting.drawn, waiting.drawn - waiting.offered}
            case kinds.Swap() | kinds.SwapCastles():
                numbers.add(2)
            case kinds.Turn(_, quarters):
                numbers |= {quarters, 4 - quarters}
        waiting = waiting.after(step)
    return numbers


def untold(steps: Sequence[kinds.Step], names: Set[str]) -> bool:
    """Return whether a step has a number, an order, a way round or a card that no word of its clause tells."""
    match steps:
        case [kinds.Remove() | kinds.MoveTop() | kinds.Clear()] | [kinds.Turn("top-vine")] if _CARD.isdisjoint(names):
            return True
        case [kinds.Clear()]:
            return "stack" in names and "uncovered" not in names
        case [*_, kinds.Play(_, int(count))]:
            return "all" in names if count == 1 else _COUNTED.isdisjoint(names)
        case [kinds.Peek()]:
            return not {"number", "order"} <= names
        case [kinds.Turn()]:
            return _TURNED.isdisjoint(names) or {"clockwise", "counter-clockwise"} <= names
    return False
