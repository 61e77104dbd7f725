"""`cloudy-pnp i18n`: the state of translations, and their way to and from translators' tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

import click

from cloudy_pnp import api
from cloudy_pnp.cli import completion
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.options import home_options, pack_folder, pack_option
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped, suggest
from cloudy_pnp.data.files import display_path, read_text
from cloudy_pnp.i18n.messages import Accepted, with_record
from cloudy_pnp.i18n.po import Imported, export_po, target_language
from cloudy_pnp.i18n.template import accept_units, in_one_line
from cloudy_pnp.workspace.home import Home

_ADDING = "to add a language to a game that is not yours: cloudy-pnp i18n add {lang} --pack NAME"
_LISTED = 50  # texts that could not be taken over; more are only counted


@click.group(name="i18n", no_args_is_help=False)
def command() -> None:
    """Manage translations: what is stale, what is accepted, to and from .po.

    \b
    Examples:
      cloudy-pnp i18n status
      cloudy-pnp i18n add nl
      cloudy-pnp i18n accept de --section story
      cloudy-pnp i18n export hu hungarian.po
    """


@command.command()
@click.argument("lang")
@click.option("--pack", metavar="NAME|DIR", help="Add it in this pack instead of the game; it need not exist yet.")
@home_options
def add(lang: str, pack: str | None, home: Home) -> None:
    """Add a language to the game, or to a pack for a game that is not yours. Nothing has to be translated at once.

    \b
    Examples:
      cloudy-pnp i18n add nl
      cloudy-pnp i18n add nl --pack nederlands
    """
    if pack is None:
        home.need_own("i18n add")
    files = api.add_language(home.root, lang, home.game.id, None if pack is None else pack_folder(pack, home))
    for path, text in files.items():
        write_atomic(path, text.encode())
        echo(escaped(display_path(path)))
    option = f" --pack {pack}" if pack else ""
    echo(escaped(f"next: cloudy-pnp i18n export {lang} {lang}.po{option}"))


@command.command()
@click.argument("lang", required=False, shell_complete=completion.languages)
@pack_option
@home_options
def status(lang: str | None, packs: tuple[Path, ...], home: Home) -> None:
    """Report per language and file which texts are not translated, and which translations are older than their source.

    \b
    Example:
      cloudy-pnp i18n status hu
    """
    by_language = api.translation_messages(home.root, home.game.id, packs)
    if not by_language and lang is None:
        echo("the game has one language; to add another: cloudy-pnp i18n add LANG")
    for chosen in _chosen([known for known, some in by_language.items() if some], lang):
        all_of_it = by_language[chosen]
        missing = Counter(message.file for message in all_of_it if not message.translation)
        stale = [message for message in all_of_it if message.old_text is not None]
        new = sum(bool(message.translation) and not message.is_recorded for message in all_of_it)
        counts = f"{missing.total()} not translated, {len(stale)} stale, {new} not yet accepted"
        echo(f"{chosen}: {_counted(len(all_of_it), 'text')}, {counts}")
        for name, number in missing.items():
            echo(escaped(f"  {name}: {number} not translated"))
        for message in stale:
            echo(escaped(f"  {message.file}:{message.line}: {message.context}"))


@command.command()
@click.argument("lang", required=False, shell_complete=completion.languages)
@click.option("--section", "sections", multiple=True, metavar="ID", help="Only this section; may be repeated.")
@click.option("--text", "names", multiple=True, metavar="NAME", help="Only this text; may be repeated.")
@pack_option
@home_options
def accept(
    lang: str | None, sections: tuple[str, ...], names: tuple[str, ...], packs: tuple[Path, ...], home: Home
) -> None:
    """Record that translations (of one language, or all) match the current source.

    \b
    Examples:
      cloudy-pnp i18n accept de --section story
      cloudy-pnp i18n accept hu --text spells/chop/name
      cloudy-pnp i18n accept hu --pack my-pack
    """
    if not packs:
        home.need_own("i18n accept")
    texts = api.translations(home.root, home.game.id, packs, lang or "")
    if not (texts.data or texts.templates):
        raise UserError("there is nothing to accept here: there are no texts to translate")
    source = texts.templates.get(texts.source)
    _known("section", sections, source.sections() if source else {})
    _known("text", names, [text.name for text in texts.data])
    languages, old, some = _chosen(texts.languages[1:], lang), texts.accepted, bool(sections or names)
    record: dict[str, dict[str, str]] = {
        text.name: {chosen: in_one_line(text.texts[texts.source]) for chosen in languages if chosen in text.texts}
        for text in texts.data
        if texts.source in text.texts and (not some or text.name in names)
    }
    units: dict[str, dict[str, tuple[str | None, ...]]] = {}
    for chosen in languages:
        if source and (template := texts.templates.get(chosen)):
            for name, known in accept_units(source.text, template.text, old.made_from(chosen)).items():
                if not some or name in sections:
                    units.setdefault(name, {})[chosen] = tuple(known)
    if not units and not any(record.values()):
        raise UserError("there are no translations to accept here")
    new = Accepted(
        with_record(old.texts, record, texts.recorded_names, texts.languages[1:]),
        with_record(old.sections, units, ["", *(source.sections() if source else ())], texts.languages[1:]),
    )
    for path, text in texts.record_files(new).items():
        write_atomic(path, text.encode())
        echo(escaped(f"{display_path(path)}: {', '.join(languages)} accepted"))


@command.command(name="export")
@click.argument("lang", shell_complete=completion.languages)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--studio", is_flag=True, help="Write the words of the studio instead.")
@pack_option
@home_options
def export_command(lang: str, file: Path, studio: bool, packs: tuple[Path, ...], home: Home) -> None:
    """Write the texts of the cards, the scenarios and the rulebook with their translations to a .po file.

    \b
    Example:
      cloudy-pnp i18n export hu hungarian.po
    """
    texts = api.studio_words(home, lang) if studio else api.translations(home.root, home.game.id, packs, lang)
    content = export_po(texts, target_language(texts.source, lang), home.game.id)
    count = content.count("\nmsgctxt ")
    if not count:
        raise UserError(f"there are no texts to translate here; {_ADDING.format(lang=lang)}")
    write_atomic(file, content.encode())
    echo(escaped(f"{display_path(file)}: {_counted(count, 'text')}"))
    if lang not in texts.languages:
        _say_how_to_add(lang, packs)


@command.command(name="import")
@click.argument("words", nargs=-1, required=True, metavar="[LANG] FILE")
@pack_option
@home_options
@click.pass_context
def import_command(called: click.Context, words: tuple[str, ...], packs: tuple[Path, ...], home: Home) -> None:
    """Copy the translations of a .po file into the game's files; nothing else in them changes.

    The file names its language; LANG, as given to export, is only a safeguard. Exit code 1: the file has translations
    that could not be imported, which are listed, or none at all.

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
    text = read_text(file)
    done = api.import_translations(home.root, text, home.game.id, packs)
    if wanted and wanted[0] != done.lang:
        raise UserError(f"{display_path(file)} is in {done.lang}, not in {wanted[0]}; nothing is changed")
    for path, new in done.files.items():
        write_atomic(path, new.encode())
        echo(escaped(display_path(path)))
    accepted = f", {_counted(done.confirmed, 'unchanged translation')} accepted" if done.confirmed else ""
    echo(f"{_counted(done.changed, 'text')} changed in {done.lang}{accepted}")
    lost = _report_refused(done)
    if not (done.changed or done.same or done.confirmed):
        empty = f"no message of {display_path(file)} is translated yet: fill in its msgstr"
        unused = f"no text of {display_path(file)} could be used"
        echo(escaped(f"cloudy-pnp: {unused if lost or done.fuzzy else empty}"), err=True)
        lost = lost or 1
    called.exit(min(lost, 1))


