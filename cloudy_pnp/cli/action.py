"""Run the GitHub action: the steps that its inputs ask for, each as its command does it.

Inputs come as environment variables, so that no shell ever reads them.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path

import click

from cloudy_pnp.cli.check import command as check_command
from cloudy_pnp.cli.echo import echo
from cloudy_pnp.cli.main import main
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import UserError, escaped
from cloudy_pnp.data.files import is_within
from cloudy_pnp.workspace.revision import resolve_commit

DIFF, SHEETS = "card-diff", "card-sheets"  # folders, and artifacts


def run_action(inputs: Mapping[str, str]) -> int:
    """Check, and write what else is asked for below `CLOUDY_PNP_OUT`; returns the worst exit code."""
    out = Path(inputs.get("CLOUDY_PNP_OUT") or ".")
    where = ["--root", inputs.get("ROOT") or "."]
    where += ["--game", inputs["GAME"]] if inputs.get("GAME") else []
    where += [word for pack in inputs.get("PACKS", "").split() for word in ("--pack", pack)]
    languages = [word for lang in inputs.get("LANGUAGES", "").split() for word in ("--lang", lang)]
    strict = ["--warnings-as-errors"] if inputs.get("STRICT") == "true" else []
    limited = languages if any("--lang" in param.opts for param in check_command.params) else []
    codes = [_call("check", "--format", "github", *strict, *limited, *where)]
    if (name := inputs.get("SARIF")) and not is_within(out / name, out):
        echo(f"sarif: {escaped(name)} is not below the folder that the output `folder` names", err=True)
        codes.append(2)
    elif name:
        write_atomic(out / name, _printed("check", "--format", "sarif", *limited, *where).encode())
    if inputs.get("DIFF"):
        codes.append(_write_diff(inputs["DIFF"], out / DIFF, where))
    if inputs.get("SHEETS") == "true" and codes[0] == 0:
        merged = ["--merged"] if inputs.get("PACKS") else []
        codes.append(_call("build", "--only", "sheets", *languages, *merged, "--out", str(out / SHEETS), *where))
    return max(codes)


def _write_diff(base: str, out: Path, where: list[str]) -> int:
    """Write the diff as a page, as Markdown and as JSON. The first commit has nothing to be compared with."""
    try:
        resolve_commit(Path(where[1]), base)
    except UserError:
        echo(f"there is no revision {base}: nothing is compared", err=True)
        return 0
    formats = ("html", "markdown", "json")
    code = max(_call("diff", base, "--format", style, "--out", str(out), *where) for style in formats)
    return code if code > 1 else 0  # what the base lacks is no fault of the head, which was checked


def _call(*words: str) -> int:
    try:
        main(list(words))
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0


def _printed(*words: str) -> str:
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")
    with redirect_stdout(printed):
        _call(*words)
    printed.seek(0)
    return printed.read()


if __name__ == "__main__":
    with click.Context(check_command):
        code = run_action(os.environ)
    sys.exit(code)
