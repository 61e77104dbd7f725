"""Start a new spell or vine card: questions for people, flags for scripts, the same card from both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import yaml

from cloudy_pnp.core.problems import Severity, UserError, quoted, suggest
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.games.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.games.cloudy_kingdom.model.face import face_findings
from cloudy_pnp.games.cloudy_kingdom.model.motifs import describe_motifs
from cloudy_pnp.games.cloudy_kingdom.model.steps import MANUAL, STEPS, Step, steps_data
from cloudy_pnp.games.cloudy_kingdom.scenarios.ascii_card import portrait
from cloudy_pnp.games.contract import Answers, Authoring, Dialogue, Flag, Maker, Unclear

if TYPE_CHECKING:
    from cloudy_pnp.games.cloudy_kingdom.present.sentences import Understanding

Effect = list[dict[str, Any]]

# The entries of the menu: their words, and their steps. Numbers and targets are asked for afterwards.
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
    ("another player misses a turn", [{"miss-turn": "chosen"}]),
    (
        "play the card in hand and have another turn",
        [{"play": {"from": "hand", "count": 1, "where": "growth"}}, {"extra-turn": "self"}],
    ),
    ("place this card itself on the board", [{"place-self": {"where": "growth"}}]),
    (
        "take another player's card and play it",
        [{"steal": "chosen"}, {"play": {"from": "taken", "count": 1, "where": "growth"}}],
    ),
    ("others discard their card and draw a new one", [{"redraw": "others"}]),
    ("give the card in hand to another player", [{"give": "hand"}]),
    (
        "take back the card that was placed last and play it",
        [{"take-back": "last-placed"}, {"play": {"from": "taken", "count": 1, "where": "growth"}}],
    ),
    ("swap two castles on one side", [{"swap-castles": "one-side"}]),
)
_CHOOSE = "choose one of two effects"
_ONLY_IF = "do something only if there is enough, or little enough, of something"
_WORDS = "something else: describe it in your own words"
_SIDES = "n and s are the short sides of the card, e and w the long ones"


def _ask_effect(ask: Dialogue, question: str, more: Sequence[str] = ()) -> Effect | str:
    """Ask for an entry of the menu and its numbers; return its steps, or the words of an extra entry."""
    at = ask.choice(question, [*(words for words, _ in STARTS), *more])
    if at >= len(STARTS):
        return more[at - len(STARTS)]
    steps: Effect = []
    for step in STARTS[at][1]:
        ((name, value),) = step.items()
        steps.append({name: _ask_value(ask, name, value, steps)})
    return steps


def _ask_value(ask: Dialogue, name: str, value: Any, before: Effect) -> Any:
    """Ask for the numbers and words of a step; the values it starts with are the defaults."""
    schema = STEPS[name].schema
    if "properties" not in schema:
        return _ask_part(ask, name, schema, value)
    drawn = sum(step.get("draw", 0) for step in before)
    answers: dict[str, Any] = {}
    for key, part in schema["properties"].items():
        if key == "count" and drawn > 1:
            answers[key] = ask.number(f"{name}: {part['title'].lower()}?", value[key], 1, drawn)
        elif key in ("from", "count"):
            answers[key] = value[key]
        elif part.get("type") == "boolean":
            if ask.yes(f"{name}: {part['title'].lower()}?"):
                answers[key] = True
        else:
            answers[key] = _ask_part(ask, name, part, value[key])
    return answers


def _ask_part(ask: Dialogue, name: str, schema: Mapping[str, Any], value: Any) -> Any:
    title = schema["title"].lower()
    if schema.get("type") == "integer":
        question = "how many?" if title == name else f"{title}?"
        return ask.number(f"{name}: {question}", value, schema["minimum"], schema["maximum"])
    words = schema["enum"]
    if len(words) == 1 or name == "discard":  # the rest of the drawn cards, in every entry of the menu
        return value
    about = schema.get("description", "")
    return words[ask.choice(f"{name}: {about}" if about else f"{name}: {title}?", words, words.index(value))]


def _ask_spell(ask: Dialogue) -> Answers:
    effect: Effect = []
    while not effect or ask.yes("Does it do something else after that?"):
        menu = [_CHOOSE, _ONLY_IF, *([] if effect else [_WORDS])]
        steps = _ask_effect(ask, "What does the spell do?", menu)
        if steps == _WORDS:
            return _ask_words(ask)
        if steps == _ONLY_IF:
            steps = [{"only-if": {**_ask_condition(ask), "steps": _ask_effect(ask, "What does it do then?")}}]
        elif isinstance(steps, str):
            ways = [_ask_effect(ask, f"The {which} choice?") for which in ("first", "second")]
            steps = [{"choose": ways}]
        for finding in effect_findings([*effect, *steps], has_face=True):
            if finding.severity is Severity.ERROR:
                ask.reject(f"that does not work: {finding.message} ({finding.hint})")
        effect += steps
    answers = {"step": _options(effect)}
    if "place-self" in str(effect):
        question = f"Which sides do its vines join ({_SIDES})?"
        return {**answers, "face": [ask.text(question, "n-e-s-w", lambda text: _vines_problem({"vines": text}))]}
    return answers


def _ask_words(ask: Dialogue) -> Answers:
    """Ask for the words of the card, and whether they mean steps that the computer can play."""
    from cloudy_pnp.games.cloudy_kingdom.wording.compose import LANGUAGES, spell_text

    words = ask.text("What does the card say?", judge=lambda text: "" if text else "some words")
    used, meaning = _best_fit(words, LANGUAGES)
    for steps in meaning.readings:
        if ask.yes(f"The computer can play this: {spell_text(steps, used)} Is that what you mean?"):
            return {"step": _options(steps_data(steps))}
    return {"words": [words]}


def _options(effect: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return steps as `--step` takes them."""
    return [yaml.safe_dump(step, default_flow_style=True, sort_keys=False) for step in effect]


