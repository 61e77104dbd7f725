"""Write the studio as a web page: a folder that any static server can offer. Run by `make web`.

    make_web.py --fetch                      download Pyodide's core (npm) and compiled wheels, by version and hash
    make_web.py FOLDER [--full DISTRIBUTION] write the page

Pure packages are those of this environment, which the lock file has installed. Packages that only Pyodide's own
distribution has (Pillow, PyYAML with libyaml, rpds-py) come from DISTRIBUTION, an unpacked folder of that release, by
the hashes in Pyodide's lock file; without it stand-ins replace them, and the page says what is missing.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
FETCHED = ROOT / ".venv" / "web"
STATIC = ROOT / "cloudy_pnp" / "web" / "static"
PYODIDE = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="  # SHA-512
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "314", "--implementation", "cp")
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
COMPILED = ("msgspec", "python-calamine", "uharfbuzz")  # from the package index, built for Pyodide
PURE = (
    "anyio", "attrs", "charset-normalizer", "click", "fontpkg", "fontpkg-alegreya-sans", "fontpkg-fraunces",
    "fonttools", "idna", "jinja2", "jsonschema", "jsonschema-specifications", "markdown-it-py", "mdurl", "polib",
    "pyphen", "referencing", "reportlab", "starlette", "svgwrite", "typing-extensions", "xlsxwriter",
)  # fmt: skip
FULL = ("markupsafe", "pillow", "pyyaml", "rpds-py")  # from Pyodide's distribution; two of them also work uncompiled
UNCOMPILED = ("markupsafe", "pyyaml")
LEFT_OUT = (
    "jsonschema-rs",
    "pikepdf",
    "pypdfium2",
    "typst",
    "uvicorn",
    "watchfiles",
)  # no build, or no use without one
GAMES = sorted(path.parent for path in ROOT.glob("games/*/pyproject.toml"))
_UNUSED = re.compile(
    r"(^|/)(tests?|testing|__pycache__|samples)/|\.(so|pyd|pyi|pyx|pxd|c|h|pyc)$|^\.\.|^reportlab/fonts/"
)
_DATE = (1980, 1, 1, 0, 0, 0)  # the same input gives the same bytes


def fetch() -> None:
    """Download what the page needs and this environment does not have, once."""
    FETCHED.mkdir(parents=True, exist_ok=True)
    core = FETCHED / f"pyodide-{PYODIDE}.tgz"
    if not core.exists():
        with tempfile.TemporaryDirectory() as folder:
            call = ["npm", "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", folder]
            subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
            [packed] = Path(folder).glob("*.tgz")
            if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode() != INTEGRITY:
                raise SystemExit(f"pyodide {PYODIDE} is not the package that was pinned: its hash differs")
            shutil.move(packed, core)
    done = _done()
    if not done.exists():
        shutil.rmtree(done.parent, ignore_errors=True)
        done.parent.mkdir()
        pins = FETCHED / "wheels.txt"
        pins.write_text(_wanted(), "utf-8")
        call = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        options = ["--only-binary=:all:", "--require-hashes", "-r", str(pins), "-d", str(done.parent)]
        subprocess.run([*call, *PLATFORM, *options], check=True)
        done.touch()


def _locked() -> list[str]:
    """Return the pinned packages, each with its hashes."""
    text = (ROOT / "requirements.lock").read_text("utf-8")
    return re.findall(r"^[a-z0-9][^\n]*(?:\n[ \t]+[^\n]*)*\n", text, re.MULTILINE)


def _wanted() -> str:
    return "".join(block for block in _locked() if block.partition("==")[0] in COMPILED)


def _done() -> Path:
    """Return the file that exists when all of these wheels are here."""
    return FETCHED / "wheels" / hashlib.sha256(_wanted().encode()).hexdigest()[:16]


def is_fetched() -> bool:
    """Check whether the page can be made without a network."""
    return (FETCHED / f"pyodide-{PYODIDE}.tgz").exists() and _done().exists()


def make(target: Path, full: Path | None = None, level: int = 19) -> list[str]:
    """Write the page, packed at a level of zstd; return the packages that stand-ins replace."""
    if target.exists() and any(target.iterdir()) and not any(target.glob("parts-*")):
        raise SystemExit(f"{target} has other files: name a new folder")
    with tempfile.TemporaryDirectory() as folder:
        files = dict(_packages(full, _own_wheels(Path(folder))))
    staging = target.with_name(f".{target.name}.new")
    shutil.rmtree(staging, ignore_errors=True)
    shutil.copytree(STATIC, staging)
    shutil.copytree(ROOT / "cloudy_pnp/studio/static", staging / "static")
    parts = staging / "parts"
    parts.mkdir()
    for name in CORE:
        (parts / name).write_bytes(_core(name))
    source = _zip(files, staging / "tool.zip")
    _compile(source, parts, level)
    source.unlink()
    mark = hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in sorted(parts.iterdir())))
    parts.rename(staging / f"parts-{mark.hexdigest()[:12]}")
    page = staging / "index.html"
    page.write_text(page.read_text("utf-8").replace("PARTS", f"parts-{mark.hexdigest()[:12]}"), "utf-8")
    (staging / "words.json").write_text(json.dumps(_words(), ensure_ascii=False, indent=0), "utf-8")
    shutil.rmtree(target, ignore_errors=True)
    staging.rename(target)
    return [] if full else [name for name in FULL if name != "markupsafe"]


def _core(name: str) -> bytes:
    """Return a file of Pyodide's core."""
    with tarfile.open(FETCHED / f"pyodide-{PYODIDE}.tgz") as archive:
        member = archive.extractfile(f"package/{name}")
        return member.read() if member else b""


