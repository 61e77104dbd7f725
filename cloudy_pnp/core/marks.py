"""Short names for files as they are now. Nothing of the tool is imported here: an answer that is already known must
not wait for what it does without.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from io import BufferedReader
from itertools import islice

_MOST_FILES, _MOST_ENTRIES, _MOST_BYTES = 5_000, 20_000, 64 * 1024 * 1024


class NotPlain(OSError):
    """What should be a file is a pipe, a device or a folder."""


class Unlike(Exception):
    """There is more, or something else, than plain files and folders; what is said of such a tree is not kept."""


def by_time(folders: Iterable[str], endings: tuple[str, ...] = ("",)) -> str:
    """A name for the files below folders, by size and time: nothing is read. Links are followed to files only."""
    seen = hashlib.sha256()
    for folder in folders:
        for path, entry in _below(folder):
            if entry.name.endswith(endings) and entry.is_file():
                now = entry.stat()
                seen.update(f"{path}\0{now.st_size}\0{now.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    return seen.hexdigest()


def by_content(places: Iterable[str]) -> tuple[str, str]:
    """A name for folders and files by all that they hold, and one for when that was written. A place may be missing.

    Raises Unlike for links, pipes and the like and where there is very much, OSError for what cannot be read.
    """
    content, times = hashlib.sha256(), hashlib.sha256()
    files = size = 0
    for path in _plain(places):
        name = path.encode("utf-8", "surrogateescape")
        if not os.path.isfile(path):
            content.update(b"%s\0/\n" % name if os.path.isdir(path) else b"%s\0-\n" % name)
            continue
        with opened(path) as file:
            now = os.fstat(file.fileno())
            files, size = files + 1, size + now.st_size
            if files > _MOST_FILES or size > _MOST_BYTES:
                raise Unlike
            held = file.read(_MOST_BYTES)
        content.update(b"%s\0%d\0" % (name, len(held)))
        content.update(held)
        times.update(b"%s\0%d\0%d\n" % (name, now.st_mtime_ns, now.st_ino))
    return content.hexdigest(), times.hexdigest()


def opened(path: str) -> BufferedReader:
    """A plain file, opened to be read. Raises OSError for anything else: a pipe or a device could be endless."""
    file = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotPlain(0, "not a plain file")
    return file


def _plain(places: Iterable[str]) -> Iterator[str]:
    """The places, and all that lies below those that are folders."""
    for place in places:
        if os.path.islink(place):
            raise Unlike
        yield place
        if os.path.isdir(place):
            for path, entry in _below(place):
                if entry.is_symlink() or not (entry.is_dir() or entry.is_file()):
                    raise Unlike
                yield path


def _below(folder: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """All that lies below a folder, in order; compiled modules are left out, linked folders not entered. Folders may be
    nested as deeply as the system lets them.
    """
    waiting = [_inside(folder)]
    seen = 0
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            continue
        entry = waiting[-1].pop()
        if (seen := seen + 1) > _MOST_ENTRIES:
            raise Unlike
        yield entry.path, entry
        if entry.is_dir(follow_symlinks=False):
            waiting.append(_inside(entry.path))


def _inside(folder: str) -> list[os.DirEntry[str]]:
    """What lies in a folder, the last one first."""
    with os.scandir(folder) as found:
        entries = [entry for entry in islice(found, _MOST_ENTRIES + 1) if entry.name != "__pycache__"]
    return sorted(entries, key=lambda entry: entry.name, reverse=True)
