"""How translations come back from a translator: into the files of a game, or the words of a pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.i18n.catalogue import LocalText
from cloudy_pnp.i18n.po import Imported, change_data, compare_po, language_of
from cloudy_pnp.workspace.home import PACK_FILE, STUDIO
from cloudy_pnp.workspace.load import Loaded
from cloudy_pnp.workspace.packs import BOOK_WORDS, Pack, name_of
from cloudy_pnp.workspace.studio_words import studio_texts, with_studio_texts
from cloudy_pnp.workspace.translations import book_key, pack_that_adds, translatable

STUDIO_CONTEXT = 'msgctxt "studio/'


def import_texts(loaded: Loaded, content: str) -> Imported:
    """Return what the files of a game or of packs become with the translations of a .po file."""
    lang = language_of(content)
    texts, pack = translatable(loaded, lang), pack_that_adds(loaded, lang)
    if lang != texts.source and lang not in texts.languages and STUDIO_CONTEXT not in content:
        adding = f"cloudy-pnp i18n add {lang}" + "".join(f" --pack {added.folder.name}" for added in loaded.packs)
        raise UserError(f"{quoted(lang)} is not a language of the game; nothing is imported; to add it: {adding}")
    if STUDIO_CONTEXT in content:
        own = (*texts.languages, lang)  # the studio may have more languages than the game
        texts = replace(texts, data=(*texts.data, *studio_texts(loaded.home, lang)), languages=own)
    done = compare_po(texts, content)
    of_studio = [(text, new) for text, new in done.texts if not text.is_recorded]
    done.texts = [(text, new) for text, new in done.texts if text.is_recorded]
    if of_studio:
        path = (pack.folder / STUDIO if pack else loaded.home.own_studio) / f"{lang}.yaml"
        done.files[path] = with_studio_texts(path, of_studio)
    if pack is None:
        change_data(done)
    else:
        change_words(loaded, pack, done)
    if texts.folders and done.accepted != texts.accepted:
        done.files |= texts.record_files(done.accepted)
    return done


def change_words(loaded: Loaded, pack: Pack, done: Imported) -> None:
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
        done.files[file] = apply_edits(file.read_bytes().decode("utf-8"), edits, file.name)
    if new:
        file = pack.folder / f"words-{done.lang}.yaml"
        before = done.files.get(file) or (file.read_bytes().decode("utf-8") if file.is_file() else "words:\n")
        done.files[file] = before.rstrip("\n") + "\n" + "".join(_entry_text(loaded, *item) for item in new.items())


def _change_book_words(pack: Pack, done: Imported) -> None:
    new = {book_key(text): word for text, word in done.texts if book_key(text)}
    if new:
        path, words = pack.folder / BOOK_WORDS, pack.book_words
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
