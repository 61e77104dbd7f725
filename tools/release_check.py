"""Build every package twice, look inside, and use it in an empty environment. Run by `make release-check`.

Ends with 1 and one line per fault. What passes is in dist/, as it will be published.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = [ROOT, *sorted(path.parent for path in ROOT.glob("games/*/pyproject.toml"))]
OPTIONAL = ["jsonschema-rs"]  # accelerators: everything works without them
FIRST_STEPS = [
    ["--version", "--verbose"],
    ["init", "mine"],
    ["check", "--root", "mine"],
    ["new", "spell", "Sky Hook", "--root", "mine"],
    ["build", "--root", "mine", "--lang", "en"],
    ["build", "--game", "fantasy-realms", "--lang", "de", "--only", "sheets"],
    ["build", "--game", "luftschloesser", "--lang", "fr", "--only", "rulebook"],
]


def run(*words: object, cwd: Path = ROOT) -> str:
    """Run a command; its output and the reason, if it fails."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"{' '.join(map(str, words[1:]))}: {done.stderr or done.stdout}".strip()


def built(folder: Path) -> dict[str, str]:
    """Build all packages into a folder; the hash of each file."""
    for package in PACKAGES:
        if fault := run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, package):
            raise SystemExit(fault)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def faults_of_wheel(wheel: Path) -> Iterator[str]:
    """Yield what a wheel lacks, or has that nobody needs."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    package = wheel.name.split("-")[0].removeprefix("cloudy_pnp_")
    information = f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"
    for needed in (f"{package}/__init__.py", f"{information}/licenses/LICENSE"):
        if needed not in names:
            yield f"{wheel.name}: {needed} is missing"
    for name in names:
        parts = Path(name).parts
        if parts[0] not in (package, information) or {"tests", "bench", "__pycache__"} & set(parts):
            yield f"{wheel.name}: {name} is superfluous"


def faults_in_use(wheels: list[Path], folder: Path) -> Iterator[str]:
    """Yield the first steps that fail in an environment with the wheels and the locked packages, and nothing else."""
    venv.create(folder / "venv", with_pip=True)
    python, command = folder / "venv/bin/python", folder / "venv/bin/cloudy-pnp"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    yield run(*pip, "--require-hashes", "-r", ROOT / "requirements.lock")
    yield run(*pip, "--no-deps", *wheels)
    yield run(python, "-m", "pip", "check")
    for step in FIRST_STEPS:
        yield run(command, *step, cwd=folder)
    yield run(python, "-m", "pip", "uninstall", "--quiet", "--yes", *OPTIONAL)
    yield run(command, "check", "--root", "mine", cwd=folder)


def main() -> int:
    """Print each fault; 0 without any."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first, second = built(folder / "first"), built(folder / "second")
        faults = [f"{file}: built twice, different bytes" for file in first if first[file] != second.get(file)]
        wheels = sorted((folder / "first").glob("*.whl"))
        faults += [fault for wheel in wheels for fault in faults_of_wheel(wheel)]
        faults.append(run(sys.executable, "-m", "twine", "check", "--strict", *(folder / "first").iterdir()))
        faults += faults_in_use(wheels, folder)
        shutil.copytree(folder / "first", ROOT / "dist", dirs_exist_ok=True)
    faults = list(filter(None, faults))
    print(*faults or [f"{len(first)} files in dist/, each built twice, inspected, installed and used"], sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
