"""The compiled simulator: whole games of Cloudy Kingdom, thousands a second, the same as the readable engine plays.

It needs numba and numpy (the extra `simulate`); import this package only in a command that simulates.
"""

from __future__ import annotations

from cloudy_pnp.simulate.base import need_extra

need_extra("numba", "numpy")

from cloudy_pnp.cloudy_kingdom.sim.config import Names, SimulationConfig  # noqa: E402 - its packages are checked first
from cloudy_pnp.cloudy_kingdom.sim.play import Simulator  # noqa: E402 - its packages are checked first

__all__ = ["Names", "SimulationConfig", "Simulator"]
