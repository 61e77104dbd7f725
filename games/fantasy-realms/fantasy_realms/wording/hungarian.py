"""Hungarian words for what a card does.

The sentences are built so that names of suits and cards never take a suffix, since authors may add names of their own
(„minden Bestia után”, „ha van a kezedben Varázsló”); only the article has to agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fantasy_realms.model.effects import CopyField, Holds, Tier
from fantasy_realms.wording.voice import Noun, Voice

_FIELDS: Mapping[CopyField, str] = {
    "name": "nevét",
    "suit": "színét",
    "strength": "alaperejét",
    "penalty": "büntetését",
}


def article(name: str) -> str:
    """a or az, by the first letter.

    >>> article("Sárkány"), article("Özönvíz"), article("Elf íjászok")
    ('a', 'az', 'az')
    """
    return "az" if name[:1].casefold() in "aáeéiíoóöőuúüű" else "a"


class Hungarian(Voice):
    """Card names in „…” quotation marks."""

    def quoted(self, name: str) -> str:
        return f"„{name}”"

    def per_card(self, points: str, nouns: Sequence[Noun]) -> str:
        return f"{points} {self._each(nouns)} után"

    def once(self, points: str, condition: str) -> str:
        return f"{points}, {condition}"

    def when(self, award: str, condition: str) -> str:
        return f"{condition}, {award}"

    def tests(self, tests: Sequence[tuple[list[Noun], Holds]], every: bool) -> str:
        having = [nouns for nouns, test in tests if test.present]
        lacking = [nouns for nouns, test in tests if not test.present]
        link = "és" if every else "vagy"
        parts = []
        if having:
            groups = [self._some(nouns) for nouns in having]
            mixed = any(len(nouns) > 1 for nouns in having) and len(having) > 1
            said = ", valamint ".join(groups) if mixed and every else self.joined(groups, link)
            parts.append(f"ha van a kezedben {said}")
        parts += [f"ha nincs a kezedben {self._some(nouns)}" for nouns in lacking]
        return self.joined(parts, link)

    def otherwise(self, awards: Sequence[str]) -> str:
        return "; különben ".join(awards)

    def strength_sum(self, nouns: Sequence[Noun]) -> str:
        return f"hozzáadódik {self._each(nouns)} alapereje"

    def strength_highest(self, nouns: Sequence[Noun]) -> str:
        kinds = ", ".join(self._bare(noun) for noun in nouns)
        return f"hozzáadódik a legnagyobb alaperő ezek közül: {kinds}"

    def runs(self, tiers: str) -> str:
        return f"egymást követő alaperőkért: {tiers}"

    def sets(self, tiers: str) -> str:
        return f"különböző, de azonos színű lapokért: {tiers}"

    def tier(self, tier: Tier) -> str:
        return f"{tier.cards} lap +{tier.points}"

    def suits_differ(self, points: str) -> str:
        return f"{points}, ha nincs a kezedben két azonos színű lap"

    def clears(self, nouns: Sequence[Noun]) -> str:
        return f"törli {self._each(nouns)} büntetését"

    def strikes(self, word: str, nouns: Sequence[Noun]) -> str:
        where = "minden büntetésből" if nouns == [Noun("every")] else f"{self._each(nouns)} büntetéséből"
        return f"törli {where} {article(word)} „{word}” szót"

    def copies_hand(self, fields: Sequence[CopyField]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "és")
        return f"átveszi egy másik, a kezedben lévő lap {what}, de a bónuszát nem"

    def copies_game(self, fields: Sequence[CopyField], nouns: Sequence[Noun]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "és")
        kinds = self.joined([self.plain(noun) for noun in nouns], "vagy")
        return f"átveszi a játék bármelyik ilyen lapjának {what}: {kinds}"

    def changes_suit(self) -> str:
        return "egy másik lapod színét tetszés szerint megváltoztatja"

    def clears_one(self, nouns: Sequence[Noun]) -> str:
        return f"törli egy {self.joined([self.plain(noun) for noun in nouns], 'vagy')} lapod büntetését"

    def takes(self, nouns: Sequence[Noun]) -> str:
        kinds = self.joined([self.plain(noun) for noun in nouns], "vagy")
        return f"a játék végén további lapként a kezedbe vehetsz egyet a kirakott lapok közül: {kinds}"

    def blanks(self, nouns: Sequence[Noun]) -> str:
        return f"semlegessé válik {self._each(nouns)}"

    def blanked_without(self, nouns: Sequence[Noun]) -> str:
        return f"semleges, ha nincs a kezedben {self._some(nouns)}"

    def blanked_with(self, nouns: Sequence[Noun]) -> str:
        return f"semleges, ha van a kezedben {self._some(nouns)}"

    # --- nouns

    def _bare(self, noun: Noun) -> str:
        return "lap" if noun.kind == "every" else self.plain(noun)

    def _each(self, nouns: Sequence[Noun]) -> str:
        said = []
        for noun in nouns:
            if noun.kind == "card":
                said.append(f"{article(self.card_name(noun.id))} {self.plain(noun)}{self._except(noun)}")
            else:
                said.append(f"minden {'másik ' if noun.other else ''}{self._bare(noun)}{self._except(noun)}")
        return self.joined(said, "és")

    def _except(self, noun: Noun) -> str:
        if not noun.excepted:
            return ""
        kinds = self.joined([self.plain(other) for other in noun.excepted], "és")
        return f", kivéve: {kinds}" if noun.kind == "every" else f" (kivéve: {kinds})"

    def _some(self, nouns: Sequence[Noun]) -> str:
        said = [f"{'másik ' if noun.other else ''}{self._bare(noun)}{self._except(noun)}" for noun in nouns]
        return self.joined(said, "vagy")
