"""`make fuzz`: rounds of the tests that draw by lot, each with a seed of its own, until the time is over.

`make fuzz MINUTES=60` looks longer; `make fuzz SEED=…` repeats a round. It ends at the first failure.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time

LONGEST_ROUND = 3600  # seconds; a round that takes longer hangs


def main(minutes: float, seed: int | None = None) -> int:
    """Return whether something was found, as an exit code."""
    end = time.monotonic() + 60 * minutes
    while True:
        this = seed or secrets.randbelow(2**32 - 1) + 1
        print(f"make fuzz SEED={this}", flush=True)
        found = round_of_tests(this)
        if found or seed or time.monotonic() > end:
            return found


def round_of_tests(seed: int) -> int:
    """All tests that draw by lot, once."""
    words = ["-n", "auto", "-m", "fuzz", "-x", f"--hypothesis-seed={seed}", f"--timeout={LONGEST_ROUND}"]
    environment = {**os.environ, "CLOUDY_PNP_FUZZ": str(seed)}
    try:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *words], env=environment, timeout=LONGEST_ROUND, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        print(f"the round was not over after {LONGEST_ROUND} s")
        return 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else None))
