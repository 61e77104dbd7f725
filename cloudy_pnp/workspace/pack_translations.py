"""The texts of a game for a translator, and how translations come back: into its files, or the words of a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cloudy_pnp.data.edit import Set, apply_edits
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.write import block_lines
from cloudy_pnp.games.contract import EntryRef
from cloudy_pnp.i18n.accepted import Accepted, read_accepted
from cloudy_pnp.i18n.catalogue import LocalText, entry_texts
from cloudy_pnp.i18n.po import Imported, Texts, compare_po, import_po, language_of
from cloudy_pnp.i18n.template import find_templates
from cloudy_pnp.workspace.inspect import face_sketches
from cloudy_pnp.workspace.load import Loaded
from cloudy_pnp.workspace.loaded import SHEET_TEXTS, TEMPLATE_KINDS
from cloudy_pnp.workspace.packs import Pack, name_of
from cloudy_pnp.workspace.translations import shared_texts, texts_of


def translatable(loaded: Loaded, lang: str = "") -> Texts:
    """Return everything in a game's own files, or in those of its packs, that can be translated.

    For a language (`lang`) that a pack adds, these are the texts of the whole game.
    """
    if loaded.packs:  # they keep no record of accepted translations, and the rulebook is the game's
        adds = lang and pack_that_adds(loaded, lang) is not None
        data = texts_to_add(loaded, lang) if adds else texts_of(loaded, loaded.pack_files)
        return Texts(loaded.languages, tuple(data), {}, Accepted({}, {}))
    folder = loaded.home.own_book
    own = (*texts_of(loaded, loaded.own), *shared_texts(loaded))
    return Texts(loaded.languages, own, find_templates(folder, loaded.languages), read_accepted(folder))


def import_texts(loaded: Loaded, content: str) -> Imported:
    """Return what the files of a game or of packs become with the translations of a .po file."""
    lang = language_of(content)
    texts, pack = translatable(loaded, lang), pack_that_adds(loaded, lang)
    if pack is None:
        return import_po(texts, content)
    done = compare_po(texts, content)
    change_words(loaded, pack, done)
    return done


def pack_that_adds(loaded: Loaded, lang: str) -> Pack | None:
    """Return the pack that adds a language to the game; None without one."""
    return next((pack for pack in loaded.packs if lang in pack.languages), None)


def texts_to_add(loaded: Loaded, lang: str) -> Iterator[LocalText]:
    """List every text on the cards of the game, also those that the tool composes in the languages it knows."""
    reader, entries, source = loaded.reader, loaded.entries, loaded.languages[0]
    reader = reader.with_kinds({SHEET_TEXTS.name: SHEET_TEXTS, **TEMPLATE_KINDS})
    kinds = [kind for kind in reader.kinds if kind not in ("words", "pack") and entries.of(kind)]
    written = entry_texts(entries, {kind: reader.entry_schema(kind).localized_paths for kind in kinds})
    yield from (text for text in written if source in text.texts)
    for kind, (key, voices) in loaded.game.data.composed.items():
        if lang in voices:
            continue
        sketches = face_sketches(loaded, entries.data(), source)
        for entry in entries.of(kind):
            sketch = sketches.get(EntryRef(kind, entry.id))
            if sketch is not None and sketch.text and source not in entry.data.get(key, {}):
                texts = {source: sketch.text, **entry.data.get(key, {})}
                yield LocalText(f"{kind}/{entry.id}/{key}", entry.source, 0, (*entry.path, key), texts)


def change_words(loaded: Loaded, pack: Pack, done: Imported) -> None:
    """Put the texts of an import into the words of a pack: where it has them already, else into a new file."""
    changes: dict[Path, list[Set]] = {}
    new: dict[tuple[str, str], dict[str, Any]] = {}
    for text, translation in done.texts:
        kind, entry = _entry_of(loaded, text)
        path = text.path[len(entry.path) :]
        words = _words_with(pack, kind, name_of(kind, entry), (*path, done.lang))
        if words is not None:
            edit = Set((*words.path, *path, done.lang), translation)
            changes.setdefault(pack.folder / Path(words.source.name).name, []).append(edit)
        else:
            patch = new.setdefault((kind, name_of(kind, entry)), {})
            _set_in(patch, path, {done.lang: translation})
    for file, edits in changes.items():
        done.files[file] = apply_edits(file.read_bytes().decode("utf-8"), edits, file.name)
    if new:
        file = pack.folder / f"words-{done.lang}.yaml"
        before = done.files.get(file) or (file.read_bytes().decode("utf-8") if file.is_file() else "words:\n")
        done.files[file] = before.rstrip("\n") + "\n" + "".join(_entry_text(loaded, *item) for item in new.items())


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


def _set_in(patch: dict[str, Any], path: Sequence[str | int], value: dict[str, str]) -> None:
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
