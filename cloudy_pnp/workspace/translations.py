"""Everything in a game's own files that can be translated, and which translations are stale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import DataPath, Finding, Severity, UserError, quoted, value_at
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.entries import Entry, SourceFinding
from cloudy_pnp.data.files import LIMITS, display_path, read_text
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.source import SourceFile, parse_source, read_source
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n import habits, lint, messages, po, template, wording
from cloudy_pnp.rulebook.book import figure_name
from cloudy_pnp.workspace.home import PACK_FILE, STUDIO, WORDING, Home
from cloudy_pnp.workspace.languages import source_rows
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS, Loaded
from cloudy_pnp.workspace.packs import BOOK, BOOK_WORDS, Pack, name_of
from cloudy_pnp.workspace.scenarios import FIGURES, figure_files
from cloudy_pnp.workspace.studio_words import studio_texts, with_studio_texts


def texts_of(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[messages.LocalText]:
    """Yield every localized text of some files of the game's folder."""
    names = {source.name for source in sources}
    reader, entries, home = loaded.reader.with_kinds(TEMPLATE_KINDS), loaded.written, loaded.home
    patterns = {kind: reader.entry_schema(kind).localized_paths for kind in reader.kinds if entries.of(kind)}
    some = (*messages.entry_texts(entries, patterns), *messages.term_texts(entries))
    yield from (text for text in some if text.source.name in names)
    folder = display_path(home.cards) + "/"
    for source in sources:
        if scenario := home.scenario_of(source.name):
            paths = Schema.load(home.schemas, scenario.schema).localized_paths
            yield from messages.document_texts(source, source.name.removeprefix(folder), paths)


def _shared_texts(loaded: Loaded) -> Iterator[tuple[bool, list[messages.LocalText]]]:
    """Yield the texts that all games print next to cards and rules, by file, and whether the root has its own file."""
    sheets = Schema.load(loaded.home.schemas, SHEET_TEXTS.name).localized_paths
    for name, path in loaded.home.shared_texts:
        if BOOK_WORDS in name and not template.has_templates(loaded.home.book):
            continue
        if loaded.files.exists(path):
            sources = loaded.files.read([path], loaded.home.root)
        else:
            content = read_plain(shipped_root() / name, LIMITS.file_bytes)
            sources = [parse_source(content, display_path(path))]
        for source in sources:
            is_sheets = any(
                isinstance(document, dict) and SHEET_TEXTS.name in document for document in source.documents
            )
            yield (
                loaded.files.exists(path),
                list(messages.document_texts(source, name, sheets if is_sheets else [("*",)])),
            )


def add_language(loaded: Loaded, lang: str, pack: Path | None) -> dict[Path, str]:
    """Return the files that a game or a pack needs to have one more language: what is translated comes later."""
    from cloudy_pnp.data.edit import Set, apply_edits  # a check edits nothing

    home = loaded.home
    if lang in loaded.languages and all(lang in pack_languages(loaded, known) for known in loaded.packs):
        option = f" --pack {pack.name}" if loaded.packs and pack else ""
        next_step = f"cloudy-pnp i18n export {lang} {lang}.po{option}"
        raise UserError(f"{quoted(lang)} is a language of {home.game.id} already; to translate: {next_step}")
    if pack is not None:
        return {pack / PACK_FILE: _pack_with(home, pack, loaded.languages[0], lang)}
    games = [entry for entry in loaded.written.of("game") if entry.source in loaded.own]
    if not games:
        raise UserError("the game itself is not here: add the language in a pack (--pack NAME)")
    file = Path(games[0].source.name)
    languages = Set((*games[0].path, "languages"), [*loaded.languages, lang])
    return {file: apply_edits(games[0].source.original, [languages], file.name)}


