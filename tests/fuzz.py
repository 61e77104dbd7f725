"""`make fuzz`: rounds of all randomized tests, each with a new seed, until the time is over or a test fails.

`make fuzz MINUTES=60` runs more rounds; `make fuzz SEED=…` repeats one.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time

LONGEST_ROUND = 3600  # seconds; a round that takes longer hangs


def main(minutes: float, seed: int | None = None) -> int:
    """Run at least one round; return 0 if every test passed."""
    end = time.monotonic() + 60 * minutes
    while True:
        this = seed or secrets.randbelow(2**32 - 1) + 1
        start, cpu = time.monotonic(), cpu_seconds()
        print(f"make fuzz SEED={this}", flush=True)
        code = run_round(this)
        took, used = time.monotonic() - start, cpu_seconds() - cpu
        print(f"SEED={this}: exit code {code}, {took:.0f} s, {used:.0f} s of CPU time", flush=True)
        if code or seed or time.monotonic() > end:
            return code


def run_round(seed: int) -> int:
    """Run all randomized tests once; return the exit code."""
    words = ["-n", "auto", "-m", "fuzz", "-x", f"--hypothesis-seed={seed}", f"--timeout={LONGEST_ROUND}"]
    environment = {**os.environ, "CLOUDY_PNP_FUZZ": str(seed)}
    try:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *words], env=environment, timeout=LONGEST_ROUND, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        print(f"the round did not end within {LONGEST_ROUND} s")
        return 1


def cpu_seconds() -> float:
    """Return the CPU time of all rounds so far."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else None))
