"""`make audit`: everything that is too slow for every change, or needs a network, as one run with a plain summary.

Each part says 0 sound, 1 not, 2 could not (all) be tried. All parts run, whatever the others say.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
PARTS = {
    "the same bytes in every surrounding": ["reproduce.py"],
    "a command ended at every step": ["-m", "pytest", "-q", "-n", "2", "export/test_crashes.py"],
    "a disk that fails": ["faults.py"],
    "advisories against what the locks name": ["advisories.py"],
}
SAID = {0: "sound", 2: "NOT (all) tried"}


def main() -> int:
    """The worst of all parts; what could not be tried is no success."""
    codes = {}
    lines = []
    for what, words in PARTS.items():
        print(f"--- {what}", flush=True)
        began = time.monotonic()
        env = {**os.environ, "CLOUDY_PNP_AUDIT": "1"}
        codes[what] = subprocess.run([sys.executable, *words], cwd=HERE, env=env, check=False).returncode
        lines.append(f"{SAID.get(codes[what], 'NOT sound'):16} {what} ({time.monotonic() - began:.0f} s)")
    print("--- summary", *lines, sep="\n")
    return max((1 if code not in SAID else code for code in codes.values()), key=(0, 2, 1).index)


if __name__ == "__main__":
    sys.exit(main())
