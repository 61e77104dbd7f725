"""The texts of a game for a translator, and how translations come back: into its files, or the words of a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.source import read_source
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.games.contract import EntryRef
from cloudy_pnp.i18n.accepted import FILE, Accepted, accepted_text, read_accepted
from cloudy_pnp.i18n.catalogue import LocalText, document_texts, entry_texts, term_texts
from cloudy_pnp.i18n.po import Imported, Texts, compare_po, import_po, language_of
from cloudy_pnp.i18n.template import find_templates, read_template
from cloudy_pnp.workspace.home import WORDING
from cloudy_pnp.workspace.inspect import face_sketches
from cloudy_pnp.workspace.load import Loaded
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS
from cloudy_pnp.workspace.packs import BOOK, Pack, name_of
from cloudy_pnp.workspace.translations import shared_texts, table_of, texts_of

_BOOK_WORDS = "rulebook/words.yaml"  # the name of their file in .po files


def translatable(loaded: Loaded, lang: str = "") -> Texts:
    """Return everything in a game's own files, or in those of its packs, that can be translated.

    For a language (`lang`) that a pack adds, these are the texts of the whole game.
    """
    home, pack = loaded.home, pack_that_adds(loaded, lang) if lang else None
    if loaded.packs and pack is None:  # the rulebook and the sentences are the game's
        own = tuple(texts_of(loaded, loaded.pack_files))
        named = (*_pack_names(loaded), *own) if own else ()  # a name alone is no reason for a .po file
        return Texts(loaded.languages, named, {}, Accepted())
    folder = pack.folder / BOOK if pack else home.own_book
    templates = find_templates(home.book if pack else home.own_book, loaded.own_languages)
    if pack:
        templates = {name: template for name, template in templates.items() if name == loaded.languages[0]}
        if templates and lang in loaded.books:
            templates[lang] = read_template(loaded.books[lang], lang)
    data = texts_to_add(loaded, lang) if pack else (*texts_of(loaded, loaded.own), *shared_texts(loaded))
    table = table_of(loaded, lang, pack.folder / WORDING if pack else home.own_wording)
    return Texts(loaded.languages, tuple(data), templates, read_accepted(folder), *table, folder)


def _pack_names(loaded: Loaded) -> Iterator[LocalText]:
    """Yield the names of packs, which are in no entry."""
    for pack in loaded.packs:
        texts = {lang: name for lang, name in pack.data.get("name", {}).items() if isinstance(name, str)}
        if texts:
            yield LocalText(f"pack/{pack.id}/name", pack.source, 0, ("pack", "name"), texts)


def import_texts(loaded: Loaded, content: str) -> Imported:
    """Return what the files of a game or of packs become with the translations of a .po file."""
    lang = language_of(content)
    texts, pack = translatable(loaded, lang), pack_that_adds(loaded, lang)
    if pack is None:
        done = import_po(texts, content)
    else:
        done = compare_po(texts, content)
        change_words(loaded, pack, done)
    if texts.book is not None and done.accepted != texts.accepted:
        done.files[texts.book / FILE] = accepted_text(done.accepted)
    return done


def pack_that_adds(loaded: Loaded, lang: str) -> Pack | None:
    """Return the pack that adds a language to the game; None without one."""
    return next((pack for pack in loaded.packs if lang in pack.adds(loaded.own_languages)), None)


def texts_to_add(loaded: Loaded, lang: str) -> Iterator[LocalText]:
    """List every text on the cards of the game, also those that the tool composes in the languages it knows."""
    reader, entries, source = loaded.reader, loaded.written, loaded.languages[0]
    reader = reader.with_kinds({SHEET_TEXTS.name: SHEET_TEXTS, **TEMPLATE_KINDS})
    kinds = [kind for kind in reader.kinds if kind not in ("words", "pack") and entries.of(kind)]
    written = entry_texts(entries, {kind: reader.entry_schema(kind).localized_paths for kind in kinds})
    yield from (text for text in (*written, *term_texts(entries)) if source in text.texts)
    yield from _book_words(loaded, lang)
    if loaded.game.data.wording is not None:  # the sentences themselves are translated
        return
    for kind, (key, voices) in loaded.game.data.composed.items():
        if lang in voices:
            continue
        sketches = face_sketches(loaded, loaded.entries.data(), source)
        for entry in entries.of(kind):
            sketch = sketches.get(EntryRef(kind, entry.id))
            if sketch is not None and sketch.text and source not in entry.data.get(key, {}):
                texts = {source: sketch.text, **entry.data.get(key, {})}
                yield LocalText(f"{kind}/{entry.id}/{key}", entry.source, 0, (*entry.path, key), texts)


def _book_words(loaded: Loaded, lang: str) -> Iterator[LocalText]:
    """Yield the fixed words of the rulebook, with those that the pack has in its language."""
    from cloudy_pnp.rulebook.theme import WORDS, theme_file

    pack = pack_that_adds(loaded, lang)
    if loaded.game.book is None or pack is None:
        return
    own = _own_words(pack.folder / BOOK / WORDS)
    source = read_source(theme_file(loaded.home.book_styles, WORDS), _BOOK_WORDS)
    for text in document_texts(source, _BOOK_WORDS, [("*",)]):
        yield replace(text, texts={**text.texts, **own.get(str(text.path[0]), {})})


def _own_words(path: Path) -> dict[str, dict[str, str]]:
    documents = read_source(path, path.name).documents if path.is_file() else []
    return {name: dict(text) for name, text in (documents[0] if documents else {}).items()}


def change_words(loaded: Loaded, pack: Pack, done: Imported) -> None:
    """Put the texts of an import into the words of a pack: where it has them already, else into a new file."""
    _change_book_words(pack, done)
    changes: dict[Path, list[Set]] = {}
    new: dict[tuple[str, str], dict[str, Any]] = {}
    for text, translation in done.texts:
        if text.source.name == _BOOK_WORDS:
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
        done.files[file] = apply_edits(file.read_bytes().decode("utf-8"), edits, file.name)
    if new:
        file = pack.folder / f"words-{done.lang}.yaml"
        before = done.files.get(file) or (file.read_bytes().decode("utf-8") if file.is_file() else "words:\n")
        done.files[file] = before.rstrip("\n") + "\n" + "".join(_entry_text(loaded, *item) for item in new.items())


def _change_book_words(pack: Pack, done: Imported) -> None:
    new = {str(text.path[0]): word for text, word in done.texts if text.source.name == _BOOK_WORDS}
    if new:
        path = pack.folder / BOOK / "words.yaml"
        words = _own_words(path)
        for name, word in new.items():
            words[name] = {**words.get(name, {}), done.lang: word}
        done.files[path] = "\n".join(block_lines(words, 0)) + "\n"


def _entry_of(loaded: Loaded, text: LocalText) -> tuple[str, Entry]:
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
        value: Any = entry.data
        for step in path:
            known = isinstance(value, Mapping) and step in value
            known = known or (isinstance(value, list) and isinstance(step, int) and step < len(value))
            value = value[step] if known else None
        if value is not None and entry.data["of"] == name and entry.data.get("kind", kind) == kind:
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
