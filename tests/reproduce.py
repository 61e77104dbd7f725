"""Part of `make audit`: the same input gives the same bytes, whatever there is around it.

A small build (cards, sheets and a rulebook in one language) is made in two places, with one core and two, in five
locales with other time zones, hash seeds and dates, and by every Python from 3.11 to 3.13 that is found: on the path,
or among those of pyenv. One that lacks what the tool needs gets it from the lock file, in a folder that is gone
afterwards. All of it has to be equal. Everything is copied first, so that nobody has to stop working meanwhile.

Exit codes: 0 equal everywhere, 1 not, 2 equal as far as it could be tried.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORDS = ("build", "--lang=en", "--only=sheets", "--only=svg", "--only=rulebook", "--sheet=cards-a4-duplex")
LOCALES = ("C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "hu_HU.ISO-8859-2")
PYTHONS = ("3.11", "3.12", "3.13")


def made(frozen: Path, place: Path, words: Sequence[str], python: str, cores: int, **around: str) -> str:
    """The fingerprint of everything that a build makes."""
    shutil.copytree(frozen / "cards", place / "cards")
    shutil.copytree(frozen / "templates", place / "templates")
    env = {**os.environ, "PYTHONPATH": str(frozen), "XDG_CACHE_HOME": str(place / "cache"), **around}
    call = [python, "-m", "cloudy_pnp", *words, "--root", str(place), "--out", str(place / "out")]

    def one_core() -> None:
        if cores == 1 and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    subprocess.run(call, cwd=place, env=env, check=True, stdout=subprocess.DEVNULL, preexec_fn=one_core)
    sums = hashlib.sha256()
    for path in sorted((place / "out").rglob("*")):
        if path.is_file():
            sums.update(f"{path.relative_to(place / 'out')} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return sums.hexdigest()


def pythons(folder: Path) -> Iterator[str | None]:
    """Other Pythons with all that the tool needs; None for one that could not be had."""
    for version in PYTHONS:
        if version == f"{sys.version_info.major}.{sys.version_info.minor}":
            continue
        kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        found = str(kept[-1]) if kept else shutil.which(f"python{version}")
        if found is None:
            print(f"there is no python{version}: NOT compared")
            yield None
        elif (ready := equipped(found, folder / version)) is None:
            print(f"python{version} does not get what the tool needs: NOT compared")
            yield None
        else:
            yield ready


def equipped(python: str, place: Path) -> str | None:
    """A Python that can run the tool: this one, or a copy with the exact versions of the lock file."""
    needs = [python, "-c", "import click, jinja2, typst, reportlab, ruamel.yaml, python_calamine"]
    if subprocess.run(needs, capture_output=True, check=False).returncode == 0:
        return python
    own = place / "bin" / "python"
    lock = ["--require-hashes", "--requirement", str(ROOT / "requirements.lock")]
    for words in ([python, "-m", "venv", str(place)], [str(own), "-m", "pip", "install", "--quiet", *lock]):
        if subprocess.run(words, capture_output=True, check=False).returncode:
            return None
    return str(own)


def main() -> int:
    """Return whether everything was equal, as an exit code."""
    found: dict[str, str] = {}
    missing = 0
    with tempfile.TemporaryDirectory() as folder:
        frozen = Path(folder) / "frozen"
        for name in ("cloudy_pnp", "cards", "templates", "schema", "packs"):
            shutil.copytree(ROOT / name, frozen / name, ignore=shutil.ignore_patterns("__pycache__"))
        for number, locale in enumerate(LOCALES):
            place = Path(folder) / ("plain" if number % 2 else "a longer, stranger path é") / str(number)
            around = {"LC_ALL": locale, "LANG": locale, "PYTHONHASHSEED": str(number), "SOURCE_DATE_EPOCH": str(number)}
            zone = ("UTC", "Asia/Kathmandu", "America/St_Johns", "Europe/Budapest", "Pacific/Apia")[number]
            found[f"{locale}, {place.parent.name}, {zone}"] = made(
                frozen, place, WORDS, sys.executable, 1 + number % 2, TZ=zone, **around
            )
        for number, python in enumerate(pythons(Path(folder))):
            if python is None:
                missing += 1
                continue
            version = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()
            found[version] = made(frozen, Path(folder) / f"python-{number}", WORDS, python, 2)
    for what, sums in found.items():
        print(f"{sums[:16]}  {what}")
    equal = len(set(found.values())) == 1
    here = f"in {len(found)} surroundings"
    print(f"the same bytes {here}" if equal else f"NOT the same bytes {here}")
    if missing:
        print(f"{missing} of {len(PYTHONS)} versions of Python could NOT be tried")
    return 2 if equal and missing else int(not equal)


if __name__ == "__main__":
    sys.exit(main())
