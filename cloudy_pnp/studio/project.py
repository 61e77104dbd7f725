"""The files of a project, read and written safely by the studio.

Files are written only inside the project, atomically, and never over a change that the writer has not seen. A draft is
unsaved text: it is stored in the user's cache, so that neither a crash of the page nor of the server loses more than
the last second.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath

from msgspec import Struct
from msgspec.structs import asdict

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.files import is_portable, read_json, read_plain, write_atomic
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.data.files import LIMITS, data_files, is_within, leads_into
from cloudy_pnp.data.tables.grid import ENDINGS as TABLE_ENDINGS
from cloudy_pnp.data.tables.grid import MOST_BYTES as MOST_TABLE_BYTES
from cloudy_pnp.export.store import in_turn
from cloudy_pnp.studio.guard import MOST_BYTES, studio_folder
from cloudy_pnp.workspace.home import Home

_NOTHING = ""  # the mark of a missing file
_MOST_DRAFTS = 200
_TEXTS = (".yaml", ".yml", ".json", ".csv", ".tsv")
SHEETS = tuple(ending for ending in TABLE_ENDINGS if ending not in _TEXTS)  # shown, never written


class Text(Struct, frozen=True):
    """A file on disk, and the mark of its content."""

    text: str
    mark: str


class Draft(Struct, frozen=True):
    """Unsaved text."""

    name: str
    tab: str  # the owner: two tabs never share a draft
    text: str
    mark: str  # of the file that it is based on


class Elsewhere(UserError):
    """A name that does not lead to a file of the project."""


class Changed(UserError):
    """The file has changed in the meantime; it was not written."""

    def __init__(self, name: str, now: Text) -> None:
        super().__init__(f"{name} was changed by another program since it was read; nothing was written")
        self.now = now


class Project:
    """The folder of a game, its packs and its layouts."""

    def __init__(self, home: Home, packs: Sequence[Path] = (), read_only: bool = False) -> None:
        self.home = home
        self.read_only = read_only or not home.is_own
        self.folders = [folder for folder in (home.cards, *packs) if folder.is_dir()]
        self._layouts = [place for place in home.layout_folders if is_within(place, home.root) and place.is_dir()]
        self._real = {  # any of them may become a symlink
            folder: folder.resolve() for folder in (home.packs_folder, *self.folders, *self._layouts)
        }
        self._endings = tuple(dict.fromkeys((*home.endings, *_TEXTS, *SHEETS)))
        self._drafts = studio_folder(home.root) / "drafts"
        self.on_pack: Callable[[Path], None] = lambda _: None  # a pack was created
        self._writing = threading.Lock()

    # --- names ---

    def names(self) -> list[str]:
        """Return every editable file, game first; names are paths from the root."""
        return [name for name in self.names_with_cards() if not name.endswith(SHEETS)]

    def names_with_cards(self) -> list[str]:
        """Return every file that is shown: the editable ones, and spreadsheets."""
        all_names = [self.name_of(path) for folder in self._places for path in self.data(folder)]
        return list(dict.fromkeys(name for name in all_names if name))

    @property
    def _places(self) -> list[Path]:
        return [*self.folders, *self._layouts]

    def data(self, folder: Path) -> list[Path]:
        """Return the data files of a folder of the project, without symlinks that point outside."""
        return [path for path in data_files(folder, self._endings) if leads_into(path, self._real[folder])]

    def name_of(self, path: Path) -> str:
        """Return the name of a file for the page."""
        for place in (self.home.root, *(folder.parent for folder in self.folders)):
            if path.is_relative_to(place):
                return path.relative_to(place).as_posix()
        return path.as_posix()

    def path(self, name: str) -> Path:
        """Return the path of a name. Raises Elsewhere if it is outside the project, or not data."""
        hidden = any(part.startswith(".") for part in Path(name).parts)
        for place in (self.home.root, *(folder.parent for folder in self.folders)) if "\0" not in name else ():
            path = place / name
            inside = any(path.is_relative_to(data) and leads_into(path, self._real[data]) for data in self._places)
            if inside and not hidden and path.name.endswith(self._endings):
                return path
        raise Elsewhere("there is no such file in this project")

    # --- reading and writing ---

    def read(self, name: str) -> Text:
        """Read the current file; the mark is empty if it does not exist. A spreadsheet has a mark and no text."""
        most = MOST_TABLE_BYTES if name.endswith(SHEETS) else MOST_BYTES
        try:
            raw = read_plain(self.path(name), most)
        except FileNotFoundError:
            return Text("", _NOTHING)
        except OSError as error:
            raise UserError(f"cannot read {name}: {error.strerror}") from error
        if len(raw) > most:
            raise UserError(f"{name} is too large to be edited here")
        try:
            return Text("" if name.endswith(SHEETS) else raw.decode("utf-8"), fingerprint.of_bytes(raw))
        except UnicodeDecodeError as error:
            raise UserError(f"{name} is not UTF-8 text, and is not edited here") from error

    def write(self, name: str, text: str, expected: str) -> str:
        """Write a file if it still has the expected mark; return its new mark. Raises Changed otherwise."""
        self._may_write(name)
        with self._writing, in_turn(self.home.cards):
            now = self.read(name)
            if now.mark != expected:
                raise Changed(name, now)
            raw = text.encode("utf-8")
            if fingerprint.of_bytes(raw) != now.mark:
                path = self.path(name)
                inside = next(folder for folder in self._places if path.is_relative_to(folder))
                if not now.mark:
                    _check_new(path.relative_to(inside))
                write_atomic(path, raw, within=self._real[inside])
            return fingerprint.of_bytes(raw)

    def write_all(self, texts: Mapping[str, tuple[str, str]]) -> None:
        """Write several files in order if all still have their expected marks. Raises Changed otherwise."""
        for name, (_, expected) in texts.items():
            now = self.read(name)
            if now.mark != expected:
                raise Changed(name, now)
        for name, (text, expected) in texts.items():
            self.write(name, text, expected)

    def begin(self, path: Path, text: str) -> None:
        """Write a new file of a new pack, in the folder of packs."""
        self._may_write()
        real = self._real[self.home.packs_folder]
        if not leads_into(path, real) or path.exists():
            raise UserError(f"{path.name} cannot be written there")
        write_atomic(path, text.encode("utf-8"), within=real)

    def take_in(self, folder: Path) -> None:
        """Add a pack to the project."""
        self._real[folder] = folder.resolve()
        self.folders.append(folder)
        self.on_pack(folder)

    def delete(self, name: str, expected: str) -> None:
        """Delete a file if it still has the expected mark."""
        self._may_write(name)
        with self._writing, in_turn(self.home.cards):
            now = self.read(name)
            if now.mark != expected:
                raise Changed(name, now)
            self.path(name).unlink(missing_ok=True)

    def unsaved(self, name: str, text: str) -> dict[Path, str]:
        """Return the text to take instead of a file on disk; a spreadsheet is taken as it is."""
        path = self.path(name)
        return {} if name.endswith(SHEETS) else {path: text}

    def _may_write(self, name: str = "") -> None:
        if self.read_only:
            raise UserError("this project is read-only in the studio: nothing is changed")
        if name.endswith(SHEETS):
            raise UserError(f"{name} is not changed here: open it in your spreadsheet")

    # --- drafts ---

    def keep(self, draft: Draft) -> None:
        """Store a draft, or delete it if it equals the file. A cache that cannot be written is not an error."""
        if self.read_only:
            return
        place = self._place(draft.name, draft.tab)
        try:
            if draft.text == self.read(draft.name).text:
                place.unlink(missing_ok=True)
                return
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_atomic(place, json.dumps(asdict(draft)).encode(), lasting=False)
            for old in self._by_age()[_MOST_DRAFTS:]:
                old.unlink(missing_ok=True)
        except (OSError, UserError):
            return

    def drafts(self, name: str) -> list[Draft]:
        """Return the drafts of a file that differ from it, the latest first."""
        saved = self.read(name).text
        return [draft for draft in self._stored_drafts() if draft.name == name and draft.text != saved]

    def names_with_drafts(self) -> list[str]:
        """Return the files with unsaved changes."""
        names = dict.fromkeys(draft.name for draft in self._stored_drafts())
        existing = set(self.names())
        return [name for name in names if name in existing and self.drafts(name)]

    def forget(self, name: str, tab: str) -> None:
        """Delete a draft that is saved or discarded."""
        self._place(name, tab).unlink(missing_ok=True)

    def _place(self, name: str, tab: str) -> Path:
        return self._drafts / f"{fingerprint.of_data([name, tab])}.json"

    def _stored_drafts(self) -> Iterator[Draft]:
        for path in self._by_age():
            try:
                draft = Draft(**read_json(path, 8 * MOST_BYTES))
            except (OSError, ValueError, TypeError):
                continue
            if all(isinstance(part, str) for part in (draft.name, draft.tab, draft.text, draft.mark)):
                yield draft

    def _by_age(self) -> list[Path]:
        """Return the files of all drafts, the latest first. Another tab may delete one at any moment."""
        ages = []
        for path in self._drafts.glob("*.json"):
            with suppress(FileNotFoundError):
                ages.append((-path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(ages)]


def _check_new(path: PurePath) -> None:
    """Raise UserError for a new file that `check` would not read, or that another system cannot store."""
    if len(path.parts) > LIMITS.folders:
        raise UserError(f"cannot write below more than {LIMITS.folders} nested folders: check would not read it")
    for part in path.parts:
        if not is_portable(part):
            raise UserError(f"cannot write {quoted(part)}: not every system can store a file of this name")
