"""English words for what a card does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fantasy_realms.model.effects import CopyField, Holds, Tier
from fantasy_realms.wording.voice import Noun, Voice

_FIELDS: Mapping[CopyField, str] = {
    "name": "name",
    "suit": "suit",
    "strength": "base strength",
    "penalty": "penalty",
}


class English(Voice):
    """Card names need no quotation marks: capital letters show them."""

    def per_card(self, points: str, nouns: Sequence[Noun]) -> str:
        return f"{points} for {self._each('each', nouns)}"

    def once(self, points: str, condition: str) -> str:
        return f"{points} {condition}"

    def when(self, award: str, condition: str) -> str:
        return f"{condition}, {award}"

    def tests(self, tests: Sequence[tuple[list[Noun], Holds]], every: bool) -> str:
        having = [nouns for nouns, test in tests if test.present]
        lacking = [nouns for nouns, test in tests if not test.present]
        link = "and" if every else "or"
        parts = []
        if having:
            groups = [self._some(nouns, "either " if len(having) > 1 else "") for nouns in having]
            parts.append(f"with {self.joined(groups, link)}")
        parts += [f"without {self._some(nouns, '')}" for nouns in lacking]
        return self.joined(parts, link)

    def otherwise(self, awards: Sequence[str]) -> str:
        return "; otherwise ".join(awards)

    def strength_sum(self, nouns: Sequence[Noun]) -> str:
        return f"adds the base strength of {self._each('every', nouns)}"

    def strength_highest(self, nouns: Sequence[Noun]) -> str:
        return f"adds the highest base strength of any one {self.joined([self._bare(noun) for noun in nouns], 'or')}"

    def runs(self, tiers: str) -> str:
        return f"for a run of base strengths: {tiers}"

    def sets(self, tiers: str) -> str:
        return f"for different cards of one suit: {tiers}"

    def tier(self, tier: Tier) -> str:
        return f"{tier.cards} cards +{tier.points}"

    def suits_differ(self, points: str) -> str:
        return f"{points} if no two of your cards share a suit"

    def clears(self, nouns: Sequence[Noun]) -> str:
        return f"clears the penalty of {self._each('every', nouns)}"

    def strikes(self, word: str, nouns: Sequence[Noun]) -> str:
        where = "every penalty" if _all(nouns) else f"the penalty of {self._each('every', nouns)}"
        return f"strikes the word “{word}” from {where}"

    def copies_hand(self, fields: Sequence[CopyField]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "and")
        return f"takes the {what} of another card in your hand, but not its bonus"

    def copies_game(self, fields: Sequence[CopyField], nouns: Sequence[Noun]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "and")
        return f"takes the {what} of any {self.joined([self.plain(noun) for noun in nouns], 'or')} in the game"

    def changes_suit(self) -> str:
        return "gives one other card a suit of your choice"

    def clears_one(self, nouns: Sequence[Noun]) -> str:
        return f"clears the penalty of one {self.joined([self._bare(noun) for noun in nouns], 'or')}"

    def takes(self, nouns: Sequence[Noun]) -> str:
        what = self.joined([self.plain(noun) for noun in nouns], "or")
        return f"when the game ends, you may add one {what} from the display to your hand as an extra card"

    def blanks(self, nouns: Sequence[Noun]) -> str:
        return f"blanks {self._each('every', nouns)}"

    def blanked_without(self, nouns: Sequence[Noun]) -> str:
        return f"blanked without {self._some(nouns, '')}"

    def blanked_with(self, nouns: Sequence[Noun]) -> str:
        return f"blanked with {self._some(nouns, '')}"

    def _each(self, word: str, nouns: Sequence[Noun]) -> str:
        """Each Beast and Elven Archers; each Army, each Wizard and each other Leader."""
        suits = [noun for noun in nouns if noun.kind != "card"]
        cards = [self.plain(noun) + self._except(noun) for noun in nouns if noun.kind == "card"]
        if any(noun.excepted for noun in suits):
            said = [f"{word} {self._bare(noun)}{self._except(noun)}" for noun in suits]
        else:
            repeat = any(noun.other for noun in suits)
            again = [word if repeat or at == 0 else "" for at in range(len(suits))]
            said = [f"{first} {self._bare(noun)}".strip() for first, noun in zip(again, suits, strict=True)]
        return self.joined([*said, *(f"for {card}" if word == "each" else card for card in cards)], "and")

    def _bare(self, noun: Noun) -> str:
        name = "card" if noun.kind == "every" else self.plain(noun)
        return f"other {name}" if noun.other else name

    def _except(self, noun: Noun) -> str:
        if not noun.excepted:
            return ""
        return f" except {self.joined([self.plain(other) for other in noun.excepted], 'and')}"

    def _some(self, nouns: Sequence[Noun], either: str) -> str:
        """Any Wizard; Empress, Queen or Enchantress."""
        said = [self._any(noun, at) + self._except(noun) for at, noun in enumerate(nouns)]
        return (either if len(said) > 1 else "") + self.joined(said, "or")

    def _any(self, noun: Noun, at: int) -> str:
        if noun.kind == "card":
            return self.plain(noun)
        return f"any {self._bare(noun)}" if at == 0 else self._bare(noun)


def _all(nouns: Sequence[Noun]) -> bool:
    return nouns == [Noun("every")]