def _report_refused(done: Imported) -> int:
    """Report the translations that could not be imported, or need a correction; return how many are lost."""
    refused = (
        ("does not exist", done.unknown),
        ("changed since the export", done.outdated),
        ("appears twice", done.twice),
        ("needs its other forms translated too", done.partial),
        ("is in a spreadsheet: copy it there", done.in_tables),
        ("still marked fuzzy", done.fuzzy),  # as its translator wants
    )
    for reason, contexts in refused:
        for context in contexts[:_LISTED]:
            echo(f"cloudy-pnp: skipped {reason}: {escaped(context)}", err=True)
        if len(contexts) > _LISTED:
            echo(f"cloudy-pnp: skipped {reason}: {len(contexts) - _LISTED:,} more", err=True)
    lost = sum(len(contexts) for _, contexts in refused) - len(done.fuzzy)
    if lost:
        given = lost + len(done.fuzzy) + done.changed + done.confirmed + done.same
        echo(f"cloudy-pnp: {lost} of {_counted(given, 'translation')} could not be imported", err=True)
    for lacking in done.lacking[:_LISTED]:
        echo(f"cloudy-pnp: imported, but correct it: {escaped(lacking)}", err=True)
    return lost


def _say_how_to_add(lang: str, packs: Sequence[Path]) -> None:
    options = "".join(f" --pack {pack.name}" for pack in packs)
    note = f"cloudy-pnp: {lang} is not printed yet: add it with cloudy-pnp i18n add {lang}{options}"
    echo(escaped(note), err=True)


def _chosen(languages: Sequence[str], lang: str | None) -> list[str]:
    if lang is not None and lang not in languages:
        adding = f"to add it: cloudy-pnp i18n add {lang}"
        raise UserError(f'there are no translations into "{lang}"; {suggest(lang, languages) or adding}')
    return [lang] if lang else list(languages)


def _known(noun: str, names: Collection[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise UserError(f'there is no {noun} "{name}"; {suggest(name, known)}'.rstrip("; "))


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
