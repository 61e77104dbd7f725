"""French words for what a card does; « vous », card names in guillemets, with narrow no-break spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fantasy_realms.model.effects import CopyField, Holds, Tier
from fantasy_realms.wording.voice import Gender, Noun, Voice

_THIN = "\u202f"  # narrow no-break space
_WIDE = "\u00a0"  # no-break space, before a colon
_FIELDS: Mapping[CopyField, str] = {
    "name": "le nom",
    "suit": "la couleur",
    "strength": "la force de base",
    "penalty": "la pénalité",
}
_GENDER: Mapping[str, Gender] = {"artifact": "m", "leader": "m", "wizard": "m", "wild": "m"}  # the others are feminine
_COUNTED = frozenset({"army", "artifact", "beast", "flame", "leader", "weapon", "wild", "wizard"})


class French(Voice):
    """A suit whose name cannot be counted, or that is not known here, is said as « carte … »."""

    def quoted(self, name: str) -> str:
        return f"«{_THIN}{name}{_THIN}»"

    def per_card(self, points: str, nouns: Sequence[Noun]) -> str:
        suits = [noun for noun in nouns if noun.kind != "card"]
        cards = [f"pour {self.plain(noun)}" for noun in nouns if noun.kind == "card"]
        each = [f"pour {self._each(suits)}"] if suits else []
        return f"{points} {self.joined([*each, *cards], 'et')}"

    def once(self, points: str, condition: str) -> str:
        return f"{points} {condition}"

    def when(self, award: str, condition: str) -> str:
        return f"{condition}, {award}"

    def tests(self, tests: Sequence[tuple[list[Noun], Holds]], every: bool) -> str:
        having = [nouns for nouns, test in tests if test.present]
        lacking = [nouns for nouns, test in tests if not test.present]
        link = "et" if every else "ou"
        parts = []
        if having:
            groups = [self._either(nouns) if len(having) > 1 else self._some(nouns) for nouns in having]
            parts.append(f"avec {self.joined(groups, link)}")
        parts += [self._without(nouns) for nouns in lacking]
        return self.joined(parts, link)

    def otherwise(self, awards: Sequence[str]) -> str:
        return f"{_THIN}; sinon ".join(awards)

    def strength_sum(self, nouns: Sequence[Noun]) -> str:
        return f"ajoute la force de base de {self._each(nouns)}"

    def strength_highest(self, nouns: Sequence[Noun]) -> str:
        kinds = self.joined([self.plain(noun) for noun in nouns], "et")
        return f"ajoute la plus grande force de base parmi vos cartes {kinds}"

    def runs(self, tiers: str) -> str:
        return f"pour une suite de forces de base{_WIDE}: {tiers}"

    def sets(self, tiers: str) -> str:
        return f"pour des cartes différentes d’une même couleur{_WIDE}: {tiers}"

    def tier(self, tier: Tier) -> str:
        return f"{tier.cards} cartes +{tier.points}"

    def suits_differ(self, points: str) -> str:
        return f"{points} si toutes vos cartes sont de couleurs différentes"

    def clears(self, nouns: Sequence[Noun]) -> str:
        return f"annule la pénalité de {self._each(nouns)}"

    def strikes(self, word: str, nouns: Sequence[Noun]) -> str:
        every = nouns == [Noun("every")]
        where = "de toutes les pénalités" if every else f"de la pénalité de {self._each(nouns)}"
        return f"raye le mot «{_THIN}{word}{_THIN}» {where}"

    def copies_hand(self, fields: Sequence[CopyField]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "et")
        return f"prend {what} d’une autre carte de votre main, mais pas son bonus"

    def copies_game(self, fields: Sequence[CopyField], nouns: Sequence[Noun]) -> str:
        what = self.joined([_FIELDS[field] for field in fields], "et")
        kinds = self.joined([self.plain(noun) for noun in nouns], "ou")
        return f"prend {what} de n’importe quelle carte {kinds} du jeu"

    def changes_suit(self) -> str:
        return "donne à une autre de vos cartes la couleur de votre choix"

    def clears_one(self, nouns: Sequence[Noun]) -> str:
        kinds = self.joined([self.plain(noun) for noun in nouns], "ou")
        return f"annule la pénalité d’une de vos cartes {kinds}"

    def takes(self, nouns: Sequence[Noun]) -> str:
        kinds = self.joined([self.plain(noun) for noun in nouns], "ou")
        may = "vous pouvez ajouter à votre main une carte supplémentaire de la zone de défausse"
        return f"en fin de partie, {may}{_WIDE}: {kinds}"

    def blanks(self, nouns: Sequence[Noun]) -> str:
        return f"bloque {self._each(nouns)}"

    def blanked_without(self, nouns: Sequence[Noun]) -> str:
        return f"carte bloquée {self._without(nouns)}"

    def blanked_with(self, nouns: Sequence[Noun]) -> str:
        return f"carte bloquée avec {self._some(nouns)}"

    # --- nouns

    def _bare(self, noun: Noun) -> str:
        if noun.kind == "every":
            return "carte"
        return self.plain(noun) if noun.kind == "card" or noun.id in _COUNTED else f"carte {self.plain(noun)}"

    def _gender(self, noun: Noun) -> Gender:
        return _GENDER.get(noun.id, "f") if noun.kind == "suit" else "f"

    def _each(self, nouns: Sequence[Noun]) -> str:
        said = []
        for noun in nouns:
            if noun.kind == "card":
                said.append(self.plain(noun) + self._except(noun))
            elif noun.kind == "every":
                said.append(f"toutes {'les autres' if noun.other else 'les'} cartes{self._except(noun)}")
            else:
                said.append(f"chaque {'autre ' if noun.other else ''}{self._bare(noun)}{self._except(noun)}")
        return self.joined(said, "et")

    def _except(self, noun: Noun) -> str:
        if not noun.excepted:
            return ""
        return f" sauf {self.joined([self.plain(other) for other in noun.excepted], 'et')}"

    def _one(self, noun: Noun, first: bool) -> str:
        if noun.kind == "card":
            return self.plain(noun)
        article = "un" if self._gender(noun) == "m" else "une"
        least = "au moins " if first else ""
        return f"{least}{article} {'autre ' if noun.other else ''}{self._bare(noun)}{self._except(noun)}"

    def _some(self, nouns: Sequence[Noun]) -> str:
        return self.joined([self._one(noun, at == 0) for at, noun in enumerate(nouns)], "ou")

    def _either(self, nouns: Sequence[Noun]) -> str:
        if len(nouns) == 1:
            return self._some(nouns)
        return ", ".join(f"soit {self._one(noun, True)}" for noun in nouns)

    def _without(self, nouns: Sequence[Noun]) -> str:
        said = []
        for noun in nouns:
            none = "" if noun.kind == "card" else "aucun " if self._gender(noun) == "m" else "aucune "
            said.append(f"{none}{'autre ' if noun.other else ''}{self._bare(noun)}{self._except(noun)}")
        return f"sans {self.joined(said, 'ni')}"
