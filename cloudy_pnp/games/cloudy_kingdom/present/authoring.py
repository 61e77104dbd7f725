"""How a new spell or vine card is started: questions for people, flags for scripts, the same card from both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.games.cloudy_kingdom.model.steps import STEPS
from cloudy_pnp.games.cloudy_kingdom.scenarios.ascii_card import portrait
from cloudy_pnp.games.contract import Answers, Authoring, Dialogue, Flag, Maker

Effect = list[dict[str, Any]]

# What a spell may begin with: the words of the menu, and the steps. Numbers can be changed in the file.
STARTS: tuple[tuple[str, Effect], ...] = (
    (
        "draw cards and play one of them",
        [{"draw": 2}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}, {"discard": "drawn"}],
    ),
    ("remove an uncovered card from the board", [{"remove": {"target": "top-vine", "to": "discard"}}]),
    ("turn a stack", [{"turn": {"target": "stack", "quarters": 1}}]),
    ("swap two stacks", [{"swap": "stacks"}]),
    ("move an uncovered card to another field", [{"move": {"target": "top-vine", "where": "growth"}}]),
    ("clear a card of its holes and blocks", [{"clear": "breaks"}]),
    (
        "take the top card of the discard pile and play it",
        [{"take": "discard-top"}, {"play": {"from": "taken", "count": 1, "where": "growth"}}],
    ),
    ("look at the next cards of the draw pile and sort them", [{"peek": 3}]),
    ("protect a field until my next turn", [{"protect": "field"}]),
    ("somebody misses a turn", [{"miss-turn": "chosen"}]),
    (
        "play the card in hand and have another turn",
        [{"play": {"from": "hand", "count": 1, "where": "growth"}}, {"extra-turn": "self"}],
    ),
    ("place this card itself on the board", [{"place-self": {"where": "growth"}}]),
)
_CHOOSE = "choose one of two effects"
_SIDES = "n and s are the short sides of the card, e and w the long ones"


def _ask_effect(ask: Dialogue, question: str) -> Effect:
    at = ask.choice(question, [words for words, _ in STARTS])
    return [dict(step) for step in STARTS[at][1]]


def _ask_spell(ask: Dialogue) -> Answers:
    options = [words for words, _ in STARTS]
    effect: Effect = []
    while not effect or ask.yes("Does it do something else after that?"):
        at = ask.choice("What does the spell do?", [*options, _CHOOSE])
        if at < len(STARTS):
            effect += STARTS[at][1]
        else:
            effect.append({"choose": [_ask_effect(ask, f"The {which} choice?") for which in ("first", "second")]})
    answers = {"step": [yaml.safe_dump(step, default_flow_style=True, sort_keys=False) for step in effect]}
    if any("place-self" in step for step in effect):
        text = ask.text(f"Which sides do its vines join ({_SIDES})?", "n-e-s-w")
        return {**answers, "face": [text]}
    return answers


def _make_spell(answers: Answers) -> dict[str, Any]:
    steps = [_yaml(text, "--step") for text in answers.get("step", ())]
    if not steps:
        raise UserError('a spell needs steps: --step "draw: 2" --step …; on a terminal you are asked for them')
    entry: dict[str, Any] = {
        "effect": [step for item in steps for step in (item if isinstance(item, list) else [item])]
    }
    if answers.get("face"):
        entry["face"] = {"vines": strands(answers["face"][0])}
    return entry


def _ask_vine(ask: Dialogue) -> Answers:
    text = ask.text(f"Which sides does each vine join ({_SIDES}; two vines: n-s, e-w)?", "n-e-s")
    joined = strands(text)
    answers: dict[str, Sequence[str]] = {"vines": [text]}
    if any(len(strand) == 2 for strand in joined):
        answers["bridge"] = _several(ask.text("Which of them are rope bridges (such as n-s; none: leave empty)?"))
    answers["break"] = _several(ask.text("Where is it broken (such as e hole, centre block; nowhere: leave empty)?"))
    return {**answers, "count": [str(ask.number("How many copies?", 2, 0, 999))]}


def _several(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _make_vine(answers: Answers) -> dict[str, Any]:
    if not answers.get("vines"):
        raise UserError("a vine card needs --vines n-s or such; on a terminal you are asked for them")
    count = answers["count"][0] if answers.get("count") else "1"
    entry: dict[str, Any] = {"count": int(count) if count.isdecimal() else count, "vines": strands(answers["vines"][0])}
    if answers.get("bridge"):
        entry["bridges"] = [strand for text in answers["bridge"] for strand in strands(text)]
    if answers.get("break"):
        entry["breaks"] = [_break(text) for text in answers["break"]]
    return entry


def strands(text: str) -> list[list[str]]:
    """Vines in their short form, or as YAML.

    >>> strands("n-s, e")
    [['n', 's'], ['e']]
    >>> strands("[[n, s], [e, w]]")
    [['n', 's'], ['e', 'w']]
    """
    if text.strip().startswith("["):
        found: list[list[str]] = _yaml(text, "the vines")
        return found
    return [[end.strip().lower() for end in strand.split("-")] for strand in text.split(",") if strand.strip()]


def _break(text: str) -> dict[str, str]:
    at, _, kind = text.replace("=", " ").replace(":", " ").strip().partition(" ")
    return {"at": at, "kind": kind.strip() or "hole"}


def _yaml(text: str, what: str) -> Any:
    source = parse_source(text.encode("utf-8", "replace"), what)
    if source.problems:
        raise UserError(f'{what} "{text}" is not YAML: {source.problems[0].message}')
    return source.documents[0] if source.documents else None


MAKERS = {
    "spell": Maker(
        kind="spells",
        help="A spell: a name and what it does, step by step.",
        example='new spell "Second Thought" --name de="Neue Idee" --step "draw: 2" '
        '--step "play: {from: drawn, count: 1, where: growth}" --step "discard: drawn"',
        flags=(
            Flag("step", "YAML", 'A step, such as "draw: 2"; in their order.', many=True),
            Flag("face", "SIDES", "What a spell shows that places itself: n-e-s-w, or n-s, e."),
        ),
        named=True,
        ask=_ask_spell,
        make=_make_spell,
        comment="What the spell does, step by step: the text on the card is composed from it.",
    ),
    "vine": Maker(
        kind="vines",
        help="A vine card: what it shows, and how many copies there are.",
        example='new vine "Long Ladder" --vines "n-s, e" --break "s hole" --count 2',
        flags=(
            Flag("vines", "SIDES", "The sides that each vine joins: n-s, or n-s, e-w."),
            Flag("bridge", "SIDES", "One of them that is a rope bridge.", many=True),
            Flag("break", "PLACE KIND", "A break, such as e hole or centre block.", many=True),
            Flag("count", "N", "Copies in the deck."),
        ),
        named=False,
        ask=_ask_vine,
        make=_make_vine,
        comment="What the card shows: n and s are its short sides, e and w the long ones.",
    ),
}

AUTHORING = Authoring(MAKERS, portrait, {"steps": [(row.example, row.meaning) for row in STEPS.values()]})
