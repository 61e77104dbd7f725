"""The list of cards, and operations on whole cards: creating, copying, renaming, and finding references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.routing import Route

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Severity, UserError, quoted
from cloudy_pnp.data.edit import Insert, apply_edits
from cloudy_pnp.data.entries import Entry
from cloudy_pnp.data.files import below, display_path
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.columns import first_example, least_entry
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.data.tables.write import with_row
from cloudy_pnp.data.write import list_file
from cloudy_pnp.studio.desk import Desk
from cloudy_pnp.studio.edits import Edits
from cloudy_pnp.studio.guard import studio_folder
from cloudy_pnp.studio.project import Project
from cloudy_pnp.studio.routes import calling
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.home import PACK_FILE
from cloudy_pnp.workspace.inspect import entry_of, face_sketches, references, renamed
from cloudy_pnp.workspace.load import Loaded, load, sound_part
from cloudy_pnp.workspace.starting import draft, is_id


class Cards:
    """The cards of a project as they are saved."""

    def __init__(self, project: Project, desk: Desk) -> None:
        self.project = project
        self._desk = desk
        self._edits = Edits(studio_folder(project.home.root) / "edits.json")

    def loaded(self) -> Loaded:
        """Load the project as it is on disk."""
        return load(self.project.home, self._desk.packs)

    def list(self, lang: str = "") -> dict[str, Any]:
        """List every entry with its file, line, title and worst problem."""
        loaded = self.loaded()
        lang = lang if lang in loaded.languages else next(iter(loaded.languages), "")
        names = {display_path(self.project.path(name)): name for name in self.project.names_with_cards()}
        titles = self._titles(loaded, lang)
        wrong = {
            severity: {(source.name, *f.path[:2]) for source, f in loaded.findings if f.severity is severity}
            for severity in (Severity.ERROR, Severity.WARNING)
        }
        edit_times = self._edit_times(loaded)
        cards = []
        for kind, kind_info in loaded.written_kinds.items():
            entries = [entry for entry in loaded.entries.valid_parts(kind) if entry.source.name in names]
            for entry in sorted(entries, key=lambda entry: (entry.source.name, *map(str, entry.path[:1]))):
                place = (entry.source.name, *entry.path[:2])
                worst = next((str(severity) for severity, places in wrong.items() if place in places), "")
                name = str(entry.data.get("id", kind))
                cards.append(
                    {
                        "kind": kind,
                        "id": name,
                        "title": titles.get((kind, name), "") or _name(entry, lang),
                        "file": names[entry.source.name],
                        "line": entry.source.line_of(0, entry.path),
                        "count": entry.data.get("count"),
                        "card": kind_info.cards,
                        "severity": worst,
                        "edited": edit_times.get(f"{kind}/{name}", 0.0),
                    }
                )
        kinds = [name for name, kind_info in loaded.kinds.items() if not kind_info.single]
        return {
            "cards": cards,
            "languages": loaded.languages,
            "lang": lang,
            "kinds": kinds,
            "places": {kind: self._files_of(loaded, kind) for kind in kinds},
            "folders": [self.project.name_of(folder) for folder in self.project.folders],
        }

    def remember(self) -> None:
        """Record the contents of the cards when the studio starts, so that the first edit is recognized."""
        with suppress(UserError):
            self._edit_times(self.loaded())

    def _edit_times(self, loaded: Loaded) -> dict[str, float]:
        """Return when each entry was last edited, in seconds since the epoch."""
        paths = [self.project.path(name) for name in self.project.names_with_cards()]
        saved = {display_path(path): _save_time(path) for path in paths}
        return self._edits.note(
            (f"{kind}/{entry.data.get('id', kind)}", entry.data, saved[entry.source.name])
            for kind in loaded.written_kinds
            for entry in loaded.entries.valid_parts(kind)
            if entry.source.name in saved
        )

    def _titles(self, loaded: Loaded, lang: str) -> dict[tuple[str, str], str]:
        faces = face_sketches(loaded, sound_part(loaded, ("I18N-", "REF-UNKNOWN")).data, lang)
        return {(ref.kind, ref.id): face.title for ref, face in faces.items()}

    # --- whole cards ---

    def create(self, kind: str, name: str, like: str = "", where: str = "", title: str = "") -> dict[str, Any]:
        """Write a new card: a copy of another one, or the example of the schema with the given title. Return its file.

        `where` is a file of such cards; a folder of the project, for a new file; `pack:<name>`, for a new pack. By
        default the card goes next to the one it is a copy of, or to the last file of its kind.
        """
        loaded = self.loaded()
        if kind not in loaded.kinds or loaded.kinds[kind].single:
            raise UserError(f"there are no {quoted(kind)} in {loaded.game.id}")
        if not is_id(name):
            raise UserError(f"{quoted(name)} is not an id: a-z, 0-9 and - between them")
        if any(entry.data.get("id") == name for entry in loaded.entries.valid_parts(kind)):
            raise UserError(f"{quoted(name)} already exists; choose another id")
        source = entry_of(loaded, kind, like) if like else None
        schema = loaded.reader.entry_schema(kind)
        others = [entry.data for entry in loaded.entries.of(kind)]
        data = source.data if source else first_example(schema) or least_entry(schema, name, loaded.languages, others)
        entry = {**data, "id": name}
        if not source and isinstance(data.get("name"), Mapping):  # no translation of the example's own name
            entry["name"] = {loaded.languages[0]: title or name.replace("-", " ").title()}
        if where.startswith("pack:"):
            file = self._in_new_pack(loaded, kind, entry, where.removeprefix("pack:"))
            return {"file": file, "kind": kind, "id": name}
        file = self._home_of(loaded, kind, name, source, where)
        before, path = self.project.read(file), self.project.path(file)
        if file.endswith(TABLE_ENDINGS):
            return self._add_row(loaded, kind, file, entry)
        if before.mark:
            in_same_file = source and source.source.name == display_path(path) and len(source.path) == 2
            at = int(source.path[1]) + 1 if source and in_same_file else None
            text = apply_edits(before.text, [Insert((kind,), entry, at)], display_path(path))
        else:
            text = list_file(kind, entry, (), [self.project.home.schema_line(path, kind)])
        self.project.write(file, text, before.mark)
        return {"file": file, "kind": kind, "id": name}

    def _add_row(self, loaded: Loaded, kind: str, file: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Append a card to a table. Raises UserError, without writing, if the row would not be valid."""
        before, path = self.project.read(file), self.project.path(file)
        text = with_row(before.text, file, entry, loaded.reader.entry_schema(kind), loaded.languages)
        after = load(self.project.home, self._desk.packs, Files({path: text}))
        rows = [row for row in after.entries.of(kind) if row.source.name == display_path(path)]
        if len(rows) <= len([row for row in loaded.entries.of(kind) if row.source.name == display_path(path)]):
            wrong = [finding.message for source, finding in after.findings if source.name == display_path(path)]
            raise UserError(f"a new row of {file} would not be valid: {wrong[-1] if wrong else 'it is empty'}")
        self.project.write(file, text, before.mark)
        return {"file": file, "kind": kind, "id": rows[-1].id}

    def _home_of(self, loaded: Loaded, kind: str, name: str, like: Entry | None, where: str) -> str:
        """Return the file of a new card."""
        holding = self._files_of(loaded, kind)
        folders = {self.project.name_of(folder): folder for folder in self.project.folders}
        if where in folders:
            path = folders[where] / kind / f"{name}.yaml"
            if path.exists():
                raise UserError(f"{display_path(path)} already exists; choose another id")
            return self.project.name_of(path)
        if where:
            if where not in holding:
                raise UserError(f"{quoted(where)} holds no {kind}")
            return where
        in_same_file = [file for file in holding if like and display_path(self.project.path(file)) == like.source.name]
        if in_same_file or holding:
            return (in_same_file or holding[-1:])[0]
        if not self.project.folders:
            raise UserError("there is no folder for cards here")
        return self.project.name_of(self.project.folders[0] / f"{kind}.yaml")

    def _files_of(self, loaded: Loaded, kind: str) -> Sequence[str]:
        """Return the writable files that contain cards of a kind."""
        names = {display_path(self.project.path(name)): name for name in self.project.names()}
        kind_of = loaded.reader.kind_of
        return [names[source.name] for source in loaded.sources if source.name in names and kind_of(source) == kind]

    def _in_new_pack(self, loaded: Loaded, kind: str, entry: Mapping[str, Any], name: str) -> str:
        """Create a pack next to the game with this card."""
        home = self.project.home
        if not is_id(name):
            raise UserError(f"{quoted(name)} is not a name for a pack: a-z, 0-9 and - between them")
        folder = home.packs_folder / name
        if any(path.name != PACK_FILE for path in below(folder) if path.is_file() and not path.name.startswith(".")):
            raise UserError(f"{display_path(folder)} already exists; choose another name")
        pack_draft = draft(home, folder, kind, entry, (), loaded.languages)
        for path, text in pack_draft.files.items():
            self.project.begin(folder / path, text)
        self.project.take_in(folder)
        return self.project.name_of(folder / pack_draft.card)

    def rename(self, kind: str, old: str, new: str) -> dict[str, Any]:
        """Change the id of an entry in every file that uses it."""
        texts = renamed(self.loaded(), kind, old, new)
        names = {display_path(self.project.path(name)): name for name in self.project.names()}
        outside = [name for name in texts if name not in names]
        if outside:
            raise UserError(f"{outside[0]} belongs to the shipped game and is not changed")
        marks = {name: fingerprint.of_bytes(before.encode()) for name, (before, _) in texts.items()}
        marked = {names[name]: (after, marks[name]) for name, (_, after) in texts.items()}
        self.project.write_all(marked)
        return {"files": [names[name] for name in texts]}

    def uses(self, kind: str, name: str) -> dict[str, Any]:
        """Return the references to an entry."""
        loaded = self.loaded()
        return {"uses": [place.as_dict() for place in references(loaded, entry_of(loaded, kind, name))]}

    def schema(self, name: str = "") -> Mapping[str, Any]:
        """Return the schema of the entries of a file, with its kind."""
        loaded = self.loaded()
        path = self.project.path(name)
        scenario = self.project.home.scenario_of(path.name)
        if scenario:
            return {"kind": "", "schema": Schema.load(self.project.home.schemas, scenario.schema).bundled}
        source = next((candidate for candidate in loaded.sources if candidate.name == display_path(path)), None)
        reader = loaded.reader_of(source) if source else loaded.reader
        kind = reader.kind_of(source) if source else None
        kinds = list(reader.kinds)
        if kind is None:
            return {"kind": "", "schema": {}, "kinds": kinds}
        schema = reader.entry_schema(kind).bundled
        return {"kind": kind, "single": reader.kinds[kind].single, "schema": schema, "kinds": kinds}


def _save_time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # just deleted
        return 0.0


def _name(entry: Entry, lang: str) -> str:
    name = entry.data.get("name")
    return str(name.get(lang, "")) if isinstance(name, Mapping) else ""


def card_routes(cards: Cards) -> list[Route]:
    """Return the routes of the list of cards and of operations on whole cards."""

    return [
        Route("/api/cards", calling(cards.list), methods=["GET"]),
        Route("/api/schema", calling(cards.schema), methods=["GET"]),
        Route("/api/card", calling(cards.create, name="id"), methods=["PUT"]),
        Route("/api/rename", calling(cards.rename, old="id"), methods=["PUT"]),
        Route("/api/uses", calling(cards.uses, name="id"), methods=["POST"]),
    ]
