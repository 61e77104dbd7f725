"""A package that is missing is one line with the command that adds it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from cli.command import call
from cloudy_pnp import __version__
from cloudy_pnp.cli import installed


def test_the_version_is_that_of_the_package() -> None:
    done = call("--version")
    assert (done.code, done.out) == (0, f"cloudy-pnp, version {__version__}\n")


def test_every_package_is_listed_and_a_missing_one_has_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name in ("typst", "numba", "pygls"):
            raise PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr(installed, "version", version)
    for words in (("--version", "--verbose"), ("--verbose", "--version")):
        done = call(*words)
        lines = done.out.splitlines()
        assert (done.code, lines[0]) == (0, f"cloudy-pnp {__version__}")
        assert "reportlab 1.0" in lines
        assert 'typst is not installed: python -m pip install "typst"' in lines
        assert 'numba is not installed: python -m pip install "cloudy-pnp[simulate]"' in lines
        assert 'pygls is not installed: python -m pip install "cloudy-pnp[lsp]"' in lines
        assert not any(line.startswith("pytest") for line in lines)


@pytest.mark.parametrize(
    ("module", "command"),
    [("svgwrite", ("show", "stem")), ("PIL.Image", ("build", "--lang", "en", "--only", "sheets", "--card", "stem"))],
)
def test_a_command_without_a_package_it_needs(module: str, command: tuple[str, ...], tmp_path: object) -> None:
    """In a process of its own: modules that are loaded already cannot be missing."""
    blocked = f"import sys; sys.modules[{module.split('.')[0]!r}] = None; from cloudy_pnp.cli.main import main; main()"
    words = [sys.executable, "-c", blocked, *command, "--out", str(tmp_path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    package = {"PIL.Image": "pillow"}.get(module, module)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        f'cloudy-pnp: this needs {package}, which is not installed: python -m pip install "{package}"'
    )


def test_a_module_of_our_own_that_is_missing_is_our_mistake() -> None:
    assert installed.missing_package(ModuleNotFoundError(name="cloudy_pnp.gone")) == ""
    assert installed.missing_package(ModuleNotFoundError(name="antigravity2")) == ""
    assert installed.missing_package(ValueError()) == ""
