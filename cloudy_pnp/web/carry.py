"""A project as a zip, and a pack as the fragment of a link: both may come from strangers.

Nothing is unpacked that would leave the project, that not every system can store, or that grows beyond a limit; either
all of it is accepted or none.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from cloudy_pnp.core.files import is_portable, parse_json
from cloudy_pnp.core.problems import UserError, quoted
from cloudy_pnp.core.shipped import CARDS, OUTPUT, PACK_FILE, PACKS
from cloudy_pnp.data.files import below

MOST_FILES = 2000
MOST_BYTES = 64 << 20  # of a project
MOST_LINK = 32_000  # characters: what every browser and most messengers carry
MOST_PACK = 512 << 10  # bytes of a pack in a link
_PIECE = 1 << 16
_TEXTS = (".yaml", ".yml", ".json", ".csv", ".tsv", ".svg", ".md", ".j2")

Files = Mapping[str, bytes]


def project_paths(root: Path) -> dict[str, Path]:
    """Return the files of a project by name, without its output."""
    paths = {
        path.relative_to(root).as_posix(): path for path in below(root) if path.is_file() and not path.is_symlink()
    }
    return {name: path for name, path in paths.items() if not name.startswith(f"{OUTPUT}/")}


def project_files(root: Path) -> dict[str, bytes]:
    """Read the files of a project, without its output."""
    return {name: path.read_bytes() for name, path in project_paths(root).items()}


def zip_of(root: Path) -> bytes:
    """Pack a project into a zip; the same project gives the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in project_files(root).items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def files_in_zip(content: bytes) -> dict[str, bytes]:
    """Return the files of a project in a zip. Raises UserError for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = dict(_members(archive))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise UserError(f"this is not a readable zip file: {error}") from None
    tops = {name.partition("/")[0] for name in files}
    if len(tops) == 1 and f"{CARDS}/" not in {f"{name.partition('/')[0]}/" for name in files}:  # a zipped folder
        files = {name.partition("/")[2]: data for name, data in files.items()}
    if not any(name.startswith(f"{CARDS}/") for name in files):
        raise UserError(f"this zip is not a project: there is no folder {CARDS}/ in it")
    return {name: data for name, data in files.items() if not name.startswith(f"{OUTPUT}/")}


def _members(archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) > MOST_FILES:
        raise UserError(f"this zip has {len(members):,} files; at most {MOST_FILES:,} are unpacked")
    seen: set[str] = set()
    left = MOST_BYTES
    for member in members:
        if stat.S_ISLNK(member.external_attr >> 16):
            raise UserError(f"this zip contains a symlink, {quoted(member.filename)}: it is not unpacked")
        name = checked_name(member.filename)
        if name.casefold() in seen:
            raise UserError(f"this zip contains {quoted(name)} twice: it is not unpacked")
        seen.add(name.casefold())
        with archive.open(member) as stream:  # the declared size may be wrong: the bytes are counted
            data = stream.read(left + 1)
        left -= len(data)
        if left < 0:
            raise UserError(f"this zip unpacks to more than {MOST_BYTES >> 20} MB: it is not unpacked")
        yield name, data


def checked_name(name: str) -> str:
    """Return a relative path that every system can store inside a folder. Raises UserError for others.

    >>> checked_name("cards/a.yaml")
    'cards/a.yaml'
    """
    parts = name.split("/")
    if len(parts) > 12 or not all(part not in (".", "..") and is_portable(part) and part for part in parts):
        raise UserError(f"{quoted(name)} is not a path inside a project: nothing was unpacked")
    return str(PurePosixPath(*parts))


def link_of(pack: Path) -> str:
    """Return a pack as the fragment of a link. Raises UserError if it is too large for one."""
    files = project_files(pack)
    pictures = [name for name in files if not name.endswith(_TEXTS)]
    if pictures:
        raise UserError(f"{quoted(pictures[0])} is not a text, and does not fit into a link: download the project")
    texts = {name: content.decode("utf-8", "strict") for name, content in files.items()}
    plain = json.dumps({"version": 1, "pack": pack.name, "files": texts}, ensure_ascii=False).encode()
    fragment = base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")
    if len(plain) > MOST_PACK or len(fragment) > MOST_LINK:
        raise UserError(f"the pack is too large for a link ({len(fragment):,} characters): download the project")
    return f"pack={fragment}"


def pack_in_link(fragment: str) -> tuple[str, dict[str, str]]:
    """Return the name and the files of the pack in a link. Raises UserError for anything else."""
    if len(fragment) > MOST_LINK + 5:
        raise UserError(f"this link has {len(fragment):,} characters; at most {MOST_LINK:,} are read")
    try:
        packed = base64.urlsafe_b64decode(fragment.removeprefix("pack=") + "==")
        inflate = zlib.decompressobj()
        plain = inflate.decompress(packed, MOST_PACK)
        if inflate.unconsumed_tail or not inflate.eof:
            raise UserError(f"this link unpacks to more than {MOST_PACK >> 10} kB, or is cut off: nothing was opened")
        content = parse_json(plain, MOST_PACK)
        name, files = content["pack"], content["files"]
        if content["version"] != 1 or not all(isinstance(text, str) for text in (name, *files, *files.values())):
            raise ValueError
    except (binascii.Error, zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UserError("this link is damaged: ask for it again") from None
    if "/" in checked_name(name) or PACK_FILE not in files or len(files) > 100:
        raise UserError(f"this link does not contain a pack: a folder with {PACK_FILE} is expected")
    if wrong := [path for path in files if not checked_name(path).endswith(_TEXTS)]:
        raise UserError(f"this link contains {quoted(wrong[0])}, which is not card data: nothing was opened")
    return name, files


def add_pack(root: Path, name: str, files: Mapping[str, str]) -> Path | None:
    """Write a foreign pack into a project; None if the same one is there. Raises UserError for another of its name."""
    folder = root / PACKS / name
    contents = {path: text.encode("utf-8", "strict") for path, text in files.items()}
    if folder.exists():
        if project_files(folder) == contents:
            return None
        raise UserError(f"there is another pack {quoted(name)} in this project: rename it, or start a new project")
    for path, content in contents.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return folder
