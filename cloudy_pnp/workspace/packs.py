"""Packs: folders with a `pack.yaml` that add to a game, or override parts of it, without touching it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.core.problems import Finding, Severity, UserError, quoted, suggest
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data import files
from cloudy_pnp.data.entries import Entries, Entry, Kind, SourceFinding, unknown_reference
from cloudy_pnp.data.source import SourceFile, read_map
from cloudy_pnp.i18n.habits import KIND as HABITS
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.workspace.home import PACK_FILE, PACKS, WORDING, packs_in

BOOK = "rulebook"  # in a pack: templates of the rulebook, and its fixed words; no card data
BOOK_WORDS = f"{BOOK}/words.yaml"
# What only packs have; tables of sentences, of which rows are replaced instead of the whole; habits of languages.
KINDS = {
    "pack": Kind("pack", single=True),
    "words": Kind("words"),
    WORDING: Kind(WORDING, single=True),
    HABITS: Kind(HABITS),
}


class Pack(Struct, frozen=True):
    """One pack as it was read. Without a valid `pack.yaml` its id is the name of its folder, and `data` is empty."""

    folder: Path
    source: SourceFile  # its pack.yaml
    entries: Entries
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id that other packs and the output know it by."""
        return str(self.data["id"]) if self.data else self.folder.resolve().name

    def name(self, lang: str) -> str:
        """Return its name in a language, or in any."""
        names = {key: text for key, text in self.data.get("name", {}).items() if isinstance(text, str)}
        return str(names.get(lang) or next(iter(names.values()), self.id))

    @property
    def overrides(self) -> Sequence[str]:
        """Ids of what it replaces."""
        names: Sequence[str] = self.data.get("overrides", ())
        return names

    @property
    def languages(self) -> Sequence[str]:
        """The languages that it lists."""
        names: Sequence[str] = self.data.get("languages", ())
        return names

    @property
    def cards(self) -> Entries:
        """The entries that belong to the game: all but the description and the words of languages."""
        by_kind = {kind: some for kind, some in self.entries.by_kind.items() if kind not in ("pack", "words")}
        partial = {kind: some for kind, some in self.entries.partial.items() if kind not in KINDS}
        # Without a valid pack.yaml, the tool doesn't know what the pack overrides.
        return Entries(by_kind, partial, self.entries.cards, self.entries.whole and bool(self.data))

    @property
    def book_words(self) -> dict[str, dict[str, str]]:
        """The fixed words of the rulebook, and the words of its figures, in the languages that it adds."""
        path = self.folder / BOOK_WORDS
        if not path.is_file() or not files.is_within(path, self.folder):
            return {}
        maps = {str(name): text for name, text in read_map(path).items() if isinstance(text, Mapping)}
        return {name: {lang: str(word) for lang, word in text.items()} for name, text in maps.items()}

    def adds(self, known: Sequence[str]) -> list[str]:
        """Return the languages that it adds to those of the game."""
        return [lang for lang in self.languages if lang not in known]

    def has(self, known: Sequence[str]) -> list[str]:
        """Return those of the game's languages that its own cards are written in.

        They are the source, and all others unless it lists some of them.
        """
        listed = [lang for lang in known[1:] if lang in self.languages]
        return [*known[:1], *listed] if listed or {*known[:1]} & {*self.languages} else list(known)

    @property
    def ids(self) -> list[str]:
        """The ids of everything that it adds or overrides, in order."""
        return ids_of(self.entries)


def empty_packs(packs: Iterable[Pack]) -> Iterator[SourceFinding]:
    """DATA-EMPTY: warn about a pack that adds nothing: no card, language, word, picture or page."""
    for pack in packs:
        is_filled = any(kind != "pack" for kind in (*pack.entries.by_kind, *pack.entries.partial))
        has_folders = any(path.is_dir() for path in pack.folder.glob("*"))  # art, pages of a rulebook
        if pack.data and not is_filled and not has_folders and not pack.languages:
            message, hint = f"the pack {quoted(pack.id)} has no cards", "put them into a file next to pack.yaml"
            yield pack.source, Finding("DATA-EMPTY", ("pack",), message, hint, Severity.WARNING, True)


def find_pack(name: str | Path, root: Path, shipped: Path | None = None) -> Path:
    """Return the folder of a pack.

    A pack is named by a path, or by a folder in `packs/` of the root, of the game's own data (`shipped`) or of the
    tool.
    """
    places = _places(root, shipped)
    plain = Path(name).name == str(name) and str(name) not in (".", "..")
    for folder in (Path(name), *(place / name for place in places if plain)):
        if (folder / PACK_FILE).is_file():
            return folder if folder == Path(name) else files.require_inside(folder, folder.parent)
    if Path(name).is_dir():
        raise UserError(f"{files.display_path(Path(name))} is not a pack: it has no file {PACK_FILE}")
    known = [folder.name for folder in known_packs(root, shipped)]
    raise UserError(f'there is no pack "{name}"; {suggest(name, dict.fromkeys(known))}'.rstrip("; "))


