"""`cloudy-pnp i18n`: the state of translations, and their way to and from translators' tools."""

from __future__ import annotations

from pathlib import Path

import click

from cloudy_pnp import pipeline
from cloudy_pnp.cli.options import game_options
from cloudy_pnp.data.files import shown
from cloudy_pnp.output import write_whole
from cloudy_pnp.problems import UserError, escaped, meant
from cloudy_pnp.rulebook.accepted import FILE, accepted_now, accepted_text, stale_sections
from cloudy_pnp.rulebook.po import Texts, export_po, import_po
from cloudy_pnp.rulebook.template import template_folder


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
@click.argument("lang", required=False)
@game_options
def status(lang: str | None, game_id: str, root: Path) -> None:
    """Say for each language how many sections of the rulebook are up to date, and which are not.

    \b
    Example:
      cloudy-pnp i18n status hu
    """
    texts = pipeline.translations(root, game_id)
    for chosen in _chosen(texts, lang):
        template = texts.templates[chosen]
        stale = list(stale_sections(texts.templates[texts.source], template, texts.accepted))
        click.echo(f"{chosen}: {len(template.sections())} sections, {len(stale)} stale")
        for section in stale:
            click.echo(f"  {template.name}:{section.line}: {section.id}")


@command.command()
@click.argument("lang", required=False)
@click.option("--section", "sections", multiple=True, metavar="ID", help="Only this section; may be repeated.")
@game_options
def accept(lang: str | None, sections: tuple[str, ...], game_id: str, root: Path) -> None:
    """Record that translations (of one language, or all) say what their source says now.

    \b
    Example:
      cloudy-pnp i18n accept de --section story
    """
    texts = pipeline.translations(root, game_id)
    known = texts.templates[texts.source].sections() if texts.templates else {}
    for section in sections:
        if section not in known:
            raise UserError(f'there is no section "{section}"; {meant(section, known)}'.rstrip("; "))
    languages = _chosen(texts, lang)
    if not languages:
        raise UserError("there are no translated rulebooks")
    record = accepted_now(texts.templates, texts.accepted, languages, sections)
    path = template_folder(root) / FILE
    write_whole(path, accepted_text(record).encode())
    click.echo(f"{shown(path)}: {', '.join(languages)} accepted")


@command.command(name="export")
@click.argument("lang")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@game_options
def export_command(lang: str, file: Path, game_id: str, root: Path) -> None:
    """Write the texts of the cards and the rulebook with their translations to a .po file.

    \b
    Example:
      cloudy-pnp i18n export hu hungarian.po
    """
    texts = pipeline.translations(root, game_id)
    if lang == texts.source or not lang.isalpha():
        raise UserError(f'"{lang}" is no language to translate to')
    content = export_po(texts, lang)
    write_whole(file, content.encode())
    click.echo(f"{shown(file)}: {content.count('msgctxt')} texts")


@command.command(name="import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@game_options
def import_command(file: Path, game_id: str, root: Path) -> None:
    """Take the translations of a .po file over into the card data and the rulebook; nothing else changes.

    \b
    Example:
      cloudy-pnp i18n import hungarian.po
    """
    try:
        content = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UserError(f"cannot read {shown(file)}: {reason}") from error
    done = import_po(pipeline.translations(root, game_id), content)
    for path, text in done.files.items():
        write_whole(path, text.encode())
        click.echo(shown(path))
    click.echo(f"{done.changed} texts changed in {done.lang}")
    for what, contexts in (("not there", done.unknown), ("changed since the export", done.outdated)):
        for context in contexts:
            click.echo(f"cloudy-pnp: left out, {what}: {escaped(context)}", err=True)


def _chosen(texts: Texts, lang: str | None) -> list[str]:
    languages = [name for name in texts.templates if name != texts.source]
    if lang is not None and lang not in languages:
        raise UserError(f'there is no rulebook in "{lang}" to compare; {meant(lang, languages)}'.rstrip("; "))
    return [lang] if lang else languages
