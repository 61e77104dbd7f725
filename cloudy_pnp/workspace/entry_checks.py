"""Checks that every game shares: the game file, localized texts, layouts and wording tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from cloudy_pnp.core import budget
from cloudy_pnp.core.cache import cached
from cloudy_pnp.core.problems import Finding, quoted
from cloudy_pnp.data.entries import Entries, Entry, SourceFinding
from cloudy_pnp.i18n import lint, wording
from cloudy_pnp.workspace.home import WORDING
from cloudy_pnp.workspace.layers import formats
from cloudy_pnp.workspace.loaded import LAYOUT, TEMPLATE_KINDS, Loaded
from cloudy_pnp.workspace.packs import added_languages
from cloudy_pnp.workspace.untranslated import source_rows


def game_findings(game_id: str, games: Sequence[Entry]) -> Iterator[SourceFinding]:
    """Report a game that is described twice, or not under the name of its folder."""
    for entry in games[1:]:
        message = f"the game is already described in {games[0].source.name}"
        yield entry.source, Finding("REF-DUPLICATE", entry.path, message, "delete one of the two", at_key=True)
    for entry in games:
        if entry.id != game_id:
            message = f"the id {quoted(entry.id)} is not the name of the game's folder"
            yield entry.source, Finding("REF-UNKNOWN", (*entry.path, "id"), message, f"write {game_id}")


def text_findings(loaded: Loaded) -> Iterator[SourceFinding]:
    """I18N: report every localized text of the card data, the names of packs, and the words of the glossary.

    Without a valid game file its languages are unknown, and no text is checked.
    """
    languages, terms, entries = loaded.languages, loaded.terms, loaded.entries
    if not languages:
        return
    added = list(added_languages(loaded.packs, languages))
    by_pack = {pack.id: pack.has(languages) for pack in loaded.packs}
    reader = loaded.reader.with_kinds(TEMPLATE_KINDS)
    for kind in reader.kinds:
        parts = entries.valid_parts(kind)
        patterns = reader.entry_schema(kind).localized_paths if parts else ()
        for entry in parts:
            budget.tick()
            expected = by_pack.get(entry.pack, languages)
            left_out = [*(lang for lang in languages if lang not in expected), *added]
            for pattern in patterns:
                for path, text in lint.texts_at(entry.data, pattern):
                    wanted = [*expected, *(lang for lang in left_out if lang in text)]
                    for finding in lint.text_findings(text, wanted, terms):
                        finding = lint.in_pack(finding) if entry.pack else finding
                        yield entry.source, finding.under(*entry.path, *path)
    for pack in loaded.packs:
        name = pack.data.get("name", {})
        wanted = _unique(by_pack[pack.id], pack.adds(languages), [lang for lang in languages if lang in name])
        for finding in lint.text_findings(name, wanted, terms):
            if pack.data:
                yield pack.source, lint.in_pack(finding).under("pack", "name")
    for entry in entries.of("glossary"):
        for finding in lint.term_findings(entry.data, languages):
            yield entry.source, finding.under(*entry.path)


def _unique(*languages: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(lang for some in languages for lang in some))


def wording_findings(loaded: Loaded) -> Iterator[SourceFinding]:
    """Report what is wrong with the wording tables of a project and of packs, each over the rows below it."""
    if loaded.game.data.wording is None or not loaded.entries.of(WORDING):
        return
    uses = loaded.game.data.wording.load  # the words of every step: slow to import, and not needed for cached verdicts
    below: dict[str, wording.Rows] = {}
    for entry in loaded.entries.of(WORDING):
        lang, rows = entry.data["id"], entry.data["rows"]
        if lang not in loaded.languages:
            message, hint = f"{quoted(lang)} is not a language of the game", "a pack that adds one brings its table"
            yield entry.source, Finding("REF-UNKNOWN", (*entry.path, "id"), message, hint)
            continue
        known = below.get(lang) or wording.shipped_rows(loaded.home.shipped_wording, lang)
        source = source_rows(loaded, loaded.entries)
        whole = {**(known or source), **rows}
        check = partial(_own_rows, source, whole, rows, uses)
        for finding in cached("wording", [loaded.home.mark, source, whole, list(rows)], Finding, check):
            yield entry.source, replace(finding.under(*entry.path, "rows"), lang=lang)
        below[lang] = whole


def _own_rows(
    source: wording.Rows, whole: wording.Rows, rows: wording.Rows, uses: Callable[[], Mapping[str, wording.RowUse]]
) -> list[Finding]:
    found = list(wording.own_findings(whole, rows, uses()))
    return found or list(wording.lost_slots(source, whole, rows, uses()))


def without_tables(entries: Entries, files: Collection[str]) -> Entries:
    """Leave out every table of a language of which one is in `files`: rows of the others may depend on it."""
    wrong = {entry.data["id"] for entry in entries.of(WORDING) if entry.source.name in files}
    tables = [entry for entry in entries.of(WORDING) if entry.data["id"] not in wrong]
    return replace(entries, by_kind={**entries.by_kind, WORDING: tables}) if wrong else entries


def layout_findings(loaded: Loaded) -> Iterator[SourceFinding]:
    """Report what is wrong with the project's layouts; the shipped ones are tested with their game."""
    parts = [entry for entry in loaded.entries.valid_parts(LAYOUT) if "id" in entry.data]
    if not loaded.templates or not parts:
        return
    from cloudy_pnp.draw.fontbook import NO_FONTS
    from cloudy_pnp.layouts import check  # only needed where there are layouts
    from cloudy_pnp.layouts.pictures import Pictures

    names = {source.name for source in loaded.templates}
    own = {entry.id for entry in parts if entry.source.name in names}  # even a broken one replaces the shipped one
    parts = [entry for entry in parts if entry.source.name in names or entry.id not in own]
    fields = loaded.game.data.layout_fields(loaded.entries.data())
    pictures = Pictures(loaded.home.picture_folders)
    sizes, fonts = formats(loaded.home, loaded.files), loaded.game.data.fonts or NO_FONTS
    for source, finding in check.layout_findings(parts, sizes, fields, pictures.icons(), fonts, pictures):
        if source.name in names:
            yield source, finding
