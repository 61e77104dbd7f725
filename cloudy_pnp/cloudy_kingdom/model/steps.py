"""The step vocabulary of spells: one row per step, in the order in which authors read them.

Authors write verbs with fields that mean the same in every verb; each form of a verb is one step. steps.yaml defines
the fields, the verbs and the rows of the steps, and a class here holds what was read; the JSON Schema of spells and
their reference are made from the tables. A step's behaviour is defined once in `rules/spells` (choices, legality,
effect) and once in `sim` (the same, compiled); its words are a row in each table of templates/cloudy-kingdom/wording.
CONTRIBUTING lists every place that a step touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import yaml
from msgspec import Struct, convert
from msgspec.structs import astuple

from cloudy_pnp.core.problems import DataPath
from cloudy_pnp.i18n.localized import Localized

Source: TypeAlias = Literal["drawn", "hand", "taken"]
Where: TypeAlias = Literal["growth", "empty", "on-last", "anywhere", "apart", "under"]
Count: TypeAlias = int | Literal["all"]
BoardCount: TypeAlias = Literal["draw-pile", "discard-pile", "empty-fields", "tallest-stack"]
OwnCount: TypeAlias = Literal["own-connections", "connections-behind", "own-castles", "hand-ends", "own-spells"]
Counted: TypeAlias = Literal[BoardCount, OwnCount, "coin", "die"]
StepClass = TypeVar("StepClass", bound=type)
JsonSchema: TypeAlias = dict[str, Any]


class StepRow(Struct, frozen=True, kw_only=True):
    """One step: how it is read, its explanation for authors, and the rule that a bad choice for it breaks."""

    name: str
    kind: type  # the class of a step that has been read
    rule: str  # the rule that introduces the step; a choice that does not fit the step breaks it
    schema: JsonSchema
    example: str  # YAML of one entry of `effect`
    meaning: str
    legality: str
    choice: str = ""  # its entry in a game record; empty when nothing is chosen
    block: bool = False  # holds other steps, and cannot be held by another block
    affects: Literal["", "card", "field"] = ""  # part of the board: a card on it, or any field
    simulated: bool = True  # whether the compiled simulator plays it; it skips spells with a step it does not play
    read: Callable[[Any], Any] | None  # from data that has passed the schema; None: the fields as the schema lists them

    def parse(self, value: Any) -> Any:
        """Parse the step from data that has passed the schema."""
        if self.read is not None:
            return self.read(value)
        properties = self.schema.get("properties")
        if properties is None:
            return self.kind(value)
        return self.kind(*(value[name] for name in properties if name in value))


_TEXTS = yaml.load(Path(__file__).with_suffix(".yaml").read_bytes(), yaml.CSafeLoader)
STEP_RULES: Mapping[str, str] = _TEXTS["rules"]  # of steps that the spells of the rulebook do not use
STEPS: dict[str, StepRow] = {}  # by name
ROW_OF: dict[type, StepRow] = {}  # by the class of the step


def step(name: str, read: Callable[[Any], Any] | None = None) -> Callable[[StepClass], StepClass]:
    """Add the row of this name to the table, for the class below."""

    def add(kind: StepClass) -> StepClass:
        STEPS[name] = ROW_OF[kind] = StepRow(name=name, kind=kind, read=read, **_TEXTS["steps"][name])
        return kind

    return add


# --- cards from the piles and the hand ---------------------------------------------------------------------


@step("draw")
class Draw(Struct, frozen=True):
    """Draw vine cards from the pile; they wait as *drawn*."""

    count: int


@step("play")
class Play(Struct, frozen=True):
    """Place cards on the board; `where` narrows GRO to empty fields or to the spell's last card."""

    source: Source
    count: Count
    where: Where
    optional: bool = False


@step("discard")
class Discard(Struct, frozen=True):
    """Put the remaining drawn cards, or the vine card in hand, on the discard pile."""

    source: Literal["drawn", "hand"]


@step("take")
class Take(Struct, frozen=True):
    """Take the top card of the discard pile; it waits as *taken*."""

    source: Literal["discard-top"]


@step("keep")
class Keep(Struct, frozen=True):
    """Keep a card that waits as drawn or taken in hand."""

    source: Literal["drawn", "taken"]


