"""From a plan to phrases: which row of a wording table says a thing, and which words are true of it.

Every language sees the same phrases. A step whose words depend on nothing else is a row by its key, and its values are
the words that choose the form: such a step needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import get_args

from msgspec.structs import asdict

from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.wording import clauses
from cloudy_pnp.i18n.wording import COUNTED, NUMBERS, Phrase, RowUse, number_words


def sentence_phrase(saying: clauses.Saying) -> Phrase:
    """Return the phrase of one sentence of a spell's text, with its full stop."""
    if isinstance(saying, clauses.Sentence):
        return _repeat_phrase("sentence", saying, _step(saying, inside=saying.times > 1))
    return Phrase("sentence", _words(saying.link, "one"), {"step": _block(saying), "digits": "1"})


def _block(block: clauses.Block) -> Phrase:
    link = _words(block.link)
    match block:
        case clauses.ChoiceBlock(options):
            return Phrase("choose", link, {"options": _options(options)})
        case clauses.RepeatBlock(times, body):
            return Phrase("repeat", link | number_words(times), {"steps": _steps(body), "digits": str(times)})
        case clauses.ConditionBlock(body=body):
            return Phrase("only-if", link | {block.what}, {"condition": _condition(block), "steps": _steps(body)})


def _repeat_phrase(row: str, sentence: clauses.Sentence, step: Phrase) -> Phrase:
    words = _words(
        sentence.link, sentence.times > 1 and "repeated", isinstance(sentence.first, clauses.OwnWords) and "own"
    ) | number_words(sentence.times)
    return Phrase(row, words, {"step": step, "digits": str(sentence.times)})


def _step(sentence: clauses.Sentence, *, inside: bool) -> Phrase:
    first = _clause(sentence.first, _words(sentence.link, inside and "inside"))
    if sentence.second is None:
        return first
    second = _clause(sentence.second, _words(inside and "inside"))
    return Phrase("pair", _words(sentence.link, first.row), {"first": first, "second": second})


def _steps(body: Sequence[clauses.Sentence]) -> Phrase:
    inner = [_repeat_phrase("inner", sentence, _step(sentence, inside=True)) for sentence in body]
    return reduce(lambda rest, first: Phrase("steps", slots={"first": first, "rest": rest}), reversed(inner))


def _options(options: Sequence[Sequence[clauses.Sentence]]) -> Phrase:
    """Join options; the condition of each pair is the row that the second one begins with."""
    phrases = [_steps(option) if option else Phrase("nothing") for option in options]
    begins = [_clause(option[0].first, frozenset()).row if option else "nothing" for option in options]
    rest = phrases[-1]
    for first, begin in zip(phrases[-2::-1], begins[:0:-1], strict=True):
        rest = Phrase("options", _words(begin), {"first": first, "rest": rest})
    return rest


def _condition(block: clauses.ConditionBlock) -> Phrase:
    none = block.number == 0 and not block.at_least
    words = _words("at-least" if block.at_least else "at-most", none and "none")
    return _numbered(block.what, words, block.number)


def _clause(clause: clauses.Clause, words: frozenset[str]) -> Phrase:
    match clause:
        case clauses.DrawCards(count, more, short):
            return _numbered("draw", words | _words(more and "more", short and "short"), count)
        case clauses.TakeTop(count):
            return _numbered("take", words, count)
        case clauses.PlayCards(cards, spot, may):
            return _numbered("play", words | _cards(cards) | _words(spot, may and "may"), cards.count)
        case clauses.KeepOne(cards):
            return _numbered("keep", words | _cards(cards), 1)
        case clauses.OwnWords(text):
            return Phrase("say", words, {"text": text})
        case clauses.PlayHand(spot, may):
            return Phrase("play-hand", words | _words(spot, "one", may and "may"))
        case clauses.DiscardHand():
            return Phrase("discard-hand", words)
        case clauses.PutAway(cards):
            return _numbered("discard", words | _cards(cards), cards.count)
        case clauses.PutAwayUnplayed(origin, mention, single):
            return Phrase("discard-unplayed", words | _words(origin, mention, single and "one"))
        case clauses.NeighbourMisses(turns):
            return _numbered("miss-turn", words | {"next"}, turns)
    values = asdict(clause)
    true = [value if isinstance(value, str) else value is True and name for name, value in values.items()]
    number = next((value for value in values.values() if type(value) is int), None)
    return _numbered(kinds.ROW_OF[type(clause)].name, words | _words(*true), number)


