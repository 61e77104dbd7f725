"""The compiled simulator: whole games of Luftschlösser, thousands a second, the same as the readable engine plays.

It needs numba and numpy (the extra `simulate`); import this package only in a command that simulates.
"""

from __future__ import annotations

from cloudy_pnp.simulate.base import need_extra

need_extra("numba", "numpy")

from luftschloesser.sim.play import Names, SimulationRequest, Simulator  # noqa: E402 - its packages are checked first

__all__ = ["Names", "SimulationRequest", "Simulator"]
