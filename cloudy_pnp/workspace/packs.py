"""Packs: folders with a `pack.yaml` that add to a game, or override parts of it, without touching it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cloudy_pnp.core.problems import Finding, UserError, meant, path_text, quoted
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.data import files
from cloudy_pnp.data.entries import Entries, Entry, Found, Kind, unknown_reference
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.i18n.template import ENDING as TEMPLATE
from cloudy_pnp.workspace.home import PACK_FILE, PACKS, WORDING, packs_in

BOOK = "rulebook"  # in a pack: templates of the rulebook, and its fixed words; no card data
# What only packs have, and tables of sentences, of which rows are replaced instead of the whole.
KINDS = {"pack": Kind("pack", single=True), "words": Kind("words"), WORDING: Kind(WORDING, single=True)}


@dataclass(frozen=True, slots=True)
class Pack:
    """One pack as it was read. Without a sound `pack.yaml` its id is the name of its folder, and `data` is empty."""

    folder: Path
    source: SourceFile  # its pack.yaml
    entries: Entries
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id that other packs and the output know it by."""
        return str(self.data["id"]) if self.data else self.folder.resolve().name

    def name(self, lang: str) -> str:
        """What people call it."""
        names = {key: text for key, text in self.data.get("name", {}).items() if isinstance(text, str)}
        return str(names.get(lang) or next(iter(names.values()), self.id))

    @property
    def overrides(self) -> Sequence[str]:
        """Ids of what it replaces."""
        found: Sequence[str] = self.data.get("overrides", ())
        return found

    @property
    def languages(self) -> Sequence[str]:
        """The languages that it lists."""
        found: Sequence[str] = self.data.get("languages", ())
        return found

    def adds(self, known: Sequence[str]) -> list[str]:
        """Return the languages that it adds to those of the game."""
        return [lang for lang in self.languages if lang not in known]

    def has(self, known: Sequence[str]) -> list[str]:
        """Return those of the game's languages that its own cards are written in: the source, and all others unless
        it lists some of them.
        """
        listed = [lang for lang in known[1:] if lang in self.languages]
        return [*known[:1], *listed] if listed or known[0] in self.languages else list(known)

    @property
    def ids(self) -> list[str]:
        """The ids of everything that it adds or overrides, in order."""
        return [
            str(entry.data["id"])
            for kind, found in self.entries.by_kind.items()
            if kind not in KINDS
            for entry in found
            if "id" in entry.data
        ]


def find_pack(name: str | Path, root: Path, shipped: Path | None = None) -> Path:
    """Return the folder of a pack: a path, or the name of a folder under `packs/` of the root, of the game's own data
    (`shipped`) or of the tool's.
    """
    places = _places(root, shipped)
    plain = Path(name).name == str(name) and str(name) not in (".", "..")
    for folder in (Path(name), *(place / name for place in places if plain)):
        if (folder / PACK_FILE).is_file():
            return folder if folder == Path(name) else files.confined(folder, folder.parent)
    if Path(name).is_dir():
        raise UserError(f"{files.shown(Path(name))} is not a pack: it has no file {PACK_FILE}")
    known = [folder.name for folder in known_packs(root, shipped)]
    raise UserError(f'there is no pack "{name}"; {meant(name, dict.fromkeys(known))}'.rstrip("; "))


def known_packs(root: Path, shipped: Path | None = None) -> list[Path]:
    """The packs that can be called by their names: those of the root, then those that are shipped."""
    return [folder for place in _places(root, shipped) for folder in packs_in(place)]


def _places(root: Path, shipped: Path | None) -> list[Path]:
    return list(dict.fromkeys((root / PACKS, (shipped or root) / PACKS, shipped_root() / PACKS)))


def described(folder: Path, source: SourceFile, entries: Entries, game: str, told: bool) -> tuple[Pack, list[Found]]:
    """A pack by its `pack.yaml` (`source`) and its entries, and what is wrong with the description; `told`: something
    is known to be wrong with that file.
    """
    findings: list[Found] = []
    found = [entry for entry in entries.of("pack") if entry.source is source]
    for entry in entries.of("pack"):
        if entry.source is not source:
            inside = Path(entry.source.name).name == PACK_FILE
            message = "a pack is nested in another one" if inside else f"a pack is described in its {PACK_FILE} only"
            hint = f"move its folder out of {files.shown(folder)}" if inside else "delete it here"
            findings.append((entry.source, Finding("REF-DUPLICATE", entry.path, message, hint, at_key=True)))
    if not found and not told:
        message = f"{PACK_FILE} does not describe a pack"
        hint = "start it with pack: {id: …, name: {…}, game: …}; cards go into other files"
        findings.append((source, Finding("SCHEMA-KIND", (), message, hint)))
    data = found[0].data if found else {}
    if data and data["game"] != game:
        message = f"the pack is for the game {quoted(data['game'])}, not for {quoted(game)}"
        findings.append((source, Finding("REF-UNKNOWN", ("pack", "game"), message, meant(data["game"], [game]))))
    pack = Pack(folder, source, entries, data)
    name = pack.id
    mine = {kind: [replace(entry, pack=name) for entry in items] for kind, items in entries.by_kind.items()}
    return replace(pack, entries=replace(entries, by_kind=mine)), findings


