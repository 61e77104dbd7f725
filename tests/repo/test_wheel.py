"""A stranger installs the wheel and runs it in an empty folder: everything it needs is inside, and stays as it is."""

from __future__ import annotations

import compileall
import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cloudy_pnp import __version__

ROOT = Path(__file__).parents[2]
SCRIPT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from cloudy_pnp.cli.main import main; main()"


@pytest.fixture(scope="module")
def installed(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked where nobody may write."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(wheels["cloudy-pnp"]) as archive:
        archive.extractall(folder / "installed")
    compileall.compile_dir(folder / "installed", quiet=2)  # as pip does
    for path in sorted((folder / "installed").rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return folder / "installed"


def called(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command of the wheel, called in a folder."""
    command = [sys.executable, "-B", "-P", "-c", SCRIPT, str(installed), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def prints(folder: Path) -> dict[str, str]:
    """Return what an installation consists of."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_wheel_has_all_data_and_works_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    names = set(prints(installed))
    example = [f"games/harbour-lights/{folder}" for folder in ("cards", "schema", "templates")]
    for folder in ("cards", "packs", "schema", "templates", *example):
        shipped = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert shipped
        assert {f"cloudy_pnp/_shipped/{name}" for name in shipped} <= names
    assert "cloudy_pnp/py.typed" in names
    run = called(installed, tmp_path, "check")
    assert run.returncode == 0, run.stderr
    assert "50 cards: 0 errors, 0 warnings" in run.stdout
    assert run.stderr == "cloudy-pnp: there is no game here; checked cloudy-kingdom as it comes with the tool\n"
    shown = called(installed, tmp_path, "show", "stem")
    assert str(installed) in shown.stdout  # the wheel's own data, not this checkout's


@pytest.mark.parametrize("options", [(), ("--pack",)], ids=["game", "pack"])
def test_a_project_of_ones_own_is_checked_and_printed_at_once(
    installed: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """init, check, build: exactly what its last line says."""
    before = prints(installed)
    made = called(installed, tmp_path, "init", "mine", *options)
    assert (made.returncode, made.stderr) == (0, "")
    mine = tmp_path / "mine"
    assert "next: cd mine && cloudy-pnp check" in made.stdout
    for name in (".gitignore", ".pre-commit-config.yaml", ".github/workflows/cards.yml", "README.md"):
        assert (mine / name).is_file()
    for path in [*mine.rglob("cards/**/*.yaml"), *mine.rglob("packs/**/*.yaml")]:
        first = path.read_text("utf-8").splitlines()[0]
        schema = first.removeprefix("# yaml-language-server: $schema=")
        assert (path.parent / schema).is_file(), f"{path}: the editor would look for {schema}"
    checked = called(installed, mine, "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert ": 0 errors, 0 warnings" in checked.stdout
    assert str(installed) not in checked.stdout
    printing = ["--lang", "en", "--only", "sheets", "--sheet", "cards-a4-duplex"]
    built = called(installed, mine, "build", *(["--pack", "mine"] if options else []), *printing)
    assert built.returncode == 0, built.stderr
    assert list(mine.glob("output/**/cards-a4-duplex.pdf"))
    assert called(installed, tmp_path, "init", "mine", *options).returncode == 2  # nothing is overwritten
    assert prints(installed) == before


@pytest.mark.parametrize(
    "words",
    [
        ("i18n", "accept"),
        ("i18n", "import", "x.po"),
        (
            "new",
            "spell",
            "Hook",
            "--yes",
            "--step",
            "pass: left",
            "--pack",
            "{installed}/cloudy_pnp/_shipped/packs/x",
        ),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_nothing_is_written_into_an_installation(installed: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    """Not even where its owner may write: who called these commands is told what to do instead."""
    before = prints(installed)
    for folder in (path for path in installed.rglob("*") if path.is_dir()):
        folder.chmod(0o755)
    (tmp_path / "x.po").write_text('msgid ""\nmsgstr "Language: hu\\n"\n')
    done = called(installed, tmp_path, *(word.format(installed=installed) for word in words))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "cloudy-pnp init" in done.stderr
    assert prints(installed) == before
    assert [path.name for path in tmp_path.iterdir()] == ["x.po"]


def test_new_cards_go_where_one_is(installed: Path, tmp_path: Path) -> None:
    done = called(installed, tmp_path, "new", "spell", "Hook", "--yes", "--step", "swap: {which: stacks}")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "packs/my-pack/spells/hook.yaml").is_file()


def test_the_page_of_the_index_has_no_relative_address(wheels: dict[str, Path]) -> None:
    ours = {name: wheel for name, wheel in wheels.items() if wheel.name.startswith("cloudy_pnp")}
    assert set(ours) >= {"cloudy-pnp", "fantasy-realms"}
    for name, wheel in ours.items():
        with zipfile.ZipFile(wheel) as archive:
            [path] = [path for path in archive.namelist() if path.endswith(".dist-info/METADATA")]
            page = archive.read(path).decode()
        assert f"\nVersion: {__version__}\n" in page, name
        targets = re.findall(r"\]\(([^)]+)\)", page)
        assert targets, name
        assert [target for target in targets if not target.startswith(("https://", "#"))] == [], name
        assert all(f"/v{__version__}/" in target for target in targets if "cloudy-pnp/cloudy-pnp/blob" in target), name