def known_packs(root: Path, shipped: Path | None = None) -> list[Path]:
    """Return the packs that have a name: those of the root, then the shipped ones."""
    return [folder for place in _places(root, shipped) for folder in packs_in(place)]


def _places(root: Path, shipped: Path | None) -> list[Path]:
    return list(dict.fromkeys((root / PACKS, (shipped or root) / PACKS, shipped_root() / PACKS)))


def described(
    folder: Path, source: SourceFile, entries: Entries, game: str, reported: bool
) -> tuple[Pack, list[SourceFinding]]:
    """Return a pack from its `pack.yaml` (`source`) and its entries, and what is wrong with the description.

    `reported`: that file already has a problem.
    """
    findings: list[SourceFinding] = []
    descriptions = [entry for entry in entries.of("pack") if entry.source is source]
    for entry in entries.of("pack"):
        if entry.source is not source:
            inside = Path(entry.source.name).name == PACK_FILE
            message = "a pack is nested in another one" if inside else f"a pack is described in its {PACK_FILE} only"
            hint = f"move its folder out of {files.display_path(folder)}" if inside else "delete it here"
            findings.append((entry.source, Finding("REF-DUPLICATE", entry.path, message, hint, at_key=True)))
    if not descriptions and not reported:
        message = f"{PACK_FILE} does not describe a pack"
        hint = "start it with pack: {id: …, name: {…}, game: …}; cards go into other files"
        findings.append((source, Finding("SCHEMA-KIND", (), message, hint)))
    data = descriptions[0].data if descriptions else {}
    if data and data["game"] != game:
        message = f"the pack is for the game {quoted(data['game'])}, not for {quoted(game)}"
        findings.append((source, Finding("REF-UNKNOWN", ("pack", "game"), message, suggest(data["game"], [game]))))
    pack = Pack(folder, source, entries, data)
    name = pack.id
    mine = {kind: [replace(entry, pack=name) for entry in items] for kind, items in entries.by_kind.items()}
    return replace(pack, entries=replace(entries, by_kind=mine)), findings


def rulebook_of(pack: Pack, lang: str) -> Path | None:
    """Return the pack's own template of the rulebook in a language."""
    path = pack.folder / BOOK / f"{lang}{TEMPLATE}"
    return path if path.is_file() and files.is_within(path, pack.folder) else None


def added_languages(packs: Sequence[Pack], known: Sequence[str]) -> dict[str, tuple[Pack, int]]:
    """Return the languages that packs add to the known ones: by which pack first, and where in its list."""
    added: dict[str, tuple[Pack, int]] = {}
    for pack in packs:
        for index, lang in enumerate(pack.languages):
            if lang not in known:
                added.setdefault(lang, (pack, index))
    return added


def override_findings(pack: Pack, before: Sequence[Pack], entries: Entries) -> Iterator[SourceFinding]:
    """Report a pack that has the id of a pack `before` it, and overrides without effect; `entries` are those below it.

    REF-DUPLICATE: two packs have one id or override the same entry. REF-UNKNOWN: an override that replaces nothing, or
    for which the pack has no entry.
    """
    twin = next((other for other in before if other.id == pack.id), None)
    if twin is not None:
        message = f"the pack {files.display_path(twin.folder)} has the id {quoted(pack.id)} too"
        yield pack.source, Finding("REF-DUPLICATE", ("pack", "id"), message, "choose another id")
    known = dict.fromkeys(_names(entries.by_kind))
    present = dict.fromkeys([*_names(pack.entries.by_kind), *_names(pack.entries.partial)])
    for index, name in enumerate(pack.overrides):
        path = ("pack", "overrides", index)
        other = next((other for other in before if name in other.overrides), None)
        if name not in known:
            yield pack.source, unknown_reference(path, name, "entry of the game", known)
        elif name not in present:
            message = f"the pack has no entry {quoted(name)} to replace the game's"
            yield pack.source, Finding("REF-UNKNOWN", path, message, suggest(name, present))
        elif other is not None:
            message = f"the packs {quoted(other.id)} and {quoted(pack.id)} both override {quoted(name)}"
            yield pack.source, Finding("REF-DUPLICATE", path, message, "use only one of the two packs")


def ids_of(entries: Entries) -> list[str]:
    """Return the ids of all card data, in order."""
    card_data = (some for kind, some in entries.by_kind.items() if kind not in KINDS)
    return [str(entry.data["id"]) for some in card_data for entry in some if "id" in entry.data]


def _names(by_kind: Mapping[str, Sequence[Entry]]) -> list[str]:
    return [name_of(kind, entry) for kind, entries in by_kind.items() if kind not in KINDS for entry in entries]


def name_of(kind: str, entry: Entry) -> str:
    """Return the name of an entry in `overrides`: its id, or its kind where there is only one."""
    return str(entry.data.get("id", kind))
