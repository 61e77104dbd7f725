"""docs/tutorials/new-game.md, followed line by line: from nothing to a simulated table."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/tutorials/new-game.md").read_text("utf-8")
STEPS = re.findall(r"(?:^`([^`]+)`\n)?```(\w+)\n(.*?)```", GUIDE, re.MULTILINE | re.DOTALL)


def test_from_nothing_to_a_simulated_table(tmp_path: Path) -> None:
    """The package is installed into a folder of its own: the tests' own environment stays as it is."""
    files = commands = 0
    site = tmp_path / "site"
    environment = {**os.environ, "PYTHONPATH": f"{site}:{tmp_path}:{ROOT}", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for name, kind, text in STEPS:
        if kind == "console":
            line, _, output = text.partition("\n")
            words = shlex.split(line)[1:]
            if "pip" in words:
                words = [sys.executable, *words[1:-2], "--target", str(site), "."]
            elif words[0] == "python":
                words = [sys.executable, *words[1:], "-p", "no:cacheprovider", "--basetemp", str(tmp_path / "inner")]
            else:
                words = [sys.executable, "-m", "cloudy_pnp", *words[1:]]
            done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
            summary = r"[\d,]+ documents? found: .*\n"  # of replay, on stderr
            assert (done.returncode, re.sub(summary, "", done.stderr)) == (0, ""), line
            assert re.sub(r"(passed) in [\d.]+s.*", r"\1", done.stdout) == output, line
            commands += 1
        else:
            assert name, f"a block of {kind} without the name of its file"
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
            files += 1
    assert (files, commands) == (13, 6)
    pdf = pypdfium2.PdfDocument(tmp_path / "output/lanterns/fr/cards-a4-duplex.pdf")
    words_on_page = pdf[0].get_textpage().get_text_bounded()
    pdf.close()
    assert words_on_page.count("Lanterne rouge") == 4
    assert words_on_page.count("Lanterne dorée") == 2
