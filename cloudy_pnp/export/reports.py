"""Reports on card data before anything is made of it: as the project's configuration wants them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cloudy_pnp.data.entries import SourceFinding
from cloudy_pnp.export.codes import codes_of
from cloudy_pnp.workspace import check as checking
from cloudy_pnp.workspace.config import heard, read_config, untranslated_as_errors
from cloudy_pnp.workspace.findings import has_errors
from cloudy_pnp.workspace.load import Loaded
from cloudy_pnp.workspace.report import DataError, Part, Report, by_cause, is_untranslated, joined


def without_errors(loaded: Loaded, strict: bool = False) -> Loaded:
    """Return the same game. Raises DataError when its card data has errors; `strict`: or untranslated texts."""
    refuse_errors(card_report(loaded), strict)
    return loaded


def refuse_errors(report: Report, strict: bool = False) -> None:
    """Raise DataError for a report with errors; `strict`: or with untranslated texts."""
    report = untranslated_as_errors(report) if strict else report
    if report.exit_code:
        raise DataError(report)


def card_report(loaded: Loaded, more: Sequence[SourceFinding] = ()) -> Report:
    """Report what is wrong with card data, also that of packs; and what a pack has broken in a file of the game."""
    findings = tuple(checking.without_consequences(loaded, (*loaded.findings, *more)))
    shared = [
        source for source, found in findings if is_untranslated(found) and not loaded.home.scenario_of(source.name)
    ]
    sources = {source.name: source for source in (*loaded.card_files, *shared)}
    if loaded.packs:
        sources |= {source.name: source for source, _ in findings if has_errors([source], findings)}
    part = Part(tuple(sources.values()), findings, loaded.entries.cards, tuple(loaded.files.unreadable), loaded.hidden)
    return by_cause(configured(loaded, part), loaded.home.is_scenario)


def configured(loaded: Loaded, part: Part) -> Report:
    """Return a report without problems that the project's configuration, or a comment on the line, suppresses."""
    codes = codes_of(loaded.game)
    report, config = joined([part], codes), read_config(loaded.home.root, codes)
    problems = heard(report.problems, report.sources, config)
    return replace(report, problems=problems, cards=sum(loaded.entries.cards.values()))