def _ask_condition(ask: Dialogue) -> dict[str, Any]:
    """Ask for the measure of an `only-if` and its limit."""
    parts, example = STEPS["only-if"].schema["properties"], STEPS["only-if"].schema["examples"][0]
    measure = _ask_part(ask, "only-if", parts["what"], example["what"])
    compare = ("at-least", "at-most")[ask.choice("only-if: at least or at most?", ["at-least", "at-most"])]
    return {"what": measure, compare: _ask_part(ask, "only-if", parts[compare], example["at-least"])}


def _vines_problem(texts: Mapping[str, str]) -> str:
    """Return the problem with vines, bridges and breaks as typed; empty if there is none."""
    try:
        data: dict[str, Any] = {"vines": strands(texts["vines"])}
        if texts.get("bridges"):
            data["bridges"] = [strand for text in _several(texts["bridges"]) for strand in strands(text)]
        if texts.get("breaks"):
            data["breaks"] = [_break(text) for text in _several(texts["breaks"])]
    except UserError as wrong:
        return str(wrong)
    ends = [end for strand in [*data["vines"], *data.get("bridges", ())] for end in strand]
    for end in ends:
        if end not in ("n", "e", "s", "w"):
            return f'"{end}" is not a side: n, e, s or w'
    for item in data.get("breaks", ()):
        if item["at"] not in ("n", "e", "s", "w", "centre") or item["kind"] not in ("hole", "block"):
            return f'"{item["at"]} {item["kind"]}" is not a place (n, e, s, w, centre) and hole or block'
    if not ends:
        return "a card needs a vine, such as n-s"
    errors = [finding for finding in face_findings(data) if finding.severity is Severity.ERROR]
    if "bridges" not in texts:  # which of two crossing vines is a bridge is asked next
        errors = [finding for finding in errors if finding.code != "FACE-4"]
    return f"{errors[0].message} ({errors[0].hint})" if errors else ""


# --- in your own words -------------------------------------------------------------------------------------


def _read_spell(answers: Answers, ask: Dialogue | None) -> tuple[Answers, list[str]]:
    """`--text`: the steps that a sentence means, and how the card says them in every language."""
    if not answers.get("text"):
        return answers, []
    if answers.get("step") or answers.get("words"):
        raise UserError("--text is turned into steps: omit --step and --words")
    from cloudy_pnp.games.cloudy_kingdom.present.sentences import LONGEST, marked
    from cloudy_pnp.games.cloudy_kingdom.wording.compose import LANGUAGES, spell_text

    text, lang = " ".join(answers["text"]), "".join(answers.get("lang", ()))
    if lang and lang not in LANGUAGES:
        raise UserError(f'there is no wording table for "{lang}"; {suggest(lang, LANGUAGES)}')
    used, meaning = _best_fit(text, [lang] if lang else LANGUAGES)
    lines = [f"your text ({used}): {marked(text, meaning.unclear) if len(text) <= LONGEST else f'{text[:60]}…'}"]
    if meaning.unclear:
        lines.append("what is in [brackets] is not understood")
    if not meaning.readings:
        raise Unclear([*lines, *([meaning.why] if meaning.why else []), *_similar(meaning.nearest)])
    options = [_shown(steps) for steps in meaning.readings]
    if meaning.sure or ask is None:
        chosen = 0
    else:
        texts = [spell_text(steps, used) for steps in meaning.readings]
        chosen = ask.choice("; ".join([*lines, "what do you mean?"]), [*texts, "none of these"])
    if chosen == len(options) or (ask is None and not meaning.sure):
        parts = [line for number, option in enumerate(options, 1) for line in (f"reading {number}:", *option)]
        hint = f"to write reading 1, replace --text with --step '{_flow(meaning.readings[0])}'"
        raise Unclear([*lines, *parts, *([] if ask else [hint]), *_similar(meaning.nearest)])
    rest = {key: value for key, value in answers.items() if key not in ("text", "lang")}
    return {**rest, "step": _options(steps_data(meaning.readings[chosen]))}, [*lines, *options[chosen]]


