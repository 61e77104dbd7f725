"""How many examples randomized tests try: `make test` the same few each time, `make fuzz` more, new ones each round.

A randomized test takes its number of examples from `examples`, and adds `SEED` to its own seeds.
"""

from __future__ import annotations

import os

SEED = int(os.environ.get("CLOUDY_PNP_FUZZ", "0"))  # of a round of `make fuzz` (see `fuzz.py`); 0: `make test`
FUZZING = SEED > 0
_MORE = 4  # in a round of `make fuzz`, which then takes less than ten minutes on two cores


def examples(count: int) -> int:
    """Return the number of examples for a test that tries `count` of them in `make test`."""
    return count * _MORE if FUZZING else count
