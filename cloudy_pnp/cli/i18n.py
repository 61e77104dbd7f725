"""`cloudy-pnp i18n`: the state of translations, and their way to and from translators' tools."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options, pack_option
from cloudy_pnp.core.files import read_plain, write_atomic
from cloudy_pnp.core.problems import UserError, escaped, meant
from cloudy_pnp.data.files import shown
from cloudy_pnp.data.limits import LIMITS
from cloudy_pnp.i18n.accepted import (
    FILE,
    Accepted,
    accepted_sections,
    accepted_text,
    accepted_texts,
    is_stale,
    stale_sections,
)
from cloudy_pnp.i18n.po import Texts, export_po, target_language
from cloudy_pnp.workspace.home import Home

_ADDING = "languages: [{lang}] in the pack.yaml of a pack and name it with --pack"
_LISTED = 50  # texts that could not be taken over; more are only counted


@click.group(name="i18n", no_args_is_help=False)
def command() -> None:
    """Translations: what is stale, what is accepted, to and from .po.

    \b
    Examples:
      cloudy-pnp i18n status
      cloudy-pnp i18n accept de --section story
      cloudy-pnp i18n export hu hungarian.po
    """


@command.command()
@click.argument("lang", required=False, shell_complete=completion.languages)
@pack_option
@home_options
def status(lang: str | None, packs: tuple[Path, ...], home: Home) -> None:
    """Report per language which texts are translated, and which translations are older than their source.

    \b
    Example:
      cloudy-pnp i18n status hu
    """
    texts = api.translations(home.root, home.game.id, packs)
    for chosen in _chosen(texts, lang):
        stale = [text for text in texts.data if is_stale(text, chosen, texts.source, texts.accepted)]
        new = sum(chosen in text.texts and chosen not in texts.accepted.texts.get(text.name, {}) for text in texts.data)
        echo(f"{chosen}: {_counted(len(texts.data), 'text')}, {len(stale)} stale, {new} not yet accepted")
        for text in stale:
            echo(escaped(f"  {text.source.name}:{text.line}: {text.name}"))
        if template := texts.templates.get(chosen):
            sections = list(stale_sections(texts.templates[texts.source], template, texts.accepted))
            echo(f"{chosen}: {_counted(len(template.sections()), 'section')}, {len(sections)} stale")
            for section in sections:
                echo(escaped(f"  {template.name}:{section.line}: {section.id}"))


@command.command()
@click.argument("lang", required=False, shell_complete=completion.languages)
@click.option("--section", "sections", multiple=True, metavar="ID", help="Only this section; may be repeated.")
@click.option("--text", "names", multiple=True, metavar="NAME", help="Only this text; may be repeated.")
@home_options
def accept(lang: str | None, sections: tuple[str, ...], names: tuple[str, ...], home: Home) -> None:
    """Record that translations (of one language, or all) match the current source.

    \b
    Examples:
      cloudy-pnp i18n accept de --section story
      cloudy-pnp i18n accept hu --text spells/chop/name
    """
    home.need_own("i18n accept")
    if not home.cards.is_dir():
        raise UserError("packs do not record accepted translations: there is nothing to accept here")
    texts = api.translations(home.root, home.game.id)
    _known("section", sections, texts.templates[texts.source].sections() if texts.templates else {})
    _known("text", names, [text.name for text in texts.data])
    languages, old = _chosen(texts, lang), texts.accepted
    some = bool(sections or names)
    record = Accepted(
        accepted_sections(texts.templates, old.sections, languages, sections if some else None),
        accepted_texts(texts.data, old.texts, texts.languages, languages, names if some else None),
    )
    path = home.own_book / FILE
    write_atomic(path, accepted_text(record).encode())
    echo(escaped(f"{shown(path)}: {', '.join(languages)} accepted"))


@command.command(name="export")
@click.argument("lang", shell_complete=completion.languages)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@pack_option
@home_options
def export_command(lang: str, file: Path, packs: tuple[Path, ...], home: Home) -> None:
    """Write the texts of the cards, the scenarios and the rulebook with their translations to a .po file.

    \b
    Example:
      cloudy-pnp i18n export hu hungarian.po
    """
    texts = api.translations(home.root, home.game.id, packs, lang)
    content = export_po(texts, target_language(texts, lang))
    count = content.count("msgctxt")
    if not count:
        raise UserError(f"there are no texts to translate here; to add a language, write {_ADDING.format(lang=lang)}")
    write_atomic(file, content.encode())
    echo(escaped(f"{shown(file)}: {_counted(count, 'text')}"))


@command.command(name="import")
@click.argument("words", nargs=-1, required=True, metavar="[LANG] FILE")
@pack_option
@home_options
@click.pass_context
def import_command(called: click.Context, words: tuple[str, ...], packs: tuple[Path, ...], home: Home) -> None:
    """Copy the translations of a .po file into the game's files; nothing else in them changes. The file names its
    language; LANG, as given to export, is only a safeguard.

    \b
    Example:
      cloudy-pnp i18n import hungarian.po
    """
    *wanted, name = words
    if len(wanted) > 1:
        raise UserError("i18n import takes one file, optionally preceded by its language")
    file = Path(name)
    if not packs:
        home.need_own("i18n import")
    try:
        content = read_plain(file, LIMITS.file_bytes)
        text = content.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UserError(f"cannot read {shown(file)}: {reason}") from error
    if len(content) > LIMITS.file_bytes:
        raise UserError(f"{shown(file)} has more than {LIMITS.file_bytes:,} bytes")
    done = api.import_translations(home.root, text, home.game.id, packs)
    if wanted and wanted[0] != done.lang:
        raise UserError(f"{shown(file)} is in {done.lang}, not in {wanted[0]}; nothing is changed")
    for path, new in done.files.items():
        write_atomic(path, new.encode())
        echo(escaped(shown(path)))
    echo(f"{_counted(done.changed, 'text')} changed in {done.lang}")
    for reason, contexts in (("does not exist", done.unknown), ("changed since the export", done.outdated)):
        for context in contexts[:_LISTED]:
            echo(f"cloudy-pnp: skipped {reason}: {escaped(context)}", err=True)
        if len(contexts) > _LISTED:
            echo(f"cloudy-pnp: skipped {reason}: {len(contexts) - _LISTED:,} more", err=True)
    if not (done.changed or done.same):
        adding = f"; to add a language, write {_ADDING.format(lang=done.lang)}" if packs else ""
        echo(f"cloudy-pnp: no text of {escaped(shown(file))} could be used{adding}", err=True)
        called.exit(1)


def _chosen(texts: Texts, lang: str | None) -> list[str]:
    languages = list(texts.languages[1:])
    if lang is not None and lang not in languages:
        raise UserError(f'there are no translations into "{lang}"; {meant(lang, languages)}'.rstrip("; "))
    return [lang] if lang else languages


def _known(noun: str, names: Collection[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise UserError(f'there is no {noun} "{name}"; {meant(name, known)}'.rstrip("; "))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
