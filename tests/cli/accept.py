"""The reports on `golden/bad.yaml` in every format. After a change of a format, run

    python tests/cli/accept.py

and read the diff as the people and programs that read the report.
"""

from __future__ import annotations

import os
from pathlib import Path

from cloudy_pnp import __version__, api
from cloudy_pnp.cli.reporters import REPORTERS
from cloudy_pnp.core.shipped import shipped_root

GOLDEN = Path(__file__).parent / "golden"
REPOSITORY = Path(__file__).parent.parent.parent


def report_in(style: str) -> str:
    """The report on the fixed bad file, called from the top of the repository, without our version."""
    report = api.check(shipped_root(), paths=[GOLDEN / "bad.yaml"])
    return without_version(REPORTERS[style](report))


def without_version(text: str) -> str:
    """A report that the next release does not change."""
    return text.replace(f'"version": "{__version__}"', '"version": "…"').replace(f"/blob/v{__version__}/", "/blob/v…/")


def main() -> None:
    """Write every golden report anew; the text with its colours."""
    os.chdir(REPOSITORY)
    for style in REPORTERS:
        (GOLDEN / f"bad.{style}").write_text(report_in(style), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
