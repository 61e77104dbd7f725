"""German words for what a card does; „du“, and card names in quotation marks, so that they are not inflected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fantasy_realms.model.effects import CopyField, Holds, Tier
from fantasy_realms.wording.voice import Gender, Noun, Voice

_FIELDS: Mapping[CopyField, str] = {
    "name": "Name",
    "suit": "Farbe",
    "strength": "Basisstärke",
    "penalty": "Strafe",
}
# singular, gender, plural, dative plural
_SUITS: Mapping[str, tuple[str, Gender, str, str]] = {
    "land": ("Land", "n", "Länder", "Ländern"),
    "flood": ("Flut", "f", "Fluten", "Fluten"),
    "weather": ("Wetterkarte", "f", "Wetterkarten", "Wetterkarten"),
    "flame": ("Flamme", "f", "Flammen", "Flammen"),
    "army": ("Armee", "f", "Armeen", "Armeen"),
    "wizard": ("Zauberer", "m", "Zauberer", "Zauberern"),
    "leader": ("Anführer", "m", "Anführer", "Anführern"),
    "beast": ("Bestie", "f", "Bestien", "Bestien"),
    "weapon": ("Waffe", "f", "Waffen", "Waffen"),
    "artifact": ("Artefakt", "n", "Artefakte", "Artefakten"),
    "wild": ("Joker", "m", "Joker", "Jokern"),
}
_EACH: Mapping[Gender, str] = {"m": "jeden", "f": "jede", "n": "jedes"}
_EACH_OTHER: Mapping[Gender, str] = {"m": "jeden anderen", "f": "jede andere", "n": "jedes andere"}
_WITH_A: Mapping[Gender, str] = {"m": "einem", "f": "einer", "n": "einem"}
_OTHER_DATIVE = "anderen"


class German(Voice):
    """A suit that is not known here is said as „Karte der Farbe …“."""

    def quoted(self, name: str) -> str:
        return f"„{name}“"

    def per_card(self, points: str, nouns: Sequence[Noun]) -> str:
        suits = [noun for noun in nouns if noun.kind != "card"]
        each = [f"für {self._each(suits)}"] if suits else []
        cards = [f"für {self.plain(noun)}" for noun in nouns if noun.kind == "card"]
        return f"{points} {self.joined([*each, *cards], 'und')}"

    def once(self, points: str, condition: str) -> str:
        return f"{points} {condition}"

    def when(self, award: str, condition: str) -> str:
        return f"{condition} {award}"

    def tests(self, tests: Sequence[tuple[list[Noun], Holds]], every: bool) -> str:
        having = [nouns for nouns, test in tests if test.present]
        lacking = [nouns for nouns, test in tests if not test.present]
        link = "und" if every else "oder"
        parts = []
        if having:
            groups = [self._some(nouns, "entweder " if len(having) > 1 else "") for nouns in having]
            parts.append(f"mit {self.joined(groups, link)}")
        parts += [self._without(nouns) for nouns in lacking]
        return self.joined(parts, link)

    def otherwise(self, awards: Sequence[str]) -> str:
        return ", sonst ".join(awards)

    def strength_sum(self, nouns: Sequence[Noun]) -> str:
        return f"zählt die Basisstärken {self._of_all(nouns)} hinzu"

    def strength_highest(self, nouns: Sequence[Noun]) -> str:
        among = self.joined([self._dative_plural(noun) for noun in nouns], "und")
        return f"zählt die höchste Basisstärke unter deinen {among} hinzu"

    def runs(self, tiers: str) -> str:
        return f"für aufeinanderfolgende Basisstärken: {tiers}"

    def sets(self, tiers: str) -> str:
        return f"für verschiedene Karten einer Farbe: {tiers}"

    def tier(self, tier: Tier) -> str:
        return f"{tier.cards} Karten +{tier.points}"

    def suits_differ(self, points: str) -> str:
        return f"{points}, wenn keine zwei deiner Karten dieselbe Farbe haben"

    def clears(self, nouns: Sequence[Noun]) -> str:
        return f"hebt die Strafen {self._of_all(nouns)} auf"

    def strikes(self, word: str, nouns: Sequence[Noun]) -> str:
        every = nouns == [Noun("every")]
        where = "allen Strafen" if every else f"den Strafen {self._of_all(nouns)}"
        return f"streicht das Wort „{word}“ aus {where}"

    def copies_hand(self, fields: Sequence[CopyField]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "und")
        return f"übernimmt {what} einer anderen Karte deiner Hand, aber nicht ihren Bonus"

    def copies_game(self, fields: Sequence[CopyField], nouns: Sequence[Noun]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "und")
        kinds = self.joined([self.plain(noun) for noun in nouns], "oder")
        return f"nimmt {what} einer Karte an, die es im Spiel gibt: {kinds}"

    def changes_suit(self) -> str:
        return "gibt einer deiner anderen Karten eine Farbe deiner Wahl"

    def clears_one(self, nouns: Sequence[Noun]) -> str:
        genders = {self._known(noun)[1] for noun in nouns if noun.kind != "card"}
        if len(genders) == 1 and all(noun.kind != "card" for noun in nouns):
            plurals = self.joined([self._known(noun)[2] for noun in nouns], "oder")
            return f"hebt die Strafe {'einer' if genders == {'f'} else 'eines'} deiner {plurals} auf"
        kinds = self.joined([self._single(noun) for noun in nouns], "oder")
        return f"hebt die Strafe einer deiner Karten auf: {kinds}"

    def takes(self, nouns: Sequence[Noun]) -> str:
        kinds = self.joined([self.plain(noun) for noun in nouns], "oder")
        return f"am Spielende darfst du eine Karte aus der Auslage zusätzlich auf die Hand nehmen: {kinds}"

    def blanks(self, nouns: Sequence[Noun]) -> str:
        return f"blockiert {self._each(nouns)}"

    def blanked_without(self, nouns: Sequence[Noun]) -> str:
        return f"ist {self._without(nouns)} blockiert"

    def blanked_with(self, nouns: Sequence[Noun]) -> str:
        return f"ist mit {self._some(nouns, '')} blockiert"

    # --- nouns

    def _known(self, noun: Noun) -> tuple[str, Gender, str, str]:
        if noun.kind == "every":
            return "Karte", "f", "Karten", "Karten"
        name = self.suit_name(noun.id)
        return _SUITS.get(noun.id) or (f"Karte der Farbe {name}", "f", f"Karten der Farbe {name}", f"{name}-Karten")

    def _single(self, noun: Noun) -> str:
        return self.plain(noun) if noun.kind == "card" else self._known(noun)[0]

    def _each(self, nouns: Sequence[Noun]) -> str:
        """Jede Bestie und „Elbenschützen“; jedes Land außer „Gebirge“."""
        said = []
        for noun in nouns:
            if noun.kind == "card":
                said.append(self.plain(noun) + self._except(noun))
            elif noun.kind == "every" and noun.excepted:
                said.append(f"{'alle anderen' if noun.other else 'alle'} Karten{self._except(noun)}")
            else:
                name, gender, *_ = self._known(noun)
                said.append(f"{(_EACH_OTHER if noun.other else _EACH)[gender]} {name}{self._except(noun)}")
        return self.joined(said, "und")

    def _except(self, noun: Noun) -> str:
        if not noun.excepted:
            return ""
        kinds = [self.plain(other) if other.kind == "card" else self._known(other)[3] for other in noun.excepted]
        return f" außer {self.joined(kinds, 'und')}"

    def _some(self, nouns: Sequence[Noun], either: str) -> str:
        """Mindestens einem Zauberer; „Kaiserin“ oder „Königin“."""
        said = []
        for at, noun in enumerate(nouns):
            if noun.kind == "card":
                said.append(self.plain(noun))
                continue
            name, gender, *_ = self._known(noun)
            first = "mindestens " if at == 0 else ""
            other = f"{_OTHER_DATIVE} " if noun.other else ""
            said.append(f"{first}{_WITH_A[gender]} {other}{name}{self._except(noun)}")
        return (either if len(said) > 1 else "") + self.joined(said, "oder")

    def _without(self, nouns: Sequence[Noun]) -> str:
        said = []
        for noun in nouns:
            other = {"m": "anderen ", "f": "andere ", "n": "anderes "}[self._known(noun)[1]] if noun.other else ""
            said.append(other + self._single(noun) + self._except(noun))
        return f"ohne {self.joined(said, 'oder')}"

    def _of_all(self, nouns: Sequence[Noun]) -> str:
        """Aller Fluten; aller anderen Länder; von „Drache“."""
        said = []
        for noun in nouns:
            if noun.kind == "card":
                said.append(f"von {self.plain(noun)}")
            else:
                said.append(f"aller {'anderen ' if noun.other else ''}{self._known(noun)[2]}{self._except(noun)}")
        return self.joined(said, "und")

    def _dative_plural(self, noun: Noun) -> str:
        return self.plain(noun) if noun.kind == "card" else self._known(noun)[3]