def _pack_with(home: Home, pack: Path, source: str, lang: str) -> str:
    """Return the description of a pack, new or not, that adds a language."""
    from cloudy_pnp.data.edit import Set, apply_edits  # a check edits nothing

    path = pack / PACK_FILE
    if path.is_file():
        text = read_text(path)
        languages = value_at(parse_source(text.encode(), path.name).documents, (0, "pack", "languages"), ())
        return apply_edits(text, [Set(("pack", "languages"), [*languages, lang])], path.name)
    title = pack.name.title()
    name = {source: title, lang: title, "same": [lang]}
    data = {"id": pack.name, "name": name, "game": home.game.id, "languages": [lang]}
    lines = [home.schema_line(path, "pack"), f"# A pack that adds the language {lang} to the game.", "pack:"]
    return "\n".join([*(line for line in lines if line), *block_lines(data, 2)]) + "\n"


def table_of(
    loaded: Loaded, lang: str, folder: Path
) -> tuple[tuple[messages.RowText, ...], wording.Rows, Path | None, Mapping[str, wording.RowUse]]:
    """Return the sentences for a language without a shipped wording table, the source's rows, the file, and the uses.

    The file in `folder` is the one that the language has or gets. Nothing is returned where the sentences are shipped,
    the game has none, or every entry has its own text.
    """
    home, source = loaded.home, loaded.languages[0]
    if not lang or loaded.game.data.wording is None or wording.shipped_rows(home.shipped_wording, lang):
        return (), {}, None, {}
    kinds = loaded.game.data.composed.items()
    if all(lang in entry.data.get(key, {}) for kind, (key, _) in kinds for entry in loaded.written.of(kind)):
        return (), {}, None, {}
    own = wording.merged_rows(entry.data for entry in loaded.written.of(WORDING)).get(lang, {})
    rows = source_rows(loaded, loaded.written)
    uses = loaded.game.data.wording.load()
    used = wording.used_rows({**rows, **own}, uses)
    needed = wording.with_plurals(rows, uses, habits.habits_of(lang).plurals)
    needed = {row: forms for row, forms in needed.items() if row in used}
    name = f"{home.shipped_wording.name}/{source}.yaml"
    return tuple(messages.row_texts(needed, own, name)), needed, folder / f"{lang}.yaml", uses


# --- the texts of a game, of packs, and of a language that a pack adds -------------------------------------------


def translatable(loaded: Loaded, lang: str = "") -> messages.Texts:
    """Return everything in a game's own files, or in those of its packs, that can be translated.

    For a language (`lang`) that a pack adds, these are the texts of the whole game.
    """
    pack = pack_that_adds(loaded, lang) if lang else None
    if pack is not None:
        return _added_texts(loaded, pack, lang)
    return pack_texts(loaded, loaded.packs) if loaded.packs else next(_game_texts(loaded, [lang]))


def _game_texts(loaded: Loaded, languages: Sequence[str]) -> Iterator[messages.Texts]:
    """Yield the texts of the game for each language.

    Texts that all games share are part of it if the root has its own file for them, or needs a copy of the tool's file,
    which does not have the language.
    """
    home = loaded.home
    templates = template.find_templates(home.own_book, loaded.own_languages)
    own = tuple(texts_of(loaded, (*loaded.own, *loaded.templates, *loaded.outside)))
    shared = list(_shared_texts(loaded)) if loaded.own else []
    for lang in languages:
        needed = [texts for in_root, texts in shared if in_root or (lang and not any(lang in t.texts for t in texts))]
        table = table_of(loaded, lang, home.own_wording)
        yield messages.Texts(loaded.own_languages, (*own, *chain(*needed)), templates, (home.own_book,), *table)


def pack_texts(loaded: Loaded, packs: Sequence[Pack]) -> messages.Texts:
    """Return the texts of the cards of packs, and their names; the rulebook and the sentences are the game's."""
    names = [display_path(pack.folder) + "/" for pack in packs]
    files = [source for source in loaded.pack_files if source.name.startswith(tuple(names))]
    own = tuple(texts_of(loaded, files))
    named = (*_pack_names(packs), *own) if own else ()  # a name alone is no reason for a .po file
    has = {lang for pack in packs for lang in pack_languages(loaded, pack)}
    languages = [lang for lang in loaded.languages if lang in has]
    return messages.Texts(languages, named, {}, tuple(pack.folder / BOOK for pack in packs))