def _own_wheels(folder: Path) -> list[Path]:
    """Build the wheels of the tool and of each game."""
    for project in (ROOT, *GAMES):
        call = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / project.name)]
        subprocess.run(call, cwd=project, check=True, capture_output=True)
    return sorted(folder.glob("*/*.whl"))


def _packages(full: Path | None, wheels: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of all packages, each with its path."""
    for name in (*PURE, *(() if full else UNCOMPILED)):
        for file in metadata.distribution(name).files or ():
            if not _UNUSED.search(file.as_posix()):
                yield file.as_posix(), Path(str(file.locate())).read_bytes()
    if not full:
        yield "web_standins.py", (ROOT / "tools/web_standins.py").read_bytes()
    for wheel in [*sorted((FETCHED / "wheels").glob("*.whl")), *(_of_distribution(full) if full else ()), *wheels]:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".so") or name.startswith("cloudy_pnp") or not _UNUSED.search(name):
                    yield name, archive.read(name)


def _of_distribution(folder: Path) -> Iterator[Path]:
    """Yield the wheels of Pyodide's distribution, if they have the hashes of its lock file."""
    for name, package in json.loads(_core("pyodide-lock.json"))["packages"].items():
        if name.lower() in FULL:
            path = folder / package["file_name"]
            if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != package["sha256"]:
                raise SystemExit(f"{path}: missing, or not the file that Pyodide {PYODIDE} names")
            yield path


def _zip(files: dict[str, bytes], path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _DATE), files[name])
    return path


_COMPILE = """
import io, pathlib, py_compile, sys, tarfile, zipfile
zipfile.ZipFile("/tool.zip").extractall("/tool")
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
for path in pathlib.Path("/tool").rglob("*.py"):
    top = path.parts[2]
    listed = top in ("cloudy_pnp", "fantasy_realms", "luftschloesser")  # the registry looks for files of modules
    place = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.pyc"
    try:
        py_compile.compile(
            path,
            place if listed or top == "anyio" else path.with_suffix(".pyc"),
            dfile=str(path),
            doraise=True,
            optimize=0 if listed or top == "click" else 2,
            invalidation_mode=mode,
        )
    except py_compile.PyCompileError:
        continue
    if listed:
        path.write_bytes(b"")
    elif top != "anyio":  # it reads its own source
        path.unlink()
with tarfile.open("/tool.tar.zst", "w:zst", level=LEVEL) as archive:
    for path in sorted(pathlib.Path("/tool").rglob("*")):
        if path.is_file():
            info = tarfile.TarInfo(path.relative_to("/tool").as_posix())
            info.size = path.stat().st_size
            archive.addfile(info, io.BytesIO(path.read_bytes()))
"""


def _compile(source: Path, parts: Path, level: int) -> None:
    """Compile the modules with Pyodide's own Python, under node: a page that compiles them starts seconds later."""
    target = parts / "tool.tar.zst"
    script = f"""
import fs from "fs";
const {{ loadPyodide }} = await import({json.dumps(str(parts / "pyodide.mjs"))});
const py = await loadPyodide({{ indexURL: {json.dumps(str(parts) + "/")} }});
py.FS.writeFile("/tool.zip", fs.readFileSync({json.dumps(str(source))}));
py.runPython({json.dumps(_COMPILE.replace("LEVEL", str(level)))});
fs.writeFileSync({json.dumps(str(target))}, py.FS.readFile("/tool.tar.zst"));
process.exit(0);
"""
    subprocess.run(["node", "--input-type=module", "-e", script], check=True, stdout=subprocess.DEVNULL)


def words_of(text: str) -> list[str]:
    """Return the texts that a script or a page of the shell shows."""
    return re.findall(r'\b(?:t|state)\("((?:[^"\\]|\\.)*)"', text) + re.findall(r'data-word="([^"]*)"', text)


def _words() -> dict[str, dict[str, str]]:
    """Return the translations of the shell's texts: it speaks before Python does."""
    from cloudy_pnp.workspace.home import home_of
    from cloudy_pnp.workspace.studio_words import read_words

    text = "".join(path.read_text("utf-8") for path in sorted(STATIC.glob("*")) if path.suffix in (".js", ".html"))
    tables = {lang: read_words(home_of(), lang)["texts"] for lang in ("de", "fr", "hu")}
    return {lang: {word: table[word] for word in words_of(text) if word in table} for lang, table in tables.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--fetch", action="store_true")
    parser.add_argument("--full", type=Path, metavar="DISTRIBUTION")
    asked = parser.parse_args()
    for tool in ("npm", "node"):
        if shutil.which(tool) is None:
            raise SystemExit(f"the page of the studio needs {tool}, which is not installed")
    fetch()
    if asked.folder:
        missing = make(asked.folder.resolve(), asked.full)
        size = sum(path.stat().st_size for path in asked.folder.rglob("*") if path.is_file())
        print(f"{asked.folder}: the studio as a web page, {size / 1e6:.1f} MB; offer it with any static server")
        if missing:
            print(f"without {', '.join(missing)} (--full adds them): no bitmap pictures, and YAML is read more slowly")


if __name__ == "__main__":
    main()
