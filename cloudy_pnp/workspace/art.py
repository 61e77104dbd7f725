"""Pictures that a project or a pack has for a game's art: which there are, and what is wrong with them.

They become entries of the kind `art`, so that whatever depends on the data of a game depends on its pictures too.
"""

from __future__ import annotations

import filecmp
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cloudy_pnp.core import budget, fingerprint
from cloudy_pnp.core.cache import cached_values, store_values
from cloudy_pnp.core.files import read_plain
from cloudy_pnp.core.problems import Finding, Severity, nearest, quoted
from cloudy_pnp.core.worker import FILES, Ended
from cloudy_pnp.data.entries import Entries, Entry, SourceFinding
from cloudy_pnp.data.files import below, display_path, link_problem
from cloudy_pnp.data.source import SourceFile
from cloudy_pnp.workspace.home import Home

if TYPE_CHECKING:  # a check without such pictures draws nothing and need not load the drawing modules
    from cloudy_pnp.draw.kit.art import ArtFile

ART = "art"  # the kind, and the folder of a pack
_SVG, _PNG = ".svg", ".png"
_MOST_BYTES = {_SVG: 4 * 1024 * 1024, _PNG: 64 * 1024 * 1024}


class OwnArt(Struct, frozen=True):
    """The pictures of one folder: the valid ones as entries, their files, and what is wrong with others."""

    entries: tuple[Entry, ...] = ()
    sources: tuple[SourceFile, ...] = ()
    findings: tuple[SourceFinding, ...] = ()


NO_ART = OwnArt()


def read_art(home: Home, folder: Path, entries: Entries, pack: str = "") -> OwnArt:
    """Read the pictures of a folder for a game whose art they can replace; `entries` are those of the game."""
    if home.game.art is None or not folder.is_dir() or folder.resolve() == home.shipped_art.resolve():
        return NO_ART
    part, data = home.game.art.load(), entries.data()
    tones = sorted(part.tones(data))
    if not tones:  # the style cannot be read, which is reported elsewhere
        return NO_ART
    ids = set(part.entries(data))
    names = {path.stem for path in home.shipped_art.glob("*.svg")} | ids | {*part.named(data)}
    pictures, sources, findings = list[Entry](), list[SourceFile](), list[SourceFinding]()
    for path in below(folder):
        if not path.is_file() or path.name.startswith(".") or path.suffix == ".md":
            continue
        source = SourceFile(display_path(path))
        sources.append(source)
        link = link_problem(path, folder)
        if link:
            source.problems.append(link)
            continue
        useless = _unused(path, folder, names, [entry.id for entry in pictures])
        if useless is not None:
            findings.append((source, useless))
            continue
        if _is_shipped(path, home.shipped_art / path.name):
            continue
        with budget.reading(source.name):
            file = _checked(path, tones)
        if isinstance(file, Finding):
            findings.append((source, file))
        else:
            pictures.append(Entry(source, (), {"id": file.name, "file": file}, pack=pack))
            if path.suffix == _PNG and path.stem in ids:
                findings += [(source, finding) for finding in _coarse(file, part.size)]
    return OwnArt(tuple(pictures), tuple(sources), tuple(findings))


def _is_shipped(path: Path, shipped: Path) -> bool:
    """Check whether a picture is an unchanged copy of a shipped one, and so replaces nothing."""
    try:
        return shipped.is_file() and path.stat().st_size == shipped.stat().st_size and filecmp.cmp(path, shipped, False)
    except OSError:
        return False


def _unused(path: Path, folder: Path, known: set[str], before: Sequence[str]) -> Finding | None:
    """PICTURE-UNUSED: a picture that is not shown anywhere."""
    message, hint = f"the picture {quoted(path.name)} is not used", ""
    if path.suffix not in _MOST_BYTES:
        hint = f"save it as {path.stem}.svg or {path.stem}.png"
    elif path.parent != folder:
        hint = f"move it to {display_path(folder)}"
    elif path.stem in before:
        hint = f"delete it: {path.stem} has another picture here"
    elif path.stem not in known:
        close = nearest(path.stem, known)
        hint = f'did you mean "{close}{path.suffix}"?' if close else "name it after a card, or after a shipped picture"
    return Finding("PICTURE-UNUSED", (), message, hint, Severity.WARNING) if hint else None


def _coarse(file: ArtFile, size: tuple[float, float]) -> Iterator[Finding]:
    """PICTURE-DPI, PICTURE-SHAPE: pixels that are too few, or have other proportions than their place."""
    from cloudy_pnp.core.geometry import Rect
    from cloudy_pnp.draw.kit.art import raster_of
    from cloudy_pnp.layouts.pictures import Picture

    raster = raster_of(file)
    yield from Picture(file.path.name, raster.width, raster.height, raster).findings(Rect(0.0, 0.0, *size), "contain")


def _checked(path: Path, tones: Sequence[str]) -> ArtFile | Finding:
    """Return a picture that can be drawn, or what is wrong with it. A worker reads it, which a hostile one may end."""
    from cloudy_pnp.draw.kit.art import ArtFile, raster_of, try_svg
    from cloudy_pnp.draw.raster import BadPicture
    from cloudy_pnp.draw.svg_read import BadSvg, UnknownClass

    name = quoted(path.name)
    try:
        content = read_plain(path, _MOST_BYTES[path.suffix])
        file = ArtFile(path.stem, fingerprint.of_bytes(content), path.resolve())
        if path.suffix == _PNG:
            raster_of(file)
        elif not cached_values("art", known := [file.key, tones]):
            FILES.call(try_svg, content, tones)
            store_values("art", known, {"valid": True})
    except OSError as error:
        return Finding("PICTURE-READ", (), f"{name}: the file cannot be read: {error.strerror}")
    except Ended as ended:
        return Finding("PICTURE-READ", (), f"{name}: {ended}", ended.hint or "save it again, or as PNG")
    except BadPicture as error:
        return Finding("PICTURE-READ", (), f"{name}: {error}", "save it again as PNG")
    except UnknownClass as error:
        return Finding("PICTURE-TONE", (), f"{name}: {error}", "docs/how-to/art.md lists the tones")
    except BadSvg as error:
        return Finding("PICTURE-SVG", (), f"{name} is refused: {error}", "save it as plain SVG, or as PNG")
    return file