def _best_fit(text: str, languages: Sequence[str]) -> tuple[str, Understanding]:
    """Return what a text means, and the language it is understood best in; the first one if they are equal."""
    from cloudy_pnp.games.cloudy_kingdom.present.sentences import understand

    found = ((lang, understand(text, lang)) for lang in languages)
    return min(found, key=lambda item: (not item[1].sure, not item[1].readings, len(item[1].unclear)))


def _sentence(text: str, lang: str) -> dict[str, Any]:
    """Return the readings of a sentence for the studio: the steps of each, and how the card says them."""
    from cloudy_pnp.games.cloudy_kingdom.present.sentences import marked
    from cloudy_pnp.games.cloudy_kingdom.wording.compose import LANGUAGES, spell_text

    own = lang if lang in LANGUAGES else LANGUAGES[0]
    _, found = _best_fit(text, [own, *(other for other in LANGUAGES if other != own)])
    return {
        "sure": found.sure,
        "marked": marked(text, found.unclear) if found.unclear else "",
        "why": found.why,
        "nearest": list(found.nearest),
        "readings": [{"value": steps_data(steps), "text": spell_text(steps, own)} for steps in found.readings],
    }


def _shown(steps: Sequence[Step]) -> list[str]:
    """Return steps as YAML, and as the card says them in every language."""
    from cloudy_pnp.games.cloudy_kingdom.wording.compose import LANGUAGES, spell_text

    return [f"  steps: {_flow(steps)}", *(f"  {lang}: {spell_text(steps, lang)}" for lang in LANGUAGES)]


def _flow(steps: Sequence[Step]) -> str:
    return yaml.safe_dump(steps_data(steps), default_flow_style=True, sort_keys=False, width=1_000).strip()


def _similar(nearest: Sequence[str]) -> list[str]:
    return ["sentences that are understood:", *(f"  {text}" for text in nearest)] if nearest else []


def _make_spell(answers: Answers) -> dict[str, Any]:
    steps = [_yaml(text, "--step") for text in answers.get("step", ())]
    words = " ".join(answers.get("words", ()))
    if not steps and not words:
        raise UserError(
            'a spell needs steps: --text "what it does, in your own words", or --step "draw: 2" --step …; '
            'or --words "what the card says", which players do; on a terminal you are asked for them'
        )
    effect = [step for item in steps for step in (item if isinstance(item, list) else [item])]
    if answers.get("only-if"):
        if not effect:
            raise UserError("--only-if sets a condition for steps: add --step")
        effect = [{"only-if": {**_condition(answers["only-if"][0]), "steps": effect}}]
    entry: dict[str, Any] = {"effect": effect or MANUAL, **({"text": words} if words else {})}
    if answers.get("picture"):
        entry["picture"] = _several(answers["picture"][0])
    if answers.get("face"):
        entry["face"] = {"vines": strands(answers["face"][0])}
    return entry


def _condition(text: str) -> dict[str, Any]:
    """Parse the text after --only-if; `check` validates the measure.

    >>> _condition("draw-pile at-least 5")
    {'what': 'draw-pile', 'at-least': 5}
    """
    match text.split():
        case [what, "at-least" | "at-most" as compare, number] if number.isascii() and number.isdecimal():
            return {"what": what, compare: int(number)}
    raise UserError(
        f"--only-if {quoted(text)} is not a condition such as 'draw-pile at-least 5' or 'own-spells at-most 1'"
    )


