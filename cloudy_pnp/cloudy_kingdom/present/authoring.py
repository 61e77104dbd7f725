"""Start a new spell or vine card: from flags, from a sentence, or from a commented template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import yaml

from cloudy_pnp.cloudy_kingdom.model.cards import describe_motifs
from cloudy_pnp.cloudy_kingdom.model.steps import MANUAL, STEPS, Say, Step, steps_data
from cloudy_pnp.cloudy_kingdom.scenarios.ascii import portrait
from cloudy_pnp.core.problems import UserError, quoted, suggest
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.game.contract import Answers, Authoring, Data, Flag, Maker, PickReading, Unclear
from cloudy_pnp.i18n.localized import Localized
from cloudy_pnp.i18n.wording import merged_rows

if TYPE_CHECKING:
    from cloudy_pnp.cloudy_kingdom.present.sentences import Understanding
    from cloudy_pnp.cloudy_kingdom.wording.compose import SpellTexts


def _options(effect: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return steps as `--step` takes them."""
    return [yaml.safe_dump(step, default_flow_style=True, sort_keys=False) for step in effect]


# --- in your own words -------------------------------------------------------------------------------------


def _read_spell(answers: Answers, choose: PickReading | None, data: Data) -> tuple[Answers, list[str]]:
    """`--text`: the steps that a sentence means, and how the card says them in every language."""
    if not answers.get("text"):
        return answers, []
    if answers.get("step") or answers.get("words"):
        raise UserError("--text is turned into steps: omit --step and --words")
    from cloudy_pnp.cloudy_kingdom.present.sentences import LONGEST, marked, with_say

    text, lang = " ".join(answers["text"]), "".join(answers.get("lang", ()))
    texts, languages = _texts(data)
    if lang and lang not in languages:
        raise UserError(
            f'"{lang}" has no wording table, so its sentences cannot be read: add one (docs/how-to/translating.md), '
            f"or write the text in another language; {suggest(lang, languages)}"
        )
    used, meaning = _best_fit(text, [lang] if lang else languages, texts)
    lines = [f"your text ({used}): {marked(text, meaning.unclear) if len(text) <= LONGEST else f'{text[:60]}…'}"]
    if meaning.unclear:
        lines.append("what is in [brackets] is not understood, and the steps do not say it")
    if not meaning.readings:
        raise Unclear([*lines, *([meaning.why] if meaning.why else []), *_similar(meaning.nearest)])
    readings = [*meaning.readings]
    if choose and (found := with_say(text, used, meaning, texts)):  # the source language needs a text, too
        steps, said = found
        say = Say(Localized.of(dict.fromkeys((data["game"][0]["languages"][0], used), said)))
        readings.append((say, *steps) if text.lstrip().startswith(said) else (*steps, say))
    options = [_shown(steps, texts) for steps in readings]
    if meaning.sure or choose is None:
        chosen = 0
    else:
        worded = [texts(steps, used) for steps in readings]
        default = len(worded) if meaning.unclear else 0
        chosen = choose("; ".join([*lines, "what do you mean?"]), [*worded, "none of these"], default)
    if chosen == len(options) or (choose is None and not meaning.sure):
        parts = [line for number, option in enumerate(options, 1) for line in (f"reading {number}:", *option)]
        hint = f"to write reading 1, replace --text with --step '{_flow(meaning.readings[0])}'"
        raise Unclear([*lines, *parts, *([] if choose else [hint]), *_similar(meaning.nearest)])
    rest = {key: value for key, value in answers.items() if key not in ("text", "lang")}
    return {**rest, "step": _options(steps_data(readings[chosen]))}, [*lines, *options[chosen]]


def _texts(data: Data) -> tuple[SpellTexts, list[str]]:
    """Return the texts of a project, and the languages whose sentences can be read: they have rows of their own."""
    from cloudy_pnp.cloudy_kingdom.wording.compose import SpellTexts, spell_text

    tables = data.get("wording", ())
    texts = SpellTexts(merged_rows(tables)) if tables else spell_text
    borrowed = {table["id"] for table in tables if table.get("borrowed")}
    own = {table["id"] for table in tables if not table.get("borrowed")}  # over the source's rows, which are borrowed
    return texts, [known for known in texts.languages if known in own or known not in borrowed]


