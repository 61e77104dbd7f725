"""The two kinds of arrays that compiled functions work on, and how such a function is marked (`simulate.native`)."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cloudy_pnp.simulate.native.expressions import compiled

Ints: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]

jit = compiled