def pack_languages(loaded: Loaded, pack: Pack) -> list[str]:
    """Return the languages of a pack's cards, and those that it adds."""
    return [*pack.has(loaded.own_languages), *pack.adds(loaded.own_languages)]


def _added_texts(loaded: Loaded, pack: Pack, lang: str) -> messages.Texts:
    source, folder = loaded.languages[0], pack.folder / BOOK
    templates = template.find_templates(loaded.home.book, [source])
    if templates and lang in loaded.books:
        templates[lang] = template.read_template(loaded.books[lang], lang)
    table = table_of(loaded, lang, pack.folder / WORDING)
    data = (*_pack_names([pack]), *_texts_to_add(loaded, pack))
    return messages.Texts(loaded.languages, data, templates, (folder,), *table)


def _pack_names(packs: Sequence[Pack]) -> Iterator[messages.LocalText]:
    """Yield the names of packs, which are in no entry."""
    for pack in packs:
        texts = {lang: name for lang, name in pack.data.get("name", {}).items() if isinstance(name, str)}
        if texts:
            yield messages.LocalText(f"pack/{pack.id}/name", pack.source, 0, ("pack", "name"), texts)


def pack_that_adds(loaded: Loaded, lang: str) -> Pack | None:
    """Return the pack that adds a language to the game; None without one."""
    return next((pack for pack in loaded.packs if lang in pack.adds(loaded.own_languages)), None)


def _texts_to_add(loaded: Loaded, pack: Pack) -> Iterator[messages.LocalText]:
    """Yield every text of the game with its packs, for a language that a pack adds."""
    reader, entries, source = loaded.reader, loaded.written, loaded.languages[0]
    reader = reader.with_kinds({SHEET_TEXTS.name: SHEET_TEXTS, **TEMPLATE_KINDS})
    kinds = [kind for kind in reader.kinds if kind not in ("words", "pack") and entries.of(kind)]
    written = messages.entry_texts(entries, {kind: reader.entry_schema(kind).localized_paths for kind in kinds})
    yield from (text for text in (*written, *messages.term_texts(entries)) if source in text.texts)
    yield from _book_words(loaded, pack)


def _book_words(loaded: Loaded, pack: Pack) -> Iterator[messages.LocalText]:
    """Yield the fixed words of the rulebook and the words of its figures, with those that the pack has."""
    from cloudy_pnp.rulebook.theme import WORDS, theme_file

    if loaded.game.book is None:
        return
    own = pack.book_words
    source = read_source(theme_file(loaded.home.book_styles, WORDS), BOOK_WORDS)
    figures = (text for file in figure_files(loaded) for text in _figure_texts(loaded, file))
    for text in (*messages.document_texts(source, BOOK_WORDS, [("*",)]), *figures):
        yield replace(text, texts={**text.texts, **own.get(book_key(text), {})})


def _figure_texts(loaded: Loaded, source: SourceFile) -> Iterator[messages.LocalText]:
    """Yield the titles and captions of the figures in a scenario file."""
    if scenario := loaded.home.scenario_of(source.name):
        paths = Schema.load(loaded.home.schemas, scenario.schema).localized_paths
        yield from messages.document_texts(source, f"{FIGURES}/{figure_name(source.name, scenario)}", paths)


def book_key(text: messages.LocalText) -> str:
    """Return the key of a text in a pack's `rulebook/words.yaml`; empty for one that belongs to an entry."""
    is_figure = text.name.startswith(f"{FIGURES}/")
    return text.name if is_figure else str(text.path[0]) if text.source.name == BOOK_WORDS else ""


# --- what a language lacks ---------------------------------------------------------------------------------------