def rulebook_of(pack: Pack, lang: str) -> Path | None:
    """The pack's own template of the rulebook in a language."""
    path = pack.folder / BOOK / f"{lang}{TEMPLATE}"
    return path if path.is_file() and files.is_within(path, pack.folder) else None


def merged(base: Entries, packs: Sequence[Pack]) -> tuple[Entries, list[Found]]:
    """The game's entries with those of packs: added, or in the place of what they override; and what conflicts.

    REF-DUPLICATE: an id of the game or of another pack that the pack does not list in `overrides`, or that two packs
    override. REF-UNKNOWN: an override that replaces nothing, or for which the pack has no entry.
    """
    whole = Entries(
        {kind: list(found) for kind, found in base.by_kind.items()},
        {kind: list(found) for kind, found in base.partial.items()},
        dict(base.cards),
        base.whole,
    )
    merging = _Merging(whole)
    for pack in packs:
        merging.findings += _same_pack(pack, packs)
        merging.add(pack)
    return whole, merging.findings


def _same_pack(pack: Pack, packs: Sequence[Pack]) -> Iterator[Found]:
    """REF-DUPLICATE: two packs have one id."""
    first = next(other for other in packs if other.id == pack.id)
    if first is not pack:
        message = f"the pack {files.shown(first.folder)} has the id {quoted(pack.id)} too"
        yield pack.source, Finding("REF-DUPLICATE", ("pack", "id"), message, "choose another id")


@dataclass(slots=True)
class _Merging:
    """Packs are added one after the other."""

    entries: Entries
    findings: list[Found] = field(default_factory=list)
    overridden: dict[str, Pack] = field(default_factory=dict)  # id: by whom

    def add(self, pack: Pack) -> None:
        known = dict.fromkeys(_names(self.entries.by_kind))
        there = dict.fromkeys([*_names(pack.entries.by_kind), *_names(pack.entries.partial)])
        self.findings += self._overrides(pack, known, there)
        self.entries.cards |= pack.entries.cards
        self.entries.whole &= pack.entries.whole and bool(pack.data)
        for kind, found in pack.entries.by_kind.items():
            if kind not in KINDS:
                there_before = {name_of(kind, entry): at for at, entry in enumerate(self.entries.of(kind))}
                for entry in found:
                    self._place(pack, kind, entry, there_before.get(name_of(kind, entry)))
        for kind, found in pack.entries.partial.items():
            if kind not in KINDS:
                self.entries.partial.setdefault(kind, []).extend(found)

    def _overrides(self, pack: Pack, known: Collection[str], there: Collection[str]) -> Iterator[Found]:
        for index, name in enumerate(pack.overrides):
            path = ("pack", "overrides", index)
            other = self.overridden.setdefault(name, pack)
            if name not in known:
                yield pack.source, unknown_reference(path, name, "entry of the game", known)
            elif name not in there:
                message = f"the pack has no entry {quoted(name)} to replace the game's"
                yield pack.source, Finding("REF-UNKNOWN", path, message, meant(name, there))
            elif other is not pack:
                message = f"the packs {quoted(other.id)} and {quoted(pack.id)} both override {quoted(name)}"
                yield pack.source, Finding("REF-DUPLICATE", path, message, "use only one of the two packs")

    def _place(self, pack: Pack, kind: str, entry: Entry, at: int | None) -> None:
        """Put an entry of a pack among the others: `at` is the place of the one with its name, if there is one."""
        name = name_of(kind, entry)
        all_of_kind = self.entries.by_kind.setdefault(kind, [])
        if at is None:
            all_of_kind.append(entry)
        elif name in pack.overrides:
            if self.overridden[name] is pack:
                all_of_kind[at] = entry
        elif pack.data:  # without a sound pack.yaml nobody knows what it wanted to override
            old = all_of_kind[at]
            whose = f"the pack {quoted(old.pack)}" if old.pack else "the game"
            message = f"{whose} already has {quoted(name)} ({old.source.name}, {path_text(old.path)})"
            hint = f"choose another id, or list it in {PACK_FILE}: overrides: [{name}]"
            path = (*entry.path, "id") if "id" in entry.data else entry.path
            self.findings.append((entry.source, Finding("REF-DUPLICATE", path, message, hint)))


def _names(by_kind: Mapping[str, Sequence[Entry]]) -> list[str]:
    return [name_of(kind, entry) for kind, found in by_kind.items() if kind not in KINDS for entry in found]


def name_of(kind: str, entry: Entry) -> str:
    """What an override calls an entry: its id, or the kind of which there is only one."""
    return str(entry.data.get("id", kind))