@step("offer-redraw")
class OfferRedraw(Struct, frozen=True):
    """Each of the other players, clockwise, may discard their vine card and draw a new one."""

    who: Literal["others"]


# --- other players' hands ----------------------------------------------------------------------------------


@step("redraw")
class ForceRedraw(Struct, frozen=True):
    """Each of the other players, or one of them, discards their vine card and draws a new one."""

    who: Literal["others", "chosen", "most-connections"]


@step("steal")
class Steal(Struct, frozen=True):
    """Take another player's vine card; it waits as *taken*, and they draw a new one."""

    who: Literal["chosen"]


@step("give")
class Give(Struct, frozen=True):
    """The vine card in hand goes to another player, who discards theirs."""

    source: Literal["hand"]


@step("pass-hands")
class PassHands(Struct, frozen=True):
    """Everyone gives their vine card to a neighbour."""

    to: Literal["left", "right"]


# --- cards on the board ------------------------------------------------------------------------------------


@step("remove")
class Remove(Struct, frozen=True):
    """Take a card off the board."""

    target: Literal["top-vine"]
    to: Literal["box", "discard"]


@step("turn")
class Turn(Struct, frozen=True):
    """Turn a whole stack or its top card clockwise."""

    target: Literal["stack", "top-vine"]
    quarters: int


@step("place-self")
class PlaceSelf(Struct, frozen=True):
    """Place the spell card itself, by GRO or only on a card."""

    where: Literal["growth", "on-card", "anywhere"]
    sealed: bool = False


@step("move")
class MoveTop(Struct, frozen=True):
    """Take an uncovered card off its stack and place it on another field."""

    target: Literal["top-vine"]
    where: Literal["growth", "empty", "on-card", "anywhere"]


@step("swap")
class Swap(Struct, frozen=True):
    """Two whole stacks change places."""

    target: Literal["stacks", "neighbours"]


@step("clear")
class Clear(Struct, frozen=True):
    """The breaks of one kind on an uncovered card, or a single one, no longer count."""

    kind: Literal["blocks", "holes", "breaks", "break"]


@step("take-back")
class TakeBack(Struct, frozen=True):
    """Take the card that was placed last off the board; it waits as *taken*."""

    target: Literal["last-placed", "own-last"]


@step("swap-castles")
class SwapCastles(Struct, frozen=True):
    """Two castles on one side of the board change places."""

    where: Literal["one-side"]


# --- the draw pile, turns and fields -----------------------------------------------------------------------


@step("peek")
class Peek(Struct, frozen=True):
    """Look at the top cards of the draw pile and put them back in any order, or as they were."""

    count: int
    unsorted: bool = False


@step("see-hand")
class SeeHand(Struct, frozen=True):
    """Look at another player's vine card."""

    who: Literal["chosen"]


@step("swap-hands")
class SwapHands(Struct, frozen=True):
    """The players on both sides of the caster exchange their vine cards."""

    who: Literal["neighbours"]


@step("miss-turn")
class MissTurn(Struct, frozen=True):
    """The next player, or one whom the caster names, misses their next turn."""

    who: Literal["next", "chosen"]


@step("extra-turn")
class ExtraTurn(Struct, frozen=True):
    """The caster has another turn after this one."""

    who: Literal["self"]


@step("protect")
class Protect(Struct, frozen=True):
    """Until the caster's next turn nothing is placed on a field, or no spell affects it, or both."""

    target: Literal["field", "from-cards", "from-spells"]


@step("forbid")
class Forbid(Struct, frozen=True):
    """Until the caster's next turn nobody else casts a spell."""

    what: Literal["spells"]


# --- what people carry out ---------------------------------------------------------------------------------


@step("say", read=lambda data: Say(Localized.of(data)))
class Say(Struct, frozen=True):
    """A sentence that people carry out."""

    text: Localized