def _best_fit(text: str, languages: Sequence[str], texts: SpellTexts) -> tuple[str, Understanding]:
    """Return what a text means, and the language it is understood best in; the first one if they are equal."""
    from cloudy_pnp.cloudy_kingdom.present.sentences import understand

    found = ((lang, understand(text, lang, texts)) for lang in languages)
    return min(found, key=lambda item: (not item[1].sure, not item[1].readings, len(item[1].unclear)))


def _sentence(text: str, lang: str, data: Data) -> dict[str, Any]:
    """Return the readings of a sentence for the studio: the steps of each, and how the card says them."""
    from cloudy_pnp.cloudy_kingdom.present.sentences import marked

    texts, languages = _texts(data)
    own = lang if lang in languages else languages[0]
    _, found = _best_fit(text, [own, *(other for other in languages if other != own)], texts)
    return {
        "sure": found.sure,
        "marked": marked(text, found.unclear) if found.unclear else "",
        "why": found.why,
        "nearest": list(found.nearest),
        "readings": [{"value": steps_data(steps), "text": texts(steps, own)} for steps in found.readings],
    }


def _shown(steps: Sequence[Step], texts: SpellTexts) -> list[str]:
    """Return steps as YAML, and as the card says them in every language."""
    return [f"  steps: {_flow(steps)}", *(f"  {lang}: {texts(steps, lang)}" for lang in texts.languages)]


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
            'or --words "what the card says", which players do; without any option, a template is written'
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


def _several(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _spell_template() -> tuple[Answers, list[str]]:
    """Draw two cards and play one of them; the comments show every other step."""
    steps = ["draw: 2", "play: {from: drawn, count: 1, where: growth}", "discard: {from: drawn}"]
    return {"step": steps}, ["Replace the steps; `cloudy-pnp list steps` explains them:", *_EXAMPLES]


_EXAMPLES = tuple(f"  - {row.example}" for row in STEPS.values())
_VINE_EXAMPLES = (
    "Two vines: [[n, s], [e, w]]; then one of them is a rope bridge: bridges: [[e, w]].",
    "A break: breaks: [{at: e, kind: hole}], or {at: centre, kind: block}.",
)


def _make_vine(answers: Answers) -> dict[str, Any]:
    if not answers.get("vines"):
        raise UserError("a vine card needs --vines, such as n-s")
    count = answers["count"][0] if answers.get("count") else "1"
    entry: dict[str, Any] = {"count": int(count) if count.isdecimal() else count, "vines": strands(answers["vines"][0])}
    if answers.get("bridge"):
        entry["bridges"] = [strand for text in answers["bridge"] for strand in strands(text)]
    if answers.get("break"):
        entry["breaks"] = [_break(text) for text in answers["break"]]
    return entry


def _make_castle(answers: Answers) -> dict[str, Any]:
    given = {name: answers[name][0] for name in ("family", "sky") if answers.get(name)}
    return {**given, "sky": int(sky) if (sky := given.get("sky", "1")).isdecimal() else sky}


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
        '--step "play: {from: drawn, count: 1, where: growth}" --step "discard: {from: drawn}"',
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
        make=_make_spell,
        read=_read_spell,
        comment="The steps of the spell: the text on the card is composed from them.",
        template=_spell_template,
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
        make=_make_vine,
        comment="The face of the card: n and s are its short sides, e and w the long ones.",
        template=lambda: ({"vines": ["n-e-s"], "count": ["2"]}, _VINE_EXAMPLES),
    ),
    "castle": Maker(
        kind="castles",
        help="A castle card: its family, and the sky around it.",
        example="new castle castle-raven-5 --family raven --sky 5",
        flags=(
            Flag("family", "FAMILY", "The family, such as raven."),
            Flag("sky", "N", "The arrangement of clouds and leaves."),
        ),
        named=False,
        make=_make_castle,
        comment="Every layout lays all castles of a family, so each family has one for each side of the board.",
        template=lambda: ({"family": ["raven"], "sky": ["5"]}, ()),
    ),
}

AUTHORING = Authoring(
    MAKERS,
    portrait,
    {"steps": lambda: [(row.example, row.meaning) for row in STEPS.values()], "motifs": describe_motifs},
    _sentence,
)