def expected_texts(loaded: Loaded, of_game: bool = True) -> Iterator[tuple[str, messages.Texts]]:
    """Yield each language with the texts that it should have: of the game, of packs, and what a pack adds it to.

    A pack need not translate the rulebook: it counts when the pack has begun it.
    """
    known = loaded.own_languages
    if of_game:
        yield from zip(known[1:], _game_texts(loaded, known[1:]), strict=True)
    for pack in loaded.packs:
        for lang in pack.has(known)[1:]:
            yield lang, pack_texts(loaded, [pack])
        for lang in pack.adds(known):
            texts = _added_texts(loaded, pack, lang)
            if lang not in loaded.books:
                cards = tuple(text for text in texts.data if not book_key(text))
                texts = replace(texts, templates={}, data=cards)
            yield lang, texts


def untranslated_findings(loaded: Loaded) -> Iterator[SourceFinding]:
    """I18N-MISSING: yield each text of the data that is not translated yet, as `i18n status` counts them.

    It is reported where the text is; a text that is not in these files, where the language is listed.
    """
    in_packs = {source.name for source in loaded.pack_files}
    for lang, texts in expected_texts(loaded):
        is_added = pack_that_adds(loaded, lang) is not None
        for message in messages.data_messages(replace(texts, folders=()), lang):
            place = message.place
            if message.translation:
                continue
            if place is not None and (place.source.name in in_packs or not is_added):
                finding = lint.missing_text(lang, texts.source, str(*place.inside) or "text", place.path)
                yield place.source, replace(finding, document=place.document)
            elif listed := _listed(loaded, lang):
                what = f"{message.context} is not translated into {quoted(lang)}"
                yield listed[0], lint.untranslated(what, "translate it: cloudy-pnp i18n export", lang, listed[1])


def _listed(loaded: Loaded, lang: str) -> tuple[SourceFile, DataPath] | None:
    """Return where a language is listed: in the pack that adds it, or in the game's own file."""
    if pack := pack_that_adds(loaded, lang):
        return pack.source, ("pack", "languages", pack.languages.index(lang))
    games = [entry for entry in loaded.written.of("game") if entry.source in loaded.own]
    index = loaded.own_languages.index(lang)
    return (games[0].source, (*games[0].path, "languages", index)) if games else None


def stale_findings(loaded: Loaded, sources: Sequence[SourceFile]) -> Iterator[SourceFinding]:
    """I18N-STALE: translations in some files of the game or of packs that were made from another source text."""
    names = {source.name for source in sources}
    for lang, texts in expected_texts(loaded):
        if texts.accepted.texts:
            pack = texts.folders[0].parent if texts.folders[0] != loaded.home.own_book else None
            option = f" --pack {pack.name}" if pack else ""
            for message in messages.data_messages(texts, lang):
                place = message.place
                if message.old_text is not None and place is not None and place.source.name in names:
                    hint = f"bring it up to date, then: cloudy-pnp i18n accept {lang} --text {place.name}{option}"
                    what = f"the source has changed since this translation was accepted: {quoted(message.translation)}"
                    finding = Finding("I18N-STALE", place.place(lang), what, hint, Severity.WARNING)
                    yield place.source, replace(finding, document=place.document, lang=lang)


STUDIO_CONTEXT = 'msgctxt "studio/'


def import_texts(loaded: Loaded, content: str) -> po.Imported:
    """Return what the files of a game or of packs become with the translations of a .po file."""
    lang = po.language_of(content)
    texts, pack = translatable(loaded, lang), pack_that_adds(loaded, lang)
    if lang != texts.source and lang not in texts.languages and STUDIO_CONTEXT not in content:
        adding = f"cloudy-pnp i18n add {lang}" + "".join(f" --pack {added.folder.name}" for added in loaded.packs)
        raise UserError(f"{quoted(lang)} is not a language of the game; nothing is imported; to add it: {adding}")
    if STUDIO_CONTEXT in content:
        own = (*texts.languages, lang)  # the studio may have more languages than the game
        texts = replace(texts, data=(*texts.data, *studio_texts(loaded.home, lang)), languages=own)
    done = po.compare_po(texts, content)
    of_studio = [(text, new) for text, new in done.texts if not text.is_recorded]
    done.texts = [(text, new) for text, new in done.texts if text.is_recorded]
    if of_studio:
        path = (pack.folder / STUDIO if pack else loaded.home.own_studio) / f"{lang}.yaml"
        done.files[path] = with_studio_texts(path, of_studio)
    if pack is None:
        po.change_data(done)
    else:
        change_words(loaded, pack, done)
    if texts.folders and done.accepted != texts.accepted:
        done.files |= texts.record_files(done.accepted)
    return done