def clause_phrases(step: kinds.Step) -> list[Phrase]:
    """Return the phrases of a step whose words depend on nothing else: alone, after another one, or in a block."""
    if isinstance(step, kinds.CardStep | kinds.Say | kinds.ChooseOne | kinds.Repeat | kinds.OnlyIf):
        return []
    return [_clause(step, _words(link, inside)) for link in ("", *_LINKS) for inside in ("", "inside")]


def _numbered(row: str, words: frozenset[str], count: int | None) -> Phrase:
    if count is None:
        return Phrase(row, words, {"digits": ""})
    return Phrase(row, words | number_words(count), {"digits": str(count)})


def _cards(cards: clauses.Cards) -> frozenset[str]:
    return _words(
        cards.origin,
        cards.mention,
        cards.whole and "whole",
        cards.fewer and "fewer",
        cards.of_two and "of-two",
        cards.count is None and "uncounted",
    )


def _words(*words: str | bool) -> frozenset[str]:
    """Return those words that are there."""
    return frozenset(word for word in words if isinstance(word, str) and word)


# --- the rows that every language needs --------------------------------------------------------------------------

_LINKS = ("then", "anyway", "after")
_STEP = (*_LINKS, "inside")
_CARDS = ("drawn", "taken", "just", "rest", "again", "whole", "fewer", "of-two", "uncounted", *COUNTED)
_SPOTS = (*get_args(clauses.PlayedWhere), "may")


def _use(words: Iterable[str] = (), *slots: str) -> RowUse:
    return RowUse(frozenset(words), frozenset(slots))


def _step_use(row: kinds.StepRow) -> RowUse:
    """Derive the words from the values that a step can have."""
    words = {*_STEP}
    for name, part in row.schema.get("properties", {"": row.schema}).items():
        words |= {*part.get("enum", ())}
        words |= {name} if part.get("type") == "boolean" else set()
        if part.get("type") == "integer":
            words |= {*NUMBERS[part["minimum"] : part["maximum"] + 1], *COUNTED[len(NUMBERS) :]}
    return _use(words, "digits")


_CLAUSES = {
    "draw": _use((*_STEP, "more", "short", *COUNTED), "digits"),
    "take": _use((*_STEP, *COUNTED), "digits"),
    "play": _use((*_STEP, *_CARDS, *_SPOTS), "digits"),
    "keep": _use((*_STEP, *_CARDS), "digits"),
    "say": _use(_STEP, "text"),
    "play-hand": _use((*_STEP, *_SPOTS, "one")),
    "discard": _use((*_STEP, *_CARDS), "digits"),
    "discard-hand": _use(_STEP),
    "discard-unplayed": _use((*_STEP, "drawn", "taken", "it", "them", "again", "one")),
    **{
        name: _step_use(row)
        for name, row in kinds.STEPS.items()
        if not row.block and name not in ("draw", "play", "discard", "take", "keep", "say")
    },
}
_CLAUSES["miss-turn"] = _use((*_CLAUSES["miss-turn"].words, *COUNTED), "digits")  # several times is one clause

ROWS: Mapping[str, RowUse] = MappingProxyType(
    {
        "sentence": _use((*_LINKS, "repeated", "own", *COUNTED), "step", "digits"),
        "inner": _use((*_LINKS, "repeated", "own", *COUNTED), "step", "digits"),
        "pair": _use((*_LINKS, "draw", "take", "take-back", "play"), "first", "second"),
        "steps": _use((), "first", "rest"),
        "choose": _use(_LINKS, "options"),
        "options": _use((*_CLAUSES, "nothing"), "first", "rest"),
        "nothing": _use(),
        "repeat": _use((*_LINKS, *COUNTED), "steps", "digits"),
        "only-if": _use((*_LINKS, *get_args(kinds.Counted)), "condition", "steps"),
        **{what: _use(("at-least", "at-most", "none", *COUNTED), "digits") for what in get_args(kinds.Counted)},
        **_CLAUSES,
    }
)
