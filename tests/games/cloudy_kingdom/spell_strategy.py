"""Random spells of the whole step vocabulary, for hypothesis: sound by the schema and by `effect_findings`."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from hypothesis import strategies as st

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, ChooseOne, Discard, OnlyIf, Repeat, Step, steps_data
from cloudy_pnp.core.problems import Severity

Effect = list[dict[str, Any]]

FACE = {"vines": [["n", "e", "s", "w"]], "breaks": [{"at": "e", "kind": "hole"}]}  # for spells that place themselves
MOST_ENTRIES = 20
COUNTED = (
    *("draw-pile", "discard-pile", "empty-fields", "tallest-stack"),
    *("own-connections", "connections-behind", "own-castles", "hand-ends", "own-spells", "coin", "die"),
)


def spells(*, place_self: bool = True) -> st.SearchStrategy[Effect]:
    """Effects as they stand in YAML, without an error; warnings may be left.

    With `place_self` a spell may place itself; then it needs a face (see `places_itself` and `FACE`).
    """
    phrase = _phrases(place_self)
    block = st.one_of(
        st.builds(lambda options: [{"choose": options}], st.lists(_inside(phrase), min_size=2, max_size=3)),
        st.builds(lambda n, steps: [{"repeat": {"times": n, "steps": steps}}], st.integers(2, 4), _inside(phrase)),
        st.builds(
            lambda what, bound, n, steps: [{"only-if": {"what": what, bound: n, "steps": steps}}],
            st.sampled_from(COUNTED),
            st.sampled_from(("at-least", "at-most")),
            st.one_of(st.integers(0, 2), st.integers(0, 12), st.integers(0, 99)),
            _inside(phrase),
        ),
    )
    return st.lists(st.one_of(phrase, block), min_size=1, max_size=5).map(_flat).map(sound)


def places_itself(effect: Effect) -> bool:
    """Return whether a step places the spell card, so that the spell needs a face."""
    return "place-self" in str(effect)


def says_nothing(steps: Sequence[Step]) -> bool:
    """Return whether a block may be left out of the text: it only puts away cards that may not be there."""
    inner = [
        option
        for step in steps
        for option in (
            step.options if isinstance(step, ChooseOne) else [step.steps] if isinstance(step, Repeat | OnlyIf) else []
        )
    ]
    return any(all(isinstance(part, Discard) for part in option) for option in inner)


def spell_data(name: str, effect: Effect) -> dict[str, Any]:
    """An effect as an entry of `spells`."""
    face = {"face": FACE} if places_itself(effect) else {}
    return {"id": name, "name": {"en": name}, "effect": effect, **face}


def _phrases(place_self: bool) -> st.SearchStrategy[Effect]:
    """Steps that belong together: cards are drawn before they are played."""
    where = st.sampled_from(("growth", "growth", "empty", "on-last", "anywhere", "apart", "under"))
    optional = st.sampled_from(({}, {"may": True}, {"may": False}))

    def play(source: str, count: int | str, where: str, more: dict[str, Any]) -> dict[str, Any]:
        return {"play": {"from": source, "count": count, "where": where, **more}}

    def drawn(cards: int, count: int | str, where: str, more: dict[str, Any], rest: bool) -> Effect:
        return [{"draw": cards}, play("drawn", count, where, more), *([{"discard": {"from": "drawn"}}] if rest else [])]

    values = {
        name: [written(name, value) for value in _values(row.schema)] for name, row in STEPS.items() if not row.block
    }
    for name in ("draw", "play", *(() if place_self else ("place-self",))):
        del values[name]

    def single(verb: str) -> st.SearchStrategy[Effect]:
        return st.sampled_from(values[verb]).map(lambda entry: [copy.deepcopy(entry)])

    return st.one_of(
        *map(single, values),
        st.builds(drawn, st.integers(1, 3), st.sampled_from((1, 2, "all")), where, optional, st.booleans()),
        st.builds(
            lambda at, more: [{"take": {"from": "discard", "which": "top"}}, play("taken", 1, at, more)],
            where,
            optional,
        ),
        st.builds(
            lambda at, more: [{"take": {"from": "hand", "who": "chosen"}}, play("taken", 1, at, more)], where, optional
        ),
        st.builds(
            lambda at, more: [{"take": {"from": "board", "which": "last"}}, play("taken", 1, at, more)], where, optional
        ),
        st.builds(lambda at, more: [play("hand", 1, at, more)], where, optional),
    )


def written(step: str, value: Any) -> dict[str, Any]:
    """A step as it stands in YAML, from the value of its row."""
    return steps_data([STEPS[step].parse(value)])[0]


def _values(schema: Mapping[str, Any]) -> Iterator[Any]:
    """Everything that a step can say, by its schema; what is not required may be missing."""
    match schema:
        case {"$ref": _}:
            yield {"en": "Sing a song.", "de": "Singe ein Lied.", "fr": "Chantez.", "hu": "Énekelj."}
        case {"enum": words}:
            yield from words
        case {"minimum": low, "maximum": high}:
            yield from range(low, high + 1)
        case {"type": "boolean"}:
            yield from (True, False)
        case {"properties": parts, "required": required}:
            missing = {name: [] if name in required else [None] for name in parts}
            for chosen in product(*([*missing[name], *_values(part)] for name, part in parts.items())):
                yield {name: value for name, value in zip(parts, chosen, strict=True) if value is not None}


def _inside(phrase: st.SearchStrategy[Effect]) -> st.SearchStrategy[Effect]:
    return st.lists(phrase, min_size=1, max_size=2).map(_flat)


def _flat(phrases: Sequence[Effect]) -> Effect:
    return copy.deepcopy([step for phrase in phrases for step in phrase])


def sound(effect: Effect) -> Effect:
    """The effect without the steps that make it impossible."""
    effect = effect[:MOST_ENTRIES]
    while effect:
        wrong = [finding for finding in effect_findings(effect, True) if finding.severity is Severity.ERROR]
        if not wrong:
            return effect
        _take_out(effect, wrong[0].path)
    return [{"swap": {"which": "stacks"}}]


def _take_out(effect: Effect, path: tuple[Any, ...]) -> None:
    """Delete the innermost step on a path; of a block that would be empty, the whole block."""
    lists = [(effect, path[0])]
    part: Any = effect
    for key in path:
        if isinstance(part, list) and isinstance(key, int) and isinstance(part[key], dict):
            lists.append((part, key))
        part = part[key]
    inner, index = lists[-1]
    if len(inner) == 1:
        inner, index = effect, path[0]
    del inner[index]