def change_words(loaded: Loaded, pack: Pack, done: po.Imported) -> None:
    """Put the texts of an import into the words of a pack: where it has them already, else into a new file."""
    _change_book_words(pack, done)
    changes: dict[Path, list[Set]] = {}
    new: dict[tuple[str, str], dict[str, Any]] = {}
    for text, translation in done.texts:
        if book_key(text):
            continue
        if text.source is pack.source:  # its name
            changes.setdefault(pack.folder / PACK_FILE, []).append(Set(text.place(done.lang), translation))
            continue
        kind, entry = _entry_of(loaded, text)
        path = text.place(done.lang)[len(entry.path) :]
        words = _words_with(pack, kind, name_of(kind, entry), path)
        if words is not None:
            edit = Set((*words.path, *path), translation)
            changes.setdefault(pack.folder / Path(words.source.name).name, []).append(edit)
        else:
            patch = new.setdefault((kind, name_of(kind, entry)), {})
            _set_in(patch, path, translation)
    for file, edits in changes.items():
        done.files[file] = apply_edits(read_text(file), edits, file.name)
    if new:
        file = pack.folder / f"words-{done.lang}.yaml"
        before = done.files.get(file) or (read_text(file) if file.is_file() else "words:\n")
        done.files[file] = before.rstrip("\n") + "\n" + "".join(_entry_text(loaded, *item) for item in new.items())


def _change_book_words(pack: Pack, done: po.Imported) -> None:
    new = {book_key(text): word for text, word in done.texts if book_key(text)}
    if new:
        path, words = pack.folder / BOOK_WORDS, pack.book_words
        for name, word in new.items():
            words[name] = {**words.get(name, {}), done.lang: word}
        done.files[path] = "\n".join(block_lines(words, 0)) + "\n"


def _entry_of(loaded: Loaded, text: messages.LocalText) -> tuple[str, Entry]:
    """Return the kind and the entry that a text belongs to."""
    return next(
        (kind, entry)
        for kind, entries in loaded.entries.by_kind.items()
        for entry in entries
        if entry.source.name == text.source.name and entry.path == text.path[: len(entry.path)]
    )


def _words_with(pack: Pack, kind: str, name: str, path: Sequence[str | int]) -> Entry | None:
    """Return the entry of the pack's words that holds a text already."""
    for entry in pack.entries.of("words"):
        is_there = value_at(entry.data, path) is not None
        if is_there and entry.data["of"] == name and entry.data.get("kind", kind) == kind:
            return entry
    return None


def _set_in(patch: dict[str, Any], path: Sequence[str | int], value: str) -> None:
    """Put a value at a path; lists before it are filled with empty maps, which change nothing."""
    at: Any = patch
    for step, after in zip(path, [*path[1:], None], strict=True):
        if after is None:
            new: Any = value
        else:
            new = [] if isinstance(after, int) else {}
        if isinstance(at, list):
            at += [{} for _ in range(len(at), int(step) + 1)]
            at[int(step)] = at[int(step)] or new
            at = at[int(step)]
        else:
            at = at.setdefault(str(step), new)


def _entry_text(loaded: Loaded, key: tuple[str, str], patch: Mapping[str, Any]) -> str:
    """Write one entry of a words file; its kind is named where entries of two kinds have that id."""
    kind, name = key
    same = [other for other, some in loaded.entries.by_kind.items() for entry in some if name_of(other, entry) == name]
    data = {"of": name, **({"kind": kind} if len(same) > 1 else {}), **patch}
    first, *rest = block_lines(data, 4)
    return "\n".join([f"  - {first.strip()}", *rest]) + "\n"
