"""A step is known in few places: those that CONTRIBUTING lists, and no others without a word here."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, parse_steps
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import StepRules, rules_of
from cloudy_pnp.cloudy_kingdom.wording.compose import FOLDER, LANGUAGES
from cloudy_pnp.cloudy_kingdom.wording.phrases import ROWS
from cloudy_pnp.i18n.wording import shipped_rows

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "cloudy_pnp/cloudy_kingdom"
MOST_PLACES = 3  # and a fourth Python file, the second implementation in tests/naive

# What a new step touches, as CONTRIBUTING says; a family of modules is one place, because a step is in one of them.
PLACES = (
    r"model/steps",
    r"rules/spells/(card_steps|board_steps|casting)",
    r"sim/steps",
)
# Only a step with its own picture or sticker, or with cards that wait.
SOMETIMES = (r"art/spell_pictures(_\w+)?", r"present/blanks", r"checks/effect")
# Modules that know some step for a reason of their own: a new step need not be known there.
MORE = {
    # the words for cards that were drawn or taken depend on what the steps before did; so does "then"
    # a text is read back: its cards that wait, and its blocks
    "wording/readings": {
        *("draw", "play", "discard", "take", "keep", "take-back", "miss-turn", "say"),
        *("choose", "repeat", "only-if"),
    },
    # the numbers of a text are compared with those of its steps
    "wording/ledger": {
        "draw",
        "play",
        "discard",
        "keep",
        "turn",
        "swap",
        "swap-castles",
        "peek",
        "remove",
        "move",
        "clear",
    },
    "wording/frames": {"extra-turn"},
    "wording/free": {"play", "choose", "repeat", "only-if", "place-self"},
    "wording/phrases": {
        "take-back",
        "miss-turn",
        "only-if",
        "choose",
        "repeat",
        "say",
    },  # what sentences are joined, or counted, in other ways
    "wording/plan": {
        *("draw", "play", "discard", "take", "place-self", "move", "offer-redraw", "miss-turn", "extra-turn"),
        *("choose", "repeat", "only-if", "redraw", "steal", "take-back", "keep", "say"),
    },
    "checks/data": {"draw", "play"},  # sums of cards
    # stand-ins; a condition never met; steps in blocks are left out one by one
    "checks/trial": {"draw", "play", "discard", "remove", "turn", "only-if", "choose", "repeat", "say"},
    "sim/tables": {"clear"},  # room for single breaks
    # blocks become jumps; a face's number; room for cards that wait
    "sim/bytecode": {"draw", "play", "take", "steal", "take-back", "place-self", "choose", "only-if"},
    "sim/at_table": {"choose", "only-if"},  # how far a spell has come that is being cast, in jumps
    "sim/reference": {"choose"},  # options are tried one by one
    "scenarios/board": {"place-self"},  # where a spell card may be placed, or is set up
    "present/table": {"remove", "turn"},  # what is said of a chosen field
    "present/sentences": {"draw", "play", "discard", "take"},  # examples
    "present/authoring": {"only-if", "say"},  # options of `new`
    "present/components": {"place-self"},  # such a card is drawn with its face
}


def named_steps(module: Path) -> set[str]:
    """The steps that a module names: by their class, or by their key where the step is meant."""
    keys = {row.kind.__name__: name for name, row in STEPS.items()}
    named: set[str] = set()
    tree = ast.parse(module.read_text("utf-8"))
    aliases = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "cloudy_pnp.cloudy_kingdom.model"
        for alias in node.names
        if alias.name == "steps"
    }
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(origin), names=names) if origin.endswith("cloudy_kingdom.model.steps"):
                named |= {keys[alias.name] for alias in names if alias.name in keys}
            case ast.Attribute(value=ast.Name(id=alias), attr=attribute) if alias in aliases and attribute in keys:
                named.add(keys[attribute])
            case ast.Call(func=ast.Name(id="_reads" | "step"), args=[ast.Constant(value=str(key)), *_]):
                named.add(key)
            case ast.Subscript(value=ast.Name(id="OPCODES"), slice=ast.Constant(value=str(key))):
                named.add(key)
            case ast.Constant(value=str(text)) if text in STEPS and "-" in text:
                named.add(text)
    return named


@cache
def modules() -> dict[str, set[str]]:
    """Every module of the game, with the steps that it names."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {path.relative_to(PACKAGE).with_suffix("").as_posix(): named_steps(path) for path in paths}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_named_in_few_places(step: str) -> None:
    assert len(PLACES) <= MOST_PLACES
    named_in = [name for name, named in modules().items() if step in named and step not in MORE.get(name, ())]
    strangers = [name for name in named_in if not any(re.fullmatch(place, name) for place in (*PLACES, *SOMETIMES))]
    assert strangers == []
    assert [name for name in named_in if re.fullmatch(PLACES[1], name)], "no rules"
    assert len([name for name in named_in if name.startswith("rules/")]) == 1, "its rules are in one module"


def test_the_exceptions_are_needed() -> None:
    assert {name: steps & modules()[name] for name, steps in MORE.items()} == MORE


@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_its_rules(step: str) -> None:
    rules = rules_of(parse_steps([yaml.safe_load(STEPS[step].example)])[0])
    assert (rules.answer is not None) == (not STEPS[step].choice.startswith("those") and STEPS[step].choice != "")


def test_contributing_lists_the_places() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.split("## A new step\n")[1].split("\n## ")[0]
    listed = re.findall(r"^\d+\. `([^`]+)`", section, re.MULTILINE)
    package = PACKAGE.relative_to(ROOT).as_posix()
    python = [f"{package}/{name}.py" for name in ("model/steps", "rules/spells/*_steps", "sim/steps")]
    data = [
        f"{package}/model/steps.yaml",
        *("templates/cloudy-kingdom/wording/<lang>.yaml", "templates/cloudy-kingdom/studio/<lang>.yaml"),
    ]
    assert listed == [*python, "tests/naive/spells.py", *data, "tests/games/cloudy_kingdom/golden/ideas.yaml"]
    assert len(python) == len(PLACES)
    assert [place for place in listed if not list(ROOT.glob(place.replace("<lang>", "*")))] == []


@pytest.mark.parametrize("step", [name for name, row in STEPS.items() if not row.block])
def test_a_step_is_a_row_of_every_table(step: str) -> None:
    """Its forms and slots follow from its values: nothing but a row has to be written."""
    assert step in ROWS
    assert all(step in shipped_rows(FOLDER, lang) for lang in LANGUAGES)


@pytest.mark.parametrize("step", STEPS)
def test_the_rules_of_a_step_override_methods_that_are_called(step: str) -> None:
    """A misspelt method would be ignored: nothing calls it."""
    [parsed] = parse_steps([yaml.safe_load(STEPS[step].example)])
    rules = type(rules_of(parsed))
    public = {name for base in rules.__mro__ for name in vars(base) if not name.startswith("_")}
    assert public <= {*dir(StepRules), "target_problem"}
