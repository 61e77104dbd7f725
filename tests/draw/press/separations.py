"""What an independent program makes of a file: the plates of a press, by Ghostscript."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

INKS = ("Cyan", "Magenta", "Yellow", "Black")
Plate = NDArray[np.float64]  # from 0 to 1: how much of an ink

needs_ghostscript = pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not there")


def plates(pdf: bytes, dpi: int = 100) -> list[dict[str, Plate]]:
    """The plates of every page, by the name of their ink."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.pdf"
        source.write_bytes(pdf)
        call = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", f"-r{dpi}"]
        done = subprocess.run([*call, f"-sOutputFile={folder}/p%04d.tif", str(source)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        pages: dict[str, dict[str, Plate]] = {}
        for path in sorted(Path(folder).glob("p*(*).tif")):
            page, ink = path.stem.removesuffix(")").split("(")
            with Image.open(path) as picture:
                pages.setdefault(page, {})[ink] = 1 - np.asarray(picture.convert("L"), dtype=np.float64) / 255
        return list(pages.values())


def total(page: dict[str, Plate]) -> float:
    """The most ink on one place."""
    return float(sum(page[ink] for ink in INKS).max())  # type: ignore[union-attr]
