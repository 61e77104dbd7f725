"""Write the golden files of the ten changes again: `python tests/diff/accept.py`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

if __name__ == "__main__":
    from diff.changes import compare_changes, golden_texts

    with tempfile.TemporaryDirectory() as folder:
        for name, text in golden_texts(compare_changes(Path(folder))).items():
            (Path(__file__).parent / "golden" / name).write_text(text, "utf-8")