CardStep: TypeAlias = Draw | Play | Discard | Take | Keep  # the text about them depends on which cards are at hand
PeopleStep: TypeAlias = OfferRedraw | ForceRedraw | Steal | Give | PassHands | MissTurn | ExtraTurn | Forbid | Say
BoardStep: TypeAlias = Remove | Turn | PlaceSelf | MoveTop | Swap | Clear | TakeBack | SwapCastles | Protect
SingleStep: TypeAlias = PeopleStep | BoardStep | Peek | SeeHand | SwapHands
PlainStep: TypeAlias = CardStep | SingleStep

# --- blocks: they hold plain steps -------------------------------------------------------------------------


def _only_if(data: Mapping[str, Any]) -> OnlyIf:
    compare: Literal["at-least", "at-most"] = "at-least" if "at-least" in data else "at-most"
    return OnlyIf(data["what"], compare, data[compare], _plain(data["steps"]))


@step("choose", read=lambda options: ChooseOne(tuple(map(_plain, options))))
class ChooseOne(Struct, frozen=True):
    """The caster chooses one of several lists of steps."""

    options: tuple[tuple[PlainStep, ...], ...]


@step("repeat", read=lambda data: Repeat(data["times"], _plain(data["steps"])))
class Repeat(Struct, frozen=True):
    """The same steps several times, one after the other."""

    times: int
    steps: tuple[PlainStep, ...]


@step("only-if", read=_only_if)
class OnlyIf(Struct, frozen=True):
    """Steps that are carried out only when a count is high, or low, enough at that moment."""

    what: Counted
    compare: Literal["at-least", "at-most"]
    number: int
    steps: tuple[PlainStep, ...]


Step: TypeAlias = PlainStep | ChooseOne | Repeat | OnlyIf

# --- how steps are written: verbs and fields ---------------------------------------------------------------