def _ask_vine(ask: Dialogue) -> Answers:
    question = f"Which sides does each vine join ({_SIDES}; two vines: n-s, e-w)?"
    vines = ask.text(question, "n-e-s", lambda text: _vines_problem({"vines": text}))
    texts = {"vines": vines, "bridges": ""}
    if any(len(strand) == 2 for strand in strands(vines)):
        texts["bridges"] = ask.text(
            "Which of them are rope bridges (such as n-s; none: leave empty)?",
            judge=lambda text: _vines_problem({**texts, "bridges": text}),
        )
    broken = ask.text(
        "Where is it broken (such as e hole, centre block; nowhere: leave empty)?",
        judge=lambda text: _vines_problem({**texts, "breaks": text}),
    )
    count = str(ask.number("How many copies?", 2, 0, 999))
    return {"vines": [vines], "bridge": _several(texts["bridges"]), "break": _several(broken), "count": [count]}


def _several(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _make_vine(answers: Answers) -> dict[str, Any]:
    if not answers.get("vines"):
        raise UserError("a vine card needs --vines, such as n-s; on a terminal you are asked for them")
    count = answers["count"][0] if answers.get("count") else "1"
    entry: dict[str, Any] = {"count": int(count) if count.isdecimal() else count, "vines": strands(answers["vines"][0])}
    if answers.get("bridge"):
        entry["bridges"] = [strand for text in answers["bridge"] for strand in strands(text)]
    if answers.get("break"):
        entry["breaks"] = [_break(text) for text in answers["break"]]
    return entry


def strands(text: str) -> list[list[str]]:
    """Parse vines in their short form, or as YAML.

    >>> strands("n-s, e")
    [['n', 's'], ['e']]
    >>> strands("[[n, s], [e, w]]")
    [['n', 's'], ['e', 'w']]
    """
    if text.strip().startswith("["):
        vines: list[list[str]] = _yaml(text, "the vines")
        return vines
    return [[end.strip().lower() for end in strand.split("-")] for strand in text.split(",") if strand.strip()]


def _break(text: str) -> dict[str, str]:
    at, _, kind = text.replace("=", " ").replace(":", " ").strip().partition(" ")
    return {"at": at, "kind": kind.strip() or "hole"}


def _yaml(text: str, origin: str) -> Any:
    source = parse_source(text.encode("utf-8", "replace"), origin)
    if source.problems:
        raise UserError(f'{origin} "{text}" is not YAML: {source.problems[0].message}')
    return source.documents[0] if source.documents else None


MAKERS = {
    "spell": Maker(
        kind="spells",
        help="A spell: its name and its steps.",
        example='new spell "Second Thought" --name de="Neue Idee" --step "draw: 2" '
        '--step "play: {from: drawn, count: 1, where: growth}" --step "discard: drawn"',
        flags=(
            Flag("text", "SENTENCE", "What the spell does, in your own words: turned into steps."),
            Flag("lang", "LANG", "Language of NAME and --text [default: the source's; of --text the best fit]."),
            Flag("step", "YAML", 'A step, such as "draw: 2"; give the steps in order.', many=True),
            Flag("only-if", "CONDITION", "Condition for the steps, in quotes: 'draw-pile at-least 5'."),
            Flag("words", "TEXT", "The text of the card; without steps, only players carry it out, not the computer."),
            Flag("picture", "MOTIFS", "The motifs of its picture, such as 'giant, cloud'; see `list motifs`."),
            Flag("face", "SIDES", "The face of a spell that places itself: n-e-s-w, or n-s, e."),
        ),
        named=True,
        ask=_ask_spell,
        make=_make_spell,
        read=_read_spell,
        comment="The steps of the spell: the text on the card is composed from them.",
    ),
    "vine": Maker(
        kind="vines",
        help="A vine card: its face and its number of copies.",
        example='new vine "Long Ladder" --vines "n-s, e" --break "s hole" --count 2',
        flags=(
            Flag("vines", "SIDES", "The sides each vine joins: n-s, or n-s, e-w."),
            Flag("bridge", "SIDES", "A vine that is a rope bridge.", many=True),
            Flag("break", "'PLACE KIND'", "A break, in quotes: 'e hole' or 'centre block'.", many=True),
            Flag("count", "N", "Copies in the deck."),
        ),
        named=False,
        ask=_ask_vine,
        make=_make_vine,
        comment="The face of the card: n and s are its short sides, e and w the long ones.",
    ),
}

AUTHORING = Authoring(
    MAKERS,
    portrait,
    {"steps": lambda: [(row.example, row.meaning) for row in STEPS.values()], "motifs": describe_motifs},
    _sentence,
)
