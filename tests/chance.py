"""How much is left to chance: `make test` tries the same examples each time, `make fuzz` many new ones.

A test that draws by lot takes its number of examples from `examples`, and adds `SEED` to seeds of its own.
"""

from __future__ import annotations

import os

SEED = int(os.environ.get("CLOUDY_PNP_FUZZ", "0"))  # of a round of `make fuzz` (see `fuzz.py`); 0: nothing is random
FUZZING = SEED > 0
_MORE = 10


def examples(count: int) -> int:
    """Return how many examples a test tries that tries so many in `make test`."""
    return count * _MORE if FUZZING else count