class Form(Struct, frozen=True):
    """One form of a verb: its fields have a fixed value, or give a part of the step."""

    step: str
    fields: Mapping[str, Any]  # by name: a fixed value, or {part: name} with the values that are spelled differently
    parts: Mapping[str, Any] = {}  # that are fixed

    def read(self, written: Any) -> dict[str, Any] | None:
        """Return the parts of the step for its fields as written; None if this is another form."""
        if not isinstance(written, Mapping):
            return None
        parts = dict(self.parts)
        for name, rule in self.fields.items():
            value = written.get(name)
            if not isinstance(rule, Mapping):
                if value != rule:
                    return None
            elif name in written:
                words = self.schema(name).get("enum")
                if words is not None and value not in words:
                    return None
                parts[rule["part"]] = rule.get(value, value) if isinstance(value, str) else value
            elif rule["part"] in STEPS[self.step].schema.get("required", (rule["part"],)):
                return None
        return None if any(value and name not in self.fields for name, value in written.items()) else parts

    def write(self, parts: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the fields as they are written; None if the parts need another form."""
        if any(parts.get(name) != value for name, value in self.parts.items()):
            return None
        fields = dict[str, Any]()
        for name, rule in self.fields.items():
            if not isinstance(rule, Mapping):
                fields[name] = rule
            elif rule["part"] in parts:
                spelled = {part: key for key, part in rule.items() if key != "part"}
                value = parts[rule["part"]]
                fields[name] = spelled.get(value, value)
        return fields

    def field(self, part: str) -> str:
        """Return the field that gives a part of the step."""
        parts = ((name, rule["part"]) for name, rule in self.fields.items() if isinstance(rule, Mapping))
        return next((name for name, given in parts if given == part), part)

    def schema(self, name: str) -> JsonSchema:
        """Return the values that a field can have here."""
        rule = self.fields[name]
        if not isinstance(rule, Mapping):
            return {"type": "boolean", "default": False} if rule is True else {"enum": [rule]}
        step = STEPS[self.step].schema
        part: JsonSchema = step.get("properties", {"value": step})[rule["part"]]
        spelled = [key for key in rule if key != "part"]
        return {"enum": spelled} if spelled else part

    def required(self) -> list[str]:
        """Return the fields that this form needs."""
        return [name for name in self.fields if self.schema(name).get("type") != "boolean"]


class Verb(Struct, frozen=True, kw_only=True):
    """One way to begin a step in YAML, with the forms that it can have."""

    title: str
    description: str
    forms: tuple[Form, ...]
    alone: str = ""  # its only field: the verb is written with the value alone
    by: str = ""  # the field that decides which others there may be

    def form(self, value: Any) -> tuple[Form, dict[str, Any]] | None:
        """Return the form of a value in YAML, and the parts of its step; None if there is none."""
        written = {self.alone: value} if self.alone else value
        read = ((form, form.read(written)) for form in self.forms)
        return next(((form, parts) for form, parts in read if parts is not None), None)


VERBS: Mapping[str, Verb] = convert(_TEXTS["verbs"], dict[str, Verb])
FIELDS: Mapping[str, JsonSchema] = _TEXTS["fields"]
OLDER_FORMS: Sequence[Sequence[Any]] = _TEXTS["older"]


def operation(name: str, value: Any) -> tuple[str, Any]:
    """Return the step that an entry of an effect names, with its value as the row has it; unchanged if there is none.

    >>> operation("take", {"from": "board", "which": "last"})
    ('take-back', 'last-placed')
    """
    found = VERBS[name].form(value) if name in VERBS else None
    if found is None:
        return name if name not in VERBS else "", value
    form, parts = found
    return form.step, parts["value"] if set(parts) == {"value"} else parts


def written_path(effect: Any, path: DataPath) -> DataPath:
    """Return the path in an effect as written, for one through steps and their parts.

    >>> written_path([{"take": {"from": "board", "which": "last"}}], (0, "take-back", "value"))
    (0, 'take', 'which')
    """
    here, place = effect, list[str | int]()
    for index, key in enumerate(path):
        if isinstance(here, Mapping):
            for name, value in here.items():
                found = VERBS[name].form(value) if name in VERBS else None
                if found and found[0].step == key:
                    inside = () if VERBS[name].alone else tuple(found[0].field(str(part)) for part in path[index + 1 :])
                    return (*place, name, *inside)
        place.append(key)
        here = here[key] if isinstance(here, Mapping) and key in here else here[key] if isinstance(key, int) else None
    return tuple(place)


def _plain(steps: Sequence[Mapping[str, Any]]) -> tuple[PlainStep, ...]:
    return tuple(_parsed(name, value) for entry in steps for name, value in entry.items())


def _parsed(name: str, value: Any) -> Any:
    step, parts = operation(name, value)
    return STEPS[step].parse(parts)


MANUAL = "manual"  # in place of steps: players carry the spell out by its text, the computer does not


def parse_steps(effect: Sequence[Mapping[str, Any]] | str) -> tuple[Step, ...]:
    """Parse an effect that has passed the schema: a list of mappings with one key each; a manual effect has no steps.

    >>> parse_steps([{"draw": 2}, {"discard": {"from": "drawn"}}])
    (Draw(count=2), Discard(source='drawn'))
    """
    return () if isinstance(effect, str) else _plain(effect)


def steps_data(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return steps as an effect in YAML, as `parse_steps` reads it. What is false or left out is not written.

    >>> steps_data([Draw(2), Repeat(2, (Play("drawn", 1, "growth"),))])[1]
    {'repeat': {'times': 2, 'steps': [{'play': {'from': 'drawn', 'count': 1, 'where': 'growth'}}]}}
    """
    return [_written(*entry) for item in steps for entry in [(ROW_OF[type(item)].name, _value(item, steps_data))]]


def _written(step: str, value: Any) -> dict[str, Any]:
    parts = value if isinstance(value, Mapping) else {"value": value}
    for name, verb in VERBS.items():
        for form in verb.forms:
            if form.step == step and (fields := form.write(parts)) is not None:
                return {name: fields[verb.alone] if verb.alone else fields}
    return {step: value}


def operations(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return steps with their parts, by the names of their rows.

    >>> operations([TakeBack("own-last")])
    [{'take-back': 'own-last'}]
    """
    return [{ROW_OF[type(item)].name: _value(item, operations)} for item in steps]


def _value(item: Step, data: Callable[[Sequence[Step]], list[dict[str, Any]]]) -> Any:
    match item:
        case ChooseOne(options):
            return [data(option) for option in options]
        case Repeat(times, inner):
            return {"times": times, "steps": data(inner)}
        case OnlyIf(what, compare, number, inner):
            return {"what": what, compare: number, "steps": data(inner)}
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


# --- the JSON Schema of spells ----------------------------------------------------------------------------


def step_definitions() -> JsonSchema:
    """Return the part of `$defs` in the schema of spells that the tables define."""
    blocks = [name for name, row in STEPS.items() if row.block]
    verbs = {name: verb_schema(verb) for name, verb in VERBS.items()} | {"say": STEPS["say"].schema}
    listed = f"{', '.join(blocks[:-1])} {{}} {blocks[-1]}"
    beside = f"put it next to this one, not inside: {listed.format('and')} hold plain steps only"
    more = {"x-older": OLDER_FORMS, "x-sentence": True}
    return {
        "step": {**_any_of("A step", "One thing that the spell does.", [*verbs, *blocks]), **more},
        "plain-step": {
            **_any_of("A plain step", f"One thing that the spell does; no {listed.format('or')}.", verbs),
            "x-elsewhere": dict.fromkeys(blocks, beside),
        },
        **{f"step-{name}": schema for name, schema in verbs.items()},
        **{f"step-{name}": STEPS[name].schema for name in blocks},
    }


def _any_of(title: str, description: str, names: Iterable[str]) -> JsonSchema:
    return {
        "title": title,
        "x-key": "step",
        "description": description,
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {name: {"$ref": f"#/$defs/step-{name}"} for name in names},
        "additionalProperties": False,
    }


def verb_schema(verb: Verb) -> JsonSchema:
    """Return the schema of what is written after a verb."""
    fields = _properties(verb.forms)
    if verb.alone:
        [field] = fields.values()
        return {**field, "title": verb.title, "description": verb.description}
    schema = {
        "title": verb.title,
        "description": verb.description,
        "type": "object",
        "properties": fields,
        "required": [name for name in fields if all(name in form.required() for form in verb.forms)],
        "additionalProperties": False,
        "examples": [steps_example(verb)],
    }
    deciding = [(verb.by, value) for value in fields.get(verb.by, {}).get("enum", ())]
    deciding += [(name, True) for name in fields if any(form.fields.get(name) is True for form in verb.forms)]
    cases = [case for name, value in deciding for case in _case(verb, name, value, fields)]
    return {**schema, "allOf": cases} if cases else schema


def steps_example(verb: Verb) -> Any:
    """Return the first example of a verb, as it is written."""
    [(_, value)] = yaml.load(STEPS[verb.forms[0].step].example, yaml.CSafeLoader).items()
    return value


def _properties(forms: Sequence[Form]) -> dict[str, JsonSchema]:
    """Return the fields of some forms, each with every value that it has in one of them."""
    fields: dict[str, JsonSchema] = {}
    for form in forms:
        for name in form.fields:
            schema, about = form.schema(name), FIELDS[name]
            words = [*fields.get(name, {}).get("enum", ()), *schema.get("enum", ())]
            if words:
                schema = {"enum": [*dict.fromkeys(words)]}
            fields[name] = {"title": about["title"], "description": about["description"], **schema}
    return fields


def _case(verb: Verb, by: str, value: Any, fields: Mapping[str, JsonSchema]) -> Iterator[JsonSchema]:
    """Yield what one value of a deciding field changes for the others."""
    forms = [form for form in verb.forms if form.fields.get(by) is True or value in _enum(form, by)]
    allowed = {name: part for name, part in _properties(forms).items() if name != by}
    needed = [name for name in allowed if all(name in form.required() for form in forms)]
    always = [name for name in fields if all(name in form.required() for form in verb.forms)]
    others: JsonSchema = {
        name: {"enum": part["enum"]} for name, part in allowed.items() if part.get("enum") != fields[name].get("enum")
    }
    then: JsonSchema = {"properties": others} if others else {}
    if set(allowed) | {by} != set(fields):
        then["propertyNames"] = {"enum": [by, *allowed]}
    if set(needed) - set(always):
        then["required"] = [name for name in needed if name not in always]
    if then:
        yield {"if": {"properties": {by: {"const": value}}, "required": [by]}, "then": then}


def _enum(form: Form, name: str) -> Sequence[Any]:
    words: Sequence[Any] = form.schema(name).get("enum", ()) if name in form.fields else ()
    return words
