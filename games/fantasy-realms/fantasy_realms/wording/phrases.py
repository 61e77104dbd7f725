"""From the effects of a card to phrases: which row of a wording table words them, and which words are true of it.

Every language gets the same phrases; only the gender of a suit comes from the table itself (row `gender`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.i18n.wording import Phrase, RowUse, Table
from fantasy_realms.model import realm as fx
from fantasy_realms.model.realm import Card, Realm

MINUS = "−"
FIELDS: tuple[fx.CopyField, ...] = ("name", "suit", "strength", "penalty")
GENDERS = ("m", "f", "n")
SUITS = ("land", "flood", "weather", "flame", "army", "wizard", "leader", "beast", "weapon", "artifact", "wild")
ANY_SUIT = "any-suit"
_VOWELS = "aáeéiíoóöőuúüű"


class Noun(Struct, frozen=True):
    """The cards of a suit, a single card, or (without an id) every card; perhaps with exceptions."""

    id: str
    is_card: bool = False
    another: bool = False
    excepted: tuple[Noun, ...] = ()


class Phrases:
    """The phrases of the cards of a game, for one language."""

    def __init__(self, realm: Realm, lang: str, table: Table) -> None:
        self._realm, self._lang, self._table = realm, lang, table

    def bonuses(self, card: Card) -> Iterator[Phrase]:
        """Yield a phrase for each bonus, each penalty that the card clears, and its choice."""
        yield from map(self._bonus, card.bonus)
        yield from map(self._clearing, card.clears)
        if card.choice is not None:
            yield self._choice(card.choice)

    def penalties(self, card: Card) -> Iterator[Phrase]:
        """Yield a phrase for each clause of the penalty."""
        yield from map(self._penalty, card.penalty)

    def _bonus(self, effect: fx.Bonus) -> Phrase:
        match effect:
            case fx.PerCard() | fx.Once():
                return self._award("+", effect)
            case fx.FirstOf(cases):
                return _joined("otherwise", [self._award("+", case) for case in cases])
            case fx.Strengths(of, take):
                return self._about(f"strength-{take}", of)
            case fx.Runs(tiers):
                return Phrase("runs", slots={"tiers": _tiers(tiers)})
            case fx.Sets(tiers):
                return Phrase("sets", slots={"tiers": _tiers(tiers)})
            case fx.SuitsDiffer(points):
                return Phrase("suits-differ", slots={"points": f"+{points}"})

    def _clearing(self, effect: fx.Clearing) -> Phrase:
        if isinstance(effect, fx.ClearPenalty):
            return self._about("clears", effect.of)
        word = self._realm.suits[effect.word].name[self._lang]
        words = _words(self._nouns(effect.on) == [Noun("")] and "all", _begins(word))
        return self._about("strikes", effect.on, words, word=word)

    def _choice(self, choice: fx.Choice) -> Phrase:
        match choice:
            case fx.Copy("hand", fields):
                return Phrase("copies-hand", slots={"fields": _fields(fields)})
            case fx.Copy(_, fields, suits):
                return Phrase("copies-game", slots={"fields": _fields(fields), "nouns": self._suits(suits)})
            case fx.ChangeSuit():
                return Phrase("changes-suit")
            case fx.ClearOne(of):
                nouns = self._nouns(of)
                genders = {self._gender(noun) for noun in nouns}
                agree = len(genders) == 1 and not any(noun.is_card for noun in nouns)
                return self._about("clears-one", of, _words(*(genders if agree else ()), agree and "agree"))
            case fx.TakeCard(suits):
                return Phrase("takes", slots={"nouns": self._suits(suits)})

    def _penalty(self, clause: fx.Penalty) -> Phrase:
        match clause:
            case fx.PerCard() | fx.Once():
                return self._award(MINUS, clause)
            case fx.Blank(of):
                return self._about("blanks", of)
            case fx.BlankedUnless(having):
                return self._about("blanked-without", having)
            case fx.BlankedIf(having):
                return self._about("blanked-with", having)

    def _award(self, sign: str, award: fx.PerCard | fx.Once) -> Phrase:
        points = f"{sign}{award.points}"
        if isinstance(award, fx.Once):
            return Phrase("once", slots={"points": points, "condition": self._condition(award.when)})
        nouns = self._nouns(award.of)
        suits, cards = ([noun for noun in nouns if noun.is_card is is_card] for is_card in (False, True))
        words = _words(bool(suits) and "suits", bool(cards) and "cards", len(cards) == 1 and "one-card")
        parts = {name: self._list(some) for name, some in (("suits", suits), ("cards", cards)) if some}
        each = self._about("per-card", award.of, words, points=points, **parts)
        if award.when is None:
            return each
        return Phrase("when", slots={"award": each, "condition": self._condition(award.when)})

    def _condition(self, condition: fx.Condition) -> Phrase:
        link = _words(condition.every and "and")
        having = [self._nouns(test.which) for test in condition.tests if test.present]
        parts = []
        if having:
            several = len(having) > 1
            groups = [
                Phrase("group", _words(several and "several", len(nouns) > 1 and "many"), {"nouns": self._list(nouns)})
                for nouns in having
            ]
            mixed = several and any(len(nouns) > 1 for nouns in having)
            words = link | _words(mixed and "mixed")
            parts.append(Phrase("having", slots={"groups": _joined("groups", groups, words)}))
        parts += [self._about("without", test.which) for test in condition.tests if not test.present]
        return _joined("conditions", parts, link)

    # --- nouns ---

    def _about(self, row: str, which: fx.Which, words: frozenset[str] = frozenset(), **more: Phrase | str) -> Phrase:
        """Return a phrase about some cards: `nouns` in the order of the card, `sorted` with suits first."""
        nouns = self._nouns(which)
        in_order = sorted(nouns, key=lambda noun: noun.is_card)
        return Phrase(row, words, {"nouns": self._list(nouns), "sorted": self._list(in_order), **more})

    def _nouns(self, which: fx.Which) -> list[Noun]:
        """Return the suits and cards of selectors, in the order of the game; exceptions go with the last of each."""
        nouns: list[Noun] = []
        for part in which:
            named = [Noun("", another=part.other)] if part.every else []
            named += [Noun(suit, another=part.other) for suit in self._realm.suits if suit in part.suits]
            named += [Noun(card, is_card=True) for card in self._realm.cards if card in part.cards]
            excepted = (
                *(Noun(suit) for suit in self._realm.suits if suit in part.except_suits),
                *(Noun(card, is_card=True) for card in self._realm.cards if card in part.except_cards),
            )
            nouns += [*named[:-1], replace(named[-1], excepted=excepted)]
        return nouns

    def _suits(self, suits: frozenset[str]) -> Phrase:
        return self._list([Noun(suit) for suit in self._realm.suits if suit in suits])

    def _list(self, nouns: Sequence[Noun]) -> Phrase:
        repeat = any(noun.another or noun.excepted for noun in nouns if not noun.is_card)
        words = _words(repeat and "repeat")
        return _joined("nouns", [self._noun(noun, words | _words(not at and "first")) for at, noun in enumerate(nouns)])

    def _noun(self, noun: Noun, words: frozenset[str]) -> Phrase:
        slots: dict[str, Phrase | str] = {"exceptions": self._list(noun.excepted)} if noun.excepted else {}
        words |= _words(bool(noun.excepted) and "excepted")
        if noun.is_card:
            name = self._realm.cards[noun.id].name[self._lang]
            return Phrase("card", words | _words(_begins(name)), {"name": name, **slots})
        name = self._realm.suits[noun.id].name[self._lang] if noun.id else ""
        words |= _words(noun.id or ANY_SUIT, noun.another and "another", self._gender(noun))
        return Phrase("suit", words, {"name": name, **slots})

    def _gender(self, noun: Noun) -> str:
        return self._table.part(Phrase("gender", _words(noun.id or ANY_SUIT)))


def _begins(name: str) -> str:
    return "vowel" if name[:1].casefold() in _VOWELS else ""


def _fields(fields: frozenset[fx.CopyField]) -> Phrase:
    return _joined("fields", [Phrase("field", frozenset({field})) for field in FIELDS if field in fields])


def _tiers(tiers: Sequence[fx.Tier]) -> Phrase:
    return _joined(
        "tiers", [Phrase("tier", slots={"cards": str(tier.cards), "points": str(tier.points)}) for tier in tiers]
    )


def _joined(row: str, phrases: Sequence[Phrase], words: frozenset[str] = frozenset()) -> Phrase:
    """Join phrases by a row with the slots `first` and `rest`; a single one needs no such row."""
    joined = phrases[-1]
    for number, first in enumerate(reversed(phrases[:-1])):
        joined = Phrase(row, words | _words(not number and "last"), {"first": first, "rest": joined})
    return joined


def _words(*words: str | bool) -> frozenset[str]:
    """Return the words that are true."""
    return frozenset(word for word in words if isinstance(word, str) and word)


# --- the rows that every language needs --------------------------------------------------------------------------


def _use(words: Iterable[str] = (), *slots: str) -> RowUse:
    return RowUse(frozenset(words), frozenset(slots))


_NOUNS = ("nouns", "sorted")
ROWS: Mapping[str, RowUse] = MappingProxyType(
    {
        "sentence": _use((), "text"),
        "per-card": _use(("suits", "cards", "one-card"), "points", "suits", "cards", *_NOUNS),
        "once": _use((), "points", "condition"),
        "when": _use((), "award", "condition"),
        "otherwise": _use(("last",), "first", "rest"),
        "suits-differ": _use((), "points"),
        "runs": _use((), "tiers"),
        "sets": _use((), "tiers"),
        "tiers": _use(("last",), "first", "rest"),
        "tier": _use((), "cards", "points"),
        "strikes": _use(("all", "vowel"), "word", *_NOUNS),
        "copies-hand": _use((), "fields"),
        "copies-game": _use((), "fields", "nouns"),
        "changes-suit": _use(),
        "clears-one": _use(("agree", *GENDERS), *_NOUNS),
        "takes": _use((), "nouns"),
        **{row: _use((), *_NOUNS) for row in ("strength-sum", "strength-highest", "clears", "without")},
        **{row: _use((), *_NOUNS) for row in ("blanks", "blanked-without", "blanked-with")},
        "fields": _use(("last",), "first", "rest"),
        "field": _use(FIELDS),
        "conditions": _use(("last", "and"), "first", "rest"),
        "having": _use((), "groups"),
        "groups": _use(("last", "and", "mixed"), "first", "rest"),
        "group": _use(("several", "many"), "nouns"),
        "nouns": _use(("last",), "first", "rest"),
        "card": _use(("first", "repeat", "excepted", "vowel"), "name", "exceptions"),
        "suit": _use(("first", "repeat", "excepted", "another", ANY_SUIT, *GENDERS, *SUITS), "name", "exceptions"),
        "gender": _use((ANY_SUIT, *SUITS)),
    }
)
