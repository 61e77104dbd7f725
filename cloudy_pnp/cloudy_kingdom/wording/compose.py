"""The rules text of a spell card, composed from the spell's steps by the wording table of a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from cloudy_pnp.cloudy_kingdom.model.steps import Step
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.i18n.wording import Rows, Table, shipped_rows

LANGUAGES = ("en", "de", "fr", "hu")  # of the shipped tables
FOLDER = shipped_root() / "templates/cloudy-kingdom/wording"


class SpellTexts:
    """Texts in every language that has a table; a project's or pack's own rows take the place of shipped ones."""

    def __init__(self, own: Mapping[str, Rows] = MappingProxyType({})) -> None:
        self._own = own
        self._tables: dict[str, Table] = {}
        self.languages = (*LANGUAGES, *sorted(own.keys() - set(LANGUAGES)))

    def __call__(self, steps: Sequence[Step], lang: str, *, whole: bool = True) -> str:
        """Compose the text of a card from its steps, which have passed `effect_findings`.

        Without `whole` it may go on: cards that are left are not put away.
        Raise KeyError for a language without a table.

        >>> from cloudy_pnp.cloudy_kingdom.model.steps import Discard, Draw, Play
        >>> spell_text([Draw(2), Play("drawn", 1, "growth"), Discard("drawn")], "en")
        'Draw two vine cards. Play one of them following the growth rules and discard the other.'
        """
        from cloudy_pnp.cloudy_kingdom.wording.phrases import sentence_phrase
        from cloudy_pnp.cloudy_kingdom.wording.plan import plan

        table = self._table(lang)
        return " ".join(table.sentence(sentence_phrase(saying)) for saying in plan(steps, lang, whole=whole))

    def clauses(self, step: Step, lang: str) -> list[str]:
        """Every text for a step that needs no other step: alone, after another one, or in a block."""
        from cloudy_pnp.cloudy_kingdom.wording.phrases import clause_phrases

        return [self._table(lang).sentence(phrase) for phrase in clause_phrases(step)]

    def rows(self, lang: str) -> Rows:
        """Return the rows of a language; raises KeyError for one without a table."""
        if lang not in self.languages:
            raise KeyError(lang)
        return {**shipped_rows(FOLDER, lang), **self._own.get(lang, {})}

    def _table(self, lang: str) -> Table:
        if lang not in self._tables:
            self._tables[lang] = Table(self.rows(lang))
        return self._tables[lang]


spell_text = SpellTexts()
